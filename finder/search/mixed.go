package search

import "math/rand/v2"

// This file defines the search that is breadth first, and also follows runs to their end while many states wait.

// Crowd is how many states wait before a mixed search dives.
const Crowd = 256

// Reach is how many times as deep as the oldest state a dive goes, if that state had had all its turns. Without this
// bound a dive would follow an endless loop forever.
const Reach = 4

// Plain is how many steps a dive goes without a decision, at least. Runs that go round a loop and decide nothing gather
// in the frontier, and most dives would be about them. The bound grows by one step for so many choices.
const Plain = 1024

// Habit is how often a dive decides anew at a place at which it has decided before: once of so many times.
const Habit = 8

// Tries is among how many random states a dive begins at the one with the least work on its path, unless it finds one
// with little work first.
const Tries = 8

// Light is how much work a dive may add to the path on which it began, and how much more work the oldest states may
// take than the dives, in microseconds. If most states have more work on their paths, a dive may add as much as a
// quarter of the states has at most.
const Light = 20_000

// Pass is how many turns of the oldest state are passed over at most before one that is not.
const Pass = 15

// Mixed is breadth-first search until more than Crowd states wait. While more do, every Ratio-th choice is the turn of
// the oldest state. The others dive: they take a random state, then one of its successors, then one of the successors
// of that, until the run ends or is too deep. Where a dive comes to a place again, it mostly
// decides as before, so that it stays in a loop for long, or leaves it at once. So the shortest runs of a program with
// few paths are visited first, and of a program with many paths some runs are followed to their end at once. Random
// dives are as in KLEE (Cadar, Dunbar, Engler, OSDI 2008), and the same in every run.
//
// A state behind conditions that are hard to decide may take as much work as thousands of others. So dives prefer
// states with little work on their path, and end where it becomes much. And if the oldest states took more work than
// the dives, their turn is passed over now and then.
//
// It is fair. A state that is pushed while n others wait is taken with the next Ratio * (Pass + 1) * (n + 1) states at
// the latest: a dive puts the newest state in the place of the one that it takes, so no state ever gets behind another
// that was behind it.
//
// A state that waits alone is taken without a choice.
type Mixed[Y any] struct {
	View[Y]
	queue   BFS[Y]
	rand    *rand.Rand
	choices int
	passed  int   // turns of the oldest state since the last one that was not passed over
	missed  int64 // all turns that were passed over
	// states that were taken as the oldest: the number of the oldest state, if the first one ever pushed has number 0
	popped int
	work   int64 // on the path to the state that was taken last
	spent  struct{ oldest, dives int64 }
	dived  bool // the last choice was one of a dive
	from   int  // the successors on which the dive may go on have these numbers
	to     int
	light  int64       // what a dive may add
	most   int64       // the dive goes on while the work on its path is not more
	at     any         // the place of the last state of the dive
	habits map[any]int // for each place, which successor the dive took last
}

func newMixed[Y any](v View[Y]) *Mixed[Y] {
	return &Mixed[Y]{View: v, rand: rand.New(rand.NewPCG(1, 2)), light: Light, habits: map[any]int{}}
}

// Push implements Frontier.
func (f *Mixed[Y]) Push(ys ...Y) {
	f.queue.Push(ys...)
	account := &f.spent.oldest
	if f.dived {
		f.to += len(ys)
		account = &f.spent.dives
	}
	if len(ys) > 0 {
		*account += max(f.Work(ys[0])-f.work, 0)
		f.work = f.Work(ys[0])
	}
}

// Pop implements Frontier.
func (f *Mixed[Y]) Pop() (y Y, ok bool) {
	f.dived = false
	if f.Len() > Crowd {
		if f.choices++; f.choices%Ratio != 0 || f.pass() {
			if i, ok := f.dive(); ok {
				y = f.queue.take(i)
				f.dived, f.from, f.at, f.work = true, f.popped+f.Len(), f.Site(y), f.Work(y)
				f.to = f.from
				return y, true
			}
		}
	}
	if y, ok = f.queue.Pop(); ok {
		f.popped++
		f.work = f.Work(y)
	}
	return y, ok
}

// pass reports whether the turn of the oldest state is passed over.
func (f *Mixed[Y]) pass() bool {
	if f.passed == Pass || f.spent.oldest <= f.spent.dives+Light {
		f.passed = 0
		return false
	}
	f.passed++
	f.missed++
	return true
}

// dive returns the index of the state to go on with: a successor of the last one, or a random state if there is none.
// It reports false if it finds no state that may be part of a dive.
func (f *Mixed[Y]) dive() (i int, ok bool) {
	deepest := Reach * (f.Depth(f.queue.at(0)) + f.missed/int64(f.Len()))
	if f.from = max(f.from, f.popped); f.from < f.to {
		i = f.from - f.popped + f.choose(f.to-f.from)
		if y := f.queue.at(i); f.lively(y, deepest) && f.Work(y) <= f.most {
			return i, true
		}
	}
	f.from, f.to, f.at = 0, 0, nil
	clear(f.habits)
	for range Tries {
		j := f.rand.IntN(f.Len())
		y := f.queue.at(j)
		work := f.Work(y)
		if !f.lively(y, deepest) || ok && work >= f.most {
			continue
		}
		if i, ok, f.most = j, true, work; work <= f.light {
			f.light = max(f.light-3*f.light/64, Light)
			break
		}
		f.light += f.light / 64 // it settles where one step down comes with three steps up
	}
	f.most += f.light
	return i, ok
}

// lively reports whether a state may be part of a dive: it is not too deep, and its last decision is not too long ago.
func (f *Mixed[Y]) lively(y Y, deepest int64) bool {
	depth := f.Depth(y)
	return depth <= deepest && depth-f.Decided(y) <= int64(max(Plain, f.choices/Plain))
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
