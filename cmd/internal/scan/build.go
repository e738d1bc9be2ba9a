package scan

import (
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines which functions of the program make an object, so that a function gets it in a state in which the
// program leaves such objects. They are known by their types and, as C has no constructors, by their names.

// What functions are called as that get something for an object, as those that take something out of it, and as those
// after which it is no more what it was.
var (
	feeders = regexp.MustCompile(`(?i)(^|_)(add|push|append|enqueue|insert|put|write|feed|sink|parse|update|execute|process|load|fill|send|input|consume|emit|encode|decode|compress)|` +
		`(?-i:[a-z](Add|Push|Append|Enqueue|Insert|Put|Write|Feed|Sink|Parse|Update|Execute|Process|Load|Fill|Send|Input|Consume|Emit|Encode|Decode|Compress))`)
	takers = regexp.MustCompile(`(?i)(^|_)(remove|pop|poll|dequeue|erase|unset|take|shift|drop|discard|evict)|` +
		`(?-i:[a-z](Remove|Pop|Poll|Dequeue|Erase|Unset|Take|Shift|Drop|Discard|Evict))`)
	enders = regexp.MustCompile(`(?i)free|destroy|delete|release|dispose|clean_?up|uninit|deinit|unref|(^|_)(close|fini|finish|done|term|terminate|kill|stop|end)(_|$)|(?-i:[a-z](Close|Fini|Done|Term|Kill|Stop|End))`)
)

// endsIt reports whether an object is no more what it was after a function, as its name says. What deletes something of
// which it is told takes that out.
func endsIt(e *c.Entry) bool {
	name := e.Name
	if len(e.Parameters) > 1 {
		name = deletes.ReplaceAllString(name, "")
	}
	return enders.MatchString(name)
}

// takesOut reports whether a function takes something out of an object, as its name says.
func takesOut(e *c.Entry) bool {
	return takers.MatchString(e.Name) || deletes.MatchString(e.Name) && !endsIt(e)
}

var deletes = regexp.MustCompile(`(?i)delete`)

// How much is called between a function that makes an object and the one that is looked at.
const (
	mostChanging = 2 // functions
	mostChanges  = 2 // calls
	mostTrying   = 4 // functions, where runs try that
	// calls of one function, one after another, where they do
	longRun   = 70
	longerRun = 260
)

// How often something is added at most.
const (
	additions    = 9
	fewAdditions = 2 // where there is little work for each function, so that what it does with one element is seen
)

// built returns the memory that a function gets if functions of its file make the structures to which its parameters
// point; nil if none does. In which state those are of a function that only others of the project call, these know.
func (f *function) built() *harness.Memory { return f.builtFrom(f.shape) }

// builtFrom returns the same where the function turned out to need some memory; nil if nobody knows. Then an array of
// structures may be one of them.
func (f *function) builtFrom(shape *harness.Memory) *harness.Memory {
	if isInner(f.entry) {
		return nil
	}
	m := start(f.entry, f.sizes)
	settle(m, f.entry, shape)
	made := false
	for _, p := range f.entry.Parameters {
		if o := m.Objects[p.Name]; p.Of.Class != c.Pointer || p.Of.Elem.Record == nil ||
			p.Of.Elem.Class != c.Struct || o.Kind != harness.Elements &&
			(o.Kind != harness.Counted || o.Size != harness.Needed || shape != nil) {
			continue
		}
		b := f.build(p, "vouch_"+p.Name+"_")
		if b == nil {
			continue
		}
		made = true
		delete(m.Most, m.Objects[p.Name].With)
		m.Objects[p.Name] = harness.Object{Kind: harness.Built, Build: b}
		for _, e := range []*c.Entry{b.Maker, b.Adder} {
			if e == nil {
				continue
			}
			prefix := b.Prefix
			if e == b.Adder {
				prefix = b.Added()
			}
			given := 0
			if e == b.Maker {
				given = b.At
			}
			give(m, e, prefix, given)
		}
	}
	if !made {
		return nil
	}
	f.among(m)
	return m
}

// give adds to a memory what a function gets that makes an object, or is called with it, but for the parameter that is
// given. Its pointers are not null.
func give(m *harness.Memory, e *c.Entry, prefix string, given int) {
	gets := start(e, nil)
	for i, q := range e.Parameters {
		if q.Of.Class != c.Pointer || i == given {
			continue
		}
		o := gets.Objects[q.Name]
		if o.Null = false; o.With != "" {
			o.With = prefix + o.With
		}
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
		m.Objects[prefix+q.Name] = o
	}
}

// settle gives parameters of which a search found that a number is not their length, or another one is, what they got
// there at last, which is the shape. The objects are as small as at first.
func settle(m *harness.Memory, e *c.Entry, shape *harness.Memory) {
	if shape == nil {
		return
	}
	for _, p := range e.Parameters {
		before, o := m.Objects[p.Name], shape.Objects[p.Name]
		if p.Of.Class != c.Pointer || before.Kind != harness.Counted && before.Kind != harness.Text ||
			before.Size != harness.Needed || o.Size != harness.Needed ||
			o.Kind == before.Kind && o.With == before.With {
			continue
		}
		switch o.Kind {
		case harness.Counted, harness.Text:
			if o.Count = sizes[0]; o.Records {
				o.Count = mostRecords
			}
		}
		if o.Cells != nil {
			o.Cells = map[int64]harness.Cell{}
		}
		m.Objects[p.Name] = o
		if before.Kind == harness.Counted && !isTaken(m, before.With) {
			delete(m.Most, before.With)
		}
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
	}
}

// among makes pointers to anything lead to what was added, which a function may look for.
func (f *function) among(m *harness.Memory) {
	for _, o := range m.Objects {
		if o.Kind != harness.Built || o.Build.Adder == nil {
			continue
		}
		for _, q := range o.Build.Adder.Parameters[1:] {
			for _, p := range f.entry.Parameters {
				if p.Of.Class == c.Pointer && q.Of.Class == c.Pointer && p.Of.Elem.Class == c.Void &&
					q.Of.Elem.Class == c.Void {
					m.Objects[p.Name] = harness.Object{Kind: harness.Same, With: o.Build.Added() + q.Name}
				}
			}
		}
	}
}

// leadsTo reports whether a type is so many pointers to a structure.
func leadsTo(t *c.Type, pointers int, r *c.Record) bool {
	for ; pointers > 0; pointers-- {
		if t.Class != c.Pointer {
			return false
		}
		t = t.Elem
	}
	return t.Record == r
}

// simple reports whether a function needs no structure, and no pointers to pointers, but at one parameter.
func simple(e *c.Entry, but int) bool {
	return !e.Variadic && !slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool {
		return p.Name != e.Parameters[max(but, 0)].Name && isMade(p.Of)
	})
}

// isMade reports whether a type is a structure, or leads to one or to a pointer, so that the program has to make it.
func isMade(t *c.Type) bool {
	return t.Record != nil || t.Class == c.Pointer && (t.Elem.Record != nil && t.Elem.Size > 0 ||
		t.Elem.Class == c.Pointer)
}

// build returns how the file makes the structure to which a parameter points: by the function with the fewest
// parameters of which none needs another structure, best by one that makes a whole, as its name says; nil if there is
// none. What a static function makes, others of its file may complete before they hand it out. One that returns another
// structure makes that.
func (f *function) build(to c.EntryParameter, prefix string) *harness.Build {
	var best *harness.Build
	r := to.Of.Elem.Record
	is := func(t *c.Type, pointers int) bool { return leadsTo(t, pointers, r) }
	worse := func(e, than *c.Entry) bool {
		if is := whole.MatchString(e.Name); is != whole.MatchString(than.Name) {
			return !is
		}
		return len(than.Parameters) <= len(e.Parameters)
	}
	kinds, completed := 0, false
	for _, e := range f.unit.makers {
		if e.Name == f.entry.Name || e.Static && !isHeader(e.Where.File) {
			continue
		}
		at := -2
		if is(e.Result, 1) || f.handsOut(e, to) {
			at = -1
		}
		if e.Result.Class == c.Struct || e.Result.Class == c.Pointer && e.Result.Elem.Record != nil && at < -1 {
			continue
		}
		for i, p := range e.Parameters {
			if at < -1 && (is(p.Of, 1) && !p.Of.Elem.Const && p.Of.Elem.Size > 0 || is(p.Of, 2)) {
				at = i
			}
		}
		if at >= -1 {
			kinds++
		}
		completed = completed || at == 0
		if at < -1 || len(e.Parameters) > 0 && !simple(e, at) || best != nil && worse(e, best.Maker) {
			continue
		}
		best = &harness.Build{Maker: e, At: at, Prefix: prefix, Times: additions}
		if f.few {
			best.Times = fewAdditions
		}
	}
	if best == nil {
		return nil
	}
	best.Makers, best.Part = kinds, completed && best.At < 0
	for _, e := range f.unit.adders {
		if e.Name == f.entry.Name || !is(e.Parameters[0].Of, 1) || !simple(e, 0) {
			continue
		}
		if best.Adder == nil || better(e, best.Adder) {
			best.Adder = e
		}
	}
	return best
}

// handsOut reports whether a function returns a structure as a pointer to anything, as its text says: it says the name
// of the type to which a parameter points, and asks for memory.
func (f *function) handsOut(e *c.Entry, to c.EntryParameter) bool {
	if e.Result.Class != c.Pointer || e.Result.Elem.Class != c.Void || f.setters == nil {
		return false
	}
	text := f.setters.textOf(absolute(e.Where.File), e.Name)
	return allocates.Match(text) && slices.ContainsFunc(append(word.FindAllString(to.Type, -1), to.Of.Elem.Record.Tag),
		func(name string) bool {
			return name != "struct" && name != "const" && name != "" &&
				regexp.MustCompile(`\b`+name+`\s*(\*|\))`).Match(text)
		})
}

// allocates matches what a text says that asks for memory.
var allocates = regexp.MustCompile(`(?i)alloc\w*\s*\(`)

// better reports whether a function adds in a simpler way than another.
func better(e, than *c.Entry) bool {
	if len(e.Parameters) != len(than.Parameters) {
		return len(e.Parameters) < len(than.Parameters)
	}
	return len(e.Name) < len(than.Name) && !strings.Contains(e.Name, "first")
}

// alters returns how a function gets a structure that it may change; ok is false if it does not, or needs more that
// only functions of the program make.
func alters(e *c.Entry, r *c.Record) (call harness.Call, ok bool) {
	at := slices.IndexFunc(e.Parameters, func(p c.EntryParameter) bool {
		return leadsTo(p.Of, 1, r) && !p.Of.Elem.Const
	})
	if at < 0 || !simple(e, at) {
		return call, false
	}
	return harness.Call{Entry: e, At: at}, true
}

// takes reports whether a function gets something for a structure.
func takes(e *c.Entry, r *c.Record) bool {
	return slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool {
		return p.Of.Class == c.Pointer && p.Of.Elem.Class != c.Function && !leadsTo(p.Of, 1, r) ||
			p.Of.Class == c.Integer || p.Of.Class == c.Float
	})
}

// trusts reports whether another function takes a number as it is, and looks at nothing: as one does that says how much
// somebody has written into a buffer. Which number that may be, its callers know.
func (f *function) trusts(e *c.Entry) bool {
	if e.Name == f.entry.Name || f.setters == nil ||
		!slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool { return p.Of.Class == c.Integer }) {
		return false
	}
	_, body, ok := strings.Cut(string(f.setters.textOf(absolute(e.Where.File), e.Name)), "{")
	return ok && !looks.MatchString(body)
}

// looks matches what a function in C says that looks at something, or calls another one.
var looks = regexp.MustCompile(`\b(if|for|while|do|switch)\b|[?(]|&&|\|\|`)

// changing returns how an object is made to which a parameter points: by calls of the function itself and of others,
// so many at most. The first other one gets something for the object, unless the function does so itself and there is
// one that takes something out.
func (f *function) changing(p c.EntryParameter, b *harness.Build, times int) *harness.Build {
	functions, runs := mostChanging, times == longerRun
	if runs {
		functions = mostTrying
	}
	with := *b
	with.Adder, with.Times, with.Calls = nil, times, nil
	r := p.Of.Elem.Record
	add := func(e *c.Entry) {
		if call, ok := alters(e, r); ok && !f.trusts(e) && len(with.Calls) < functions &&
			!slices.ContainsFunc(with.Calls, func(other harness.Call) bool { return other.Name == e.Name }) {
			with.Calls = append(with.Calls, call)
		}
	}
	any := func(is func(e *c.Entry) bool, most int) {
		for _, e := range f.unit.changers {
			if before := len(with.Calls); most > 0 && e.Name != f.entry.Name && is(e) {
				add(e)
				most -= len(with.Calls) - before
			}
		}
	}
	gets := func(e *c.Entry) bool { // a search has less to spare than runs
		return takes(e, r) && !takesOut(e) && (runs || feeders.MatchString(e.Name))
	}
	if !endsIt(f.entry) && (takes(f.entry, r) || takesOut(f.entry)) {
		add(f.entry)
	}
	if len(with.Calls) == 0 || !feeders.MatchString(f.entry.Name) {
		if b.Adder != nil {
			add(b.Adder)
		} else {
			any(gets, 1)
		}
	}
	if runs {
		any(takesOut, 1)
		if f.ends(r) || !initial.MatchString(b.Maker.Name) { // otherwise what clears an object is what ends it
			any(func(e *c.Entry) bool { return clearers.MatchString(e.Name) }, 1)
		}
	}
	any(takesOut, functions)
	any(gets, functions)
	return &with
}

// initial matches names of functions that make an object in memory that is there, as init does; clear may be its end.
var initial = regexp.MustCompile(`(?i)init`)

// ends reports whether a function of the file ends what has a type, as its name says.
func (f *function) ends(r *c.Record) bool {
	return slices.ContainsFunc(f.unit.entries, func(e *c.Entry) bool {
		return endsIt(e) && len(e.Parameters) > 0 && leadsTo(e.Parameters[0].Of, 1, r)
	})
}

// feeds returns 0 for a function that gets something for an object, as its name says, and 1 for others.
func feeds(e *c.Entry) int {
	if feeders.MatchString(e.Name) {
		return 0
	}
	return 1
}
