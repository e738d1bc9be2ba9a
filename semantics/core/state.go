package core

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the states that programs of the core run through.

// Memory that the parts of a state take, in words.
const (
	wordsPerState   = 64
	wordsPerFrame   = 16
	wordsPerLocal   = 2
	wordsPerWritten = 8
)

// State is a program state. It never changes once a step has made it.
type State struct {
	*about
	Frame                   // the running call
	objects vector[*Object] // by number - 1
	made    int             // number of objects
	rest    *rest           // parts that few instructions change; never nil
	words   int64           // memory of the state
}

// about is what all states of a run have in common.
type about struct {
	program    *Program
	names      []string       // of inputs, in the order of their first Draw
	order      map[string]int // of the same
	translated translation
}

// Frame is a call of a function.
type Frame struct {
	fn     *Func
	index  int32 // of fn in Funcs
	pc     int32
	depth  int32         // number of calls around it
	slots  vector[Value] // followed by the number of iterations that each loop has begun
	locals *local        // the last local object that it has made
	caller *Frame        // whose pc is at the call
	own    *owner        // of a caller: the stretch that may reuse it when the caller runs again
	held   int           // memory of the slots, in words
}

// local is a list of the numbers of objects, the newest first.
type local struct {
	id   int
	next *local
	own  *owner
}

// rest is a part of a state.
type rest struct {
	own    *owner
	drawn  int         // inputs
	counts vector[int] // number of inputs drawn for each name
	ended  bool
	status Value
	output *Written
}

// Written is the output of a run, the last byte first.
type Written struct {
	Stream int64
	Bytes  []byte
	Before *Written

	own *owner
}

// Func returns the function of the call.
func (f Frame) Func() *Func { return f.fn }

// PC returns the index of the next instruction; in a caller, of its call instruction.
func (f Frame) PC() int { return int(f.pc) }

// Instr returns the instruction at PC.
func (f Frame) Instr() *Instr { return &f.fn.Code[f.pc] }

// Slot returns the value of a slot.
func (f Frame) Slot(i int) Value { return f.slots.get(int64(i)) }

// Loops returns, for each loop of the function, the number of iterations that have begun since it was entered.
func (f Frame) Loops() []int64 {
	counts := make([]int64, f.fn.Loops)
	for i := range counts {
		counts[i] = f.Slot(len(f.fn.Slots) + i).n
	}
	return counts
}

// Locals returns the numbers of the local objects of the call, in the order in which it made them.
func (f Frame) Locals() []int {
	var ids []int
	for l := f.locals; l != nil; l = l.next {
		ids = append(ids, l.id)
	}
	slices.Reverse(ids)
	return ids
}

// Depth returns the number of calls around this one: 0 for the entry function.
func (f Frame) Depth() int { return int(f.depth) }

// Caller returns the frame of the caller; ok is false for the entry function.
func (f Frame) Caller() (caller Frame, ok bool) {
	if f.caller == nil {
		return Frame{}, false
	}
	return *f.caller, true
}

// Place returns the place that people see for a span in a call of fn. If fn is a library function, that is the place of
// the call in the innermost caller that is not one; caller returns the callers one after the other, each with the span
// of its call. If all are library functions, the place is the span itself.
func Place(at source.Span, fn *Func, caller func() (fn *Func, call source.Span, ok bool)) source.Span {
	for place, ok := at, true; ; {
		if !fn.Library {
			return place
		}
		if fn, place, ok = caller(); !ok {
			return at
		}
	}
}

// Place returns the place that people see for a span in the call (see the function Place).
func (f Frame) Place(at source.Span) source.Span {
	if !f.fn.Library {
		return at
	}
	return Place(at, f.fn, func() (*Func, source.Span, bool) {
		caller, ok := f.Caller()
		if !ok {
			return nil, source.Span{}, false
		}
		f = caller
		return f.fn, f.Instr().Span, true
	})
}

// Alone returns s without the callers of the call that runs.
func (s State) Alone() State {
	s.Frame.caller, s.Frame.depth = nil, 0
	return s
}

// Objects returns how many objects have been made. Their numbers count from 1.
func (s State) Objects() int { return s.made }

// Object returns the object with a number; ok is false if there is none.
func (s State) Object(id int) (o *Object, ok bool) {
	if id < 1 || id > s.made {
		return nil, false
	}
	return s.objects.get(int64(id - 1)), true
}

// Stale reports whether two pointers lead into different objects of which one is dead. In this semantics they differ.
// On a machine, both may have one address, and C says nothing of such a comparison (C11 6.2.4p2).
func (s State) Stale(x, y Value) bool {
	a, _, in := x.Object()
	b, _, both := y.Object()
	if !in || !both || a == b {
		return false
	}
	o, _ := s.Object(a)
	p, _ := s.Object(b)
	return o.Dead || p.Dead
}

// Drawn returns how many inputs have been drawn.
func (s State) Drawn() int { return s.rest.drawn }

// Ended reports whether the program has run to its end.
func (s State) Ended() bool { return s.rest.ended }

// Status returns the status with which the program has ended.
func (s State) Status() Value { return s.rest.status }

// Output returns the output of the run, the last byte first; nil if there is none.
func (s State) Output() *Written { return s.rest.output }

// WithoutOutput returns s without its output so far.
func (s State) WithoutOutput() State {
	r := *s.rest
	r.own = nil
	for w := r.output; w != nil; w = w.Before {
		s.words -= int64(wordsPerWritten + len(w.Bytes))
	}
	r.output = nil
	s.rest = &r
	return s
}

// Meets reports whether s and t share everything but the slots of the running call, the iterations of its loops, and
// the objects. Two states on different paths from one state do, unless a step on one of the paths changed something
// else.
func (s State) Meets(t State) bool {
	return s.fn == t.fn && s.pc == t.pc && s.depth == t.depth && s.caller == t.caller && s.locals == t.locals &&
		s.made == t.made && s.rest == t.rest
}

// SharesObjects reports whether s and t share their objects. A state and its successor do, unless the step changed an
// object.
func (s State) SharesObjects(t State) bool { return s.objects == t.objects }

// Words returns the memory of s in words, as if it shared nothing with other states.
func (s State) Words() int64 { return s.words }

// Hold counts the memory of s in the meter, for the first state of a run.
func (s State) Hold(m *semantics.Meter) { m.Hold(int(s.words)) }

// Replace counts the memory of next in the meter instead of that of s, and ends the step. Next is a successor of s.
func (s State) Replace(next State, m *semantics.Meter) {
	m.Settle(0)
	replace(m, s.words, next.words)
}

// replace holds now words in the meter instead of before words.
func replace(m *semantics.Meter, before, now int64) {
	if n := now - before; n > 0 {
		m.Hold(int(n))
	} else {
		m.Release(int(-n))
	}
}

// Prelude returns the number of instructions at the start of the program that only draw inputs and make assumptions,
// and cannot fail. They say what the program assumes of its inputs.
func (p *Program) Prelude() int {
	code := p.Funcs[p.Entry].Code
	n := slices.IndexFunc(code, func(in Instr) bool {
		return in.Op != Draw &&
			(in.Op != Assume || in.Args[0].mayFault())
	})
	if n < 0 {
		return len(code)
	}
	return n
}

// mayFault reports whether e has an obligation that is not an assumption.
func (e *Expr) mayFault() bool {
	return e != nil && (e.Kind != "" && e.Kind != Discard || e.X.mayFault() || e.Y.mayFault())
}

// Shown is a value that people see, under the name of a slot.
type Shown struct {
	Name  string
	Value Value
	Text  string // if it is not an integer: the value as people write it
}

// Shown returns the slots of the running call that are defined and shown to people, in the order of Slots.
func (s State) Shown() []Shown {
	var list []Shown
	for i, slot := range s.fn.Slots {
		if v := s.Slot(i); v.IsDefined() && !strings.HasPrefix(slot.Name, "$") {
			x := Shown{Name: slot.Name, Value: v}
			if _, ok := v.Integer(); !ok { // which may be long
				x.Text = s.Format(v)
			}
			list = append(list, x)
		}
	}
	return list
}

// MostShown returns a bound on the number of values that a state of p shows: the greatest number for any function.
func (p *Program) MostShown() int {
	most := 0
	for _, f := range p.Funcs {
		most = max(most, len(f.Slots))
	}
	return most
}

// Format returns a value as people write it, with the names of objects and functions: &buf+4.
func (s State) Format(v Value) string {
	object := func(id int) string {
		if o, ok := s.Object(id); ok && o.Name != "" && !strings.HasPrefix(o.Name, "$") {
			return "&" + o.Name
		}
		return "&" + strconv.Itoa(id)
	}
	return v.format(object, func(f int) string { return "&" + s.program.Funcs[f].Name })
}

// Parts are the parts of which a state is made.
type Parts struct {
	Frames  []Part    // of the calls, from the entry function to the one that runs
	Objects []*Object // in the order of their numbers
	Drawn   []string  // the names of the inputs, in the order drawn, each as its Draw has it
	Ended   bool
	Status  Value // if Ended
}

// Part has the parts of which a frame is made.
type Part struct {
	Func   int // index in Funcs
	PC     int
	Slots  []Value
	Loops  []int64
	Locals []int // numbers of objects
}

// NewObject returns an object of so many undefined bytes.
func NewObject(name string, size int64, life Life, made source.Span) *Object {
	return &Object{Name: name, Size: size, Life: life, Made: made}
}

// Object is an object in memory. It never changes, except for parts that the current stretch of execution owns.
type Object struct {
	Name     string // name of the global, or of the first slot that took the pointer; for people
	Size     int64  // in bytes
	Life     Life
	Global   bool // whether it exists from the start to the end, regardless of Life
	Literal  bool
	ReadOnly bool
	Dead     bool        // whether its life is over; then it has no bytes
	Scoped   bool        // whether an instruction end ended its life
	Made     source.Span // the place of the global or of the instruction that made it
	Ended    source.Span // the place of the instruction that ended its life

	own   *owner
	pages vector[*page]
	words int // of memory that pages take
}

// pageSize is the number of bytes in a page: as many as a word has bits.
const pageSize = 64

// page is a part of the bytes of an object. In its sets, bit i stands for byte i.
type page struct {
	own     *owner
	defined uint64 // the bytes that are not undefined
	celled  uint64 // the bytes that are part of a cell in cells
	// bit k: bytes 8k to 8k+7 are a cell that is not in cells but in data: a pointer, as its address
	pointers byte
	data     [pageSize]byte   // the numbers; for a byte of a cell in cells, its index in the cell
	cells    *[pageSize]*cell // nil if there never was one
}

// cell is a value that was stored as a scalar type. Its bytes are contiguous.
type cell struct {
	// Pointer if value is a pointer, NoScalar if it is 256 * the defined bits of a byte + its bits, else of integers
	scalar Scalar
	value  Value
}

// The memory of an object and its parts, in words.
const (
	wordsPerObject = 32
	wordsPerPage   = 16
	wordsPerCells  = 2 * pageSize
	wordsPerNode   = 52 // of a vector of pages or of values
)

// Machine is the semantics of a program that Check has accepted. Meter, if set, bounds the work of steps and the memory
// that they allocate. Whoever keeps states counts the memory that the states hold.
type Machine struct {
	Program *Program
	Meter   *semantics.Meter
	// Input returns the value of the n-th input, counted from 0, with the given name; ok is false if there is none. It
	// is a pure function. If it is nil, there are no inputs.
	Input func(n int, name string) (value *big.Int, ok bool)
}
