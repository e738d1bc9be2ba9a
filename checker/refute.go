package checker

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines when a proof shows that facts about integers contradict each other. A row is a sum that is at most
// 0.

// Refute returns nil if p proves that no integers satisfy the facts k, and otherwise what is wrong with p. It charges
// its work to the pool of k. If the pool is exhausted afterwards, p is not accepted. The facts stay as they were.
func Refute(k *term.Facts, p certs.Proof) error { return refute(k, p, nil) }

// refute is Refute. If there is another goroutine, it decides the rules bits.
func refute(k *term.Facts, p certs.Proof, other delegate) error {
	defer k.Undo(k.Mark())
	meter := k.Pool().Meter()
	made := meter.Made()
	var splits []split // around the current case
	for i, r := range p {
		meter.Settle(made) // the facts hold the rows that a rule adds
		meter.Charge(workPerRule)
		err := wellFormed(r)
		if err == nil {
			switch r.Op {
			case certs.RuleLeaf:
				err = leaf(k, r)
			case certs.RuleCut:
				err = cut(k, r)
			case certs.RuleProduct:
				err = product(k, r)
			case certs.RuleSquare:
				err = square(k, r)
			case certs.RuleSplit:
				splits, err = splitSymbol(k, splits, r)
			case certs.RuleCases:
				splits, err = splitCases(k, splits, r)
			case certs.RuleBits:
				err = bits(k, r.Bits, other)
				meter.Settle(made) // the clauses are gone, or with another goroutine
			}
		}
		switch {
		case k.Pool().Exhausted():
			return errExhausted
		case err != nil:
			return fmt.Errorf("rule %d: %w", i+1, err)
		case r.Op == certs.RuleCut || r.Op == certs.RuleProduct || r.Op == certs.RuleSquare:
			continue
		}
		for len(splits) > 0 && len(splits[len(splits)-1].open) == 0 {
			splits = splits[:len(splits)-1]
		}
		if len(splits) == 0 {
			if left := len(p) - i - 1; left > 0 {
				return fmt.Errorf("every way is closed, but found %d more rules", left)
			}
			return nil
		}
		s := &splits[len(splits)-1]
		k.Undo(s.before)
		k.Assume(s.open[0])
		s.open = s.open[1:]
	}
	return errors.New("the rules end before every way is closed")
}

// split is a distinction of cases: the facts before it, and the cases that are still open.
type split struct {
	before term.Mark
	open   []*term.Formula
}

// The cost of a rule, without its terms: work in units, and for a split memory in words.
const (
	workPerRule   = 16
	wordsPerSplit = 64
)

// wellFormed returns an error unless r has the name of a rule and exactly the fields that this rule uses.
func wellFormed(r certs.Rule) error {
	sums, indexed, bounded, refuting := false, false, false, false
	switch r.Op {
	case certs.RuleLeaf:
		sums = true
	case certs.RuleCut, certs.RuleSquare:
		sums, bounded = true, true
	case certs.RuleProduct:
		sums = true
	case certs.RuleSplit:
		indexed, bounded = true, true
	case certs.RuleCases:
		sums, indexed = len(r.Rows) > 0, true
	case certs.RuleBits:
		refuting = true
	default:
		return fmt.Errorf("found %.40q, want the name of a rule", r.Op)
	}
	if sums != (len(r.Rows) > 0) || !indexed && r.Index != 0 || bounded != (r.K != nil) || refuting != (r.Bits != nil) {
		return fmt.Errorf("the rule %s has other fields", r.Op)
	}
	return nil
}

// leaf returns nil if the combination of r is a positive constant. A combination is at most 0, so the facts contradict
// each other.
func leaf(k *term.Facts, r certs.Rule) error {
	sum, err := combination(k, r.Rows)
	if err != nil {
		return err
	}
	if !sum.IsConst() || sum.Const.Sign() <= 0 {
		return fmt.Errorf("found the combination %s, want a positive constant", sum)
	}
	return nil
}

// cut adds the combination of r, divided by K and rounded. Over the integers, K f + c <= 0 implies f + ceil(c / K) <=
// 0.
func cut(k *term.Facts, r certs.Rule) error {
	sum, err := combination(k, r.Rows)
	if err != nil {
		return err
	}
	if r.K.Cmp(one) <= 0 {
		return fmt.Errorf("found the divisor %s, want 2 or more", term.FormatInt(r.K))
	}
	pool := k.Pool()
	quot, rem := pool.FloorDiv(pool.Neg(sum), pool.Int(r.K)) // rounded down here, so up after the negation
	if !rem.IsConst() {
		return fmt.Errorf("found the combination %s, want coefficients that %s divides", sum, term.FormatInt(r.K))
	}
	k.AddRow(pool.Neg(quot))
	return nil
}

// Products and squares are sound because a monomial is the product of its factors: for all integers instead of the
// inputs, and of operations without a value, a product that is multiplied out is equal to the product of its operands.
// Two rows are both at most 0, so their product is at least 0. A square is at least 0 in any case. It does not matter
// whether the monomials occur in the facts.

// product adds that the product of two rows is not negative.
func product(k *term.Facts, r certs.Rule) error {
	if len(r.Rows) != 2 {
		return fmt.Errorf("found a product of %d rows, want 2", len(r.Rows))
	}
	var rows [2]*term.Linear
	for i, m := range r.Rows {
		switch {
		case m.Row >= uint64(len(k.Rows)):
			return fmt.Errorf("found row %d, want one of %d", m.Row, len(k.Rows))
		case m.Times == nil || m.Times.Cmp(one) != 0:
			return fmt.Errorf("row %d: found another factor than 1", m.Row)
		}
		rows[i] = k.Rows[m.Row]
	}
	k.AddRow(k.Pool().Neg(k.Pool().Mul(rows[0], rows[1])))
	return nil
}

// square adds that the square of a sum of symbols and the constant K is not negative.
func square(k *term.Facts, r certs.Rule) error {
	pool := k.Pool()
	sum := pool.Int(r.K)
	for i, m := range r.Rows {
		switch {
		case m.Row >= uint64(len(k.Syms)):
			return fmt.Errorf("found symbol %d, want one of %d", m.Row, len(k.Syms))
		case i > 0 && m.Row <= r.Rows[i-1].Row:
			return fmt.Errorf("found symbol %d after symbol %d, want symbols in ascending order", m.Row,
				r.Rows[i-1].Row)
		case m.Times == nil || m.Times.Sign() == 0:
			return fmt.Errorf("symbol %d: found the factor 0", m.Row)
		}
		sum = pool.Add(sum, pool.Scale(m.Times, alone(k.Syms[m.Row])))
	}
	k.AddRow(pool.Neg(pool.Mul(sum, sum)))
	return nil
}

// alone returns the sum that consists of the symbol x.
func alone(x *term.Sym) *term.Linear {
	return &term.Linear{Const: zero, Terms: []term.Term{{Sym: x, Coef: one}}}
}

// splitSymbol distinguishes whether a symbol is at most K.
func splitSymbol(k *term.Facts, splits []split, r certs.Rule) ([]split, error) {
	if r.Index >= uint64(len(k.Syms)) {
		return nil, fmt.Errorf("found symbol %d, want one of %d", r.Index, len(k.Syms))
	}
	k.Hold(wordsPerSplit)
	pool := k.Pool()
	x, bound := alone(k.Syms[r.Index]), pool.Int(r.K)
	return append(splits, split{k.Mark(), []*term.Formula{pool.Le(x, bound), pool.Lt(bound, x)}}), nil
}

// splitCases distinguishes the alternatives of a disjunction, but for those that the cited rows exclude.
func splitCases(k *term.Facts, splits []split, r certs.Rule) ([]split, error) {
	if r.Index >= uint64(len(k.Cases)) {
		return nil, fmt.Errorf("found disjunction %d, want one of %d", r.Index, len(k.Cases))
	}
	by, err := limitsBy(k, r.Rows)
	if err != nil {
		return nil, err
	}
	k.Hold(wordsPerSplit)
	open := k.Cases[r.Index]
	if len(r.Rows) > 0 {
		k.Hold(len(open))
		open = slices.DeleteFunc(slices.Clone(open), by.exclude)
	}
	return append(splits, split{k.Mark(), open}), nil
}

// combination returns the sum of rows in scope, each with its factor.
func combination(k *term.Facts, rows []certs.Multiple) (*term.Linear, error) {
	pool := k.Pool()
	sum := pool.Int(zero)
	for i, m := range rows {
		switch {
		case m.Row >= uint64(len(k.Rows)):
			return nil, fmt.Errorf("found row %d, want one of %d", m.Row, len(k.Rows))
		case i > 0 && m.Row <= rows[i-1].Row:
			return nil, fmt.Errorf("found row %d after row %d, want rows in ascending order", m.Row, rows[i-1].Row)
		case m.Times == nil || m.Times.Sign() <= 0:
			return nil, fmt.Errorf("row %d: found a factor that is not positive", m.Row)
		}
		sum = pool.Add(sum, pool.Scale(m.Times, k.Rows[m.Row]))
	}
	return sum, nil
}

// limits are the least and the greatest values of symbols, as far as rows tell them. They exclude alternatives of a
// disjunction. It saves the leaves that would close these one by one: of a choice with a known operand, these are all
// but one.
//
// An alternative is excluded if it wants a sum to be at most 0, or to be 0, that is more than 0 within the bounds of
// its symbols; or to be 0, that is less. Each bound is a cited row. So if integers satisfied the rows and the
// alternative, the sum of these rows, each as often as its symbol occurs, and of the alternative's own row would be a
// positive constant and at most 0. This is what a leaf says.
type limits struct {
	pool   *term.Pool
	lo, hi map[*term.Sym]*big.Int
}

// above reports whether e is more than 0 within the bounds.
func (l *limits) above(e *term.Linear) bool {
	least := new(big.Int).Set(e.Const)
	for _, t := range e.Terms {
		bound := l.lo[t.Sym]
		if t.Coef.Sign() < 0 {
			bound = l.hi[t.Sym]
		}
		if bound == nil || !l.pool.Meter().Charge(4+len(bound.Bits())*len(t.Coef.Bits())) {
			return false
		}
		least.Add(least, new(big.Int).Mul(t.Coef, bound))
	}
	return least.Sign() > 0
}

// exclude reports whether an alternative cannot hold within the bounds.
func (l *limits) exclude(f *term.Formula) bool {
	for _, g := range f.Conjuncts() {
		if (g.Op == term.LeZero || g.Op == term.EqZero) && l.above(g.E) || g.Op == term.EqZero &&
			l.above(l.pool.Neg(g.E)) {
			return true
		}
	}
	return false
}

// limitsBy returns the bounds that cited rows give. Each row bounds one symbol.
func limitsBy(k *term.Facts, rows []certs.Multiple) (*limits, error) {
	l := &limits{k.Pool(), map[*term.Sym]*big.Int{}, map[*term.Sym]*big.Int{}}
	for i, m := range rows {
		switch {
		case m.Row >= uint64(len(k.Rows)):
			return nil, fmt.Errorf("found row %d, want one of %d", m.Row, len(k.Rows))
		case i > 0 && m.Row <= rows[i-1].Row:
			return nil, fmt.Errorf("found row %d after row %d, want rows in ascending order", m.Row, rows[i-1].Row)
		case m.Times == nil || m.Times.Cmp(one) != 0:
			return nil, fmt.Errorf("row %d: found another factor than 1", m.Row)
		}
		e := k.Rows[m.Row]
		if len(e.Terms) != 1 || e.Terms[0].Coef.CmpAbs(one) != 0 {
			return nil, fmt.Errorf("row %d: found %s, want a bound of a symbol", m.Row, e)
		}
		l.pool.Meter().Charge(workPerRule)
		l.pool.Meter().Make(wordsPerSplit)
		s, c := e.Terms[0].Sym, e.Const
		if e.Terms[0].Coef.Sign() < 0 { // c <= s
			if old := l.lo[s]; old == nil || old.Cmp(c) < 0 {
				l.lo[s] = c
			}
		} else if c = new(big.Int).Neg(c); l.hi[s] == nil || c.Cmp(l.hi[s]) < 0 { // s <= c
			l.hi[s] = c
		}
	}
	return l, nil
}
