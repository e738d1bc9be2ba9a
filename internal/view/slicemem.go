package view

import "vouch/semantics/core"

// This file defines, for slices, which instruction wrote each byte of memory.

const (
	wordsPerObject = 32
	wordsPerPage   = pageSize + 8
)

// object returns what is known about an object.
func (g *slicer) object(id int) *object {
	o := g.objects[id]
	if o == nil {
		g.meter.Hold(wordsPerObject)
		o = &object{pages: map[int64]*[pageSize]*node{}}
		g.objects[id] = o
	}
	return o
}

// place returns the object and the offset of an access that succeeded; ok is false if it accessed no byte.
func (g *slicer) place(s core.State, pointer *core.Expr) (id int, offset int64, ok bool) {
	v, _ := g.machine.Eval(s, pointer)
	id, at, ok := v.Object()
	if !ok || !at.IsInt64() {
		return 0, 0, false
	}
	return id, at.Int64(), true
}

// length returns the number of bytes that a copy or a fill writes.
func (g *slicer) length(s core.State, e *core.Expr) int64 {
	v, _ := g.machine.Eval(s, e)
	n, ok := v.Integer()
	if !ok || !n.IsInt64() {
		return 0
	}
	return n.Int64()
}

// byte returns the node that wrote a byte. If none did, it returns the node that made the object.
func (g *slicer) byte(id int, offset int64) *node {
	o := g.object(id)
	if page := o.pages[offset/pageSize]; page != nil && page[offset%pageSize] != nil {
		return page[offset%pageSize]
	}
	if o.made == nil {
		return g.global(id - 1)
	}
	return o.made
}

// global returns the initial contents of a global object.
func (g *slicer) global(ref int) *node {
	n := g.globals[ref]
	if n == nil {
		n = g.node(node{sort: contents, at: ref})
		g.globals[ref] = n
	}
	return n
}

// put records which node wrote a byte.
func (g *slicer) put(id int, offset int64, by *node) {
	o := g.object(id)
	page := o.pages[offset/pageSize]
	if page == nil {
		if !g.meter.Hold(wordsPerPage) {
			return
		}
		page = new([pageSize]*node)
		o.pages[offset/pageSize] = page
	}
	page[offset%pageSize] = by
}

// load records that a load depends on the nodes that wrote the bytes.
func (g *slicer) load(n *node, s core.State, c *core.Instr) {
	id, offset, ok := g.place(s, c.Args[0])
	for k := int64(0); ok && k < c.Type.Size() && g.meter.Charge(workOfVisit); k++ {
		if v := g.byte(id, offset+k); v != n.bytes {
			n.bytes = v
			g.depend(n, v)
		}
	}
}

// write records what a store, a copy or a fill writes. A byte that was copied keeps the node that wrote it, and also
// depends on the copy.
func (g *slicer) write(n *node, s core.State, c *core.Instr) {
	id, offset, ok := g.place(s, c.Args[0])
	if !ok {
		return
	}
	switch c.Op {
	case core.Store:
		if c.Type.IsBitField() { // the other bits of its bytes stay
			g.load(n, s, c)
		}
		for k := int64(0); k < c.Type.Size() && g.meter.Charge(workOfVisit); k++ {
			g.put(id, offset+k, n)
		}
	case core.Fill:
		for k, count := int64(0), g.length(s, c.Args[2]); k < count && g.meter.Charge(workOfVisit); k++ {
			g.put(id, offset+k, n)
		}
	case core.Copy:
		from, at, ok := g.place(s, c.Args[1])
		count := g.length(s, c.Args[2])
		if !ok || !g.meter.Make(int(min(count, 1<<40))) {
			return
		}
		bytes := make([]*node, count) // read all before writing the first: the ranges may overlap
		for k := range bytes {
			if !g.meter.Charge(workOfVisit) {
				return
			}
			bytes[k] = g.byte(from, at+int64(k))
		}
		for k, v := range bytes {
			g.put(id, offset+int64(k), g.pass(v, n))
		}
	}
}

// alloc records which node made an object.
func (g *slicer) alloc(n *node, pointer core.Value) {
	if id, _, ok := pointer.Object(); ok {
		g.object(id).made = n
	}
}

// change records which node ended the life of an object or made it read-only.
func (g *slicer) change(n *node, s core.State, c *core.Instr) {
	id, _, ok := g.place(s, c.Args[0])
	switch {
	case !ok:
	case c.Op == core.Protect:
		g.object(id).protected = n
	default:
		g.object(id).ended = n
	}
}

// extent records that the size of an object depends on the node that made it; and how many bytes of it may be written,
// on what ended its life or made it read-only.
func (g *slicer) extent(n *node, s core.State, c *core.Instr) {
	id, _, ok := g.place(s, c.Args[0])
	if !ok {
		return
	}
	from := []*node{g.object(id).made}
	if c.Op == core.Room {
		from = append(from, g.object(id).ended, g.object(id).protected)
	}
	for _, m := range from {
		if m != nil {
			g.depend(n, m)
		}
	}
}

// Step records a step of the execution.
func (g *slicer) Step(s *Step) {
	f := g.frames[len(g.frames)-1]
	pc, c := s.Before.PC(), s.Before.Instr()
	f.close(pc)
	switch c.Op {
	case core.Jump, core.Enter, core.Output, core.Leaks: // nothing depends on these
		return
	}
	n := g.visit(f, pc, s.Before)
	if g.meter.Exhausted() {
		return
	}
	g.read(n, f)
	switch c.Op {
	case core.Branch:
		g.branch(f, n, c, s.Rule.Branch)
	case core.Load:
		g.load(n, s.Before, c)
	case core.Store, core.Copy, core.Fill:
		g.write(n, s.Before, c)
	case core.Extent, core.Room:
		g.extent(n, s.Before, c)
	case core.Free, core.End, core.Protect:
		g.change(n, s.Before, c)
	case core.Alloc:
		g.alloc(n, s.After.Slot(c.Dst))
	case core.Call:
		g.enter(f, n, s)
		return
	case core.Return:
		g.leave(n)
		return
	}
	if c.Dst >= 0 {
		f.values[c.Dst] = n
	}
}
