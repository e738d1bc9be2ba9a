package elaborate

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/kernel"
)

// This file tests which equations ways have that meet.

func TestEquations(t *testing.T) {
	const young = 2 // x and y are older than the ways; u and v were made on one
	n, x, y, u, v := func(i int64) kernel.Term { return kernel.Number(big.NewInt(i)) }, kernel.Symbol(0),
		kernel.Symbol(1), kernel.Symbol(2), kernel.Symbol(3)
	a, b, c := kernel.Symbol(10), kernel.Symbol(11), kernel.Symbol(12)
	sum := func(ts ...kernel.Term) kernel.Term {
		all := n(0)
		for _, t := range ts {
			all = all.Plus(t)
		}
		return all
	}
	minus := func(t kernel.Term) kernel.Term { return t.Scale(minusOne) }
	for _, test := range []struct {
		title string
		ways  [][]kernel.Term // the values of a, b and c
		dead  int             // which of them does not count; -1 for none
		want  []kernel.Term   // that are 0
		zeros []kernel.Term   // on the first way
	}{
		{"one of two counters counts", [][]kernel.Term{{sum(x, n(1)), y}, {x, sum(y, n(1))}}, -1,
			[]kernel.Term{sum(a, b, minus(x), minus(y), n(-1))}, nil},
		{"both count", [][]kernel.Term{{sum(x, n(1)), sum(y, n(2))}, {x, y}}, -1,
			[]kernel.Term{sum(b, minus(y), minus(a.Scale(big.NewInt(2))), x.Scale(big.NewInt(2)))}, nil},
		{"one counts in thirds of the other", [][]kernel.Term{{n(3), n(2)}, {n(0), n(0)}, {n(6), n(4)}}, -1,
			[]kernel.Term{sum(b.Scale(big.NewInt(3)), minus(a.Scale(big.NewInt(2))))}, nil},
		{"no line through the values", [][]kernel.Term{{n(0), n(0)}, {n(1), n(1)}, {n(2), n(4)}}, -1, nil, nil},
		{"a way has a symbol of its own", [][]kernel.Term{{u, n(0)}, {x, n(0)}}, -1, []kernel.Term{b}, nil},
		{"the same symbol of a way in both", [][]kernel.Term{{u, sum(u, n(1))}, {v, sum(v, n(1))}}, -1,
			[]kernel.Term{sum(b, minus(a), n(-1))}, nil},
		{"on one way only", [][]kernel.Term{{u, sum(u, n(1))}, {x, y}}, -1, nil, nil},
		{"products", [][]kernel.Term{{x.Times(y), n(0)}, {n(0), x.Times(y)}}, -1,
			[]kernel.Term{sum(a, b, minus(x.Times(y)))}, nil},
		{"one alone", [][]kernel.Term{{n(1)}, {n(2)}}, -1, nil, nil},
		{"one is dead", [][]kernel.Term{{sum(x, n(1)), y}, {x, sum(y, n(1))}}, 0, nil, nil},
		{"two of three are left", [][]kernel.Term{{sum(x, n(1)), n(5), y}, {x, n(6), sum(y, n(1))}}, 1,
			[]kernel.Term{sum(a, c, minus(x), minus(y), n(-1))}, nil},
		{"a fact of the first way", [][]kernel.Term{{u, v}, {sum(x, n(3)), sum(y, n(-3))}}, -1,
			[]kernel.Term{sum(a, b, minus(x), minus(y))}, []kernel.Term{sum(u, v, minus(x), minus(y))}},
		{"a fact that is too weak", [][]kernel.Term{{u, v}, {sum(x, n(3)), sum(y, n(-3))}}, -1, nil,
			[]kernel.Term{sum(u, v.Scale(big.NewInt(2)), minus(x), minus(y))}},
		{"a fact that says nothing of the new symbols", [][]kernel.Term{{x, y}, {y, x}}, -1,
			[]kernel.Term{sum(a, b, minus(x), minus(y))}, []kernel.Term{sum(u, minus(v))}},
	} {
		var ways []values
		for i, of := range test.ways {
			w := values{of: of}
			for _, z := range test.zeros {
				if i == 0 {
					w.facts = append(w.facts, kernel.AtMostZero(z), kernel.AtMostZero(z.Scale(minusOne)))
				}
			}
			ways = append(ways, w)
		}
		fresh, dead := []kernel.Term{a, b, c}[:len(test.ways[0])], make([]bool, 3)
		if test.dead >= 0 {
			dead[test.dead] = true
		}
		var found, want []string
		for _, f := range equations(ways, fresh, dead, young) {
			found = append(found, f.Key())
		}
		for _, t := range test.want {
			want = append(want, kernel.EqualTo(t, zero).Key())
		}
		if fmt.Sprint(found) != fmt.Sprint(want) {
			t.Errorf("%s: found %q, want %q", test.title, found, want)
		}
	}
}
