package core

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"

	"vouch/semantics"
)

// This file defines the canonical encoding of states and the digests that certificates hold.
//
// The encoding is a sequence of integers, each as a variable-length integer of package binary. Pages also have sets, of
// 8 bytes with the lowest first, and bytes. Two states have the same encoding if and only if no program can distinguish
// them. Output, names and places are not part of it. It has, in this order:
//
//	1 if the program has ended, else 0, and the status if it has
//	how many inputs were drawn, how many names of inputs the program has, and for each how often it was drawn, in
//	  the order of their first Draw
//	how many calls there are, and for each from the inner to the outer: function, PC, slots, iterations of loops,
//	  how many local objects it has made, and their numbers, the newest first
//	how many objects there are, and for each: size, life, what it is beside alive (1 if it is dead, 2 more if the
//	  instruction end has ended it, 4 more if protect has said that it must not be written), and for each page of 64
//	  bytes that is not all undefined, or in a global not all zero: its index + 1, the set of its defined bytes,
//	  that of those that are part of a cell, the other defined bytes, and for each byte of a cell, if it does not
//	  carry on the byte before: which byte of which cell it is; then 0
//
// A value is its class and, unless that is undefined, the number of its object or function or 0, and then 0 and its
// number as an integer; or, of a number that is longer than 64 bits, its length in bytes, negative if it is negative,
// and the bytes of its absolute value, the highest first.

// Digest returns the SHA-256 of the canonical encoding of s. If the meter is exhausted, the result is meaningless.
func (s State) Digest(meter *semantics.Meter) (digest [sha256.Size]byte) {
	h := sha256.New()
	e := encoder{w: bufio.NewWriterSize(h, 4096), meter: meter}
	e.state(s)
	e.w.Flush()
	h.Sum(digest[:0])
	return digest
}

// Equal reports whether both are the same state of the same program, apart from output: whether their digests are
// equal.
func (s State) Equal(t State) bool { return s.Digest(nil) == t.Digest(nil) }

// encoder writes encodings.
type encoder struct {
	w     *bufio.Writer
	meter *semantics.Meter
	buf   [binary.MaxVarintLen64]byte
}

func (e *encoder) int(n int64) { e.w.Write(binary.AppendVarint(e.buf[:0], n)) }

func (e *encoder) set(n uint64) { e.w.Write(binary.LittleEndian.AppendUint64(e.buf[:0], n)) }

func (e *encoder) flag(b bool) {
	if b {
		e.int(1)
	} else {
		e.int(0)
	}
}

func (e *encoder) state(s State) {
	e.flag(s.rest.ended)
	if s.rest.ended {
		e.value(s.rest.status)
	}
	e.int(int64(s.rest.drawn))
	e.int(int64(len(s.names)))
	for i := range s.names {
		e.int(int64(s.rest.counts.get(int64(i))))
	}
	e.meter.Charge(len(s.names))
	e.int(int64(s.depth) + 1)
	for f, ok := s.Frame, true; ok && !e.meter.Exhausted(); f, ok = f.Caller() {
		e.frame(f)
	}
	e.int(int64(s.made))
	for id := range s.made {
		if !e.meter.Charge(8) {
			return
		}
		o := s.objects.get(int64(id))
		e.object(o, o.ReadOnly && !(id < len(s.program.Globals) && s.program.Globals[id].ReadOnly))
	}
}

func (e *encoder) frame(f Frame) {
	e.meter.Charge(4 * (len(f.fn.Slots) + f.fn.Loops + 8))
	e.int(int64(f.index))
	e.int(int64(f.pc))
	for i := range f.fn.Slots {
		e.value(f.Slot(i))
	}
	for i := range f.fn.Loops {
		e.int(f.Slot(len(f.fn.Slots) + i).n)
	}
	n := 0
	for l := f.locals; l != nil; l = l.next {
		n++
	}
	e.meter.Charge(2 * n)
	e.int(int64(n))
	for l := f.locals; l != nil; l = l.next {
		e.int(int64(l.id))
	}
}

// value writes a value.
func (e *encoder) value(v Value) {
	e.int(int64(v.class))
	if v.class == undefined {
		return
	}
	e.int(int64(v.ref))
	if v.big == nil {
		e.int(0)
		e.int(v.n)
		return
	}
	text := v.amount().Bytes()
	e.meter.Charge(len(text))
	e.int(int64(v.sign() * len(text)))
	e.w.Write(text)
}

func (e *encoder) object(o *Object, protected bool) {
	e.int(o.Size)
	e.int(int64(o.Life))
	e.int(o.standing(protected))
	e.pages(&o.pages, 0, o.Global)
	e.int(0)
}

// standing returns the flags of an object.
func (o *Object) standing(protected bool) (flags int64) {
	if o.Dead {
		flags |= 1
	}
	if o.Scoped {
		flags |= 2
	}
	if protected {
		flags |= 4
	}
	return flags
}

// pages writes the pages of v, the first of which has the index first.
func (e *encoder) pages(v *vector[*page], first int64, global bool) {
	switch {
	case v.node != nil:
		for k := range v.node.sub {
			e.pages(&v.node.sub[k], first+int64(k)<<(fan*v.height), global)
		}
	case v.leaf != nil:
		for k, p := range v.leaf.items {
			if p == nil || global && p.isZero() || !global && p.defined == 0 {
				continue
			}
			if !e.meter.Charge(16) {
				return
			}
			e.int(first + int64(k) + 1)
			e.page(p)
		}
	}
}

// isZero reports whether all bytes of the page are 0.
func (p *page) isZero() bool {
	return p.defined == ^uint64(0) && p.celled == 0 && p.pointers == 0 && p.data == [pageSize]byte{}
}

func (e *encoder) page(p *page) {
	celled := p.celled
	for s := p.pointers; s != 0; s &= s - 1 {
		celled |= 0xff << (8 * bits.TrailingZeros8(s))
	}
	e.set(p.defined)
	e.set(celled)
	if plain := p.defined &^ celled; plain == ^uint64(0) {
		e.w.Write(p.data[:])
	} else {
		for s := plain; s != 0; s &= s - 1 {
			e.w.WriteByte(p.data[bits.TrailingZeros64(s)])
		}
	}
	var before cell
	last := 0 // which byte of its cell the byte before is
	for s := celled; s != 0; s &= s - 1 {
		i := bits.TrailingZeros64(s)
		c, which := cell{Pointer, Value{}}, i%8
		if p.celled>>i&1 != 0 {
			c, which = *p.cells[i], int(p.data[i])
		} else {
			c.value = p.pointer(i / 8)
		}
		if i > 0 && celled>>(i-1)&1 != 0 && last+1 == which && before.value.Equal(c.value) {
			e.int(0)
		} else {
			e.meter.Charge(8)
			e.int(int64(c.scalar))
			e.int(int64(which))
			e.value(c.value)
		}
		before, last = c, which
	}
}
