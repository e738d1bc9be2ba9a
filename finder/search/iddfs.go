package search

// This file defines iterative deepening.

// IDDFS is depth-first search down to a bound, iterated with bounds that grow by a quarter from FirstBound on. It is fair: a state
// is visited before any that is deeper than FirstBound and 5/4 of its depth. What is not as deep is finite, because a state
// has finitely many successors and bounds are in steps; of branch decisions an endless path may have none.
//
// Nothing is visited twice: what lies beyond the bound waits for the next iteration. So this search needs room for all of it, unlike
// the one of that name in textbooks, which starts anew with each bound. In return a bound need not grow much, and little is visited
// before a bug that is not near it.
type IDDFS[Y any] struct {
	depth  func(Y) int64
	bound  int64
	within DFS[Y]
	beyond []Y // in the order in which they came
}

// FirstBound is the bound of the first iteration, in steps.
const FirstBound = 16

// Push implements Frontier.
func (f *IDDFS[Y]) Push(ys ...Y) {
	for i := len(ys) - 1; i >= 0; i-- {
		if f.depth(ys[i]) <= f.bound {
			f.within.Push(ys[i])
		}
	}
	for _, y := range ys {
		if f.depth(y) > f.bound {
			f.beyond = append(f.beyond, y)
		}
	}
}

// Pop implements Frontier.
func (f *IDDFS[Y]) Pop() (y Y, ok bool) {
	for f.within.Len() == 0 && len(f.beyond) > 0 {
		waiting := f.beyond
		f.bound, f.beyond = f.bound+f.bound/4, nil
		f.Push(waiting...)
	}
	return f.within.Pop()
}

// Len implements Frontier.
func (f *IDDFS[Y]) Len() int { return f.within.Len() + len(f.beyond) }
