package c

import (
	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines scopes: the locals of blocks, and objects that end when control leaves the block, the expression or
// the statement that made them.

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
		if callee.t.Class != Pointer || callee.t.Elem.Class != Function || len(callee.t.Elem.Params) != 1 &&
			!callee.t.Elem.Old {
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

// placeOf returns the place of a local.
func (f *fn) placeOf(v *variable) place {
	if v.object {
		return place{t: v.t, slot: -1, ptr: f.read(v.slot)}
	}
	return place{t: v.t, slot: v.slot}
}

// object makes a local object that ends with the innermost block, and returns the slot that points to it. Its bytes are
// undefined, unless control has been here before in the same block: then the object is the one from that time.
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

// ownAddress returns a pointer that stands for the activation of the function, which ends when it returns, or for the
// place of its call. Its target has no use. All calls of a function share one place.
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

// full lowers a full expression. The objects of intermediate values end with it.
func (f *fn) full(lower func()) {
	mark := f.mark()
	s := f.push(nil, true)
	lower()
	f.closeTo(s)
	f.close()
	f.release(mark)
}

// compound lowers a compound statement. For a statement expression it returns the value of the last expression.
func (f *fn) compound(n *cc.CompoundStatement, wanted bool) value {
	outer := f.scope
	f.enterBlock(n)
	v := f.items(n, wanted)
	f.closeTo(outer)
	return v
}
