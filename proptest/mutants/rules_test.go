package mutants

// This file defines mutants that tests of their own package notice: of the rules of proofs, where the checker would
// accept too much, of how proofs are transferred from a part of a path to all of it, and of the order in which solvers
// are asked.

const (
	ledgers   = "finder/ledger.go"
	portfolio = "finder/solver/portfolio.go"
	sweeping  = "finder/solver/bits/sweep.go"
	objects   = "checker/memory.go"
)

var rules = []Mutant{
	{
		"a refusal at a limit is one for good", check,
		`if errors.Is(err, ErrLimit) {`,
		`if err == nil {`, "TestStepLimit",
	}, {
		"a refusal for good is one at a limit", check,
		`if errors.Is(err, ErrLimit) {`,
		`if err != nil {`, "TestNoFault",
	},
	{
		"leaf: 0 is positive", refute,
		`!sum.IsConst() || sum.Const.Sign() <= 0 {`,
		`!sum.IsConst() || sum.Const.Sign() < 0 {`, "TestRefute",
	}, {
		"combination: factors may be negative", refute,
		`case m.Times == nil || m.Times.Sign() <= 0:`,
		`case m.Times == nil:`, "TestRefute",
	}, {
		"combination: a row may come twice", refute,
		"\t\t\treturn nil, fmt.Errorf(\"found row %d after row %d, want rows in ascending order\", m.Row, rows[i-1].Row)\n\t\tcase m.Times == nil || m.Times.Sign() <= 0:",
		"\t\tcase m.Times == nil || m.Times.Sign() <= 0:", "TestRefute",
	}, {
		"cut: rounded up by one too much", refute,
		`k.AddRow(pool.Neg(quot))`,
		`k.AddRow(pool.Add(pool.Neg(quot), pool.Int(one)))`, "TestRefute",
	}, {
		"cut: by what does not divide the coefficients", refute,
		`if !rem.IsConst() {`,
		`if rem == nil {`, "TestRefute",
	}, {
		"cut: by 1", refute,
		`if r.K.Cmp(one) <= 0 {`,
		`if r.K.Cmp(one) < 0 {`, "TestRefute",
	}, {
		"product: a row times a number", refute,
		"case m.Times == nil || m.Times.Cmp(one) != 0:\n\t\t\treturn fmt.Errorf",
		"case m.Times == nil:\n\t\t\treturn fmt.Errorf", "TestRefute",
	}, {
		"product: of rows of which one is positive", refute,
		`k.AddRow(k.Pool().Neg(k.Pool().Mul(rows[0], rows[1])))`,
		`k.AddRow(k.Pool().Mul(k.Pool().Neg(rows[0]), k.Pool().Neg(rows[1])))`, "TestProductsAndSquaresHold",
	}, {
		"product: of three rows", refute,
		`if len(r.Rows) != 2 {`,
		`if len(r.Rows) < 2 {`, "TestRefute",
	}, {
		"square: the constant is forgotten", refute,
		`sum := pool.Int(r.K)`,
		`sum := pool.Int(zero)`, "TestRefute",
	}, {
		"square: a symbol may come twice", refute,
		`return fmt.Errorf("found symbol %d after symbol %d, want symbols in ascending order", m.Row, r.Rows[i-1].Row)`,
		``, "TestRefute",
	}, {
		"square: it is not positive", refute,
		`k.AddRow(pool.Neg(pool.Mul(sum, sum)))`,
		`k.AddRow(pool.Mul(sum, sum))`, "TestProductsAndSquaresHold",
	}, {
		"square: it is at least 1", refute,
		`k.AddRow(pool.Neg(pool.Mul(sum, sum)))`,
		`k.AddRow(pool.Sub(pool.Int(one), pool.Mul(sum, sum)))`, "TestProductsAndSquaresHold",
	}, {
		"split: a value is left out", refute,
		`pool.Lt(bound, x)}})`,
		`pool.Lt(pool.Add(bound, pool.Int(one)), x)}})`, "TestRefute",
	}, {
		"cases: one is left out", refute,
		`append(splits, split{k.Mark(), open}), nil`,
		`append(splits, split{k.Mark(), open[min(1, len(open)):]}), nil`, "TestRefute",
	}, {
		"cases: an alternative at the bound is excluded", refute,
		`return least.Sign() > 0`,
		`return least.Sign() >= 0`, "TestRefute",
	}, {
		"cases: the bound on the other side excludes", refute,
		`if t.Coef.Sign() < 0 {
			bound`,
		`if t.Coef.Sign() > 0 {
			bound`, "TestRefute",
	}, {
		"cases: a symbol without a bound is 0", refute,
		`if bound == nil || !`,
		`if bound == nil {
			continue
		} else if !`, "TestRefute",
	}, {
		"cases: a row of several symbols bounds the first", refute,
		`len(e.Terms) != 1 ||`,
		`len(e.Terms) < 1 ||`, "TestRefute",
	}, {
		"cases: an upper bound is a lower one", refute,
		`if e.Terms[0].Coef.Sign() < 0 { // c <= s`,
		`if true {`, "TestRefute",
	}, {
		"cases: a sum that is at most 0 is excluded where it is less", refute,
		`|| g.Op == term.EqZero && l.above(`,
		`|| l.above(`, "TestRefute",
	}, {
		"splits: what one way assumes the next one has", refute,
		`k.Undo(s.before)
`,
		``, "TestRefute",
	}, {
		"splits: the last way need not be closed", refute,
		`len(splits[len(splits)-1].open) == 0 {`,
		`len(splits[len(splits)-1].open) <= 1 {`, "TestRefute",
	}, {
		"bits: a fact may be cited twice", resolving,
		`if i > 0 && n <= numbers[i-1] {`,
		`if i > 0 && n < numbers[i-1] {`, "TestBits",
	}, {
		"bits: a clause that has no literal to resolve by", resolving,
		`case i > 0 && pivots != 1:`,
		`case i > 0 && pivots > 1:`, "TestBits",
	}, {
		"bits: chains go on behind the empty clause", resolving,
		`			if len(chains) > 0 {`,
		`			if len(chains) > 1 {`, "TestBits",
	}, {
		"bits: no chain is needed", resolving,
		`return errors.New("no chain makes the empty clause")`,
		`return nil`, "TestBits",
	}, {
		"bits: shifts by any distance", clausal,
		`n.Cmp(big.NewInt(maxShifts)) >= 0 {`,
		`n.Sign() < 0 {`, "TestBitsAreBounded",
	},
}

var transfers = []Mutant{
	{
		"ledger: rows are counted in the part", ledgers,
		`return l.end(at[i]).rows - last, nil`,
		`return l.end(i).rows - last, nil`, "TestTransfer",
	}, {
		"ledger: cases are counted in the part", ledgers,
		`return l.end(at[i]).cases - last, nil`,
		`return l.end(i).cases - last, nil`, "TestTransfer",
	}, {
		"ledger: symbols keep their numbers", ledgers,
		`return l.at[part.facts.Syms[sym]], nil`,
		`return sym, nil`, "TestTransferOfRules",
	}, {
		"ledger: rows that rules add keep their numbers", ledgers,
		`return len(l.facts.Rows) + row - all, nil`,
		`return row, nil`, "TestTransfer",
	}, {
		"ledger: cases that rules add keep their numbers", ledgers,
		`return len(l.facts.Cases) + number - all, nil`,
		`return number, nil`, "TestTransferOfRules",
	}, {
		"ledger: rows are not put in order", ledgers,
		`		case solver.Leaf, solver.Cut:
			slices.SortFunc(r.Rows, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
`,
		``, "TestTransfer",
	}, {
		"ledger: the facts of bits keep their numbers", ledgers,
		`			r.Bits = &b
`,
		`			_ = &b
`, "TestTransferOfRules",
	}, {
		"ledger: facts stay when a path is left", ledgers,
		`	l.facts.Undo(e.before)
`,
		``, "TestLedgerFollows",
	}, {
		"ledger: definitions stay when a path is left", ledgers,
		`		delete(l.defined, key)
`,
		`		_ = key
`, "TestLedgerFollows",
	}, {
		"ledger: a path is entered anew", ledgers,
		`l.cut(path.Len)`,
		`l.cut(0)
		l.follow(path)`, "TestWalkIsLinear",
	}, {
		"ledger: a proof may cite a symbol that is not there", ledgers,
		`if sym < 0 || sym >= len(part.facts.Syms) {`,
		`if sym < 0 || len(part.facts.Syms) == 0 {`, "TestForeignProof",
	}, {
		"ledger: a proof may cite a row before the first", ledgers,
		`	if row < 0 {
		return 0, errForeign
	}
`,
		``, "TestForeignProof",
	},
}

var order = []Mutant{
	{
		"portfolio: reads of tables are no choices", portfolio,
		`if k == divided && tables >= manyTables {`,
		`if k == divided && tables < 0 {`, "TestManyTables",
	}, {
		"portfolio: only the first member is asked", portfolio,
		`range p.rest(k, isModest) {`,
		`range p.rest(k, isModest)[:0] {`, "TestPortfolio",
	}, {
		"portfolio: an answer is none", portfolio,
		`		if a.Status != Unknown {
			price.answers++
			return a
		}
`,
		`		if a.Status != Unknown {
			price.answers++
		}
`, "TestPortfolio",
	}, {
		"portfolio: answers cost nothing", portfolio,
		`price.micros += (m.Spent() - before) / m.Rate`,
		`_ = before`, "TestPortfolio",
	}, {
		"portfolio: answers count for nothing", portfolio,
		`price.answers++`,
		`_ = price`, "TestPortfolio",
	}, {
		"portfolio: what is cheap spends all before another is asked", portfolio,
		`cmp.Or(cmp.Compare(a.number+x.late(), b.number+y.late()), cmp.Compare(x.each(), y.each()))`,
		`cmp.Or(cmp.Compare(x.each(), y.each()), cmp.Compare(a.number+x.late(), b.number+y.late()))`,
		"TestPortfolio",
	}, {
		"portfolio: who answers nothing is asked again and again", portfolio,
		`if p.answers == 0 && p.micros > firstPrice {`,
		`if p.answers > 0 && p.micros > firstPrice {`, "TestPortfolio",
	}, {
		"portfolio: who is dear comes late, whatever it answers", portfolio,
		`if p.answers == 0 && p.micros > firstPrice {`,
		`if p.micros > firstPrice {`, "TestPortfolio",
	}, {
		"portfolio: who answers nothing comes late at once", portfolio,
		`if p.answers == 0 && p.micros > firstPrice {`,
		`if p.answers == 0 && p.micros > 0 {`, "TestPortfolio",
	}, {
		"sweep: all queries are swept", sweeping,
		`s.left = 1<<min(s.vain, mostVain) - 1`,
		`s.left = 0`, "TestSweepsInVain",
	}, {
		"sweep: one that pays does not count", sweeping,
		`if s.vain++; work-paid < work/lost {`,
		`if s.vain++; paid > work {`, "TestSweepsInVain",
	}, {
		"sweep: fewer and fewer queries are swept", sweeping,
		`1<<min(s.vain, mostVain)`,
		`1<<s.vain`, "TestSweepsInVain",
	}, {
		"portfolio: one order for all kinds", portfolio,
		`&p.prices[k][t.member]`,
		`&p.prices[0][t.member]`, "TestPortfolio",
	}, {
		"portfolio: a division by an unknown is one by a constant", portfolio,
		`if !s.Y.IsConst() {
				return nonlinear
			}
			k = divided`,
		`k = divided`, "TestPortfolio",
	}, {
		"portfolio: products are linear", portfolio,
		`case term.Prod, term.BitAnd`,
		`case term.BitAnd`, "TestPortfolio",
	}, {
		"portfolio: the first try is made twice", portfolio,
		`if n > 0 || i > 0 && `,
		`if n >= 0 || i > 0 && `, "TestPortfolio",
	}, {
		"portfolio: a modest query is put to those that have answered none", portfolio,
		`p.prices[k][i].answers > 0`,
		`p.prices[k][i].answers >= 0`, "TestModestQueriesTakeLittleAndWorkIsTold",
	}, {
		"portfolio: a modest query takes as much as any", portfolio,
		`	case isModest:
		return m.Modest`,
		`	case isModest && k == nonlinear:
		return m.Modest`, "TestModestQueriesTakeLittleAndWorkIsTold",
	}, {
		"portfolio: the end of the time is not seen", portfolio,
		`if reasons[t.member] = a.Reason; ctx.Err() != nil {`,
		`if reasons[t.member] = a.Reason; ctx == nil {`, "TestPortfolioEnds",
	}, {
		"portfolio: every try is a query", portfolio,
		`	if number == 0 {
		p.usage`,
		`	if number >= 0 {
		p.usage`, "TestPortfolio",
	}, {
		"portfolio: the last reason is the only one", portfolio,
		`a.Reason = strings.Join(slices.DeleteFunc(reasons, func(r string) bool { return r == "" }), "; ")`,
		`_ = strings.Join(slices.DeleteFunc(reasons, func(r string) bool { return r == "" }), "; ")`, "TestPortfolio",
	}, {
		"portfolio: the work of an answer is that of its last try", portfolio,
		`		a.Micros = micros
`,
		`		_ = micros
`, "TestModestQueriesTakeLittleAndWorkIsTold",
	},
}

// judged are mutants of what the checker knows of memory. Tests on random programs of the core notice them.
var judged = []Mutant{
	{
		"checker: a bound is off by one", objects,
		`p.pool.Le(p.pool.Add(at, n), p.sizeOf(id)))`,
		`p.pool.Le(p.pool.Add(at, n), p.pool.Add(p.sizeOf(id), p.int(1))))`, "TestAgreesOnCore",
	}, {
		"checker: what was freed may be used", objects,
		`		p.must(never, semantics.UseAfterFree)
`,
		``, "TestWalksCore",
	}, {
		"checker: null is a pointer as any other", objects,
		`p.must(p.pool.Le(p.int(core.NullEnd), p.number(x)), semantics.NullDereference)`,
		`_ = x`, "TestAgreesOnCore",
	}, {
		"checker: an access at any offset is aligned", objects,
		`p.must(p.pool.Eq(rem, p.int(0)), semantics.MisalignedAccess)`,
		`_ = rem`, "TestAgreesOnCore",
	}, {
		"checker: bytes in the other order", objects,
		`p.power(8*i).Const`,
		`p.power(8*(n-1-i)).Const`, "TestAgreesOnCore",
	}, {
		"checker: bytes do not wrap", holding,
		`	_, rem := p.pool.FloorDiv(quot, p.power(8*count))
	return rem`,
		`	_ = count
	return quot`, "TestAgreesOnCore",
	}, {
		"checker: signed bytes are unsigned", objects,
		`n = p.pool.Sub(rem, half)`,
		`n = rem`, "TestAgreesOnCore",
	}, {
		"checker: part of a cell begins where the cell does", objects,
		`p.bytesOf(p.stored(c.value), c.first+at-c.at, n)`,
		`p.bytesOf(p.stored(c.value), c.first, n)`, "TestAgreesOnCore",
	}, {
		"checker: a load at an offset of the input forgets a case", objects,
		`cases = append(cases, term.Case{At: big.NewInt(at), Value: p.number(v)})`,
		`if cases == nil {
				cases = append(cases, term.Case{At: big.NewInt(at), Value: p.number(v)})
			}`, "TestAcceptsAbsencesOfCore",
	}, {
		"checker: a load of what nothing has written has no way", objects,
		`ways = append(ways, way{cond: p.pool.And(none...)})`,
		`_ = none`, "TestAcceptsAbsencesOfCore",
	}, {
		"checker: a store at an offset of the input forgets the last place", objects,
		`for at := k.first; at <= k.last; at += k.step {
			args`,
		`for at := k.first; at < k.last; at += k.step {
			args`, "TestAcceptsAbsencesOfCore",
	}, {
		"checker: a store in all places doubles what they held", objects,
		`p.pool.Where(p.number(v), e, big.NewInt(at)), before)`,
		`p.pool.Where(p.number(v), e, big.NewInt(at)), p.pool.Add(before, before))`, "TestCertifiesCore",
	}, {
		"checker: a store in all places leaves constants to the concrete machine", objects,
		`after := value{Value: v.Value, n: x}`,
		`after := integer(x)`, "TestWalksCore",
	}, {
		"checker: a store in all places changes only one", following,
		`if w.cells != nil {
		return w.cells
	}`,
		``, "TestCertifiesCore",
	}, {
		"checker: a store in all places keeps a part of what depends on inputs", objects,
		`c.cell.varies() && c.at == at && c.as == t`,
		`c.value.n != nil`, "TestWalksCore",
	}, {
		"checker: copies may overlap", objects,
		`	p.must(good, in.Kind)
`,
		`	_ = good
`, "TestCertifiesCore",
	},
}
