// The state of a stream.
#include <__vouch_file.h>

extern int (*__vouch_flush)(void);
extern FILE *__vouch_streams;

// The stream must be open.
static FILE *checked(FILE *f)
{
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	return f;
}

int feof(FILE *f)
{
	return (checked(f)->__state & __VOUCH_END) != 0;
}

int feof_unlocked(FILE *f)
{
	return feof(f);
}

int ferror(FILE *f)
{
	return (checked(f)->__state & __VOUCH_ERROR) != 0;
}

int ferror_unlocked(FILE *f)
{
	return ferror(f);
}

void clearerr(FILE *f)
{
	checked(f)->__state &= ~(__VOUCH_END | __VOUCH_ERROR);
}

void clearerr_unlocked(FILE *f)
{
	clearerr(f);
}

int fileno(FILE *f)
{
	int fd = checked(f)->__fd;
	return fd >= 0 ? fd : __vouch_failed(9); // EBADF
}

int fileno_unlocked(FILE *f)
{
	return fileno(f);
}

int fflush(FILE *f)
{
	if (f) {
		checked(f)->__state &= ~__VOUCH_WRITING;
		if (f->__open && f->__open->__ahead == f)
			f->__open->__ahead = 0;
	} else
		for (f = __vouch_streams; f; f = f->__next)
			if (f->__state & __VOUCH_WRITING) {
				f->__state &= ~__VOUCH_WRITING;
				if (f->__open->__ahead == f)
					f->__open->__ahead = 0;
			}
	return __vouch_flush ? __vouch_flush() : 0;
}

int fflush_unlocked(FILE *f)
{
	return fflush(f);
}

// Output goes out at once, so buffers are never used.
int setvbuf(FILE *f, char *buf, int mode, unsigned long size)
{
	checked(f);
	if (mode < 0 || mode > 2)
		return -1;
	f->__state = mode == 2 ? f->__state | __VOUCH_UNBUFFERED : f->__state & ~__VOUCH_UNBUFFERED; // _IONBF
	return 0;
}

void setbuf(FILE *f, char *buf)
{
	setvbuf(f, buf, buf ? 0 : 2, 0);
}

void setbuffer(FILE *f, char *buf, unsigned long size)
{
	setvbuf(f, buf, buf ? 0 : 2, size);
}

void setlinebuf(FILE *f)
{
	checked(f);
}

void flockfile(FILE *f)
{
	checked(f);
}

void funlockfile(FILE *f)
{
	checked(f);
}

int ftrylockfile(FILE *f)
{
	checked(f);
	return 0;
}
