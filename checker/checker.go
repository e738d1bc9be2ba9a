// Package checker decides whether a certificate is right, by running the program that it is about. It has no choices to make
// and asks no solver: everything that a certificate says of its program is derived here again, and compared; its proofs are
// sums and divisions to be done.
//
// Certificates are untrusted input. Whatever the bytes, checking them ends, within the bounds of Limits.
package checker

import (
	"errors"
	"fmt"
	"maps"
	"math"
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
	MaxSteps  int64 // steps of the concrete semantics; a symbolic one counts as ten
	MaxBytes  int64 // size of the certificate
	MaxMemory int64 // bytes of memory in use at one time, beside what reading the certificate takes
}

// DefaultLimits are the limits where the user sets none.
var DefaultLimits = Limits{MaxSteps: 100_000_000, MaxBytes: certs.MaxBytes, MaxMemory: 400 << 20}

// The work that checking may take, in the units of semantics.Meter: a fixed amount, and more for each step that the limits allow.
// Everything that depends on the certificate is charged to one meter: reading its program, running it, on integers and on terms,
// comparing, and doing the sums of its proofs.
const (
	baseWork    = 1 << 26
	workPerStep = 16
)

// stepsPerWalkStep is how many concrete steps a symbolic one counts as: it takes ten times as long, or more.
const stepsPerWalkStep = 10

// ErrNotCertificate is the error, wrapped, for bytes that are no certificate.
var ErrNotCertificate = errors.New("not a certificate")

// ErrInvalid is the error, wrapped, for certificates that do not establish what they claim.
var ErrInvalid = errors.New("invalid")

// Verdict is what a valid certificate proves. For certs.KindBug: Input drives the program to Fault in Steps steps, and so does every
// input that satisfies Path. For certs.KindSafe: no input that satisfies Path reaches a fault. For certs.KindBounded: none does while
// no loop iterates more than LoopLimit times each time it is entered.
type Verdict struct {
	Kind    string
	Program string // base name of the program's file
	Source  []byte
	Path    []*term.Formula // of an absence, what the program assumes at its start
	Steps   int64           // of an absence, in sum over all ways

	// Of a bug:
	Input certs.Memory
	Model certs.Memory // the input as far as it occurs in Path; the rest does not matter
	Fault semantics.Fault

	// Of an absence:
	LoopLimit uint64
	Ways      int64 // walked to their ends
	Cut       int64 // ended at the loop limit
	Closed    int64 // that no input takes, by a proof
	Depth     int64 // steps of the longest way
	Vacuous   bool  // no input satisfies Path
}

// Check decides whether data is a certificate and establishes what it claims. Its errors wrap ErrNotCertificate or ErrInvalid.
// Source, if not nil, is the source that the auditor believes the certificate to be about.
func Check(data, source []byte, limits Limits) (*Verdict, error) {
	return Explain(data, source, limits, nil)
}

// Explain is Check; see, if not nil, is shown every way that a proof of a certificate of absence closes.
func Explain(data, source []byte, limits Limits, see func(Closed)) (*Verdict, error) {
	c, err := certs.Open(data, limits.MaxBytes)
	if errors.Is(err, certs.ErrDamaged) {
		return nil, fmt.Errorf("%w: %v", ErrInvalid, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrNotCertificate, presentable(err.Error()))
	}
	about := c.About()
	if len(about.Sources) == 0 || source != nil && !slices.Equal(source, about.Sources[0].Text) {
		return nil, invalid("the source file given is not the one in the certificate")
	}
	decide := languages[fmt.Sprintf("%s %d", about.Language, about.Version)]
	if decide == nil {
		return nil, invalid("found language %.40q version %d, want one of %s", about.Language, about.Version, strings.Join(Languages(), ", "))
	}
	v, err := decide(c, limits, see)
	if err != nil {
		return nil, invalid("%s", presentable(err.Error()))
	}
	return v, nil
}

// decide checks what c says about its program, which load makes from the certificate.
func decide[S, Y any](c certs.Certificate, limits Limits, see func(Closed),
	load func(certs.Program, *semantics.Meter) (program[S, Y], error)) (*Verdict, error) {
	about := c.About()
	steps := min(max(limits.MaxSteps, 0), math.MaxInt64>>5)
	meter := semantics.NewMeter(baseWork+steps*workPerStep, limits.MaxMemory/8)
	p, err := load(about, meter)
	if err != nil {
		return nil, err
	}
	if found, want := about.Options, p.Options(); !maps.Equal(found, want) {
		return nil, fmt.Errorf("program: found options %.40q, want %q as in the source", found, want)
	}
	v := &Verdict{Program: about.Sources[0].Name, Source: about.Sources[0].Text}
	switch c := c.(type) {
	case *certs.Bug:
		v.Kind, err = c.Kind, checkBug(c, p, steps, v)
	case *certs.Absence:
		v.Kind, err = c.Kind, checkAbsence(c, p, steps/stepsPerWalkStep, see, v)
	default:
		panic(fmt.Sprintf("checker: unexpected certificate %T", c))
	}
	switch {
	case meter.Exhausted(): // whatever was derived means nothing
		return nil, fmt.Errorf("checking takes %s, the limit", meter.Why())
	case p.Pool().Exhausted():
		return nil, fmt.Errorf("checking takes more than terms may take: %s", p.Pool().Why())
	case err != nil:
		return nil, err
	}
	return v, nil
}

// errExhausted is the error of a computation that the meter or the pool of terms stopped; decide says which limit it was.
var errExhausted = errors.New("a limit was reached")

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
