/* Logarithms. The kernel is exact to some 85 bits, so that rounding its result is nearly always right. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double scalbn(double, int);

/* log(i / 64) for i from 45 to 91, by the rounded value of 64 / i, as two numbers each. */
static const double __vouch_logs[47][2] = {
	{-0x1.68ac83e9c6a15p-2, 0x1.acd8a9145ff44p-57}, {-0x1.522ae0738a3d7p-2, -0x1.3840b263acb43p-56},
	{-0x1.3c25277333183p-2, -0x1.152d81af5713ap-56}, {-0x1.269621134db91p-2, -0x1.e0efadd9db02ap-56},
	{-0x1.1178e8227e47ap-2, -0x1.b8ce2d07f1cb7p-56}, {-0x1.f991c6cb3b37ap-3, -0x1.ecca0cdf30143p-58},
	{-0x1.d1037f2655e7bp-3, 0x1.3f3adb7b71cbcp-58}, {-0x1.a93ed3c8ad9e5p-3, -0x1.bcafa9de97202p-57},
	{-0x1.823c16551a3c0p-3, -0x1.6dcd318f4187ep-57}, {-0x1.5bf406b543db0p-3, 0x1.1f5b44c0df7f7p-61},
	{-0x1.365fcb0159014p-3, -0x1.bea08d2dca256p-57}, {-0x1.1178e8227e47ap-3, 0x1.0e63a5f01c693p-58},
	{-0x1.da7276384469ep-4, -0x1.401fa71733017p-58}, {-0x1.9335e5d594988p-4, 0x1.478a85704ccb7p-58},
	{-0x1.4d3115d207eacp-4, -0x1.da7d0b1e10b2fp-60}, {-0x1.08598b59e3a06p-4, 0x1.dd7009902bf32p-58}, {-0x1.894aa149fb34bp-5, 0x1.2ba0b44cfaee5p-59},
	{-0x1.0415d89e74440p-5, -0x1.c05cf1d753621p-59}, {-0x1.0205658935837p-6, -0x1.27c8e8416e717p-60}, {0, 0},
	{0x1.fc0a8b0fc03c4p-7, -0x1.83092c5964281p-62}, {0x1.f829b0e7832f8p-6, 0x1.33e3f04f1ef25p-60}, {0x1.77458f632dcffp-5, 0x1.8d3ca87b92968p-63},
	{0x1.f0a30c01162a8p-5, 0x1.85f325c5bbacdp-59}, {0x1.341d7961bd1d0p-4, -0x1.3599f227becbbp-58}, {0x1.6f0d28ae56b4ep-4, -0x1.20db323097324p-59},
	{0x1.a926d3a4ad562p-4, -0x1.d7a16eab1e2adp-59}, {0x1.e27076e2af2eap-4, -0x1.61578001e015ap-60}, {0x1.0d77e7cd08e5bp-3, 0x1.9a5dc5e9030adp-57},
	{0x1.29552f81ff521p-3, 0x1.301771c407dc0p-57}, {0x1.44d2b6ccb7d1cp-3, 0x1.7d3d950f87e23p-59}, {0x1.5ff3070a793d6p-3, -0x1.bc60efafc6f6cp-58},
	{0x1.7ab890210d907p-3, -0x1.1072534a57e7dp-57}, {0x1.9525a9cf456b6p-3, -0x1.26fb3e2b1d1dap-57}, {0x1.af3c94e80bff3p-3, 0x1.a3398064df33ep-57},
	{0x1.c8ff7c79a9a20p-3, -0x1.4f689f8434011p-57}, {0x1.e27076e2af2e8p-3, -0x1.61578001e015ep-59}, {0x1.fb9186d5e3e29p-3, 0x1.355519b0de535p-57},
	{0x1.0a324e27390e2p-2, 0x1.bdcfde8061c03p-56}, {0x1.1675cababa60fp-2, 0x1.ce63eab883727p-61}, {0x1.22941fbcf7966p-2, -0x1.dbd7ac258a2bdp-58},
	{0x1.2e8e2bae11d31p-2, -0x1.1e99b72bd7bf2p-57}, {0x1.3a64c556945eap-2, 0x1.cbcd735d03424p-60}, {0x1.4618bc21c5ec2p-2, -0x1.7a42642661c62p-61},
	{0x1.51aad872df82ep-2, -0x1.d8db0a7cc1543p-56}, {0x1.5d1bdbf5809cap-2, -0x1.7dc9c7c23801fp-56}, {0x1.686c81e9b14adp-2, 0x1.710af840538e3p-56},
};

/* log(h + l) is the result and *low. h is positive and finite, and l small beside it. */
double __vouch_log(double h, double l, double *low) {
	int k;
	double m = frexp(h, &k), rh, rl, ph, pl, q;
	l = scalbn(l, -k);
	if (m < 0x1.6a09e667f3bcdp-1)
		m *= 2, l *= 2, k--;
	int i = (int)(m * 64 + 0.5);
	double c = 64.0 / i;
	TWO_PROD(ph, pl, m, c);
	TWO_SUM(rh, rl, ph - 1, pl);
	DD_ADD(rh, rl, rh, rl, l * c, 0.0);
	q = -0x1.5555555555555p-3 + rh * (0x1.2492492492492p-3 + rh * (-0.125 + rh * (0x1.c71c71c71c71cp-4 + rh * (-0.1
		+ rh * (0x1.745d1745d1746p-4 + rh * (-0x1.5555555555555p-4 + rh * (0x1.3b13b13b13b14p-4 + rh * -0x1.2492492492492p-4)))))));
	DD_ADD(ph, pl, 0x1.999999999999ap-3, -0x1.999999999999ap-57, rh * q, 0.0);
	DD_MUL(ph, pl, ph, pl, rh, rl);
	DD_ADD(ph, pl, -0.25, 0.0, ph, pl);
	DD_MUL(ph, pl, ph, pl, rh, rl);
	DD_ADD(ph, pl, 0x1.5555555555555p-2, 0x1.5555555555555p-56, ph, pl);
	DD_MUL(ph, pl, ph, pl, rh, rl);
	DD_ADD(ph, pl, -0.5, 0.0, ph, pl);
	DD_MUL(ph, pl, ph, pl, rh, rl);
	DD_MUL(ph, pl, ph, pl, rh, rl);
	DD_ADD(rh, rl, rh, rl, ph, pl);
	if (i != 64)
		DD_ADD(rh, rl, __vouch_logs[i - 45][0], __vouch_logs[i - 45][1], rh, rl);
	if (k != 0) {
		DD_MUL(ph, pl, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, (double)k, 0.0);
		DD_ADD(rh, rl, ph, pl, rh, rl);
	}
	*low = rl;
	return rh;
}

/* Whether x is no argument of a logarithm; *y is the result then. */
int __vouch_no_log(double x, double *y) {
	if (x > 0 && x - x == 0)
		return 0;
	if (x == 0) {
		__VOUCH_ERANGE();
		*y = -__builtin_huge_val();
	} else if (x < 0) {
		__VOUCH_EDOM();
		*y = -__builtin_nan("");
	} else
		*y = x;
	return 1;
}

double log(double x) {
	double h, l;
	if (__vouch_no_log(x, &h))
		return h;
	h = __vouch_log(x, 0, &l);
	return h + l;
}

double log2(double x) {
	double h, l;
	if (__vouch_no_log(x, &h))
		return h;
	h = __vouch_log(x, 0, &l);
	DD_MUL(h, l, h, l, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
	return h + l;
}

double log10(double x) {
	double h, l;
	if (__vouch_no_log(x, &h))
		return x < 0 ? -h : h;
	h = __vouch_log(x, 0, &l);
	DD_MUL(h, l, h, l, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
	return h + l;
}

double log1p(double x) {
	double h, l;
	if (x > -0x1p-60 && x < 0x1p-60)
		return x;
	if (__vouch_no_log(1 + x, &h))
		return h;
	TWO_SUM(h, l, 1.0, x);
	h = __vouch_log(h, l, &l);
	return h + l;
}

float logf(float x) {
	return log(x);
}

float log2f(float x) {
	return log2(x);
}

float log10f(float x) {
	return log10(x);
}

float log1pf(float x) {
	return log1p(x);
}
