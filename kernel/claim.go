package kernel

import (
	"math/big"
	"slices"
)

// This file defines claimed states, and when a goal is an instance of one; then the commands shape and divide, and the
// facts with which a proof about a class begins.
//
// A run in an instance of the goal is in an instance of the claimed state too: by the terms that the proof gives for
// its symbols. The facts of the claimed state are among those of the goal, and all parts of the states are equal, but
// for what no later fault depends on. So what the claimed state shows about all its runs holds for this run. The
// claimed state is a goal of its own, and takes a step before it may meet itself or a claimed state that was written
// down earlier. So the argument is not circular: it is an induction over the number of steps of a run, and among runs
// of the same length from the last claimed state to the first.
//
// A claimed state need not be like any state of a run. If the proof writes down a wrong one, no goal meets it, or its
// own goal cannot be shown.
//
// A claimed state may forget a value: a slot takes a new symbol in its place, or is lost. What is lost stands for each
// value, even an undefined one. So it may only be moved, by set, store, copy, call and return, and a load of the very
// cell to which it was stored gives it back. All else refuses it: operators, as it is no integer, no pointer and no
// IEEE number; def, freeze and leaks; a load of another type; a copy or a store of a part of its cell. The store of an
// undefined value leaves no cell, but whatever could tell that from a cell with a lost value is among these.

// Place is a slot of a call, counted from the entry function, or the cell at an offset of an object.
type Place struct {
	Frame  int // -1 for a cell
	Slot   int
	Object int
	Offset int64
	Lost   bool // whether the value is forgotten altogether
}

// Claim writes down a state: the current one, with new symbols in some places, in their order, and with other facts.
// These may have more new symbols. The current goal stays as it is.
func (k *Kernel) Claim(places []Place, more int, facts []Formula) error {
	if !k.ready() {
		return k.err
	}
	if k.claim.Kind == Class { // whose runs have to end
		k.refuse("a claimed state in a proof about a class")
		return k.err
	}
	if len(k.claims) >= maxGoals {
		k.refuse("too many claimed states")
		return k.err
	}
	before := k.mark()
	s := k.fork()
	s, k.state = k.state, s // change the new one
	for _, p := range places {
		v := value{class: lost}
		switch {
		case p.Frame >= 0:
			if !k.inRange(p.Frame, len(k.state.frames)) || !k.inRange(p.Slot, len(k.state.frames[p.Frame].slots)) {
				return k.err
			}
			at := &k.state.frames[p.Frame].slots[p.Slot]
			if !p.Lost {
				v = k.anew(*at)
			}
			*at = v
		case k.inRange(p.Object-1, len(k.state.objects)):
			o := k.change(p.Object)
			c, ok := o.cells[p.Offset]
			if !ok || c.as == noScalar || p.Lost {
				k.refuse("a cell that cannot be forgotten")
				return k.err
			}
			c.v = k.anew(c.v)
			o.cells[p.Offset] = c
		}
	}
	for ; more > 0 && k.work(1); more-- {
		k.fresh()
	}
	for _, f := range facts {
		k.work(f.size())
		k.bounded(f)
	}
	k.queue = append(k.queue, len(k.claims))
	k.claims = append(k.claims, claimed{k.state, facts, k.symbols})
	k.state = s
	k.undo(before)
	return k.err
}

// numbers reports whether two values are of one form but for a number.
func numbers(v, w value) bool {
	return v.class == w.class && v.ref == w.ref && (v.class == whole || v.isFloat() || v.class == inObject ||
		v.class == bare)
}

// anew returns a value like v with a new symbol for its integer, offset, address or place.
func (k *Kernel) anew(v value) value {
	if !numbers(v, v) {
		k.refuse("a value that has no number")
		return v
	}
	v.n = k.fresh()
	return v
}

// Meet ends the goal because it is an instance of a claimed state, by terms for its symbols. A symbol that has none
// stands for itself. The terms are about the goal's symbols: they say which instance of the claimed state each instance
// of the goal is.
func (k *Kernel) Meet(claim int, terms map[int]Term) error {
	if !k.ready() || !k.inRange(claim, len(k.claims)) {
		return k.err
	}
	for _, t := range terms {
		k.symbolic(t)
	}
	by := func(s int) Term {
		if t, ok := terms[s]; ok {
			return t
		}
		k.inRange(s, k.symbols)
		return symbol(s)
	}
	c := k.claims[claim]
	switch {
	case claim < k.unmoved:
		k.refuse("a claimed state that meets itself or an earlier one at once")
	case k.stop == atFault || k.stop == atEnd:
		k.refuse("a claimed state behind the end of a run")
	case !k.instance(c.state, func(t, u Term) bool { return k.substitute(t, by).equal(u) }):
		k.refuse("another state than the claimed one")
	}
	for _, f := range c.facts {
		if k.work(f.size()*f.depth()) && !k.has(k.replace(f, by)) {
			k.refuse("a fact of the claimed state that the goal does not have")
		}
	}
	if k.err == nil {
		k.next()
	}
	return k.err
}

// Later puts the claimed state that has become the current goal behind all others that are still to be goals. It may be
// a part of the state, after a split: the whole implies it.
func (k *Kernel) Later() error {
	if k.ready() && k.inRange(k.unmoved-1, len(k.claims)) {
		k.queue = append(k.queue, k.unmoved-1)
		k.next()
	}
	return k.err
}

// replace returns a formula with other terms for its symbols.
func (k *Kernel) replace(f Formula, by func(int) Term) Formula {
	return f.with(func(t Term) Term { return k.substitute(t, by) })
}

// instance reports whether the current state is s up to the terms in it, which same compares. Iterations of loops
// need to be equal only below a limit. The number of inputs that were drawn need not be equal: the next one is any
// number in its range. Owners, and how many cells an object had, are no part of what a program does.
func (k *Kernel) instance(s state, same func(t, u Term) bool) bool {
	if len(s.frames) != len(k.state.frames) || len(s.objects) != len(k.state.objects) {
		return false
	}
	for i, f := range s.frames {
		g := k.state.frames[i]
		if f.index != g.index || f.pc != g.pc || !slices.Equal(f.locals, g.locals) || k.claim.LoopLimit > 0 &&
			!slices.Equal(f.loops, g.loops) ||
			!k.work(1+len(f.slots)+len(f.loops)+len(f.locals)) {
			return false
		}
		for j, v := range f.slots {
			if !v.covers(g.slots[j], same) {
				return false
			}
		}
	}
	for i, o := range s.objects {
		p := k.state.objects[i]
		if o.global != p.global || o.local != p.local || o.readOnly != p.readOnly || o.dead != p.dead ||
			o.scoped != p.scoped || o.made != p.made {
			return false
		}
		if len(o.cells) != len(p.cells) || !same(o.size, p.size) || !k.work(max(o.most, len(o.cells))) {
			return false
		}
		for at, c := range o.cells {
			if d, ok := p.cells[at]; !ok || c.as != d.as || c.mask != d.mask || !c.v.covers(d.v, same) {
				return false
			}
		}
	}
	return true
}

// covers reports whether w is v up to the terms in them. A forgotten value covers each. An address that is still to be
// resolved, and the pointer that it would be, are two forms of one value. Neither covers the other: then a goal is no
// instance, although it could be.
func (v value) covers(w value, same func(t, u Term) bool) bool {
	if v.class == lost {
		return true
	}
	if v.class != w.class || v.ref != w.ref {
		return false
	}
	return v.n.Const == nil || same(v.n, w.n)
}

// Shape writes the integer that a scalar type means at an offset of an object back to its place. That changes no
// byte, but makes it a cell of this type, for which a claimed state may have a symbol. A load cannot tell, since each
// load gives what the bytes mean, but for one of a cell with its own type, and that is the same here: no cell there may
// be more than its bytes, as a pointer is, and an integer that does not fit its type. No step is taken.
func (k *Kernel) Shape(id int, at int64, as int) error {
	if !k.ready() || !k.inRange(id-1, len(k.state.objects)) || !k.inRange(as, len(scalarSizes)) {
		return k.err
	}
	before := k.stop
	k.stop = running
	k.alone()
	o, s := k.change(id), scalar(as)
	if s.valid() && s != noScalar && s.kind() == typeInt {
		k.must(within(o.size, big.NewInt(at+s.size()), nil), "", span{})
		for i := range s.size() {
			if c, _, ok := o.around(at + i); ok && !k.plain(c) {
				k.refuse("a place with more than bytes")
			}
		}
		if v := k.load(o, at, s); !k.stopped() && v.class == whole {
			k.store(o, at, s, v)
			k.stop = before
			return k.err
		}
	}
	k.refuse("a place without an integer of its type")
	return k.err
}

// plain reports whether a cell is no more than its bytes.
func (k *Kernel) plain(c cell) bool {
	if c.as == noScalar || c.v.class != whole {
		return c.as == noScalar
	}
	hi := power(uint(c.as.width()))
	lo := zero
	if c.as.signed() {
		hi.Rsh(hi, 1)
		lo = new(big.Int).Neg(hi)
	}
	return k.ask(within(c.v.n, lo, hi.Sub(hi, one)))
}

// Divide defines the quotient of a term by a positive number.
func (k *Kernel) Divide(t Term, d *big.Int) error {
	if d.Sign() <= 0 {
		k.refuse("a quotient by what is not positive")
	}
	if k.ready() && k.symbolic(t) {
		k.quotient(t, d)
	}
	return k.err
}

// substitute returns t with other terms for its symbols, at the cost of the kernel's work.
func (k *Kernel) substitute(t Term, by func(s int) Term) Term {
	sum := integer(t.Const)
	for _, m := range t.Monos {
		part := integer(m.Coef)
		for _, s := range m.Syms {
			part = k.product(part, by(s))
		}
		if sum = sum.plus(part); !k.work(sum.size()) {
			break
		}
	}
	return sum
}

// inClass assumes that the inputs, which are the first symbols, are in the class of the claim, and refuses the claim
// if its example is not. That each is in its range is assumed where it is drawn (step.go).
func (k *Kernel) inClass() {
	inputs, values := len(k.claim.Inputs), []Term(nil)
	for _, n := range k.claim.Inputs {
		values = append(values, integer(n))
	}
	by := func(s int) Term { return values[s] }
	k.symbols = inputs
	for _, q := range k.claim.Quotients {
		if !k.symbolic(q.Of) || q.By.Sign() <= 0 {
			k.refuse("a quotient that is none")
			return
		}
		n, _ := floorDiv(k.substitute(q.Of, by).Const, q.By)
		values = append(values, integer(n))
		part := k.fresh().scale(q.By)
		k.assume(notMore(part, q.Of))
		k.assume(less(q.Of, part.add(q.By)))
	}
	for _, f := range k.claim.Where {
		if k.bounded(f); k.err == nil && k.replace(f, by).Op != True {
			k.refuse("an example that is not in the class")
		}
		k.assume(f)
	}
}
