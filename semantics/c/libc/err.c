// Messages about errors, and the end of the program after them.
#include <__vouch_file.h>
#include <stdarg.h>

extern FILE *stderr;
int *__errno_location(void);
int fputs(const char *s, FILE *f);
int fprintf(FILE *f, const char *format, ...);
int vfprintf(FILE *f, const char *format, va_list ap);
char *strerror(int error);
void exit(int status);

static void rest(const char *format, va_list ap, int error)
{
	if (format)
		vfprintf(stderr, format, ap);
	if (error >= 0) {
		fputs(format ? ": " : "", stderr);
		fputs(strerror(error), stderr);
	}
	fputs("\n", stderr);
}

static void message(const char *format, va_list ap, int error)
{
	fputs("program: ", stderr);
	rest(format, ap, error);
}

void vwarn(const char *format, va_list ap)
{
	message(format, ap, *__errno_location());
}

void vwarnx(const char *format, va_list ap)
{
	message(format, ap, -1);
}

void verr(int status, const char *format, va_list ap)
{
	message(format, ap, *__errno_location());
	exit(status);
}

void verrx(int status, const char *format, va_list ap)
{
	message(format, ap, -1);
	exit(status);
}

void warn(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	message(format, ap, *__errno_location());
	va_end(ap);
}

void warnx(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	message(format, ap, -1);
	va_end(ap);
}

void err(int status, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	verr(status, format, ap);
}

void errx(int status, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	verrx(status, format, ap);
}

void error(int status, int number, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	message(format, ap, number ? number : -1);
	va_end(ap);
	if (status)
		exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	fputs("program:", stderr);
	if (file)
		fprintf(stderr, "%s:%u:", file, line);
	fputs(" ", stderr);
	rest(format, ap, number ? number : -1);
	va_end(ap);
	if (status)
		exit(status);
}
