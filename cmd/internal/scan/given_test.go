package scan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// aliases has functions that are tried with two pointers to one object.
var aliases = []verdictRow{
	{"a member is freed and the parameter is used",
		"#include <stdlib.h>\nstruct s { char *t; };\nchar f(struct s *p, const char *x) { char c; if (!p || !x) return 0; free(p->t); p->t = 0; c = x[0]; return c; }",
		Bug, []string{"use after free"}},
	{"the parameter is used first",
		"#include <stdlib.h>\nstruct s { char *t; };\nchar f(struct s *p, const char *x) { char c; if (!p || !x) return 0; c = x[0]; free(p->t); p->t = 0; return c; }",
		Safe, nil},
	{"they are compared", "#include <stdlib.h>\nstruct s { char *t; };\nchar f(struct s *p, const char *x) { char c; if (!p || !x || p->t == x) return 0; free(p->t); p->t = 0; c = x[0]; return c; }",
		Safe, nil},
	{"the parameter may not be an alias",
		"#include <stdlib.h>\nstruct s { char *t; };\nchar f(struct s *restrict p, const char *restrict x) { char c; if (!p || !x) return 0; free(p->t); p->t = 0; c = x[0]; return c; }",
		Safe, nil},
	{"another type", "#include <stdlib.h>\nstruct s { char *t; };\nint f(struct s *p, const int *x) { int c; if (!p || !x) return 0; free(p->t); p->t = 0; c = x[0]; return c; }",
		Safe, nil},
	{"a member that is const is freed",
		"#include <stdlib.h>\nstruct s { const char *t; };\nchar f(struct s *p, const char *x) { char c; if (!p || !x) return 0; free((void *)p->t); p->t = 0; c = x[0]; return c; }",
		Bug, []string{"use after free"}},
	{"nothing is freed", "struct s { const char *t; };\nchar f(struct s *p, const char *x) { return p && p->t && x ? x[0] == p->t[0] : 0; }",
		Safe, nil},
	{"a parameter that the function takes is freed",
		"#include <stdlib.h>\nchar f(char *p, const char *x) { char c; if (!p || !x) return 0; free(p); c = x[0]; return c; }",
		Safe, nil},
	{"a number of the structure decides",
		"#include <stdlib.h>\nstruct s { int own; char *t; };\nchar f(struct s *p, const char *x) { char c; if (!p || !x) return 0; if (p->own) free(p->t); p->t = 0; c = x[0]; return c; }",
		Bug, []string{"use after free", `"p[0].own":"`}},
	{"a buffer grows before it is copied to",
		"#include <stdlib.h>\n#include <string.h>\nstruct s { unsigned char *at; };\nvoid f(struct s *p, const unsigned char *x) { if (!p || !x) return; unsigned char *n = malloc(8); n[0] = 0; free(p->at); p->at = n; memcpy(n, x, 2); }",
		Bug, []string{"use after free"}},
}

func TestAlias(t *testing.T) {
	checkVerdicts(t, aliases, func(o *Options) { o.Alias = true })
	for _, row := range aliases { // nothing is found without
		if f := scanned(t, row.text, nil)["f"]; f.Verdict != Safe {
			t.Errorf("%s: found %s, want %s: %s", row.title, f.Verdict, Safe, textOf(t, f))
		}
	}
}

// TestPublicAlias: without being asked, a function is tried with a member of a structure in a header that it may free.
func TestPublicAlias(t *testing.T) {
	const head = "struct s { int own; char *t; char **many; };\nstruct hooks { void (*give)(void *); };\n"
	for _, row := range []struct {
		title, text string
		verdict     Verdict
	}{
		{"a member is freed and the parameter is used",
			"char f(struct s *p, const char *x) { char c; if (!p || !x) return 0; free(p->t); p->t = 0; c = x[0]; return c; }",
			Bug},
		{"a number of the structure decides",
			"char f(struct s *p, const char *x) { char c; if (!p || !x) return 0; if (p->own) free(p->t); p->t = 0; c = x[0]; return c; }",
			Bug},
		{"a function frees it that a variable has",
			"static struct hooks h = { free };\nstatic void set(struct s *p, const char *x, const struct hooks *h) { if (p->t) h->give(p->t); p->t = 0; p->own = x[0]; }\nvoid f(struct s *p, const char *x) { if (p && x) set(p, x, &h); }",
			Bug},
		{"the parameter is used first",
			"char f(struct s *p, const char *x) { char c; if (!p || !x) return 0; c = x[0]; free(p->t); p->t = 0; return c; }",
			Safe},
		{"nothing is freed", "char f(struct s *p, const char *x) { return p && p->t && x ? x[0] == p->t[0] : 0; }",
			Safe},
		{"something else is freed",
			"char f(struct s *p, const char *x, char *y) { char c; if (!p || !x) return 0; free(y); c = x[0] == (p->t ? p->t[0] : 0); return c; }",
			Safe},
		{"no header has the structure",
			"struct own { char *u; };\nchar f(struct own *p, const char *x) { char c; if (!p || !x) return 0; free(p->u); p->u = 0; c = x[0]; return c; }",
			Safe},
	} {
		file := filepath.Join(t.TempDir(), "s.h")
		if err := os.WriteFile(file, []byte(head), 0o644); err != nil {
			t.Fatal(err)
		}
		f := scanned(t, "#include <stdlib.h>\n#include \""+file+"\"\n"+row.text, nil)["f"]
		if f.Verdict != row.verdict || row.verdict == Bug && !strings.Contains(textOf(t, f), "use after free") {
			t.Errorf("%s: found %s, want %s: %s", row.title, f.Verdict, row.verdict, textOf(t, f))
		}
	}
}

// given has functions whose global variables begin with any value.
var given = []verdictRow{
	{"a number", "static int n = 3; int f(void) { return 10 / n; }", Latent, []string{`"requires":"n != 0"`}},
	{"a number that is external", "int n = 3; int f(void) { return 10 / n; }", Latent, []string{`"requires":"n != 0"`}},
	{"a number that is looked at", "static int n = 3; int f(void) { return n == 0 ? 10 / n : 1; }", Bug,
		[]string{"division by zero"}},
	{"a constant", "static const int n = 3; int f(void) { return 10 / n; }", Safe, nil},
	{"a number that another function uses",
		"static int n = 3; int g(void) { return n; } int f(void) { return 10 / 3; }", Safe, nil},
	{"a pointer", "static int x = 3; static int *p = &x; int f(void) { return *p; }", Latent,
		[]string{`"requires":"p != NULL"`}},
	{"a pointer that keeps what it leads to",
		"static const int x = 3; static const int *p = &x; int f(void) { return p && *p == 3 ? 1 : 0; }", Safe, nil},
	{"a member", "static struct { int a, b; } s = { 1, 2 }; int f(void) { return 10 / s.b; }", Latent,
		[]string{`"requires":"s.b != 0"`}},
	{"an element", "static unsigned char a[100]; int f(void) { return a[99] == 7 ? 10 / (a[99] - 7) : 0; }", Bug,
		[]string{"division by zero"}},
	{"a variable inside of the function", "int f(void) { static int n = 3; return n == 4; }", Unknown,
		[]string{"the variable f.n begins with its initial value: it is declared inside of a function"}},
	{"a large array", "static int a[1000]; int f(unsigned i) { return i < 1000 ? a[i] == 3 : 0; }", Unknown,
		[]string{"the variable a begins with its initial value: it has more than 128 elements"}},
	{"a variable with the name of a parameter",
		"static int n = 3; static int g(void) { return n == 3; } int f(int n) { return g() && n == 3; }", Unknown,
		[]string{"the variable n begins with its initial value: a parameter has its name"}},
	{"a union with a pointer", "static union { char *t; long n; } u; int f(void) { return u.n == 3; }", Unknown,
		[]string{"the variable u begins with its initial value: it has a union with a pointer"}},
	{"a variable of vouch", "#include <errno.h>\nint f(int x) { return errno == x; }", Safe, nil},
}

func TestGlobals(t *testing.T) {
	checkVerdicts(t, given, func(o *Options) { o.Globals = true })
	for _, row := range given { // they begin with their initial values otherwise
		if f := scanned(t, row.text, nil)["f"]; f.Verdict != Safe || strings.Contains(textOf(t, f), "initial value") {
			t.Errorf("%s: found %s, want %s: %s", row.title, f.Verdict, Safe, textOf(t, f))
		}
	}
}
