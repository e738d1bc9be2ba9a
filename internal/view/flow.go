package view

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the control flow of a function: it finds the place where the two ways of a branch come together
// again.

// flow is the control flow of a function.
//
// A way on which the function can only fail does not count: what follows an assertion does not depend on the assertion.
// So each instruction has a level. The level is 0 if the function can reach its end from the instruction. It is 1 if it
// cannot, but can reach the last failure among such instructions, and so on. A way from a level to a higher one does
// not count as a way on.
type flow struct {
	fn    *core.Func
	level []int32
	join  []int32 // for each instruction: where all ways on from it come together; len(fn.Code) is the end
	seen  []int32 // for each instruction: the last search that visited it
	last  int32   // the number of the last search
}

// The work and the memory that the analysis takes for each instruction, in the units of semantics.Meter.
const (
	workOfFlow  = 32
	wordsOfFlow = 12
)

// newFlow analyses the control flow of a function. If the meter has refused anything, the result means nothing.
func newFlow(fn *core.Func, meter *semantics.Meter) *flow {
	n := len(fn.Code)
	f := &flow{fn: fn}
	if !meter.Charge(workOfFlow*n) || !meter.Hold(wordsOfFlow*n) {
		return f
	}
	f.level, f.join, f.seen = make([]int32, n), make([]int32, n), make([]int32, n)
	g := reversed{flow: f, meter: meter}
	g.enter()
	g.order()
	g.dominate()
	return f
}

// next returns the instructions to which control may go from an instruction; len(fn.Code) is the end.
func (f *flow) next(pc int) []int {
	switch c := &f.fn.Code[pc]; c.Op {
	case core.Branch:
		if c.Then != c.Else {
			return []int{c.Then, c.Else}
		}
		return []int{c.Then}
	case core.Jump:
		return []int{c.Then}
	case core.Return, core.Halt:
		return []int{len(f.fn.Code)}
	case core.Fail, core.Unsupported:
		return nil
	}
	return []int{pc + 1}
}

// on reports whether the way from one instruction to another one, or to the end, counts as a way on.
func (f *flow) on(pc, to int) bool { return to == len(f.fn.Code) || f.level[to] == f.level[pc] }

// region calls see for each instruction on the ways on from an instruction, up to the join of the branch before it.
func (f *flow) region(from, join int, meter *semantics.Meter, see func(pc int)) {
	end := len(f.fn.Code)
	if from == join || from == end {
		return
	}
	f.last++
	stack := []int{from}
	f.seen[from] = f.last
	for len(stack) > 0 && meter.Charge(workOfVisit) {
		pc := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		see(pc)
		for _, to := range f.next(pc) {
			if to != end && to != join && f.on(pc, to) && f.seen[to] != f.last {
				f.seen[to] = f.last
				stack = append(stack, to)
			}
		}
	}
}

// reversed is the graph of control flow with its edges reversed. It starts at the end.
type reversed struct {
	*flow
	meter  *semantics.Meter
	first  []int32 // for each instruction and the end: the index in before of its first predecessor
	before []int32
	post   []int32 // the number of an instruction in postorder
	nodes  []int32 // instructions in postorder; the last one is the end
	exits  []bool  // for each instruction: whether it has an edge to the end that the code does not have
}

// enter makes the edges, which are the ways on. Every instruction must lead to the end. So an instruction on a level
// above 0 gets an edge to it: at its failure, or, for an endless loop, where the loop is written last.
func (g *reversed) enter() {
	n := len(g.fn.Code)
	var from, to []int32
	for pc := range n {
		g.level[pc] = -1
		for _, t := range g.next(pc) {
			from, to = append(from, int32(pc)), append(to, int32(t))
		}
	}
	g.link(from, to)
	g.exits = make([]bool, n)
	g.reach(n, 0)
	level := int32(1)
	for _, fails := range []bool{true, false} {
		for pc := n - 1; pc >= 0; pc-- {
			op := g.fn.Code[pc].Op
			if g.level[pc] < 0 && (!fails || op == core.Fail || op == core.Unsupported) {
				g.exits[pc] = true
				g.reach(pc, level)
				level++
			}
		}
	}
	kept, ends := from[:0], to[:0]
	for i, pc := range from {
		if g.on(int(pc), int(to[i])) {
			kept, ends = append(kept, pc), append(ends, to[i])
		}
	}
	for pc, exit := range g.exits {
		if exit {
			kept, ends = append(kept, int32(pc)), append(ends, int32(n))
		}
	}
	g.link(kept, ends)
}

// link fills in the predecessors.
func (g *reversed) link(from, to []int32) {
	g.first = make([]int32, len(g.fn.Code)+2)
	for _, t := range to {
		g.first[t+1]++
	}
	for i := 1; i < len(g.first); i++ {
		g.first[i] += g.first[i-1]
	}
	g.before = make([]int32, len(from))
	fill := slices.Clone(g.first)
	for i, t := range to {
		g.before[fill[t]] = from[i]
		fill[t]++
	}
}

// reach gives a level to an instruction, or to the end, and to every instruction that leads there and has no level yet.
func (g *reversed) reach(to int, level int32) {
	if to < len(g.level) {
		g.level[to] = level
	}
	stack := []int32{int32(to)}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, pc := range g.before[g.first[at]:g.first[at+1]] {
			if g.level[pc] < 0 {
				g.level[pc] = level
				stack = append(stack, pc)
			}
		}
	}
}

// order numbers the instructions in postorder.
func (g *reversed) order() {
	n := len(g.fn.Code)
	g.post = make([]int32, n+1)
	seen := make([]bool, n+1)
	type visit struct{ at, next int32 }
	stack := []visit{{int32(n), g.first[n]}}
	seen[n] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == g.first[v.at+1] {
			g.post[v.at] = int32(len(g.nodes))
			g.nodes = append(g.nodes, v.at)
			stack = stack[:len(stack)-1]
			continue
		}
		pc := g.before[v.next]
		v.next++
		if !seen[pc] {
			seen[pc] = true
			stack = append(stack, visit{pc, g.first[pc]})
		}
	}
}

// dominate finds the joins. They are the immediate postdominators; the algorithm is that of Cooper, Harvey and Kennedy.
func (g *reversed) dominate() {
	n := len(g.fn.Code)
	dom := make([]int32, n+1)
	for i := range dom {
		dom[i] = -1
	}
	dom[n] = int32(n)
	for changed := true; changed && g.meter.Charge(workOfVisit*n); {
		changed = false
		for i := len(g.nodes) - 2; i >= 0; i-- {
			pc := g.nodes[i]
			best := int32(-1)
			for _, t := range g.successors(int(pc)) {
				switch {
				case dom[t] < 0:
				case best < 0:
					best = t
				default:
					best = g.meet(dom, best, t)
				}
			}
			if best != dom[pc] {
				dom[pc], changed = best, true
			}
		}
	}
	copy(g.join, dom[:n])
}

// successors returns the successors of an instruction in the graph.
func (g *reversed) successors(pc int) []int32 {
	var list []int32
	for _, t := range g.next(pc) {
		if g.on(pc, t) {
			list = append(list, int32(t))
		}
	}
	if g.exits[pc] {
		list = append(list, int32(len(g.fn.Code)))
	}
	return list
}

// meet returns the place where the ways from two instructions come together.
func (g *reversed) meet(dom []int32, x, y int32) int32 {
	for x != y && g.meter.Charge(1) {
		for g.post[x] < g.post[y] {
			x = dom[x]
		}
		for g.post[y] < g.post[x] {
			y = dom[y]
		}
	}
	return x
}
