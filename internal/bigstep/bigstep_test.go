package bigstep_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/internal/bigstep"
	"vouch/semantics/imp"
)

// describe writes out an outcome without its memory.
func describe(o bigstep.Outcome) string {
	switch o.End {
	case bigstep.Faulted:
		return fmt.Sprintf("%s at %d:%d after %d", o.Fault.Kind, o.Fault.Line, o.Fault.Column, o.Steps)
	case bigstep.Violated:
		return fmt.Sprintf("%s at %v after %d", o.End, o.At, o.Steps)
	}
	return fmt.Sprintf("%s after %d", o.End, o.Steps)
}

func TestRun(t *testing.T) {
	const gcd = "input a, b while a != b { if a > b { a = a - b } else { b = b - a } }"
	for _, c := range []struct {
		title, src, input string
		fuel              int
		want, memory      string
	}{
		{"nothing", "skip", "", 0, "halted after 0", ""},
		{"assignments", "x = 1; y = 2", "x=0 y=0", 3, "halted after 3", "x=1 y=2"},
		{"a step short", "x = 1; y = 2", "x=0 y=0", 2, "out of fuel after 2", "x=1 y=0"},
		{"no fuel", "x = 1", "x=0", 0, "out of fuel after 0", "x=0"},
		{"greatest common divisor", gcd, "a=6 b=4", 100, "halted after 9", "a=2 b=2"},
		{"greatest common divisor, out of fuel", gcd, "a=6 b=4", 5, "out of fuel after 5", "a=2 b=4"},
		{"unassigned variables are unbound", "input x if x > 0 { y = 1 }", "x=0", 9, "halted after 1", "x=0"},
		{"division", "p = -7 / 2 q = 7 % -2", "p=0 q=0", 9, "halted after 3", "p=-4 q=-1"},
		{"truncating division", "option division truncate p = -7 / 2 q = 7 % -2", "p=0 q=0", 9, "halted after 3",
			"p=-3 q=1"},
		{"exact division", "p = -8 / 2 q = 8 % -2", "p=0 q=0", 9, "halted after 3", "p=-4 q=0"},
		{"stopping early", "assert x = 0 or 1 / x = 1 assert not (1 < x < 1 / 0)", "x=0", 9, "halted after 3", "x=0"},

		{"fail", "skip fail", "", 9, "fail at 1:6 after 1", ""},
		{"fail with the last of the fuel", "skip fail", "", 1, "fail at 1:6 after 1", ""},
		{"assertion", "x = 1 assert x < 1", "x=0", 9, "assertion at 1:7 after 3", "x=1"},
		{"assertion, no fuel for its step", "x = 1 assert x < 1", "x=0", 2, "out of fuel after 2", "x=1"},
		{"division by zero", "x = 1 / x", "x=0", 9, "division by zero at 1:7 after 0", "x=0"},
		{"division by zero without fuel", "x = 1 % x", "x=0", 0, "division by zero at 1:7 after 0", "x=0"},
		{"division by zero in a loop", "while 6 / x > 0 { x = x - 1 }", "x=1", 9, "division by zero at 1:9 after 3",
			"x=0"},
		{"unbound", "input x x = x + y", "x=0", 9, "unbound variable at 1:17 after 0", "x=0"},
		{"assumption at the start", "assume x > 0 fail", "x=0", 9, "assumption violated at 1:10 after 0", "x=0"},
		{"assumption at the start without value", "assume 1 / x > 0 fail", "x=0", 9,
			"assumption violated at 1:14 after 0", "x=0"},
		{"assumption later", "x = 0 assume x > 0 fail", "x=1", 9, "assumption violated at 1:7 after 2", "x=0"},
		{"assumption later without value", "skip assume 1 / x > 0", "x=0", 9, "division by zero at 1:15 after 1",
			"x=0"},
		{"no end", "while true { }", "", 1001, "out of fuel after 1001", ""},
		{"too large", "while true { x = x * x }", "x=3", 1000, "an integer is too big after 40", ""},
		{"too large at the start", "assume 1" + strings.Repeat("0", 5000) + " > 0 skip", "", 9,
			"an integer is too big after 0", ""},
	} {
		p, err := imp.Load("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		input := map[string]*big.Int{}
		for _, field := range strings.Fields(c.input) {
			name, digits, _ := strings.Cut(field, "=")
			input[name], _ = new(big.Int).SetString(digits, 10)
		}
		before := memory(input)
		out := bigstep.Run(p, input, c.fuel)
		if got := describe(out); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
		if got := memory(out.Memory); got != c.memory && out.End != bigstep.TooLarge {
			t.Errorf("%s: memory: got %s, want %s", c.title, got, c.memory)
		}
		if memory(input) != before {
			t.Errorf("%s: the input was %s and is %s", c.title, before, memory(input))
		}
	}
}

func memory(m map[string]*big.Int) string {
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fields = append(fields, fmt.Sprintf("%s=%v", name, m[name]))
	}
	return strings.Join(fields, " ")
}
