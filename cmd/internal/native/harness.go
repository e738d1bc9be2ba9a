package native

import (
	"slices"
	"strings"
	"sync"
)

// This file defines the functions of test harnesses in C. They do what package c takes them to do, with inputs that are
// known. All are weak, so a program may have its own.

// opening is the beginning of the generated file.
const opening = `
#define weak __attribute__((weak))
typedef __SIZE_TYPE__ size;
typedef unsigned long long number;
extern long write(int, const void *, size);
extern void _exit(int), exit(int), abort(void);

/* An input: the bytes of a number, the lowest first. */
struct input {
	const char *name;
	int size;
	number value;
	int used;
};

`

// handing are the functions that hand out inputs.
const handing = `
static void vouch_says(const char *text)
{
	size n = 0;
	while (text[n])
		n++;
	if (write(2, text, n) < 0)
		_exit(3);
}

/* Whether an input belongs to an object, or is the result of a function, of this name: it may be a member, or the second of this name. */
static int vouch_is_of(const char *input, const char *name)
{
	if (*input == '_' && *name != '_')
		input++;
	for (; *name; name++, input++) {
		char c = *name;
		if (c <= ' ' || c > '~' || c == '(' || c == ')' || c == '"' || c == ',' || c == '!')
			c = '_';
		if (c != *input)
			return 0;
	}
	return !*input || *input == '~' || *input == '.';
}

/* The next input of this name; where the run did not call it so, the next one. */
static struct input *vouch_next(const char *name)
{
	static struct input *first = vouch_inputs;
	struct input *i, *found = 0;
	while (first->name && first->used)
		first++;
	for (i = first; i->name && !found; i++)
		if (!i->used && name && vouch_is_of(i->name, name))
			found = i;
	if (!found)
		found = first;
	if (!found->name) {
		vouch_says("vouch: the program asks for more inputs than the run has\n");
		_exit(3);
	}
	found->used = 1;
	return found;
}

static void vouch_fill(void *object, size n, const char *name)
{
	unsigned char *to = object;
	while (n > 0) {
		struct input *i = vouch_next(name);
		int k;
		for (k = 0; k < i->size && n > 0; k++, n--)
			*to++ = i->value >> 8 * k;
	}
}

/* A value of any scalar type: on x86-64 one register returns integers and pointers, another one floating numbers. */
struct value {
	number n;
	double d;
};

static struct value vouch_any(const char *name)
{
	union {
		number n;
		double d;
	} bits;
	struct value v;
	v.n = bits.n = vouch_next(name)->value;
	v.d = bits.d;
	return v;
}

static void vouch_assume_holds(int c)
{
	if (!c) {
		vouch_says("vouch: an assumption is violated\n");
		_exit(3);
	}
}

static void vouch_assertion_fails(void)
{
	vouch_says("vouch: an assertion fails\n");
	abort();
}
`

// fresh is for the file that calls a function other than main. It makes objects in which every pointer is null until an
// input sets it. The text has a hole for the name of calloc.
const fresh = `
extern void *%[1]s(size, size);
weak int main(void) { return 0; }
extern weak void __asan_poison_memory_region(const volatile void *, size);
void *vouch_fresh(size n)
{
	void *p = %[1]s(1, n ? n : 16);
	if (!n && __asan_poison_memory_region) /* the sanitizer takes an object of no bytes for one of one byte */
		__asan_poison_memory_region(p, 16);
	return p;
}
`

// definition is the text of a function of C.
type definition struct {
	name, text string
}

// definitions are the functions of harnesses, except for those that return any value of a type.
var definitions = sync.OnceValue(func() []definition {
	return slices.Concat(
		each("int c", "vouch_assume_holds(c);", "__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume",
			"__soteria___assume", "vouch_assume", "ASSUME"),
		each("unsigned long c", "vouch_assume_holds(c != 0);", "klee_assume"),
		each("int c", "if (!c) vouch_assertion_fails();", "klee_assert", "__VERIFIER_assert", "__CPROVER_assert",
			"__ESBMC_assert", "__soteria___assert", "vouch_assert", "ASSERT", "assert",
			"__CPROVER_precondition", "__CPROVER_postcondition"),
		each("void", "vouch_assertion_fails();", "__VERIFIER_error", "reach_error", "klee_report_error",
			"klee_assert_fail", "__ESBMC_unreachable"),
		each("void", "abort();", "klee_abort"),
		each("int status", "exit(status);", "klee_silent_exit"),
		each("void *object, size n, const char *name", "vouch_fill(object, n, name);", "klee_make_symbolic",
			"vouch_symbolic"),
		each("void *object, size n", `vouch_fill(object, n, "__VERIFIER_nondet_memory");`, "__VERIFIER_nondet_memory"),
		returning("int", "const char *name", "return vouch_next(name)->value;", "klee_int"),
		each("void *object, size n", `vouch_fill(object, n, "__CPROVER_havoc_slice");`, "__CPROVER_havoc_slice"),
		returning("int", "void", "extern int *__errno_location(void); return *__errno_location();", "klee_get_errno"),
		returning("int", "int lo, int hi, const char *name", "return vouch_next(name)->value;", "klee_range"),
		returning("unsigned", "void", `return vouch_next("klee_urange")->value;`, "klee_urange"),
		returning("unsigned long", "void", `return vouch_next("klee_choose")->value;`, "klee_choose"),
		returning("int", "const char *kind, int n", "return vouch_next(kind)->value;", "__builtin_annot_intval"),
		each("const volatile char *p, size n", "while (n > 0) (void)p[--n];", "klee_check_memory_access"),
		returning("float", "float x", "return x;", "klee_get_valuef"),
		returning("double", "double x", "return x;", "klee_get_valued"),
		returning("long", "long x", "return x;", "klee_get_valuel", "klee_get_valuell", "klee_get_value_i32",
			"klee_get_value_i64"),
		returning("int", "void", "return 0;", "klee_is_symbolic", "klee_is_replay"),
		each("void", "", "klee_prefer_cex", "klee_posix_prefer_cex", "klee_warning", "klee_warning_once",
			"klee_print_expr", "klee_print_range", "klee_open_merge", "klee_close_merge",
			"klee_stack_trace", "klee_mark_global", "klee_set_forking", "klee_merge", "__VERIFIER_atomic_begin",
			"__VERIFIER_atomic_end", "__CPROVER_atomic_begin", "__CPROVER_atomic_end",
			"__ESBMC_atomic_begin", "__ESBMC_atomic_end", "__CPROVER_cover", "__CPROVER_input", "__CPROVER_output",
			"__CPROVER_printf", "__CPROVER_fence"),
	)
})

// each returns the definitions of functions that have no result and do the same.
func each(params, body string, names ...string) []definition {
	return returning("void", params, body, names...)
}

func returning(result, params, body string, names ...string) []definition {
	var all []definition
	for _, name := range names {
		all = append(all, definition{name, "\nweak " + result + " " + name + "(" + params + ") { " + body + " }\n"})
	}
	return all
}

// isSymbolic reports whether a function returns any value of its declared type, under the name that it is given.
func isSymbolic(name string) bool {
	rest, ok := strings.CutPrefix(name, "vouch_symbolic_")
	return ok && rest != ""
}

// isNondet reports whether a function returns any value of its declared type.
func isNondet(name string) bool {
	if name == "__VERIFIER_nondet_memory" {
		return false
	}
	for _, prefix := range []string{"__VERIFIER_nondet_", "nondet_", "__nondet_", "__ESBMC_nondet_",
		"__soteria___nondet_", "symb_"} {
		if len(name) > len(prefix) && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// list says who asks for the inputs with one name.
type list struct {
	name  string
	wraps []string // functions that the linker takes from the generated file when the program calls them
	text  string
}

// lists are the inputs for functions of the library. Each such input has a list of its own.
var lists = []list{
	{"malloc_fails", []string{"malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup"}, `
static int vouch_fails(void) { return vouch_malloc_fails_next < vouch_malloc_fails_count && vouch_malloc_fails_values[vouch_malloc_fails_next++]; }
static const size vouch_most = (1ul << 32) - (1ul << 17);
extern void *__real_malloc(size), *__real_calloc(size, size), *__real_realloc(void *, size), *__real_reallocarray(void *, size, size);
extern char *__real_strdup(const char *), *__real_strndup(const char *, size);
void *__wrap_malloc(size n) { return n > vouch_most || vouch_fails() ? (void *)0 : __real_malloc(n); }
void *__wrap_calloc(size n, size each) { return each != 0 && n > vouch_most / each || vouch_fails() ? (void *)0 : __real_calloc(n, each); }
void *__wrap_realloc(void *p, size n) { return p && n == 0 ? __real_realloc(p, n) : n > vouch_most || vouch_fails() ? (void *)0 : __real_realloc(p, n); }
void *__wrap_reallocarray(void *p, size n, size each) { return each != 0 && n > vouch_most / each ? (void *)0 : __wrap_realloc(p, n * each); }
char *__wrap_strdup(const char *s) { return vouch_fails() ? (char *)0 : __real_strdup(s); }
char *__wrap_strndup(const char *s, size n) { return vouch_fails() ? (char *)0 : __real_strndup(s, n); }
`},
	{"rand", []string{"rand", "random"}, `
int __wrap_rand(void) { return vouch_rand_next < vouch_rand_count ? vouch_rand_values[vouch_rand_next++] : 0; }
long __wrap_random(void) { return __wrap_rand(); }
`},
	{"time", []string{"time"}, `
long __wrap_time(long *to)
{
	long t = vouch_time_next < vouch_time_count ? vouch_time_values[vouch_time_next++] : 0;
	if (to)
		*to = t;
	return t;
}
`},
	{"clock", []string{"clock"}, `
long __wrap_clock(void) { return vouch_clock_next < vouch_clock_count ? vouch_clock_values[vouch_clock_next++] : 0; }
`},
	{"nanoseconds", []string{"timespec_get", "clock_gettime", "gettimeofday"}, `
int __wrap_timespec_get(long *to, int base)
{
	if (base != 1)
		return 0;
	to[0] = __wrap_time((long *)0);
	to[1] = vouch_nanoseconds_next < vouch_nanoseconds_count ? vouch_nanoseconds_values[vouch_nanoseconds_next++] : 0;
	return base;
}
int __wrap_clock_gettime(int id, long *to) { return __wrap_timespec_get(to, 1) - 1; }
int __wrap_gettimeofday(long *to, void *zone)
{
	if (to) {
		__wrap_timespec_get(to, 1);
		to[1] /= 1000;
	}
	return 0;
}
`},
}
