package find

import (
	"strings"
	"testing"

	"vouch/cmd/internal/sarif"
)

func TestCommand(t *testing.T) {
	t.Setenv("GITHUB_WORKSPACE", "")
	for _, c := range []struct {
		title, file string
		line, col   int
		head, text  string
		want        string
	}{
		{"plain", "a.imp", 3, 7, "vouch", "fails", "::error file=a.imp,line=3,col=7,title=vouch::fails\n"},
		{"no place", "a.imp", 0, 0, "vouch", "fails", "::error file=a.imp,title=vouch::fails\n"},
		{"another way to the file", "./x/..//a.imp", 1, 0, "t", "x", "::error file=a.imp,line=1,title=t::x\n"},
		{"elsewhere", "/x/./y/../a.imp", 1, 0, "t", "x", "::error file=/x/a.imp,line=1,title=t::x\n"},
		{"properties", "a,b:c%d\r\n.imp", 1, 0, "a: b, c", "x",
			"::error file=a%2Cb%3Ac%25d%0D%0A.imp,line=1,title=a%3A b%2C c::x\n"},
		{"text", "a", 1, 0, "t", "50%: a, b\r\n::warning::no %0A",
			"::error file=a,line=1,title=t::50%25: a, b%0D%0A::warning::no %250A\n"},
	} {
		var out strings.Builder
		r := &fileResult{file: c.file}
		r.command(&out, "error", sarif.Region{Line: c.line, Column: c.col}, c.head, c.text)
		if out.String() != c.want {
			t.Errorf("%s: found %q, want %q", c.title, out.String(), c.want)
		}
	}
}

func TestHarmless(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"a usual line", "a.imp: bug: 1 bug found", "a.imp: bug: 1 bug found"},
		{"a command", "::error::x", "./::error::x"},
		{"a command behind blanks", "  ::error::x", "./::error::x"},
		{"a command behind a tab", " \t::error::x", ` \t::error::x`},
		{"an old command", "a##[error]x", "a# #[error]x"},
		{"another line", "a\n::error::x\rb", `a\n::error::x\rb`},
		{"another writing direction", "\u202ea", `\u202ea`},
	} {
		if found := Harmless(c.line); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}
