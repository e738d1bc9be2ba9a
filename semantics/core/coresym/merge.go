package coresym

import (
	"maps"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines merges: if both ways of a branch come to the same instruction, their states may become one.
//
// Merging pays only if the later conditions are not harder to decide than the additional paths. So between the branch and the place where its ways
// meet, slots may be set, memory may be read and written, loops may run if that is asked for, and nothing else may happen. A slot that differs afterwards and is not read again has no
// value from then on. A slot that is read must have two values that differ by a constant, or by a value that earlier merges of this kind left; then
// the merged value depends on truth values. Or the condition compares the two values, and the merged value is their minimum or maximum. The same
// holds for stored values. None of these slots may decide how often a loop runs, where memory is accessed, or what is multiplied or divided.
//
// If loops may be between, the head of a loop is such a branch: one way leaves the loop, and the other one comes to the head again, where the same holds.
// So the states that leave a loop after any number of iterations become one state, the last two first.

var _ symbolic.Merger[State] = (*Machine)(nil)

// The limits of the code between a branch and the place where its ways meet.
const (
	maxBetween = 256 // instructions
	maxPaths   = 64
)

// flow is what merges need to know about a function.
type flow struct {
	joins map[int]int // for each branch that may be merged: where its ways meet; the number of instructions stands for the end of the call
	loops map[int]int // the same for branches with loops between
	live  []slotSet   // for each instruction: the slots that may be read from there on before they are set
	hot   []slotSet   // for each instruction: the slots that must not have values by cases there
	ways  int         // how many ways lead through a call of the function, if those that meet are merged; more than maxPaths if it must not be between
	size  int         // how many instructions they have, with those of calls
}

// slotSet is a set of slots.
type slotSet []uint64

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
		case a.class != integer || b.class != integer || about.hot.has(i):
			return merged, false
		default:
			v, ok := m.either(f, a.n, b.n)
			if !ok {
				return merged, false
			}
			merged.set(nil, i, value{class: integer, n: v})
		}
	}
	return merged, true
}

// fewest returns for each loop the smaller number of iterations in two states. So a merged state is beyond the loop limit only if both are.
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

// plain reports whether v is an integer or undefined. In a program that looks for lost memory, a merge may lose nothing else.
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
			u, isU := m.integerAt(a.cells, at, x.as)
			v, isV := m.integerAt(b.cells, at, x.as)
			if !isU || !isV {
				return nil, false
			}
			n, ok := m.either(f, u, v)
			if !ok {
				return nil, false
			}
			both := cell{x.width, 0, &content{as: x.as, v: value{class: integer, n: n}}}
			c.cells, other = put(c.cells, at, both), put(other, at, both)
		}
	}
	return &c, alike(c.cells, other)
}

// integerAt returns the integer that cells have at an offset, and whether there is one: stored as the scalar type, or as bytes that do not depend on
// inputs.
func (m *Machine) integerAt(t cells, at int64, as core.Scalar) (n *term.Linear, ok bool) {
	if as.Type() != core.Int {
		return nil, false
	}
	if c, _ := t.get(at); c.content != nil && c.whole() && c.as == as {
		n = c.v.n
		return n, !n.IsConst() || as.Holds(n.Const)
	}
	for next := at; next < at+as.Size(); {
		start, c, ok := covering(t, next)
		if !ok || c.as != core.NoScalar || c.some != 0 || c.v.class == integer && !c.v.n.IsConst() {
			return nil, false
		}
		next = start + c.width
	}
	l := m.lift(nil)
	return l.load(t, at, as).n, true
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
	if !a.Total() || !b.Total() || !m.easy(f, a, b) {
		return nil, false
	}
	v = m.pool.IfElse(f, a, b)
	return v, !v.IsConst()
}

// easy reports whether the value that is a if f holds and otherwise b is a common part plus one of few values, or the minimum or maximum of a and b.
func (m *Machine) easy(f *term.Formula, a, b *term.Linear) bool {
	d := m.pool.Sub(a, b)
	few := !slices.ContainsFunc(d.Terms, func(t term.Term) bool { return t.Sym.Op != term.AtMost && t.Sym.Op != term.Equals })
	return few || f.Op == term.LeZero && (m.pool.Sub(d, f.E).IsConst() || m.pool.Add(d, f.E).IsConst())
}

// flow returns what merges need to know about f.
func (m *Machine) flow(f *core.Func) *flow {
	if known := m.flows[f]; known != nil {
		return known
	}
	if m.flows == nil {
		m.flows = map[*core.Func]*flow{}
	}
	a := &flow{}
	a.joins, a.loops = joins(f)
	if m.flows[f] = a; len(a.joins)+len(a.loops) > 0 {
		a.live, a.hot = live(f), m.hotIn(f)
		sets := func(branch, join int) bool { return a.setsHot(f, branch, join) }
		maps.DeleteFunc(a.joins, sets)
		maps.DeleteFunc(a.loops, sets)
	}
	return a
}

// setsHot reports whether some slot that must not get a value by cases is set between a branch and the place where its ways meet, and read
// afterwards.
func (a *flow) setsHot(f *core.Func, branch, join int) bool {
	seen := map[int]bool{join: true}
	var sets func(i int) bool
	sets = func(i int) bool {
		if seen[i] {
			return false
		}
		seen[i] = true
		in := &f.Code[i]
		return (in.Op == core.Set || in.Op == core.Load) && a.hot.has(in.Dst) && a.live[join].has(in.Dst) || slices.ContainsFunc(after(f, i), sets)
	}
	return sets(f.Code[branch].Then) || sets(f.Code[branch].Else)
}

// after returns the instructions to which control may go from an instruction of f; len(f.Code) stands for the end of the call. A call that fails has
// none.
func after(f *core.Func, i int) []int {
	switch in := &f.Code[i]; in.Op {
	case core.Branch:
		return []int{in.Then, in.Else}
	case core.Jump:
		return []int{in.Then}
	case core.Return, core.Halt:
		return []int{len(f.Code)}
	case core.Fail, core.Unsupported:
		return nil
	}
	return []int{i + 1}
}

// joins returns where the ways of branches of f meet, for the branches that may be merged, and for those that may be merged if loops may be between.
func joins(f *core.Func) (plain, loops map[int]int) {
	var next []int
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != core.Branch {
			continue
		}
		if next == nil {
			next, plain, loops = postdominators(f), map[int]int{}, map[int]int{}
		}
		switch join := next[i]; {
		case join < 0 || join >= len(f.Code):
		case in.Loop < 0 && between(f, i, join):
			plain[i] = join
		case over(f, i, join):
			loops[i] = join
		}
	}
	return plain, loops
}

// postdominators returns, for each instruction, the first one that is on all paths from it to the end of the call; -1 if no path leads there. The
// algorithm is that of Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", on the graph with its edges reversed.
func postdominators(f *core.Func) []int {
	end := len(f.Code)
	before := make([][]int, end+1)
	for i := range f.Code {
		for _, j := range after(f, i) {
			before[j] = append(before[j], i)
		}
	}
	rank := make([]int, end+1) // in postorder, from 1; 0 for instructions that were not visited
	var order []int
	type visit struct{ node, next int }
	for stack := []visit{{end, 0}}; len(stack) > 0; {
		v := &stack[len(stack)-1]
		if v.next == 0 {
			rank[v.node] = -1
		}
		if v.next < len(before[v.node]) {
			v.next++
			if i := before[v.node][v.next-1]; rank[i] == 0 {
				stack = append(stack, visit{i, 0})
			}
			continue
		}
		order = append(order, v.node)
		rank[v.node] = len(order)
		stack = stack[:len(stack)-1]
	}
	next := slices.Repeat([]int{-1}, end+1)
	next[end] = end
	for changed := true; changed; {
		changed = false
		for _, i := range slices.Backward(order[:len(order)-1]) {
			best := -1
			for _, j := range after(f, i) {
				if next[j] < 0 {
					continue
				}
				if best < 0 {
					best = j
				}
				for best != j {
					for rank[best] < rank[j] {
						best = next[best]
					}
					for rank[j] < rank[best] {
						j = next[j]
					}
				}
			}
			if best != next[i] {
				next[i], changed = best, true
			}
		}
	}
	return next
}

// between reports whether there are only instructions of the allowed kinds, and few paths, between a branch and the place where its ways meet.
func between(f *core.Func, branch, join int) bool {
	paths := map[int]int{join: 1} // from an instruction; 0 while they are being counted
	var count func(i int) int
	count = func(i int) int {
		n, known := paths[i]
		switch in := &f.Code[i]; {
		case known && n > 0:
			return n
		case known || len(paths) > maxBetween, in.Loop >= 0, slices.ContainsFunc(in.Args, discards),
			in.Op != core.Set && in.Op != core.Load && in.Op != core.Store && in.Op != core.Branch && in.Op != core.Jump && in.Op != core.Fail:
			return maxPaths + 1
		case in.Op == core.Fail:
			n = 1
		}
		paths[i] = 0
		for _, j := range after(f, i) {
			if n += count(j); n > maxPaths {
				return n
			}
		}
		paths[i] = n
		return n
	}
	in := &f.Code[branch]
	return !slices.ContainsFunc(in.Args, discards) && count(in.Then)+count(in.Else) <= maxPaths
}

// over reports whether a branch and the place where its ways meet have nothing between them but instructions that set slots, and loops of such.
func over(f *core.Func, branch, join int) bool {
	seen, todo := map[int]bool{join: true}, []int{branch}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		switch in := &f.Code[i]; {
		case len(seen) > maxBetween || slices.ContainsFunc(in.Args, discards):
			return false
		case in.Op != core.Set && in.Op != core.Load && in.Op != core.Store && in.Op != core.Branch && in.Op != core.Jump && in.Op != core.Enter && in.Op != core.Fail:
			return false
		}
		todo = append(todo, after(f, i)...)
	}
	return true
}

// discards reports whether e has an obligation that is an assumption.
func discards(e *core.Expr) bool {
	return e != nil && (e.Kind == core.Discard || discards(e.X) || discards(e.Y))
}

// live returns, for each instruction of f, the slots that may be read from there on before they are set.
func live(f *core.Func) []slotSet {
	words := (len(f.Slots) + 63) / 64
	sets := make([]slotSet, len(f.Code)+1)
	for i := range sets {
		sets[i] = make(slotSet, words)
	}
	for changed := true; changed; {
		changed = false
		for i := range slices.Backward(f.Code) {
			in, now := &f.Code[i], make(slotSet, words)
			for _, j := range after(f, i) {
				for k, word := range sets[j] {
					now[k] |= word
				}
			}
			if in.Dst >= 0 && writes(in.Op) {
				now[in.Dst/64] &^= 1 << (in.Dst % 64)
			}
			for _, e := range in.Args {
				now.addReads(e)
			}
			if !slices.Equal(now, sets[i]) {
				sets[i], changed = now, true
			}
		}
	}
	return sets
}

// writes reports whether an instruction sets its slot Dst, if it has one.
func writes(op core.Opcode) bool {
	switch op {
	case core.Set, core.Draw, core.Alloc, core.Extent, core.Room, core.Load, core.Call:
		return true
	}
	return false
}

// MergeCalls says whether values by cases may be arguments and results of calls.
func (m *Machine) MergeCalls(yes bool) {
	if m.through != yes {
		m.through, m.flows, m.hot = yes, nil, nil
	}
}

// hotIn returns the slots of f that must not get values by cases.
func (m *Machine) hotIn(f *core.Func) slotSet {
	if !m.through {
		return hot(f, f != m.program.Funcs[m.program.Entry], nil)
	}
	if m.hot == nil {
		m.hot = hotThrough(m.program)
	}
	return m.hot[f]
}

// hotThrough returns hot for each function. What a call takes or returns is hot only if it is so in the function that is called, or in one that calls it.
func hotThrough(p *core.Program) map[*core.Func]slotSet {
	results, slots := map[*core.Func]bool{}, map[*core.Func]slotSet{}
	callee := func(in *core.Instr) *core.Func {
		if in.Op == core.Call && in.Args[0].Op == core.Function {
			return p.Funcs[in.Args[0].Ref]
		}
		return nil
	}
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
	for _, f := range p.Funcs {
		slots[f] = make(slotSet, (len(f.Slots)+63)/64)
		for i := range f.Code {
			for k, e := range f.Code[i].Args {
				if k > 0 || callee(&f.Code[i]) == nil {
					taken(e)
				}
			}
		}
	}
	for more := true; more; {
		more = false
		for _, f := range p.Funcs {
			now := hot(f, results[f], func(in *core.Instr, arg int) bool {
				g := callee(in)
				return g == nil || arg > g.Params || slots[g].has(arg-1)
			})
			more = more || !slices.Equal(now, slots[f])
			slots[f] = now
			for i := range f.Code {
				if g := callee(&f.Code[i]); g != nil && f.Code[i].Dst >= 0 && now.has(f.Code[i].Dst) && !results[g] {
					results[g], more = true, true
				}
			}
		}
	}
	return slots
}

// hot returns the slots of f that decide how often a loop runs, where memory is accessed, what is called or returned, or what is multiplied or
// divided. The result of f counts if result says so, and the argument of a call if takes does; a nil function says so of each.
func hot(f *core.Func, result bool, takes func(call *core.Instr, arg int) bool) slotSet {
	s := make(slotSet, (len(f.Slots)+63)/64)
	var operands func(e *core.Expr)
	operands = func(e *core.Expr) {
		if e == nil {
			return
		}
		switch e.Op {
		case core.Mul, core.Div, core.Mod, core.Quo, core.Rem:
			if e.Y.Op != core.Const && (e.Op != core.Mul || e.X.Op != core.Const) {
				s.addReads(e)
			}
		case core.Const, core.Read, core.Defined, core.Add, core.Sub, core.Neg, core.Within, core.Given:
		default:
			if e.Type != core.Bool {
				s.addReads(e)
			}
		}
		operands(e.X)
		operands(e.Y)
	}
	for i := range f.Code {
		in := &f.Code[i]
		for k, e := range in.Args {
			switch in.Op {
			case core.Branch:
				if in.Loop >= 0 {
					s.addReads(e)
				}
			case core.Store:
				if k == 0 {
					s.addReads(e)
				}
			case core.Set, core.Assume, core.Output, core.Halt:
			case core.Return:
				if result {
					s.addReads(e)
				}
			case core.Call:
				if k == 0 || takes == nil || takes(in, k) {
					s.addReads(e)
				}
			default:
				s.addReads(e)
			}
			operands(e)
		}
	}
	for changed := true; changed; {
		before := slices.Clone(s)
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == core.Set && s.has(in.Dst) {
				s.addReads(in.Args[0])
			}
		}
		changed = !slices.Equal(before, s)
	}
	return s
}
