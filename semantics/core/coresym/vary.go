package coresym

import (
	"encoding/binary"
	"math/big"
	"strconv"

	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines states in which places may hold any integer: slots, and places in memory.

var _ symbolic.Varier[State] = (*Machine)(nil)

// Vary implements symbolic.Varier.
func (m *Machine) Vary() { m.vary, m.exact = true, map[any]bool{} }

// Running returns the function that runs in a state.
func (m *Machine) Running(s State) *core.Func { return s.fn }

// Instr returns the next instruction of a state.
func (s State) Instr() *core.Instr { return &s.fn.Code[s.pc] }

// PC returns the number of the instruction of this function at which a state is.
func (m *Machine) PC(s State) int { return int(s.pc) }

// Context implements symbolic.Varier.
func (m *Machine) Context(s State) string {
	var b []byte
	for f := (&frame{fn: s.fn, pc: s.pc, caller: s.rest.caller}); f != nil; f = f.caller {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(m.number[f.fn])), uint64(f.pc))
	}
	return string(b)
}

// At implements symbolic.Varier.
func (m *Machine) At(s State, p symbolic.Place) (n *term.Linear, ok bool) {
	if p.Object == 0 {
		f := &frame{fn: s.fn, slots: s.slots, others: s.rest.others, caller: s.rest.caller}
		for i := uint64(0); i < p.Type && f != nil; i++ {
			f = f.caller
		}
		if f == nil || p.At >= uint64(len(f.fn.Slots)) {
			return nil, false
		}
		if n = f.slots.get(int(p.At)); n != nil {
			return n, true
		}
		v, _ := f.others.get(int64(p.At))
		return v.n, v.class == inObject
	}
	o, ok := s.rest.objects.get(int64(p.Object))
	if ok && !o.dead && p.Type == 0 && p.At == 0 {
		return o.size, true
	}
	if !ok || o.dead || o.sum != nil || !o.size.IsConst() ||
		o.size.Const.Cmp(new(big.Int).SetUint64(p.At+uint64(core.Scalar(p.Type).Size()))) < 0 {
		return nil, false
	}
	return m.integerAt(o.cells, int64(p.At), core.Scalar(p.Type))
}

// Turns returns where turns of the loops of a function begin, with the heads of these loops: at the only instruction to
// which control comes from outside of a loop, or else at its head.
func (m *Machine) Turns(fn *core.Func) map[int]int {
	turns, known := m.turns[fn]
	if known {
		return turns
	}
	if turns = map[int]int{}; m.turns == nil {
		m.turns = map[*core.Func]map[int]int{}
	}
	for _, b := range m.bodiesOf(fn) {
		head, begins := 0, map[int]bool{}
		for i := range fn.Code {
			if &fn.Code[i] == b.head {
				head = i
			}
			for _, next := range after(fn, i) {
				if !b.inside[i] && next < len(fn.Code) && b.inside[next] {
					begins[next] = true
				}
			}
		}
		first := head
		for i := range begins {
			first = i
		}
		if len(begins) != 1 {
			first = head
		}
		if _, taken := turns[first]; !taken {
			turns[first] = head
		}
	}
	m.turns[fn] = turns
	return turns
}

// The bounds on branches in a loop that are told apart.
const (
	maxDecisions = 3
	maxBefore    = 64 // nodes of the condition of one
)

// Decisions returns the conditions of the first branches in the loop whose head is an instruction of a function, but
// for those of loops. They are about slots where a turn begins, as far as one way leads from there to a branch.
func (m *Machine) Decisions(fn *core.Func, head int) (list []*core.Expr) {
	list, known := m.decisions[&fn.Code[head]]
	if known {
		return list
	}
	if m.decisions == nil {
		m.decisions = map[*core.Instr][]*core.Expr{}
	}
	start := head
	for first, of := range m.Turns(fn) {
		if of == head {
			start = first
		}
	}
	for _, b := range m.bodiesOf(fn) {
		for i := range fn.Code {
			in := &fn.Code[i]
			if b.head == &fn.Code[head] && b.inside[i] && in.Op == core.Branch && in.Loop < 0 &&
				len(list) < maxDecisions {
				list = append(list, before(fn, start, i, in.Args[0]))
			}
		}
	}
	m.decisions[&fn.Code[head]] = list
	return list
}

// before returns a condition at an instruction as it is at an earlier one from which a single way leads there, or at
// the last instruction to which several ways lead. If something else than an expression sets what it is about, it is
// returned as it is.
func before(fn *core.Func, start, at int, e *core.Expr) *core.Expr {
	from := make([][]int, len(fn.Code)+1)
	for i := range fn.Code {
		for _, next := range after(fn, i) {
			from[next] = append(from[next], i)
		}
	}
	then := e
	for steps := 0; at != start && len(from[at]) == 1 && steps < len(fn.Code); steps++ {
		at = from[at][0]
		in := &fn.Code[at]
		switch {
		case in.Dst < 0 || !reads(then, in.Dst):
		case in.Op == core.Set:
			if then = replaced(then, in.Dst, in.Args[0]); nodes(then) > maxBefore {
				return e
			}
		default:
			return e
		}
	}
	return then
}

// reads reports whether an expression reads a slot.
func reads(e *core.Expr, slot int) bool {
	return e != nil && (e.Op == core.Read && e.Slot == slot || reads(e.X, slot) || reads(e.Y, slot))
}

// nodes returns how many nodes an expression has.
func nodes(e *core.Expr) int {
	if e == nil {
		return 0
	}
	return 1 + nodes(e.X) + nodes(e.Y)
}

// replaced returns e with an expression in the place of a slot, of which it is known that its ranges are kept.
func replaced(e *core.Expr, slot int, by *core.Expr) *core.Expr {
	switch {
	case e == nil || !reads(e, slot):
		return e
	case e.Op == core.Read:
		return ranging(by)
	}
	c := *e
	c.X, c.Y = replaced(e.X, slot, by), replaced(e.Y, slot, by)
	return &c
}

// ranging returns e without the obligations to be in a range.
func ranging(e *core.Expr) *core.Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == core.Within:
		return ranging(e.X)
	}
	c := *e
	c.X, c.Y = ranging(e.X), ranging(e.Y)
	return &c
}

// Decides implements symbolic.Varier.
func (m *Machine) Decides(s State) (list []*term.Formula) {
	for _, e := range m.Decisions(s.fn, m.Turns(s.fn)[int(s.pc)]) {
		l := m.lift(&s)
		if f := l.truth(e); l.unsupported.Reason == "" && len(l.faults()) == 0 {
			list = append(list, f)
		} else {
			list = append(list, nil)
		}
	}
	return list
}

// Integers implements symbolic.Varier.
func (m *Machine) Integers(s State) (all []symbolic.Place) {
	for f, call := (&frame{fn: s.fn, slots: s.slots, others: s.rest.others, caller: s.rest.caller}),
		uint64(0); f != nil; f, call = f.caller, call+1 {
		for i := range f.fn.Slots {
			if v, _ := f.others.get(int64(i)); f.slots.get(i) != nil || v.class == inObject {
				all = append(all, symbolic.Place{At: uint64(i), Type: call})
			}
		}
	}
	for id, o := range s.rest.objects.all() {
		if !o.dead && !o.size.IsConst() {
			all = append(all, symbolic.Place{Object: uint64(id)})
		}
	}
	return all
}

// any returns s with a new input in a place, and what was there.
func (m *Machine) any(s State, x symbolic.Place, within [2]*big.Int, name string) (State, *term.Sym, *term.Linear) {
	if x.Object == 0 {
		n := m.pool.Draw(name, within[0], within[1])
		return m.anySlot(s, x, n), n.Symbol(), nil
	}
	r := *s.rest
	s.rest = &r
	o, _ := r.objects.get(int64(x.Object))
	as, at := core.Scalar(x.Type), int64(x.At)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*as.Size()))
	if as.Signed() {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	hi.Sub(hi, big.NewInt(1))
	if within[0] != nil {
		lo = within[0]
	}
	if within[1] != nil {
		hi = within[1]
	}
	n := m.pool.Draw(name, lo, hi)
	was, _ := m.integerAt(o.cells, at, as)
	if m.origins == nil {
		m.origins = map[string]origin{}
	}
	m.origins[name] = o.origin(at)
	p := *o
	p.cells = put(o.cells, at, cell{as.Size(), 0, &content{as: as, v: value{class: integer, n: n}}})
	r.objects = r.objects.with(int64(x.Object), &p)
	return s, n.Symbol(), was
}

// anySlot returns s with n as the integer in a slot, or as the offset of the pointer there.
func (m *Machine) anySlot(s State, x symbolic.Place, n *term.Linear) State {
	top := &frame{s.fn, s.pc, s.slots, s.loops, s.rest.others, s.rest.locals, s.rest.caller}
	var change func(f *frame, calls uint64) *frame
	change = func(f *frame, calls uint64) *frame {
		g := *f
		switch v, _ := f.others.get(int64(x.At)); {
		case calls > 0:
			g.caller = change(f.caller, calls-1)
		case f.slots.get(int(x.At)) != nil:
			g.slots = f.slots.with(nil, int(x.At), n)
		default:
			v.n = n
			g.others = f.others.with(int64(x.At), v)
		}
		return &g
	}
	top = change(top, x.Type)
	r := *s.rest
	r.others, r.caller = top.others, top.caller
	s.slots, s.rest = top.slots, &r
	return s
}

// Any implements symbolic.Landmarker.
func (m *Machine) Any(s State, places []symbolic.Place, within [][2]*big.Int, first int) (State,
	map[*term.Sym]*term.Linear) {
	were := map[*term.Sym]*term.Linear{}
	for i, x := range places {
		var bounds [2]*big.Int
		if i < len(within) {
			bounds = within[i]
		}
		var sym *term.Sym
		var was *term.Linear
		s, sym, was = m.any(s, x, bounds, "#"+strconv.Itoa(first+i))
		were[sym] = was
	}
	return s, were
}
