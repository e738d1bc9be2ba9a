package load

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vouch/internal/reduce"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines how a project is loaded file by file, to say which of its functions are lowered.

// Unit is a file of a project, with the flags by which it is compiled.
type Unit struct {
	File string
	C    C
}

// Units returns the files in C of a compilation database with their flags, in the order of their names: all of them, or
// those that are named, where a folder stands for all files in it. A file that is compiled twice with the same flags is
// there once. The flags of o are added to those of each file.
func (o C) Units(database string, named []string) ([]Unit, error) {
	all, err := inC(database)
	if err != nil {
		return nil, err
	}
	var units []Unit
	seen := map[string]bool{}
	met := make([]bool, len(named))
	for i := range all {
		path := absolute(all[i].Path())
		wanted := len(named) == 0
		for k, name := range named {
			if under(absolute(name), path) {
				wanted, met[k] = true, true
			}
		}
		if !wanted {
			continue
		}
		flags, err := all[i].flags()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", database, all[i].File, err)
		}
		key := fmt.Sprintf("%q", [][]string{{path}, flags.Include, flags.Define, flags.Undefine, flags.Prelude})
		if seen[key] {
			continue
		}
		seen[key] = true
		u := Unit{shortest(path), o}
		u.C.Include = slices.Concat(flags.Include, o.Include)
		u.C.Define = slices.Concat(flags.Define, o.Define)
		u.C.Undefine = slices.Concat(flags.Undefine, o.Undefine)
		u.C.Prelude = slices.Concat(flags.Prelude, o.Prelude)
		units = append(units, u)
	}
	for k, name := range named {
		if !met[k] {
			return nil, fmt.Errorf("%s: found no entry for %s", database, name)
		}
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("%s: found no file that ends in .c, want one", database)
	}
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(a.File, b.File) })
	return units, nil
}

// Functions are those that a file and the headers of its project define.
type Functions struct {
	List   []c.Defined
	Others error // errors of objects with static storage; nil if there are none
}

// Functions lowers each function that a file defines. The error is of a file that cannot be read, or on which vouch
// fails: then other files can be read.
func (u Unit) Functions(ctx context.Context) (f Functions, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("vouch failed to read this file, please report it: %v", e)
		}
	}()
	f, _, err = with(ctx, u.C, []string{u.File}, func(sources []c.Source, options map[string]string) (f Functions,
		refused int, err error) {
		f.List, f.Others, err = c.Functions(Meter(ctx), sources, options)
		for _, x := range f.List {
			if x.Refused != nil {
				refused++
			}
		}
		if f.Others != nil {
			refused++
		}
		return f, refused, err
	})
	if ctx.Err() != nil {
		return f, context.Cause(ctx)
	}
	f.List = slices.DeleteFunc(f.List, func(x c.Defined) bool { return u.C.isForeign(x.Where.File) })
	return f, err
}

// Definitions estimates how many functions the file defines, without its headers; 0 if it cannot be opened.
func (u Unit) Definitions() int {
	text, err := u.C.read(u.File)
	if err != nil {
		return 0
	}
	return reduce.Bodies(text)
}

// Entries are the functions that a file and the headers of its project define, with the types of their parameters.
type Entries struct {
	List    []*c.Entry
	Removed source.ErrorList // of what does not parse, and is taken out
	Files   []string         // the names of all files that were read
}

// Entries reads the functions that the file and its headers define.
func (u Unit) Entries(ctx context.Context) (all Entries, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("vouch failed to read this file, please report it: %v", e)
		}
	}()
	all, read, err := with(ctx, u.C, []string{u.File}, func(sources []c.Source, options map[string]string) (all Entries,
		refused int, err error) {
		all.List, all.Removed, err = c.Entries(Meter(ctx), sources, options)
		return all, 0, err
	})
	if ctx.Err() != nil {
		return Entries{}, context.Cause(ctx)
	}
	for _, s := range read {
		all.Files = append(all.Files, s.Name)
	}
	all.List = slices.DeleteFunc(all.List, func(e *c.Entry) bool { return u.C.isForeign(e.Where.File) })
	return all, err
}

// Variables returns the objects that the file and its headers declare outside of functions.
func (u Unit) Variables(ctx context.Context) (list []c.EntryParameter, err error) {
	list, _, err = with(ctx, u.C, []string{u.File}, func(sources []c.Source,
		options map[string]string) (list []c.EntryParameter, refused int, err error) {
		list, err = c.Variables(Meter(ctx), sources, options)
		return list, 0, err
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return list, err
}

// Foreign reports whether a file belongs to vouch or to the machine, and not to the project.
func (u Unit) Foreign(file string) bool { return file == "" || u.C.isForeign(file) }
