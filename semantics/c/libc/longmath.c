/* Functions on long double that are exact, or rounded as the definition says. */
typedef unsigned long u64;
typedef unsigned __int128 u128;

union number {
	long double x;
	struct {
		u64 frac;
		unsigned short top;
	};
};

extern void __vouch_ld_make(void *, int, int, u64);

/* frac * 2^exp, with a sign. */
static long double make(int sign, int exp, u64 frac)
{
	long double x;
	__vouch_ld_make(&x, sign, exp > 40000 ? 40000 : exp < -40000 ? -40000 : exp, frac);
	return x;
}

static int special(long double x)
{
	return (((union number){x}).top & 32767) == 32767;
}

/* The significand of a finite number that is not 0, with its first bit set; *exp is the exponent of its last bit. */
static u64 split(long double x, int *exp)
{
	union number n = {x};
	int by = __builtin_clzl(n.frac);
	*exp = (n.top & 32767) + !(n.top & 32767) - 16383 - 63 - by;
	return n.frac << by;
}

int __signbitl(long double x)
{
	return ((union number){x}).top >> 15;
}

int __isnanl(long double x)
{
	return x != x;
}

int __isinfl(long double x)
{
	return special(x) && x == x ? x > 0 ? 1 : -1 : 0;
}

int __finitel(long double x)
{
	return !special(x);
}

int finitel(long double x)
{
	return !special(x);
}

int __fpclassifyl(long double x)
{
	if (special(x))
		return x != x ? 0 : 1;
	if (x == 0)
		return 2;
	return (((union number){x}).top & 32767) ? 4 : 3;
}

int __vouch_classl(int nan, int infinite, int normal, int subnormal, int zero, long double x)
{
	int k = __fpclassifyl(x);
	return k == 0 ? nan : k == 1 ? infinite : k == 2 ? zero : k == 3 ? subnormal : normal;
}

long double nanl(const char *payload)
{
	while (*payload)
		payload++;
	return __builtin_nanl("");
}

long double fabsl(long double x)
{
	return __signbitl(x) ? -x : x;
}

long double copysignl(long double x, long double y)
{
	return __signbitl(x) == __signbitl(y) ? x : -x;
}

long double fminl(long double x, long double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x < y ? x : y;
}

long double fmaxl(long double x, long double y)
{
	if (x != x || y != y)
		return x != x ? y : x;
	return x > y ? x : y;
}

long double fdiml(long double x, long double y)
{
	if (x != x || y != y)
		return x + y;
	return x > y ? x - y : 0;
}

/* x as an integer: the rule is 0 towards zero, 1 down, 2 up, 3 to nearest and halves away from zero, 4 to nearest even. */
static long double integral(long double x, int rule)
{
	union number n = {x};
	int sign = n.top >> 15, exp = (n.top & 32767) - 16383;
	if (exp >= 63 || x == 0)
		return x;
	u64 m = exp < 0 ? 0 : n.frac >> (63 - exp), rest = exp < -1 ? 1 : n.frac << (exp + 1);
	switch (rule) {
	case 1:
		m += sign && rest;
		break;
	case 2:
		m += !sign && rest;
		break;
	case 3:
		m += rest >> 63;
		break;
	case 4:
		m += rest > 1ul << 63 || rest == 1ul << 63 && m & 1;
	}
	return make(sign, 0, m);
}

long double truncl(long double x)
{
	return integral(x, 0);
}

long double floorl(long double x)
{
	return integral(x, 1);
}

long double ceill(long double x)
{
	return integral(x, 2);
}

long double roundl(long double x)
{
	return integral(x, 3);
}

long double rintl(long double x)
{
	return integral(x, 4);
}

long double nearbyintl(long double x)
{
	return integral(x, 4);
}

long lroundl(long double x)
{
	return integral(x, 3);
}

long long llroundl(long double x)
{
	return integral(x, 3);
}

long lrintl(long double x)
{
	return integral(x, 4);
}

long long llrintl(long double x)
{
	return integral(x, 4);
}

long double modfl(long double x, long double *whole)
{
	*whole = truncl(x);
	return copysignl(special(x) && x == x ? 0 : x - *whole, x);
}

long double scalblnl(long double x, long n)
{
	int exp;
	if (special(x) || x == 0)
		return x + x;
	u64 frac = split(x, &exp);
	return make(__signbitl(x), exp + (int)(n > 50000 ? 50000 : n < -50000 ? -50000 : n), frac);
}

long double scalbnl(long double x, int n)
{
	return scalblnl(x, n);
}

long double ldexpl(long double x, int n)
{
	return scalblnl(x, n);
}

long double frexpl(long double x, int *n)
{
	*n = 0;
	if (special(x) || x == 0)
		return x + x;
	int exp;
	u64 frac = split(x, &exp);
	*n = exp + 64;
	return make(__signbitl(x), -64, frac);
}

int ilogbl(long double x)
{
	int exp;
	if (x == 0 || x != x)
		return -2147483647 - 1;
	if (special(x))
		return 2147483647;
	split(x, &exp);
	return exp + 63;
}

long double logbl(long double x)
{
	if (x == 0)
		return -1 / fabsl(x);
	return special(x) ? x * x : ilogbl(x);
}

long double fmodl(long double x, long double y)
{
	if (special(x) || y != y || y == 0)
		return (x * y) / (x * y);
	if (special(y) || fabsl(x) < fabsl(y) || x == 0)
		return x;
	int ex, ey;
	u64 rest = split(x, &ex), by = split(y, &ey);
	rest %= by;
	for (int left = ex - ey, k; left > 0; left -= k) {
		k = left < 64 ? left : 64;
		rest = ((u128)rest << k) % by;
	}
	return make(__signbitl(x), ey, rest);
}

long double sqrtl(long double x)
{
	if (x == 0 || x != x || special(x) && x > 0)
		return x + x;
	if (x < 0)
		return -__builtin_nanl("");
	int exp;
	u64 m = split(x, &exp);
	u128 n = (u128)m << (64 - (exp & 1));
	exp = (exp - 64 + (exp & 1)) / 2;
	u64 root = 0;
	for (u64 bit = 1ul << 63; bit; bit >>= 1)
		if ((u128)(root | bit) * (root | bit) <= n)
			root |= bit;
	root += n - (u128)root * root > root;
	return make(0, exp, root);
}

long double nextafterl(long double x, long double y)
{
	union number n = {x};
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	if (x == 0)
		return make(y < 0, -16445, 1);
	if ((x < y) == (x > 0)) {
		if (!++n.frac || n.frac == 1ul << 63 && !n.top << 1) {
			n.frac = 1ul << 63;
			n.top++;
		}
	} else if (n.frac == 1ul << 63 && n.top & 32767) {
		n.top--;
		n.frac = n.top & 32767 ? ~0ul : ~0ul >> 1;
	} else {
		n.frac--;
	}
	return n.x;
}

long double nexttowardl(long double x, long double y)
{
	return nextafterl(x, y);
}
