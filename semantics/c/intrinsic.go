package c

import (
	"math/big"
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the functions __vouch_* from which models are made. Each is an instruction of the core.

// intrinsic returns the meaning of __vouch_ followed by a name, in a model.
func (f *fn) intrinsic(name string, args []cc.ExpressionNode) (builtinRow, bool) {
	pointer := pointerTo(voidType)
	row := func(t *Type, args int, lower func() value) (builtinRow, bool) {
		return builtinRow{t, args, lower}, true
	}
	does := func(args int, lower func()) (builtinRow, bool) {
		return row(voidType, args, func() value { lower(); return value{} })
	}
	gives := func(op core.Opcode, t *Type, takes *Type) (builtinRow, bool) {
		return row(t, 1, func() value {
			in := instr(op, f.argumentsAs(args, takes)...)
			in.Dst = f.temp(coreType(t))
			f.emit(in)
			return value{x: f.read(in.Dst)}
		})
	}
	copies := func(kind semantics.Kind) func() {
		return func() {
			in := instr(core.Copy, f.argumentsAs(args, pointer, pointer, ulongType)...)
			in.Kind = kind
			f.emit(in)
		}
	}
	switch name {
	case "alloc":
		return gives(core.Alloc, pointer, ulongType)
	case "extent":
		return gives(core.Extent, ulongType, pointer)
	case "free":
		return does(1, func() { f.emit(instr(core.Free, f.argumentsAs(args, pointer)...)) })
	case "copy":
		return does(3, copies(""))
	case "copy_apart":
		return does(3, copies(semantics.OverlappingCopy))
	case "disjoint": // n bytes that are written at one place, and k bytes that are read at another one
		return does(4, func() {
			xs := f.argumentsAs(args, pointer, ulongType, pointer, ulongType)
			for i := range xs {
				xs[i] = f.used(f.held(xs[i]))
			}
			address := func(p *core.Expr) *core.Expr { return f.operation(core.ToInt, core.Int, p, nil) }
			good := f.compared(core.Le, f.integers(core.Add, address(xs[0]), xs[1]), address(xs[2]))
			for _, c := range []*core.Expr{
				f.compared(core.Le, f.integers(core.Add, address(xs[2]), xs[3]), address(xs[0])),
				f.compared(core.Eq, xs[1], integer(0)),
				f.compared(core.Eq, xs[3], integer(0)),
			} {
				good = &core.Expr{Op: core.Or, Type: core.Bool, X: good, Y: c}
			}
			f.set(f.temp(core.Int), f.given(good, integer(0), semantics.OverlappingCopy))
		})
	case "fill":
		return does(3, func() { f.emit(instr(core.Fill, f.argumentsAs(args, pointer, intType, ulongType)...)) })
	case "output":
		return does(2, func() { f.emit(instr(core.Output, f.argumentsAs(args, intType, intType)...)) })
	case "outside":
		return does(0, f.outside)
	case "draw":
		return row(longType, 3, func() value {
			return value{x: f.drawn(f.literalText(args[0]), f.literalInteger(args[1]), f.literalInteger(args[2]))}
		})
	case "assume":
		return does(1, func() { f.emit(instr(core.Assume, f.condition(args[0]))) })
	case "fail":
		return does(1, func() {
			kind := semantics.Kind(f.literalText(args[0]))
			if !slices.Contains(semantics.Kinds, kind) {
				panic("c: a model fails with the kind " + string(kind))
			}
			f.fail(kind)
		})
	case "unsupported":
		return does(1, func() { f.unsupported("%s", f.literalText(args[0])) })
	case "halt":
		return does(1, func() { f.emit(instr(core.Halt, f.argumentsAs(args, intType)...)) })
	case "leaks":
		return does(0, func() { f.emit(instr(core.Leaks)) })
	case "option":
		return row(intType, 1, func() value { return value{x: integer(f.p.options.value(f.literalText(args[0])))} })
	case "sqrt":
		return row(doubleType, 1, func() value {
			return value{x: f.operation(core.FSqrt, core.F64, f.argumentsAs(args, doubleType)[0], nil)}
		})
	case "sqrtf":
		return row(floatType, 1, func() value {
			return value{x: f.operation(core.FSqrt, core.F32, f.argumentsAs(args, floatType)[0], nil)}
		})
	case "arguments":
		return does(1, func() {
			argv := f.used(f.held(f.argumentsAs(args, pointerTo(pointerTo(charType)))[0]))
			slot := f.temp(core.Ptr)
			for i := 1; i <= f.p.options.count; i++ {
				f.anyString(slot, "argv["+strconv.Itoa(i)+"]", int64(f.p.options.length), core.Local)
				f.storeScalar(f.offset(argv, integer(int64(8*i))), core.Pointer, f.read(slot), false)
			}
		})
	case "call_main":
		return row(intType, 3, func() value { return f.callMain(args) })
	}
	return builtinRow{}, false
}

// value returns the value of an option for models.
func (o *Options) value(name string) int64 {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch name {
	case "leaks":
		return truth(o.groups&leaksGroup != 0)
	case "may-fail":
		return truth(o.MayFail)
	case "any-rand":
		o.asksRand = true
		return truth(!o.sequence)
	case "disk":
		return truth(o.Files)
	case "args":
		return int64(o.count)
	case "stdin":
		return int64(o.stdin)
	}
	panic("c: a model asks for the option " + name)
}

// isOff reports whether the condition of an if in a model asks for an option that is off. The code that it guards is
// not linked.
func (f *fn) isOff(n cc.ExpressionNode) bool {
	call, ok := plain(n).(*cc.PostfixExpression)
	if !f.u.library || !ok || call.Case != cc.PostfixExpressionCall {
		return false
	}
	name, ok := plain(call.PostfixExpression).(*cc.PrimaryExpression)
	return ok && name.Token.SrcStr() == "__vouch_option" &&
		f.p.options.value(f.literalText(call.ArgumentExpressionList.AssignmentExpression)) == 0
}

// literalInteger returns the value of a constant.
func (f *fn) literalInteger(n cc.ExpressionNode) *big.Int {
	if v, why := f.u.constant(f, n); why == "" && v.x != nil && v.x.Op == core.Const {
		return v.x.Int
	}
	panic("c: a model has a range that is not constant")
}

// callMain calls the function with which the program begins. It passes as many arguments as the function takes.
func (f *fn) callMain(args []cc.ExpressionNode) value {
	s := f.p.defined(f.p.options.entry, nil)
	count := len(s.t.Params)
	if s.t.Old {
		count = len(s.unit.parameters(s.def.Declarator))
	}
	var values []value
	for i := range min(count, len(args)) {
		t := []*Type{intType, pointerTo(pointerTo(charType)), pointerTo(pointerTo(charType))}[i]
		if !s.t.Old {
			t = s.t.Params[i]
		}
		values = append(values, f.hold(f.convert(f.argument(args[i], f.decayed(args[i])), t)))
	}
	v := f.call(f.p.addressOf(s), s.t, values)
	if !v.t.integer() {
		return value{x: integer(0)}
	}
	return f.convert(v, intType)
}
