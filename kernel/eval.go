package kernel

// This file defines the values of expressions, with an arm for each operator.
//
// If an evaluation cannot go on, it stops the step: at a question, at a fault, or because the proof is refused. What
// it returns then means nothing, and the step is not taken. The first stop counts.
//
// An obligation is a condition that an operator checks, with the kind of fault if it does not hold. An obligation of
// the kind "" is none for a move; for the other operators no theorem is about it, because a claimed fault has a kind.

// fetch returns the value of an operand that may be undefined.
func (k *Kernel) fetch(e *expr) value {
	if k.stopped() || !k.work(1) {
		return of(number(0))
	}
	switch e.op {
	case opConst:
		return of(integer(e.num))
	case opNull:
		return null
	case opGlobal:
		if e.ref >= len(k.program.globals) {
			return k.illTyped()
		}
		return pointer(e.ref+1, number(0))
	case opFunc:
		if e.ref >= len(k.program.funcs) {
			return k.illTyped()
		}
		return value{class: toFunction, ref: e.ref}
	case opSingle, opDouble:
		if !e.num.IsUint64() || e.op == opSingle && e.num.BitLen() > 32 {
			return k.illTyped()
		}
		return placed(single+class(e.op-opSingle), e.num.Uint64())
	case opRead:
		if e.ref >= len(k.frame().slots) {
			return k.illTyped()
		}
		return k.frame().slots[e.ref]
	case opDefined:
		v := k.fetch(e.x)
		if v.class == undefined {
			k.fault(e.kind, e.at)
		}
		return k.use(v)
	case opFreeze:
		v := k.fetch(e.x)
		if v.class == undefined {
			if e.ref >= len(zeros) {
				return k.illTyped()
			}
			return zeros[e.ref]
		}
		return k.use(v)
	case opIn:
		x := k.integer(e.x)
		k.must(within(x, e.lo, e.hi), e.kind, e.at)
		return of(x)
	case opGiven:
		k.must(k.condition(e.x), e.kind, e.at)
		return k.fetch(e.y)
	case opNeg:
		return of(k.arith(opSub, number(0), k.integer(e.x)))
	case opAdd, opSub, opMul, opBitAnd, opBitOr, opBitXor, opShl, opShr:
		x, y := k.integer(e.x), k.integer(e.y)
		return of(k.arith(e.op, x, y))
	case opDiv, opMod, opQuo, opRem:
		x, y := k.integer(e.x), k.integer(e.y)
		k.must(not(equal(y)), e.kind, e.at)
		return of(k.arith(e.op, x, y))
	case opMove:
		p, n := k.pointer(e.x), k.integer(e.y)
		return k.move(e, p, n)
	case opDiff:
		p, q := k.pointer(e.x), k.pointer(e.y)
		if !related(p, q) {
			k.fault(e.kind, e.at)
			return p
		}
		return of(k.arith(opSub, p.n, q.n))
	case opToPtr:
		return k.pointerTo(k.integer(e.x))
	case opToInt:
		return of(k.anyPointer(e.x).address())
	case opFNeg, opFSqrt, opFAdd, opFSub, opFMul, opFDiv, opIntToF32, opIntToF64, opWiden, opNarrow:
		args := []value{k.fetch(e.x)}
		if e.y != nil {
			args = append(args, k.fetch(e.y))
		}
		if k.stopped() || result(e.op, args...) == undefined {
			return k.illTyped()
		}
		return k.floating(e.op, args...)
	case opFToInt:
		x := k.float(e.x)
		k.must(isFinite(x), e.kind, e.at)
		return k.floating(opFToInt, x)
	}
	return k.illTyped()
}

// condition returns when a condition holds.
func (k *Kernel) condition(e *expr) Formula {
	if k.stopped() || !k.work(1) {
		return Formula{}
	}
	switch e.op {
	case opTruth:
		return truth(e.ref != 0)
	case opLt, opLe, opGt, opGe, opEq, opNe:
		x, y := k.integer(e.x), k.integer(e.y)
		return k.compare(e.op, x, y)
	case opNot:
		x := k.condition(e.x)
		k.work(x.size())
		return not(x)
	case opAnd, opOr:
		// A run evaluates y only where x does not decide. So if y may come to a fault, the facts must decide x first.
		// If not, y is evaluated in any case, and the facts need to decide only the whole: that makes fewer goals.
		x := k.condition(e.x)
		if k.work(x.size()); e.y.duty && !k.met(e.y) || x.Op == True || x.Op == False {
			if k.ask(x) == (e.op == opOr) {
				return truth(e.op == opOr)
			}
			return k.condition(e.y)
		}
		y := k.condition(e.y)
		k.work(y.size())
		return join(And+Op(e.op-opAnd), x, y)
	case opSame:
		p, q := k.anyPointer(e.x), k.anyPointer(e.y)
		return k.compare(opEq, p.address(), q.address())
	case opBelow:
		p, q := k.pointer(e.x), k.pointer(e.y)
		for _, v := range [...]value{p, q} { // null is before every pointer into an object
			if v.class == bare && (p.class == inObject || q.class == inObject) && k.ask(equal(v.n)) {
				return truth(p.class == bare)
			}
		}
		if !related(p, q) {
			k.fault(e.kind, e.at)
			return Formula{}
		}
		return k.compare(opLt, p.n, q.n)
	case opFEq, opFLt, opFLe:
		x, y := k.float(e.x), k.float(e.y)
		if x.class != y.class {
			k.illTyped()
		}
		// A comparison with a NaN is false. If the step has stopped, what is returned does not matter.
		if !k.ask(isNumber(x)) || !k.ask(isNumber(y)) {
			return Formula{}
		}
		k.work(x.n.size() + y.n.size())
		if e.op == opFLt {
			return not(inOrder(y.n, x.n))
		}
		f := inOrder(x.n, y.n)
		if e.op == opFEq {
			f = join(And, f, inOrder(y.n, x.n))
		}
		return f
	}
	k.illTyped()
	return Formula{}
}

// met reports whether an expression cannot come to a fault, since its only obligations are that slots are defined, and
// they are. It says no for operators, too, that refuse some operands: a run may never come to these.
func (k *Kernel) met(e *expr) bool {
	switch f := k.frame(); {
	case e == nil || !k.work(1):
		return true
	case e.op == opDefined && e.x.op == opRead && e.x.ref < len(f.slots):
		return f.slots[e.x.ref].class > lost
	case e.op == opShl || e.op == opShr:
		return false
	}
	return e.kind == "" && k.met(e.x) && k.met(e.y)
}

// integer returns the value of an operand that must be an integer.
func (k *Kernel) integer(e *expr) Term {
	v := k.fetch(e)
	if v.class != whole {
		return k.illTyped().n
	}
	return v.n
}

// pointer returns the value of an operand that must be a pointer, resolved.
func (k *Kernel) pointer(e *expr) value { return k.resolved(k.anyPointer(e)) }

// anyPointer returns the value of an operand that must be a pointer, perhaps an address that is still to be resolved.
func (k *Kernel) anyPointer(e *expr) value {
	v := k.fetch(e)
	if v.class < inObject {
		k.illTyped()
		return null
	}
	return v
}

// float returns the value of an operand that must be an IEEE number.
func (k *Kernel) float(e *expr) value {
	v := k.fetch(e)
	if !v.isFloat() {
		k.illTyped()
		return zeros[typeF64]
	}
	return v
}

// move returns the pointer p moved by n bytes. If e has a kind, both have to be in the object or at its end; an
// address or a function may be moved by 0.
func (k *Kernel) move(e *expr, p value, n Term) value {
	if p.class == inObject {
		sum := k.arith(opAdd, p.n, n)
		if size := k.object(p.ref).size; e.kind != "" {
			k.must(join(And, inside(p.n, size), inside(sum, size)), e.kind, e.at)
		}
		p.n = sum
		return p
	}
	if e.kind != "" {
		k.must(equal(n), e.kind, e.at)
	}
	if p.class == bare {
		p.n = k.arith(opAdd, p.n, n)
	}
	return p
}

// related reports whether p and q have an order and a distance.
func related(p, q value) bool {
	return p.class == inObject && q.class == inObject && p.ref == q.ref || p.class == bare && q.class == bare
}
