// The other functions of the printf family.
#include <__vouch_file.h>
#include <stdarg.h>

extern FILE *stdout, *stderr;
int __vouch_print(FILE *f, char *buf, long room, const char *format, va_list ap);

// How many bytes fit into n with a zero behind them; -1 for none and no zero.
static long room(unsigned long n)
{
	return n >> 62 ? 1l << 62 : (long)n - 1;
}

int vprintf(const char *format, va_list ap)
{
	return __vouch_print(stdout, 0, 0, format, ap);
}

int vfprintf(FILE *f, const char *format, va_list ap)
{
	return __vouch_print(f, 0, 0, format, ap);
}

int vsprintf(char *s, const char *format, va_list ap)
{
	return __vouch_print(0, s, 1l << 62, format, ap);
}

int vsnprintf(char *s, unsigned long n, const char *format, va_list ap)
{
	return __vouch_print(0, s, room(n), format, ap);
}

int fprintf(FILE *f, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = __vouch_print(f, 0, 0, format, ap);
	va_end(ap);
	return n;
}

int sprintf(char *s, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = __vouch_print(0, s, 1l << 62, format, ap);
	va_end(ap);
	return n;
}

int snprintf(char *s, unsigned long size, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = __vouch_print(0, s, room(size), format, ap);
	va_end(ap);
	return n;
}
