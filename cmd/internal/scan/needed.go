package scan

import (
	"context"
	"fmt"
	"slices"

	"vouch/cmd/internal/harness"
	"vouch/internal/load"
	"vouch/semantics/c"
)

// This file defines the memory that a single function needs, for those who want to call it and do not look for bugs.

// Needed is a function with a harness that makes the memory that it needs.
type Needed struct {
	Entry   *c.Entry
	File    string // the file to include for the function
	Made    *harness.Made
	Program *load.Program // of the harness
	C       load.C        // how it is made
	Files   []string      // of these files, the harness first
}

// Need returns what the function of a name needs. The harness is a file of the given name, which is not written.
func Need(ctx context.Context, o Options, files []Source, name, file string) (*Needed, error) {
	p := &Project{}
	all := slices.DeleteFunc(p.functions(ctx, o, files, nil), func(f *function) bool { return f.entry.Name != name })
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(all) == 0 && len(p.Unread) > 0:
		return nil, p.Unread[0]
	case len(all) == 0:
		return nil, fmt.Errorf("found no function %s, want one that the files define", name)
	case len(all) > 1:
		return nil, fmt.Errorf("found %d functions %s, in %s and %s, want one: name its file", len(all), name,
			all[0].entry.Where.File, all[1].entry.Where.File)
	}
	f := all[0]
	if err := choose(ctx, o.Sizes, all, true); err != nil {
		return nil, err
	}
	x := f.explore(ctx, file, start(f.entry, f.sizes), o)
	if memory := f.built(); memory != nil && x.refused == nil && (len(x.faults) > 0 || x.why() != "") {
		if y := f.explore(ctx, file, memory, o); y.refused == nil && y.program != nil && len(y.faults) < len(x.faults) {
			x = y
		}
	}
	if memory := x.made; memory != nil && len(x.manifest(true)) > 0 { // a fault ended the rounds while texts were short
		longer := memory.Memory.Clone()
		if longer.Resize(sizes[1]) {
			if y := f.sized(ctx, file, longer, o); y.refused == nil && y.program != nil {
				x = y
			}
		}
	}
	switch {
	case x.refused != nil:
		return nil, x.refused
	case x.program == nil:
		return nil, x.late
	}
	var err error
	if x.program, x.c, x.files, err = f.open(ctx, file, x.made); err != nil {
		return nil, err
	}
	n := &Needed{Entry: f.entry, File: f.unit.File, Made: x.made, Program: x.program, C: x.c,
		Files: slices.Clone(x.files)}
	if f.unit.Include != "" {
		n.File = f.unit.Include
	}
	return n, nil
}
