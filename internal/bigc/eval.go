package bigc

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the values of expressions, by recursion. Operands are evaluated from left to right, but in a
// compound assignment the right one first.

// used returns the value of an expression, which has to be one.
func (m *machine) used(e *expr) value { return use(m.eval(e), e.at) }

// as returns the value of an expression, converted to type t.
func (m *machine) as(e *expr, t *ctype) value {
	v := m.eval(e)
	if t.kind == integral && v.t.kind == integral {
		m.meets(v.t, t, e.at)
	}
	return convert(v, t, e.at)
}

// purpose says what an expression is wanted for that stands for an object.
type purpose byte

const (
	reading purpose = iota
	writing
	leading // to it: its address is taken
)

// eval returns the value of an expression.
func (m *machine) eval(e *expr) value {
	m.tick(string(e.op)+string(e.inner), e.at)
	switch e.op {
	case constant:
		return integer(e.t, e.n)
	case named, literal, index, arrow, deref, dot:
		return m.read(e)
	case calling:
		return m.calling(e)
	case cast:
		return m.as(e.x, e.t)
	case negate, plus, "~":
		return m.sign(e)
	case "!":
		return truth(!isTrue(m.eval(e.x), e.x.at))
	case address:
		return m.addressOf(e)
	case before, after:
		return m.step(e, func(p value, n *big.Int) value { return moved(p, n, e.at) })
	case assign:
		return m.assign(e)
	case compound:
		return m.compound(e)
	case condition:
		chosen := e.y
		if !isTrue(m.eval(e.x), e.x.at) {
			chosen = e.z
		}
		if e.t.scalar() {
			return m.as(chosen, e.t)
		}
		return m.eval(chosen)
	case sequence:
		m.eval(e.x)
		return m.eval(e.y)
	case "&&", "||":
		if isTrue(m.eval(e.x), e.x.at) != (e.op == "&&") {
			return truth(e.op == "||")
		}
		return truth(isTrue(m.eval(e.y), e.y.at))
	case asserting:
		if !isTrue(m.eval(e.x), e.x.at) {
			fail(semantics.AssertionFailed, e.at)
		}
		return value{t: voidType}
	}
	x, y := m.both(func() value { return m.used(e.x) }, func() value { return m.used(e.y) })
	m.operands(e.op, e.t, x, y, e.at)
	return calculate(e.op, e.t, x, y, e.at)
}

// raw returns a pointer n bytes behind p, wherever that is: what uses it looks.
func raw(p pointer, n *big.Int) pointer {
	const far = 1 << 60
	n = new(big.Int).Add(n, big.NewInt(p.off))
	switch {
	case n.Cmp(big.NewInt(far)) > 0:
		p.off = far
	case n.Cmp(big.NewInt(-far)) < 0:
		p.off = -far
	default:
		p.off = n.Int64()
	}
	return p
}

// lvalue returns where the object is for which an expression stands.
func (m *machine) lvalue(e *expr, why purpose) pointer {
	switch e.op {
	case named:
		if o := m.locals[e.v]; o != nil {
			return pointer{o: o}
		}
		return pointer{o: m.static[e.v]}
	case literal:
		if m.texts[e] == nil {
			o := &object{bytes: zeros(e.t.size), readOnly: true}
			for i := range e.text {
				o.bytes[i].b = e.text[i]
			}
			m.texts[e] = o
		}
		return pointer{o: m.texts[e]}
	case deref:
		switch s := e.x; { // *(p + n) is p[n]
		case s.op == "+" && s.x.value().kind == pointing:
			return m.element(e, s.x, s.y, why)
		case s.op == "+":
			return m.element(e, s.y, s.x, why)
		}
		if s := e.x; s.op == before || s.op == after { // the access looks where it leads
			return m.step(s, func(p value, n *big.Int) value {
				p.p = raw(p.p, new(big.Int).Mul(n, big.NewInt(p.t.elem.size)))
				return p
			}).p
		}
		return m.used(e.x).p
	case arrow:
		return raw(m.used(e.x).p, big.NewInt(e.member.offset))
	case dot:
		return raw(m.lvalue(e.x, why), big.NewInt(e.member.offset))
	case index:
		return m.element(e, e.x, e.y, why)
	}
	panic("bigc: no object is " + string(e.op))
}

// element returns where e is, an element of an array, or of one behind a pointer. The index of an array inside of a
// larger object, or of arrays, has to be one of that array.
func (m *machine) element(e, of, n *expr, why purpose) pointer {
	isArray := of.t.kind == array
	base, at := m.both(func() value {
		if isArray && of.place() {
			m.tick("array", e.at)
			return value{p: m.lvalue(of, why)}
		}
		return m.used(of)
	}, func() value { return m.used(n) })
	if i := at.n; isArray && (e.t.kind == array || of.op != named && of.op != literal) {
		most := of.t.n
		if why != leading {
			most--
		}
		if i.Sign() < 0 || i.Cmp(big.NewInt(most)) > 0 {
			fail([]semantics.Kind{semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite,
				semantics.PointerArithmetic}[why], e.at)
		}
	}
	return raw(base.p, new(big.Int).Mul(at.n, big.NewInt(e.t.size)))
}

// record returns a value that is a record, for a copy at a place of the program.
func (m *machine) record(e *expr, at source.Pos) value {
	if e.place() {
		return load(m.lvalue(e, reading), e.t, at)
	}
	return m.eval(e)
}

// read returns the value of what stands for an object: of an array, a pointer to its first element.
func (m *machine) read(e *expr) value {
	switch {
	case e.t.kind == function && e.op == named:
		return value{t: e.value(), p: pointer{f: e.v}}
	case e.t.kind == function:
		return value{t: e.value(), p: m.lvalue(e, leading)}
	case !e.place():
		v := m.eval(e.x)
		if v.lacks != nothing {
			panic(unread("a member of what no function returned"))
		}
		p := raw(pointer{o: &object{bytes: v.bytes}}, big.NewInt(e.member.offset))
		if e.t.kind == array {
			return value{t: e.value(), p: p}
		}
		return load(p, e.t, e.at)
	case e.t.kind == array:
		return inside(value{t: e.value(), p: m.lvalue(e, leading)}, e.at)
	}
	return load(m.lvalue(e, reading), e.t, e.at)
}

// inside establishes that a pointer leads into its object, or to its end.
func inside(v value, at source.Pos) value {
	if o := v.p.o; o == nil && v.p.f == nil && v.p.off != 0 || o != nil &&
		(v.p.off < 0 || v.p.off > int64(len(o.bytes))) {
		fail(semantics.PointerArithmetic, at)
	}
	return v
}

// addressOf returns a pointer to what stands for an object or a function.
func (m *machine) addressOf(e *expr) value {
	if e.x.t.kind == function {
		v := m.read(e.x)
		v.t = e.t
		return v
	}
	return inside(value{t: e.t, p: m.lvalue(e.x, leading)}, e.x.at)
}

// sign returns the value of an operation with one operand.
func (m *machine) sign(e *expr) value {
	x := m.used(e.x)
	m.meets(x.t, e.t, e.at)
	n := wrapped(x.n, e.t)
	switch e.op {
	case negate:
		return inRange(n.Neg(n), e.t, e.at)
	case "~":
		return integer(e.t, wrapped(n.Not(n), e.t))
	}
	return integer(e.t, n)
}

// step adds 1 to an object, or subtracts it. The value is that from before or after.
func (m *machine) step(e *expr, move func(p value, n *big.Int) value) value {
	p := m.lvalue(e.x, reading)
	old := use(load(p, e.x.t, e.at), e.x.at)
	now := old
	if old.t.kind == pointing {
		now = move(old, e.n)
	} else {
		now = convert(calculate("+", common(old.t, intType), old, integer(intType, e.n), e.at), e.x.t, e.at)
	}
	store(p, now, e.at)
	if e.op == after {
		return old
	}
	return now
}

// assign sets an object to a value, which is converted to its type.
func (m *machine) assign(e *expr) value {
	to, v := m.both(func() value { return value{p: m.lvalue(e.x, writing)} }, func() value {
		if e.t.scalar() {
			return m.as(e.y, e.t)
		}
		m.tick("record =", e.at)
		return m.record(e.y, e.at)
	})
	store(to.p, v, e.x.at)
	return v
}

// compound sets an object to the result of an operation on it. The right operand is evaluated first.
func (m *machine) compound(e *expr) value {
	var p pointer
	y, x := m.both(func() value { return m.used(e.y) }, func() value {
		p = m.lvalue(e.x, reading)
		return use(load(p, e.x.t, e.x.at), e.x.at)
	})
	m.operands(e.inner, e.z.t, x, y, e.at)
	v := calculate(e.inner, e.z.t, x, y, e.at)
	if e.t.kind == integral {
		m.meets(v.t, e.t, e.at)
	}
	v = convert(v, e.t, e.at)
	store(p, v, e.x.at)
	return v
}

// argument returns the argument i of a function.
func (m *machine) argument(f value, i int, x *expr) value {
	if t := f.t.elem.params[i]; t.scalar() {
		return m.as(x, t)
	}
	m.tick("record argument", x.at)
	at := x.at
	if to := f.p.f; to != nil && to.f != nil { // which copies it
		at = to.f.params[i].at
	}
	return m.record(x, at)
}

// calling calls a function: its arguments are evaluated from left to right, and converted to the types of its
// parameters.
func (m *machine) calling(e *expr) value {
	f := m.used(e.x)
	var args []value
	var met faults
	for i, x := range e.args {
		arg, f := m.attempt(func() value { return m.argument(f, i, x) })
		args, met = append(args, arg), append(met, f...)
	}
	if f.p.f == nil {
		kind := semantics.InvalidCall
		if f.p.o == nil {
			kind = semantics.NullDereference
		}
		met = append(met, faultAt(kind, e.at))
	}
	if met != nil {
		panic(met)
	}
	v := m.call(f.p.f, args, e.at)
	if v.t.kind == record {
		m.tick("record result", e.at)
	}
	return v
}
