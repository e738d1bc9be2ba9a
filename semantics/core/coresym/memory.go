package coresym

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines objects on terms, and what loads, stores, copies and fills do to their cells. The rules are in
// doc.go.

// local reports whether o is a local object of a call.
func (o *object) local() bool { return o.global == nil && o.life == core.Local }

// global returns the object of a global as it is at the start.
func (m *Machine) global(g *core.Global) *object {
	o := &object{global: g, name: g.Name, size: m.pool.Int(big.NewInt(g.Size)), readOnly: g.ReadOnly, made: g.Span}
	zero := &content{v: value{class: integer, n: m.pool.Int(new(big.Int))}}
	var offsets []int64
	var list []cell
	end := int64(0)
	add := func(at int64, c cell) {
		if at > end { // what nothing sets is zero
			offsets, list = append(offsets, end), append(list, cell{at - end, end, zero})
		}
		if c.width > 0 {
			offsets, list = append(offsets, at), append(list, c)
		}
		end = at + c.width
	}
	l := m.lift(nil)
	for i := range g.Init { // they are in order, and do not overlap
		x := &g.Init[i]
		if x.Value == nil {
			add(x.Offset, cell{int64(len(x.Bytes)), 0, &content{data: x.Bytes}})
		} else {
			add(x.Offset, cell{x.Type.Size(), 0, &content{as: x.Type, v: l.value(x.Value)}})
		}
	}
	add(g.Size, cell{})
	o.cells = ordered(offsets, list)
	return o
}

// Start returns the first state of the program. It assumes nothing.
func (m *Machine) Start() State {
	f := m.program.Funcs[m.program.Entry]
	s := State{fn: f, slots: makeVector[*term.Linear](len(f.Slots)), rest: &rest{}}
	for i, g := range m.program.Globals {
		s.rest.made++
		s.rest.objects = s.rest.objects.with(int64(i+1), m.global(g))
	}
	return s
}

// aligned requires that the offset of an access is a multiple of the width of the scalar type.
func (l *lifter) aligned(p value) {
	if n := l.int(l.in.Type.Size()); !l.in.Loose && p.class == inObject {
		_, rem := l.pool.FloorDiv(p.n, n)
		l.require(l.pool.Eq(rem, l.int(0)), semantics.MisalignedAccess, l.in.Span)
	}
}

// access adds the obligations of an access to n bytes from p on, and returns the object; nil if no object can be
// accessed.
func (l *lifter) access(p value, n *term.Linear, write bool) *object {
	at := l.in.Span
	if p.class == bare || p.class == wild {
		l.require(l.pool.Le(l.int(core.NullEnd), p.n), semantics.NullDereference, at)
	}
	switch p.class {
	case inObject:
	case wild:
		l.require(l.somewhere(p), semantics.InvalidPointer, at)
		l.lacks(unknownPointer)
		return nil
	default:
		l.require(l.pool.Bool(false), semantics.InvalidPointer, at)
		return nil
	}
	o := l.object(p)
	if o.dead {
		kind := semantics.UseAfterFree
		switch {
		case o.scoped:
			kind = semantics.UseAfterScope
		case o.local():
			kind = semantics.UseAfterReturn
		}
		l.require(l.pool.Bool(false), kind, at)
		return nil
	}
	if n.IsConst() && n.Const.Sign() == 0 {
		return o
	}
	any := func(f *term.Formula) *term.Formula { // unless there are no bytes
		if n.IsConst() {
			return f
		}
		return l.pool.Or(l.pool.Eq(n, l.int(0)), f)
	}
	kind := semantics.OutOfBoundsRead
	if write {
		kind = semantics.OutOfBoundsWrite
		if o.readOnly {
			l.require(any(l.pool.Bool(false)), semantics.ReadOnlyWrite, at)
		}
	}
	l.require(any(l.between(l.int(0), p.n, l.pool.Add(p.n, n), o.size)), kind, at)
	return o
}

// load returns the value that an object holds at an offset, as a scalar type.
func (l *lifter) load(t cells, at int64, as core.Scalar) value {
	n := as.Size()
	if as.IsBitField() {
		return l.loadBits(t, at, as)
	}
	if !written(t, at, n) {
		return value{}
	}
	start, c, _ := covering(t, at)
	switch {
	case start == at && c.whole() && c.as == as && (c.v.class == bare || c.v.class == wild):
		return l.pointer(c.v.n)
	case start == at && c.whole() && c.as == as:
		return c.v
	case at+n <= start+c.width && c.data != "":
		return l.decode(as, l.pool.Int(little(c.data[c.first+at-start:][:n])))
	case at+n <= start+c.width:
		if number := l.stored(c); number != nil {
			return l.decode(as, l.bytes(number, c.first+at-start, n))
		}
	}
	if number, ok := constant(t, at, n); ok {
		return l.decode(as, l.pool.Int(new(big.Int).SetUint64(number)))
	}
	sum := l.int(0)
	for k := range n {
		start, c, _ := covering(t, at+k)
		sum = l.pool.Add(sum, l.pool.Scale(l.power(8*k).Const, l.byte(c, c.first+at+k-start)))
	}
	return l.decode(as, sum)
}

// constant returns the number that n bytes are; ok is false if one of them has no value, was stored as a part of a
// scalar, or depends on inputs. That is faster than a sum of terms, and the same.
func constant(t cells, at, n int64) (number uint64, ok bool) {
	for k := int64(0); k < n; {
		start, c, ok := covering(t, at+k)
		if !ok || c.as != core.NoScalar || c.some != 0 || c.v.class == integer && !c.v.n.IsConst() {
			return 0, false
		}
		for end := min(n, start+c.width-at); k < end; k++ {
			var b uint64
			if c.v.class == integer {
				b = c.v.n.Const.Uint64()
			} else {
				b = uint64(c.data[c.first+at+k-start])
			}
			number |= b << (8 * k)
		}
	}
	return number, true
}

// integerAt returns the integer that cells have at an offset, and whether there is one: stored as the scalar type, or
// as bytes that do not depend on inputs.
func (m *Machine) integerAt(t cells, at int64, as core.Scalar) (n *term.Linear, ok bool) {
	if as.Type() != core.Int {
		return nil, false
	}
	if c, _ := t.get(at); c.content != nil && c.whole() && c.as == as {
		n = c.v.n
		return n, !n.IsConst() || as.Holds(n.Const)
	}
	if _, ok := constant(t, at, as.Size()); !ok {
		return nil, false
	}
	l := m.lift(nil)
	return l.load(t, at, as).n, true
}

// decode returns the value of a scalar type whose bytes are the number n.
func (l *lifter) decode(as core.Scalar, n *term.Linear) value {
	switch {
	case as == core.Pointer:
		return l.pointer(n)
	case as.Type() != core.Int && !n.IsConst():
		return value{class: opaque, f: l.encoded(as.Type(), n)}
	case as == core.Float32:
		return value{class: single, bits: n.Const.Uint64()}
	case as == core.Float64:
		return value{class: double, bits: n.Const.Uint64()}
	case as.Signed() && n.IsConst():
		unused := 64 - 8*as.Size()
		n = l.int(int64(n.Const.Uint64()<<unused) >> unused)
	case as.Signed():
		half, all := l.power(8*as.Size()-1), l.power(8*as.Size())
		_, rem := l.pool.FloorDiv(l.pool.Add(n, half), all)
		n = l.pool.Sub(rem, half)
	}
	return value{class: integer, n: n}
}

// store returns t with v as a scalar type at an offset.
func (l *lifter) store(t cells, at int64, as core.Scalar, v value) cells {
	l.ends(t, at, as.Size())
	if as.IsBitField() {
		return l.storeBits(t, at, as, v)
	}
	return store(t, at, as, v)
}

// places are the offsets first, first + step, and so on up to last; without end if open is set.
type places struct {
	first, last, step int64
	open              bool
}

// none is the first offset that no object has.
const none = core.MaxObject + 1

// accessed returns the places at which the instruction may access n bytes of an object, as a scalar at the offset e.
func (l *lifter) accessed(o *object, e *term.Linear, n int64, in bounds) places {
	if l.in.Loose {
		return in.places(o.size, e, n, 1)
	}
	return in.places(o.size, e, n, n)
}

// most returns the greatest size of an object; nil if it has none. For a size that is not constant, it needs the bounds
// that follow from the path condition.
func (in bounds) most(size *term.Linear) *big.Int {
	if in == nil && !size.IsConst() {
		return nil
	}
	_, hi := in.of(size)
	return hi
}

// places returns the places of n bytes at the offset e, inside of size bytes, at multiples of width.
func (in bounds) places(size, e *term.Linear, n, width int64) places {
	step := new(big.Int)
	for _, t := range e.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	if e.IsConst() {
		step.SetInt64(1)
	}
	from := new(big.Int).Mod(e.Const, step)
	if width > 1 {
		wide := big.NewInt(width)
		for k := width; new(big.Int).Mod(from, wide).Sign() != 0; from.Add(from, step) {
			if k--; k == 0 { // no offset is aligned
				return places{first: 1, step: 1}
			}
		}
		step.Div(step, new(big.Int).GCD(nil, nil, step, wide)).Mul(step, wide)
	}
	lo, hi := in.of(e)
	if lo != nil && lo.Cmp(from) > 0 {
		more := new(big.Int).Sub(lo, from)
		more.Add(more, step).Sub(more, big.NewInt(1)).Div(more, step)
		from.Add(from, more.Mul(more, step))
	}
	if end := in.most(size); end != nil {
		if end = new(big.Int).Sub(end, big.NewInt(n)); hi == nil || end.Cmp(hi) < 0 {
			hi = end
		}
	}
	p := places{small(from), none, small(step), hi == nil}
	if hi != nil {
		if p.last = -1; hi.Sign() >= 0 {
			p.last = small(hi)
		}
	}
	return p
}

// small returns the lesser of x and none.
func small(x *big.Int) int64 {
	if x.Cmp(big.NewInt(none)) > 0 {
		return none
	}
	return x.Int64()
}

// count returns the number of places, if they have an end.
func (p places) count() int64 {
	if p.first > p.last {
		return 0
	}
	return (p.last-p.first)/p.step + 1
}

// many reports whether there are more places than MaxWays.
func (p places) many() bool { return p.open || p.count() > MaxWays }

// each returns the places, which have an end, in ascending order.
func (p places) each(yield func(int64) bool) {
	for at := p.first; at <= p.last && yield(at); at += p.step {
	}
}

// all reports whether n places are all of them.
func (p places) all(n int) bool { return !p.open && p.count() == int64(n) }

// touching returns the places at which a load of n bytes touches a cell of t, up to a bound.
func (p places) touching(t cells, n int64, most int) []int64 {
	var found []int64
	for at := p.first; at <= p.last && at < none && len(found) < most; at += p.step {
		if _, _, ok := covering(t, at); !ok {
			x := t.from(at)
			if x == nil {
				break
			}
			if before := x.key - n - at; before >= 0 { // the first byte of x is out of reach
				at += before / p.step * p.step
				continue
			}
		}
		found = append(found, at)
	}
	return found
}

// choice is a way of a load: the value that the slot gets if a condition holds.
type choice struct {
	cond *term.Formula
	v    value
}

// choices returns the ways of a load as a scalar type at an offset that is not a constant.
func (l *lifter) choices(o *object, e *term.Linear, as core.Scalar) []choice {
	ways, ok := few(l, func(in bounds, most int) ([]choice, bool) {
		if most == MaxPlaces {
			most = MaxEntries
		}
		return l.choicesOf(o, e, as, l.accessed(o, e, as.Size(), in), most)
	})
	if !ok {
		l.lacks(fmt.Sprintf("a load that may read one of more than %d places", MaxWays))
	}
	return ways
}

// choicesOf is choices for given places of the load, of which at most so many may be cases. It reports whether there
// are more ways or cases.
func (l *lifter) choicesOf(o *object, e *term.Linear, as core.Scalar, p places, most int) (ways []choice, more bool) {
	n := as.Size()
	touched := p.touching(o.cells, n, MaxWays+most+1)
	values := make([]value, len(touched))
	var cases []term.Case
	var one value // whose number is by cases: an integer, or a pointer into an object
	for i, at := range touched {
		v := l.load(o.cells, at, as)
		if values[i] = v; one.class == undefined && (v.class == integer || v.class == inObject) {
			one = v
		}
		if one.joins(v) {
			cases = append(cases, term.Case{At: big.NewInt(at), Value: v.n})
		}
	}
	if len(cases) > most || len(touched)-len(cases) > MaxWays {
		return nil, true
	}
	is := func(at *big.Int) *term.Formula { return l.pool.Eq(e, l.pool.Int(at)) }
	if len(cases) > 0 {
		first, last := cases[0].At, cases[len(cases)-1].At
		span := new(big.Int).Sub(last, first)
		cond := l.pool.Bool(true)
		switch {
		case p.all(len(cases)):
		case len(cases) == 1:
			cond = is(first)
		case span.Cmp(big.NewInt(int64(len(cases)-1)*p.step)) == 0:
			cond = l.between(l.pool.Int(first), e, e, l.pool.Int(last))
		default:
			var any []*term.Formula
			for _, c := range cases {
				any = append(any, is(c.At))
			}
			cond = l.pool.Or(any...)
		}
		one.n = l.pool.Select(e, cases)
		ways = append(ways, choice{cond, one})
	}
	var not []*term.Formula
	for i, at := range touched {
		here := is(big.NewInt(at))
		if not = append(not, l.pool.Not(here)); !one.joins(values[i]) {
			ways = append(ways, choice{here, values[i]})
		}
	}
	if !p.all(len(touched)) {
		ways = append(ways, choice{cond: l.pool.And(not...)})
	}
	return ways, len(ways) > MaxWays
}

// everywhere returns the cells of an object after a store of v, an integer or a pointer into an object, at an offset
// that is not a constant, where each place that the store may reach has the value that it then has. It reports whether
// the places are few, and all hold such values.
func (l *lifter) everywhere(o *object, e *term.Linear, as core.Scalar, v value) (t cells, ok bool) {
	if !(as.Type() == core.Int && v.class == integer || as == core.Pointer && v.class == inObject) {
		return nil, false
	}
	p, ok := few(l, func(in bounds, most int) (places, bool) {
		p := l.accessed(o, e, as.Size(), in)
		return p, p.open || p.count() > int64(most)
	})
	if n := p.count(); !ok || n == 0 || n > 1 && p.step < as.Size() {
		return nil, false
	}
	t = o.cells
	for at := range p.each {
		before, ok := l.kept(o.cells, at, as)
		if c, _ := o.cells.get(at); as == core.Pointer {
			if ok = c.content != nil && c.whole() && c.as == as && v.joins(c.v); ok {
				before = c.v.n
			}
		}
		if !ok {
			return nil, false
		}
		is := l.pool.Eq(e, l.int(at))
		n := l.pool.IfElse(is, l.pool.Where(v.n, e, big.NewInt(at)), before)
		t = l.store(t, at, as, value{class: v.class, ref: v.ref, n: n})
	}
	return t, true
}

// kept returns the integer that cells have at an offset, and whether there is one that a store elsewhere may keep:
// stored as the scalar type, or made of numbers that fit their types, and are no pointers.
func (l *lifter) kept(t cells, at int64, as core.Scalar) (n *term.Linear, ok bool) {
	if c, _ := t.get(at); c.varies() && c.as == as {
		return c.v.n, true
	}
	if !holdsNumbers(t, at, as.Size()) {
		return nil, false
	}
	return l.load(t, at, as).n, true
}

// reached returns the offsets that a store of n bytes at an offset that is not a constant may reach, if they are few.
func (l *lifter) reached(o *object, e *term.Linear, n int64) (list []int64, ok bool) {
	p, ok := few(l, func(in bounds, _ int) (places, bool) {
		p := l.accessed(o, e, n, in)
		return p, p.many()
	})
	if !ok {
		return nil, false
	}
	return slices.Collect(p.each), true
}
