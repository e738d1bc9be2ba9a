package checker

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines the contents of objects on terms, and the ways from a load or a store at an offset that depends on
// inputs.

var maxObject = big.NewInt(core.MaxObject)

// access records what an access to n bytes at the pointer x needs: an object that is alive and, unless n is 0, has
// these bytes, and may be written if the access writes.
func (p *follower) access(x value, n *term.Linear, write bool) {
	never, kind := p.pool.Bool(false), semantics.OutOfBoundsRead
	if x.wild > 0 {
		p.must(p.pool.Le(p.int(core.NullEnd), x.n), semantics.NullDereference)
		p.must(p.somewhere(x), semantics.InvalidPointer)
		p.lacks(unknownPointer)
		return
	}
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

// aligned records that a load or a store at the pointer x needs an offset that is a multiple of the size of its scalar.
// It reports whether the access can be without a fault.
func (p *follower) aligned(in *core.Instr, x value) bool {
	if !in.Loose && !p.stopped() {
		_, rem := p.pool.FloorDiv(p.number(x), p.int(in.Type.Size()))
		p.must(p.pool.Eq(rem, p.int(0)), semantics.MisalignedAccess)
	}
	return p.goes()
}

// apart records that the n bytes at x and the n bytes at y must not overlap; if the copy is loose, they may be the
// same.
func (p *follower) apart(in *core.Instr, x, y value, n *term.Linear) {
	a, _, _ := x.Object()
	if b, _, _ := y.Object(); a != b || p.stopped() || n.IsConst() && n.Const.Sign() == 0 {
		return
	}
	to, from := p.number(x), p.number(y)
	good := p.pool.Or(p.pool.Le(p.pool.Add(to, n), from), p.pool.Le(p.pool.Add(from, n), to))
	if in.Loose {
		good = p.pool.Or(good, p.pool.Eq(to, from))
	}
	p.must(good, in.Kind)
}

// stopped reports whether the current instruction has a fault for all inputs.
func (p *follower) stopped() bool {
	return slices.ContainsFunc(p.guards, func(g guard) bool { return g.met.Op == term.False })
}

// goes reports whether the program may continue after the current instruction.
func (p *follower) goes() bool { return !p.stopped() && p.unsupported == "" }

// freeing records what a free needs: a pointer to the start of a live object on the heap.
func (p *follower) freeing(args []value) {
	never := p.pool.Bool(false)
	if args[0].wild > 0 {
		p.must(p.somewhere(args[0]), semantics.InvalidFree)
		p.lacks(unknownPointer)
		return
	}
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

// room returns the ways from an instruction room: one if the pointer is inside of an object that is alive and may be
// written, and one if it is not.
func (p *follower) room(only way) []way {
	x := only.args[0]
	if x.wild > 0 {
		p.lacks(unknownPointer)
		return nil
	}
	nothing := way{cond: only.cond, args: only.args, result: integer(p.int(0))}
	id, _, ok := x.Object()
	if !ok {
		return []way{nothing}
	}
	if o, _ := p.state.Object(id); o.Dead || o.ReadOnly {
		return []way{nothing}
	}
	at, size := p.number(x), p.sizeOf(id)
	inside := p.pool.And(p.pool.Le(p.int(0), at), p.pool.Le(at, size))
	nothing.cond = p.pool.Not(inside)
	return []way{{cond: inside, args: only.args, result: integer(p.pool.Sub(size, at))}, nothing}
}

// ending records what the end of a block needs: a pointer to the start of a live local object of the call.
func (p *follower) ending(args []value) {
	if args[0].wild > 0 {
		p.lacks(unknownPointer)
	}
	id, _, _ := args[0].Object()
	if !slices.Contains(p.state.Locals(), id) {
		p.must(p.pool.Bool(false), semantics.InvalidFree)
		return
	}
	p.must(p.pool.Eq(p.number(args[0]), p.int(0)), semantics.InvalidFree)
	args[0] = value{Value: core.MakePointer(id, zero)}
}

// load returns the value of a scalar at an offset of an object. The object must have all bytes of the scalar.
func (p *follower) load(id int, at int64, t core.Scalar) value {
	o, _ := p.state.Object(id)
	n, v := t.Size(), o.Load(at, t)
	if !v.IsDefined() || !p.cells.touches(int64(id), at, at+n) {
		if _, bare := v.Address(); bare {
			v = p.state.Pointer(v)
		}
		p.reads(o, at, t, v)
		return value{Value: v}
	}
	if t.IsBitField() {
		return p.loadBits(o, id, at, t)
	}
	c := p.cells.find(int64(id), at)
	switch {
	case c == nil:
	case c.at == at && c.width == n && c.as == t && c.first == 0:
		if _, bare := c.value.Address(); bare {
			return p.pointer(c.value.n)
		}
		if c.value.n != nil {
			return withNumber(c.value.Value, c.value.n)
		}
		return c.value
	case at+n <= c.at+c.width && c.as != core.NoScalar:
		return p.decode(t, p.bytesOf(p.stored(c.value), c.first+at-c.at, n))
	}
	sum := p.int(0)
	for i := range n {
		sum = p.pool.Add(sum, p.pool.Scale(p.power(8*i).Const, p.byteAt(o, id, at+i)))
	}
	return p.decode(t, sum)
}

// decode returns the scalar whose bytes, as a number, are n.
func (p *follower) decode(t core.Scalar, n *term.Linear) value {
	switch {
	case t == core.Pointer:
		return p.pointer(n)
	case t.Type() != core.Int && !n.IsConst():
		return p.decoded(t.Type(), n)
	case t == core.Float32:
		return value{Value: core.MakeFloat32(uint32(n.Const.Uint64()))}
	case t == core.Float64:
		return value{Value: core.MakeFloat64(n.Const.Uint64())}
	case t.Signed():
		half := p.power(8*t.Size() - 1)
		_, rem := p.pool.FloorDiv(p.pool.Add(n, half), p.power(8*t.Size()))
		n = p.pool.Sub(rem, half)
	}
	return integer(n)
}

// places are the offsets that a pointer may have at an access inside its object: from first on, in steps. If all is
// set, last is the last of them; otherwise the end of the object is not known.
type places struct {
	first, step, last int64
	all               bool
}

// most returns the greatest size that an object may have; nil if it is not known. Without assumptions, a size is known
// only if it is a constant.
func most(size *term.Linear, known *term.Ranges) *big.Int {
	switch {
	case size.IsConst():
		return size.Const
	case known == nil:
		return nil
	}
	_, hi := known.Bounds(size)
	return hi
}

// placesOf returns the possible values of the offset e of an access to n bytes of an object with some size. They are
// equal to e modulo the common divisor of its coefficients, are multiples of n unless loose is set, lie within the
// bounds of e and, if the size is known, inside the object.
func placesOf(known *term.Ranges, size, e *term.Linear, n int64, loose bool) places {
	lo, hi := boundsOf(e, known)
	if lo == nil || lo.Sign() < 0 {
		lo = zero
	}
	if end := most(size, known); end != nil {
		if end = new(big.Int).Sub(end, big.NewInt(n)); hi == nil || end.Cmp(hi) < 0 {
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
	first := new(big.Int).Sub(from, lo) // the least number from lo on that equals from modulo step
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

// firstMultiple returns the first of the numbers from, from + step, ... that is a multiple of n, and the distance to
// the next one; nil if there is none.
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

// count returns the number of places.
func (k places) count() int64 {
	if k.last < k.first {
		return 0
	}
	return (k.last-k.first)/k.step + 1
}

// many reports whether there are more places than a state may have ways.
func (k places) many() bool { return !k.all || k.count() > maxWays }

// is returns the condition that e is a number.
func (p *follower) is(e *term.Linear, n int64) *term.Formula { return p.pool.Eq(e, p.int(n)) }

// stores returns the ways from a store: one in which all places to which it may go have their values, or one for each
// place. It reports whether these are many; then there are no ways.
func (p *follower) stores(in *core.Instr, only way) (ways []way, many bool) {
	x, n := only.args[0], in.Type.Size()
	if p.access(x, p.int(n), true); !p.aligned(in, x) {
		return nil, false
	}
	id, to, _ := x.Object()
	if x.n == nil {
		if in.Type.IsBitField() {
			only.cells = p.storeBits(id, to.Int64(), in.Type, only.args[1])
		}
		return []way{only}, false
	}
	if cells := p.together(in, id, x.n, only.args[1]); cells != nil {
		// All places are followed from now on, so what the concrete machine stores in one of them does not matter.
		only.args, only.cells = []value{{Value: core.MakePointer(id, big.NewInt(cells[0].at))}, cells[0].value}, cells
		return []way{only}, false
	}
	ways, ok := few(p, func(known *term.Ranges, _ int) (ways []way, ok bool) {
		k := placesOf(known, p.sizeOf(id), x.n, n, in.Loose)
		if k.many() {
			return nil, false
		}
		for at := k.first; at <= k.last; at += k.step {
			args := []value{{Value: core.MakePointer(id, big.NewInt(at))}, only.args[1]}
			w := way{cond: p.is(x.n, at), args: args}
			if in.Type.IsBitField() {
				w.cells = p.storeBits(id, at, in.Type, args[1])
			}
			ways = append(ways, w)
		}
		return ways, true
	})
	return ways, !ok
}

// holds returns the integer that a state has in the place of c, and whether it has one: stored with the type of c, or
// as bytes of which none is followed. If c is for pointers, that is a pointer into an object, which was stored there.
func (p *follower) holds(s core.State, in *cells, c cell) (v value, ok bool) {
	o, known := s.Object(int(c.in))
	_, out := p.cut(in, c.in, c.at, c.at+c.width)
	p.meter.Charge(int(c.width))
	switch {
	case in.summary(c.in) != nil || !known || c.as == core.NoScalar ||
		c.as != core.Pointer && !o.Plain(c.at, c.at+c.width):
		return v, false
	case len(out) == 0 && c.as != core.Pointer:
		v.Value = o.Load(c.at, c.as)
	case len(out) == 0 && o.Pointer(c.at):
		v.Value = s.Pointer(o.Load(c.at, c.as))
	case len(out) == 1 && out[0].width == c.width && out[0].as == c.as: // all of what was stored
		v = out[0].value
	}
	_, _, inObject := v.Object()
	return v, (v.Type() == core.Int || c.as == core.Pointer && inObject) && !v.lost
}

// blank reports whether no bit in the place of c has a value in a state.
func (p *follower) blank(s core.State, in *cells, c cell) bool {
	o, known := s.Object(int(c.in))
	if !known || c.as == core.NoScalar || in.touches(c.in, c.at, c.at+c.width) || in.summary(c.in) != nil {
		return false
	}
	_, defined := o.Bits(c.at, c.width)
	return defined == 0
}

// together returns what is in each place of an object after a store of v at the offset e: v if e is the place, and
// otherwise what was there. It returns nil if the places are not few, if they overlap, or if v or what was there is not
// an integer that may be kept so, and they are not pointers into one object either.
//
// This loses no behaviour: e is one of the places for every input for which the store has no fault, and no two places
// have a byte in common. All that IfElse chooses from has a value for every input that comes to the store. What was
// there has no pointer in it that could be lost but one into the same object, and an integer or a pointer that was
// stored is chosen whole and with its type, so later loads find what they would find after a store at one place.
func (p *follower) together(in *core.Instr, id int, e *term.Linear, v value) []cell {
	n := in.Type.Size()
	_, _, pointer := v.Object()
	if !(in.Type.Type() == core.Int && v.Type() == core.Int || in.Type == core.Pointer && pointer) || v.lost {
		return nil
	}
	k, ok := few(p, func(known *term.Ranges, most int) (places, bool) {
		k := placesOf(known, p.sizeOf(id), e, n, in.Loose)
		return k, k.all && k.count() <= int64(most)
	})
	if !ok || k.count() > 1 && k.step < n {
		return nil
	}
	var list []cell
	for at := k.first; at <= k.last; at += k.step {
		before, ok := p.kept(id, at, in.Type)
		if in.Type == core.Pointer {
			before, ok = p.keptPointer(id, at, v)
		}
		if !ok || !p.meter.Charge(wordsPerCell) || !p.meter.Make(wordsPerCell) {
			return nil
		}
		x := p.pool.IfElse(p.is(e, at), p.pool.Where(p.number(v), e, big.NewInt(at)), before)
		// Even a number that no longer depends on inputs is kept here, for the concrete machine stores in the first
		// place only: there it stores this number. Where that number is already, nothing is stored.
		after := value{Value: v.Value, n: x}
		switch {
		case in.Type.IsBitField():
			list = append(list, p.storeBits(id, at, in.Type, after)...)
		case at > k.first && x.IsConst() && x.Equal(before) && !p.cells.touches(int64(id), at, n):
		default:
			if at == k.first {
				after = withNumber(v.Value, x)
			}
			list = append(list, cell{in: int64(id), at: at, width: n, as: in.Type, value: after})
		}
	}
	return list
}

// kept returns the integer of type t at an offset of an object, and whether there is one that a store elsewhere may
// keep: all of what was stored as t, or numbers that fit their types, and are no part of a pointer.
func (p *follower) kept(id int, at int64, t core.Scalar) (n *term.Linear, ok bool) {
	o, _ := p.state.Object(id)
	if c := p.cells.find(int64(id), at); c != nil && c.cell.varies() && c.at == at && c.as == t {
		return c.value.n, true
	}
	if !o.Load(at, t).IsDefined() || !p.keepsNumbers(o, id, at, t.Size()) {
		return nil, false
	}
	v := p.load(id, at, t)
	return p.number(v), v.Type() == core.Int
}

// keptPointer returns the offset of the pointer that was stored at an offset of an object, and whether there is one
// into the object into which v points.
func (p *follower) keptPointer(id int, at int64, v value) (n *term.Linear, ok bool) {
	o, _ := p.state.Object(id)
	if !o.Pointer(at) {
		return nil, false
	}
	before := p.load(id, at, core.Pointer)
	return p.number(before), joins(v.Value, before)
}

// varies reports whether c is all of an integer in memory that depends on inputs.
func (c cell) varies() bool {
	return c.as.Type() == core.Int && c.first == 0 && c.width == c.as.Size() && c.value.n != nil && !c.value.n.IsConst()
}

// rangesOf is ranges for n bytes in some areas. It reports whether there are not too many.
func (p *follower) rangesOf(in *core.Instr, only way, n *term.Linear, areas []value, known *term.Ranges) (ways []way,
	ok bool) {
	least := n // the smallest size that is known
	for _, x := range areas {
		id, _, _ := x.Object()
		if size := most(p.sizeOf(id), known); size != nil && (least == n || size.Cmp(least.Const) < 0) {
			least = p.pool.Int(size)
		}
	}
	lengths := placesOf(known, least, n, 0, true)
	if lengths.many() {
		return nil, false
	}
	for k := lengths.first; k <= lengths.last; k += lengths.step {
		each := []way{{cond: p.is(n, k)}} // the ways to the areas so far
		for _, x := range areas {
			id, _, _ := x.Object()
			at := places{step: 1, all: true} // the place of an empty area does not matter
			if k > 0 {
				at = placesOf(known, p.sizeOf(id), p.number(x), k, true)
			}
			if at.many() || at.count()*int64(len(each)) > maxWays {
				return nil, false
			}
			var next []way
			for _, w := range each {
				for to := at.first; to <= at.last; to += at.step {
					cond := w.cond
					if k > 0 {
						cond = p.pool.And(cond, p.is(p.number(x), to))
					}
					next = append(next, way{cond: cond, args: append(slices.Clip(w.args),
						value{Value: core.MakePointer(id, big.NewInt(to))})})
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
		if len(ways) > maxWays {
			return nil, false
		}
	}
	return ways, true
}

// loads returns the ways from a load. While they are few, all places that hold an integer share one way, whose result
// is one of these integers. Every other place at which something was written has its own way, and all places at which
// nothing was written share one.
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
	ways, ok := few(p, func(known *term.Ranges, most int) ([]way, bool) {
		if most == maxPlaces {
			most = maxEntries
		}
		return p.loadsFrom(in, id, x.n, placesOf(known, p.sizeOf(id), x.n, n, in.Loose), most)
	})
	if !ok {
		p.lacks(fmt.Sprintf("a load that may read one of more than %d places", maxWays))
	}
	return ways
}

// loadsFrom returns the ways from a load at the offset e of an object, where e is one of k, and at most so many of k
// may share a way. It reports whether there are no more, and few ways.
func (p *follower) loadsFrom(in *core.Instr, id int, e *term.Linear, k places, most int) (ways []way, ok bool) {
	n := in.Type.Size()
	var cases []term.Case
	var one core.Value // an integer, or a pointer into the object into which all cases are
	written := p.written(id, k, n, maxWays+most)
	for _, at := range written {
		v := p.load(id, at, in.Type)
		if _, _, pointer := v.Object(); !one.IsDefined() && (pointer || v.Type() == core.Int) {
			one = v.Value
		}
		if joins(one, v) {
			cases = append(cases, term.Case{At: big.NewInt(at), Value: p.number(v)})
		}
		ways = append(ways, way{cond: p.is(e, at), result: v})
	}
	if len(cases) > most {
		return nil, false
	}
	if len(cases) > 0 {
		others := slices.DeleteFunc(ways, func(w way) bool { return joins(one, w.result) })
		ways = append([]way{{cond: p.oneOf(e, cases, k), result: withNumber(one, p.pool.Select(e, cases))}}, others...)
	}
	if !k.all || int64(len(written)) < k.count() {
		none := make([]*term.Formula, len(written))
		for i, at := range written {
			none[i] = p.pool.Not(p.is(e, at))
		}
		ways = append(ways, way{cond: p.pool.And(none...)})
	}
	return ways, len(ways) <= maxWays
}

// joins reports whether v is an integer as one is, or a pointer into the object into which one points. So a value of
// the form of one, with the number of v, is v.
func joins(one core.Value, v value) bool {
	id, _, pointer := one.Object()
	other, _, too := v.Object()
	return one.Type() == v.Type() && (pointer && too && id == other || v.Type() == core.Int)
}

// oneOf returns the condition that e, which is one of k, is the place of one of the cases.
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

// written returns, in ascending order, the places at which an access to n bytes of an object meets a byte that was
// written. It stops when it has more than so many.
func (p *follower) written(id int, k places, n int64, most int) []int64 {
	var found []int64
	o, _ := p.state.Object(id)
	for at := k.first; at <= k.last && len(found) <= most && p.meter.Charge(8); {
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
