package c

import (
	"math/big"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines atomic operations: __sync_* and __atomic_*. There is one thread, so they are plain loads and
// stores; arithmetic wraps. A loop with one may wait for another thread.

// atomicPlace lowers the pointer to the object of an atomic operation.
func (f *fn) atomicPlace(n cc.ExpressionNode) place {
	v := f.rvalue(n)
	if v.t.Class != Pointer {
		f.bad(n, "found %v, want a pointer", v.t)
		return f.nowhere(intType)
	}
	v = f.hold(v)
	f.outside()
	return place{t: v.t.Elem.unqualified(), slot: -1, ptr: f.use(v)}
}

// pointeeOf returns the type of the object to which the first argument points.
func (f *fn) pointeeOf(args []cc.ExpressionNode) *Type {
	if len(args) > 0 {
		if t := f.decayed(args[0]); t.Class == Pointer && t.Elem.Class != Void && t.Elem.Class != Function {
			return t.Elem.unqualified()
		}
	}
	return intType
}

// atomicOperator returns the new value of an atomic operation on an old one.
func (f *fn) atomicOperator(name string, old, with value) value {
	t := old.t
	x, y := f.use(old), f.use(with)
	if t.Class == Pointer {
		if name == "sub" {
			y = f.operation(core.Neg, core.Int, y, nil)
		}
		if name == "add" || name == "sub" {
			return value{t: t, x: f.element(x, y, charType)} // bytes, as gcc has it
		}
		f.unsupported("an atomic operation on pointers")
		return f.some(t)
	}
	if !t.integer() {
		f.unsupported("an atomic operation on type %v", t)
		return f.some(t)
	}
	var r *core.Expr
	switch name {
	case "add":
		r = f.operation(core.Add, core.Int, x, y)
	case "sub":
		r = f.operation(core.Sub, core.Int, x, y)
	case "or":
		r = f.operation(core.BitOr, core.Int, x, y)
	case "xor":
		r = f.operation(core.BitXor, core.Int, x, y)
	default: // and, nand
		r = f.operation(core.BitAnd, core.Int, x, y)
	}
	if name == "nand" {
		r = f.operation(core.Sub, core.Int, integer(-1), r)
	}
	return f.convert(value{t: int128Type, x: r}.wide(), t)
}

// wide returns v as an integer of any size.
func (v value) wide() value {
	v.lo, v.hi = new(big.Int).Neg(powerOf(128)), powerOf(128)
	return v
}

// atomicUpdate lowers an operation on an object. It gives the new value, or the old one.
func (f *fn) atomicUpdate(op string, isNew bool, args []cc.ExpressionNode) value {
	p := f.atomicPlace(args[0])
	t := p.t
	if t.Class == Pointer {
		t = longType
	}
	with := f.hold(f.argument(args[1], t))
	old := f.hold(f.load(p))
	now := f.hold(f.atomicOperator(op, old, with))
	f.store(p, now)
	if isNew {
		return now
	}
	return old
}

// atomicSwap stores the value of an expression, and returns the old value.
func (f *fn) atomicSwap(args []cc.ExpressionNode) value {
	p := f.atomicPlace(args[0])
	v := f.hold(f.argument(args[1], p.t))
	old := f.hold(f.load(p))
	f.store(p, v)
	return old
}

// atomicCompare stores wanted into p if p has the value expected. It returns the old value of p, and whether it was the
// expected one.
func (f *fn) atomicCompare(p place, expected, wanted value) (old value, equal *core.Expr) {
	old = f.hold(f.load(p))
	equal = f.equal(old, expected)
	then, end := newLabel(), newLabel()
	done := f.temp(core.Int)
	f.set(done, integer(0))
	f.branch(equal, then, end)
	f.here(then)
	f.store(p, wanted)
	f.set(done, integer(1))
	f.here(end)
	return old, f.compared(core.Ne, f.used(f.read(done)), integer(0))
}

// equal returns whether two scalars are equal.
func (f *fn) equal(a, b value) *core.Expr {
	op := core.Eq
	switch {
	case a.t.Class == Pointer:
		op = core.Same
	case a.t.Class == Float:
		op = core.FEq
	}
	return f.operation(op, core.Bool, f.use(a), f.use(b))
}

// syncBuiltin returns the meaning of __sync_ followed by a name.
func (f *fn) syncBuiltin(name string, args []cc.ExpressionNode) (builtinRow, bool) {
	for _, size := range [...]string{"_1", "_2", "_4", "_8", "_16"} {
		name = strings.TrimSuffix(name, size)
	}
	t := f.pointeeOf(args)
	row := func(t *Type, args int, lower func() value) (builtinRow, bool) {
		return builtinRow{t, args, lower}, true
	}
	if op, ok := strings.CutPrefix(name, "fetch_and_"); ok && isAtomicOperator(op) {
		return row(t, 2, func() value { return f.atomicUpdate(op, false, args) })
	}
	if op, ok := strings.CutSuffix(name, "_and_fetch"); ok && isAtomicOperator(op) {
		return row(t, 2, func() value { return f.atomicUpdate(op, true, args) })
	}
	compare := func() (value, *core.Expr) {
		p := f.atomicPlace(args[0])
		expected := f.hold(f.argument(args[1], p.t))
		return f.atomicCompare(p, expected, f.hold(f.argument(args[2], p.t)))
	}
	switch name {
	case "bool_compare_and_swap":
		return row(boolType, 3, func() value { _, equal := compare(); return value{cond: equal} })
	case "val_compare_and_swap":
		return row(t, 3, func() value { old, _ := compare(); return old })
	case "lock_test_and_set", "swap":
		return row(t, 2, func() value { return f.atomicSwap(args) })
	case "lock_release":
		return row(voidType, 1, func() value {
			p := f.atomicPlace(args[0])
			f.store(p, f.convert(value{t: intType, x: integer(0)}, p.t))
			return value{}
		})
	case "synchronize":
		return row(voidType, 0, func() value { f.outside(); return value{} })
	}
	return builtinRow{}, false
}

func isAtomicOperator(op string) bool {
	switch op {
	case "add", "sub", "or", "and", "xor", "nand":
		return true
	}
	return false
}

// atomicBuiltin returns the meaning of __atomic_ followed by a name. Memory orders are evaluated and ignored.
func (f *fn) atomicBuiltin(name string, args []cc.ExpressionNode) (builtinRow, bool) {
	for _, size := range [...]string{"_1", "_2", "_4", "_8", "_16"} {
		name = strings.TrimSuffix(name, size)
	}
	t := f.pointeeOf(args)
	row := func(t *Type, args int, lower func() value) (builtinRow, bool) {
		return builtinRow{t, args, lower}, true
	}
	if op, ok := strings.CutPrefix(name, "fetch_"); ok && isAtomicOperator(op) {
		return row(t, 2, func() value { return f.atomicUpdate(op, false, args) })
	}
	if op, ok := strings.CutSuffix(name, "_fetch"); ok && isAtomicOperator(op) {
		return row(t, 2, func() value { return f.atomicUpdate(op, true, args) })
	}
	switch name {
	case "load_n":
		return row(t, 1, func() value { return f.hold(f.load(f.atomicPlace(args[0]))) })
	case "load":
		return row(voidType, 2, func() value {
			p, to := f.atomicPlace(args[0]), f.atomicPlace(args[1])
			f.store(to, f.hold(f.load(p)))
			return value{}
		})
	case "store_n":
		return row(voidType, 2, func() value {
			p := f.atomicPlace(args[0])
			f.store(p, f.argument(args[1], p.t))
			return value{}
		})
	case "store":
		return row(voidType, 2, func() value {
			p, from := f.atomicPlace(args[0]), f.atomicPlace(args[1])
			f.store(p, f.hold(f.load(from)))
			return value{}
		})
	case "exchange_n":
		return row(t, 2, func() value { return f.atomicSwap(args) })
	case "exchange":
		return row(voidType, 3, func() value {
			p, from, to := f.atomicPlace(args[0]), f.atomicPlace(args[1]), f.atomicPlace(args[2])
			now := f.hold(f.load(from))
			old := f.hold(f.load(p))
			f.store(p, now)
			f.store(to, old)
			return value{}
		})
	case "compare_exchange_n", "compare_exchange":
		return row(boolType, 3, func() value {
			p, expected := f.atomicPlace(args[0]), f.atomicPlace(args[1])
			var wanted value
			if name == "compare_exchange_n" {
				wanted = f.hold(f.argument(args[2], p.t))
			} else {
				wanted = f.hold(f.load(f.atomicPlace(args[2])))
			}
			old, equal := f.atomicCompare(p, f.hold(f.load(expected)), wanted)
			differ, end := newLabel(), newLabel()
			f.branch(equal, end, differ)
			f.here(differ)
			f.store(expected, old)
			f.here(end)
			return value{cond: equal}
		})
	case "test_and_set":
		return row(boolType, 1, func() value {
			p := f.atomicPlace(args[0])
			p.t = ucharType
			old := f.hold(f.load(p))
			f.store(p, value{t: ucharType, x: integer(1)})
			return value{cond: f.compared(core.Ne, f.use(old), integer(0))}
		})
	case "clear":
		return row(voidType, 1, func() value {
			p := f.atomicPlace(args[0])
			p.t = ucharType
			f.store(p, value{t: ucharType, x: integer(0)})
			return value{}
		})
	case "thread_fence", "signal_fence":
		return row(voidType, 0, func() value { f.discardAll(args); f.outside(); return value{} })
	case "always_lock_free", "is_lock_free":
		return row(boolType, 1, func() value { f.discardAll(args); return value{x: integer(1)} })
	}
	return builtinRow{}, false
}
