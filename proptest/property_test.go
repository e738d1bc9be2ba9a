package proptest

import (
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
)

// This file tests the trying itself: a property that fails fails, on a small program, the same one for the same seed.

type property = Property[imp.State, impsym.State]

func TestShrinking(t *testing.T) {
	p := property{Check: func(c *Case[imp.State, impsym.State], _ func(string)) Outcome {
		s, assumed := c.Begin(c.M0)
		if _, out := semantics.Run(c.Concrete, s, 100, nil); assumed && out.Fault != nil && out.Fault.Kind == semantics.DivisionByZero && out.Steps >= 3 {
			return against("it divides by zero")
		}
		return ok
	}}
	r := Try(p, IMP, 2000, 3)
	for _, want := range []string{"it divides by zero\n", "seed 3", "vouch run random.imp"} {
		if !strings.Contains(r.Failure, want) {
			t.Errorf("found no %q in the report\n%s", want, r.Failure)
		}
	}
	if lines := strings.Count(r.Failure, "\n"); lines > 9 {
		t.Errorf("found %d lines, want a shrunk program\n%s", lines, r.Failure)
	}
	if again := Try(p, IMP, 2000, 3); again.Failure != r.Failure {
		t.Errorf("found another counterexample for the same seed:\n%s\nand\n%s", r.Failure, again.Failure)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		title string
		p     property
		want  string
	}{
		{"what holds", property{Check: func(*Case[imp.State, impsym.State], func(string)) Outcome { return ok }}, ""},
		{"what is rare", property{
			Floor: map[string]int{"gold": 1},
			Check: func(*Case[imp.State, impsym.State], func(string)) Outcome { return ok },
		}, "gold: 0 times in 1000 cases, want 1 at least"},
		{"what is often enough", property{
			Floor: map[string]int{"sand": 1000},
			Check: func(_ *Case[imp.State, impsym.State], count func(string)) Outcome { count("sand"); return ok },
		}, ""},
		{"what is always vacuous", property{Check: func(*Case[imp.State, impsym.State], func(string)) Outcome { return vacuous }}, "only 0 cases"},
		{"what panics", property{Check: func(*Case[imp.State, impsym.State], func(string)) Outcome { panic("oops") }}, "panic: oops"},
	} {
		if r := Try(c.p, IMP, 1000, 1); !strings.Contains(r.Failure, c.want) || c.want == "" && r.Failure != "" {
			t.Errorf("%s: found the failure %q, want %q", c.title, r.Failure, c.want)
		}
	}
}
