Functions. The form of the file is described in cases_test.go.
//// parameters and results of all kinds
#include <stdio.h>
struct s { char c; int a[3]; double d; };
static struct s change(struct s v, int i, short *p, float f) { v.a[i] += *p; v.d += f; *p = 0; return v; }
static void twice(int x, int *to) { x *= 2; int *q = &x; *to = *q; }
int main(void) {
	struct s v = {'c', {1, 2, 3}, 0.5}, w;
	short h = 40;
	w = change(v, 1, &h, 0.25f);
	int r;
	twice(21, &r);
	printf("%d %d %g %g %d %d %c\n", v.a[1], w.a[1], v.d, w.d, h, r, w.c); //> 2 42 0.5 0.75 0 42 c
	return 0;
}
//// definitions of the old form
#include <stdio.h>
int old(c, f, n, p) char c; float f; char *p; { return c + (int)(f * 2) + n + *p; }
implicit() { return 3; }
int main(void) {
	char x = 1;
	printf("%d %d\n", old(300, 1.5, 10, &x), implicit()); //> 58 3
	return 0;
}
//// main ends without return
int main(void) {
	int x = 3;
	x++;
}
//// the result of a function that returns nothing
static int f(int x) { if (x) return 1; }
int main(void) {
	f(0);
	int y = f(1);
	return y + f(0); // want: missing return value
}
//// variable arguments
#include <stdarg.h>
#include <stdio.h>
struct s { int a, b; };
static double sum(const char *f, ...) {
	va_list ap, second;
	double r = 0;
	va_start(ap, f);
	va_copy(second, ap);
	for (; *f; f++)
		switch (*f) {
		case 'i': r += va_arg(ap, int); break;
		case 'd': r += va_arg(ap, double); break;
		case 'l': r += va_arg(ap, long); break;
		case 'p': r += *va_arg(ap, int *); break;
		case 's': { struct s v = va_arg(ap, struct s); r += v.a * v.b; break; }
		}
	r += va_arg(second, int);
	va_end(ap);
	va_end(second);
	return r;
}
int main(void) {
	int x = 1000;
	printf("%g\n", sum("idlps", 1, 0.5, 100L, &x, (struct s){2, 3})); //> 1108.5
	return 0;
}
//// fewer arguments than used
#include <stdarg.h>
static int last(int n, ...) {
	va_list ap;
	int r = 0;
	va_start(ap, n);
	while (n-- >= 0) r = va_arg(ap, int); // want: missing argument
	va_end(ap);
	return r;
}
int main(void) { return last(2, 5, 6); }
//// nested functions
#include <stdio.h>
int main(void) {
	int total = 0;
	int n = 3;
	auto int later(int);
	void add(int x) { total += x * n; }
	int both(int x) { add(x); return later(x) + total; }
	int later(int k) { return k <= 0 ? n : later(k - 1) + 1; }
	add(2);
	n = 10;
	printf("%d %d\n", total, both(1)); //> 6 27
	return 0;
}
//// a nested function that uses nothing around it is a function like others
#include <stdio.h>
#include <stdlib.h>
int main(void) {
	int a[] = {3, 1, 2};
	int order(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }
	qsort(a, 3, sizeof a[0], order);
	printf("%d%d%d\n", a[0], a[1], a[2]); //> 123
	return 0;
}
//// recursion has its own locals
#include <stdio.h>
static int depth(int n, int *outer) {
	int mine = n;
	if (n == 0) return *outer;
	return depth(n - 1, &mine) + (outer ? *outer : 0);
}
int main(void) {
	printf("%d\n", depth(4, 0)); //> 10
	return 0;
}
//// a pointer to a nested function that uses locals around it
#include <stdio.h>
static int twice(int (*f)(int), int x) { return f(f(x)); }
static void each(int n, void (*f)(int, double)) { while (n--) f(n, 0.5); }
static int run(int k) {
	int calls = 0;
	double sum = 0;
	int add(int x) { calls++; return x + k; }
	void note(int i, double d) { sum += i * d + twice(add, 0); }
	each(3, note);
	return twice(add, 10) + calls + (int)sum;
}
int main(void) {
	printf("%d %d\n", run(1), run(100)); //> 27 819
	return 0;
}
//// pointers to nested functions of two calls at once
static int apply(int (*f)(void), int n);
static int go(int n, int (*before)(void)) {
	int x = n;
	int mine(void) { return x; }
	if (n == 0) return before();
	return go(n - 1, mine); // refused: pointers to the nested function mine of two calls at once
}
int main(void) { return go(3, 0); }
//// a call of null
#include <stdlib.h>
struct s { int (*f)(int); };
int main(void) {
	struct s *p = calloc(1, sizeof *p);
	int n = 3;
	return p->f(n++); // want: null dereference
}
//// a call of a pointer that is not null and no function
static int n;
int main(void) {
	int (*f)(int) = (int (*)(int))&n;
	return f(1); // want: invalid call
}
//// a function that is said not to return
#include <stdlib.h>
#include <stdio.h>
#include <stdnoreturn.h>
static void die(const char *s) __attribute__((__noreturn__));
static void die(const char *s) { puts(s); exit(3); }
static noreturn void never(int n) { for (;;) if (n++ > 3) die("never"); }
int main(void) {
	never(1); //> never
} //exit 3
//// a function that is said not to return ends
#include <stdlib.h>
static _Noreturn void stop(int n) { // want: unreachable
	if (n)
		exit(1);
}
int main(void) { stop(0); }
//// a function that is said not to return has a return
static void stop(int n) __attribute__((cold, noreturn));
static void stop(int n) {
	if (n)
		return; // want: unreachable
	for (;;);
}
int main(void) { stop(1); }
//// numbers of 128 bits in memory keep their sign
#include <stdio.h>
int main(void) {
	__int128 a[2] = {-5, (__int128)1 << 100};
	unsigned __int128 b[1] = {-1};
	int one = 1;
	printf("%d %d %d\n", a[one - 1] < 0, a[one] > 0, b[one - 1] > 0); //> 1 1 1
	printf("%d %d\n", (int)(a[one - 1] / 2), (int)(b[one - 1] >> 100)); //> -2 268435455
}
//// a static function without a body is refused where it is called
static int f(int);
int main(int n, char **v) {
	if (n > 5)
		return f(1);
	return n == 1 ? f(2) : 0; // refused: function f, which has no body
}
//// a function with an error is refused where it is called
struct incomplete;
static int f(void) { return missing + 1; }
static int g(struct incomplete *p) { return p->n; }
static int h(void) { static int n = { f() }; return n; }
int main(int n, char **v) {
	int k = n > 5 ? g(0) + h() : 2;
	return k + f(); // refused: function f, which has an error: p.c:2:29: found missing, want a name that is declared
}
//// functions with errors that no path reaches do not matter
struct s { int a; };
static int f(void) { struct s s = {1}; return s.b + s; }
static int g(void) { int x; char x; break; return f(1); }
static int h(void) { _Static_assert(0, "no"); return h; }
typedef int (*p)(void);
static p list[] = {f, g, h};
int main(int n, char **v) {
	struct s s = {3};
	return n > 5 ? list[n % 3]() : s.a; //exit 3
}
//// an error in the entry function is one of the program
static int f(void) { return missing; }
int main(void) {
	return f() + other; // wrong: found other, want a name that is declared
}
//// an error in a type of the whole file is one of the program
struct s { int a : 70; }; // wrong: found a bit-field of 70 bits
static int f(void) {
	return sizeof(struct s);
}
int main(void) {
	return f();
}
