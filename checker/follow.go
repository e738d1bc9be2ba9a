package checker

import (
	"fmt"
	"math"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file runs core programs on terms: definitions 3.7 and 3.8 of the thesis, along one run or along all, with one
// arm for each instruction, in the order of package core.
//
// A slot, a byte or the size of an object is followed while its value on terms is not a constant. An instruction is
// evaluated on terms exactly if it draws an input, or may read something that is followed. Everything else is what the
// concrete machine computes. So a state on terms is a concrete state plus its followed cells. The concrete state may
// have any value of the right type in a followed cell.

// newFollower returns the follower of a program. It charges its work to the meter.
func newFollower(p *core.Program, meter *semantics.Meter) *follower {
	f := &follower{Machine: core.Machine{Program: p, Meter: meter}, pool: term.NewPool(), tree: tree{meter},
		uses: map[*core.Instr]uses{}}
	f.pool.Use(meter)
	return f
}

// follows reports whether the instruction of a state with the cells c has to be evaluated on terms.
func (p *follower) follows(s core.State, c *cells) bool {
	in := s.Instr()
	if in.Op == core.Draw || c == nil {
		return in.Op == core.Draw
	}
	u, known := p.uses[in]
	if !known {
		u.sizes = in.Op == core.Extent || in.Op == core.Room || in.Op == core.Load || in.Op == core.Store ||
			in.Op == core.Copy || in.Op == core.Fill
		for _, e := range in.Args {
			p.use(&u, e)
		}
		slices.Sort(u.slots)
		u.slots = slices.Clip(slices.Compact(u.slots))
		p.meter.Hold(16 + len(u.slots))
		p.uses[in] = u
	}
	p.meter.Charge(1 + len(u.slots))
	for _, slot := range u.slots {
		if c.find(frameOf(s), int64(slot)) != nil {
			return true
		}
	}
	if in.Op == core.Load || in.Op == core.Store && in.Type.IsBitField() {
		at, _ := p.Eval(s, in.Args[0])
		if id, _, _ := at.Object(); c.touches(int64(id), 0, math.MaxInt64) {
			return true
		}
	}
	return u.sizes && (c.touches(sizes, 0, math.MaxInt64) || c.touches(summaries, 0, math.MaxInt64))
}

// use adds to u what an expression reads.
func (p *follower) use(u *uses, e *core.Expr) {
	if e == nil || !p.meter.Charge(4) || !p.meter.Make(4) {
		return
	}
	if e.Op == core.Read {
		u.slots = append(u.slots, e.Slot)
	}
	u.sizes = u.sizes || e.Op == core.Move
	p.use(u, e.X)
	p.use(u, e.Y)
}

// some reports whether something is true of an expression or of a part of it.
func (p *follower) some(e *core.Expr, is func(*core.Expr) bool) bool {
	return e != nil && p.meter.Charge(2) && (is(e) || p.some(e.X, is) || p.some(e.Y, is))
}

// ways returns the ways from a state with the cells c whose instruction has to be evaluated on terms. Until the next
// call, p.guards and p.unsupported are those of this instruction.
func (p *follower) ways(s core.State, c *cells) []way {
	p.state, p.cells, p.guards, p.unsupported = s, c, p.guards[:0], ""
	in := s.Instr()
	only := way{cond: p.pool.Bool(true)}
	switch in.Op {
	case core.Branch:
		holds := p.truth(in.Args[0])
		return []way{{cond: holds, branch: semantics.BranchTrue},
			{cond: p.pool.Not(holds), branch: semantics.BranchFalse}}
	case core.Assume:
		only.cond = p.truth(in.Args[0])
		return []way{only}
	}
	for _, e := range in.Args {
		only.args = append(only.args, p.value(e))
	}
	for i := range pointersUsed[in.Op] {
		only.args[i] = p.settled(only.args[i])
	}
	switch in.Op {
	case core.Draw:
		only.result = value{Value: core.MakeInt(0), n: p.pool.Draw(p.drawn, in.Lo, in.Hi)}
	case core.Alloc:
		n := p.number(only.args[0])
		p.must(p.within(n, zero, maxObject), semantics.InvalidSize)
		if !n.IsConst() { // the concrete object has the greatest size that it may have
			only.args[0] = value{Value: core.MakeInt(core.MaxObject), n: n}
		}
	case core.Free:
		p.freeing(only.args)
	case core.Extent:
		if p.freeing(only.args); p.goes() {
			id, _ := place(only.args[0])
			only.result = integer(p.sizeOf(int(id)))
		}
	case core.Room:
		return p.room(only)
	case core.End:
		p.ending(only.args)
	case core.Protect:
		p.access(only.args[0], p.int(0), false)
	case core.Load:
		if s := p.summaryAt(only.args[0]); s != nil {
			return p.recalls(in, only, s)
		}
		return p.loads(in, only)
	case core.Store:
		if s := p.summaryAt(only.args[0]); s != nil {
			if p.access(only.args[0], p.int(in.Type.Size()), true); !p.aligned(in, only.args[0]) {
				return nil
			}
			return p.puts(in, only, s)
		}
		ways, many := p.stores(in, only)
		if many {
			return p.puts(in, only, p.instead(only.args[0], in.Type,
				fmt.Sprintf("a store that may reach one of more than %d places", maxWays)))
		}
		return ways
	case core.Copy, core.Fill:
		n := p.number(only.args[2])
		if in.Op == core.Fill {
			only.args[1] = integer(p.bytesOf(p.number(only.args[1]), 0, 1))
		}
		p.must(p.within(n, zero, maxObject), semantics.InvalidSize)
		if in.Op == core.Copy {
			p.access(only.args[1], n, false)
		}
		p.access(only.args[0], n, true)
		if in.Kind != "" {
			p.apart(in, only.args[0], only.args[1], n)
		}
		if ways, ok := p.sweeps(in, only, n, false); ok {
			return ways
		}
		ways, many := p.ranges(in, only)
		if many {
			ways, _ = p.sweeps(in, only, n, true)
		}
		return ways
	case core.Call:
		if only.args[0].wild > 0 {
			return p.callees(s, in, only)
		}
		if _, stop := p.Apply(s, in, concrete(only.args)...); stop != nil && stop.Blocked == semantics.NotBlocked {
			p.must(p.pool.Bool(false), stop.Fault.Kind)
		}
	case core.Set, core.Return, core.Halt, core.Output:
	default:
		panic("checker: unexpected instruction")
	}
	return []way{only}
}

// pointersUsed is how many operands of an instruction are pointers that it uses, the first ones.
var pointersUsed = map[core.Opcode]int{
	core.Free: 1, core.Extent: 1, core.Room: 1, core.End: 1, core.Protect: 1, core.Load: 1, core.Store: 1, core.Copy: 2,
	core.Fill: 1, core.Call: 1,
}

// callees returns the ways from a call of what a wild pointer points to: one for each function that may be called so.
func (p *follower) callees(s core.State, in *core.Instr, only way) (ways []way) {
	var any []*term.Formula
	for i := range p.Program.Funcs {
		f := core.MakeFunction(i)
		args := slices.Clone(only.args)
		args[0] = value{Value: f}
		if _, stop := p.Apply(s, in, concrete(args)...); stop == nil || stop.Blocked != semantics.NotBlocked {
			is := p.pool.Eq(only.args[0].n, p.addressOf(f))
			any, ways = append(any, is), append(ways, way{cond: is, args: args})
		}
	}
	p.must(p.pool.Or(any...), semantics.InvalidCall)
	return ways
}

// concrete returns the values of the concrete machine that stand for values on terms.
func concrete(vs []value) []core.Value {
	list := make([]core.Value, len(vs))
	for i, v := range vs {
		list[i] = v.Value
	}
	return list
}

// assign returns cells with the value v of a slot or another single place.
func (p *follower) assign(c *cells, in, at int64, v value) *cells {
	if v.followed() {
		return p.put(c, cell{in: in, at: at, width: 1, value: v})
	}
	c, _ = p.cut(c, in, at, at+1)
	return c
}

// plain returns the way from a state whose instruction need not be evaluated on terms.
func (p *follower) plain(s core.State) way {
	in := s.Instr()
	w := way{args: make([]value, len(in.Args))}
	switch in.Op {
	case core.Free, core.End, core.Store, core.Copy, core.Fill: // for other instructions, nothing needs to be known
		for i, e := range in.Args {
			w.args[i].Value, _ = p.Eval(s, e)
		}
	}
	return w
}

// update returns the cells of next, the state to which the way w leads from the state s with the cells c.
func (p *follower) update(s, next core.State, c *cells, w way) *cells {
	if c == nil && !w.result.followed() && w.sum == nil && !slices.ContainsFunc(w.args, value.followed) {
		return nil
	}
	in, frame := s.Instr(), frameOf(s)
	if w.sum != nil {
		if c = p.summed(c, w.object, w.sum); in.Op != core.Load {
			return c
		}
	}
	if in.Op == core.Store || w.cells != nil {
		for _, x := range w.stored(in) {
			if c, _ = p.cut(c, x.in, x.at, x.at+x.width); x.value.followed() {
				c = p.put(c, x)
			}
		}
		return c
	}
	switch in.Op {
	case core.Set:
		return p.assign(c, frame, int64(in.Dst), w.args[0])
	case core.Draw, core.Extent, core.Room, core.Load:
		return p.assign(c, frame, int64(in.Dst), w.result)
	case core.Alloc:
		c = p.assign(c, frame, int64(in.Dst), value{})
		return p.assign(c, sizes, int64(next.Objects()), w.args[0])
	case core.Free, core.End:
		id, _ := place(w.args[0])
		return p.forget(c, id)
	case core.Copy:
		from, first := place(w.args[1])
		to, at := place(w.args[0])
		n, _ := w.args[2].Integer()
		_, moved := p.cut(c, from, first, first+n.Int64())
		c, _ = p.cut(c, to, at, at+n.Int64())
		for _, m := range moved {
			m.in, m.at = to, m.at-first+at
			c = p.put(c, m)
		}
	case core.Fill:
		id, at := place(w.args[0])
		n, _ := w.args[2].Integer()
		c, _ = p.cut(c, id, at, at+n.Int64())
		for end := at + n.Int64(); at < end && w.args[1].followed() && !p.meter.Exhausted(); at++ {
			c = p.put(c, cell{in: id, at: at, width: 1, value: w.args[1]})
		}
	case core.Call:
		for i, x := range w.args[1:] {
			c = p.assign(c, frameOf(next), int64(i), x)
		}
	case core.Return:
		c, _ = p.cut(c, frame, 0, math.MaxInt64)
		for _, id := range s.Locals() {
			c = p.forget(c, int64(id))
		}
		if _, inside := s.Caller(); inside && next.Func().Code[next.PC()-1].Dst >= 0 {
			c = p.assign(c, frameOf(next), int64(next.Func().Code[next.PC()-1].Dst), w.args[0])
		}
	}
	return c
}

// stored returns the cells that a store may change, or that w says a copy or a fill may, with what is in them
// afterwards.
func (w way) stored(in *core.Instr) []cell {
	if w.cells != nil {
		return w.cells
	}
	id, at := place(w.args[0])
	if in.Type.IsBitField() { // and nothing there is followed
		return pieces(id, at, in.Type)
	}
	return []cell{{in: id, at: at, width: in.Type.Size(), as: in.Type, value: w.args[1]}}
}

// place returns the object and the offset of a pointer that was accessed.
func place(v value) (id, at int64) {
	o, n, ok := v.Object()
	if !ok { // an access to no bytes
		return 0, 0
	}
	return int64(o), n.Int64()
}

// forget returns cells without those of an object.
func (p *follower) forget(c *cells, id int64) *cells {
	c, _ = p.cut(c, id, 0, math.MaxInt64)
	c, _ = p.cut(c, sizes, id, id+1)
	c, _ = p.cut(c, summaries, id, id+1)
	return c
}
