package term

// This file defines facts: a conjunction of formulas taken apart into what a proof may cite, rows and cases, each with a number.

// Facts is what is assumed of the symbols. Its numbering depends on nothing but the formulas assumed and their order, so that who
// makes a proof and who checks it count alike.
type Facts struct {
	Rows  []*Linear    // each is at most 0
	Cases [][]*Formula // of each, one alternative holds at least
	Syms  []*Sym       // the symbols that occur, in the order of their first occurrence

	pool *Pool
	seen map[*Sym]bool // whether a symbol is in Syms
}

// Mark is a state of Facts to which it can return.
type Mark struct{ rows, cases, syms int }

// NewFacts returns no facts, about symbols of the pool.
func (p *Pool) NewFacts() *Facts { return &Facts{pool: p, seen: map[*Sym]bool{}} }

// Mark returns the present state.
func (k *Facts) Mark() Mark { return Mark{len(k.Rows), len(k.Cases), len(k.Syms)} }

// Undo forgets what was assumed since the mark was made.
func (k *Facts) Undo(m Mark) {
	for _, s := range k.Syms[m.syms:] {
		delete(k.seen, s)
	}
	k.Rows, k.Cases, k.Syms = k.Rows[:m.rows], k.Cases[:m.cases], k.Syms[:m.syms]
}

// Assume adds that f holds, after what defines the symbols in f that occur for the first time. An equation is two rows, the
// second negated; what is not equal is less or greater; the formula that is never true is the row 1.
func (k *Facts) Assume(f *Formula) {
	k.define(f)
	k.assume(f)
}

func (k *Facts) assume(f *Formula) {
	p := k.pool
	switch f.Op {
	case True:
	case False:
		k.Rows = append(k.Rows, p.Int(bigOne))
	case LeZero:
		k.Rows = append(k.Rows, f.E)
	case EqZero:
		k.Rows = append(k.Rows, f.E, p.Neg(f.E))
	case NeZero:
		k.Cases = append(k.Cases, []*Formula{p.Lt(f.E, zero), p.Lt(zero, f.E)})
	case And:
		for _, g := range f.Args {
			k.assume(g)
		}
	case Or:
		k.Cases = append(k.Cases, f.Args)
	}
}

// define enters the symbols of f that are new, those inside others first, with the facts that define them.
func (k *Facts) define(f *Formula) {
	var fresh []*Sym
	for _, s := range NewTable([]*Formula{f}).Syms {
		if !k.seen[s] {
			fresh = append(fresh, s)
		}
	}
	for _, s := range fresh {
		k.symbol(s)
	}
}

// symbol enters s. A quotient by a constant c > 0 is defined by its remainder: x = c q + r, where 0 <= r < c, or for rounding
// towards zero, where r has the sign of x. About other symbols nothing is known.
func (k *Facts) symbol(s *Sym) {
	if k.seen[s] {
		return
	}
	k.seen[s] = true
	k.Syms = append(k.Syms, s)
	if s.Op == Input || s.Op == Prod || !s.Y.IsConst() || s.Y.Const.Sign() <= 0 {
		return
	}
	p, x, c := k.pool, s.X, s.Y
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
