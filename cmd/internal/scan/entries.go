package scan

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines how the functions that a file defines are known without reading the file again: the cache has what
// is said of them if nothing is to be looked at. The types of their parameters come with the file, which is read when a
// function of it is looked at.

// known returns the functions that a file and the headers of its project define. Some may lack the types of their
// parameters.
func (s *Source) known(ctx context.Context, memory *cache) ([]*c.Entry, error) {
	if kept, ok := memory.entries(s); ok {
		s.broken, s.read = kept.Broken, slices.Sorted(maps.Keys(kept.Files))
		var list []*c.Entry
		for _, k := range kept.Entries {
			e := &c.Entry{Name: k.Name, Where: k.Where, Static: k.Static, Variadic: k.Variadic, Refused: k.Refused}
			for _, p := range k.Parameters {
				e.Parameters = append(e.Parameters, c.EntryParameter{Name: p.Name, Type: p.Type,
					Of: &c.Type{Class: p.Class}})
			}
			list = append(list, e)
		}
		return list, nil
	}
	all, err := s.Entries(ctx)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	s.has(all.List)
	s.read = all.Files
	s.broken = slices.DeleteFunc(all.Removed, func(e *source.Error) bool {
		return filepath.Clean(e.File) != filepath.Clean(s.File)
	})
	kept := []keptEntry{}
	for _, e := range all.List {
		k := keptEntry{Name: e.Name, Where: e.Where, Static: e.Static, Variadic: e.Variadic, Refused: e.Refused}
		for _, p := range e.Parameters {
			k.Parameters = append(k.Parameters, keptParameter{p.Name, p.Type, p.Of.Class})
		}
		kept = append(kept, k)
	}
	memory.putEntries(s, kept, all.Files)
	return all.List, nil
}

// has notes the functions of a file, with all types, and those among them for which others look.
func (s *Source) has(list []*c.Entry) {
	s.entries, s.makers, s.adders, s.changers = list, nil, nil, nil
	for _, e := range list {
		if e.Refused == nil && isMaker(e.Name) {
			s.makers = append(s.makers, e)
		}
		if e.Refused == nil && len(e.Parameters) >= 2 && len(e.Parameters) <= 3 && adders.MatchString(e.Name) {
			s.adders = append(s.adders, e)
		}
		if e.Refused == nil && !isInner(e) && !isMaker(e.Name) && !endsIt(e) {
			s.changers = append(s.changers, e)
		}
	}
	slices.SortStableFunc(s.changers, func(a, b *c.Entry) int { return feeds(a) - feeds(b) })
	s.packs = packs(s.makers)
}

// typed makes a function have the types of its parameters. Before, it has what the cache has.
func (f *function) typed(ctx context.Context) error {
	f.reading.Lock()
	defer f.reading.Unlock()
	if f.types {
		return nil
	}
	if f.unit.entries == nil {
		all, err := f.unit.Entries(ctx)
		if err != nil {
			return err
		}
		f.unit.has(all.List)
	}
	for _, e := range f.unit.entries {
		switch {
		case e == f.entry:
			f.types = true
			return nil
		case e.Name == f.entry.Name && e.Where == f.entry.Where:
			// the rest is the same, and others may read it at the same time
			f.entry.Parameters, f.entry.Result, f.entry.Restricted, f.entry.Restricts = e.Parameters, e.Result,
				e.Restricted, e.Restricts
			f.types = true
			return nil
		}
	}
	return fmt.Errorf("%s: found no function %s, want one: the cache has it", f.unit.File, f.entry.Name)
}

// readBy returns the files of the project that were read for some files.
func readBy(files []Source) (list []string) {
	for _, s := range files {
		for _, name := range s.read {
			if !s.Foreign(name) {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
