package mutants

// This file defines the mutants of the concrete semantics of IMP. The symbolic one shares its controls, whose mistakes the
// declared relation of theorem 12 notices.

const (
	step  = "semantics/imp/step.go"
	eval  = "semantics/imp/eval.go"
	state = "semantics/imp/state.go"
)

var concreteStepper = []Mutant{
	{
		"SEQ-SKIP forgets the iterations", state,
		`return Control{Now: k.Loop, Iter: k.Iter, Block: k.Block, Rest: k.Next}, true`,
		`return Control{Now: k.Loop, Block: k.Block, Rest: k.Next}, true`, "theorem 12",
	}, {
		"a block ends what encloses it", state,
		`return skip && len(c.Block) == 0 && c.Rest == nil`,
		`return skip && len(c.Block) == 0`, "exclusivity",
	}, {
		"ASSIGN assigns another variable", step,
		`s.Store.With(c.Slot, v)`,
		`s.Store.With((c.Slot+1)%s.Store.Len(), v)`, "theorem 3",
	}, {
		"ASSUME does not look", step,
		"if why != nil || !b {\n\t\t\treturn s, semantics.Rule{}, false\n\t\t}\n\t\treturn State{s.Store, s.Becomes(skip)}, ruleAssume, true",
		"if why != nil {\n\t\t\treturn s, semantics.Rule{}, false\n\t\t}\n\t\treturn State{s.Store, s.Becomes(skip)}, ruleAssume, b || !b", "lemma 10",
	}, {
		"a violated assertion is at another place", step,
		`&Fail{Head{At: c.At}, true}`,
		`&Fail{Head{At: c.Cond.Pos()}, true}`, "lemma 4",
	}, {
		"IF-FALSE skips the branch", step,
		`return State{s.Store, Enter(c.Else, s.After(nil))}, ruleIfFalse, true`,
		`return State{s.Store, s.Becomes(skip)}, ruleIfFalse, true`, "theorem 3",
	}, {
		"an expression without value is no fault", step,
		`why != nil && !why.Limit {`,
		`why != nil && why.Limit {`, "theorem 1",
	}, {
		"a violated assumption does not block", step,
		`case assume && why == nil && !holds:`,
		`case assume && why != nil && !holds:`, "exclusivity",
	}, {
		"an assumption without value is met", step,
		`why != nil || !b {` + "\n\t\t\treturn psi.Pos()",
		`why == nil && !b {` + "\n\t\t\treturn psi.Pos()", "second opinion",
	},
}

var concreteEvaluation = []Mutant{
	{
		"division by zero at another place", eval,
		`faultAt(semantics.DivisionByZero, e.At)`,
		`faultAt(semantics.DivisionByZero, e.Y.Pos())`, "theorem 23",
	}, {
		"x % 0 is a panic", eval,
		`if (e.Op == Div || e.Op == Mod) && y.Sign() == 0 {`,
		`if e.Op == Div && y.Sign() == 0 {`, "theorem 1",
	}, {
		"operands from right to left", eval,
		"x, why := m.AEval(e.X, s)\n\t\tif why != nil {\n\t\t\treturn nil, why\n\t\t}\n\t\ty, why := m.AEval(e.Y, s)",
		"y, why := m.AEval(e.Y, s)\n\t\tif why != nil {\n\t\t\treturn nil, why\n\t\t}\n\t\tx, why := m.AEval(e.X, s)", "theorem 23",
	}, {
		"negation is forgotten", eval,
		`return m.arith(Sub, zero, x)`,
		`return m.arith(Sub, x, zero)`, "theorem 3",
	}, {
		"differences wrap around", eval,
		`return z, (z < x) == (y > 0)`,
		`return z, true`, "theorem 3",
	}, {
		"floor only for negative dividends", eval,
		`r.Sign() != 0 && r.Sign() != y.Sign() {`,
		`r.Sign() < 0 {`, "theorem 3",
	}, {
		"<= is <", eval,
		`return cmp <= 0`,
		`return cmp < 0`, "theorem 2",
	}, {
		"a chain evaluates all its operands", eval,
		"if !op.Holds(x.Cmp(y)) {\n\t\t\t\treturn false, nil",
		"if !op.Holds(x.Cmp(y)) {\n\t\t\t\tfor _, z := range e.Args[i+1:] {\n\t\t\t\t\tif _, why := m.AEval(z, s); why != nil {\n\t\t\t\t\t\treturn false, why\n\t\t\t\t\t}\n\t\t\t\t}\n\t\t\t\treturn false, nil", "second opinion",
	},
}
