package c

import (
	"math/big"
	"slices"

	"modernc.org/cc/v4"
)

// This file defines what initializers set (C11 6.7.9, and GNU C's ranges).

// item is a part of an object that an initializer sets. Items are in the order in which C sets them.
type item struct {
	offset      int64
	t           *Type             // of the part
	bits, shift int               // of a bit-field
	x           cc.ExpressionNode // its new value. A character array may have a string literal here
	repeat      int64             // how many parts of t.Size bytes get the value: for [a ... b]; else 1
}

// end returns the offset after the item.
func (i *item) end() int64 {
	if i.bits > 0 {
		return i.offset + int64(i.shift+i.bits+7)/8
	}
	return i.offset + i.t.Size*max(i.repeat, 1)
}

// maxItems is the greatest number of parts that an initializer may set.
const maxItems = 1 << 22

// initializing is an initializer that is being taken apart.
type initializing struct {
	u      *unit
	f      *fn // nil outside of functions
	static bool
	tabled bool // whether it is a table
	dry    bool // whether only the length of the array is asked, and items are not kept
	items  []item
	mixed  bool               // whether an item has a smaller offset than one before it
	end    int64              // the offset after all items so far
	length int64              // of an array whose length the initializer gives
	active map[unionAt]*Field // the member of each union that was set
}

// unionAt is a union in an object.
type unionAt struct {
	offset int64
	record *Record
}

// items takes an initializer apart. It also returns t with its length, if the initializer gives it. Bytes that no item
// covers are zero.
func (u *unit) items(f *fn, t *Type, n *cc.Initializer) ([]item, *Type) {
	u.index()
	u.need(t)
	b := &initializing{u: u, f: f, active: map[unionAt]*Field{}}
	return b.all(t, n), b.completed(t)
}

// all returns the items of an initializer of a whole object.
func (b *initializing) all(t *Type, n *cc.Initializer) []item {
	if n.Case == cc.InitializerInitList {
		b.whole(t, 0, 0, 0, n)
	} else if !b.single(t, 0, n.AssignmentExpression) {
		if t.Class == Array {
			b.u.errorf(n, "found an expression as the initializer of %v, want a list in braces", t)
		} else {
			b.add(item{t: t, x: n.AssignmentExpression, repeat: 1})
		}
	}
	return b.items
}

// lengthened returns an array without a length as the initializer completes it.
func (u *unit) lengthened(f *fn, t *Type, n *cc.Initializer) *Type {
	u.index()
	u.need(t)
	b := &initializing{u: u, f: f, dry: true, active: map[unionAt]*Field{}}
	b.all(t, n)
	return b.completed(t)
}

// completed returns t with the length that the initializer gives it.
func (b *initializing) completed(t *Type) *Type {
	if t.Class != Array || t.Len >= 0 || t.Length != nil {
		return t
	}
	c := *t
	c.Len = b.length
	c.Size = c.Len * c.Elem.Size
	return &c
}

// add adds an item. It replaces earlier items in the same place.
func (b *initializing) add(i item) {
	if b.dry {
		b.u.p.charge(1)
		return
	}
	if len(b.items) >= maxItems {
		if len(b.items) == maxItems {
			b.u.errorf(i.x, "found an initializer of more than %d parts", maxItems)
		}
		return
	}
	if !b.u.p.pass(wordsPerItem) {
		return
	}
	switch {
	case i.offset >= b.end:
	case i.bits == 0:
		b.erase(i.offset, i.end())
	default:
		b.remove(i.offset, func(old *item) bool {
			return old.bits > 0 && old.offset == i.offset &&
				old.shift == i.shift
		})
	}
	if n := len(b.items); n > 0 && i.offset < b.items[n-1].offset {
		b.mixed = true
	}
	b.items = append(b.items, i)
	b.end = max(b.end, i.end())
}

// erase removes the items between two offsets.
func (b *initializing) erase(from, to int64) {
	if from >= b.end {
		return
	}
	b.remove(from, func(old *item) bool { return old.offset >= from && old.end() <= to })
}

// remove removes the items that the function names, all of which end behind an offset.
func (b *initializing) remove(from int64, is func(*item) bool) {
	first := 0
	if !b.mixed { // then what ends behind from comes last
		for first = len(b.items); first > 0 && b.items[first-1].end() > from; first-- {
		}
	}
	b.u.p.charge(len(b.items) - first)
	kept := b.items[:first]
	for i := range b.items[first:] {
		if old := &b.items[first+i]; !is(old) {
			kept = append(kept, *old)
		}
	}
	b.items = kept
}

// single adds an item that sets an aggregate with one expression. It reports false if x is no such expression.
func (b *initializing) single(t *Type, offset int64, x cc.ExpressionNode) bool {
	switch t.Class {
	case Array:
		if s, ok := stringOf(x); ok {
			bytes, elem := b.u.text(s)
			if t.Elem.Class != Integer || t.Elem.Size != elem.Size || t.Elem.Enum {
				return false
			}
			n := int64(len(bytes))/elem.Size + 1
			part := t
			if t.Len < 0 && t.Length == nil {
				part = arrayOf(t.Elem, n)
				b.length = max(b.length, n)
			}
			b.add(item{offset: offset, t: part, x: x, repeat: 1})
			return true
		}
		lit, ok := plain(x).(*cc.PostfixExpression) // GNU C: an array from a compound literal
		if !ok || lit.Case != cc.PostfixExpressionComplit {
			return false
		}
		of := b.u.typeOf(b.f, lit)
		if of.Class != Array || !b.u.p.same(of.Elem.unqualified(), t.Elem.unqualified()) {
			return false
		}
		part := t
		if t.Len < 0 && t.Length == nil {
			part = of
			b.length = max(b.length, of.Len)
		}
		if b.static {
			b.whole(part, offset, 0, 0, listOf(lit))
		} else {
			b.add(item{offset: offset, t: part, x: x, repeat: 1})
		}
		return true
	case Struct, Union, Vector:
		if of := b.u.typeOf(b.f, x); !b.u.p.same(of, t) {
			return false
		}
		if lit, ok := plain(x).(*cc.PostfixExpression); ok && lit.Case == cc.PostfixExpressionComplit && b.static {
			b.whole(t, offset, 0, 0, listOf(lit))
			return true
		}
		b.add(item{offset: offset, t: t, x: x, repeat: 1})
		return true
	}
	return false
}

// stringOf returns the string literal of an expression, with or without parentheses.
func stringOf(x cc.ExpressionNode) (*cc.PrimaryExpression, bool) {
	s, ok := plain(x).(*cc.PrimaryExpression)
	return s, ok && (s.Case == cc.PrimaryExpressionString || s.Case == cc.PrimaryExpressionLString)
}

// listOf returns the list of a compound literal as an initializer.
func listOf(n *cc.PostfixExpression) *cc.Initializer {
	return &cc.Initializer{Case: cc.InitializerInitList, Token: n.Token3, InitializerList: n.InitializerList,
		Token3: n.Token5}
}

// whole sets all of an object of type t from an initializer.
func (b *initializing) whole(t *Type, offset int64, bits, shift int, n *cc.Initializer) {
	if n.Case == cc.InitializerInitList {
		r := b.u.listed(n.InitializerList)
		if b.tabled = r.table != nil; b.tabled && !b.dry {
			b.items = slices.Grow(b.items, len(r.rest))
		}
		b.braced(t, offset, bits, shift, r)
	} else if !b.single(t, offset, n.AssignmentExpression) {
		b.add(item{offset: offset, t: t, bits: bits, shift: shift, x: n.AssignmentExpression, repeat: 1})
	}
}

// braced sets all of an object of type t from a list in braces.
func (b *initializing) braced(t *Type, offset int64, bits, shift int, r *reader) {
	if bits == 0 {
		b.erase(offset, offset+t.Size)
	}
	if !divided(t) {
		switch d := r.designation(); {
		case r.done(): // 0
		case d != nil:
			b.u.errorf(d, "found a designator in the initializer of a value of type %v, want none", t)
		default:
			if n, inside := r.element(); inside != nil {
				b.braced(t, offset, bits, shift, inside)
			} else {
				b.whole(t, offset, bits, shift, n)
			}
		}
		return
	}
	if l := r.l; t.Class == Array && l != nil && l.InitializerList == nil && l.Designation == nil &&
		l.Initializer.Case == cc.InitializerExpr {
		if _, ok := stringOf(l.Initializer.AssignmentExpression); ok &&
			b.single(t, offset, l.Initializer.AssignmentExpression) {
			return
		}
	}
	b.fill(t, offset, r, true, nil)
}

// divided reports whether the elements of a list in braces set parts of an object of type t.
func divided(t *Type) bool {
	return t.Class == Array || t.Class == Struct || t.Class == Union || t.Class == Vector
}

// reader reads the elements of a list in braces, which is one of the parser or of a table.
type reader struct {
	l     *cc.InitializerList // what is left of the first; nil for the other
	rest  []int32             // what is left of the order of the table
	table *tableRead
	taken int // how many elements were read
}

// listed returns what reads a list of the parser.
func (u *unit) listed(l *cc.InitializerList) *reader {
	if e := u.tables[l]; e != nil {
		return &reader{rest: e.order, table: e}
	}
	return &reader{l: l}
}

// done reports whether no element is left.
func (r *reader) done() bool { return r.l == nil && len(r.rest) == 0 }

// element returns the next element: an initializer, or what reads a list of a table.
func (r *reader) element() (n *cc.Initializer, inside *reader) {
	if r.l != nil {
		return r.l.Initializer, nil
	}
	if k := r.rest[0]; k < 0 {
		return nil, &reader{rest: r.rest[1:-k], table: r.table}
	}
	return r.table.read[r.rest[0]], nil
}

// skip goes to the element after the next.
func (r *reader) skip() {
	r.taken++
	switch {
	case r.l != nil:
		r.l = r.l.InitializerList
	case r.rest[0] < 0:
		r.rest = r.rest[-r.rest[0]:]
	default:
		r.rest = r.rest[1:]
	}
}

// designation returns the designators in front of the next element; nil if there are none.
func (r *reader) designation() *cc.Designation {
	if r.l == nil {
		return nil
	}
	return r.l.Designation
}

// designators returns the designators of the next element, in order.
func (r *reader) designators() []*cc.Designator {
	var d []*cc.Designator
	for l := r.l.Designation.DesignatorList; l != nil; l = l.DesignatorList {
		d = append(d, l.Designator)
	}
	return d
}

// fill sets the parts of an object of type t, in order, from a list. If braced is set, the list belongs to the object;
// otherwise to an object that contains it. Designators are those of the next element, if it has any.
func (b *initializing) fill(t *Type, offset int64, r *reader, braced bool, d []*cc.Designator) {
	next := int64(0) // the next part
	most := int64(0)
	for !r.done() && !b.u.p.stopped() {
		if len(d) == 0 && r.designation() != nil {
			if !braced {
				break
			}
			d = r.designators()
		}
		before := r.taken
		if len(d) > 0 {
			next = b.designated(t, offset, r, d)
			d = nil
		} else if part, at, ok := b.part(t, next); ok {
			b.set(part, offset+at, r, nil)
			next++
		} else if !braced {
			break
		}
		if r.taken == before { // an excess element, or one that is wrong: gcc ignores it
			r.skip()
		}
		most = max(most, next)
		if t.Class == Union && !braced {
			break
		}
	}
	if t.Class == Array && t.Len < 0 && t.Length == nil {
		b.length = max(b.length, most)
	}
}

// part returns the part of t with a number: its place as a member, and its offset.
func (b *initializing) part(t *Type, i int64) (part *Field, offset int64, ok bool) {
	switch t.Class {
	case Array, Vector:
		if t.Length != nil || t.Len >= 0 && i >= t.Len {
			return nil, 0, false
		}
		return &Field{Type: t.Elem}, i * t.Elem.Size, true
	case Union:
		if i > 0 {
			return nil, 0, false
		}
	}
	b.u.need(t)
	if i >= int64(len(t.Record.Fields)) {
		return nil, 0, false
	}
	m := t.Record.Fields[i]
	return m, m.Offset, true
}

// set sets a part from the next element of a list.
func (b *initializing) set(m *Field, offset int64, r *reader, d []*cc.Designator) {
	t := m.Type
	if len(d) > 0 {
		if !divided(t) {
			b.u.errorf(d[0], "found a designator for a part of a value of type %v, which has none", t)
			r.skip()
			return
		}
		b.fill(t, offset, r, false, d)
		return
	}
	n, inside := r.element()
	switch {
	case inside != nil:
		r.skip()
		b.braced(t, offset, m.Bits, m.Shift, inside)
	case n.Case == cc.InitializerInitList:
		r.skip()
		b.whole(t, offset, m.Bits, m.Shift, n)
	case !divided(t):
		r.skip()
		b.add(item{offset: offset, t: t, bits: m.Bits, shift: m.Shift, x: n.AssignmentExpression, repeat: 1})
	case b.single(t, offset, n.AssignmentExpression):
		r.skip()
	default:
		b.fill(t, offset, r, false, nil)
	}
}

// designated sets the part that designators name, and returns the number of the next part.
func (b *initializing) designated(t *Type, offset int64, r *reader, d []*cc.Designator) int64 {
	switch n := d[0]; n.Case {
	case cc.DesignatorField, cc.DesignatorField2:
		name := n.Token.SrcStr()
		if n.Case == cc.DesignatorField {
			name = n.Token2.SrcStr()
		}
		b.u.need(t)
		if t.Record == nil {
			b.u.errorf(n, "found member %s of a value of type %v, which has none", name, t)
			return 0
		}
		path, ok := b.u.p.member(t.Record, name)
		if !ok {
			b.u.errorf(n, "found member %s, which %v does not have", name, t)
			return 0
		}
		b.activate(t, offset, path[0])
		if len(path) > 1 { // in an anonymous structure: as if the designator named that structure first
			b.fill(path[0].Type, offset+path[0].Offset, r, false, d)
		} else {
			b.set(path[0], offset+path[0].Offset, r, d[1:])
		}
		for i, m := range t.Record.Fields {
			if m == path[0] {
				return int64(i) + 1
			}
		}
		panic("c: a member that is none")
	default:
		if t.Class != Array && t.Class != Vector {
			b.u.errorf(n, "found a subscript of a value of type %v, want an array", t)
			return 0
		}
		lo, ok := b.index(n.ConstantExpression, t)
		hi := lo
		if ok && n.Case == cc.DesignatorIndex2 {
			hi, ok = b.index(n.ConstantExpression2, t)
			if ok && hi < lo {
				b.u.errorf(n, "found the range %d ... %d, which is empty", lo, hi)
				ok = false
			}
		}
		if !ok {
			return 0
		}
		b.set(&Field{Type: t.Elem}, offset+lo*t.Elem.Size, r, d[1:])
		if hi > lo && !b.dry {
			mark := b.marked(offset+lo*t.Elem.Size, offset+(lo+1)*t.Elem.Size)
			b.repeated(mark, t.Elem.Size, hi-lo+1, len(d) == 1)
		}
		return hi + 1
	}
}

// marked moves the items between two offsets to the end, and returns where they begin.
func (b *initializing) marked(from, to int64) int {
	var inside, outside []item
	b.u.p.pass(len(b.items))
	for _, i := range b.items {
		if i.offset >= from && i.end() <= to {
			inside = append(inside, i)
		} else {
			outside = append(outside, i)
		}
	}
	if n := len(outside); n > 0 && len(inside) > 0 && outside[n-1].offset > inside[0].offset {
		b.mixed = true
	}
	b.items = append(outside, inside...)
	return len(outside)
}

// repeated extends items, which set the first of n elements of a size, to all n.
func (b *initializing) repeated(mark int, size, n int64, alone bool) {
	if k := b.items[mark:]; len(k) == 1 && k[0].t.Size == size && k[0].bits == 0 && alone && k[0].t.Class != Array &&
		k[0].repeat == 1 {
		i := k[0]
		b.items = b.items[:mark]
		i.repeat = n
		b.add(i)
		return
	}
	once := append([]item(nil), b.items[mark:]...)
	for k := int64(1); k < n && len(b.items) <= maxItems && !b.u.p.stopped(); k++ {
		for _, i := range once {
			i.offset += k * size
			b.add(i)
		}
	}
}

// index returns the value of a subscript in a designator.
func (b *initializing) index(n cc.ExpressionNode, t *Type) (int64, bool) {
	v, why := b.u.constant(b.f, n)
	if why == "" && (!v.t.integer() || v.address()) {
		why = "it is no integer"
	}
	if why != "" {
		b.u.errorf(n, "found a subscript that is not constant: %s", why)
		return 0, false
	}
	if v.x.Int.Sign() < 0 || t.Len >= 0 && v.x.Int.Cmp(big.NewInt(t.Len)) >= 0 || v.x.Int.BitLen() > 40 {
		b.u.errorf(n, "found the subscript %v, which %v does not have", v.x.Int, t)
		return 0, false
	}
	return v.x.Int.Int64(), true
}

// activate notes which member of a union is set, and drops what was set in another member.
func (b *initializing) activate(t *Type, offset int64, m *Field) {
	if t.Class != Union {
		return
	}
	k := unionAt{offset, t.Record}
	if old := b.active[k]; old != nil && old != m {
		b.erase(offset, offset+t.Size)
	}
	b.active[k] = m
}
