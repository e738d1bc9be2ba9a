package scan

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/harness"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how the rounds of a function read their harnesses: the files of a project are lowered once, and
// each harness by itself, which is linked to them. What is told is certified for the program that was read as a whole,
// so nothing rests on this but time.

// How much is lowered together, and kept.
const (
	mostTogether = 1 << 10 // functions
	mostKept     = 1 << 19 // instructions, of all bases
)

// group is functions of files that are lowered together.
type group struct {
	head      *Source // a harness in its place begins the program, with the other files as others
	functions []*function
	kept      *bases

	mu     sync.Mutex
	base   *load.Base // nil if it is not there, or no more
	folder string     // of the harnesses for which it is
	apart  bool       // whether the functions cannot be lowered together
	parts  map[*Source]*group
	halves []*group
	left   map[tableName]bool // the functions that no table may have
	known  *sums              // of the base; nil if nobody asked
}

// tableName is the name of a function in the table of a file.
type tableName struct{ file, name string }

// bases are the groups of which a base is kept, the one that was used last at the end.
type bases struct {
	mu   sync.Mutex
	list []*group
	size []int // of their bases

	tries   int   // how often something was lowered
	dearest int64 // what the dearest attempt took, in units of work
	vain    int64 // what those took that failed
	alone   int64 // what it took to read harnesses as a whole since nothing is tried any more
}

// How much work there is for what cannot be lowered together, in times of the dearest attempt, which is at most one to
// lower the whole project.
const (
	mostVain  = 16 // of attempts that fail; each makes two more at most, which may not
	mostAlone = 16 // of harnesses that are read as a whole instead
)

// errApart says that a function was not looked at because its file cannot be lowered with others.
var errApart = errors.New(
	"the files cannot be lowered together, and the limit of work on functions by themselves was reached")

// tried notes what an attempt took.
func (k *bases) tried(units int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.tries++
	k.dearest = max(k.dearest, units)
	if !ok {
		k.vain += units
	}
}

// gaveUp reports whether attempts took too much.
func (k *bases) gaveUp() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.vain > mostVain*k.dearest
}

// grouped divides functions into groups, and makes them read their harnesses fast. The files that are linked to a file
// are in its group, but for those with a main of their own, and those that are linked to no others.
func grouped(all []*function) (fellows []*fellow) {
	named, others := map[string]*Source{}, map[*Source][]string{}
	var heads []*Source
	for _, f := range all {
		if u := f.unit; others[u] == nil {
			_, files, err := u.Linked("harness.c")
			if err != nil {
				continue
			}
			named[filepath.Clean(u.File)], others[u] = u, f.files.linked(u.File, files)[0]
			heads = append(heads, u)
		}
	}
	slices.SortStableFunc(heads, func(a, b *Source) int { return len(others[b]) - len(others[a]) })
	head := map[*Source]*Source{}
	for _, u := range heads {
		if head[u] != nil {
			continue
		}
		head[u] = u
		if all[0].files.broken[filepath.Clean(u.File)] {
			continue
		}
		for _, name := range others[u][1:] {
			if v := named[filepath.Clean(name)]; v != nil && head[v] == nil && v.Include == "" &&
				!all[0].files.mains[filepath.Clean(name)] && !all[0].files.apart(name) {
				head[v] = u
			}
		}
	}
	kept, last, begin := &bases{}, map[*Source]*group{}, map[*Source]*beginners{}
	for _, f := range all {
		h := head[f.unit]
		if h == nil {
			continue
		}
		if last[h] == nil || len(last[h].functions) == mostTogether {
			last[h] = &group{head: h, kept: kept}
		}
		last[h].functions = append(last[h].functions, f)
		if begin[f.unit] == nil {
			begin[f.unit] = &beginners{}
		}
		m := &fellow{f, last[h], begin[f.unit]}
		m.begin.left = append(m.begin.left, f)
		f.wholly = m.readWholly
		f.fast, f.code, f.part, f.calls = m.linked, m.code, m.part, m.calls
		f.ready = func(ctx context.Context, name string) {
			m.base(ctx, filepath.Dir(name))
		}
		f.together = func(ctx context.Context, name string) {
			m.begin.lower(ctx, m.base(ctx, filepath.Dir(name)), f, name)
		}
		fellows = append(fellows, m)
	}
	return fellows
}

// fellow is a function in a group.
type fellow struct {
	*function
	group *group
	begin *beginners // of its file
}

// linked is function.fast.
func (f *fellow) linked(ctx context.Context, name string, h *harness.Function, made *harness.Made) (p *load.Program,
	c load.C, files []string, ok bool) {
	text := h.Alone(made)
	if text == nil {
		return nil, c, nil, false
	}
	c, files, err := f.unit.Linked(name)
	if err != nil {
		return nil, c, nil, false
	}
	b := f.base(ctx, filepath.Dir(name))
	if b == nil {
		return nil, c, nil, false
	}
	if p = f.begin.linked(b, f.function, name, made, text); p == nil {
		if p, err = b.Link(ctx, c.Options, f.unit.File, name, text); err != nil {
			return nil, c, nil, false
		}
	}
	c = c.WithText(name, made.Text)
	return p, c, files, true
}

// readWholly is function.wholly.
func (f *fellow) readWholly(ctx context.Context, name string, read func(context.Context) error) error {
	k := f.group.kept
	if f.base(ctx, filepath.Dir(name)) != nil || !k.gaveUp() {
		return read(ctx)
	}
	k.mu.Lock()
	enough := k.alone > mostAlone*k.dearest
	k.mu.Unlock()
	if enough {
		return errApart
	}
	var spent load.Spent
	err := read(load.Counting(ctx, &spent))
	k.mu.Lock()
	k.alone += spent.Units()
	k.mu.Unlock()
	return err
}

// code is function.code.
func (f *fellow) code(ctx context.Context, folder string) (*core.Program, *core.Func) {
	b := f.base(ctx, folder)
	if b == nil {
		return nil, nil
	}
	return b.Function(f.unit.File, harness.NewTable(0, []string{f.entry.Name}).Called()[0])
}

// part is function.part.
func (f *fellow) part(ctx context.Context, folder string, lower bool) string {
	if f.entry.Name == "main" || f.typed(ctx) != nil || f.entry.Refused != nil {
		return ""
	}
	b := f.group.present(folder)
	if b == nil && lower {
		b = f.base(ctx, folder)
	}
	if b == nil {
		return ""
	}
	d := f.group.digests(b, f.setters)
	if d == nil {
		return ""
	}
	return d.part(f.function)
}

// calls is function.calls.
func (f *fellow) calls(ctx context.Context, folder string, called []string) (functions, within []string,
	foreign bool) {
	if f.entry.Name == "main" {
		return nil, nil, false
	}
	b := f.base(ctx, folder)
	if b == nil {
		return nil, nil, false
	}
	needed, objects := b.Needs(f.unit.File, called)
	names, files := map[string]bool{}, map[string]bool{}
	at := func(s source.Span) {
		if file, _ := b.Program().Place(s); file != "" {
			files[file] = true
		}
	}
	for i, is := range needed {
		if g := b.Program().Core.Funcs[i]; is && !g.Library {
			names[plain(g.Name)] = true
			at(g.Span)
		}
	}
	for i, is := range objects {
		if is {
			at(b.Program().Core.Globals[i].Span)
		}
	}
	return slices.Sorted(maps.Keys(names)), slices.Sorted(maps.Keys(files)), b.Program().Foreign()
}

// base returns the base of the function for harnesses in a folder; nil if there is none. Functions that cannot be
// lowered together, and of which nobody knows why, are divided: by files, and then into halves, as long as that takes
// little.
func (f *fellow) base(ctx context.Context, folder string) *load.Base {
	for {
		b, apart := f.group.lowered(ctx, folder)
		if !apart || len(f.group.functions) == 1 || f.group.kept.gaveUp() {
			return b
		}
		f.group = f.group.part(f.function)
	}
}

// part returns the group of a function when its group is divided.
func (g *group) part(f *function) *group {
	g.mu.Lock()
	defer g.mu.Unlock()
	own := slices.DeleteFunc(slices.Clone(g.functions), func(h *function) bool { return h.unit != f.unit })
	if len(own) == len(g.functions) {
		half := (len(own) + 1) / 2
		if g.halves == nil {
			for list := range slices.Chunk(own, half) {
				g.halves = append(g.halves, &group{head: f.unit, functions: list, kept: g.kept})
			}
		}
		return g.halves[slices.Index(own, f)/half]
	}
	if g.parts == nil {
		g.parts = map[*Source]*group{}
	}
	if g.parts[f.unit] == nil {
		g.parts[f.unit] = &group{head: f.unit, functions: own, kept: g.kept}
	}
	return g.parts[f.unit]
}

// lowered returns the base of the group for harnesses in a folder; nil if there is none, and whether that is so because
// the functions cannot be lowered together.
func (g *group) lowered(ctx context.Context, folder string) (b *load.Base, apart bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.apart && (g.base == nil || g.folder != folder) {
		g.base, g.folder = nil, folder
		if !g.kept.gaveUp() {
			g.base = g.lower(ctx, folder)
		}
		g.apart = g.base == nil && ctx.Err() == nil
	}
	if g.base != nil {
		g.kept.use(g, g.base.Size())
	}
	return g.base, g.apart
}

// present returns the base of the group for harnesses in a folder, if it is there.
func (g *group) present(folder string) *load.Base {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.folder != folder {
		return nil
	}
	return g.base
}

// digests returns the digests of what the base of the group has; nil if there are none.
func (g *group) digests(b *load.Base, s *setters) *sums {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil || g.known.of != b {
		g.known = newSums(b, s)
	}
	return g.known
}

// maxLeft is how often a group is lowered again without functions that do not fit.
const maxLeft = 8

// lower lowers the functions of the group, and those that make structures for them, without those of which errors say
// that the program does not have them: as where a macro takes their place.
func (g *group) lower(ctx context.Context, folder string) *load.Base {
	g.left = map[tableName]bool{}
	said := g.functions[0].files
	for n := range maxLeft {
		if n > 0 {
			said.line.Show(g.head.File, "lowering again, without what does not fit")
		} else {
			said.line.Show(g.head.File, "lowering "+checkcmd.Count(int64(len(g.functions)), "function")+" together")
		}
		var spent load.Spent
		b, wrong := g.attempt(load.Counting(ctx, &spent), folder)
		if g.kept.tried(spent.Units(), b != nil); b != nil {
			return b
		}
		more := false
		asked := map[string]bool{}
		for _, n := range wrong {
			more = more || !g.left[n]
			g.left[n] = true
			if asked[n.file] {
				continue
			}
			asked[n.file] = true
			for name := range said.said.of(n.file).stands() { // of which each attempt may tell one
				g.left[tableName{n.file, name}] = true
			}
		}
		if !more || ctx.Err() != nil || g.kept.gaveUp() {
			return nil
		}
	}
	return nil
}

// attempt lowers the functions without those that are left. Otherwise it returns those that are wrong, if it knows.
func (g *group) attempt(ctx context.Context, folder string) (b *load.Base, wrong []tableName) {
	files := map[*Source]map[string]bool{}
	for _, f := range g.functions {
		if f.entry.Refused != nil || f.entry.Name == "main" || f.typed(ctx) != nil {
			continue
		}
		for _, e := range append(f.makers(), f.entry) {
			if g.left[tableName{f.unit.File, e.Name}] {
				continue
			}
			if files[f.unit] == nil {
				files[f.unit] = map[string]bool{}
			}
			files[f.unit][e.Name] = true
		}
	}
	head := &function{unit: g.head, common: g.functions[0].common, files: g.functions[0].files}
	file := filepath.Base(g.head.File)
	name := filepath.Join(folder, "functions_of_"+strings.TrimSuffix(file, filepath.Ext(file))+".c")
	texts := map[string][]byte{}
	var tables []load.Table
	var own harness.Table
	var others []harness.Table
	type at struct {
		file  string // that has the table
		table harness.Table
	}
	tabled := map[string]at{} // by the file of its text
	for _, u := range slices.SortedFunc(maps.Keys(files), func(a, b *Source) int {
		return strings.Compare(a.File, b.File)
	}) {
		t := harness.NewTable(len(tables), slices.Sorted(maps.Keys(files[u])))
		tables = append(tables, load.Table{File: u.File, Name: t.Name, Functions: t.Called()})
		if u == g.head {
			own, tabled[filepath.Clean(name)] = t, at{u.File, t}
			continue
		}
		text, err := head.files.said.text(u.File, u.File)
		if err != nil {
			return nil, nil
		}
		texts[filepath.Clean(u.File)] = slices.Concat(text, t.Text())
		tabled[filepath.Clean(u.File)] = at{u.File, t}
		others = append(others, t)
	}
	texts[filepath.Clean(name)] = harness.Base(head.source(name), own, others)
	p, _, _, err := head.read(ctx, name, func(c *load.C) {
		all := maps.Clone(c.Texts)
		if all == nil {
			all = map[string][]byte{}
		}
		maps.Copy(all, texts)
		c.Texts, c.Common, c.Part = all, head.common, true
	})
	var errs source.ErrorList
	if err != nil {
		errs, _ = errors.AsType[source.ErrorList](err)
	} else if b, err = p.Base(harness.Library, tables); err == nil {
		return b, nil
	} else {
		errs = p.Core.Removed
	}
	for _, e := range errs {
		if t, ok := tabled[filepath.Clean(e.File)]; ok {
			if i := t.table.At(texts[filepath.Clean(e.File)], e.Pos.Line); i >= 0 {
				wrong = append(wrong, tableName{t.file, t.table.Functions[i]})
			}
		}
	}
	return nil, wrong
}

// use notes that a base is used, and drops those that were not used for long if there are too many.
func (k *bases) use(g *group, size int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.Index(k.list, g); i >= 0 {
		k.list, k.size = slices.Delete(k.list, i, i+1), slices.Delete(k.size, i, i+1)
	}
	k.list, k.size = append(k.list, g), append(k.size, size)
	sum := 0
	for _, n := range k.size {
		sum += n
	}
	for len(k.list) > 1 && sum > mostKept {
		if old := k.list[0]; old.mu.TryLock() {
			old.base, old.known = nil, nil
			old.mu.Unlock()
		}
		sum -= k.size[0]
		k.list, k.size = k.list[1:], k.size[1:]
	}
}
