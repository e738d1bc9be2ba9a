package mutants

// This file defines the mutants of the concrete semantics of the core.

const (
	step   = "semantics/core/step.go"
	eval   = "semantics/core/eval.go"
	memory = "semantics/core/memory.go"
)

var concreteStepper = []Mutant{
	{
		"SET sets another slot", step,
		"r.set(in.Dst, x)\n\t\tr.pc++\n\t\treturn ruleSet, nil",
		"r.set((in.Dst+1)%len(r.fn.Slots), x)\n\t\tr.pc++\n\t\treturn ruleSet, nil", "second opinion",
	}, {
		"BRANCH-FALSE goes on", step,
		"case !holds:\n\t\tr.pc = int32(in.Else)",
		"case !holds:\n\t\tr.pc++", "second opinion",
	}, {
		"LOOP-TRUE does not count", step,
		`r.set(i, MakeInt(r.slots.get(int64(i)).n+1))`,
		`r.set(i, MakeInt(r.slots.get(int64(i)).n))`, "theorem 11",
	}, {
		"ENTER forgets nothing", step,
		`r.set(len(r.fn.Slots)+in.Loop, MakeInt(0))`,
		``, "lowering",
	}, {
		"ASSUME does not look", step,
		"case !holds:\n\t\t\treturn 0, notAssumed\n",
		"case !holds && stop != nil:\n\t\t\treturn 0, notAssumed\n", "second opinion",
	}, {
		"DRAW takes the first input again", step,
		`v, ok := r.input(r.rest.drawn, name)`,
		`v, ok := r.input(r.rest.drawn, in.Name)`, "theorem 3",
	}, {
		"ALLOC of any size", step,
		"case !isSize(n):\n\t\t\treturn 0, unmet(semantics.InvalidSize, in.Span)\n\t\t}\n\t\tr.alloc",
		"}\n\t\tr.alloc", "second opinion",
	}, {
		"a local object is not one of the call", step,
		`r.locals = &local{id, r.locals}`,
		`_ = local{id, r.locals}`, "theorem 11",
	}, {
		"local objects live on", step,
		"r.end(l.id, in.Span)\n",
		"", "theorem 11",
	}, {
		"FREE frees the first object", step,
		`r.end(int(p.ref), in.Span)`,
		`r.end(1, in.Span)`, "second opinion",
	}, {
		"CALL gives no arguments", step,
		"for i, x := range args {\n\t\tr.set(i, x)\n\t}\n",
		"_ = args\n", "second opinion",
	}, {
		"a fault is discarded", step,
		`stop != nil && stop.Blocked == semantics.NotBlocked`,
		`stop != nil && stop.Blocked != semantics.NotBlocked`, "theorem 1",
	},
}

var concreteEvaluation = []Mutant{
	{
		"what is undefined may be used", eval,
		"case x.class == undefined:\n\t\t\treturn x, unmet(e.Kind, e.Span)\n",
		"case x.class == undefined:\n\t\t\treturn MakeInt(0), nil\n", "second opinion",
	}, {
		"x / 0 is a panic", eval,
		"case y.sign() == 0:\n\t\t\treturn x, unmet(e.Kind, e.Span)\n",
		"", "second opinion",
	}, {
		"an obligation that is assumed is a fault", eval,
		"if kind == Discard {\n\t\treturn notAssumed\n\t}\n",
		"", "lowering",
	}, {
		"a range may be left below", eval,
		`compare(x, number(integer, e.Lo)) >= 0`,
		`compare(x, number(integer, e.Lo)) != 0`, "second opinion",
	}, {
		"what is given is not looked at", eval,
		"case !c.Holds():\n\t\t\treturn c, unmet(e.Kind, e.Span)\n",
		"", "second opinion",
	}, {
		"floor is truncate in machine words", eval,
		`if (op == Div || op == Mod) && r != 0 && r^y < 0 {`,
		`if (op == Div || op == Mod) && r != 0 && r^y > 0 {`, "second opinion",
	}, {
		"floor is truncate in large integers", eval,
		`if r.Sign() != 0 && r.Sign() != y.Sign() {`,
		`if r.Sign() == 0 && r.Sign() != y.Sign() {`, "second opinion",
	}, {
		"differences wrap around", eval,
		"z = x - y\n\t\treturn z, (z < x) == (y > 0)",
		"z = x - y\n\t\treturn z, true", "second opinion",
	}, {
		"<= is <", eval,
		`return MakeTruth(cmp <= 0), nil`,
		`return MakeTruth(cmp < 0), nil`, "second opinion",
	}, {
		"pointers to two objects have a distance", eval,
		`p.class == inObject && q.class == inObject && p.ref == q.ref || p.class == bare`,
		`p.class == inObject && q.class == inObject || p.class == bare`, "second opinion",
	}, {
		"no pointer behind an object", eval,
		`0 <= p.n && p.n <= r.objects`,
		`0 <= p.n && p.n < r.objects`, "second opinion",
	}, {
		"a number that is none becomes an integer", eval,
		"v, ok := truncate(x.Float())\n\t\tif !ok {",
		"v, ok := truncate(x.Float())\n\t\tif !ok && v.IsDefined() {", "second opinion",
	},
}

var concreteMemory = []Mutant{
	{
		"signed bytes are unsigned", memory,
		`return Value{class: integer, n: int64(int32(raw))}`,
		`return Value{class: integer, n: int64(uint32(raw))}`, "second opinion",
	}, {
		"the null pointer is one as any other", memory,
		"if p.IsNull() {\n\t\t\treturn semantics.NullDereference\n\t\t}\n",
		"", "second opinion",
	}, {
		"what was freed may be used", memory,
		"case o.Dead:\n\t\treturn semantics.UseAfterFree\n",
		"", "second opinion",
	}, {
		"what is read-only may be written", memory,
		"case what == writing && o.ReadOnly:\n\t\treturn semantics.ReadOnlyWrite\n",
		"", "second opinion",
	}, {
		"a write out of bounds is a read", memory,
		"case what == writing:\n\t\treturn semantics.OutOfBoundsWrite\n",
		"", "second opinion",
	},
}
