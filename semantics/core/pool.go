package core

import (
	"math/big"

	"vouch/semantics"
)

// This file defines stretches of execution, in which a state is changed in place, and what a stretch uses again: parts
// of finished calls and of dead objects that were made in the same stretch, so that nothing else refers to them.

// stretch is a stretch of execution.
type stretch struct {
	owner
	pool pool
	near [4]sheet // by the lowest bits of at
}

// sheet is a leaf of the pages of an object.
type sheet struct {
	object *Object
	at     int64 // the index of the first page, divided by fanout
	leaf   *leaf[*page]
}

// sheet returns the leaf of page i; nil if there is none. The stretch own caches it.
func (o *Object) sheet(own *stretch, i int64) *leaf[*page] {
	if o.pages.height == 0 && i < fanout {
		return o.pages.leaf
	}
	near := &own.near[i>>fan&3]
	if near.object != o || near.at != i>>fan {
		l := o.pages.leafAt(i)
		if l == nil {
			return nil
		}
		*near = sheet{o, i >> fan, l}
	}
	return near.leaf
}

// pool has parts that may be used again.
type pool struct {
	args    []Value // for the arguments of the next call
	frames  []*Frame
	locals  []*local
	leaves  []*leaf[Value]
	objects []*Object
	pages   []*page
	sheets  []*leaf[*page]
}

// take returns the last of a list, or a new one.
func take[T any](list *[]*T) *T {
	n := len(*list) - 1
	if n < 0 {
		return new(T)
	}
	x := (*list)[n]
	*list = (*list)[:n]
	return x
}

// mostParts bounds the length of the lists in a pool.
const mostParts = 256

// give adds to a list what is no longer used.
func give[T any](list *[]*T, x *T) {
	if len(*list) < mostParts {
		*list = append(*list, x)
	}
}

// run is a state that is changed in place.
type run struct {
	State
	meter   *semantics.Meter
	input   func(n int, name string) (*big.Int, bool)
	stretch *stretch    // the current stretch of execution
	own     *owner      // the same
	code    []operation // of the function codeOf
	codeOf  *Func
	near    [4]nearby // by the lowest bits of at
	work    int       // work that was done and not charged yet
}

// begin returns s as a state that is changed in place, in a stretch of its own.
func (m *Machine) begin(s State) run {
	r := run{State: s, meter: m.Meter, input: m.Input}
	r.use(new(stretch))
	return r
}

// renew begins another stretch. From then on, the present parts of the state do not change.
func (r *run) renew() { r.use(&stretch{pool: r.stretch.pool}) }

// use makes s the current stretch.
func (r *run) use(s *stretch) { r.stretch, r.own = s, &s.owner }

// giveLeaf keeps a leaf of slots, the first n of which may be defined.
func (r *run) giveLeaf(l *leaf[Value], n int) {
	if l != nil && l.own == r.own {
		clear(l.items[:n])
		give(&r.stretch.pool.leaves, l)
	}
}

// place returns the place of a slot, to change it, and the number of nodes and leaves that were added for that.
func (r *run) place(i int) (at *Value, more int) {
	v := &r.slots
	if n := v.node; v.height == 1 && n != nil && n.own == r.own {
		v = &n.sub[i>>fan&(fanout-1)]
	}
	if v.height == 0 && i < fanout<<(fan*r.slots.height) {
		if v.leaf == nil {
			v.leaf, more = take(&r.stretch.pool.leaves), 1
			v.leaf.own = r.own
		}
		if v.leaf.own == r.own {
			return &v.leaf.items[i&(fanout-1)], more
		}
	}
	return r.slots.at(r.own, int64(i))
}

// give keeps an object whose life is over, and its pages.
func (r *run) give(o *Object) {
	if o.own != r.own {
		return
	}
	for k := range r.stretch.near {
		if near := &r.stretch.near[k]; near.object == o {
			*near = sheet{}
		}
	}
	if l := o.pages.leaf; l != nil && l.own == r.own {
		for k, p := range l.items {
			if p != nil && p.own == r.own && p.cells == nil {
				p.defined, p.pointers = 0, 0
				give(&r.stretch.pool.pages, p)
			}
			l.items[k] = nil
		}
		give(&r.stretch.pool.sheets, l)
	}
	*o = Object{}
	give(&r.stretch.pool.objects, o)
}

// nearby is a cached leaf of the objects of the state.
type nearby struct {
	at   int32 // the index of the first object, divided by fanout
	leaf *leaf[*Object]
}
