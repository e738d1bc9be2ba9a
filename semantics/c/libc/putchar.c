// Characters and strings to a stream.
#include <__vouch_file.h>

extern FILE *stdout;
int __vouch_direct(FILE *f);
int __vouch_put(FILE *f, int c);

int putchar(int c)
{
	return __vouch_put(stdout, c);
}

int putchar_unlocked(int c)
{
	return __vouch_put(stdout, c);
}

int puts(const char *s)
{
	int c;
	int out = __vouch_direct(stdout);
	if (out)
		for (; (c = *s); s++)
			__vouch_output(out, c);
	for (; (c = *s); s++)
		if (__vouch_put(stdout, c) < 0)
			return -1;
	return __vouch_put(stdout, '\n') < 0 ? -1 : 1;
}

int fputc(int c, FILE *f)
{
	return __vouch_put(f, c);
}

int fputc_unlocked(int c, FILE *f)
{
	return __vouch_put(f, c);
}

int putc(int c, FILE *f)
{
	return __vouch_put(f, c);
}

int putc_unlocked(int c, FILE *f)
{
	return __vouch_put(f, c);
}

int _IO_putc(int c, FILE *f)
{
	return __vouch_put(f, c);
}

int fputs(const char *s, FILE *f)
{
	for (int c; (c = *s); s++)
		if (__vouch_put(f, c) < 0)
			return -1;
	return 1;
}

int fputs_unlocked(const char *s, FILE *f)
{
	return fputs(s, f);
}

unsigned long fwrite(const void *p, unsigned long size, unsigned long n, FILE *f)
{
	const unsigned char *from = p;
	for (unsigned long i = 0; i < n; i++)
		for (unsigned long j = 0; j < size; j++)
			if (__vouch_put(f, from[i * size + j]) < 0)
				return i;
	return size ? n : 0;
}

unsigned long fwrite_unlocked(const void *p, unsigned long size, unsigned long n, FILE *f)
{
	return fwrite(p, size, n, f);
}

int putw(int w, FILE *f)
{
	return fwrite(&w, sizeof w, 1, f) == 1 ? 0 : -1;
}
