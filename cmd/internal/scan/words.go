package scan

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/functions"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
	"vouch/internal/view"
	"vouch/semantics/term/termview"
)

// This file defines what people are told.

// tell publishes what became of a function. A fault that another function has led to already is not told again.
func (p *Project) tell(o Options, f *Outcome, session *find.Session, stdout, stderr io.Writer) error {
	if f.kept != nil {
		return f.again(o, stdout)
	}
	publish := f.Verdict == Safe || f.Verdict == Bug && session.News(f.result) > 0 || f.result != nil && f.result.Contradicts()
	if publish && f.Verdict == Bug {
		if err := f.write(); err != nil {
			return fmt.Errorf("--harness: %w", err)
		}
	}
	results := stdout
	if o.Find.Format == "json" { // where the result is part of what is said of the function
		results = io.Discard
	}
	if publish {
		session.Publish(f.result, results, stderr)
	}
	switch o.Find.Format {
	case "json":
		return output.JSON(stdout, f.json(publish))
	case find.Formats()[0]:
		_, err := io.WriteString(stdout, f.lines(o))
		return err
	}
	return nil
}

// lines returns the lines about a function that are asked for.
func (f *Outcome) lines(o Options) string {
	var b strings.Builder
	if o.Latent {
		for _, line := range f.latent() {
			b.WriteString(line + "\n")
		}
	}
	if o.Every {
		text := string(f.Verdict)
		if f.Why != "" {
			text += ": " + f.Why
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", terminal.Shown(f.Where.File), f.Where.Pos.Line, f.Where.Pos.Column, terminal.Shown(f.Name), terminal.Shown(text))
	}
	return b.String()
}

// latent returns a line for each latent fault.
func (f *Outcome) latent() (lines []string) {
	if f.kept != nil {
		return f.kept.Lines
	}
	for _, x := range f.faults {
		lines = append(lines, terminal.Shown(fmt.Sprintf("%s: latent: %s in %s for %s  (%s)", f.place(x), faults.Describe(x.Fault.Kind), f.Name, sentence(x), x.wants)))
	}
	return lines
}

// again tells of a function what was told the last time.
func (f *Outcome) again(o Options, stdout io.Writer) error {
	var err error
	switch o.Find.Format {
	case "json":
		_, err = io.WriteString(stdout, f.kept.JSON)
	case find.Formats()[0]:
		_, err = io.WriteString(stdout, f.lines(o))
	}
	return err
}

// place returns the place of a latent fault.
func (f *Outcome) place(x fault) string {
	file, _ := f.load.Place(x.Fault.Span)
	return fmt.Sprintf("%s:%s", file, x.Fault.Span)
}

// sentence says which inputs lead to a fault.
func sentence(x fault) string { return view.Sentence(view.Read(x.Inputs, x.Bug.Model), termview.Line) }

// outcomeJSON is what is printed about a function for programs.
type outcomeJSON struct {
	Function string       `json:"function"`
	File     string       `json:"file"`
	Line     int          `json:"line"`
	Column   int          `json:"column"`
	Verdict  Verdict      `json:"verdict"`
	Why      string       `json:"why,omitempty"`
	Latent   []latentJSON `json:"latent"`
	Harness  string       `json:"harness,omitempty"` // of a bug
	Seconds  float64      `json:"seconds"`
	Result   any          `json:"result,omitempty"` // of a bug or a safe function: as vouch find prints it
}

// latentJSON is a latent fault.
type latentJSON struct {
	Kind  string `json:"kind"`
	Place string `json:"place"`
	Input string `json:"input"`
	Wants string `json:"wants"` // what the function wants of its callers
}

func (f *Outcome) json(published bool) outcomeJSON {
	j := outcomeJSON{Function: f.Name, File: f.Where.File, Line: f.Where.Pos.Line, Column: f.Where.Pos.Column, Verdict: f.Verdict, Why: f.Why, Latent: []latentJSON{}, Seconds: f.Time.Seconds()}
	for _, x := range f.faults {
		j.Latent = append(j.Latent, latentJSON{string(x.Fault.Kind), f.place(x), sentence(x), x.wants})
	}
	if published {
		j.Result = f.result.JSON()
	}
	if published && f.Verdict == Bug && f.text != nil {
		j.Harness = f.harness
	}
	return j
}

// summaryJSON is the last object that is printed for programs.
type summaryJSON struct {
	Summary struct {
		Functions int             `json:"functions"` // that were looked at
		Left      int             `json:"left"`      // that were not
		Verdicts  map[Verdict]int `json:"verdicts"`
		Unread    []string        `json:"unread"` // files
		Stopped   string          `json:"stopped,omitempty"`
		Seconds   float64         `json:"seconds"`
	} `json:"summary"`
}

// sum prints what became of all functions.
func (p *Project) sum(o Options, all int, stdout, stderr io.Writer) error {
	switch o.Find.Format {
	case "json":
		var j summaryJSON
		s := &j.Summary
		s.Functions, s.Left, s.Verdicts, s.Unread, s.Seconds = len(p.Functions), all-len(p.Functions), map[Verdict]int{}, []string{}, p.Time.Seconds()
		for _, f := range p.Functions {
			s.Verdicts[f.Verdict]++
		}
		for _, err := range p.Unread {
			s.Unread = append(s.Unread, err.Error())
		}
		if p.Stopped != nil {
			s.Stopped = p.Stopped.Error()
		}
		return output.JSON(stdout, j)
	case find.Formats()[0]:
		_, err := io.WriteString(stdout, p.summary(all))
		return err
	}
	_, err := io.WriteString(stderr, p.summary(all)) // these formats have no words for functions that are unknown or refused
	return err
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
