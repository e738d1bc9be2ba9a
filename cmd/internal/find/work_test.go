package find

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/finder"
	"vouch/internal/load"
)

// This file tests work that does not end by itself: it is given up, with what is known.

// TestGivenUp: a file that is never read has a verdict all the same, and the next file is searched.
func TestGivenUp(t *testing.T) {
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	for _, c := range []struct {
		title   string
		timeout time.Duration
		cause   error    // of the outer context; nil if it does not end
		why     []string // of the verdicts
	}{
		{"the time is over", 10 * time.Millisecond, nil, []string{"the time budget ran out while the program was read",
			""}},
		{"somebody interrupts", 0, finder.Interrupted, []string{"it was interrupted while the program was read",
			"it was interrupted before the program was read"}},
		{"the memory is full", 0, finder.OutOfMemory, []string{"the memory budget ran out while the program was read",
			"the memory budget ran out before the program was read"}},
		{"the context ends in another way", 0, context.Canceled,
			[]string{"it was stopped while the program was read", "it was stopped before the program was read"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			o := Options{Timeout: c.timeout, Jobs: 1, Watch: &memory.Watch{Gauge: func() float64 { return 0 }},
				Format: "text"}
			o.Search.Solver, o.Search.Strategy = "lia", "bfs"
			o.C = load.C{Read: func(name string) ([]byte, error) {
				if name == "never.c" {
					if c.cause != nil {
						cancel(c.cause)
					}
					<-never
					return nil, errors.New("nobody reads this")
				}
				return []byte("int main(void) { return 0; }"), nil
			}}
			files := []checkcmd.File{checkcmd.Named("never.c"), checkcmd.Named("next.c")}
			s := &search{options: o, files: files, show: newProgress(io.Discard, "none"), compare: func(*fileResult) {}}
			for i, results := range s.start(ctx) {
				r := <-results
				if c.why[i] == "" { // its own time counts, which may be too short
					if r.result == nil || r.result.Verdict != finder.Safe &&
						r.result.Coverage.Ended != finder.OutOfTime {
						t.Errorf("%s: found the result %+v, error %v, want a verdict", r.file, r.result, r.err)
					}
					continue
				}
				if r.err != nil || r.result.Verdict != finder.Unknown || r.status() != exit.Inconclusive ||
					r.result.Coverage.Exhausted() {
					t.Fatalf("%s: found %+v, error %v, status %d, want an unknown verdict", r.file, r.result, r.err,
						r.status())
				}
				if want := "unknown: " + c.why[i] + "; 0 states explored; left open: the whole program"; r.verdict() !=
					want {
					t.Errorf("%s: found %q, want %q", r.file, r.verdict(), want)
				}
				for _, f := range formats { // all say it
					var out strings.Builder
					p := &publisher{format: f, coverage: "x", target: "x"}
					if err := errors.Join(p.publish(r, &out, io.Discard), p.finish(&out)); err != nil ||
						!strings.Contains(out.String(), c.why[i]) {
						t.Errorf("%s as %s: found %q, error %v, want %q in it", r.file, f.name, out.String(), err,
							c.why[i])
					}
				}
			}
		})
	}
}

// TestKnown: what was found before work is given up stays, with its certificates, and what the work finds later changes
// nothing.
func TestKnown(t *testing.T) {
	name := filepath.Join(t.TempDir(), "two.imp")
	text := "input a\nj = 0\n"
	for i := range 9 { // so that there are some ways before the first bug
		text += fmt.Sprintf("input x%[1]d\nif x%[1]d == 1 { j = j + 1 } else { j = j * 2 }\n", i)
	}
	if err := os.WriteFile(name, []byte(text+"if a == 1 { fail }\nif a == 2 { fail }\nskip\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Jobs: 1, Watch: &memory.Watch{}}
	o.Search.Solver, o.Search.Strategy, o.Search.All = "lia", "bfs", true
	certificates, err := openFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &search{options: o, certificates: certificates, show: newProgress(io.Discard, "none")}
	w := &work{search: s, file: checkcmd.Named(name), workers: 1, result: newFileResult(name, &s.options)}
	var given *fileResult
	s.found = func(*fileResult, finder.Finding) {
		if given == nil {
			given = w.giveUp(t.Context())
		}
	}
	w.do(t.Context())
	if n := len(w.result.result.Certain()); n != 2 {
		t.Fatalf("found %d bugs in all, want 2", n)
	}
	if given == nil || given.result.Verdict != finder.Bug || len(given.result.Findings) != 1 ||
		len(given.certificates) != 1 || given.status() != exit.Bug {
		t.Fatalf("found %+v, want one bug with its certificate", given)
	}
	if c := given.coverage(); c.lines == 0 || c.reached == 0 {
		t.Errorf("found %d of %d lines reached, want what was reached before", c.reached, c.lines)
	}
	if lines := given.lines(); !slices.ContainsFunc(lines, func(l line) bool {
		return strings.Contains(l.text, "(certificate ")
	}) {
		t.Errorf("found %v, want the certificate in it", lines)
	}
}
