package search

import (
	"container/heap"
	"math"
)

// This file defines a heuristic: it prefers the place that is nearest to code that was not reached, and of several such
// places the one with the oldest state. This is coverage-guided search, as in KLEE (Cadar, Dunbar, Engler, OSDI 2008).

// coverage chooses by distance. The cost of a place is the number of steps to the nearest place from which no state was
// taken while others waited. A cost never shrinks, so an old cost is a lower bound: it is computed again only for the
// place that is about to be chosen.
type coverage[Y any] struct {
	*bySite[Y]
	next    func(site any) []any
	reached map[any]bool
	known   map[any]int // for each place, how many places were reached when its cost was computed
}

// far is the cost of a place from which everything was reached.
const far = math.MaxInt

func newCoverage[Y any](of func(Y) any, next func(site any) []any) *coverage[Y] {
	if next == nil {
		next = func(any) []any { return nil }
	}
	h := &coverage[Y]{next: next, reached: map[any]bool{}, known: map[any]int{}}
	h.bySite = newBySite(of, func(s *site[Y]) { h.reached[s.key] = true })
	return h
}

// best implements heuristic.
func (h *coverage[Y]) best() *entry[Y] {
	for {
		s := h.queue[0]
		if n, ok := h.known[s.key]; s.cost == far || ok && n == len(h.reached) {
			return s.first()
		}
		h.known[s.key] = len(h.reached)
		s.cost = h.distance(s.key)
		heap.Fix(&h.queue, s.index)
	}
}

// distance returns how many steps lead from a place to one that was not reached; far if there is no such place.
func (h *coverage[Y]) distance(from any) int {
	seen, layer := map[any]bool{from: true}, []any{from}
	for n := 0; len(layer) > 0; n++ {
		var behind []any
		for _, at := range layer {
			if !h.reached[at] {
				return n
			}
			for _, to := range h.next(at) {
				if !seen[to] {
					seen[to] = true
					behind = append(behind, to)
				}
			}
		}
		layer = behind
	}
	return far
}
