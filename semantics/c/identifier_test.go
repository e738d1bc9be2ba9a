package c

import (
	"slices"
	"strings"
	"testing"

	"vouch/semantics/core"
)

// TestIdentifiers: identifiers may have letters of other alphabets, as they are or as universal character names.
func TestIdentifiers(t *testing.T) { runPrograms(t, "identifier.c") }

// TestUniversalNames: the text that cc reads has the letters themselves, and everything else keeps its place.
func TestUniversalNames(t *testing.T) {
	for _, c := range [][2]string{
		{`int \u00e9 = 1;`, "int é     = 1;"},
		{`int a\u00e9b\U00010330c=1;`, "int aéb𐌰c          =1;"},
		{`#define \u00e9(x) x`, "#define     é(x) x"},
		{`#define f(\u00e9) \u00e9(1)`, "#define f(é    )     é(1)"},
		{`char *s = "\u00e9"; // \u00e9`, `char *s = "\u00e9"; // \u00e9`},
		{`int c = '\u00e9' + L'\u00e9';`, `int c = '\u00e9' + L'\u00e9';`},
		{`int \u00e = 1;`, `int \u00e = 1;`},
		{`int \u0041 = 1;`, `int \u0041 = 1;`},
		{`int \ue9 = 1;`, `int \ue9 = 1;`},
		{`int \U00110000 = 1;`, `int \U00110000 = 1;`},
	} {
		if got, _ := rewritten([]byte(c[0])); string(got) != c[1] {
			t.Errorf("%s: found %s, want %s", c[0], got, c[1])
		}
	}
}

// TestCoreNames: names of the core are ASCII, and an entry function may have a name with letters of other alphabets.
func TestCoreNames(t *testing.T) {
	text := "int f\\u00fcnf(int \\u00e0, int *ß) { int ñ = à; return *ß / ñ; }"
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, map[string]string{"entry": "fünf"})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	printed := string(p.Text())
	for _, name := range []string{`f\u00fcnf`, `\u00e0`, `\u00df[0]`, `\u00f1`} {
		if !strings.Contains(printed, name) {
			t.Errorf("found no name %s in %s", name, printed)
		}
	}
	if i := slices.IndexFunc(p.Funcs, func(f *core.Func) bool { return f.Name == `f\u00fcnf` }); i < 0 {
		t.Error("found no function")
	}
}
