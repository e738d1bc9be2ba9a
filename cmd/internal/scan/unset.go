package scan

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/c"
	"vouch/semantics/core"
)

// This file defines which faults need that a global variable still has the value that it has at the start, although
// another function of the project sets it. Nothing in the function that is looked at says whether that one has been
// called before. A number that is not zero is there on purpose, so it counts only where the program itself says that
// something is wrong.

// mostUnset is how many such places are tried, the last ones that were read.
const mostUnset = 32

// unset returns the name of a global variable that nothing has set yet, that another function of the project sets, and
// of which another value avoids a fault, after the same decisions of functions that have not returned; "" if there is
// none. Of what the program itself says is wrong, the last decision may be another one. The functions that the run
// called do not count: they do not set it in time.
func (s *setters) unset(p *load.Program, linked []string, made *harness.Made, f finder.Finding, what culprit) string {
	places := slices.DeleteFunc(slices.Clone(what.initial), func(u place) bool {
		return !u.zero && !states(f.Fault.Kind) || !s.others(p, linked, p.Core.Globals[u.global], what.ran)
	})
	if len(places) == 0 {
		return ""
	}
	steps := int64(f.Bug.Trace.Steps)
	first := decisions(p.Core, made, valuesOf(f), steps)
	first.forget(first)
	last := len(first.taken) - 1
	// whether a run gets past the decision that something is wrong, perhaps to another such one at the same place
	past := func(w *way) bool { return false }
	if states(f.Fault.Kind) && last >= 0 {
		d := first.taken[last]
		first.taken = first.taken[:last]
		past = func(w *way) bool {
			w.forget(first)
			return len(w.taken) > last && w.begins(first) && w.taken[last] != d
		}
	}
	for _, u := range slices.Backward(places[max(len(places)-mostUnset, 0):]) {
		for _, v := range []int64{1, -1, 2, 8, 100} {
			changed := changed(p.Core, u, v)
			if changed == nil {
				break
			}
			w := decisions(changed, made, valuesOf(f), 2*steps+afterwards)
			if w.includes(first) && !w.discarded && (!w.fails(first) || past(w)) && !w.early(first) {
				return plain(p.Core.Globals[u.global].Name)
			}
			if u.t == core.Pointer { // one object is as good as another
				break
			}
		}
	}
	return ""
}

// someObject is the size of the object of zeros to which a pointer leads that is null otherwise.
const someObject = 1 << 12

// changed returns a program in which a part of a global variable begins with another value: a pointer leads to an
// object of zeros, another one is the number v. It returns nil if that part begins within another one.
func changed(p *core.Program, u place, v int64) *core.Program {
	g, size := *p.Globals[u.global], u.t.Size()
	value := core.Init{Offset: u.at, Type: core.U8}
	q := *p
	q.Globals = slices.Clone(p.Globals)
	if u.t == core.Pointer {
		value.Type, value.Value = core.Pointer, &core.Expr{Op: core.Address, Type: core.Ptr, Ref: len(q.Globals)}
		q.Globals = append(q.Globals, &core.Global{Name: "$something", Size: someObject})
	} else {
		bytes := make([]byte, size)
		for i := range bytes {
			bytes[i] = byte(v >> (8 * min(i, 7)))
		}
		value.Bytes = string(bytes)
	}
	g.Init = []core.Init{value}
	for _, in := range p.Globals[u.global].Init {
		switch {
		case in.Value != nil && (in.Offset+in.Type.Size() <= u.at || u.at+size <= in.Offset):
			g.Init = append(g.Init, in)
		case in.Value != nil && (in.Offset < u.at || u.at+size < in.Offset+in.Type.Size()):
			return nil
		case in.Value == nil:
			if before := u.at - in.Offset; before > 0 {
				g.Init = append(g.Init, core.Init{Offset: in.Offset, Type: core.U8,
					Bytes: in.Bytes[:min(before, int64(len(in.Bytes)))]})
			}
			if behind := u.at + size - in.Offset; behind < int64(len(in.Bytes)) {
				behind = max(behind, 0)
				g.Init = append(g.Init, core.Init{Offset: in.Offset + behind, Type: core.U8, Bytes: in.Bytes[behind:]})
			}
		}
	}
	slices.SortFunc(g.Init, func(a, b core.Init) int { return cmp.Compare(a.Offset, b.Offset) })
	q.Globals[u.global] = &g
	return &q
}

// completer returns a function that gives a value to the member from which a null pointer was loaded, of the structure
// to which a parameter points: it may have run before. Those that ran count for nothing, and no value is null. It
// returns "" if there is none.
func (s *setters) completer(e *c.Entry, what culprit, ran func(name string) bool) string {
	name := member(e, what)
	if s == nil || name == "" {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := named(e, what.lacks)
	part, _ := harness.Within(p.Of.Elem, what.member)
	types := append(word.FindAllString(p.Type, -1), p.Of.Elem.Record.Tag)
	sets := regexp.MustCompile(`(?:->|\.)\s*` + regexp.QuoteMeta(name) + `(?:\s*\[[^;]*\])*\s*=\s*([^=;][^;]*)`)
	for _, file := range s.names {
		d := s.read(file)
		says := d.saying(name)
		for i, fn := range d.names {
			text := d.text[d.from[i]:d.to[i]]
			if !says(d.from[i], d.to[i]) || ran(fn) {
				continue
			}
			if !strings.Contains(strings.Trim(part.Path, "."), ".") && !slices.ContainsFunc(types, func(t string) bool {
				return t != "struct" && t != "const" && t != "" && regexp.MustCompile(`\b`+t+`\b`).Match(text)
			}) { // of another structure
				continue
			}
			s.looks++
			if slices.ContainsFunc(sets.FindAllSubmatch(text, -1), func(m [][]byte) bool {
				return !nothing.Match(m[1])
			}) && !d.within(fn, e.Name) {
				return fn
			}
		}
	}
	return ""
}

// forgets reports whether the file of a function keeps a structure to itself, and no function gives a member of it a
// value, of which bytes without one were used, before it uses that, though one does afterwards: then no order of calls
// helps. Those that ran gave it none. What clears an object finds what it clears.
func (s *setters) forgets(e *c.Entry, what culprit) bool {
	p := named(e, what.of)
	part, ok := harness.Within(p.Of.Elem, what.none.at)
	name, _, _ := strings.Cut(part.Path[strings.LastIndexByte(part.Path, '.')+1:], "[")
	if s == nil || !ok || name == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	home := s.read(absolute(e.Where.File))
	types := slices.DeleteFunc(append(word.FindAllString(p.Type, -1), p.Of.Elem.Record.Tag), func(t string) bool {
		return t == "struct" || t == "const" || t == ""
	})
	if !slices.ContainsFunc(types, func(t string) bool {
		return regexp.MustCompile(`\bstruct\s+` + t + `\s*\{|\}\s*` + t + `\s*;`).Match(home.text)
	}) {
		return false
	}
	says := regexp.MustCompile(`(?:->|\.)\s*` + regexp.QuoteMeta(name) + `\b(\s*(?:\[[^;=]*\]\s*)*=[^=])?`)
	sets := regexp.MustCompile(`(?:->|\.)\s*` + regexp.QuoteMeta(name) + `\s*(?:[-+*/|&^]?=[^=]|\+\+|--)`)
	any := false
	for _, file := range s.names {
		d := s.read(file)
		for i, fn := range d.names {
			text := d.text[d.from[i]:d.to[i]]
			any = any || sets.Match(text)
			if what.ran[fn] || clearers.MatchString(fn) {
				continue
			}
			s.looks++
			if m := says.FindSubmatch(text); m != nil && len(m[1]) > 0 || m == nil && overwrites.Match(text) &&
				slices.ContainsFunc(types, func(t string) bool { return regexp.MustCompile(`\b` + t + `\b`).Match(text) }) {
				return false
			}
		}
	}
	return any
}

// overwrites matches what a text says that sets all of a structure.
var overwrites = regexp.MustCompile(`\bmem(set|cpy|move)\s*\(|[;{}]\s*\*\s*\w+\s*=[^=]`)

// within reports whether a function is static, and no text of its file but that of another one says its name: then it
// runs only while that one does.
func (d *defined) within(fn, other string) bool {
	if fn == other || !d.static[fn] {
		return fn == other
	}
	at, known := d.where(fn)
	return known && !slices.ContainsFunc(at, func(at int) bool {
		if name := d.around(at); name != "" {
			return name != other && name != fn
		}
		return !parenthesis.Match(d.text[at+len(fn):]) // or a declaration
	})
}

// around returns the function in whose text a place is; "" if it is in none.
func (d *defined) around(at int) string {
	for i, name := range d.names {
		if d.from[i] <= at && at < d.to[i] {
			return name
		}
	}
	return ""
}

// calls reports whether a function of a file calls another one of it, as its text says.
func (s *setters) calls(file, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries[file] == nil {
		return false
	}
	d := s.read(file)
	at, _ := d.where(name)
	return slices.ContainsFunc(at, func(at int) bool {
		fn := d.around(at)
		return fn != "" && fn != name && parenthesis.Match(d.text[at+len(name):])
	})
}

// parenthesis matches what stands behind the name of a function that is called.
var parenthesis = regexp.MustCompile(`^\s*\(`)

// nothing matches how a text writes a null pointer.
var nothing = regexp.MustCompile(`^(\([^()]*\)\s*)?(0|NULL|nullptr)\s*$`)

// setters knows which functions of a project set which global variables, as their texts say.
type setters struct {
	mu      sync.Mutex
	entries map[string][]*c.Entry // the functions by the files that define them
	names   []string              // of these files
	said    *sayings
	files   map[string]*defined
	known   map[variable][]setter
	looks   int // how many texts were looked at, of functions and between them
}

// defined is what a file in C says, and where functions are defined there.
type defined struct {
	*said
	names []string
	from  []int          // where their definitions begin
	to    []int          // where they end
	first map[string]int // the first one of each name
	// those that only their file can call by name
	static map[string]bool
	// which functions may set each variable that is declared outside of functions; nil until somebody asks
	variables map[string][]string
}

// variable is a global variable, by its name and its place.
type variable struct {
	name, file string
	line       int32
}

// setter is a function that may set a variable; the name is "" for what stands outside of functions.
type setter struct{ file, name string }

func newSetters(entries []*c.Entry, said *sayings) *setters {
	s := &setters{entries: map[string][]*c.Entry{}, said: said, files: map[string]*defined{},
		known: map[variable][]setter{}}
	for _, e := range entries {
		file := absolute(e.Where.File)
		if s.entries[file] == nil {
			s.names = append(s.names, file)
		}
		s.entries[file] = append(s.entries[file], e)
	}
	return s
}

// others reports whether a function of one of the linked files sets a global variable, and is none of those that ran.
func (s *setters) others(p *load.Program, linked []string, g *core.Global, ran map[string]bool) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	file, _ := p.Place(g.Span)
	v := variable{g.Name, absolute(file), g.Span.Line}
	list, ok := s.known[v]
	if !ok {
		list = s.list(v, g)
		s.known[v] = list
	}
	return slices.ContainsFunc(list, func(x setter) bool {
		return !ran[x.name] && (x.file == v.file || slices.ContainsFunc(linked, func(file string) bool {
			return absolute(file) == x.file
		}))
	})
}

// list returns the functions that may set a variable.
func (s *setters) list(v variable, g *core.Global) (list []setter) {
	if strings.Contains(g.Name, ".") { // of one function, which has it from the start when it is called first
		return nil
	}
	home := s.read(v.file)
	at := home.offset(g.Span.Start())
	files := []string{v.file}
	if !static.Match(home.text[bytesBefore(home.text, at):at]) {
		files = append(files, slices.DeleteFunc(slices.Clone(s.names), func(file string) bool {
			return file == v.file
		})...)
	}
	set, given := setting(plain(g.Name), g.Size > 8)
	own := owning(plain(g.Name))
	for _, file := range files {
		d := s.read(file)
		end := 0
		says := d.saying(plain(g.Name))
		for i, fn := range d.names {
			if says(end, d.from[i]) && s.matches(given, d.text[end:d.from[i]]) {
				list = append(list, setter{file: file})
			}
			end = d.to[i]
			if !says(d.from[i], end) {
				continue
			}
			text := d.text[d.from[i]:end]
			if !own(text) && s.matches(set, text) {
				list = append(list, setter{file, fn})
			}
		}
		if says(end, len(d.text)) && s.matches(given, d.text[end:]) {
			list = append(list, setter{file: file})
		}
	}
	return list
}

// owning returns what reports whether a function has a variable of its own by a name, as its text says.
func owning(variable string) func(text []byte) bool {
	declares := regexp.MustCompile(`(\w+)[\s*]*[\s*]` + regexp.QuoteMeta(variable) + `\s*[;=,)\[]`)
	return func(text []byte) bool {
		m := declares.FindSubmatch(text)
		return m != nil && !slices.Contains(noTypes, string(m[1]))
	}
}

// setting returns what matches a text that may set a variable, and one that takes its address. It is large if it is an
// array, which is given by its name, or a structure.
func setting(variable string, large bool) (set, address *regexp.Regexp) {
	name := regexp.QuoteMeta(variable)
	part := `(\s*\[[^;{}]*?\]|\s*\.\s*\w+)*\s*`
	takes := `(?:[^&\w\s)\]]|\breturn)\s*&\s*\(*` + name + `\b`
	sets := `\b` + name + part + `(?:[-+*/%&|^]|<<|>>)?=[^=]|(?:\+\+|--)\s*` + name + `\b|\b` + name + part +
		`(?:\+\+|--)|` + takes
	if large {
		sets += `|[(,=]\s*` + name + part + `[,);+]`
	}
	return regexp.MustCompile(sets), regexp.MustCompile(takes)
}

// matches reports whether an expression matches a text.
func (s *setters) matches(is *regexp.Regexp, text []byte) bool {
	s.looks++
	return is.Match(text)
}

// saying returns what reports whether a text may say a name between two places. It is asked about places in their
// order.
func (s *said) saying(name string) func(begin, end int) bool {
	at, known := s.where(name)
	return func(begin, end int) bool {
		for len(at) > 0 && at[0] < begin {
			at = at[1:]
		}
		return !known || len(at) > 0 && at[0] < end
	}
}

// static says that a declaration is of a variable of its file alone.
var static = regexp.MustCompile(`\bstatic\b`)

// noTypes are words behind which a name is used.
var noTypes = []string{"return", "else", "case", "goto", "sizeof", "do"}

// bytesBefore returns where the declaration begins that has a name at a place of a text.
func bytesBefore(text []byte, at int) int {
	return strings.LastIndexAny(string(text[:at]), ";}") + 1
}

// read returns what a file defines.
func (s *setters) read(file string) *defined {
	if d := s.files[file]; d != nil {
		return d
	}
	d := &defined{said: s.said.of(file), first: map[string]int{}, static: map[string]bool{}}
	s.files[file] = d
	if d.said == nil {
		d.said = &said{}
		return d
	}
	entries := slices.Clone(s.entries[file])
	slices.SortStableFunc(entries, func(a, b *c.Entry) int { return d.offset(a.Where.Pos) - d.offset(b.Where.Pos) })
	for i, e := range entries {
		from, to := d.offset(e.Where.Pos), len(d.text)
		if i+1 < len(entries) {
			to = d.offset(entries[i+1].Where.Pos)
		}
		if before, _, ok := strings.Cut(string(d.text[from:to]), "\n}"); ok {
			to = from + len(before)
		}
		if _, known := d.first[e.Name]; !known {
			d.first[e.Name] = i
		}
		d.static[e.Name] = e.Static
		d.names, d.from, d.to = append(d.names, e.Name), append(d.from, from), append(d.to, to)
	}
	return d
}

// textOf returns what a file says of a function that it defines; nil if it defines none.
func (s *setters) textOf(file, name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries[file] == nil {
		return nil
	}
	d := s.read(file)
	if i, ok := d.first[name]; ok {
		return bytes.TrimSpace(d.text[d.from[i]:d.to[i]])
	}
	return nil
}
