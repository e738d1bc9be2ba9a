// Package interrupt ends a process when somebody interrupts it: in order if it can, and soon in any case.
//
// A command that has something to say at its end takes its context from [Context]. Every other command leaves signals
// to the system, which ends the process at once. Results are written under other names and then renamed, so nothing is
// left half-written either way.
package interrupt

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Grace is how long a process may take for an orderly end.
const Grace = 1800 * time.Millisecond

// Ending says how a process ends that does not end in order.
type Ending struct {
	Cause        error // of the context, after an interrupt
	Status, Gone int   // the exit status after an interrupt, and after the end of the outer context
}

// Context returns a context that ends with a cause at the first interrupt (SIGINT, SIGTERM or SIGHUP), or when outer
// ends. From then on the process has the time Grace: whatever it does then, it is ended. A second interrupt ends it at
// once. After stop, signals are left to the system again; but a process that was interrupted before still has no more
// than its time.
func Context(outer context.Context, e Ending) (ctx context.Context, stop func()) {
	return within(outer, e, Grace, func(status int, why string) {
		fmt.Fprintln(os.Stderr, why)
		os.Exit(status)
	})
}

// within is Context with another time, and another way to end the process.
func within(outer context.Context, e Ending, grace time.Duration, end func(status int, why string)) (context.Context,
	func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(outer))
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	// nohup ignores it for the command that it starts, which is to survive its terminal
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	stopped := make(chan struct{})
	go func() {
		status, why := e.Gone, "stopped: it did not end by itself after its output was closed"
		select {
		case <-stopped:
			return
		case <-outer.Done():
		case <-signals:
			status, why = e.Status, "interrupted: it did not end by itself, so what it did last is lost"
		}
		cancel(e.Cause)
		select {
		case <-signals:
			why = "interrupted twice"
		case <-time.After(grace):
		}
		end(status, why)
	}()
	return ctx, sync.OnceFunc(func() {
		signal.Stop(signals)
		cancel(nil)
		close(stopped)
	})
}
