package coresym

import (
	"hash/maphash"
	"iter"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines when two states are the same but for their path conditions, so that one of them may cover the other. What the program cannot tell
// is no part of the comparison: how often inputs were drawn, and how many iterations loops have begun. Slots that are not read again are forgotten first.

var _ symbolic.Landmarker[State] = (*Machine)(nil)

// Landmark implements symbolic.Landmarker: states are compared at the heads of loops.
func (m *Machine) Landmark(s State) bool {
	in := &s.fn.Code[s.pc]
	return in.Op == core.Branch && in.Loop >= 0 && !s.rest.ended
}

// Under implements symbolic.Landmarker.
func (m *Machine) Under(s State, path *symbolic.PathCondition) State {
	s.cond = path
	return s
}

// Forget implements symbolic.Landmarker.
func (m *Machine) Forget(s State) (State, [][]uint64) {
	top := &frame{s.fn, s.pc, s.slots, s.loops, s.rest.others, s.rest.locals, s.rest.caller}
	top, lost := m.forget(top, true)
	if top.others != s.rest.others || top.caller != s.rest.caller {
		r := *s.rest
		r.others, r.caller = top.others, top.caller
		s.rest = &r
	}
	s.slots = top.slots
	for len(lost) > 0 && len(lost[len(lost)-1]) == 0 {
		lost = lost[:len(lost)-1]
	}
	return s, lost
}

// forget returns f, and the calls around it, without the values of slots that are not read again, and lists these slots for each call.
func (m *Machine) forget(f *frame, runs bool) (*frame, [][]uint64) {
	if f == nil {
		return nil, nil
	}
	now := m.liveSlots(f, runs)
	var lost []uint64
	g := *f
	for i := range f.fn.Slots {
		v, _ := f.others.get(int64(i))
		if now.has(i) || m.leaks && v.class != undefined {
			continue
		}
		lost = append(lost, uint64(i))
		if f.slots.get(i) != nil {
			g.slots = g.slots.with(nil, i, nil)
		}
		if v.class != undefined {
			g.others = g.others.without(int64(i))
		}
	}
	caller, rest := m.forget(f.caller, false)
	if g.caller = caller; caller != f.caller || g.others != f.others || f.slots.differs(g.slots) {
		f = &g
	}
	return f, append([][]uint64{lost}, rest...)
}

// differs reports whether v and u were made by different steps.
func (v vector[T]) differs(u vector[T]) bool {
	return v.long != u.long || len(v.items) > 0 && &v.items[0] != &u.items[0]
}

// liveSlots returns the slots that a call may read before it sets them.
func (m *Machine) liveSlots(f *frame, runs bool) slotSet {
	sets, known := m.live[f.fn]
	if !known {
		if m.live == nil {
			m.live = map[*core.Func][]slotSet{}
		}
		sets = live(f.fn)
		m.live[f.fn] = sets
	}
	if runs {
		return sets[f.pc]
	}
	now := slices.Clone(sets[f.pc+1]) // behind the call
	if dst := f.fn.Code[f.pc].Dst; dst >= 0 {
		now[dst/64] &^= 1 << (dst % 64)
	}
	return now
}

// Same implements symbolic.Landmarker.
func (m *Machine) Same(s, t State) bool {
	a, b := s.rest, t.rest
	return !a.ended && !b.ended && a.depth == b.depth && a.made == b.made &&
		sameFrame(&frame{s.fn, s.pc, s.slots, nil, a.others, a.locals, a.caller}, &frame{t.fn, t.pc, t.slots, nil, b.others, b.locals, b.caller}) &&
		sameTree(a.objects, b.objects, sameObject)
}

func sameFrame(f, g *frame) bool {
	for ; f != g; f, g = f.caller, g.caller {
		if f == nil || g == nil || f.fn != g.fn || f.pc != g.pc || !sameTree(f.others, g.others, value.same) {
			return false
		}
		for i := range f.fn.Slots {
			if !sameLinear(f.slots.get(i), g.slots.get(i)) {
				return false
			}
		}
		l, k := f.locals, g.locals
		for ; l != k; l, k = l.next, k.next {
			if l == nil || k == nil || l.id != k.id {
				return false
			}
		}
	}
	return true
}

func sameLinear(a, b *term.Linear) bool { return a == b || a != nil && b != nil && a.Equal(b) }

func sameObject(a, b *object) bool {
	if a == b {
		return true
	}
	c := *a
	c.size, c.cells = b.size, b.cells
	return c == *b && sameLinear(a.size, b.size) && sameTree(a.cells, b.cells, sameCell)
}

func sameCell(a, b cell) bool {
	return a == b || a.width == b.width && a.first == b.first && a.as == b.as && a.data == b.data && a.some == b.some && a.v.same(b.v)
}

// sameTree reports whether two maps have the same keys, with the same values.
func sameTree[T any](a, b *tree[T], same func(T, T) bool) bool {
	switch {
	case a == b:
		return true
	case a == nil || b == nil:
		return false
	case a.key == b.key:
		return same(a.value, b.value) && sameTree(a.left, b.left, same) && sameTree(a.right, b.right, same)
	}
	next, stop := iter.Pull2(b.all())
	defer stop()
	for key, v := range a.all() {
		if k, u, ok := next(); !ok || k != key || !same(v, u) {
			return false
		}
	}
	_, _, more := next()
	return !more
}

// Key implements symbolic.Landmarker.
func (m *Machine) Key(s State) uint64 {
	if m.keys == nil {
		m.keys, m.seed = map[*object]uint64{}, maphash.MakeSeed()
	}
	var b []byte
	add := func(n uint64) {
		for ; n > 127; n >>= 7 {
			b = append(b, byte(n)|128)
		}
		b = append(b, byte(n))
	}
	for f := (&frame{s.fn, s.pc, s.slots, nil, s.rest.others, nil, s.rest.caller}); f != nil; f = f.caller {
		add(uint64(m.number[f.fn]))
		add(uint64(f.pc))
		for i := range f.fn.Slots {
			b = appendLinear(b, f.slots.get(i))
		}
		for i, v := range f.others.all() {
			add(uint64(i))
			b = appendValue(b, v)
		}
	}
	for id, o := range s.rest.objects.all() {
		k, known := m.keys[o]
		if !known {
			k = maphash.Bytes(m.seed, appendObject(nil, o))
			m.keys[o] = k
		}
		add(uint64(id))
		add(k)
	}
	return maphash.Bytes(m.seed, b)
}

func appendObject(b []byte, o *object) []byte {
	b = appendLinear(b, o.size)
	if o.dead {
		b = append(b, 'd')
	}
	for at, c := range o.cells.all() {
		b = append(b, byte(at), byte(at>>8), byte(c.width), byte(c.first))
		if b = appendValue(b, c.v); len(c.data) <= 64 {
			b = append(b, c.data...)
		}
	}
	return b
}

func appendValue(b []byte, v value) []byte {
	return appendLinear(append(b, byte(v.class), byte(v.ref), byte(v.bits), byte(v.bits>>32), byte(v.bits>>56)), v.n)
}

func appendLinear(b []byte, e *term.Linear) []byte {
	if e == nil {
		return append(b, '-')
	}
	return e.Const.Append(append(e.AppendSum(b), '+'), 32)
}
