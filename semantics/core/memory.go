package core

import (
	"encoding/binary"
	"math"
	"math/bits"

	"vouch/semantics"
)

// This file defines what stores, copies and fills do to the bytes of objects, and when an access is a fault.

// With returns the object after a store of v as a scalar type at an offset. The object must have all of its bytes.
func (o *Object) With(offset int64, t Scalar, v Value) *Object {
	next := *o
	next.store(new(stretch), offset, t, v)
	return &next
}

// store is With in place, for the stretch own, which owns o.
func (o *Object) store(own *stretch, offset int64, t Scalar, v Value) {
	if t.IsBitField() {
		o.storeBits(own, offset, t, v)
		return
	}
	size := int(t.Size())
	raw, plain := encode(t, v)
	i, pointer := int(offset%pageSize), v.class == inObject || v.class == toFunction
	plain = plain && (!pointer || i%8 == 0)
	if plain && i+size <= pageSize {
		if p, set := o.page(own, offset/pageSize), span(i, size); p.celled&set == 0 {
			p.defined |= set
			if p.pointers != 0 {
				p.pointers &^= 1<<(i/8) | 1<<((i+size-1)/8)
			}
			switch size {
			case 1:
				p.data[i] = byte(raw)
			case 2:
				binary.LittleEndian.PutUint16(p.data[i:], uint16(raw))
			case 4:
				binary.LittleEndian.PutUint32(p.data[i:], uint32(raw))
			default:
				binary.LittleEndian.PutUint64(p.data[i:], raw)
			}
			if pointer {
				p.pointers |= 1 << (i / 8)
			}
			return
		}
	}
	o.clear(own, offset, int64(size))
	switch {
	case v.class == undefined:
	case plain:
		for j := range size {
			o.put(own, offset+int64(j), byte(raw>>(8*j)), nil)
		}
		if pointer {
			o.page(own, offset/pageSize).pointers |= 1 << (i / 8)
		}
	default:
		c := &cell{t, v}
		for j := range size {
			o.put(own, offset+int64(j), byte(j), c)
		}
	}
}

// storeBits is store for a bit-field.
func (o *Object) storeBits(own *stretch, offset int64, t Scalar, v Value) {
	raw, defined := o.Bits(offset, t.Size())
	raw, defined = raw&^t.Mask(), defined&^t.Mask()
	if v.class != undefined {
		raw, defined = raw|v.low()<<t.Shift()&t.Mask(), defined|t.Mask()
	}
	for k := range t.Size() {
		switch b, some := byte(raw>>(8*k)), byte(defined>>(8*k)); some {
		case 0:
			o.store(own, offset+k, U8, Value{})
		case 0xff:
			o.store(own, offset+k, U8, MakeInt(int64(b)))
		default:
			o.clear(own, offset+k, 1)
			o.put(own, offset+k, 0, &cell{NoScalar, MakeInt(int64(some)<<8 | int64(b))})
		}
	}
}

// page returns page i, which the stretch own may then change.
func (o *Object) page(own *stretch, i int64) *page {
	v, nodes := &o.pages, 0
	if v.height == 0 && v.leaf == nil && i < fanout {
		v.leaf, nodes = take(&own.pool.sheets), 1
		v.leaf.own = &own.owner
	}
	if l := o.sheet(own, i); l != nil && l.own == &own.owner {
		if p := l.items[i&(fanout-1)]; p != nil && p.own == &own.owner {
			return p
		}
	}
	at, more := v.at(&own.owner, i)
	own.near[i>>fan&3] = sheet{}
	o.words += (nodes + more) * wordsPerNode
	before := *at
	*at = take(&own.pool.pages)
	switch p := *at; {
	case before != nil:
		*p = *before
		if before.own == nil {
			o.words += wordsPerPage
		}
		if p.cells != nil {
			cells := *p.cells
			p.cells = &cells
		}
	case o.Global:
		*p = zeroPage
		o.words += wordsPerPage
	default:
		o.words += wordsPerPage
	}
	(*at).own = &own.owner
	return *at
}

// put sets an undefined byte.
func (o *Object) put(own *stretch, offset int64, b byte, c *cell) {
	p, i := o.page(own, offset/pageSize), offset%pageSize
	p.defined |= 1 << i
	if p.data[i] = b; c != nil {
		o.attach(p, int(i), c)
	}
}

// attach makes byte i of a page a part of a cell.
func (o *Object) attach(p *page, i int, c *cell) {
	if p.cells == nil {
		p.cells = new([pageSize]*cell)
		o.words += wordsPerCells
	}
	p.cells[i] = c
	p.celled |= 1 << i
	o.words += 1 + c.value.words()
}

// drop makes bytes of a page undefined.
func (o *Object) drop(p *page, set uint64) {
	for s := p.celled & set; s != 0; s &= s - 1 {
		i := bits.TrailingZeros64(s)
		o.words -= 1 + p.cells[i].value.words()
		p.cells[i] = nil
	}
	p.celled &^= set
	p.defined &^= set
	p.pointers &^= groups(set)
}

// clear makes a range of bytes undefined.
func (o *Object) clear(own *stretch, offset, n int64) {
	o.cut(own, offset)
	o.cut(own, offset+n)
	for n > 0 {
		i := offset % pageSize
		m := min(n, pageSize-i)
		if o.Global || o.pages.get(offset/pageSize) != nil {
			o.drop(o.page(own, offset/pageSize), span(int(i), int(m)))
		}
		offset, n = offset+m, n-m
	}
}

// cut turns a cell into bytes if it has bytes on both sides of an offset.
func (o *Object) cut(own *stretch, offset int64) {
	if offset == o.Size {
		return
	}
	which, c, _ := o.byte(offset)
	if c == nil || which == 0 {
		return
	}
	low := c.value.bytes()
	for j := range c.scalar.Size() {
		at := offset - int64(which) + j
		p := o.page(own, at/pageSize)
		o.drop(p, 1<<(at%pageSize))
		p.defined |= 1 << (at % pageSize)
		p.data[at%pageSize] = byte(low >> (8 * j))
	}
}

// fill sets n bytes to the number b. It counts memory in the meter before it allocates it, and returns false if the
// meter refuses.
func (o *Object) fill(own *stretch, meter *semantics.Meter, offset, n int64, b byte) bool {
	o.cut(own, offset)
	o.cut(own, offset+n)
	first, last := (offset+pageSize-1)/pageSize, (offset+n)/pageSize // whole pages
	if last-first <= fanout {
		return o.fillBytes(own, meter, offset, n, b)
	}
	before := o.words
	p := &page{defined: ^uint64(0)}
	for j := range p.data {
		p.data[j] = b
	}
	o.words += wordsPerPage + assign(&o.pages, &own.owner, first, last, p)
	own.near = [4]sheet{}
	return meter.Make(max(0, o.words-before)) && o.fillBytes(own, meter, offset, first*pageSize-offset, b) &&
		o.fillBytes(own, meter, last*pageSize, offset+n-last*pageSize, b)
}

// fillBytes is fill byte by byte, for ranges that cut no cell.
func (o *Object) fillBytes(own *stretch, meter *semantics.Meter, offset, n int64, b byte) bool {
	for n > 0 {
		i, before := offset%pageSize, o.words
		m := min(n, pageSize-i)
		p, set := o.page(own, offset/pageSize), span(int(i), int(m))
		o.drop(p, set)
		p.defined |= set
		for j := range p.data[i : i+m] {
			p.data[int(i)+j] = b
		}
		if !meter.Make(max(0, o.words-before)) {
			return false
		}
		offset, n = offset+m, n-m
	}
	return true
}

// copy copies n bytes of another object, or of this one as it was before. The stretch own owns no page of from. It
// counts memory in the meter before it allocates it, and returns false if the meter refuses.
func (o *Object) copy(own *stretch, meter *semantics.Meter, to int64, from *Object, at, n int64) bool {
	o.cut(own, to)
	o.cut(own, to+n)
	for first, end := at, at+n; at < end; {
		i, j, before := at%pageSize, to%pageSize, o.words
		m := min(end-at, pageSize-i, pageSize-j)
		p := from.pages.get(at / pageSize)
		if p == nil {
			p = &undefinedPage
			if from.Global {
				p = &zeroPage
			}
		}
		if m == pageSize && p != &undefinedPage && p != &zeroPage && p.own != &own.owner &&
			(p.celled == 0 || at-first >= 8 && end-at >= pageSize+8) {
			at, more := o.pages.at(&own.owner, to/pageSize)
			o.words += more*wordsPerNode - (*at).weigh() + p.weigh()
			*at = p // the stretch copies it before a change
			own.near[to/pageSize>>fan&3] = sheet{}
		} else if p.defined>>i&span(0, int(m)) != 0 || o.Global || o.pages.get(to/pageSize) != nil {
			o.move(o.page(own, to/pageSize), int(j), p, int(i), int(m), int(i)+int(first-at),
				int(i)+int(min(end-at, 2*pageSize)))
		}
		if !meter.Make(max(0, o.words-before)) {
			return false
		}
		at, to = at+m, to+m
	}
	return true
}

// Pages that are never changed.
var (
	undefinedPage page
	zeroPage      = page{defined: ^uint64(0)}
)

// move copies m bytes of the page p, from byte i on, to byte j of q. A cell becomes bytes unless all of it lies between
// first and end, which count from the start of p.
func (o *Object) move(q *page, j int, p *page, i, m, first, end int) {
	o.drop(q, span(j, m))
	copy(q.data[j:j+m], p.data[i:i+m])
	q.defined |= p.defined >> i & span(0, m) << j
	for s := p.celled >> i & span(0, m); s != 0; s &= s - 1 {
		k := bits.TrailingZeros64(s)
		c, which := p.cells[i+k], int(p.data[i+k])
		if start := i + k - which; start < first || start+int(c.scalar.Size()) > end {
			q.data[j+k] = byte(c.value.bytes() >> (8 * which))
		} else {
			o.attach(q, j+k, c)
		}
	}
	for s := p.pointers & groups(span(i, m)); s != 0; s &= s - 1 {
		k := bits.TrailingZeros8(s)
		switch start := 8 * k; {
		case start < first || start+8 > end:
		case (j-i)%8 == 0:
			q.pointers |= 1 << ((start + j - i) / 8)
		default:
			c := &cell{Pointer, p.pointer(k)}
			for at := max(start, i); at < min(start+8, i+m); at++ {
				q.data[at+j-i] = byte(at - start)
				o.attach(q, at+j-i, c)
			}
		}
	}
}

// pointer returns the pointer that group k of 8 bytes is.
func (p *page) pointer(k int) Value {
	return decode(Pointer, raw(p.data[8*k:8*k+8])).toPointer(MaxObjects, math.MaxInt32)
}

// freeing returns the fault of a free of p, and "" if there is none. It checks in this order: p points to an object on
// the heap, the object is alive, and p is its start.
func (r *run) freeing(p Value) semantics.Kind {
	if p.class != inObject {
		return semantics.InvalidFree
	}
	switch o := r.pointee(p); {
	case o.Global || o.Life != Heap:
		return semantics.InvalidFree
	case o.Dead:
		return semantics.DoubleFree
	case p.big != nil || p.n != 0:
		return semantics.InvalidFree
	}
	return ""
}

// use is what an access does.
type use byte

const (
	reading use = iota
	writing
)

// scalar returns the fault of the load or the store in at p, and "" if there is none: first that of the access, then
// that of a misaligned offset.
func (r *run) scalar(in *Instr, p Value, what use) semantics.Kind {
	size := in.Type.Size()
	if kind := r.access(p, size, what); kind != "" {
		return kind
	}
	if !in.Loose && p.n&(size-1) != 0 {
		return semantics.MisalignedAccess
	}
	return ""
}

// access returns the fault of an access to n bytes from p on, and "" if there is none. It checks in this order: p
// points to an object, the object is alive, it may be written, and it has all the bytes. An access to no bytes needs
// only a live object.
func (r *run) access(p Value, n int64, what use) semantics.Kind {
	if p.class != inObject {
		if p.class == bare && compare(p, Value{n: NullEnd}) < 0 {
			return semantics.NullDereference
		}
		return semantics.InvalidPointer
	}
	switch o := r.pointee(p); {
	case o.Dead:
		return o.gone()
	case n == 0:
		return ""
	case what == writing && o.ReadOnly:
		return semantics.ReadOnlyWrite
	case p.big == nil && 0 <= p.n && p.n <= o.Size-n:
		return ""
	case what == writing:
		return semantics.OutOfBoundsWrite
	}
	return semantics.OutOfBoundsRead
}

// gone returns the fault of an access to an object whose life is over.
func (o *Object) gone() semantics.Kind {
	switch {
	case o.Scoped:
		return semantics.UseAfterScope
	case o.Life == Local:
		return semantics.UseAfterReturn
	}
	return semantics.UseAfterFree
}
