// Package tree draws the symbolic execution tree of a program: the states that it goes through on all inputs at once, as in figure 4
// of the paper on WiSE.
package tree

import (
	"context"
	"fmt"

	"vouch/finder/solver"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines the tree and how it is grown.

// Kind is what a node is.
type Kind string

// The kinds of nodes.
const (
	Running    Kind = ""           // it goes on
	Done       Kind = "done"       // the program has run to its end
	Fault      Kind = "fault"      // it is stuck
	Infeasible Kind = "infeasible" // no input comes here
	Unknown    Kind = "unknown"    // the solver does not know whether one does; it is not followed
	Violated   Kind = "violated"   // an assumption is false
	Cut        Kind = "cut"        // it would go on, beyond the limits
)

// Node is a symbolic state.
type Node struct {
	Kind     Kind
	Line     int      // of the statement to run; 0 at the end
	Text     string   // the statement, or what became of the program
	Added    []string // what the path condition has more than the parent's
	Store    string   // the variables that do not have their initial values
	Children []*Node
}

// Limits bound a tree.
type Limits struct {
	Depth int // steps from the root; steps that only leave a skip behind do not count
	Nodes int
}

// grower makes a tree.
type grower struct {
	ctx     context.Context
	machine *impsym.Machine
	solver  solver.Solver
	limits  Limits
	nodes   int
	cut     int
}

// Grow returns the tree of p, and how many nodes were cut for the limits. It grows breadth first, so that a limit on nodes cuts where
// it is deep.
func Grow(ctx context.Context, p *imp.Program, s func(*term.Pool) solver.Solver, limits Limits) (root *Node, cut int) {
	m := impsym.New(p)
	g := &grower{ctx: ctx, machine: m, solver: s(m.Pool()), limits: limits}
	start := m.Start()
	root = g.node(start, nil, m.Path(start).Conjuncts())
	type work struct {
		node  *Node
		state impsym.State
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
			queue = append(queue, work{child, states[i], w.depth + 1})
		}
	}
	return root, g.cut
}

// expand gives a node its children: first the faults, then the successors, whose states it returns.
func (g *grower) expand(n *Node, s impsym.State) []impsym.State {
	path := g.machine.Path(s).Conjuncts()
	for _, f := range g.machine.Faults(s) {
		child := &Node{Kind: Fault, Line: int(f.Fault.Line), Text: string(f.Fault.Kind), Store: n.Store}
		child.Added = conditions(f.Guard.Conjuncts())
		child.Kind = g.reached(append(path[:len(path):len(path)], f.Guard), Fault)
		g.add(n, child)
	}
	var states []impsym.State
	for _, next := range g.machine.Expand(s) {
		state := g.settle(next.State)
		if g.machine.Path(state).IsFalse() {
			continue // canonical form alone shows that there is none
		}
		g.add(n, g.node(state, path, g.machine.Path(state).Since(g.machine.Path(s))))
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

// settle takes the steps that only remove a skip.
func (g *grower) settle(s impsym.State) impsym.State {
	for !g.machine.Done(s) {
		if _, ok := s.Now.(*imp.Skip); !ok {
			break
		}
		next := g.machine.Expand(s)
		if len(next) != 1 {
			break
		}
		s = next[0].State
	}
	return s
}

// node returns the node of a state whose path condition is that of its parent and what was added.
func (g *grower) node(s impsym.State, path, added []*term.Formula) *Node {
	n := &Node{Store: g.store(s), Added: conditions(added)}
	if g.machine.Done(s) {
		n.Text = "end"
		n.Kind = g.reached(append(path[:len(path):len(path)], added...), Done)
		return n
	}
	n.Line, n.Text = s.Pos().Line, termview.Clip(impfmt.Stmt(s.Now))
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

// store lists the variables whose values are not their initial ones.
func (g *grower) store(s impsym.State) string {
	var changed []int
	for i, name := range g.machine.Program.Vars {
		if v := s.Store.Get(i); v != nil && !initial(v, name) {
			changed = append(changed, i)
		}
	}
	return termview.List(len(changed), ", ", "variable", termview.Line, func(i int) string {
		return termview.Name(g.machine.Program.Vars[changed[i]]) + " = " + termview.Linear(s.Store.Get(changed[i]), room)
	})
}

// initial reports whether v is the initial value of the input of that name.
func initial(v *term.Linear, name string) bool {
	if len(v.Terms) != 1 || v.Const.Sign() != 0 {
		return false
	}
	x := v.Terms[0]
	return x.Sym.Op == term.Input && x.Sym.Name == name && x.Coef.IsInt64() && x.Coef.Int64() == 1
}

// How much is shown of what is assumed at a node: so many conditions, with so much room for each, in bytes, which values have, too.
const (
	maxConditions = 4
	room          = 80
)

// conditions returns the conjunction of fs, a line for each conjunct: without those that others imply, and no more than there is room for,
// which is said in the last line.
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

// label says in a line what a node is about to do, or what became of it.
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
		return at + n.Text + " (no input comes here)"
	case Unknown:
		return at + n.Text + " (the solver does not know whether an input comes here)"
	case Fault:
		return at + "fault: " + n.Text
	}
	return at + n.Text
}
