package faults

import (
	"fmt"
	"slices"
)

// This file defines how bad a fault is: what happens at it on a usual machine, with a usual compiler.

// Severity is how bad a fault is.
type Severity string

// The severities.
const (
	Corruption Severity = "corruption" // memory is changed, or used, that belongs to something else
	// the program stops, or may stop: by a signal, or because it gives up; or it never ends
	Crash     Severity = "crash"
	Undefined Severity = "undefined" // the standard says nothing, and a usual machine goes on with some value
	Leak      Severity = "leak"      // memory is lost
)

// Severities are all of them, the worst first.
var Severities = []Severity{Corruption, Crash, Undefined, Leak}

// AtLeast reports whether s is as bad as other, or worse.
func (s Severity) AtLeast(other Severity) bool { return s.rank() <= other.rank() }

// Compare orders severities, the worst first.
func (s Severity) Compare(other Severity) int { return s.rank() - other.rank() }

func (s Severity) rank() int {
	i := slices.Index(Severities, s)
	if i < 0 {
		panic(fmt.Sprintf("faults: found no severity %q", s))
	}
	return i
}

// Score is a severity as a CVSS score from 0 to 10: the base score of CVSS:3.1 for a local attack with one action of
// the user, with these effects.
func (s Severity) Score() string {
	return map[Severity]string{
		Corruption: "7.8", // AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H
		Crash:      "5.5", // AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H
		Undefined:  "3.3", // AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:L
		Leak:       "2.5", // AV:L/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:L
	}[s]
}

// Rank is a severity as the rank of a result in SARIF, from 0 to 100.
func (s Severity) Rank() float64 {
	return 100 * float64(len(Severities)-s.rank()) / float64(len(Severities))
}

// Names returns the names of the severities, the worst first.
func Names() []string {
	var names []string
	for _, s := range Severities {
		names = append(names, string(s))
	}
	return names
}
