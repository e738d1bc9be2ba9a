package core

import (
	"vouch/semantics"
)

// This file defines when a program does the same from two states on. It compares what the encoding of a state has (digest.go), without the inputs
// drawn so far and the iterations that loops have begun. An instruction neither reads these nor the output. So from two such states a program that
// draws the same values takes the same steps.

// Places says which places do not matter in a comparison: slot at of the call of depth d, where in is -1-d, and byte at of object in.
type Places func(in, at int64) bool

// Same reports whether a program that has not ended does the same from s and from t on, whatever is in the places that do not matter. It charges the
// meter; if the meter is exhausted, the result is meaningless.
func (s State) Same(t State, meter *semantics.Meter, free Places) bool {
	if s.rest.ended || t.rest.ended || s.depth != t.depth || s.made != t.made {
		return false
	}
	for f, g, ok := s.Frame, t.Frame, true; ok; f, ok = f.Caller() {
		if !f.same(g, meter, free) {
			return false
		}
		g, _ = g.Caller()
	}
	for i := 0; i < s.made; i += fanout {
		meter.Charge(1)
		l, k := s.objects.leafAt(int64(i)), t.objects.leafAt(int64(i))
		for id := i; l != k && id < min(i+fanout, s.made); id++ {
			if !s.objects.get(int64(id)).same(t.objects.get(int64(id)), int64(id+1), meter, free) {
				return false
			}
		}
	}
	return true
}

func (f Frame) same(g Frame, meter *semantics.Meter, free Places) bool {
	meter.Charge(4 * (len(f.fn.Slots) + 8))
	if f.fn != g.fn || f.pc != g.pc {
		return false
	}
	for i := range f.fn.Slots {
		if !free(-1-int64(f.depth), int64(i)) && !f.Slot(i).Equal(g.Slot(i)) {
			return false
		}
	}
	l, k := f.locals, g.locals
	for ; l != k; l, k = l.next, k.next {
		if meter.Charge(2); l == nil || k == nil || l.id != k.id {
			return false
		}
	}
	return true
}

func (o *Object) same(p *Object, id int64, meter *semantics.Meter, free Places) bool {
	if o == p {
		return true
	}
	if o.Size != p.Size || o.Life != p.Life || o.Global != p.Global || o.ReadOnly != p.ReadOnly || o.Dead != p.Dead || o.Scoped != p.Scoped {
		return false
	}
	for first := int64(0); first*pageSize < o.Size && meter.Charge(8); first += fanout {
		l, k := o.pages.leafAt(first), p.pages.leafAt(first)
		for i := first; l != k && i < first+fanout; i++ {
			if !o.pageAt(i).same(p.pageAt(i), meter, func(at int) bool { return free(id, i*pageSize+int64(at)) }) {
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
		return &page{defined: ^uint64(0)}
	case p == nil:
		return &page{}
	}
	return p
}

func (p *page) same(q *page, meter *semantics.Meter, free func(at int) bool) bool {
	if meter.Charge(2); p == q {
		return true
	}
	meter.Charge(4 * pageSize)
	for i := range pageSize {
		switch c, which := p.at(i); {
		case free(i):
		case p.defined>>i&1 != q.defined>>i&1:
			return false
		default:
			d, other := q.at(i)
			if which != other || c.scalar != d.scalar || !c.value.Equal(d.value) {
				return false
			}
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
