package find

import (
	"errors"
	"fmt"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
)

// This file defines how findings get certificates. The checker has to accept a certificate before it is written.

// writeBug writes the certificate of a finding. Without a certificate, the finding is still reported, with the reason.
func (r *fileResult) writeBug(certificates *folder, f finder.Finding) {
	if f.Uncertified != nil {
		r.missing[f.Fault] = f.Uncertified
		return
	}
	name, err := r.certify(certificates, f.Bug.Program.Sources[0].Name, f.Bug.Kind, certs.Encode(f.Bug))
	if err != nil {
		r.missing[f.Fault] = err
	} else if name != "" {
		r.certificates[f.Fault] = name
	}
}

// writeAbsence writes the certificate that there is no bug, if there is one.
func (r *fileResult) writeAbsence(certificates *folder) {
	c := r.result.Absence
	if c == nil {
		r.unproved = r.result.Unproved
		return
	}
	var err error
	if r.absence, err = r.certify(certificates, c.Program.Sources[0].Name, c.Kind, certs.Encode(c)); err != nil {
		r.unproved = err.Error()
	}
}

// certify writes a certificate and returns its name, if the checker accepts it. Nobody is to get evidence that the checker refuses, even if it is
// only too large. The error says why there is no certificate; r also records an error in writing.
func (r *fileResult) certify(certificates *folder, program, kind string, data []byte) (string, error) {
	if _, err := checker.Check(data, checker.Options{Limits: checker.DefaultLimits}); err != nil {
		return "", fmt.Errorf("the checker refuses it: %w", err)
	}
	name, err := certificates.write(program, kind, data)
	if err != nil {
		r.err = errors.Join(r.err, fmt.Errorf("%s: cannot write a certificate: %w", r.file, err))
		return "", fmt.Errorf("it could not be written: %w", err)
	}
	return name, nil
}
