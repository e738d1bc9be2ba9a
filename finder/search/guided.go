package search

import "container/heap"

// This file defines a heuristic that follows a guide: it prefers the state that the guide ranks first, and of several
// such states the youngest.

// Guided returns an empty frontier that takes states with a low rank first. It is fair: see [Interleaved].
func Guided[Y any](rank func(Y) int64) Frontier[Y] {
	return interleave[Y](&guided[Y]{rank: rank})
}

// guided is a heap of entries. The rank of an entry is its index.
type guided[Y any] struct {
	rank    func(Y) int64
	entries []ranked[Y]
	pushed  int64
}

type ranked[Y any] struct {
	*entry[Y]
	cost, number int64
}

func (h *guided[Y]) push(e *entry[Y]) {
	h.pushed++
	heap.Push(h, ranked[Y]{e, h.rank(e.y), h.pushed})
}

func (h *guided[Y]) best() *entry[Y] { return h.entries[0].entry }

// remove implements heuristic.
func (h *guided[Y]) remove(e *entry[Y]) { heap.Remove(h, e.rank) }

// Len implements heap.Interface.
func (h *guided[Y]) Len() int { return len(h.entries) }

// Less implements heap.Interface.
func (h *guided[Y]) Less(i, j int) bool {
	if a, b := h.entries[i], h.entries[j]; a.cost != b.cost {
		return a.cost < b.cost
	}
	return h.entries[i].number > h.entries[j].number
}

// Swap implements heap.Interface.
func (h *guided[Y]) Swap(i, j int) {
	h.entries[i], h.entries[j] = h.entries[j], h.entries[i]
	h.entries[i].entry.rank, h.entries[j].entry.rank = i, j
}

// Push implements heap.Interface.
func (h *guided[Y]) Push(x any) {
	e := x.(ranked[Y])
	e.entry.rank = len(h.entries)
	h.entries = append(h.entries, e)
}

// Pop implements heap.Interface.
func (h *guided[Y]) Pop() any {
	last := len(h.entries) - 1
	e := h.entries[last]
	h.entries[last] = ranked[Y]{}
	h.entries = h.entries[:last]
	return e
}
