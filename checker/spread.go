package checker

import (
	"math"
	"math/big"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what is in each place that a copy or a fill may reach whose length or places depend on inputs, if
// that is an integer.
//
// It loses no behaviour. Let n be the length, p the first place, q the first place of the source of a copy, and w the
// width of a unit. A unit at the place o is copied if p <= o < p + n, because w divides o, p and n: it is copied whole,
// or not at all. Then it is the one at q - p + o, as it was before the copy; and if not, it stays. For every input for
// which the instruction has no fault, o is one of the places, and q - p + o is within its bounds, so all that IfElse
// and Select choose from has a value. What was there has no pointer in it that could be lost. An integer is chosen
// whole, with its type, or it is made of numbers that fit their types, so that later loads find what they would find
// after a copy at one place.

// maxMoves is the greatest number of cases in all choices of a copy together.
const maxMoves = 16384

// spread returns the units that a copy or a fill of n bytes in some areas may reach, with what they hold afterwards. It
// reports whether they are few, and all hold integers.
func (p *follower) spread(in *core.Instr, only way, n *term.Linear, areas []value) ([]cell, bool) {
	return few(p, func(known *term.Ranges, most int) ([]cell, bool) {
		return p.spreadOf(in, only, n, areas, known, most)
	})
}

// spreadOf is spread with what is known of terms, and for at most so many units.
func (p *follower) spreadOf(in *core.Instr, only way, n *term.Linear, areas []value, known *term.Ranges,
	largest int) (list []cell, ok bool) {
	to, _, _ := areas[0].Object()
	from, _, _ := areas[len(areas)-1].Object()
	start, source := p.number(areas[0]), p.number(areas[len(areas)-1])
	end, size := most(p.sizeOf(to), known), most(p.sizeOf(from), known)
	if end == nil || size == nil {
		return nil, false
	}
	end, size = smaller(end, maxObject), smaller(size, maxObject)
	lengths, there := placesOf(known, p.pool.Int(smaller(end, size)), n, 0, true),
		placesOf(known, p.sizeOf(to), start, 1, true)
	if lengths.count() == 0 || there.count() == 0 {
		return nil, false
	}
	as := p.unit(to)
	if in.Op == core.Copy {
		as = p.unit(from, to)
	}
	w := as.Size()
	for _, e := range []*term.Linear{n, start, source} {
		if !multiple(e, w) {
			return nil, false
		}
	}
	behind := min(there.last+lengths.last, end.Int64())
	if (behind-w-there.first)/w >= int64(largest) {
		return nil, false
	}
	values := 0
	for at := there.first; at+w <= behind; at += w {
		before, ok := p.kept(to, at, as)
		if !ok || !p.meter.Charge(wordsPerCell) || !p.meter.Make(wordsPerCell) {
			return nil, false
		}
		var after *term.Linear
		if in.Op == core.Fill {
			after = p.filled(only.args[1], as)
		} else {
			e := p.pool.Add(p.pool.Sub(source, start), p.int(at))
			if after, ok = p.moved(known, &values, from, size.Int64()-w, e, as, before); !ok {
				return nil, false
			}
		}
		// Even a number that does not depend on inputs is kept: the concrete machine copies nothing.
		x := p.pool.IfElse(p.pool.Le(p.int(at+1), p.pool.Add(start, n)), after, before)
		x = p.pool.IfElse(p.pool.Le(start, p.int(at)), x, before)
		list = append(list, cell{in: int64(to), at: at, width: w, as: as, value: value{Value: core.MakeInt(0), n: x}})
	}
	return list, true
}

// smaller returns the smaller one of two numbers.
func smaller(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

// filled returns the integer of type t of which every byte is b.
func (p *follower) filled(b value, t core.Scalar) *term.Linear {
	all := p.int(0)
	for k := range t.Size() {
		all = p.pool.Add(all, p.pool.Scale(p.power(8*k).Const, p.number(b)))
	}
	return p.number(p.decode(t, all))
}

// moved returns the unit at the offset e of an object, in which the last one is given; or another number where e is
// outside. It counts the values of e.
func (p *follower) moved(known *term.Ranges, values *int, from int, last int64, e *term.Linear, as core.Scalar,
	outside *term.Linear) (n *term.Linear, ok bool) {
	lo, hi := boundsOf(e, known)
	if lo == nil || hi == nil {
		return nil, false
	}
	step := new(big.Int)
	for _, t := range e.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	if e.IsConst() {
		step = one
	}
	first := new(big.Int).Sub(e.Const, lo)
	first.Mod(first, step)
	var cases []term.Case
	for at := first.Add(first, lo); at.Cmp(hi) <= 0; at = new(big.Int).Add(at, step) {
		v := outside
		if at.Sign() >= 0 && at.Cmp(big.NewInt(last)) <= 0 {
			if v, ok = p.kept(from, at.Int64(), as); !ok {
				return nil, false
			}
		}
		if e.IsConst() {
			return v, true
		}
		if *values++; *values > maxMoves || !p.meter.Charge(wordsPerCell) || !p.meter.Make(wordsPerCell) {
			return nil, false
		}
		cases = append(cases, term.Case{At: at, Value: v})
	}
	if len(cases) == 0 {
		return nil, false
	}
	return p.pool.Select(e, cases), true
}

// unit returns the type of the units in which objects are copied: that of the first integer in them that depends on
// inputs, or of a byte.
func (p *follower) unit(ids ...int) core.Scalar {
	for _, id := range ids {
		found := core.NoScalar
		_, list := p.cut(p.cells, int64(id), 0, math.MaxInt64)
		for _, c := range list {
			if found == core.NoScalar && c.varies() {
				found = c.as
			}
		}
		if found != core.NoScalar {
			return found
		}
	}
	return core.U8
}

// multiple reports whether w divides e, whatever the values of its symbols are.
func multiple(e *term.Linear, w int64) bool {
	divided := func(n *big.Int) bool { return new(big.Int).Mod(n, big.NewInt(w)).Sign() == 0 }
	return divided(e.Const) && !slices.ContainsFunc(e.Terms, func(t term.Term) bool { return !divided(t.Coef) })
}

// spreading returns the way from a copy or a fill after which units have what cells say. The concrete machine copies
// nothing on it.
func (p *follower) spreading(in *core.Instr, only way, areas []value, units []cell) way {
	w := way{cond: only.cond, cells: units}
	for _, x := range areas {
		id, _, _ := x.Object()
		w.args = append(w.args, value{Value: core.MakePointer(id, zero)})
	}
	if in.Op == core.Fill {
		w.args = append(w.args, only.args[1])
	}
	w.args = append(w.args, value{Value: core.MakeInt(0)})
	return w
}

// ranges returns the ways from a copy or a fill: one after which all places that it may reach have their values; or
// else one for each length and each place that it may have, and one for length 0. It reports whether these are many;
// then there are no ways.
func (p *follower) ranges(in *core.Instr, only way) (ways []way, many bool) {
	n := p.number(only.args[2])
	areas := only.args[:1] // the places of the bytes that it accesses
	if in.Op == core.Copy {
		areas = only.args[:2]
	}
	if !p.goes() || n.IsConst() && !slices.ContainsFunc(areas, func(x value) bool { return x.n != nil }) {
		return []way{only}, false
	}
	if cells, ok := p.spread(in, only, n, areas); ok {
		return []way{p.spreading(in, only, areas, cells)}, false
	}
	ways, ok := few(p, func(known *term.Ranges, _ int) ([]way, bool) { return p.rangesOf(in, only, n, areas, known) })
	return ways, !ok
}
