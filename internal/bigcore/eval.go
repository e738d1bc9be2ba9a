package bigcore

import (
	"fmt"
	"math"
	"math/big"

	"vouch/semantics/core"
)

// This file defines the values of expressions.

// operand returns the value of an operand that may be undefined.
func (r *run) operand(in *core.Instr, i int) any { return r.eval(in.Args[i]) }

func (r *run) integer(e *core.Expr) *big.Int { return r.eval(e).(*big.Int) }

func (r *run) pointer(e *core.Expr) Pointer { return r.eval(e).(Pointer) }

func (r *run) truth(e *core.Expr) bool { return r.eval(e).(bool) }

// small returns a new integer, or gives the run up if it is too long.
func small(n *big.Int) *big.Int {
	if n.BitLen() > MaxBits {
		panic(unwind{TooLong: true})
	}
	return n
}

// require is an obligation of e.
func require(met bool, e *core.Expr) {
	if !met {
		fault(e.Kind, e.Span)
	}
}

// eval returns the value of e: nil if it is undefined, and for a condition a bool.
func (r *run) eval(e *core.Expr) any {
	switch e.Op {
	case core.Const:
		return e.Int
	case core.Null:
		return Pointer{}
	case core.Address:
		return Pointer{Object: e.Ref + 1}
	case core.Function:
		return Pointer{Function: e.Ref + 1}
	case core.Single:
		return math.Float32frombits(uint32(e.Bits))
	case core.Double:
		return math.Float64frombits(e.Bits)
	case core.Truth:
		return e.Bits == 1
	case core.Read:
		return r.frames[len(r.frames)-1].slots[e.Slot]
	case core.Defined:
		v := r.eval(e.X)
		require(v != nil, e)
		return v
	case core.Freeze:
		v := r.eval(e.X)
		if v != nil {
			return v
		}
		return map[core.Type]any{core.Int: new(big.Int), core.Ptr: Pointer{}, core.F32: float32(0),
			core.F64: float64(0)}[e.Type]
	case core.Within:
		x := r.integer(e.X)
		require((e.Lo == nil || e.Lo.Cmp(x) <= 0) && (e.Hi == nil || x.Cmp(e.Hi) <= 0), e)
		return x
	case core.Given:
		require(r.truth(e.X), e)
		return r.eval(e.Y)
	case core.Not:
		return !r.truth(e.X)
	case core.And:
		return r.truth(e.X) && r.truth(e.Y)
	case core.Or:
		return r.truth(e.X) || r.truth(e.Y)
	case core.Neg:
		return new(big.Int).Neg(r.integer(e.X))
	case core.Move, core.Diff, core.Same, core.Below, core.ToPtr, core.ToInt:
		return r.pointers(e)
	case core.FNeg, core.FSqrt, core.FAdd, core.FSub, core.FMul, core.FDiv, core.FEq, core.FLt, core.FLe, core.FToInt:
		return r.floats(e)
	case core.IntToF32:
		f, _ := new(big.Float).SetInt(r.integer(e.X)).Float32()
		return f
	case core.IntToF64:
		f, _ := new(big.Float).SetInt(r.integer(e.X)).Float64()
		return f
	case core.Widen:
		return float64(r.eval(e.X).(float32))
	case core.Narrow:
		return float32(r.eval(e.X).(float64))
	}
	x, y := r.integer(e.X), r.integer(e.Y)
	switch e.Op {
	case core.Add:
		return small(new(big.Int).Add(x, y))
	case core.Sub:
		return small(new(big.Int).Sub(x, y))
	case core.Mul:
		return small(new(big.Int).Mul(x, y))
	case core.Div, core.Mod:
		require(y.Sign() != 0, e)
		m := new(big.Int).Mod(x, new(big.Int).Abs(y)) // in [0, |y|)
		if m.Sign() > 0 && y.Sign() < 0 {
			m.Add(m, y)
		}
		if e.Op == core.Mod {
			return m
		}
		return m.Div(m.Sub(x, m), y) // which leaves no remainder
	case core.Quo:
		require(y.Sign() != 0, e)
		return new(big.Int).Quo(x, y)
	case core.Rem:
		require(y.Sign() != 0, e)
		return new(big.Int).Rem(x, y)
	case core.BitAnd:
		return new(big.Int).And(x, y)
	case core.BitOr:
		return new(big.Int).Or(x, y)
	case core.BitXor:
		return new(big.Int).Xor(x, y)
	case core.Shl:
		return small(new(big.Int).Mul(x, power(y)))
	case core.Shr:
		return new(big.Int).Div(x, power(y)) // Euclid's, of a positive divisor
	case core.Lt:
		return x.Cmp(y) < 0
	case core.Le:
		return x.Cmp(y) <= 0
	case core.Gt:
		return x.Cmp(y) > 0
	case core.Ge:
		return x.Cmp(y) >= 0
	case core.Eq:
		return x.Cmp(y) == 0
	case core.Ne:
		return x.Cmp(y) != 0
	}
	panic(fmt.Sprintf("bigcore: unexpected operator %s", e.Op))
}

func (r *run) initialize(o *object, init core.Init) {
	if init.Value != nil {
		r.store(o, init.Offset, init.Type, r.eval(init.Value))
		return
	}
	for i, b := range []byte(init.Bytes) {
		r.store(o, init.Offset+int64(i), core.U8, big.NewInt(int64(b)))
	}
}

func (r *run) pointers(e *core.Expr) any {
	if e.Op == core.ToPtr {
		return r.toPointer(r.integer(e.X))
	}
	p := r.pointer(e.X)
	switch e.Op {
	case core.Move:
		n, q := r.integer(e.Y), p
		if p.Function == 0 { // which has no offset
			q.Offset = new(big.Int).Add(p.offset(), n)
		}
		still := p.Object == 0 && n.Sign() == 0
		require(e.Kind == "" || still || r.inside(p) && r.inside(q), e)
		return q
	case core.ToInt:
		return p.address()
	}
	q := r.pointer(e.Y)
	if e.Op == core.Same {
		return p.address().Cmp(q.address()) == 0
	}
	null := func(p Pointer) bool { return p.address().Sign() == 0 && p.Object == 0 }
	if e.Op == core.Below && (null(p) && q.Object > 0 || p.Object > 0 && null(q)) {
		return null(p)
	}
	require(p.Object == q.Object && p.Function == 0 && q.Function == 0, e)
	if e.Op == core.Diff {
		return new(big.Int).Sub(p.offset(), q.offset())
	}
	return p.offset().Cmp(q.offset()) < 0
}

// inside reports whether p points into an object or directly after its end.
func (r *run) inside(p Pointer) bool {
	return p.Object > 0 && p.offset().Sign() >= 0 && p.offset().Cmp(big.NewInt(r.objects[p.Object-1].size)) <= 0
}

// floats returns what operators on numbers of either width give. Those of 32 bits are computed with 64, which is exact
// before rounding.
func (r *run) floats(e *core.Expr) any {
	x, short := wide(r.eval(e.X))
	if e.Op == core.FToInt {
		require(!math.IsNaN(x) && !math.IsInf(x, 0), e)
		n, _ := big.NewFloat(x).Int(nil)
		return n
	}
	round := func(v float64) any {
		if short {
			return float32(v)
		}
		return v
	}
	if e.Op == core.FNeg {
		return round(-x)
	}
	operands := []float64{x}
	if e.Y != nil {
		y, _ := wide(r.eval(e.Y))
		operands = append(operands, y)
	}
	y := operands[len(operands)-1]
	switch e.Op {
	case core.FEq:
		return x == y
	case core.FLt:
		return x < y
	case core.FLe:
		return x <= y
	}
	for _, v := range operands { // the first that is not a number
		if math.IsNaN(v) {
			return round(math.Float64frombits(math.Float64bits(v) | 1<<51))
		}
	}
	v := math.NaN()
	switch e.Op {
	case core.FSqrt:
		v = math.Sqrt(x)
	case core.FAdd:
		v = x + y
	case core.FSub:
		v = x - y
	case core.FMul:
		v = x * y
	case core.FDiv:
		v = x / y
	}
	if math.IsNaN(v) {
		v = math.Float64frombits(0xfff8 << 48)
	}
	return round(v)
}

// wide returns a number with 64 bits, and whether it had 32.
func wide(v any) (float64, bool) {
	if f, ok := v.(float32); ok {
		return float64(f), true
	}
	return v.(float64), false
}
