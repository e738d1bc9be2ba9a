package c

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines arithmetic on integers of one type.

// integral returns the result of an operator on integers of one promoted type.
func (f *fn) integral(op operator, a, b value) value {
	t := a.t
	alo, ahi := a.bounds()
	blo, bhi := b.bounds()
	kind := f.overflow(t)
	x, y := f.use(a), f.use(b)
	switch op {
	case add:
		return f.fit(f.integers(core.Add, x, y), sum(alo, blo), sum(ahi, bhi), t, kind)
	case sub:
		return f.fit(f.integers(core.Sub, x, y), difference(alo, bhi), difference(ahi, blo), t, kind)
	case mul:
		p, q, r, s := product(alo, blo), product(alo, bhi), product(ahi, blo), product(ahi, bhi)
		return f.fit(f.integers(core.Mul, x, y), least(p, q, r, s), greatest(p, q, r, s), t, kind)
	case div:
		return f.quotient(x, y, alo, ahi, blo, bhi, t)
	case rem:
		return f.remainder(x, y, alo, ahi, blo, bhi, t)
	case and:
		v := value{t: t, x: f.integers(core.BitAnd, x, y)}
		switch {
		case alo.Sign() >= 0 && blo.Sign() >= 0:
			return v.bounded(zero, least(ahi, bhi))
		case alo.Sign() >= 0:
			return v.bounded(zero, ahi)
		case blo.Sign() >= 0:
			return v.bounded(zero, bhi)
		}
		return v
	}
	o := core.BitOr
	if op == xor {
		o = core.BitXor
	}
	v := value{t: t, x: f.integers(o, x, y)}
	if alo.Sign() >= 0 && blo.Sign() >= 0 {
		return v.bounded(zero, greatestOf(max(ahi.BitLen(), bhi.BitLen())))
	}
	return v
}

// shift returns a << b or a >> b for promoted operands.
func (f *fn) shift(op operator, a, b value) value {
	t := a.t
	lo, hi := a.bounds()
	most := big.NewInt(int64(t.width() - 1))
	blo, bhi := b.bounds()
	x, count := f.use(a), f.use(b)
	if count.Op != core.Const || blo.Sign() < 0 || bhi.Cmp(most) > 0 {
		count = f.within(count, zero, most, semantics.ShiftOutOfRange)
	}
	blo, bhi = greatest(blo, zero), least(bhi, most)
	if blo.Cmp(bhi) > 0 {
		blo, bhi = zero, most // a fault in any case
	}
	low, high := uint(blo.Int64()), uint(bhi.Int64())
	switch {
	case op == shr:
		min, max := new(big.Int).Rsh(lo, low), new(big.Int).Rsh(hi, low)
		return value{t: t, x: f.integers(core.Shr, x, count)}.bounded(least(min, new(big.Int).Rsh(lo, high)),
			greatest(max, new(big.Int).Rsh(hi, high)))
	case f.overflow(t) == "":
		return f.fit(f.integers(core.Shl, x, count), least(new(big.Int).Lsh(lo, high), zero),
			new(big.Int).Lsh(hi, high), t, "")
	}
	if lo.Sign() < 0 {
		x = f.within(x, zero, nil, semantics.ShiftOutOfRange)
		lo, hi = zero, greatest(hi, zero)
	}
	return f.fit(f.integers(core.Shl, x, count), new(big.Int).Lsh(lo, low), new(big.Int).Lsh(hi, high), t,
		semantics.Overflow)
}

// quotient returns x / y for the given ranges of x and y.
func (f *fn) quotient(x, y *core.Expr, alo, ahi, blo, bhi *big.Int, t *Type) value {
	q := f.divided(core.Quo, x, y)
	if !t.Signed {
		return value{t: t, x: q}.bounded(zero, ahi)
	}
	m := greatest(new(big.Int).Abs(alo), new(big.Int).Abs(ahi))
	lo, hi := new(big.Int).Neg(m), m
	if blo.Sign() > 0 {
		lo, hi = least(alo, zero), greatest(ahi, zero)
	}
	if _, max := t.limits(); hi.Cmp(max) > 0 && blo.Cmp(minus) > 0 {
		hi = max // the divisor is not -1
	}
	if _, max := t.limits(); hi.Cmp(max) > 0 && bhi.Cmp(minus) < 0 {
		hi = max
	}
	return f.fit(q, lo, hi, t, overflow(t))
}

// remainder returns x % y for the given ranges of x and y.
func (f *fn) remainder(x, y *core.Expr, alo, ahi, blo, bhi *big.Int, t *Type) value {
	m := difference(greatest(new(big.Int).Abs(blo), new(big.Int).Abs(bhi)), unity)
	lo, hi := new(big.Int).Neg(m), m
	if alo.Sign() >= 0 {
		lo = zero
	}
	if ahi.Sign() <= 0 {
		hi = zero
	}
	lo, hi = greatest(lo, least(alo, zero)), least(hi, greatest(ahi, zero))
	least, _ := t.limits()
	if overflow(t) == "" || alo.Cmp(least) > 0 || blo.Cmp(minus) > 0 || bhi.Cmp(minus) < 0 {
		return value{t: t, x: f.divided(core.Rem, x, y)}.bounded(lo, hi)
	}
	x, y = f.leaf(x), f.leaf(y)
	c := &core.Expr{Op: core.Or, Type: core.Bool, X: f.compared(core.Ne, y, bigInteger(minus)),
		Y: f.compared(core.Ne, x, bigInteger(least))}
	return value{t: t, x: f.given(c, f.divided(core.Rem, x, y), semantics.Overflow)}.bounded(lo, hi)
}

// overflow returns the kind of fault of a result that is not in t. It returns "" if the result wraps around: in an
// unsigned type and, as in gcc, in a type of bit-fields.
func overflow(t *Type) semantics.Kind {
	if t.Signed && t.Width == 0 {
		return semantics.Overflow
	}
	return ""
}

// overflow is the function overflow; it returns "" if such faults are not looked for.
func (f *fn) overflow(t *Type) semantics.Kind {
	if !f.checks(overflowGroup) {
		return ""
	}
	return overflow(t)
}

// binary returns an operation of the core on two values, without an obligation.
func (f *fn) binary(op core.Op, t core.Type, a, b value) *core.Expr {
	return &core.Expr{Op: op, Type: t, X: f.use(a), Y: f.use(b)}
}

// leaf returns x as an expression that is cheap to evaluate twice.
func (f *fn) leaf(x *core.Expr) *core.Expr {
	if x.X == nil || x.Op == core.Defined && x.X.X == nil {
		return x
	}
	return f.used(f.held(x))
}
