package functions

import "testing"

func TestKind(t *testing.T) {
	for _, c := range []struct{ title, reason, want string }{
		{"a name", "found x_1, want a name that is declared", "found …, want a name that is declared"},
		{"a file", `found no file <sys/x.h>, want one`, "found no file <sys/x.h>, want one"},
		{"a quoted file", `found no file "x.h", want one`, `found no file "…", want one`},
		{"numbers", "found 12 elements, want 0x3 at most", "found N elements, want N at most"},
		{"a record", "found the incomplete type struct s, want one of known size",
			"found the incomplete type struct …, want one of known size"},
		{"a place", "found another definition of f, want only the one at a.c:1:2",
			"found another definition of …, want only the one at …"},
		{"words", "found a cast of a value", "found a cast of a value"},
	} {
		if got := Kind(c.reason); got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}
