#define _GNU_SOURCE
#include <stdio.h>
#include <math.h>
static unsigned long seed = 12345;
static double next(int kind) {
	seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	double u = (seed >> 11) * 0x1p-53;
	seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	switch (kind % 4) {
	case 0:
		return u * 2 - 1;
	case 1:
		return u * 40 - 20;
	case 2:
		return ldexp(u - 0.5, (int)(seed >> 33) % 60 - 30);
	default:
		return ldexp(u - 0.5, (int)(seed >> 33) % 1000);
	}
}
static double number(double x) { return x == x ? x : 0.5; }
int main(void) {
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("sin %a %a %a\n", x, sin(x), number(sinf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("cos %a %a %a\n", x, cos(x), number(cosf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("tan %a %a %a\n", x, tan(x), number(tanf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("asin %a %a %a\n", x, asin(x), number(asinf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("acos %a %a %a\n", x, acos(x), number(acosf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("atan %a %a %a\n", x, atan(x), number(atanf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("sinh %a %a %a\n", x, sinh(x), number(sinhf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("cosh %a %a %a\n", x, cosh(x), number(coshf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("tanh %a %a %a\n", x, tanh(x), number(tanhf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("asinh %a %a %a\n", x, asinh(x), number(asinhf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("acosh %a %a %a\n", x, acosh(x), number(acoshf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("atanh %a %a %a\n", x, atanh(x), number(atanhf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("exp %a %a %a\n", x, exp(x), number(expf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("exp2 %a %a %a\n", x, exp2(x), number(exp2f((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("exp10 %a %a %a\n", x, exp10(x), number(exp10f((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("expm1 %a %a %a\n", x, expm1(x), number(expm1f((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("log %a %a %a\n", x, log(x), number(logf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("log2 %a %a %a\n", x, log2(x), number(log2f((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("log10 %a %a %a\n", x, log10(x), number(log10f((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("log1p %a %a %a\n", x, log1p(x), number(log1pf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("sqrt %a %a %a\n", x, sqrt(x), number(sqrtf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("cbrt %a %a %a\n", x, cbrt(x), number(cbrtf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("erf %a %a %a\n", x, erf(x), number(erff((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("erfc %a %a %a\n", x, erfc(x), number(erfcf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("tgamma %a %a %a\n", x, tgamma(x), number(tgammaf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("lgamma %a %a %a\n", x, lgamma(x), number(lgammaf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("floor %a %a %a\n", x, floor(x), number(floorf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("ceil %a %a %a\n", x, ceil(x), number(ceilf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("trunc %a %a %a\n", x, trunc(x), number(truncf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("round %a %a %a\n", x, round(x), number(roundf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("rint %a %a %a\n", x, rint(x), number(rintf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("logb %a %a %a\n", x, logb(x), number(logbf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i);
		printf("fabs %a %a %a\n", x, fabs(x), number(fabsf((float)x)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("pow %a %a %a %a\n", x, y, pow(x, y), number(powf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("atan2 %a %a %a %a\n", x, y, atan2(x, y), number(atan2f((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("hypot %a %a %a %a\n", x, y, hypot(x, y), number(hypotf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("fmod %a %a %a %a\n", x, y, fmod(x, y), number(fmodf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("remainder %a %a %a %a\n", x, y, remainder(x, y), number(remainderf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("fdim %a %a %a %a\n", x, y, fdim(x, y), number(fdimf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("nextafter %a %a %a %a\n", x, y, nextafter(x, y), number(nextafterf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("fmin %a %a %a %a\n", x, y, fmin(x, y), number(fminf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("fmax %a %a %a %a\n", x, y, fmax(x, y), number(fmaxf((float)x, (float)y)));
	}
	for (int i = 0; i < 12; i++) {
		double x = next(i), y = next(i / 2);
		printf("copysign %a %a %a %a\n", x, y, copysign(x, y), number(copysignf((float)x, (float)y)));
	}
	for (int i = 0; i < 20; i++) {
		double x = next(i), y = next(i), z = i % 2 ? -x * y : next(i), w;
		int e, q;
		printf("fma %a %a\n", number(fma(x, y, z)), number(fmaf((float)x, (float)y, (float)z)));
		w = frexp(x, &e);
		printf("frexp %a %d %a\n", w, e, scalbn(x, -i * 50));
		w = remquo(x, y, &q);
		printf("remquo %a %d\n", w, q);
		x = modf(x, &w);
		printf("modf %a %a %ld %ld\n", x, w, lround(y), lrint(y));
	}
}
