package view

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines where values come from: which assignment of an execution made each value, and from which other
// values.

// Origins is a listener that records where values come from. It remembers the last steps of a long run, and a bounded
// amount of memory.
type Origins struct {
	machine *core.Machine
	names   Names
	records []origin // the first of them has the number base
	base    int
	frames  [][]int                    // for each call, the outermost first: what made the values of its slots
	memory  map[int]map[int64]*[64]int // for each object, in pages: what made its bytes
	pages   int
	noted   int64       // how many bytes were recorded and looked up
	ended   map[int]int // for each object that was freed: what freed it
	last    core.State
	read    map[*core.Expr][]int
}

// origin is a step that made a value. The number 0 means that the origin is unknown.
type origin struct {
	step    int64
	in      *core.Instr
	fn      *core.Func
	at      source.Span // the call in the program, if the step is in the library
	library bool
	callee  *core.Func // the called function, if the step passes it an argument
	arg     int        // the number of the argument; -1 if the step is no such call
	from    []int
	value   core.Value
	id      int // the object of a store or of an allocation
	offset  int64
}

// How much Origins records.
const (
	maxOrigins = 1 << 15
	maxPages   = 1 << 14
	maxNoted   = 1 << 22
)

func (o *Origins) Begin(m *core.Machine, s core.State) {
	*o = Origins{machine: m, memory: map[int]map[int64]*[64]int{}, ended: map[int]int{}, read: map[*core.Expr][]int{}}
	o.records = append(o.records, origin{})
	o.frames = append(o.frames, make([]int, len(s.Func().Slots)))
}

// add records an origin and returns its number.
func (o *Origins) add(r origin, f core.Frame) int {
	r.fn, r.library, r.at = f.Func(), f.Func().Library, f.Place(r.in.Span)
	if len(o.records) == 2*maxOrigins {
		o.records = append(o.records[:0], o.records[maxOrigins:]...)
		o.base += maxOrigins
	}
	o.records = append(o.records, r)
	return o.base + len(o.records) - 1
}

// get returns the origin with a number; ok is false if it is unknown.
func (o *Origins) get(i int) (r *origin, ok bool) {
	if i <= o.base {
		return nil, false
	}
	return &o.records[i-o.base], true
}

// slots returns the slots that e reads, each once.
func (o *Origins) slots(fn *core.Func, e *core.Expr) []int {
	slots, seen := o.read[e]
	if !seen {
		r := reader{fn: fn}
		r.expr(e)
		slots = distinct(r.slots)
		o.read[e] = slots
	}
	return slots
}

// sources returns what made the values that expressions read in the innermost call.
func (o *Origins) sources(fn *core.Func, exprs ...*core.Expr) []int {
	frame := o.frames[len(o.frames)-1]
	var from []int
	for _, e := range exprs {
		for _, slot := range o.slots(fn, e) {
			if i := frame[slot]; i != 0 && !slices.Contains(from, i) {
				from = append(from, i)
			}
		}
	}
	return from
}

// Step records what a step made.
func (o *Origins) Step(s *Step) {
	in, f := s.Instr(), s.Before.Frame
	fn, frame := f.Func(), o.frames[len(o.frames)-1]
	r := origin{step: s.N, in: in, arg: -1}
	switch in.Op {
	case core.Set, core.Extent, core.Room, core.Draw:
		r.value, r.from = s.After.Slot(in.Dst), o.sources(fn, in.Args...)
		frame[in.Dst] = o.add(r, f)
	case core.Alloc:
		r.value = s.After.Slot(in.Dst)
		r.id, _, _ = r.value.Object()
		frame[in.Dst] = o.add(r, f)
	case core.Load:
		r.value = s.After.Slot(in.Dst)
		if id, at, ok := o.place(s.Before, in.Args[0]); ok {
			r.from = o.bytes(id, at, in.Type.Size())
		}
		frame[in.Dst] = o.add(r, f)
	case core.Store, core.Fill:
		id, at, ok := o.place(s.Before, in.Args[0])
		if !ok {
			return
		}
		r.value, _ = o.machine.Eval(s.Before, in.Args[1])
		r.id, r.offset, r.from = id, at, o.sources(fn, in.Args[1])
		size := in.Type.Size()
		if in.Type.IsBitField() { // the other bits of its bytes stay
			r.from = append(r.from, o.bytes(id, at, size)...)
		}
		if in.Op == core.Fill {
			size = o.length(s.Before, in.Args[2])
		}
		o.put(id, at, size, o.add(r, f))
	case core.Copy:
		to, at, ok := o.place(s.Before, in.Args[0])
		from, start, alsoOK := o.place(s.Before, in.Args[1])
		if size := o.length(s.Before, in.Args[2]); ok && alsoOK && o.note(size) {
			writers := make([]int, size) // read all before writing the first: the ranges may overlap
			for k := range writers {
				writers[k] = o.byte(from, start+int64(k))
			}
			for k, w := range writers {
				o.put(to, at+int64(k), 1, w)
			}
		}
	case core.Free:
		if id, _, ok := o.place(s.Before, in.Args[0]); ok {
			r.id = id
			o.ended[id] = o.add(r, f)
		}
	case core.Call:
		callee := s.After.Func()
		slots := make([]int, len(callee.Slots))
		for i := range callee.Params {
			p := r
			p.callee = callee
			p.arg, p.value, p.from = i, s.After.Slot(i), o.sources(fn, in.Args[i+1])
			slots[i] = o.add(p, f)
		}
		o.frames = append(o.frames, slots)
	case core.Return:
		if len(o.frames) == 1 {
			return
		}
		from := o.sources(fn, in.Args...)
		o.frames = o.frames[:len(o.frames)-1]
		if f, slot, ok := s.target(); ok {
			r.value, r.from = s.After.Slot(slot), from
			r.in = f.Instr() // people see the call
			o.frames[len(o.frames)-1][slot] = o.add(r, f)
		}
	}
}

func (o *Origins) End(s core.State, _ semantics.Outcome) { o.last = s }

// place returns the object and the offset that a pointer points to; ok is false if it points to none.
func (o *Origins) place(s core.State, e *core.Expr) (id int, offset int64, ok bool) {
	v, _ := o.machine.Eval(s, e)
	id, at, ok := v.Object()
	if !ok || !at.IsInt64() {
		return 0, 0, false
	}
	return id, at.Int64(), true
}

// length returns the number that is the value of e.
func (o *Origins) length(s core.State, e *core.Expr) int64 {
	v, _ := o.machine.Eval(s, e)
	if n, ok := v.Integer(); ok && n.IsInt64() {
		return n.Int64()
	}
	return 0
}

// note counts bytes that are recorded or looked up. After too many it forgets the memory, because from then on its
// knowledge would be wrong.
func (o *Origins) note(size int64) bool {
	if o.noted += min(max(0, size), maxNoted+1); o.noted > maxNoted {
		o.noted, o.memory = maxNoted+1, nil
		return false
	}
	return true
}

// put records what made some bytes.
func (o *Origins) put(id int, offset, size int64, by int) {
	if !o.note(size) {
		return
	}
	pages := o.memory[id]
	if pages == nil {
		pages = map[int64]*[64]int{}
		o.memory[id] = pages
	}
	for at := offset; at < offset+size; at++ {
		page := pages[at/64]
		if page == nil {
			if o.pages == maxPages {
				continue // nothing is known of these bytes, so nothing wrong
			}
			o.pages++
			page = new([64]int)
			pages[at/64] = page
		}
		page[at%64] = by
	}
}

// byte returns what made a byte.
func (o *Origins) byte(id int, at int64) int {
	if page := o.memory[id][at/64]; page != nil {
		return page[at%64]
	}
	return 0
}

// bytes returns what made some bytes, each once.
func (o *Origins) bytes(id int, at, size int64) []int {
	var from []int
	for k := range size {
		if i := o.byte(id, at+k); i != 0 && !slices.Contains(from, i) {
			from = append(from, i)
		}
	}
	return from
}

// told reports whether people care about an origin: it is in the program, and assigns something that they see.
func (r *origin) told() bool {
	switch {
	case r.library || !IsShown(r.fn.Name):
		return false
	case r.arg >= 0:
		return !r.callee.Library
	case r.in.Op == core.Store || r.in.Op == core.Fill:
		return true
	case r.in.Op == core.Alloc: // a declaration assigns nothing
		return r.in.Life == core.Heap && IsShown(r.fn.Slots[r.in.Dst].Name)
	}
	return r.in.Dst >= 0 && IsShown(r.fn.Slots[r.in.Dst].Name)
}

// resolve goes back to the first origin that people care about, while there is only one way back.
func (o *Origins) resolve(i int) int {
	for {
		r, ok := o.get(i)
		if !ok || r.told() || len(r.from) != 1 {
			return i
		}
		if _, ok := o.get(r.from[0]); !ok {
			return i
		}
		i = r.from[0]
	}
}

// target is what an origin assigns: a slot of a function, or a place in memory.
type target struct {
	fn     *core.Func
	slot   int
	id     int
	offset int64
}

func (r *origin) target() target {
	switch {
	case r.in.Op == core.Store || r.in.Op == core.Fill:
		return target{id: r.id, offset: r.offset}
	case r.arg >= 0:
		return target{fn: r.callee, slot: r.arg}
	}
	return target{fn: r.fn, slot: r.in.Dst}
}

// before returns the previous assignment of the same target, if the value of this one was made from it; 0 if there is
// none.
func (o *Origins) before(i int) int {
	r, _ := o.get(i)
	for _, from := range r.from {
		from = o.resolve(from)
		if f, ok := o.get(from); ok && f.target() == r.target() {
			return from
		}
	}
	return 0
}
