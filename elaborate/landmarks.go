package elaborate

import (
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/kernel"
	"vouch/semantics/core"
)

// This file defines how landmarks of a certificate become claimed states. The kernel's walk need not come to a place
// as often, or in the same order, as the walk of the checker. So at the place of a landmark the elaborator first
// tries the states that were claimed there before, and then the landmarks of the certificate, one after the other.

// at deals with the current goal at the place of a landmark; done says that it is another goal now.
func (e *elaborator) at(here place) (done bool, err error) {
	if done, err := e.known(here); done || err != nil {
		return done, err
	}
	for _, l := range e.marks[here] {
		if l.used {
			continue
		}
		claim, ok, err := e.write(l)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		l.used = true
		e.claimed[here] = append(e.claimed[here], claim)
		done, err := e.meet(claim)
		if err == nil && !done {
			err = fmt.Errorf("%w: a state that does not meet itself", ErrUnsupported)
		}
		return done, err
	}
	return false, nil
}

// known ends the current goal if it is an instance of a state that was claimed here before.
func (e *elaborator) known(here place) (done bool, err error) {
	for i := len(e.claimed[here]) - 1; i >= 0; i-- {
		if c := e.claimed[here][i]; c.number >= e.Early() {
			if done, err := e.meet(c); done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// meet ends the current goal if it is an instance of a claimed state.
func (e *elaborator) meet(c claim) (done bool, err error) {
	for _, s := range c.shapes {
		if err := e.shape(s); err != nil {
			return false, err
		}
	}
	pairs, ok := e.Match(c.number)
	if !ok {
		return false, nil
	}
	terms := map[int]kernel.Term{}
	by := func(s int) kernel.Term {
		if t, ok := terms[s]; ok {
			return t
		}
		return kernel.Symbol(s)
	}
	bind := func(s int, t kernel.Term) { // the first place where a symbol stands alone says what it is
		if _, ok := terms[s]; !ok {
			terms[s] = t
		}
	}
	for _, p := range pairs {
		if s, ok := alone(p[0]); ok {
			bind(s, p[1])
		}
	}
	for _, p := range pairs {
		if replaced(p[0], by).Key() != p[1].Key() {
			return false, nil
		}
	}
	for _, q := range c.divided {
		t := replaced(q.sum, by)
		if err := e.divide(t, q.by); err != nil {
			return false, err
		}
		terms[q.symbol] = e.Quotient(t, q.by)
	}
	for _, f := range e.Facts(c.number) {
		if g := e.Replace(f, by); !e.Holds(g) {
			if g.Op == kernel.False {
				return false, nil
			}
			if done, err := e.show(g); !done || err != nil {
				return false, err
			}
		}
	}
	for s, t := range terms {
		if u, ok := alone(t); ok && u == s {
			delete(terms, s)
		}
	}
	return true, e.meets(c.number, terms)
}

// write claims the state that a landmark of the certificate makes of the current one; ok is false if it is not an
// instance of that.
func (e *elaborator) write(l *landmark) (c claim, ok bool, err error) {
	depth, first := e.Depth(), e.Symbols()
	var places []kernel.Place
	for i, slots := range l.Lost {
		for _, s := range slots {
			if i >= depth {
				return c, false, nil
			}
			places = append(places, kernel.Place{Frame: depth - 1 - i, Slot: int(s), Lost: true})
		}
	}
	var facts []kernel.Formula
	fresh := map[place]kernel.Term{}
	next := first
	for i, p := range l.Any {
		if _, ok, err := e.valueAt(p, &c); !ok || err != nil {
			return c, false, err
		}
		s := kernel.Symbol(next)
		next++
		fresh[key(p)] = s
		lo, hi := (*big.Int)(nil), (*big.Int)(nil)
		if p.Object == 0 {
			places = append(places, kernel.Place{Frame: depth - 1 - int(p.Type), Slot: int(p.At)})
		} else {
			places = append(places, kernel.Place{Frame: -1, Object: int(p.Object), Offset: int64(p.At)})
			lo, hi = rangeOf(p.Type)
		}
		if i < len(l.Within) {
			if l.Within[i].Lo != nil {
				lo = l.Within[i].Lo
			}
			if l.Within[i].Hi != nil {
				hi = l.Within[i].Hi
			}
		}
		if lo != nil {
			facts = append(facts, kernel.AtMostZero(kernel.Number(lo).Plus(s.Scale(minusOne))))
		}
		if hi != nil {
			facts = append(facts, kernel.AtMostZero(s.Plus(kernel.Number(new(big.Int).Neg(hi)))))
		}
	}
	extra := 0
	for _, a := range l.Holds {
		sum := kernel.Number(new(big.Int))
		for _, t := range a.Terms {
			part := kernel.Number(t.Times)
			for _, p := range t.Of {
				v, isNew := fresh[key(p)]
				if !isNew {
					var ok bool
					if v, ok, err = e.valueAt(p, &c); !ok || err != nil {
						return c, false, err
					}
				}
				part = part.Times(v)
			}
			sum = sum.Plus(part)
		}
		switch {
		case a.Mod == nil:
			facts = append(facts, kernel.AtMostZero(sum))
		case a.Mod.Sign() == 0:
			facts = append(facts, kernel.EqualTo(sum, new(big.Int)))
		default:
			q := quotient{next + extra, sum, a.Mod}
			extra++
			facts = append(facts, kernel.EqualTo(sum.Plus(kernel.Symbol(q.symbol).Scale(new(big.Int).Neg(a.Mod))),
				new(big.Int)))
			c.divided = append(c.divided, q)
		}
	}
	for _, f := range e.lasting() {
		if !e.forgets[e.here()].forgets(f) {
			facts = append(facts, f)
		}
	}
	for _, f := range facts {
		if f.Op == kernel.False {
			return c, false, nil
		}
	}
	c.number = e.written
	if err := e.claims(places, extra, facts); err != nil {
		return c, false, err
	}
	return c, true, nil
}

// key names a place of a landmark.
func key(p certs.Place) place { return place(fmt.Sprint(p.Object, " ", p.At, " ", p.Type)) }

// valueAt returns the integer in a place of a landmark, which becomes a cell of its type.
func (e *elaborator) valueAt(p certs.Place, c *claim) (n kernel.Term, ok bool, err error) {
	if p.Object == 0 {
		frame := e.Depth() - 1 - int(p.Type)
		if frame < 0 {
			return n, false, nil
		}
		n, ok = e.Slot(frame, int(p.At))
		return n, ok, nil
	}
	s := shape{int(p.Object), int(p.At), int(p.Type)}
	c.shapes = append(c.shapes, s)
	if err := e.shape(s); err != nil {
		return n, false, err
	}
	n, ok = e.Cell(s.object, int64(s.at), s.as)
	return n, ok, nil
}

// rangeOf returns the least and the greatest integer of a type in a place of a landmark.
func rangeOf(as uint64) (lo, hi *big.Int) {
	t := core.Scalar(as)
	hi = new(big.Int).Lsh(one, uint(8*t.Size()))
	if lo = new(big.Int); t.Signed() {
		hi.Rsh(hi, 1)
		lo = new(big.Int).Neg(hi)
	}
	return lo, hi.Sub(hi, one)
}

// lasting returns the facts that only have symbols of the current state.
func (e *elaborator) lasting() (facts []kernel.Formula) {
	seen := map[int]bool{}
	e.Live(func(int, int) bool { return true }, func(t kernel.Term) { mention(t, seen) })
	lasts := func(f kernel.Formula) bool {
		all := true
		f.Each(func(t kernel.Term) { each(t, func(s int) { all = all && seen[s] }) })
		return all
	}
	for _, r := range e.Rows() {
		if f := kernel.AtMostZero(r); lasts(f) {
			facts = append(facts, f)
		}
	}
	for _, f := range e.Choices() {
		if lasts(f) {
			facts = append(facts, f)
		}
	}
	return facts
}
