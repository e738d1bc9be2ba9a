package sat

import "cmp"

// This file defines proofs: chains of clauses whose resolvents end in the empty clause.

// Proof shows that the clauses that were added contradict each other. A chain is a list of clauses by their numbers:
// those that were added come first, and each chain makes the next one. That clause is the first of the chain, resolved
// with the others in turn, each of which has the negation of exactly one literal that is there by then. The last chain
// makes the empty clause, if what was supposed is left out of all clauses.
type Proof [][]int32

// chain returns the chain with an index.
func (c *chains) chain(i int) []int32 {
	if i+1 < len(c.starts) {
		return c.hints[c.starts[i]:c.starts[i+1]]
	}
	return c.hints[c.starts[i]:]
}

// Proof returns the proof of an Unsat answer, without the chains that it does not need. It is for reading until Reset.
func (s *Solver) Proof() Proof {
	c := &s.chains
	needed := make([]bool, cmp.Or(s.last, len(c.starts)))
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
	c.starts, c.hints = c.starts[:0], c.hints[:0] // they were changed
	return proof
}

// refute learns the empty clause from one that is false on level 0.
func (s *Solver) refute(conflict ref) {
	for _, l := range s.trail[s.next:] {
		s.justify(l)
	}
	s.chains.add(s.units(conflict, -1))
}
