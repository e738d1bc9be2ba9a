package c

import (
	"maps"
	"math/big"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/core"
)

// This file defines the types that specifiers denote, with attributes: basic types, structures, unions and
// enumerations.

var (
	maxObject = big.NewInt(core.MaxObject)
)

// specifiers is what the specifiers and qualifiers of a declaration say.
type specifiers struct {
	// the type of a structure, union, enumeration, typedef name or typeof; otherwise nil
	t                          *Type
	count                      map[string]int // number of times that each keyword of a basic type is there
	constant, volatile, atomic bool
	attrs                      attributes
}

// attributes are those of GNU C that a type may have, and alignments.
type attributes struct {
	packed      bool
	ms          bool   // the layout of Microsoft's compiler
	align       int64  // 0 if there is none
	strict      bool   // whether it comes from _Alignas, which must not reduce an alignment
	mode        string // of integers: "" if there is none
	vector      int64  // in bytes; 0 if there is none
	transparent bool
}

// specifiers reads a list of specifiers, which is of one of two kinds.
func (u *unit) specifiers(f *fn, d *cc.DeclarationSpecifiers, q *cc.SpecifierQualifierList) *specifiers {
	s := &specifiers{count: map[string]int{}}
	classes := 0
	for ; d != nil; d = d.DeclarationSpecifiers {
		if c := d.StorageClassSpecifier; c != nil && c.Case < cc.StorageClassSpecifierThreadLocal {
			if classes++; classes == 2 {
				u.errorf(c, "found %s after another storage class, want only one", c.Token.SrcStr())
			}
		}
		u.attributes(f, &s.attrs, d.AttributeSpecifierList)
		s.add(u, f, d.TypeSpecifier, d.TypeQualifier, d.AlignmentSpecifier)
	}
	for ; q != nil; q = q.SpecifierQualifierList {
		u.attributes(f, &s.attrs, q.AttributeSpecifierList)
		s.add(u, f, q.TypeSpecifier, q.TypeQualifier, q.AlignmentSpecifier)
	}
	return s
}

// add adds one element of a list.
func (s *specifiers) add(u *unit, f *fn, t *cc.TypeSpecifier, q *cc.TypeQualifier, a *cc.AlignmentSpecifier) {
	if q != nil {
		switch q.Case {
		case cc.TypeQualifierConst:
			s.constant = true
		case cc.TypeQualifierVolatile:
			s.volatile = true
		case cc.TypeQualifierAtomic:
			s.atomic = true
		case cc.TypeQualifierAttr:
			u.attributes(f, &s.attrs, q.AttributeSpecifierList)
		}
	}
	if a != nil {
		u.alignas(f, &s.attrs, a)
	}
	if t == nil {
		return
	}
	switch t.Case {
	case cc.TypeSpecifierStructOrUnion:
		s.t = u.record(t.StructOrUnionSpecifier)
	case cc.TypeSpecifierEnum:
		s.t = u.enumeration(t.EnumSpecifier)
	case cc.TypeSpecifierTypeName:
		s.t = u.typedef(t)
	case cc.TypeSpecifierTypeofExpr:
		s.t = u.exprType(f, t.ExpressionList)
	case cc.TypeSpecifierTypeofType:
		s.t = u.namedType(f, t.TypeName)
	case cc.TypeSpecifierAtomic:
		s.t = u.namedType(f, t.AtomicTypeSpecifier.TypeName)
		s.atomic = true
	default:
		s.count[keyword(&t.Token)]++
	}
}

// keyword returns the plain spelling of a keyword of a basic type.
func keyword(t *cc.Token) string {
	switch k := t.SrcStr(); k {
	case "__signed", "__signed__":
		return "signed"
	case "__complex", "__complex__":
		return "_Complex"
	case "__int128_t":
		return "__int128"
	case "__float128":
		return "_Float128"
	case "__fp16":
		return "_Float16"
	default:
		return k
	}
}

// typedef returns the type of a typedef name.
func (u *unit) typedef(n *cc.TypeSpecifier) *Type {
	name := n.Token.SrcStr()
	for s := n.LexicalScope(); s != nil && u.p.charge(scopeWork+len(s.Nodes[name])); s = s.Parent {
		var last *cc.Declarator // a typedef may be repeated with the same type
		for _, m := range s.Nodes[name] {
			if d, ok := m.(*cc.Declarator); ok && d.IsTypename() && d.Visible() <= n.Token.Seq() {
				last = d
				break
			}
		}
		if last != nil {
			return u.declared(nil, last)
		}
	}
	u.errorf(n, "found %s, want a type", name)
	return intType
}

// base returns the type with which all declarators of a list begin.
func (s *specifiers) base(u *unit, at cc.Node) *Type {
	t := s.t
	if t == nil {
		t = s.basic(u, at)
	} else if len(s.count) > 0 {
		u.errorf(at, "found several types in one declaration")
	}
	if s.attrs.mode != "" && !t.Enum { // that of an enumeration is one of its definition
		t = withMode(u, at, t, s.attrs.mode)
	}
	if s.attrs.vector != 0 {
		t = vectorOf(u, at, t, s.attrs.vector)
	}
	if s.attrs.transparent && t.Record != nil {
		t.Record.Transparent = true
	}
	q := qualified(t, s.constant, s.volatile, s.atomic)
	if q != t {
		u.whenComplete(t.Record, func(r *Record) { q.Size, q.Align = r.Size, r.Align })
	}
	return q
}

// whenComplete has set give a copy of the type of a record what it lacks, if the members of the record are not laid out
// yet; r is nil for other types.
func (u *unit) whenComplete(r *Record, set func(r *Record)) {
	if r != nil && !r.Complete {
		u.types.later[r] = append(u.types.later[r], func() { set(r) })
	}
}

// basicTypes are the types that keywords denote. A key is the sorted keywords, without an "int" beside others.
var basicTypes = map[string]*Type{
	"void": voidType, "_Bool": boolType,
	"char": charType, "char signed": scharType, "char unsigned": ucharType,
	"short": shortType, "short signed": shortType, "short unsigned": ushortType,
	"": intType, "int": intType, "signed": intType, "unsigned": uintType,
	"long": longType, "long signed": longType, "long unsigned": ulongType,
	"long long": llongType, "long long signed": llongType, "long long unsigned": ullongType,
	"__int128": int128Type, "__int128 signed": int128Type, "__int128 unsigned": uint128Type, "__uint128_t": uint128Type,
	"float": floatType, "double": doubleType, "double long": longDoubleType,
	"_Float32": floatType, "_Float64": doubleType, "_Float32x": doubleType, "_Float64x": longDoubleType,
	"_Complex": complexOf(doubleType), "_Complex float": complexOf(floatType), "_Complex double": complexOf(doubleType),
	"_Complex double long": complexOf(longDoubleType),
	"_Float16":             opaque("_Float16", 2), "__bf16": opaque("__bf16", 2), "_Float128": opaque("_Float128", 16),
	"_Decimal32": opaque("_Decimal32", 4), "_Decimal64": opaque("_Decimal64", 8),
	"_Decimal128": opaque("_Decimal128", 16),
}

// opaque returns an arithmetic type with whose values vouch does not compute.
func opaque(name string, size int64) *Type {
	return &Type{Class: Complex, Name: name, Elem: basic(name, size, false, 0), Size: size, Align: size}
}

// keywords are the keywords of basic types, in the order of the keys of basicTypes.
var keywords = []string{"_Complex", "_Decimal128", "_Decimal32", "_Decimal64", "_Float128", "_Float16", "_Float32",
	"_Float32x", "_Float64", "_Float64x", "__bf16", "__int128", "__uint128_t",
	"_Bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void"}

// basic returns the basic type that keywords denote.
func (s *specifiers) basic(u *unit, at cc.Node) *Type {
	var words []string
	n := 0
	for _, k := range keywords {
		n += s.count[k]
		for range s.count[k] {
			words = append(words, k)
		}
	}
	total := 0
	for _, k := range s.count {
		total += k
	}
	t, ok := basicTypes[strings.Join(words, " ")]
	if s.count["_Complex"] == 1 && !ok { // GNU C has complex numbers of all integers
		part := *s
		part.count = maps.Clone(s.count)
		delete(part.count, "_Complex")
		if t = part.basic(u, at); t.Class == Integer && t.Size <= 8 {
			return complexOf(t)
		}
	}
	if !ok && s.count["int"] == 1 { // as in short int
		var rest []string
		for _, w := range words {
			if w != "int" {
				rest = append(rest, w)
			}
		}
		k := strings.Join(rest, " ")
		if t, ok = basicTypes[k]; ok && (t.Class != Integer || t.Rank == charType.Rank || t.Size == 16) &&
			t.Class != Complex {
			ok = false
		}
	}
	if !ok || n != total {
		u.errorf(at, "found %s, want a type", strings.Join(words, " "))
		return intType
	}
	return t
}

// attributes adds the attributes of a list.
func (u *unit) attributes(f *fn, a *attributes, l *cc.AttributeSpecifierList) {
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue != nil {
				u.attribute(f, a, v.AttributeValue)
			}
			if next := v.AttributeValueList; next != nil && v.AttributeValue != nil &&
				next.Token.Seq() > endOf(v.AttributeValue).Seq()+1 {
				u.lost(l.AttributeSpecifier)
			}
		}
	}
}

// endOf returns the last token of an attribute.
func endOf(n *cc.AttributeValue) *cc.Token {
	if n.Case == cc.AttributeValueExpr {
		return &n.Token3
	}
	return &n.Token
}

// lost checks a list of three attributes or more. cc keeps only the first and the last, so the list is refused if one
// that matters may be lost.
func (u *unit) lost(n *cc.AttributeSpecifier) {
	at := n.Position()
	text := ""
	if f := u.p.files.text[at.Filename]; f != nil {
		if line := u.p.line(int32(f.index), at.Line); at.Column >= 1 && at.Column <= len(line) {
			text = string(line[at.Column-1:])
		}
		u.p.charge(len(text))
	}
	name := text
	for i := range len(text) {
		if !isLetter(text[i]) && !isDigit(text[i]) {
			name = text[:i]
			break
		}
	}
	if m := u.ast.Macros[name]; m != nil {
		text = ""
		for _, t := range m.ReplacementList() {
			text += t.SrcStr() + " "
		}
	} else if end := strings.Index(text, "))"); end >= 0 {
		text = text[:end]
	}
	for _, word := range []string{"packed", "aligned", "mode", "vector_size", "transparent_union", "ms_struct"} {
		if strings.Contains(text, word) {
			u.errorf(n, "found a list of more than two attributes, want a list for each")
			return
		}
	}
}

// attribute adds one attribute. It ignores attributes that do not change a type.
func (u *unit) attribute(f *fn, a *attributes, n *cc.AttributeValue) {
	var arg cc.ExpressionNode
	if n.ArgumentExpressionList != nil {
		arg = n.ArgumentExpressionList.AssignmentExpression
	}
	switch name := attributeName(n); name {
	case "ms_struct":
		a.ms = true
	case "scalar_storage_order", "address_space", "ext_vector_type", "hardbool", "ifunc":
		u.errorf(n, "found the attribute %s, which is not supported", name)
	case "packed":
		a.packed = true
	case "transparent_union":
		a.transparent = true
	case "aligned":
		if isNil(arg) {
			a.align = max(a.align, 16)
		} else if v, ok := u.size64(f, arg); ok {
			u.setAlign(a, n, v)
		}
	case "vector_size":
		if v, ok := u.size64(f, arg); ok {
			a.vector = v
		}
	case "mode":
		a.mode = modeOf(n)
	}
}

// alignas adds an alignment specifier.
func (u *unit) alignas(f *fn, a *attributes, n *cc.AlignmentSpecifier) {
	if n.Case == cc.AlignmentSpecifierType {
		u.setAlign(a, n, u.typeName(f, n.TypeName).Align)
		a.strict = true
	} else if v, ok := u.size64(f, n.ConstantExpression); ok && v != 0 {
		u.setAlign(a, n, v)
		a.strict = true
	}
}

// setAlign notes an alignment of v bytes; the greatest counts.
func (u *unit) setAlign(a *attributes, at cc.Node, v int64) {
	if v <= 0 || v > 1<<28 || v&(v-1) != 0 {
		u.errorf(at, "found an alignment of %d, want a power of two", v)
		return
	}
	a.align = max(a.align, v)
}

// aligned returns t with the alignment that a declaration asks for. A typedef name may also have a smaller alignment
// than its type.
func (s *specifiers) aligned(u *unit, at cc.Node, t *Type, typedef bool) *Type {
	if known := t.Record == nil || t.Record.Complete; s.attrs.align == 0 || s.attrs.align == t.Align && known ||
		t.Class == Void {
		return t
	}
	if s.attrs.strict && s.attrs.align < t.Align && !typedef {
		u.errorf(at, "found an alignment of %d bytes, want %d at least, as %v has", s.attrs.align, t.Align, t)
		return t
	}
	c := *t
	c.Align = s.attrs.align
	u.whenComplete(t.Record, func(r *Record) { c.Size = r.Size })
	return &c
}

// withMode returns the integer or floating type that a mode gives instead of t.
func withMode(u *unit, at cc.Node, t *Type, mode string) *Type {
	modes := map[string][2]*Type{"QI": {scharType, ucharType}, "byte": {scharType, ucharType},
		"HI": {shortType, ushortType}, "SI": {intType, uintType},
		"DI": {longType, ulongType}, "word": {longType, ulongType}, "pointer": {longType, ulongType},
		"unwind_word":       {longType, ulongType},
		"libgcc_cmp_return": {longType, ulongType}, "libgcc_shift_count": {longType, ulongType},
		"TI": {int128Type, uint128Type}}
	if m, ok := modes[mode]; ok && t.Class == Integer {
		if t.Signed {
			return m[0]
		}
		return m[1]
	}
	if m, ok := map[string]string{"SF": "float", "DF": "double", "XF": "double long", "TF": "_Float128",
		"HF": "_Float16",
		"SD": "_Decimal32", "DD": "_Decimal64", "TD": "_Decimal128"}[mode]; ok &&
		(t.Class == Float || t.Class == LongDouble) {
		return basicTypes[m]
	}
	if m, ok := map[string]*Type{"SC": complexOf(floatType), "DC": complexOf(doubleType),
		"XC": complexOf(longDoubleType), "TC": opaque("_Complex _Float128", 32)}[mode]; ok && t.Class == Complex {
		return m
	}
	if t.Class == Pointer {
		return t
	}
	u.errorf(at, "found mode %s of %s, which is not supported", mode, t)
	return t
}

// maxVector is the size of the largest vector, in bytes. An operator on vectors takes instructions for each element.
const maxVector = 1 << 16

// vectorOf returns the type of vectors with size bytes and elements of type t. If t is a pointer or an array, its
// target or element becomes a vector.
func vectorOf(u *unit, at cc.Node, t *Type, size int64) *Type {
	if t.Class == Pointer {
		return pointerTo(vectorOf(u, at, t.Elem, size))
	}
	if !t.integer() && t.Class != Float || t.Class == Bool || t.Size == 0 || size < t.Size || size%t.Size != 0 ||
		size/t.Size&(size/t.Size-1) != 0 {
		u.errorf(at, "found a vector of %d bytes of %s", size, t)
		return t
	}
	if size > maxVector {
		u.errorf(at, "found a vector of %d bytes, want at most %d", size, maxVector)
		return t
	}
	return &Type{Class: Vector, Elem: t.unqualified(), Len: size / t.Size, Size: size, Align: size}
}

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

// definition returns the specifier that defines the members of the record that n denotes. It is visible at n, or
// follows n.
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

// enumeration returns the type that a specifier of an enumeration denotes.
func (u *unit) enumeration(n *cc.EnumSpecifier) *Type {
	t := &u.types
	switch e := t.enums[n]; {
	case e == unfinished:
		u.errorf(n, "found an enumeration in its own definition, want a complete type")
		return intType
	case e != nil:
		return e
	}
	name := "enum"
	if tag := n.Token2.SrcStr(); tag != "" && n.Token2.Ch != '{' {
		name += " " + tag
	}
	var base *Type
	if n.EnumTypeSpecifier != nil {
		base = u.specifiers(nil, nil, n.EnumTypeSpecifier.SpecifierQualifierList).base(u, n)
		if !base.integer() {
			u.errorf(n, "found an enumeration of type %s, want an integer", base)
			base = intType
		}
	}
	if n.EnumeratorList == nil {
		if d := u.enumDefinition(n); d != nil && d != n {
			return u.enumeration(d)
		}
		unknown := base == nil
		if unknown {
			base = uintType // as if it had no negative values
		}
		e := enumOf(base, name)
		e.Unknown = unknown
		t.enums[n] = e
		return e
	}
	t.enums[n] = unfinished
	least, most := new(big.Int), new(big.Int)
	next := new(big.Int)
	var list []*cc.Enumerator
	for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
		k := l.Enumerator
		v := new(big.Int).Set(next)
		if k.Case == cc.EnumeratorExpr {
			switch c, why := u.constant(nil, k.ConstantExpression); {
			case why == "" && !c.t.integer():
				u.errorf(k, "found enumerator %s of type %s, want an integer", k.Token.SrcStr(), c.t)
			case why != "":
				u.errorf(k, "the value of enumerator %s is not constant: %s", k.Token.SrcStr(), why)
			default:
				v = c.x.Int
			}
		}
		t.values[k] = constant{t: enumeratorType(v, base), x: bigInteger(v)}
		list = append(list, k)
		if v.Cmp(least) < 0 {
			least = v
		}
		if v.Cmp(most) > 0 {
			most = v
		}
		next = new(big.Int).Add(v, one)
	}
	if mode := t.modes[n]; mode != "" && base == nil {
		if base = uintType; least.Sign() < 0 {
			base = intType
		}
		base = withMode(u, n, base, mode)
		if !fits(least, base) || !fits(most, base) {
			u.errorf(n, "found mode %s of %s, which has other values", mode, name)
		}
	}
	if base == nil {
		base = enumBase(least, most, t.packed[n])
		if base == nil {
			u.errorf(n, "no integer type has all values of %s", name)
			base = longType
		}
	}
	e := enumOf(base, name)
	t.enums[n] = e
	for _, k := range list {
		if c := t.values[k]; !fits(c.x.Int, intType) {
			c.t = e
			t.values[k] = c
		}
	}
	return e
}

// enumerator returns the value of an enumerator.
func (u *unit) enumerator(n *cc.Enumerator) constant {
	u.index()
	if c, ok := u.types.values[n]; ok {
		return c
	}
	if d := u.types.listed[n]; d != nil {
		defer u.begin()()
		u.enumeration(d)
	}
	c, ok := u.types.values[n]
	if !ok {
		u.errorf(n, "found enumerator %s, which has no value yet", n.Token.SrcStr())
		return constant{t: intType, x: integer(0)}
	}
	return c
}
