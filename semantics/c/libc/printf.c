// The engine of printf: one format with its arguments, to a stream or to memory.
#include <__vouch_file.h>
#include <stdarg.h>

extern FILE *stdout;
int __vouch_direct(FILE *f);
int __vouch_put(FILE *f, int c);
int *__errno_location(void);
int __vouch_body(double x, int conversion, int precision, int alternative);
int __vouch_body_long(long double x, int conversion, int precision, int alternative);
extern char __vouch_text[];
extern int __vouch_cut, __vouch_zeros;
int *__vouch_wide_target; // what the calling function of wide characters writes to

#define PUT(c) \
	do { \
		if (out > 0) \
			__vouch_output(out, c); \
		else if (out == 0) { \
			if (n < room) \
				buf[n] = c; \
		} else if (__vouch_put(f, c) < 0) \
			return -1; \
		n++; \
	} while (0)

// Writes a byte so many times, as PUT does, and returns n after that, or -1.
static int repeated(FILE *f, char *buf, long room, int out, int n, int c, int times)
{
	for (; times > 0; times--)
		PUT(c);
	return n;
}

#define REPEAT(c, times) \
	do \
		if ((times) > 0 && (n = repeated(f, buf, room, out, n, c, times)) < 0) \
			return -1; \
	while (0)

// Writes a number to the standard stream out and returns how many bytes that are. It does not branch on the number, lest the paths of a program whose
// inputs are not known multiply: what is not to be seen goes to stream 0. A bit is 1 iff the quotient q is not 0: -q >> 63.
static unsigned long number(int out, unsigned long value, int c, int bits, int width, int left, int pad)
{
	unsigned long minus = c == 'd' || c == 'i' ? value >> 63 : 0, base = 10, unit, used = minus + 1, letters = c - 'x' + 39, count = minus;
	int position, filled = !left && pad == '0' ? width : 0;
	value *= 1 - 2 * minus;
	if (c == 'x' || c == 'X') {
		base = 16;
		position = bits / 4;
		unit = 1ul << (bits - 4);
	} else if (c == 'o') {
		base = 8;
		position = (bits + 2) / 3;
		unit = 1ul << (position * 3 - 3);
	} else if (bits == 32) {
		position = 10;
		unit = 1000000000;
	} else {
		position = bits == 64 ? 20 : bits == 16 ? 5 : 3;
		unit = bits == 64 ? 10000000000000000000ul : bits == 16 ? 10000 : 100;
	}
	if (width && !filled)
		for (unsigned long u = unit; u > 1; u /= base)
			used += -(value / u) >> 63;
	if (!left && pad == ' ')
		for (unsigned long i = width; i-- > 1;)
			__vouch_output((1 - (i - used >> 63)) * out, ' ');
	__vouch_output(minus * out, '-');
	for (int i = filled; i > position; i--) {
		unsigned long seen = i == filled ? 1 - minus : 1;
		__vouch_output(seen * out, '0');
		count += seen;
	}
	for (; position > 1; position--) {
		unsigned long q = value / unit, seen = -q >> 63, digit = q % base;
		if (position <= filled)
			seen = position < filled ? 1 : seen + (1 - seen) * (1 - minus);
		__vouch_output(seen * out, '0' + digit + (digit + 6) / 16 * letters);
		count += seen;
		unit /= base;
	}
	unsigned long digit = value % base;
	__vouch_output(out, '0' + digit + (digit + 6) / 16 * letters);
	if (left)
		for (unsigned long i = width; i-- > 1;)
			__vouch_output((1 - (i - used >> 63)) * out, ' ');
	if (width && !filled) {
		unsigned long more = -((width - used) >> 63); // all ones if width is less
		return used + (width - used) * (1 + more);
	}
	return count + 1;
}

// Writes to f or, if f is null, to buf: up to room bytes and a zero behind them, or nothing if room is negative. Returns how many bytes there are, or -1.
int __vouch_print(FILE *f, char *buf, long room, const char *format, va_list ap)
{
	int out = f ? __vouch_direct(f) : 0, n = 0;
	if (f && !out)
		out = -1;
	unsigned long more = 0; // bytes that number has written, which is a sum over inputs perhaps
	const char *start = format;
	for (;;) {
		int c = *format;
		format++;
		if (c != '%') {
			if (!c)
				break;
			PUT(c);
			continue;
		}
		int left = 0, sign = 0, alternative = 0, pad = ' ', width = 0, precision = -1, size = 0, kind;
		for (; (c = *format) <= '0' || c == 'I'; format++) { // I is glibc's, for the digits of other locales
			if (c == '0')
				pad = '0';
			else if (c == '-')
				left = 1;
			else if (c == '+')
				sign = '+';
			else if (c == ' ')
				sign = sign ? sign : ' ';
			else if (c == '#')
				alternative = 1;
			else if (c != '\'' && c != 'I')
				break;
		}
		if (c == '*') {
			if (__vouch_va_kind(ap) != 'i')
				__vouch_fail("format mismatch");
			width = va_arg(ap, int);
			if (width < 0) {
				left = 1;
				width = -width;
			}
			c = *++format;
		} else {
			for (; c >= '0' && c <= '9'; c = *++format)
				width = width * 10 + (c - '0');
			if (c == '$')
				__vouch_unsupported("printf with positions of arguments");
		}
		if (c == '.') {
			precision = 0;
			c = *++format;
			if (c == '*') {
				if (__vouch_va_kind(ap) != 'i')
					__vouch_fail("format mismatch");
				precision = va_arg(ap, int);
				c = *++format;
			} else
				for (; c >= '0' && c <= '9'; c = *++format)
					precision = precision * 10 + (c - '0');
		}
		format++;

		// What is to be written: sign, mark, zeros, then either digits of value or length bytes of text, with more zeros at cut.
		unsigned long value = 0, unit = 1;
		long plain = 0;
		const char *text = 0;
		int mark = 0, zeros = 0, length = 0, cut, inner = 0;
	again:
		switch (c) {
		case 'd':
		case 'i':
		case 'u':
		case 'x':
		case 'X':
		case 'o':
			kind = __vouch_va_kind(ap);
			if (size > 0) {
				if (kind == 'l')
					plain = va_arg(ap, long);
				else if (kind == 'm')
					value = va_arg(ap, unsigned long);
				else
					__vouch_fail("format mismatch");
			} else if (kind == 'i')
				plain = va_arg(ap, int);
			else if (kind == 'u')
				plain = va_arg(ap, unsigned);
			else
				__vouch_fail("format mismatch");
			if (c == 'd' || c == 'i') {
				if (kind == 'm')
					plain = value;
				else if (size < 0 || kind == 'u')
					plain = size > -1 ? (int)plain : size == -1 ? (short)plain : (signed char)plain;
				value = plain;
			} else if (kind != 'm')
				value = size > 0 ? plain : size == 0 ? (unsigned)plain : size == -1 ? (unsigned short)plain : (unsigned char)plain;
			if (out > 0 && precision < 0 && !alternative && !sign) {
				more += number(out, value, c, size > 0 ? 64 : size == 0 ? 32 : size == -1 ? 16 : 8, width, left, pad);
				continue;
			}
			length = 1;
			if (c == 'd' || c == 'i') { // in terms of what is signed, which are simple
				if (plain < 0) {
					value = -value;
					sign = '-';
					for (; length < 19 && plain <= (long)unit * -10; unit *= 10)
						length++;
				} else
					for (; length < 19 && plain >= (long)unit * 10; unit *= 10)
						length++;
			} else {
				sign = 0;
			digits:
				length = 1;
				if (c == 'x' || c == 'X') {
					for (unit = 0; unit < 60 && value >= 16ul << unit; unit += 4)
						length++;
					if (alternative && value)
						mark = c;
				} else if (c == 'o')
					for (unit = 0; unit < 63 && value >= 8ul << unit; unit += 3)
						length++;
				else
					for (; length < 20 && value >= unit * 10; unit *= 10)
						length++;
			}
			if (precision >= 0) {
				if (!value && !precision)
					length = 0;
				zeros = precision > length ? precision - length : 0;
				pad = ' ';
			}
			if (c == 'o' && alternative && !zeros && (value || !length))
				zeros = 1;
			break;
		case 's':
			if (__vouch_va_kind(ap) != 'p')
				__vouch_fail("format mismatch");
			if (size > 0) {
				const int *wide = va_arg(ap, const int *);
				while (length != precision && wide[length])
					length++;
				char *plain = __builtin_alloca(length + 1);
				for (int i = 0; i <= length; i++)
					if (i < length && (unsigned)wide[i] > 127) {
						*__errno_location() = 84; // EILSEQ: no character of the C locale
						if (!out && n <= room)
							buf[n] = 0;
						return -1;
					} else
						plain[i] = i < length ? wide[i] : 0;
				text = plain;
				length = 0;
				if (__vouch_wide_target)
					__vouch_disjoint(__vouch_wide_target, (n + length + 1) * 4l, wide, (length + (length != precision)) * 4l);
			} else
				text = va_arg(ap, const char *);
			if (out && !width && precision < 0) {
				for (; (c = *text); text++)
					PUT(c);
				continue;
			}
			while (length != precision && text[length])
				length++;
			if (out == 0 && room >= 0)
				__vouch_disjoint(buf, (n + length < room ? n + length : room) + 1, text, length + (length != precision));
			sign = 0;
			pad = ' ';
			cut = length;
			break;
		case 'c':
			kind = __vouch_va_kind(ap);
			if (kind == 'i')
				value = va_arg(ap, int);
			else if (kind == 'u')
				value = va_arg(ap, unsigned);
			else
				__vouch_fail("format mismatch");
			if (size > 0 && value > 127) {
				*__errno_location() = 84;
				return -1;
			}
			sign = 0;
			mark = -1;
			pad = ' ';
			break;
		case '%':
			value = c;
			sign = width = 0;
			mark = -1;
			break;
		case 'p':
			if (__vouch_va_kind(ap) != 'p')
				__vouch_fail("format mismatch");
			value = (unsigned long)va_arg(ap, void *);
			if (value) {
				alternative = 1;
				c = 'x';
				goto digits;
			}
			text = "(nil)";
			length = cut = 5;
			pad = ' ';
			sign = 0;
			break;
		case 'e':
		case 'E':
		case 'f':
		case 'F':
		case 'g':
		case 'G':
		case 'a':
		case 'A':
			kind = __vouch_va_kind(ap);
			if (kind != (size == 3 ? 'D' : 'd'))
				__vouch_fail("format mismatch");
			length = size == 3 ? __vouch_body_long(va_arg(ap, long double), c, precision, alternative)
				: __vouch_body(va_arg(ap, double), c, precision, alternative);
			text = __vouch_text;
			if (*text == '-') {
				sign = '-';
				text++;
			}
			cut = __vouch_cut;
			inner = __vouch_zeros;
			if (cut < 0) {
				cut = length;
				pad = ' ';
			} else if (c == 'a' || c == 'A')
				mark = c + 23;
			break;
		case 'n':
			if (__vouch_va_kind(ap) != 'p')
				__vouch_fail("format mismatch");
			if (size > 0)
				*va_arg(ap, long *) = n + more;
			else if (!size)
				*va_arg(ap, int *) = n + more;
			else if (size == -1)
				*va_arg(ap, short *) = n + more;
			else
				*va_arg(ap, signed char *) = n + more;
			continue;
		case 'h':
			size--;
			c = *format;
			format++;
			goto again;
		case 'L':
			size += 2;
		case 'l':
		case 'j':
		case 'z':
		case 't':
		case 'q':
		case 'Z':
			size++;
			c = *format;
			format++;
			goto again;
		case 'm':
			__vouch_unsupported("printf of %m");
		default:
			__vouch_fail("format mismatch");
		}

		width -= (sign != 0) + (mark ? mark < 0 ? 1 : 2 : 0) + zeros + length + inner;
		if (!left && pad == ' ')
			REPEAT(' ', width);
		if (sign)
			REPEAT(sign, 1);
		if (mark > 0) {
			REPEAT('0', 1);
			REPEAT(mark, 1);
		}
		if (!left && pad == '0' && width > 0)
			zeros += width;
		REPEAT('0', zeros);
		if (text && out == 0 && !inner && n + length <= room) {
			__vouch_copy_apart(buf + n, text, length);
			n += length;
		} else if (text) {
			for (int i = 0; i < length; i++) {
				if (i == cut) {
					REPEAT('0', inner);
					inner = 0;
				}
				PUT(text[i]);
			}
			REPEAT('0', inner);
		} else if (mark < 0)
			REPEAT((int)value, 1);
		else if (c == 'x' || c == 'X' || c == 'o') {
			int step = c == 'o' ? 3 : 4, mask = (1 << step) - 1, letter = c - 'x' + 'a' - 10;
			for (; length; length--, unit -= step) {
				int digit = value >> unit & mask;
				PUT(digit < 10 ? '0' + digit : letter + digit);
			}
		} else
			for (; length; length--, unit /= 10)
				PUT('0' + (int)(value / unit % 10));
		if (left)
			REPEAT(' ', width);
	}
	if (out == 0 && room >= 0) {
		buf[n < room ? n : room] = 0;
		__vouch_disjoint(buf, (n < room ? n : room) + 1, start, format - start);
	}
	return n + more;
}

int printf(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = __vouch_print(stdout, 0, 0, format, ap);
	va_end(ap);
	return n;
}
