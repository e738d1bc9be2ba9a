package proptest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/fronts"
)

// This file defines properties.

// Chapter is a group of properties, in the order in which a reader of the papers meets them.
type Chapter[S, Y any] struct {
	Name       string
	Properties []Property[S, Y]
}

// Property is a theorem that one can try on cases.
type Property[S, Y any] struct {
	Name  string // the name of the theorem
	Doc   string // what it says
	Share int    // for an expensive property: only one of Share cases tries it; 0 means that all do
	// Floor says how often each kind that is counted is expected in 1,000 cases; least says how many fewer may be by
	// chance. One that need not occur three times in a run may be missing. The properties of single steps, of faults
	// and of the kernel's runs count a kind once for each instruction of a program, whatever the number of inputs and
	// of places that they try there.
	Floor map[string]int
	// Check tries the property on a case, and counts the kinds of the case.
	Check func(c *Case[S, Y], count func(what string)) Outcome
}

// Outcome says how a property fared on a case: it holds, it is vacuous, or there is a counterexample.
type Outcome struct {
	Vacuous bool
	Against string // the counterexample; "" if there is none
}

// The outcomes without a counterexample.
var (
	ok      = Outcome{}
	vacuous = Outcome{Vacuous: true}
)

// against is the outcome that has a counterexample.
func against(format string, args ...any) Outcome {
	return Outcome{Against: fmt.Sprintf(format, args...)}
}

// report writes a counterexample in full, so that one can run it from the command line.
func (c *Case[S, Y]) report(why string, seed int64) string {
	var given []string
	for _, name := range slices.Sorted(maps.Keys(c.M0)) {
		if !strings.Contains(name, "#") || c.M0[name].Sign() != 0 { // most programs draw few of the others
			given = append(given, fmt.Sprintf("%s=%v", name, c.M0[name]))
		}
	}
	name := c.About.Sources[0].Name
	return fmt.Sprintf("%s\nseed %d, position %d; the program %s is\n\n%s\nvouch run %s %s",
		why, seed, c.Position, name, c.Text(), name, strings.Join(given, " "))
}

// checkLimits bounds the checking of certificates.
var checkLimits = checker.Limits{MaxSteps: 10_000, MaxBytes: 1 << 20, MaxMemory: 64 << 20}

// check checks a certificate about the case's program.
func (c *Case[S, Y]) check(data []byte) (*checker.Verdict, error) {
	return checker.Check(data, checker.Options{Limits: checkLimits, Lower: fronts.All.Lower,
		Source: func(certs.Program) [][]byte { return [][]byte{c.Text()} }})
}
