package scan

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/functions"
	"vouch/cmd/internal/terminal"
	"vouch/internal/view"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what people are told.

// tell publishes what became of a function. A place that was reported for another function is not told again.
func (p *Project) tell(o Options, f *Outcome, session *find.Session, reported map[string]bool, stdout, stderr io.Writer) error {
	if f.result != nil && f.Verdict != Unknown {
		if f.Verdict == Bug {
			if err := f.write(); err != nil {
				return fmt.Errorf("--harness: %w", err)
			}
		}
		session.Publish(f.result, stdout, stderr)
	}
	if o.Find.Format != find.Formats()[0] {
		return nil
	}
	var b strings.Builder
	if o.Latent {
		for _, x := range f.faults {
			file, _ := f.load.Place(x.Fault.Span)
			fmt.Fprintf(&b, "%s:%s: latent: %s in %s for %s\n", terminal.Shown(file), x.Fault.Span, faults.Describe(x.Fault.Kind), terminal.Shown(f.Name), terminal.Shown(view.Sentence(view.Read(x.Inputs, x.Bug.Model), termview.Line)))
		}
	}
	if o.Every {
		text := string(f.Verdict)
		if f.Why != "" {
			text += ": " + f.Why
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s is %s\n", terminal.Shown(f.Where.File), f.Where.Pos.Line, f.Where.Pos.Column, terminal.Shown(f.Name), terminal.Shown(text))
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}

// reason returns the first line of an error, without its place.
func reason(err error) string {
	if list, ok := errors.AsType[source.ErrorList](err); ok && len(list) > 0 {
		return list[0].Msg
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

// most is how many reasons are told.
const most = 10

// summary tells what became of the functions, all of which are so many.
func (p *Project) summary(all int) string {
	var b strings.Builder
	count := map[Verdict]int{}
	why := map[Verdict]map[string]int{Unknown: {}, Refused: {}}
	var slowest *Outcome
	for _, f := range p.Functions {
		count[f.Verdict]++
		if why[f.Verdict] != nil {
			why[f.Verdict][functions.Kind(f.Why)]++
		}
		if slowest == nil || f.Time > slowest.Time {
			slowest = f
		}
	}
	for _, err := range p.Unread {
		fmt.Fprintf(&b, "cannot read: %s\n", terminal.Shown(err.Error()))
	}
	fmt.Fprintf(&b, "%s: %d with bugs, %d safe within their harness (certified), %d that want something of their callers, %d unknown, %d refused",
		checkcmd.Count(int64(len(p.Functions)), "function"), count[Bug], count[Safe], count[Latent], count[Unknown], count[Refused])
	if p.Stopped != nil {
		fmt.Fprintf(&b, "; %d were not looked at: %s", all-len(p.Functions), p.Stopped)
	}
	b.WriteString("\n")
	for _, v := range []Verdict{Unknown, Refused} {
		if len(why[v]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s because:\n", v)
		reasons := slices.SortedFunc(maps.Keys(why[v]), func(x, y string) int { return cmp.Or(why[v][y]-why[v][x], cmp.Compare(x, y)) })
		for _, r := range reasons[:min(most, len(reasons))] {
			fmt.Fprintf(&b, "%7d  %s\n", why[v][r], terminal.Shown(r))
		}
	}
	if slowest != nil {
		fmt.Fprintf(&b, "%.1f seconds; the slowest is %s with %.1f\n", p.Time.Seconds(), terminal.Shown(slowest.Name), slowest.Time.Seconds())
	}
	return b.String()
}
