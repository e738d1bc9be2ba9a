package harness

import (
	"fmt"

	"vouch/semantics/c"
)

// This file defines which part of the memory of a harness lies at an offset of an object.

// Part is a part of the memory that a harness makes.
type Part struct {
	Path  string  // as C writes it; of an object of unknown type, the pointer that leads there
	Type  *c.Type // nil if it is not known
	Union string  // the union around it, if it is in one; its path
	Array string  // the innermost array around it that is inside of an object; its path
	Index int64   // in Array
	Cell  bool    // it is in an object of unknown type, at Offset
	At    int64
}

// Locate returns the part at an offset of the object to which a pointer leads; ok is false if there is none.
func (m *Made) Locate(pointer string, offset int64) (part Part, ok bool) {
	o, ok := m.types[pointer]
	if !ok || offset < 0 {
		return part, false
	}
	if o.single {
		return within(Part{Path: pointer, Type: o.elem}, offset)
	}
	if o.elem.Size == 0 {
		return Part{Path: pointer, Cell: true, At: offset}, true
	}
	return within(Part{Path: fmt.Sprintf("%s[%d]", pointer, offset/o.elem.Size), Type: o.elem}, offset%o.elem.Size)
}

// Within returns the scalar, or the union, at an offset of an object of a type.
func Within(t *c.Type, offset int64) (part Part, ok bool) { return within(Part{Type: t}, offset) }

// within returns the scalar, or the union, at an offset of a part.
func within(p Part, offset int64) (Part, bool) {
	for {
		switch t := p.Type; t.Class {
		case c.Array:
			if t.Elem.Size == 0 {
				return p, false
			}
			i := offset / t.Elem.Size
			p.Array, p.Index = p.Path, i
			p.Path, p.Type = fmt.Sprintf("%s[%d]", p.Path, i), t.Elem
			offset %= t.Elem.Size
		case c.Struct:
			m := at(t.Record, offset)
			if m == nil {
				return p, false
			}
			p.Path, p.Type = PathOf(p.Path, m), m.Type
			offset -= m.Offset
		case c.Union:
			p.Union, p.At = p.Path, offset
			return p, true
		default:
			return p, true
		}
	}
}

// at returns the member of a structure that has the byte at an offset; nil if it is padding.
func at(r *c.Record, offset int64) *c.Field {
	for _, m := range r.Fields {
		if m.Offset <= offset && offset < m.Offset+max(m.Type.Size, 1) && !m.Flex {
			return m
		}
	}
	return nil
}

// Member returns the first member of a union that has, or has not, a pointer at its beginning; ok is false if there is
// none.
func Member(t *c.Type, pointer bool) (m *c.Field, ok bool) {
	for _, m := range t.Record.Fields {
		first := m.Type
		for first.Class == c.Struct && len(first.Record.Fields) > 0 {
			first = first.Record.Fields[0].Type
		}
		if (first.Class == c.Pointer) == pointer && m.Name != "" {
			return m, true
		}
	}
	return nil, false
}

// Elem returns the type of the elements of the object to which a pointer leads; nil if there is no such object.
func (m *Made) Elem(pointer string) *c.Type { return m.types[pointer].elem }
