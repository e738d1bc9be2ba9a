package c

import "modernc.org/cc/v4"

// This file lays out the members that a structure or union has in the text.

// complete lays out the members of a structure or union.
func (u *unit) complete(n *cc.StructOrUnionSpecifier, t *Type) {
	var a attributes
	u.attributes(nil, &a, n.AttributeSpecifierList)
	u.attributes(nil, &a, n.AttributeSpecifierList2)
	r := t.Record
	pragma := u.pragmaAt(&n.Token3)
	l := &layout{r: r, union: t.Class == Union, packed: a.packed, ms: a.ms, limit: 8 * pragma.limit,
		align: max(8, 8*a.align)}
	if pragma.ms && !a.ms {
		l.other = &layout{r: &Record{}, union: l.union, packed: l.packed, ms: true, limit: l.limit, align: l.align}
	}
	r.Transparent = r.Transparent || a.transparent
	names := map[string]bool{}
	for m := n.StructDeclarationList; m != nil; m = m.StructDeclarationList {
		d := m.StructDeclaration
		if d.Case == cc.StructDeclarationAssert {
			u.staticAssert(nil, d.StaticAssertDeclaration)
			continue
		}
		if d.SpecifierQualifierList == nil && d.StructDeclaratorList == nil {
			continue // GNU C: a semicolon too many
		}
		s := u.specifiers(nil, nil, d.SpecifierQualifierList)
		if s.t == nil && len(s.count) == 0 {
			u.errorf(d, "found a member without a type, want one")
		}
		if d.StructDeclaratorList == nil {
			u.attributes(nil, &s.attrs, d.AttributeSpecifierList)
			base := s.base(u, d)
			u.need(base)
			if base.Record == nil {
				continue // a declaration of a tag, or nothing
			}
			if base.Record.Tag == "" {
				for _, name := range base.Record.names(nil) {
					u.p.charge(nodeWork)
					if names[name] {
						u.errorf(d, "member %s is declared twice", name)
					}
					names[name] = true
				}
				u.place(l, d, s, &Field{Type: base}, -1)
			}
			continue
		}
		for i := d.StructDeclaratorList; i != nil; i = i.StructDeclaratorList {
			part := *s
			if i.StructDeclaratorList == nil {
				u.attributes(nil, &part.attrs, d.AttributeSpecifierList)
			}
			u.declareMember(l, i.StructDeclarator, &part, names, m.StructDeclarationList == nil &&
				i.StructDeclaratorList == nil)
		}
	}
	l.finish()
	if o := l.other; o != nil && !l.agrees(o) {
		u.errorf(n, "found #pragma ms_struct where it changes the layout, which is not supported: gcc ignores it, clang does not")
	}
	t.Size, t.Align, r.Complete = r.Size, r.Align, true
	for _, do := range u.types.later[r] {
		do()
	}
	delete(u.types.later, r)
}

// declareMember adds the member that a declarator declares.
func (u *unit) declareMember(l *layout, n *cc.StructDeclarator, s *specifiers, names map[string]bool, last bool) {
	t := s.base(u, n)
	name := ""
	if n.Declarator != nil {
		t = u.declarator(nil, t, n.Declarator)
		name = n.Declarator.Name()
	}
	if name != "" {
		if names[name] {
			u.errorf(n.Declarator, "member %s is declared twice", name)
			return
		}
		names[name] = true
	}
	u.need(t)
	width := int64(-1)
	if n.Case == cc.StructDeclaratorBitField {
		w, ok := u.size64(nil, n.ConstantExpression)
		switch {
		case !ok:
			return
		case !t.integer():
			u.errorf(n, "found a bit-field of type %s, want an integer", t)
			return
		case w < 0 || w > int64(t.bits()) || w > 64 && t.Size < 16:
			u.errorf(n, "found a bit-field of %d bits in %s, which has %d", w, t, t.bits())
			return
		case w > 64:
			u.errorf(n, "found a bit-field of %d bits, which is not supported", w)
			return
		case w == 0 && name != "":
			u.errorf(n, "found a bit-field of no bits with the name %s", name)
			return
		}
		width = w
	}
	f := &Field{Name: name, Type: t}
	switch {
	case t.Class == Array && t.Len < 0 && t.Length == nil && (last || l.union):
		f.Flex = true
		if len(l.r.Fields) == 0 && !l.union {
			u.errorf(n, "found the flexible array %s as the first member with a name, want one before it", name)
		}
		flexible := *t
		flexible.Len, flexible.Size = -1, 0
		f.Type = &flexible
	case t.Length != nil:
		u.errorf(n, "found member %s, whose length is not constant, which is not supported", name)
		return
	case t.Class == Function:
		u.errorf(n, "found a function as member %s", name)
		return
	case !t.complete():
		u.errorf(n, "found member %s of type %s, want a complete type", name, t)
		return
	}
	u.place(l, n, s, f, width)
}

// place gives a member its place; width is that of a bit-field, else -1.
func (u *unit) place(l *layout, at cc.Node, s *specifiers, f *Field, width int64) {
	if f.Type.Size > 1<<40 || l.bits > 1<<44 {
		u.errorf(at, "found a member of %d bytes, which is too large", f.Type.Size)
		return
	}
	if s.attrs.strict && (width >= 0 || s.attrs.align < f.Type.Align) {
		u.errorf(at, "found an alignment of %d bytes, want %d at least and no bit-field", s.attrs.align, f.Type.Align)
		return
	}
	if l.other != nil {
		other := *f
		l.other.add(&other, width, 8*s.attrs.align, l.packed || s.attrs.packed)
	}
	l.add(f, width, 8*s.attrs.align, l.packed || s.attrs.packed)
}

// names appends the names of the members of a record, and of members inside of anonymous ones.
func (r *Record) names(list []string) []string {
	for _, f := range r.Fields {
		switch {
		case f.Name != "":
			list = append(list, f.Name)
		case f.Type.Record != nil:
			list = f.Type.Record.names(list)
		}
	}
	return list
}

// sized sets the size of an array whose elements have become complete, and of the elements.
func sized(t *Type) {
	if t.Class == Array {
		sized(t.Elem)
		if t.Len >= 0 && t.Length == nil {
			t.Size = t.Len * t.Elem.Size
		}
		t.Align = max(t.Align, t.Elem.Align)
	} else if t.Size == 0 {
		t.Size, t.Align = t.Record.Size, max(t.Align, t.Record.Align)
	}
}

// makeComplete completes the structures and unions inside of t, if their members are known.
func (u *unit) makeComplete(t *Type) {
	whole := t
	for t.Class == Array {
		t = t.Elem
	}
	if t.Record == nil {
		return
	}
	if d := u.types.specs[t.Record]; d != nil && !t.Record.Complete {
		delete(u.types.specs, t.Record) // the type is incomplete until its members are laid out
		defer u.begin()()
		u.complete(d, u.types.records[d])
	}
	if t.Record.Complete { // the type may be a copy that was made before
		sized(whole)
	}
}
