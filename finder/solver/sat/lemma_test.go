package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// This file tests that what is supposed is decided as a clause would be, and that lemmas hold where their clauses are.

// under returns clauses in which a literal is the negation of what is supposed, with that literal and without it.
func under(r *rand.Rand, clauses [][]Lit, l Lit) (with, without [][]Lit) {
	for _, c := range clauses {
		without = append(without, c)
		if r.IntN(4) == 0 {
			c = append(slices.Clone(c), l.Not())
		}
		with = append(with, c)
	}
	return with, without
}

func TestSupposed(t *testing.T) {
	answers := map[Status]int{}
	for seed := range *cases {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		vars := 3 + r.IntN(10)
		l := Lit(2 * vars)
		with, without := under(r, random(r, vars, int(float64(vars)*(2+3*r.Float64()))), l)
		s := New(1 << 30)
		s.Vars(vars + 1)
		for _, c := range with {
			s.Add(c...)
		}
		s.Suppose(l)
		if seed%2 == 0 { // which may meet models of the clauses alone
			s.Equal(t.Context(), Lit(r.IntN(2*vars)), Lit(r.IntN(2*vars)), nil, 5)
		}
		got := s.Solve(t.Context())
		if want := satisfiable(vars, without); got == Unknown || want != (got == Sat) {
			t.Fatalf("seed %d: found status %d, want satisfiable %t, of %v", seed, got, want, without)
		}
		if got == Unsat {
			if err := checkProof(without, s.Proof()); err != nil {
				t.Fatalf("seed %d: %v, of %v", seed, err, without)
			}
		} else if !s.Value(vars) {
			t.Fatalf("seed %d: what is supposed is false in the model", seed)
		}
		answers[got]++
	}
	if answers[Sat] < *cases/10 || answers[Unsat] < *cases/10 {
		t.Errorf("found %v, want both answers often", answers)
	}
}

// TestLemmas: a solver that has the clauses of lemmas recalls them, learns more, and has a proof of all. Half of the
// solvers have a clause more.
func TestLemmas(t *testing.T) {
	recalled, refuted := 0, 0
	for seed := range *cases {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		vars := 20 + r.IntN(60)
		clauses := random(r, vars, int(float64(vars)*(3.6+r.Float64())))
		first := begun(vars, clauses, int64(r.IntN(20_000)))
		first.Solve(t.Context())
		if r.IntN(2) == 0 {
			clauses = append([][]Lit{random(r, vars, 1)[0]}, clauses...)
		}
		shift := int32(len(clauses) - first.added)
		second := begun(vars, clauses, 1<<40)
		number, again := map[int32]int32{}, []int32(nil)
		first.Lemmas(0, func(l Lemma) {
			chain := make([]int32, len(l.Chain))
			for i, h := range l.Chain {
				if n, known := number[h]; known {
					chain[i] = n
				} else {
					chain[i] = h + shift
				}
			}
			number[l.ID] = second.Recall(Lemma{Lits: slices.Clone(l.Lits), Rank: l.Rank, Chain: chain})
			if recalled++; again == nil {
				again = chain
			}
		})
		if again != nil {
			second.Recall(Lemma{Chain: again}) // so that the last chain is not the one that matters
		}
		_, want, _ := solve(t, vars, clauses, 1<<40)
		if got := second.Solve(t.Context()); got != want {
			t.Fatalf("seed %d: found status %d, want %d, of %v", seed, got, want, clauses)
		} else if got == Unsat {
			if err := checkProof(clauses, second.Proof()); err != nil {
				t.Fatalf("seed %d: %v, of %v", seed, err, clauses)
			}
			refuted++
		}
	}
	if recalled < 3**cases || refuted < *cases/10 {
		t.Errorf("found %d lemmas and %d refutations, want more", recalled, refuted)
	}
}

// begun returns a solver that has clauses.
func begun(vars int, clauses [][]Lit, work int64) *Solver {
	s := New(work)
	s.Vars(vars)
	for _, c := range clauses {
		s.Add(c...)
	}
	return s
}
