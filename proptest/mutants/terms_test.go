package mutants

// This file defines the mutants of terms: the constructors of canonical form, and what terms are worth.

const (
	linear    = "semantics/term/linear.go"
	formula   = "semantics/term/formula.go"
	opaque    = "semantics/term/opaque.go"
	products  = "semantics/term/product.go"
	valuation = "semantics/term/eval.go"
	pool      = "semantics/term/term.go"
	common    = "semantics/term/common.go"
)

var terms = []Mutant{
	{
		"x < y is x <= y", formula,
		`return p.leZero(p.Add(p.Sub(a, b), &Linear{Const: bigOne}))`,
		`return p.leZero(p.Add(p.Sub(a, b), &Linear{Const: bigZero}))`, "canonical form",
	}, {
		"2x + 1 = 0 is divided by 2", formula,
		`if new(big.Int).Rem(e.Const, g).Sign() != 0 {`,
		`if e.Const.Sign() != 0 && g.Sign() == 0 {`, "second opinion",
	}, {
		"x = y and y = x differ", formula,
		`if e.Terms[0].Coef.Sign() < 0 {` + "\n\t\tg.Neg(g)\n\t}\n\treturn &Formula{Op: EqZero",
		"return &Formula{Op: EqZero", "laws",
	}, {
		"2x + 1 <= 0 is rounded down", formula,
		`k, _ := floorDiv(new(big.Int).Neg(e.Const), g)`,
		`k, _ := floorDiv(e.Const, g); k.Neg(k)`, "canonical form",
	}, {
		"not e <= 0 is 0 <= e", formula,
		`return p.leZero(p.Sub(&Linear{Const: bigOne}, f.E))`,
		`return p.leZero(p.Neg(f.E))`, "negation",
	}, {
		"not of and is and", formula,
		`if f.Op == And {
			return p.Or(args...)
		}`,
		``, "negation",
	}, {
		"(x mod 4) mod 3 is x mod 3", opaque,
		`new(big.Int).Rem(s.Y.Const, c).Sign() == 0 && `,
		``, "canonical form",
	}, {
		"x * y and y * x differ", products,
		`c > 0 || c == 0 && s.factors > t.factors {`,
		`c == 0 && s.factors > t.factors {`, "laws",
	}, {
		"2x * 3y is 5xy", products,
		`addMul(bigZero, s.Coef, t.Coef)})`,
		`addMul(s.Coef, bigOne, t.Coef)})`, "canonical form",
	}, {
		"(x + 1) * y is xy", products,
		`product = p.Add(product, p.Scale(a.Const, b))`,
		``, "canonical form",
	}, {
		"(x + y) * (x - y) keeps two terms xy", products,
		`t.Coef = addMul(t.Coef, bigOne, terms[0].Coef)`,
		``, "laws",
	}, {
		"(x * y) * z keeps two factors", products,
		`rest = p.monomial(s.rest(), t)`,
		`rest = t`, "laws",
	}, {
		"x mod -3 is -x mod 3", opaque,
		`return quot, p.Neg(rem)
	}
	if !p.work(a.gcdCost()+a.words()*b.words()) || !p.charge(2*a.words()) {
		return zero, zero
	}
	c := b.Const
	whole`,
		`return quot, rem
	}
	if !p.work(a.gcdCost()+a.words()*b.words()) || !p.charge(2*a.words()) {
		return zero, zero
	}
	c := b.Const
	whole`, "canonical form",
	}, {
		"-x rem 3 is x rem 3", opaque,
		`return p.Neg(quot), p.Neg(rem)`,
		`return p.Neg(quot), rem`, "canonical form",
	}, {
		"div and mod are one symbol", making,
		`key := appendKey(appendKey([]byte{'0' + byte(op)}, x), y)`,
		`key := appendKey(appendKey([]byte{'0'}, x), y)`, "canonical form",
	}, {
		"2x and 3x are one in symbols", pool,
		`b = t.Coef.Append(append(b, ':'), keyBase)`,
		`b = append(b, ':')`, "canonical form",
	}, {
		"quo is worth div", valuation,
		`return new(big.Int).Quo(x, y)`,
		`q, _ := floorDiv(x, y)
		return q`, "canonical form",
	}, {
		"an or is worth its first argument", valuation,
		`if truth, ok := v.Formula(g); !ok || truth == (f.Op == Or) {`,
		`if truth, ok := v.Formula(g); !ok || f.Op == Or || !truth {`, "canonical form",
	},
}

// extremes are mutants of truth values, and of what facts say of a choice that is a minimum or a maximum, which tests
// of package term notice.
var extremes = []Mutant{
	{
		"truth: of two values about one sum, the one that is 1 more often is their product", choices,
		`case t.Op == AtMost && c > 0:`,
		`case t.Op == AtMost && c < 0:`, "TestTruth",
	}, {
		"truth: two sums are one", choices,
		` || !t.X.Equal(u.X) {`,
		` {`, "TestTruth",
	}, {
		"truth: a sum is both of two numbers", choices,
		`case t.Op == Equals && (c > 0 || u.Op == Equals && c < 0):`,
		`case t.Op == Equals && c > 0:`, "TestTruth",
	}, {
		"truth: a sum is a number, and not at most that one", choices,
		`case t.Op == Equals && (c > 0 ||`,
		`case t.Op == Equals && (c >= 0 ||`, "TestTruth",
	}, {
		"truth: a sum is a number, and at most a smaller one", choices,
		`case t.Op == Equals && (c > 0 || u.Op == Equals && c < 0):`,
		`case t.Op == Equals && u.Op == Equals && c != 0:`, "TestTruth",
	}, {
		"where: what is less than the number is not at most that", choices,
		`truth(c == 0 || c < 0 && first.Sym.Op == AtMost)`,
		`truth(c == 0)`, "TestWhere",
	}, {
		"where: a sum is a multiple of what has the same symbols", choices,
		`if t.Sym != x.Terms[i].Sym || new`,
		`if t.Sym != x.Terms[i].Sym || i > len(x.Terms) && new`, "TestWhere",
	}, {
		"where: both sides of a choice know that its condition holds", choices,
		`p.Where(b, holds, bigZero)`,
		`p.Where(b, holds, bigOne)`, "TestTruth",
	}, {
		"extremes: of the lesser what holds of the greater", facts,
		`k.AddRow(p.Sub(symbol(s), yes))
		k.AddRow(p.Sub(symbol(s), no))`,
		`k.AddRow(p.Sub(yes, symbol(s)))
		k.AddRow(p.Sub(no, symbol(s)))`, "TestExtremesHold",
	}, {
		"extremes: values that differ by 2 where the condition does not", facts,
		`l.Const.Cmp(bigOne) <= 0 }; {`,
		`l.Const.Cmp(bigOne) <= 1 }; {`, "TestExtremesHold",
	}, {
		"extremes: values that differ by less where the condition does not", facts,
		`return l.IsConst() && l.Const.Sign() >= 0 && l`,
		`return l.IsConst() && l.Const.Sign() >= -1 && l`, "TestExtremesHold",
	}, {
		"extremes: any values whose difference is not that of the condition", facts,
		`case bit(p.Add(e, d)):`,
		`case !bit(p.Sub(e, d)):`, "TestExtremesHold",
	}, {
		"extremes: the condition is not looked at", facts,
		`case !s.X.Equal(holds):`,
		`case false:`, "TestFactsOfExtremes",
	}, {
		"extremes: what is chosen where the condition fails is chosen where it holds", facts,
		`yes, no = no, yes`,
		``, "TestExtremesHold",
	},
}

// remainders are mutants of what facts say of the remainders that alternatives have in common, which tests of package
// term notice.
var remainders = []Mutant{
	{
		"remainders: an alternative that says nothing of a sum has any", facts,
		`return k.pool.Int(bigOne)`,
		`return zero`, "TestRemaindersHold",
	}, {
		"remainders: of alternatives behind the second nothing is asked", facts,
		`for _, f := range fs[1:] {`,
		`for _, f := range fs[1:2] {`, "TestRemaindersHold",
	}, {
		"remainders: of values behind the second nothing is asked", facts,
		`for _, c := range s.Cases[1:] {`,
		`for _, c := range s.Cases[1:2] {`, "TestRemaindersHold",
	}, {
		"remainders: a bound is an equation", common,
		`if g.Op == EqZero && !yield(g.E) {`,
		`if (g.Op == EqZero || g.Op == LeZero) && !yield(g.E) {`, "TestRemaindersHold",
	}, {
		"remainders: what differs by other symbols differs by nothing", common,
		`g = new(big.Int).GCD(nil, nil, g, e.content())`,
		`g = new(big.Int).Set(g)`, "TestRemaindersHold",
	}, {
		"remainders: what differs by a constant differs by nothing", common,
		`return g.GCD(nil, nil, g, new(big.Int).Abs(e.Const))`,
		`return g`, "TestRemaindersHold",
	}, {
		"remainders: sums that differ by symbols are the same sum", facts,
		`d.IsConst() {`,
		`d != nil {`, "TestFactsOfRemainders",
	}, {
		"remainders: of the first equation of an alternative alone", common,
		`if g.Op == EqZero && !yield(g.E) {`,
		`if g.Op == EqZero && (!yield(g.E) || true) {`, "TestFactsOfRemainders",
	},
}
