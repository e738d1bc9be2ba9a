package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// This file tests lemmas and samples.

func TestLemmasKeepAnswersAndProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	answers, equal, propagated := map[Status]int{}, 0, 0
	for range *cases {
		vars := 3 + r.IntN(8)
		clauses := random(r, vars, 3*vars+r.IntN(2*vars))
		s := New(1_000_000)
		s.Vars(vars)
		for _, c := range clauses {
			s.Add(c...)
		}
		status := Unknown
		for range 6 {
			a, b := Lit(r.IntN(2*vars)), Lit(r.IntN(2*vars))
			if a.Var() == b.Var() {
				continue
			}
			var first []int32
			for v := range vars {
				if r.IntN(2) == 0 {
					first = append(first, int32(v))
				}
			}
			is := s.Propagated(t.Context(), a, b)
			if is {
				propagated++
			} else if s.Ended() == Unknown {
				is = s.Equal(t.Context(), a, b, first, r.IntN(5))
			}
			if is {
				equal++
				if satisfiable(vars, append(slices.Clone(clauses), []Lit{a}, []Lit{b.Not()})) ||
					satisfiable(vars, append(slices.Clone(clauses), []Lit{a.Not()}, []Lit{b})) {
					t.Fatalf("learned that %d is %d, which is not so in a model of %v", a, b, clauses)
				}
			}
			if status = s.Ended(); status != Unknown {
				break
			}
		}
		if status == Unknown {
			status = s.Solve(t.Context())
		}
		switch want := satisfiable(vars, clauses); {
		case status == Unknown || want != (status == Sat):
			t.Fatalf("found %d, want satisfiable: %v, of %v", status, want, clauses)
		case status == Sat:
			for _, c := range clauses {
				if !slices.ContainsFunc(c, func(l Lit) bool { return s.Value(l.Var()) == (l&1 == 0) }) {
					t.Fatalf("the model does not satisfy %v of %v", c, clauses)
				}
			}
		default:
			if err := checkProof(clauses, s.Proof()); err != nil {
				t.Fatalf("%v, in a proof of %v", err, clauses)
			}
		}
		answers[status]++
	}
	if answers[Sat] < *cases/8 || answers[Unsat] < *cases/8 || equal < *cases/8 || propagated < *cases/20 {
		t.Errorf("found answers %v, %d pairs that are equal, %d of them by propagation; want more of each", answers,
			equal, propagated)
	}
}

func TestExtend(t *testing.T) {
	s := New(1_000)
	s.Vars(5)
	s.Add(0)
	from := s.Size()
	s.Add(2, 5, 6) // 1 or not 2 or 3
	s.Add(3, 8)    // not 1 or 4
	to := s.Size()
	s.Add(9) // not 4, in no span
	sample := s.Sample(1)
	sample[3][0], sample[2][0] = 0b0101, 0b0010 // variable 1
	sample[4][0] = 0b0011                       // variable 2
	s.Extend(sample, []Span{{from, to}})
	for _, c := range []struct {
		title string
		l     Lit
		want  uint64
	}{
		{"a clause outside of the spans says nothing", 0, 0},
		{"3 is true where 1 is false and 2 is true", 6, 0b0001},
		{"nothing makes 3 false", 7, 0},
		{"4 is true where 1 is true", 8, 0b0010},
		{"nothing makes 4 false", 9, 0},
		{"2 stays open where nothing says what it is", 5, 0},
	} {
		if found := sample[c.l][0]; found != c.want {
			t.Errorf("%s: found %04b, want %04b", c.title, found, c.want)
		}
	}
}

func TestLeaves(t *testing.T) {
	s := New(1_000)
	s.Vars(8)
	s.Add(0, 2)
	s.Add(2, 4, 6)
	s.Add(6, 8)
	early := s.Size()
	s.Add(2, 10)
	o := s.Occurrences([]Span{{0, s.Size()}})
	late := s.Size()
	for _, c := range []struct {
		title string
		end   int // of variable 1; that of others is behind all clauses
		stop  []int
		most  int
		want  []int32
	}{
		{"it stops where it is told to", late, []int{2, 3, 5}, 10, []int32{2, 3, 5}},
		{"what lies behind is no leaf", late, []int{2, 3, 4, 5}, 10, []int32{2, 3, 5}},
		{"what is made of a variable does not count", early, []int{2, 3, 5}, 10, []int32{2, 3}},
		{"nowhere to stop", late, nil, 10, nil},
		{"made of too many", late, []int{2, 3, 5}, 1, nil},
	} {
		ends := []int{late, c.end, late, late, late, late, late, late}
		found := s.Leaves(o, []int{0}, ends, func(v int) bool { return slices.Contains(c.stop, v) }, c.most)
		if slices.Sort(found); !slices.Equal(found, c.want) {
			t.Errorf("%s: found %v, want %v", c.title, found, c.want)
		}
	}
}
