/* Arithmetic of long double: 64 bits of significand, whose first is written, then 15 of exponent and the sign. */
typedef unsigned long u64;
typedef unsigned __int128 u128;

struct number {
	u64 frac;
	unsigned short top;
};

struct parts {
	int sign, exp; /* exp is that of the first bit of frac, which is set, if frac is not 0; 32767 for what is no number or not finite */
	u64 frac;
};

static struct parts parts(const struct number *a)
{
	struct parts p = {a->top >> 15, a->top & 32767, a->frac};
	if (p.exp < 32767 && p.frac) {
		p.exp += !p.exp;
		if (!(p.frac >> 63)) {
			int by = __builtin_clzl(p.frac);
			p.frac <<= by;
			p.exp -= by;
		}
	}
	return p;
}

static void put(struct number *d, int sign, int exp, u64 frac)
{
	d->frac = frac;
	d->top = sign << 15 | exp;
}

static void noNumber(struct number *d)
{
	put(d, 1, 32767, 3ul << 62);
}

static void infinity(struct number *d, int sign)
{
	put(d, sign, 32767, 1ul << 63);
}

/* One of two operands, of which one is no number. */
static void quiet(struct number *d, const struct parts *x, const struct parts *y)
{
	int first = x->exp == 32767 && x->frac << 1, second = y->exp == 32767 && y->frac << 1;
	const struct parts *p = !second || first && x->frac >= y->frac ? x : y;
	put(d, p->sign, 32767, p->frac | 3ul << 62);
}

static int isNan(const struct parts *p)
{
	return p->exp == 32767 && p->frac << 1;
}

/* Rounds all, whose first bit is set and stands for 2^(exp - 16383), to nearest even; its last bit says whether there were others. */
static void rounded(struct number *d, int sign, int exp, u128 all)
{
	if (exp <= 0) {
		int by = 1 - exp;
		all = by > 127 ? 1 : all >> by | !!(all << (128 - by));
		exp = 1;
	}
	u64 frac = all >> 64, rest = all;
	if (rest > 1ul << 63 || rest == 1ul << 63 && frac & 1) {
		frac++;
		if (!frac) {
			frac = 1ul << 63;
			exp++;
		}
	}
	if (exp >= 32767)
		infinity(d, sign);
	else
		put(d, sign, frac >> 63 ? exp : 0, frac);
}

/* Rounds all * 2^exp; its last bit says whether there were others. */
static void rounded128(struct number *d, int sign, int exp, u128 all)
{
	int by = all >> 64 ? __builtin_clzl(all >> 64) : 64 + __builtin_clzl(all);
	rounded(d, sign, exp + 127 - by + 16383, all << by);
}

static void sum(struct number *d, struct parts x, struct parts y)
{
	if (isNan(&x) || isNan(&y)) {
		quiet(d, &x, &y);
	} else if (x.exp == 32767 || y.exp == 32767) {
		if (x.exp == y.exp && x.sign != y.sign)
			noNumber(d);
		else
			infinity(d, x.exp == 32767 ? x.sign : y.sign);
	} else if (!x.frac || !y.frac) {
		if (x.frac || y.frac)
			rounded(d, x.frac ? x.sign : y.sign, x.frac ? x.exp : y.exp, (u128)(x.frac | y.frac) << 64);
		else
			put(d, x.sign & y.sign, 0, 0);
	} else {
		if (x.exp < y.exp || x.exp == y.exp && x.frac < y.frac) {
			struct parts z = x;
			x = y;
			y = z;
		}
		u128 a = (u128)x.frac << 62, b = (u128)y.frac << 62;
		int by = x.exp - y.exp;
		b = by > 125 ? 1 : by ? b >> by | !!(b << (128 - by)) : b;
		a = x.sign == y.sign ? a + b : a - b;
		if (a)
			rounded128(d, x.sign, x.exp - 16383 - 125, a);
		else
			put(d, 0, 0, 0);
	}
}

void __vouch_ld_add(void *d, const void *a, const void *b)
{
	sum(d, parts(a), parts(b));
}

void __vouch_ld_sub(void *d, const void *a, const void *b)
{
	struct parts y = parts(b);
	y.sign ^= !isNan(&y);
	sum(d, parts(a), y);
}

void __vouch_ld_mul(void *d, const void *a, const void *b)
{
	struct parts x = parts(a), y = parts(b);
	int sign = x.sign ^ y.sign;
	if (isNan(&x) || isNan(&y)) {
		quiet(d, &x, &y);
	} else if (x.exp == 32767 || y.exp == 32767) {
		if (!x.frac || !y.frac)
			noNumber(d);
		else
			infinity(d, sign);
	} else if (!x.frac || !y.frac) {
		put(d, sign, 0, 0);
	} else {
		rounded128(d, sign, x.exp + y.exp - 2 * (16383 + 63), (u128)x.frac * y.frac);
	}
}

void __vouch_ld_div(void *d, const void *a, const void *b)
{
	struct parts x = parts(a), y = parts(b);
	int sign = x.sign ^ y.sign;
	if (isNan(&x) || isNan(&y)) {
		quiet(d, &x, &y);
	} else if (x.exp == 32767) {
		if (y.exp == 32767)
			noNumber(d);
		else
			infinity(d, sign);
	} else if (y.exp == 32767 || !x.frac) {
		if (!x.frac && !y.frac)
			noNumber(d);
		else
			put(d, sign, 0, 0);
	} else if (!y.frac) {
		infinity(d, sign);
	} else {
		int more = x.frac < y.frac;
		u128 n = (u128)x.frac << (63 + more);
		u128 rest = n % y.frac << 64;
		rounded(d, sign, x.exp - y.exp + 16383 - more, n / y.frac << 64 | rest / y.frac | !!(rest % y.frac));
	}
}

void __vouch_ld_neg(void *d, const void *a)
{
	const struct number *x = a;
	put(d, !(x->top >> 15), x->top & 32767, x->frac);
}

/* -1, 0 or 1 as a is less than, equal to or greater than b; 2 if one is no number. */
int __vouch_ld_cmp(const void *a, const void *b)
{
	struct parts x = parts(a), y = parts(b);
	if (isNan(&x) || isNan(&y))
		return 2;
	if (!x.frac || !y.frac)
		return x.frac ? 1 - 2 * x.sign : y.frac ? 2 * y.sign - 1 : 0;
	if (x.sign != y.sign)
		return 1 - 2 * x.sign;
	int c = x.exp != y.exp ? x.exp < y.exp ? -1 : 1 : x.frac < y.frac ? -1 : x.frac > y.frac;
	return x.sign ? -c : c;
}

void __vouch_ld_from_unsigned(void *d, u128 n)
{
	if (n)
		rounded128(d, 0, 0, n);
	else
		put(d, 0, 0, 0);
}

void __vouch_ld_from_signed(void *d, __int128 n)
{
	if (n < 0)
		rounded128(d, 1, 0, -(u128)n);
	else
		__vouch_ld_from_unsigned(d, n);
}

/* The integer part of a number, which is less than 2^bits. */
static u128 whole(const struct parts *p, int bits)
{
	int by = p->exp - 16383 - 63;
	if (!p->frac || by < -63)
		return 0;
	if (p->exp == 32767 || p->exp - 16383 >= bits)
		__vouch_fail("invalid conversion");
	return by < 0 ? p->frac >> -by : (u128)p->frac << by;
}

u128 __vouch_ld_to_unsigned(const void *a)
{
	struct parts p = parts(a);
	u128 n = whole(&p, 128);
	if (p.sign && n)
		__vouch_fail("invalid conversion");
	return n;
}

__int128 __vouch_ld_to_signed(const void *a)
{
	struct parts p = parts(a);
	if (p.sign && p.frac == 1ul << 63 && p.exp == 16383 + 127)
		return (__int128)(-1 - ~0ul / 2) * (1ul << 63) * 2;
	__int128 n = whole(&p, 127);
	return p.sign ? -n : n;
}

void __vouch_ld_from_double(void *d, double x)
{
	union {
		double x;
		u64 bits;
	} u = {x};
	int exp = u.bits >> 52 & 2047, sign = u.bits >> 63;
	u64 frac = u.bits << 12 >> 1;
	if (exp == 2047)
		put(d, sign, 32767, 1ul << 63 | (frac ? 1ul << 62 | frac : 0));
	else if (exp)
		put(d, sign, exp + 16383 - 1023, 1ul << 63 | frac);
	else if (frac)
		rounded128(d, sign, -1074, frac >> 11);
	else
		put(d, sign, 0, 0);
}

/* The bits of a number as one with fewer bits: of the significand, after its first, and of the exponent. */
static u64 narrow(const struct parts *p, int bits, int exps)
{
	int most = (1 << exps) - 1, exp = p->exp - 16383 + most / 2, by = 63 - bits;
	u64 sign = (u64)p->sign << (bits + exps), top = (u64)most << bits;
	if (p->exp == 32767)
		return sign | top | (p->frac << 1 ? 1ul << (bits - 1) | p->frac << 1 >> 1 >> by : 0);
	if (!p->frac)
		return sign;
	if (exp >= most)
		return sign | top;
	if (exp <= 0) {
		by += 1 - exp;
		exp = 0;
		if (by > 64)
			return sign;
	}
	u64 frac = by > 63 ? 0 : p->frac >> by, rest = by > 63 ? p->frac : p->frac << (64 - by);
	if (rest > 1ul << 63 || rest == 1ul << 63 && frac & 1)
		frac++;
	return sign | (((u64)exp << bits) + (exp ? frac - (1ul << bits) : frac));
}

double __vouch_ld_to_double(const void *a)
{
	struct parts p = parts(a);
	union {
		u64 bits;
		double x;
	} u = {narrow(&p, 52, 11)};
	return u.x;
}

float __vouch_ld_to_float(const void *a)
{
	struct parts p = parts(a);
	union {
		unsigned bits;
		float x;
	} u = {narrow(&p, 23, 8)};
	return u.x;
}

/* frac * 2^exp, with a sign. */
void __vouch_ld_make(void *d, int sign, int exp, u64 frac)
{
	if (frac)
		rounded128(d, sign, exp, frac);
	else
		put(d, sign, 0, 0);
}

/* The number nearest to all * 2^exp, and whether that is not exact and as small as numbers without their first bit; all is not 0, its last bit says whether there were others. */
int __vouch_ld_round(void *d, int sign, int exp, u128 all)
{
	rounded128(d, sign, exp, all);
	int by = all >> 64 ? __builtin_clzl(all >> 64) : 64 + __builtin_clzl(all), small = 1 - (exp + 127 - by + 16383);
	if (small <= 0)
		return 0;
	all <<= by;
	return small > 63 || all << (64 - small);
}
