package c

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines pointers that move, and loads and stores of scalars.

// offset returns a pointer to n bytes after p, inside of the object or not: only an access outside of the object is a
// fault.
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

// simple returns a pointer as an expression that can be evaluated twice. A slot or a constant, perhaps moved by a
// constant, stays as it is.
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

// root returns the pointer from which p was moved.
func root(p *core.Expr) *core.Expr {
	for p.Op == core.Move {
		p = p.X
	}
	return p
}

// unaligned reports whether the address of a scalar need not be a multiple of its size.
func (p place) unaligned() bool { return p.loose || p.t.Align < min(p.t.Size, 8) }
