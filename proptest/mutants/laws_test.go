package mutants

// This file defines mutants of the laws of terms that the other tables leave out: each simplification, comparison,
// bound and limit. Tests of package term notice them.

const (
	bitTerms   = "semantics/term/bits.go"
	termBounds = "semantics/term/bounds.go"
	termTable  = "semantics/term/table.go"
	termText   = "semantics/term/format.go"
	byName     = "semantics/term/apply.go"
	ofTables   = "semantics/term/tabled.go"
	hulls      = "semantics/term/hull.go"
	saying     = "semantics/term/said.go"
	ofStores   = "semantics/term/written.go"
	making     = "semantics/term/symbol.go"
)

// laws are the mutants of terms and formulas.
var laws = []Mutant{
	{
		"stores: every cell has the place of the first one", ofStores,
		`p.Scale(dc, p.Sub(x, p.Int(cases[0].At)))`,
		`p.Scale(dc, p.Int(bigZero))`, "TestWritten",
	}, {
		"stores: the places need not lie on a line", ofStores,
		`if i > 1 && far`,
		`if i > len(cases) && far`, "TestWritten",
	}, {
		"stores: cells of other places are those of the first one", ofStores,
		`!is.e.Equal(first.e) || `,
		``, "TestWritten",
	}, {
		"stores: something else may have been stored", ofStores,
		` || !is.then.Equal(first.then)`,
		``, "TestWritten",
	}, {
		"stores: what the cells held is lost", ofStores,
		`before[i] = Case{c.At, is.other}`,
		`before[i] = Case{c.At, first.other}`, "TestWritten",
	}, {
		"stores: merged stores need not store the same", choices,
		`c.then.Equal(d.then) && `,
		``, "TestRandomArrays",
	}, {
		"stores: merged stores need not be made in the same cell", choices,
		` && c.other.Equal(d.other)`,
		``, "TestRandomArrays",
	}, {
		"stores: what a store did not change is any value", choices,
		`isA && b.Equal(c.other)`,
		`isA && (b.Equal(c.other) || !isB)`, "TestRandomArrays",
	}, {
		"stores: no place is the first one", choices,
		`before := new(big.Int).Sub(in.lo, bigOne)`,
		`before := new(big.Int).Set(in.lo)`, "TestRandomArrays",
	}, {
		"stores: merged stores ask for the number of the first one", choices,
		`p.Add(d.e, p.Int(new(big.Int).Sub(c.at, d.at)))`,
		`d.e`, "TestRandomArrays",
	}, {
		"stores: an order is an equation", ofStores,
		`return p.Le(e, zero)`,
		`return p.Eq(e, zero)`, "TestRandomArrays",
	}, {
		"stores: what a cell held is what a store would leave", choices,
		`holds.Y.Const, s.Cases[1].Value, s.Cases[0].Value}`,
		`holds.Y.Const, s.Cases[0].Value, s.Cases[1].Value}`, "TestRandomArrays",
	}, {
		"stores: a truth value is twice as much", choices,
		`p.Int(new(big.Int).Add(v.Const, v.Terms[0].Coef))`,
		`p.Int(new(big.Int).Add(v.Const, bigOne))`, "TestRandomArrays",
	}, {
		"choices: cases may leave out every other number", making,
		`n.Cmp(big.NewInt(int64(len(s.Cases)-1))) == 0 && rest`,
		`n.Sign() > 0 && rest`, "TestTotal",
	}, {
		"choices: cases need not be values of the operand", making,
		`off.Rem(off, step).Sign() == 0`,
		`off != nil`, "TestTotal",
	},
	{
		"tables: a run has the case behind it", ofTables,
		`p.Int(s.Cases[i-1].At)`,
		`p.Int(s.Cases[min(i, len(values)-1)].At)`, "TestRandomTables",
	}, {
		"tables: a run has no end", ofTables,
		`runs = append(runs, p.And(p.Le(lo, s.X), p.Le(s.X, hi)))`,
		`runs = append(runs, p.Le(lo, s.X))`, "TestRandomTables",
	}, {
		"tables: what is added to a choice is forgotten", ofTables,
		`addMul(e.Const, e.Terms[0].Coef, c.Value.Const)`,
		`addMul(zero.Const, e.Terms[0].Coef, c.Value.Const)`, "TestRandomTables",
	}, {
		"tables: an atom about more than a choice is one about it", ofTables,
		`len(e.Terms) != 1 || `,
		`len(e.Terms) == 0 || `, "TestTabled",
	}, {
		"tables: a choice among what are no constants is a table", ofTables,
		`return !c.Value.IsConst()`,
		`return false`, "TestTabled",
	}, {
		"order: a product and a quotient are in none", pool,
		`cmp.Compare(a.Op, b.Op), cmp.Compare(a.Name, b.Name)`,
		`cmp.Compare(a.Name, b.Name)`, "TestFormsByBounds",
	}, {
		"order: second operands are not compared", pool,
		`return compare(a.Y, b.Y, inner)`,
		`return 0`, "TestDeepTable",
	}, {
		"order: upper ends are not compared", pool,
		`return cmp.Or(compareBounds(a.Lo, b.Lo), compareBounds(a.Hi, b.Hi))`,
		`return compareBounds(a.Lo, b.Lo)`, "TestRanges",
	}, {
		"order: an open end is the last one", pool,
		`	case a == nil:
		return -1`,
		`	case a == nil:
		return 1`, "TestRanges",
	}, {
		"order: the numbers of cases are not compared", pool,
		`if c := x.At.Cmp(y.At); c != 0 {`,
		`if c := x.At.Cmp(y.At); c > 1 {`, "TestLaws",
	}, {
		"order: the values of cases are not compared", pool,
		`return compare(x.Value, y.Value, inner)`,
		`return 0`, "TestLaws",
	}, {
		"order: coefficients are not compared", pool,
		`return s.Coef.Cmp(t.Coef)
	})`,
		`return 0
	})`, "TestTable",
	}, {
		"order: constants are not compared", pool,
		`	if c != 0 {
		return c
	}
	return a.Const.Cmp(b.Const)`,
		`	return c`, "TestTruth",
	}, {
		"equal: constants are not compared", pool,
		`e.Const.Cmp(f.Const) == 0 && slices`,
		`slices`, "TestMachineTerms",
	}, {
		"equal: coefficients are not compared", pool,
		`return s.Sym == t.Sym && s.Coef.Cmp(t.Coef) == 0`,
		`return s.Sym == t.Sym`, "TestMachineTerms",
	}, {
		"symbols: x + 1 and x + 2 are one", pool,
		`b = e.Const.Append(append(b, '('), keyBase)`,
		`b = append(b, '(')`, "TestSymbolsAreLetGo",
	}, {
		"symbols: inputs with other ranges are one", making,
		`key = bound.Append(key, keyBase)`,
		`key = append(key, '0')`, "TestRanges",
	}, {
		"symbols: a range that is open at both ends is one", making,
		`if lo == nil && hi == nil {`,
		`if lo == nil && hi == nil && name == "" {`, "TestRanges",
	}, {
		"symbols: what a symbol is made of has a value everywhere", making,
		`s.ranged || t.Sym.ranged, s.partly || t.Sym.partly`,
		`s.ranged || t.Sym.ranged, s.partly`, "TestTruth",
	}, {
		"symbols: they have a value wherever their operands do", making,
		`s.partly = s.partly || !s.everywhere()`,
		``, "TestTruth",
	}, {
		"symbols: of what has bounds inside, none are known", making,
		`s.ranged || t.Sym.ranged, s.partly || t.Sym.partly`,
		`s.ranged, s.partly || t.Sym.partly`, "TestFormsByBounds",
	}, {
		"limit: operations nest without end", making,
		`if s.depth > MaxDepth && p.full == "" {`,
		`if s.depth > 2*MaxDepth && p.full == "" {`, "TestMaxDepth",
	}, {
		"limit: a sum has any size", pool,
		`if words > maxSum && p.full == "" {`,
		`if words > maxSum<<20 && p.full == "" {`, "TestLargeSums",
	}, {
		"limit: a pool is never exhausted by what it is full of", pool,
		`return p.full != "" || p.meter.Exhausted()`,
		`return p.meter.Exhausted()`, "TestMaxDepth",
	}, {
		"limit: work is not charged", pool,
		`return p.full == "" && p.meter.Charge(n)`,
		`return p.full == ""`, "TestExhaustedIsQuick",
	}, {
		"limit: symbols that are charged are let go", making,
		`	if p.meter != nil {
		p.held = append(p.held, &s)
	}`,
		``, "TestChargedOnce",
	}, {
		"constants: 3 <= 3 is false", formula,
		`return p.Bool(cmp <= 0)`,
		`return p.Bool(cmp < 0)`, "TestMachineTerms",
	}, {
		"constants: 3 < 3 is true", formula,
		`return p.Bool(cmp < 0)`,
		`return p.Bool(cmp <= 0)`, "TestMachineTerms",
	}, {
		"constants: 4 = 3 is true", formula,
		`return p.Bool(cmp == 0)`,
		`return p.Bool(cmp >= 0)`, "TestMachineTerms",
	}, {
		"constants: what is not one is compared by its constant", formula,
		`if !a.IsConst() || !b.IsConst() || !p.work`,
		`if !a.IsConst() || !p.work`, "TestMachineTerms",
	}, {
		"atoms: x = x - 1 is true", formula,
		`return p.Bool(e.Const.Sign() == 0)`,
		`return p.Bool(e.Const.Sign() >= 0)`, "TestFormulasAreWorthWhatTheyStandFor",
	}, {
		"atoms: x = 0 is false where x is at least 0", formula,
		`lo != nil && lo.Sign() > 0 || hi != nil && hi.Sign() < 0 {`,
		`lo != nil && lo.Sign() >= 0 || hi != nil && hi.Sign() < 0 {`, "TestFactsOfRanges",
	}, {
		"atoms: x = 0 is false where x is at most 0", formula,
		`lo != nil && lo.Sign() > 0 || hi != nil && hi.Sign() < 0 {`,
		`lo != nil && lo.Sign() > 0 || hi != nil && hi.Sign() <= 0 {`, "TestFormsByBounds",
	}, {
		"atoms: x <= x is false", formula,
		`return p.Bool(e.Const.Sign() <= 0)`,
		`return p.Bool(e.Const.Sign() < 0)`, "TestMachineTerms",
	}, {
		"atoms: x <= 0 is true where x is at most 1", formula,
		`case hi != nil && hi.Sign() <= 0:`,
		`case hi != nil && hi.Cmp(bigOne) <= 0:`, "TestFormsByBounds",
	}, {
		"atoms: x <= 0 is false where x is at least 0", formula,
		`case lo != nil && lo.Sign() > 0:`,
		`case lo != nil && lo.Sign() >= 0:`, "TestMachineTerms",
	}, {
		"negation: of the negation, it is the negation", formula,
		`g.not.Store(f)`,
		`g.not.Store(g)`, "TestCanonicalForms",
	}, {
		"negation: not of e != 0 is e != 0", formula,
		`return &Formula{Op: EqZero, E: f.E}
	case And`,
		`return &Formula{Op: NeZero, E: f.E}
	case And`, "TestLaws",
	}, {
		"negation: not of true is true", formula,
		`return p.Bool(f.Op == False)`,
		`return p.Bool(f.Op == True)`, "TestMachineTerms",
	}, {
		"join: what absorbs is left out", formula,
		`		case absorbing:
			return f`,
		`		case absorbing:`, "TestCanonicalForms",
	}, {
		"join: an and inside of an and stays", formula,
		`			args = append(args, f.Args...)`,
		`			args = append(args, f)`, "TestSameForm",
	}, {
		"join: nothing is false", formula,
		`return p.Bool(unit == True)`,
		`return p.Bool(unit != True)`, "TestMachineTerms",
	}, {
		"join: true has a conjunct", formula,
		`	case True:
		return nil
	case And:`,
		`	case And:`, "TestConjuncts",
	}, {
		"join: arguments are not compared", formula,
		` && slices.EqualFunc(f.Args, g.Args, (*Formula).Equal)`,
		``, "TestSameForm",
	}, {
		"join: and is or", formula,
		`return f == g || f.Op == g.Op && (f`,
		`return f == g || (f`, "TestNotIsAnInvolution",
	}, {
		"sums: of words, what overflows wraps around", linear,
		`if z := x + y; (z > x) == (y > 0) {`,
		`if z := x + y; true {`, "TestCanonicalForms",
	}, {
		"differences: of words, what overflows wraps around", linear,
		`if z := x - y; (z < x) == (y > 0) {`,
		`if z := x - y; true {`, "TestTermsAreWorthWhatTheyStandFor",
	}, {
		"sums: long constants are cut", linear,
		`|| !a.Const.IsInt64() || !b.Const.IsInt64() {`,
		`|| !a.Const.IsInt64() {`, "TestTermsAreWorthWhatTheyStandFor",
	}, {
		"sums: what cancels stays with 0", linear,
		`if c := addMul(s[0].Coef, k, t[0].Coef); c.Sign() != 0 {`,
		`if c := addMul(s[0].Coef, k, t[0].Coef); true {`, "TestFormsByBounds",
	}, {
		"sums: the second one's symbols are not multiplied", linear,
		`Term{t[0].Sym, addMul(bigZero, k, t[0].Coef)}`,
		`t[0]`, "TestFormsByBounds",
	}, {
		"sums: long numbers are cut", linear,
		`short(k, half) && short(b, half) {`,
		`short(k, half) {`, "TestMachineTerms",
	}, {
		"sums: negative numbers are short", linear,
		`return x.IsInt64() && x.Int64() < bound && x.Int64() > -bound`,
		`return x.IsInt64() && x.Int64() < bound`, "TestTruth",
	}, {
		"sums: the shared constant -1 is 1", linear,
		`	case x.Sign() < 0:
		return minusOne
	}
	return bigOne`,
		`	}
	return bigOne`, "TestFormsByBounds",
	}, {
		"multiples: what becomes 0 stays", linear,
		`if c := f(t.Coef); c.Sign() != 0 {`,
		`if c := f(t.Coef); true {`, "TestFormsByBounds",
	}, {
		"multiples: a sum with one symbol is a constant", linear,
		`return len(e.Terms) == 0`,
		`return len(e.Terms) == 0 || len(e.Terms) == 1 && e.Terms[0].Coef.BitLen() == 3`, "TestMachineTerms",
	}, {
		"multiples: the first coefficient divides the others", linear,
		`g.Cmp(bigOne) == 0 {
			break`,
		`g.Sign() > 0 {
			break`, "TestMachineTerms",
	}, {
		"rounding: down is towards zero", linear,
		`if r.Sign() != 0 && r.Sign() != d.Sign() {`,
		`if r.Sign() != 0 && r.Sign() != d.Sign() && d.Sign() == 0 {`, "TestFormsByBounds",
	}, {
		"quotients: a quotient by 0 is computed", opaque,
		`if !b.IsConst() || b.Const.Sign() == 0 {
		return p.opaque(Quot`,
		`if !b.IsConst() {
		return p.opaque(Quot`, "TestMachineTerms",
	}, {
		"quotients: a truncated quotient by 0 is computed", opaque,
		`if !b.IsConst() || b.Const.Sign() == 0 {
		return p.opaque(TruncQuot`,
		`if !b.IsConst() {
		return p.opaque(TruncQuot`, "TestMachineTerms",
	}, {
		"quotients: bounds leave one quotient where they leave two", opaque,
		`if most, _ := floorDiv(hi, c); q.Cmp(most) != 0 {`,
		`if most, _ := floorDiv(hi, c); q.Cmp(most) > 0 {`, "TestFormsByBounds",
	}, {
		"quotients: what is taken out is forgotten", opaque,
		`return p.Add(whole, quot), rem`,
		`return quot, rem`, "TestMachineTerms",
	}, {
		"quotients: what is taken out is forgotten beside a symbol", opaque,
		`quot = p.Add(whole, p.opaque(Quot, rest, b))`,
		`quot = p.opaque(Quot, rest, b)`, "TestFormsByBounds",
	}, {
		"quotients: what has its sign in front is not exact", opaque,
		`	if a.Terms[0].Coef.Sign() < 0 {
		k.Neg(k)
	}
	return k, a`,
		`	return k, a`, "TestLawsOfWideProducts",
	}, {
		"quotients: constants have no common divisor with the symbols", opaque,
		`	k.GCD(nil, nil, k, new(big.Int).Abs(a.Const))
`,
		``, "TestLawsOfWideProducts",
	}, {
		"quotients: a truncated one of what may be -1 rounds down", opaque,
		`(lo != nil && lo.Sign() >= 0 || hi`,
		`(lo != nil && lo.Sign() >= -1 || hi`, "TestFormsByBounds",
	}, {
		"quotients: a truncated one of what may be positive is that of the negation", opaque,
		`hi != nil && hi.Sign() <= 0) {`,
		`hi != nil && lo != nil) {`, "TestFormsByBounds",
	}, {
		"quotients: the remainder of what is negative is not", opaque,
		`		if negative {
			rem = p.Neg(rem)
		}`,
		``, "TestFormsByBounds",
	}, {
		"quotients: of two negative numbers it is negative", opaque,
		`if negative != (c.Sign() < 0) {`,
		`if negative {`, "TestMachineTerms",
	}, {
		"quotients: what c divides but for the constant is exact", opaque,
		`GCD(nil, nil, a.content(), new(big.Int).Abs(a.Const)); {`,
		`Set(a.content()); {`, "TestCanonicalForms",
	}, {
		"quotients: by -c the remainder changes its sign", opaque,
		`return p.Neg(quot), rem
	case`,
		`return p.Neg(quot), p.Neg(rem)
	case`, "TestMachineTerms",
	}, {
		"products: the constant of the second is forgotten", products,
		`		product = p.Add(product, p.Scale(b.Const, &Linear{bigZero, a.Terms}))
`,
		``, "TestMachineTerms",
	}, {
		"products: the constant of the second counts twice", products,
		`p.Scale(b.Const, &Linear{bigZero, a.Terms})`,
		`p.Scale(b.Const, a)`, "TestMachineTerms",
	}, {
		"products: what cancels stays with 0", products,
		`		if t.Coef.Sign() != 0 {
			sum = append(sum, t)
		}`,
		`		sum = append(sum, t)`, "TestTermsAreWorthWhatTheyStandFor",
	}, {
		"products: beyond the limit the order counts", products,
		`&& compare(a, b, CompareSym) > 0 {`,
		`&& a.words() < 0 {`, "TestLawsOfWideProducts",
	}, {
		"products: beyond the limit the divisor of the second is forgotten", products,
		`p.Scale(new(big.Int).Mul(k, l), `,
		`p.Scale(new(big.Int).Sub(new(big.Int).Add(k, l), l), `, "TestLawsOfWideProducts",
	}, {
		"products: factors have no limit", products,
		`|| a.degree()+b.degree() > maxFactors:`,
		`|| a.degree()+b.degree() > 1000*maxFactors:`, "TestLawsOfWideProducts",
	}, {
		"products: none is a square", products,
		`if n%2 != 0 {`,
		`if n > 0 {`, "TestLaws",
	}, {
		"products: the last power is forgotten", pool,
		`		yield(last, n)
	}`,
		`		if n%2 == 0 {
			yield(last, n)
		}
	}`, "TestMachineTerms",
	}, {
		"bits: a number with gaps is a mask", bitTerms,
		`if next.Sign() < 0 || next.Sign() > 0 && next`,
		`if next.Sign() < 0 || next.Sign() > 0 && low > 1000 && next`, "TestFormsByBounds",
	}, {
		"bits: a negative number with gaps is a mask", bitTerms,
		`if next.Sign() < 0 || next.Sign() > 0 &&`,
		`if next.Sign() > 0 &&`, "TestFormsByBounds",
	}, {
		"bits: the low bits of a mask are not shifted back", bitTerms,
		`return p.Scale(unit.Const, rest)`,
		`return rest`, "TestFormsByBounds",
	}, {
		"bits: a & b is a", bitTerms,
		`		if a.Equal(b) {
			return a
		}
		return p.opaque(BitAnd, a, b)
	}`,
		`		if a.Depth() == b.Depth() {
			return a
		}
		return p.opaque(BitAnd, a, b)
	}`, "TestMachineTerms",
	}, {
		"bits: or of all bits is the other", bitTerms,
		`	case b.IsConst() && b.Const.Cmp(minusOne) == 0, a.Equal(b):
		return b`,
		`	case b.IsConst() && b.Const.Cmp(minusOne) == 0, a.Equal(b):
		return a`, "TestMachineTerms",
	}, {
		"bits: the complement is the negation", bitTerms,
		`return p.Sub(b, a)`,
		`return p.Neg(a)`, "TestFormsByBounds",
	}, {
		"bits: x ^ x is x", bitTerms,
		`	case a.Equal(b):
		return zero`,
		`	case a.Equal(b):
		return a`, "TestMachineTerms",
	}, {
		"bits: 16x and y have none in common for y up to 16", bitTerms,
		`k := uint(hi.BitLen())`,
		`k := uint(max(0, hi.BitLen()-1))`, "TestFormsByBounds",
	}, {
		"bits: x and a negative number have none in common", bitTerms,
		`if lo == nil || hi == nil || lo.Sign() < 0 || !p`,
		`if lo == nil || hi == nil || !p`, "TestFormsByBounds",
	}, {
		"bits: the constant of a sum has none in common", bitTerms,
		`return multiple(a.Const)`,
		`return true`, "TestMachineTerms",
	}, {
		"bits: symbols have none in common", bitTerms,
		`if !multiple(t.Coef) {`,
		`if !multiple(t.Coef) && k == 0 {`, "TestFormsByBounds",
	}, {
		"shifts: by any distance they are computed", bitTerms,
		`|| b.Const.Uint64() > MaxShift || !p`,
		`|| b.Const.Uint64() > 1000*MaxShift || !p`, "TestLaws",
	}, {
		"shifts: by a negative distance they are computed", bitTerms,
		`if !b.IsConst() || !b.Const.IsUint64() ||`,
		`if !b.IsConst() ||`, "TestFormsByBounds",
	}, {
		"shifts: to the right is to the left", bitTerms,
		`return p.opaque(Shr, a, b)`,
		`return p.opaque(Shl, a, b)`, "TestMachineTerms",
	}, {
		"by name: a quotient is a remainder", byName,
		`		if op == Quot {`,
		`		if op == Rem {`, "TestMachineTerms",
	}, {
		"by name: a truncated quotient is a remainder", byName,
		`		if op == TruncQuot {`,
		`		if op == TruncRem {`, "TestMachineTerms",
	}, {
		"by name: at most is equal", byName,
		`return p.Truth(p.Le(x, y))`,
		`return p.Truth(p.Eq(x, y))`, "TestLaws",
	}, {
		"value: an input below its range has one", valuation,
		`s.Lo != nil && x.Cmp(s.Lo) < 0 || `,
		``, "TestRanges",
	}, {
		"value: an input above its range has one", valuation,
		` || s.Hi != nil && x.Cmp(s.Hi) > 0 {`,
		` {`, "TestRanges",
	}, {
		"value: a quotient by 0 has one", valuation,
		`		if y.Sign() == 0 {
			return nil
		}`,
		`		if y.Sign() == 0 {
			return y
		}`, "TestWithoutValue",
	}, {
		"value: a shift by a long distance has one", valuation,
		`y.Uint64() > MaxShift ||`,
		`y.Uint64() > 2*MaxShift ||`, "TestLaws",
	}, {
		"value: a choice without a case has one", valuation,
		`	if !found {
		return nil
	}
	return v.Linear(s.Cases[i].Value)`,
		`	if !found {
		i = 0
	}
	return v.Linear(s.Cases[i].Value)`, "TestMachineTerms",
	}, {
		"value: at most is less", valuation,
		`return truth(x.Cmp(y) <= 0)`,
		`return truth(x.Cmp(y) < 0)`, "TestTruth",
	}, {
		"value: e <= 0 is e < 0", valuation,
		`return x.Sign() <= 0, true`,
		`return x.Sign() < 0, true`, "TestMachineTerms",
	}, {
		"value: an atom whose sum has none is false", valuation,
		`			return false, false`,
		`			return false, true`, "TestWithoutValue",
	}, {
		"value: the remainder is truncated", valuation,
		`		_, r := floorDiv(x, y)
		return r`,
		`		return new(big.Int).Rem(x, y)`, "TestMachineTerms",
	}, {
		"table: an input has no place of its own", termTable,
		`return t.index[s]`,
		`return t.index[s] &^ 1`, "TestTable",
	}, {
		"table: symbols inside of arguments are left out", termTable,
		`	for _, g := range f.Args {
		t.formula(g)
	}`,
		``, "TestTable",
	}, {
		"table: symbols inside of symbols are left out", termTable,
		`			todo = slices.AppendSeq(todo, x.Sym.Operands())
`,
		``, "TestTable",
	}, {
		"table: what is inside does not come first", termTable,
		`return cmp.Compare(a.depth, b.depth) })`,
		`return cmp.Compare(b.depth, a.depth) })`, "TestTable",
	}, {
		"table: symbols of a depth are in the order of their occurrence", termTable,
		`return compareSym(a, b, byPlace)`,
		`return 0 * compareSym(a, b, byPlace)`, "TestTable",
	}, {
		"table: every symbol is an input", termTable,
		`if s.Op == Input {`,
		`if s.Op == Input || s.Op == Quot {`, "TestTable",
	}, {
		"text: less is at most", termText,
		`op = " < "`,
		`op = " <= "`, "TestCanonicalForms",
	}, {
		"text: a condition of negative symbols has its constant's sign wrong", termText,
		`return right, " >= ", &Linear{Const: k}`,
		`return right, " >= ", &Linear{Const: minus}`, "TestCanonicalForms",
	}, {
		"text: an or inside of an and has no parentheses", termText,
		`if mine < level {`,
		`if mine > level {`, "TestFactsOfRanges",
	}, {
		"text: a sum inside of an operation has no parentheses", termText,
		`	if !single {`,
		`	if !single && len(e.Terms) == 0 {`, "TestFormsByBounds",
	},
}

// predicates are the mutants of what other rules ask.
var predicates = []Mutant{
	{
		"total: what is taken away from a sum has a value", choices,
		`return t.Sym.partly`,
		`return t.Sym.partly && t.Coef.Sign() > 0`, "TestLaws",
	}, {
		"products: a long one is no monomial", products,
		`return s.factors > 0`,
		`return s.factors > 0 && s.factors < maxFactors`, "TestLawsOfWideProducts",
	},
}

// intervals are the mutants of bounds, of what is told to choices, and of facts.
var intervals = []Mutant{
	{
		"bounds: of -x they are those of x", termBounds,
		`lo, hi = plus(lo, t.Coef, t.Sym.Hi), plus(hi, t.Coef, t.Sym.Lo)`,
		`lo, hi = plus(lo, t.Coef, t.Sym.Lo), plus(hi, t.Coef, t.Sym.Hi)`, "TestMachineTerms",
	}, {
		"bounds: an open end is 0", termBounds,
		`	if sum == nil || x == nil {
		return nil
	}`,
		`	if sum == nil || x == nil {
		return sum
	}`, "TestFormsByBounds",
	}, {
		"bounds: an input from 3 may be 0", termBounds,
		`	case s.Lo != nil && s.Lo.Sign() > 0:
		return s.Lo`,
		``, "TestRanges",
	}, {
		"bounds: what has a lower bound is closed", termBounds,
		`return x.lo != nil && x.hi != nil`,
		`return x.lo != nil && (x.hi != nil || x.lo.BitLen() == 2)`, "TestMachineTerms",
	}, {
		"bounds: what is from -1 is from 0", termBounds,
		`x.lo.Cmp(big.NewInt(k)) >= 0`,
		`x.lo.Cmp(big.NewInt(k-1)) >= 0`, "TestMachineTerms",
	}, {
		"bounds: what may be 1 is negative", termBounds,
		`return x.hi != nil && x.hi.Sign() <= 0`,
		`return x.hi != nil && x.hi.Cmp(bigOne) <= 0`, "TestMachineTerms",
	}, {
		"bounds: the greatest absolute value is that of the upper end", termBounds,
		`return maxInt(new(big.Int).Abs(x.lo), new(big.Int).Abs(x.hi))`,
		`return new(big.Int).Abs(x.hi)`, "TestMachineTerms",
	}, {
		"bounds: bits are those of the upper end", termBounds,
		`for _, v := range []*big.Int{x.lo, x.hi} {`,
		`for _, v := range []*big.Int{x.hi} {`, "TestMachineTerms",
	}, {
		"bounds: what lies in both lies above the lower of two bounds", termBounds,
		`y.lo != nil && y.lo.Cmp(x.lo) > 0 {`,
		`y.lo != nil && y.lo.Cmp(x.lo) < 0 {`, "TestFactsOfRanges",
	}, {
		"bounds: each product of a symbol is a square", making,
		`if s.Op == Prod && s.X.Equal(s.Y) {`,
		`if s.Op == Prod {`, "TestMachineTerms",
	}, {
		"bounds: they have any length", termBounds,
		`if x.lo != nil && x.lo.BitLen() > maxBound {`,
		`if x.lo != nil && x.lo.BitLen() > 100*maxBound {`, "TestLaws",
	}, {
		"bounds: an even power is monotonous", termBounds,
		`case n%2 != 0 || x.from(0):`,
		`case n%2 != 0 || x.lo != nil:`, "TestMachineTerms",
	}, {
		"bounds: an even power is from the square of the lower end", termBounds,
		`return interval{bigZero, power(x.magnitude())}`,
		`return interval{power(x.lo), power(x.magnitude())}`, "TestMachineTerms",
	}, {
		"bounds: an even power of what is negative is in the order of its ends", termBounds,
		`return interval{power(x.hi), power(x.lo)}`,
		`return interval{power(x.lo), power(x.hi)}`, "TestMachineTerms",
	}, {
		"bounds: a choice is at least its first value", hulls,
		`x.lo = minInt(x.lo, y.lo)`,
		``, "TestFactsOfRanges",
	}, {
		"bounds: a choice is at most its first value", hulls,
		`x.hi = maxInt(x.hi, y.hi)`,
		``, "TestMachineTerms",
	}, {
		"bounds: a choice of what has no bound has one", hulls,
		`	} else {
		x.lo = nil
	}`,
		`	}`, "TestTruth",
	}, {
		"bounds: what is more than a number is more than the next one", hulls,
		`in = interval{lo: new(big.Int).Add(number, bigOne)}`,
		`in = interval{lo: new(big.Int).Add(number, big.NewInt(2))}`, "TestRandomHull",
	}, {
		"bounds: the last number of a range is not in it", hulls,
		`in.hi = new(big.Int).Sub(ends[len(ends)-1], bigOne)`,
		`in.hi = new(big.Int).Sub(ends[len(ends)-1], big.NewInt(2))`, "TestRandomHull",
	}, {
		"bounds: what is true of small numbers has a least one", hulls,
		`if in = (interval{}); !first {`,
		`if in = (interval{}); len(ends) > 0 {`, "TestRandomHull",
	}, {
		"bounds: what is true of small numbers alone is never true", hulls,
		`if !first && len(ends) == 0 {`,
		`if !first || len(ends) == 0 {`, "TestRandomHull",
	}, {
		"bounds: a sum that is a single number is none", hulls,
		`!in.closed() || in.lo.Cmp(in.hi) <= 0`,
		`!in.closed() || in.lo.Cmp(in.hi) < 0`, "TestRandomHull",
	}, {
		"bounds: the end of an interval is not in it", hulls,
		`(x.hi == nil || v.Cmp(x.hi) <= 0)`,
		`(x.hi == nil || v.Cmp(x.hi) < 0)`, "TestRandomHull",
	}, {
		"bounds: several truth values are all that they may be", hulls,
		`case in.hi != nil && in.hi.Cmp(least) <= 0:`,
		`case in.hi != nil:`, "TestRandomHull",
	}, {
		"bounds: the constant in what a choice is by is forgotten", hulls,
		`v := new(big.Int).Sub(at, s.X.Const)`,
		`v := at`, "TestRandomHull",
	}, {
		"bounds: a multiple of a sum is where the sum is", hulls,
		`x := k.in.scaled(f)`,
		`x := k.in`, "TestRandomHull",
	}, {
		"truth values: a range begins behind its start", saying,
		`p.plain(p.Le(p.Int(changes[i]), x), left)`,
		`p.plain(p.Lt(p.Int(changes[i]), x), left)`, "TestRandomSaid",
	}, {
		"truth values: a range has its end in it", saying,
		`p.plain(p.Lt(x, p.Int(changes[i+1])), left)`,
		`p.plain(p.Le(x, p.Int(changes[i+1])), left)`, "TestRandomSaid",
	}, {
		"truth values: a sum that is another number is at most that", saying,
		`truth(c == 0 || c < 0 && t.Sym.Op == AtMost)`,
		`truth(c <= 0)`, "TestRandomSaid",
	}, {
		"truth values: one of them says all", saying,
		`case same(after, true, !low):`,
		`case low || same(after, true, !low):`, "TestRandomSaid",
	}, {
		"truth values: each is 1", saying,
		`if (t.Coef.Sign() == sign) != is {`,
		`if !is {`, "TestRandomSaid",
	}, {
		"truth values: a conjunction holds where one part does", saying,
		`case And:
		return !slices.ContainsFunc(f.Args, func(g *Formula) bool { return !g.holdsAt(v) })`,
		`case And:
		return slices.ContainsFunc(f.Args, func(g *Formula) bool { return g.holdsAt(v) })`, "TestRandomSaid",
	}, {
		"truth values: small numbers are like the first start", saying,
		`first = at(new(big.Int).Sub(starts[0], bigOne))`,
		`first = at(starts[0])`, "TestRandomSaid",
	}, {
		"truth values: two sums are one", choices,
		`return x.Equal(e)`,
		`return true`, "TestRandomSaid",
	}, {
		"truth values: the ranges of a formula begin with one", choices,
		`sign = minusOne
	}`,
		`sign = bigOne
	}`, "TestRandomSaid",
	}, {
		"choices: an equation tells the value where it does not hold", choices,
		`		if f.Op == EqZero {
			a =`,
		`		if f.Op == NeZero {
			a =`, "TestRandomHull",
	}, {
		"choices: an equation tells the number with the other sign", choices,
		`return &Linear{bigZero, f.E.Terms}, new(big.Int).Neg(f.E.Const)`,
		`return &Linear{bigZero, f.E.Terms}, f.E.Const`, "TestRandomHull",
	}, {
		"bounds: a truth value is 0", termBounds,
		`return interval{bigZero, bigOne}`,
		`return interval{bigZero, bigZero}`, "TestTruth",
	}, {
		"bounds: a remainder by what may be negative is not", termBounds,
		`		case y.from(0):
			return interval{bigZero`,
		`		case y.hi.Sign() > 0:
			return interval{bigZero`, "TestMachineTerms",
	}, {
		"bounds: a remainder by c is less than c - 1", termBounds,
		`return interval{bigZero, new(big.Int).Sub(m, bigOne)}`,
		`return interval{bigZero, new(big.Int).Sub(m, big.NewInt(2))}`, "TestMachineTerms",
	}, {
		"bounds: remainders are those of the ends", termBounds,
		`y.lo.Cmp(y.hi) == 0 && sameQuotient(x, m):`,
		`y.lo.Cmp(y.hi) == 0:`, "TestMachineTerms",
	}, {
		"bounds: quotients of one remainder are the same", termBounds,
		`return least.Cmp(most) == 0`,
		`return least.Cmp(most) <= 0`, "TestMachineTerms",
	}, {
		"bounds: a truncated remainder is less than its divisor less 1", termBounds,
		`z = z.both(around(new(big.Int).Sub(m, bigOne)))`,
		`z = z.both(around(new(big.Int).Rsh(m, 1)))`, "TestMachineTerms",
	}, {
		"bounds: a truncated remainder is not negative", termBounds,
		`		if x.from(0) {
			z = z.both(interval{lo: bigZero})
		}
		if x.neg`,
		`		z = z.both(interval{lo: bigZero})
		if x.neg`, "TestMachineTerms",
	}, {
		"bounds: a shift is by the lower of two distances", termBounds,
		`return x.times(interval{power(y.lo), power(y.hi)})`,
		`return x.times(interval{power(y.lo), power(y.lo)})`, "TestMachineTerms",
	}, {
		"bounds: a shift to the right makes nothing smaller", termBounds,
		`x.lo = minInt(x.lo, bigZero)`,
		``, "TestMachineTerms",
	}, {
		"bounds: a shift to the right makes nothing greater", termBounds,
		`x.hi = maxInt(x.hi, minusOne)`,
		``, "TestMachineTerms",
	}, {
		"bounds: a product of what is open is from 0", termBounds,
		`if x.from(0) && y.from(0) {
			return interval{lo: new(big.Int).Mul(x.lo, y.lo)}`,
		`if x.from(0) {
			return interval{lo: bigZero}`, "TestRangesOfRowsHoldWhatSatisfiesTheRows",
	}, {
		"bounds: a product lies between those of equal ends", termBounds,
		`for _, b := range []*big.Int{y.lo, y.hi} {`,
		`for _, b := range []*big.Int{y.lo} {`, "TestMachineTerms",
	}, {
		"bounds: a quotient by what may be negative has the sign of the dividend", termBounds,
		`	if y.from(0) && x.from(0) {
		if z`,
		`	if x.from(0) {
		if z`, "TestMachineTerms",
	}, {
		"bounds: a quotient that is rounded down is rounded towards zero", termBounds,
		`			if floor {
				q`,
		`			if floor && v.Sign() >= 0 {
				q`, "TestMachineTerms",
	}, {
		"bounds: an and is at most what may be negative", termBounds,
		`			if v.from(0) {
				z = z.both(interval{bigZero, v.hi})`,
		`			if v.hi != nil {
				z = z.both(interval{bigZero, v.hi})`, "TestMachineTerms",
	}, {
		"bounds: an or of what may be negative is not", termBounds,
		`	case x.from(0) && y.from(0):
		z = z.both(`,
		`	case x.from(0):
		z = z.both(`, "TestMachineTerms",
	}, {
		"bounds: an or has as many bits as its first operand", termBounds,
		`k := uint(max(x.bits(), y.bits()))`,
		`k := uint(x.bits())`, "TestMachineTerms",
	}, {
		"choices: those whose first values agree are that value", choices,
		`return !c.Value.Equal(first) }) {`,
		`return !c.Value.Equal(first) && c.At == cases[0].At }) {`, "TestFormsByBounds",
	}, {
		"choices: the numbers of cases make no difference", choices,
		`key = appendKey(c.At.Append(key, keyBase), c.Value)`,
		`key = appendKey(key, c.Value)`, "TestFactsOfExtremes",
	}, {
		"choices: a case knows of the other one", choices,
		`v := p.Where(c.Value, x, c.At)`,
		`v := p.Where(c.Value, x, cases[0].At)`, "TestFormsByBounds",
	}, {
		"choices: a choice within a choice is its first case", choices,
		`return p.Where(s.Cases[i].Value, x, v)`,
		`return p.Where(s.Cases[0*i].Value, x, v)`, "TestWhere",
	}, {
		"choices: a number that no case has is the next one", choices,
		`		if !found {
			return nil
		}
		return p.Where`,
		`		if !found {
			i = 0
		}
		return p.Where`, "TestWhereForms",
	}, {
		"choices: sums of fewer symbols are multiples", choices,
		`	if len(e.Terms) != len(x.Terms) {
		return nil
	}`,
		`	if len(e.Terms) > len(x.Terms) {
		return nil
	}`, "TestWhere",
	}, {
		"choices: what is no multiple is rounded", choices,
		`if rest.Sign() != 0 {`,
		`if rest.Sign() > 1 {`, "TestLaws",
	}, {
		"choices: the constant of what is told is forgotten", choices,
		`n := new(big.Int).Sub(v, x.Const)`,
		`n := new(big.Int).Set(v)`, "TestTruth",
	}, {
		"gates: the constant of a truth value is forgotten", choices,
		`gated := p.Scale(holds.Const, &Linear{bigZero, []Term{{u.Sym, bigOne}}})`,
		`gated := zero`, "TestTruth",
	}, {
		"gates: the constant of what is chosen is forgotten", choices,
		`product = p.Scale(more.Const, holds)`,
		`product = zero`, "TestTruth",
	}, {
		"truth: two of three are all", choices,
		`least = p.Int(big.NewInt(int64(len(f.Args))))`,
		`least = p.Int(big.NewInt(2))`, "TestTruth",
	}, {
		"truth: an and is an or", choices,
		`	if f.Op == And {
		least`,
		`	if f.Op == Or {
		least`, "TestTruth",
	}, {
		"truth: that of a negation is the same", choices,
		`return p.Sub(one, p.Truth(p.Not(f)))`,
		`return p.Truth(p.Not(f))`, "TestTruth",
	}, {
		"truth: that of -x <= 0 is that of x <= 0", choices,
		`return p.Sub(one, p.truth(AtMost, p.Sub(one, f.E)))`,
		`return p.Sub(one, p.truth(AtMost, p.Neg(f.E)))`, "TestTruth",
	}, {
		"total: a quotient by 0 has a value", making,
		`return s.Y.IsConst() && s.Y.Const.Sign() != 0`,
		`return s.Y.IsConst()`, "TestTruth",
	}, {
		"total: a quotient by any input has a value", making,
		`return s.Y.IsConst() && s.Y.Const.Sign() != 0`,
		`return !s.Y.IsConst() || s.Y.Const.Sign() != 0`, "TestTruth",
	}, {
		"total: a shift by a negative distance has a value", making,
		`return y.closed() && y.from(0) && y`,
		`return y.closed() && y`, "TestLaws",
	}, {
		"total: a shift by a long distance has a value", making,
		`y.hi.Cmp(big.NewInt(MaxShift)) <= 0
	case Select`,
		`y.hi != nil
	case Select`, "TestLaws",
	}, {
		"total: a choice below its first case has a value", making,
		`x.lo.Cmp(s.Cases[0].At) >= 0 && `,
		``, "TestTotal",
	}, {
		"total: a choice above its last case has a value", making,
		`x.hi.Cmp(s.Cases[len(s.Cases)-1].At) <= 0 && `,
		``, "TestTotal",
	}, {
		"total: a choice between its cases has a value", making,
		`return n.Cmp(big.NewInt(int64(len(s.Cases)-1))) == 0`,
		`return n.Cmp(big.NewInt(int64(len(s.Cases)-1))) >= 0`, "TestTotal",
	}, {
		"facts: an equation is an inequality", facts,
		`		k.AddRow(p.Neg(f.E))
`,
		``, "TestFactsOfExtremes",
	}, {
		"facts: what is not 0 is less", facts,
		`k.addCases(p.Lt(f.E, zero), p.Lt(zero, f.E))`,
		`k.AddRow(p.Add(f.E, p.Int(bigOne)))`, "TestMachineTerms",
	}, {
		"facts: what is never true says nothing", facts,
		`		k.AddRow(p.Int(bigOne))
`,
		``, "TestRemaindersHold",
	}, {
		"facts: a remainder may be its divisor", facts,
		`positive := p.And(p.Le(zero, rest), p.Lt(rest, c))`,
		`positive := p.And(p.Le(zero, rest), p.Le(rest, c))`, "TestFactsDefineQuotients",
	}, {
		"facts: a truncated remainder has any sign", facts,
		`k.assume(p.Or(undefined, p.And(p.Le(zero, x), positive), p.And(p.Lt(x, zero), negative)))`,
		`k.assume(p.Or(undefined, positive, negative))`, "TestFactsDefineQuotients",
	}, {
		"facts: what is 0 leaves a remainder of any sign", facts,
		`p.And(p.Lt(x, zero), negative)`,
		`p.And(p.Le(x, zero), negative)`, "TestFactsNumbering",
	}, {
		"facts: a quotient by 0 is one by a positive number", facts,
		`p.Mul(c, q)), p.Le(c, zero)`,
		`p.Mul(c, q)), p.Lt(c, zero)`, "TestFactsDefineQuotientsByInputs",
	}, {
		"facts: products in a definition are no symbols", facts,
		`if remainder || !c.IsConst() {`,
		`if remainder && c.IsConst() {`, "TestFactsNumbering",
	}, {
		"facts: a remainder by any number is what the quotient says", facts,
		`k.assume(p.Or(undefined, p.Eq(symbol(s), rest)))`,
		`k.assume(p.Eq(symbol(s), rest))`, "TestFactsDefineQuotientsByInputs",
	}, {
		"facts: a lower end is not told", facts,
		`	if s.Lo != nil {
		k.AddRow(p.Sub(p.Int(s.Lo), symbol(s)))
	}`,
		``, "TestFactsOfRanges",
	}, {
		"facts: an upper end is one more", facts,
		`k.AddRow(p.Sub(symbol(s), p.Int(s.Hi)))`,
		`k.AddRow(p.Sub(symbol(s), p.Add(p.Int(s.Hi), p.Int(bigOne))))`, "TestFactsOfRanges",
	}, {
		"facts: a case does not say what the operand is", facts,
		`p.And(p.Eq(s.X, p.Int(c.At)), p.Eq(symbol(s), c.Value))`,
		`p.Eq(symbol(s), c.Value)`, "TestFactsOfRanges",
	}, {
		"facts: the truth value of an equation is that of at most", facts,
		`		if s.Op == Equals {
			holds`,
		`		if s.Op == Select {
			holds`, "TestTruth",
	}, {
		"facts: what is forgotten was seen", facts,
		`delete(k.seen, s)`,
		`_ = s`, "TestFactsUndo",
	}, {
		"facts: what is forgotten is still held", facts,
		`	k.pool.meter.Release(k.held - m.held)
`,
		``, "TestFactsHoldTheirMemory",
	}, {
		"facts: rows take no memory", facts,
		`		k.Hold(2 + e.Words())
`,
		``, "TestFactsHoldTheirMemory",
	}, {
		"facts: symbols that are inside come later", facts,
		`			for _, e := range slices.Backward(slices.Collect(s.Operands())) {
				todo = k.push(todo, e)
			}`,
		``, "TestFactsOfRanges",
	}, {
		"ranges of rows: no row leaves nothing", ranging,
		`x.closed() && x.lo.Cmp(x.hi) > 0`,
		`x.closed() && x.lo.Cmp(x.hi) > 1`, "TestRangesOfRows",
	}, {
		"ranges of rows: what leaves one value leaves nothing", ranging,
		`x.closed() && x.lo.Cmp(x.hi) > 0`,
		`x.closed() && x.lo.Cmp(x.hi) >= 0`, "TestRangesOfRowsHoldWhatSatisfiesTheRows",
	}, {
		"ranges of rows: the least of -x is that of x", ranging,
		`				if u.Coef.Sign() < 0 {
					x.lo = x.hi
				}`,
		``, "TestRangesOfRows",
	}, {
		"ranges of rows: an upper bound is a lower one", ranging,
		`interval{lo: least.Neg(least)}`,
		`interval{lo: least}`, "TestRangesOfRows",
	}, {
		"ranges of rows: coefficients do not count", ranging,
		`new(big.Int).Abs(t.Coef)) // of`,
		`bigOne) // of`, "TestRangesOfRows",
	}, {
		"ranges of rows: they end after the first round", ranging,
		`changed && round < rangeRounds; round++ {`,
		`changed && round < 1; round++ {`, "TestRangesOfRows",
	}, {
		"ranges of rows: a sum of -x is one of x", ranging,
		`			s.lo, s.hi = s.hi, s.lo
`,
		``, "TestLaws",
	}, {
		"ranges of rows: the range of an input is not looked at", ranging,
		`	x := interval{s.Lo, s.Hi}
	if s.Op == Input {`,
		`	x := interval{}
	if s.Op == Input {`, "TestRangesOfRows",
	},
}
