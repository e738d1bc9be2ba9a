package view

import (
	"slices"

	"vouch/semantics/core"
)

// This file defines where a run computes with addresses: what it does then may be otherwise on a machine, which chooses
// other ones.

// Numbered reports whether a step computes with the address of an object or of a function. The distance of two pointers
// into one object does not depend on its address.
func Numbered(m *core.Machine, s *Step) bool {
	value := func(e *core.Expr) core.Value {
		v, _ := m.Eval(s.Before, e)
		return v
	}
	var has func(e *core.Expr) bool
	has = func(e *core.Expr) bool {
		switch {
		case e == nil:
			return false
		case e.X != nil && e.Y != nil && e.X.Op == core.ToInt && e.Y.Op == core.ToInt && e.Op != core.Add:
			x, _, ok := value(e.X.X).Object()
			if y, _, also := value(e.Y.X).Object(); ok && also && x == y {
				return has(e.X.X) || has(e.Y.X)
			}
		case e.Op == core.ToInt:
			v := value(e.X)
			if _, bare := v.Address(); !bare && v.IsDefined() {
				return true
			}
		}
		return has(e.X) || has(e.Y)
	}
	in := s.Instr()
	return slices.ContainsFunc(in.Args, has) || in.Op == core.Load && in.Type == core.Pointer &&
		forged(s, value(in.Args[0]))
}

// forged reports whether the pointer that a step loads is a number that happens to be an address.
func forged(s *Step, at core.Value) bool {
	id, offset, ok := at.Object()
	o, has := s.Before.Object(id)
	if !ok || !has || o.Dead || !offset.IsInt64() || offset.Sign() < 0 || offset.Int64()+core.Pointer.Size() > o.Size {
		return false
	}
	raw := o.Load(offset.Int64(), core.Pointer)
	if _, bare := raw.Address(); !bare || !o.Plain(offset.Int64(), offset.Int64()+core.Pointer.Size()) {
		return false
	}
	_, bare := s.Before.Pointer(raw).Address()
	return !bare
}
