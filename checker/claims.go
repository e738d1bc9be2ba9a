package checker

import (
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

// claimed returns the summaries that the certificate claims at the next landmark. So one at a landmark that is covered
// is never read.
func (w *walk) claimed() (list []certs.Summary) {
	for _, x := range w.c.Summaries[w.claims:] {
		if x.Landmark != uint64(len(w.marks)+1) || !w.meter.Charge(1) {
			break
		}
		list = append(list, x)
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
	step, n := 1, len(x.Points) // from point to point
	if len(x.Within) == 0 && n%3 == 1 {
		step = 3
	}
	if n == 1 || n > step*(maxPoints-1)+1 || step == 1 && len(x.Within) != max(0, n-1) {
		return nil, nil, fmt.Errorf("found %d points and %d ranges, want no point, or 2 to %d and a range between each two",
			n, len(x.Within), maxPoints)
	}
	for _, r := range x.Within {
		if r.Lo.Cmp(r.Hi) > 0 || !s.as.Holds(r.Lo) || !s.as.Holds(r.Hi) {
			return nil, nil, errors.New("found a range with no integer or beyond the type")
		}
		s.within = append(s.within, w.span([2]*big.Int{r.Lo, r.Hi}))
	}
	for i, terms := range x.Points {
		e, err := w.total(terms, y)
		if err != nil {
			return nil, nil, err
		}
		switch i % step {
		case 1:
			s.within = append(s.within, span{e, e})
			continue
		case 2:
			s.within[len(s.within)-1][1] = e
			continue
		}
		_, rem := w.pool.FloorDiv(e, w.int(s.as.Size()))
		if fs = append(fs, w.pool.Eq(rem, w.int(0))); i > 0 {
			fs = append(fs, w.pool.Le(s.points[len(s.points)-1], e))
		}
		s.points = append(s.points, e)
	}
	return s, fs, nil
}

// contain returns an error unless what is claimed of the contents of objects is shown for a state.
func (w *walk) contain(claims []certs.Summary, y pending, s Shown) error {
	for _, x := range claims {
		s.Summary = &x
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
		if its == nil && from.IsConst() && to.IsConst() && from.Const.Cmp(to.Const) < 0 {
			if !w.holdsAll(y.state, y.cells, int64(x.Object), s.as, from.Const, to.Const, r) {
				return fmt.Errorf("found contents that are not what range %d says", k+1)
			}
			continue
		}
		// there is nothing between, or it is in parts that have all of its range
		parts := []*term.Formula{w.pool.Le(to, from)}
		if its != nil && its.as == s.as {
			parts = w.lies(its, from, to, r, parts)
		}
		fs = append(fs, w.pool.Or(parts...))
	}
	return w.prove(fs, y, shown)
}

// lies adds to parts the conditions under which all from one point up to another one lies in a range: it is in parts of
// a summary one behind the other that do, or is the integer that was read or written last, or both.
func (p *follower) lies(s *summary, from, to *term.Linear, r span, parts []*term.Formula) []*term.Formula {
	pool, is := p.pool, p.pool.Bool(false) // whether the last integer is in the range
	e, end := from, from
	if l := s.last; l != nil && l.as == s.as {
		e, end = l.at, pool.Add(l.at, p.int(s.as.Size()))
		is = pool.And(pool.Le(r[0], l.number), pool.Le(l.number, r[1]))
		parts = append(parts, pool.And(is, pool.Le(e, from), pool.Le(to, end)))
	}
	fits := func(k int) *term.Formula { // what is in part k, from the one to the other, lies in the range
		x := s.within[k]
		all := pool.And(pool.Le(r[0], x[0]), pool.Le(x[1], r[1]))
		if p.has(s.as, r, x) || all.Op == term.False {
			return pool.Bool(all.Op != term.False)
		}
		return pool.Or(all, pool.Le(to, s.points[k]), pool.Le(s.points[k+1], from))
	}
	for i := 0; i < len(s.within); i++ {
		first, all := s.points[i], fits(i)
		if all.Op == term.False {
			continue
		}
		for i+1 < len(s.within) && fits(i+1).Op != term.False {
			i++
			all = pool.And(all, fits(i))
		}
		last := s.points[i+1]
		parts = append(parts, pool.And(all,
			pool.Or(pool.Le(first, from), pool.And(is, pool.Le(e, from), pool.Le(first, end))),
			pool.Or(pool.Le(to, last), pool.And(is, pool.Le(to, end), pool.Le(e, last)))))
	}
	return parts
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
