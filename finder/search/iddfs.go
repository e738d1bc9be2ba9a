package search

// This file defines iterative deepening.

// IDDFS is depth-first search down to a bound, with bounds that grow by a quarter each, starting with FirstBound. It is
// fair: it visits a state before every state that is deeper than both FirstBound and 5/4 of its depth. There are
// finitely many less deep states, because a state has finitely many successors and depth counts steps. Depth does not
// count branch decisions, of which an endless path may have none.
//
// It visits no state twice: a state beyond the bound waits for the next iteration. So this search needs memory for all
// such states, while the textbook's iterative deepening starts anew with each bound. In return, the bound can grow
// slowly, and few states are visited before a bug unless they are about as deep.
type IDDFS[Y any] struct {
	depth  func(Y) int64
	bound  int64
	within DFS[Y]
	beyond []Y // states beyond the bound, in the order in which they came
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
