package checker

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines values on terms, and the follower, which evaluates on terms what depends on inputs.

// value is a value on terms. If it does not depend on the inputs, it is Value. Otherwise Value has only its form: its
// type and the object of a pointer.
type value struct {
	core.Value
	n     *term.Linear // the integer, the offset or the address; nil if Value has it
	float *float       // the float; nil if Value has it
	// of a pointer made of a number that does not tell what it points to, the number of objects there were, and 1; else
	// 0
	wild int
	lost bool // whether a merge could not give it a value; no instruction may read it
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

// float is a float, or an integer that becomes one, as a function of a number.
type float struct {
	n    *term.Linear // the number; nil for a constant
	expr *core.Expr   // the function, which reads slot 0; nil if it is not known
	// Whether slot 0 is a float instead: the one with the place n in the order of floats. Infinity is the last of these
	// that is a number.
	infinity *big.Int
	// 1 if a greater number never gives a lesser float, -1 if it never gives a greater one, 0 if neither is known
	slope int
	whole *term.Linear // the integer that it equals; nil if it may be none
	minus bool         // whether it may be -0, if it equals an integer
	// whether one number may stand for both zeros in its computation, which no comparison and no integer tells
	zeros bool
	size  int          // number of operators
	place *term.Linear // its place in the order of floats, or the integer that becomes a float
	bits  *term.Linear // its encoding, if it was loaded from that; otherwise nil
}

// words returns the memory of a float, in machine words.
func (f *float) words() int {
	if f == nil {
		return 0
	}
	words := 20 + 16*f.size
	for _, e := range []*term.Linear{f.n, f.whole, f.place, f.bits} {
		if e != nil {
			words += e.Words()
		}
	}
	return words
}

// follower evaluates instructions on terms.
type follower struct {
	core.Machine
	pool *term.Pool
	tree
	uses  map[*core.Instr]uses
	drawn string              // name of the input that was drawn last
	known func() *term.Ranges // what the current assumptions say about single symbols

	// About the state whose instruction is being evaluated:
	state       core.State
	cells       *cells
	reached     []*term.Formula // conditions under which the current part of an expression is evaluated at all
	guards      []guard         // what must hold for the instruction, in the order of evaluation
	unsupported string          // what of it the semantics does not say; "" if nothing

	sums     bool // whether objects may have summaries
	numbered bool // whether a step so far depends on the number of an object; see names.go
}

// way is a way from a state. An input takes it if cond holds and no guard is missed.
type way struct {
	cond   *term.Formula
	branch semantics.Branch
	args   []value // the operands, with constant places of accesses; none for a branch or an assumption
	result value   // of a draw or a load
	// what a store, a copy or a fill leaves in each place that it may reach; nil if there is only the one in args
	cells  []cell
	object int64    // the object of which
	sum    *summary // an access leaves this summary; nil if it leaves none
}

// uses is what an instruction reads.
type uses struct {
	slots []int
	sizes bool // whether it may read the size of an object
}

// frameOf returns the value of cell.in for the slots of the running call.
func frameOf(s core.State) int64 { return -1 - int64(s.Depth()) }

// cell is a place whose value depends on the inputs: some bytes of an object, a slot, or the size of an object.
type cell struct {
	in    int64       // the object, or what frameOf returns for a slot, or sizes
	at    int64       // the offset of the first byte, or the slot, or the object whose size it is
	width int64       // how many bytes of value the cell has; 1 for slots and sizes
	first int64       // which byte of value is the first one of the cell
	as    core.Scalar // the type with which value was stored
	value value
	sum   *summary // if in is summaries; there is no value then
}

// summary is what is known of the contents of an object. It never changes.
type summary struct {
	as     core.Scalar
	points []*term.Linear
	within []span
	reads  int     // number of loads on the way to here
	last   *recall // the last access; nil for none
}

// span is a range of integers of a type: its two ends.
type span [2]*term.Linear

// recall is an access to an object with a summary: which number was loaded or stored, at which offset, and as which
// type.
type recall struct {
	at, number *term.Linear
	as         core.Scalar
}

// cells are the cells of a state, in the order of their places. They do not overlap. Nil stands for no cells.
type cells struct {
	left, right *cells
	cell
	height int
	words  int // memory of all of them, in machine words
}

// tree makes trees. It charges its work and memory to the meter.
type tree struct{ meter *semantics.Meter }

// bytesOf returns count bytes of n from byte k on, as a number: (n div 256^k) mod 256^count.
func (p *follower) bytesOf(n *term.Linear, k, count int64) *term.Linear {
	quot, _ := p.pool.FloorDiv(n, p.power(8*k))
	_, rem := p.pool.FloorDiv(quot, p.power(8*count))
	return rem
}

// power returns 2^k.
func (p *follower) power(k int64) *term.Linear { return p.pool.Int(new(big.Int).Lsh(one, uint(k))) }

// few returns what find makes from bounds of terms, if that is not too much. It first tries the bounds that follow from
// the ranges of inputs, and then those that follow from the assumptions too.
//
// Most is the number of places that may be together, as cases of one term, which is larger the second time.
func few[T any](p *follower, find func(known *term.Ranges, most int) (found T, ok bool)) (found T, ok bool) {
	if found, ok = find(nil, maxCases); ok {
		return found, ok
	}
	known := p.known()
	if known.Contradict {
		known = nil
	}
	return find(known, maxPlaces)
}

// boundsOf returns the bounds of e.
func boundsOf(e *term.Linear, known *term.Ranges) (lo, hi *big.Int) {
	if known == nil {
		return e.Bounds()
	}
	return known.Bounds(e)
}

// The greatest numbers of places of one access: as cases of one term, if the ranges of inputs tell them, or else the
// assumptions, for a load more than for other accesses; or as ways.
const (
	maxCases   = 256
	maxPlaces  = 4096
	maxEntries = 65536
	maxWays    = 1024
)

// reach is how far behind the start of an object an address may be that is none of the next object; smaller numbers are
// no addresses of objects.
var reach = new(big.Int).Lsh(one, 32)

// low reports whether n is below reach, whatever the inputs are.
func low(n *term.Linear) bool {
	_, hi := n.Bounds()
	return hi != nil && hi.Cmp(reach) < 0
}

// steady reports whether the address of x differs from those of other objects and functions, whatever numbers objects
// have.
func (p *follower) steady(x value) bool {
	if _, ok := x.Function(); ok {
		return true
	}
	lo, _ := p.number(x).Bounds()
	_, _, in := x.Object()
	return x.wild == 0 && low(p.number(x)) && (!in || lo != nil && lo.Sign() >= 0)
}

// firm is steady for a pointer that does not depend on inputs.
func firm(x core.Value) bool {
	if n, ok := x.Address(); ok {
		return n.Cmp(reach) < 0
	}
	_, at, in := x.Object()
	_, is := x.Function()
	return is || in && at.Sign() >= 0 && at.Cmp(reach) < 0
}

// reads notes whether it depends on numbers that a load gives v, from bytes that are not followed.
func (p *follower) reads(o *core.Object, at int64, t core.Scalar, v core.Value) {
	if n, bare := v.Address(); t == core.Pointer {
		p.numbered = p.numbered || v.IsDefined() && !o.Pointer(at) && (!bare || n.Cmp(reach) >= 0)
	} else {
		p.numbered = p.numbered || o.Pointers(at, at+t.Size())
	}
}

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)
