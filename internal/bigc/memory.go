package bigc

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines values and memory: objects of bytes, each of which knows what it is a part of.

// value is the value of an expression.
type value struct {
	t     *ctype
	n     *big.Int // of an integer
	p     pointer  // of a pointer
	bytes []cell   // of a record
	lacks lack
}

// lack says why a value is none.
type lack byte

const (
	nothing  lack = iota
	unset         // it was never set
	returned      // a function ended without it
)

// pointer leads to a byte of an object, or to a function. The zero pointer is null.
type pointer struct {
	o   *object
	off int64
	f   *variable
}

// state says whether an object is alive.
type state byte

const (
	alive state = iota
	left        // its block has ended
	gone        // its function has returned
	freed
)

// object is a region of memory.
type object struct {
	bytes    []cell
	state    state
	readOnly bool
	heap     bool
}

// cell is a byte: a number, or a part of a pointer. One that is neither was never set.
type cell struct {
	set  bool
	b    byte
	p    *pointer
	part int64 // which byte of the pointer
}

// faults is the end of a run at a fault. If there are several, C does not say which one is first.
type faults []semantics.Fault

// fail ends the run.
func fail(kind semantics.Kind, at source.Pos) {
	panic(faults{faultAt(kind, at)})
}

func faultAt(kind semantics.Kind, at source.Pos) semantics.Fault {
	return semantics.Fault{Kind: kind, Span: source.Over(0, at, at)}
}

// unread is the end of a run at what is not defined here.
type unread string

func integer(t *ctype, n *big.Int) value { return value{t: t, n: n} }

func truth(b bool) value {
	n := new(big.Int)
	if b {
		n.SetInt64(1)
	}
	return integer(intType, n)
}

// zeros returns n bytes that are 0.
func zeros(n int64) []cell {
	all := make([]cell, n)
	for i := range all {
		all[i].set = true
	}
	return all
}

// target returns the bytes of an object of type t behind p, for an access.
func target(p pointer, t *ctype, write bool, at source.Pos) []cell {
	o := p.o
	switch {
	case p.f != nil:
		fail(semantics.InvalidPointer, at)
	case o == nil:
		fail(semantics.NullDereference, at)
	case o.state == left:
		fail(semantics.UseAfterScope, at)
	case o.state == gone:
		fail(semantics.UseAfterReturn, at)
	case o.state == freed:
		fail(semantics.UseAfterFree, at)
	case p.off < 0 || p.off+t.size > int64(len(o.bytes)):
		fail(outside(write), at)
	case write && o.readOnly:
		fail(semantics.ReadOnlyWrite, at)
	case t.scalar() && p.off%t.align != 0:
		fail(semantics.MisalignedAccess, at)
	}
	return o.bytes[p.off : p.off+t.size]
}

// outside returns the kind of an access outside of an object, or of an array inside one.
func outside(write bool) semantics.Kind {
	if write {
		return semantics.OutOfBoundsWrite
	}
	return semantics.OutOfBoundsRead
}

// load returns the value of an object.
func load(p pointer, t *ctype, at source.Pos) value {
	bytes := target(p, t, false, at)
	t = plain(t)
	v := value{t: t}
	if t.kind == record {
		v.bytes = append(v.bytes, bytes...)
		return v
	}
	for _, c := range bytes {
		if !c.set {
			v.lacks = unset
			return v
		}
	}
	if t.kind == pointing {
		v.p = joined(bytes)
		return v
	}
	n := new(big.Int)
	for i := len(bytes) - 1; i >= 0; i-- {
		if bytes[i].p != nil {
			panic(unread("a part of a pointer is a number"))
		}
		n.Or(n.Lsh(n, 8), big.NewInt(int64(bytes[i].b)))
	}
	if t == boolType && n.Cmp(big.NewInt(1)) > 0 {
		fail(semantics.InvalidConversion, at)
	}
	v.n = wrapped(n, t)
	return v
}

// joined returns the pointer that bytes are.
func joined(bytes []cell) pointer {
	first := bytes[0]
	for i, c := range bytes {
		switch {
		case first.p == nil && (c.p != nil || c.b != 0), first.p != nil && (c.p != first.p || c.part != int64(i)):
			panic(unread("a pointer is made of numbers"))
		}
	}
	if first.p == nil {
		return pointer{}
	}
	return *first.p
}

// store sets an object to a value of its type.
func store(p pointer, v value, at source.Pos) {
	copy(target(p, v.t, true, at), cellsOf(v))
}

// cellsOf returns the bytes of a value.
func cellsOf(v value) []cell {
	if v.t.kind == record {
		return v.bytes
	}
	all := make([]cell, v.t.size)
	if v.lacks != nothing {
		return all
	}
	n := v.n
	if v.t.kind == pointing {
		n = new(big.Int)
	}
	q := v.p
	for i := range all {
		all[i].set = true
		switch {
		case v.t.kind == pointing && q != (pointer{}):
			all[i].p, all[i].part = &q, int64(i)
		default:
			all[i].b = byte(new(big.Int).And(new(big.Int).Rsh(n, uint(8*i)), big.NewInt(255)).Int64())
		}
	}
	return all
}

// wrapped returns the value of an integer type that is n but for a multiple of 2 to the power of its bits.
func wrapped(n *big.Int, t *ctype) *big.Int {
	bits := uint(t.size * 8)
	all := new(big.Int).Lsh(big.NewInt(1), bits)
	n = new(big.Int).Mod(n, all)
	if _, hi := t.limits(); t != boolType && n.Cmp(hi) > 0 {
		n.Sub(n, all)
	}
	return n
}

// release ends the life of an object on the heap.
func release(p pointer, at source.Pos) {
	switch o := p.o; {
	case p == (pointer{}):
	case o == nil || !o.heap || p.off != 0:
		fail(semantics.InvalidFree, at)
	case o.state == freed:
		fail(semantics.DoubleFree, at)
	default:
		o.state = freed
	}
}
