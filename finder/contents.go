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

// maxAnew is how often the contents of an object at a loop are guessed anew.
const maxAnew = 4

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
func (c *loops[S, Y]) holds(l *cut, s *contents, h *head[Y], y Y, shows func(*term.Formula) bool, all bool) error {
	for !c.shown(y, s.claim(), shows) {
		if all || len(s.shapes) == 1 {
			return errShape
		}
		c.changed = true
		sums := s.claim().Sums()
		if c.weaken(s, y, shows) || h == nil || !sums && s.anew == maxAnew {
			continue
		}
		// What was believed of the loop when this was guessed may have been too much. The turn began with what is
		// believed no more, so it says nothing of the next guess.
		if l.guessed++; sums {
			return nil
		}
		s.anew++
		shapes := c.imagine(l, s.object, h, y, shows).shapes
		shapes = slices.DeleteFunc(shapes, func(x symbolic.Claim) bool {
			return slices.ContainsFunc(s.tried, func(t symbolic.Claim) bool { return sameParts(t, x) })
		})
		s.shapes, s.wider = shapes, make([]int, len(shapes[0].Within))
		return nil
	}
	return nil
}

// weaken makes a range of a claim wider that y does not show, or takes the next shape. It reports whether it does the
// former.
func (c *loops[S, Y]) weaken(s *contents, y Y, shows func(*term.Formula) bool) bool {
	x := s.claim()
	for i := range x.Within {
		wide := x
		wide.Within = slices.Clone(x.Within)
		if wide.Within[i] = coresym.RangeOf(core.Scalar(x.Type)); !c.shown(y, wide, shows) {
			continue
		}
		next := x.Within[i]
		if s.wider[i]++; s.wider[i] <= 3 {
			for _, r := range c.met(y, s.object) {
				try := wide
				try.Within = slices.Clone(x.Within)
				if try.Within[i] = coresym.Hull(next, r); c.shown(y, try, shows) {
					s.shapes[0] = try
					return true
				}
				next = try.Within[i]
			}
		}
		s.shapes[0] = wide
		return true
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
			return true
		}
	}
	s.tried, s.shapes = append(s.tried, x), s.shapes[1:]
	s.wider = make([]int, len(s.claim().Within))
	return false
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

// sameParts reports whether two claims are about the same parts.
func sameParts(x, y symbolic.Claim) bool {
	sum := func(a, b []symbolic.Product) bool {
		return (a == nil) == (b == nil) && slices.EqualFunc(a, b, func(m, n symbolic.Product) bool {
			return m.Times.Cmp(n.Times) == 0 && slices.Equal(m.Of, n.Of)
		})
	}
	return slices.EqualFunc(x.Points, y.Points, sum) && slices.EqualFunc(x.Ends[0], y.Ends[0], sum) &&
		slices.EqualFunc(x.Ends[1], y.Ends[1], sum)
}

// met returns ranges of integers that are in an object: first of the one that was read or written last, then those that
// are known.
func (c *loops[S, Y]) met(y Y, object uint64) (list [][2]*big.Int) {
	for _, x := range c.machine.Lasts(y) {
		if x.Object == object {
			list = append(list, x.Within)
		}
	}
	return append(list, c.machine.Known(y, object)...)
}

// afresh forgets what is believed of the contents of objects at loops of which no turn came to its end in the last
// round: that was guessed when less was known, and each turn may be at fault for it. It reports whether there is any.
func (c *loops[S, Y]) afresh() (some bool) {
	for _, l := range c.known {
		if !l.turned && len(l.contents) > 0 {
			l.contents, some = nil, true
		}
	}
	return some
}

// noted returns the objects with summaries of which a state says more of the integer that was read or written last.
func (c *loops[S, Y]) noted(y Y) (objects []uint64) {
	if !c.notes {
		return nil
	}
	for _, x := range c.machine.Lasts(y) {
		if c.ends && slices.ContainsFunc(c.machine.Ends(y, x.Object), func(r [2]*term.Linear) bool {
			return !r[0].IsConst() || !r[1].IsConst()
		}) {
			continue // they say more than numbers
		}
		if _, ranges := c.machine.Parts(y, x.Object); !slices.ContainsFunc(ranges, func(r [2]*big.Int) bool {
			return coresym.Has(x.Within, r)
		}) {
			objects = append(objects, x.Object)
		}
	}
	return objects
}

// claimed returns a claim as certificates have it.
func claimed(landmark int, x symbolic.Claim) certs.Summary {
	s := certs.Summary{Landmark: uint64(landmark), Object: x.Object, Type: x.Type}
	sums := x.Sums()
	for k, terms := range x.Points {
		if s.Points = append(s.Points, products(terms)); k == len(x.Within) {
			break
		}
		r := x.Within[k]
		for end := 0; end < 2 && sums; end++ {
			sum := constant(nil, r[end])
			if k < len(x.Ends[end]) && x.Ends[end][k] != nil {
				sum = products(x.Ends[end][k])
			}
			s.Points = append(s.Points, sum)
		}
		if !sums {
			s.Within = append(s.Within, certs.Range{Lo: r[0], Hi: r[1]})
		}
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
