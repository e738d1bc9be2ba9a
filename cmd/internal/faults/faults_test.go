package faults

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/semantics"
)

// TestSeverities shows that severities are in order: each is at least as bad as itself and as those behind it, and
// scores more than these.
func TestSeverities(t *testing.T) {
	for i, s := range Severities {
		for j, other := range Severities {
			if found, want := s.AtLeast(other), i <= j; found != want || (s.Compare(other) < 0) != (i < j) ||
				(s.Score() > other.Score()) != (i < j) || (s.Rank() > other.Rank()) != (i < j) {
				t.Errorf("%s and %s: found %t, %d, scores %s and %s, want the first worse: %t", s, other, found,
					s.Compare(other), s.Score(), other.Score(), i < j)
			}
		}
	}
}

// TestTable shows that there is a row, and a whole one, for every kind of fault.
func TestTable(t *testing.T) {
	var kinds []semantics.Kind
	for _, r := range Table {
		kinds = append(kinds, r.Kind)
		severity, err := strconv.ParseFloat(r.Severity.Score(), 64)
		if r.What == "" || r.Name == "" || r.Title == "" || r.Full == "" || r.Help == "" || r.Why == "" || r.CWE == 0 ||
			err != nil || severity <= 0 || severity > 10 ||
			strings.ContainsAny(r.ID()+r.Name, " \t") || Of(r.Kind) != r {
			t.Errorf("found %+v, want something in every field", r)
		}
	}
	if want := append(slices.Clone(semantics.Kinds), semantics.EndlessLoop); !slices.Equal(kinds, want) {
		t.Errorf("found rows for %v, want %v", kinds, want)
	}
	if r := Of("of old"); r.What != "of old" || r.ID() != "of-old" {
		t.Errorf("found %+v for a kind without a row", r)
	}
}
