package finder

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder/search"
	"vouch/semantics/fronts"
)

// This file holds the search strategies against each other: what is found does not depend on the order of the visits.

// TestStrategiesAgree: of the examples that end, every strategy gives the same verdict, faults, and number of states;
// and every certificate of a bug is accepted, of the first one too where the search does not end.
func TestStrategiesAgree(t *testing.T) {
	limits := Limits{States: 5000}
	ended, certificates := 0, 0
	for _, file := range examples(t) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		find := func(strategy string, all bool) *Result {
			t.Helper()
			r, err := Find(t.Context(), program(t, file, string(source)),
				Options{Pruning: Eager, All: all, Limits: limits, Strategy: strategy})
			if err != nil {
				t.Fatalf("%s: %s: %v", file, strategy, err)
			}
			for _, f := range r.Certain() {
				certificates++
				if _, err := checker.Check(certs.Encode(f.Bug),
					checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
						Source: elsewhere(source)}); err != nil {
					t.Errorf("%s: %s: the certificate is refused: %v", file, strategy, err)
				}
			}
			return r
		}
		first := search.Strategies()[0].Name
		want := find(first, true)
		if want.Coverage.Exhausted() {
			ended++
		}
		for _, strategy := range search.Strategies()[1:] {
			switch {
			case want.Coverage.Exhausted():
				if r := find(strategy.Name, true); summary(r) != summary(want) {
					t.Errorf("%s: %s finds %s, %s finds %s", file, first, summary(want), strategy.Name, summary(r))
				}
			case strategy.Fair && want.Verdict == Bug:
				if r := find(strategy.Name, false); r.Verdict != Bug {
					t.Errorf("%s: %s finds the verdict %s, want %s", file, strategy.Name, r.Verdict, Bug)
				}
			}
		}
	}
	if ended < 10 || certificates < 40 {
		t.Errorf("found only %d examples that end, and %d certificates", ended, certificates)
	}
}

// summary writes what does not depend on the order of the visits.
func summary(r *Result) string {
	var faults []string
	for _, f := range r.Findings {
		faults = append(faults, fmt.Sprintf("%v %t", f.Fault, f.Certain()))
	}
	slices.Sort(faults)
	return fmt.Sprintf("%s, %d states, %s", r.Verdict, r.Coverage.States, strings.Join(faults, ", "))
}

// TestStrides: no order depends on how many steps are taken at once where a state is alone.
func TestStrides(t *testing.T) {
	var src strings.Builder
	src.WriteString("i = 0\nwhile i < 101 { i = i + 1 }\n")
	for i := range 5 {
		fmt.Fprintf(&src, "if x > %d { y = y + 1 assert y != %d } else { assert y != %d }\n", i, i, -i)
	}
	for _, strategy := range search.Names() {
		var found [2][]string
		for i := range found {
			x, start := explore(t, src.String(), Eager, Limits{}, nil)
			x.Frontier, x.Bugs = NewFrontier(strategy, x.Machine), i == 1 // which allows strides
			for r := range x.Run(t.Context(), start) {
				if r.Kind != NoBug {
					found[i] = append(found[i], fmt.Sprint(show(x, r), r.Depth, x.Coverage.States))
				}
			}
		}
		if len(found[0]) < 10 || !slices.Equal(found[0], found[1]) {
			t.Errorf("%s: found %q step by step, and %q with strides", strategy, found[0], found[1])
		}
	}
}
