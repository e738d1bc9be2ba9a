package coresym

import (
	"slices"

	"vouch/semantics/core"
)

// This file defines where the ways of branches meet, and which branches it pays to merge.

// The limits of the code between a branch and the place where its ways meet.
const (
	maxBetween = 4096 // instructions
	maxPaths   = 64
)

// flow returns what merges need to know about f.
func (m *Machine) flow(f *core.Func) *flow {
	if known := m.flows[f]; known != nil {
		return known
	}
	if m.flows == nil {
		m.flows = map[*core.Func]*flow{}
	}
	// for calls of f by what f calls
	a := &flow{joins: map[int]int{}, loops: map[int]int{}, live: live(f), hot: m.hotIn(f), ways: maxPaths + 1}
	m.flows[f] = a
	s := &scanner{m, f, a, postdominators(f), map[int]int{}}
	for i := range f.Code {
		if f.Code[i].Op != core.Branch {
			continue
		}
		_, plain := s.meet(i)
		if join := s.next[i]; !plain && join >= 0 && (join < len(f.Code) || m.merging != Near) && over(f, i, join) &&
			!a.setsHot(f, i, join) {
			a.loops[i] = join
		}
	}
	a.ways, a.size = s.between(len(f.Code), 0)
	return a
}

// setsHot reports whether some slot that must not have a value by cases where the ways of a branch meet is set before.
func (a *flow) setsHot(f *core.Func, branch, join int) bool {
	seen := map[int]bool{join: true}
	var sets func(i int) bool
	sets = func(i int) bool {
		if i == len(f.Code) || seen[i] {
			return false
		}
		seen[i] = true
		in := &f.Code[i]
		return (in.Op == core.Set || in.Op == core.Load || in.Op == core.Call) && in.Dst >= 0 &&
			a.hot[join].has(in.Dst) || slices.ContainsFunc(after(f, i), sets)
	}
	return sets(f.Code[branch].Then) || sets(f.Code[branch].Else)
}

// scanner looks for the branches of a function whose ways meet.
type scanner struct {
	m    *Machine
	f    *core.Func
	a    *flow
	next []int // the postdominators
	// of branches that were looked at: how many instructions are between, if their ways are merged; else 0
	sizes map[int]int
}

// meet notes whether the ways of a branch may be merged where they meet, and returns how many instructions are between.
func (s *scanner) meet(branch int) (size int, ok bool) {
	if size, known := s.sizes[branch]; known {
		return size, size > 0
	}
	s.sizes[branch] = 0 // while it is being looked at
	in, join := &s.f.Code[branch], s.next[branch]
	if in.Loop >= 0 || join < 0 || join == len(s.f.Code) && s.m.merging == Near ||
		slices.ContainsFunc(in.Args, discards) {
		return 0, false
	}
	ways, size := s.between(join, in.Then, in.Else)
	if ways > maxPaths || s.a.setsHot(s.f, branch, join) {
		return 0, false
	}
	s.a.joins[branch], s.sizes[branch] = join, size+1
	return size + 1, true
}

// between returns how many ways lead from some instructions to the place where they meet, and through how many
// instructions, those of calls included. There are more than maxPaths if an instruction that must not be between is on
// them, or too many are. A branch whose ways are merged before leads one way.
func (s *scanner) between(join int, from ...int) (ways, size int) {
	known := map[int]int{join: 1} // ways from an instruction; 0 while they are being counted
	var count func(i int) int
	count = func(i int) int {
		n, seen := known[i]
		if seen && n > 0 {
			return n
		}
		if size++; seen || i == len(s.f.Code) || size > maxBetween {
			return maxPaths + 1
		}
		in, times, next := &s.f.Code[i], 1, after(s.f, i)
		if in.Loop >= 0 || slices.ContainsFunc(in.Args, discards) {
			return maxPaths + 1
		}
		switch in.Op {
		case core.Set, core.Load, core.Store, core.Jump, core.Return:
		case core.Fail:
			n = 1
		case core.Branch:
			if within, ok := s.meet(i); ok && s.m.merging != Near {
				next = []int{s.next[i]}
				size += within
			}
		case core.Call:
			g := callee(s.m.program, in)
			if g == nil || s.m.merging == Near {
				return maxPaths + 1
			}
			called := s.m.flow(g)
			times = called.ways
			size += called.size
		default:
			return maxPaths + 1
		}
		known[i] = 0
		for _, j := range next {
			if n += count(j); n > maxPaths {
				return n
			}
		}
		n = min(n*times, maxPaths+1)
		known[i] = n
		return n
	}
	for _, i := range from {
		if ways += count(i); ways > maxPaths {
			break
		}
	}
	return ways, size
}

// postdominators returns, for each instruction, the first one that is on all paths from it to the end of the call; -1
// if no path leads there. The algorithm is that of Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", on
// the graph with its edges reversed.
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

// over reports whether a branch and the place where its ways meet have nothing between them but instructions that set
// slots, and loops of such.
func over(f *core.Func, branch, join int) bool {
	seen, todo := map[int]bool{join: true}, []int{branch}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[i] || i == len(f.Code) {
			continue
		}
		seen[i] = true
		switch in := &f.Code[i]; {
		case in.Op == core.Return && join == len(f.Code):
			continue
		case len(seen) > maxBetween || slices.ContainsFunc(in.Args, discards):
			return false
		case in.Op != core.Set && in.Op != core.Load && in.Op != core.Store && in.Op != core.Branch &&
			in.Op != core.Jump && in.Op != core.Enter && in.Op != core.Fail:
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
