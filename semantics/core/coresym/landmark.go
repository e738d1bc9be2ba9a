package coresym

import (
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file defines which states are compared, and what of them is forgotten before: slots that are not read again.

var _ symbolic.Landmarker[State] = (*Machine)(nil)

// Landmark implements symbolic.Landmarker: states are compared at the heads of loops, or where turns begin, if places
// may hold any integer.
func (m *Machine) Landmark(s State) bool {
	in := &s.fn.Code[s.pc]
	if m.vary {
		_, is := m.Turns(s.fn)[int(s.pc)]
		return is && !s.rest.ended
	}
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
	top, lost := m.forget(s, top, true)
	if top.others != s.rest.others || top.caller != s.rest.caller {
		r := *s.rest
		r.others, r.caller = top.others, top.caller
		s.rest = &r
	}
	s.slots = top.slots
	for len(lost) > 0 && len(lost[len(lost)-1]) == 0 {
		lost = lost[:len(lost)-1]
	}
	return m.forgetful(s), lost
}

// forget returns f, and the calls around it, without the values of slots that are not read again, and lists these slots
// for each call.
func (m *Machine) forget(s State, f *frame, runs bool) (*frame, [][]uint64) {
	if f == nil {
		return nil, nil
	}
	now := m.liveSlots(f, runs)
	var lost []uint64
	g := *f
	for i := range f.fn.Slots {
		v, _ := f.others.get(int64(i))
		if now.has(i) || m.leaks && v.class != undefined || !runs && m.vary && m.leadsOn(s, v) {
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
	caller, rest := m.forget(s, f.caller, false)
	if g.caller = caller; caller != f.caller || g.others != f.others || f.slots.differs(g.slots) {
		f = &g
	}
	return f, append([][]uint64{lost}, rest...)
}

// leadsOn reports whether a value points to an object of which terms are known. Nobody compares such an object if
// nothing leads to it, and then nothing may be believed of integers in memory; so calls that go on later keep their
// pointers to it.
func (m *Machine) leadsOn(s State, v value) bool {
	if v.class != inObject {
		return false
	}
	o, ok := s.rest.objects.get(int64(v.ref))
	return ok && !o.dead && (!o.size.IsConst() || !m.sketch(o).plain)
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
