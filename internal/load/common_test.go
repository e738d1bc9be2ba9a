package load

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/semantics/c"
)

// TestCommon: programs that are read one after another are the same whether something is kept or not, also after a file
// has changed.
func TestCommon(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.c", "#include \"a.h\"\n#ifdef WIDE\n#include \"wide.h\"\n#endif\nstatic int g(int x) { return x + ONE; }\nint f(int x) { return g(x); }\nint k(void) { return other(); }\n")
	write("a.h", "#define ONE 1\nint other(void);\nint f(int);\n")
	write("b.c", "#include \"a.h\"\nint other(void) { return 3; }\nint unused(void) { return ONE; }\n")
	write("wide.h", "#undef ONE\n#define ONE 100\n")
	common := &Common{}
	var define []string
	harness := func(title, head, body string, main ...string) {
		t.Helper()
		name := filepath.Join(dir, "scan_f.c")
		text := head + "#include \"a.c\"\nint main(void) { return " + body + "; }\n"
		for i := range 2 { // what is kept after the first reading counts in the second
			var digests []string
			for _, k := range []*Common{nil, common} {
				o := C{Texts: map[string][]byte{name: []byte(text)}, Common: k, Part: true, Define: define}
				files := []string{name}
				for _, m := range main {
					files = append(files, filepath.Join(dir, m))
				}
				p, sources, err := o.Files(files...)
				if err != nil {
					digests = append(digests, err.Error())
					continue
				}
				said := fmt.Sprintf("%x %q %q", p.About.Lowered, p.Files(), p.About.Options)
				for n, s := range p.About.Sources {
					said += fmt.Sprintf("\n%s %q", s.Name, s.Text)
					if !bytes.Equal(sources[n].Text, p.Texts()[n].Text) {
						t.Errorf("%s: found two texts of %s", title, s.Name)
					}
				}
				digests = append(digests, said)
			}
			if digests[0] != digests[1] {
				t.Errorf("%s, reading %d: found %s, want %s", title, i+1, digests[1], digests[0])
			}
		}
	}
	harness("a function", "", "f(1)")
	harness("another function", "", "k()")
	harness("a function of another file", "", "k()", "b.c")
	harness("a macro of the harness", "#define main other_main\n#undef main\n", "f(1)")
	harness("a macro that the file has", "#define g h\n", "f(1)")
	harness("a condition of the file", "#define WIDE 1\n", "f(1)")
	harness("another text with the same directives", "", "f(1) + k()")
	harness("a comment before a directive", "/* x */ #define WIDE 1\n", "f(1)")
	harness("a comment of several lines before a directive", "/* x\n*/ #define WIDE 1\n", "f(1)")
	harness("a directive on two lines", "#define \\\nWIDE 1\n", "f(1)")
	harness("another directive on two lines", "#define \\\nNARROW 1\n", "f(1)")
	define = []string{"WIDE"}
	harness("a macro of the command line", "", "f(1)")
	define = nil
	harness("no macro of the command line", "", "f(1)")
	harness("a program with an error", "", "f(", "b.c")
	write("a.h", "#define ONE 2\n#include \"new.h\"\nint other(void);\nint f(int);\n")
	write("new.h", "int new;\n")
	harness("a header that changed", "", "f(1)")
	write("new.h", "#undef ONE\n#define ONE 7\n")
	harness("a header of the header that changed", "", "f(1)")
	write("a.c", "#include \"a.h\"\nint f(int x) { return x * ONE; }\nint k(void) { return new; }\n")
	harness("a file that changed", "", "f(1)")
	write("b.c", "int other(void) { return 4; }\n")
	harness("another file that changed", "", "k()", "b.c")
	if err := os.Remove(filepath.Join(dir, "new.h")); err != nil {
		t.Fatal(err)
	}
	harness("a header that is gone", "", "f(1)")
}

// TestIncludedOnce: what a file includes is found once for texts that differ in no directive, whatever their comments.
func TestIncludedOnce(t *testing.T) {
	common, found := &Common{}, 0
	find := func(main c.Source, _ map[string]string) ([]c.Source, []string) {
		found++
		return nil, []string{fmt.Sprint(found)}
	}
	for _, row := range []struct {
		text string
		want int
	}{
		{"/* a licence\n * of lines */\n#include \"a.h\"\nint f(void) { return 1; }\n", 1},
		{"/* a licence\n * of lines */\n#include \"a.h\"\nint f(void) { return 1; }\nint g = 2; /* of\nlines */\n", 1},
		{"#include \"a.h\"\nchar *s = \"/*\";\n#include \"b.h\"\nchar *t = \"*/\";\n", 2},
		{"#include \"a.h\"\nchar *s = \"/*\";\n#include \"c.h\"\nchar *t = \"*/\";\n", 3},
		{"#include \"a.h\"\n/*\n#include \"b.h\"\n*/\n", 1},
	} {
		_, missing := common.headers([]c.Source{{Name: "a.c", Text: []byte(row.text)}}, map[string]string{"paths": "a.c"},
			nil, nil, find, func() bool { return false })
		if want := fmt.Sprint(row.want); len(missing) != 1 || missing[0] != want {
			t.Errorf("%q: found %v, want the answer %s", row.text, missing, want)
		}
	}
}

// TestManyFunctions: of a file with many functions, the harness of each takes only what it needs, and the file is taken
// apart once.
func TestManyFunctions(t *testing.T) {
	const functions, harnesses = 2000, 20
	dir := t.TempDir()
	var text bytes.Buffer
	for i := range functions {
		fmt.Fprintf(&text, "int f%d(int x) {\n    return x > %d;\n}\n\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.c"), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	common := &Common{}
	for i := range harnesses {
		n := i * functions / harnesses
		name := filepath.Join(dir, fmt.Sprintf("scan_f%d.c", n))
		o := C{Texts: map[string][]byte{name: fmt.Appendf(nil,
			"#define main its_main\n#include \"a.c\"\n#undef main\nint main(void) { return f%d(1); }\n", n)},
			Common: common, Part: true}
		p, _, err := o.Files(name)
		if err != nil {
			t.Fatal(err)
		}
		left := p.About.Sources[1].Text
		if lines := bytes.Count(left, []byte("\n")); lines != 4*functions || len(left)-lines > 100 {
			t.Errorf("%s: found %d lines and %d other bytes, want %d lines of which all but those of a function are empty",
				name, lines, len(left)-lines, 4*functions)
		}
	}
	if len(common.parts) != 1 || len(common.included) != 1 {
		t.Errorf("found that files were taken apart %d times, and that headers were looked for %d times, want 1",
			len(common.parts), len(common.included))
	}
}

// TestHarnessesOfFiles: harnesses for functions of several files that are linked to the others take these apart once,
// and look for the headers of each file and of each kind of harness once. Files of which a run needs nothing are not in
// the program.
func TestHarnessesOfFiles(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"a.c":      "\xef\xbb\xbf#include \"common.h\"\nint f(int x) { return x + g(x); }\n",
		"b.c":      "#include \"common.h\"\nstatic int h(int x) { return x; }\nint g(int x) { return h(x); }\n",
		"c.c":      "#include \"common.h\"\nstatic int l(int x) { return -x; }\nint k(int x) { return l(x); }\n",
		"common.h": "int f(int);\nint g(int);\nint k(int);\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	common := &Common{}
	for _, x := range []struct{ file, call, want string }{
		{"a.c", "f(1)", "h.c b.c a.c common.h"},
		{"b.c", "g(1)", "h.c b.c common.h"},
		{"c.c", "k(1)", "h.c c.c common.h"}, {"a.c", "f(2)", "h.c b.c a.c common.h"},
	} {
		name := filepath.Join(dir, "h.c")
		main := []string{name}
		for _, other := range []string{"a.c", "b.c", "c.c"} {
			if other != x.file {
				main = append(main, filepath.Join(dir, other))
			}
		}
		o := C{Texts: map[string][]byte{name: fmt.Appendf(nil,
			"#define main its_main\n#include \"%s\"\n#undef main\nint main(void) { return %s; }\n", x.file, x.call)},
			Common: common, Part: true, added: main[1:]}
		p, _, err := o.Files(main...)
		if err != nil {
			t.Fatal(err)
		}
		got, _, _ := strings.Cut(strings.Join(p.Core.Sources, " "), " <")
		if got != x.want {
			t.Errorf("%s: found the files %s, want %s", x.call, got, x.want)
		}
	}
	if len(common.parts) != 1 || len(common.included) != 4 {
		t.Errorf("found that files were taken apart %d times, and that headers were looked for %d times, want 1 and 4",
			len(common.parts), len(common.included))
	}
}
