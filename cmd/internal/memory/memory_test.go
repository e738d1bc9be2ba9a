package memory

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// This file tests what a watch does with what its gauge says, and the names of budgets.

var errBudget = errors.New("the budget ran out")

// gauge returns a gauge that says these parts one after the other, then the last one for ever.
func gauge(parts ...float64) Gauge {
	return func() (taken float64) {
		taken = parts[0]
		if len(parts) > 1 {
			parts = parts[1:]
		}
		return taken
	}
}

func TestWatch(t *testing.T) {
	const look = 10 * time.Millisecond
	tests := []struct {
		title string
		parts []float64
		takes time.Duration // how long Release takes
		ended int           // at which look the work ends; 0 if it does not
		calls int64         // of Release until then
	}{
		{"nothing is taken", []float64{0}, 0, 0, 0},
		{"almost all is taken", []float64{0.5, 0.999}, 0, 0, 0},
		{"all is taken", []float64{0.5, 1}, 0, 3, 1},
		{"giving back helps", []float64{0.5, 1, 0.5}, 0, 0, 1},
		{"giving back helps a little", []float64{0.5, 1, 0.97}, 0, 3, 1},
		{"giving back helps for a while", []float64{1, 0.5, 0.5, 0.5, 1}, 0, 6, 2},
		{"giving back takes its time, and helps", []float64{1, 1, 1, 1.01, 1, 0.5}, 5*look - 1, 0, 1},
		{"giving back takes its time, and does not help", []float64{1, 1, 1, 1, 1, 0.95}, 5*look - 1, 6, 1},
		{"giving back takes too long", []float64{1, 1, 1, 1.2}, time.Hour, 4, 1},
		{"much more than all is taken", []float64{0.5, 1.2}, 0, 2, 0},
		{"it cannot be measured", []float64{math.NaN()}, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int64
				w := &Watch{Gauge: gauge(test.parts...), Cause: errBudget, Release: func() {
					calls.Add(1)
					time.Sleep(test.takes)
				}}
				began := time.Now()
				w.Do(t.Context(), func(ctx context.Context) {
					select {
					case <-ctx.Done():
						if err := context.Cause(ctx); err != errBudget {
							t.Errorf("the context ended with %v, want %v", err, errBudget)
						}
						if got := int(time.Since(began) / look); got != test.ended {
							t.Errorf("the work ended at look %d, want %d (0: not)", got, test.ended)
						}
					case <-time.After(time.Minute):
						if test.ended != 0 {
							t.Errorf("the work did not end, want at look %d", test.ended)
						}
					}
					synctest.Wait()
					if got := calls.Load(); got != test.calls {
						t.Errorf("Release was called %d times, want %d", got, test.calls)
					}
				})
				want := test.calls
				if test.ended != 0 {
					want++ // so that what comes next has it
				}
				if got := calls.Load(); got != want {
					t.Errorf("Release was called %d times in the end, want %d", got, want)
				}
			})
		})
	}
}

// TestWithoutBudget: nothing is watched, and work is done once.
func TestWithoutBudget(t *testing.T) {
	w := Budget(0).Watch(errBudget, nil, nil)
	done := 0
	w.Do(t.Context(), func(context.Context) { done++ })
	if done != 1 || w.Gauge != nil {
		t.Errorf("the work was done %d times, want once", done)
	}
}

// TestAlone: of works that go on together nobody knows which takes the memory. Each is done once more, alone.
func TestAlone(t *testing.T) {
	const works = 4
	var total atomic.Int64 // that is taken, in parts of the budget
	w := &Watch{Gauge: func() float64 { return float64(total.Load()) }, Cause: errBudget, Every: time.Millisecond}
	var together, begun sync.WaitGroup
	begun.Add(works)
	var going, alone atomic.Int64
	ended := make([]int, works)
	for i := range works {
		together.Go(func() {
			first := true
			w.Do(t.Context(), func(ctx context.Context) {
				if going.Add(1); first {
					begun.Done()
					begun.Wait()
				} else if alone.Add(1); going.Load() != 1 {
					t.Errorf("work %d is done again beside %d others", i, going.Load()-1)
				}
				defer going.Add(-1)
				if i == 0 { // which takes it all, whether alone or not
					total.Store(1)
					defer total.Store(0)
				}
				if first || i == 0 {
					<-ctx.Done()
				}
				if ctx.Err() != nil {
					ended[i]++
				}
				first = false
			})
		})
	}
	together.Wait()
	if alone.Load() != works {
		t.Errorf("%d works were done again, want %d", alone.Load(), works)
	}
	for i, n := range ended {
		if want := map[bool]int{true: 2, false: 1}[i == 0]; n != want {
			t.Errorf("work %d was ended %d times, want %d", i, n, want)
		}
	}
}

// TestInterrupted: work that somebody else has ended is not done again.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &Watch{Gauge: gauge(2), Cause: errBudget, Every: time.Millisecond}
	var both, begun sync.WaitGroup
	begun.Add(2)
	var done atomic.Int64
	for range 2 {
		both.Go(func() {
			w.Do(ctx, func(ctx context.Context) {
				done.Add(1)
				begun.Done()
				begun.Wait()
				<-ctx.Done()
				cancel()
			})
		})
	}
	both.Wait()
	if done.Load() != 2 {
		t.Errorf("%d works were done, want 2", done.Load())
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		want Budget // -1 for an error
		err  string
	}{
		{"", -1, `found ""`},
		{"2GiB", 2 << 30, ""},
		{"2 GiB", 2 << 30, ""},
		{"2gib", 2 << 30, ""},
		{"800MB", 800_000_000, ""},
		{"1.5GiB", 3 << 29, ""},
		{"64MiB", Least, ""},
		{"100000000", 100_000_000, ""},
		{"none", 0, ""},
		{"0", 0, ""},
		{"1MiB", -1, "found 1MiB, want 64 MiB or more, or none"},
		{"0GiB", -1, "want 64 MiB or more"},
		{"-2GiB", -1, `found "-2GiB", want a size such as 2GiB or 800MB, or none`},
		{"lots", -1, "want a size"},
		{"2 XB", -1, "want a size"},
		{"nan", -1, "want a size"},
		{"9999999999GiB", -1, "want a size"},
		{" ", -1, "want a size"},
	}
	for _, test := range tests {
		got, err := Parse(test.name)
		switch {
		case test.want < 0 && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%q: found %v and the error %v, want one with %q", test.name, got, err, test.err)
		case test.want >= 0 && (err != nil || got != test.want):
			t.Errorf("%q: found %d and the error %v, want %d", test.name, got, err, test.want)
		}
	}
}

// TestLater: a watch is made when it looks first, and once; it does what it became, and nothing if that has no bound.
func TestLater(t *testing.T) {
	made, released := 0, 0
	w := Later(errBudget, func() *Watch {
		made++
		return &Watch{Gauge: gauge(0.5, 1.5), Release: func() { released++ }}
	})
	if made > 0 || w.Cause != errBudget {
		t.Errorf("found %d watches made, and the cause %v", made, w.Cause)
	}
	if first, second := w.Gauge(), w.Gauge(); first != 0.5 || second != 1.5 {
		t.Errorf("found %v and %v taken", first, second)
	}
	if w.Release(); made != 1 || released != 1 {
		t.Errorf("found %d watches made, and %d released", made, released)
	}
	none := Later(errBudget, func() *Watch { return Budget(0).Watch(errBudget, nil, nil) })
	if none.Release(); none.Gauge() != 0 {
		t.Error("found something taken of no bound")
	}
}

// TestProcess: what is measured grows with what the process takes, and giving back takes it down.
func TestProcess(t *testing.T) {
	p := newProcess(func() int64 { return 0 })
	const size = 256 << 20
	before, own := p.resident(), inUse()
	block := make([]byte, size)
	for i := range block {
		block[i] = 1
	}
	with := p.resident()
	runtime.KeepAlive(block)
	if grown := with - before; grown < size*3/4 {
		t.Errorf("a block of %d bytes takes %d", int64(size), grown)
	}
	block = nil
	Budget(1<<40).Watch(errBudget, func() int64 { return 0 }, func() {}).Release()
	if kept := inUse() - own; kept > size/2 {
		t.Errorf("%d bytes of a block of %d are kept when nobody needs it", kept, int64(size))
	}
	if got := p.within(1 << 62); got > 1<<62 || got <= 0 {
		t.Errorf("of %d bytes the process may have %d", int64(1<<62), got)
	}
	if d := Default(); d != 0 && d < Least {
		t.Errorf("the default is %v, want %v or more", d, Least)
	}
}

// TestGarbage: there may be as much garbage as was said while it has room, and never less than as much as is live, or
// than what was said if that is less.
func TestGarbage(t *testing.T) {
	for _, c := range []struct {
		title            string
		live, room, most int64
		want             int64
	}{
		{"nothing is live", 0, 1000, 400, 400},
		{"little is live", 100, 1000, 400, 400},
		{"just enough room", 200, 1000, 400, 400},
		{"less room", 201, 1000, 400, 375},
		{"room for three times as much", 250, 1000, 400, 300},
		{"room for as much", 500, 1000, 400, 100},
		{"no such room", 700, 1000, 400, 100},
		{"more is live than there is room", 5000, 1000, 400, 100},
		{"less than that was said", 5000, 1000, 50, 50},
		{"less was said, and there is room", 10, 1000, 50, 50},
		{"all the room that numbers have", 1, math.MaxInt64, 800, 800},
	} {
		if got := garbage(c.live, c.room, c.most); got != c.want {
			t.Errorf("%s: found %d %% of %d bytes that are live, with room for %d, want %d", c.title, got, c.live,
				c.room, c.want)
		}
	}
}

// TestLargePages: a small budget has no room for large pages, and what is asked for does not stay live.
func TestLargePages(t *testing.T) {
	for room, want := range map[int64]bool{0: true, 4*inLargePages - 1: false, 4 * inLargePages: true} {
		if got := roomy(room); got != want {
			t.Errorf("%d: found %t, want %t", room, got, want)
		}
	}
	done := make(chan bool)
	afterCollection(func() { close(done) })
	for asked := false; !asked; {
		runtime.GC()
		select {
		case <-done:
			asked = true
		case <-time.After(time.Millisecond):
		}
	}
	before := read(live)
	largePages(inLargePages)
	runtime.GC()
	if now := read(live); now > before+inLargePages/2 {
		t.Errorf("found %d bytes live, want about %d", now, before)
	}
}
