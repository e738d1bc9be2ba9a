package mutants

// This file defines the mutants of the symbolic semantics of IMP: its rules in their order, the guards of faults, and evaluation.

const (
	expand    = "semantics/imp/impsym/expand.go"
	lift      = "semantics/imp/impsym/lift.go"
	symState  = "semantics/imp/impsym/state.go"
	relations = "semantics/symbolic/symbolic.go"
)

var symbolicStepper = []Mutant{
	{
		"SEQ-SKIP forgets the path condition", expand,
		`State{s.Store, s.Cond, following}`,
		`State{s.Store, nil, following}`, "lemma 5",
	}, {
		"ASSIGN assigns 0", expand,
		`State{s.Store.With(c.Slot, v), l.assume(s.Cond), s.Becomes(skip)}`,
		`State{s.Store.With(c.Slot, l.pool.Sub(v, v)), l.assume(s.Cond), s.Becomes(skip)}`, "theorem 3",
	}, {
		"ASSIGN skips definedness", expand,
		`l.assume(s.Cond), s.Becomes(skip)`,
		`s.Cond, s.Becomes(skip)`, "exclusivity",
	}, {
		"ASSUME forgets its condition", expand,
		`l.assume(s.Cond).And(b), s.Becomes(skip)`,
		`l.assume(s.Cond.And(m.pool.Or(b, m.pool.Bool(true)))), s.Becomes(skip)`, "theorem 12",
	}, {
		"a violated assertion is no fail", expand,
		`s.Becomes(&imp.Fail{Head: imp.Head{At: c.At}, Assertion: true})`,
		`s.Becomes(skip)`, "theorem 3",
	}, {
		"if: IF-FALSE is forgotten", expand,
		`next.add(ruleIfFalse, State{s.Store, cond.And(not), imp.Enter(c.Else, s.After(nil))})`,
		``, "theorem 11",
	}, {
		"if: IF-FALSE enters the other branch", expand,
		`imp.Enter(c.Else, s.After(nil))`,
		`imp.Enter(c.Then, s.After(nil))`, "lemma 6",
	}, {
		"if: IF-TRUE without its condition", expand,
		`cond.And(b), imp.Enter(c.Then, s.After(nil))`,
		`cond, imp.Enter(c.Then, s.After(nil))`, "theorem 2",
	}, {
		"if: the last conjunct is forgotten", expand,
		"case *imp.If:\n\t\tb := l.bexpr(c.Cond)\n\t\tcond := l.assume(s.Cond)",
		"case *imp.If:\n\t\tb := l.bexpr(c.Cond)\n\t\tif s.Cond != nil {\n\t\t\ts.Cond = s.Cond.Prefix\n\t\t}\n\t\tcond := l.assume(s.Cond)", "lemma 5",
	}, {
		"while: the rules in the other order", expand,
		`		if next.open(b) {
			next.add(ruleWhileTrue, State{s.Store, cond.And(b), imp.Enter(c.Body, s.After(c))})
		}
		if not := l.not(b); next.open(not) {
			next.add(ruleWhileFalse, State{s.Store, cond.And(not), s.Becomes(skip)})
		}`,
		`		if not := l.not(b); next.open(not) {
			next.add(ruleWhileFalse, State{s.Store, cond.And(not), s.Becomes(skip)})
		}
		if next.open(b) {
			next.add(ruleWhileTrue, State{s.Store, cond.And(b), imp.Enter(c.Body, s.After(c))})
		}`, "theorem 12",
	}, {
		"while: WHILE-TRUE does not come back", expand,
		`imp.Enter(c.Body, s.After(c))`,
		`imp.Enter(c.Body, s.After(nil))`, "lemma 10",
	}, {
		"while: the iterations are not counted", symState,
		`return k.Iter`,
		`return 1`, "over-approximation",
	}, {
		"every iteration counts twice", symState,
		"for k := s.Rest; k != nil; k = k.Next {\n\t\tif k.Loop != nil {\n\t\t\treturn k.Iter\n\t\t}\n\t}\n\treturn 0",
		"for k := s.Rest; k != nil; k = k.Next {\n\t\tif k.Loop != nil {\n\t\t\treturn 2 * k.Iter\n\t\t}\n\t}\n\treturn 0", "under-approximation",
	}, {
		"a fail has no guard that holds", expand,
		`{{Guard: l.pool.Bool(true), Fault: c.Fault()}}`,
		`{{Guard: l.pool.Bool(false), Fault: c.Fault()}}`, "theorems 25 and 29",
	}, {
		"a guard forgets the faults before", expand,
		`l.pool.And(append(before[:len(before):len(before)], o.missed)...)`,
		`o.missed`, "theorem 23",
	}, {
		"only the first obligation is assumed", expand,
		"for _, o := range l.obligations {\n\t\tcond",
		"for _, o := range l.obligations[:min(1, len(l.obligations))] {\n\t\tcond", "exclusivity",
	}, {
		"the start skips definedness", symState,
		`	return l.assume(s.Cond).And(b)`,
		`	return s.Cond.And(b)`, "certificates",
	}, {
		"Step drops a fault", expand,
		`return symbolic.Step[State]{Faults: l.faults(&s), `,
		`faults := l.faults(&s)
	return symbolic.Step[State]{Faults: faults[min(1, len(faults)):], `, "step",
	}, {
		"Step drops a successor", expand,
		`Successors: slices.Clone(next.list[:next.n])}`,
		`Successors: slices.Clone(next.list[:min(1, next.n)])}`, "step",
	}, {
		"Step says Only though the path changes", expand,
		`w.n == 1 && w.list[0].State.Cond == s.Cond && `,
		`w.n == 1 && `, "step",
	}, {
		"Run goes on where a step is not the only one", expand,
		`!next.only(&s, &l) || m.pool`,
		`next.n == 0 || m.pool`, "step",
	}, {
		"Run takes a step more", expand,
		`for ; steps < most; steps++ {`,
		`for ; steps <= most; steps++ {`, "step",
	}, {
		"Sim does not look at the path", relations,
		`if truth, ok := v.Formula(f); !ok || !truth {`,
		`if truth, ok := v.Formula(f); !ok && truth {`, "theorem 11",
	},
}

var symbolicEvaluation = []Mutant{
	{
		"an unbound variable is 0 on terms", lift,
		`l.require(l.pool.Bool(false), semantics.UnboundVar, e.At)`,
		``, "theorems 25 and 29",
	}, {
		"a divisor may be 0 on terms", lift,
		`l.require(l.pool.Not(l.pool.Eq(y, l.pool.Int(new(big.Int)))), semantics.DivisionByZero, e.At)`,
		``, "theorem 23",
	}, {
		"floor for truncate on terms", lift,
		`divide = l.pool.TruncDiv`,
		`divide = l.pool.FloorDiv`, "theorem 12",
	}, {
		"operands from right to left on terms", lift,
		"x := l.aexpr(e.X)\n\t\ty := l.aexpr(e.Y)",
		"y := l.aexpr(e.Y)\n\t\tx := l.aexpr(e.X)", "theorem 23",
	}, {
		"a chain compares with its first operand on terms", lift,
		"l.when = append(l.when, link)\n\t\t\tx = y",
		"l.when = append(l.when, link)", "theorem 2",
	}, {
		"a chain evaluates all its operands on terms", lift,
		"l.when = append(l.when, link)\n\t\t\tx = y",
		"x = y", "theorems 24 and 28",
	}, {
		"what follows a chain depends on it on terms", lift,
		`l.when = l.when[:outer]`,
		`_ = outer`, "theorem 2",
	}, {
		"and evaluates both operands on terms", lift,
		`y := l.given(x, e.Y)`,
		`y := l.bexpr(e.Y)`, "theorem 12",
	}, {
		"an obligation is to be met though it is not evaluated", lift,
		`met := l.pool.Or(l.pool.Not(l.pool.And(l.when...)), f)`,
		`met := f`, "exclusivity",
	},
}
