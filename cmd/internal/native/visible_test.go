package native

import "testing"

// TestMarks: which definitions of reach_error do nothing, and which of these no other file can define.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		title, text, name string
		private           bool
	}{
		{"empty", "void reach_error() {}", "reach_error", false},
		{"an empty statement, comments and lines", "void __VERIFIER_error(void)\n{\n\t// nothing\n\t; /* { */\n}",
			"__VERIFIER_error", false},
		{"static", "int x; static inline void reach_error(void) { }", "reach_error", true},
		{"behind what is static", "static int x; void reach_error(void) { }", "reach_error", false},
		{"a declaration", "void reach_error(void);", "", false},
		{"a call", "void reach_error(void) { abort(); }", "", false},
		{"a call in a condition", "void f(int c) { if (c) reach_error(); }", "", false},
		{"a name that is longer", "void my_reach_error(void) {}", "", false},
	} {
		m := marks().FindStringSubmatch(c.text)
		if m == nil {
			m = []string{"", "", ""}
		}
		if m[2] != c.name || (m[1] != "") != c.private {
			t.Errorf("%s: found %q, static %t, want %q, %t", c.title, m[2], m[1] != "", c.name, c.private)
		}
	}
}
