package story

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/terminal"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines how the story of a failing run is written, for a person who did not write the program.

// Write prints the story.
func (s *Story) Write(w io.Writer, certificate string) {
	v, f := s.verdict, s.verdict.Fault
	fmt.Fprintf(w, "%s: %s after %s.\n", checkcmd.FaultPlace(v), faults.Describe(f.Kind),
		checkcmd.Count(v.Steps, "step"))
	switch {
	case v.Period > 0:
		fmt.Fprintf(w, "The state is the same as after %s. Nothing is drawn or written in between, so it never ends.\n",
			checkcmd.Count(v.Steps-v.Period, "step"))
	case f.Kind == semantics.EndlessLoop:
		fmt.Fprintf(w, "Each turn leads to another one, in which nothing is drawn or written, so it never ends.\n")
	}
	fmt.Fprintf(w, "The certificate %s was checked and is valid. Its severity is %s.\n", certificate,
		faults.SeverityOf(f.Kind))

	writeInvariants(w, v, nil)
	fmt.Fprintf(w, "\nInput\n")
	if len(v.Inputs) == 0 {
		fmt.Fprintf(w, "  The program has no input.\n")
	}
	inputs := view.Read(v.Inputs, v.Model)
	if len(inputs) > maxInputs { // what matters first
		slices.SortStableFunc(inputs, func(a, b view.Given) int { return rank(a.Matters) - rank(b.Matters) })
	}
	for i, in := range inputs {
		if i == maxInputs {
			fmt.Fprintf(w, "  ... and %s\n", termview.More(len(inputs)-i, "input"))
			break
		}
		note := ""
		if numbers := in.Numbers(termview.Line); numbers != "" {
			note = "  (" + numbers + ")"
		}
		if !in.Matters {
			note += "  (any value will do)"
		}
		fmt.Fprintf(w, "  %s = %s%s\n", termview.Name(in.Name), in.Value, note)
	}

	fmt.Fprintf(w, "\nDecisions that depended on the input\n")
	switch {
	case s.decisions.Total > 0:
	case len(v.Path) == 0:
		fmt.Fprintf(w, "  None: %s takes this path.\n", claim.Proved(v).Every())
	default:
		fmt.Fprintf(w, "  None: %s that satisfies the conditions below takes this path.\n", claim.Proved(v).Every())
	}
	aligned(w, 0, func(table io.Writer) {
		s.decisions.Each(func(d decision) {
			line := ""
			if s.texts.Source(d.at) >= 0 {
				line = s.texts.InLine(d.at)
			}
			fmt.Fprintf(table, "  step %d\t%s\t%s\tis %t\tbecause %s\n", d.step, line, d.text, d.taken, d.because)
		}, func(n int64) {
			fmt.Fprintf(table, "  ...\t\t%s left out\t\t\n", checkcmd.Count(n, "decision"))
		})
	})

	if rows := s.rows[s.Frame().Func()]; rows != nil {
		s.writeTable(w, rows)
	}

	facts, about := s.Story(s.texts.InFile)
	reasons, made := s.origins.Why(&s.Ending, s.texts, about)
	if len(made) > 0 {
		fmt.Fprintf(w, "\nAssignments that made the values at fault\n")
		aligned(w, 0, func(table io.Writer) {
			for _, a := range made {
				fmt.Fprintf(table, "  step %d\t%s\t%s\n", a.Step, s.texts.InLine(a.At), a.Sentence())
			}
		})
	}

	fmt.Fprintf(w, "\nThe fault\n")
	if line := s.texts.Line(f.Span); line != "" {
		number := fmt.Sprintf("  %d | ", f.Line)
		from := min(int(f.Column)-1, len(line))
		to := min(from+s.texts.Width(f.Span), len(line))
		before, marked, after := termview.ClipStart(line[:from]), termview.Clip(line[from:to]), termview.Clip(line[to:])
		fmt.Fprintf(w, "%s%s\n", number, terminal.Legible(before+marked+after))
		fmt.Fprintf(w, "%s%s%s\n", strings.Repeat(" ", len(number)), terminal.Blanks(before),
			strings.Repeat("^", max(1, utf8.RuneCountInString(marked))))
	}
	fmt.Fprintf(w, "  %s\n", report.Reason(f.Kind, &s.Ending, s.texts))
	for _, r := range reasons {
		fmt.Fprintf(w, "  - %s\n", r.Sentence(func(at source.Span, _ int64) string { return s.texts.InLine(at) }))
	}
	for _, fact := range facts {
		fmt.Fprintf(w, "  - %s\n", fact)
	}

	writeAbout(w, v)

	class := "  " + view.Conditions(v.Path, v.Inputs, termview.Paragraph)
	if len(v.Path) == 0 {
		class = "  any values of the inputs"
	}
	fmt.Fprintf(w, "\nThe same happens for %s with\n%s\n", claim.Proved(v).Every(), class)
}

// writeAbout says on what the claim of a certificate depends.
func writeAbout(w io.Writer, v *checker.Verdict) {
	about := claim.Proved(v)
	if len(about) == 0 {
		return
	}
	fmt.Fprintf(w, "\nWhat the claim is about\n  %s\n", about)
	for _, s := range about.Sentences() {
		fmt.Fprintf(w, "  - %s\n", s)
	}
}

// maxInputs is how many inputs a story lists.
const maxInputs = 100

// rank puts what matters first.
func rank(matters bool) int {
	if matters {
		return 0
	}
	return 1
}

// writeTable prints the variables at each iteration of the loops of the function in which the run ends.
func (s *Story) writeTable(w io.Writer, rows *report.Excerpt[tableRow]) {
	slots, omitted := s.columns(rows)
	fmt.Fprintf(w, "\nVariables when a loop is about to test its condition\n")
	aligned(w, tabwriter.AlignRight, func(table io.Writer) {
		row := func(loop, test string, cell func(slot int) string) {
			fmt.Fprintf(table, "%s\t%s\t", loop, test)
			for _, slot := range slots {
				fmt.Fprintf(table, "%s\t", cell(slot))
			}
			fmt.Fprintln(table)
		}
		row("loop", "test", func(slot int) string { return column(s.name(slot)) })
		rows.Each(func(r tableRow) {
			row(fmt.Sprintf("line %d", r.line), fmt.Sprint(r.test), func(slot int) string {
				return s.short(r.state, r.state.Frame, slot)
			})
		}, func(n int64) {
			row("...", fmt.Sprintf("%d left out", n), func(int) string { return "" })
		})
		row("fault", "", func(slot int) string { return s.short(s.Last, s.Frame(), slot) })
	})
	if omitted > 0 {
		fmt.Fprintf(w, "(%s left out)\n", checkcmd.Count(int64(omitted), "variable"))
	}
}

// aligned writes what write writes, with the cells between tabs aligned and no blanks at the ends of lines.
func aligned(w io.Writer, flags uint, write func(table io.Writer)) {
	var b bytes.Buffer
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', flags)
	write(table)
	table.Flush()
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}
