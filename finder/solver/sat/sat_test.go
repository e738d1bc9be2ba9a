package sat

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

var cases = flag.Int("n", 300, "how many random formulas are tried")

// checkProof returns an error unless resolution along the chains gives the empty clause.
func checkProof(clauses [][]Lit, p Proof) error {
	var all [][]Lit // as sets
	for _, c := range clauses {
		c = slices.Sorted(slices.Values(c))
		all = append(all, slices.Compact(c))
	}
	for i, chain := range p {
		in := map[Lit]bool{}
		for j, h := range chain {
			if int(h) >= len(all) {
				return fmt.Errorf("chain %d cites clause %d of %d", i, h, len(all))
			}
			var pivots []Lit
			for _, l := range all[h] {
				if in[l.Not()] {
					pivots = append(pivots, l)
				}
			}
			if (j > 0) != (len(pivots) == 1) {
				return fmt.Errorf("chain %d: clause %d has %d pivots", i, h, len(pivots))
			}
			for _, l := range all[h] {
				if !slices.Contains(pivots, l) {
					in[l] = true
				}
			}
			for _, l := range pivots {
				delete(in, l.Not())
			}
		}
		lits := []Lit{}
		for l := range in {
			lits = append(lits, l)
		}
		all = append(all, lits)
	}
	if last := all[len(all)-1]; len(p) == 0 || len(last) > 0 {
		return fmt.Errorf("the last of %d chains makes a clause of %d literals", len(p), len(last))
	}
	return nil
}

// satisfiable decides by trying all values.
func satisfiable(vars int, clauses [][]Lit) bool {
	for m := range 1 << vars {
		holds := func(l Lit) bool { return (m>>l.Var())&1 == int(1-l&1) }
		if !slices.ContainsFunc(clauses, func(c []Lit) bool { return !slices.ContainsFunc(c, holds) }) {
			return true
		}
	}
	return false
}

func solve(t *testing.T, vars int, clauses [][]Lit, work int64) (s *Solver, status Status, proof Proof) {
	t.Helper()
	s = New(work)
	s.Vars(vars)
	for _, c := range clauses {
		s.Add(c...)
	}
	status = s.Solve(context.Background())
	switch status {
	case Sat:
		for _, c := range clauses {
			if !slices.ContainsFunc(c, func(l Lit) bool { return s.Value(l.Var()) == (l&1 == 0) }) {
				t.Fatalf("the model does not satisfy %v of %v", c, clauses)
			}
		}
	case Unsat:
		proof = s.Proof()
		if err := checkProof(clauses, proof); err != nil {
			t.Fatalf("%v, of %v", err, clauses)
		}
	}
	return s, status, proof
}

// random returns clauses of one to three literals, most of three.
func random(r *rand.Rand, vars, n int) [][]Lit {
	clauses := make([][]Lit, n)
	for i := range clauses {
		for range 3 - min(2, r.IntN(24)/22*(1+r.IntN(2))) {
			clauses[i] = append(clauses[i], Lit(r.IntN(2*vars)))
		}
	}
	return clauses
}

func TestRandomFormulasAgainstEnumeration(t *testing.T) {
	answers := map[Status]int{}
	for seed := range *cases {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		vars := 3 + r.IntN(10)
		clauses := random(r, vars, int(float64(vars)*(2+3*r.Float64())))
		_, got, _ := solve(t, vars, clauses, 1<<30)
		if want := satisfiable(vars, clauses); got == Unknown || want != (got == Sat) {
			t.Fatalf("seed %d: found status %d, want satisfiable %t, of %v", seed, got, want, clauses)
		}
		answers[got]++
	}
	if answers[Sat] < *cases/10 || answers[Unsat] < *cases/10 {
		t.Errorf("found %v, want both answers often", answers)
	}
}

// pigeons says that n + 1 pigeons sit in n holes, each in one of its own.
func pigeons(n int) (vars int, clauses [][]Lit) {
	in := func(pigeon, hole int) Lit { return Lit(2 * (pigeon*n + hole)) }
	for p := range n + 1 {
		var some []Lit
		for h := range n {
			some = append(some, in(p, h))
			for q := range p {
				clauses = append(clauses, []Lit{in(p, h).Not(), in(q, h).Not()})
			}
		}
		clauses = append(clauses, some)
	}
	return (n + 1) * n, clauses
}

func TestHardFormulas(t *testing.T) {
	for n := 1; n <= 7; n++ { // the last ones forget and restart
		vars, clauses := pigeons(n)
		if _, got, _ := solve(t, vars, clauses, 1<<40); got != Unsat {
			t.Errorf("%d pigeons: found status %d, want unsat", n+1, got)
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 5 {
		clauses := random(r, 120, 500)
		if _, got, _ := solve(t, 120, clauses, 1<<40); got == Unknown {
			t.Errorf("found no answer")
		}
	}
}

func TestEdges(t *testing.T) {
	for _, c := range []struct {
		title   string
		clauses [][]Lit
		want    Status
	}{
		{"no clauses", nil, Sat},
		{"the empty clause", [][]Lit{{0}, {}}, Unsat},
		{"a literal and its negation", [][]Lit{{0}, {1}}, Unsat},
		{"a literal twice in a clause, and its negation", [][]Lit{{2, 2}, {3, 3, 3}}, Unsat},
		{"a clause that is always true", [][]Lit{{0, 1}, {1}}, Sat},
		{"clauses that are always true count", [][]Lit{{0, 1}, {4, 5, 2}, {2}, {3}}, Unsat},
		{"what follows from units", [][]Lit{{0}, {1, 2}, {3, 4}, {5}}, Unsat},
		{"two units of one literal", [][]Lit{{0}, {0}, {1, 2}, {1, 3}}, Unsat},
	} {
		if _, got, _ := solve(t, 3, c.clauses, 1<<20); got != c.want {
			t.Errorf("%s: found status %d, want %d", c.title, got, c.want)
		}
	}
}

func TestWorkAndContextsEndTheSearch(t *testing.T) {
	vars, clauses := pigeons(9)
	for _, work := range []int64{0, 1, 1000, 100_000} {
		s, got, _ := solve(t, vars, clauses, work)
		if got != Unknown || s.work < -10_000 {
			t.Errorf("found status %d with %d units left of %d, want unknown and little more than that", got, s.work,
				work)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New(1 << 40)
	s.Vars(vars)
	for _, c := range clauses {
		s.Add(c...)
	}
	if got := s.Solve(ctx); got != Unknown || s.work < 1<<40-1_000_000 {
		t.Errorf("found status %d, want unknown soon", got)
	}
}

func TestTheSameClausesGiveTheSameProof(t *testing.T) {
	vars, clauses := pigeons(6)
	prove := func() Proof {
		_, _, proof := solve(t, vars, clauses, 1<<40)
		return proof
	}
	if a, b := prove(), prove(); !slices.EqualFunc(a, b, slices.Equal) {
		t.Error("found two proofs")
	}
}

func BenchmarkPigeons(b *testing.B) {
	vars, clauses := pigeons(8)
	for b.Loop() {
		s := New(1 << 40)
		s.Vars(vars)
		for _, c := range clauses {
			s.Add(c...)
		}
		s.Solve(context.Background())
		b.ReportMetric(float64(1<<40-s.work), "work/op")
	}
}

// TestReset: a solver that is used again does what a new one does.
func TestReset(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	again := New(0)
	for i := range *cases {
		vars := 1 + r.IntN(30)
		clauses, work := random(r, vars, r.IntN(130)), int64(r.IntN(20_000))
		if i%7 == 0 {
			vars, clauses = pigeons(2 + r.IntN(4))
		}
		first, status, proof := solve(t, vars, clauses, work)
		again.Reset(work)
		again.Vars(vars)
		for _, c := range clauses {
			again.Add(c...)
		}
		if s := again.Solve(t.Context()); s != status || again.Left() != first.Left() {
			t.Fatalf("found %v with the work %d left, want %v and %d, of %v", s, again.Left(), status, first.Left(),
				clauses)
		}
		if status == Unsat && !slices.EqualFunc(again.Proof(), proof, slices.Equal) {
			t.Fatalf("found another proof of %v", clauses)
		}
		for v := range vars {
			if status == Sat && again.Value(v) != first.Value(v) {
				t.Fatalf("found another model of %v", clauses)
			}
		}
	}
}
