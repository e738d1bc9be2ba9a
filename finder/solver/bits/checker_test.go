package bits

import (
	"slices"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests that the checker makes the same clauses: it accepts proofs, and none of them about other formulas.

// refute returns what the checker says of a proof about fs.
func refute(p *term.Pool, fs []*term.Formula, proof solver.Proof) error {
	k := p.NewFacts()
	for _, f := range fs {
		k.Assume(f)
	}
	var rules certs.Proof
	for _, r := range proof {
		if r.Op == solver.Cases {
			rules = append(rules, certs.Rule{Op: certs.RuleCases, Index: uint64(r.Index)})
			continue
		}
		of := &certs.Refutation{Chains: r.Bits.Chains}
		for _, i := range r.Bits.Rows {
			of.Rows = append(of.Rows, uint64(i))
		}
		for _, i := range r.Bits.Cases {
			of.Cases = append(of.Cases, uint64(i))
		}
		rules = append(rules, certs.Rule{Op: certs.RuleBits, Bits: of})
	}
	p.Limit(1 << 40)
	return checker.Refute(k, rules)
}

func TestCheckerAcceptsProofs(t *testing.T) {
	proofs, foreign := 0, 0
	var last solver.Proof
	for seed := range *tries {
		g := newGenerator(uint64(seed) + 1<<32)
		if slices.ContainsFunc(g.fs, func(f *term.Formula) bool { return f.Op == term.False }) {
			continue
		}
		a := New(g.Pool, Options{Clauses: 20_000, Work: 2_000_000}).Solve(t.Context(), g.fs)
		if a.Status == solver.Sat && last != nil {
			if err := refute(g.Pool, g.fs, last); err == nil && solver.Satisfies(g.Pool, a.Model, g.fs) {
				t.Fatalf("seed %d: the checker accepts a proof of other formulas, of %v", seed, g.fs)
			}
			foreign++
		}
		if a.Status != solver.Unsat {
			continue
		}
		if err := refute(g.Pool, g.fs, a.Proof); err != nil {
			t.Fatalf("seed %d: %v, in a proof of %v", seed, err, g.fs)
		}
		last = a.Proof
		proofs++
	}
	if proofs < *tries/8 || foreign < *tries/8 {
		t.Errorf("found %d proofs, and %d formulas with a model", proofs, foreign)
	}
}
