// Package randc makes random C programs: functions that compute one expression each, over all arithmetic types,
// bit-fields, arrays and pointers. Some have undefined behaviour. To compare implementations of C, tests use the
// reports of a compiler's sanitizer on these, and the output of the others.
package randc

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Program is a random program.
type Program struct {
	Text string
	// Functions are the names of the functions that compute an expression. Each is on one line, of that number. They
	// have no parameters and no result, and print what they compute. The macro K(x) is to be x.
	Functions []string
	Lines     []int
}

// Expressions returns a program with n functions. Its function main calls those that ask, a macro with the number of
// the function, names.
func Expressions(seed uint64, n int) *Program {
	p := &Program{}
	text := strings.Split(prologue, "\n")
	for i := range n {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		text = append(text, g.function(i))
		p.Functions = append(p.Functions, fmt.Sprint("e", i))
		p.Lines = append(p.Lines, len(text))
	}
	text = append(text, "int main(void) {")
	for _, f := range p.Functions {
		text = append(text, fmt.Sprintf("#ifdef CALL_%s\n%s();\n#endif", f, f))
	}
	text = append(text, "return 0; }", "")
	p.Text = strings.Join(text, "\n")
	return p
}

// prologue declares what the functions use.
const prologue = `#include <unistd.h>
enum E { E0, E1, E2 = 77 };
enum S { S0 = -5, S1 };
struct B { signed int a : 5; unsigned b : 7; int c : 32; unsigned d : 32; unsigned long e : 40; long f : 33; _Bool g : 1; unsigned char h : 3; signed short i : 9; unsigned long j : 64; };
struct P { char c; short s; struct B b; int n[4]; double d; float f; };
static unsigned long bits(double d) { union { double d; unsigned long n; } u; u.d = d; return d != d ? 1 : u.n; }
static void out(int n, unsigned long x) {
	char s[40], *p = s + 40;
	*--p = '\n';
	do { *--p = "0123456789abcdef"[x & 15]; } while (x >>= 4);
	*--p = ' ';
	do { *--p = '0' + n % 10; } while (n /= 10);
	write(1, p, s + 40 - p);
}
static int id(int x) { return x; }
static unsigned long uid(unsigned long x) { return x; }
static double did(double x) { return x; }`

// typ is a type of the expressions.
type typ int

const (
	boolean typ = iota
	char
	schar
	uchar
	short
	ushort
	int_
	uint
	long
	ulong
	llong
	ullong
	int128
	uint128
	enumE
	enumS
	float
	double
	ldouble
	types
)

var names = [...]string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long",
	"unsigned long long", "__int128", "unsigned __int128", "enum E", "enum S", "float", "double", "long double"}

// constants has for each type values that are interesting.
var constants = [...][]string{
	boolean: {"0", "1"},
	char:    {"0", "1", "-1", "127", "-128", "'a'", "65"},
	schar:   {"0", "1", "-1", "127", "-128", "42"},
	uchar:   {"0", "1", "255", "128", "200"},
	short:   {"0", "1", "-1", "32767", "-32768", "1234"},
	ushort:  {"0", "1", "65535", "32768", "40000"},
	int_:    {"0", "1", "-1", "2147483647", "(-2147483647-1)", "12345", "-77", "31", "32", "3", "65536"},
	uint:    {"0u", "1u", "4294967295u", "2147483648u", "31u", "7u", "100000u"},
	long:    {"0l", "1l", "-1l", "9223372036854775807l", "(-9223372036854775807l-1)", "4294967296l", "-5l", "63l"},
	ulong:   {"0ul", "1ul", "18446744073709551615ul", "9223372036854775808ul", "12ul", "4294967295ul"},
	llong:   {"0ll", "1ll", "-1ll", "9223372036854775807ll", "1099511627776ll"},
	ullong:  {"0ull", "1ull", "18446744073709551615ull", "33ull"},
	int128:  {"(__int128)0", "(__int128)-1", "((__int128)1 << 100)", "-((__int128)1 << 90)", "(__int128)77"},
	uint128: {"(unsigned __int128)0", "(unsigned __int128)-1", "((unsigned __int128)5 << 120)", "(unsigned __int128)9"},
	enumE:   {"E0", "E1", "E2"},
	enumS:   {"S0", "S1"},
	float:   {"0.0f", "1.0f", "-1.5f", "3.0e10f", "0.1f", "16777217.0f", "-0.0f", "1.0e38f"},
	double: {"0.0", "1.0", "-2.5", "1.0e18", "0.1", "9007199254740993.0", "-0.0", "1.0e300", "255.5", "2147483647.5",
		"-0.9"},
	ldouble: {"0.0L", "1.0L", "-2.25L", "0.1L", "9223372036854775809.0L", "-0.0L", "1.0e300L", "65535.5L"},
}

// variables matches the names of what is not a constant.
var variables = regexp.MustCompile(`\bv[0-9]|\b[psq]\b|\ba\[|id\(`)

// generator makes one function.
type generator struct {
	*rand.Rand
	decls   []string
	vars    []variable
	n       int
	changed []string // what the expression changes: shown afterwards
}

// maker makes one program.
type maker struct {
	generator
	outer, lines []string
	globals      []string
	draws        []Draw
	vectors      int
	spots        int      // guards that may still be left out
	numbers      []number // that are in scope
	locals       []number // of them, those that may be assigned
	arrays       []array
	names        int
	loops        int // around the statement
}

// line adds a line to the function main.
func (g *maker) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// name returns a new name.
func (g *maker) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// variable is an lvalue.
type variable struct {
	text string
	t    typ
	open bool // whether it may still be changed: nothing has read it
	read bool
}

func pick[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

// one reports true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// slips reports whether a guard is left out here.
func (g *maker) slips() bool {
	if g.spots > 0 && g.one(2) {
		g.spots--
		return true
	}
	return false
}

// leaf returns a number in scope or a constant.
func (g *maker) leaf() number {
	if len(g.numbers) == 0 || g.one(5) {
		n := g.IntN(7)
		return number{fmt.Sprint(n), n, n}
	}
	return g.numbers[g.IntN(len(g.numbers))]
}

// number returns an expression that has no fault.
func (g *maker) number(depth int) number {
	if depth == 0 || g.one(3) {
		return g.leaf()
	}
	x, y := g.number(depth-1), g.number(depth-1)
	switch g.IntN(15) {
	case 0, 1:
		return number{fmt.Sprintf("(%s + %s)", x.text, y.text), x.lo + y.lo, x.hi + y.hi}
	case 2, 3:
		return number{fmt.Sprintf("(%s - %s)", x.text, y.text), x.lo - y.hi, x.hi - y.lo}
	case 4:
		p := []int{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return g.small(number{fmt.Sprintf("(%s * %s)", x.text, y.text), slices.Min(p), slices.Max(p)})
	case 5:
		d := 2 + g.IntN(4)
		return number{fmt.Sprintf("(%s %% %d)", x.text, d), 1 - d, d - 1}
	case 6:
		d := 2 + g.IntN(3)
		return number{fmt.Sprintf("(%s / %d)", x.text, d), min(x.lo/d, 0), max(x.hi/d, 0)}
	case 7:
		m := pick(&g.generator, 1, 3, 7)
		return number{fmt.Sprintf("(%s & %d)", x.text, m), 0, m}
	case 8:
		return number{fmt.Sprintf("(%s %s %s)", x.text, pick(&g.generator, "<", "<=", "==", "!="), y.text), 0, 1}
	case 9:
		return number{fmt.Sprintf("(%s ? %s : %s)", g.condition(), x.text, y.text), min(x.lo, y.lo), max(x.hi, y.hi)}
	case 10:
		return number{fmt.Sprintf("(int)(unsigned char)%s", x.text), min(0, max(x.lo, 0)), 255}
	case 11:
		return g.small(number{fmt.Sprintf("twice@(%s)", x.text), 2 * x.lo, 2 * x.hi})
	case 12:
		return number{fmt.Sprintf("(%s ^ %s)", g.within(x, 0, 15), g.within(y, 0, 15)), 0, 15}
	case 13:
		return number{fmt.Sprintf("(int)(((unsigned)%s - 3u) >> %d)", x.text, 28+g.IntN(3)), 0, 15}
	}
	if len(g.arrays) > 0 {
		a := g.arrays[g.IntN(len(g.arrays))]
		return number{fmt.Sprintf("(%s[%s] & 15)", a.text, g.within(x, 0, a.n-1)), 0, 15}
	}
	return x
}

// small returns a number of some thousands at most.
func (g *maker) small(x number) number {
	if x.lo < -1000 || x.hi > 1000 {
		return number{fmt.Sprintf("(%s %% 1000)", x.text), -999, 999}
	}
	return x
}

// within returns the text of an expression that depends on x and is in a range.
func (g *maker) within(x number, lo, hi int) string {
	switch {
	case x.lo >= lo && x.hi <= hi:
		return x.text
	case x.lo == x.hi:
		return fmt.Sprint(lo)
	case lo <= 0 && hi >= 0 && x.lo >= 0:
		return fmt.Sprintf("(%s %% %d)", x.text, hi+1)
	case lo == 0 && g.one(2):
		return fmt.Sprintf("(int)((unsigned)%s %% %du)", x.text, hi+1)
	}
	return fmt.Sprintf("(%s < %d ? %d : %s > %d ? %d : %s)", x.text, lo, lo, x.text, hi, hi, x.text)
}

// index returns an expression that is in a range, where the guard is not left out.
func (g *maker) index(lo, hi int) string {
	x := g.number(1)
	if g.slips() {
		if g.one(2) { // off by one
			return g.within(x, lo, hi+1)
		}
		return g.within(x, lo-2, hi+3)
	}
	return g.within(x, lo, hi)
}

// condition returns a condition.
func (g *maker) condition() string {
	x, y := g.leaf(), g.leaf()
	switch g.IntN(8) {
	case 0:
		return fmt.Sprintf("%s > %d && %s != %s", x.text, g.IntN(4), x.text, y.text)
	case 1:
		return fmt.Sprintf("(%s & 1) || %s < 2", x.text, y.text)
	case 2:
		return fmt.Sprintf("(unsigned)%s - 1u < %du", x.text, 1+g.IntN(4))
	case 3:
		return fmt.Sprintf("!%s", x.text)
	}
	return fmt.Sprintf("%s %s %s", x.text, pick(&g.generator, "<", "<=", ">", ">=", "==", "!="),
		pick(&g.generator, y.text, fmt.Sprint(g.IntN(5))))
}

// value returns a random constant of a type.
func (g *generator) value(t typ) string {
	s := constants[t][g.IntN(len(constants[t]))]
	if t >= int_ && t <= ullong && g.one(3) {
		s = fmt.Sprintf("(%s)%d", names[t], g.IntN(1<<g.IntN(30))-g.IntN(100))
	}
	return s
}

// function returns the text of function i.
func (g *generator) function(i int) string {
	g.declare()
	depth := 1 + g.IntN(4)
	t := pick(g, int_, int_, uint, long, ulong, int128, uint128, double, float, ldouble, char, short, boolean, uchar)
	x := g.expr(depth)
	var b strings.Builder
	fmt.Fprintf(&b, "void e%d(void) { %s", i, strings.Join(g.decls, " "))
	if g.one(4) {
		fmt.Fprintf(&b, " int r = 0; if (%s) r = 1; else r = 2; out(%d, r);", x, i)
	} else {
		fmt.Fprintf(&b, " %s r = %s; %s", names[t], x, show(i, "r", t))
	}
	for _, v := range g.changed {
		b.WriteString(" " + v)
	}
	b.WriteString(" }")
	return strings.ReplaceAll(b.String(), "@", fmt.Sprint(i))
}

// show returns a statement that prints a value of type t.
func show(i int, x string, t typ) string {
	switch {
	case t == ldouble:
		return fmt.Sprintf("out(%d, bits(%s)); out(%d, bits(%s - (double)%s));", i, x, i, x, x)
	case t >= float:
		return fmt.Sprintf("out(%d, bits(%s));", i, x)
	case t == int128 || t == uint128:
		return fmt.Sprintf("out(%d, (unsigned long)(%s >> 64)); out(%d, (unsigned long)%s);", i, x, i, x)
	}
	return fmt.Sprintf("out(%d, (unsigned long)%s);", i, x)
}

// declare makes the variables of the function: locals that are read only where they stand, locals whose address is
// taken, members and elements.
func (g *generator) declare() {
	for k := range 3 + g.IntN(5) {
		t := typ(g.IntN(int(types)))
		name := fmt.Sprint("v", k)
		switch g.IntN(4) {
		case 0:
			g.decls = append(g.decls, fmt.Sprintf("static %s %s; %s = %s;", names[t], name, name, g.value(t)))
		case 1:
			g.decls = append(g.decls, fmt.Sprintf("%s %s_ = %s, *%s = &%s_;", names[t], name, g.value(t), name, name))
			name = "(*" + name + ")"
		default:
			g.decls = append(g.decls, fmt.Sprintf("%s %s = %s;", names[t], name, g.value(t)))
		}
		g.vars = append(g.vars, variable{text: name, t: t, open: true})
	}
	if g.one(2) {
		t := pick(g, char, uchar, short, int_, uint, long, ulong, float, double, int128, boolean)
		var values []string
		for range 5 {
			values = append(values, g.value(t))
		}
		// Volatile, so that gcc reads an element whether or not the result depends on it.
		g.decls = append(g.decls, fmt.Sprintf("volatile %s a[5] = { %s }, *p = a + 2; int i = %d;", names[t],
			strings.Join(values, ", "), g.IntN(5)))
		if g.one(8) {
			g.decls[len(g.decls)-1] += fmt.Sprintf(" i = %d;", g.IntN(9)-2)
		}
		g.vars = append(g.vars, variable{text: "a[i]", t: t, open: true}, variable{text: "p[-1]", t: t},
			variable{text: "*(p + 1)", t: t}, variable{text: "3[a]", t: t})
	}
	if g.one(2) {
		g.decls = append(g.decls,
			fmt.Sprintf("struct P s = { .c = %s, .s = %s, .b = { %d, %d, %s, %s, %d, %d, %d, %d, %d, %s }, .n = { 1, %s, 3 }, .d = %s, .f = %s }, *q = &s;",
				g.value(char), g.value(short), g.IntN(32)-16, g.IntN(128), g.value(int_), g.value(uint),
				g.Int64N(1<<40),
				g.Int64N(1<<33)-1<<32, g.IntN(2), g.IntN(8),
				g.IntN(512)-256, g.value(ulong), g.value(int_), g.value(double), g.value(float)))
		for _, f := range []struct {
			name string
			t    typ
		}{{"b.a", int_}, {"b.b", uint}, {"b.c", int_}, {"b.d", uint}, {"b.e", ulong}, {"b.f", long}, {"b.g", boolean},
			{"b.h", uchar}, {"b.i", short}, {"b.j", ulong},
			{"c", char}, {"s", short}, {"n[1]", int_}, {"d", double}, {"f", float}} {
			g.vars = append(g.vars, variable{text: pick(g, "s.", "q->") + f.name, t: f.t, open: true})
		}
	}
}

// reading returns a variable that is only read; change one that is changed, and never occurs again. Ok is false if
// there is none.
func (g *generator) reading() string {
	for range 8 {
		v := &g.vars[g.IntN(len(g.vars))]
		if v.open || v.read {
			v.open, v.read = false, true
			return v.text
		}
	}
	return g.value(pick(g, int_, uint, long, double))
}

func (g *generator) change() (v variable, ok bool) {
	for range 4 {
		v := &g.vars[g.IntN(len(g.vars))]
		if v.open && !strings.ContainsAny(v.text, "[") {
			v.open = false
			g.n++
			g.changed = append(g.changed, show(0, v.text, v.t))
			g.changed[len(g.changed)-1] = strings.ReplaceAll(g.changed[len(g.changed)-1], "out(0,", "out(@,")
			return *v, true
		}
	}
	return variable{}, false
}

// expr returns an expression with a value that is a number. It is a primary expression.
func (g *generator) expr(depth int) string {
	if depth == 0 || g.one(8) {
		if g.one(4) {
			return g.value(typ(g.IntN(int(types))))
		}
		return g.reading()
	}
	x := func() string { return g.expr(depth - 1) }
	switch k := g.IntN(30); {
	case k < 9: // K keeps compilers from computing in a narrower type than C does; sanitizers do not look at constants
		l, r := x(), x()
		if !variables.MatchString(l + r) {
			l = g.reading()
		}
		return fmt.Sprintf("K(%s %s %s)", l, pick(g, "+", "-", "*", "/"), r)
	case k < 11:
		return fmt.Sprintf("(%s %s %s)", g.integer(depth-1), pick(g, "&", "|", "^", "%"), g.integer(depth-1))
	case k < 13:
		count := g.integer(depth - 1)
		if g.one(4) {
			count = fmt.Sprintf("id((int)%s)", count)
		} else {
			count = fmt.Sprintf("(%s & %d)", count, pick(g, 7, 15, 31, 63))
		}
		return fmt.Sprintf("K(%s %s %s)", g.integer(depth-1), pick(g, "<<", ">>", ">>"), count)
	case k < 15:
		compare := func() string {
			return fmt.Sprintf("(%s %s %s)", x(), pick(g, "<", "<=", ">", ">=", "==", "!="),
				x())
		}
		if g.one(4) {
			return fmt.Sprintf("(%s %s %s)", compare(), pick(g, "&", "|", "^"), compare())
		}
		return compare()
	case k < 17:
		return fmt.Sprintf("(%s %s %s)", x(), pick(g, "&&", "||"), x())
	case k < 18:
		return fmt.Sprintf("K(- %s)", g.reading())
	case k < 19:
		return pick(g, "(!"+x()+")", "(~"+g.integer(depth-1)+")", "(+"+x()+")")
	case k < 21:
		return fmt.Sprintf("((%s)%s)", names[g.IntN(int(types))], x())
	case k < 22:
		return fmt.Sprintf("(%s ? %s : %s)", x(), x(), x())
	case k < 23:
		return pick(g, fmt.Sprintf("(id((int)%s) ?: %s)", g.integer(depth-1), x()),
			fmt.Sprintf("(%s, %s)", strings.ReplaceAll(x(), "a[i]", "a[1]"), x()))
	case k < 24:
		return pick(g, fmt.Sprintf("id((int)%s)", g.integer(depth-1)),
			fmt.Sprintf("uid((unsigned long)%s)", g.integer(depth-1)), fmt.Sprintf("did(%s)", x()))
	case k < 25:
		y := names[g.IntN(int(types))]
		return pick(g, fmt.Sprintf("({ %s; })", x()), fmt.Sprintf("({ %s y%d = %s; y%d; })", y, depth, x(), depth),
			fmt.Sprintf("sizeof(+%s)", x()),
			fmt.Sprintf("_Generic(+%s, int: 1, unsigned: 2, long: 3, unsigned long: 4, char: 5, double: 6, float: 7, __int128: 8, default: 9)",
				x()))
	}
	// What changes a variable stands on its own: what reads or changes others beside it does not see it.
	v, ok := g.change()
	if !ok {
		return g.reading()
	}
	switch k := g.IntN(10); {
	case k < 3:
		return fmt.Sprintf("(%s = %s)", v.text, x())
	case k < 5:
		return pick(g, fmt.Sprintf("(%s++)", v.text), fmt.Sprintf("(%s--)", v.text), fmt.Sprintf("(++%s)", v.text),
			fmt.Sprintf("(--%s)", v.text))
	case v.t >= float:
		return fmt.Sprintf("(%s %s= %s)", v.text, pick(g, "+", "-", "*", "/"), x())
	case k < 8: // in no wider type, for the same reason
		op, t := pick(g, "+", "-", "*", "/"), pick(g, names[v.t], names[v.t], "double")
		switch {
		case strings.Contains(v.text, "b."): // a bit-field
			t = "signed char"
		case v.t == ushort:
			op = "-"
		}
		return fmt.Sprintf("(%s %s= (%s)%s)", v.text, op, t, x())
	case k < 9:
		return fmt.Sprintf("(%s %s= (%s & 15))", v.text, pick(g, "<<", ">>"), g.integer(depth-1))
	}
	return fmt.Sprintf("(%s %s= %s)", v.text, pick(g, "&", "|", "^", "%"), g.integer(depth-1))
}

// integer returns an expression of an integer type.
func (g *generator) integer(depth int) string {
	return fmt.Sprintf("((%s)%s)", names[pick(g, char, uchar, short, int_, int_, uint, long, ulong, llong, int128,
		uint128, boolean)], g.expr(depth))
}

// Draw is an input of a program: its name, and the range that the program leaves to it. The values that it assumes away
// are not in the range.
type Draw struct {
	Name   string
	Lo, Hi int
}

// number is an expression of type int with the range of its values.
type number struct {
	text   string
	lo, hi int
}

// array is what has elements of type int or unsigned char.
type array struct {
	text  string
	n     int
	bytes bool
}
