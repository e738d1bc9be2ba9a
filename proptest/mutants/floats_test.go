package mutants

// This file defines mutants of floats that depend on inputs, in the finder's half and in the checker's. Tests of their packages notice them.

const (
	curves = "semantics/core/coresym/float.go"
	slopes = "checker/float.go"
)

var floats = []Mutant{
	{
		"floats: a negation rises", curves,
		`	case core.FNeg:
		return -rises`,
		`	case core.FNeg:
		return rises`, "TestWays",
	}, {
		"floats: a difference from a constant rises", curves,
		`		if first {
			return -rises`,
		`		if first {
			return rises`, "TestPrograms",
	}, {
		"floats: what is no number is compared", curves,
		`most := formatOf(c.order).infinity`,
		`most := new(big.Int).Add(formatOf(c.order).infinity, one)`, "TestPrograms",
	}, {
		"floats: integers are exact, however large", curves,
		`lo == nil || hi == nil || lo.CmpAbs(most) > 0 || hi.CmpAbs(most) > 0`,
		`lo == nil || hi == nil || most == nil`, "TestPrograms",
	}, {
		"floats: a zero has one sign", curves,
		`if known && c.size <= maxCurve && (c.trend != 0 || !c.zeros) {`,
		`if c.zeros = c.zeros && false; known && c.size <= maxCurve {`, "TestPrograms",
	}, {
		"floats: functions have any number of operators", curves,
		`if known && c.size <= maxCurve &&`,
		`if known &&`, "TestPrograms",
	}, {
		"floats: the last value is left out", curves,
		`k.Cmp(hi) <= 0; k = new(big.Int).Add(k, one)`,
		`k.Cmp(hi) < 0; k = new(big.Int).Add(k, one)`, "TestPrograms",
	}, {
		"floats: negative ones have the order of their bits", curves,
		`Value: l.pool.Sub(half, n)}`,
		`Value: n}`, "TestPrograms",
	}, {
		"floats: a negation keeps the encoding", curves,
		`l.pool.FloorDiv(l.pool.Add(n, l.power(bits-1)), l.power(bits))`,
		`l.pool.FloorDiv(n, l.power(bits))`, "TestPrograms",
	},
}

var floatsOnTerms = []Mutant{
	{
		"floats: the checker takes infinity for the last number", slopes,
		`if f.infinity != nil && hi.Cmp(f.infinity) > 0 {
		hi = f.infinity`,
		`if f.infinity != nil && hi.Cmp(f.infinity) > 0 {
		hi = new(big.Int).Sub(f.infinity, one)`, "TestFloats",
	}, {
		"floats: to the checker, less is at most", slopes,
		`less, most := split(core.FLt), split(core.FLe)`,
		`less, most := split(core.FLe), split(core.FLt)`, "TestFloats",
	}, {
		"floats: to the checker, a quotient of a constant rises", slopes,
		`op != core.FMul && (op != core.FDiv || c == a), size.Sign() == 0:`,
		`op != core.FMul && op != core.FDiv, size.Sign() == 0:`, "TestFloats",
	}, {
		"floats: to the checker, a product with a negative number rises", slopes,
		`		case negative:
			return -f.slope
`,
		`		case negative:
			return f.slope
`, "TestFloats",
	}, {
		"floats: to the checker, functions with other constants are the same", slopes,
		` && x.Bits == y.Bits && `,
		` && `, "TestRules",
	}, {
		"floats: to the checker, functions with other operators are the same", slopes,
		`return x.Op == y.Op && `,
		`return `, "TestRules",
	}, {
		"floats: to the checker, all functions are strict", slopes,
		`(e.Op == core.FNeg || e.Op == core.Widen) && strict(e.X)`,
		`e.X != nil && strict(e.X)`, "TestFloats",
	}, {
		"floats: to the checker, integers are exact, however large", slopes,
		`lo == nil || hi == nil || lo.CmpAbs(most) > 0 || hi.CmpAbs(most) > 0`,
		`lo == nil || hi == nil || most == nil`, "TestFloats",
	}, {
		"floats: to the checker, a zero has one sign", slopes,
		`zeros: a.zeros || b.zeros,`,
		``, "TestFloats",
	}, {
		"floats: to the checker, what two numbers make is a function of one", slopes,
		`several := a.n != nil && b.n != nil && !a.n.Equal(b.n)`,
		`several := false`, "TestFloats",
	}, {
		"floats: the checker leaves a part of the numbers out", slopes,
		`new(big.Int).Sub(where[i], where[i-1]).Cmp(one) == 0; i++`,
		`new(big.Int).Sub(where[i], where[i-1]).Cmp(one) != 0; i++`, "TestFloats",
	}, {
		"floats: the checker converts without looking for what is no number", slopes,
		`			p.require(e, p.oneOfThese(f.n, t.where))
`,
		``, "TestFloats",
	}, {
		"merges: floats that differ are the same to the checker", mergeCheck,
		`return v.float == u.float`,
		`return true`, "TestMerges",
	},
}
