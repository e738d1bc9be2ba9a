package randc

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file makes random programs that have inputs of small ranges, so that all inputs can be tried. What may be a
// fault in them is mostly guarded; in half of the programs some guards are missing, or off by one.

// WithInputs is a random program with inputs.
type WithInputs struct {
	Text    string
	Draws   []Draw
	Globals []string // its global variables
}

// Vectors returns all inputs of the program: a value for each draw.
func (p *WithInputs) Vectors() [][]int {
	all := [][]int{nil}
	for _, d := range p.Draws {
		var next [][]int
		for _, v := range all {
			for n := d.Lo; n <= d.Hi; n++ {
				next = append(next, append(slices.Clone(v), n))
			}
		}
		all = next
	}
	return all
}

// maxVectors is how many inputs a program has at most.
const maxVectors = 150

// Inputs returns a random program with one to three inputs, or with a short string of them. What it defines has names
// that end in _ and suffix, its function main excepted.
func Inputs(seed uint64, suffix string) *WithInputs {
	g := &maker{generator: generator{Rand: rand.New(rand.NewPCG(seed, 77))}, vectors: 1}
	if !g.one(3) {
		g.spots = 2 + g.IntN(4)
	}
	g.line("unsigned r = 1;")
	g.inputs()
	for range 2 + g.IntN(4) {
		g.statement(2)
	}
	if g.one(3) {
		g.line(`printf("=%%u\n", r & 7);`)
	}
	g.line("return r %% 64;")
	text := heading + strings.Join(g.outer, "\n") + "\nint main(void) {\n" + strings.Join(g.lines, "\n") + "\n}\n"
	p := &WithInputs{Text: strings.ReplaceAll(text, "@", "_"+suffix), Draws: g.draws}
	for _, name := range g.globals {
		p.Globals = append(p.Globals, strings.ReplaceAll(name, "@", "_"+suffix))
	}
	return p
}

const heading = `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int klee_range(int, int, const char *);
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int symb_int(const char *);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
struct pair@ { int a, b; unsigned char c[4]; };
struct node@ { int n; struct node@ *next; };
struct bits@ { unsigned a : 3; int b : 4; unsigned c : 9; unsigned char d; };
union both@ { unsigned n; unsigned char c[4]; short s[2]; };
static int twice@(int x) { return x + x; }
static int minus@(int x) { return -x; }
static int third@(int x) { return x / 3; }
static int depth@(int n) { return n <= 0 ? 0 : 1 + depth@(n - 1); }
static int sum@(const int *p, int n) {
	int s = 0;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}
static void put@(int *p, int i, int x) {
	p[i] = x;
}
static int *least@(int *p, int *q) { return *p < *q ? p : q; }
static struct pair@ swapped@(struct pair@ p) { struct pair@ q = p; q.a = p.b; q.b = p.a; return q; }
`

// draw notes an input.
func (g *maker) draw(name string, lo, hi int) {
	g.draws = append(g.draws, Draw{name, lo, hi})
	g.vectors *= hi - lo + 1
}

// inputs draws what the program begins with.
func (g *maker) inputs() {
	for range 1 + g.IntN(3) {
		room := maxVectors / g.vectors
		if room < 2 {
			break
		}
		lo := pick(&g.generator, 0, 0, 0, -1, -3, 1)
		hi := lo + 1 + g.IntN(min(room-1, 9))
		x := g.name("x")
		switch k := g.IntN(6); {
		case k == 0:
			g.line("int %s = klee_range(%d, %d, \"%s\");", x, lo, hi+1, x)
			g.draw(x, lo, hi)
		case k == 1:
			g.line("int %s = symb_int(\"%s\");", x, x)
			g.line("klee_assume(%s >= %d & %s <= %d);", x, lo, x, hi)
			g.draw(x, lo, hi)
		case k == 2:
			lo, hi = max(lo, 0), max(hi, 1)
			g.line("unsigned char %s = __VERIFIER_nondet_uchar();", x)
			g.line("__VERIFIER_assume(%s >= %d && %s <= %d);", x, lo, x, hi)
			g.draw("__VERIFIER_nondet_uchar", lo, hi)
		case k == 3 && room >= 9: // a string of few letters
			n := 2
			if room >= 27 {
				n = 2 + g.IntN(2)
			}
			s := g.name("s")
			g.line("char %s[%d];", s, n+1)
			g.line("klee_make_symbolic(%s, %d, \"%s\");", s, n, s)
			for i := range n {
				g.line("klee_assume(%s[%d] >= 0);", s, i)
				g.line("klee_assume(%s[%d] <= 2);", s, i)
				g.draw(s, 0, 2)
			}
			g.line("%s[%d] = 0;", s, n)
			g.line("for (int i = 0; i < %d; i++) if (%s[i] == 1) %s[i] = 'a'; else if (%s[i]) %s[i] = '7';", n, s, s, s,
				s)
			g.arrays = append(g.arrays, array{s, n + 1, true})
			g.numbers = append(g.numbers, number{fmt.Sprintf("(int)strlen(%s)", s), 0, n})
			continue
		default:
			g.line("int %s = __VERIFIER_nondet_int();", x)
			g.line("__VERIFIER_assume(%s >= %d && %s <= %d);", x, lo, x, hi)
			g.draw("__VERIFIER_nondet_int", lo, hi)
		}
		g.numbers = append(g.numbers, number{x, lo, hi})
	}
	for range 1 + g.IntN(2) {
		v := g.name("v")
		g.line("int %s = %s;", v, g.within(g.number(1), -20, 20))
		g.locals = append(g.locals, number{v, -20, 20})
		g.numbers = append(g.numbers, number{v, -20, 20})
	}
	g.array()
}

// array declares an array, with values.
func (g *maker) array() {
	a := array{g.name("a"), 2 + g.IntN(5), g.one(3)}
	element, init := "int", make([]string, a.n)
	if a.bytes {
		element = "unsigned char"
	}
	for i := range init {
		init[i] = fmt.Sprint(g.IntN(12))
	}
	switch g.IntN(4) {
	case 0:
		a.text += "@"
		g.globals = append(g.globals, a.text)
		g.outer = append(g.outer, fmt.Sprintf("static %s %s[%d] = { %s };", element, a.text, a.n,
			strings.Join(init, ", ")))
	case 1:
		g.line("%s *%s = malloc(%d * sizeof *%s);", element, a.text, a.n, a.text)
		g.line("for (int i = 0; i < %d; i++) %s[i] = i * %d;", a.n, a.text, 1+g.IntN(3))
	default:
		g.line("%s %s[%d] = { %s };", element, a.text, a.n, strings.Join(init, ", "))
	}
	g.arrays = append(g.arrays, a)
}

// block adds a block of statements, at the end of which what it declares goes out of scope.
func (g *maker) block(before string, depth, most int, last string) {
	numbers, locals, arrays := len(g.numbers), len(g.locals), len(g.arrays)
	g.line("%s {", before)
	for range 1 + g.IntN(most) {
		g.statement(depth - 1)
	}
	if last != "" {
		g.line("%s", last)
	}
	g.line("}")
	g.numbers, g.locals, g.arrays = g.numbers[:numbers], g.locals[:locals], g.arrays[:arrays]
}

// statement adds a random statement.
func (g *maker) statement(depth int) {
	if depth > 0 && g.one(3) {
		switch k := g.IntN(5); {
		case k < 2:
			g.block("if ("+g.condition()+")", depth, 2, "")
			if g.one(2) {
				g.block("else", depth, 2, "")
			}
		case k == 2 && g.loops == 0:
			i, n := g.name("i"), g.number(1)
			g.loops++
			g.numbers = append(g.numbers, number{i, 0, 4})
			last := ""
			if g.one(3) {
				last = fmt.Sprintf("if (%s) %s;", g.condition(), pick(&g.generator, "break", "continue"))
			}
			g.block(fmt.Sprintf("for (int %s = 0; %s < %s; %s++)", i, i, g.within(n, 0, 5), i), depth, 2, last)
			g.numbers = slices.DeleteFunc(g.numbers, func(x number) bool { return x.text == i })
			g.loops--
		case k == 3:
			g.line("switch (%s) {", g.number(1).text)
			for n := range 3 {
				g.line("case %d:", n)
				g.block("", depth, 1, "")
				if !g.one(4) {
					g.line("break;")
				}
			}
			g.line("default: r += 3;")
			g.line("}")
		default:
			g.block("if ("+g.condition()+")", depth, 2, pick(&g.generator, "", "", "return r % 64;", "exit(r % 32);"))
		}
		return
	}
	if g.loops == 0 && g.one(6) {
		g.array()
	}
	if g.loops == 0 && g.one(12) && g.vectors*3 <= maxVectors {
		x := g.name("x")
		g.line("int %s = klee_range(0, 3, \"%s\");", x, x)
		g.draw(x, 0, 2)
		g.numbers = append(g.numbers, number{x, 0, 2})
		return
	}
	scenarios[g.IntN(len(scenarios))](g)
}
