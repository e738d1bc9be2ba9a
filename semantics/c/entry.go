package c

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines where a program begins: with main, or with another function. The arguments of another function are
// inputs, made from the types of its parameters:
//
//	a number       any value of its type; of a floating type, any bits. A long double z is z.fraction and z.exponent:
//	               its first bit is 1 unless its exponent is 0,
//	               as in all numbers that a machine makes. A complex number is z.real and z.imaginary; a vector has
//	               elements
//	a pointer      to an object on the heap with any value; to as many objects as the option array or the declaration
//	               as an array says; to a string, with the
//	               option string. Either of any length, if the option says none; see anylength.go. A pointer p to void
//	               or to an incomplete type points to p.size bytes p[], at most as many as the option void-bytes says
//	a function     that a pointer points to is an unknown function; see unknown.go
//	a structure    member by member; padding is undefined
//	a union        any bytes. If it has pointers, it has the value of one member, and any bytes behind that: inputs
//	               u.is.m say which member with pointers that is, and if it
//	               is none, the union has any bytes
//
// A pointer inside of an object is null, or points to an object that is made in the same way; an input with the name of
// the pointer decides. The option pointer-depth bounds how many such pointers follow each other. Different pointers
// point to different objects. An input has the name that C writes for what it sets: n, p[0].next[0].x. The bytes of a
// string s are s[], s[]#2 and so on, those of a union u are u, u#2; those of one without a name have the name of its
// first member, with .bytes if there are pointers. Of arrays whose lengths are not known, there is one element. A
// function without a prototype has the parameters of its definition. Of variable arguments nothing is known: a path
// that asks for one ends there. A function vouch_requires restricts the arguments. It has the same parameters, or the
// first of them.

// maxParts is the greatest number of inputs, and maxPath the greatest length of the name of one.
const (
	maxParts = 1 << 16
	maxPath  = 1 << 10
)

// maxHint is the greatest length of a function name in a hint.
const maxHint = 100

// defined returns the function with a body that has the given name. It looks in unit u first, if u is not nil, and then
// in all; nil if there is none.
func (p *program) defined(name string, u *unit) *symbol {
	var spaces []map[string]*symbol
	if u != nil {
		spaces = append(spaces, u.statics)
	}
	spaces = append(spaces, p.symbols)
	for _, u := range p.units {
		spaces = append(spaces, u.statics)
	}
	for _, space := range spaces {
		if s := space[name]; s != nil && s.def != nil && s.refusal() == nil {
			return s
		}
	}
	return nil
}

// isText reports whether t is a character behind so many pointers.
func isText(t *Type, pointers int) bool {
	for ; pointers > 0; pointers-- {
		if t.Class != Pointer {
			return false
		}
		t = t.Elem
	}
	return t.Class == Integer && t.Size == 1
}

// entryInputs makes the arguments of the entry function.
type entryInputs struct {
	*fn
	symbol *symbol
	*madeInputs
}

// madeInputs is what was made for an entry function so far.
type madeInputs struct {
	inputs  int                     // number of inputs and of null pointers
	asked   map[string]bool         // pointers for which an option may give a size
	lengths map[string]elementCount // parameters that say how many elements there are, by name; nil in other functions
}

// parameters returns the parameters of a function that have names in its definition or types in its prototype.
func (s *symbol) parameters() (list []entryParameter) {
	declared := s.unit.definedParameters(s.def)
	if s.t.Old {
		for _, d := range declared {
			t := intType
			if !d.plain {
				t = adjusted(s.unit.declared(nil, d.d))
			}
			list = append(list, entryParameter{d.d.Name(), t, d.d})
		}
		return list
	}
	for i, t := range s.t.Params {
		p := entryParameter{"parameter" + strconv.Itoa(i+1), t, s.decl}
		if i < len(declared) && declared[i].d != nil {
			p.name, p.at = declared[i].d.Name(), declared[i].d
		}
		list = append(list, p)
	}
	return list
}

// checkOptions records an error for each option that names a pointer that does not exist.
func (e *entryInputs) checkOptions() {
	for _, o := range []struct {
		option string
		sizes  sizes
	}{{"array", e.p.options.arrays}, {"string", e.p.options.texts}} {
		for _, size := range o.sizes {
			if !e.asked[size.name] {
				e.u.errorf(e.symbol.decl, "found the option %s for %.80q, want a pointer among the inputs of %s",
					o.option, size.name, e.symbol.name)
			}
		}
	}
}

// require emits the assumption that r accepts the arguments.
func (e *entryInputs) require(r *symbol, args []value) {
	if !e.p.restricts(r, e.symbol) {
		return
	}
	defer func(before source.Span) { e.span = before }(e.span)
	e.span = r.place
	v := e.call(e.p.addressOf(r), r.t, args[:len(r.t.Params)])
	e.emit(instr(core.Assume, e.nonzero(r.decl, v)))
}

// restricts reports whether r takes the parameters of the entry function s, or the first of them, and returns an
// integer. If not, it records the error.
func (p *program) restricts(r, s *symbol) bool {
	p.complete(r)
	params := s.parameters()
	fits := r.t.Class == Function && !r.t.Variadic && !r.t.Old && r.t.Elem.integer() && len(r.t.Params) <= len(params)
	for i := 0; fits && i < len(r.t.Params); i++ {
		fits = p.accepts(params[i].t, r.t.Params[i])
	}
	if !fits {
		r.unit.errorf(r.decl, "found %s of type %s, want an integer for the parameters of %s, which has type %s, or the first of them",
			requires, r.t, s.name, s.t)
	}
	return fits
}

// accepts reports whether an argument of type t fits a parameter of type to: they are compatible, except that to may
// add const behind a pointer.
func (p *program) accepts(t, to *Type) bool {
	if t.Class == Pointer && to.Class == Pointer {
		return p.compatible(t.Elem.unqualified(), to.Elem.unqualified())
	}
	return p.compatible(t.unqualified(), to.unqualified())
}

// argument makes the argument for a parameter from inputs.
func (e *entryInputs) argument(p entryParameter) value {
	t := p.t.unqualified()
	e.u.need(t)
	if t.Class == Pointer {
		return value{t: t, x: e.used(e.read(e.pointer(p, p.name, t, 0)))}
	}
	return e.anyValue(p, p.name, t, 0)
}

// anyValue makes a value of a type from inputs.
func (e *entryInputs) anyValue(p entryParameter, path string, t *Type, depth int) value {
	if !e.can(p, path, t) {
		return value{t: t, x: integer(0)}
	}
	if t.integer() {
		lo, hi := t.limits()
		slot := e.slot(e.slotName(path), core.Int)
		e.set(slot, e.drawn(coreName(path), lo, hi))
		return value{t: t, x: e.used(e.read(slot))}
	}
	slot := e.slot(e.slotName(path), core.Ptr)
	e.alloc(slot, integer(t.Size))
	object := place{t: t, slot: -1, ptr: e.used(e.read(slot))}
	e.fill(p, path, object, depth)
	return e.hold(e.load(object))
}

// can reports whether objects of a type can be made now; if there is no use in that, it records an error, or there is
// one.
func (e *entryInputs) can(p entryParameter, path string, t *Type) bool {
	what := ""
	switch {
	case !t.complete() || hasLength(t):
		what = ", want a type that is complete"
	case len(path) > maxPath:
		what = ", want names of at most " + strconv.Itoa(maxPath) + " characters"
	default:
		return e.inputs <= maxParts && !e.p.stopped() && len(e.p.errors) == 0
	}
	e.u.errorf(p.at, "found the input %.80s of type %s%s", path, t, what)
	return false
}

// fill sets an object to any value of its type.
func (e *entryInputs) fill(p entryParameter, path string, at place, depth int) {
	t := at.t
	e.u.need(t)
	if e.p.charge(1); !e.can(p, path, t) {
		return
	}
	mark := e.mark()
	defer e.release(mark)
	switch t.Class {
	case Pointer:
		to := null()
		if depth < e.p.options.depth || depth == e.p.options.depth && t.Elem.Class == Function {
			to = e.read(e.pointer(p, path, t, depth+1))
		}
		e.inputs++
		e.store(at, value{t: t, x: to})
	case Array, Vector:
		e.elements(p, path, at.ptr, t.Elem, t.Len, depth)
	case Struct:
		for _, m := range t.Record.Fields {
			if m.Flex {
				continue
			}
			part := e.member(at, []*Field{m})
			switch {
			case m.Name != "":
				e.fill(p, path+"."+m.Name, part, depth)
			case m.Type.Class == Union:
				bytes := path + firstName(m.Type.Record)
				if HasPointer(m.Type) {
					bytes += ".bytes"
				}
				e.union(p, path, bytes, part, depth)
			default:
				e.fill(p, path, part, depth)
			}
		}
	case Union:
		e.union(p, path, path, at, depth)
	case Complex:
		e.fill(p, path+".real", e.partOf(at, false), depth)
		e.fill(p, path+".imaginary", e.partOf(at, true), depth)
	case LongDouble:
		e.longDouble(path, at)
	case Float:
		bits := uintType
		if t.Size == 8 {
			bits = ulongType
		}
		at.t = bits
		e.scalar(path, at)
	default:
		e.scalar(path, at)
	}
}

// union sets a union to any value: with a pointer in it, that of one of its members. The bytes have a name of their
// own.
func (e *entryInputs) union(p entryParameter, path, bytes string, at place, depth int) {
	over, t := newLabel(), at.t
	at.ptr = e.simple(at.ptr)
	var live []*Field // members with pointers
	for _, m := range t.Record.Fields {
		if HasPointer(m.Type) {
			live = append(live, m)
		}
	}
	for i, m := range live {
		name := path
		if m.Name != "" {
			name += "." + m.Name
		}
		mark, next := e.mark(), newLabel()
		if i < len(live)-1 || len(live) < len(t.Record.Fields) {
			there := newLabel()
			choice := path + ".is"
			if m.Name != "" {
				choice += "." + m.Name
			} else {
				choice += firstName(m.Type.Record)
			}
			e.inputs++
			e.branch(e.compared(core.Eq, e.drawn(coreName(choice), zero, unity), integer(1)), there, next)
			e.here(there)
		}
		if m.Type.Size < t.Size {
			e.bytes(bytes, at.ptr, t.Size)
		}
		e.fill(p, name, e.member(at, []*Field{m}), depth)
		e.jump(over)
		e.here(next)
		e.release(mark)
	}
	if len(live) < len(t.Record.Fields) {
		e.bytes(bytes, at.ptr, t.Size)
	}
	e.here(over)
}

// firstName returns how C writes the first member of a record that has a name, behind an object of this type; "" if
// none has a name.
func firstName(r *Record) string {
	for _, m := range r.Fields {
		if m.Name != "" {
			return "." + m.Name
		}
		if name := firstName(m.Type.Record); name != "" {
			return name
		}
	}
	return ""
}

// longDouble sets a long double to any number of its format: the first bit of its significand is 0 if and only if its
// exponent is.
func (e *entryInputs) longDouble(path string, at place) {
	e.inputs += 2
	ptr := e.simple(at.ptr)
	fraction := e.held(e.drawn(coreName(path+".fraction"), zero, greatestOf(63)))
	top := e.held(e.drawn(coreName(path+".exponent"), zero, greatestOf(16)))
	first := e.divided(core.Div, e.integers(core.Add, e.modulo(e.used(top), 15), bigInteger(greatestOf(15))),
		bigInteger(powerOf(15)))
	e.storeScalar(ptr, core.U64, e.integers(core.Add, e.used(fraction),
		e.integers(core.Mul, first, bigInteger(powerOf(63)))), at.loose)
	e.storeScalar(e.offset(ptr, integer(8)), core.U16, e.used(top), at.loose)
}

// scalar sets an integer in memory to any value.
func (e *entryInputs) scalar(path string, at place) {
	e.inputs++
	lo, hi := at.t.limits()
	if at.bits > 0 {
		lo, hi = limitsOf(at.bits, at.signed())
	}
	e.store(at, value{t: at.t.unqualified(), x: e.drawn(coreName(path), lo, hi), lo: lo, hi: hi})
}

// bytes sets n bytes to any values.
func (e *entryInputs) bytes(path string, p *core.Expr, n int64) {
	for i := int64(0); i < n && e.inputs <= maxParts; i++ {
		mark := e.mark()
		e.scalar(path, place{t: ucharType, slot: -1, ptr: e.offset(p, integer(i))})
		e.release(mark)
	}
}

// elements sets n objects of a type, one behind the other, to any values.
func (e *entryInputs) elements(p entryParameter, path string, to *core.Expr, t *Type, n int64, depth int) {
	for i := int64(0); i < n && e.inputs <= maxParts && len(e.p.errors) == 0; i++ {
		before := e.inputs
		if e.fill(p, path+"["+strconv.FormatInt(i, 10)+"]", place{t: t, slot: -1, ptr: e.offset(to, integer(i*t.Size))},
			depth); e.inputs == before {
			return // there is nothing in them
		}
	}
}

// pointer makes the object to which a pointer of type t points, and returns the slot with the pointer. With a depth, an
// input decides whether it is null.
func (e *entryInputs) pointer(p entryParameter, path string, t *Type, depth int) int {
	slot := e.slot(e.slotName(path), core.Ptr)
	over := newLabel()
	if depth > 0 {
		e.set(slot, null())
		there := newLabel()
		mark := e.mark()
		e.branch(e.compared(core.Eq, e.drawn(coreName(path), zero, unity), integer(1)), there, over)
		e.release(mark)
		e.here(there)
	}
	e.pointee(p, path, t, slot, depth)
	if depth > 0 {
		e.here(over)
	}
	return slot
}

// pointee makes what a pointer of type t points to, and sets the slot.
func (e *entryInputs) pointee(p entryParameter, path string, t *Type, slot, depth int) {
	key, elem := keyOf(path), t.Elem
	e.u.need(elem)
	if elem.Class == Function {
		e.set(slot, e.unknownFunction(p, path, elem, depth))
		return
	}
	array, isArray := e.p.options.arrays.of(key)
	text, isString := e.p.options.texts.of(key)
	count := array.n
	e.asked[key] = true
	object := e.used(e.read(slot))
	opaque := !elem.complete() && elem.Class != Array
	elem = oneEach(elem)
	switch {
	case isArray && isString:
		e.u.errorf(p.at, "found the options array and string for %s, want one of them", path)
		return
	case isString && !(elem.Class == Integer && elem.Size == 1):
		e.u.errorf(p.at, "found the option string for %s of type %s, want a pointer to characters", path, t)
		return
	case isString && text.n == anyLength:
		e.inputs += 2
		e.anyText(slot, path)
		return
	case isArray && count == anyLength:
		e.anyArray(p, path, t, slot, elem, array)
		return
	case isString:
		e.anyString(slot, path+"[]", text.n, core.Heap)
		return
	case opaque && isArray:
		e.make(slot, count)
		e.bytes(path+"[]", object, count)
		return
	case opaque:
		e.inputs++
		e.anyBytes(slot, path, int64(e.p.options.void))
		return
	case !isArray:
		count = max(t.Len, 1)
	}
	if !e.can(p, path+"[0]", elem) {
		return
	}
	if size := new(big.Int).Mul(big.NewInt(count), big.NewInt(elem.Size)); size.Cmp(big.NewInt(core.MaxObject)) > 0 {
		e.u.errorf(p.at, "found %d elements of %d bytes at %s, want an object of at most %d bytes", count, elem.Size,
			path, core.MaxObject)
		return
	}
	e.make(slot, count*elem.Size)
	e.elements(p, path, object, elem, count, depth)
}

// slotName returns the name of a slot for an input. People do not see it in a function of the program, which has no
// such variable.
func (e *entryInputs) slotName(path string) string {
	if e.out.Library {
		return path
	}
	return "$" + path
}

// make emits the allocation of an object on the heap, and sets a slot to point to it.
func (e *entryInputs) make(slot int, size int64) {
	in := instr(core.Alloc, integer(size))
	in.Dst = slot
	e.emit(in)
}

// keyOf returns the name that options use for an input: p[0].next and p[1].next are p[].next.
func keyOf(path string) string {
	var b strings.Builder
	inside := false
	for _, r := range path {
		if r == ']' {
			inside = false
		}
		if !inside {
			b.WriteRune(r)
		}
		if r == '[' {
			inside = true
		}
	}
	return b.String()
}

// HasPointer reports whether there are pointers in objects of a type.
func HasPointer(t *Type) bool { return t.has(func(t *Type) bool { return t.Class == Pointer }) }

// anyString makes a string of at most n bytes, which are inputs, and sets the slot to point to it. The object ends
// behind the first 0; if no input is 0, a 0 follows the last.
func (f *fn) anyString(slot int, name string, n int64, life core.Life) {
	mark := f.mark()
	buffer, i := f.temp(core.Ptr), f.temp(core.Int)
	f.alloc(buffer, integer(n+1))
	at := f.operation(core.Move, core.Ptr, f.read(buffer), f.read(i))
	next := func(x *core.Expr) {
		f.storeScalar(at, core.U8, x, false)
		f.set(i, f.operation(core.Add, core.Int, f.read(i), integer(1)))
	}
	f.set(i, integer(0))
	top, body, full, over := newLabel(), newLabel(), newLabel(), newLabel()
	f.here(top)
	// this is no loop of the program, so a limit on iterations does not count it
	f.branch(f.compared(core.Lt, f.read(i), integer(n)), body, full)
	f.here(body)
	c := f.drawn(coreName(name), zero, greatestOf(8))
	next(c)
	f.branch(f.compared(core.Eq, c, integer(0)), over, top)
	f.here(full)
	next(integer(0))
	f.here(over)
	in := instr(core.Alloc, f.used(f.read(i)))
	in.Life, in.Dst = life, slot
	f.emit(in)
	f.copy(f.read(slot), f.read(buffer), f.used(f.read(i)))
	f.emit(instr(core.End, f.used(f.read(buffer))))
	f.release(mark)
}

// count makes the argument for a parameter that says how many elements there are: at least 0, and so many that each
// object to which a parameter points directly has at most MostLength bytes. It gets the types of all parameters.
func (e *entryInputs) count(p entryParameter, types map[string]*Type) value {
	t := p.t.unqualified()
	e.u.need(t)
	if !t.integer() {
		e.u.errorf(p.at, "found the option array with the parameter %s of type %s as a number of elements, want an integer",
			p.name, p.t)
		return value{t: t, x: integer(0)}
	}
	e.inputs++
	most := big.NewInt(MostLength)
	if _, hi := t.limits(); hi.Cmp(most) < 0 {
		most = hi
	}
	for _, array := range e.p.options.arrays {
		if q := types[array.name]; array.by == p.name && q != nil && q.Class == Pointer {
			e.u.need(q.Elem)
			if _, n := e.elementsOf(oneEach(q.Elem)); n > 0 && most.Cmp(big.NewInt(MostLength/n)) > 0 {
				most = big.NewInt(MostLength / n)
			}
		}
	}
	slot := e.slot(e.slotName(p.name), core.Int)
	e.set(slot, e.drawn(coreName(p.name), zero, most))
	e.lengths[p.name] = elementCount{slot, most.Int64()}
	return value{t: t, x: e.used(e.read(slot))}
}

// anyArray makes an object of any number of elements of type elem, to which a pointer p of type t points, and sets the
// slot.
func (e *entryInputs) anyArray(p entryParameter, path string, t *Type, slot int, elem *Type, array size) {
	unit, bytes := e.elementsOf(elem)
	number, known := e.lengths[array.by]
	switch {
	case unit == nil:
		e.u.errorf(p.at, "found the option array without a known number for %s of type %s, want a pointer to numbers", path, t)
		return
	case array.by != "" && !known:
		e.u.errorf(p.at,
			"found the option array with %s as the number of elements of %s, want a parameter of %s that is an integer",
			array.by, path, e.symbol.name)
		return
	}
	mark := e.mark()
	most := MostLength / bytes
	var n *core.Expr
	if array.by == "" {
		e.inputs += 2
		n = e.asMany(path, most)
	} else {
		e.inputs++
		if n = e.used(e.read(number.slot)); number.most > most { // behind a pointer that is no parameter
			e.emit(instr(core.Assume, e.compared(core.Le, n, integer(most))))
		}
	}
	e.anyNumber(slot, path, unit, e.times(n, bytes), e.times(n, bytes/unit.Size), false)
	e.release(mark)
}

// anyBytes makes an object of at most n bytes, which are inputs as its size is, and sets the slot to point to it.
func (e *entryInputs) anyBytes(slot int, path string, n int64) {
	mark := e.mark()
	size := e.used(e.held(e.drawn(coreName(path+".size"), zero, big.NewInt(n))))
	buffer, i := e.temp(core.Ptr), e.temp(core.Int)
	e.alloc(buffer, integer(n))
	e.set(i, integer(0))
	top, body, over := newLabel(), newLabel(), newLabel()
	e.here(top)
	// this is no loop of the program, so a limit on iterations does not count it
	e.branch(e.compared(core.Lt, e.used(e.read(i)), size), body, over)
	e.here(body)
	e.storeScalar(e.operation(core.Move, core.Ptr, e.read(buffer), e.read(i)), core.U8,
		e.drawn(coreName(path+"[]"), zero, greatestOf(8)), false)
	e.set(i, e.operation(core.Add, core.Int, e.read(i), integer(1)))
	e.jump(top)
	e.here(over)
	in := instr(core.Alloc, e.used(e.read(i)))
	in.Dst = slot
	e.emit(in)
	e.copy(e.read(slot), e.read(buffer), e.used(e.read(i)))
	e.emit(instr(core.End, e.used(e.read(buffer))))
	e.release(mark)
}

// EntryParameter is a parameter of a function whose arguments are inputs.
type EntryParameter struct {
	Name, Type string
	Of         *Type
	Typedef    string // how the file writes what Untagged finds in the type; "" if there is nothing
}

// Entry is a function whose arguments are inputs.
type Entry struct {
	Name       string
	Where      source.Error     // its place; there is no message
	Static     bool             // whether only its file can call it by its name
	Refused    source.ErrorList // why a call of it is refused, of those that Entries returns; nil if it is not
	Parameters []EntryParameter
	Result     *Type
	Variadic   bool // it takes more arguments than it has parameters
	Restricted bool // a function vouch_requires restricts the arguments
	Restricts  int  // it takes so many of them, the first
}

// entryAt returns the function that a definition defines, with all types to which its own leads laid out; nil if
// another definition counts.
func (u *unit) entryAt(n *cc.FunctionDefinition, laid map[*Type]bool) *Entry {
	s := u.named(n.Declarator)
	if e := s.refusal(); e != nil {
		return &Entry{Name: s.name, Where: u.p.at(u.placeOf(n.Declarator)), Refused: source.ErrorList{e}}
	}
	if s.def != n {
		return nil
	}
	errors := u.p.errors
	u.p.errors = nil
	e := u.p.entryOf(s)
	for _, q := range e.Parameters {
		u.lay(q.Of, laid)
	}
	u.lay(e.Result, laid)
	e.Refused, u.p.errors = u.p.errors, errors
	return e
}

// lay lays out all structures and unions to which a type leads, except for types that it has met already.
func (u *unit) lay(t *Type, laid map[*Type]bool) {
	for todo := []*Type{t}; len(todo) > 0 && u.p.charge(1); {
		if t, todo = todo[len(todo)-1], todo[:len(todo)-1]; laid[t] {
			continue
		}
		laid[t] = true
		u.need(t)
		if t.Elem != nil {
			todo = append(todo, t.Elem)
		}
		todo = append(todo, t.Params...)
		if t.Record != nil {
			for _, m := range t.Record.Fields {
				todo = append(todo, m.Type)
			}
		}
	}
}

// entryOf returns a function that is defined, with the types of its parameters as C writes them.
func (p *program) entryOf(s *symbol) *Entry {
	p.complete(s)
	entry := &Entry{Name: s.name, Where: p.at(s.place), Static: s.unit.internal(s.name), Result: s.t.Elem,
		Variadic: s.t.Variadic}
	for _, e := range s.parameters() {
		s.unit.need(e.t)
		entry.Parameters = append(entry.Parameters, s.unit.entryParameter(e))
	}
	if r := p.defined(requires, s.unit); r != nil && s.name != requires && p.restricts(r, s) {
		entry.Restricted, entry.Restricts = true, len(r.t.Params)
	}
	return entry
}

// entryParameter returns a parameter with its type as the file can write it, though the structure, union or enumeration
// in it may have no tag.
func (u *unit) entryParameter(e entryParameter) EntryParameter {
	p := EntryParameter{Name: e.name, Of: e.t, Typedef: u.typedefOf(e.t)}
	p.Type = e.t.Named(p.Typedef).String()
	return p
}

// typedefOf returns how the file writes the structure or union in t that has no tag: by a typedef name; if only a
// pointer to it has one, as what that points to; else as the type of an object at file scope; "" if there is none.
func (u *unit) typedefOf(t *Type) string {
	if t = t.Untagged(); t == nil {
		return ""
	}
	pointed := ""
	var objects []*cc.Declarator
	for _, name := range slices.Sorted(maps.Keys(u.ast.Scope.Nodes)) {
		for _, n := range u.ast.Scope.Nodes[name] {
			d, ok := n.(*cc.Declarator)
			if !ok || u.refusal(name) != nil {
				continue
			}
			if !d.IsTypename() {
				objects = append(objects, d)
				continue
			}
			switch named := u.typeOfDeclarator(d); {
			case named.Record == t.Record:
				return name
			case named.Class == Pointer && named.Elem.Record == t.Record:
				pointed = "__typeof__(*(" + name + ")0)"
			}
		}
	}
	for _, d := range objects {
		if pointed != "" {
			break
		}
		of, at := u.typeOfDeclarator(d), d.Name()
		for ; of.Class == Pointer || of.Class == Array; of = of.Elem {
			at += "[0]"
		}
		if of.Record == t.Record {
			pointed = "__typeof__(" + at + ")"
		}
	}
	return pointed
}

// unknownFunction returns a pointer to a new unknown function.
func (e *entryInputs) unknownFunction(p entryParameter, path string, t *Type, depth int) *core.Expr {
	e.inputs++
	k := &unknown{asked: e.asked, symbol: e.symbol, p: p, path: path, t: t, depth: depth, fn: len(e.p.core.Funcs)}
	e.p.core.Funcs = append(e.p.core.Funcs, &core.Func{Name: e.p.unique("$" + path), Library: true,
		Signature: signature(t), Span: e.span})
	e.p.unknowns = append(e.p.unknowns, k)
	return &core.Expr{Op: core.Function, Type: core.Ptr, Ref: k.fn}
}
