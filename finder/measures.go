package finder

import (
	"cmp"
	"errors"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/bounds"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what a search that looks back keeps of integers in memory that it forgets: bounds of some sums of
// them. Such a sum is what a fault is about that only the forgotten integers made possible. At a landmark, the bounds
// are the least and the greatest value that the states have which came there. So they are invariants, which the
// certificate says and proves like those of loops.

// The bounds on what is kept.
const (
	maxMeasures = 256 // sums
	maxElements = 64  // of an array
	maxMeasured = 64  // terms of a sum
	maxWidened  = 32  // how often the bounds at a landmark become wider before those that do are dropped
	maxRefined  = 6   // how often a search begins again to keep more
)

// same reports whether two measures are the same sum.
func (m measure) same(k measure) bool {
	return slices.EqualFunc(m, k, func(s, t measured) bool { return s.place == t.place && s.times.Cmp(t.times) == 0 })
}

// measuresOf returns the sums of forgotten integers that formulas are about, and sums like them in the same arrays: of
// single elements, and of the first ones.
func (o *origins) measuresOf(fs []*term.Formula) (all []measure) {
	add := func(m measure) {
		if !slices.ContainsFunc(all, m.same) {
			all = append(all, m)
		}
	}
	for _, f := range fs {
		if f.E == nil {
			continue
		}
		var m measure
		for _, t := range f.E.Terms {
			if p, ok := o.places[t.Sym.Name]; ok && t.Sym.Op == term.Input {
				m = append(m, measured{t.Coef, p})
			}
		}
		slices.SortFunc(m, func(s, t measured) int { return s.place.Compare(t.place) })
		if len(m) < 2 || len(m) > maxMeasured {
			continue
		}
		if m[0].times.Sign() < 0 {
			for i := range m {
				m[i].times = new(big.Int).Neg(m[i].times)
			}
		}
		add(m)
		for _, k := range o.prefixes(m) {
			add(k)
		}
	}
	for _, name := range term.NewTable(fs).Inputs() {
		if p, ok := o.places[name]; ok {
			for _, q := range o.elements(p) {
				add(measure{{one, q}})
			}
		}
	}
	return all
}

// prefixes returns the sums of the first elements of an array, if m is one of them.
func (o *origins) prefixes(m measure) (all []measure) {
	first, step := m[0].place, int64(m[1].place.At-m[0].place.At)
	for i, t := range m {
		if t.place.Object != first.Object || t.place.Type != first.Type ||
			t.place.At != first.At+uint64(int64(i)*step) || t.times.Cmp(m[0].times) != 0 {
			return nil
		}
	}
	sum := slices.Clone(m[:1])
	for at := int64(first.At) + step; at+step <= o.sizes[first.Object] && len(sum) < maxElements; at += step {
		sum = append(sum, measured{m[0].times, symbolic.Place{Object: first.Object, At: uint64(at), Type: first.Type}})
		all = append(all, slices.Clone(sum))
	}
	return all
}

// elements returns the places of an array that has p: as far apart as those where integers were forgotten.
func (o *origins) elements(p symbolic.Place) (all []symbolic.Place) {
	step := int64(0)
	for _, q := range o.places {
		if q.Object == p.Object && q.Type == p.Type && q.At != p.At {
			d := int64(q.At) - int64(p.At)
			for step, d = max(d, -d), step; d != 0; { // the greatest common divisor
				step, d = d, step%d
			}
		}
	}
	if step == 0 || o.sizes[p.Object]/step > maxElements {
		return []symbolic.Place{p}
	}
	for at := int64(p.At) % step; at < o.sizes[p.Object]; at += step {
		all = append(all, symbolic.Place{Object: p.Object, At: uint64(at), Type: p.Type})
	}
	return all
}

// refine returns measures with more of them, the shorter ones first; nil if there are no more, or too many.
func refine(some, more []measure) []measure {
	more = slices.DeleteFunc(more, func(m measure) bool { return slices.ContainsFunc(some, m.same) })
	if len(more) == 0 || len(some)+len(more) > maxMeasures {
		return nil
	}
	all := slices.Concat(some, more)
	slices.SortStableFunc(all, func(m, k measure) int { return cmp.Compare(len(m), len(k)) })
	return all
}

// total returns the sum in a state; ok is false if some place has no integer.
func (m measure) total(p *term.Pool, at func(symbolic.Place) (*term.Linear, bool)) (sum *term.Linear, ok bool) {
	var rest, product big.Int // what constants are in sum
	for _, t := range m {
		n, ok := at(t.place)
		switch {
		case !ok:
			return nil, false
		case n.IsConst():
			rest.Add(&rest, product.Mul(t.times, n.Const))
		case sum == nil:
			sum = p.Scale(t.times, n)
		default:
			sum = p.Add(sum, p.Scale(t.times, n))
		}
	}
	if sum == nil {
		return p.Int(&rest), true
	}
	return p.Add(sum, p.Int(&rest)), true
}

// hullOf returns the bounds of the measures in a state, from what is known of it.
func (l *landmarks[Y]) hullOf(y Y, known *bounds.Known) hull {
	if len(l.measures) == 0 {
		return nil
	}
	h := make(hull, len(l.measures))
	for i, m := range l.measures {
		l.work += int64(len(m))
		if sum, ok := m.total(l.pool, l.at(y)); ok {
			h[i][0], h[i][1] = known.Between(sum)
		}
	}
	return h
}

// at returns the function that says which integer is in a place of a state.
func (l *landmarks[Y]) at(y Y) func(symbolic.Place) (*term.Linear, bool) {
	v := l.machine.(symbolic.Varier[Y])
	return func(p symbolic.Place) (*term.Linear, bool) { return v.At(y, p) }
}

// within reports whether the bounds of h are within those of k.
func (h hull) within(k hull) bool {
	for i := range k {
		if lo := k[i][0]; lo != nil && (h[i][0] == nil || h[i][0].Cmp(lo) < 0) {
			return false
		}
		if hi := k[i][1]; hi != nil && (h[i][1] == nil || h[i][1].Cmp(hi) > 0) {
			return false
		}
	}
	return true
}

// join returns the closest bounds that both have. If drop is set, bounds that would have to become wider than those of
// k are dropped.
func (h hull) join(k hull, drop bool) hull {
	all := make(hull, len(h))
	for i := range h {
		for side, sign := range []int{1, -1} {
			a, b := h[i][side], k[i][side]
			switch {
			case a == nil || b == nil:
			case b.Cmp(a)*sign >= 0:
				all[i][side] = a
			case !drop:
				all[i][side] = b
			}
		}
	}
	return all
}

// errKept says that a landmark has no certificate of the bounds that were kept there.
var errKept = errors.New("nothing proves what is kept of integers that are forgotten")

// telling returns what a hull says of a state beyond the conjuncts of path: the hull without what follows from these
// and from what is said before, and path and what is known with the rest. Ok is false if a place has no integer there.
func (l *landmarks[Y]) telling(h hull, y Y, path *symbolic.PathCondition, known *bounds.Known) (tells hull,
	under *symbolic.PathCondition, more *bounds.Known, ok bool) {
	tells, under, more = make(hull, len(h)), path, known
	for i, bound := range h {
		if bound == [2]*big.Int{} {
			continue
		}
		sum, ok := l.measures[i].total(l.pool, l.at(y))
		if !ok {
			return nil, path, known, false
		}
		low, high := more.Between(sum)
		if least := bound[0]; least != nil && (low == nil || low.Cmp(least) < 0) {
			tells[i][0] = least
		}
		if most := bound[1]; most != nil && (high == nil || high.Cmp(most) > 0) {
			tells[i][1] = most
		}
		for _, c := range l.within(sum, tells[i]) {
			under = under.And(c)
			more, _ = more.Assume(c)
		}
	}
	return tells, under, more, true
}

// claims returns what a hull says of a state; ok is false if a place of it has no integer there.
func (l *landmarks[Y]) claims(h hull, y Y) (list []*term.Formula, ok bool) {
	for i, bound := range h {
		if bound == [2]*big.Int{} {
			continue
		}
		sum, ok := l.measures[i].total(l.pool, l.at(y))
		if !ok {
			return nil, false
		}
		list = append(list, l.within(sum, bound)...)
	}
	return list, true
}

// within returns the conditions that a sum is within bounds.
func (l *landmarks[Y]) within(sum *term.Linear, bound [2]*big.Int) (list []*term.Formula) {
	if least := bound[0]; least != nil {
		list = append(list, l.pool.Le(l.pool.Int(least), sum))
	}
	if most := bound[1]; most != nil {
		list = append(list, l.pool.Le(sum, l.pool.Int(most)))
	}
	return list
}

// atoms returns what a hull says as certificates have it, in the order of claims.
func (l *landmarks[Y]) atoms(h hull) (list []certs.Atom) {
	for i, m := range l.measures {
		if i >= len(h) {
			break
		}
		for side, sign := range []int64{-1, 1} {
			bound := h[i][side]
			if bound == nil {
				continue
			}
			sign, atom := big.NewInt(sign), certs.Atom{}
			for _, t := range m {
				atom.Terms = append(atom.Terms, certs.Product{Times: new(big.Int).Mul(sign, t.times),
					Of: []certs.Place{placed(t.place)}})
			}
			atom.Terms = constant(atom.Terms, new(big.Int).Mul(new(big.Int).Neg(sign), bound))
			list = append(list, atom)
		}
	}
	return list
}
