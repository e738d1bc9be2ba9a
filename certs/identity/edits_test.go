package identity_test

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests which edits of a program leave the identity of a bug as it is, and which make it another one.

// A pair is two programs with a bug each. Where a program has several, the one that is meant is on the line with the
// comment "# here". A first line "# run x=1 y=2" gives an input; without it, the finder finds one.
type pair struct{ title, a, b string }

// bug returns the certificate of the bug that is meant in a program.
func bug(t testing.TB, source string) *certs.Bug {
	t.Helper()
	if input, ok := strings.CutPrefix(source, "# run "); ok {
		input, _, _ = strings.Cut(input, "\n")
		return run(t, source, input)
	}
	line := 0
	if before, _, ok := strings.Cut(source, "# here"); ok {
		line = strings.Count(before, "\n") + 1
	}
	var meant []*certs.Bug
	for _, c := range find(t, source) {
		if line == 0 || c.Fault.Line == uint64(line) {
			meant = append(meant, c)
		}
	}
	if len(meant) == 0 {
		t.Fatalf("found no bug of\n%s", source)
	}
	return meant[0]
}

// run returns as much of the certificate of the bug that a program has on an input as its identity takes.
func run(t testing.TB, source, input string) *certs.Bug {
	t.Helper()
	c, ok := try(t, source, input)
	if !ok {
		t.Fatalf("found no fault on %.99s of\n%.999s", input, source)
	}
	return c
}

// try is run for programs that need not fail within 2000 steps.
func try(t testing.TB, source, input string) (*certs.Bug, bool) {
	t.Helper()
	values := map[string]*big.Int{}
	for _, part := range strings.Fields(input) {
		name, value, _ := strings.Cut(part, "=")
		values[name], _ = new(big.Int).SetString(value, 10)
	}
	return execute(lower(t, "imp", source), about("imp", source), values, 2000)
}

// about returns what a certificate says of a program.
func about(language, source string) certs.Program {
	return certs.Program{Language: language, Version: 1, Sources: []certs.Source{{Name: "test", Text: []byte(source)}}}
}

func lower(t testing.TB, language, source string) *core.Program {
	t.Helper()
	p, _, err := fronts.All.Lower(nil, about(language, source))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// execute returns as much of the certificate of the bug that a program has on an input as its identity takes. Inputs
// without a value are 0.
func execute(p *core.Program, about certs.Program, values map[string]*big.Int, steps int64) (*certs.Bug, bool) {
	c := &certs.Bug{Program: about}
	m := &core.Machine{Program: p, Meter: semantics.NewMeter(1<<24, semantics.Unlimited)}
	m.Input = func(n int, name string) (*big.Int, bool) {
		v := values[name]
		if v == nil {
			v = new(big.Int)
		}
		if n == len(c.Inputs) {
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v})
		}
		return v, true
	}
	_, out := semantics.Run(semantics.Machine[core.State](m), m.Start(), steps, nil)
	if out.Fault == nil {
		return nil, false
	}
	f := out.Fault
	c.Trace.Steps = uint64(out.Steps)
	c.Fault = certs.Fault{Kind: string(f.Kind), File: uint64(f.File), Line: uint64(f.Line), Column: uint64(f.Column)}
	return c, true
}

// base is the program that most pairs edit.
const base = `input x, y
assume 0 <= x <= 9
r = 0
if y > 2 {
  r = y - 2
} else {
  r = 9 - y
}
if x == 5 {
  z = 10 / (r - 4)
}`

// edit returns base with each old text replaced by the new one that follows it.
func edit(oldnew ...string) string {
	s := base
	for i := 0; i < len(oldnew); i += 2 {
		if strings.Count(s, oldnew[i]) != 1 {
			panic(fmt.Sprintf("found %q %d times, want it once", oldnew[i], strings.Count(s, oldnew[i])))
		}
		s = strings.Replace(s, oldnew[i], oldnew[i+1], 1)
	}
	return s
}

const (
	rounds = `input n, m
i = 0
while i < n {
  if i == m { fail }
  i = i + 1
}
`
	twoBugs = `input x, y
if x == 3 { fail }
assert y != 7  # here`
)

var same = []pair{
	{"the program itself", base, base},
	{"comments", base, edit("r = 0", "# start\nr = (* none *) 0 // yet", "if x", "# a day\nif x")},
	{"another layout", base,
		"input x,y;assume(0<=x<=9);r:=0;if y>2 then r:=y-2 else r:=9-y fi;if x=5 then z:=10/(r-4) fi"},
	{"redundant parentheses", base, edit("y - 2", "((y) - (2))", "x == 5", "(x == 5)", "10 / (r - 4)",
		"(10 / ((r - 4)))")},
	{"carriage returns", base, strings.ReplaceAll(base, "\n", "\r\n")},
	{"numbers with leading zeros", base, edit("x == 5", "x == 005")},
	{"an unrelated assignment before", base, edit("r = 0", "q = 17 * y\nr = 0")},
	{"an unrelated assignment after", base, edit("r - 4)\n", "r - 4)\n  z = z + 1\n", "z = 10", "q = 1\n  z = 10")},
	{"an unrelated assignment inside a branch", base, edit("  r = y - 2", "  k = y\n  r = y - 2")},
	{"an unrelated assignment moves", edit("r = 0", "q = 17\nr = 0"), edit("if x", "q = 17\nif x")},
	{"an unrelated loop", base, edit("r = 0", "k = 0 while k < 3 { k = k + 1 }\nr = 0")},
	{"an unrelated if", base, edit("r = 0", "if x > 3 { k = 1 } else { k = 2 }\nr = 0")},
	{"an unrelated input with an assumption", base, edit("input x, y", "input a, x, y\nassume a > 1")},
	{"an unrelated assumption later", base, edit("input x, y", "input a, x, y", "r = 0", "r = 0 assume a > 1")},
	{"an unused macro", base, edit("r = 0", "macro m(p) begin p = p + 1 end\nr = 0")},
	{"a macro with the same commands", base, edit("r = 0", "macro m(p, q) begin p = q end\nm(r, 0)", "r = y - 2",
		"m(r, y - 2)")},
	{"a value that is overwritten", base, edit("r = 0", "r = 12 + x")},
	{"a value that is not yet needed", base, edit("r = 0", "")},
	{"a variable used for something else before", base, edit("r = 0",
		"r = 0 while r < 3 { if r == y { r = r + 2 } r = r + 1 }")},
	{"an if that assigns another variable", "input x if x > 0 { s = 1 } y = x assert y != 5",
		"input x y = x assert y != 5"},
	{"a value read before the variable could have changed", "input x, c y = x assert y != 5",
		"input x, c y = x if c > 0 { x = 1 } assert y != 5"},
	{"the branch not taken", base, edit("r = 9 - y", "r = 8 - y k = 1")},
	{"an empty else", base, edit("(r - 4)\n}", "(r - 4)\n} else { }")},
	{"skips", base, edit("r = 0", "skip r = 0", "z = 10", "skip skip z = 10")},
	{"the dividend's value", edit("r = 0", "d = 10 + x * y", "10 /", "d /"),
		edit("r = 0", "d = 20 - x", "10 /", "d /")},
	{"a variable that is not read because another has no value", "input x y = 1 / x + x * 2",
		"input x, q q = x y = 1 / x + x * 2"},
	{"every input declared, or none", edit("input x, y", "input x, y, r, z"), edit("input x, y\n", "")},
	{"the rounding, without a division", "input x assert x != 5", "option division truncate input x assert x != 5"},
	{"another bug removed", twoBugs, "input x, y assert y != 7"},
	{"another bug fixed by a guard", twoBugs, "input x, y if x == 3 { if y > 100 { x = 0 } } assert y != 7"},
	{"an assertion passed on the way", "input x assert x != 3\nassert x != 7  # here", "input x assert x != 7"},
	{"a division passed on the way", "input x y = 10 / x\nassert x != 7  # here", "input x assert x != 7"},
	{"an assumption of inputs that do not matter", "input x, y assume x > y fail", "input x, y assume x > y + 1 fail"},
	{"a failure on every path", "input x if x > 0 { y = 1 } else { y = 2 } fail", "fail"},
	{"another input", "# run x=11\ninput x if x > 3 { assert x < 10 }",
		"# run x=500\ninput x if x > 3 { assert x < 10 }"},
	{"another number of rounds", "# run n=100 m=2\n" + rounds, "# run n=9 m=7\n" + rounds},
	{"another input on which a loop ends early", "# run a=1 b=2\n" + gcd, "# run a=2 b=9\n" + gcd},
	{"an inner loop that has ended before, and not", "# run m=2\n" + nested, "# run m=5\n" + nested},
	{"rounds that take the branches in another order", "# run n=4 k=0\n" + zigzag, "# run n=4 k=1\n" + zigzag},
}

const (
	gcd = `input a, b
while a != b {
  before = a + b
  if a > b { a = a - b } else { b = b + a }
  assert a + b < before
}`
	nested = "input m i = 0 while true { i = i + 1 j = 0 while j < 2 { assert i + j != m j = j + 1 } }"
	zigzag = `input n, k
i = 0 s = 0
while i < n {
  if (i + k) % 2 == 0 { s = s + 1 } else { s = s + 2 }
  i = i + 1
}
assert s != 6`
)

var other = []pair{
	// Another fault.
	{"another kind", "input x assert x != 5", "input x if x != 5 { } else { fail }"},
	{"another condition asserted", "input x assert x != 5", "input x assert x != 6"},
	{"another command at fault", "input x, y z = 1 / x", "input x, y t = 1 / x"},
	{"another divisor", base, edit("r - 4", "r - 5")},
	{"another dividend", base, edit("10 /", "11 /")},
	{"a quotient and a remainder", base, edit("10 /", "10 %")},
	{"the other division of a command", "# run x=0 y=1\ninput x, y z = 1 / x + 1 / y",
		"# run x=1 y=0\ninput x, y z = 1 / x + 1 / y"},
	{"the other one of two like divisions", "# run x=0 y=1\n" + twice, "# run x=0 y=0\n" + twice},
	{"the other one of two like divisions, made by a macro", "# run x=0 y=1\n" + twiceMacro,
		"# run x=0 y=0\n" + twiceMacro},
	{"another unbound variable", "input x y = p + x", "input x y = q + x"},
	{"the other use of a macro", "# run x=0 y=1\n" + used, "# run x=1 y=0\n" + used},
	{"the same condition asserted again, after a change", "input x assert x != 5",
		"input x assert x != 5\nx = x + 1\nassert x != 5  # here"},
	{"a condition and the command behind it", "input x if 1 / x > 0 { }", "input x if 1 > 0 { y = 1 / x }"},

	// Another way.
	{"the other branch to a command that follows", "# run y=6\n" + fork, "# run y=-3\n" + fork},
	{"a branch that could have changed the value", "# run x=1\n" + spared, "# run x=9\n" + spared},
	{"a branch that could have given the value", "input x, c if x > 0 { d = 1 } y = d",
		"input x, c if c > 0 { d = 1 } y = d"},
	{"a loop entered and not", "# run n=0\n" + counted, "# run n=3\n" + counted},
	{"another round, which takes another branch", "# run n=4 k=0\n" + zigzag,
		"# run n=3 k=1\n" + strings.Replace(zigzag, "6", "5", 1)},
	{"a round that takes the other branch as well", "# run n=1 k=0\n" + some, "# run n=2 k=0\n" + some},
	{"then and else", "input x if x > 3 { fail }", "input x if x > 3 { } else { fail }"},
	{"an if and a while", "input x if x > 3 { fail }", "input x while x > 3 { fail }"},
	{"within an if and behind it", "input x, d if x > 3 { y = 1 / d }", "input x, d if x > 3 { } y = 1 / d"},
	{"within an if and behind it, where that matters",
		"input x y = 0 if x > 3 { y = 1 assert x + y != 9 }", "input x y = 0 if x > 3 { y = 1 } assert x + y != 9"},
	{"what a loop does in one round or in two", "# run n=2 k=0\n" + both,
		"# run n=2 k=0\n" + strings.Replace(both, "} else {", "", 1)},
	{"within another if", "input x if x > 3 { if x < 9 { fail } }", "input x if x > 3 { } if x < 9 { fail }"},
	{"ifs the other way round", "input x if x > 3 { if x < 9 { fail } }", "input x if x < 9 { if x > 3 { fail } }"},

	// Another condition or value on the way.
	{"another condition around", base, edit("x == 5", "x >= 5")},
	{"another condition on the way", base, edit("y > 2", "y > 3")},
	{"another value on the way", base, edit("y - 2", "y - 1")},
	{"another initial value", "input n, m\ni = 1" + strings.TrimPrefix(rounds, "input n, m\ni = 0"), rounds},
	{"another step of a loop", "# run n=9 m=4\n" + rounds, "# run n=9 m=4\n" +
		strings.Replace(rounds, "i + 1", "i + 2", 1)},
	{"another condition of a loop", strings.Replace(rounds, "i < n", "i <= n", 1), rounds},
	{"a value that a loop computes", "# run n=9\n" + counted,
		"# run n=9\n" + strings.Replace(counted, "s + 3", "s + 4", 1)},
	{"a value by way of another variable", "input x k = x + 1 y = k assert y != 5",
		"input x k = x + 2 y = k assert y != 5"},
	{"the order of what the fault depends on", "input x x = x + 1 x = 2 * x assert x != 8",
		"input x x = 2 * x x = x + 1 assert x != 9"},
	{"an input and a constant", "input x, n assert x != 5", "input x, n x = 5 assert x != 5"},
	{"the rounding, with a division", suspicious, "option division truncate " + suspicious},
	{"another assumption", base, edit("x <= 9", "x <= 8")},
	{"no assumption", base, edit("assume 0 <= x <= 9", "")},
	{"an assumption on the way", "input x assert x != 5", "input x y = x + 1 assume y > 3 assert x != 5"},
	{"an assumption by way of other inputs",
		"input x, y assume x < y assume y < 9 assert x != 5", "input x, y assume x < y assume y < 7 assert x != 5"},
	{"what decides whether an operand is evaluated",
		"input x, q k = q if k > 3 and 1 / x > 0 { }", "input x, q k = q + 1 if k > 3 and 1 / x > 0 { }"},
	{"what decides whether a link is evaluated", "input x, q k = q if 3 < k < 1 / x { }",
		"input x, q k = q + 1 if 3 < k < 1 / x { }"},
	{"an assumption in a branch", "input x if x < 3 { assume x == 0 } assert x != 5",
		"input x if x < 4 { assume x == 0 } assert x != 5"},
	{"a branch past an assumption", "input x if x > 9 { assume x == 10 } assert x != 5",
		"input x if x > 8 { assume x == 10 } assert x != 5"},
}

const (
	twice      = "input x, y z = 0 if y != 0 and 1 / x > 0 or 1 / x < 0 { }"
	twiceMacro = "macro m(e, y) begin if y != 0 and e > 0 or e < 0 { } end input x, y m(1 / x, y)"
	used       = "macro m(e) begin if e == 0 { fail } end input x, y m(x) m(y)"
	fork       = "input y if y > 2 { r = y - 2 } else { r = 1 - y } z = 1 / (r - 4)"
	some       = "input n, k i = 0 s = 0 while i < n { if i == k { s = s + 1 } i = i + 1 } assert s != 1"
	both       = "input n, k i = 0 s = 0 while i < n { if i == k { s = s + 1 } else { s = s + 2 } i = i + 1 } assert s != 3"
	spared     = "input x r = 0 if x > 5 { r = x - 9 } z = 1 / r"
	counted    = "input n i = 0 s = 0 while i < n { i = i + 1 s = s + 3 } assert s > 100"
	suspicious = "input x if x / 3 == 2 { fail }"
)

func TestSame(t *testing.T) {
	for _, p := range same {
		t.Run(p.title, func(t *testing.T) {
			a, b := bug(t, p.a), bug(t, p.b)
			if urn(t, a) != urn(t, b) {
				t.Errorf("found other identities, want the same, of\n%s\nand\n%s", skeleton(t, a), skeleton(t, b))
			}
		})
	}
}

func TestOther(t *testing.T) {
	for _, p := range other {
		t.Run(p.title, func(t *testing.T) {
			a, b := bug(t, p.a), bug(t, p.b)
			if urn(t, a) == urn(t, b) {
				t.Errorf("found the same identity, want others, of\n%s", skeleton(t, a))
			}
		})
	}
}

// TestParts establishes that no part of a skeleton can be left out: without it, a pair that should differ would not.
func TestParts(t *testing.T) {
	parts := []struct{ title, is, as string }{
		{"the ways taken", `(true|false|true, false)\n`, "\n"},
		{"what decided", `\d+ (true|false)`, ""},
		{"the part at fault", `[][()]`, ""},
		{"assumptions", `(?m)^ *\d+ +assume .*\n`, ""},
		{"assignments", `(?m)^ *\d+ +\w+ = [^[]*\n`, ""},
		{"the conditions of ifs", `if .*#`, "if #"},
		{"the conditions of whiles", `while .*#`, "while #"},
	}
	for _, part := range parts {
		t.Run(part.title, func(t *testing.T) {
			is := regexp.MustCompile(part.is)
			for _, p := range other {
				a, b := skeleton(t, bug(t, p.a)), skeleton(t, bug(t, p.b))
				if is.ReplaceAllString(a, part.as) == is.ReplaceAllString(b, part.as) {
					return
				}
			}
			t.Errorf("found no pair that differs by %s only", part.title)
		})
	}
}
