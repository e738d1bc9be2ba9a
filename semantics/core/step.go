package core

import (
	"fmt"
	"strconv"

	"vouch/semantics"
)

// This file defines the small-step semantics of the core, with an arm for each instruction. Package coresym has the
// same switch on symbolic states.

var (
	_ semantics.Machine[State] = (*Machine)(nil)
	_ semantics.Strider[State] = (*Machine)(nil)
)

// MaxFrames is the greatest depth of nested calls.
const MaxFrames = 1 << 16

var tooDeep = &Stop{Blocked: semantics.UnsupportedBecause("calls nest deeper than " + strconv.Itoa(MaxFrames))}

var tooMany = &Stop{Blocked: semantics.UnsupportedBecause("more than " + strconv.Itoa(MaxObjects) + " objects")}

// rule is the number of a rule.
type rule int

const (
	ruleSet rule = iota
	ruleBranchTrue
	ruleBranchFalse
	ruleLoopTrue
	ruleLoopFalse
	ruleJump
	ruleEnter
	ruleDraw
	ruleAssume
	ruleAlloc
	ruleFree
	ruleExtent
	ruleRoom
	ruleEnd
	ruleProtect
	ruleLoad
	ruleStore
	ruleCopy
	ruleFill
	ruleLeaks
	ruleCall
	ruleReturn
	ruleHalt
	ruleOutput
)

// rules has each rule.
var rules = [...]semantics.Rule{
	ruleSet:         {Name: "SET"},
	ruleBranchTrue:  {Name: "BRANCH-TRUE", Branch: semantics.BranchTrue},
	ruleBranchFalse: {Name: "BRANCH-FALSE", Branch: semantics.BranchFalse},
	ruleLoopTrue:    {Name: "LOOP-TRUE", Branch: semantics.BranchTrue},
	ruleLoopFalse:   {Name: "LOOP-FALSE", Branch: semantics.BranchFalse},
	ruleJump:        {Name: "JUMP"},
	ruleEnter:       {Name: "ENTER"},
	ruleDraw:        {Name: "DRAW"},
	ruleAssume:      {Name: "ASSUME"},
	ruleAlloc:       {Name: "ALLOC"},
	ruleFree:        {Name: "FREE"},
	ruleExtent:      {Name: "EXTENT"},
	ruleRoom:        {Name: "ROOM"},
	ruleEnd:         {Name: "END"},
	ruleProtect:     {Name: "PROTECT"},
	ruleLoad:        {Name: "LOAD"},
	ruleStore:       {Name: "STORE"},
	ruleCopy:        {Name: "COPY"},
	ruleFill:        {Name: "FILL"},
	ruleLeaks:       {Name: "LEAKS"},
	ruleCall:        {Name: "CALL"},
	ruleReturn:      {Name: "RETURN"},
	ruleHalt:        {Name: "HALT"},
	ruleOutput:      {Name: "OUTPUT"},
}

// Step implements semantics.Machine.
func (m *Machine) Step(s State) (State, semantics.Rule, bool) {
	r := m.begin(s)
	applied, stop := r.step()
	if stop != nil {
		return s, semantics.Rule{}, false
	}
	return r.State, rules[applied], true
}

// Run takes at most most steps from s, and returns the last state and the number of steps. It takes fewer only if no
// rule applies to the last state. On the way it counts in the meter the memory of the state beyond that of s.
func (m *Machine) Run(s State, most int64) (last State, steps int64) {
	r := m.begin(s)
	made, held := m.Meter.Made(), int64(0)
	for steps < most {
		words := r.words
		if _, stop := r.step(); stop != nil {
			break
		}
		steps++
		if r.words != words || m.Meter.Made() != made {
			m.Meter.Settle(made)
			more := max(0, r.words-s.words)
			replace(m.Meter, held, more)
			held = more
		}
	}
	m.Meter.Settle(made)
	m.Meter.Release(int(held))
	return r.State, steps
}

// Done implements semantics.Machine.
func (m *Machine) Done(s State) bool { return s.Ended() }

// Fault implements semantics.Machine.
func (m *Machine) Fault(s State) (semantics.Fault, bool) {
	if stop := m.stop(s); stop != nil && stop.Blocked == semantics.NotBlocked {
		return stop.Fault, true
	}
	return semantics.Fault{}, false
}

// Blocked implements semantics.Machine.
func (m *Machine) Blocked(s State) semantics.Blocked {
	stop := m.stop(s)
	switch {
	case m.Meter.Exhausted():
		return semantics.LimitReached
	case stop != nil:
		return stop.Blocked
	}
	return semantics.NotBlocked
}

// stop returns why no rule applies to s, and nil if one does or s is done.
func (m *Machine) stop(s State) *Stop {
	if s.Ended() {
		return nil
	}
	r := m.begin(s)
	made := m.Meter.Made()
	_, stop := r.step()
	m.Meter.Settle(made)
	return stop
}

// step applies the rule of the next instruction, or returns why there is none and leaves r as it was. Work and memory
// of a step are charged after it. Only the memory of big integers and of ranges of bytes, which has no bound, is
// counted before.
func (r *run) step() (rule, *Stop) {
	switch {
	case r.meter.Exhausted():
		return 0, outOfWork
	case r.rest.ended:
		return 0, &Stop{}
	}
	r.work = 1
	applied, stop := r.apply(r.operation())
	r.meter.Charge(r.work)
	return applied, stop
}

// operation returns the next operation.
func (r *run) operation() *operation {
	if r.codeOf != r.fn {
		r.code, r.codeOf = r.translated.of(r.program, r.index), r.fn
	}
	return &r.code[r.pc]
}

// apply is step for the instruction in.
func (r *run) apply(op *operation) (rule, *Stop) {
	in, args := op.in, op.args
	r.work += op.work
	switch in.Op {
	case Set:
		x, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		r.set(in.Dst, x)
		r.pc++
		return ruleSet, nil

	case Branch:
		holds, stop := r.holds(args[0])
		if stop != nil {
			return 0, stop
		}
		return r.branch(in, holds), nil

	case Jump:
		r.pc = int32(in.Then)
		return ruleJump, nil

	case Enter:
		r.set(len(r.fn.Slots)+in.Loop, MakeInt(0))
		r.pc++
		return ruleEnter, nil

	case Draw:
		return ruleDraw, r.draw(in)

	case Assume:
		holds, stop := r.holds(args[0])
		switch {
		case stop != nil:
			return 0, stop
		case !holds:
			return 0, notAssumed
		}
		r.pc++
		return ruleAssume, nil

	case Fail:
		return 0, r.unmet(in.Kind, in.Span)

	case Alloc:
		n, stop := r.eval(args[0])
		switch {
		case stop != nil:
			return 0, stop
		case !isSize(n):
			return 0, r.unmet(semantics.InvalidSize, in.Span)
		}
		if r.made == MaxObjects {
			return 0, tooMany
		}
		r.alloc(in, n.n)
		r.pc++
		return ruleAlloc, nil

	case Free:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		if kind := r.freeing(p); kind != "" {
			return 0, r.unmet(kind, in.Span)
		}
		r.end(int(p.ref), in.Span, false)
		r.pc++
		return ruleFree, nil

	case Extent:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		if kind := r.freeing(p); kind != "" {
			return 0, r.unmet(kind, in.Span)
		}
		r.set(in.Dst, MakeInt(r.pointee(p).Size))
		r.pc++
		return ruleExtent, nil

	case Room:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		r.set(in.Dst, MakeInt(r.room(p)))
		r.pc++
		return ruleRoom, nil

	case End:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		if p.class != inObject || p.big != nil || p.n != 0 || !r.unlist(int(p.ref)) {
			return 0, r.unmet(semantics.InvalidFree, in.Span)
		}
		r.end(int(p.ref), in.Span, true)
		r.pc++
		return ruleEnd, nil

	case Protect:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		if kind := r.access(p, 0, reading); kind != "" {
			return 0, r.unmet(kind, in.Span)
		}
		r.object(int(p.ref)).ReadOnly = true
		r.pc++
		return ruleProtect, nil

	case Load:
		p, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		if kind := r.scalar(in, p, reading); kind != "" {
			return 0, r.unmet(kind, in.Span)
		}
		x := r.load(r.pointee(p), p.n, in.Type)
		if x.class == bare {
			x = r.Pointer(x)
		}
		r.set(in.Dst, x)
		r.pc++
		return ruleLoad, nil

	case Store:
		p, x, stop := r.operands(args)
		if stop != nil {
			return 0, stop
		}
		if kind := r.scalar(in, p, writing); kind != "" {
			return 0, r.unmet(kind, in.Span)
		}
		o := r.object(int(p.ref))
		words := o.words
		o.store(r.stretch, p.n, in.Type, x)
		r.words += int64(o.words - words)
		r.pc++
		return ruleStore, nil

	case Copy:
		return ruleCopy, r.copy(in, args)

	case Fill:
		return ruleFill, r.fill(in, args)

	case Leaks:
		if stop := r.leaks(); stop != nil {
			return 0, stop
		}
		r.pc++
		return ruleLeaks, nil

	case Call:
		return ruleCall, r.call(in, args)

	case Return:
		return ruleReturn, r.back(in, args)

	case Halt:
		x, stop := r.eval(args[0])
		if stop != nil {
			return 0, stop
		}
		r.finish(x)
		return ruleHalt, nil

	case Output:
		stream, x, stop := r.operands(args)
		if stop != nil {
			return 0, stop
		}
		if stream.sign() > 0 {
			r.output(int64(stream.low()), byte(x.low()))
		}
		r.pc++
		return ruleOutput, nil

	case Unsupported:
		return 0, &Stop{Blocked: semantics.UnsupportedBecause(in.Name)}
	}
	panic(fmt.Sprintf("core: unexpected instruction %d", in.Op))
}

// operands evaluates the first two operands.
func (r *run) operands(args []*fastExpr) (x, y Value, stop *Stop) {
	if x, stop = r.eval(args[0]); stop != nil {
		return
	}
	y, stop = r.eval(args[1])
	return
}

// set gives a slot a value, or a loop a number of iterations.
func (r *run) set(i int, x Value) {
	at, more := r.place(i)
	if more += wordsPerNode * more; more != 0 || x.isBig() || at.isBig() {
		more += x.words() - at.words()
		r.held += more
		r.words += int64(more)
	}
	if x.big == at.big { // without a write barrier of the garbage collector
		at.class, at.ref, at.n = x.class, x.ref, x.n
		return
	}
	*at = x
}

// alloc makes an object.
func (r *run) alloc(in *Instr, size int64) {
	o := take(&r.stretch.pool.objects)
	o.own, o.Name, o.Size, o.Life, o.Made = r.own, r.fn.Slots[in.Dst].Name, size, in.Life, r.Place(in.Span)
	id := r.add(o)
	if in.Life == Local {
		r.list(id)
	}
	r.set(in.Dst, Value{class: inObject, ref: int32(id)})
}

// branch takes one of two ways.
func (r *run) branch(in *Instr, holds bool) rule {
	switch {
	case !holds:
		r.pc = int32(in.Else)
		if in.Loop >= 0 {
			return ruleLoopFalse
		}
		return ruleBranchFalse
	case in.Loop >= 0:
		i := len(r.fn.Slots) + in.Loop
		r.set(i, MakeInt(r.slots.get(int64(i)).n+1))
		r.pc = int32(in.Then)
		return ruleLoopTrue
	}
	r.pc = int32(in.Then)
	return ruleBranchTrue
}

// changed returns the rest of the state, to change it.
func (r *run) changed() *rest {
	if r.rest.own != r.own {
		next := *r.rest
		next.own, r.rest = r.own, &next
	}
	return r.rest
}

// draw gives a slot the next input.
func (r *run) draw(in *Instr) *Stop {
	index := r.order[in.Name]
	name, count := in.Name, r.rest.counts.get(int64(index))+1
	if count > 1 {
		name += "#" + strconv.Itoa(count)
		r.work += len(name)
	}
	if r.input == nil {
		return noInput
	}
	v, ok := r.input(r.rest.drawn, name)
	if !ok || in.Lo != nil && v.Cmp(in.Lo) < 0 || in.Hi != nil && v.Cmp(in.Hi) > 0 {
		return noInput
	}
	rest := r.changed()
	rest.drawn++
	at, more := rest.counts.at(r.own, int64(index))
	*at = count
	r.words += int64(more * wordsPerNode)
	x := MakeInteger(v)
	r.work += x.words()
	r.set(in.Dst, x)
	r.pc++
	return nil
}

var noInput = &Stop{Blocked: semantics.NoInput}

// longRange is the number of bytes from which on a copy of the object is changed, so that the state can stay as it was
// if the meter refuses.
const longRange = 4096

// fill sets bytes to a number.
func (r *run) fill(in *Instr, args []*fastExpr) *Stop {
	p, b, stop := r.operands(args)
	if stop != nil {
		return stop
	}
	n, stop := r.eval(args[2])
	switch {
	case stop != nil:
		return stop
	case !isSize(n):
		return r.unmet(semantics.InvalidSize, in.Span)
	}
	if kind := r.access(p, n.n, writing); kind != "" {
		return r.unmet(kind, in.Span)
	}
	return r.change(in, p, n.n, n.n > longRange, func(o *Object) bool {
		return o.fill(r.stretch, r.meter, p.n, n.n, byte(b.low()))
	})
}

// copy copies bytes.
func (r *run) copy(in *Instr, args []*fastExpr) *Stop {
	p, q, stop := r.operands(args)
	if stop != nil {
		return stop
	}
	n, stop := r.eval(args[2])
	switch {
	case stop != nil:
		return stop
	case !isSize(n):
		return r.unmet(semantics.InvalidSize, in.Span)
	}
	if kind := r.access(q, n.n, reading); kind != "" {
		return r.unmet(kind, in.Span)
	}
	if kind := r.access(p, n.n, writing); kind != "" {
		return r.unmet(kind, in.Span)
	}
	overlap := n.n > 0 && p.ref == q.ref && p.n < q.n+n.n && q.n < p.n+n.n
	if overlap && in.Kind != "" && !(in.Loose && p.n == q.n) {
		return r.unmet(in.Kind, in.Span)
	}
	from := r.pointee(q)
	return r.change(in, p, n.n, overlap || n.n > longRange, func(o *Object) bool {
		return o.copy(r.stretch, r.meter, p.n, from, q.n, n.n)
	})
}

// change changes n bytes of the object to which p points. If anew is set, it changes a copy, and the state stays as it
// was if the meter refuses.
func (r *run) change(in *Instr, p Value, n int64, anew bool, change func(o *Object) bool) *Stop {
	if !r.meter.Charge(int(n)) {
		return outOfWork
	}
	var before State
	if anew {
		before = r.State
		r.renew()
	}
	if n > 0 {
		o := r.object(int(p.ref))
		words := o.words
		if !change(o) && anew {
			r.State, r.near = before, [4]nearby{}
			return outOfWork
		}
		r.words += int64(o.words - words)
	}
	r.pc++
	return nil
}

// call enters a function.
func (r *run) call(in *Instr, operands []*fastExpr) *Stop {
	f, stop := r.eval(operands[0])
	if stop != nil {
		return stop
	}
	args := r.stretch.pool.args[:0]
	for _, e := range operands[1:] {
		x, stop := r.eval(e)
		if stop != nil {
			return stop
		}
		args = append(args, x)
	}
	if f.class != toFunction || !r.program.Funcs[f.ref].takes(in, r.fn) {
		return r.unmet(semantics.InvalidCall, in.Span)
	}
	if r.depth+2 > MaxFrames {
		return tooDeep
	}
	r.stretch.pool.args = args
	r.enter(int(f.ref))
	r.words += wordsPerFrame
	for i, x := range args {
		r.set(i, x)
	}
	return nil
}

// enter makes the frame of a call of a function, given by its index, and makes it the running one.
func (r *run) enter(index int) {
	caller := take(&r.stretch.pool.frames)
	*caller = r.Frame
	caller.own = r.own
	r.Frame = newFrame(r.program, index, caller)
}

// newFrame returns the frame of a call of the function with an index.
func newFrame(p *Program, index int, caller *Frame) Frame {
	fn := p.Funcs[index]
	f := Frame{fn: fn, index: int32(index), slots: makeVector[Value](len(fn.Slots) + fn.Loops), caller: caller}
	if caller != nil {
		f.depth = caller.depth + 1
	}
	return f
}

// takes reports whether the call in, in the function caller, passes what f takes and takes what f returns.
func (f *Func) takes(in *Instr, caller *Func) bool {
	if in.Signature != f.Signature && in.Signature != "" && f.Signature != "" {
		return false
	}
	if len(in.Args)-1 != f.Params || in.Dst >= 0 && caller.Slots[in.Dst].Type != f.Result {
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
func (r *run) back(in *Instr, args []*fastExpr) *Stop {
	var x Value
	if len(args) > 0 {
		var stop *Stop
		if x, stop = r.eval(args[0]); stop != nil {
			return stop
		}
	}
	for l := r.locals; l != nil; l = r.locals {
		r.end(l.id, in.Span, false)
		r.locals = l.next
		r.giveLocal(l)
		r.work++
	}
	if r.caller == nil {
		if x.class != integer {
			x = MakeInt(0)
		}
		r.finish(x)
		return nil
	}
	r.words -= int64(wordsPerFrame + r.held)
	r.leave()
	if dst := r.Instr().Dst; dst >= 0 {
		r.set(dst, x)
	}
	r.pc++
	return nil
}

// leave goes back to the frame of the caller.
func (r *run) leave() {
	if r.slots.height == 0 {
		r.giveLeaf(r.slots.leaf, len(r.fn.Slots)+r.fn.Loops)
	} else if n := r.slots.node; r.slots.height == 1 && n != nil && n.own == r.own {
		for k := range n.sub {
			r.giveLeaf(n.sub[k].leaf, fanout)
		}
	}
	caller := r.caller
	r.Frame = *caller
	if caller.own == r.own {
		*caller = Frame{}
		give(&r.stretch.pool.frames, caller)
	}
}

// finish ends the program.
func (r *run) finish(status Value) {
	rest := r.changed()
	rest.ended, rest.status = true, status
	r.words += int64(status.words())
}

// output writes a byte.
func (r *run) output(stream int64, b byte) {
	rest := r.changed()
	if w := rest.output; w == nil || w.own != r.own || w.Stream != stream {
		rest.output = &Written{Stream: stream, Before: w, own: r.own}
		r.words += wordsPerWritten
	}
	rest.output.Bytes = append(rest.output.Bytes, b)
	r.words++
}
