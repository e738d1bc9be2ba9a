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

// This file defines which solvers there are, and the chain of links in front of a solver.

// Solvers lists the solvers by name. The first is the default, and stands for the best one of this build.
var Solvers = []string{"auto", "lia", "z3"}

// Built lists the solvers of this build; those by other authors have their versions.
func Built() []string {
	if v := z3.Version(); v != "" {
		return []string{"lia", "z3 " + v}
	}
	return []string{"lia"}
}

// Available reports whether this build has a solver of that name.
func Available(name string) bool {
	return slices.Contains(Solvers, name) && (name != "z3" || z3.Version() != "")
}

// chain is a solver with the links in front of it.
type chain struct {
	solver.Solver
	cache *solver.Cache
	stats *solver.Stats     // asks the solver itself, whatever the links remember
	links *solver.Portfolio // which solver answered; nil if there is only one
	bits  *bits.Solver      // the one with the largest budget; nil if there is none
}

// effort lets bits take so many times as much for a query as usual, if that is more than it may.
func (c *chain) effort(times int) {
	if c.bits != nil {
		c.bits.Raise(effortOf(Options{effort: times}))
	}
}

// counts returns what became of the queries so far.
func (c *chain) counts() solver.Counts {
	counts := c.stats.Counts
	counts.Cached = c.cache.Hits
	return counts
}

// usage returns what became of the queries so far, for each link.
func (c *chain) usage() []solver.Usage {
	if c.links == nil {
		return nil
	}
	return c.links.Usage()
}

// newChain returns the solver that the options name, with its links: canonical form decides, earlier answers are
// remembered, real queries are counted, and models are evaluated. Unless linear is nil, chains share through it the
// answers to linear arithmetic. A weak chain knows nothing else.
func newChain(o Options, p *term.Pool, linear *solver.Cache, weak bool) (*chain, error) {
	if o.Solver != "" && !slices.Contains(Solvers, o.Solver) {
		return nil, fmt.Errorf("found solver %q, want one of %s", o.Solver, strings.Join(Solvers, ", "))
	}
	if o.doubts {
		stats := solver.NewStats(newSeconded(p))
		return &chain{solver.NewConstant(stats), solver.NewCache(stats), stats, nil, nil}, nil
	}
	last, strong, err := newSolver(o, p, linear, weak)
	if err != nil {
		return nil, err
	}
	links, _ := last.(*solver.Portfolio)
	stats := solver.NewStats(last)
	last = stats
	if o.Journal != nil {
		last = o.Journal.Link(stats, p, weak)
	}
	if o.Answers != nil {
		last = o.Answers.Link(last, p)
	}
	cache := solver.NewCache(last)
	return &chain{solver.NewConstant(cache), cache, stats, links, strong}, nil
}

// newSeconded returns the solvers of this build, each asked alone.
func newSeconded(p *term.Pool) seconded {
	all := []solver.Solver{lia.New(p, lia.Options{}), bits.New(p, bits.Options{Work: bits.DefaultWork / 10})}
	if s, err := z3.New(z3.Options{}); err == nil {
		all = append(all, s)
	}
	return verified(p, all...)
}

// newSolver returns the solver without its links; only its models are verified. By default linear arithmetic is asked
// first, because it knows most. The next one is whichever has done better so far; at the start that is the one that
// proves its refutations.
func newSolver(o Options, p *term.Pool, shared *solver.Cache, weak bool) (s solver.Solver, strong *bits.Solver,
	err error) {
	if o.NewSolver != nil {
		return solver.NewVerified(unproved{o.NewSolver(p)}, p), nil, nil
	}
	modestLia := lia.New(p, lia.Options{Work: lia.DefaultWork / 6})
	// If lia knows something about products, it knows it soon. If not, inputs with bounds are a matter for their bits.
	weakLia, mediumLia := lia.New(p, lia.Options{Work: lia.DefaultWork / 40}),
		lia.New(p, lia.Options{Work: lia.DefaultWork / 3})
	strongLia := lia.New(p, lia.Options{Products: o.products})
	first := price(solver.Member{
		Name: "lia", Linear: verified(p, strongLia), Divided: verified(p, mediumLia, strongLia),
		Nonlinear: verified(p, weakLia, strongLia), Modest: verified(p, modestLia),
		Spent: func() int64 { return modestLia.Spent() + weakLia.Spent() + mediumLia.Spent() + strongLia.Spent() },
		Rate:  liaRate,
	})
	if shared != nil {
		for _, tries := range [][]solver.Solver{first.Linear, first.Divided, first.Nonlinear} {
			tries[0] = shared.Share(tries[0])
		}
	}
	switch {
	case weak: // no other chain can know the answer
		first.Divided, first.Nonlinear = first.Divided[:1], first.Nonlinear[:1]
		return solver.NewPortfolio(first), nil, nil
	case o.Solver == "lia":
		first.Divided, first.Nonlinear = first.Linear, first.Linear
		return solver.NewPortfolio(first), nil, nil
	}
	last, err := z3.New(z3.Options{})
	switch {
	case err != nil && o.Solver == "z3":
		return nil, nil, err
	case o.Solver == "z3":
		return solver.NewVerified(last, p), nil, nil
	}
	modestBits := bits.New(p, bits.Options{Work: bits.DefaultWork / 200})
	weakBits, strongBits := bits.New(p, bits.Options{Work: bits.DefaultWork / 10}), bits.New(p, effortOf(o))
	if o.Hasty {
		weakBits = bits.New(p, bits.Options{Clauses: bits.DefaultClauses / 6, Work: bits.DefaultWork / 40,
			Trials: bits.DefaultTrials / 6})
	}
	strongBits.After(weakBits)
	if o.Journal == nil && o.Answers == nil { // what these know is not asked again, so the proofs would be others
		bits.Remember(weakBits, strongBits)
	}
	tries := verified(p, weakBits, strongBits)
	others := []solver.Member{price(solver.Member{
		Name: "bits", Linear: tries, Divided: tries, Nonlinear: tries, Modest: verified(p, modestBits),
		Spent: func() int64 { return modestBits.Spent() + weakBits.Spent() + strongBits.Spent() }, Rate: bitsRate,
	})}
	if err == nil {
		a := &allowance{z3: last, left: int64(math.Ceil(o.patience.Seconds())) * 1_000_000 * z3Rate}
		least := uint(z3.DefaultRLimit / 4)
		if o.Hasty {
			least = z3.DefaultRLimit / 25
		}
		tries := verified(p, limited{a, least}, limited{a, 0})
		little := verified(p, limited{a, z3.DefaultRLimit / 50})
		others = append(others, price(solver.Member{Name: "z3", Linear: tries, Divided: tries, Nonlinear: tries,
			Modest: little, Spent: last.Spent, Rate: z3Rate}))
	}
	if o.Hasty {
		for i := range others {
			others[i] = hasty(others[i])
			if others[i].Name == "z3" {
				others[i].Nonlinear = []solver.Solver{noFloats{others[i].Nonlinear[0]}}
			}
		}
		first = hasty(first)
	}
	return solver.NewPortfolio(first, others...), strongBits, nil
}

// hasty returns a member that makes the first try at each query and no other.
func hasty(m solver.Member) solver.Member {
	m.Linear, m.Divided, m.Nonlinear = m.Linear[:1], m.Divided[:1], m.Nonlinear[:1]
	return m
}

// noFloats leaves queries with operations on floats to others. Of what such an operation is, Z3 knows nothing, so its
// models are hardly ever models.
type noFloats struct{ solver.Solver }

// Solve implements solver.Solver.
func (s noFloats) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	if slices.ContainsFunc(term.NewTable(fs).Syms, func(x *term.Sym) bool { return x.Op > term.Select }) {
		return solver.Answer{Status: solver.Unknown, Reason: "z3: it has operations on floats"}
	}
	return s.Solver.Solve(ctx, fs)
}

// verified makes solvers evaluate their models.
func verified(p *term.Pool, tries ...solver.Solver) []solver.Solver {
	for i, s := range tries {
		tries[i] = solver.NewVerified(s, p)
	}
	return tries
}

// priced says with each answer what it cost. An answer that is remembered keeps its cost, so costs are the same whoever
// asked first.
type priced struct {
	solver.Solver
	spent func() int64
	rate  int64
}

// Solve implements solver.Solver.
func (p priced) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	before := p.spent()
	a := p.Solver.Solve(ctx, fs)
	a.Micros = (p.spent() - before) / p.rate
	return a
}

// metered counts what answers cost.
type metered struct {
	solver.Solver
	micros int64
}

// Solve implements solver.Solver.
func (m *metered) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	a := m.Solver.Solve(ctx, fs)
	m.micros += a.Micros
	return a
}

// price makes the tries of a member say what they cost.
func price(m solver.Member) solver.Member {
	for _, tries := range [][]solver.Solver{m.Linear, m.Divided, m.Nonlinear, m.Modest} {
		for i, s := range tries {
			if _, done := s.(priced); !done { // kinds of queries may share their tries
				tries[i] = priced{s, m.Spent, m.Rate}
			}
		}
	}
	return m
}

// unproved hides the proofs of a solver, which may be as wrong as its answers.
type unproved struct{ solver.Solver }

// Solve implements solver.Solver.
func (u unproved) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	a := u.Solver.Solve(ctx, fs)
	a.Proof = nil
	return a
}

// How much solvers do in about a microsecond.
const (
	liaRate  = lia.DefaultWork / 33_000
	bitsRate = bits.DefaultWork / 1_000_000
	z3Rate   = z3.DefaultRLimit / 500_000
)

// allowance is how much Z3 may do in a search. A query may use a part of what is left. So a few hard queries get much,
// and many do not use up everything.
type allowance struct {
	z3   *z3.Solver
	left int64 // in units of its resource limit
}

// part is which part of an allowance a query may use.
const part = 20

// limited is Z3 with a budget for each query. If the budget is 0, a query may use a part of the allowance.
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

// newLinear returns the solver of linear arithmetic with its links, whatever the options say, and a function that says
// how much work it has done.
func newLinear(p *term.Pool) (s solver.Solver, spent func() int64) {
	l := lia.New(p, lia.Options{})
	return solver.NewConstant(solver.NewCache(solver.NewVerified(l, p))), l.Spent
}

// effortOf returns how much bits may take for a query.
func effortOf(o Options) bits.Options {
	effort := max(1, o.effort)
	return bits.Options{Work: int64(effort) * bits.DefaultWork, Clauses: min(effort, maxClauses) * bits.DefaultClauses}
}

// maxClauses is how many times as many clauses as usual there may be. More would make certificates that the checker
// does not read.
const maxClauses = 4

// newProvers returns the solvers that look for proofs where the search's solver gave none. The last one may take longer
// than a solver in the search.
func newProvers(p *term.Pool, o Options) []solver.Solver {
	small, medium, large := lia.New(p, lia.Options{}), bits.New(p, effortOf(o)),
		lia.New(p, lia.Options{Work: 10 * lia.DefaultWork})
	return []solver.Solver{priced{small, small.Spent, liaRate}, priced{medium, medium.Spent, bitsRate},
		priced{large, large.Spent, liaRate}}
}

// LimitMemory bounds the memory in bytes that solvers in C take in this process, if such a solver is asked first; 0
// means no bound. A query that needs more gets no answer.
func LimitMemory(bytes func() int64) { z3.LimitMemory(bytes) }

// SolverMemory returns how many bytes solvers in C hold. The Go runtime does not count these.
func SolverMemory() int64 { return z3.Memory() }

// TrimMemory returns to the operating system the memory that solvers in C have freed.
func TrimMemory() { z3.Trim() }

// seconded asks several solvers, and believes a model, which is verified, and a refutation on which two agree.
type seconded []solver.Solver
