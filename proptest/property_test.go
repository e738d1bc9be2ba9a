package proptest

import (
	"context"
	"encoding/xml"
	"reflect"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
)

// This file tests the trying itself: a property that fails fails, on a small program, the same one for the same seed.

// tryOne tries one property.
func tryOne(l Language[core.State, coresym.State], p property, n int, seed int64) Result {
	return Run(context.Background(), []property{p}, l, Options{Cases: n, Seed: seed})[0]
}

type property = Property[core.State, coresym.State]

func TestShrinking(t *testing.T) {
	p := property{Check: func(c *Case[core.State, coresym.State], _ func(string)) Outcome {
		_, out := semantics.Run(c.Concrete(c.M0), c.Begin, 100, nil)
		if out.Fault != nil && out.Fault.Kind == semantics.DivisionByZero && out.Steps >= 5 {
			return against("it divides by zero")
		}
		return ok
	}}
	r := tryOne(IMP, p, 2000, 3)
	for _, want := range []string{"it divides by zero\n", "seed 3", "vouch run random.imp"} {
		if !strings.Contains(r.Failure, want) {
			t.Errorf("found no %q in the report\n%s", want, r.Failure)
		}
	}
	if lines := strings.Count(r.Failure, "\n"); lines > 9 {
		t.Errorf("found %d lines, want a shrunk program\n%s", lines, r.Failure)
	}
	if again := tryOne(IMP, p, 2000, 3); again.Failure != r.Failure {
		t.Errorf("found another counterexample for the same seed:\n%s\nand\n%s", r.Failure, again.Failure)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		title string
		p     property
		want  string
	}{
		{"what holds", property{Check: func(*Case[core.State, coresym.State], func(string)) Outcome { return ok }}, ""},
		{"what is rare", property{
			Floor: map[string]int{"gold": 3},
			Check: func(*Case[core.State, coresym.State], func(string)) Outcome { return ok },
		}, "gold: 0 times in 1000 cases, want 1 at least"},
		{"what may be missing by chance", property{
			Floor: map[string]int{"gold": 2},
			Check: func(*Case[core.State, coresym.State], func(string)) Outcome { return ok },
		}, ""},
		{"what is often enough", property{
			Floor: map[string]int{"sand": 1000},
			Check: func(_ *Case[core.State, coresym.State], count func(string)) Outcome { count("sand"); return ok },
		}, ""},
		{"what is a little rarer by chance", property{
			Floor: map[string]int{"sand": 1078},
			Check: func(_ *Case[core.State, coresym.State], count func(string)) Outcome { count("sand"); return ok },
		}, ""},
		{"what is too rare for chance", property{
			Floor: map[string]int{"sand": 1100},
			Check: func(_ *Case[core.State, coresym.State], count func(string)) Outcome { count("sand"); return ok },
		}, "sand: 1000 times in 1000 cases, want 1018 at least"},
		{"what is always vacuous", property{Check: func(*Case[core.State, coresym.State], func(string)) Outcome {
			return vacuous
		}}, "only 0 cases"},
		{"what panics", property{Check: func(*Case[core.State, coresym.State], func(string)) Outcome { panic("oops") }},
			"panic: oops"},
	} {
		if r := tryOne(All, c.p, 1000, 1); !strings.Contains(r.Failure, c.want) || c.want == "" && r.Failure != "" {
			t.Errorf("%s: found the failure %q, want %q", c.title, r.Failure, c.want)
		}
	}
}

// TestWorkers: the results are the same however many workers there are, and about as many rounds as were asked for.
func TestWorkers(t *testing.T) {
	rare := property{Name: "rare", Check: func(c *Case[core.State, coresym.State], count func(string)) Outcome {
		count("case")
		if c.Seed%500 == 0 {
			return against("found one")
		}
		return ok
	}}
	often := property{Name: "often", Check: func(_ *Case[core.State, coresym.State], count func(string)) Outcome {
		count("case")
		return ok
	}}
	var want []Result
	for _, workers := range []int{1, 2, 7} {
		done := 0
		rs := Run(t.Context(), []property{rare, often}, IMP,
			Options{Cases: 2050, Seed: 9, Workers: workers, Whole: true, Progress: func(n int) { done = n }})
		for i := range rs {
			rs[i].Elapsed = 0
		}
		if want == nil {
			want = rs
		}
		if !reflect.DeepEqual(rs, want) {
			t.Errorf("%d workers: found %v, want %v", workers, rs, want)
		}
		if rs[0].Failure == "" || rs[1].Failure != "" || rs[1].Cases != 2050 || done != 2050 {
			t.Errorf("%d workers: found %v and %d cases done", workers, rs, done)
		}
	}
}

// TestInterrupted: what was tried before an interrupt counts, and nothing is missed for being rare.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := property{
		Floor: map[string]int{"gold": 1000},
		Check: func(*Case[core.State, coresym.State], func(string)) Outcome { return ok },
	}
	rs := Run(ctx, []property{p}, All, Options{Cases: 1_000_000, Progress: func(int) { cancel() }})
	if r := rs[0]; r.Failure != "" || r.Cases < round || r.Cases > 100*round {
		t.Errorf("found %v", r)
	}
}

// TestSecondOpinion holds both semantics against the big-step evaluator on 100,000 pairs of a program and an input.
func TestSecondOpinion(t *testing.T) {
	for _, p := range Semantics[core.State, coresym.State]() {
		if p.Name == "second opinion" {
			if *single != "" && *single != p.Name {
				return
			}
			if r := tryOne(All, p, 2000, *seed); r.Failure != "" || r.Count["pairs"] < 100_000 {
				t.Errorf("%s\n%s", r.Summary(), r.Failure)
			}
			return
		}
	}
	t.Error("there is no second opinion")
}

// TestJUnit: a report is well-formed XML, names every property, and holds whatever a counterexample does.
func TestJUnit(t *testing.T) {
	var out strings.Builder
	err := WriteJUnit(&out, 7, []Tried{{"Semantics", []Result{
		{Name: "lemma 1", Doc: "Good.", Cases: 3, Count: map[string]int{"gold": 1}},
		{Name: "lemma 2", Doc: "Bad.", Failure: "x < 1 ]]> \x00\nvouch run random.imp"},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suite    struct {
			Name string `xml:"name,attr"`
			Test []struct {
				Name    string `xml:"name,attr"`
				Out     string `xml:"system-out"`
				Failure struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(out.String()), &found); err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	tests := found.Suite.Test
	if found.Tests != 2 || found.Failures != 1 || found.Suite.Name != "proptest/Semantics" || len(tests) != 2 {
		t.Fatalf("found %+v", found)
	}
	if !strings.Contains(tests[0].Out, "gold 1") || !strings.Contains(tests[1].Failure.Text, "vouch run") {
		t.Errorf("found %+v", tests)
	}
}

// everywhere are the properties that have to meet each instruction and each kind of fault: those of single steps, that
// of faults, and that of the kernel.
var everywhere = []string{"lemma 4", "lemma 5", "lemma 9", "theorem 23", "kernel runs"}

// TestMissing shows that each instruction, with all its rules, and each kind of fault has a floor in each of these
// properties, and one that counts in a run of the usual length.
func TestMissing(t *testing.T) {
	floors := map[string]map[string]int{}
	for _, c := range Chapters[core.State, coresym.State]() {
		for _, p := range c.Properties {
			floors[p.Name] = p.Floor
		}
	}
	for _, name := range everywhere {
		floor := floors[name]
		want := func(what string) {
			if floor[what] < leastFloor {
				t.Errorf("%s: found the floor %d for %q, want %d at least", name, floor[what], what, leastFloor)
			}
		}
		for _, kind := range semantics.Kinds {
			want(string(kind))
		}
		for _, r := range append(table(), row{op: core.Branch, rules: branches("LOOP")}) {
			if name == "theorem 23" || len(r.rules) == 0 {
				want(capitals(r.op))
				continue
			}
			for _, rule := range r.rules {
				want(rule.Name)
			}
		}
	}
}

// TestTally shows that a kind counts once for each instruction.
func TestTally(t *testing.T) {
	counted := map[string]int{}
	tally := newTally(func(what string) { counted[what]++ })
	for range 3 { // inputs
		for _, in := range []*core.Instr{{}, nil} { // of which one is new each time
			tally.at(in, "SET")
			tally.counts(in)("LOAD")
		}
	}
	if counted["SET"] != 4 || counted["LOAD"] != 4 {
		t.Errorf("found %v, want 4 of each", counted)
	}
}
