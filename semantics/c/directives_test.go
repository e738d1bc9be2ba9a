package c

import (
	"slices"
	"testing"
)

func TestDirectives(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"lines between", "int a;\n#include <b>\nint c;\n  # if 1\nint d;\n#endif", "#include <b>\n# if 1\n#endif"},
		{"a directive of several lines", "#define A \\\n  B\nint a;\n", "#define A \\\n  B\n"},
		{"a line of text that goes on with a sign", "int a = \\\n#b;\n#c\n", "#c\n"},
		{"comments around a directive", "/* a\n */ #include <b> /* c\n d */ e\nf // \\\n#g\n#h",
			"#include <b> /* c\n d */ e\n#h"},
		{"a comment in front of a sign on a line of text", "int a; /*\n*/ #b\n", ""},
		{"a comment that has no end", "#a\n/* #b\n#c", "#a\n"},
		{"signs in comments and strings", "/*\n#a\n*/ \"\\\n#b\" '\"'\n#c\n", "#c\n"},
		{"quotes that are not closed", "don't\n#a isn't\n\"\n#b \"/*\nc\n#d", "#a isn't\n#b \"/*\n#d"},
		{"quotes in comments", "// don't /*\n#a\n/* \" */ b\n#c", "#a\n#c"},
		{"escaped quotes", "'\\'' \"\\\"/*\"\n#a\n", "#a\n"},
		{"a pragma in the text", "int a;\n_Pragma(\"once\")\n#b", "int a;\n_Pragma(\"once\")\n#b"},
		{"a counter in the text", "int a = __COUNTER__;\n#if __COUNTER__\n", "int a = __COUNTER__;\n#if __COUNTER__\n"},
		{"numbers of lines in the text", "int a;\n\n/*\n*/\n#if __LINE__ == 5\n", "\n\n\n\n#if __LINE__ == 5\n"},
		{"nothing", "", ""},
		{"a backslash at the end", "#a \\", "#a \\"},
		{"a backslash at the end of text", "a \\", ""},
	} {
		if got := string(Directives([]byte(c.text))); got != c.want {
			t.Errorf("%s: found\n%q\nwant\n%q", c.title, got, c.want)
		}
		for i := range c.text { // whatever is cut off, it ends
			Directives([]byte(c.text)[i:])
			Directives([]byte(c.text)[:i])
		}
	}
}

// TestHeadersOfDirectives: the files that a program includes are those that the whole preprocessor finds.
func TestHeadersOfDirectives(t *testing.T) {
	files := map[string]string{
		"a.h": "#ifndef A\n#define A\n#include \"b.h\"\nint a;\n#endif\n",
		"b.h": "#pragma once\nint b;\n#include \"c.h\"\n",
		"c.h": "int c;\n#include <limits.h>\n#if INT_MAX > 9\n#include \"d.h\"\n#endif\n",
		"d.h": "int d;\n", "e.h": "int e;\n", "f.h": "_Pragma(\"once\")\n#define F 1\n",
	}
	for _, c := range []struct {
		title, text string
		want        []string
	}{
		{"nested", "#include \"a.h\"\n#include \"a.h\"\nint main(void) { return 0; }\n",
			[]string{"a.h", "b.h", "c.h", "d.h"}},
		{"none", "int main(void) { return 0; }\n// #include \"a.h\"\n/*\n#include \"a.h\"\n*/\n", nil},
		{"by conditions", "#include \"f.h\"\n#if F && !defined A\n#include \"e.h\"\n#else\n#include \"a.h\"\n#endif\n",
			[]string{"f.h", "e.h"}},
		{"by a macro", "#define H \"e.h\"\nint x;\n#include H\n", []string{"e.h"}},
		{"by the line", "int x;\n\n#if __LINE__ == 3\n#include \"e.h\"\n#endif\n", []string{"e.h"}},
		{"by a counter", "int x = __COUNTER__;\n#if __COUNTER__ == 1\n#include \"e.h\"\n#endif\n", []string{"e.h"}},
		{"behind text that is wrong", "don't )\n#include \"e.h\"\n", []string{"e.h"}},
	} {
		var got []string
		headers, _ := Headers(nil, []Source{{Name: "main.c", Text: []byte(c.text)}}, nil,
			func(path string) ([]byte, bool) { text, ok := files[path]; return []byte(text), ok })
		for _, h := range headers {
			got = append(got, h.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found the files %q, want %q", c.title, got, c.want)
		}
	}
}
