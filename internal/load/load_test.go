package load

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/c"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// TestEnds: a program is read until the context ends, in each language; then the error is the cause.
func TestEnds(t *testing.T) {
	cause := errors.New("enough")
	over, end := context.WithCancelCause(context.Background())
	end(cause)
	for name, text := range map[string]string{
		"a.imp": "x = 1", "a.core": "core 1\nentry f\n\nfunc f()\n  0: return\n", "a.peb": "func main() {\n}\n",
		"a.c": "int main(void) { return 0; }",
	} {
		p, err := FileIn(t.Context(), name, []byte(text))
		if err != nil {
			t.Errorf("%s: found the error %v, want a program", name, err)
			continue
		}
		if list := p.Uncalled(over); list != nil {
			t.Errorf("%s: found functions after the end", name)
		}
		if p, err := FileIn(over, name, []byte(text)); p != nil || err != cause {
			t.Errorf("%s: found the error %v after the end, want %v", name, err, cause)
		}
	}
}

// TestLineNames: a name that #line gives without its folders is that of the file, as certificates have it.
func TestLineNames(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lib/a.c", "#line 9 \"a.y\"\nint f(void) { return 1; }\n#line 4 \"a.c\"\nint main(void) { return f(); }\n")
	p, _, err := C{}.Files("lib/a.c")
	if err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(slices.Clone(p.Core.Sources), func(name string) bool {
		return strings.HasPrefix(name, "<")
	})
	if got := strings.Join(names, " "); got != "a.c a.y" {
		t.Errorf("found the sources %s, want a.c and a.y", got)
	}
}

// TestAbsoluteName: a file in another folder is named by an absolute path, and includes one in the folder of the
// others. A header beside that is one file.
func TestAbsoluteName(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "lib/common.h", "struct s { int a; };\n")
	write(t, "lib/a.c", "#include \"common.h\"\nint f(struct s *p) { return p->a; }\n")
	write(t, "lib/b.c", "#include \"common.h\"\nint g(struct s *p) { return p->a; }\n")
	write(t, "out/main.c", "#include \"../lib/a.c\"\nint g(struct s *p);\nint main(void) { struct s s = { 1 }; return f(&s) - g(&s); }\n")
	t.Chdir("lib")
	for _, main := range []string{"../out/main.c", absolute("../out/main.c")} {
		for _, other := range []string{"b.c", absolute("b.c")} {
			if _, _, err := (C{}).Files(main, other); err != nil {
				t.Errorf("%s %s: found the error %v", main, other, err)
			}
		}
	}
}

// TestNamesInReasons: the reason why a function is refused says where its error is without the folders, as the source
// of a certificate is called. So the program of a certificate is the one that was read.
func TestNamesInReasons(t *testing.T) {
	for _, x := range []struct {
		title string
		files map[string]string // with a file that calls f
		want  string            // in the reason
	}{
		{"an error in the function", map[string]string{"src/b.c": "int f(void) { return x; }\n"},
			"an error: b.c:1:22: "},
		{"what does not parse", map[string]string{"src/b.c": "From: me\n@@ -1 +1 @@\nint f(void) { return 1; }\n"},
			"an error: b.c:"},
		{"two definitions", map[string]string{"src/b.c": "int f(void) { return 1; }\n",
			"lib/c.c": "int f(void) { return 2; }\n"}, " at c.c:1:5"},
		{"an error in a header", map[string]string{"src/b.c": "#include \"deep/b.h\"\n",
			"src/deep/b.h": "int f(void) { return x; }\n"}, "an error: b.h:1:22: "},
		{"an error in an object", map[string]string{"src/b.c": "int o = x; int f(void) { return o; }\n"},
			"an error: b.c:1:"},
		{"two files of one name", map[string]string{"lib/b.c": "int f(void) { return x; }\n",
			"src/b.c": "int g(void) { return y; }\n"}, "an error: b.c:1:22: "},
		{"two files of one name, the second one with the error",
			map[string]string{"lib/b.c": "int g(void) { return y; }\n", "src/b.c": "int f(void) { return x; }\n"},
			".c:1:22: "},
	} {
		t.Chdir(t.TempDir())
		write(t, "src/a.c", "int f(void);\nint main(void) { return f(); }\n")
		main := []string{"src/a.c"}
		for _, name := range slices.Sorted(maps.Keys(x.files)) {
			if write(t, name, x.files[name]); strings.HasSuffix(name, ".c") {
				main = append(main, name)
			}
		}
		p, _, err := C{}.Files(main...)
		if err != nil {
			t.Fatalf("%s: %v", x.title, err)
		}
		if text := string(p.Core.Text()); !strings.Contains(text, x.want) || strings.Contains(text, "src/") ||
			strings.Contains(text, "lib/") {
			t.Errorf("%s: found the program\n%s\nwant %q in it, and no folders", x.title, text, x.want)
		}
		var sources []lang.Source
		for _, s := range p.About.Sources {
			sources = append(sources, lang.Source{Name: s.Name, Text: s.Text})
		}
		again, err := Sources(p.Language, p.About.Options, sources...)
		if err != nil {
			t.Fatalf("%s: %v", x.title, err)
		}
		if !bytes.Equal(again.About.Lowered, p.About.Lowered) {
			t.Errorf("%s: found in what a certificate has\n%s\nwant\n%s", x.title, again.Core.Text(), p.Core.Text())
		}
	}
}

// TestLackingOnMachine: a program that lacks a header is not read again with the headers of the machine, unless it has
// all headers then.
func TestLackingOnMachine(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "stdio.h"), []byte("#define OTHER\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		text, error string
		reads       int
	}{
		{"#include <stdio.h>\n#include \"none.h\"\n", "found no file \"none.h\", want one", 1},
		{"#include <stdio.h>\n#include \"none.h\"\n", "wrong", 2},
		{"#include <stdio.h>\n#if !__has_include(\"none.h\")\n#endif\n", "found no file \"other.h\", want one", 2},
		{"#include <stdio.h>\n#ifndef OTHER\n#include \"none.h\"\n#endif\n", "found no file \"none.h\", want one", 2},
		{"#include <stdio.h>\n", "wrong", 2},
	} {
		reads := 0
		o := C{Machine: []string{dir}, Texts: map[string][]byte{"a.c": []byte(x.text)}}
		_, _, err := with(t.Context(), o, []string{"a.c"}, func([]c.Source, map[string]string) (struct{}, int, error) {
			reads++
			return struct{}{}, 0, source.ErrorList{{File: "a.c", Msg: x.error}}
		})
		if err == nil || reads != x.reads {
			t.Errorf("%q is read %d times (%v), want %d", x.text, reads, err, x.reads)
		}
	}
}
