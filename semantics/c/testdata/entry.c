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
//// a parameter without a name
//option entry=f
//in 1
int f(int, ...);
int g(int);
int f(int n, ...) { return 0; } // wrong: found f of type int (int, ...), want a function with a prototype and without variable arguments
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
//// a function without a prototype
//option entry=f
int f(m) int m; { // wrong: found f of type int (), want a function with a prototype and without variable arguments
	return m;
}
//// a pointer to a function
//option entry=f
int f(int (*g)(int)) { // wrong: found the input g[0] of type int (int), want no pointers to functions among them
	return g(1);
}
//// a pointer to a function in a structure
//option entry=f
struct s { int n; void (*g)(void); };
int f(struct s *s) { // wrong: found the input s[0].g[0] of type void (void), want no pointers to functions among them
	return s->n;
}
//// a pointer to void
//option entry=f
int f(void *p) { // wrong: found the input p[0] of type void, want a number of bytes for p by the option array
	return p != 0;
}
//// an incomplete structure
//option entry=f
struct s;
int f(struct s *p) { // wrong: found the input p[0] of type struct s, want a type that is complete
	return p != 0;
}
//// an array of unknown length
//option entry=f
int f(int (*p)[]) { // wrong: found the input p[0] of type int [], want a type that is complete
	return p != 0;
}
//// an array of a length that is a parameter
//option entry=f
int f(int n, int (*p)[n]) { // wrong: found the input p[0] of type int [*], want a type that is complete
	return p != 0;
}
//// long double
//option entry=f
int f(long double x) { // wrong: found the input x of type long double, want integers
	return x > 0;
}
//// a complex number in a structure
//option entry=f
struct s { _Complex double z; };
int f(struct s s) { // wrong: found the input s.z of type _Complex double, want integers
	return 0;
}
//// a pointer in a union
//option entry=f
union u { int *p; long l; };
int f(union u *u) { // wrong: found the input u[0] of type union u, want no pointer in a union
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
