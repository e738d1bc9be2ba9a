package find

import (
	"os"
	"slices"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file defines how bugs that an earlier run of another command found are found again, without a search: the inputs
// that lead to them are run. Certificates are made and checked anew.

// Known is a bug that was found, with what is needed to find it again in the same program.
type Known struct {
	Fault  semantics.Fault
	Inputs []certs.Input
	Steps  int64
}

// Known returns the bugs of a result, and how far the search went; ok is false if some cannot be found again.
func (r *Result) Known() (bugs []Known, far finder.Coverage, ok bool) {
	for _, f := range r.result.Certain() {
		if f.Missing != nil || r.certificates[f.Fault] == "" {
			return nil, far, false
		}
		bugs = append(bugs, Known{f.Fault, f.Inputs, int64(f.Bug.Trace.Steps)})
	}
	return bugs, r.result.Coverage, len(bugs) > 0
}

// Sent returns what another process needs to have the result of a program without a search: the bugs, or the encoded
// certificate that there is none, and how far the search went. It is not ok if that would not be all.
func (r *Result) Sent() (bugs []Known, proof []byte, far finder.Coverage, ok bool) {
	if r.err != nil || r.lenient != nil || len(r.contradictions) > 0 || r.result.Coverage.Vacuous ||
		len(r.result.Certain()) < len(r.result.Findings) || !r.certified() {
		return nil, nil, far, false
	}
	for _, f := range r.result.Findings {
		if f.Missing != nil || r.missing[f.Fault] != nil {
			return nil, nil, far, false
		}
		bugs = append(bugs, Known{f.Fault, f.Inputs, int64(f.Bug.Trace.Steps)})
	}
	if r.claimed() {
		proof = certs.Encode(r.result.Absence)
	}
	return bugs, proof, r.result.Coverage, true
}

// Proved returns the result of a program of which somebody sends a certificate that it has no bug; nil if the checker
// does not accept that.
func (s *Session) Proved(file checkcmd.File, c load.C, read *load.Program, proof []byte, far finder.Coverage) *Result {
	o := s.options
	o.C, o.brief, o.read = c, true, read
	if o.check == nil {
		o.check = checkedAs(read)
	}
	r := newFileResult(file.Name, &o)
	r.program, r.sources = read, read.Texts()
	r.source = r.sources[0].Text
	if !r.remember(s.certificates, proof, o.Search.Limits) || !r.claimed() {
		return nil
	}
	r.kept, r.result.Coverage = false, far
	s.publisher.compare(r)
	return &Result{r}
}

// Drop removes the certificates of a result that is not to be published.
func (r *Result) Drop() {
	for _, name := range r.Certificates() {
		os.Remove(name)
	}
}

// Again returns the result of a program of which bugs are known; nil if some of them are not there, or have no
// certificate that the checker accepts.
func (s *Session) Again(file checkcmd.File, c load.C, read *load.Program, bugs []Known, far finder.Coverage) *Result {
	o := s.options
	o.C, o.brief, o.read = c, true, read
	r := newFileResult(file.Name, &o)
	r.program, r.sources = read, read.Texts()
	r.source = r.sources[0].Text
	r.result = &finder.Result{Program: read.About, Verdict: finder.Bug, Coverage: far}
	if slices.ContainsFunc(bugs, func(b Known) bool {
		f, ok := finder.On(finder.Program{Core: read.Core, About: read.About}, b.Inputs, b.Steps+1)
		r.result.Findings = append(r.result.Findings, f)
		return !ok || f.Fault != b.Fault || !r.certifyBug(s.certificates, f) || !r.accepted[f.Fault]
	}) {
		return nil
	}
	r.sort()
	s.publisher.compare(r)
	return &Result{r}
}
