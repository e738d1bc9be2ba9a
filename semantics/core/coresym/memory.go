package coresym

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// This file defines objects on terms, and what loads, stores, copies and fills do to their cells. The rules are in doc.go.

// object is an object in memory. It is never changed.
type object struct {
	global   *core.Global // nil if an instruction made it
	life     core.Life    // of an object that an instruction made
	name     string       // of the slot that first took the pointer
	size     *term.Linear // in bytes
	readOnly bool
	dead     bool
	scoped   bool        // whether an instruction ended its life before the call returned
	made     source.Span // of the instruction that made it
	ended    source.Span // of the instruction that ended its life
	cells    cells
}

// local reports whether o is a local object of a call.
func (o *object) local() bool { return o.global == nil && o.life == core.Local }

// cells are the cells of an object by the offset of their first byte. They do not overlap.
type cells = *tree[cell]

// cell is some bytes of an object: those of content from byte first on.
type cell struct {
	width int64
	first int64
	*content
}

// content is what a store, a fill or the start of the program put into memory.
type content struct {
	as   core.Scalar // the scalar type of a store; NoScalar for bytes
	v    value       // the stored value; of a fill, the integer that is in every byte
	data string      // the bytes, if they are no fill
	some byte        // of one byte that is defined in part: which bits are; v has the byte, in which the others are 0
}

// part returns n bytes of c from byte k on.
func (c cell) part(k, n int64) cell { return cell{n, c.first + k, c.content} }

// whole reports whether c is all of a stored value.
func (c cell) whole() bool { return c.first == 0 && c.as != core.NoScalar && c.width == c.as.Size() }

// covering returns the cell that contains the byte at an offset, and where the cell begins; ok is false if there is none.
func covering(t cells, at int64) (start int64, c cell, ok bool) {
	x := t.before(at + 1)
	if x == nil || x.key+x.value.width <= at {
		return 0, cell{}, false
	}
	return x.key, x.value, true
}

// clear returns t without n bytes from an offset on.
func clear(t cells, at, n int64) cells {
	end := at + n
	if start, c, ok := covering(t, at); ok && start < at {
		t = t.with(start, c.part(0, at-start))
		if start+c.width > end {
			return t.with(end, c.part(end-start, start+c.width-end))
		}
	}
	for x := t.from(at); x != nil && x.key < end; x = t.from(at) {
		start, c := x.key, x.value
		t = t.without(start)
		if start+c.width > end {
			t = t.with(end, c.part(end-start, start+c.width-end))
		}
	}
	return t
}

// put returns t with a cell in place of what was there.
func put(t cells, at int64, c cell) cells {
	if c.width == 0 {
		return t
	}
	if old, ok := t.get(at); !ok || old.width != c.width {
		t = clear(t, at, c.width)
	}
	return t.with(at, c)
}

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

// unknownPointer is a reason for which something is not supported.
const unknownPointer = "a pointer made of a number that depends on inputs"

// aligned requires that the offset of an access is a multiple of the width of the scalar type.
func (l *lifter) aligned(p value) {
	if n := l.int(l.in.Type.Size()); !l.in.Loose && p.class == inObject {
		_, rem := l.pool.FloorDiv(p.n, n)
		l.require(l.pool.Eq(rem, l.int(0)), semantics.MisalignedAccess, l.in.Span)
	}
}

// access adds the obligations of an access to n bytes from p on, and returns the object; nil if no object can be accessed.
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

// between returns the condition that lo <= x and y <= hi.
func (l *lifter) between(lo, x, y, hi *term.Linear) *term.Formula {
	return l.pool.And(l.pool.Le(lo, x), l.pool.Le(y, hi))
}

// object returns the object that p points to.
func (l *lifter) object(p value) *object {
	o, _ := l.state.rest.objects.get(int64(p.ref))
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
	sum := l.int(0)
	for k := range n {
		start, c, _ := covering(t, at+k)
		sum = l.pool.Add(sum, l.pool.Scale(l.power(8*k).Const, l.byte(c, c.first+at+k-start)))
	}
	return l.decode(as, sum)
}

// little returns the number of bytes in little-endian order.
func little(bytes string) *big.Int {
	n := uint64(0)
	for i := range len(bytes) {
		n |= uint64(bytes[i]) << (8 * i)
	}
	return new(big.Int).SetUint64(n)
}

// written reports whether n bytes from an offset on are all in cells, and defined as a whole.
func written(t cells, at, n int64) bool {
	for end := at + n; at < end; {
		start, c, ok := covering(t, at)
		if !ok || c.some != 0 {
			return false
		}
		at = start + c.width
	}
	return true
}

// stored returns the number whose bytes c has; nil if c is a fill, or a constant float.
func (l *lifter) stored(c cell) *term.Linear {
	switch {
	case c.as == core.NoScalar:
		return nil
	case c.as == core.Pointer:
		l.numbered = l.numbered || c.v.class != bare || !c.v.n.IsConst()
		return l.address(c.v)
	case c.v.class == opaque:
		return l.encoding(c.v.f)
	}
	return c.v.n
}

// byte returns byte k of the stored value of which c has a part.
func (l *lifter) byte(c cell, k int64) *term.Linear {
	switch {
	case c.as == core.NoScalar && c.v.class == integer:
		return c.v.n
	case c.as == core.NoScalar:
		return l.int(int64(c.data[k]))
	case c.v.class == single, c.v.class == double:
		return l.int(int64(c.v.bits >> (8 * k) & 0xff))
	}
	return l.bytes(l.stored(c), k, 1)
}

// bytes returns the number of n bytes of t, from byte k on.
func (l *lifter) bytes(t *term.Linear, k, n int64) *term.Linear { return l.part(t, 8*k, 8*n) }

// part returns (t div 2^k) mod 2^n, for n up to 64.
func (l *lifter) part(t *term.Linear, k, n int64) *term.Linear {
	if t.IsConst() && t.Const.IsInt64() {
		rest := uint64(t.Const.Int64() >> k)
		return l.pool.Int(new(big.Int).SetUint64(rest << (64 - n) >> (64 - n)))
	}
	if k > 0 {
		t, _ = l.pool.FloorDiv(t, l.power(k))
	}
	_, rem := l.pool.FloorDiv(t, l.power(n))
	return rem
}

// power returns 2^k.
func (l *lifter) power(k int64) *term.Linear {
	return l.pool.Int(new(big.Int).Lsh(big.NewInt(1), uint(k)))
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

// store is lifter.store for what is no bit-field.
func store(t cells, at int64, as core.Scalar, v value) cells {
	if v.class == undefined {
		return clear(t, at, as.Size())
	}
	return put(t, at, cell{as.Size(), 0, &content{as: as, v: v}})
}

// move returns t with n bytes at an offset that are copied from another offset of from.
func move(t cells, to int64, from cells, at, n int64) cells {
	if n == 0 {
		return t
	}
	rest := clear(t, to, n)
	if start, c, ok := covering(from, at); ok && start < at {
		rest = rest.with(to, c.part(at-start, min(start+c.width, at+n)-at))
	}
	for x := from.from(at); x != nil && x.key < at+n; x = from.from(x.key + 1) {
		rest = rest.with(to+x.key-at, x.value.part(0, min(x.value.width, at+n-x.key)))
	}
	return rest
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

// bounds gives the bounds of a term; a nil one stands for the bounds that follow from the ranges of the inputs alone.
type bounds func(*term.Linear) (lo, hi *big.Int)

func (in bounds) of(e *term.Linear) (lo, hi *big.Int) {
	if in == nil {
		return e.Bounds()
	}
	return in(e)
}

// most returns the greatest size of an object; nil if it has none. For a size that is not constant, it needs the bounds that follow from the path condition.
func (in bounds) most(size *term.Linear) *big.Int {
	if in == nil && !size.IsConst() {
		return nil
	}
	_, hi := in.of(size)
	return hi
}

// assumed returns the bounds that follow from the path condition.
func (l *lifter) assumed() bounds {
	facts := l.pool.NewFacts()
	for _, f := range l.state.cond.Conjuncts() {
		facts.Assume(f)
	}
	r := facts.Ranges()
	if r.Contradict {
		return nil
	}
	return r.Bounds
}

// few returns the result of find with the bounds that follow from the ranges of inputs, and MaxCases. If find says that there are more places than it
// takes, few returns the result with the bounds that follow from the path condition, and MaxPlaces.
func few[T any](l *lifter, find func(in bounds, most int) (found T, more bool)) (found T, ok bool) {
	found, more := find(nil, MaxCases)
	if more {
		found, more = find(l.assumed(), MaxPlaces)
	}
	return found, !more
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

// choicesOf is choices for given places of the load, of which at most so many may be cases. It reports whether there are more ways or cases.
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

// joins reports whether v and u are integers, or pointers into one object, so that one with a number by cases stands for both.
func (v value) joins(u value) bool {
	return v.class == u.class && (v.class == integer || v.class == inObject && v.ref == u.ref)
}

// everywhere returns the cells of an object after a store of v, an integer or a pointer into an object, at an offset that is not a constant, where each
// place that the store may reach has the value that it then has. It reports whether the places are few, and all hold such values.
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

// kept returns the integer that cells have at an offset, and whether there is one that a store elsewhere may keep: stored as the scalar type, or made of
// numbers that fit their types, and are no pointers.
func (l *lifter) kept(t cells, at int64, as core.Scalar) (n *term.Linear, ok bool) {
	if c, _ := t.get(at); c.varies() && c.as == as {
		return c.v.n, true
	}
	if !holdsNumbers(t, at, as.Size()) {
		return nil, false
	}
	return l.load(t, at, as).n, true
}

// varies reports whether c is all of a stored integer that is not a constant.
func (c cell) varies() bool {
	return c.content != nil && c.whole() && c.as.Type() == core.Int && c.v.class == integer && !c.v.n.IsConst()
}

// bytes reports whether c has bytes that do not depend on inputs, and are no pointer or integer of which memory keeps more.
func (c cell) bytes() bool {
	switch {
	case c.some != 0:
		return false
	case c.data != "":
		return true
	case c.v.class == single || c.v.class == double:
		return true
	case c.v.n == nil || !c.v.n.IsConst():
		return false
	case c.as == core.NoScalar || !c.whole():
		return true
	case c.as == core.Pointer:
		return c.v.class == bare && core.U64.Holds(c.v.n.Const)
	}
	return c.as.Holds(c.v.n.Const)
}

// reached returns the offsets that a store of n bytes at an offset that is not a constant may reach.
func (l *lifter) reached(o *object, e *term.Linear, n int64) []int64 {
	p, ok := few(l, func(in bounds, _ int) (places, bool) {
		p := l.accessed(o, e, n, in)
		return p, p.many()
	})
	if !ok {
		l.lacks(fmt.Sprintf("a store that may reach one of more than %d places", MaxWays))
		return nil
	}
	return slices.Collect(p.each)
}
