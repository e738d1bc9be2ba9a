// Characters from a stream.
#include <__vouch_file.h>
#include <sys/stat.h>

extern FILE *stdin;
int *__errno_location(void);
int __vouch_input(void);

// Returns the next byte of f, or -1 at its end.
int __vouch_get(FILE *f)
{
	int c = -1, fd = f->__fd;
	if (f->__backs)
		return f->__back[--f->__backs];
	if (fd == -1)
		__vouch_fail("invalid argument");
	if (!(f->__state & __VOUCH_READ)) {
		f->__state |= __VOUCH_ERROR;
		*__errno_location() = 9; // EBADF
		return -1;
	}
	if (f->__state & __VOUCH_END)
		return -1;
	if (!fd)
		c = __vouch_input();
	else if (fd == -3)
		__vouch_unsupported("reading from stdin after close of descriptor 0, which it may have read ahead");
	else if (fd == -2) {
		c = f->__text[f->__at] & 255;
		if (c)
			f->__at++;
		else
			c = -1;
	} else {
		struct __vouch_data *d = f->__data;
		if (f->__state & __VOUCH_WRITING)
			__vouch_fail("invalid argument");
		if (S_ISDIR(d->__mode)) {
			f->__state |= __VOUCH_ERROR;
			*__errno_location() = 21; // EISDIR
			return -1;
		}
		if (f->__at < d->__size)
			c = d->__bytes[f->__at++];
		f->__state |= __VOUCH_READING;
	}
	if (c < 0) {
		f->__state |= __VOUCH_END;
		f->__state &= ~__VOUCH_READING;
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
