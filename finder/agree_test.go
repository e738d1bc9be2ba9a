package finder

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"vouch/checker"
	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file holds lia against z3 on the queries that programs give rise to.

var corpus = flag.String("corpus", "../examples",
	"the `folder` of the programs on whose queries lia and z3 are compared")

// both asks lia and z3 and answers what z3 does, or lia where z3 does not know.
type both struct {
	t      *testing.T
	pool   *term.Pool
	lia    *lia.Solver
	z3     solver.Solver
	counts map[string]int
}

func (b *both) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	mine, other := b.lia.Solve(ctx, fs), b.z3.Solve(ctx, fs)
	b.counts[mine.Status.String()+" for lia, "+other.Status.String()+" for z3"]++
	if mine.Status != other.Status && mine.Status != solver.Unknown && other.Status != solver.Unknown {
		b.t.Errorf("%s is %s for lia, %s for z3", termview.Full(fs), mine.Status, other.Status)
	}
	if mine.Status == solver.Unsat {
		k := b.pool.NewFacts()
		for _, f := range fs {
			k.Assume(f)
		}
		if err := checker.Refute(k, WriteProof(mine.Proof)); err != nil {
			b.t.Errorf("the refutation of %s is refused: %v", termview.Full(fs), err)
		}
	}
	if other.Status == solver.Unknown {
		return mine
	}
	return other
}

func TestLiaAgreesWithZ3(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*corpus, "*.[ib][mu][pg]"))
	if err != nil || len(files) == 0 {
		t.Fatalf("found no programs in %s (%v)", *corpus, err)
	}
	counts := map[string]int{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var asked both
		_, err = Find(t.Context(), program(t, file, string(source)),
			Options{Pruning: Eager, All: true, Limits: Limits{States: 1500},
				NewSolver: func(p *term.Pool) solver.Solver {
					s, err := z3.New(z3.Options{})
					if err != nil {
						t.Fatal(err)
					}
					asked = both{t, p, lia.New(p, lia.Options{}), solver.NewVerified(s, p), counts}
					return &asked
				}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	t.Log(counts)
	if counts["sat for lia, sat for z3"] < 500 || counts["unsat for lia, unsat for z3"] < 100 {
		t.Error("found too few queries on which both know the answer")
	}
}
