package load

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file links programs that have all but one file in common: that file is lowered by itself, and what it calls is
// taken from a program that was lowered before. It is for those who explore. A certificate is of a program that was
// read as a whole.

// Base is a program without its main, with which files are linked that have one.
type Base struct {
	program   *Program
	functions map[string]map[string]int // by the file of a table and the name there: their indices
	main      int                       // the index of the function that a linked main replaces
	library   map[symbol]int            // the indices of the functions of the library
	prefixed  map[string]int            // the same, by the names by which linked files call them
	objects   map[symbol]int
	own       map[string]bool // the names of functions that are none of the library
	calls     [][]int         // by function: the functions that its code names
	uses      [][]int         // the objects
	size      int             // number of instructions
}

// symbol tells functions of the library from others of their names, and objects.
type symbol struct {
	name, file string
	place      source.Span // in that file
}

// errUnlinked says that a file does not fit a base. Then the program has to be read as a whole.
var errUnlinked = errors.New("the file does not fit what was lowered before")

// Table is an array of pointers to functions in a base.
type Table struct {
	File      string // that has it
	Name      string
	Functions []string // by the names that they have in the file, in the order of the array
}

// Base returns p as a base. Its first file has a main that does nothing. Files that are linked to it may call the
// functions of the library that p has by their names with a prefix. The error says that p does not have these tables.
func (p *Program) Base(prefix string, tables []Table) (*Base, error) {
	b := &Base{program: p, functions: map[string]map[string]int{}, main: -1, library: map[symbol]int{},
		prefixed: map[string]int{}, objects: map[symbol]int{}, own: map[string]bool{}}
	for i, f := range p.Core.Funcs {
		b.size += len(f.Code)
		r := &references{}
		for k := range f.Code {
			r.instr(&f.Code[k])
		}
		b.calls, b.uses = append(b.calls, r.functions), append(b.uses, r.objects)
		switch {
		case f.Library:
			b.library[p.symbol(f.Name, f.Span)], b.prefixed[prefix+f.Name] = i, i
		case f.Name == "main":
			b.main = i
		default:
			b.own[f.Name] = true
		}
	}
	for i, g := range p.Core.Globals {
		b.objects[p.symbol(g.Name, g.Span)] = i
		k := slices.IndexFunc(tables, func(t Table) bool { return t.Name == g.Name })
		if k < 0 {
			continue
		}
		t := tables[k]
		if len(g.Init) != len(t.Functions) {
			return nil, errUnlinked
		}
		b.functions[t.File] = map[string]int{}
		for i, in := range g.Init {
			if in.Value == nil || in.Value.Op != core.Function {
				return nil, errUnlinked
			}
			b.functions[t.File][t.Functions[i]] = in.Value.Ref
		}
	}
	if b.main < 0 || len(b.functions) != len(tables) {
		return nil, errUnlinked
	}
	return b, nil
}

// Function returns the program of the base, and the function that has a name in the table of a file, as linked files
// call it; nil if there is none.
func (b *Base) Function(table, name string) (*core.Program, *core.Func) {
	i, ok := b.functions[table][name]
	if !ok {
		return nil, nil
	}
	return b.program.Core, b.program.Core.Funcs[i]
}

// Size returns the number of instructions of the program.
func (b *Base) Size() int { return b.size }

func (p *Program) symbol(name string, at source.Span) symbol {
	name, _, _ = strings.Cut(name, "~")
	s := symbol{name: name, place: at}
	if i := max(int(at.File), 0); i < len(p.Core.Sources) {
		s.file = p.Core.Sources[i]
	}
	s.place.File = 0
	return s
}

// Link returns the program of the base with the main of a file, whose text stands in for the first file of the base.
// The options are those of the base. The file calls functions in the table of one of the files of the base, and those
// of the library.
func (b *Base) Link(ctx context.Context, options map[string]string, table, name string, text []byte) (*Program, error) {
	own, err := b.lowered(ctx, options, name, text)
	if err != nil {
		return nil, err
	}
	return b.linked(&linker{Base: b, table: b.functions[table], own: own}, name, text)
}

// Together is files with a main each that were lowered as one text.
type Together struct{ own *Program }

// Section says which of such files is meant.
type Section struct {
	Main   string // the name of its main in the text
	Prefix string // begins the names of its other functions there
	Own    string // begins them in the file
	Lines  int    // how many lines of the text stand in front of the file
}

// Together lowers a text that consists of files to link.
func (b *Base) Together(ctx context.Context, options map[string]string, name string, text []byte) (*Together, error) {
	own, err := b.lowered(ctx, options, name, text)
	if err != nil {
		return nil, err
	}
	return &Together{own}, nil
}

// LinkSection is Link for a file that was lowered with others. The text is that of the file by itself.
func (b *Base) LinkSection(t *Together, part Section, table, name string, text []byte) (*Program, error) {
	own := *t.own
	k := &linker{Base: b, table: b.functions[table], own: &own, part: &part}
	if own.Core = part.of(own.Core); own.Core == nil || !part.named(own.Core) {
		return nil, errUnlinked
	}
	return b.linked(k, name, text)
}

// of returns the functions and objects of one of the files, without the others; nil if there is no such file.
func (part Section) of(p *core.Program) *core.Program {
	main := slices.IndexFunc(p.Funcs, func(f *core.Func) bool { return f.Name == part.Main })
	if main < 0 {
		return nil
	}
	used, objects := make([]bool, len(p.Funcs)), make([]bool, len(p.Globals))
	todo := []int{main}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; used[f] {
			continue
		}
		used[f] = true
		r := &references{}
		for i := range p.Funcs[f].Code {
			r.instr(&p.Funcs[f].Code[i])
		}
		for n := 0; n < len(r.objects); n++ {
			if g := r.objects[n]; !objects[g] {
				objects[g] = true
				for i := range p.Globals[g].Init {
					r.expr(p.Globals[g].Init[i].Value)
				}
			}
		}
		todo = append(todo, r.functions...)
	}
	one := *p
	one.Funcs, one.Globals = slices.Clone(p.Funcs), slices.Clone(p.Globals)
	for i := range one.Funcs {
		if !used[i] && i != p.Entry {
			one.Funcs[i] = nil
		}
	}
	for i := range one.Globals {
		if !objects[i] {
			one.Globals[i] = nil
		}
	}
	return &one
}

// named gives the inputs of a file the names that they have if it is lowered by itself: another file may have an input
// of that name with another range. It returns false if the file itself may have such inputs, or if others have a
// function or an object of a name that it has, too.
func (part Section) named(p *core.Program) bool {
	first := map[string]*core.Instr{} // with an input, by its name
	for i, f := range p.Funcs {
		if f == nil || i == p.Entry {
			continue
		}
		if !f.Library && strings.Contains(f.Name, "~") {
			return false
		}
		var renamed *core.Func
		for k := range f.Code {
			in := &f.Code[k]
			if in.Op != core.Draw {
				continue
			}
			name, _, other := strings.Cut(in.Name, "~")
			if was := first[name]; was != nil && was.Name != in.Name {
				return false
			}
			if first[name] = in; !other {
				continue
			}
			if renamed == nil {
				g := *f
				g.Code = slices.Clone(f.Code)
				renamed = &g
			}
			renamed.Code[k].Name = name
		}
		if renamed != nil {
			p.Funcs[i] = renamed
		}
	}
	return !slices.ContainsFunc(p.Globals, func(g *core.Global) bool {
		return g != nil && strings.Contains(g.Name, "~")
	})
}

// lowered lowers a file that is to be linked.
func (b *Base) lowered(ctx context.Context, options map[string]string, name string, text []byte) (*Program, error) {
	options = maps.Clone(options)
	delete(options, "undefined") // what the file declares is called, not made up
	return SourcesIn(ctx, b.program.Language, options, lang.Source{Name: name, Text: text})
}

// linked links a file with a text.
func (b *Base) linked(k *linker, name string, text []byte) (*Program, error) {
	base, l := b.program.Core, b.program.Language
	about := certs.Source{Name: certs.BaseName(name), Text: text}
	k.out = &core.Program{Entry: base.Entry, Sources: slices.Clone(base.Sources)}
	k.out.Sources[0] = about.Name
	if err := k.link(); err != nil {
		return nil, err
	}
	p := &Program{Language: l, Core: k.out, About: certs.Program{Language: l.Name, Version: l.Version,
		Options: b.program.About.Options}}
	p.About.Sources = slices.Clone(b.program.About.Sources)
	p.About.Sources[0] = about
	p.sources = slices.Clone(b.program.sources)
	p.sources[0] = lang.Source{Name: name, Text: text}
	return p, nil
}

// linker links a program to a base.
type linker struct {
	*Base
	table map[string]int
	own   *Program
	part  *Section // which part of it is linked; without the rest, which is nil; nil if it is linked as a whole
	out   *core.Program
	// What becomes of the own functions, objects and files, by their indices there.
	funcs, globals []int
	files          []int32
}

// link fills the program.
func (k *linker) link() error {
	if len(k.own.Core.Removed) > 0 {
		return errUnlinked
	}
	k.placeFiles()
	if err := k.placeFunctions(); err != nil {
		return err
	}
	k.placeObjects()
	k.take()
	for i, f := range k.own.Core.Funcs {
		switch at := k.funcs[i]; {
		case f == nil:
		case at == k.main:
			k.out.Funcs[at] = k.function(f)
		case at >= len(k.program.Core.Funcs):
			k.out.Funcs = append(k.out.Funcs, k.function(f))
		}
	}
	for i, g := range k.own.Core.Globals {
		if g != nil && k.globals[i] >= len(k.program.Core.Globals) {
			k.out.Globals = append(k.out.Globals, k.object(g))
		}
	}
	return nil
}

// placeFiles finds the place of each own file in the program.
func (k *linker) placeFiles() {
	for i, name := range k.own.Core.Sources {
		at := slices.Index(k.program.Core.Sources[1:], name) + 1
		if at == 0 && i > 0 {
			at = len(k.out.Sources)
			k.out.Sources = append(k.out.Sources, name)
		}
		k.files = append(k.files, int32(at))
	}
	k.files[0] = 0
}

// placeFunctions finds the place of each own function: that of the function of the base that it is, or a new one.
func (k *linker) placeFunctions() error {
	base := k.program.Core
	next := len(base.Funcs)
	main := "main"
	if k.part != nil {
		main = k.part.Main
	}
	for i, f := range k.own.Core.Funcs {
		if f == nil {
			k.funcs = append(k.funcs, -1)
			continue
		}
		at, known := k.table[f.Name]
		if !known {
			at, known = k.prefixed[f.Name]
		}
		switch {
		case f.Name == main && !c.IsRefused(f):
			at = k.main
		case i == k.own.Core.Entry:
			at = base.Entry
		case known:
			if !fits(f, base.Funcs[at]) {
				return errUnlinked
			}
		case c.IsRefused(f), f.Library && (f.Span.File <= 0 || k.Base.own[f.Name]):
			// it is declared and not in the table, or the base has another one
			return errUnlinked
		default:
			if at, known = k.library[k.own.symbol(f.Name, f.Span)]; !f.Library || !known {
				at = next
				next++
			}
		}
		k.funcs = append(k.funcs, at)
	}
	return nil
}

// placeObjects finds the place of each own object: that of the object of the library that it is, or a new one.
func (k *linker) placeObjects() {
	next := len(k.program.Core.Globals)
	for _, g := range k.own.Core.Globals {
		if g == nil {
			k.globals = append(k.globals, -1)
			continue
		}
		at, known := k.objects[k.own.symbol(g.Name, g.Span)]
		if !known || g.Literal || g.Span.File <= 0 {
			at = next
			next++
		}
		k.globals = append(k.globals, at)
	}
}

// fits reports whether a function that is declared takes and returns what another one does.
func fits(f, as *core.Func) bool {
	if as.Signature != "" && as.Signature != f.Signature || f.Params != as.Params || f.Result != as.Result {
		return false
	}
	for i := range f.Params {
		if f.Slots[i].Type != as.Slots[i].Type {
			return false
		}
	}
	return true
}

// take takes what the main of the program leads to from the base. Something else without content takes the place of the
// rest, so that indices stay as they are.
func (k *linker) take() {
	base := k.program.Core
	k.out.Funcs, k.out.Globals = make([]*core.Func, len(base.Funcs)), make([]*core.Global, len(base.Globals))
	var todo, objects []int
	for i, at := range k.funcs {
		if at < 0 {
			continue
		}
		if at < len(base.Funcs) && at != k.main {
			todo = append(todo, at)
			continue
		}
		r := &references{}
		for j := range k.own.Core.Funcs[i].Code {
			r.instr(&k.own.Core.Funcs[i].Code[j])
		}
		for _, f := range r.functions {
			if k.funcs[f] < len(base.Funcs) {
				todo = append(todo, k.funcs[f])
			}
		}
	}
	for _, at := range k.globals {
		if at >= 0 && at < len(base.Globals) {
			objects = append(objects, at)
		}
	}
	k.walk(append(todo, base.Entry), objects, func(at int) bool {
		if k.out.Funcs[at] != nil {
			return false
		}
		k.out.Funcs[at] = base.Funcs[at]
		return true
	}, func(at int) bool {
		if k.out.Globals[at] != nil {
			return false
		}
		k.out.Globals[at] = base.Globals[at]
		return true
	})
	for i, f := range k.out.Funcs {
		if f == nil {
			k.out.Funcs[i] = unused
		}
	}
	for i, g := range k.out.Globals {
		if g == nil {
			k.out.Globals[i] = absent
		}
	}
}

// walk gives all to which functions and objects of the program lead, these among them, to function and object, but for
// the main that is replaced. They return false for what they were given before.
func (b *Base) walk(functions, objects []int, function, object func(int) bool) {
	for len(functions)+len(objects) > 0 {
		if n := len(functions) - 1; n >= 0 {
			at := functions[n]
			if functions = functions[:n]; at != b.main && function(at) {
				functions, objects = append(functions, b.calls[at]...), append(objects, b.uses[at]...)
			}
			continue
		}
		n := len(objects) - 1
		at := objects[n]
		if objects = objects[:n]; !object(at) {
			continue
		}
		r := &references{}
		for i := range b.program.Core.Globals[at].Init {
			r.expr(b.program.Core.Globals[at].Init[i].Value)
		}
		functions, objects = append(functions, r.functions...), append(objects, r.objects...)
	}
}

// Needs reports which functions and objects of the program those need that have some names in the table of a file, as
// linked files call them, by their indices; nil if the table does not have all of them.
func (b *Base) Needs(table string, names []string) (functions, objects []bool) {
	todo := []int{b.program.Core.Entry}
	for _, name := range names {
		i, ok := b.functions[table][name]
		if !ok {
			return nil, nil
		}
		todo = append(todo, i)
	}
	functions, objects = make([]bool, len(b.program.Core.Funcs)), make([]bool, len(b.program.Core.Globals))
	enter := func(list []bool) func(int) bool {
		return func(at int) bool {
			was := list[at]
			list[at] = true
			return !was
		}
	}
	b.walk(todo, nil, enter(functions), enter(objects))
	return functions, objects
}

// Program returns the program of the base.
func (b *Base) Program() *Program { return b.program }

// unused takes the place of a function that a program does not need.
var unused = &core.Func{Name: "$unused", Library: true, Code: []core.Instr{{Op: core.Unsupported, Dst: -1, Loop: -1,
	Name: "a function that was left out"}}}

// absent takes the place of an object that a program does not need.
var absent = &core.Global{Name: "$absent"}

// function returns an own function as a function of the linked program.
func (k *linker) function(f *core.Func) *core.Func {
	g := *f
	if k.part != nil && f.Name == k.part.Main {
		g.Name = "main"
	} else if k.part != nil && !f.Library {
		if name, is := strings.CutPrefix(f.Name, k.part.Prefix); is {
			g.Name = k.part.Own + name
		}
	}
	g.Span = k.span(f.Span)
	g.Code = slices.Clone(f.Code)
	for i := range g.Code {
		in := &g.Code[i]
		in.Span = k.span(in.Span)
		in.Args = slices.Clone(in.Args)
		for j, e := range in.Args {
			in.Args[j] = k.expr(e)
		}
	}
	return &g
}

// object returns an own object as an object of the linked program.
func (k *linker) object(g *core.Global) *core.Global {
	h := *g
	h.Span = k.span(g.Span)
	h.Init = slices.Clone(g.Init)
	for i := range h.Init {
		h.Init[i].Value = k.expr(h.Init[i].Value)
	}
	return &h
}

func (k *linker) span(s source.Span) source.Span {
	if k.part != nil && s.File == 0 && s.IsValid() {
		s.Line -= int32(k.part.Lines)
		s.EndLine = max(s.EndLine-int32(k.part.Lines), 0)
	}
	if s.File >= 0 && int(s.File) < len(k.files) {
		s.File = k.files[s.File]
	}
	return s
}

func (k *linker) expr(e *core.Expr) *core.Expr {
	if e == nil {
		return nil
	}
	f := *e
	f.X, f.Y, f.Span = k.expr(e.X), k.expr(e.Y), k.span(e.Span)
	switch e.Op {
	case core.Function:
		f.Ref = k.funcs[e.Ref]
	case core.Address:
		f.Ref = k.globals[e.Ref]
	}
	return &f
}

// references are the functions and the objects that code names.
type references struct{ functions, objects []int }

func (r *references) instr(in *core.Instr) {
	for _, e := range in.Args {
		r.expr(e)
	}
}

func (r *references) expr(e *core.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case core.Function:
		r.functions = append(r.functions, e.Ref)
	case core.Address:
		r.objects = append(r.objects, e.Ref)
	}
	r.expr(e.X)
	r.expr(e.Y)
}
