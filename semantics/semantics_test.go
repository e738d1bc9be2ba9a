package semantics

import (
	"fmt"
	"strings"
	"testing"

	"vouch/semantics/source"
)

// countdown is a toy machine. Its states are integers: positive ones step down, 0 is done, -1 is at fault, -2 is
// blocked, the other negative ones are stuck without a reason. Odd states take a branch.
type countdown struct{}

func (countdown) Step(s int) (int, Rule, bool) {
	switch {
	case s <= 0:
		return s, Rule{}, false
	case s%100 == 50: // a trap
		return s - 50 - 1, Rule{Name: "TRAP"}, true
	case s%2 == 1:
		return s - 1, Rule{"ODD", BranchTrue}, true
	}
	return s - 1, Rule{"EVEN", BranchFalse}, true
}

func (countdown) Done(s int) bool { return s == 0 }

func (countdown) Fault(s int) (Fault, bool) {
	return Fault{Failed, source.Pos{Line: 1, Column: 2}.Span()}, s == -1
}

func (countdown) Blocked(s int) Blocked {
	if s == -2 {
		return AssumptionViolated
	}
	return NotBlocked
}

func TestRun(t *testing.T) {
	show := func(s int, o Outcome) string {
		w := fmt.Sprintf("%d after %d", s, o.Steps)
		if o.Done {
			w += " done"
		}
		if o.Fault != nil {
			w += fmt.Sprintf(" %s at %d:%d", o.Fault.Kind, o.Fault.Line, o.Fault.Column)
		}
		if o.Blocked != NotBlocked {
			w += " " + string(o.Blocked)
		}
		return w
	}
	for _, c := range []struct {
		title      string
		start, max int
		stop       int // the n at which see stops; -1 never
		want, seen string
	}{
		{"runs to its end", 3, 10, -1, "0 after 3 done", "0:3 1ODD:2 2EVEN:1 3ODD:0"},
		{"a budget of exactly enough", 3, 3, -1, "0 after 3 done", "0:3 1ODD:2 2EVEN:1 3ODD:0"},
		{"a budget one short", 3, 2, -1, "1 after 2", "0:3 1ODD:2 2EVEN:1"},
		{"no budget", 3, 0, -1, "3 after 0", "0:3"},
		{"a negative budget", 3, -5, -1, "3 after 0", "0:3"},
		{"done at the start", 0, 10, -1, "0 after 0 done", "0:0"},
		{"done at the start, no budget", 0, 0, -1, "0 after 0 done", "0:0"},
		{"at fault at the start", -1, 10, -1, "-1 after 0 fail at 1:2", "0:-1"},
		{"at fault at the start, no budget", -1, 0, -1, "-1 after 0 fail at 1:2", "0:-1"},
		{"at fault after a step", 50, 10, -1, "-1 after 1 fail at 1:2", "0:50 1TRAP:-1"},
		{"at fault with the budget's last step", 50, 1, -1, "-1 after 1 fail at 1:2", "0:50 1TRAP:-1"},
		{"a fault that the budget does not reach", 51, 1, -1, "50 after 1", "0:51 1ODD:50"},
		{"blocked", -2, 10, -1, "-2 after 0 assumption violated", "0:-2"},
		{"stuck without a reason", -3, 10, -1, "-3 after 0", "0:-3"},
		{"see stops at once", 3, 10, 0, "3 after 0", "0:3"},
		{"see stops on the way", 3, 10, 2, "1 after 2", "0:3 1ODD:2 2EVEN:1"},
		{"see stops at the end: then nothing is said of it", 3, 10, 3, "0 after 3", "0:3 1ODD:2 2EVEN:1 3ODD:0"},
		{"see stops at a fault: then nothing is said of it", 50, 10, 1, "-1 after 1", "0:50 1TRAP:-1"},
	} {
		var seen []string
		s, out := Run(countdown{}, c.start, int64(c.max), func(n int64, rule Rule, s int) bool {
			seen = append(seen, fmt.Sprintf("%d%s:%d", n, rule.Name, s))
			return int(n) != c.stop
		})
		if got := show(s, out); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
		if got := strings.Join(seen, " "); got != c.seen {
			t.Errorf("%s: saw %s, want %s", c.title, got, c.seen)
		}
		if c.stop < 0 {
			if s, out := Run(countdown{}, c.start, int64(c.max), nil); show(s, out) != c.want {
				t.Errorf("%s: unseen: got %s, want %s", c.title, show(s, out), c.want)
			}
		}
	}
}

func TestStuck(t *testing.T) {
	for s, want := range map[int]bool{3: false, 50: false, 0: false, -1: true, -2: true, -3: true} {
		if got := Stuck(countdown{}, s); got != want {
			t.Errorf("Stuck(%d) = %v", s, got)
		}
	}
}

// fading is a machine that charges a meter for every look at its state, which is at fault.
type fading struct {
	countdown
	*Meter
}

func (m fading) Step(s int) (int, Rule, bool) { m.Charge(1); return s, Rule{}, false }

func (m fading) Fault(int) (Fault, bool) {
	return Fault{Failed, source.Pos{Line: 1, Column: 2}.Span()}, m.Charge(1)
}

func (m fading) Blocked(int) Blocked {
	if !m.Charge(1) {
		return LimitReached
	}
	return NotBlocked
}

// TestRunTellsFaultFromLimit: a run says that there is a fault or that the meter kept it from knowing.
func TestRunTellsFaultFromLimit(t *testing.T) {
	for n := range int64(6) {
		_, out := Run(fading{Meter: NewMeter(n, Unlimited)}, -1, 10, nil)
		if (out.Fault == nil) != (out.Blocked == LimitReached) {
			t.Errorf("%d units: fault %v, blocked %q", n, out.Fault, out.Blocked)
		}
	}
}

// TestKinds: certificates name kinds by these words.
func TestKinds(t *testing.T) {
	want := []Kind{
		"fail", "assertion", "division by zero", "unbound variable", "null dereference", "invalid pointer",
		"use after free", "use after return",
		"out of bounds read", "out of bounds write", "read-only write", "double free", "invalid free", "invalid size",
		"invalid call",
		"pointer arithmetic", "unrelated pointers", "invalid conversion", "overflow", "shift out of range",
		"uninitialised value",
		"misaligned access", "memory leak", "overlapping copy", "use after scope", "format mismatch",
		"missing return value", "missing argument",
		"invalid argument", "abort", "unreachable",
	}
	if fmt.Sprint(Kinds) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", Kinds, want)
	}
}

func TestUnsupported(t *testing.T) {
	for _, c := range []struct {
		title   string
		blocked Blocked
		reason  string
		ok      bool
	}{
		{"with a reason", UnsupportedBecause("signals"), "signals", true},
		{"without one", UnsupportedBecause(""), "", true},
		{"not blocked", NotBlocked, "", false},
		{"an assumption", AssumptionViolated, "assumption violated", false},
		{"a limit", LimitReached, "resource limit reached", false},
		{"an input", NoInput, "an input is missing", false},
	} {
		if reason, ok := c.blocked.Unsupported(); ok != c.ok || ok && reason != c.reason {
			t.Errorf("%s: got %q, %v, want %q, %v", c.title, reason, ok, c.reason, c.ok)
		}
	}
}

// sprinter is a countdown that takes many steps at once, and counts how often it is asked.
type sprinter struct {
	countdown
	asked *int
}

func (m sprinter) Run(s int, most int64) (int, int64) {
	*m.asked++
	for n := int64(0); ; n++ {
		next, _, ok := m.Step(s)
		if n >= most || !ok {
			return s, n
		}
		s = next
	}
}

// TestRunOfStrider: a machine that takes many steps at once ends as it does one by one.
func TestRunOfStrider(t *testing.T) {
	for start := -3; start < 60; start++ {
		for budget := int64(-1); budget < 60; budget++ {
			var asked int
			s, out := Run(sprinter{asked: &asked}, start, budget, nil)
			slow, want := Run(countdown{}, start, budget, nil)
			if s != slow || fmt.Sprintf("%+v", out) != fmt.Sprintf("%+v", want) &&
				(out.Fault == nil || *out.Fault != *want.Fault) || asked != 1 {
				t.Errorf("from %d, %d steps: got %d %+v, want %d %+v; asked %d times", start, budget, s, out, slow,
					want, asked)
			}
		}
	}
	var asked int
	if Run(sprinter{asked: &asked}, 3, 10, func(int64, Rule, int) bool { return true }); asked != 0 {
		t.Error("asked for a stride though every state is watched")
	}
}
