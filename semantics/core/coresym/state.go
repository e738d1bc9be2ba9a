package coresym

import (
	"cmp"
	"hash/maphash"
	"math/big"
	"slices"
	"strconv"

	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines symbolic states: the contents of slots and of memory as terms over the inputs, with a path
// condition.

// State is a symbolic state. It never changes once a step has made it. A frontier has many of them, so parts that few
// instructions change are kept elsewhere.
type State struct {
	cond  *symbolic.PathCondition
	fn    *core.Func
	pc    int32
	begun bool        // whether the step to this state began an iteration of the first loop in loops
	slots slots       // the integers among the values of slots; nil for other values
	loops *iterations // of the loops of the call
	rest  *rest       // never nil
}

// slots are the slots of a call that have integers.
type slots = vector[*term.Linear]

// rest has the parts that few instructions change.
type rest struct {
	others  *tree[value] // the values of slots that are not integers, by slot
	locals  *local       // the last local object that the call has made
	caller  *frame
	depth   int // number of calls around the running one
	objects *tree[*object]
	made    int // number of objects
	drawn   *drawn
	ended   bool
	status  *term.Linear // if the program has ended
}

// frame is a call that waits for another one, with its pc at the call instruction.
type frame struct {
	fn     *core.Func
	pc     int32
	slots  slots
	loops  *iterations
	others *tree[value]
	locals *local
	caller *frame
}

// iterations is a list of the loops of a call that have begun iterations since they were entered, the most recent one
// first.
type iterations struct {
	loop  int32
	count int64
	next  *iterations
}

// local is a list of the numbers of objects, the newest first.
type local struct {
	id   int
	next *local
}

// drawn is a list of the drawn inputs, the last one first.
type drawn struct {
	in     *core.Instr
	count  int      // number of inputs of its name drawn so far
	n      int      // number of inputs drawn so far
	lo, hi *big.Int // its range, or the part of its range on this way
	next   *drawn
}

// value is a value on terms. The zero value is undefined.
type value struct {
	class class
	ref   int32        // the number of the object or of the function; of a wild pointer, that of the objects there were
	n     *term.Linear // the integer, offset or address
	bits  uint64       // the encoding of a float
	f     *float       // of one that is opaque
}

// float is a float that depends on the inputs.
type float struct {
	expr *core.Expr   // with the type and the operator
	x, y value        // the operands
	raw  *term.Linear // or its encoding, if the float was stored as an integer
	curve
}

// curve is a float, or an integer, as a function of a number. The zero value knows nothing.
type curve struct {
	key *term.Linear // the number; nil for a constant
	// the function: an expression in which Read is the number, or the float whose place in the order of floats is the
	// number
	of    *core.Expr
	order core.Type    // the type of this float; NoType if Read is the number
	trend int          // 1 if the function rises, -1 if it falls, 0 if neither is known
	exact *term.Linear // the integer that it is for every input; nil if not known
	minus bool         // whether it may be -0, if it is an exact integer
	// whether a zero inside may have either sign for the same number, which no comparison and no integer tells
	zeros bool
	size  int          // number of operators
	place *term.Linear // its place in the order of floats, as package term has it; nil for an integer
}

// class says what a value is.
type class uint8

const (
	undefined class = iota
	integer
	single
	double
	opaque // a float that depends on the inputs
	inObject
	toFunction
	bare
	wild // a pointer made of a number that does not tell what it points to
)

// Leap is a leap. So whoever comes to the concrete state from which it began comes to the one to which it led.
type Leap struct {
	From, To core.State
	Steps    int64
	Ways     []bool // at the branches: whether the condition was true
	Follows  bool   // whether it began in the state to which the leap before it led
}

// Machine is the symbolic semantics of a program that core.Check has accepted. It is for one goroutine; see Share.
type Machine struct {
	program  *core.Program
	pool     *term.Pool
	last     [16]comparison
	number   map[*core.Func]int    // its index in Funcs
	cuts     map[string][]*big.Int // the values after which ranges of inputs are divided
	divided  map[string][]*big.Int // the same for the inputs that were drawn
	flows    map[*core.Func]*flow  // for functions in which a merge was considered
	merging  Merging               // which states become one
	hot      map[*core.Func][]slotSet
	known    map[stretch]hulled       // of stretches of objects that hold nothing but known integers
	chart    *chart                   // which instructions follow which; nil until it is needed
	bodies   map[*core.Func][]body    // of the loops of functions, once asked for
	leaks    bool                     // whether the program looks for memory that is lost
	live     map[*core.Func][]slotSet // which slots may be read, for functions in which states were compared
	sketches map[*object]*sketch      // of objects that were compared
	// the origins of integers that have to be the same in states that match; nil if all have
	exact     map[any]bool
	origins   map[string]origin            // of inputs that stand for any integer
	vary      bool                         // whether states match that have different integers in any places; see Vary
	seed      maphash.Seed                 // of their texts
	numbered  bool                         // whether a step so far depends on the number of an object
	lookedUp  bool                         // whether the program was looked through for steps that would
	reach     *Reach                       // the instructions that it came to
	leaps     bool                         // whether it may leap
	walked    int64                        // steps in strides that were taken on terms
	leapt     int64                        // steps in leaps
	jumped    *Leap                        // the last one, if nobody has asked for it
	landed    State                        // to which it led
	turns     map[*core.Func]map[int]int   // where turns of loops begin, once asked for
	decisions map[*core.Instr][]*core.Expr // by the heads of loops, once asked for
	// the functions that may call themselves, once asked for
	recursive map[*core.Func]bool
}

// comparison is a cached comparison. States that come to an instruction one after the other often compare the same
// values, and share the formulas.
type comparison struct {
	op      core.Op
	x, y    *term.Linear
	is, not *term.Formula // not is nil until it is needed
}

// slotSet is a set of slots.
type slotSet []uint64

// Merging says which states become one where their ways meet.
type Merging byte

// flow is what merges need to know about a function.
type flow struct {
	// for each branch that may be merged: where its ways meet; the number of instructions stands for the end of the
	// call
	joins map[int]int
	loops map[int]int // the same for branches with loops between
	live  []slotSet   // for each instruction: the slots that may be read from there on before they are set
	hot   []slotSet   // for each instruction: the slots that must not have values by cases there
	// how many ways lead through a call of the function, if those that meet are merged; more than maxPaths if it must
	// not be between
	ways int
	size int // how many instructions they have, with those of calls
}

// after returns the instructions to which control may go from an instruction of f; len(f.Code) stands for the end of
// the call. A call that fails has none.
func after(f *core.Func, i int) []int {
	switch in := &f.Code[i]; in.Op {
	case core.Branch:
		return []int{in.Then, in.Else}
	case core.Jump:
		return []int{in.Then}
	case core.Return, core.Halt:
		return []int{len(f.Code)}
	case core.Fail, core.Unsupported:
		return nil
	}
	return []int{i + 1}
}

// object is an object in memory. It is never changed.
type object struct {
	global   *core.Global // nil if an instruction made it
	life     core.Life    // of an object that an instruction made
	name     string       // of the slot that first took the pointer
	size     *term.Linear // in bytes
	readOnly bool
	dead     bool
	scoped   bool        // whether an instruction ended its life before the call returned
	made     source.Span // of the instruction that made it
	ended    source.Span // of the instruction that ended its life
	cells    cells
	sum      *summary // what is known of its contents instead of cells; nil if those are known
}

// stretch is a part of an object, which never changes, that holds integers of a type.
type stretch struct {
	*object
	as       core.Scalar
	from, to int64
}

// hulled is a range of integers.
type hulled = [2]*big.Int

// ends are those of a range of integers of a type.
type ends [2]*term.Linear

// summary is what is known of the contents of an object. It never changes.
type summary struct {
	as     core.Scalar
	points []*term.Linear
	within []ends
	reads  int     // number of loads on the way to here
	last   *recall // the last access; nil for none
}

// recall is an access to an object with a summary: which number was loaded or stored, at which offset, and as which
// type.
type recall struct {
	at, number *term.Linear
	as         core.Scalar
}

// cells are the cells of an object by the offset of their first byte. They do not overlap.
type cells = *tree[cell]

// cell is some bytes of an object: those of content from byte first on.
type cell struct {
	width int64
	first int64
	*content
}

// Reach is the record of the machines that work on a program: of one that Share returned, the marks are its own until
// Marks adds them up. Only what people wrote is counted, not functions of libraries.
type Reach struct {
	Count Count // of what is reached
	All   Count // of what there is

	program *core.Program
	marks   map[*core.Func][]Mark
	fn      *core.Func // the last one that was asked about
	at      []Mark     // its marks
	certain bool       // whether an input is known for the path that is followed
	trail   *trail     // of that path
	parts   []*Reach   // of the machines that share the work
}

// Count counts what people wrote.
type Count struct {
	Functions int
	Ways      int // from branches, two for each
}

// trail is the instructions on a path, the last one first, to which marks are added once an input is known.
type trail struct {
	fn     *core.Func
	pc     int32
	mark   Mark
	length int
	before *trail
}

// origin is what places have in common that may hold any integer, or may not: an offset in what an instruction makes on
// the heap, or another object.
type origin struct {
	global *core.Global
	made   source.Span
	at     int64
}

// sketch is what a key has of some values: a text without names and numbers, and these.
type sketch struct {
	text    []byte
	objects []int32
	inputs  []*term.Sym
	plain   bool // whether no value depends on inputs
}

// chart has what a program says about that.
type chart struct {
	fn      map[*core.Instr]*core.Func
	pc      map[*core.Instr]int
	callers map[*core.Func][]*core.Instr // the instructions after calls of a function
	named   []*core.Func                 // functions to which there may be pointers
}

var _ symbolic.Machine[core.State, State] = (*Machine)(nil)

// Assumption is something that a program assumes of its inputs at its start.
type Assumption struct {
	source.Span                         // of the instruction
	Path        *symbolic.PathCondition // says that the assumption has a value and is true
}

// Loop is a loop around the next instruction of a state.
type Loop struct {
	source.Span       // of its head
	Iterations  int64 // iterations that have begun since it was entered
}

// Loops returns the loops around the next instruction of s, from the inside out; loops of a call come before those of
// its caller. An instruction is inside a loop if control can reach it from the head and come back to the head.
func (m *Machine) Loops(s State) []Loop {
	var list []Loop
	add := func(fn *core.Func, pc int32, counts *iterations) {
		for _, b := range m.bodiesOf(fn) {
			if b.inside[pc] {
				list = append(list, Loop{b.head.Span, counts.of(b.head.Loop)})
			}
		}
	}
	add(s.fn, s.pc, s.loops)
	for f := s.rest.caller; f != nil; f = f.caller {
		add(f.fn, f.pc, f.loops)
	}
	return list
}

// body is the body of a loop.
type body struct {
	head   *core.Instr
	inside []bool // by instruction
	size   int    // how many instructions are inside
}

// bodiesOf returns the bodies of the loops of a function, and finds them once.
func (m *Machine) bodiesOf(fn *core.Func) []body {
	all, known := m.bodies[fn]
	if !known {
		if all = bodies(fn); m.bodies == nil {
			m.bodies = map[*core.Func][]body{}
		}
		m.bodies[fn] = all
	}
	return all
}

// bodies returns the bodies of the loops of f, small ones first, so that inner ones come before outer ones.
func bodies(f *core.Func) []body {
	// the instructions to which control may go, and from which it may come
	next, before := make([][]int, len(f.Code)), make([][]int, len(f.Code))
	for i := range f.Code {
		switch in := &f.Code[i]; in.Op {
		case core.Branch:
			next[i] = []int{in.Then, in.Else}
		case core.Jump:
			next[i] = []int{in.Then}
		case core.Fail, core.Return, core.Halt, core.Unsupported:
		default:
			next[i] = []int{i + 1}
		}
		for _, j := range next[i] {
			before[j] = append(before[j], i)
		}
	}
	reach := func(todo []int, not int, next [][]int) []bool { // without going through not
		seen := make([]bool, len(f.Code))
		for len(todo) > 0 {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if i != not && !seen[i] {
				seen[i] = true
				todo = append(todo, next[i]...)
			}
		}
		return seen
	}
	var list []body
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != core.Branch || in.Loop < 0 {
			continue
		}
		b := body{head: in, inside: reach([]int{in.Then}, i, next)}
		back := reach(slices.Clone(before[i]), i, before)
		for j := range b.inside {
			if b.inside[j] = b.inside[j] && back[j]; b.inside[j] {
				b.size++
			}
		}
		b.inside[i] = true
		list = append(list, b)
	}
	slices.SortStableFunc(list, func(a, b body) int { return cmp.Compare(a.size, b.size) })
	return list
}

// of returns how many iterations a loop has begun.
func (l *iterations) of(loop int) int64 {
	for ; l != nil; l = l.next {
		if int(l.loop) == loop {
			return l.count
		}
	}
	return 0
}

// without returns the list in which a loop has begun none.
func (l *iterations) without(loop int) *iterations {
	switch {
	case l == nil:
		return nil
	case int(l.loop) == loop:
		return l.next
	}
	rest := l.next.without(loop)
	if rest == l.next {
		return l
	}
	return &iterations{l.loop, l.count, rest}
}

// Done implements symbolic.Machine.
func (m *Machine) Done(s State) bool { return s.rest.ended }

// Path implements symbolic.Machine.
func (m *Machine) Path(s State) *symbolic.PathCondition { return s.cond }

// Pool implements symbolic.Machine.
func (m *Machine) Pool() *term.Pool { return m.pool }

// Site implements symbolic.Machine: it is the next instruction.
func (m *Machine) Site(s State) any { return &s.fn.Code[s.pc] }

// Iteration implements symbolic.Machine.
func (m *Machine) Iteration(s State) int {
	if !s.begun {
		return 0
	}
	return int(s.loops.count)
}

// Equal implements symbolic.Machine.
func (m *Machine) Equal(s, t core.State) bool { return s.Equal(t) }

// input returns the name of the input that d is.
func (d *drawn) input() string {
	if d.count == 1 {
		return d.in.Name
	}
	return d.in.Name + "#" + strconv.Itoa(d.count)
}

// of returns how many inputs of a name were drawn.
func (d *drawn) of(name string) int {
	for ; d != nil; d = d.next {
		if d.in.Name == name {
			return d.count
		}
	}
	return 0
}

// place returns the place of what happens at a span of the running function.
func (s *State) place(at source.Span) source.Span {
	if !s.fn.Library {
		return at
	}
	f := s.rest.caller
	return core.Place(at, s.fn, func() (fn *core.Func, call source.Span, ok bool) {
		if f == nil {
			return nil, source.Span{}, false
		}
		fn, call = f.fn, f.fn.Code[f.pc].Span
		f = f.caller
		return fn, call, true
	})
}

// leak returns the first object on the heap that is alive and cannot be reached from slots and globals but through wild
// pointers; nil if there is none. It reports whether there are such pointers.
func (s *State) leak() (lost *object, loose bool) {
	r := s.rest
	reached, todo := map[int64]bool{}, []int64{}
	see := func(v value) {
		loose = loose || v.class == wild
		if id := int64(v.ref); v.class == inObject && !reached[id] {
			reached[id] = true
			todo = append(todo, id)
		}
	}
	for _, v := range r.others.all() {
		see(v)
	}
	for f := r.caller; f != nil; f = f.caller {
		for _, v := range f.others.all() {
			see(v)
		}
	}
	for id, o := range r.objects.all() {
		if o.global != nil {
			see(value{class: inObject, ref: int32(id)})
		}
	}
	for len(todo) > 0 {
		o, _ := r.objects.get(todo[0])
		todo = todo[1:]
		for _, c := range o.cells.all() {
			if c.whole() {
				see(c.v)
			}
		}
	}
	for id, o := range r.objects.all() {
		if o.global == nil && o.life == core.Heap && !o.dead && !reached[id] {
			return o, loose
		}
	}
	return nil, loose
}

// content is what a store, a fill or the start of the program put into memory.
type content struct {
	as   core.Scalar // the scalar type of a store; NoScalar for bytes
	v    value       // the stored value; of a fill, the integer that is in every byte
	data string      // the bytes, if they are no fill
	some byte        // of one byte that is defined in part: which bits are; v has the byte, in which the others are 0
}

// whole reports whether c is all of a stored value.
func (c cell) whole() bool { return c.first == 0 && c.as != core.NoScalar && c.width == c.as.Size() }

// covering returns the cell that contains the byte at an offset, and where the cell begins; ok is false if there is
// none.
func covering(t cells, at int64) (start int64, c cell, ok bool) {
	x := t.before(at + 1)
	if x == nil || x.key+x.value.width <= at {
		return 0, cell{}, false
	}
	return x.key, x.value, true
}

// Func returns the running function.
func (s State) Func() *core.Func { return s.fn }

// Integer returns the integer in a slot, as a term; nil if there is none in it.
func (s State) Integer(slot int) *term.Linear { return s.slots.get(slot) }

// Author returns the innermost call, from s out, of a function that is not the library's, as a state at its
// instruction. It returns s if there is none. No step leads from there: it is for who shows where a program is.
func (s State) Author() State {
	a := s
	for f := s.rest.caller; a.fn.Library; f = f.caller {
		if f == nil {
			return s
		}
		a.fn, a.pc, a.slots, a.loops = f.fn, f.pc, f.slots, f.loops
	}
	return a
}

// At returns s about to run another instruction of the function. No step leads there: it is for who looks at single
// instructions.
func (s State) At(pc int) State {
	s.pc, s.begun = int32(pc), false
	return s
}

// Mark says what is known of an instruction. Marks are added up.
type Mark uint8
