package core

import (
	"math/bits"

	"vouch/semantics"
)

// This file defines which objects on the heap are lost.

// Lost returns the number of the object that an instruction leaks reports in s; ok is false if there is none.
func (m *Machine) Lost(s State) (id int, ok bool) {
	r := run{State: s, meter: m.Meter}
	id, _ = r.lost()
	return id, id > 0
}

// leaks returns the fault of the object that is lost, or nil if none is.
func (r *run) leaks() *Stop {
	id, stop := r.lost()
	if stop == nil && id > 0 {
		return &Stop{Fault: semantics.Fault{Kind: semantics.MemoryLeak, Span: r.objects.get(int64(id - 1)).Made}}
	}
	return stop
}

// lost returns the number of the first object that is lost, or 0 if none is. A live object on the heap is lost if no
// pointer in a global or in a slot of a call leads to it. A pointer leads to the object into which it points, with any
// offset, and to everything to which cells of that object point. Numbers lead nowhere, even if they are addresses.
func (r *run) lost() (first int, stop *Stop) {
	if !r.meter.Charge(r.made) || !r.meter.Make(r.made/32+8) {
		return 0, outOfWork
	}
	t := trace{r: r, seen: make([]uint64, r.made/64+1)}
	for id := 1; id <= r.made; id++ {
		if r.objects.get(int64(id - 1)).Global {
			t.reach(id)
		}
	}
	for f, ok := r.Frame, true; ok; f, ok = f.Caller() {
		if !r.meter.Charge(len(f.fn.Slots) + 1) {
			return 0, outOfWork
		}
		for i := range f.fn.Slots {
			t.value(f.Slot(i))
		}
	}
	for len(t.next) > 0 && !r.meter.Exhausted() {
		id := t.next[len(t.next)-1]
		t.next = t.next[:len(t.next)-1]
		t.pages(&r.objects.get(int64(id - 1)).pages)
	}
	if r.meter.Exhausted() {
		return 0, outOfWork
	}
	for id := 1; id <= r.made; id++ {
		if o := r.objects.get(int64(id - 1)); o.Life == Heap && !o.Global && !o.Dead && !t.has(id) {
			return id, nil
		}
	}
	return 0, nil
}

// trace finds the objects that can be reached.
type trace struct {
	r    *run
	seen []uint64 // the set of those that were found
	next []int32  // the found objects whose cells were not searched yet
}

func (t *trace) has(id int) bool { return t.seen[id/64]>>(id%64)&1 != 0 }

// reach records that an object can be reached.
func (t *trace) reach(id int) {
	if o := t.r.objects.get(int64(id - 1)); t.has(id) || o.Dead || !t.r.meter.Make(1) {
		return
	}
	t.seen[id/64] |= 1 << (id % 64)
	t.next = append(t.next, int32(id))
}

func (t *trace) value(v Value) {
	if v.class == inObject {
		t.reach(int(v.ref))
	}
}

// pages follows the cells in pages of an object.
func (t *trace) pages(v *vector[*page]) {
	switch {
	case v.node != nil && v.node.own == nil, v.leaf != nil && v.leaf.own == nil: // of a fill
	case v.node != nil:
		for k := range v.node.sub {
			t.pages(&v.node.sub[k])
		}
	case v.leaf != nil && t.r.meter.Charge(fanout):
		for _, p := range v.leaf.items {
			if p == nil || p.pointers == 0 && p.celled == 0 || !t.r.meter.Charge(16) {
				continue
			}
			for s := p.pointers; s != 0; s &= s - 1 {
				t.value(p.pointer(bits.TrailingZeros8(s)))
			}
			for s := p.celled; s != 0; s &= s - 1 {
				t.value(p.cells[bits.TrailingZeros64(s)].value)
			}
		}
	}
}
