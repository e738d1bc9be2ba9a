package c

import (
	"math/big"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines the lowering of declarations in functions.

// declaration lowers a declaration. The variables of its block exist already, except for variable arrays.
func (f *fn) declaration(n *cc.Declaration) {
	defer f.at(n)()
	switch n.Case {
	case cc.DeclarationAssert:
		f.u.staticAssert(f, n.StaticAssertDeclaration)
	case cc.DeclarationAuto:
		f.localDeclaration(n.Declarator, n.Initializer)
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			in := l.InitDeclarator
			d := in.Declarator
			switch {
			case d.IsTypename():
				f.full(func() { f.u.declared(f, d) }) // a variable length is computed now
			case in.Initializer != nil && f.u.declaredExtern(d):
				f.u.errorf(d, "found extern %s with an initializer in a function, want none", d.Name())
			case in.Initializer != nil && f.u.declaredStatic(d):
				f.p.statics = append(f.p.statics, staticLocal{f.u, d, in.Initializer})
			case f.u.isLocal(d):
				f.localDeclaration(d, in.Initializer)
				if x := f.survey.cleanups[d]; x != nil {
					s := f.scope
					if s.node != cc.Node(d) { // it is not a variable array
						s = f.push(d, false)
					}
					s.objects = append(s.objects, made{slot: f.vars[d].slot, cleanup: x, t: f.vars[d].t})
				}
			}
		}
	}
}

// localDeclaration lowers the declaration of a local.
func (f *fn) localDeclaration(d *cc.Declarator, init *cc.Initializer) {
	v := f.vars[d]
	if v == nil {
		if v = f.variableLengthArray(d); init != nil {
			f.u.errorf(d, "found an initializer of the variable array %s, want none", d.Name())
			return
		}
	} else if hasLength(v.t) {
		f.full(func() { v.t = f.u.declared(f, d) })
	}
	if init == nil {
		if !v.object && f.comesBack() {
			f.set(v.slot, f.undefined(coreType(v.t)))
		}
		return
	}
	defer f.at(d)()
	f.full(func() { f.initialize(f.placeOf(v), init) })
	if v.object && isReadOnly(v.t) && !f.survey.back { // nothing sets it again
		f.emit(instr(core.Protect, f.used(f.read(v.slot))))
	}
}

// comesBack reports whether control may reach the present place more than once in a call.
func (f *fn) comesBack() bool {
	if f.survey.marked {
		return true
	}
	for s := f.scope; s != nil && f.p.charge(1); s = s.outer {
		if _, ok := s.node.(*cc.IterationStatement); ok {
			return true
		}
	}
	return false
}

// variableLengthArray makes a variable array, and opens a scope for it that ends with the block.
func (f *fn) variableLengthArray(d *cc.Declarator) *variable {
	defer f.at(d)()
	slot := f.slot("$size", core.Int)
	var t *Type
	f.full(func() {
		t = f.u.declared(f, d)
		f.set(slot, f.within(f.size(t), big.NewInt(1), big.NewInt(core.MaxObject), semantics.InvalidSize))
	})
	v := &variable{d: d, t: t, object: true, slot: f.slot(d.Name(), core.Ptr)}
	f.vars[d] = v
	s := f.push(d, false)
	f.allocate(v, f.used(f.read(slot)))
	s.objects = append(s.objects, made{slot: v.slot})
	return v
}
