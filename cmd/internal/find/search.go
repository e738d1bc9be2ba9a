package find

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/finder"
)

// This file defines the search of files, several at a time.

// start starts the search of the files. It returns at once, with a channel for the result of each file.
func (s *search) start(ctx context.Context) []chan *fileResult {
	ctx, full := context.WithCancelCause(ctx)
	results := make([]chan *fileResult, len(s.files))
	for i := range results {
		results[i] = make(chan *fileResult, 1)
	}
	atOnce := min(s.options.Jobs, len(s.files))
	var next atomic.Int64
	var searching sync.WaitGroup
	for range atOnce {
		searching.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(s.files) {
					return
				}
				var r *fileResult
				s.options.Watch.Do(ctx, func(ctx context.Context) {
					r = s.file(ctx, s.files[i], max(1, s.options.Jobs/atOnce))
				})
				if r.late == finder.OutOfMemory { // there is no memory for another file
					full(finder.OutOfMemory)
				}
				s.compare(r)
				results[i] <- r
			}
		})
	}
	go func() {
		searching.Wait()
		full(nil)
	}()
	return results
}

// file looks for bugs in a file, with the given number of goroutines. The time counts from the first byte that is read.
// When the context ends, the work on the file is given up if it does not end by itself: then the result is what was
// known.
func (s *search) file(ctx context.Context, file checkcmd.File, workers int) *fileResult {
	if s.options.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, s.options.Timeout, finder.OutOfTime)
		defer cancel()
	}
	w := &work{search: s, file: file, workers: workers, result: newFileResult(file.Name, &s.options)}
	w.seen.at = exploring{File: file.Name}
	r := w.result
	r.threads = workers
	if ctx.Err() != nil || !s.done(ctx, w) {
		r = w.giveUp(ctx)
	}
	at := w.seen.at
	at.left(ctx)
	at.ended(r.result)
	s.show.end(at)
	return r
}

// How long work may go on after its context has ended.
const (
	patience = time.Second
	least    = 100 * time.Millisecond // even if memory is short
	brim     = 9. / 8                 // the part of the memory budget at which no more work may go on
)

// done does the work until it is done or has to be given up, and reports whether it is done.
func (s *search) done(ctx context.Context, w *work) bool {
	done := make(chan any, 1) // what the work panics with
	go func() {
		defer close(done)
		if s.found != nil { // an editor goes on with other files
			defer func() { done <- recover() }()
		}
		w.do(ctx)
	}()
	finished := func(panicked any) bool {
		if panicked != nil {
			panic(panicked)
		}
		return true
	}
	select {
	case e := <-done:
		return finished(e)
	case <-ctx.Done():
	}
	for ended := time.Now(); time.Since(ended) < patience && (time.Since(ended) < least || !s.full(ctx)); {
		select {
		case e := <-done:
			return finished(e)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if context.Cause(ctx) == finder.OutOfMemory {
		s.options.Watch.Leave()
	}
	return false
}

// full reports whether work that ended for want of memory takes more and more.
func (s *search) full(ctx context.Context) bool {
	return context.Cause(ctx) == finder.OutOfMemory && s.options.Watch.Gauge() > brim
}
