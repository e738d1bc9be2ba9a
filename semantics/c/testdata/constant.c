Constant expressions and literals. The form of the file is described in cases_test.go.
//// integer literals have the first type that fits
#include <stdio.h>
#define T(x) _Generic((x), int: "i", unsigned: "u", long: "l", unsigned long: "ul", long long: "ll", unsigned long long: "ull")
int main(void) {
	printf("%s %s %s %s\n", T(2147483647), T(2147483648), T(0x7fffffff), T(0x80000000)); //> i l i u
	printf("%s %s %s %s\n", T(0xffffffffffffffff), T(1u), T(4294967296u), T(1l)); //> ul u ul l
	printf("%s %s %s %s\n", T(1LLu), T(0x8000000000000000ll), T(037777777777), T(0b101)); //> ull ull u i
	printf("%d %d %d\n", 0b101, 017, 0xAbC); //> 5 15 2748
	return 0;
}
//// characters and escapes
#include <stdio.h>
int main(void) {
	printf("%d %d %d %d %d\n", 'a', '\377', '\x41', '\0', '\''); //> 97 -1 65 0 39
	printf("%d %d %d\n", 'ab', 'abcd', '\e'); //> 24930 1633837924 27
	printf("%d %zu\n", L'\u20ac', sizeof 'a'); //> 8364 4
	return 0;
}
//// strings, joined and with escapes
#include <stdio.h>
int main(void) {
	char s[] = "a\tb\\\"\101\x42" "C" "\0" "1";
	printf("%zu %d %d\n", sizeof s, s[8], s[9]); //> 11 0 49
	printf("%s|\u00e9|%zu %d\n", s + 4, sizeof "\u20ac", L"a\u20ac"[1]); //> "ABC|é|4 8364
	return 0;
}
//// floating literals are the nearest number
#include <stdio.h>
int main(void) {
	printf("%a %a %a\n", 0.1, 1e-310, 0x1.8p3); //> 0x1.999999999999ap-4 0x0.012688b70e62bp-1022 0x1.8p+3
	printf("%a %a %d\n", 0.1f, 1e23, 1e400 > 1e308); //> 0x1.99999ap-4 0x1.52d02c7e14af6p+76 1
	printf("%d\n", (int)sizeof 1.0f + (int)sizeof 1.0 * 10 + (int)sizeof 1.0L * 100); //> 1684
	return 0;
}
//// constants are computed in their types
#include <stdio.h>
enum { A = -1 < 0u, B = 1 ? 2 : 1 / 0, C = sizeof(int[3]) / sizeof(int), D = (char)300, E = !'a', F = ~0, G = (unsigned char)-1 >> 1, H = -7 / 2, I = -7 % 2, J = -8 >> 1,
	K = (int)2.9 + (int)-2.9, L = 3 > 2.5, M = 0 && 1 / 0, N = (_Bool)0.5, O = 5 ?: 1 };
int main(void) {
	printf("%d %d %d %d %d %d %d\n", A, B, C, D, E, F, G); //> 0 2 3 44 0 -1 127
	printf("%d %d %d %d %d %d %d %d\n", H, I, J, K, L, M, N, O); //> -3 -1 -4 0 1 0 1 5
	return 0;
}
//// addresses are constant
#include <stdio.h>
#include <stddef.h>
struct s { int a, b[4]; struct { char c, d; } e; } x[3] = {{1, {2, 3}}, {4, {5, 6, 7, 8}, {9, 10}}};
int *p = &x[1].b[2], *q = x[1].b + 3, *r = (int *)((char *)&x[1] + offsetof(struct s, b));
char *c = &x[1].e.d;
long n = (long)&x[2] , m = &x[2] - x, k = (char *)&x[1].e - (char *)&x[1];
int same = &x[0] == x, other = &x[1] == 0;
int (*f)(const char *, ...) = &printf;
const char *t = "hello" + 1;
struct s *here = &(struct s){.a = 77};
int main(void) {
	f("%d %d %d %d %d\n", *p, *q, *r, *c, (struct s *)n == x + 2); //> 7 8 5 10 1
	f("%ld %ld %d %d %s %d\n", m, k, same, other, t, here->a); //> 2 20 1 0 ello 77
	return 0;
}
//// the value of a constant object is constant in an initializer
#include <stdio.h>
const int a = 3;
static const struct { int x, y[2]; } s = {4, {5, 6}};
int b = a + 1, c = s.y[1];
const double d = 0.5;
double e = d * 2;
int main(void) {
	printf("%d %d %g\n", b, c, e); //> 4 6 1
	return 0;
}
//// functions of gcc on constants
#include <stdio.h>
int a[__builtin_popcount(7)], b = __builtin_clz(1), c = sizeof(char[__builtin_constant_p(3) ? 2 : 1]);
double d = __builtin_inf(), e = __builtin_huge_val();
int t = __builtin_types_compatible_p(int, signed) * 10 + __builtin_types_compatible_p(int, long), u = __builtin_choose_expr(1, 5, "x");
int main(void) {
	printf("%zu %d %d %g %g %d %d\n", sizeof a, b, c, d, e, t, u); //> 12 31 2 inf inf 10 5
	return 0;
}
//// a shift of a constant wraps as in gcc
enum { A = 1 << 31, B = -1 << 4 };
_Static_assert(A < 0 && B == -16, "shifts");
int main(void) { return 0; }
//// an overflow is not constant
enum { A = 2147483647 + 1 }; // wrong: + gives 2147483648, which int does not have
int main(void) { return A; }
//// a division by zero is not constant
int x = 1 / 0; // wrong: it divides by 0
int main(void) { return x; }
//// the least number divided by -1
int x = (-2147483647 - 1) / -1; // wrong: / gives 2147483648
int main(void) { return x; }
//// a remainder by zero
int x = 5 % 0; // wrong: it divides by 0
int main(void) { return x; }
//// a shift that is too far
int x = 1 << 32; // wrong: it shifts 32 bits by 32
int main(void) { return x; }
//// a shift by less than nothing
int x = 1 << -1; // wrong: it shifts 32 bits by -1
int main(void) { return x; }
//// a number that int does not have
int x = (int)1e20; // wrong: a conversion gives 100000000000000000000
int main(void) { return x; }
//// a comma
int x = (1, 2); // wrong: it has a comma
int main(void) { return x; }
//// an assignment
int y;
int x = (y = 1); // wrong: it has an assignment
int main(void) { return x; }
//// a call
int f(void) { return 1; }
int x = f(); // wrong: it has a call
int main(void) { return x; }
//// the value of an object
int y = 1;
int x = y; // wrong: it has the value of an object
int main(void) { return x; }
//// the value of a volatile object
volatile const int y = 1;
int x = y; // wrong: it has the value of an object
int main(void) { return x; }
//// a constant object is no constant in an enumeration
const int y = 1;
enum { A = y }; // wrong: it has the value of an object
int main(void) { return A; }
//// a part of an address
int y;
int x = (int)(long)&y; // wrong: it has a part of an address
int main(void) { return x; }
//// twice an address
int y;
long x = (long)&y * 2; // wrong: it has * of an address
int main(void) { return x; }
//// a difference of addresses of two objects
int y, z;
long x = &y - &z; // wrong: pointers to several objects
int main(void) { return x; }
//// the address of a local
int main(void) {
	int y;
	static int *p = &y; // wrong: it has the variable y
	return *p;
}
//// a case that is not constant
int main(void) {
	int y = 1;
	switch (y) { case 1: break; case 2 + (y > 0): break; } // wrong: it has the variable y
	return 0;
}
//// a length at file scope that is not constant
int n = 3;
int a[n]; // wrong: the length of a is not constant
int main(void) { return a[0]; }
//// a negative length
int a[-1]; // wrong: found an array of -1 elements
int main(void) { return a[0]; }
//// a floating length
int a[2.5]; // wrong: found a length of type double
int main(void) { return a[0]; }
//// a static assertion that fails
_Static_assert(sizeof(long) == 4, "long"); // wrong: does not hold
int main(void) { return 0; }
//// a digit that octal numbers do not have
int x = 08; // wrong: want digits of base 8
int main(void) { return x; }
//// a number that no type has
unsigned long x = 0x1ffffffffffffffff; // wrong: too large for its type
int main(void) { return x; }
//// a suffix that is none
int x = 1lul; // wrong: want a suffix of u and l or ll
int main(void) { return x; }
//// an escape that is too large
char *s = "\400"; // wrong: an escape is too large
int main(void) { return s[0]; }
//// a surrogate is no character
int x = L'\ud800'; // wrong: an escape is no character
int main(void) { return x; }
//// the size of an incomplete type
struct s;
int x = sizeof(struct s); // wrong: incomplete
int main(void) { return x; }
