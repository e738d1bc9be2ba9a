package search

// This file defines depth-first search.

// DFS is a last-in first-out frontier. It is not fair: once on an endless path, it follows nothing else. The zero value
// is empty and ready for use.
type DFS[Y any] struct{ stack []Y }

// Push implements Frontier. Pop takes the first of ys first.
func (f *DFS[Y]) Push(ys ...Y) {
	for i := len(ys) - 1; i >= 0; i-- {
		f.stack = append(f.stack, ys[i])
	}
}

// Pop implements Frontier.
func (f *DFS[Y]) Pop() (y Y, ok bool) {
	if len(f.stack) == 0 {
		return y, false
	}
	var taken Y
	last := len(f.stack) - 1
	y, f.stack[last] = f.stack[last], taken // free what the state holds
	f.stack = f.stack[:last]
	return y, true
}

// Len implements Frontier.
func (f *DFS[Y]) Len() int { return len(f.stack) }
