package finder

import (
	"slices"

	"vouch/semantics/core"
)

// This file defines which steps of a concrete run depend on the addresses of objects, which the numbers of objects
// give.

// alive returns how many objects of a state are alive.
func alive(s core.State) (n int) {
	for id := 1; id <= s.Objects(); id++ {
		if o, _ := s.Object(id); !o.Dead {
			n++
		}
	}
	return n
}

// during reports whether something is so in one of so many states of a run from s on.
func during(m *core.Machine, s core.State, steps int64, is func(core.State) bool) bool {
	for range steps {
		if is(s) {
			return true
		}
		s, _, _ = m.Step(s)
		m.Meter.Settle(0)
	}
	return false
}

// depends reports whether one of so many steps from s may depend on the numbers of objects.
func depends(m *core.Machine, s core.State, steps int64) bool {
	return during(m, s, steps, func(s core.State) bool {
		in := s.Instr()
		return touches(m, s, in) || slices.ContainsFunc(in.Args, func(e *core.Expr) bool { return compares(m, s, e) })
	})
}

// compares reports whether the value of an expression may depend on numbers.
func compares(m *core.Machine, s core.State, e *core.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == core.Same {
		x, _ := m.Eval(s, e.X)
		y, _ := m.Eval(s, e.Y)
		if !plainAddress(x) || !plainAddress(y) {
			return true
		}
	}
	return e.Op == core.ToInt || e.Op == core.ToPtr || compares(m, s, e.X) || compares(m, s, e.Y)
}

// stales reports whether one of so many steps from s compares stale pointers.
func stales(m *core.Machine, s core.State, steps int64) bool {
	return during(m, s, steps, func(s core.State) bool {
		return slices.ContainsFunc(s.Instr().Args, func(e *core.Expr) bool { return stale(m, s, e) })
	})
}

// stale reports whether an expression compares stale pointers.
func stale(m *core.Machine, s core.State, e *core.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == core.Same {
		x, _ := m.Eval(s, e.X)
		y, _ := m.Eval(s, e.Y)
		if s.Stale(x, y) {
			return true
		}
	}
	return stale(m, s, e.X) || stale(m, s, e.Y)
}

// plainAddress reports whether a pointer is in an object, to a function, or below the addresses of objects.
func plainAddress(v core.Value) bool {
	n, bare := v.Address()
	if _, at, ok := v.Object(); ok {
		n, bare = at, true
	}
	return !bare || n.Sign() >= 0 && n.BitLen() <= 32
}

// touches reports whether an access depends on numbers: it takes a part of a pointer, or takes one for something else.
func touches(m *core.Machine, s core.State, in *core.Instr) bool {
	ends := 0 // how many operands say where the access is
	switch in.Op {
	case core.Load, core.Store, core.Fill:
		ends = 1
	case core.Copy:
		ends = 2
	}
	n := in.Type.Size()
	if in.Op == core.Copy || in.Op == core.Fill {
		v, _ := m.Eval(s, in.Args[2])
		size, _ := v.Integer()
		n = size.Int64()
	}
	for _, e := range in.Args[:ends] {
		v, _ := m.Eval(s, e)
		id, at, ok := v.Object()
		if !ok || n == 0 {
			continue
		}
		o, _ := s.Object(id)
		first, end := at.Int64(), at.Int64()+n
		switch {
		case in.Op == core.Load && in.Type == core.Pointer:
			if v := o.Load(first, in.Type); v.IsDefined() && !o.Pointer(first) && !plainAddress(v) {
				return true
			}
		case in.Op == core.Load || in.Type.IsBitField():
			if o.Pointers(first, end) {
				return true
			}
		case o.Within(first) || o.Within(end):
			return true
		}
	}
	return false
}
