package finder

import (
	"context"
	"sync"
)

// This file defines tries that are made at the pace of a search: in turn with it, and so that they take no more than a
// part of what it takes. Work is counted and not measured, so what becomes of them, and when, is the same in every run.
//
// A try says now and then what it has taken. If that is more than is allowed, it waits until the search has gone on.
// With several threads the search does not wait for tries that may go on; it waits where it matters to it whether they
// are over by now. Only the first of the tries that are not over counts for that, with all before it, as if one thread
// made them.

// inducted is what became of a try to find invariants: a proof, or what it could not prove, if anybody is to know.
type inducted struct {
	proved   *Result
	obstacle *Obstacle
}

// apace are tries that go at the pace of a search. It is nil where nothing is to be tried.
type apace struct {
	mu      sync.Mutex
	some    *sync.Cond
	end     context.CancelFunc
	took    []int64 // what each try took, in microseconds
	done    []bool
	needed  int   // the tries from here on are not needed
	first   int   // the first one that is not done
	before  int64 // what those before it took
	all     int64 // what all took
	allowed int64 // what they may take,
	free    int   // and so many need not ask
	over    bool
	results []inducted
	broken  any // what one of them panicked with

	little int  // how many of the tries take little
	told   bool // whether somebody asked what came of them
}

// newApace returns so many tries, which may take nothing yet.
func newApace(tries int) *apace {
	a := &apace{took: make([]int64, tries), done: make([]bool, tries), needed: tries}
	a.some = sync.NewCond(&a.mu)
	return a
}

// start makes the tries.
func (a *apace) start(ctx context.Context, make func(ctx context.Context) []inducted) {
	ctx, a.end = context.WithCancel(ctx)
	wake := context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.some.Broadcast()
	})
	go func() {
		var results []inducted
		defer func() {
			wake()
			a.end()
			broken := recover()
			a.mu.Lock()
			defer a.mu.Unlock()
			a.results, a.broken, a.over = results, broken, true
			a.some.Broadcast()
		}()
		results = make(ctx)
	}()
}

// pays returns what a try has to call with all that it has taken so far, in microseconds; it may begin anew. The call
// returns when the try may go on, or is to end.
func (a *apace) pays(ctx context.Context, try int) func(micros int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all -= a.took[try]
	a.took[try] = 0
	return func(micros int64) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.all += micros - a.took[try]
		a.took[try] = micros
		a.some.Broadcast()
		for ctx.Err() == nil && a.waits(try) {
			a.some.Wait()
		}
	}
}

// waits reports whether a try is to wait.
func (a *apace) waits(try int) bool {
	if try == a.first {
		return try >= a.free && a.beyond()
	}
	return try >= a.free && a.all > a.allowed
}

// beyond reports whether the first try has taken more than is allowed, with those before it.
func (a *apace) beyond() bool { return a.before+a.took[a.first] > a.allowed }

// ends says that a try is done, and whether it was good, so that no later one is needed.
func (a *apace) ends(try int, good bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done[try] = true; good {
		a.needed = min(a.needed, try+1)
	}
	for ; a.first < a.needed && a.done[a.first]; a.first++ {
		a.before += a.took[a.first]
	}
	a.some.Broadcast()
}

// allow lets the tries take so many microseconds in all, and says of how many of the first ones it does not matter what
// they take. It returns when they are over, or have taken that. They are not over where one thread would not have ended
// them by now.
func (a *apace) allow(micros int64, free int) (over bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.allowed, a.free = max(a.allowed, micros), max(a.free, free)
	a.some.Broadcast()
	for !a.over && (a.first >= a.needed || a.first < a.free || !a.beyond()) {
		a.some.Wait()
	}
	if a.broken != nil {
		panic(a.broken)
	}
	return a.over && (a.needed <= a.free || a.before <= a.allowed)
}

// stop ends the tries, and waits for that.
func (a *apace) stop() {
	if a == nil {
		return
	}
	a.end()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.over {
		a.some.Wait()
	}
}
