package coresym

import (
	"math"
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines floats that depend on the inputs: functions of one number, whose comparisons are conditions on that
// number. The rules are in doc.go.

// maxCurve is the greatest number of operators of a function.
const maxCurve = 64

// format is the format of a type of floats.
type format struct {
	bits, fraction int64
	infinity       *big.Int // its encoding
	made           core.Op  // from an integer
}

func formatOf(t core.Type) format {
	if t == core.F32 {
		return format{32, 24, big.NewInt(0x7f800000), core.IntToF32}
	}
	return format{64, 53, big.NewInt(0x7ff0000000000000), core.IntToF64}
}

// constant reports whether an integer or a float does not depend on the inputs.
func (v value) constant() bool { return v.f == nil && (v.class != integer || v.n.IsConst()) }

// literal returns a constant as an expression.
func (v value) literal() *core.Expr {
	switch v.class {
	case integer:
		return &core.Expr{Op: core.Const, Type: core.Int, Int: v.n.Const}
	case single:
		return &core.Expr{Op: core.Single, Type: core.F32, Bits: v.bits}
	}
	return &core.Expr{Op: core.Double, Type: core.F64, Bits: v.bits}
}

// evaluated returns the result of the concrete machine for an operator on constants. It reports whether there is none.
func (l *lifter) evaluated(e *core.Expr, x, y value) (v value, stop bool) {
	f := &core.Expr{Op: e.Op, Type: e.Type, X: x.literal(), Kind: e.Kind, Span: e.Span}
	if e.Y != nil {
		f.Y = y.literal()
	}
	z, none := new(core.Machine).Eval(core.State{}, f)
	switch n, _ := z.Integer(); {
	case none != nil:
		return value{}, true
	case e.Type == core.F32:
		return value{class: single, bits: z.Encoding()}, false
	case e.Type == core.F64:
		return value{class: double, bits: z.Encoding()}, false
	default:
		return value{class: integer, n: l.pool.Int(n)}, false
	}
}

// encoded returns the float whose encoding is n, which is not a constant.
func (l *lifter) encoded(t core.Type, n *term.Linear) *float {
	half := l.power(formatOf(t).bits - 1)
	sign, _ := l.pool.FloorDiv(n, half)
	place := l.pool.Select(sign, []term.Case{{At: new(big.Int), Value: n},
		{At: one, Value: l.pool.Sub(l.pool.Sub(half, l.int(1)), n)}})
	return &float{expr: &core.Expr{Op: core.Read, Type: t}, raw: n, curve: atPlace(t, place)}
}

// atPlace returns the float at a place as a function of the place.
func atPlace(t core.Type, place *term.Linear) curve {
	return curve{key: place, of: &core.Expr{Op: core.Read, Type: t}, order: t, trend: 1, place: place}
}

// encoding returns the encoding of f.
func (l *lifter) encoding(f *float) *term.Linear {
	half := l.power(formatOf(f.expr.Type).bits - 1)
	if f.raw != nil {
		return f.raw
	}
	negative := l.pool.Truth(l.pool.Le(f.place, l.int(-1)))
	return l.choice(negative, f.place, l.pool.Sub(l.pool.Sub(half, l.int(1)), f.place))
}

// choice returns b if the truth value is 1, and otherwise a.
func (l *lifter) choice(truth, a, b *term.Linear) *term.Linear {
	return l.pool.Select(truth, []term.Case{{At: new(big.Int), Value: a}, {At: one, Value: b}})
}

// placed are the operations on places of each operator, for 32 and 64 bits.
var placed = map[core.Op][2]term.Op{
	core.FAdd: {term.FAdd32, term.FAdd64}, core.FSub: {term.FSub32, term.FSub64}, core.FMul: {term.FMul32, term.FMul64},
	core.FDiv:  {term.FDiv32, term.FDiv64},
	core.FSqrt: {term.FRoot32, term.FRoot64}, core.IntToF32: {term.FMake32}, core.IntToF64: {1: term.FMake64},
	core.Widen: {1: term.Widen}, core.Narrow: {term.Narrow},
}

// place returns the place of the result of an operator.
func (l *lifter) place(e *core.Expr, x, y value) *term.Linear {
	operand := func(v value) *term.Linear {
		if v.class == integer {
			return v.n
		}
		return l.curve(v).place
	}
	if e.Op == core.FNeg {
		return l.pool.Sub(l.int(-1), operand(x))
	}
	op := placed[e.Op][0]
	if e.Type == core.F64 {
		op = placed[e.Op][1]
	}
	if e.Y == nil {
		return l.pool.Float(op, operand(x), l.int(0))
	}
	return l.pool.Float(op, operand(x), operand(y))
}

// computed returns the result of an operator if an operand depends on the inputs.
func (l *lifter) computed(e *core.Expr, x, y value) *float {
	f := &float{expr: e, x: x, y: y}
	a, b := l.curve(x), l.curve(y)
	c := curve{key: a.key, order: a.order, trend: trend(e, a, b), zeros: a.zeros || b.zeros, size: 1 + a.size + b.size}
	if a.key == nil {
		c.key, c.order = b.key, b.order
	}
	c.of = simple(&core.Expr{Op: e.Op, Type: e.Type, X: a.of, Y: b.of})
	known := a.of != nil && (e.Y == nil || b.of != nil) && (a.key == nil || b.key == nil || a.key.Equal(b.key))
	exact, minus := l.exact(e, a.exact, b.exact), minus(e.Op, a.minus, b.minus)
	var place *term.Linear
	if made := formatOf(e.Type).made; exact != nil && !minus {
		place = l.place(&core.Expr{Op: made, Type: e.Type}, value{class: integer, n: exact}, value{})
	} else {
		place = l.place(e, x, y)
	}
	switch {
	case known && c.size <= maxCurve && (c.trend != 0 || !c.zeros):
		f.curve = c
	case exact != nil: // a function of several numbers
		made := &core.Expr{Op: formatOf(e.Type).made, Type: e.Type, X: &core.Expr{Op: core.Read, Type: core.Int}}
		f.curve = curve{key: exact, of: made, trend: 1, zeros: minus, size: 1}
	default:
		f.curve = atPlace(e.Type, place)
	}
	f.place, f.exact, f.minus = place, exact, minus
	if e.Op == core.FNeg && x.f.raw != nil { // the sign bit changes
		half := l.power(formatOf(e.Type).bits - 1)
		_, f.raw = l.pool.FloorDiv(l.pool.Add(x.f.raw, half), l.pool.Add(half, half))
	}
	return f
}

// minus reports whether the result of an operator on exact integers may be -0, given whether the operands may be.
func minus(op core.Op, x, y bool) bool {
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

// curve returns a value as a function.
func (l *lifter) curve(v value) curve {
	switch {
	case v.f != nil:
		return v.f.curve
	case v.class == integer && v.n.IsConst():
		return curve{of: v.literal(), exact: v.n}
	case v.class == integer:
		c := curve{key: v.n, of: &core.Expr{Op: core.Read, Type: core.Int}, trend: 1, exact: v.n}
		if lo, hi := v.n.Bounds(); lo == nil || hi == nil {
			c.of = nil
		}
		return c
	case v.class == single || v.class == double:
		c := curve{of: v.literal()}
		x, is, place := math.Float64frombits(v.bits), formatOf(core.F64), int64(v.bits)
		if v.class == single {
			x, is, place = float64(math.Float32frombits(uint32(v.bits))), formatOf(core.F32), int64(int32(v.bits))
		}
		if place < 0 {
			place ^= 1<<(is.bits-1) - 1
		}
		c.place = l.int(place)
		if most := math.Ldexp(1, int(is.fraction)); x == math.Trunc(x) && -most <= x && x <= most {
			c.exact, c.minus = l.int(int64(x)), x == 0 && place < 0
		}
		return c
	}
	return curve{}
}

// simple returns an expression without double negations, and without a narrow of a widen.
func simple(e *core.Expr) *core.Expr {
	if x := e.X; x != nil && (e.Op == core.FNeg && x.Op == core.FNeg || e.Op == core.Narrow && x.Op == core.Widen) {
		return x.X
	}
	return e
}

// trend returns whether the result of an operator on two operands rises or falls with the number.
func trend(e *core.Expr, a, b curve) int {
	c, first := b, a.key == nil // the constant operand, and whether it is the first
	if first {
		c = a
	}
	if e.Y != nil && (c.key != nil || c.of == nil || !finite(c.of)) {
		return 0
	}
	rises := a.trend + b.trend // one of which is 0
	switch e.Op {
	case core.IntToF32, core.IntToF64, core.Widen, core.Narrow, core.FAdd:
		return rises
	case core.FNeg:
		return -rises
	case core.FSub:
		if first {
			return -rises
		}
		return rises
	case core.FMul:
		return rises * sign(c.of)
	case core.FDiv:
		if !first {
			return rises * sign(c.of)
		}
	}
	return 0
}

// finite reports whether a constant is a finite number.
func finite(e *core.Expr) bool {
	f := formatOf(e.Type)
	return e.Bits&(1<<(f.bits-1)-1) < f.infinity.Uint64()
}

// sign returns 1 for a constant that is positive, -1 for a negative one, and 0 for a zero.
func sign(e *core.Expr) int {
	switch f := formatOf(e.Type); {
	case e.Bits&(1<<(f.bits-1)-1) == 0:
		return 0
	case e.Bits>>(f.bits-1) != 0:
		return -1
	}
	return 1
}

// exact returns the integer that is the result of an operator on integers, without rounding; nil if it is not known.
func (l *lifter) exact(e *core.Expr, x, y *term.Linear) *term.Linear {
	if x == nil || e.Y != nil && y == nil {
		return nil
	}
	switch e.Op {
	case core.IntToF32, core.IntToF64, core.Widen, core.Narrow:
	case core.FNeg:
		x = l.pool.Neg(x)
	case core.FAdd:
		x = l.pool.Add(x, y)
	case core.FSub:
		x = l.pool.Sub(x, y)
	case core.FMul:
		x = l.pool.Mul(x, y)
	default:
		return nil
	}
	lo, hi := x.Bounds()
	if most := l.power(formatOf(e.Type).fraction).Const; lo == nil || hi == nil || lo.CmpAbs(most) > 0 ||
		hi.CmpAbs(most) > 0 {
		return nil
	}
	return x
}

// applied returns the expression of a function with a number in the place of Read.
func applied(e *core.Expr, k *big.Int) *core.Expr {
	switch {
	case e == nil || e.Op == core.Const || e.Op == core.Single || e.Op == core.Double:
		return e
	case e.Op == core.Read && e.Type == core.Int:
		return &core.Expr{Op: core.Const, Type: core.Int, Int: k}
	case e.Op == core.Read:
		bits := k
		if k.Sign() < 0 {
			bits = new(big.Int).Not(k)
			bits.SetBit(bits, int(formatOf(e.Type).bits-1), 1)
		}
		v := value{class: double, bits: bits.Uint64()}
		if e.Type == core.F32 {
			v.class = single
		}
		return v.literal()
	}
	return &core.Expr{Op: e.Op, Type: e.Type, X: applied(e.X, k), Y: applied(e.Y, k), Kind: e.Kind, Span: e.Span}
}

// holds returns the value of a comparison of two functions for a number.
func holds(op core.Op, x, y *core.Expr, k *big.Int) bool {
	v, _ := new(core.Machine).Eval(core.State{}, &core.Expr{Op: op, Type: core.Bool, X: applied(x, k),
		Y: applied(y, k)})
	return v.Holds()
}

// same reports whether two functions are written alike.
func same(e, f *core.Expr) bool {
	if e == nil || f == nil {
		return e == f
	}
	return e.Op == f.Op && e.Type == f.Type && e.Bits == f.Bits && same(e.X, f.X) && same(e.Y, f.Y)
}

// domain returns the bounds of the keys for which c is a number, within the given bounds.
func (c curve) domain(in bounds) (lo, hi *big.Int) {
	if lo, hi = in.of(c.key); c.order != core.NoType {
		most := formatOf(c.order).infinity
		if least := new(big.Int).Not(most); lo == nil || lo.Cmp(least) < 0 {
			lo = least
		}
		if hi == nil || hi.Cmp(most) > 0 {
			hi = most
		}
	}
	return lo, hi
}

// run is the numbers from first to last.
type run struct{ first, last *big.Int }

// among returns the condition that e is in one of the runs.
func (l *lifter) among(e *term.Linear, runs []run) *term.Formula {
	any := make([]*term.Formula, len(runs))
	for i, r := range runs {
		any[i] = l.between(l.pool.Int(r.first), e, e, l.pool.Int(r.last))
	}
	return l.pool.Or(any...)
}

// is returns the condition that c is a number.
func (l *lifter) is(c curve) *term.Formula {
	lo, hi := c.domain(nil)
	return l.among(c.key, []run{{lo, hi}})
}

// relations gives the comparison of integers for each comparison of floats.
var relations = map[core.Op]core.Op{core.FEq: core.Eq, core.FLt: core.Lt, core.FLe: core.Le}

// rank returns a number that orders numbers as floats are ordered, given their places: it is the same for both zeros.
func (l *lifter) rank(place *term.Linear) *term.Linear {
	return l.pool.Add(place, l.pool.Truth(l.pool.Le(place, l.int(-1))))
}

// steep reports whether a function has different values for different numbers.
func steep(e *core.Expr) bool {
	for e.Op == core.FNeg || e.Op == core.Widen {
		e = e.X
	}
	return e.Op == core.Read
}

// each shows the keys for which c is a number, within bounds. If they are too many, it sets more and shows none.
func (c curve) each(in bounds, see func(*big.Int)) (more bool) {
	lo, hi := c.domain(in)
	if new(big.Int).Sub(hi, lo).Cmp(big.NewInt(MaxCases)) >= 0 {
		return true
	}
	for k := lo; k.Cmp(hi) <= 0; k = new(big.Int).Add(k, one) {
		see(k)
	}
	return false
}

// extended returns runs with k, which is greater than all numbers in them.
func extended(runs []run, k *big.Int) []run {
	if n := len(runs); n > 0 && new(big.Int).Add(runs[n-1].last, one).Cmp(k) == 0 {
		runs[n-1].last = k
		return runs
	}
	return append(runs, run{k, k})
}

// meets returns the numbers for which a comparison of c and a constant holds; c rises or falls. Left says which of the
// two is the first operand.
func (c curve) meets(op core.Op, d curve, left bool) []run {
	lo, hi := c.domain(nil)
	if !holds(core.FEq, d.of, d.of, nil) || lo.Cmp(hi) > 0 { // no comparison with what is not a number holds
		return nil
	}
	end := new(big.Int).Add(hi, one)
	until := func(op core.Op) *big.Int { // the first number for which the function reaches the constant, or passes it
		first, last := lo, end
		for first.Cmp(last) < 0 {
			k := new(big.Int).Add(first, last)
			k.Rsh(k, 1)
			if c.trend > 0 && holds(op, c.of, d.of, k) || c.trend < 0 && holds(op, d.of, c.of, k) {
				first = new(big.Int).Add(k, one)
			} else {
				last = k
			}
		}
		return first
	}
	there, past := until(core.FLt), until(core.FLe)
	from, to := there, past // where they are equal
	switch before := left == (c.trend > 0); {
	case op == core.FLt && before:
		from, to = lo, there
	case op == core.FLt:
		from, to = past, end
	case op == core.FLe && before:
		from = lo
	case op == core.FLe:
		to = end
	}
	if from.Cmp(to) == 0 {
		return nil
	}
	return []run{{from, new(big.Int).Sub(to, one)}}
}

// rounded returns x rounded towards zero, as an integer.
func (l *lifter) rounded(e *core.Expr, x value) *term.Linear {
	c := l.curve(x)
	if c.exact != nil {
		return c.exact
	}
	type table struct {
		runs  []run
		cases []term.Case
	}
	values, ok := few(l, func(in bounds, _ int) (t table, more bool) {
		more = c.each(in, func(k *big.Int) {
			n, stop := new(core.Machine).Eval(core.State{}, &core.Expr{Op: e.Op, Type: e.Type, X: applied(c.of, k),
				Kind: e.Kind, Span: e.Span})
			if v, is := n.Integer(); stop == nil && is {
				t.runs, t.cases = extended(t.runs, k), append(t.cases, term.Case{At: k, Value: l.pool.Int(v)})
			}
		})
		return t, more
	})
	if ok {
		l.require(l.among(c.key, values.runs), e.Kind, e.Span)
		if len(values.cases) == 0 {
			return l.int(0)
		}
		return l.pool.Select(c.key, values.cases)
	}
	t := x.f.expr.Type
	if c.trend == 0 {
		c = atPlace(t, c.place)
	}
	infinity, op := value{class: double, bits: formatOf(t).infinity.Uint64()}, term.FTrunc64
	if t == core.F32 {
		infinity.class, op = single, term.FTrunc32
	}
	most := l.curve(infinity)
	least := curve{of: &core.Expr{Op: core.FNeg, Type: t, X: most.of}}
	l.require(l.pool.And(l.among(c.key, c.meets(core.FLt, least, false)),
		l.among(c.key, c.meets(core.FLt, most, true))), e.Kind, e.Span)
	return l.pool.Float(op, x.f.place, l.int(0))
}
