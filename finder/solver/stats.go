package solver

import (
	"context"
	"time"

	"vouch/semantics/term"
)

// This file defines the link that counts.

// Counts is what became of the queries that a solver was asked.
type Counts struct {
	Queries, Sat, Unsat, Unknown int
	Cached                       int           // queries that came before and are not among Queries
	Time                         time.Duration // spent on them
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

// NewStats returns a link in front of next that has counted nothing yet.
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
