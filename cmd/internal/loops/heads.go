package loops

import (
	"fmt"
	"slices"

	"vouch/certs"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines where the loops of a program in C are in the core, and its variables there.

// Head is the head of a loop statement.
type Head struct {
	c.Loop
	Func    *core.Func
	PC      int // the branch that decides on the next turn
	globals []*core.Global
}

// Heads returns the heads of the loop statements of a program that runs have, in the order of the statements.
func Heads(p *core.Program, statements []c.Loop) (list []Head) {
	for _, s := range statements {
		for _, fn := range p.Funcs {
			if fn.Name != s.Function || fn.Library {
				continue
			}
			enter := slices.IndexFunc(fn.Code, func(i core.Instr) bool {
				return i.Op == core.Enter && placeOf(i.Span) == placeOf(s.Span)
			})
			if enter < 0 {
				continue
			}
			loop := fn.Code[enter].Loop
			if pc := slices.IndexFunc(fn.Code, func(i core.Instr) bool {
				return i.Op == core.Branch && i.Loop == loop
			}); pc >= 0 {
				list = append(list, Head{s, fn, pc, p.Globals})
			}
		}
	}
	return list
}

// Place returns where the integer variable with a name is, or why it is at no place that an invariant can name.
func (h Head) Place(name string) (p certs.Place, why string) {
	i := slices.IndexFunc(h.Names, func(n c.Named) bool { return n.Name == name })
	if i < 0 {
		return p, fmt.Sprintf("%s is no variable there", name)
	}
	v := h.Names[i]
	switch {
	case v.Lo == nil:
		return p, fmt.Sprintf("%s is no integer", name)
	case v.Nth == 0:
		return h.global(v)
	}
	slot, made := -1, 0
	for at, s := range h.Func.Slots {
		if base, nth := split(s.Name); base == name {
			if made++; nth == v.Nth {
				slot = at
			}
		}
	}
	switch {
	case slot < 0 || made != v.Of:
		return p, fmt.Sprintf("%s is another variable in the lowered program", name)
	case h.Func.Slots[slot].Type != core.Int:
		return p, fmt.Sprintf("%s is kept in memory", name)
	}
	return certs.Place{At: uint64(slot)}, ""
}

// global returns the place of a variable with static storage.
func (h Head) global(v c.Named) (p certs.Place, why string) {
	i := slices.IndexFunc(h.globals, func(g *core.Global) bool { return g.Name == v.Name })
	if i < 0 {
		return p, fmt.Sprintf("the program does not use %s", v.Name)
	}
	for t := core.U8; t <= core.I64; t++ {
		if lo, hi := rangeOf(t); lo.Cmp(v.Lo) == 0 && hi.Cmp(v.Hi) == 0 {
			return certs.Place{Object: uint64(i) + 1, Type: uint64(t)}, ""
		}
	}
	return p, fmt.Sprintf("%s has a type of which no invariant speaks", v.Name)
}
