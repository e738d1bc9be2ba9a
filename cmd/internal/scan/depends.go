package scan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/internal/bounded"
	"vouch/internal/load"
	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// This file defines on which part of the files of a project it depends what becomes of a function: on the functions and
// objects to which it leads, on the types of its parameters, and on which functions of its file make objects. Lines
// may move: nothing is said but of places in these functions.

// sums are digests of what a base has, without the places where it is.
type sums struct {
	of                 *load.Base
	functions, objects [][sha256.Size]byte
}

// newSums takes the digests of what a base has. A function also has its text, of which words say something, with its
// lines.
func newSums(b *load.Base, s *setters) *sums {
	p := b.Program()
	q := *p.Core
	q.Globals, q.Funcs = slices.Clone(q.Globals), slices.Clone(q.Funcs)
	home := func(name string, file int32) string {
		if i := max(int(file), 0); strings.Contains(name, "~") && i < len(q.Sources) { // its number depends on others
			name = plain(name) + "~" + q.Sources[i]
		}
		return name
	}
	for i, g := range q.Globals {
		h := *g
		if h.Name = home(g.Name, g.Span.File); g.Literal {
			h.Name = fmt.Sprint(g.Size)
			for _, in := range g.Init {
				h.Name += fmt.Sprintf(" %d %q", in.Offset, in.Bytes)
			}
		}
		q.Globals[i] = &h
	}
	for i, f := range q.Funcs {
		g := *f
		g.Name = home(f.Name, f.Span.File)
		q.Funcs[i] = &g
	}
	d := &sums{of: b}
	h := sha256.New()
	list := &d.objects
	begun := false
	end := func() {
		if begun {
			*list = append(*list, [sha256.Size]byte(h.Sum(nil)))
		}
		h.Reset()
	}
	q.Lines(nil, false, func(line []byte) bool {
		function := bytes.HasPrefix(line, []byte("func "))
		if function || bytes.HasPrefix(line, []byte("global ")) {
			if end(); function {
				list = &d.functions
			}
			begun = true
		}
		if function && len(d.functions) < len(p.Core.Funcs) {
			f := p.Core.Funcs[len(d.functions)]
			if file, _ := p.Place(f.Span); !f.Library {
				h.Write(s.textOf(absolute(file), plain(f.Name)))
			}
		}
		h.Write(line)
		return true
	})
	if end(); len(d.functions) != len(q.Funcs) || len(d.objects) != len(q.Globals) {
		return nil
	}
	return d
}

// part names what a function needs of the files of its project; "" if the base does not have it.
func (d *sums) part(f *function) string {
	names := []string{f.entry.Name}
	for _, e := range f.makers() {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	functions, objects := d.of.Needs(f.unit.File, f.tabled())
	if functions == nil {
		return ""
	}
	var list [][sha256.Size]byte
	for i, is := range functions {
		if is {
			list = append(list, d.functions[i])
		}
	}
	for i, is := range objects {
		if is {
			list = append(list, d.objects[i])
		}
	}
	slices.SortFunc(list, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, sum := range list {
		h.Write(sum[:])
	}
	t := &described{seen: map[*c.Record]bool{}}
	t.entry(f.entry)
	fmt.Fprintf(&t.text, "%q %t %t\n", names, f.unit.packs, f.inside)
	if !f.entry.Static && slices.ContainsFunc(f.entry.Parameters, func(p c.EntryParameter) bool {
		return p.Of.Class == c.Pointer && p.Of.Elem.Record != nil
	}) {
		for _, e := range slices.Concat(f.unit.makers, f.unit.adders, f.makers()) {
			t.entry(e)
		}
	}
	h.Write([]byte(t.text.String()))
	return hex.EncodeToString(h.Sum(nil))
}

// described writes functions with all that their types are made of.
type described struct {
	text strings.Builder
	seen map[*c.Record]bool
}

func (d *described) entry(e *c.Entry) {
	fmt.Fprintf(&d.text, "%s %t %t %t %d(", e.Name, e.Static, e.Variadic, e.Restricted, e.Restricts)
	for _, p := range e.Parameters {
		fmt.Fprintf(&d.text, "%s %s %s ", p.Name, p.Type, p.Typedef)
		d.is(p.Of)
	}
	d.text.WriteString(") ")
	d.is(e.Result)
	d.text.WriteString("\n")
}

func (d *described) is(t *c.Type) {
	if t == nil {
		return
	}
	fmt.Fprintf(&d.text, "%s %d %d %d %d %t %t", t.String(), t.Class, t.Size, t.Align, t.Len, t.Const, t.Volatile)
	d.is(t.Elem)
	for _, p := range t.Params {
		d.is(p)
	}
	r := t.Record
	if r == nil || d.seen[r] {
		return
	}
	d.seen[r] = true
	fmt.Fprintf(&d.text, "{%d %d %t ", r.Size, r.Align, r.Complete)
	for _, m := range r.Fields {
		fmt.Fprintf(&d.text, "%s %d %d %d %t %t ", m.Name, m.Offset, m.Bits, m.Shift, m.Loose, m.Flex)
		d.is(m.Type)
	}
	d.text.WriteString("}")
}

// home returns the function in which a line of a file lies, or behind which, and the line where it begins; "" if there
// is none, or more than one of that name.
func (s *setters) home(file string, line int) (name string, begin int) {
	if s == nil {
		return "", 0
	}
	for _, e := range s.entries[absolute(file)] {
		if n := e.Where.Pos.Line; n <= line && n > begin {
			name, begin = e.Name, n
		}
	}
	if name != "" && s.begin(file, name) != begin {
		return "", 0
	}
	return name, begin
}

// begin returns the line where a function begins that a file defines once; 0 if it does not.
func (s *setters) begin(file, name string) (line int) {
	for _, e := range s.entries[absolute(file)] {
		switch {
		case e.Name != name:
		case line > 0:
			return 0
		default:
			line = e.Where.Pos.Line
		}
	}
	return line
}

// homed is a function in which places lie of which something is said, and the line where it began.
type homed struct {
	File, Function string
	Line           int
}

// mover says of places in functions where they are, since lines have moved.
type mover struct {
	setters *setters
	homes   []homed
	lost    bool // whether nobody knows where a place is
}

// note notes the home of a place that something is said of.
func (m *mover) note(place string) {
	file, line, _ := parted(place)
	if m.setters.entries[absolute(file)] == nil { // not of the project: it has not moved, or nothing is known
		return
	}
	name, begin := m.setters.home(file, line)
	if m.lost = m.lost || name == ""; !slices.Contains(m.homes, homed{absolute(file), name, begin}) {
		m.homes = append(m.homes, homed{absolute(file), name, begin})
	}
}

// line returns where a line of a file is now.
func (m *mover) line(file string, line int) int {
	in := homed{}
	for _, h := range m.homes {
		if h.File == absolute(file) && h.Line <= line && h.Line > in.Line {
			in = h
		}
	}
	if in.Function == "" {
		m.lost = m.lost || m.setters.entries[absolute(file)] != nil
		return line
	}
	now := m.setters.begin(in.File, in.Function)
	m.lost = m.lost || now == 0
	return line - in.Line + now
}

// place returns where a place is now.
func (m *mover) place(place string) string {
	file, line, column := parted(place)
	if column == 0 {
		return place
	}
	return fmt.Sprintf("%s:%d:%d", file, m.line(file, line), column)
}

// target returns what a fault is now.
func (m *mover) target(x target) target {
	kind, place, _ := strings.Cut(string(x), "\t")
	return target(kind + "\t" + m.place(place))
}

// isOfTexts reports whether a certificate has parts of texts that files have now, but for a harness.
func isOfTexts(certificate, harness string, files []string) bool {
	data, err := bounded.ReadFile(certificate, certs.MaxBytes)
	if err != nil {
		return false
	}
	c, err := certs.Open(data, certs.MaxBytes)
	if err != nil {
		return false
	}
	for _, s := range c.About().Sources {
		if s.Name == filepath.Base(harness) {
			continue
		}
		if !slices.ContainsFunc(files, func(file string) bool {
			text, err := bounded.ReadFile(file, lang.MaxSource)
			return filepath.Base(file) == s.Name && err == nil && load.HasPart(text, s.Text)
		}) {
			return false
		}
	}
	return true
}
