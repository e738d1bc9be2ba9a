package mutants

// This file defines the mutants of the lowering of IMP, and of the small steps that it is held against.

const (
	lower    = "semantics/imp/lower.go"
	impStep  = "semantics/imp/step.go"
	impEval  = "semantics/imp/eval.go"
	impState = "semantics/imp/state.go"
)

var lowering = []Mutant{
	{
		"inputs are drawn in the other order", lower,
		"for i, name := range p.Vars {\n\t\tf.Slots = append(f.Slots, core.Slot{Name: name, Type: core.Int})\n",
		"for _, name := range p.Vars {\n\t\tf.Slots = append(f.Slots, core.Slot{Name: name, Type: core.Int})\n\t}\n" +
			"\tfor i := len(p.Vars) - 1; i >= 0; i-- {\n\t\tname := p.Vars[i]\n", "lowering",
	}, {
		"the assumptions in the other order", lower,
		"for _, psi := range p.Assumptions {\n",
		"for i := range p.Assumptions {\n\t\tpsi := p.Assumptions[len(p.Assumptions)-1-i]\n", "lowering",
	}, {
		"an assumption without value is a fault", lower,
		"l.discard = true\n",
		"", "lowering",
	}, {
		"nothing without value is a fault", lower,
		"l.discard = false\n",
		"", "lowering",
	}, {
		"if: the branches are exchanged", lower,
		`l.branch(s, s.Cond, -1, then, els)`,
		`l.branch(s, s.Cond, -1, els, then)`, "lowering",
	}, {
		"if: then falls through to else", lower,
		`l.body(then, s.Then, end)`,
		`l.body(then, s.Then, through)`, "lowering",
	}, {
		"if: else is forgotten", lower,
		`l.body(els, s.Else, end)`,
		`l.bind(els)`, "lowering",
	}, {
		"while: a loop is not entered", lower,
		"l.emit(core.Enter, head(s, s.Cond)).Loop = loop\n",
		"", "lowering",
	}, {
		"while: the head is not marked", lower,
		`l.branch(s, s.Cond, loop, body, end)`,
		`l.branch(s, s.Cond, -1, body, end)`, "lowering",
	}, {
		"while: two loops have one number", lower,
		"l.loops++\n",
		"l.loops = 1\n", "lowering",
	}, {
		"while: the body does not come back", lower,
		`l.body(body, s.Body, start)`,
		`l.body(body, s.Body, end)`, "lowering",
	}, {
		"a violated assertion is a fail", lower,
		`l.emit(core.Fail, s.Span()).Kind = semantics.AssertionFailed`,
		`l.emit(core.Fail, s.Span()).Kind = semantics.Failed`, "lowering",
	}, {
		"a violated assertion is at its condition", lower,
		`l.emit(core.Fail, s.Span()).Kind = semantics.AssertionFailed`,
		`l.emit(core.Fail, s.Cond.Span()).Kind = semantics.AssertionFailed`, "lowering",
	}, {
		"an assignment sets another variable", lower,
		`l.emit(core.Set, s.Span(), l.integer(s.Value)).Dst = s.Slot`,
		`l.emit(core.Set, s.Span(), l.integer(s.Value)).Dst = 0`, "lowering",
	}, {
		"floor for truncate", lower,
		`arithmetic[e.Op][l.division]`,
		`arithmetic[e.Op][Floor]`, "lowering",
	}, {
		"% is a quotient", lower,
		`arithmetic[e.Op][l.division]`,
		`arithmetic[min(e.Op, Div)][l.division]`, "lowering",
	}, {
		"<= is < in the core", lower,
		`comparison[op]`,
		`[]core.Op{Lt: core.Lt, Le: core.Lt, Gt: core.Gt, Ge: core.Ge, Eq: core.Eq, Ne: core.Ne}[op]`, "lowering",
	}, {
		"or is and", lower,
		`connective[e.Op]`,
		`core.And`, "lowering",
	}, {
		"a chain compares with its first operand", lower,
		"\t\t\tx = y\n",
		"", "lowering",
	}, {
		"a chain forgets its first link", lower,
		`Op: core.And, Type: core.Bool, X: chain, Y: link`,
		`Op: core.And, Type: core.Bool, X: link, Y: link`, "lowering",
	}, {
		"a division is at fault at its divisor", lower,
		`semantics.DivisionByZero, e.At, len`,
		`semantics.DivisionByZero, e.Y.Pos(), len`, "lowering",
	}, {
		"an unbound variable is a division by zero", lower,
		`semantics.UnboundVar, e.At`,
		`semantics.DivisionByZero, e.At`, "lowering",
	},
}

var impSteps = []Mutant{
	{
		"SEQ-SKIP forgets the iterations", impState,
		`return Control{Now: k.Loop, Iter: k.Iter, Block: k.Block, Rest: k.Next}, true`,
		`return Control{Now: k.Loop, Block: k.Block, Rest: k.Next}, true`, "lowering",
	}, {
		"a block ends what encloses it", impState,
		`return skip && len(c.Block) == 0 && c.Rest == nil`,
		`return skip && len(c.Block) == 0`, "lowering",
	}, {
		"ASSIGN assigns another variable", impStep,
		`s.Store.With(c.Slot, v)`,
		`s.Store.With((c.Slot+1)%s.Store.Len(), v)`, "lowering",
	}, {
		"IF-FALSE skips the branch", impStep,
		`return State{s.Store, Enter(c.Else, s.After(nil))}, ruleIfFalse, true`,
		`return State{s.Store, s.Becomes(skip)}, ruleIfFalse, true`, "lowering",
	}, {
		"an assumption without value is met", impStep,
		`why != nil || !b {` + "\n\t\t\treturn psi.Pos()",
		`why == nil && !b {` + "\n\t\t\treturn psi.Pos()", "lowering",
	}, {
		"operands from right to left", impEval,
		"x, why := m.AEval(e.X, s)\n\t\tif why != nil {\n\t\t\treturn nil, why\n\t\t}\n\t\ty, why := m.AEval(e.Y, s)",
		"y, why := m.AEval(e.Y, s)\n\t\tif why != nil {\n\t\t\treturn nil, why\n\t\t}\n\t\tx, why := m.AEval(e.X, s)",
		"lowering",
	}, {
		"floor only for negative dividends", impEval,
		`r.Sign() != 0 && r.Sign() != y.Sign() {`,
		`r.Sign() < 0 {`, "lowering",
	},
}
