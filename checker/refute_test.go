package checker

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests proofs: by hand, and by what becomes of them when they are mutated.

func multiples(ns []int64) []certs.Multiple {
	var ms []certs.Multiple
	for i := 0; i < len(ns); i += 2 {
		ms = append(ms, certs.Multiple{Row: uint64(ns[i]), Times: big.NewInt(ns[i+1])})
	}
	return ms
}

// byLeaf, byCut, bySplit, byProduct, bySquare, byCases and byFewer are rules; rows are given as number and factor in
// turn.
func byLeaf(rows ...int64) certs.Rule { return certs.Rule{Op: certs.RuleLeaf, Rows: multiples(rows)} }
func byCut(k int64, rows ...int64) certs.Rule {
	return certs.Rule{Op: certs.RuleCut, Rows: multiples(rows), K: big.NewInt(k)}
}
func bySplit(sym uint64, k int64) certs.Rule {
	return certs.Rule{Op: certs.RuleSplit, Index: sym, K: big.NewInt(k)}
}
func byProduct(rows ...int64) certs.Rule {
	return certs.Rule{Op: certs.RuleProduct, Rows: multiples(rows)}
}

// bySquare is a rule about the square of a sum: its symbols and coefficients are given in turn.
func bySquare(k int64, syms ...int64) certs.Rule {
	return certs.Rule{Op: certs.RuleSquare, Rows: multiples(syms), K: big.NewInt(k)}
}
func byCases(i uint64) certs.Rule { return certs.Rule{Op: certs.RuleCases, Index: i} }

// byFewer are cases of which some rows exclude some.
func byFewer(i uint64, rows ...int64) certs.Rule {
	return certs.Rule{Op: certs.RuleCases, Index: i, Rows: multiples(rows)}
}

// theory is a set of facts about the inputs x, y and z, which are symbols 0, 1 and 2 in the order in which they occur.
type theory func(p *term.Pool, x, y, z *term.Linear) []*term.Formula

// linear returns a * x + b * y + c.
func linear(p *term.Pool, a int64, x *term.Linear, b int64, y *term.Linear, c int64) *term.Linear {
	return p.Add(p.Add(p.Scale(big.NewInt(a), x), p.Scale(big.NewInt(b), y)), p.Int(big.NewInt(c)))
}

func (th theory) facts() *term.Facts {
	p := term.NewPool()
	k := p.NewFacts()
	for _, f := range th(p, p.Input("x"), p.Input("y"), p.Input("z")) {
		k.Assume(f)
	}
	p.Limit(baseWork)
	return k
}

var (
	// Rows 0: 1 - x, 1: x. No x is both.
	bounds theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		return []*term.Formula{p.Le(p.Int(one), x), p.Le(x, p.Int(zero))}
	}
	// Rows 0: x + y - 2z, 1: -x - y + 2z, 2: x - y - 2z - 1, 3: -x + y + 2z + 1. No integers do: 2x = 4z + 1.
	parity theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
		return []*term.Formula{p.Eq(p.Add(x, y), linear(p, 2, z, 0, z, 0)), p.Eq(p.Sub(x, y), linear(p, 2, z, 0, z, 1))}
	}
	// Rows 0: 1 - x, 1: x - 2, 2: 1 - y, 3: y - 2; disjunctions 0: x != y, 1: x = 1 or y = 1, 2: x = 2 or y = 2. They
	// have solutions.
	pairs theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		return []*term.Formula{
			p.Le(n(1), x), p.Le(x, n(2)), p.Le(n(1), y), p.Le(y, n(2)), p.Not(p.Eq(x, y)),
			p.Or(p.Eq(x, n(1)), p.Eq(y, n(1))), p.Or(p.Eq(x, n(2)), p.Eq(y, n(2))),
		}
	}
	// As pairs, but x = y and x + y = 3 instead of the disjunctions: row 4, 5: x - y, 6, 7: x + y - 3.
	middle theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		return []*term.Formula{p.Le(p.Int(one), x), p.Le(x, p.Int(big.NewInt(2))), p.Le(p.Int(one), y),
			p.Le(y, p.Int(big.NewInt(2))),
			p.Eq(x, y), p.Eq(p.Add(x, y), p.Int(big.NewInt(3)))}
	}
	// Rows 0: 1 - x, 1: x - 3; disjunctions 0: x < 1 or x > 1, 1: x < 2 or x > 2, 2: x < 3 or x > 3.
	holes theory = func(p *term.Pool, x, _, _ *term.Linear) []*term.Formula {
		fs := []*term.Formula{p.Le(p.Int(one), x), p.Le(x, p.Int(big.NewInt(3)))}
		for i := range int64(3) {
			fs = append(fs, p.Not(p.Eq(x, p.Int(big.NewInt(i+1)))))
		}
		return fs
	}
	// Rows 0: x - 3, 1: 3 - x, 2: -x x, 3: x - x x + 7, 4: y; symbols 0: x, 1: x x, 2: y. No x does.
	quadratic theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		return []*term.Formula{p.Le(x, n(3)), p.Le(n(3), x), p.Le(n(7), p.Mul(p.Sub(x, n(1)), x)), p.Le(y, n(0))}
	}
	// As quadratic, but 6 <= (x - 1) x, of which 3 is a solution.
	roots theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		return []*term.Formula{p.Le(x, n(3)), p.Le(n(3), x), p.Le(n(6), p.Mul(p.Sub(x, n(1)), x)), p.Le(y, n(0))}
	}
	// Rows 0: -x x, 1: -y y, 2: x x - 2 x y + y y + 1; symbols 0: x, 1: x x, 2: y, 3: x y, 4: y y. No x and y do.
	difference theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		square := p.Mul(p.Sub(x, y), p.Sub(x, y))
		return []*term.Formula{p.Lt(square, p.Int(zero))}
	}
	// As difference, but 0 instead of 1.
	equal theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		square := p.Mul(p.Sub(x, y), p.Sub(x, y))
		return []*term.Formula{p.Le(square, p.Int(zero))}
	}
	// Rows 0: -x x, 1: x x + 2 x + 2. No x does.
	shifted theory = func(p *term.Pool, x, _, _ *term.Linear) []*term.Formula {
		sum := p.Add(x, p.Int(one))
		return []*term.Formula{p.Lt(p.Mul(sum, sum), p.Int(zero))}
	}
	// Of the lesser of x and y, z. Rows 2: z - x, 3: z - y, 4: y - z + 1. No x and y do.
	lesser theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		return []*term.Formula{p.Lt(y, p.IfElse(p.Le(x, y), x, y))}
	}
	// Of the greater one. Rows 2: x - z, 3: y - z, 4: y - z + 1. It is x if that is greater than y.
	greater theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		return []*term.Formula{p.Lt(y, p.IfElse(p.Le(x, y), y, x))}
	}
	// As lesser, but z is x also where y + 1 is, too. Row 2: y - z + 1.
	nearlyLesser theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula {
		return []*term.Formula{p.Lt(y, p.IfElse(p.Le(x, p.Add(y, p.Int(one))), x, y))}
	}
	// x and y are multiples of 3 by their alternatives. Rows 0 to 3: x % 3 and x - 3 (x / 3) are from 0 to 2, 4, 5: x -
	// 3 (x / 3) - (x % 3), 6, 7: x % 3, 8 to 15: of y the same, 16, 17: x + y - 3 z - 1. No x, y and z do.
	thirds theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula { return ofThree(p, x, y, z, 1, 0, 12) }
	// As thirds, but x + y is 3 z.
	wholes theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula { return ofThree(p, x, y, z, 0, 0, 12) }
	// As thirds, but y may be 1, too. Rows 8, 9: x + y - 3 z - 1.
	nearlyThirds theory = func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
		return ofThree(p, x, y, z, 1, 0, 12, 1)
	}
	// Rows 0: -x, 1: x - 2, 2: -y, 3: y - 2; disjunction 0: 2 x + 3 y >= 11 or x = y + 3. No x and y do.
	far theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula { return distant(p, x, y, 11) }
	// As far, but 10 instead of 11.
	near  theory = func(p *term.Pool, x, y, _ *term.Linear) []*term.Formula { return distant(p, x, y, 10) }
	never theory = func(p *term.Pool, _, _, _ *term.Linear) []*term.Formula { return []*term.Formula{p.Bool(false)} }
)

// distant says that x and y are from 0 to 2, and that 2 x + 3 y is so much at least, or x = y + 3.
func distant(p *term.Pool, x, y *term.Linear, least int64) []*term.Formula {
	n := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	return []*term.Formula{p.Le(n(0), x), p.Le(x, n(2)), p.Le(n(0), y), p.Le(y, n(2)),
		p.Or(p.Le(n(least), linear(p, 2, x, 3, y, 0)), p.Eq(x, p.Add(y, n(3))))}
}

// ofThree says that x is 3 or 6, that y is one of some numbers, and that x + y is 3 z and so much more.
func ofThree(p *term.Pool, x, y, z *term.Linear, more int64, ys ...int64) []*term.Formula {
	is := func(e *term.Linear, n int64) *term.Formula { return p.Eq(e, p.Int(big.NewInt(n))) }
	some := make([]*term.Formula, len(ys))
	for i, n := range ys {
		some[i] = is(y, n)
	}
	return []*term.Formula{p.Or(is(x, 3), is(x, 6)), p.Or(some...),
		is(p.Sub(p.Add(x, y), p.Scale(big.NewInt(3), z)), more)}
}

var holesProof = certs.Proof{
	byCases(0), byLeaf(0, 1, 2, 1), // x < 1
	byCases(1), byLeaf(2, 1, 3, 1), // x > 1, x < 2
	byCases(2), byLeaf(3, 1, 4, 1), // x > 2, x < 3
	byLeaf(1, 1, 4, 1), // x > 3
}

// The same, without the ways that bounds exclude.
var fewerProof = certs.Proof{byFewer(0, 0, 1), byFewer(1, 2, 1), byFewer(2, 1, 1, 3, 1)}

var middleProof = certs.Proof{bySplit(0, 1), byLeaf(5, 1, 7, 1, 8, 2), byLeaf(4, 1, 6, 1, 8, 2)}

// (x - 3) (3 - x) >= 0 is x x - 6 x + 9 <= 0.
var squareProof = certs.Proof{byProduct(0, 1, 1, 1), byLeaf(0, 5, 3, 1, 5, 1)}

// (x - y) (x - y) >= 0 is 2 x y - x x - y y <= 0.
var differenceProof = certs.Proof{bySquare(0, 0, 1, 2, -1), byLeaf(2, 1, 3, 1)}

// 3 z - 3 (x / 3) - 3 (y / 3) + 1 is 0.
var thirdsProof = certs.Proof{
	byCut(3, 4, 1, 6, 1, 12, 1, 14, 1, 17, 1), byCut(3, 5, 1, 7, 1, 13, 1, 15, 1, 16, 1), byLeaf(18, 1, 19, 1),
}

var parityProof = certs.Proof{byCut(2, 0, 1, 2, 1), byCut(2, 1, 1, 3, 1), byLeaf(4, 1, 5, 1)}

func TestRefute(t *testing.T) {
	for _, c := range []struct {
		title  string
		theory theory
		proof  certs.Proof
		reason string // "" if the proof is right
	}{
		{"two bounds", bounds, certs.Proof{byLeaf(0, 1, 1, 1)}, ""},
		{"two bounds, both multiplied", bounds, certs.Proof{byLeaf(0, 7, 1, 7)}, ""},
		{"false", never, certs.Proof{byLeaf(0, 1)}, ""},
		{"a split that is not needed", bounds, certs.Proof{bySplit(0, 17), byLeaf(0, 1, 1, 1), byLeaf(0, 1, 1, 1)}, ""},
		{"a split whose rows are cited", bounds, certs.Proof{bySplit(0, 0), byLeaf(0, 1, 2, 1), byLeaf(1, 1, 2, 1)},
			""},
		{"cases", holes, holesProof, ""},
		{"a split between two solutions that are none", middle, middleProof, ""},
		{"a cut of an equation that parity excludes", parity, parityProof, ""},

		{"a product of two bounds", quadratic, squareProof, ""},
		{"a product that has the value", roots, squareProof,
			"rule 2: found the combination 0, want a positive constant"},
		{"a product of other bounds", quadratic, certs.Proof{byProduct(0, 1, 0, 1), byLeaf(0, 5, 3, 1, 5, 1)},
			"rule 2: found the combination"},
		{"a product of a bound and another row", quadratic, certs.Proof{byProduct(0, 1, 4, 1),
			byLeaf(0, 5, 3, 1, 5, 1)}, "rule 2: found the combination"},
		{"a product of one row", quadratic, certs.Proof{byProduct(0, 1)}, "found a product of 1 rows, want 2"},
		{"a product of three rows", quadratic, certs.Proof{byProduct(0, 1, 1, 1, 2, 1)},
			"found a product of 3 rows, want 2"},
		{"a product of no rows", quadratic, certs.Proof{byProduct()}, "the rule product has other fields"},
		{"a product with an index", quadratic, certs.Proof{{Op: certs.RuleProduct, Index: 1,
			Rows: multiples([]int64{0, 1, 1, 1})}}, "the rule product has other fields"},
		{"a product with a bound", quadratic, certs.Proof{{Op: certs.RuleProduct, Rows: multiples([]int64{0, 1, 1, 1}),
			K: one}}, "the rule product has other fields"},
		{"a product of multiples", quadratic, certs.Proof{byProduct(0, 1, 1, 2)}, "row 1: found another factor than 1"},
		{"a product with a negative factor", quadratic, certs.Proof{byProduct(0, -1, 1, 1)},
			"row 0: found another factor than 1"},
		{"a product without a factor", quadratic, certs.Proof{{Op: certs.RuleProduct,
			Rows: []certs.Multiple{{Row: 0}, {Row: 1}}}}, "row 0: found another factor than 1"},
		{"a product of a row that is not there", quadratic, certs.Proof{byProduct(0, 1, 9, 1)},
			"found row 9, want one of 5"},
		{"a product of row 2^64 - 1", quadratic, certs.Proof{{Op: certs.RuleProduct,
			Rows: []certs.Multiple{{Row: 1<<64 - 1, Times: one}, {Row: 0, Times: one}}}}, "want one of 5"},
		{"a product and nothing else", quadratic, certs.Proof{byProduct(0, 1, 1, 1)},
			"the rules end before every way is closed"},

		{"a square of a difference", difference, differenceProof, ""},
		{"a square with a constant", quadratic, certs.Proof{bySquare(-1, 0, 2), bySquare(-3, 0, 1),
			byProduct(0, 1, 1, 1), byLeaf(0, 5, 3, 1, 7, 1)}, ""},
		{"a square of a sum with a constant", shifted, certs.Proof{bySquare(1, 0, 1), byLeaf(1, 1, 2, 1)}, ""},
		{"a square of a sum with another constant", shifted, certs.Proof{bySquare(2, 0, 1), byLeaf(1, 1, 2, 1)},
			"rule 2: found the combination -2 * x - 2"},
		{"a square that is 0", equal, differenceProof, "rule 2: found the combination 0, want a positive constant"},
		{"a square of a sum", difference, certs.Proof{bySquare(0, 0, 1, 2, 1), byLeaf(2, 1, 3, 1)},
			"rule 2: found the combination -4 * (x * y) + 1"},
		{"a square that is subtracted", difference, certs.Proof{bySquare(0, 0, 1, 2, -1), byLeaf(2, 2, 3, 1)},
			"rule 2: found the combination"},
		{"a square of no symbols", difference, certs.Proof{bySquare(3)}, "the rule square has other fields"},
		{"a square without a constant", difference, certs.Proof{{Op: certs.RuleSquare, Rows: multiples([]int64{0, 1})}},
			"the rule square has other fields"},
		{"a square with an index", difference, certs.Proof{{Op: certs.RuleSquare, Index: 1,
			Rows: multiples([]int64{0, 1}), K: zero}}, "the rule square has other fields"},
		{"a square of a symbol that is not there", difference, certs.Proof{bySquare(0, 5, 1)},
			"found symbol 5, want one of 5"},
		{"a square of symbol 2^64 - 1", difference, certs.Proof{{Op: certs.RuleSquare,
			Rows: []certs.Multiple{{Row: 1<<64 - 1, Times: one}}, K: zero}}, "want one of 5"},
		{"a square of a symbol twice", difference, certs.Proof{bySquare(0, 2, 1, 2, -2)},
			"found symbol 2 after symbol 2"},
		{"a square of symbols in another order", difference, certs.Proof{bySquare(0, 2, -1, 0, 1)},
			"found symbol 0 after symbol 2"},
		{"a square with the factor 0", difference, certs.Proof{bySquare(0, 0, 1, 2, 0)},
			"symbol 2: found the factor 0"},
		{"a square without a factor", difference, certs.Proof{{Op: certs.RuleSquare, Rows: []certs.Multiple{{Row: 0}},
			K: zero}}, "symbol 0: found the factor 0"},
		{"a square and nothing else", difference, certs.Proof{bySquare(0, 0, 1, 2, -1)},
			"the rules end before every way is closed"},

		{"the lesser of two is at most both", lesser, certs.Proof{byLeaf(3, 1, 4, 1)}, ""},
		{"the lesser of two, by the row of the other one", lesser, certs.Proof{byLeaf(2, 1, 4, 1)},
			"found the combination -x + y + 1"},
		{"the lesser of two, by the cases", lesser, certs.Proof{byCases(1), byLeaf(4, 1, 8, 1), byCases(0),
			byLeaf(4, 1, 8, 1, 9, 1), byLeaf(6, 1, 10, 1)}, ""},
		{"the greater of two is not at most both", greater, certs.Proof{byLeaf(3, 1, 4, 1)},
			"want a positive constant"},
		{"the greater of two, by the other row", greater, certs.Proof{byLeaf(2, 1, 4, 1)}, "want a positive constant"},
		{"what is nearly the lesser of two has no such rows", nearlyLesser, certs.Proof{byLeaf(2, 1, 3, 1)},
			"found row 3, want one of 3"},
		{"what is nearly the lesser of two, by what it has", nearlyLesser, certs.Proof{byLeaf(0, 1, 1, 1, 2, 1)},
			"want a positive constant"},

		{"a remainder that alternatives have in common", thirds, thirdsProof, ""},
		{"a remainder that is possible", wholes, thirdsProof,
			"rule 3: found the combination 0, want a positive constant"},
		{"a remainder that one alternative does not have", nearlyThirds, thirdsProof,
			"rule 1: found row 12, want one of 10"},
		{"a remainder that one alternative does not have, by the rows there are", nearlyThirds,
			certs.Proof{byCut(3, 4, 1, 6, 1, 9, 1)}, "want coefficients that 3 divides"},
		{"a remainder that alternatives have in common, by the cases", thirds, certs.Proof{
			byCases(0), byCases(1), byCut(3, 17, 1, 18, 1, 20, 1), byCut(3, 16, 1, 19, 1, 21, 1), byLeaf(22, 1, 23, 1),
			byCut(3, 17, 1, 18, 1, 20, 1), byCut(3, 16, 1, 19, 1, 21, 1), byLeaf(22, 1, 23, 1),
			byCases(1), byCut(3, 17, 1, 18, 1, 20, 1), byCut(3, 16, 1, 19, 1, 21, 1), byLeaf(22, 1, 23, 1),
			byCut(3, 17, 1, 18, 1, 20, 1), byCut(3, 16, 1, 19, 1, 21, 1), byLeaf(22, 1, 23, 1),
		}, ""},

		{"no rules", bounds, certs.Proof{}, "the rules end before every way is closed"},
		{"an empty leaf", bounds, certs.Proof{byLeaf()}, "rule 1: the rule leaf has other fields"},
		{"a leaf with one row", bounds, certs.Proof{byLeaf(1, 1)}, "found the combination x, want a positive constant"},
		{"a leaf with rows that do not add up", bounds, certs.Proof{byLeaf(0, 2, 1, 1)},
			"found the combination -x + 2, want a positive constant"},
		{"a leaf whose combination is 0", parity, certs.Proof{byLeaf(0, 1, 1, 1)},
			"found the combination 0, want a positive constant"},
		{"a leaf whose combination is negative", holes, certs.Proof{byLeaf(0, 1, 1, 1)},
			"found the combination -2, want a positive constant"},
		{"a factor of 0", bounds, certs.Proof{byLeaf(0, 1, 1, 0)}, "row 1: found a factor that is not positive"},
		{"a negative factor", middle, certs.Proof{byLeaf(6, -1, 7, 1)}, "row 6: found a factor that is not positive"},
		{"no factor", bounds, certs.Proof{{Op: certs.RuleLeaf, Rows: []certs.Multiple{{Row: 0}, {Row: 1}}}},
			"row 0: found a factor that is not positive"},
		{"a row twice", bounds, certs.Proof{byLeaf(0, 1, 0, 1, 1, 2)},
			"found row 0 after row 0, want rows in ascending order"},
		{"rows in another order", bounds, certs.Proof{byLeaf(1, 1, 0, 1)}, "found row 0 after row 1"},
		{"a row that is not there", bounds, certs.Proof{byLeaf(0, 1, 2, 1)}, "found row 2, want one of 2"},
		{"row 2^64 - 1", bounds, certs.Proof{{Op: certs.RuleLeaf,
			Rows: []certs.Multiple{{Row: 1<<64 - 1, Times: one}}}}, "want one of 2"},
		{"a row of another way", bounds, certs.Proof{bySplit(0, 17), byCut(2, 0, 1, 1, 1), byLeaf(0, 1, 1, 1),
			byLeaf(3, 1)}, "rule 4: found row 3, want one of 3"},
		{"a row of the way before", bounds, certs.Proof{bySplit(0, 0), byLeaf(0, 1, 2, 1), byLeaf(0, 1, 2, 1)},
			"rule 3: found the combination -2 * x + 2"},
		{"a leaf with an index", bounds, certs.Proof{{Op: certs.RuleLeaf, Rows: multiples([]int64{0, 1, 1, 1}),
			Index: 1}}, "the rule leaf has other fields"},
		{"a leaf with a bound", bounds, certs.Proof{{Op: certs.RuleLeaf, Rows: multiples([]int64{0, 1, 1, 1}), K: one}},
			"the rule leaf has other fields"},
		{"a leaf with the bound 0", bounds, certs.Proof{{Op: certs.RuleLeaf, Rows: multiples([]int64{0, 1, 1, 1}),
			K: zero}}, "the rule leaf has other fields"},

		{"a cut without a divisor", parity, certs.Proof{{Op: certs.RuleCut, Rows: multiples([]int64{0, 1})}},
			"the rule cut has other fields"},
		{"a cut without rows", parity, certs.Proof{{Op: certs.RuleCut, K: big.NewInt(2)}},
			"the rule cut has other fields"},
		{"a cut with an index", parity, certs.Proof{{Op: certs.RuleCut, Index: 3, Rows: multiples([]int64{0, 1, 2, 1}),
			K: big.NewInt(2)}}, "the rule cut has other fields"},
		{"a divisor of 0", parity, certs.Proof{byCut(0, 0, 1, 2, 1)}, "found the divisor 0, want 2 or more"},
		{"a divisor of 1", parity, certs.Proof{byCut(1, 0, 1, 2, 1)}, "found the divisor 1, want 2 or more"},
		{"a negative divisor", parity, certs.Proof{byCut(-2, 0, 1, 2, 1)}, "found the divisor -2, want 2 or more"},
		{"a divisor that does not divide", parity, certs.Proof{byCut(3, 0, 1, 2, 1)},
			"found the combination 2 * x - 4 * z - 1, want coefficients that 3 divides"},
		{"a divisor that divides some", parity, certs.Proof{byCut(4, 0, 1, 2, 1)}, "want coefficients that 4 divides"},
		{"a cut that leaves a value", middle, certs.Proof{byCut(2, 4, 1, 6, 1), byLeaf(0, 1, 8, 1)},
			"found the combination 0, want a positive constant"},
		{"a cut and nothing else", parity, certs.Proof{byCut(2, 0, 1, 2, 1)}, "the rules end before"},
		{"a cut behind the end", bounds, certs.Proof{byLeaf(0, 1, 1, 1), byCut(2, 0, 2)},
			"every way is closed, but found 1 more rules"},

		{"a split without a bound", bounds, certs.Proof{{Op: certs.RuleSplit}}, "the rule split has other fields"},
		{"a split with rows", bounds, certs.Proof{{Op: certs.RuleSplit, K: one, Rows: multiples([]int64{0, 1})}},
			"the rule split has other fields"},
		{"a split of a symbol that is not there", bounds, certs.Proof{bySplit(1, 0)}, "found symbol 1, want one of 1"},
		{"a split of symbol 2^64 - 1", bounds, certs.Proof{bySplit(1<<64-1, 0)}, "want one of 1"},
		{"a split without its second way", bounds, certs.Proof{bySplit(0, 0), byLeaf(0, 1, 2, 1)},
			"the rules end before every way is closed"},
		{"a split without any way", bounds, certs.Proof{bySplit(0, 0)}, "the rules end before every way is closed"},
		{"a split with three ways", bounds, certs.Proof{bySplit(0, 0), byLeaf(0, 1, 2, 1), byLeaf(1, 1, 2, 1),
			byLeaf(0, 1, 1, 1)}, "found 1 more rules"},
		{"splits of which the inner one is not complete", bounds,
			certs.Proof{bySplit(0, 0), bySplit(0, 0), byLeaf(0, 1, 1, 1), byLeaf(0, 1, 1, 1)}, "the rules end before"},

		{"cases that are not there", bounds, certs.Proof{byCases(0)}, "found disjunction 0, want one of 0"},
		{"cases 2^64 - 1", holes, certs.Proof{byCases(1<<64 - 1)}, "want one of 3"},
		{"cases with a bound", holes, certs.Proof{{Op: certs.RuleCases, K: zero}}, "the rule cases has other fields"},
		{"cases without the last alternative", holes, holesProof[:len(holesProof)-1],
			"the rules end before every way is closed"},
		{"cases of which bounds exclude some", holes, fewerProof, ""},
		{"cases of which bounds exclude all", far, certs.Proof{byFewer(0, 1, 1, 2, 1, 3, 1)}, ""},
		{"cases of which bounds exclude one, which is proved too", holes,
			slices.Insert(slices.Clone(fewerProof), 1, byLeaf(0, 1, 2, 1)), "rule 2: found the combination"},
		{"cases of which bounds exclude all, and more", far, certs.Proof{byFewer(0, 1, 1, 2, 1, 3, 1), byLeaf(0, 1)},
			"every way is closed, but found 1 more rules"},
		{"cases of which another bound excludes none", holes,
			slices.Concat(certs.Proof{byFewer(0, 1, 1)}, fewerProof[1:]), "the rules end before every way is closed"},
		{"cases at the bound", near, certs.Proof{byFewer(0, 1, 1, 2, 1, 3, 1)},
			"the rules end before every way is closed"},
		{"cases of two symbols, without a bound of one", far, certs.Proof{byFewer(0, 2, 1, 3, 1)},
			"the rules end before every way is closed"},
		{"cases of two symbols, with a bound on the other side", far, certs.Proof{byFewer(0, 0, 1, 2, 1, 3, 1)},
			"the rules end before every way is closed"},
		{"an equation of two symbols, without a bound", far, certs.Proof{byFewer(0, 1, 1, 3, 1)},
			"the rules end before every way is closed"},
		{"cases of pairs, with all bounds", pairs, certs.Proof{byFewer(1, 0, 1, 1, 1, 2, 1, 3, 1)},
			"the rules end before every way is closed"},
		{"cases without an alternative by a row of several symbols", parity, certs.Proof{byFewer(0, 0, 1)},
			"found disjunction 0, want one of 0"},
		{"cases by a row of several symbols", lesser, certs.Proof{byFewer(0, 2, 1)}, "row 2: found"},
		{"cases by a row that is not there", far, certs.Proof{byFewer(0, 1, 1, 4, 1)}, "found row 4, want one of 4"},
		{"cases by row 2^64 - 1", far, certs.Proof{{Op: certs.RuleCases,
			Rows: []certs.Multiple{{Row: 1<<64 - 1, Times: one}}}}, "want one of 4"},
		{"cases by a row twice", far, certs.Proof{byFewer(0, 1, 1, 1, 1, 2, 1, 3, 1)}, "found row 1 after row 1"},
		{"cases by rows in another order", far, certs.Proof{byFewer(0, 2, 1, 1, 1, 3, 1)}, "found row 1 after row 2"},
		{"cases by twice a row", far, certs.Proof{byFewer(0, 1, 2, 2, 1, 3, 1)}, "row 1: found another factor than 1"},
		{"cases by a row with a negative factor", far, certs.Proof{byFewer(0, 1, 1, 2, -1, 3, 1)},
			"row 2: found another factor than 1"},
		{"cases by a row without a factor", far, certs.Proof{{Op: certs.RuleCases, Rows: []certs.Multiple{{Row: 1}}}},
			"row 1: found another factor than 1"},
		{"cases by a row of the way before", holes, slices.Concat(certs.Proof{byCases(0), byLeaf(0, 1, 2, 1)},
			certs.Proof{byFewer(2, 1, 1, 3, 1)}), "rule 3: found row 3, want one of 3"},
		{"the same cases twice, the alternatives exchanged", holes, slices.Concat(holesProof[2:], holesProof[:2]),
			"rule 2: found row 3"},
		{"what has a solution", pairs, certs.Proof{byCases(0), byLeaf(0, 1, 1, 1), byLeaf(2, 1, 3, 1)},
			"want a positive constant"},

		{"no name", bounds, certs.Proof{{}}, `rule 1: found "", want the name of a rule`},
		{"another name", bounds, certs.Proof{{Op: "hole"}}, `rule 1: found "hole", want the name of a rule`},
		{"a name in capitals", bounds, certs.Proof{{Op: "Leaf", Rows: multiples([]int64{0, 1, 1, 1})}},
			"want the name of a rule"},
		{"a proof twice", bounds, certs.Proof{byLeaf(0, 1, 1, 1), byLeaf(0, 1, 1, 1)},
			"every way is closed, but found 1 more rules"},
		{"a wrong rule behind the end", bounds, certs.Proof{byLeaf(0, 1, 1, 1), {Op: "hole"}}, "found 1 more rules"},
	} {
		t.Run(c.title, func(t *testing.T) {
			k := c.theory.facts()
			rows, cases, syms := slices.Clone(k.Rows), slices.Clone(k.Cases), slices.Clone(k.Syms)
			err := Refute(k, c.proof)
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("found %v", err)
			case c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)):
				t.Errorf("found %v, want an error with %q", err, c.reason)
			}
			if !slices.Equal(k.Rows, rows) || len(k.Cases) != len(cases) || !slices.Equal(k.Syms, syms) {
				t.Error("the facts were changed")
			}
		})
	}
}

// TestRefuteIsBounded gives proofs more work than the pool allows.
func TestRefuteIsBounded(t *testing.T) {
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(1_000_000), nil)
	times := func(v *big.Int) []certs.Multiple { return []certs.Multiple{{Row: 0, Times: v}, {Row: 1, Times: v}} }
	for _, c := range []struct {
		title  string
		budget int64
		proof  certs.Proof
		reason string
	}{
		{"nothing allowed", 0, certs.Proof{byLeaf(0, 1, 1, 1)}, errExhausted.Error()},
		{"factors of a million digits", 1 << 24, certs.Proof{{Op: certs.RuleLeaf, Rows: times(huge)}}, ""},
		{"factors of a million digits, too much for the pool", 1 << 16,
			certs.Proof{{Op: certs.RuleLeaf, Rows: times(huge)}}, errExhausted.Error()},
		{"a cut of a million digits", 1 << 24, certs.Proof{{Op: certs.RuleCut, Rows: times(huge), K: huge}},
			errExhausted.Error()},
		{"a split at a million digits", 1 << 24, certs.Proof{{Op: certs.RuleSplit, K: huge}, byLeaf(0, 1, 1, 1),
			byLeaf(0, 1, 1, 1)}, errExhausted.Error()},
		{"a split at a hundred digits", 1 << 24, certs.Proof{{Op: certs.RuleSplit,
			K: new(big.Int).Exp(big.NewInt(10), big.NewInt(100), nil)}, byLeaf(0, 1, 1, 1), byLeaf(0, 1, 1, 1)}, ""},
		{"splits too many for the pool", 1 << 16, slices.Repeat(certs.Proof{bySplit(0, 0)}, 100_000),
			errExhausted.Error()},
		{"cuts too many for the pool", 1 << 16, slices.Repeat(certs.Proof{byCut(2, 0, 2)}, 100_000),
			errExhausted.Error()},
	} {
		k := bounds.facts()
		k.Pool().Limit(c.budget)
		if err := Refute(k, c.proof); c.reason == "" && err != nil || c.reason != "" &&
			(err == nil || err.Error() != c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// Fuzzing.

// theories are what proofs are tried on; those that have a solution have one with small values.
var theories = []struct {
	theory theory
	proof  certs.Proof // nil if there is a solution
}{
	{bounds, certs.Proof{byLeaf(0, 1, 1, 1)}}, {parity, parityProof}, {holes, holesProof}, {pairs, nil},
	{middle, middleProof}, {quadratic, squareProof}, {roots, nil}, {difference, differenceProof}, {equal, nil},
	{factors, certs.Proof{{Op: certs.RuleBits, Bits: refutation(factors, upTo(6), nil)}}}, {multiplied, nil},
	{otherwise, nil},
	{holes, fewerProof}, {far, certs.Proof{byFewer(0, 1, 1, 2, 1, 3, 1)}}, {near, nil},
	{lesser, certs.Proof{byLeaf(3, 1, 4, 1)}}, {greater, nil}, {nearlyLesser, nil},
	{thirds, thirdsProof}, {wholes, nil}, {nearlyThirds, nil},
	{func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
		q, r := p.FloorDiv(linear(p, 5, x, 1, y, 1), p.Int(big.NewInt(3)))
		return []*term.Formula{p.Eq(r, p.Int(one)), p.Le(q, z), p.Not(p.Eq(x, y)), p.Le(x, p.Int(one)),
			p.Le(z, p.Int(one))}
	}, nil},
	{func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
		q, r := p.TruncDiv(x, p.Int(big.NewInt(2)))
		return []*term.Formula{p.Lt(q, y), p.Or(p.Eq(r, p.Int(minusOne)), p.Lt(z, r)), p.Le(y, p.Int(zero)),
			p.Le(p.Int(minusOne), z)}
	}, nil},
	{func(p *term.Pool, x, y, z *term.Linear) []*term.Formula {
		return []*term.Formula{p.Eq(linear(p, 2, x, 3, y, 0), p.Int(one)), p.Le(p.Mul(x, y), p.Int(zero)), p.Lt(y, x),
			p.Lt(p.Int(zero), p.Add(z, y))}
	}, nil},
}

var minusOne = big.NewInt(-1)

// TestTheories establishes which theories have a solution.
func TestTheories(t *testing.T) {
	for i, th := range theories {
		p := term.NewPool()
		fs := th.theory(p, p.Input("x"), p.Input("y"), p.Input("z"))
		found := false
		for v := range int64(1000) {
			val := p.Valuation(func(name string) *big.Int {
				return big.NewInt(map[string]int64{"x": v % 10, "y": v / 10 % 10, "z": v / 100}[name] - 4)
			})
			found = found || !slices.ContainsFunc(fs, func(f *term.Formula) bool {
				truth, ok := val.Formula(f)
				return !truth || !ok
			})
		}
		if found != (th.proof == nil) {
			t.Errorf("theory %d: found a solution: %t", i, found)
		}
		if err := Refute(th.theory.facts(), th.proof); (err == nil) == found {
			t.Errorf("theory %d: %v", i, err)
		}
	}
}

// mutateProof changes a proof at random.
func mutateProof(p certs.Proof, r *rand.Rand) certs.Proof {
	p = slices.Clone(p)
	for range 1 + r.IntN(3) {
		switch r.IntN(4) {
		case 0: // what is proved is proved by cases too, if the rows added in between are not cited
			p = slices.Concat(certs.Proof{bySplit(r.Uint64N(4), r.Int64N(7)-3)}, p, p)
			continue
		case 1:
			if len(p) > 0 {
				rule, times := &p[r.IntN(len(p))], big.NewInt(1+r.Int64N(9))
				rule.Rows = slices.Clone(rule.Rows)
				for i, m := range rule.Rows {
					if m.Times != nil {
						rule.Rows[i].Times = new(big.Int).Mul(m.Times, times)
					}
				}
			}
			continue
		}
		fresh := []certs.Rule{
			byLeaf(r.Int64N(6), 1+r.Int64N(3), 6+r.Int64N(6), 1), byCut(2+r.Int64N(3), r.Int64N(6), 1+r.Int64N(3)),
			bySplit(r.Uint64N(4), r.Int64N(7)-3), byCases(r.Uint64N(4)),
			byFewer(r.Uint64N(2), r.Int64N(2), 1, 2+r.Int64N(3), 1),
			byProduct(r.Int64N(5), 1, r.Int64N(5), 1), bySquare(r.Int64N(5)-2, r.Int64N(2), 1+r.Int64N(2),
				2+r.Int64N(3), r.Int64N(5)-2),
		}[r.IntN(7)]
		if p = edit(p, r, fresh); len(p) == 0 || r.IntN(4) == 0 {
			p = append(p, fresh)
			continue
		}
		rule := &p[r.IntN(len(p))]
		rule.Rows = slices.Clone(rule.Rows)
		if rule.Bits != nil {
			rule.Bits = mutateRefutation(*rule.Bits, r)
			continue
		}
		switch r.IntN(6) {
		case 0:
			rule.Op = pick(r, []string{certs.RuleLeaf, certs.RuleCut, certs.RuleProduct, certs.RuleSquare,
				certs.RuleSplit, certs.RuleCases})
		case 1:
			rule.Index += r.Uint64N(3) - 1
		case 2:
			rule.K = number(rule.K, r)
		case 3:
			rule.Rows = edit(rule.Rows, r, certs.Multiple{Row: r.Uint64N(12), Times: one})
		default:
			if len(rule.Rows) > 0 {
				m := &rule.Rows[r.IntN(len(rule.Rows))]
				m.Row += r.Uint64N(3) - 1
				m.Times = number(m.Times, r)
			}
		}
	}
	return p
}

// mutateRefutation changes a refutation at random.
func mutateRefutation(b certs.Refutation, r *rand.Rand) *certs.Refutation {
	switch r.IntN(6) {
	case 0:
		b.Rows = edit(b.Rows, r, r.Uint64N(9))
	case 1:
		b.Cases = edit(b.Cases, r, r.Uint64N(2))
	case 2:
		b.Chains = edit(b.Chains, r, byte(r.IntN(256)))
	default:
		b.Chains = slices.Clone(b.Chains)
		for range 1 + r.IntN(3) {
			if len(b.Chains) > 0 {
				b.Chains[r.IntN(len(b.Chains))] += byte(r.IntN(5)) - 2
			}
		}
	}
	return &b
}

// TestMutatedProofs tries proofs of one theory, mutated, on another: none is accepted where there is a solution.
func TestMutatedProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	accepted := 0
	for range effort.Of(60_000) {
		from := theories[r.IntN(len(theories))]
		on, proof := theories[r.IntN(len(theories))], mutateProof(from.proof, r)
		if r.IntN(2) == 0 {
			on = from
		}
		if Refute(on.theory.facts(), proof) != nil {
			continue
		}
		if accepted++; on.proof == nil {
			t.Fatalf("accepted, though there is a solution: %+v", proof)
		}
	}
	t.Logf("%d accepted", accepted)
	if accepted < effort.Of(300) {
		t.Errorf("only %d mutants were accepted", accepted)
	}
}

// FuzzRefute decodes proofs and tries them, as they are and mutated, on theories that have solutions.
func FuzzRefute(f *testing.F) {
	for i, th := range theories {
		f.Add(certs.Encode(th.proof), uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		var proof certs.Proof
		if cbor.Unmarshal(data, &proof) != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for _, p := range []certs.Proof{proof, mutateProof(proof, r), mutateProof(proof, r)} {
			for i, th := range theories {
				k := th.theory.facts()
				k.Pool().Limit(1 << 20)
				if err := Refute(k, p); err == nil && th.proof == nil {
					t.Fatalf("accepted, though theory %d has a solution: %+v", i, p)
				}
			}
		}
	})
}

// TestProductsAndSquaresHold adds products and squares to random rows that random integers satisfy: the integers
// satisfy what is added too.
func TestProductsAndSquaresHold(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	names := []string{"x", "y", "z"}
	sum := func(p *term.Pool) *term.Linear {
		e := p.Int(big.NewInt(r.Int64N(21) - 10))
		for range 1 + r.IntN(3) {
			m := p.Int(big.NewInt(r.Int64N(9) - 4))
			for range 1 + r.IntN(3) {
				m = p.Mul(m, p.Input(names[r.IntN(3)]))
			}
			if q, rest := p.FloorDiv(m, p.Int(big.NewInt(r.Int64N(5)+2))); r.IntN(4) == 0 {
				m = p.Add(q, p.Scale(big.NewInt(2), rest))
			}
			e = p.Add(e, m)
		}
		return e
	}
	negative, n := 0, tries(10_000)
	for range n {
		p := term.NewPool()
		values := map[string]*big.Int{}
		for _, name := range names {
			values[name] = big.NewInt(r.Int64N(41) - 20)
		}
		v := p.Valuation(func(name string) *big.Int { return values[name] })
		k := p.NewFacts()
		for range 2 {
			e := sum(p)
			if v.Linear(e).Sign() > 0 {
				e = p.Neg(e)
			}
			k.AddRow(e)
		}
		k.Assume(p.Not(p.Eq(sum(p), p.Int(big.NewInt(1<<40)))))
		for _, c := range k.Cases {
			k.Assume(c[0]) // which enters the symbols; it need not be true
		}
		rows := len(k.Rows)
		if err := product(k, byProduct(0, 1, 1, 1)); err != nil {
			t.Fatal(err)
		}
		rule := certs.Rule{Op: certs.RuleSquare, K: big.NewInt(r.Int64N(9) - 4)}
		for i := range k.Syms {
			if c := r.Int64N(7) - 3; c != 0 && r.IntN(2) == 0 {
				rule.Rows = append(rule.Rows, certs.Multiple{Row: uint64(i), Times: big.NewInt(c)})
			}
		}
		if err := square(k, rule); err != nil {
			t.Fatal(err)
		}
		for _, row := range k.Rows[rows:] {
			switch n := v.Linear(row); {
			case n == nil || n.Sign() > 0:
				t.Fatalf("for %v, %v is %v, though %v and %v are not positive", values, row, n, k.Rows[0], k.Rows[1])
			case n.Sign() < 0:
				negative++
			}
		}
	}
	t.Logf("%d rows are not 0", negative)
	if negative < n {
		t.Errorf("%d rows are not 0, want more", negative)
	}
}
