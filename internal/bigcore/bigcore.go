// Package bigcore runs programs of the core by recursion: a call is a call of Go. It is a second semantics, written
// separately from the one in package core, so that tests can compare the two. A byte in memory knows the store of which
// it is a part, integers are big, and the end of a run unwinds the recursion.
package bigcore

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines runs, and what each instruction does.

// Run runs p on the given inputs, for as many steps as there is fuel. If the fuel runs out, the slots are not defined.
func Run(p *core.Program, input map[string]*big.Int, fuel int) (out Outcome) {
	r := &run{program: p, input: input, fuel: fuel, drawn: map[string]int{}}
	defer func() {
		if e := recover(); e != nil {
			end, ok := e.(unwind)
			if !ok {
				panic(e)
			}
			out = Outcome(end)
			if out.Fault.Kind != "" && !out.placed {
				out.Fault.Span = r.place(out.Fault.Span)
			}
		}
		out.Steps, out.Output = r.steps, r.output
		if n := len(r.frames); n > 0 {
			out.Depth, out.Slots = n, r.frames[n-1].shown()
		}
	}()
	for _, g := range p.Globals {
		r.global(g)
	}
	for i, g := range p.Globals { // which may point to each other
		for _, init := range g.Init {
			r.initialize(r.objects[i], init)
		}
	}
	result := r.call(p.Funcs[p.Entry], nil)
	out = Outcome{Done: true, Status: new(big.Int)}
	if n, ok := result.(*big.Int); ok && p.Funcs[p.Entry].Result == core.Int {
		out.Status = n
	}
	return out
}

func (f *frame) shown() map[string]any {
	m := map[string]any{}
	for i, v := range f.slots {
		if v != nil {
			m[f.f.Slots[i].Name] = v
		}
	}
	return m
}

func unsupported(reason string) {
	panic(unwind{Blocked: semantics.UnsupportedBecause(reason)})
}

// place returns the place of what happens at a span in the last frame: that of the last call by a function that is in
// no library, unless it happens in such a function itself.
func (r *run) place(at source.Span) source.Span {
	for i := len(r.frames) - 1; i >= 0; i-- {
		switch {
		case r.frames[i].f.Library:
		case i == len(r.frames)-1:
			return at
		default:
			return r.frames[i].at.Span
		}
	}
	return at
}

// step counts a step, for which there must be fuel.
func (r *run) step() {
	if r.steps == r.fuel {
		panic(unwind{})
	}
	r.steps++
}

// call runs f and returns its result. The frame is gone then, but not that of the entry.
func (r *run) call(f *core.Func, args []any) any {
	fr := &frame{f: f, slots: make([]any, len(f.Slots))}
	copy(fr.slots, args)
	r.frames = append(r.frames, fr)
	for pc := 0; ; {
		in := &f.Code[pc]
		fr.at = in
		pc++
		switch in.Op {
		case core.Set:
			fr.slots[in.Dst] = r.operand(in, 0)
		case core.Branch:
			if pc = in.Else; r.truth(in.Args[0]) {
				pc = in.Then
			}
		case core.Jump:
			pc = in.Then
		case core.Enter:
		case core.Draw:
			fr.slots[in.Dst] = r.draw(in)
		case core.Assume:
			if !r.truth(in.Args[0]) {
				panic(unwind{Blocked: semantics.AssumptionViolated})
			}
		case core.Fail:
			fault(in.Kind, in.Span)
		case core.Alloc:
			o := r.object(amount(r.integer(in.Args[0]), in.Span), in.Life == core.Heap)
			o.made = r.place(in.Span)
			if in.Life == core.Local {
				fr.locals = append(fr.locals, o)
			}
			fr.slots[in.Dst] = Pointer{Object: o.id}
		case core.Free:
			r.owned(r.pointer(in.Args[0]), in.Span).dead = true
		case core.Extent:
			fr.slots[in.Dst] = big.NewInt(r.owned(r.pointer(in.Args[0]), in.Span).size)
		case core.Room:
			room := new(big.Int)
			if p := r.pointer(in.Args[0]); p.Object > 0 {
				o := r.objects[p.Object-1]
				if rest := new(big.Int).Sub(big.NewInt(o.size), p.offset()); !o.dead && !o.readOnly &&
					p.offset().Sign() >= 0 && rest.Sign() >= 0 {
					room = rest
				}
			}
			fr.slots[in.Dst] = room
		case core.End:
			p := r.pointer(in.Args[0])
			at := slices.IndexFunc(fr.locals, func(o *object) bool { return o.id == p.Object })
			if at < 0 || p.offset().Sign() != 0 {
				fault(semantics.InvalidFree, in.Span)
			}
			fr.locals[at].dead, fr.locals[at].scoped = true, true
			fr.locals = slices.Delete(fr.locals, at, at+1)
		case core.Protect:
			r.target(r.pointer(in.Args[0]), false, false, in.Span).readOnly = true
		case core.Load:
			o, at := r.access(r.pointer(in.Args[0]), in.Type.Size(), false, in.Span)
			align(in, at)
			fr.slots[in.Dst] = r.load(o, at, in.Type)
		case core.Store:
			p, v := r.pointer(in.Args[0]), r.operand(in, 1)
			o, at := r.access(p, in.Type.Size(), true, in.Span)
			align(in, at)
			r.store(o, at, in.Type, v)
		case core.Copy:
			r.copy(r.pointer(in.Args[0]), r.pointer(in.Args[1]), r.integer(in.Args[2]), in)
		case core.Fill:
			p, b, n := r.pointer(in.Args[0]), r.eval(in.Args[1]), r.eval(in.Args[2])
			r.fill(p, b.(*big.Int), n.(*big.Int), in.Span)
		case core.Call:
			r.invoke(fr, in)
			continue // the step was the entering of the function
		case core.Return:
			var v any
			if len(in.Args) > 0 {
				v = r.operand(in, 0)
			}
			r.step()
			if len(r.frames) == 1 {
				return v
			}
			for _, o := range fr.locals {
				o.dead = true
			}
			r.frames = r.frames[:len(r.frames)-1]
			return v
		case core.Halt:
			status := r.integer(in.Args[0])
			r.step()
			panic(unwind{Done: true, Status: status})
		case core.Output:
			stream, x := r.integer(in.Args[0]), r.integer(in.Args[1])
			if stream.Sign() > 0 {
				r.output = append(r.output, byte(new(big.Int).And(x, big.NewInt(255)).Int64()))
			}
		case core.Leaks:
			r.leaks()
		case core.Unsupported:
			unsupported(in.Name)
		default:
			panic(fmt.Sprintf("bigcore: unexpected instruction %s", in.Op))
		}
		r.step()
	}
}

// maxFrames is how many calls may be under way.
const maxFrames = 1 << 16

// invoke runs the function that a call calls.
func (r *run) invoke(fr *frame, in *core.Instr) {
	p := r.pointer(in.Args[0])
	args := make([]any, len(in.Args)-1)
	for i := range args {
		args[i] = r.operand(in, i+1)
	}
	if p.Function == 0 {
		fault(semantics.InvalidCall, in.Span)
	}
	f := r.program.Funcs[p.Function-1]
	fits := (in.Signature == "" || f.Signature == "" || in.Signature == f.Signature) && len(args) == f.Params &&
		(in.Dst < 0 || f.Result == fr.f.Slots[in.Dst].Type)
	for i := range args {
		fits = fits && in.Args[i+1].Type == f.Slots[i].Type
	}
	if !fits {
		fault(semantics.InvalidCall, in.Span)
	}
	if len(r.frames) >= maxFrames {
		unsupported(fmt.Sprintf("calls nest deeper than %d", maxFrames))
	}
	r.step()
	if v := r.call(f, args); in.Dst >= 0 {
		fr.slots[in.Dst] = v
	}
}

// draw takes an input.
func (r *run) draw(in *core.Instr) any {
	name := in.Name
	if r.drawn[in.Name]++; r.drawn[in.Name] > 1 {
		name = fmt.Sprintf("%s#%d", name, r.drawn[in.Name])
	}
	v, ok := r.input[name]
	if !ok || in.Lo != nil && v.Cmp(in.Lo) < 0 || in.Hi != nil && v.Cmp(in.Hi) > 0 {
		panic(unwind{Blocked: semantics.NoInput})
	}
	return v
}
