package bounds

import "vouch/semantics/term"

// This file defines the persistent table of sums, by number. (A persistent hash map of a library took two to three
// times the memory of the states in a frontier, which is what bounds the width of a search.)

// table is a tree in which each node has width children. It never changes: the method with makes a new one, which
// shares all nodes except those on one path. The zero value is empty.
type table[V any] struct {
	root   *node[V]
	levels int // of nodes below the root
}

const (
	bits  = 2 // with more, a new version takes more memory
	width = 1 << bits
)

// node has children, or values if it is on the last level.
type node[V any] struct {
	children *[width]*node[V]
	values   *[width]*V
}

// get returns the value at number i, or nil.
func (t table[V]) get(i int) *V {
	if t.root == nil || i>>(bits*(t.levels+1)) > 0 {
		return nil
	}
	n := t.root
	for level := t.levels; level > 0; level-- {
		if n = n.children[i>>(bits*level)%width]; n == nil {
			return nil
		}
	}
	return n.values[i%width]
}

// with returns the table with v at number i.
func (t table[V]) with(i int, v *V) table[V] {
	for t.root != nil && i>>(bits*(t.levels+1)) > 0 {
		t.root, t.levels = &node[V]{children: &[width]*node[V]{t.root}}, t.levels+1
	}
	for t.root == nil && i>>(bits*(t.levels+1)) > 0 {
		t.levels++
	}
	t.root = t.root.with(i, t.levels, v)
	return t
}

func (n *node[V]) with(i, level int, v *V) *node[V] {
	if level == 0 {
		next := &struct {
			node[V]
			array [width]*V
		}{}
		if n != nil {
			next.array = *n.values
		}
		next.array[i%width] = v
		next.values = &next.array
		return &next.node
	}
	next := &struct {
		node[V]
		array [width]*node[V]
	}{}
	if n != nil {
		next.array = *n.children
	}
	at := i >> (bits * level) % width
	next.array[at] = next.array[at].with(i, level-1, v)
	next.children = &next.array
	return &next.node
}

// all calls f for each value, in the order of numbers.
func (t table[V]) all(f func(*V)) { t.root.all(f) }

func (n *node[V]) all(f func(*V)) {
	switch {
	case n == nil:
	case n.values != nil:
		for _, v := range n.values {
			if v != nil {
				f(v)
			}
		}
	default:
		for _, c := range n.children {
			c.all(f)
		}
	}
}

// conjunct is a conjunct with its place in the path condition.
type conjunct struct {
	f      *term.Formula
	at     int
	hidden *[]*term.Sym // the inputs in it; nil for an atom whose symbols are all inputs
}

// inputs returns the inputs in c.
func (c *conjunct) inputs() []*term.Sym {
	if c.hidden != nil {
		return *c.hidden
	}
	inputs := make([]*term.Sym, len(c.f.E.Terms))
	for i, t := range c.f.E.Terms {
		inputs[i] = t.Sym
	}
	return inputs
}

// need says whether a query needs the conjunct that bounds a sum.
type need byte

const (
	needed   need = iota
	needless      // no: it follows from others
	// no: the bound, perhaps made closer by a disequality, follows from others; so no query needs the disequality
	// either
	implied
)
