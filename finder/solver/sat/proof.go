package sat

// This file defines proofs: chains of clauses whose resolvents end in the empty clause.

// Proof shows that the clauses that were added contradict each other. A chain is a list of clauses by their numbers: those that were
// added come first, and each chain makes the next one. That clause is the first of the chain, resolved with the others in turn, each of
// which has the negation of exactly one literal that is there by then. The last chain makes the empty clause.
type Proof [][]int32

// chains holds the chains of all that was learned, one after the other.
type chains struct {
	added  int32   // clauses that were not learned
	starts []int32 // of each chain, where it begins
	hints  []int32
}

// add adds a chain and returns the number of the clause that it makes.
func (c *chains) add(chain []int32) int32 {
	c.starts = append(c.starts, int32(len(c.hints)))
	c.hints = append(c.hints, chain...)
	return c.added + int32(len(c.starts)) - 1
}

// chain returns the chain with an index.
func (c *chains) chain(i int) []int32 {
	if i+1 < len(c.starts) {
		return c.hints[c.starts[i]:c.starts[i+1]]
	}
	return c.hints[c.starts[i]:]
}

// Proof returns the proof of an Unsat answer, without the chains that it does not need.
func (s *Solver) Proof() Proof {
	c := &s.chains
	needed := make([]bool, len(c.starts))
	needed[len(needed)-1] = true
	count := 0
	for i := len(needed) - 1; i >= 0; i-- {
		if !needed[i] {
			continue
		}
		count++
		for _, h := range c.chain(i) {
			if h >= c.added {
				needed[h-c.added] = true
			}
		}
	}
	proof := make(Proof, 0, count)
	number := make([]int32, len(needed)) // of each chain that is needed, in the proof
	for i := range needed {
		if !needed[i] {
			continue
		}
		number[i] = c.added + int32(len(proof))
		chain := c.chain(i)
		for j, h := range chain {
			if h >= c.added {
				chain[j] = number[h-c.added]
			}
		}
		proof = append(proof, chain)
	}
	c.starts, c.hints = nil, nil // they were changed
	return proof
}

// assertUnit makes a literal true that a clause has alone. It returns false if it was false.
func (s *Solver) assertUnit(l Lit, id int32) bool {
	switch {
	case s.values[l] < 0:
		s.chains.add([]int32{id, s.unit[l.Var()]})
		return false
	case s.values[l] == 0:
		s.assign(l, noRef)
		s.unit[l.Var()] = id
	}
	return true
}

// justify learns the clause that has a literal of level 0 alone.
func (s *Solver) justify(l Lit) {
	v := l.Var()
	if s.unit[v] < 0 {
		s.unit[v] = s.chains.add(s.units(s.reason[v], v))
	}
}

// units returns the chain that is a clause resolved with what its literals are on level 0, except for a variable.
func (s *Solver) units(c ref, but int) []int32 {
	chain := append(s.learner.chain[:0], s.id(c))
	for _, l := range s.of(c) {
		if v := l.Var(); v != but {
			chain = append(chain, s.unit[v])
		}
	}
	s.learner.chain = chain
	return chain
}

// refute learns the empty clause from one that is false on level 0.
func (s *Solver) refute(conflict ref) {
	for _, l := range s.trail[s.next:] {
		s.justify(l)
	}
	s.chains.add(s.units(conflict, -1))
}
