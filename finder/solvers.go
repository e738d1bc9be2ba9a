package finder

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	stats *solver.Stats     // which asks the solver itself, whatever was remembered
	links *solver.Portfolio // which answer; nil if there is one solver only
}

// counts returns what became of the queries so far.
func (c *chain) counts() solver.Counts {
	counts := c.stats.Counts
	counts.Cached = c.cache.Hits
	return counts
}

// usage returns what became of the queries so far, link by link.
func (c *chain) usage() []solver.Usage {
	if c.links == nil {
		return nil
	}
	return c.links.Usage()
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
	links, _ := last.(*solver.Portfolio)
	stats := solver.NewStats(last)
	last = stats
	if o.Journal != nil {
		last = o.Journal.Link(stats, p, weak)
	}
	cache := solver.NewCache(last)
	return &chain{solver.NewConstant(cache), cache, stats, links}, nil
}

// newSolver returns the solver without its links, except for the verification of models. By default linear arithmetic comes first, which knows
// most. Of the others that is asked first which has been the better one, at first the one that proves what it refutes.
func newSolver(o Options, p *term.Pool, shared *solver.Cache, weak bool) (solver.Solver, error) {
	if o.NewSolver != nil {
		return solver.NewVerified(unproved{o.NewSolver(p)}, p), nil
	}
	modestLia := lia.New(p, lia.Options{Work: lia.DefaultWork / 6})
	// What lia knows of products it knows soon, and where it does not, inputs with bounds are a matter of their bits.
	weakLia, mediumLia := lia.New(p, lia.Options{Work: lia.DefaultWork / 40}), lia.New(p, lia.Options{Work: lia.DefaultWork / 3})
	strongLia := lia.New(p, lia.Options{})
	first := solver.Member{
		Name: "lia", Linear: verified(p, strongLia), Divided: verified(p, mediumLia, strongLia), Nonlinear: verified(p, weakLia, strongLia), Modest: verified(p, modestLia),
		Spent: func() int64 { return modestLia.Spent() + weakLia.Spent() + mediumLia.Spent() + strongLia.Spent() }, Rate: liaRate,
	}
	if shared != nil {
		for _, tries := range [][]solver.Solver{first.Linear, first.Divided, first.Nonlinear} {
			tries[0] = shared.Share(tries[0])
		}
	}
	switch {
	case weak: // what another chain is asked about it cannot know
		first.Divided, first.Nonlinear = first.Divided[:1], first.Nonlinear[:1]
		return solver.NewPortfolio(first), nil
	case o.Solver == "lia":
		first.Divided, first.Nonlinear = first.Linear, first.Linear
		return solver.NewPortfolio(first), nil
	}
	last, err := z3.New(z3.Options{})
	switch {
	case err != nil && o.Solver == "z3":
		return nil, err
	case o.Solver == "z3":
		return solver.NewVerified(last, p), nil
	}
	modestBits := bits.New(p, bits.Options{Work: bits.DefaultWork / 200})
	weakBits, strongBits := bits.New(p, bits.Options{Work: bits.DefaultWork / 10}), bits.New(p, bits.Options{})
	tries := verified(p, weakBits, strongBits)
	others := []solver.Member{{
		Name: "bits", Linear: tries, Divided: tries, Nonlinear: tries, Modest: verified(p, modestBits),
		Spent: func() int64 { return modestBits.Spent() + weakBits.Spent() + strongBits.Spent() }, Rate: bitsRate,
	}}
	if err == nil {
		a := &allowance{z3: last, left: int64(math.Ceil(o.patience.Seconds())) * 1_000_000 * z3Rate}
		tries := verified(p, limited{a, z3.DefaultRLimit / 4}, limited{a, 0})
		little := verified(p, limited{a, z3.DefaultRLimit / 50})
		others = append(others, solver.Member{Name: "z3", Linear: tries, Divided: tries, Nonlinear: tries, Modest: little, Spent: last.Spent, Rate: z3Rate})
	}
	return solver.NewPortfolio(first, others...), nil
}

// verified returns solvers whose models are evaluated.
func verified(p *term.Pool, tries ...solver.Solver) []solver.Solver {
	for i, s := range tries {
		tries[i] = solver.NewVerified(s, p)
	}
	return tries
}

// unproved is a solver without its proofs, which may be as wrong as its answers.
type unproved struct{ solver.Solver }

// Solve implements solver.Solver.
func (u unproved) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	a := u.Solver.Solve(ctx, fs)
	a.Proof = nil
	return a
}

// How much work of solvers takes about a microsecond.
const (
	liaRate  = lia.DefaultWork / 33_000
	bitsRate = bits.DefaultWork / 1_000_000
	z3Rate   = z3.DefaultRLimit / 500_000
)

// allowance is how much Z3 may do for a search. A query may take a part of what is left of it, so that few hard ones get much, and many do
// not take everything.
type allowance struct {
	z3   *z3.Solver
	left int64 // in units of its resource limit
}

// part is how much of an allowance a query may take.
const part = 20

// limited is Z3 with so much to spend on a query, or if that is 0, with a part of the allowance.
type limited struct {
	*allowance
	units uint
}

// Solve implements solver.Solver.
func (l limited) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	before := l.z3.Spent()
	l.z3.Limit(cmp.Or(l.units, max(uint(l.left/part), z3.DefaultRLimit)))
	answer := l.z3.Solve(ctx, fs)
	l.left = max(l.left-(l.z3.Spent()-before), 0)
	return answer
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
	return []solver.Solver{lia.New(p, lia.Options{}), bits.New(p, bits.Options{}), lia.New(p, lia.Options{Work: 10 * lia.DefaultWork})}
}

// LimitMemory bounds the memory that solvers in C take in this process, in bytes, which are asked for when such a solver is first; 0 is no bound.
// A query that needs more has no answer.
func LimitMemory(bytes func() int64) { z3.LimitMemory(bytes) }

// SolverMemory returns how many bytes solvers in C have, which the Go runtime does not count.
func SolverMemory() int64 { return z3.Memory() }

// TrimMemory gives the memory back to the operating system that solvers in C have let go.
func TrimMemory() { z3.Trim() }
