package search

import "math/rand/v2"

// This file defines the random heuristic. It is the same in every run.

// random chooses among all entries with equal probability. The rank of an entry is its index.
type random[Y any] struct {
	rand    *rand.Rand
	entries []*entry[Y]
}

func newRandom[Y any]() *random[Y] { return &random[Y]{rand: rand.New(rand.NewPCG(1, 2))} }

func (h *random[Y]) push(e *entry[Y]) {
	e.rank = len(h.entries)
	h.entries = append(h.entries, e)
}

func (h *random[Y]) best() *entry[Y] { return h.entries[h.rand.IntN(len(h.entries))] }

func (h *random[Y]) remove(e *entry[Y]) {
	last := len(h.entries) - 1
	h.entries[e.rank] = h.entries[last]
	h.entries[e.rank].rank = e.rank
	h.entries[last] = nil
	h.entries = h.entries[:last]
}
