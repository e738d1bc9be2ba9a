package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/semantics/c"
)

// TestFlags: the words of a command mean what they mean to gcc.
func TestFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "inc/here.h", "")
	write(t, "here/both.h", "")
	write(t, "inc/both.h", "")
	for _, x := range []struct{ title, words, include, define, undefine, prelude string }{
		{"in the order of gcc", "cc -idirafter d -isystem s -I i -iquote q -Ij", "q i j s d", "", "", ""},
		{"the last word about a macro", "cc -DA -UA -UB -DB=1 -D C=2 -DC=3", "", "B=1 C=3", "A", ""},
		{"a macro with parameters", "cc -DF(x)=x -DF=1 -DFF", "", "F=1 FF", "", ""},
		{"words that begin otherwise", "cc -fI -xD -o -Dout -WU a.c", "", "out", "", ""},
		{"an option without a value", "cc a.c -I", "", "", "", ""},
		{"a file that is included first, from a folder", "cc -Iinc -include here.h", "inc", "", "", "inc/here.h"},
		{"a file that is included first, in its own place", "cc -Iinc -includehere/both.h", "inc", "", "",
			"here/both.h"},
		{"a file that is included first and is nowhere", "cc -Iinc -include none.h", "inc", "", "", "none.h"},
	} {
		flags, err := (&Command{Directory: ".", Arguments: strings.Fields(x.words)}).flags()
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(flags.Include, flags.Define, flags.Undefine, flags.Prelude)
		if want := fmt.Sprintf("[%s] [%s] [%s] [%s]", x.include, x.define, x.undefine,
			x.prelude); filepath.ToSlash(got) != want {
			t.Errorf("%s: found %s, want %s", x.title, got, want)
		}
	}
}

// TestNextHeader: a header that includes the next one of its name gets another file, however often its folder is named.
func TestNextHeader(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lib/limits.h", "#include_next <limits.h>\n#define MINE 1\n")
	write(t, "more/limits.h", "#include_next <limits.h>\n#define MORE 1\n")
	write(t, "lib/none.h", "#include_next <none.h>\n")
	write(t, "lib/a.c", "#include <limits.h>\nint f(void) { return MINE + INT_MAX; }\n")
	write(t, "lib/b.c", "#include \"limits.h\"\nint f(void) { return MINE + MORE + INT_MAX; }\n")
	write(t, "lib/c.c", "#include <none.h>\nint f(void) { return 1; }\n")
	for _, x := range []struct{ title, file, include, want string }{
		{"one folder", "lib/a.c", "lib", ""},
		{"a folder with two names", "lib/a.c", "lib ./lib lib/../lib", ""},
		{"two folders, each twice", "lib/b.c", "lib more lib more", ""},
		{"a folder of the machine", "lib/a.c", "lib /usr/include lib", ""},
		{"two folders in the wrong order", "lib/b.c", "more more lib", "found MORE, want a name that is declared"},
		{"no next one", "lib/c.c", "lib lib", "found no file <none.h>, want one"},
	} {
		u := Unit{x.file, C{Include: strings.Fields(x.include)}}
		all, err := u.Functions(context.Background())
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case len(all.List) != 1:
			t.Errorf("%s: found %d functions, want one", x.title, len(all.List))
		case all.List[0].Refused != nil:
			got = all.List[0].Refused.Error()
		}
		if (x.want == "") != (got == "") || !strings.Contains(got, x.want) {
			t.Errorf("%s: found %q, want %q", x.title, got, x.want)
		}
	}
	if got := (C{Include: []string{"a", "b", "./a", "b/", "c/../b"}}).options([]string{"a.c"}, ".",
		[]string{"a.c"})["include"]; got != c.List("a", "b") {
		t.Errorf("found the folders %q, want each once", got)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
