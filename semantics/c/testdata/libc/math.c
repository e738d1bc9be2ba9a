#include <math.h>
#include <stdio.h>
#include <errno.h>

static double xs[] = {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2.5, -2.5, 3.75, 1e-10, 1e10, 123.456, -77.7, 0.3, 1e300, 1e-310, 4503599627370497.5};
#define N (int)(sizeof xs / sizeof *xs)
#define SHOW(f) do { printf(#f ":"); for (int i = 0; i < N; i++) printf(" %.12g", f(xs[i])); for (int i = 0; i < N; i++) printf(" %.6g", f##f((float)xs[i])); puts(""); } while (0)
#define SHOW1(f) do { printf(#f ":"); for (int i = 0; i < N; i++) printf(" %.13g", f(xs[i])); puts(""); } while (0)
#define SHOWF(f) do { printf(#f ":"); for (int i = 0; i < N; i++) printf(" %.6g", f((float)xs[i])); puts(""); } while (0)
#define SHOW2(f) do { printf(#f ":"); for (int i = 0; i < N; i++) for (int j = 0; j < N; j += 3) printf(" %.13g", f(xs[i], xs[j])); puts(""); } while (0)

int main(void) {
	SHOW1(floor); SHOW1(ceil); SHOW1(trunc); SHOW1(round); SHOW1(rint); SHOW1(nearbyint); SHOW1(fabs); SHOW1(cbrt); SHOW1(exp); SHOW1(exp2); SHOW1(expm1);
	SHOW1(log1p); SHOW1(sin); SHOW1(cos); SHOW1(tan); SHOW1(atan); SHOW1(sinh); SHOW1(cosh); SHOW1(tanh); SHOW1(asinh); SHOW1(logb);
	SHOWF(floorf); SHOWF(expf); SHOWF(atanf); SHOWF(roundf); SHOWF(fabsf); SHOWF(cbrtf);
	SHOW2(pow); SHOW2(atan2); SHOW2(fmod); SHOW2(remainder); SHOW2(hypot); SHOW2(fmin); SHOW2(fmax); SHOW2(fdim); SHOW2(copysign); SHOW2(nextafter);
	for (int i = 0; i < N; i++) {
		double x = fabs(xs[i]), whole;
		int e, q;
		printf("%.13g %.13g %.13g %.13g ", sqrt(x), x > 0 ? log(x) : 0, x > 0 ? log2(x) : 0, x > 0 ? log10(x) : 0);
		printf("%.13g %.13g %.13g ", x <= 1 ? asin(x) : 0, x <= 1 ? acos(x) : 0, x < 1 ? atanh(x) : 0);
		printf("%.13g ", x >= 1 ? acosh(x) : 0);
		double m = frexp(xs[i], &e);
		printf("%.13g %d %.13g %.13g ", m, e, ldexp(xs[i], 3), scalbn(xs[i], -5));
		m = modf(xs[i], &whole);
		printf("%.13g %.13g ", m, whole);
		m = remquo(xs[i], 0.7, &q);
		printf("%.13g %d ", m, q);
		printf("%.17g %d %d %d %d\n", fma(xs[i], 1.1, 0.1), !!isnan(xs[i]), !!isinf(xs[i]), !!signbit(xs[i]), fpclassify(xs[i]));
		if (x < 1e15)
			printf("%ld %ld %lld\n", lround(xs[i]), lrint(xs[i]), llround(xs[i]));
	}
	errno = 0;
	volatile double r = sqrt(-1);
	printf("%d %d ", !!isnan(r), errno);
	errno = 0;
	r = log(0);
	printf("%g %d ", r, errno);
	errno = 0;
	r = exp(1000);
	printf("%g %d ", r, errno);
	errno = 0;
	r = pow(-2, 0.5);
	printf("%d %d\n", !!isnan(r), errno);
	printf("%d %d\n", HUGE_VAL > 1e308, isgreater(2.0, 1.0));
}
