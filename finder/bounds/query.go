package bounds

import (
	"slices"

	"vouch/semantics/term"
)

// This file defines queries: the conjuncts of a path condition that a solver must see.

// newConjunct returns the conjunct f at a place.
func newConjunct(f *term.Formula, at int32) conjunct {
	if f.E != nil && !slices.ContainsFunc(f.E.Terms, func(t term.Term) bool { return t.Sym.Op != term.Input }) {
		return conjunct{f: f, at: at}
	}
	var inputs []*term.Sym
	for _, s := range term.NewTable([]*term.Formula{f}).Syms {
		if s.Op == term.Input {
			inputs = append(inputs, s)
		}
	}
	return conjunct{f: f, at: at, hidden: &inputs}
}

// Finite reports whether all inputs in fs have a lower and an upper bound.
func (k *Known) Finite(fs []*term.Formula) bool {
	for _, f := range fs {
		c := newConjunct(f, 0)
		for _, x := range c.inputs() {
			if s := k.about(x); s.low == nil || s.high == nil {
				return false
			}
		}
	}
	return true
}

// Query is a list of conjuncts of a path condition, in their order, with their places in it.
type Query struct {
	Formulas []*term.Formula
	At       []int
	inputs   []*term.Sym // in them
}

// Part returns the conjuncts of q for which in returns true.
func (q Query) Part(in []bool) Query {
	var cs []conjunct
	for i, f := range q.Formulas {
		if in[i] {
			cs = append(cs, newConjunct(f, int32(q.At[i])))
		}
	}
	return query(cs)
}

// Query returns conjuncts of the path condition that together imply all of it.
func (k *Known) Query() Query { return query(k.conjuncts()) }

// About returns the conjuncts of Query that share inputs with the last conjuncts of the path condition, directly or
// through other conjuncts.
func (k *Known) About(last int) Query {
	cs := k.conjuncts()
	in, inputs := make([]bool, len(cs)), make([][]*term.Sym, len(cs))
	for i, c := range cs {
		inputs[i] = c.inputs()
	}
	var about []*term.Sym
	shares := func(x *term.Sym) bool { return slices.Contains(about, x) }
	for grown := true; grown; {
		grown = false
		for i, c := range cs {
			if !in[i] && (c.at >= k.n-int32(last) || slices.ContainsFunc(inputs[i], shares)) {
				in[i], grown = true, true
				for _, x := range inputs[i] {
					if !shares(x) {
						about = append(about, x)
					}
				}
			}
		}
	}
	part := cs[:0]
	for i, c := range cs {
		if in[i] {
			part = append(part, c)
		}
	}
	return query(part)
}

// note puts c on the list, and returns the conjunct on the list.
func (k *Known) note(c conjunct) *conjunct {
	if k.long >= k.limit {
		k.shorten()
	}
	k.list = &listed{&c, k.list}
	k.long++
	return &c
}

// firstLimit is the length of the list at which it is shortened first.
const firstLimit = 16

// shorten removes the conjuncts that no query needs any more. It does so again when the list is twice as long.
func (k *Known) shorten() {
	var kept []*listed
	for l := k.list; l != nil; l = l.next {
		if k.asked(l) {
			kept = append(kept, l)
		}
	}
	if len(kept) < int(k.long) {
		k.list = nil
		for _, l := range slices.Backward(kept) {
			k.list = &listed{l.conjunct, k.list}
		}
	}
	k.long, k.limit = int32(len(kept)), int32(max(firstLimit, 2*len(kept)))
}

// asked reports whether a query needs a conjunct of the list. It does not need a bound that others imply, or a
// disequality that a bound implies.
func (k *Known) asked(l *listed) bool {
	if l.hash == 0 {
		return true
	}
	s := k.sums.get(l.f.E, l.hash)
	if l.f.Op == term.NeZero {
		return !s.excludes(l.f)
	}
	return s.from == l.conjunct && s.weakLow == needed || s.to == l.conjunct && s.weakHigh == needed
}

// conjuncts returns the conjuncts of Query: the bounds that do not follow from others, and the other conjuncts that no
// bound implies.
func (k *Known) conjuncts() []conjunct {
	var cs []conjunct
	for l := k.list; l != nil; l = l.next {
		if k.asked(l) {
			cs = append(cs, *l.conjunct)
		}
	}
	slices.Reverse(cs)
	return slices.CompactFunc(cs, func(a, b conjunct) bool { return a.at == b.at })
}

func query(cs []conjunct) Query {
	q := Query{Formulas: make([]*term.Formula, len(cs)), At: make([]int, len(cs))}
	seen := map[*term.Sym]bool{}
	for i, c := range cs {
		q.Formulas[i], q.At[i] = c.f, int(c.at)
		for _, x := range c.inputs() {
			if !seen[x] {
				seen[x] = true
				q.inputs = append(q.inputs, x)
			}
		}
	}
	return q
}
