package coresym

import "slices"

// This file defines the persistent sequence that slots are kept in. It is as small as can be: states in a frontier
// share few slots.

// vector is a sequence of fixed length that is never changed, except for what a stretch of execution owns. A long
// vector is a list of shorter ones.
type vector[T any] struct {
	items []T       // of a short vector
	long  *parts[T] // nil for a short one
}

// parts is a list of vectors, each with span elements but for the last.
type parts[T any] struct {
	list []vector[T]
	span int
}

// width is the length of short vectors and of lists of parts, at most.
const width = 16

// makeVector returns the vector of n elements that are zero.
func makeVector[T any](n int) vector[T] {
	if n <= width {
		return vector[T]{items: make([]T, n)}
	}
	most := width
	for most*width < n {
		most *= width
	}
	many := (n + most - 1) / most
	p := &parts[T]{span: (n + many - 1) / many} // so that none is much longer than the others
	for ; n > 0; n -= p.span {
		p.list = append(p.list, makeVector[T](min(n, p.span)))
	}
	return vector[T]{long: p}
}

// get returns the element at index i.
func (v vector[T]) get(i int) T {
	for v.long != nil {
		v, i = v.long.list[i/v.long.span], i%v.long.span
	}
	return v.items[i]
}

// with returns the vector that has x at index i. What o owns of v it changes.
func (v vector[T]) with(o *owner[T], i int, x T) vector[T] {
	if v.long == nil {
		if !o.ownsItems(v.items) {
			v.items = slices.Clone(v.items)
			o.takeItems(v.items)
		}
		v.items[i] = x
		return v
	}
	p := v.long
	if !o.ownsParts(p) {
		p = &parts[T]{slices.Clone(v.long.list), v.long.span}
		o.takeParts(p)
	}
	p.list[i/p.span] = p.list[i/p.span].with(o, i%p.span, x)
	return vector[T]{long: p}
}

// is reports whether v and w are one and the same, and not only equal.
func (v vector[T]) is(w vector[T]) bool {
	return v.long == w.long && len(v.items) == len(w.items) && (len(v.items) == 0 || &v.items[0] == &w.items[0])
}

// owner is a stretch of execution: what it has made, it may change until it is over, since nobody else knows it yet. It
// remembers the last few parts of vectors that it has made. Nil owns nothing.
type owner[T any] struct {
	items                [4]*T // the first element of each
	parts                [2]*parts[T]
	nextItems, nextParts uint8
}

func (o *owner[T]) ownsItems(items []T) bool {
	return o != nil && len(items) > 0 && slices.Contains(o.items[:], &items[0])
}

func (o *owner[T]) ownsParts(p *parts[T]) bool { return o != nil && slices.Contains(o.parts[:], p) }

func (o *owner[T]) takeItems(items []T) {
	if o != nil && len(items) > 0 {
		o.items[int(o.nextItems)%len(o.items)] = &items[0]
		o.nextItems++
	}
}

func (o *owner[T]) takeParts(p *parts[T]) {
	if o != nil {
		o.parts[int(o.nextParts)%len(o.parts)] = p
		o.nextParts++
	}
}
