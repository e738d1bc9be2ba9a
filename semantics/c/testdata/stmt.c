Statements. The form of the file is described in cases_test.go.
//// if, else and conditions with effects
#include <stdio.h>
int main(void) {
	int a = 3, b = 0;
	if (a) b = 1;
	if (!a) b = 10; else if (a == 3 && b++) b += 5; else b = 100;
	if (a == 4 || (b = 20, 0)) b++;
	printf("%d\n", b); //> 20
	return 0;
}
//// while, do, for, break and continue
#include <stdio.h>
int main(void) {
	int s = 0, i = 0;
	while (i < 10) {
		if (++i == 3) continue;
		if (i == 8) break;
		s += i;
	}
	do s += 100; while (--i > 6);
	do { s += 1000; if (s) break; s = 0; } while (0);
	for (int j = 0, k = 5; j < k; j++, k--) { if (j == 1) continue; s += 10000; }
	for (;;) if (s++) break;
	printf("%d %d\n", s, i); //> 21226 6
	return 0;
}
//// a local of a loop is a new one in each round
int main(void) {
	int s = 0;
	for (int i = 0; i < 2; i++) {
		int x;
		if (i == 0) x = 1;
		s += x; // want: uninitialised value
	}
	return s;
}
//// an object of a loop is a new one in each round
int main(void) {
	int s = 0;
	for (int i = 0; i < 2; i++) {
		int x[2];
		if (i == 0) x[1] = 1;
		s += x[1]; // want: uninitialised value
	}
	return s;
}
//// a pointer to a local outlives its block
int main(void) {
	int *p;
	{
		int x = 1;
		p = &x;
		*p = 2;
	}
	return *p; // want: use after scope
}
//// a pointer to a local of the round before
int main(void) {
	int *p = 0, s = 0;
	for (int i = 0; i < 2; i++) {
		int x = i;
		if (p) s = *p; // want: use after scope
		p = &x;
	}
	return s;
}
//// break ends what the blocks made
int main(void) {
	int *p;
	while (1) {
		int x = 1;
		p = &x;
		if (x) break;
	}
	return *p; // want: use after scope
}
//// a pointer to a local outlives its function
static int *f(void) {
	int x = 1;
	return &x;
}
int main(void) {
	int *p = f();
	return *p; // want: use after return
}
//// a compound literal lives as long as its block
int main(void) {
	int *p;
	{
		p = (int[]){1, 2};
		p[0] = 3;
	}
	return p[0]; // want: use after scope
}
//// a compound literal in a condition that is not reached
#include <stdio.h>
static int first(int *p) { return p[0]; }
int main(void) {
	for (int i = 0; i < 3; i++) {
		int x = i && first((int[]){i + 4, 2});
		printf("%d", x);
		while (i == 1 && first(&(int){i}) == 1) { i = 2; printf("!"); }
	}
	printf("\n"); //> 01!
	return 0;
}
//// a result that is a structure ends with the full expression
struct s { int a[2]; };
static struct s f(void) { struct s x = {{1, 2}}; return x; }
int main(void) {
	int *p = f().a;
	return p[0]; // want: use after scope
}
//// switch: fall through, default in the midst, ranges and enumerators
#include <stdio.h>
enum e { A = -1, B, C = 1000 };
static int f(int x) {
	int r = 0;
	switch (x) {
	case A: r = 1;
	case B: r += 2; break;
	default: r = 50;
	case C: r += 3; break;
	case 5 ... 7: return 70;
	case 'a': case 'b': { r = 9; } break;
	}
	return r;
}
static int g(unsigned char c) { switch (c) { case 255: return 1; case 300: return 2; } return 0; }
static int h(unsigned long x) { switch (x) { case -1: return 1; case 1ul << 40: return 2; default: return 3; } }
int main(void) {
	for (int x = -2; x < 9; x++) printf("%d ", f(x));
	printf("%d %d\n", f(1000), f('b')); //> 53 3 2 53 53 53 53 70 70 70 53 3 9
	printf("%d %d %d %d\n", g(255), h(-1), h(1ul << 40), h(0)); //> 1 1 2 3
	switch (3) case 3: printf("yes\n"); //> yes
	switch (4) ;
	switch (f(1)) { int y; case 53: y = 2; printf("%d\n", y); } //> 2
	return 0;
}
//// switch: cases one behind the other, with a default and a label among them, in few and in many places
#include <stdio.h>
static int few(int c) {
	switch (c) {
	case '+': case '-': case '0' ... '4': case '5': case '6' ... '9': case '.': return 1;
	case 'x': here: case 'y': return 2;
	case 'q': default: case 'r': return 3;
	case 'z': { int a[2]; case 'w': a[0] = 4; return a[0]; }
	case 'v': goto here;
	}
}
static int many(unsigned c) {
	switch (c) {
	case 0: case 30: return 1; case 2: return 2; case 4: return 3; case 6: case 7: return 4; case 8: return 5;
	case 10: return 6; case 12: return 7; case 14: return 8; case 16: return 9; case 18: case 1: case 20: return 10; case 21: return 11;
	}
	return 0;
}
static int odd(unsigned char c) {
#define FOUR(n) case n: case n + 2: case n + 4: case n + 6
#define HALF(n) FOUR(n): FOUR(n + 8): FOUR(n + 16): FOUR(n + 24): FOUR(n + 32): FOUR(n + 40): FOUR(n + 48): FOUR(n + 56)
	switch (c) { HALF(1): HALF(65): HALF(129): HALF(193): return 1; }
	return 0;
}
int main(void) {
	for (int c = '*'; c <= '{'; c++) printf("%d", few(c));
	for (int c = -1; c < 32; c++) printf("%c%d", c < 0 ? '\n' : ' ', many(c));
	puts("");
	//> 3131131111111111333333333333333333333333333333333333333333333333333333333333242243
	//> 0 1 10 2 0 3 0 4 4 5 0 6 0 7 0 8 0 9 0 10 0 10 11 0 0 0 0 0 0 0 0 1 0
	for (int c = 0; c < 256; c++) if (odd(c) != c % 2) return 1;
	return 0;
}
//// switch: the objects of its block are there in each case, and end with it
int main(void) {
	int *p = 0;
	for (int i = 0; i < 4; i++)
		switch (i) {
			int x[3];
		case 0: x[0] = 1; break;
		case 2: { int y; p = &y; *p = 4; }
		case 3: x[1] = 2; if (x[1] == 2) continue;
		}
	return *p; // want: use after scope
}
//// switch into a loop
#include <stdio.h>
static void copy(char *to, const char *from, int n) {
	int rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0: do { *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--rounds > 0);
	}
}
int main(void) {
	char b[12] = {0};
	copy(b, "hello world", 11);
	puts(b); //> hello world
	return 0;
}
//// a switch on what was never set
int main(void) {
	int x;
	switch (x) { // want: uninitialised value
	case 1: return 1;
	}
	return 0;
}
//// two cases for one value
int main(void) {
	switch (3) {
	case 1 ... 5: return 1;
	case 4: return 2; // wrong: found another case for 4
	}
	return 0;
}
//// statement expressions
#include <stdio.h>
struct s { int a, b; };
int main(void) {
	int x = ({ int y = 3; y++; y * 2; });
	struct s v = ({ struct s t = {1, x}; t; });
	int z = ({ if (x) x = 1; x; }) + ({ int i; for (i = 0; i < 5; i++) if (i == 3) break; i; });
	({ x++; });
	int w = ({ int k = 2; &k; }) != 0;
	printf("%d %d %d %d %d\n", x, v.a, v.b, z, w); //> 2 1 8 4 1
	for (int i = 0; i < 3; i++) { int q = ({ if (i == 1) continue; i; }); printf("%d", q); }
	printf("\n"); //> 02
	return ({ 7; }); //exit 7
}
//// the local of a statement expression ends with it
int main(void) {
	int *p = ({ int k = 2; &k; });
	return *p; // want: use after scope
}
//// static locals keep their values
#include <stdio.h>
static int next(void) { static int n = 40; static int calls; calls++; return n++ + calls; }
static int *other(void) { static int n; return &n; }
int main(void) {
	next(); next();
	*other() = 5;
	printf("%d %d\n", next(), *other()); //> 45 5
	return 0;
}
//// const locals must not be written
int main(void) {
	const int x = 3;
	*(int *)&x = 4; // want: read-only write
	return x;
}
//// variable arrays
#include <stdio.h>
static int sum(int n, int m, int a[n][m]) {
	int s = 0;
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j];
	return s + (int)sizeof a[0];
}
int main(void) {
	for (int n = 1; n < 4; n++) {
		int a[n][n + 1], k = n;
		typedef int row[n];
		n += 0;
		for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j;
		row r;
		r[n - 1] = k;
		printf("%d %d %d\n", sum(n, n + 1, a), (int)sizeof a, (int)sizeof r);
		//> 8 8 4
		//> 15 24 8
		//> 34 48 12
	}
	return 0;
}
//// a variable array of no elements
int main(int argc, char **argv) {
	int n = argc - 1;
	int a[n]; // want: invalid size
	return sizeof a;
}
//// a variable array ends with its block
int main(void) {
	int *p, n = 3;
	{
		int a[n];
		a[1] = 5;
		p = a;
	}
	return p[1]; // want: use after scope
}
//// a variable array has bounds
int main(void) {
	int n = 3;
	int a[n];
	a[n] = 1; // want: out of bounds write
	return 0;
}
//// a static assertion
int main(void) {
	_Static_assert(sizeof(int) == 4, "fine");
	_Static_assert(sizeof(int) == 8, "not fine"); // wrong: found a static assertion
	return 0;
}
//// empty inline assembly does nothing
#include <stdio.h>
int main(void) {
	int x = 3, y;
	__asm__ volatile("" ::: "memory");
	__asm__("" : "+r"(x) : : "memory");
	__asm__("" : "=r"(y) : "0"(x + 1));
	printf("%d %d\n", x, y); //> 3 4
	return 0;
}
//// inline assembly is not supported
int main(void) {
	__asm__ volatile("nop"); // refused: the inline assembly
	return 0;
}
//// what is called where the scope of a local ends
#include <stdio.h>
static void p(int *x) { printf("p%d ", *x); *x = -1; }
static void q(char **s) { printf("q%s ", *s); }
struct s { int a; };
static void r(struct s *s) { printf("r%d ", s->a); }
static void three(int (*a)[3]) { printf("a%d ", (*a)[1]); }
static int f(int n) {
	int x __attribute__((cleanup(p))) = n;
	__attribute__((__cleanup__(q))) char *s = "one";
	if (n == 1)
		return x;
	{
		struct s z __attribute__((cleanup(r))) = {n}, y __attribute__((unused, cleanup(r), aligned(8))) = {n + 1};
		if (n == 2)
			return z.a + 10;
		if (n == 3)
			goto out;
		z.a++;
	}
	for (int i = 0; i < 4; i++) {
		int k __attribute__((cleanup(p))) = 100 + i;
		if (i == 1)
			continue;
		if (i == 2)
			break;
		printf("i%d ", i);
	}
	printf("end ");
out:
	return x + 20;
}
static struct s g(void) { struct s z __attribute__((cleanup(r))) = {7}; return z; }
static void vla(int n) { int v[n]; int a[3] __attribute__((cleanup(three))) = {1, n, 3}; v[0] = 1; }
static int again(void) {
	int i = 0;
again:;
	int k __attribute__((cleanup(p))) = i;
	if (i++ < 2)
		goto again;
	switch (i) {
	case 3: { int m __attribute__((cleanup(p))) = 33; break; }
	default: return 1;
	}
	return k;
}
int main(void) {
	for (int i = 0; i < 5; i++)
		printf("= %d\n", f(i));
	printf("%d\n", g().a);
	vla(5);
	printf("%d\n", again());
	int w = ({ int t __attribute__((cleanup(p))) = 5; t * 2; });
	printf("%d\n", w);
	return 0;
}
//> r1 r1 i0 p100 p101 p102 end qone p0 = 20
//> qone p1 = 1
//> r3 r2 qone p2 = 12
//> r4 r3 qone p3 = 23
//> r5 r5 i0 p100 p101 p102 end qone p4 = 24
//> r7 7
//> a5 p0 p1 p33 p2 2
//> p5 10
//// what is called where a scope ends is no function
int n;
int main(void) {
	int x __attribute__((cleanup(n))); // wrong: found a value of type int, want a function of one pointer
	return 0;
}
//// labels that blocks declare
x(a) {
	__label__ l;
	goto l;
l:;
	return a;
}
int main(void) {
	__label__ l, k;
	goto l;
l: {
	__label__ l;
	goto l;
l:
k:
	return x(3) - 3;
}
}
//// a result that is at fault before what is called where the scope ends
static void p(int *x) { __builtin_printf("called\n"); }
static int f(int n) {
	int x __attribute__((cleanup(p))) = n;
	return 7 / n; // want: division by zero
}
int main(void) { return f(0); }
