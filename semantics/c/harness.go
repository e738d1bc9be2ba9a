package c

import (
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the functions of harnesses for other tools, if no file defines them: SV-COMP, KLEE, CBMC, ESBMC,
// Gillian and Soteria. A value that these tools call arbitrary, symbolic or nondeterministic is an input.

// any draws an arbitrary value of a type.
func (f *fn) any(name string, t *Type) value {
	switch {
	case t.Class == Void:
		return value{t: t}
	case t.integer() && t.Size <= 8:
		lo, hi := t.limits()
		return value{t: t, x: f.drawn(name, lo, hi)}
	case t.Class == Pointer:
		lo, hi := ulongType.limits()
		return value{t: t, x: &core.Expr{Op: core.ToPtr, Type: core.Ptr, X: f.drawn(name, lo, hi)}}
	}
	p := place{t: t, slot: -1, ptr: f.scratch(t)}
	f.anyObject(name, p.ptr, t)
	return f.load(p)
}

// anyObject sets an object of a type to an arbitrary value, part by part.
func (f *fn) anyObject(name string, p *core.Expr, t *Type) {
	if f.p.stopped() {
		return
	}
	count := int64(1)
	for t.Class == Array && t.Len >= 0 {
		count *= t.Len
		t = t.Elem
	}
	switch {
	case count != 1:
		f.anyElements(name, p, integer(count), t)
	case t.Class == Struct && hasPlainMembers(t.Record):
		end := int64(0)
		for _, m := range t.Record.Fields {
			if m.Offset > end {
				f.anyElements(name+".padding", f.element(p, integer(end), charType), integer(m.Offset-end), ucharType)
			}
			f.anyObject(name+"."+m.Name, f.element(p, integer(m.Offset), charType), m.Type)
			end = m.Offset + m.Type.Size
		}
		if end < t.Size {
			f.anyElements(name+".padding", f.element(p, integer(end), charType), integer(t.Size-end), ucharType)
		}
	case !t.scalar() || t.Size > 8:
		f.anyElements(name, p, integer(t.Size), ucharType)
	default:
		f.anyScalar(name, p, t)
	}
}

// anyScalar sets a scalar in memory to an arbitrary value; a floating number or a pointer gets arbitrary bytes.
func (f *fn) anyScalar(name string, p *core.Expr, t *Type) {
	as := map[int64]*Type{1: ucharType, 2: ushortType, 4: uintType, 8: ulongType}[t.Size]
	if t.integer() && t.Size > 1 {
		as = t.unqualified()
	}
	if t.Class == Bool {
		as = boolType
	}
	f.store(place{t: as, slot: -1, ptr: p}, f.any(name, as))
}

// hasPlainMembers reports whether the members of a structure are scalars and arrays that lie one behind the other.
func hasPlainMembers(r *Record) bool {
	end := int64(0)
	for _, m := range r.Fields {
		if m.Bits > 0 || m.Loose || m.Name == "" || m.Offset < end || m.Flex {
			return false
		}
		end = m.Offset + m.Type.Size
	}
	return true
}

// anyElements sets n consecutive elements of a type to arbitrary values.
func (f *fn) anyElements(name string, p, n *core.Expr, t *Type) {
	mark := f.mark()
	p, n = f.used(f.held(p)), f.used(f.held(n))
	i := f.temp(core.Int)
	f.set(i, integer(0))
	top, body, end := newLabel(), newLabel(), newLabel()
	f.here(top)
	// this is no loop of the program, so a limit on iterations does not count it
	f.branch(f.compared(core.Lt, f.used(f.read(i)), n), body, end)
	f.here(body)
	at := f.used(f.held(f.element(p, f.operation(core.Mul, core.Int, f.read(i), integer(t.Size)), charType)))
	f.anyObject(name, at, t)
	f.set(i, f.operation(core.Add, core.Int, f.read(i), integer(1)))
	f.jump(top)
	f.here(end)
	f.release(mark)
}

// symbolic lowers a call that sets n bytes at p to arbitrary values.
func (f *fn) symbolic(object, size cc.ExpressionNode, name string) value {
	t := f.decayed(object)
	inner := plain(object)
	for { // find the type of the object before its cast to void *
		c, ok := inner.(*cc.CastExpression)
		if !ok || c.TypeName == nil {
			break
		}
		inner = plain(c.CastExpression)
	}
	if it := f.decayed(inner); t.Class == Pointer && t.Elem.Class == Void && it.Class == Pointer {
		t = it
	}
	v := f.number(f.rvalue(object))
	p := f.use(f.hold(v))
	if t.Class != Pointer {
		return f.bad(object, "found %v, want a pointer", t)
	}
	elem := t.Elem
	if c, why := f.u.constant(f, size); why == "" && c.x != nil && c.x.Op == core.Const && c.x.Int.IsInt64() &&
		elem.complete() && elem.Size > 0 && !elem.variableArray() {
		switch n := c.x.Int.Int64(); {
		case n == elem.Size:
			f.anyObject(name, p, elem)
			return value{}
		case n%elem.Size == 0:
			f.anyElements(name, p, integer(n/elem.Size), elem)
			return value{}
		}
	}
	n := f.use(f.hold(f.argument(size, ulongType)))
	f.anyElements(name, p, n, ucharType)
	return value{}
}

// must emits a fault that happens if an expression is 0.
func (f *fn) must(n cc.ExpressionNode) {
	good, bad := newLabel(), newLabel()
	f.cond(n, good, bad)
	f.here(bad)
	f.fail(semantics.AssertionFailed)
	f.here(good)
}

// prefixes begin the names of functions that return an arbitrary value of their declared type.
var nondetPrefixes = []string{"__VERIFIER_nondet_", "nondet_", "__nondet_", "__ESBMC_nondet_", "__soteria___nondet_",
	"symb_"}

// harness returns the meaning of a function of a harness.
func (f *fn) harness(name string, n *cc.PostfixExpression, args []cc.ExpressionNode) (builtinRow, bool) {
	row := func(t *Type, args int, lower func() value) (builtinRow, bool) {
		if f.isDefined(name) && !f.isMark(name) {
			return builtinRow{}, false
		}
		return builtinRow{t, args, lower}, true
	}
	does := func(args int, lower func()) (builtinRow, bool) {
		return row(voidType, args, func() value { lower(); return value{} })
	}
	for _, prefix := range nondetPrefixes {
		if strings.HasPrefix(name, prefix) {
			t := f.resultOf(n, strings.TrimPrefix(name, prefix))
			return row(t, 0, func() value {
				shown := name
				if len(args) > 0 && f.literalText(args[0]) != "" {
					shown = f.literalText(args[0])
				} else {
					f.discardAll(args)
				}
				if name == "__VERIFIER_nondet_memory" && len(args) == 2 {
					return f.symbolic(args[0], args[1], name)
				}
				return f.any(shown, t)
			})
		}
	}
	if t := nondetTypes[strings.TrimPrefix(name, symbolicPrefix)]; t != nil &&
		strings.HasPrefix(name, symbolicPrefix) && t.Class != Void {
		return row(t, 1, func() value { return f.any(f.literalText(args[0]), t) })
	}
	switch name {
	case "klee_assume", "__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume", "__soteria___assume", "vouch_assume",
		"ASSUME":
		return does(1, func() { f.emit(instr(core.Assume, f.condition(args[0]))) })
	case "klee_assert", "__VERIFIER_assert", "__CPROVER_assert", "__ESBMC_assert", "__soteria___assert", "vouch_assert",
		"ASSERT", "assert",
		"__CPROVER_precondition", "__CPROVER_postcondition":
		return does(1, func() { f.must(args[0]) })
	case "__VERIFIER_error", "reach_error", "klee_report_error", "klee_assert_fail", "__ESBMC_unreachable":
		return does(0, func() {
			f.discardAll(args)
			f.fail(semantics.AssertionFailed)
		})
	case "klee_abort":
		return does(0, func() { f.fail(semantics.Aborted) })
	case "klee_silent_exit":
		return does(1, func() { f.emit(instr(core.Halt, f.argumentsAs(args, intType)...)) })
	case "klee_make_symbolic":
		return row(voidType, 2, func() value {
			name := "object"
			if len(args) > 2 && f.literalText(args[2]) != "" {
				name = f.literalText(args[2])
			}
			return f.symbolic(args[0], args[1], name)
		})
	case "vouch_symbolic":
		return row(voidType, 3, func() value { return f.symbolic(args[0], args[1], f.literalText(args[2])) })
	case "klee_int":
		return row(intType, 1, func() value { return f.any(f.literalText(args[0]), intType) })
	case "klee_urange":
		return row(uintType, 2, func() value { return f.inRange("klee_urange", args[0], args[1]) })
	case "klee_check_memory_access":
		return does(2, func() {
			xs := f.argumentsAs(args, pointerTo(voidType), ulongType)
			p, n := f.used(f.held(xs[0])), f.used(f.held(xs[1]))
			some, none := newLabel(), newLabel()
			f.branch(f.compared(core.Gt, n, integer(0)), some, none)
			f.here(some)
			f.loadScalar(p, core.U8, true)
			f.loadScalar(f.offset(p, f.operation(core.Sub, core.Int, n, integer(1))), core.U8, true)
			f.here(none)
		})
	case "klee_range":
		return row(intType, 3, func() value { return f.inRange(f.literalText(args[2]), args[0], args[1]) })
	case "klee_choose":
		return row(ulongType, 1, func() value {
			n := f.use(f.hold(f.argument(args[0], ulongType)))
			x := f.any("klee_choose", ulongType).x
			f.emit(instr(core.Assume, f.compared(core.Lt, x, n)))
			return value{x: x}
		})
	case "klee_get_valuef", "klee_get_valued", "klee_get_valuel", "klee_get_valuell", "klee_get_value_i32",
		"klee_get_value_i64":
		t := f.resultOf(n, "")
		return row(t, 1, func() value { return f.argument(args[0], t) })
	case "klee_get_errno":
		return row(intType, 0, func() value {
			at, t, _ := f.p.library("__errno_location")
			return f.load(place{t: intType, slot: -1, ptr: f.used(f.held(f.call(at, t, nil).x))})
		})
	case "__CPROVER_havoc_slice":
		return row(voidType, 2, func() value { return f.symbolic(args[0], args[1], name) })
	case "klee_is_symbolic", "klee_is_replay":
		return row(intType, 0, func() value {
			f.discardAll(args)
			return value{x: integer(0)}
		})
	case "klee_prefer_cex", "klee_posix_prefer_cex", "klee_warning", "klee_warning_once", "klee_print_expr",
		"klee_print_range", "klee_open_merge", "klee_close_merge",
		"klee_stack_trace", "klee_mark_global", "klee_set_forking", "klee_merge", "__VERIFIER_atomic_begin",
		"__VERIFIER_atomic_end", "__CPROVER_atomic_begin", "__CPROVER_atomic_end",
		"__ESBMC_atomic_begin", "__ESBMC_atomic_end", "__CPROVER_cover", "__CPROVER_input", "__CPROVER_output",
		"__CPROVER_printf", "__CPROVER_fence":
		return does(0, func() { f.discardAll(args) })
	}
	return builtinRow{}, false
}

// nondetTypes gives the type of an input by the end of a function's name, for functions without a declaration:
// nondet_uint is an unsigned int.
var nondetTypes = map[string]*Type{
	"bool": boolType, "_Bool": boolType, "char": charType, "schar": scharType, "uchar": ucharType, "short": shortType,
	"ushort": ushortType, "uint": uintType, "unsigned": uintType,
	"long": longType, "ulong": ulongType, "longlong": llongType, "ulonglong": ullongType, "llong": llongType,
	"ullong": ullongType, "float": floatType, "double": doubleType,
	"int": intType, "unsigned_char": ucharType, "unsigned_short": ushortType, "unsigned_int": uintType,
	"unsigned_long": ulongType, "signed_char": scharType,
	"size_t": ulongType, "ssize_t": longType, "ptrdiff_t": longType, "intptr_t": longType, "uintptr_t": ulongType,
	"intmax_t": longType, "uintmax_t": ulongType,
	"off_t": longType, "loff_t": longType, "time_t": longType, "sector_t": ulongType, "wchar_t": intType,
	"int8_t": scharType, "int16_t": shortType, "int32_t": intType, "int64_t": longType, "uint8_t": ucharType,
	"uint16_t": ushortType, "uint32_t": uintType, "uint64_t": ulongType,
	"int8": scharType, "int16": shortType, "int32": intType, "int64": longType, "uint8": ucharType,
	"uint16": ushortType, "uint32": uintType, "uint64": ulongType,
	"s8": scharType, "s16": shortType, "s32": intType, "s64": longType, "u8": ucharType, "u16": ushortType,
	"u32": uintType, "u64": ulongType,
	"i8": scharType, "i16": shortType, "i32": intType, "i64": longType, "int128": int128Type, "uint128": uint128Type,
	"pointer": pointerTo(voidType), "ptr": pointerTo(voidType), "charp": pointerTo(charType),
	"pchar": pointerTo(charType), "memory": voidType,
}

// symbolicPrefix begins the names of the functions of vouch that return an input; the end is its type.
const symbolicPrefix = "vouch_symbolic_"

// resultOf returns the declared result type of a called function. A function without a declaration returns int, or the
// type that the end of its name gives.
func (f *fn) resultOf(n *cc.PostfixExpression, end string) *Type {
	undeclared := intType
	if t := nondetTypes[end]; t != nil {
		undeclared = t
	}
	p, ok := plain(n.PostfixExpression).(*cc.PrimaryExpression)
	if !ok {
		return undeclared
	}
	d, ok := f.u.resolved(p).(*cc.Declarator)
	if !ok || f.u.undeclared(d) {
		return undeclared
	}
	if t := f.u.declared(nil, d); t.Class == Function {
		return t.Elem.unqualified()
	}
	return intType
}

// isMark reports whether a function only marks an error in a program of SV-COMP: its definition has no statement.
func (f *fn) isMark(name string) bool {
	if name != "reach_error" && name != "__VERIFIER_error" {
		return false
	}
	s := f.p.defined(name, f.u)
	if s == nil {
		return false
	}
	for l := s.def.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if !declaresFunc(l.BlockItem) {
			return false
		}
	}
	return true
}

// inRange draws an int that is at least lo and less than hi.
func (f *fn) inRange(name string, lo, hi cc.ExpressionNode) value {
	if a, why := f.u.constant(f, lo); why == "" && a.x.Op == core.Const {
		if b, why := f.u.constant(f, hi); why == "" && b.x.Op == core.Const {
			return value{x: f.drawn(name, a.x.Int, difference(b.x.Int, one))}
		}
	}
	xs := f.argumentsAs([]cc.ExpressionNode{lo, hi}, intType, intType)
	a, b := f.used(f.held(xs[0])), f.used(f.held(xs[1]))
	x := f.any(name, intType).x
	f.emit(instr(core.Assume, &core.Expr{Op: core.And, Type: core.Bool, X: f.compared(core.Le, a, x),
		Y: f.compared(core.Lt, x, b)}))
	return value{x: x}
}
