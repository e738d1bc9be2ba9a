package scan

import (
	"slices"

	"vouch/cmd/internal/find"
)

// This file defines which functions of a project call which, and which are called by these alone.

// mostPointed is how many callers of a function count that have its address only.
const mostPointed = 8

// callersOf returns the functions that call each function, as their texts say, and the macros in them. Then come
// functions that may call it by a pointer: where one gives its address to something, or has a variable that is
// initialised with it, such as a table. These are named with the function. Whether they call it, a search finds out.
func callersOf(all []*function, texts map[*function][]byte, read []string) (callers map[*function][]*function,
	byPointer map[[2]*function]bool) {
	callers, byPointer = map[*function][]*function{}, map[[2]*function]bool{}
	if len(all) == 0 {
		return callers, byPointer
	}
	u := standinsOf(read, all, all[0].files.said)
	byName := map[string][]*function{}
	for _, f := range all {
		byName[f.entry.Name] = append(byName[f.entry.Name], f)
	}
	pointed := map[*function][]*function{}
	within := map[string][]*function{} // by the name of a variable: the functions that have it
	for _, list := range u.holders {
		for _, h := range list {
			within[h.name] = nil
		}
	}
	for _, f := range all {
		w := u.in(body(texts[f]))
		called(byName, f, w.called, callers)
		called(byName, f, w.given, pointed)
		for name := range w.all {
			if list, is := within[name]; is {
				within[name] = append(list, f)
			}
		}
	}
	for _, g := range all {
		for _, h := range u.heldBy(g) {
			pointed[g] = append(pointed[g], within[h]...)
		}
		n := 0
		for _, f := range pointed[g] {
			if f != g && n < mostPointed && !slices.Contains(callers[g], f) {
				callers[g], byPointer[[2]*function{g, f}] = append(callers[g], f), true
				n++
			}
		}
	}
	return callers, byPointer
}

// called adds a function to the callers of those that have one of some names where it is.
func called(byName map[string][]*function, f *function, names map[string]bool, callers map[*function][]*function) {
	for name := range names {
		named := byName[name]
		own := slices.ContainsFunc(named, func(g *function) bool { return g.entry.Static && g.within(f) })
		for _, g := range named {
			if g != f && (g.entry.Static || own) == (own && g.within(f)) {
				callers[g] = append(callers[g], f)
			}
		}
	}
}

// heldBy returns the names of the variables by which a pointer to a function can be found: those that are initialised
// with it, and those that are with these.
func (u *standins) heldBy(g *function) (list []string) {
	for _, h := range u.holders[g.entry.Name] {
		if !g.entry.Static || h.file == absolute(g.entry.Where.File) || h.file == absolute(g.unit.File) {
			list = append(list, h.name)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, h := range u.holders[list[i]] {
			if !slices.Contains(list, h.name) {
				list = append(list, h.name)
			}
		}
	}
	return list
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
	// byPointer has a function and one that may call it by a pointer alone: that it does not lead to a fault is no
	// reason to say that others do not.
	byPointer map[[2]*function]bool
	known     map[*function]*Outcome // what became of functions
	answers   map[*function]map[target]answer
	avoided   map[*function]map[target]bool // bugs of functions that others may call, which callers refute
	tests     map[argued][]*function        // which functions test an argument, as far as it was asked
	alone     map[*function]bool            // whether no text but calls says the name of a function
}

// argued is an argument that functions may test: a parameter of a type, or what lies behind it.
type argued struct {
	argument, name, kind string
}

// newTried begins to try a project, of which nothing is known yet.
func newTried(o Options, session *find.Session, memory *cache, all []*function, read []string) *tried {
	t := &tried{o: o, session: session, memory: memory, all: all, texts: texts(all), known: map[*function]*Outcome{},
		answers: map[*function]map[target]answer{}, avoided: map[*function]map[target]bool{},
		tests: map[argued][]*function{}, alone: map[*function]bool{}}
	if o.Callers > 0 {
		t.callers, t.byPointer = callersOf(all, t.texts, read)
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

// internal reports whether only functions that are known call a function: it is static, some function calls it, and no
// text of its file says its name otherwise, as who takes its address does. A static function of a header is for those
// who include that.
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
	return !known || slices.ContainsFunc(at, func(i int) bool { return !opens(s.text[i+len(f.entry.Name):]) })
}
