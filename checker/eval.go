package checker

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines values and expressions of the core on terms, with one arm for each operator, in the order of
// package core. It is written separately from the finder's evaluator. A certificate is valid only if the two agree to
// the letter.

// must records that the current instruction has a fault of the given kind unless f holds.
func (p *follower) must(f *term.Formula, kind semantics.Kind) {
	p.oblige(f, semantics.Fault{Kind: kind, Span: p.state.Place(p.state.Instr().Span)})
}

// lacks records that the current instruction is not supported, and why.
func (p *follower) lacks(reason string) {
	if p.unsupported == "" {
		p.unsupported = reason
	}
}

// Reasons for which something is not supported.
const (
	lostValue      = "a variable that has no value where two ways meet"
	unknownPointer = "a pointer made of a number that depends on inputs"
)

// integer returns the value of an expression of integer type.
func (p *follower) integer(e *core.Expr) *term.Linear { return p.number(p.value(e)) }

// value returns the value of an expression that is not a condition.
func (p *follower) value(e *core.Expr) value {
	p.pool.Meter().Charge(1) // if this exhausts the meter, there is no next step
	switch e.Op {
	case core.Const:
		return value{Value: core.MakeInteger(e.Int)}
	case core.Null:
		return value{Value: core.MakeAddress(zero)}
	case core.Address:
		return value{Value: core.MakePointer(e.Ref+1, zero)}
	case core.Function:
		return value{Value: core.MakeFunction(e.Ref)}
	case core.Single:
		return value{Value: core.MakeFloat32(uint32(e.Bits))}
	case core.Double:
		return value{Value: core.MakeFloat64(e.Bits)}
	case core.Read:
		if c := p.cells.find(frameOf(p.state), int64(e.Slot)); c != nil {
			if c.value.lost {
				p.lacks(lostValue)
			}
			return c.value
		}
		return value{Value: p.state.Slot(e.Slot)}
	case core.Defined:
		return p.defined(e)
	case core.Freeze:
		if x := p.value(e.X); x.IsDefined() {
			return x
		}
		return p.any(e.Type)
	case core.Within:
		x := p.integer(e.X)
		p.require(e, p.within(x, e.Lo, e.Hi))
		return integer(x)
	case core.Given:
		p.require(e, p.truth(e.X))
		return p.value(e.Y)
	case core.Neg:
		return integer(p.pool.Neg(p.integer(e.X)))
	case core.Add, core.Sub, core.Mul, core.Div, core.Mod, core.Quo, core.Rem,
		core.BitAnd, core.BitOr, core.BitXor, core.Shl, core.Shr:
		return integer(p.arithmetic(e))
	case core.Move:
		return p.move(e)
	case core.Diff:
		x := p.value(e.X)
		y := p.value(e.Y)
		x, y = p.target(x), p.target(y)
		if p.require(e, p.pool.Bool(related(x.Value, y.Value))); !related(x.Value, y.Value) {
			return p.any(core.Int)
		}
		return integer(p.pool.Sub(p.number(x), p.number(y)))
	case core.ToPtr:
		return p.pointer(p.integer(e.X))
	case core.ToInt:
		p.numbered = true
		return integer(p.address(p.value(e.X)))
	case core.FNeg, core.FSqrt, core.FAdd, core.FSub, core.FMul, core.FDiv, core.IntToF32, core.IntToF64, core.FToInt,
		core.Widen, core.Narrow:
		return p.float(e)
	}
	panic("checker: unexpected operator")
}

// float returns the value of an operator that takes or gives floats and is no comparison.
func (p *follower) float(e *core.Expr) value {
	x := p.value(e.X)
	y := value{}
	if e.Y != nil {
		y = p.value(e.Y)
	}
	switch {
	case !x.followed() && !y.followed():
		c := core.Expr{Op: e.Op, Type: e.Type, X: constantOf(x.Value), Kind: e.Kind, Span: e.Span}
		if e.Y != nil {
			c.Y = constantOf(y.Value)
		}
		z, stop := p.Eval(p.state, &c)
		if stop != nil {
			p.require(e, p.pool.Bool(false))
			return p.any(e.Type)
		}
		return value{Value: z}
	case e.Op == core.FToInt:
		return p.truncated(e, p.floatOf(x))
	}
	a, b := p.floatOf(x), &float{}
	if e.Y != nil {
		b = p.floatOf(y)
	}
	return p.made(e.Type, p.operation(e, a, b))
}

// truth returns the value of a condition.
func (p *follower) truth(e *core.Expr) *term.Formula {
	p.pool.Meter().Charge(1)
	switch e.Op {
	case core.Truth:
		return p.pool.Bool(e.Bits != 0)
	case core.Given:
		p.require(e, p.truth(e.X))
		return p.truth(e.Y)
	case core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne:
		x := p.integer(e.X)
		return p.pool.Ranged(p.compare(e.Op, x, p.integer(e.Y)))
	case core.Not:
		return p.pool.Not(p.truth(e.X))
	case core.And:
		x := p.truth(e.X)
		return p.pool.And(x, p.given(x, e.Y))
	case core.Or:
		x := p.truth(e.X)
		return p.pool.Or(x, p.given(p.pool.Not(x), e.Y))
	case core.Same:
		x := p.value(e.X)
		y := p.value(e.Y)
		p.contrasts(x, y)
		return p.pool.Eq(p.address(x), p.address(y))
	case core.Below:
		return p.below(e)
	case core.FEq, core.FLt, core.FLe:
		return p.comparison(e)
	}
	panic("checker: unexpected condition")
}

// comparison returns the value of a comparison of floats.
func (p *follower) comparison(e *core.Expr) *term.Formula {
	a := p.floatOf(p.value(e.X))
	b := p.floatOf(p.value(e.Y))
	both := a.n != nil && b.n != nil
	switch {
	case a.n == nil && b.n == nil:
		return p.pool.Bool(p.compares(e.Op, a.expr, b.expr, nil))
	case a.whole != nil && b.whole != nil:
		return p.order(e.Op, a.whole, b.whole)
	case !both && a.n == nil && b.slope != 0:
		return p.crosses(e.Op, b, a.expr, false)
	case !both && b.n == nil && a.slope != 0:
		return p.crosses(e.Op, a, b.expr, true)
	case both && a.slope != 0 && a.n.Equal(b.n) && alike(a.expr, b.expr):
		if e.Op == core.FLt {
			return p.pool.Bool(false)
		}
		return p.isNumber(a)
	case both && strict(a.expr) && alike(a.expr, b.expr):
		m, n := a.n, b.n
		if a.slope < 0 {
			m, n = n, m
		}
		return p.pool.And(p.isNumber(a), p.isNumber(b), p.order(e.Op, p.rank(m), p.rank(n)))
	case !both || a.n.Equal(b.n):
		f := a
		if a.n == nil {
			f = b
		}
		if is, ok := few(p, func(known *term.Ranges, _ int) (is *term.Formula, few bool) {
			var where []*big.Int
			few = p.each(f, known, func(k *big.Int) {
				if p.compares(e.Op, a.expr, b.expr, k) {
					where = append(where, k)
				}
			})
			return p.oneOfThese(f.n, where), few
		}); ok {
			return is
		}
	}
	x, y := placed(e.X.Type, a.place), placed(e.X.Type, b.place)
	return p.pool.And(p.isNumber(x), p.isNumber(y), p.order(e.Op, p.rank(x.n), p.rank(y.n)))
}

// contrasts notes whether a comparison of the addresses of two pointers depends on numbers.
func (p *follower) contrasts(x, y value) {
	p.numbered = p.numbered || x.wild+y.wild > 0 || !related(x.Value, y.Value) && (!p.steady(x) || !p.steady(y))
}

// given returns the value of a condition that is evaluated only if x holds. If x never holds, it returns any value.
func (p *follower) given(x *term.Formula, e *core.Expr) *term.Formula {
	if x.Op == term.False {
		return x
	}
	p.reached = append(p.reached, x)
	y := p.truth(e)
	p.reached = p.reached[:len(p.reached)-1]
	return y
}

func (p *follower) compare(op core.Op, x, y *term.Linear) *term.Formula {
	switch op {
	case core.Lt:
		return p.pool.Lt(x, y)
	case core.Le:
		return p.pool.Le(x, y)
	case core.Gt:
		return p.pool.Lt(y, x)
	case core.Ge:
		return p.pool.Le(y, x)
	case core.Eq:
		return p.pool.Eq(x, y)
	}
	return p.pool.Not(p.pool.Eq(x, y))
}

// defined returns the operand of e, which must be defined.
func (p *follower) defined(e *core.Expr) value {
	x := p.value(e.X)
	if x.IsDefined() {
		return x
	}
	p.require(e, p.pool.Bool(false))
	return p.any(e.Type)
}

// arithmetic returns the value of an operator on two integers.
func (p *follower) arithmetic(e *core.Expr) *term.Linear {
	x := p.integer(e.X)
	y := p.integer(e.Y)
	switch e.Op {
	case core.Add:
		return p.pool.Add(x, y)
	case core.Sub:
		return p.pool.Sub(x, y)
	case core.Mul:
		return p.pool.Mul(x, y)
	case core.BitAnd:
		return p.pool.BitAnd(x, y)
	case core.BitOr:
		return p.pool.BitOr(x, y)
	case core.BitXor:
		return p.pool.BitXor(x, y)
	case core.Shl:
		return p.pool.Shl(x, y)
	case core.Shr:
		return p.pool.Shr(x, y)
	}
	p.require(e, p.pool.Not(p.pool.Eq(y, p.int(0))))
	divide := p.pool.FloorDiv
	if e.Op == core.Quo || e.Op == core.Rem {
		divide = p.pool.TruncDiv
	}
	quot, rem := divide(x, y)
	if e.Op == core.Div || e.Op == core.Quo {
		return quot
	}
	return rem
}

// related reports whether two pointers point into one object, or are both addresses.
func related(x, y core.Value) bool {
	a, _, in := x.Object()
	b, _, both := y.Object()
	_, bare := x.Address()
	_, too := y.Address()
	return in && both && a == b || bare && too
}

// below returns the condition that a pointer is before another one. Null is before all objects.
func (p *follower) below(e *core.Expr) *term.Formula {
	x := p.value(e.X)
	y := p.value(e.Y)
	x, y = p.target(x), p.target(y)
	_, _, object := x.Object()
	_, _, too := y.Object()
	_, address := x.Address()
	_, also := y.Address()
	switch {
	case related(x.Value, y.Value):
		return p.pool.Lt(p.number(x), p.number(y))
	case address && too:
		p.require(e, p.pool.Eq(p.number(x), p.int(0)))
	case object && also:
		p.require(e, p.pool.Eq(p.number(y), p.int(0)))
	default:
		p.require(e, p.pool.Bool(false))
	}
	return p.pool.Bool(address)
}

// move returns the pointer that an operator makes by moving another one.
func (p *follower) move(e *core.Expr) value {
	x := p.value(e.X)
	n := p.integer(e.Y)
	x = p.target(x)
	if _, ok := x.Function(); ok {
		if e.Kind != "" {
			p.require(e, p.pool.Eq(n, p.int(0)))
		}
		return x
	}
	to := p.pool.Add(p.number(x), n)
	if id, _, ok := x.Object(); ok && e.Kind != "" {
		size := p.sizeOf(id)
		p.require(e, p.pool.And(p.between(p.int(0), p.number(x), size), p.between(p.int(0), to, size)))
	} else if e.Kind != "" {
		p.require(e, p.pool.Eq(n, p.int(0)))
	}
	return withNumber(x.Value, to)
}

// between returns the condition that lo <= x <= hi.
func (p *follower) between(lo, x, hi *term.Linear) *term.Formula {
	return p.pool.And(p.pool.Le(lo, x), p.pool.Le(x, hi))
}

// pointer returns the pointer that a number is.
func (p *follower) pointer(n *term.Linear) value {
	objects := p.state.Objects()
	p.numbered = p.numbered || !low(n)
	if n.IsConst() {
		return value{Value: core.ToPointer(n.Const, objects, len(p.Program.Funcs))}
	}
	x := value{Value: core.MakeAddress(zero), n: n, wild: objects + 1}
	return p.told(x, nil)
}

// told returns x, and if it is wild and bounds of its number tell to what it points, the pointer to that: the bounds
// lie in one object, or there is no address of an object and of a function between them, or they are equal.
func (p *follower) told(x value, known *term.Ranges) value {
	lo, hi := boundsOf(x.n, known)
	if lo == nil || hi == nil {
		return x
	}
	objects, funcs := x.wild-1, len(p.Program.Funcs)
	least := core.ToPointer(lo, objects, funcs)
	a, _, in := least.Object()
	b, _, too := core.ToPointer(hi, objects, funcs).Object()
	_, function := least.Function()
	switch {
	case in && too && a == b:
		start := core.MakePointer(a, zero)
		return withNumber(start, p.pool.Sub(x.n, p.addressOf(start)))
	case lo.Cmp(hi) == 0 && function:
		return value{Value: least}
	}
	for _, taken := range [][2]core.Value{
		{core.MakePointer(1, zero), core.MakePointer(objects+1, zero)},
		{core.MakeFunction(0), core.MakeFunction(funcs)},
	} {
		if lo.Cmp(hi) != 0 && hi.Cmp(p.addressOf(taken[0]).Const) >= 0 && lo.Cmp(p.addressOf(taken[1]).Const) < 0 {
			return x
		}
	}
	return value{Value: x.Value, n: x.n}
}

// settled returns x, and if it is wild, what the assumptions tell of it.
func (p *follower) settled(x value) value {
	if x.wild > 0 {
		if known := p.known(); !known.Contradict {
			return p.told(x, known)
		}
	}
	return x
}

// target returns a pointer of which it has to be known what it points to.
func (p *follower) target(x value) value {
	if x = p.settled(x); x.wild > 0 {
		p.lacks(unknownPointer)
	}
	return x
}

// somewhere returns the condition that a wild pointer points into an object.
func (p *follower) somewhere(x value) *term.Formula {
	first, end := p.addressOf(core.MakePointer(1, zero)), p.addressOf(core.MakePointer(x.wild, zero))
	return p.pool.And(p.pool.Le(first, x.n), p.pool.Lt(x.n, end))
}
