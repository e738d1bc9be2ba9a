package loops

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines which variables the places of an invariant are.

// maxTerms is how many terms an atom has at most that is written.
const maxTerms = 64

// scope is what has a name at a loop.
type scope struct {
	v      *checker.Verdict
	fn     *core.Func
	at     int  // the instruction at which the invariant is
	begins bool // whether that is where a turn begins, and not the branch at the head
	free   bool // whether integers have no bounds, and each name is one variable of the program
	c.Loop
}

// atoms returns what an invariant says, as atoms about variables; the bounds of single variables come first. What has
// no name becomes a gap.
func (s *scope) atoms(in checker.Invariant) (list []Atom, gaps []Gap) {
	add := func(a certs.Atom) {
		if atom, why := s.atom(in, a); why == "" {
			same := func(b Atom) bool {
				text, _ := b.text(Plain, nil)
				own,
					_ := atom.text(Plain, nil)
				return text == own
			}
			if !atom.says() || slices.ContainsFunc(list, same) {
				return
			}
			list = append(list, atom)
		} else {
			gaps = append(gaps, Gap{s.shown(in, a), why})
		}
	}
	one, minus := big.NewInt(1), big.NewInt(-1)
	for i, r := range in.Within {
		at := []certs.Place{in.Any[i]}
		if r.Lo != nil {
			add(certs.Atom{Terms: sum(certs.Product{Times: minus, Of: at}, r.Lo)})
		}
		if r.Hi != nil {
			add(certs.Atom{Terms: sum(certs.Product{Times: one, Of: at}, new(big.Int).Neg(r.Hi))})
		}
	}
	for _, a := range in.Holds {
		add(a)
	}
	slices.SortStableFunc(list, func(a, b Atom) int { return a.many() - b.many() })
	return list, gaps
}

func sum(t certs.Product, n *big.Int) []certs.Product {
	if n.Sign() == 0 {
		return []certs.Product{t}
	}
	return []certs.Product{t, {Times: n}}
}

// atom returns an atom about variables, or why there is none.
func (s *scope) atom(in checker.Invariant, a certs.Atom) (atom Atom, why string) {
	return atomOf(a, func(p certs.Place) (Variable, string) { return s.variable(in, p) })
}

// atomOf returns an atom about the variables that its places are, or why there is none.
func atomOf(a certs.Atom, variable func(certs.Place) (v Variable, why string)) (atom Atom, why string) {
	if len(a.Terms) > maxTerms {
		return atom, fmt.Sprintf("it has %d terms, more than %d", len(a.Terms), maxTerms)
	}
	atom.Mod = a.Mod
	for _, t := range a.Terms {
		term := Term{Times: t.Times}
		for _, p := range t.Of {
			v, why := variable(p)
			if why != "" {
				return atom, why
			}
			term.Of = append(term.Of, v)
		}
		slices.SortStableFunc(term.Of, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
		atom.add(term)
	}
	return atom, ""
}

// variable returns the variable that a place is, or why it is none.
func (s *scope) variable(in checker.Invariant, p certs.Place) (v Variable, why string) {
	switch {
	case p.Object == 0 && p.Type > 0:
		return v, "it is about a variable of the function that calls this one"
	case p.Object == 0 && p.At < uint64(len(s.fn.Slots)):
		return s.slot(int(p.At))
	case p.Object > 0 && p.Type == 0:
		return v, "it is about the size of an object"
	case p.Object > 0 && p.Object <= uint64(len(s.v.Lowered.Globals)):
		return s.global(s.v.Lowered.Globals[p.Object-1], p)
	}
	return s.local(in, p)
}

// local returns the automatic variable in memory that a place is, or why it is none. No invariant about memory covers a
// state in which objects have other numbers.
func (s *scope) local(in checker.Invariant, p certs.Place) (v Variable, why string) {
	for slot := range s.fn.Slots {
		id, offset, ok := in.State.Slot(slot).Object()
		made := slices.ContainsFunc(s.fn.Code, func(i core.Instr) bool { return i.Op == core.Alloc && i.Dst == slot })
		lost := len(in.Lost) > 0 && slices.Contains(in.Lost[0], uint64(slot))
		if !ok || !made || lost || uint64(id) != p.Object || offset.Sign() != 0 ||
			strings.HasPrefix(s.fn.Slots[slot].Name, "$") {
			continue
		}
		name, nth := split(s.fn.Slots[slot].Name)
		if v, why = s.automatic(name, nth); why == "" {
			if lo, hi := rangeOf(core.Scalar(min(p.Type, uint64(core.I64)))); p.At > 0 || lo.Cmp(v.Lo) != 0 ||
				hi.Cmp(v.Hi) != 0 {
				why = fmt.Sprintf("it is about a part of %s", name)
			}
		}
		return v, why
	}
	return v, "it is about memory that has no name"
}

// slot returns the variable that a slot holds.
func (s *scope) slot(at int) (v Variable, why string) {
	slot := s.fn.Slots[at]
	name, nth := split(slot.Name)
	switch {
	case strings.HasPrefix(name, "$"):
		if v, why, ok := s.loaded(at); ok {
			return v, why
		}
		return v, "it is about a value that the program does not name"
	case slot.Type == core.Ptr:
		return v, fmt.Sprintf("it is about where the pointer %s stands in its object", name)
	case s.free && name != slot.Name:
		return v, fmt.Sprintf("it is about %s in a macro", name)
	case s.free:
		return Variable{Name: name}, ""
	}
	return s.automatic(name, nth)
}

// automatic returns the nth automatic variable of the function with a name.
func (s *scope) automatic(name string, nth int) (v Variable, why string) {
	i := slices.IndexFunc(s.Names, func(n c.Named) bool { return n.Name == name })
	made := 0
	for _, other := range s.fn.Slots {
		if base, _, _ := strings.Cut(other.Name, "~"); base == name {
			made++
		}
	}
	switch {
	case i < 0 || s.Names[i].Nth != nth || s.Names[i].Of != made:
		return v, fmt.Sprintf("the name %s means another variable at the loop", name)
	case s.Names[i].Lo == nil:
		return v, fmt.Sprintf("%s is no integer", name)
	}
	return Variable{Name: name, Head: s.Names[i].Head, Lo: s.Names[i].Lo, Hi: s.Names[i].Hi}, ""
}

// loaded returns the variable of which the condition of the loop reads the value in a slot; ok is false if it reads
// none there. Nothing changes memory between these reads and the head.
func (s *scope) loaded(slot int) (v Variable, why string, ok bool) {
	for pc := s.at - 1; pc >= 0 && s.fn.Code[pc].Op == core.Load; pc-- {
		in := &s.fn.Code[pc]
		if in.Dst != slot {
			continue
		}
		from := in.Args[0]
		for from.Op == core.Defined {
			from = from.X
		}
		switch from.Op {
		case core.Address:
			v, why = s.global(s.v.Lowered.Globals[from.Ref],
				certs.Place{Object: uint64(from.Ref) + 1, Type: uint64(in.Type)})
			return v, why, true
		case core.Read:
			name, nth := split(s.fn.Slots[from.Slot].Name)
			if v, why = s.automatic(name, nth); why == "" {
				if lo, hi := rangeOf(in.Type); lo.Cmp(v.Lo) != 0 || hi.Cmp(v.Hi) != 0 {
					why = fmt.Sprintf("it is about a part of %s", name)
				}
			}
			return v, why, true
		}
		return v, "", false
	}
	return v, "", false
}

// split takes the name of a slot apart: which variable with a name it is.
func split(slot string) (name string, nth int) {
	name, number, ok := strings.Cut(slot, "~")
	if !ok {
		return name, 1
	}
	nth, _ = strconv.Atoi(number)
	return name, nth
}

// global returns the variable with static storage that a place is.
func (s *scope) global(g *core.Global, p certs.Place) (v Variable, why string) {
	if s.Calls && !s.begins {
		return v, fmt.Sprintf("the condition of the loop calls a function, which may change %s", g.Name)
	}
	return static(g, p, s.Names)
}

// static returns the variable with static storage that a place is, if it is one of those that have names.
func static(g *core.Global, p certs.Place, names []c.Named) (v Variable, why string) {
	i := slices.IndexFunc(names, func(n c.Named) bool { return n.Name == g.Name })
	lo, hi := rangeOf(core.Scalar(min(p.Type, uint64(core.I64))))
	switch {
	case i < 0 || names[i].Nth > 0:
		return v, fmt.Sprintf("the name %s means nothing there, or another variable", g.Name)
	case p.At > 0 || names[i].Lo == nil || names[i].Lo.Cmp(lo) != 0 || names[i].Hi.Cmp(hi) != 0:
		return v, fmt.Sprintf("it is about a part of %s", g.Name)
	}
	return Variable{Name: g.Name, Lo: lo, Hi: hi}, ""
}

// rangeOf returns the least and the greatest integer of a scalar type.
func rangeOf(t core.Scalar) (lo, hi *big.Int) {
	hi = new(big.Int).Lsh(big.NewInt(1), uint(8*t.Size()))
	if lo = new(big.Int); t.Signed() {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	return lo, hi.Sub(hi, big.NewInt(1))
}

// shown returns an atom for people, whether its places have names or not.
func (s *scope) shown(in checker.Invariant, a certs.Atom) string {
	var atom Atom
	atom.Mod = a.Mod
	for i, t := range a.Terms {
		if i == 4 {
			return "what has many terms"
		}
		term := Term{Times: t.Times}
		for _, p := range t.Of {
			name := fmt.Sprintf("object %d+%d", p.Object, p.At)
			call, ok := in.State.Frame, p.Object == 0
			for n := p.Type; ok && n > 0; n-- {
				call, ok = call.Caller()
			}
			switch {
			case p.Object > 0 && p.Type == 0:
				name = fmt.Sprintf("the size of object %d", p.Object)
			case ok && p.At < uint64(len(call.Func().Slots)):
				if name, _ = split(call.Func().Slots[p.At].Name); strings.HasPrefix(name, "$") {
					name = "a value without a name"
				}
			case p.Object > 0 && p.Object <= uint64(len(s.v.Lowered.Globals)):
				name = s.v.Lowered.Globals[p.Object-1].Name
				if p.At > 0 {
					name += fmt.Sprintf("+%d", p.At)
				}
			}
			term.Of = append(term.Of, Variable{Name: name})
		}
		if t.Times.Sign() != 0 {
			atom.Terms = append(atom.Terms, term)
		}
	}
	text, _ := atom.text(Plain, nil)
	return text
}
