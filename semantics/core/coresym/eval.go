package coresym

import (
	"math/big"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines symbolic evaluation, definition 3.7 of the thesis: expressions become terms over the inputs, with
// the obligations under which they have a value. There is an arm for each operator, in the order of core/ops.go.

// lift returns the lifter for the next instruction of s.
func (m *Machine) lift(s *State) lifter {
	l := lifter{Machine: m, state: s}
	if s != nil && !s.rest.ended {
		l.in = &s.fn.Code[s.pc]
	}
	return l
}

// lacks records that the current part is not supported, and why.
func (l *lifter) lacks(reason string) {
	if l.unsupported.Reason == "" {
		l.unsupported = symbolic.Unsupported{Reason: reason, Span: l.state.place(l.in.Span)}
	}
}

// slot returns the value of a slot.
func (l *lifter) slot(i int) value {
	if n := l.state.slots.get(i); n != nil {
		return value{class: integer, n: n}
	}
	v, _ := l.state.rest.others.get(int64(i))
	return v
}

// numbers returns the values of the operands of e, which are integers.
func (l *lifter) numbers(e *core.Expr) (x, y *term.Linear) {
	x = l.integer(e.X)
	return x, l.integer(e.Y)
}

// integer returns the value of an expression that is a defined integer; if it has none the result means nothing.
func (l *lifter) integer(e *core.Expr) *term.Linear {
	switch e.Op {
	case core.Const:
		return l.pool.Int(e.Int)

	case core.Defined:
		if e.X.Op == core.Read { // what programs evaluate most
			if n := l.state.slots.get(e.X.Slot); n != nil {
				return n
			}
		}

	case core.Within:
		x := l.integer(e.X)
		low, high := l.pool.Bool(true), l.pool.Bool(true)
		if e.Lo != nil {
			low = l.pool.Le(l.pool.Int(e.Lo), x)
		}
		if e.Hi != nil {
			high = l.pool.Le(x, l.pool.Int(e.Hi))
		}
		l.require(l.pool.And(low, high), e.Kind, e.Span)
		return x

	case core.Neg:
		return l.pool.Neg(l.integer(e.X))

	case core.Add, core.Sub, core.Mul, core.BitAnd, core.BitOr, core.BitXor, core.Shl, core.Shr:
		x, y := l.numbers(e)
		return l.arith(e.Op, x, y)

	case core.Div, core.Mod, core.Quo, core.Rem:
		x, y := l.numbers(e)
		l.require(l.pool.Not(l.pool.Eq(y, l.int(0))), e.Kind, e.Span)
		return l.arith(e.Op, x, y)

	case core.Diff:
		p := l.value(e.X)
		q := l.value(e.Y)
		p, q = l.target(p), l.target(q)
		related := related(p, q)
		l.require(l.pool.Bool(related), e.Kind, e.Span)
		if !related {
			return l.int(0)
		}
		return l.pool.Sub(p.n, q.n)

	case core.ToInt:
		l.numbered = true
		return l.address(l.value(e.X))
	}
	return l.value(e).n
}

// value returns the value of an expression that is no condition; if it has none the result means nothing.
func (l *lifter) value(e *core.Expr) value {
	switch e.Op {
	case core.Null:
		return value{class: bare, n: l.int(0)}
	case core.Address:
		return value{class: inObject, ref: int32(e.Ref + 1), n: l.int(0)}
	case core.Function:
		return value{class: toFunction, ref: int32(e.Ref)}
	case core.Single:
		return value{class: single, bits: e.Bits}
	case core.Double:
		return value{class: double, bits: e.Bits}
	case core.Read:
		return l.slot(e.Slot)

	case core.Defined:
		x := l.value(e.X)
		if x.class == undefined {
			l.require(l.pool.Bool(false), e.Kind, e.Span)
			return l.any(e.Type)
		}
		return x
	case core.Freeze:
		x := l.value(e.X)
		if x.class == undefined {
			return l.any(e.Type)
		}
		return x
	case core.Given:
		l.require(l.truth(e.X), e.Kind, e.Span)
		return l.value(e.Y)

	case core.Const, core.Within, core.Neg, core.Add, core.Sub, core.Mul, core.Div, core.Mod, core.Quo, core.Rem,
		core.BitAnd, core.BitOr, core.BitXor, core.Shl, core.Shr, core.Diff, core.ToInt:
		return value{class: integer, n: l.integer(e)}

	case core.Move:
		p := l.value(e.X)
		n := l.integer(e.Y)
		return l.moved(e, l.target(p), n)
	case core.ToPtr:
		return l.pointer(l.integer(e.X))

	case core.FNeg, core.FSqrt, core.FAdd, core.FSub, core.FMul, core.FDiv, core.IntToF32, core.IntToF64, core.FToInt,
		core.Widen, core.Narrow:
		return l.floating(e)
	}
	panic("coresym: unexpected operator " + e.Op.String())
}

// floating returns the value of an operator that takes or gives floats, other than a comparison.
func (l *lifter) floating(e *core.Expr) value {
	x := l.value(e.X)
	var y value
	if e.Y != nil {
		y = l.value(e.Y)
	}
	if x.constant() && (e.Y == nil || y.constant()) {
		z, stop := l.evaluated(e, x, y)
		if stop {
			l.require(l.pool.Bool(false), e.Kind, e.Span)
			return l.any(e.Type)
		}
		return z
	}
	if e.Op == core.FToInt {
		return value{class: integer, n: l.rounded(e, x)}
	}
	return value{class: opaque, f: l.computed(e, x, y)}
}

// any returns the value of a type that is 0, null or +0.0.
func (l *lifter) any(t core.Type) value {
	switch t {
	case core.Ptr:
		return value{class: bare, n: l.int(0)}
	case core.F32:
		return value{class: single}
	case core.F64:
		return value{class: double}
	}
	return value{class: integer, n: l.int(0)}
}

// arith returns x op y.
func (l *lifter) arith(op core.Op, x, y *term.Linear) *term.Linear {
	switch op {
	case core.Add:
		return l.pool.Add(x, y)
	case core.Sub:
		return l.pool.Sub(x, y)
	case core.Mul:
		return l.pool.Mul(x, y)
	case core.Div, core.Mod:
		quot, rem := l.pool.FloorDiv(x, y)
		if op == core.Div {
			return quot
		}
		return rem
	case core.Quo, core.Rem:
		quot, rem := l.pool.TruncDiv(x, y)
		if op == core.Quo {
			return quot
		}
		return rem
	case core.BitAnd:
		return l.pool.BitAnd(x, y)
	case core.BitOr:
		return l.pool.BitOr(x, y)
	case core.BitXor:
		return l.pool.BitXor(x, y)
	case core.Shl:
		return l.pool.Shl(x, y)
	case core.Shr:
		return l.pool.Shr(x, y)
	}
	panic("coresym: unexpected operator " + op.String())
}

// moved returns the pointer p moved by n bytes. One to a function stays where it is.
func (l *lifter) moved(e *core.Expr, p value, n *term.Linear) value {
	to := p
	if p.class != toFunction {
		to.n = l.pool.Add(p.n, n)
	}
	switch {
	case e.Kind == "":
	case p.class == inObject:
		size, from := l.object(p).size, l.int(0)
		l.require(l.pool.And(l.between(from, p.n, p.n, size), l.between(from, to.n, to.n, size)), e.Kind, e.Span)
	default:
		l.require(l.pool.Eq(n, l.int(0)), e.Kind, e.Span)
	}
	return to
}

// address returns the number that a pointer is.
func (l *lifter) address(p value) *term.Linear {
	switch p.class {
	case inObject:
		return l.pool.Add(l.base(core.MakePointer(int(p.ref), new(big.Int))), p.n)
	case toFunction:
		return l.base(core.MakeFunction(int(p.ref)))
	}
	return p.n
}

// base returns the address of a pointer that does not depend on the inputs.
func (l *lifter) base(p core.Value) *term.Linear {
	n, _ := p.ToInteger().Integer()
	return l.pool.Int(n)
}

// pointer returns the pointer that the number n is.
func (l *lifter) pointer(n *term.Linear) value {
	made := l.state.rest.made
	l.numbered = l.numbered || !low(n)
	if p, ok := l.pointsTo(n, made, nil); ok {
		return p
	}
	return value{class: wild, ref: int32(made), n: n}
}

// pointsTo returns the pointer that the number n is where so many objects are made, if bounds tell it.
func (l *lifter) pointsTo(n *term.Linear, made int, in bounds) (p value, ok bool) {
	lo, hi := in.of(n)
	if lo == nil || hi == nil {
		return p, false
	}
	funcs := len(l.program.Funcs)
	first, last := core.ToPointer(lo, made, funcs), core.ToPointer(hi, made, funcs)
	between := func(from, end core.Value) bool { // whether n may be from one address on and before another
		return l.base(from).Const.Cmp(hi) <= 0 && lo.Cmp(l.base(end).Const) < 0
	}
	id, _, inside := first.Object()
	also, _, too := last.Object()
	f, to := first.Function()
	switch zero := new(big.Int); {
	case inside && too && id == also:
		return value{class: inObject, ref: int32(id), n: l.pool.Sub(n, l.base(core.MakePointer(id, zero)))}, true
	case to && lo.Cmp(hi) == 0:
		return value{class: toFunction, ref: int32(f)}, true
	case lo.Cmp(hi) == 0:
	case between(core.MakePointer(1, zero), core.MakePointer(made+1, zero)),
		between(core.MakeFunction(0), core.MakeFunction(funcs)):
		return p, false
	}
	return value{class: bare, n: n}, true
}

// settled returns a pointer, and if it is wild, as what the path condition tells of it.
func (l *lifter) settled(p value) value {
	if p.class == wild {
		if q, ok := l.pointsTo(p.n, int(p.ref), l.assumed()); ok {
			return q
		}
	}
	return p
}

// target returns the pointer that an operator looks at, which must not be wild.
func (l *lifter) target(p value) value {
	if p = l.settled(p); p.class == wild {
		l.lacks(unknownPointer)
	}
	return p
}

// somewhere returns the condition that a wild pointer points into an object.
func (l *lifter) somewhere(p value) *term.Formula {
	first, end := core.MakePointer(1, new(big.Int)), core.MakePointer(int(p.ref)+1, new(big.Int))
	return l.pool.And(l.pool.Le(l.base(first), p.n), l.pool.Lt(p.n, l.base(end)))
}

// related reports whether p and q have an order and a distance.
func related(p, q value) bool {
	return p.class == inObject && q.class == inObject && p.ref == q.ref || p.class == bare && q.class == bare
}

// truth returns the truth value of a condition. If the condition has no value, the result is meaningless.
func (l *lifter) truth(e *core.Expr) *term.Formula {
	switch e.Op {
	case core.Truth:
		return l.pool.Bool(e.Bits != 0)

	case core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne:
		x, y := l.numbers(e)
		return l.compare(e.Op, x, y)
	case core.Not:
		return l.pool.Not(l.truth(e.X))
	case core.And:
		x := l.truth(e.X)
		y := l.given(x, e.Y)
		return l.pool.And(x, y)
	case core.Or:
		x := l.truth(e.X)
		y := l.given(l.pool.Not(x), e.Y)
		return l.pool.Or(x, y)

	case core.Same:
		p, q := l.value(e.X), l.value(e.Y)
		l.contrasts(p, q)
		return l.pool.Eq(l.address(p), l.address(q))
	case core.Below:
		p := l.value(e.X)
		q := l.value(e.Y)
		p, q = l.target(p), l.target(q)
		switch {
		case related(p, q):
			return l.pool.Lt(p.n, q.n)
		case p.class == bare && q.class == inObject: // null is before all objects
			l.require(l.pool.Eq(p.n, l.int(0)), e.Kind, e.Span)
			return l.pool.Bool(true)
		case p.class == inObject && q.class == bare:
			l.require(l.pool.Eq(q.n, l.int(0)), e.Kind, e.Span)
			return l.pool.Bool(false)
		}
		l.require(l.pool.Bool(false), e.Kind, e.Span)
		return l.pool.Bool(false)

	case core.FEq, core.FLt, core.FLe:
		return l.floats(e)
	}
	panic("coresym: unexpected condition " + e.Op.String())
}

// floats returns the value of a comparison of floats.
func (l *lifter) floats(e *core.Expr) *term.Formula {
	x := l.value(e.X)
	y := l.value(e.Y)
	a, b := l.curve(x), l.curve(y)
	switch {
	case x.constant() && y.constant():
		return l.pool.Bool(holds(e.Op, a.of, b.of, nil))
	case a.exact != nil && b.exact != nil:
		return l.compared(relations[e.Op], a.exact, b.exact)
	case a.key == nil && b.trend != 0:
		return l.among(b.key, b.meets(e.Op, a, false))
	case b.key == nil && a.trend != 0:
		return l.among(a.key, a.meets(e.Op, b, true))
	case a.key != nil && b.key != nil && a.trend != 0 && same(a.of, b.of) && a.key.Equal(b.key):
		return l.pool.And(l.is(a), l.pool.Bool(e.Op != core.FLt))
	case a.key != nil && b.key != nil && same(a.of, b.of) && steep(a.of):
		p, q := a.key, b.key
		if a.trend < 0 {
			p, q = q, p
		}
		return l.pool.And(l.is(a), l.is(b), l.compared(relations[e.Op], l.rank(p), l.rank(q)))
	case a.key != nil && b.key != nil && !a.key.Equal(b.key):
	default:
		if a.key == nil {
			a.key = b.key
		}
		f, ok := few(l, func(in bounds, _ int) (*term.Formula, bool) {
			var runs []run
			more := a.each(in, func(k *big.Int) {
				if holds(e.Op, a.of, b.of, k) {
					runs = extended(runs, k)
				}
			})
			return l.among(a.key, runs), more
		})
		if ok {
			return f
		}
	}
	p, q := atPlace(e.X.Type, a.place), atPlace(e.X.Type, b.place)
	return l.pool.And(l.is(p), l.is(q), l.compared(relations[e.Op], l.rank(p.key), l.rank(q.key)))
}

// contrasts notes whether a comparison of the addresses of two pointers depends on the numbers of objects.
func (m *Machine) contrasts(p, q value) {
	m.numbered = m.numbered || p.class == wild || q.class == wild || !related(p, q) && (!p.steady() || !q.steady())
}

// given returns the value of a condition that is evaluated only if f holds. If f never holds, it returns any value.
func (l *lifter) given(f *term.Formula, e *core.Expr) *term.Formula {
	if f.Op == term.False {
		return f
	}
	l.when = append(l.when, f)
	b := l.truth(e)
	l.when = l.when[:len(l.when)-1]
	return b
}

// cached returns where the comparison of the current instruction is cached.
func (l *lifter) cached() *comparison {
	at := 0
	if l.state != nil {
		at = int(uint32(l.state.pc) % uint32(len(l.last)))
	}
	return &l.last[at]
}

func (l *lifter) compare(op core.Op, x, y *term.Linear) *term.Formula {
	c := l.cached()
	if c.is == nil || c.op != op || c.x != x || c.y != y && !(y.IsConst() && c.y.Equal(y)) {
		*c = comparison{op: op, x: x, y: y, is: l.pool.Ranged(l.compared(op, x, y))}
	}
	return c.is
}

// not returns the negation of f.
func (l *lifter) not(f *term.Formula) *term.Formula {
	c := l.cached()
	if f != c.is {
		return l.pool.Not(f)
	}
	if c.not == nil {
		c.not = l.pool.Not(f)
	}
	return c.not
}

func (l *lifter) compared(op core.Op, x, y *term.Linear) *term.Formula {
	switch op {
	case core.Lt:
		return l.pool.Lt(x, y)
	case core.Le:
		return l.pool.Le(x, y)
	case core.Gt:
		return l.pool.Lt(y, x)
	case core.Ge:
		return l.pool.Le(y, x)
	case core.Eq:
		return l.pool.Eq(x, y)
	case core.Ne:
		return l.pool.Not(l.pool.Eq(x, y))
	}
	panic("coresym: unexpected comparison " + op.String())
}

// assume adds to a path condition that every obligation is met: the expressions have a value.
func (l *lifter) assume(cond *symbolic.PathCondition) *symbolic.PathCondition {
	for _, o := range l.obligations {
		cond = cond.And(o.met)
	}
	return cond
}

// faults returns the faults of the obligations: for each the condition under which it is the first that is not met.
func (l *lifter) faults() []symbolic.GuardedFault {
	var faults []symbolic.GuardedFault
	var before []*term.Formula
	for _, o := range l.obligations {
		guard := l.pool.And(append(slices.Clip(before), o.missed)...)
		if guard.Op != term.False && o.fault.Kind != core.Discard {
			faults = append(faults, symbolic.GuardedFault{Guard: guard, Fault: o.fault})
		}
		before = append(before, o.met)
	}
	return faults
}
