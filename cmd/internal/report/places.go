package report

import (
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/checker"
)

// This file names the places of integers about which invariants are.

// placeName returns the name of a place in the program, as well as it has one.
func placeName(v *checker.Verdict, in checker.Invariant, at certs.Place) string {
	switch {
	case at.Object == 0 && at.Type < uint64(len(in.Calls)) && at.At < uint64(len(in.Calls[at.Type].Slots)):
		f := in.Calls[at.Type]
		name, _, _ := strings.Cut(strings.TrimPrefix(f.Slots[at.At].Name, "$"), "~")
		if at.Type > 0 {
			name += " of " + f.Name
		}
		return name
	case at.Object <= uint64(len(v.Lowered.Globals)):
		name, _, _ := strings.Cut(v.Lowered.Globals[at.Object-1].Name, "~")
		if at.At > 0 {
			name += fmt.Sprintf("+%d", at.At)
		}
		return name
	}
	return fmt.Sprintf("object %d+%d", at.Object, at.At)
}
