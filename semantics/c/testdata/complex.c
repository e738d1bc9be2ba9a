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
//// a division by a complex number
int main(void) {
	double _Complex a = 1, b = 1.0i;
	a /= b; // refused: complex arithmetic
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
