package coresym

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines leaps: stretches of execution that the concrete machine takes for this one, because nothing in the
// state depends on inputs. The concrete machine is much faster.

// The bounds on leaps.
const (
	beforeLeaps = 1 << 14 // steps in strides before the first leap; so what a program executes seldom is in the record
	leastLeap   = 1 << 7  // steps; shorter stretches are taken on terms
	mostParts   = 1 << 10 // of a state that may leap: slots and bytes; and no more than a quarter of the steps
)

// Leaps lets Run take leaps, behind which the record of instructions may lack some.
func (m *Machine) Leaps() {
	m.leaps = m.leaps || initial(m.program) <= mostParts
}

// Leapt returns how many steps were taken in leaps.
func (m *Machine) Leapt() int64 { return m.leapt }

// initial returns how much there is to be made of the globals of a program.
func initial(p *core.Program) (parts int64) {
	for _, g := range p.Globals {
		for _, x := range g.Init {
			parts += max(1, int64(len(x.Bytes)))
		}
		parts++
	}
	return parts
}

// leap takes at most most steps from s on the concrete machine, if nothing in s depends on inputs. It stops where the
// program draws an input, or ends.
func (m *Machine) leap(s State, most int64) (last State, steps int64) {
	if !m.leaps || most < leastLeap || m.walked < beforeLeaps || m.pool.Exhausted() ||
		!s.fixed(min(mostParts, most/4)) {
		return s, 0
	}
	from, ok := m.Concretize(s, nil)
	if !ok {
		return s, 0
	}
	l := Leap{From: from, Follows: m.landed.is(&s)}
	l.To, l.Steps = (&core.Machine{Program: m.program}).Decide(from, most, func(b semantics.Branch) bool {
		l.Ways = append(l.Ways, b == semantics.BranchTrue)
		return true
	})
	if l.Steps == 0 {
		return s, 0
	}
	m.leapt += l.Steps
	last = m.lifted(l.To.WithoutOutput())
	last.cond, last.rest.drawn = s.cond, s.rest.drawn
	m.jumped, m.landed = &l, last
	return last, l.Steps
}

// Leap returns the last leap, if there was one since it was asked for.
func (m *Machine) Leap() (l *Leap) {
	l, m.jumped = m.jumped, nil
	return l
}

// is reports whether s and t are one and the same state, and not only equal.
func (s *State) is(t *State) bool {
	return s.rest == t.rest && s.pc == t.pc && s.fn == t.fn && s.cond == t.cond && s.loops == t.loops &&
		s.slots.is(t.slots)
}

// fixed reports whether nothing in s depends on inputs, and s has so many parts at most.
func (s *State) fixed(left int64) bool {
	for f := (&frame{fn: s.fn, slots: s.slots, others: s.rest.others, caller: s.rest.caller}); f != nil; f = f.caller {
		left -= int64(len(f.fn.Slots) + f.fn.Loops)
		for i := range f.fn.Slots {
			if n := f.slots.get(i); left < 0 || n != nil && !n.IsConst() {
				return false
			}
		}
		for _, v := range f.others.all() {
			if !v.fixed() {
				return false
			}
		}
	}
	for _, o := range s.rest.objects.all() {
		if left -= 1 + o.parts(); left < 0 {
			return false
		}
	}
	return true
}

// parts returns how much there is to be made of the object; more than mostParts if something depends on inputs.
func (o *object) parts() (parts int64) {
	if o.sum != nil || !o.size.IsConst() || !o.size.Const.IsInt64() {
		return mostParts + 1
	}
	covered := int64(0)
	for _, x := range o.cells.all() {
		if !x.v.fixed() {
			return mostParts + 1
		}
		covered += x.width
		if zero := o.global != nil && x.as == core.NoScalar && x.some == 0 && x.v.class == integer &&
			x.v.n.Const.Sign() == 0; !zero {
			parts += x.width
		}
		if parts > mostParts {
			break
		}
	}
	if o.global != nil && !o.dead {
		parts += o.size.Const.Int64() - covered
	}
	return parts
}

// fixed reports whether v does not depend on inputs.
func (v value) fixed() bool { return v.constant() && (v.n == nil || v.n.IsConst()) }
