package c

import (
	"testing"

	"vouch/semantics/core"
)

// TestTrees: a program that is lowered after another one is what it is alone, however much they share. Tree says
// whether the tree of a.c serves again.
func TestTrees(t *testing.T) {
	type program struct {
		sources []Source
		options map[string]string
	}
	one := func(text string) program { return program{[]Source{{Name: "a.c", Text: []byte(text)}}, nil} }
	two := func(text, header string) program {
		return program{[]Source{{Name: "a.c", Text: []byte(text)}, {Name: "h.h", Text: []byte(header)}}, nil}
	}
	with := func(p program, options ...string) program {
		p.options = map[string]string{}
		for i := 0; i < len(options); i += 2 {
			p.options[options[i]] = options[i+1]
		}
		return p
	}
	const header, local = "#include \"h.h\"\nint main(void) { return N; }",
		"#include <h.h>\nint main(void) { return N; }"
	const packed = "#include \"h.h\"\nstruct s { char c; int i; };\nint main(void) { return sizeof(struct s); }"
	files := func(p program, more ...Source) program {
		p.sources = append(p.sources[:len(p.sources):len(p.sources)], more...)
		return p
	}
	dirs := func(first, second string) program {
		return with(program{[]Source{{Name: "a.c", Text: []byte(local)}, {Name: "x/h.h", Text: []byte("#define N 1\n")},
			{Name: "y/h.h", Text: []byte("#define N 2\n")}}, nil},
			"paths", List("a.c", "x/h.h", "y/h.h"), "include", List(first, second))
	}
	for _, c := range []struct {
		title         string
		first, second program
		tree          bool
	}{
		{"the same program", one("int main(void) { return 1; }"), one("int main(void) { return 1; }"), true},
		{"another text", one("int main(void) { return 1; }"), one("int main(void) { return 2; }"), false},
		{"the same header", two(header, "#define N 1\n"), two(header, "#define N 1\n"), true},
		{"a header that has changed", two(header, "#define N 1\n"), two(header, "#define N 2\n"), false},
		{"a pragma in the header", two(packed, "#pragma pack(1)\n"), two(packed, "#pragma pack(1)\n"), true},
		{"a pragma in the header that has gone", two(packed, "#pragma pack(1)\n"), two(packed, "\n"), false},
		{"a header that nobody includes", two("int main(void) { return 1; }", "#define N 1\n"),
			two("int main(void) { return 1; }", "#define N 2\n"), true},
		{"a macro that is given", with(one("int main(void) { return N; }"), "define", List("N=1")),
			with(one("int main(void) { return N; }"), "define", List("N=2")), false},
		{"directories in another order", dirs("x", "y"), dirs("y", "x"), false},
		{"a header of the program in front of ours", one("#include <stdbool.h>\nint main(void) { return true; }"),
			with(files(one("#include <stdbool.h>\nint main(void) { return true; }"),
				Source{Name: "stdbool.h", Text: []byte("#define true 7\n")}), "include", List("."), "paths",
				List("a.c", "stdbool.h")), false},
		{"another file", with(files(one("int f(void);\nint main(void) { return f(); }"),
			Source{Name: "b.c", Text: []byte("int f(void) { return 1; }")}), "files", List("a.c", "b.c")),
			with(files(one("int f(void);\nint main(void) { return f(); }"),
				Source{Name: "b.c", Text: []byte("int f(void) { return 2; }")}), "files", List("a.c", "b.c")), true},
		{"another file that names more of a header",
			with(files(one("#include <stdlib.h>\nint main(void) { return abs(1); }"),
				Source{Name: "b.c", Text: []byte("int g;")}), "files", List("a.c", "b.c")),
			with(files(one("#include <stdlib.h>\nint main(void) { return abs(1); }"),
				Source{Name: "b.c", Text: []byte("int labs;")}), "files", List("a.c", "b.c")), false},
		{"another path of the file", with(one("int main(void) { return sizeof __FILE__; }"), "paths", List("a.c")),
			with(one("int main(void) { return sizeof __FILE__; }"), "paths", List("dir/a.c")), false},
		{"another option of lowering", with(one("int main(int argc, char **argv) { return argc; }"), "args", "1x8"),
			with(one("int main(int argc, char **argv) { return argc; }"), "args", "2x8"), true},
	} {
		lower := func(p program) *core.Program {
			q, _, err := Lower(nil, p.sources, p.options)
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			return q
		}
		taken := func() *tree {
			for _, r := range remembered.trees {
				if r.unit.path == "a.c" || r.unit.path == "dir/a.c" {
					return r
				}
			}
			t.Fatalf("%s: nothing is remembered", c.title)
			return nil
		}
		remembered.trees = nil
		want := string(lower(c.second).Text())
		remembered.trees = nil
		lower(c.first)
		before := taken()
		if got := string(lower(c.second).Text()); got != want {
			t.Errorf("%s: found\n%s\nafter another program, want\n%s", c.title, got, want)
		}
		serves := true
		for _, r := range remembered.trees {
			serves = serves && (r == before || r.unit.path != "a.c" && r.unit.path != "dir/a.c")
		}
		if serves != c.tree {
			t.Errorf("%s: the tree serves again: found %t, want %t", c.title, serves, c.tree)
		}
	}
}

// TestTreesBounded: what is remembered is bounded, and those that were not used for long go first.
func TestTreesBounded(t *testing.T) {
	remembered.trees = nil
	text := []byte("int main(void) { return 0; }\n")
	for tokens(text) < maxRemembered/3 {
		text = append(text, "// a b c d e f g h\n"...)
	}
	for i := range 5 {
		if _, _, err := Lower(nil, []Source{{Name: string(rune('a'+i)) + ".c", Text: text}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	sum, last := 0, ""
	for _, r := range remembered.trees {
		sum += r.tokens
		if !r.unit.library {
			last += r.unit.path
		}
	}
	if sum > maxRemembered || sum == 0 || last != "d.ce.c" {
		t.Errorf("found %d tokens of %s, want at most %d of d.c and e.c", sum, last, maxRemembered)
	}
}
