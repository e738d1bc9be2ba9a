package view

import (
	"fmt"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines what a fault depends on: the dynamic slice of one execution. The slice stays the same whatever else
// people edit in the program, and wherever they move or lay out its parts.
//
// A fault depends on the values that it reads, and on the branches that led to it. A value depends on the instruction
// that made it. The value of a variable also depends on each later branch on whose other way the variable could have
// been assigned. An instruction or a branch depends on what it reads, and on the branch or the call around it. A byte
// of memory depends on the store that wrote it, and on the copies that brought it to its place. If a fault depends on
// an input, the assumptions that restrict the input belong to the slice, even if they restrict it only through other
// inputs; so do branches past assumptions. Assertions, checks and divisions that the execution passed do not belong to
// it: they are bugs of their own, or none, and come and go without this one. It does not matter either how often a loop
// ran, or in which order its rounds took their branches.

// tooMuch is the error of a meter that is exhausted.
func tooMuch(m *semantics.Meter) error { return fmt.Errorf("slicing takes %s, the limit", m.Why()) }

// slicer holds what depends on what in an execution. Nothing in it grows with the number of steps, except for frames
// and for memory that was written.
type slicer struct {
	program *core.Program
	meter   *semantics.Meter
	machine *core.Machine
	index   map[*core.Func]int
	flows   []*flow   // the functions that were called
	nodes   [][]*node // the same, by instruction
	frames  []*frame  // the calls that have not returned
	objects map[int]*object
	values  map[variable]*node // the values of variables to which nothing was assigned
	globals map[int]*node      // the initial contents of global objects
	// the values that branches and copies did not change, by the node that made the value and by the branch or copy
	spared map[edge]*node
	edges  map[edge]bool
}

// object is an object that was written to, or made in the run.
type object struct {
	made, ended, protected *node // the instructions that made it, ended its life and made it read-only; nil if none did
	pages                  map[int64]*[pageSize]*node
}

type edge [2]*node

// variable is a slot of a function.
type variable struct{ fn, slot int }

// node stands for an instruction with all its executions, for an argument of a call, or for a value that no instruction
// made.
type node struct {
	sort    sort
	fn, at  int     // the indices of its function and instruction, or the index of the global object
	arg     int     // the number of the argument
	visited bool    // whether it was executed
	reads   []int   // set once it was executed: the slots that it reads
	last    []*node // the values that it read the last time
	bytes   *node   // the last value among the bytes that it loads
	length  int     // an upper bound of the length of its line, in bytes
	causes  []cause // the branches and calls that decide whether it is executed
	args    []*node // of a call
	ways    [2]*way // for a branch: the outcomes so far, true before false
	assumes bool    // whether it is an assumption, or a branch past one
	made    *node   // for a value that a branch did not change: the node that made it; otherwise the node itself
	from    []*node // what it depends on
	to      []*node // what depends on it
	kept    bool    // whether the fault depends on it
	reached bool    // whether it depends on an input on which the fault depends, too
	number  int     // its number in the text, from 1
	indent  int     // its indentation there, in levels
}

// sort is what a node stands for.
type sort byte

const (
	instruction sort = iota
	argument
	contents // of a global object
	value
)

// cause is a branch with the way that was taken, or a call.
type cause struct {
	node *node
	way  int // 0 for true, 1 for false
}

// way is an outcome of a branch, with the variables that it spares: those that only the other way assigns.
type way struct{ spares []spare }

// spare is a variable that a way spared, with its values before and after the branch at the last time.
type spare struct {
	slot          int
	before, after *node
}

// frame is a call that has not returned.
type frame struct {
	fn     int
	values []*node // for each slot; nil until something depends on it
	around cause   // the call; nil for the entry function
	open   []region
}

// region is what a branch decides: everything up to the instruction where its ways come together.
type region struct {
	cause
	end int
}

func newSlicer(r *Run) *slicer {
	n := len(r.Program.Funcs)
	r.Meter.Hold(16 * n)
	index := make(map[*core.Func]int, n)
	for i, fn := range r.Program.Funcs {
		index[fn] = i
	}
	return &slicer{
		program: r.Program, meter: r.Meter, index: index, flows: make([]*flow, n), nodes: make([][]*node, n),
		objects: map[int]*object{},
		values:  map[variable]*node{}, globals: map[int]*node{}, spared: map[edge]*node{}, edges: map[edge]bool{},
	}
}

func (g *slicer) Begin(m *core.Machine, _ core.State) {
	g.machine = m
	g.call(g.program.Entry, cause{})
}

func (g *slicer) End(core.State, semantics.Outcome) {}

// close ends the regions that end at an instruction.
func (f *frame) close(pc int) {
	for len(f.open) > 0 && f.open[len(f.open)-1].end == pc {
		f.open = f.open[:len(f.open)-1]
	}
}

// cause returns the branch or the call that decided that the next instruction is executed.
func (f *frame) cause() cause {
	if len(f.open) > 0 {
		return f.open[len(f.open)-1].cause
	}
	return f.around
}

// read records that a node reads its variables.
func (g *slicer) read(n *node, f *frame) {
	g.meter.Charge(len(n.reads))
	for i, slot := range n.reads {
		if v := g.value(f, slot); v != n.last[i] {
			n.last[i] = v
			g.depend(n, v)
		}
	}
}

// branch records which way a branch took.
func (g *slicer) branch(f *frame, n *node, c *core.Instr, taken semantics.Branch) {
	i, to, other := 0, c.Then, c.Else
	if taken == semantics.BranchFalse {
		i, to, other = 1, other, to
	}
	flow := g.flows[f.fn]
	if flow.on(n.at, to) && !flow.on(n.at, other) {
		return // the other way could only have failed
	}
	join := int(flow.join[n.at])
	if n.ways[i] == nil {
		n.ways[i] = &way{}
		g.spares(n, n.ways[i], other, join)
	}
	g.meter.Charge(len(n.ways[i].spares))
	for k := range n.ways[i].spares {
		v := &n.ways[i].spares[k]
		if now := g.value(f, v.slot); now != v.before {
			v.before, v.after = now, g.pass(now, n)
		}
		f.values[v.slot] = v.after
	}
	if k := len(f.open); k > 0 && f.open[k-1].end == join {
		f.open = f.open[:k-1] // this branch now decides what that one decided, and depends on it
	}
	f.open = append(f.open, region{cause{n, i}, join})
}

// spares finds the variables that a way spares, given where the other way leads.
func (g *slicer) spares(n *node, w *way, other, join int) {
	fn := g.program.Funcs[n.fn]
	var slots []int
	flow := g.flows[n.fn]
	if !flow.on(n.at, other) {
		return
	}
	flow.region(other, join, g.meter, func(pc int) {
		c := &fn.Code[pc]
		if c.Dst >= 0 && g.meter.Make(2) {
			slots = append(slots, c.Dst)
		}
		n.assumes = n.assumes || c.Op == core.Assume
	})
	slots = distinct(slots)
	if g.meter.Hold(wordsPerRead * len(slots)) {
		for _, slot := range slots {
			w.spares = append(w.spares, spare{slot: slot})
		}
	}
}

// pass returns the value v as the branch or the copy by leaves it. For each maker of a value and each by there is only
// one such node, so that their number does not grow with the rounds of a loop.
func (g *slicer) pass(v, by *node) *node {
	g.meter.Charge(workOfVisit)
	after := g.spared[edge{v.made, by}]
	if after == nil {
		g.meter.Hold(wordsPerSpare)
		after = g.node(node{sort: value, made: v.made})
		g.spared[edge{v.made, by}] = after
		g.depend(after, by)
	}
	if v != after {
		g.depend(after, v)
	}
	return after
}

// value returns the present value of a variable.
func (g *slicer) value(f *frame, slot int) *node {
	if f.values[slot] == nil {
		key := variable{f.fn, slot}
		if g.values[key] == nil {
			g.values[key] = g.node(node{sort: value})
		}
		f.values[slot] = g.values[key]
	}
	return f.values[slot]
}

// visit returns the node of an instruction that is being executed.
func (g *slicer) visit(f *frame, pc int, s core.State) *node {
	n := g.nodes[f.fn][pc]
	c := &g.program.Funcs[f.fn].Code[pc]
	if n == nil {
		n = g.node(node{sort: instruction, fn: f.fn, at: pc})
		g.nodes[f.fn][pc] = n
		args := c.Args
		if c.Op == core.Call {
			args = args[:1] // the others are nodes of their own
		}
		g.fill(n, args)
		n.assumes = n.assumes || c.Op == core.Assume
	}
	// whether a loop goes on depends only on its head
	if again := c.Op == core.Branch && c.Loop >= 0 && s.Loops()[c.Loop] > 0; !again {
		g.because(n, f.cause())
	}
	return n
}

// fill records what a node reads, from its expressions.
func (g *slicer) fill(n *node, exprs []*core.Expr) {
	r := reader{meter: g.meter, fn: g.program.Funcs[n.fn]}
	for _, e := range exprs {
		r.expr(e)
	}
	n.reads, n.length, n.assumes = slices.Clone(distinct(r.slots)), r.length, r.assumes
	g.meter.Hold(wordsPerRead * len(n.reads))
	n.last = make([]*node, len(n.reads))
}

// because records that a branch or a call decided that a node is executed.
func (g *slicer) because(n *node, c cause) {
	if c.node == nil || c.node == n || len(n.causes) > 0 && n.causes[len(n.causes)-1] == c {
		return
	}
	g.meter.Charge(len(n.causes))
	if !slices.Contains(n.causes, c) {
		g.meter.Hold(4)
		n.causes = append(n.causes, c)
		g.depend(n, c.node)
	}
}

func (g *slicer) node(n node) *node {
	g.meter.Charge(workOfNode)
	g.meter.Hold(wordsPerNode)
	if n.made == nil {
		n.made = &n
	}
	return &n
}

func (g *slicer) depend(n, on *node) {
	if g.meter.Charge(workOfEdge); !g.edges[edge{n, on}] {
		g.meter.Hold(wordsPerEdge)
		g.edges[edge{n, on}] = true
		n.from = append(n.from, on)
		on.to = append(on.to, n)
	}
}

// call begins a frame.
func (g *slicer) call(fn int, around cause) *frame {
	p := g.program.Funcs[fn]
	if g.flows[fn] == nil {
		g.meter.Hold(len(p.Code))
		g.flows[fn], g.nodes[fn] = newFlow(p, g.meter), make([]*node, len(p.Code))
	}
	f := &frame{fn: fn, around: around}
	if g.meter.Hold(wordsOfFrame(p)) {
		f.values = make([]*node, len(p.Slots))
	}
	g.frames = append(g.frames, f)
	return f
}

func wordsOfFrame(fn *core.Func) int { return len(fn.Slots) + 16 }

// enter records a call with its arguments.
func (g *slicer) enter(from *frame, n *node, s *Step) {
	c := s.Before.Instr()
	callee := g.index[s.After.Func()]
	if n.args == nil {
		for i, e := range c.Args[1:] {
			a := g.node(node{sort: argument, fn: n.fn, at: n.at, arg: i})
			g.fill(a, []*core.Expr{e})
			g.because(a, cause{n, 0})
			n.args = append(n.args, a)
		}
	}
	for _, a := range n.args {
		g.read(a, from)
	}
	f := g.call(callee, cause{n, 0})
	if !g.meter.Exhausted() {
		copy(f.values, n.args)
	}
}

// leave records the return to the caller.
func (g *slicer) leave(n *node) {
	f := g.frames[len(g.frames)-1]
	g.meter.Release(wordsOfFrame(g.program.Funcs[f.fn]))
	g.frames = g.frames[:len(g.frames)-1]
	if len(g.frames) == 0 {
		return
	}
	call := f.around.node
	if dst := g.program.Funcs[call.fn].Code[call.at].Dst; dst >= 0 {
		g.frames[len(g.frames)-1].values[dst] = n
	}
}

// keep marks everything on which a fault at a node depends, given the values that it reads.
func (g *slicer) keep(from []*node) {
	var keep, reach []*node
	kept := func(n *node) {
		if !n.kept {
			n.kept = true
			keep = append(keep, n)
		}
	}
	reached := func(n *node) {
		if !n.reached {
			n.reached = true
			reach = append(reach, n)
		}
	}
	for _, n := range from {
		kept(n)
	}
	g.meter.Make(4 * (len(g.edges) + len(g.spared) + len(g.values)))
	for len(keep)+len(reach) > 0 {
		for len(keep) > 0 {
			n := keep[len(keep)-1]
			keep = keep[:len(keep)-1]
			for _, on := range n.from {
				kept(on)
			}
			if n.sort == instruction && g.program.Funcs[n.fn].Code[n.at].Op == core.Draw {
				reached(n)
			}
		}
		for len(reach) > 0 {
			n := reach[len(reach)-1]
			reach = reach[:len(reach)-1]
			for _, m := range n.to {
				reached(m)
			}
			if n.assumes {
				kept(n)
			}
		}
	}
}

func distinct(slots []int) []int {
	slices.Sort(slots)
	return slices.Compact(slots)
}

// Skeleton returns the text of the whole program without its places in the sources and their names. It returns an error
// if the meter does not suffice.
func Skeleton(p *core.Program, meter *semantics.Meter) (string, error) {
	var text []byte
	p.Lines(meter, false, func(line []byte) bool {
		text = append(text, line...)
		return meter.Hold(wordsPerText * (len(line)/8 + 1))
	})
	if meter.Exhausted() {
		return "", tooMuch(meter)
	}
	return string(text), nil
}
