package search

import "slices"

// This file defines breadth-first search, under which every reachable state is visited in the end: theorem 17 of the thesis.

// BFS is a first-in first-out frontier. The zero value is empty and ready for use.
type BFS[Y any] struct {
	queue []Y
	next  int // index of the first state that has not been taken
}

// Push implements Frontier.
func (f *BFS[Y]) Push(ys ...Y) { f.queue = append(f.queue, ys...) }

// Pop implements Frontier.
func (f *BFS[Y]) Pop() (y Y, ok bool) {
	if f.Len() == 0 {
		return y, false
	}
	var taken Y
	y, f.queue[f.next] = f.queue[f.next], taken // let go of what the state holds
	f.next++
	if f.next > len(f.queue)/2 { // give back the room in front, at a cost that is constant per state
		f.queue = slices.Delete(f.queue, 0, f.next)
		f.next = 0
	}
	return y, true
}

// Len implements Frontier.
func (f *BFS[Y]) Len() int { return len(f.queue) - f.next }
