// Package checker decides whether a certificate is right, by running its program. It has no choices to make and asks no
// solver. It derives everything that a certificate says about its program again, and compares. To check a proof, it
// computes sums and divisions.
//
// Begin with [Check]. It takes the bytes of a certificate and returns a [Verdict], which says what they prove, or an
// error. The checker knows programs of the core only: [Options] say how the sources of a program are lowered, or have
// the lowered program.
//
// Certificates are untrusted input. Whatever the bytes are, checking ends within [Limits].
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
	"vouch/semantics/core"
)

// The work that checking may take, in the units of semantics.Meter: a fixed amount, plus an amount for each step that
// the limits allow. One meter is charged for everything that depends on the certificate: reading its program, running
// it on values and on terms, comparing, and checking proofs.
const (
	baseWork    = 1 << 26
	workPerStep = 16
)

// Check decides whether data is a certificate that proves what it claims. Its errors wrap ErrNotCertificate or
// ErrInvalid.
func Check(data []byte, o Options) (*Verdict, error) {
	c, err := certs.Open(data, o.Limits.MaxBytes)
	if errors.Is(err, certs.ErrDamaged) {
		return nil, fmt.Errorf("%w: %v", ErrInvalid, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrNotCertificate, presentable(err.Error()))
	}
	v, err := decide(c, o)
	if err != nil {
		invalid := fmt.Errorf("%w: %s", ErrInvalid, presentable(err.Error()))
		if errors.Is(err, ErrLimit) {
			invalid = limited{invalid}
		}
		return nil, invalid
	}
	return v, nil
}

// decide checks what c says about its program.
func decide(c certs.Certificate, o Options) (*Verdict, error) {
	about := c.About()
	var names []string
	for _, s := range about.Sources {
		names = append(names, s.Name)
	}
	if base := certs.BaseNames(names...); len(names) == 0 || !slices.Equal(names, base) {
		return nil, fmt.Errorf("program: found the names %.60q, want base names of files, at least one, each another",
			names)
	}
	steps := min(max(o.Limits.MaxSteps, 0), math.MaxInt64>>5)
	if o.Source != nil {
		if err := compare(about, o, semantics.NewMeter(baseWork+steps*workPerStep, o.Limits.MaxMemory/8)); err != nil {
			return nil, err
		}
	}
	meter := semantics.NewMeter(baseWork+steps*workPerStep, o.Limits.MaxMemory/8)
	v := &Verdict{Program: names[0], Sources: about.Sources}
	p, err := programOf(about, meter, o)
	if err == nil {
		before := *meter
		f := newFollower(p, meter)
		v.Lowered = p
		if o.Lowered == nil {
			v.Language, v.Options = about.Language, about.Options
		}
		switch c := c.(type) {
		case *certs.Bug:
			v.Kind, err = c.Kind, checkBug(c, f, steps, v)
		case *certs.Absence:
			v.Kind = c.Kind
			first := *v
			if err = checkAbsence(c, f, steps/stepsPerWalkStep, o, v); o.threads() > 1 && (err != nil ||
				f.pool.Exhausted() || meter.Exhausted()) { // one goroutine decides; see abreast.go
				o.Threads, *meter, *v = 1, before, first
				f = newFollower(p, meter)
				err = checkAbsence(c, f, steps/stepsPerWalkStep, o, v)
			}
		default:
			panic(fmt.Sprintf("checker: unexpected certificate %T", c))
		}
		if !meter.Exhausted() && f.pool.Exhausted() {
			return nil, limited{fmt.Errorf("checking takes more than terms may take: %s", f.pool.Why())}
		}
	}
	if meter.Exhausted() { // what was derived so far means nothing
		return nil, limited{fmt.Errorf("checking takes %s, the limit", meter.Why())}
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// compare decides whether a program is the same with other texts of its sources.
func compare(about certs.Program, o Options, meter *semantics.Meter) error {
	sources, same := slices.Clone(about.Sources), true
	for i, text := range o.Source(about) {
		if text != nil && !slices.Equal(text, sources[i].Text) {
			sources[i].Text, same = text, false
		}
	}
	if same {
		return nil
	}
	about.Sources = sources
	o.Lowered = nil
	_, err := programOf(about, meter, o)
	if meter.Exhausted() {
		return limited{fmt.Errorf("reading the source file given takes %s, the limit", meter.Why())}
	}
	if err != nil {
		return errors.New("the source file given is not the one in the certificate")
	}
	return nil
}

// programOf returns the core program that a certificate is about: the one to which its sources are lowered, or the one
// that was given.
func programOf(about certs.Program, meter *semantics.Meter, o Options) (*core.Program, error) {
	var p *core.Program
	var err error
	if o.Lowered != nil {
		p, err = core.ParseWithin(meter, "lowered", o.Lowered)
	} else {
		p, err = lower(about, meter, o.Lower)
	}
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	if digest := p.Digest(meter); !slices.Equal(digest[:], about.Lowered) {
		return nil, fmt.Errorf("program: found the digest %x of the lowered program, want %x", about.Lowered, digest)
	}
	return p, nil
}

// lower lowers the sources of a program to the core.
func lower(about certs.Program, meter *semantics.Meter, front Lower) (*core.Program, error) {
	if front == nil {
		return nil, errors.New("found no front end here, want the lowered program")
	}
	p, options, err := front(meter, about)
	switch {
	case err != nil:
		return nil, err
	case !maps.Equal(about.Options, options):
		return nil, fmt.Errorf("found options %.40q, want %q as in the source", about.Options, options)
	}
	return p, p.CheckWithin(meter)
}

// maxReason is the length of the longest reason, in bytes.
const maxReason = 8 << 10

// presentable returns a reason that is safe to show on a terminal. Parts of it may come from the certificate.
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
