package elaborate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// This file defines proofs that are held back, because they may turn out to fail.

// draft is a proof that is not written yet. If it grows too large, it is written, or refused if there is nobody to
// write it to.
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
