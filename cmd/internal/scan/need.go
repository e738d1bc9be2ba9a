package scan

import (
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines what a fault asks for: memory that the harness did not make. Then it is no fault of the function,
// and the harness makes the memory.

// meaning is what a fault on the memory of a harness means.
type meaning byte

const (
	genuine meaning = iota // it is a fault of the program
	asked                  // the harness makes more memory now
	beyond                 // it asks for more than a harness makes
)

// pointers says which pointer of a harness with a name leads to what is made at a place of a program.
func pointers(p *load.Program, name string, made *harness.Made) func(source.Span) (path string, ok bool) {
	return func(at source.Span) (string, bool) {
		if file, _ := p.Place(at); file != name {
			return "", false
		}
		path, ok := made.Objects[int(at.Line)]
		return path, ok
	}
}

// needs changes the memory of a harness to what a fault asks for, and says what the fault means. On is the pointer to
// the object of the harness that it is about; "" if it is about none. Pointer says which pointer leads to what was made
// at a place.
func needs(made *harness.Made, m *harness.Memory, kind semantics.Kind, what culprit,
	pointer func(source.Span) (string, bool)) (means meaning, on string) {
	if what.none != nil {
		path, ok := pointer(what.none.made)
		if k := m.Objects[path].Kind; !ok || k == harness.Text || k == harness.Built {
			return genuine, path
		}
		return undefined(made, m, path, what.none), path
	}
	for _, a := range what.accesses {
		path, ok := pointer(a.made)
		if !ok {
			continue
		}
		if !isOutside(kind) {
			return genuine, path
		}
		return outside(made, m, path, a), path
	}
	return genuine, ""
}

// isOutside reports whether a fault is an access to bytes that an object does not have.
func isOutside(k semantics.Kind) bool {
	return k == semantics.OutOfBoundsRead || k == semantics.OutOfBoundsWrite
}

// undefined asks for values of bytes.
func undefined(made *harness.Made, m *harness.Memory, pointer string, b *part) meaning {
	part, ok := made.Locate(pointer, b.at)
	switch {
	case !ok:
		return beyond
	case part.Cell:
		o := m.Objects[pointer]
		if o.Cells == nil || len(o.Cells) >= mostElements {
			return beyond
		}
		if _, had := made.Memory.Objects[pointer].Cells[b.at]; had || b.size > 8 || b.pointer && b.at%8 != 0 {
			return beyond
		}
		if before, ok := o.Cells[b.at-1]; o.MayBeText && ok && b.size == 1 && !b.counted && before.Size == 1 &&
			before.By == b.by {
			m.Objects[pointer] = harness.Object{Kind: harness.Text, Count: sizes[0], Null: o.Null, MayBeText: true}
			return asked
		}
		o.Cells[b.at] = harness.Cell{Size: b.size, Pointer: b.pointer, By: b.by}
		if path := harness.CellOf(pointer, b.at); b.pointer && depth(path) < mostDepth {
			m.Objects[path] = harness.Object{Count: 8, Null: nullable(m) < mostNull, Cells: map[int64]harness.Cell{}}
		} else if b.pointer {
			m.Objects[path] = harness.Object{Kind: harness.Nothing}
		}
		return asked
	case part.Union != "":
		member, ok := harness.Member(part.Type, b.pointer)
		switch {
		case !ok:
			return beyond
		case !slices.Contains(m.Unions[part.Union], member.Name):
			m.Unions[part.Union] = append(m.Unions[part.Union], member.Name)
			return asked
		case !slices.Contains(made.Memory.Unions[part.Union], member.Name): // another fault asked for it
			return asked
		case b.pointer && member.Type.Class == c.Pointer:
			return pointed(made, m, part.Union+"."+member.Name, member.Type)
		}
		return beyond
	case part.Array != "" && part.Index >= elements(made.Memory, part.Array):
		if part.Index >= mostArray {
			return beyond
		}
		m.Arrays[part.Array] = int(max(2*elements(m, part.Array), part.Index+1))
		return asked
	case part.Type.Class == c.Pointer:
		return pointed(made, m, part.Path, part.Type)
	}
	return beyond
}

// pointed asks for what a pointer without a value leads to.
func pointed(made *harness.Made, m *harness.Memory, path string, t *c.Type) meaning {
	if _, had := made.Memory.Objects[path]; had {
		return beyond
	} else if _, has := m.Objects[path]; has { // another fault asked for it
		return asked
	}
	o := object(t, path[strings.LastIndexByte(path, '.')+1:])
	if depth(path) >= mostDepth && o.Kind == harness.Elements {
		o = harness.Object{Kind: harness.Nothing}
	}
	o.Null = o.Null && nullable(m) < mostNull
	m.Objects[path] = o
	return asked
}

// elements returns how many elements of an array inside of an object have values.
func elements(m *harness.Memory, array string) int64 {
	if n, ok := m.Arrays[array]; ok {
		return int64(n)
	}
	return harness.UsualElements
}

// depth returns how many pointers lead to a path.
func depth(path string) int { return strings.Count(path, "[") + strings.Count(path, "(*") }

// growth is how many times larger an object is made at least that has to be larger.
const growth = 4

// outside asks for a larger object.
func outside(made *harness.Made, m *harness.Memory, pointer string, a part) meaning {
	o, ok := m.Objects[pointer]
	elem := made.Elem(pointer)
	if ok && o.Kind == harness.Built { // it may be the first member of a larger one
		return beyond
	}
	if !ok || elem == nil || o.Size != harness.Needed {
		return genuine // a variable, or the user says how large it is
	}
	switch o.Kind {
	case harness.Counted:
		if elem.Size > 0 || !a.pointer || o.Own {
			return genuine
		}
		// Bytes that have pointers in them are a structure, so the number is not their length.
		m.Objects[pointer] = harness.Object{Count: 8, Null: o.Null, Cells: map[int64]harness.Cell{}}
		if !isTaken(m, o.With) {
			delete(m.Most, o.With)
		}
		return asked
	case harness.Text:
		if a.wide && !a.writes && elem.Size == 1 { // a text is read byte after byte
			m.Objects[pointer] = harness.Object{Count: 8, Null: o.Null}
			return asked
		}
		if o.MayBeText && a.counted { // bytes of any type that it takes for no text everywhere
			m.Objects[pointer] = harness.Object{Count: 8, Null: o.Null, Cells: map[int64]harness.Cell{}}
			return asked
		}
		if !a.writes || a.at < 0 {
			return genuine
		}
		room := max(2*o.Room, int(min(a.size, mostRoom)), 8)
		if o.Room >= mostRoom {
			return beyond
		}
		o.Room = min(room, mostRoom)
		m.Objects[pointer] = o
		return asked
	case harness.Elements:
	default:
		return genuine
	}
	size := max(elem.Size, 1)
	most := int64(mostElements)
	switch {
	case size == 1:
		most = mostBytes
	case elem.Record != nil:
		most = mostRecords
	}
	want := (a.at + a.size + size - 1) / size
	switch {
	case a.at < 0 && elem.Record != nil:
		return genuine
	case a.at < 0 || want > most: // something may stand in front of bytes
		return beyond
	case want <= int64(made.Memory.Objects[pointer].Count):
		// the pointer is so far outside that its distance does not fit 64 bits
		return beyond
	}
	if int64(o.Count) >= want { // another finding asked already
		return asked
	}
	o.Count = int(min(max(want, growth*int64(o.Count)), most)) // not one by one: each asks for another search
	m.Objects[pointer] = o
	return asked
}

// isTaken reports whether a number is the length of an object.
func isTaken(m *harness.Memory, n string) bool {
	for _, o := range m.Objects {
		if o.Kind == harness.Counted && o.With == n {
			return true
		}
	}
	return false
}
