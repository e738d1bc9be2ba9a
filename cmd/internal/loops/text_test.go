package loops

import (
	"math/big"
	"strings"
	"testing"
)

// This file tests how atoms are written, in C with types in which they can be computed.

// typed returns a variable with the range of a type.
func typed(name string, bits uint, signed bool) Variable {
	hi, lo := new(big.Int).Lsh(big.NewInt(1), bits), new(big.Int)
	if signed {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	return Variable{Name: name, Lo: lo, Hi: hi.Sub(hi, big.NewInt(1))}
}

func TestText(t *testing.T) {
	c, i, j := typed("c", 8, true), typed("i", 32, true), typed("j", 32, true)
	u, w := typed("u", 32, false), typed("w", 32, false)
	l, z := typed("l", 64, true), typed("z", 64, false)
	term := func(n int64, of ...Variable) Term { return Term{big.NewInt(n), of} }
	le := func(terms ...Term) Atom { return Atom{Terms: terms} }
	eq := func(terms ...Term) Atom { return Atom{terms, new(big.Int)} }
	huge := func(bits uint, of ...Variable) Term { return Term{new(big.Int).Lsh(big.NewInt(1), bits), of} }
	for _, x := range []struct {
		title, want, gap string
		ways             [][]Atom
	}{
		{"nothing", "", "", nil},
		{"a bound", "i <= 7", "", [][]Atom{{le(term(1, i), term(-7))}}},
		{"a negative bound", "(long long)i + 7 <= 0", "", [][]Atom{{le(term(1, i), term(7))}}},
		{"a bound from below", "i >= 7", "", [][]Atom{{le(term(-1, i), term(7))}}},
		{"two of one type", "u <= w", "", [][]Atom{{le(term(1, u), term(-1, w))}}},
		{"two of different types", "(long long)i <= (long long)u", "", [][]Atom{{le(term(1, i), term(-1, u))}}},
		{"an unsigned variable and a negative number", "(long long)u + 1 >= 0", "",
			[][]Atom{{le(term(-1, u), term(-1))}}},
		{"small types need no other", "c + 3 <= 2 * c", "", [][]Atom{{le(term(1, c), term(-2, c), term(3))}}},
		{"a difference", "(long long)i <= (long long)j + 5", "", [][]Atom{{le(term(1, i), term(-1, j), term(-5))}}},
		{"a product", "(long long)i * (long long)j == (long long)u", "", [][]Atom{{eq(term(1, i, j), term(-1, u))}}},
		{"a product beyond all types", "", "i * j * u = 5 is left out: its values may leave all integer types",
			[][]Atom{{eq(term(1, i, j, u), term(-5))}}},
		{"that product of small numbers",
			"i >= 0 && i <= 9 && j >= 0 && j <= 9 && (long long)i * (long long)j * (long long)u == 5", "",
			[][]Atom{{le(term(-1, i)), le(term(1, i), term(-9)), le(term(-1, j)), le(term(1, j), term(-9)),
				eq(term(1, i, j, u), term(-5))}}},
		{"a sum of long integers", "", "its values may leave all integer types",
			[][]Atom{{eq(term(1, l), term(1, i), term(-5))}}},
		{"an unsigned long integer", "(unsigned long long)z == 2 * (unsigned long long)u", "",
			[][]Atom{{eq(term(1, z), term(-2, u))}}},
		{"a large constant", "(unsigned long long)z <= 9223372036854775808ULL", "",
			[][]Atom{{le(term(1, z), Term{new(big.Int).Neg(huge(63).Times), nil})}}},
		{"a constant beyond all types", "", "is left out", [][]Atom{{le(huge(70, i), term(-5))}}},
		{"a remainder", "((long long)i - 1) % 4 == 0", "",
			[][]Atom{{Atom{[]Term{term(1, i), term(-1)}, big.NewInt(4)}}}},
		{"a remainder of one", "i % 4 == 0", "", [][]Atom{{Atom{[]Term{term(1, i)}, big.NewInt(4)}}}},
		{"two ways", "(i >= 0 && i <= 9) || j == 3", "", [][]Atom{{le(term(-1, i)), le(term(1, i), term(-9))},
			{eq(term(1, j), term(-3))}}},
		{"two ways that say the same", "i >= 0 && j >= 0", "",
			[][]Atom{{le(term(-1, i)), le(term(-1, j))}, {le(term(-1, i)), le(term(-1, j))}}},
		{"a way of which nothing can be said", "", "nothing is known of one of the ways",
			[][]Atom{{le(term(-1, i))}, {eq(term(1, i, j, u))}}},
		{"many digits", "", "is left out", [][]Atom{{le(huge(10000, i))}}},
	} {
		text, gaps := Loop{Any: x.ways}.Text(C, nil)
		var left []string
		for _, g := range gaps {
			left = append(left, g.String())
		}
		if text != x.want || !strings.Contains(strings.Join(left, "; "), x.gap) || x.gap == "" && len(left) > 0 {
			t.Errorf("%s: found %q, left out %q; want %q, left out %q", x.title, text, left, x.want, x.gap)
		}
	}
}
