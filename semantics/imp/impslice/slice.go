// Package impslice cuts out of an IMP program what a fault depends on: the dynamic slice of one execution, as canonical text.
// Whatever else is edited in the program, wherever it stands and however it is laid out, the slice stays the same.
//
// A fault depends on the values that it reads and on the ifs and whiles around it. A value depends on the assignment that made it
// and on every branch since then that could have assigned the variable and did not. An assignment and a branch depend on what they
// read and on what is around them. Where a fault depends on an input, the assumptions that restrict the input belong to the slice,
// however indirectly they do, and so do branches past assumptions. Assertions and divisions that the execution passed do not: they
// are bugs of their own, or none, and come and go without this one. Nor does it matter how often a loop ran, and in which order its
// rounds took their branches.
package impslice

import (
	"fmt"
	"slices"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file defines the graph of what depends on what in one execution, and what of it a fault depends on.

// The work and the memory that slicing takes beside the execution, in the units of semantics.Meter.
const (
	workOfVisit = 8 // of a part of a program
	workOfEdge  = 32
	workOfNode  = 64

	wordsPerNode  = 48 // with its place in a map
	wordsPerRead  = 4  // of a variable, in its slice and those beside it
	wordsPerSpare = 16 // with its place in a map
	wordsPerEdge  = 20 // in a map and two lists
)

// tooMuch is the error of a meter that is exhausted.
func tooMuch(m *semantics.Meter) error { return fmt.Errorf("slicing takes %s, the limit", m.Why()) }

// graph is what depends on what. It holds nothing of the execution that grows with the number of steps.
type graph struct {
	program *imp.Program
	body    *imp.Block
	meter   *semantics.Meter
	nodes   map[imp.Stmt]*node // the statements of the blocks that were entered
	values  []*node            // by slot: the variable's value now; nil until something depends on it
	spared  map[edge]*node     // the values that branches left as they were, by what made them and the branch
	edges   map[edge]bool

	// Of what the fault depends on:
	inputs  []string
	divides bool // whether any of it divides
}

type edge [2]*node

// node is a statement, all its executions together, or a value that none has made.
type node struct {
	stmt    imp.Stmt // nil for a value
	around  *node    // the if or while that the statement is in
	visited bool     // whether it was executed
	reads   []int    // once it was: slots of the variables that it reads
	length  int      // of its line in a text, in bytes, at most
	last    []*node  // the values that it read last
	divides bool     // whether it may divide
	ways    [2]*way  // of an if or while: its outcomes so far, true before false
	assumes bool     // whether it is an assumption, or a branch past one
	made    *node    // of a value that a branch left as it was: what made it; of all others, themselves
	initial bool     // whether it is the value that a variable has at the start, or that it has none
	slot    int      // of that variable
	from    []*node  // what it depends on
	to      []*node  // what depends on it
	kept    bool     // whether the fault depends on it
	reached bool     // whether it depends on an input that the fault depends on
}

// way is an outcome of a branch: the variables that it spares, because only the other one assigns them.
type way struct{ spares []spared }

// spared is a variable, with its values before and after the branch when it was spared last.
type spared struct {
	slot          int
	before, after *node
}

// Fault runs m from the memory m0 for the given number of steps, and returns the fault in which that ends and its slice. It is an
// error if m0 violates an assumption, if there is no fault then, or if m's meter, to which everything is charged, does not suffice.
func Fault(m *imp.Machine, m0 imp.Store, steps int64) (fault semantics.Fault, text string, err error) {
	defer func() {
		if m.Meter.Exhausted() { // whatever was derived means nothing
			fault, text, err = semantics.Fault{}, "", tooMuch(m.Meter)
		}
	}()
	if at, ok := m.Assumed(m0); !ok {
		return fault, "", fmt.Errorf("the input violates the assumption at %s", at)
	}
	m.Meter.Hold(3*len(m.Program.Body.Stmts) + len(m.Program.Vars))
	g := &graph{
		program: m.Program,
		body:    whole(m.Program),
		meter:   m.Meter,
		nodes:   map[imp.Stmt]*node{},
		values:  make([]*node, len(m.Program.Vars)),
		spared:  map[edge]*node{},
		edges:   map[edge]bool{},
	}
	g.enter(g.body, nil)
	for i := range m.Program.Assumptions {
		g.step(g.body.Stmts[i], semantics.NoBranch)
	}
	s, end := m.Start(m0), imp.Stmt(nil)
	s.Hold(g.meter)
	for n := range steps {
		next, rule, ok := m.Step(s)
		if !ok {
			return fault, "", fmt.Errorf("execution ends after %d steps, want %d", n, steps)
		}
		end = s.Now
		if g.step(end, rule.Branch); g.meter.Exhausted() {
			return // before more is made
		}
		s.Replace(next, g.meter)
		s = next
	}
	fault, ok := m.Fault(s)
	if !ok {
		return fault, "", fmt.Errorf("no fault after %d steps", steps)
	}
	if fault.Kind != semantics.AssertionFailed { // then the last step was the assertion's
		end = s.Now
	}
	at := g.visit(end)
	if g.meter.Exhausted() {
		return // before its text is made
	}
	p := part{reader{meter: g.meter}, &imp.Machine{Program: m.Program, Meter: g.meter}, s.Store}
	marked := end
	if fault.Kind == semantics.AssertionFailed {
		p.slots = at.reads
	} else {
		g.meter.Make(wordsPerText * (at.length/8 + 1))
		marked = p.mark(end)
	}
	g.keep(at, p.slots)
	return fault, g.text(at, marked, fault.Kind), nil
}

// step enters a step of the execution: the statement that was to run, and the branch that it took.
func (g *graph) step(c imp.Stmt, branch semantics.Branch) {
	switch c.(type) {
	case *imp.Skip, *imp.Assert: // nothing depends on them
		return
	}
	n := g.visit(c)
	g.meter.Charge(len(n.reads))
	for i, slot := range n.reads {
		if v := g.value(slot); v != n.last[i] {
			n.last[i] = v
			g.depend(n, v)
		}
	}
	switch c := c.(type) {
	case *imp.Assign:
		g.values[c.Slot] = n
	case *imp.If:
		g.branch(n, branch, c.Then, c.Else)
	case *imp.While:
		g.branch(n, branch, c.Body, nil)
	}
}

// branch enters which of its two blocks the branch n has chosen.
func (g *graph) branch(n *node, branch semantics.Branch, yes, no *imp.Block) {
	i, other := 0, no
	if branch == semantics.BranchFalse {
		i, yes, other = 1, no, yes
	}
	if n.ways[i] == nil {
		n.ways[i] = &way{}
		missed := distinct(g.missed(nil, n, other))
		if !g.meter.Hold(wordsPerRead * len(missed)) {
			return
		}
		for _, slot := range missed {
			n.ways[i].spares = append(n.ways[i].spares, spared{slot: slot})
		}
		g.enter(yes, n)
	}
	spares := n.ways[i].spares
	g.meter.Charge(len(spares))
	for i := range spares {
		v := &spares[i]
		if now := g.value(v.slot); now != v.before {
			v.before, v.after = now, g.spare(now, n)
		}
		g.values[v.slot] = v.after
	}
}

// spare returns the value v as the branch by leaves it. There is one such value for what made v and by, so that their number
// does not grow with the rounds of a loop.
func (g *graph) spare(v, by *node) *node {
	g.meter.Charge(workOfVisit)
	after := g.spared[edge{v.made, by}]
	if after == nil {
		g.meter.Hold(wordsPerSpare)
		after = g.node(node{made: v.made})
		g.spared[edge{v.made, by}] = after
		g.depend(after, by)
	}
	if v != after {
		g.depend(after, v)
	}
	return after
}

// value returns the value that a variable has now.
func (g *graph) value(slot int) *node {
	if g.values[slot] == nil {
		g.values[slot] = g.node(node{slot: slot, initial: true})
	}
	return g.values[slot]
}

// visit returns the node of a statement that is executed.
func (g *graph) visit(c imp.Stmt) *node {
	n := g.nodes[c]
	if !n.visited {
		r := reader{meter: g.meter}
		r.stmt(c)
		n.visited, n.reads, n.divides, n.length = true, slices.Clone(distinct(r.slots)), r.divides, r.length
		g.meter.Hold(wordsPerRead * len(n.reads))
		n.last = make([]*node, len(n.reads))
		_, n.assumes = c.(*imp.Assume)
		if n.around != nil {
			g.depend(n, n.around)
		}
	}
	return n
}

// enter makes the nodes of the statements of a block.
func (g *graph) enter(b *imp.Block, around *node) {
	if b == nil {
		return
	}
	for _, c := range b.Stmts {
		g.nodes[c] = g.node(node{stmt: c, around: around})
	}
}

func (g *graph) node(n node) *node {
	g.meter.Charge(workOfNode)
	g.meter.Hold(wordsPerNode)
	if n.made == nil {
		n.made = &n
	}
	return &n
}

func (g *graph) depend(n, on *node) {
	if g.meter.Charge(workOfEdge); !g.edges[edge{n, on}] {
		g.meter.Hold(wordsPerEdge)
		g.edges[edge{n, on}] = true
		n.from = append(n.from, on)
		on.to = append(on.to, n)
	}
}

// missed appends to slots those of the variables that are assigned in b, a block that the branch n does not enter.
func (g *graph) missed(slots []int, n *node, b *imp.Block) []int {
	if b == nil {
		return slots
	}
	for _, c := range b.Stmts {
		if !g.meter.Charge(workOfVisit) || !g.meter.Make(2) {
			break
		}
		switch c := c.(type) {
		case *imp.Assign:
			slots = append(slots, c.Slot)
		case *imp.If:
			slots = g.missed(g.missed(slots, n, c.Then), n, c.Else)
		case *imp.While:
			slots = g.missed(slots, n, c.Body)
		case *imp.Assume:
			n.assumes = true
		}
	}
	return slots
}

// keep marks what a fault at a statement depends on, given the variables that it comes from.
func (g *graph) keep(at *node, slots []int) {
	var keep, reach []*node
	kept := func(n *node) {
		if n != nil && !n.kept {
			n.kept = true
			g.divides = g.divides || n.divides
			keep = append(keep, n)
		}
	}
	reached := func(n *node) {
		if !n.reached {
			n.reached = true
			reach = append(reach, n)
		}
	}
	kept(at.around)
	for _, slot := range slots {
		kept(g.value(slot))
	}
	g.meter.Make(4 * (len(g.nodes) + len(g.spared) + len(g.values)))
	for len(keep)+len(reach) > 0 {
		for len(keep) > 0 {
			n := keep[len(keep)-1]
			keep = keep[:len(keep)-1]
			for _, on := range n.from {
				kept(on)
			}
			if n.initial && g.program.Input[n.slot] {
				g.inputs = append(g.inputs, g.program.Vars[n.slot])
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
