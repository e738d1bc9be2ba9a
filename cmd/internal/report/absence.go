package report

import (
	"fmt"
	"slices"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what a page says of the absence of bugs, and the tree of ways, as the checker has walked it.

// Absence is the absence of bugs as the page shows it.
type Absence struct {
	Files          []*File
	Assumed        []Conjunct
	Later          string // names the assumptions after the start; "" if there are none
	Steps          int64
	Depth          int64
	Ways           int64
	Cut            int64
	Closed         int64
	Limit          uint64
	Vacuous        bool
	Reached        *Reached // nil of a vacuous one
	Models         []checkcmd.Model
	Invariants     []Invariant // of loops
	Contracts      []Contract  // of functions
	Excluded       []Exclusion // each place once
	More           int         // exclusions left out
	MoreInvariants int         // left out
	MoreContracts  int         // left out
	Tree           *Node       // nil if there is none to show
	Nodes          int         // of the whole tree
	Shown          int
	Drawing        *Drawing
}

// Exclusion is a branch or a fault that proofs exclude.
type Exclusion struct {
	Text  string
	Line  *Spot
	Kind  string // branch or fault
	Times int64
}

// Node is a place on a way at which something is assumed about the input.
type Node struct {
	Number   int // in breadth-first order
	Line     int
	At       string // the same in words
	Text     string
	Branches []*Branch
}

// Branch is a way on from a node.
type Branch struct {
	Label string // true, false, or the fault
	End   string // how it ends; "" if it leads to Next
	Class string // of the end: halt, stop, cut, closed
	Why   string // of a closed one
	Next  *Node
	Left  bool  // what follows is left out
	Size  int64 // the places that follow, whether they are listed or not
}

// The limits of what is shown.
const (
	maxExcluded = 40
	maxNodes    = 2000    // in the list of ways
	maxDrawn    = 60      // in the drawing
	maxTree     = 1 << 18 // in memory
)

func (a *Absence) sentence(v *checker.Verdict) string {
	return fmt.Sprintf("%s is %s: %s", v.Program, checkcmd.Word(v), checkcmd.Harmless(v))
}

func newAbsence(v *checker.Verdict, tree *grower, walk walked, why *Why, closed []checker.Closed) *Absence {
	p := &listing{texts: view.ReadTexts(v.Lowered, v.Sources)}
	a := &Absence{Steps: v.Steps, Depth: v.Depth, Ways: v.Ways, Cut: v.Cut, Closed: v.Closed, Limit: v.LoopLimit,
		Vacuous: v.Vacuous, Later: checkcmd.Assumptions(v)}
	var counts map[int]map[int]int64
	if !v.Vacuous {
		a.Reached, counts = walk.reached(v, p.texts.Source)
	}
	var files []*File
	for i := range v.Sources {
		if i == 0 || counts[i] != nil {
			files = append(files, newFile(v.Sources, i, counts[i]))
		}
	}
	p.list(files, source.Span{})
	a.Files = files
	for i, f := range v.Path {
		if i == 2*keepConjuncts {
			a.Assumed = append(a.Assumed, Conjunct{Left: len(v.Path) - i})
			break
		}
		a.Assumed = append(a.Assumed, Conjunct{N: i + 1, Text: termview.Formula(f, longText)})
	}
	a.Models, a.Invariants = checkcmd.Models(fronts.All, v), Invariants(v, why)
	p.atLoops(a.Invariants)
	if more := len(a.Invariants) - maxExcluded; more > 0 {
		a.Invariants, a.MoreInvariants = a.Invariants[:maxExcluded], more
	}
	a.Contracts = Contracts(v, why)
	if more := len(a.Contracts) - maxExcluded; more > 0 {
		a.Contracts, a.MoreContracts = a.Contracts[:maxExcluded], more
	}
	p.atFunctions(a.Contracts)
	words := ReadTexts(v)
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
				}
				at := spanIn(c.File)
				at.Line = int32(c.Line)
				a.Excluded = append(a.Excluded, Exclusion{words.Excluded(c), p.line(at), kind, 1})
			} else {
				a.More++
			}
		}
	}
	if root := tree.behind(v.Lowered); root != nil && !v.Vacuous && !tree.full {
		a.Tree, a.Shown = p.tree(root, words, maxNodes)
		a.Nodes = tree.nodes
		a.Drawing = draw(a.Tree, min(maxDrawn, a.Shown), a.Nodes)
	}
	return a
}

// grower makes the tree of ways from what the checker visits.
type grower struct {
	root  *branch
	ways  map[int64]*branch // that are open and not visited yet
	nodes int
	full  bool // whether there is more than is kept
}

// fork is a state at which something is assumed about the input, or several ways begin.
type fork struct {
	at       source.Span
	branches []*branch
}

// branch is a way on.
type branch struct {
	way  checker.Way
	next *fork
	size int64 // the forks that follow
	stop bool  // an assumption is violated at its end
	done bool  // the program ends there
	met  bool  // it meets another one, with which it goes on
	seen bool  // it ends at a state from which the walk goes on elsewhere
}

func newGrower() *grower {
	g := &grower{root: &branch{}}
	g.ways = map[int64]*branch{0: g.root}
	return g
}

// visit enters a state in the tree. One with a single way on that assumes nothing new is none of it.
func (g *grower) visit(v checker.Visit) {
	from := g.ways[v.Way]
	delete(g.ways, v.Way)
	if from == nil || g.full {
		return
	}
	newly, open := false, 0
	for _, w := range v.Ways {
		newly = newly || w.Cut || w.Decided
		if w.Open > 0 {
			open++
		}
	}
	switch {
	case newly || open > 1:
		g.nodes++
		g.full = g.nodes > maxTree
		f := &fork{at: v.At}
		for _, w := range v.Ways {
			b := &branch{way: w}
			f.branches = append(f.branches, b)
			if w.Open > 0 {
				g.ways[w.Open] = b
			}
		}
		from.next = f
	case open == 1:
		g.ways[v.Ways[0].Open] = from
	case len(v.Ways) == 1 && v.Ways[0].Meets:
		from.met = true
	case v.Seen:
		from.seen = true
	default:
		from.done, from.stop = v.Done, !v.Done
	}
}

// behind returns the first fork behind what the program assumes at its start; nil if there is none.
func (g *grower) behind(p *core.Program) *fork {
	at := map[source.Span]bool{}
	for _, c := range p.Funcs[p.Entry].Code[:p.Prelude()] {
		at[c.Span] = c.Op == core.Assume
	}
	f := g.root.next
	for f != nil && at[f.at] && len(f.branches) == 1 {
		f = f.branches[0].next
		g.nodes--
	}
	return f
}

// tree returns the forks as the page shows them, those nearest to the first, which are so many at most, numbered in
// breadth-first order.
func (p *listing) tree(first *fork, words Texts, most int) (root *Node, shown int) {
	measure(first)
	type work struct {
		fork *fork
		node *Node
	}
	queue := []work{{first, &Node{}}}
	for i := 0; i < len(queue); i++ {
		f, n := queue[i].fork, queue[i].node
		n.Number, n.At, n.Text = i, p.texts.InLine(f.at), p.texts.At(f.at)
		if p.texts.Source(f.at) >= 0 {
			n.Line = int(f.at.Line)
		}
		for _, b := range f.branches {
			on := b.shown(words)
			n.Branches = append(n.Branches, on)
			switch {
			case b.next == nil:
			case len(queue) < most:
				on.Next = &Node{}
				queue = append(queue, work{b.next, on.Next})
			default:
				on.Left = true
			}
		}
	}
	return queue[0].node, len(queue)
}

// measure notes how many forks follow each branch.
func measure(first *fork) {
	var order []*fork // a fork before those that follow it
	for todo := []*fork{first}; len(todo) > 0; {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		order = append(order, f)
		for _, b := range f.branches {
			if b.next != nil {
				todo = append(todo, b.next)
			}
		}
	}
	for _, f := range slices.Backward(order) {
		for _, b := range f.branches {
			if b.next != nil {
				b.size = 1
				for _, on := range b.next.branches {
					b.size += on.size
				}
			}
		}
	}
}

// shown returns a branch as the page shows it, without what follows.
func (b *branch) shown(words Texts) *Branch {
	s := &Branch{Label: "goes on", Size: b.size}
	switch {
	case b.way.Fault != "":
		s.Label = string(b.way.Fault)
	case b.way.Branch == semantics.BranchTrue:
		s.Label = "true"
	case b.way.Branch == semantics.BranchFalse:
		s.Label = "false"
	}
	switch {
	case b.way.Closed != nil:
		s.End, s.Class, s.Why = "impossible", "closed", words.Excluded(*b.way.Closed)
	case b.way.Cut:
		s.End, s.Class = "the loop limit: nothing is claimed", "cut"
	case b.met:
		s.End, s.Class = "goes on as the way before does", "halt"
	case b.seen:
		s.End, s.Class = "goes on as from a state that is walked elsewhere", "halt"
	case b.stop:
		s.End, s.Class = "an assumption is violated", "stop"
	case b.done:
		s.End, s.Class = "the program ends", "halt"
	}
	return s
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

// Drawing is the tree of ways, from left to right.
type Drawing struct {
	Width, Height int
	Edges         []Edge
	Dots          []Dot
	Labels        []Label
	Folded        int // nodes that are not drawn themselves
}

// Label says of an edge which way it is.
type Label struct {
	X, Y int
	Text string
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
	Fold  int64 // the places that are folded up here
	Node  int   // the first of them, in the list; -1 if it is not listed
}

// The distances in the drawing.
const (
	drawColumn = 52
	drawRow    = 24
)

// edge returns what stands at the edge of a branch.
func (b *Branch) edge() string {
	switch b.Label {
	case "true", "false":
		return b.Label
	case "goes on":
		return ""
	}
	return "fault"
}

// draw draws the first nodes of a tree of so many nodes.
func draw(root *Node, most, total int) *Drawing {
	d := &Drawing{Folded: total - most}
	drawn := func(b *Branch) bool { return b.Next != nil && b.Next.Number < most }
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
		d.Dots = append(d.Dots, Dot{X: x, Y: y, Line: n.Line, Class: "node", Title: n.At + ": " + n.Text})
		next := y
		for _, last := range []bool{false, true} { // what goes on first, ends below it
			for _, b := range n.Branches {
				if drawn(b) == last {
					continue
				}
				to := x + drawColumn
				d.Edges = append(d.Edges, Edge{fmt.Sprintf("M%d %dV%dH%d", x, y, next, to), b.Class})
				if text := b.edge(); text != "" {
					d.Labels = append(d.Labels, Label{x + 11, next - 3, text})
				}
				d.Width, d.Height = max(d.Width, to+drawColumn/2), max(d.Height, next+drawRow/2)
				if !last {
					place(b.Next, to, next)
					next += height(b.Next) * drawRow
					continue
				}
				dot := Dot{X: to, Y: next, Class: b.Class, Title: b.Label + ": " + b.End, Node: -1}
				if b.Class == "" {
					dot.Class, dot.Fold, dot.Title = "more", b.Size,
						fmt.Sprintf("%s: %s more, folded up", b.Label, checkcmd.Count(b.Size, "decision"))
					if b.Next != nil {
						dot.Node = b.Next.Number
					}
				}
				d.Dots = append(d.Dots, dot)
				next += drawRow
			}
		}
	}
	place(root, drawColumn/2, drawRow/2)
	return d
}
