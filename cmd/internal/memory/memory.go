// Package memory bounds the memory of a process: a Watch ends the running work when a budget is used up.
//
// It counts the memory of Go and of C libraries alike, because it measures what the operating system has given to the
// process. Work may exceed the budget by what it takes between two measurements, a hundredth of a second apart, and
// until it notices that its context has ended.
package memory

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// This file defines the watch.

// Gauge returns which part of a budget is taken; 1 is all of it. A nil Gauge is for a budget without a bound.
type Gauge func() float64

// When a watch acts, in parts of the budget. When all of it is used, the process gives back what nobody needs; if that
// does not help, the work ends.
const (
	enough = 15. / 16 // above this, giving back has not helped
	urgent = 17. / 16 // above this, the watch does not wait for the giving back
)

// Watch watches a gauge while work goes on. The zero value watches nothing.
type Watch struct {
	Gauge   Gauge
	Release func()        // gives unused memory back to the system; nil if there is nothing to give back
	Cause   error         // the cause with which contexts end
	Every   time.Duration // how often to measure; 0 means every hundredth of a second

	turn    sync.RWMutex // held by work; work that has to be alone holds it for writing
	mu      sync.Mutex
	running map[*run]bool
	stop    chan struct{} // ends the measurements; nil if there are none
	left    atomic.Bool   // whether work goes on that nobody waits for
}

// Leave says that nobody waits any longer for work that the watch has ended. Its memory is not given back, so nothing
// tries to.
func (w *Watch) Leave() { w.left.Store(true) }

// Later returns a watch with a cause that is replaced when the watch first measures.
func Later(cause error, watch func() *Watch) *Watch {
	other := sync.OnceValue(watch)
	return &Watch{
		Cause: cause,
		Gauge: func() float64 {
			if w := other(); w.Gauge != nil {
				return w.Gauge()
			}
			return 0
		},
		Release: func() {
			if w := other(); w.Release != nil {
				w.Release()
			}
		},
	}
}

// run is running work.
type run struct {
	cancel  context.CancelCauseFunc
	ended   bool // whether the watch ended it
	crowded bool // whether other work was running when it was ended
}

// Do does work with a context that ends with w.Cause when the budget is used up. If other work was running at that
// time, nobody knows whose memory it was, so Do does the work once more, alone.
func (w *Watch) Do(ctx context.Context, work func(ctx context.Context)) {
	if w.Gauge == nil {
		work(ctx)
		return
	}
	w.turn.RLock()
	again := w.once(ctx, work)
	w.turn.RUnlock()
	if again && ctx.Err() == nil {
		w.turn.Lock()
		w.once(ctx, work)
		w.turn.Unlock()
	}
}

// once does work, and reports whether it must be done again.
func (w *Watch) once(ctx context.Context, work func(ctx context.Context)) (again bool) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{cancel: cancel}
	w.mu.Lock()
	if w.running == nil {
		w.running = map[*run]bool{}
	}
	if w.running[r] = true; w.stop == nil {
		w.stop = make(chan struct{})
		go w.look(w.stop)
	}
	w.mu.Unlock()
	work(ctx)
	w.mu.Lock()
	delete(w.running, r)
	ended, crowded := r.ended, r.crowded
	if len(w.running) == 0 {
		close(w.stop)
		w.stop = nil
	}
	w.mu.Unlock()
	if ended && w.Release != nil && !w.left.Load() { // so that the next work has that memory
		w.Release()
	}
	return crowded
}

// look measures until it is stopped.
func (w *Watch) look(stop <-chan struct{}) {
	every := w.Every
	if every == 0 {
		every = 10 * time.Millisecond
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	var released chan struct{} // closed when Release has returned; nil if it was not called
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		taken := w.Gauge()
		select {
		case <-released: // it was too much already at the last measurement
			if released = nil; taken >= enough {
				w.end()
			}
			continue
		default:
		}
		switch {
		case taken >= urgent, taken >= 1 && w.Release == nil:
			w.end()
		case taken >= 1 && released == nil:
			done := make(chan struct{})
			released = done
			go func() {
				defer close(done)
				w.Release()
			}()
		}
	}
}

// end ends all running work.
func (w *Watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for r := range w.running {
		if !r.ended {
			r.ended, r.crowded = true, len(w.running) > 1
			r.cancel(w.Cause)
		}
	}
}
