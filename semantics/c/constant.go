package c

import (
	"math/big"
	"sort"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines which expressions are constant (by C11 6.6, and those that gcc adds), and their values. The
// arithmetic is in fold.go.

// at is the place of an lvalue; t is the type of the object there.
type location struct {
	t   *Type
	x   *core.Expr
	off int64
	s   *symbol // the object, if it has a name
}

// foldExpression returns the value of an expression, after arrays and functions decay.
func (e *folding) foldExpression(n cc.ExpressionNode) constant {
	if e.why != "" {
		return e.fail("")
	}
	if !e.u.p.charge(nodeWork) {
		return e.fail("it takes too much work")
	}
	n = plain(n)
	if op, l, r, ok := binaryOf(n); ok {
		return e.binary(n, op, l, r)
	}
	if and, l, r, ok := logicalOf(n); ok {
		if x := e.truth(e.value(l)); e.why != "" || x != and {
			return truth(x)
		}
		return truth(e.truth(e.value(r)))
	}
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return e.primary(n)
	case *cc.PostfixExpression:
		return e.postfix(n)
	case *cc.UnaryExpression:
		return e.unary(n)
	case *cc.CastExpression:
		return e.convert(e.value(n.CastExpression), e.u.typeName(nil, n.TypeName).unqualified())
	case *cc.ConditionalExpression:
		t := e.f.typeOf(n)
		c := e.value(n.LogicalOrExpression)
		switch {
		case e.why != "":
			return c
		case !e.truth(c):
			return e.convert(e.value(n.ConditionalExpression), t)
		case isNil(n.ExpressionList):
			return e.convert(c, t)
		}
		return e.convert(e.value(n.ExpressionList), t)
	case *cc.AssignmentExpression:
		return e.fail("it has an assignment")
	case *cc.ExpressionList:
		return e.fail("it has a comma")
	}
	return e.fail("it is no expression that can be constant")
}

func (e *folding) primary(n *cc.PrimaryExpression) constant {
	switch n.Case {
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return e.u.literal(n)
	case cc.PrimaryExpressionGeneric:
		if c := e.f.chosen(n.GenericSelection); !isNil(c) {
			return e.value(c)
		}
		return e.fail("no association fits")
	case cc.PrimaryExpressionStmt:
		return e.fail("it has a statement")
	case cc.PrimaryExpressionIdent:
		if k, ok := e.u.resolved(n).(*cc.Enumerator); ok {
			return e.u.enumerator(k)
		}
	}
	return e.load(e.place(n))
}

// load returns the value at a place. For an array or a function this is its address.
func (e *folding) load(p location) constant {
	if e.why != "" {
		return e.fail("")
	}
	switch p.t.Class {
	case Array:
		return constant{t: pointerTo(p.t.Elem), x: p.x, off: p.off}
	case Function:
		return constant{t: pointerTo(p.t), x: p.x, off: p.off}
	}
	if p.x.Op == core.Address && p.s == nil && p.t.Size == charType.Size { // an element of a string literal
		if g := e.u.p.core.Globals[p.x.Ref]; g.Literal && p.off >= 0 && p.off < g.Size {
			b := byte(0)
			if len(g.Init) > 0 && p.off < int64(len(g.Init[0].Bytes)) {
				b = g.Init[0].Bytes[p.off]
			}
			return constant{t: p.t.unqualified(), x: bigInteger(wrap(big.NewInt(int64(b)), p.t))}
		}
	}
	if !e.initial || p.s == nil || !p.t.Const || p.t.Volatile || p.s.init == nil || !p.s.t.complete() {
		return e.fail("it has the value of an object")
	}
	c, ok := p.s.unit.initialValue(p.s, p.off, p.t.unqualified())
	if !ok {
		return e.fail("it has the value of an object")
	}
	return c
}

// initialValue returns the value of the scalar at an offset in a constant object.
func (u *unit) initialValue(s *symbol, off int64, t *Type) (c constant, ok bool) {
	if u.types.reading[s] || !t.scalar() || t.Size > 8 || len(u.types.reading) > 64 {
		return c, false
	}
	if u.types.reading == nil {
		u.types.reading = map[*symbol]bool{}
	}
	inits, known := u.types.contents[s]
	if !known {
		if u.types.contents == nil {
			u.types.contents = map[*symbol][]core.Init{}
		}
		u.types.reading[s] = true
		inits, _ = u.staticInit(s.t, s.init)
		delete(u.types.reading, s)
		u.types.contents[s] = inits
	}
	bits := new(big.Int)
	first := sort.Search(len(inits), func(i int) bool { return partEnd(&inits[i]) > off })
	for _, x := range inits[first:] {
		if x.Offset >= off+t.Size {
			break
		}
		if x.Value == nil {
			for i := range t.Size {
				if k := off + i - x.Offset; k >= 0 && k < int64(len(x.Bytes)) {
					bits.Or(bits, new(big.Int).Lsh(big.NewInt(int64(x.Bytes[k])), uint(8*i)))
				}
			}
			continue
		}
		if x.Offset != off || x.Type.Size() != t.Size {
			return c, false
		}
		c = constant{t: t, x: x.Value}
		if x.Value.Op == core.Move {
			c.x, c.off = x.Value.X, x.Value.Y.Int.Int64()
		}
		switch {
		case x.Value.Op == core.Const && t.integer():
			c.x = bigInteger(wrap(x.Value.Int, t))
			return c, true
		case x.Value.Op == core.Single || x.Value.Op == core.Double:
			return c, t.Class == Float
		}
		return c, t.Class == Pointer && c.x.Op != core.Const
	}
	switch {
	case t.integer():
		return constant{t: t, x: bigInteger(wrap(bits, t))}, true
	case t.Class == Float && t.Size == 4:
		return constant{t: t, x: &core.Expr{Op: core.Single, Type: core.F32, Bits: bits.Uint64()}}, true
	case t.Class == Float:
		return constant{t: t, x: &core.Expr{Op: core.Double, Type: core.F64, Bits: bits.Uint64()}}, true
	}
	return constant{t: t, x: null(), off: int64(bits.Uint64())}, true
}

// place returns the place that an lvalue designates.
func (e *folding) place(n cc.ExpressionNode) location {
	nowhere := location{t: intType, x: null()}
	if e.why != "" {
		return nowhere
	}
	n = plain(n)
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		switch n.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			bytes, elem := e.u.text(n)
			return location{t: arrayOf(elem, int64(len(bytes))/elem.Size+1),
				x: e.u.p.stringObject(bytes, elem.Size, e.u.spanOf(n))}
		case cc.PrimaryExpressionIdent:
			d, ok := e.u.resolved(n).(*cc.Declarator)
			if !ok || d.IsTypename() || e.f.unplaced(d) && !e.u.isFunction(d) {
				e.fail("it has the variable %s", n.Token.SrcStr())
				return nowhere
			}
			if _, ok := e.f.nestedType(d); ok {
				e.fail("it has the nested function %s", n.Token.SrcStr())
				return nowhere
			}
			s := e.u.resolve(d)
			if why := s.hidden(); why != nil {
				e.fail("it has %s%s%s", s.name, withError, why.Error())
				return nowhere
			}
			x := e.u.p.addressOf(s)
			return location{t: s.t, x: x, s: s}
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionDeref {
			return e.pointee(e.value(n.CastExpression))
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect:
			p := e.place(n.PostfixExpression)
			return e.member(p, n)
		case cc.PostfixExpressionPSelect:
			return e.member(e.pointee(e.value(n.PostfixExpression)), n)
		case cc.PostfixExpressionIndex:
			p, i := e.value(n.PostfixExpression), e.value(n.ExpressionList)
			if i.t.Class == Pointer {
				p, i = i, p
			}
			q := e.pointee(e.moved(p, i, false))
			return q
		case cc.PostfixExpressionComplit:
			return e.compoundLiteral(n)
		}
	}
	e.fail("it has a value that is no constant")
	return nowhere
}

// pointee returns the place that a pointer points to.
func (e *folding) pointee(c constant) location {
	if e.why == "" && c.t.Class != Pointer {
		e.fail("it dereferences a value of type %v", c.t)
	}
	if e.why != "" {
		return location{t: intType, x: null()}
	}
	p := location{t: c.t.Elem, x: c.x, off: c.off}
	if c.x.Op == core.Address {
		p.s = e.u.p.symbolOf(c.x.Ref)
	}
	return p
}

// symbolOf returns the symbol at file scope of a global; nil for any other global.
func (p *program) symbolOf(global int) *symbol {
	s := p.owners[global]
	if s != nil && (p.symbols[s.name] == s || !s.unit.library && s.unit.statics[s.name] == s) {
		return s
	}
	return nil
}

// member returns the place of a member.
func (e *folding) member(p location, n *cc.PostfixExpression) location {
	if e.why != "" {
		return p
	}
	e.u.need(p.t)
	if p.t.Record == nil {
		e.fail("it has a member of a value of type %v", p.t)
		return p
	}
	path, ok := e.u.p.member(p.t.Record, n.Token2.SrcStr())
	if !ok {
		e.fail("%v has no member %s", p.t, n.Token2.SrcStr())
		return p
	}
	for _, m := range path {
		p.t = partType(m.Type, p.t)
		p.off += m.Offset
		if m.Bits > 0 {
			e.fail("it has a bit-field")
		}
	}
	return p
}

// compoundLiteral returns the place of a compound literal outside of functions.
func (e *folding) compoundLiteral(n *cc.PostfixExpression) location {
	if e.f != e.u.types.outside {
		e.fail("it has a compound literal")
		return location{t: intType, x: null()}
	}
	t := e.u.types.literals[n]
	if t == nil {
		of := e.u.typeName(nil, n.TypeName)
		inits, of := e.u.staticInit(of, &cc.Initializer{Case: cc.InitializerInitList, Token: n.Token3,
			InitializerList: n.InitializerList, Token3: n.Token5})
		g := &core.Global{Name: "literal", Size: of.Size, Init: inits, ReadOnly: of.constant(), Span: e.u.spanOf(n)}
		t = &literalObject{of, e.u.p.newGlobal(g)}
		if e.u.types.literals == nil {
			e.u.types.literals = map[*cc.PostfixExpression]*literalObject{}
		}
		e.u.types.literals[n] = t
	}
	return location{t: t.t, x: &core.Expr{Op: core.Address, Type: core.Ptr, Ref: t.global}}
}

func (e *folding) postfix(n *cc.PostfixExpression) constant {
	switch n.Case {
	case cc.PostfixExpressionCall:
		return e.call(n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return e.fail("it has an assignment")
	}
	return e.load(e.place(n))
}

func (e *folding) unary(n *cc.UnaryExpression) constant {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return e.fail("it has an assignment")
	case cc.UnaryExpressionAddrof:
		p := e.place(n.CastExpression)
		return constant{t: pointerTo(p.t), x: p.x, off: p.off}
	case cc.UnaryExpressionDeref:
		return e.load(e.place(n))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return e.sign(n, e.convert(e.value(n.CastExpression), e.f.promotedType(n.CastExpression)))
	case cc.UnaryExpressionNot:
		return truth(!e.truth(e.value(n.CastExpression)))
	case cc.UnaryExpressionSizeofExpr:
		return e.sizeof(e.u.typeOf(e.f, n.UnaryExpression))
	case cc.UnaryExpressionSizeofType:
		return e.sizeof(e.u.typeName(nil, n.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return constant{t: ulongType, x: integer(e.u.typeOf(e.f, n.UnaryExpression).Align)}
	case cc.UnaryExpressionAlignofType:
		return constant{t: ulongType, x: integer(e.u.typeName(nil, n.TypeName).Align)}
	case cc.UnaryExpressionLabelAddr:
		x, off := e.u.labelAddress(n)
		return constant{t: pointerTo(voidType), x: x, off: off}
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		re, im := e.parts(e.value(n.UnaryExpression))
		if n.Case == cc.UnaryExpressionImag {
			return im
		}
		return re
	}
	return e.fail("it is no expression that can be constant")
}

// sizeof returns the size of a type; that of void and of functions is 1.
func (e *folding) sizeof(t *Type) constant {
	size := t.Size
	switch {
	case t.variable():
		return e.fail("it has the size of an array whose length is not constant")
	case t.Class == Void || t.Class == Function:
		size = 1
	case !t.complete():
		return e.fail("it has the size of the incomplete type %v", t)
	}
	return constant{t: ulongType, x: integer(size)}
}
