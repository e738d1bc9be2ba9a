package checker

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines values and expressions of the core on terms, with one arm for each operator, in the order of package core. It is written
// separately from the finder's evaluator. A certificate is valid only if the two agree to the letter.

// value is a value on terms. If it does not depend on the inputs, it is Value. Otherwise Value has only its form: its type and the object of a
// pointer.
type value struct {
	core.Value
	n     *term.Linear // the integer, the offset or the address; nil if Value has it
	float *float       // the float; nil if Value has it
	wild  int          // of a pointer made of a number that does not tell what it points to, the number of objects there were, and 1; else 0
	lost  bool         // whether a merge could not give it a value; no instruction may read it
}

// followed reports whether v depends on inputs.
func (v value) followed() bool { return v.n != nil || v.float != nil || v.lost }

// words returns the memory that v takes in addition to the struct, in machine words.
func (v value) words() int {
	if v.n == nil {
		return v.float.words()
	}
	return v.n.Words()
}

// guard is a condition that must hold for the next instruction; if it is missed, the state is at fault.
type guard struct {
	met    *term.Formula // the condition
	missed *term.Formula // the negation of met
	fault  semantics.Fault
}

// require records f as the obligation of an expression.
func (p *follower) require(e *core.Expr, f *term.Formula) {
	p.oblige(f, semantics.Fault{Kind: e.Kind, Span: p.state.Place(e.Span)})
}

// must records that the current instruction has a fault of the given kind unless f holds.
func (p *follower) must(f *term.Formula, kind semantics.Kind) {
	p.oblige(f, semantics.Fault{Kind: kind, Span: p.state.Place(p.state.Instr().Span)})
}

// oblige records that the current instruction has the fault unless f holds.
func (p *follower) oblige(f *term.Formula, fault semantics.Fault) {
	if f.Op == term.True || p.unsupported != "" {
		return
	}
	reached := p.pool.And(p.reached...)
	if missed := p.pool.And(reached, p.pool.Not(f)); missed.Op != term.False {
		p.guards = append(p.guards, guard{p.pool.Or(p.pool.Not(reached), f), missed, fault})
	}
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

func (p *follower) int(n int64) *term.Linear { return p.pool.Int(big.NewInt(n)) }

// integer returns the value that is the integer n.
func integer(n *term.Linear) value { return withNumber(core.MakeInt(0), n) }

// withNumber returns v, an integer or a pointer, with the number n instead of its own.
func withNumber(v core.Value, n *term.Linear) value {
	if !n.IsConst() {
		return value{Value: v, n: n}
	}
	if id, _, ok := v.Object(); ok {
		return value{Value: core.MakePointer(id, n.Const)}
	}
	if _, ok := v.Address(); ok {
		return value{Value: core.MakeAddress(n.Const)}
	}
	return value{Value: core.MakeInteger(n.Const)}
}

// number returns the number in v: the integer, the offset or the address; 0 if it has none.
func (p *follower) number(v value) *term.Linear {
	if v.n != nil {
		return v.n
	}
	n, ok := v.Integer()
	if !ok {
		_, n, ok = v.Object()
	}
	if !ok {
		n, ok = v.Address()
	}
	if !ok {
		return p.int(0)
	}
	return p.pool.Int(n)
}

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
		if p.require(e, p.pool.Bool(related(x, y))); !related(x, y) {
			return p.any(core.Int)
		}
		return integer(p.pool.Sub(p.number(x), p.number(y)))
	case core.ToPtr:
		return p.pointer(p.integer(e.X))
	case core.ToInt:
		p.numbered = true
		return integer(p.address(p.value(e.X)))
	case core.FNeg, core.FSqrt, core.FAdd, core.FSub, core.FMul, core.FDiv, core.IntToF32, core.IntToF64, core.FToInt, core.Widen, core.Narrow:
		return p.float(e)
	}
	panic("checker: unexpected operator")
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

// within returns the condition that x lies between lo and hi, both included; nil stands for an open end.
func (p *follower) within(x *term.Linear, lo, hi *big.Int) *term.Formula {
	low, high := p.pool.Bool(true), p.pool.Bool(true)
	if lo != nil {
		low = p.pool.Le(p.pool.Int(lo), x)
	}
	if hi != nil {
		high = p.pool.Le(x, p.pool.Int(hi))
	}
	return p.pool.And(low, high)
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

// any returns the value 0, null or +0.0 of a type. It stands for the value of an expression that has none.
func (p *follower) any(t core.Type) value {
	switch t {
	case core.Ptr:
		return value{Value: core.MakeAddress(zero)}
	case core.F32:
		return value{Value: core.MakeFloat32(0)}
	case core.F64:
		return value{Value: core.MakeFloat64(0)}
	}
	return value{Value: core.MakeInt(0)}
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
func related(x, y value) bool {
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
	case related(x, y):
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

// address returns the address of a pointer as a number.
func (p *follower) address(x value) *term.Linear {
	if id, _, ok := x.Object(); ok {
		return p.pool.Add(p.addressOf(core.MakePointer(id, zero)), p.number(x))
	}
	if _, ok := x.Function(); ok {
		return p.addressOf(x.Value)
	}
	return p.number(x)
}

// addressOf returns the address of a pointer that does not depend on inputs.
func (p *follower) addressOf(x core.Value) *term.Linear {
	n, _ := x.ToInteger().Integer()
	return p.pool.Int(n)
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

// told returns x, and if it is wild and bounds of its number tell to what it points, the pointer to that: the bounds lie in one object, or there is no address of
// an object and of a function between them, or they are equal.
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
		{core.MakePointer(1, zero), core.MakePointer(objects+1, zero)}, {core.MakeFunction(0), core.MakeFunction(funcs)},
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
