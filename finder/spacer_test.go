package finder

import (
	"math/big"
	"strings"
	"testing"

	"vouch/finder/horn"
	"vouch/finder/invariant"
)

// This file tests what is proved with the Horn solver's help, and that nothing is without it, nor of a program with a
// bug.

// asked searches a program for invariants with a solver, and holds the proof to the checker.
func asked(t *testing.T, source, name string) *Result {
	t.Helper()
	return inducedBy(t, name, "loop.imp", source, EngineInvariants)
}

func TestHornSolver(t *testing.T) {
	for _, c := range []struct {
		title, source, old, bug string // the bug replaces the old text
	}{
		{"what one of two inputs says", "assume n >= 0\nt = 0\nd = 0\nwhile t < n { if t < s { d = d + 2 } else { d = d + 5 } t = t + 1 }\nassert s > 0 or d == 5 * n\nassert s < n or d == 2 * n",
			"d + 5", "d + 6"},
		{"what is there after some turns", "assume n >= 1\na = 0\nb = 0\nc = 0\ni = 0\nwhile i < n { c = b b = a a = i i = i + 1 }\nassert c <= a and a == n - 1\nassert n < 3 or c == n - 3",
			"c == n - 3", "c == n - 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			want := Unknown
			if r := asked(t, c.source, "lia"); r.Verdict != want {
				t.Errorf("found %s without the Horn solver, want %s, of\n%s", r.Verdict, want, c.source)
			}
			if Available("z3") {
				want = Safe
			}
			if r := asked(t, c.source, "auto"); r.Verdict != want {
				t.Errorf("found %s, want %s, of\n%s", r.Verdict, want, c.source)
			}
			buggy := strings.Replace(c.source, c.old, c.bug, 1)
			if r := asked(t, buggy, "auto"); r.Verdict != Bug || buggy == c.source {
				t.Errorf("found %s, want a bug, of\n%s", r.Verdict, buggy)
			}
		})
	}
}

// TestTelling establishes which atoms of lemmas tell phases.
func TestTelling(t *testing.T) {
	atMost := func(v int, n int64) invariant.Guess {
		return invariant.Guess{Sum: invariant.Sum{{Times: big.NewInt(1), Of: []int{v}}}, Relation: invariant.AtMost,
			Bounds: []*big.Int{big.NewInt(n)}}
	}
	not := func(g invariant.Guess) invariant.Guess { return negated(g)[0] }
	divides := invariant.Guess{Sum: atMost(0, 0).Sum, Relation: invariant.Divides, Bounds: []*big.Int{big.NewInt(2)}}
	for _, c := range []struct {
		title  string
		lemmas []horn.Lemma
		want   []invariant.Guess
	}{
		{"a lemma of one atom", []horn.Lemma{{atMost(0, 1)}}, nil},
		{"a lemma of two", []horn.Lemma{{atMost(0, 1), atMost(1, 1)}}, []invariant.Guess{atMost(0, 1)}},
		{"the atom of most lemmas", []horn.Lemma{{atMost(0, 1), atMost(1, 1)}, {atMost(2, 1), atMost(1, 1)}},
			[]invariant.Guess{atMost(1, 1)}},
		{"an atom and its negation", []horn.Lemma{{atMost(0, 1), atMost(1, 1)}, {atMost(2, 1), not(atMost(1, 1))}},
			[]invariant.Guess{atMost(1, 1)}},
		{"atoms with other bounds", []horn.Lemma{{atMost(0, 1), atMost(1, 1)}, {atMost(2, 1), atMost(1, 2)}},
			[]invariant.Guess{atMost(0, 1), atMost(2, 1)}},
		{"a divisor", []horn.Lemma{{divides, atMost(1, 1)}}, []invariant.Guess{divides}},
		{"more than there may be", []horn.Lemma{{atMost(0, 1), atMost(0, 9)}, {atMost(1, 1), atMost(1, 9)},
			{atMost(2, 1), atMost(2, 9)}, {atMost(3, 1), atMost(3, 9)}, {atMost(4, 1), atMost(4, 9)}},
			[]invariant.Guess{atMost(0, 1), atMost(1, 1), atMost(2, 1), atMost(3, 1)}},
	} {
		t.Run(c.title, func(t *testing.T) {
			found := telling(c.lemmas)
			if len(found) != len(c.want) {
				t.Fatalf("found %v, want %v", found, c.want)
			}
			for i, g := range found {
				if !same(g, c.want[i]) {
					t.Errorf("found %v, want %v", found, c.want)
				}
			}
		})
	}
	if n := negated(divides); len(n) > 0 {
		t.Errorf("found %v as the negation of a divisor, want nothing", n)
	}
}
