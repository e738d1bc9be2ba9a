package checker

import (
	"math"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines the parts of a state that depend on inputs: a persistent search tree of cells, balanced as by
// Adelson-Velsky and Landis.

// sizes is the value of cell.in for the sizes of objects.
const sizes = math.MaxInt64

// summaries is the value of cell.in for what is known of the contents of objects.
const summaries = math.MaxInt64 - 1

// widest is the width of the widest cell.
const widest = 8

// wordsPerCell is the memory of a cell without its value.
const wordsPerCell = 20

// words returns the memory that s takes, in machine words.
func (s *summary) words() int {
	if s == nil {
		return 0
	}
	words := 16
	for _, e := range s.points {
		words += 8 + e.Words()
	}
	for _, r := range s.within {
		words += r[0].Words() + r[1].Words()
	}
	if s.last != nil {
		words += 8 + s.last.at.Words() + s.last.number.Words()
	}
	return words
}

// summary returns the summary of an object; nil if there is none.
func (t *cells) summary(id int64) *summary {
	if c := t.find(summaries, id); c != nil {
		return c.sum
	}
	return nil
}

func (t *cells) size() int {
	if t == nil {
		return 0
	}
	return t.words
}

func (t *cells) high() int {
	if t == nil {
		return 0
	}
	return t.height
}

// node returns the tree with c between l and r, whose heights differ by 1 at most.
func (k tree) node(l *cells, c cell, r *cells) *cells {
	k.meter.Charge(wordsPerCell)
	k.meter.Make(wordsPerCell)
	return &cells{l, r, c, 1 + max(l.high(), r.high()), l.size() + r.size() + wordsPerCell + c.value.words() +
		c.sum.words()}
}

// join returns the tree with c between l and r.
func (k tree) join(l *cells, c cell, r *cells) *cells {
	switch {
	case l.high() > r.high()+1:
		rest := k.join(l.right, c, r)
		switch {
		case rest.high() <= l.left.high()+1:
			return k.node(l.left, l.cell, rest)
		case rest.left.high() <= rest.right.high():
			return k.node(k.node(l.left, l.cell, rest.left), rest.cell, rest.right)
		}
		return k.node(k.node(l.left, l.cell, rest.left.left), rest.left.cell,
			k.node(rest.left.right, rest.cell, rest.right))
	case r.high() > l.high()+1:
		rest := k.join(l, c, r.left)
		switch {
		case rest.high() <= r.right.high()+1:
			return k.node(rest, r.cell, r.right)
		case rest.right.high() <= rest.left.high():
			return k.node(rest.left, rest.cell, k.node(rest.right, r.cell, r.right))
		}
		return k.node(k.node(rest.left, rest.cell, rest.right.left), rest.right.cell,
			k.node(rest.right.right, r.cell, r.right))
	}
	return k.node(l, c, r)
}

// split returns the cells of t that begin before a place, and the others.
func (k tree) split(t *cells, in, at int64) (before, from *cells) {
	if t == nil {
		return nil, nil
	}
	if t.in < in || t.in == in && t.at < at {
		l, r := k.split(t.right, in, at)
		return k.join(t.left, t.cell, l), r
	}
	l, r := k.split(t.left, in, at)
	return l, k.join(r, t.cell, t.right)
}

// append returns the cells of l and those of r, which come after them.
func (k tree) append(l, r *cells) *cells {
	if l == nil || r == nil {
		return or(l, r)
	}
	first, rest := k.first(r)
	return k.join(l, first, rest)
}

func or(l, r *cells) *cells {
	if l == nil {
		return r
	}
	return l
}

func (k tree) first(t *cells) (cell, *cells) {
	if t.left == nil {
		return t.cell, t.right
	}
	c, rest := k.first(t.left)
	return c, k.join(rest, t.cell, t.right)
}

// put returns t with c, which replaces the cell that t has there, if any. That cell must not be a part of a larger one.
func (k tree) put(t *cells, c cell) *cells {
	switch {
	case t == nil:
		return k.node(nil, c, nil)
	case t.in == c.in && t.at == c.at:
		return k.node(t.left, c, t.right)
	case t.in < c.in || t.in == c.in && t.at < c.at:
		return k.join(t.left, t.cell, k.put(t.right, c))
	}
	return k.join(k.put(t.left, c), t.cell, t.right)
}

// cut returns t without the places from at up to end in an object or a frame, and what t had there.
func (k tree) cut(t *cells, in, at, end int64) (rest *cells, out []cell) {
	if at == end || !t.touches(in, at, end) {
		return t, nil
	}
	l, m := k.split(t, in, max(0, at-widest+1))
	m, r := k.split(m, in, end)
	rest = k.append(l, r)
	m.each(func(c cell) {
		k.meter.Make(2 * wordsPerCell)
		if c.at < at {
			rest = k.put(rest, c.part(c.at, min(at, c.at+c.width)))
		}
		if c.at+c.width > end {
			rest = k.put(rest, c.part(end, c.at+c.width))
		}
		if at < c.at+c.width {
			out = append(out, c.part(max(at, c.at), min(end, c.at+c.width)))
		}
	})
	return rest, out
}

// part returns the part of c from at up to end.
func (c cell) part(at, end int64) cell {
	c.first += at - c.at
	c.at, c.width = at, end-at
	return c
}

// each calls see with the cells, in order.
func (t *cells) each(see func(cell)) {
	if t != nil {
		t.left.each(see)
		see(t.cell)
		t.right.each(see)
	}
}

// find returns the cell that contains a place; nil if there is none.
func (t *cells) find(in, at int64) *cells {
	var found *cells
	for t != nil {
		if t.in < in || t.in == in && t.at <= at {
			found, t = t, t.right
		} else {
			t = t.left
		}
	}
	if found == nil || found.in != in || found.at+found.width <= at {
		return nil
	}
	return found
}

// sizeOf returns the size of an object.
func (p *follower) sizeOf(id int) *term.Linear {
	if c := p.cells.find(sizes, int64(id)); c != nil {
		return c.value.n
	}
	o, _ := p.state.Object(id)
	return p.int(o.Size)
}

// byteAt returns a byte of an object. The byte must be defined.
func (p *follower) byteAt(o *core.Object, id int, at int64) *term.Linear {
	c := p.cells.find(int64(id), at)
	switch {
	case c == nil:
		v := o.Load(at, core.U8)
		p.reads(o, at, core.U8, v)
		return p.number(value{Value: v})
	case c.as == core.NoScalar: // a fill, where every byte is the value
		return c.value.n
	}
	return p.bytesOf(p.stored(c.value), c.first+at-c.at, 1)
}

// stored returns the number of which memory has the bytes if v was stored.
func (p *follower) stored(v value) *term.Linear {
	if v.float != nil {
		return p.encoding(v.Type(), v.float)
	}
	p.numbered = p.numbered || v.Type() == core.Ptr
	return p.address(v)
}

// touches reports whether t has anything in the places from at up to end.
func (t *cells) touches(in, at, end int64) bool {
	for t != nil {
		switch {
		case t.in < in || t.in == in && t.at+t.width <= at:
			t = t.right
		case t.in > in || t.at >= end:
			t = t.left
		default:
			return true
		}
	}
	return false
}
