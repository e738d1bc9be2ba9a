package search

import "math/rand/v2"

// This file defines the search that is breadth first, and also follows runs to their end while many states wait.

// Reach is how many times as deep as the oldest state a dive goes. Without this bound a dive would follow an endless loop forever.
const Reach = 4

// Habit is how often a dive decides anew at a place at which it has decided before: once of so many times.
const Habit = 8

// Crowd is how many states wait before a mixed search dives.
const Crowd = 256

// Mixed is breadth-first search until more than Crowd states wait. While more do, one of Ratio choices takes the oldest state. The others dive: they
// take a random state, then one of its successors, then one of the successors of that, until the run ends or
// is too deep. Where a dive comes to a place again, it mostly
// decides as before, so that it stays in a loop for long, or leaves it at once. So the shortest runs of a program with few paths are visited first, and
// of a program with many paths some runs are followed to their end at once. Random dives are as in KLEE (Cadar, Dunbar, Engler, OSDI 2008), and the
// same in every run.
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
	site    func(Y) any
	depth   func(Y) int64
	at      any         // the place of the last state of the dive
	habits  map[any]int // for each place, which successor the dive took last
}

func newMixed[Y any](v View[Y]) *Mixed[Y] {
	return &Mixed[Y]{rand: rand.New(rand.NewPCG(1, 2)), site: v.Site, depth: v.Depth, habits: map[any]int{}}
}

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
	if f.Len() > Crowd {
		if f.choices++; f.choices%Ratio != 0 {
			if i, ok := f.dive(); ok {
				y = f.queue.take(i)
				f.dived, f.from, f.at = true, f.popped+f.Len(), f.site(y)
				f.to = f.from
				return y, true
			}
		}
	}
	if y, ok = f.queue.Pop(); ok {
		f.popped++
	}
	return y, ok
}

// dive returns the index of the state to go on with: a successor of the last one, or a random state if there is none. It reports false if the state is
// too deep.
func (f *Mixed[Y]) dive() (i int, ok bool) {
	deepest := Reach * f.depth(f.queue.at(0))
	if f.from = max(f.from, f.popped); f.from < f.to {
		if i = f.from - f.popped + f.choose(f.to-f.from); f.depth(f.queue.at(i)) <= deepest {
			return i, true
		}
	}
	f.from, f.to, f.at = 0, 0, nil
	clear(f.habits)
	i = f.rand.IntN(f.Len())
	return i, f.depth(f.queue.at(i)) <= deepest
}

// choose returns which of n successors the dive goes on with.
func (f *Mixed[Y]) choose(n int) int {
	if n == 1 {
		return 0
	}
	habit, has := f.habits[f.at]
	if has && habit < n && f.rand.IntN(Habit) != 0 {
		return habit
	}
	i := f.rand.IntN(n)
	f.habits[f.at] = i
	return i
}

// Len implements Frontier.
func (f *Mixed[Y]) Len() int { return f.queue.Len() }
