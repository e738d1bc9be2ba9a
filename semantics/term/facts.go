package term

import "slices"

// This file defines facts: a conjunction of formulas taken apart into what a proof may cite, rows and cases, each with a number.

// Facts is what is assumed of the symbols. Its numbering depends on nothing but the formulas assumed and their order, so that who
// makes a proof and who checks it count alike.
type Facts struct {
	Rows  []*Linear    // each is at most 0
	Cases [][]*Formula // of each, one alternative holds at least
	Syms  []*Sym       // the symbols that occur, in the order of their first occurrence

	pool *Pool
	seen map[*Sym]bool // whether a symbol is in Syms
	held int           // words of memory that the pool's meter holds for the facts
}

// Mark is a state of Facts to which it can return.
type Mark struct{ rows, cases, syms, held int }

// NewFacts returns no facts, about symbols of the pool, to which their work is charged.
func (p *Pool) NewFacts() *Facts { return &Facts{pool: p, seen: map[*Sym]bool{}} }

// Pool returns the pool of the symbols.
func (k *Facts) Pool() *Pool { return k.pool }

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

// Hold counts words of memory that are in use until the facts return to a state before.
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

// addCases adds alternatives of which one holds.
func (k *Facts) addCases(fs ...*Formula) {
	if k.pool.meter != nil {
		k.Hold(8 + 2*len(fs))
		for _, f := range fs {
			k.Hold(f.Words())
		}
	}
	k.Cases = append(k.Cases, fs)
}

// Assume adds that f holds, each conjunct after what defines the symbols in it that occur for the first time. An equation is two
// rows, the second negated; what is not equal is less or greater; the formula that is never true is the row 1.
func (k *Facts) Assume(f *Formula) {
	for _, g := range f.Conjuncts() {
		k.define(g)
		k.assume(g)
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

// define enters the symbols of f that are new in the order of their occurrence, those inside others first, with the facts that
// define them.
func (k *Facts) define(f *Formula) {
	if !k.pool.work(1) {
		return
	}
	for _, g := range f.Args {
		k.define(g)
	}
	var todo []*Sym // a stack of its own, since symbols nest deeply
	if f.E != nil {
		todo = k.push(todo, f.E)
	}
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

// push puts the symbols of e that are new on a stack, the first on top.
func (k *Facts) push(stack []*Sym, e *Linear) []*Sym {
	k.pool.charge(1 + len(e.Terms))
	for _, t := range slices.Backward(e.Terms) {
		if !k.seen[t.Sym] {
			stack = append(stack, t.Sym)
		}
	}
	return stack
}

// symbol enters s: first its bounds, then what defines it. A quotient by a constant c > 0 is defined by its remainder: x = c q + r, where
// 0 <= r < c, or for rounding towards zero, where r has the sign of x. A truth value is 1 where its condition holds and else 0. A choice is
// one of its cases: it is used only behind conditions that make its operand one of theirs. About other symbols nothing is known. One that has no value counts as
// some integer within its bounds.
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
		if !c.IsConst() || c.Const.Sign() <= 0 {
			return
		}
	case AtMost, Equals:
		holds := p.Le(x, c)
		if s.Op == Equals {
			holds = p.Eq(x, c)
		}
		k.assume(p.Or(p.And(holds, p.Eq(symbol(s), p.Int(bigOne))), p.And(p.Not(holds), p.Eq(symbol(s), zero))))
		return
	case Select:
		ways := make([]*Formula, len(s.Cases))
		for i, c := range s.Cases {
			ways[i] = p.And(p.Eq(x, p.Int(c.At)), p.Eq(symbol(s), c.Value))
		}
		k.assume(p.Or(ways...))
		k.extreme(s)
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
	rest := p.Sub(x, p.Scale(c.Const, q))
	if s.Op == Rem || s.Op == TruncRem {
		k.symbol(q.Terms[0].Sym)
		k.assume(p.Eq(symbol(s), rest))
		return
	}
	positive := p.And(p.Le(zero, rest), p.Lt(rest, c))
	if floor {
		k.assume(positive)
		return
	}
	negative := p.And(p.Le(rest, zero), p.Lt(p.Neg(c), rest))
	k.assume(p.Or(p.And(p.Le(zero, x), positive), p.And(p.Le(x, zero), negative)))
}

// extreme adds of a choice that is the lesser of its two values that it is at most both, and of one that is the greater that it is at least both. This
// assumes nothing new: the cases of the choice and of its truth value imply it. It saves proofs distinguishing them, where only the one side matters.
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
	d, e := p.Sub(yes, no), p.Sub(t.X, t.Y) // yes is taken where e <= 0
	switch bit := func(l *Linear) bool { return l.IsConst() && l.Const.Sign() >= 0 && l.Const.Cmp(bigOne) <= 0 }; {
	case bit(p.Sub(e, d)): // then e <= 0 implies d <= 0, and e >= 1 implies d >= 0
		k.AddRow(p.Sub(symbol(s), yes))
		k.AddRow(p.Sub(symbol(s), no))
	case bit(p.Add(e, d)): // then e <= 0 implies d >= 0, and e >= 1 implies d <= 0
		k.AddRow(p.Sub(yes, symbol(s)))
		k.AddRow(p.Sub(no, symbol(s)))
	}
}
