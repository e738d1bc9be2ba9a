package invariant

import (
	"math/big"
	"slices"
	"strings"
	"testing"
)

// This file tests guesses: what they are for given values.

// rows returns rows of values of which f makes n.
func rows(n int, f func(i int64) []int64) (list [][]*big.Int) {
	for i := range n {
		var row []*big.Int
		for _, v := range f(int64(i)) {
			row = append(row, big.NewInt(v))
		}
		list = append(list, row)
	}
	return list
}

// text returns a guess as people write it, with the variables a, b, c.
func (g Guess) text() string {
	var terms []string
	for _, m := range g.Sum {
		t := m.Times.String()
		for _, v := range m.Of {
			t += string(rune('a' + v))
		}
		terms = append(terms, t)
	}
	var bounds []string
	for _, b := range g.Bounds {
		bounds = append(bounds, b.String())
	}
	return strings.Join(terms, " ") + [...]string{" >= ", " <= ", " = ", " | "}[g.Relation] + strings.Join(bounds, ", ")
}

// all is a change of all variables.
func all(int) bool { return true }

func TestGuesses(t *testing.T) {
	thresholds := []*big.Int{big.NewInt(-1), new(big.Int), big.NewInt(1), big.NewInt(10), big.NewInt(100)}
	for _, c := range []struct {
		title     string
		rows      [][]*big.Int
		variables int
		changes   func(int) bool
		want, not []string
	}{
		{"a variable", rows(5, func(i int64) []int64 { return []int64{i + 1} }), 1, all,
			[]string{"1a >= 1, 0, -1", "1a <= 5, 10, 100", "5a >= 5, 1, 0, -1"}, nil},
		{"no rows", nil, 1, all, []string{"1a >= 100, 10, 1, 0, -1", "1a <= -1, 0, 1, 10, 100", "1a | 2", "1a -1 | 2",
			"1a -4 | 5"}, []string{"1a | 6"}},
		{"two variables", rows(5, func(i int64) []int64 { return []int64{i, i + 7} }), 2, all,
			[]string{"1a -1b >= -7", "1a -1b <= -7, -1, 0, 1, 10, 100", "1a 1b >= 7, 1, 0, -1"}, nil},
		{"three variables", rows(5, func(i int64) []int64 { return []int64{i, 2 * i, 3 * i} }), 3, all,
			[]string{"1a 1b -1c >= 0, -1"}, nil},
		{"a remainder", rows(5, func(i int64) []int64 { return []int64{4*i + 1} }), 1, all, []string{"1a -1 | 4, 2"},
			nil},
		{"a remainder and those that it implies", rows(5, func(i int64) []int64 { return []int64{12*i + 5} }), 1, all,
			[]string{"1a -5 | 12, 6, 4, 3, 2"}, nil},
		{"a remainder of three", rows(9, func(i int64) []int64 { return []int64{i, i * i, i*i + i + 6*(i%4)} }), 3, all,
			[]string{"1a 1b -1c | 6, 3, 2"}, nil},
		{"no remainder", rows(5, func(i int64) []int64 { return []int64{i * i} }), 1, all, nil, []string{" | "}},
		{"too few values for a remainder", rows(3, func(i int64) []int64 { return []int64{4*i + 1} }), 1, all,
			[]string{"1a -1 | 2", "1a -1 | 4"}, []string{"1a | ", "1a -1 | 3", "1a -1 | 5"}},
		{"too few values for a remainder of two", rows(3, func(i int64) []int64 { return []int64{i, i * i} }), 2, all,
			nil, []string{"1a 1b | ", "1a -1b | "}},
		{"what nothing changes", rows(5, func(i int64) []int64 { return []int64{i, 3} }), 2, func(v int) bool {
			return v == 0
		}, []string{"1a 1b >= 3, 1, 0, -1"}, []string{"1b >= 3", "1b <= 3"}},
	} {
		var found []string
		for _, g := range Guesses(c.rows, c.variables, c.changes, thresholds,
			[]Sum{{{big.NewInt(1), []int{0}}}, {{big.NewInt(5), []int{0}}}}) {
			found = append(found, g.text())
		}
		for _, w := range c.want {
			if !slices.Contains(found, w) {
				t.Errorf("%s: found no %q in\n%s", c.title, w, strings.Join(found, "\n"))
			}
		}
		for _, n := range c.not {
			if i := slices.IndexFunc(found, func(f string) bool {
				return strings.HasPrefix(f, n) || n == " | " && strings.Contains(f, n)
			}); i >= 0 {
				t.Errorf("%s: found %q, want nothing like that", c.title, found[i])
			}
		}
	}
}

func TestSums(t *testing.T) {
	n := func(n int64) *big.Int { return big.NewInt(n) }
	a, b, two := Sum{{n(1), []int{0}}}, Sum{{n(1), []int{1}}}, Sum{{n(2), nil}}
	for _, c := range []struct {
		title  string
		sum    Sum
		want   string
		degree int
	}{
		{"a sum", a.Plus(b), "1a 1b", 1},
		{"like monomials", a.Plus(b).Plus(a), "2a 1b", 1},
		{"nothing", Sum(nil).Plus(nil), "", 0},
		{"what is 0", a.Minus(a), "", 0},
		{"a difference", a.Minus(b), "1a -1b", 1},
		{"a number", two.Times(two), "4", 0},
		{"a product", a.Plus(two).Times(b), "1ab 2b", 2},
		{"a product whose order does not matter", b.Times(a).Minus(a.Times(b)), "", 0},
		{"a square", a.Plus(two).Times(a.Plus(two)), "1aa 4a 4", 2},
		{"a third power", a.Times(a).Times(a), "1aaa", 3},
		{"a product with 0", a.Times(nil), "", 0},
	} {
		got := Guess{c.sum, Zero, nil}.text()
		if got = strings.TrimSuffix(got, " = "); got != c.want || c.sum.Degree() != c.degree {
			t.Errorf("%s: found %q of degree %d, want %q of degree %d", c.title, got, c.sum.Degree(), c.want, c.degree)
		}
	}
	if got := a.Times(a).Minus(b.Times(two)).Value([]*big.Int{n(7), n(5)}); got.Cmp(n(39)) != 0 {
		t.Errorf("found %s, want 49 - 10", got)
	}
}

func TestEqualities(t *testing.T) {
	for _, c := range []struct {
		title     string
		rows      [][]*big.Int
		variables int
		want      string
	}{
		{"two that are equal", rows(9, func(i int64) []int64 { return []int64{i * i * i, i * i * i} }), 2,
			"1b -1a = 0; 1a -1b = 0"},
		{"a sum", rows(20, func(i int64) []int64 { return []int64{i * 7 % 11, i * 5 % 13, i*7%11 + 2*(i*5%13) + 1} }),
			3, "1c -1 -1a -2b = 0; 1a 1 -1c 2b = 0"},
		{"a square", rows(9, func(i int64) []int64 { return []int64{i, i * i} }), 2, "1aa -1b = 0"},
		{"fractions", rows(9, func(i int64) []int64 { return []int64{2 * i * i * i, 3 * i * i * i} }), 2,
			"2b -3a = 0; 3a -2b = 0"},
		{"nothing", rows(20, func(i int64) []int64 { return []int64{i * i * 7 % 101, i * 35 % 103} }), 2, ""},
		{"a third power", rows(30, func(i int64) []int64 { return []int64{i % 7, i % 5, (i % 7) * (i % 7) * (i % 5)} }),
			3, "1aab -1c = 0"},
		{"powers of one number", rows(30, func(i int64) []int64 { return []int64{i, i * i, i * i * i} }), 3,
			"1aa -1b = 0; 1ab -1c = 0; 1bb -1ac = 0"},
		{"a root", rows(30, func(i int64) []int64 { return []int64{i * i, i} }), 2, "1bb -1a = 0"},
		{"what is 0 modulo the prime only", rows(9, func(i int64) []int64 {
			return []int64{i % 3, i % 3 * (prime + 1)}
		}), 2, ""},
		{"as many rows as have no product fit by chance, and many without", rows(40, func(i int64) []int64 {
			if i < 36 {
				return []int64{0, 0, i}
			}
			return []int64{i*i%7 + 1, i * i % 11, i}
		}), 3, ""},
		{"a square, and many rows without it", rows(40, func(i int64) []int64 {
			if i < 34 {
				return []int64{0, 0}
			}
			return []int64{i - 33, (i - 33) * (i - 33)}
		}), 2, "1aa -1b = 0"},
		{"a square that two rows show", rows(40, func(i int64) []int64 {
			if i < 38 {
				return []int64{0, 0}
			}
			return []int64{i - 37, (i - 37) * (i - 37)}
		}), 2, ""},
		{"too few rows", rows(4, func(i int64) []int64 { return []int64{i, i} }), 2, ""},
		{"large factors", rows(9, func(i int64) []int64 { return []int64{i * i * i, i * i * i * 3_000_000} }), 2, ""},
		{"no variables", rows(9, func(i int64) []int64 { return nil }), 0, ""},
	} {
		var found []string
		for _, g := range Equalities(c.rows, c.variables, 4, all) {
			found = append(found, g.text())
			for _, row := range c.rows {
				if v := g.Value(row); v.Sign() != 0 {
					t.Errorf("%s: %s is %v, want 0", c.title, g.text(), v)
				}
			}
		}
		if text := strings.Join(found, "; "); text != c.want {
			t.Errorf("%s: found %q, want %q", c.title, text, c.want)
		}
	}

}

func TestFraction(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 7, -7, maxFraction, -maxFraction} {
		for _, d := range []int64{1, 2, 3, 1 << 20, maxFraction} {
			q := big.NewRat(n, d)
			a := times(residue(q.Num()), power(residue(q.Denom()), prime-2))
			if f := fraction(a); f == nil || f.Cmp(q) != 0 {
				t.Errorf("found %v, want %v", f, q)
			}
		}
	}
	for _, n := range []int64{maxFraction + 1, prime / 2, prime - maxFraction - 1} {
		if f := fraction(residue(big.NewInt(n))); f != nil && f.IsInt() {
			t.Errorf("found %v for %d, want no such integer", f, n)
		}
	}
	for _, text := range []string{"-1", "2305843009213693951", "-2305843009213693952", "100000000000000000000000",
		"-100000000000000000000001"} {
		n, _ := new(big.Int).SetString(text, 10)
		if want := new(big.Int).Mod(n, big.NewInt(prime)); residue(n) != want.Uint64() {
			t.Errorf("found %d for %s, want %d", residue(n), text, want)
		}
	}
}

func TestSlopes(t *testing.T) {
	for _, c := range []struct {
		title     string
		steps     [][]*big.Int
		variables int
		changes   func(int) bool
		want      string
	}{
		{"side by side", rows(5, func(i int64) []int64 { return []int64{2, 3} }), 2, all, "2b -3a >=; 3a -2b >="},
		{"against each other", rows(5, func(i int64) []int64 { return []int64{-1, 10} }), 2, all, "1b 10a >="},
		{"the greatest and the least slope", rows(5, func(i int64) []int64 { return []int64{i + 1, 1} }), 2, all,
			"1b -1a >=; 5b -1a >="},
		{"neither grows nor shrinks", rows(8, func(i int64) []int64 { return []int64{i - 4, 1 - i%2} }), 2, all, ""},
		{"three", rows(9, func(i int64) []int64 { return []int64{i % 2, 1 - i%2, 2} }), 3, all,
			"1c -2a -2b >=; 2a -1c 2b >=; 1c -2a >=; 1c -2b >="},
		{"what nothing changes", rows(5, func(i int64) []int64 { return []int64{1, 0} }), 2, func(v int) bool {
			return v == 0
		}, ""},
		{"large factors", rows(5, func(i int64) []int64 { return []int64{3_000_000, 1} }), 2, all, ""},
		{"no steps", nil, 2, all, ""},
	} {
		var found []string
		for _, s := range Slopes(c.steps, c.variables, c.changes) {
			found = append(found, strings.TrimSpace(Guess{Sum: s}.text()))
		}
		if text := strings.Join(found, "; "); text != c.want {
			t.Errorf("%s: found %q, want %q", c.title, text, c.want)
		}
	}
}
