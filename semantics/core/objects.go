package core

import (
	"slices"

	"vouch/semantics/source"
)

// This file defines how objects are made, found, changed and ended in a state, and the lists of the local objects of
// calls.

// isSize reports whether n is a number of bytes that an object may have.
func isSize(n Value) bool { return n.big == nil && 0 <= n.n && n.n <= MaxObject }

// add gives the state another object and returns its number.
func (r *run) add(o *Object) int {
	at, more := r.objectAt(r.made)
	*at = o
	r.made++
	r.words += int64(wordsPerObject + wordsPerNode*more + o.words)
	return r.made
}

// nearTo returns the leaf of the object at an index, which must exist.
func (r *run) nearTo(i int32) *leaf[*Object] {
	near := &r.near[i>>fan&3]
	if near.leaf == nil || near.at != i>>fan {
		near.at, near.leaf = i>>fan, r.objects.leafAt(int64(i))
	}
	return near.leaf
}

// objectAt returns the place of the object at an index, to change it, and the number of nodes and leaves that were
// added for that.
func (r *run) objectAt(i int) (at **Object, more int) {
	near := &r.near[i>>fan&3]
	if near.leaf == nil || int(near.at) != i>>fan || near.leaf.own != r.own {
		_, more = r.objects.at(r.own, int64(i))
		near.at, near.leaf = int32(i>>fan), r.objects.leafAt(int64(i))
	}
	return &near.leaf.items[i&(fanout-1)], more
}

// pointee returns the object that p points to.
func (r *run) pointee(p Value) *Object { return r.nearTo(p.ref - 1).items[(p.ref-1)&(fanout-1)] }

// object returns the object with a number, to change it.
func (r *run) object(id int) *Object {
	i := int32(id - 1)
	if o := r.nearTo(i).items[i&(fanout-1)]; o.own == r.own {
		return o
	}
	at, _ := r.objectAt(id - 1)
	o := **at
	o.own, *at = r.own, &o
	return &o
}

// list adds an object to the list of the local objects of the call.
func (r *run) list(id int) {
	l := take(&r.stretch.pool.locals)
	*l = local{id, r.locals, r.own}
	r.locals = l
	r.words += wordsPerLocal
}

// giveLocal keeps a part that was taken out of the list, to use it again.
func (r *run) giveLocal(l *local) {
	r.words -= wordsPerLocal
	if l.own == r.own {
		give(&r.stretch.pool.locals, l)
	}
}

// unlist takes an object out of the list of the local objects of the call; ok is false if it is not there.
func (r *run) unlist(id int) (ok bool) {
	if l := r.locals; l != nil && l.id == id {
		r.locals = l.next
		r.giveLocal(l)
		return true
	}
	var before []*local // those made later
	l := r.locals
	for ; l != nil && l.id != id; l = l.next {
		before = append(before, l)
	}
	r.work += len(before)
	if l == nil {
		return false
	}
	r.locals = l.next
	for _, l := range slices.Backward(before) {
		r.giveLocal(l)
		r.list(l.id)
	}
	r.giveLocal(l)
	return true
}

// end ends the life of an object. Dead objects are many and much alike, so they share what is left of them.
func (r *run) end(id int, by source.Span, scoped bool) {
	at, _ := r.objectAt(id - 1)
	o := *at
	r.words -= int64(o.words)
	left := Object{Name: o.Name, Size: o.Size, Life: o.Life, Dead: true, Scoped: scoped, Made: o.Made,
		Ended: r.Place(by)}
	r.give(o)
	for k := id - 1; k > 0 && k > id-alike; k-- {
		if other := r.pointee(Value{ref: int32(k)}); other.Dead && *other == left {
			*at = other
			r.words -= wordsPerObject
			r.fold(id - 1)
			return
		}
	}
	o = take(&r.stretch.pool.objects)
	*o = left
	*at = o
}

// fold replaces the leaf of the object at an index, if all its objects are dead, by an earlier leaf with the same
// contents.
func (r *run) fold(i int) {
	l := r.nearTo(int32(i))
	for k := fanout - 1; k >= 0; k-- {
		if o := l.items[k]; o == nil || !o.Dead {
			return
		}
	}
	for k := i - fanout; k >= 0 && k > i-alike*fanout; k -= fanout {
		if before := r.objects.leafAt(int64(k)); before != l && before.items == l.items {
			r.objects.setLeaf(r.own, int64(i), before)
			r.near[i>>fan&3] = nearby{}
			r.words -= wordsPerNode
			return
		}
	}
}

// alike is the distance up to which end looks for an object like the one that dies, and fold for a leaf like another.
const alike = 16

// room returns how many bytes may be written from p on: those of a live object that is not read-only, or 0.
func (r *run) room(p Value) int64 {
	if p.class != inObject || p.big != nil {
		return 0
	}
	if o := r.pointee(p); !o.Dead && !o.ReadOnly && 0 <= p.n && p.n <= o.Size {
		return o.Size - p.n
	}
	return 0
}
