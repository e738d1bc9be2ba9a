package imp

import "slices"

// This file defines the persistent sequence that stores are made of.

// Vector is a sequence of fixed length that is never changed: With makes a new one that shares with the old all but a few
// elements, however long they are. A long vector is a list of shorter ones.
type Vector[T any] struct {
	items []T          // of a short vector
	parts []*Vector[T] // of a long one, each with span elements but for the last
	span  int
}

// width is the length of short vectors and of lists of parts, at most.
const width = 16

// MakeVector returns a vector of n zero values.
func MakeVector[T any](n int) Vector[T] {
	if n <= width {
		return Vector[T]{items: make([]T, n)}
	}
	v := Vector[T]{span: width}
	for v.span*width < n {
		v.span *= width
	}
	for ; n > 0; n -= v.span {
		part := MakeVector[T](min(n, v.span))
		v.parts = append(v.parts, &part)
	}
	return v
}

// Len returns the number of elements.
func (v Vector[T]) Len() int {
	if v.parts == nil {
		return len(v.items)
	}
	last := len(v.parts) - 1
	return last*v.span + v.parts[last].Len()
}

// Get returns the element at index i.
func (v Vector[T]) Get(i int) T {
	for v.parts != nil {
		v, i = *v.parts[i/v.span], i%v.span
	}
	return v.items[i]
}

// With returns the vector that has x at index i.
func (v Vector[T]) With(i int, x T) Vector[T] {
	if v.parts == nil {
		v.items = slices.Clone(v.items)
		v.items[i] = x
		return v
	}
	part := v.parts[i/v.span].With(i%v.span, x)
	v.parts = slices.Clone(v.parts)
	v.parts[i/v.span] = &part
	return v
}
