package way

import (
	"slices"
	"strings"

	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the branches of the lowered program that may be compared.

// branch is a branch of the lowered program, or what a switch is on.
type branch struct {
	pc   int
	in   *core.Instr
	root *core.Expr // of its condition, without a negation around it
	not  bool       // whether there is an odd number of these
}

// isSwitch reports whether it is what a switch is on: the front end keeps that in a variable.
func (b *branch) isSwitch() bool { return b.in.Op == core.Set }

// isHead reports whether it decides about another iteration.
func (b *branch) isHead() bool { return b.in.Loop >= 0 }

// isWhole reports whether it decides a condition with several operands, and not a single one.
func (b *branch) isWhole() bool { return !b.isSwitch() && hasSeveral(b.in.Args[0]) }

// hasSeveral reports whether a condition has operands that are conditions.
func hasSeveral(e *core.Expr) bool {
	switch e.Op {
	case core.And, core.Or:
		return true
	case core.Not:
		return hasSeveral(e.X)
	}
	return false
}

// region is a region of the text with its branches, in the order of the code.
type region struct {
	span     source.Span
	branches []*branch
}

// regions returns the regions of a function with branches, without those that always go the same way; and the switches.
func regions(f *core.Func) (branches, choices []*region) {
	add := func(list *[]*region, b *branch) {
		i := slices.IndexFunc(*list, func(r *region) bool { return r.span == b.in.Span })
		if i < 0 {
			i = len(*list)
			*list = append(*list, &region{span: b.in.Span})
		}
		(*list)[i].branches = append((*list)[i].branches, b)
	}
	for pc := range f.Code {
		in := &f.Code[pc]
		if !in.Span.IsValid() {
			continue
		}
		b := &branch{pc: pc, in: in}
		switch {
		case switches(f, pc):
			add(&choices, b)
		case decides(f, pc):
			for b.root = in.Args[0]; b.root.Op == core.Not; b.root = b.root.X {
				b.not = !b.not
			}
			add(&branches, b)
		}
	}
	return branches, choices
}

// decides reports whether an instruction is a branch of the program: not one that always goes the same way, none of
// those by which a switch finds its case, and none that only makes 0 or 1 of a comparison.
func decides(f *core.Func, pc int) bool {
	in := &f.Code[pc]
	return in.Op == core.Branch && in.Args[0].Op != core.Truth && !decidesSwitch(f, in.Args[0]) &&
		(hasSeveral(in.Args[0]) || !makesNumber(f, pc))
}

// makesNumber reports whether a branch only sets a variable of the front end to 1.
func makesNumber(f *core.Func, pc int) bool {
	in := &f.Code[pc]
	if in.Then != pc+1 || in.Else != pc+2 {
		return false
	}
	set := &f.Code[pc+1]
	return set.Op == core.Set && !view.IsShown(f.Slots[set.Dst].Name) && set.Args[0].Op == core.Const &&
		set.Args[0].Int.IsInt64() && set.Args[0].Int.Int64() == 1
}

// switches reports whether an instruction keeps what a switch is on.
func switches(f *core.Func, pc int) bool {
	in := &f.Code[pc]
	return in.Op == core.Set && isSwitched(f, in.Dst)
}

// isSwitched reports whether a slot holds what a switch is on.
func isSwitched(f *core.Func, slot int) bool {
	name, _, _ := strings.Cut(f.Slots[slot].Name, "~")
	return name == "$switch"
}

// decidesSwitch reports whether a condition reads what a switch is on.
func decidesSwitch(f *core.Func, e *core.Expr) bool {
	if e == nil {
		return false
	}
	return e.Op == core.Read && isSwitched(f, e.Slot) || decidesSwitch(f, e.X) || decidesSwitch(f, e.Y)
}

// contains reports whether a place is in a region.
func (r *region) contains(files []string, p place) bool {
	s := r.span
	after := p.line > int(s.Line) || p.line == int(s.Line) && p.column >= int(s.Column)
	before := p.line < int(s.EndLine) || p.line == int(s.EndLine) && p.column < int(s.EndColumn)
	return files[s.File] == p.file && after && before
}

// within reports whether a region is inside of another one.
func within(inner, outer source.Span) bool {
	begins := inner.Line > outer.Line || inner.Line == outer.Line && inner.Column >= outer.Column
	ends := inner.EndLine < outer.EndLine || inner.EndLine == outer.EndLine && inner.EndColumn <= outer.EndColumn
	return begins && ends
}

// goes returns where control goes on at an instruction that is no jump.
func goes(f *core.Func, pc int) source.Span {
	for range len(f.Code) {
		in := &f.Code[pc]
		if in.Op != core.Jump {
			return in.Span
		}
		pc = in.Then
	}
	return source.Span{}
}

// name returns the name of a function as the program has it. Functions of several files may have one name.
func name(f *core.Func) string {
	n, _, _ := strings.Cut(f.Name, "~")
	return n
}

// isAuthors reports whether people wrote a function.
func isAuthors(f *core.Func) bool { return !f.Library && view.IsShown(f.Name) }
