package c

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the copy of an assignment of a structure or union. What it reads may overlap what it writes only
// exactly (C11 6.5.16.1p3).

// replace emits the copy of n bytes that assigns a structure, a union or an array. It is a fault where its ranges
// overlap and are not the same.
func (f *fn) replace(to, from, n *core.Expr) {
	if n.Op == core.Const && n.Int.Sign() == 0 {
		return
	}
	in := instr(core.Copy, f.used(to), f.used(from), n)
	if !f.cannotOverlap(to, from, n) {
		in.Kind, in.Loose = semantics.OverlappingCopy, true
	}
	f.emit(in)
}

// cannotOverlap reports whether the text shows that n bytes at one pointer and n bytes at another one are the same
// bytes or have none in common, unless an access to them is a fault.
func (f *fn) cannotOverlap(to, from, n *core.Expr) bool {
	if n.Op != core.Const {
		return false
	}
	a, b := f.spotOf(to, n.Int), f.spotOf(from, n.Int)
	switch {
	case a.own && b.own && !a.sameObject(b):
		return true
	case a.size != nil && a.size.Cmp(n.Int) <= 0 || b.size != nil && b.size.Cmp(n.Int) <= 0: // all of an object
		return true
	case a.rest == nil || b.rest == nil || !a.sameObject(b):
		return false
	}
	return a.rest.Cmp(b.rest) == 0
}

// spot is what the text shows of a pointer.
type spot struct {
	base *core.Expr // a read of a slot, or a global, from which it is moved; else nil
	own  bool       // whether base is the start of an object that no other base with own is in
	size *big.Int   // of that object, if it is known
	rest *big.Int   // the distance from base modulo the number of bytes; nil if it is not known
}

// sameObject reports whether two pointers are moved from one that is surely the same, because it is the same slot or
// global.
func (s spot) sameObject(t spot) bool {
	return s.base != nil && t.base != nil && s.base.Op == t.base.Op && s.base.Slot == t.base.Slot &&
		s.base.Ref == t.base.Ref
}

// spotOf returns what the text shows of a pointer to n bytes.
func (f *fn) spotOf(p *core.Expr, n *big.Int) spot {
	s := spot{rest: zero}
	for {
		switch p.Op {
		case core.Move:
			if by := remainderOf(p.Y, n); by == nil || s.rest == nil {
				s.rest = nil
			} else {
				s.rest = new(big.Int).Mod(sum(s.rest, by), n)
			}
			p = p.X
			continue
		case core.Defined, core.Freeze:
			p = p.X
			continue
		case core.Address:
			s.base, s.own = p, true
			if size := f.p.core.Globals[p.Ref].Size; size > 0 { // else it is not lowered yet
				s.size = bigInt(size)
			}
		case core.Read:
			s.base = p
			if size, ok := f.own[p.Slot]; ok {
				if s.own = true; size.Op == core.Const {
					s.size = size.Int
				}
			}
		}
		return s
	}
}

// remainderOf returns the value of x modulo n, if the text shows it; else nil.
func remainderOf(x *core.Expr, n *big.Int) *big.Int {
	switch x.Op {
	case core.Const:
		return new(big.Int).Mod(x.Int, n)
	case core.Mul, core.Add, core.Sub:
		a, b := remainderOf(x.X, n), remainderOf(x.Y, n)
		switch {
		case x.Op == core.Mul && (a != nil && a.Sign() == 0 || b != nil && b.Sign() == 0):
			return zero
		case a == nil || b == nil:
			return nil
		case x.Op == core.Mul:
			return new(big.Int).Mod(product(a, b), n)
		case x.Op == core.Add:
			return new(big.Int).Mod(sum(a, b), n)
		}
		return new(big.Int).Mod(difference(a, b), n)
	case core.Within, core.Given:
		if x.Op == core.Within {
			return remainderOf(x.X, n)
		}
		return remainderOf(x.Y, n)
	}
	return nil
}
