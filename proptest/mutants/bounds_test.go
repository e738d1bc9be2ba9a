package mutants

// This file defines the mutants of what is known along a path: bounds, the model, and which conjuncts a solver is asked
// about.

const (
	bounds      = "finder/bounds/bounds.go"
	boundsModel = "finder/bounds/model.go"
	boundsQuery = "finder/bounds/query.go"
	boundsWeak  = "finder/bounds/weaker.go"
)

var alongPaths = []Mutant{
	{
		"bounds: what makes a bound needless is on the wrong side", boundsWeak,
		`if k < 0 {`,
		`if k > 0 {`, "bounds",
	}, {
		"bounds: at most is at least", bounds,
		`case sign > 0:
		return nil, v`,
		`case sign < 0:
		return nil, v`, "bounds",
	}, {
		"bounds: what is passed on to symbols is on the wrong side", bounds,
		`x.restrict(new(big.Int).Sub(most, s.low), size, !positive)`,
		`x.restrict(new(big.Int).Sub(most, s.low), size, positive)`, "bounds",
	}, {
		"bounds: what may hold always does", bounds,
		`least.Cmp(low) <= 0)`,
		`least.Cmp(low) <= 1)`, "bounds",
	}, {
		"bounds: what holds at the border never does", bounds,
		`least.Cmp(high) > 0,`,
		`least.Cmp(high) >= 0,`, "bounds",
	}, {
		"bounds: not equal is equal", bounds,
		`if f.Op == term.NeZero {
		t =`,
		`if f.Op == term.NeZero && sign == 0 {
		t =`, "bounds",
	}, {
		"bounds: what a symbol is taken times has no sign", bounds,
		`if t.Coef.Sign() != sign {
			bounds`,
		`if t.Coef.Sign() == 0 {
			bounds`, "bounds",
	}, {
		"bounds: a remainder is less by one", bounds,
		`high = new(big.Int).Sub(s.Y.Const, one)`,
		`high = new(big.Int).Sub(s.Y.Const, big.NewInt(2))`, "bounds",
	}, {
		"bounds: a part that always holds makes an and", bounds,
		`			case Open:
				all = Open`,
		`			case Open:
				_ = all`, "bounds",
	}, {
		"bounds: a model of the path before is one of the path after", boundsWeak,
		`if next.sat && !next.satisfies(f) {`,
		`if next.sat && !next.satisfies(f) && f.E != nil {`, "bounds",
	}, {
		"bounds: an input is moved though more is known of it than bounds", boundsModel,
		`old.input() == nil || old.tied {`,
		`old.input() == nil {`, "bounds",
	}, {
		"bounds: about what shares inputs, but not through others", boundsQuery,
		`in[i], grown = true, true`,
		`in[i], grown = true, false`, "bounds",
	}, {
		"bounds: the query forgets what is no bound", boundsQuery,
		`if l.hash == 0 {
		return true`,
		`if l.hash == 0 {
		return false`, "bounds",
	}, {
		"bounds: the query forgets the upper bound of two", boundsQuery,
		`|| s.to == l.conjunct &&`,
		`|| s.from == nil && s.to == l.conjunct &&`, "bounds",
	},
}

// boundsKept are mutants that tests of package bounds notice.
var boundsKept = []Mutant{
	{
		"bounds: what is less than 2 when it is doubled is at most 0", boundsWeak,
		`most.Cmp(big.NewInt(q)) < 0`,
		`most.Cmp(big.NewInt(2*q)) < 0`, "TestEnumeration",
	}, {
		"bounds: what is needed goes with what is not", boundsQuery,
		`for _, l := range slices.Backward(kept) {`,
		`for _, l := range slices.Backward(kept[len(kept)/2:]) {`, "TestListStaysShort",
	}, {
		"bounds: of a sum and a number, the number does not count", "finder/bounds/bounds.go",
		`return new(big.Int).Add(e.Const, n)`,
		`return n`, "TestBetween",
	}, {
		"bounds: a sum with a common factor is like one without", "finder/bounds/bounds.go",
		`by := content(e); by.Cmp(one) > 0 {`,
		`by := content(e); by.Cmp(one) < 0 {`, "TestBetween",
	}, {
		"bounds: the term that does not count does", "finder/bounds/bounds.go",
		`if i == but {
			continue
		}
		c, ok`,
		`if i == but && i < 0 {
			continue
		}
		c, ok`, "TestNarrow",
	}, {
		"bounds: a sum of small numbers may have any number of them", "finder/bounds/bounds.go",
		`const most, terms = 1 << 30, 4 `,
		`const most, terms = 1 << 33, 4 `, "TestNarrowDoesNotOverflow",
	}, {
		"bounds: of two upper bounds, the greater one", "finder/bounds/bounds.go",
		`!less(high, sums[1]) && !(`,
		`less(high, sums[1]) && !(`, "TestNarrow",
	}, {
		"bounds: sums of the same symbols are the same", "finder/bounds/table.go",
		`t.Sym != o.Sym || t.Coef.CmpAbs(o.Coef) != 0 ||`,
		`t.Sym != o.Sym ||`, "TestSame",
	}, {
		"bounds: a sum takes the place of one with its hash", "finder/bounds/table.go",
		`if n.sum.hash == s.hash && (n.sum.of == s.of || same(n.sum.of, s.of)) {`,
		`if n.sum.hash == s.hash {`, "TestTable",
	},
}
