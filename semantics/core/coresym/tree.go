package coresym

import "iter"

// This file defines the persistent map from integers that memory is kept in: a search tree, balanced as Adelson-Velsky
// and Landis have it.

// tree is a map that is never changed. Nil is the empty one.
type tree[T any] struct {
	left, right *tree[T]
	height      int
	key         int64
	value       T
}

// ordered returns the map of keys, which are in order, and of their values.
func ordered[T any](keys []int64, values []T) *tree[T] {
	n := len(keys) / 2
	if len(keys) == 0 {
		return nil
	}
	l, r := ordered(keys[:n], values[:n]), ordered(keys[n+1:], values[n+1:])
	return &tree[T]{l, r, 1 + max(l.high(), r.high()), keys[n], values[n]}
}

func (t *tree[T]) high() int {
	if t == nil {
		return 0
	}
	return t.height
}

// get returns the value at a key.
func (t *tree[T]) get(key int64) (value T, ok bool) {
	for t != nil {
		switch {
		case key < t.key:
			t = t.left
		case key > t.key:
			t = t.right
		default:
			return t.value, true
		}
	}
	return value, false
}

// with returns the map that has a value at a key.
func (t *tree[T]) with(key int64, value T) *tree[T] {
	switch {
	case t == nil:
		return &tree[T]{nil, nil, 1, key, value}
	case key < t.key:
		return balance(t.left.with(key, value), t, t.right)
	case key > t.key:
		return balance(t.left, t, t.right.with(key, value))
	}
	return &tree[T]{t.left, t.right, t.height, key, value}
}

// without returns the map that has nothing at a key.
func (t *tree[T]) without(key int64) *tree[T] {
	switch {
	case t == nil:
		return nil
	case key < t.key:
		return balance(t.left.without(key), t, t.right)
	case key > t.key:
		return balance(t.left, t, t.right.without(key))
	case t.left == nil:
		return t.right
	case t.right == nil:
		return t.left
	}
	next := t.right
	for next.left != nil {
		next = next.left
	}
	return balance(t.left, next, t.right.without(next.key))
}

// balance returns the map of l, what at has itself, and r, whose heights differ by 2 at most.
func balance[T any](l, at, r *tree[T]) *tree[T] {
	switch {
	case l.high() > r.high()+1:
		if l.left.high() < l.right.high() {
			return node(node(l.left, l, l.right.left), l.right, node(l.right.right, at, r))
		}
		return node(l.left, l, node(l.right, at, r))
	case r.high() > l.high()+1:
		if r.right.high() < r.left.high() {
			return node(node(l, at, r.left.left), r.left, node(r.left.right, r, r.right))
		}
		return node(node(l, at, r.left), r, r.right)
	}
	return node(l, at, r)
}

func node[T any](l, at, r *tree[T]) *tree[T] {
	return &tree[T]{l, r, 1 + max(l.high(), r.high()), at.key, at.value}
}

// before returns the last entry before a key.
func (t *tree[T]) before(key int64) *tree[T] {
	var last *tree[T]
	for t != nil {
		if t.key < key {
			last, t = t, t.right
		} else {
			t = t.left
		}
	}
	return last
}

// from returns the first entry at a key or behind it.
func (t *tree[T]) from(key int64) *tree[T] {
	var first *tree[T]
	for t != nil {
		if t.key >= key {
			first, t = t, t.left
		} else {
			t = t.right
		}
	}
	return first
}

// all returns the entries in the order of their keys.
func (t *tree[T]) all() iter.Seq2[int64, T] {
	return func(yield func(int64, T) bool) { t.each(yield) }
}

func (t *tree[T]) each(yield func(int64, T) bool) bool {
	return t == nil || t.left.each(yield) && yield(t.key, t.value) && t.right.each(yield)
}
