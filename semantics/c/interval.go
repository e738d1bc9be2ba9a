package c

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the ranges of integers, and arithmetic of the core that uses them. Constant operands are folded. A
// result has an obligation or a wrap only if it may leave its type.

// limits returns the least and the greatest value of an integer type.
func (t *Type) limits() (lo, hi *big.Int) {
	if t.Class == Bool {
		return zero, unity
	}
	return limitsOf(t.width(), t.Signed)
}

// limitsOf returns the least and the greatest integer with the given number of bits.
func limitsOf(bits int, signed bool) (lo, hi *big.Int) {
	if signed {
		return leastOf(bits - 1), greatestOf(bits - 1)
	}
	return zero, greatestOf(bits)
}

var (
	zero  = new(big.Int)
	unity = big.NewInt(1)
	minus = big.NewInt(-1)
)

// powers has 2^i, -2^i and 2^i - 1 for each i up to 128. Only programs in C need it.
var powers = sync.OnceValue(func() *[129]struct{ power, least, greatest *big.Int } {
	var t [129]struct{ power, least, greatest *big.Int }
	for i := range t {
		t[i].power = new(big.Int).Lsh(unity, uint(i))
		t[i].least = new(big.Int).Neg(t[i].power)
		t[i].greatest = new(big.Int).Sub(t[i].power, unity)
	}
	return &t
})

func powerOf(bits int) *big.Int { return powers()[bits].power }

func leastOf(bits int) *big.Int { return powers()[bits].least }

func greatestOf(bits int) *big.Int { return powers()[bits].greatest }

// bounds returns the bounds of the integer v.
func (v value) bounds() (lo, hi *big.Int) {
	if v.lo != nil {
		return v.lo, v.hi
	}
	if v.x != nil && v.x.Op == core.Const {
		return v.x.Int, v.x.Int
	}
	return v.t.limits()
}

// inside reports whether all integers from lo to hi are values of t.
func (t *Type) inside(lo, hi *big.Int) bool {
	least, greatest := t.limits()
	return least.Cmp(lo) <= 0 && hi.Cmp(greatest) <= 0
}

// bounded returns v with bounds, which may be wider than those of its type.
func (v value) bounded(lo, hi *big.Int) value {
	least, greatest := v.t.limits()
	if lo.Cmp(least) < 0 {
		lo = least
	}
	if hi.Cmp(greatest) > 0 {
		hi = greatest
	}
	if lo.Cmp(least) > 0 || hi.Cmp(greatest) < 0 {
		v.lo, v.hi = lo, hi
	}
	return v
}

// fit makes x, which lies between lo and hi, a value of the integer type t. If x may lie outside of t, it wraps around;
// with a kind, it is a fault.
func (f *fn) fit(x *core.Expr, lo, hi *big.Int, t *Type, kind semantics.Kind) value {
	switch {
	case t.inside(lo, hi):
		return value{t: t, x: x}.bounded(lo, hi)
	case kind != "":
		least, greatest := t.limits()
		return value{t: t, x: f.within(x, least, greatest, kind)}.bounded(lo, hi)
	}
	return value{t: t, x: f.wrap(x, t.width(), t.Signed)}
}

// wrap returns x modulo 2^bits, as an integer with or without a sign.
func (f *fn) wrap(x *core.Expr, bits int, signed bool) *core.Expr {
	if !signed {
		return f.modulo(x, bits)
	}
	half := bigInteger(powerOf(bits - 1))
	return f.integers(core.Sub, f.modulo(f.integers(core.Add, x, half), bits), half)
}

// modulo returns x modulo 2^bits.
func (f *fn) modulo(x *core.Expr, bits int) *core.Expr {
	return f.divided(core.Mod, x, bigInteger(powerOf(bits)))
}

// divided returns the result of Div, Mod, Quo or Rem.
func (f *fn) divided(op core.Op, x, y *core.Expr) *core.Expr {
	if x.Op == core.Const && y.Op == core.Const && y.Int.Sign() != 0 {
		n := new(big.Int)
		switch op {
		case core.Mod: // divisors are positive
			n.Mod(x.Int, y.Int)
		case core.Div:
			n.Div(x.Int, y.Int)
		case core.Quo:
			n.Quo(x.Int, y.Int)
		case core.Rem:
			n.Rem(x.Int, y.Int)
		}
		return bigInteger(n)
	}
	e := f.operation(op, core.Int, x, y)
	e.Kind, e.Span = semantics.DivisionByZero, f.span
	return e
}

// integers returns an operation on integers that has no obligation.
func (f *fn) integers(op core.Op, x, y *core.Expr) *core.Expr {
	if x.Op != core.Const || y != nil && y.Op != core.Const {
		return f.operation(op, core.Int, x, y)
	}
	n := new(big.Int)
	switch op {
	case core.Neg:
		n.Neg(x.Int)
	case core.Add:
		n.Add(x.Int, y.Int)
	case core.Sub:
		n.Sub(x.Int, y.Int)
	case core.Mul:
		n.Mul(x.Int, y.Int)
	case core.BitAnd:
		n.And(x.Int, y.Int)
	case core.BitOr:
		n.Or(x.Int, y.Int)
	case core.BitXor:
		n.Xor(x.Int, y.Int)
	case core.Shl:
		n.Lsh(x.Int, uint(y.Int.Int64()))
	case core.Shr:
		n.Rsh(x.Int, uint(y.Int.Int64()))
	default:
		return f.operation(op, core.Int, x, y)
	}
	return bigInteger(n)
}

// compared returns a comparison of integers.
func (f *fn) compared(op core.Op, x, y *core.Expr) *core.Expr {
	if x.Op != core.Const || y.Op != core.Const {
		return f.operation(op, core.Bool, x, y)
	}
	c := x.Int.Cmp(y.Int)
	switch op {
	case core.Lt:
		return truthOf(c < 0)
	case core.Le:
		return truthOf(c <= 0)
	case core.Gt:
		return truthOf(c > 0)
	case core.Ge:
		return truthOf(c >= 0)
	case core.Eq:
		return truthOf(c == 0)
	}
	return truthOf(c != 0)
}

func truthOf(b bool) *core.Expr {
	e := &core.Expr{Op: core.Truth, Type: core.Bool}
	if b {
		e.Bits = 1
	}
	return e
}

// not returns the negation of a condition.
func not(c *core.Expr) *core.Expr {
	switch c.Op {
	case core.Not:
		return c.X
	case core.Truth:
		return truthOf(c.Bits == 0)
	case core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne:
		n := *c
		n.Op = [...]core.Op{core.Lt: core.Ge, core.Le: core.Gt, core.Gt: core.Le, core.Ge: core.Lt, core.Eq: core.Ne,
			core.Ne: core.Eq}[c.Op]
		return &n
	}
	return &core.Expr{Op: core.Not, Type: core.Bool, X: c}
}

// sum, difference and the like of ranges.

func least(xs ...*big.Int) *big.Int {
	m := xs[0]
	for _, x := range xs[1:] {
		if x.Cmp(m) < 0 {
			m = x
		}
	}
	return m
}

func greatest(xs ...*big.Int) *big.Int {
	m := xs[0]
	for _, x := range xs[1:] {
		if x.Cmp(m) > 0 {
			m = x
		}
	}
	return m
}

func sum(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }

func difference(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

func product(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// wrap returns the value of an integer type that is equal to v modulo the number of its values. For _Bool it returns 1
// if v is not 0, else 0.
func wrap(v *big.Int, t *Type) *big.Int {
	if t.Class == Bool {
		return big.NewInt(int64(v.CmpAbs(new(big.Int)) & 1))
	}
	n := uint(t.width())
	m := new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(one, n), one))
	if t.Signed && m.Bit(int(n)-1) == 1 {
		m.Sub(m, new(big.Int).Lsh(one, n))
	}
	return m
}

var one = big.NewInt(1)

func bigInt(n int64) *big.Int { return big.NewInt(n) }

// float returns the constant n of a floating type, rounded to nearest even.
func float[N int | *big.Int](t *Type, n N) *core.Expr {
	var b *big.Int
	switch n := any(n).(type) {
	case int:
		b = big.NewInt(int64(n))
	case *big.Int:
		b = n
	}
	x := new(big.Float).SetPrec(uint(max(64, b.BitLen()))).SetInt(b)
	if t.Size == 4 {
		v, _ := x.Float32()
		return &core.Expr{Op: core.Single, Type: core.F32, Bits: uint64(math.Float32bits(v))}
	}
	v, _ := x.Float64()
	return &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(v)}
}

// fits reports whether v is a value of an integer type.
func fits(v *big.Int, t *Type) bool {
	lo, hi := t.limits()
	return v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0
}

func double(v float64) constant {
	return constant{t: doubleType, x: &core.Expr{Op: core.Double, Type: core.F64, Bits: math.Float64bits(v)}}
}

// single and double return constants of the floating types.
func single(v float32) constant {
	return constant{t: floatType, x: &core.Expr{Op: core.Single, Type: core.F32, Bits: uint64(math.Float32bits(v))}}
}

// extendedWork is about how much work an operation on long double takes.
const extendedWork = 1 << 14

// drawn emits a draw of an input and returns its value. All draws of one name have one range; a draw with another range
// gets another name.
func (f *fn) drawn(name string, lo, hi *big.Int) *core.Expr {
	if lo.Cmp(hi) > 0 {
		lo, hi = zero, zero
		f.emit(instr(core.Assume, truthOf(false)))
	}
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' || strings.ContainsRune("()\",!", r) {
			return '_'
		}
		return r
	}, name)
	if name == "" || strings.ContainsRune("0123456789-+.@", rune(name[0])) {
		name = "_" + name
	}
	shown := name
	for i := 2; ; i++ {
		at, ok := f.p.draws[shown]
		if !ok || at[0].Cmp(lo) == 0 && at[1].Cmp(hi) == 0 {
			break
		}
		shown = name + "~" + strconv.Itoa(i)
	}
	if f.p.draws == nil {
		f.p.draws = map[string][2]*big.Int{}
	}
	f.p.draws[shown] = [2]*big.Int{lo, hi}
	in := instr(core.Draw)
	in.Dst, in.Name, in.Lo, in.Hi = f.temp(core.Int), shown, lo, hi
	f.emit(in)
	return f.used(f.read(in.Dst))
}
