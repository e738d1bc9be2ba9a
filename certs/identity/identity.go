// Package identity names findings, so that statements and baselines speak of the same bug, or of the same program, over
// time.
//
// Begin with [Of], which names what a certificate claims of its lowered program; [Skeleton] is the text behind the
// name.
//
// The name of a bug is the hash of its slice, what its fault depends on along the certificate's execution: instructions
// of the lowered program, conditions and the ways taken, without places in the text. An edit of anything else leaves
// the name as it is; so does another input that takes the same ways. The name of an absence is the hash of the whole
// lowered program, so comments, layout and macros do not matter. Neither has the file's name in it. A name says nothing
// about whether the certificate is right; package checker does.
package identity

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/core"
)

// The limits on naming one finding, whatever the certificate: steps, work, in the units of semantics.Meter, and bytes
// of memory beside the certificate. They suffice for nearly all that the checker accepts by its default limits.
const (
	MaxSteps  = 100_000_000
	maxWork   = 1<<26 + 32*MaxSteps
	maxMemory = 800 << 20
)

// text returns the text that the identity of c stands for.
func text(c certs.Certificate, p *core.Program) (string, error) {
	meter := semantics.NewMeter(maxWork, maxMemory/8)
	bug, ok := c.(*certs.Bug)
	if !ok {
		return view.Skeleton(p, meter)
	}
	run := view.Run{Program: p, Input: view.Inputs(bug.Inputs), Steps: int64(bug.Trace.Steps), Meter: meter,
		Endless: bug.Trace.Period > 0 || bug.Turns != nil}
	fault, slice, err := run.Slice()
	if err != nil {
		return "", err
	}
	return slice, same(bug.Fault, fault)
}

// same is an error unless a certificate's fault is the one that was reached.
func same(found certs.Fault, want semantics.Fault) error {
	if found == (certs.Fault{Kind: string(want.Kind), File: uint64(want.File), Line: uint64(want.Line),
		Column: uint64(want.Column)}) {
		return nil
	}
	return fmt.Errorf("found %.40q at %d:%d, want %q at %s", found.Kind, found.Line, found.Column, want.Kind, want.Span)
}

// Of returns the identity of what c claims of its program, which is lowered to p, a URN: urn:vouch:v1:bug:KIND:HASH,
// urn:vouch:v1:safe:HASH or urn:vouch:v1:bounded:LIMIT:HASH. HASH is the SHA-256 of the Skeleton in hexadecimal.
func Of(c certs.Certificate, p *core.Program) (string, error) {
	text, err := Skeleton(c, p)
	if err != nil {
		return "", err
	}
	var claim string
	switch c := c.(type) {
	case *certs.Bug:
		claim = "bug:" + strings.ReplaceAll(c.Fault.Kind, " ", "-")
	case *certs.Absence:
		claim = c.Kind
		if c.Kind == certs.KindBounded {
			claim += fmt.Sprintf(":%d", c.LoopLimit)
		}
	}
	return fmt.Sprintf("urn:vouch:v1:%s:%x", claim, sha256.Sum256([]byte(text))), nil
}

// Skeleton returns the text that the identity of c is the hash of. It is an error if executing p
// does not end in c's fault after as many steps as c says, MaxSteps at most, or if that takes more work or memory than
// naming a finding may take. Nothing else in c is looked at.
func Skeleton(c certs.Certificate, p *core.Program) (string, error) {
	var subject string
	switch c := c.(type) {
	case *certs.Bug:
		if c.Trace.Steps > MaxSteps {
			return "", fmt.Errorf("found %d steps, want at most %d", c.Trace.Steps, MaxSteps)
		}
		subject = "bug"
	case *certs.Absence:
		if c.Kind != certs.KindSafe && c.Kind != certs.KindBounded {
			return "", fmt.Errorf("found kind %.40q, want %q or %q", c.Kind, certs.KindSafe, certs.KindBounded)
		}
		subject = "program"
	default:
		return "", fmt.Errorf("found %T, want a certificate", c)
	}
	slice, err := text(c, p)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("# %s, %s %d\n%s", subject, c.About().Language, c.About().Version, slice), nil
}
