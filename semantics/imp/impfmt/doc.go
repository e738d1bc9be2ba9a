// Package impfmt is what people want of the front end of IMP and verdicts do without: the canonical layout, comments
// included, and all errors of a file at once. Package imp reads one file, keeps no comments, and stops at the first
// error, since everybody has to trust it.
package impfmt

import (
	"bytes"

	"vouch/semantics/imp"
)

// Canonical returns the program in src in canonical layout, with its comments. Characters that no program may hold
// become blanks, one for each byte. Its error is a source.ErrorList of everything else that is wrong.
func Canonical(name string, src []byte) ([]byte, error) {
	src = mended(src)
	if err := Errors(name, src); err != nil {
		return nil, err
	}
	f, err := imp.Parse(name, src)
	if err != nil {
		return nil, err
	}
	return printed(f, commentsOf(f, string(bytes.TrimPrefix(src, []byte("\ufeff"))))), nil
}

// mended returns src with blanks for the characters that no program may hold. A file with zero bytes is no text, and
// stays as it is.
func mended(src []byte) []byte {
	src = bytes.Clone(src)
	text := bytes.TrimPrefix(src, []byte("\ufeff"))
	for at, r := range imp.Misleading(text) {
		if r == 0 {
			continue
		}
		for i := range len(string(r)) {
			text[at+i] = ' '
		}
	}
	return src
}
