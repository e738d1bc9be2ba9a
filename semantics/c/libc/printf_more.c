// Printing into memory of its own, to descriptors, and the names that fortified headers use.
#include <__vouch_file.h>
#include <stdarg.h>

extern FILE *stdout;
struct __vouch_open *__vouch_described(int fd);
int __vouch_print(FILE *f, char *buf, long room, const char *format, va_list ap);

int vasprintf(char **s, const char *format, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = __vouch_print(0, 0, -1, format, again);
	va_end(again);
	*s = 0;
	if (n < 0)
		return -1;
	*s = __vouch_alloc(n + 1);
	return __vouch_print(0, *s, n, format, ap);
}

int vdprintf(int fd, const char *format, va_list ap)
{
	struct __vouch_open *o = __vouch_described(fd);
	if (!o)
		return -1;
	FILE f = {.__fd = fd, .__state = __VOUCH_WRITE | __VOUCH_UNBUFFERED, .__open = o};
	return __vouch_print(&f, 0, 0, format, ap);
}

#define PRINT(how) \
	do { \
		va_list ap; \
		va_start(ap, format); \
		int n = how; \
		va_end(ap); \
		return n; \
	} while (0)

// The room of n bytes; the size that a fortified caller knows counts if it is less.
static long room(unsigned long n, unsigned long size)
{
	if (n > size)
		__vouch_fail("out of bounds write");
	return n >> 62 ? 1l << 62 : (long)n - 1;
}

int asprintf(char **s, const char *format, ...)
{
	PRINT(vasprintf(s, format, ap));
}

int dprintf(int fd, const char *format, ...)
{
	PRINT(vdprintf(fd, format, ap));
}

int __asprintf_chk(char **s, int flag, const char *format, ...)
{
	PRINT(vasprintf(s, format, ap));
}

int __vasprintf_chk(char **s, int flag, const char *format, va_list ap)
{
	return vasprintf(s, format, ap);
}

int __printf_chk(int flag, const char *format, ...)
{
	PRINT(__vouch_print(stdout, 0, 0, format, ap));
}

int __vprintf_chk(int flag, const char *format, va_list ap)
{
	return __vouch_print(stdout, 0, 0, format, ap);
}

int __fprintf_chk(FILE *f, int flag, const char *format, ...)
{
	PRINT(__vouch_print(f, 0, 0, format, ap));
}

int __vfprintf_chk(FILE *f, int flag, const char *format, va_list ap)
{
	return __vouch_print(f, 0, 0, format, ap);
}

int __sprintf_chk(char *s, int flag, unsigned long size, const char *format, ...)
{
	PRINT(__vouch_print(0, s, 1l << 62, format, ap));
}

int __vsprintf_chk(char *s, int flag, unsigned long size, const char *format, va_list ap)
{
	return __vouch_print(0, s, 1l << 62, format, ap);
}

int __snprintf_chk(char *s, unsigned long n, int flag, unsigned long size, const char *format, ...)
{
	PRINT(__vouch_print(0, s, room(n, size), format, ap));
}

int __vsnprintf_chk(char *s, unsigned long n, int flag, unsigned long size, const char *format, va_list ap)
{
	return __vouch_print(0, s, room(n, size), format, ap);
}
