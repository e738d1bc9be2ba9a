package mutants

// This file defines mutants of floats that depend on inputs, in the finder's half and in the checker's. Tests of their
// packages notice them.

const (
	floatTerms = "semantics/term/float.go"
	floatParts = "semantics/term/circuit.go"

	curves = "semantics/core/coresym/float.go"
	slopes = "checker/float.go"
)

var floats = []Mutant{
	{
		"floats: a place has a lower bound", curves,
		`lo == nil || lo.Cmp(least) < 0`,
		`lo.Cmp(least) < 0`, "TestPrograms",
	}, {
		"floats: a place has an upper bound", curves,
		`hi == nil || hi.Cmp(most) > 0`,
		`hi.Cmp(most) > 0`, "TestPrograms",
	},
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
		"floats: both zeros have ranks", curves,
		`l.pool.Add(place, l.pool.Truth(l.pool.Le(place, l.int(-1))))`,
		`place`, "TestPrograms",
	}, {
		"floats: a sum of zeros is never -0", curves,
		`	case core.FAdd:
		return x && y
`,
		`	case core.FAdd:
		return false
`, "TestPrograms",
	}, {
		"floats: a zero has one sign", curves,
		`case known && c.size <= maxCurve && (c.trend != 0 || !c.zeros):`,
		`case known && c.size <= maxCurve:
		c.zeros = false`, "TestPrograms",
	}, {
		"floats: the last value is left out", curves,
		`k.Cmp(hi) <= 0; k = new(big.Int).Add(k, one)`,
		`k.Cmp(hi) < 0; k = new(big.Int).Add(k, one)`, "TestPrograms",
	}, {
		"floats: negative ones have the order of their bits", curves,
		`Value: l.pool.Sub(l.pool.Sub(half, l.int(1)), n)}`,
		`Value: n}`, "TestPrograms",
	}, {
		"floats: a negation keeps the encoding", curves,
		`l.pool.FloorDiv(l.pool.Add(x.f.raw, half), l.pool.Add(half, half))`,
		`l.pool.FloorDiv(x.f.raw, l.pool.Add(half, half))`, "TestPrograms",
	},
}

var floatsOnTerms = []Mutant{
	{
		"floats, the checker: a place has a lower bound", slopes,
		`(lo == nil || lo.Cmp(new(big.Int).Not(f.infinity)) < 0)`,
		`lo.Cmp(new(big.Int).Not(f.infinity)) < 0`, "TestCertifiesCore",
	}, {
		"floats, the checker: a place has an upper bound", slopes,
		`(hi == nil || hi.Cmp(f.infinity) > 0)`,
		`hi.Cmp(f.infinity) > 0`, "TestCertifiesCore",
	},
	{
		"floats: the checker takes infinity for the last number", slopes,
		`hi.Cmp(f.infinity) > 0) {
		hi = f.infinity`,
		`hi.Cmp(f.infinity) > 0) {
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
		"floats: the checker divides by twice a power of 2", clausal,
		`return c.slice(s, d.BitLen()-1), true`,
		`return c.slice(s, d.BitLen()), true`, "TestClausesHoldWhereFactsDo",
	}, {
		"floats: to the checker, integers are exact, however large", slopes,
		`lo == nil || hi == nil || lo.CmpAbs(most) > 0 || hi.CmpAbs(most) > 0`,
		`lo == nil || hi == nil || most == nil`, "TestFloats",
	}, {
		"floats: to the checker, a zero has one sign", slopes,
		`zeros: a.zeros || b.zeros,`,
		``, "TestRules",
	}, {
		"floats: to the checker, what two numbers make is a function of one", slopes,
		`several := a.n != nil && b.n != nil && !a.n.Equal(b.n)`,
		`several := false`, "TestFloats",
	}, {
		"floats: to the checker, both zeros have ranks", slopes,
		`p.pool.Add(place, p.pool.Truth(p.pool.Le(place, p.int(-1))))`,
		`place`, "TestFloats",
	}, {
		"floats: to the checker, what is no number is compared", follow,
		`p.pool.And(p.isNumber(x), p.isNumber(y), p.order(e.Op, p.rank(x.n), p.rank(y.n)))`,
		`p.pool.And(p.isNumber(x), p.order(e.Op, p.rank(x.n), p.rank(y.n)))`, "TestFloats",
	}, {
		"floats: to the checker, no integer is -0", slopes,
		`	case core.FSub, core.Widen, core.Narrow:
		return x
	}
	return true`,
		`	case core.FSub, core.Widen, core.Narrow:
		return x
	}
	return false`, "TestFloats",
	}, {
		"floats: to the checker, operators on 64 bits are those on 32", slopes,
		`		op += term.FAdd64 - term.FAdd32
`,
		``, "TestFloats",
	}, {
		"floats: the checker leaves a part of the numbers out", slopes,
		`new(big.Int).Sub(where[i], where[i-1]).Cmp(one) == 0; i++`,
		`new(big.Int).Sub(where[i], where[i-1]).Cmp(one) != 0; i++`, "TestFloats",
	}, {
		"floats: the checker converts without looking for what is no number", slopes,
		`		p.require(e, p.oneOfThese(f.n, t.where))
`,
		``, "TestFloats",
	}, {
		"merges: floats that differ are the same to the checker", mergeCheck,
		`return v.float == u.float`,
		`return true`, "TestMerges",
	},
}

// Mutants of the circuits of the checker that operations on floats use, and others.
var choosing = []Mutant{
	{
		"bits: a choice is the other one", clausal,
		`guards[0], guards[1] = x.bits[0].not(), x.bits[0].literal`,
		`guards[1], guards[0] = x.bits[0].not(), x.bits[0].literal`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a choice of bits is their conjunction", circuits,
		`c.without(l.not(), guards[i].not(), v)`,
		`c.without(l.not(), v)`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a quotient begins one bit further up", clausal,
		`return signed(bits[k:])`,
		`return signed(bits[min(k+1, len(bits)-1):])`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a remainder has a sign", clausal,
		`return signed(append(bits[:k:k], truth.not()))`,
		`return signed(bits[:max(1, k)])`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a shift to the right brings zeros", clausal,
		`l = bits[min(i+1<<place, sign)]`,
		`if i+1<<place <= sign { l = bits[i+1<<place] }`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a sign counts", circuits,
		`			w.base.Sub(w.base, unit)
			l = l.not()
`,
		`			w.base.Sub(w.base, unit)
`, "TestClausesHoldWhereFactsDo",
	}, {
		"bits: a root is rounded up", clausal,
		`root := p.And(p.Le(square, x), `,
		`root := p.And(p.Lt(square, x), `, "TestClausesHoldWhereFactsDo",
	},
}

// Mutants of operations on floats: of their terms of integers, and of their bounds.
var floatOperations = []Mutant{
	{
		"floats: half is rounded up", floatParts,
		`c.Add(c.shadow(below, rest), odd)`,
		`c.Add(c.shadow(below, rest), c.any(odd, c.int(1)))`, "TestCircuits",
	}, {
		"floats: what is left out of a sum has no shadow", floatParts,
		`return c.Add(c.times(1, x), c.not(c.Truth(c.Eq(rest, c.int(0)))))`,
		`return c.times(1, x)`, "TestCircuits",
	}, {
		"floats: a sum is moved by one bit less", floatParts,
		`distance, f.fraction+2))`,
		`distance, f.fraction+1))`, "TestCircuits",
	}, {
		"floats: an infinite sum has the sign of the other", floatParts,
		`c.pick(less, y.negative, x.negative), c.all(`,
		`c.pick(less, x.negative, y.negative), c.all(`, "TestCircuits",
	}, {
		"floats: a sum that is 0 has the sign of one", floatParts,
		`c.all(x.negative, y.negative))
	return negative, size`,
		`c.any(x.negative, y.negative))
	return negative, size`, "TestCircuits",
	}, {
		"floats: infinity less infinity is a number", floatParts,
		`return negative, size, c.all(x.endless, y.endless, apart)`,
		`return negative, size, c.int(0)`, "TestCircuits",
	}, {
		"floats: subnormals are rounded twice", floatParts,
		`c.pick(c.atLeast(field, 1), c.int(0), c.Sub(c.int(1), field))`,
		`c.int(0)`, "TestCircuits",
	}, {
		"floats: subnormals have a bit before them", floatParts,
		`p.whole = c.Add(rest, c.times(f.fraction-1, normal))`,
		`p.whole = c.Add(rest, c.times(f.fraction-1, c.int(1)))`, "TestCircuits",
	}, {
		"floats: what is too large is no number", floatParts,
		`return c.pick(c.Truth(c.Lt(size, c.Int(f.infinity))), size, c.Int(f.infinity))`,
		`return size`, "TestCircuits",
	}, {
		"floats: the second operand counts that is no number", floatParts,
		`range []parts{y, x} {`,
		`range []parts{x, y} {`, "TestCircuits",
	}, {
		"floats: the root of a power is that of the other", floatParts,
		`c.pick(odd, c.times(1, a), a)`,
		`c.pick(odd, a, c.times(1, a))`, "TestCircuits",
	}, {
		"floats: infinity times 0 is not in the bounds", floatTerms,
		`if f.has(x, bigZero) && f.has(y, f.infinity) || f.has(x, f.infinity) && f.has(y, bigZero) {`,
		`if f.has(x, bigZero) && f.has(y, f.infinity) {`, "TestFloatBounds",
	}, {
		"floats: a divisor of both signs has its quotients at the corners", floatTerms,
		`if y.lo.Sign() < 0 && y.hi.Sign() >= 0 || f.has(x, f.infinity)`,
		`if f.has(x, f.infinity)`, "TestFloatBounds",
	}, {
		"floats: a sum has its greatest value at the other corner", floatTerms,
		`return interval{at(x.lo, y.lo), at(x.hi, y.hi)}`,
		`return interval{at(x.lo, y.lo), at(x.hi, y.lo)}`, "TestFloatBounds",
	}, {
		"floats: a square has its least value at a corner", floatTerms,
		`				z.lo = bigZero
`,
		``, "TestFloatBounds",
	}, {
		"floats: infinity less infinity is not in the bounds", floatTerms,
		`if up(x) && down(y) || down(x) && up(y) {`,
		`if up(x) && down(y) {`, "TestFloatBounds",
	}, {
		"floats: the square root has two operands", floatTerms,
		`return op >= FRoot64`,
		`return op > FRoot64`, "TestFloatTerms",
	}, {
		"floats: the bounds of an operation forget positive places", floatTerms,
		`return x.lo.Cmp(v) <= 0 && x.hi.Cmp(v) >= 0 || x.lo`,
		`return x.lo`, "TestFloatBounds",
	},
}
