// The engine of scanf: one format, from a stream or a string.
#include <__vouch_file.h>
#include <stdarg.h>

extern FILE *stdin;
int __vouch_get(FILE *f);
int ungetc(int c, FILE *f);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);

static char text[1100]; // of a floating number

static int space(int c)
{
	return c == ' ' || c >= '\t' && c <= '\r';
}

static int digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

// Reads a floating number of at most width bytes into text, which begins with c; sets *next to the byte behind it, which was not taken if *next is -1 and width ran out.
// Returns how long it is, or 0 if there is none.
static int floating(FILE *f, int c, int width, int *next)
{
	int n = 0, digits = 0, hexadecimal = 0, point = 0, exponent = 0;
#define TAKE \
	do { \
		if (n > 1090) \
			__vouch_unsupported("scanf of a floating number of more than 1090 bytes"); \
		text[n++] = c; \
		c = --width > 0 ? __vouch_get(f) : -2; \
	} while (0)
	if (c == '+' || c == '-')
		TAKE;
	int signs = n;
	const char *word = (c | 32) == 'n' ? "nan" : (c | 32) == 'i' ? "infinity" : 0;
	if (word && c > 0) {
		for (; *word && c > 0 && (c | 32) == *word; word++)
			TAKE;
		*next = c;
		if (*word && n != signs + 3)
			n = 0;
		text[n] = 0;
		return n;
	}
	if (c == '0') {
		TAKE;
		digits = 1;
		if ((c == 'x' || c == 'X') && width > 1) { // that is how glibc counts
			TAKE;
			hexadecimal = 1;
			digits = 0;
		}
	}
	for (;;) {
		if (c >= '0' && c <= '9' || hexadecimal && !exponent && digit(c) < 16)
			digits = 1;
		else if (exponent && (text[n - 1] | 32) == (hexadecimal ? 'p' : 'e') && (c == '-' || c == '+'))
			;
		else if (c == '.' && !point && !exponent)
			point = 1;
		else if (c > 0 && digits && !exponent && (c | 32) == (hexadecimal ? 'p' : 'e'))
			exponent = 1;
		else
			break;
		TAKE;
	}
	*next = c;
	text[n] = 0;
	return (hexadecimal ? n != signs + 2 : digits) ? n : 0; // glibc takes 0x. for 0
}

int __vouch_scan(FILE *f, const char *format, va_list ap)
{
	int done = 0, taken = 0, c;
	const char *source = f->__fd == -2 ? f->__text : 0;
	for (;;) {
		int want = *format & 255;
		format++;
		if (!want)
			return done;
		if (space(want)) {
			while (space(c = __vouch_get(f)))
				taken++;
			ungetc(c, f);
			continue;
		}
		int keep = 1, width = 0, size = 0, base = 10;
		if (want != '%') {
			c = __vouch_get(f);
			if (c < 0)
				return done ? done : -1;
			if (c != want) {
				ungetc(c, f);
				return done;
			}
			taken++;
			continue;
		}
		if (*format == '*') {
			keep = 0;
			format++;
		}
		for (; *format >= '0' && *format <= '9'; format++)
			width = width * 10 + (*format - '0');
		if (*format == '$')
			__vouch_unsupported("scanf with positions of arguments");
		for (;; format++)
			if (*format == 'h')
				size--;
			else if (*format == 'l' || *format == 'j' || *format == 'z' || *format == 't' || *format == 'q')
				size++;
			else if (*format == 'L')
				size += 2;
			else
				break;
		want = *format;
		format++;
		if (!width)
			width = want == 'c' ? 1 : 0x7fffffff;
		if (keep && want != '%' && __vouch_va_kind(ap) != 'p')
			__vouch_fail("format mismatch");
		if (want == 'n') {
			if (!keep)
				continue;
			if (size > 0)
				*va_arg(ap, long *) = taken;
			else if (!size)
				*va_arg(ap, int *) = taken;
			else if (size == -1)
				*va_arg(ap, short *) = taken;
			else
				*va_arg(ap, signed char *) = taken;
			continue;
		}
		c = __vouch_get(f);
		if (want != 'c' && want != '[')
			for (; space(c); c = __vouch_get(f))
				taken++;
		if (c < 0)
			return done ? done : -1;

		switch (want) {
		case '%':
			if (c != '%') {
				ungetc(c, f);
				return done;
			}
			taken++;
			continue;
		case 'c':
		case 's':
		case '[': {
			if (size > 0)
				__vouch_unsupported("scanf of wide characters");
			char *to = keep ? va_arg(ap, char *) : 0;
			const char *set = format;
			int not = 0, n = 0;
			if (want == '[') {
				if (*set == '^') {
					not = 1;
					set++;
				}
				for (format = set + 1; *format != ']'; format++)
					if (!*format || !*set)
						__vouch_fail("format mismatch");
				format++;
			}
			for (; c >= 0 && width; width--) {
				if (want == 's') {
					if (space(c))
						break;
				} else if (want == '[') {
					int in = 0;
					for (const char *s = set; s < format - 1 && !in; s++)
						if (s > set && *s == '-' && s + 1 < format - 1) {
							in = c >= (s[-1] & 255) && c <= (s[1] & 255);
						} else
							in = c == (*s & 255);
					if (in == not)
						break;
				}
				if (keep)
					to[n] = c;
				n++;
				taken++;
				c = width > 1 ? __vouch_get(f) : -2;
			}
			if (c >= 0)
				ungetc(c, f);
			if (!n)
				return done;
			if (keep && want != 'c')
				to[n] = 0;
			if (keep && source)
				__vouch_disjoint(to, n + (want != 'c'), source, f->__at);
			done += keep;
			continue;
		}
		case 'a':
		case 'A':
		case 'e':
		case 'E':
		case 'f':
		case 'F':
		case 'g':
		case 'G': {
			int next, n = floating(f, c, width, &next);
			if (next >= 0)
				ungetc(next, f);
			if (!n)
				return done;
			taken += n;
			if (keep && size > 1)
				*va_arg(ap, long double *) = strtold(text, 0);
			else if (keep && size)
				*va_arg(ap, double *) = strtod(text, 0);
			else if (keep)
				*va_arg(ap, float *) = strtof(text, 0);
			done += keep;
			continue;
		}
		case 'i':
			base = 0;
			break;
		case 'o':
			base = 8;
			break;
		case 'p':
			size = 1;
		case 'x':
		case 'X':
			base = 16;
			break;
		case 'd':
		case 'u':
			break;
		case 'm':
			__vouch_unsupported("scanf with m");
		default:
			__vouch_fail("format mismatch");
		}

		int negative = 0, over = 0, digits = 0, d, is_signed = want == 'd' || want == 'i';
#define LONGEST 0x7fffffffffffffffl
#define NEXT (taken++, c = --width > 0 ? __vouch_get(f) : -2)
#define DIGIT ((d = base <= 10 ? c - '0' : digit(c)) >= 0 && d < base)
		if (c == '-' || c == '+') {
			negative = c == '-';
			NEXT;
		}
		if (c == '0' && (base == 0 || base == 16)) {
			NEXT;
			digits = 1;
			if (c == 'x' || c == 'X') {
				base = 16; // glibc takes 0x alone for 0
				NEXT;
			} else if (!base)
				base = 8;
		}
		if (!base)
			base = 10;
		// The standard leaves open what a number is that does not fit its type. As in glibc, it is the number that strtol or strtoul finds, cut to the
		// size. The arithmetic for signed types is signed, because the terms are simple then if the input is not known.
		unsigned long value = 0;
		if (is_signed) {
			long number = 0, sign = negative ? -1 : 1, last = LONGEST / base;
			int most = LONGEST % base + negative;
			if (most == base) {
				most = 0;
				last++;
			}
			last *= sign;
			for (; DIGIT; NEXT) {
				if (over || (negative ? number < last : number > last) || number == last && d > most)
					over = 1;
				else
					number = number * base + sign * d;
				digits = 1;
			}
			value = !over ? number : negative ? -LONGEST - 1 : LONGEST;
		} else {
			unsigned long last = -1ul / base;
			int most = -1ul % base;
			for (; DIGIT; NEXT) {
				if (over || value > last || value == last && d > most)
					over = 1;
				else
					value = value * base + d;
				digits = 1;
			}
			value = over ? -1ul : negative ? -value : value;
		}
		if (want == 'p' && !digits && !negative && c == '(') {
			for (const char *s = "(nil)"; *s && c == *s; s++)
				NEXT;
			digits = 1;
		}
		if (c >= 0)
			ungetc(c, f);
		if (!digits)
			return done;
		if (!keep)
			continue;
		if (want == 'p')
			*va_arg(ap, void **) = (void *)value;
		else if (size > 0)
			*va_arg(ap, long *) = value;
		else if (!size)
			*va_arg(ap, int *) = value;
		else if (size == -1)
			*va_arg(ap, short *) = value;
		else
			*va_arg(ap, signed char *) = value;
		done++;
	}
}

int vfscanf(FILE *f, const char *format, va_list ap)
{
	return __vouch_scan(f, format, ap);
}

int vscanf(const char *format, va_list ap)
{
	return __vouch_scan(stdin, format, ap);
}

int vsscanf(const char *s, const char *format, va_list ap)
{
	FILE f = {.__fd = -2, .__state = __VOUCH_READ};
	f.__text = s;
	return __vouch_scan(&f, format, ap);
}

#define SCAN(from) \
	do { \
		va_list ap; \
		va_start(ap, format); \
		int n = from; \
		va_end(ap); \
		return n; \
	} while (0)

int scanf(const char *format, ...)
{
	SCAN(vscanf(format, ap));
}

int fscanf(FILE *f, const char *format, ...)
{
	SCAN(vfscanf(f, format, ap));
}

int sscanf(const char *s, const char *format, ...)
{
	SCAN(vsscanf(s, format, ap));
}

int __isoc99_scanf(const char *format, ...)
{
	SCAN(vscanf(format, ap));
}

int __isoc99_fscanf(FILE *f, const char *format, ...)
{
	SCAN(vfscanf(f, format, ap));
}

int __isoc99_sscanf(const char *s, const char *format, ...)
{
	SCAN(vsscanf(s, format, ap));
}

int __isoc99_vfscanf(FILE *f, const char *format, va_list ap)
{
	return __vouch_scan(f, format, ap);
}

int __isoc99_vscanf(const char *format, va_list ap)
{
	return __vouch_scan(stdin, format, ap);
}

int __isoc99_vsscanf(const char *s, const char *format, va_list ap)
{
	return vsscanf(s, format, ap);
}

int __isoc23_scanf(const char *format, ...)
{
	SCAN(vscanf(format, ap));
}

int __isoc23_fscanf(FILE *f, const char *format, ...)
{
	SCAN(vfscanf(f, format, ap));
}

int __isoc23_sscanf(const char *s, const char *format, ...)
{
	SCAN(vsscanf(s, format, ap));
}
