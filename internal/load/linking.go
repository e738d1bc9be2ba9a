package load

import (
	"fmt"
	"slices"
)

// This file defines how the files of a program are found in which a harness is in the place of one of them, and the
// form in which a process tells another one of it.

// Linking says how a program is loaded in which a harness, which includes a file, is in its place. It is a value that
// JSON holds, but for the functions of C.
type Linking struct {
	C      Flags    // what holds for all files
	Others []string // the other main files
	// Of a compilation database:
	Database string
	Each     []Flags // how the file and the others are compiled; nil without a database
}

// Flags are what JSON holds of a C.
type Flags struct {
	Include, Define, Undefine, Prelude, System, Machine []string
	Options                                             map[string]string
	Texts                                               map[string][]byte
	Folder                                              string
	Added                                               []string
	Provided                                            map[string]bool
}

// Flags returns what JSON holds of o.
func (o C) Flags() Flags {
	return Flags{o.Include, o.Define, o.Undefine, o.Prelude, o.System, o.Machine, o.Options, o.Texts, o.Folder, o.added,
		o.provided}
}

// C returns what f was made of, but for its functions.
func (f Flags) C() C {
	return C{Include: f.Include, Define: f.Define, Undefine: f.Undefine, Prelude: f.Prelude, System: f.System,
		Machine: f.Machine, Options: f.Options, Texts: f.Texts, Folder: f.Folder, added: f.Added, provided: f.Provided}
}

// With returns how the program with a harness is loaded, and its main files, of which the harness is the first.
func (l *Linking) With(harness string) (C, []string, error) {
	p, main := l.C.C(), slices.Concat([]string{harness}, l.Others)
	if l.Each == nil {
		return p, main, nil
	}
	var all []*C
	for _, f := range l.Each {
		all = append(all, new(f.C()))
	}
	return p, main, p.take(l.Database, main, all)
}

// Leave leaves those of the other main files out of which part is true.
func (l *Linking) Leave(part func(file string) bool) {
	var others []string
	var each []Flags
	for i, file := range l.Others {
		if part(file) {
			continue
		}
		others = append(others, file)
		if l.Each != nil {
			each = append(each, l.Each[i+1])
		}
	}
	if l.Each != nil {
		l.Each = append([]Flags{l.Each[0]}, each...)
	}
	l.Others, l.C.Added = others, others
}

// Harness returns how programs are loaded in which a harness is in the place of a file: the files that define what the
// file needs come from the database. One of them may define main, unless the file does; see C.WithoutMain.
func (o C) Harness(database, file string) (*Linking, error) {
	all, err := inC(database)
	if err != nil {
		return nil, err
	}
	chosen, err := o.chosen(all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", database, err)
	}
	i := slices.IndexFunc(chosen, func(c Command) bool { return absolute(c.Path()) == absolute(file) })
	if i < 0 {
		return nil, fmt.Errorf("%s: found no entry for %s", database, file)
	}
	commands, provided := withNeeded(chosen, chosen[i:i+1:i+1], true)
	var others []string
	for _, c := range commands[1:] {
		others = append(others, shortest(absolute(c.Path())))
	}
	flags, err := flagsOf(database, slices.Concat([]string{file}, others), commands)
	if err != nil {
		return nil, err
	}
	l := &Linking{C: o.Flags(), Others: others, Database: database}
	l.C.Provided, l.C.Added = provided, others
	for _, f := range flags {
		l.Each = append(l.Each, f.Flags())
	}
	return l, nil
}
