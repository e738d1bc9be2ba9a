package bigc

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines what operators do with values: 6.3 and 6.5 of C11.

// use establishes that a value is one.
func use(v value, at source.Pos) value {
	switch v.lacks {
	case unset:
		fail(semantics.UninitialisedValue, at)
	case returned:
		fail(semantics.MissingReturn, at)
	}
	return v
}

// isTrue reports whether a value differs from 0.
func isTrue(v value, at source.Pos) bool {
	use(v, at)
	if v.t.kind == pointing {
		return v.p != (pointer{})
	}
	return v.n.Sign() != 0
}

// convert returns a value as one of type t. To convert what has no value is a use of it, but not if t has all values
// of its type.
func convert(v value, t *ctype, at source.Pos) value {
	t = plain(t)
	switch {
	case t.kind == void:
		return value{t: t}
	case v.lacks == unset && t.kind == v.t.kind && (t.kind != integral || t.holds(v.t)):
		return value{t: t, lacks: unset}
	case v.t.kind == record:
		return v
	case t == boolType:
		return integer(t, truth(isTrue(v, at)).n)
	}
	use(v, at)
	switch {
	case t.kind == v.t.kind && t.kind == pointing:
		return value{t: t, p: v.p}
	case t.kind == integral && v.t.kind == integral:
		return integer(t, wrapped(v.n, t))
	case t.kind == pointing && v.n.Sign() == 0:
		return value{t: t}
	}
	panic(unread("a conversion between pointers and numbers"))
}

// inRange returns the result of an operation in a type: what has no sign wraps around, and for what has one the
// result has to fit.
func inRange(n *big.Int, t *ctype, at source.Pos) value {
	if t.signed && !t.has(n) {
		fail(semantics.Overflow, at)
	}
	return integer(t, wrapped(n, t))
}

// calculate returns the result of an operation with two operands, which are values.
func calculate(o op, t *ctype, x, y value, at source.Pos) value {
	switch {
	case x.t.kind == pointing || y.t.kind == pointing:
		return ofPointers(o, t, x, y, at)
	case o == "<<" || o == ">>":
		return shift(o, t, x.n, y.n, at)
	case t == intType && comparisons[o] != nil:
		u := common(x.t, y.t)
		return truth(comparisons[o](wrapped(x.n, u).Cmp(wrapped(y.n, u))))
	}
	a, b, n := wrapped(x.n, t), wrapped(y.n, t), new(big.Int)
	switch o {
	case "+":
		n.Add(a, b)
	case "-":
		n.Sub(a, b)
	case "*":
		n.Mul(a, b)
	case "/", "%":
		if b.Sign() == 0 {
			fail(semantics.DivisionByZero, at)
		}
		q, r := new(big.Int).QuoRem(a, b, n)
		if n = q; o == "%" {
			if n = r; t.signed && !t.has(q) { // 6.5.5: if a/b is not representable, nor is a%b defined
				fail(semantics.Overflow, at)
			}
		}
	case "&":
		n.And(a, b)
	case "|":
		n.Or(a, b)
	case "^":
		n.Xor(a, b)
	default:
		panic("bigc: operator " + string(o))
	}
	return inRange(n, t, at)
}

// comparisons says for each of these operators what order of its operands makes it true.
var comparisons = map[op]func(order int) bool{
	"<":  func(c int) bool { return c < 0 },
	">":  func(c int) bool { return c > 0 },
	"<=": func(c int) bool { return c <= 0 },
	">=": func(c int) bool { return c >= 0 },
	"==": func(c int) bool { return c == 0 },
	"!=": func(c int) bool { return c != 0 },
}

func shift(o op, t *ctype, x, by *big.Int, at source.Pos) value {
	if by.Sign() < 0 || by.Cmp(big.NewInt(t.size*8)) >= 0 {
		fail(semantics.ShiftOutOfRange, at)
	}
	if o == ">>" {
		return integer(t, new(big.Int).Rsh(x, uint(by.Int64())))
	}
	if x.Sign() < 0 {
		fail(semantics.ShiftOutOfRange, at)
	}
	return inRange(new(big.Int).Lsh(x, uint(by.Int64())), t, at)
}

// ofPointers returns the result of an operation of which an operand is a pointer.
func ofPointers(o op, t *ctype, x, y value, at source.Pos) value {
	switch {
	case o == "+" && x.t.kind == integral:
		return moved(y, x.n, at)
	case o == "+":
		return moved(x, y.n, at)
	case o == "-" && y.t.kind == integral:
		return moved(x, new(big.Int).Neg(y.n), at)
	}
	x, y = orNull(x), orNull(y)
	if o == "==" || o == "!=" {
		return truth((x.p == y.p) == (o == "=="))
	}
	if x.p.o != y.p.o || x.p.f != nil || y.p.f != nil {
		fail(semantics.UnrelatedPointers, at)
	}
	if o == "-" {
		return integer(t, big.NewInt((x.p.off-y.p.off)/x.t.elem.size))
	}
	order := 0
	switch {
	case x.p.off < y.p.off:
		order = -1
	case x.p.off > y.p.off:
		order = 1
	}
	return truth(comparisons[o](order))
}

// orNull returns a value as a pointer: the number 0 is null.
func orNull(v value) value {
	if v.t.kind == pointing {
		return v
	}
	if v.n.Sign() != 0 {
		panic(unread("a comparison of a pointer with a number"))
	}
	return value{t: pointerTo(voidType)}
}

// moved returns a pointer that is moved by n elements. It may lead behind the last one, but no further.
func moved(v value, n *big.Int, at source.Pos) value {
	to := new(big.Int).Mul(n, big.NewInt(v.t.elem.size))
	if v.p.o == nil {
		if to.Sign() != 0 || v.p.f != nil {
			fail(semantics.PointerArithmetic, at)
		}
		return v
	}
	to.Add(to, big.NewInt(v.p.off))
	if to.Sign() < 0 || to.Cmp(big.NewInt(int64(len(v.p.o.bytes)))) > 0 {
		fail(semantics.PointerArithmetic, at)
	}
	v.p.off = to.Int64()
	return v
}
