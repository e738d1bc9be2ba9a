package checker

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what a landmark claims of the contents of objects, and what is shown for that. The beginning of
// summary.go says why it suffices.
//
// What a landmark says, points and invariants alike, is about the states that it covers only if it means the same
// there. Slots and sizes do: they are compared, or may be anything. Contents that a summary replaces are not compared.
// So no point, no atom and no place may be about them (at refuses it).

// sorted returns an error unless summaries are claimed at landmarks that are not covered, in order.
func (w *walk) sorted() error {
	for i, x := range w.c.Summaries {
		if n := uint64(len(w.c.Landmarks)); x.Landmark == 0 || x.Landmark > n || w.c.Landmarks[x.Landmark-1].Same > 0 {
			return fmt.Errorf("summaries: entry %d: found landmark %d, want one of %d that is not covered", i+1,
				x.Landmark, n)
		}
		if i > 0 && cmp.Or(cmp.Compare(x.Landmark, w.c.Summaries[i-1].Landmark),
			cmp.Compare(x.Object, w.c.Summaries[i-1].Object)) <= 0 {
			return fmt.Errorf("summaries: entry %d: found object %d at landmark %d, want landmarks and their objects in ascending order",
				i+1, x.Object, x.Landmark)
		}
	}
	return nil
}

// claimed returns the summaries that the certificate claims at the next landmark.
func (w *walk) claimed() (list []certs.Summary) {
	rest := w.c.Summaries[w.claims:]
	for len(list) < len(rest) && rest[len(list)].Landmark == uint64(len(w.marks)+1) && w.meter.Charge(1) {
		list = rest[:len(list)+1]
	}
	w.claims += len(list)
	return list
}

// sum returns the summary that a claim means in a state, and the formulas that say what has to be shown of its points.
func (w *walk) sum(x certs.Summary, y pending) (s *summary, fs []*term.Formula, err error) {
	id := int64(min(x.Object, core.MaxObjects))
	if s = w.anew(y.state, y.cells, id, core.Scalar(min(x.Type, math.MaxUint8))); s == nil {
		return nil, nil, errors.New("found an object that is dead or has pointers, or a type of no integer")
	}
	if its := y.cells.summary(id); its != nil {
		s.reads = its.reads
	}
	if len(x.Points) > maxPoints || len(x.Points) == 1 || len(x.Within) != max(0, len(x.Points)-1) {
		return nil, nil, fmt.Errorf("found %d points and %d ranges, want no point, or 2 to %d and a range between each two",
			len(x.Points), len(x.Within), maxPoints)
	}
	for _, r := range x.Within {
		if r.Lo.Cmp(r.Hi) > 0 || !s.as.Holds(r.Lo) || !s.as.Holds(r.Hi) {
			return nil, nil, errors.New("found a range with no integer or beyond the type")
		}
		s.within = append(s.within, [2]*big.Int{r.Lo, r.Hi})
	}
	for i, terms := range x.Points {
		e, err := w.total(terms, y)
		if err != nil {
			return nil, nil, err
		}
		_, rem := w.pool.FloorDiv(e, w.int(s.as.Size()))
		if fs = append(fs, w.pool.Eq(rem, w.int(0))); i > 0 {
			fs = append(fs, w.pool.Le(s.points[i-1], e))
		}
		s.points = append(s.points, e)
	}
	return s, fs, nil
}

// contain returns an error unless what is claimed of the contents of objects is shown for a state.
func (w *walk) contain(claims []certs.Summary, y pending, s Shown) error {
	for _, x := range claims {
		s.Summary, s.Claim = &x, 0
		if err := w.summarised(x, y, s); err != nil {
			return fmt.Errorf("summary of object %d: %w", x.Object, err)
		}
	}
	return nil
}

// summarised returns an error unless a claim about an object is shown for a state.
func (w *walk) summarised(x certs.Summary, y pending, shown Shown) error {
	s, fs, err := w.sum(x, y)
	if err != nil {
		return err
	}
	w.state, w.cells = y.state, y.cells
	its := y.cells.summary(int64(x.Object))
	for k, r := range s.within {
		from, to := s.points[k], s.points[k+1]
		// there is nothing between, or it is in a part that has all of its range
		parts := []*term.Formula{w.pool.Le(to, from)}
		switch {
		case its == nil && from.IsConst() && to.IsConst() && from.Const.Cmp(to.Const) < 0:
			if !w.holdsAll(y.state, y.cells, int64(x.Object), s.as, from.Const, to.Const, r) {
				return fmt.Errorf("found contents that are not what range %d says", k+1)
			}
			continue
		case its != nil && its.as == s.as:
			for i := 0; i < len(its.within); i++ {
				end := i
				for end < len(its.within) && has(r, its.within[end]) {
					end++
				}
				if end > i {
					parts = append(parts, w.pool.And(w.pool.Le(its.points[i], from), w.pool.Le(to, its.points[end])))
					i = end
				}
			}
		}
		fs = append(fs, w.pool.Or(parts...))
	}
	for i, f := range fs {
		if err := w.shown(f, y, shown); err != nil {
			return fmt.Errorf("formula %d: %w", i+1, err)
		}
		shown.Claim++
	}
	return nil
}

// summarise gives objects of y, which becomes a landmark, the summaries that it claims.
func (w *walk) summarise(claims []certs.Summary, y *pending) error {
	before := *y
	for _, x := range claims {
		s, fs, err := w.sum(x, before)
		if err != nil {
			return err
		}
		y.holds = append(y.holds, fs...)
		y.cells = w.summed(y.cells, int64(x.Object), s)
	}
	return nil
}
