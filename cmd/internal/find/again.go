package find

import (
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
