package load

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
)

// TestLink: a program that is linked runs as one that is read as a whole, and passes the check of the core. What does
// not fit is refused.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("a.c", `#include <string.h>
static int calls, table[3] = { 5, 6, 7 };
static int twice(int x) { calls++; return 2 * x; }
int g(int);
int f(int x) { return twice(x) + g(x) + table[calls] + (int)strlen("four"); }
long big(long x) { return x; }
struct s { int a, b; };
struct s both(int x) { struct s r = { x, 7 }; return r; }
int sum(const struct s *p, int (*h)(int)) { return p->a + h(p->b); }
int old(a, x) int a; float x; { return a + (int)x; }
int wrong(int x) { return x +; }
`)
	b := write("b.c", "static int twice(int x) { return 3 * x; }\nint g(int x) { return twice(x); }\nint unused(int x) { return x / 0; }\nvoid *vouch_b[] = { (void *)twice };\n")
	name := filepath.Join(dir, "base.c")
	base := func(functions string) string {
		return "#include \"a.c\"\nextern void *vouch_b[];\nvoid *vouch_a[] = { " + functions +
			" };\nint main(void) { return !vouch_a + !vouch_b; }\n"
	}
	c := C{Texts: map[string][]byte{name: []byte(base("(void *)f, (void *)twice, (void *)big, (void *)both, (void *)sum, (void *)old"))}}
	p, _, err := c.Files(name, b)
	if err != nil {
		t.Fatal(err)
	}
	tables := []Table{{name, "vouch_a", []string{"f", "t", "big", "both", "sum", "old"}}, {b, "vouch_b", []string{"t"}}}
	k, err := p.Base("library_", tables)
	if err != nil {
		t.Fatal(err)
	}
	const draw = "int vouch_symbolic_int(const char *); "
	for _, row := range []struct {
		title, table, text string
		in, want           int64
	}{
		{"a function", name, draw + "int f(int); int main(void) { return f(vouch_symbolic_int(\"x\")); }", 3,
			6 + 9 + 6 + 4},
		{"a static function", name, draw + "int t(int); int main(void) { return t(vouch_symbolic_int(\"x\")); }", 4, 8},
		{"a static function of that name in another file", b,
			draw + "int t(int); int main(void) { return t(vouch_symbolic_int(\"x\")); }", 4, 12},
		{"an object of the library", name,
			draw + "int t(int); int main(void) { int *p = __builtin_malloc(4); *p = vouch_symbolic_int(\"x\"); return t(*p); }",
			4, 8},
		{"a function of the library by its name with a prefix", name,
			draw + "unsigned long library_strlen(const char *); int main(void) { return (int)library_strlen(\"seven!!\") + vouch_symbolic_int(\"x\"); }",
			4, 11},
		{"a structure", name, draw +
			"struct s { int a, b; }; struct s both(int); int main(void) { struct s r = both(vouch_symbolic_int(\"x\")); return r.a * 10 + r.b; }",
			4, 47},
		{"a function of its own behind a pointer", name, draw +
			"struct s { int a, b; }; int sum(const struct s *, int (*)(int)); static int h(int x) { return x * 5; } int main(void) { struct s r = { vouch_symbolic_int(\"x\"), 2 }; return sum(&r, h); }",
			4, 14},
	} {
		t.Run(row.title, func(t *testing.T) {
			linked, err := k.Link(t.Context(), nil, row.table, filepath.Join(dir, "scan.c"), []byte(row.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := exits(t, linked.Core, row.in); got != row.want {
				t.Errorf("found the status %d, want %d", got, row.want)
			}
			distinct := *linked.Core
			distinct.Funcs, distinct.Globals = slices.Clone(distinct.Funcs), slices.Clone(distinct.Globals)
			for i, f := range distinct.Funcs { // what takes the place of others has one name
				if f == unused {
					g := *f
					g.Name = fmt.Sprintf("unused_%d", i)
					distinct.Funcs[i] = &g
				}
			}
			for i, g := range distinct.Globals {
				if g == absent {
					h := *g
					h.Name = fmt.Sprintf("absent_%d", i)
					distinct.Globals[i] = &h
				}
			}
			if err := distinct.Check(); err != nil {
				t.Error(err)
			}
			if !slices.Contains(linked.Core.Funcs, unused) {
				t.Error("found that nothing was left out")
			}
			if file, _ := linked.Place(linked.Core.Funcs[k.main].Span); filepath.Base(file) != "scan.c" {
				t.Errorf("found main in %s, want scan.c", file)
			}
		})
	}
	for _, row := range []struct{ title, table, text string }{
		{"a function that is not in the table", name, "int g(int); int main(void) { return g(1); }"},
		{"a function of the library that the base does not have", name,
			"unsigned long library_strnlen(const char *, unsigned long); int main(void) { return library_strnlen(\"\", 1); }"},
		{"a function of the library with another type", name,
			"int library_strlen(const char *); int main(void) { return library_strlen(\"\"); }"},
		{"a function of the program with the prefix", name,
			"int library_g(int); int main(void) { return library_g(1); }"},
		{"a function of another file", b, "int f(int); int main(void) { return f(1); }"},
		{"no such table", "c.c", "int f(int); int main(void) { return f(1); }"},
		{"another type of a parameter", name, "int f(long); int main(void) { return f(1); }"},
		{"another type of the result", name, "char f(int); int main(void) { return f(1); }"},
		{"one parameter more", name, "int f(int, int); int main(void) { return f(1, 2); }"},
		{"a structure of another size", name,
			"struct s { char a; }; struct s both(int); int main(void) { return both(1).a; }"},
		{"a parameter that becomes larger in a function without a prototype", name,
			"int old(int, float); int main(void) { return old(1, 2); }"},
		{"an error in main", name, "int f(int); int main(void) { return f(1) +; }"},
		{"an error outside of functions", name, "int x = ; int f(int); int main(void) { return f(1); }"},
		{"no main", name, "int f(int); int start(void) { return f(1); }"},
	} {
		if _, err := k.Link(t.Context(), nil, row.table, filepath.Join(dir, "scan.c"), []byte(row.text)); err == nil {
			t.Errorf("%s: found that it is linked, want an error", row.title)
		}
	}
	for _, row := range []struct {
		title  string
		tables []Table
	}{
		{"a table of another length", []Table{{name, "vouch_a", []string{"f"}}, tables[1]}},
		{"no such table", []Table{{name, "vouch_c", []string{"f"}}}},
		{"a table of numbers", []Table{{name, "table", []string{"1", "2", "3"}}}},
	} {
		if _, err := p.Base("library_", row.tables); !errors.Is(err, errUnlinked) {
			t.Errorf("%s: found %v, want %v", row.title, err, errUnlinked)
		}
	}
}

// exits runs a program with one value for all inputs, and returns its exit status.
func exits(t *testing.T, p *core.Program, in int64) int64 {
	t.Helper()
	m := &core.Machine{Program: p, Meter: semantics.NewMeter(1<<20, semantics.Unlimited),
		Input: func(int, string) (*big.Int, bool) { return big.NewInt(in), true }}
	s, _ := m.Run(m.Start(), 1<<16)
	if !s.Ended() {
		f, _ := m.Fault(s)
		t.Fatalf("found that the program does not end, but stops in %s: %v", s.Func().Name, f)
	}
	n, ok := s.Status().Integer()
	if !ok {
		t.Fatal("found no status")
	}
	return n.Int64()
}
