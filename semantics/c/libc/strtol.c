// Integers in strings.
int *__errno_location(void);

static const char *rest; // where the digits begin
static int negative;

// Looks at what may stand before the digits; returns the base, or 0 if there is none.
static int begin(const char *s, int base)
{
	negative = 0;
	if (base < 0 || base == 1 || base > 36) {
		*__errno_location() = 22; // EINVAL
		return 0;
	}
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+') {
		negative = *s == '-';
		s++;
	}
	if ((base == 0 || base == 16) && *s == '0') {
		if (s[1] == 'x' || s[1] == 'X') {
			int c = s[2];
			if (c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
				s += 2;
				base = 16;
			}
		}
		if (!base)
			base = 8;
	}
	rest = s;
	return base ? base : 10;
}

static int digit(int c, int base)
{
	if (c >= '0' && c <= '9')
		c -= '0';
	else if (base <= 10)
		return -1;
	else if (c >= 'a' && c <= 'z')
		c -= 'a' - 10;
	else if (c >= 'A' && c <= 'Z')
		c -= 'A' - 10;
	else
		return -1;
	return c < base ? c : -1;
}

#define LONGEST 0x7fffffffffffffffl

static void found(const char *start, char **end, const char *s, int digits, int over)
{
	if (end)
		*end = (char *)(digits ? s : start);
	if (over)
		*__errno_location() = 34; // ERANGE
}

// The number that strtol finds. Its arithmetic is signed, because the terms are simple then if the string is not known.
static long signed_(const char *start, char **end, int base)
{
	base = begin(start, base);
	if (!base)
		return 0;
	const char *s = rest;
	long value = 0, sign = negative ? -1 : 1, last = LONGEST / base;
	int d, digits = 0, over = 0, most = LONGEST % base + negative;
	if (most == base) {
		most = 0;
		last++;
	}
	last *= sign;
	for (; (d = digit(*s, base)) >= 0; s++) {
		digits = 1;
		if (over || (negative ? value < last : value > last) || value == last && d > most)
			over = 1;
		else
			value = value * base + sign * d;
	}
	found(start, end, s, digits, over);
	return !over ? value : negative ? -LONGEST - 1 : LONGEST;
}

// The number that strtoul finds.
static unsigned long unsigned_(const char *start, char **end, int base)
{
	base = begin(start, base);
	if (!base)
		return 0;
	const char *s = rest;
	unsigned long value = 0, last = -1ul / base;
	int d, digits = 0, over = 0, most = -1ul % base;
	for (; (d = digit(*s, base)) >= 0; s++) {
		digits = 1;
		if (over || value > last || value == last && d > most)
			over = 1;
		else
			value = value * base + d;
	}
	found(start, end, s, digits, over);
	return over ? -1ul : negative ? -value : value;
}

long strtol(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

long long strtoll(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

long strtoimax(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

long long strtoq(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

long __isoc23_strtol(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
	return signed_(s, end, base);
}

unsigned long strtoul(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

unsigned long strtoumax(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	return unsigned_(s, end, base);
}

// The standard leaves open what these three make of a number that is out of range. As in glibc, it is the number that strtol finds.
long atol(const char *s)
{
	return signed_(s, 0, 10);
}

int atoi(const char *s)
{
	return signed_(s, 0, 10);
}

long long atoll(const char *s)
{
	return signed_(s, 0, 10);
}
