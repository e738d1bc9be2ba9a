package kernel

import (
	"maps"
	"math/big"
	"slices"
)

// This file defines what loads, stores, copies and fills do to objects, and when an access is a fault. Offsets of
// accesses are numbers; the size of an object may be a term.
//
// An object has cells, by their offsets; a cell is a value with the scalar type with which it was stored. A byte in
// no cell is zero in a global, and undefined elsewhere. If a store or a copy takes a part of a cell, the cell becomes
// bytes. A load of a cell with its own type gives its value. Any other load gives what the bytes mean.

// byteAt returns the byte at an offset, and which of its bits are defined. The others are 0.
func (k *Kernel) byteAt(o *object, at int64) (n Term, mask byte) {
	c, start, ok := o.around(at)
	switch {
	case !ok && o.global:
		return number(0), 0xff
	case !ok:
		return number(0), 0
	case c.as == noScalar:
		return c.v.n, c.mask
	case c.v.class == lost:
		k.use(c.v)
		return number(0), 0xff
	}
	return k.bitsOf(k.raw(c.v), int(8*(at-start)), 8), 0xff
}

// raw returns the number of which a value has the bytes. For an IEEE number, the facts must say which sign it has.
func (k *Kernel) raw(v value) Term {
	if v.isFloat() {
		negative, ok := k.decide(less(v.n, number(0)))
		if !ok {
			k.stuck("bytes of an IEEE number that may have both signs")
		}
		if negative {
			return flip(v.class, v.n)
		}
	}
	return v.address()
}

// load returns what a scalar type means at an offset.
func (k *Kernel) load(o *object, at int64, as scalar) value {
	c, ok := o.cells[at]
	if ok && c.as == as {
		return k.settled(c.v)
	}
	raw := number(0)
	for i := range as.size() {
		if c, _, ok := o.around(at + i); ok && c.v.isFloat() {
			k.ask(less(c.v.n, number(0)))
		}
		n, mask := k.byteAt(o, at+i)
		if needed := as.mask(i); mask&needed != needed {
			return value{}
		}
		raw = raw.plus(n.scale(power(uint(8 * i))))
		k.work(raw.size())
	}
	switch as.kind() {
	case typePtr:
		return k.settled(value{class: bare, n: raw})
	case typeF32, typeF64:
		to := single + class(as-float32s)
		if !k.ask(less(raw, integer(power(widths[to]-1)))) {
			raw = flip(to, raw)
		}
		return value{class: to, n: raw}
	}
	if as >= bitField {
		raw = k.bitsOf(raw, as.shift(), as.width())
	}
	if as.signed() {
		raw = k.signedOf(raw, as.width())
	}
	return of(raw)
}

// settled returns a value that was loaded: an address is a pointer to what is there now.
func (k *Kernel) settled(v value) value {
	if v.class == bare {
		return k.pointerTo(v.n)
	}
	return v
}

// store puts a value at an offset.
func (k *Kernel) store(o *object, at int64, as scalar, v value) {
	if as >= bitField {
		k.storeBits(o, at, as, v)
		return
	}
	k.clear(o, at, as.size())
	if v.class != undefined {
		o.cells[at] = cell{as: as, v: v}
		return
	}
	for i := range as.size() {
		k.leave(o, at+i, number(0), 0)
	}
}

// leave puts a byte at an offset where there is no cell. In a global, an undefined byte needs a cell.
func (k *Kernel) leave(o *object, at int64, n Term, mask byte) {
	if mask != 0 || o.global {
		o.cells[at] = byteCell(n, mask)
	}
}

// storeBits sets the bits of a bit-field, or makes them undefined. The others stay.
func (k *Kernel) storeBits(o *object, at int64, as scalar, v value) {
	if v.class != undefined && v.class != whole {
		k.illTyped()
		return
	}
	for i := range as.size() {
		n, mask := k.byteAt(o, at+i)
		field := as.mask(i)
		n = n.minus(k.conjunction(n, number(int64(field))))
		if mask &^= field; v.class == whole {
			shifted := v.n.scale(power(uint(as.shift())))
			n = n.plus(k.conjunction(k.bitsOf(shifted, int(8*i), 8), number(int64(field))))
			mask |= field
		}
		k.clear(o, at+i, 1)
		k.leave(o, at+i, n, mask)
	}
}

// breakUp turns a cell into bytes if it lies on both sides of an offset.
func (k *Kernel) breakUp(o *object, at int64) {
	c, start, ok := o.around(at)
	if !ok || start == at {
		return
	}
	size := c.size()
	parts := make([]Term, size)
	for i := range size {
		parts[i], _ = k.byteAt(o, start+i)
	}
	for i, n := range parts {
		o.cells[start+int64(i)] = byteCell(n, 0xff)
	}
}

// clear takes the cells out of n bytes.
func (k *Kernel) clear(o *object, at, n int64) {
	k.breakUp(o, at)
	k.breakUp(o, at+n)
	for i := int64(0); i < n && k.work(1); i++ {
		delete(o.cells, at+i)
	}
}

// copy copies n bytes of one object, as it was before, to another one or itself.
func (k *Kernel) copy(o *object, to int64, from *object, at, n int64) {
	moved := map[int64]cell{} // by offset from the start
	for i := int64(0); i < n && k.work(1); {
		c, start, ok := from.around(at + i)
		switch {
		case ok && start == at+i && start+c.size() <= at+n:
			moved[i] = c
			i += c.size()
			continue
		case ok || from.global != o.global:
			moved[i] = byteCell(k.byteAt(from, at+i))
		}
		i++
	}
	k.clear(o, to, n)
	for i, c := range moved {
		if c.as != noScalar || c.mask != 0 || o.global {
			o.cells[to+i] = c
		}
	}
}

// leaked returns the first living object on the heap to which no pointer in a global or in a slot of a call leads; 0
// if there is none. A pointer leads to its object, and to where the pointers in that lead. Bytes of a pointer, and
// integers that are addresses, lead nowhere.
func (k *Kernel) leaked() int {
	seen, todo := make([]bool, len(k.state.objects)), []int(nil)
	reach := func(v value) {
		if v = k.resolved(k.use(v)); v.class == inObject && !seen[v.ref-1] && !k.object(v.ref).dead {
			seen[v.ref-1] = true
			todo = append(todo, v.ref)
		}
	}
	k.work(len(k.state.objects))
	for i, o := range k.state.objects {
		if o.global {
			reach(pointer(i+1, number(0)))
		}
	}
	for _, f := range k.state.frames {
		k.work(1 + len(f.slots))
		for _, v := range f.slots {
			reach(v)
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		cells := k.object(id).cells
		k.work(max(k.object(id).most, len(cells)))
		// in this order, because an address that is still to be resolved may be a question
		for _, at := range slices.Sorted(maps.Keys(cells)) {
			reach(cells[at].v)
		}
	}
	for i, o := range k.state.objects {
		if !o.global && !o.local && !o.dead && !seen[i] {
			return i + 1
		}
	}
	return 0
}

// freeing stops with the fault of a free of p if there is one: p must point to the start of a living object on the
// heap.
func (k *Kernel) freeing(p value, at span) bool {
	if p.class != inObject || k.object(p.ref).global || k.object(p.ref).local {
		k.fault("invalid free", at)
	} else if k.object(p.ref).dead {
		k.fault("double free", at)
	} else {
		k.must(equal(p.n), "invalid free", at)
	}
	return !k.stopped()
}

// access stops with the fault of an access to n bytes from p on if there is one, in this order: p must point to an
// object, which lives, may be written if it is, and has the bytes. An access to no bytes needs only a living object.
func (k *Kernel) access(p value, n Term, writing bool, at span) bool {
	switch {
	case k.stopped():
		return false
	case p.class == bare:
		if k.ask(less(p.n, number(nullEnd))) {
			k.fault("null dereference", at)
		}
		k.fault("invalid pointer", at)
		return false
	case p.class != inObject:
		k.fault("invalid pointer", at)
		return false
	}
	o, kind := k.object(p.ref), "out of bounds read"
	switch {
	case o.scoped:
		k.fault("use after scope", at)
	case o.dead && o.local:
		k.fault("use after return", at)
	case o.dead:
		k.fault("use after free", at)
	}
	if writing {
		kind = "out of bounds write"
	}
	if k.ask(equal(n)) || k.stopped() {
		return !k.stopped()
	}
	if writing && o.readOnly {
		k.fault("read-only write", at)
	}
	k.must(join(And, notMore(number(0), p.n), notMore(p.n.plus(n), o.size)), kind, at)
	return !k.stopped()
}

// scalarAt returns where a load or a store of a scalar type accesses the object of p, after the faults of the access
// and of a misaligned offset.
func (k *Kernel) scalarAt(in *instr, p value, writing bool) (at int64) {
	size := in.as.size()
	if !k.access(p, number(size), writing, in.at) {
		return 0
	}
	if !in.flag && size > 1 {
		rest := p.n.minus(k.quotient(p.n, big.NewInt(size)).scale(big.NewInt(size)))
		k.must(equal(rest), "misaligned access", in.at)
	}
	return k.known(p.n).Int64()
}

// room returns how many bytes may be written from p on: those of a living object that is not read-only, or 0.
func (k *Kernel) room(p value) Term {
	if p.class != inObject {
		return number(0)
	}
	o := k.object(p.ref)
	if o.dead || o.readOnly || !k.ask(inside(p.n, o.size)) {
		return number(0)
	}
	return o.size.minus(p.n)
}
