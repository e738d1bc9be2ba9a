Declarations and types. The form of the file is described in cases_test.go.
//// specifiers in any order
#include <stdio.h>
#define S(t) (int)sizeof(t)
long unsigned int long a;
int short b;
char signed const c = -1;
double long d;
const int volatile typedef e;
e f = 1;
int main(void) {
	printf("%d %d %d %d %d\n", S(a), S(b), c, S(d), S(f)); //> 8 2 -1 16 4
	printf("%d %d %d %d\n", S(unsigned __int128), S(_Bool), S(long long), S(char *(*)[3])); //> 16 1 8 8
	return 0;
}
//// declarators
#include <stdio.h>
int (*f(int n))[3];
int (*(*g[2])(void))[4];
typedef int fn(int), *row[2];
fn h;
row r;
int k[3], *(*m)[2] = &r;
int (*f(int n))[3] { return &k; }
int h(int n) { return n + 1; }
int call(fn p, int a[const static 2]) { return p(a[1]); }
int main(void) {
	k[2] = 5;
	r[1] = &k[2];
	printf("%d %d %d\n", (*f(0))[2], *(*m)[1], call(h, k + 1)); //> 5 5 6
	printf("%d %d %d\n", (int)sizeof g, (int)sizeof *g[0](), (int)sizeof(row)); //> 16 16 16
	return 0;
}
//// typeof, __auto_type and types of expressions
#include <stdio.h>
#define max(a, b) ({ __typeof__(a) _a = (a); __auto_type _b = (b); _a > _b ? _a : _b; })
int main(void) {
	int a[3] = {1, 2, 3};
	typeof(a) b = {4, 5, 6};
	typeof(&a[0]) p = b;
	typeof(int (*)[2]) q = (void *)&b[1];
	printf("%d %d %g %d\n", p[2], max(3, 4), max(2.5, 1), (int)sizeof *q); //> 6 4 2.5 8
	return 0;
}
//// tags hide others, and may be declared before they are defined
#include <stdio.h>
struct s { char c[3]; };
struct t { struct later *p; struct s s; };
struct later { struct t t; int n; } x = {{&x, {"ab"}}, 7};
int main(void) {
	struct s; // another one
	struct s *p;
	struct s { int n; } v = {5};
	p = &v;
	{
		struct s { double d; } w;
		printf("%d ", (int)sizeof w);
	}
	printf("%d %d %d\n", p->n, (int)sizeof(struct s), x.t.p->n); //> 8 5 4 7
	return 0;
}
//// enumerations take what they need
#include <stdio.h>
enum a { A0, A1 = -1 }; enum b { B = 0xffffffff }; enum c { C = 1L << 40, C2 = 1 }; enum d { D = 200 } __attribute__((packed));
enum e { E = 3, E2, E3 = E2 * 2, E4 } v = E4;
int main(void) {
	printf("%d %d %d %d\n", (enum a)-1 < 0, (enum b)-1 > 0, (int)sizeof(enum c), (int)sizeof(enum d)); //> 1 1 8 1
	printf("%d %d %d %d\n", (int)sizeof A0, (int)sizeof C, (int)sizeof C2, v); //> 4 8 4 9
	return 0;
}
//// attributes
#include <stdio.h>
struct p { char c; int i; } __attribute__((packed));
struct a { char c; int i __attribute__((aligned(8))); } __attribute__((aligned(32)));
typedef int loose __attribute__((aligned(1)));
struct l { char c; loose i; };
typedef unsigned u16 __attribute__((mode(HI)));
#pragma pack(push, 2)
struct k { char c; int i; };
#pragma pack(pop)
struct n { char c; int i; };
int main(void) {
	struct p x = {1, 2};
	struct l y = {3, 4};
	int _Alignas(64) z = 5;
	printf("%d %d %d %d %d\n", (int)sizeof x, (int)sizeof(struct a), (int)sizeof y, (int)sizeof(u16), (int)sizeof(struct k)); //> 5 32 5 2 6
	printf("%d %d %d %d %d\n", x.i, y.i, z, (int)_Alignof(struct a), (int)sizeof(struct n)); //> 2 4 5 32 8
	return 0;
}
//// a function without a prototype
#include <stdio.h>
int f(a, b, c) char a; float b; int *c; { return a + (int)b + *c; }
int main(void) {
	int n = 100;
	printf("%d\n", f(1, 2.5, &n)); //> 103
	return 0;
}
//// arrays of variable length
#include <stdio.h>
int sum(int n, int m, int a[n][m]) {
	int s = 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j];
	return s + (int)sizeof a[0];
}
int main(void) {
	int n = 2;
	int a[n][3];
	typedef int row[n];
	n = 5;
	row r, *p = &r;
	for (int i = 0; i < 6; i++) a[i / 3][i % 3] = i;
	printf("%d %d %d %d\n", (int)sizeof a, (int)sizeof r, (int)sizeof *p, sum(2, 3, a)); //> 24 8 8 27
	return 0;
}
//// an array of no elements
int main(void) {
	int n = 0;
	int a[n]; // want: invalid size
	return sizeof a;
}
//// a length that is negative
int main(void) {
	int n = -1;
	return sizeof(int[n]) > 0; // want: invalid size
}
//// an access to a member of a packed structure is no misaligned one
struct p { char c; int i; } __attribute__((packed)) x;
int main(void) {
	x.i = 1;
	int *q = &x.i;
	return *q; // want: misaligned access
}
//// two types in one declaration
int double x; // wrong: want a type
int main(void) { return x; }
//// a type that is none
short double x; // wrong: want a type
int main(void) { return x; }
//// an array of functions
int a[2](void); // wrong: want elements of a complete type
int main(void) { return a == 0; }
//// a function that returns an array
typedef int a[2];
a f(void); // wrong: found a function that returns int [2]
int main(void) { f(); return 0; }
//// an array of an incomplete type
struct s;
struct s a[2]; // wrong: want elements of a complete type
int main(void) { return a == 0; }
//// a structure that contains itself
struct s { int n; struct s s; } x; // wrong: want a complete type
int main(void) { return x.n; }
//// a member twice
struct s { int n; char n; } x; // wrong: member n is declared twice
int main(void) { return sizeof x; }
//// a member twice, once inside one without a name
struct s { int n; struct { char n; }; } x; // wrong: n
int main(void) { return sizeof x; }
//// a bit-field that is too wide
struct s { int n : 33; } x; // wrong: found a bit-field of 33 bits in int, which has 32
int main(void) { return sizeof x; }
//// a bit-field of a floating type
struct s { float n : 3; } x; // wrong: found a bit-field of type float
int main(void) { return sizeof x; }
//// a bit-field of no bits with a name
struct s { int n : 0; } x; // wrong: found a bit-field of no bits
int main(void) { return sizeof x; }
//// an alignment that is no power of two
int x __attribute__((aligned(3))); // wrong: found an alignment of 3, want a power of two
int main(void) { return x; }
//// an alignment that is too small
_Alignas(2) int x; // wrong: want 4 at least
int main(void) { return x; }
//// a union as a structure
union s { int a; };
struct s x; // wrong: which is a union
int main(void) { return x.a; }
//// a parameter of type void
int f(int a, void b) { return a; } // wrong: void
int main(void) { return f(1, 2); }
//// an object that is declared in two ways
extern int x;
long x; // wrong: want int
int main(void) { return x; }
//// the layout of Microsoft's compiler
struct s { char a : 3; int b : 4; char c; } __attribute__((ms_struct)) x = {1, 2, 3};
struct t { unsigned a : 26; unsigned char b : 2; unsigned : 0; short c : 9, d : 9; } __attribute__((__ms_struct__)) y = {5, 1, 300, -2};
struct p { char a : 7; int b : 25; char c : 1; } __attribute__((ms_struct, packed));
_Static_assert(sizeof x == 12 && sizeof y == 12 && sizeof(struct p) == 6, "sizes");
int main(void) {
	y.d = -3;
	return x.a + x.b + x.c + ((char *)&x)[8] + y.a + y.b + y.c + y.d - 312; //exit 0
}
//// a pragma that gcc ignores, where it changes nothing
#pragma ms_struct on
struct s { int a : 3; int b : 4; char *p; } x = {1, 2, "text"};
#pragma ms_struct off
struct t { char a : 3; int b : 4; } y = {1, 2};
int main(void) { return x.a + x.b + y.a + y.b - 6; }
//// a pragma that gcc ignores and clang does not
#pragma ms_struct on
struct s { char a : 3; int b : 4; } x; // wrong: found #pragma ms_struct where it changes the layout
int main(void) { return x.a; }
//// attributes that count for nothing here
void f(int) __attribute__((noinline, cold, unused));
void f(int n) {}
struct s { char a; int b; } __attribute__((unused, deprecated, may_alias));
int main(void) {
	struct s x = {1};
	f(1);
	return x.a - 1;
}
//// the limit of alignments that holds where a file is included
#pragma pack(push, 1)
#include <stddef.h>
struct s { char a; int b; } x;
#pragma pack(pop)
int main(void) { return sizeof x - 5; }

//// printf of text writes it, whatever is in it, and returns its length
#include <stdio.h>
static int count;
int main(void)
{
	count += printf("a \x25% of %% \\ \"text\"\n"); //> a % of % \ "text"
	count += printf("no sign\0 of %d\n") + putchar(10); //> no sign
	count += printf(("two " "parts\n")); //> two parts
	printf("");
	return count + printf("?\?=\n"); //> ??=
	//exit 49
}

//// a printf of the program's own
static int printf(const char *format, ...) { return 7; }
int main(void) { return printf("text"); } //exit 7

//// digraphs are brackets, but not in strings, and the date has a name
#define S(x) %:x
%:define J(a, b) a%:%:b
int main(void)
<%
	int J(a, b)<:2:> = <% 1, 2 %>; /* <: is no bracket here: ' */
	char day<::> = __DATE__, q = '"';
	__builtin_printf("<%% %%:__DATE__ %s\n", S(<)); //> <% %:__DATE__ <
	return ab<:1:> + sizeof day + q; // <: 'tis not one here %> //exit 48
%>
//// lists of many attributes, and attributes before the tag of an enumeration
#define ALL __attribute__((unused, packed, aligned(2)))
enum __attribute__((packed)) E { A, B, C = 200 } e1; enum __attribute__((packed)) { X } e2; enum E e3;
enum __attribute__((unused, packed, deprecated)) F
{ G, H } f1;
struct s { char a; int b; } __attribute__((unused, packed, may_alias)) x; struct t { char a; long b; } ALL y;
struct __attribute__((unused,
	packed, may_alias,
		aligned(8))) v { char a; int b; } z;
typedef int vec __attribute__((unused, vector_size(16), may_alias));
const char *text = "__attribute__((a, b, c))"; /* __attribute__((a, b, c)) */
_Static_assert(sizeof e1 == 1 && sizeof e2 == 1 && sizeof e3 == 1 && sizeof f1 == 1 && sizeof x == 5 && sizeof y == 10 && sizeof z == 8 && sizeof(vec) == 16, "");
int main(void) { return __builtin_strlen(text) - 24; }
//// what follows a list of many attributes keeps its column
struct s { char a; int b; } __attribute__((unused, packed, may_alias)) x; int y = zz; // wrong: 1:83: found zz
int main(void) { return 0; }
//// what follows an enumeration with attributes before its tag keeps its column
enum __attribute__((packed)) E { A, B } q; int r = zz; // wrong: 1:52: found zz
int main(void) { return 0; }
//// a _Bool in memory is copied, whatever its bytes are
#include <stdio.h>
#include <string.h>
struct s { _Bool a, b; int c; };
int main(void) {
	struct s x, y, z;
	_Bool u, v = u, *p = &v, w = *p;
	x.a = 1;
	y = x;
	w = y.b;
	unsigned char byte = 1;
	printf("%d %d\n", y.a, *(_Bool *)&byte); //> 1 1
	memset(&x, 2, sizeof x);
	z = x;
	memset(&z, 0, sizeof z);
	z.a |= 1;
	printf("%d %d\n", z.a, z.b + 1); //> 1 1
	return 0;
}
//// a byte that is neither 0 nor 1 is no _Bool
#include <string.h>
int main(void) {
	_Bool b[2], c;
	memset(b, 255, 2);
	c = b[1]; // want: invalid conversion
	return 0;
}
//// writes to what is const only because of how it is named, and to const members of objects that are not const
#include <stdlib.h>
struct s { const int a; struct { const int b[2]; } in; int c; };
int main(void) {
	int n = 1;
	const int *p = &n;
	*(int *)p = 2;
	struct s s = {1, {{2, 3}}, 4}, t[2] = {{1}}, *h = calloc(1, sizeof *h);
	*(int *)&s.a = 5;
	*(int *)&s.in.b[1] = 6;
	*(int *)&t[1].a = 7;
	*(int *)&h->a = 8;
	return n + s.a + s.in.b[1] + t[1].a + h->a; //exit 28
}
//// a write to a member of a const object
struct s { int a; };
int main(void) {
	const struct s s = {1};
	*(int *)&s.a = 2; // want: read-only write
	return 0;
}
//// a write to an element of an array of const elements
typedef int row[2];
int main(void) {
	const row a[2] = {{1}};
	*(int *)&a[1][0] = 2; // want: read-only write
	return 0;
}
//// a write to a const object with static storage
static const struct { int a[2]; } s[2];
int main(void) {
	int *p = (int *)s[1].a;
	p[1] = 2; // want: read-only write
	return 0;
}
//// a write to a const compound literal
int main(void) {
	int *p = (int *)(const int[]){1, 2};
	p[1] = 2; // want: read-only write
	return 0;
}
//// records that refer to each other through pointers to functions, asked for by a prototype and a definition
typedef struct S S;
typedef int (*F)(S *);
typedef union V { F f; long n[3]; } V;
typedef struct T { V v; } T;
typedef union K { T t; } K;
typedef K *P;
typedef struct G { T n; int seed; } G;
struct S { P top; G *g; };
extern void cl(G *g);
void cl(G *g) { g->seed++; }
int main(void) {
	G g = {.seed = 1};
	S s = {0, &g};
	cl(s.g);
	return g.seed + sizeof g + sizeof *s.top; //exit 58
}
