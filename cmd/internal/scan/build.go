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

// adders matches names of functions that add something to an object.
var adders = regexp.MustCompile(`(?i)(^|_)(add|push|append|enqueue|insert|put)(_last|_back|_tail)?$|(Add|Push|Append|Enqueue|Insert|Put)$`)

// How often something is added at most.
const (
	additions    = 9
	fewAdditions = 2 // where there is little work for each function, so that what it does with one element is seen
)

// built returns the memory that a function gets if functions of its file make the structures to which its parameters
// point; nil if none does. In which state those of a static function are, its callers know.
func (f *function) built() *harness.Memory {
	if f.entry.Static {
		return nil
	}
	m := start(f.entry, f.sizes)
	made := false
	for _, p := range f.entry.Parameters {
		if o := m.Objects[p.Name]; p.Of.Class != c.Pointer || o.Kind != harness.Elements || p.Of.Elem.Record == nil ||
			p.Of.Elem.Class != c.Struct {
			continue
		}
		b := f.build(p.Of.Elem.Record, "vouch_"+p.Name+"_")
		if b == nil {
			continue
		}
		made = true
		m.Objects[p.Name] = harness.Object{Kind: harness.Built, Build: b}
		for _, e := range []*c.Entry{b.Maker, b.Adder} {
			if e == nil {
				continue
			}
			prefix := b.Prefix
			if e == b.Adder {
				prefix = b.Added()
			}
			for i, q := range e.Parameters {
				if q.Of.Class == c.Pointer && !(e == b.Maker && i == b.At) && !(e == b.Adder && i == 0) {
					o := object(q.Of, q.Name)
					o.Null = false
					m.Objects[prefix+q.Name] = o
				}
			}
		}
	}
	if !made {
		return nil
	}
	f.among(m)
	return m
}

// makers returns the functions of the file that make structures for the function.
func (f *function) makers() (list []*c.Entry) {
	m := f.built()
	if m == nil {
		return nil
	}
	for _, o := range m.Objects {
		if o.Kind != harness.Built {
			continue
		}
		if list = append(list, o.Build.Maker); o.Build.Adder != nil {
			list = append(list, o.Build.Adder)
		}
	}
	return list
}

// tabled returns the function and those that make objects for it, as linked files call them.
func (f *function) tabled() []string {
	names := []string{f.entry.Name}
	for _, e := range f.makers() {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return harness.NewTable(0, names).Called()
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

// build returns how the file makes a structure: by the function with the fewest parameters of which none needs another
// structure; nil if there is none. What a static function makes, others of its file may complete before they hand it
// out.
func (f *function) build(r *c.Record, prefix string) *harness.Build {
	var best *harness.Build
	is := func(t *c.Type, pointers int) bool {
		for ; pointers > 0; pointers-- {
			if t.Class != c.Pointer {
				return false
			}
			t = t.Elem
		}
		return t.Record == r
	}
	simple := func(e *c.Entry, but int) bool {
		return !e.Variadic && !slices.ContainsFunc(e.Parameters, func(p c.EntryParameter) bool {
			return p.Name != e.Parameters[max(but, 0)].Name &&
				(p.Of.Record != nil || p.Of.Class == c.Pointer && p.Of.Elem.Record != nil && p.Of.Elem.Size > 0 ||
					p.Of.Class == c.Pointer && p.Of.Elem.Class == c.Pointer)
		})
	}
	kinds := 0
	for _, e := range f.unit.makers {
		if e.Name == f.entry.Name || e.Static && !isHeader(e.Where.File) {
			continue
		}
		at := -2
		if is(e.Result, 1) {
			at = -1
		}
		for i, p := range e.Parameters {
			if at < -1 && (is(p.Of, 1) && !p.Of.Elem.Const || is(p.Of, 2)) {
				at = i
			}
		}
		if at >= -1 {
			kinds++
		}
		if at < -1 || len(e.Parameters) > 0 && !simple(e, at) || best != nil &&
			len(best.Maker.Parameters) <= len(e.Parameters) {
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
	best.Makers = kinds
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

// better reports whether a function adds in a simpler way than another.
func better(e, than *c.Entry) bool {
	if len(e.Parameters) != len(than.Parameters) {
		return len(e.Parameters) < len(than.Parameters)
	}
	return len(e.Name) < len(than.Name) && !strings.Contains(e.Name, "first")
}
