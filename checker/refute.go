package checker

import (
	"errors"
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines when a proof shows that facts about integers contradict each other. Rows are sums that are at most 0.

// Refute returns nil if p proves that no integers satisfy the facts k, else what is wrong with p. Its work is charged to the pool of
// k, which may be exhausted afterwards: then p is not accepted. The facts are left as they were.
func Refute(k *term.Facts, p certs.Proof) error {
	defer k.Undo(k.Mark())
	meter := k.Pool().Meter()
	made := meter.Made()
	var splits []split // around the way at hand
	for i, r := range p {
		meter.Settle(made) // what a rule adds, the facts hold
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
			case certs.RuleSplit:
				splits, err = splitSymbol(k, splits, r)
			case certs.RuleCases:
				splits, err = splitCases(k, splits, r)
			}
		}
		switch {
		case k.Pool().Exhausted():
			return errExhausted
		case err != nil:
			return fmt.Errorf("rule %d: %w", i+1, err)
		case r.Op == certs.RuleCut || r.Op == certs.RuleProduct:
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

// split is a distinction of cases: the facts before it, and the ways that are still open.
type split struct {
	before term.Mark
	open   []*term.Formula
}

// What a rule of a proof takes beside its terms: work in units, and for a split memory in words.
const (
	workPerRule   = 16
	wordsPerSplit = 64
)

// wellFormed returns an error unless r has a rule's name and just the fields that this rule uses.
func wellFormed(r certs.Rule) error {
	sums, indexed, bounded := false, false, false
	switch r.Op {
	case certs.RuleLeaf:
		sums = true
	case certs.RuleCut:
		sums, bounded = true, true
	case certs.RuleProduct:
		sums, indexed = true, true
	case certs.RuleSplit:
		indexed, bounded = true, true
	case certs.RuleCases:
		indexed = true
	default:
		return fmt.Errorf("found %.40q, want the name of a rule", r.Op)
	}
	if sums != (len(r.Rows) > 0) || !indexed && r.Index != 0 || bounded != (r.K != nil) {
		return fmt.Errorf("the rule %s has other fields", r.Op)
	}
	return nil
}

// leaf returns nil if the combination of r is a positive constant, though at most 0.
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

// cut adds the combination e of r divided by K. Over the integers K f + c <= 0 implies f + ceil(c / K) <= 0.
func cut(k *term.Facts, r certs.Rule) error {
	sum, err := combination(k, r.Rows)
	if err != nil {
		return err
	}
	if r.K.Cmp(one) <= 0 {
		return fmt.Errorf("found the divisor %s, want 2 or more", term.FormatInt(r.K))
	}
	pool := k.Pool()
	quot, rem := pool.FloorDiv(pool.Neg(sum), pool.Int(r.K)) // rounded down here, so up when negated
	if !rem.IsConst() {
		return fmt.Errorf("found the combination %s, want coefficients that %s divides", sum, term.FormatInt(r.K))
	}
	k.AddRow(pool.Neg(quot))
	return nil
}

// product adds, for a symbol that is x y, what follows from a x + b <= 0 and c y + d <= 0: that their product is not negative.
func product(k *term.Facts, r certs.Rule) error {
	if r.Index >= uint64(len(k.Syms)) || k.Syms[r.Index].Op != term.Prod {
		return fmt.Errorf("found symbol %d, want a product, one of %d symbols", r.Index, len(k.Syms))
	}
	if len(r.Rows) != 2 || !isOne(r.Rows[0].Times) || !isOne(r.Rows[1].Times) {
		return errors.New("want two rows, each with the factor 1")
	}
	s, pool := k.Syms[r.Index], k.Pool()
	a, b, err := affine(k, r.Rows[0].Row, s.X)
	if err != nil {
		return err
	}
	c, d, err := affine(k, r.Rows[1].Row, s.Y)
	if err != nil {
		return err
	}
	xy := &term.Linear{Const: zero, Terms: []term.Term{{Sym: s, Coef: one}}}
	sum := pool.Add(pool.Scale(a, pool.Scale(c, xy)), pool.Scale(b, pool.Int(d)))
	sum = pool.Add(sum, pool.Add(pool.Scale(a, pool.Scale(d, s.X)), pool.Scale(b, pool.Scale(c, s.Y))))
	k.AddRow(pool.Neg(sum))
	return nil
}

func isOne(x *big.Int) bool { return x != nil && x.Cmp(one) == 0 }

// affine returns a and b such that a row in scope is a x + b.
func affine(k *term.Facts, row uint64, x *term.Linear) (a, b *big.Int, err error) {
	if row >= uint64(len(k.Rows)) {
		return nil, nil, fmt.Errorf("found row %d, want one of %d", row, len(k.Rows))
	}
	e, pool := k.Rows[row], k.Pool()
	if !e.IsConst() && !x.IsConst() {
		quot, _ := pool.TruncDiv(pool.Int(e.Terms[0].Coef), pool.Int(x.Terms[0].Coef))
		a := quot.Const
		if rest := pool.Sub(e, pool.Scale(a, x)); rest.IsConst() {
			return a, rest.Const, nil
		}
	}
	return nil, nil, fmt.Errorf("row %d: found %s, want a multiple of %s and a constant", row, e, x)
}

// splitSymbol distinguishes whether a symbol is at most K.
func splitSymbol(k *term.Facts, splits []split, r certs.Rule) ([]split, error) {
	if r.Index >= uint64(len(k.Syms)) {
		return nil, fmt.Errorf("found symbol %d, want one of %d", r.Index, len(k.Syms))
	}
	k.Hold(wordsPerSplit)
	pool := k.Pool()
	x, bound := &term.Linear{Const: zero, Terms: []term.Term{{Sym: k.Syms[r.Index], Coef: one}}}, pool.Int(r.K)
	return append(splits, split{k.Mark(), []*term.Formula{pool.Le(x, bound), pool.Lt(bound, x)}}), nil
}

// splitCases distinguishes the alternatives of a disjunction.
func splitCases(k *term.Facts, splits []split, r certs.Rule) ([]split, error) {
	if r.Index >= uint64(len(k.Cases)) {
		return nil, fmt.Errorf("found disjunction %d, want one of %d", r.Index, len(k.Cases))
	}
	k.Hold(wordsPerSplit)
	return append(splits, split{k.Mark(), k.Cases[r.Index]}), nil
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

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)
