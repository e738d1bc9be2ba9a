package way

import (
	"cmp"
	"slices"
	"strings"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file finds the sites: which branches of LLVM's text are which of the lowered program.

// key is what identifies a site: the place in a function, and the number of the branch there.
type key struct {
	function string
	span     source.Span
	nth      int
	isSwitch bool
}

// point is an instruction of the lowered program.
type point struct {
	f  *core.Func
	pc int
}

// Sites are the places at which two programs are compared.
type Sites struct {
	List   []Site
	points map[point]decided
	others map[point]bool // branches of the program that are not compared

	codes   map[*leaf][]codes
	numbers map[key]int // the indices in List
}

// decided is how the value of a site follows from a branch of the lowered program.
type decided struct {
	site int
	left *core.Expr // the first operand of && or ||, if its value is that of the site; else nil
}

// codes are what the edges of a leaf say: nothing, or a value of the site.
type codes struct {
	key       key
	then, els int // 0: nothing; 1: the value 0; 2: the value 1
}

// The codes of edges.
const (
	silent = iota
	says0
	says1
)

// says returns the code for a value.
func says(value bool) int {
	if value {
		return says1
	}
	return says0
}

// Matched finds the sites of a program, whose places are in files, and of its modules. Leave says which functions are
// left out.
func Matched(p *core.Program, files []string, modules []*Module, leave func(*core.Func) bool) *Sites {
	s := &Sites{points: map[point]decided{}, others: map[point]bool{}, codes: map[*leaf][]codes{},
		numbers: map[key]int{}}
	byName := map[string][]*core.Func{}
	for _, f := range p.Funcs {
		if !isAuthors(f) {
			continue
		}
		byName[name(f)] = append(byName[name(f)], f)
		for pc := range f.Code {
			if decides(f, pc) || switches(f, pc) {
				s.others[point{f, pc}] = true
			}
		}
	}
	found := map[key]pair{}
	refused := map[key]bool{}
	for _, m := range modules {
		for _, nf := range m.functions {
			for _, f := range byName[nf.name] {
				if !leave(f) && int(f.Span.File) < len(files) && files[f.Span.File] == nf.file {
					matchFunction(files, f, nf, s.codes, found, refused)
				}
			}
		}
	}
	for k := range refused {
		delete(found, k)
	}
	keys := make([]key, 0, len(found))
	for k := range found {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compareKeys)
	for _, k := range keys {
		x := found[k]
		s.numbers[k] = len(s.List)
		site := Site{Span: k.span, Switch: k.isSwitch}
		if b := x.points[0]; !k.isSwitch && x.left == nil {
			in := &b.f.Code[b.pc]
			site.Goes = [2]source.Span{goes(b.f, in.Else), goes(b.f, in.Then)}
		}
		for _, at := range x.points {
			d := decided{site: len(s.List)}
			if x.left != nil {
				d.left = leftOf(&at.f.Code[at.pc])
			}
			s.points[at] = d
			delete(s.others, at)
		}
		s.List = append(s.List, site)
	}
	return s
}

// pair is what a key stands for.
type pair struct {
	points []point // in each copy of the function
	left   *core.Expr
}

func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.span.File, b.span.File), cmp.Compare(a.span.Line, b.span.Line),
		cmp.Compare(a.span.Column, b.span.Column),
		cmp.Compare(a.span.EndLine, b.span.EndLine), cmp.Compare(a.span.EndColumn, b.span.EndColumn),
		strings.Compare(a.function, b.function), cmp.Compare(a.nth, b.nth))
}

// leftOf returns the first operand of the && or || that a branch decides.
func leftOf(in *core.Instr) *core.Expr {
	e := in.Args[0]
	for e.Op == core.Not {
		e = e.X
	}
	return e.X
}

// matchFunction finds the sites of a function.
func matchFunction(files []string, f *core.Func, nf *function, out map[*leaf][]codes, found map[key]pair,
	refused map[key]bool) {
	branches, choices := regions(f)
	own, inside := map[*region][]*leaf{}, map[*region][]*leaf{}
	for _, l := range nf.leaves {
		list := branches
		if l.isSwitch {
			list = choices
		}
		if r := smallest(files, list, l.at); r != nil {
			own[r] = append(own[r], l)
		}
		for _, r := range list {
			if r.contains(files, l.at) {
				inside[r] = append(inside[r], l)
			}
		}
	}
	for _, r := range slices.Concat(branches, choices) {
		for i, b := range r.branches {
			k := key{name(f), r.span, i, b.isSwitch()}
			made, left, ok := match(nf, r, i, own[r], inside[r])
			if !ok {
				refused[k] = true
				continue
			}
			x := found[k]
			if at := (point{f, b.pc}); !slices.Contains(x.points, at) {
				x.points = append(x.points, at)
			}
			x.left = left
			found[k] = x
			for l, c := range made {
				c.key = k
				// of a copy of the function
				out[l] = slices.DeleteFunc(out[l], func(old codes) bool { return old.key == k })
				out[l] = append(out[l], c)
			}
		}
	}
	for _, l := range nf.leaves { // what is inside of a condition is decided before it
		slices.SortStableFunc(out[l], func(a, b codes) int {
			switch {
			case a.key.span == b.key.span:
				return 0
			case within(a.key.span, b.key.span):
				return -1
			}
			return 1
		})
	}
}

// smallest returns the smallest region around a place; nil if there is none.
func smallest(files []string, list []*region, at place) (best *region) {
	for _, r := range list {
		if r.contains(files, at) && (best == nil || within(r.span, best.span)) {
			best = r
		}
	}
	return best
}

// match returns what the leaves in a region say about its i-th branch. Own are those that are in no smaller region.
// Left is set if the site has the value of the first operand of the branch.
func match(f *function, r *region, i int, own, inside []*leaf) (made map[*leaf]codes, left *core.Expr, ok bool) {
	b := r.branches[i]
	if slices.ContainsFunc(r.branches, (*branch).isWhole) {
		if len(r.branches) > 1 {
			return nil, nil, false
		}
		return whole(f, b, own, inside)
	}
	if len(own) != len(r.branches) {
		return nil, nil, false
	}
	l := own[i]
	if b.isSwitch() {
		return map[*leaf]codes{l: {}}, nil, true
	}
	value := true // of the branch if the leaf is true
	if b.isHead() {
		switch {
		case isBody(l.then):
		case isBody(l.els):
			value = false
		default:
			return nil, nil, false
		}
	}
	return map[*leaf]codes{l: {then: says(value), els: says(!value)}}, nil, true
}

// isBody reports whether a block is the body of a loop.
func isBody(label string) bool {
	return strings.HasPrefix(label, "while.body") || strings.HasPrefix(label, "for.body") ||
		strings.HasPrefix(label, "do.body")
}

// isRight reports whether a block is the second operand of && or || as a value: it decides nothing itself.
func isRight(label string) bool {
	return strings.HasPrefix(label, "land.rhs") || strings.HasPrefix(label, "lor.rhs")
}

// whole returns what leaves say about a branch that decides a condition of several operands. Operands may have regions
// of their own.
func whole(f *function, b *branch, own, inside []*leaf) (map[*leaf]codes, *core.Expr, bool) {
	if b.root.Op != core.And && b.root.Op != core.Or {
		return nil, nil, false
	}
	// groups of leaves of one condition: those that decide where to go on, and those whose result is a value
	var ends, values [][]*leaf
	for _, g := range groups(inside) {
		if !slices.ContainsFunc(g, func(l *leaf) bool { return slices.Contains(own, l) }) {
			continue
		}
		if slices.ContainsFunc(g, func(l *leaf) bool { return isRight(l.then) || isRight(l.els) }) {
			values = append(values, g)
		} else {
			ends = append(ends, g)
		}
	}
	switch {
	case len(ends) == 1 && len(ends[0]) > 1 && len(values) == 0:
		return exits(f, b, ends[0], nil)
	case len(ends) == 1 && len(ends[0]) == 1 && len(values) > 0: // the condition is a value, on which one leaf decides
		l := ends[0][0]
		if b.isHead() && !isBody(l.then) {
			return nil, nil, false
		}
		return map[*leaf]codes{l: {then: says1, els: says0}}, nil, true
	case len(ends) == 0 && len(values) > 0: // nothing decides on the value: only its first operand does
		return exits(f, b, values[0], b.root.X)
	}
	return nil, nil, false
}

// exits returns what a group of leaves says when control leaves it. The first exit in the order of evaluation is the
// one that skips the second operand: of &&, because the first is false, and of ||, because it is true. If left is not
// nil, what counts is the value of the first operand, which is known by the name of the second one's block.
func exits(f *function, b *branch, group []*leaf, left *core.Expr) (map[*leaf]codes, *core.Expr, bool) {
	isExit := func(label string) bool {
		l := f.first(label)
		return l == nil || !slices.Contains(group, l) || isRight(label)
	}
	var first, second string
	for _, l := range group {
		for _, label := range []string{l.then, l.els} {
			switch {
			case !isExit(label) || label == first || label == second:
			case first == "":
				first = label
			case second == "":
				second = label
			default:
				return nil, nil, false
			}
		}
	}
	if second == "" {
		return nil, nil, false
	}
	or := b.root.Op == core.Or
	if left != nil {
		right := "land.rhs"
		if or {
			right = "lor.rhs"
		}
		switch {
		case strings.HasPrefix(first, right):
			first, second = second, first
		case !strings.HasPrefix(second, right):
			return nil, nil, false
		}
	}
	short := or != (b.not && left == nil) // the value of the branch at the first exit
	of := func(label string) int {
		switch {
		case !isExit(label):
			return silent
		case label == first:
			return says(short)
		}
		return says(!short)
	}
	made := map[*leaf]codes{}
	for _, l := range group {
		made[l] = codes{then: of(l.then), els: of(l.els)}
	}
	return made, left, true
}

// groups returns the leaves that have a target in common, one way or another, in their order.
func groups(leaves []*leaf) (all [][]*leaf) {
	for _, l := range leaves {
		shares := func(g []*leaf) bool {
			return slices.ContainsFunc(g, func(o *leaf) bool {
				return o.then == l.then || o.then == l.els || o.els == l.then || o.els == l.els
			})
		}
		group := []*leaf{}
		rest := all[:0:0]
		for _, g := range all {
			if shares(g) {
				group = append(group, g...)
			} else {
				rest = append(rest, g)
			}
		}
		all = append(rest, append(group, l))
	}
	for _, g := range all {
		slices.SortFunc(g, func(a, b *leaf) int { return a.row - b.row })
	}
	return all
}
