// Characters from a stream.
#include <__vouch_file.h>
#include <sys/stat.h>

extern FILE *stdin;
int __vouch_input(void);
void __vouch_buffered(FILE *f, struct __vouch_open *o);

static int failed(FILE *f, int error)
{
	f->__state |= __VOUCH_ERROR;
	return __vouch_failed(error);
}

// Returns the next byte of f, or -1 at its end.
int __vouch_get(FILE *f)
{
	int c = -1, fd = f->__fd;
	struct __vouch_open *o = f->__open;
	if (f->__backs)
		return f->__back[--f->__backs];
	if (fd == -1)
		__vouch_fail("invalid argument");
	if (!(f->__state & __VOUCH_READ))
		return failed(f, 9); // EBADF
	if (f->__state & __VOUCH_END)
		return -1;
	if (fd == -2) {
		c = f->__text[f->__at] & 255;
		if (c)
			f->__at++;
		else
			c = -1;
	} else if (o->__pipe == 3) {
		c = __vouch_input();
		if (!(f->__state & __VOUCH_READING))
			f->__state |= __VOUCH_READING;
	} else if (!(o->__access & __VOUCH_READ)) {
		if (f->__state & __VOUCH_READING)
			__vouch_unsupported("reading from a stream whose descriptor is closed, and which may have read ahead");
		return failed(f, 9);
	} else {
		struct __vouch_data *d = o->__data;
		if (f->__state & __VOUCH_WRITING)
			__vouch_fail("invalid argument");
		if (S_ISDIR(d->__mode))
			return failed(f, 21); // EISDIR
		if (o->__ahead != f)
			__vouch_buffered(f, o);
		if (o->__at < d->__size)
			c = d->__bytes[o->__at++];
		f->__state |= __VOUCH_READING;
	}
	if (c < 0) {
		f->__state |= __VOUCH_END;
		f->__state &= ~__VOUCH_READING;
		if (o && o->__ahead == f)
			o->__ahead = 0; // the position is at the end
	}
	return c;
}

int getchar(void)
{
	return __vouch_get(stdin);
}

int getchar_unlocked(void)
{
	return __vouch_get(stdin);
}

int fgetc(FILE *f)
{
	return __vouch_get(f);
}

int fgetc_unlocked(FILE *f)
{
	return __vouch_get(f);
}

int getc(FILE *f)
{
	return __vouch_get(f);
}

int getc_unlocked(FILE *f)
{
	return __vouch_get(f);
}

int _IO_getc(FILE *f)
{
	return __vouch_get(f);
}

int ungetc(int c, FILE *f)
{
	if (c == -1)
		return -1;
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__backs == sizeof f->__back)
		__vouch_unsupported("ungetc of more than 20 bytes");
	f->__back[f->__backs++] = c;
	f->__state &= ~__VOUCH_END;
	return c & 255;
}
