// Package checker decides whether a certificate is right, by running the program that it is about. It has no choices to make
// and asks no solver: everything that a certificate says of its program is derived here again, and compared; its proofs are
// sums and divisions to be done.
//
// Begin with [Check]: it takes the bytes of a certificate and returns a [Verdict], which says what they prove, or an error. Who does not
// trust the front end of a language gives the lowered program in [Options], and that is judged.
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
	"vouch/semantics/core"
	"vouch/semantics/lang"
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

// Options are what whoever checks a certificate wants beside that.
type Options struct {
	Limits  Limits
	Source  []byte       // if not nil, what the first source in the certificate must be
	Lowered []byte       // if not nil, the text of the program in the core language, which is judged as it is: no front end is asked
	See     func(Closed) // if not nil, is shown every way that a proof of a certificate of absence closes
	Visit   func(Visit)  // if not nil, is shown every state that the walk along such a certificate comes to
}

// Verdict is what a valid certificate proves. For certs.KindBug: Inputs drive the program to Fault in Steps steps, and so do all
// that satisfy Path. For certs.KindSafe: no inputs that satisfy Path reach a fault. For certs.KindBounded: none do while
// no loop iterates more than LoopLimit times each time it is entered.
type Verdict struct {
	Kind    string
	Program string // base name of the program's first file
	Sources []certs.Source
	Options map[string]string // what the program means, where its sources were lowered: those of certs.Program
	Lowered *core.Program
	Path    []*term.Formula // of an absence, what the program assumes at its start
	Steps   int64           // of an absence, in sum over all ways

	// Of a bug:
	Inputs []certs.Input
	Model  certs.Memory // the inputs that occur in Path; the others do not matter
	Fault  semantics.Fault
	Since  []int64 // of each conjunct of Path, how many steps there are before the one that assumes it

	// Of an absence:
	LoopLimit uint64
	Ways      int64    // walked to their ends
	Cut       int64    // ended at the loop limit
	Closed    int64    // that no input takes, by a proof
	Depth     int64    // steps of the longest way
	Divided   []string // of an absence: the inputs whose ranges are divided, by name
	Vacuous   bool     // no inputs satisfy Path
}

// Check decides whether data is a certificate and establishes what it claims. Its errors wrap ErrNotCertificate or ErrInvalid.
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
		return nil, fmt.Errorf("%w: %s", ErrInvalid, presentable(err.Error()))
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
		return nil, fmt.Errorf("program: found the names %.60q, want base names of files, at least one, each another", names)
	}
	if o.Source != nil && !slices.Equal(o.Source, about.Sources[0].Text) {
		return nil, errors.New("the source file given is not the one in the certificate")
	}
	steps := min(max(o.Limits.MaxSteps, 0), math.MaxInt64>>5)
	meter := semantics.NewMeter(baseWork+steps*workPerStep, o.Limits.MaxMemory/8)
	v := &Verdict{Program: names[0], Sources: about.Sources}
	p, err := programOf(about, meter, o.Lowered)
	if err == nil {
		f := newFollower(p, meter)
		v.Lowered = p
		if o.Lowered == nil {
			v.Options = about.Options
		}
		switch c := c.(type) {
		case *certs.Bug:
			v.Kind, err = c.Kind, checkBug(c, f, steps, v)
		case *certs.Absence:
			v.Kind, err = c.Kind, checkAbsence(c, f, steps/stepsPerWalkStep, o, v)
		default:
			panic(fmt.Sprintf("checker: unexpected certificate %T", c))
		}
		if !meter.Exhausted() && f.pool.Exhausted() {
			return nil, fmt.Errorf("checking takes more than terms may take: %s", f.pool.Why())
		}
	}
	if meter.Exhausted() { // whatever was derived means nothing
		return nil, fmt.Errorf("checking takes %s, the limit", meter.Why())
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// programOf returns the program that a certificate is about, in the core language: what its sources are there, or the program that was given.
func programOf(about certs.Program, meter *semantics.Meter, lowered []byte) (*core.Program, error) {
	var p *core.Program
	var err error
	if lowered != nil {
		p, err = core.ParseWithin(meter, "lowered", lowered)
	} else {
		p, err = lower(about, meter)
	}
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	if digest := p.Digest(meter); !slices.Equal(digest[:], about.Lowered) {
		return nil, fmt.Errorf("program: found the digest %x of the lowered program, want %x", about.Lowered, digest)
	}
	return p, nil
}

// lower returns what the sources of a program are in the core language.
func lower(about certs.Program, meter *semantics.Meter) (*core.Program, error) {
	language, ok := lang.Find(about.Language, about.Version)
	if !ok {
		return nil, fmt.Errorf("found language %.40q version %d, want one of %s", about.Language, about.Version, strings.Join(Languages(), ", "))
	}
	var sources []lang.Source
	for _, s := range about.Sources {
		sources = append(sources, lang.Source{Name: s.Name, Text: s.Text})
	}
	p, options, err := language.Lower(meter, sources, about.Options)
	switch {
	case err != nil:
		return nil, err
	case !maps.Equal(about.Options, options):
		return nil, fmt.Errorf("found options %.40q, want %q as in the source", about.Options, options)
	}
	return p, p.CheckWithin(meter)
}

// Languages returns the languages that the checker knows, each with the version of its semantics.
func Languages() []string {
	var names []string
	for _, l := range lang.Table {
		names = append(names, l.String())
	}
	return names
}

// errExhausted is the error of a computation that the meter or the pool of terms stopped; decide says which limit it was.
var errExhausted = errors.New("a limit was reached")

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
