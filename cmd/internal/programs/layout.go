package programs

import (
	"bytes"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// This file defines the canonical layout of programs.

// Canonical returns the program in src in canonical layout.
func Canonical(name string, src []byte) ([]byte, error) {
	mended := bytes.Clone(src)
	text := bytes.TrimPrefix(mended, []byte("\ufeff"))
	for at, r := range imp.Misleading(text) {
		if r == 0 {
			continue // a file that holds these is no text
		}
		for i := range len(string(r)) {
			text[at+i] = ' '
		}
	}
	return impfmt.Canonical(name, mended)
}
