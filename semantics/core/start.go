package core

// This file defines the first state of a program, and states that are put together from their parts.

// Start returns the first state of the program. It charges the meter; if the meter is exhausted, the state is meaningless.
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
	o := &Object{Name: g.Name, Size: g.Size, Global: true, Literal: g.Literal, ReadOnly: g.ReadOnly, Made: g.Span, own: r.own}
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
