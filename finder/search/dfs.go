package search

// This file defines the searches that go deep first: without a bound, which is not fair, and with one that grows.

// DFS is a last-in first-out frontier. It is not fair: an endless path is all that it follows. The zero value is empty and ready
// for use.
type DFS[Y any] struct{ stack []Y }

// Push implements Frontier. The first of ys is taken first.
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
	y, f.stack[last] = f.stack[last], taken
	f.stack = f.stack[:last]
	return y, true
}

// Len implements Frontier.
func (f *DFS[Y]) Len() int { return len(f.stack) }

// IDDFS is depth-first search down to a bound, iterated with bounds that double. Nothing is visited twice: what lies beyond the bound
// waits, so unlike the search of that name in textbooks it needs room for all of it. It is fair: a state is visited before any that
// lies beyond twice its depth (or beyond the first bound), of which there are finitely many before it.
type IDDFS[Y any] struct {
	depth func(Y) int64
	bound int64
	DFS[Y]
	later []Y // beyond the bound, in the order in which they came
}

// firstBound is the bound of the first iteration, in steps.
const firstBound = 8

// Push implements Frontier.
func (f *IDDFS[Y]) Push(ys ...Y) {
	for i := len(ys) - 1; i >= 0; i-- {
		if f.depth(ys[i]) <= f.bound {
			f.DFS.Push(ys[i])
		}
	}
	for _, y := range ys {
		if f.depth(y) > f.bound {
			f.later = append(f.later, y)
		}
	}
}

// Pop implements Frontier.
func (f *IDDFS[Y]) Pop() (y Y, ok bool) {
	for f.DFS.Len() == 0 && len(f.later) > 0 {
		later := f.later
		f.bound, f.later = 2*f.bound, nil
		f.Push(later...)
	}
	return f.DFS.Pop()
}

// Len implements Frontier.
func (f *IDDFS[Y]) Len() int { return f.DFS.Len() + len(f.later) }
