package impsym_test

import (
	"strings"
	"testing"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/term/termview"
)

// This file tests what Step and Run say of states for which canonical form decides much.

// TestStep fixes what may come after the first state of a program.
func TestStep(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		{"the end", "skip", ""},
		{"a skip before another statement", "skip fail", "only SEQ-SKIP"},
		{"an assignment", "x = y + 1", "only ASSIGN"},
		{"a fail", "fail", "fault fail if true"},
		{"a condition that is true", "if 1 < 2 { fail }", "only IF-TRUE"},
		{"a condition that is false", "if 2 < 1 { fail }", "only IF-FALSE"},
		{"a condition that is true of every input", "if x <= x { fail }", "only IF-TRUE"},
		{"a condition that is open", "if x < 1 { fail }", "IF-TRUE if x <= 0, IF-FALSE if x >= 1"},
		{"a loop that is entered", "while true { skip }", "only WHILE-TRUE"},
		{"a loop that is not", "while false { skip }", "only WHILE-FALSE"},
		{"a loop that may be", "while x != 1 { skip }", "WHILE-TRUE if x != 1, WHILE-FALSE if x = 1"},
		{"an assertion that holds", "assert x = x", "only IF-TRUE"},
		{"an assertion that does not", "assert x != x", "only IF-FALSE"},
		{"an assertion that may", "assert x > 0", "IF-TRUE if x >= 1, IF-FALSE if x <= 0"},
		{"an assumption that holds", "skip assume true", "only SEQ-SKIP"},
		{"a divisor that is never 0", "z = x / 2", "only ASSIGN"},
		{"a divisor that may be 0", "z = 1 / x", "fault division by zero if x = 0, ASSIGN if x != 0"},
		{"a divisor that is 0", "z = 1 / (x - x)", "fault division by zero if true, ASSIGN if false"},
		{"two divisors", "z = 1 / x + 1 / y", "fault division by zero if x = 0, fault division by zero if x != 0 and y = 0, ASSIGN if x != 0 and y != 0"},
		{"one divisor twice", "z = 1 / x + 2 / x", "fault division by zero if x = 0, fault division by zero if x != 0 and x = 0, ASSIGN if x != 0 and x != 0"},
		{"a divisor in a condition that is constant", "if 0 * (1 / x) = 0 { skip }", "fault division by zero if x = 0, IF-TRUE if x != 0"},
		{"a divisor that is not always evaluated", "if x > 0 and 1 / y > 0 { skip }",
			"fault division by zero if x >= 1 and y = 0, IF-TRUE if (x <= 0 or y != 0) and x >= 1 and (1 / y) >= 1, IF-FALSE if (x <= 0 or y != 0) and (x <= 0 or (1 / y) <= 0)"},
		{"an unbound variable", "input x z = y", "fault unbound variable if true, ASSIGN if false"},
		{"an unbound variable that is not always evaluated", "input x if x > 0 and y > 0 { skip }", "fault unbound variable if x >= 1, IF-FALSE if x <= 0"},
	} {
		p, err := imp.Load("t", []byte(c.src))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		m := impsym.New(p)
		start := m.Start()
		step := m.Step(start)
		var parts []string
		if step.Only {
			parts = append(parts, "only "+step.Next.Rule.Name)
		}
		for _, f := range step.Faults {
			parts = append(parts, "fault "+string(f.Fault.Kind)+" if "+f.Guard.String())
		}
		for _, next := range step.Successors {
			parts = append(parts, next.Rule.Name+" if "+termview.Full(m.Path(next.State).Conjuncts()))
		}
		if found := strings.Join(parts, ", "); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}

// TestRun fixes how many steps are taken before there is more to a state than a next one, and where that is.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		title, src string
		most       int64
		steps      int64
		at         string
	}{
		{"the end", "skip", 9, 0, "the end"},
		{"to the end", "skip\nx = 1", 9, 2, "the end"},
		{"a condition", "x = y\nif x > 0 { skip }", 9, 2, "2:1"},
		{"a fault", "x = y\nfail", 9, 2, "2:1"},
		{"a divisor", "x = y\nz = 1 / x", 9, 2, "2:1"},
		{"a divisor that is known", "x = 1\nz = 1 / x\nfail", 9, 4, "3:1"},
		{"a loop that ends", "i = 0\nwhile i < 2 { i = i + 1 }\nfail", 99, 10, "3:1"},
		{"no more than is allowed", "i = 0\nwhile i < 2 { i = i + 1 }\nfail", 5, 5, "2:1"},
		{"none is allowed", "x = 1\nskip", 0, 0, "1:1"},
		{"two are allowed", "x = 1\ny = 2\nskip", 2, 2, "2:1"},
		{"a loop that does not end", "while true { skip }", 1000, 1000, "1:1"},
	} {
		p, err := imp.Load("t", []byte(c.src))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		m := impsym.New(p)
		last, steps := m.Run(m.Start(), c.most)
		found := last.Now.Pos().String()
		if m.Done(last) {
			found = "the end"
		}
		if steps != c.steps || found != c.at {
			t.Errorf("%s: found %d steps to %s, want %d to %s", c.title, steps, found, c.steps, c.at)
		}
	}
}
