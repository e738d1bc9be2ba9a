package story

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/report"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/source"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines how the story of a failing run is written, for a person who did not write the program.

// Write prints the story.
func (s *Story) Write(w io.Writer, certificate string) {
	v, f := s.verdict, s.verdict.Fault
	fmt.Fprintf(w, "%s:%d:%d: %s after %s.\n", v.Program, f.Line, f.Column, faults.Describe(f.Kind), checkcmd.Count(v.Steps, "step"))
	fmt.Fprintf(w, "The certificate %s was checked and is valid.\n", certificate)

	fmt.Fprintf(w, "\nInput\n")
	if len(v.Input) == 0 {
		fmt.Fprintf(w, "  The program has no input.\n")
	}
	mattered := term.NewTable(v.Path).Inputs()
	names := slices.Clone(s.program.Inputs())
	if len(names) > maxInputs { // what matters first
		rest := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(mattered, name) })
		names = append(slices.Clone(mattered), rest...)
	}
	for i, name := range names {
		if i == maxInputs {
			fmt.Fprintf(w, "  ... and %s\n", termview.More(len(names)-i, "input"))
			break
		}
		note := ""
		if !slices.Contains(mattered, name) {
			note = "  (any value will do)"
		}
		fmt.Fprintf(w, "  %s = %s%s\n", termview.Name(name), term.FormatInt(v.Input[name]), note)
	}

	fmt.Fprintf(w, "\nDecisions that depended on the input\n")
	if s.decisions.Total == 0 {
		fmt.Fprintf(w, "  None: every input takes this path.\n")
	}
	aligned(w, 0, func(table io.Writer) {
		s.decisions.Each(func(d decision) {
			fmt.Fprintf(table, "  step %d\tline %d\t%s\tis %t\tbecause %s\n", d.step, d.at.Line, d.text, d.taken, d.because)
		}, func(n int64) {
			fmt.Fprintf(table, "  ...\t\t%s left out\t\t\n", checkcmd.Count(n, "decision"))
		})
	})

	if s.rows.Total > 0 {
		s.writeTable(w)
	}

	fmt.Fprintf(w, "\nThe fault\n")
	line := strings.TrimPrefix(source.Line(v.Source, f.Line), "\ufeff") // columns do not count a byte order mark
	number := fmt.Sprintf("  %d | ", f.Line)
	rest := line[f.Column-1:]
	width := faults.Width(f.Kind, rest)
	before, marked, after := line[:f.Column-1], rest[:width], rest[width:]
	before, marked, after = termview.ClipStart(before), termview.Clip(marked), termview.Clip(after)
	fmt.Fprintf(w, "%s%s\n", number, terminal.Legible(before+marked+after))
	fmt.Fprintf(w, "%s%s%s\n", strings.Repeat(" ", len(number)), terminal.Blanks(before), strings.Repeat("^", max(1, utf8.RuneCountInString(marked))))
	fmt.Fprintf(w, "  %s\n", report.Reason(s.program, f.Kind, s.culprit, s.last.Store))

	class := "  " + termview.Conditions(v.Path, termview.Paragraph)
	if len(v.Path) == 0 {
		class = "  any values of the variables"
	}
	fmt.Fprintf(w, "\nThe same happens for every input with\n%s\n", class)
}

// maxInputs is how many inputs a story lists.
const maxInputs = 100

// writeTable prints the variables at each iteration of the loops.
func (s *Story) writeTable(w io.Writer) {
	slots, omitted := s.columns()
	fmt.Fprintf(w, "\nVariables when a loop is about to test its condition\n")
	aligned(w, tabwriter.AlignRight, func(table io.Writer) {
		row := func(loop, test string, cell func(slot int) string) {
			fmt.Fprintf(table, "%s\t%s\t", loop, test)
			for _, slot := range slots {
				fmt.Fprintf(table, "%s\t", cell(slot))
			}
			fmt.Fprintln(table)
		}
		row("loop", "test", func(slot int) string { return column(s.program.Vars[slot]) })
		s.rows.Each(func(r tableRow) {
			row(fmt.Sprintf("line %d", r.line), fmt.Sprint(r.test), func(slot int) string { return Short(r.store.Get(slot)) })
		}, func(n int64) {
			row("...", fmt.Sprintf("%d left out", n), func(int) string { return "" })
		})
		row("fault", "", func(slot int) string { return Short(s.last.Store.Get(slot)) })
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
