package c

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics"
)

// broken are declarations with an error, by the names that they declare. Others and main come behind them. A run that
// needs a name is refused for it, and no other run.
var broken = []struct {
	title, text string
	use         string // an expression that needs what is declared; "" if nothing can
	why         string // in the reason why it is refused
}{
	{"a body that does not parse", "int f(int n) { return n + ; }", "f(1)",
		`function f, which has an error: a.c:1:27: found ";", want an expression`},
	{"a static function", "static int f(int n) { return n + ; }", "f(1)", "function f, which has an error: a.c:1:34"},
	{"a label that is missing", "int f(void) { goto out; }", "f()", "function f, which has an error: a.c:1:20"},
	{"a name that is missing", "int f(void) { return missing; }", "f()", "function f, which has an error: a.c:1:22"},
	{"the address of such a function", "int f(void) { return 1 +; } int (*p)(void) = f;", "p()",
		"function f, which has an error"},
	{"brackets that do not fit", "int f(void) { return (1; }", "f()", "function f, which has an error"},
	{"a body in a macro", "#define BODY { return + ; }\nint f(void) BODY", "f()",
		"function f, which has an error: a.c:2"},
	{"a head in a macro", "#define HEAD(n) int n(foo x)\nHEAD(f) { return 1; }", "f()",
		"function f, which has an error: a.c:2"},
	{"a name that a macro pastes", "#define HEAD(n) int g_ ## n(foo x)\nHEAD(f) { return 1; }", "g_f()",
		"function g_f, which has an error: a.c:2"},
	{"a parameter list", "int f(int n, foo x) { return n; }", "f(1, 2)", "function f, which has an error: a.c:1:18"},
	{"a prototype", "int f(foo x);", "f(1)", "function f, which has an error: a.c:1:11"},
	{"a prototype, with a definition behind it", "int f(foo x);\nint f(int x) { return x; }", "f(1)",
		"function f, which has an error: a.c:1:11"},
	{"a pointer to a function", "int (*f)(foo x);", "f(1)", "f, which has an error: a.c:1:14"},
	{"a function that returns a pointer to one", "int (*f(int n))(foo x) { return 0; }", "f(1)",
		"f, which has an error: a.c:1"},
	{"parameters in front", "int f(int n; int a[n], int n) { return a[0]; }", "f(0, 1)",
		"function f, which has an error: a.c:1:12"},
	{"an old definition", "int f(a, b) int a; foo b; { return a; }", "f(1, 2)",
		"function f, which has an error: a.c:1:24"},
	{"the body of an old definition", "int f(a, b) int a; char b; { return a + ; }", "f(1, 2)",
		"function f, which has an error: a.c:1:41"},
	{"a function in a function", "int f(void) { int g(void) { return + ; } return g(); }", "f()",
		"function f, which has an error: a.c:1:38"},
	{"an initializer", "int x[2] = { [0] = };", "x[1]",
		`object x, which has an error: a.c:1:20: found "}", want an expression`},
	{"an initializer, with another declaration", "int x;\nint x = 5 +;", "x", "object x, which has an error: a.c:2:12"},
	{"an initializer that gives a length", "static int x[] = { 1, 2 +};", "sizeof x",
		"found sizeof of the incomplete type int []"},
	{"an initializer that is no constant", "int g(void); int x = g();", "x", "object x, which has an error: a.c:1:22"},
	{"two objects", "int x = 1 +, y = 2;", "y", "y, which has an error: a.c:1:12"},
	{"an object of a type that nobody declares", "foo x = 3;", "x", "x, which has an error: a.c:1:5"},
	{"an address of such an object", "foo x = 3; int *p = &x;", "*p",
		"p, which has an error: a.c:1:22: found x, which has an error: a.c:1:5"},
	{"an array of negative length", "int x[-1];", "x[0]", "x, which has an error: a.c:1:7"},
	{"a type", "typedef struct { int a[-1]; } t;\nint f(t *p) { return p->a[0]; }", "f(0)",
		"function f, which has an error: a.c:2"},
	{"a type as a parameter without a name", "typedef struct { int a[-1]; } t;\nint f(t);", "f(0)",
		"f, which has an error: a.c:2:7: found t, which has an error: a.c:1"},
	{"a type in a body", "typedef foo t;\nint f(void) { t x = 3; return x; }", "f()",
		"function f, which has an error: a.c:2"},
	{"a type as a function", "typedef foo t;\nint f(void) { return (t)(1.5); }", "f()",
		"function t, which has an error: a.c:1"},
	{"a structure", "struct s { foo x; int y; };\nint f(void) { struct s s; return s.y; }", "f()",
		"function f, which has an error: a.c:2"},
	{"a structure twice", "struct s { int x; };\nstruct s { int y; };\nint f(void) { struct s s; s.y = 1; return s.y; }",
		"f()", "function f, which has an error: a.c:3"},
	{"an enumeration", "enum e { A = , B };\nint f(void) { return B; }", "f()",
		"function f, which has an error: a.c:2:22"},
	{"an assertion that does not hold", `_Static_assert(0, "no");`, "", ""},
	{"an assertion that does not parse", `_Static_assert(0 +, "no");`, "", ""},
	{"no declaration", "here is nothing;", "", ""},
	{"a function twice", "int f(void) { return 1; }\nint f(void) { return 2; }", "f()",
		"function f, which has an error: a.c:2:5"},
	{"two types of one function", "int f(int);\nint f(char *p) { return 1; }", "f(0)",
		"f, which has an error: a.c:2:5"},
	{"a function of the library", "#include <string.h>\nsize_t strlen(const char *s) { return 1 + ; }", `strlen("a")`,
		"function strlen, which has an error: a.c:2"},
	{"a function without a declaration that the library has", "foo abs(int x) { return 7; }", "abs(-1)",
		"function abs, which has an error: a.c:1"},
	{"a function of the compiler", "foo alloca(int x) { return 0; }", "alloca(1)",
		"function alloca, which has an error: a.c:1"},
	{"a function that is weak elsewhere", "extern int f(void) __attribute__((weak));\nint f(void) { return 1 + ; }",
		"f()", "function f, which has an error: a.c:2"},
	{"a weak function", "extern int f(void) __attribute__((weak));\nint f(foo x) { return 1; }", "f()",
		"function f, which has an error: a.c:2:11"},
	{"the address of a weak function", "extern int f(void) __attribute__((weak));\nint f(foo x) { return 1; }",
		"f == 0", "function f, which has an error: a.c:2:11"},
	{"the address of a weak function that may have no body", "extern int f(void) __attribute__((weak));\nint f(foo x);",
		"!f", "function f, which has an error: a.c:2:11"},
	{"the same in an initializer", "extern int f(void) __attribute__((weak));\nint f(foo x); int (*p)(void) = f;",
		"p == 0", "object p, which has an error: a.c:2:32"},
	{"the address of a weak object", "extern int x __attribute__((weak));\nfoo x = 3;", "&x == 0",
		"object x, which has an error: a.c:2:5"},
	{"a weak reference to a weak function",
		"extern int f(void) __attribute__((weak));\nint f(foo x) { return 1; }\nstatic int h(void) __attribute__((weakref(\"f\")));",
		"h == 0", "function h, which has an error: a.c:2:11"},
	{"another name of a function", "static int g(void) { return 1 + ; }\nint f(void) __attribute__((alias(\"g\")));",
		"f()", "function g, which has an error: a.c:1"},
	{"a name by #line", "#line 70 \"b.y\"\nint f(void) { return 1 + ; }", "f()",
		"function f, which has an error: a.c:2:26"},
	{"a condition between two heads", "#if 1\nint f(int n) {\n#else\nint f(void) {\n#endif\nreturn 1 + ; }", "f(1)",
		"function f, which has an error: a.c:6:12"},
	{"a directive in a body", "int f(void) {\n#define TWO 2\nreturn 1 + ; }\nint g(void) { return TWO; }", "f() + g()",
		"function f, which has an error: a.c:3:12"},
	{"a packing behind an error", "struct s { foo x; };\n#pragma pack(push, 1)\nint f(struct s *s) { return s->x; }",
		"f(0)", "function f, which has an error: a.c:3"},
}

// behind are the declarations behind each broken one: they are read as they would be without it.
const behind = `
#line 100
static int twice(int x) { return 2 * x; }
int table[] = { 1, 2, 3 };
`

func TestBroken(t *testing.T) {
	for _, c := range broken {
		t.Run(c.title, func(t *testing.T) {
			run := func(result string) (status int, r result0) {
				text := c.text + behind + "int use(void) { return " + result +
					"; }\nint main(void) { return twice(table[2]) - 6 + use(); }\n"
				p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
				if err != nil {
					t.Fatalf("%s\n%v", text, err)
				}
				got := executeProgram(t, p, "")
				return int(got.status), result0{got.blocked, got.fault, len(p.Removed)}
			}
			if status, r := run("0"); status != 0 || r.blocked != "" || r.fault != "" {
				t.Errorf("what does not need it: found status %d, %+v, want 0", status, r)
			}
			if c.use == "" {
				return
			}
			if _, r := run(c.use); !strings.Contains(r.blocked, c.why) {
				t.Errorf("found %+v, want it refused for %q", r, c.why)
			}
		})
	}
}

type result0 struct {
	blocked, fault string
	removed        int
}

// TestErrors: each error of a program is found, whatever refers to what has it, and from where.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"a function that another one calls before it",
			"int g(int n); int f(int n) { return g(n); } int g(int n) { return n + no; }", "a.c:1:71"},
		{"a function that nothing refers to", "int g(int n) { return n + no; }", "a.c:1:27"},
		{"an object that a function needs before it", "extern int x; int f(void) { return x; } int x = no;",
			"a.c:1:49"},
		{"an object that a function needs behind it", "int x = no; int f(void) { return x; }", "a.c:1:9"},
		{"an object that an object needs", "extern int x; int *p = &x; int x = no;", "a.c:1:36"},
		{"a function that main calls", "int g(int n) { return n + no; } int f(void) { return g(1); }", "a.c:1:27"},
		{"no error", "int g(int n); int f(int n) { return g(n); } int g(int n) { return n; }", ""},
	} {
		err := Errors(nil, []Source{{Name: "a.c", Text: []byte(c.text + "\nint main(void) { return 0; }\n")}}, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil ||
			!strings.HasPrefix(err.Error(), c.want+": found no, want a name that is declared")) {
			t.Errorf("%s: found %v, want it at %q", c.title, err, c.want)
		}
	}
}

// Where nobody can say what a program means without what has an error, it is no program.
func TestNoProgramWithout(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"the entry function", "int main(void) { return + ; }", `a.c:1:27: found ";", want an expression`},
		{"its head", "int main(foo x) { return 0; }", `a.c:1:14: found "x", want ")"`},
		{"a function that another declaration lets run before main",
			"extern void f(void) __attribute__((constructor));\nvoid f(foo x) { }\nint main(void) { return 0; }",
			`a.c:2:12: found "x", want ")"`},
		{"a function that runs after main",
			"extern void f(void) __attribute__((weak, destructor));\nint f = 1 +;\nint main(void) { return 0; }",
			`a.c:2:12: found ";", want an expression`},
		{"the entry function twice", "int main(void) { return 0; }\nint main(void) { return 1; }",
			"a.c:2:5: found another definition of main, want only the one at a.c:1:5"},
		{"the condition of the inputs", "void vouch_requires(foo x) { }\nint main(void) { return 0; }",
			`a.c:1:25: found "x", want ")"`},
		{"what runs before main", "__attribute__((constructor)) static foo f(void) { }\nint main(void) { return 0; }",
			`a.c:1:41: found "f", want a declaration`},
		{"what is counted", "int f(foo x, int y[__COUNTER__ + 1]);\nint main(void) { return __COUNTER__; }",
			`a.c:1:11: found "x", want ")"`},
		{"a pragma by an operator",
			"_Pragma(\"pack(1)\") int f(foo x);\nstruct s { char c; int n; };\nint main(void) { return sizeof(struct s); }",
			`a.c:1:30: found "x", want ")"`},
		{"the end is missing", "int f(void) { return 1;\nint main(void) { return 0; }",
			`a.c:2:29: found end of file, want "}"`},
		{"a directive", "#error no\nint main(void) { return 0; }", "a.c:1:2: no"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil)
			if err == nil {
				t.Fatal("it is accepted")
			}
			if got, _, _ := strings.Cut(err.Error(), "\n"); got != c.want {
				t.Errorf("found %s\nwant  %s", got, c.want)
			}
		})
	}
}

// Names that are refused in one file are so in all files, unless they are static there; names of other parts are not.
func TestBrokenElsewhere(t *testing.T) {
	for _, c := range []struct{ title, text, blocked string }{
		{"a function", "\n== a.c\nint f(foo x) { return 1; }\n== b.c\nint f(int); int main(void) { return f(1); }\n",
			"function f, which has an error: a.c:1:11"},
		{"a weak function of the other file",
			"\n== a.c\nint f(foo x) { return 1; }\n== b.c\n__attribute__((weak)) int f(int x) { return 0; } int main(void) { return f(1); }\n",
			"function f, which has an error: a.c:1:11"},
		{"a tentative object of the other file",
			"\n== a.c\nint x = 1 +;\n== b.c\nint x; int main(void) { return x; }\n",
			"object x, which has an error: a.c:1:12"},
		{"a static function", "\n== a.c\nstatic int f(foo x) { return 1; }\n== b.c\nint f(int x) { return 0; } int main(void) { return f(1); }\n",
			""},
		{"a static function of the other file",
			"\n== a.c\nint f(foo x) { return 1; }\n== b.c\nstatic int f(int x) { return 0; } int main(void) { return f(1); }\n",
			""},
		{"the name of a parameter",
			"\n== a.c\nint f(int x, foo y) { return 1; }\n== b.c\nint x, y; int main(void) { return x + y; }\n", ""},
		{"a function that is called there",
			"\n== a.c\nint g(int); int f(foo y) { return g(1); } int (*p)(int) = &g +;\n== b.c\nint g(int x) { return 0; } int main(void) { return g(1); }\n",
			""},
		{"a header", "\n== a.c\n#include \"h.h\"\nint main(void) { return g(); }\n== b.c\n#include \"h.h\"\nint h(void) { return f(1); }\n== h.h\nint f(foo x);\nstatic int g(void) { return 0; }\n",
			""},
		{"a header that is included twice",
			"\n== a.c\n#include \"h.h\"\n#include \"h.h\"\nint main(void) { return h(); }\n== h.h\nint f(foo x);\nint h(void);\n",
			"function h, which has no body"},
		{"what may follow a brace that is missing",
			"\n== a.c\nint abs(int); int main(void) { return abs(-1) - 1; }\n== b.c\nint g(void) { return 1;\nint abs(int x) { return 7; }\n",
			"function abs, which has an error: b.c:2:"},
		{"what may follow a bracket that is missing",
			"\n== a.c\nint abs(int); int main(void) { return abs(-1) - 1; }\n== b.c\nint g[(1;\nint abs(int x) { return 7; }\n",
			"function abs, which has an error: b.c:1:"},
		{"another function than those that may follow",
			"\n== a.c\nint toupper(int); int main(void) { return toupper(97) - 65; }\n== b.c\nint g(void) { return 1;\nint abs(int x) { return 7; }\n",
			""},
		{"all of a file but main", "\n== a.c\nint x = 1 +;\n== b.c\nint main(void) { return 0; }\n", ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			p, _, err := Lower(nil, unpack(c.text), nil)
			if err != nil {
				t.Fatal(err)
			}
			if r := executeProgram(t, p, ""); r.blocked != "" && c.blocked == "" ||
				!strings.Contains(r.blocked, c.blocked) || r.fault != "" || r.status != 0 {
				t.Errorf("found %+v, want %q", r, c.blocked)
			}
			if len(p.Removed) == 0 {
				t.Error("found no error that people are told of")
			}
		})
	}
}

// After many errors of this kind, a unit loses all that follows in the file; the work is a multiple of the size.
func TestManyBroken(t *testing.T) {
	charged := func(n int) int64 {
		text := "static int good(void) { return 0; }\nint main(void) { return good(); }\n" +
			strings.Repeat("int f(foo x);\n", n) + "int after(void) { return 0; }\n"
		m := semantics.NewMeter(1<<40, 1<<40)
		p, _, err := Lower(m, []Source{{Name: "a.c", Text: []byte(text)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := executeProgram(t, p, ""); r.status != 0 || r.blocked != "" || len(p.Removed) != min(n, maxRounds+1) {
			t.Fatalf("%d: found %+v, %d errors", n, r, len(p.Removed))
		}
		left := int64(0)
		for bit := int64(1) << 39; bit > 0; bit /= 2 {
			if rest := left + bit; m.Charge(int(bit)) {
				left = rest
			}
			if m.Exhausted() {
				break
			}
		}
		return 1<<40 - left
	}
	if few, many := charged(100), charged(1000); many > 12*few {
		t.Errorf("100 errors take %d units of work, 1000 take %d", few, many)
	}
}

// TestMutilated: whatever is cut out of a program, nothing panics, and what is left of it is a program or has an error.
func TestMutilated(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	programs, err := filepath.Glob("testdata/*.c")
	if err != nil || len(programs) == 0 {
		t.Fatalf("found no programs: %v", err)
	}
	removed := 0
	for range effort.Of(400) {
		text, err := os.ReadFile(programs[random.IntN(len(programs))])
		if err != nil {
			t.Fatal(err)
		}
		list := lexemes(text)
		for range 1 + random.IntN(3) {
			l := list[random.IntN(len(list))]
			switch random.IntN(3) {
			case 0:
				blank(text[l.start:l.end])
			case 1:
				text[l.start] = "(){}[];=,#"[random.IntN(10)]
			default:
				text = text[:min(len(text), l.end+random.IntN(400))]
			}
			if list = lexemes(text); len(list) == 0 {
				break
			}
		}
		p, _, err := Lower(semantics.NewMeter(1<<32, 1<<30),
			[]Source{{Name: "a.c", Text: append(text, "\nint last(void) { return 0; }\n"...)}},
			map[string]string{"entry": "last"})
		switch {
		case err != nil:
		case len(p.Removed) > 0:
			removed++
			fallthrough
		default:
			if err := p.Check(); err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
		}
	}
	if removed == 0 {
		t.Error("nothing was taken out")
	}
}
