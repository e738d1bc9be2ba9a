package finder_test

import (
	"strings"
	"testing"

	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
)

func TestAvoidable(t *testing.T) {
	fixed := func(names ...string) func(string) bool {
		return func(name string) bool {
			for _, n := range names {
				if n == name {
					return true
				}
			}
			return false
		}
	}
	for _, row := range []struct {
		title, text string
		fixed       func(string) bool
		want        solver.Status
	}{
		{"another value goes on", "input x\ny = 1 / x\n", fixed(), solver.Sat},
		{"the way allows no other value", "input x\nif x = 0 { y = 1 / x }\n", fixed(), solver.Unsat},
		{"the value stays", "input x\ny = 1 / x\n", fixed("x"), solver.Unsat},
		{"one of two values stays", "input x, z\ny = 1 / (x - z)\n", fixed("x"), solver.Sat},
		{"both values stay", "input x, z\ny = 1 / (x - z)\n", fixed("x", "z"), solver.Unsat},
		{"a fault for each value", "input x\nif x > 3 { fail }\n", fixed(), solver.Unsat},
		{"an input with a range",
			"int main(void) { int a[2] = { 0 }; unsigned char i = vouch_symbolic_uchar(\"i\"); a[i] = 1; return a[0]; }",
			fixed(), solver.Sat},
		{"an input with a range, which stays",
			"int main(void) { int a[2] = { 0 }; unsigned char i = vouch_symbolic_uchar(\"i\"); a[i] = 1; return a[0]; }",
			fixed("i"), solver.Unsat},
		{"an earlier division must go on, too", "input x\nif x = 0 { y = 1 / x + 1 / 0 }\n", fixed(), solver.Unsat},
	} {
		t.Run(row.title, func(t *testing.T) {
			name := "a.imp"
			if strings.HasPrefix(row.text, "int ") {
				name = "a.c"
			}
			p, err := load.File(name, []byte(row.text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
				finder.Options{Solver: "auto", Pruning: finder.Auto, Fixed: row.fixed})
			if err != nil {
				t.Fatal(err)
			}
			if bugs := r.Certain(); len(bugs) != 1 || bugs[0].Avoidable != row.want {
				t.Errorf("found %+v, want one bug, %s", bugs, row.want)
			}
		})
	}
}

// TestAgain finds a second way to a fault, which does not count the first time.
func TestAgain(t *testing.T) {
	p, err := load.File("a.imp", []byte("input x\ny = 0\nif x > 5 { y = 1 } else { y = 2 }\nfail\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		title string
		again func(finder.Finding) bool
		want  int
	}{
		{"without", nil, 1},
		{"each counts", func(finder.Finding) bool { return false }, 1},
		{"none counts", func(finder.Finding) bool { return true }, 2},
	} {
		t.Run(row.title, func(t *testing.T) {
			found := 0
			o := finder.Options{Solver: "auto", Pruning: finder.Auto, All: true, Again: row.again,
				Found: func(finder.Finding) { found++ }}
			r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
			if err != nil || len(r.Certain()) != 1 || found != row.want {
				t.Errorf("found %d ways, %d bugs, %v, want %d ways and one bug", found, len(r.Certain()), err, row.want)
			}
		})
	}
}
