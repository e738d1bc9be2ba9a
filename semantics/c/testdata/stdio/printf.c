// Conversions of printf, but for those of floating numbers.
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int through(char *s, size_t n, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int r = vsnprintf(s, n, format, ap);
	va_end(ap);
	return r;
}

int main(void)
{
	static const int numbers[] = {0, 1, -1, 9, 10, 42, -42, 99, 100, 123456, INT_MAX, INT_MIN};
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		int n = numbers[i];
		printf("[%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|%+08d]\n", n, n, n, n, n, n, n, n, n, n);
		printf("[%u|%x|%X|%o|%#x|%#X|%#o|%08x|%-8x|%#010x|%.5o]\n", n, n, n, n, n, n, n, n, n, n, n);
		printf("[%hhd|%hd|%hhu|%hu|%hhx|%ho]\n", n, n, n, n, n, n);
	}
	printf("[%.0d|%.d|%5.0d|%+.0d|%#.0x|%#.0o]\n", 0, 0, 0, 0, 0, 0);
	printf("%ld %lu %lld %llu %jd %zu %td\n", LONG_MIN, ULONG_MAX, LLONG_MIN, ULLONG_MAX, INTMAX_MAX, sizeof(int), (ptrdiff_t)-3);
	printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 " %" PRIXMAX "\n", (int8_t)-5, (uint16_t)65535, (uint32_t)0xbeef, (uint64_t)0777, (uintmax_t)0xabc);
	printf("%*d|%-*d|%*d|%.*d|%.*d\n", 5, 42, 5, 42, -5, 42, 4, 7, -1, 7);
	printf("[%s|%10s|%-10s|%.2s|%10.2s|%-10.2s|%.0s|%s]\n", "abc", "abc", "abc", "abc", "abc", "abc", "abc", "");
	char open[3] = {'x', 'y', 'z'};
	printf("[%.3s|%.*s]\n", open, 2, open);
	printf("[%c|%3c|%-3c|%c]\n", 'a', 'b', 'c', 0);
	printf("100%% [%%] %5%\n");
	printf("[%p|%10p|%-10p]\n", (void *)0, (void *)0, (void *)0);
	int count;
	long more;
	printf("12345%n67\n%ln", &count, &more);
	printf("%d %ld\n", count, more);

	char s[32];
	memset(s, 'x', sizeof s);
	printf("%d ", sprintf(s, "%d-%s", 42, "abc"));
	printf("%s %c\n", s, s[7]);
	printf("%d ", snprintf(s, 6, "%s", "a longer text"));
	printf("%s %d\n", s, snprintf(0, 0, "%d", 123456));
	printf("%d %s\n", through(s, sizeof s, "%c%c%d", 'a', 'b', 7), s);
	printf("%d", snprintf(s, 1, "abc"));
	printf("<%s>\n", s);
	fprintf(stdout, "%s %d\n", "to stdout", printf("now "));
	fprintf(stderr, "to stderr\n");
	putchar('a');
	putc('b', stdout);
	fputc('c', stdout);
	fputs("d\n", stdout);
	printf("%zu\n", fwrite("wide", 1, 4, stdout));
	return puts("end") < 0;
}
