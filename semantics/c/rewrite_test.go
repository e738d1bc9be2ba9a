package c

import (
	"bytes"
	"cmp"
	"strings"
	"testing"
)

// This file tests that a text which is rewritten keeps its columns, and does not grow with the square of its lines.

func TestLongLines(t *testing.T) {
	for _, row := range []struct{ title, before, each, after string }{
		{"a list of attributes", "int y __attribute__((used, ", "unused, ", "unused));"},
		{"designators without =", "int y[] = {", "[3] 7, ", "};"},
		{"enumerations with attributes", "", "enum __attribute__((unused, used, packed)) e { A }; ", ""},
		{"enumerations with attributes behind", "", "enum e { A } __attribute__((unused, used, packed)) x; ", ""},
		{"stars in brackets", "void f(", "int a[*], ", "int b);"},
		{"attributes in brackets", "", "[[maybe_unused]] int a; ", ""},
		{"literals with prefixes", "char *a[] = {", "u8\"a\", ", "0};"},
		{"commas that are pasted", "#define f(x, ...) ", "g(x, ## __VA_ARGS__) ", ""},
		{"universal character names", "int a = 0", " + \\u00e9", ";"},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, n := range []int{1, 20_000} {
				text := []byte(row.before + strings.Repeat(row.each, n) + row.after + "\n")
				out, _ := rewritten(text)
				if n == 1 && bytes.Equal(out, text) {
					t.Errorf("found %q unchanged, want it rewritten", text)
				}
				if most := 8*len(text) + 2*mostPadding; len(out) > most {
					t.Errorf("found %d bytes for %d, want at most %d", len(out), len(text), most)
				}
			}
		})
	}
}

// TestColumns wants what stands behind many edits of a line at the column of the file.
func TestColumns(t *testing.T) {
	const text = "int y __attribute__((unused, used, unused, used)); int z;\n"
	out, _ := rewritten([]byte(text))
	lines := strings.Split(string(out), "\n")
	if found, want := strings.Index(lines[len(lines)-2], "z"), strings.Index(text, "z"); found != want {
		t.Errorf("found z at column %d, want %d, in %q", found, want, out)
	}
}

// TestDesignators has the texts that cc gets instead of designators without =; those that are equal stay as they are.
func TestDesignators(t *testing.T) {
	for _, row := range [][2]string{
		{"int a[] = { [3] 7, [4]8 };\n", "int a[] = { [3]=7, [4]=\n#line 1\n                      8 };\n"},
		{"char *a[] = { [1] \"=r\", [2] \"a\" \"b\" };\n", "char *a[] = { [1]=\"=r\", [2]=\"a\" \"b\" };\n"},
		{"int a[] = { [3] (7), [4] f(7) };\n", "int a[] = { [3]=(7), [4]=f(7) };\n"},
		{"int a[] = { [3] = 7, 1, [4] };\n", ""},
		{"asm(\"\" : \"=r\" (a), [b] \"=r\" (b) : \"0\" (c), [d] \"=\" \"r\"(d));\n", ""},
	} {
		want := cmp.Or(row[1], row[0])
		if got, _ := rewritten([]byte(row[0])); string(got) != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}

// TestAttributesInBrackets has the texts that cc gets instead of attributes in [[ ]].
func TestAttributesInBrackets(t *testing.T) {
	for _, row := range [][2]string{
		{"#define FALL [[__fallthrough__]]\n", "#define FALL                    \n"},
		{"#define U [[gnu::unused]]\n", "#define U __attribute__((unused))\n"},
		{"[[nodiscard, deprecated(\"a, ]]\")]]\nint f(void);\n", "                                  \nint f(void);\n"},
		{"[[__gnu__::format(printf, 1, 2), maybe_unused]]\nint f(char *, ...);\n",
			"__attribute__((format(printf, 1, 2)))\nint f(char *, ...);\n"},
		{"[[nothing_of_the_kind]] int a;\n", ""},
		{"[[maybe_unused, nothing_of_the_kind]] int a;\n", ""},
		{"[[clang::optnone]] int a;\n", ""},
		{"[[gnu::]] int a;\n", ""},
		{"[[maybe_unused int a;\n", ""},
		{"[[deprecated(\"a\" int a;\n", ""},
	} {
		want := row[1]
		if want == "" {
			want = row[0] // cc refuses it
		}
		if out, _ := rewritten([]byte(row[0])); string(out) != want {
			t.Errorf("%q: found %q, want %q", row[0], out, want)
		}
	}
}
