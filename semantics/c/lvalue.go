package c

import (
	"slices"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines places, which lvalues designate, and how to read, write and address them. Bit-fields are in bitfield.go.

// access says what happens to a place.
type access byte

const (
	addressing access = iota // its address is taken: the place may be one past the end of an array
	reading
	writing
)

// beyond returns the kind of fault of an access outside of an array.
func (a access) beyond() semantics.Kind {
	return [...]semantics.Kind{semantics.PointerArithmetic, semantics.OutOfBoundsRead, semantics.OutOfBoundsWrite}[a]
}

// wants says what an access wants of an expression.
func (a access) wants() string {
	if a == addressing {
		return "has an address"
	}
	return "can be assigned to"
}

// lvalue lowers an expression that designates a place.
func (f *fn) lvalue(n cc.ExpressionNode) place { return f.designate(n, addressing) }

// designate lowers an expression that designates a place, for an access.
func (f *fn) designate(n cc.ExpressionNode, a access) place {
	n = plain(n)
	defer f.at(n)()
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionIdent:
			return f.named(n, a)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringLiteral(n)
		case cc.PrimaryExpressionGeneric:
			if chosen := f.chosen(n.GenericSelection); chosen != nil {
				return f.designate(chosen, a)
			}
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionIndex:
			return f.subscript(n, n.PostfixExpression, n.ExpressionList, a)
		case cc.PostfixExpressionSelect:
			return f.selected(n, f.designate(n.PostfixExpression, a))
		case cc.PostfixExpressionPSelect:
			v := f.rvalue(n.PostfixExpression)
			if v.t.Class != Pointer {
				f.bad(n.PostfixExpression, "found a value of type %v before ->, want a pointer to a structure or union", v.t)
				return f.nowhere(intType)
			}
			return f.selected(n, place{t: v.t.Elem, slot: -1, ptr: f.use(v)})
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(n)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionDeref:
			return f.pointee(n, a)
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			if t := f.typeOf(n.UnaryExpression); t.Class == Complex && t.Elem != nil && t.Name == "" {
				return f.partOf(f.designate(n.UnaryExpression, a), n.Case == cc.UnaryExpressionImag)
			} else if t.Class == Complex {
				f.refuse(t, "parts")
				return f.nowhere(f.typeOf(n))
			} else if n.Case == cc.UnaryExpressionReal {
				return f.designate(n.UnaryExpression, a)
			}
		}
	}
	v := f.evaluate(n)
	if v.t.aggregate() {
		return place{t: v.t, slot: -1, ptr: v.x, rvalue: true}
	}
	f.bad(n, "found a value of type %v, want what %s", v.t, a.wants())
	return f.nowhere(v.t)
}

// nowhere returns a place with which lowering can go on after an error.
func (f *fn) nowhere(t *Type) place { return place{t: t, slot: -1, ptr: null()} }

// named returns the place that a name designates, for an access.
func (f *fn) named(n *cc.PrimaryExpression, a access) place {
	name := n.Token.SrcStr()
	d, ok := f.u.resolved(n).(*cc.Declarator)
	if !ok {
		if _, ok := f.u.resolved(n).(*cc.Enumerator); ok {
			f.bad(n, "found the enumerator %s, want what %s", name, a.wants())
		} else {
			f.bad(n, "found the name %s, which is not declared, want a variable or a function", name)
		}
		return f.nowhere(intType)
	}
	if d.IsTypename() {
		f.bad(n, "found the type %s, want an expression", name)
		return f.nowhere(intType)
	}
	if v, ok := f.variableOf(d); ok {
		if v.object {
			return place{t: v.t, slot: -1, ptr: f.read(v.slot), whole: true}
		}
		return place{t: v.t, slot: v.slot}
	}
	if callee, more, t, ok := f.nestedCallee(d); ok {
		if len(more) > 0 {
			callee = f.nestedPointer(d, more)
		}
		return place{t: t, slot: -1, ptr: callee}
	}
	s := f.u.resolve(d)
	if s == nil {
		f.bad(n, "found the name %s, which is not declared, want a variable or a function", name)
		return f.nowhere(intType)
	}
	if e := s.hidden(); e != nil {
		f.unsupported("%s %s%s%s", s.kind(), name, withError, e.Error())
		return f.nowhere(s.t)
	}
	if f.p.missing(s) {
		f.unsupported("the object %s, which no file defines", name)
		return f.nowhere(s.t)
	}
	t := s.t
	if s.unit.library && !f.u.library && t.Class != Function { // the model may call a structure by another type, as it does with FILE
		t = f.u.typeOfDeclarator(d)
	}
	return place{t: t, slot: -1, ptr: f.p.addressOf(s), global: true, whole: true}
}

// stringLiteral returns the object of a string literal. Equal literals share an object.
func (f *fn) stringLiteral(n *cc.PrimaryExpression) place {
	bytes, elem := f.u.text(n)
	t := arrayOf(elem, int64(len(bytes))/elem.Size+1)
	return place{t: t, slot: -1, ptr: f.p.stringObject(bytes, elem.Size, f.span), global: true, whole: true}
}

// pointee returns the place that *n designates.
func (f *fn) pointee(n *cc.UnaryExpression, a access) place {
	if t, ok := f.vaArgType(n); ok {
		return f.vaArgPlace(n, t)
	}
	inner := plain(n.CastExpression)
	if s, ok := inner.(*cc.AdditiveExpression); ok && s.Case == cc.AdditiveExpressionAdd {
		return f.subscript(n, s.AdditiveExpression, s.MultiplicativeExpression, a)
	}
	if u, ok := inner.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return f.designate(u.CastExpression, a)
	}
	v, ok := f.steppedTo(inner)
	if !ok {
		v = f.expr(inner)
	}
	if v.t.Class == Function {
		return place{t: v.t, slot: -1, ptr: v.x}
	}
	if v = f.decay(v); v.t.Class != Pointer {
		f.bad(n, "found * of type %v, want a pointer", v.t)
		return f.nowhere(intType)
	}
	return place{t: v.t.Elem, slot: -1, ptr: f.use(v)}
}

// steppedTo lowers a ++ or -- of a pointer whose target is accessed at once; ok is false if n is anything else. If the pointer leaves its object, there is no fault
// for that as long as the access is a fault in any case.
func (f *fn) steppedTo(n cc.ExpressionNode) (v value, ok bool) {
	var of cc.ExpressionNode
	op, behind := add, false
	switch n := n.(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionInc {
			of, behind = n.PostfixExpression, true
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc:
			of = n.UnaryExpression
		case cc.UnaryExpressionDec:
			of, op = n.UnaryExpression, sub
		}
	}
	if of == nil {
		return value{}, false
	}
	if t := f.typeOf(of); t.Class != Pointer || !t.Elem.scalar() {
		return value{}, false
	}
	defer f.at(n)()
	v = f.step(n, of, op, behind, true, true)
	v.span = f.span
	return v, true
}

// subscript returns the place that l[r] designates.
func (f *fn) subscript(n cc.Node, l, r cc.ExpressionNode, a access) place {
	lt, rt := f.typeOf(l), f.typeOf(r)
	if lt.Class == Vector || rt.Class == Vector {
		return f.vectorSubscript(n, l, r, a)
	}
	var base place // of an array
	var p, i value
	array := false
	lower := func(n cc.ExpressionNode, t *Type) value {
		if t.Class != Array {
			return f.rvalue(n)
		}
		base, array = f.designate(n, a), true
		v := f.decay(value{t: base.t, x: base.ptr})
		v.span = f.u.spanOf(n)
		return v
	}
	p = lower(l, lt)
	if f.effects(r) {
		p = f.hold(p)
	}
	i = lower(r, rt)
	if p.t.Class != Pointer {
		p, i = i, p
	}
	if p.t.Class != Pointer || !i.t.integer() {
		f.bad(n, "found a subscript of type %v of what has type %v, want an integer and a pointer or array", i.t, p.t)
		return f.nowhere(intType)
	}
	t := p.t.Elem
	if t.Class == Function {
		f.bad(n, "found a subscript of a pointer to a function, want one to objects")
		return f.nowhere(intType)
	}
	if t.Class != Void && !t.complete() {
		f.bad(n, "found an element of the incomplete type %v, want a complete one", t)
		return f.nowhere(intType)
	}
	i = f.promote(i)
	x := f.use(i)
	checked := array && (!base.whole || t.Class == Array) && base.t.Len > 0 && base.t.Length == nil && (base.t.Len > 1 || !base.whole)
	checked = checked && (a != addressing || f.checks(pointersGroup))
	if checked {
		most := bigInteger(greatest(zero, sum(bigInt(base.t.Len), minus)))
		if a == addressing {
			most = integer(base.t.Len)
		}
		if lo, hi := i.bounds(); lo.Sign() < 0 || hi.Cmp(most.Int) > 0 {
			x = f.within(x, zero, most.Int, a.beyond())
		}
	}
	out := place{t: t, slot: -1, global: base.global, loose: base.loose, rvalue: base.rvalue}
	if !checked && (a == addressing || t.Class == Array) {
		out.ptr = f.element(f.use(p), x, t)
	} else {
		out.ptr = f.offset(f.use(p), f.integers(core.Mul, x, f.size(t)))
	}
	return out
}

// element returns a pointer to n elements of type t after p. It is a fault if this is outside of the object.
func (f *fn) element(p *core.Expr, n *core.Expr, t *Type) *core.Expr {
	by := f.integers(core.Mul, n, f.size(t))
	if size := f.size(t); size.Op == core.Const && size.Int.Cmp(unity) == 0 {
		by = n
	}
	if by.Op == core.Const && by.Int.Sign() == 0 {
		return f.used(p)
	}
	e := f.operation(core.Move, core.Ptr, p, by)
	if root(p).Op != core.Null && f.checks(pointersGroup) { // offsetof may be written this way
		e.Kind, e.Span = semantics.PointerArithmetic, f.span
	}
	return e
}

// root returns the pointer from which p was moved.
func root(p *core.Expr) *core.Expr {
	for p.Op == core.Move {
		p = p.X
	}
	return p
}

// offset returns a pointer to n bytes after p, inside of the object or not: only an access outside of the object is a fault.
func (f *fn) offset(p, n *core.Expr) *core.Expr {
	if n.Op == core.Mul && n.Y.Op == core.Const && n.Y.Int.Cmp(unity) == 0 {
		n = n.X
	}
	if n.Op == core.Const {
		switch {
		case n.Int.Sign() == 0:
			return f.used(p)
		case p.Op == core.Move && p.Kind == "" && p.Y.Op == core.Const:
			return f.offset(p.X, bigInteger(sum(p.Y.Int, n.Int)))
		}
	}
	return f.operation(core.Move, core.Ptr, p, n)
}

// selected returns the place of the member of p that n names.
func (f *fn) selected(n *cc.PostfixExpression, p place) place {
	name := n.Token2.SrcStr()
	switch {
	case p.t.Record == nil:
		f.bad(n, "found the member %s of what has type %v, want a structure or union", name, p.t)
	case !p.t.Record.Complete:
		f.bad(n, "found the member %s of the incomplete type %v, want a complete one", name, p.t)
	default:
		if path, ok := f.p.member(p.t.Record, name); ok {
			return f.member(p, path)
		}
		f.bad(n, "found %s, which is no member of %v, want one", name, p.t)
	}
	return f.nowhere(intType)
}

// member returns the place of a member of the structure or union at p.
func (f *fn) member(p place, path []*Field) place {
	offset := int64(0)
	m := p
	m.whole = false
	for _, field := range path {
		fields := m.t.Record.Fields
		offset += field.Offset
		last := m.t.Class == Union || field == fields[len(fields)-1]
		m.whole = field.Flex || last && field.Type.Class == Array && field.Type.Len <= 1
		m.t = partType(field.Type, m.t)
		m.loose = m.loose || field.Loose
		m.bits, m.shift = field.Bits, field.Shift
	}
	m.ptr = f.offset(p.ptr, integer(offset))
	return m
}

// load returns the value of a place.
func (f *fn) load(p place) value {
	t := p.t.unqualified()
	switch {
	case p.slot >= 0:
		return value{t: t, x: f.read(p.slot)}
	case p.bits > 0:
		return f.loadBits(p)
	case t.Class == Void:
		return value{t: t}
	case (t.Class == LongDouble || t.Class == Complex || t.Class == Vector) && p.unaligned(): // operators on these types require alignment
		return f.heldWide(value{t: t, x: p.ptr})
	case t.aggregate() || t.Class == Function:
		return value{t: t, x: p.ptr}
	case t.Size == 16:
		return f.loadHalves(p)
	}
	v := value{t: t, x: f.loadScalar(p.ptr, scalarType(t), p.unaligned())}
	if t.Class == Bool { // only 0 and 1 are its values (C11 6.2.6.1p5); an uninitialised one may be copied
		is := f.compared(core.Le, &core.Expr{Op: core.Freeze, Type: core.Int, X: v.x}, integer(1))
		v.x = f.held(f.given(is, v.x, semantics.InvalidConversion))
	}
	return v
}

// unaligned reports whether the address of a scalar need not be a multiple of its size.
func (p place) unaligned() bool { return p.loose || p.t.Align < min(p.t.Size, 8) }

// loadScalar emits a load and returns the loaded value.
func (f *fn) loadScalar(p *core.Expr, s core.Scalar, loose bool) *core.Expr {
	in := instr(core.Load, f.used(p))
	in.Type, in.Loose, in.Dst = s, loose || !f.checks(alignmentGroup), f.temp(s.Type())
	f.emit(in)
	return f.read(in.Dst)
}

// storeScalar emits a store.
func (f *fn) storeScalar(p *core.Expr, s core.Scalar, x *core.Expr, loose bool) {
	in := instr(core.Store, f.used(p), x)
	in.Type, in.Loose = s, loose || !f.checks(alignmentGroup)
	f.emit(in)
}

// loadHalves loads an integer of 128 bits.
func (f *fn) loadHalves(p place) value {
	ptr := f.simple(p.ptr)
	low := f.loadScalar(ptr, core.U64, p.unaligned())
	s := core.U64
	if p.t.Signed {
		s = core.I64
	}
	high := f.loadScalar(f.offset(ptr, integer(8)), s, p.unaligned())
	x := f.integers(core.Add, f.integers(core.Mul, f.used(high), bigInteger(powerOf(64))), f.used(low))
	return value{t: p.t.unqualified(), x: x}
}

// simple returns a pointer as an expression that can be evaluated twice. A slot or a constant, perhaps moved by a constant, stays as it is.
func (f *fn) simple(p *core.Expr) *core.Expr {
	q := p
	if q.Op == core.Move && q.Kind == "" && q.Y.Op == core.Const {
		q = q.X
	}
	if q.X == nil || q.Op == core.Defined {
		return p
	}
	return f.used(f.held(p))
}

// steady is simple for a pointer that instructions that follow may change.
func (f *fn) steady(p *core.Expr) *core.Expr {
	if f.lasting(p) {
		return p
	}
	return f.used(f.held(p))
}

// store sets a place to a value of its type, and returns the new value of the place.
func (f *fn) store(p place, v value) value {
	v = f.number(v)
	t := p.t.unqualified()
	switch {
	case p.slot >= 0:
		f.set(p.slot, v.x)
		return value{t: t, x: f.read(p.slot), lo: v.lo, hi: v.hi}
	case p.bits > 0:
		return f.storeBits(p, v, false)
	case t.Class == Struct || t.Class == Union:
		f.replace(p.ptr, v.x, f.size(t))
		return value{t: t, x: p.ptr}
	case t.aggregate():
		f.copy(p.ptr, v.x, f.size(t))
		return value{t: t, x: p.ptr}
	case t.Size == 16:
		ptr, x := f.simple(p.ptr), f.held(f.use(v))
		f.storeScalar(ptr, core.U64, f.modulo(x, 64), p.loose)
		f.storeScalar(f.offset(ptr, integer(8)), core.U64, f.modulo(f.integers(core.Shr, f.used(x), integer(64)), 64), p.unaligned())
		return value{t: t, x: x}
	}
	f.storeScalar(p.ptr, scalarType(t), v.x, p.unaligned())
	return v
}

// copy emits a copy of n bytes.
func (f *fn) copy(to, from, n *core.Expr) {
	if n.Op == core.Const && n.Int.Sign() == 0 {
		return
	}
	f.emit(instr(core.Copy, f.used(to), f.used(from), n))
}

// addressed lowers &n.
func (f *fn) addressed(n cc.ExpressionNode) value {
	n = plain(n)
	if u, ok := n.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
		if _, isVaArg := f.vaArgType(u); !isVaArg {
			if v := f.rvalue(u.CastExpression); v.t.Class == Pointer {
				return v // nothing is accessed
			}
		}
	}
	p := f.designate(n, addressing)
	switch {
	case p.bits > 0:
		return f.bad(n, "found the address of a bit-field, want that of an object")
	case p.slot >= 0:
		panic("c: the address of a variable that is a slot")
	}
	return value{t: pointerTo(p.t), x: p.ptr}
}

// assignment lowers = and the operators that are combined with it.
func (f *fn) assignment(n *cc.AssignmentExpression, wanted bool) value {
	op, combined := combinedWith(n.Case)
	a := writing
	if combined {
		a = reading
	}
	var right value
	effects := f.factsOf(n.AssignmentExpression)&(setsSlots|setsMemory) != 0
	if combined && effects { // gcc and clang evaluate the right side first
		right = f.rvalue(n.AssignmentExpression)
		if f.factsOf(n.UnaryExpression) != 0 {
			right = f.hold(right)
		}
	}
	p := f.designate(n.UnaryExpression, a)
	f.modifiable(n.UnaryExpression, p)
	if !combined {
		if p.slot < 0 && f.effects(n.AssignmentExpression) {
			p.ptr = f.steady(p.ptr)
		}
		return f.storeFor(p, f.assignedTo(n, f.expr(n.AssignmentExpression), p), wanted)
	}
	if p.slot < 0 {
		p.ptr = f.simple(p.ptr)
	}
	old := f.load(p)
	old.span = f.u.spanOf(n.UnaryExpression)
	if !effects {
		right = f.rvalue(n.AssignmentExpression)
	}
	v := f.arithmetic(n, op, f.decay(old), right)
	return f.storeFor(p, f.assignedTo(n, v, p), wanted)
}

// assignedTo is assigned for the type of a place. A floating number that does not fit into a bit-field is a fault.
func (f *fn) assignedTo(n cc.Node, v value, p place) value {
	if p.bits > 0 && p.t.Class == Integer && v.t.Class == Float {
		t := *p.t
		t.Width = p.bits
		v = f.convert(v, &t)
	}
	return f.assigned(n, v, p.t)
}

// storeFor stores v. It evaluates v once, even if the value of the assignment is used.
func (f *fn) storeFor(p place, v value, wanted bool) value {
	if v = f.number(v); wanted && p.slot < 0 && !p.t.aggregate() && p.bits == 0 && p.t.Size != 16 {
		v = f.hold(v)
	}
	if p.slot < 0 && p.bits > 0 {
		return f.storeBits(p, v, wanted)
	}
	v = f.store(p, v)
	v.width = p.bits
	return v
}

// combinedWith returns the operator of a combined assignment: + for +=.
func combinedWith(c cc.AssignmentExpressionCase) (op operator, ok bool) {
	switch c {
	case cc.AssignmentExpressionMul:
		return mul, true
	case cc.AssignmentExpressionDiv:
		return div, true
	case cc.AssignmentExpressionMod:
		return rem, true
	case cc.AssignmentExpressionAdd:
		return add, true
	case cc.AssignmentExpressionSub:
		return sub, true
	case cc.AssignmentExpressionLsh:
		return shl, true
	case cc.AssignmentExpressionRsh:
		return shr, true
	case cc.AssignmentExpressionAnd:
		return and, true
	case cc.AssignmentExpressionXor:
		return xor, true
	case cc.AssignmentExpressionOr:
		return or, true
	}
	return 0, false
}

// modifiable records an error if a place is not modifiable (C11 6.3.2.1p1).
func (f *fn) modifiable(n cc.Node, p place) {
	switch {
	case p.rvalue || p.t.Class == Function || p.t.Class == Void:
		f.bad(n, "found a value of type %v, want what can be assigned to", p.t)
	case p.t.Class == Array:
		f.bad(n, "found an array, of type %v, want what can be assigned to", p.t)
	case p.t.Const:
		f.bad(n, "found what has the type %v, want what can be assigned to", p.t)
	case hasConst(p.t):
		f.bad(n, "found what has the type %v, which has a const member, want what can be assigned to", p.t)
	}
}

// hasConst reports whether a structure or union has a member that is const.
func hasConst(t *Type) bool {
	return t.Record != nil && slices.ContainsFunc(t.Record.Fields, func(m *Field) bool { return m.Type.has(func(t *Type) bool { return t.Const }) })
}

// step lowers prefix and postfix ++ and --. If accessed is set, the result is a pointer whose target is accessed next.
func (f *fn) step(n cc.Node, of cc.ExpressionNode, op operator, behind, wanted, accessed bool) value {
	p := f.designate(of, reading)
	f.modifiable(of, p)
	if p.slot < 0 {
		p.ptr = f.simple(p.ptr)
	}
	old := f.load(p)
	old.span = f.u.spanOf(of)
	if !old.t.arithmetic() && old.t.Class != Pointer && old.t.Class != Vector {
		return f.bad(n, "found %v%v of what has type %v, want a number or a pointer", op, op, p.t)
	}
	if behind && wanted {
		old = f.hold(old)
	}
	v := value{t: old.t}
	if accessed {
		by := f.size(old.t.Elem)
		if op == sub {
			by = f.integers(core.Neg, by, nil)
		}
		v.x = f.offset(f.use(old), by)
	} else {
		v = f.arithmetic(n, op, old, value{t: intType, x: integer(1)})
	}
	v = f.storeFor(p, f.assignedTo(n, v, p), wanted && !behind)
	if behind {
		old.width = p.bits
		return old
	}
	return v
}
