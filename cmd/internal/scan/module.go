package scan

import (
	"regexp"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines calls of functions that share variables of their file with the one that is looked at: what one of
// them leaves there, the next one finds. They have no object that says that they belong together, but their texts do.

// beforePrefix begins the names of what functions get that are called before anything is made.
const beforePrefix = harness.Inner + "before_"

// after returns the memory that a function gets after calls of others that set variables which it uses; nil if there
// are none.
func (f *function) after() *harness.Memory {
	b := f.module()
	if b == nil {
		return nil
	}
	m := f.shape.Clone()
	m.Before = b
	if b.Maker != nil {
		give(m, b.Maker, b.Prefix, -1)
	}
	for _, call := range b.Calls {
		give(m, call.Entry, b.CalledWith(call), call.At)
	}
	return m
}

// module returns calls of functions of its file that set variables of that file which the function uses, or free what
// these lead to; nil if there are none. One that begins something, as its name says, comes first and once; the function
// itself is among the others.
func (f *function) module() *harness.Build {
	if f.setters == nil || f.inside || isInner(f.entry) || f.entry.Name == "main" {
		return nil
	}
	sets := f.setters.sharing(absolute(f.entry.Where.File), f.entry.Name)
	if len(sets) == 0 {
		return nil
	}
	b := &harness.Build{Prefix: beforePrefix, Times: longerRun}
	var list []*c.Entry
	for _, e := range f.unit.entries {
		if !sets[e.Name] || e.Refused != nil || isInner(e) || e.Variadic || e.Name == "main" ||
			e.Where.File != f.entry.Where.File || endsIt(e) || f.trusts(e) ||
			slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool { return isMade(p.Of) }) {
			continue
		}
		if e.Name != f.entry.Name && isMaker(e.Name) {
			if b.Maker == nil {
				b.Maker = e
			}
			continue
		}
		list = append(list, e)
	}
	rank := func(e *c.Entry) int {
		switch {
		case e.Name == f.entry.Name:
			return -1
		case len(e.Parameters) == 0 && !takesOut(e) && !clearers.MatchString(e.Name):
			return 2
		}
		return feeds(e)
	}
	slices.SortStableFunc(list, func(a, b *c.Entry) int { return rank(a) - rank(b) })
	for _, e := range list[:min(len(list), mostTrying)] {
		b.Calls = append(b.Calls, harness.Call{Entry: e, At: -1})
	}
	if b.Maker == nil && len(b.Calls) == 0 {
		return nil
	}
	return b
}

// sharing returns the functions of a file that may set one of its variables which a function uses, or free what one
// leads to, as texts say.
func (s *setters) sharing(file, function string) map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries[file] == nil {
		return nil
	}
	d := s.read(file)
	at, ok := d.first[function]
	if !ok {
		return nil
	}
	set := map[string]bool{}
	for name, functions := range s.variables(file, d) {
		if d.saying(name)(d.from[at], d.to[at]) {
			for _, fn := range functions {
				set[fn] = true
			}
		}
	}
	return set
}

// variables returns the variables that a file declares outside of functions, and which functions of the file may set
// each, or free what it leads to.
func (s *setters) variables(file string, d *defined) map[string][]string {
	if d.variables != nil {
		return d.variables
	}
	d.variables = map[string][]string{}
	end := 0
	for i := range len(d.names) + 1 {
		next := len(d.text)
		if i < len(d.names) {
			next = d.from[i]
		}
		if end < next {
			for _, m := range topLevel.FindAllStringSubmatch(string(d.text[end:next]), -1) {
				if fixedWords.MatchString(m[1]) {
					continue
				}
				for _, name := range word.FindAllString(m[2], -1) { // a name in a length or in a value does no harm
					d.variables[name] = nil
				}
			}
		}
		if i < len(d.names) {
			end = d.to[i]
		}
	}
	for name := range d.variables {
		set, _ := setting(name, false)
		frees := regexp.MustCompile(`(?i:free)\w*\s*\(\s*(?:\([^)]*\)\s*)?` + regexp.QuoteMeta(name) + `\b`)
		own, says := owning(name), d.saying(name)
		for i, fn := range d.names {
			if !says(d.from[i], d.to[i]) {
				continue
			}
			if text := d.text[d.from[i]:d.to[i]]; !own(text) && (s.matches(set, text) || s.matches(frees, text)) {
				d.variables[name] = append(d.variables[name], fn)
			}
		}
	}
	return d.variables
}

// topLevel matches declarations of variables that begin a line, up to the first value, and the end of structures with
// their variables.
var topLevel = regexp.MustCompile(`(?m)^((?:\}|[A-Za-z_][\w ]*)[ *]+)([A-Za-z_][\w\s,*\[\]]*)[=;]`)

// fixedWords match declarations of what nothing sets, or of what is elsewhere.
var fixedWords = regexp.MustCompile(`\b(const|extern|typedef|return|goto|else)\b`)
