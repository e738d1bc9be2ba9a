package finder_test

import (
	"fmt"
	"strings"
	"testing"

	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/core"
)

// TestToward looks for faults on one line only.
func TestToward(t *testing.T) {
	busy := "i = 0\nwhile i < 40 { if y > i { y = y - 1 }\ni = i + 1 }\n" // takes many states
	for _, row := range []struct {
		title, text  string
		line         int32
		found, leads bool // a fault on the line; control to the line
		half         bool // whether less than half of the states are visited
	}{
		{"another way is left", "input x, y\nif x = 0 {\nfail\n} else {\n" + busy + "}\n", 3, true, true, true},
		{"what comes behind is left", "input x, y\nif x = 0 {\nfail\n}\nelse { y = 1 }\n" + busy, 3, true, true, true},
		{"all that comes before is visited", "input x, y\n" + busy + "if x = 0 {\nfail\n}\n", 6, true, true, false},
		{"the fault is not feasible", "input x, y\nif x = 0 {\nassert x < 1\n} else {\n" + busy + "}\n", 3, false, true,
			true},
		{"no way leads there", "input x, y\n" + busy + "y = 2\n", 40, false, false, true},
		{"a fault elsewhere", "input x, y\nif x = 0 { fail }\nif y = 0 {\nfail\n}\n", 4, true, true, false},
		{"in a loop, more than once", "input x, y\ni = 0\nwhile i < 5 {\nassert x != i\ni = i + 1 }\n", 4, true, true,
			false},
	} {
		t.Run(row.title, func(t *testing.T) {
			p, err := load.File("a.imp", []byte(row.text))
			if err != nil {
				t.Fatal(err)
			}
			goal := func(in *core.Instr) bool { return in.Span.Line == row.line }
			o := finder.Options{Solver: "auto", Pruning: finder.Auto, All: true, Prove: true,
				Limits: finder.Limits{States: 1 << 16}}
			all, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Toward = goal
			r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, f := range r.Certain() {
				found = found || f.Fault.Span.Line == row.line
			}
			if found != row.found {
				t.Errorf("found the fault: %v, want %v", found, row.found)
			}
			if half := 2*r.Coverage.States < all.Coverage.States; half != row.half {
				t.Errorf("visited %d states, and %d without", r.Coverage.States, all.Coverage.States)
			}
			if r.Absence != nil {
				t.Error("found a certificate of what was not looked for")
			}
			if !r.Coverage.Exhausted() {
				t.Errorf("found %v left open", r.Coverage)
			}
			got := false
			finder.Follow(p.Core, func(in *core.Instr) { got = got || goal(in) })
			if got != row.leads {
				t.Errorf("leads there: %v, want %v", got, row.leads)
			}
		})
	}
}

// TestTowardCalls looks for faults in functions of a library and of the program, on one line only.
func TestTowardCalls(t *testing.T) {
	text := "#include <string.h>\nstatic int g(int *p) {\n\treturn *p;\n}\nint main(void) {\n\tchar b[2];\n\tint x = vouch_symbolic_int(\"x\");\n\tif (x > 5)\n\t\tmemset(b, 1, x);\n\tif (x < 3)\n\t\treturn g(x < 0 ? 0 : &x);\n\treturn g(&x);\n}\n"
	p, err := load.File("a.c", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int32]string{3: "null dereference", 9: "out of bounds write", 12: ""} {
		o := finder.Options{Solver: "auto", Pruning: finder.Auto, All: true, Toward: func(in *core.Instr) bool {
			return in.Span.Line == line
		}}
		r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About}, o)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, f := range r.Certain() {
			if f.Fault.Span.Line == line {
				kinds = append(kinds, fmt.Sprint(f.Fault.Kind))
			}
		}
		if got := strings.Join(kinds, ", "); got != want {
			t.Errorf("line %d: found %q, want %q", line, got, want)
		}
	}
}
