package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/output"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/term/termview"
)

// This file defines how find reports: a line for each finding and one for the verdict, or JSON.

// fileReport is what find has to say about one file.
type fileReport struct {
	file         string
	source       []byte                     // nil if it could not be read
	asked        *findFlags                 // what the user asked for
	result       *finder.Result             // nil if the input was bad
	err          error                      // bad input, or a certificate that could not be written
	certificates map[semantics.Fault]string // names of the certificates written
	missing      map[semantics.Fault]error  // why the others are not: the checker refuses them, or they could not be written
	absence      string                     // the name of the certificate of absence
	unproved     string                     // why there is none
	identities   map[semantics.Fault]string // of the bugs, where they are asked for
	compared     *compared                  // with a baseline; nil if there is none
}

// write writes the certificate of a finding. If there is none in the end, the finding is reported all the same, and why.
func (r *fileReport) write(evidence *folder, f finder.Finding) {
	if f.Uncertified != nil {
		r.missing[f.Fault] = f.Uncertified
		return
	}
	name, err := r.evidence(evidence, f.Bug.Program.Name, f.Bug.Kind, certs.Encode(f.Bug))
	if err != nil {
		r.missing[f.Fault] = err
	} else if name != "" {
		r.certificates[f.Fault] = name
	}
}

// writeAbsence writes the certificate that there is no bug, if there is one.
func (r *fileReport) writeAbsence(evidence *folder) {
	c := r.result.Absence
	if c == nil {
		r.unproved = r.result.Unproved
		return
	}
	var err error
	if r.absence, err = r.evidence(evidence, c.Program.Name, c.Kind, certs.Encode(c)); err != nil {
		r.unproved = err.Error()
	}
}

// evidence writes a certificate and returns its name, if the checker accepts it: nobody is to be handed evidence that fails, were
// it only for being too large. The error says why there is no certificate; what goes wrong in writing is noted in r, too.
func (r *fileReport) evidence(evidence *folder, program, kind string, data []byte) (string, error) {
	if _, err := checker.Check(data, nil, checker.DefaultLimits); err != nil {
		return "", fmt.Errorf("the checker would not take it: %w", err)
	}
	name, err := evidence.write(program, kind, data)
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("%s: cannot write a certificate: %w", r.file, err))
		return "", fmt.Errorf("it could not be written: %w", err)
	}
	return name, nil
}

// status returns the exit status that the report alone would give.
func (r *fileReport) status() int {
	switch {
	case r.err != nil:
		return statusBadInput
	case r.asked.required && !r.certified() && !r.provedNew():
		return statusInconclusive
	case r.result.Verdict == finder.Bug && r.compared != nil:
		return r.beyond()
	case r.result.Verdict == finder.Bug:
		return statusBug
	case r.result.Verdict == finder.Unknown:
		return statusInconclusive
	}
	return statusOK
}

// certified reports whether every bug has a certificate, or there is one that there is none.
func (r *fileReport) certified() bool {
	certain := len(r.result.Certain())
	return r.absence != "" || certain > 0 && len(r.certificates) == certain
}

// provedNew reports whether there is a bug with a certificate that is not known.
func (r *fileReport) provedNew() bool {
	return slices.ContainsFunc(r.result.Certain(), func(f finder.Finding) bool {
		return r.certificates[f.Fault] != "" && !r.isKnown(f)
	})
}

// print prints the findings and the verdict.
func (r *fileReport) print(stdout io.Writer, asJSON, stats bool) error {
	if asJSON {
		return output.JSON(stdout, r.json())
	}
	if r.result == nil {
		return nil
	}
	var text strings.Builder
	for _, l := range r.lines() {
		fmt.Fprintln(&text, coloured(stdout, shown(l.String()), shown(l.about)+": "))
	}
	if stats {
		r.stats(&text)
	}
	_, err := io.WriteString(stdout, text.String())
	return err
}

// complaints returns the lines of the error, with the file's name in front where it is missing.
func (r *fileReport) complaints() []string { return troubleLines(r.err, r.file, nil, 0) }

// message returns the error as one text.
func (r *fileReport) message() string { return strings.Join(r.complaints(), "\n") }

// line says something about a file, or about a place in it.
type line struct{ about, text string }

func (l line) String() string { return l.about + ": " + l.text }

// shown returns a line with everything escaped, as in Go's strings, that is not seen or that may fool a terminal or a reader.
func shown(line string) string {
	var b strings.Builder
	for len(line) > 0 {
		r, n := utf8.DecodeRuneInString(line)
		c := line[:n]
		if !unicode.IsPrint(r) || r == utf8.RuneError && n == 1 {
			c = strings.Trim(strconv.Quote(c), `"`)
		}
		b.WriteString(c)
		line = line[n:]
	}
	return b.String()
}

// lines returns the findings and the verdict.
func (r *fileReport) lines() []line {
	var lines []line
	for _, f := range r.result.Findings {
		lines = append(lines, r.line(f))
	}
	return append(lines, r.verdictLines()...)
}

// place returns the place of a finding, as people read it.
func (r *fileReport) place(f finder.Finding) string {
	return fmt.Sprintf("%s:%d:%d", r.file, f.Fault.Line, f.Fault.Column)
}

// line says in a line what a finding is.
func (r *fileReport) line(f finder.Finding) line {
	if !f.Certain() {
		return line{r.place(f), fmt.Sprintf("potential bug: %s if an input satisfies %s  (%s)", faults.Describe(f.Fault.Kind), termview.Conditions(f.Path, termview.Line), f.Reason)}
	}
	certificate := ""
	if name := r.certificates[f.Fault]; name != "" {
		certificate = fmt.Sprintf("  (certificate %s)", name)
	} else if err := r.missing[f.Fault]; err != nil {
		certificate = fmt.Sprintf("  (no certificate: %v)", err)
	}
	what := "bug"
	if r.isKnown(f) {
		what = "known bug"
		certificate += fmt.Sprintf("  (%s)", knownAs(r.compared.known[f.Fault]))
	}
	return line{r.place(f), fmt.Sprintf("%s: %s for %s%s", what, faults.Describe(f.Fault.Kind), checkcmd.Inputs(f.Bug.Model, " = "), certificate)}
}

// verdictLines returns the verdict, and what was not found again.
func (r *fileReport) verdictLines() []line {
	certificate := ""
	switch {
	case r.absence != "":
		certificate = fmt.Sprintf("  (certificate %s)", r.absence)
	case r.uncertified() != "":
		certificate = fmt.Sprintf("  (no certificate: %s)", r.uncertified())
	}
	lines := append([]line{{r.file, r.verdict() + certificate}}, r.remarks()...)
	if r.compared != nil {
		for _, g := range r.compared.gone {
			lines = append(lines, r.goneLine(g))
		}
	}
	return lines
}

// stats prints what decided whether states are reached, layer by layer, and where the time went.
func (r *fileReport) stats(w io.Writer) {
	res, l := r.result, r.result.Layers
	per := func(n int64, d time.Duration) string {
		if d <= 0 {
			return "-"
		}
		return fmt.Sprintf("%.0f", float64(n)/d.Seconds())
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"states", fmt.Sprintf("%d, %d with branches, %s a second", res.Coverage.States, res.Coverage.Branches, per(res.Coverage.States, res.Elapsed))},
		{"bounds", fmt.Sprintf("%d not reached, %d reached if the state before is", l.Bounds, l.Implied)},
		{"model", fmt.Sprintf("%d reached", l.Model)},
		{"solver", fmt.Sprintf("%d reached, %d not reached, %d unknown", l.Satisfied, l.Refuted, l.Unknown)},
		{"left open", fmt.Sprint(l.Left)},
		{"queries", fmt.Sprintf("%d, and %d answered from memory, in %s", res.Solver.Queries, res.Solver.Cached, res.Solver.Time.Round(time.Millisecond))},
		{"time", fmt.Sprintf("%s exploring, %s proving", res.Elapsed.Round(time.Millisecond), res.Proving.Round(time.Millisecond))},
	} {
		fmt.Fprintf(tw, "  %s\t%s\n", row[0], row[1])
	}
	tw.Flush()
}

// uncertified says why there is no certificate for the verdict that there is no bug; "" if there is one, or another verdict.
func (r *fileReport) uncertified() string {
	claimed := r.result.Verdict == finder.Safe || r.result.Verdict == finder.Bounded
	if r.unproved == "" && claimed && r.absence == "" && r.err == nil {
		return "none was to be written"
	}
	return r.unproved
}

// verdict says in a line what was found, what was explored, and what was not.
func (r *fileReport) verdict() string {
	res, c := r.result, r.result.Coverage
	text := r.qualified()
	switch {
	case res.Verdict == finder.Bug:
		text += ": " + checkcmd.Count(int64(len(r.result.Certain())), "bug") + " found"
		if r.compared != nil {
			text += fmt.Sprintf(", %d known", len(r.compared.known))
		}
		if !c.Exhausted() && c.Frontier > 0 {
			text += "; " + c.Why
		}
	case c.Vacuous: // which is never said of an exploration that ended early
		text += ": no input satisfies the assumptions"
	case res.Verdict == finder.Safe:
		text += ": every path was explored and none fails"
	case res.Verdict == finder.Bounded:
		text += fmt.Sprintf(": no fault while no loop iterates more than %s", checkcmd.Count(int64(res.Limits.Loop), "time"))
	default:
		_, why := res.Ended()
		text += ": " + why
	}
	return fmt.Sprintf("%s; %s explored; %s", text, checkcmd.Count(c.States, "state"), r.open())
}

// open says what was not explored or not decided.
func (r *fileReport) open() string {
	c := r.result.Coverage
	var parts []string
	add := func(n int64, what, suffix string) {
		if n > 0 {
			parts = append(parts, checkcmd.Count(n, what)+suffix)
		}
	}
	add(int64(c.Frontier), "state", " in the frontier")
	add(c.Cut, "path", " cut at the loop limit")
	add(int64(len(r.result.Findings)-len(r.result.Certain())), "possible fault", " undecided")
	add(c.Unknown, "path", " followed though perhaps infeasible")
	if len(parts) == 0 {
		return "nothing left open"
	}
	return "left open: " + strings.Join(parts, ", ")
}

// reportJSON is the machine-readable form of a report. Integers of programs are strings: they are unbounded.
type reportJSON struct {
	File      string    `json:"file"`
	Verdict   string    `json:"verdict"`
	Certified bool      `json:"certified"` // every bug has a certificate, or that there is none has one
	Bugs      []bugJSON `json:"bugs"`
	// Of a safe or bounded verdict: its certificate, or why there is none.
	Certificate string        `json:"certificate,omitempty"`
	Unproved    string        `json:"unproved,omitempty"`
	Open        *openJSON     `json:"open,omitempty"`
	Ended       finder.Ending `json:"ended,omitempty"`   // why something was left open: a word of finder.Endings
	Why         string        `json:"why,omitempty"`     // the same in words
	Next        string        `json:"next,omitempty"`    // of an unknown verdict: what to try
	Vacuous     bool          `json:"vacuous,omitempty"` // no input satisfies the assumptions
	// Of a vacuous verdict: assumptions that contradict each other, none of which can be left out, and whether there are no fewer.
	Conflict []conflictJSON `json:"conflict,omitempty"`
	Least    *bool          `json:"least,omitempty"`
	Error    string         `json:"error,omitempty"`
	// Where a baseline is given:
	Known   *int       `json:"known,omitempty"` // how many bugs are in it
	New     *int       `json:"new,omitempty"`   // and how many are not
	Fixed   []goneJSON `json:"fixed,omitempty"`
	NotSeen []goneJSON `json:"not_seen,omitempty"` // which may be fixed or not

	Stats *statsJSON `json:"stats,omitempty"`
}

// failed is the verdict, in JSON, on a file that could not be read or is no program.
const failed = "error"

type bugJSON struct {
	Kind        string            `json:"kind"`
	Line        int               `json:"line"`
	Column      int               `json:"column"`
	Input       map[string]string `json:"input"` // null if the bug is not certain
	Path        string            `json:"path"`
	Certificate string            `json:"certificate,omitempty"`
	Certain     bool              `json:"certain"`
	Reason      string            `json:"reason,omitempty"`
	// Where a baseline is given:
	Identity string `json:"identity,omitempty"`
	Known    *bool  `json:"known,omitempty"`
	Since    string `json:"since,omitempty"`
	Excuse   string `json:"excuse,omitempty"` // the baseline's reason
}

// goneJSON is a finding of the baseline that was not found again.
type goneJSON struct {
	Identity string `json:"identity"`
	Kind     string `json:"kind"`
	Place    string `json:"place"`
	Since    string `json:"since,omitempty"`
	Excuse   string `json:"excuse,omitempty"`
}

// openJSON counts what was not explored or not decided.
type openJSON struct {
	Frontier  int   `json:"frontier"`
	Cut       int64 `json:"cut"`
	Undecided int   `json:"undecided"`
	Unknown   int64 `json:"unknown"`
}

type statsJSON struct {
	States    int64 `json:"states"`
	Branches  int64 `json:"branches"`
	Queries   int64 `json:"queries"`
	SolverMS  int64 `json:"solver_ms"`
	ElapsedMS int64 `json:"elapsed_ms"`
	ProvingMS int64 `json:"proving_ms"` // that there is no bug, which elapsed_ms leaves out
	Depth     int64 `json:"depth"`
	Cached    int64 `json:"cached"` // queries answered from memory, which queries leaves out
	// What decided whether states are reached.
	Layers finder.Layers `json:"layers"`
}

func (r *fileReport) json() reportJSON {
	j := reportJSON{File: r.file, Verdict: failed, Bugs: []bugJSON{}}
	if r.err != nil {
		j.Error = r.message()
	}
	res := r.result
	if res == nil {
		return j
	}
	certain := res.Certain()
	j.Verdict = string(res.Verdict)
	j.Certified = r.certified()
	j.Certificate, j.Unproved = r.absence, r.uncertified()
	for _, f := range res.Findings {
		b := bugJSON{
			Kind: string(f.Fault.Kind), Line: f.Fault.Line, Column: f.Fault.Column,
			Path: termview.Full(f.Path), Certificate: r.certificates[f.Fault], Certain: f.Certain(), Reason: f.Reason,
		}
		if f.Certain() {
			b.Input = checkcmd.Strings(f.Bug.Input)
		}
		if err := r.missing[f.Fault]; err != nil {
			b.Reason = err.Error()
		}
		if r.compared != nil && f.Certain() {
			b.Identity, b.Known = r.identities[f.Fault], new(r.isKnown(f))
			if e := r.compared.known[f.Fault]; e != nil {
				b.Since, b.Excuse = e.Since, e.Reason
			}
		}
		j.Bugs = append(j.Bugs, b)
	}
	if r.compared != nil {
		j.Known, j.New = new(len(r.compared.known)), new(r.fresh())
		for _, g := range r.compared.gone {
			list := &j.NotSeen
			if g.Fixed {
				list = &j.Fixed
			}
			*list = append(*list, goneJSON{g.Identity, g.Kind, g.Place, g.Since, g.Reason})
		}
	}
	c := res.Coverage
	j.Ended, j.Why = res.Ended()
	j.Next, j.Vacuous = r.next(), c.Vacuous
	j.Conflict, j.Least = r.conflict()
	j.Open = &openJSON{c.Frontier, c.Cut, len(res.Findings) - len(certain), c.Unknown}
	j.Stats = &statsJSON{
		States: c.States, Branches: c.Branches, Depth: c.Depth,
		Queries: int64(res.Solver.Queries), SolverMS: res.Solver.Time.Milliseconds(), ElapsedMS: res.Elapsed.Milliseconds(),
		ProvingMS: res.Proving.Milliseconds(), Cached: int64(res.Solver.Cached), Layers: res.Layers,
	}
	return j
}
