/* Long doubles in strings, correctly rounded. */
typedef unsigned __int128 u128;

int *__errno_location(void);
int __vouch_ld_round(void *, int, int, u128);

static unsigned words[6000]; /* groups of nine decimal digits; the units are in number 600 */

static long double rounded(int sign, int exp, u128 all, int more)
{
	long double x;
	if (__vouch_ld_round(&x, sign, exp, all | more) || x - x != 0)
		*__errno_location() = 34; /* ERANGE */
	return x;
}

/* The number of count digits, perhaps with a point among them, from s on; the first is not 0 and stands for that times 10^power. */
static long double decimal(int sign, const char *s, int count, int power)
{
	if (power > 4950)
		return rounded(sign, 30000, 1, 0);
	if (power < -4990)
		return rounded(sign, -30000, 1, 0);
	int from = 1600 - (power + 9000) / 9, to = from, exp = 0, more = 0, unit, at;
	for (; count; s++) {
		if (*s == '.')
			continue;
		count--;
		at = 1600 - (power + 9000) / 9;
		unit = 1;
		for (int n = (power + 9000) % 9; n; n--)
			unit *= 10;
		if (at == to && to < 6000)
			words[to++] = 0;
		if (at < to)
			words[at] += (*s - '0') * unit;
		else
			more |= *s != '0';
		power--;
	}
	/* Numbers below 2^126 go up, others down, until 127 bits are before the point. */
	for (;;) {
		while (to > from && !words[to - 1])
			to--;
		while (from < to && !words[from])
			from++;
		u128 whole = 0;
		int by = 9;
		if (from > 600) {
			by = -29;
		} else if (from > 596 || from == 596 && words[596] < 300) {
			for (at = from; at <= 600; at++)
				whole = whole * 1000000000 + (at < to ? words[at] : 0);
			int width = whole >> 64 ? 128 - __builtin_clzl(whole >> 64) : 64 - __builtin_clzl(whole);
			by = width - 127 < -29 ? -29 : width - 127;
		}
		if (!by)
			return rounded(sign, exp, whole, more || to > 601);
		exp += by;
		if (by < 0) {
			unsigned long carry = 0;
			for (at = to - 1; at >= from; at--) {
				carry += (unsigned long)words[at] << -by;
				words[at] = carry % 1000000000;
				carry /= 1000000000;
			}
			if (carry)
				words[--from] = carry;
		} else {
			unsigned mask = (1 << by) - 1, carry = 0;
			unit = 1000000000 >> by;
			for (at = from; at < to; at++) {
				unsigned word = words[at];
				words[at] = (word >> by) + carry;
				carry = (word & mask) * unit;
			}
			if (to < 610)
				words[to++] = carry;
			else
				more |= carry != 0;
		}
	}
}

static int same(const char *s, const char *word)
{
	int n = 0;
	while (word[n] && (s[n] | 32) == word[n])
		n++;
	return word[n] ? 0 : n;
}

static int digit(int c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 99;
}

long double strtold(const char *s, char **end)
{
	const char *start = s;
	int sign = 0, n, point = 0, any = 0, used = 0, power = 0, more = 0, base = 10;
	u128 value = 0;
	long double x = 0;
	while (*s == ' ' || *s >= '\t' && *s <= '\r')
		s++;
	if (*s == '-' || *s == '+')
		sign = *s++ == '-';
	if ((n = same(s, "inf"))) {
		s += n;
		s += same(s, "inity");
		x = __builtin_huge_vall();
	} else if ((n = same(s, "nan"))) {
		s += n;
		if (*s == '(') {
			for (n = 1; s[n] >= '0' && s[n] <= '9' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' || s[n] == '_';)
				n++;
			if (s[n] == ')')
				s += n + 1;
		}
		x = __builtin_nanl("");
	} else {
		if (*s == '0' && (s[1] | 32) == 'x' && digit(s[2] == '.' ? s[3] : s[2]) < 16) {
			base = 16;
			s += 2;
		}
		const char *first = s; /* the first digit that is not 0 */
		for (;; s++) {
			if (*s == '.' && !point) {
				point = 1;
				continue;
			}
			int d = digit(*s);
			if (d >= base)
				break;
			any = 1;
			if (!used && !d) {
				first = s + 1;
			} else if (used++ < 28) {
				value = value * base + d;
			} else {
				more |= d != 0;
				power++;
			}
			power -= point;
		}
		if (!any) {
			if (end)
				*end = (char *)start;
			return 0;
		}
		if (base == 16)
			power *= 4;
		if ((*s | 32) == (base == 16 ? 'p' : 'e')) {
			n = s[1] == '-' || s[1] == '+' ? 2 : 1;
			if (s[n] >= '0' && s[n] <= '9') {
				int e = 0;
				for (; s[n] >= '0' && s[n] <= '9'; n++)
					if (e < 100000000)
						e = e * 10 + (s[n] - '0');
				power += s[1] == '-' ? -e : e;
				s += n;
			}
		}
		if (!used)
			;
		else if (base == 16)
			x = rounded(0, power > 30000 ? 30000 : power < -30000 ? -30000 : power, value, more);
		else if (used <= 28 && power == 0)
			x = rounded(0, 0, value, 0);
		else
			x = decimal(0, first, used, power + (used < 28 ? used : 28) - 1);
	}
	if (end)
		*end = (char *)s;
	return sign ? -x : x;
}
