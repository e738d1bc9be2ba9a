package unittest

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines which objects a call gets at, of which types, and what they are called in a test.

// object is one that the call gets at.
type object struct {
	id   int
	name string  // of a pointer to it in the test
	elem *c.Type // of its elements; nil if nobody says
	via  string  // an expression in the test whose type is a pointer to elem, if C has no other words for elem
	of   c.EntryParameter
}

// memory is what a call gets at.
type memory struct {
	call    *Call
	state   core.State
	objects []*object // in the order in which they are met
	known   map[int]*object
	taken   map[string]bool // names in the test
	stubs   map[int]*stub   // unknown functions by their index
	order   []*stub
	prefix  string // of the names of functions
	stream  bool   // whether the call gets standard input
	refused error
}

// stub is a function that stands for an unknown one.
type stub struct {
	index int
	name  string
	t     *c.Type // of the function
}

func (m *memory) refuse(format string, args ...any) {
	if m.refused == nil {
		m.refused = fmt.Errorf(format, args...)
	}
}

// most is how many objects a test makes, and mostElements how many elements of one.
const (
	most         = 1 << 8
	mostElements = 1 << 12
)

// words finds the identifiers in a path.
var words = regexp.MustCompile(`[A-Za-z_0-9]+`)

// keywords are names that no variable of a test may have: those of C, and those that tests use.
var keywords = regexp.MustCompile(`^(main|result|state|NULL|assert|malloc|free|memcpy|memset|memcmp|strcmp|` +
	`auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|` +
	`register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while)$`)

// name returns a name for what lies at a path.
func (m *memory) name(path string) string {
	var list []string
	for _, w := range words.FindAllString(path, -1) {
		if w != "0" {
			list = append(list, w)
		}
	}
	first := strings.Join(list, "_")
	if first == "" || first[0] >= '0' && first[0] <= '9' {
		first = "object"
	}
	name := first
	for n := 2; m.taken[name] || keywords.MatchString(name); n++ {
		name = fmt.Sprintf("%s_%d", first, n)
	}
	m.taken[name] = true
	return name
}

// meet notes the object to which a pointer of a type leads, and what that leads to. Via is an expression with the type
// of the pointer.
func (m *memory) meet(v core.Value, t *c.Type, of c.EntryParameter, path, via string) {
	if index, ok := v.Function(); ok {
		m.function(index, t)
		return
	}
	id, _, ok := v.Object()
	if !ok || m.refused != nil {
		return
	}
	o, ok := m.state.Object(id)
	switch {
	case !ok || o.Literal || o.Global && o.Size == 0:
		return
	case id == m.standardInput() && isStream(t):
		m.stream = true
		return
	case o.Dead:
		m.refuse("found %s, which points to an object whose life is over, want one that lives", path)
		return
	case o.Global && !names.MatchString(o.Name):
		m.refuse("found %s, which points to %s, want an object that a test can name", path, o.Name)
		return
	case isStream(t):
		m.refuse("found %s of type %s, want no stream", path, t)
		return
	}
	elem := t.Elem
	if elem.Class == c.Void || elem.Class == c.Function || elem.Size == 0 || elem.Size > o.Size {
		elem = nil
	}
	x := m.known[id]
	switch {
	case x == nil:
		if len(m.objects) == most {
			m.refuse("found more than %d objects, want fewer", most)
			return
		}
		x = &object{id: id, name: o.Name}
		m.known[id] = x
		m.objects = append(m.objects, x)
		if !o.Global {
			x.name = m.name(path)
		}
	case elem == nil || x.elem != nil && x.elem.Size >= elem.Size:
		return
	}
	x.elem, x.via, x.of = elem, via, of
	if elem == nil {
		o.Each(func(at int64, t core.Scalar, _ core.Value) {
			if t == core.Pointer {
				m.meet(loaded(m.state, o, at, t), pointer(nil), of, fmt.Sprintf("%s_%d", path, at), "")
			}
		})
		return
	}
	at := x.name
	if o.Global {
		at = "(&" + x.name + ")"
	}
	for i := range min(o.Size/elem.Size, mostElements) {
		m.inside(o, i*elem.Size, elem, of, fmt.Sprintf("%s[%d]", path, i), fmt.Sprintf("%s[%d]", at, i))
	}
}

// names are those of objects of a program that a test can use.
var names = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)

// pointer returns the type of a pointer to elem; to void if that is nil.
func pointer(elem *c.Type) *c.Type {
	if elem == nil {
		elem = &c.Type{Class: c.Void, Name: "void"}
	}
	return &c.Type{Class: c.Pointer, Size: 8, Elem: elem}
}

// isStream reports whether a type is FILE *.
func isStream(t *c.Type) bool {
	return t.Elem != nil && t.Elem.Record != nil && (t.Elem.Record.Tag == "_IO_FILE" ||
		t.Elem.Record.Tag == "__vouch_file")
}

// standardInput returns the object of the library that is standard input; 0 if the program has none.
func (m *memory) standardInput() int {
	return 1 + slices.IndexFunc(m.call.Program.Globals, func(g *core.Global) bool {
		return g.Name == "__vouch_stdin" && ofLibrary(m.call.Program, g)
	})
}

// inside meets what pointers in a part of an object lead to.
func (m *memory) inside(o *core.Object, at int64, t *c.Type, of c.EntryParameter, path, lvalue string) {
	if harness.Parts(t) > harness.MostParts {
		m.refuse("found %s of type %s, which has more than %d parts, want fewer", path, t, harness.MostParts)
	}
	if m.refused != nil || !c.HasPointer(t) {
		return
	}
	switch t.Class {
	case c.Pointer:
		if v := m.load(o, at, t); v.IsDefined() {
			m.meet(v, t, of, path, lvalue)
		}
	case c.Array:
		for i := range min(t.Len, mostElements) {
			m.inside(o, at+i*t.Elem.Size, t.Elem, of, fmt.Sprintf("%s[%d]", path, i), fmt.Sprintf("%s[%d]", lvalue, i))
		}
	case c.Struct, c.Union:
		for _, f := range t.Record.Fields {
			if !f.Flex && f.Bits == 0 && (t.Class == c.Struct || m.has(o, at+f.Offset, f.Type)) {
				m.inside(o, at+f.Offset, f.Type, of, path+"."+f.Name, harness.PathOf(lvalue, f))
			}
		}
	}
}

// has reports whether a member of a union is the one with a value: a pointer is stored where it has one.
func (m *memory) has(o *core.Object, at int64, t *c.Type) bool {
	for t.Class == c.Struct && len(t.Record.Fields) > 0 {
		t = t.Record.Fields[0].Type
	}
	is := false
	o.Each(func(offset int64, s core.Scalar, v core.Value) { is = is || offset == at && s == core.Pointer })
	return is == (t.Class == c.Pointer)
}

// load returns the value of a scalar type at an offset; undefined if there is none.
func (m *memory) load(o *core.Object, at int64, t *c.Type) core.Value {
	s, ok := scalar(t)
	if !ok || o.Dead || at < 0 || at+s.Size() > o.Size {
		return core.Value{}
	}
	return loaded(m.state, o, at, s)
}

// loaded returns a value in a state. The bytes of an address are a pointer.
func loaded(s core.State, o *core.Object, at int64, t core.Scalar) core.Value {
	v := o.Load(at, t)
	if _, bare := v.Address(); bare && t == core.Pointer {
		return s.Pointer(v)
	}
	return v
}

// function notes an unknown function to which a pointer of a type leads.
func (m *memory) function(index int, t *c.Type) {
	fn := m.call.Program.Funcs[index]
	switch {
	case m.stubs[index] != nil:
	case !isUnknown(fn) && !names.MatchString(fn.Name):
		m.refuse("found a pointer to %s, want a function that a test can name", fn.Name)
	case !isUnknown(fn):
	case t.Elem == nil || t.Elem.Class != c.Function:
		m.refuse("found a pointer of type %s to an unknown function, want one whose type is known", t)
	default:
		s := &stub{index, m.prefix + m.name("unknown_function"), t.Elem}
		m.stubs[index] = s
		m.order = append(m.order, s)
	}
}

// expression returns a pointer of a type in the test; "" if a test has no words for it.
func (m *memory) expression(v core.Value, t *c.Type) string {
	if v.IsNull() {
		return "NULL"
	}
	if index, ok := v.Function(); ok {
		if s := m.stubs[index]; s != nil {
			return s.name
		}
		return plain(m.call.Program.Funcs[index].Name)
	}
	if a, ok := v.Address(); ok {
		return fmt.Sprintf("(void *)%su", a)
	}
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return ""
	}
	o, ok := m.state.Object(id)
	if !ok {
		return ""
	}
	if o.Literal {
		if text, ok := text(o, 0, o.Size); ok && len(text) > 0 && text[len(text)-1] == 0 {
			return plus(literal(text[:len(text)-1]), offset)
		}
		return ""
	}
	if m.stream && id == m.standardInput() && offset.Sign() == 0 {
		return "stdin"
	}
	x := m.known[id]
	if x == nil {
		return ""
	}
	at := x.name
	if o.Global {
		at = "&" + x.name
	}
	if offset.Sign() == 0 {
		if x.elem == nil || t.Elem.Class == c.Void || t.Elem.Size == x.elem.Size && t.Elem.Class == x.elem.Class &&
			!o.Global {
			return at
		}
		return "(void *)" + at
	}
	if x.elem != nil && t.Elem.Size == x.elem.Size && !o.Global {
		if n, rest := new(big.Int).QuoRem(offset, big.NewInt(x.elem.Size), new(big.Int)); rest.Sign() == 0 {
			return plus(at, n)
		}
	}
	return "(void *)" + "(" + plus("(char *)"+at, offset) + ")"
}

// plus returns the sum of a pointer and a number.
func plus(pointer string, n *big.Int) string {
	switch n.Sign() {
	case 0:
		return pointer
	case 1:
		return fmt.Sprintf("%s + %s", pointer, n)
	}
	return fmt.Sprintf("%s - %s", pointer, new(big.Int).Neg(n))
}

// address reports whether a part of a pointer lies in a part of an object.
func address(o *core.Object, at, n int64) (is bool) {
	if o.Plain(at, at+n) {
		return false
	}
	o.Each(func(offset int64, t core.Scalar, _ core.Value) {
		is = is || t == core.Pointer && offset < at+n && at < offset+t.Size()
	})
	return is
}

// text returns n bytes of an object; ok is false if some have no value, or belong to a pointer.
func text(o *core.Object, at, n int64) (text []byte, ok bool) {
	if o.Dead || at < 0 || n < 0 || at+n > o.Size || n > mostElements || address(o, at, n) {
		return nil, false
	}
	for i := range n {
		raw, defined := o.Bits(at+i, 1)
		if defined != 0xff {
			return nil, false
		}
		text = append(text, byte(raw))
	}
	return text, true
}

// declare returns the declaration of a variable of a type.
func declare(of c.EntryParameter, t *c.Type, name, via string) string {
	text := harness.Declared(of, t, name)
	if strings.Contains(text, "{") {
		return fmt.Sprintf("__typeof__(%s) %s", via, name)
	}
	return text
}
