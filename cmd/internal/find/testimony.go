package find

import (
	"cmp"
	"errors"

	"vouch/cmd/internal/terminal"
)

// This file defines what is known of the witness of a result.

// testimony is the witness of a result.
type testimony struct {
	text     []byte
	warnings []string
	err      error // why there is none
}

// errNone is the error if nothing is known for which there could be a witness.
var errNone = errors.New("the verdict is unknown")

// lines returns what people are told of the witness.
func (w testimony) lines() (list []string) {
	if w.text == nil {
		return []string{"warning: --witness: no witness is written: " + terminal.Shown(cmp.Or(w.err, errNone).Error())}
	}
	for _, text := range w.warnings {
		list = append(list, "warning: --witness: "+terminal.Shown(text))
	}
	return list
}
