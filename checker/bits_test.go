package checker

import (
	"cmp"
	"encoding/binary"
	"flag"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file tests the rule bits: that the clauses of facts hold wherever the facts do, and that chains which are not
// proofs are refused.

var factTries = flag.Int("facts", 0, "try rules of proofs on so many random facts, in place of the few of each test")

// tries returns how many random facts a test tries, which are few unless somebody asks for more.
func tries(few int) int { return cmp.Or(*factTries, few) }

// propagation is the values of literals that follow from some, with why.
type propagation struct {
	c      *clauses
	values []int8 // of each literal
	trail  []literal
	reason []int   // of each literal that follows, the clause
	uses   [][]int // of each literal, the clauses that have it
}

func propagate(c *clauses) *propagation {
	p := &propagation{c: c, values: make([]int8, 2*c.vars), reason: make([]int, 2*c.vars),
		uses: make([][]int, 2*c.vars)}
	for i := range c.ends {
		for _, l := range c.clause(i) {
			p.uses[l] = append(p.uses[l], i)
		}
	}
	return p
}

func (p *propagation) set(l literal) {
	p.values[l], p.values[l.not()] = 1, -1
	p.trail = append(p.trail, l)
}

// look sets what a clause leaves no choice about, and reports whether it is false.
func (p *propagation) look(i int) (conflict bool) {
	open, last := 0, literal(0)
	for _, l := range p.c.clause(i) {
		switch {
		case p.values[l] > 0:
			return false
		case p.values[l] == 0 && (open == 0 || l != last):
			open, last = open+1, l
		}
	}
	if open == 1 {
		p.reason[last] = i
		p.set(last)
	}
	return open == 0
}

// follow sets what follows from the trail, from a place in it. It returns a clause that is false, or -1.
func (p *propagation) follow(from int) int {
	for ; from < len(p.trail); from++ {
		for _, i := range p.uses[p.trail[from].not()] {
			if p.look(i) {
				return i
			}
		}
	}
	return -1
}

// extend reports whether values satisfy all clauses that extend those on the trail, from a place in it.
func (p *propagation) extend(from int) bool {
	if p.follow(from) >= 0 {
		return false
	}
	for l := range literal(2 * p.c.vars) {
		if p.values[l] != 0 {
			continue
		}
		for _, l := range []literal{l, l.not()} {
			n := len(p.trail)
			p.set(l)
			if p.extend(n) {
				return true
			}
			for _, l := range p.trail[n:] {
				p.values[l], p.values[l.not()] = 0, 0
			}
			p.trail = p.trail[:n]
		}
		return false
	}
	return true
}

// chain returns the chain that makes the empty clause of clauses that propagation alone refutes, or nil.
func chain(c *clauses) []byte {
	p := propagate(c)
	conflict := -1
	for i := range c.ends {
		if conflict < 0 && p.look(i) {
			conflict = i
		}
	}
	if conflict < 0 {
		conflict = p.follow(0)
	}
	if conflict < 0 {
		return nil
	}
	list, in := []int{conflict}, map[literal]bool{}
	for _, l := range c.clause(conflict) {
		in[l] = true
	}
	for _, l := range slices.Backward(p.trail) {
		if in[l.not()] {
			list = append(list, p.reason[l])
			for _, m := range c.clause(p.reason[l]) {
				in[m] = true
			}
		}
	}
	return chains(len(c.ends), list)
}

// chains writes chains, each given by the numbers of its clauses, after so many clauses.
func chains(clauses int, lists ...[]int) []byte {
	var b []byte
	for i, list := range lists {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(clauses+i-n))
		}
	}
	return b
}

// randomFacts makes facts about a few inputs that hold for some values.
type randomFacts struct {
	*rand.Rand
	p      *term.Pool
	inputs []*term.Linear
	values map[string]*big.Int
	v      *term.Valuation
	fs     []*term.Formula
}

func newRandomFacts(seed uint64) *randomFacts {
	g := &randomFacts{Rand: rand.New(rand.NewPCG(seed, 21)), p: term.NewPool(), values: map[string]*big.Int{}}
	for _, name := range []string{"x", "y", "z"} {
		v := g.num(-12, 12)
		lo, hi := new(big.Int).Sub(v, g.num(0, 9)), new(big.Int).Add(v, g.num(0, 9))
		g.values[name] = v
		if g.IntN(2) == 0 {
			g.inputs = append(g.inputs, g.p.Draw(name, lo, hi))
			continue
		}
		x := g.p.Input(name)
		g.inputs = append(g.inputs, x)
		g.fs = append(g.fs, g.p.Le(g.p.Int(lo), x), g.p.Le(x, g.p.Int(hi)))
	}
	g.v = g.p.Valuation(func(name string) *big.Int { return g.values[name] })
	for range 1 + g.IntN(3) {
		f := g.formula(1)
		truth, ok := g.v.Formula(f)
		if ok && !truth {
			f = g.p.Not(f)
		}
		if ok && f.Op != term.True {
			g.fs = append(g.fs, f)
		}
	}
	return g
}

func (g *randomFacts) num(lo, hi int64) *big.Int { return big.NewInt(lo + g.Int64N(hi-lo+1)) }

func (g *randomFacts) formula(depth int) *term.Formula {
	if depth > 0 && g.IntN(3) == 0 {
		return g.p.Or(g.formula(0), g.p.And(g.formula(0), g.formula(0)))
	}
	a, b := g.linear(1+g.IntN(4)/3), g.linear(0)
	if d := g.v.Linear(g.p.Sub(a, b)); d != nil && g.IntN(2) == 0 { // which then is so
		return g.p.Eq(a, g.p.Add(b, g.p.Int(d)))
	}
	return g.p.Le(a, b)
}

func (g *randomFacts) linear(depth int) *term.Linear {
	e := g.p.Int(g.num(-9, 9))
	for range 1 + g.IntN(2) {
		x := g.inputs[g.IntN(3)]
		if depth > 0 && g.IntN(2) > 0 {
			x = g.operation(g.linear(depth-1), g.linear(depth-1))
		}
		e = g.p.Add(e, g.p.Scale(g.num(-9, 9), x))
	}
	return e
}

func (g *randomFacts) operation(x, y *term.Linear) *term.Linear {
	_, few := g.p.FloorDiv(y, g.p.Int(big.NewInt(4)))
	op := term.Op(g.IntN(16))
	switch op {
	case term.Root + 1:
		return g.p.Mul(x, g.inputs[0])
	case term.AtMost, term.Equals:
		return g.p.Truth([]*term.Formula{g.p.Le(x, y), g.p.Eq(x, y)}[op-term.AtMost])
	case term.Input:
		return g.p.Mul(x, x)
	case term.Shl, term.Shr:
		return g.p.Apply(op, x, few)
	case term.Select:
		if g.IntN(2) == 0 { // of two cases, whose operand is a truth value
			return g.p.Select(g.p.Truth(g.p.Le(x, g.inputs[0])),
				[]term.Case{{At: zero, Value: y}, {At: one, Value: g.inputs[1]}})
		}
		return g.p.Select(few, []term.Case{{At: zero, Value: x}, {At: one, Value: g.inputs[1]},
			{At: big.NewInt(2), Value: g.p.Int(g.num(-9, 9))}, {At: big.NewInt(3), Value: y}})
	case term.Quot, term.Rem, term.TruncQuot, term.TruncRem:
		if g.IntN(3) == 0 {
			y = g.p.Int(g.num(1, 9))
		}
		return g.p.Apply(op, x, y)
	case term.Root:
		return g.p.Apply(op, x, g.p.Int(zero))
	default:
		return g.p.Apply(op, x, y)
	}
}

// TestClausesHoldWhereFactsDo sets the bits of inputs to values that satisfy the facts: other variables have values
// then that satisfy all clauses.
func TestClausesHoldWhereFactsDo(t *testing.T) {
	encoded, n := 0, tries(1000)
	for seed := range n {
		g := newRandomFacts(uint64(seed))
		k := g.p.NewFacts()
		for _, f := range g.fs {
			k.Assume(f)
		}
		g.p.Limit(2_000_000)
		c, err := newClauses(g.p, k.Rows, k.Cases)
		if err != nil || g.p.Exhausted() || len(c.ends) > 10_000 {
			continue
		}
		encoded++
		p := propagate(c)
		for _, x := range g.inputs {
			w, found := c.symbols[x.Terms[0].Sym]
			if !found {
				continue // it does not occur
			}
			rest := new(big.Int).Sub(g.values[x.Terms[0].Sym.Name], w.base)
			for _, b := range w.bits {
				l := b.literal
				if rest.Bit(b.place) == 0 {
					l = l.not()
				}
				p.set(l)
			}
		}
		conflict := false
		for i := range c.ends {
			conflict = conflict || p.look(i)
		}
		if conflict || !p.extend(0) {
			t.Fatalf("seed %d: found clauses that contradict %v, which satisfies %v", seed, g.values, g.fs)
		}
	}
	t.Logf("clauses of %d facts of %d", encoded, n)
	if encoded < n*3/4 {
		t.Errorf("found clauses of %d facts of %d", encoded, n)
	}
}

// factors says that x and y are from 0 to 2, and that x y is 3. Rows 0: -x, 1: x - 2, 2: -y, 3: y - 2, 4 and 5: x y - 3
// and its negation. No x and y are.
var factors theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
	n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	return []*term.Formula{p.Le(n(0), x), p.Le(x, n(2)), p.Le(n(0), y), p.Le(y, n(2)), p.Eq(p.Mul(x, y), n(3))}
}

// multiplied is factors, but 4 for 3, which 2 and 2 are.
var multiplied theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
	return append(factors(p, x, y, z)[:4], p.Eq(p.Mul(x, y), p.Int(big.NewInt(4))))
}

// otherwise is factors, but that x y is 2 or 3, rows 4: 2 - x y and 5: x y - 3, and by disjunction 0 less than 2 or
// less than 3. 2 and 1 are such x and y.
var otherwise theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
	n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	xy := p.Mul(x, y)
	return append(factors(p, x, y, z)[:4], p.Le(n(2), xy), p.Le(xy, n(3)), p.Or(p.Lt(xy, n(2)), p.Lt(xy, n(3))))
}

// refutation returns the proof that propagation finds of what some rows and cases of a theory say.
func refutation(th theory, rows, cases []uint64) *certs.Refutation {
	k := th.facts()
	some, _ := cited(k.Rows, rows, "row")
	ways, _ := cited(k.Cases, cases, "disjunction")
	c, err := newClauses(k.Pool(), some, ways)
	if err != nil {
		panic(err)
	}
	return &certs.Refutation{Rows: rows, Cases: cases, Chains: chain(c)}
}

func upTo(n uint64) (list []uint64) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func TestBits(t *testing.T) {
	good := refutation(factors, upTo(6), nil)
	k := factors.facts()
	c, err := newClauses(k.Pool(), k.Rows, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(c.ends)
	var list []int // of the chain that is right
	for _, rest, _ := uvarint(good.Chains); len(rest) > 0; {
		var back uint64
		back, rest, _ = uvarint(rest)
		list = append(list, n-int(back))
	}
	with := func(edit func(list []int) []int) []byte { return chains(n, edit(slices.Clone(list))) }
	last := len(list) - 1
	by := func(rows, cases []uint64, b []byte) certs.Proof {
		return certs.Proof{{Op: certs.RuleBits, Bits: &certs.Refutation{Rows: rows, Cases: cases, Chains: b}}}
	}
	all := upTo(6)
	for _, c := range []struct {
		title  string
		theory theory
		proof  certs.Proof
		reason string // "" if the proof is right
	}{
		{"a chain", factors, by(all, nil, good.Chains), ""},
		{"a chain in two", factors, by(all, nil, chains(n, list[:4], append([]int{n}, list[4:]...))), ""},
		{"a chain that is not needed", factors, by(all, nil, append(chains(n, list[:4]), chains(n+1, list)...)), ""},
		{"a chain behind a split", factors, slices.Concat(certs.Proof{bySplit(0, 7)}, by(all, nil, good.Chains),
			by(all, nil, good.Chains)), ""},
		{"ranges that leave nothing", bounds, by(upTo(2), nil, chains(2, []int{1})), ""},

		{"what has a solution", multiplied, by(all, nil, good.Chains), "chain 1"},
		{"what has a solution by cases", otherwise, by(all, []uint64{0}, good.Chains), "chain 1"},
		{"the first clause left out", factors, by(all, nil, with(func(l []int) []int { return l[1:] })),
			"literals by which it can be resolved, want 1"},
		{"the second clause left out", factors, by(all, nil,
			with(func(l []int) []int { return slices.Delete(l, 1, 2) })), "literals by which"},
		{"the last clause left out", factors, by(all, nil, with(func(l []int) []int { return l[:last] })),
			"no chain makes the empty clause"},
		{"the last clause twice", factors, by(all, nil, with(func(l []int) []int { return append(l, l[last]) })),
			"found 0 literals by which it can be resolved, want 1"},
		{"the first clause twice", factors, by(all, nil, with(func(l []int) []int {
			return slices.Insert(l, 0, l[0])
		})), "found 0 literals by which"},
		{"clauses in the other order", factors, by(all, nil, with(func(l []int) []int { slices.Reverse(l); return l })),
			"literals by which"},
		{"a clause that says something else", factors, by(all, nil,
			with(func(l []int) []int { l[last] ^= 1; return l })), "literals by which"},
		{"numbers shifted by one", factors, by(all, nil, with(func(l []int) []int {
			for i := range l {
				l[i] = max(0, l[i]-1)
			}
			return l
		})), "literals by which"},
		{"a clause of the chain itself", factors, by(all, nil, with(func(l []int) []int { return append(l, n) })),
			"found the clause 0 before"},
		{"a clause before the first", factors, by(all, nil, with(func(l []int) []int { l[2] = -1; return l })),
			"before, want one of"},
		{"a clause 2^64 - 1 before", factors, by(all, nil, binary.AppendUvarint([]byte{1}, 1<<64-1)),
			"found the clause 18446744073709551615 before"},
		{"2^60 clauses", factors, by(all, nil, append(binary.AppendUvarint(nil, 1<<60), good.Chains[1:]...)),
			"chain 1"},
		{"a clause more than there is", factors, by(all, nil, append([]byte{good.Chains[0] + 1}, good.Chains[1:]...)),
			"the chains are cut off"},
		{"a clause fewer than there is", factors, by(all, nil, append([]byte{good.Chains[0] - 1}, good.Chains[1:]...)),
			"chain 2"},
		{"an empty chain", factors, by(all, nil, append([]byte{0}, good.Chains...)), "chain 1: found no clause"},
		{"no chain", factors, by(all, nil, nil), "no chain makes the empty clause"},
		{"chains that end in another clause", factors, by(all, nil, chains(n, list[:3])),
			"no chain makes the empty clause"},
		{"a byte behind the empty clause", factors, by(all, nil, append(slices.Clone(good.Chains), 1)),
			"chain 1 makes the empty clause, but found 1 more bytes"},
		{"a proof twice", factors, by(all, nil, slices.Concat(good.Chains, good.Chains)),
			"makes the empty clause, but found"},
		{"bytes cut off", factors, by(all, nil, good.Chains[:len(good.Chains)-1]), "chain 1: the chains are cut off"},
		{"a number cut off", factors, by(all, nil, []byte{0x80}), "the chains are cut off"},
		{"a number in more bytes than it takes", factors, by(all, nil,
			append([]byte{good.Chains[0] | 0x80, 0}, good.Chains[1:]...)), "another form than the shortest"},
		{"a number of more than 64 bits", factors, by(all, nil, slices.Repeat([]byte{0xff}, 11)),
			"the chains are cut off"},

		{"a row left out", factors, by(slices.Delete(upTo(6), 4, 5), nil, good.Chains), "chain 1"},
		{"a bound left out", factors, by(slices.Delete(upTo(6), 1, 2), nil, good.Chains), "the symbol x has no bounds"},
		{"the other bound left out", factors, by(upTo(6)[1:], nil, good.Chains), "the symbol x has no bounds"},
		{"no rows", factors, by(nil, nil, good.Chains), "chain 1"},
		{"rows in another order", factors, by([]uint64{1, 0, 2, 3, 4, 5}, nil, good.Chains),
			"found row 0 after row 1, want rows in ascending order"},
		{"a row twice", factors, by([]uint64{0, 1, 1, 2, 3, 4, 5}, nil, good.Chains), "found row 1 after row 1"},
		{"a row that is not there", factors, by(upTo(7), nil, good.Chains), "found row 6, want one of 6"},
		{"row 2^64 - 1", factors, by([]uint64{1<<64 - 1}, nil, good.Chains), "want one of 6"},
		{"a disjunction that is not there", factors, by(all, []uint64{0}, good.Chains),
			"found disjunction 0, want one of 0"},
		{"bounds that leave something", factors, by(upTo(2), nil, []byte{1, 1}), "no chain makes the empty clause"},
		{"nothing is refuted where nothing is cited", factors, by(nil, nil, chains(1, []int{0})),
			"no chain makes the empty clause"},

		{"bits with rows", factors, certs.Proof{{Op: certs.RuleBits, Rows: multiples([]int64{0, 1}), Bits: good}},
			"the rule bits has other fields"},
		{"bits with an index", factors, certs.Proof{{Op: certs.RuleBits, Index: 1, Bits: good}},
			"the rule bits has other fields"},
		{"bits with a bound", factors, certs.Proof{{Op: certs.RuleBits, K: zero, Bits: good}},
			"the rule bits has other fields"},
		{"bits without a refutation", factors, certs.Proof{{Op: certs.RuleBits}}, "the rule bits has other fields"},
		{"a leaf with a refutation", bounds, certs.Proof{{Op: certs.RuleLeaf, Rows: multiples([]int64{0, 1, 1, 1}),
			Bits: good}}, "the rule leaf has other fields"},
		{"a rule behind the end", factors, append(by(all, nil, good.Chains), byLeaf(0, 1)),
			"every way is closed, but found 1 more rules"},
	} {
		t.Run(c.title, func(t *testing.T) {
			k := c.theory.facts()
			rows, syms := slices.Clone(k.Rows), slices.Clone(k.Syms)
			err := Refute(k, c.proof)
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("found %v", err)
			case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
			if !slices.Equal(k.Rows, rows) || !slices.Equal(k.Syms, syms) {
				t.Error("the facts were changed")
			}
		})
	}
}

// TestResolutionOfWhatIsAlwaysTrue tries clauses with a literal and its negation: what is left must not be less than
// what follows.
func TestResolutionOfWhatIsAlwaysTrue(t *testing.T) {
	for _, c := range []struct {
		title   string
		clauses [][]literal
		list    []int
		refutes bool
	}{
		{"two units", [][]literal{{2}, {3}}, []int{0, 1}, true},
		{"a literal twice", [][]literal{{2}, {3, 3}}, []int{0, 1}, true},
		{"another literal and its negation come in", [][]literal{{2}, {3, 4, 5}}, []int{0, 1}, false},
		{"they are there at first", [][]literal{{4, 5}}, []int{0}, false},
		{"they are there at first, and one goes", [][]literal{{4, 5}, {4}}, []int{0, 1}, false},
		{"the pivot and its negation", [][]literal{{2}, {3, 2}}, []int{0, 1}, false},
		{"two pivots", [][]literal{{2, 4}, {3, 5}}, []int{0, 1}, false},
		{"two pivots, one of them twice", [][]literal{{2, 4}, {3, 5, 3}}, []int{0, 1}, false},
		{"a pivot that went and came back", [][]literal{{2, 4}, {3}, {5, 2}, {3}}, []int{0, 1, 2, 3}, true},
		{"what is left is not empty", [][]literal{{2, 4}, {3, 6}, {5}}, []int{0, 1, 2}, false},
	} {
		cs := &clauses{vars: 4}
		for _, lits := range c.clauses {
			cs.add(lits...)
		}
		if err := cs.resolve(chains(len(c.clauses), c.list)); (err == nil) != c.refutes {
			t.Errorf("%s: found %v", c.title, err)
		}
	}
}

func TestBitsAreBounded(t *testing.T) {
	wide := func(bound string) theory {
		return func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
			b, _ := new(big.Int).SetString(bound, 0)
			n := p.Int(b)
			return []*term.Formula{p.Le(p.Int(zero), x), p.Le(x, n), p.Le(p.Int(zero), y), p.Le(y, n),
				p.Eq(p.Mul(x, y), n)}
		}
	}
	shifts := func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		return []*term.Formula{p.Le(n(0), x), p.Le(x, n(9)), p.Le(n(-1), y), p.Le(y, n(100)), p.Eq(p.Shr(x, y), n(3))}
	}
	for _, c := range []struct {
		title        string
		theory       theory
		work, memory int64
		reason       string
	}{
		{"nothing allowed", factors, 0, 1 << 20, errExhausted.Error()},
		{"too little work for the clauses", factors, 700, 1 << 20, errExhausted.Error()},
		{"too little memory for the clauses", factors, 1 << 20, 3000, errExhausted.Error()},
		{"a product of 900 bits", wide("0x" + strings.Repeat("f", 225)), 1 << 20, 1 << 40, errExhausted.Error()},
		{"a product of 900 bits, in memory", wide("0x" + strings.Repeat("f", 225)), 1 << 40, 1 << 20,
			errExhausted.Error()},
		{"bounds of 2000 bits", wide("0x" + strings.Repeat("f", 500)), 1 << 24, 1 << 24,
			"the symbol x has no bounds of fewer than 1024 bits"},
		{"a shift with many distances", shifts, 1 << 24, 1 << 24, "found a shift with 127 distances, want 64 at most"},
	} {
		k := c.theory.facts()
		k.Pool().Use(semantics.NewMeter(c.work, c.memory))
		of := &certs.Refutation{Rows: upTo(uint64(len(k.Rows))), Chains: []byte{1, 1}}
		if err := Refute(k, certs.Proof{{Op: certs.RuleBits, Bits: of}}); err == nil ||
			!strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}
