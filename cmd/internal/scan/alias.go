package scan

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines how a function is tried with two pointers to one object: a parameter leads to what another
// parameter, or a member behind one, leads to. Who passes an object twice is not to blame if the function frees it
// behind one pointer, on the way to what it keeps, and uses it by the other. All pairs are tried where this is asked
// for. Otherwise a member is tried that the function may free, as its code says, if a header names it: so callers can
// have it.

// mostAliases is how many pairs of pointers are tried.
const mostAliases = 8

// aliased looks at a function with each pair of pointers that may lead to one object, given what is known of the memory
// that it needs. It returns x if that shows nothing.
func (f *function) aliased(ctx context.Context, name string, o Options, x *explored) *explored {
	f.asked = f.asked || len(f.frees) > 0 // which headers have the member
	for _, m := range f.aliases(x.made, o.Alias) {
		o.work = newWork(o.each)
		if !o.Alias {
			o.work = newWork(o.builtWork(2)) // two pointers lead to an object
		}
		y := f.explore(ctx, name, m, o)
		if y.refused == nil && slices.ContainsFunc(y.manifest(true), func(g fault) bool {
			return usesFreed(y.made, g.Fault, g.on)
		}) {
			return y
		}
		if ctx.Err() != nil {
			break
		}
	}
	return x
}

// aliases returns memories like that of a harness, in each of which a parameter leads to what another pointer leads to.
// They have one type, and none may be restrict. If all is false, the other pointer is a public member that the function
// may free.
func (f *function) aliases(made *harness.Made, all bool) (list []*harness.Memory) {
	if !all && (f.inside || len(f.frees) == 0) {
		return nil
	}
	head, _, _ := bytes.Cut(texts([]*function{f})[f], []byte("{"))
	if bytes.Contains(head, []byte("restrict")) {
		return nil
	}
	objects := made.Memory.Objects
	simple := func(path string) bool {
		return objects[path].Kind == harness.Text || objects[path].Kind == harness.Elements &&
			objects[path].Cells == nil
	}
	paths := slices.Sorted(maps.Keys(objects))
	for _, p := range f.entry.Parameters {
		if p.Of.Class != c.Pointer || !simple(p.Name) {
			continue
		}
		for _, q := range paths {
			elem := made.Elem(q)
			if q == p.Name || strings.HasPrefix(q, p.Name+"[") || !simple(q) || elem == nil ||
				!alike(p.Of.Elem, elem) || !all && !(slices.Contains(f.frees, q) && f.public(q)) {
				continue
			}
			if m := along(made.Memory, q, simple); m != nil && len(list) < mostAliases {
				m.Objects[p.Name] = harness.Object{Kind: harness.Same, With: q, Alias: true}
				list = append(list, m)
			}
		}
	}
	return list
}

// public reports whether a header of the project names the member of a structure that is the last one on a way.
func (f *function) public(path string) bool {
	member := path[strings.LastIndexByte(path, '.')+1:]
	return slices.ContainsFunc(f.unit.read, func(file string) bool {
		if !isHeader(file) {
			return false
		}
		said := f.files.said.of(file)
		if said == nil {
			return false
		}
		at, _ := said.where(member)
		return len(at) > 0
	})
}

// along returns the memory with pointers that are not null on the way to an object, the last one among them; nil if
// there is something else on the way.
func along(memory *harness.Memory, path string, simple func(string) bool) *harness.Memory {
	m := memory.Clone()
	for at := path; ; {
		o := m.Objects[at]
		o.Null = false
		m.Objects[at] = o
		i := strings.LastIndex(at, "[")
		if i < 0 {
			return m
		}
		if at = at[:i]; !simple(at) {
			return nil
		}
	}
}

// alike reports whether two types are the same but for their qualifiers.
func alike(s, t *c.Type) bool {
	plain := func(t *c.Type) string {
		q := *t
		q.Const, q.Volatile = false, false
		return q.String()
	}
	return s.Size == t.Size && s.Size > 0 && s.Record == t.Record && plain(s) == plain(t)
}
