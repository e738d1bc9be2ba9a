package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines calls of functions that are declared and have no body, neither in the program nor among our models, with the option undefined=any. Such a call of f
// returns any value of its type, made of inputs with the name f.result as arguments of an entry function are. It sets what its arguments point to, if that is not const:
//
//	&x, an array, a member      every number in the object that the text names, to any value
//	another pointer             every number in one object of its type, or none: an input f.argument1.set says which. If the function takes a pointer to void
//	                            or to characters, the type is the one before conversions; if that is void or characters too, nothing is set, because
//	                            nobody knows how many bytes there are, and whether they may be written
//
// Pointers in these objects keep their values, and so does all that is not reached from an argument. The inputs for argument 1 begin with f.argument1. A function that does
// not return ends the program.

// anyMark is the slot by which claims know the function of the core that stands for a function without a body.
const anyMark = "$any"

// undefinedCall emits a call of a function without a body. The nodes are the arguments as they are written, if they are known.
func (f *fn) undefinedCall(name string, t *Type, nodes []cc.ExpressionNode, args []value) value {
	e := &entryInputs{fn: f, symbol: &symbol{name: name, unit: f.u}, madeInputs: &madeInputs{asked: map[string]bool{}}}
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
				if ok && !f.literal(nodes[i]) && at.t.Size > 0 && !at.t.constant() && !a.t.Elem.constant() {
					e.setVisible(path, f.use(a), at)
				}
				continue
			}
		}
		to := a.t.Elem
		if i < len(nodes) && !to.constant() {
			to = f.seenBehind(nodes[i], to)
		}
		if to.complete() && !hasLength(to) && to.Size > 0 && !to.constant() && !(to.integer() && to.Size == 1) {
			e.setMaybe(path, f.used(f.held(a.x)), to)
		}
	}
	if k := f.u.linkage[name]; k != nil && k.noreturn {
		f.emit(instr(core.Halt, integer(1)))
		return f.some(t.Elem)
	}
	p, path, result := entryParameter{name, t, nil}, name+resultPart, t.Elem.unqualified()
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

// seenBehind returns the type of what an argument points to: if the function takes a pointer to anything, or to characters, that which the text shows before conversions.
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

// setVisible sets what the text shows behind a pointer: elements up to the end of an array, or one object.
func (e *entryInputs) setVisible(path string, p *core.Expr, at extent) {
	mark := e.mark()
	p = e.used(e.held(p))
	if n := at.part / at.t.Size; n == 1 {
		e.setNumbers(path, place{t: at.t, slot: -1, ptr: p})
	} else if n > 1 {
		e.setElements(path, p, n, at.t)
	}
	e.release(mark)
}

// setMaybe sets one object of a type, or none. It sets one only if there is one, so that it is no fault to pass a pointer to the end of an array.
func (e *entryInputs) setMaybe(path string, p *core.Expr, t *Type) {
	mark := e.mark()
	there, set, over := newLabel(), newLabel(), newLabel()
	e.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: p, Y: null()}, over, there)
	e.here(there)
	e.branch(e.compared(core.Eq, e.drawn(coreName(path+".set"), zero, unity), integer(1)), set, over)
	e.here(set)
	e.held(&core.Expr{Op: core.Move, Type: core.Ptr, X: p, Y: integer(t.Size), Kind: core.Discard, Span: e.span})
	e.setNumbers(path, place{t: t, slot: -1, ptr: p})
	e.here(over)
	e.release(mark)
}

// setElements sets the numbers in n consecutive elements.
func (e *entryInputs) setElements(path string, p *core.Expr, n int64, t *Type) {
	i := e.temp(core.Int)
	e.set(i, integer(0))
	top, body, end := newLabel(), newLabel(), newLabel()
	e.here(top)
	e.branch(e.compared(core.Lt, e.used(e.read(i)), integer(n)), body, end) // this is no loop of the program, so a limit on iterations does not count it
	e.here(body)
	at := e.used(e.held(e.element(p, e.operation(core.Mul, core.Int, e.read(i), integer(t.Size)), charType)))
	e.setNumbers(path, place{t: t, slot: -1, ptr: at})
	e.set(i, e.operation(core.Add, core.Int, e.read(i), integer(1)))
	e.jump(top)
	e.here(end)
}

// setNumbers sets every number in an object to any value.
func (e *entryInputs) setNumbers(path string, at place) {
	t := at.t
	if e.u.need(t); t.constant() || !t.complete() || !e.p.charge(1) {
		return
	}
	mark := e.mark()
	defer e.release(mark)
	switch {
	case t.Class == Pointer:
	case t.Class == Array || t.Class == Vector:
		e.setElements(path, e.used(e.held(at.ptr)), t.Len, t.Elem)
	case t.Class == Struct:
		for _, m := range t.Record.Fields {
			if name := path; !m.Flex {
				if m.Name != "" {
					name += "." + m.Name
				}
				e.setNumbers(name, e.member(at, []*Field{m}))
			}
		}
	case t.Class == Union && HasPointer(t):
	default:
		e.fill(entryParameter{path, t, nil}, path, at, 0)
	}
}

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
