package report

import (
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of the absence of bugs: the tree of ways, walked again as the certificate says, on the finder's
// symbolic semantics. Its numbers have to be the checker's, or there is no tree.

// Absence is the absence of bugs as the page shows it.
type Absence struct {
	Lines    []Line
	Assumed  []Conjunct
	Steps    int64
	Depth    int64
	Ways     int64
	Cut      int64
	Closed   int64
	Limit    uint64
	Vacuous  bool
	Excluded []Exclusion // each place once
	More     int         // exclusions left out
	Tree     *Node       // nil if there is none to show
	Nodes    int         // of the whole tree
	Shown    int
	Drawing  *Drawing
}

// Exclusion is a branch or a fault that proofs exclude.
type Exclusion struct {
	Text  string
	Line  int
	Kind  string // branch, fault, start
	Times int64
}

// Node is a place on a way at which something is assumed about the input.
type Node struct {
	Line     int
	Text     string
	Branches []*Branch

	number int // in breadth-first order
}

// Branch is a way on from a node.
type Branch struct {
	Label string // true, false, or the fault
	End   string // how it ends; "" if it leads to Next
	Class string // of the end: halt, stop, cut, closed
	Why   string // of a closed one
	Next  *Node
	Left  bool // what follows is left out
}

// The limits of what is shown.
const (
	maxExcluded = 40
	maxNodes    = 400     // in the list of ways
	maxDrawn    = 60      // in the drawing
	maxTree     = 1 << 18 // in memory
)

func (a *Absence) sentence(v *checker.Verdict) string {
	who := "no input makes it fail"
	if len(v.Path) > 0 {
		who = "no input that satisfies its assumptions makes it fail"
	}
	if v.Vacuous {
		who = "no input satisfies its assumptions, so nothing is claimed"
	}
	if v.Kind == certs.KindBounded {
		who += fmt.Sprintf(" while no loop iterates more than %s", checkcmd.Count(int64(v.LoopLimit), "time"))
	}
	return fmt.Sprintf("%s is %s: %s", v.Program, checkcmd.Word(v), who)
}

func newAbsence(id string, v *checker.Verdict, p *imp.Program, c *certs.Absence, closed []checker.Closed) (*Absence, error) {
	a := &Absence{Steps: v.Steps, Depth: v.Depth, Ways: v.Ways, Cut: v.Cut, Closed: v.Closed, Limit: v.LoopLimit, Vacuous: v.Vacuous}
	a.Lines = lines(v.Source, nil, func(int) (int, int) { return 0, 0 })
	for i, f := range v.Path {
		if i == 2*keepConjuncts {
			a.Assumed = append(a.Assumed, Conjunct{Left: len(v.Path) - i})
			break
		}
		a.Assumed = append(a.Assumed, Conjunct{N: i + 1, Text: termview.Formula(f, longText)})
	}
	texts := ReadTexts(p)
	type key struct {
		checker.Place
		fault  semantics.Kind
		branch semantics.Branch
	}
	byPlace := map[key]int{}
	for _, c := range closed {
		k := key{c.Place, c.Fault, c.Branch}
		i, seen := byPlace[k]
		switch {
		case seen && i < maxExcluded:
			a.Excluded[i].Times++
		case !seen:
			byPlace[k] = len(byPlace)
			if len(a.Excluded) < maxExcluded {
				kind := "branch"
				if c.Fault != "" {
					kind = "fault"
				} else if c.Place == (checker.Place{}) {
					kind = "start"
				}
				a.Excluded = append(a.Excluded, Exclusion{texts.Excluded(c), c.Line, kind, 1})
			} else {
				a.More++
			}
		}
	}
	if v.Vacuous || v.Closed+v.Ways+v.Cut > maxTree {
		return a, nil
	}
	t := &tree{p: p, v: v, entries: c.Ways, closed: closed, texts: texts}
	if root := t.walk(); root != nil {
		a.Tree, a.Nodes = root, t.nodes
		a.Shown = trim(root, maxNodes)
		a.Drawing = draw(root, min(maxDrawn, a.Shown), a.Nodes)
	}
	return a, nil
}

// tree is a walk that makes the tree of ways.
type tree struct {
	p       *imp.Program
	v       *checker.Verdict
	entries []certs.Proof
	closed  []checker.Closed
	texts   Texts

	nodes              int
	steps, ways, cut   int64
	taken, contradicts int // entries and proofs
}

// place is a state to be visited with the branch that leads there.
type place struct {
	state impsym.State
	from  *Branch
}

// enter reports whether a way that assumes something new is open, and if a proof closes it, which.
func (t *tree) enter() (open bool, why *checker.Closed, ok bool) {
	if t.taken == len(t.entries) {
		return false, nil, false
	}
	t.taken++
	if len(t.entries[t.taken-1]) == 0 {
		return true, nil, true
	}
	if t.contradicts == len(t.closed) {
		return false, nil, false
	}
	t.contradicts++
	return false, &t.closed[t.contradicts-1], true
}

// walk returns the tree's root; nil if the walk is not the one of the checker, or the tree has no node.
func (t *tree) walk() *Node {
	m := impsym.New(t.p)
	start := m.Start()
	if len(start.Cond.Conjuncts()) > 0 {
		if open, _, ok := t.enter(); !ok || !open {
			return nil
		}
	}
	root := &Branch{}
	pending := []place{{start, root}}
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		next, ok := t.visit(m, at)
		if !ok || t.steps > t.v.Steps {
			return nil
		}
		slices.Reverse(next)
		pending = append(pending, next...)
	}
	if t.ways != t.v.Ways || t.cut != t.v.Cut || t.steps != t.v.Steps || int64(t.contradicts) != t.v.Closed || t.taken != len(t.entries) {
		return nil
	}
	return root.Next
}

// visit enters what follows a state in the tree, and returns the states that do.
func (t *tree) visit(m *impsym.Machine, at place) ([]place, bool) {
	y := at.state
	step := m.Step(y)
	if _, loop := y.Now.(*imp.While); step.Only && loop {
		step.Successors = append(step.Successors, step.Next) // which may be beyond the loop limit
	} else if step.Only {
		t.steps++
		return []place{{step.Next.State, at.from}}, true
	}
	n := &Node{Line: y.Pos().Line, Text: head(y.Now)}
	var next []place
	newly := false
	for _, f := range step.Faults {
		path := y.Cond.And(f.Guard)
		if path.IsFalse() || len(path.Since(y.Cond)) == 0 {
			continue
		}
		open, why, ok := t.enter()
		if !ok || open {
			return nil, false
		}
		newly = true
		n.Branches = append(n.Branches, &Branch{Label: string(f.Fault.Kind), End: "impossible", Class: "closed", Why: t.texts.Excluded(*why)})
	}
	for _, s := range step.Successors {
		b := &Branch{Label: "goes on"}
		switch s.Rule.Branch {
		case semantics.BranchTrue:
			b.Label = "true"
		case semantics.BranchFalse:
			b.Label = "false"
		}
		if s.State.Cond.IsFalse() {
			continue
		}
		if _, loop := y.Now.(*imp.While); loop && s.Rule.Branch == semantics.BranchTrue && t.v.LoopLimit > 0 && uint64(y.Iter+1) > t.v.LoopLimit {
			t.cut++
			b.End, b.Class, newly = "the loop limit: nothing is claimed", "cut", true
			n.Branches = append(n.Branches, b)
			continue
		}
		if assumes(y.Cond, s) {
			newly = true
			open, why, ok := t.enter()
			if !ok {
				return nil, false
			}
			if !open {
				b.End, b.Class, b.Why = "impossible", "closed", t.texts.Excluded(*why)
				n.Branches = append(n.Branches, b)
				continue
			}
		}
		n.Branches = append(n.Branches, b)
		next = append(next, place{s.State, b})
	}
	t.steps += int64(len(next))
	if len(next) == 0 {
		t.ways++
	}
	switch {
	case newly || len(next) > 1:
		t.nodes++
		at.from.Next = n
	case len(next) == 1:
		next[0].from = at.from
	}
	if len(next) == 0 && !newly {
		at.from.End, at.from.Class = "an assumption is violated", "stop"
		if m.Done(y) {
			at.from.End, at.from.Class = "the program ends", "halt"
		}
	}
	return next, true
}

func assumes(parent *symbolic.PathCondition, s symbolic.Successor[impsym.State]) bool {
	return len(s.State.Cond.Since(parent)) > 0
}

// head returns the first line of a statement.
func head(s imp.Stmt) string {
	switch c := s.(type) {
	case *imp.If:
		return "if " + termview.Clip(impfmt.Condition(c.Cond))
	case *imp.While:
		return "while " + termview.Clip(impfmt.Condition(c.Cond))
	}
	return termview.Clip(impfmt.Stmt(s))
}

// trim leaves out what comes after the first nodes in breadth-first order, numbers those, and returns how many they are.
func trim(root *Node, most int) int {
	queue := []*Node{root}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		n.number = i
		for _, b := range n.Branches {
			switch {
			case b.Next == nil:
			case len(queue) < most:
				queue = append(queue, b.Next)
			default:
				b.Next, b.Left = nil, true
			}
		}
	}
	return len(queue)
}

// Spine returns the nodes from n on as long as the way does not fork: what is shown as one list.
func (n *Node) Spine() []*Node {
	var list []*Node
	for n != nil {
		list = append(list, n)
		var on *Node
		for _, b := range n.Branches {
			if b.Next != nil {
				if on != nil {
					return list
				}
				on = b.Next
			}
		}
		n = on
	}
	return list
}

// Forks reports whether more than one way on from n has nodes.
func (n *Node) Forks() bool {
	k := 0
	for _, b := range n.Branches {
		if b.Next != nil {
			k++
		}
	}
	return k > 1
}

// Count returns how many nodes follow a branch.
func (b *Branch) Count() int64 {
	if b.Next == nil {
		return 0
	}
	k, todo := int64(0), []*Node{b.Next}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		k++
		for _, b := range n.Branches {
			if b.Next != nil {
				todo = append(todo, b.Next)
			}
		}
	}
	return k
}

// Drawing is the tree of ways, from left to right.
type Drawing struct {
	Width, Height int
	Edges         []Edge
	Dots          []Dot
	Left          int // nodes left out
}

// Edge is a line of the drawing.
type Edge struct {
	Path  string
	Class string
}

// Dot is a node, with its line in the source, or the end of a way.
type Dot struct {
	X, Y  int
	Line  int // 0 for an end
	Class string
	Title string
}

// The distances in the drawing.
const (
	drawColumn = 30
	drawRow    = 24
)

// draw draws the first nodes of a tree of so many nodes.
func draw(root *Node, most, total int) *Drawing {
	d := &Drawing{Left: total - most}
	drawn := func(b *Branch) bool { return b.Next != nil && b.Next.number < most }
	var height func(n *Node) int
	height = func(n *Node) int {
		ends, below := 0, 0
		for _, b := range n.Branches {
			if drawn(b) {
				below += height(b.Next)
			} else {
				ends++
			}
		}
		return max(1, below+ends)
	}
	var place func(n *Node, x, y int)
	place = func(n *Node, x, y int) {
		d.Dots = append(d.Dots, Dot{x, y, n.Line, "node", fmt.Sprintf("line %d: %s", n.Line, n.Text)})
		next := y
		for _, last := range []bool{false, true} { // what goes on first, ends below it
			for _, b := range n.Branches {
				if drawn(b) == last {
					continue
				}
				to := x + drawColumn
				d.Edges = append(d.Edges, Edge{fmt.Sprintf("M%d %dV%dH%d", x, y, next, to), b.Class})
				d.Width, d.Height = max(d.Width, to+drawColumn/2), max(d.Height, next+drawRow/2)
				if !last {
					place(b.Next, to, next)
					next += height(b.Next) * drawRow
					continue
				}
				class, end := b.Class, b.End
				if class == "" {
					class, end = "more", "left out of the drawing"
				}
				d.Dots = append(d.Dots, Dot{to, next, 0, class, b.Label + ": " + end})
				next += drawRow
			}
		}
	}
	place(root, drawColumn/2, drawRow/2)
	return d
}
