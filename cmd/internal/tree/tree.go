// Package tree draws the symbolic execution tree of a program: the states that it reaches on all inputs at once, as in
// figure 4 of the paper on WiSE.
package tree

import (
	"context"
	"fmt"

	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the tree, and how it grows.

// Kind says what a node is.
type Kind string

// The kinds of nodes.
const (
	Running     Kind = ""            // the program goes on
	Done        Kind = "done"        // the program has run to its end
	Fault       Kind = "fault"       // it is stuck
	Infeasible  Kind = "infeasible"  // no input reaches it
	Unknown     Kind = "unknown"     // the solver does not know whether an input reaches it; the tree ends here
	Violated    Kind = "violated"    // an assumption is false
	Unsupported Kind = "unsupported" // the semantics does not say what comes next
	Cut         Kind = "cut"         // the program would go on beyond the limits
)

// Node is a symbolic state.
type Node struct {
	Kind     Kind
	Line     int      // the place of the next statement; 0 at the end
	Text     string   // the next statement, or how the program ended
	Added    []string // the conditions that the parent does not have
	Store    string   // the variables whose values changed
	Children []*Node

	inside bool // whether the state is inside of the library; then Line and Text are of the call
	same   bool // whether the state may be in the middle of what its parent does
}

// Limits bound a tree.
type Limits struct {
	Depth int // steps from the root; a step that only passes a skip does not count, nor do steps inside of the library
	Nodes int
}

// grower makes a tree.
type grower struct {
	ctx     context.Context
	program *core.Program
	texts   *view.Texts
	machine *coresym.Machine
	solver  solver.Solver
	limits  Limits
	nodes   int
	cut     int
}

// Grow returns the tree of p, and how many nodes the limits cut off. It grows breadth first, so a limit on nodes cuts
// the deepest part.
func Grow(ctx context.Context, p *load.Program, s func(*term.Pool) solver.Solver, limits Limits) (root *Node, cut int) {
	m := coresym.New(p.Core)
	g := &grower{ctx: ctx, program: p.Core, texts: view.ReadTexts(p.Core, p.About.Sources), machine: m,
		solver: s(m.Pool()), limits: limits}
	start := g.start()
	root = g.node(start, nil, m.Path(start).Conjuncts())
	type work struct {
		node  *Node
		state coresym.State
		depth int
	}
	queue := []work{{root, start, 0}}
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		if w.node.Kind != Running {
			continue
		}
		if w.depth >= limits.Depth || g.nodes >= limits.Nodes || ctx.Err() != nil {
			w.node.Kind = Cut
			g.cut++
			continue
		}
		states := g.expand(w.node, w.state)
		for i, child := range w.node.Children[len(w.node.Children)-len(states):] {
			depth := w.depth + 1
			if child.inside {
				depth = w.depth
			}
			queue = append(queue, work{child, states[i], depth})
		}
	}
	root.squash()
	return root, g.cut
}

// squash leaves out nodes that only say once more what is under way: a call of the library, or a statement that stores
// several values.
func (n *Node) squash() {
	for len(n.Children) == 1 {
		c := n.Children[0]
		if !c.same || c.Kind != Running || c.Line != n.Line || c.Text != n.Text || len(c.Added) > 0 {
			break
		}
		n.Children = c.Children
	}
	for _, c := range n.Children {
		c.squash()
	}
}

// expand gives a node its children, the faults first, and returns the states of the successors.
func (g *grower) expand(n *Node, s coresym.State) []coresym.State {
	path := g.machine.Path(s).Conjuncts()
	for _, f := range g.machine.Faults(s) {
		child := &Node{Kind: Fault, Line: int(f.Fault.Line), Text: string(f.Fault.Kind), Store: n.Store}
		child.Added = conditions(f.Guard.Conjuncts())
		child.Kind = g.reached(append(path[:len(path):len(path)], f.Guard), Fault)
		g.add(n, child)
	}
	var states []coresym.State
	step := g.machine.Step(s)
	if step.Unsupported != (symbolic.Unsupported{}) {
		g.add(n, &Node{Kind: Unsupported, Text: step.Unsupported.Reason, Store: n.Store})
	}
	for _, next := range g.machine.Expand(s) {
		state := g.settle(next.State)
		if g.machine.Path(state).IsFalse() {
			continue // canonical form alone shows that there is none
		}
		child := g.node(state, path, g.machine.Path(state).Since(g.machine.Path(s)))
		if g.add(n, child); child.Kind == Running && g.instr(state).Op == core.Fail {
			child.Kind, child.Text = Fault, string(g.instr(state).Kind)
		}
		states = append(states, state)
	}
	if len(n.Children) == 0 {
		g.add(n, &Node{Kind: Violated, Text: "assumption violated", Store: n.Store})
	}
	return states
}

func (g *grower) add(n, child *Node) {
	n.Children = append(n.Children, child)
	g.nodes++
}

// instr returns the instruction that a state is about to run.
func (g *grower) instr(s coresym.State) *core.Instr { return g.machine.Site(s).(*core.Instr) }

// start returns the state behind the first inputs and the assumptions about them, if some inputs satisfy these.
func (g *grower) start() coresym.State {
	s := g.machine.Start()
	for range g.program.Prelude() {
		next, ok := g.only(s)
		if !ok {
			return s
		}
		s = next
	}
	return g.settle(s)
}

// only returns the successor of a state that has exactly one, and no faults.
func (g *grower) only(s coresym.State) (coresym.State, bool) {
	next := g.machine.Expand(s)
	if len(next) != 1 || len(g.machine.Faults(s)) > 0 {
		return s, false
	}
	return next[0].State, true
}

// maxQuiet is how many steps in a row may be left out.
const maxQuiet = 10_000

// settle takes the steps that the tree does not show.
func (g *grower) settle(s coresym.State) coresym.State {
	for range maxQuiet {
		if g.machine.Done(s) {
			break
		}
		c := g.instr(s)
		next, ok := s, false
		if c.Op == core.Return || !view.IsTold(s.Func(), c) {
			next, ok = g.only(s)
		}
		if !ok || c.Op == core.Return && !s.Func().Library && !g.machine.Done(next) {
			break
		}
		s = next
	}
	return s
}

// node returns the node of a state whose path condition is that of its parent, with some additions.
func (g *grower) node(s coresym.State, path, added []*term.Formula) *Node {
	n := &Node{Store: g.store(s), Added: conditions(added)}
	if g.machine.Done(s) {
		n.Text = "end"
		n.Kind = g.reached(append(path[:len(path):len(path)], added...), Done)
		return n
	}
	author := s.Author()
	c := g.instr(author)
	n.inside = s.Func().Library
	n.same = n.inside || c.Op == core.Store || c.Op == core.Call
	switch n.Line, n.Text = int(c.Span.Line), g.texts.At(c.Span); {
	case author.Func().Library:
		n.Line, n.Text = 0, "the library, around the program"
	case n.Text == "":
		n.Text = c.Op.String()
	}
	n.Kind = g.reached(append(path[:len(path):len(path)], added...), Running)
	return n
}

// reached returns kind if some input satisfies fs.
func (g *grower) reached(fs []*term.Formula, kind Kind) Kind {
	switch g.solver.Solve(g.ctx, fs).Status {
	case solver.Unsat:
		return Infeasible
	case solver.Unknown:
		return Unknown
	}
	return kind
}

// store lists the variables whose values are not those of their inputs.
func (g *grower) store(s coresym.State) string {
	if s = s.Author(); s.Func().Library {
		return ""
	}
	slots := s.Func().Slots
	var changed []int
	for i, slot := range slots {
		if v := s.Integer(i); v != nil && view.IsShown(slot.Name) && !initial(v, slot.Name) {
			changed = append(changed, i)
		}
	}
	return termview.List(len(changed), ", ", "variable", termview.Line, func(i int) string {
		return termview.Name(slots[changed[i]].Name) + " = " + termview.Linear(s.Integer(changed[i]), room)
	})
}

// initial reports whether v is the value of the input of that name.
func initial(v *term.Linear, name string) bool {
	if len(v.Terms) != 1 || v.Const.Sign() != 0 {
		return false
	}
	x := v.Terms[0]
	return x.Sym.Op == term.Input && x.Sym.Name == name && x.Coef.IsInt64() && x.Coef.Int64() == 1
}

// How much the tree shows of the assumptions at a node: the number of conditions, and the bytes for each. Values have
// as many bytes.
const (
	maxConditions = 4
	room          = 80
)

// conditions returns the conjunction of fs with a line for each conjunct. It leaves out conjuncts that others imply,
// and those for which there is no room; the last line says so.
func conditions(fs []*term.Formula) []string {
	kept, implied := termview.Simplify(fs)
	write := termview.Formula
	if len(kept) > 1 {
		write = termview.Conjunct
	}
	var lines []string
	for i, f := range kept {
		if i == maxConditions-1 && len(kept) > maxConditions {
			lines = append(lines, termview.More(len(kept)-i, "condition"))
			break
		}
		lines = append(lines, write(f, room))
	}
	if implied > 0 {
		lines[len(lines)-1] += termview.Implied(implied, len(kept))
	}
	return lines
}

// label says in a line what a node does next, or how the program ended there.
func (n *Node) label() string {
	at := ""
	if n.Line > 0 {
		at = fmt.Sprintf("line %d: ", n.Line)
	}
	switch n.Kind {
	case Running:
		return at + n.Text
	case Cut:
		return at + n.Text + " …"
	case Infeasible:
		return at + n.Text + " (no input comes here, says the solver)"
	case Unknown:
		return at + n.Text + " (the solver does not know whether an input comes here)"
	case Fault:
		return at + "fault: " + n.Text
	case Unsupported:
		return at + "unsupported: " + n.Text
	}
	return at + n.Text
}
