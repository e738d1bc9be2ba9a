package finder

import (
	"context"
	"math/big"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
)

// pairs proves what z3 refutes, where two rows contradict each other.
type pairs struct {
	solver.Solver
	pool *term.Pool
}

func (s pairs) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	a := s.Solver.Solve(ctx, fs)
	if a.Status != solver.Unsat {
		return a
	}
	k := s.pool.NewFacts()
	for _, f := range fs {
		k.Assume(f)
	}
	for i, e := range k.Rows {
		for j, f := range k.Rows[:i] {
			if sum := s.pool.Add(e, f); sum.IsConst() && sum.Const.Sign() > 0 {
				a.Proof = solver.Proof{{Op: solver.Leaf, Rows: []solver.Multiple{{Row: j, Times: big.NewInt(1)}, {Row: i, Times: big.NewInt(1)}}}}
			}
		}
	}
	return a
}

func TestAbsence(t *testing.T) {
	for _, c := range []struct {
		title, source string
		loop          int
	}{
		{"nothing", "skip", 0},
		{"bounded loop", "input k assume k <= 5 i = 0 while i < k { i = i + 1 } assert i <= 5", 0},
		{"division", "input k assume k > 0 x = 1 / k", 0},
		{"vacuous", "input k assume k > 0 and k < 0 fail", 0},
		{"limit", "input k i = 0 while i < k { i = i + 1 } assert i >= 0", 3},
		{"fork", "input a, b if a > 0 { a = 1 } if b > 0 { b = 1 } assert a <= 1", 0},
	} {
		r, err := Find(t.Context(), "t.imp", []byte(c.source), Options{Pruning: Eager, Prove: true, Limits: Limits{Loop: c.loop}, NewSolver: func(p *term.Pool) solver.Solver {
			s, _ := z3.New(z3.Options{})
			return pairs{s, p}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Absence == nil {
			t.Errorf("%s: %s %s", c.title, r.Verdict, r.Unproved)
			continue
		}
		v, err := checker.Check(certs.Encode(r.Absence), nil, checker.DefaultLimits)
		t.Log(c.title, len(r.Absence.Ways), v, err)
	}
}
