package elaborate

import (
	"encoding/binary"
	"math/big"
	"slices"
	"strings"

	"vouch/kernel"
)

// This file defines what the elaborator computes with terms of the kernel.

var one = big.NewInt(1)

var minusOne = big.NewInt(-1)

var zero = new(big.Int)

func each(t kernel.Term, do func(s int)) {
	for _, m := range t.Monos {
		for _, s := range m.Syms {
			do(s)
		}
	}
}

func mention(t kernel.Term, seen map[int]bool) { each(t, func(s int) { seen[s] = true }) }

// alone returns the symbol that a term is.
func alone(t kernel.Term) (s int, ok bool) {
	if len(t.Monos) != 1 || t.Const.Sign() != 0 || len(t.Monos[0].Syms) != 1 || t.Monos[0].Coef.Cmp(one) != 0 {
		return 0, false
	}
	return t.Monos[0].Syms[0], true
}

// replaced returns a term with others for its symbols.
func replaced(t kernel.Term, by func(int) kernel.Term) kernel.Term {
	sum := kernel.Number(t.Const)
	for _, m := range t.Monos {
		part := kernel.Number(m.Coef)
		for _, s := range m.Syms {
			part = part.Times(by(s))
		}
		sum = sum.Plus(part)
	}
	return sum
}

// parseKey returns the term that a text begins with the key of, and what follows.
func parseKey(key string) (t kernel.Term, rest string, ok bool) {
	number := func() (n *big.Int) {
		digits, after, found := strings.Cut(key, ";")
		key = after
		n, ok = new(big.Int).SetString(digits, 32)
		ok = ok && found
		return n
	}
	for t.Const = number(); ok && key != "" && key[0] != '.'; {
		m := kernel.Mono{Coef: number()}
		for n := 1 + uvarint(&key); n > 1; n-- {
			m.Syms = append(m.Syms, uvarint(&key))
		}
		t.Monos = append(t.Monos, m)
	}
	return t, strings.TrimPrefix(key, "."), ok && key != ""
}

// uvarint takes a number off the start of a text.
func uvarint(text *string) int {
	n, size := binary.Uvarint([]byte((*text)[:min(len(*text), binary.MaxVarintLen64)]))
	*text = (*text)[max(0, size):]
	return int(n)
}

// keyOf returns the key of a product of symbols without its coefficient.
func keyOf(m kernel.Mono) string {
	return kernel.Term{Const: zero, Monos: []kernel.Mono{{Coef: one, Syms: m.Syms}}}.Key()
}

// sum returns a + b * c; nil if a or c is.
func sum(a, b, c *big.Int) *big.Int {
	if a == nil || c == nil {
		return nil
	}
	return new(big.Int).Add(a, new(big.Int).Mul(b, c))
}

// conjuncts returns the formulas that a formula is the conjunction of.
func conjuncts(f kernel.Formula) []kernel.Formula {
	if f.Op == kernel.And {
		return f.Args
	}
	return []kernel.Formula{f}
}

// rowsOf returns the terms that a formula without others says to be at most 0.
func rowsOf(f kernel.Formula) []kernel.Term {
	switch f.Op {
	case kernel.AtMost:
		return []kernel.Term{f.E}
	case kernel.Equal:
		return []kernel.Term{f.E, f.E.Scale(minusOne)}
	}
	return nil
}

// squares returns whether a term has squares only, with positive factors.
func squares(t kernel.Term) bool {
	return !slices.ContainsFunc(t.Monos, func(m kernel.Mono) bool { return m.Coef.Sign() < 0 || root(m) == nil })
}

// root returns the term of which the symbols of m are the square; nil if there is none.
func root(m kernel.Mono) *kernel.Term {
	if len(m.Syms)%2 != 0 {
		return nil
	}
	root := kernel.Number(big.NewInt(1))
	for j := 0; j < len(m.Syms); j += 2 {
		if m.Syms[j] != m.Syms[j+1] {
			return nil
		}
		root = root.Times(kernel.Symbol(m.Syms[j]))
	}
	return &root
}
