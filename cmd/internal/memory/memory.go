// Package memory bounds the memory of a process: a Watch ends the work that goes on when a budget runs out.
//
// The memory of Go and of C libraries counts alike, since what is measured is what the operating system has given. Work may go beyond the
// budget by what it takes between two looks, a hundredth of a second apart, and until it heeds the end of its context.
package memory

import (
	"context"
	"sync"
	"time"
)

// This file defines the watch.

// Gauge returns how much of a budget is taken: 1 is all of it. A nil Gauge is of a budget without an end.
type Gauge func() float64

// When a watch acts, in parts of the budget. At all of it the process gives back what nobody needs; unless that helps, the work ends.
const (
	enough = 15. / 16 // more than that means that giving back did not help
	urgent = 17. / 16 // more than that is not waited for
)

// Watch watches a gauge while work goes on. The zero value watches nothing.
type Watch struct {
	Gauge   Gauge
	Release func()        // returns unused memory to the system; nil if there is nothing to return
	Cause   error         // with which contexts end
	Every   time.Duration // how often to look; 0 stands for a hundredth of a second

	turn    sync.RWMutex // of work: held for writing by work that is to be alone
	mu      sync.Mutex
	running map[*run]bool
	stop    chan struct{} // ends the look-out; nil if there is none
}

// Later returns a watch with a cause that becomes another one when it looks first.
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

// run is work that goes on.
type run struct {
	cancel  context.CancelCauseFunc
	ended   bool // by the watch
	crowded bool // other work went on when it was ended
}

// Do does work with a context that ends with w.Cause when the budget runs out. If other work went on beside it then, nobody knows whose
// memory it was: so the work is done once more, alone.
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

// once does work, and reports whether to do it again.
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
	if ended && w.Release != nil { // so that what comes next has it
		w.Release()
	}
	return crowded
}

// look reads the gauge until it is stopped.
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
		case <-released: // and it was too much before
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

// end ends all work that goes on.
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
