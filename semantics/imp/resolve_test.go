package imp

import (
	"fmt"
	"strings"
	"testing"
)

// dumpProgram writes what a program consists of, with the slots of its variables checked.
func dumpProgram(t *testing.T, p *Program) string {
	t.Helper()
	p.variables(func(name string, at Pos, slot *int) {
		if *slot < 0 || *slot >= len(p.Vars) || p.Vars[*slot] != name {
			t.Errorf("%v: %s has the slot %d in %v", at, name, *slot, p.Vars)
		}
	})
	if len(p.Input) != len(p.Vars) {
		t.Errorf("%d variables, %d inputs", len(p.Vars), len(p.Input))
	}
	var s strings.Builder
	for i, n := range p.Vars {
		s.WriteString(n)
		if !p.Input[i] {
			s.WriteString("?")
		}
		s.WriteString(" ")
	}
	if p.Division != Floor {
		fmt.Fprintf(&s, "%v ", p.Division)
	}
	if p.Declared {
		s.WriteString("declared ")
	}
	for _, b := range p.Assumptions {
		fmt.Fprintf(&s, "assuming %s ", dumpB(b))
	}
	return s.String() + dump(p.Body)
}

// A ? marks a variable without a value at the start.
var resolvable = []struct{ title, src, want string }{
	{"no variables", "skip", "[skip]"},
	{"variables in the order of their names", "b = a c = B", "B a b c [b = a; c = B]"},
	{"variables of assumptions and conditions",
		"assume p < 1 if q < 1 { x = 1 } else { y = 1 } while r < 1 { assert s < 1 assume u < 1 }",
		"p q r s u x y assuming (p < 1) [if (q < 1) [x = 1] [y = 1]; while (r < 1) [assert (s < 1); assume (u < 1)]]"},
	{"truncating division", "option division truncate skip", "truncate [skip]"},
	{"flooring division", "option division floor skip", "[skip]"},
	{"option after statements", "skip option division truncate", "truncate [skip]"},
	{"declared inputs", "input y x = y", "x? y declared [x = y]"},
	{"an unused input", "input y, a skip", "a y declared [skip]"},
	{"inputs declared twice over", "input a x = a input b", "a b x? declared [x = a]"},
	{"leading assumptions", "assume a < 1 assume b < 1 x = 1 assume c < 1",
		"a b c x assuming (a < 1) assuming (b < 1) [x = 1; assume (c < 1)]"},
	{"declarations between assumptions",
		"input a assume a < 1 option division floor macro f begin end assume a > 0 skip assume a = 0",
		"a declared assuming (a < 1) assuming (a > 0) [skip; assume (a == 0)]"},
	{"skip ends the assumptions", "skip assume a < 1", "a [skip; assume (a < 1)]"},
	{"a call ends the assumptions", "macro f begin assume true end f assume a < 1", "a [assume true; assume (a < 1)]"},
	{"assumptions only", "assume a < 1", "a assuming (a < 1) []"},
	{"a later assumption may read what is no input", "input a x = a assume x < 1",
		"a x? declared [x = a; assume (x < 1)]"},

	{"macro", "macro double(s) begin s = s + s end double(x)", "x [x = (+ x x)]"},
	{"macro that is not called", "macro double(s) begin s = s + s end skip", "[skip]"},
	{"arguments are not evaluated", "macro set(a, e) begin a = 1 a = e end set(x, x + y)", "x y [x = 1; x = (+ x y)]"},
	{"arguments keep their shape", "macro set(a, e) begin a = 2 * e end set(x, 1 + 2)", "x [x = (* 2 (+ 1 2))]"},
	{"parameters named like variables", "macro swap(x, y, t) begin t = x x = y y = t end swap(y, x, z)",
		"x y z [z = y; y = x; x = z]"},
	{"a local variable", "macro swap(a, b) begin local t = a a = b b = t end swap(x, y)",
		"swap.t? x y [swap.t = x; x = y; y = swap.t]"},
	{"a local variable named like one of the program", "macro swap(a, b) begin local t = a a = b b = t end swap(t, y)",
		"swap.t? t y [swap.t = t; t = y; y = swap.t]"},
	{"the same in each call", "macro f(a) begin local t = 1 a = t end f(x) f(y)",
		"f.t? x y [f.t = 1; x = f.t; f.t = 1; y = f.t]"},
	{"local variables of two macros",
		"macro f(a) begin local t = a a = -t end macro g(b) begin local t = b f(t) b = t end g(x)",
		"f.t? g.t? x [g.t = x; f.t = g.t; g.t = (neg f.t); x = g.t]"},
	{"local to a block", "macro f(a) begin if a < 1 { local t = 1 a = t } else { local t := 2 a = t } end f(x)",
		"f.t? x [if (x < 1) [f.t = 1; x = f.t] [f.t = 2; x = f.t]]"},
	{"a local variable known in inner blocks",
		"macro f(a) begin local t = a while t > 0 { if true { t = t - 1 } } end f(3)",
		"f.t? [f.t = 3; while (f.t > 0) [if true [f.t = (- f.t 1)] nil]]"},
	{"a local variable where inputs are declared", "input x macro f(a) begin local t = a a = t end f(x)",
		"f.t? x declared [f.t = x; x = f.t]"},
	{"one variable for two parameters", "macro set(a, b) begin a = b end set(x, x)", "x [x = x]"},
	{"macro in a macro", "macro inc(a) begin a = a + 1 end macro inc2(b) begin inc(b) if b < 1 { inc(b) } end while x < 1 { inc2(x) }",
		"x [while (x < 1) [x = (+ x 1); if (x < 1) [x = (+ x 1)] nil]]"},
	{"arguments in arguments", "macro f(a, b) begin a = b end macro g(c, d) begin f(c, d * d) end g(x, y + 1)",
		"x y [x = (* (+ y 1) (+ y 1))]"},
	{"parameter names do not mix", "macro f(a, b) begin a = b end macro g(b, a) begin f(b, a) end g(x, y)",
		"x y [x = y]"},
	{"all statements in a macro",
		"macro f(a) begin skip fail assume a<1 assert not a<1 or true if a<1 { } while -a<1 { } end f(x)",
		"x [skip; fail; assume (x < 1); assert (or (not (x < 1)) true); if (x < 1) [] nil; while ((neg x) < 1) []]"},
	{"empty macro", "macro f begin end f f() skip", "[skip]"},
	{"nothing but empty macros", "macro f begin end f", "[]"},
	{"an argument that is dropped", "macro f(a) begin skip end f(x)", "[skip]"},
	{"macro and variable of one name", "macro f(f) begin f = 1 end f(f) f = 2", "f [f = 1; f = 2]"},
	{"a parameter that is not assigned takes anything", "macro f(a) begin assert a < 1 end f(1) f(x / 0)",
		"x [assert (1 < 1); assert ((/ x 0) < 1)]"},
}

func TestResolve(t *testing.T) {
	for _, c := range resolvable {
		f, err := Parse("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		before := dump(f.Body)
		p, err := Resolve(f)
		if err != nil {
			t.Errorf("%s: %q: %v", c.title, c.src, err)
		} else if got := dumpProgram(t, p); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.title, c.src, got, c.want)
		}
		if dump(f.Body) != before {
			t.Errorf("%s: the file was changed", c.title)
		}
	}
}

var unresolvable = []struct{ title, src, want string }{
	{"a local variable in its own value", "macro f(a) begin local t = t end f(x)",
		"1:28: found t in macro f, want one of its parameters or local variables"},
	{"read before its declaration", "macro f(a) begin a = t local t = 1 end f(x)",
		"1:22: found t in macro f, want one of its parameters or local variables"},
	{"assigned before its declaration", "macro f(a) begin t = a local t = 1 end f(x)",
		"1:18: found t in macro f, want one of its parameters or local variables"},
	{"read outside its block", "macro f(a) begin if true { local t = 1 } a = t end f(x)",
		"1:46: found t in macro f, want one of its parameters or local variables"},
	{"read in the other block", "macro f(a) begin if true { local t = 1 } else { a = t } end f(x)",
		"1:53: found t in macro f, want one of its parameters or local variables"},
	{"a local variable of another macro", "macro f begin local t = 1 end macro g(a) begin f a = t end g(x)",
		"1:54: found t in macro g, want one of its parameters or local variables"},
	{"declared twice", "macro f begin local t = 1 local t = 2 end f",
		"1:27: found the local variable t, want a name that macro f does not have yet"},
	{"declared twice, once in a block", "macro f begin local t = 1 if true { local t = 2 } end f",
		"1:37: found the local variable t, want a name that macro f does not have yet"},
	{"a parameter declared", "macro f(a) begin local a = 1 end f(x)",
		"1:18: found the local variable a, want a name that macro f does not have yet"},
	{"local names that are too long", "macro f" + strings.Repeat("f", 60) + " begin local t" + strings.Repeat("t", 39) +
		" = 1 end skip",
		"1:75: found names of 101 characters for a macro and its local variable, want at most 100 together"},
	{"an unknown name in a local value", "macro f begin local t = u end f",
		"1:25: found u in macro f, want one of its parameters or local variables"},
	{"unknown macro", "f(1)", `1:1: found "f", which is not defined as a macro`},
	{"misspelt skip", "skp", `1:1: found "skp", which is not defined as a macro`},
	{"forgotten equals sign", "x y = 1", `1:1: found "x", which is not defined as a macro`},
	{"input without a comma", "input x y skip", `1:9: found "y", which is not defined as a macro`},
	{"unknown macro in a block", "while true { if true { } else { f } }",
		`1:33: found "f", which is not defined as a macro`},
	{"unknown macro in a macro that is not called", "macro f begin g end skip",
		`1:15: found "g", which is not defined as a macro`},
	{"called before its definition", "f macro f begin end", "1:1: macro f is called before its definition"},
	{"called before its definition by a macro", "macro f begin g end macro g begin end f",
		"1:15: macro g is called before its definition"},
	{"calls itself", "macro f(a) begin f(a) end skip", "1:18: macro f calls itself"},
	{"call each other", "macro f begin g end macro g begin f end g", "1:15: macro g is called before its definition"},
	{"defined twice", "macro f begin end\nmacro f(a) begin end f",
		"2:1: found the macro f twice, want different names"},
	{"too few arguments", "macro f(a, b) begin end f(1)", "1:25: found 1 argument, macro f wants 2"},
	{"too many arguments", "macro f(a) begin end f(1, 2)", "1:22: found 2 arguments, macro f wants 1"},
	{"no arguments", "macro f(a) begin end f", "1:22: found 0 arguments, macro f wants 1"},
	{"arguments for a macro without parameters", "macro f begin end f(1)", "1:19: found 1 argument, macro f wants 0"},
	{"wrong number in a macro", "macro f(a) begin end macro g(a) begin f(a, a) end skip",
		"1:39: found 2 arguments, macro f wants 1"},
	{"assigned parameter, argument a sum", "macro square(s) begin s = s * s end\nsquare(r + 1)",
		"2:1: macro square assigns its parameter s, so the argument must be a variable, found r + 1"},
	{"assigned parameter, argument a literal", "macro f(a, b) begin b = a end f(1, 2)",
		"1:31: macro f assigns its parameter b, so the argument must be a variable, found 2"},
	{"assigned parameter, argument a negation", "macro f(a) begin a = 1 end f(-x)",
		"1:28: macro f assigns its parameter a, so the argument must be a variable, found -x"},
	{"assigned in a loop", "macro f(a) begin while a < 1 { if true { } else { a = 1 } } end f(1)",
		"1:65: macro f assigns its parameter a, so the argument must be a variable, found 1"},
	{"assigned by a macro it calls", "macro f(a) begin a = 1 end macro g(b) begin f(b) end g(1)",
		"1:54: macro g assigns its parameter b, so the argument must be a variable, found 1"},
	{"assigned in a macro by another", "macro f(a) begin a = 1 end macro g(b) begin f(b + 1) end skip",
		"1:45: macro f assigns its parameter a, so the argument must be a variable, found b + 1"},
	{"long argument", "macro f(a) begin a = 1 end f(1" + strings.Repeat(" + 1", 100) + ")",
		"1:28: macro f assigns its parameter a, so the argument must be a variable, found " +
			strings.Repeat("1 + ", 10) + "..."},
	{"a foreign variable is read", "macro f(a) begin a = b end skip",
		"1:22: found b in macro f, want one of its parameters or local variables"},
	{"a foreign variable is assigned", "macro f(a) begin b = a end skip",
		"1:18: found b in macro f, want one of its parameters or local variables"},
	{"a foreign variable in a condition", "macro f begin if not (x < 1 and true) { } end skip",
		"1:23: found x in macro f, want one of its parameters or local variables"},
	{"a foreign variable as an argument", "macro f(a) begin end macro g begin f(-x) end skip",
		"1:39: found x in macro g, want one of its parameters or local variables"},
	{"each foreign variable once", "macro f begin x = y y = x end skip",
		"1:15: found x in macro f, want one of its parameters or local variables | 1:19: found y in macro f, want one of its parameters or local variables"},
	{"a leading assumption about what is no input", "input a assume a < b skip",
		"1:20: found b, which has no value at the start, want an input"},
	{"the same, declared later", "assume not (-b < 1) skip input a",
		"1:14: found b, which has no value at the start, want an input"},
	{"several errors", "f g macro h(a) begin a = b end h(1)",
		`1:1: found "f", which is not defined as a macro | 1:3: found "g", which is not defined as a macro | 1:26: found b in macro h, want one of its parameters or local variables | 1:32: macro h assigns its parameter a, so the argument must be a variable, found 1`},
	{"a syntax error comes first", "f x = )", `1:7: found ")", want an expression`},
}

func TestUnresolvable(t *testing.T) {
	for _, c := range unresolvable {
		p, err := Load("t", []byte(c.src))
		if err == nil {
			t.Errorf("%s: %q is accepted: %s", c.title, c.src, dumpProgram(t, p))
		} else if got := messages(t, err); got != c.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", c.title, c.src, got, c.want)
		}
	}
	if len(unresolvable) <= len(resolvable) {
		t.Errorf("%d rejections, %d acceptances: want more rejections", len(unresolvable), len(resolvable))
	}
}

// chain defines the macros f0 to fn, all but the first with the body given, where F is the macro before, and calls the
// last.
func chain(n int, first, body string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "macro f0(a) begin %s end\n", first)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&s, "macro f%d(a) begin %s end\n", i, strings.ReplaceAll(body, "F", fmt.Sprint("f", i-1)))
	}
	fmt.Fprintf(&s, "f%d(x)", n)
	return s.String()
}

func TestExpansionIsBounded(t *testing.T) {
	const tooMany, tooDeep = "the macros of the file expand to more than 1000000 nodes",
		"nested deeper than 20000 levels when macros are expanded"
	for _, c := range []struct{ title, src, want string }{
		{"a thousand macros deep", chain(1000, "skip", "F(a)"), ""},
		{"many calls", "macro f(a) begin a = a + 1 end " + strings.Repeat("f(x) ", 100_000), ""},
		{"large without macros", strings.Repeat("x = x + 1 ", 300_000), ""},
		{"calls doubled", chain(60, "a = a + 1", "F(a) F(a)"), "62:1: " + tooMany},
		{"empty calls doubled", chain(60, "", "F(a) F(a)"), "62:1: " + tooMany},
		{"arguments doubled", chain(60, "assert a < 1", "F(a + a)"), "62:1: " + tooMany},
		{"dropped arguments doubled", chain(60, "skip", "F(a * a)"), "62:1: " + tooMany},
		{"too many calls", "macro f(a) begin a = a + 1 end\n" + strings.Repeat("f(x) ", 400_000),
			"2:1000001: " + tooMany},
		{"too deep calls", chain(30_000, "skip", "F(a)"), "30002:1: " + tooDeep},
		{"too deep arguments", chain(15_000, "assert a < 1", "F(-a)"), "15002:1: " + tooMany},
		{"too deep blocks", chain(4, "skip", "if true {"+strings.Repeat("if true {", 4_999)+"F(a)"+strings.Repeat("}",
			5_000)), "6:1: " + tooDeep},
		{"too deep sums", chain(2, "assert 0 < a"+strings.Repeat(" + 1", 9_990),
			"F(a"+strings.Repeat(" + 1", 9_990)+")"), "4:1: " + tooDeep},
	} {
		p, err := Load("t", []byte(c.src))
		got := ""
		if err != nil {
			got = messages(t, err)
		} else if p == nil {
			t.Errorf("%s: neither a program nor an error", c.title)
		}
		if got != c.want {
			t.Errorf("%s:\n got %.300s\nwant %s", c.title, got, c.want)
		}
	}
}

// Statements of a macro stand where its body has them, arguments where the call has them.
func TestPlacesInMacros(t *testing.T) {
	p, err := Load("t", []byte("macro f(a, b) begin\n  a = b + 1\nend\nf(x, y)"))
	if err != nil {
		t.Fatal(err)
	}
	s := p.Body.Stmts[0].(*Assign)
	sum := s.Value.(*Arith)
	if got := fmt.Sprint(s.Pos(), sum.Pos(), sum.X.Pos(), sum.Y.Pos()); got != "2:3 2:9 4:6 2:11" {
		t.Errorf("statement, sum, argument and literal are at %s, want 2:3 2:9 4:6 2:11", got)
	}
}

// Two calls of a macro must not share nodes: each has slots of its own.
func TestExpansionCopies(t *testing.T) {
	p, err := Load("t", []byte("macro f(a) begin a = a + 1 assert 0 < a end f(x) f(y) f(x)"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*int]bool{}
	p.variables(func(name string, at Pos, slot *int) {
		if seen[slot] {
			t.Errorf("%v: %s occurs in two places at once", at, name)
		}
		seen[slot] = true
	})
	if len(seen) != 9 {
		t.Errorf("%d occurrences of variables, want 9", len(seen))
	}
}
