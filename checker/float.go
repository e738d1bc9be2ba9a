package checker

import (
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines floats on terms. A float that depends on the inputs is a function of a single number. So a
// comparison is a condition on that number, because rounding in IEEE 754 keeps the order: if x <= y, then x rounded is
// at most y rounded. The rules are in coresym/doc.go.

// maxFloat is the greatest number of operators of a function.
const maxFloat = 64

// layout returns the number of bits of a float and of its fraction, its infinity, and the operator that converts an
// integer to it.
func layout(t core.Type) (bits, fraction int64, infinity *big.Int, made core.Op) {
	if t == core.F32 {
		return 32, 24, big.NewInt(0xff << 23), core.IntToF32
	}
	return 64, 53, big.NewInt(0x7ff << 52), core.IntToF64
}

// made returns the value of the type t for the float f.
func (p *follower) made(t core.Type, f *float) value {
	p.meter.Make(f.words())
	v := p.any(t)
	v.float = f
	return v
}

// decoded returns the float whose encoding depends on the inputs.
func (p *follower) decoded(t core.Type, bits *term.Linear) value {
	width, _, _, _ := layout(t)
	sign, _ := p.pool.FloorDiv(bits, p.power(width-1))
	place := p.pool.Select(sign, []term.Case{{At: zero, Value: bits}, {At: one, Value: p.mirrored(t, bits)}})
	f := placed(t, place)
	f.bits = bits
	return p.made(t, f)
}

// placed returns the float at a place.
func placed(t core.Type, place *term.Linear) *float {
	_, _, infinity, _ := layout(t)
	return &float{n: place, expr: &core.Expr{Op: core.Read, Type: t}, infinity: infinity, slope: 1, place: place}
}

// mirrored returns the place of a float with the encoding n, or the encoding of one at the place n, if its sign is set.
func (p *follower) mirrored(t core.Type, n *term.Linear) *term.Linear {
	width, _, _, _ := layout(t)
	return p.pool.Sub(p.pool.Sub(p.power(width-1), p.int(1)), n)
}

// encoding returns the encoding of a float of the type t.
func (p *follower) encoding(t core.Type, f *float) *term.Linear {
	if f.bits != nil {
		return f.bits
	}
	negative := p.pool.Truth(p.pool.Le(f.place, p.int(-1)))
	return p.pool.Select(negative, []term.Case{{At: zero, Value: f.place}, {At: one, Value: p.mirrored(t, f.place)}})
}

// floatOf returns a value as a function.
func (p *follower) floatOf(v value) *float {
	switch {
	case v.float != nil:
		return v.float
	case v.n == nil:
		f := &float{expr: constantOf(v.Value)}
		if f.whole = p.int(0); v.Type() == core.Int {
			f.whole, f.place = p.number(v), p.number(v)
			return f
		}
		width, fraction, _, made := layout(v.Type())
		f.place = p.pool.Int(new(big.Int).SetUint64(f.expr.Bits))
		if f.expr.Bits>>(width-1) == 1 {
			f.place = p.mirrored(v.Type(), f.place)
		}
		n, stop := p.Eval(p.state, &core.Expr{Op: core.FToInt, Type: core.Int, X: f.expr})
		k, _ := n.Integer()
		if stop != nil || k.CmpAbs(p.power(fraction).Const) > 0 ||
			!p.compares(core.FEq, f.expr, &core.Expr{Op: made, Type: v.Type(), X: constantOf(n)}, nil) {
			f.whole = nil
			return f
		}
		f.whole, f.minus = p.pool.Int(k), f.expr.Bits>>(width-1) == 1 && k.Sign() == 0
		return f
	}
	f := &float{n: v.n, slope: 1, whole: v.n, place: v.n}
	if lo, hi := v.n.Bounds(); lo != nil && hi != nil {
		f.expr = &core.Expr{Op: core.Read, Type: core.Int}
	}
	return f
}

// constantOf returns a constant as an expression.
func constantOf(v core.Value) *core.Expr {
	switch n, _ := v.Integer(); v.Type() {
	case core.F32:
		return &core.Expr{Op: core.Single, Type: core.F32, Bits: v.Encoding()}
	case core.F64:
		return &core.Expr{Op: core.Double, Type: core.F64, Bits: v.Encoding()}
	default:
		return &core.Expr{Op: core.Const, Type: core.Int, Int: n}
	}
}

// of returns the function e of the number k, an expression without slots.
func of(e *core.Expr, k *big.Int) *core.Expr {
	if e == nil {
		return nil
	}
	switch e.Op {
	case core.Const, core.Single, core.Double:
		return e
	case core.Read:
		switch sign := k.Sign() < 0; e.Type {
		case core.Int:
			return &core.Expr{Op: core.Const, Type: core.Int, Int: k}
		case core.F32:
			bits := uint32(k.Int64())
			if sign {
				bits ^= 1<<31 - 1
			}
			return constantOf(core.MakeFloat32(bits))
		default:
			bits := uint64(k.Int64())
			if sign {
				bits ^= 1<<63 - 1
			}
			return constantOf(core.MakeFloat64(bits))
		}
	}
	f := *e
	f.X, f.Y = of(e.X, k), of(e.Y, k)
	return &f
}

// compares returns the value of a comparison of two functions for the number k.
func (p *follower) compares(op core.Op, x, y *core.Expr, k *big.Int) bool {
	p.meter.Charge(256)
	v, _ := p.Eval(p.state, &core.Expr{Op: op, Type: core.Bool, X: of(x, k), Y: of(y, k)})
	return v.Holds()
}

// operation returns the result of an operator. If it has one operand, the second is nothing.
func (p *follower) operation(e *core.Expr, a, b *float) *float {
	binary := e.Y != nil
	width, _, _, made := layout(e.Type)
	ofInteger := &core.Expr{Op: made, Type: e.Type, X: &core.Expr{Op: core.Read, Type: core.Int}}
	f := &float{n: a.n, infinity: a.infinity, slope: slope(e.Op, binary, a, b), zeros: a.zeros || b.zeros,
		size: 1 + a.size + b.size}
	if a.n == nil {
		f.n, f.infinity = b.n, b.infinity
	}
	switch { // operators that undo each other
	case e.Op == core.FNeg && a.expr != nil && a.expr.Op == core.FNeg, e.Op == core.Narrow && a.expr != nil &&
		a.expr.Op == core.Widen:
		f.expr = a.expr.X
	default:
		f.expr = &core.Expr{Op: e.Op, Type: e.Type, X: a.expr, Y: b.expr}
	}
	whole, minus := p.wholeOf(e, a.whole, b.whole), mayBeMinus(e.Op, a.minus, b.minus)
	var place *term.Linear
	switch {
	case whole != nil && !minus:
		place = p.placeOf(ofInteger, whole, nil)
	case binary:
		place = p.placeOf(e, a.place, b.place)
	default:
		place = p.placeOf(e, a.place, nil)
	}
	unknown := a.expr == nil || binary && b.expr == nil
	several := a.n != nil && b.n != nil && !a.n.Equal(b.n)
	if unknown || several || f.size > maxFloat || f.zeros && f.slope == 0 {
		if f = placed(e.Type, place); whole != nil {
			f = &float{n: whole, expr: ofInteger, slope: 1, zeros: minus, size: 1}
		}
	}
	f.place, f.whole, f.minus = place, whole, minus
	if e.Op == core.FNeg && a.bits != nil { // the sign bit changes
		_, f.bits = p.pool.FloorDiv(p.pool.Add(a.bits, p.power(width-1)), p.power(width))
	}
	return f
}

// mayBeMinus reports whether the result of an operator on integers may be -0, given whether the operands may.
func mayBeMinus(op core.Op, x, y bool) bool {
	switch op {
	case core.IntToF32, core.IntToF64:
		return false
	case core.FAdd:
		return x && y
	case core.FSub, core.Widen, core.Narrow:
		return x
	}
	return true
}

// placeOf returns the place of the result of an operator, given those of its operands, or the integer that becomes a
// float. If there is one operand, y is nil.
func (p *follower) placeOf(e *core.Expr, x, y *term.Linear) *term.Linear {
	var op term.Op
	switch e.Op {
	case core.FNeg:
		return p.pool.Sub(p.int(-1), x)
	case core.FAdd:
		op = term.FAdd32
	case core.FSub:
		op = term.FSub32
	case core.FMul:
		op = term.FMul32
	case core.FDiv:
		op = term.FDiv32
	case core.FSqrt:
		op = term.FRoot32
	case core.IntToF32, core.IntToF64:
		op = term.FMake32
	case core.FToInt:
		op = term.FTrunc32
	case core.Widen:
		return p.pool.Float(term.Widen, x, p.int(0))
	case core.Narrow:
		return p.pool.Float(term.Narrow, x, p.int(0))
	}
	if e.Type == core.F64 || e.Op == core.FToInt && e.X.Type == core.F64 {
		op += term.FAdd64 - term.FAdd32
	}
	if y == nil {
		y = p.int(0)
	}
	return p.pool.Float(op, x, y)
}

// slope returns the slope of the result of an operator on a and b. If there are two operands, one is a constant.
func slope(op core.Op, binary bool, a, b *float) int {
	f, c := a, b
	if a.n == nil {
		f, c = b, a
	}
	if binary {
		if c.n != nil || c.expr == nil {
			return 0
		}
		width, _, infinity, _ := layout(c.expr.Type)
		negative, size := c.expr.Bits>>(width-1) == 1, new(big.Int).SetUint64(c.expr.Bits&^(1<<(width-1)))
		if size.Cmp(infinity) >= 0 {
			return 0
		}
		switch {
		case op == core.FAdd, op == core.FSub && c == b:
			return f.slope
		case op == core.FSub:
			return -f.slope
		case op != core.FMul && (op != core.FDiv || c == a), size.Sign() == 0:
			return 0
		case negative:
			return -f.slope
		}
		return f.slope
	}
	switch op {
	case core.FNeg:
		return -f.slope
	case core.IntToF32, core.IntToF64, core.Widen, core.Narrow:
		return f.slope
	}
	return 0
}

// wholeOf returns the integer that is the result of an operator on integers; nil if the result may be rounded.
func (p *follower) wholeOf(e *core.Expr, x, y *term.Linear) *term.Linear {
	if x == nil || e.Y != nil && y == nil {
		return nil
	}
	var n *term.Linear
	switch e.Op {
	case core.IntToF32, core.IntToF64, core.Widen, core.Narrow:
		n = x
	case core.FNeg:
		n = p.pool.Neg(x)
	case core.FAdd:
		n = p.pool.Add(x, y)
	case core.FSub:
		n = p.pool.Sub(x, y)
	case core.FMul:
		n = p.pool.Mul(x, y)
	default:
		return nil
	}
	_, fraction, _, _ := layout(e.Type)
	most := p.power(fraction).Const
	if lo, hi := n.Bounds(); lo == nil || hi == nil || lo.CmpAbs(most) > 0 || hi.CmpAbs(most) > 0 {
		return nil
	}
	return n
}

// numbers returns the bounds of the numbers for which f is a number, given what else is known. For all others f is not
// a number.
func (f *float) numbers(known *term.Ranges) (lo, hi *big.Int) {
	lo, hi = boundsOf(f.n, known)
	if f.infinity != nil && (lo == nil || lo.Cmp(new(big.Int).Not(f.infinity)) < 0) {
		lo = new(big.Int).Not(f.infinity)
	}
	if f.infinity != nil && (hi == nil || hi.Cmp(f.infinity) > 0) {
		hi = f.infinity
	}
	return lo, hi
}

// rank returns an integer that has the order of floats, for one at a place: both zeros have one.
func (p *follower) rank(place *term.Linear) *term.Linear {
	return p.pool.Add(place, p.pool.Truth(p.pool.Le(place, p.int(-1))))
}

// order compares integers as op compares floats.
func (p *follower) order(op core.Op, x, y *term.Linear) *term.Formula {
	switch op {
	case core.FEq:
		return p.pool.Eq(x, y)
	case core.FLt:
		return p.pool.Lt(x, y)
	}
	return p.pool.Le(x, y)
}

// isNumber returns the condition that f, which has a slope, is a number.
func (p *follower) isNumber(f *float) *term.Formula {
	lo, hi := f.numbers(nil)
	return p.within(f.n, lo, hi)
}

// alike reports whether two functions are the same expression.
func alike(x, y *core.Expr) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Op == y.Op && x.Type == y.Type && x.Bits == y.Bits && alike(x.X, y.X) && alike(x.Y, y.Y)
}

// strict reports whether a function of a place in the order of floats has different values for different places.
func strict(e *core.Expr) bool {
	return e.Op == core.Read || (e.Op == core.FNeg || e.Op == core.Widen) && strict(e.X)
}

// each shows the numbers for which f is a number, if they are few.
func (p *follower) each(f *float, known *term.Ranges, see func(*big.Int)) (few bool) {
	lo, hi := f.numbers(known)
	if new(big.Int).Sub(hi, lo).Cmp(big.NewInt(maxCases)) >= 0 {
		return false
	}
	for k := lo; k.Cmp(hi) <= 0; k = new(big.Int).Add(k, one) {
		see(k)
	}
	return true
}

// oneOfThese returns the condition that n is one of some numbers in ascending order. It has a part for each run of
// consecutive numbers.
func (p *follower) oneOfThese(n *term.Linear, where []*big.Int) *term.Formula {
	var parts []*term.Formula
	for i := 0; i < len(where); {
		first := i
		for i++; i < len(where) && new(big.Int).Sub(where[i], where[i-1]).Cmp(one) == 0; i++ {
		}
		parts = append(parts, p.within(n, where[first], where[i-1]))
	}
	return p.pool.Or(parts...)
}

// crosses returns the condition that a comparison of f and a constant holds; f has a slope. First says whether f is the
// first operand. The numbers for which the comparison holds are consecutive.
func (p *follower) crosses(op core.Op, f *float, c *core.Expr, first bool) *term.Formula {
	lo, hi := f.numbers(nil)
	if !p.compares(core.FEq, c, c, nil) || lo.Cmp(hi) > 0 {
		return p.pool.Bool(false)
	}
	// One operand is less than the other, or not greater, for all numbers before a certain number.
	split := func(op core.Op) *big.Int {
		from, to := lo, new(big.Int).Add(hi, one)
		for from.Cmp(to) < 0 {
			k := new(big.Int).Add(from, to)
			k.Rsh(k, 1)
			x, y := f.expr, c
			if f.slope < 0 {
				x, y = y, x
			}
			if p.compares(op, x, y, k) {
				from = k.Add(k, one)
			} else {
				to = k
			}
		}
		return from
	}
	less, most := split(core.FLt), split(core.FLe)
	from, to := lo, new(big.Int).Add(hi, one)
	switch {
	case op == core.FEq:
		from, to = less, most
	case first == (f.slope > 0) && op == core.FLt:
		to = less
	case first == (f.slope > 0):
		to = most
	case op == core.FLt:
		from = most
	default:
		from = less
	}
	if from.Cmp(to) >= 0 {
		return p.pool.Bool(false)
	}
	return p.within(f.n, from, new(big.Int).Sub(to, one))
}

// truncated returns f without its fraction, as an integer.
func (p *follower) truncated(e *core.Expr, f *float) value {
	if f.whole != nil {
		return integer(f.whole)
	}
	type table struct {
		where []*big.Int
		cases []term.Case
	}
	t, ok := few(p, func(known *term.Ranges, _ int) (t table, few bool) {
		few = p.each(f, known, func(k *big.Int) {
			p.meter.Charge(256)
			v, stop := p.Eval(p.state, &core.Expr{Op: e.Op, Type: e.Type, X: of(f.expr, k), Kind: e.Kind, Span: e.Span})
			if n, is := v.Integer(); stop == nil && is {
				t.where, t.cases = append(t.where, k), append(t.cases, term.Case{At: k, Value: p.pool.Int(n)})
			}
		})
		return t, few
	})
	if ok {
		p.require(e, p.oneOfThese(f.n, t.where))
		if len(t.cases) == 0 {
			return p.any(core.Int)
		}
		return integer(p.pool.Select(f.n, t.cases))
	}
	n := p.placeOf(e, f.place, nil)
	if f.slope == 0 {
		f = placed(e.X.Type, f.place)
	}
	_, _, bits, _ := layout(e.X.Type)
	infinity := &core.Expr{Op: core.Double, Type: core.F64, Bits: bits.Uint64()}
	if e.X.Type == core.F32 {
		infinity.Op, infinity.Type = core.Single, core.F32
	}
	least := &core.Expr{Op: core.FNeg, Type: infinity.Type, X: infinity}
	p.require(e, p.pool.And(p.crosses(core.FLt, f, least, false), p.crosses(core.FLt, f, infinity, true)))
	return integer(n)
}
