package scan

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// TestBegun: runs begin with one first state, which they leave as it is; of many programs, the ones that were run last
// keep theirs.
func TestBegun(t *testing.T) {
	f, o := alone(t, "int at[2]; int f(int n) { at[0] = n; at[1] += n; return at[0] == 3 && at[1] == 3 ? 1 / (n - 3) : 0; }")
	x := &explored{}
	f.round(t.Context(), x, "scan_f.c", start(f.entry, nil), o)
	if x.refused != nil {
		t.Fatal(x.refused)
	}
	p := x.program.Core
	for _, n := range []int64{3, 4, 3, 0} {
		values := map[string]*big.Int{"n": big.NewInt(n)}
		shared := decisions(p, x.made, values, 1<<10)
		begun.list = nil
		fresh := decisions(p, x.made, values, 1<<10)
		if !slices.Equal(shared.taken, fresh.taken) || fmt.Sprint(shared.fault) != fmt.Sprint(fresh.fault) ||
			(fresh.fault != nil) != (n == 3) {
			t.Errorf("found %v and %v for %d after other runs, want %v and %v", shared.taken, shared.fault, n,
				fresh.taken, fresh.fault)
		}
	}
	mallocs := testing.AllocsPerRun(10, func() { begin(p) })
	if mallocs != 0 {
		t.Errorf("found %v allocations where a program begins that has begun before, want none", mallocs)
	}
	for range mostBegun {
		begin(&core.Program{Funcs: p.Funcs, Globals: p.Globals, Entry: p.Entry})
	}
	if slices.ContainsFunc(begun.list, func(b *beginning) bool { return b.program == p }) || len(begun.list) !=
		mostBegun {
		t.Errorf("found %d programs that are kept, want %d, and not the first one", len(begun.list), mostBegun)
	}
	for program, want := range map[*core.Program]int{p: 1, {Funcs: p.Funcs[:1], Globals: p.Globals}: 0} {
		if list := draws(program); len(list) != want || want == 1 && list["n"] == nil {
			t.Errorf("found %d inputs that a program draws, want %d", len(list), want)
		}
	}
}

// TestGoals: an instruction may have a fault that is looked for if it is at its line and column, in its file.
func TestGoals(t *testing.T) {
	f, o := alone(t, "int f(int n) { return n > 2 ? 1 / (n - 3) : 0; }")
	x := &explored{}
	f.round(t.Context(), x, "scan_f.c", start(f.entry, nil), o)
	f.judge(t.Context(), x, "scan_f.c", start(f.entry, nil), o)
	if len(x.faults) != 1 {
		t.Fatalf("found %d faults, want 1", len(x.faults))
	}
	fault := x.faults[0].Fault
	is := targetOf(x.program, fault)
	for _, row := range []struct {
		title   string
		targets map[target]bool
		want    bool
	}{
		{"it", map[target]bool{is: true}, true},
		{"it and another one", map[target]bool{target("division by zero\t" + absolute("b.c") + ":1:2"): true, is: true},
			true},
		{"one of another kind at its place",
			map[target]bool{target("overflow\t" + placed(x.program, fault.Span)): true}, true},
		{"none", map[target]bool{}, false},
		{"one at another column", map[target]bool{is + "1": true}, false},
		{"one in another file", map[target]bool{target("division by zero\t" + absolute("b.c") + ":" +
			fault.Span.String()): true}, false},
		{"one in a file whose name begins so",
			map[target]bool{target("division by zero\t" + absolute("a.c") + ":a.c:" + fault.Span.String()): true},
			false},
	} {
		goal := goals(x.program, row.targets)
		found := slices.ContainsFunc(x.program.Core.Funcs, func(fn *core.Func) bool {
			return slices.ContainsFunc(fn.Code, func(in core.Instr) bool { return goal(&in) })
		})
		if found != row.want {
			t.Errorf("%s: found %t, want %t", row.title, found, row.want)
		}
	}
	if goals(x.program, nil) != nil {
		t.Error("found something to look for where nothing is")
	}
	if goal := goals(x.program, map[target]bool{is: true}); goal(&core.Instr{Span: source.Span{File: 1 << 20}}) {
		t.Error("found that a place without a file is looked for")
	}
}
