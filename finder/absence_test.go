package finder

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests the certificates of absence: what they claim, that the checker accepts them, and why there are none.

func TestAbsence(t *testing.T) {
	for _, c := range []struct {
		title, source string
		loop          int
		kind          string
		ways, closed  int64 // that the checker walks, and that are proved impossible
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
		{"assumptions that contradict each other", "input x assume x > 0 and x < 0 fail", 0, "safe", 0, 1},
		{"an assumption that is false", "assume false fail", 0, "safe", 0, 0},
		{"a fail behind what is impossible", "input x assume x > 0 y = x assume y < 0 fail", 0, "safe", 1, 1},
		{"an unbound variable that is not read", "input x if x > 0 { y = 1 } if x > 0 { z = y }", 0, "safe", 2, 2},
		{"a limit", "input k i = 0 while i < k { i = i + 1 } assert i >= 0", 3, "bounded", 4, 0},
		{"a limit in a limit", "input k while k > 0 { i = 0 while i < k { i = i + 1 } k = k - 1 }", 1, "bounded", 2, 1},
		{"a limit that is not reached", "input k assume k <= 2 i = 0 while i < k { i = i + 1 }", 3, "safe", 3, 1},
		{"a limit that no input reaches", "input k assume k <= 3 i = 0 while i < k { i = i + 1 }", 3, "safe", 4, 1},
	} {
		var first []byte
		for _, name := range []string{"lia", "auto", "z3"} {
			r, err := Find(t.Context(), "t.imp", []byte(c.source), Options{Pruning: Eager, Prove: true, Limits: Limits{Loop: c.loop}, Solver: name})
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			if r.Absence == nil {
				t.Errorf("%s, %s: the verdict is %s, but %s", c.title, name, r.Verdict, r.Unproved)
				continue
			}
			data := certs.Encode(r.Absence)
			v, err := checker.Check(data, []byte(c.source), checker.DefaultLimits)
			if err != nil {
				t.Errorf("%s, %s: the checker: %v", c.title, name, err)
				continue
			}
			if v.Kind != c.kind || string(r.Verdict) != c.kind || v.Ways != c.ways || v.Closed != c.closed {
				t.Errorf("%s, %s: found %s with %d ways and %d closed, want %s, %d and %d", c.title, name, v.Kind, v.Ways, v.Closed, c.kind, c.ways, c.closed)
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

// TestNoAbsence: where there is no certificate the result says why.
func TestNoAbsence(t *testing.T) {
	const branch = "input x, y, z if x > y { if z > x { if y > z { fail } } }"
	truth := func(p *term.Pool) solver.Solver {
		s, err := newSolver(Options{}, p, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		title, source string
		solver        func(p *term.Pool) solver.Solver
		verdict       Verdict
		reason        string
	}{
		{"what only z3 refutes", "input x assert x * x != 2", nil, Safe, "no proof that (x * x) = 2 is impossible: lia: "},
		{"a lie", "input x, y if x > y { skip } else { skip }", func(*term.Pool) solver.Solver {
			return solverFunc(func(context.Context, []*term.Formula) solver.Answer { return solver.Answer{Status: solver.Unsat} })
		}, Safe, "no proof that y < x is impossible: lia: "},
		{"a bug", "input x assert x > 0", nil, Bug, ""},
		{"a proof that is left out is found again", branch, func(p *term.Pool) solver.Solver {
			s := truth(p)
			return solverFunc(func(ctx context.Context, fs []*term.Formula) solver.Answer {
				a := s.Solve(ctx, fs)
				a.Proof = nil
				return a
			})
		}, Safe, ""},
	} {
		r, err := Find(t.Context(), "t.imp", []byte(c.source), Options{Pruning: Eager, Prove: true, NewSolver: c.solver})
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if r.Verdict != c.verdict || !strings.HasPrefix(r.Unproved, c.reason) || (r.Unproved == "") != (c.reason == "") {
			t.Errorf("%s: found %s, %q, want %s, %q", c.title, r.Verdict, r.Unproved, c.verdict, c.reason)
		}
		if certified := r.Absence != nil; certified != (c.verdict == Safe && c.reason == "") {
			t.Errorf("%s: certified is %t", c.title, certified)
		}
	}
}

// TestKindOfAbsence: a way cut by an exploration that did not know better makes no claim bounded if the proof does not come there.
func TestKindOfAbsence(t *testing.T) {
	const source = "input x, y, z, k assume x = 2 * y if x = 2 * z + 1 { while k > 0 { k = k - 1 } }"
	r, err := Find(t.Context(), "t.imp", []byte(source), Options{
		Pruning: Lazy, Prove: true, Limits: Limits{Loop: 2},
		NewSolver: func(p *term.Pool) solver.Solver {
			s, err := newSolver(Options{}, p, nil, false)
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
	})
	if err != nil || r.Absence == nil {
		t.Fatalf("found no certificate: %s (%v)", r.Unproved, err)
	}
	if r.Coverage.Cut == 0 {
		t.Error("the exploration cut no way")
	}
	v, err := checker.Check(certs.Encode(r.Absence), []byte(source), checker.DefaultLimits)
	if err != nil || v.Kind != certs.KindSafe || v.Cut != 0 {
		t.Errorf("found %+v (%v), want a certificate that the program is safe", v, err)
	}
}

// TestProofInTime: proving ends with the context, and the verdict stays.
func TestProofInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Find(ctx, "t.imp", []byte("input k, l assume k <= l and l <= 50 i = 0 while i < k { i = i + 1 }"), Options{
		Pruning: Eager, Prove: true,
		NewSolver: func(p *term.Pool) solver.Solver {
			s, err := newSolver(Options{}, p, nil, false)
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
