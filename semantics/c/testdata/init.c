Initializers. The form of the file is described in cases_test.go.
//// elements in order, and the length that they give
#include <stdio.h>
int g[] = {1, 2, [5] = 6, 7, [2] = 3};
int main(void) {
	int a[] = {1, 2, [5] = 6, 7, [2] = 3};
	for (unsigned i = 0; i < sizeof a / sizeof *a; i++) printf("%d%d ", a[i], g[i]); //> 11 22 33 00 00 66 77 
	printf("\n");
	printf("%zu %zu\n", sizeof a, sizeof g); //> 28 28
	return 0;
}
//// braces that are left out
#include <stdio.h>
struct p { int x, y; };
struct q { struct p a, b[2]; char s[3]; int z; } g = {1, 2, 3, 4, 5, 6, "ab", 7};
int two[2][3] = {1, 2, 3, 4};
int main(void) {
	struct q l = {1, 2, {{3, 4}, 5, 6}, 'a', 'b', 0, 7};
	struct q m = {{1}, .b[1] = {.y = 6}, {'x'}, 9};
	printf("%d %d %d %d %s %d\n", g.a.y, g.b[0].x, g.b[1].x, g.b[1].y, g.s, g.z); //> 2 3 5 6 ab 7
	printf("%d %d %d %d %s %d\n", l.a.y, l.b[0].x, l.b[1].x, l.b[1].y, l.s, l.z); //> 2 3 5 6 ab 7
	printf("%d %d %d %d %s %d\n", m.a.y, m.b[0].x, m.b[1].x, m.b[1].y, m.s, m.z); //> 0 0 0 6 x 9
	printf("%d %d\n", two[1][0], two[1][1]); //> 4 0
	return 0;
}
//// designators, of members inside members too, and what follows them
#include <stdio.h>
struct in { int a, b, c; };
struct out { int n; struct in i[3]; int m; } g = {.i[1].b = 5, 6, 7, .n = 1, {8}, .m = 2};
int main(void) {
	struct out l = {.i[1].b = 5, 6, 7, .n = 1, {8}, .m = 2};
	printf("%d %d %d %d %d %d %d\n", g.n, g.i[0].a, g.i[0].b, g.i[1].b, g.i[1].c, g.i[2].a, g.m); //> 1 8 0 0 0 0 2
	printf("%d %d %d %d %d %d %d\n", l.n, l.i[0].a, l.i[0].b, l.i[1].b, l.i[1].c, l.i[2].a, l.m); //> 1 8 0 0 0 0 2
	return 0;
}
//// the last of several counts
#include <stdio.h>
struct p { int x, y; };
struct q { struct p a; int b; } g = {.a.x = 1, .a = {.y = 2}, .b = 3, .b = 4};
int main(void) {
	struct q l = {.a = {1, 2}, .a.x = 5, .b = 3};
	int r[4] = {[0 ... 3] = 7, [1 ... 2] = 8};
	printf("%d %d %d %d %d\n", g.a.x, g.a.y, g.b, l.a.x, l.a.y); //> 0 2 4 5 2
	printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]); //> 7 8 8 7
	return 0;
}
//// ranges
#include <stdio.h>
struct p { int x, y; };
int g[300] = {[2 ... 200] = 7, 8};
struct p h[5] = {[1 ... 2] = {3, 4}, [3 ... 4].y = 5};
int main(void) {
	int n = 0, l[100] = {[10 ... 60] = ++n};
	struct p k[4] = {[0 ... 2] = {1, 2}};
	printf("%d %d %d %d %d\n", g[1], g[2], g[200], g[201], g[202]); //> 0 7 7 8 0
	printf("%d %d %d %d %d\n", h[1].x, h[2].y, h[3].x, h[4].y, h[0].x); //> 3 4 0 5 0
	printf("%d %d %d %d %d %d\n", n, l[9], l[10], l[60], k[2].y, k[3].x); //> 1 0 1 1 2 0
	return 0;
}
//// unions
#include <stdio.h>
union u { char c; int i; struct { short a, b; } s; double d; };
union u a = {65}, b = {.i = 0x01020304}, c = {.s = {1, 2}}, d = {.d = 1.5}, e = {.i = 7, .s.b = 9};
struct { int k; union u u; int m; } f = {1, {2}, 3}, g = {1, .u.s.b = 2, 3};
int main(void) {
	union u l = {.s.a = 4, .s.b = 5};
	printf("%d %x %d %d %g %d %d\n", a.i, b.i, c.s.a, c.s.b, d.d, e.s.a, e.s.b); //> 65 1020304 1 2 1.5 0 9
	printf("%d %d %d %d %d %d %d\n", f.u.i, f.m, g.u.s.a, g.u.s.b, g.m, l.s.a, l.s.b); //> 2 3 0 2 3 4 5
	return 0;
}
//// members without a name
#include <stdio.h>
struct s { int a; union { int b; struct { short c, d; }; }; int : 5; unsigned e : 3; } g = {1, {2}, 3}, h = {.d = 4, .a = 5, .e = 6}, i = {.c = 1, 2, 7};
int main(void) {
	printf("%d %d %d\n", g.a, g.b, g.e); //> 1 2 3
	printf("%d %d %d %d\n", h.a, h.c, h.d, h.e); //> 5 0 4 6
	printf("%d %d %d\n", i.c, i.d, i.e); //> 1 2 7
	return 0;
}
//// strings
#include <stdio.h>
#include <wchar.h>
char a[] = "abc", b[3] = "abc", c[5] = {"ab"}, d[2][4] = {"x", {"yz"}}, e[] = ("paren");
wchar_t w[] = L"ab";
struct { char s[4]; int n; } f[] = {"one", 1, {"two", 2}};
int main(void) {
	char l[10] = "hi", m[] = "a" "b";
	printf("%zu %c %s %s %s %zu %zu %d\n", sizeof a, b[2], c, d[0], d[1], sizeof e, sizeof w, w[1]); //> 4 c ab x yz 6 12 98
	printf("%s %d %s %d %s %d %zu\n", f[0].s, f[0].n, f[1].s, f[1].n, l, l[9], sizeof m); //> one 1 two 2 hi 0 3
	return 0;
}
//// flexible arrays
#include <stdio.h>
struct s { int n; char t[]; } a = {3, "hello"}, b = {2, {'x', 'y'}}, c = {1};
struct { int n; int v[]; } d = {2, {5, 0}};
int main(void) {
	printf("%s %c%c %d %d %zu\n", a.t, b.t[0], b.t[1], d.v[0], d.v[1], sizeof a); //> hello xy 5 0 4
	return 0;
}
//// bit-fields beside each other
#include <stdio.h>
struct { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; unsigned char e; signed f : 9; } g = {5, -3, 0x123456789a, 2, 200, -200};
int main(void) {
	printf("%d %d %lx %d %d %d\n", g.a, g.b, (unsigned long)g.c, g.d, g.e, g.f); //> 5 -3 123456789a 1 200 -200
	return 0;
}
//// compound literals in initializers
#include <stdio.h>
struct p { int x, y; };
struct p a = (struct p){1, 2}, *b = &(struct p){3, 4}, c[] = {(struct p){5}, {6, 7}};
int *d = (int[]){8, 9}, e[] = (int[]){1, 2, 3};
int main(void) {
	struct p l = (struct p){.y = 1}, m[2] = {l, {2, 3}};
	printf("%d %d %d %d %d %d %zu\n", a.y, b->y, c[0].x, c[1].y, d[1], e[2], sizeof e); //> 2 4 5 7 9 3 12
	printf("%d %d %d\n", m[0].y, m[0].x, m[1].y); //> 1 0 3
	return 0;
}
//// conversions of constants
#include <stdio.h>
signed char a = 300;
unsigned b = -1;
float c = 0.1;
double d = 0.1f;
_Bool e = 0.5, f = &a;
int g = 2.9;
unsigned long h = 'a';
__int128 i = (__int128)1 << 100;
int main(void) {
	printf("%d %u %.9g %.17g %d %d %d %lu %d\n", a, b, c, d, e, f, g, h, (int)(i >> 98)); //> 44 4294967295 0.100000001 0.10000000149011612 1 1 2 97 4
	return 0;
}
//// tables of functions and of labels
#include <stdio.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[])(void) = {one, &two, [3] = one};
int main(void) {
	static void *labels[] = {&&a, &&b};
	goto *labels[1];
a:
	printf("a\n");
b:
	printf("%d %d %d %d\n", table[0](), table[1](), table[2] == 0, table[3]()); //> 1 2 1 1
	return 0;
}
//// an object that an initializer of its own names
#include <stdio.h>
struct node { struct node *next; int n; } a = {&a, 1}, b, c = {&b, 3}, b = {&a, 2};
int main(void) {
	struct node l = {&l, 4};
	printf("%d %d %d\n", a.next->n, c.next->next->n, l.next->n); //> 1 1 4
	return 0;
}
//// elements that are too many count for nothing
#include <stdio.h>
int a[2] = {1, 2, 3};
int main(void) {
	int b[2] = {4, 5, 6};
	printf("%d %d\n", a[1], b[1]); //> 2 5
	return 0;
}
//// a static object in a function
#include <stdio.h>
int f(void) {
	static int n = 5, a[] = {1, 2, 3}, *p = &a[2];
	return n++ + *p;
}
int main(void) {
	f();
	printf("%d\n", f()); //> 9
	return 0;
}
//// what no element sets is zero
#include <stdio.h>
struct { char c; double d; void *p; int a[3]; } g = {1};
int main(void) {
	struct { char c; double d; void *p; int a[3]; } l = {1};
	printf("%g %d %d %g %d %d\n", g.d, g.p == 0, g.a[2], l.d, l.p == 0, l.a[2]); //> 0 1 0 0 1 0
	return 0;
}
//// a write to a constant object
const int t[2] = {1, 2};
int main(void) {
	*(int *)&t[1] = 3; // want: read-only write
	return 0;
}
//// a read behind the elements
int a[] = {1, 2, 3};
int main(void) {
	int *p = a, i = 3;
	return p[i]; // want: out of bounds read
}
//// a designator that the structure does not have
struct { int a; } s = {.b = 1}; // wrong: found member b
int main(void) { return s.a; }
//// a designator beyond the array
int a[2] = {[2] = 1}; // wrong: found the subscript 2
int main(void) { return a[0]; }
//// a designator before the array
int a[2] = {[-1] = 1}; // wrong: -1
int main(void) { return a[0]; }
//// an empty range
int a[9] = {[3 ... 2] = 1}; // wrong: 3 ... 2
int main(void) { return a[0]; }
//// a subscript of a structure
struct { int a; } s = {[0] = 1}; // wrong: want an array
int main(void) { return s.a; }
//// a pointer from a floating number
int *p = 1.5; // wrong: found an initializer of type double
int main(void) { return p != 0; }
//// a member of an array
int a[2] = {.x = 1}; // wrong: x
int main(void) { return a[0]; }
//// an array from an expression
int b[2];
int a[2] = b; // wrong: found an expression as the initializer of int [2]
int main(void) { return a[0]; }
//// a structure from an integer
struct s { int a; } x = 1; // wrong: found an initializer of type int
int main(void) { return x.a; }
//// an initializer of a static object that is computed
int f(int n) {
	static int k = n; // wrong: it has the variable n
	return k;
}
int main(void) { return f(1); }
