package finder

import (
	"context"
	"sync"
)

// This file defines tries that several threads make abreast, with the outcome of making one after the other.
//
// A try depends on nothing that another one changes. So it does not matter when it is made, only whose result counts:
// that of the first good one in the order of the tries, and those of all before it.

// A try looks for something. It calls near where it is likely to find it: until it ends, no later try is made then.
type try[T any] func(ctx context.Context, near func()) T

// abreast makes tries until one is good. It returns the results of that one and of those before it, in their order. It
// calls ends where one is over whose result may count.
func abreast[T any](ctx context.Context, threads int, good func(T) bool, ends func(try int, good bool),
	list ...try[T]) (results []T) {
	if threads < 2 || len(list) < 2 {
		for i, make := range list {
			r := make(ctx, func() {})
			results = append(results, r)
			is := good(r)
			if ends(i, is); is {
				break
			}
		}
		return results
	}
	r := &race[T]{good: good, ends: ends, tries: make([]running[T], len(list)), end: len(list)}
	r.some = sync.NewCond(&r.mu)
	for i, make := range list {
		r.tries[i].make = make
	}
	var others sync.WaitGroup
	for range min(threads, len(list)) - 1 {
		others.Go(func() { r.work(ctx) })
	}
	r.work(ctx)
	others.Wait()
	if r.broken != nil {
		panic(r.broken)
	}
	for i := range r.end {
		results = append(results, r.tries[i].result)
	}
	return results
}

// race is what is known of tries while they are made.
type race[T any] struct {
	good   func(T) bool
	ends   func(try int, good bool)
	mu     sync.Mutex
	some   *sync.Cond // somebody may have something else to do
	tries  []running[T]
	end    int // the tries from here on are not needed
	broken any // what a try panicked with
}

// running is a try in a race.
type running[T any] struct {
	make   try[T]
	cancel context.CancelFunc // while somebody makes it; nil otherwise
	vain   bool               // whether it was told to stop, so that its result does not count
	near   bool
	done   bool
	result T
}

// work makes tries, the first ones first, until all that are needed are made.
func (r *race[T]) work(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		i, over := r.next()
		switch {
		case over:
			return
		case i < 0:
			r.some.Wait()
		default:
			r.do(ctx, i)
		}
	}
}

// next returns the try to be made next; -1 if there is none now. Over says that all that are needed are made.
func (r *race[T]) next() (i int, over bool) {
	over = true
	for i := range r.end {
		t := &r.tries[i]
		if !t.done && t.cancel == nil {
			return i, false
		}
		if over = over && t.done; t.near && !t.done {
			return -1, false
		}
	}
	return -1, over
}

// do makes a try. The race is locked before and afterwards.
func (r *race[T]) do(ctx context.Context, i int) {
	t := &r.tries[i]
	ctx, t.cancel = context.WithCancel(ctx)
	t.vain, t.near = false, false
	r.mu.Unlock()
	result, broken := r.attempt(ctx, i)
	r.mu.Lock()
	t.cancel()
	t.cancel = nil
	switch {
	case broken != nil:
		if r.broken == nil {
			r.broken = broken
		}
		r.end = 0
		r.stop(0)
	case !t.vain:
		t.done, t.result = true, result
		good := r.good(result)
		if r.ends(i, good); good {
			r.end = min(r.end, i+1)
			r.stop(i + 1)
		}
	}
	r.some.Broadcast()
}

// attempt makes a try, and returns what it panicked with if it did.
func (r *race[T]) attempt(ctx context.Context, i int) (result T, broken any) {
	defer func() { broken = recover() }()
	return r.tries[i].make(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.tries[i].near = true
		r.stop(i + 1)
	}), nil
}

// stop ends the tries from a number on. What they return does not count.
func (r *race[T]) stop(first int) {
	for i := first; i < len(r.tries); i++ {
		if t := &r.tries[i]; t.cancel != nil {
			t.vain = true
			t.cancel()
		}
	}
}
