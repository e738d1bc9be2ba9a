package finder

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests what the ways of pruning have in common, and when Auto asks.

// TestPrunings holds the ways of pruning against each other on programs in which bounds leave much open. Lazy alone may
// follow infeasible paths for ever.
func TestPrunings(t *testing.T) {
	for _, c := range []struct {
		title, src string
		loop       int
		want       string // verdict and certain faults
		lazy       string // the same with Lazy; "" for the same
	}{
		{"nothing to ask", "x = 1 assert x = 1", 0, "safe", ""},
		{"bounds suffice", "if x > 5 { if x < 3 { fail } }", 0, "safe", ""},
		{"a way that only the solver refutes", "if x > y { if y > z { if z > x { fail } } }", 0, "safe", ""},
		{"a fault behind it", "if x > y { if y > z { if z > x { fail } else { assert z > 0 } } }", 0,
			"bug assertion 1:48", ""},
		{"sums of other signs", "if x + y > 3 { if x - y > 3 { if x < 4 { fail } } }", 0, "safe", ""},
		{"a fault on the border of what is open", "if x + y > 3 { if x - y > 3 { if x < 5 { fail } } }", 0,
			"bug fail 1:42", ""},
		{"a loop that ends by a comparison", "assume k <= l and l <= 6 i = 0 while i < k { i = i + 1 } assert i <= 6",
			0, "safe", "unknown"},
		{"a loop that ends long after the first query",
			"assume k <= l and l <= 40 i = 0 while i < k { i = i + 1 } assert i <= 40", 0, "safe", "unknown"},
		{"a fault late in such a loop", "assume k <= l and l <= 40 i = 0 while i < k { i = i + 1 } assert i <= 39", 0,
			"bug assertion 1:59", ""},
		{"a fault beyond its end", "assume k <= l and l <= 40 i = 0 while i < k { i = i + 1 if i > 40 { fail } }", 0,
			"safe", ""},
		{"branches in such a loop",
			"assume k <= l and l <= 7 i = 0 while i < k { if a > b + i { s = s + 1 } i = i + 1 } assert i <= 7", 0,
			"safe", "unknown"},
		{"a loop that goes on while nothing is known", "while x > y { y = y + z }", 3, "bounded", ""},
		{"a fault in it", "while x > y { y = y + z assert y < x + 9 }", 0, "bug assertion 1:25", ""},
		{"a cut that no input reaches", "assume k <= l and l <= 3 i = 0 while i < k { i = i + 1 }", 3, "safe", ""},
		{"a cut that one does", "assume k <= l and l <= 4 i = 0 while i < k { i = i + 1 }", 3, "bounded", ""},
		{"assumptions that no input satisfies", "assume x > y and y > z and z > x fail", 0, "safe", ""},
		{"an assumption later", "skip assume x > y assume y > z assume z > x fail", 0, "safe", ""},
		{"a divisor", "if x > y and y > z { u = 1 / (x - z) }", 0, "safe", ""},
		{"a divisor that may be 0", "if x > y and z > y { u = 1 / (x - z) }", 0, "bug division by zero 1:28", ""},
	} {
		for _, pruning := range []Pruning{Auto, Eager, Lazy} {
			want := c.want
			if pruning == Lazy && c.lazy != "" {
				want = c.lazy
			}
			r, err := Find(t.Context(), program(t, "t.imp", c.src),
				Options{Engine: EngineExplore, Pruning: pruning, Prove: true,
					Limits: Limits{Loop: c.loop, States: 3000}})
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			found := string(r.Verdict)
			for _, f := range r.Certain() {
				found += fmt.Sprintf(" %s %d:%d", f.Fault.Kind, f.Fault.Line, f.Fault.Column)
			}
			if found != want {
				t.Errorf("%s, %s: found %s, want %s", c.title, pruning, found, want)
			}
			if proved := r.Absence != nil; proved != (r.Verdict == Safe || r.Verdict == Bounded) {
				t.Errorf("%s, %s: the verdict is %s, certified is %t: %s", c.title, pruning, r.Verdict, proved,
					openIn(r))
			}
		}
	}
}

// TestPatience fixes which of the open states along one path are put to the solver, by their numbers.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		title, src string
		pruning    Pruning
		refuted    int // the query that is refuted; 0 for none
		want       string
	}{
		{"eager asks always, and at the cut once more", "while true { assume x > y y = y + z }", Eager, 0,
			"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25"},
		{"lazy only at the cut", "while true { assume x > y y = y + z }", Lazy, 0, "25"},
		{"auto waits longer and longer, up to a bound", "while true { assume x > y y = y + z }", Auto, 0,
			"2, 6, 14, 22, 25"},
		{"the refuted state ends the path", "while true { assume x > y y = y + z }", Auto, 3, "2, 6, 14"},
		{"where inputs are bounded auto asks always",
			"assume 0 <= x <= 9 and 0 <= y <= 9 and -9 <= z <= 9 while true { assume 7 * x > 5 * y + 3 y = y + z }",
			Auto, 0,
			"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25"},
	} {
		asked := 0
		var at []int // the numbers of the open states that were asked about
		s := solverFunc(func(_ context.Context, fs []*term.Formula) solver.Answer {
			at = append(at, len(slices.DeleteFunc(slices.Clone(fs), func(f *term.Formula) bool {
				return len(f.E.Terms) == 1
			})))
			if asked++; asked == c.refuted {
				return solver.Answer{Status: solver.Unsat}
			}
			return solver.Answer{Reason: "ignorant"}
		})
		x, start := explore(t, c.src, c.pruning, Limits{Loop: 25}, s)
		for range x.Run(t.Context(), start) {
		}
		if c.pruning == Auto {
			for i := 1; i < len(at); i++ {
				if at[i]-at[i-1] > maxGap+1 {
					t.Errorf("%s: between %d and %d nothing was asked, want %d in a row at most", c.title, at[i-1],
						at[i], maxGap)
				}
			}
		}
		if found := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(at)), ", "), "[]"); found != c.want {
			t.Errorf("%s: asked about the states %s, want %s", c.title, found, c.want)
		}
		if x.Coverage.Unknown != x.Layers.Unknown || c.pruning == Lazy && x.Layers.Left != 25 {
			t.Errorf("%s: found the coverage %+v and the layers %+v", c.title, x.Coverage, x.Layers)
		}
	}
}
