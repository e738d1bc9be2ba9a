package core

// This file defines what a stretch of execution uses again: parts of finished calls and of dead objects that were made in the same stretch, so that
// nothing else refers to them.

// stretch is a stretch of execution.
type stretch struct {
	owner
	pool pool
	near [4]sheet // by the lowest bits of at
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

// renew begins another stretch. From then on, the present parts of the state do not change.
func (r *run) renew() { r.use(&stretch{pool: r.stretch.pool}) }

// use makes s the current stretch.
func (r *run) use(s *stretch) { r.stretch, r.own = s, &s.owner }

// enter makes the frame of a call of a function, given by its index, and makes it the running one.
func (r *run) enter(index int) {
	caller := take(&r.stretch.pool.frames)
	*caller = r.Frame
	caller.own = r.own
	r.Frame = newFrame(r.program, index, caller)
}

// leave goes back to the frame of the caller.
func (r *run) leave() {
	if r.slots.height == 0 {
		r.giveLeaf(r.slots.leaf, len(r.fn.Slots)+r.fn.Loops)
	} else if n := r.slots.node; r.slots.height == 1 && n != nil && n.own == r.own {
		for k := range n.sub {
			r.giveLeaf(n.sub[k].leaf, fanout)
		}
	}
	caller := r.caller
	r.Frame = *caller
	if caller.own == r.own {
		*caller = Frame{}
		give(&r.stretch.pool.frames, caller)
	}
}

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
