package core

import (
	"math"
	"math/big"
	"sync/atomic"
)

// This file defines how instructions and expressions are prepared for the fast path (fast.go), once for each function
// that runs.

// operation is an instruction, prepared for the fast path.
type operation struct {
	in   *Instr
	args []*fastExpr
	work int // work of evaluating its operands
}

// fastExpr is an expression, prepared for the fast path.
type fastExpr struct {
	op    Op       // the operator of e, but Read for a def of a slot
	kind  wordKind // of Const: how n says what it is
	mask  bool     // of Mod: whether the divisor is a power of two, n + 1 modulo 2^64
	exact bool     // of Within: whether lo and hi are the range for signed words
	typ   Type
	slot  int32 // of Read; of Address, the number of the object
	size  int64 // number of expressions in it
	n     int64 // of Const, modulo 2^64; of Mod, the mask; of Double, the encoding
	lo    int64
	hi    int64
	x, y  *fastExpr
	e     *Expr
}

// wordKind says what integer 64 bits are.
type wordKind byte

const (
	noWord   wordKind = iota // none that is known
	signed                   // one in two's complement
	positive                 // one from 2^63 to 2^64 - 1
)

// translation has the operations of each function that has run.
type translation []atomic.Pointer[[]operation]

// of returns the operations of the function with an index.
func (t translation) of(p *Program, index int32) []operation {
	if list := t[index].Load(); list != nil {
		return *list
	}
	fn := p.Funcs[index]
	list, known := make([]operation, len(fn.Code)), translator{}
	for i := range fn.Code {
		list[i].in = &fn.Code[i]
		for _, e := range fn.Code[i].Args {
			x := known.expr(e)
			list[i].args = append(list[i].args, x)
			list[i].work += int(x.size)
		}
	}
	t[index].Store(&list)
	return list
}

// translator has the expressions that were translated, because a program may have one expression in several places.
type translator map[*Expr]*fastExpr

// maxSize is the greatest size of an expression that is counted.
const maxSize = 1 << 30

// expr returns e as a fastExpr; nil if it is nil.
func (t translator) expr(e *Expr) *fastExpr {
	if e == nil {
		return nil
	}
	if x := t[e]; x != nil {
		return x
	}
	x := &fastExpr{op: e.Op, typ: e.Type, slot: int32(e.Slot), size: 1, e: e}
	switch e.Op {
	case Const:
		v := number(integer, e.Int)
		x.n, x.kind = int64(v.low()), v.wordKind()
		return x
	case Address:
		x.slot = int32(e.Ref + 1)
	case Double:
		x.n = int64(e.Bits)
	case Truth:
		x.n = int64(e.Bits)
	case Defined:
		if e.X.Op == Read {
			x.op, x.slot, x.size = Read, int32(e.X.Slot), 2
			return x
		}
	case Within:
		x.lo, x.hi, x.exact = math.MinInt64, math.MaxInt64, (e.Lo == nil || e.Lo.IsInt64()) &&
			(e.Hi == nil || e.Hi.Cmp(least) >= 0)
		if e.Lo != nil && x.exact {
			x.lo = e.Lo.Int64()
		}
		if e.Hi != nil && e.Hi.IsInt64() {
			x.hi = e.Hi.Int64()
		}
	case Mod:
		if n := e.Y.Int; e.Y.Op == Const && n.Sign() > 0 && n.BitLen() <= 65 &&
			int(n.TrailingZeroBits()) == n.BitLen()-1 {
			x.mask, x.n = true, int64(uint64(1)<<(n.BitLen()-1)-1)
		}
	}
	if e.X == nil {
		return x
	}
	x.x, x.y = t.expr(e.X), t.expr(e.Y)
	// the second operand of And and Or is charged when it is evaluated
	if x.size += x.x.size; x.y != nil && e.Op != And && e.Op != Or {
		x.size += x.y.size
	}
	x.size = min(x.size, maxSize)
	t[e] = x
	return x
}

var least = big.NewInt(math.MinInt64)

// wordKind says how v.low() says what the integer v is.
func (v *Value) wordKind() wordKind {
	switch v.big {
	case nil:
		return signed
	case unsigned:
		return positive
	}
	return noWord
}
