package core

import (
	"math"
	"math/bits"
)

// This file defines the fast path of evaluation: integers of 64 bits, pointers into objects and binary64 numbers, in
// expressions that have a value. If an expression may have none, the fast path gives up and eval.go evaluates it from
// the start. Most of what programs compute takes the fast path.

// eval returns the value of an operand in the state of r, or why it has none.
func (r *run) eval(x *fastExpr) (Value, *Stop) {
	switch x.typ {
	case Int:
		switch n, kind := r.word(x); kind {
		case signed:
			return Value{class: integer, n: n}, nil
		case positive:
			return Value{class: integer, n: n, big: unsigned}, nil
		}
	case Ptr:
		if p, ok := r.pointer(x); ok {
			return p, nil
		}
	case F64:
		if d, ok := r.double(x); ok {
			return Value{class: double, n: d}, nil
		}
	}
	return r.value(x.e)
}

// holds is eval for conditions.
func (r *run) holds(x *fastExpr) (bool, *Stop) {
	if n, kind := r.word(x); kind != noWord {
		return n != 0, nil
	}
	v, stop := r.value(x.e)
	return v.Holds(), stop
}

// slot returns the place of a slot, to be read; nil if it is undefined.
func (r *run) slot(i int32) *Value {
	if l := r.slots.leaf; l != nil {
		return &l.items[i&(fanout-1)]
	}
	if n := r.slots.node; n != nil && r.slots.height == 1 {
		if l := n.sub[i>>fan&(fanout-1)].leaf; l != nil {
			return &l.items[i&(fanout-1)]
		}
		return nil
	}
	return r.slots.look(int64(i))
}

// word returns an integer, or 1 for true.
func (r *run) word(x *fastExpr) (int64, wordKind) {
	switch x.op {
	case Const:
		return x.n, x.kind
	case Truth:
		return x.n, signed
	case Read:
		v := r.slot(x.slot)
		if v == nil || v.class != integer {
			return 0, noWord
		}
		return v.n, v.wordKind()
	case Freeze:
		return r.word(x.x)
	case Within:
		n, kind := r.word(x.x)
		switch {
		case kind == signed && x.exact:
			if n < x.lo || n > x.hi {
				return 0, noWord
			}
		case kind == noWord || !r.within(wordValue(n, kind), x.e):
			return 0, noWord
		}
		return n, kind
	case Given:
		if n, kind := r.word(x.x); kind == noWord || n == 0 {
			return 0, noWord
		}
		return r.word(x.y)
	case Neg:
		n, kind := r.word(x.x)
		if kind != signed || n == math.MinInt64 {
			return 0, noWord
		}
		return -n, signed
	case Not:
		n, kind := r.word(x.x)
		return n ^ 1, kind
	case And:
		if n, kind := r.word(x.x); kind == noWord || n == 0 {
			return n, kind
		}
		r.work += int(x.y.size)
		return r.word(x.y)
	case Or:
		if n, kind := r.word(x.x); kind == noWord || n != 0 {
			return n, kind
		}
		r.work += int(x.y.size)
		return r.word(x.y)
	case Mod:
		if x.mask {
			n, ok := r.low(x.x)
			return asWord(n&uint64(x.n), ok)
		}
		return r.binary(x)
	case Add, Sub, Mul, Div, Quo, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne:
		return r.binary(x)
	case Same:
		p, ok := r.pointer(x.x)
		if !ok {
			return 0, noWord
		}
		q, ok := r.pointer(x.y)
		if !ok || p.big != nil || q.big != nil {
			return 0, noWord
		}
		switch {
		case p.class == q.class && p.ref == q.ref:
			return flag(p.n == q.n), signed
		case !p.isPlain() || !q.isPlain():
			return 0, noWord
		}
		return flag(p.bytes() == q.bytes()), signed
	case Diff, Below:
		p, ok := r.pointer(x.x)
		if !ok {
			return 0, noWord
		}
		q, ok := r.pointer(x.y)
		if !ok || !p.isPlain() || !q.isPlain() || !related(p, q) {
			return 0, noWord
		}
		if x.op == Below {
			return flag(p.n < q.n), signed
		}
		return p.n - q.n, signed
	case ToInt:
		p, ok := r.pointer(x.x)
		if !ok || !p.isPlain() {
			return 0, noWord
		}
		return int64(p.bytes()), signed
	case FEq, FLt, FLe, FToInt:
		return r.compareDoubles(x)
	}
	return 0, noWord
}

// isPlain reports whether the address of a pointer is an int64, and its offset does not reach the addresses of another
// object.
func (v *Value) isPlain() bool {
	return v.big == nil && v.n >= 0 && (v.class != inObject || v.n>>addressBits == 0)
}

// wordValue returns the integer that a word is.
func wordValue(n int64, kind wordKind) Value {
	if kind == positive {
		return Value{class: integer, n: n, big: unsigned}
	}
	return Value{class: integer, n: n}
}

// asWord returns n as a word, if it is known.
func asWord(n uint64, ok bool) (int64, wordKind) {
	switch {
	case !ok:
		return 0, noWord
	case int64(n) < 0:
		return int64(n), positive
	}
	return int64(n), signed
}

// binary is word for operators on two integers.
func (r *run) binary(x *fastExpr) (int64, wordKind) {
	a, first := r.word(x.x)
	b, second := x.y.n, x.y.kind
	if x.y.op != Const {
		b, second = r.word(x.y)
	}
	if first != signed || second != signed {
		return mixed(x.op, a, first, b, second)
	}
	if n, ok := small(x.op, a, b); ok {
		return n, signed
	}
	return mixed(x.op, a, first, b, second)
}

// mixed returns a op b where both, and the result, are from -2^63 to 2^64 - 1.
func mixed(op Op, a int64, first wordKind, b int64, second wordKind) (int64, wordKind) {
	if first == noWord || second == noWord {
		return 0, noWord
	}
	x, y, high, over := uint64(a), uint64(b), upper(a, first), upper(b, second)
	switch op {
	case Add:
		sum, carry := bits.Add64(x, y, 0)
		return narrow(high+over+int64(carry), sum)
	case Sub:
		diff, borrow := bits.Sub64(x, y, 0)
		return narrow(high-over-int64(borrow), diff)
	case BitAnd:
		return narrow(high&over, x&y)
	case BitOr:
		return narrow(high|over, x|y)
	case BitXor:
		return narrow(high^over, x^y)
	case Lt:
		return flag(high < over || high == over && x < y), signed
	case Le:
		return flag(high < over || high == over && x <= y), signed
	case Gt:
		return flag(high > over || high == over && x > y), signed
	case Ge:
		return flag(high > over || high == over && x >= y), signed
	case Eq:
		return flag(high == over && x == y), signed
	case Ne:
		return flag(high != over || x != y), signed
	}
	if high != 0 || over != 0 {
		return 0, noWord
	}
	switch op {
	case Mul:
		over, n := bits.Mul64(x, y)
		return asWord(n, over == 0)
	case Div, Quo:
		if y != 0 {
			return asWord(x/y, true)
		}
	case Mod, Rem:
		if y != 0 {
			return asWord(x%y, true)
		}
	case Shl:
		return asWord(x<<y, y < 64 && x<<y>>y == x)
	case Shr:
		return asWord(x>>y, true)
	}
	return 0, noWord
}

// upper returns the upper 64 bits of the two's complement of 128 bits of a word.
func upper(n int64, kind wordKind) int64 {
	if kind == signed {
		return n >> 63
	}
	return 0
}

// narrow returns the integer with this two's complement as a word, if it is one.
func narrow(high int64, low uint64) (int64, wordKind) {
	if high == 0 {
		return asWord(low, true)
	}
	if high == -1 && int64(low) < 0 {
		return int64(low), signed
	}
	return 0, noWord
}

// low returns an integer modulo 2^64.
func (r *run) low(x *fastExpr) (n uint64, ok bool) {
	switch x.op {
	case Const:
		return uint64(x.n), true
	case Read:
		v := r.slot(x.slot)
		if v == nil || v.class != integer {
			return 0, false
		}
		return v.low(), true
	case Add, Sub, Mul, BitAnd, BitOr, BitXor:
		a, ok := r.low(x.x)
		if !ok {
			return 0, false
		}
		b, ok := r.low(x.y)
		switch x.op {
		case Add:
			return a + b, ok
		case Sub:
			return a - b, ok
		case Mul:
			return a * b, ok
		case BitAnd:
			return a & b, ok
		case BitOr:
			return a | b, ok
		default:
			return a ^ b, ok
		}
	case Shl:
		a, ok := r.low(x.x)
		b, kind := r.word(x.y)
		return a << uint64(b), ok && kind == signed
	}
	m, kind := r.word(x)
	return uint64(m), kind != noWord
}

// pointer returns a pointer.
func (r *run) pointer(x *fastExpr) (p Value, ok bool) {
	switch x.op {
	case Read:
		v := r.slot(x.slot)
		if v == nil || v.class < inObject {
			return Value{}, false
		}
		return *v, true
	case Address:
		return Value{class: inObject, ref: x.slot}, true
	case Null:
		return Value{class: bare}, true
	case Function:
		return MakeFunction(x.e.Ref), true
	case Move:
		p, ok = r.pointer(x.x)
		if !ok || p.class != inObject || p.big != nil {
			return Value{}, false
		}
		n, kind := r.word(x.y)
		sum := p.n + n
		if kind != signed || (sum > p.n) != (n > 0) {
			return Value{}, false
		}
		if x.e.Kind != "" {
			if size := uint64(r.pointee(p).Size); uint64(p.n) > size || uint64(sum) > size {
				return Value{}, false
			}
		}
		p.n = sum
		return p, true
	}
	return Value{}, false
}

// double returns the encoding of a binary64 number.
func (r *run) double(x *fastExpr) (encoding int64, ok bool) {
	switch x.op {
	case Read:
		v := r.slot(x.slot)
		if v == nil || v.class != double {
			return 0, false
		}
		return v.n, true
	case Double:
		return x.n, true
	case FNeg:
		n, ok := r.double(x.x)
		return n ^ math.MinInt64, ok
	case FAdd, FSub, FMul, FDiv:
		n, ok := r.double(x.x)
		if !ok {
			return 0, false
		}
		m, ok := r.double(x.y)
		a, b := math.Float64frombits(uint64(n)), math.Float64frombits(uint64(m))
		switch x.op {
		case FAdd:
			a += b
		case FSub:
			a -= b
		case FMul:
			a *= b
		default:
			a /= b
		}
		return int64(math.Float64bits(a)), ok && a == a
	case IntToF64:
		n, kind := r.word(x.x)
		return int64(math.Float64bits(float64(n))), kind == signed
	}
	return 0, false
}

// compareDoubles is word for comparisons and conversions of binary64 numbers.
func (r *run) compareDoubles(x *fastExpr) (int64, wordKind) {
	n, ok := r.double(x.x)
	if !ok {
		return 0, noWord
	}
	a := math.Float64frombits(uint64(n))
	if x.op == FToInt {
		if !(math.Abs(a) < 1<<63) {
			return 0, noWord
		}
		return int64(a), signed
	}
	if n, ok = r.double(x.y); !ok {
		return 0, noWord
	}
	switch b := math.Float64frombits(uint64(n)); x.op {
	case FEq:
		return flag(a == b), signed
	case FLt:
		return flag(a < b), signed
	default:
		return flag(a <= b), signed
	}
}
