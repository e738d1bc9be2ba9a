package coresym

import (
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines for which concrete state a symbolic state stands.

// concretizer makes values and objects for given inputs. It records whether something has no value.
type concretizer struct {
	*term.Valuation
	funcs int // of the program
	lost  bool
}

// Concretize implements symbolic.Machine. An input without a value in m0 has the value of its range that is nearest to
// 0.
func (m *Machine) Concretize(s State, m0 symbolic.Inputs) (core.State, bool) {
	c := concretizer{Valuation: m.pool.Completed(func(name string) *big.Int { return m0[name] }),
		funcs: len(m.program.Funcs)}
	r := s.rest
	parts := core.Parts{Ended: r.ended}
	if r.ended {
		parts.Status = core.MakeInteger(c.integer(r.status))
	}
	top := &frame{s.fn, s.pc, s.slots, s.loops, r.others, r.locals, r.caller}
	for f := top; f != nil; f = f.caller {
		part := core.Part{Func: m.number[f.fn], PC: int(f.pc), Slots: make([]core.Value, len(f.fn.Slots)),
			Loops: make([]int64, f.fn.Loops)}
		for i := range part.Slots {
			if n := f.slots.get(i); n != nil {
				part.Slots[i] = core.MakeInteger(c.integer(n))
			} else if v, ok := f.others.get(int64(i)); ok {
				part.Slots[i] = c.value(v)
			}
		}
		for i := range part.Loops {
			part.Loops[i] = f.loops.of(i)
		}
		for l := f.locals; l != nil; l = l.next {
			part.Locals = append([]int{l.id}, part.Locals...)
		}
		parts.Frames = append([]core.Part{part}, parts.Frames...)
	}
	for _, o := range r.objects.all() {
		parts.Objects = append(parts.Objects, c.object(o))
	}
	if r.drawn != nil {
		parts.Drawn = make([]string, r.drawn.n)
		for d := r.drawn; d != nil; d = d.next {
			parts.Drawn[d.n-1] = d.in.Name
			c.integer(m.pool.Draw(d.input(), d.lo, d.hi)) // which has to be in its range
		}
	}
	if c.lost {
		return core.State{}, false
	}
	return (&core.Machine{Program: m.program}).Assemble(parts), true
}

// integer returns the value of a term.
func (c *concretizer) integer(e *term.Linear) *big.Int {
	n := c.Linear(e)
	if n == nil {
		c.lost = true
		return new(big.Int)
	}
	return n
}

func (c *concretizer) value(v value) core.Value {
	switch v.class {
	case undefined:
		return core.Value{}
	case integer:
		return core.MakeInteger(c.integer(v.n))
	case single:
		return core.MakeFloat32(uint32(v.bits))
	case double:
		return core.MakeFloat64(v.bits)
	case opaque:
		return c.float(v.f)
	case inObject:
		return core.MakePointer(int(v.ref), c.integer(v.n))
	case toFunction:
		return core.MakeFunction(int(v.ref))
	case bare:
		return core.MakeAddress(c.integer(v.n))
	case wild:
		return core.ToPointer(c.integer(v.n), int(v.ref), c.funcs)
	}
	panic("coresym: unexpected class of value")
}

// float returns the float that f is.
func (c *concretizer) float(f *float) core.Value {
	if f.raw != nil {
		if raw := c.integer(f.raw).Uint64(); f.expr.Type == core.F64 {
			return core.MakeFloat64(raw)
		} else {
			return core.MakeFloat32(uint32(raw))
		}
	}
	e := *f.expr
	e.X = c.literal(f.x)
	if e.Y != nil {
		e.Y = c.literal(f.y)
	}
	v, stop := new(core.Machine).Eval(core.State{}, &e)
	c.lost = c.lost || stop != nil
	return v
}

// literal returns the integer or the float v as an expression.
func (c *concretizer) literal(v value) *core.Expr {
	w := c.value(v)
	if n, ok := w.Integer(); ok {
		return &core.Expr{Op: core.Const, Type: core.Int, Int: n}
	}
	op := core.Double
	if w.Type() == core.F32 {
		op = core.Single
	}
	return &core.Expr{Op: op, Type: w.Type(), Bits: w.Encoding()}
}

// object returns the object for which o stands.
func (c *concretizer) object(o *object) *core.Object {
	size := c.integer(o.size)
	if !size.IsInt64() {
		c.lost = true
		return &core.Object{}
	}
	q := &core.Object{
		Name: o.name, Size: size.Int64(), Life: o.life, Global: o.global != nil, Literal: o.global != nil &&
			o.global.Literal,
		ReadOnly: o.readOnly, Dead: o.dead, Scoped: o.scoped, Made: o.made, Ended: o.ended,
	}
	end := int64(0)
	store := func(at int64, t core.Scalar, v core.Value) {
		if at+t.Size() > q.Size {
			c.lost = true
			return
		}
		q = q.With(at, t, v)
	}
	for at, x := range o.cells.all() {
		c.gap(o, end, at, store)
		end = at + x.width
		c.cell(o, at, x, store)
	}
	if !o.dead {
		c.gap(o, end, q.Size, store)
	}
	return q
}

// gap makes those bytes of a global undefined that are in no cell.
func (c *concretizer) gap(o *object, at, end int64, store func(int64, core.Scalar, core.Value)) {
	for ; o.global != nil && at < end && !c.lost; at++ {
		store(at, core.U8, core.Value{})
	}
}

// cell stores the contents of a cell of o.
func (c *concretizer) cell(o *object, at int64, x cell, store func(int64, core.Scalar, core.Value)) {
	switch {
	case x.whole():
		store(at, x.as, c.value(x.v))
		return
	case x.as == core.NoScalar && x.v.class == integer:
		b := core.MakeInteger(c.integer(x.v.n))
		if zero := x.v.n.IsConst() && x.v.n.Const.Sign() == 0; zero && o.global != nil && x.some == 0 {
			return // as it is from the start
		}
		for k := range x.width {
			store(at+k, core.U8, b)
		}
		for k := 0; k < 8 && x.some != 0; k++ {
			if x.some>>k&1 == 0 {
				store(at, core.BitField(1, k, false), core.Value{})
			}
		}
		return
	case x.as == core.NoScalar:
		for k := range x.width {
			store(at+k, core.U8, core.MakeInt(int64(x.data[x.first+k])))
		}
		return
	}
	v := c.value(x.v)
	for k := range x.width {
		store(at+k, core.U8, byteOf(v, x.first+k))
	}
}

// byteOf returns byte k of a value that was stored.
func byteOf(v core.Value, k int64) core.Value {
	switch v.Type() {
	case core.F32, core.F64:
		return core.MakeInt(int64(v.Encoding() >> (8 * k) & 255))
	case core.Ptr:
		v = v.ToInteger()
	}
	n, _ := v.Integer()
	b := new(big.Int).Rsh(n, uint(8*k)) // of the two's complement
	return core.MakeInteger(b.And(b, big.NewInt(255)))
}
