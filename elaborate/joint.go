package elaborate

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"vouch/kernel"
	"vouch/semantics/core"
)

// This file defines the state of which all states that meet are instances.
//
// It is one of them with a new symbol in each place where they differ. Its facts are those that all have, the least
// and the greatest value of each new symbol, and a disjunction: for each way the facts that only this way has, and
// what the new symbols are there. A symbol that was made on one way only gets a number of its own, as the ways use
// the same numbers for different things.

// way is a state that becomes an instance of a joint one.
type way struct {
	claim   int // -1 for the current state
	waiting *waiting
	facts   []kernel.Formula
	values  []kernel.Term
	names   map[int]kernel.Term // for its symbols, those of the joint state
	terms   map[int]kernel.Term // for the symbols of the joint state, its own
	own     []kernel.Formula    // the facts that only this way has
}

// join makes one state of the current one, which is a claimed one if claim is not negative, and of others that wait
// in a region; done says that it is another goal now.
func (e *elaborator) join(r *region, claim int) (done bool, err error) {
	used := e.used()
	at := map[kernel.Difference]bool{}
	ways := []*way{{claim: -1, facts: e.connected()}}
	for _, w := range r.waiting {
		if w.claim == claim {
			ways[0].waiting = w
			continue
		}
		if w.joint != nil {
			continue
		}
		ds, ok := e.Differ(w.claim, r.young)
		if ok {
			ds, ok = outermost(ds)
		}
		for _, d := range ds {
			ok = ok && (!d.Lost || !e.leaks && !used(d.Frame, d.Slot))
			if !d.Lost && ok {
				_, ok1 := e.Number(-1, d)
				_, ok2 := e.Number(w.claim, d)
				ok = ok1 && ok2
			}
		}
		if !ok {
			continue
		}
		for _, d := range ds {
			at[d] = true
		}
		ways = append(ways, &way{claim: w.claim, waiting: w, facts: e.Facts(w.claim)})
	}
	if len(ways) == 1 {
		return false, nil
	}
	return e.joins(r, ways, differences(at), used)
}

// outermost leaves out the cells of objects that are parts of others; ok is false if two overlap otherwise.
func outermost(ds []kernel.Difference) (kept []kernel.Difference, ok bool) {
	size := func(d kernel.Difference) int64 {
		if d.Frame >= 0 {
			return 0
		}
		return core.Scalar(d.As).Size()
	}
	slices.SortStableFunc(ds, func(a, b kernel.Difference) int { // slots have no object
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(size(b), size(a)), cmp.Compare(a.Offset, b.Offset),
			cmp.Compare(a.As, b.As))
	})
next:
	for _, d := range ds {
		for _, e := range kept {
			if d.Frame >= 0 || e.Frame >= 0 || d.Object != e.Object {
				continue
			}
			end, last := d.Offset+size(d), e.Offset+size(e)
			switch {
			case e.Offset <= d.Offset && end <= last:
				continue next
			case d.Offset < last && e.Offset < end:
				return nil, false
			}
		}
		kept = append(kept, d)
	}
	return kept, true
}

// differences returns the places where states differ, in order. Those that are lost for one state are lost.
func differences(at map[kernel.Difference]bool) (ds []kernel.Difference) {
	for d := range at {
		lost := d
		lost.Lost = true
		if d.Lost || !at[lost] {
			ds = append(ds, d)
		}
	}
	slices.SortFunc(ds, func(a, b kernel.Difference) int {
		return cmp.Or(cmp.Compare(a.Frame, b.Frame), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Object, b.Object),
			cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.As, b.As))
	})
	return ds
}

// joins claims the joint state of ways that differ in some places.
func (e *elaborator) joins(r *region, ways []*way, ds []kernel.Difference, used func(frame, slot int) bool) (done bool,
	err error) {
	j := &joint{claim: e.written}
	var places []kernel.Place
	var fresh []kernel.Term // by place, but for those that are lost
	var dead []bool
	next := e.Symbols()
	for _, d := range ds {
		places = append(places, d.Place)
		if d.Lost {
			continue
		}
		if d.Frame < 0 && shaped(d.As) {
			j.shapes = append(j.shapes, shape{d.Object, int(d.Offset), d.As})
		}
		for _, w := range ways {
			n, ok := e.Number(w.claim, d)
			if !ok {
				return false, nil
			}
			w.values = append(w.values, n)
		}
		fresh, dead = append(fresh, kernel.Symbol(next)), append(dead, d.Frame >= 0 && !used(d.Frame, d.Slot))
		next++
	}
	for _, s := range j.shapes {
		if err := e.shape(s); err != nil {
			return false, err
		}
	}
	first := next // symbols from here on stand for those that were made on the other ways
	for i, w := range ways {
		next = e.rename(w, r.young, next, i == 0, fresh, dead)
	}
	facts := e.jointFacts(ways, fresh, dead, e.remaining(ds, used, r.young, fresh, dead))
	var all []values
	for _, w := range ways {
		all = append(all, values{w.values, w.facts})
	}
	facts = slices.Concat(equations(all, fresh, dead, r.young), facts)
	facts, next = e.compact(facts, first, ways)
	if err := e.claims(places, next-first, facts); err != nil {
		return false, err
	}
	r.outer.add(1)
	e.origins[j.claim] = origin{region: r.outer}
	mentioned := map[int]bool{}
	for _, f := range facts {
		f.Each(func(t kernel.Term) { mention(t, mentioned) })
	}
	for _, w := range ways {
		w.binds(r.young, e.Symbols(), mentioned, fresh)
		if w.waiting != nil {
			w.waiting.joint, w.waiting.terms = j, w.terms
		}
	}
	return e.enters(j, ways[0].terms)
}

// remaining returns the symbols in the joint state: the old ones where the ways do not differ, and the new ones.
func (e *elaborator) remaining(ds []kernel.Difference, used func(frame, slot int) bool, young int, fresh []kernel.Term,
	dead []bool) map[int]bool {
	changed := map[[2]int]bool{}
	for _, d := range ds {
		if d.Frame >= 0 {
			changed[[2]int{d.Frame, d.Slot}] = true
		}
	}
	live := map[int]bool{}
	e.Live(func(frame, slot int) bool { return used(frame, slot) && !changed[[2]int{frame, slot}] },
		func(t kernel.Term) {
			each(t, func(s int) {
				if s < young {
					live[s] = true
				}
			})
		})
	for i, v := range fresh {
		if !dead[i] {
			mention(v, live)
		}
	}
	return live
}

// rename gives the facts of a way, and what the new symbols are there, in symbols of the joint state. A symbol that
// was made on the way is the new symbol of a place where it stands alone, or has the next number; on the way of the
// current state it keeps its number.
func (e *elaborator) rename(w *way, young, next int, current bool, fresh []kernel.Term, dead []bool) (last int) {
	w.names = map[int]kernel.Term{}
	for k, v := range w.values {
		if s, ok := alone(v); ok && s >= young && !dead[k] {
			if _, ok := w.names[s]; !ok {
				w.names[s] = fresh[k]
			}
		}
	}
	by := func(s int) kernel.Term {
		switch t, ok := w.names[s]; {
		case ok:
			return t
		case s < young || current:
			return kernel.Symbol(s)
		}
		w.names[s] = kernel.Symbol(next)
		next++
		return w.names[s]
	}
	for _, f := range w.facts {
		w.own = append(w.own, e.Replace(f, by))
	}
	for k, v := range w.values {
		if f := kernel.EqualTo(fresh[k].Plus(replaced(v, by).Scale(minusOne)), zero); !dead[k] && f.Op != kernel.True {
			w.own = append(w.own, f)
		}
	}
	return next
}

// binds sets the terms for the symbols of the joint state, of which some are mentioned in its facts. Symbols of other
// ways do not matter: they are 0.
func (w *way) binds(young, symbols int, mentioned map[int]bool, fresh []kernel.Term) {
	w.terms = map[int]kernel.Term{}
	for s := range mentioned {
		if s >= young && (w.claim >= 0 || s >= symbols) {
			w.terms[s] = kernel.Number(zero)
		}
	}
	for s, t := range w.names {
		if n, ok := alone(t); ok {
			w.terms[n] = kernel.Symbol(s)
		}
	}
	for k, v := range w.values {
		n, _ := alone(fresh[k])
		w.terms[n] = v
	}
}

// compact gives symbols from first on numbers without gaps, and returns the next one.
func (e *elaborator) compact(facts []kernel.Formula, first int, ways []*way) (renamed []kernel.Formula, next int) {
	next = first
	numbers := map[int]kernel.Term{}
	by := func(s int) kernel.Term {
		if s < first {
			return kernel.Symbol(s)
		}
		if _, ok := numbers[s]; !ok {
			numbers[s] = kernel.Symbol(next)
			next++
		}
		return numbers[s]
	}
	for _, f := range facts {
		renamed = append(renamed, e.Replace(f, by))
	}
	for _, w := range ways {
		for s, t := range w.names {
			if n, ok := alone(t); ok && n >= first {
				if t, ok = numbers[n]; ok {
					w.names[s] = t
				} else {
					delete(w.names, s)
				}
			}
		}
	}
	return renamed, next
}

// jointFacts returns the facts of the joint state. The symbols in live are those in its places.
func (e *elaborator) jointFacts(ways []*way, fresh []kernel.Term, dead []bool,
	live map[int]bool) (facts []kernel.Formula) {
	count := map[string]int{}
	for _, w := range ways {
		keys := map[string]bool{}
		w.own = slices.DeleteFunc(w.own, func(f kernel.Formula) bool {
			key := f.Key()
			again := keys[key]
			keys[key] = true
			return again
		})
		for key := range keys {
			count[key]++
		}
	}
	var common []kernel.Formula
	for _, f := range ways[0].own {
		if count[f.Key()] == len(ways) {
			common = append(common, f)
		}
	}
	all := slices.Clone(common)
	var of []limits
	for _, w := range ways {
		of = append(of, limitsOf(w.own))
	}
	for k, v := range fresh {
		if dead[k] {
			continue
		}
		lo, hi := of[0].bounds(v)
		for _, l := range of[1:] {
			lo2, hi2 := l.bounds(v)
			lo, hi = extreme(lo, lo2, -1), extreme(hi, hi2, 1)
		}
		var hull []kernel.Formula
		if lo != nil {
			hull = append(hull, kernel.AtMostZero(kernel.Number(lo).Plus(v.Scale(minusOne))))
		}
		if hi != nil {
			hull = append(hull, kernel.AtMostZero(v.Plus(kernel.Number(new(big.Int).Neg(hi)))))
		}
		for _, f := range hull {
			if count[f.Key()] < len(ways) {
				common = append(common, f)
				all = append(all, f)
			}
		}
	}
	for _, w := range ways {
		w.own = slices.DeleteFunc(w.own, func(f kernel.Formula) bool { return count[f.Key()] == len(ways) })
		all = append(all, w.own...)
	}
	// Only what has to do with the state counts.
	kept := map[string]bool{}
	seen := maps.Clone(live)
	for _, f := range reached(seen, all) {
		kept[f.Key()] = true
	}
	facts = slices.DeleteFunc(common, func(f kernel.Formula) bool { return !kept[f.Key()] })
	either := kernel.Formula{Op: kernel.Or}
	for _, w := range ways {
		both := kernel.Formula{Op: kernel.And}
		for _, f := range w.own {
			if kept[f.Key()] {
				// The negation of the negation is what a cut can show: it has no equations.
				both.Args = append(both.Args, kernel.Not(kernel.Not(f)))
			}
		}
		either.Args = append(either.Args, both)
	}
	if f := kernel.Normal(either); f.Op != kernel.True {
		facts = append(facts, f)
	}
	return facts
}

// extreme returns the smaller of two bounds, or the greater one if sign is positive; nil if one is missing.
func extreme(a, b *big.Int, sign int) *big.Int {
	switch {
	case a == nil || b == nil:
		return nil
	case a.Cmp(b)*sign >= 0:
		return a
	}
	return b
}

// limits are what facts say of symbols one by one.
type limits struct {
	// by the key of a product of symbols, its least and greatest value; nil if there is none
	ranges map[string][2]*big.Int
	equal  []kernel.Term // that are 0
}

func limitsOf(facts []kernel.Formula) limits {
	l := limits{ranges: map[string][2]*big.Int{}}
	for _, f := range facts {
		switch {
		case f.Op == kernel.Equal:
			l.equal = append(l.equal, f.E)
		case f.Op == kernel.AtMost && len(f.E.Monos) == 1: // whose coefficient is 1 or -1
			m := f.E.Monos[0]
			r := l.of(m)
			if b := new(big.Int).Neg(f.E.Const); m.Coef.Sign() > 0 && (r[1] == nil || b.Cmp(r[1]) < 0) {
				r[1] = b
			}
			if m.Coef.Sign() < 0 && (r[0] == nil || f.E.Const.Cmp(r[0]) > 0) {
				r[0] = f.E.Const
			}
			l.ranges[keyOf(m)] = r
		}
	}
	return l
}

func (l limits) of(m kernel.Mono) [2]*big.Int { return l.ranges[keyOf(m)] }

// bounds returns the least and the greatest value of a symbol: by what it is, or else by its own range.
func (l limits) bounds(v kernel.Term) (lo, hi *big.Int) {
	n, _ := alone(v)
	for _, e := range l.equal {
		for _, m := range e.Monos {
			if len(m.Syms) != 1 || m.Syms[0] != n || m.Coef.CmpAbs(one) != 0 {
				continue
			}
			value := e.Scale(new(big.Int).Neg(m.Coef)).Plus(v)
			lo, hi = value.Const, value.Const
			for _, m := range value.Monos {
				part := l.of(m)
				if m.Coef.Sign() < 0 {
					part[0], part[1] = part[1], part[0]
				}
				lo, hi = sum(lo, m.Coef, part[0]), sum(hi, m.Coef, part[1])
			}
			return lo, hi
		}
	}
	r := l.of(v.Monos[0])
	return r[0], r[1]
}

// enters ends the current goal as an instance of a joint state; done is false if that was not possible.
func (e *elaborator) enters(j *joint, terms map[int]kernel.Term) (done bool, err error) {
	for _, s := range j.shapes {
		if err := e.shape(s); err != nil {
			return false, err
		}
	}
	by := func(s int) kernel.Term {
		if t, ok := terms[s]; ok {
			return t
		}
		return kernel.Symbol(s)
	}
	pairs, ok := e.Match(j.claim)
	if !ok {
		return false, nil
	}
	for _, p := range pairs {
		if replaced(p[0], by).Key() != p[1].Key() {
			return false, nil
		}
	}
	for _, f := range e.Facts(j.claim) {
		if g := e.Replace(f, by); !e.Holds(g) {
			if g.Op == kernel.False {
				return false, nil
			}
			if done, err := e.show(g); !done || err != nil || !e.Holds(g) {
				return false, err
			}
		}
	}
	return true, e.meets(j.claim, terms)
}
