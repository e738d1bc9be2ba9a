package core

import (
	"vouch/semantics"
)

// This file defines when a program does the same from two states on, up to the numbers of objects. It compares what the
// encoding of a state has (digest.go), without the inputs drawn so far and the iterations that loops have begun. An
// instruction neither reads these nor the output. So from two such states a program that draws the same values takes
// the same steps, if no step depends on the number of an object.
//
// The objects that the program may reach are those of globals, of pointers in slots and reached objects, and the local
// ones of calls. These correspond one to one. No instruction finds another one, but leaks, and what makes a pointer of
// a number.

// Comparison compares a state that covers with one that is covered.
type Comparison struct {
	Meter *semantics.Meter
	// Free says which places of the first state are compared elsewhere, or do not matter: slot at of the call of depth
	// d, where in is -1-d, and byte at of object in.
	Free func(in, at int64) bool
	// Rest compares what is in free places of two calls or objects. It may pair further objects.
	Rest func(in, other int64) bool
	// Renumbered says whether a corresponding object has another number, or an object that no other one corresponds to
	// is different; free places aside.
	Renumbered bool

	its, mine []int32 // for each object of one state the one that corresponds to it in the other, by index; 0 for none
	todo      []int   // objects whose contents are to be compared
}

// Same reports whether a program that has not ended does the same from s and from t on, whatever is in free places. It
// charges the meter; if the meter is exhausted, the result is meaningless.
func (c *Comparison) Same(s, t State) bool {
	if s.rest.ended || t.rest.ended || s.depth != t.depth || !c.Meter.Make(s.made+t.made) ||
		!c.Meter.Charge(s.made+t.made) {
		return false
	}
	c.its, c.mine = make([]int32, s.made+1), make([]int32, t.made+1)
	for id := range len(s.program.Globals) {
		c.Pair(id+1, id+1)
	}
	for f, g, ok := s.Frame, t.Frame, true; ok; f, ok = f.Caller() {
		if !c.frames(f, g) {
			return false
		}
		g, _ = g.Caller()
	}
	for len(c.todo) > 0 && c.Meter.Charge(8) {
		id := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		other := int(c.its[id])
		if !c.objects(s.objects.get(int64(id-1)), t.objects.get(int64(other-1)), int64(id)) ||
			!c.Rest(int64(id), int64(other)) {
			return false
		}
	}
	c.Renumbered = c.Renumbered || s.made != t.made
	for id := 1; id <= s.made && !c.Renumbered; id++ {
		c.Renumbered = c.its[id] == 0 && s.objects.get(int64(id-1)) != t.objects.get(int64(id-1))
	}
	return true
}

// Pair reports whether object other of the second state may correspond to object id of the first one. If so, it does.
func (c *Comparison) Pair(id, other int) bool {
	if id >= len(c.its) || other >= len(c.mine) {
		return false
	}
	if c.its[id] == 0 && c.mine[other] == 0 {
		c.its[id], c.mine[other] = int32(other), int32(id)
		c.todo = append(c.todo, id)
		c.Renumbered = c.Renumbered || id != other
	}
	return int(c.its[id]) == other
}

// Paired reports whether an object of the first state corresponds to this one of the second.
func (c *Comparison) Paired(other int) bool { return c.mine[other] != 0 }

func (c *Comparison) values(v, w Value) bool {
	if v.class == inObject && w.class == inObject {
		if !c.Pair(int(v.ref), int(w.ref)) {
			return false
		}
		w.ref = v.ref
	}
	return v.Equal(w)
}

func (c *Comparison) frames(f, g Frame) bool {
	c.Meter.Charge(4 * (len(f.fn.Slots) + 8))
	if f.fn != g.fn || f.pc != g.pc {
		return false
	}
	in := -1 - int64(f.depth)
	for i := range f.fn.Slots {
		if !c.Free(in, int64(i)) && !c.values(f.Slot(i), g.Slot(i)) {
			return false
		}
	}
	l, k := f.locals, g.locals
	for ; l != nil && k != nil; l, k = l.next, k.next {
		if c.Meter.Charge(2); !c.Pair(l.id, k.id) {
			return false
		}
	}
	return l == nil && k == nil && c.Rest(in, in)
}

func (c *Comparison) objects(o, p *Object, id int64) bool {
	if o.Size != p.Size || o.Life != p.Life || o.Global != p.Global || o.ReadOnly != p.ReadOnly || o.Dead != p.Dead ||
		o.Scoped != p.Scoped {
		return false
	}
	for first := int64(0); first*pageSize < o.Size && c.Meter.Charge(8); {
		// neither has a page up to where one of them may have one
		if o.pages.leafAt(first) == nil && p.pages.leafAt(first) == nil {
			first = min(o.pages.behind(first), p.pages.behind(first))
			continue
		}
		for end := first + fanout; first < end; first++ {
			if !c.pages(o.pageAt(first), p.pageAt(first), id, first*pageSize) {
				return false
			}
		}
	}
	return true
}

// pageAt returns the page with an index.
func (o *Object) pageAt(i int64) *page {
	p := o.pages.get(i)
	switch {
	case p == nil && o.Global:
		return &zeroPage
	case p == nil:
		return &undefinedPage
	}
	return p
}

func (c *Comparison) pages(p, q *page, id, first int64) bool {
	if c.Meter.Charge(2); p == q && p.pointers == 0 && p.celled == 0 {
		return true
	}
	c.Meter.Charge(4 * pageSize)
	for i := range pageSize {
		if c.Free(id, first+int64(i)) {
			continue
		}
		d, which := p.at(i)
		e, other := q.at(i)
		if p.defined>>i&1 != q.defined>>i&1 || which != other || d.scalar != e.scalar || !c.values(d.value, e.value) {
			return false
		}
	}
	return true
}

// at returns the cell of which a byte is a part, and which byte of it that is; or no cell, and the number in the byte.
func (p *page) at(i int) (c cell, which int) {
	switch {
	case p.celled>>i&1 != 0:
		return *p.cells[i], int(p.data[i])
	case p.pointers>>(i/8)&1 != 0:
		return cell{Pointer, p.pointer(i / 8)}, i % 8
	case p.defined>>i&1 != 0:
		return cell{}, int(p.data[i])
	}
	return cell{}, 0
}

// Pointers reports whether any byte from at up to end is a part of a stored pointer.
func (o *Object) Pointers(at, end int64) bool {
	for ; at < end; at++ {
		if c, _ := o.pageAt(at / pageSize).at(int(at % pageSize)); c.scalar == Pointer {
			return true
		}
	}
	return false
}

// Pointer reports whether a pointer was stored at an offset, of which all bytes are there.
func (o *Object) Pointer(at int64) bool {
	c, which := o.pageAt(at / pageSize).at(int(at % pageSize))
	return c.scalar == Pointer && which == 0
}

// Within reports whether an offset is within a stored pointer, behind its start.
func (o *Object) Within(at int64) bool {
	c, which := o.pageAt(at / pageSize).at(int(at % pageSize))
	return at < o.Size && c.scalar == Pointer && which > 0
}
