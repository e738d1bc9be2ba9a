package term

import (
	"math/big"
	"slices"
)

// This file defines facts: a conjunction of formulas, taken apart into numbered rows and cases, which a proof may cite.

// Facts is what is assumed about symbols. The numbers depend only on the formulas assumed and their order, so the
// finder and the checker number alike.
type Facts struct {
	Rows  []*Linear    // each is at most 0
	Cases [][]*Formula // of each, at least one alternative holds
	Syms  []*Sym       // the symbols that occur, in the order of their first occurrence

	pool *Pool
	seen map[*Sym]bool // whether a symbol is in Syms
	held int           // words of memory that the pool's meter holds for the facts
	// of truth values and choices that occurred before, since they occur again after each Undo
	known map[*Sym]definition
	kept  int // words of memory that the meter holds for known
}

// definition is what the definition of a symbol adds.
type definition struct {
	rows  []*Linear
	cases [][]*Formula
}

// maxKnown is the number of definitions at which all are forgotten.
const maxKnown = 1024

// Mark is a state of Facts to which it can return.
type Mark struct{ rows, cases, syms, held int }

// NewFacts returns empty facts about symbols of the pool, to which their work is charged.
func (p *Pool) NewFacts() *Facts {
	return &Facts{pool: p, seen: map[*Sym]bool{}, known: map[*Sym]definition{}}
}

// Pool returns the pool of the symbols.
func (k *Facts) Pool() *Pool { return k.pool }

// Ranges returns what the rows say about the symbols that occur.
func (k *Facts) Ranges() *Ranges { return k.pool.Ranges(k.Rows, k.Syms) }

// Mark returns the present state.
func (k *Facts) Mark() Mark { return Mark{len(k.Rows), len(k.Cases), len(k.Syms), k.held} }

// Undo forgets what was assumed since the mark was made.
func (k *Facts) Undo(m Mark) {
	for _, s := range k.Syms[m.syms:] {
		delete(k.seen, s)
	}
	clear(k.Rows[m.rows:])
	clear(k.Cases[m.cases:])
	k.Rows, k.Cases, k.Syms = k.Rows[:m.rows], k.Cases[:m.cases], k.Syms[:m.syms]
	k.pool.meter.Release(k.held - m.held)
	k.held = m.held
}

// Hold counts words of memory that are in use until Undo returns to an earlier state.
func (k *Facts) Hold(words int) {
	if k.pool.meter.Hold(words) {
		k.held += words
	}
}

// AddRow adds a row that follows from the facts.
func (k *Facts) AddRow(e *Linear) {
	if k.pool.meter != nil {
		k.Hold(2 + e.Words())
	}
	k.Rows = append(k.Rows, e)
}

// addCases adds alternatives of which at least one holds.
func (k *Facts) addCases(fs ...*Formula) {
	if k.pool.meter != nil {
		k.Hold(8 + 2*len(fs))
		for _, f := range fs {
			k.Hold(f.Words())
		}
	}
	k.Cases = append(k.Cases, fs)
}

// Assume adds that f holds. Before each conjunct come the definitions of the symbols that occur in it for the first
// time. An equation becomes two rows, of which the second is the negation of the first. An inequality becomes the cases
// less and greater. The formula that is never true becomes the row 1. Behind the cases of a disjunction comes what they
// say of remainders.
func (k *Facts) Assume(f *Formula) {
	for _, g := range f.Conjuncts() {
		k.define(g)
		k.assume(g)
		if g.Op == Or {
			k.alternatives(g.Args)
		}
	}
}

// alternatives adds that what all alternatives equate with a constant has the remainder that these constants have in
// common.
func (k *Facts) alternatives(fs []*Formula) {
	for e := range equations(fs[0]) {
		g := new(big.Int)
		for _, f := range fs[1:] {
			g = k.pool.common(g, k.apart(e, f))
			if g.Cmp(bigOne) == 0 {
				break
			}
		}
		k.divides(g, e)
	}
}

// apart returns the constant by which e differs from a sum that f says to be 0; 1 if there is none.
func (k *Facts) apart(e *Linear, f *Formula) *Linear {
	for o := range equations(f) {
		if d := k.pool.Sub(e, o); d.IsConst() {
			return d
		}
	}
	return k.pool.Int(bigOne)
}

// divides adds that g divides e, unless it is 0 or 1.
func (k *Facts) divides(g *big.Int, e *Linear) {
	if g.Cmp(bigOne) > 0 {
		_, r := k.pool.FloorDiv(e, k.pool.Int(g))
		k.Assume(k.pool.Eq(r, zero))
	}
}

func (k *Facts) assume(f *Formula) {
	p := k.pool
	if !p.work(1) {
		return
	}
	switch f.Op {
	case True:
	case False:
		k.AddRow(p.Int(bigOne))
	case LeZero:
		k.AddRow(f.E)
	case EqZero:
		k.AddRow(f.E)
		k.AddRow(p.Neg(f.E))
	case NeZero:
		k.addCases(p.Lt(f.E, zero), p.Lt(zero, f.E))
	case And:
		for _, g := range f.Args {
			k.assume(g)
		}
	case Or:
		k.addCases(f.Args...)
	}
}

// define adds the new symbols of f in the order of their occurrence, those inside others first, with the facts that
// define them.
func (k *Facts) define(f *Formula) {
	if !k.pool.work(1) {
		return
	}
	for _, g := range f.Args {
		k.define(g)
	}
	if f.E != nil {
		k.defineIn(f.E)
	}
}

// defineIn adds the new symbols of e.
func (k *Facts) defineIn(e *Linear) {
	todo := k.push(nil, e) // an explicit stack, because symbols nest deeply
	for len(todo) > 0 && !k.pool.Exhausted() {
		s, rest := todo[len(todo)-1], todo[:len(todo)-1]
		if s.Op != Input && !k.seen[s] {
			for _, e := range slices.Backward(slices.Collect(s.Operands())) {
				todo = k.push(todo, e)
			}
		}
		if len(todo) == len(rest)+1 { // nothing inside s is new
			k.symbol(s)
			todo = rest
		}
	}
}

// push puts the new symbols of e on a stack, the first on top.
func (k *Facts) push(stack []*Sym, e *Linear) []*Sym {
	k.pool.charge(1 + len(e.Terms))
	for _, t := range slices.Backward(e.Terms) {
		if !k.seen[t.Sym] {
			stack = append(stack, t.Sym)
		}
	}
	return stack
}

// symbol adds s: first its bounds, then its definition. A quotient is defined by its remainder, where the divisor is
// above 0: x = c q + r, where 0 <= r < c, or, if it is rounded towards zero, where r has the sign of x. A truth value
// is 1 if its condition holds and otherwise 0. A choice is one of its cases; it is used only after conditions that make
// its operand one of theirs. Other symbols have no definition. A symbol without a value counts as some integer within
// its bounds.
func (k *Facts) symbol(s *Sym) {
	if k.seen[s] {
		return
	}
	k.Hold(12)
	k.seen[s] = true
	k.Syms = append(k.Syms, s)
	p, x, c := k.pool, s.X, s.Y
	if s.Lo != nil {
		k.AddRow(p.Sub(p.Int(s.Lo), symbol(s)))
	}
	if s.Hi != nil {
		k.AddRow(p.Sub(symbol(s), p.Int(s.Hi)))
	}
	switch s.Op {
	case Quot, Rem, TruncQuot, TruncRem:
		if c.IsConst() && c.Const.Sign() <= 0 {
			return
		}
	case AtMost, Equals, Select:
		k.choose(s)
		if s.Op == Select {
			k.values(s)
		}
		return
	default:
		return
	}
	quotient, floor := TruncQuot, s.Op == Quot || s.Op == Rem
	if floor {
		quotient = Quot
	}
	q := p.opaque(quotient, x, c)
	if p.Exhausted() {
		return
	}
	rest, undefined, remainder := p.Sub(x, p.Mul(c, q)), p.Le(c, zero), s.Op == Rem || s.Op == TruncRem
	if remainder && floor { // this follows, but without it a proof needs the quotient
		k.assume(p.Or(undefined, p.And(p.Le(zero, symbol(s)), p.Lt(symbol(s), c))))
	}
	if remainder || !c.IsConst() { // the quotient, and products with it
		k.defineIn(rest)
	}
	if remainder {
		k.assume(p.Or(undefined, p.Eq(symbol(s), rest)))
		return
	}
	positive := p.And(p.Le(zero, rest), p.Lt(rest, c))
	if floor {
		k.assume(p.Or(undefined, positive))
		return
	}
	negative := p.And(p.Le(rest, zero), p.Lt(p.Neg(c), rest))
	k.assume(p.Or(undefined, p.And(p.Le(zero, x), positive), p.And(p.Lt(x, zero), negative)))
}

// values adds that a choice has the remainder that its values have in common.
func (k *Facts) values(s *Sym) {
	p, g, first := k.pool, new(big.Int), s.Cases[0].Value
	for _, c := range s.Cases[1:] {
		if g = p.common(g, p.Sub(first, c.Value)); g.Cmp(bigOne) == 0 {
			return
		}
	}
	k.divides(g, p.Sub(symbol(s), first))
}

// choose adds the definition of a truth value or a choice.
func (k *Facts) choose(s *Sym) {
	p := k.pool
	if d, ok := k.known[s]; ok && p.work(1+len(d.rows)+len(d.cases)) {
		for _, e := range d.rows {
			k.AddRow(e)
		}
		for _, fs := range d.cases {
			k.addCases(fs...)
		}
		return
	}
	before := k.Mark()
	if s.Op == Select {
		ways := make([]*Formula, len(s.Cases))
		for i, c := range s.Cases {
			ways[i] = p.And(p.Eq(s.X, p.Int(c.At)), p.Eq(symbol(s), c.Value))
		}
		k.assume(p.Or(ways...))
		k.extreme(s)
	} else {
		holds := p.Le(s.X, s.Y)
		if s.Op == Equals {
			holds = p.Eq(s.X, s.Y)
		}
		k.assume(p.Or(p.And(holds, p.Eq(symbol(s), p.Int(bigOne))), p.And(p.Not(holds), p.Eq(symbol(s), zero))))
	}
	// else a definition may lack something
	if words := 16 + k.held - before.held; !p.Exhausted() && p.meter.Hold(words) {
		if len(k.known) == maxKnown {
			clear(k.known)
			p.meter.Release(k.kept)
			k.kept = 0
		}
		k.known[s] = definition{slices.Clone(k.Rows[before.rows:]), slices.Clone(k.Cases[before.cases:])}
		k.kept += words
	}
}

// extreme adds two rows for a choice that is the minimum or the maximum of its two values: a minimum is at most both of
// them, a maximum at least both. Proofs that need only one side then need not distinguish the cases.
//
// The rows follow from the cases. Take any integers for which the cases of the choice and of its truth value hold. They
// say that the choice is yes if e <= 0, and no if e >= 1; one of the two holds, because e is an integer. Let d = yes -
// no. If e - d is 0 or 1, then d <= e and e - 1 <= d. So if e <= 0, then d <= 0, and the chosen yes is the minimum; if
// e >= 1, then d >= 0, and the chosen no is the minimum. If e + d is 0 or 1, the same holds for -d, so the maximum is
// chosen. It does not matter whether an operand has a value: it is an integer both in the cases and in the rows.
func (k *Facts) extreme(s *Sym) {
	p := k.pool
	if len(s.X.Terms) != 1 || len(s.Cases) != 2 || s.X.Terms[0].Sym.Op != AtMost {
		return
	}
	t := s.X.Terms[0].Sym
	yes, no := s.Cases[1].Value, s.Cases[0].Value // where t is 1, and where it is 0
	switch holds := symbol(t); {
	case s.Cases[0].At.Sign() != 0 || s.Cases[1].At.Cmp(bigOne) != 0:
		return
	case s.X.Equal(p.Sub(p.Int(bigOne), holds)):
		yes, no = no, yes
	case !s.X.Equal(holds):
		return
	}
	d, e := p.Sub(yes, no), p.Sub(t.X, t.Y) // yes is chosen if e <= 0
	switch bit := func(l *Linear) bool { return l.IsConst() && l.Const.Sign() >= 0 && l.Const.Cmp(bigOne) <= 0 }; {
	case bit(p.Sub(e, d)): // then e <= 0 implies d <= 0, and e >= 1 implies d >= 0
		k.AddRow(p.Sub(symbol(s), yes))
		k.AddRow(p.Sub(symbol(s), no))
	case bit(p.Add(e, d)): // then e <= 0 implies d >= 0, and e >= 1 implies d <= 0
		k.AddRow(p.Sub(yes, symbol(s)))
		k.AddRow(p.Sub(no, symbol(s)))
	}
}
