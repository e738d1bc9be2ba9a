package scan

import (
	"bytes"
	"regexp"
	"slices"

	"vouch/cmd/internal/find"
)

// This file defines which functions of a project call which, and which are called by these alone.

// call is what looks like the call of a function in a text in C.
var call = regexp.MustCompile(`([A-Za-z_]\w*)\s*\(`)

// callersOf returns the functions that call each function, as their texts say: a call that a macro hides, or one through a pointer, is none.
func callersOf(all []*function, texts map[*function][]byte) map[*function][]*function {
	byName := map[string][]*function{}
	for _, f := range all {
		byName[f.entry.Name] = append(byName[f.entry.Name], f)
	}
	callers := map[*function][]*function{}
	for _, f := range all {
		text, _, _ := bytes.Cut(texts[f], []byte("\n}")) // what follows may declare functions
		for _, m := range call.FindAllSubmatch(text, -1) {
			named := byName[string(m[1])]
			own := slices.ContainsFunc(named, func(g *function) bool { return g.entry.Static && g.within(f) })
			for _, g := range named {
				if g != f && (g.entry.Static || own) == (own && g.within(f)) && !slices.Contains(callers[g], f) {
					callers[g] = append(callers[g], f)
				}
			}
		}
	}
	return callers
}

// within reports whether a function is defined in the file of f, or in one of which that is part.
func (g *function) within(f *function) bool {
	return g.entry.Where.File == f.entry.Where.File || g.unit == f.unit
}

// tried is a project whose latent faults are tried from callers.
type tried struct {
	o       Options
	session *find.Session
	memory  *cache
	all     []*function
	texts   map[*function][]byte
	callers map[*function][]*function
	known   map[*function]*Outcome // what became of functions
	answers map[*function]map[target]answer
	avoided map[*function]map[target]bool // bugs of functions that others may call, which callers refute
	tests   map[argued][]*function        // which functions test an argument, as far as it was asked
	alone   map[*function]bool            // whether no text but calls says the name of a function
}

// argued is an argument that functions may test: a parameter of a type, or what lies behind it.
type argued struct {
	argument, name, kind string
}

// newTried begins to try a project, of which nothing is known yet.
func newTried(o Options, session *find.Session, memory *cache, all []*function) *tried {
	t := &tried{o: o, session: session, memory: memory, all: all, texts: texts(all), known: map[*function]*Outcome{}, answers: map[*function]map[target]answer{}, avoided: map[*function]map[target]bool{}, tests: map[argued][]*function{}, alone: map[*function]bool{}}
	if o.Callers > 0 {
		t.callers = callersOf(all, t.texts)
	}
	return t
}

// note notes a fault of a function.
func note(m map[*function]map[target]bool, f *function, x target) {
	if m[f] == nil {
		m[f] = map[target]bool{}
	}
	m[f][x] = true
}

// internal reports whether only functions that are known call a function: it is static, some function calls it, and no text of its file says its name otherwise, as who
// takes its address does. A static function of a header is for those who include that.
func (t *tried) internal(f *function) bool {
	if !f.entry.Static || len(t.callers[f]) == 0 || isHeader(f.entry.Where.File) {
		return false
	}
	is, known := t.alone[f]
	if !known {
		is = !f.isNamedIn(f.entry.Where.File) && (f.unit.File == f.entry.Where.File || !f.isNamedIn(f.unit.File))
		t.alone[f] = is
	}
	return is
}

// isNamedIn reports whether a text in C says the name of a function without a parenthesis behind it.
func (f *function) isNamedIn(file string) bool {
	s := f.files.said.of(file)
	if s == nil { // a file that only includes a header
		return false
	}
	at, known := s.where(f.entry.Name)
	return !known || slices.ContainsFunc(at, func(i int) bool { return !opens.Match(s.text[i+len(f.entry.Name):]) })
}

var opens = regexp.MustCompile(`^\s*\(`)
