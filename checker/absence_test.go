package checker

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigstep"
	"vouch/internal/effort"
	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/core/coresym"
	"vouch/semantics/fronts"
	"vouch/semantics/imp"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file tests certificates of absence: they are made here on the finder's symbolic semantics, with a simple prover,
// checked on the checker's, and what is accepted is held against package bigstep.

// A prover.

// derived is a row with what it is a combination of, by the numbers of rows.
type derived struct {
	e    *term.Linear
	from map[uint64]*big.Int
}

func (d derived) multiples() []certs.Multiple {
	var ms []certs.Multiple
	for row, times := range d.from {
		ms = append(ms, certs.Multiple{Row: row, Times: times})
	}
	slices.SortFunc(ms, func(a, b certs.Multiple) int { return int(a.Row) - int(b.Row) })
	return ms
}

// plus returns a * x + b * y.
func (x derived) plus(pool *term.Pool, a *big.Int, y derived, b *big.Int) derived {
	z := derived{pool.Add(pool.Scale(a, x.e), pool.Scale(b, y.e)), map[uint64]*big.Int{}}
	for _, part := range []struct {
		d     derived
		times *big.Int
	}{{x, a}, {y, b}} {
		for row, times := range part.d.from {
			if z.from[row] == nil {
				z.from[row] = new(big.Int)
			}
			z.from[row] = new(big.Int).Add(z.from[row], new(big.Int).Mul(times, part.times))
		}
	}
	return z
}

// prove returns a proof that the facts contradict each other, if it finds one: by elimination with cuts, case by case.
func prove(k *term.Facts, fuel *int) (certs.Proof, bool) {
	defer k.Undo(k.Mark())
	return proveCases(k, 0, fuel)
}

func proveCases(k *term.Facts, next int, fuel *int) (certs.Proof, bool) {
	if *fuel--; *fuel < 0 {
		return nil, false
	}
	before := k.Mark()
	proof, ok := eliminate(k)
	if ok || next == len(k.Cases) {
		k.Undo(before)
		return proof, ok
	}
	k.Undo(before)
	proof = certs.Proof{{Op: certs.RuleCases, Index: uint64(next)}}
	for _, f := range k.Cases[next] {
		before := k.Mark()
		k.Assume(f)
		p, ok := proveCases(k, next+1, fuel)
		k.Undo(before)
		if !ok {
			return nil, false
		}
		proof = append(proof, p...)
	}
	return proof, true
}

// eliminate does Fourier and Motzkin's elimination, with the coefficients of every row divided by what divides them.
func eliminate(k *term.Facts) (certs.Proof, bool) {
	pool := k.Pool()
	var proof certs.Proof
	var rows []derived
	var closed *derived
	enter := func(d derived) {
		if d.e.IsConst() {
			if d.e.Const.Sign() > 0 && closed == nil {
				closed = &d
			}
			return
		}
		g := new(big.Int)
		for _, t := range d.e.Terms {
			g.GCD(nil, nil, g, new(big.Int).Abs(t.Coef))
		}
		if g.Cmp(one) > 0 {
			proof = append(proof, certs.Rule{Op: certs.RuleCut, Rows: d.multiples(), K: g})
			quot, _ := pool.FloorDiv(pool.Neg(d.e), pool.Int(g))
			k.Rows = append(k.Rows, pool.Neg(quot))
			d = derived{pool.Neg(quot), map[uint64]*big.Int{uint64(len(k.Rows) - 1): one}}
		}
		if !slices.ContainsFunc(rows, func(old derived) bool { return old.e.Equal(d.e) }) {
			rows = append(rows, d)
		}
	}
	for i := 0; i < len(k.Rows) && i < 200; i++ {
		enter(derived{k.Rows[i], map[uint64]*big.Int{uint64(i): one}})
	}
	for _, s := range k.Syms {
		old := rows
		rows = nil
		coef := func(d derived) *big.Int {
			for _, t := range d.e.Terms {
				if t.Sym == s {
					return t.Coef
				}
			}
			return new(big.Int)
		}
		for _, x := range old {
			switch coef(x).Sign() {
			case 0:
				enter(x)
			case 1:
				for _, y := range old {
					if coef(y).Sign() < 0 {
						enter(x.plus(pool, new(big.Int).Neg(coef(y)), y, coef(x)))
					}
				}
			}
			if closed != nil || len(rows) > 300 {
				break
			}
		}
	}
	if closed == nil {
		return nil, false
	}
	return append(proof, certs.Rule{Op: certs.RuleLeaf, Rows: closed.multiples()}), true
}

// A producer.

var errOpenFault = errors.New("a fault that is not excluded")

// produce returns the certificate that the program is safe, or bounded if loopLimit is not 0.
func produce(source string, loopLimit, maxStates int) (*certs.Absence, error) {
	p, err := program(source)
	if err != nil {
		return nil, err
	}
	c := &certs.Absence{Kind: certs.KindSafe, Program: p.About, LoopLimit: uint64(loopLimit)}
	if loopLimit > 0 {
		c.Kind = certs.KindBounded
	}
	m := coresym.New(p.Core)
	enter := func(path *symbolic.PathCondition) (open bool) {
		k := m.Pool().NewFacts()
		for _, f := range path.Conjuncts() {
			k.Assume(f)
		}
		fuel := 60
		proof, ok := prove(k, &fuel)
		if c.Ways = append(c.Ways, proof); ok != (len(proof) > 0) {
			panic("a proof without rules")
		}
		return !ok
	}
	for todo := []coresym.State{m.Start()}; len(todo) > 0; maxStates-- {
		if maxStates == 0 {
			return nil, errors.New("too many states")
		}
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		path := m.Path(s)
		for _, f := range m.Faults(s) {
			on := path.And(f.Guard)
			if on != nil && on.IsFalse() {
				continue
			}
			if on == path || enter(on) {
				return nil, fmt.Errorf("%w: %v", errOpenFault, f.Fault)
			}
		}
		if why := m.Step(s).Unsupported.Reason; why != "" {
			return nil, errors.New("unsupported: " + why)
		}
		var next []coresym.State
		for _, t := range m.Expand(s) {
			on := m.Path(t.State)
			if on != nil && on.IsFalse() || loopLimit > 0 && t.Rule.Branch == semantics.BranchTrue &&
				m.Iteration(t.State) > loopLimit {
				continue
			}
			if on == path || enter(on) {
				next = append(next, t.State)
			}
		}
		slices.Reverse(next)
		todo = append(todo, next...)
	}
	c.Seal()
	return c, nil
}

func mustProduce(t testing.TB, source string, loopLimit int) *certs.Absence {
	t.Helper()
	c, err := produce(source, loopLimit, 100_000)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return c
}

// absent holds an accepted certificate against package bigstep, on all inputs near 0 and on some others.
func absent(t testing.TB, c *certs.Absence, r *rand.Rand) {
	t.Helper()
	p, err := imp.Load("test.imp", c.Program.Sources[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	inputs := p.Inputs()
	for i := range effort.Of(300) {
		input := certs.Memory{}
		for j, name := range inputs {
			if v := int64(i); len(inputs) <= 2 && i < 200 {
				for range j {
					v /= 14
				}
				input[name] = big.NewInt(v%14 - 4)
			} else {
				input[name] = big.NewInt(r.Int64N(1<<(1+r.IntN(8))) - 1<<r.IntN(7))
			}
		}
		out := bigstep.Run(p, input, 2000)
		if out.End != bigstep.Faulted {
			continue
		}
		m0, err := imp.NewStore(p, input)
		if err != nil {
			t.Fatal(err)
		}
		m := &imp.Machine{Program: p}
		if most := uint64(0); c.Kind == certs.KindBounded { // it claims nothing of longer loops
			semantics.Run(m, m.Start(m0), 2000, func(_ int64, _ semantics.Rule, s imp.State) bool {
				for k := s.Rest; k != nil; k = k.Next {
					most = max(most, uint64(k.Iter))
				}
				return true
			})
			if most > c.LoopLimit {
				continue
			}
		}
		t.Fatalf("accepted a certificate of the kind %s, limit %d, but with %v the program fails: %v\n%s", c.Kind,
			c.LoopLimit, input, out, c.Program.Sources[0].Text)
	}
}

// Programs without a fault.

var absences = []struct {
	title, source string
	loopLimit     int
	verdict       Verdict // its numbers of ways, and whether it is vacuous
}{
	{"nothing to decide", "x = 1 y = x + 1", 0, Verdict{Ways: 1, Depth: 5}},
	{"nothing but a skip", "skip", 0, Verdict{Ways: 1, Depth: 1}},
	{"a branch with two sides", "if a > 3 { b = 1 } else { b = 2 }", 0, Verdict{Ways: 2, Depth: 6}},
	{"an assertion behind the same assumption", "assume a > 3 assert a > 3", 0, Verdict{Ways: 1, Closed: 1, Depth: 4}},
	{"an assertion behind a stronger assumption", "assume a > 3 and b > a assert a + b > 8", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 6}},
	{"an assertion behind an assumption in the program", "skip assume a > 3 assert a > 2", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 4}},
	{"an assumption in the program that is never true", "skip assume 1 > 2 fail", 0, Verdict{Ways: 1, Vacuous: true}},
	{"a guarded division", "if a != 0 { b = 10 / a }", 0, Verdict{Ways: 2, Closed: 1, Depth: 5}},
	{"a division that the condition guards", "if a != 0 and 10 / a > 2 { skip }", 0,
		Verdict{Ways: 2, Closed: 1, Depth: 3}},
	{"a division that an assumption guards", "assume a > 0 b = 10 / a b = 10 % a", 0,
		Verdict{Ways: 1, Closed: 2, Depth: 6}},
	{"a division by a constant", "b = a / 3 assert 3 * b <= a and a < 3 * b + 3", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"a remainder by a constant", "b = a % 3 assert 0 <= b < 3", 0, Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"a remainder by a negative constant", "b = a % -3 assert -3 < b <= 0", 0, Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"quotient and remainder", "assert 7 * (a / 7) + a % 7 == a", 0, Verdict{Ways: 1, Closed: 1, Depth: 3}},
	{"truncating division", "option division truncate\nassume a < 0 b = a / 3 assert 3 * b >= a and b <= 0", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 6}},
	{"truncating remainder", "option division truncate\nb = a % 3 assert -3 < b < 3", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"parity", "b = 2 * a assert b != 7", 0, Verdict{Ways: 1, Depth: 5}},
	{"parity of a sum", "assume a + b == 2 * c and a - b == 2 * d + 1 fail", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 5, Vacuous: true}},
	{"a product, the same twice", "assert a * b == b * a", 0, Verdict{Ways: 1, Depth: 4}},
	{"cases", "assume a == 1 or a == 3 assert a != 2", 0, Verdict{Ways: 1, Closed: 1, Depth: 4}},
	{"not equal", "assume a != 2 and 1 <= a <= 3 assert a == 1 or a == 3", 0, Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"cases behind a division", "assume d != 0 and a != 2 and 1 <= a <= 3\nb = 10 / d\nassert a == 1 or a == 3", 0,
		Verdict{Ways: 1, Closed: 2, Depth: 9}},
	{"a loop that ends", "assume k <= 3 x = 0 while x < k { x = x + 1 } assert x <= 3", 0,
		Verdict{Ways: 4, Closed: 1, Depth: 17}},
	{"a loop in a loop", "assume 0 <= n <= 2\ns = 0 i = 0\nwhile i < n { j = 0 while j < i { s = s + 1 j = j + 1 } i = i + 1 }\nassert s <= 1",
		0, Verdict{Ways: 3, Closed: 1, Depth: 27}},
	{"a loop that is never entered", "assume n < 0 while n > 0 { fail }", 0, Verdict{Ways: 1, Closed: 1, Depth: 5}},
	{"a loop up to a limit", "x = 0 while x < k { x = x + 1 } assert x >= 0", 3, Verdict{Ways: 4, Cut: 1, Depth: 16}},
	{"a loop that does not end, up to a limit", "x = 0 while true { x = x + 1 assert x > 0 }", 5,
		Verdict{Ways: 1, Cut: 1, Depth: 18}},
	{"a loop whose body is empty", "while k > 0 { } assert k <= 0", 2, Verdict{Ways: 2, Cut: 1, Closed: 3, Depth: 5}},
	{"subtraction as in Euclid's algorithm, up to a limit",
		"assume a > 0 and b > 0\nwhile a != b { if a > b { a = a - b } else { b = b - a } assert a > 0 and b > 0 }", 3,
		Verdict{Ways: 15, Cut: 8, Closed: 14, Depth: 22}},
	{"loops one after the other, up to a limit",
		"assume 0 <= k <= 2 i = 0 while i < k { i = i + 1 } while i < n { i = i + 1 } assert i >= 0", 4,
		Verdict{Ways: 15, Cut: 3, Closed: 1, Depth: 29}},
	{"an unbound variable behind a branch that is not taken", "input a assume a > 0 if a < 0 { b = c } assert a > 0", 0,
		Verdict{Ways: 1, Closed: 2, Depth: 5}},
	{"an assumption that is false", "assume 1 > 2 fail", 0, Verdict{Ways: 1, Vacuous: true}},
	{"assumptions that contradict each other", "assume a > 2 assume a < 2 fail", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 2, Vacuous: true}},
	{"an assumption that has no value", "input a assume a / 0 == 1 fail", 0, Verdict{Ways: 1, Depth: 1, Vacuous: true}},
	{"a macro", "macro half(x, y) begin y = x / 2 end\nassume a >= 0 half(a, b) assert b <= a", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 6}},
	{"large integers", "assume a > 123456789012345678901234567890 assert 2 * a > 246913578024691357802469135780", 0,
		Verdict{Ways: 1, Closed: 1, Depth: 4}},
}

func TestAcceptsAbsences(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, c := range absences {
		t.Run(c.title, func(t *testing.T) {
			cert := mustProduce(t, c.source, c.loopLimit)
			v, err := check(cert.Seal(), []byte(c.source), DefaultLimits)
			if err != nil {
				t.Fatalf("%v\n%s\n%+v", err, c.source, cert.Ways)
			}
			if v.Kind != cert.Kind || v.Program != "test.imp" || string(v.Sources[0].Text) != c.source ||
				v.LoopLimit != uint64(c.loopLimit) || v.Vacuous != c.verdict.Vacuous {
				t.Errorf("the verdict %+v is about something else than the certificate", v)
			}
			if w := c.verdict; v.Ways != w.Ways || v.Cut != w.Cut || v.Closed != w.Closed || v.Depth != w.Depth {
				t.Errorf("found %d ways, %d cut, %d closed, depth %d; want %d, %d, %d, %d", v.Ways, v.Cut, v.Closed,
					v.Depth, w.Ways, w.Cut, w.Closed, w.Depth)
			}
			closed := 0
			for _, p := range cert.Ways {
				closed += min(1, len(p))
			}
			if v.Closed != int64(closed) {
				t.Errorf("found %d ways closed, want %d", v.Closed, closed)
			}
			absent(t, cert, r)
		})
	}
}

// TestAcceptsOpenEntries walks ways that no input takes, as far as their proofs.
func TestAcceptsOpenEntries(t *testing.T) {
	contradiction := certs.Proof{byLeaf(0, 1, 1, 1)} // a >= 1 and a <= -1
	for _, c := range []struct {
		title, source string
		ways          []certs.Proof
		reason        string // "" if it is valid
	}{
		{"faults behind it", "input a assume a > 0 if a < 0 { b = 10 / a + c }",
			[]certs.Proof{nil, nil, nil, contradiction, contradiction}, ""},
		{"faults behind it, of which one is open", "input a assume a > 0 if a < 0 { b = 10 / a + c }",
			[]certs.Proof{nil, nil, nil, contradiction, nil},
			`nothing excludes the fault "unbound variable" at 1:46`},
		{"a branch behind it", "assume a > 0 if a < 0 { assert a == 7 }",
			[]certs.Proof{nil, nil, nil, contradiction, contradiction}, ""},
		{"nothing behind it", "assume a > 0 if a < 0 { skip }", []certs.Proof{nil, nil, nil}, ""},
		{"a fault behind it on which nothing is assumed", "assume a > 0 if a < 0 { fail }",
			[]certs.Proof{nil, nil, nil}, `nothing excludes the fault "fail" at 1:25`},
		{"the start, of which a proof would say that it is impossible", "assume a > 0 assume a < 0 b = a",
			[]certs.Proof{nil, nil}, ""},
	} {
		_, err := check(noFault(c.source, c.ways...).Seal(), nil, DefaultLimits)
		if !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// TestStepLimitOfAbsences needs exactly the steps of the walk, of which each counts as ten.
func TestStepLimitOfAbsences(t *testing.T) {
	for _, c := range absences {
		data := mustProduce(t, c.source, c.loopLimit).Seal()
		v, err := check(data, nil, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := check(data, nil, Limits{v.Steps * stepsPerWalkStep, certs.MaxBytes,
			DefaultLimits.MaxMemory}); err != nil {
			t.Errorf("%s: with %d steps: %v", c.title, v.Steps, err)
		}
		if v.Steps == 0 {
			continue
		}
		for _, limit := range []int64{v.Steps*stepsPerWalkStep - 1, 0, -1} {
			_, err := check(data, nil, Limits{limit, certs.MaxBytes, DefaultLimits.MaxMemory})
			want := fmt.Sprintf("walking them takes more than %d steps, a tenth of the step limit",
				max(limit, 0)/stepsPerWalkStep)
			if !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: with the limit %d: found %v, want %q", c.title, limit, err, want)
			}
		}
	}
}

// TestAcceptsAbsencesOfRandomPrograms holds the two symbolic semantics together on random programs.
func TestAcceptsAbsencesOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	certified, closed := map[string]int{}, int64(0)
	for i := range effort.Of(3000) {
		source := randimp.Source(r, randimp.Families[i%len(randimp.Families)])
		c, err := produce(string(source), i%3, 60)
		if err != nil {
			continue
		}
		v, err := check(c.Seal(), source, DefaultLimits)
		if err != nil {
			if c.Kind == certs.KindBounded && strings.Contains(err.Error(), "no loop reaches it") {
				continue
			}
			t.Fatalf("%v\n%s", err, source)
		}
		certified[c.Kind]++
		closed += v.Closed
		absent(t, c, r)
	}
	t.Logf("%v, %d ways closed", certified, closed)
	if certified[certs.KindSafe] < effort.Of(100) || certified[certs.KindBounded] < effort.Of(30) ||
		closed < effort.Of[int64](70) {
		t.Errorf("only %v certificates with %d ways closed", certified, closed)
	}
}

// TestExplain looks at what is told of the ways that are closed: by which branch or fault, where, and what their proofs
// cite.
func TestExplain(t *testing.T) {
	const source = "assume a > 3 and b > 0\nassume b < 90\nif a > b {\n  c = 10 / (a - b)\n}\nd = a % 2\nassume a != 7\nassert a > 2 or b > 9 or a == 7\nassert d <= b"
	var found strings.Builder
	cert := mustProduce(t, source, 0)
	v, err := Check(cert.Seal(), Options{Limits: DefaultLimits, Lower: fronts.All.Lower,
		Source: elsewhere([]byte(source)), See: func(c Closed) {
			fmt.Fprintf(&found, "%s: %s;", c, c.Cond)
			for _, a := range c.Cited {
				fmt.Fprintf(&found, " [%d:%d %s]", a.Line, a.Column, a.Cond)
			}
			fmt.Fprintln(&found)
		}})
	if err != nil {
		t.Fatal(err)
	}
	want := `to the fault "division by zero" at 4:10: a = b; [3:1 b < a] [4:10 a = b]
at 8:1 where the condition is false: a <= 2 and b <= 9 and a != 7; [1:8 a >= 4] [8:1 a <= 2]
at 9:1 where the condition is false: b < (a % 2); [1:8 a >= 4] [1:18 b >= 1] [3:1 b < a] [9:1 b < (a % 2)]
at 8:1 where the condition is false: a <= 2 and b <= 9 and a != 7; [1:8 a >= 4] [8:1 a <= 2]
at 9:1 where the condition is false: b < (a % 2); [1:8 a >= 4] [1:18 b >= 1] [2:8 b <= 89] [3:1 a <= b] [9:1 b < (a % 2)]
`
	if found.String() != want {
		t.Errorf("found\n%s\nwant\n%s", found.String(), want)
	}
	if n := strings.Count(found.String(), "\n"); v.Closed != int64(n) {
		t.Errorf("found %d ways closed and %d shown", v.Closed, n)
	}
	if want := "a >= 4 and b >= 1 and b <= 89"; termview.Conditions(v.Path, termview.Line) != want {
		t.Errorf("found the class %q, want %q", termview.Conditions(v.Path, termview.Line), want)
	}
	again, err := check(cert.Seal(), nil, DefaultLimits)
	if again.Lowered = v.Lowered; err != nil || fmt.Sprint(*again) != fmt.Sprint(*v) {
		t.Errorf("Check says %+v, %v, want %+v", again, err, v)
	}
}

// TestExplainCites establishes that what a proof cites is contradictory by itself.
func TestExplainCites(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	shown := 0
	for _, c := range absences {
		_, err := Check(mustProduce(t, c.source, c.loopLimit).Seal(),
			Options{Limits: DefaultLimits, Lower: fronts.All.Lower, Source: nil, See: func(way Closed) {
				shown++
				for range effort.Of(3000) {
					input := map[string]*big.Int{}
					v := term.NewPool().Valuation(func(name string) *big.Int {
						if input[name] == nil {
							input[name] = big.NewInt(r.Int64N(14) - 6)
						}
						return input[name]
					})
					if !slices.ContainsFunc(way.Cited, func(a Assumed) bool {
						truth, ok := v.Formula(a.Cond)
						return ok && !truth
					}) {
						t.Fatalf("%s: what is cited for the way %s holds of %v: %v", c.title, way, input, way.Cited)
					}
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if shown < 40 {
		t.Errorf("only %d ways were shown", shown)
	}
}
