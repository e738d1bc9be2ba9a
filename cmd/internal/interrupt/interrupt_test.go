package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// This file tests which events end a process, and with which status.

var errCause = errors.New("the cause")

// TestContext: the time is over at once where the process does not end, and an hour where something else has to end it.
func TestContext(t *testing.T) {
	interrupt := func() { syscall.Kill(os.Getpid(), syscall.SIGTERM) }
	for _, c := range []struct {
		title  string
		grace  time.Duration
		events int // interrupts
		gone   bool
		status int // -1 if the process goes on
	}{
		{"no interrupt", 0, 0, false, -1},
		{"an interrupt, and no end", time.Millisecond, 1, false, 3},
		{"two interrupts", time.Hour, 2, false, 3},
		{"nobody reads", time.Millisecond, 0, true, 141},
		{"nobody reads, and an interrupt", time.Hour, 1, true, 141},
		{"an interrupt within the time", time.Hour, 1, false, -1},
	} {
		t.Run(c.title, func(t *testing.T) {
			outer, gone := context.WithCancel(t.Context())
			defer gone()
			ended := make(chan int, 1)
			ctx, stop := within(outer, Ending{errCause, 3, 141}, c.grace, func(status int, _ string) {
				ended <- status
			})
			defer stop()
			if c.gone {
				gone()
				<-ctx.Done()
			}
			for i := range c.events {
				interrupt()
				if i == 0 {
					<-ctx.Done()
				}
			}
			if c.events == 0 && !c.gone {
				if ctx.Err() != nil {
					t.Error("found the context ended, want not")
				}
				return
			}
			if cause := context.Cause(ctx); cause != errCause {
				t.Errorf("found the cause %v, want %v", cause, errCause)
			}
			if c.status < 0 {
				select {
				case status := <-ended:
					t.Errorf("found the process ended with %d, want it to go on", status)
				case <-time.After(10 * time.Millisecond):
				}
				return
			}
			if status := <-ended; status != c.status {
				t.Errorf("found the status %d, want %d", status, c.status)
			}
		})
	}
}

// TestHangup: the loss of the terminal interrupts a process, unless it was started to survive that, as by nohup.
func TestHangup(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // the test itself may have been started by nohup
	hangup := func() { syscall.Kill(os.Getpid(), syscall.SIGHUP) }
	never := func(int, string) { t.Error("found an end of the process, want it to go on") }
	ctx, stop := within(t.Context(), Ending{errCause, 3, 141}, time.Hour, never)
	hangup()
	<-ctx.Done()
	stop()
	if cause := context.Cause(ctx); cause != errCause {
		t.Errorf("found the cause %v, want %v", cause, errCause)
	}

	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	ctx, stop = within(t.Context(), Ending{errCause, 3, 141}, time.Hour, never)
	defer stop()
	hangup()
	if ctx.Err() != nil || !signal.Ignored(syscall.SIGHUP) {
		t.Error("found an interrupt, want the signal to stay ignored")
	}
}
