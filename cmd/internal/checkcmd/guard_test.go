package checkcmd

import (
	"testing"
	"time"

	"vouch/checker"
)

// TestGuard: work ends with an error exactly if it takes more than the guard allows; time is told by the test.
func TestGuard(t *testing.T) {
	for _, c := range []struct {
		title  string
		cpu    time.Duration // that each look takes
		memory int64
		looks  int // after which the work is done
		want   string
	}{
		{"work that takes nothing", 0, 0, 5, ""},
		{"work that takes what is allowed", time.Second, 1 << 20, 7, ""},
		{"too much time", 3 * time.Second, 1 << 20, 1 << 30,
			"checking takes more than 9 s of CPU time, the limit of the process"},
		{"too much memory", 0, 1<<20 + 1, 1 << 30, "checking takes more than 1 MiB, the limit of the process"},
	} {
		end, looks, spent := make(chan struct{}), 0, 20*time.Second // before the work
		g := &guard{cpu: 9 * time.Second, memory: 1 << 20, every: time.Microsecond,
			spent: func() time.Duration {
				if looks++; looks == c.looks {
					close(end)
				}
				if looks > c.looks {
					return spent
				}
				spent += c.cpu
				return spent
			},
			taken: func() int64 { return c.memory },
		}
		got := ""
		if err := g.do(func() { <-end }); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
		if c.want != "" {
			close(end)
		}
	}
}

// TestGuardFollowsLimits: who allows the checker more allows the process more, and nobody gets less than the promise.
func TestGuardFollowsLimits(t *testing.T) {
	usual := newGuard(checker.DefaultLimits, 1)
	if usual.cpu >= time.Minute || usual.memory >= 1<<30 {
		t.Errorf("found %v and %d bytes, want less than is promised", usual.cpu, usual.memory)
	}
	if g := newGuard(checker.Limits{}, 1); g.cpu != usual.cpu || g.memory != usual.memory {
		t.Errorf("found %v and %d bytes at small limits", g.cpu, g.memory)
	}
	more := checker.DefaultLimits
	more.MaxSteps, more.MaxMemory = 10*more.MaxSteps, 1<<34
	if g := newGuard(more, 1); g.cpu < 10*usual.cpu || g.memory < 1<<34 {
		t.Errorf("found %v and %d bytes at large limits", g.cpu, g.memory)
	}
	more.MaxSteps, more.MaxMemory = 1<<63-1, 1<<63-1
	if g := newGuard(more, 1); g.cpu < usual.cpu || g.memory < usual.memory {
		t.Errorf("found %v and %d bytes at the largest limits", g.cpu, g.memory)
	}
	for _, threads := range []int{2, 8, 1 << 40} {
		least := usual.memory + int64(min(threads, checker.MostThreads)-1)*checker.DefaultLimits.MaxMemory
		if g := newGuard(checker.DefaultLimits, threads); g.cpu != 2*usual.cpu || g.memory != least {
			t.Errorf("%d threads: found %v and %d bytes, want %v and %d", threads, g.cpu, g.memory, 2*usual.cpu, least)
		}
	}
}

// TestGuardEnds: a certificate on which the guard gives up is invalid, whatever the check would say later.
func TestGuardEnds(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	g := &guard{cpu: 0, memory: 1 << 40, every: time.Microsecond, spent: CPUTime, taken: func() int64 {
		return 1 << 41
	}}
	r, ok := guarded(g, "a.cbor", func() result { <-end; return result{name: "a.cbor", status: Valid} })
	if ok || r.status != Invalid || r.name != "a.cbor" || r.err == nil || r.verdict != nil {
		t.Errorf("found %+v, %t", r, ok)
	}
	g.cpu, g.taken = time.Hour, func() int64 { return 0 }
	if r, ok := guarded(g, "a.cbor", func() result { return result{name: "a.cbor", status: Valid} }); !ok ||
		r.status != Valid {
		t.Errorf("found %+v, %t", r, ok)
	}
}
