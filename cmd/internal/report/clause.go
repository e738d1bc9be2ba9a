package report

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics/term"
)

// This file defines the text of a clause of an invariant.

// clause says of a sum of products of integers what certs.Atom says.
type clause certs.Atom

// clausesOf returns what a landmark claims: first the bounds of its places, the lower one first, then its atoms.
func clausesOf(l certs.Landmark) (list []clause) {
	for i, r := range l.Within[:min(len(l.Within), len(l.Any))] {
		at := []certs.Place{l.Any[i]}
		if r.Lo != nil {
			list = append(list, clause{Terms: []certs.Product{{Times: big.NewInt(-1), Of: at}, {Times: r.Lo}}})
		}
		if r.Hi != nil {
			list = append(list, clause{Terms: []certs.Product{{Times: big.NewInt(1), Of: at},
				{Times: new(big.Int).Neg(r.Hi)}}})
		}
	}
	for _, a := range l.Holds {
		list = append(list, clause(a))
	}
	return list
}

// What is longer is not shown: terms in a sum, factors in a product, and bits of a number. So every number that is
// shown has all its digits.
const (
	maxSum  = 64
	maxBits = 190
)

// tooLong stands for a clause that is not shown.
const tooLong = "what is too long to be shown"

// long reports whether a clause is too long to be shown.
func (c clause) long() bool {
	return len(c.Terms) > maxSum || c.Mod != nil && c.Mod.BitLen() > maxBits ||
		slices.ContainsFunc(c.Terms, func(t certs.Product) bool {
			return len(t.Of) > maxSum || t.Times.BitLen() > maxBits
		})
}

// places returns the places that a clause is about, each once.
func (c clause) places() (list []certs.Place) {
	for _, t := range c.Terms {
		for _, p := range t.Of {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// pointsOf returns the places that the points of a summary are about, and the ends of its ranges, each once.
func pointsOf(s certs.Summary) (list []certs.Place) {
	for _, terms := range s.Points {
		for _, p := range clause(certs.Atom{Terms: terms}).places() {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// product is a product of integers in places, with its factor.
type product struct {
	of    []certs.Place
	times *big.Int
}

// summer writes sums.
type summer struct{ name func(certs.Place) string }

// text returns a clause as a comparison in the program's syntax, in which names stand for the integers in places.
func (c clause) text(name func(certs.Place) string) string {
	if c.long() {
		return tooLong
	}
	parts, constant := c.parts()
	w := summer{name}
	switch {
	case c.Mod == nil:
		return w.atMost(parts, constant)
	case c.Mod.Sign() == 0:
		return w.equal(parts, constant)
	}
	sum := w.sum(parts, constant)
	if len(parts) != 1 || constant.Sign() != 0 || parts[0].times.Cmp(unit) != 0 || len(parts[0].of) != 1 {
		sum = "(" + sum + ")"
	}
	return sum + " % " + term.FormatInt(c.Mod) + " == 0"
}

var unit = big.NewInt(1)

// parts returns the terms of the sum, those of the same product together, and its constant.
func (c clause) parts() (parts []product, constant *big.Int) {
	constant = new(big.Int)
	for _, t := range c.Terms {
		of := slices.SortedFunc(slices.Values(t.Of), func(p, q certs.Place) int {
			return cmp.Or(cmp.Compare(p.Object, q.Object), cmp.Compare(p.Type, q.Type), cmp.Compare(p.At, q.At))
		})
		i := slices.IndexFunc(parts, func(p product) bool { return slices.Equal(p.of, of) })
		switch {
		case len(of) == 0:
			constant.Add(constant, t.Times)
		case i < 0:
			parts = append(parts, product{of, new(big.Int).Set(t.Times)})
		default:
			parts[i].times.Add(parts[i].times, t.Times)
		}
	}
	return slices.DeleteFunc(parts, func(p product) bool { return p.times.Sign() == 0 }), constant
}

// atMost returns the text of parts + constant <= 0.
func (w summer) atMost(parts []product, constant *big.Int) string {
	if common := divisor(parts); common.Cmp(unit) > 0 {
		divide(parts, common)
		constant = new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(constant), common)) // rounded up
	}
	left, right := sides(parts)
	less := new(big.Int).Neg(constant)
	switch {
	case len(left) == 0:
		return w.sum(right, new(big.Int)) + " >= " + term.FormatInt(constant)
	case len(right) == 0:
		return w.sum(left, new(big.Int)) + " <= " + term.FormatInt(less)
	case constant.Cmp(unit) == 0:
		return w.sum(left, new(big.Int)) + " < " + w.sum(right, new(big.Int))
	case constant.Sign() > 0:
		return w.sum(left, constant) + " <= " + w.sum(right, new(big.Int))
	}
	return w.sum(left, new(big.Int)) + " <= " + w.sum(right, less)
}

// equal returns the text of parts + constant == 0, with a variable alone on the left if there is one.
func (w summer) equal(parts []product, constant *big.Int) string {
	if common := divisor(parts); common.Cmp(unit) > 0 && new(big.Int).Mod(constant, common).Sign() == 0 {
		divide(parts, common)
		constant = new(big.Int).Div(constant, common)
	}
	alone := slices.IndexFunc(parts, func(p product) bool {
		return len(p.of) == 1 && p.times.CmpAbs(unit) == 0 &&
			!slices.ContainsFunc(parts, func(q product) bool { return len(q.of) > 1 && slices.Contains(q.of, p.of[0]) })
	})
	if alone >= 0 && (len(parts) > 1 || constant.Sign() != 0) {
		p := parts[alone]
		rest := slices.Delete(slices.Clone(parts), alone, alone+1)
		if p.times.Sign() > 0 {
			rest, constant = negated(rest), new(big.Int).Neg(constant)
		}
		return w.name(p.of[0]) + " == " + w.sum(rest, constant)
	}
	left, right := sides(parts)
	if len(left) == 0 {
		left, right, constant = right, left, new(big.Int).Neg(constant)
	}
	if constant.Sign() > 0 && len(right) > 0 {
		return w.sum(left, constant) + " == " + w.sum(right, new(big.Int))
	}
	return w.sum(left, new(big.Int)) + " == " + w.sum(right, new(big.Int).Neg(constant))
}

// divisor returns the greatest common divisor of the factors; 0 if there are none.
func divisor(parts []product) *big.Int {
	common := new(big.Int)
	for _, p := range parts {
		common.GCD(nil, nil, common, new(big.Int).Abs(p.times))
	}
	return common
}

// divide divides the factors by what divides them.
func divide(parts []product, by *big.Int) {
	for i := range parts {
		parts[i].times = new(big.Int).Quo(parts[i].times, by)
	}
}

// negated returns the parts with other signs.
func negated(parts []product) (list []product) {
	for _, p := range parts {
		list = append(list, product{p.of, new(big.Int).Neg(p.times)})
	}
	return list
}

// sides returns the parts with positive factors, and the others with positive factors instead.
func sides(parts []product) (left, right []product) {
	for _, p := range parts {
		if p.times.Sign() > 0 {
			left = append(left, p)
		} else {
			right = append(right, product{p.of, new(big.Int).Neg(p.times)})
		}
	}
	return left, right
}

// sum returns the text of a sum. Positive parts come first.
func (w summer) sum(parts []product, constant *big.Int) string {
	plus, minus := sides(parts)
	var b strings.Builder
	for i, p := range slices.Concat(plus, minus) {
		switch {
		case i >= len(plus) && i == 0:
			b.WriteString("-")
		case i >= len(plus):
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if p.times.Cmp(unit) != 0 {
			b.WriteString(term.FormatInt(p.times) + " * ")
		}
		for k, at := range p.of {
			if k > 0 {
				b.WriteString(" * ")
			}
			b.WriteString(w.name(at))
		}
	}
	switch {
	case b.Len() == 0:
		return term.FormatInt(constant)
	case constant.Sign() > 0:
		b.WriteString(" + " + term.FormatInt(constant))
	case constant.Sign() < 0:
		b.WriteString(" - " + term.FormatInt(new(big.Int).Neg(constant)))
	}
	return b.String()
}
