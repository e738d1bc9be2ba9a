// What <stdio_ext.h> says of streams. Output goes out at once, so that nothing waits in a buffer.
#include <__vouch_file.h>

unsigned long __fpending(FILE *f)
{
	return 0;
}

unsigned long __fbufsize(FILE *f)
{
	return 4096;
}

int __freading(FILE *f)
{
	return !(f->__state & __VOUCH_WRITE) || f->__state & __VOUCH_READING;
}

int __fwriting(FILE *f)
{
	return !(f->__state & __VOUCH_READ) || f->__state & __VOUCH_WRITING;
}

int __freadable(FILE *f)
{
	return (f->__state & __VOUCH_READ) != 0;
}

int __fwritable(FILE *f)
{
	return (f->__state & __VOUCH_WRITE) != 0;
}

int __flbf(FILE *f)
{
	return 0;
}

int __fsetlocking(FILE *f, int how)
{
	return 1; // FSETLOCKING_INTERNAL
}

void _flushlbf(void)
{
}
