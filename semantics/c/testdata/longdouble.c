Long double. The form of the file is described in cases_test.go.
//// operators, conversions, arguments and results
#include <stdio.h>
#include <stdarg.h>
struct s { int a; long double b; } g = {1, 2.5L};
long double t[3] = {1, 0.1L, -3}, *p = &t[1];
static long double half(long double x) { return x / 2; }
static long double total(int n, ...) {
	va_list ap;
	long double s = 0;
	va_start(ap, n);
	while (n--) s += va_arg(ap, long double);
	va_end(ap);
	return s;
}
int main(void) {
	long double x = 1, y = 3, z = x / y;
	printf("%La %La %La %La\n", z, z + 1, -z * z, x - y); //> 0xa.aaaaaaaaaaaaaabp-5 0xa.aaaaaaaaaaaaaabp-3 -0xe.38e38e38e38e38fp-7 -0x8p-2
	printf("%Lg %Lg %Lg %Lg\n", z++, --z, half(t[2]), total(3, 1.5L, 2.5L, *p)); //> 0.333333 0.333333 -1.5 4.1
	printf("%d %d %d %d %d %d\n", z < y, z >= y, x == 1, x != x, !x, z ? 2 : 3); //> 1 0 1 0 0 2
	printf("%d %ld %lu %u %d %c\n", (int)-2.9L, (long)1e18L, (unsigned long)1.8e19L, (unsigned)3.99L, (_Bool)0.1L, (char)65.5L); //> -2 1000000000000000000 18000000000000000000 3 1 A
	printf("%.20Lg %.20Lg %.20Lg\n", (long double)0.1, (long double)0.1f, (long double)18446744073709551615u); //> 0.10000000000000000555 0.10000000149011611938 18446744073709551615
	int k = 5;
	k += 2.5L;
	k *= 1.1L;
	struct s s = g;
	s.b -= 1;
	x = y = 7;
	printf("%d %Lg %Lg %zu %zu\n", k, s.b, x ? y : k, sizeof x, sizeof s); //> 7 1.5 7 16 32
	printf("%.17g %.9g %Lf %Le\n", (double)z, (float)z, x, z); //> 0.33333333333333331 0.333333343 7.000000 3.333333e-01
	return 0;
}
//// constants are computed exactly
#include <stdio.h>
long double a = 0.1L + 0.2L, b = 1 / 3.0L, c = -0.0L, d = 1e4932L * 10, e = 3.6e-4951L, f = (float)0.1L;
int i = 1.5L, j = 0.1L == 0.1, k = 1e30L > 1;
int main(void) {
	printf("%La %La %Lg %Lg %Lg %.20Lg\n", a, b, c, d, e, f); //> 0x9.99999999999999ap-5 0xa.aaaaaaaaaaaaaabp-5 -0 inf 3.6452e-4951 0.10000000149011611938
	printf("%d %d %d\n", i, j, k); //> 1 0 1
	return 0;
}
//// functions of the library
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int main(void) {
	long double w, x = -2.5L;
	int n;
	printf("%Lg %Lg %Lg %Lg %Lg %Lg\n", fabsl(x), floorl(x), ceill(x), truncl(x), roundl(x), rintl(x)); //> 2.5 -3 -2 -2 -3 -2
	printf("%.21Lg %Lg %Lg %Lg\n", sqrtl(2), fmodl(7.5L, 2), ldexpl(x, 3), frexpl(20, &n)); //> 1.41421356237309504876 1.5 -20 0.625
	printf("%Lg %Lg %d %d %d\n", modfl(x, &w), w, n, isnan(x), !!signbit(x)); //> -0.5 -2 5 0 1
	printf("%La %d\n", strtold("0.1", 0), sscanf("1.25e3", "%Lf", &w)); //> 0xc.ccccccccccccccdp-7 1
	printf("%Lf\n", w); //> 1250.000000
	return 0;
}
//// a conversion to an integer that has no such value
int main(void) {
	long double x = 3e9L;
	return (int)x; // want: invalid conversion
}
//// a conversion to an integer of a number that no integer has
int main(void) {
	long double x = 1e40L;
	return (long)x > 0; // want: invalid conversion
}
//// a conversion of what is no number
int main(void) {
	long double x = 0;
	x /= x;
	return (int)x; // want: invalid conversion
}
//// a negative number as unsigned
int main(void) {
	long double x = -1;
	return (unsigned)x > 0; // want: invalid conversion
}
//// a long double without a value
int main(void) {
	long double x;
	return x > 0; // want: uninitialised value
}
//// a long double as a double in a format
#include <stdio.h>
int main(void) {
	printf("%f\n", 1.0L); // want: format mismatch
	return 0;
}
//// a double as a long double in a format
#include <stdio.h>
int main(void) {
	printf("%Lf\n", 1.0); // want: format mismatch
	return 0;
}
//// a remainder of long doubles
int main(void) {
	long double x = 1;
	return x % 2; // wrong: want integers
}
