Where gcc's answer was another one. The form of the file is described in cases_test.go.
//// the right side of a combined assignment is first
int x[1] = {2}, n = 1, calls;
static unsigned foo(void) { x[0] |= 128; return 1; }
static int twice(void) { n *= 2; return 10; }
static int *at(void) { return &x[calls++]; }
int main(void) {
	x[0] |= foo();
	if (x[0] != 131) return 1;
	n += twice();
	if (n != 12) return 2;
	int i = 3;
	i += (i = 5, 1);
	if (i != 6) return 3;
	*at() += 1;
	return calls == 1 && x[0] == 132 ? 0 : 4;
}
//// the lengths of arrays that are parameters are evaluated for their effects
int sub(int i, int array[i++]) { return i; }
int two(int i, int array[i++][2]) { return i; }
int in(int i, int (*array)[i]) { return sizeof *array / 4; }
int none(int n, int array[n]) { return n; }
int main(void) {
	int array[10], more[10][2];
	return sub(10, array) == 11 && two(10, more) == 11 && in(2, more) == 2 && none(0, array) == 0 ? 0 : 1;
}
//// the operands of an asm without text are evaluated
int count, dummy;
static int *bar(void) { ++count; return &dummy; }
int main(void) {
	dummy = 1;
	asm("" : "+r"(*bar()));
	asm volatile("" : "=m"(*bar()) : "m"(*bar()) : "memory");
	return count; //exit 3
}
//// a name of an operand is not declared
int main(void) {
	int x = 1;
	asm("" : [to] "+r"(x) : [from] "r"(2));
	return x + 3; //exit 4
}
//// the alignment of a function
void func(void) __attribute__((aligned(256)));
void func(void) {}
void plain(void) {}
int main(void) {
	func();
	void (*p)(void) = func;
	p();
	if (__alignof__(func) != 256 || __alignof__(plain) != 1) return 1;
	return (long)func & 255; // refused: the address of a function that is aligned to 256 bytes
}
//// classes of numbers by names with a suffix
int main(void) {
	float f = __builtin_inff(); double d = 1e308 * 10; long double l = 1.01L * __LDBL_MAX__;
	if (!__builtin_isinff(f) || !__builtin_isinff(-f) || !__builtin_isinf(-d) || !__builtin_isinfl(l) || __builtin_isinff(-1) || !__builtin_isinff(d)) return 1;
	if (__builtin_isinf_sign(-d) != -1 || __builtin_isinf(-d) != 1 || __builtin_isinff(1e39) != 1) return 2;
	if (!__builtin_isnanf(f - f) || __builtin_isnanl(l) || !__builtin_signbitf(-f) || __builtin_signbitl(l) || __builtin_finitef(f) || !__builtin_finitel(1)) return 3;
	return !__builtin_isnormal(1.0) || __builtin_isnormal(0.0f);
}
//// types that are compatible but for qualifiers
enum a { x }; enum b { y };
#define C(s, t) __builtin_types_compatible_p(s, t)
int main(void) {
	if (!C(const int[5], int[5]) || !C(int[5], int[]) || !C(const int, volatile int) || !C(enum a, unsigned) || !C(typeof(x), int)) return 1;
	if (C(char *, const char *) || C(int[5], int[4]) || C(enum a, enum b) || C(long double, double) || C(char, signed char)) return 2;
	return 0;
}
