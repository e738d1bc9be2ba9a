package imp

import "slices"

// This file defines the persistent sequence that stores are made of.

// Vector is a sequence of fixed length that is never changed: With makes a new one that shares with the old all but a
// few elements, however long they are. A long vector is a list of shorter ones.
type Vector[T any] struct {
	items []T       // of a short vector
	long  *parts[T] // nil for a short one
}

// parts is a list of vectors, each with span elements but for the last.
type parts[T any] struct {
	list []Vector[T]
	span int
}

// width is the length of short vectors and of lists of parts, at most.
const width = 16

// MakeVector returns the vector of the given elements, of which it may keep parts.
func MakeVector[T any](items []T) Vector[T] {
	if len(items) <= width {
		return Vector[T]{items: items}
	}
	p := &parts[T]{span: width}
	for p.span*width < len(items) {
		p.span *= width
	}
	for part := range slices.Chunk(items, p.span) {
		p.list = append(p.list, MakeVector(part))
	}
	return Vector[T]{long: p}
}

// Len returns the number of elements.
func (v Vector[T]) Len() int {
	if v.long == nil {
		return len(v.items)
	}
	last := len(v.long.list) - 1
	return last*v.long.span + v.long.list[last].Len()
}

// Get returns the element at index i.
func (v Vector[T]) Get(i int) T {
	for v.long != nil {
		v, i = v.long.list[i/v.long.span], i%v.long.span
	}
	return v.items[i]
}

// The work of With, in the units of a meter: that on a short vector, and that on each list of parts.
const (
	workPerItems = 8
	workPerParts = 48
)

// Work returns the work of With, in the units of a meter.
func (v Vector[T]) Work() int {
	n := workPerItems
	for ; v.long != nil; v = v.long.list[0] {
		n += workPerParts
	}
	return n
}

// With returns the vector that has x at index i.
func (v Vector[T]) With(i int, x T) Vector[T] {
	if v.long == nil {
		v.items = slices.Clone(v.items)
		v.items[i] = x
		return v
	}
	p := &parts[T]{slices.Clone(v.long.list), v.long.span}
	p.list[i/p.span] = p.list[i/p.span].With(i%p.span, x)
	return Vector[T]{long: p}
}
