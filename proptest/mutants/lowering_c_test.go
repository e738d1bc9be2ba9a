package mutants

// This file defines the mutants of the lowering of C that its theorem notices: programs run otherwise than a second
// semantics of C says.

var loweringOfC = []Mutant{
	{"C: unsigned numbers are compared as signed ones", cFolder + "usual.go",
		`	case a.Rank == b.Rank:
		return b
	}`, `	case a.Rank == b.Rank:
		return a
	}`, "lowering of C"},
	{"C: a short number without a sign is no int in arithmetic", cFolder + "usual.go",
		`case t.Class == Bool || t.Rank < intType.Rank || t.Size < 4:`,
		`case t.Class == Bool || (t.Rank < intType.Rank || t.Size < 4) && t.Signed:`, "lowering of C"},
	{"C: a shift by the width", cFolder + "integral.go",
		`most := big.NewInt(int64(t.width() - 1))`,
		`most := big.NewInt(int64(t.width()))`, "lowering of C"},
	{"C: a shift to the right is one of numbers without a sign", cFolder + "integral.go",
		`min, max := new(big.Int).Rsh(lo, low), new(big.Int).Rsh(hi, low)`,
		`x = f.modulo(x, t.width())
		min, max := new(big.Int).Rsh(lo, low), new(big.Int).Rsh(hi, low)`, "lowering of C"},
	{"C: a quotient rounds down", cFolder + "integral.go",
		`q := f.divided(core.Quo, x, y)`,
		`q := f.divided(core.Div, x, y)`, "lowering of C"},
	{"C: the remainder of the least number by -1", cFolder + "integral.go",
		`if overflow(t) == "" || alo.Cmp(least) > 0`,
		`if overflow(t) != "" || alo.Cmp(least) > 0`, "lowering of C"},
	{"C: signed arithmetic has no overflow", cFolder + "integral.go",
		`if t.Signed && t.Width == 0 {
		return semantics.Overflow`,
		`if t.Signed && t.Width != 0 {
		return semantics.Overflow`, "lowering of C"},
	{"C: - moves a pointer forward", cFolder + "operator.go",
		`if back {
		x = f.integers(core.Neg, x, nil)`,
		`if !back && n.t == nil {
		x = f.integers(core.Neg, x, nil)`, "lowering of C"},
	{"C: a distance is in bytes", cFolder + "operator.go",
		`if size.Op == core.Const && size.Int.Cmp(unity) == 0 {
		return value{t: longType, x: d}`,
		`if size.Op == core.Const && size.Int.Cmp(unity) >= 0 {
		return value{t: longType, x: d}`, "lowering of C"},
	{"C: a pointer moves by bytes", cFolder + "memory.go",
		`by := f.integers(core.Mul, n, f.size(t))`,
		`by := n`, "lowering of C"},
	{"C: a row has one element more", cFolder + "lvalue.go",
		`most := bigInteger(greatest(zero, sum(bigInt(base.t.Len), minus)))`,
		`most := bigInteger(greatest(zero, bigInt(base.t.Len)))`, "lowering of C"},
	{"C: an index is read after what changes it", cFolder + "lvalue.go",
		`if combined && effects { // gcc and clang evaluate the right side first`,
		`if combined && f.p == nil { // gcc and clang evaluate the right side first`, "lowering of C"},
	{"C: a number is stored as it is", cFolder + "assign.go",
		`if !f.p.assignable(v.t, t) {
		f.bad(n, "found a value of type`,
		`if t.integer() && v.t.integer() && t.Class != Bool {
		return value{t: t, x: f.use(f.number(v))}
	}
	if !f.p.assignable(v.t, t) {
		f.bad(n, "found a value of type`, "lowering of C"},
	{"C: what is cut off has no sign", cFolder + "convert.go",
		`x: f.wrap(f.use(v), t.width(), t.Signed)}
	case t.Class == Integer && v.t.Class == Pointer:`,
		`x: f.wrap(f.use(v), t.width(), false)}
	case t.Class == Integer && v.t.Class == Pointer:`, "lowering of C"},
	{"C: a character has no sign", cFolder + "type.go",
		`Signed: signed, Rank: rank}`,
		`Signed: signed && name != "char", Rank: rank}`, "lowering of C"},
	{"C: a hexadecimal number is never unsigned", cFolder + "literal.go",
		`if (unsigned || base != 10) && fits(v, t[1]) {`,
		`if unsigned && fits(v, t[1]) {`, "lowering of C"},
	{"C: a member begins where the one before it ends", cFolder + "layout.go",
		`start = roundUp(at, want)`,
		`start = roundUp(at, min(want, 8))`, "lowering of C"},
	{"C: a union is as large as its last member", cFolder + "layout.go",
		`l.bits = max(l.bits, roundUp(size, 8))`,
		`l.bits = roundUp(size, 8)`, "lowering of C"},
	{"C: a left operand is read after the right one", cFolder + "expr.go",
		`a := f.rvalue(l)
		if f.effects(r) {
			a = f.hold(a)
		}
		b := f.rvalue(r)`,
		`b := f.rvalue(r)
		if f.effects(l) {
			b = f.hold(b)
		}
		a := f.rvalue(l)`, "lowering of C"},
	{"C: the type of a choice is that of what was chosen", cFolder + "expr.go",
		`v = f.number(f.convert(v, t))
		}
		f.set(r, v.x)`,
		`v = f.number(v)
		}
		f.set(r, v.x)`, "lowering of C"},
	{"C: || is decided by the right operand alone", cFolder + "expr.go",
		`f.cond(l, then, next)`,
		`f.cond(l, next, next)`, "lowering of C"},
	{"C: x++ is the new number", cFolder + "lvalue.go",
		`if behind {
		old.width = p.bits`,
		`if behind && p.bits > 0 {
		old.width = p.bits`, "lowering of C"},
	{"C: continue leaves out the step of for", cFolder + "stmt.go",
		`		f.here(body)
		inside()
		f.here(cont)
		if step != nil {
			f.expressionStatement(step)
		}`,
		`		f.here(body)
		inside()
		if step != nil {
			f.expressionStatement(step)
		}
		f.here(cont)`, "lowering of C"},
	{"C: do tests before its body", cFolder + "stmt.go",
		`		loop := f.enterLoop(n)
		f.here(body)
		inside()`,
		`		loop := f.enterLoop(n)
		f.jump(cont)
		f.here(body)
		inside()`, "lowering of C"},
	{"C: a case does not fall through", cFolder + "stmt.go",
		`if l := f.caseLabels[n]; l != nil {
		f.here(l)`,
		`if l := f.caseLabels[n]; l != nil {
		if !f.deadEnd() {
			f.jump(f.jumps.exits[len(f.jumps.exits)-1].brk)
		}
		f.here(l)`, "lowering of C"},
	{"C: a switch without its case goes to the first one", cFolder + "stmt.go",
		`def := none
	if otherwise != nil {`,
		`def := none
	if otherwise == nil && len(choices) > 0 {
		def = choices[0].to
	}
	if otherwise != nil {`, "lowering of C"},
	{"C: a static local is set in each call", cFolder + "decl.go",
		`f.p.statics = append(f.p.statics, staticLocal{f.u, d, in.Initializer})`,
		`s := f.u.resolve(d)
				at := place{t: s.t, slot: -1, ptr: f.p.addressOf(s), global: true, whole: true}
				f.full(func() { f.initialize(at, in.Initializer) })`, "lowering of C"},
	{"C: a constant is a variable", cFolder + "decl.go",
		`if v.object && isReadOnly(v.t) && !f.survey.back {`,
		`if v.object && isReadOnly(v.t) && f.survey.back {`, "lowering of C"},
	{"C: a constant is a variable where there are labels", cFolder + "survey.go",
		`s.back = s.back || t.backward`,
		`s.back = true`, "lowering of C"},
	{"C: what a block declares lives as long as the function", cFolder + "scope.go",
		`end := func() { f.emit(instr(core.End, f.used(f.read(m.slot)))) }`,
		`end := func() {}`, "lowering of C"},
	{"C: a missing value is used as it is", cFolder + "operand.go",
		`x := f.used(v.x)
	if x.Op == core.Defined && v.span.IsValid() {
		x.Span = v.span
	}
	return x`,
		`x := f.used(v.x)
	if x.Op == core.Defined && v.span.IsValid() {
		x.Span = v.span
		x = &core.Expr{Op: core.Freeze, Type: x.Type, X: x.X}
	}
	return x`, "lowering of C"},
}
