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
//// what CBMC says about overflows and floating numbers
//in -2147483648
#include <limits.h>
#include <math.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
	int x = nondet_int();
	printf("%d %d %d\n", __CPROVER_overflow_plus(x, -1), __CPROVER_overflow_plus(x, -1L), __CPROVER_overflow_plus(INT_MAX, 0)); //> 1 0 0
	printf("%d %d\n", __CPROVER_overflow_minus(0u, 1u), __CPROVER_overflow_minus((char)-128, (char)1)); //> 1 0
	printf("%d %d\n", __CPROVER_overflow_mult(x, 2), __CPROVER_overflow_mult(1 << 15, 1 << 15)); //> 1 0
	printf("%d %d\n", __CPROVER_overflow_unary_minus(x), __CPROVER_overflow_unary_minus(INT_MAX)); //> 1 0
	printf("%d %d %d\n", __CPROVER_isnanf(NAN), __CPROVER_isinfd(-INFINITY) != 0, __CPROVER_isfinited(1)); //> 1 1 1
	printf("%d %d %d\n", __CPROVER_isnormald(1e-310), __CPROVER_signf(-0.0f), __CPROVER_signd(1)); //> 0 1 0
	return 0;
}
//// a static assertion needs no message
#include <assert.h>
_Static_assert(sizeof((int[]){1, 2}) == 8);
struct s { int a; static_assert(1 == 1, "yes"); static_assert(2); };
int main(void) {
	_Static_assert(sizeof(struct s) == 4);
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
//// inputs that nobody declares have the type that the name ends in
//in 4294967295 1 255 65535 -9223372036854775808 18446744073709551615 -1
#include <stdio.h>
int main(void) {
	printf("%u %d %d ", __VERIFIER_nondet_uint(), nondet_bool(), __nondet_uchar());
	printf("%d %ld %lu %d\n", symb_uint16_t(), nondet_long(), __VERIFIER_nondet_size_t(), nondet_other()); //> 4294967295 1 255 65535 -9223372036854775808 18446744073709551615 -1
	return 0;
}
//// an input that nobody declares has the range of that type
//in 256
int main(void) {
	return nondet_uchar(); // refused: an input
}
//// a declaration says more than the name
//in -5
long nondet_uchar(void);
int main(void) {
	return nondet_uchar() + 5; //exit 0
}
//// a function that marks an error is one, though its body is empty
void reach_error() {}
int main(void) {
	reach_error(); // want: assertion
	return 0;
}
//// a function that marks an error and does something is what it does
void reach_error() { int n = 0; }
int main(void) {
	reach_error();
	return 0; //exit 0
}
//// another function with an empty body does nothing
void klee_abort(void) {}
int main(void) {
	klee_abort();
	return 0; //exit 0
}
//// KLEE's header
//in 5 3 0 7
#include "klee/klee.h"
#include <assert.h>
#include <errno.h>
int main(void) {
	unsigned char b[2];
	klee_make_symbolic(b, sizeof b, "b");
	errno = 4;
	klee_assert(b[0] == 5 && klee_get_errno() == 4);
	klee_assume(klee_choose(3) == 0);
	klee_prefer_cex(b, b[1] == 3);
	return klee_is_replay() + klee_get_value_i32(klee_range(7, 8, "r")); //exit 7
}
//// KLEE: memory that may be read
#include <klee/klee.h>
static const int table[2] = {1, 2};
int main(void) {
	klee_check_memory_access(table, 0);
	klee_check_memory_access(table, sizeof table);
	klee_check_memory_access(table, sizeof table + 1); // want: out of bounds read
	return 0;
}
//// KLEE: the size of an object
#include <klee/klee.h>
int main(void) {
	int n;
	return klee_get_obj_size(&n); // refused: function klee_get_obj_size, which has no body
}
//// KLEE: an object at an address
#include <klee/klee.h>
int main(void) {
	klee_define_fixed_object((void *)0x1000, 4); // refused: function klee_define_fixed_object, which has no body
	return 0;
}
//// KLEE: another body for a function
void klee_alias_function(const char *, const char *);
int main(void) {
	klee_alias_function("f", "g"); // refused: function klee_alias_function, which has no body
	return 0;
}
//// CBMC: bytes of an object, types
//in 1 2
int main(void) {
	unsigned char b[3] = {7, 7, 7};
	__CPROVER_size_t n = 2;
	__CPROVER_bool yes = 5;
	__CPROVER_havoc_slice(b + 1, n);
	__CPROVER_fence("RRfence");
	return b[0] + b[1] + b[2] + yes; //exit 11
}
//// CBMC: an object of which nobody says the size
void __CPROVER_havoc_object(void *);
int main(void) {
	int n = 0;
	__CPROVER_havoc_object(&n); // refused: function __CPROVER_havoc_object, which has no body
	return n;
}
//// CBMC: whether memory may be read
_Bool __CPROVER_r_ok(const void *, __CPROVER_size_t);
int main(void) {
	int n = 0;
	return __CPROVER_r_ok(&n, 4); // refused: function __CPROVER_r_ok, which has no body
}
//// Gillian's header
//in 9
#include <gillian-c/gillian-c.h>
int main(void) {
	int a = __builtin_annot_intval("symb_int", a);
	ASSUME(a > 3);
	ASSERT(a == 10); // want: assertion
	return 0;
}
//// the header for harnesses of our own
//in 4 1 2
#include <vouch.h>
int main(void) {
	int n = vouch_symbolic_int("n");
	short s[2];
	vouch_symbolic(s, sizeof s, "s");
	vouch_assume(n == 4);
	vouch_assert(s[1] == 2);
	return s[0]; //exit 1
}
//// an atomic block, and memory of SV-COMP
//in 3 4
#include <stdlib.h>
void __VERIFIER_nondet_memory(void *, size_t);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int main(void) {
	char *p = malloc(2);
	__VERIFIER_atomic_begin();
	__VERIFIER_nondet_memory(p, 2);
	__VERIFIER_atomic_end();
	return p[0] + p[1]; //exit 7
}
