package finder

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/symbolic"
)

// This file tests what becomes of the input of a bug.

// failing returns the subject of a program with the report of the fault that it reaches from an input, as in "x=1 y=2".
func failing(t *testing.T, p Program, input string) (*subject, report, solver.Model) {
	t.Helper()
	s := newSubject(p)
	model := solver.Model{}
	for _, part := range strings.Fields(input) {
		name, v, _ := strings.Cut(part, "=")
		model[name], _ = new(big.Int).SetString(v, 10)
	}
	m := &minimizer{subject: s, shadow: s.symbolic, steps: 1 << 40}
	machine := s.concrete(symbolic.Inputs(model), nil)
	_, out := semantics.Run(machine, machine.Start(), 1<<30, nil)
	if out.Fault == nil {
		t.Fatalf("found no fault from %q, but %+v", input, out)
	}
	m.best.report.Fault = *out.Fault
	r, ok := m.follow(symbolic.Inputs(model), out.Steps)
	if !ok {
		t.Fatalf("found no path from %q", input)
	}
	return s, r, model
}

// shown returns the values of a model that are not 0.
func shown(m solver.Model) string {
	var parts []string
	for name, v := range m {
		if v.Sign() != 0 {
			parts = append(parts, fmt.Sprintf("%s=%s", name, v))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func TestMinimize(t *testing.T) {
	for _, c := range []struct{ title, source, from, want string }{
		{"nothing matters", "fail", "", ""},
		{"any value", "input x\nfail", "x=7", ""},
		{"the bound of a branch", "if x > 10 { fail }", "x=123456789", "x=11"},
		{"a large bound", "if x > 123456789012345678901234567890 { fail }", "x=999999999999999999999999999999999999",
			"x=123456789012345678901234567891"},
		{"half of an odd value", "if x == 7 or x == 3 { fail }", "x=7", "x=3"},
		{"half of an odd negative value", "if x == -7 or x == -3 { fail }", "x=-7", "x=-3"},
		{"a sign", "if x * x == 49 { fail }", "x=-7", "x=7"},
		{"a sign that matters", "if x * x * x == -343 { fail }", "x=-7", "x=-7"},
		{"an assumption", "assume x >= 5 and y <= -3\nif x > 1 { fail }", "x=40 y=-40", "x=5 y=-3"},
		{"an assumption later on", "z = 1\nassume x >= 5\nfail", "x=40", "x=5"},
		{"an assumption without a value", "assume 10 / x < 3\nfail", "x=10", "x=4"},
		{"another branch", "if x > 10 { y = 1 } else { y = 1 }\nassert y != 1", "x=20", ""},
		{"another branch with another fault", "if x > 10 { fail } else { assert 1 == 2 }", "x=20", "x=11"},
		{"another place of the same line", "if x > 10 { fail } else { fail }", "x=20", "x=11"},
		{"a longer run is not smaller", "input x\ni = x\nwhile i < 9 { i = i + 1 }\nassert i != 9", "x=9", "x=9"},
		{"an iteration is saved", "input n\ni = 0\nwhile i < n { i = i + 1 }\nfail", "n=7", ""},
		{"an iteration is saved by a larger value", "input n\ni = n\nwhile i < 9 { i = i + 1 }\nfail", "n=3", "n=9"},
		{"two inputs that have to fit", "if x == 2 * y and x > 5 { fail }", "x=20 y=10", "x=20 y=10"},
		{"one after the other", "if x > y and y > 3 { fail }", "x=100 y=50", "x=5 y=4"},
		{"the same fault by another guard", "macro m(p, r) begin\nr = p + p\nend\nm(1 / x, r)", "", ""},
	} {
		s, r, model := failing(t, program(t, "t.imp", c.source), c.from)
		depth := r.Depth
		r, model = s.newMinimizer().minimize(r, model)
		bug, err := s.prove(r, model)
		if err != nil || int64(bug.Trace.Steps) > depth {
			t.Fatalf("%s: the input proves nothing: %v", c.title, err)
		}
		if found := shown(solver.Model(bug.Model)); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}

// TestMinimizeDraws: inputs stay in their ranges, and may be drawn in mid-run.
func TestMinimizeDraws(t *testing.T) {
	for _, c := range []struct{ title, code, from, want string }{
		{"a range above 0", "draw x a 5 .. 900; branch (gt x! 6) then 2 else 3; fail \"assertion\"; return 0", "a=800",
			"a=7"},
		{"a range below 0", "draw x a -900 .. -5; branch (lt x! -9) then 2 else 3; fail \"assertion\"; return 0",
			"a=-800", "a=-10"},
		{"the end of a range", "draw x a 5 .. 900; branch (ne x! 6) then 2 else 3; fail \"assertion\"; return 0",
			"a=800", "a=5"},
		{"the other end", "draw x a -900 .. -5; branch (ne x! -6) then 2 else 3; fail \"assertion\"; return 0",
			"a=-800", "a=-5"},
		{"a range that decides alone",
			"draw x a 5 .. 900; branch (gt x! 3) then 2 else 3; fail \"assertion\"; return 0", "a=800", ""},
		{"a sign that the range does not allow",
			"draw x a .. -1; branch (eq (mul x! x!) 49) then 2 else 3; fail \"assertion\"; return 0", "a=-7", "a=-7"},
		{"the other sign, which the range allows",
			"draw x a -7 .. 7; branch (eq (mul x! x!) 49) then 2 else 3; fail \"assertion\"; return 0", "a=-7", "a=7"},
		{"drawn again", "draw x a 1 .. 99; draw y a 1 .. 99; branch (lt x! y!) then 3 else 4; fail \"assertion\"; return 0",
			"a=50 a#2=90", "a#2=2 a=1"},
		{"in mid-run", "set i 4; draw x a 1 .. 99; branch (lt i! x!) then 3 else 4; fail \"assertion\"; return 0",
			"a=50", "a=5"},
		{"behind one in mid-run that does not matter",
			"set i 4; draw y b 3 ..; draw x a 1 .. 99; branch (lt i! x!) then 4 else 5; fail \"assertion\"; return 0",
			"a=50 b=60", "a=5"},
		{"a way on which less is drawn",
			"draw x a ..; branch (gt x! 9) then 2 else 3; draw y b 2 ..; fail \"assertion\"", "a=12 b=5", ""},
		{"a shorter way on which more is drawn",
			"draw x a ..; branch (gt x! 9) then 5 else 2; draw y b 2 ..; branch (gt y! 6) then 4 else 6; fail \"assertion\"; jump 4; return 0",
			"a=12 b=50", "a=10"},
		{"a longer way on which the values are smaller",
			"draw x a ..; branch (gt x! 9) then 5 else 2; draw y b 2 ..; branch (gt y! 6) then 4 else 6; fail \"assertion\"; jump 4; return 0",
			"a=1 b=50", "b=7"},
		{"the length of an object", "draw x a 2 .. 500; alloc p heap x!; store u8 (move p! 4) 1; return 0", "a=4",
			"a=2"},
		{"an offset", "draw x a ..; alloc p heap 8; store u8 (move p! x!) 1; return 0", "a=77", "a=8"},
		{"an offset where the range is above 0", "draw x a 0 ..; alloc p heap 8; store u8 (move p! x!) 1; return 0",
			"a=77", "a=8"},
		{"a value of a table", "draw x a 0 .. 3; load y u8 (move (global g) x!); branch (eq y! 7) then 3 else 4; fail \"assertion\"; return 0; global g size 4; init 0 bytes \"\\x01\\x07\\x02\\x07\"",
			"a=3", "a=1"},
	} {
		s, r, model := failing(t, written(t, c.code), c.from)
		depth := r.Depth
		r, model = s.newMinimizer().minimize(r, model)
		bug, err := s.prove(r, model)
		if err != nil || int64(bug.Trace.Steps) > depth {
			t.Fatalf("%s: the input proves nothing: %v", c.title, err)
		}
		if found := shown(solver.Model(bug.Model)); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
		if v, err := checker.Check(certs.Encode(bug), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil || v.Fault != r.Fault {
			t.Errorf("%s: the checker: %v", c.title, err)
		}
	}
}

// TestMinimizeBudget: trials end within their budget, however deep the bug and large the input.
func TestMinimizeBudget(t *testing.T) {
	const limit = "30000"
	for _, c := range []struct {
		title, source, from, want string
		runs                      bool // whether anything has to be run
	}{
		{"what no input changes", "i = 0\nwhile i < " + limit + " { i = i + 1 }\nfail", "x=5", "x=5", false},
		{"a branch at the end", "i = 0\nwhile i < " + limit + " { i = i + 1 }\nassert y != 5", "y=5", "y=5", true},
		{"a deep branch at the end", "i = 0\nwhile i < 50000 { i = i + 1 }\nassert y <= 5", "y=5000", "y=6", false},
		{"a branch at the start", "if x > 5 { y = 1 } else { y = 2 }\ni = 0\nwhile i < " + limit +
			" { i = i + 1 }\nassert y == 3", "x=9", "", true},
		{"many inputs at the start", many(300) + "i = 0\nwhile i < " + limit + " { i = i + 1 }\nassert s < 0", "", "",
			true},
		{"a power of a power", "i = 0\nz = x + 2\nwhile i < 40 { if y > 0 { z = z * z }\ni = i + 1 }\nassert z == 7",
			"x=2", "", true},
	} {
		s, r, model := failing(t, program(t, "t.imp", c.source), c.from)
		m := s.newMinimizer()
		depth := r.Depth
		_, again := m.minimize(r, model)
		if m.steps < -100 || c.runs != (minimizeSteps-m.steps >= depth/2) {
			t.Errorf("%s: found %d of %d steps left, runs of %d wanted: %t", c.title, m.steps, minimizeSteps, depth,
				c.runs)
		}
		if c.want != "" && shown(again) != c.want {
			t.Errorf("%s: found %q, want %q", c.title, shown(again), c.want)
		}
	}
}

// many returns a program that looks at n inputs.
func many(n int) string {
	var b strings.Builder
	b.WriteString("s = 0\n")
	for i := range n {
		fmt.Fprintf(&b, "if x%d >= 0 { s = s + 1 } else { s = s - 1 }\n", i)
	}
	return b.String()
}

// TestMinimizeLies: a report that is wrong is returned as it is, for prove to refuse.
func TestMinimizeLies(t *testing.T) {
	s, r, _ := failing(t, program(t, "t.imp", "if x > 10 { fail }"), "x=20")
	for _, c := range []struct {
		title string
		lie   func(r *report, m solver.Model)
	}{
		{"another input", func(_ *report, m solver.Model) { m["x"] = big.NewInt(3) }},
		{"another fault", func(r *report, _ solver.Model) { r.Fault.Column++ }},
	} {
		lie, model := r, solver.Model{"x": big.NewInt(20)}
		c.lie(&lie, model)
		before := shown(model)
		again, m := s.newMinimizer().minimize(lie, model)
		if again.Depth != lie.Depth || shown(m) != before {
			t.Errorf("%s: found %s after %d steps, want %s", c.title, shown(m), again.Depth, before)
		}
		if _, err := s.prove(again, m); err == nil {
			t.Errorf("%s: found a proof", c.title)
		}
	}
}
