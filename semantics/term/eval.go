package term

import "math/big"

// This file defines the value of a term for given inputs.

// Valuation gives inputs their values and remembers what symbols are worth, so that shared terms are computed once.
type Valuation struct {
	inputs func(name string) *big.Int
	values map[*Sym]*big.Int
	pool   *Pool
}

// Valuation returns the valuation in which each input has the value that inputs returns for its name; nil means that it has
// none. Its work is charged to the pool.
func (p *Pool) Valuation(inputs func(name string) *big.Int) *Valuation {
	return &Valuation{inputs, map[*Sym]*big.Int{}, p}
}

// Linear returns the value of e, or nil if it has none: an input without value, a divisor of 0, or a pool that is exhausted.
func (v *Valuation) Linear(e *Linear) *big.Int {
	sum := e.Const
	for _, t := range e.Terms {
		x := v.sym(t.Sym)
		if x == nil || !v.pool.charge(8+len(sum.Bits())+len(t.Coef.Bits())+len(x.Bits())) || !v.pool.work(len(t.Coef.Bits())*len(x.Bits())) {
			return nil
		}
		sum = addMul(sum, t.Coef, x)
	}
	return sum
}

// sym returns the value of a symbol, or nil.
func (v *Valuation) sym(s *Sym) *big.Int {
	if s.Op == Input {
		return v.inputs(s.Name)
	}
	if x, known := v.values[s]; known {
		return x
	}
	x := v.apply(s.Op, v.Linear(s.X), v.Linear(s.Y))
	if x != nil {
		v.pool.meter.Hold(16 + len(x.Bits()))
	}
	v.values[s] = x
	return x
}

func (v *Valuation) apply(op Op, x, y *big.Int) *big.Int {
	if x == nil || y == nil || op != Prod && y.Sign() == 0 || !v.pool.work((1+len(x.Bits()))*(1+len(y.Bits()))) || !v.pool.charge(len(x.Bits())+len(y.Bits())) {
		return nil
	}
	switch op {
	case Prod:
		return new(big.Int).Mul(x, y)
	case Quot:
		q, _ := floorDiv(x, y)
		return q
	case Rem:
		_, r := floorDiv(x, y)
		return r
	case TruncQuot:
		return new(big.Int).Quo(x, y)
	case TruncRem:
		return new(big.Int).Rem(x, y)
	}
	panic("term: unexpected symbol")
}

// Formula returns the truth value of f; ok is false if it has none. Arguments are evaluated from left to right, and no further
// than the result needs.
func (v *Valuation) Formula(f *Formula) (truth, ok bool) {
	switch f.Op {
	case False, True:
		return f.Op == True, true
	case LeZero, EqZero, NeZero:
		x := v.Linear(f.E)
		if x == nil {
			return false, false
		}
		switch f.Op {
		case LeZero:
			return x.Sign() <= 0, true
		case EqZero:
			return x.Sign() == 0, true
		default:
			return x.Sign() != 0, true
		}
	case And, Or:
		for _, g := range f.Args {
			if truth, ok := v.Formula(g); !ok || truth == (f.Op == Or) {
				return truth, ok
			}
		}
		return f.Op == And, true
	}
	panic("term: unexpected formula")
}
