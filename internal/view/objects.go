package view

import (
	"math/big"
	"slices"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/term/termview"
)

// This file defines what memory holds where a run ends, as people see it: objects, and in them the values that were
// stored.

// Cells is a listener that notes as what types values were stored, so that the bytes of an object can be shown as these
// values.
type Cells struct {
	machine *core.Machine
	names   Names
	types   map[place]core.Scalar
	holders []place // global variables and where in them pointers were stored; nil while that is not known
	Looked  int64   // how many bytes Objects has looked at, in all
}

// place is a byte of an object.
type place struct {
	id     int
	offset int64
}

// maxCells is how many places Cells notes; bytes elsewhere are shown as bytes.
const maxCells = 1 << 18

func (c *Cells) Begin(m *core.Machine, _ core.State) {
	c.machine, c.types = m, map[place]core.Scalar{}
}

func (c *Cells) Step(s *Step) {
	in := s.Instr()
	if in.Op != core.Store || in.Type.IsBitField() || len(c.types) >= maxCells {
		return
	}
	v, _ := c.machine.Eval(s.Before, in.Args[0])
	if id, offset, ok := v.Object(); ok && offset.IsInt64() {
		c.types[place{id, offset.Int64()}] = in.Type
	}
}

// Object is an object as people see it.
type Object struct {
	ID     int
	Name   string
	Size   int64 // in bytes
	Heap   bool  // whether the program allocates it, and frees it
	Made   source.Span
	Ended  source.Span // not valid if the object lives
	Cells  []Cell      // the first ones
	Hidden int64       // the bytes behind these
}

// How much Objects returns: so many objects, and of each so many cells.
const (
	maxObjects  = 40
	cellsOfEach = 16
)

func (c *Cells) End(core.State, semantics.Outcome) {}

// Objects returns the objects that the calls of a state get at, from the innermost call out: those that they have made,
// those that their variables point to, and those that these point to in turn. The first ones are those that the fault
// is about. Left says how many more there are.
func (c *Cells) Objects(s core.State, about []int) (list []Object, left int) {
	seen := map[int]bool{}
	var queue []int
	add := func(id int) {
		if _, ok := s.Object(id); ok && !seen[id] {
			seen[id] = true
			queue = append(queue, id)
		}
	}
	follow := func(v core.Value) {
		if id, _, ok := v.Object(); ok {
			add(id)
		}
	}
	for _, id := range about {
		add(id)
	}
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		if f.Func().Library {
			continue
		}
		for _, id := range f.Locals() {
			add(id)
		}
		for slot := range f.Func().Slots {
			follow(f.Slot(slot))
		}
	}
	for _, id := range c.globals(s) {
		add(id)
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		o, _ := s.Object(id)
		if o.Literal {
			continue
		}
		if len(list) == maxObjects {
			left++
			continue
		}
		list = append(list, c.object(s, id, o, follow))
	}
	return list, left
}

// globals returns the global variables of the program in which there is a pointer to an object on the heap.
func (c *Cells) globals(s core.State) (ids []int) {
	if c.holders == nil {
		library := storyteller{m: c.machine}
		c.holders = []place{}
		for at, t := range c.types {
			o, ok := s.Object(at.id)
			if t == core.Pointer && ok && o.Global && hasName(o) && !library.ofLibrary(o.Made) &&
				at.offset+t.Size() <= o.Size {
				c.holders = append(c.holders, at)
			}
		}
	}
	for _, at := range c.holders {
		o, _ := s.Object(at.id)
		id, _, ok := s.Pointer(o.Load(at.offset, core.Pointer)).Object()
		if to, found := s.Object(id); ok && found && isHeap(to) {
			ids = append(ids, at.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// object shows an object, and calls follow for the values in it.
func (c *Cells) object(s core.State, id int, o *core.Object, follow func(core.Value)) Object {
	shown := Object{ID: id, Name: c.names.Object(s, id), Size: o.Size, Heap: isHeap(o), Made: o.Made}
	if o.Dead {
		shown.Ended = o.Ended
		return shown
	}
	for at := int64(0); at < o.Size; {
		if len(shown.Cells) == cellsOfEach {
			shown.Hidden = o.Size - at
			break
		}
		if text := c.text(id, o, at); text.Size > 0 {
			shown.Cells = append(shown.Cells, text)
			at += text.Size
			continue
		}
		cell, v := c.cell(s, id, o, at)
		follow(v)
		shown.Cells = append(shown.Cells, cell)
		at += cell.Size
	}
	return shown
}

// text returns a cell of the characters at an offset, with the 0 behind them, or of zeros, if there are several; else
// its size is 0.
func (c *Cells) text(id int, o *core.Object, at int64) Cell {
	var chars []byte
	end := at
	for ; end < o.Size && len(chars) < maxCellZeros && (len(chars) < maxCellText || chars[0] == 0); end++ {
		if t := c.types[place{id, end}]; t != core.NoScalar && t.Size() > 1 {
			break
		}
		n, ok := o.Load(end, core.U8).Integer()
		if !ok {
			break
		}
		b := byte(n.Int64())
		if b == 0 && len(chars) > 0 && chars[0] != 0 {
			end++ // what ends the text
			break
		}
		if len(chars) > 0 && chars[0] == 0 && b != 0 || b != 0 && !isWritten([]byte{b}) {
			break
		}
		chars = append(chars, b)
	}
	c.Looked += end - at
	switch {
	case len(chars) < 2:
		return Cell{}
	case chars[0] == 0:
		return Cell{Offset: at, Size: end - at, Value: "0"}
	}
	return Cell{Offset: at, Size: end - at, Value: quoted(chars)}
}

// cell shows what is at an offset: the value that was stored there, or bytes without value up to the next one that has
// one.
func (c *Cells) cell(s core.State, id int, o *core.Object, at int64) (Cell, core.Value) {
	t := c.types[place{id, at}]
	if t == core.NoScalar || at+t.Size() > o.Size {
		t = core.U8
	}
	v := o.Load(at, t)
	if t == core.Pointer {
		v = s.Pointer(v)
	}
	if v.IsDefined() {
		shown := Cell{Offset: at, Size: t.Size(), Value: c.names.Value(s, v)}
		if n, ok := v.Integer(); ok && t.Size() == 1 && n.Cmp(big.NewInt(' ')) >= 0 && n.Cmp(big.NewInt('~')) <= 0 {
			shown.Value += " '" + string(rune(n.Int64())) + "'"
		}
		shown.To, shown.Into = pointed(s, v)
		return shown, v
	}
	end := at + t.Size()
	for end < o.Size && !o.Load(end, core.U8).IsDefined() {
		end++
	}
	return Cell{Offset: at, Size: end - at}, v
}

// pointed returns where a pointer points to, if that is an object which is shown: a literal is not.
func pointed(s core.State, v core.Value) (to int, into int64) {
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return 0, 0
	}
	if o, found := s.Object(id); found && o.Literal {
		return 0, 0
	}
	return id, offset.Int64()
}

// Call is a call that has not returned.
type Call struct {
	Func string
	At   source.Span // what it is about to do
	Vars []Variable  // those that have values
}

// Variable is a variable with its value.
type Variable struct {
	Name, Value string
	To          int // the object that a pointer points into, or that the variable is; 0 if it is none
	Into        int64
}

// Variable returns the value of a variable in a call as people read it. Where C takes the address of a variable, its
// slot holds the address of an object: then it is the content of the object.
func (c *Cells) Variable(s core.State, f core.Frame, slot int) string {
	return c.variable(s, f, slot).Value
}

// variables returns those of a call that have values.
func (c *Cells) variables(s core.State, f core.Frame) (list []Variable) {
	for i, slot := range f.Func().Slots {
		if IsShown(slot.Name) && f.Slot(i).IsDefined() {
			x := c.variable(s, f, i)
			x.Value = termview.Name(x.Value)
			list = append(list, x)
		}
	}
	return list
}

// variable returns a variable in a call with its value.
func (c *Cells) variable(s core.State, f core.Frame, slot int) Variable {
	name, v := f.Func().Slots[slot].Name, f.Slot(slot)
	x := Variable{Name: termview.Name(name)}
	x.To, x.Into = pointed(s, v)
	if id, offset, ok := v.Object(); ok && offset.Sign() == 0 && slices.Contains(f.Locals(), id) {
		if o, _ := s.Object(id); !o.Dead && o.Life == core.Local && o.Name == name {
			x.Value = together(c.object(s, id, o, func(core.Value) {}).Cells)
			return x
		}
	}
	x.Value = c.names.Value(s, v)
	return x
}

// Calls returns the calls of a state that are not the library's, the innermost first, and how many more there are.
func (c *Cells) Calls(s core.State) (list []Call, left int) {
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		switch {
		case f.Func().Library || !f.Instr().Span.IsValid():
		case len(list) == maxCalls:
			left++
		default:
			list = append(list, Call{termview.Name(f.Func().Name), f.Instr().Span, c.variables(s, f)})
		}
	}
	return list, left
}
