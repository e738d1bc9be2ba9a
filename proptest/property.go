package proptest

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines properties.

// Chapter is a group of properties, in the order in which a reader of the papers meets them.
type Chapter[S, Y any] struct {
	Name       string
	Properties []Property[S, Y]
}

// Chapters returns all properties of a language.
func Chapters[S, Y any]() []Chapter[S, Y] {
	return []Chapter[S, Y]{
		{"Semantics", Semantics[S, Y]()},
		{"Streams", Streams[S, Y]()},
		{"Canonical", Canonical[S, Y]()},
		{"Solvers", Solvers[S, Y]()},
		{"Certificates", Certificates[S, Y]()},
		{"Lowering", Lowering[S, Y]()},
	}
}

// Property is a theorem as something that can be tried.
type Property[S, Y any] struct {
	Name  string // of the theorem
	Doc   string // what it states
	Share int    // for an expensive property: only one of Share cases tries it; 0 means 1
	// Floor is how often each counted kind must occur in 1,000 cases, at least.
	Floor map[string]int
	// Check tries the property on a case and counts what the case was about.
	Check func(c *Case[S, Y], count func(what string)) Outcome
}

// Outcome is the outcome of a property on a case: it holds, or is vacuous, or there is a counterexample.
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

// report returns a counterexample in full, ready for the command line.
func (c *Case[S, Y]) report(why string, seed int64) string {
	var given []string
	for _, name := range slices.Sorted(maps.Keys(c.M0)) {
		if !strings.Contains(name, "#") || c.M0[name].Sign() != 0 { // most of the others are never drawn
			given = append(given, fmt.Sprintf("%s=%v", name, c.M0[name]))
		}
	}
	name := c.About.Sources[0].Name
	return fmt.Sprintf("%s\nseed %d, position %d; the program %s is\n\n%s\nvouch run %s %s",
		why, seed, c.Position, name, c.Text(), name, strings.Join(given, " "))
}

// satisfies reports whether the inputs m0 satisfy every formula; one without a value is not satisfied.
func (c *Case[S, Y]) satisfies(m0 symbolic.Inputs, fs ...*term.Formula) bool {
	return satisfies(c.Symbolic.Pool(), m0, fs...)
}

func satisfies(pool *term.Pool, m0 symbolic.Inputs, fs ...*term.Formula) bool {
	v := pool.Valuation(func(name string) *big.Int { return m0[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}
