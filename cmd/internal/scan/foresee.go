package scan

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines what a function will ask for, as its code says without running it: which pointers of structures it
// uses, and what lies in structures of which it does not know the type. So the first harness makes what would take a
// round for each pointer on a way. What it misses, a round asks for as ever; what it makes in vain costs a decision
// whether it is null.

// How far it is read ahead.
const (
	mostRead  = 1 << 12 // instructions, with those of functions that are called
	mostCalls = 8       // calls within each other
	mostLed   = 4       // places to which a pointer may lead
	mostKnown = 64      // initial values of a global variable
)

// turns is how often the code of a function with loops is read: once for each pointer on a way.
const turns = mostDepth

// led is a place to which a pointer may lead: so many bytes behind the beginning of an object. Or it is a number from
// there.
type led struct {
	to *seat
	at int64
}

// seat is an object as code shows it, or a number in one, or a function.
type seat struct {
	parameter int   // the number of the parameter that leads there; -1 if none does
	in        *seat // the object that has the pointer that leads there, or the number; nil if none has
	at        int64 // where it has it
	number    int64 // the size of a number
	depth     int
	asked     bool // whether the pointer, or the number, is used, and not only copied
	many      bool // whether code takes elements of it by numbers
	grown     bool
	freed     bool
	code      *core.Func // if it is a function

	parts map[int64]*seat // what the pointers lead to that the object has from the start
	cells map[int64][]led // the pointers that were stored there
	from  []copied        // what was copied there
}

// copied is bytes of another object.
type copied struct {
	to, at, size int64
	from         *seat
}

// ahead reads code ahead.
type ahead struct {
	program *core.Program
	left    int
	stack   []*core.Func
	order   []*seat // those that are asked for, as they are met
	globals map[int]*seat
	codes   map[int]*seat
}

// first returns the memory with which a search of the function begins.
func (f *function) first(ctx context.Context, name string) *harness.Memory {
	if f.shape != nil {
		return f.shape.Clone()
	}
	if f.blind {
		return start(f.entry, f.sizes)
	}
	f.ahead.Lock() // somebody else may lower the harnesses of the file
	defer f.ahead.Unlock()
	if f.begins == nil {
		m := start(f.entry, f.sizes)
		n := len(m.Objects)
		if f.foresee(ctx, name, m); ctx.Err() != nil {
			return m
		}
		f.foreseen, f.begins = len(m.Objects) > n, m
	}
	return f.begins.Clone()
}

// foresee adds to a memory what a function will ask for, and notes which of it the function may free.
func (f *function) foresee(ctx context.Context, name string, m *harness.Memory) {
	if f.code == nil {
		return
	}
	p, fn := f.code(ctx, filepath.Dir(name))
	if fn == nil || fn.Params < len(f.entry.Parameters) {
		return
	}
	a := &ahead{program: p, left: mostRead, globals: map[int]*seat{}, codes: map[int]*seat{}}
	args := make([][]led, fn.Params)
	for i := range f.entry.Parameters {
		if fn.Slots[i].Type == core.Ptr {
			args[i] = []led{{&seat{parameter: i}, 0}}
		}
	}
	a.call(fn, args)
	h := &harness.Function{Entry: f.entry, Source: f.source(name), Given: f.given}
	paths := map[*seat]string{}
	for depth := 1; depth <= mostDepth; depth++ {
		made, err := h.Make(m)
		if err != nil {
			return
		}
		for _, s := range a.order {
			if s.depth != depth {
				continue
			}
			in, ok := paths[s.in]
			if s.in.in == nil {
				in, ok = f.entry.Parameters[s.in.parameter].Name, true
			}
			o, elem := m.Objects[in], made.Elem(in)
			if !ok || elem == nil || o.Kind != harness.Elements || s.at < 0 || s.number > 0 && o.Cells == nil {
				continue
			}
			size := cmp.Or(s.number, 8)
			if s.at+size > max(elem.Size, 1)*int64(o.Count) {
				if o.Cells == nil || outside(made, m, in, part{at: s.at, size: size}) != asked {
					continue
				}
			}
			if s.in.many && !s.in.grown && o.Cells == nil && elem.Size > 1 && elem.Record == nil {
				s.in.grown = true
				o.Count = max(o.Count, growth)
				m.Objects[in] = o
			}
			at, ok := made.Locate(in, s.at)
			switch {
			case !ok || at.Union != "":
			case at.Cell:
				if undefined(made, m, in, &part{at: s.at, size: size, pointer: s.number == 0}) == asked {
					paths[s] = harness.CellOf(in, s.at)
				}
			case at.Type.Class == c.Pointer && (at.Array == "" || at.Index < elements(m, at.Array)):
				if _, has := m.Objects[at.Path]; has || pointed(made, m, at.Path, at.Type) == asked {
					paths[s] = at.Path
				}
			}
		}
	}
	f.frees = nil
	for _, s := range a.order {
		if path, ok := paths[s]; ok && s.freed {
			f.frees = append(f.frees, path)
		}
	}
}

// call reads a function that gets arguments, and returns to what its result may lead.
func (a *ahead) call(fn *core.Func, args [][]led) (result []led) {
	times := 0
	for _, g := range a.stack {
		if g == fn {
			times++
		}
	}
	if times > 1 || len(a.stack) == mostCalls {
		return nil
	}
	a.stack = append(a.stack, fn)
	defer func() { a.stack = a.stack[:len(a.stack)-1] }()
	slots := make([][]led, len(fn.Slots))
	copy(slots, args)
	locals := map[int]*seat{}
	for range min(fn.Loops*turns+1, turns) {
		for i := range fn.Code {
			if a.left--; a.left < 0 {
				return result
			}
			in := &fn.Code[i]
			if in.Op == core.Call {
				a.calls(in, slots)
				continue
			}
			var first, second []led
			for k, e := range in.Args {
				switch to := a.expr(e, slots); k {
				case 0:
					first = to
				case 1:
					second = to
				}
			}
			switch in.Op {
			case core.Alloc:
				if locals[i] == nil {
					locals[i] = &seat{parameter: -1}
				}
				slots[in.Dst] = []led{{locals[i], 0}}
			case core.Set:
				a.put(fn, slots, in.Dst, first)
			case core.Load:
				a.put(fn, slots, in.Dst, loaded(first, in.Type))
			case core.Store:
				for _, l := range first {
					l.to.store(l.at, second)
				}
			case core.Copy:
				if n := in.Args[2]; n.Op == core.Const && n.Int.IsInt64() && len(first) > 0 && len(second) > 0 {
					to, from := first[0], second[0]
					to.to.from = append(to.to.from, copied{to.at, from.at, n.Int.Int64(), from.to})
				}
			case core.Free:
				for _, l := range first {
					l.to.freed = true
				}
			case core.Return:
				result = join(result, first)
			}
		}
	}
	return result
}

// calls reads a function that an instruction calls.
func (a *ahead) calls(in *core.Instr, slots [][]led) {
	var args [][]led
	for _, e := range in.Args {
		args = append(args, a.expr(e, slots))
	}
	var result []led
	for _, l := range args[0] {
		if callee := l.to.code; callee != nil && len(args)-1 <= len(callee.Slots) {
			result = join(result, a.call(callee, args[1:]))
		}
	}
	if in.Dst >= 0 {
		slots[in.Dst] = result
	}
}

// put sets a slot. A variable may have what it had before, where the code goes another way.
func (a *ahead) put(fn *core.Func, slots [][]led, slot int, to []led) {
	if name := fn.Slots[slot].Name; name == "" || name[0] != '$' {
		to = join(to, slots[slot])
	}
	slots[slot] = to
}

// expr returns to what the value of an expression may lead, and notes which pointers it uses.
func (a *ahead) expr(e *core.Expr, slots [][]led) []led {
	if e == nil {
		return nil
	}
	x, y := a.expr(e.X, slots), a.expr(e.Y, slots)
	switch e.Op {
	case core.Read:
		return slots[e.Slot]
	case core.Address:
		return []led{{a.global(e.Ref), 0}}
	case core.Function:
		return []led{{a.function(e.Ref), 0}}
	case core.Defined:
		for _, l := range x {
			if l.to.in != nil && !l.to.asked {
				l.to.asked = true
				a.order = append(a.order, l.to)
			}
		}
		return x
	case core.Freeze:
		return x
	case core.Given:
		return y
	case core.Move:
		if e.Y.Op != core.Const || !e.Y.Int.IsInt64() {
			for _, l := range x {
				l.to.many = true
			}
			return x // one element is as any other
		}
		by := e.Y.Int.Int64()
		moved := slices.Clone(x)
		for i := range moved {
			moved[i].at += by
		}
		return moved
	}
	return nil
}

// global returns a global variable, in which functions lie that it has from the start.
func (a *ahead) global(i int) *seat {
	if a.globals[i] == nil {
		g := &seat{parameter: -1}
		for _, in := range a.program.Globals[i].Init[:min(len(a.program.Globals[i].Init), mostKnown)] {
			if in.Value != nil && in.Value.Op == core.Function {
				g.store(in.Offset, []led{{a.function(in.Value.Ref), 0}})
			}
		}
		a.globals[i] = g
	}
	return a.globals[i]
}

// function returns a function as an object.
func (a *ahead) function(i int) *seat {
	if a.codes[i] == nil {
		a.codes[i] = &seat{parameter: -1, code: a.program.Funcs[i]}
	}
	return a.codes[i]
}

// loaded returns to what the pointers lead that lie at places, or the numbers there.
func loaded(from []led, t core.Scalar) (to []led) {
	number := t.Size()
	if t == core.Pointer {
		number = 0
	}
	for _, l := range from {
		to = join(to, l.to.load(l.at, number, 0))
	}
	return to
}

// load returns to what the pointer leads that lies at a place of an object, or the number of so many bytes that is
// there. Steps is how many copies led there.
func (s *seat) load(at, number int64, steps int) []led {
	if stored, is := s.cells[at]; is {
		return stored
	}
	for _, c := range s.from {
		if c.to <= at && at < c.to+c.size && steps < mostCalls {
			return c.from.load(at-c.to+c.at, number, steps+1)
		}
	}
	if s.parameter < 0 && s.in == nil || s.depth == mostDepth || s.number > 0 || number == 1 { // bytes may be a text
		return nil
	}
	if s.parts == nil {
		s.parts = map[int64]*seat{}
	}
	if s.parts[at] == nil {
		s.parts[at] = &seat{parameter: -1, in: s, at: at, number: number, depth: s.depth + 1}
	}
	return []led{{s.parts[at], 0}}
}

// store notes to what a pointer leads that is stored at a place of an object.
func (s *seat) store(at int64, to []led) {
	if s.cells == nil {
		s.cells = map[int64][]led{}
	}
	s.cells[at] = join(s.cells[at], to)
}

// join returns the places of two lists, of which each occurs once.
func join(a, b []led) []led {
	for _, l := range b {
		if len(a) < mostLed && !slices.Contains(a, l) {
			a = append(slices.Clip(a), l)
		}
	}
	return a
}
