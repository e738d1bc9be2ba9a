package c

import (
	"math"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the functions of GNU C that need no declaration: __builtin_*.

// builtin lowers a call of a function that the front end knows: __builtin_*, __sync_*, __atomic_*, __vouch_* in models,
// and of the harnesses where no file defines them. ok is false if the name is none of these.
func (f *fn) builtin(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (v value, ok bool) {
	row, ok := f.builtinRow(name, n, args)
	if !ok {
		return value{}, false
	}
	if len(args) < row.args {
		return f.bad(n, "found a call of %s with %d arguments, want %d", name, len(args), row.args), true
	}
	defer f.at(n)()
	v = row.lower()
	v.t = row.t
	return v, true
}

// builtinType returns the type of such a call, as typeOf does.
func (f *fn) builtinType(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (t *Type, ok bool) {
	row, ok := f.builtinRow(name, n, args)
	return row.t, ok
}

func (f *fn) builtinRow(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (builtinRow, bool) {
	switch {
	case strings.HasPrefix(name, "__builtin_"):
		return f.gnuBuiltin(strings.TrimPrefix(name, "__builtin_"), n, args)
	case strings.HasPrefix(name, "__sync_"):
		return f.syncBuiltin(strings.TrimPrefix(name, "__sync_"), args)
	case strings.HasPrefix(name, "__atomic_"):
		return f.atomicBuiltin(strings.TrimPrefix(name, "__atomic_"), args)
	case strings.HasPrefix(name, "__vouch_") && f.u.library:
		return f.intrinsic(strings.TrimPrefix(name, "__vouch_"), args)
	case name == "__ccgo__types_compatible_p":
		return builtinRow{intType, 2, func() value { return value{x: f.typesCompatible(args)} }}, true
	case name == "__ccgo__convertvector" && len(args) == 2:
		return builtinRow{f.typeOf(args[1]), 2, func() value { return f.convertVector(n, args) }}, true
	case name == "alloca" && !f.isDefined(name):
		return f.gnuBuiltin(name, n, args)
	case name == "printf" && f.printsText(n, args):
		return builtinRow{intType, 1, func() value {
			return f.modelled("__vouch_say", f.assigned(args[0], f.expr(args[0]), pointerTo(charType)))
		}}, true
	}
	return f.harness(name, n, args)
}

// printsText reports whether a call of the library's printf only writes text. Such a call does not need the model of
// printf, which is large.
func (f *fn) printsText(n *cc.PostfixExpression, args []cc.ExpressionNode) bool {
	callee, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok || f.u.library || len(args) != 1 {
		return false
	}
	format, ok := plain(args[0]).(*cc.PrimaryExpression)
	if !ok || format.Case != cc.PrimaryExpressionString || !plainText().MatchString(format.Token.SrcStr()) {
		return false
	}
	if s := f.u.statics["printf"]; s != nil && s.defined {
		return false
	}
	if s := f.p.symbols["printf"]; s != nil && s.defined {
		return false
	}
	d, ok := f.u.resolved(callee).(*cc.Declarator)
	if !ok || f.u.undeclared(d) {
		return false
	}
	t := f.u.typeOfDeclarator(d)
	return t.Class == Function && t.Variadic && len(t.Params) == 1 && t.Elem == intType
}

// plainText matches a string literal without conversions, and without numeric escapes, which may stand for a %.
var plainText = pattern(`^"(?:[^%\\]|\\[abefnrtv"'\\])*"$`)

// integersBySuffix has the unsigned and the signed type for the last letters of a builtin's name.
var integersBySuffix = map[string][2]*Type{"": {uintType, intType}, "l": {ulongType, longType},
	"ll": {ullongType, llongType}}

// gnuBuiltin returns the meaning of __builtin_ followed by a name.
func (f *fn) gnuBuiltin(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (builtinRow, bool) {
	pointer := pointerTo(voidType)
	row := func(t *Type, args int, lower func() value) (builtinRow, bool) {
		return builtinRow{t, args, lower}, true
	}
	constant := func(t *Type, x *core.Expr) (builtinRow, bool) {
		return row(t, 0, func() value { return value{x: x} })
	}
	nothing := func() value {
		f.discardAll(args)
		return value{}
	}
	for _, count := range [...]string{"popcount", "parity", "clz", "ctz", "ffs", "clrsb"} {
		types, ok := integersBySuffix[strings.TrimPrefix(name, count)]
		if strings.HasPrefix(name, count) && ok {
			return row(intType, 1, func() value { return f.countBits(count, types, args[0]) })
		}
	}
	if r, ok := f.overflowBuiltin(name, args); ok {
		return r, true
	}
	switch name {
	case "expect", "expect_with_probability":
		return row(longType, 2, func() value {
			v := f.expr(args[0])
			if v.cond == nil {
				v = f.assigned(args[0], v, longType)
			}
			if f.effectsOf(args[1:]) {
				v = f.hold(f.number(v))
				f.discardAll(args[1:])
			}
			return v
		})
	case "speculation_safe_value", "assume_aligned", "launder":
		if len(args) == 0 {
			return row(pointer, 1, nothing)
		}
		t := pointer
		if name != "assume_aligned" {
			t = f.decayed(args[0])
		}
		return row(t, 1, func() value { return f.argument(args[0], t) })
	case "constant_p":
		return row(intType, 1, func() value { return value{x: f.isConstantExpression(args[0])} })
	case "choose_expr":
		if len(args) < 3 {
			return row(intType, 3, nothing)
		}
		chosen := args[1]
		if f.isZero(args[0]) {
			chosen = args[2]
		}
		return row(f.typeOf(chosen).unqualified(), 3, func() value { return f.expr(chosen) })
	case "unreachable":
		return row(voidType, 0, func() value { f.fail(semantics.Unreachable); return value{} })
	case "trap":
		return row(voidType, 0, func() value { f.fail(semantics.Aborted); return value{} })
	case "alloca", "alloca_with_align", "alloca_with_align_and_max":
		return row(pointer, 1, func() value {
			size := f.argumentsAs(args, ulongType)[0]
			in := instr(core.Alloc, size)
			in.Life, in.Dst = core.Local, f.temp(core.Ptr)
			f.emit(in)
			return value{x: f.read(in.Dst)}
		})
	case "object_size", "dynamic_object_size":
		kind := 0
		if len(args) == 2 {
			if v, why := f.u.constant(f, args[1]); why == "" && v.x.Op == core.Const && v.x.Int.IsInt64() {
				kind = int(v.x.Int.Int64() & 3)
			}
			return constant(ulongType, bigInteger(f.objectSize(args[0], kind)))
		}
		return row(ulongType, 2, nothing)
	case "classify_type":
		if len(args) == 1 {
			return constant(intType, integer(classOf(f.decayed(args[0]))))
		}
	case "prefetch", "cpu_init", "___clear_cache", "__clear_cache":
		return row(voidType, 0, nothing)
	case "cpu_supports", "cpu_is":
		return constant(intType, integer(0))
	case "LINE":
		return constant(intType, integer(int64(n.Position().Line)))
	case "huge_val", "inf", "huge_valf", "inff", "huge_vall", "infl":
		t := floatBySuffix(strings.TrimPrefix(strings.TrimPrefix(name, "huge_val"), "inf"))
		return row(t, 0, func() value { return f.convert(value{t: doubleType, x: double(math.Inf(1)).x}, t) })
	case "nan", "nanf", "nanl", "nans", "nansf", "nansl":
		t := floatBySuffix(strings.TrimPrefix(strings.TrimPrefix(name, "nans"), "nan"))
		return row(t, 1, func() value {
			switch c, ok := f.u.nan(name, args[0]); {
			case !ok:
				f.unsupported("__builtin_%s of what is no literal of an integer", name)
				return f.some(t)
			case t.scalar():
				return value{t: t, x: c.x}
			}
			return f.convert(value{t: doubleType, x: double(math.NaN()).x}, t)
		})
	case "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered":
		return row(intType, 2, func() value { return f.quietComparison(name, args) })
	case "isnan", "isinf", "isinf_sign", "finite", "isfinite", "isnormal", "signbit", "fpclassify",
		"isnanf", "isinff", "finitef", "signbitf", "isnanl", "isinfl", "finitel", "signbitl":
		return row(intType, 1, func() value { return f.classify(name, args) })
	case "shuffle":
		if len(args) > 0 {
			return row(f.typeOf(args[0]).unqualified(), 2, func() value { return f.shuffle(n, args) })
		}
	case "shufflevector":
		if len(args) > 2 {
			return row(f.shuffledType(args), 3, func() value { return f.shuffled(n, args) })
		}
	case "bswap16":
		return row(ushortType, 1, func() value { return f.swapBytes(args[0], ushortType) })
	case "bswap32":
		return row(uintType, 1, func() value { return f.swapBytes(args[0], uintType) })
	case "bswap64":
		return row(ulongType, 1, func() value { return f.swapBytes(args[0], ulongType) })
	case "annot_intval": // of CompCert: a harness of Gillian takes "symb_int" and a name for any int
		return row(intType, 2, func() value {
			lo, hi := intType.limits()
			name := "symb_int"
			if d := f.u.declaratorOf(args[1]); d != nil {
				name = d.Name()
			}
			return value{x: f.drawn(name, lo, hi)}
		})
	case "frame_address", "return_address":
		return row(pointer, 1, func() value {
			if !f.isZero(args[0]) {
				f.unsupported("__builtin_%s of a function further out", name)
				return f.some(pointer)
			}
			return value{x: f.ownAddress(name == "frame_address")}
		})
	case "extract_return_addr", "frob_return_addr":
		return row(pointer, 1, func() value { return f.argument(args[0], pointer) })
	}
	if s := f.libraryFunction(name); s != nil {
		return row(s.t.Elem.unqualified(), 0, func() value { return f.callLibrary(n, s, args) })
	}
	return row(intType, 0, func() value { f.unsupported("__builtin_%s", asciiOnly(name)); return f.some(intType) })
}

// libraryFunction returns a function of the program or the library; nil if there is none.
func (f *fn) libraryFunction(name string) *symbol {
	s := f.p.symbols[name]
	if s == nil || !s.defined || f.u.library {
		s = f.p.librarySymbol(name)
	}
	if s == nil {
		return nil
	}
	f.p.complete(s)
	if s.t == nil || s.t.Class != Function {
		return nil
	}
	return s
}

// callLibrary calls a function by its name; no declarator is needed.
func (f *fn) callLibrary(n *cc.PostfixExpression, s *symbol, args []cc.ExpressionNode) value {
	if t := s.t; !t.Old && (len(args) < len(t.Params) || len(args) > len(t.Params) && !t.Variadic) {
		return f.bad(n, "found a call of %s with %d arguments, want %d", s.name, len(args), len(t.Params))
	}
	values := make([]value, len(args))
	for i, a := range args {
		v := f.expr(a)
		if i < len(s.t.Params) && !s.t.Old {
			v = f.assigned(a, v, s.t.Params[i])
		} else {
			v = f.defaultPromoted(a, v)
		}
		if v = f.number(v); f.effectsOf(args[i+1:]) {
			v = f.heldArgument(v)
		}
		values[i] = v
	}
	return f.call(f.p.addressOf(s), s.t, values)
}

// countBits lowers the builtins that count bits.
func (f *fn) countBits(name string, types [2]*Type, arg cc.ExpressionNode) value {
	bits := value{t: intType, x: integer(8 * types[0].Size)}
	unsigned := func() value { return f.convert(f.argument(arg, types[0]), ulongType) }
	switch name {
	case "clz":
		return f.modelled("__vouch_clz", unsigned(), bits)
	case "ctz":
		return f.modelled("__vouch_ctz", unsigned())
	case "ffs":
		return f.modelled("__vouch_ffs", unsigned())
	case "clrsb":
		return f.modelled("__vouch_clrsb", f.convert(f.argument(arg, types[1]), longType), bits)
	}
	v := f.modelled("__vouch_popcount", unsigned())
	if name == "parity" {
		v = value{x: f.modulo(f.use(v), 1)}
	}
	return v
}

// swapBytes lowers bswap16 to bswap64.
func (f *fn) swapBytes(arg cc.ExpressionNode, t *Type) value {
	v := f.modelled("__vouch_bswap", f.convert(f.argument(arg, t), ulongType))
	if t.Size < 8 {
		v.x = f.operation(core.Shr, core.Int, v.x, integer(64-8*t.Size))
	}
	return value{x: v.x}
}

// floatBySuffix returns the type of the functions of math.h with a suffix.
func floatBySuffix(suffix string) *Type {
	switch suffix {
	case "f":
		return floatType
	case "l":
		return longDoubleType
	}
	return doubleType
}

// quietComparison lowers the comparisons of math.h, which are false if an operand is not a number.
func (f *fn) quietComparison(name string, args []cc.ExpressionNode) value {
	if len(args) == 2 && (f.decayed(args[0]).Class == LongDouble || f.decayed(args[1]).Class == LongDouble) {
		xs := f.argumentsAs(args, longDoubleType, longDoubleType)
		return value{cond: f.quietWide(name, value{t: longDoubleType, x: xs[0]}, value{t: longDoubleType, x: xs[1]})}
	}
	xs := f.argumentsAs(args, doubleType, doubleType)
	x, y := f.held(xs[0]), f.held(xs[1])
	op := func(op core.Op, x, y *core.Expr) *core.Expr { return f.operation(op, core.Bool, x, y) }
	var c *core.Expr
	switch name {
	case "isgreater":
		c = op(core.FLt, y, x)
	case "isgreaterequal":
		c = op(core.FLe, y, x)
	case "isless":
		c = op(core.FLt, x, y)
	case "islessequal":
		c = op(core.FLe, x, y)
	case "islessgreater":
		c = &core.Expr{Op: core.Or, Type: core.Bool, X: op(core.FLt, x, y), Y: op(core.FLt, y, x)}
	default:
		c = not(&core.Expr{Op: core.And, Type: core.Bool, X: op(core.FEq, x, x), Y: op(core.FEq, y, y)})
	}
	return value{cond: c}
}

// classify lowers the classification macros of math.h.
func (f *fn) classify(name string, args []cc.ExpressionNode) value {
	last := args[len(args)-1]
	t := f.decayed(last)
	suffix := ""
	switch {
	case t.Class == LongDouble:
		suffix = "l"
	case t.Class == Float && t.Size == 4:
		suffix = "f"
	default:
		t = doubleType
	}
	// it takes that type
	if base, of := name[:len(name)-1], name[len(name)-1:]; slices.Contains([]string{"isnan", "isinf", "finite",
		"signbit"}, base) {
		name, suffix, t = base, of, floatBySuffix(of)
	}
	if name == "fpclassify" {
		if len(args) != 6 {
			return f.bad(last, "found a call of __builtin_fpclassify with %d arguments, want 6", len(args))
		}
		var values []value
		for _, a := range args[:5] {
			values = append(values, f.hold(f.argument(a, intType)))
		}
		return f.modelled("__vouch_class"+suffix, append(values, f.argument(last, t))...)
	}
	x := f.argument(last, t)
	is := func(class int64) value {
		var values []value
		for i := range int64(5) {
			values = append(values, value{t: intType, x: integer(i)})
		}
		c := f.modelled("__vouch_class"+suffix, append(values, x)...)
		return value{cond: f.compared(core.Eq, f.use(c), integer(class))}
	}
	switch name {
	case "isnan":
		if t.Class == LongDouble {
			return value{cond: f.wideComparison(ne, x, x)}
		}
		y := f.use(f.hold(x))
		return value{cond: not(f.operation(core.FEq, core.Bool, y, y))}
	case "isinf":
		return value{cond: f.compared(core.Ne, f.use(f.modelled("__isinf"+suffix, x)), integer(0))}
	case "isinf_sign":
		return f.modelled("__isinf"+suffix, x)
	case "finite", "isfinite":
		return f.modelled("__finite"+suffix, x)
	case "isnormal":
		return is(2)
	}
	return f.modelled("__signbit"+suffix, x)
}

// typesCompatible returns 1 if two types, given as compound literals, are compatible.
func (f *fn) typesCompatible(args []cc.ExpressionNode) *core.Expr {
	var types [2]*Type
	for i := range types {
		p, ok := plain(args[i]).(*cc.PostfixExpression)
		if !ok || p.TypeName == nil {
			return integer(0)
		}
		types[i] = bare(f.u.typeName(f, p.TypeName))
	}
	if f.p.same(types[0], types[1]) {
		return integer(1)
	}
	return integer(0)
}

// bare returns a type without its qualifiers. Those of an array are those of its elements.
func bare(t *Type) *Type {
	if t.Class != Array {
		return t.unqualified()
	}
	c := *t
	c.Elem = bare(t.Elem)
	return &c
}

// isConstantExpression returns 1 if an expression is a string literal or a number with a known value.
func (f *fn) isConstantExpression(n cc.ExpressionNode) *core.Expr {
	if p, ok := plain(n).(*cc.PrimaryExpression); ok && (p.Case == cc.PrimaryExpressionString ||
		p.Case == cc.PrimaryExpressionLString) {
		return integer(1)
	}
	if v, why := f.u.constant(f, n); why == "" && v.x != nil {
		switch v.x.Op {
		case core.Const, core.Single, core.Double:
			return integer(1)
		}
	}
	return integer(0)
}

// classOf returns gcc's number for the class of a type.
func classOf(t *Type) int64 {
	switch t.Class {
	case Void:
		return 0
	case Pointer:
		return 5
	case Float, LongDouble:
		return 8
	case Complex:
		return 9
	case Struct:
		return 12
	case Union:
		return 13
	case Vector:
		return -1
	}
	return 1
}

// overflowBuiltin returns the meaning of the builtins that compute exactly with integers and tell whether the result
// fits.
func (f *fn) overflowBuiltin(name string, args []cc.ExpressionNode) (builtinRow, bool) {
	base, ok := strings.CutSuffix(name, "_overflow")
	test := false
	if !ok {
		if base, test = strings.CutSuffix(name, "_overflow_p"); !test {
			return builtinRow{}, false
		}
	}
	var t *Type // of all operands; nil if each has its own
	op, ok := map[string]core.Op{"add": core.Add, "sub": core.Sub, "mul": core.Mul}[base]
	if !ok && len(base) > 4 {
		sign, suffix := base[0], strings.TrimLeft(base[4:], "")
		types, known := integersBySuffix[suffix]
		if op, ok = map[string]core.Op{"add": core.Add, "sub": core.Sub, "mul": core.Mul}[base[1:4]]; !known ||
			sign != 's' && sign != 'u' {
			return builtinRow{}, false
		}
		if t = types[0]; sign == 's' {
			t = types[1]
		}
	} else if !ok && len(base) == 4 {
		if op, ok = map[string]core.Op{"add": core.Add, "sub": core.Sub, "mul": core.Mul}[base[1:]]; base[0] == 's' {
			t = intType
		} else {
			t = uintType
		}
	}
	if !ok {
		return builtinRow{}, false
	}
	return builtinRow{boolType, 3, func() value { return f.computed(op, t, test, args) }}, true
}

// computed stores the result of an operation on integers, and returns whether it does not fit.
func (f *fn) computed(op core.Op, t *Type, test bool, args []cc.ExpressionNode) value {
	var xs [2]*core.Expr
	for i := range xs {
		v := f.number(f.rvalue(args[i]))
		if t != nil {
			v = f.convert(v, t)
		}
		if !v.t.integer() {
			return f.bad(args[i], "found an operand of type %v, want an integer", v.t)
		}
		v = f.hold(v)
		xs[i] = f.use(v)
	}
	to := f.decayed(args[2])
	if test {
		f.discard(args[2])
	} else if to.Class != Pointer || !to.Elem.integer() {
		return f.bad(args[2], "found %v as the place of the result, want a pointer to an integer", to)
	} else {
		to = to.Elem
	}
	var p *core.Expr
	if !test {
		p = f.use(f.hold(f.rvalue(args[2])))
	}
	x := f.used(f.held(f.operation(op, core.Int, xs[0], xs[1])))
	if !test {
		f.store(place{t: to, slot: -1, ptr: p}, value{t: to.unqualified(),
			x: f.wrap(x, to.bits(), to.integer() && to.Signed)})
	}
	lo, hi := to.limits()
	return value{cond: &core.Expr{Op: core.Or, Type: core.Bool, X: f.operation(core.Lt, core.Bool, x, bigInteger(lo)),
		Y: f.operation(core.Gt, core.Bool, x, bigInteger(hi))}}
}
