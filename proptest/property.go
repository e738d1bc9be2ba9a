package proptest

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines what a property is and how it is tried.

// Property is a theorem as something that can be tried.
type Property[S, Y any] struct {
	Name  string // of the theorem
	Doc   string // what it states
	Share int    // tried on one of so many cases, where a case is expensive; 0 means 1
	// Floor is, of what is counted, how often it has to happen in 1,000 cases at least.
	Floor map[string]int
	// Check tries the property on a case and counts what the case was about.
	Check func(c *Case[S, Y], count func(what string)) Outcome
}

// Outcome is what became of a property on a case: it holds, or is vacuous, or there is a counterexample.
type Outcome struct {
	Vacuous bool
	Against string // the counterexample; "" if there is none
}

// The outcomes that say nothing more.
var (
	ok      = Outcome{}
	vacuous = Outcome{Vacuous: true}
)

// against is the outcome that there is a counterexample.
func against(format string, args ...any) Outcome {
	return Outcome{Against: fmt.Sprintf(format, args...)}
}

// Result is what trying a property came to.
type Result struct {
	Cases   int // that were not vacuous
	Vacuous int
	Count   map[string]int
	Failure string // "" if the property held and nothing was rare
}

// minForFloor is the number of cases, before they are shared, from which on the floors hold: of fewer, what is rare may be missing.
const minForFloor = 1000

// Try tries a property on n cases of a language. The same seed makes the same cases.
func Try[S, Y any](p Property[S, Y], l Language[S, Y], n int, seed int64) Result {
	floors := n >= minForFloor
	n = max(1, n/max(1, p.Share))
	r := Result{Count: map[string]int{}}
	shrinking := false // what is tried after the first counterexample does not count
	check := func(c *Case[S, Y]) (out Outcome) {
		defer func() {
			if e := recover(); e != nil {
				out = against("panic: %v", e)
			}
			shrinking = shrinking || out.Against != ""
		}()
		return p.Check(c, func(what string) {
			if !shrinking {
				r.Count[what]++
			}
		})
	}
	params := gopter.DefaultTestParametersWithSeed(seed)
	params.MinSuccessfulTests, params.Workers, params.MaxDiscardRatio = n, 1, 10
	gen := newGen(l)
	try := func(v any) (any, error) {
		if out := check(v.(*Case[S, Y])); out.Against != "" {
			return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{out.Against}}, nil
		}
		return true, nil
	}
	result := gopter.SaveProp(func(params *gopter.GenParameters) *gopter.PropResult {
		made := gen(params)
		switch out := check(made.Result.(*Case[S, Y])); {
		case out.Vacuous: // which ForAll would shrink
			return &gopter.PropResult{Status: gopter.PropUndecided}
		case out.Against == "":
			return &gopter.PropResult{Status: gopter.PropTrue}
		}
		return prop.ForAll1(func(*gopter.GenParameters) *gopter.GenResult { return made }, try)(params)
	}).Check(params)
	r.Cases, r.Vacuous = result.Succeeded, result.Discarded
	switch result.Status {
	case gopter.TestPassed, gopter.TestProved:
		for _, what := range slices.Sorted(maps.Keys(p.Floor)) {
			if floor := p.Floor[what] * n / 1000; floors && r.Count[what] < floor {
				r.Failure += fmt.Sprintf("%s: %d times in %d cases, want %d at least\n", what, r.Count[what], n, floor)
			}
		}
	case gopter.TestExhausted:
		r.Failure = fmt.Sprintf("only %d cases of %d were not vacuous", result.Succeeded, result.Succeeded+result.Discarded)
	default:
		r.Failure = fmt.Sprintf("%s\n%v", strings.Join(result.Labels, "\n"), result.Error)
		if len(result.Args) > 0 {
			c := result.Args[len(result.Args)-1].Arg.(*Case[S, Y])
			r.Failure = c.report(check(c).Against, seed)
		}
	}
	return r
}

// report returns a counterexample in full, ready for the command line.
func (c *Case[S, Y]) report(why string, seed int64) string {
	var given []string
	for _, name := range slices.Sorted(maps.Keys(c.M0)) {
		given = append(given, fmt.Sprintf("%s=%v", name, c.M0[name]))
	}
	return fmt.Sprintf("%s\nseed %d, position %d; the program random.imp is\n\n%s\nvouch run random.imp %s",
		why, seed, c.Position, c.Text, strings.Join(given, " "))
}

// Summary returns the counts of a result in one line.
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

// satisfies reports whether the inputs m0 satisfy every formula; one without a value is not satisfied.
func (c *Case[S, Y]) satisfies(m0 symbolic.Inputs, fs ...*term.Formula) bool {
	v := c.Symbolic.Pool().Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}
