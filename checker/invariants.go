package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines invariants: what holds at a landmark, and at each state that it covers.
//
// A landmark puts new inputs into places that may hold any integer, and may claim something of these and of others:
// bounds of new inputs, and atoms. Bounds and atoms are about the integers in places of a state, so they make a formula
// for each state that has integers there. For the state that becomes the landmark, and for each that it covers, the
// walk shows this formula from the facts: a proof refutes its negation. So if some values satisfy the facts there, they
// satisfy the formula, too; the new inputs, which have the values of the integers that were in their places, are within
// their bounds, and the atoms hold for the landmark. Hence the walk may assume them where it goes on from the landmark.
//
// That is induction over the turns of a loop: the walk shows that the invariant holds where the loop is entered and
// after each turn, and a turn begins with nothing but the invariant. What a turn may change is no list that the
// certificate could make too short: a state that differs from the landmark in any other place that the program reads is
// not covered. An invariant about memory covers no state in which objects have other numbers (names.go).

// workPerPlace is the work of looking at a place of an invariant, or at a product in it.
const workPerPlace = 16

// inMemory reports whether an invariant is about integers in memory.
func inMemory(l certs.Landmark) bool {
	is := func(p certs.Place) bool { return p.Object > 0 }
	return slices.ContainsFunc(l.Any[:len(l.Within)], is) || slices.ContainsFunc(l.Holds, func(a certs.Atom) bool {
		return slices.ContainsFunc(a.Terms, func(t certs.Product) bool { return slices.ContainsFunc(t.Of, is) })
	})
}

// at returns the integer in a place, or the pointer into an object in a slot.
func (w *walk) at(y pending, p certs.Place) (c cell, err error) {
	if p.Object == 0 && p.Type == 1 && w.results != nil { // alone, a call has no caller
		if p.At >= uint64(len(w.results)) {
			return c, fmt.Errorf("found result %d of a call, want one of %d", p.At, len(w.results))
		}
		return cell{value: integer(w.results[p.At])}, nil
	}
	if p.Object == 0 {
		f, ok := y.state.Frame, true
		for i := uint64(0); i < p.Type && ok && w.meter.Charge(1); i++ {
			f, ok = f.Caller()
		}
		if !ok || p.At >= uint64(len(f.Func().Slots)) {
			return c, fmt.Errorf("found slot %d of call %d, want one that there is", p.At, p.Type)
		}
		c = cell{in: -1 - int64(f.Depth()), at: int64(p.At), width: 1, value: slot(y, f, int(p.At))}
		v := c.value
		if _, _, in := v.Object(); v.lost || v.wild > 0 || v.float != nil || v.Type() != core.Int && !in {
			return c, fmt.Errorf("found slot %d of call %d without an integer, want one with an integer or with a pointer into an object",
				p.At, p.Type)
		}
		return c, nil
	}
	as := core.Scalar(min(p.Type, math.MaxUint8))
	o, ok := y.state.Object(int(min(p.Object, core.MaxObjects)))
	if as == core.NoScalar && p.At == 0 && ok && !o.Dead {
		c = cell{in: sizes, at: int64(p.Object), width: 1, value: value{Value: core.MakeInt(o.Size)}}
		if size := y.cells.find(sizes, c.at); size != nil {
			c.value = size.value
		}
		return c, nil
	}
	if !ok || as < core.U8 || as > core.I64 || p.At > core.MaxObject || int64(p.At) > o.Size-as.Size() {
		return c, fmt.Errorf("found place %d of object %d, want one of an integer", p.At, p.Object)
	}
	if slices.ContainsFunc(w.replaced, func(s certs.Summary) bool { return s.Object == p.Object }) {
		return c, fmt.Errorf("found place %d of object %d, want none in an object whose contents the landmark summarises",
			p.At, p.Object)
	}
	c = cell{in: int64(p.Object), at: int64(p.At), width: as.Size(), as: as}
	if c.value, ok = w.holds(y.state, y.cells, c); !ok {
		return c, fmt.Errorf("found place %d of object %d with no integer of its type", p.At, p.Object)
	}
	return c, nil
}

// formulas returns what a landmark claims about a state: the bounds of its new inputs, and its atoms.
func (w *walk) formulas(l certs.Landmark, y pending) (all []*term.Formula, err error) {
	if len(l.Within) > len(l.Any) {
		return nil, fmt.Errorf("found %d ranges for %d places", len(l.Within), len(l.Any))
	}
	for i, r := range l.Within {
		c, err := w.at(y, l.Any[i])
		if err != nil {
			return nil, err
		}
		if r.Lo != nil {
			all = append(all, w.pool.Le(w.pool.Int(r.Lo), w.number(c.value)))
		}
		if r.Hi != nil {
			all = append(all, w.pool.Le(w.number(c.value), w.pool.Int(r.Hi)))
		}
	}
	return w.atoms(l.Holds, y, all)
}

// atoms adds to formulas what atoms say about a state.
func (w *walk) atoms(atoms []certs.Atom, y pending, all []*term.Formula) ([]*term.Formula, error) {
	for i, a := range atoms {
		sum, err := w.total(a.Terms, y)
		switch {
		case err != nil:
			return nil, fmt.Errorf("atom %d: %w", i+1, err)
		case a.Mod == nil:
			all = append(all, w.pool.Le(sum, w.int(0)))
			continue
		case a.Mod.Cmp(one) == 0 || a.Mod.Sign() < 0:
			return nil, fmt.Errorf("atom %d: found %s, want 0 or more than 1", i+1, term.FormatInt(a.Mod))
		case a.Mod.Sign() > 0:
			_, sum = w.pool.FloorDiv(sum, w.pool.Int(a.Mod))
		}
		all = append(all, w.pool.Eq(sum, w.int(0)))
	}
	return all, nil
}

// total returns a sum of products of integers in places of a state.
func (w *walk) total(terms []certs.Product, y pending) (*term.Linear, error) {
	sum := w.int(0)
	for _, t := range terms {
		product := w.pool.Int(t.Times)
		w.meter.Charge(workPerPlace)
		for _, p := range t.Of {
			if !w.meter.Charge(workPerPlace + product.Words()) {
				return nil, errExhausted
			}
			c, err := w.at(y, p)
			if err != nil {
				return nil, err
			}
			product = w.pool.Mul(product, w.number(c.value))
		}
		sum = w.pool.Add(sum, product)
	}
	return sum, nil
}

// valueIn returns a function that returns the integer in a place of a state; nil if there is none.
func (w *walk) valueIn(y pending) func(certs.Place) *term.Linear {
	return func(p certs.Place) *term.Linear {
		c, err := w.at(y, p)
		if err != nil {
			return nil
		}
		return w.number(c.value)
	}
}

// implies returns an error unless what a landmark claims is shown for a state. For people, it tells of each claim as of
// s.
func (w *walk) implies(l certs.Landmark, y pending, s Shown) error {
	s.Claims, s.Value = l, w.valueIn(y)
	fs, err := w.formulas(l, y)
	if err != nil {
		return err
	}
	return w.prove(fs, y, s)
}

// prove returns an error unless each of some formulas is shown for a state.
func (w *walk) prove(fs []*term.Formula, y pending, s Shown) error {
	for i, f := range fs {
		s.Claim = i
		if err := w.shown(f, y, s); err != nil {
			return fmt.Errorf("claim %d: %w", i+1, err)
		}
	}
	return nil
}

// shown returns an error unless f follows from the facts: by canonical form, or because the next entry refutes its
// negation.
func (w *walk) shown(f *term.Formula, y pending, s Shown) error {
	not := w.pool.Not(f)
	switch {
	case w.pool.Exhausted():
		return errExhausted
	case not.Op == term.False:
		w.shows(s, f, nil)
		return nil
	case w.taken == len(w.c.Ways) || len(w.c.Ways[w.taken]) == 0:
		return errors.New("nothing shows it")
	}
	proof, before := w.c.Ways[w.taken], w.point()
	w.taken++
	w.assume(not, placeOf(y.state.Instr().Span))
	if err := refute(w.facts, proof, w.other); err != nil {
		return fmt.Errorf("entry %d of ways: %w", w.taken, err)
	}
	w.shows(s, f, proof)
	w.undo(before)
	return nil
}
