package finder

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/checker"
	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/finder/solver/lia"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file tests that a proof about a part of a path is one about the path once it is transferred, and how little a
// walk enters for that.

// randomConjunct returns a formula about few inputs, with every kind of fact in it.
func randomConjunct(p *term.Pool, r *rand.Rand) *term.Formula {
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	input := func() *term.Linear {
		if n := r.IntN(4); n < 2 {
			return p.Draw(string(rune('a'+n)), big.NewInt(-3), big.NewInt(int64(4+n)))
		}
		return p.Input(string(rune('c' + r.IntN(3))))
	}
	sum := func() *term.Linear {
		return p.Add(p.Add(p.Scale(big.NewInt(r.Int64N(5)-2), input()), p.Scale(big.NewInt(r.Int64N(5)-2), input())),
			num(r.Int64N(7)-3))
	}
	x := sum()
	switch r.IntN(8) {
	case 0:
		x, _ = p.FloorDiv(x, num(2+r.Int64N(3)))
	case 1:
		_, x = p.FloorDiv(x, num(2+r.Int64N(3)))
	case 2:
		x, _ = p.TruncDiv(x, num(2+r.Int64N(3)))
	case 3:
		_, x = p.TruncDiv(x, num(2+r.Int64N(3)))
	case 4:
		return p.Le(num(10+r.Int64N(3)), p.Mul(p.Input("c"), p.Input("d")))
	case 5:
		return p.Le(input(), num(3))
	case 6:
		return p.Le(num(0), input())
	}
	switch y := sum(); r.IntN(9) {
	case 0:
		return p.Eq(x, y)
	case 3: // alternatives with a remainder in common
		return p.Or(p.Eq(x, y), p.Eq(x, p.Add(y, num(2+r.Int64N(2)))), p.Eq(x, p.Sub(y, num(6))))
	case 4:
		_, at := p.FloorDiv(input(), num(2))
		return p.Le(x, p.Select(at, []term.Case{{At: new(big.Int), Value: y},
			{At: big.NewInt(1), Value: p.Add(y, p.Scale(big.NewInt(3), input()))}}))
	case 1:
		return p.Not(p.Eq(x, y))
	case 2:
		return p.Or(p.Le(x, y), p.Eq(sum(), y))
	default:
		return p.Le(x, y)
	}
}

// TestTransfer refutes parts of random paths, and wants the checker to accept each proof about the path once it is
// transferred, but mostly not before.
func TestTransfer(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var done, untouched int
	rules := map[solver.ProofOp]int{}
	for range 40 {
		p := term.NewPool()
		path, part := newLedger(p), newLedger(p)
		s := lia.New(p, lia.Options{Work: 20_000})
		var way *symbolic.PathCondition
		for range 50 {
			for way != nil && r.IntN(3) == 0 { // the walk goes back
				way = way.Prefix
			}
			for way == nil || r.IntN(5) > 0 {
				way = way.And(randomConjunct(p, r))
				if way.IsFalse() {
					way = way.Prefix
				}
			}
			all := way.Conjuncts()
			var at []int
			var fs []*term.Formula
			for i, f := range all {
				if r.IntN(3) > 0 {
					at, fs = append(at, i), append(fs, f)
				}
			}
			a := s.Solve(t.Context(), fs)
			if a.Status != solver.Unsat {
				continue
			}
			path.follow(way)
			part.list(fs)
			proof, err := path.transfer(a.Proof, part, at)
			if err != nil {
				t.Fatal(err)
			}
			facts := p.NewFacts()
			for _, f := range all {
				facts.Assume(f)
			}
			if err := checker.Refute(facts, WriteProof(proof)); err != nil {
				t.Fatalf("%v, of which %v contradict each other: %v", all, at, err)
			}
			if checker.Refute(facts, WriteProof(a.Proof)) == nil {
				untouched++
			}
			for _, rule := range proof {
				rules[rule.Op]++
			}
			done++
		}
	}
	if done < 500 || untouched > done/3 || len(rules) < 5 {
		t.Errorf("%d proofs were transferred, with the rules %v; %d of them are right without that", done, rules,
			untouched)
	}
}

// TestTransferOfRules transfers proofs with each rule that cites something by its number, from the end of a path that
// begins with other facts of all kinds.
func TestTransferOfRules(t *testing.T) {
	one := func(row int) solver.Multiple { return solver.Multiple{Row: row, Times: big.NewInt(1)} }
	for _, c := range []struct {
		title string
		fs    func(p *term.Pool, x, y *term.Linear, n func(int64) *term.Linear) []*term.Formula
		proof solver.Proof // nil if bits finds it
	}{
		{"a square", func(p *term.Pool, x, y *term.Linear, n func(int64) *term.Linear) []*term.Formula {
			return []*term.Formula{p.Lt(p.Mul(p.Sub(x, y), p.Sub(x, y)), n(0))}
		}, solver.Proof{
			{Op: solver.Square, K: new(big.Int), Rows: []solver.Multiple{one(0), {Row: 2, Times: big.NewInt(-1)}}},
			{Op: solver.Leaf, Rows: []solver.Multiple{one(2), one(3)}},
		}},
		{"a split", func(p *term.Pool, x, y *term.Linear, n func(int64) *term.Linear) []*term.Formula {
			return []*term.Formula{p.Eq(y, n(7)), p.Le(n(3), x), p.Le(x, n(2))}
		}, solver.Proof{
			{Op: solver.Split, Index: 1, K: big.NewInt(2)},
			{Op: solver.Leaf, Rows: []solver.Multiple{one(2), one(4)}},
			{Op: solver.Leaf, Rows: []solver.Multiple{one(3), one(4)}},
		}},
		{"cases in cases", func(p *term.Pool, x, y *term.Linear, n func(int64) *term.Linear) []*term.Formula {
			not := p.Not(p.Eq(x, n(3)))
			return []*term.Formula{p.Eq(x, n(3)), p.Or(p.And(p.Le(y, n(0)), not), p.And(p.Le(n(1), y), not))}
		}, solver.Proof{
			{Op: solver.Cases, Index: 0},
			{Op: solver.Cases, Index: 1}, {Op: solver.Leaf, Rows: []solver.Multiple{one(1), one(3)}},
			{Op: solver.Leaf, Rows: []solver.Multiple{one(0), one(3)}},
			{Op: solver.Cases, Index: 1}, {Op: solver.Leaf, Rows: []solver.Multiple{one(1), one(3)}},
			{Op: solver.Leaf, Rows: []solver.Multiple{one(0), one(3)}},
		}},
		{"bits", func(p *term.Pool, x, y *term.Linear, n func(int64) *term.Linear) []*term.Formula {
			xy := p.Mul(x, y)
			return []*term.Formula{p.Le(n(2), x), p.Le(x, n(9)), p.Le(n(2), y), p.Le(y, n(9)),
				p.Or(p.Eq(xy, n(11)), p.Eq(xy, n(13)))}
		}, nil},
	} {
		p := term.NewPool()
		n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		fs := c.fs(p, p.Input("x"), p.Input("y"), n)
		proof := c.proof
		if proof == nil {
			a := bits.New(p, bits.Options{}).Solve(t.Context(), fs)
			if proof = a.Proof; len(proof) != 1 || proof[0].Op != solver.Bits || len(proof[0].Bits.Cases) == 0 {
				t.Fatalf("%s: found %v, %v", c.title, a.Status, proof)
			}
		}
		facts := p.NewFacts()
		for _, f := range fs {
			facts.Assume(f)
		}
		if err := checker.Refute(facts, WriteProof(proof)); err != nil {
			t.Fatalf("%s: without a path before it: %v", c.title, err)
		}
		_, rest := p.FloorDiv(p.Input("z"), n(3))
		all := append([]*term.Formula{
			p.Le(n(1), rest), p.Not(p.Eq(p.Input("w"), n(4))), p.Le(p.Input("y"), n(50)),
			p.Or(p.Le(p.Input("z"), n(0)), p.Le(n(5), p.Input("w"))),
		}, fs...)
		path, part := newLedger(p), newLedger(p)
		path.list(all)
		part.list(fs)
		var at []int
		for i := range fs {
			at = append(at, len(all)-len(fs)+i)
		}
		moved, err := path.transfer(proof, part, at)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		facts = p.NewFacts()
		for _, f := range all {
			facts.Assume(f)
		}
		if err := checker.Refute(facts, WriteProof(moved)); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		if checker.Refute(facts, WriteProof(proof)) == nil {
			t.Errorf("%s: the proof is right without that", c.title)
		}
	}
}

// TestForeignProof: a proof that cites what its conjuncts do not have is not transferred.
func TestForeignProof(t *testing.T) {
	p := term.NewPool()
	x, one := p.Input("x"), p.Int(big.NewInt(1))
	fs := []*term.Formula{p.Le(x, p.Int(new(big.Int))), p.Le(one, x)}
	path, part := newLedger(p), newLedger(p)
	path.follow((*symbolic.PathCondition)(nil).And(p.Le(one, p.Input("y"))).And(fs[0]).And(fs[1]))
	part.list(fs)
	cites := func(rows ...int) solver.Rule {
		r := solver.Rule{Op: solver.Leaf}
		for _, n := range rows {
			r.Rows = append(r.Rows, solver.Multiple{Row: n, Times: big.NewInt(1)})
		}
		return r
	}
	for _, c := range []struct {
		title string
		rule  solver.Rule
		want  string // the rows afterwards
	}{
		{"its rows", cites(0, 1), "[1 2]"},
		{"a row that a rule adds", cites(0, 2), "[1 3]"},
		{"a negative row", cites(-1, 1), ""},
		{"a negative case", solver.Rule{Op: solver.Cases, Index: -1}, ""},
		{"a negative symbol", solver.Rule{Op: solver.Split, Index: -1}, ""},
		{"a symbol that is elsewhere", solver.Rule{Op: solver.Split, Index: 1}, ""},
		{"a square of a symbol that is elsewhere", solver.Rule{Op: solver.Square,
			Rows: []solver.Multiple{{Row: 1, Times: big.NewInt(1)}}}, ""},
	} {
		proof := solver.Proof{c.rule}
		before := fmt.Sprint(proof)
		got, err := path.transfer(proof, part, []int{1, 2})
		if (err == nil) != (c.want != "") || err != nil && !errors.Is(err, errForeign) {
			t.Errorf("%s: found %v (%v)", c.title, got, err)
			continue
		}
		if err == nil {
			rows := fmt.Sprint([]int{got[0].Rows[0].Row, got[0].Rows[1].Row})
			if rows != c.want {
				t.Errorf("%s: found %s, want %s", c.title, rows, c.want)
			}
		}
		if fmt.Sprint(proof) != before {
			t.Errorf("%s: the proof that was given is changed", c.title)
		}
	}
}

// TestLedgerFollows goes to and fro between paths, and wants the facts to be those of the path each time.
func TestLedgerFollows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	p := term.NewPool()
	l := newLedger(p)
	ways := []*symbolic.PathCondition{nil}
	for range 300 {
		next := ways[r.IntN(len(ways))].And(randomConjunct(p, r))
		ways = append(ways, next)
		way := ways[r.IntN(len(ways))]
		l.follow(way)
		facts := p.NewFacts()
		for _, f := range way.Conjuncts() {
			facts.Assume(f)
		}
		if !slices.EqualFunc(l.facts.Rows, facts.Rows, (*term.Linear).Equal) ||
			!slices.Equal(l.facts.Syms, facts.Syms) || len(l.facts.Cases) != len(facts.Cases) {
			t.Fatalf("found other facts than those of %v", way.Conjuncts())
		}
		if len(l.at) != len(facts.Syms) || len(l.defined) != len(l.keys) {
			t.Fatalf("%d symbols have places, want %d; %d facts define symbols, %d of which are listed", len(l.at),
				len(facts.Syms), len(l.defined), len(l.keys))
		}
	}
}

// TestWalkIsLinear: what a walk enters for its proofs grows with its rounds, not with their square.
func TestWalkIsLinear(t *testing.T) {
	for _, c := range []struct{ title, source string }{
		{"a loop with a bound", "input k assume 0 <= k and k <= %[1]d i = 0 while i < k { i = i + 1 assert i <= %[1]d }"},
		{"an unknown start", "input s assume 0 <= s and s <= 1 x = s while x < %[1]d { x = x + 1 } assert x = %[1]d"},
		{"an unknown start, with an assertion",
			"input s assume 0 <= s and s <= %[1]d x = s while x < %[1]d { x = x + 1 assert x <= %[1]d } assert x = %[1]d"},
		{"a loop that a remainder ends",
			"input k, l assume 0 <= k and k <= %[1]d and l > 0 and l < 7 i = 0 while i < k { i = i + 1 assert l %% 7 > 0 }"},
	} {
		work := func(rounds int) int64 {
			p := newSubject(program(t, "t.imp", fmt.Sprintf(c.source, rounds)))
			x := &exploration{
				Machine: p.symbolic, Frontier: NewFrontier(search.Names()[0], p.symbolic), Pruning: Auto, Bugs: true,
				Depth: p.depth,
			}
			chains, err := p.employ(x, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for range x.Run(t.Context(), p.start) {
				t.Fatalf("%s: found a bug", c.title)
			}
			a := p.newAbsence(x, chains, Options{})
			if err := a.walk(t.Context(), p.symbolic.Start()); err != nil || a.lack != nil {
				t.Fatalf("%s: %v, %v", c.title, err, a.lack)
			}
			if len(a.ways) < rounds {
				t.Fatalf("%s: only %d ways were decided", c.title, len(a.ways))
			}
			spent := a.path.entered + a.query.entered
			for _, s := range a.provers {
				spent += s.(priced).spent()
			}
			return spent
		}
		if one, three := work(200), work(600); three > 4*one || one < 200 {
			t.Errorf("%s: %s", c.title, strings.Join([]string{fmt.Sprint(one), fmt.Sprint(three)},
				" and three times the rounds "))
		}
	}
}
