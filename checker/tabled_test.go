package checker

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
)

// This file forges certificates about conditions on an entry of a table, which become conditions on the index.

// tabled is a program that reads an entry of a table at an input, i, and fails if a condition on the entry, x, holds
// and another one on i does not.
func tabled(table []int, cond, claim string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "global table size %d\n", len(table))
	for i, n := range table {
		fmt.Fprintf(&b, "init %d u8 %d\n", i, n)
	}
	fmt.Fprintf(&b, `slot i int
		slot x int
		draw i i 0 .. %d
		load x u8 (move (global table) ?i)
		branch %s then hit else good
		hit: branch %s then good else bad
		bad: fail "assertion"
		good: return 0`, len(table)-1, cond, claim)
	return text(b.String())
}

// conditions are conditions on an entry of this table, and what they say of the index.
var (
	entries    = []int{0, 0, 5, 5, 0, 7, 0, 9, 9}
	conditions = []struct {
		title, cond, claim string
		holds              func(entry int) bool
	}{
		{"one run", "(eq ?x 5)", "(and (le 2 ?i) (le ?i 3))", func(n int) bool { return n == 5 }},
		{"one entry", "(eq ?x 7)", "(eq ?i 5)", func(n int) bool { return n == 7 }},
		{"a run at the end, and others", "(gt ?x 4)", "(or (and (le 2 ?i) (le ?i 3)) (or (eq ?i 5) (le 7 ?i)))",
			func(n int) bool { return n > 4 }},
		{"a run at the start, and others", "(le ?x 0)", "(or (le ?i 1) (or (eq ?i 4) (eq ?i 6)))", func(n int) bool {
			return n <= 0
		}},
		{"what is not equal", "(not (eq ?x 9))", "(le ?i 6)", func(n int) bool { return n != 9 }},
		{"all but the last run", "(le ?x 8)", "(le ?i 6)", func(n int) bool { return n <= 8 }},
		{"no entry", "(eq ?x 6)", "(lt ?i 0)", func(n int) bool { return n == 6 }},
	}
)

// TestForgedTables puts certificates of absence beside programs with another entry, for which the condition holds, too:
// then the program fails, and no proof that was right is.
func TestForgedTables(t *testing.T) {
	forged := 0
	for _, c := range conditions {
		valid := mustProduce(t, tabled(entries, c.cond, c.claim), 0)
		if _, err := check(valid.Seal(), nil, DefaultLimits); err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		for i, old := range entries {
			for n := range 10 {
				if !c.holds(n) || c.holds(old) {
					continue
				}
				table := slices.Clone(entries)
				table[i] = n
				p, err := program(tabled(table, c.cond, c.claim))
				if err != nil {
					t.Fatal(err)
				}
				for _, ways := range [][]certs.Proof{valid.Ways, append(slices.Clone(valid.Ways), valid.Ways...),
					make([]certs.Proof, 20)} {
					bad := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: ways}
					if _, err := check(bad.Seal(), nil, DefaultLimits); err == nil ||
						!strings.Contains(err.Error(), "ways: ") {
						t.Errorf("%s, with %d in place %d: found %v, want an error about the ways", c.title, n, i, err)
					}
					forged++
				}
			}
		}
	}
	if forged < 200 {
		t.Errorf("forged %d certificates, want more", forged)
	}
}

// TestForgedIndex changes what a certificate of a bug says of the index, and wants the checker to object.
func TestForgedIndex(t *testing.T) {
	source := tabled(entries, "(gt ?x 4)", "(lt ?i 0)")
	edited := func(edit func(f certs.Formula) certs.Formula) func(*certs.Bug) {
		return func(c *certs.Bug) {
			for i, f := range c.Path.Conjuncts {
				if f[0].Op == "or" {
					f = slices.Clone(f)
					for j := range f {
						if f[j].E != nil {
							e := *f[j].E
							f[j].E = &e
						}
					}
					c.Path.Conjuncts[i] = edit(f)
					return
				}
			}
			panic("there is no disjunction")
		}
	}
	shift := func(j, by int64) func(*certs.Bug) {
		return edited(func(f certs.Formula) certs.Formula {
			n := int64(0)
			for k := range f {
				if f[k].E == nil {
					continue
				}
				if n == j {
					f[k].E.Const = new(big.Int).Add(f[k].E.Const, big.NewInt(by))
				}
				n++
			}
			return f
		})
	}
	const reason = "path: conjunct"
	for _, c := range []struct {
		title  string
		edit   func(*certs.Bug)
		reason string
	}{
		{"nothing", func(*certs.Bug) {}, ""},
		{"the first run begins earlier", shift(0, 1), reason},
		{"the first run begins later", shift(0, -1), reason},
		{"the first run ends earlier", shift(1, 1), reason},
		{"the first run ends later", shift(1, -1), reason},
		{"the second run is another entry", shift(2, 1), reason},
		{"the last run begins later", shift(3, 1), reason},
		{"the conjunction of the runs", edited(func(f certs.Formula) certs.Formula { f[0].Op = "and"; return f }),
			reason},
		{"the first run alone", edited(func(f certs.Formula) certs.Formula { return slices.Clone(f[1:4]) }), reason},
		{"the second run alone", edited(func(f certs.Formula) certs.Formula { return slices.Clone(f[4:5]) }), reason},
		{"no run", edited(func(certs.Formula) certs.Formula { return certs.Formula{{Op: "false"}} }), reason},
	} {
		bug := mustCertify(t, source, "i=3")
		c.edit(bug)
		if _, err := check(bug.Seal(), nil, DefaultLimits); !says(err, c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}
