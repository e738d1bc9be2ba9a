package finder

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/fronts"
	"vouch/semantics/term"
)

// This file tests the certificates of absence: what they claim, that the checker accepts them, and why there are none.

func TestAbsence(t *testing.T) {
	for _, c := range []struct {
		title, source string
		loop          int
		kind          string
		ways, closed  int64 // that the checker walks to their ends, and that are proved impossible
	}{
		{"nothing", "skip", 0, "safe", 1, 0},
		{"no inputs", "input x i = 0 while i < 5 { i = i + 1 } assert i = 5", 0, "safe", 1, 0},
		{"a fork", "input x if x > 0 { y = 1 } else { y = 2 } assert y > 0", 0, "safe", 2, 0},
		{"a branch that is impossible", "input x if x > 0 { if x < 0 { fail } }", 0, "safe", 2, 1},
		{"a loop with a bound", "input k assume k <= 5 i = 0 while i < k { i = i + 1 } assert i <= 5", 0, "safe", 6, 1},
		{"a division by what is assumed", "input k assume k > 0 x = 1 / k", 0, "safe", 1, 1},
		{"a division behind a condition", "input k if k != 0 and 6 / k > 1 { skip }", 0, "safe", 2, 1},
		{"two divisions", "input k, l assume k > 0 and l < 0 x = 1 / k + 1 / l", 0, "safe", 1, 2},
		{"parity", "input x assert 2 * (x / 2) = x or x % 2 = 1", 0, "safe", 1, 1},
		{"rounding towards zero", "option division truncate input x assert x / 3 * 3 + x % 3 = x", 0, "safe", 1, 1},
		{"a product of bounded operands", "input x assume 0 <= x and x <= 3 assert x * (x - 1) <= 6", 0, "safe", 1, 1},
		{"an assumption later", "input x assume x > 0 y = x - 1 assume y > 3 assert x > 4", 0, "safe", 1, 1},
		{"assumptions that contradict each other", "input x assume x > 0 and x < 0 fail", 0, "safe", 1, 1},
		{"an assumption that is false", "assume false fail", 0, "safe", 1, 0},
		{"a fail behind what is impossible", "input x assume x > 0 y = x assume y < 0 fail", 0, "safe", 1, 1},
		{"an unbound variable that is not read", "input x if x > 0 { y = 1 } if x > 0 { z = y }", 0, "safe", 2, 2},
		{"a limit", "input k i = 0 while i < k { i = i + 1 } assert i >= 0", 3, "bounded", 4, 0},
		{"a limit in a limit", "input k while k > 0 { i = 0 while i < k { i = i + 1 } k = k - 1 }", 1, "bounded", 2, 1},
		{"a limit that is not reached", "input k assume k <= 2 i = 0 while i < k { i = i + 1 }", 3, "safe", 3, 1},
		{"a limit that no input reaches", "input k assume k <= 3 i = 0 while i < k { i = i + 1 }", 3, "safe", 4, 1},
	} {
		var first []byte
		for _, name := range []string{"lia", "auto", "z3"} {
			r, err := Find(t.Context(), program(t, "t.imp", c.source),
				Options{Pruning: Eager, Prove: true, Limits: Limits{Loop: c.loop}, Solver: name})
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			if r.Absence == nil {
				t.Errorf("%s, %s: the verdict is %s, but %s", c.title, name, r.Verdict, openIn(r))
				continue
			}
			data := certs.Encode(r.Absence)
			v, err := checker.Check(data, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
				Source: elsewhere([]byte(c.source))})
			if err != nil {
				t.Errorf("%s, %s: the checker: %v", c.title, name, err)
				continue
			}
			if v.Kind != c.kind || string(r.Verdict) != c.kind || v.Ways != c.ways || v.Closed != c.closed {
				t.Errorf("%s, %s: found %s with %d ways and %d closed, want %s, %d and %d", c.title, name, v.Kind,
					v.Ways, v.Closed, c.kind, c.ways, c.closed)
			}
			if first == nil {
				first = data
			}
			if !bytes.Equal(first, data) {
				t.Errorf("%s: %s leads to another certificate than lia", c.title, name)
			}
		}
	}
}

// TestUnprovedWays: what only a solver's word closes is walked, so that there is a certificate wherever there is one
// without that solver.
func TestUnprovedWays(t *testing.T) {
	for _, c := range []struct {
		title, source string
		loop          int
		verdict       Verdict
		certified     bool
	}{
		{"it ends", "input x if x * x = 2 { y = 1 } else { y = 2 }", 0, Safe, true},
		{"it ends at a proof", "input x if x * x = 2 { if x > 0 { if x < 0 { fail } } }", 0, Safe, true},
		{"it ends at a violated assumption", "input x if x * x = 2 { assume x > 3 and x < 3 fail }", 0, Safe, true},
		{"it loops", "input x if x * x = 2 { i = 0 while i < 100 { i = i + 1 } }", 0, Safe, true},
		{"one in the other", "input x, y if x * x = 2 { if y * y = 3 { skip } else { assert y != x + 1 or x = y - 1 } }",
			0, Safe, true},
		{"many of them", "input x i = 0 while i < 60 { i = i + 1 if x * x = i * i + 1 { y = i } }", 0, Safe, true},
		{"the start", "input x assume x * x = 2 y = 1", 0, Safe, true},
		{"the start, and a loop at the limit", "input x, k assume x * x = 2 while k > 0 { k = k - 1 }", 3, Bounded,
			true},
		{"beyond the limit", "input x i = 0 while i < 3 or x * x = 2 { i = i + 1 }", 3, Bounded, true},
		{"a loop behind it in which lia has much to do",
			"input x, n, m if x * x = 2 { while x * n < 1000 { n = n + 1 if n * m * x = 7 { m = m + n * x } } }", 0,
			Unknown, false},
		{"a fault behind it", "input x if x * x = 2 { fail }", 0, Unknown, false},
		{"a loop without end behind it", "input x if x * x = 2 { while x = x { skip } }", 0, Unknown, false},
		{"a loop behind it that a product bounds", "input x if x * x = 2 { i = 0 while i < x { i = i + 1 } }", 0, Safe,
			true},
	} {
		for _, workers := range []int{1, 2} {
			r, err := Find(t.Context(), program(t, "t.imp", c.source),
				Options{Engine: EngineExplore, Pruning: Eager, Prove: true, Limits: Limits{Loop: c.loop},
					Workers: workers})
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			if r.Verdict != c.verdict || (r.Absence != nil) != c.certified || (r.Held == nil) != c.certified {
				t.Errorf("%s: found %s, certified %t (%s), want %s, %t", c.title, r.Verdict, r.Absence != nil,
					openIn(r), c.verdict, c.certified)
			}
			if r.Absence == nil {
				continue
			}
			v, err := checker.Check(certs.Encode(r.Absence),
				checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
					Source: elsewhere([]byte(c.source))})
			if err != nil || v.Kind != string(c.verdict) {
				t.Errorf("%s: the checker: %v (%v)", c.title, v, err)
			}
		}
	}
}

// TestContradiction: a solver that is shown to be wrong leaves no verdict but unknown.
func TestContradiction(t *testing.T) {
	const contradicts = "the solver contradicts itself: "
	lies := func(about string) func(*term.Pool) solver.Solver { // says that a query with this conjunct is impossible
		return func(p *term.Pool) solver.Solver {
			s, _, err := newSolver(Options{}, p, nil, false)
			if err != nil {
				t.Fatal(err)
			}
			return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
				for _, f := range fs {
					if f.String() == about {
						return solver.Answer{Status: solver.Unsat}
					}
				}
				return s.Solve(ctx, fs)
			})
		}
	}
	for _, c := range []struct{ title, source, lie, wrong string }{
		{"a branch", "input x, y if x > y { fail }", "y < x",
			contradicts + "y < x was found impossible, but it holds for x = 1, y = 0"},
		{"the start", "input x, y assume x > y fail", "y < x",
			contradicts + "y < x was found impossible, but it holds for x = 1, y = 0"},
		{"a part of a path", "input x, y, z if z = 3 { if x > y { fail } }", "y < x",
			contradicts + "y < x was found impossible, but it holds for x = 1, y = 0"},
		{"a product", "input x, y if x * y = 6 { if x > y { fail } }", "(x * y) = 6",
			contradicts + "(x * y) = 6 was found impossible, but it holds for "},
		{"a way that only is open later", "input x, y if x * y = 6 { if x > 5 { if y = 1 { fail } } }", "(x * y) = 6",
			contradicts + "(x * y) = 6 was found impossible, but it holds for "},
	} {
		r, err := Find(t.Context(), program(t, "t.imp", c.source),
			Options{Pruning: Eager, Prove: true, NewSolver: lies(c.lie)})
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		e, why := r.Ended()
		if r.Verdict != Unknown || e != Contradiction || why != r.Wrong || !strings.HasPrefix(r.Wrong, c.wrong) ||
			r.Coverage.Vacuous || r.Absence != nil {
			t.Errorf("%s: found %s, %s, %q, want unknown because %q", c.title, r.Verdict, e, why, c.wrong)
		}
	}
}

// TestNoAbsence: where there is no certificate the result says why.
func TestNoAbsence(t *testing.T) {
	const branch = "input x, y, z if x > y { if z > x { if y > z { fail } } }"
	truth := func(p *term.Pool) solver.Solver {
		s, _, err := newSolver(Options{}, p, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	nameless := func(p *term.Pool) solver.Solver {
		s := truth(p)
		return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
			a := s.Solve(ctx, fs)
			a.By = ""
			return a
		})
	}
	for _, c := range []struct {
		title, source string
		solver        func(p *term.Pool) solver.Solver
		verdict       Verdict
		reason        string // what is held, and why there is no proof of the first way
	}{
		{"what only z3 refutes", "input x assert x * x != 2", nil, Unknown,
			"z3 holds 1 way impossible, and nothing proves it: assertion, [(x * x) = 2]: lia: "},
		{"two ways", "input x, y assert x * x != 2 assert y * y != 3", nil, Unknown,
			"z3 holds 2 ways impossible, and nothing proves it: assertion, [(x * x) != 2 (y * y) = 3]: lia: "},
		{"many ways", "input x i = 2 while i < 40 { assert x * x != 1 - i * i and x * x != 4 * i + 2 i = i + 1 }", nil,
			Unknown,
			"z3 holds 10 ways or more impossible, and nothing proves it: assertion, [(x * x) != 10 "},
		{"a way that only ends by a proof", "input x if x * x = 2 { while true { skip } }", nil, Unknown,
			"z3 holds 1 way or more impossible, and nothing proves it: , [(x * x) = 2]: lia: "},
		{"a solver without a name", "input x assert x * x != 2", nameless, Unknown,
			"vouch holds 1 way impossible, and nothing proves it: assertion, [(x * x) = 2]: lia: "},
		{"a lie", "input x, y if x > y { skip } else { skip }", func(*term.Pool) solver.Solver {
			return solverFunc(func(context.Context, []*term.Formula) solver.Answer {
				return solver.Answer{Status: solver.Unsat}
			})
		}, Unknown, ""},
		{"a bug", "input x assert x > 0", nil, Bug, ""},
		{"a proof that is left out is found again", branch, func(p *term.Pool) solver.Solver {
			s := truth(p)
			return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
				a := s.Solve(ctx, fs)
				a.Proof = nil
				return a
			})
		}, Safe, ""},
		{"a proof that is wrong is not used", branch, func(p *term.Pool) solver.Solver {
			s := truth(p)
			return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
				a := s.Solve(ctx, fs)
				if a.Proof != nil {
					a.Proof = solver.Proof{{Op: solver.Leaf, Rows: []solver.Multiple{{Row: 0, Times: big.NewInt(1)}}}}
				}
				return a
			})
		}, Safe, ""},
	} {
		r, err := Find(t.Context(), program(t, "t.imp", c.source),
			Options{Engine: EngineExplore, Pruning: Eager, Prove: true, NewSolver: c.solver})
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		reason := ""
		if h := r.Held; h != nil {
			if e, why := r.Ended(); e != Unproved || why != h.Error() {
				t.Errorf("%s: found the end %s, %q", c.title, e, why)
			}
			fault := semantics.Kind("")
			if h.Fault != nil {
				fault = h.Fault.Kind
			}
			reason = fmt.Sprintf("%v: %s, %v: %s", h, fault, h.Path, h.Reason)
		}
		if r.Verdict != c.verdict || !strings.HasPrefix(reason, c.reason) || (reason == "") != (c.reason == "") {
			t.Errorf("%s: found %s, %q, want %s, %q", c.title, r.Verdict, reason, c.verdict, c.reason)
		}
		if certified := r.Absence != nil; certified != (c.verdict == Safe) {
			t.Errorf("%s: certified is %t", c.title, certified)
		}
		if r.Absence == nil {
			continue
		}
		if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower, Source: elsewhere([]byte(c.source))}); err != nil {
			t.Errorf("%s: the checker: %v", c.title, err)
		}
	}
}

// TestKindOfAbsence: a way cut by an exploration that did not know better makes no claim bounded if the proof does not
// come there; the verdict is what is proved.
func TestKindOfAbsence(t *testing.T) {
	const source = "input x, y, z, k assume x = 2 * y if x = 2 * z + 1 { while k > 0 { k = k - 1 } }"
	o := Options{
		Pruning: Lazy, Limits: Limits{Loop: 2},
		NewSolver: func(p *term.Pool) solver.Solver {
			s, _, err := newSolver(Options{}, p, nil, false)
			if err != nil {
				t.Fatal(err)
			}
			return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
				if len(fs) > 2 {
					return solver.Answer{Reason: "the query is long"}
				}
				return s.Solve(ctx, fs)
			})
		},
	}
	r, err := Find(t.Context(), program(t, "t.imp", source), o)
	if err != nil || r.Verdict != Bounded || r.Coverage.Cut == 0 {
		t.Fatalf("the exploration: found %s with %d paths cut (%v), want some", r.Verdict, r.Coverage.Cut, err)
	}
	o.Prove = true
	r, err = Find(t.Context(), program(t, "t.imp", source), o)
	if err != nil || r.Absence == nil || r.Verdict != Safe || r.Coverage.Cut != 0 {
		t.Fatalf("found %s, %d paths cut, %s (%v), want a certificate that it is safe", r.Verdict, r.Coverage.Cut,
			openIn(r), err)
	}
	v, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits,
		Lower: fronts.All.Lower, Source: elsewhere([]byte(source))})
	if err != nil || v.Kind != certs.KindSafe || v.Cut != 0 {
		t.Errorf("found %+v (%v), want a certificate that the program is safe", v, err)
	}
}

// TestProofInTime: proving ends with the context, and the verdict stays.
func TestProofInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Find(ctx, program(t, "t.imp", "input k, l assume k <= l and l <= 50 i = 0 while i < k { i = i + 1 }"),
		Options{
			Pruning: Eager, Prove: true,
			NewSolver: func(p *term.Pool) solver.Solver {
				s, _, err := newSolver(Options{}, p, nil, false)
				if err != nil {
					t.Fatal(err)
				}
				return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
					a := s.Solve(ctx, fs)
					if a.Status == solver.Unsat {
						cancel() // in the exploration's last query
					}
					return a
				})
			},
		})
	if err != nil || r.Absence != nil || r.Verdict == Bug {
		t.Errorf("found %s with a certificate: %t (%v)", r.Verdict, r.Absence != nil, err)
	}
}

// TestLeastBytes: no certificate is refused for a size that it has not.
func TestLeastBytes(t *testing.T) {
	row := func(n uint64, times int64) certs.Multiple { return certs.Multiple{Row: n, Times: big.NewInt(times)} }
	long := new(big.Int).Lsh(big.NewInt(1), 5000)
	for _, p := range []certs.Proof{
		nil,
		{{Op: certs.RuleLeaf, Rows: []certs.Multiple{row(0, 1)}}},
		{{Op: certs.RuleLeaf, Rows: []certs.Multiple{row(0, 1), row(1, 255), row(300, 1<<40), {Row: 7, Times: long}}}},
		{{Op: certs.RuleCut, Rows: []certs.Multiple{row(0, 1)}, K: big.NewInt(2)}, {Op: certs.RuleLeaf}},
		{{Op: certs.RuleSplit, Index: 3, K: long}, {Op: certs.RuleCases, Index: 1 << 30}},
		{{Op: certs.RuleProduct, Rows: []certs.Multiple{row(5, 1), row(6, 1)}}},
	} {
		if got, size := leastBytes(p), len(certs.Encode(p)); got > size || got < size/3 {
			t.Errorf("%v has %d bytes, and is said to have %d at the least", p, size, got)
		}
	}
}

// elsewhere returns a text as that of the first source, for the checker to compare.
func elsewhere(text []byte) func(certs.Program) [][]byte {
	return func(certs.Program) [][]byte { return [][]byte{text} }
}
