package find

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"vouch/certs"
	"vouch/certs/identity"
	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/sarif"
	"vouch/cmd/internal/terminal"
	"vouch/semantics"
	"vouch/semantics/fronts"
)

// This file defines what happens to results: find compares them with a baseline, prints them in a format, and puts them
// into a log.

// format is a form in which results are printed.
type format struct {
	name string
	file func(p *publisher, r *fileResult, w io.Writer) error // prints the result of a file, or keeps it for the end
	end  func(p *publisher, w io.Writer) error                // prints what concerns all files together
	// the same as file, of a latent fault; nil if the command does that itself
	latent func(p *publisher, x Latent, w io.Writer) error
	// line makes a line that is printed beside the results harmless, so that it cannot deceive a reader.
	line func(string) string
}

// formats has a row for each format; the first is the default.
var formats = []format{
	{"text", func(p *publisher, r *fileResult, w io.Writer) error { return r.print(w, p.stats) }, nothing, nil,
		terminal.Shown},
	{"json", func(_ *publisher, r *fileResult, w io.Writer) error { return output.JSON(w, r.json()) }, nothing, nil,
		terminal.Shown},
	{"junit", func(p *publisher, r *fileResult, _ io.Writer) error { p.suite.add(r); return nil },
		func(p *publisher, w io.Writer) error { return p.suite.write(w) },
		func(p *publisher, x Latent, _ io.Writer) error { p.suite.latent(x); return nil }, terminal.Shown},
	{"github", func(_ *publisher, r *fileResult, w io.Writer) error { return r.annotate(w) }, nothing,
		func(_ *publisher, x Latent, w io.Writer) error { return x.annotate(w) }, Harmless},
}

func nothing(*publisher, io.Writer) error { return nil }

// Formats returns the names of the formats, the default's first.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// formatOf returns the format with a name, or the default if the name is wrong.
func formatOf(name string) format {
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	return formats[0]
}

// ShownIn returns a line as it is printed beside the results in a format.
func ShownIn(name, line string) string { return formatOf(name).line(line) }

// publisher publishes the results of a run, in the order of the files.
type publisher struct {
	format format
	stats  bool
	known  *baseline.Run // nil if there is no baseline
	target string        // the file for the log; "" for none
	log    sarif.Log
	suite  suite

	witness  string // the file for a witness; "" for none
	coverage string // the file for the lines that were reached; "" for none
	traced   bytes.Buffer

	annotate string // the file for the program with the invariants of its loops; "" for none
	written  error  // why the witness could not be written
}

// newPublisher reads the baseline, and finds out at once whether it can write the log.
func newPublisher(o Options, files []string) (*publisher, error) {
	p := &publisher{suite: suite{unknown: o.JUnitUnknown}, format: formatOf(o.Format), stats: o.Stats}
	if o.Baseline != "" {
		known, err := baseline.Read(o.Baseline)
		if err != nil {
			return nil, fmt.Errorf("--baseline: %w", err)
		}
		p.known = known.Run(files)
	}
	if p.witness = o.Witness; o.Witness != "" {
		if err := outfile.Replaceable(o.Witness, files...); err != nil {
			return nil, fmt.Errorf("--witness %s: %w", o.Witness, checkcmd.Reason(err))
		}
	}
	if p.coverage = o.Coverage; o.Coverage != "" {
		if err := outfile.Replaceable(o.Coverage, files...); err != nil {
			return nil, fmt.Errorf("--coverage %s: %w", o.Coverage, checkcmd.Reason(err))
		}
	}
	if p.annotate = o.Annotate; o.Annotate != "" {
		if err := outfile.Replaceable(o.Annotate, files...); err != nil {
			return nil, fmt.Errorf("--annotate %s: %w", o.Annotate, checkcmd.Reason(err))
		}
	}
	if o.SARIF == "" {
		return p, nil
	}
	var err error
	p.target = o.SARIF
	if p.log.Folder, err = os.Getwd(); err == nil {
		err = outfile.Replaceable(o.SARIF, files...)
	}
	if err != nil {
		return nil, fmt.Errorf("--sarif %s: %w", o.SARIF, checkcmd.Reason(err))
	}
	return p, nil
}

// compare names the findings of a result, and looks them up in the baseline.
func (p *publisher) compare(r *fileResult) {
	if p.known == nil && p.target == "" || r.result == nil {
		return
	}
	c := &compared{known: map[semantics.Fault]*baseline.Entry{}}
	r.identities = map[semantics.Fault]string{}
	for _, f := range r.result.Certain() {
		id, err := nameOf(f.Bug)
		if err != nil {
			continue // a bug without a name is new
		}
		r.identities[f.Fault] = id
		if p.known == nil {
			continue
		}
		if e := p.known.Find(r.file, id); e != nil {
			c.known[f.Fault] = e
		}
	}
	if p.known != nil {
		r.compared = c
	}
}

// nameOf returns the identity of a bug that was found, of the program as its certificate has it.
func nameOf(c *certs.Bug) (string, error) {
	p, _, err := fronts.All.Lower(nil, c.Program) // which was read before, so nothing has to bound that
	if err != nil {
		return "", err
	}
	return identity.Of(c, p)
}

// miss records which findings of the baseline did not occur in this result or in those before it. A file without a
// result decides nothing about them.
func (p *publisher) miss(r *fileResult) {
	if p.known == nil {
		return
	}
	gone := p.known.Gone(r.file, slices.Collect(maps.Values(r.identities)), r.explored())
	if r.compared != nil {
		r.compared.gone = gone
	}
}

// publish prints a result, or keeps it for the end. It returns an error if it could not print.
func (p *publisher) publish(r *fileResult, stdout, stderr io.Writer) error {
	p.miss(r)
	if p.annotate != "" {
		for _, text := range r.annotated(p.annotate) {
			fmt.Fprintln(stderr, p.format.line(text))
		}
	}
	err := p.format.file(p, r, stdout)
	for _, line := range programs.AllComplaints(r.err, r.file, r.sources, terminal.Width(stderr)) {
		fmt.Fprintln(stderr, p.format.line(line))
	}
	for _, line := range r.advised() {
		fmt.Fprintln(stderr, p.format.line(line))
	}
	if p.witness != "" && r.err == nil {
		for _, line := range r.witness.lines() {
			fmt.Fprintln(stderr, p.format.line(line))
		}
		if r.witness.text != nil && p.written == nil {
			p.written = outfile.Write(p.witness, r.witness.text, 0o644)
		}
	}
	if p.coverage != "" && r.result != nil {
		p.traced.Write(r.tracefile())
	}
	if p.target != "" {
		p.log.Files = append(p.log.Files, r.logged())
	}
	return err
}

// exits says what the exit status of find means.
var exits = map[int]string{
	exit.OK:           "no bug was found that is new and severe enough, within the claims of the verdicts",
	exit.Bug:          "a new bug was found that is severe enough",
	exit.BadInput:     "a program could not be read, a certificate could not be written, or a report could not be printed",
	exit.Inconclusive: "inconclusive: a budget ran out, a fault is undecided, a proof is missing, vouch contradicts itself, or the run was interrupted",

	output.StatusClosed: "interrupted: nobody reads the output any more",
}

// writeCoverage writes the lines that were reached.
func (p *publisher) writeCoverage() error {
	if p.coverage == "" {
		return nil
	}
	if err := outfile.Write(p.coverage, p.traced.Bytes(), 0o644); err != nil {
		return fmt.Errorf("--coverage: cannot write the lines that were reached: %w", err)
	}
	return nil
}

// writeWitness says whether the witness was written.
func (p *publisher) writeWitness() error {
	if p.written != nil {
		return fmt.Errorf("--witness: cannot write the witness: %w", p.written)
	}
	return nil
}

// finish prints what concerns all files together.
func (p *publisher) finish(stdout io.Writer) error { return p.format.end(p, stdout) }

// writeLog writes the log.
func (p *publisher) writeLog(status int, interrupted bool) error {
	if p.target == "" {
		return nil
	}
	p.log.Version, p.log.Compared = checkcmd.Version, p.known != nil
	p.log.ExitCode, p.log.ExitReason = status, exits[status]
	p.log.Successful = status != exit.BadInput && status != output.StatusClosed && !interrupted
	data, err := p.log.Marshal()
	if err == nil {
		err = outfile.Write(p.target, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--sarif: cannot write the log: %w", err)
	}
	return nil
}
