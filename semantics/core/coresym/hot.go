package coresym

import (
	"slices"

	"vouch/semantics/core"
)

// This file defines what later instructions use slots for: which slots are read again, and which must not get values by
// cases.

func (s slotSet) has(slot int) bool { return s[slot/64]>>(slot%64)&1 != 0 }

func (s slotSet) add(slot int) { s[slot/64] |= 1 << (slot % 64) }

// addReads adds the slots that e reads.
func (s slotSet) addReads(e *core.Expr) {
	if e != nil {
		if e.Op == core.Read {
			s.add(e.Slot)
		}
		s.addReads(e.X)
		s.addReads(e.Y)
	}
}

// backward returns, for each instruction of f, the slots that are in some set before it. Step turns the set behind an
// instruction into the one before.
func backward(f *core.Func, step func(in *core.Instr, now slotSet)) []slotSet {
	words := (len(f.Slots) + 63) / 64
	sets, now := make([]slotSet, len(f.Code)+1), make(slotSet, words)
	for i := range sets {
		sets[i] = make(slotSet, words)
	}
	for changed := true; changed; {
		changed = false
		for i := range slices.Backward(f.Code) {
			for k := range now {
				now[k] = 0
			}
			for _, j := range after(f, i) {
				for k, word := range sets[j] {
					now[k] |= word
				}
			}
			if step(&f.Code[i], now); !slices.Equal(now, sets[i]) {
				copy(sets[i], now)
				changed = true
			}
		}
	}
	return sets
}

// live returns, for each instruction of f, the slots that may be read from there on before they are set.
func live(f *core.Func) []slotSet {
	return backward(f, func(in *core.Instr, now slotSet) {
		now.sets(in)
		for _, e := range in.Args {
			now.addReads(e)
		}
	})
}

// sets removes the slot that an instruction sets, and reports whether it was there.
func (s slotSet) sets(in *core.Instr) bool {
	if in.Dst < 0 || !writes(in.Op) || !s.has(in.Dst) {
		return false
	}
	s[in.Dst/64] &^= 1 << (in.Dst % 64)
	return true
}

// writes reports whether an instruction sets its slot Dst, if it has one.
func writes(op core.Opcode) bool {
	switch op {
	case core.Set, core.Draw, core.Alloc, core.Extent, core.Room, core.Load, core.Call:
		return true
	}
	return false
}

// The ways to merge.
const (
	// with calls between, behind calls, and any two integers, unless a later instruction uses them in a way that is
	// hard
	Wide       Merging = iota
	Near               // within a call, if the values that differ are easy
	Everywhere         // as Wide, whatever later instructions do
)

// MergeAs says which states become one.
func (m *Machine) MergeAs(how Merging) {
	if m.merging != how {
		m.merging, m.flows, m.hot = how, nil, nil
	}
}

// hotIn returns, for each instruction of f, the slots that must not have values by cases there.
func (m *Machine) hotIn(f *core.Func) []slotSet {
	switch m.merging {
	case Near:
		return hot(f, f != m.program.Funcs[m.program.Entry], nil)
	case Everywhere:
		return backward(f, func(*core.Instr, slotSet) {})
	}
	if m.hot == nil {
		m.hot = hotThrough(m.program)
	}
	return m.hot[f]
}

// callee returns the function that an instruction calls; nil if it is no call, or one that does not name it.
func callee(p *core.Program, in *core.Instr) *core.Func {
	if in.Op == core.Call && in.Args[0].Op == core.Function {
		return p.Funcs[in.Args[0].Ref]
	}
	return nil
}

// hotThrough returns hot for each function. What a call takes or returns is hot only if it is so in the function that
// is called, or in one that calls it.
func hotThrough(p *core.Program) map[*core.Func][]slotSet {
	results, sets := map[*core.Func]bool{}, map[*core.Func][]slotSet{}
	var taken func(e *core.Expr) // a function whose address is taken may be called from anywhere
	taken = func(e *core.Expr) {
		if e == nil {
			return
		}
		if e.Op == core.Function {
			results[p.Funcs[e.Ref]] = true
		}
		taken(e.X)
		taken(e.Y)
	}
	for _, g := range p.Globals {
		for _, in := range g.Init {
			taken(in.Value)
		}
	}
	callers := map[*core.Func][]*core.Func{}
	for _, f := range p.Funcs {
		for i := range f.Code {
			g := callee(p, &f.Code[i])
			if g != nil {
				callers[g] = append(callers[g], f)
			}
			for k, e := range f.Code[i].Args {
				if k > 0 || g == nil {
					taken(e)
				}
			}
		}
	}
	waits := map[*core.Func]bool{}
	var todo []*core.Func
	again := func(fs ...*core.Func) {
		for _, f := range fs {
			if !waits[f] {
				waits[f] = true
				todo = append(todo, f)
			}
		}
	}
	for again(p.Funcs...); len(todo) > 0; {
		f := todo[len(todo)-1]
		todo, waits[f] = todo[:len(todo)-1], false
		now := hot(f, results[f], func(in *core.Instr, arg int) bool {
			g := callee(p, in)
			return g == nil || arg > g.Params || sets[g] != nil && sets[g][0].has(arg-1)
		})
		if sets[f] == nil || !slices.Equal(sets[f][0], now[0]) {
			again(callers[f]...)
		}
		sets[f] = now
		for i := range f.Code {
			if in := &f.Code[i]; in.Dst >= 0 && now[i+1].has(in.Dst) {
				if g := callee(p, in); g != nil && !results[g] {
					results[g] = true
					again(g)
				}
			}
		}
	}
	return sets
}

// hot returns, for each instruction of f, the slots whose values there decide how often a loop runs, where memory is
// accessed, what is called or returned, or what is multiplied or divided. The result of f counts if result says so, and
// the argument of a call if takes does; a nil function says so of each.
func hot(f *core.Func, result bool, takes func(call *core.Instr, arg int) bool) []slotSet {
	return backward(f, func(in *core.Instr, now slotSet) {
		if now.sets(in) && in.Op == core.Set {
			now.addReads(in.Args[0])
		}
		for k, e := range in.Args {
			now.addOperands(e)
			switch in.Op {
			case core.Branch:
				if in.Loop < 0 {
					continue
				}
			case core.Store:
				if k > 0 {
					continue
				}
			case core.Set, core.Assume, core.Output, core.Halt:
				continue
			case core.Return:
				if !result {
					continue
				}
			case core.Call:
				if k > 0 && takes != nil && !takes(in, k) {
					continue
				}
			}
			now.addReads(e)
		}
	})
}

// addOperands adds the slots that e reads as operands of operations that make values by cases hard.
func (s slotSet) addOperands(e *core.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case core.Mul, core.Div, core.Mod, core.Quo, core.Rem:
		if e.Y.Op != core.Const && (e.Op != core.Mul || e.X.Op != core.Const) {
			s.addReads(e)
		}
	case core.Const, core.Read, core.Defined, core.Add, core.Sub, core.Neg, core.Within, core.Given,
		core.BitAnd, core.BitOr, core.BitXor, core.Shl, core.Shr:
	default:
		if e.Type != core.Bool {
			s.addReads(e)
		}
	}
	s.addOperands(e.X)
	s.addOperands(e.Y)
}
