package harness

import (
	"maps"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines harnesses that make just the memory that a function needs: what is not asked for has no value, so
// that a use of it shows what is needed next.

// Memory says what a harness makes of the memory that it gives to a function. Pointers are named as C writes them: p,
// p[0].next.
type Memory struct {
	Objects map[string]Object // what pointers lead to; the others have no value
	// which members of a union may have a value; without any, a union without pointers has any bytes, and another one
	// has no value
	Unions map[string][]string
	// how many elements of an array inside of an object have values; without a number, as many as UsualElements says
	Arrays map[string]int
	Most   map[string]int64 // the greatest value of an integer that is not negative
	Values map[string]int64 // the values of integers that are no inputs
	// the functions that are called before anything is made, if any are: Maker, unless it is nil, and then Calls
	Before *Build
}

// Clone returns a copy that shares nothing with m.
func (m *Memory) Clone() *Memory {
	n := &Memory{maps.Clone(m.Objects), maps.Clone(m.Unions), maps.Clone(m.Arrays), maps.Clone(m.Most),
		maps.Clone(m.Values), m.Before}
	for path, members := range n.Unions {
		n.Unions[path] = slices.Clone(members)
	}
	for path, o := range n.Objects {
		o.Cells = maps.Clone(o.Cells)
		n.Objects[path] = o
	}
	return n
}

// Resize sets the greatest lengths of texts and of buffers whose length is an input, but for those that the user has
// chosen, and reports whether there are any.
func (m *Memory) Resize(n int) (any bool) {
	for path, o := range m.Objects {
		if (o.Kind == Text || o.Kind == Counted && !o.Records) && o.Size != Chosen {
			o.Count, any = n, true
			m.Objects[path] = o
			if _, exact := m.Values[o.With]; exact && o.Kind == Counted {
				m.Values[o.With] = int64(n)
			} else if o.Kind == Counted && !o.Own {
				m.Most[o.With] = int64(n)
			}
		}
	}
	return any
}

// Made returns how many objects functions of the program make.
func (m *Memory) Made() (n int) {
	for _, o := range m.Objects {
		if o.Kind == Built {
			n++
		}
	}
	return n
}

// Builds returns the calls by which functions of the program make objects, and those before anything is made.
func (m *Memory) Builds() (list []*Build) {
	if m.Before != nil {
		list = append(list, m.Before)
	}
	for _, o := range m.Objects {
		if o.Kind == Built {
			list = append(list, o.Build)
		}
	}
	return list
}

// UsualElements is how many elements of an array inside of an object have values at first.
const UsualElements = 16

// Kind says what a pointer leads to.
type Kind byte

// The kinds of what a pointer leads to.
const (
	// Count elements of its type, with any value; of a type that is not complete, Count bytes of which Cells have
	// values
	Elements Kind = iota
	Counted       // as many elements as the integer With says, which is at most Count
	Text          // a text of up to Count characters, and Room bytes without a value behind it
	End           // the end of what the pointer With leads to
	Same          // what the pointer With leads to
	Code          // an unknown function
	Stream        // standard input
	Built         // what functions of the program make
	Nothing       // it is null
)

// Size says who has chosen how large an object is.
type Size byte

// The sizes of objects.
const (
	Needed    Size = iota // nobody: it is as large as the function turns out to need
	Chosen                // the user, who says that it has Count elements, or is a text of up to Count characters
	Any                   // the user, who says that it may have any size; the harness makes up to Count elements
	Unbounded             // the same, and the harness makes any number of elements, up to c.MostLength bytes
)

// Unbound returns a copy in which objects that may have any size have it, and the pointers to these, sorted; nil if
// there are none.
func (m *Memory) Unbound() (whole *Memory, pointers []string) {
	whole = m.Clone()
	for path, o := range m.Objects {
		if o.Size != Any {
			continue
		}
		o.Size = Unbounded
		whole.Objects[path] = o
		delete(whole.Most, o.With)
		pointers = append(pointers, path)
	}
	if pointers == nil {
		return nil, nil
	}
	slices.Sort(pointers)
	return whole, pointers
}

// Object is what a pointer leads to.
type Object struct {
	Kind      Kind
	Size      Size
	Count     int
	Room      int
	With      string
	Null      bool           // whether the pointer may also be null; an input says so
	Own       bool           // of Counted: With is no parameter, but a number of the harness
	Records   bool           // of Counted: the elements are structures
	Cells     map[int64]Cell // by offset, where the type of the object is not known
	Build     *Build         // of Built
	MayBeText bool           // of bytes with Cells: whether they are a text, if one place reads byte after byte
	Alias     bool           // of Same: the caller passes one object twice
	Called    int            // of Built: how often other functions are called with it at most, as Build.Calls says
}

// Build says by which calls an object is made that only functions of the program know how to make.
type Build struct {
	Maker  *c.Entry // returns the object, or takes a pointer to it, or to a pointer to it
	At     int      // the parameter of Maker that takes it; -1 if it returns it
	Adder  *c.Entry // is called then from 0 to Times times with the object as its first argument; nil if none is
	Times  int
	Prefix string // begins the names of the other arguments
	Makers int    // how many functions make such objects
	Part   bool   // whether another function may complete what Maker returns
	Calls  []Call // are called then in any order, from 0 to Times times, if there is no Adder
}

// Call is a call of a function with an object.
type Call struct {
	*c.Entry
	At int // the parameter that leads to the object
}

// Cell is a value in an object of unknown type.
type Cell struct {
	Size    int64
	Pointer bool
	By      string // the place that asked for it
}

// Class says what an input stands for.
type Class byte

// The classes of inputs.
const (
	Value    Class = iota // a number that the caller chooses
	Data                  // a number in a text or in a buffer, or the length of one
	Presence              // whether a pointer is not null
	Missing               // the same, where nothing is made: it is null
	Answer                // what an unknown function returns
)

// Made is a harness, and what its parts stand for.
type Made struct {
	Text    []byte
	Memory  *Memory          // a copy of what the harness was made from
	Objects map[int]string   // by line: the pointer to the object that is made there
	Inputs  map[string]Class // by the name of the input
	Fails   bool             // whether there is an unknown function that always returns null
	types   map[string]object
}

// Class returns what an input stands for. An input that was drawn again has the name of the first one, with a number
// behind it.
func (m *Made) Class(input string) Class {
	if class, ok := m.Inputs[input]; ok {
		return class
	}
	name, _, _ := strings.Cut(input, "#")
	if name == MallocFails {
		return Answer
	}
	return m.Inputs[name]
}

// MallocFails is the input that says that an allocation fails, as the option malloc allows.
const MallocFails = "malloc_fails"

// Inner begins the names of variables of a harness that are no parameters of the function.
const Inner = "vouch_"

// object is what Made knows of an object: the type of one element, and whether it is named by an index.
type object struct {
	elem   *c.Type
	single bool // it is a variable, and no pointer leads to it
}

// Entries returns the functions that are called.
func (b *Build) Entries() (list []*c.Entry) {
	for _, e := range []*c.Entry{b.Maker, b.Adder} {
		if e != nil {
			list = append(list, e)
		}
	}
	for _, call := range b.Calls {
		list = append(list, call.Entry)
	}
	return list
}

// CalledWith begins the names of what a function of Calls gets.
func (b *Build) CalledWith(call Call) string { return b.Prefix + call.Name + "_" }

// Added begins the names of what Adder adds.
func (b *Build) Added() string { return b.Prefix + "add_" }
