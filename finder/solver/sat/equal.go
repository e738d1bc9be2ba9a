package sat

// This file defines lemmas: that two literals are equal, as far as the clauses say so. They help where a contradiction
// has many steps that each are easy. A lemma is a clause that is learned, so proofs have it as any other.

// Ended returns what the search has ended with; Unknown if it may go on.
func (s *Solver) Ended() Status { return s.ended }

// deny learns the clause that not all the literals that were given are true, from one of them that is false.
func (s *Solver) deny(l Lit) {
	v := l.Var()
	if s.levels[v] == 0 {
		s.back(0)
		return // its unit says it
	}
	w := &s.learner
	w.lits, w.chain, w.marked, w.zero = append(w.lits[:0], l.Not()), w.chain[:0], w.marked[:0], w.zero[:0]
	s.mark(v)
	for at := int(s.places[v]); at >= s.bounds[0]; at-- {
		u := s.trail[at].Var()
		switch {
		case !s.seen[u]:
			continue
		case s.reason[u] == noRef: // it was given
			w.lits = append(w.lits, s.trail[at].Not())
			continue
		}
		c := s.reason[u]
		w.chain = append(w.chain, s.id(c))
		lits := s.of(c)
		s.work -= int64(len(lits))
		for _, x := range lits {
			if y := x.Var(); !s.seen[y] {
				s.mark(y)
				if s.levels[y] == 0 {
					w.zero = append(w.zero, y)
				}
			}
		}
	}
	for _, y := range w.zero {
		w.chain = append(w.chain, s.unit[y])
	}
	for _, y := range w.marked {
		s.seen[y] = false
	}
	s.back(0)
	id := s.chains.add(w.chain)
	if len(w.lits) == 1 {
		s.assertUnit(w.lits[0], id)
		return
	}
	s.learned = append(s.learned, s.clause(w.lits, lasting, id))
}
