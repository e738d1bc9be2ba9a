package randc

import (
	"math/rand/v2"
	"strings"
)

// This file makes random programs in a subset of C without a library: all integer types, pointers, arrays, records,
// all statements and functions. What may be a fault in them is mostly guarded; in most programs some guards are
// missing.

// Plain returns a random program in the subset. Its inputs are calls of functions whose names begin with
// __VERIFIER_nondet_, each of the type that the rest of its name gives. The first lines are the same in all of these
// programs; from the line own on it is random.
func Plain(seed uint64) (text string, own int) {
	g := &plain{generator: generator{Rand: rand.New(rand.NewPCG(seed, 78))}, fuel: 14}
	g.eager = g.one(2)
	if !g.eager && g.one(2) {
		g.risks = 1 + g.IntN(6)
	}
	g.records()
	g.globals()
	for range 1 + g.IntN(3) {
		g.function()
	}
	if g.eager {
		g.risks = 1 + g.IntN(2)
	}
	g.put("int main(void) {")
	g.open()
	for range 1 + g.IntN(3) {
		g.input()
	}
	g.locals()
	for range 3 + g.IntN(6) {
		if g.eager {
			plainScenarios[g.IntN(len(plainScenarios))](g)
		} else {
			g.statement(3)
		}
	}
	g.close()
	g.put("\tout(r);")
	g.put("\treturn (int)(r & 127);")
	g.put("}")
	return plainHeading + strings.Join(g.lines, "\n") + "\n", strings.Count(plainHeading, "\n") + 1
}

// plainHeading declares what the programs use.
const plainHeading = `#include <assert.h>
#define NULL ((void *)0)
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
int putchar(int);
void *malloc(unsigned long);
void free(void *);
static unsigned long r = 1;
static void out(unsigned long x) {
	do putchar("0123456789abcdef"[x & 15]); while (x >>= 4);
	putchar('\n');
}
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
static int ticks(void) { static int n; static short m = 32766; return n++ + m--; }
static int *home(int *p, int n) { int here = n, *q = &here; return n > 2 ? q : p; }
static int some(int n) { if (n > 1) return n; r++; }
static int twice(int n) { return (n & 1023) * 2; }
static int minus(int n) { return -(n & 1023); }
static int middle(const int *p, const int *q) { return *p + (int)((q - p) / 2); }
`

// globals declares objects with static storage.
func (g *plain) globals() {
	for range 2 + g.IntN(3) {
		o := g.object("g")
		init := ""
		if !g.one(3) {
			init = " = " + g.initial(o)
		}
		g.put("%s%s%s;", pick(&g.generator, "", "static "), g.declared(o), init)
		g.know(o)
	}
	g.put("static int deep[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };")
	g.know(plainObject{text: "deep", t: "int", n: 2, m: 3})
	g.put("static int line[4] = { 3, 1, 4 };")
	g.know(plainObject{text: "line", t: "int", n: 4})
}

// input draws an input.
func (g *plain) input() {
	name := pick(&g.generator, "bool", "char", "uchar", "short", "ushort", "int", "int", "uint", "long", "ulong")
	t := name
	if name == "bool" {
		t = "_Bool"
	} else if rest, ok := strings.CutPrefix(name, "u"); ok {
		t = "unsigned " + rest
	}
	o := plainObject{text: g.fresh("x"), t: t}
	g.put("%s = __VERIFIER_nondet_%s();", g.declared(o), name)
	g.know(o)
}

// function declares a function.
func (g *plain) function() {
	f := plainFunction{name: g.fresh("f")}
	outer := g.scopes
	g.scopes = append([]plainScope{g.scopes[0]}, nil)
	var params []string
	for range 1 + g.IntN(3) {
		p := plainObject{text: g.fresh("p"), t: g.typ()}
		switch g.IntN(6) {
		case 0:
			p.leads, p.n, p.t = true, 4, "int"
		case 1:
			p.t, p.record = "", &g.structs[g.IntN(len(g.structs))]
		}
		f.params = append(f.params, p)
		params = append(params, g.declared(p))
		g.know(p)
	}
	result := g.typ()
	if g.one(4) {
		f.record = &g.structs[g.IntN(len(g.structs))]
		result = f.record.name
	}
	g.put("static %s %s(%s) {", result, f.name, strings.Join(params, ", "))
	g.indent++
	g.inside = true
	for range 1 + g.IntN(3) {
		g.statement(2)
	}
	g.inside = false
	if f.record != nil {
		o := plainObject{text: "made", record: f.record}
		for _, p := range g.known(func(o plainObject) bool { return o.record == f.record && !o.arrow }) {
			o.text = p.text
		}
		if o.text == "made" {
			g.put("%s made = %s;", f.record.name, g.initial(o))
		}
		g.put("return %s;", o.text)
	} else {
		g.put("return %s;", g.expr(2))
	}
	g.indent--
	g.put("}")
	g.scopes = outer
	g.calls = append(g.calls, f)
}
