package term

import "math/big"

// This file defines quotients, remainders, roots and operations on floats: computed or linear if constants allow it,
// and otherwise opaque symbols.

// primitive returns k and f with a = k * f, such that the numbers of f have no common divisor and its first coefficient
// is positive; a is not a constant.
func (p *Pool) primitive(a *Linear) (*big.Int, *Linear) {
	if !p.work(a.gcdCost()) || !p.charge(a.words()) {
		return bigOne, a
	}
	k := a.content()
	k.GCD(nil, nil, k, new(big.Int).Abs(a.Const))
	if a.Terms[0].Coef.Sign() < 0 {
		k.Neg(k)
	}
	return k, a.divide(k)
}

// FloorDiv returns a / b and a mod b, rounded towards minus infinity. By a constant, whatever it divides is taken out
// of the symbol: (5x + 7) / 3 is x + 2 + (2x + 1) / 3, and (5x + 7) mod 3 is (2x + 1) mod 3. A remainder within a
// remainder goes where it makes no difference: (x mod 6 + 1) mod 3 is (x + 1) mod 3. Where bounds leave only one
// quotient there is no symbol.
func (p *Pool) FloorDiv(a, b *Linear) (quot, rem *Linear) {
	if !b.IsConst() || b.Const.Sign() == 0 {
		return p.opaque(Quot, a, b), p.opaque(Rem, a, b)
	}
	if b.Const.Sign() < 0 { // a / -c = -a / c, and a mod -c = -(-a mod c)
		quot, rem = p.FloorDiv(p.Neg(a), p.Neg(b))
		return quot, p.Neg(rem)
	}
	if !p.work(a.gcdCost()+a.words()*b.words()) || !p.charge(2*a.words()) {
		return zero, zero
	}
	c := b.Const
	whole := a.mapCoefs(func(x *big.Int) *big.Int { q, _ := floorDiv(x, c); return q })
	rest := a.mapCoefs(func(x *big.Int) *big.Int { _, r := floorDiv(x, c); return r })
	if rest.IsConst() {
		return whole, rest
	}
	if quot, rem, ok := p.floorOf(a, c); ok {
		return quot, rem
	}
	if quot, rem, ok := p.floorOf(rest, c); ok {
		return p.Add(whole, quot), rem
	}
	quot = p.Add(whole, p.opaque(Quot, rest, b))
	if plain := p.unfold(rest, c); plain != rest {
		_, rem = p.FloorDiv(plain, b)
		return quot, rem
	}
	return quot, p.opaque(Rem, rest, b)
}

// unfold returns a with x for each x mod d with a multiple of c for d, which changes a by a multiple of c; a itself if
// it has none.
func (p *Pool) unfold(a *Linear, c *big.Int) *Linear {
	e := a
	for _, t := range a.Terms {
		if s := t.Sym; s.Op == Rem && s.Y.IsConst() && new(big.Int).Rem(s.Y.Const, c).Sign() == 0 &&
			t.Coef.Cmp(bigOne) == 0 {
			e = p.Add(e, p.Scale(t.Coef, p.Sub(s.X, symbol(s))))
		}
	}
	return e
}

// floorOf returns a / c and a mod c, for c > 0, if the bounds of a allow only one quotient.
func (p *Pool) floorOf(a *Linear, c *big.Int) (quot, rem *Linear, ok bool) {
	lo, hi := p.bounds(a)
	if lo == nil || hi == nil {
		return nil, nil, false
	}
	q, _ := floorDiv(lo, c)
	if most, _ := floorDiv(hi, c); q.Cmp(most) != 0 {
		return nil, nil, false
	}
	return p.Int(q), p.Sub(a, p.Int(new(big.Int).Mul(q, c))), true
}

// TruncDiv returns a / b and a rem b, rounded towards zero. If b is a constant, signs move out of the symbols and exact
// divisions are computed. If bounds say the sign of a, the result is that of FloorDiv.
func (p *Pool) TruncDiv(a, b *Linear) (quot, rem *Linear) {
	if !b.IsConst() || b.Const.Sign() == 0 {
		return p.opaque(TruncQuot, a, b), p.opaque(TruncRem, a, b)
	}
	if !p.work(a.gcdCost()+a.words()*b.words()) || !p.charge(2*a.words()) {
		return zero, zero
	}
	c := b.Const
	if lo, hi := p.bounds(a); !a.IsConst() && (lo != nil && lo.Sign() >= 0 || hi != nil && hi.Sign() <= 0) {
		negative := lo == nil || lo.Sign() < 0
		if negative {
			a = p.Neg(a)
		}
		quot, rem = p.FloorDiv(a, p.Int(new(big.Int).Abs(c)))
		if negative {
			rem = p.Neg(rem)
		}
		if negative != (c.Sign() < 0) {
			quot = p.Neg(quot)
		}
		return quot, rem
	}
	switch exact := new(big.Int).GCD(nil, nil, a.content(), new(big.Int).Abs(a.Const)); {
	case a.IsConst():
		q, r := new(big.Int).QuoRem(a.Const, c, new(big.Int))
		return p.Int(q), p.Int(r)
	case new(big.Int).Rem(exact, c).Sign() == 0:
		return a.divide(c), zero
	case c.Sign() < 0: // a / -c = -(a / c), and a rem -c = a rem c
		quot, rem = p.TruncDiv(a, p.Neg(b))
		return p.Neg(quot), rem
	case a.Terms[0].Coef.Sign() < 0: // -a / c = -(a / c), and -a rem c = -(a rem c)
		quot, rem = p.TruncDiv(p.Neg(a), b)
		return p.Neg(quot), p.Neg(rem)
	}
	return p.opaque(TruncQuot, a, b), p.opaque(TruncRem, a, b)
}

// Float returns an operation on floats. Of one with a single operand, y is 0.
func (p *Pool) Float(op Op, x, y *Linear) *Linear {
	if x.IsConst() && y.IsConst() {
		if !p.work(64 * (1 + len(x.Const.Bits())) * (1 + len(y.Const.Bits()))) {
			return zero
		}
		return p.computed(op.float(x.Const, y.Const))
	}
	if !p.charge(16 + x.words() + y.words()) {
		return zero
	}
	p.symbols.ranged.Store(true) // for it has bounds whatever its operands are
	return p.operation(appendKey(appendKey([]byte{'0' + byte(op)}, x), y), Sym{Op: op, X: x, Y: y, ranged: true})
}

// root returns the square root of x, rounded down.
func (p *Pool) root(x *Linear) *Linear {
	if x.IsConst() {
		return p.computed(new(big.Int).Sqrt(maxInt(x.Const, bigZero)))
	}
	return p.opaque(Root, x, zero)
}
