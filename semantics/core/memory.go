package core

import (
	"encoding/binary"
	"math"
	"math/bits"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines objects, what loads, stores, copies and fills do to their bytes, and when an access is a fault.
//
// Each byte of an object is undefined, or a number from 0 to 255, or part of a cell. A cell is a stored value that its bytes cannot express: a
// pointer to an object or a function, or a number that the scalar type of the store cannot hold. A byte of which only some bits are defined is a cell
// too (bitfield.go). If a store overwrites a part of a cell, or a copy
// copies a part of it, the cell becomes bytes: byte k of t is (t div 256^k) mod 256; the bytes of a pointer are those of its address.
//
// A load is undefined if one of its bytes is. A load of all bytes of a cell, as the same scalar type, gives the stored value. For any other load, a
// cell counts as its bytes. A load of bytes as a pointer gives the pointer with that address.

// Object is an object in memory. It never changes, except for parts that the current stretch of execution owns.
type Object struct {
	Name     string // name of the global, or of the first slot that took the pointer; for people
	Size     int64  // in bytes
	Life     Life
	Global   bool // whether it exists from the start to the end, regardless of Life
	Literal  bool
	ReadOnly bool
	Dead     bool        // whether its life is over; then it has no bytes
	Scoped   bool        // whether an instruction end ended its life
	Made     source.Span // the place of the global or of the instruction that made it
	Ended    source.Span // the place of the instruction that ended its life

	own   *owner
	pages vector[*page]
	words int // of memory that pages take
}

// pageSize is the number of bytes in a page: as many as a word has bits.
const pageSize = 64

// page is a part of the bytes of an object. In its sets, bit i stands for byte i.
type page struct {
	own      *owner
	defined  uint64           // the bytes that are not undefined
	celled   uint64           // the bytes that are part of a cell in cells
	pointers byte             // bit k: bytes 8k to 8k+7 are a cell that is not in cells but in data: a pointer, as its address
	data     [pageSize]byte   // the numbers; for a byte of a cell in cells, its index in the cell
	cells    *[pageSize]*cell // nil if there never was one
}

// cell is a value that was stored as a scalar type. Its bytes are contiguous.
type cell struct {
	scalar Scalar // Pointer if value is a pointer, NoScalar if it is 256 * the defined bits of a byte + its bits, else of integers
	value  Value
}

// The memory of an object and its parts, in words.
const (
	wordsPerObject = 32
	wordsPerPage   = 16
	wordsPerCells  = 2 * pageSize
	wordsPerNode   = 52 // of a vector of pages or of values
)

// span returns the set of n bytes from byte i on; i + n is at most pageSize.
func span(i, n int) uint64 { return (1<<n - 1) << i }

// groups returns the set of the groups of 8 bytes in which a set has bytes.
func groups(set uint64) (touched byte) {
	for k := range pageSize / 8 {
		if set>>(8*k)&0xff != 0 {
			touched |= 1 << k
		}
	}
	return touched
}

// encode returns the bytes of v as a scalar type, as a number; ok is false if they cannot express v.
func encode(t Scalar, v Value) (raw uint64, ok bool) {
	switch n := uint64(v.n); v.class {
	case integer, bare:
		unused := 64 - 8*t.Size()
		switch {
		case v.big != nil:
			return v.low(), unused == 0 && !t.Signed() && v.big == unsigned
		case t.Signed():
			return n, int64(n<<unused)>>unused == v.n
		}
		return n, v.n >= 0 && n<<unused>>unused == n
	case single, double:
		return n, true
	case inObject:
		return v.bytes(), v.big == nil && v.n>>addressBits == 0
	case toFunction:
		return v.bytes(), true
	}
	return 0, false
}

// decode returns the value that bytes have as a scalar type.
func decode(t Scalar, raw uint64) Value {
	switch t {
	case U8, U16, U32:
		return Value{class: integer, n: int64(raw)}
	case I8:
		return Value{class: integer, n: int64(int8(raw))}
	case I16:
		return Value{class: integer, n: int64(int16(raw))}
	case I32:
		return Value{class: integer, n: int64(int32(raw))}
	case I64:
		return Value{class: integer, n: int64(raw)}
	case Float32:
		return Value{class: single, n: int64(raw)}
	case Float64:
		return Value{class: double, n: int64(raw)}
	}
	v := Value{class: integer, n: int64(raw)}
	if t == Pointer {
		v.class = bare
	}
	if v.n < 0 {
		v.big = unsigned
	}
	return v
}

// Load returns the value of a scalar type at an offset of the object, which must have all of its bytes. For bytes as a pointer, it returns a bare
// address; State.Pointer makes the pointer from it.
func (o *Object) Load(offset int64, t Scalar) Value {
	return o.load(o.pages.get(offset/pageSize), offset, t)
}

// sheet is a leaf of the pages of an object.
type sheet struct {
	object *Object
	at     int64 // the index of the first page, divided by fanout
	leaf   *leaf[*page]
}

// sheet returns the leaf of page i; nil if there is none. The stretch own caches it.
func (o *Object) sheet(own *stretch, i int64) *leaf[*page] {
	if o.pages.height == 0 && i < fanout {
		return o.pages.leaf
	}
	near := &own.near[i>>fan&3]
	if near.object != o || near.at != i>>fan {
		l := o.pages.leafAt(i)
		if l == nil {
			return nil
		}
		*near = sheet{o, i >> fan, l}
	}
	return near.leaf
}

// load is Load with the page of the offset, for the stretch own.
func (r *run) load(o *Object, offset int64, t Scalar) Value {
	i := offset / pageSize
	l := o.sheet(r.stretch, i)
	if l == nil {
		return o.load(nil, offset, t)
	}
	return o.load(l.items[i&(fanout-1)], offset, t)
}

// load is Load with the page of the offset.
func (o *Object) load(p *page, offset int64, t Scalar) Value {
	if t.IsBitField() {
		return o.loadBits(offset, t)
	}
	i, n := int(offset%pageSize), int(t.Size())
	if p == nil || i+n > pageSize {
		return o.gather(offset, t)
	}
	switch set := span(i, n); {
	case p.defined&set != set:
		return Value{}
	case p.celled&set == 0:
		return decode(t, raw(p.data[i:i+n]))
	case p.celled&set == set && p.data[i] == 0 && p.cells[i].scalar == t:
		return p.cells[i].value
	}
	return o.gather(offset, t)
}

// raw returns 1, 2, 4 or 8 bytes as a number.
func raw(data []byte) uint64 {
	switch len(data) {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

// gather is Load, byte by byte.
func (o *Object) gather(offset int64, t Scalar) Value {
	var raw uint64
	for j := range t.Size() {
		b, c, ok := o.byte(offset + j)
		switch {
		case !ok || c != nil && c.scalar == NoScalar:
			return Value{}
		case j == 0 && c != nil && c.scalar == t && b == 0:
			return c.value
		case c != nil:
			b = byte(c.value.bytes() >> (8 * b))
		}
		raw |= uint64(b) << (8 * j)
	}
	return decode(t, raw)
}

// byte returns the byte at an offset: a number, or a cell and the byte's index in it; ok is false if it is undefined.
func (o *Object) byte(offset int64) (b byte, c *cell, ok bool) {
	p, i := o.pages.get(offset/pageSize), offset%pageSize
	switch {
	case p == nil:
		return 0, nil, o.Global
	case p.celled>>i&1 != 0:
		return p.data[i], p.cells[i], true
	}
	return p.data[i], nil, p.defined>>i&1 != 0
}

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

// fill sets n bytes to the number b. It counts memory in the meter before it allocates it, and returns false if the meter refuses.
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

// copy copies n bytes of another object, or of this one as it was before. The stretch own owns no page of from. It counts memory in the meter before
// it allocates it, and returns false if the meter refuses.
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
		if m == pageSize && p != &undefinedPage && p != &zeroPage && p.own != &own.owner && (p.celled == 0 || at-first >= 8 && end-at >= pageSize+8) {
			at, more := o.pages.at(&own.owner, to/pageSize)
			o.words += more*wordsPerNode - (*at).weigh() + p.weigh()
			*at = p // the stretch copies it before a change
			own.near[to/pageSize>>fan&3] = sheet{}
		} else if p.defined>>i&span(0, int(m)) != 0 || o.Global || o.pages.get(to/pageSize) != nil {
			o.move(o.page(own, to/pageSize), int(j), p, int(i), int(m), int(i)+int(first-at), int(i)+int(min(end-at, 2*pageSize)))
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

// move copies m bytes of the page p, from byte i on, to byte j of q. A cell becomes bytes unless all of it lies between first and end, which count
// from the start of p.
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

// freeing returns the fault of a free of p, and "" if there is none. It checks in this order: p points to an object on the heap, the object is alive,
// and p is its start.
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

// scalar returns the fault of the load or the store in at p, and "" if there is none: first that of the access, then that of a misaligned offset.
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

// access returns the fault of an access to n bytes from p on, and "" if there is none. It checks in this order: p points to an object, the object is
// alive, it may be written, and it has all the bytes. An access to no bytes needs only a live object.
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
