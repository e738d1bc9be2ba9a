package search

import "math/rand/v2"

// This file defines the random heuristic. It is the same in every run.

type random[Y any] struct {
	rand    *rand.Rand
	entries []*entry[Y]
}

func newRandom[Y any]() *random[Y] { return &random[Y]{rand: rand.New(rand.NewPCG(1, 2))} }

func (h *random[Y]) push(e *entry[Y]) { h.entries = append(h.entries, e) }

func (h *random[Y]) pop() *entry[Y] {
	i, last := h.rand.IntN(len(h.entries)), len(h.entries)-1
	e := h.entries[i]
	h.entries[i], h.entries[last] = h.entries[last], nil
	h.entries = h.entries[:last]
	return e
}
