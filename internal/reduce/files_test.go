package reduce

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// TestCommon: programs that have files in common are reduced as each alone, in whatever order.
func TestCommon(t *testing.T) {
	firsts := []string{ // each has a run that begins with start
		"int start(void) { return f(); }\n", "int start(void) { return g() + h(); }\n",
		"int start(void) { return 0; }\n",
		"static int f(void) { return 2; }\nint start(void) { return f(); }\n",
		"struct S s;\nint own(void);\nint start(void) { return A; }\n",
		"#define f g\nint start(void) { return f(); }\n", "#ifdef A\nint start(void) { return f(); }\n#endif\n",
		"int start(void) { return __COUNTER__; }\n",
		"int start(void) { return f(); \n", "#define END }\nint start(void) { return f(); END\n",
		"#undef A\n#pragma x g\nint start(void) { return F; }\n",
		"int unused(void) { return __COUNTER__; }\nint start(void) { return 0; }\n",
		"int start(void) BEGIN return g(); END;\nint k(END, BEGIN);\n",
		"struct T { int *BEGIN; };\nint start(void) { return 1; }\n",
		"int g(void) { return h(); }\nint start(void) { return g(); }\n", "int start(void) { return g(); }\n",
		"DEF(own);\nint start(void) { return own_get(); }\n", "int start(void) { return own_get(); }\n",
		"int start(void) { return f_get(); }\n",
		"#define start main_of_the_program\n#undef start\nint start(void) { return f(); }\n",
		"#define main other\n#undef main\nint start(void) { return main(); }\n",
		"#define new_one f\n#define NEW(x) x##_get\nint start(void) { return new_one() + NEW(g)(); }\n",
		"#define MAKE(x) int x(void) { return g(); }\nMAKE(start)\n", "DEF(start)\n", "int\n",
		"int start(void) { return a_new_word + f_new; }\n",
		"int x = 1;\n#include \"a.c\"\nint start(void) { return x; }\n",
	}
	names := []string{"f", "g", "h", "main", "start", "own", "S", "A", "f_get", "DEF", "u", "x", ""}
	say := func(r *Result) string {
		if r == nil {
			return "all"
		}
		all := fmt.Sprintf("%q", bytes.Join(r.Texts, []byte("|")))
		for _, n := range names {
			all += fmt.Sprint(" ", n, r.Dropped(n), r.Defined(n))
		}
		return all
	}
	known, ours := &Scans{}, []byte("#define ours(x) x\nint k(void);\n")
	for _, row := range texts {
		common := []Text{{Path: "b.c",
			Text: []byte("static int u(void) { return 1; }\nstatic int f(void) { return u(); }\nint h(void) { return f(); }\n"),
			Main: true},
			{Path: "a.c", Text: []byte(row.text)}, {Path: "c.c", Text: []byte("int main(void) { return h(); }\n"),
				Main: true, Without: "main"}, {Text: ours, Known: true, Built: true}}
		files := Read(common, known)
		if built.known[&ours[0]] == nil || known.known[&ours[0]] != nil {
			t.Errorf("%s: what is built in is kept for programs with these files only", row.title)
		}
		for i, text := range slices.Concat(firsts, firsts, firsts) {
			if common[1].Main = i%2 == 1; i >= 2*len(firsts) { // a file may be a header in one program only
				common[0].Main = i%3 == 1
			}
			first := Text{Path: "start.c", Text: []byte("#include \"a.c\"\n" + text), Main: true}
			roots := []string{"start", "vouch_requires"}
			got := say(files.Texts(first, common, roots, nil))
			want := say(Texts(append([]Text{first}, common...), roots, nil))
			if got != want {
				t.Fatalf("%s: %q: found %s, want %s", row.title, text, got, want)
			}
		}
	}
}

// TestAre: which files are those that were read.
func TestAre(t *testing.T) {
	file := func(path, text string, main, known bool) []Text {
		return []Text{{Path: path, Text: []byte(text), Main: main, Known: known}}
	}
	read := Read(file("a.h", "int a;\n", false, false), nil)
	for _, x := range []struct {
		title string
		files []Text
		want  bool
	}{
		{"the same", file("a.h", "int a;\n", false, false), true},
		{"another text", file("a.h", "int b;\n", false, false), false},
		{"another name", file("b.h", "int a;\n", false, false), false},
		{"a main file", file("a.h", "int a;\n", true, false), true},
		{"another folder", file("x/a.h", "int a;\n", false, false), true},
		{"a known file", file("a.h", "int a;\n", false, true), false},
		{"a file without its main", []Text{{Path: "a.h", Text: []byte("int a;\n"), Without: "main"}}, false},
		{"none", nil, false},
		{"two", append(file("a.h", "int a;\n", false, false), file("b.h", "", false, false)...), false},
	} {
		if got := read.Are(x.files); got != x.want {
			t.Errorf("%s: found %t, want %t", x.title, got, x.want)
		}
	}
}
