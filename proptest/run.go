package proptest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
)

// This file defines how properties are tried: in rounds, each with some cases that all properties share.

// Options says how properties are tried.
type Options struct {
	Cases   int   // for each property
	Seed    int64 // one seed makes the same cases in every run, whatever their number
	Workers int   // 0 means one for each processor
	Whole   bool  // leave counterexamples as large as they are
	// Progress, if it is set, is called after each round with the number of cases so far.
	Progress func(cases int)
}

// Result is the result of trying a property.
type Result struct {
	Name, Doc string // of the property
	Cases     int    // how many cases were not vacuous
	Vacuous   int
	Count     map[string]int
	Failure   string // "" if the property held and no kind was rare
	Elapsed   time.Duration
}

// The number of cases in a round, the number of cases from which floors count, and the least floor that does: in fewer
// cases a rare kind may be missing by chance.
const (
	round       = 100
	minForFloor = 1000
	leastFloor  = 3
)

// Run tries properties on the cases of a language, and returns a result for each. When ctx ends, it ends early: the
// results then cover fewer cases, and no floor counts.
func Run[S, Y any](ctx context.Context, ps []Property[S, Y], l Language[S, Y], o Options) []Result {
	rounds := max(1, (o.Cases+round-1)/round)
	all := make([][]Result, rounds)
	var (
		mu     sync.Mutex
		next   int
		done   int
		failed = map[int]int{} // for each property the first round that is known to fail
		wait   sync.WaitGroup
	)
	worker := func() {
		defer wait.Done()
		for {
			mu.Lock()
			k, skip := next, map[int]bool{}
			next++
			for i, at := range failed {
				skip[i] = at < k
			}
			mu.Unlock()
			if k >= rounds || ctx.Err() != nil {
				return
			}
			rs := tryRound(ps, l, o, k, skip)
			mu.Lock()
			all[k] = rs
			for i, r := range rs {
				if at, known := failed[i]; r.Failure != "" && (!known || k < at) {
					failed[i] = k
				}
			}
			if done += min(round, o.Cases-k*round); o.Progress != nil {
				o.Progress(done)
			}
			mu.Unlock()
		}
	}
	for range cmp.Or(o.Workers, runtime.GOMAXPROCS(0)) {
		wait.Add(1)
		go worker()
	}
	wait.Wait()
	return conclude(ps, all, o, ctx.Err() != nil)
}

// conclude adds up the rounds of each property, up to the first round that failed.
func conclude[S, Y any](ps []Property[S, Y], all [][]Result, o Options, early bool) []Result {
	results := make([]Result, len(ps))
	for i, p := range ps {
		r := &results[i]
		*r = Result{Name: p.Name, Doc: p.Doc, Count: map[string]int{}}
		for _, rs := range all {
			if r.Failure != "" || rs == nil {
				break
			}
			r.Cases += rs[i].Cases
			r.Vacuous += rs[i].Vacuous
			r.Elapsed += rs[i].Elapsed
			r.Failure = rs[i].Failure
			for what, n := range rs[i].Count {
				r.Count[what] += n
			}
		}
		if r.Failure != "" || early {
			continue
		}
		if want := max(1, o.Cases/max(1, p.Share)) * 9 / 10; r.Cases < want {
			r.Failure = fmt.Sprintf("only %d cases of %d were not vacuous", r.Cases, r.Cases+r.Vacuous)
		}
		for _, what := range slices.Sorted(maps.Keys(p.Floor)) {
			floor := p.Floor[what] * r.Cases / 1000
			if want := least(floor); o.Cases >= minForFloor && floor >= leastFloor && r.Count[what] < want {
				r.Failure += fmt.Sprintf("%s: %d times in %d cases, want %d at least\n", what, r.Count[what], r.Cases,
					want)
			}
		}
	}
	return results
}

// least returns how often a kind must occur that is expected so often: two and a half standard deviations less, so that
// no seed fails by chance, and once in any case.
func least(expected int) int {
	return max(1, expected-int(2.5*math.Sqrt(float64(expected))))
}

// tryRound tries properties on the cases of a round, but not those in skip.
func tryRound[S, Y any](ps []Property[S, Y], l Language[S, Y], o Options, k int, skip map[int]bool) []Result {
	gen := newGen(l)
	results := make([]Result, len(ps))
	for i, p := range ps {
		if !skip[i] {
			results[i] = try(p, gen, o, k)
		}
	}
	return results
}

// maxTries is how many cases are tried for one that is not vacuous.
const maxTries = 10

// try tries a property on the cases of a round.
func try[S, Y any](p Property[S, Y], gen gopter.Gen, o Options, k int) Result {
	began := time.Now()
	r := Result{Count: map[string]int{}}
	// the smallest counterexample so far; cases that are tried after the first one are not counted
	var counterexample *Case[S, Y]
	check := func(c *Case[S, Y]) (out Outcome) {
		defer func() {
			if e := recover(); e != nil {
				out = against("panic: %v", e)
			}
			if out.Against != "" {
				counterexample = c
			}
		}()
		return p.Check(c, func(what string) {
			if counterexample == nil {
				r.Count[what]++
			}
		})
	}
	shrink := func(v any) (any, error) { return check(v.(*Case[S, Y])).Against == "", nil }
	params := gopter.DefaultTestParametersWithSeed(rand.New(rand.NewPCG(uint64(o.Seed), uint64(k))).Int64())
	params.MinSuccessfulTests = max(1, min(round, o.Cases-k*round)/max(1, p.Share))
	params.Workers, params.MaxDiscardRatio = 1, 10
	// vacuous cases, for which others were tried at once: a run of bad luck at the start would end the round
	passed := 0
	result := gopter.SaveProp(func(params *gopter.GenParameters) *gopter.PropResult {
		made := gen(params)
		out := check(made.Result.(*Case[S, Y]))
		for tries := 1; out.Vacuous && tries < maxTries; tries++ {
			made = gen(params)
			out = check(made.Result.(*Case[S, Y]))
			passed++
		}
		switch {
		case out.Vacuous: // which ForAll would try to shrink
			return &gopter.PropResult{Status: gopter.PropUndecided}
		case out.Against == "":
			return &gopter.PropResult{Status: gopter.PropTrue}
		case o.Whole:
			return &gopter.PropResult{Status: gopter.PropFalse}
		}
		return prop.ForAll1(func(*gopter.GenParameters) *gopter.GenResult { return made }, shrink)(params)
	}).Check(params)
	r.Cases, r.Vacuous = result.Succeeded, result.Discarded+passed
	switch {
	case counterexample != nil:
		smallest := counterexample
		r.Failure = smallest.report(check(smallest).Against, o.Seed)
	case result.Error != nil:
		r.Failure = result.Error.Error()
	}
	r.Elapsed = time.Since(began)
	return r
}

// Summary returns the counts of a result on one line.
func (r Result) Summary() string {
	s := fmt.Sprintf("%d cases", r.Cases)
	if r.Vacuous > 0 {
		s += fmt.Sprintf(" and %d vacuous", r.Vacuous)
	}
	for _, what := range slices.Sorted(maps.Keys(r.Count)) {
		s += fmt.Sprintf(", %s %d", what, r.Count[what])
	}
	return s
}

// Headline returns the first line of a failure.
func (r Result) Headline() string {
	line, _, _ := strings.Cut(r.Failure, "\n")
	return line
}
