package finder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouch/finder/search"
	"vouch/finder/solver"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/term"
)

// solverFunc is a solver for tests.
type solverFunc func(context.Context, []*term.Formula) solver.Answer

func (f solverFunc) Solve(ctx context.Context, fs []*term.Formula) solver.Answer { return f(ctx, fs) }

// ignorant never knows.
var ignorant = solverFunc(func(context.Context, []*term.Formula) solver.Answer {
	return solver.Answer{Reason: "ignorant"}
})

// explore returns an exploration of a program of IMP and its start; the solver is a real one unless s is given.
func explore(t *testing.T, src string, pruning Pruning, limits Limits, s solver.Solver) (*exploration, coresym.State) {
	t.Helper()
	p := newSubject(program(t, "t.imp", src))
	if s == nil {
		var err error
		if s, err = newChain(Options{}, p.symbolic.Pool(), nil, false); err != nil {
			t.Fatal(err)
		}
	}
	return &exploration{
		Machine: p.symbolic, Frontier: &search.BFS[Node[coresym.State]]{}, Solver: s, Pruning: pruning, Limits: limits,
		Depth: p.depth,
	}, p.start
}

// show writes a report as its kind, if that is a bug, and the next instruction with its place.
func show(x *exploration, r report) string {
	in := x.Machine.Site(r.State).(*core.Instr)
	at := fmt.Sprint(in.Op, " ", in.Span.Start())
	if x.Machine.Done(r.State) {
		at = "done"
	}
	switch r.Kind {
	case SureBug:
		return "sure " + string(r.Fault.Kind) + " " + at
	case PotentialBug:
		return "potential " + string(r.Fault.Kind) + " " + at
	}
	return at
}

// TestStream fixes which states are visited, in which order, and what is reported of them: chapters 4 to 6 of the
// thesis.
func TestStream(t *testing.T) {
	branches := "if x > 0 {\n  y = 1\n  fail\n} else {\n  y = 2\n}"
	for _, c := range []struct {
		title   string
		src     string
		pruning Pruning
		limits  Limits
		solver  solver.Solver
		want    string // the reports
		open    string // what coverage says
	}{
		{"breadth first, then before else", branches, Eager, Limits{}, nil,
			"branch 1:1, set 2:3, set 5:3, sure fail fail 3:3, jump 5:8, return 6:2, done", ""},
		{"an infeasible branch is dropped", "assume x > 0\nif x < 0 { fail }\nskip", Eager, Limits{}, nil,
			"branch 2:1, return 3:5, done", ""},
		{"lazy follows it, and drops the fault", "assume x > 0\nif x < 0 { fail }\nskip", Lazy, Limits{}, nil,
			"branch 2:1, fail 2:12, return 3:5, done", ""},
		{"none takes it for a potential bug", "assume x > 0\nif x < 0 { fail }\nskip", Unasked, Limits{}, nil,
			"branch 2:1, potential fail fail 2:12, return 3:5, done", ""},
		{"false by canonical form is never followed", "if 1 > 2 { fail }\nskip", Unasked, Limits{}, nil,
			"branch 1:1, return 2:5, done", ""},
		{"what the solver does not know is kept", "if x < y { fail }", Eager, Limits{}, ignorant,
			"branch 1:1, potential fail fail 1:12, return 1:18, done", "unknown"},
		{"a state that can fail and go on", "x = 1 / y\nskip", Eager, Limits{}, nil,
			"sure division by zero set 1:1, return 2:5, done", ""},
		{"two faults of one state", "x = 1 / y + 1 / z", Eager, Limits{}, nil,
			"sure division by zero set 1:1, sure division by zero set 1:1, return 1:18, done", ""},
		{"the second only after the first", "x = 1 / y + 1 / y", Eager, Limits{}, nil,
			"sure division by zero set 1:1, return 1:18, done", ""},
		{"an unbound variable ends the path", "input x\nx = y\nfail", Eager, Limits{}, nil,
			"sure unbound variable set 2:1", ""},
		{"assumptions are the initial path condition", "assume x = 1\nassert x = 1", Eager, Limits{}, nil,
			"branch 2:1, return 2:13, done", ""},
		{"assumptions without input", "assume x = 1\nassume x < 0\nfail", Eager, Limits{}, nil,
			"", "vacuous"},
		{"assumptions false by canonical form", "assume false\nfail", Unasked, Limits{}, nil,
			"", "vacuous"},
		{"an assumption in the middle discards", "skip\nassume x = 1\nassert x = 1", Eager, Limits{}, nil,
			"assume 2:1, branch 3:1, return 3:13, done", ""},
		{"a loop is cut after its iterations", "while x > 0 { x = x - 1 }", Eager, Limits{Loop: 1}, nil,
			"enter 1:1, branch 1:1, set 1:15, return 1:26, jump 1:24, done, branch 1:1, return 1:26, done", "cut"},
		{"a cut that is infeasible is none", "assume x <= 1\nwhile x > 0 { x = x - 1 }", Eager, Limits{Loop: 1}, nil,
			"enter 2:1, branch 2:1, set 2:15, return 2:26, jump 2:24, done, branch 2:1, return 2:26, done", ""},
		{"the counter begins anew with each entry",
			"i = 0\nwhile i < 2 {\n  j = 0\n  while j < 1 { j = j + 1 }\n  i = i + 1\n}", Eager, Limits{Loop: 2}, nil,
			"set 1:1, enter 2:1, branch 2:1, set 3:3, enter 4:3, branch 4:3, set 4:17, jump 4:26, branch 4:3, set 5:3, jump 5:12, branch 2:1, set 3:3, enter 4:3, branch 4:3, set 4:17, jump 4:26, branch 4:3, set 5:3, jump 5:12, branch 2:1, return 6:2, done",
			""},
		{"a limit of states", "while true { skip }", Eager, Limits{States: 3}, nil,
			"enter 1:1, branch 1:1, branch 1:1", "frontier"},
		{"a limit that is just enough", "skip", Eager, Limits{States: 2}, nil,
			"return 1:5, done", ""},
	} {
		x, start := explore(t, c.src, c.pruning, c.limits, c.solver)
		var got []string
		for r := range x.Run(t.Context(), start) {
			got = append(got, show(x, r))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got the stream\n  %s, want\n  %s", c.title, s, c.want)
		}
		var open []string
		for what, is := range map[string]bool{
			"unknown": x.Coverage.Unknown > 0, "vacuous": x.Coverage.Vacuous, "cut": x.Coverage.Cut > 0,
			"frontier": x.Coverage.Frontier > 0,
		} {
			if is {
				open = append(open, what)
			}
		}
		slices.Sort(open)
		if s := strings.Join(open, ", "); s != c.open {
			t.Errorf("%s: found open %q, want %q", c.title, s, c.open)
		}
		if exhausted := c.limits.States != 3; x.Coverage.Exhausted() != exhausted {
			t.Errorf("%s: exhausted is %t", c.title, x.Coverage.Exhausted())
		}
	}
}

// TestConsumerStops shows that a consumer may stop at any report, and that coverage says what was left.
func TestConsumerStops(t *testing.T) {
	for stop := 1; stop <= 4; stop++ {
		x, start := explore(t, "if x > 0 { skip fail } else { skip }", Eager, Limits{}, nil)
		seen := 0
		for range x.Run(t.Context(), start) {
			if seen++; seen == stop {
				break
			}
		}
		if x.Coverage.States != int64(stop) || x.Coverage.Exhausted() {
			t.Errorf("stopped after %d reports: %+v", stop, x.Coverage)
		}
		if stop == 1 && x.Coverage.Frontier != 1 {
			t.Errorf("stopped before the first expansion: found %d states left, want the first", x.Coverage.Frontier)
		}
	}
}

// TestEarly establishes when somebody may look ahead, and in which haste: a search that is at its end after a few
// thousand states is not disturbed, and one with a loop that seems to have no end has not waited for long.
func TestEarly(t *testing.T) {
	const counts = "i = 0 while i < %d and x > i { i = i + 1 }" // with about five states in a turn
	for _, c := range []struct {
		title, src string
		turns      int
		work       int64 // of the solver, at first
		want       []haste
	}{
		{"a short search", counts, 10, 0, nil},
		{"one that ends soon", counts, 800, 0, []haste{hurried}},
		{"a long one", counts, 3000, 0, []haste{hurried, long}},
		{"one in which the solver works", counts, 4, longMicros / early, []haste{calm}},
		{"the same, with more turns", counts, 400, longMicros / early, []haste{calm, long}},
		{"one whose inputs are far away, though they have bounds", "assume 0 <= x <= 5000000 " + counts, 110,
			longMicros / early, []haste{calm, long}},
		{"the same, and they are near", "assume 0 <= x <= 500000 " + counts, 110, longMicros / early, []haste{calm}},
		{"one whose inputs are near", "assume x < 120 " + counts, 3000, 0, nil},
		{"one whose inputs are near, and in which the solver works", "assume x < 120 " + counts, 3000,
			longMicros / early, []haste{calm}},
		{"one whose inputs are near, with many turns", "assume x < 900 " + counts, 3000, 0, []haste{hurried}},
		{"one that halves an input", "assume 0 <= x < 1000000 while x > 0 { x = x / 2 y = y + 1 }" + counts, 1,
			longMicros / early, []haste{calm}},
		{"one that waits for an input", "y = 0 while x != y { y = y + 1 }", 0, 0, []haste{hurried}},
	} {
		src := c.src
		if strings.Contains(src, "%d") {
			src = fmt.Sprintf(src, c.turns)
		}
		x, start := explore(t, src, Eager, Limits{States: 20_000}, nil)
		var calls []haste
		last := int64(-1)
		x.Long, x.micros = longStates, c.work
		x.Early = func(micros int64, how haste) bool {
			if micros < last+earlyMicros {
				t.Errorf("%s: found a call after %d microseconds and one after %d", c.title, last, micros)
			}
			if last = micros; len(calls) == 0 || calls[len(calls)-1] != how {
				calls = append(calls, how)
			}
			return c.title == "one that waits for an input"
		}
		for range x.Run(t.Context(), start) {
		}
		if !slices.Equal(calls, c.want) {
			t.Errorf("%s: found calls in the haste %v in %d states, want %v", c.title, calls, x.Coverage.States, c.want)
		}
	}
}

// TestContextEnds shows that an exploration ends soon after its context, counts what is left, and reports no fault as
// potential only because time ran out.
func TestContextEnds(t *testing.T) {
	cause := errors.New("enough")
	for last, where := range []string{"successor", "fault"} { // the query during which time runs out is about it
		ctx, cancel := context.WithCancelCause(t.Context())
		asked := 0
		impatient := solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
			if asked++; asked > last {
				cancel(cause)
			}
			return solver.Answer{Reason: "no time"}
		})
		x, start := explore(t, "if x > y { fail } else { if x < y { fail } }", Eager, Limits{}, impatient)
		for r := range x.Run(ctx, start) {
			if r.Kind != NoBug {
				t.Errorf("%s: found the report %s after the end", where, show(x, r))
			}
		}
		if x.Coverage.Why != cause.Error() || x.Coverage.Frontier == 0 || asked != last+1 {
			t.Errorf("%s: found the coverage %+v after %d queries, want an end because of %q and states left", where,
				x.Coverage, asked, cause)
		}
	}
}

// TestModelSparesQueries shows what is decided without a solver: by bounds, and by the model of the path so far.
func TestModelSparesQueries(t *testing.T) {
	for _, c := range []struct {
		title, src string
		asked      int
	}{
		{"bounds of one input", "if x > 0 { skip } else { skip }", 0},
		{"bounds that contradict each other", "if x > 5 { if x < 3 { fail } }", 0},
		{"one side of a comparison", "if x > y { skip } else { skip }", 1},
		{"the model of the path decides one side of the next branch", "if x > y { if x > z { skip } else { skip } }",
			2},
		{"what follows from the comparison before", "if x > y { if x < y { fail } else { skip } }", 1},
		{"a third comparison that the first two rule out", "if x > y { if y > z { if z > x { fail } } }", 3},
		{"a fault that the model of its state has, and its successor not", "if x > y { u = 1 / z }", 2},
		{"a fault that it has not, but its successor", "if x > y { assert x != z + 2 }", 2},
	} {
		var counting solverFunc
		asked := 0
		x, start := explore(t, c.src, Eager, Limits{}, nil)
		truth := x.Solver
		counting = func(ctx context.Context, fs []*term.Formula) solver.Answer {
			asked++
			return truth.Solve(ctx, fs)
		}
		x.Solver = counting
		for range x.Run(t.Context(), start) {
		}
		if asked != c.asked {
			t.Errorf("%s: asked %d times, want %d", c.title, asked, c.asked)
		}
		if l := x.Layers; int64(asked) != l.Satisfied+l.Refuted+l.Unknown || l.Left != 0 {
			t.Errorf("%s: asked %d times, but counted %+v", c.title, asked, l)
		}
	}
}

// TestExhaustedPool lets the pool come to its limit at every point of an exploration in turn: nothing is reported of a
// state whose terms mean nothing, and it counts as left.
func TestExhaustedPool(t *testing.T) {
	ended := 0
	for words := range int64(600) {
		x, start := explore(t, "y = 1 / (x * x - 4)\nassert y * y != 4 * y or 1 / (x - 3) = 0", Unasked, Limits{},
			ignorant)
		x.Machine.Pool().Limit(words)
		for r := range x.Run(t.Context(), start) {
			if x.Machine.Pool().Exhausted() {
				t.Errorf("with %d words found the report %s though the terms mean nothing", words, show(x, r))
			}
		}
		if !x.Machine.Pool().Exhausted() {
			continue
		}
		if ended++; x.Coverage.Exhausted() || x.Coverage.Vacuous {
			t.Errorf("with %d words found the coverage %+v, want an early end", words, x.Coverage)
		}
	}
	if ended < 100 {
		t.Errorf("the pool came to its limit %d times, want 100 at least", ended)
	}
}

// TestStop: an exploration ends when its caller says so, which is told how many states it has visited and what the
// solver has cost.
func TestStop(t *testing.T) {
	const endless = "while y < 1000 {\n  if x * x > y + z { y = y + 2 } else { y = y + 1 }\n}"
	const short = "if x * x > 7 { y = 1 }\nif x * x > 8 + z { y = 2 }"
	whole, start := explore(t, short, Eager, Limits{}, nil)
	var cost int64
	whole.Stop = func(_, micros int64) bool { cost = micros; return false }
	for range whole.Run(t.Context(), start) {
	}
	if whole.Coverage.Ended != "" || cost == 0 {
		t.Fatalf("found the end %q and a cost of %d, want no end and a cost", whole.Coverage.Ended, cost)
	}
	for _, row := range []struct {
		title  string
		src    string
		limit  int64
		stop   func(states, micros int64) bool
		ended  Ending
		states int64 // at most
	}{
		{"after some states", endless, 300, func(states, _ int64) bool { return states >= 50 }, OutOfStates, 52},
		{"after some work of the solver", short, 0, func(_, micros int64) bool { return micros > 0 }, OutOfStates,
			whole.Coverage.States - 1},
		{"on a single way without an end", "y = 0\nwhile y < 1 { y = 0 }", 0, func(states, _ int64) bool {
			return states > 5000
		}, OutOfStates, 20_000},
		{"at once", endless, 300, func(_, micros int64) bool { return true }, OutOfStates, 0},
		{"at the limit", endless, 300, func(states, _ int64) bool { return states > 5000 }, OutOfStates, 301},
		{"when nothing is left", short, 0, func(states, _ int64) bool { return states >= whole.Coverage.States }, "",
			whole.Coverage.States},
	} {
		x, start := explore(t, row.src, Eager, Limits{States: row.limit}, nil)
		x.Stop, x.Bugs = row.stop, row.limit == 0 // then ways without branches are followed in strides
		for range x.Run(t.Context(), start) {
		}
		if c := x.Coverage; c.Ended != row.ended || c.States > row.states || (c.Frontier > 0) != (row.ended != "") {
			t.Errorf("%s: found %q after %d states with %d left, want %q after at most %d", row.title, c.Ended,
				c.States, c.Frontier, row.ended, row.states)
		}
	}
}

// TestStridesEnd: what interrupts a way without branches, which is followed in strides, loses nothing of it: the search
// goes on from where it was.
func TestStridesEnd(t *testing.T) {
	const turns = 20_000
	source := fmt.Sprintf("input n\nx = 0\nwhile x < %d { x = x + 1 }\nassert x < 0\n", turns)
	never := func(_, _ int64) bool { return false }
	for _, row := range []struct {
		title string
		o     Options
	}{
		{"nothing interrupts it", Options{Engine: EngineExplore, LookBack: -1}},
		{"invariants are looked for", Options{Engine: EngineAuto, Prove: true}},
		{"it is long", Options{Merge: true, Prove: true, LookBack: 1 << 10}},
		{"its caller may stop it", Options{Stop: never}},
	} {
		r, err := Find(t.Context(), program(t, "long.imp", source), row.o)
		if err != nil {
			t.Fatal(err)
		}
		bugs := r.Certain()
		if r.Verdict != Bug || len(bugs) != 1 {
			t.Errorf("%s: found %s with %d bugs, want one bug", row.title, r.Verdict, len(bugs))
			continue
		}
		if steps := int64(bugs[0].Bug.Trace.Steps); steps < 3*turns || r.Coverage.States > steps+1 {
			t.Errorf("%s: found %d states and %d steps, want no more states than steps, of which there are %d at least",
				row.title, r.Coverage.States, steps, 3*turns)
		}
	}
}
