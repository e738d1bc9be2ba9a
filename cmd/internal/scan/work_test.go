package scan

import (
	"context"
	"testing"
	"time"
)

// TestWork: the work on a function is counted, the same each time, and ends the rounds where it is too much.
func TestWork(t *testing.T) {
	const (
		hard = "int f(unsigned long a, unsigned long b) { unsigned long x = a * b; int n = 0; for (int i = 0; i < 200; i++) { x = x * x + b; if (x % 1000003 == a % 7919) n ^= i; } return n; }"
		list = "struct n { struct n *next; int *at; }; int f(struct n *p, unsigned long i) { int s = 0; for (; p; p = p->next) if (p->at) s ^= p->at[i]; return s; }"
		same = "int f(int *x, int n) { int s = 0; for (int i = 0; x && i < 9; i++) if (n & 1 << i) s ^= x[i]; return s; }"
	)
	for _, row := range []struct {
		title       string
		text        string
		most        time.Duration // that is allowed; 0 means no limit
		least, done time.Duration // what is counted, at least and at most
		why         string
	}{
		{"little", "int f(int x) { return x == 3; }", time.Second, roundWork, 2 * roundWork, ""},
		{"many ways to one place that ask for one object", same, time.Second, roundWork, 8 * roundWork, ""},
		{"hard conditions", hard, 200 * time.Millisecond, 200 * time.Millisecond, 600 * time.Millisecond,
			errWork.Error()},
		{"several rounds", list, 4 * roundWork, 4 * roundWork, 8 * roundWork, errWork.Error()},
	} {
		var before time.Duration
		for range 2 {
			f, o := alone(t, row.text)
			w := newWork(row.most)
			o.work = w
			x := f.sized(t.Context(), "scan_f.c", start(f.entry, nil), o)
			if w.done < row.least || w.done > row.done || x.why() != row.why {
				t.Errorf("%s: found the work %v and %q, want %v to %v and %q", row.title, w.done, x.why(), row.least,
					row.done, row.why)
			}
			if before != 0 && before != w.done {
				t.Errorf("%s: found the work %v and then %v", row.title, before, w.done)
			}
			before = w.done
		}
	}
}

// TestTired: what solvers cost that say what becomes of faults has a limit of its own.
func TestTired(t *testing.T) {
	w := newWork(2 * time.Millisecond)
	w.add(time.Hour)
	w.judges(1999)
	if w.tired() || !w.over(0) {
		t.Errorf("found %t and %t, want that it is not too much to judge on, but to search on", w.tired(), w.over(0))
	}
	if w.judges(1); !w.tired() {
		t.Error("found that it is not too much to judge on, want that it is")
	}
	none := newWork(0)
	none.add(time.Hour)
	if none.judges(1 << 40); none.tired() || none.over(time.Hour) {
		t.Error("found a limit, want none")
	}
}

// TestElapsed: what the machine does for others takes nothing of the time for a function, and other functions that are
// looked at have their own. The time ends all the same.
func TestElapsed(t *testing.T) {
	const s = time.Second
	for _, x := range []struct {
		title             string
		clock, processors time.Duration
		jobs              int
		want              time.Duration
	}{
		{"nothing else to do", s, s, 1, s},
		{"a collector of garbage beside it", s, 2 * s, 1, s},
		{"half of a processor", s, s / 2, 1, s / 2},
		{"two at a time", s, 2 * s, 2, s},
		{"two at a time on one processor", s, s, 2, s / 2},
		{"no processor", s, 0, 1, s / slowest},
		{"a clock that was set back", -s, s, 1, -s},
		{"nobody says how many", s, s, 0, s},
	} {
		if got := elapsed(x.clock, x.processors, x.jobs); got != x.want {
			t.Errorf("%s: found %v, want %v", x.title, got, x.want)
		}
	}
}

// TestWithin: the context of a function ends with its time, and tells its end to searches; it ends with the one around
// it, too.
func TestWithin(t *testing.T) {
	ctx, cancel := within(t.Context(), 1, 1)
	defer cancel()
	<-ctx.Done()
	if context.Cause(ctx) != errSlow {
		t.Errorf("found the cause %v, want %v", context.Cause(ctx), errSlow)
	}
	whole, end := context.WithCancel(t.Context())
	ctx, cancel = within(whole, time.Hour, 1)
	defer cancel()
	if at, ok := ctx.Deadline(); !ok || time.Until(at) > time.Hour || ctx.Err() != nil {
		t.Errorf("found the end %v, want one within an hour", at)
	}
	early, stop := context.WithDeadline(whole, time.Now().Add(time.Minute))
	defer stop()
	inner, done := within(early, time.Hour, 1)
	defer done()
	if at, ok := inner.Deadline(); !ok || time.Until(at) > time.Minute {
		t.Errorf("found the end %v, want one within a minute", at)
	}
	end()
	<-ctx.Done()
	if context.Cause(ctx) != context.Canceled {
		t.Errorf("found the cause %v, want %v", context.Cause(ctx), context.Canceled)
	}
}
