// Floating numbers in strings, correctly rounded.
int *__errno_location(void);

static unsigned words[320]; // groups of nine decimal digits; the units are in number 60

// The bits of a number of the given precision and least exponent, nearest to mantissa * 2^exponent and a bit more if sticky is not 0; mantissa is not 0. The form is
// that of IEEE without the sign.
static unsigned long rounded(unsigned long mantissa, int exponent, int sticky, int precision, int least)
{
	int width = 64, drop, subnormal;
	for (int by = 32; by; by /= 2)
		if (!(mantissa >> (width - by)))
			width -= by;
	if (!(mantissa >> (width - 1)))
		width--;
	drop = width - precision;
	subnormal = exponent + drop < least;
	if (subnormal)
		drop = least - exponent;
	unsigned long top, rest, half;
	if (drop > 64)
		top = 0, half = 2, rest = 1;
	else if (drop > 0) {
		half = 1ul << (drop - 1);
		top = drop == 64 ? 0 : mantissa >> drop;
		rest = drop == 64 ? mantissa : mantissa & 2 * half - 1;
	} else
		top = mantissa << -drop, half = 1, rest = 0;
	unsigned long up = rest > half || rest == half && (sticky || top & 1), full = 1ul << (precision - 1);
	// A number that rounds to the least normal one is not tiny if it did so with one bit more, too.
	if (subnormal && (rest || sticky) && !(top == full - 1 && drop > 1 && rest >= half + half / 2))
		*__errno_location() = 34; // ERANGE
	top += up;
	exponent += drop;
	if (top >> precision) {
		top >>= 1;
		exponent++;
	}
	if (top < full)
		return top;
	unsigned long infinity = (unsigned long)(precision == 53 ? 2047 : 255) << (precision - 1);
	if ((exponent - least + 1) >= (precision == 53 ? 2047 : 255)) {
		*__errno_location() = 34;
		return infinity;
	}
	return (unsigned long)(exponent - least + 1) << (precision - 1) | top & full - 1;
}

// The value of a decimal digit. A digit that is an input has a way for each value, so that what is computed of it is constant.
static int digit(int c)
{
	int d = 0;
	while (c != '0' + d)
		d++;
	return d;
}

// The same of the number whose count digits, perhaps with a point among them, begin at s; the first is not 0 and stands for that times 10^power.
static unsigned long decimal(const char *s, int count, int power, int precision, int least)
{
	if (power > 310)
		return rounded(1, 2000, 0, precision, least);
	if (power < -345)
		return rounded(1, -2000, 0, precision, least);
	int from = 260 - (power + 1800) / 9, to = from, exponent = 0, more = 0, i;
	for (; count; s++) {
		if (*s == '.')
			continue;
		count--;
		i = 260 - (power + 1800) / 9;
		if (i == to && to < 190)
			words[to++] = 0;
		unsigned unit = 1;
		for (int n = (power + 1800) % 9; n; n--)
			unit *= 10;
		if (i < to)
			words[i] += digit(*s) * unit;
		else
			more |= *s != '0';
		power--;
	}
	if (more)
		words[to++] = 1;
	while (to > from && !words[to - 1])
		to--;
	// Numbers below 2^62 go up, others down, until 62 bits are before the point.
	for (;;) {
		while (from < to && !words[from])
			from++;
		unsigned long whole = 0;
		int by = 9, width = 0;
		if (from > 60)
			by = -29;
		else if (from >= 58 && (from > 58 || words[58] < 9)) {
			for (i = from; i <= 60; i++)
				whole = whole * 1000000000 + (i < to ? words[i] : 0);
			while (whole >> width)
				width++;
			by = width - 62;
			by = by < -29 ? -29 : by;
		}
		if (!by)
			return rounded(whole, exponent, to > 61, precision, least);
		exponent += by;
		if (by < 0) {
			unsigned long carry = 0;
			for (i = to - 1; i >= from; i--) {
				carry += (unsigned long)words[i] << -by;
				words[i] = carry % 1000000000;
				carry /= 1000000000;
			}
			if (carry)
				words[--from] = carry;
			while (to > from && !words[to - 1])
				to--;
		} else {
			unsigned mask = (1 << by) - 1, unit = 1000000000 >> by, carry = 0;
			for (i = from; i < to; i++) {
				unsigned word = words[i];
				words[i] = (word >> by) + carry;
				carry = (word & mask) * unit;
			}
			if (carry)
				words[to++] = carry;
		}
	}
}

static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static int same(const char *s, const char *word)
{
	int n = 0;
	while (word[n] && (s[n] | 32) == word[n])
		n++;
	return word[n] ? 0 : n;
}

// The bits of the number that strtod and strtof find, without the sign, which is put into *negative.
static unsigned long number(const char *s, char **end, int precision, int least, int *negative)
{
	const char *start = s;
	int n, power = 0, digits = 0, point = 0, c;
	unsigned long value = 0, infinity = (unsigned long)(precision == 53 ? 2047 : 255) << (precision - 1);
	*negative = 0;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		*negative = *s++ == '-';
	if ((n = same(s, "inf"))) {
		s += n;
		s += same(s, "inity");
		value = infinity;
	} else if ((n = same(s, "nan"))) {
		s += n;
		if (*s == '(') {
			for (n = 1; (c = s[n]) >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';)
				n++;
			if (c == ')')
				s += n + 1;
		}
		value = infinity + (1ul << (precision - 2));
	} else {
		int hexadecimal = 0, sticky = 0, used = 0;
		if (*s == '0' && (s[1] | 32) == 'x') {
			c = s[2] == '.' ? s[3] : s[2];
			hexadecimal = c >= '0' && c <= '9' || (c | 32) >= 'a' && (c | 32) <= 'f';
		}
		if (hexadecimal)
			s += 2;
		const char *first = s; // the first digit that is not 0
		for (;; s++) {
			c = *s;
			if (c == '.' && !point) {
				point = 1;
				continue;
			}
			if (c >= '0' && c <= '9')
				c = digit(c);
			else if (hexadecimal && (c | 32) >= 'a' && (c | 32) <= 'f')
				c = (c | 32) - 'a' + 10;
			else
				break;
			digits = 1;
			if (!used && !c)
				first = s + 1;
			else if (used < (hexadecimal ? 15 : 19)) {
				value = value * (hexadecimal ? 16 : 10) + c;
				used++;
			} else {
				sticky |= c;
				used++;
				power++;
			}
			power -= point;
		}
		if (!digits) {
			*negative = 0;
			if (end)
				*end = (char *)start;
			return 0;
		}
		// The value is that times 10^power or 16^power, and sticky tells whether there is more.
		if (hexadecimal)
			power *= 4;
		if ((*s | 32) == (hexadecimal ? 'p' : 'e')) {
			n = s[1] == '-' || s[1] == '+' ? 2 : 1;
			int e = 0;
			if (s[n] >= '0' && s[n] <= '9') {
				for (; (c = s[n]) >= '0' && c <= '9'; n++)
					if (e < 100000000)
						e = e * 10 + digit(c);
				power += s[1] == '-' ? -e : e;
				s += n;
			}
		}
		if (!value)
			;
		else if (hexadecimal)
			value = power > 2000 ? rounded(1, 2000, 0, precision, least) : power < -2000 ? rounded(1, -2000, 0, precision, least) :
				rounded(value, power, sticky != 0, precision, least);
		else if (precision == 53 && !sticky && value >> 53 == 0 && power >= -22 && power <= 22) {
			union {
				double x;
				unsigned long bits;
			} u;
			u.x = value;
			u.x = power < 0 ? u.x / powers[-power] : u.x * powers[power];
			value = u.bits;
		} else
			value = decimal(first, used, power + (used < 19 ? used : 19) - 1, precision, least);
	}
	if (end)
		*end = (char *)s;
	return value;
}

double strtod(const char *s, char **end)
{
	int negative;
	union {
		unsigned long bits;
		double x;
	} u = {number(s, end, 53, -1074, &negative)};
	return negative ? -u.x : u.x;
}

float strtof(const char *s, char **end)
{
	int negative;
	union {
		unsigned bits;
		float x;
	} u = {number(s, end, 24, -149, &negative)};
	return negative ? -u.x : u.x;
}

double atof(const char *s)
{
	return strtod(s, 0);
}
