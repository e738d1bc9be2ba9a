package find

import (
	"slices"

	"vouch/cmd/internal/baseline"
	"vouch/cmd/internal/exit"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/lang"
)

// This file defines what find has to say about a file.

// fileResult is what find has to say about one file.
type fileResult struct {
	file         string
	source       []byte                     // of the first file; nil if it could not be read
	sources      []lang.Source              // of the program, as far as they could be read
	program      *load.Program              // nil if the source is none
	asked        *Options                   // what the user asked for
	result       *finder.Result             // nil if the input was bad
	err          error                      // bad input, or a certificate that could not be written
	certificates map[semantics.Fault]string // names of the certificates written
	missing      map[semantics.Fault]error  // why the others are not: the checker refuses them, or they could not be written
	absence      string                     // the name of the certificate of absence
	unproved     string                     // why there is none
	identities   map[semantics.Fault]string // of the bugs, where they are asked for
	compared     *compared                  // with a baseline; nil if there is none
}

func newFileResult(file string, asked *Options) *fileResult {
	return &fileResult{file: file, asked: asked, certificates: map[semantics.Fault]string{}, missing: map[semantics.Fault]error{}}
}

// compared is what a result has from the comparison with a baseline.
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

// certified reports whether every bug has a certificate, or there is one that there is none.
func (r *fileResult) certified() bool {
	certain := len(r.result.Certain())
	return r.absence != "" || certain > 0 && len(r.certificates) == certain
}

// provedNew reports whether there is a bug with a certificate that is not known.
func (r *fileResult) provedNew() bool {
	return slices.ContainsFunc(r.result.Certain(), func(f finder.Finding) bool {
		return r.certificates[f.Fault] != "" && !r.isKnown(f)
	})
}

// isKnown reports whether a finding is in the baseline.
func (r *fileResult) isKnown(f finder.Finding) bool {
	return r.compared != nil && r.compared.known[f.Fault] != nil
}

// explored reports whether nothing was left out in the search.
func (r *fileResult) explored() bool {
	if r.result == nil {
		return false
	}
	c := r.result.Coverage
	return c.Exhausted() && !c.Vacuous && c.Cut == 0 && len(r.result.Findings) == len(r.result.Certain())
}

// fresh is how many bugs are not known.
func (r *fileResult) fresh() int {
	n := len(r.result.Certain())
	if r.compared != nil {
		n -= len(r.compared.known)
	}
	return n
}

// statusOfNews returns the exit status of a result in which there are known bugs only: these are no news, so they do not fail a build. What
// may be a bug is none of them, and with --baseline-strict nothing may be left open beside them.
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
