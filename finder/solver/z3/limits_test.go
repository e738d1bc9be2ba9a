//go:build cgo

package z3

import (
	"context"
	"errors"
	"math/big"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vouch/finder/solver"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests what ends a query: limits, contexts, depth, panics and signals.

// easy wants s to decide an easy query, again and again: such a one has an answer, and such a one has none.
func easy(t *testing.T, s *Solver, p terms) {
	t.Helper()
	between := p.between(3, p.v("x"), 5)
	if a := s.Solve(t.Context(), between); a.Status != solver.Sat || !satisfies(p.Pool, between, a.Model) {
		t.Fatalf("3 <= x <= 5 is %v", a)
	}
	if a := s.Solve(t.Context(), append(between, p.Eq(p.times(2, p.v("x")), p.v("y")),
		p.Eq(p.v("y"), p.n(4)))); a.Status != solver.Unsat {
		t.Fatalf("3 <= x <= 5 and 2x = y and y = 4 is %v", a)
	}
}

// wantUnknown wants an Unknown for a reason that contains the text.
func wantUnknown(t *testing.T, a solver.Answer, text string) {
	t.Helper()
	if a.Status != solver.Unknown || !strings.Contains(a.Reason, text) {
		t.Fatalf("the answer is %v, want unknown because of %q", a, text)
	}
}

func TestResourceLimit(t *testing.T) {
	p := newTerms()
	s := open(t, Options{RLimit: 20_000, Timeout: time.Hour})
	for range 3 {
		wantUnknown(t, s.Solve(t.Context(), p.hard()), "resource limit")
		easy(t, s, p)
	}
}

// The limit is for one query: of 300 that are decided within 20,000 each, more than 200 need more than 100 each.
func TestResourceLimitIsPerQuery(t *testing.T) {
	p := newTerms()
	enough, little := solver.NewStats(open(t, Options{RLimit: 20_000})), solver.NewStats(open(t, Options{RLimit: 100}))
	for i := range int64(300) {
		fs := []*term.Formula{p.Eq(p.sum(p.times(3, p.v("x")), p.times(5, p.v("y")), p.times(7, p.v("z"))), p.n(i)),
			p.Lt(p.v("x"), p.v("y")), p.Lt(p.v("y"), p.v("z"))}
		enough.Solve(t.Context(), fs)
		little.Solve(t.Context(), fs)
	}
	if enough.Unknown > 0 || little.Unknown <= 200 {
		t.Errorf("%d of 300 are unknown within 20,000 each, want 0, and %d within 100, want more than 200",
			enough.Unknown, little.Unknown)
	}
}

// TestChangedLimit: a limit may change from query to query, and what a query takes is counted, about as much as the
// limit where it ends it.
func TestChangedLimit(t *testing.T) {
	p := newTerms()
	s := open(t, Options{RLimit: 10_000})
	for i, limit := range []uint{10_000, 400_000, 10_000, 100_000, 400_000} {
		before := s.Spent()
		s.Limit(limit)
		wantUnknown(t, s.Solve(t.Context(), p.hard()), "resource limit")
		if spent := s.Spent() - before; spent < int64(limit)/2 || spent > 4*int64(limit)+50_000 {
			t.Errorf("query %d: %d units were spent, want about %d", i, spent, limit)
		}
	}
	before := s.Spent()
	easy(t, s, p)
	if spent := s.Spent() - before; spent <= 0 || spent > 10_000 {
		t.Errorf("an easy query takes %d units", spent)
	}
}

// TestManyCases: what it takes to tell Z3 of a choice counts, and a query that chooses among too much is left, which
// does not hurt those after it.
func TestManyCases(t *testing.T) {
	p := newTerms()
	x := p.v("x")
	chosen := func(cases int64) []*term.Formula {
		var list []term.Case
		for i := range cases {
			list = append(list, term.Case{At: big.NewInt(i), Value: p.n(i * i % 1009)})
		}
		return append(p.between(0, x, cases-1), p.Eq(p.Select(x, list), p.n(4)))
	}
	s := open(t, Options{RLimit: 40_000})
	for _, row := range []struct {
		cases, least, most int64 // units that are spent
		decided            bool
	}{{1000, 8000, 100_000, true}, {20_000, 160_000, 400_000, false}, {1000, 8000, 100_000, true}} {
		before := s.Spent()
		a := s.Solve(t.Context(), chosen(row.cases))
		spent := s.Spent() - before
		if row.decided != (a.Status == solver.Sat) || spent < row.least || spent > row.most {
			t.Errorf("%d cases: found %v after %d units, want an answer: %t, after %d to %d units", row.cases, a, spent,
				row.decided, row.least, row.most)
		}
		if !row.decided {
			wantUnknown(t, a, "chooses among too much")
		}
		easy(t, s, p)
	}
}

func TestDefaultLimit(t *testing.T) {
	p := newTerms()
	wantUnknown(t, open(t, Options{Timeout: time.Hour}).Solve(t.Context(), p.hard()), "resource limit")
}

func TestTimeout(t *testing.T) {
	p := newTerms()
	s := open(t, Options{RLimit: 1 << 31, Timeout: 50 * time.Millisecond})
	for range 3 {
		wantUnknown(t, s.Solve(t.Context(), p.hard()), "within 50ms")
	}
	s.opts.Timeout = time.Hour
	easy(t, s, p)
}

// The time that others use the processor, or nobody, does not count.
func TestTimeoutIsProcessorTime(t *testing.T) {
	ended := make(chan bool)
	before := processor()
	defer after(50*time.Millisecond, func() { close(ended) })()
	time.Sleep(60 * time.Millisecond) // without work
	for {
		select {
		case <-ended:
			if used := processor() - before; used < 50*time.Millisecond {
				t.Errorf("found it to end after %v of processor time, want 50ms", used)
			}
			return
		default: // works
		}
	}
}

func TestEndedContext(t *testing.T) {
	p := newTerms()
	s := open(t, Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	wantUnknown(t, s.Solve(ctx, p.between(1, p.v("x"), 2)), "interrupted: enough")
	easy(t, s, p)
}

// An interrupt ends the query that runs, which would take years, and not the one after it.
func TestInterrupt(t *testing.T) {
	p := newTerms()
	s := open(t, Options{RLimit: 1 << 31, Timeout: time.Hour})
	for i := range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
		wantUnknown(t, s.Solve(ctx, p.hard()), "interrupted: context deadline exceeded")
		cancel()
		easy(t, s, p)
	}
	for range 300 { // about as long as an easy query takes
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Microsecond)
		if a := s.Solve(ctx, append(p.between(1, p.v("x"), 9), p.Lt(p.v("y"), p.v("x")))); a.Status == solver.Unsat {
			t.Fatalf("an interrupted query is %v", a)
		}
		cancel()
	}
	easy(t, s, p)
}

// Operations that nest deep are not decided, but neither do they exhaust the C stack.
func TestDepth(t *testing.T) {
	tests := []struct {
		title string
		next  func(p terms, e *term.Linear) *term.Linear
	}{
		{"products", func(p terms, e *term.Linear) *term.Linear { return p.Add(p.Mul(e, p.v("y")), p.n(1)) }},
		{"remainders", func(p terms, e *term.Linear) *term.Linear {
			_, r := p.FloorDiv(p.Add(p.times(3, e), p.v("y")), p.n(1000))
			return p.Add(r, p.v("x"))
		}},
		{"quotients", func(p terms, e *term.Linear) *term.Linear {
			q, _ := p.TruncDiv(p.Add(e, p.v("y")), p.v("x"))
			return q
		}},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			t.Parallel()
			p := newTerms()
			s := open(t, Options{RLimit: 20_000, Timeout: 200 * time.Millisecond})
			e := p.v("x")
			most := 10_000 // what comes behind takes time that grows with the square of the depth
			if effort.All() {
				most = term.MaxDepth
			}
			for depth := 1; depth <= most; depth++ {
				e = test.next(p, e)
				switch depth {
				case maxDepth - 1:
					if a := s.Solve(t.Context(), []*term.Formula{p.Lt(p.n(5), e)}); strings.Contains(a.Reason, "deep") {
						t.Errorf("at depth %d the answer is %v", depth, a)
					}
				case maxDepth + 1, 10_000, term.MaxDepth - 10:
					wantUnknown(t, s.Solve(t.Context(), []*term.Formula{p.Lt(p.n(5), e)}), "deep")
				}
			}
			s.opts.Timeout = time.Hour
			easy(t, s, p)
		})
	}
	t.Run("connectives", func(t *testing.T) {
		t.Parallel()
		p := newTerms()
		f := p.Lt(p.v("x"), p.n(0))
		for i := range int64(5_000) {
			f = p.And(p.Le(p.v("y"), p.n(i)), p.Or(p.Le(p.v("z"), p.n(i)), f))
		}
		s := open(t, Options{})
		wantUnknown(t, s.Solve(t.Context(), []*term.Formula{f}), "deep")
		easy(t, s, p)
	})
}

// What shares its operands has a size that is exponential when written out.
func TestSharedTerms(t *testing.T) {
	p := newTerms()
	e := p.v("x")
	for range 200 {
		q, r := p.FloorDiv(e, p.n(10))
		e = p.Add(q, p.times(3, r))
	}
	fs := []*term.Formula{p.Eq(p.v("x"), p.n(0)), p.Lt(p.n(0), e)}
	if a := open(t, Options{}).Solve(t.Context(), fs); a.Status != solver.Unsat {
		t.Fatalf("0 < f(0) is %v", a)
	}
}

// A message of Z3, here that there is no level to pop, makes an answer unknown and the next session a new one.
func TestPanic(t *testing.T) {
	p := newTerms()
	s := open(t, Options{})
	for range 3 {
		easy(t, s, p)
		for range s.session.stack {
			s.session.solver.Pop()
		}
		wantUnknown(t, s.Solve(t.Context(), nil), "z3: ")
		easy(t, s, p)
		runtime.GC()
	}
}

// Go's handler of SIGINT is at work during a check and after it.
func TestSignal(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	p := newTerms()
	s := open(t, Options{RLimit: 1 << 31, Timeout: time.Hour})
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(30 * time.Millisecond)
			syscall.Kill(os.Getpid(), syscall.SIGINT)
			<-signals
			cancel()
		}()
		wantUnknown(t, s.Solve(ctx, p.hard()), "interrupted")
		syscall.Kill(os.Getpid(), syscall.SIGINT)
		<-signals
	}
}

// Solvers of their own may work at the same time, with the garbage collector at work too.
func TestParallel(t *testing.T) {
	var wg sync.WaitGroup
	for i := range uint64(4) {
		wg.Go(func() {
			g := newGenerator(family{inputs: xy, side: 5, depth: 1, ops: "*c"}, i)
			s := open(t, Options{RLimit: 20_000})
			for range 50 {
				fs := g.query()
				if a := s.Solve(t.Context(), fs); a.Status == solver.Sat && !satisfies(g.Pool, fs, a.Model) {
					t.Errorf("%v does not satisfy %v", a.Model, fs)
				}
				runtime.GC()
			}
		})
	}
	wg.Wait()
}

// A session that keeps too much makes way for a new one.
func TestRenewal(t *testing.T) {
	p := newTerms()
	s := open(t, Options{})
	easy(t, s, p)
	old := s.session
	old.kept = append(old.kept, make([]any, maxKept+4*old.first)...)
	easy(t, s, p)
	if s.session == old {
		t.Error("the session is still the same")
	}
}

// BenchmarkSiblings asks for both sides of a branch at the end of a path of 20 conjuncts.
func BenchmarkSiblings(b *testing.B) {
	p := newTerms()
	s := open(b, Options{})
	var path []*term.Formula
	for i := range int64(20) {
		path = append(path, p.Lt(p.Add(p.v("x"), p.n(i)), p.times(i+1, p.v("y"))))
	}
	for i := 0; b.Loop(); i++ {
		f := p.Lt(p.v("z"), p.Add(p.v("x"), p.n(int64(i/2))))
		if i%2 == 0 {
			f = p.Not(f)
		}
		if a := s.Solve(b.Context(), append(path[:20:20], f)); a.Status != solver.Sat {
			b.Fatal(a)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}

// BenchmarkPaths grows a path of 20 conjuncts again and again.
func BenchmarkPaths(b *testing.B) {
	p := newTerms()
	s := open(b, Options{})
	for i := 0; b.Loop(); {
		var path []*term.Formula
		for range 20 {
			path = append(path, p.Lt(p.Add(p.v("x"), p.n(int64(i))), p.times(int64(i%7), p.v("y"))))
			i++
			s.Solve(b.Context(), path)
		}
	}
	b.ReportMetric(20*float64(b.N)/b.Elapsed().Seconds(), "queries/s")
}
