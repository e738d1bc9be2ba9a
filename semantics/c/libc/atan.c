/* Arcs: the inverse functions of sine, cosine and tangent. Their kernel is exact to some 75 bits, so that rounding its result is nearly always right. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double scalbn(double, int);
extern double __vouch_scaled(double, double, int);

/* atan(i/16), as two numbers each. */
static const double __vouch_arcs[17][2] = {
	{0, 0}, {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60}, {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
	{0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58}, {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}, {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
	{0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56}, {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56}, {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
	{0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56}, {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58}, {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
	{0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}, {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57}, {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
	{0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56}, {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/* The angle of the point (xh + xl, yh + yl), where neither is negative or much above 1, is *rh + *rl. */
static void __vouch_angle(double yh, double yl, double xh, double xl, double *rh, double *rl) {
	double th, tl, uh, ul, ph, pl, ch, cl;
	int swapped = yh > xh;
	if (swapped) {
		th = yh, tl = yl;
		yh = xh, yl = xl;
		xh = th, xl = tl;
	}
	/* The angle of i/16 is taken off: (y - c x) / (x + c y). */
	int i = (int)(yh / xh * 16 + 0.5);
	double c = i * 0.0625;
	if (i > 0) {
		TWO_PROD(ph, pl, xh, c);
		pl += xl * c;
		TWO_SUM(th, tl, yh, -ph);
		FAST_TWO_SUM(th, tl, th, tl + (yl - pl));
		TWO_PROD(ph, pl, yh, c);
		DD_ADD(xh, xl, xh, xl, ph, pl + yl * c);
		yh = th, yl = tl;
	}
	th = yh / xh;
	TWO_PROD(ph, pl, th, xh);
	tl = ((yh - ph - pl) + yl - th * xl) / xh;
	FAST_TWO_SUM(th, tl, th, tl);
	DD_MUL(uh, ul, th, tl, th, tl);
	ch = 0.2 + uh * (-0x1.2492492492492p-3 + uh * (0x1.c71c71c71c71cp-4 + uh * (-0x1.745d1745d1746p-4 + uh * (0x1.3b13b13b13b14p-4 + uh * -0x1.1111111111111p-4))));
	DD_ADD(ch, cl, -0x1.5555555555555p-2, -0x1.5555555555555p-56, uh * ch, 0.0);
	DD_MUL(ch, cl, ch, cl, uh, ul);
	DD_MUL(ch, cl, ch, cl, th, tl);
	DD_ADD(th, tl, th, tl, ch, cl);
	if (i > 0)
		DD_ADD(th, tl, __vouch_arcs[i][0], __vouch_arcs[i][1], th, tl);
	if (swapped)
		DD_ADD(th, tl, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -th, -tl);
	*rh = th, *rl = tl;
}

/* sqrt(1 - x * x) is *h + *l, for 0 <= x <= 1. */
static void __vouch_cathetus(double x, double *h, double *l) {
	double ph, pl, s, t, e;
	TWO_PROD(ph, pl, x, x);
	DD_ADD(ph, pl, 1.0, 0.0, -ph, -pl);
	s = __vouch_sqrt(ph);
	if (s == 0) {
		*h = 0, *l = 0;
		return;
	}
	TWO_PROD(t, e, s, s);
	FAST_TWO_SUM(*h, *l, s, (ph - t - e + pl) / (2 * s));
}

double atan(double x) {
	double h, l, m = x < 0 ? -x : x;
	if (x != x || m < 0x1p-27)
		return m > 0x1p-300 ? x - x * x * x / 3 : x;
	if (m > 0x1p60)
		h = 0x1.921fb54442d18p+0, l = 0x1p-60;
	else if (m > 1)
		__vouch_angle(scalbn(m, -60), 0, 0x1p-60, 0, &h, &l);
	else
		__vouch_angle(m, 0, 1, 0, &h, &l);
	return x < 0 ? -(h + l) : h + l;
}

double asin(double x) {
	double h, l, sh, sl, m = x < 0 ? -x : x;
	if (!(m <= 1)) {
		if (x != x)
			return x;
		__VOUCH_EDOM();
		return __builtin_nan("");
	}
	if (m < 0x1p-27)
		return m > 0x1p-300 ? x + x * x * x / 6 : x;
	__vouch_cathetus(m, &sh, &sl);
	__vouch_angle(m, 0, sh, sl, &h, &l);
	return x < 0 ? -(h + l) : h + l;
}

double acos(double x) {
	double h, l, sh, sl, m = x < 0 ? -x : x;
	if (!(m <= 1)) {
		if (x != x)
			return x;
		__VOUCH_EDOM();
		return __builtin_nan("");
	}
	__vouch_cathetus(m, &sh, &sl);
	__vouch_angle(sh, sl, m, 0, &h, &l);
	if (x < 0)
		DD_ADD(h, l, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -h, -l);
	return h + l;
}

double atan2(double y, double x) {
	double inf = __builtin_huge_val(), h, l, xh = x < 0 ? -x : x, yh = y < 0 ? -y : y;
	int below = y < 0 || y == 0 && 1 / y < 0, left = x < 0 || x == 0 && 1 / x < 0, ex, ey;
	if (x != x || y != y)
		return x + y;
	if (yh == 0 || xh == inf && yh != inf)
		h = 0, l = 0;
	else if (xh == 0 || yh == inf && xh != inf)
		h = 0x1.921fb54442d18p+0, l = 0x1.1a62633145c07p-54;
	else if (xh == inf)
		h = 0x1.921fb54442d18p-1, l = 0x1.1a62633145c07p-55;
	else {
		frexp(xh, &ex), frexp(yh, &ey);
		if (ey - ex > 70)
			h = 0x1.921fb54442d18p+0, l = 0x1.1a62633145c07p-54;
		else if (ex - ey > 70 && left)
			h = 0, l = 0;
		else if (ex - ey > 70) {
			double a = scalbn(yh, -ey), b = scalbn(xh, -ex), p, e;
			h = a / b;
			TWO_PROD(p, e, h, b);
			h = __vouch_scaled(h, (a - p - e) / b, ey - ex);
			return below ? -h : h;
		} else {
			__vouch_angle(scalbn(yh, -(ex > ey ? ex : ey)), 0, scalbn(xh, -(ex > ey ? ex : ey)), 0, &h, &l);
		}
	}
	if (left)
		DD_ADD(h, l, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -h, -l);
	h += l;
	return below ? -h : h;
}

float atanf(float x) {
	return atan(x);
}

float asinf(float x) {
	return asin(x);
}

float acosf(float x) {
	return acos(x);
}

float atan2f(float y, float x) {
	float r = atan2(y, x);
	if (r == 0 && y != 0 && x - x == 0)
		__VOUCH_ERANGE();
	return r;
}
