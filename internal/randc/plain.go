package randc

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// This file makes random programs in a subset of C without a library: all integer types, pointers, arrays, records, all statements and functions. What may be a
// fault in them is mostly guarded; in most programs some guards are missing.

// Plain returns a random program in the subset. Its inputs are calls of functions whose names begin with __VERIFIER_nondet_, each of the type that the rest of its
// name gives. The first lines are the same in all of these programs; from the line own on it is random.
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

// plainTypes are the integer types of the programs; those from arithmetic on are not promoted.
var plainTypes = []string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"}

// plain makes one program.
type plain struct {
	generator
	lines   []string
	indent  int
	risks   int  // guards that may still be left out
	eager   bool // whether the program is about scenarios, and guards are left out soon
	fuel    int  // statements that may still have others inside
	n       int  // of names
	structs []plainRecord
	scopes  []plainScope
	calls   []plainFunction
	loops   int
	inside  bool // whether the statement is in a function other than main
}

// plainRecord is a structure or a union.
type plainRecord struct {
	name    string
	union   bool
	members []plainObject
}

// plainObject is an object of an integer type, an array of such objects, or a record, or a pointer to an object of an integer type.
type plainObject struct {
	text   string
	t      string // the integer type, of the object, of an element, or of what the pointer leads to
	n, m   int    // the lengths of an array, and of its elements if they are arrays; 0 if it is none
	record *plainRecord
	arrow  bool // whether it is a pointer to the record
	leads  bool // whether it is a pointer to integers: to n of them
	fixed  bool // whether it must not be assigned
}

// plainScope has the objects of a block.
type plainScope []plainObject

// plainFunction is a function of integers, or of a record.
type plainFunction struct {
	name   string
	params []plainObject
	record *plainRecord // of the result; nil if it is an integer
}

func (g *plain) put(format string, args ...any) {
	g.lines = append(g.lines, strings.Repeat("\t", g.indent)+fmt.Sprintf(format, args...))
}

func (g *plain) fresh(prefix string) string {
	g.n++
	return fmt.Sprint(prefix, g.n)
}

func (g *plain) open() {
	g.scopes = append(g.scopes, nil)
	g.indent++
}

func (g *plain) close() {
	g.scopes = g.scopes[:len(g.scopes)-1]
	g.indent--
}

func (g *plain) know(o plainObject) {
	s := &g.scopes[len(g.scopes)-1]
	*s = append(*s, o)
}

// known returns the objects in scope for which ok holds.
func (g *plain) known(ok func(o plainObject) bool) (all []plainObject) {
	for _, s := range g.scopes {
		for _, o := range s {
			if ok(o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// risky reports whether a guard is left out here.
func (g *plain) risky() bool {
	most := 3
	if g.eager {
		most = 2
	}
	if g.risks > 0 && g.one(most) {
		g.risks--
		return true
	}
	return false
}

// slipping reports whether a guard is left out in an expression: rarely, if the program is about scenarios.
func (g *plain) slipping() bool { return (!g.eager || g.one(8)) && g.risky() }

func (g *plain) typ() string { return plainTypes[g.IntN(len(plainTypes))] }

// constant returns a number.
func (g *plain) constant() string {
	return pick(&g.generator, "0", "1", "2", "3", "-1", "7", "100", "255", "256", "-128", "'a'", "127", "32767", "65535u", "2147483647", "(-2147483647 - 1)", "2147483648", "4294967295u",
		"0xffffffff", "1ul", "9223372036854775807", "0x8000000000000000", "18446744073709551615ul", "-5l", "3u", "YELLOW", "GREEN", "077")
}

// records declares types.
func (g *plain) records() {
	g.put("enum colour { RED = -3, GREEN, YELLOW = 7 };")
	g.scopes = append(g.scopes, nil)
	for i := range 1 + g.IntN(3) {
		s := plainRecord{name: fmt.Sprint("struct s", i), union: g.one(6)}
		if s.union {
			s.name = fmt.Sprint("union s", i)
		}
		text := s.name + " {"
		for k := range 2 + g.IntN(4) {
			o := plainObject{text: fmt.Sprint("m", k), t: g.typ()}
			switch {
			case k > 0 && g.one(3):
				o.n = 2 + g.IntN(3)
			case !s.union && i > 0 && g.one(4):
				o = plainObject{text: o.text, record: &g.structs[g.IntN(i)]}
			case !s.union && g.one(6):
				o = plainObject{text: o.text, t: "int", leads: true}
			}
			if s.union && o.t == "_Bool" {
				o.t = "unsigned char"
			}
			s.members = append(s.members, o)
			text += " " + g.declared(o) + ";"
		}
		g.put("%s };", text)
		g.structs = append(g.structs, s)
	}
}

// declared returns the declaration of an object.
func (g *plain) declared(o plainObject) string {
	switch {
	case o.record != nil && o.arrow:
		return o.record.name + " *" + o.text
	case o.record != nil:
		return o.record.name + " " + o.text
	case o.leads:
		return o.t + " *" + o.text
	case o.m > 0:
		return fmt.Sprintf("%s %s[%d][%d]", o.t, o.text, o.n, o.m)
	case o.n > 0:
		return fmt.Sprintf("%s %s[%d]", o.t, o.text, o.n)
	}
	return o.t + " " + o.text
}

// initial returns an initializer of an object of constants.
func (g *plain) initial(o plainObject) string {
	list := func(n int, of func() string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = of()
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	switch {
	case o.record != nil && o.record.union:
		return list(1, func() string { return g.initial(o.record.members[0]) })
	case o.record != nil:
		i := -1
		return list(len(o.record.members)-g.IntN(2), func() string { i++; return g.initial(o.record.members[i]) })
	case o.leads:
		return "NULL"
	case o.m > 0:
		return list(o.n, func() string { return list(o.m, g.constant) })
	case o.n > 0:
		return list(o.n-g.IntN(2), g.constant)
	}
	return g.constant()
}

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

// object returns a new object of some type.
func (g *plain) object(prefix string) plainObject {
	o := plainObject{text: g.fresh(prefix), t: g.typ()}
	switch g.IntN(9) {
	case 0, 1:
		o.n = 2 + g.IntN(4)
	case 2:
		o.n, o.m = 2+g.IntN(2), 2+g.IntN(2)
	case 3, 4:
		o.t, o.record = "", &g.structs[g.IntN(len(g.structs))]
	}
	return o
}

// locals declares objects of a block.
func (g *plain) locals() {
	for range 1 + g.IntN(3) {
		g.local()
	}
}

func (g *plain) local() {
	o := g.object("v")
	switch {
	case o.record == nil && o.n == 0 && g.one(4): // a pointer
		all := g.known(func(o plainObject) bool { return o.record == nil && !o.leads && !o.fixed && o.m == 0 })
		to := all[g.IntN(len(all))]
		p := plainObject{text: o.text, t: to.t, leads: true, n: max(1, to.n)}
		if to.n > 0 {
			g.put("%s = %s;", g.declared(p), to.text)
		} else {
			g.put("%s = &%s;", g.declared(p), to.text)
		}
		g.know(p)
		return
	case o.record != nil && g.one(2):
		all := g.known(func(k plainObject) bool { return k.record == o.record && !k.arrow })
		if len(all) > 0 {
			from := all[g.IntN(len(all))].text
			if o.arrow = g.one(2); o.arrow {
				from = "&" + from
			}
			g.put("%s = %s;", g.declared(o), from)
			g.know(o)
			return
		}
	}
	if o.record == nil && o.n == 0 {
		if g.one(5) {
			g.put("static %s = %s;", g.declared(o), g.constant())
		} else {
			g.put("%s = %s;", g.declared(o), g.expr(2))
		}
	} else {
		g.put("%s = %s;", g.declared(o), g.initial(o))
	}
	g.know(o)
}

// input draws an input.
func (g *plain) input() {
	name := pick(&g.generator, "bool", "char", "uchar", "short", "ushort", "int", "int", "uint", "long", "ulong")
	t := map[string]string{"bool": "_Bool", "uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned", "ulong": "unsigned long"}[name]
	if t == "" {
		t = name
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
