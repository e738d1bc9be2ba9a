// Integers in strings.
int *__errno_location(void);

static int over; // whether the number of the last call was out of range

// The number that strtol and its like find, from -least to most; what is beyond that is set to the nearest of them, and errno to ERANGE.
static long integer(const char *start, char **end, int base, unsigned long most, unsigned long least)
{
	const char *s = start;
	int negative = 0;
	over = 0;
	if (base < 0 || base == 1 || base > 36) {
		*__errno_location() = 22; // EINVAL
		return 0;
	}
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		negative = *s++ == '-';
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
	if (!base)
		base = 10;
	unsigned long value = 0, limit = negative ? least : most, last = limit / base;
	int digits = 0;
	for (;; s++) {
		int c = *s;
		if (c >= '0' && c <= '9')
			c -= '0';
		else if (c >= 'a' && c <= 'z')
			c -= 'a' - 10;
		else if (c >= 'A' && c <= 'Z')
			c -= 'A' - 10;
		else
			break;
		if (c >= base)
			break;
		digits = 1;
		if (value > last || value * base > limit - c)
			over = 1;
		else
			value = value * base + c;
	}
	if (end)
		*end = (char *)(digits ? s : start);
	if (over) {
		*__errno_location() = 34; // ERANGE
		return negative && least == most ? limit : negative ? -limit : limit;
	}
	return negative ? -value : value;
}

#define LONGEST 0x7ffffffffffffffful

long strtol(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

long long strtoll(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

long strtoimax(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

long long strtoq(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

long __isoc23_strtol(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

long long __isoc23_strtoll(const char *s, char **end, int base)
{
	return integer(s, end, base, LONGEST, LONGEST + 1);
}

unsigned long strtoul(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

unsigned long long strtoull(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

unsigned long strtoumax(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

unsigned long long strtouq(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
	return integer(s, end, base, -1ul, -1ul);
}

// A number that is out of range is undefined in these three.
int atoi(const char *s)
{
	long n = integer(s, 0, 10, 0x7fffffff, 0x80000000);
	if (over)
		__vouch_fail("overflow");
	return n;
}

long atol(const char *s)
{
	long n = integer(s, 0, 10, LONGEST, LONGEST + 1);
	if (over)
		__vouch_fail("overflow");
	return n;
}

long long atoll(const char *s)
{
	return atol(s);
}
