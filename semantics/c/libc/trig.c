/* Sines, cosines and tangents. The kernel is exact to some 75 bits for every argument, so that rounding its result is nearly always right. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double scalbn(double, int);

/* 2/pi, 64 bits a word, after a word of zeros. */
static const unsigned long __vouch_two_over_pi[21] = {
	0x0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x6492eea09d1921c,
	0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f,
	0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d
};

/* sin(i/16) and cos(i/16), as two numbers each. */
static const double __vouch_sines[14][4] = {
	{0, 0, 0x1p+0, 0},
	{0x1.ffaaaeeed4edbp-5, -0x1.2d16d32684b69p-59, 0x1.ff0015549f4d3p-1, 0x1.328387b99426fp-55},
	{0x1.feaaeee86ee36p-4, -0x1.afcb2bcc6f03bp-59, 0x1.fc015527d5bd3p-1, 0x1.b68f35094efb8p-55},
	{0x1.7dc102fbaf2b5p-3, 0x1.5ab50e23c97c3p-59, 0x1.f706bdf9ece1cp-1, -0x1.698c80c36dcb4p-55},
	{0x1.faaeed4f31577p-3, -0x1.15d88508e32b8p-57, 0x1.f01549f7deea1p-1, 0x1.d3c1e99e5cafdp-55},
	{0x1.3ad129769d3d8p-2, 0x1.03d550487839ap-63, 0x1.e733ea0193d40p-1, -0x1.6428b3546ce13p-55},
	{0x1.7710255764214p-2, -0x1.6ead7314bb6cep-57, 0x1.dc6b7eb995912p-1, 0x1.4b364776dcd35p-58},
	{0x1.b1d8305321617p-2, -0x1.ae242cb99f519p-56, 0x1.cfc6cfa52ad9fp-1, 0x1.8b5b5508f2a0dp-55},
	{0x1.eaee8744b05f0p-2, -0x1.789b43c9b027dp-58, 0x1.c1528065b7d50p-1, -0x1.892111312e828p-55},
	{0x1.110d0c4b69c3bp-1, 0x1.d918998809981p-55, 0x1.b11d04162a4c6p-1, 0x1.1dd561efbc0c2p-56},
	{0x1.2b91dea88421ep-1, -0x1.fa371db216ab0p-55, 0x1.9f368ed912f85p-1, -0x1.1d200c5791606p-55},
	{0x1.44eb381cf386bp-1, -0x1.3ed6c1e6a5505p-55, 0x1.8bb105a5dc900p-1, 0x1.863e03e9474c1p-55},
	{0x1.5cffc16bf8f0dp-1, 0x1.96cb370eb578ap-55, 0x1.769fec655211fp-1, -0x1.827d5cf8c68c5p-57},
	{0x1.73b7680dea578p-1, -0x1.2248306dc12a2p-56, 0x1.6018526f563dfp-1, 0x1.46ca5e0e432d0p-55},
};

/* The 64 bits of 2/pi from a position on. */
static unsigned long __vouch_pi_bits(int from) {
	int i = from / 64, shift = from % 64;
	unsigned long w = __vouch_two_over_pi[i] << shift;
	return shift ? w | __vouch_two_over_pi[i + 1] >> (64 - shift) : w;
}

/* Takes multiples of pi/2 off a finite x, whose absolute value is not small: what is left is *h + *l, and the last bits of how many is the result. */
static int __vouch_reduce(double x, double *h, double *l) {
	int e, negative = x < 0, q;
	unsigned long m = frexp(negative ? -x : x, &e) * 0x1p53;
	int from = e - 53 + 62;
	unsigned __int128 p = (unsigned __int128)m * __vouch_pi_bits(from + 128);
	unsigned long w0 = p, w1, w2;
	p = (unsigned __int128)m * __vouch_pi_bits(from + 64) + (p >> 64);
	w1 = p;
	w2 = m * __vouch_pi_bits(from) + (unsigned long)(p >> 64);
	q = w2 >> 62;
	w2 = w2 << 2 | w1 >> 62, w1 = w1 << 2 | w0 >> 62, w0 <<= 2;
	if (w2 >> 63) {
		q++;
		w2 = ~w2, w1 = ~w1, w0 = ~w0;
		negative = !negative;
	}
	e = 0;
	while (w2 == 0 && e < 128) {
		w2 = w1, w1 = w0, w0 = 0;
		e += 64;
	}
	while (!(w2 >> 63) && e < 192) {
		w2 = w2 << 1 | w1 >> 63, w1 = w1 << 1 | w0 >> 63, w0 <<= 1;
		e++;
	}
	double rh = (w2 >> 11) * 0x1p-53, rl = ((w2 & 0x7ff) << 42 | w1 >> 22) * 0x1p-106;
	DD_MUL(rh, rl, rh, rl, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);
	double unit = scalbn(negative ? -1 : 1, -e);
	*h = rh * unit;
	*l = rl * unit;
	return x < 0 ? -q & 3 : q & 3;
}

/* sin(h + l) is s[0] + s[1], and its cosine s[2] + s[3], for |h| < 0.8. */
void __vouch_sincos(double h, double l, double *s) {
	int negative = h < 0;
	if (negative)
		h = -h, l = -l;
	int i = (int)(h * 16 + 0.5);
	double t, tl, uh, ul, sh, sl, ch, cl, ah, al, bh, bl;
	FAST_TWO_SUM(t, tl, h - i * 0.0625, l);
	DD_MUL(uh, ul, t, tl, t, tl);
	/* cos t = 1 + ch + cl, sin t = sh + sl */
	ch = 0x1.5555555555555p-5 + uh * (-0x1.6c16c16c16c17p-10 + uh * (0x1.a01a01a01a01ap-16 + uh * (-0x1.27e4fb7789f5cp-22 + uh * 0x1.1eed8eff8d898p-29)));
	DD_ADD(ch, cl, uh * -0.5, ul * -0.5, uh * uh * ch, 0.0);
	sh = 0x1.1111111111111p-7 + uh * (-0x1.a01a01a01a01ap-13 + uh * (0x1.71de3a556c734p-19 + uh * (-0x1.ae64567f544e4p-26 + uh * 0x1.6124613a86d09p-33)));
	DD_ADD(sh, sl, -0x1.5555555555555p-3, -0x1.5555555555555p-57, uh * sh, 0.0);
	DD_MUL(sh, sl, sh, sl, uh, ul);
	DD_MUL(sh, sl, sh, sl, t, tl);
	DD_ADD(sh, sl, t, tl, sh, sl);
	if (i == 0) {
		DD_ADD(ch, cl, 1.0, 0.0, ch, cl);
	} else {
		double zh = __vouch_sines[i][0], zl = __vouch_sines[i][1], ch1 = __vouch_sines[i][2], cl1 = __vouch_sines[i][3], xh, xl, yh, yl;
		DD_MUL(ah, al, zh, zl, ch, cl);
		DD_MUL(bh, bl, ch1, cl1, sh, sl);
		DD_ADD(ah, al, ah, al, bh, bl);
		DD_ADD(xh, xl, zh, zl, ah, al);
		DD_MUL(ah, al, ch1, cl1, ch, cl);
		DD_MUL(bh, bl, zh, zl, sh, sl);
		DD_ADD(ah, al, ah, al, -bh, -bl);
		DD_ADD(yh, yl, ch1, cl1, ah, al);
		sh = xh, sl = xl, ch = yh, cl = yl;
	}
	s[0] = negative ? -sh : sh, s[1] = negative ? -sl : sl;
	s[2] = ch, s[3] = cl;
}

/* The sine and cosine of x, which is finite. */
static void __vouch_circle(double x, double *s) {
	double h = x, l = 0;
	int q = x < 0.78 && x > -0.78 ? 0 : __vouch_reduce(x, &h, &l);
	__vouch_sincos(h, l, s);
	double sh = s[0], sl = s[1];
	if (q & 1) {
		s[0] = s[2], s[1] = s[3];
		s[2] = -sh, s[3] = -sl;
	}
	if (q & 2)
		s[0] = -s[0], s[1] = -s[1], s[2] = -s[2], s[3] = -s[3];
}

static double __vouch_no_angle(double x) {
	if (x != x)
		return x;
	__VOUCH_EDOM();
	return -__builtin_nan("");
}

double sin(double x) {
	double s[4];
	if (x - x != 0)
		return __vouch_no_angle(x);
	if (x < 0x1p-27 && x > -0x1p-27)
		return x > 0x1p-300 || x < -0x1p-300 ? x - x * x * x / 6 : x;
	__vouch_circle(x, s);
	return s[0] + s[1];
}

double cos(double x) {
	double s[4];
	if (x - x != 0)
		return __vouch_no_angle(x);
	__vouch_circle(x, s);
	return s[2] + s[3];
}

void sincos(double x, double *sine, double *cosine) {
	*sine = sin(x);
	*cosine = cos(x);
}

double tan(double x) {
	double s[4], q, p, e;
	if (x - x != 0)
		return __vouch_no_angle(x);
	if (x < 0x1p-27 && x > -0x1p-27)
		return x > 0x1p-300 || x < -0x1p-300 ? x + x * x * x / 3 : x;
	__vouch_circle(x, s);
	q = s[0] / s[2];
	TWO_PROD(p, e, q, s[2]);
	return q + ((s[0] - p - e) + s[1] - q * s[3]) / s[2];
}

float sinf(float x) {
	return sin(x);
}

float cosf(float x) {
	return cos(x);
}

float tanf(float x) {
	return tan(x);
}

void sincosf(float x, float *sine, float *cosine) {
	*sine = sin(x);
	*cosine = cos(x);
}
