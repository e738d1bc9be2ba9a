package kernel

import (
	"math/big"
	"slices"
)

// This file defines states and steps, with an arm for each instruction.

// start returns the first state of the program.
func (k *Kernel) start() {
	k.state = state{owner: k.owner()}
	for _, g := range k.program.globals {
		if g.size.Sign() < 0 || g.size.Cmp(maxObject) > 0 {
			k.stuck("a global of such a size")
			return
		}
		o := &object{owner: k.state.owner, size: integer(g.size), global: true, readOnly: g.readOnly,
			cells: map[int64]cell{}}
		k.state.objects = append(k.state.objects, o)
	}
	k.push(k.program.entry, nil)
	for i, g := range k.program.globals {
		o := k.object(i + 1)
		for _, init := range g.init {
			n := big.NewInt(int64(len(init.bytes)))
			if init.value != nil {
				n = big.NewInt(init.as.size())
			}
			if init.at.Sign() < 0 || n.Add(n, init.at).Cmp(g.size) > 0 {
				k.stuck("an initial value out of its object")
				return
			}
			for j, b := range init.bytes {
				if !k.work(1) {
					return
				}
				k.store(o, init.at.Int64()+int64(j), u8, of(number(int64(b))))
			}
			if init.value != nil {
				v := k.fetch(init.value)
				if k.fits(v, init.as.kind()) {
					k.store(o, init.at.Int64(), init.as, v)
				}
			}
		}
	}
	if k.stop != running {
		k.refuse("an initial value that is no constant")
	}
}

// push adds a frame for a call of a function.
func (k *Kernel) push(index int, args []value) {
	fn := &k.program.funcs[index]
	f := &frame{fn: fn, index: index, slots: make([]value, len(fn.slots)), loops: make([]int64, fn.loops)}
	copy(f.slots, args)
	k.work(len(fn.slots) + fn.loops)
	k.state.frames = append(k.state.frames, f)
}

// fits reports whether a value is undefined, forgotten or of a type, and refuses any other.
func (k *Kernel) fits(v value, t byte) bool {
	if v.class > lost && types[v.class] != t {
		k.illTyped()
	}
	return !k.stopped()
}

// set gives a slot a value, and goes on to the next instruction.
func (k *Kernel) set(slot int, v value) {
	f := k.frame()
	if slot < 0 || slot >= len(f.slots) {
		k.illTyped()
		return
	}
	if k.fits(v, f.fn.slots[slot]) {
		f.slots[slot] = v
		f.pc++
	}
}

// step takes the step of the next instruction, or stops and leaves the state as it was.
func (k *Kernel) step() {
	f := k.frame()
	if f.pc < 0 || f.pc >= len(f.fn.code) {
		k.illTyped()
		return
	}
	in := f.instr()
	switch in.op {
	case inSet:
		v := k.fetch(in.args[0])
		if !k.stopped() {
			k.set(in.dst, v)
		}
	case inBranch:
		holds := k.ask(k.condition(in.args[0]))
		switch {
		case k.stopped():
		case !holds:
			f.pc = in.els
		case in.loop >= len(f.loops):
			k.illTyped()
		case in.loop >= 0 && k.claim.LoopLimit > 0 && f.loops[in.loop] >= int64(k.claim.LoopLimit):
			k.stop = atEnd
		default:
			if in.loop >= 0 {
				f.loops[in.loop]++
			}
			f.pc = in.then
		}
	case inJump:
		f.pc = in.then
	case inEnter:
		if in.loop < 0 || in.loop >= len(f.loops) {
			k.illTyped()
			return
		}
		f.loops[in.loop] = 0
		f.pc++
	case inDraw:
		k.draw(in)
	case inAssume:
		holds := k.ask(k.condition(in.args[0]))
		switch {
		case k.stopped():
		case !holds:
			k.stop = atEnd
		default:
			f.pc++
		}
	case inFail:
		k.fault(in.kind, in.at)
	case inAlloc:
		n := k.integer(in.args[0])
		k.must(within(n, zero, maxObject), "invalid size", in.at)
		if len(k.state.objects) >= maxObjects {
			k.stuck("too many objects")
		}
		if k.stopped() {
			return
		}
		k.state.objects = append(k.state.objects, &object{owner: k.state.owner, size: n, local: in.flag,
			made: k.place(in.at)})
		id := len(k.state.objects)
		if in.flag {
			f.locals = append(f.locals, id)
		}
		k.set(in.dst, pointer(id, number(0)))
	case inFree:
		if p := k.pointer(in.args[0]); k.freeing(p, in.at) {
			k.bury(p.ref, false)
			f.pc++
		}
	case inExtent:
		if p := k.pointer(in.args[0]); k.freeing(p, in.at) {
			k.set(in.dst, of(k.object(p.ref).size))
		}
	case inRoom:
		n := k.room(k.pointer(in.args[0]))
		if !k.stopped() {
			k.set(in.dst, of(n))
		}
	case inEnd:
		p := k.pointer(in.args[0])
		i := k.localOf(f, p)
		if i < 0 {
			k.fault("invalid free", in.at)
		} else {
			k.must(equal(p.n), "invalid free", in.at)
		}
		if !k.stopped() {
			f.locals = append(f.locals[:i:i], f.locals[i+1:]...)
			k.bury(p.ref, true)
			f.pc++
		}
	case inProtect:
		if p := k.pointer(in.args[0]); k.access(p, number(0), false, in.at) {
			k.change(p.ref).readOnly = true
			f.pc++
		}
	case inLoad:
		p := k.pointer(in.args[0])
		at := k.scalarAt(in, p, false)
		if k.stopped() {
			return
		}
		v := k.load(k.object(p.ref), at, in.as)
		if !k.stopped() {
			k.set(in.dst, v)
		}
	case inStore:
		p, v := k.pointer(in.args[0]), k.fetch(in.args[1])
		at := k.scalarAt(in, p, true)
		if !k.stopped() && k.fits(v, in.as.kind()) {
			k.store(k.change(p.ref), at, in.as, v)
			f.pc++
		}
	case inCopy:
		k.copies(in)
	case inFill:
		p, b, n := k.pointer(in.args[0]), k.integer(in.args[1]), k.integer(in.args[2])
		k.must(within(n, zero, maxObject), "invalid size", in.at)
		if !k.access(p, n, true, in.at) {
			return
		}
		count, b := k.known(n).Int64(), k.bitsOf(b, 0, 8)
		if at := k.offset(p, count); !k.stopped() && count > 0 {
			o := k.change(p.ref)
			k.clear(o, at, count)
			for i := int64(0); i < count && k.work(1); i++ {
				k.leave(o, at+i, b, 0xff)
			}
		}
		if !k.stopped() {
			f.pc++
		}
	case inLeaks:
		if id := k.leaked(); id > 0 && !k.stopped() {
			k.stop, k.found = atFault, Fault{"memory leak", k.object(id).made}
		}
		if !k.stopped() {
			f.pc++
		}
	case inCall:
		k.call(in)
	case inReturn:
		k.back(in)
	case inHalt:
		k.integer(in.args[0])
		k.finish()
	case inOutput:
		k.integer(in.args[0])
		k.integer(in.args[1])
		if !k.stopped() {
			f.pc++
		}
	case inUnsupported:
		k.stuck("an instruction without a meaning")
	}
}

// finish ends the run unless the step has stopped.
func (k *Kernel) finish() {
	if !k.stopped() {
		k.stop = atEnd
	}
}

// bury ends the life of an object.
func (k *Kernel) bury(id int, scoped bool) {
	o := k.change(id)
	o.dead, o.scoped, o.cells, o.readOnly = true, scoped, nil, false
}

// localOf returns the index of the object of p among the local objects of a call; -1 if it is none.
func (k *Kernel) localOf(f *frame, p value) int {
	if p.class == inObject && k.work(len(f.locals)) {
		return slices.Index(f.locals, p.ref)
	}
	return -1
}

// draw gives a slot the next input: the one that the claim says, or a symbol.
func (k *Kernel) draw(in *instr) {
	n := k.state.drawn
	x := Term{}
	switch {
	case k.claim.Kind != Safe && n >= len(k.claim.Inputs):
		k.stuck("the run draws more inputs than the claim has")
		return
	case k.claim.Kind != Safe:
		x = integer(k.claim.Inputs[n])
		if within(x, in.lo, in.hi).Op != True {
			k.stuck("an input out of its range")
			return
		}
		if k.claim.Kind == Class {
			x = symbol(n)
		}
	default:
		x = k.fresh()
	}
	bounds := within(x, in.lo, in.hi)
	k.work(bounds.size())
	k.assume(bounds)
	k.state.drawn++
	k.set(in.dst, of(x))
}

// copies takes the step of a copy.
func (k *Kernel) copies(in *instr) {
	p, q, n := k.pointer(in.args[0]), k.pointer(in.args[1]), k.integer(in.args[2])
	k.must(within(n, zero, maxObject), "invalid size", in.at)
	if !k.access(q, n, false, in.at) || !k.access(p, n, true, in.at) {
		return
	}
	count := k.known(n).Int64()
	to, at := k.offset(p, count), k.offset(q, count)
	if k.stopped() {
		return
	}
	if count > 0 {
		if in.kind != "" && p.ref == q.ref && to < at+count && at < to+count && !(in.flag && to == at) {
			k.fault(in.kind, in.at)
			return
		}
		from := *k.object(q.ref)
		k.copy(k.change(p.ref), to, &from, at, count)
	}
	if !k.stopped() {
		k.frame().pc++
	}
}

// offset returns the offset of a pointer to so many bytes, as a number; 0 if there are none.
func (k *Kernel) offset(p value, count int64) int64 {
	if count == 0 {
		return 0
	}
	return k.known(p.n).Int64()
}

// call enters a function.
func (k *Kernel) call(in *instr) {
	f, callee := k.frame(), k.pointer(in.args[0])
	var args []value
	for _, e := range in.args[1:] {
		args = append(args, k.fetch(e))
	}
	switch {
	case k.stopped():
	case callee.class != toFunction || !k.takes(&k.program.funcs[callee.ref], in, f.fn):
		k.fault("invalid call", in.at)
	case len(k.state.frames) >= maxFrames:
		k.stuck("calls that nest too deep")
	default:
		for i, v := range args {
			k.fits(v, in.types[i+1])
		}
		if !k.stopped() {
			k.push(callee.ref, args)
		}
	}
}

// takes reports whether a call passes what a function takes, and takes what it returns.
func (k *Kernel) takes(fn *function, in *instr, caller *function) bool {
	if in.signature != fn.signature && in.signature != "" && fn.signature != "" || len(in.args)-1 != fn.params {
		return false
	}
	if in.dst >= len(caller.slots) || in.dst >= 0 && int(caller.slots[in.dst]) != fn.result {
		return false
	}
	return string(in.types[1:]) == string(fn.slots[:fn.params])
}

// back returns to the caller, or ends the run.
func (k *Kernel) back(in *instr) {
	v := value{}
	if len(in.args) > 0 {
		v = k.fetch(in.args[0])
	}
	f, frames := k.frame(), k.state.frames
	if k.stopped() || !k.fits(v, byte(f.fn.result)) {
		return
	}
	for _, id := range f.locals {
		k.bury(id, false)
	}
	if len(frames) == 1 {
		k.finish()
		return
	}
	k.state.frames = frames[:len(frames)-1]
	if dst := k.frame().instr().dst; dst >= 0 {
		k.set(dst, v)
		return
	}
	k.frame().pc++
}
