package load

import (
	"debug/elf"
	"maps"
	"path/filepath"
	"strings"

	"vouch/semantics/c"
)

// This file finds the files of a build that define what other files need, by the symbols of the object files that the
// build has made, as a linker would.

// withNeeded returns commands of a build, which has one for each file, and then those that compile files which define
// what the files of these commands need, or what the files do that were found for them. It also returns what these
// define. Objects are read that are there and that are in the format ELF. What several files define is taken from the
// one nearest in the tree of folders; if there are several of them, it is taken from none. What the library of package
// c has too is taken from files in the same folder only: a project may have its own, but that of its tests is not for
// the rest of it. A file that defines main is a program of its own; what no other file defines is taken from it if any
// main will do and these commands have none.
func withNeeded(all, commands []Command, mains bool) (with []Command, provided map[string]bool) {
	type place struct {
		object
		Command
		main bool // whether it is of a program that begins in this file
	}
	var places []place
	// of each name: indices of places, and of those that define main
	definers, programs := map[string][]int{}, map[string][]int{}
	seen := map[string]bool{}
	for _, c := range commands {
		places = append(places, place{object: c.symbols(), Command: c})
		seen[absolute(c.Path())] = true
		mains = mains && !places[len(places)-1].defines["main"]
	}
	have := len(places)
	for _, c := range all {
		if seen[absolute(c.Path())] {
			continue
		}
		o, in := c.symbols(), definers
		main := o.defines["main"]
		if main {
			in = programs
			delete(o.defines, "main")
		}
		for name := range o.defines {
			in[name] = append(in[name], len(places))
		}
		places = append(places, place{o, c, main})
	}
	if mains {
		for name, list := range programs {
			if definers[name] == nil {
				definers[name] = list
			}
		}
	}
	defined, program := map[string]bool{}, -1 // the one that is taken of those that define main
	taken := make([]int, 0, have)
	take := func(i int) {
		if taken = append(taken, i); places[i].main {
			program = i
		}
		for name := range places[i].defines {
			defined[name] = true
		}
	}
	for i := range have {
		take(i)
	}
	for i := 0; i < len(taken); i++ {
		p := places[taken[i]]
		for _, name := range p.needs {
			if defined[name] {
				continue
			}
			nearest, most, several := -1, -1, false
			for _, d := range definers[name] {
				if c.Models(name) && filepath.Dir(absolute(p.Path())) != filepath.Dir(absolute(places[d].Path())) {
					continue
				}
				switch n := nearness(p.Path(), places[d].Path()); {
				case n > most:
					nearest, most, several = d, n, false
				case n == most:
					several = true
				}
			}
			if nearest >= 0 && !several && !(places[nearest].main && program >= 0) {
				take(nearest)
			}
		}
	}
	provided = map[string]bool{}
	for _, i := range taken[have:] {
		commands = append(commands[:len(commands):len(commands)], places[i].Command)
		maps.Copy(provided, places[i].defines)
	}
	return commands, provided
}

// nearness returns how many folders two paths have in common.
func nearness(a, b string) (n int) {
	x, y := strings.Split(filepath.Dir(a), string(filepath.Separator)),
		strings.Split(filepath.Dir(b), string(filepath.Separator))
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// object is what a linker knows of an object file.
type object struct {
	defines map[string]bool
	needs   []string // in the order of the file
}

// symbols returns the symbols of the object file that a command makes; none if it cannot be read.
func (c *Command) symbols() object {
	o := object{defines: map[string]bool{}}
	name := c.object()
	if name == "" || !isFile(name) {
		return o
	}
	file, err := elf.Open(name)
	if err != nil {
		return o
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return o
	}
	for _, s := range symbols {
		bind := elf.ST_BIND(s.Info)
		switch {
		case bind != elf.STB_GLOBAL && bind != elf.STB_WEAK:
		case s.Section == elf.SHN_UNDEF:
			o.needs = append(o.needs, s.Name)
		default:
			o.defines[s.Name] = true
		}
	}
	return o
}

// object returns the place of the object file that a command makes; "" if it makes none.
func (c *Command) object() string {
	if c.Output != "" {
		return c.In(c.Output)
	}
	words, err := c.words()
	if err != nil {
		return ""
	}
	compiles := false
	for i, w := range words {
		if value, ok := strings.CutPrefix(w, "-o"); ok && value != "" {
			return c.In(value)
		} else if ok && i+1 < len(words) {
			return c.In(words[i+1])
		}
		compiles = compiles || w == "-c"
	}
	if !compiles {
		return ""
	}
	base := filepath.Base(c.File)
	return c.In(strings.TrimSuffix(base, filepath.Ext(base)) + ".o")
}
