package coresym

import (
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines the symbolic state that stands for a single concrete state.

// Lift returns the state that stands for s. S must not have drawn any input.
func (m *Machine) Lift(s core.State) State {
	if s.Drawn() > 0 {
		panic("coresym: a state behind a draw is lifted")
	}
	return m.lifted(s)
}

// Ground returns the state that stands for s, whatever it has drawn. The inputs that are drawn from there on have the
// names of those that it has drawn.
func (m *Machine) Ground(s core.State) State { return m.lifted(s) }

// lifted is Lift, but for the inputs that s has drawn.
func (m *Machine) lifted(s core.State) State {
	var frames []core.Frame // from the running call to the entry function
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		frames = append(frames, f)
	}
	var top *frame
	for i := len(frames) - 1; i >= 0; i-- {
		top = m.liftFrame(frames[i], top)
	}
	r := &rest{others: top.others, locals: top.locals, caller: top.caller, depth: len(frames) - 1, made: s.Objects(),
		ended: s.Ended()}
	for id := 1; id <= r.made; id++ {
		o, _ := s.Object(id)
		r.objects = r.objects.with(int64(id), m.liftObject(s, id, o))
	}
	if r.ended {
		r.status = m.liftValue(s.Status()).n
	}
	return State{fn: top.fn, pc: top.pc, slots: top.slots, loops: top.loops, rest: r}
}

// liftFrame returns a call.
func (m *Machine) liftFrame(f core.Frame, caller *frame) *frame {
	t := &frame{fn: f.Func(), pc: int32(f.PC()), slots: makeVector[*term.Linear](len(f.Func().Slots)), caller: caller}
	for i := range f.Func().Slots {
		switch v := m.liftValue(f.Slot(i)); v.class {
		case undefined:
		case integer:
			t.slots = t.slots.with(nil, i, v.n)
		default:
			t.others = t.others.with(int64(i), v)
		}
	}
	for i, n := range f.Loops() {
		if n > 0 {
			t.loops = &iterations{int32(i), n, t.loops}
		}
	}
	for _, id := range f.Locals() {
		t.locals = &local{id, t.locals}
	}
	return t
}

// liftValue returns a concrete value.
func (m *Machine) liftValue(v core.Value) value {
	if n, ok := v.Integer(); ok {
		return value{class: integer, n: m.pool.Int(n)}
	}
	if id, offset, ok := v.Object(); ok {
		return value{class: inObject, ref: int32(id), n: m.pool.Int(offset)}
	}
	if address, ok := v.Address(); ok {
		return value{class: bare, n: m.pool.Int(address)}
	}
	if f, ok := v.Function(); ok {
		return value{class: toFunction, ref: int32(f)}
	}
	switch v.Type() {
	case core.F32:
		return value{class: single, bits: v.Encoding()}
	case core.F64:
		return value{class: double, bits: v.Encoding()}
	}
	return value{}
}

// liftObject returns an object of s.
func (m *Machine) liftObject(s core.State, id int, o *core.Object) *object {
	q := &object{
		life: o.Life, name: o.Name, size: m.pool.Int(big.NewInt(o.Size)), readOnly: o.ReadOnly, dead: o.Dead,
		scoped: o.Scoped, made: o.Made, ended: o.Ended,
	}
	if o.Global {
		q.global = m.program.Globals[id-1]
		q.cells = put(nil, 0, cell{o.Size, 0, &content{v: value{class: integer, n: m.pool.Int(new(big.Int))}}})
	}
	var bytes []byte // that were seen last, one behind the other
	end := int64(0)  // of them
	flush := func() {
		q.cells = put(q.cells, end-int64(len(bytes)), cell{int64(len(bytes)), 0, &content{data: string(bytes)}})
		bytes = nil
	}
	o.Each(func(at int64, t core.Scalar, v core.Value) {
		if at != end || t != core.U8 || !v.IsDefined() {
			flush()
		}
		switch n, number := v.Integer(); {
		case t == core.NoScalar:
			raw, some := o.Bits(at, 1)
			q.cells = put(q.cells, at,
				cell{1, 0, &content{v: value{class: integer, n: m.pool.Int(new(big.Int).SetUint64(raw))},
					some: byte(some)}})
		case !v.IsDefined():
			q.cells = clear(q.cells, at, 1)
		case t == core.U8 && number && n.IsInt64() && 0 <= n.Int64() && n.Int64() <= 255:
			bytes = append(bytes, byte(n.Int64()))
		default:
			flush()
			if _, bare := v.Address(); bare {
				v = s.Pointer(v)
			}
			q.cells = store(q.cells, at, t, m.liftValue(v))
		}
		end = at + max(1, t.Size())
	})
	flush()
	return q
}
