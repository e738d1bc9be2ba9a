Functions that are not main: their arguments are inputs. The form of the file is described in cases_test.go.
//// numbers
//option entry=f
//in 200 -3 1 4294967295 1065353216 13835058055282163712 -1
#include <stdio.h>
enum e { A, B };
void f(unsigned char c, short s, _Bool b, enum e e, float x, double y, __int128 w) {
	printf("%d %d %d %u %g %g %d\n", c, s, b, e, x, y, w == -1); //> 200 -3 1 4294967295 1 -2 1
}
//// a _Bool is 0 or 1
//option entry=f
//in 2
int f(_Bool b) { // refused: an input
	return b;
}
//// the result is the status, and one that is missing is 0
//option entry=f
//in 300
int f(int n) {
	if (n > 0)
		return n; //exit 44
}
//// a result that is missing
//option entry=f
//in 0
int f(int n) {
	if (n > 0)
		return n;
}
//// a structure as a result
//option entry=f
//in 3
struct s { int a[4]; };
struct s f(int n) {
	struct s s = {{n}};
	return s;
}
//// a static function, without a parameter
//option entry=f
static int f(void) { return 3; } //exit 3
//// main has no inputs by the types of its parameters
//option args=1x2
//in 97 0
#include <stdio.h>
int main(int argc, char **argv) {
	printf("%d %s %d\n", argc, argv[1], argv[2] == 0); //> 2 a 1
	return 0;
}
//// another function takes the arguments of the program
//option args=2x2
//option entry=start
//in 97 98 0
#include <stdio.h>
static int start(int argc, char **argv) {
	printf("%d %s %s. %s\n", argc, argv[1], argv[2], argv[0]); //> 3 ab . program
	return 0;
}
//// an argument ends behind its 0
//option args=1x8
//in 97 0
int main(int argc, char **argv) {
	return argv[1][2]; // want: out of bounds read
}
//// an argument may be written up to its end
//option args=1x2
//in 97 98
int main(int argc, char **argv) {
	argv[1][2] = 1;
	argv[1][3] = 1; // want: out of bounds write
	return 0;
}
//// standard input ends where the options say
//option stdin=2
//in 97 98
#include <stdio.h>
int main(void) {
	int a = getchar(), b = getchar(), c = getchar();
	printf("%d %d %d %d\n", a, b, c, feof(stdin) != 0); //> 97 98 -1 1
	return 0;
}
//// standard input ends before
//option stdin=3
//in 97 -1
#include <stdio.h>
#include <unistd.h>
int main(void) {
	char line[8];
	printf("%d", fgets(line, 8, stdin) == line);
	printf("%s %d\n", line, (int)read(0, line, 1)); //> 1a 0
	return 0;
}
//// standard input may be empty
//option stdin=0
#include <stdio.h>
int main(void) {
	int n = 5;
	printf("%d %d\n", scanf("%d", &n), n); //> -1 5
	return 0;
}
//// a pointer leads to one object
//option entry=f
//in 7
int f(int *p) {
	int n = p[0];
	return n + p[1]; // want: out of bounds read
}
//// a pointer is not null, and its object is on the heap
//option entry=f
//in 7
#include <stdlib.h>
int f(int *p) {
	int n = *p;
	free(p);
	return n; //exit 7
}
//// different pointers lead to different objects
//option entry=f
//in 1 2
int f(int *p, int *q) {
	*p = 5;
	return *q + (p == q); //exit 2
}
//// a structure, member by member
//option entry=f
//in 120 5 77 -3 1 9 10 11 12 65 66 67 68 3
#include <stdio.h>
struct in { unsigned a : 3, b : 7; signed c : 4; _Bool ok; };
struct s { char c; struct in in; short a[2][2]; union { char y[4]; int x; }; struct { int z; }; };
void f(struct s s) {
	printf("%c %d %d %d %d", s.c, s.in.a, s.in.b, s.in.c, s.in.ok);
	printf(" %d %d %d %d %c %d\n", s.a[0][0], s.a[0][1], s.a[1][0], s.a[1][1], s.y[3], s.z); //> x 5 77 -3 1 9 10 11 12 D 3
}
//// a bit-field has the range of its width
//option entry=f
//in 8
struct s { unsigned a : 3; };
int f(struct s *s) { // refused: an input
	return s->a;
}
//// padding is undefined
//option entry=f
//in 1 2
struct s { char c; int i; };
int f(struct s *s) {
	return ((char *)s)[1] == 0; // want: uninitialised value
}
//// a packed structure
//option entry=f
//in 1 -2 3 4
#include <stdio.h>
struct __attribute__((packed)) s { char c; int i; unsigned long l; float x; };
void f(struct s *s) {
	printf("%d %d %lu\n", s->c, s->i, s->l); //> 1 -2 3
}
//// a flexible array member has no elements
//option entry=f
//in 2
struct s { int n, a[]; };
int f(struct s *s) {
	return s->a[0]; // want: out of bounds read
}
//// pointers inside of objects: null or an object, to a depth
//option entry=f
//in 1 1 2 1 3
struct node { int v; struct node *next; };
int f(struct node *n) {
	return n->next->next->v * 10 + (n->next->next->next == 0); //exit 31
}
//// a pointer inside of an object may be null
//option entry=f
//in 1 0
struct node { int v; struct node *next; };
int f(struct node *n) {
	return n->next->v; // want: null dereference
}
//// pointers inside of objects, to another depth
//option entry=f
//option pointer-depth=0
//in 1
struct node { int v; struct node *next; };
int f(struct node *n) {
	return n->v + (n->next == 0); //exit 2
}
//// an array
//option entry=f
//option array=a=3
//in 3 4 5 2
int f(const int *a, unsigned n) {
	if (n == 2)
		return a[n]; //exit 5
	return a[3];
}
//// an array ends
//option entry=f
//option array=a=3
//in 3 4 5 3
int f(int a[], unsigned n) {
	return a[n]; // want: out of bounds read
}
//// a parameter that is written as an array has as many elements
//option entry=f
//in 1 2 3 4 5 6 3
enum { N = 3 };
int f(int a[static N], int m[1][2], const char c[const], int i) {
	return m[0][1] + a[i]; // want: out of bounds read
}
//// an option says more than a parameter that is written as an array
//option entry=f
//option array=a=2
//in 1 2 1
int f(int a[5], int i) {
	int n = a[i]; //exit 2
	if (i < 2)
		return n;
	return a[2];
}
//// a parameter that is written as an array of unknown length has one element
//option entry=f
//in 2 7
int f(int n, int a[n]) {
	return a[1]; // want: out of bounds read
}
//// an array of no elements
//option entry=f
//option array=a=0
int f(int *a) {
	return a[0]; // want: out of bounds read
}
//// bytes of no type
//option entry=f
//option array=v=2
//in 3 255
int f(const void *v) {
	return ((unsigned char *)v)[1]; //exit 255
}
//// a string, and what is behind it
//option entry=f
//option string=s=3
//in 97 98 0
#include <string.h>
int f(char *s) {
	if (strlen(s) == 2)
		return s[3]; // want: out of bounds read
	return 0;
}
//// a string of the greatest length
//option entry=f
//option string=s=2
//in 97 98
#include <string.h>
int f(unsigned char *s) {
	return strlen((char *)s); //exit 2
}
//// strings and arrays inside of objects
//option entry=f
//option array=names=2
//option string=names[]=2
//option array=b.data=2
//in 1 97 0 1 98 99 1 5 6 2
#include <stdio.h>
struct b { short *data; int n; };
int f(char **names, struct b b) {
	printf("%s %s %d %d %d\n", names[0], names[1], b.data[0], b.data[1], b.n); //> a bc 5 6 2
	return 0;
}
//// what a function requires
//option entry=f
//in 3 5
int vouch_requires(const int *p) { return *p > 3; } // refused: assumption
int f(int *p, int n) {
	return *p;
}
//// what a function requires holds
//option entry=f
//in 4 5
static _Bool vouch_requires(const int *p, int n) { return *p < n; }
int f(int *p, int n) {
	return *p; //exit 4
}
//// a fault in what a function requires
//option entry=f
//option array=p=1
//in 4
static int vouch_requires(int *p) {
	return p[1]; // want: out of bounds read
}
int f(int *p) {
	return *p;
}
//// global variables have their initial values
//option entry=f
//in 1
int n = 4;
int f(int m) { return n + m; } //exit 5
//// variable arguments: those with names are inputs
//option entry=f
//in 3
int f(int n, ...) { return n; } //exit 3
//// variable arguments: of the others nothing is known
//option entry=f
//in 3
#include <stdarg.h>
int f(int n, ...) {
	va_list list;
	va_start(list, n);
	return va_arg(list, int); // refused: a variable argument of f, of which nothing is known
}
//// variable arguments that a model asks for
//option entry=f
//option string=text=2
//in 37 100
#include <stdarg.h>
#include <stdio.h>
int f(char *text, ...) {
	char to[9];
	va_list list;
	va_start(list, text);
	return vsnprintf(to, 9, text, list); // refused: a variable argument of f, of which nothing is known
}
//// variable arguments for a function of the program are known
//option entry=f
//in 3
#include <stdarg.h>
static int g(int n, ...) {
	va_list list;
	va_start(list, n);
	n = va_arg(list, int);
	return n + va_arg(list, int); // want: missing argument
}
int f(int n, ...) { return g(1, n); }
//// an old definition has the parameters that it declares
//option entry=f
//in -3 200 97 0 1069547520
#include <stdio.h>
int f(c, s, p, n, x) char c; unsigned short s; char *p; float x; {
	printf("%d %d %d %d %g\n", c, s, *p, n, x); //> -3 200 97 0 1.5
	return 0;
}
//// an old definition with a prototype
//option entry=f
//in 5
int f(char);
int f(c) char c; { return c; } //exit 5
//// what an old definition requires
//option entry=f
//in 3
int vouch_requires(int m) { return m > 3; } // refused: assumption
int f(m) int m; { return m; }
//// a pointer to a function: an unknown one, which returns any value
//option entry=f
//in 7 9
int f(int (*g)(int)) { return g(1) * 10 + g(2); } //exit 79
//// only a call asks what an unknown function is
//option entry=f
//in 4 1
struct s { int n; void (*g)(void); };
int f(struct s *s) { return s->n; } //exit 4
//// a pointer to a function in a structure may be null
//option entry=f
//in 4 0
struct s { int n; void (*g)(void); };
int f(struct s *s) {
	s->g(); // want: null dereference
	return s->n;
}
//// an unknown function changes nothing
//option entry=f
//in 1 4
static int n = 3;
int f(void (*g)(int *)) {
	int m = 4;
	g(&n);
	g(&m);
	return n * 10 + m; //exit 34
}
//// an unknown function may be one of the program
//option entry=f
//in 1 0
#include <stdio.h>
static int more(int n) { printf("more\n"); return n + 1; } //> more
static int less(int n) { return n - 1; }
static long other(long n) { return n; }
long (*o)(long) = other;
int (*both[])(int) = { more, less };
int f(int (*g)(int)) { return g(4) + (both[0] == g); } //exit 5
//// an unknown function stays the function that it is: no second call asks
//option entry=f
//in 0 1
static int more(int n) { return n + 1; }
static int less(int n) { return n - 1; }
int f(int (*g)(int)) {
	int (*both[])(int) = { more, less };
	return both[0](0) + g(4) * 10 + g(5); //exit 35
}
//// an unknown function that is none of the program stays none
//option entry=f
//in 0 6 7
static int more(int n) { return n + 1; }
int f(int (*g)(int)) {
	int (*one)(int) = more;
	return one(0) * 100 + g(4) * 10 + g(5); //exit 167
}
//// a function that is only called is no unknown function
//option entry=f
//in 8
static int more(int n) { return n + 1; }
int f(int (*g)(int)) { return more(1) + g(4); } //exit 10
//// a function of another type is no unknown function
//option entry=f
//in 8
static int more(unsigned n) { return n + 1; }
int (*one)(unsigned) = more;
int f(int (*g)(int)) { return one(1) + g(4); } //exit 10
//// a function of the library may be an unknown function
//option entry=f
//in 1 2 65 66
#include <stdlib.h>
int f(void (*release)(void *)) {
	void (*mine)(void *) = free;
	char *p = malloc(2);
	release(p);
	mine(p); // want: double free
	return 0;
}
//// two unknown functions are not equal, nor is one null
//option entry=f
int f(void (*g)(void), void (*h)(void)) { return (g == h) * 10 + (g == 0); } //exit 0
//// an unknown function returns null or a new object
//option entry=f
//in 1 5 0
struct s { int n; struct s *next; };
int f(struct s *(*g)(void)) {
	struct s *p = g();
	int n = p->n + (p->next == 0); // the depth ends
	return n; //exit 6
}
//// unknown functions in objects, to the depth
//option entry=f
//in 0 1 0 1 1 7
struct node { int (*g)(void); struct node *next; };
int f(struct node *n) { return n->next->next->g(); } //exit 7
//// pointers that unknown functions return are as deep as others
//option entry=f
//option pointer-depth=1
//in 1
struct s { struct s *(*g)(void); };
int f(struct s *s) { return s->g() == 0; } //exit 1
//// an unknown function returns null
//option entry=f
//in 0
struct s { int n; };
int f(struct s *(*g)(void)) {
	return g()->n; // want: null dereference
}
//// an unknown function that allocates
//option entry=f
//in 1 2 65 66
#include <stdlib.h>
int f(void *(*allocate)(size_t)) {
	char *p = allocate(4);
	return p[1] + p[2]; // want: out of bounds read
}
//// an unknown function returns a structure
//option entry=f
//in 65 2 1 3
struct s { char c; int n; void (*g)(void); };
int f(struct s (*g)(void)) {
	struct s s = g();
	s.g();
	return s.c + s.n; //exit 67
}
//// an unknown function returns what has another size
//option entry=f
//in 4609434218613702656 -1
#include <stdio.h>
void f(double (*g)(void), __int128 (*h)(int, double)) {
	double d = g();
	printf("%g %d\n", d, h(1, 2) == -1); //> 1.5 1
}
//// an unknown function with variable arguments
//option entry=f
//in 0 7
#include <stdarg.h>
static int first(int n, ...) {
	va_list list;
	va_start(list, n);
	return va_arg(list, int);
}
int f(int (*g)(int, ...)) {
	int (*mine)(int, ...) = first;
	return g(1, 2, 3) + mine(1, 2); //exit 9
}
//// an unknown function without a prototype
//option entry=f
//in 1 3 4 5
struct s { int (*g)(); };
int f(struct s *s) { return s->g() * 100 + s->g(1) * 10 + s->g(1L, "a"); } //exit 89
//// an unknown function that is called as one of another type
//option entry=f
int f(int (*g)(int)) {
	return ((int (*)(double))g)(1); // want: invalid call
}
//// a pointer to a pointer to a function
//option entry=f
//option array=g=2
//in 1 0 5
int f(int (**g)(void)) { return g[0]() + (g[1] == 0); } //exit 6
//// pointers to void lead to so many bytes
//option entry=f
//in 2 65 66
int f(const void *p) {
	const char *s = p;
	int n = s[0] + s[1];
	return n + s[2]; // want: out of bounds read
}
//// pointers to void lead to as many bytes as the option says
//option entry=f
//option void-bytes=3
//in 4
int f(const void *p) { // refused: an input
	return 0;
}
//// a pointer to void in a structure
//option entry=f
//in 1 1 65 0
struct s { void *p, *q; };
int f(struct s s) { return *(char *)s.p + (s.q == 0); } //exit 66
//// an incomplete structure
//option entry=f
//in 1 8
struct s;
int f(struct s *p) { return *(char *)p; } //exit 8
//// an incomplete structure with a size that is known
//option entry=f
//option array=p=2
//in 1 8
struct s;
int f(struct s *p) { return ((char *)p)[1]; } //exit 8
//// an array of unknown length has one element
//option entry=f
//in 4
int f(int (*p)[]) {
	int n = (*p)[0];
	return n + (*p)[1]; // want: out of bounds read
}
//// an array of a length that is a parameter has one element
//option entry=f
//in 5 7 3
int f(int n, int (*p)[n], int q[n][n]) { return p[0][0] + q[0][0]; } //exit 10
//// long double
//option entry=f
//in 0 16383
#include <stdio.h>
int f(long double x) {
	printf("%Lg\n", x); //> 1
	return 0;
}
//// a long double that is no number, and one that is small
//option entry=f
//in 1 32767 1 0
int f(long double x, long double y) { return (x != x) * 10 + (y > 0 && y < 1e-4940L); } //exit 11
//// complex numbers
//option entry=f
//in 4609434218613702656 0 3 -4
#include <complex.h>
struct s { _Complex double z; _Complex int n; };
int f(struct s s) { return (creal(s.z) == 1.5) * 100 + __real__ s.n * 10 - __imag__ s.n; } //exit 134
//// a vector
//option entry=f
//in 1 2 3 4
typedef int v __attribute__((vector_size(16)));
int f(v x) { return x[3] * 10 + x[0]; } //exit 41
//// a pointer in a union: the member with the pointer
//option entry=f
//in 1 1 7
union u { int *p; long l; };
int f(union u *u) { return *u->p; } //exit 7
//// a pointer in a union: bytes
//option entry=f
//in 0 1 2 0 0 0 0 0 0
union u { int *p; long l; };
int f(union u *u) { return u->l == 513; } //exit 1
//// a pointer in a union: what is read is what was chosen
//option entry=f
//in 0 1 2 0 0 0 0 0 0
union u { int *p; long l; };
int f(union u *u) {
	return *u->p; // want: null dereference
}
//// a union of pointers only
//option entry=f
//in 0 1 65
union u { int *p; char *q; };
int f(union u u) { return *u.q; } //exit 65
//// a pointer in a union is one of a structure, and there is more behind it
//option entry=f
//in 2 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 10 0 0 0 0 0 0 0 9 1 70
struct in { char c, *p; };
struct s { int tag; union { struct in in; char text[24]; long l; }; };
int f(struct s *s) { return *s->in.p + s->tag + s->text[16] / 5; } //exit 74
//// a pointer in a union without a name
//option entry=f
//in 2 1 1 70
struct s { int tag; union { char *p; struct { long l; }; }; };
int f(struct s *s) { return *s->p + s->tag; } //exit 72
//// a pointer in an anonymous structure in a union
//option entry=f
//in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 3 4 1 66
union u { struct { short a, b; char *p; }; char text[16]; };
int f(union u *u, union u *v) { return u->text[15] + v->a * 10 + *v->p; } //exit 112
//// a structure that is not complete
//option entry=f
struct s;
int f(struct s s) { // wrong: found the input s of type struct s, want a type that is complete
	return 0;
}
//// an array for what is no pointer
//option entry=f
//option array=n=3
int f(int n) { // wrong: found the option array for "n", want a pointer among the inputs of f
	return n;
}
//// an array for what is no parameter
//option entry=f
//option array=q=3
int f(int *p) { // wrong: found the option array for "q", want a pointer among the inputs of f
	return *p;
}
//// a string for what is deeper than pointers lead
//option entry=f
//option pointer-depth=0
//option string=s[].name=3
struct s { char *name; };
int f(struct s *s) { // wrong: found the option string for "s[].name", want a pointer among the inputs of f
	return s->name == 0;
}
//// a string of numbers
//option entry=f
//option string=p=3
int f(int *p) { // wrong: found the option string for p of type int *, want a pointer to characters
	return *p;
}
//// an array that is a string
//option entry=f
//option string=p=3
//option array=p=3
int f(char *p) { // wrong: found the options array and string for p, want one of them
	return *p;
}
//// an array that is too large
//option entry=f
//option array=p=65536
struct s { char a[100000]; };
int f(struct s *p) { // wrong: found 65536 elements of 100000 bytes at p, want an object of at most
	return 0;
}
//// too many inputs
//option entry=f
//option array=p=65536
struct s { int a, b; };
int f(struct s *p) { // wrong: found more than 65536 inputs of f, want fewer
	return 0;
}
//// many elements with nothing in them
//option entry=f
struct bits { int : 5; };
int f(struct bits (*p)[1000000000], struct { int a[0]; } (*q)[1000000000]) {
	return 0; //exit 0
}
//// arguments for a function that takes none
//option entry=f
//option args=1x1
int f(int n) { // wrong: found f of type int (int), want int (int, char **), as there are arguments
	return n;
}
//// other parameters than those of the function
//option entry=f
int vouch_requires(long n) { return n > 3; } // wrong: found vouch_requires of type int (long), want an integer for the parameters of f, which has type int (int), or the first of them
int f(int n) { return n; }
//// more parameters than those of the function
//option entry=f
int vouch_requires(int n, int m) { return n > 3; } // wrong: found vouch_requires of type int (int, int), want an integer for the parameters of f
int f(int n) { return n; }
//// a requirement that says nothing
//option entry=f
void vouch_requires(int n) { } // wrong: found vouch_requires of type void (int), want an integer for the parameters of f
int f(int n) { return n; }
//// a function without a body is refused
//option entry=f
int g(int);
int f(void) { return g(1); } // refused: function g, which has no body
//// a function without a body returns any value
//option entry=f
//option undefined=any
//in 7 9
int g(int);
int f(void) { return g(1) * 10 + g(2); } //exit 79
//// a function without a body and without a declaration
//option entry=f
//option undefined=any
//in 7
int f(void) { return g(1); } //exit 7
//// a function without a body sets what its arguments show
//option entry=f
//option undefined=any
//in 3 0 4 5 6 7 8
#include <stdio.h>
struct s { int a; char *p; short b[2]; };
void g(int *n, struct s *s, int *to, const int *from);
void f(void) {
	int n, a[3] = { 0, 0, 9 }, c = 5;
	struct s s = { 1, "p", { 2, 2 } };
	g(&n, &s, &a[1], &c);
	printf("%d %d %s %d %d", n, s.a, s.p, s.b[0], s.b[1]); //> 3 4 p 5 6 0 7 8 5
	printf(" %d %d %d %d\n", a[0], a[1], a[2], c);
}
//// a function without a body sets an array of characters, and no literal
//option entry=f
//option undefined=any
//in 65 66 0 2
#include <stdio.h>
int g(char *to, char *text, void *bytes, int n);
void f(void) {
	char to[3];
	char *text = "c";
	int n = g(to, "b", text, 3);
	printf("%s %s %d\n", to, text, n); //> AB c 2
}
//// a function without a body sets what another pointer leads to, up to the end of the object
//option entry=f
//option undefined=any
//in 3 8 5 6 7
void g(int *);
int f(int *p) {
	int a[4] = { 1, 1, 1, 1 }, *q = a + 1;
	g(p);
	g(q);
	return *p * 8 + a[0] + a[1] + a[2] + a[3]; //exit 83
}
//// a function without a body sets what pointers to pointers lead to, and makes what is not there
//option entry=f
//option undefined=any
//in 1 9 2 3 1 7
#include <stdio.h>
struct s { int n; struct s *next; };
void g(struct s **);
void f(void) {
	struct s last = { 1 }, first = { 1, &last }, *lists[2] = { &first };
	g(lists);
	printf("%d %d %d", first.n, last.n, last.next == 0); //> 9 2 1 3 7
	printf(" %d %d\n", lists[1]->n, lists[1]->next ? lists[1]->next->n : 4);
}
//// a function without a body may get null, and the end of an array
//option entry=f
//option undefined=any
//in 3 0
void g(int *, int *);
int f(int *p) {
	int *q = 0, *end = p + 1;
	g(q, end);
	return *p; //exit 3
}
//// a function without a body sets what is not there to null
//option entry=f
//option undefined=any
//in 0
struct s { int n; struct s *next; };
void g(struct s **);
int f(void) {
	struct s *s;
	g(&s);
	return s == 0; //exit 1
}
//// a function without a body sets nothing behind the end of an array
//option entry=f
//option undefined=any
//in 3
void g(int *);
int f(int *p) {
	int *end = p + 1;
	g(end);
	return *p; //exit 3
}
//// a function without a body that does not return ends the program
//option entry=f
//option undefined=any
_Noreturn void die(void);
int f(void) { die(); } //exit 1
//// a function without a body that is called through a pointer
//option entry=f
//option undefined=any
//in 4 7
int g(int *);
int (*keep)(int *) = g;
int f(void) {
	int n = 0;
	return keep(&n) * 10 + n; //exit 74
}
//// a function without a body returns null or a new object
//option entry=f
//option undefined=any
//in 1 4
struct s { int n; };
struct s *g(void);
int f(void) {
	struct s *s = g();
	return s ? s->n : 0; //exit 4
}
//// a function without a body returns a structure, and a floating number
//option entry=f
//option undefined=any
//in 4 4609434218613702656
struct s { int n; };
struct s g(void);
double h(void);
int f(void) { return g().n + (h() == 1.5); } //exit 5
//// main calls a function without a body
//option undefined=any
//in 4
int g(void);
int main(void) { return g(); } //exit 4
//// an unknown function that returns too much
//option entry=f
//in 0
struct s { int n[70000]; };
int f(int n, struct s (*g)(void)) {
	if (n)
		g();
	return 2; //exit 2
}
//// an unknown function that returns too much is refused where it is called
//option entry=f
//in 1
struct s { int n[70000]; };
int f(int n, struct s (*g)(void)) {
	if (n)
		g(); // refused: more than 65536 inputs of g
	return 2;
}
//// functions that take and return functions
//option entry=f
//in 1 5 7
typedef int (*fn)(int);
int f(fn (*g)(fn), fn h) {
	int n = g(h)(2);
	return n + h(1); //exit 12
}
//// a structure that returns itself
//option entry=f
//in 1 1 0 0 0
struct s { struct s (*again)(struct s); int n; };
int f(struct s s) { return s.again && s.n ? s.again(s).n : 9; } //exit 0
