Functions of the harnesses of other tools. The form of the file is described in cases_test.go.
//// any value of a type
//in 5 -3 200 1 -7
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
unsigned char nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	int c = nondet_uchar(), d = __VERIFIER_nondet_bool();
	printf("%d %d %d %d %d\n", a, b, c, d, __soteria___nondet_int()); //> 5 -3 200 1 -7
	return 0;
}
//// any value of floating types and of pointers
//in 1065353216 4611686018427387904 0
#include <stdio.h>
float nondet_float(void);
double nondet_double(void);
void *nondet_pointer(void);
int main(void) {
	printf("%g %g", nondet_float(), nondet_double());
	printf(" %d\n", nondet_pointer() == 0); //> 1 2 1
	return 0;
}
//// a value out of the range of the type is no input
//in 256
unsigned char nondet_uchar(void);
int main(void) {
	return nondet_uchar(); // refused: an input
}
//// KLEE: objects are inputs part by part
//in 97 98 7 -1 99 3 4
#include <stdio.h>
void klee_make_symbolic(void *p, unsigned long n, const char *name);
int klee_int(const char *), klee_range(int, int, const char *);
struct s { char c; int i; };
int main(void) {
	char b[2];
	long l;
	short h;
	klee_make_symbolic(b, sizeof b, "b");
	klee_make_symbolic(&l, sizeof l, "l");
	klee_make_symbolic(&h, sizeof h, "h");
	printf("%c%c %ld %d\n", b[0], b[1], l, h); //> ab 7 -1
	printf("%d %d\n", klee_int("i"), klee_range(3, 6, "r")); //> 99 3
	klee_warning("ignored");
	klee_assume(klee_int("j") == 4);
	klee_silent_exit(2); //exit 2
}
//// CBMC: assumptions and assertions
//in 4
int nondet_int(void);
int main(void) {
	int x = nondet_int();
	__CPROVER_assume(x > 3 && x < 10);
	__CPROVER_assert(x < 10, "less");
	__CPROVER_assert(x != 4, "not four"); // want: assertion
	return 0;
}
//// an assumption that does not hold ends the execution
//in 1
int nondet_int(void);
int main(void) {
	__CPROVER_assume(nondet_int() == 2); // refused: assumption
	return 0;
}
//// SV-COMP: an error
extern void reach_error(void);
int main(void) {
	reach_error(); // want: assertion
}
//// a function of a harness that the program defines is its own
#include <stdio.h>
int __VERIFIER_nondet_int(void) { return 3; }
void __VERIFIER_assert(int c) { if (!c) printf("no\n"); }
int main(void) {
	__VERIFIER_assert(__VERIFIER_nondet_int() == 4); //> no
	return 0;
}
