// Package checker decides whether a certificate is right, by running the program that it is about. It has no choices to make
// and asks no solver: everything that a certificate says is derived here again, and compared.
//
// Certificates are untrusted input. Whatever the bytes, checking them ends, within the bounds of Limits.
package checker

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// Limits bounds what checking one certificate may take.
type Limits struct {
	MaxSteps int64 // steps of the concrete semantics
	MaxBytes int64 // size of the certificate
}

// DefaultLimits are the limits where the user sets none.
var DefaultLimits = Limits{MaxSteps: 100_000_000, MaxBytes: certs.MaxBytes}

// The work, in machine words touched, that checking may take: a fixed amount, and more for each step that the limits allow.
// Terms get less, because they take memory: some ten bytes for each word touched, in the worst programs tried.
const (
	baseWork        = 1 << 24
	workPerStep     = 16 // for the evaluation of expressions
	termWorkPerStep = 4  // for the derivation of the path
)

// ErrNotCertificate is the error, wrapped, for bytes that are no certificate.
var ErrNotCertificate = errors.New("not a certificate")

// ErrInvalid is the error, wrapped, for certificates that do not establish what they claim.
var ErrInvalid = errors.New("invalid")

// Verdict is what a valid certificate proves: Input drives the program to Fault in Steps steps, and so does every input that
// satisfies Path.
type Verdict struct {
	Program string // base name of the program's file
	Source  []byte
	Input   certs.Memory
	Model   certs.Memory // the input as far as it occurs in Path; the rest does not matter
	Steps   int64
	Fault   semantics.Fault
	Path    []*term.Formula
}

// Class returns the condition on the inputs that Path is, for people to read.
func (v *Verdict) Class() string { return term.Conjunction(v.Path) }

// Check decides whether data is a certificate and establishes what it claims. Its errors wrap ErrNotCertificate or ErrInvalid.
// Source, if not nil, is the source that the auditor believes the certificate to be about.
func Check(data, source []byte, limits Limits) (*Verdict, error) {
	c, err := certs.Decode(data, limits.MaxBytes)
	if errors.Is(err, certs.ErrDamaged) {
		return nil, fmt.Errorf("%w: %v", ErrInvalid, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrNotCertificate, presentable(err.Error()))
	}
	if source != nil && !slices.Equal(source, c.Program.Source) {
		return nil, invalid("the source file given is not the one in the certificate")
	}
	check := languages[fmt.Sprintf("%s %d", c.Program.Language, c.Program.Version)]
	if check == nil {
		return nil, invalid("found language %.40q version %d, want one of %s", c.Program.Language, c.Program.Version, knownLanguages())
	}
	v, err := check(c, limits)
	if err != nil {
		return nil, invalid("%s", presentable(err.Error()))
	}
	return v, nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// maxReason is the length of the longest reason, in bytes.
const maxReason = 8 << 10

// presentable returns a reason as it may be shown on a terminal: some of it may come from the certificate.
func presentable(reason string) string {
	if len(reason) > maxReason {
		reason = reason[:maxReason] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return utf8.RuneError
		}
		return r
	}, reason)
}
