package bounds

import (
	"cmp"
	"slices"

	"vouch/semantics/term"
)

// This file defines what of a path condition a solver has to be asked about.

// conjunct is a conjunct with its place in the path condition.
type conjunct struct {
	f      *term.Formula
	at     int
	hidden *[]*term.Sym // the inputs in it, unless it is an atom whose symbols are all inputs
}

// newConjunct returns the conjunct f at a place.
func newConjunct(f *term.Formula, at int) conjunct {
	if f.E != nil && !slices.ContainsFunc(f.E.Terms, func(t term.Term) bool { return t.Sym.Op != term.Input }) {
		return conjunct{f: f, at: at}
	}
	var inputs []*term.Sym
	for _, s := range term.NewTable([]*term.Formula{f}).Syms {
		if s.Op == term.Input {
			inputs = append(inputs, s)
		}
	}
	return conjunct{f, at, &inputs}
}

// inputs returns the inputs in c.
func (c *conjunct) inputs() []*term.Sym {
	if c.hidden != nil {
		return *c.hidden
	}
	inputs := make([]*term.Sym, len(c.f.E.Terms))
	for i, t := range c.f.E.Terms {
		inputs[i] = t.Sym
	}
	return inputs
}

// Query is a list of conjuncts of a path condition, in their order, with their places in it.
type Query struct {
	Formulas []*term.Formula
	At       []int
	inputs   []*term.Sym // in them
}

// Part returns the conjuncts of q of which in says true.
func (q Query) Part(in []bool) Query {
	var cs []conjunct
	for i, f := range q.Formulas {
		if in[i] {
			cs = append(cs, newConjunct(f, q.At[i]))
		}
	}
	return query(cs)
}

// Query returns conjuncts of the path condition that are as strong as all of it.
func (k *Known) Query() Query { return query(k.conjuncts()) }

// About returns those conjuncts of Query that share inputs with the last so many of the path condition, directly or through others.
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
			if !in[i] && (c.at >= k.n-last || slices.ContainsFunc(inputs[i], shares)) {
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

// conjuncts returns what Query is about: the bounds that do not follow from others, and of the other conjuncts those that no bound implies.
func (k *Known) conjuncts() []conjunct {
	var cs []conjunct
	k.sums.all(func(s *sum) {
		if s.from != nil && s.weakLow == needed {
			cs = append(cs, *s.from)
		}
		if s.to != nil && s.weakHigh == needed {
			cs = append(cs, *s.to)
		}
	})
	for o := k.rest; o != nil; o = o.next {
		if o.sum == nil || !k.sums.get(o.sum.number).excludes(o.f) {
			cs = append(cs, o.conjunct)
		}
	}
	slices.SortFunc(cs, func(a, b conjunct) int { return cmp.Compare(a.at, b.at) })
	return slices.CompactFunc(cs, func(a, b conjunct) bool { return a.at == b.at })
}

func query(cs []conjunct) Query {
	q := Query{Formulas: make([]*term.Formula, len(cs)), At: make([]int, len(cs))}
	seen := map[*term.Sym]bool{}
	for i, c := range cs {
		q.Formulas[i], q.At[i] = c.f, c.at
		for _, x := range c.inputs() {
			if !seen[x] {
				seen[x] = true
				q.inputs = append(q.inputs, x)
			}
		}
	}
	return q
}
