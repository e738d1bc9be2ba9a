package c

import (
	"math/bits"

	"modernc.org/cc/v4"
)

// This file defines structures and unions: the places of their members, as in gcc on x86-64 (System V ABI).

// record returns the type that a specifier of a structure or union denotes. Its members may be looked at later.
func (u *unit) record(n *cc.StructOrUnionSpecifier) *Type {
	t := &u.types
	d := u.definition(n)
	if d == nil { // no specifier of the unit has its members
		class, word := recordClass(n)
		tag := n.Token.SrcStr()
		r := t.opaque[word+" "+tag]
		if r == nil {
			r = &Type{Class: class, Align: 1, Record: &Record{Tag: tag}}
			t.opaque[word+" "+tag] = r
		}
		return r
	}
	if r := t.records[d]; r != nil {
		return r
	}
	class, word := recordClass(d)
	if _, w := recordClass(n); w != word {
		u.errorf(n, "found %s %s, which is a %s", w, n.Token.SrcStr(), word)
	}
	r := &Type{Class: class, Align: 1, Record: &Record{Tag: d.Token.SrcStr()}}
	t.records[d] = r
	t.specs[r.Record] = d
	t.waiting = append(t.waiting, d)
	return r
}

// recordClass returns the class of what a specifier denotes, and the keyword.
func recordClass(n *cc.StructOrUnionSpecifier) (Class, string) {
	if n.StructOrUnion.Case == cc.StructOrUnionUnion {
		return Union, "union"
	}
	return Struct, "struct"
}

// definition returns the specifier that defines the members of the record that n denotes. It is visible at n, or follows n.
func (u *unit) definition(n *cc.StructOrUnionSpecifier) *cc.StructOrUnionSpecifier {
	if n.Case == cc.StructOrUnionSpecifierDef {
		return n
	}
	var after *cc.StructOrUnionSpecifier
	t := &u.types
	name := n.Token.SrcStr()
	for s := n.LexicalScope(); s != nil && u.p.charge(scopeWork+len(s.Nodes[name])+len(t.tags[s][name])); s = s.Parent {
		var here *cc.StructOrUnionSpecifier
		for _, m := range s.Nodes[name] {
			if d, ok := m.(*cc.StructOrUnionSpecifier); ok && d.Case == cc.StructOrUnionSpecifierDef {
				if d.Visible() <= n.Visible() {
					return d
				}
				if here == nil {
					here = d
				}
			}
		}
		for _, f := range t.tags[s][name] {
			if f.seq <= n.Visible() {
				return here
			}
		}
		if after == nil {
			after = here
		}
	}
	return after
}

// need completes the structures and unions inside of t, if their members are known.
func (u *unit) need(t *Type) {
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

// complete lays out the members of a structure or union.
func (u *unit) complete(n *cc.StructOrUnionSpecifier, t *Type) {
	var a attributes
	u.attributes(nil, &a, n.AttributeSpecifierList)
	u.attributes(nil, &a, n.AttributeSpecifierList2)
	r := t.Record
	pragma := u.pragmaAt(&n.Token3)
	l := &layout{r: r, union: t.Class == Union, packed: a.packed, ms: a.ms, limit: 8 * pragma.limit, align: max(8, 8*a.align)}
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
			u.declareMember(l, i.StructDeclarator, &part, names, m.StructDeclarationList == nil && i.StructDeclaratorList == nil)
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

// layout is a record under construction. All its numbers are in bits.
type layout struct {
	r      *Record
	union  bool
	packed bool
	ms     bool  // whether bit-fields have the places of Microsoft's compiler
	limit  int64 // of alignments by #pragma pack; 0 if there is none
	align  int64 // of the record so far
	bits   int64 // size so far; of a structure, where the next member may begin
	run    msRun
	other  *layout // the layout of the same members by other rules; nil if there is none
}

// add places a member. Its width is -1 if it is no bit-field; user is its own alignment, or 0. The rules are those of gcc's stor-layout.c: a bit-field begins at the next
// bit, unless it would then have bits in more units of its type's alignment than the type has.
func (l *layout) add(f *Field, width, user int64, packed bool) {
	t := f.Type
	natural := 8 * t.Align
	bitField := width >= 0
	size := 8 * t.Size
	if bitField {
		size = width
	}
	packed = packed && (natural > 8 || bitField)
	at := l.bits
	if l.union {
		at = 0
	}
	want, ordinary := l.want(natural, width, user, at, packed)

	var start int64
	if l.ms {
		start = l.addMicrosoft(t, width, want, packed)
	} else {
		if !bitField {
			l.align = max(l.align, want)
		} else if f.Name != "" {
			unit := natural
			if l.limit != 0 {
				unit = min(unit, l.limit)
			} else if packed {
				unit = min(unit, 8)
			}
			l.align = max(l.align, want, unit)
		}
		start = roundUp(at, want)
		if bitField && width > 0 && !ordinary && !packed && l.limit == 0 && (start%natural+width+natural-1)/natural > 8*t.Size/natural {
			start = roundUp(start, natural)
		}
	}
	if l.union {
		start = 0
		l.bits = max(l.bits, roundUp(size, 8))
	} else {
		l.bits = start + size
	}
	if bitField && f.Name == "" {
		return
	}
	f.Offset = start / 8
	if bitField {
		f.Bits, f.Shift = int(width), int(start%8)
	}
	l.r.Fields = append(l.r.Fields, f)
}

// want returns the alignment of a member that would begin at the given bit without one. It also reports whether gcc accesses the member, a bit-field, as an integer.
func (l *layout) want(natural, width, user, at int64, packed bool) (want int64, ordinary bool) {
	switch {
	case width == 0 && l.ms:
		want = max(1, user)
	case width == 0:
		return max(user, natural), false
	case width > 0:
		want = max(1, user)
		whole := width == 8 || width == 16 || width == 32 || width == 64
		if ordinary = whole && !(packed && width > 8) && (at == 0 || lowBit(at) >= width); ordinary {
			want = max(want, width)
		}
	case packed && user != 0:
		want = user
	case packed:
		want = 8
	default:
		want = max(natural, user)
	}
	if l.limit != 0 {
		want = min(want, l.limit)
	}
	return want, ordinary
}

// finish sets the size and the alignment of the record.
func (l *layout) finish() {
	l.endMicrosoft()
	l.r.Align = l.align / 8
	l.r.Size = roundUp(roundUp(l.bits, 8), l.align) / 8
	for _, f := range l.r.Fields {
		f.Loose = f.Bits == 0 && (l.r.Align < f.Type.Align || f.Offset%f.Type.Align != 0)
	}
}

// lowBit returns the value of the lowest set bit of n.
func lowBit(n int64) int64 { return 1 << bits.TrailingZeros64(uint64(n)) }

// roundUp returns the next multiple of a power of two.
func roundUp(n, to int64) int64 { return (n + to - 1) &^ (to - 1) }
