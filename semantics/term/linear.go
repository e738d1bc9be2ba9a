package term

import "math/big"

// This file defines sums and multiples of linear forms.

// Int returns the constant v.
func (p *Pool) Int(v *big.Int) *Linear { return &Linear{Const: v} }

// computed returns the constant v, which was just made.
func (p *Pool) computed(v *big.Int) *Linear {
	if !p.charge(4 + len(v.Bits())) {
		return zero
	}
	return p.Int(v)
}

// IsConst reports whether e is a constant.
func (e *Linear) IsConst() bool { return len(e.Terms) == 0 }

// Depth returns how deep operations nest in e; 0 if there are none.
func (e *Linear) Depth() int {
	depth := 0
	for _, t := range e.Terms {
		depth = max(depth, t.Sym.depth)
	}
	return depth
}

// Add returns a + b.
func (p *Pool) Add(a, b *Linear) *Linear {
	if x, y, ok := words(a, b); ok {
		if z := x + y; (z > x) == (y > 0) {
			return p.word(z)
		}
	}
	return p.combine(a, bigOne, b)
}

// Sub returns a - b.
func (p *Pool) Sub(a, b *Linear) *Linear {
	if x, y, ok := words(a, b); ok {
		if z := x - y; (z < x) == (y > 0) {
			return p.word(z)
		}
	}
	return p.combine(a, minusOne, b)
}

// words returns the values of constants that fit a machine word, as most do.
func words(a, b *Linear) (x, y int64, ok bool) {
	if len(a.Terms) > 0 || len(b.Terms) > 0 || !a.Const.IsInt64() || !b.Const.IsInt64() {
		return 0, 0, false
	}
	return a.Const.Int64(), b.Const.Int64(), true
}

// word returns the constant x, with a single allocation.
func (p *Pool) word(x int64) *Linear {
	if !p.charge(4) {
		return zero
	}
	c := &struct {
		Linear
		value big.Int
		abs   [1]big.Word
	}{}
	c.Const = c.value.SetBits(c.abs[:0]).SetInt64(x)
	return &c.Linear
}

// Neg returns -a.
func (p *Pool) Neg(a *Linear) *Linear { return p.Scale(minusOne, a) }

var minusOne = big.NewInt(-1)

// Scale returns k * a.
func (p *Pool) Scale(k *big.Int, a *Linear) *Linear {
	if k.Sign() == 0 {
		return zero
	}
	if !p.charge(a.words()*(1+len(k.Bits()))) || !p.fits(a.words()+len(a.Terms)*len(k.Bits())) {
		return zero
	}
	return a.mapCoefs(func(c *big.Int) *big.Int { return addMul(bigZero, k, c) })
}

// combine returns a + k * b, for k not 0.
func (p *Pool) combine(a *Linear, k *big.Int, b *Linear) *Linear {
	if !p.charge(a.words()+b.words()*(1+len(k.Bits()))) || !p.fits(a.words()+b.words()+len(b.Terms)*len(k.Bits())) {
		return zero
	}
	sum := &Linear{Const: addMul(a.Const, k, b.Const)}
	if len(b.Terms) == 0 {
		sum.Terms = a.Terms
		return sum
	}
	sum.Terms = make([]Term, 0, len(a.Terms)+len(b.Terms))
	s, t := a.Terms, b.Terms
	for len(s) > 0 || len(t) > 0 {
		order := -1
		switch {
		case len(s) == 0:
			order = 1
		case len(t) > 0:
			order = p.order(s[0].Sym, t[0].Sym)
		}
		switch {
		case order < 0:
			sum.Terms = append(sum.Terms, s[0])
			s = s[1:]
		case order > 0:
			sum.Terms = append(sum.Terms, Term{t[0].Sym, addMul(bigZero, k, t[0].Coef)})
			t = t[1:]
		default:
			if c := addMul(s[0].Coef, k, t[0].Coef); c.Sign() != 0 {
				sum.Terms = append(sum.Terms, Term{s[0].Sym, c})
			}
			s, t = s[1:], t[1:]
		}
	}
	return sum
}

// order is CompareSym, and charges its work to the pool.
func (p *Pool) order(x, y *Sym) int {
	if x != y && x.depth == y.depth && !p.work(min(x.cost, y.cost)) {
		return 0
	}
	return CompareSym(x, y)
}

// addMul returns a + k * b.
func addMul(a, k, b *big.Int) *big.Int {
	if b.Sign() == 0 {
		return a
	}
	const half = 1 << 31 // a product of two such numbers, and another one, fit a machine word
	if short(a, half*half) && short(k, half) && short(b, half) {
		switch z := a.Int64() + k.Int64()*b.Int64(); z {
		case -1:
			return minusOne
		case 0:
			return bigZero
		case 1:
			return bigOne
		default:
			return big.NewInt(z)
		}
	}
	z := new(big.Int).Mul(k, b)
	return z.Add(z, a)
}

// short reports whether x and its negation are less than bound.
func short(x *big.Int, bound int64) bool {
	return x.IsInt64() && x.Int64() < bound && x.Int64() > -bound
}

// shared returns x, or the shared constant with the same value.
func shared(x *big.Int) *big.Int {
	switch {
	case x.CmpAbs(bigOne) != 0:
		return x
	case x.Sign() < 0:
		return minusOne
	}
	return bigOne
}

// mapCoefs returns e with f applied to its constant and to every coefficient, without terms whose coefficient becomes
// 0.
func (e *Linear) mapCoefs(f func(*big.Int) *big.Int) *Linear {
	g := &Linear{Const: f(e.Const), Terms: make([]Term, 0, len(e.Terms))}
	for _, t := range e.Terms {
		if c := f(t.Coef); c.Sign() != 0 {
			g.Terms = append(g.Terms, Term{t.Sym, shared(c)})
		}
	}
	return g
}

// divide returns e / k, for k that divides every number of e.
func (e *Linear) divide(k *big.Int) *Linear {
	if k.Cmp(bigOne) == 0 {
		return e
	}
	return e.mapCoefs(func(c *big.Int) *big.Int { return new(big.Int).Quo(c, k) })
}

// content returns the greatest common divisor of the coefficients of e, without the constant; 0 if there are none.
func (e *Linear) content() *big.Int {
	g := new(big.Int)
	for _, t := range e.Terms {
		if g.GCD(nil, nil, g, new(big.Int).Abs(t.Coef)); g.Cmp(bigOne) == 0 {
			break
		}
	}
	return g
}

// floorDiv returns x / d rounded towards minus infinity, and the remainder, which has the sign of d. d is not 0.
func floorDiv(x, d *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(x, d, new(big.Int))
	if r.Sign() != 0 && r.Sign() != d.Sign() {
		q.Sub(q, bigOne)
		r.Add(r, d)
	}
	return q, r
}
