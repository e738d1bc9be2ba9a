package scan

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/terminal"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines to which files of a project the harness of a function is linked: as many as fit together. Functions
// of other files have no body there.

// files says what the files of a project define, by their clean names.
type files struct {
	mains map[string]bool // those that define main
	// the functions of each file that another file defines too, so that at most one of them is in a program
	twice  map[string][]string
	rivals map[string]map[string]int // of each file: how many files of a folder define some of them
	unread map[string]bool           // those that cannot be read
	// those of which something does not parse: what is linked to them would be read as a whole, each time
	broken map[string]bool
	has    map[string]map[string]bool // the other files of the project that a file includes
	// of the place of a function: the file that has it, if that is of the project and defines it
	owners map[source.Error]string
	// the files that define a function of a name that others may call; one in a header is of each that includes it
	bodies map[string][]string
	said   *sayings // of their texts
	read   []string // all that were read, with their headers
	// the functions of each file that are not static; whether another file says the name of one
	defines map[string][]string
	shared  map[string]bool
	line    *terminal.Line // that shows what is done for all of them
}

// newFiles returns what is known of files that define the given functions; nil stands for those of a file that cannot
// be read.
func newFiles(sources []Source, functions [][]*c.Entry) *files {
	p := &files{mains: map[string]bool{}, twice: map[string][]string{}, rivals: map[string]map[string]int{},
		unread: map[string]bool{}, broken: map[string]bool{}, has: map[string]map[string]bool{},
		owners: map[source.Error]string{}, said: &sayings{}, defines: map[string][]string{}, shared: map[string]bool{},
		bodies: map[string][]string{}}
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
				if !e.Static {
					p.defines[file] = append(p.defines[file], e.Name)
				}
			}
			if !e.Static {
				p.bodies[e.Name] = append(p.bodies[e.Name], file)
			}
		}
	}
	definers := map[string][]string{} // of each function that other files may call
	for i, s := range sources {
		file := filepath.Clean(s.File)
		for _, e := range functions[i] {
			list := definers[e.Name]
			switch owner := p.owners[e.Where]; {
			case e.Name == "main":
				p.mains[file] = true
			case owner != "" && owner != file:
				p.has[file][owner] = true
			case !e.Static && !isHeader(e.Where.File) && !p.broken[file] && !slices.Contains(list, file):
				definers[e.Name] = append(list, file)
			}
		}
	}
	others := map[string]map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(definers)) {
		list := definers[name]
		if len(list) < 2 {
			continue
		}
		for _, file := range list {
			p.twice[file] = append(p.twice[file], name)
			if others[file] == nil {
				others[file], p.rivals[file] = map[string]bool{}, map[string]int{}
			}
			for _, other := range list[:min(len(list), mostRivals)] {
				if other != file && !others[file][other] {
					others[file][other] = true
					p.rivals[file][filepath.Dir(other)]++
				}
			}
		}
	}
	return p
}

// apart reports whether a file is not linked to harnesses of others: it cannot be read as a whole, it has other files
// in it, or it begins a program of its own, which has another function of a name.
func (p *files) apart(file string) bool {
	file = filepath.Clean(file)
	return p.unread[file] || p.broken[file] || len(p.has[file]) > 0 || p.mains[file] && p.twice[file] != nil
}

// alone reports whether a function that other files might call is of its file alone: no other file of the project says
// its name. Either its file begins a program, or others say the names of other functions of it, and it calls this one
// itself, as set says.
func (p *files) alone(e *c.Entry, set *setters) bool {
	file := filepath.Clean(e.Where.File)
	return e.Name != "main" && !p.elsewhere(file, e.Name) &&
		(p.mains[file] || p.isShared(file) && set.calls(absolute(e.Where.File), e.Name))
}

// elsewhere reports whether another file of the project than that says a name.
func (p *files) elsewhere(file, name string) bool {
	return slices.ContainsFunc(p.read, func(other string) bool {
		s := p.said.of(other)
		return filepath.Clean(other) != file && s != nil && len(s.at[name]) > 0
	})
}

// isShared reports whether another file of the project says the name of a function of a file.
func (p *files) isShared(file string) bool {
	is, known := p.shared[file]
	if !known {
		is = slices.ContainsFunc(p.defines[file], func(name string) bool {
			return name != "main" && p.elsewhere(file, name)
		})
		p.shared[file] = is
	}
	return is
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
	whole = p.fitting(file, whole)
	programs = append(programs, whole)
	if some := without(whole, func(name string) bool { return p.mains[name] || p.twice[name] != nil }); len(some) <
		len(whole) {
		programs = append(programs, some)
	}
	if last := programs[len(programs)-1]; len(last) > 1 {
		programs = append(programs, last[:1:1])
	}
	return programs
}

// mostRivals is how many files are noted that define one function; of more, it is some helper of each program.
const mostRivals = 1 << 4

// another is how many files of one folder have functions that a file defines, too, if that is not another way to do
// what one of them does, as for another system, but another program.
const another = 3

// fitting returns those of the files after a harness that may be in one program with the file in whose place it is: of
// files that define the same function, the nearest in the tree, and none if several are as near. What defines functions
// of many files is linked to files in its folder alone.
func (p *files) fitting(file string, all []string) []string {
	here, other := filepath.Dir(file), false
	for folder, n := range p.rivals[file] {
		other = other || n >= another && folder != here
	}
	type best struct{ distance, files int }
	near := map[string]best{} // of each function that several files define
	steps := map[string]int{}
	for _, function := range p.twice[file] {
		near[function] = best{-1, 1}
	}
	for _, name := range all[1:] {
		name = filepath.Clean(name)
		d := distance(here, filepath.Dir(name))
		steps[name] = d
		for _, function := range p.twice[name] {
			switch b, known := near[function]; {
			case !known || d < b.distance:
				near[function] = best{d, 1}
			case d == b.distance:
				near[function] = best{d, b.files + 1}
			}
		}
	}
	return slices.Concat(all[:1], slices.DeleteFunc(slices.Clone(all[1:]), func(name string) bool {
		name = filepath.Clean(name)
		return other && filepath.Dir(name) != here || slices.ContainsFunc(p.twice[name], func(function string) bool {
			return near[function] != best{steps[name], 1}
		})
	}))
}

// distance returns how many steps it takes from one folder to another one.
func distance(a, b string) int {
	from, to := strings.Split(filepath.ToSlash(a), "/"), strings.Split(filepath.ToSlash(b), "/")
	same := 0
	for same < min(len(from), len(to)) && from[same] == to[same] {
		same++
	}
	return len(from) + len(to) - 2*same
}

// lacks reports whether a program lacks a function that one of the files defines which it might have, but for those
// within, or an object.
func (p *files) lacks(program *core.Program, files, within []string) bool {
	left := func(file string) bool {
		return !slices.Contains(within, file) && slices.ContainsFunc(files[1:], func(name string) bool {
			return filepath.Clean(name) == file
		})
	}
	return len(program.Removed) > 0 || slices.ContainsFunc(program.Funcs, func(f *core.Func) bool {
		return f.Library && slices.ContainsFunc(p.bodies[plain(f.Name)], left) ||
			slices.ContainsFunc(f.Code, lacksObject)
	})
}

// lacksObject reports whether an instruction of a program in C stands for an object that no file of it defines.
func lacksObject(in core.Instr) bool {
	return in.Op == core.Unsupported && strings.HasSuffix(in.Name, ", which no file defines")
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
