package core

import (
	"fmt"
	"math"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the value of an expression in a state, or why it has none.

// Stop says why an expression has no value, or why no rule applies: the fault, or, if Blocked is not NotBlocked, what
// blocks.
type Stop struct {
	Fault   semantics.Fault
	Blocked semantics.Blocked
}

// Eval returns the value of an expression of the running function in s, or why it has none.
func (m *Machine) Eval(s State, e *Expr) (Value, *Stop) {
	r := run{State: s, meter: m.Meter}
	v, stop := r.value(e)
	if !m.Meter.Charge(r.work) && stop == nil {
		return Value{}, outOfWork
	}
	return v, stop
}

var (
	outOfWork  = &Stop{Blocked: semantics.LimitReached}
	notAssumed = &Stop{Blocked: semantics.AssumptionViolated}
)

// unmet returns the Stop for an obligation that is not met.
func (r *run) unmet(kind semantics.Kind, at source.Span) *Stop {
	if kind == Discard {
		return notAssumed
	}
	if r.fn != nil {
		at = r.Place(at)
	}
	return &Stop{Fault: semantics.Fault{Kind: kind, Span: at}}
}

// value returns the value of e in the state of r, or why it has none. Operands are evaluated from left to right, and
// then the obligation of e itself. The first operand without a value, or the unmet obligation, is the reason. There is
// an arm for each operator, in the order of ops.go.
func (r *run) value(e *Expr) (Value, *Stop) {
	r.work++
	switch e.Op {
	case Const:
		return number(integer, e.Int), nil
	case Null:
		return Value{class: bare}, nil
	case Address:
		return Value{class: inObject, ref: int32(e.Ref + 1)}, nil
	case Function:
		return MakeFunction(e.Ref), nil
	case Single:
		return Value{class: single, n: int64(e.Bits)}, nil
	case Double:
		return Value{class: double, n: int64(e.Bits)}, nil
	case Truth:
		return MakeTruth(e.Bits != 0), nil
	case Read:
		return r.slots.get(int64(e.Slot)), nil

	case Defined:
		x, stop := r.value(e.X)
		switch {
		case stop != nil:
			return x, stop
		case x.class == undefined:
			return x, r.unmet(e.Kind, e.Span)
		}
		return x, nil
	case Freeze:
		x, stop := r.value(e.X)
		if stop == nil && x.class == undefined {
			x = zero(e.Type)
		}
		return x, stop
	case Within:
		x, stop := r.value(e.X)
		if stop == nil && !r.within(x, e) {
			stop = r.unmet(e.Kind, e.Span)
		}
		return x, stop
	case Given:
		c, stop := r.value(e.X)
		switch {
		case stop != nil:
			return c, stop
		case !c.Holds():
			return c, r.unmet(e.Kind, e.Span)
		}
		return r.value(e.Y)

	case Neg:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		return r.arith(Sub, MakeInt(0), x)
	case Add, Sub, Mul, BitAnd, BitOr, BitXor, Shl, Shr:
		x, y, stop := r.pair(e)
		if stop != nil {
			return x, stop
		}
		return r.arith(e.Op, x, y)
	case Div, Mod, Quo, Rem:
		x, y, stop := r.pair(e)
		switch {
		case stop != nil:
			return x, stop
		case y.sign() == 0:
			return x, r.unmet(e.Kind, e.Span)
		}
		return r.arith(e.Op, x, y)

	case Lt, Le, Gt, Ge, Eq, Ne:
		x, y, stop := r.pair(e)
		if stop != nil {
			return x, stop
		}
		return r.compare(e.Op, x, y)
	case Not:
		x, stop := r.value(e.X)
		return MakeTruth(!x.Holds()), stop
	case And:
		x, stop := r.value(e.X)
		if stop != nil || !x.Holds() {
			return x, stop
		}
		return r.value(e.Y)
	case Or:
		x, stop := r.value(e.X)
		if stop != nil || x.Holds() {
			return x, stop
		}
		return r.value(e.Y)

	case Move:
		p, stop := r.value(e.X)
		if stop != nil {
			return p, stop
		}
		n, stop := r.value(e.Y)
		if stop != nil {
			return n, stop
		}
		return r.move(e, p, n)
	case Diff:
		p, q, stop := r.pair(e)
		switch {
		case stop != nil:
			return p, stop
		case !related(p, q):
			return p, r.unmet(e.Kind, e.Span)
		}
		return r.arith(Sub, p.asInteger(), q.asInteger())
	case Same:
		p, q, stop := r.pair(e)
		if stop != nil {
			return p, stop
		}
		return r.equal(p, q)
	case Below:
		p, q, stop := r.pair(e)
		switch {
		case stop != nil:
			return p, stop
		case p.class == inObject && q.IsNull() || p.IsNull() && q.class == inObject:
			return MakeTruth(p.IsNull()), nil
		case !related(p, q):
			return p, r.unmet(e.Kind, e.Span)
		}
		return r.compare(Lt, p, q)
	case ToPtr:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		return r.Pointer(x), nil
	case ToInt:
		p, stop := r.value(e.X)
		if stop != nil {
			return p, stop
		}
		return r.toInteger(p)

	case FNeg:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		return negate(x), nil
	case FSqrt:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		if x.isNaN() {
			return x.quiet(x.class), nil
		}
		// right for 32 bits too: rounding twice gives the same as rounding once
		return fromFloat(x.class, math.Sqrt(x.Float())), nil
	case FAdd, FSub, FMul, FDiv:
		x, y, stop := r.pair(e)
		return float(e.Op, x, y), stop
	case FEq:
		x, y, stop := r.pair(e)
		return MakeTruth(x.Float() == y.Float()), stop
	case FLt:
		x, y, stop := r.pair(e)
		return MakeTruth(x.Float() < y.Float()), stop
	case FLe:
		x, y, stop := r.pair(e)
		return MakeTruth(x.Float() <= y.Float()), stop
	case IntToF32, IntToF64:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		return r.toFloat(e.Op, x)
	case FToInt:
		x, stop := r.value(e.X)
		if stop != nil {
			return x, stop
		}
		v, ok := truncate(x.Float())
		if !ok {
			return x, r.unmet(e.Kind, e.Span)
		}
		return v, nil
	case Widen:
		x, stop := r.value(e.X)
		return convert(x, double), stop
	case Narrow:
		x, stop := r.value(e.X)
		return convert(x, single), stop
	}
	panic(fmt.Sprintf("core: unexpected operator %d", e.Op))
}

// zero returns the value of freeze for an undefined operand.
func zero(t Type) Value {
	switch t {
	case Ptr:
		return Value{class: bare}
	case F32:
		return Value{class: single}
	case F64:
		return Value{class: double}
	}
	return Value{class: integer}
}

// pair evaluates both operands of e.
func (r *run) pair(e *Expr) (x, y Value, stop *Stop) {
	if x, stop = r.value(e.X); stop != nil {
		return
	}
	y, stop = r.value(e.Y)
	return
}

// within reports whether x is in the range of e.
func (r *run) within(x Value, e *Expr) bool {
	r.work += x.words()
	return (e.Lo == nil || compare(x, number(integer, e.Lo)) >= 0) &&
		(e.Hi == nil || compare(x, number(integer, e.Hi)) <= 0)
}

// compare compares the numbers in x and y.
func (r *run) compare(op Op, x, y Value) (Value, *Stop) {
	r.work += min(x.words(), y.words())
	switch cmp := compare(x, y); op {
	case Lt:
		return MakeTruth(cmp < 0), nil
	case Le:
		return MakeTruth(cmp <= 0), nil
	case Gt:
		return MakeTruth(cmp > 0), nil
	case Ge:
		return MakeTruth(cmp >= 0), nil
	case Eq:
		return MakeTruth(cmp == 0), nil
	case Ne:
		return MakeTruth(cmp != 0), nil
	}
	panic(fmt.Sprintf("core: unexpected comparison %s", op))
}

// arith returns x op y. If op divides, y is not 0.
func (r *run) arith(op Op, x, y Value) (Value, *Stop) {
	if x.big == nil && y.big == nil {
		if z, ok := small(op, x.n, y.n); ok {
			return Value{class: integer, n: z}, nil
		}
	}
	return r.arithBig(op, x.amount(), y.amount())
}

// arithBig is arith for integers of any size.
func (r *run) arithBig(op Op, x, y *big.Int) (Value, *Stop) {
	n, k := len(x.Bits())+1, len(y.Bits())+1
	work, memory := 16*max(n, k), 8+n+k
	switch op {
	case Mul, Div, Mod, Quo, Rem:
		work = n*k + 16*(n+k)
	case Shl:
		memory += int(y.Uint64() / 32)
		work = 16 * memory
	}
	if !r.meter.Charge(work) || !r.meter.Make(memory) {
		return Value{}, outOfWork
	}
	z := new(big.Int)
	switch op {
	case Add:
		z.Add(x, y)
	case Sub:
		z.Sub(x, y)
	case Mul:
		z.Mul(x, y)
	case Div, Mod:
		q, r := z.QuoRem(x, y, new(big.Int))
		if r.Sign() != 0 && r.Sign() != y.Sign() {
			q.Sub(q, one)
			r.Add(r, y)
		}
		if op == Mod {
			z = r
		}
	case Quo:
		z.Quo(x, y)
	case Rem:
		z.Rem(x, y)
	case BitAnd:
		z.And(x, y)
	case BitOr:
		z.Or(x, y)
	case BitXor:
		z.Xor(x, y)
	case Shl:
		z.Lsh(x, uint(y.Uint64()))
	case Shr:
		z.Rsh(x, uint(y.Uint64()))
	default:
		panic(fmt.Sprintf("core: unexpected operator %s", op))
	}
	return number(integer, z), nil
}

var one = big.NewInt(1)

// move returns the pointer p moved by n bytes. A pointer to a function stays the same.
func (r *run) move(e *Expr, p, n Value) (Value, *Stop) {
	if p.class == toFunction {
		if e.Kind != "" && n.sign() != 0 {
			return p, r.unmet(e.Kind, e.Span)
		}
		return p, nil
	}
	sum, stop := r.arith(Add, p, n)
	if stop != nil {
		return sum, stop
	}
	sum.class, sum.ref = p.class, p.ref
	if e.Kind != "" && !(p.class == inObject && r.inside(p) && r.inside(sum)) && !(p.class == bare && n.sign() == 0) {
		return sum, r.unmet(e.Kind, e.Span)
	}
	return sum, nil
}

// inside reports whether p points into its object or one past its end.
func (r *run) inside(p Value) bool {
	return p.big == nil && 0 <= p.n && p.n <= r.pointee(p).Size
}

// related reports whether p and q have an order and a distance.
func related(p, q Value) bool {
	return p.class == inObject && q.class == inObject && p.ref == q.ref || p.class == bare && q.class == bare
}

// equal compares the addresses of the pointers p and q.
func (r *run) equal(p, q Value) (Value, *Stop) {
	if p.class != q.class || p.ref != q.ref {
		var stop *Stop
		if p, stop = r.toInteger(p); stop != nil {
			return p, stop
		}
		if q, stop = r.toInteger(q); stop != nil {
			return q, stop
		}
	}
	r.work += min(p.words(), q.words())
	return MakeTruth(p.Equal(q)), nil
}

// toInteger returns the address of the pointer p.
func (r *run) toInteger(p Value) (Value, *Stop) {
	if p.isBig() && (!r.meter.Charge(16*p.words()) || !r.meter.Make(8+p.words())) {
		return p, outOfWork
	}
	return p.ToInteger(), nil
}

// asInteger returns the offset or the address of a pointer.
func (v Value) asInteger() Value { return Value{class: integer, n: v.n, big: v.big} }

// Encodings of a NaN that results from numbers.
const (
	nan32 = 0xffc00000
	nan64 = -0x8000000000000 // in two's complement
)

// isNaN reports whether the float v is not a number.
func (v Value) isNaN() bool { return v.Float() != v.Float() }

// quiet returns the NaN v as an operator of the class to propagates it.
func (v Value) quiet(to class) Value {
	switch {
	case v.class == single && to == single:
		return Value{class: single, n: v.n | 1<<22}
	case v.class == single: // its sign, and the rest further up
		return Value{class: double, n: v.n>>31<<63 | v.n&0x7fffff<<29 | 0x7ff8000000000000}
	case to == single:
		return Value{class: single, n: v.n>>63&1<<31 | v.n>>29&0x7fffff | 0x7fc00000}
	}
	return Value{class: double, n: v.n | 1<<51}
}

// fromFloat returns the number of a class that is nearest to x.
func fromFloat(to class, x float64) Value {
	switch {
	case to == single && x != x:
		return Value{class: single, n: nan32}
	case to == single:
		return Value{class: single, n: int64(math.Float32bits(float32(x)))}
	case x != x:
		return Value{class: double, n: nan64}
	}
	return Value{class: double, n: int64(math.Float64bits(x))}
}

// float returns x op y.
func float(op Op, x, y Value) Value {
	switch {
	case x.isNaN():
		return x.quiet(x.class)
	case y.isNaN():
		return y.quiet(y.class)
	}
	if x.class == single {
		x, y := float32(x.Float()), float32(y.Float())
		switch op {
		case FAdd:
			x += y
		case FSub:
			x -= y
		case FMul:
			x *= y
		case FDiv:
			x /= y
		}
		return fromFloat(single, float64(x))
	}
	z, w := x.Float(), y.Float()
	switch op {
	case FAdd:
		z += w
	case FSub:
		z -= w
	case FMul:
		z *= w
	case FDiv:
		z /= w
	}
	return fromFloat(double, z)
}

// convert returns the float x as one of another class.
func convert(x Value, to class) Value {
	if x.isNaN() {
		return x.quiet(to)
	}
	return fromFloat(to, x.Float())
}

// negate returns the number x with the other sign.
func negate(x Value) Value {
	if x.class == single {
		x.n ^= 1 << 31
	} else {
		x.n ^= math.MinInt64
	}
	return x
}

// toFloat returns the number that is nearest to the integer x.
func (r *run) toFloat(op Op, x Value) (Value, *Stop) {
	to := double
	if op == IntToF32 {
		to = single
	}
	if x.big == nil && (to == double || x.n == int64(int32(x.n))) {
		return fromFloat(to, float64(x.n)), nil
	}
	n := x.words() + 1
	if !r.meter.Charge(16*n) || !r.meter.Make(8+n) {
		return Value{}, outOfWork
	}
	f := new(big.Float).SetInt(x.amount())
	if to == single {
		near, _ := f.Float32()
		return fromFloat(to, float64(near)), nil
	}
	near, _ := f.Float64()
	return fromFloat(to, near), nil
}

// truncate returns x rounded towards zero; ok is false if x is infinite or no number.
func truncate(x float64) (v Value, ok bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return v, false
	}
	if math.Abs(x) < 1<<63 {
		return MakeInt(int64(x)), true
	}
	n, _ := big.NewFloat(x).Int(nil)
	return MakeInteger(n), true
}
