/* Formatted wide output: the format, which has to be of plain characters, is that of printf. */
#include <__vouch_file.h>
#include <stdarg.h>
extern FILE *stdout;
extern int __vouch_print(FILE *, char *, long, const char *, va_list);
extern unsigned long wcslen(const int *);
extern int *__vouch_wide_target;

static int __vouch_print_wide(FILE *f, char *to, long room, const int *format, va_list ap) {
	unsigned long n = wcslen(format);
	char *plain = __vouch_alloc(n + 1);
	for (unsigned long i = 0; i <= n; i++) {
		if (format[i] < 0 || format[i] > 127)
			__vouch_unsupported("wide characters above 127 in a format");
		plain[i] = format[i];
	}
	int count = __vouch_print(f, to, room, plain, ap);
	__vouch_free(plain);
	return count;
}

int vwprintf(const int *format, va_list ap) {
	return __vouch_print_wide(stdout, (char *)0, 0, format, ap);
}

int vfwprintf(FILE *f, const int *format, va_list ap) {
	return __vouch_print_wide(f, (char *)0, 0, format, ap);
}

int vswprintf(int *to, unsigned long room, const int *format, va_list ap) {
	char *plain = __vouch_alloc(room + 1);
	__vouch_wide_target = to;
	int n = __vouch_print_wide((FILE *)0, plain, room, format, ap), k = 0;
	__vouch_wide_target = (int *)0;
	if (room == 0) {
		__vouch_free(plain);
		return -1;
	}
	for (; k < n && k < room - 1; k++)
		to[k] = (unsigned char)plain[k];
	__vouch_disjoint(to, (k + 1) * 4l, format, (wcslen(format) + 1) * 4);
	to[k] = 0;
	__vouch_free(plain);
	return n < room ? n : -1;
}

int wprintf(const int *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vwprintf(format, ap);
	va_end(ap);
	return n;
}

int fwprintf(FILE *f, const int *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vfwprintf(f, format, ap);
	va_end(ap);
	return n;
}

int swprintf(int *to, unsigned long room, const int *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vswprintf(to, room, format, ap);
	va_end(ap);
	return n;
}
