package c

import (
	"fmt"
	"strings"
	"testing"
)

// TestUndefined: which functions have no body where something calls them.
func TestUndefined(t *testing.T) {
	for _, x := range []struct {
		title, text string
		want        string // the names, the numbers of parameters, the results and the lines
	}{
		{"none", "int f(void) { return 1; } int main(void) { return f(); }", ""},
		{"one", "int f(int n, char *s); int main(void) { return f(1, 0); }", "f 2 int 1"},
		{"one that nobody calls", "int f(int n); int main(void) { return 0; }", ""},
		{"one that only another function calls that nobody calls",
			"\nint f(int n); int g(void) { return f(1); } int main(void) { return 0; }", "f 1 int 2"},
		{"one without a result", "void f(void); int main(void) { f(); return 0; }", "f 0 void 1"},
		{"one with more arguments", "long f(const char *s, ...); int main(void) { return f(\"\", 2); }",
			"f 1 long ... 1"},
		{"one without a prototype", "int f(); int main(void) { return f(2); }", "f 0 int 1"},
		{"one that nobody declares", "int main(void) { return f(2); }", "f 0 int 1"},
		{"one through a pointer", "int f(int n); int (*p)(int) = f; int main(void) { return p(2); }", "f 1 int 1"},
		{"two, by their names", "struct s { int n; }; struct s *b(void); char *a(struct s x); int main(void) { return !b() + !a(*b()); }",
			"a 1 char * 1, b 0 struct s * 1"},
		{"one of another unit", "int f(int n); static int g(int n) { return n; } int main(void) { return f(g(1)); }",
			"f 1 int 1"},
		{"a model", "unsigned long strlen(const char *s); int main(void) { return strlen(\"a\"); }", ""},
	} {
		t.Run(x.title, func(t *testing.T) {
			for _, undefined := range []string{"any", "direct", ""} {
				options := map[string]string{}
				if undefined != "" {
					options["undefined"] = undefined
				}
				all, err := Undefined(nil, []Source{{Name: "a.c", Text: []byte(x.text + "\n")}}, options)
				if err != nil {
					t.Fatal(err)
				}
				var list []string
				for _, e := range all {
					more := ""
					if e.Variadic {
						more = " ..."
					}
					list = append(list, fmt.Sprintf("%s %d %s%s %d", e.Name, len(e.Parameters), e.Result, more,
						e.Where.Pos.Line))
				}
				want := x.want
				if undefined == "" {
					want = ""
				}
				if got := strings.Join(list, ", "); got != want {
					t.Errorf("undefined=%s: found %q, want %q", undefined, got, want)
				}
			}
		})
	}
}
