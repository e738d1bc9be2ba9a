package report

import (
	"math/big"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file says in words what holds at the heads of loops, so that a walk with few steps covers endless runs.

// Invariant is what holds wherever a run comes to a place.
type Invariant struct {
	Place string
	Any   string // the places that may hold other integers each time
	Holds []string
}

// What is longer is not shown: terms in a sum, factors in a product, and bits of a number.
const (
	maxTerms = 64
	maxBits  = 1 << 12
)

// Invariants returns the invariants on which a certificate of absence rests. They are about the variables at the place, by their names in the program.
func Invariants(v *checker.Verdict) (list []Invariant) {
	texts := ReadTexts(v)
	for _, in := range v.Invariants {
		p := term.NewPool()
		value := func(at certs.Place) *term.Linear { return p.Input(placeName(v, in, at)) }
		shown := Invariant{Place: texts.Place(in.Place)}
		var any []string
		add := func(f *term.Formula) {
			text := "what is too long to be shown"
			if !p.Exhausted() {
				text = termview.Formula(f, longText)
			}
			shown.Holds = append(shown.Holds, text)
		}
		for i, at := range in.Any {
			any = append(any, placeName(v, in, at))
			if i < len(in.Within) {
				if lo := in.Within[i].Lo; lo != nil {
					add(p.Le(p.Int(lo), value(at)))
				}
				if hi := in.Within[i].Hi; hi != nil {
					add(p.Le(value(at), p.Int(hi)))
				}
			}
		}
		for _, a := range in.Landmark.Holds {
			sum, zero := p.Int(new(big.Int)), p.Int(new(big.Int))
			if len(a.Terms) > maxTerms || a.Mod != nil && a.Mod.BitLen() > maxBits || slices.ContainsFunc(a.Terms, func(t certs.Product) bool { return len(t.Of) > maxTerms || t.Times.BitLen() > maxBits }) {
				shown.Holds = append(shown.Holds, "what is too long to be shown")
				continue
			}
			for _, t := range a.Terms {
				product := p.Int(t.Times)
				for _, at := range t.Of {
					product = p.Mul(product, value(at))
				}
				sum = p.Add(sum, product)
			}
			switch {
			case a.Mod == nil:
				add(p.Le(sum, zero))
			case a.Mod.Sign() == 0:
				add(p.Eq(sum, zero))
			default:
				_, rest := p.FloorDiv(sum, p.Int(a.Mod))
				add(p.Eq(rest, zero))
			}
		}
		shown.Any = strings.Join(any, ", ")
		list = append(list, shown)
	}
	return list
}
