package fronts

import (
	"slices"
	"testing"

	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/imp"
	"vouch/semantics/lang"
)

// TestAll: each language has a front end, and what is read of a file suffices for each.
func TestAll(t *testing.T) {
	var names []string
	for _, l := range lang.Table {
		names = append(names, l.String())
	}
	if found := All.Names(); !slices.Equal(found, names) {
		t.Errorf("found the front ends %q, want those of the languages %q", found, names)
	}
	if most := max(imp.MaxSource, core.MaxText, c.MaxSource); lang.MaxSource != most {
		t.Errorf("lang.MaxSource is %d, want %d", lang.MaxSource, most)
	}
}

func TestModel(t *testing.T) {
	for _, c := range []struct {
		title, language, source string
		ok                      bool
	}{
		{"a model", "c", "<libc/strlen.c>", true},
		{"no model", "c", "strlen.c", false},
		{"a language without models", "imp", "<libc/strlen.c>", false},
		{"no language", "", "<libc/strlen.c>", false},
	} {
		if text, ok := All.Model(c.language, c.source); ok != c.ok || ok == (len(text) == 0) {
			t.Errorf("%s: found %d bytes, %t", c.title, len(text), ok)
		}
	}
}
