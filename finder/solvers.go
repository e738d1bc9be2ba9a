package finder

import (
	"fmt"
	"slices"
	"strings"

	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/finder/solver/lia"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
)

// This file defines which solvers there are, and the chain of links in front of them.

// Solvers lists the solvers by name; the first is the default and stands for the best one that there is.
var Solvers = []string{"auto", "lia", "z3"}

// Built lists the solvers that this build has, those of others with their versions.
func Built() []string {
	if v := z3.Version(); v != "" {
		return []string{"lia", "z3 " + v}
	}
	return []string{"lia"}
}

// Available reports whether there is a solver of that name in this build.
func Available(name string) bool {
	return slices.Contains(Solvers, name) && (name != "z3" || z3.Version() != "")
}

// chain is a solver behind its links.
type chain struct {
	solver.Solver
	cache *solver.Cache
	stats *solver.Stats // which asks the solver itself, whatever was remembered
}

// counts returns what became of the queries so far.
func (c *chain) counts() solver.Counts {
	counts := c.stats.Counts
	counts.Cached = c.cache.Hits
	return counts
}

// newChain returns the solver that the options say behind its links: what canonical form decides, what was asked before, the count
// of what is really asked, and the evaluation of models. Work is shared with other chains through linear, the answers to linear
// arithmetic, unless it is nil. A weak chain knows nothing beyond that.
func newChain(o Options, p *term.Pool, linear *solver.Cache, weak bool) (*chain, error) {
	if o.Solver != "" && !slices.Contains(Solvers, o.Solver) {
		return nil, fmt.Errorf("found solver %q, want one of %s", o.Solver, strings.Join(Solvers, ", "))
	}
	last, err := newSolver(o, p, linear, weak)
	if err != nil {
		return nil, err
	}
	stats := solver.NewStats(last)
	last = stats
	if o.Journal != nil {
		last = o.Journal.Link(stats, p, weak)
	}
	cache := solver.NewCache(last)
	return &chain{solver.NewConstant(cache), cache, stats}, nil
}

// newSolver returns the solver without its links, but for the verification of models. By default linear arithmetic comes first,
// because it proves what it refutes.
func newSolver(o Options, p *term.Pool, shared *solver.Cache, weak bool) (solver.Solver, error) {
	if o.NewSolver != nil {
		return solver.NewVerified(o.NewSolver(p), p), nil
	}
	var linear solver.Solver = solver.NewVerified(lia.New(p, lia.Options{}), p)
	if shared != nil {
		linear = shared.Share(linear)
	}
	if o.Solver == "lia" || weak {
		return linear, nil
	}
	last, err := z3.New(z3.Options{})
	switch {
	case err != nil && o.Solver == "z3":
		return nil, err
	case o.Solver == "z3":
		return solver.NewVerified(last, p), nil
	}
	own := solver.NewEither(linear, solver.NewVerified(bits.New(p, bits.Options{}), p))
	if err != nil {
		return own, nil
	}
	return solver.NewEither(own, solver.NewVerified(last, p)), nil
}

// OpenJournal opens the journal of a search, as solver.OpenJournal does.
func OpenJournal(name, about string) (*solver.Journal, error) { return solver.OpenJournal(name, about) }

// newLinear returns the solver of linear arithmetic behind its links, whatever the options say, and what tells the work that it has done.
func newLinear(p *term.Pool) (s solver.Solver, spent func() int64) {
	l := lia.New(p, lia.Options{})
	return solver.NewConstant(solver.NewCache(solver.NewVerified(l, p))), l.Spent
}

// newProvers returns what proves where the solver did not. The last one may take longer than a solver in the search.
func newProvers(p *term.Pool) []solver.Solver {
	return []solver.Solver{lia.New(p, lia.Options{}), lia.New(p, lia.Options{Work: 10 * lia.DefaultWork})}
}

// LimitMemory bounds the memory that solvers in C take in this process, in bytes. A query that needs more has no answer.
func LimitMemory(bytes int64) { z3.LimitMemory(bytes) }

// SolverMemory returns how many bytes solvers in C have, which the Go runtime does not count.
func SolverMemory() int64 { return z3.Memory() }

// TrimMemory gives the memory back to the operating system that solvers in C have let go.
func TrimMemory() { z3.Trim() }
