package checker

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what objects hold on terms, and the ways on from a load or a store at an offset that depends on the inputs.

// sizeOf returns the size of an object.
func (p *follower) sizeOf(id int) *term.Linear {
	if c := p.cells.find(sizes, int64(id)); c != nil {
		return c.value.n
	}
	o, _ := p.state.Object(id)
	return p.int(o.Size)
}

var maxObject = big.NewInt(core.MaxObject)

// access notes what an access to n bytes needs that starts where x points: an object that is alive, and unless n is 0, that it may be
// written if it is, and has these bytes.
func (p *follower) access(x value, n *term.Linear, write bool) {
	never, kind := p.pool.Bool(false), semantics.OutOfBoundsRead
	id, _, ok := x.Object()
	if !ok {
		if _, bare := x.Address(); bare {
			p.must(p.pool.Le(p.int(core.NullEnd), p.number(x)), semantics.NullDereference)
		}
		p.must(never, semantics.InvalidPointer)
		return
	}
	o, _ := p.state.Object(id)
	none := p.pool.Eq(n, p.int(0))
	switch {
	case o.Scoped:
		p.must(never, semantics.UseAfterScope)
		return
	case o.Dead && o.Life == core.Local:
		p.must(never, semantics.UseAfterReturn)
		return
	case o.Dead:
		p.must(never, semantics.UseAfterFree)
		return
	case write && o.ReadOnly:
		p.must(none, semantics.ReadOnlyWrite)
	}
	if write {
		kind = semantics.OutOfBoundsWrite
	}
	at := p.number(x)
	inside := p.pool.And(p.pool.Le(p.int(0), at), p.pool.Le(p.pool.Add(at, n), p.sizeOf(id)))
	p.must(p.pool.Or(none, inside), kind)
}

// aligned notes that a load or a store starts at a multiple of the size of its scalar, where x points. It returns whether the access may be
// without a fault.
func (p *follower) aligned(in *core.Instr, x value) bool {
	if !in.Loose && !p.stopped() {
		_, rem := p.pool.FloorDiv(p.number(x), p.int(in.Type.Size()))
		p.must(p.pool.Eq(rem, p.int(0)), semantics.MisalignedAccess)
	}
	return p.goes()
}

// apart notes that n bytes where x points and n bytes where y points have none in common.
func (p *follower) apart(x, y value, n *term.Linear) {
	a, _, _ := x.Object()
	if b, _, _ := y.Object(); a != b || p.stopped() || n.IsConst() && n.Const.Sign() == 0 {
		return
	}
	to, from := p.number(x), p.number(y)
	p.must(p.pool.Or(p.pool.Le(p.pool.Add(to, n), from), p.pool.Le(p.pool.Add(from, n), to)), p.state.Instr().Kind)
}

// stopped reports whether the instruction at hand is surely at a fault.
func (p *follower) stopped() bool {
	return slices.ContainsFunc(p.guards, func(g guard) bool { return g.met.Op == term.False })
}

// goes reports whether the instruction at hand may have a way on.
func (p *follower) goes() bool { return !p.stopped() && p.unsupported == "" }

// freeing notes what a free needs: a pointer to the start of an object on the heap, which is alive.
func (p *follower) freeing(args []value) {
	never := p.pool.Bool(false)
	id, _, ok := args[0].Object()
	if !ok {
		p.must(never, semantics.InvalidFree)
		return
	}
	switch o, _ := p.state.Object(id); {
	case o.Global || o.Life != core.Heap:
		p.must(never, semantics.InvalidFree)
	case o.Dead:
		p.must(never, semantics.DoubleFree)
	default:
		p.must(p.pool.Eq(p.number(args[0]), p.int(0)), semantics.InvalidFree)
	}
	args[0] = value{Value: core.MakePointer(id, zero)}
}

// ending notes what the end of a block needs: a pointer to the start of a local object of the call, which is alive.
func (p *follower) ending(args []value) {
	id, _, _ := args[0].Object()
	if !slices.Contains(p.state.Locals(), id) {
		p.must(p.pool.Bool(false), semantics.InvalidFree)
		return
	}
	p.must(p.pool.Eq(p.number(args[0]), p.int(0)), semantics.InvalidFree)
	args[0] = value{Value: core.MakePointer(id, zero)}
}

// load returns what an object holds as a scalar at an offset, all of whose bytes it has.
func (p *follower) load(id int, at int64, t core.Scalar) value {
	o, _ := p.state.Object(id)
	n, v := t.Size(), o.Load(at, t)
	if !v.IsDefined() || !p.cells.touches(int64(id), at, at+n) {
		if _, bare := v.Address(); bare {
			v = p.state.Pointer(v)
		}
		return value{Value: v}
	}
	c := p.cells.find(int64(id), at)
	switch {
	case c == nil:
	case c.at == at && c.width == n && c.as == t && c.first == 0:
		if _, bare := c.value.Address(); bare {
			return p.pointer(c.value.n)
		}
		return c.value
	case at+n <= c.at+c.width && c.as != core.NoScalar && !c.value.opaque:
		return p.decode(t, p.bytesOf(p.address(c.value), c.first+at-c.at, n))
	}
	sum := p.int(0)
	for i := range n {
		sum = p.pool.Add(sum, p.pool.Scale(p.power(8*i).Const, p.byteAt(o, id, at+i)))
	}
	return p.decode(t, sum)
}

// byteAt returns a byte of an object, which is defined.
func (p *follower) byteAt(o *core.Object, id int, at int64) *term.Linear {
	c := p.cells.find(int64(id), at)
	switch {
	case c == nil:
		return p.number(value{Value: o.Load(at, core.U8)})
	case c.as == core.NoScalar: // of a fill, all of whose bytes are the value
		return c.value.n
	case c.value.opaque:
		p.lacks(opaqueFloat)
		return p.int(0)
	}
	return p.bytesOf(p.address(c.value), c.first+at-c.at, 1)
}

// bytesOf returns the number that so many bytes of n are, from byte k on: (n div 256^k) mod 256^count.
func (p *follower) bytesOf(n *term.Linear, k, count int64) *term.Linear {
	quot, _ := p.pool.FloorDiv(n, p.power(8*k))
	_, rem := p.pool.FloorDiv(quot, p.power(8*count))
	return rem
}

// power returns 2^k.
func (p *follower) power(k int64) *term.Linear { return p.pool.Int(new(big.Int).Lsh(one, uint(k))) }

// decode returns the scalar whose bytes are the number n.
func (p *follower) decode(t core.Scalar, n *term.Linear) value {
	switch {
	case t == core.Pointer:
		return p.pointer(n)
	case t == core.Float32:
		return value{Value: core.MakeFloat32(uint32(n.Const.Uint64())), opaque: !n.IsConst()}
	case t == core.Float64:
		return value{Value: core.MakeFloat64(n.Const.Uint64()), opaque: !n.IsConst()}
	case t.Signed():
		half := p.power(8*t.Size() - 1)
		_, rem := p.pool.FloorDiv(p.pool.Add(n, half), p.power(8*t.Size()))
		n = p.pool.Sub(rem, half)
	}
	return integer(n)
}

// places are the offsets that a pointer may have at an access inside its object: from first on, in steps. If all is set they end with last;
// otherwise nobody knows where the object ends.
type places struct {
	first, step, last int64
	all               bool
}

// placesOf returns the offsets e that accesses to n bytes of an object of some size may have: what e is modulo the common divisor of its
// coefficients, a multiple of n unless loose is set, within the bounds of e, and if the size is known, inside it.
func placesOf(size, e *term.Linear, n int64, loose bool) places {
	lo, hi := e.Bounds()
	if lo == nil || lo.Sign() < 0 {
		lo = zero
	}
	if size.IsConst() {
		if end := new(big.Int).Sub(size.Const, big.NewInt(n)); hi == nil || end.Cmp(hi) < 0 {
			hi = end
		}
	}
	step := new(big.Int)
	for _, t := range e.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	if e.IsConst() {
		step = one
	}
	from := e.Const
	if !loose {
		if from, step = firstMultiple(from, step, big.NewInt(n)); from == nil {
			return places{first: 1, step: 1, all: true}
		}
	}
	first := new(big.Int).Sub(from, lo) // the least number from lo on that is from modulo step
	first.Mod(first, step).Add(first, lo)
	all := hi != nil
	if !all || hi.Cmp(maxObject) > 0 {
		hi = maxObject
	}
	if first.Cmp(hi) > 0 {
		return places{first: 1, step: 1, all: all}
	}
	if step.Cmp(maxObject) > 0 {
		step = maxObject
	}
	return places{first.Int64(), step.Int64(), hi.Int64(), all}
}

// firstMultiple returns the first of the numbers from, from + step, ... that is a multiple of n, nil if none is, and how far apart those are.
func firstMultiple(from, step, n *big.Int) (first, apart *big.Int) {
	for range n.Int64() {
		if new(big.Int).Mod(from, n).Sign() == 0 {
			both := new(big.Int).GCD(nil, nil, step, n)
			return from, both.Div(new(big.Int).Mul(step, n), both)
		}
		from = new(big.Int).Add(from, step)
	}
	return nil, step
}

// count returns how many places there are.
func (k places) count() int64 {
	if k.last < k.first {
		return 0
	}
	return (k.last-k.first)/k.step + 1
}

// The most places over which an access is divided, as cases of one term or as ways.
const (
	maxCases = 64
	maxWays  = 1024
)

// is returns the condition that e is a number.
func (p *follower) is(e *term.Linear, n int64) *term.Formula { return p.pool.Eq(e, p.int(n)) }

// stores returns the ways on from a store: one for each place to which it may go.
func (p *follower) stores(in *core.Instr, only way) []way {
	x, n := only.args[0], in.Type.Size()
	if p.access(x, p.int(n), true); !p.aligned(in, x) {
		return nil
	}
	if x.n == nil {
		return []way{only}
	}
	id, _, _ := x.Object()
	k := placesOf(p.sizeOf(id), x.n, n, in.Loose)
	if !k.all || k.count() > maxWays {
		p.lacks(fmt.Sprintf("a store that may reach one of %d places", k.count()))
		return nil
	}
	var ways []way
	for at := k.first; at <= k.last; at += k.step {
		args := []value{{Value: core.MakePointer(id, big.NewInt(at))}, only.args[1]}
		ways = append(ways, way{cond: p.is(x.n, at), args: args})
	}
	return ways
}

// ranges returns the ways on from a copy or a fill: one for each length and each place that it may have, and one for no bytes at all.
func (p *follower) ranges(in *core.Instr, only way) []way {
	n := p.number(only.args[2])
	areas := only.args[:1] // where the bytes are that it accesses
	if in.Op == core.Copy {
		areas = only.args[:2]
	}
	if !p.goes() || n.IsConst() && !slices.ContainsFunc(areas, func(x value) bool { return x.n != nil }) {
		return []way{only}
	}
	least := n // the least size that is known
	for _, x := range areas {
		id, _, _ := x.Object()
		if size := p.sizeOf(id); size.IsConst() && (least == n || size.Const.Cmp(least.Const) < 0) {
			least = size
		}
	}
	lengths := placesOf(least, n, 0, true)
	more := !lengths.all || lengths.count() > maxWays
	var ways []way
	for k := lengths.first; k <= lengths.last && !more; k += lengths.step {
		each := []way{{cond: p.is(n, k)}} // the ways to the areas so far
		for _, x := range areas {
			id, _, _ := x.Object()
			at := places{step: 1, all: true} // where none of no bytes are says nothing
			if k > 0 {
				at = placesOf(p.sizeOf(id), p.number(x), k, true)
			}
			if more = !at.all || at.count() > maxWays || at.count()*int64(len(each)) > maxWays; more {
				break
			}
			var next []way
			for _, w := range each {
				for to := at.first; to <= at.last; to += at.step {
					cond := w.cond
					if k > 0 {
						cond = p.pool.And(cond, p.is(p.number(x), to))
					}
					next = append(next, way{cond: cond, args: append(slices.Clip(w.args), value{Value: core.MakePointer(id, big.NewInt(to))})})
				}
			}
			each = next
		}
		for _, w := range each {
			if in.Op == core.Fill {
				w.args = append(w.args, only.args[1])
			}
			w.args = append(w.args, value{Value: core.MakeInt(k)})
			ways = append(ways, w)
		}
		more = more || len(ways) > maxWays
	}
	if more {
		p.lacks(fmt.Sprintf("a copy or a fill of one of more than %d ranges", maxWays))
		return nil
	}
	return ways
}

// loads returns the ways on from a load: one for the places at which there is an integer, which is then one of these, while they are few; one for
// each other place at which something was written; and one for all places at which nothing was.
func (p *follower) loads(in *core.Instr, only way) []way {
	x, n := only.args[0], in.Type.Size()
	if p.access(x, p.int(n), false); !p.aligned(in, x) {
		return nil
	}
	id, at, _ := x.Object()
	if x.n == nil {
		only.result = p.load(id, at.Int64(), in.Type)
		return []way{only}
	}
	k := placesOf(p.sizeOf(id), x.n, n, in.Loose)
	var cases []term.Case
	var ways []way
	written := p.written(id, k, n)
	for _, at := range written {
		v := p.load(id, at, in.Type)
		if v.Type() == core.Int {
			cases = append(cases, term.Case{At: big.NewInt(at), Value: p.number(v)})
		}
		ways = append(ways, way{cond: p.is(x.n, at), result: v})
	}
	if m := len(cases); m > 0 && m <= maxCases {
		others := slices.DeleteFunc(ways, func(w way) bool { return w.result.Type() == core.Int })
		ways = append([]way{{cond: p.oneOf(x.n, cases, k), result: integer(p.pool.Select(x.n, cases))}}, others...)
	}
	if !k.all || int64(len(written)) < k.count() {
		none := make([]*term.Formula, len(written))
		for i, at := range written {
			none[i] = p.pool.Not(p.is(x.n, at))
		}
		ways = append(ways, way{cond: p.pool.And(none...)})
	}
	if len(ways) > maxWays {
		p.lacks(fmt.Sprintf("a load that may read one of %d places", len(ways)))
	}
	return ways
}

// oneOf returns the condition that e is the place of a case, one of those that it may have.
func (p *follower) oneOf(e *term.Linear, cases []term.Case, k places) *term.Formula {
	first, last := cases[0].At, cases[len(cases)-1].At
	if k.all && int64(len(cases)) == k.count() {
		return p.pool.Bool(true)
	}
	if len(cases) == 1 {
		return p.pool.Eq(e, p.pool.Int(first))
	}
	if last.Int64()-first.Int64() == int64(len(cases)-1)*k.step {
		return p.within(e, first, last)
	}
	some := make([]*term.Formula, len(cases))
	for i, c := range cases {
		some[i] = p.pool.Eq(e, p.pool.Int(c.At))
	}
	return p.pool.Or(some...)
}

// written returns the places at which an access to n bytes of an object meets one that was written, in ascending order, but not many more of them
// than there may be ways.
func (p *follower) written(id int, k places, n int64) []int64 {
	var found []int64
	o, _ := p.state.Object(id)
	for at := k.first; at <= k.last && len(found) <= maxWays+maxCases && p.meter.Charge(8); {
		first, ok := o.Written(at, k.last+n)
		if !ok {
			break
		}
		if first < at+n {
			found = append(found, at)
			at += k.step
		} else { // nothing before first was written
			at += (first - n - at + k.step) / k.step * k.step
		}
	}
	return found
}
