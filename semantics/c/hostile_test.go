package c

import (
	"embed"
	"fmt"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
)

// numbered returns n lines, of which each has its number where the format has %[1]d.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

// hostile are programs that are meant to break the front end. Of those that are refused there is a part of the message;
// the others are programs.
var hostile = []struct{ title, text, want string }{
	{"structures of no size that double, and a copy", "struct { int a[0]; } x0;\n" +
		doubled(100, "struct { typeof(x%[2]d) a, b; } x%[1]d;") + "int f(void) { x100 = x100; return 0; }", ""},
	{"brackets", "int x = " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000) + ";", ""},
	{"too many brackets", "int x = " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000) + ";",
		"brackets and operators in each other"},
	{"too many signs", "int x = " + strings.Repeat("- ", 100_000) + "1;", "brackets and operators in each other"},
	{"too many casts", "int x = " + strings.Repeat("(int)", 100_000) + "1;", "brackets and operators in each other"},
	{"too many operators", "int f(int x) { return x" + strings.Repeat("+x", 100_000) + "; }",
		"brackets and operators in each other"},
	{"too many assignments", "int f(int x) { return x" + strings.Repeat("=x", 100_000) + "; }",
		"brackets and operators in each other"},
	{"too many conditions", "int f(int x) { return x" + strings.Repeat("?x:x", 100_000) + "; }",
		"brackets and operators in each other"},
	{"too many stars", "int " + strings.Repeat("*", 100_000) + "p;", "brackets and operators in each other"},
	{"too many dimensions", "int a" + strings.Repeat("[1]", 100_000) + ";", "brackets and operators in each other"},
	{"too many declarators", "int " + strings.Repeat("(*", 100_000) + "p" + strings.Repeat(")(int)", 100_000) + ";",
		"brackets and operators in each other"},
	{"too many blocks", "int f(void) { " + strings.Repeat("{", 100_000) + strings.Repeat("}", 100_000) + "}",
		"brackets and operators in each other"},
	{"an if for each else", "int f(int x) { if (x) x = 1;" + strings.Repeat("else if (x) x = 2;", 1000) +
		" return x; }", ""},
	{"too many an if for each else", "int f(int x) { if (x) x = 1;" + strings.Repeat("else if (x) x = 2;", 50_000) +
		" return x; }", "brackets and operators in each other"},
	{"too many ifs in each other", "int f(int x) { " + strings.Repeat("if (x) ", 50_000) + "; return x; }",
		"brackets and operators in each other"},
	{"too many loops in each other", "int f(int x) { " + strings.Repeat("for (;;) ", 50_000) + "; return x; }",
		"brackets and operators in each other"},
	{"too many structures in each other", strings.Repeat("struct {", 50_000) + "int x;" +
		strings.Repeat("} y;", 50_000), "brackets and operators in each other"},
	{"too many initializers in each other", "int a[] = " + strings.Repeat("{", 50_000) + "1" +
		strings.Repeat("}", 50_000) + ";", "brackets and operators in each other"},
	{"too many calls in each other", "int f(); int g(void) { return " + strings.Repeat("f(", 50_000) +
		strings.Repeat(")", 50_000) + "; }", "brackets and operators in each other"},
	{"too many attributes in each other", "int x __attribute__((" + strings.Repeat("a(", 50_000) +
		strings.Repeat(")", 50_000) + "));", "brackets and operators in each other"},
	{"too many conditions of the preprocessor", "#if " + strings.Repeat("(", 100_000) + "1" +
		strings.Repeat(")", 100_000) + "\n#endif\n", "brackets and operators in each other"},
	{"a macro of many brackets", "#define A0 (((((\n" + numbered(12, "#define B%[1]d A0 A0") +
		"#define A1 A0 A0 A0 A0 A0 A0 A0 A0 A0 A0\n#define A2 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1\n#define A3 A2 A2 A2 A2 A2 A2 A2 A2 A2 A2\n#define A4 A3 A3 A3 A3\nint x = A4 1;",
		"brackets and operators in each other"},
	{"a macro that doubles", "#define D(x) x x\nint x = " + strings.Repeat("D(", 60) + "1" + strings.Repeat(")", 60) +
		";", "found more than 8388608 tokens"},
	{"a macro of itself", "#define A A + A\nint A = 1;", "want"},
	{"a file that includes itself", "#include \"a.c\"\n", "inclusions of files"},
	{"a file that includes itself twice", "#include \"a.c\"\n#include \"a.c\"\n", "inclusions of files"},
	{"many functions", numbered(3000, "int f%[1]d(void) { return %[1]d; }"), ""},
	{"many declarations of one name", strings.Repeat("extern int x;", 3000), ""},
	{"many variables", "int f(void) {" + numbered(3000, "int v%[1]d = %[1]d;") + " return 0; }", ""},
	{"many labels", "int f(void) {" + numbered(2000, "l%[1]d: ;") + " return 0; }", ""},
	{"many cases", "int f(int x) { switch (x) {" + numbered(20_000, "case %[1]d: x++; break;") + "} return x; }", ""},
	{"many enumerators", "enum {" + numbered(5000, "A%[1]d,") + "};", ""},
	{"many initializers", "int a[] = {" + strings.Repeat("1,", 30_000) + "};", ""},
	{"many strings in a row", "char *s = " + strings.Repeat("\"abc\" ", 3000) + ";", ""},
	{"many arguments", "int f(); int g(void) { return f(1" + strings.Repeat(",1", 3000) + "); }", ""},
	{"many members", "struct {" + numbered(3000, "int m%[1]d;") + "} x;", ""},
	{"an array that is too large", "char a[4000000000000]; int main(void) { return a[0]; }",
		"found a of 4000000000000 bytes, want an object of at most 4294901760"},
	{"a static array that is too large", "int main(void) { static char a[4000000000000]; return a[0]; }",
		"found main.a of 4000000000000 bytes, want"},
	{"an array whose size has no bounds", "char a[9223372036854775807][9223372036854775807];", "want"},
	{"a structure that is too large", "struct { char a[9223372036854775807]; char b[9223372036854775807]; } x;",
		"too large"},
	{"a large range", "int a[1 << 14] = { [0 ... (1 << 14) - 1] = 1 };", ""},
	{"a structure in itself", "struct s { struct s x; } y;", "want"},
	{"two structures in each other", "struct s { struct t { struct s x; } y; } z;", "want"},
	{"an array of itself", "typedef struct s t[2]; struct s { t x; } y;", "want"},
	{"a type of itself", "typeof(x) x;", "want"},
	{"a constant of itself", "enum { A = A };", "want"},
	{"a size of itself", "enum e { A = sizeof(enum e) };", "want a complete type"},
	{"an array by its own size", "int a[sizeof a];", "want"},
	{"an initializer of itself", "const int x = x;", "want"},
	{"two initializers of each other", "extern const int y; const int x = y; const int y = x;", "want"},
	{"a number without bounds in #if", "#if " + strings.Repeat("9", 1000) + "\n#endif\n", "in #if, which is too large"},
	{"a vector that is too large", "int v __attribute__((vector_size(1 << 17)));",
		"found a vector of 131072 bytes, want at most 65536"},
	{"an integer of many digits", "int x = " + strings.Repeat("9", 1_000_000) + ";", "which is too large for its type"},
	{"an integer of many zeros", "int x = " + strings.Repeat("0", 1_000_000) + ";", ""},
	{"a character of many characters", "int x = '" + strings.Repeat("a", 1_000_000) + "';", ""},
	{"a type whose text is long", "typedef int a0(int);\n" + doubled(60, "typedef a%[2]d *a%[1]d(a%[2]d, a%[2]d);") +
		"a60 f; int f;", "found f declared as int, want"},
	{"a shift without bounds", "int x = 1 << 1000000000000;", "not constant"},
	{"numbers without bounds", "double x = 1e999999999; int y = " + strings.Repeat("9", 1000) + ";", "want"},
	{"a very long name", "int " + strings.Repeat("x", 100_000) + ";", ""},
	{"a very long string", "char *s = \"" + strings.Repeat("x", 100_000) + "\";", ""},
	{"bytes that are no text", "int x\x00\xff\xfe;", "want"},
	{"a line number without bounds", "#line 99999999999999999999\nint x;", ""},
	{"a pointer and no more", "int *", "want"},
	{"a qualified pointer and no more", "int f(void) { int *const", "want"},
	{"parameters without declarations", "int f(" + numbered(500, "a%[1]d,") + "b) { return b; }", ""},
	{"a file that includes itself by a macro", "#define A \"a.c\"\n#include A\n", "inclusions of files"},
	{"a file that includes itself by its name", "#include __FILE__\n", "inclusions of files"},
	{"a pointer and an include of no name", "int *\n#include 5\n", "invalid argument"},
	{"a pointer and an include of an unknown macro", "int *\n#include FOO\n", "invalid argument"},
	{"a pointer and an include in a comment's company", "int *\n#/**/include/**/5\n", "invalid argument"},
	{"a pointer and an include of nothing", "int *\n#include \"\"\nint x;", "found no file \"\", want one"},
	{"a pointer and an include of a directory", "int *\n#include <.>\nint x;", "found no file <.>, want one"},
	{"a pointer and an include of the root", "int *\n#include \"/\"\nint x;", "found no file \"/\", want one"},
	{"a pointer and an include from above", "int *\n#include \"../nothing.h\"\nint x;",
		"found no file \"../nothing.h\", want one"},
	{"a pointer and a next include of nothing", "int *\n#include_next \"\"\nint x;", "found no file \"\", want one"},
	{"a string that ends with a backslash", "char *s = \"abc\\", "want"},
	{"nothing", "", ""},
}

func TestHostile(t *testing.T) {
	for _, c := range hostile {
		t.Run(c.title, func(t *testing.T) {
			text := c.text
			if c.want == "" {
				text += "\nint main(void) { return 0; }\n"
			}
			err := lowers(text)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("found %.200v, want a program", err)
			case c.want != "" && err == nil:
				t.Errorf("found a program, want an error with %q", c.want)
			case c.want != "" && !strings.Contains(err.Error(), c.want):
				t.Errorf("found %.200v, want an error with %q", err, c.want)
			}
		})
	}
}

// lowers lowers a program within bounds, and checks what comes out.
func lowers(text string) error {
	if err := Errors(semantics.NewMeter(1<<26, 1<<26), []Source{{Name: "a.c", Text: []byte(text)}}, nil); err != nil {
		return err
	}
	m := semantics.NewMeter(1<<26, 1<<26)
	p, _, err := Lower(m, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
	if err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		panic(fmt.Sprintf("c: what is lowered is no program: %v\n%s", err, text))
	}
	return nil
}

// A meter that has little left ends the work.
func TestExhausted(t *testing.T) {
	text := numbered(500, "int f%[1]d(int x) { return x + %[1]d; }") + "int main(void) { return f1(2); }"
	for _, units := range []int64{0, 10, 1000, 10_000} {
		m := semantics.NewMeter(units, semantics.Unlimited)
		err := Errors(m, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
		if want := "a.c: the program is too large to lower: it takes more than"; err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d units: found %v, want %s", units, err, want)
		}
	}
}

//go:embed all:testdata
var fuzzCorpus embed.FS

// A program of many tokens is refused before the parser, which nobody meters, takes the memory for them.
func TestManyTokens(t *testing.T) {
	for _, c := range []struct {
		title, text string
		refused     bool
	}{
		{"many numbers", "int a[] = {" + strings.Repeat("1,", 50_000) + "}; int main(void) { return 0; }", true},
		{"many characters", "int main(void) { return 0" + strings.Repeat(";", 50_000) + " }", true},
		{"one long name", "int a" + strings.Repeat("b", 500_000) + "; int main(void) { return 0; }", false},
		{"many blanks", "int main(void) { return 0; }" + strings.Repeat(" \n", 500_000), false},
	} {
		m := semantics.NewMeter(1<<30, 1<<22)
		_, _, err := Lower(m, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil)
		if refused := err != nil && strings.Contains(err.Error(), "too large to lower"); refused != c.refused {
			t.Errorf("%s: found %v, want it refused: %t", c.title, err, c.refused)
		}
	}
}

// So is one to which the options add many tokens.
func TestManyTokensOfOptions(t *testing.T) {
	for _, c := range []struct {
		title, define string
		refused       bool
	}{
		{"a macro of many numbers", "M=1" + strings.Repeat("+1", 50_000), true},
		{"many macros", strings.TrimSuffix(strings.Repeat("M=1\n", 50_000), "\n"), true},
		{"a macro of one file", "b.c:M=1" + strings.Repeat("+1", 50_000), true},
		{"a macro of a long name", "M=a" + strings.Repeat("b", 500_000), false},
	} {
		m := semantics.NewMeter(1<<30, 1<<22)
		sources := []Source{{Name: "a.c", Text: []byte("int main(void) { return 0; }")}, {Name: "b.c"}}
		_, _, err := Lower(m, sources, map[string]string{"define": c.define})
		if refused := err != nil && strings.Contains(err.Error(), "too large to lower"); refused != c.refused {
			t.Errorf("%s: found %v, want it refused: %t", c.title, err, c.refused)
		}
	}
}

// FuzzLower wants an error or a program that is sound of whatever text there is.
func FuzzLower(f *testing.F) {
	found := 0
	entries, err := fuzzCorpus.ReadDir("testdata")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range entries {
		if text, err := fuzzCorpus.ReadFile("testdata/" + e.Name()); err == nil && strings.HasSuffix(e.Name(), ".c") &&
			len(text) < 1<<14 {
			found++
			f.Add(string(text))
		}
	}
	if found == 0 {
		f.Fatal("found no program in testdata")
	}
	for _, c := range refused {
		f.Add(c.text)
	}
	for _, c := range linked {
		f.Add(string(unpack(c.text)[0].Text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := semantics.NewMeter(1<<22, 1<<22)
		p, _, err := Lower(m, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
		if err != nil {
			for _, leak := range []string{"TODO", "internal error", ".go:", "%!", "*cc."} {
				if strings.Contains(err.Error(), leak) && !strings.Contains(text, leak) {
					t.Errorf("found %q, want no %s", err, leak)
				}
			}
			return
		}
		if err := p.Check(); err != nil {
			t.Errorf("found what is no program: %v", err)
		}
		if _, err := core.Parse("a.core", p.Text()); err != nil {
			t.Errorf("found a text that is no program: %v", err)
		}
	})
}
