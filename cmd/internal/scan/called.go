package scan

import (
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines which functions harnesses of a function call beside it.

// makers returns the functions of the file that make structures for the function, or are called with these, or before
// anything is made.
func (f *function) makers() (list []*c.Entry) {
	add := func(e *c.Entry) {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	if b := f.module(); b != nil && !f.few {
		if b.Maker != nil {
			add(b.Maker)
		}
		for _, call := range b.Calls {
			add(call.Entry)
		}
	}
	m := f.builtFrom(nil)
	if m == nil {
		return list
	}
	for name, o := range m.Objects {
		if o.Kind != harness.Built {
			continue
		}
		if add(o.Build.Maker); o.Build.Adder != nil {
			add(o.Build.Adder)
		}
		if f.few { // nothing else is called then
			continue
		}
		for _, call := range f.changing(named(f.entry, name), o.Build, longRun).Calls {
			add(call.Entry)
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
