package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOptional: macros with __VA_OPT__ have the text that gcc gives them. Each case is a macro, and calls of it. Where
// gcc refuses the macro, or we do, the case says why.
func TestOptional(t *testing.T) {
	cases := []struct {
		title, macro string
		calls        []string
		refused      bool
	}{
		{"a comma", "#define M(f, ...) f(0 __VA_OPT__(,) __VA_ARGS__)",
			calls("M(g)", "M(g,)", "M(g, 1)", "M(g, 1, 2)", "M(g, E)", "M(g, E E)", "M(g, E 1)", "M(g, ,)",
				"M(g, (1,2), 3)"), false},
		{"alone", "#define M(...) [__VA_OPT__(x)]", calls("M()", "M( )", "M(/**/)", "M(E)", "M(,)", "M(E,)", "M(1)",
			"M((a,b))", "M((a)b)", "M(())", "M(M)", "M(M())", "M(M(1))",
			"M(P)", "M(P P)", "M(TWO)", "M(, P)", "M(-)", "M(\"\")"), false},
		{"nothing else", "#define M(...) __VA_OPT__(x)", calls("M()", "M(1)", "M()M(1)", "M(1)M()", "P M(1)(2)"),
			false},
		{"nothing inside", "#define M(...) a __VA_OPT__() b", calls("M()", "M(1)"), false},
		{"brackets inside", "#define M(...) __VA_OPT__(a(b(c),(d)),e)", calls("M()", "M(1)"), false},
		{"twice", "#define M(x, ...) __VA_OPT__(<) x __VA_OPT__(>)", calls("M(1)", "M(1, 2)", "M()", "M(,)", "M(, E)"),
			false},
		{"a call before it", "#define M(f, ...) f __VA_OPT__((__VA_ARGS__))",
			calls("M(P)", "M(P, 1)", "M(P)(3)", "M(P, 1)(3)", "M(P, E)(4)"), false},
		{"a call after it", "#define M(...) __VA_OPT__(P) (2)", calls("M()", "M(1)"), false},
		{"a name after it", "#define M(...) __VA_OPT__(x) P", calls("M()(1)", "M(1)(2)"), false},
		{"a named list", "#define M(f, args...) f(0 __VA_OPT__(,) args)",
			calls("M(g)", "M(g, 1)", "M(g, 1, 2)", "M(g, E)"), false},
		{"a pasted comma beside it", "#define M(f, ...) f(0, ##__VA_ARGS__ __VA_OPT__(;))",
			calls("M(g)", "M(g, 1)", "M(g, 1, 2)"), false},
		{"parameters inside", "#define M(x, y, ...) __VA_OPT__(x + y,) __VA_ARGS__",
			calls("M(1, 2)", "M(1, 2, 3)", "M(ID, M(1, 2, 3), M(4, 5, 6))", "M(M(1, 2), , E)"), false},
		{"# of a parameter inside", "#define M(x, ...) __VA_OPT__(#x) #x",
			calls("M(ID)", "M(ID, 1)", "M( a  b , 1)", "M(\"a\\n\", 1)"), false},
		{"## inside", "#define M(x, y, ...) __VA_OPT__(x ## y,) __VA_ARGS__",
			calls("M(a, b)", "M(a, b, c, d)", "M(, b, c)", "M(a, , c)", "M(, , c)", "M(I, D, c)"), false},
		{"## of a word inside", "#define M(x, ...) __VA_OPT__(k ## x ## l)", calls("M(m)", "M(m, 1)", "M(, 1)"), false},
		{"# of it", "#define M(x, ...) #__VA_OPT__(x   b  ID #x x, __VA_ARGS__)",
			calls("M(ID)", "M(ID, 1)", "M(ID, E)", "M(ID, ID, 2)", "M(\"a\", 1)"), false},
		{"# of it, pasted inside", "#define M(x, ...) #__VA_OPT__(x##x x##x)", calls("M(a)", "M(a, 1)", "M(, 1)"),
			false},
		{"# of it, apart", "#define M(x, ...) x # __VA_OPT__ ( a ) x", calls("M(1)", "M(1, 2)"), false},
		{"## before it", "#define M(x, ...) q ## __VA_OPT__(z)", calls("M(1)", "M(1, 2)"), false},
		{"## of a parameter before it", "#define M(x, ...) x ## __VA_OPT__(z)",
			calls("M(I)", "M(I, 1)", "M(ID)", "M(ID, 1)", "M(, 1)", "M()"), false},
		{"## behind it", "#define M(x, ...) __VA_OPT__(a x) ## q",
			calls("M(ID)", "M(ID, 1)", "M(, 1)", "M(a b, 1)", "M(a b, E)"), false},
		{"## behind it, then a parameter", "#define M(x, ...) __VA_OPT__(a) ## x",
			calls("M(b)", "M(b, 1)", "M(ID, 1)", "M(, 1)", "M(ID)"), false},
		{"## behind a pasted end", "#define M(x, ...) __VA_OPT__(a x ## x) ## b", calls("M(, 1)", "M()", "M(c, 1)"),
			false},
		{"## before a parameter in it", "#define M(x, ...) q ## __VA_OPT__(x)",
			calls("M(ID)", "M(ID, 1)", "M(, 1)", "M(a b, 1)", "M(M(ID, 1), 1)"), false},
		{"## at both ends", "#define M(x, ...) x ## __VA_OPT__(z) ## y", calls("M(1)", "M(a, 1)", "M(, 1)", "M(a)"),
			false},
		{"## at both ends of nothing", "#define M(x, ...) x ## __VA_OPT__() ## b __VA_OPT__(k ## x ## l)",
			calls("M(m)", "M(m, 1)", "M(, 1)"), false},
		{"two of nothing", "#define M(...) __VA_OPT__()/**/__VA_OPT__()\n#define A(x) a ## x ## b\n#define B(x) A(x)",
			calls("B(M())", "B(M(1))"), false},
		{"words without a blank", "#define M(...) 1 __VA_OPT__(a)b", calls("M()", "M(1)"), false},
		{"signs without a blank", "#define M(...) -__VA_OPT__(x)- 1", calls("M()", "M(1)"), false},
		{"several lines", "#define M(f, ...) \\\n  f(0 __VA_OPT__( \\\n ,) /* a\n comment */ __VA_ARGS__) // another",
			calls("M(g)", "M(g, 1)"), false},
		{"a blank before the list of parameters", "#define M (a, ...) __VA_ARGS__ x", calls("M"), false},
		{"another macro, with #", "#define S(x) #x\n#define M(...) S(a __VA_OPT__(b))", calls("M()", "M(1)", "S(M(1))"),
			false},
		{"another macro, with ##", "#define S(x, y) x ## y\n#define M(...) S(a, __VA_OPT__(b))", calls("M()", "M(1)"),
			false},
		{"a macro of the same kind",
			"#define N(x, ...) <x __VA_OPT__(, __VA_ARGS__)>\n#define M(x, ...) N(x __VA_OPT__(, N(__VA_ARGS__)))",
			calls("M(1)", "M(1, 2)", "M(1, 2, 3)", "N(M(1, N(2)), M(3))"), false},
		{"itself", "#define M(x, ...) x __VA_OPT__(M(__VA_ARGS__))", calls("M(1)", "M(1, 2, 3)", "M(M(1, 2), M(3))"),
			false},
		{"literals with brackets", "#define M(...) __VA_OPT__(\")\" ')' \"(\")", calls("M()", "M(1)"), false},
		{"a macro that is no function", "#define W 1\n#define M(...) W __VA_OPT__(W)", calls("M()", "M(W)"), false},
		{"a macro of the same kind in its content",
			"#define N(x, ...) k ## __VA_OPT__(x) x\n#define M(x, ...) q ## __VA_OPT__(x N(x, __VA_ARGS__))",
			calls("M(ID)", "M(ID, 1)"), false},
		{"in a condition", "#define M(x, ...) x __VA_OPT__(+ __VA_ARGS__) > 2\n#if M(1) || !(M(1, 2))\n#define R wrong\n#else\n#define R right\n#endif",
			calls("R"), false},
		{"another one of the name",
			"#define M(...) <__VA_OPT__(x)>\n#undef M\n#define M(...) [__VA_OPT__(y)]\n#define M(...) [__VA_OPT__(y)]",
			calls("M()", "M(1)"), false},
		{"a name of other letters", "#define Mµ(...) <__VA_OPT__(é)>", calls("Mµ()", "Mµ(1)", "M\\u00b5(1)"), false},
		{"names like ours", "#define M_0(...) <__VA_OPT__(x)>\n#define M(...) M_0(__VA_ARGS__) __VA_OPT__(M_0(__VA_ARGS__))",
			calls("M()", "M(1)"), false},
		{"outside of a macro with variable arguments", "#define M(x) <x __VA_OPT__(1)>", calls("M(1)", "__VA_OPT__(2)"),
			false},
		{"a bracket without its partner", "#define M(...) f(0 __VA_OPT__(,) __VA_ARGS__", calls("M(1)"), true},
		{"## at both ends, of a parameter", "#define M(x, ...) a ## __VA_OPT__(x) ## b", calls("M(1, 2)"), true},
		{"## of two parameters", "#define M(x, y, ...) y ## __VA_OPT__(x)", calls("M(1, 2, 3)"), true},
		{"## of more than a word", "#define M(x, ...) a ## b ## __VA_OPT__(x)", calls("M(1, 2)"), true},
		{"## of a string of it", "#define M(x, ...) L ## #__VA_OPT__(x)", calls("M(1, 2)"), true},
		{"gcc: no bracket", "#define M(...) a __VA_OPT__", calls("M(1)"), true},
		{"gcc: one that stays open", "#define M(...) __VA_OPT__(a", calls("M(1)"), true},
		{"gcc: one in another", "#define M(...) __VA_OPT__(a __VA_OPT__(b))", calls("M(1)"), true},
		{"gcc: ## at its begin", "#define M(...) x __VA_OPT__(## a)", calls("M(1)"), true},
		{"gcc: ## at its end", "#define M(...) x __VA_OPT__(a ##)", calls("M(1)"), true},
	}
	const begin = "#include <stdio.h>\n#define STRING(...) #__VA_ARGS__\n#define EXPANDED(...) STRING(__VA_ARGS__)\n#define E\n#define ID yy\n#define P(x) <x>\n#define TWO E E\n"
	program, body := begin, ""
	for i, c := range cases {
		uses := ""
		for _, call := range c.calls {
			uses += "puts(EXPANDED(" + call + "));\n"
		}
		if !c.refused {
			program += c.macro + fmt.Sprintf("\nvoid f%d(void) {\n%s}\n", i, uses) +
				"#undef M\n#undef N\n#undef S\n#undef A\n#undef B\n#undef W\n"
			body += fmt.Sprintf("f%d();\n", i)
			continue
		}
		for _, use := range []string{uses, "return M(1);", "int M(1);", "M(1)", "int a = 0 M(1);"} {
			_, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(begin + c.macro + "\nint main(void) {\n" + use +
				"return 0; }\n")}}, nil)
			if err == nil || !strings.Contains(err.Error(), "found __VA_OPT__ in the macro M, which is not supported") {
				t.Errorf("%s: %s\nfound %v", c.title, use, err)
			}
		}
		for _, use := range []string{"#if M(1)\n#endif", "#if 0\n#elif !M(1)\n#endif"} {
			if _, _, err := Lower(nil, []Source{{Name: "a.c",
				Text: []byte(begin + c.macro + "\n" + use + "\nint main(void) { return 0; }\n")}}, nil); err == nil {
				t.Errorf("%s: found no error in #if", c.title)
			}
		}
		if _, _, err := Lower(nil,
			[]Source{{Name: "a.c", Text: []byte(begin + c.macro +
				"\nint main(void) { return sizeof STRING(M(1)); }\n")}}, nil); err != nil {
			t.Errorf("%s: where it is not expanded, found %v", c.title, err)
		}
	}
	program += "int main(void) {\n" + body + "return 0; }\n"
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(program)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-std=gnu17", "-w", "-o", binary, file).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	out, err := exec.Command(binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	r := executeProgram(t, p, "")
	got, want := strings.Split(r.out, "\n"), strings.Split(string(out), "\n")
	for _, c := range cases {
		for _, call := range c.calls {
			if !c.refused {
				if len(got) == 0 || len(want) == 0 || strings.ReplaceAll(got[0], " ", "") !=
					strings.ReplaceAll(want[0], " ", "") {
					t.Fatalf("%s: %s\nfound %q%s, want %q", c.title, call, got, r.blocked, want[0])
				}
				got, want = got[1:], want[1:]
			}
		}
	}
}

// TestOptionalOfOptions: a macro of the command line has the word, too.
func TestOptionalOfOptions(t *testing.T) {
	text := "int main(void) { return SUM(3) * 10 + SUM(3, 4) - 37; }"
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}},
		map[string]string{"define": "SUM(x, ...)=(x __VA_OPT__(+) __VA_ARGS__)"})
	if err != nil {
		t.Fatal(err)
	}
	if r := executeProgram(t, p, ""); r.status != 0 || r.blocked != "" {
		t.Errorf("found %d%s", r.status, r.blocked)
	}
}

func calls(list ...string) []string { return list }
