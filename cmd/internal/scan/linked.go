package scan

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"

	"vouch/cmd/internal/terminal"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines to which files of a project the harness of a function is linked: as many as fit together. Functions
// of other files have no body there.

// files says what the files of a project define, by their clean names.
type files struct {
	mains map[string]bool // those that define main
	// those that define a function which another one defines too, so that at most one of them is in a program
	twice  map[string]bool
	unread map[string]bool // those that cannot be read
	// those of which something does not parse: what is linked to them would be read as a whole, each time
	broken map[string]bool
	has    map[string]map[string]bool // the other files of the project that a file includes
	// of the place of a function: the file that has it, if that is of the project and defines it
	owners map[source.Error]string
	said   *sayings       // of their texts
	read   []string       // all that were read, with their headers
	line   *terminal.Line // that shows what is done for all of them
}

// newFiles returns what is known of files that define the given functions; nil stands for those of a file that cannot
// be read.
func newFiles(sources []Source, functions [][]*c.Entry) *files {
	p := &files{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{},
		map[string]map[string]bool{}, map[source.Error]string{}, &sayings{}, nil, nil}
	if len(sources) > 0 {
		p.said.read = sources[0].C.Read
	}
	for i, s := range sources {
		file := filepath.Clean(s.File)
		p.has[file] = map[string]bool{}
		p.unread[file], p.broken[file] = functions[i] == nil, len(s.broken) > 0
		for _, e := range functions[i] {
			if filepath.Clean(e.Where.File) == file {
				p.owners[e.Where] = file
			}
		}
	}
	definer := map[string]string{} // of each function that other files may call: the first file that defines it
	for i, s := range sources {
		file := filepath.Clean(s.File)
		for _, e := range functions[i] {
			first := definer[e.Name]
			switch owner := p.owners[e.Where]; {
			case e.Name == "main":
				p.mains[file] = true
			case owner != "" && owner != file:
				p.has[file][owner] = true
			case e.Static || isHeader(e.Where.File) || p.broken[file]:
			case first == "":
				definer[e.Name] = file
			case first != file:
				p.twice[file], p.twice[first] = true, true
			}
		}
	}
	return p
}

// apart reports whether a file is not linked to harnesses of others: it cannot be read as a whole, it has other files
// in it, or it begins a program of its own, which has another function of a name.
func (p *files) apart(file string) bool {
	file = filepath.Clean(file)
	return p.unread[file] || p.broken[file] || len(p.has[file]) > 0 || p.mains[file] && p.twice[file]
}

// alone reports whether a function that other files might call is of one that begins a program, and no other file of
// the project says its name. So all that call it are in its file.
func (p *files) alone(e *c.Entry) bool {
	file := filepath.Clean(e.Where.File)
	return p.mains[file] && e.Name != "main" && !slices.ContainsFunc(p.read, func(other string) bool {
		s := p.said.of(other)
		return filepath.Clean(other) != file && s != nil && len(s.at[e.Name]) > 0
	})
}

// linked returns the files of the programs to try with a harness in the place of a file, one after another. All begin
// with the harness.
func (p *files) linked(file string, all []string) (programs [][]string) {
	file = filepath.Clean(file)
	without := func(all []string, is func(name string) bool) []string {
		return slices.Concat(all[:1], slices.DeleteFunc(slices.Clone(all[1:]), func(name string) bool {
			return is(filepath.Clean(name))
		}))
	}
	whole := without(all, func(name string) bool {
		// of another program
		return name == file || p.apart(name) || p.has[file][name] || p.mains[file] && p.mains[name]
	})
	if p.broken[file] {
		return append(programs, whole[:1:1])
	}
	programs = append(programs, whole)
	if some := without(whole, func(name string) bool { return p.mains[name] || p.twice[name] }); len(some) <
		len(whole) {
		programs = append(programs, some)
	}
	if last := programs[len(programs)-1]; len(last) > 1 {
		programs = append(programs, last[:1:1])
	}
	return programs
}

// program says to which files the harnesses of a file are linked first; nil if nobody knows.
func (p *files) program(s *Source) (list []string) {
	_, all, err := s.Linked("harness.c")
	if err != nil {
		return nil
	}
	for _, name := range p.linked(s.File, all)[0] {
		list = append(list, fmt.Sprintf("%s %t", name, p.mains[filepath.Clean(name)]))
	}
	return list
}

// isHeader reports whether a file is one of those that others include by convention.
func isHeader(file string) bool { return headers.MatchString(file) }

var headers = regexp.MustCompile(`\.(h|hh|hpp|hxx|H)$`)
