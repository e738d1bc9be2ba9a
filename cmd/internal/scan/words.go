package scan

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/functions"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what people are told.

// publish publishes what became of a function, unless nothing is to be said of it but words. A fault that another
// function has led to already is not told again.
func (f *Outcome) publish(o Options, session *find.Session, stdout, stderr io.Writer) error {
	if f.kept != nil || f.result == nil {
		return nil
	}
	defer func() { // a project has many functions, and programs are large
		if f.told && o.Find.Format == "json" {
			f.said = f.result.JSON()
		}
		f.result = nil
	}()
	if f.told = f.Verdict == Safe || f.Verdict == Bug && session.News(f.result) > 0 || f.result.Contradicts(); !f.told {
		return nil
	}
	if f.Verdict == Bug {
		if err := f.write(); err != nil {
			return fmt.Errorf("--harness: %w", err)
		}
		if f.text != nil {
			f.written = append(f.written, f.harness)
		}
	}
	f.written = append(f.written, f.result.Certificates()...)
	if o.Find.Format == "json" { // where the result is part of what is said of the function
		stdout = io.Discard
	}
	session.Publish(f.result, stdout, stderr)
	return nil
}

// tell prints the words about a function.
func (f *Outcome) tell(o Options, stdout io.Writer) error {
	switch {
	case f.more && (!f.told || o.Find.Format != "json"): // the verdict is told already
	case o.Find.Format == "json" && f.kept != nil && f.kept.JSON != "":
		_, err := io.WriteString(stdout, f.kept.JSON)
		return err
	case o.Find.Format == "json":
		return output.JSON(stdout, f.json(f.told))
	case o.Find.Format == find.Formats()[0] && o.Every:
		text := string(f.Verdict)
		switch {
		case f.Why != "":
			text += ": " + f.Why
		case f.Verdict == Safe && f.any != nil:
			text += ": whatever the size of " + f.anyText()
		case f.cut:
			text += ": searched in part, " + errWork.Error()
		}
		lines := fmt.Sprintf("%s:%d:%d: %s: %s\n", terminal.Shown(f.Where.File), f.Where.Pos.Line, f.Where.Pos.Column,
			terminal.Shown(f.Name), terminal.Shown(text))
		for _, t := range f.opened() {
			place := t.File
			if t.Line > 0 {
				place += fmt.Sprintf(":%d:%d", t.Line, t.Column)
			}
			lines += "  " + terminal.Shown(place+": "+t.Text) + "\n"
		}
		_, err := io.WriteString(stdout, lines)
		return err
	}
	return nil
}

// latent prints the latent faults of all functions, those first that most likely matter.
func (p *Project) latent(stdout io.Writer) error {
	var lines []string
	for _, x := range p.ranked() {
		what, known := "latent", ""
		if x.Known != nil && *x.Known {
			what, known = "known latent", fmt.Sprintf("  (%s)",
				find.KnownAs(&baseline.Entry{Since: x.Since, Reason: x.Excuse}))
		}
		lines = append(lines, terminal.Shown(fmt.Sprintf("%s: %s: %s%s", x.Place, what, x.text(), known))+"\n")
	}
	for _, g := range p.gone {
		lines = append(lines, terminal.Shown(g.File+": "+find.GoneText(g.fixed, "latent "+g.Kind+" in "+g.Function,
			g.Entry))+"\n")
	}
	_, err := io.WriteString(stdout, strings.Join(lines, ""))
	return err
}

// text says what happens, with which input, and what avoids it.
func (x *latentJSON) text() string {
	words := "requires " + x.Requires
	if text := callersText(x.Callers); text != "" {
		words += "; callers: " + text
	}
	return fmt.Sprintf("%s in %s for %s  (%s)", faults.Describe(x.Kind), x.function, x.Input, words)
}

// remarks returns the latent faults of all functions as the formats for programs and the log have them: those of
// latent, in their order.
func (p *Project) remarks(session *find.Session) (list []find.Latent) {
	for _, x := range p.ranked() {
		file, line, column := parted(x.Place)
		y := find.Latent{File: file, Line: line, Column: column, Kind: x.Kind, Text: x.text(), Function: x.function,
			Requires: x.Requires, Input: x.Input, Rank: string(x.Rank), Callers: []string{}, Identity: x.Identity}
		for _, c := range x.Callers {
			y.Callers = append(y.Callers, fmt.Sprintf("%s %s", c.Function, c.Verdict))
		}
		switch {
		case x.Known == nil:
		case *x.Known:
			y.Known = &baseline.Entry{Since: x.Since, Reason: x.Excuse}
		default:
			y.Fails = session.Severe(x.Kind)
		}
		list = append(list, y)
	}
	for _, g := range p.gone {
		list = append(list, find.Latent{File: g.File, Kind: semantics.Kind(g.Kind),
			Text: find.GoneText(g.fixed, "latent "+g.Kind+" in "+g.Function, g.Entry), Function: g.Function,
			Callers: []string{}, Identity: g.Identity,
			Known: g.Entry, Gone: true, Fixed: g.fixed})
	}
	return list
}

// parted divides a place into a file, a line and a column.
func parted(place string) (file string, line, column int) {
	parts := strings.Split(place, ":")
	if n := len(parts); n > 2 {
		line, _ = strconv.Atoi(parts[n-2])
		column, _ = strconv.Atoi(parts[n-1])
		place = strings.Join(parts[:n-2], ":")
	}
	return place, line, column
}

// ranked returns the latent faults of all functions, those first that most likely matter. A fault that a function
// passes on to its callers is told of the function alone.
func (p *Project) ranked() (list []latentJSON) {
	type passed struct {
		target
		file string
		line int
	}
	told := map[passed]bool{}
	for _, f := range p.Functions {
		for _, x := range f.faults {
			if told[passed{x.target(), f.Where.File, f.Where.Pos.Line}] {
				continue
			}
			x.function = f.Name
			list = append(list, x)
			for _, c := range x.Callers {
				told[passed{x.target(), c.File, c.Line}] = true
			}
		}
	}
	slices.SortStableFunc(list, func(a, b latentJSON) int { return a.Rank.order() - b.Rank.order() })
	return list
}

// newLatent returns the latent faults that are told and are not in the baseline; none if there is no baseline.
func (p *Project) newLatent() []latentJSON {
	return slices.DeleteFunc(p.ranked(), func(x latentJSON) bool { return x.Known == nil || *x.Known })
}

// callersText says what became of a fault in callers.
func callersText(callers []Caller) string {
	return termview.List(len(callers), ", ", "caller", termview.Line, func(i int) string {
		return fmt.Sprintf("%s %s", callers[i].Function, callers[i].Verdict)
	})
}

// latentOf returns what is said of a latent fault of a function, which a program has.
func (f *function) latentOf(p *load.Program, x fault) latentJSON {
	file, _ := p.Place(x.Fault.Span)
	return latentJSON{
		Kind: x.Fault.Kind, Place: fmt.Sprintf("%s:%s", file, x.Fault.Span), Requires: x.requires, Callers: []Caller{},
		Input: view.Sentence(view.Read(x.Inputs, x.Bug.Model), termview.Line), Identity: f.identity(p, x),
	}
}

// opened returns what is told of an unknown function beside its verdict.
func (f *Outcome) opened() []find.Told {
	if f.Verdict != Unknown || f.open == nil {
		return nil
	}
	return f.open.Told
}

// outcomeJSON is what is printed about a function for programs.
type outcomeJSON struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Verdict  Verdict `json:"verdict"`
	Why      string  `json:"why,omitempty"`
	Cut      bool    `json:"cut,omitempty"` // whether the limit of work ended a search of it
	// of a safe function: the pointers to objects of which the verdict holds whatever their size
	Any []string `json:"any,omitempty"`
	// of an unknown one: what could not be proved or finished, as vouch find prints it
	Obstacle json.RawMessage `json:"obstacle,omitempty"`
	Latent   []latentJSON    `json:"latent"`
	Harness  string          `json:"harness,omitempty"` // of a bug
	Seconds  float64         `json:"seconds"`
	Result   any             `json:"result,omitempty"` // of a bug or a safe function: as vouch find prints it
}

func (f *Outcome) json(published bool) outcomeJSON {
	j := outcomeJSON{Function: f.Name, File: f.Where.File, Line: f.Where.Pos.Line, Column: f.Where.Pos.Column,
		Verdict: f.Verdict, Why: f.Why, Cut: f.cut, Latent: f.faults, Seconds: f.Time.Seconds()}
	switch {
	case f.Verdict == Safe:
		j.Any = f.any
	case f.Verdict == Unknown && f.open != nil:
		j.Obstacle = f.open.JSON
	}
	if j.Latent == nil {
		j.Latent = []latentJSON{}
	}
	switch {
	case published && f.result != nil:
		j.Result = f.result.JSON()
	case published:
		j.Result = f.said
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
		Cut       int             `json:"cut"` // that the limit of work did not let be searched to the end
		// how much work a function may take at first, in seconds; 0 means no limit
		Work   float64  `json:"work"`
		Unread []string `json:"unread"` // files
		// the first of what does not parse in each file of which something does not
		Broken []string `json:"broken,omitempty"`
		// files that are read only where others include them, because they do not parse alone
		Parts   []string `json:"parts,omitempty"`
		Stopped string   `json:"stopped,omitempty"`
		Seconds float64  `json:"seconds"`
		// With a baseline: how many latent faults that are told are not in it, and those of it that were not found
		// again.
		New     *int            `json:"new,omitempty"`
		Fixed   []find.GoneJSON `json:"fixed,omitempty"`
		NotSeen []find.GoneJSON `json:"not_seen,omitempty"`
	} `json:"summary"`
}

// sum prints what became of all functions.
func (p *Project) sum(o Options, all int, stdout, stderr io.Writer) error {
	switch o.Find.Format {
	case "json":
		return output.JSON(stdout, p.sumJSON(all))
	case find.Formats()[0]:
		_, err := io.WriteString(stdout, p.summary(all))
		return err
	}
	// these formats have no words for functions that are unknown or refused
	_, err := io.WriteString(stderr, p.summary(all))
	return err
}

// sumJSON returns what became of the functions, all of which are so many, for programs.
func (p *Project) sumJSON(all int) (j summaryJSON) {
	s := &j.Summary
	s.Functions, s.Left, s.Verdicts, s.Unread, s.Seconds = len(p.Functions), max(all-len(p.Functions), 0),
		map[Verdict]int{}, []string{}, p.Time.Seconds()
	for _, f := range p.Functions {
		s.Verdicts[f.Verdict]++
		if f.cut {
			s.Cut++
		}
	}
	s.Work, s.Parts = p.Each.Seconds(), p.Parts
	for _, err := range p.Unread {
		s.Unread = append(s.Unread, err.Error())
	}
	for _, err := range p.Broken {
		s.Broken = append(s.Broken, err.Error())
	}
	if p.Stopped != nil {
		s.Stopped = p.Stopped.Error()
	}
	if p.compared {
		s.New = new(len(p.newLatent()))
	}
	for _, g := range p.gone {
		list := &s.NotSeen
		if g.fixed {
			list = &s.Fixed
		}
		*list = append(*list, find.GoneJSON{Identity: g.Identity, Kind: g.Kind, Place: g.Place, Function: g.Function,
			Since: g.Since, Excuse: g.Reason})
	}
	return j
}

// most is how many reasons are told.
const most = 10

// summary tells what became of the functions, all of which are so many, and how long it took.
func (p *Project) summary(all int) string {
	text := p.words(all)
	if len(p.Functions) > 0 {
		slowest := slices.MaxFunc(p.Functions, func(f, g *Outcome) int { return cmp.Compare(f.Time, g.Time) })
		text += fmt.Sprintf("%.1f seconds; the slowest is %s with %.1f\n", p.Time.Seconds(),
			terminal.Shown(slowest.Name), slowest.Time.Seconds())
	}
	return text
}

// words tells what became of the functions, all of which are so many.
func (p *Project) words(all int) string {
	var b strings.Builder
	count := map[Verdict]int{}
	why := map[Verdict]map[string]int{Unknown: {}, Refused: {}}
	for _, f := range p.Functions {
		count[f.Verdict]++
		if why[f.Verdict] != nil {
			why[f.Verdict][functions.Kind(f.Why)]++
		}
	}
	b.WriteString(p.unread())
	for _, err := range p.Broken[:min(most, len(p.Broken))] {
		fmt.Fprintf(&b, "does not parse, so other files are read without it: %s\n", terminal.Shown(err.Error()))
	}
	if n := len(p.Parts); n > 0 {
		fmt.Fprintf(&b, "read only where others include it, because it does not parse alone: %s", terminal.Shown(p.Parts[0]))
		if n > 1 {
			fmt.Fprintf(&b, " (and %s)", checkcmd.Count(int64(n-1), "more file"))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "%s: %d with bugs, %d safe within their harness (certified), %d that want something of their callers, %d unknown, %d refused",
		checkcmd.Count(int64(len(p.Functions)), "function"), count[Bug], count[Safe], count[Latent], count[Unknown],
		count[Refused])
	if p.Stopped != nil {
		fmt.Fprintf(&b, "; %d were not looked at: %s", all-len(p.Functions), p.Stopped)
	}
	b.WriteString("\n")
	if list := p.ranked(); len(list) > 0 {
		b.WriteString("latent faults:\n")
		for _, r := range ranks {
			if n := len(slices.DeleteFunc(slices.Clone(list), func(x latentJSON) bool { return x.Rank != r.rank })); n >
				0 {
				fmt.Fprintf(&b, "%7d  %s\n", n, r.words)
			}
		}
		if p.compared {
			fmt.Fprintf(&b, "%7d  of these are in the baseline\n", len(list)-len(p.newLatent()))
		}
	}
	for _, v := range []Verdict{Unknown, Refused} {
		if len(why[v]) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s because:\n", v)
		reasons := slices.SortedFunc(maps.Keys(why[v]), func(x, y string) int {
			return cmp.Or(why[v][y]-why[v][x], cmp.Compare(x, y))
		})
		for _, r := range reasons[:min(most, len(reasons))] {
			fmt.Fprintf(&b, "%7d  %s\n", why[v][r], terminal.Shown(r))
		}
	}
	b.WriteString(p.inPart())
	return b.String()
}

// unread tells why files cannot be read. Those that lack one header, or in which the same is wrong, are told together,
// and a hint that several have is told once.
func (p *Project) unread() string {
	type reason struct{ what, hint string }
	var reasons []reason
	var first []string // where a file lacks the header, by reason
	count := map[reason]int{}
	for _, err := range p.Unread {
		r, at := reason{what: err.Error()}, ""
		if list, ok := errors.AsType[source.ErrorList](err); ok && len(list) > 0 {
			e := *list[0]
			r.hint, e.Hint = e.Hint, ""
			if r.what = e.Error(); lacks.MatchString(e.Msg) {
				r.what, at = e.Msg, strings.TrimSuffix(r.what, e.Msg)
			}
			if more := len(list) - 1; more > 0 {
				r.what += fmt.Sprintf(" (and %s)", checkcmd.Count(int64(more), "more error"))
			}
		}
		if count[r]++; count[r] == 1 {
			reasons, first = append(reasons, r), append(first, at)
		}
	}
	var b strings.Builder
	for i, r := range reasons {
		switch n := count[r]; {
		case n == 1:
			fmt.Fprintf(&b, "cannot read: %s\n", terminal.Shown(first[i]+r.what))
		case first[i] == "":
			fmt.Fprintf(&b, "cannot read %d files: %s\n", n, terminal.Shown(r.what))
		default:
			fmt.Fprintf(&b, "cannot read %d files, the first is %s\n", n, terminal.Shown(first[i]+r.what))
		}
		if r.hint != "" && (i+1 == len(reasons) || reasons[i+1].hint != r.hint) {
			fmt.Fprintf(&b, "  hint: %s\n", terminal.Shown(r.hint))
		}
	}
	return b.String()
}

// lacks matches what is said of a header that is not there.
var lacks = regexp.MustCompile(`^found no file ["<]`)

// inPart tells which functions were not searched to the end because of the limit of work.
func (p *Project) inPart() string {
	var names []string
	for _, f := range p.Functions {
		if f.cut {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return fmt.Sprintf("searched in part, for %v of work each: %s; vouch scan --function NAME looks further at one\n",
		p.Each,
		terminal.Shown(termview.List(len(names), ", ", "function", termview.Line, func(i int) string {
			return names[i]
		})))
}
