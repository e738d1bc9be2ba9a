package harness

import "vouch/semantics/c"

// This file defines how many parts an object of a type has: types may double from one to the next, so that nobody can
// write all parts down.

// MostParts is how many parts of objects harnesses and tests look at.
const MostParts = 1 << 14

// Parts returns how many parts without parts of their own objects of a type have, at most MostParts + 1. Of an array,
// UsualElements count.
func Parts(t *c.Type) int {
	known := map[*c.Record]int{}
	var parts func(*c.Type) int
	parts = func(t *c.Type) int {
		n := 1
		for t.Class == c.Array {
			n, t = min(n*int(max(min(t.Len, UsualElements), 1)), MostParts+1), t.Elem
		}
		if t.Record == nil {
			return n
		}
		if _, ok := known[t.Record]; !ok {
			sum := 1
			for _, m := range t.Record.Fields {
				sum = min(sum+parts(m.Type), MostParts+1)
			}
			known[t.Record] = sum
		}
		return min(n*known[t.Record], MostParts+1)
	}
	return parts(t)
}
