package search

import "container/heap"

// This file defines a heuristic: it prefers the place in the program where the fewest states were visited, and of
// several such places the one with the oldest state. Section 6.4.2 of the thesis suggests such heuristics.

// newVisits returns the heuristic. The cost of a place is how often it was visited.
func newVisits[Y any](of func(Y) any) *bySite[Y] {
	return newBySite(of, func(s *site[Y]) { s.cost++ })
}

// bySite chooses the place with the least cost. The rank of an entry is how many entries were pushed before it.
type bySite[Y any] struct {
	site   func(Y) any
	visit  func(*site[Y]) // called after a visit, but not after that of a state that waited alone
	sites  map[any]*site[Y]
	queue  sites[Y] // the sites that have entries
	pushed int
}

// site is a place in the program, with the entries there.
type site[Y any] struct {
	key    any
	cost   int
	index  int // in the queue
	oldest BFS[*entry[Y]]
}

func newBySite[Y any](of func(Y) any, visit func(*site[Y])) *bySite[Y] {
	return &bySite[Y]{site: of, visit: visit, sites: map[any]*site[Y]{}}
}

func (h *bySite[Y]) push(e *entry[Y]) {
	e.rank = h.pushed
	h.pushed++
	key := h.site(e.y)
	s := h.sites[key]
	if s == nil {
		s = &site[Y]{key: key}
		h.sites[key] = s
	}
	s.oldest.Push(e)
	if s.oldest.Len() == 1 {
		heap.Push(&h.queue, s)
	}
}

func (h *bySite[Y]) best() *entry[Y] { return h.queue[0].first() }

// remove implements heuristic. The entry e is the oldest one of its site, and so is the best entry of all and the
// oldest of all.
func (h *bySite[Y]) remove(e *entry[Y]) {
	s := h.sites[h.site(e.y)]
	if len(h.queue) > 1 || s.oldest.Len() > 1 {
		h.visit(s)
	}
	if s.oldest.Pop(); s.oldest.Len() > 0 {
		heap.Fix(&h.queue, s.index)
	} else {
		heap.Remove(&h.queue, s.index)
	}
}

// first returns the oldest entry of a site that has one.
func (s *site[Y]) first() *entry[Y] { return s.oldest.chunks[0][s.oldest.next] }

// sites is a heap whose first element is the best site.
type sites[Y any] []*site[Y]

// Len implements heap.Interface.
func (q sites[Y]) Len() int { return len(q) }

// Less implements heap.Interface.
func (q sites[Y]) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return q[i].first().rank < q[j].first().rank
}

// Swap implements heap.Interface.
func (q sites[Y]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

// Push implements heap.Interface.
func (q *sites[Y]) Push(x any) {
	s := x.(*site[Y])
	s.index = len(*q)
	*q = append(*q, s)
}

// Pop implements heap.Interface.
func (q *sites[Y]) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return s
}
