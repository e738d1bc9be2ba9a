//go:build cgo

package lia_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/finder/solver/z3"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file compares answers to random queries with those of Z3.

var queries = flag.Int("n", effort.Of(3000), "how many random queries to compare with Z3")

func TestAgainstZ3(t *testing.T) {
	for seed, f := range families {
		t.Run(f.title, func(t *testing.T) {
			var counts [3]int
			var z3Unknown, rules, longest, lostToZ3 int
			var mine, theirs, slowest time.Duration
			p := term.NewPool()
			z, err := z3.New(z3.Options{RLimit: 100_000})
			if err != nil {
				t.Fatal(err)
			}
			for i := range *queries / len(families) {
				g := newGenerator(p, uint64(seed)<<32+uint64(i), 2+i%4)
				fs := f.query(g)
				start := time.Now()
				a := lia.New(g.Pool, lia.Options{}).Solve(t.Context(), fs)
				took := time.Since(start)
				mine, slowest = mine+took, max(slowest, took)
				if err := wrong(g.Pool, fs, a); err != nil {
					t.Fatalf("%v is %v: %v", fs, a, err)
				}
				if strings.Contains(a.Reason, "products") && f.title != "products" {
					t.Errorf("%v has no products, but is %v", fs, a)
				}
				counts[a.Status]++
				rules += len(a.Proof)
				longest = max(longest, len(a.Proof))
				start = time.Now()
				b := solver.NewVerified(z, g.Pool).Solve(t.Context(), fs)
				theirs += time.Since(start)
				switch {
				case b.Status == solver.Unknown:
					z3Unknown++
				case a.Status == solver.Unknown:
					lostToZ3++
					if testing.Verbose() && lostToZ3 < 4 {
						t.Logf("z3 says %v of %v, lia %v", b.Status, fs, a.Reason)
					}
				case a.Status != b.Status:
					t.Fatalf("%v is %v, but z3 says %v", fs, a, b)
				}
			}
			t.Logf("sat %d, unsat %d, unknown %d (z3 %d, decided by z3 %d); %v, the slowest %v, z3 %v; rules %d, at most %d",
				counts[solver.Sat],
				counts[solver.Unsat], counts[solver.Unknown], z3Unknown, lostToZ3, mine, slowest, theirs, rules,
				longest)
		})
	}
}
