package finder

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/finder/fuzz"
	"vouch/finder/solver"
	"vouch/semantics"
)

// This file tests when it is the fuzzer's turn beside a search, what it is given, and what becomes of the faults that
// it meets.

// opaque is a program whose fault is behind a hash: neither a solver nor a few runs come to it, but the input x = 1234
// does.
const opaque = fuzzed + `int main(void) { int x = klee_int("x"); unsigned h = 7; for (int i = 0; i < 24; i++) { h = (h ^ x) * 2654435761u + i; h ^= h >> 15; } return %s; }`

// opaqueHash is the hash of 1234 in opaque.
func opaqueHash() uint32 {
	h := uint32(7)
	for i := range uint32(24) {
		h = (h^1234)*2654435761 + i
		h ^= h >> 15
	}
	return h
}

// TestFuzzWithin: what takes the place of a search goes on with its fuzzer, and with the turns that are due behind what
// that search took.
func TestFuzzWithin(t *testing.T) {
	o := lone(1)
	o.Fuzz = FuzzAuto
	p := newSubject(program(t, "t.imp", "assert x != 3"))
	p.beside = newBeside(o)
	q := p.again()
	if q.beside == nil || q.beside != p.beside || q.symbolic == p.symbolic {
		t.Fatalf("found another fuzzer, or the same machine, want the same fuzzer beside another machine")
	}
	b := q.beside
	if b.due(aloneMicros - 1) {
		t.Error("found a turn due before anything was long")
	}
	back := b.within(aloneMicros - 1)
	if b.due(0) || !b.due(1) {
		t.Errorf("found the turn due: %t and %t, want it behind what the first search took", b.due(0), b.due(1))
	}
	if back(); b.due(aloneMicros-1) || !b.due(aloneMicros) {
		t.Error("found that what a search took counts twice when it goes on")
	}
	none := (*beside)(nil)
	none.within(7)()
	if none.due(1<<40) || none.runs() != 0 || newSubject(p.Program).again().beside != nil {
		t.Error("found a fuzzer beside a search without one")
	}
	b.turn(t.Context(), q, aloneMicros, nil)
	if b.runs() != 0 {
		t.Errorf("found %d runs before anybody asked what came of them, want 0", b.runs())
	}
	b.join()
	if b.runs() == 0 || b.runs() != b.fuzzer.Count.Runs {
		t.Errorf("found %d runs, want %d", b.runs(), b.fuzzer.Count.Runs)
	}
}

// TestFuzzTurns: with FuzzOn the fuzzer is first, with FuzzAuto a search is alone for some time. Then each works as
// long as the other one, but for a fuzzer that takes no new way with FuzzAuto.
func TestFuzzTurns(t *testing.T) {
	for _, c := range []struct {
		title string
		how   Fuzzing
		idle  int64 // how long no way was new
		alone int64 // how long the search is alone at first
		part  int64 // which part of the work is the fuzzer's, in the end
	}{
		{"on", FuzzOn, 0, 0, 1},
		{"on, and nothing is new", FuzzOn, 1 << 40, 0, 1},
		{"auto", FuzzAuto, 0, aloneMicros, 1},
		{"auto, and nothing is new for some time", FuzzAuto, idleMicros, aloneMicros, 2},
		{"auto, and nothing is new for long", FuzzAuto, 2 * idleMicros, aloneMicros, 4},
		{"auto, and nothing is new for longer", FuzzAuto, 4 * idleMicros, aloneMicros, 8},
		{"auto, and nothing is new for ever", FuzzAuto, 1 << 40, aloneMicros, 1 << mostIdle},
	} {
		o := lone(1)
		o.Fuzz = c.how
		p := newSubject(program(t, "t.c", fmt.Sprintf(opaque, "h & 1")))
		b := newBeside(o)
		if b.due(c.alone-1) || !b.due(c.alone) {
			t.Errorf("%s: found the first turn due at %d: %t, want it at %d", c.title, c.alone-1, b.due(c.alone-1),
				c.alone)
		}
		b.turn(t.Context(), p, c.alone, nil)
		b.join()
		b.turn(t.Context(), p, b.next, nil) // no way is new
		b.join()
		b.news, b.before = b.spent-c.idle, 1000
		spent, ways := b.spent, b.fuzzer.Count.Ways
		now := b.next - b.before
		if b.due(now - 1) {
			t.Errorf("%s: found a turn due before the search took as long as the fuzzer, with what the search before it took",
				c.title)
		}
		if b.turn(t.Context(), p, now, nil); c.how == FuzzAuto && (b.due(now+turnMicros-1) || !b.due(now+turnMicros)) {
			t.Errorf("%s: found that nobody asks for what came of a turn when it is over, want it then", c.title)
		}
		b.join()
		want := (b.spent - spent) * c.part
		if b.fuzzer.Count.Ways > ways {
			t.Fatalf("%s: found new ways in the last turn, want none", c.title)
		}
		if found := b.next - b.before - now; found != want {
			t.Errorf("%s: found the next turn after %d microseconds of the search, want %d", c.title, found, want)
		}
		if b.due(b.next-b.before-1) || !b.due(b.next-b.before) {
			t.Errorf("%s: found no turn when it is due", c.title)
		}
	}
	var none *beside
	if none.due(1 << 60) {
		t.Error("found a turn of no fuzzer")
	}
}

// TestFuzzAuto: a search that takes long has the fuzzer beside it.
func TestFuzzAuto(t *testing.T) {
	p := program(t, "t.c", fuzzed+`int main(void) { int x = klee_int("x"); unsigned h = 7; for (int i = 0; i < 100000; i++) h = h * 31 + i; return x == 3 ? h & 1 : 0; }`)
	for _, how := range []Fuzzing{FuzzAuto, FuzzOn, FuzzOff} {
		o := lone(1)
		o.Fuzz, o.Limits.States, o.Prove = how, 0, false
		r, err := Find(t.Context(), p, o)
		if err != nil || (r.Fuzz != nil && r.Fuzz.Runs > 0) != (how != FuzzOff) {
			t.Errorf("%s: found %+v, %v after %d states", how, r.Fuzz, err, r.Coverage.States)
		}
	}
}

// TestFuzzModels: the inputs that the search knows for its states are seeds, each place gives one, and they satisfy the
// path to their state.
func TestFuzzModels(t *testing.T) {
	p := newSubject(program(t, "t.c", fmt.Sprintf(opaque, fmt.Sprintf("h == %du ? 1 / (int)(h - %du) : 0", opaqueHash(),
		opaqueHash()))))
	for _, c := range []struct {
		title  string
		models []solver.Model
		want   bool
	}{
		{"no model", nil, false},
		{"another one", []solver.Model{{"x": big.NewInt(1233)}}, false},
		{"one of a name that nobody draws", []solver.Model{{"y": big.NewInt(1234)}}, false},
		{"one with the fault", []solver.Model{{"x": big.NewInt(1234)}}, true},
		{"the same behind others", []solver.Model{{"x": big.NewInt(-1)}, {}, {"x": big.NewInt(1234)}}, true},
	} {
		p.beside = newBeside(lone(1))
		crashes := p.beside.turn(t.Context(), p, 0, c.models)
		if (len(crashes) > 0) != c.want {
			t.Errorf("%s: found %d crashes, want some: %t", c.title, len(crashes), c.want)
		}
	}
	q := newSubject(program(t, "t.imp",
		"if x > 1000 { y = 1 } else { y = 2 } if z == x + 77 { assert y != 1 } i = 0 while i < 9 { i = i + 1 }"))
	var models []solver.Model
	s, _ := newLinear(q.symbolic.Pool())
	x := &exploration{Machine: q.symbolic, Frontier: NewFrontier("mixed", q.symbolic), Solver: s, Pruning: Eager,
		Bugs: true, Due: func(int64) bool { return true }}
	calls, reports := 0, 0
	told := semantics.Fault{Kind: "told"}
	x.Beside = func(ms []solver.Model) []report {
		models = append(models, ms...)
		if calls++; calls == 1 {
			return []report{{Kind: PotentialBug, Fault: told}}
		}
		return nil
	}
	for r := range x.Run(t.Context(), q.start) {
		if r.Fault == told {
			reports++
		}
	}
	text := fmt.Sprint(models)
	if calls < 5 || len(models) < 4 || len(models) > 40 || !strings.Contains(text, "x:1001") {
		t.Errorf("found %d models in %d calls: %s", len(models), calls, text)
	}
	if reports != 1 {
		t.Errorf("found %d reports of what was found beside the search, want 1", reports)
	}
}

// TestFuzzLast: the fuzzer works once more on a program of which the search left something open, and the verdict is
// what it meets.
func TestFuzzLast(t *testing.T) {
	text := fmt.Sprintf(opaque, fmt.Sprintf("h == %du ? 1 / (int)(h - %du) : 0", opaqueHash(), opaqueHash()))
	p := newSubject(program(t, "t.c", text))
	for _, c := range []struct {
		title string
		ended Ending
		wrong string
		seeds string
		want  Verdict
	}{
		{"what is not supported", NotSupported, "", "\xd2\x04\x00\x00", Bug},
		{"terms that are too large", OutOfTerms, "", "\xd2\x04\x00\x00", Bug},
		{"no fault is met", NotSupported, "", "\xd1\x04\x00\x00", Unknown},
		{"a limit of states", OutOfStates, "", "\xd2\x04\x00\x00", Unknown},
		{"no time", OutOfTime, "", "\xd2\x04\x00\x00", Unknown},
		{"somebody interrupts it", Interrupted, "", "\xd2\x04\x00\x00", Unknown},
		{"a wrong answer", NotSupported, "x", "\xd2\x04\x00\x00", Unknown},
	} {
		o := lone(1)
		o.Seeds = [][]byte{[]byte(c.seeds)}
		told := 0
		o.Found = func(Finding) { told++ }
		p.beside = newBeside(o)
		r := &Result{Program: p.About, Verdict: Unknown, Wrong: c.wrong,
			Coverage: Coverage{Ended: c.ended, Why: "because"}}
		p.last(t.Context(), o, r)
		certain := len(r.Certain())
		if r.Verdict != c.want || (certain == 1) != (c.want == Bug) || told != certain ||
			(r.Coverage.Ended == FirstBug) != (c.want == Bug) {
			t.Errorf("%s: found %s with %d certain findings, of which %d were told, ended by %s; want %s", c.title,
				r.Verdict, certain, told, r.Coverage.Ended, c.want)
		}
	}
	for _, v := range []Verdict{Safe, Bounded, Bug} { // what is decided stays
		p.beside = newBeside(lone(1))
		r := &Result{Verdict: v}
		if p.last(t.Context(), lone(1), r); r.Verdict != v || p.beside.begun {
			t.Errorf("found %s after %s, and that the fuzzer works: %t", r.Verdict, v, p.beside.begun)
		}
	}
}

// TestFuzzOpen: a crash whose path cannot be followed leaves the verdict open. It is not forgotten, and it is no bug.
func TestFuzzOpen(t *testing.T) {
	p := newSubject(program(t, "t.imp", "assert x != 3"))
	o := lone(0)
	p.beside = newBeside(o)
	s, _ := newLinear(p.symbolic.Pool())
	for _, c := range p.beside.turn(t.Context(), p, 0, nil) {
		c.Steps = mostFollow + 1
		reports := p.reports([]fuzz.Crash{c}, nil)
		if len(reports) != 1 || reports[0].Kind != PotentialBug {
			t.Fatalf("found the reports %+v, want one of a potential bug", reports)
		}
		if again := p.reports([]fuzz.Crash{c}, map[semantics.Fault]bool{c.Fault: true}); len(again) != 0 {
			t.Errorf("found %d reports of a fault that is certain, want none", len(again))
		}
		r := &Result{}
		r.add(p.finding(t.Context(), s, reports[0], o))
		if v := verdict(r); v != Unknown || len(r.Findings) != 1 || !r.Findings[0].Fuzzed || r.Findings[0].Certain() {
			t.Errorf("found the verdict %s with %s, want unknown with a potential bug", v, findings(r))
		}
		return
	}
	t.Error("found no crash")
}

// TestFuzzContradictsNothing: with and without the fuzzer no program is said to be safe once and to have a bug another
// time.
func TestFuzzContradictsNothing(t *testing.T) {
	for _, c := range []struct {
		title, file, text string
		bug               bool
	}{
		{"IMP, a bug", "t.imp", "assert x * y != 35 or x < 6", true},
		{"IMP, none", "t.imp", "assume x > 3 y = x * x assert y > 9", false},
		{"IMP, a bug in a loop", "t.imp", "i = 0 while i < 20 { i = i + 1 if a > i { a = a - i } } assert a != 5",
			true},
		{"IMP, a loop without a bug", "t.imp", "i = 0 while i < 20 { i = i + 1 } assert i == 20", false},
		{"IMP, a bug that an assumption excludes", "t.imp", "assume x > 10 assert x != 7", false},
		{"IMP, a division", "t.imp", "y = 7 / (x - 12)", true},
		{"C, an index", "t.c", fuzzed +
			`int main(void) { int a[4] = {0}; unsigned i = klee_int("i"); return i < 5 ? a[i] : 0; }`, true},
		{"C, an index in its bounds", "t.c",
			fuzzed + `int main(void) { int a[4] = {0}; unsigned i = klee_int("i"); return i < 4 ? a[i] : 0; }`, false},
		{"C, an overflow", "t.c", fuzzed + `int main(void) { int i = klee_int("i"); return i + 1 > 0; }`, true},
		{"C, no overflow", "t.c",
			fuzzed + `int main(void) { int i = klee_int("i"); return i < 1000 && i > -1000 ? i * i : 0; }`, false},
		{"C, a bug that an assumption excludes", "t.c", fuzzed +
			`int main(void) { int i = klee_int("i"); klee_assume(i != 0); return i == -1 ? 0 : 5 / i; }`, false},
		{"C, a hash", "t.c", fmt.Sprintf(opaque, fmt.Sprintf("h == %du ? 1 / (int)(h - %du) : 0", opaqueHash(),
			opaqueHash())), true},
		{"C, a loop over bytes", "t.c",
			fuzzed + `int main(void) { unsigned char b[6]; klee_make_symbolic(b, 6, "b"); int s = 0; for (int i = 0; i < 6; i++) s += b[i] == i; return s == 6 ? *(int *)0 : s; }`,
			true},
		{"C, the same without a bug", "t.c",
			fuzzed + `int main(void) { unsigned char b[6]; klee_make_symbolic(b, 6, "b"); int s = 0; for (int i = 0; i < 6; i++) s += b[i] == i; return s == 7 ? *(int *)0 : s; }`,
			false},
	} {
		for _, how := range Fuzzings {
			for _, all := range []bool{false, true} {
				o := lone(2)
				o.Fuzz, o.All, o.Limits.States = how, all, 2000
				r, err := Find(t.Context(), program(t, c.file, c.text), o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict == Bug != c.bug && r.Verdict != Unknown || r.Verdict == Unknown &&
					!strings.Contains(c.title, "hash") {
					t.Errorf("%s, fuzzer %s, all %t: found %s: %s; want a bug: %t", c.title, how, all, r.Verdict,
						findings(r), c.bug)
				}
			}
		}
	}
}
