package search

import "math/rand/v2"

// This file defines the search that is breadth first, and also follows runs to their end while many states wait.

// Crowd is how many states wait before a mixed search dives.
const Crowd = 256

// Mixed is breadth-first search until more than Crowd states wait. While more do, one of Ratio choices takes the oldest state. The others dive: they
// take a random state, then one of its successors, then one of the successors of that, until a run ends. So the shortest runs of a program with few
// paths are visited first, and of a program with many paths some runs are followed to their end at once. Random dives are as in KLEE (Cadar, Dunbar,
// Engler, OSDI 2008), and the same in every run.
//
// It is fair. A state that is pushed while n others wait is taken with the next Ratio * (n + 1) states at the latest: a dive puts the newest state in
// the place of the one that it takes, so no state ever gets behind another that was behind it.
//
// A state that waits alone is taken without a choice.
type Mixed[Y any] struct {
	queue   BFS[Y]
	rand    *rand.Rand
	choices int
	popped  int  // states that were taken as the oldest: the number of the oldest state, if the first one ever pushed has number 0
	dived   bool // the last choice was one of a dive
	from    int  // the successors on which the dive may go on have these numbers
	to      int
}

func newMixed[Y any]() *Mixed[Y] { return &Mixed[Y]{rand: rand.New(rand.NewPCG(1, 2))} }

// Push implements Frontier.
func (f *Mixed[Y]) Push(ys ...Y) {
	f.queue.Push(ys...)
	if f.dived {
		f.to += len(ys)
	}
}

// Pop implements Frontier.
func (f *Mixed[Y]) Pop() (y Y, ok bool) {
	f.dived = false
	if n := f.Len(); n > Crowd {
		if f.choices++; f.choices%Ratio != 0 {
			if f.from = max(f.from, f.popped); f.from >= f.to {
				f.from, f.to = f.popped, f.popped+n
			}
			i := f.from - f.popped + f.rand.IntN(f.to-f.from)
			f.dived, f.from, f.to = true, f.popped+n-1, f.popped+n-1
			return f.queue.take(i), true
		}
	}
	if y, ok = f.queue.Pop(); ok {
		f.popped++
	}
	return y, ok
}

// Len implements Frontier.
func (f *Mixed[Y]) Len() int { return f.queue.Len() }
