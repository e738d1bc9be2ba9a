package report

import (
	"fmt"
	"math/big"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file says in words what an invariant claims of the contents of objects.

// content is a claim about the integers between two neighbouring points of a summary.
type content struct {
	certs.Summary
	part int
}

// contentsOf returns what an invariant claims of contents. A summary without points says nothing.
func contentsOf(in checker.Invariant) (list []content) {
	for _, s := range in.Summaries {
		for part := range partsOf(s) {
			list = append(list, content{s, part})
		}
	}
	return list
}

// partsOf returns how many parts a summary has, each with a range.
func partsOf(s certs.Summary) int {
	if len(s.Within) == 0 { // the ends of ranges stand between the points
		return len(s.Points) / 3
	}
	return len(s.Within)
}

// text says what a claim says: which bytes of which object, and in which range the integers there lie.
func (c content) text(n *placeNames) string {
	as := core.Scalar(min(c.Type, uint64(core.I64)))
	first, step := c.part, 1
	if len(c.Within) == 0 {
		first, step = 3*c.part, 3
	}
	from, to := c.point(first, n), c.point(first+step, n)
	object := n.objectOf(int(min(c.Object, core.MaxObjects)), true)
	what := "byte"
	if as.Size() > 1 {
		what = fmt.Sprintf("integer of %d bytes", as.Size())
	}
	what = fmt.Sprintf("every %s of %s with %s <= offset < %s", what, object, from, to)
	if step > 1 {
		return fmt.Sprintf("%s is from %s to %s", what, c.point(first+1, n), c.point(first+2, n))
	}
	r := c.Within[c.part]
	lo, hi := rangeOf(as)
	switch {
	case r.Lo == nil || r.Hi == nil || r.Lo.Cmp(lo) <= 0 && r.Hi.Cmp(hi) >= 0:
		return what + " has a value"
	case r.Lo.Cmp(r.Hi) == 0:
		return fmt.Sprintf("%s is %s", what, term.FormatInt(r.Lo))
	}
	return fmt.Sprintf("%s is from %s to %s", what, term.FormatInt(r.Lo), term.FormatInt(r.Hi))
}

// point returns the text of a point, or of an end that stands among them.
func (c content) point(i int, n *placeNames) string {
	at := clause(certs.Atom{Terms: c.Points[i]})
	if at.long() {
		return tooLong
	}
	parts, constant := at.parts()
	return summer{n.Of}.sum(parts, constant)
}

// rangeOf returns the least and the greatest integer of a type.
func rangeOf(as core.Scalar) (lo, hi *big.Int) {
	lo, hi = new(big.Int), new(big.Int).Lsh(unit, uint(8*as.Size()))
	if as.Signed() {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	return lo, hi.Sub(hi, unit)
}
