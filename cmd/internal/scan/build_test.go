package scan

import "testing"

// This file tests which functions make structures for others.

// TestIncomplete establishes that no function begins a structure whose size its file does not say: no harness could
// make that.
func TestIncomplete(t *testing.T) {
	const functions = "int f(struct s *p) { return p ? 1 : 0; }\nvoid s_init(struct s *p) { if (p) f(0); }\n"
	for _, row := range []struct {
		title, text string
		made        bool
	}{
		{"a structure", "struct s { int n; };\n", true},
		{"a structure that only its name is known of", "struct s;\n", false},
		{"one that a function returns", "struct s;\nstruct s *s_new(void) { return 0; }\n", true},
	} {
		t.Run(row.title, func(t *testing.T) {
			f, o := alone(t, row.text+functions)
			for _, f = range (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil) {
				if f.entry.Name == "f" {
					break
				}
			}
			if made := f.built() != nil; made != row.made {
				t.Errorf("structures are made: %v, want %v", made, row.made)
			}
		})
	}
}
