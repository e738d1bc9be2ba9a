package finder

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"vouch/certs"
	"vouch/finder/solver"
)

// This file defines the attempts at a proof with invariants of loops. They go at the pace of the search, and take no
// more than a part of what it takes, until it is over, or clearly endless.

const (
	besidePart  = 6     // which part of the work of the search the attempts may take beside it
	beginMicros = 1_000 // what it takes to begin an attempt, about
	// which part of its bounds an attempt may take at first: one of so many
	hurriedPart = 16
)

// guessings returns the ways of guessing in the order in which they are tried, and how many of them take little.
func (p *subject) guessings(o Options, hurry bool) (kinds []guessing, little int) {
	parts := []int64{1}
	if hurry {
		parts = []int64{hurriedPart, 1}
	}
	for _, part := range parts {
		little = len(kinds)
		if len(o.Claims) > 0 {
			kinds = append(kinds, guessing{alone: true, part: part})
		}
		if part == 1 {
			kinds = append(kinds, guessing{lean: true, rich: true, flat: true, part: 2})
		}
		kinds = append(kinds, guessing{steep: true, part: 2 * part})
		for _, how := range []guessing{{flat: true, part: 2 * part}, {part: part}, {rich: true, part: 2 * part}} {
			for _, split := range []bool{false, true} {
				if how.split = split; !split || part == 1 { // most loops need no phases
					kinds = append(kinds, how)
				}
			}
		}
	}
	const part = 4
	kinds = append(kinds, guessing{notes: true, rich: true, part: 2},
		guessing{flags: true, rich: true, part: part},
		guessing{flags: true, split: true, rich: true, part: part})
	for every := 2; every <= mostTurns; every++ {
		kinds = append(kinds, guessing{every: every, rich: true, part: part})
	}
	for _, notes := range []bool{false, true} {
		kinds = append(kinds, guessing{ends: true, notes: notes, rich: true, part: 2})
	}
	if o.asksHorn() && !p.recursive() { // which takes most
		kinds = append(kinds, guessing{horn: true, alone: true, part: 1})
	}
	return kinds, little
}

// owner returns the subject to which the attempts belong.
func (p *subject) owner() *subject {
	for cmp.Or(p.whole, p.before) != nil {
		p = cmp.Or(p.whole, p.before)
	}
	return p
}

// inducts reports whether invariants may be looked for with these options.
func (p *subject) inducts(o Options) bool {
	if o.Engine == EngineExplore || !o.Prove || !hasLoops(p.Core) && !p.recursive() {
		return false
	}
	return true
}

// attempt lets the attempts go on beside a search that took so many microseconds, and begins them if nobody has. It
// returns a proof if they found one, and whether they are over.
func (p *subject) attempt(ctx context.Context, o Options, micros int64, how haste) (proved *Result, over bool) {
	p = p.owner()
	if p.attempts == nil {
		if !p.inducts(o) {
			return nil, true
		}
		p.tryAll(ctx, o, true)
	}
	a, free := p.attempts, 0
	switch how {
	case hurried:
		free = a.little
	case long:
		free = len(a.took)
	}
	if a.told || !a.allow((p.searched+micros)/besidePart, free) {
		return nil, a.told
	}
	return p.outcome(), true
}

// induct makes the attempts to their end, those that take little only if they have begun. It returns nil if they find
// no proof.
func (p *subject) induct(ctx context.Context, o Options) *Result {
	p = p.owner()
	if p.attempts == nil {
		if !p.inducts(o) {
			return nil
		}
		p.tryAll(ctx, o, false)
	}
	p.attempts.allow(math.MaxInt64, len(p.attempts.took))
	return p.outcome()
}

// tryAll begins the attempts.
func (p *subject) tryAll(ctx context.Context, o Options, hurry bool) {
	kinds, little := p.guessings(o, hurry)
	a := newApace(1 + len(kinds)) // the first try is to run the program
	a.little = 1 + little
	p.attempts = a
	threads := o.threads
	if len(o.Claims) > 0 || o.Stop != nil || o.Journal != nil || o.Answers != nil { // what these note has an order
		threads = 1
	}
	if o.Proving != nil && threads > 1 {
		var mu sync.Mutex
		told := o.Proving
		o.Proving = func(ways int) {
			mu.Lock()
			defer mu.Unlock()
			told(ways)
		}
	}
	a.start(ctx, func(ctx context.Context) []inducted {
		pay, nanos := a.pays(ctx, 0), int64(0)
		runs := p.sampled(ctx, o, func(n int64) {
			nanos += n
			pay(nanos / 1000)
		})
		a.ends(0, false)
		var tries []try[inducted]
		for i, how := range kinds {
			tries = append(tries, func(ctx context.Context, near func()) inducted {
				return p.inductive(ctx, o, how, runs, a.pays(ctx, 1+i), near)
			})
		}
		return abreast(ctx, threads, func(i inducted) bool { return i.proved != nil },
			func(i int, good bool) { a.ends(1+i, good) }, tries...)
	})
}

// outcome returns the proof that the attempts found, which are over; nil if they found none, or were asked before.
func (p *subject) outcome() *Result {
	a := p.attempts
	if a.told {
		return nil
	}
	a.told = true
	for _, i := range a.results {
		if i.proved != nil {
			return i.proved
		}
		if i.obstacle != nil {
			p.stuck(i.obstacle)
		}
	}
	return nil
}

// fewProducts is how many products of equations there are in a query about guesses that are no equalities of high
// degree: most of these queries are about no equation of products, and all have to be answered within one budget.
const fewProducts = 40

// inductive looks for a proof with an invariant for each loop, or for each way of its turns. It calls near before it
// proves what it found.
func (p *subject) inductive(ctx context.Context, o Options, how guessing, runs *sampler,
	pays func(micros int64), near func()) inducted {
	o.Merge, o.MergeLoops, o.Workers, o.Progress, o.Pruning = false, false, 1, nil, Eager
	o.Solver, o.NewSolver = "lia", nil // what it refutes has a proof
	if !how.steep {
		o.products = fewProducts
	}
	began, q, little := time.Now(), newSubject(p.Program), how.part%hurriedPart == 0
	var lemmas *lemmas
	told, before, now := pays, int64(beginMicros), int64(0)
	pays = func(micros int64) {
		now = micros
		told(before + now)
	}
	if pays(0); how.horn {
		if lemmas = q.lemmas(ctx, o, how, runs, pays); lemmas == nil {
			return inducted{}
		}
		before += now
		q = newSubject(p.Program)
	}
	x := &exploration{Machine: q.symbolic, Pruning: Eager, Limits: o.Limits, Bugs: true}
	chains, err := q.employ(x, o)
	if err != nil {
		return inducted{}
	}
	r := &Result{Program: p.About, Limits: o.Limits, Reach: q.symbolic.Reach()}
	defer func() {
		for _, c := range chains {
			r.Solver.Add(c.counts())
			r.Links = solver.AddUsage(r.Links, c.usage())
		}
	}()
	c, samples := q.sampledLoops(ctx, x, how.part, o, runs)
	if how.flags && !haveFlags(samples.states) || how.every > 1 && !alternate(samples.states, int64(how.every)) {
		return inducted{}
	}
	c.claims, c.guessing = o.Claims, how
	if lemmas != nil {
		c.claims, c.says = append(slices.Clone(c.claims), lemmas.claims...), lemmas.says
	}
	x.loops, c.pays = c, pays
	x.Coverage.States = roundStates
	if err := c.settle(ctx, q.start); err != nil || len(c.known) == 0 {
		if err != nil && !little && !how.steep && !how.horn && !how.lean {
			return inducted{obstacle: q.obstacle(ctx, c, q.start, err, false)}
		}
		return inducted{}
	}
	near()
	r.Elapsed = time.Since(began)
	walk := func() (*certs.Absence, error) {
		c.most = x.judge.micros + walkMicros/how.part
		return q.absent(ctx, x, chains, o)
	}
	c.fates(Unneeded)
	certificate, err := walk()
	if err != nil && c.afresh() && c.settle(ctx, q.start) == nil {
		certificate, err = walk()
	}
	for i := 0; err != nil && how.lean && i < maxStrengthened; i++ {
		if ctx.Err() != nil || !c.strengthen(ctx, q.start) || c.settle(ctx, q.start) != nil {
			break
		}
		certificate, err = walk()
	}
	if err != nil {
		if !little && !how.horn && !how.lean {
			return inducted{obstacle: q.obstacle(ctx, c, q.start, err, true)}
		}
		return inducted{}
	}
	certificate = c.fewer(ctx, certificate, walk)
	c.fates(Needed)
	r.Absence, r.Verdict = certificate, Verdict(certificate.Kind)
	r.Invariants, r.Contracts = Invariants(certificate), len(certificate.Contracts)
	r.Coverage.States, r.Coverage.Depth, r.Coverage.Branches, r.Layers = x.judge.visited, x.judge.depth,
		x.judge.branches, x.judge.Layers
	r.Proving = time.Since(began) - r.Elapsed
	return inducted{proved: r}
}

// Invariants says how often loops are entered with an invariant in a certificate.
func Invariants(c *certs.Absence) (n int) {
	for i, l := range c.Landmarks {
		if slices.ContainsFunc(c.Contracts, func(x certs.Contract) bool { return x.Landmark == uint64(i+1) }) {
			continue
		}
		if len(l.Within)+len(l.Holds) > 0 || slices.ContainsFunc(c.Summaries, func(s certs.Summary) bool {
			return s.Landmark == uint64(i+1)
		}) {
			n++
		}
	}
	return n
}
