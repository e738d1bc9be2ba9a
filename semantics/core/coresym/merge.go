package coresym

import (
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines merges: if both ways of a branch come to the same instruction, their states may become one.
//
// Merging pays only if the later conditions are not harder to decide than the additional paths. So between the branch
// and the place where its ways meet, slots may be set, memory may be read and written, functions without loops may be
// called, loops may run if that is asked for, and nothing else may happen. The place may be behind the call of the
// function, if all that is left of it is its result. A slot that differs afterwards and is not read again has no value
// from then on. A slot that is read must have two integers, or pointers into one object, and must not decide how often
// a loop runs, where memory is accessed, or what is multiplied or divided. Then it has a value by cases. The same holds
// for stored integers, and for stored pointers if it does not matter what values are used for. A machine that does not
// merge widely merges only within a call, and only values that differ by a constant, or by a value that earlier merges
// of this kind left, or whose minimum or maximum the condition chooses.
//
// If loops may be between, the head of a loop is such a branch: one way leaves the loop, and the other one comes to the
// head again, where the same holds. So the states that leave a loop after any number of iterations become one state,
// the last two first.

var _ symbolic.Merger[State] = (*Machine)(nil)

// Join implements symbolic.Merger.
func (m *Machine) Join(s State, loops bool) (at symbolic.Join, ok bool) {
	if s.rest.ended {
		return at, false
	}
	f, at := m.flow(s.fn), symbolic.Join{Call: s.rest.depth}
	if at.Index, ok = f.joins[int(s.pc)]; !ok && loops {
		at.Index, ok = f.loops[int(s.pc)]
		at.Loops, at.Again = true, s.loops.of(s.fn.Code[s.pc].Loop) > 0
	}
	if at.Name = at.Index; ok && at.Index == len(s.fn.Code) {
		caller := s.rest.caller
		if caller == nil || s.rest.locals != nil {
			return at, false
		}
		at.Call, at.Index = at.Call-1, int(caller.pc)+1
		dst := caller.fn.Code[caller.pc].Dst
		ok = dst < 0 || !m.flow(caller.fn).hot[at.Index].has(dst)
	}
	return at, ok
}

// Arrived implements symbolic.Merger.
func (m *Machine) Arrived(s State, at symbolic.Join) bool {
	return int(s.pc) == at.Index && s.rest.depth == at.Call && !s.rest.ended
}

// Merge implements symbolic.Merger.
func (m *Machine) Merge(path *symbolic.PathCondition, f *term.Formula, yes, no State) (State, bool) {
	merged := yes
	merged.cond, merged.begun = path, false
	if yes.fn != no.fn || yes.pc != no.pc {
		return merged, false
	}
	merged.loops = yes.loops.fewest(no.loops)
	if yes.rest != no.rest {
		var ok bool
		if merged.rest, ok = m.meet(f, yes.rest, no.rest); !ok {
			return merged, false
		}
	}
	about, l, k := m.flow(yes.fn), m.lift(&yes), m.lift(&no)
	for i := range yes.fn.Slots {
		a, b := l.slot(i), k.slot(i)
		switch {
		case a.same(b):
		case !about.live[yes.pc].has(i) && (!m.leaks || a.plain() && b.plain()):
			merged.set(nil, i, value{})
		case !a.joins(b) || about.hot[yes.pc].has(i):
			return merged, false
		default:
			v, ok := m.either(f, a.n, b.n)
			if !ok {
				return merged, false
			}
			merged.set(nil, i, value{class: a.class, ref: a.ref, n: v})
		}
	}
	return merged, true
}

// fewest returns for each loop the smaller number of iterations in two states. So a merged state is beyond the loop
// limit only if both are.
func (l *iterations) fewest(k *iterations) *iterations {
	if l == k || l == nil {
		return l
	}
	rest, count := l.next.fewest(k), min(l.count, k.of(int(l.loop)))
	switch {
	case count == 0:
		return rest
	case count == l.count && rest == l.next:
		return l
	}
	return &iterations{l.loop, count, rest}
}

// same reports whether two values are the same.
func (v value) same(u value) bool {
	n := v.n == u.n || v.n != nil && u.n != nil && v.n.Equal(u.n)
	v.n, u.n = nil, nil
	return n && v == u
}

// plain reports whether v is an integer or undefined. In a program that looks for lost memory, a merge may lose nothing
// else.
func (v value) plain() bool { return v.class == integer || v.class == undefined }

// meet returns the rest of a state that stands for one with a if f holds, and otherwise for one with b.
func (m *Machine) meet(f *term.Formula, a, b *rest) (merged *rest, ok bool) {
	c := *a
	c.objects, c.others = b.objects, b.others // of the running call, each slot is looked at
	if c != *b {
		return nil, false
	}
	c.others = a.others
	c.objects, ok = m.meetObjects(f, a.objects, b.objects)
	return &c, ok
}

// meetObjects is meet for objects.
func (m *Machine) meetObjects(f *term.Formula, a, b *tree[*object]) (merged *tree[*object], ok bool) {
	switch {
	case a == b:
		return a, true
	case a == nil || b == nil || a.key != b.key: // which stores alone do not lead to
		return nil, false
	}
	c := *a
	if c.left, ok = m.meetObjects(f, a.left, b.left); !ok {
		return nil, false
	}
	if c.right, ok = m.meetObjects(f, a.right, b.right); ok && a.value != b.value {
		c.value, ok = m.meetCells(f, a.value, b.value)
	}
	return &c, ok
}

// meetCells is meet for the cells of an object.
func (m *Machine) meetCells(f *term.Formula, a, b *object) (merged *object, ok bool) {
	c := *a
	c.cells = b.cells
	if c != *b {
		return nil, false
	}
	c.cells = a.cells
	other := b.cells
	for _, t := range []cells{a.cells, b.cells} {
		for at, x := range t.all() {
			if !x.whole() {
				continue
			}
			here, _ := c.cells.get(at)
			if there, _ := other.get(at); here == there {
				continue
			}
			u, isU := m.storedAt(a.cells, at, x.as)
			v, isV := m.storedAt(b.cells, at, x.as)
			if !isU || !isV || !u.joins(v) {
				return nil, false
			}
			n, ok := m.either(f, u.n, v.n)
			if !ok {
				return nil, false
			}
			both := cell{x.width, 0, &content{as: x.as, v: value{class: u.class, ref: u.ref, n: n}}}
			c.cells, other = put(c.cells, at, both), put(other, at, both)
		}
	}
	return &c, alike(c.cells, other)
}

// storedAt returns the integer that cells have at an offset, or the pointer into an object where all pointers are
// merged, and whether there is one.
func (m *Machine) storedAt(t cells, at int64, as core.Scalar) (v value, ok bool) {
	if as != core.Pointer {
		n, ok := m.integerAt(t, at, as)
		return value{class: integer, n: n}, ok
	}
	c, _ := t.get(at)
	if m.merging != Everywhere || c.content == nil || !c.whole() || c.as != as {
		return v, false
	}
	return c.v, c.v.class == inObject
}

// alike reports whether cells are the same.
func alike(a, b cells) bool {
	type place struct {
		at int64
		cell
	}
	list := func(t cells) (all []place) {
		for at, c := range t.all() {
			all = append(all, place{at, c})
		}
		return all
	}
	return slices.Equal(list(a), list(b))
}

// either returns the value that is a if f holds and otherwise b, if the two may be merged.
func (m *Machine) either(f *term.Formula, a, b *term.Linear) (v *term.Linear, ok bool) {
	if a.Equal(b) {
		return a, true
	}
	if !a.Total() || !b.Total() || m.merging == Near && !m.easy(f, a, b) {
		return nil, false
	}
	v = m.pool.IfElse(f, a, b)
	return v, !v.IsConst()
}

// easy reports whether the value that is a if f holds and otherwise b is a common part plus one of few values, or the
// minimum or maximum of a and b.
func (m *Machine) easy(f *term.Formula, a, b *term.Linear) bool {
	d := m.pool.Sub(a, b)
	few := !slices.ContainsFunc(d.Terms, func(t term.Term) bool {
		return t.Sym.Op != term.AtMost && t.Sym.Op != term.Equals
	})
	return few || f.Op == term.LeZero && (m.pool.Sub(d, f.E).IsConst() || m.pool.Add(d, f.E).IsConst())
}
