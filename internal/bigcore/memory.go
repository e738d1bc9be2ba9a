package bigcore

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines objects, and what happens to the bytes in them.

// Pointer is a pointer: to an object, to a function, or a bare address.
type Pointer struct {
	Object   int // counted from 1; 0 is none
	Function int // the same
	Offset   any // *big.Int; of a bare address, the address. nil is 0
}

func (p Pointer) offset() *big.Int {
	if p.Offset == nil {
		return new(big.Int)
	}
	return p.Offset.(*big.Int)
}

// address returns where p points to, as a number: an object has 2^32 addresses, and a function 16, those from 2^62 on.
func (p Pointer) address() *big.Int {
	switch {
	case p.Object > 0:
		return new(big.Int).Add(p.offset(), new(big.Int).Mul(big.NewInt(int64(p.Object)), power(big.NewInt(32))))
	case p.Function > 0:
		return new(big.Int).Add(power(big.NewInt(62)), big.NewInt(16*int64(p.Function-1)))
	}
	return p.offset()
}

// toPointer returns the pointer whose address is n.
func (r *run) toPointer(n *big.Int) Pointer {
	for i := range r.program.Funcs {
		if p := (Pointer{Function: i + 1}); p.address().Cmp(n) == 0 {
			return p
		}
	}
	object, offset := new(big.Int).DivMod(n, power(big.NewInt(32)), new(big.Int))
	if object.Sign() > 0 && object.Cmp(big.NewInt(int64(len(r.objects)))) <= 0 {
		return Pointer{Object: int(object.Int64()), Offset: offset}
	}
	return Pointer{Offset: n}
}

// width returns how many bytes the store has written.
func (p part) width() int64 { return p.t.Size() }

// plain returns the byte as a number.
func (p part) plain() byte {
	n := number(p.value)
	n.Rsh(n, uint(8*p.k)) // rounds down
	return byte(n.And(n, big.NewInt(255)).Int64())
}

// number returns the integer whose bytes are those of v.
func number(v any) *big.Int {
	switch v := v.(type) {
	case *big.Int:
		return new(big.Int).Set(v)
	case float32:
		return big.NewInt(int64(math.Float32bits(v)))
	case float64:
		return new(big.Int).SetUint64(math.Float64bits(v))
	}
	return new(big.Int).Set(v.(Pointer).address())
}

func (r *run) object(size int64, heap bool) *object {
	o := &object{id: len(r.objects) + 1, size: size, heap: heap, bytes: map[int64]part{}}
	r.objects = append(r.objects, o)
	return o
}

// global makes a global object, whose bytes are zero.
func (r *run) global(g *core.Global) {
	o := r.object(g.Size, false)
	o.readOnly = g.ReadOnly
	for i := range g.Size {
		r.store(o, i, core.U8, new(big.Int))
	}
}

// access wants n bytes at p and returns where they are.
func (r *run) access(p Pointer, n int64, write bool, at source.Span) (*object, int64) {
	o := r.target(p, write, n > 0, at)
	end := new(big.Int).Add(p.offset(), big.NewInt(n))
	if n > 0 && (p.offset().Sign() < 0 || end.Cmp(big.NewInt(o.size)) > 0) {
		if write {
			fault(semantics.OutOfBoundsWrite, at)
		}
		fault(semantics.OutOfBoundsRead, at)
	}
	return o, p.offset().Int64()
}

// target returns the object that p points to.
func (r *run) target(p Pointer, write, some bool, at source.Span) *object {
	switch {
	case p.Object == 0 && p.Function == 0 && p.offset().Cmp(big.NewInt(1<<16)) < 0:
		fault(semantics.NullDereference, at)
	case p.Object == 0:
		fault(semantics.InvalidPointer, at)
	}
	o := r.objects[p.Object-1]
	switch {
	case o.dead && o.heap:
		fault(semantics.UseAfterFree, at)
	case o.scoped:
		fault(semantics.UseAfterScope, at)
	case o.dead:
		fault(semantics.UseAfterReturn, at)
	case write && some && o.readOnly:
		fault(semantics.ReadOnlyWrite, at)
	}
	return o
}

// owned wants p to be the start of an object that can be freed, and returns that.
func (r *run) owned(p Pointer, at source.Span) *object {
	if p.Object == 0 || !r.objects[p.Object-1].heap {
		fault(semantics.InvalidFree, at)
	}
	o := r.objects[p.Object-1]
	if o.dead {
		fault(semantics.DoubleFree, at)
	}
	if p.offset().Sign() != 0 {
		fault(semantics.InvalidFree, at)
	}
	return o
}

// align wants an offset that is a multiple of what the instruction moves.
func align(in *core.Instr, at int64) {
	if !in.Loose && at%in.Type.Size() != 0 {
		fault(semantics.MisalignedAccess, in.Span)
	}
}

// store puts a scalar into an object; nil is undefined.
func (r *run) store(o *object, at int64, t core.Scalar, v any) {
	if t.IsBitField() {
		r.storeBits(o, at, t, v)
		return
	}
	r.stores++
	for k := range t.Size() {
		delete(o.bytes, at+k)
		if v != nil {
			o.bytes[at+k] = part{r.stores, t, v, k, 0}
		}
	}
}

// load reads a scalar.
func (r *run) load(o *object, at int64, t core.Scalar) any {
	if t.IsBitField() {
		return r.loadBits(o, at, t)
	}
	first, ok := o.bytes[at]
	whole := ok && first.k == 0 && first.t == t
	n := new(big.Int)
	for k := range t.Size() {
		p, ok := o.bytes[at+k]
		if !ok || p.lacks != 0 {
			return nil
		}
		whole = whole && p.store == first.store
		n.Or(n, new(big.Int).Lsh(big.NewInt(int64(p.plain())), uint(8*k)))
	}
	if whole {
		switch v := first.value.(type) {
		case *big.Int:
			return v
		case Pointer:
			if v.Object > 0 || v.Function > 0 || v.offset().Sign() < 0 || v.offset().BitLen() > 64 {
				return v
			}
		}
	}
	switch t {
	case core.Pointer:
		return r.toPointer(n)
	case core.Float32:
		return math.Float32frombits(uint32(n.Uint64()))
	case core.Float64:
		return math.Float64frombits(n.Uint64())
	}
	if bits := uint(8 * t.Size()); t.Signed() && n.Bit(int(bits)-1) == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), bits))
	}
	return n
}

// storeBits puts an integer into a bit-field, bit by bit.
func (r *run) storeBits(o *object, at int64, t core.Scalar, v any) {
	for i := range t.Width() {
		k := t.Shift() + i
		byteAt, bit := at+int64(k/8), byte(1)<<(k%8)
		value, lacks := byte(0), byte(255)
		if old, ok := o.bytes[byteAt]; ok {
			value, lacks = old.plain(), old.lacks
		}
		value, lacks = value&^bit, lacks|bit
		if n, ok := v.(*big.Int); ok {
			if lacks &^= bit; n.Bit(i) == 1 {
				value |= bit
			}
		}
		r.stores++
		if delete(o.bytes, byteAt); lacks != 255 {
			o.bytes[byteAt] = part{r.stores, core.U8, big.NewInt(int64(value)), 0, lacks}
		}
	}
}

// loadBits reads an integer from a bit-field, bit by bit.
func (r *run) loadBits(o *object, at int64, t core.Scalar) any {
	n, last := new(big.Int), uint(0)
	for i := range t.Width() {
		k := t.Shift() + i
		b, ok := o.bytes[at+int64(k/8)]
		if !ok || b.lacks>>(k%8)&1 == 1 {
			return nil
		}
		last = uint(b.plain() >> (k % 8) & 1)
		n.SetBit(n, i, last)
	}
	if t.Signed() && last == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(t.Width())))
	}
	return n
}

// copy moves n bytes from q to p.
func (r *run) copy(p, q Pointer, n *big.Int, in *core.Instr) {
	size := amount(n, in.Span)
	from, i := r.access(q, size, false, in.Span)
	to, j := r.access(p, size, true, in.Span)
	if in.Kind != "" && size > 0 && from == to && max(i, j) < min(i, j)+size && (i != j || !in.Loose) {
		fault(in.Kind, in.Span)
	}
	moved := map[int64]part{}
	stores := map[int]int{} // of the moved parts
	for k := range size {
		b, ok := from.bytes[i+k]
		if !ok {
			continue
		}
		first := i + k - b.k // of the store
		whole := first >= i && first+b.width() <= i+size
		for m := first; m < first+b.width() && whole; m++ {
			whole = from.bytes[m].store == b.store
		}
		if !whole { // it is a byte, not a part of what was stored
			r.stores++
			b = part{r.stores, core.U8, big.NewInt(int64(b.plain())), 0, 0}
		} else {
			if stores[b.store] == 0 {
				r.stores++
				stores[b.store] = r.stores
			}
			b.store = stores[b.store]
		}
		moved[k] = b
	}
	for k := range size {
		delete(to.bytes, j+k)
		if b, ok := moved[k]; ok {
			to.bytes[j+k] = b
		}
	}
}

func (r *run) fill(p Pointer, b, n *big.Int, at source.Span) {
	size := amount(n, at)
	o, i := r.access(p, size, true, at)
	for k := range size {
		r.store(o, i+k, core.U8, new(big.Int).And(b, big.NewInt(255)))
	}
}

// leaks wants every living object on the heap to be reached from globals and slots.
func (r *run) leaks() {
	reached := map[int]bool{}
	var reach func(v any)
	reach = func(v any) {
		p, ok := v.(Pointer)
		if !ok || p.Object == 0 || reached[p.Object] {
			return
		}
		reached[p.Object] = true
		o := r.objects[p.Object-1]
		if o.dead {
			return
		}
		for at, b := range o.bytes {
			if b.k == 0 && r.isWhole(o, at) {
				reach(b.value)
			}
		}
	}
	for i := range r.program.Globals {
		reach(Pointer{Object: i + 1})
	}
	for _, f := range r.frames {
		for _, v := range f.slots {
			reach(v)
		}
	}
	for _, o := range r.objects {
		if o.heap && !o.dead && !reached[o.id] {
			panic(unwind{Fault: semantics.Fault{Kind: semantics.MemoryLeak, Span: o.made}, placed: true})
		}
	}
}

// isWhole reports whether all that the store at an offset has put there is still there.
func (r *run) isWhole(o *object, at int64) bool {
	b := o.bytes[at]
	for k := range b.width() {
		if o.bytes[at+k].store != b.store {
			return false
		}
	}
	return true
}

// amount wants n to be a number of bytes that an object may have.
func amount(n *big.Int, at source.Span) int64 {
	if n.Sign() < 0 || n.Cmp(big.NewInt(core.MaxObject)) > 0 {
		fault(semantics.InvalidSize, at)
	}
	return n.Int64()
}

// Format writes a value as those of package core are written.
func Format(v any) string {
	switch v := v.(type) {
	case *big.Int:
		return v.String()
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case Pointer:
		switch n := v.offset(); {
		case v.Function > 0:
			return fmt.Sprintf("func %d", v.Function-1)
		case v.Object > 0 && n.Sign() == 0:
			return fmt.Sprintf("&%d", v.Object)
		case v.Object > 0:
			return fmt.Sprintf("&%d%+d", v.Object, n)
		case n.Sign() == 0:
			return "null"
		default:
			return fmt.Sprintf("%#x", n)
		}
	}
	panic(fmt.Sprintf("bigcore: unexpected value %T", v))
}
