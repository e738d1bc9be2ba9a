package c

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"
)

// This file defines complex numbers in constant expressions. Products and quotients are exact before they are rounded, as gcc computes them.

// complexConstant returns a complex constant.
func complexConstant(t *Type, re, im constant) constant {
	return constant{t: t, x: re.x, im: im.x}
}

// parts returns the parts of a complex constant.
func (c constant) parts() (re, im constant) {
	return constant{t: c.t.Elem, x: c.x}, constant{t: c.t.Elem, x: c.im}
}

// parts returns the parts of a number.
func (e *folding) parts(c constant) (re, im constant) {
	if c.t.ofNumbers() {
		return c.parts()
	}
	return c, e.convert(constant{t: intType, x: integer(0)}, c.t)
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

// complexes evaluates an operator on two numbers of which one is complex. A real operand has no imaginary part, which differs from one that is 0.
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

// exactProduct evaluates x * y or x / y. If a part is not finite, the program computes the result. If a part of the result is 0, signedProduct finds its sign.
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
