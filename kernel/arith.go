package kernel

import "math/big"

// This file defines what operators on integers do. Where an operator has no polynomial, it makes a symbol with the
// facts that define it: the quotient of a division by a positive number. All others are made from that. The symbol is
// found again by what it was defined as, so equal quotients are one symbol.

// product returns t * u, if it is not too large.
func (k *Kernel) product(t, u Term) Term {
	n, m := t.size(), u.size()
	if n > maxProduct/m { // n * m may be no int
		k.refuse("a product that is too large")
	}
	if k.err != nil || !k.work(n*m) {
		return number(0)
	}
	return t.times(u)
}

// quotient returns t / d rounded towards minus infinity, for a number d > 0. What d divides needs no symbol. For the
// rest r, whose coefficients are from 0 up to d, the symbol q has the facts d q <= r and r <= d q + d - 1.
func (k *Kernel) quotient(t Term, d *big.Int) Term {
	k.work(t.size() * (1 + len(d.Bits())))
	q, r := t.divide(d)
	if r.isConst() {
		return q
	}
	s, isNew := k.define("/" + d.Text(36) + "/" + r.key())
	if isNew {
		k.assume(atMost(s.scale(d).minus(r)))
		k.assume(atMost(r.minus(s.scale(d)).add(new(big.Int).Sub(one, d))))
	}
	return q.plus(s)
}

// ratio returns x / y rounded towards minus infinity, for y that is not 0: the facts say so, since the operator has
// this obligation. If y is below 0, it is -x / -y. For y > 0 the symbol q has the facts q y <= x and x < q y + y. That
// q y is no linear term does not matter.
func (k *Kernel) ratio(x, y Term) Term {
	switch {
	case y.isConst() && y.Const.Sign() > 0:
		return k.quotient(x, y.Const)
	case y.isConst():
		return k.quotient(x.neg(), new(big.Int).Neg(y.Const))
	case !k.ask(notMore(number(1), y)):
		if x, y = x.neg(), y.neg(); !k.ask(notMore(number(1), y)) {
			return number(0) // y is neither above nor below 0: the step has stopped, or the facts are contradictory
		}
	}
	q, isNew := k.define("%" + x.key() + y.key())
	if isNew {
		part := k.product(q, y)
		k.assume(notMore(part, x))
		k.assume(less(x, part.plus(y)))
	}
	return q
}

// truncated returns x / y rounded towards 0, for y that is not 0: |x| / |y| rounded down, with the sign of x / y.
func (k *Kernel) truncated(x, y Term) Term {
	sign := false
	if !k.ask(notMore(number(0), x)) {
		x, sign = x.neg(), true
	}
	if !k.ask(notMore(number(1), y)) {
		y, sign = y.neg(), !sign
	}
	if k.stopped() {
		return number(0)
	}
	q := k.ratio(x, y)
	if sign {
		q = q.neg()
	}
	return q
}

// bitsOf returns the bits of t from number low on, n of them, as a number from 0 up to 2^n. Numbers are in infinite
// two's complement.
func (k *Kernel) bitsOf(t Term, low, n int) Term {
	return k.quotient(t, power(uint(low))).minus(k.quotient(t, power(uint(low+n))).scale(power(uint(n))))
}

// signedOf returns the number of n bits in two's complement that a number from 0 up to 2^n stands for.
func (k *Kernel) signedOf(t Term, n int) Term {
	return t.minus(k.quotient(t, power(uint(n-1))).scale(power(uint(n))))
}

// conjunction returns x and y, bit by bit. With a number m >= 0, each run of ones of m takes these bits of the other
// operand; and x and m is x minus x and not m. If both are symbolic, a symbol stands for the result, with bounds that
// follow from those of the operands among the facts: numbers from -2^n to 2^n - 1 are those of n + 1 bits in two's
// complement, and these are closed under the operators. The bounds do not say which number the result is, so a goal
// then speaks of more numbers than the right one.
func (k *Kernel) conjunction(x, y Term) Term {
	if x.isConst() {
		x, y = y, x
	}
	switch {
	case x.isConst():
		return integer(new(big.Int).And(x.Const, y.Const))
	case y.isConst() && y.Const.Sign() < 0:
		return x.minus(k.conjunction(x, integer(new(big.Int).Not(y.Const))))
	case y.isConst():
		sum := number(0)
		for i := 0; i < y.Const.BitLen() && k.work(1+x.size()); i++ {
			first := i
			for y.Const.Bit(i) == 1 {
				i++
			}
			if i > first {
				sum = sum.plus(k.bitsOf(x, first, i-first).scale(power(uint(first))))
			}
		}
		return sum
	}
	z, isNew := k.define("&" + x.key() + y.key())
	if !isNew {
		return z
	}
	for _, n := range [...]uint{1, 8, 16, 32, 64} {
		lo, hi := new(big.Int).Neg(power(n)), new(big.Int).Sub(power(n), one)
		if k.has(within(x, lo, hi)) && k.has(within(y, lo, hi)) { // so are their conjunction and their disjunction
			k.assume(within(z, lo, hi))
			k.assume(within(x.plus(y).minus(z), lo, hi))
			break
		}
	}
	for _, v := range [...]Term{x, y} {
		if k.has(notMore(number(0), v)) {
			k.assume(inside(z, v))
		}
	}
	return z
}

// arith returns x op y for integers. If op divides, y is not 0.
func (k *Kernel) arith(op int, x, y Term) Term {
	if k.stopped() {
		return number(0)
	}
	k.work(x.size() + y.size())
	switch op {
	case opAdd:
		return x.plus(y)
	case opSub:
		return x.minus(y)
	case opMul:
		return k.product(x, y)
	case opDiv:
		return k.ratio(x, y)
	case opMod:
		return x.minus(k.product(y, k.ratio(x, y)))
	case opQuo:
		return k.truncated(x, y)
	case opRem:
		return x.minus(k.product(y, k.truncated(x, y)))
	case opBitAnd:
		return k.conjunction(x, y)
	case opBitOr:
		return x.plus(y).minus(k.conjunction(x, y))
	case opBitXor:
		return x.plus(y).minus(k.conjunction(x, y).scale(big.NewInt(2)))
	}
	n := k.known(y) // opShl, opShr
	switch {
	case k.stopped():
		return number(0)
	case n.Sign() < 0 || n.Cmp(big.NewInt(maxShift)) > 0:
		k.stuck("a shift out of its range")
		return number(0)
	case op == opShl:
		return k.product(x, integer(power(uint(n.Int64()))))
	}
	return k.quotient(x, power(uint(n.Int64())))
}

// compare returns x op y for integers.
func (k *Kernel) compare(op int, x, y Term) Formula {
	k.work(x.size() + y.size())
	switch op {
	case opLt:
		return less(x, y)
	case opLe:
		return notMore(x, y)
	case opGt:
		return less(y, x)
	case opGe:
		return notMore(y, x)
	case opEq:
		return equal(x.minus(y))
	}
	return not(equal(x.minus(y)))
}
