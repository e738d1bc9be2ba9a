package sat

import "context"

// This file defines what a solver is asked: whether the clauses have a model, and whether two literals are equal.

// Propagated tries to learn that two literals are equal, by propagation alone.
func (s *Solver) Propagated(ctx context.Context, a, b Lit) bool {
	return s.equal(ctx, a, b, question{shallow: true, most: -1})
}

// Equal tries to learn that two literals are equal, by decisions about given variables before all others, and with so
// many conflicts for each of the two clauses that say so.
func (s *Solver) Equal(ctx context.Context, a, b Lit, first []int32, conflicts int) bool {
	return s.equal(ctx, a, b, question{first: first, most: conflicts})
}

// equal reports whether it has learned that two literals are equal. Afterwards Ended says whether all is decided.
func (s *Solver) equal(ctx context.Context, a, b Lit, q question) bool {
	for _, differ := range [][]Lit{{a, b.Not()}, {a.Not(), b}} {
		if !s.begin() {
			return false
		}
		s.back(0)
		q.given = differ
		if s.search(ctx, q) != Unsat || s.ended != Unknown {
			return false
		}
	}
	return true
}

// Suppose makes Solve decide the clauses where l is true. If all that l is in is clauses with its negation, a clause
// with l alone would do the same; but of what is learned, only clauses that rest on l have its negation.
func (s *Solver) Suppose(l Lit) { s.supposed = []Lit{l} }

// Solve decides whether the clauses have a model. It answers Unknown when its work is done or ctx has ended. A further
// call goes on from there.
func (s *Solver) Solve(ctx context.Context) Status {
	if !s.begin() {
		return s.ended
	}
	if s.supposed != nil {
		s.back(0)
	}
	status := s.search(ctx, question{given: s.supposed, most: -1})
	if status == Unsat && s.ended == Unknown {
		s.conclude(s.unit[s.supposed[0].Var()])
	}
	return status
}

// search looks for a model. Its answer is Unsat if there is none, and s.ended says so too if that is so whatever is
// given. Otherwise the clause that says so of the given literals is learned.
func (s *Solver) search(ctx context.Context, q question) Status {
	restarts, end := 0, s.conflicts+q.most
	left := luby(restarts) * restartUnit
	look := s.work
	for {
		conflict := s.propagate()
		if s.work < 0 {
			return Unknown
		}
		if look-s.work >= contextUnit {
			if look = s.work; ctx.Err() != nil {
				return Unknown
			}
		}
		if conflict != noRef {
			s.conflicts++
			left--
			if len(s.bounds) == 0 {
				s.refute(conflict)
				s.ended = Unsat
				return Unsat
			}
			if !s.learn(conflict) {
				s.ended = Unsat
				return Unsat
			}
			continue
		}
		switch {
		case q.most >= 0 && s.conflicts >= end:
			return Unknown
		case left <= 0:
			restarts++
			left = luby(restarts) * restartUnit
			s.back(0)
		case s.conflicts >= s.nextForget:
			s.forgotten += forgetGrowth
			s.nextForget = s.conflicts + s.forgotten
			s.back(0)
			s.forget()
		default:
			l, ok := s.decision(q)
			switch {
			case !ok && q.shallow:
				return Unknown
			case !ok:
				if s.supposed == nil || s.values[s.supposed[0]] > 0 {
					s.ended = Sat
				}
				return Sat
			case s.values[l] < 0: // it is given
				s.deny(l)
				return Unsat
			}
			s.bounds = append(s.bounds, len(s.trail))
			s.assign(l, noRef)
		}
	}
}
