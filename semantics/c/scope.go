package c

import (
	"vouch/semantics/core"

	"modernc.org/cc/v4"
)

// This file defines scopes: the locals of blocks, and objects that end when control leaves the block or the statement that made them.

// scope is a block, a loop, the rest of a block after the declaration of a variable array, or a full expression.
type scope struct {
	outer   *scope
	node    cc.Node // *cc.CompoundStatement, *cc.IterationStatement, or the *cc.Declarator of a variable array; nil for a full expression and for a statement that is a block
	whole   bool    // whether it is a full expression
	start   int     // index in the code where it began
	objects []made  // the objects that it has made
}

// made is an object that a scope has made.
type made struct {
	slot  int  // that points to it
	maybe bool // whether some path to here does not make it: the slot is null then

	// For a call at the end of a local's scope, instead of an object:
	cleanup cc.ExpressionNode // the function
	t       *Type             // of the local
}

// variable is a variable that a declarator in a function declares.
type variable struct {
	d      *cc.Declarator
	t      *Type
	slot   int  // the slot that holds the variable, or that points to its object
	object bool // whether slot points to an object
}

// variableOf returns the local variable of a declarator; ok is false if the declarator is static, external or a function.
func (f *fn) variableOf(d *cc.Declarator) (*variable, bool) {
	v, ok := f.vars[d]
	return v, ok
}

// push opens a scope.
func (f *fn) push(node cc.Node, whole bool) *scope {
	f.scope = &scope{outer: f.scope, node: node, whole: whole, start: len(f.out.Code)}
	return f.scope
}

// enterBlock opens the scope of a block and makes its objects.
func (f *fn) enterBlock(node cc.Node) {
	s := f.push(node, false)
	for _, v := range f.prepare(node) {
		s.objects = append(s.objects, made{slot: v.slot})
	}
	f.makeObjects(node)
}

// close ends the objects of the innermost scope, and closes it.
func (f *fn) close() {
	f.ends(f.scope)
	f.scope = f.scope.outer
}

// closeTo closes all scopes inside s.
func (f *fn) closeTo(s *scope) {
	for f.scope != s {
		f.close()
	}
}

// ends ends the objects of a scope, the newest first.
func (f *fn) ends(s *scope) {
	if f.deadEnd() {
		return
	}
	for i := len(s.objects) - 1; i >= 0; i-- {
		m := s.objects[i]
		if m.cleanup != nil {
			f.cleanUp(m)
			continue
		}
		end := func() { f.emit(instr(core.End, f.used(f.read(m.slot)))) }
		if !m.maybe {
			end()
			continue
		}
		there, over := newLabel(), newLabel()
		f.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: f.used(f.read(m.slot)), Y: null()}, over, there)
		f.here(there)
		end()
		f.set(m.slot, null())
		f.here(over)
	}
}

// cleanUp calls the cleanup function of a local with its address, at the end of the local's scope.
func (f *fn) cleanUp(m made) {
	f.full(func() {
		callee := f.rvalue(m.cleanup)
		if callee.t.Class != Pointer || callee.t.Elem.Class != Function || len(callee.t.Elem.Params) != 1 && !callee.t.Elem.Old {
			f.bad(m.cleanup, "found a value of type %v, want a function of one pointer", callee.t)
			return
		}
		arg := value{t: pointerTo(m.t), x: f.used(f.read(m.slot))}
		if !callee.t.Elem.Old {
			arg = f.assigned(m.cleanup, arg, callee.t.Elem.Params[0])
		}
		f.call(f.use(callee), callee.t.Elem, []value{arg})
	})
}

// cleanUpAll makes all cleanup calls for leaving the function. It returns the value that x had before these calls.
func (f *fn) cleanUpAll(x *core.Expr) *core.Expr {
	held := false
	for s := f.scope; s != nil && f.p.charge(1+len(s.objects)); s = s.outer {
		for i := len(s.objects) - 1; i >= 0; i-- {
			if s.objects[i].cleanup == nil {
				continue
			}
			if x != nil && !held {
				held = true
				slot := f.temp(x.Type)
				f.set(slot, x)
				x = f.read(slot)
			}
			f.cleanUp(s.objects[i])
		}
	}
	return x
}

// deadEnd reports whether control surely does not reach the end of the code.
func (f *fn) deadEnd() bool {
	n := len(f.out.Code)
	if n == 0 || f.placed == n {
		return false
	}
	switch f.out.Code[n-1].Op {
	case core.Jump, core.Branch, core.Fail, core.Return, core.Halt, core.Unsupported:
		return true
	}
	return false
}

// prepare makes the locals of a block and returns those that are objects.
func (f *fn) prepare(node cc.Node) []*variable {
	b := f.survey.blocks[node]
	if b == nil || b.prepared {
		if b == nil {
			return nil
		}
		return b.vars
	}
	b.prepared = true
	for _, l := range b.locals {
		t := typeOfLocal(f.u, l)
		if t == nil {
			continue
		}
		if !t.complete() {
			f.u.errorf(l.d, "found the variable %s of the incomplete type %s, want a complete type", l.d.Name(), t)
			t = intType
		}
		if v := f.newVariable(l.d, t); v.object {
			b.vars = append(b.vars, v)
		}
	}
	return b.vars
}

// newVariable makes a local.
func (f *fn) newVariable(d *cc.Declarator, t *Type) *variable {
	v := &variable{d: d, t: t, object: !t.scalar() || t.Volatile || f.survey.taken[d]}
	if v.object {
		v.slot = f.slot(d.Name(), core.Ptr)
	} else {
		v.slot = f.slot(d.Name(), coreType(t))
	}
	f.vars[d] = v
	return v
}

// makeObjects emits the allocations of the objects of a block.
func (f *fn) makeObjects(node cc.Node) {
	for _, v := range f.prepare(node) {
		f.allocate(v, integer(v.t.Size))
	}
}

// allocate emits the allocation of the object of a local.
func (f *fn) allocate(v *variable, size *core.Expr) {
	defer f.at(v.d)()
	f.alloc(v.slot, size)
}

// alloc emits the allocation of a local object, and sets a slot to point to it.
func (f *fn) alloc(slot int, size *core.Expr) {
	in := instr(core.Alloc, size)
	in.Life, in.Dst = core.Local, slot
	f.emit(in)
	f.own[slot] = size
}

// placeOf returns the place of a local.
func (f *fn) placeOf(v *variable) place {
	if v.object {
		return place{t: v.t, slot: -1, ptr: f.read(v.slot)}
	}
	return place{t: v.t, slot: v.slot}
}

// object makes a local object that ends with the innermost block, and returns the slot that points to it. Its bytes are undefined, unless control has been here
// before in the same block: then the object is the one from that time.
func (f *fn) object(name string, size, align int64) int {
	s := f.scope
	for s.whole && s.outer != nil {
		s = s.outer
	}
	slot := f.slot(name, core.Ptr)
	if !f.survey.entered(s.node) && f.straight(s.start) {
		f.alloc(slot, integer(size))
		s.objects = append(s.objects, made{slot: slot})
		return slot
	}
	f.nulls = append(f.nulls, slot)
	absent, there := newLabel(), newLabel()
	f.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: f.used(f.read(slot)), Y: null()}, absent, there)
	f.here(absent)
	f.alloc(slot, integer(size))
	f.here(there)
	s.objects = append(s.objects, made{slot: slot, maybe: true})
	return slot
}

// scratch makes a local object that ends with the full expression, for a value that is an aggregate, and returns a pointer.
func (f *fn) scratch(t *Type) *core.Expr {
	slot := f.slot("$object", core.Ptr)
	f.alloc(slot, f.size(t))
	m := made{slot: slot, maybe: !f.straight(f.scope.start)}
	if m.maybe {
		f.nulls = append(f.nulls, slot)
	}
	f.scope.objects = append(f.scope.objects, m)
	return f.used(f.read(slot))
}

// straight reports whether control that reaches start surely reaches the end of the code, once.
func (f *fn) straight(start int) bool { return f.turn < start }

// ownAddress returns a pointer that stands for the activation of the function, which ends when it returns, or for the place of its call. Its target has no use.
// All calls of a function share one place.
func (f *fn) ownAddress(frame bool) *core.Expr {
	if !frame {
		if f.caller < 0 {
			f.caller = f.p.newGlobal(&core.Global{Name: f.name + ".caller", Size: 1, ReadOnly: true, Span: f.span})
		}
		return &core.Expr{Op: core.Address, Type: core.Ptr, Ref: f.caller}
	}
	if f.frame < 0 {
		f.frame = f.slot("$frame", core.Ptr)
		f.nulls = append(f.nulls, f.frame)
	}
	absent, there := newLabel(), newLabel()
	f.branch(&core.Expr{Op: core.Same, Type: core.Bool, X: f.used(f.read(f.frame)), Y: null()}, absent, there)
	f.here(absent)
	f.alloc(f.frame, integer(1))
	f.here(there)
	return f.used(f.read(f.frame))
}
