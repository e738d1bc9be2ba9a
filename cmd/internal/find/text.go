package find

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"vouch/cmd/internal/terminal"
)

// This file defines how results are printed for people.

// print prints the findings and the verdict.
func (r *fileResult) print(stdout io.Writer, stats bool) error {
	if r.result == nil {
		return nil
	}
	var text strings.Builder
	for _, l := range r.lines() {
		fmt.Fprintln(&text, terminal.Coloured(stdout, terminal.Shown(l.String()), terminal.Shown(l.about)+": "))
	}
	if stats {
		r.stats(&text)
	}
	_, err := io.WriteString(stdout, text.String())
	return err
}

// stats prints what decided whether states are reached, layer by layer, and where the time went.
func (r *fileResult) stats(w io.Writer) {
	res, l := r.result, r.result.Layers
	per := func(n int64, d time.Duration) string {
		if d <= 0 {
			return "-"
		}
		return fmt.Sprintf("%.0f", float64(n)/d.Seconds())
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	rows := [][2]string{
		{"states", fmt.Sprintf("%d, %d with branches, %d of them merged, %s a second", res.Coverage.States,
			res.Coverage.Branches, res.Coverage.Merged, per(res.Coverage.States, res.Elapsed))},
		{"bounds", fmt.Sprintf("%d not reached, %d reached if the state before is", l.Bounds, l.Implied)},
		{"model", fmt.Sprintf("%d reached", l.Model)},
		{"solver", fmt.Sprintf("%d reached, %d not reached, %d unknown", l.Satisfied, l.Refuted, l.Unknown)},
		{"left open", fmt.Sprint(l.Left)},
		{"queries", fmt.Sprintf("%d, and %d answered from memory, in %s", res.Solver.Queries, res.Solver.Cached,
			res.Solver.Time.Round(time.Millisecond))},
	}
	for _, u := range res.Links {
		if u.Queries > 0 {
			rows = append(rows, [2]string{"  by " + u.Name, fmt.Sprintf("%d of %d answered, with %d units of work",
				u.Answered, u.Queries, u.Work)})
		}
	}
	if n := res.Fuzz; n != nil {
		rows = append(rows, [2]string{"fuzzer", fmt.Sprintf("%d runs with %d units of work, %d inputs kept", n.Runs,
			n.Work, n.Kept)})
	}
	rows = append(rows, [2]string{"time", fmt.Sprintf("%s exploring, %s proving", res.Elapsed.Round(time.Millisecond),
		res.Proving.Round(time.Millisecond))})
	for _, row := range rows {
		fmt.Fprintf(tw, "  %s\t%s\n", row[0], row[1])
	}
	tw.Flush()
}
