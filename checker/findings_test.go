package checker

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file holds finder, checker and bigstep together on what the finder finds.

// finding is a program with the fault that the finder must find in it.
type finding struct {
	title, source string
	kind          semantics.Kind
	line, column  uint64
}

var findings = []finding{
	{"fail alone", "fail", semantics.Failed, 1, 1},
	{"fail behind a branch", "if a == 41 {\n  fail\n}", semantics.Failed, 2, 3},
	{"a violated assertion", "skip assert a != 7", semantics.AssertionFailed, 1, 6},
	{"a violated assertion in a macro", "macro check(x) begin\n  assert x < 10\nend\ncheck(a + 1)",
		semantics.AssertionFailed, 2, 3},
	{"division by zero", "a = 10 / b", semantics.DivisionByZero, 1, 8},
	{"remainder by zero", "a = 10 % b", semantics.DivisionByZero, 1, 8},
	{"division by the constant 0", "a = 10 / 0", semantics.DivisionByZero, 1, 8},
	{"an unbound variable", "input a\nb = a + c", semantics.UnboundVar, 2, 9},
	{"an unbound variable on one path", "input a\nif a > 5 { c = 1 }\nb = c", semantics.UnboundVar, 3, 5},
	{"division by a variable that is 0 on one path", "if a > 5 { c = 0 } else { c = 1 }\nb = a % c",
		semantics.DivisionByZero, 2, 7},

	{"floor division", "option division floor\nassume a < 0\nassert a / 2 > -3 or a % 2 != 1",
		semantics.AssertionFailed, 3, 1},
	{"truncating division", "option division truncate\nassume a < 0\nassert a / 2 > -3 or a % 2 != -1",
		semantics.AssertionFailed, 3, 1},
	{"floor division by a negative constant", "assert not (a / -3 == 2 and a % -3 == -1)", semantics.AssertionFailed, 1,
		1},
	{"truncating division by a negative constant",
		"option division truncate\nassert not (a / -3 == 2 and a % -3 == -1)", semantics.AssertionFailed, 2, 1},
	{"floor division by an input", "assume 1 < b < 10 and 20 < a < 40\nassert a / b != 7", semantics.AssertionFailed, 2,
		1},
	{"truncating division by an input",
		"option division truncate\nassume -10 < b < -1 and 20 < a < 40\nassert a / b != -7", semantics.AssertionFailed,
		3, 1},
	{"a remainder by an input", "assume 1 < b < 10 and 0 < a < 40\nassert a % b != 5", semantics.AssertionFailed, 2, 1},
	{"a divisor that is a sum", "assume 0 <= a <= 50 and 0 <= b <= 50\nc = 100 / (a - b)", semantics.DivisionByZero, 2,
		9},
	{"a divisor that is a remainder", "assume 0 <= a <= 50\nc = 100 / (a % 7)", semantics.DivisionByZero, 2, 9},
	{"a division of a division", "assume 0 < a < 1000\nassert a / 7 / 3 != 5", semantics.AssertionFailed, 2, 1},

	{"a product of two inputs", "assume 1 < a < 20 and 1 < b < 20\nassert a * b != 77", semantics.AssertionFailed, 2,
		1},
	{"a square", "assume 0 <= a <= 30\nassert a * a != 169", semantics.AssertionFailed, 2, 1},
	{"products that differ by their factors' order",
		"assume 1 < a < 9 and 1 < b < 9\nassert 2 * a * (3 * b) - b * 6 * a != 0 or a * b != 15",
		semantics.AssertionFailed, 2, 1},
	{"a product of sums", "assume 0 < a < 9 and 0 < b < 9\nassert (a + b) * (a - b) != 21", semantics.AssertionFailed,
		2, 1},
	{"a divisor that is a product", "assume 0 <= a < 4 and 0 <= b < 4 and a + b == 3\nc = 1 / (a * b)",
		semantics.DivisionByZero, 2, 7},

	{"a fault in the second operand of and", "if a != 0 and 10 / b > 1 { skip }", semantics.DivisionByZero, 1, 18},
	{"no fault where and stops, one behind it", "if a != 0 and b / a > 1 { assert b < 40 }", semantics.AssertionFailed,
		1, 27},
	{"a fault in the second operand of or", "if a == 3 or 10 / b > 1 { skip }", semantics.DivisionByZero, 1, 17},
	{"no fault where or stops, one behind it", "assume 0 < b\nif a == 0 or b / a > 1 { assert b != 40 }",
		semantics.AssertionFailed, 2, 26},
	{"a fault in the first operand", "if 10 / a > 1 and b == 3 { skip }", semantics.DivisionByZero, 1, 7},
	{"a fault in a chain", "assert not (a < 5 < 10 / b)", semantics.DivisionByZero, 1, 24},
	{"a chain that stops before a fault, and one behind it", "if 5 < a < 100 / a { assert a != 7 }",
		semantics.AssertionFailed, 1, 22},
	{"a fault under not", "if not (a > 3 and not (1 % b == 0)) { skip }", semantics.DivisionByZero, 1, 26},
	{"a fault deep in connectives", "if a > 1 and (b > 1 or c / (a - 5) > 2) { skip }", semantics.DivisionByZero, 1,
		26},
	{"a fault in an assumption in the program", "skip\nassume 10 / a > 2", semantics.DivisionByZero, 2, 11},
	{"a fault behind an assumption in the program", "skip\nassume 10 / a == 3\nfail", semantics.Failed, 3, 1},
	{"a fault in an assertion's condition", "assert a > 0 or 10 / a < 5", semantics.DivisionByZero, 1, 20},
	{"a fault in a loop's condition", "i = 5\nwhile 100 / i > 3 { i = i - 1 }", semantics.DivisionByZero, 2, 11},
	{"a fault in a loop's condition, after some rounds",
		"assume 3 <= n <= 5\nwhile n >= 0 or 1 / n > 3 { n = n - 1 }\nassert n != -1", semantics.AssertionFailed, 3, 1},
	{"an unbound variable in the second operand", "input a\nif a > 0 and z > 0 { skip }", semantics.UnboundVar, 2, 14},
	{"an assumption at the start that guards itself", "assume a != 0 and 12 / a == 3\nfail", semantics.Failed, 2, 1},

	{"a macro that uses its argument twice", "macro both(x, y) begin\n  y = x * x - x\nend\nboth(10 / a, z)\nfail",
		semantics.DivisionByZero, 4, 9},
	{"an argument whose fault depends on where it is used",
		"macro pick(c, x) begin\n  if c > 0 and x > 0 { skip } else { if c < -5 and x > 1 { skip } }\nend\npick(a, 6 / b)",
		semantics.DivisionByZero, 4, 11},
	{"the same place faults in the second of two uses",
		"assume a <= 0\nmacro use(x, y, z) begin\n  if (y > 0 and x == 1) or (z > 0 and x == 2) { skip }\nend\nuse(6 / b, a, c)",
		semantics.DivisionByZero, 5, 7},
	{"macros in macros", "macro inner(x) begin\n  assert x % 5 != 3\nend\nmacro outer(x) begin\n  inner(x * 2)\nend\nouter(a)",
		semantics.AssertionFailed, 2, 3},

	{"a loop", "assume 0 <= n <= 9\ni = 0\nwhile i < n { i = i + 1 }\nassert i != 7", semantics.AssertionFailed, 4, 1},
	{"a loop in a loop", "assume 0 <= n <= 3\ns = 0 i = 0\nwhile i < n { j = 0 while j < i { s = s + 1 j = j + 1 } i = i + 1 }\nassert s < 3",
		semantics.AssertionFailed, 4, 1},
	{"a long loop without input", "i = 0\nwhile true { i = i + 1 assert i < 300 }", semantics.AssertionFailed, 2, 24},
	{"many branches", strings.Repeat("if a > b { a = a - 1 } else { b = b - 1 }\n", 5) + "assert a != b",
		semantics.AssertionFailed, 6, 1},

	{"large integers", "assert a * 100000000000000000000000000 != 123456789012345678900000000000000000000000000",
		semantics.AssertionFailed, 1, 1},
	{"integers around 2^64",
		"assume a > 18446744073709551614 and a < 18446744073709551617\nassert a == 18446744073709551615",
		semantics.AssertionFailed, 2, 1},
	{"integers around -2^63", "assert a != -9223372036854775809", semantics.AssertionFailed, 1, 1},
	{"declared inputs that do not matter", "input a, b, c\nassert b != 3", semantics.AssertionFailed, 2, 1},
	{"an empty path", "input a\nb = a * a fail", semantics.Failed, 2, 11},
	{"many variables", manyVariables(25), semantics.AssertionFailed, 26, 1},
	{"comments and another layout", "(* a (* nested *) *)\n# gcd\nif a = 3 then // three\n  fail\nfi", semantics.Failed,
		4, 3},
	{"carriage returns", "skip\r\nskip\r\nassert a != 7\r\n", semantics.AssertionFailed, 3, 1},
}

// manyVariables returns a program over n inputs and n other variables.
func manyVariables(n int) string {
	var b strings.Builder
	sum := "0"
	for i := range n {
		fmt.Fprintf(&b, "y%d = 2 * x%d + %d\n", i, i, i)
		sum += fmt.Sprintf(" + y%d", i)
	}
	fmt.Fprintf(&b, "assert %s != %d", sum, n*(n-1)/2+10)
	return b.String()
}

// TestAcceptsFindings holds finder, checker and bigstep together. The checker's half of the symbolic semantics must
// make the same certificate as the finder's, to the byte.
func TestAcceptsFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	others := 0
	for _, f := range findings {
		t.Run(f.title, func(t *testing.T) {
			c := find(t, f)
			data := certs.Encode(c)
			v, err := check(data, []byte(f.source), DefaultLimits)
			if err != nil {
				t.Fatalf("%v\n%s", err, f.source)
			}
			if v.Fault.Kind != f.kind || uint64(v.Fault.Line) != f.line || uint64(v.Fault.Column) != f.column {
				t.Errorf("found the fault %v, want %v at %d:%d", v.Fault, f.kind, f.line, f.column)
			}
			if v.Program != "test.imp" || !certs.Same(v.Sources, c.Program.Sources) ||
				!certs.Same(v.Inputs, c.Inputs) || !certs.Same(v.Model, c.Model) || v.Steps != int64(c.Trace.Steps) ||
				len(v.Path) != len(c.Path.Conjuncts) {
				t.Errorf("the verdict %+v is about something else than the certificate %+v", v, c)
			}
			again, err := certify(f.source, inputsOf(c), 1_000_000)
			if err != nil || !certs.Same(again, c) {
				t.Errorf("the checker's half makes another certificate (%v)\n%+v\nwant\n%+v", err, again, c)
			}
			others += establish(t, c, r)
		})
	}
	if others < 100 {
		t.Errorf("only %d other inputs of the classes were tried", others)
	}
}

// find returns the finder's certificate for f.
func find(t testing.TB, f finding) *certs.Bug {
	t.Helper()
	p, err := load.File("dir/test.imp", []byte(f.source))
	if err != nil {
		t.Fatal(err)
	}
	result, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Eager, Limits: finder.Limits{States: 20_000}, All: true,
			Solver: finder.Solvers[0]})
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range result.Certain() {
		if c := found.Bug; c.Fault.Kind == string(f.kind) && c.Fault.Line == f.line && c.Fault.Column == f.column {
			return c
		}
	}
	t.Fatalf("found %+v, want %s at %d:%d\n%s", result.Findings, f.kind, f.line, f.column, f.source)
	return nil
}

func TestEveryKindOfFaultIsAccepted(t *testing.T) {
	for _, k := range impKinds {
		if !slices.ContainsFunc(findings, func(f finding) bool { return f.kind == k }) {
			t.Errorf("no case has the fault %q", k)
		}
	}
}

// TestAcceptsExamples checks what the finder finds in the examples.
func TestAcceptsExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*_buggy.imp")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no examples: %v", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := load.File(file, source)
		if err != nil {
			t.Fatal(err)
		}
		result, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Pruning: finder.Eager, Solver: finder.Solvers[0]})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Certain() {
			if _, err := check(certs.Encode(f.Bug), source, DefaultLimits); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			establish(t, f.Bug, rand.New(rand.NewPCG(3, 4)))
		}
		if len(result.Certain()) == 0 {
			t.Errorf("%s: no bug was found", file)
		}
	}
}
