package story

import (
	"fmt"
	"io"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/report"
)

// This file defines how invariants of loops are written, on which an absence or an endless loop rests.

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
		for _, h := range i.Holds {
			fmt.Fprintf(w, "    %s\n", h.Text)
			if h.Entry != "" {
				fmt.Fprintf(w, "      %s\n", h.Entry)
			}
			for _, t := range h.Turns {
				fmt.Fprintf(w, "      %s\n", t)
			}
		}
	}
	if more := len(invariants) - maxClosed; more > 0 {
		fmt.Fprintf(w, "  ... and %d more\n", more)
	}
}
