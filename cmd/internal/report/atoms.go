package report

import (
	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
)

// This file writes atoms that no certificate has, as those of invariants are written.

// Atoms returns what atoms say of the integers in a state, what summaries say of the contents of its objects, and the
// names of the places.
func Atoms(in checker.Invariant) (texts, contents []string, name func(certs.Place) string) {
	names := namesIn(in)
	for _, c := range clausesOf(in.Landmark) {
		texts = append(texts, c.text(names.Of))
	}
	for _, c := range contentsOf(in) {
		contents = append(contents, c.text(names))
	}
	for _, s := range in.Summaries {
		if partsOf(s) == 0 {
			contents = append(contents, "nothing about what is in "+names.objectOf(int(min(s.Object, core.MaxObjects)),
				true))
		}
	}
	return texts, contents, names.Of
}
