package checker

import (
	"errors"
	"math"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines which steps depend on the numbers of objects, and when two states are the same up to these numbers
// and the names of inputs.
//
// A step depends on the number of an object only through its address. It sees one if it makes a number of a pointer or
// a pointer of a number, compares pointers into different objects, loads bytes of which some are a part of a pointer as
// anything else, loads a pointer where none was stored, or overwrites or copies a part of a pointer, of which the rest
// becomes bytes. Addresses of objects lie between 2^32 and 2^62, and those of functions behind. So a comparison does
// not depend on numbers if both pointers lie in an object or less than 2^32 bytes behind its start, or are functions or
// bare addresses below 2^32. If no step does, then corresponding states have corresponding steps, with the same faults.
// Objects to which no pointer leads do not matter then, unless the program looks for lost ones. A program with a step
// that depends on numbers can reach them, and an invariant can be about them; so a state in which one of them may be
// another object counts as one in which objects have other numbers: one that is not the same, or of which anything
// depends on inputs, because nobody compares that. More than core.MaxObjects are not supported, which is no fault.

// watch notes whether a step depends on numbers. If the instruction is not evaluated on terms, which notes that too,
// plain is set.
func (w *follower) watch(s core.State, on way, plain bool) {
	in := s.Instr()
	if on.sum != nil { // of which no byte is a part of a pointer
		return
	}
	if plain {
		for _, e := range in.Args {
			w.numbered = w.numbered || w.looks(s, e)
		}
	}
	ends := []core.Value(nil) // the areas of which an access to n bytes must not take a part of a pointer
	n := in.Type.Size()
	switch {
	case in.Op == core.Load && plain:
		v, _ := w.Eval(s, in.Args[0])
		if id, at, ok := v.Object(); ok {
			o, _ := s.Object(id)
			v = o.Load(at.Int64(), in.Type)
			if _, bare := v.Address(); bare {
				v = s.Pointer(v)
			}
			w.reads(o, at.Int64(), in.Type, v)
		}
	case in.Op == core.Store && on.cells == nil:
		ends = append(ends, on.args[0].Value)
	case in.Op == core.Copy && on.cells == nil:
		ends = append(ends, on.args[0].Value, on.args[1].Value)
	case in.Op == core.Fill && on.cells == nil:
		ends = append(ends, on.args[0].Value)
	}
	if in.Op != core.Store && len(ends) > 0 {
		size, _ := on.args[2].Integer()
		n = size.Int64()
	}
	for _, v := range ends {
		if id, at, ok := v.Object(); ok && n > 0 {
			o, _ := s.Object(id)
			first, end := at.Int64(), at.Int64()+n
			w.numbered = w.numbered || o.Within(first) || o.Within(end) || in.Type.IsBitField() &&
				o.Pointers(first, end)
		}
	}
}

// looks reports whether the value of an expression depends on numbers.
func (w *follower) looks(s core.State, e *core.Expr) bool {
	return w.some(e, func(e *core.Expr) bool {
		if e.Op != core.Same {
			return e.Op == core.ToInt || e.Op == core.ToPtr
		}
		x, _ := w.Eval(s, e.X)
		y, _ := w.Eval(s, e.Y)
		return !related(x, y) && !(firm(x) && firm(y))
	})
}

// matching compares a landmark with a state that it may cover.
type matching struct {
	*walk
	core.Comparison
	its   mark
	state pending
	// the inputs of the state that take the places of inputs of the landmark, and the other way round
	names, back map[*term.Sym]*term.Sym
	renamed     bool              // whether an input has another name
	fixed       bool              // whether no input may have one
	rest        [][2]*term.Linear // terms of the landmark, and those that take their places
}

// matches returns an error unless a landmark stands for every concrete state for which y stands, up to the numbers of
// objects, if inputs of the landmark have the values of those of y that take their places. It says whether objects have
// other numbers; the error says what is different.
func (w *walk) matches(l mark, y pending) (renumbered bool, err error) {
	m := &matching{walk: w, its: l, state: y, names: map[*term.Sym]*term.Sym{}, back: map[*term.Sym]*term.Sym{}}
	m.Comparison = core.Comparison{Meter: w.meter, Rest: m.places, Free: func(in, at int64) bool {
		return l.cells.find(in, at) != nil || l.cells.summary(in) != nil
	}}
	ok := m.Same(l.state, y.state)
	for id := 1; ok && !m.Renumbered && id <= y.state.Objects() && w.meter.Charge(8); id++ {
		m.Renumbered = !m.Paired(id) && (follows(l.cells, id) || follows(y.cells, id)) // which were not compared
	}
	for id := 1; ok && w.leaks && id <= y.state.Objects(); id++ {
		o, _ := y.state.Object(id)
		ok = o.Life != core.Heap || o.Global || o.Dead || m.Paired(id)
	}
	if y.in != nil { // the integers at the beginning of the call are the same
		y.in.entry.cells.each(func(c cell) {
			if c.value.n != nil {
				m.rest = append(m.rest, [2]*term.Linear{c.value.n, c.value.n})
			}
		})
	}
	r := w.pool.Renaming(func(s *term.Sym) *term.Linear {
		if ok = ok && (m.names[s] != nil || m.input(s, s)); !ok {
			return s.Term()
		}
		return m.names[s].Term()
	})
	for _, x := range m.rest {
		ok = ok && r.Linear(x[0]).Equal(x[1])
	}
	if ok = ok && !(m.fixed && m.renamed); !ok {
		return false, errors.New("found a landmark with other values, or at another place")
	}
	q := w.path
	for p := l.before.path; ok && p != nil && w.meter.Charge(1); p = p.before {
		f := r.Formula(p.Cond)
		found := w.find(q, nil, f)
		if found == nil {
			found = w.find(w.path, q, f)
		}
		if ok = ok && found != nil; ok {
			q = found.before
		}
	}
	if !ok {
		return false, errors.New("found a landmark with other facts")
	}
	return m.Renumbered, nil
}

// follows reports whether anything of an object is followed, its contents or its size.
func follows(c *cells, id int) bool {
	return c.touches(int64(id), 0, math.MaxInt64) || c.find(sizes, int64(id)) != nil || c.summary(int64(id)) != nil
}

// find returns the first conjunct from p on and before q that is f; nil if there is none.
func (w *walk) find(p, q *trail, f *term.Formula) *trail {
	for p != nil && p != q && w.meter.Charge(1+f.Words()) {
		if p.Cond.Equal(f) {
			return p
		}
		p = p.before
	}
	return nil
}

// places compares what is followed in a call or an object, and in the one that corresponds to it. What the landmark has
// lost may be anything, and where it may have any integer, the state has one of the same type.
func (m *matching) places(in, other int64) bool {
	_, its := m.cut(m.its.cells, in, 0, math.MaxInt64)
	rest, fit := m.state.cells, true
	its = slices.DeleteFunc(its, func(c cell) bool {
		any := !c.value.lost && c.value.n != nil && m.its.fresh[c.value.n.Symbol()]
		if any {
			fit = fit && m.takes(c, other)
		}
		if any || c.value.lost {
			rest, _ = m.cut(rest, other, c.at, c.at+c.width)
		}
		return any || c.value.lost
	})
	_, mine := m.cut(rest, other, 0, math.MaxInt64)
	if in > 0 {
		if fit = fit && m.sums(in, other); m.its.cells.summary(in) != nil {
			its, mine = nil, nil
		}
		_, size := m.cut(m.its.cells, sizes, in, in+1)
		_, also := m.cut(m.state.cells, sizes, other, other+1)
		its, mine = append(its, size...), append(mine, also...)
	}
	return fit && slices.EqualFunc(its, mine, func(c, d cell) bool {
		at := c.in == sizes || c.at == d.at
		return m.Meter.Charge(wordsPerCell) && at && c.width == d.width && c.first == d.first && c.as == d.as &&
			m.value(c.value, d.value)
	})
}

// takes reports whether the integer of the state may take the place of a new input of the landmark, in a call or in the
// object that corresponds to it.
func (m *matching) takes(c cell, other int64) bool {
	p := certs.Place{Object: uint64(other), At: uint64(c.at), Type: uint64(c.as)}
	if c.in < 0 { // a slot of the call with the same depth
		p.Object, p.Type = 0, uint64(int64(m.state.state.Depth())+1+c.in)
	}
	there, err := m.at(m.state, p)
	if err != nil || c.in > 0 {
		return err == nil && m.fits(there.value, c.as)
	}
	a, _, _ := c.value.Object()
	b, _, in := there.value.Object()
	return c.value.Type() == there.value.Type() && (!in || m.Pair(a, b))
}

// value reports whether b may take the place of a.
func (m *matching) value(a, b value) bool {
	id, _, in := a.Object()
	other, _, too := b.Object()
	switch {
	case a.Type() != b.Type() || a.lost || b.lost || a.wild != b.wild || in != too || in && !m.Pair(id, other):
		return false
	case a.float != nil || b.float != nil:
		m.fixed = true
		return a.float == b.float
	}
	if s, t := a.n.Symbol(), b.n.Symbol(); s != nil && t != nil && s.Op == term.Input && t.Op == term.Input {
		return m.input(s, t)
	}
	m.rest = append(m.rest, [2]*term.Linear{a.n, b.n})
	return true
}

// input reports whether the input t may take the place of s. If so, it does. Different inputs take the places of
// different ones, so what has a value keeps it.
func (m *matching) input(s, t *term.Sym) bool {
	same := func(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }
	if m.names[s] == nil && m.back[t] == nil && same(s.Lo, t.Lo) && same(s.Hi, t.Hi) {
		m.names[s], m.back[t] = t, s
		m.renamed = m.renamed || s != t
	}
	return m.names[s] == t
}

// sums compares the summary that a landmark has of an object with that of the state, unless the landmark claims it.
// Then the state shows it elsewhere.
func (m *matching) sums(in, other int64) (same bool) {
	for _, x := range m.its.sums {
		if m.Meter.Charge(1); x.Object == uint64(in) {
			return in == other
		}
	}
	a, b := m.its.cells.summary(in), m.state.cells.summary(other)
	if a == nil || b == nil {
		return a == b
	}
	if a.as != b.as || len(a.points) != len(b.points) {
		return false
	}
	for i, r := range a.within {
		m.rest = append(m.rest, [2]*term.Linear{r[0], b.within[i][0]}, [2]*term.Linear{r[1], b.within[i][1]})
	}
	for i, e := range a.points {
		m.rest = append(m.rest, [2]*term.Linear{e, b.points[i]})
	}
	return true
}
