package find

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file tests what find advises where the verdict is unknown.

func TestAdvice(t *testing.T) {
	if found, want := slices.Sorted(maps.Keys(advices)), slices.Sorted(maps.Keys(finder.Endings)); !slices.Equal(found,
		slices.DeleteFunc(want, func(e finder.Ending) bool { return e == finder.FirstBug })) {
		t.Errorf("found advices for %q, want them for every ending of an unknown verdict", found)
	}
	loop := finder.Loop{Span: source.Span{Line: 4, Column: 1}, Iterations: 300}
	for _, c := range []struct {
		title string
		ended finder.Ending
		loop  finder.Loop
		limit int
		asked Options
		want  string
	}{
		{"time", finder.OutOfTime, finder.Loop{}, 0, Options{Timeout: time.Minute}, "try --timeout 5m"},
		{"little time", finder.OutOfTime, finder.Loop{}, 0, Options{Timeout: time.Millisecond}, "try --timeout 5s"},
		{"much time", finder.OutOfTime, finder.Loop{}, 0, Options{Timeout: 12 * time.Minute}, "try --timeout 1h"},
		{"odd time", finder.OutOfTime, finder.Loop{}, 0, Options{Timeout: 90 * time.Second}, "try --timeout 450s"},
		{"time, in a loop", finder.OutOfTime, loop, 0, Options{Timeout: time.Minute},
			"try --loop-limit 20, or --timeout 5m"},
		{"time, in a loop with a limit", finder.OutOfTime, loop, 8, Options{Timeout: time.Minute},
			"try --loop-limit 4, or --timeout 5m"},
		{"time, in a loop with a small limit", finder.OutOfTime, loop, 3, Options{Timeout: time.Minute},
			"try --timeout 5m"},
		{"time, in a loop that has just begun", finder.OutOfTime,
			finder.Loop{Span: source.Span{Line: 4, Column: 1}, Iterations: 3}, 0, Options{Timeout: time.Minute},
			"try --timeout 5m"},
		{"states", finder.OutOfStates, finder.Loop{}, 0, Options{}, "try --max-states 20000"},
		{"memory", finder.OutOfMemory, loop, 0, Options{},
			"try --loop-limit 20, or a larger --memory"},
		{"terms", finder.OutOfTerms, finder.Loop{}, 0, Options{}, "try assumptions that bound the inputs"},
		{"an interrupt", finder.Interrupted, loop, 0, Options{}, "try --journal FILE"},
		{"an interrupt with a journal", finder.Interrupted, loop, 0, Options{Journal: "j"},
			"try the same command again, which resumes from the journal"},
		{"an interrupt of workers", finder.Interrupted, loop, 0,
			Options{Crew: func(context.Context, certs.Program) (Crew, error) { return nil, nil }},
			"try the same command again, which takes up the answers that a --cluster has"},
		{"no solver", finder.Undecided, finder.Loop{}, 0, Options{Search: finder.Options{Pruning: finder.Unasked}},
			"try --pruning auto"},
		{"no proof", finder.Unproved, finder.Loop{}, 0, Options{},
			"try assumptions that bound the inputs in products and divisors, such as assume 0 <= x <= 1000; --trust-solver exits with 0 all the same"},
		{"no proof, and solvers are trusted", finder.Unproved, finder.Loop{}, 0, Options{TrustSolver: true},
			"try assumptions that bound the inputs in products and divisors, such as assume 0 <= x <= 1000"},
		{"a proof that is too large", finder.TooLarge, finder.Loop{}, 0, Options{},
			"try assumptions that leave fewer paths"},
		{"a contradiction", finder.Contradiction, finder.Loop{}, 0, Options{}, "try --solver lia"},
		{"a contradiction with a journal", finder.Contradiction, finder.Loop{}, 0, Options{Journal: "j"},
			"try the same command with another --journal"},
	} {
		r := &fileResult{file: "t.imp", asked: &c.asked, program: &load.Program{Core: &core.Program{}},
			result: &finder.Result{Verdict: finder.Unknown, Loop: c.loop}}
		r.result.Limits = finder.Limits{Loop: c.limit, States: 2000}
		switch c.ended {
		case finder.Undecided:
		case finder.Unproved:
			r.result.Held = &finder.Held{By: []string{"z3"}, Ways: 1}
		case finder.Contradiction:
			r.result.Wrong = "x"
		default:
			r.result.Coverage.Ended = c.ended
		}
		if found := r.next(); !strings.HasPrefix(found, c.want) || strings.Contains(found, "\n") {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
		for _, v := range []finder.Verdict{finder.Bug, finder.Safe, finder.Bounded} {
			if r.result.Verdict = v; r.next() != "" {
				t.Errorf("%s: found the advice %q beside the verdict %s", c.title, r.next(), v)
			}
		}
	}
}

// TestWarning: however many and long the assumptions are, a warning is a line that can be read.
func TestWarning(t *testing.T) {
	r := &fileResult{file: "t.imp", asked: &Options{}, result: &finder.Result{Verdict: finder.Safe}}
	if text, _ := r.vacuity(); text != "" || len(r.remarks()) > 0 || r.qualified() != "safe" {
		t.Errorf("found the warning %q", text)
	}
	r.result.Coverage.Vacuous = true
	assumption := strings.Repeat("x + ", 1000) + "x > 0"
	for i := range 100 {
		r.source = append(r.source, "assume "+assumption+"\n"...)
		line := int32(i + 1)
		at := source.Span{Line: line, Column: 8, EndLine: line, EndColumn: int32(8 + len(assumption))}
		r.result.Conflict = append(r.result.Conflict, finder.Assumption{Span: at})
	}
	if text, at := r.vacuity(); len(text) > 2000 || !strings.HasSuffix(text, ", and 90 more") || at.Line != 100 {
		t.Errorf("found %d bytes about line %d, %q", len(text), at.Line, text)
	}
	if list, least := r.conflict(); len(list) != 100 || *least || len(list[99].Text) != 4005 ||
		r.qualified() != "safe (vacuous)" {
		t.Errorf("found %d assumptions in JSON", len(list))
	}
}

// TestLarge: what is too large is the program if it has much code and few states were visited, else its paths.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		title        string
		code, states int
		want         bool
	}{
		{"little code", 19_999, 10, false},
		{"much code", 20_000, 10, true},
		{"much code, and as many states", 200_000, 200_000, true},
		{"much code, and more states", 200_000, 200_001, false},
	} {
		half := &core.Func{Code: make([]core.Instr, c.code/2)}
		rest := &core.Func{Code: make([]core.Instr, c.code-c.code/2)}
		r := &fileResult{file: "t.c", asked: &Options{},
			program: &load.Program{Core: &core.Program{Funcs: []*core.Func{half, rest}}},
			result:  &finder.Result{Verdict: finder.Unknown}}
		r.result.Coverage.Ended, r.result.Coverage.States = finder.TooLarge, int64(c.states)
		if found := r.large(); found != c.want || strings.HasPrefix(advices[finder.TooLarge](r), "--entry") != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
	if (&fileResult{result: &finder.Result{}}).large() {
		t.Error("found a large program where there is none")
	}
}
