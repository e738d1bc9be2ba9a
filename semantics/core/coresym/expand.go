package coresym

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the symbolic small-step semantics of the core, definition 3.8 of the thesis, one arm for each
// instruction in the order of core/step.go.

var (
	ruleSet         = semantics.Rule{Name: "SET"}
	ruleBranchTrue  = semantics.Rule{Name: "BRANCH-TRUE", Branch: semantics.BranchTrue}
	ruleBranchFalse = semantics.Rule{Name: "BRANCH-FALSE", Branch: semantics.BranchFalse}
	ruleLoopTrue    = semantics.Rule{Name: "LOOP-TRUE", Branch: semantics.BranchTrue}
	ruleLoopFalse   = semantics.Rule{Name: "LOOP-FALSE", Branch: semantics.BranchFalse}
	ruleJump        = semantics.Rule{Name: "JUMP"}
	ruleEnter       = semantics.Rule{Name: "ENTER"}
	ruleDraw        = semantics.Rule{Name: "DRAW"}
	ruleAssume      = semantics.Rule{Name: "ASSUME"}
	ruleAlloc       = semantics.Rule{Name: "ALLOC"}
	ruleFree        = semantics.Rule{Name: "FREE"}
	ruleExtent      = semantics.Rule{Name: "EXTENT"}
	ruleRoom        = semantics.Rule{Name: "ROOM"}
	ruleEnd         = semantics.Rule{Name: "END"}
	ruleProtect     = semantics.Rule{Name: "PROTECT"}
	ruleLoad        = semantics.Rule{Name: "LOAD"}
	ruleStore       = semantics.Rule{Name: "STORE"}
	ruleCopy        = semantics.Rule{Name: "COPY"}
	ruleFill        = semantics.Rule{Name: "FILL"}
	ruleLeaks       = semantics.Rule{Name: "LEAKS"}
	ruleCall        = semantics.Rule{Name: "CALL"}
	ruleReturn      = semantics.Rule{Name: "RETURN"}
	ruleHalt        = semantics.Rule{Name: "HALT"}
	ruleOutput      = semantics.Rule{Name: "OUTPUT"}
)

type successor = symbolic.Successor[State]

// Expand implements symbolic.Machine. The path condition of a successor says that the evaluated expressions have a
// value, and which way the rule takes.
func (m *Machine) Expand(s State) []successor {
	var next ways
	l := m.lift(&s)
	m.step(&s, &next, &l)
	return next.all()
}

// Assumptions returns the assumptions in the program's prelude, in their order. An input leads through the prelude only
// if it satisfies all of them.
func (m *Machine) Assumptions() []Assumption {
	var list []Assumption
	s := m.Start()
	for range m.program.Prelude() {
		if in := &s.fn.Code[s.pc]; in.Op == core.Assume {
			l := m.lift(&s)
			b := l.truth(in.Args[0])
			list = append(list, Assumption{in.Span, l.assume(nil).And(b)})
		}
		next := m.Expand(s)
		if len(next) == 0 {
			break // what is not supported
		}
		s = next[0].State
		s.cond = nil
	}
	return list
}

// Step implements symbolic.Machine.
func (m *Machine) Step(s State) symbolic.Step[State] {
	next, l := ways{possible: true}, m.lift(&s)
	m.step(&s, &next, &l)
	if next.only(&s, &l) {
		return symbolic.Step[State]{Only: true, Next: next.first[0]}
	}
	return symbolic.Step[State]{Faults: l.faults(), Successors: next.all(), Unsupported: l.unsupported}
}

// Run implements symbolic.Machine.
func (m *Machine) Run(s State, most int64) (last State, steps int64) {
	if last, steps := m.leap(s, most); steps > 0 {
		return last, steps
	}
	defer func() { m.walked += steps }()
	next, l := ways{possible: true}, m.lift(&s)
	l.own = new(owner[*term.Linear])
	for ; steps < most && !s.rest.ended; steps++ {
		next.n, l.in = 0, &s.fn.Code[s.pc]
		if m.step(&s, &next, &l); !next.only(&s, &l) || m.pool.Exhausted() {
			break
		}
		m.passed(&s, Reached|taken(next.first[0].Rule.Branch))
		s = next.first[0].State
	}
	return s, steps
}

// Faults implements symbolic.Machine. It is theorem 1 of the thesis for a language whose expressions may have no value:
// a state is stuck if the next instruction is a fail, or under the condition that an expression has no value.
func (m *Machine) Faults(s State) []symbolic.GuardedFault {
	l := m.lift(&s)
	m.step(&s, &ways{}, &l)
	return l.faults()
}

// ways are the successors of a state.
type ways struct {
	first    [2]successor
	more     []successor // after the first ones
	n        int
	possible bool // whether successors that canonical form rules out are left out
}

func (w *ways) all() []successor {
	list := slices.Clone(w.first[:min(w.n, len(w.first))])
	return append(list, w.more...)
}

// only reports whether s has one successor and no fault, without a condition.
func (w *ways) only(s *State, l *lifter) bool {
	return w.n == 1 && w.first[0].State.cond == s.cond && len(l.obligations) == 0
}

// open reports whether a successor that assumes f counts.
func (w *ways) open(f *term.Formula) bool { return !w.possible || f.Op != term.False }

// add adds a successor of s with a rule and a path condition, and returns its state: a copy of s at the next
// instruction.
func (w *ways) add(s *State, r semantics.Rule, cond *symbolic.PathCondition) *State {
	var at *successor
	if w.n < len(w.first) {
		at = &w.first[w.n]
	} else {
		w.more = append(w.more, successor{})
		at = &w.more[len(w.more)-1]
	}
	w.n++
	at.Rule, at.State = r, *s
	at.State.cond, at.State.begun = cond, false
	at.State.pc++
	return &at.State
}

// mine returns the current stretch if the instruction has one successor and no fault, so that s may be changed in
// place; otherwise nil.
func (l *lifter) mine() *owner[*term.Linear] {
	if l.own == nil || len(l.obligations) > 0 || l.pool.Exhausted() {
		return nil
	}
	return l.own
}

// step adds the successors of s, whose instruction l evaluates, to next.
func (m *Machine) step(s *State, next *ways, l *lifter) {
	if s.rest.ended {
		return
	}
	in := l.in
	switch in.Op {
	case core.Set:
		x := l.value(in.Args[0])
		if l.goes() {
			next.add(s, ruleSet, l.assume(s.cond)).set(l.mine(), in.Dst, x)
		}

	case core.Branch:
		b := l.truth(in.Args[0])
		if !l.goes() {
			return
		}
		cond, not := l.assume(s.cond), l.not(b)
		yes, no := ruleBranchTrue, ruleBranchFalse
		if in.Loop >= 0 {
			yes, no = ruleLoopTrue, ruleLoopFalse
		}
		if next.open(b) {
			t := next.add(s, yes, cond.And(b))
			t.pc = int32(in.Then)
			if in.Loop >= 0 {
				t.begin(in.Loop)
			}
		}
		if next.open(not) {
			next.add(s, no, cond.And(not)).pc = int32(in.Else)
		}

	case core.Jump:
		next.add(s, ruleJump, s.cond).pc = int32(in.Then)

	case core.Enter:
		t := next.add(s, ruleEnter, s.cond)
		t.loops = t.loops.without(in.Loop)

	case core.Draw:
		d := drawn{in: in, count: 1 + s.rest.drawn.of(in.Name), n: 1, next: s.rest.drawn}
		if d.next != nil {
			d.n += d.next.n
		}
		parts := m.parts(d)
		for i := range parts {
			t, own := next.add(s, ruleDraw, s.cond), l.mine()
			if len(parts) > 1 {
				own = nil
			}
			t.change().drawn = &parts[i]
			t.set(own, in.Dst, value{class: integer, n: parts[i].value(l.pool)})
		}

	case core.Assume:
		b := l.truth(in.Args[0])
		if (l.goes() || !next.possible && l.unsupported.Reason == "") && next.open(b) {
			next.add(s, ruleAssume, l.assume(s.cond).And(b))
		}

	case core.Fail:
		l.require(l.pool.Bool(false), in.Kind, in.Span)

	case core.Alloc:
		n := l.integer(in.Args[0])
		l.require(l.size(n), semantics.InvalidSize, in.Span)
		if s.rest.made == core.MaxObjects {
			l.lacks(tooMany)
		}
		if l.goes() {
			t := next.add(s, ruleAlloc, l.assume(s.cond))
			r := t.change()
			r.made++
			r.objects = r.objects.with(int64(r.made), &object{life: in.Life, name: s.fn.Slots[in.Dst].Name, size: n,
				made: s.place(in.Span)})
			if in.Life == core.Local {
				r.locals = &local{r.made, r.locals}
			}
			t.set(l.mine(), in.Dst, value{class: inObject, ref: int32(r.made), n: l.int(0)})
		}

	case core.Free:
		p := l.settled(l.value(in.Args[0]))
		l.freeing(p)
		if l.goes() {
			next.add(s, ruleFree, l.assume(s.cond)).change().end(int(p.ref), false, s.place(in.Span))
		}

	case core.Extent:
		p := l.settled(l.value(in.Args[0]))
		l.freeing(p)
		if l.goes() {
			next.add(s, ruleExtent, l.assume(s.cond)).set(l.mine(), in.Dst, value{class: integer, n: l.object(p).size})
		}

	case core.Room:
		l.choose(s, next, ruleRoom, l.room(l.settled(l.value(in.Args[0]))))

	case core.End:
		p := l.settled(l.value(in.Args[0]))
		l.ending(p)
		if l.goes() {
			next.add(s, ruleEnd, l.assume(s.cond)).change().end(int(p.ref), true, s.place(in.Span))
		}

	case core.Protect:
		p := l.settled(l.value(in.Args[0]))
		o := l.access(p, l.int(0), false)
		if l.goes() {
			next.add(s, ruleProtect, l.assume(s.cond)).change().protect(p, o)
		}

	case core.Load:
		p := l.settled(l.value(in.Args[0]))
		o := l.access(p, l.int(in.Type.Size()), false)
		l.aligned(p)
		switch {
		case !l.goes():
		case o.sum != nil:
			l.outcomes(s, next, ruleLoad, p, l.recalls(p, o.sum))
		case p.n.IsConst():
			x := l.load(o.cells, l.offset(p), in.Type)
			if l.goes() {
				next.add(s, ruleLoad, l.assume(s.cond)).set(l.mine(), in.Dst, x)
			}
		default:
			l.choose(s, next, ruleLoad, l.choices(o, p.n, in.Type))
		}

	case core.Store:
		p := l.settled(l.value(in.Args[0]))
		x := l.value(in.Args[1])
		n := in.Type.Size()
		o := l.access(p, l.int(n), true)
		l.aligned(p)
		if !l.goes() {
			return
		}
		if o.sum != nil {
			l.outcomes(s, next, ruleStore, p, l.puts(p, o.sum, x))
			return
		}
		if p.n.IsConst() {
			at := l.offset(p)
			if !l.goes() {
				return
			}
			if t := l.store(o.cells, at, in.Type, x); l.goes() {
				next.add(s, ruleStore, l.assume(s.cond)).change().write(p, o, t)
			}
			return
		}
		if t, ok := l.everywhere(o, p.n, in.Type, x); ok {
			next.add(s, ruleStore, l.assume(s.cond)).change().write(p, o, t)
			return
		}
		places, ok := l.reached(o, p.n, n)
		if sum := o.anew(in.Type); !ok && l.vary && sum != nil {
			l.outcomes(s, next, ruleStore, p, l.puts(p, sum, x))
			return
		}
		if !ok {
			l.lacks(fmt.Sprintf("a store that may reach one of more than %d places", MaxWays))
		}
		after := make([]cells, len(places))
		for i, at := range places {
			after[i] = l.store(o.cells, at, in.Type, x)
		}
		if !l.goes() {
			return
		}
		cond := l.assume(s.cond)
		for i, at := range places {
			if here := l.pool.Eq(p.n, l.int(at)); next.open(here) {
				next.add(s, ruleStore, cond.And(here)).change().write(p, o, after[i])
			}
		}

	case core.Copy:
		p := l.value(in.Args[0])
		q := l.value(in.Args[1])
		n := l.integer(in.Args[2])
		p, q = l.settled(p), l.settled(q)
		l.require(l.size(n), semantics.InvalidSize, in.Span)
		from := l.access(q, n, false)
		to := l.access(p, n, true)
		l.apart(p, q, n)
		if !l.goes() {
			return
		}
		if list, ok := l.sweeps(p, q, n, nil, false); ok {
			l.outcomes(s, next, ruleCopy, p, list)
			return
		}
		if t, ok := l.spread(n, area{to, p.n}, area{from, q.n}, nil); ok {
			next.add(s, ruleCopy, l.assume(s.cond)).change().write(p, to, t)
			return
		}
		spans, ok := l.spans(n, area{to, p.n}, area{from, q.n})
		if !ok {
			if list, ok := l.sweeps(p, q, n, nil, true); ok {
				l.outcomes(s, next, ruleCopy, p, list)
				return
			}
			l.lacks(manyRanges)
		}
		if !l.goes() {
			return
		}
		cond := l.assume(s.cond)
		for _, x := range spans {
			if next.open(x.cond) {
				l.ends(to.cells, x.to, x.n)
				l.ends(from.cells, x.from, x.n)
				next.add(s, ruleCopy, cond.And(x.cond)).change().write(p, to,
					move(to.cells, x.to, from.cells, x.from, x.n))
			}
		}

	case core.Fill:
		p := l.value(in.Args[0])
		b := l.integer(in.Args[1])
		n := l.integer(in.Args[2])
		p = l.settled(p)
		l.require(l.size(n), semantics.InvalidSize, in.Span)
		o := l.access(p, n, true)
		if !l.goes() {
			return
		}
		c := &content{v: value{class: integer, n: l.bytes(b, 0, 1)}}
		if list, ok := l.sweeps(p, p, n, c.v.n, false); ok {
			l.outcomes(s, next, ruleFill, p, list)
			return
		}
		if t, ok := l.spread(n, area{o, p.n}, area{o, p.n}, c.v.n); ok {
			next.add(s, ruleFill, l.assume(s.cond)).change().write(p, o, t)
			return
		}
		spans, ok := l.spans(n, area{o, p.n}, area{o, p.n})
		if !ok {
			if list, ok := l.sweeps(p, p, n, c.v.n, true); ok {
				l.outcomes(s, next, ruleFill, p, list)
				return
			}
			l.lacks(manyRanges)
		}
		if !l.goes() {
			return
		}
		cond := l.assume(s.cond)
		for _, x := range spans {
			if next.open(x.cond) {
				next.add(s, ruleFill, cond.And(x.cond)).change().write(p, o, put(o.cells, x.to, cell{x.n, 0, c}))
			}
		}

	case core.Leaks:
		o, loose := s.leak()
		if o != nil && loose {
			l.lacks(unknownPointer)
		}
		if o != nil {
			l.oblige(l.pool.Bool(false), semantics.Fault{Kind: semantics.MemoryLeak, Span: o.made})
		}
		if l.goes() {
			next.add(s, ruleLeaks, s.cond)
		}

	case core.Call:
		m.call(s, next, l)

	case core.Return:
		m.back(s, next, l)

	case core.Halt:
		n := l.integer(in.Args[0])
		if l.goes() {
			next.add(s, ruleHalt, l.assume(s.cond)).finish(n)
		}

	case core.Output:
		l.integer(in.Args[0])
		l.integer(in.Args[1])
		if l.goes() {
			next.add(s, ruleOutput, l.assume(s.cond))
		}

	case core.Unsupported:
		l.lacks(in.Name)

	default:
		panic("coresym: unexpected instruction " + in.Op.String())
	}
}

// outcomes adds the ways of an access to the object to which p points.
func (l *lifter) outcomes(s *State, next *ways, rule semantics.Rule, p value, list []outcome) {
	if !l.goes() {
		return
	}
	cond := l.assume(s.cond)
	for _, x := range list {
		if !next.open(x.cond) {
			continue
		}
		t := next.add(s, rule, cond.And(x.cond))
		if r := t.change(); x.sum != nil {
			o, _ := r.objects.get(int64(p.ref))
			r.objects = r.objects.with(int64(p.ref), o.with(x.sum))
		}
		if rule == ruleLoad {
			t.set(nil, l.in.Dst, x.v)
		}
	}
}

// goes reports whether the instruction may have a successor: every obligation may be met, and everything is supported.
func (l *lifter) goes() bool { return !l.never && l.unsupported.Reason == "" }

// size returns the condition that an object or a range may have n bytes.
func (l *lifter) size(n *term.Linear) *term.Formula {
	return l.between(l.int(0), n, n, l.pool.Int(big.NewInt(core.MaxObject)))
}

// freeing requires what a free of p needs.
func (l *lifter) freeing(p value) {
	at := l.in.Span
	if p.class == wild {
		l.require(l.somewhere(p), semantics.InvalidFree, at)
		l.lacks(unknownPointer)
		return
	}
	if p.class != inObject {
		l.require(l.pool.Bool(false), semantics.InvalidFree, at)
		return
	}
	switch o := l.object(p); {
	case o.global != nil || o.local():
		l.require(l.pool.Bool(false), semantics.InvalidFree, at)
	case o.dead:
		l.require(l.pool.Bool(false), semantics.DoubleFree, at)
	default:
		l.require(l.pool.Eq(p.n, l.int(0)), semantics.InvalidFree, at)
	}
}

// choose adds the ways of an instruction that sets a slot, unless it may have none.
func (l *lifter) choose(s *State, next *ways, rule semantics.Rule, list []choice) {
	if !l.goes() {
		return
	}
	cond := l.assume(s.cond)
	for _, c := range list {
		if next.open(c.cond) {
			next.add(s, rule, cond.And(c.cond)).set(nil, l.in.Dst, c.v)
		}
	}
}

// room returns the ways of an instruction room.
func (l *lifter) room(p value) []choice {
	nothing := choice{l.pool.Bool(true), value{class: integer, n: l.int(0)}}
	switch p.class {
	case inObject:
	case wild:
		l.lacks(unknownPointer)
		return nil
	default:
		return []choice{nothing}
	}
	o := l.object(p)
	if o.dead || o.readOnly {
		return []choice{nothing}
	}
	inside := l.between(l.int(0), p.n, p.n, o.size)
	nothing.cond = l.pool.Not(inside)
	return []choice{{inside, value{class: integer, n: l.pool.Sub(o.size, p.n)}}, nothing}
}

// ending requires what the end of a block needs: that p is the start of a live local object of the call.
func (l *lifter) ending(p value) {
	if p.class == wild {
		l.lacks(unknownPointer)
	}
	start := l.pool.Bool(false)
	if p.class == inObject && l.state.rest.locals.has(int(p.ref)) {
		start = l.pool.Eq(p.n, l.int(0))
	}
	l.require(start, semantics.InvalidFree, l.in.Span)
}

// apart requires what a copy of n bytes from q to p needs if its ranges must not overlap, or must be the same if they
// do.
func (l *lifter) apart(p, q value, n *term.Linear) {
	if l.in.Kind == "" || l.never || p.ref != q.ref || n.IsConst() && n.Const.Sign() == 0 {
		return
	}
	met := []*term.Formula{l.pool.Le(l.pool.Add(p.n, n), q.n), l.pool.Le(l.pool.Add(q.n, n), p.n)}
	if l.in.Loose {
		met = append(met, l.pool.Eq(p.n, q.n))
	}
	l.require(l.pool.Or(met...), l.in.Kind, l.in.Span)
}

// offset returns the offset of p, which is a constant and not negative. If it is too large, it is outside of all
// objects.
func (l *lifter) offset(p value) int64 {
	at := small(p.n.Const)
	l.never = l.never || at == none
	return at
}

// set gives a slot a value. It changes parts of the slots that o owns in place.
func (s *State) set(o *owner[*term.Linear], slot int, v value) {
	if v.class == integer {
		s.slots = s.slots.with(o, slot, common(v.n))
	} else if s.slots.get(slot) != nil {
		s.slots = s.slots.with(o, slot, nil)
	}
	others := s.rest.others
	if v.class == integer || v.class == undefined {
		if _, ok := others.get(int64(slot)); !ok {
			return
		}
		s.change().others = others.without(int64(slot))
		return
	}
	s.change().others = others.with(int64(slot), v)
}

// counts are constants that many states of a frontier have, and share.
var counts = func() (list [1 << 8]*term.Linear) {
	for i := range list {
		list[i] = &term.Linear{Const: big.NewInt(int64(i))}
	}
	return list
}()

// common returns n, the one that states share if n is a small constant.
func common(n *term.Linear) *term.Linear {
	if n.IsConst() && n.Const.IsUint64() && n.Const.Uint64() < uint64(len(counts)) {
		return counts[n.Const.Uint64()]
	}
	return n
}

// begin begins another iteration of a loop.
func (s *State) begin(loop int) {
	s.loops = &iterations{int32(loop), s.loops.of(loop) + 1, s.loops.without(loop)}
	s.begun = true
}

// change returns the rest of the state, to change it.
func (s *State) change() *rest {
	r := *s.rest
	s.rest = &r
	return &r
}

// write gives the object o, to which p points, other cells.
func (r *rest) write(p value, o *object, t cells) {
	next := *o
	next.cells = t
	r.objects = r.objects.with(int64(p.ref), &next)
}

// end ends the life of an object. If scoped is set, the call that made the object is still running.
func (r *rest) end(id int, scoped bool, by source.Span) {
	o, _ := r.objects.get(int64(id))
	next := *o
	next.readOnly, next.dead, next.scoped, next.ended, next.cells, next.sum = false, true, scoped, by, nil, nil
	r.objects = r.objects.with(int64(id), &next)
	if scoped {
		r.locals = r.locals.without(id)
	}
}

// protect makes the object o, to which p points, read-only.
func (r *rest) protect(p value, o *object) {
	next := *o
	next.readOnly = true
	r.objects = r.objects.with(int64(p.ref), &next)
}

// has reports whether an object is in the list.
func (l *local) has(id int) bool {
	for ; l != nil; l = l.next {
		if l.id == id {
			return true
		}
	}
	return false
}

// without returns the list without an object.
func (l *local) without(id int) *local {
	switch {
	case l == nil:
		return nil
	case l.id == id:
		return l.next
	}
	rest := l.next.without(id)
	if rest == l.next {
		return l
	}
	return &local{l.id, rest}
}

// finish ends the program.
func (s *State) finish(status *term.Linear) {
	s.pc--
	r := s.change()
	r.ended, r.status = true, status
}

var (
	tooDeep = "calls nest deeper than " + strconv.Itoa(core.MaxFrames)
	tooMany = "more than " + strconv.Itoa(core.MaxObjects) + " objects"
)

// call enters a function.
func (m *Machine) call(s *State, next *ways, l *lifter) {
	in := l.in
	f := l.value(in.Args[0])
	args := make([]value, len(in.Args)-1)
	for i := range args {
		args[i] = l.value(in.Args[i+1])
	}
	to := []choice{{l.pool.Bool(true), l.settled(f)}}
	if to[0].v.class == wild {
		to = l.callees(f)
	}
	var any []*term.Formula
	for i, c := range to {
		if c.v.class != toFunction || !takes(m.program.Funcs[c.v.ref], in, s.fn) {
			to[i].cond = l.pool.Bool(false)
		}
		any = append(any, to[i].cond)
	}
	l.require(l.pool.Or(any...), semantics.InvalidCall, in.Span)
	if s.rest.depth+2 > core.MaxFrames {
		l.lacks(tooDeep)
	}
	if !l.goes() {
		return
	}
	cond := l.assume(s.cond)
	for _, c := range to {
		if c.cond.Op != term.False {
			m.enter(next.add(s, ruleCall, cond.And(c.cond)), s, m.program.Funcs[c.v.ref], args)
		}
	}
}

// callees returns the functions to which a pointer may point.
func (l *lifter) callees(p value) []choice {
	var list []choice
	for i := range l.program.Funcs {
		is := l.pool.Eq(p.n, l.base(core.MakeFunction(i)))
		list = append(list, choice{is, value{class: toFunction, ref: int32(i)}})
	}
	return list
}

// enter lets t, which follows s, run a function.
func (m *Machine) enter(t, s *State, f *core.Func, args []value) {
	r := t.change()
	r.caller = &frame{s.fn, s.pc, s.slots, s.loops, r.others, r.locals, r.caller}
	r.others, r.locals, r.depth = nil, nil, r.depth+1
	t.fn, t.pc = f, 0
	t.slots, t.loops = makeVector[*term.Linear](len(t.fn.Slots)), nil
	for i, x := range args {
		t.set(nil, i, x)
	}
}

// takes reports whether the call in, in the function caller, passes what f takes and takes what f returns.
func takes(f *core.Func, in *core.Instr, caller *core.Func) bool {
	if len(in.Args)-1 != f.Params || in.Dst >= 0 && caller.Slots[in.Dst].Type != f.Result {
		return false
	}
	if in.Signature != "" && f.Signature != "" && in.Signature != f.Signature {
		return false
	}
	for i, e := range in.Args[1:] {
		if e.Type != f.Slots[i].Type {
			return false
		}
	}
	return true
}

// back returns from a function, or ends the program.
func (m *Machine) back(s *State, next *ways, l *lifter) {
	in := l.in
	var x value
	if len(in.Args) > 0 {
		x = l.value(in.Args[0])
	}
	if !l.goes() {
		return
	}
	t := next.add(s, ruleReturn, l.assume(s.cond))
	r := t.change()
	for at := r.locals; at != nil; at = at.next {
		r.end(at.id, false, s.place(in.Span))
	}
	r.locals = nil
	if r.caller == nil {
		if x.class != integer {
			x.n = l.int(0)
		}
		t.finish(x.n)
		return
	}
	f := r.caller
	t.fn, t.pc, t.slots, t.loops = f.fn, f.pc+1, f.slots, f.loops
	r.others, r.locals, r.caller, r.depth = f.others, f.locals, f.caller, r.depth-1
	if dst := t.fn.Code[f.pc].Dst; dst >= 0 {
		t.set(nil, dst, x)
	}
}
