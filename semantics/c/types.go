package c

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file defines relations between types: qualified versions, compatible and composite types. It also defines
// signatures, and how messages write types.

// qualified returns t with more qualifiers. Qualifiers of an array apply to its elements; a function has none.
func qualified(t *Type, constant, volatile, atomic bool) *Type {
	if !constant && !volatile && !atomic || t.Class == Function {
		return t
	}
	q := *t
	if t.Class == Array {
		q.Elem = qualified(t.Elem, constant, volatile, atomic)
		return &q
	}
	q.Const = t.Const || constant
	q.Volatile = t.Volatile || volatile
	q.Atomic = t.Atomic || atomic
	return &q
}

// sameQualifiers reports whether two types have the same qualifiers.
func sameQualifiers(a, b *Type) bool {
	return a.Const == b.Const && a.Volatile == b.Volatile && a.Atomic == b.Atomic
}

// compatible reports whether two types are compatible (C11 6.2.7), qualifiers included; same ignores the qualifiers of
// the outermost level. The answer means nothing if the meter is exhausted.
func (p *program) compatible(a, b *Type) bool { return (&relation{p: p}).compatible(a, b) }

// same reports whether two types are compatible but for the qualifiers of the outermost level.
func (p *program) same(a, b *Type) bool { return (&relation{p: p}).same(a, b) }

// relation compares two types.
type relation struct {
	p       *program
	records map[[2]*Record]bool // the pairs that count as compatible while their members are compared
}

func (r *relation) compatible(a, b *Type) bool {
	return a == b || sameQualifiers(a, b) && r.same(a, b)
}

func (r *relation) same(a, b *Type) bool {
	if a == b {
		return true
	}
	if !r.p.charge(nodeWork) {
		return false
	}
	if a.Class != b.Class {
		return false
	}
	switch a.Class {
	case Void, Bool, LongDouble:
		return true
	case Integer:
		if a.Width != b.Width {
			return false
		}
		if a.Enum != b.Enum { // an enumeration is compatible with its integer type
			return a.Size == b.Size && a.Signed == b.Signed && (a.Enum || a.Rank == b.rankOfSize()) &&
				(b.Enum || b.Rank == a.rankOfSize())
		}
		if a.Enum {
			return a.Size == b.Size && a.Signed == b.Signed &&
				(a.Name == b.Name || a.Name == "enum" || b.Name == "enum")
		}
		return a.Rank == b.Rank && a.Signed == b.Signed && a.isPlainChar() == b.isPlainChar()
	case Float:
		return a.Size == b.Size
	case Complex:
		return r.same(a.Elem, b.Elem)
	case Pointer:
		return r.compatible(a.Elem, b.Elem)
	case Array:
		return r.compatible(a.Elem, b.Elem) && (a.Len < 0 || b.Len < 0 || a.Len == b.Len)
	case Vector:
		return r.compatible(a.Elem, b.Elem) && a.Len == b.Len
	case Struct, Union:
		return r.sameRecords(a.Record, b.Record)
	case Function:
		return r.sameFunctions(a, b)
	}
	panic(fmt.Sprintf("c: no class of types %d", a.Class))
}

// rankOfSize returns the rank of the integer type that an enumeration of the size of t is compatible with.
func (t *Type) rankOfSize() int {
	return map[int64]int{1: ucharType.Rank, 2: ushortType.Rank, 4: uintType.Rank, 8: ulongType.Rank}[t.Size]
}

// isPlainChar reports whether t is char, which is neither signed char nor unsigned char.
func (t *Type) isPlainChar() bool {
	return t.Rank == charType.Rank && t.Size == 1 && t.Name == charType.Name
}

// sameRecords compares two structures or unions, perhaps of two units: their tags, and the names, types and places of
// their members.
func (r *relation) sameRecords(a, b *Record) bool {
	if a == b || r.records[[2]*Record{a, b}] {
		return true
	}
	if a.Tag != b.Tag {
		return false
	}
	if !a.Complete || !b.Complete {
		return a.Tag != ""
	}
	if len(a.Fields) != len(b.Fields) || a.Size != b.Size || a.Align != b.Align {
		return false
	}
	if r.records == nil {
		r.records = map[[2]*Record]bool{}
	}
	r.records[[2]*Record{a, b}] = true
	for i, x := range a.Fields {
		y := b.Fields[i]
		if x.Name != y.Name || x.Offset != y.Offset || x.Bits != y.Bits || x.Shift != y.Shift ||
			!r.compatible(x.Type, y.Type) {
			delete(r.records, [2]*Record{a, b})
			return false
		}
	}
	return true
}

func (r *relation) sameFunctions(a, b *Type) bool {
	if !r.compatible(a.Elem.unqualified(), b.Elem.unqualified()) {
		return false
	}
	if a.Old && b.Old {
		return true
	}
	if a.Old || b.Old {
		proto := a
		if a.Old {
			proto = b
		}
		for _, p := range proto.Params { // C11 6.7.6.3p15: no parameter may be changed by the default promotions
			if p.Class == Bool || p.integer() && p.Rank < intType.Rank || p.Class == Float && p.Size == 4 {
				return false
			}
		}
		return !proto.Variadic
	}
	if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic {
		return false
	}
	for i := range a.Params {
		if !r.compatible(a.Params[i].unqualified(), b.Params[i].unqualified()) {
			return false
		}
	}
	return true
}

// composite returns the composite type of two compatible types.
func (p *program) composite(a, b *Type) *Type {
	if a == b || !p.pass(wordsPerType) {
		return a
	}
	switch a.Class {
	case Pointer:
		c := *a
		c.Elem = p.composite(a.Elem, b.Elem)
		return &c
	case Array:
		c := *a
		c.Elem = p.composite(a.Elem, b.Elem)
		if a.Len < 0 && (b.Len >= 0 || a.Length == nil) {
			c.Len, c.Length = b.Len, b.Length
		}
		c.Align = max(a.Align, b.Align)
		if c.Len >= 0 {
			c.Size = c.Len * c.Elem.Size
		}
		return &c
	case Function:
		if a.Old {
			a, b = b, a
		}
		c := *a
		c.Elem = p.composite(a.Elem, b.Elem)
		c.Align = max(a.Align, b.Align)
		if !a.Old && !b.Old {
			c.Params = make([]*Type, len(a.Params))
			for i := range a.Params {
				c.Params[i] = p.composite(a.Params[i], b.Params[i])
			}
		}
		return &c
	case Struct, Union:
		if !a.Record.Complete {
			return b
		}
	}
	if b.Align > a.Align {
		return b
	}
	return a
}

// signature returns the text of a function type for Func.Signature: a call with another signature is invalid. Types of
// one size and sign have the same text; so do all pointers, and records of one size. A function without a prototype has
// the signature "", which fits every call.
func signature(t *Type) string {
	if t.Old {
		return ""
	}
	var b strings.Builder
	b.WriteString(signatureOf(t.Elem))
	b.WriteByte('(')
	for i, p := range t.Params {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(signatureOf(p))
	}
	if t.Variadic {
		if len(t.Params) > 0 {
			b.WriteByte(',')
		}
		b.WriteString("...")
	}
	b.WriteByte(')')
	return b.String()
}

// signatureOf returns the text of the type of a parameter or a result in a signature.
func signatureOf(t *Type) string {
	switch t.Class {
	case Void:
		return "v"
	case Bool:
		return "b"
	case Integer:
		sign := "u"
		if t.Signed {
			sign = "i"
		}
		return sign + strconv.FormatInt(8*t.Size, 10)
	case Float:
		return "f" + strconv.FormatInt(8*t.Size, 10)
	case LongDouble:
		return "f80"
	case Complex:
		return "c" + strconv.FormatInt(8*t.Size, 10)
	case Pointer:
		return "p"
	case Vector:
		return "w" + strconv.FormatInt(t.Size, 10)
	case Struct, Union:
		return "s" + strconv.FormatInt(t.Record.Size, 10)
	}
	panic("c: a parameter of type " + t.String())
}

// member returns the path to a member of r with the given name, from the outside. It also looks inside of anonymous
// structures.
func (p *program) member(r *Record, name string) (path []*Field, ok bool) {
	if r.named == nil || len(r.Fields) > r.listed {
		if r.named == nil {
			r.named = map[string]*Field{}
		}
		for _, f := range r.Fields[r.listed:] {
			switch {
			case f.Name != "":
				r.named[f.Name] = f
			case f.Type.Record != nil:
				r.anonymous = append(r.anonymous, f)
			}
		}
		r.listed = len(r.Fields)
	}
	if f := r.named[name]; f != nil {
		return []*Field{f}, true
	}
	for _, f := range r.anonymous {
		if !p.charge(nodeWork) {
			break
		}
		if inner, ok := p.member(f.Type.Record, name); ok {
			return append([]*Field{f}, inner...), true
		}
	}
	return nil, false
}

// basicType returns the basic type of an integer type, which may be an enumeration.
func basicType(size int64, signed bool, rank int) *Type {
	switch {
	case size == 16 && signed:
		return int128Type
	case size == 16:
		return uint128Type
	case size == 8 && signed && rank == llongType.Rank:
		return llongType
	case size == 8 && signed:
		return longType
	case size == 8 && rank == llongType.Rank:
		return ullongType
	case size == 8:
		return ulongType
	case signed:
		return intType
	}
	return uintType
}

// Untagged returns the first structure or union without a tag of which a type is made; nil if there is none.
func (t *Type) Untagged() *Type { return t.untagged(map[*Type]bool{}) }

func (t *Type) untagged(seen map[*Type]bool) (u *Type) {
	switch {
	case t == nil || seen[t]:
		return nil
	case t.Record != nil && t.Record.Tag == "":
		return t
	}
	seen[t] = true // types may share parts
	u = t.Elem.untagged(seen)
	for i := 0; u == nil && i < len(t.Params); i++ {
		u = t.Params[i].untagged(seen)
	}
	return u
}

// Named returns t with names where C cannot write it: an enumeration without a tag is its integer type, and what
// Untagged finds has the name that is given.
func (t *Type) Named(untagged string) *Type {
	return t.named(untagged, t.Untagged(), map[*Type]*Type{nil: nil})
}

func (t *Type) named(name string, untagged *Type, done map[*Type]*Type) *Type {
	if n, is := done[t]; is {
		return n
	}
	n := *t
	done[t] = &n
	switch {
	case t.Record != nil && t.Record.Tag == "" && t.Record == untagged.Record:
		n.Name = name
	case t.Enum && t.Name == "enum":
		n.Name = basicType(t.Size, t.Signed, t.Rank).Name
	}
	n.Elem, n.Params = t.Elem.named(name, untagged, done), slices.Clone(t.Params)
	for i, p := range n.Params {
		n.Params[i] = p.named(name, untagged, done)
	}
	return &n
}

// maxTypeText bounds the text of a type in bytes: types may share parts, so the text may be much longer than what
// declares the type.
const maxTypeText = 1 << 12

// String returns a type as C writes it, for messages. If that is very long, there is ... for parts of it.
func (t *Type) String() string { return strings.TrimSpace(t.Declaration("")) }

// Declaration returns the declaration of a name with the type, as String writes it.
func (t *Type) Declaration(name string) string {
	left := maxTypeText
	return t.declare(name, &left)
}

// declare returns the declaration of inner, a declarator in C, with the type t. The text has about as many bytes as are
// left, at most.
func (t *Type) declare(inner string, left *int) string {
	if *left -= 4; *left < 0 {
		return "..." + inner
	}
	switch t.Class {
	case Pointer:
		s := "*" + t.qualifiers()
		if s != "*" && inner != "" {
			s += " "
		}
		s += inner
		if t.Elem.Class == Array || t.Elem.Class == Function {
			s = "(" + s + ")"
		}
		return t.Elem.declare(s, left)
	case Array:
		n := ""
		if t.Len >= 0 {
			n = strconv.FormatInt(t.Len, 10)
		} else if t.Length != nil {
			n = "*"
		}
		return t.Elem.declare(inner+"["+n+"]", left)
	case Function:
		var params []string
		for _, p := range t.Params {
			if *left < 0 {
				params = append(params, "...")
				break
			}
			params = append(params, strings.TrimSpace(p.declare("", left)))
		}
		if t.Variadic {
			params = append(params, "...")
		}
		if len(params) == 0 && !t.Old {
			params = []string{"void"}
		}
		return t.Elem.declare(inner+"("+strings.Join(params, ", ")+")", left)
	}
	s := t.Name
	switch {
	case t.Class == Vector:
		s = fmt.Sprintf("%s __attribute__((vector_size(%d)))", t.Elem, t.Size)
	case t.Class == Complex:
		s = "_Complex " + t.Elem.String()
	case t.Record != nil && t.Record.Tag != "":
		s = map[Class]string{Struct: "struct ", Union: "union "}[t.Class] + t.Record.Tag
	case t.Record != nil && s == "":
		s = map[Class]string{Struct: "struct {...}", Union: "union {...}"}[t.Class]
	}
	if q := t.qualifiers(); q != "" {
		s = q + " " + s
	}
	*left -= len(s)
	if inner == "" {
		return s
	}
	return s + " " + inner
}

// qualifiers returns the qualifiers of t as C writes them.
func (t *Type) qualifiers() string {
	var q []string
	if t.Const {
		q = append(q, "const")
	}
	if t.Volatile {
		q = append(q, "volatile")
	}
	if t.Atomic {
		q = append(q, "_Atomic")
	}
	return strings.Join(q, " ")
}
