package checker

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
)

// This file tests certificates of absence that divide the ranges of inputs.

func cuts(from, to int64) (list []*big.Int) {
	for ; from <= to; from++ {
		list = append(list, big.NewInt(from))
	}
	return list
}

// small is a program that draws a number from 1 to 4 and fails if it is 4.
const small = `core 1
entry main

func main()
  slot x int
  0: draw x x 1 .. 4
  1: branch (ne x! 4) then 2 else 3
  2: return
  3: fail "fail"
`

func TestDivided(t *testing.T) {
	const square = "input x assume 0 <= x <= 2 assert x * x <= 2 * x"
	type division = map[string][]*big.Int
	for _, c := range []struct {
		title, source string
		divided       division
		ways          int    // entries without a proof
		reason        string // "" if the certificate is right
	}{
		{"every value", square, division{"x": cuts(-1, 2)}, 0, ""},
		{"more values than there are", square, division{"x": cuts(-7, 9)}, 0, ""},
		{"two inputs", "input x, y assume 0 <= x <= 1 and 0 <= y <= 1 assert x * y <= x",
			division{"x": cuts(-1, 1), "y": cuts(-1, 1)}, 0, ""},
		{"one of two inputs", "input x, y assume x == 3 assert x * y == 3 * y", division{"x": cuts(2, 3)}, 0, ""},
		{"a part that is no value", square, division{"x": cuts(-1, 1)}, 0, "ways: found 0 entries, want another one"},
		{"a part that is no value, with entries", square, division{"x": cuts(-1, 1)}, 3,
			"ways: nothing excludes the fault"},
		{"an entry too many", square, division{"x": cuts(-1, 2)}, 1, "ways: found 1 entries, want 0"},
		{"a value that fails", "input x assume 0 <= x <= 2 assert x * x <= 3", division{"x": cuts(-1, 2)}, 0,
			`ways: nothing excludes the fault "assertion"`},
		{"a fault beyond the values", "input x assert x * x != 49", division{"x": cuts(0, 6)}, 2,
			"ways: nothing excludes the fault"},
		{"an input that is not there", square, division{"x": cuts(-1, 2), "y": cuts(0, 0)}, 0,
			"divided: found 2 inputs, want 1, which are drawn"},
		{"no values", "input x y = x", division{"x": {}}, 0, "divided: found 1 inputs, want 0"},
		{"values in another order", square, division{"x": {big.NewInt(1), big.NewInt(0)}}, 0,
			`divided: "x": found 0 behind 1, want values in ascending order`},
		{"a value twice", square, division{"x": slices.Concat(cuts(-1, 2), cuts(2, 2))}, 0,
			`divided: "x": found 2 behind 2`},
		{"inside a range", small, division{"x": cuts(1, 3)}, 0, "ways: nothing excludes the fault"},
		{"inside a range, without a fault", strings.ReplaceAll(small, "1 .. 4", "1 .. 3"), division{"x": cuts(1, 2)}, 0,
			""},
		{"below a range", small, division{"x": cuts(0, 3)}, 0,
			`divided: "x": found values from 0 to 3, want some that divide its range`},
		{"above a range", small, division{"x": cuts(1, 4)}, 0,
			`divided: "x": found values from 1 to 4, want some that divide its range`},
	} {
		t.Run(c.title, func(t *testing.T) {
			p, err := program(c.source)
			if err != nil {
				t.Fatal(err)
			}
			cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: make([]certs.Proof, c.ways),
				Divided: c.divided}
			for i := range cert.Ways {
				cert.Ways[i] = certs.Proof{}
			}
			v, err := check(cert.Seal(), nil, DefaultLimits)
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("found %v", err)
			case c.reason == "" && len(v.Divided) != len(c.divided):
				t.Errorf("the verdict says that %v are divided", v.Divided)
			case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
		})
	}
}

// TestDividedAssumptions: what is assumed of the inputs is what the program says, though values are walked one by one.
func TestDividedAssumptions(t *testing.T) {
	p, err := program("input x, y assume 0 <= x <= 2 assume y > x assert x * x <= 2 * x")
	if err != nil {
		t.Fatal(err)
	}
	cert := &certs.Absence{Kind: certs.KindSafe, Program: p.About, Ways: []certs.Proof{{}, {}, {}},
		Divided: map[string][]*big.Int{"x": cuts(-1, 2)}}
	v, err := check(cert.Seal(), nil, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Path) != 3 || v.Path[0].String() != "x >= 0" || v.Path[2].String() != "x < y" || v.Vacuous {
		t.Errorf("found the assumptions %v", v.Path)
	}
}
