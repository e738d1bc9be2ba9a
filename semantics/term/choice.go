package term

import (
	"math/big"
	"slices"
)

// This file defines choices: terms that are one of several, by the value of another.

// Select returns the value of the case whose At is x. The cases are at least one, in ascending order, and x is one of them wherever the
// result is used.
func (p *Pool) Select(x *Linear, cases []Case) *Linear {
	words := 16 + x.words()
	for _, c := range cases {
		words += 4 + len(c.At.Bits()) + c.Value.words()
	}
	if !p.charge(words) {
		return zero
	}
	if x.IsConst() {
		i, found := slices.BinarySearchFunc(cases, x.Const, func(c Case, v *big.Int) int { return c.At.Cmp(v) })
		if !found {
			return zero
		}
		return cases[i].Value
	}
	first := cases[0].Value
	if !slices.ContainsFunc(cases, func(c Case) bool { return !c.Value.Equal(first) }) {
		return first
	}
	key := appendKey([]byte{'0' + byte(Select)}, x)
	for _, c := range cases {
		key = appendKey(c.At.Append(key, keyBase), c.Value)
	}
	return p.operation(key, Sym{Op: Select, X: x, Cases: cases})
}
