package checker

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines values and expressions of the core on terms, one arm for each operator in the order of package core. It is written
// apart from the finder's evaluator, with which it has to agree to the letter for a certificate to be valid.

// value is a value on terms. What does not depend on the inputs is a Value of the core; of the rest, that has the form.
type value struct {
	core.Value
	n      *term.Linear // the integer, the offset or the address; nil if Value has it
	opaque bool         // whether it is a float that depends on the inputs
	lost   bool         // whether a merge has no value for it: nothing may read it
}

// followed reports whether v depends on the inputs.
func (v value) followed() bool { return v.n != nil || v.opaque || v.lost }

// words returns the memory that v takes beside itself, in machine words.
func (v value) words() int {
	if v.n == nil {
		return 0
	}
	return v.n.Words()
}

// guard is a part of what a state is about to run that may be at fault.
type guard struct {
	met    *term.Formula // it is not
	missed *term.Formula // it is: the negation of met
	fault  semantics.Fault
}

// require notes the obligation of an expression: f.
func (p *follower) require(e *core.Expr, f *term.Formula) {
	p.oblige(f, semantics.Fault{Kind: e.Kind, Span: p.state.Place(e.Span)})
}

// must notes that the instruction at hand is itself at a fault of the given kind unless f holds.
func (p *follower) must(f *term.Formula, kind semantics.Kind) {
	p.oblige(f, semantics.Fault{Kind: kind, Span: p.state.Place(p.state.Instr().Span)})
}

// oblige notes that the instruction at hand is at the fault unless f holds.
func (p *follower) oblige(f *term.Formula, fault semantics.Fault) {
	if f.Op == term.True || p.unsupported != "" {
		return
	}
	reached := p.pool.And(p.reached...)
	if missed := p.pool.And(reached, p.pool.Not(f)); missed.Op != term.False {
		p.guards = append(p.guards, guard{p.pool.Or(p.pool.Not(reached), f), missed, fault})
	}
}

// lacks notes that the semantics does not say what the instruction at hand does.
func (p *follower) lacks(reason string) {
	if p.unsupported == "" {
		p.unsupported = reason
	}
}

// Reasons for which something is not supported.
const (
	opaqueFloat    = "a float that depends on the input"
	lostValue      = "a variable that has no value where two ways meet"
	unknownPointer = "a pointer made of a number that depends on inputs"
)

func (p *follower) int(n int64) *term.Linear { return p.pool.Int(big.NewInt(n)) }

// integer returns the value that is the integer n.
func integer(n *term.Linear) value { return withNumber(core.MakeInt(0), n) }

// withNumber returns v, an integer or a pointer, with the number n in place of its own.
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

// integer returns the value of an expression that is an integer.
func (p *follower) integer(e *core.Expr) *term.Linear { return p.number(p.value(e)) }

// value returns the value of an expression that is no condition.
func (p *follower) value(e *core.Expr) value {
	p.pool.Meter().Charge(1) // if that is too much, the next step does not happen
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
		x, y := p.value(e.X), p.value(e.Y)
		if p.require(e, p.pool.Bool(related(x, y))); !related(x, y) {
			return p.any(core.Int)
		}
		return integer(p.pool.Sub(p.number(x), p.number(y)))
	case core.ToPtr:
		return p.pointer(p.integer(e.X))
	case core.ToInt:
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
		return p.compare(e.Op, x, p.integer(e.Y))
	case core.Not:
		return p.pool.Not(p.truth(e.X))
	case core.And:
		x := p.truth(e.X)
		return p.pool.And(x, p.given(x, e.Y))
	case core.Or:
		x := p.truth(e.X)
		return p.pool.Or(x, p.given(p.pool.Not(x), e.Y))
	case core.Same:
		x := p.address(p.value(e.X))
		return p.pool.Eq(x, p.address(p.value(e.Y)))
	case core.Below:
		return p.below(e)
	case core.FEq, core.FLt, core.FLe:
		return p.pool.Bool(p.float(e).Holds())
	}
	panic("checker: unexpected condition")
}

// given returns the value of a condition that is evaluated only if x holds; any value if it never does.
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

// within returns the condition that x lies between lo and hi, both included, which are nil where that is open.
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

// any returns the value of a type that is 0, null or +0.0. It stands for that of an expression that has none.
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

// below returns whether a pointer is before another one. Null is before all objects.
func (p *follower) below(e *core.Expr) *term.Formula {
	x, y := p.value(e.X), p.value(e.Y)
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

// move returns the pointer that an operator moves.
func (p *follower) move(e *core.Expr) value {
	x := p.value(e.X)
	n := p.integer(e.Y)
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

// address returns the number that a pointer is.
func (p *follower) address(x value) *term.Linear {
	if id, _, ok := x.Object(); ok {
		return p.pool.Add(p.addressOf(core.MakePointer(id, zero)), p.number(x))
	}
	if _, ok := x.Function(); ok {
		return p.addressOf(x.Value)
	}
	return p.number(x)
}

// addressOf returns the number that a pointer is which does not depend on the inputs.
func (p *follower) addressOf(x core.Value) *term.Linear {
	n, _ := x.ToInteger().Integer()
	return p.pool.Int(n)
}

// pointer returns the pointer that a number is. One that depends on the inputs has to have bounds that lie in one object, or between which no
// object and no function has an address.
func (p *follower) pointer(n *term.Linear) value {
	objects, funcs := p.state.Objects(), len(p.Program.Funcs)
	if n.IsConst() {
		return value{Value: core.ToPointer(n.Const, objects, funcs)}
	}
	lo, hi := n.Bounds()
	if lo == nil || hi == nil {
		p.lacks(unknownPointer)
		return p.any(core.Ptr)
	}
	a, _, in := core.ToPointer(lo, objects, funcs).Object()
	b, _, too := core.ToPointer(hi, objects, funcs).Object()
	if in && too && a == b {
		start := core.MakePointer(a, zero)
		return withNumber(start, p.pool.Sub(n, p.addressOf(start)))
	}
	for _, taken := range [][2]core.Value{
		{core.MakePointer(1, zero), core.MakePointer(objects+1, zero)}, {core.MakeFunction(0), core.MakeFunction(funcs)},
	} {
		if hi.Cmp(p.addressOf(taken[0]).Const) >= 0 && lo.Cmp(p.addressOf(taken[1]).Const) < 0 {
			p.lacks(unknownPointer)
		}
	}
	return withNumber(core.MakeAddress(zero), n)
}

// float returns the value of an operator that takes or gives floats: what the concrete machine computes, if the operands are known.
func (p *follower) float(e *core.Expr) value {
	x, xKnown := p.literal(e.X)
	y, yKnown := p.literal(e.Y)
	if xKnown && yKnown {
		z, stop := p.Eval(p.state, &core.Expr{Op: e.Op, Type: e.Type, X: x, Y: y, Kind: e.Kind, Span: e.Span})
		if stop != nil {
			p.require(e, p.pool.Bool(false))
			return p.any(e.Type)
		}
		return value{Value: z}
	}
	switch e.Type {
	case core.F32:
		return value{Value: core.MakeFloat32(0), opaque: true}
	case core.F64:
		return value{Value: core.MakeFloat64(0), opaque: true}
	}
	p.lacks(opaqueFloat)
	return p.any(e.Type)
}

// literal returns the value of an expression as a constant; known is false if it depends on the inputs.
func (p *follower) literal(e *core.Expr) (literal *core.Expr, known bool) {
	if e == nil {
		return nil, true
	}
	switch e.Type {
	case core.Int:
		n := p.integer(e)
		return &core.Expr{Op: core.Const, Type: core.Int, Int: n.Const}, n.IsConst()
	case core.F32:
		x := p.value(e)
		return &core.Expr{Op: core.Single, Type: core.F32, Bits: x.Encoding()}, !x.opaque
	}
	x := p.value(e)
	return &core.Expr{Op: core.Double, Type: core.F64, Bits: x.Encoding()}, !x.opaque
}
