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

// analysis finds, for each instruction of a function, the slots that are in some set before it.
type analysis struct {
	f      *core.Func
	sets   []slotSet
	before [][]int32 // of each instruction, those that it may come after
	stale  []bool    // the instructions at which the set may be too small
}

func newAnalysis(f *core.Func) *analysis {
	n, words := len(f.Code)+1, (len(f.Slots)+63)/64
	a := &analysis{f, make([]slotSet, n), make([][]int32, n), make([]bool, n)}
	all := make(slotSet, n*words)
	for i := range a.sets {
		a.sets[i] = all[i*words : (i+1)*words]
	}
	for i := range f.Code {
		a.stale[i] = true
		for _, j := range after(f, i) {
			a.before[j] = append(a.before[j], int32(i))
		}
	}
	return a
}

// settle makes sets as large as step wants them at the instructions that are stale, and at those before them. Step
// turns the set behind an instruction into the one before.
func (a *analysis) settle(step func(in *core.Instr, now slotSet)) []slotSet {
	now := make(slotSet, len(a.sets[0]))
	for more := true; more; {
		more = false
		for i := range slices.Backward(a.f.Code) {
			if !a.stale[i] {
				continue
			}
			a.stale[i] = false
			for k := range now {
				now[k] = 0
			}
			for _, j := range after(a.f, i) {
				for k, word := range a.sets[j] {
					now[k] |= word
				}
			}
			if step(&a.f.Code[i], now); slices.Equal(now, a.sets[i]) {
				continue
			}
			copy(a.sets[i], now)
			for _, j := range a.before[i] {
				a.stale[j] = true
				more = more || int(j) >= i
			}
		}
	}
	return a.sets
}

// live returns, for each instruction of f, the slots that may be read from there on before they are set.
func live(f *core.Func) []slotSet { return newAnalysis(f).settle(liveStep) }

func liveStep(in *core.Instr, now slotSet) {
	now.sets(in)
	for _, e := range in.Args {
		now.addReads(e)
	}
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
		return newAnalysis(f).settle(hot(f != m.program.Funcs[m.program.Entry], nil))
	case Everywhere:
		return newAnalysis(f).sets
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

// hotThrough returns the sets of hot for each function. What a call takes or returns is hot only if it is so in the
// function that is called, or in one that calls it.
func hotThrough(p *core.Program) map[*core.Func][]slotSet {
	results, found := map[*core.Func]bool{}, map[*core.Func]*analysis{}
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
	type call struct {
		*analysis
		at int
	}
	calls := map[*core.Func][]call{} // of a function
	waits := map[*core.Func]bool{}
	var todo []*core.Func
	again := func(f *core.Func) {
		if !waits[f] {
			waits[f] = true
			todo = append(todo, f)
		}
	}
	for _, f := range p.Funcs {
		if found[f] != nil { // one function takes the place of all that a program does not need
			continue
		}
		a := newAnalysis(f)
		found[f] = a
		for i := range f.Code {
			g := callee(p, &f.Code[i])
			if g != nil {
				calls[g] = append(calls[g], call{a, i})
			}
			for k, e := range f.Code[i].Args {
				if k > 0 || g == nil {
					taken(e)
				}
			}
		}
		again(f)
	}
	takes := func(in *core.Instr, arg int) bool {
		g := callee(p, in)
		return g == nil || arg > g.Params || found[g].sets[0].has(arg-1)
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo, waits[f] = todo[:len(todo)-1], false
		a := found[f]
		before := slices.Clone(a.sets[0])
		a.settle(hot(results[f], takes))
		if !slices.Equal(a.sets[0], before) {
			for _, c := range calls[f] {
				c.stale[c.at] = true
				again(c.f)
			}
		}
		for i := range f.Code {
			if in := &f.Code[i]; in.Dst >= 0 && a.sets[i+1].has(in.Dst) {
				if g := callee(p, in); g != nil && !results[g] {
					results[g] = true
					for i, in := range g.Code {
						found[g].stale[i] = found[g].stale[i] || in.Op == core.Return
					}
					again(g)
				}
			}
		}
	}
	sets := map[*core.Func][]slotSet{}
	for f, a := range found {
		sets[f] = a.sets
	}
	return sets
}

// hot returns a step of an analysis of a function: it finds the slots whose values decide how often a loop runs, where
// memory is accessed, what is called or returned, or what is multiplied or divided. The result of the function counts
// if result says so, and the argument of a call if takes does; a nil function says so of each.
func hot(result bool, takes func(call *core.Instr, arg int) bool) func(in *core.Instr, now slotSet) {
	return func(in *core.Instr, now slotSet) {
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
	}
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
