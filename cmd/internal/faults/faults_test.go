package faults

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/semantics"
)

// TestTable shows that there is a row, and a whole one, for every kind of fault.
func TestTable(t *testing.T) {
	var kinds []semantics.Kind
	for _, r := range Table {
		kinds = append(kinds, r.Kind)
		severity, err := strconv.ParseFloat(r.Severity, 64)
		if r.What == "" || r.Name == "" || r.Title == "" || r.Full == "" || r.Help == "" || r.Why == "" || r.CWE == 0 || err != nil || severity <= 0 || severity > 10 ||
			strings.ContainsAny(r.ID()+r.Name, " \t") || Of(r.Kind) != r {
			t.Errorf("found %+v, want something in every field", r)
		}
	}
	if !slices.Equal(kinds, semantics.Kinds) {
		t.Errorf("found rows for %v, want %v", kinds, semantics.Kinds)
	}
	if r := Of("of old"); r.What != "of old" || r.ID() != "of-old" {
		t.Errorf("found %+v for a kind without a row", r)
	}
}
