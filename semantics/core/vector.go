package core

// This file defines the persistent sequence in which slots, objects and pages of bytes are kept.

// owner stands for a stretch of execution. Parts that are made in a stretch may be changed in place until it is over,
// because nothing else refers to them.
type owner struct{ _ byte } // not empty, so that each has an address of its own

// fanout is the number of parts of a node or a leaf, and fan is its logarithm.
const (
	fan    = 4
	fanout = 1 << fan
)

// vector is an infinite sequence of elements that are zero at first. It never changes, except for parts that a stretch
// owns. It is a tree in which parts with only zeros have no nodes.
type vector[T any] struct {
	leaf   *leaf[T] // the elements, if height is 0
	node   *node[T] // otherwise
	height int      // number of levels of nodes; the elements from fanout^(height+1) on are zero
}

type leaf[T any] struct {
	own   *owner
	items [fanout]T
}

type node[T any] struct {
	own *owner
	sub [fanout]vector[T] // their height is one less than that of the vector
}

func newNode[T any](own *owner, height int) *node[T] {
	n := &node[T]{own: own}
	for k := range n.sub {
		n.sub[k].height = height - 1
	}
	return n
}

// makeVector returns a vector for n elements or more.
func makeVector[T any](n int) (v vector[T]) {
	for n > fanout {
		v.height, n = v.height+1, n/fanout
	}
	return v
}

// get returns the element at index i.
func (v *vector[T]) get(i int64) (x T) {
	if v.height == 0 && i < fanout && v.leaf != nil {
		return v.leaf.items[i]
	}
	return v.find(i)
}

func (v *vector[T]) find(i int64) (x T) {
	if at := v.look(i); at != nil {
		x = *at
	}
	return x
}

// look returns the place of the element at index i, to read it; nil if it is zero.
func (v *vector[T]) look(i int64) *T {
	if i>>fan>>(fan*v.height) != 0 {
		return nil
	}
	for v.height > 0 {
		if v.node == nil {
			return nil
		}
		v = &v.node.sub[i>>(fan*v.height)&(fanout-1)]
	}
	if v.leaf == nil {
		return nil
	}
	return &v.leaf.items[i&(fanout-1)]
}

// leafAt returns the leaf of the element at index i; nil if all elements there are zero.
func (v *vector[T]) leafAt(i int64) *leaf[T] {
	if i>>fan>>(fan*v.height) != 0 {
		return nil
	}
	for v.height > 0 {
		if v.node == nil {
			return nil
		}
		v = &v.node.sub[i>>(fan*v.height)&(fanout-1)]
	}
	return v.leaf
}

// setLeaf makes l the leaf of the element at index i, which is not zero. L must not change afterwards.
func (v *vector[T]) setLeaf(own *owner, i int64, l *leaf[T]) {
	for v.height > 0 {
		if v.node.own != own {
			n := *v.node
			n.own, v.node = own, &n
		}
		v = &v.node.sub[i>>(fan*v.height)&(fanout-1)]
	}
	v.leaf = l
}

// at returns the place of the element at index i, which the stretch own may then change, and the number of nodes and
// leaves that were added for that.
func (v *vector[T]) at(own *owner, i int64) (x *T, more int) {
	for i>>fan>>(fan*v.height) != 0 {
		if v.leaf == nil && v.node == nil {
			v.height++
			continue
		}
		root := newNode[T](own, v.height+1)
		root.sub[0] = *v
		*v = vector[T]{node: root, height: v.height + 1}
		more++
	}
	for v.height > 0 {
		switch {
		case v.node == nil:
			v.node, more = newNode[T](own, v.height), more+1
		case v.node.own != own:
			if v.node.own == nil {
				more++
			}
			n := *v.node
			n.own, v.node = own, &n
		}
		v = &v.node.sub[i>>(fan*v.height)&(fanout-1)]
	}
	switch {
	case v.leaf == nil:
		v.leaf, more = &leaf[T]{own: own}, more+1
	case v.leaf.own != own:
		if v.leaf.own == nil {
			more++
		}
		l := *v.leaf
		l.own, v.leaf = own, &l
	}
	return &v.leaf.items[i&(fanout-1)], more
}
