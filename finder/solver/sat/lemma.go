package sat

// This file defines lemmas: clauses that were learned, with the chains that make them. Another solver that has the
// clauses of these chains need not learn them again.

// Lemma is a clause that was learned.
type Lemma struct {
	ID    int32   // its number among the clauses
	Lits  []Lit   // its literals; nil if it was forgotten, and others rest on it
	Rank  int     // of how many levels its literals were
	Chain []int32 // the clauses that make it; it is for reading until the solver does more
}

// Recall enters a clause that another solver has learned, with its chain in the numbers of this one, and returns its
// number. It comes after all calls of Add and before the search. A clause without known literals is one that others
// rest on.
func (s *Solver) Recall(l Lemma) int32 {
	s.chains.added = int32(s.added)
	id := s.chains.add(l.Chain)
	switch {
	case l.Lits == nil:
	case len(l.Lits) == 0:
		s.none = id
	case len(l.Lits) == 1:
		s.clause(l.Lits, 0, id) // it is never forgotten
	default:
		s.learned = append(s.learned, s.clause(l.Lits, l.Rank, id))
	}
	return id
}

// Lemmas calls see for the clauses that were learned or recalled, but for the first n of them, and that are not
// forgotten or that such clauses rest on. Each comes after those that make it. It returns how many there are in all. It
// comes before Proof.
func (s *Solver) Lemmas(n int, see func(Lemma)) int {
	c := &s.chains
	lemmas, needed := make([]Lemma, len(c.starts)), make([]bool, len(c.starts))
	note := func(id int32, lits []Lit, rank int) {
		if i := id - c.added; i >= 0 {
			needed[i], lemmas[i] = true, Lemma{Lits: lits, Rank: rank}
		}
	}
	for _, r := range s.learned {
		note(s.id(r), s.of(r), int(s.arena[r+atRank]))
	}
	for v, id := range s.unit {
		if id >= 0 {
			l := Lit(2 * v)
			if s.values[l] < 0 {
				l = l.Not()
			}
			note(id, []Lit{l}, lasting)
		}
	}
	if s.ended == Unsat && s.last == 0 {
		note(c.added+int32(len(lemmas))-1, []Lit{}, lasting)
	}
	for i := len(lemmas) - 1; i >= n; i-- {
		if !needed[i] {
			continue
		}
		lemmas[i].ID, lemmas[i].Chain = c.added+int32(i), c.chain(i)
		for _, h := range lemmas[i].Chain {
			if h >= c.added {
				needed[h-c.added] = true
			}
		}
	}
	for i := n; i < len(lemmas); i++ {
		if needed[i] {
			see(lemmas[i])
		}
	}
	return max(n, len(lemmas))
}
