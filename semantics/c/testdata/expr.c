//// left to right: what an operand changes later does not change it
int main(void) {
	int i = 1, a[3] = { 10, 20, 30 };
	int x = i + (i = 5) + i;
	int y = a[i - 5] + (a[0] = 7) + a[0];
	__builtin_printf("%d %d\n", x, y);   //> 11 24
	return 0;
}
//// a struct argument is copied before a later argument changes it
struct S { int a; };
static int f(struct S s, int x) { return s.a * 10 + x; }
int main(void) {
	struct S s = { 1 };
	__builtin_printf("%d\n", f(s, s.a = 2));   //> 12
	return 0;
}
//// compound assignment computes in the common type
int main(void) {
	unsigned char c = 200;
	c += 100;
	int i = 5;
	i *= 1.5;
	short s = -1;
	s >>= 1;
	_Bool b = 1;
	b += 5;
	b--;
	long l = 1;
	l <<= 40;
	__builtin_printf("%d %d %d %d %ld\n", c, i, s, b, l);   //> 44 7 -1 0 1099511627776
	return 0;
}
//// conversions
int main(void) {
	__builtin_printf("%d %u %d %ld\n", (signed char)200, (unsigned char)-1, (short)70000, (long)(int)4294967295u);   //> -56 255 4464 -1
	__builtin_printf("%d %d %d\n", (int)-3.99, (_Bool)0.1, (int)(float)16777217);   //> -3 1 16777216
	__builtin_printf("%d %d\n", -1 < 1u, (short)-1 < (unsigned short)1);   //> 0 1
	__builtin_printf("%d\n", (int)(((unsigned __int128)1 << 100) >> 98));   //> 4
	return 0;
}
//// sizes and types
int main(void) {
	int n = 3, a[n][4];
	char c = 1;
	__builtin_printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof a[0], sizeof(int[n + 1]), sizeof(c + c), sizeof "abc");   //> 48 16 16 4 4
	__builtin_printf("%d %d\n", _Generic(c, char: 1, int: 2), _Generic(c + 1, char: 1, int: 2));   //> 1 2
	__builtin_printf("%d\n", _Generic(n ? (void *)0 : &n, int *: 1, void *: 2));   //> 1
	return 0;
}
//// members of values, literals and statement expressions
struct S { int a; char s[4]; };
static struct S make(int a) { return (struct S){ a, "xyz" }; }
int main(void) {
	__builtin_printf("%d %c %d\n", make(3).a, make(3).s[1], ((struct S){ .a = 9 }).a);   //> 3 y 9
	__builtin_printf("%d\n", ({ int t = 4; t *= 2; t; }) + ({ struct S s = make(5); s; }).a);   //> 13
	int *p = (int[]){ 1, 2, 3 };
	p[1] += 5;
	__builtin_printf("%d %d\n", p[1], (1, 2));   //> 7 2
	return 0;
}
//// the middle of ?: may be missing, and its condition is evaluated once
int main(void) {
	int i = 0;
	int x = ++i ?: 7, y = i - 1 ?: 7;
	__builtin_printf("%d %d %d\n", x, y, i);   //> 1 7 1
	return 0;
}
//// a bit-field in two bytes, of which one is undefined, keeps what is beside it
#include <stdio.h>
struct s { unsigned a : 3, b : 7, c : 12, d : 2; };
int main(void) {
	struct s s;
	s.a = 5;
	s.b = 77;
	s.d = 2;
	s.c = 3000;
	printf("%d %d %d %d\n", s.a, s.b, s.c, s.d); //> 5 77 3000 2
}
//// bit-fields keep what is beside them and promote by their width
struct B { unsigned a : 3; int b : 5; unsigned c : 32; unsigned long d : 40; };
int main(void) {
	struct B s = { 7, -16, 5, 1ul << 39 };
	s.a++;
	s.b--;
	s.d <<= 1;
	__builtin_printf("%d %d %d %d\n", s.a, s.b, s.a - 1 < 0, s.c - 6 > 0);   //> 0 15 1 1
	__builtin_printf("%lu %d\n", (unsigned long)s.d, s.a = 9);   //> 0 1
	return 0;
}
//// calls through pointers, without a prototype, and of what is declared by its use
static int twice(int x) { return 2 * x; }
static int (*choose(int n))(int) { return n ? twice : 0; }
int main(void) {
	int (*f)() = twice;
	int (*t[1])(int) = { &twice };
	__builtin_printf("%d %d %d %d\n", f(4), choose(1)(5), (*t[0])(6), (***twice)(7));   //> 8 10 12 14
	return late(3) - 4;
}
int late(int x) { return x + 1; }
//// variable arguments of all sorts
#include <stdarg.h>
struct S { int a, b; };
static long sum(int n, ...) {
	va_list ap, two;
	va_start(ap, n);
	va_copy(two, ap);
	long s = va_arg(ap, int) + va_arg(ap, long) + va_arg(ap, double) + *va_arg(ap, char *) + va_arg(ap, struct S).b + va_arg(ap, unsigned);
	s += va_arg(two, unsigned);
	va_end(ap);
	va_end(two);
	return s;
}
int main(void) {
	struct S s = { 1, 2 };
	__builtin_printf("%ld\n", sum(6, 'a', 1l << 33, 2.5, "a", s, 5));   //> 8589934892
	return 0;
}
//// signed addition that overflows
int main(void) {
	int x = 2147483647;
	return x + 1; // want: overflow
}
//// unsigned short times unsigned short is int
int main(void) {
	unsigned short s = 65535;
	return (unsigned)(s * s); // want: overflow
}
//// the least int divided by -1
int main(void) {
	int x = -2147483647 - 1, y = -1;
	return x / y; // want: overflow
}
//// the remainder of the least int and -1
int main(void) {
	int x = -2147483647 - 1, y = -1;
	return x % y; // want: overflow
}
//// the negative of the least int
int main(void) {
	int x = -2147483647 - 1;
	return -x; // want: overflow
}
//// a char that passes its greatest value wraps around
int main(void) {
	signed char c = 127;
	c++;
	return c + 128;
}
//// an int that passes its greatest value overflows
int main(void) {
	int x = 2147483647;
	x++; // want: overflow
	return 0;
}
//// division by zero
int main(void) {
	int x = 1, y = 0;
	return x / y; // want: division by zero
}
//// division of floating numbers by zero is none
int main(void) {
	double x = 1, y = 0;
	return x / y > 1e300 ? 0 : 1;
}
//// a shift by the width
int main(void) {
	int n = 32;
	return 1u << n; // want: shift out of range
}
//// a shift by a negative number
int main(void) {
	int n = -1;
	return 1 >> n; // want: shift out of range
}
//// a left shift into the sign
int main(void) {
	int x = 1;
	return x << 31; // want: overflow
}
//// a left shift of a negative number
int main(void) {
	int x = -1;
	return x << 1; // want: shift out of range
}
//// a right shift of a negative number keeps the sign
int main(void) {
	int x = -8;
	return (x >> 1) + 4;
}
//// a floating number that an int cannot hold
int main(void) {
	double d = 2147483648.0;
	return (int)d; // want: invalid conversion
}
//// a negative floating number to an unsigned type
int main(void) {
	float f = -1;
	return (unsigned char)f; // want: invalid conversion
}
//// a negative floating number that rounds to zero
int main(void) {
	double f = -0.9;
	return (unsigned char)f;
}
//// a variable that was never set
int main(void) {
	int x;
	return x + 1; // want: uninitialised value
}
//// the copy of what was never set is none, its use is
int main(void) {
	int x;
	int y = x;
	struct { int a, b; } s, t;
	s.a = 1;
	t = s;
	if (t.a != 1)
		return 1;
	if (t.b) // want: uninitialised value
		return 2;
	return y;
}
//// an element behind an array
int a[3];
int main(void) {
	int i = 3;
	return a[i]; // want: out of bounds read
}
//// an element before an array
int main(void) {
	int a[3], i = -1;
	a[i] = 1; // want: out of bounds write
	return 0;
}
//// an element behind a row of an array of arrays
int a[3][4];
int main(void) {
	int i = 4;
	a[1][i] = 1; // want: out of bounds write
	return 0;
}
//// an element behind a member
struct S { int a[2]; int b; } s;
int main(void) {
	int i = 2;
	return s.a[i]; // want: out of bounds read
}
//// a last member of one element stands for more
struct S { int n; char s[1]; };
void *malloc(unsigned long);
int main(void) {
	struct S *p = malloc(sizeof *p + 8);
	p->s[7] = 3;
	return p->s[7] - 3;
}
//// the address behind an array is one, the next is none
int main(void) {
	int a[3], i = 3;
	int *p = &a[i];
	i++;
	p = &a[i]; // want: pointer arithmetic
	return p == a;
}
//// a pointer moved behind the end of its object
int main(void) {
	char s[4], *p = s + 4;
	p++; // want: pointer arithmetic
	return 0;
}
//// nothing is added to null
int main(void) {
	char *p = 0;
	p += 0;
	p++; // want: pointer arithmetic
	return 0;
}
//// the distance between two objects
int main(void) {
	int a[2], b[2];
	return a - b; // want: unrelated pointers
}
//// the order of two objects
int main(void) {
	int a[2], b[2];
	return a < b; // want: unrelated pointers
}
//// the equality of two objects
int main(void) {
	int a[2], b[2];
	return a == b;
}
//// null
struct S { int a, b; };
int main(void) {
	struct S *p = 0;
	return p->b; // want: null dereference
}
//// the address of a member of null is no access
struct S { int a, b; };
int main(void) { return (int)(long)&((struct S *)0)->b - 4; }
//// & and * of a pointer access nothing
int main(void) {
	int *p = 0;
	return &*p != 0;
}
//// an unaligned access
int main(void) {
	char s[8] = { 0 };
	return *(int *)(s + 1); // want: misaligned access
}
//// a packed member is where it is
struct __attribute__((packed)) S { char c; int i; } s = { 1, 2 };
int main(void) { return s.i - 2; }
//// a string literal is not changed
int main(void) {
	char *s = "abc";
	s[0] = 'x'; // want: read-only write
	return 0;
}
//// a const object is not changed through a cast
const int c = 3;
int main(void) {
	*(int *)&c = 4; // want: read-only write
	return 0;
}
//// a call through a pointer of another type
static int f(int x) { return x; }
int main(void) {
	long (*p)(long) = (long (*)(long))f;
	return p(1); // want: invalid call
}
//// a call without a prototype and with too few arguments
static int f(int a, int b) { return a + b; }
int main(void) {
	int (*p)() = f;
	return p(1); // want: invalid call
}
//// a call through null
int main(void) {
	void (*p)(void) = 0;
	p(); // want: null dereference
	return 0;
}
//// an argument that is not there
#include <stdarg.h>
static int f(int n, ...) {
	va_list ap;
	va_start(ap, n);
	return va_arg(ap, int); // want: missing argument
}
int main(void) { return f(1); }
//// an argument of another type
#include <stdarg.h>
static int f(int n, ...) {
	va_list ap;
	va_start(ap, n);
	return va_arg(ap, int); // want: invalid argument
}
int main(void) { return f(1, 1.0); }
//// an unsigned argument that no int is
#include <stdarg.h>
static int f(int n, ...) {
	va_list ap;
	va_start(ap, n);
	return va_arg(ap, int); // want: invalid argument
}
int main(void) { return f(1, 4294967295u); }
//// a list that has ended
#include <stdarg.h>
static int f(int n, ...) {
	va_list ap;
	va_start(ap, n);
	va_end(ap);
	return va_arg(ap, int); // want: uninitialised value
}
int main(void) { return f(1, 2); }
//// the second operand of && is evaluated only if the first is true
int main(void) {
	int *p = 0, a[1] = { 0 }, i = 1;
	return (p && *p) || (i < 1 && a[i]);
}
//// both operands of & are evaluated
int main(void) {
	int *p = 0;
	return (p != 0) & *p; // want: null dereference
}
//// division by a complex number of integers is refused where it is reached
int main(void) {
	_Complex int c = 1;
	__builtin_printf("here\n");   //> here
	c = 1 / c; // refused: complex
	return 0;
}
//// what is discarded is a fault all the same
int main(void) {
	1 / 0, 2; // want: division by zero
	return 0;
}
//// the offset of an element behind a structure
struct S { int n; char s[]; };
int main(void) {
	return (int)(unsigned long)&((struct S *)0)->s[3] - 7;
}
//// a pointer that is read and then moved
int main(void) {
	char s[2] = "a", *p = s;
	while (*p++)
		;
	return *p++; // want: out of bounds read
}
//// null that is read and then moved
int main(void) {
	char *p = 0;
	*p++ = 1; // want: null dereference
	return 0;
}
//// a pointer that is moved before the start and read
int main(void) {
	int a[2] = { 1, 2 }, *p = a;
	return *--p; // want: out of bounds read
}
//// a pointer that is read and then moved before the start
int main(void) {
	int a[2] = { 1, 2 }, *p = a;
	return *p--; // want: pointer arithmetic
}
//// vectors compute element by element
int printf(const char *, ...), puts(const char *);
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef signed char c8 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef short s4 __attribute__((vector_size(8)));
typedef long long l1;
static void show(v4 v) { for (int i = 0; i < 4; i++) printf("%d ", v[i]); puts(""); }
static v4 add(v4 a, v4 b) { return a + b; }
static f4 half(f4 x) { return x / 2; }
v4 g = { 1, 2, 3, 4 };
int main(void) {
	v4 a = { 5, -6, 7, 100 }, z = {};
	show(add(a, g)); show(a * 2); show(-a); show(~a); show(a >> 1); show(a << (v4){1,2,3,4}); show(a / g); show(a % 3); show(a & 6); show(a > g); show(a == a); show(z);
	a += 1; show(a); a[2] = 99; a[1]++; show(a); show((v4){a[3]}); show(1 - g);
	b16 b = { 250, 3 }; b += 10; printf("%d %d %d\n", b[0], b[1], b[15]);
	c8 c = { -60, 27 }; c = -c; printf("%d %d\n", c[0], c[1]); c = c + c; printf("%d %d\n", c[0], c[1]);
	f4 f = half((f4){ 1, 2, 3, -0.0f }); printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]); f = f * f - 0.5f; printf("%g %g\n", f[1], f[2]);
	f = -f; printf("%g\n", f[3]); v4 m = f < 0; show(m);
	d2 d = { 1.5, 2.5 }; d *= d; printf("%g %g\n", d[0], d[1]);
	s4 s = { 1, -1, 300, 4 }; l1 l = (l1)s; printf("%llx\n", l); s4 t = (s4)l; printf("%d %d\n", t[1], t[2]);
	union { v4 v; int i[4]; } u; u.v = g; printf("%d %zu\n", u.i[2], sizeof u);
	v4 *p = &g; (*p)[1] = 7; show(*p); show(1 ? g : a);
	struct { v4 v; int k; } st = { { 9, 8 }, 3 }; st.v[3] = 1; show(st.v);
	b16 r = (b16)g; printf("%d %d\n", r[0], r[4]);
	return 0;
	//> 6 -4 10 104 
	//> 10 -12 14 200 
	//> -5 6 -7 -100 
	//> -6 5 -8 -101 
	//> 2 -3 3 50 
	//> 10 -24 56 1600 
	//> 5 -3 2 25 
	//> 2 0 1 1 
	//> 4 2 6 4 
	//> -1 0 -1 -1 
	//> -1 -1 -1 -1 
	//> 0 0 0 0 
	//> 6 -5 8 101 
	//> 6 -4 99 101 
	//> 101 0 0 0 
	//> 0 -1 -2 -3 
	//> 4 13 10
	//> 60 -27
	//> 120 -54
	//> 0.5 1 1.5 -0
	//> 0.5 1.75
	//> 0.5
	//> 0 -1 -1 0 
	//> 2.25 6.25
	//> 4012cffff0001
	//> -1 300
	//> 3 16
	//> 1 7 3 4 
	//> 1 7 3 4 
	//> 9 8 0 1 
	//> 1 7
}
//// an element behind a vector
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
	v4 v = { 1 };
	int i = 4;
	return v[i]; // want: out of bounds read
}
//// a vector divided by one with a zero
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
	v4 v = { 1 }, w = { 1, 1, 1 };
	v /= w; // want: division by zero
	return 0;
}
//// an element of a sum of vectors that overflows
typedef signed char c8 __attribute__((vector_size(8)));
int main(void) {
	c8 v = { 1, 127 };
	v += 1; // want: overflow
	return 0;
}
//// complex numbers have two parts
int printf(const char *, ...);
typedef _Complex double Z;
typedef _Complex float F;
static void show(Z z) { printf("%g %g\n", __real__ z, __imag__ z); }
static Z mk(double a, double b) { Z z; __real__ z = a; __imag__ z = b; return z; }
int main(void) {
	Z a = mk(1, 2), b = mk(3, -0.5);
	show(a + b); show(a - b); show(a * b); show(a * 2); show(2 - a); show(1.5 + a); show(a / 2); show(a - 1);
	F f = a; show(f); f += 1; show(f); double d = a; printf("%g %d %d\n", d, a == b, a != mk(1, 2));
	_Complex int i = 3; __imag__ i = 4; i = i * i; printf("%d %d %zu\n", __real__ i, __imag__ i, sizeof i);
	Z z = 7; show(z); a = b; show(a); int k = b; printf("%d\n", k);
	return 0;
	//> 4 1.5
	//> -2 2.5
	//> 4 5.5
	//> 2 4
	//> 1 -2
	//> 2.5 2
	//> 0.5 1
	//> 0 2
	//> 1 2
	//> 2 2
	//> 1 0 0
	//> -7 24 8
	//> 7 0
	//> 3 -0.5
	//> 3
}
//// a complex number as a condition
int main(void) {
	_Complex double z = 0;
	if (z)
		return 1;
	__imag__ z = 1;
	return z ? 0 : 2;
}

//// pointers into one object are ordered
int main(void)
{
	int a[3], *p = a, *q = a + 1;
	return (p < q) + 2 * (p <= q) + 4 * (q > p) + 8 * (q >= p) + 16 * (p <= p) + 32 * (p >= p) + 64 * (q <= p); //exit 63
}

//// the remainder of the least number by -1
#include <limits.h>
int main(int argc, char **argv)
{
	int least = INT_MIN + 1 - argc, by = -argc;
	return least % by; // want: overflow
}
//// literals with the prefixes u, U, u8 and L
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>
#define WIDE u"macro"
int main(void) {
	const unsigned short *a = u"a\u00e9\u20ac\U0001f600";
	const unsigned int *b = U"a€😀";
	const char *c = u8"é\u20ac";
	for (; *a; a++) printf("%x ", *a);
	for (; *b; b++) printf("%x ", *b);
	for (; *c; c++) printf("%x ", *c & 255);
	printf("%x %x %x %zu %zu %zu\n", u'é', U'😀', L'€', sizeof u'a', sizeof U'a', sizeof L'a'); //> 61 e9 20ac d83d de00 61 20ac 1f600 c3 a9 e2 82 ac e9 1f600 20ac 2 4 4
	char16_t s[] = u"hello";
	char32_t t[] = U"wor" U"ld";
	wchar_t w[] = L"u\"x";
	printf("%zu %zu %zu %d\n", sizeof s, sizeof t, sizeof w, _Generic(u'a', unsigned short : 1, default : 2)); //> 12 24 16 1
	return 0;
}
//// a literal whose prefix a macro hides
#define WIDE u"macro"
int main(void) {
	unsigned short s[] = WIDE; // wrong: found a literal with a prefix from a macro
	return s[0];
}
//// a comma that a macro pastes to its variable arguments
#include <stdio.h>
#define A(fmt,args...) printf(fmt,##args)
#define B(fmt, args...) printf(fmt , ## args)
#define C(fmt, ...) \
	printf(fmt \
	,##__VA_ARGS__)
#define D(fmt, ...) \
	printf(fmt, \
	## __VA_ARGS__)
#define E(...) f(0,##__VA_ARGS__)
#define TWO 2
#define PASTED(a, b) a##b
static int f(int n, ...) { return n; }
int main(void) {
	A("a\n"); //> a
	A("%d\n", TWO); //> 2
	B("b\n"); //> b
	B("%d %d\n", 1, TWO); //> 1 2
	C("c\n"); //> c
	C("%d\n", 3); //> 3
	D("d\n"); //> d
	D("%d\n", 4); //> 4
	return E() + E(1, 2) + PASTED(1, 0) - 10;
}
//// what a bitwise and may be
#include <stdio.h>
int main(void) {
	int a = -1;
	unsigned char c = a & 300;
	printf("%d\n", c); //> 44
}
//// the product of the least numbers
int main(void) {
	unsigned short u = 65535;
	return (-u) * (-u); // want: overflow
}
//// the distance of elements
#include <stdio.h>
int main(void) {
	long a[5], *p = a + 1, *q = a + 4;
	printf("%d %d\n", (int)(q - p), (int)(p - q)); //> 3 -3
}
//// a value that was never written, in integers that have all values of its type
int main(void) {
	short a;
	unsigned char b;
	unsigned c;
	int d = a;
	long e = b, f = c;
	long long g = e;
	return 0;
}
//// a value that was never written, in a shorter type
int main(void) {
	int a;
	short b = a; // want: uninitialised value
	return 0;
}
//// a value that was never written, in a type without its negative values
int main(void) {
	short a;
	unsigned b = a; // want: uninitialised value
	return 0;
}
//// a value that was never written, in a type with a sign
int main(void) {
	unsigned a;
	int b = a; // want: uninitialised value
	return 0;
}
//// a value that was never written, as a truth value
int main(void) {
	int a;
	_Bool b = a; // want: uninitialised value
	return 0;
}
//// a value that was never written, as a floating-point number
int main(void) {
	int a;
	double b = a; // want: uninitialised value
	return 0;
}
