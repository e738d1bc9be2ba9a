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

func (p Pointer) same(q Pointer) bool {
	return p.Object == q.Object && p.Function == q.Function && p.offset().Cmp(q.offset()) == 0
}

// Fragment is the bytes of a pointer from From on, so many of them, as an integer.
type Fragment struct {
	Pointer    Pointer
	From, Size int
}

// object is an object.
type object struct {
	id       int
	size     int64
	heap     bool
	readOnly bool
	dead     bool
	bytes    map[int64]part // those that were written
}

// part is a byte in memory: byte k of what a store has put there.
type part struct {
	store int // which one; each has its number
	t     core.Scalar
	value any
	k     int64
}

// width returns how many bytes the store has written.
func (p part) width() int64 { return p.t.Size() }

// plain returns the byte as a number, if it is one.
func (p part) plain() (byte, bool) {
	n, ok := number(p.value)
	if !ok {
		return 0, false
	}
	n.Rsh(n, uint(8*p.k)) // rounds down
	return byte(n.And(n, big.NewInt(255)).Int64()), true
}

// number returns the integer whose bytes are those of v, if there is one.
func number(v any) (*big.Int, bool) {
	switch v := v.(type) {
	case *big.Int:
		return new(big.Int).Set(v), true
	case float32:
		return big.NewInt(int64(math.Float32bits(v))), true
	case float64:
		return new(big.Int).SetUint64(math.Float64bits(v)), true
	case Pointer:
		if v.Object == 0 && v.Function == 0 && v.offset().Sign() >= 0 && v.offset().BitLen() <= 64 {
			return new(big.Int).Set(v.offset()), true
		}
	}
	return nil, false
}

// fragment returns the pointer of which the byte is a part, and which part.
func (p part) fragment() (Pointer, int, bool) {
	switch v := p.value.(type) {
	case Pointer:
		return v, int(p.k), true
	case Fragment:
		return v.Pointer, v.From + int(p.k), true
	}
	return Pointer{}, 0, false
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

func (r *run) initialize(o *object, init core.Init) {
	if init.Value != nil {
		r.store(o, init.Offset, init.Type, r.eval(init.Value))
		return
	}
	for i, b := range []byte(init.Bytes) {
		r.store(o, init.Offset+int64(i), core.U8, big.NewInt(int64(b)))
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
	case p.Object == 0 && p.Function == 0 && p.offset().Sign() == 0:
		fault(semantics.NullDereference, at)
	case p.Object == 0:
		fault(semantics.InvalidPointer, at)
	}
	o := r.objects[p.Object-1]
	switch {
	case o.dead && o.heap:
		fault(semantics.UseAfterFree, at)
	case o.dead:
		fault(semantics.UseAfterReturn, at)
	case write && some && o.readOnly:
		fault(semantics.ReadOnlyWrite, at)
	}
	return o
}

func (r *run) free(p Pointer, at source.Span) {
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
	o.dead = true
}

// store puts a scalar into an object; nil is undefined.
func (r *run) store(o *object, at int64, t core.Scalar, v any) {
	if f, ok := v.(Fragment); ok && f.Size != int(t.Size()) {
		unsupported(addressBytes)
	}
	r.stores++
	for k := range t.Size() {
		delete(o.bytes, at+k)
		if v != nil {
			o.bytes[at+k] = part{r.stores, t, v, k}
		}
	}
}

// load reads a scalar.
func (o *object) load(at int64, t core.Scalar) any {
	first, ok := o.bytes[at]
	whole := ok && first.k == 0 && first.t == t
	var parts []part
	for k := range t.Size() {
		p, ok := o.bytes[at+k]
		if !ok {
			return nil
		}
		whole = whole && p.store == first.store
		parts = append(parts, p)
	}
	if _, integer := first.value.(*big.Int); whole && (integer || t == core.Pointer) {
		return first.value
	}
	n, plain := new(big.Int), 0
	for k, p := range parts {
		if b, ok := p.plain(); ok {
			plain++
			n.Or(n, new(big.Int).Lsh(big.NewInt(int64(b)), uint(8*k)))
		}
	}
	if plain < len(parts) {
		return joined(parts, plain, t)
	}
	switch t {
	case core.Pointer:
		return Pointer{Offset: n}
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

// joined returns what bytes mean that are not all numbers.
func joined(parts []part, plain int, t core.Scalar) any {
	p, from, ok := parts[0].fragment()
	for k, next := range parts {
		q, at, too := next.fragment()
		ok = ok && too && p.same(q) && at == from+k
	}
	whole := ok && from == 0 && len(parts) == 8
	switch {
	case plain > 0 || !ok || t == core.Float32 || t == core.Float64 || t == core.Pointer && !whole:
		unsupported(addressBytes)
	case t == core.Pointer:
		return p
	}
	return Fragment{p, from, len(parts)}
}

// copy moves n bytes from q to p.
func (r *run) copy(p, q Pointer, n *big.Int, at source.Span) {
	size := amount(n, at)
	from, i := r.access(q, size, false, at)
	to, j := r.access(p, size, true, at)
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
			if v, ok := b.plain(); ok {
				b = part{r.stores, core.U8, big.NewInt(int64(v)), 0}
			} else {
				q, at, _ := b.fragment()
				b = part{r.stores, core.U8, Fragment{q, at, 1}, 0}
			}
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
	case Fragment:
		return fmt.Sprintf("bytes %d to %d of %s", v.From, v.From+v.Size-1, Format(v.Pointer))
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
