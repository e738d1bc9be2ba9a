package scan

import (
	"context"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines what becomes of a fault that rests on a guess about how long something is. C does not say which number is the length of what. So a fault on an object
// counts only if the function has one on it for each number that may be the length, and also if none is.

// guessed looks at a function with the memory that conventions ask for. Where another guess about the length of an object avoids the faults on it, it takes that one.
func (f *function) guessed(ctx context.Context, name string, o Options) *explored {
	x := f.explore(ctx, name, start(f.entry), o)
	tried := map[string]bool{}
	for {
		on := x.questioned(tried)
		if on == "" {
			return x
		}
		tried[on] = true
		for _, m := range f.others(x.made.Memory, on) {
			y := f.explore(ctx, name, m, o)
			if y.program != nil && y.late == nil && y.refused == nil && !y.asksFor(on) {
				x = y
				break
			}
		}
	}
}

// questioned returns the object of a manifest fault, but for those of which other guesses were tried; "" if there is none.
func (x *explored) questioned(tried map[string]bool) string {
	for _, g := range x.manifest(true) {
		if g.on != "" && !tried[g.on] {
			return g.on
		}
	}
	return ""
}

// asksFor reports whether there is a fault on an object, or a path on which it would have to be larger.
func (x *explored) asksFor(object string) bool {
	for _, g := range x.faults {
		if g.on == object {
			return true
		}
	}
	return x.short[object]
}

// others returns the memories that are like m, with another guess about the length of the object to which a parameter points; none if nothing was guessed.
func (f *function) others(m *harness.Memory, parameter string) (all []*harness.Memory) {
	guess := m.Objects[parameter]
	for _, p := range f.entry.Parameters {
		if p.Name != parameter || p.Of.Class != c.Pointer || guess.Own || guess.Kind != harness.Counted && guess.Kind != harness.Text {
			continue
		}
		if guess.Kind == harness.Counted {
			all = append(all, with(m, parameter, object(p.Of, p.Name)))
		}
		for _, n := range f.entry.Parameters {
			if isLength(p, n) && n.Name != guess.With {
				all = append(all, with(m, parameter, counted(p, n.Name)))
			}
		}
	}
	return all
}

// with returns a memory that is like m, but for the object to which a parameter points.
func with(m *harness.Memory, parameter string, o harness.Object) *harness.Memory {
	m = m.Clone()
	m.Objects[parameter], m.Most = o, map[string]int64{}
	for _, o := range m.Objects {
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
	}
	return m
}
