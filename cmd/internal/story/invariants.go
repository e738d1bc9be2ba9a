package story

import (
	"fmt"
	"io"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/report"
)

// This file defines how invariants of loops and contracts of functions are written, on which an absence or an endless
// loop rests.

// maxClosed is how many proofs, and how many invariants, are listed.
const maxClosed = 40

// writeInvariants prints the invariants of a verdict, if it has any, and why they hold, if somebody asked.
func writeInvariants(w io.Writer, v *checker.Verdict, why *report.Why) {
	invariants := report.Invariants(v, why)
	if len(invariants) > 0 {
		fmt.Fprintf(w, "\nInvariants of loops\n")
		fmt.Fprintf(w, "  The checker shows each where the loop is entered and after each turn, and assumes nothing else of these variables there.\n")
		if why != nil {
			fmt.Fprintf(w, "  What a turn changes is said in terms of the values before it.\n")
		}
	}
	for _, i := range invariants[:min(len(invariants), maxClosed)] {
		times := ""
		if i.Times > 1 {
			times = fmt.Sprintf("  (%s on the walk)", checkcmd.Count(i.Times, "time"))
		}
		fmt.Fprintf(w, "  At %s, where %s may have other values in each turn:%s\n", i.Place, i.Any(), times)
		writeHoldings(w, "", i.Holds)
	}
	if more := len(invariants) - maxClosed; more > 0 {
		fmt.Fprintf(w, "  ... and %d more\n", more)
	}
}

// writeHoldings prints what holds, after a word, and why.
func writeHoldings(w io.Writer, word string, list []report.Holding) {
	for _, h := range list {
		fmt.Fprintf(w, "    %s%s\n", word, h.Text)
		if h.Entry != "" {
			fmt.Fprintf(w, "      %s\n", h.Entry)
		}
		for _, t := range h.Turns {
			fmt.Fprintf(w, "      %s\n", t)
		}
	}
	if len(list) == 0 {
		fmt.Fprintf(w, "    %snothing\n", word)
	}
}

// writeContracts prints the contracts of functions of a verdict, if it has any, and why they hold, if somebody asked.
func writeContracts(w io.Writer, v *checker.Verdict, why *report.Why) {
	contracts := report.Contracts(v, why)
	if len(contracts) == 0 {
		return
	}
	fmt.Fprintf(w, "\nContracts of functions\n")
	fmt.Fprintf(w, "  The checker shows what a contract requires wherever such a call begins, and what it ensures wherever one returns,\n")
	fmt.Fprintf(w, "  and knows nothing else of what a call does. How deep calls nest is not bounded.\n")
	for _, c := range contracts[:min(len(contracts), maxClosed)] {
		fmt.Fprintf(w, "  %s, at %s, where %s may have other values in each call:\n", c.Function, c.Place,
			c.Text(c.Any))
		writeHoldings(w, "requires ", c.Requires)
		fmt.Fprintf(w, "    changes  %s\n", c.Text(c.Changes))
		writeHoldings(w, "ensures  ", c.Ensures)
	}
	if more := len(contracts) - maxClosed; more > 0 {
		fmt.Fprintf(w, "  ... and %d more\n", more)
	}
}
