package checker

import (
	"encoding/binary"
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines the rule bits: facts contradict each other because clauses about the bits of their integers do.
//
// The rule is sound. Suppose that some integers satisfy the facts in scope. If an operation has no value, take some
// integer within its bounds for it; for a choice, take one of its cases. Then each symbol lies in the range that the
// cited rows give it, so the variables of its word can have the values of its bits. Every other variable is a function
// of variables before it, or says which alternative of a disjunction holds. With these values every clause is true: the
// clauses of an adder are arithmetic, those of an operation define it where it has a value, and those of a row or a
// case say that it holds. An operation on floats has the value of its term of integers, for all integers. A resolvent
// of true clauses is true. So resolution cannot yield the empty clause. If it does, no integers satisfy the facts.
//
// Nothing is searched: a chain in the certificate names the clauses to resolve, and each of them can be resolved by
// exactly one literal.

// bits returns nil if the chains of r show that the clauses of the facts that r cites contradict each other; or if
// another goroutine will say whether they do.
func bits(k *term.Facts, r *certs.Refutation, other delegate) error {
	rows, err := cited(k.Rows, r.Rows, "row")
	if err != nil {
		return err
	}
	cases, err := cited(k.Cases, r.Cases, "disjunction")
	if err != nil {
		return err
	}
	if pool := k.Pool(); !pool.Meter().Charge(8*(len(rows)+len(cases))) ||
		!pool.Meter().Make(8*(len(rows)+len(cases))) {
		return errExhausted
	}
	if other != nil {
		return other(k.Pool(), rows, cases, r.Chains)
	}
	return contradict(k.Pool(), rows, cases, r.Chains)
}

// delegate has another goroutine do what contradict does; nil if there is none.
type delegate func(pool *term.Pool, rows []*term.Linear, cases [][]*term.Formula, chains []byte) error

// contradict returns nil if chains show that the clauses of rows and cases contradict each other. Afterwards the pool
// may be exhausted.
func contradict(pool *term.Pool, rows []*term.Linear, cases [][]*term.Formula, chains []byte) error {
	c, err := newClauses(pool, rows, cases)
	if err != nil || pool.Exhausted() {
		return err
	}
	return c.resolve(chains)
}

// cited returns the facts with the given numbers, which ascend.
func cited[T any](facts []T, numbers []uint64, what string) ([]T, error) {
	var in []T
	for i, n := range numbers {
		if n >= uint64(len(facts)) {
			return nil, fmt.Errorf("found %s %d, want one of %d", what, n, len(facts))
		}
		if i > 0 && n <= numbers[i-1] {
			return nil, fmt.Errorf("found %s %d after %s %d, want %ss in ascending order", what, n, what, numbers[i-1],
				what)
		}
		in = append(in, facts[n])
	}
	return in, nil
}

// resolve follows chains, and returns nil if the last one yields the empty clause. A chain is the number of its
// clauses, and then for each of them how many clauses before the new clause it was made. The new clause is the first
// one, resolved with each of the others.
func (c *clauses) resolve(chains []byte) error {
	if !c.spend(2*c.vars + len(chains)) {
		return c.err
	}
	in := make([]bool, 2*c.vars) // for each literal, whether the new clause has it
	var lits []literal           // all literals that it has or had
	for n := 1; len(chains) > 0; n++ {
		count, rest, err := uvarint(chains)
		if err != nil {
			return fmt.Errorf("chain %d: %w", n, err)
		}
		if count == 0 {
			return fmt.Errorf("chain %d: found no clause", n)
		}
		lits = lits[:0]
		for i := range count {
			var back uint64
			if back, rest, err = uvarint(rest); err != nil {
				return fmt.Errorf("chain %d: %w", n, err)
			}
			if back == 0 || back > uint64(len(c.ends)) {
				return fmt.Errorf("chain %d: found the clause %d before, want one of %d", n, back, len(c.ends))
			}
			clause := c.clause(len(c.ends) - int(back))
			if !c.meter.Charge(2 + len(clause)) {
				return errExhausted
			}
			by, pivots := pivot(in, clause)
			switch {
			case i > 0 && pivots != 1:
				return fmt.Errorf("chain %d: clause %d: found %d literals by which it can be resolved, want 1", n,
					len(c.ends)-int(back), pivots)
			case i > 0:
				in[by.not()] = false
			}
			for _, l := range clause {
				if !in[l] && (i == 0 || l != by) {
					in[l] = true
					lits = append(lits, l)
				}
			}
		}
		made := lits[:0]
		for _, l := range lits {
			if in[l] { // which is so for the first of two
				in[l] = false
				made = append(made, l)
			}
		}
		if chains = rest; len(made) == 0 {
			if len(chains) > 0 {
				return fmt.Errorf("chain %d makes the empty clause, but found %d more bytes", n, len(chains))
			}
			return nil
		}
		c.add(made...)
	}
	return errors.New("no chain makes the empty clause")
}

// pivot returns a literal of a clause whose negation is in the new clause, and the number of different such literals.
func pivot(in []bool, clause []literal) (by literal, count int) {
	for _, l := range clause {
		if in[l.not()] && (count == 0 || l != by) {
			by, count = l, count+1
		}
	}
	return by, count
}

// uvarint reads a number with 7 bits a byte, the lowest bits first. It refuses a number that takes more bytes than it
// needs.
func uvarint(data []byte) (v uint64, rest []byte, err error) {
	v, n := binary.Uvarint(data)
	if n <= 0 || n > 1 && data[n-1] == 0 {
		return 0, nil, errors.New("the chains are cut off, or a number in them has another form than the shortest")
	}
	return v, data[n:], nil
}
