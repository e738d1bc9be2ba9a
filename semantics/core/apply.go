package core

import (
	"math"
	"math/bits"

	"vouch/semantics"
)

// This file defines the first state of a program, states that are put together from their parts, and what is needed to
// replay runs and to run programs on terms beside the concrete machine.

// Start returns the first state of the program. It charges the meter; if the meter is exhausted, the state is
// meaningless.
func (m *Machine) Start() State {
	p := m.Program
	a := &about{program: p, order: map[string]int{}, translated: make(translation, len(p.Funcs))}
	for _, f := range p.Funcs {
		m.Meter.Charge(len(f.Code))
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == Draw {
				if _, known := a.order[in.Name]; !known {
					a.order[in.Name] = len(a.names)
					a.names = append(a.names, in.Name)
				}
			}
		}
	}
	r := m.begin(State{about: a, Frame: newFrame(p, p.Entry, nil), rest: &rest{}})
	r.words = wordsPerState
	for _, g := range p.Globals {
		if !m.Meter.Charge(1) {
			break
		}
		r.add(r.global(g))
	}
	return r.State
}

// global returns the object of a global as it is at the start.
func (r *run) global(g *Global) *Object {
	o := &Object{Name: g.Name, Size: g.Size, Global: true, Literal: g.Literal, ReadOnly: g.ReadOnly, Made: g.Span,
		own: r.own}
	for i := range g.Init {
		x := &g.Init[i]
		if x.Value == nil {
			if !r.meter.Charge(len(x.Bytes)) {
				return o
			}
			for k := range len(x.Bytes) {
				o.store(r.stretch, x.Offset+int64(k), U8, MakeInt(int64(x.Bytes[k])))
			}
			continue
		}
		v, _ := r.value(x.Value) // a constant
		r.meter.Charge(8)
		o.store(r.stretch, x.Offset, x.Type, v)
	}
	return o
}

// Assemble returns the state with the given parts, without output.
func (m *Machine) Assemble(parts Parts) State {
	r := m.begin(m.Start())
	r.objects, r.made, r.words, r.near = vector[*Object]{}, 0, wordsPerState, [4]nearby{}
	for _, o := range parts.Objects {
		r.add(o)
	}
	for i, part := range parts.Frames {
		var caller *Frame
		if i > 0 {
			frame := r.Frame
			caller = &frame
			r.words += wordsPerFrame
		}
		r.Frame = newFrame(m.Program, part.Func, caller)
		r.pc = int32(part.PC)
		for k, v := range part.Slots {
			r.set(k, v)
		}
		for k, n := range part.Loops {
			r.set(len(r.fn.Slots)+k, MakeInt(n))
		}
		for _, id := range part.Locals {
			r.list(id)
		}
	}
	rest := r.changed()
	for _, name := range parts.Drawn {
		at, more := rest.counts.at(r.own, int64(r.order[name]))
		*at++
		rest.drawn++
		r.words += int64(more * wordsPerNode)
	}
	if parts.Ended {
		r.finish(parts.Status)
	}
	return r.State
}

// Decide is Run. It also calls decided with the way that each branch takes, and stops after a branch for which decided
// returns false.
func (m *Machine) Decide(s State, most int64, decided func(semantics.Branch) bool) (last State, steps int64) {
	return m.Watch(s, most, func(_ *State, _, _ int, way semantics.Branch) bool {
		return way == semantics.NoBranch || decided(way)
	})
}

// Watch is Decide for who wants to know more: took is called after each step, with the state behind it, which is only
// lent, the index of the function of the step's instruction, and that of the instruction in it.
func (m *Machine) Watch(s State, most int64, took func(s *State, fn, pc int, way semantics.Branch) bool) (last State,
	steps int64) {
	r := m.begin(s)
	for steps < most {
		words, fn, pc := r.words, r.index, r.pc
		applied, stop := r.step()
		if stop != nil {
			break
		}
		steps++
		if r.words != words || m.Meter.Made() != 0 {
			replace(m.Meter, words, r.words)
		}
		if !took(&r.State, int(fn), int(pc), rules[applied].Branch) {
			break
		}
	}
	return r.State, steps
}

// Apply takes the step of an instruction in s as if its operands had the given values. The instruction need not be the
// next one.
func (m *Machine) Apply(s State, in *Instr, operands ...Value) (State, *Stop) {
	r := m.begin(s)
	op := operation{in: in}
	for i, v := range operands {
		behind := len(r.fn.Slots) + r.fn.Loops + i // slots that no instruction has
		at, more := r.slots.at(r.own, int64(behind))
		r.held += more * wordsPerNode
		r.words += int64(more * wordsPerNode)
		*at = v
		op.args = append(op.args, translator{}.expr(&Expr{Op: Read, Type: in.Args[i].Type, Slot: behind}))
	}
	_, stop := r.apply(&op)
	m.Meter.Charge(16 + r.work)
	if stop != nil {
		return s, stop
	}
	return r.State, nil
}

// Plain reports whether each byte from at up to end is a number or undefined, and not part of a cell.
func (o *Object) Plain(at, end int64) bool {
	for ; at < end; at++ {
		p, i := o.pages.get(at/pageSize), at%pageSize
		if p != nil && (p.celled>>i&1 != 0 || p.pointers>>(i/8)&1 != 0) {
			return false
		}
	}
	return true
}

// Written returns the first offset from at on, and before end, at which the object has a byte that is not undefined.
func (o *Object) Written(at, end int64) (first int64, ok bool) {
	for at < end {
		p, i := o.pages.get(at/pageSize), at%pageSize
		switch {
		case p == nil && o.Global:
			return at, true
		case p == nil:
			at = o.pages.behind(at/pageSize) * pageSize
		case p.defined>>i != 0:
			at += int64(bits.TrailingZeros64(p.defined >> i))
			return at, at < end
		default:
			at += pageSize - i
		}
	}
	return 0, false
}

// Each calls see with the contents of the object's pages, in order: with a cell as it was stored, and otherwise with a
// byte, which may be undefined or, without a scalar type, defined in part.
// Bytes of a global that are in no page are zero.
func (o *Object) Each(see func(at int64, t Scalar, v Value)) {
	for at := int64(0); at < o.Size; {
		p, i := o.pages.get(at/pageSize), at%pageSize
		if p == nil {
			at = o.pages.behind(at/pageSize) * pageSize
			continue
		}
		t, v := U8, Value{}
		switch b, c, ok := o.byte(at); {
		case c != nil && c.scalar == NoScalar:
			t = NoScalar
		case c != nil:
			t, v = c.scalar, c.value
		case i%8 == 0 && p.pointers>>(i/8)&1 != 0:
			t, v = Pointer, o.Load(at, Pointer)
		case ok:
			v = MakeInt(int64(b))
		}
		see(at, t, v)
		at += max(1, t.Size())
	}
}

// behind returns an index greater than i. If the element at i is zero, so are all elements from i up to that index.
func (v *vector[T]) behind(i int64) int64 {
	if i>>fan>>(fan*v.height) != 0 {
		return math.MaxInt64 / pageSize
	}
	for v.height > 0 && v.node != nil {
		v = &v.node.sub[i>>(fan*v.height)&(fanout-1)]
	}
	if v.height == 0 && v.leaf != nil {
		return i + 1
	}
	shift := fan * (v.height + 1)
	return (i>>shift + 1) << shift
}
