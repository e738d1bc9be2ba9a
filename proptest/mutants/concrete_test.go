package mutants

// This file defines the mutants of the concrete semantics of the core.

const (
	step    = "semantics/core/step.go"
	eval    = "semantics/core/eval.go"
	memory  = "semantics/core/memory.go"
	fast    = "semantics/core/fast.go"
	values  = "semantics/core/value.go"
	address = "semantics/core/address.go"
	leaks   = "semantics/core/leaks.go"
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
		"case !isSize(n):\n\t\t\treturn 0, r.unmet(semantics.InvalidSize, in.Span)\n\t\t}\n\t\tif r.made",
		"}\n\t\tif r.made", "second opinion",
	}, {
		"a local object is not one of the call", step,
		"if in.Life == Local {\n\t\tr.list(id)",
		"if in.Life == Local && id == 0 {\n\t\tr.list(id)", "theorem 11",
	}, {
		"local objects live on", step,
		"r.end(l.id, in.Span, false)\n",
		"", "theorem 11",
	}, {
		"FREE frees the first object", step,
		`r.end(int(p.ref), in.Span, false)`,
		`r.end(1, in.Span, false)`, "second opinion",
	}, {
		"END ends the first object", step,
		`r.end(int(p.ref), in.Span, true)`,
		`r.end(1, in.Span, true)`, "second opinion",
	}, {
		"END is a return", step,
		`r.end(int(p.ref), in.Span, true)`,
		`r.end(int(p.ref), in.Span, false)`, "second opinion",
	}, {
		"EXTENT is one too much", step,
		`MakeInt(r.pointee(p).Size)`,
		`MakeInt(r.pointee(p).Size + 1)`, "second opinion",
	}, {
		"ROOM is one too much", "semantics/core/objects.go",
		`return o.Size - p.n
`,
		`return o.Size - p.n + 1
`, "second opinion",
	}, {
		"a fault is discarded", step,
		`stop != nil && stop.Blocked == semantics.NotBlocked`,
		`stop != nil && stop.Blocked != semantics.NotBlocked`, "theorem 1",
	}, {
		"COPY may overlap", step,
		`if overlap && in.Kind != "" && !(`,
		`if overlap && in.Kind == "fail" && !(`, "second opinion",
	}, {
		"LEAKS does not look at slots", leaks,
		`t.value(f.Slot(i))`,
		`_ = i`, "second opinion",
	}, {
		"CALL gives no arguments", step,
		"for i, x := range args {\n\t\tr.set(i, x)\n\t}\n",
		"_ = args\n", "second opinion",
	}, {
		"CALL of any signature", step,
		`if in.Signature != f.Signature && in.Signature != ""`,
		`if in.Signature == f.Signature && in.Signature == "x"`, "second opinion",
	}, {
		"a fault of a library function is in it", eval,
		`at = r.Place(at)`,
		`_ = r.Place(at)`, "second opinion",
	},
}

var concreteEvaluation = []Mutant{
	{
		"what is undefined may be used", eval,
		"case x.class == undefined:\n\t\t\treturn x, r.unmet(e.Kind, e.Span)\n",
		"case x.class == undefined:\n\t\t\treturn MakeInt(0), nil\n", "second opinion",
	}, {
		"x / 0 is a panic", eval,
		"case y.sign() == 0:\n\t\t\treturn x, r.unmet(e.Kind, e.Span)\n",
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
		"case !c.Holds():\n\t\t\treturn c, r.unmet(e.Kind, e.Span)\n",
		"", "second opinion",
	}, {
		"floor is truncate in machine words", values,
		`if (op == Div || op == Mod) && r != 0 && r^y < 0 {`,
		`if (op == Div || op == Mod) && r != 0 && r^y > 0 {`, "second opinion",
	}, {
		"floor is truncate in large integers", eval,
		`if r.Sign() != 0 && r.Sign() != y.Sign() {`,
		`if r.Sign() == 0 && r.Sign() != y.Sign() {`, "second opinion",
	}, {
		"differences wrap around", values,
		"z = x - y\n\t\treturn z, (z < x) == (y > 0)",
		"z = x - y\n\t\treturn z, true", "second opinion",
	}, {
		"<= is <", values,
		`return flag(x <= y), true`,
		`return flag(x < y), true`, "second opinion",
	}, {
		"pointers to two objects have a distance", eval,
		`p.class == inObject && q.class == inObject && p.ref == q.ref || p.class == bare`,
		`p.class == inObject && q.class == inObject || p.class == bare`, "second opinion",
	}, {
		"a pointer farther behind an object", fast,
		`uint64(sum) > size {`,
		`uint64(sum) > size+8 {`, "second opinion",
	}, {
		"a range may be left above in machine words", fast,
		`if n < x.lo || n > x.hi {`,
		`if n < x.lo {`, "second opinion",
	}, {
		"what is undefined is 0 in machine words", fast,
		"if v == nil || v.class != integer {\n\t\t\treturn 0, noWord",
		"if v == nil || v.class != integer {\n\t\t\treturn 0, signed", "second opinion",
	}, {
		"the last object has no address", address,
		`id <= int64(objects) {`,
		`id < int64(objects) {`, "second opinion",
	}, {
		"a number that is none becomes an integer", eval,
		"v, ok := truncate(x.Float())\n\t\tif !ok {",
		"v, ok := truncate(x.Float())\n\t\tif !ok && v.IsDefined() {", "second opinion",
	},
}

var concreteMemory = []Mutant{
	{
		"signed bytes are unsigned", bitsCore,
		`return Value{class: integer, n: int64(int32(raw))}`,
		`return Value{class: integer, n: int64(uint32(raw))}`, "second opinion",
	}, {
		"the null pointer is one as any other", memory,
		"if p.class == bare && compare(p, Value{n: NullEnd}) < 0 {\n\t\t\treturn semantics.NullDereference\n\t\t}\n",
		"", "second opinion",
	}, {
		"what was freed may be used", memory,
		"case o.Dead:\n\t\treturn o.gone()\n",
		"", "second opinion",
	}, {
		"what is read-only may be written", memory,
		"case what == writing && o.ReadOnly:\n\t\treturn semantics.ReadOnlyWrite\n",
		"", "second opinion",
	}, {
		"an access at an odd offset is aligned", memory,
		`p.n&(size-1) != 0 {`,
		`p.n&(size-1) > 4 {`, "second opinion",
	}, {
		"a write out of bounds is a read", memory,
		"case what == writing:\n\t\treturn semantics.OutOfBoundsWrite\n",
		"", "second opinion",
	}, {
		"a bound is off by one", memory,
		`p.n <= o.Size-n:`,
		`p.n <= o.Size-n+1:`, "memory",
	}, {
		"what is undefined is 0 in memory", bitsCore,
		`case p.defined&set != set:
		return Value{}`,
		`case p.defined&set != set:
		return MakeInt(0)`, "memory",
	}, {
		"two bytes in the other order", bitsCore,
		`return uint64(binary.LittleEndian.Uint16(data))`,
		`return uint64(binary.BigEndian.Uint16(data))`, "memory",
	}, {
		"an integer that its type does not have is cut when it is stored", bitsCore,
		`return n, int64(n<<unused)>>unused == v.n`,
		`return n, true`, "second opinion",
	}, {
		"a cell that is cut is undefined", memory,
		`		p.defined |= 1 << (at % pageSize)
`,
		``, "second opinion",
	},
}
