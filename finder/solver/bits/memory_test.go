package bits

import (
	"math/big"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests that what is kept from query to query makes work less and answers no other, and that proofs which
// rest on it are proofs.

// remembering returns a solver that keeps what it learns from its first query on.
func remembering(p *term.Pool, o Options) *Solver {
	s := New(p, o)
	Remember(s)
	s.memory.spent = easy
	return s
}

func TestMemory(t *testing.T) {
	p := term.NewPool()
	num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
	fs := either(p, 4)
	difference := fs[0].E
	x, y := p.Draw("x", big.NewInt(0), big.NewInt(999)), p.Draw("y", big.NewInt(0), big.NewInt(999))
	a := p.Draw("a", new(big.Int), big.NewInt(15))
	fact, product := p.Not(p.Eq(a, num(7))), p.Eq(p.Mul(x, x), p.Add(p.Mul(y, y), num(2)))
	more, less := p.Le(num(1), difference), p.Le(difference, num(-1))
	for _, c := range []struct {
		title  string
		before [][]*term.Formula
		asked  []*term.Formula
		helps  bool
	}{
		{"the same", [][]*term.Formula{fs}, fs, true},
		{"a fact more, which is the question", [][]*term.Formula{fs}, append(slices.Clone(fs), fact), true},
		{"a fact more in front", [][]*term.Formula{fs}, append([]*term.Formula{fact}, fs...), true},
		{"another question about the same facts", [][]*term.Formula{{fact, more}}, []*term.Formula{fact, less}, true},
		{"another question about more facts", [][]*term.Formula{{fact, more}},
			[]*term.Formula{fact, p.Not(p.Eq(a, num(5))), less}, true},
		{"the question has become a fact", [][]*term.Formula{{fact, more}}, []*term.Formula{more, fact}, true},
		{"nothing in common", [][]*term.Formula{fs}, []*term.Formula{product}, false},
		{"other bounds of the same symbols", [][]*term.Formula{{product}}, []*term.Formula{
			p.Le(x, num(40)), p.Le(y, num(40)), product}, false},
	} {
		alone, s := New(p, Options{}), remembering(p, Options{})
		want := alone.Solve(t.Context(), c.asked)
		for _, fs := range c.before {
			s.Solve(t.Context(), fs)
		}
		before := s.Spent()
		got := s.Solve(t.Context(), c.asked)
		if got.Status != want.Status || got.Status == solver.Unknown {
			t.Errorf("%s: found %v, and %v of a solver that knows nothing", c.title, got.Status, want.Status)
		}
		if got.Status == solver.Unsat {
			if err := refute(p, c.asked, got.Proof); err != nil {
				t.Errorf("%s: the checker says: %v", c.title, err)
			}
		}
		if helps := s.Spent()-before < alone.Spent()*3/4; helps != c.helps {
			t.Errorf("%s: found the work %d, and %d of a solver that knows nothing; want much less: %t", c.title,
				s.Spent()-before, alone.Spent(), c.helps)
		}
	}
}

// TestMemoryOfPaths: along random paths, with both answers to each question, answers are those of solvers that know
// nothing.
func TestMemoryOfPaths(t *testing.T) {
	much := Options{Clauses: 20_000, Work: 2_000_000}
	answers, recalled := map[solver.Status]int{}, 0
	for seed := range *tries / 4 {
		g := newGenerator(uint64(seed) + 3<<32)
		s := remembering(g.Pool, much)
		path := g.fs
		for range 6 {
			f := g.formula(2)
			var next []*term.Formula
			for _, q := range []*term.Formula{f, g.Not(f)} {
				fs := append(slices.Clone(path), q)
				if slices.ContainsFunc(fs, func(f *term.Formula) bool { return f.Op == term.False }) {
					continue
				}
				for i := range s.memory.lemmas {
					s.memory.lemmas[i].had = false
				}
				known := len(s.memory.lemmas)
				a, b := s.Solve(t.Context(), fs), New(g.Pool, much).Solve(t.Context(), fs)
				for _, l := range s.memory.lemmas[:min(known, len(s.memory.lemmas))] {
					if l.had {
						recalled++
					}
				}
				if a.Status != b.Status && a.Status != solver.Unknown && b.Status != solver.Unknown {
					t.Fatalf("seed %d: found %v, and %v of a solver that knows nothing, of %v", seed, a.Status,
						b.Status, fs)
				}
				switch answers[a.Status]++; a.Status {
				case solver.Unsat:
					if err := refute(g.Pool, fs, a.Proof); err != nil {
						t.Fatalf("seed %d: %v, in a proof of %v", seed, err, fs)
					}
				case solver.Sat:
					next = fs
				}
			}
			if next == nil {
				break
			}
			path = next
		}
	}
	if answers[solver.Unsat] < *tries/8 || answers[solver.Sat] < *tries/8 || recalled < *tries {
		t.Errorf("found %v and %d lemmas that were known, want more", answers, recalled)
	}
}

// TestMemoryOfQuestions: most of what is learned does not rest on the question, so the opposite question has it, too.
func TestMemoryOfQuestions(t *testing.T) {
	p := term.NewPool()
	e := either(p, 4)[0].E
	fact := p.Not(p.Eq(p.Draw("a", new(big.Int), big.NewInt(15)), p.Int(big.NewInt(7))))
	s := remembering(p, Options{})
	s.Solve(t.Context(), []*term.Formula{fact, p.Le(p.Int(big.NewInt(1)), e)})
	known := len(s.memory.lemmas)
	for i := range s.memory.lemmas {
		s.memory.lemmas[i].had = false
	}
	s.Solve(t.Context(), []*term.Formula{fact, p.Lt(e, p.Int(big.NewInt(1)))})
	had := 0
	for _, l := range s.memory.lemmas[:known] {
		if l.had {
			had++
		}
	}
	if known == 0 || had < known/2 {
		t.Errorf("found %d of %d lemmas, want half of them at least", had, known)
	}
}

// TestMemoryForgets: lemmas that no query has are dropped, and what is kept has bounds.
func TestMemoryForgets(t *testing.T) {
	p := term.NewPool()
	s := remembering(p, Options{})
	s.Solve(t.Context(), either(p, 4))
	if len(s.memory.lemmas) == 0 {
		t.Fatal("found no lemmas")
	}
	x := p.Draw("x", big.NewInt(1), big.NewInt(7))
	for range 2 * drop {
		s.Solve(t.Context(), []*term.Formula{p.Eq(p.Mul(x, x), p.Int(big.NewInt(49)))})
	}
	for _, l := range s.memory.lemmas {
		if !l.had {
			t.Fatal("found a lemma that no query had for long")
		}
	}
	if n := len(s.memory.hints); n > 1000 {
		t.Errorf("found %d hints, want few", n)
	}
	s.Solve(t.Context(), either(p, 4))
	s.memory.hints = append(s.memory.hints, make([]int32, maxHints)...)
	s.memory.lemmas[len(s.memory.lemmas)-1].hints = int32(len(s.memory.hints))
	s.memory.size = maxKeys + 1
	if a := s.Solve(t.Context(), either(p, 4)); a.Status != solver.Unsat {
		t.Errorf("found %v, want a refutation", a.Status)
	}
	if m := s.memory; len(m.hints) > maxHints || m.size > maxKeys {
		t.Errorf("found %d hints, and parts with %d bytes", len(m.hints), m.size)
	}
}

// TestMemoryIsOlder: a solver may go on with a query that was left, after others for which lemmas were dropped.
func TestMemoryIsOlder(t *testing.T) {
	p := term.NewPool()
	weak, strong := New(p, Options{Work: 100_000}), New(p, Options{})
	strong.After(weak)
	Remember(weak, strong)
	weak.memory.spent = easy
	fs := either(p, 5)
	if a := weak.Solve(t.Context(), fs); a.Reason != ReasonWork {
		t.Fatalf("found %v %s, want a query that is left", a.Status, a.Reason)
	}
	for n := range int64(2 * drop) {
		strong.Solve(t.Context(), []*term.Formula{p.Eq(p.Draw("x", big.NewInt(0), big.NewInt(n)), p.Int(big.NewInt(n)))})
	}
	for range 2 { // the second time it is known
		a := strong.Solve(t.Context(), fs)
		if a.Status != solver.Unsat {
			t.Fatalf("found %v %s, want a refutation", a.Status, a.Reason)
		}
		if err := refute(p, fs, a.Proof); err != nil {
			t.Fatalf("the checker says: %v", err)
		}
	}
}
