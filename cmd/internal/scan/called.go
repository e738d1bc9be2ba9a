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
	var builds []*harness.Build
	if b := f.module(); b != nil && !f.few {
		builds = append(builds, b)
	}
	if m := f.builtFrom(nil); m != nil {
		for name, o := range m.Objects {
			if o.Kind != harness.Built {
				continue
			}
			if builds = append(builds, o.Build); !f.few { // else nothing is called in between
				builds = append(builds, f.changing(named(f.entry, name), o.Build, longerRun))
			}
		}
	}
	for _, b := range builds {
		for _, e := range b.Entries() {
			if !slices.Contains(list, e) {
				list = append(list, e)
			}
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
