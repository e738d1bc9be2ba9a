package search

import "container/heap"

// This file defines the heuristic that prefers statements that were visited less often than others; of states at the same statement
// the older one comes first.

type visits[Y any] struct {
	at    func(Y) any
	sites map[any]*site[Y]
	queue sites[Y] // those with states
}

// site is a statement with the states that are about to run it.
type site[Y any] struct {
	visits int
	number int // in the order of their first states; decides between sites with as many visits
	states BFS[*entry[Y]]
}

func newVisits[Y any](at func(Y) any) *visits[Y] {
	return &visits[Y]{at: at, sites: map[any]*site[Y]{}}
}

func (h *visits[Y]) push(e *entry[Y]) {
	key := h.at(e.y)
	s := h.sites[key]
	if s == nil {
		s = &site[Y]{number: len(h.sites)}
		h.sites[key] = s
	}
	s.states.Push(e)
	if s.states.Len() == 1 {
		heap.Push(&h.queue, s)
	}
}

func (h *visits[Y]) pop() *entry[Y] {
	s := h.queue[0]
	e, _ := s.states.Pop()
	s.visits++ // of one that was taken by age too: it was visited then
	if s.states.Len() == 0 {
		heap.Pop(&h.queue)
	} else {
		heap.Fix(&h.queue, 0)
	}
	return e
}

// sites is a heap: the site with the fewest visits is first.
type sites[Y any] []*site[Y]

// Len implements heap.Interface.
func (q sites[Y]) Len() int { return len(q) }

// Less implements heap.Interface.
func (q sites[Y]) Less(i, j int) bool {
	if q[i].visits != q[j].visits {
		return q[i].visits < q[j].visits
	}
	return q[i].number < q[j].number
}

// Swap implements heap.Interface.
func (q sites[Y]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
}

// Push implements heap.Interface.
func (q *sites[Y]) Push(x any) {
	s := x.(*site[Y])
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
