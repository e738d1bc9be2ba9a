package c

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"vouch/semantics/source"
)

// This file takes declarations out of a program that have errors outside of functions, and those that cc does not
// parse. cc then reads a text without them, which is otherwise the same: what it gets from the preprocessor is what it
// got before, without some portions (see portions.go). Of a function whose body does not parse, only the text between
// its braces goes, and of an object only its initializer. A program without a declaration must not mean anything else
// than with it. So all names that it may declare are refused, wherever something refers to them with linkage; and where
// other declarations are not understood without it, they have errors of their own.

// maxRounds is how often a unit, or a program of several, is read again with less text. After that, a unit loses
// everything that follows in the file of an error.
const maxRounds = 16

// needed makes errors of a program that begins with what is taken out.
func (p *program) needed() {
	for _, name := range []string{p.options.entry, requires} {
		for _, e := range p.removed.all(name) {
			p.errors = noted(p.errors, e)
		}
	}
}

// readable makes a unit of a file, without what cc does not parse.
func (p *program) readable(path string) (*unit, error) {
	for {
		p.show(path)
		before, expected := p.parsed, p.expected
		u, err := p.parse(path, p.files.text[path].text, false)
		list, _ := errors.AsType[source.ErrorList](err)
		switch {
		case p.stopped() || err != nil && (len(list) == 0 || !p.newUnit(path, false).remove(list[0])):
			return u, err
		case err == nil && !p.verified(path):
			return nil, p.removed.list
		case err == nil:
			return u, nil
		}
		p.meter.Release(p.parsed - before)
		p.parsed, p.expected = before, expected
	}
}

// show makes the files what a unit sees of them.
func (p *program) show(path string) {
	var regions map[string][]region
	if from := p.removed.units[path]; from != nil {
		regions = from.regions
	}
	for path, f := range p.files.text {
		physical := p.removed.lines == inFiles && hasMarkers(f.text)
		if !slices.Equal(f.removed, regions[path]) || f.physical != physical {
			f.removed, f.physical, f.given = slices.Clone(regions[path]), physical, nil
		}
	}
}

// remove takes the errors of a program out of it. It reports whether one of them can be taken out.
func (p *program) remove() bool {
	if p.removed.rounds++; p.removed.rounds > maxRounds {
		return false
	}
	found := false
	for _, e := range p.errors {
		u := p.places[e]
		if u == nil || u.library {
			continue
		}
		p.show(u.path)
		found = u.remove(e) || found
		if e.File == u.name || p.removed.lines == inFiles {
			continue
		}
		for _, other := range p.units { // that may include the same header
			if other != u {
				p.show(other.path)
				other.remove(e)
			}
		}
	}
	return found
}

// remove takes the declaration out of a unit that has an error. It reports whether it did, or whether the place of the
// error is to be found first.
func (u *unit) remove(e *source.Error) bool {
	p, r := u.p, u.p.removed
	if r.lines == asWritten && slices.ContainsFunc(slices.Collect(maps.Values(p.files.text)), func(f *file) bool {
		return hasMarkers(f.text)
	}) {
		r.lines = inFiles
		return true
	}
	from := r.units[u.path]
	if from == nil {
		from = &removedFrom{regions: map[string][]region{}, taken: map[taken]bool{}, names: map[string]*source.Error{}}
		portions, pragmas, ok := p.newUnit(u.path, false).divide()
		if !ok {
			return false
		}
		from.portions, from.pragmas = portions, pragmas
		r.units[u.path] = from
	}
	at, offset := p.placed(e)
	i := -1
	for k := range from.portions {
		if q := &from.portions[k]; at != nil && q.file == at.path && q.start <= offset {
			i = k
		}
	}
	if i < 0 {
		return false
	}
	all := from.portions[i : i+1]
	if from.rounds++; from.rounds > maxRounds {
		all = from.portions[i:]
	}
	done := false
	for k := range all {
		if q := &all[k]; q.file == at.path && q.start >= all[0].start {
			if !q.removable || q.early {
				return false
			}
			done = u.take(from, q, offset, e, len(all) == 1) || done
		}
	}
	if done {
		r.list = noted(r.list, e)
	}
	return done
}

// take takes a portion out of a unit, or its inner text if the error at an offset is there. It reports whether that was
// there.
func (u *unit) take(from *removedFrom, q *portion, offset int, e *source.Error, inner bool) bool {
	r, out := u.p.removed, region{q.start, q.end}
	if inner && q.inner.end > 0 && offset >= q.inner.start && !from.taken[taken{q.file, q.inner}] {
		out = q.inner
	}
	if from.taken[taken{q.file, out}] {
		return false
	}
	from.regions[q.file], from.taken[taken{q.file, out}] = append(from.regions[q.file], out), true
	for _, name := range q.names {
		if from.names[name] == nil {
			from.names[name] = e
		}
		if r.names[name] == nil && !q.static {
			r.names[name] = e
		}
	}
	switch {
	case q.function != "" && out == q.inner:
	case q.function != "":
		r.functions = append(r.functions, Defined{Name: q.function, Where: source.Error{File: e.File, Pos: e.Pos},
			Refused: source.ErrorList{e}})
	default:
		r.others = noted(r.others, e)
	}
	return true
}

// verified reports whether cc reads of a unit what it read before, without the portions that are taken out.
func (p *program) verified(path string) bool {
	from := p.removed.units[path]
	if from == nil {
		return true
	}
	now, pragmas, ok := p.newUnit(path, false).divide()
	if !ok || pragmas != from.pragmas {
		return false
	}
	i := 0
	for _, q := range from.portions {
		if from.taken[taken{q.file, region{q.start, q.end}}] {
			continue
		}
		if i == len(now) || now[i].tokens != q.tokens && !from.taken[taken{q.file, q.inner}] {
			return false
		}
		i++
	}
	return i == len(now)
}

// placed returns the file of an error and its offset there; nil if that is no file of the program.
func (p *program) placed(e *source.Error) (*file, int) {
	for _, f := range p.files.text {
		if p.core.Sources[f.index] != e.File {
			continue
		}
		offset := 0
		for range e.Pos.Line - 1 {
			i := bytes.IndexByte(f.text[offset:], '\n')
			if i < 0 {
				return f, len(f.text)
			}
			offset += i + 1
		}
		return f, min(offset+max(e.Pos.Column-1, 0), len(f.text))
	}
	return nil, 0
}

// kind says what a symbol is.
func (s *symbol) kind() string {
	if s.t.Class == Function {
		return "function"
	}
	return "object"
}
