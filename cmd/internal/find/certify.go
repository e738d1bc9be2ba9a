package find

import (
	"context"
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/report"
	"vouch/finder"
)

// This file defines how findings get certificates. What the checker does not accept is neither written nor said.

// isLimit reports whether the checker refused a certificate only because it reached a limit.
func isLimit(err error, data []byte) bool {
	return errors.Is(err, checker.ErrLimit) || len(data) > certs.MaxBytes
}

// certifyBug certifies a bug, and writes the certificate unless the folder is nil. It reports whether the finding is a
// bug: it is none if the checker refuses its certificate. A certificate that only takes too much says nothing against
// the bug, which was run.
func (r *fileResult) certifyBug(certificates *folder, f finder.Finding) bool {
	if f.Missing != nil {
		r.missing[f.Fault] = f.Missing
		return true
	}
	data := certs.Encode(f.Bug)
	switch _, err := r.check(data, r.threads, nil); {
	case err != nil && isLimit(err, data):
		r.missing[f.Fault] = fmt.Errorf("the checker does not come to its end: %w", err)
		return true
	case err != nil:
		about := fmt.Sprintf("the bug at %s", r.place(f.Fault.Span))
		r.refused[f.Fault] = true
		r.contradict(certificates, f.Bug, about, data, err)
		return false
	}
	r.accepted[f.Fault] = true
	if name, err := r.write(certificates, f.Bug, data); err != nil {
		r.missing[f.Fault] = err
	} else if name != "" {
		r.certificates[f.Fault] = name
	}
	return true
}

// accepts returns what a certificate proves, which is encoded as data, if the checker accepts it, and notes the
// invariants on which that rests.
func (r *fileResult) accepts(c certs.Certificate, data []byte) (*checker.Verdict, error) {
	why := &report.Why{}
	var see func(checker.Shown) // the checker has one goroutine for who listens
	switch c := c.(type) {
	case *certs.Absence:
		if len(c.Landmarks) > 0 {
			see = why.See
		}
	case *certs.Bug:
		if c.Turns != nil {
			see = why.See
		}
	}
	v, err := r.check(data, r.threads, see)
	if err == nil {
		r.invariants = report.Invariants(v, why)
	}
	if err == nil && r.asked.Annotate != "" {
		r.proved = data
	}
	return v, err
}

// certifyAbsence certifies that there is no bug, if the finder says so, and writes the certificate unless the folder is
// nil. If the checker does not accept it, the verdict becomes unknown.
func (r *fileResult) certifyAbsence(certificates *folder) {
	c, res := r.result.Absence, r.result
	if c == nil {
		return
	}
	data := certs.Encode(c)
	_, err := r.accepts(c, data)
	if err == nil {
		r.absence, r.unwritten = r.write(certificates, c, data)
		return
	}
	res.Verdict, res.Absence, res.Coverage.Vacuous, res.Conflict = finder.Unknown, nil, false, nil
	if isLimit(err, data) {
		res.Coverage.Ended, res.Coverage.Why = finder.TooLarge,
			fmt.Sprintf("the checker does not come to the end of the proof that there is no bug: %v", err)
		return
	}
	r.contradict(certificates, c, "absence", data, err)
}

// wrong reports whether the search was wrong when it found no bug: the checker refuses the certificate, or the finder
// itself noticed.
func (r *fileResult) wrong() bool {
	return r.result.Verdict == finder.Unknown && (r.result.Wrong != "" || len(r.contradictions) > 0)
}

// doubt searches again after a search that was wrong, and adds the bugs that it finds. The options certify and tell
// each of them.
func (r *fileResult) doubt(ctx context.Context, p finder.Program, o finder.Options) {
	bugs, err := finder.Doubt(ctx, p, o, r.result)
	if err != nil {
		r.err = errors.Join(r.err, err)
	}
	if r.result.Findings = append(r.result.Findings, bugs...); len(bugs) > 0 {
		r.result.Verdict = finder.Bug
	}
}

// settle makes the result say of each finding what its certificate allows.
func (r *fileResult) settle() {
	res := r.result
	for i := range res.Findings {
		if f := &res.Findings[i]; r.refused[f.Fault] {
			f.Bug, f.Inputs, f.Reason = nil, nil, "the checker refuses its certificate"
		}
	}
	if res.Verdict == finder.Bug && len(res.Certain()) == 0 {
		res.Verdict = finder.Unknown
	}
	if len(r.contradictions) > 0 {
		res.Wrong = r.contradictions[0].String()
	}
}

// write writes a certificate that the checker accepted, and returns its name. It writes nothing if the folder is nil.
// An error in writing is one of the file, too.
func (r *fileResult) write(certificates *folder, c certs.Certificate, data []byte) (string, error) {
	if certificates == nil {
		return "", nil
	}
	name, err := certificates.write(c.About().Sources[0].Name, kindOf(c), data)
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("%s: cannot write a certificate: %w", r.file, err))
		return "", fmt.Errorf("it could not be written: %w", err)
	}
	return name, nil
}
