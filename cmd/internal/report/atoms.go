package report

import (
	"vouch/certs"
	"vouch/checker"
)

// This file writes atoms that no certificate has, as those of invariants are written.

// Atoms returns what atoms say of the integers in a state, and the names of the places.
func Atoms(in checker.Invariant) (texts []string, name func(certs.Place) string) {
	names := namesIn(in)
	for _, c := range clausesOf(in.Landmark) {
		texts = append(texts, c.text(names.Of))
	}
	return texts, names.Of
}
