Complex numbers. The form of the file is described in cases_test.go.
//// operators, parts, conversions, arguments and results
#include <stdio.h>
#include <complex.h>
static void p(const char *n, double complex z){ printf("%s %g %g\n", n, __real__ z, __imag__ z); }
double complex g = 1.5; struct { int a; float complex c; } s = {1};
static double complex sq(double complex z){ return z*z; }
int main(void) {
	double complex a = 1 + 2*I, b = 3 - I; float complex f = 2.5f + 1.0if;
	p("a",a);
	p("b",b);
	p("add",a+b);
	p("sub",a-b);
	p("mul",a*b);
	p("r",2*a);
	p("r2",a*0.5);
	p("r3",1-a);
	p("r4",a/2);
	p("neg",-a);
	p("cj",~a);
	p("f",f);
	p("fd",f+a);
	p("g",g);
 printf("%d %d %d\n", a==b, a!=b, a==a); a += 1; a *= b;
	p("cmp",a); __real__ a = 7; __imag__ a -= 1;
	p("part",a);
	p("sq",sq(b)); double d = b;
	printf("%g %d\n", d, (int)a); s.c = a;
	p("s", s.c); if (a) printf("t\n"); double complex z = 0; if (!z) printf("zero\n");
	p("t", a==b ? a : 1);
	p("creal", creal(a)+cimag(b));
	p("conj", conj(a)); double complex arr[2] = {a, 3};
	p("arr", arr[0]-arr[1]);
	p("i", I*I);
	printf("%zu\n", sizeof a); return 0;
}
//> a 1 2
//> b 3 -1
//> add 4 1
//> sub -2 3
//> mul 5 5
//> r 2 4
//> r2 0.5 1
//> r3 0 -2
//> r4 0.5 1
//> neg -1 -2
//> cj 1 -2
//> f 2.5 1
//> fd 3.5 3
//> g 1.5 0
//> 0 1 1
//> cmp 8 4
//> part 7 3
//> sq 8 -6
//> 3 7
//> s 7 3
//> t
//> zero
//> t 1 0
//> creal 6 0
//> conj 7 -3
//> arr 4 3
//> i -1 0
//> 16
//// products and quotients
#include <stdio.h>
static void p(double _Complex z) { printf("%a %a\n", __real__ z, __imag__ z); }
int main(void) {
	double _Complex a = 1.1 + 2.2i, b = 3.3 - 4.4i, inf = 0;
	p((1.1 + 2.2i) * (3.3 - 4.4i)); //> 0x1.a9eb851eb852p+3 0x1.35c28f5c28f5bp+1
	p(a * b); //> 0x1.a9eb851eb852p+3 0x1.35c28f5c28f5ap+1
	p(a / b); //> -0x1.999999999999bp-3 0x1.999999999999ap-2
	a /= 1 + 2i;
	p(a); //> 0x1.199999999999ap+0 0x0p+0
	float _Complex f = 1 + 2i;
	f = f / (3 + 1i) * f;
	p(f); //> -0x1p-1 0x1.8p+0
	long double _Complex l = 1.5L + 2.5iL;
	l = l * l / (2 - 1iL);
	p(l); //> -0x1.8cccccccccccdp+1 0x1.199999999999ap+1
	__real__ inf = __builtin_inf();
	p(inf * (1 + 2i)); //> inf inf
	p(inf / (1 + 2i)); //> inf -inf
	p(1 / inf); //> 0x0p+0 0x0p+0
	return 0;
}
//// a division by a complex number of integers
int main(void) {
	int _Complex a = 1, b = 1i;
	a /= b; // refused: complex arithmetic
	return 0;
}
//// complex objects that exist always
#include <stdio.h>
static float _Complex x = 1.0 + 14.0 * 1.0fi, y = 3;
struct { int n; double _Complex z[3]; } s = {1, {-(2 + 3i), [2] = (1 + 2i) / (1 - 2i)}};
long double _Complex l = ~(1.5L + 2.5iL);
_Complex int i = (3 + 4i) * (1 - 1i);
double _Complex scaled = (2 + 3i) * 2.0 / 4;
int equal = 1.0 + 2i == 1.0 + 2i, unequal = 1i != 0, re = __real__ (3 + 4i), im = __imag__ (3 + 4.5i);
double d = 2.5 + 1i;
int main(void) {
	printf("%g %g %g %g\n", __real__ x, __imag__ x, __real__ y, __imag__ y); //> 1 14 3 0
	printf("%g %g %g %g %g\n", __real__ s.z[0], __imag__ s.z[0], __real__ s.z[1], __real__ s.z[2], __imag__ s.z[2]); //> -2 -3 0 -0.6 0.8
	printf("%Lg %Lg %d %d\n", __real__ l, __imag__ l, __real__ i, __imag__ i); //> 1.5 -2.5 7 1
	printf("%g %g\n", __real__ scaled, __imag__ scaled); //> 1 1.5
	printf("%d %d %d %d %g\n", equal, unequal, re, im, d); //> 1 1 3 4 2.5
	return 0;
}
//// an order of complex numbers
int main(void) {
	double _Complex a = 1;
	return a < 2; // refused: complex comparison
}
//// a complex number without a value
int main(void) {
	double _Complex a, b = 1;
	b += a; // want: uninitialised value
	return 0;
}
//// members of packed structures
struct p { char c; float _Complex f; long double l; } __attribute__((packed));
int main(void) {
	struct p x = {1, 2, 3}, *q = &x;
	return q->f != 2 || q->l != 3;
}
