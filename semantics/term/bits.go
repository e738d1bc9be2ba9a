package term

import "math/big"

// This file defines the operations on bits, of the infinite two's complement of integers: computed or arithmetic where
// a constant or bounds allow it, opaque symbols elsewhere.

// BitAnd returns a & b. By a constant whose ones stand together it is a remainder of a quotient.
func (p *Pool) BitAnd(a, b *Linear) *Linear {
	if a, b = p.inOrder(a, b); !b.IsConst() {
		if a.Equal(b) {
			return a
		}
		return p.opaque(BitAnd, a, b)
	}
	if a.IsConst() {
		return p.computed(new(big.Int).And(a.Const, b.Const))
	}
	mask := b.Const
	if mask.Sign() == 0 {
		return zero
	}
	if e := p.tabled(a, func(v *big.Int) *big.Int { return new(big.Int).And(v, mask) }); e != nil {
		return e
	}
	low := mask.TrailingZeroBits()
	ones := new(big.Int).Rsh(mask, low) // 2^k - 1 if its ones stand together, or -1
	next := new(big.Int).Add(ones, bigOne)
	if next.Sign() < 0 || next.Sign() > 0 && next.TrailingZeroBits() != uint(next.BitLen()-1) {
		return p.opaque(BitAnd, a, b)
	}
	unit := p.computed(new(big.Int).Lsh(bigOne, low))
	if next.Sign() == 0 { // all but the lowest bits
		_, rest := p.FloorDiv(a, unit)
		return p.Sub(a, rest)
	}
	quot, _ := p.FloorDiv(a, unit)
	_, rest := p.FloorDiv(quot, p.computed(next))
	return p.Scale(unit.Const, rest)
}

// BitOr returns a | b, which is the sum where they have no bits in common for all that is known.
func (p *Pool) BitOr(a, b *Linear) *Linear {
	a, b = p.inOrder(a, b)
	switch {
	case a.IsConst():
		return p.computed(new(big.Int).Or(a.Const, b.Const))
	case b.IsConst() && b.Const.Cmp(minusOne) == 0, a.Equal(b):
		return b
	case p.disjoint(a, b), p.disjoint(b, a):
		return p.Add(a, b)
	}
	return p.opaque(BitOr, a, b)
}

// BitXor returns a ^ b, which is the sum where they have no bits in common for all that is known.
func (p *Pool) BitXor(a, b *Linear) *Linear {
	a, b = p.inOrder(a, b)
	switch {
	case a.IsConst():
		return p.computed(new(big.Int).Xor(a.Const, b.Const))
	case b.IsConst() && b.Const.Cmp(minusOne) == 0: // -1 - a
		return p.Sub(b, a)
	case a.Equal(b):
		return zero
	case p.disjoint(a, b), p.disjoint(b, a):
		return p.Add(a, b)
	}
	return p.opaque(BitXor, a, b)
}

// Shl returns a * 2^b.
func (p *Pool) Shl(a, b *Linear) *Linear {
	if k, ok := p.distance(b); ok {
		return p.Scale(new(big.Int).Lsh(bigOne, k), a)
	}
	return p.opaque(Shl, a, b)
}

// Shr returns a / 2^b, rounded towards minus infinity.
func (p *Pool) Shr(a, b *Linear) *Linear {
	if k, ok := p.distance(b); ok {
		if e := p.tabled(a, func(v *big.Int) *big.Int { return new(big.Int).Rsh(v, k) }); e != nil {
			return e
		}
		quot, _ := p.FloorDiv(a, p.computed(new(big.Int).Lsh(bigOne, k)))
		return quot
	}
	return p.opaque(Shr, a, b)
}

// distance returns the distance of a shift, if it is a constant for which the shift has a value.
func (p *Pool) distance(b *Linear) (k uint, ok bool) {
	if !b.IsConst() || !b.Const.IsUint64() || b.Const.Uint64() > MaxShift || !p.charge(MaxShift/64) {
		return 0, false
	}
	return uint(b.Const.Uint64()), true
}

// inOrder returns a and b, a constant second, or else in the order of their symbols.
func (p *Pool) inOrder(a, b *Linear) (first, second *Linear) {
	if !b.IsConst() && (a.IsConst() || p.work(min(a.compareCost(), b.compareCost())) && compare(a, b, CompareSym) > 0) {
		return b, a
	}
	return a, b
}

// disjoint reports whether a is a multiple of a power of 2 such that 0 <= b is less than it.
func (p *Pool) disjoint(a, b *Linear) bool {
	lo, hi := b.Const, b.Const
	if !b.IsConst() {
		lo, hi = p.bounds(b)
	}
	if lo == nil || hi == nil || lo.Sign() < 0 || !p.work(a.words()) {
		return false
	}
	k := uint(hi.BitLen())
	multiple := func(x *big.Int) bool { return x.Sign() == 0 || x.TrailingZeroBits() >= k }
	for _, t := range a.Terms {
		if !multiple(t.Coef) {
			return false
		}
	}
	return multiple(a.Const)
}
