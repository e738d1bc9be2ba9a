package find

import (
	"fmt"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/output"
	"vouch/finder"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines how results are printed as JSON.

// resultJSON is the machine-readable form of a result. Integers of programs are strings: they are unbounded.
type resultJSON struct {
	File    string `json:"file"`
	Verdict string `json:"verdict"`
	// whether the checker accepted a certificate for everything that the verdict says
	Certified   bool          `json:"certified"`
	Bugs        []bugJSON     `json:"bugs"`
	Certificate string        `json:"certificate,omitempty"` // of a safe or bounded verdict, if it was written
	Unproved    *unprovedJSON `json:"unproved,omitempty"`
	// of an unknown verdict: what could not be proved with invariants of loops
	Obstacle *obstacleJSON `json:"obstacle,omitempty"`
	Trusted  bool          `json:"trusted,omitempty"` // --trust-solver makes the exit status 0
	Open     *openJSON     `json:"open,omitempty"`
	// Of a contradiction between vouch and its checker:
	Contradictions []contradiction `json:"contradictions,omitempty"`
	Ended          finder.Ending   `json:"ended,omitempty"`   // why something was left open: a word of finder.Endings
	Why            string          `json:"why,omitempty"`     // the same in a sentence
	Next           string          `json:"next,omitempty"`    // of an unknown verdict: what to try
	Vacuous        bool            `json:"vacuous,omitempty"` // no input satisfies the assumptions
	Invariants     int             `json:"invariants,omitempty"`
	Contracts      int             `json:"contracts,omitempty"` // of functions
	// nothing was searched: the checker accepted the certificate of an earlier run again
	FromCache bool       `json:"from_cache,omitempty"`
	About     string     `json:"about,omitempty"`   // on what the verdict and the bugs depend
	Options   string     `json:"options,omitempty"` // that part of it which the user chose
	Loops     []loopJSON `json:"loops,omitempty"`   // with invariants
	// Of a vacuous verdict: assumptions that contradict each other, all of which are needed for that, and whether no
	// smaller set contradicts itself.
	Conflict []conflictJSON `json:"conflict,omitempty"`
	Least    *bool          `json:"least,omitempty"`
	Warnings []warningJSON  `json:"warnings,omitempty"`
	Error    string         `json:"error,omitempty"`
	// With a baseline:
	Known   *int       `json:"known,omitempty"` // how many bugs are in it
	New     *int       `json:"new,omitempty"`   // and how many are not
	Fixed   []GoneJSON `json:"fixed,omitempty"`
	NotSeen []GoneJSON `json:"not_seen,omitempty"` // bugs of the baseline that may be fixed or not

	Stats *statsJSON `json:"stats,omitempty"`
	Lines *linesJSON `json:"lines,omitempty"` // with --stats or --coverage
}

// linesJSON counts the lines of the functions that the program can call, without those of libraries.
type linesJSON struct {
	Reached int `json:"reached"` // a known input reaches them
	Perhaps int `json:"perhaps"` // a path reaches them, but nobody knows an input for it
	All     int `json:"all"`
}

type bugJSON struct {
	Kind     string          `json:"kind"`
	Severity faults.Severity `json:"severity"`
	// the file of the bug, if it is not the first one of the program
	File   string `json:"file,omitempty"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// if another finding of the kind begins at the same place
	Expression  string            `json:"expression,omitempty"`
	Input       map[string]string `json:"input"` // null if the bug is not certain
	Path        string            `json:"path"`
	Certificate string            `json:"certificate,omitempty"`
	Certain     bool              `json:"certain"`
	// of a certain bug: search or fuzzer, whichever met it first
	Engine  string   `json:"engine,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Facts   []string `json:"facts,omitempty"`   // values, objects, calls
	About   string   `json:"about,omitempty"`   // of a bug that depends on something else than the result
	Options string   `json:"options,omitempty"` // that part of it which the user chose
	// With a baseline:
	Identity string `json:"identity,omitempty"`
	Known    *bool  `json:"known,omitempty"`
	Since    string `json:"since,omitempty"`
	Excuse   string `json:"excuse,omitempty"` // the baseline's reason
}

// GoneJSON is a finding of the baseline that was not found again.
type GoneJSON struct {
	Identity   string `json:"identity"`
	Kind       string `json:"kind"`
	Place      string `json:"place"`
	Expression string `json:"expression,omitempty"` // if another finding of the kind was last at the same place
	Function   string `json:"function,omitempty"`   // of a latent fault: the function that wants something
	Since      string `json:"since,omitempty"`
	Excuse     string `json:"excuse,omitempty"`
}

// openJSON counts what was not explored or not decided.
type openJSON struct {
	Frontier  int   `json:"frontier"`
	Cut       int64 `json:"cut"`
	Undecided int   `json:"undecided"`
	Unknown   int64 `json:"unknown"`
	// Unsupported counts the paths that ended at something that is not supported.
	Unsupported int64     `json:"unsupported"`
	Ends        []endJSON `json:"ends,omitempty"` // where these paths ended, and why
}

// endJSON is a place at which paths ended, because they need what is not supported.
type endJSON struct {
	Place  string `json:"place"`
	Reason string `json:"reason"`
	Paths  int64  `json:"paths"`
}

type statsJSON struct {
	States    int64 `json:"states"`
	Branches  int64 `json:"branches"`
	Merged    int64 `json:"merged"` // branches whose two paths became one again
	Queries   int64 `json:"queries"`
	SolverMS  int64 `json:"solver_ms"`
	ElapsedMS int64 `json:"elapsed_ms"`
	ProvingMS int64 `json:"proving_ms"` // the time for the proof that there is no bug; elapsed_ms does not have it
	Depth     int64 `json:"depth"`
	Cached    int64 `json:"cached"` // queries that were answered from memory; queries does not count these
	FuzzRuns  int64 `json:"fuzz_runs"`
	FuzzKept  int   `json:"fuzz_kept"` // inputs that the fuzzer kept
	// What decided whether states are reached.
	Layers finder.Layers `json:"layers"`
}

// unprovedJSON says what is held impossible and not proved.
type unprovedJSON struct {
	By   []string `json:"by"`   // who holds it
	Ways int      `json:"ways"` // how many ways
	More bool     `json:"more"` // whether there may be more
	// About the first way: the fault to which it leads, if it leads to one at once, its condition, and why it has no
	// proof.
	Kind   string `json:"kind,omitempty"`
	File   string `json:"file,omitempty"` // if it is not the first one of the program
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// warningJSON is a warning about a place in the program.
type warningJSON struct {
	File   string `json:"file,omitempty"` // if it is not the first one of the program
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// loopJSON is a loop with what holds wherever a run comes to its head.
type loopJSON struct {
	File    string      `json:"file,omitempty"` // if it is not the first one of the program
	Line    int         `json:"line"`
	Column  int         `json:"column"`
	Changes []string    `json:"changes"` // what may have other values in each turn
	Holds   []holdsJSON `json:"holds"`
}

// holdsJSON is a part of an invariant, with why it holds, in sentences.
type holdsJSON struct {
	Text  string   `json:"text"`
	Entry string   `json:"entry"` // where the proof first comes to the loop with it
	Turns []string `json:"turns"` // after a turn
}

// conflictJSON is one of the assumptions that contradict each other.
type conflictJSON struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

func (r *fileResult) json() resultJSON {
	j := resultJSON{File: r.file, Verdict: output.Failed, Bugs: []bugJSON{}}
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
	j.Certificate, j.Unproved, j.Trusted, j.Contradictions = r.absence, r.unproved(), r.trusted(), r.contradictions
	for _, f := range res.Findings {
		b := bugJSON{
			Kind: string(f.Fault.Kind), Severity: faults.SeverityOf(f.Fault.Kind), Line: f.Fault.Start().Line,
			Column: f.Fault.Start().Column,
			Path:   termview.Full(f.Path), Certificate: r.certificates[f.Fault], Certain: f.Certain(), Reason: f.Reason,
		}
		if file, _ := r.program.Place(f.Fault.Span); file != r.file {
			b.File = file
		}
		b.Facts, b.Expression = r.facts(f), r.expression(f)
		if r.isBeyond(f) {
			about := r.aboutBug(f)
			b.About, b.Options = about.String(), about.Chosen().String()
		}
		if f.Certain() {
			switch {
			case f.Fuzzed:
				b.Engine = "fuzzer"
			case !r.kept: // the certificate does not say which
				b.Engine = "search"
			}
			b.Input = checkcmd.Strings(checkcmd.Drawn(f.Bug.Inputs))
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
			*list = append(*list, GoneJSON{g.Identity, g.Kind, g.Place, g.Shared(), "", g.Since, g.Reason})
		}
	}
	c := res.Coverage
	j.Ended, _ = res.Ended()
	j.Why = r.why()
	if j.Ended == finder.NotSupported {
		u := c.Unsupported[0]
		j.Why += fmt.Sprintf(", at %s: %s", r.place(u.Span), u.Reason)
	}
	j.FromCache = r.kept
	j.Next, j.Vacuous, j.Invariants = r.next(), c.Vacuous, r.result.Invariants
	j.Contracts = r.result.Contracts
	j.Conflict, j.Least = r.conflict()
	j.Loops, j.Obstacle = r.loops(), r.unexcluded()
	for _, w := range r.warnings() {
		warned := warningJSON{Line: w.at.Line, Column: w.at.Column, Text: w.text}
		if w.file != r.file {
			warned.File = w.file
		}
		j.Warnings = append(j.Warnings, warned)
	}
	if r.program != nil {
		about := r.about()
		j.About, j.Options = about.String(), about.Chosen().String()
	}
	j.Open = &openJSON{Frontier: c.Frontier, Cut: c.Cut, Undecided: len(res.Findings) - len(certain),
		Unknown: c.Unknown}
	for _, u := range c.Unsupported {
		j.Open.Unsupported += u.Paths
		j.Open.Ends = append(j.Open.Ends, endJSON{r.place(u.Span), u.Reason, u.Paths})
	}
	if r.asked.traced() {
		c := r.coverage()
		j.Lines = &linesJSON{c.reached, c.perhaps, c.lines}
	}
	j.Stats = &statsJSON{
		States: c.States, Branches: c.Branches, Merged: c.Merged, Depth: c.Depth,
		Queries: int64(res.Solver.Queries), SolverMS: res.Solver.Time.Milliseconds(),
		ElapsedMS: res.Elapsed.Milliseconds(),
		ProvingMS: res.Proving.Milliseconds(), Cached: int64(res.Solver.Cached), Layers: res.Layers,
	}
	if n := res.Fuzz; n != nil {
		j.Stats.FuzzRuns, j.Stats.FuzzKept = n.Runs, n.Kept
	}
	return j
}

// unproved returns, for JSON, what is held impossible and not proved; nil if nothing is.
func (r *fileResult) unproved() *unprovedJSON {
	h := r.result.Held
	if h == nil {
		return nil
	}
	j := &unprovedJSON{By: h.By, Ways: h.Ways, More: h.More, Path: termview.Full(h.Path), Reason: h.Reason}
	if f := h.Fault; f != nil {
		j.Kind, j.Line, j.Column = string(f.Kind), f.Start().Line, f.Start().Column
		if file, _ := r.program.Place(f.Span); file != r.file {
			j.File = file
		}
	}
	return j
}

// loops returns, for JSON, the loops of which the proof has invariants; nil if there are none.
func (r *fileResult) loops() (list []loopJSON) {
	for _, i := range r.invariants {
		l := loopJSON{Line: i.At.Line, Column: i.At.Column, Changes: i.Changes}
		if file, _ := r.program.Place(source.Span{File: int32(i.At.File), Line: int32(i.At.Line),
			Column: int32(i.At.Column)}); file != r.file {
			l.File = file
		}
		for _, h := range i.Holds {
			l.Holds = append(l.Holds, holdsJSON(h))
		}
		list = append(list, l)
	}
	return list
}

// conflict returns, for JSON, the assumptions that contradict each other, and whether no smaller set does; nil if none
// do.
func (r *fileResult) conflict() ([]conflictJSON, *bool) {
	var list []conflictJSON
	for _, a := range r.result.Conflict {
		list = append(list, conflictJSON{a.Start().Line, a.Start().Column, r.text(a.Span)})
	}
	if list == nil {
		return nil, nil
	}
	return list, new(r.result.Least)
}
