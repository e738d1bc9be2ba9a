package mutants

// This file defines the mutants of the lowering of C. Tests of package c notice them, which compare with gcc and with
// what programs say of themselves.

const cFolder = "semantics/c/"

// cMutants are mistakes in the lowering of C. Lemma is the test of package c that has to notice it.
var cMutants = []Mutant{
	{"any length: a parameter that says how many elements there are may be below 0", cFolder + "entry.go",
		`e.set(slot, e.drawn(coreName(p.name), zero, most))`,
		`e.set(slot, e.drawn(coreName(p.name), new(big.Int).Neg(most), most))`, "TestAnyLength"},
	{"any length: an array of the most elements is too large", cFolder + "entry.go",
		`n > 0 && most.Cmp(big.NewInt(MostLength/n)) > 0 {`,
		`n < 0 && most.Cmp(big.NewInt(MostLength/n)) > 0 {`, "TestAnyLength"},
	{"any length: so is one behind a pointer that is no parameter", cFolder + "entry.go",
		`number.most > most {`,
		`number.most > most && most < 0 {`, "TestAnyLength"},
	{"any length: a row of an array is one element of it", cFolder + "entry.go",
		`e.times(n, bytes/unit.Size), false)`,
		`e.times(n, min(bytes/unit.Size, 1)), false)`, "TestAnyLength"},
	{"any length: an array by a parameter has any other length", cFolder + "entry.go",
		`	if array.by == "" {`,
		`	if array.by != "?" {`, "TestAnyLength"},
	{"any length: a parameter of any type says how many elements there are", cFolder + "entry.go",
		`	if !t.integer() {`,
		`	if !t.scalar() {`, "TestUnlinked"},
	{"directives: a sign on a line of text begins one", cFolder + "directives.go",
		`case c == '#' && blank:`,
		`case c == '#':`, "TestDirectives"},
	{"left out: the address of a weak function is known", cFolder + "symbols.go",
		`(s.defined || !s.unit.isWeak(s.name))`,
		`(s.defined || s.unit != nil)`, "TestBroken"},
	{"left out: names of one file are others in other files", cFolder + "remove.go",
		`if r.names[name] == nil && !q.static {`,
		`if r.names[name] == nil && q.static {`, "TestBrokenElsewhere"},
	{"left out: what runs before main", cFolder + "remove.go",
		`if !q.removable || q.early {`,
		`if !q.removable {`, "TestNoProgramWithout"},
	{"left out: the rest may be read otherwise", cFolder + "remove.go",
		`if !ok || pragmas != from.pragmas {`,
		`if !ok || pragmas != from.pragmas && !ok {`, "TestNoProgramWithout"},
	{"left out: what has no end declares only what is outside of braces", cFolder + "portions.go",
		`p.names = slices.Concat(n.outside, n.inside)`,
		`p.names = n.outside`, "TestBrokenElsewhere"},
	{"left out: a declaration without an end is any other", cFolder + "portions.go",
		`p.end, n.wrong = len(file.text), true`,
		`p.end = len(file.text)`, "TestBrokenElsewhere"},
	{"trees: one that was read with another header serves", cFolder + "trees.go",
		`!bytes.Equal(text, r.text) {`,
		`len(text) != len(r.text) {`, "TestTrees"},
	{"trees: one that was read with other settings serves", cFolder + "trees.go",
		`if t.unit == with && bytes.Equal`,
		`if t.unit.path == with.path && bytes.Equal`, "TestTrees"},
	{"headers: what is pasted is no name of the program", cFolder + "words.go",
		`if bytes.Contains(text, []byte("##")) || bytes.Contains(text, []byte("??")) {`,
		`if bytes.Contains(text, []byte("??")) {`, "TestWords"},
	{"headers: what declares no function is left out", cFolder + "words.go",
		`if name := declares(line); name != "" && !w[name] {`,
		`if name := declares(line); !w[name] {`, "TestWithin"},
	{"promotion: what is smaller than int keeps its sign", cFolder + "usual.go",
		`case t.Class == Bool || t.Rank < intType.Rank || t.Size < 4:`,
		`case t.Class == Bool || t.Rank < intType.Rank && t.Signed:`, "TestExpressions"},
	{"promotion: a narrow bit-field is promoted to its own type", cFolder + "usual.go",
		`case width > 0 && (width < 32 || t.Signed):`,
		`case width > 0 && t.Signed:`, "TestValues"},
	{"conversions: int and unsigned int meet in int", cFolder + "usual.go",
		`case a.Signed == b.Signed || !a.Signed || a.width() > b.width():
		return a
	case a.Rank == b.Rank:
		return b`,
		`case a.Signed == b.Signed || !a.Signed || a.width() > b.width():
		return a
	case a.Rank == b.Rank:
		return a`, "TestExpressions"},
	{"conversions: long and float meet in long", cFolder + "usual.go",
		`		case a.Class == c:
			return a.unqualified()
		case b.Class == c:
			return b.unqualified()`,
		`		case a.Class == c:
			return a.unqualified()
		case b.Class == c && a.Size < 8:
			return b.unqualified()`, "TestExpressions"},
	{"overflow: signed arithmetic wraps", cFolder + "integral.go",
		`if t.Signed && t.Width == 0 {
		return semantics.Overflow`,
		`if t.Signed && t.Width != 0 {
		return semantics.Overflow`, "TestDocs"},
	{"addition: a sum is no greater than an operand", cFolder + "integral.go",
		`sum(alo, blo), sum(ahi, bhi), t, kind)`,
		`sum(alo, blo), ahi, t, kind)`, "TestExpressions"},
	{"subtraction: the least is less the least", cFolder + "integral.go",
		`difference(alo, bhi), difference(ahi, blo), t, kind)`,
		`difference(alo, blo), difference(ahi, bhi), t, kind)`, "TestExpressions"},
	{"multiplication: the greatest is the product of the greatest", cFolder + "integral.go",
		`least(p, q, r, s), greatest(p, q, r, s), t, kind)`,
		`least(p, q, r, s), s, t, kind)`, "TestValues"},
	{"bitwise and: the bound is that of the operand with a sign", cFolder + "integral.go",
		`case blo.Sign() >= 0:
			return v.bounded(zero, bhi)`,
		`case blo.Sign() >= 0:
			return v.bounded(zero, unity)`, "TestValues"},
	{"bitwise or: no more than the greater operand", cFolder + "integral.go",
		`return v.bounded(zero, greatestOf(max(ahi.BitLen(), bhi.BitLen())))`,
		`return v.bounded(zero, greatest(unity))`, "TestExpressions"},
	{"bitwise: xor is or", cFolder + "integral.go",
		`if op == xor {
		o = core.BitXor`,
		`if op == xor {
		o = core.BitOr`, "TestExpressions"},
	{"division: the least number may be divided by -1", cFolder + "integral.go",
		`if _, max := t.limits(); hi.Cmp(max) > 0 && blo.Cmp(minus) > 0 {`,
		`if _, max := t.limits(); hi.Cmp(max) > 0 {`, "TestValues"},
	{"remainder: of the least number by -1 too", cFolder + "integral.go",
		`if overflow(t) == "" || alo.Cmp(least) > 0`,
		`if overflow(t) == semantics.Overflow || alo.Cmp(least) > 0`, "TestValues"},
	{"shift: by the width", cFolder + "integral.go",
		`most := big.NewInt(int64(t.width() - 1))`,
		`most := big.NewInt(int64(t.width()))`, "TestDocs"},
	{"shift: a negative number to the left", cFolder + "integral.go",
		`if lo.Sign() < 0 {
		x = f.within(x, zero, nil, semantics.ShiftOutOfRange)`,
		`if lo.Sign() > 0 {
		x = f.within(x, zero, nil, semantics.ShiftOutOfRange)`, "TestExpressions"},
	{"shift: to the left without overflow", cFolder + "integral.go",
		`new(big.Int).Lsh(hi, high), t, semantics.Overflow)`,
		`new(big.Int).Lsh(hi, low), t, semantics.Overflow)`, "TestExpressions"},
	{"shift: unsigned numbers do not wrap", cFolder + "integral.go",
		`least(new(big.Int).Lsh(lo, high), zero), new(big.Int).Lsh(hi, high), t, "")`,
		`least(new(big.Int).Lsh(lo, high), zero), hi, t, "")`, "TestExpressions"},
	{"pointers: a distance is in bytes", cFolder + "operator.go",
		`if size.Op == core.Const && size.Int.Cmp(unity) == 0 {
		return value{t: longType, x: d}`,
		`if size.Op == core.Const && size.Int.Cmp(unity) >= 0 {
		return value{t: longType, x: d}`, "TestValues"},
	{"pointers: <= is >=", cFolder + "operator.go",
		`if op == gt || op == le {
			a, b = b, a
		}
		c := f.binary(core.Below`,
		`if op == gt {
			a, b = b, a
		}
		c := f.binary(core.Below`, "TestValues"},
	{"floats: >= is <=", cFolder + "operator.go",
		`if op == gt || op == ge {
			a, b = b, a
		}
		c := f.binary([`,
		`if op == gt {
			a, b = b, a
		}
		c := f.binary([`, "TestExpressions"},
	{"complement: of unsigned numbers as of signed ones", cFolder + "operator.go",
		`all := minus
		if !v.t.Signed {`,
		`all := minus
		if v.t.Signed {`, "TestExpressions"},
	{"negation: of the least number", cFolder + "operator.go",
		`new(big.Int).Neg(hi), new(big.Int).Neg(lo), v.t, f.overflow(v.t))`,
		`new(big.Int).Neg(hi), least(hi, new(big.Int).Neg(lo)), v.t, f.overflow(v.t))`, "TestExpressions"},
	{"conversion: to a signed type as to an unsigned one", cFolder + "convert.go",
		`x: f.wrap(f.use(v), t.width(), t.Signed)}
	case t.Class == Integer && v.t.Class == Pointer:`,
		`x: f.wrap(f.use(v), t.width(), false)}
	case t.Class == Integer && v.t.Class == Pointer:`, "TestExpressions"},
	{"conversion: nothing is cut off", cFolder + "convert.go",
		`if lo, hi := v.bounds(); t.inside(lo, hi) {`,
		`if lo, hi := v.bounds(); t.inside(lo, hi) || t.Size == 1 {`, "TestExpressions"},
	{"conversion: floats that do not fit wrap", cFolder + "convert.go",
		`return value{t: t, x: f.within(x, lo, hi, semantics.InvalidConversion)}`,
		`return f.fit(x, sum(lo, lo), sum(hi, hi), t, "")`, "TestDocs"},
	{"conversion: true is 2", cFolder + "operand.go",
		`f.set(r, integer(1))
	f.here(end)`,
		`f.set(r, integer(2))
	f.here(end)`, "TestExpressions"},
	{"bit-fields: the sign is lost", cFolder + "bitfield.go",
		`return p.t.Class == Integer && p.t.Signed`,
		`return p.t.Class == Integer && p.t.Signed && p.bits > 32`, "TestInitializers"},
	{"bit-fields: what does not fit is held to fit", cFolder + "bitfield.go",
		`cut := vlo.Cmp(lo) < 0 || vhi.Cmp(hi) > 0`,
		`cut := vlo.Cmp(lo) < 0 && vhi.Cmp(hi) < 0`, "TestBitFields"},
	{"layout: a bit-field crosses its unit", cFolder + "layout.go",
		`if bitField && width > 0 && !ordinary && !packed && l.limit == 0 &&`,
		`if bitField && width > 32 && !ordinary && !packed && l.limit == 0 &&`, "TestLayouts"},
	{"layout: a packed member is aligned", cFolder + "layout.go",
		`	case packed:
		want = 8
	default:`,
		`	case packed:
		want = min(16, natural)
	default:`, "TestLayouts"},
	{"layout: a structure is not padded at its end", cFolder + "layout.go",
		`l.r.Size = roundUp(roundUp(l.bits, 8), l.align) / 8`,
		`l.r.Size = roundUp(l.bits, 8) / 8`, "TestLayouts"},
	{"layout: no bits are no border", cFolder + "layout.go",
		`return max(user, natural), false`,
		`return max(user, 1), false`, "TestLayouts"},
	{"layout: bit-fields of types of several sizes share a unit, in ms_struct", cFolder + "layout.go",
		`case width > 0 && m.width != 0 && size == m.size && m.rest >= width:`,
		`case width > 0 && m.width != 0 && m.rest >= width:`, "TestLayouts"},
	{"layout: the last unit is not whole, in ms_struct", cFolder + "layout.go",
		`if l.ms && !l.union && l.run.last > 0 {`,
		`if l.ms && !l.union && l.run.last > 64 {`, "TestLayouts"},
	{"complex constants: a quotient is a product", cFolder + "fold.go",
		`d = new(big.Rat).Neg(d)`,
		`d = new(big.Rat).Set(d)`, "TestComplex"},
	{"complex constants: a real number has an imaginary part", cFolder + "fold.go",
		`case op == mul && x.t.Class == Complex || op == div:`,
		`case op == mul && x.t.Class == Complex && both || op == div:`, "TestComplex"},
	{"texts: what is moved changes its column", cFolder + "rewrite.go",
		`strings.Repeat(" ", to.start-start-before))`,
		`strings.Repeat(" ", to.start-start-before+1))`, "TestTypes"},
	{"texts: all wide literals are of wchar_t", cFolder + "text.go",
		`return string(line[at.Column-1]) + text[1:]`,
		`return text`, "TestValues"},
	{"texts: arguments are pasted to the comma before them", cFolder + "rewrite.go",
		`edit{list[k+1].start, list[k+3].end, " ##__VA_ARGS__"})`,
		`edit{list[k+1].start, list[k+3].end, "##__VA_ARGS__"})`, "TestValues"},
	{"tables: a name may be a macro that counts", cFolder + "tableread.go",
		`if tokens, ok := inBrackets(x); !ok || tokens != names[0] {`,
		`if _, ok := inBrackets(x); !ok {`, "TestTables"},
	{"tables: a sum may stand for an element", cFolder + "table.go",
		`			return "", false
		}
	}
}`,
		`			return "", true
		}
	}
}`, "TestTables"},
	{"tables: the beginning of a macro begins one", cFolder + "table.go",
		`			case directive:
`,
		``, "TestTables"},
	{"tables: one may be in a function", cFolder + "tableread.go",
		`return len(missing) == 0`,
		`return true`, "TestTables"},
	{"tables: what follows changes its column", cFolder + "table.go",
		`strings.Repeat(" ", len(end)-1) + "}"`,
		`strings.Repeat(" ", len(end)) + "}"`, "TestTables"},
	{"tables: a list in braces is one element", cFolder + "init.go",
		`r.rest = r.rest[-r.rest[0]:]`,
		`r.rest = r.rest[1:]`, "TestTables"},
	{"tables: an element has one value for all types", cFolder + "image.go",
		`return initial{i.x, i.t, i.bits}`,
		`return initial{i.x, nil, i.bits}`, "TestTables"},
	{"cleanup: it is called before the result is known", cFolder + "scope.go",
		`if x != nil && !held {`,
		`if x != nil && held {`, "TestStatements"},
	{"linking: an inline definition is the only one", cFolder + "linkage.go",
		`return !u.external[name]`,
		`return false`, "TestLinked"},
	{"linking: what has the least priority comes first", cFolder + "start.go",
		`return cmp.Compare(a.priority, b.priority)`,
		`return cmp.Compare(b.priority, a.priority)`, "TestLinked"},
	{"sizes of objects: an array in an array is all of it", cFolder + "objectsize.go",
		`				e.part = e.t.Size
`,
		``, "TestBuiltins"},
	{"places: the index of a member array is not looked at", cFolder + "lvalue.go",
		`if lo, hi := i.bounds(); lo.Sign() < 0 || hi.Cmp(most.Int) > 0 {`,
		`if lo, hi := i.bounds(); lo.Sign() < 0 && hi.Cmp(most.Int) < 0 {`, "TestValues"},
	{"places: pointers go anywhere", cFolder + "memory.go",
		`e.Kind, e.Span = semantics.PointerArithmetic, f.span`,
		`e.Kind, e.Span = "", f.span`, "TestDocs"},
	{"places: every access may be misaligned", cFolder + "memory.go",
		`return p.loose || p.t.Align < min(p.t.Size, 8)`,
		`return p.t.Align <= max(p.t.Size, 8)`, "TestDocs"},
	{"places: the members of a member begin where it does", cFolder + "access.go",
		`offset += field.Offset`,
		`offset = field.Offset`, "TestInitializers"},
	{"places: i++ is the new value", cFolder + "lvalue.go",
		`if behind && wanted {
		old = f.hold(old)`,
		`if behind && !wanted {
		old = f.hold(old)`, "TestStatements"},
	{"places: the upper half of a signed integer of 128 bits has no sign", cFolder + "access.go",
		`if p.t.Signed {
		s = core.I64`,
		`if !p.t.Signed {
		s = core.I64`, "TestFunctions"},
	{"calls: a missing value is not noticed", cFolder + "missing.go",
		`s.name == "main" || !falls(s.def.CompoundStatement)`,
		`s.name == "main" || falls(s.def.CompoundStatement)`, "TestDocs"},
	{"variable arguments: int is long", cFolder + "call.go",
		`	case t.Signed:
		return 'i'`,
		`	case t.Signed:
		return 'l'`, "TestStdio"},
	{"scopes: objects of a block do not end", cFolder + "scope.go",
		`		if !m.maybe {
			end()
			continue
		}`,
		`		if !m.maybe {
			continue
		}`, "TestDocs"},
	{"switch: ranges with a value between them are one", cFolder + "jump.go",
		`.Cmp(one) == 0`,
		`.Cmp(one) >= 0`, "TestStatements"},
	{"switch: of the cases that lead to a place the last counts", cFolder + "jump.go",
		`cond = f.operation(core.Or, core.Bool, cond, here)`,
		`cond = here`, "TestStatements"},
	{"switch: cases other than those with the default lead to it", cFolder + "switch.go",
		`return c.n == otherwise`,
		`return c.n != otherwise`, "TestStatements"},
	{"statements: do while leaves at once", cFolder + "stmt.go",
		`		f.here(body)
		inside()
		f.here(cont)
		f.testHead(loop, n.ExpressionList, body, end)`,
		`		f.here(body)
		inside()
		f.here(cont)
		f.testHead(loop, n.ExpressionList, end, body)`, "TestStatements"},
	{"statements: continue leaves out the third part of for", cFolder + "stmt.go",
		`		f.here(cont)
		if step != nil {
			f.expressionStatement(step)
		}
		f.again(top)`,
		`		if step != nil {
			f.expressionStatement(step)
		}
		f.here(cont)
		f.again(top)`, "TestStatements"},
	{"values: what is undefined may be used", cFolder + "fn.go",
		`Op: core.Defined, Type: x.Type, X: x, Kind: semantics.UninitialisedValue`,
		`Op: core.Freeze, Type: x.Type, X: x, Kind: ""`, "TestDocs"},
	{"groups: one that is not looked for is", cFolder + "fn.go",
		`return f.p.options.groups&g != 0`,
		`return f.p.options.groups&g != 0 || g == overflowGroup`, "TestGroups"},
	{"groups: one that is looked for is not", cFolder + "fn.go",
		`return f.p.options.groups&g != 0`,
		`return f.p.options.groups&g == allGroups`, "TestGroups"},
	{"groups: leaks are among all", cFolder + "check.go",
		`allGroups = leaksGroup - 1`,
		`allGroups = leaksGroup - 1 + leaksGroup`, "TestGroupList"},
	{"_Bool: any byte is one", cFolder + "access.go",
		`X: v.x}, integer(1))`,
		`X: v.x}, integer(255))`, "TestTypes"},
	{"_Bool: it is not copied unless it was written", cFolder + "access.go",
		`is := f.compared(core.Le, &core.Expr{Op: core.Freeze, Type: core.Int, X: v.x}, integer(1))`,
		`is := f.compared(core.Le, f.used(v.x), integer(1))`, "TestTypes"},
	{"calls: null is no fault of its own", cFolder + "callee.go",
		`to = f.given(not(&core.Expr{Op: core.Same, Type: core.Bool, X: to, Y: null()}), to, semantics.NullDereference)`,
		`to = f.given(not(&core.Expr{Op: core.Same, Type: core.Bool, X: to, Y: null()}), to, semantics.InvalidCall)`,
		"TestFunctions"},
	{"calls: what must not return may", cFolder + "params.go",
		`k != nil && k.noreturn {`,
		`k != nil && k.noreturn && x != nil {`, "TestFunctions"},
	{"inputs: a string may have one character more", cFolder + "entry.go",
		`f.branch(f.compared(core.Lt, f.read(i), integer(n)), body, full)`,
		`f.branch(f.compared(core.Le, f.read(i), integer(n)), body, full)`, "TestEntry"},
	{"inputs: the object of a string has room behind it", cFolder + "entry.go",
		`in := instr(core.Alloc, f.used(f.read(i)))`,
		`in := instr(core.Alloc, integer(n+1))`, "TestEntry"},
	{"inputs: pointers lead one object further", cFolder + "entry.go",
		`if depth < e.p.options.depth || depth`,
		`if depth <= e.p.options.depth || depth`, "TestEntry"},
	{"inputs: unknown functions lead no deeper than objects", cFolder + "entry.go",
		`|| depth == e.p.options.depth && t.Elem.Class == Function {`,
		`|| depth > e.p.options.depth && t.Elem.Class == Function {`, "TestEntry"},
	{"inputs: an unknown function returns pointers without end", cFolder + "unknown.go",
		`case depth > e.p.options.depth:`,
		`case depth > e.p.options.depth+1:`, "TestEntry"},
	{"inputs: a pointer inside of an object is never null", cFolder + "entry.go",
		`integer(1)), there, over)`,
		`integer(1)), there, there)`, "TestEntry"},
	{"inputs: a bit-field has the range of its type", cFolder + "entry.go",
		`if at.bits > 0 {`,
		`if at.bits > 64 {`, "TestEntry"},
	{"inputs: what is required is not assumed", cFolder + "entry.go",
		`e.emit(instr(core.Assume, e.nonzero(r.decl, v)))`,
		`e.emit(instr(core.Assume, e.nonzero(r.decl, value{t: v.t, x: integer(1)})))`, "TestEntry"},
	{"inputs: what is required may be about other types", cFolder + "entry.go",
		`fits = p.accepts(params[i].t, r.t.Params[i])`,
		`fits = params[i].t.Class == r.t.Params[i].Class`, "TestEntry"},
	{"inputs: a pointer in a union is any bytes", cFolder + "entry.go",
		`if HasPointer(m.Type) {
			live`,
		`if HasPointer(m.Type) && depth > 0 {
			live`, "TestEntry"},
	{"inputs: a union is never any bytes", cFolder + "entry.go",
		`if i < len(live)-1 || len(live) < len(t.Record.Fields) {`,
		`if i < len(live)-1 {`, "TestEntry"},
	{"inputs: what is behind the member of a union is undefined", cFolder + "entry.go",
		`if m.Type.Size < t.Size {`,
		`if m.Type.Size > t.Size {`, "TestEntry"},
	{"inputs: a pointer to void has one byte more", cFolder + "entry.go",
		`e.branch(e.compared(core.Lt, e.used(e.read(i)), size), body, over)`,
		`e.branch(e.compared(core.Le, e.used(e.read(i)), size), body, over)`, "TestEntry"},
	{"inputs: the object behind a pointer to void has room behind it", cFolder + "entry.go",
		`in := instr(core.Alloc, e.used(e.read(i)))`,
		`in := instr(core.Alloc, integer(n))`, "TestEntry"},
	{"inputs: a long double has a first bit that is 0", cFolder + "entry.go",
		`e.integers(core.Mul, first, bigInteger(powerOf(63)))`,
		`e.integers(core.Mul, first, bigInteger(powerOf(62)))`, "TestEntry"},
	{"inputs: an argument of an old definition is not promoted", cFolder + "start.go",
		`args[i] = f.number(f.convert(a, asArgument(a.t)))`,
		`args[i] = f.number(a)`, "TestEntry"},
	{"inputs: there are no variable arguments", cFolder + "start.go",
		`f.more, f.p.more = s.t.Variadic, s.t.Variadic`,
		`f.more, f.p.more = false, false`, "TestEntry"},
	{"inputs: an unknown function is asked again", cFolder + "unknown.go",
		`e.storeScalar(is, core.U64, integer(int64(i+1)), false)`,
		`e.storeScalar(is, core.U64, integer(0), false)`, "TestEntry"},
	{"inputs: an unknown function may have another type", cFolder + "unknown.go",
		`if p.compatible(k.t, s.t) && sameParameters`,
		`if sameParameters`, "TestEntry"},
	{"inputs: an unknown function may be one that is only called", cFolder + "unknown.go",
		`if in.Op != core.Call || j > 0 || x.Op != core.Function {`,
		`if in.Op != core.Call || j >= 0 || x.Op != core.Function {`, "TestEntry"},
	{"inputs: an unknown function is none of the library", cFolder + "unknown.go",
		`add(p.provided)`,
		`add(nil)`, "TestEntry"},
	{"inputs: an unknown function of objects is none of the program", cFolder + "unknown.go",
		`if s := p.owners[i]; s == nil || !s.unit.library {`,
		`if s := p.owners[i]; s == nil {`, "TestEntry"},
	{"inputs: an unknown function sets a part of what is too much", cFolder + "unknown.go",
		`if e.inputs > maxParts {
		e.out`,
		`if e.inputs < 0 {
		e.out`, "TestEntry"},
	{"inputs: a function without a body sets what is const", cFolder + "undefined.go",
		`&& !f.literal(nodes[i]) && !a.t.Elem.constant() {`,
		`&& !f.literal(nodes[i]) {`, "TestEntry"},
	{"inputs: a function without a body sets one element of an array", cFolder + "undefined.go",
		`integer(at.part/at.t.Size), at.t, 0)`,
		`integer(1), at.t, 0)`, "TestEntry"},
	{"inputs: a function without a body sets one element behind a pointer", cFolder + "undefined.go",
		`s.elements(path, p, s.divided(core.Div, s.used(s.read(room.Dst)), integer(t.Size)), t, depth)`,
		`s.elements(path, p, integer(1), t, depth)`, "TestEntry"},
	{"inputs: a function without a body always makes what a pointer leads to", cFolder + "undefined.go",
		`integer(1)), fresh, set)`,
		`integer(1)), fresh, fresh)`, "TestEntry"},
	{"inputs: a function without a body sets nothing behind pointers inside of objects", cFolder + "undefined.go",
		`s.behind(path+behindPart, p, to, depth+1)`,
		`_ = p`, "TestEntry"},
	{"inputs: a function without a body that does not return does", cFolder + "undefined.go",
		`k != nil && k.noreturn {
		f.emit(`,
		`k != nil && !k.noreturn {
		f.emit(`, "TestEntry"},
	{"inputs: a function without a body sets pointers", cFolder + "undefined.go",
		`case t.Class == Pointer:
		s.pointer(path, at, depth)
	case t.Class == Array`,
		`case t.Class == Array`, "TestEntry"},
	{"inputs: an unknown function without a prototype takes no arguments", cFolder + "unknown.go",
		`if !k.t.Old || signatureOf`,
		`if k.t.Old || signatureOf`, "TestEntry"},
	{"harness: a function with a body is no mark of an error", cFolder + "harness.go",
		`if f.isDefined(name) && !f.isMark(name) {`,
		`if f.isDefined(name) {`, "TestHarness"},
	{"harness: an input that nobody declares is an int", cFolder + "harness.go",
		`if t := nondetTypes[end]; t != nil {`,
		`if t := nondetTypes[end]; t == voidType {`, "TestHarness"},
	{"harness: all memory may be read", cFolder + "harness.go",
		`f.branch(f.compared(core.Gt, n, integer(0)), some, none)`,
		`f.branch(f.compared(core.Lt, n, integer(0)), some, none)`, "TestHarness"},
}
