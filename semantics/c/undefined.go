package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines calls of functions that are declared and have no body, neither in the program nor among our models,
// with the option undefined=any or direct. Such a call of f returns any value of its type, made of inputs with the name
// f.result as arguments of an entry function are. It sets what its arguments point to, if that is not const and may be
// written:
//
//	&x, an array, a member      the object that the text names
//	another pointer             all elements of its type from there to the end of the object. If the function takes a
//	                            pointer to void or to characters, the type is
//	                            the one before conversions; if that is void, they are bytes
//
// The inputs for argument 1 begin with f.argument1. Numbers in these objects get any value. A pointer there keeps its
// value, and what it leads to is set in the same way, as deep as inputs go (pointer-depth). But if it is null or
// undefined, it becomes null, or leads to a new object if the input f.argument1.new is 1. Pointers to functions, unions
// with pointers, objects of incomplete types, and all that is not reached from an argument keep their values. With
// undefined=direct, so does all that only such pointers lead to, and they themselves do. A function that does not
// return ends the program.

// anyMark is the slot by which claims know the function of the core that stands for a function without a body.
const anyMark = "$any"

// undefinedCall emits a call of a function without a body. The nodes are the arguments as they are written, if they are
// known.
func (f *fn) undefinedCall(name string, t *Type, nodes []cc.ExpressionNode, args []value) value {
	e := &entryInputs{fn: f, symbol: &symbol{name: name, unit: f.u}, madeInputs: &madeInputs{asked: map[string]bool{}}}
	if f.p.bodiless == nil {
		f.p.bodiless = map[string]*Type{}
	}
	f.p.bodiless[name] = t
	defer func() {
		if e.inputs > maxParts {
			f.unsupported("more than %d inputs of %s", maxParts, name)
		}
	}()
	for i, a := range args {
		if a.t.Class != Pointer {
			continue
		}
		path := name + ".argument" + strconv.Itoa(i+1)
		if i < len(nodes) {
			if at, ok := f.pointedTo(nodes[i]); ok || isText(a.t, 1) && f.literal(nodes[i]) {
				if ok && !f.literal(nodes[i]) && !a.t.Elem.constant() {
					e.setVisible(path, f.use(a), at)
				}
				continue
			}
		}
		to := a.t.Elem
		if i < len(nodes) && !to.constant() {
			to = f.seenBehind(nodes[i], to)
		}
		e.setArgument(path, a.x, to)
	}
	if k := f.u.linkage[name]; k != nil && k.noreturn {
		f.emit(instr(core.Halt, integer(1)))
		return f.some(t.Elem)
	}
	p, path, result := entryParameter{name, t, nil}, name+resultPart, t.Elem.unqualified()
	f.outside()
	switch {
	case result.Class == Void:
		return value{t: result}
	case result.aggregate():
		to := place{t: result, slot: -1, ptr: f.scratch(result)}
		e.fill(p, path, to, 1)
		return value{t: result, x: to.ptr}
	case result.Class == Pointer:
		return value{t: result, x: f.used(f.held(e.someResult(p, path, result, 1)))}
	case result.Class == Float:
		to := place{t: result, slot: -1, ptr: f.scratch(result)}
		e.fill(p, path, to, 1)
		return f.load(to)
	}
	lo, hi := result.limits()
	return value{t: result, x: f.drawn(coreName(path), lo, hi)}
}

// seenBehind returns the type of what an argument points to: if the function takes a pointer to anything, or to
// characters, that which the text shows before conversions.
func (f *fn) seenBehind(n cc.ExpressionNode, t *Type) *Type {
	if t.complete() && !(t.integer() && t.Size == 1) {
		return t
	}
	n = plain(n)
	if x, ok := n.(*cc.CastExpression); ok && x.Case == cc.CastExpressionCast && f.typeOf(x).Class == Pointer {
		return f.seenBehind(x.CastExpression, t)
	}
	if from := f.decayed(n); from.Class == Pointer && from.Elem.Class != Function {
		f.u.need(from.Elem)
		return from.Elem
	}
	return t
}

// literal reports whether an argument is a string literal, which nobody may write.
func (f *fn) literal(n cc.ExpressionNode) bool {
	x, ok := plain(n).(*cc.PrimaryExpression)
	if !ok {
		return false
	}
	_, text := stringOf(x)
	return text && f.u.declaratorOf(x) == nil
}

// setting is how a call sets what an argument points to.
type setting struct {
	*entryInputs
	fresh int // the slot that is 1 if null pointers lead to new objects; -1 if there are none
}

// settingOf returns the setting for objects of a type.
func (e *entryInputs) settingOf(path string, t *Type) *setting {
	s := &setting{e, -1}
	if e.p.options.depth > 0 && !e.p.options.direct && HasPointer(t) {
		s.fresh = e.temp(core.Int)
		e.set(s.fresh, e.drawn(coreName(path+".new"), zero, unity))
	}
	return s
}

// settable reports whether a function may set objects of a type.
func (e *entryInputs) settable(t *Type) bool {
	e.u.need(t)
	return t.complete() && !hasLength(t) && t.Size > 0 && !t.constant()
}

// elementOf returns the type of the elements behind a pointer to t: behind one to void, there are bytes.
func elementOf(t *Type) *Type {
	if t.Class == Void {
		return partType(ucharType, t)
	}
	return t
}

// setVisible sets what the text shows behind a pointer: elements up to the end of an array, or one object.
func (e *entryInputs) setVisible(path string, p *core.Expr, at extent) {
	if !e.settable(at.t) {
		return
	}
	mark := e.mark()
	defer e.release(mark)
	s := e.settingOf(path, at.t)
	s.elements(path, e.used(e.held(p)), integer(at.part/at.t.Size), at.t, 0)
}

// setArgument sets what an argument leads to: all elements of a type that are there, and may be written.
func (e *entryInputs) setArgument(path string, x *core.Expr, t *Type) {
	if t = elementOf(t); !e.settable(t) {
		return
	}
	mark := e.mark()
	defer e.release(mark)
	p := e.used(e.held(x))
	e.settingOf(path, t).behind(path, p, t, 0)
}

// behind sets all elements of a type from p on, after so many pointers inside of objects.
func (s *setting) behind(path string, p *core.Expr, t *Type, depth int) {
	room := instr(core.Room, p)
	room.Dst = s.temp(core.Int)
	s.emit(room)
	s.elements(path, p, s.divided(core.Div, s.used(s.read(room.Dst)), integer(t.Size)), t, depth)
}

// elements sets n consecutive elements.
func (s *setting) elements(path string, p, n *core.Expr, t *Type, depth int) {
	if n.Op == core.Const && n.Int.Cmp(unity) == 0 {
		s.object(path, place{t: t, slot: -1, ptr: p}, depth)
		return
	}
	count, i := s.used(s.held(n)), s.temp(core.Int)
	top, body, end := newLabel(), newLabel(), newLabel()
	s.set(i, integer(0))
	s.here(top)
	// this is no loop of the program, so a limit on iterations does not count it
	s.branch(s.compared(core.Lt, s.used(s.read(i)), count), body, end)
	s.here(body)
	at := s.used(s.held(s.element(p, s.operation(core.Mul, core.Int, s.used(s.read(i)), integer(t.Size)), charType)))
	s.object(path, place{t: t, slot: -1, ptr: at}, depth)
	s.set(i, s.operation(core.Add, core.Int, s.used(s.read(i)), integer(1)))
	s.jump(top)
	s.here(end)
}

// object sets an object: numbers to any value, and what pointers lead to.
func (s *setting) object(path string, at place, depth int) {
	t := at.t
	if s.u.need(t); t.constant() || !t.complete() || !s.p.charge(1) {
		return
	}
	mark := s.mark()
	defer s.release(mark)
	switch {
	case t.Class == Pointer:
		s.pointer(path, at, depth)
	case t.Class == Array || t.Class == Vector:
		s.elements(path, s.used(s.held(at.ptr)), integer(t.Len), t.Elem, depth)
	case t.Class == Struct:
		for _, m := range t.Record.Fields {
			if name := path; !m.Flex {
				if m.Name != "" {
					name += "." + m.Name
				}
				s.object(name, s.member(at, []*Field{m}), depth)
			}
		}
	case t.Class == Union && HasPointer(t):
	default:
		s.fill(entryParameter{path, t, nil}, path, at, 0)
	}
}

// pointer sets what a pointer in memory leads to. If it is null or undefined, it becomes null, or leads to a new
// object.
func (s *setting) pointer(path string, at place, depth int) {
	to := at.t.Elem
	if depth >= s.p.options.depth || s.p.options.direct || to.Class == Function {
		return
	}
	p := &core.Expr{Op: core.Freeze, Type: core.Ptr, X: s.load(at).x}
	none, some, fresh, set, over := newLabel(), newLabel(), newLabel(), newLabel(), newLabel()
	s.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: p, Y: null()}, none, some)
	s.here(none)
	slot := s.slot(s.slotName(path), core.Ptr)
	s.set(slot, null())
	s.branch(s.compared(core.Eq, s.used(s.read(s.fresh)), integer(1)), fresh, set)
	s.here(fresh)
	s.pointee(entryParameter{path, at.t, nil}, path, at.t, slot, depth+1)
	s.here(set)
	s.store(at, value{t: at.t.unqualified(), x: s.used(s.read(slot))})
	s.jump(over)
	s.here(some)
	if to = elementOf(to); s.settable(to) {
		s.behind(path+behindPart, p, to, depth+1)
	}
	s.here(over)
}

// behindPart is how the name of what an argument's pointer in memory leads to ends.
const behindPart = "[]"

// undefinedBody makes the code of a function without a body, for calls through pointers.
func (u *unit) undefinedBody(s *symbol) {
	out := u.p.core.Funcs[s.fn]
	out.Library = true
	args := receive(out, s.t)
	f := u.newFn(out, s.t, s.name, s.place, &survey{})
	f.temps = len(out.Slots)
	f.slot(anyMark, core.Int)
	slot := -1
	if out.Result != core.NoType {
		slot = f.slot("$value", out.Result)
	}
	f.full(func() {
		var values []value
		for i, a := range args {
			values = append(values, value{t: s.t.Params[i].unqualified(), x: f.used(f.read(a))})
		}
		v := f.undefinedCall(s.name, s.t, nil, values)
		switch {
		case slot >= 0 && v.x != nil:
			f.set(slot, f.number(v).x)
		case s.t.Elem.aggregate() && v.x != nil:
			f.copy(f.read(0), v.x, f.size(s.t.Elem))
		}
	})
	if slot >= 0 {
		f.leaveFunction(f.read(slot))
	} else {
		f.leaveFunction(nil)
	}
	f.prologue()
}
