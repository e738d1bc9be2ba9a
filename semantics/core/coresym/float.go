package coresym

import (
	"math"
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines floats that depend on the inputs: functions of one number, whose comparisons are conditions on that number. The rules are in doc.go.

// float is a float that depends on the inputs.
type float struct {
	expr *core.Expr   // with the type and the operator
	x, y value        // the operands
	raw  *term.Linear // or its encoding, if the float was stored as an integer
	curve
}

// curve is a float, or an integer, as a function of a number. The zero value knows nothing.
type curve struct {
	key   *term.Linear // the number; nil for a constant
	of    *core.Expr   // the function: an expression in which Read is the number, or the float whose place in the order of floats is the number
	order core.Type    // the type of this float; NoType if Read is the number
	trend int          // 1 if the function rises, -1 if it falls, 0 if neither is known
	exact *term.Linear // the integer that it is for every input; nil if not known
	zeros bool         // whether a zero inside may have either sign for the same number
	size  int          // number of operators
}

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

// floating returns the value of an operator that takes or gives floats, other than a comparison.
func (l *lifter) floating(e *core.Expr) value {
	x := l.value(e.X)
	var y value
	if e.Y != nil {
		y = l.value(e.Y)
	}
	if x.constant() && (e.Y == nil || y.constant()) {
		z, stop := l.evaluated(e, x, y)
		if stop {
			l.require(l.pool.Bool(false), e.Kind, e.Span)
			return l.any(e.Type)
		}
		return z
	}
	if e.Op == core.FToInt {
		return value{class: integer, n: l.rounded(e, x)}
	}
	return value{class: opaque, f: l.computed(e, x, y)}
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
	key := l.pool.Select(sign, []term.Case{{At: new(big.Int), Value: n}, {At: one, Value: l.pool.Sub(half, n)}})
	e := &core.Expr{Op: core.Read, Type: t}
	return &float{expr: e, raw: n, curve: curve{key: key, of: e, order: t, trend: 1, zeros: true}}
}

// encoding returns the encoding of f; nil if it is not known.
func (l *lifter) encoding(f *float) *term.Linear {
	if f.raw != nil || f.expr.Op != core.FNeg {
		return f.raw
	}
	n := l.encoding(f.x.f)
	if n != nil {
		bits := formatOf(f.expr.Type).bits
		_, n = l.pool.FloorDiv(l.pool.Add(n, l.power(bits-1)), l.power(bits))
	}
	return n
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
	if known && c.size <= maxCurve && (c.trend != 0 || !c.zeros) {
		f.curve = c
	}
	exact := l.exact(e, a.exact, b.exact)
	if exact != nil && f.of == nil { // a function of several numbers
		made := &core.Expr{Op: formatOf(e.Type).made, Type: e.Type, X: &core.Expr{Op: core.Read, Type: core.Int}}
		f.curve = curve{key: exact, of: made, trend: 1, zeros: true, size: 1}
	}
	f.exact = exact
	return f
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
		x, is := math.Float64frombits(v.bits), formatOf(core.F64)
		if v.class == single {
			x, is = float64(math.Float32frombits(uint32(v.bits))), formatOf(core.F32)
		}
		if most := math.Ldexp(1, int(is.fraction)); x == math.Trunc(x) && -most <= x && x <= most {
			c.exact = l.int(int64(x))
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
	if most := l.power(formatOf(e.Type).fraction).Const; lo == nil || hi == nil || lo.CmpAbs(most) > 0 || hi.CmpAbs(most) > 0 {
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
		bits := new(big.Int).Abs(k)
		if k.Sign() < 0 {
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
	v, _ := new(core.Machine).Eval(core.State{}, &core.Expr{Op: op, Type: core.Bool, X: applied(x, k), Y: applied(y, k)})
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
		if least := new(big.Int).Neg(most); lo.Cmp(least) < 0 {
			lo = least
		}
		if hi.Cmp(most) > 0 {
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

// floats returns the value of a comparison of floats.
func (l *lifter) floats(e *core.Expr) *term.Formula {
	x := l.value(e.X)
	y := l.value(e.Y)
	a, b := l.curve(x), l.curve(y)
	switch {
	case x.constant() && y.constant():
		return l.pool.Bool(holds(e.Op, a.of, b.of, nil))
	case a.exact != nil && b.exact != nil:
		return l.compared(relations[e.Op], a.exact, b.exact)
	case a.of == nil || b.of == nil:
	case a.key == nil && b.trend != 0:
		return l.among(b.key, b.meets(e.Op, a, false))
	case b.key == nil && a.trend != 0:
		return l.among(a.key, a.meets(e.Op, b, true))
	case a.key != nil && b.key != nil && a.trend != 0 && same(a.of, b.of) && a.key.Equal(b.key):
		return l.pool.And(l.is(a), l.pool.Bool(e.Op != core.FLt))
	case a.key != nil && b.key != nil && same(a.of, b.of) && steep(a.of):
		p, q := a.key, b.key
		if a.trend < 0 {
			p, q = q, p
		}
		return l.pool.And(l.is(a), l.is(b), l.compared(relations[e.Op], p, q))
	case a.zeros || b.zeros || a.key != nil && b.key != nil && !a.key.Equal(b.key):
	default:
		if a.key == nil {
			a.key = b.key
		}
		f, ok := few(l, func(in bounds, _ int) (*term.Formula, bool) {
			var runs []run
			more := a.each(in, func(k *big.Int) {
				if holds(e.Op, a.of, b.of, k) {
					runs = extended(runs, k)
				}
			})
			return l.among(a.key, runs), more
		})
		if ok {
			return f
		}
	}
	l.lacks(opaqueFloat)
	return l.pool.Bool(false)
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

// meets returns the numbers for which a comparison of c and a constant holds; c rises or falls. Left says which of the two is the first operand.
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
	switch {
	case c.exact != nil:
		return c.exact
	case c.of == nil:
	case !c.zeros:
		type table struct {
			runs  []run
			cases []term.Case
		}
		t, ok := few(l, func(in bounds, _ int) (t table, more bool) {
			more = c.each(in, func(k *big.Int) {
				n, stop := new(core.Machine).Eval(core.State{}, &core.Expr{Op: e.Op, Type: e.Type, X: applied(c.of, k), Kind: e.Kind, Span: e.Span})
				if v, is := n.Integer(); stop == nil && is {
					t.runs, t.cases = extended(t.runs, k), append(t.cases, term.Case{At: k, Value: l.pool.Int(v)})
				}
			})
			return t, more
		})
		if ok {
			l.require(l.among(c.key, t.runs), e.Kind, e.Span)
			if len(t.cases) == 0 {
				return l.int(0)
			}
			return l.pool.Select(c.key, t.cases)
		}
	}
	if c.trend != 0 {
		infinity := value{class: double, bits: formatOf(core.F64).infinity.Uint64()}
		if x.f.expr.Type == core.F32 {
			infinity = value{class: single, bits: formatOf(core.F32).infinity.Uint64()}
		}
		most := l.curve(infinity)
		least := curve{of: &core.Expr{Op: core.FNeg, Type: x.f.expr.Type, X: most.of}}
		l.require(l.pool.And(l.among(c.key, c.meets(core.FLt, least, false)), l.among(c.key, c.meets(core.FLt, most, true))), e.Kind, e.Span)
	}
	l.lacks(opaqueFloat)
	return l.int(0)
}
