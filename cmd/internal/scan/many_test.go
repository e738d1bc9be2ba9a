package scan

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// This file tests that the work on a function does not grow with the number of the others in its file.

// many returns a file with so many functions, five of each kind. All of a kind are alike.
func many(n int) string {
	var b strings.Builder
	b.WriteString("#include <stdlib.h>\nstruct list { int n; int *at; };\nstruct list *list_new(void) { return calloc(1, sizeof(struct list)); }\n" +
		"void list_add(struct list *l, int n) { l->n += n; }\nunsigned char *pack_new(void) { return malloc(8); }\n")
	for i := 0; i < n; i += 5 {
		fmt.Fprintf(&b, "static int zero_%[1]d(int n) { if (n == 0) return 1 / n; return n; }\nint calls_%[1]d(int n) { return zero_%[1]d(n | 1); }\n"+
			"static int var_%[1]d;\nvoid set_%[1]d(int n) { var_%[1]d = n; }\nint get_%[1]d(int n) { return n >= 0 ? n %% var_%[1]d : 0; }\nint first_%[1]d(struct list *l) { return l->at[0]; }\n",
			i)
	}
	return b.String()
}

// TestManyFunctions counts what is done for a file: in a file of eight times as many functions, the work on one is
// about the same, and all texts are read once.
func TestManyFunctions(t *testing.T) {
	type counted struct {
		mallocs            map[string]uint64 // for some functions, in their searches and where they are read as a whole
		reads, looks, made int
	}
	count := func(n int) (c counted) {
		f, o := alone(t, many(n))
		o.Work = 1 << 40
		all := (&Project{}).functions(t.Context(), o, []Source{*f.unit}, nil)
		grouped(all)
		tried := newTried(o, nil, nil, all, []string{f.unit.File})
		tried.callers, _ = callersOf(all, tried.texts, []string{f.unit.File})
		c.mallocs = map[string]uint64{}
		mallocs := func() uint64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.Mallocs
		}
		for _, f := range all {
			name := "scan_" + f.name + ".c"
			kind, at, _ := strings.Cut(f.entry.Name, "_")
			tried.internal(f)
			if at != "5" && kind != "get" {
				continue
			}
			f.ready(t.Context(), name)
			before := mallocs()
			x := f.looked(t.Context(), name, o)
			if x.refused != nil || !isLinked(x.program) {
				t.Fatalf("%s: found that it is not linked to its file: %v", f.entry.Name, x.refused)
			}
			if _, _, _, err := f.open(t.Context(), name, x.made); err != nil {
				t.Fatal(err)
			}
			if at == "5" {
				c.mallocs[kind] = mallocs() - before
			}
		}
		return counted{c.mallocs, all[0].files.said.reads, all[0].setters.looks,
			len(all[0].unit.makers) + len(all[0].unit.adders)}
	}
	few, lots := count(50), count(400)
	if len(few.mallocs) != 5 {
		t.Errorf("found the functions %v, want five", few.mallocs)
	}
	for kind, n := range few.mallocs {
		if m := lots.mallocs[kind]; 2*m > 3*n {
			t.Errorf("%s: found %d allocations in a large file, and %d in a small one, want about as many", kind, m, n)
		}
	}
	if few.reads != 1 || lots.reads != 1 {
		t.Errorf("found that the file is read %d and %d times, want once", few.reads, lots.reads)
	}
	if few.looks == 0 || few.looks > 3*10 || lots.looks > 3*80 {
		t.Errorf("found that the texts of %d and %d functions are looked at for what sets 10 and 80 variables, want up to three for each",
			few.looks, lots.looks)
	}
	if few.made != 3 || lots.made != 3 {
		t.Errorf("found %d and %d functions that may make or fill objects, want 3", few.made, lots.made)
	}
}
