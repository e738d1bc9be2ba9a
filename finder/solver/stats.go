package solver

import (
	"context"
	"time"

	"vouch/semantics/term"
)

// This file defines the link that counts queries.

// Counts has the outcomes of the queries to a solver.
type Counts struct {
	Queries, Sat, Unsat, Unknown int
	Cached                       int           // repeated queries, which are not among Queries
	Time                         time.Duration // spent on the queries
}

// Add adds the counts of another solver.
func (c *Counts) Add(d Counts) {
	c.Queries += d.Queries
	c.Sat += d.Sat
	c.Unsat += d.Unsat
	c.Unknown += d.Unknown
	c.Cached += d.Cached
	c.Time += d.Time
}

// Stats counts the queries that pass through it.
type Stats struct {
	Counts
	next Solver
}

// NewStats returns a link in front of next; its counts are zero.
func NewStats(next Solver) *Stats { return &Stats{next: next} }

// Solve implements Solver.
func (s *Stats) Solve(ctx context.Context, fs []*term.Formula) Answer {
	start := time.Now()
	a := s.next.Solve(ctx, fs)
	s.Time += time.Since(start)
	s.Queries++
	switch a.Status {
	case Sat:
		s.Sat++
	case Unsat:
		s.Unsat++
	default:
		s.Unknown++
	}
	return a
}
