package find

import (
	"fmt"
	"slices"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what find knows about a file.

// fileResult is what find knows about one file.
type fileResult struct {
	file         string
	source       []byte                     // of the first file; nil if it could not be read
	sources      []lang.Source              // the sources of the program, as far as they could be read
	program      *load.Program              // nil if the source is no program
	lenient      *load.Program              // the program in which pointers may leave their objects; nil if nobody needs it
	asked        *Options                   // the options of the user
	result       *finder.Result             // nil if the input was bad
	err          error                      // bad input, or a certificate that could not be written
	certificates map[semantics.Fault]string // names of the certificates written
	missing      map[semantics.Fault]error  // why other findings have none: the checker refuses them, or they could not be written
	absence      string                     // the name of the certificate of absence
	unproved     string                     // why there is no such certificate
	identities   map[semantics.Fault]string // the identities of the bugs, if the log or the baseline needs them
	compared     *compared                  // with a baseline; nil if there is none
}

func newFileResult(file string, asked *Options) *fileResult {
	return &fileResult{file: file, asked: asked, certificates: map[semantics.Fault]string{}, missing: map[semantics.Fault]error{}}
}

// compared is the result of comparing with a baseline.
type compared struct {
	known map[semantics.Fault]*baseline.Entry
	gone  []baseline.Gone
}

// status returns the exit status that the result alone would give.
func (r *fileResult) status() int {
	switch {
	case r.err != nil:
		return exit.BadInput
	case r.asked.RequireCertificate && !r.certified() && !r.provedNew():
		return exit.Inconclusive
	case r.result.Verdict == finder.Bug && r.compared != nil:
		return r.statusOfNews()
	case r.result.Verdict == finder.Bug:
		return exit.Bug
	case r.result.Verdict == finder.Unknown:
		return exit.Inconclusive
	}
	return exit.OK
}

// certified reports whether every bug has a certificate, or the claim that there is none has one.
func (r *fileResult) certified() bool {
	certain := len(r.result.Certain())
	return r.absence != "" || certain > 0 && len(r.certificates) == certain
}

// provedNew reports whether some bug has a certificate and is not known.
func (r *fileResult) provedNew() bool {
	return slices.ContainsFunc(r.result.Certain(), func(f finder.Finding) bool {
		return r.certificates[f.Fault] != "" && !r.isKnown(f)
	})
}

// isKnown reports whether a finding is in the baseline.
func (r *fileResult) isKnown(f finder.Finding) bool {
	return r.compared != nil && r.compared.known[f.Fault] != nil
}

// explored reports whether the search left nothing out.
func (r *fileResult) explored() bool {
	if r.result == nil {
		return false
	}
	c := r.result.Coverage
	return c.Exhausted() && !c.Vacuous && c.Cut == 0 && len(r.result.Findings) == len(r.result.Certain())
}

// fresh returns how many bugs are not known.
func (r *fileResult) fresh() int {
	n := len(r.result.Certain())
	if r.compared != nil {
		n -= len(r.compared.known)
	}
	return n
}

// statusOfNews returns the exit status of a result whose bugs are all known. They are no news, so they do not fail a build. A potential bug is not
// known; and with --baseline-strict the search must be complete.
func (r *fileResult) statusOfNews() int {
	certain := len(r.result.Certain())
	switch {
	case r.fresh() > 0:
		return exit.Bug
	case len(r.result.Findings) > certain, r.asked.Strict && !r.result.Coverage.Exhausted():
		return exit.Inconclusive
	}
	return exit.OK
}

// place returns a place in the program, as people read it. The core's text form may name other files.
func (r *fileResult) place(s source.Span) string {
	file := r.file
	if r.program != nil {
		file, _ = r.program.Place(s)
	}
	return fmt.Sprintf("%s:%s", terminal.Shown(file), s)
}
