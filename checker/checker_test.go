package checker

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/bigstep"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests that the checker accepts what the finder finds, and that what it accepts is true. Truth is told by package
// bigstep, which runs programs in another way, and by reading path conditions as certs documents them, without package term.

// num returns the integer that s writes in decimal.
func num(s string) *big.Int {
	v, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("no integer: " + s)
	}
	return v
}

// memory returns the memory that s describes as "x=1 y=-2".
func memory(s string) certs.Memory {
	m := certs.Memory{}
	for _, part := range strings.Fields(s) {
		name, value, _ := strings.Cut(part, "=")
		m[name] = num(value)
	}
	return m
}

// certify returns the certificate for a fault that the program has on the given input. It follows the program with the
// checker's own means, so certificates of the finder are needed beside it; but it needs no solver.
func certify(source string, input certs.Memory, maxSteps int64) (*certs.Bug, error) {
	c := &certs.Bug{Program: certs.Program{Language: "imp", Version: 1, Name: "test.imp", Source: []byte(source)}}
	l, err := loadIMP(c.Program, semantics.NewMeter(baseWork+workPerStep*maxSteps, semantics.Unlimited))
	if err != nil {
		return nil, err
	}
	p := l.(*impProgram)
	c.Program.Options = p.Options()
	s, err := p.Start(input)
	if err != nil {
		return nil, err
	}
	var conjuncts []*term.Formula
	for _, a := range p.Assume() {
		conjuncts = append(conjuncts, a.Cond)
	}
	states := []imp.State{s}
	var decisions certs.Bits
	for int64(len(states)) <= maxSteps {
		next, rule, ok := p.Step(s)
		if !ok {
			break
		}
		if rule.Branch != semantics.NoBranch {
			decisions.Append(rule.Branch == semantics.BranchTrue)
		}
		conjuncts = append(conjuncts, p.Follow(s, next, rule.Branch)...)
		s = next
		states = append(states, s)
	}
	fault, ok := p.Fault(s)
	if !ok {
		return nil, fmt.Errorf("no fault after %d steps", len(states)-1)
	}
	v := p.pool.Valuation(func(name string) *big.Int { return input[name] })
	conjuncts = append(conjuncts, p.FollowFault(s, fault, func(f *term.Formula) bool { truth, ok := v.Formula(f); return ok && truth })...)
	table := term.NewTable(conjuncts)
	c.Path = writePath(table, conjuncts)
	c.Model = certs.Memory{}
	for _, name := range table.Inputs() {
		c.Model[name] = input[name]
	}
	for name, v := range input {
		if c.Model[name] == nil && v.Sign() != 0 { // what does not matter is 0
			zeroed := maps.Clone(input)
			zeroed[name] = new(big.Int)
			return certify(source, zeroed, maxSteps)
		}
	}
	c.Input = input
	c.Fault = certs.Fault{Kind: string(fault.Kind), Line: uint64(fault.Line), Column: uint64(fault.Column)}
	c.Trace = certs.Trace{Steps: uint64(len(states) - 1), Branches: decisions.Len, Decisions: decisions.Bytes, Final: s.Store.Map(p.Program)}
	for _, n := range certs.CheckpointSteps(c.Trace.Steps, len(c.Input)) {
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, certs.Checkpoint{Step: n, Memory: states[n].Store.Map(p.Program)})
	}
	c.Seal()
	return c, nil
}

// writePath returns the path condition with the given conjuncts over the symbols of t, as certificates hold it.
func writePath(t *term.Table, conjuncts []*term.Formula) certs.Path {
	path := certs.Path{Inputs: t.Inputs()}
	for _, s := range t.Syms[len(path.Inputs):] {
		path.Opaque = append(path.Opaque, certs.Opaque{Op: opaqueNames[s.Op], X: *writeLinear(t, s.X), Y: *writeLinear(t, s.Y)})
	}
	for _, f := range conjuncts {
		path.Conjuncts = append(path.Conjuncts, writeFormula(t, nil, f))
	}
	return path
}

func writeFormula(t *term.Table, nodes certs.Formula, f *term.Formula) certs.Formula {
	n := certs.Node{Op: formulaNames[f.Op], Arity: uint64(len(f.Args))}
	if f.E != nil {
		n.E = writeLinear(t, f.E)
	}
	nodes = append(nodes, n)
	for _, g := range f.Args {
		nodes = writeFormula(t, nodes, g)
	}
	return nodes
}

func writeLinear(t *term.Table, e *term.Linear) *certs.Linear {
	l := &certs.Linear{Const: e.Const}
	for _, x := range e.Terms {
		l.Terms = append(l.Terms, certs.Term{Sym: uint64(t.Index(x.Sym)), Coef: x.Coef})
	}
	return l
}

// mustCertify is certify for programs that are known to fail.
func mustCertify(t testing.TB, source, input string) *certs.Bug {
	t.Helper()
	c, err := certify(source, memory(input), 1_000_000)
	if err != nil {
		t.Fatalf("%v: %s", err, source)
	}
	return c
}

// The meaning of path conditions, as certs documents it.

// pathValues returns the values of the symbols of a path condition; nil stands for none.
func pathValues(p certs.Path, input certs.Memory) []*big.Int {
	var values []*big.Int
	for _, name := range p.Inputs {
		values = append(values, input[name])
	}
	for _, o := range p.Opaque {
		x, y := linearValue(&o.X, values), linearValue(&o.Y, values)
		var v *big.Int
		switch {
		case x == nil || y == nil:
		case o.Op == "*":
			v = new(big.Int).Mul(x, y)
		case y.Sign() == 0:
		case o.Op == "quo":
			v = new(big.Int).Quo(x, y)
		case o.Op == "rem":
			v = new(big.Int).Rem(x, y)
		default: // floor division is Euclidean division where the divisor is positive
			if y.Sign() < 0 {
				x, y = new(big.Int).Neg(x), new(big.Int).Neg(y)
				v = new(big.Int).Mod(x, y)
				v.Neg(v)
			} else {
				v = new(big.Int).Mod(x, y)
			}
			if o.Op == "div" {
				v = new(big.Int).Div(x, y)
			}
		}
		values = append(values, v)
	}
	return values
}

func linearValue(e *certs.Linear, values []*big.Int) *big.Int {
	sum := new(big.Int).Set(e.Const)
	for _, t := range e.Terms {
		if values[t.Sym] == nil {
			return nil
		}
		sum.Add(sum, new(big.Int).Mul(t.Coef, values[t.Sym]))
	}
	return sum
}

// formulaValue returns the truth value of the formula at the start of f and what follows it. Arguments are evaluated from left
// to right, no further than needed; ok is false if an atom that is needed has no value.
func formulaValue(f certs.Formula, values []*big.Int) (truth, ok bool, rest certs.Formula) {
	n, rest := f[0], f[1:]
	switch n.Op {
	case "and", "or":
		truth, ok = n.Op == "and", true
		decided := false
		for range n.Arity {
			var b, bok bool
			b, bok, rest = formulaValue(rest, values)
			if !decided && (!bok || b == (n.Op == "or")) {
				truth, ok, decided = b, bok, true
			}
		}
		return truth, ok, rest
	case "false":
		return false, true, rest
	}
	v := linearValue(n.E, values)
	if v == nil {
		return false, false, rest
	}
	return map[string]bool{"<=": v.Sign() <= 0, "=": v.Sign() == 0, "!=": v.Sign() != 0}[n.Op], true, rest
}

// satisfies reports whether an input satisfies a path condition.
func satisfies(p certs.Path, input certs.Memory) bool {
	values := pathValues(p, input)
	for _, f := range p.Conjuncts {
		truth, ok, rest := formulaValue(f, values)
		if len(rest) > 0 {
			panic("a formula has surplus nodes")
		}
		if !truth || !ok {
			return false
		}
	}
	return true
}

// establish holds an accepted certificate against package bigstep: its input must fail as it says, and so must other inputs
// that satisfy the path condition, of which it returns how many were tried.
func establish(t testing.TB, c *certs.Bug, r *rand.Rand) (others int) {
	t.Helper()
	p, err := imp.Load("test.imp", c.Program.Source)
	if err != nil {
		t.Fatalf("accepted, but there is no such program: %v\n%s", err, c.Program.Source)
	}
	if !satisfies(c.Path, c.Input) || !satisfies(c.Path, c.Model) {
		t.Fatalf("accepted, but the input %v does not satisfy the path condition\n%s", c.Input, c.Program.Source)
	}
	run := func(input certs.Memory) (bigstep.Outcome, bool) {
		out := bigstep.Run(p, input, int(c.Trace.Steps)+1)
		if out.End == bigstep.TooLarge {
			return out, false
		}
		want := semantics.Fault{Kind: semantics.Kind(c.Fault.Kind), Span: imp.Pos{Line: int(c.Fault.Line), Column: int(c.Fault.Column)}.Span()}
		if out.End != bigstep.Faulted || out.Fault != want || uint64(out.Steps) != c.Trace.Steps {
			t.Fatalf("accepted %v after %d steps, but on %v the program ends so: %v\n%s", want, c.Trace.Steps, input, out, c.Program.Source)
		}
		return out, true
	}
	if out, ok := run(c.Input); ok && !certs.Same(certs.Memory(out.Memory), c.Trace.Final) {
		t.Fatalf("accepted the final memory %v, but it is %v\n%s", c.Trace.Final, out.Memory, c.Program.Source)
	}
	for range 20 {
		other := certs.Memory{}
		for name, v := range c.Input {
			switch d := big.NewInt(r.Int64N(5) - 2); {
			case c.Model[name] == nil:
				other[name] = big.NewInt(r.Int64N(2001) - 1000)
			case r.IntN(3) == 0:
				other[name] = new(big.Int).Mul(v, d)
			default:
				other[name] = d.Add(d, v)
			}
		}
		if satisfies(c.Path, other) {
			run(other)
			others++
		}
	}
	return others
}

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
	{"a violated assertion in a macro", "macro check(x) begin\n  assert x < 10\nend\ncheck(a + 1)", semantics.AssertionFailed, 2, 3},
	{"division by zero", "a = 10 / b", semantics.DivisionByZero, 1, 8},
	{"remainder by zero", "a = 10 % b", semantics.DivisionByZero, 1, 8},
	{"division by the constant 0", "a = 10 / 0", semantics.DivisionByZero, 1, 8},
	{"an unbound variable", "input a\nb = a + c", semantics.UnboundVar, 2, 9},
	{"an unbound variable on one path", "input a\nif a > 5 { c = 1 }\nb = c", semantics.UnboundVar, 3, 5},
	{"division by a variable that is 0 on one path", "if a > 5 { c = 0 } else { c = 1 }\nb = a % c", semantics.DivisionByZero, 2, 7},

	{"floor division", "option division floor\nassume a < 0\nassert a / 2 > -3 or a % 2 != 1", semantics.AssertionFailed, 3, 1},
	{"truncating division", "option division truncate\nassume a < 0\nassert a / 2 > -3 or a % 2 != -1", semantics.AssertionFailed, 3, 1},
	{"floor division by a negative constant", "assert not (a / -3 == 2 and a % -3 == -1)", semantics.AssertionFailed, 1, 1},
	{"truncating division by a negative constant", "option division truncate\nassert not (a / -3 == 2 and a % -3 == -1)", semantics.AssertionFailed, 2, 1},
	{"floor division by an input", "assume 1 < b < 10 and 20 < a < 40\nassert a / b != 7", semantics.AssertionFailed, 2, 1},
	{"truncating division by an input", "option division truncate\nassume -10 < b < -1 and 20 < a < 40\nassert a / b != -7", semantics.AssertionFailed, 3, 1},
	{"a remainder by an input", "assume 1 < b < 10 and 0 < a < 40\nassert a % b != 5", semantics.AssertionFailed, 2, 1},
	{"a divisor that is a sum", "assume 0 <= a <= 50 and 0 <= b <= 50\nc = 100 / (a - b)", semantics.DivisionByZero, 2, 9},
	{"a divisor that is a remainder", "assume 0 <= a <= 50\nc = 100 / (a % 7)", semantics.DivisionByZero, 2, 9},
	{"a division of a division", "assume 0 < a < 1000\nassert a / 7 / 3 != 5", semantics.AssertionFailed, 2, 1},

	{"a product of two inputs", "assume 1 < a < 20 and 1 < b < 20\nassert a * b != 77", semantics.AssertionFailed, 2, 1},
	{"a square", "assume 0 <= a <= 30\nassert a * a != 169", semantics.AssertionFailed, 2, 1},
	{"products that differ by their factors' order", "assume 1 < a < 9 and 1 < b < 9\nassert 2 * a * (3 * b) - b * 6 * a != 0 or a * b != 15", semantics.AssertionFailed, 2, 1},
	{"a product of sums", "assume 0 < a < 9 and 0 < b < 9\nassert (a + b) * (a - b) != 21", semantics.AssertionFailed, 2, 1},
	{"a divisor that is a product", "assume 0 <= a < 4 and 0 <= b < 4 and a + b == 3\nc = 1 / (a * b)", semantics.DivisionByZero, 2, 7},

	{"a fault in the second operand of and", "if a != 0 and 10 / b > 1 { skip }", semantics.DivisionByZero, 1, 18},
	{"no fault where and stops, one behind it", "if a != 0 and b / a > 1 { assert b < 40 }", semantics.AssertionFailed, 1, 27},
	{"a fault in the second operand of or", "if a == 3 or 10 / b > 1 { skip }", semantics.DivisionByZero, 1, 17},
	{"no fault where or stops, one behind it", "assume 0 < b\nif a == 0 or b / a > 1 { assert b != 40 }", semantics.AssertionFailed, 2, 26},
	{"a fault in the first operand", "if 10 / a > 1 and b == 3 { skip }", semantics.DivisionByZero, 1, 7},
	{"a fault in a chain", "assert not (a < 5 < 10 / b)", semantics.DivisionByZero, 1, 24},
	{"a chain that stops before a fault, and one behind it", "if 5 < a < 100 / a { assert a != 7 }", semantics.AssertionFailed, 1, 22},
	{"a fault under not", "if not (a > 3 and not (1 % b == 0)) { skip }", semantics.DivisionByZero, 1, 26},
	{"a fault deep in connectives", "if a > 1 and (b > 1 or c / (a - 5) > 2) { skip }", semantics.DivisionByZero, 1, 26},
	{"a fault in an assumption in the program", "skip\nassume 10 / a > 2", semantics.DivisionByZero, 2, 11},
	{"a fault behind an assumption in the program", "skip\nassume 10 / a == 3\nfail", semantics.Failed, 3, 1},
	{"a fault in an assertion's condition", "assert a > 0 or 10 / a < 5", semantics.DivisionByZero, 1, 20},
	{"a fault in a loop's condition", "i = 5\nwhile 100 / i > 3 { i = i - 1 }", semantics.DivisionByZero, 2, 11},
	{"a fault in a loop's condition, after some rounds", "assume 3 <= n <= 5\nwhile n >= 0 or 1 / n > 3 { n = n - 1 }\nassert n != -1", semantics.AssertionFailed, 3, 1},
	{"an unbound variable in the second operand", "input a\nif a > 0 and z > 0 { skip }", semantics.UnboundVar, 2, 14},
	{"an assumption at the start that guards itself", "assume a != 0 and 12 / a == 3\nfail", semantics.Failed, 2, 1},

	{"a macro that uses its argument twice", "macro both(x, y) begin\n  y = x * x - x\nend\nboth(10 / a, z)\nfail", semantics.DivisionByZero, 4, 9},
	{"an argument whose fault depends on where it is used", "macro pick(c, x) begin\n  if c > 0 and x > 0 { skip } else { if c < -5 and x > 1 { skip } }\nend\npick(a, 6 / b)", semantics.DivisionByZero, 4, 11},
	{"the same place faults in the second of two uses", "assume a <= 0\nmacro use(x, y, z) begin\n  if (y > 0 and x == 1) or (z > 0 and x == 2) { skip }\nend\nuse(6 / b, a, c)", semantics.DivisionByZero, 5, 7},
	{"macros in macros", "macro inner(x) begin\n  assert x % 5 != 3\nend\nmacro outer(x) begin\n  inner(x * 2)\nend\nouter(a)", semantics.AssertionFailed, 2, 3},

	{"a loop", "assume 0 <= n <= 9\ni = 0\nwhile i < n { i = i + 1 }\nassert i != 7", semantics.AssertionFailed, 4, 1},
	{"a loop in a loop", "assume 0 <= n <= 3\ns = 0 i = 0\nwhile i < n { j = 0 while j < i { s = s + 1 j = j + 1 } i = i + 1 }\nassert s < 3", semantics.AssertionFailed, 4, 1},
	{"a long loop without input", "i = 0\nwhile true { i = i + 1 assert i < 300 }", semantics.AssertionFailed, 2, 24},
	{"many branches", strings.Repeat("if a > b { a = a - 1 } else { b = b - 1 }\n", 5) + "assert a != b", semantics.AssertionFailed, 6, 1},

	{"large integers", "assert a * 100000000000000000000000000 != 123456789012345678900000000000000000000000000", semantics.AssertionFailed, 1, 1},
	{"integers around 2^64", "assume a > 18446744073709551614 and a < 18446744073709551617\nassert a == 18446744073709551615", semantics.AssertionFailed, 2, 1},
	{"integers around -2^63", "assert a != -9223372036854775809", semantics.AssertionFailed, 1, 1},
	{"declared inputs that do not matter", "input a, b, c\nassert b != 3", semantics.AssertionFailed, 2, 1},
	{"an empty path", "input a\nb = a * a fail", semantics.Failed, 2, 11},
	{"many variables", manyVariables(25), semantics.AssertionFailed, 26, 1},
	{"comments and another layout", "(* a (* nested *) *)\n# gcd\nif a = 3 then // three\n  fail\nfi", semantics.Failed, 4, 3},
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

// TestAcceptsFindings holds finder, checker and bigstep together. The checker's half of the symbolic semantics must make the same
// certificate as the finder's, to the byte.
func TestAcceptsFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	others := 0
	for _, f := range findings {
		t.Run(f.title, func(t *testing.T) {
			c := find(t, f)
			data := certs.Encode(c)
			v, err := Check(data, []byte(f.source), DefaultLimits)
			if err != nil {
				t.Fatalf("%v\n%s", err, f.source)
			}
			if want := (semantics.Fault{Kind: f.kind, Span: imp.Pos{Line: int(f.line), Column: int(f.column)}.Span()}); v.Fault != want {
				t.Errorf("found the fault %v, want %v", v.Fault, want)
			}
			if v.Program != "test.imp" || string(v.Source) != f.source || !certs.Same(v.Input, c.Input) || !certs.Same(v.Model, c.Model) || v.Steps != int64(c.Trace.Steps) || len(v.Path) != len(c.Path.Conjuncts) {
				t.Errorf("the verdict %+v is about something else than the certificate %+v", v, c)
			}
			again, err := certify(f.source, c.Input, 1_000_000)
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
	result, err := finder.Find(t.Context(), "dir/test.imp", []byte(f.source), finder.Options{Pruning: finder.Eager, Limits: finder.Limits{States: 20_000}, All: true, Solver: finder.Solvers[0]})
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
	for _, k := range semantics.Kinds {
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
		result, err := finder.Find(t.Context(), file, source, finder.Options{Pruning: finder.Eager, Solver: finder.Solvers[0]})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Certain() {
			if _, err := Check(certs.Encode(f.Bug), source, DefaultLimits); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			establish(t, f.Bug, rand.New(rand.NewPCG(3, 4)))
		}
		if len(result.Certain()) == 0 {
			t.Errorf("%s: no bug was found", file)
		}
	}
}

// TestAcceptsRandomPrograms certifies the faults of random programs on random inputs.
func TestAcceptsRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	certified, others := map[string]int{}, 0
	for i := range 6_000 {
		family := randimp.Families[i%len(randimp.Families)]
		source := randimp.Source(r, family)
		p, err := imp.Load("test.imp", source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		input := certs.Memory{}
		for _, name := range p.Inputs() {
			input[name] = big.NewInt(r.Int64N(11) - 5)
		}
		if out := bigstep.Run(p, input, 300); out.End != bigstep.Faulted {
			continue
		}
		c, err := certify(string(source), input, 1_000)
		if err != nil {
			t.Fatalf("%v\n%v\n%s", err, input, source)
		}
		if _, err := Check(certs.Encode(c), source, Limits{1_000_000, certs.MaxBytes, DefaultLimits.MaxMemory}); err != nil {
			t.Fatalf("%v\n%v\n%s", err, input, source)
		}
		certified[c.Fault.Kind]++
		others += establish(t, c, r)
	}
	for _, k := range semantics.Kinds {
		if certified[string(k)] < 30 {
			t.Errorf("only %d certificates about %q", certified[string(k)], k)
		}
	}
	if others < 1000 {
		t.Errorf("only %d other inputs of the classes were tried", others)
	}
}

// Check's arguments and errors.

func TestSourceGiven(t *testing.T) {
	const source = "assert a != 7\n"
	data := certs.Encode(mustCertify(t, source, "a=7"))
	for _, c := range []struct {
		title  string
		source []byte
		valid  bool
	}{
		{"none", nil, true},
		{"the same", []byte(source), true},
		{"empty", []byte{}, false},
		{"without the last line end", []byte(source[:len(source)-1]), false},
		{"with another last line end", []byte(source + "\n"), false},
		{"with carriage returns", []byte("assert a != 7\r\n"), false},
		{"in another layout", []byte("assert  a != 7\n"), false},
		{"with a byte order mark", []byte("\ufeff" + source), false},
		{"another program", []byte("assert a != 8\n"), false},
	} {
		_, err := Check(data, c.source, DefaultLimits)
		switch {
		case c.valid && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case !c.valid && (!errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), "source file")):
			t.Errorf("%s: found %v, want the error about the source file", c.title, err)
		}
	}
}

func TestNotCertificate(t *testing.T) {
	data := certs.Encode(mustCertify(t, "assert a != 7\n", "a=7"))
	option := "\x68division\x65floor"
	long := "\x7a\x00\x10\x00\x00" + strings.Repeat("\x1b", 1<<20) + "\x60" // a name of a megabyte with an empty value
	for _, c := range []struct {
		title    string
		data     []byte
		maxBytes int64
	}{
		{"nothing", nil, certs.MaxBytes},
		{"text", []byte("assert a != 7\n"), certs.MaxBytes},
		{"half a certificate", data[:len(data)/2], certs.MaxBytes},
		{"a certificate and a byte", append(slices.Clone(data), 0), certs.MaxBytes},
		{"a long option twice", bytes.Replace(data, []byte("\xa1"+option), []byte("\xa2"+long+long), 1), certs.MaxBytes},
		{"a certificate larger than allowed", data, int64(len(data)) - 1},
		{"a certificate where none is allowed", data, 0},
	} {
		_, err := Check(c.data, nil, Limits{DefaultLimits.MaxSteps, c.maxBytes, DefaultLimits.MaxMemory})
		if !errors.Is(err, ErrNotCertificate) || errors.Is(err, ErrInvalid) {
			t.Errorf("%s: found %v, want %v", c.title, err, ErrNotCertificate)
		} else if len(err.Error()) > 2*maxReason || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: found a reason of %d bytes, unfit for a terminal", c.title, len(err.Error()))
		}
	}
}

func TestVerdictClass(t *testing.T) {
	for _, c := range []struct{ source, input, want string }{
		{"fail", "", "true"},
		{"assert a != 7", "a=7", "a = 7"},
		{"assert a < 7 or b < 7", "a=9 b=8", "a >= 7 and b >= 7"},
	} {
		v, err := Check(certs.Encode(mustCertify(t, c.source, c.input)), nil, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if found := termview.Full(v.Path); found != c.want {
			t.Errorf("%s: found the class %q, want %q", c.source, found, c.want)
		}
	}
}

// TestCheckIsRepeatable establishes that checking depends on nothing but its arguments, and leaves them as they are.
func TestCheckIsRepeatable(t *testing.T) {
	data := certs.Encode(tampered(t))
	before := bytes.Clone(data)
	for range 3 {
		if _, err := Check(data, nil, DefaultLimits); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(data, before) {
		t.Error("checking changed the certificate")
	}
}
