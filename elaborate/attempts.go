package elaborate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"vouch/certs"
	"vouch/checker"
	"vouch/kernel"
)

// This file defines how a proof is written if there is more than one way to find it.
//
// A proof that merges ways has disjunctions, which may cost more than walking the ways apart. So the elaborator first tries to walk them apart, with not
// many more commands than the checker takes steps. If that fails, it merges, and if that fails soon, it walks apart without a bound.

const (
	maxHeld         = 16 << 20 // bytes of a proof that may turn out to fail
	commandsPerStep = 4
	freeCommands    = 100
)

// provesWays is prove for a certificate that merges ways.
func provesWays(ctx context.Context, w io.Writer, about kernel.Claim, v *checker.Verdict, c certs.Certificate, seen landscape) (Stats, error) {
	apart := landscape{marks: seen.marks, most: freeCommands + commandsPerStep*int(v.Steps)}
	first := &draft{most: maxHeld}
	if stats, err := prove(ctx, first, about, v, c, apart); err == nil {
		_, err = w.Write(first.Bytes())
		return stats, err
	}
	second := &draft{most: maxHeld, to: w}
	stats, err := prove(ctx, second, about, v, c, seen)
	switch {
	case err == nil:
		_, err = w.Write(second.Bytes())
	case !second.final && ctx.Err() == nil:
		apart.most = 0
		return prove(ctx, w, about, v, c, apart)
	}
	return stats, err
}

// draft is a proof that is not written yet. If it grows too large, it is written, or refused if there is nobody to write it to.
type draft struct {
	bytes.Buffer
	most  int
	to    io.Writer
	final bool // whether the proof is written as it comes
}

func (d *draft) Write(b []byte) (int, error) {
	switch {
	case !d.final && d.Len()+len(b) <= d.most:
		return d.Buffer.Write(b)
	case d.to == nil:
		return 0, fmt.Errorf("%w: %w", ErrUnsupported, errors.New("a proof that is too long for a try"))
	case !d.final:
		d.final = true
		if _, err := d.Buffer.WriteTo(d.to); err != nil {
			return 0, err
		}
	}
	return d.to.Write(b)
}
