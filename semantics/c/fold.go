package c

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the arithmetic of constant expressions. An expression with an undefined result is not constant,
// except for << of signed numbers, which gcc defines. Products and quotients of complex numbers are exact before they
// are rounded, as gcc computes them.

// truth reports whether a constant is not 0.
func (e *folding) truth(c constant) bool {
	if e.why != "" {
		return false
	}
	switch {
	case c.address():
		return true
	case c.t.Class == Pointer:
		return c.off != 0
	case c.t.integer():
		return c.x.Int.Sign() != 0
	case c.t.Class == Float:
		return c.float() != 0
	case c.t.Class == LongDouble:
		return !extendedOf(c.x).zero()
	case c.t.Class == Complex:
		re, im := c.parts()
		return e.truth(re) || e.truth(im)
	}
	e.fail("it has a value of type %v as a condition", c.t)
	return false
}

// float returns the value of a constant of the type float or double.
func (c constant) float() float64 {
	if c.x.Op == core.Single {
		return float64(math.Float32frombits(uint32(c.x.Bits)))
	}
	return math.Float64frombits(c.x.Bits)
}

// floating returns a constant of a floating type.
func floating(t *Type, v float64) constant {
	if t.Size == 4 {
		return single(float32(v))
	}
	return double(v)
}

// convert returns a constant converted to a type (C11 6.3).
func (e *folding) convert(c constant, t *Type) constant {
	if e.why != "" {
		return e.fail("")
	}
	t = t.unqualified()
	switch {
	case t.Class == Bool:
		b := truth(e.truth(c))
		b.t = boolType
		return b
	case t.Class == Complex && c.t.arithmetic() && !c.address() || c.t.Class == Complex && t.arithmetic():
		return e.convertComplex(c, t)
	case t.integer() && c.t.integer() && !c.address():
		return constant{t: t, x: bigInteger(wrap(c.x.Int, t))}
	case t.integer() && (c.t.Class == Pointer || c.t.integer()):
		if !c.address() {
			return constant{t: t, x: bigInteger(wrap(big.NewInt(c.off), t))}
		}
		if t.Size != 8 {
			return e.fail("it has a part of an address")
		}
		c.t = t
		return c
	case t.integer() && c.t.Class == Float:
		v := c.float()
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return e.fail("the value %v has no integer", v)
		}
		n, _ := big.NewFloat(v).Int(nil)
		return e.inRange(n, t, "a conversion")
	case t.integer() && c.t.Class == LongDouble:
		v := extendedOf(c.x)
		if v.noNumber() || v.infinite() {
			return e.fail("a value that is no number is converted")
		}
		r := v.rat()
		return e.inRange(new(big.Int).Quo(r.Num(), r.Denom()), t, "a conversion")
	case t.Class == Pointer && c.t.Class == Pointer:
		c.t = t
		return c
	case t.Class == Pointer && c.t.integer():
		if c.address() {
			if c.t.Size != 8 {
				return e.fail("it has a part of an address")
			}
			c.t = t
			return c
		}
		return constant{t: t, x: null(), off: int64(wrap(c.x.Int, ulongType).Uint64())}
	case c.address():
		return e.fail("it has an address as %v", t)
	case t.Class == Float && c.t.integer():
		v := new(big.Float).SetInt(c.x.Int)
		if t.Size == 4 {
			s, _ := v.Float32()
			return single(s)
		}
		d, _ := v.Float64()
		return double(d)
	case t.Class == Float && c.t.Class == Float:
		return floating(t, c.float())
	case t.Class == Float && c.t.Class == LongDouble:
		return narrowed(extendedOf(c.x), t)
	case t.Class == LongDouble && c.t.Class == LongDouble:
		return c
	case t.Class == LongDouble && c.t.integer():
		return extendedConstant(nearest(new(big.Rat).SetInt(c.x.Int), false))
	case t.Class == LongDouble && c.t.Class == Float:
		return extendedConstant(widened(c.float()))
	}
	return e.fail("it has a conversion of %v to %v", c.t, t)
}

// widened returns a double as a long double.
func widened(v float64) extended {
	switch {
	case math.IsNaN(v):
		return invalid
	case math.IsInf(v, 0):
		return infinity(v < 0)
	}
	return nearest(new(big.Rat).SetFloat64(v), math.Signbit(v))
}

// narrowed returns a long double as a number of a smaller type.
func narrowed(v extended, t *Type) constant {
	switch {
	case v.noNumber():
		return floating(t, math.NaN())
	case v.infinite():
		return floating(t, math.Inf(1-2*int(v.top>>15)))
	case v.zero():
		return floating(t, math.Copysign(0, 1-2*float64(v.top>>15)))
	}
	r := v.rat()
	if t.Size == 4 {
		s, _ := r.Float32()
		if s == 0 && r.Sign() < 0 {
			s = float32(math.Copysign(0, -1))
		}
		return single(s)
	}
	d, _ := r.Float64()
	if d == 0 && r.Sign() < 0 {
		d = math.Copysign(0, -1)
	}
	return double(d)
}

// inRange returns an integer constant if the type has its value.
func (e *folding) inRange(v *big.Int, t *Type, what string) constant {
	if lo, hi := t.limits(); v.Cmp(lo) < 0 || v.Cmp(hi) > 0 {
		return e.fail("%s gives %v, which %v does not have", what, v, t)
	}
	return constant{t: t, x: bigInteger(v)}
}

// sign evaluates + - ~ of a promoted operand.
func (e *folding) sign(n *cc.UnaryExpression, c constant) constant {
	switch {
	case e.why != "" || n.Case == cc.UnaryExpressionPlus && c.t.arithmetic():
		return c
	case c.address():
	case c.t.integer():
		v := new(big.Int).Neg(c.x.Int)
		if n.Case == cc.UnaryExpressionCpl {
			v.Not(c.x.Int)
		}
		if !c.t.Signed {
			v = wrap(v, c.t)
		}
		return e.inRange(v, c.t, "-")
	case c.t.Class == Float && n.Case == cc.UnaryExpressionMinus:
		x := *c.x
		x.Bits ^= 1 << (8*c.t.Size - 1)
		return constant{t: c.t, x: &x}
	case c.t.Class == LongDouble && n.Case == cc.UnaryExpressionMinus:
		return extendedConstant(extendedOf(c.x).negated())
	case c.t.ofNumbers():
		return e.signComplex(n, c)
	}
	return e.fail("it has an operator of a value of type %v", c.t)
}

// binary evaluates a binary operator.
func (e *folding) binary(n cc.ExpressionNode, op operator, l, r cc.ExpressionNode) constant {
	x, y := e.value(l), e.value(r)
	if e.why != "" {
		return x
	}
	if x.t.Class == Pointer || y.t.Class == Pointer {
		return e.pointers(op, x, y)
	}
	a, b := e.f.promotedType(l), e.f.promotedType(r)
	if !a.arithmetic() || !b.arithmetic() {
		return e.fail("it has %v of values of type %v and %v", op, x.t, y.t)
	}
	if op == shl || op == shr {
		return e.shift(op, e.convert(x, a), e.convert(y, b))
	}
	if a.aggregate() || b.aggregate() {
		e.u.p.charge(8 * extendedWork)
	}
	if a.Class == Complex || b.Class == Complex {
		return e.complexes(op, e.convert(x, a), e.convert(y, b))
	}
	return e.numbers(op, x, y, usual(a, b))
}

// numbers evaluates an operator on numbers that are not complex, by their common type.
func (e *folding) numbers(op operator, x, y constant, t *Type) constant {
	x, y = e.convert(x, t), e.convert(y, t)
	switch {
	case e.why != "":
		return x
	case x.address() || y.address():
		return e.addresses(op, x, y)
	case t.integer():
		return e.integers(op, x.x.Int, y.x.Int, t)
	case t.Class == Float:
		return e.floats(op, x.float(), y.float(), t)
	case t.Class == LongDouble:
		return e.extendeds(op, extendedOf(x.x), extendedOf(y.x))
	}
	return e.fail("it has %v of values of type %v", op, t)
}

// integers evaluates an operator on two integers of one type.
func (e *folding) integers(op operator, x, y *big.Int, t *Type) constant {
	v := new(big.Int)
	switch op {
	case add:
		v.Add(x, y)
	case sub:
		v.Sub(x, y)
	case mul:
		v.Mul(x, y)
	case div, rem:
		if y.Sign() == 0 {
			return e.fail("it divides by 0")
		}
		q, r := new(big.Int).QuoRem(x, y, new(big.Int))
		if e.inRange(q, t, "/"); op == rem {
			q = r
		}
		v = q
	case and:
		v.And(x, y)
	case or:
		v.Or(x, y)
	case xor:
		v.Xor(x, y)
	default:
		return compared(op, x.Cmp(y))
	}
	if !t.Signed {
		v = wrap(v, t)
	}
	return e.inRange(v, t, op.String())
}

// compared returns the value of a comparison. The first operand is less than the second, equal or greater if c is -1, 0
// or 1.
func compared(op operator, c int) constant {
	return truth(map[operator]bool{lt: c < 0, le: c <= 0, gt: c > 0, ge: c >= 0, eq: c == 0, ne: c != 0}[op])
}

// shift evaluates a shift of promoted operands.
func (e *folding) shift(op operator, x, y constant) constant {
	if e.why != "" || x.address() || y.address() || !x.t.integer() || !y.t.integer() {
		return e.fail("it shifts what is no integer constant")
	}
	k := y.x.Int
	if k.Sign() < 0 || k.Cmp(big.NewInt(int64(x.t.width()))) >= 0 {
		return e.fail("it shifts %d bits by %v", x.t.width(), k)
	}
	if op == shr {
		return constant{t: x.t, x: bigInteger(new(big.Int).Rsh(x.x.Int, uint(k.Uint64())))}
	}
	return constant{t: x.t, x: bigInteger(wrap(new(big.Int).Lsh(x.x.Int, uint(k.Uint64())), x.t))}
}

// floats evaluates an operator on numbers of one floating type.
func (e *folding) floats(op operator, x, y float64, t *Type) constant {
	narrow := t.Size == 4
	switch op {
	case add:
		if narrow {
			return single(float32(x) + float32(y))
		}
		return double(x + y)
	case sub:
		if narrow {
			return single(float32(x) - float32(y))
		}
		return double(x - y)
	case mul:
		if narrow {
			return single(float32(x) * float32(y))
		}
		return double(x * y)
	case div:
		if narrow {
			return single(float32(x) / float32(y))
		}
		return double(x / y)
	case rem, and, or, xor:
		return e.fail("it has %v of values of type %v", op, t)
	}
	if math.IsNaN(x) || math.IsNaN(y) {
		return truth(op == ne)
	}
	switch {
	case x < y:
		return compared(op, -1)
	case x > y:
		return compared(op, 1)
	}
	return compared(op, 0)
}

// extendeds evaluates an operator on long doubles.
func (e *folding) extendeds(op operator, x, y extended) constant {
	switch op {
	case add:
		return extendedConstant(extendedAdd(x, y))
	case sub:
		return extendedConstant(extendedAdd(x, y.negated()))
	case mul:
		return extendedConstant(extendedMul(x, y))
	case div:
		return extendedConstant(extendedQuo(x, y))
	case rem, and, or, xor:
		return e.fail("it has %v of values of type long double", op)
	}
	c, ok := x.compare(y)
	if !ok {
		return truth(op == ne)
	}
	return compared(op, c)
}

// addresses evaluates an operator on two integers of which at least one is an address.
func (e *folding) addresses(op operator, x, y constant) constant {
	switch {
	case op == eq || op == ne || op == sub && x.address() && y.address():
		p := e.pointers(op, constant{t: pointerTo(charType), x: x.x, off: x.off},
			constant{t: pointerTo(charType), x: y.x, off: y.off})
		if op == sub {
			p.t = x.t
		}
		return p
	case op == add && !x.address():
		x, y = y, x
		fallthrough
	case op == add || op == sub && x.address():
		if y.address() || x.x.Op == core.Function || !y.x.Int.IsInt64() {
			break
		}
		k := y.x.Int.Int64()
		if op == sub {
			k = -k
		}
		x.off += k
		return x
	}
	return e.fail("it has %v of an address", op)
}

// pointers evaluates an operator of which an operand is a pointer.
func (e *folding) pointers(op operator, x, y constant) constant {
	switch {
	case op == add && x.t.Class == Pointer && y.t.integer():
		return e.moved(x, y, false)
	case op == add && y.t.Class == Pointer && x.t.integer():
		return e.moved(y, x, false)
	case op == sub && x.t.Class == Pointer && y.t.integer():
		return e.moved(x, y, true)
	case op < lt && op != sub:
		return e.fail("it has %v of a pointer", op)
	}
	for _, c := range []*constant{&x, &y} {
		if c.t.integer() {
			*c = e.convert(*c, pointerTo(voidType))
		}
		if e.why == "" && c.t.Class != Pointer {
			e.fail("it has %v of values of type %v and %v", op, x.t, y.t)
		}
	}
	if e.why != "" {
		return x
	}
	one := x.x.Op == y.x.Op && x.x.Ref == y.x.Ref
	switch {
	case op == sub && one:
		size := max(x.t.Elem.Size, 1)
		if (x.off-y.off)%size != 0 {
			return e.fail("it has a difference of pointers that is no multiple of %d bytes", size)
		}
		return constant{t: longType, x: integer((x.off - y.off) / size)}
	case op == sub:
		return e.fail("it has a difference of pointers to several objects")
	case one:
		switch {
		case x.off < y.off:
			return compared(op, -1)
		case x.off > y.off:
			return compared(op, 1)
		}
		return compared(op, 0)
	case op == eq || op == ne:
		return truth(op == ne)
	}
	return e.fail("it has %v of pointers to several objects", op)
}

// moved returns a pointer moved by n elements, forward or back.
func (e *folding) moved(p, n constant, back bool) constant {
	switch {
	case e.why != "":
		return p
	case p.t.Class != Pointer || !n.t.integer() || n.address():
		return e.fail("it has a subscript of a value of type %v by %v", p.t, n.t)
	case p.x.Op == core.Function:
		return e.fail("it moves a pointer to a function")
	}
	e.u.need(p.t.Elem)
	if p.t.Elem.variable() {
		return e.fail("it has a length that is not constant")
	}
	size := max(p.t.Elem.Size, 0)
	if p.t.Elem.Class == Void || p.t.Elem.Class == Function {
		size = 1
	}
	k := new(big.Int).Mul(n.x.Int, big.NewInt(size))
	if back {
		k.Neg(k)
	}
	k.Add(k, big.NewInt(p.off))
	if !k.IsInt64() {
		return e.fail("it moves a pointer too far")
	}
	p.off = k.Int64()
	return p
}

// variable reports whether the size of t is not constant.
func (t *Type) variable() bool {
	for ; t.Class == Array; t = t.Elem {
		if t.Length != nil {
			return true
		}
	}
	return false
}

// call evaluates a call of a function that gcc knows.
func (e *folding) call(n *cc.PostfixExpression) constant {
	name, args := e.f.calledName(n), arguments(n)
	switch len(args) {
	case 0:
		if v, ok := map[string]constant{
			"__builtin_huge_val": double(math.Inf(1)), "__builtin_huge_valf": single(float32(math.Inf(1))),
			"__builtin_huge_vall": extendedConstant(infinity(false)),
			"__builtin_inf":       double(math.Inf(1)), "__builtin_inff": single(float32(math.Inf(1))),
			"__builtin_infl": extendedConstant(infinity(false)),
		}[name]; ok {
			return v
		}
	case 1:
		return e.call1(n, name, args[0])
	case 2:
		switch name {
		case "__builtin_expect":
			return e.convert(e.value(args[0]), longType)
		case "__ccgo__types_compatible_p":
			a, b := e.f.typeOf(args[0]), e.f.typeOf(args[1])
			return truth(e.u.p.compatible(a.unqualified(), b.unqualified()))
		}
	case 3:
		if name == "__builtin_choose_expr" {
			c := e.value(args[0])
			if e.why != "" {
				return c
			}
			if e.truth(c) {
				return e.value(args[1])
			}
			return e.value(args[2])
		}
	}
	return e.fail("it has a call")
}

// nan returns what __builtin_nan and its like make of a string literal: a number that is not a number, whose lowest
// bits are the integer that the literal has.
func (u *unit) nan(name string, arg cc.ExpressionNode) (c constant, ok bool) {
	p, ok := plain(arg).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString {
		return c, false
	}
	text, _ := u.text(p)
	payload, err := strconv.ParseUint(text, 0, 64)
	// which are Go's
	if err != nil && len(text) > 0 || strings.ContainsAny(text, "_oO") ||
		strings.HasPrefix(strings.ToLower(text), "0b") {
		return c, false
	}
	with := func(exponent, quiet uint64) uint64 {
		payload &= quiet - 1
		if !strings.HasPrefix(name, "nans") {
			return exponent | quiet | payload
		}
		if payload == 0 {
			payload = quiet >> 1
		}
		return exponent | payload
	}
	switch name {
	case "nan", "nans":
		c = double(math.NaN())
		c.x.Bits = with(0x7ff<<52, 1<<51)
	case "nanf":
		c = constant{t: floatType, x: &core.Expr{Op: core.Single, Type: core.F32, Bits: with(0xff<<23, 1<<22)}}
	default:
		return extendedConstant(invalid), payload == 0 && name == "nanl"
	}
	return c, true
}

// call1 is call for a function with one argument.
func (e *folding) call1(n *cc.PostfixExpression, name string, arg cc.ExpressionNode) constant {
	if name == "__builtin_constant_p" {
		f := e.f
		if f == e.u.types.outside {
			f = nil
		}
		c, why := e.u.fold(f, arg, e.initial)
		return truth(why == "" && (!c.address() || c.x.Op == core.Address && e.u.p.core.Globals[c.x.Ref].Literal &&
			c.off == 0))
	}
	switch name {
	case "__builtin_nan", "__builtin_nanf", "__builtin_nanl", "__builtin_nans":
		if c, ok := e.u.nan(strings.TrimPrefix(name, "__builtin_"), arg); ok {
			return c
		}
		return e.fail("it has a call")
	case "__builtin_strlen", "strlen":
		p, ok := plain(arg).(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionString {
			return e.fail("it has a call")
		}
		bytes, _ := e.u.text(p)
		for i := range len(bytes) {
			if bytes[i] == 0 {
				bytes = bytes[:i]
				break
			}
		}
		return constant{t: ulongType, x: integer(int64(len(bytes)))}
	}
	t, compute := bitFunction(name)
	if compute == nil {
		return e.fail("it has a call")
	}
	c := e.convert(e.value(arg), t)
	if e.why != "" || c.address() {
		return e.fail("it has a call")
	}
	v, result, ok := compute(c.x.Int.Uint64())
	if !ok {
		return e.fail("the argument of %s is 0", name)
	}
	return constant{t: result, x: bigInteger(wrap(new(big.Int).SetUint64(v), result))}
}

// bitFunction returns a function on bits that gcc knows, and the type of its parameter.
func bitFunction(name string) (*Type, func(uint64) (uint64, *Type, bool)) {
	count := func(f func(uint64) int, zero bool) func(uint64) (uint64, *Type, bool) {
		return func(x uint64) (uint64, *Type, bool) { return uint64(f(x)), intType, zero || x != 0 }
	}
	lead32 := func(x uint64) int { return bits.LeadingZeros32(uint32(x)) }
	parity := func(x uint64) int { return bits.OnesCount64(x) & 1 }
	first := func(x uint64) int {
		if x == 0 {
			return 0
		}
		return bits.TrailingZeros64(x) + 1
	}
	switch name {
	case "__builtin_popcount":
		return uintType, count(bits.OnesCount64, true)
	case "__builtin_popcountl", "__builtin_popcountll":
		return ulongType, count(bits.OnesCount64, true)
	case "__builtin_parity":
		return uintType, count(parity, true)
	case "__builtin_parityl", "__builtin_parityll":
		return ulongType, count(parity, true)
	case "__builtin_clz":
		return uintType, count(lead32, false)
	case "__builtin_clzl", "__builtin_clzll":
		return ulongType, count(bits.LeadingZeros64, false)
	case "__builtin_ctz":
		return uintType, count(bits.TrailingZeros64, false)
	case "__builtin_ctzl", "__builtin_ctzll":
		return ulongType, count(bits.TrailingZeros64, false)
	case "__builtin_ffs":
		return uintType, count(first, true)
	case "__builtin_ffsl", "__builtin_ffsll":
		return ulongType, count(first, true)
	case "__builtin_bswap16":
		return ushortType, func(x uint64) (uint64, *Type, bool) {
			return uint64(bits.ReverseBytes16(uint16(x))), ushortType, true
		}
	case "__builtin_bswap32":
		return uintType, func(x uint64) (uint64, *Type, bool) {
			return uint64(bits.ReverseBytes32(uint32(x))), uintType, true
		}
	case "__builtin_bswap64":
		return ulongType, func(x uint64) (uint64, *Type, bool) { return bits.ReverseBytes64(x), ulongType, true }
	}
	return nil, nil
}

// complexConstant returns a complex constant.
func complexConstant(t *Type, re, im constant) constant {
	return constant{t: t, x: re.x, im: im.x}
}

// parts returns the parts of a complex constant.
func (c constant) parts() (re, im constant) {
	return constant{t: c.t.Elem, x: c.x}, constant{t: c.t.Elem, x: c.im}
}

// rational returns the value of a floating constant; nil if it is not finite.
func (c constant) rational() *big.Rat {
	if c.t.Class == LongDouble {
		v := extendedOf(c.x)
		switch {
		case v.noNumber() || v.infinite():
			return nil
		case v.zero():
			return new(big.Rat)
		}
		return v.rat()
	}
	v := c.float()
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return new(big.Rat).SetFloat64(v)
}

// complexes evaluates an operator on two numbers of which one is complex. A real operand has no imaginary part, which
// differs from one that is 0.
func (e *folding) complexes(op operator, x, y constant) constant {
	t := usualComplex(x.t, y.t)
	if t == nil || e.why != "" || op > div && op != eq && op != ne {
		return e.fail("it has %v of values of type %v and %v", op, x.t, y.t)
	}
	both := x.t.Class == Complex && y.t.Class == Complex
	xr, xi := e.parts(x)
	yr, yi := e.parts(y)
	do := func(op operator, a, b constant) constant { return e.numbers(op, a, b, t.Elem) }
	zero := e.convert(constant{t: intType, x: integer(0)}, t.Elem)
	switch {
	case op == eq || op == ne:
		same := e.truth(do(eq, xr, yr)) && e.truth(do(eq, xi, yi))
		return truth(same == (op == eq))
	case (op == mul && both || op == div && y.t.Class == Complex) && !t.Elem.integer():
		return e.exactProduct(op, e.convertComplex(x, t), e.convertComplex(y, t), t)
	case op == mul && both:
		return complexConstant(t, do(sub, do(mul, xr, yr), do(mul, xi, yi)), do(add, do(mul, xr, yi), do(mul, xi, yr)))
	case op == div && y.t.Class == Complex:
		return e.fail("it has / of values of type %v and %v", x.t, y.t)
	case op == mul && x.t.Class == Complex || op == div:
		return complexConstant(t, do(op, xr, yr), do(op, xi, yr))
	case op == mul:
		return complexConstant(t, do(op, xr, yr), do(op, xr, yi))
	case both:
		return complexConstant(t, do(op, xr, yr), do(op, xi, yi))
	case x.t.Class == Complex:
		return complexConstant(t, do(op, xr, yr), e.convert(xi, t.Elem))
	case op == add:
		return complexConstant(t, do(op, xr, yr), e.convert(yi, t.Elem))
	case t.Elem.integer():
		return complexConstant(t, do(op, xr, yr), do(sub, zero, yi))
	}
	return complexConstant(t, do(op, xr, yr), do(mul, e.convert(constant{t: intType, x: integer(-1)}, t.Elem), yi))
}

// convertComplex returns a number converted, from or to a complex type.
func (e *folding) convertComplex(c constant, t *Type) constant {
	if c.t.Class == Complex && !c.t.ofNumbers() || t.Class == Complex && !t.ofNumbers() {
		return e.fail("it has a conversion of %v to %v", c.t, t)
	}
	re, im := e.parts(c)
	if t.Class != Complex {
		return e.convert(re, t)
	}
	return complexConstant(t, e.convert(re, t.Elem), e.convert(im, t.Elem))
}

// exactProduct evaluates x * y or x / y. If a part is not finite, the program computes the result. If a part of the
// result is 0, signedProduct finds its sign.
func (e *folding) exactProduct(op operator, x, y constant, t *Type) constant {
	var r [4]*big.Rat // the parts of x, then those of y
	xr, xi := x.parts()
	yr, yi := y.parts()
	for i, c := range [...]constant{xr, xi, yr, yi} {
		if r[i] = c.rational(); r[i] == nil {
			return e.fail("it has %v of numbers that are not finite", op)
		}
	}
	product := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	a, b, c, d := r[0], r[1], r[2], r[3]
	if op == div { // multiply with the conjugate
		d = new(big.Rat).Neg(d)
	}
	re := new(big.Rat).Sub(product(a, c), product(b, d))
	im := new(big.Rat).Add(product(a, d), product(b, c))
	if op == div {
		by := new(big.Rat).Add(product(c, c), product(d, d))
		if by.Sign() == 0 {
			return e.fail("it divides by 0")
		}
		re.Quo(re, by)
		im.Quo(im, by)
	}
	if re.Sign() == 0 || im.Sign() == 0 {
		return e.signedProduct(op, xr, xi, yr, yi, re, im, t)
	}
	return complexConstant(t, rounded(re, t.Elem), rounded(im, t.Elem))
}

// parts returns the parts of a number.
func (e *folding) parts(c constant) (re, im constant) {
	if c.t.ofNumbers() {
		return c.parts()
	}
	return c, e.convert(constant{t: intType, x: integer(0)}, c.t)
}

// signComplex evaluates - and ~ of a complex number; the latter is the conjugate.
func (e *folding) signComplex(n *cc.UnaryExpression, c constant) constant {
	negative := *n
	negative.Case = cc.UnaryExpressionMinus
	re, im := c.parts()
	if n.Case == cc.UnaryExpressionMinus {
		re = e.sign(&negative, re)
	}
	return complexConstant(c.t, re, e.sign(&negative, im))
}

// signedProduct is exactProduct if a part is 0. The sign of the part is that of the sum of the signed products.
func (e *folding) signedProduct(op operator, xr, xi, yr, yi constant, re, im *big.Rat, t *Type) constant {
	part := func(exact *big.Rat, op operator, a, b, c, d constant) constant {
		if exact.Sign() != 0 {
			return rounded(exact, t.Elem)
		}
		return e.numbers(op, e.numbers(mul, a, b, t.Elem), e.numbers(mul, c, d, t.Elem), t.Elem)
	}
	if op == div {
		return complexConstant(t, part(re, add, xr, yr, xi, yi), part(im, sub, xi, yr, xr, yi))
	}
	return complexConstant(t, part(re, sub, xr, yr, xi, yi), part(im, add, xr, yi, xi, yr))
}

// rounded returns the number of a floating type that is nearest to a number.
func rounded(v *big.Rat, t *Type) constant {
	switch {
	case t.Class == LongDouble:
		return extendedConstant(nearest(v, v.Sign() < 0))
	case t.Size == 4:
		x, _ := v.Float32()
		return single(x)
	}
	x, _ := v.Float64()
	return double(x)
}
