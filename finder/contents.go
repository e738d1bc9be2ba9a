package finder

import (
	"errors"
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/finder/invariant"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file guesses what the objects contain that a loop writes: which part of an object is written, in terms of what
// the loop counts, and in which range the integers there lie. A guess that a turn of the loop does not keep becomes
// weaker, and then gives way to the next one.

// errShape says of a loop that it changes more than integers.
var errShape = errors.New("it changes more than integers")

// manyIntegers is how many integers of an object a loop may change before they are not told apart.
const manyIntegers = 8

// maxEqual is how many sums a solver is asked about that may be equal.
const maxEqual = 64

// claim returns what is believed.
func (s *contents) claim() symbolic.Claim { return s.shapes[0] }

// claims returns what is believed of the contents of objects.
func (l *cut) claims() (list []symbolic.Claim) {
	for _, s := range l.contents {
		list = append(list, s.claim())
	}
	return list
}

// summarises reports whether something is believed of the contents of an object.
func (l *cut) summarises(object uint64) bool {
	return slices.ContainsFunc(l.contents, func(s *contents) bool { return s.object == object })
}

// crowded returns the objects of which many places are among some.
func crowded(places []symbolic.Place) (objects []uint64) {
	count := map[uint64]int{}
	for _, p := range places {
		if p.Object > 0 {
			if count[p.Object]++; count[p.Object] == manyIntegers+1 {
				objects = append(objects, p.Object)
			}
		}
	}
	return objects
}

// holds checks what is believed of the contents of an object, as check does for other beliefs.
func (c *loops[S, Y]) holds(s *contents, y Y, shows func(*term.Formula) bool, all bool) error {
	for !c.shown(y, s.claim(), shows) {
		if all || len(s.shapes) == 1 {
			return errShape
		}
		c.changed = true
		c.weaken(s, y, shows)
	}
	return nil
}

// shown reports whether a claim about y is shown.
func (c *loops[S, Y]) shown(y Y, x symbolic.Claim, shows func(*term.Formula) bool) bool {
	fs, ok := c.machine.Claims(y, x)
	for _, f := range fs {
		ok = ok && (f.Op == term.True || f.Op != term.False && shows(f))
	}
	return ok
}

// weaken makes a range of a claim wider that y does not show, or takes the next shape.
func (c *loops[S, Y]) weaken(s *contents, y Y, shows func(*term.Formula) bool) {
	x := s.claim()
	for i := range x.Within {
		wide := x
		wide.Within = slices.Clone(x.Within)
		if wide.Within[i] = coresym.RangeOf(core.Scalar(x.Type)); !c.shown(y, wide, shows) {
			continue
		}
		next := x.Within[i]
		if s.wider[i]++; s.wider[i] <= 3 {
			for _, r := range c.machine.Known(y, s.object) {
				try := wide
				try.Within = slices.Clone(x.Within)
				if try.Within[i] = coresym.Hull(next, r); c.shown(y, try, shows) {
					s.shapes[0] = try
					return
				}
				next = try.Within[i]
			}
		}
		s.shapes[0] = wide
		return
	}
	// Several ranges may be too narrow at once.
	if wide := x; len(x.Within) > 1 && !slices.ContainsFunc(s.wider, func(n int) bool { return n > 8 }) {
		wide.Within = slices.Clone(x.Within)
		for i := range wide.Within {
			s.wider[i] = 9
			wide.Within[i] = coresym.RangeOf(core.Scalar(x.Type))
		}
		if c.shown(y, wide, shows) {
			s.shapes[0] = wide
			return
		}
	}
	s.shapes = s.shapes[1:]
	s.wider = make([]int, len(s.claim().Within))
}

// imagine begins anew with what is believed of the contents of an object: before is a state that came to the loop,
// after one that comes back.
func (c *loops[S, Y]) imagine(l *cut, object uint64, before, after Y, shows func(*term.Formula) bool) *contents {
	as := core.Scalar(c.machine.Holds(after, object))
	w := big.NewInt(as.Size())
	full := coresym.RangeOf(as)
	within := full
	if known := c.machine.Known(after, object); len(known) > 0 {
		within = known[0]
		for _, r := range known {
			within = coresym.Hull(within, r)
		}
	}
	s := &contents{object: object}
	add := func(points [][]symbolic.Product, within ...[2]*big.Int) {
		s.shapes = append(s.shapes, symbolic.Claim{Object: object, Type: uint64(as), Points: points, Within: within})
	}
	size := symbolic.Place{Object: object}
	var moving []symbolic.Place // what the loop changes, and pointers count only into this object
	var still []symbolic.Place
	for _, p := range c.machine.Integers(before) {
		if slices.Contains(l.places, p) {
			moving = append(moving, p)
		} else {
			still = append(still, p)
		}
	}
	factor := func(p symbolic.Place) *big.Int { // what a place counts, in bytes
		if to, ok := c.machine.Points(before, p); p.Object > 0 || ok {
			if ok && to != object {
				return new(big.Int)
			}
			return big.NewInt(1)
		}
		return w
	}
	pool := c.judge.machine.Pool()
	with := func(p symbolic.Place, times, more *big.Int) []symbolic.Product {
		sum := []symbolic.Product{{Times: times, Of: []symbolic.Place{p}}}
		if more.Sign() != 0 {
			sum = append(sum, symbolic.Product{Times: more})
		}
		return sum
	}
	asked := 0
	difference := func(e, f *term.Linear) *big.Int { // nil if it is not known
		d := pool.Sub(e, f)
		if d.IsConst() {
			return d.Const
		}
		for _, by := range []*big.Int{new(big.Int), new(big.Int).Neg(w), w} { // a point is often beside another one
			if asked++; asked <= maxEqual && shows(pool.Eq(d, pool.Int(by))) {
				return by
			}
		}
		return nil
	}
	end, _ := c.machine.At(before, size)
	express := func(e *term.Linear) []symbolic.Product { // in terms of what stays
		if !e.IsConst() && end != nil && end.IsConst() {
			if d := difference(e, end); d != nil {
				e = pool.Add(end, pool.Int(d))
			}
		}
		if e.IsConst() {
			if e.Const.Sign() == 0 {
				return []symbolic.Product{}
			}
			return []symbolic.Product{{Times: e.Const}}
		}
		for _, p := range append([]symbolic.Place{size}, still...) {
			n, ok := c.machine.At(before, p)
			for _, times := range []*big.Int{factor(p), big.NewInt(1)} {
				if ok && times.Sign() != 0 && !n.IsConst() {
					if d := difference(e, pool.Scale(times, n)); d != nil {
						return with(p, times, d)
					}
				}
			}
		}
		return nil
	}
	points, ranges := c.machine.Parts(before, object)
	last := len(points) - 1
	var same [][]symbolic.Product
	expressed := last >= 0 // but for the last one
	for i, e := range points {
		x := express(e)
		expressed = expressed && (x != nil || i == last)
		same = append(same, x)
	}
	var whole *symbolic.Claim
	if end != nil {
		add([][]symbolic.Product{{}, express(end)}, within)
		whole, s.shapes = &s.shapes[0], nil
		all := *whole
		if all.Within = [][2]*big.Int{full}; !expressed && c.shown(before, all, shows) {
			s.shapes = append(s.shapes, *whole)
		}
	}
	for _, p := range moving {
		times := factor(p)
		n, ok := c.machine.At(before, p)
		if !ok || times.Sign() == 0 {
			continue
		}
		first := pool.Scale(times, n)
		if expressed {
			if d := difference(points[last], first); d != nil {
				// What is written follows what there is, in a part of its own or in the last one.
				if last+1 < 6 && same[last] != nil && !coresym.Has(ranges[last-1], within) {
					add(append(slices.Clone(same), with(p, times, d)), append(slices.Clone(ranges), within)...)
				}
				add(append(slices.Clone(same[:last]), with(p, times, d)), ranges...)
			}
			continue
		}
		if from := express(first); from != nil {
			add([][]symbolic.Product{from, with(p, times, new(big.Int))}, within)
		}
	}
	if expressed && same[last] != nil {
		add(same, ranges...)
	}
	if whole != nil {
		s.shapes = append(s.shapes, *whole)
	}
	add(nil)
	s.wider = make([]int, len(s.claim().Within))
	return s
}

// lengths returns sums that compare what integers count in an object, if they count integers of it, with its size.
func (c *loops[S, Y]) lengths(l *cut, y Y) (list []invariant.Sum) {
	for i, size := range l.variables {
		w := big.NewInt(0)
		if size.Object > 0 && size.Type == 0 {
			w.SetInt64(core.Scalar(c.machine.Holds(y, size.Object)).Size())
		}
		for v, p := range l.variables {
			if _, pointer := c.machine.Points(y, p); w.Int64() > 1 && p.Object == 0 && !pointer {
				list = append(list, invariant.Sum{{Times: w, Of: []int{v}}, {Times: big.NewInt(-1), Of: []int{i}}})
			}
		}
	}
	return list
}

// claimed returns a claim as certificates have it.
func claimed(landmark int, x symbolic.Claim) certs.Summary {
	s := certs.Summary{Landmark: uint64(landmark), Object: x.Object, Type: x.Type}
	for _, terms := range x.Points {
		s.Points = append(s.Points, products(terms))
	}
	for _, r := range x.Within {
		s.Within = append(s.Within, certs.Range{Lo: r[0], Hi: r[1]})
	}
	return s
}

// products returns a sum as certificates have it.
func products(terms []symbolic.Product) (list []certs.Product) {
	for _, t := range terms {
		p := certs.Product{Times: t.Times}
		for _, x := range t.Of {
			p.Of = append(p.Of, placed(x))
		}
		list = append(list, p)
	}
	return list
}

// placed returns a place as certificates have it.
func placed(p symbolic.Place) certs.Place {
	return certs.Place{Object: p.Object, At: p.At, Type: p.Type}
}

// constant returns a sum with a number.
func constant(sum []certs.Product, n *big.Int) []certs.Product {
	if n.Sign() == 0 {
		return sum
	}
	return append(sum, certs.Product{Times: n})
}
