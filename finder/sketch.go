package finder

import (
	"math/big"
	"slices"

	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file guesses in which parts of an object a loop writes or reads, and where these begin and end: at numbers, at
// integers that the loop leaves alone, and at what it counts.

// maxGuessed is how many points a guess has at most.
const maxGuessed = 6

// maxAhead is at how many elements behind an integer the contents of an object may be known before a loop.
const maxAhead = 8

// maxEqual is how many sums a solver is asked about that may be equal.
const maxEqual = 64

// The bounds on guesses that integers in an object are no greater than one in a slot: that each is an index into
// another object, or counts no more than the turns.
const (
	maxLimits  = 12 // of an object
	maxNumbers = 16 // integers in it at which it looks
	maxShown   = 96 // sums about which a solver is asked
)

// sketch is what one turn of a loop shows of the contents of an object.
type sketch[S, Y any] struct {
	*loops[S, Y]
	contents
	as            core.Scalar
	w             *big.Int                 // the size of an integer
	before, after Y                        // a state that came to the loop, and one that comes back,
	head          Y                        // from this state at its head
	free          map[*term.Sym]bool       // the inputs that stand for what the loop changes
	shows         func(*term.Formula) bool // what follows from the path condition
	moving, still []symbolic.Place         // what the loop changes, and what it leaves alone
	end           *term.Linear             // the size of the object; nil if it is not known
	asked         int                      // sums about which a solver was asked
	// the points before the loop, in terms of what stays, nil for one that is not, and the ranges between them
	points []*term.Linear
	same   [][]symbolic.Product
	ranges [][2]*big.Int
}

// imagine begins anew with what is believed of the contents of an object: h is a head at which a turn began, after a
// state that comes back.
func (c *loops[S, Y]) imagine(l *cut, object uint64, h *head[Y], after Y, shows func(*term.Formula) bool) *contents {
	before := h.came
	s := &sketch[S, Y]{loops: c, contents: contents{object: object}, as: core.Scalar(c.machine.Holds(after, object)),
		before: before, after: after, head: h.state, free: h.free, shows: shows}
	s.w = big.NewInt(s.as.Size())
	s.end, _ = c.machine.At(before, symbolic.Place{Object: object})
	for _, p := range c.machine.Integers(before) {
		if slices.Contains(l.places, p) {
			s.moving = append(s.moving, p)
		} else {
			s.still = append(s.still, p)
		}
	}
	s.points, s.ranges = c.machine.Parts(before, object)
	for _, e := range s.points {
		s.same = append(s.same, s.express(e))
	}
	within := coresym.RangeOf(s.as)
	if known := c.machine.Known(after, object); len(known) > 0 {
		within = known[0]
		for _, r := range known {
			within = coresym.Hull(within, r)
		}
	}
	if s.as == core.I8 && len(s.points) == 0 && within[0].Sign() < 0 && within[1].Sign() > 0 {
		// As of characters, it may be all that matters that none is 0.
		s.as, within = core.U8, [2]*big.Int{one, coresym.RangeOf(core.U8)[1]}
	}
	s.draw(within)
	if c.ends && s.as.Size() > 1 {
		s.limits()
	}
	s.wider = make([]int, len(s.claim().Within))
	return &s.contents
}

// draw adds all guesses: within is a range of what is in the object after the turn.
func (s *sketch[S, Y]) draw(within [2]*big.Int) {
	last := len(s.points) - 1
	// the last point may be one that the loop moves
	expressed := last >= 0 && !slices.ContainsFunc(s.same[:last], func(x []symbolic.Product) bool { return x == nil })
	stays := expressed && s.same[last] != nil
	var whole [][]symbolic.Product
	if s.end != nil {
		whole = [][]symbolic.Product{{}, s.express(s.end)}
		all := symbolic.Claim{Object: s.object, Type: uint64(s.as), Points: whole,
			Within: [][2]*big.Int{coresym.RangeOf(s.as)}}
		if !expressed && s.loops.shown(s.before, all, s.shows) {
			s.add(whole, within)
		}
	}
	if s.loops.ends && stays && s.end != nil {
		if d := s.difference(s.points[last], s.end); d != nil && d.Sign() == 0 {
			s.add(s.same, s.ranges...) // all of it is known: no other part says more
		}
	}
	early := s.notes && stays || last < 0
	if early {
		s.behind()
	}
	for _, p := range s.moving {
		times := s.factor(p)
		n, ok := s.machine.At(s.before, p)
		if !ok || times.Sign() == 0 {
			continue
		}
		first := s.judge.machine.Pool().Scale(times, n)
		if !expressed {
			if n := s.written(first); last < 0 && n != nil {
				s.add([][]symbolic.Product{{}, with(p, times, n)}, within)
			}
			s.since(first, with(p, times, new(big.Int)), within)
			continue
		}
		if d := s.difference(s.points[last], first); d != nil {
			// What is written follows what there is, in a part of its own or in the last one.
			if last+1 < maxGuessed && s.same[last] != nil && !coresym.Has(s.ranges[last-1], within) {
				s.add(append(slices.Clone(s.same), with(p, times, d)), append(slices.Clone(s.ranges), within)...)
			}
			s.add(append(slices.Clone(s.same[:last]), with(p, times, d)), s.ranges...)
		}
	}
	if !early {
		s.behind()
	}
	if stays {
		s.add(s.same, s.ranges...)
	}
	if last < 0 {
		s.longest()
	}
	if whole != nil {
		s.add(whole, within)
	}
	s.add(nil)
}

// written returns how far what is known of an object without a summary goes on behind a number, which may be the place
// of an element; nil if it does not. It looks at a few elements.
func (s *sketch[S, Y]) written(first *term.Linear) (more *big.Int) {
	if !first.IsConst() || first.Const.Sign() < 0 {
		return nil
	}
	for k := int64(1); k <= maxAhead; k++ {
		n := new(big.Int).Mul(big.NewInt(k), s.w)
		end := new(big.Int).Add(first.Const, n)
		if !s.loops.shown(s.before, symbolic.Claim{Object: s.object, Type: uint64(s.as),
			Points: [][]symbolic.Product{{}, {{Times: end}}}, Within: [][2]*big.Int{coresym.RangeOf(s.as)}}, s.shows) {
			break
		}
		more = n
	}
	return more
}

// longest puts those of the guesses first that say most before the loop, as far as they are of one part from the start
// of the object to a point that is known there.
func (s *sketch[S, Y]) longest() {
	type guess struct {
		claim symbolic.Claim
		end   *big.Int
	}
	var at []int
	var list []guess
	for i, x := range s.shapes {
		if len(x.Points) != 2 || len(x.Points[0]) > 0 {
			continue
		}
		end := new(big.Int)
		for _, t := range x.Points[1] {
			for _, p := range t.Of {
				if n, ok := s.machine.At(s.before, p); ok && n.IsConst() && end != nil {
					end.Add(end, new(big.Int).Mul(t.Times, n.Const))
				} else {
					end = nil
				}
			}
			if len(t.Of) == 0 && end != nil {
				end.Add(end, t.Times)
			}
		}
		if end != nil {
			at, list = append(at, i), append(list, guess{x, end})
		}
	}
	slices.SortStableFunc(list, func(x, y guess) int { return y.end.Cmp(x.end) })
	for i, x := range list {
		s.shapes[at[i]] = x.claim
	}
}

// behind adds guesses by which a turn leaves a part behind it, up to the integer that it read or wrote last.
func (s *sketch[S, Y]) behind() {
	i := slices.IndexFunc(s.machine.Lasts(s.after), func(x symbolic.Last) bool { return x.Object == s.object })
	if i < 0 {
		return
	}
	x, pool := s.machine.Lasts(s.after)[i], s.judge.machine.Pool()
	x.At = s.plain(x.At)
	for _, p := range s.moving {
		n, ok := s.machine.At(s.before, p)
		m, also := s.machine.At(s.after, p)
		by := s.factor(p)
		all := []*big.Int{by, new(big.Int).Neg(by)}
		if ok && also && by.Sign() != 0 {
			// An element may be several times as far away as the integer says.
			for _, t := range x.At.Terms {
				if y, _ := s.machine.At(s.head, p); t.Sym == y.Symbol() && t.Coef.CmpAbs(by) != 0 {
					all = append(all, t.Coef)
				}
			}
		}
		for _, times := range all {
			for _, e := range []*term.Linear{pool.Add(x.At, pool.Int(s.w)), x.At} {
				if !ok || !also || times.Sign() == 0 {
					continue
				}
				rest := pool.Sub(e, pool.Scale(times, m))
				if s.moves(rest) {
					continue
				}
				if more := s.express(rest); more != nil {
					at := append(with(p, times, new(big.Int)), more...)
					s.between(at, pool.Add(rest, pool.Scale(times, n)), x.Within, e == x.At)
				}
			}
		}
	}
}

// plain returns a sum without remainders that are what is divided, as those are where nothing wraps around.
func (s *sketch[S, Y]) plain(e *term.Linear) *term.Linear {
	pool := s.judge.machine.Pool()
	for _, t := range e.Terms {
		if x := unwrapped(pool, t.Sym); x != nil && s.shows(pool.Eq(x, t.Sym.Term())) {
			e = pool.Add(e, pool.Scale(t.Coef, pool.Sub(x, t.Sym.Term())))
		}
	}
	return e
}

// unwrapped returns what a remainder is where nothing wraps around; nil for another symbol.
func unwrapped(pool *term.Pool, s *term.Sym) *term.Linear {
	if s.Op != term.Rem || !s.Y.IsConst() {
		return nil
	}
	by, half := s.Y.Const, new(big.Int).Rsh(s.Y.Const, 1)
	short := func(n *big.Int) *big.Int { // the number that leaves the same remainder, and is nearest to 0
		if n = new(big.Int).Mod(n, by); n.Cmp(half) > 0 {
			n.Sub(n, by)
		}
		return n
	}
	x := pool.Int(short(s.X.Const))
	for _, u := range s.X.Terms {
		x = pool.Add(x, pool.Scale(short(u.Coef), u.Sym.Term()))
	}
	return x
}

// moves reports whether a sum is about what the loop changes.
func (s *sketch[S, Y]) moves(e *term.Linear) bool {
	return slices.ContainsFunc(e.Terms, func(t term.Term) bool { return s.free[t.Sym] })
}

// between adds guesses of a part with integers in a range, from a sum that stays to a point that the loop moves; back
// says that it is the other way round. First is where this point is before the loop.
func (s *sketch[S, Y]) between(at []symbolic.Product, first *term.Linear, r [2]*big.Int, back bool) {
	last := len(s.points) - 1
	if from := s.express(first); last < 0 && back && from != nil {
		s.add([][]symbolic.Product{at, from}, r)
	} else if last < 0 && !back {
		s.since(first, at, r)
	}
	if slices.ContainsFunc(s.same, func(x []symbolic.Product) bool { return x == nil }) {
		return
	}
	front := func(k int) bool { return k == 0 && back } // what there is goes on towards the front
	for k, e := range s.points {
		if !s.notes && !front(k) || !back && k == last {
			continue
		}
		if d := s.difference(first, e); d == nil || d.Sign() != 0 {
			continue
		}
		joins, in := k-1, k // the part that grows, and the one that shrinks
		if back {
			joins, in = k, k-1
		}
		if joins >= 0 && joins < last && coresym.Has(s.ranges[joins], r) {
			moved := slices.Clone(s.same)
			moved[k] = at
			s.add(moved, s.ranges...)
		}
		if last+1 < maxGuessed && (front(k) || !coresym.Has(r, s.ranges[in])) {
			s.add(slices.Insert(slices.Clone(s.same), in+1, at), slices.Insert(slices.Clone(s.ranges), k, r)...)
		}
	}
}

// claim returns what is believed.
func (s *contents) claim() symbolic.Claim { return s.shapes[0] }

// shown reports whether a claim about y is shown.
func (c *loops[S, Y]) shown(y Y, x symbolic.Claim, shows func(*term.Formula) bool) bool {
	fs, ok := c.machine.Claims(y, x)
	for _, f := range fs {
		ok = ok && (f.Op == term.True || f.Op != term.False && shows(f))
	}
	return ok
}

// since adds guesses of a part that begins at a sum that stays, or before it, if that is a number and what is there
// before the loop is known, and ends at a point that the loop moves.
func (s *sketch[S, Y]) since(first *term.Linear, at []symbolic.Product, r [2]*big.Int) {
	from := s.express(first)
	if from == nil {
		return
	}
	before := symbolic.Claim{Object: s.object, Type: uint64(s.as), Points: [][]symbolic.Product{{}, from},
		Within: [][2]*big.Int{coresym.RangeOf(s.as)}}
	if first.IsConst() && first.Const.Sign() > 0 && s.loops.shown(s.before, before, s.shows) {
		for _, x := range s.machine.Known(s.before, s.object) {
			r = coresym.Hull(r, x)
		}
		from = []symbolic.Product{}
	}
	s.add([][]symbolic.Product{from, at}, r)
}

// add adds a guess.
func (s *sketch[S, Y]) add(points [][]symbolic.Product, within ...[2]*big.Int) {
	s.shapes = append(s.shapes, symbolic.Claim{Object: s.object, Type: uint64(s.as), Points: points, Within: within})
}

// factor returns how many bytes of the object a place counts by; 0 if it is a pointer into another one.
func (s *sketch[S, Y]) factor(p symbolic.Place) *big.Int {
	if to, ok := s.machine.Points(s.before, p); p.Object > 0 || ok {
		if ok && to != s.object {
			return new(big.Int)
		}
		return big.NewInt(1)
	}
	return s.w
}

// with returns the sum of a number and of an integer, so many times.
func with(p symbolic.Place, times, more *big.Int) []symbolic.Product {
	sum := []symbolic.Product{{Times: times, Of: []symbolic.Place{p}}}
	if more.Sign() != 0 {
		sum = append(sum, symbolic.Product{Times: more})
	}
	return sum
}

// difference returns the difference of two sums; nil if it is not known.
func (s *sketch[S, Y]) difference(e, f *term.Linear) *big.Int {
	pool := s.judge.machine.Pool()
	d := pool.Sub(e, f)
	if d.IsConst() {
		return d.Const
	}
	for _, by := range []*big.Int{new(big.Int), new(big.Int).Neg(s.w), s.w} { // a point is often beside another one
		if s.asked++; s.asked <= maxEqual && s.shows(pool.Eq(d, pool.Int(by))) {
			return by
		}
	}
	return nil
}

// express returns a sum in terms of what stays; nil if it finds none.
func (s *sketch[S, Y]) express(e *term.Linear) []symbolic.Product {
	pool := s.judge.machine.Pool()
	if !e.IsConst() && s.end != nil && s.end.IsConst() {
		if d := s.difference(e, s.end); d != nil {
			e = pool.Add(s.end, pool.Int(d))
		}
	}
	if e.IsConst() {
		if e.Const.Sign() == 0 {
			return []symbolic.Product{}
		}
		return []symbolic.Product{{Times: e.Const}}
	}
	for _, p := range append([]symbolic.Place{{Object: s.object}}, s.still...) {
		n, ok := s.machine.At(s.before, p)
		for _, times := range []*big.Int{s.factor(p), big.NewInt(1)} {
			if ok && times.Sign() != 0 && !n.IsConst() {
				if d := s.difference(e, pool.Scale(times, n)); d != nil {
					return with(p, times, d)
				}
			}
		}
	}
	return nil
}

// limits puts guesses with such ends before those that have none.
func (s *sketch[S, Y]) limits() {
	s.asked = 0 // with a bound of its own
	ends := s.limited()
	if len(ends) == 0 {
		return
	}
	var list []symbolic.Claim
	for _, x := range s.shapes {
		for _, end := range ends {
			for k := range x.Within {
				y := x
				for i, sum := range end {
					if sum != nil {
						y.Ends[i] = make([][]symbolic.Product, len(x.Within))
						y.Ends[i][k] = sum
					}
				}
				if s.asked++; len(list) < maxLimits && s.asked <= maxShown && s.loops.shown(s.before, y, s.shows) {
					list = append(list, y)
				}
			}
		}
	}
	s.shapes = append(list, s.shapes...)
}

// limited returns lower and upper ends: those that parts of the object have before the loop, and those of the integer
// that was read or written last. Nil stands for a number.
func (s *sketch[S, Y]) limited() (ends [][2][]symbolic.Product) {
	for _, r := range s.machine.Ends(s.before, s.object) {
		var end [2][]symbolic.Product
		for i, e := range r {
			if !e.IsConst() {
				end[i] = s.express(e)
			}
		}
		if end[0] != nil || end[1] != nil {
			ends = append(ends, end)
		}
	}
	var numbers []*term.Linear
	for _, x := range s.machine.Numbers(s.after, s.object) {
		if len(numbers) < maxNumbers && !slices.ContainsFunc(numbers, x.Equal) {
			numbers = append(numbers, x)
		}
	}
	if len(numbers) == 0 {
		return ends
	}
	pool := s.judge.machine.Pool()
	some := func(is func(*term.Linear) bool) bool { return slices.ContainsFunc(numbers, is) }
	empty := !some(func(x *term.Linear) bool { return !x.IsConst() || x.Const.Sign() != 0 })
	for _, more := range []int64{-1, 0} {
		for _, p := range slices.Concat(s.still, s.moving) {
			// A loop that writes 0 into all of it says more by that, but the next turn may write something else.
			if empty && (s.notes || more == 0 || slices.Contains(s.moving, p)) {
				continue
			}
			n, ok := s.machine.At(s.after, p)
			_, pointer := s.machine.Points(s.after, p)
			if !ok || pointer || p.Object > 0 || slices.Contains(s.still, p) && n.IsConst() {
				continue
			}
			most := pool.Add(n, pool.Int(big.NewInt(more)))
			s.asked++
			if s.asked <= maxShown && !some(func(x *term.Linear) bool { return !s.shows(pool.Le(x, most)) }) {
				ends = append(ends, [2][]symbolic.Product{nil, with(p, one, big.NewInt(more))})
			}
		}
	}
	return append(ends, s.sloped(numbers)...)
}

// sloped returns ends that are multiples of what the loop counts from 0 on, for numbers that may grow by as much in
// each turn as in the first one.
func (s *sketch[S, Y]) sloped(numbers []*term.Linear) (ends [][2][]symbolic.Product) {
	least, most := new(big.Int), new(big.Int)
	for _, x := range numbers {
		lo, hi := x.Bounds()
		if lo == nil || hi == nil {
			return nil
		}
		if lo.Cmp(least) < 0 {
			least = lo
		}
		if hi.Cmp(most) > 0 {
			most = hi
		}
	}
	if all := coresym.RangeOf(s.as); most.Cmp(one) <= 0 && least.Sign() == 0 || most.Cmp(all[1]) >= 0 {
		return nil
	}
	pool := s.judge.machine.Pool()
	for _, p := range s.moving {
		n, ok := s.machine.At(s.before, p)
		from, also := s.machine.At(s.head, p)
		to, too := s.machine.At(s.after, p)
		if _, pointer := s.machine.Points(s.after, p); ok && also && too && !pointer && p.Object == 0 &&
			n.Equal(pool.Int(new(big.Int))) && pool.Sub(to, from).Equal(pool.Int(one)) {
			end := [2][]symbolic.Product{nil, with(p, most, new(big.Int))}
			if least.Sign() < 0 {
				end[0] = with(p, least, new(big.Int))
			}
			ends = append(ends, end)
		}
	}
	return ends
}
