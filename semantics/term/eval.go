package term

import (
	"math/big"
	"math/bits"
	"slices"
)

// This file defines the value of a term for given inputs.

// Valuation gives inputs their values, and remembers the values of symbols, so that shared terms are computed once.
type Valuation struct {
	inputs func(s *Sym) *big.Int
	values map[*Sym]*big.Int
	pool   *Pool
}

// Valuation returns the valuation in which each input has the value that inputs returns for its name. If that is nil or
// outside of its range, the input has no value. Work is charged to the pool.
func (p *Pool) Valuation(inputs func(name string) *big.Int) *Valuation {
	return &Valuation{func(s *Sym) *big.Int { return inputs(s.Name) }, map[*Sym]*big.Int{}, p}
}

// Completed is Valuation, except that an input for which inputs returns nil has the value of its range that is nearest
// to 0.
func (p *Pool) Completed(inputs func(name string) *big.Int) *Valuation {
	return &Valuation{func(s *Sym) *big.Int {
		if v := inputs(s.Name); v != nil {
			return v
		}
		return s.Nearest()
	}, map[*Sym]*big.Int{}, p}
}

// Linear returns the value of e, or nil if it has none: an input without value, an operation that has none, or a pool
// that is exhausted.
func (v *Valuation) Linear(e *Linear) *big.Int {
	sum := e.Const
	for _, t := range e.Terms {
		x := v.sym(t.Sym)
		if x == nil || !v.pool.charge(8+len(sum.Bits())+len(t.Coef.Bits())+len(x.Bits())) ||
			!v.pool.work(len(t.Coef.Bits())*len(x.Bits())) {
			return nil
		}
		sum = addMul(sum, t.Coef, x)
	}
	return sum
}

// sym returns the value of a symbol, or nil.
func (v *Valuation) sym(s *Sym) *big.Int {
	if s.Op == Input {
		x := v.inputs(s)
		if x == nil || s.Lo != nil && x.Cmp(s.Lo) < 0 || s.Hi != nil && x.Cmp(s.Hi) > 0 {
			return nil
		}
		return x
	}
	if x, known := v.values[s]; known {
		return x
	}
	x := v.Linear(s.X)
	switch {
	case x == nil:
	case s.Op == Select:
		x = v.choose(s, x)
	default:
		x = v.apply(s.Op, x, v.Linear(s.Y))
	}
	if x != nil {
		v.pool.meter.Hold(16 + len(x.Bits()))
	}
	v.values[s] = x
	return x
}

// choose returns the value of the Select s if its operand has the value x; nil if there is none.
func (v *Valuation) choose(s *Sym, x *big.Int) *big.Int {
	if !v.pool.work(8 + len(x.Bits())) {
		return nil
	}
	i, found := slices.BinarySearchFunc(s.Cases, x, func(c Case, x *big.Int) int { return c.At.Cmp(x) })
	if !found {
		return nil
	}
	return v.Linear(s.Cases[i].Value)
}

func (v *Valuation) apply(op Op, x, y *big.Int) *big.Int {
	if y == nil || !v.pool.work((1+len(x.Bits()))*(1+len(y.Bits()))) || !v.pool.charge(len(x.Bits())+len(y.Bits())) {
		return nil
	}
	switch op {
	case Prod:
		return new(big.Int).Mul(x, y)
	case Quot, Rem, TruncQuot, TruncRem:
		if y.Sign() == 0 {
			return nil
		}
	case Shl, Shr:
		if !y.IsUint64() || y.Uint64() > MaxShift || !v.pool.charge(MaxShift/bits.UintSize) {
			return nil
		}
	}
	switch op {
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
	case BitAnd:
		return new(big.Int).And(x, y)
	case BitOr:
		return new(big.Int).Or(x, y)
	case BitXor:
		return new(big.Int).Xor(x, y)
	case Shl:
		return new(big.Int).Lsh(x, uint(y.Uint64()))
	case Shr:
		return new(big.Int).Rsh(x, uint(y.Uint64()))
	case AtMost:
		return truth(x.Cmp(y) <= 0)
	case Equals:
		return truth(x.Cmp(y) == 0)
	case Root:
		return new(big.Int).Sqrt(maxInt(x, bigZero))
	}
	return op.float(x, y)
}

// Formula returns the truth value of f; ok is false if it has none. Arguments are evaluated from left to right, and
// only as far as the result needs.
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
