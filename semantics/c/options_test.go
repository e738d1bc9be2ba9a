package c

import "testing"

// TestOfFile: an option about a macro of one file names any file.
func TestOfFile(t *testing.T) {
	for _, c := range []struct{ option, file, macro string }{
		{"N", "", "N"},
		{"N=1", "", "N=1"},
		{"N=a:b", "", "N=a:b"},
		{"N(x)=x?1:2", "", "N(x)=x?1:2"},
		{":N", "", ":N"},
		{`N\=1`, "", `N\=1`},
		{"a.c:N", "a.c", "N"},
		{"a.c:N(x)=x?1:2", "a.c", "N(x)=x?1:2"},
		{"a:b.c:N=1", "a:b.c", "N=1"},
		{`a\:b.c:N=1`, "a:b.c", "N=1"},
		{`a\:b.c`, "", `a\:b.c`},
		{`a\=b.c:N=1`, "a=b.c", "N=1"},
		{`a\(b.c:N`, "a(b.c", "N"},
		{`a\\:N`, `a\`, "N"},
		{`a\\\:b.c:N`, `a\:b.c`, "N"},
		{`C:\src\a.c:N`, `C:\src\a.c`, "N"},
		{"a=b.c:N=1", "", "a=b.c:N=1"},
		{"a(b.c:N=1", "", "a(b.c:N=1"},
	} {
		file, macro := OfFile(c.option)
		if file != c.file || macro != c.macro {
			t.Errorf("%s: found %q and %q, want %q and %q", c.option, file, macro, c.file, c.macro)
		}
		if file == "" {
			continue
		}
		if f, m := OfFile(ForFile(file, macro)); f != file || m != macro {
			t.Errorf("%s: found %q and %q in %s", c.option, f, m, ForFile(file, macro))
		}
	}
}
