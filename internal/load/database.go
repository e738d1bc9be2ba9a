package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vouch/semantics/c"
)

// This file defines how the flags of a program in C are taken from a compilation database, which build systems write as
// compile_commands.json.

// maxDatabase is the size of the largest compilation database, in bytes.
const maxDatabase = 64 << 20

// Databases are the places of the compilation databases that are used where nobody names one.
var Databases = []string{"compile_commands.json", filepath.Join("build", "compile_commands.json")}

// Present returns those of Databases that are there.
func Present() []string {
	return slices.DeleteFunc(slices.Clone(Databases), func(name string) bool {
		info, err := os.Stat(name)
		return err != nil || !info.Mode().IsRegular()
	})
}

// Near does what Database does, with the first of Databases that lists all the main files, of which there is one or
// more. If none does, it changes nothing.
func (o *C) Near(main []string) ([]string, error) {
	for _, name := range Present() {
		all, err := inC(name)
		if err != nil {
			return nil, err
		}
		files := listed(all, "")
		if !slices.ContainsFunc(main, func(file string) bool {
			return !slices.Contains(files, shortest(absolute(file)))
		}) {
			return o.Database(name, main)
		}
	}
	return main, nil
}

// Commands reads a compilation database. Its errors begin with the file's name.
func Commands(name string) (all []Command, err error) {
	text, err := regular(name, maxDatabase)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s: found no compilation database (%w), want a JSON array of objects with directory, file, and command or arguments",
			name, err)
	}
	return all, nil
}

// inC reads the commands of a compilation database that compile files in C.
func inC(name string) ([]Command, error) {
	all, err := Commands(name)
	return slices.DeleteFunc(all, func(c Command) bool { return filepath.Ext(c.File) != ".c" }), err
}

// Database adds the flags by which the main files are compiled, as a compilation database says, and returns the main
// files. These are the given ones, where a folder stands for the files in it that the database lists, and then those
// that define what they need; if none are given, they are all files of the database. Of several commands for one file,
// the first one counts that defines the macros of Define, or else the first one.
func (o *C) Database(name string, main []string) ([]string, error) {
	all, err := inC(name)
	if err != nil {
		return nil, err
	}
	whole := len(main) == 0
	if whole {
		main = listed(all, "")
	}
	for i := len(main) - 1; i >= 0; i-- {
		if info, err := os.Stat(main[i]); err == nil && info.IsDir() {
			found := listed(all, absolute(main[i])+string(filepath.Separator))
			if len(found) == 0 {
				return nil, fmt.Errorf("%s: found no entry for a file in the folder %s", name, main[i])
			}
			main = slices.Replace(slices.Clone(main), i, i+1, found...)
		}
	}
	if len(main) == 0 {
		return nil, fmt.Errorf("%s: found no file that ends in .c, want one", name)
	}
	var commands []Command
	chosen, err := o.chosen(all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	byPath := map[string]Command{}
	for _, c := range chosen {
		byPath[absolute(c.Path())] = c
	}
	for _, file := range main {
		c, ok := byPath[absolute(file)]
		if !ok {
			return nil, fmt.Errorf("%s: found no entry for %s", name, file)
		}
		commands = append(commands, c)
	}
	if !whole {
		commands, o.provided = withNeeded(chosen, commands, o.Options["entry"] != "" && o.Options["entry"] != "main")
		for _, c := range commands[len(main):] {
			file := shortest(absolute(c.Path()))
			main, o.added = append(slices.Clip(main), file), append(o.added, file)
		}
	}
	flags, err := flagsOf(name, main, commands)
	if err != nil {
		return main, err
	}
	return main, o.take(name, main, flags)
}

// chosen returns one command for each file: of several, the first one that defines the macros of Define, or else the
// first one.
func (o *C) chosen(all []Command) (list []Command, err error) {
	index, fits := map[string]int{}, map[string]bool{}
	for _, c := range all {
		path := absolute(c.Path())
		i, again := index[path]
		if again && (len(o.Define) == 0 || fits[path]) {
			continue
		}
		flags, err := c.flags()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
		fits[path] = !slices.ContainsFunc(o.Define, func(d string) bool { return !slices.Contains(flags.Define, d) })
		if !again {
			index[path] = len(list)
			list = append(list, c)
		} else if fits[path] {
			list[i] = c
		}
	}
	return list, nil
}

// flagsOf returns the flags of the commands that compile main files.
func flagsOf(name string, main []string, commands []Command) (all []*C, err error) {
	for i, c := range commands {
		flags, err := c.flags()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, main[i], err)
		}
		all = append(all, flags)
	}
	return all, nil
}

// take adds the flags by which the main files are compiled. Macros that not all files have are macros of those files
// that have them.
func (o *C) take(name string, main []string, all []*C) error {
	o.Include = slices.Clip(o.Include)
	for i, flags := range all {
		if !slices.Equal(all[0].Prelude, flags.Prelude) {
			return fmt.Errorf("%s: %s and %s are compiled with different files that come first (%q and %q), want the same for all files of a program",
				name, main[0], main[i],
				all[0].Prelude, flags.Prelude)
		}
		for _, dir := range flags.Include {
			if !slices.Contains(o.Include, dir) {
				o.Include = append(o.Include, dir)
			}
		}
	}
	o.Define = append(shared(main, all, func(c *C) []string { return c.Define }), o.Define...)
	o.Undefine = append(shared(main, all, func(c *C) []string { return c.Undefine }), o.Undefine...)
	o.Prelude = append(slices.Clip(all[0].Prelude), o.Prelude...)
	return nil
}

// shared returns the options about macros that all files have, and then those that some have, each with its file.
func shared(main []string, all []*C, of func(*C) []string) (list []string) {
	everywhere := func(macro string) bool {
		return !slices.ContainsFunc(all, func(c *C) bool { return !slices.Contains(of(c), macro) })
	}
	for i, flags := range all {
		for _, macro := range of(flags) {
			if !everywhere(macro) {
				list = append(list, c.ForFile(main[i], macro))
			} else if i == 0 {
				list = append(list, macro)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(fileOf(a), fileOf(b)) })
	return list
}

// listed returns the files that commands compile and whose paths begin with a folder, in the order of their names.
func listed(all []Command, folder string) (files []string) {
	for _, c := range all {
		if path := c.Path(); strings.HasPrefix(absolute(path), folder) {
			files = append(files, shortest(path))
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// flags returns what the command says of headers and macros. Folders come in the order in which gcc looks in them,
// whatever the order of its options: those of -iquote, -I, -isystem, -idirafter. Of two options about one macro the
// last one holds.
func (c *Command) flags() (*C, error) {
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	flags := &C{}
	folders := make([][]string, len(folderOptions))
	for i := 0; i < len(words); i++ {
		value := func(option string) (string, bool) {
			value, ok := strings.CutPrefix(words[i], option)
			if ok && value == "" && i+1 < len(words) {
				i++
				value = words[i]
			}
			return value, ok && value != ""
		}
		if v, ok := value("-include"); ok {
			flags.Prelude = append(flags.Prelude, v)
		} else if v, ok := value("-D"); ok {
			flags.Define = append(without(flags.Define, v), v)
			flags.Undefine = without(flags.Undefine, v)
		} else if v, ok := value("-U"); ok {
			flags.Undefine = append(without(flags.Undefine, v), v)
			flags.Define = without(flags.Define, v)
		} else {
			for k, option := range folderOptions {
				if v, ok := value(option); ok {
					folders[k] = append(folders[k], shortest(c.In(v)))
					break
				}
			}
		}
	}
	flags.Include = slices.Concat(folders...)
	for i, name := range flags.Prelude { // it is looked for where the compiler is called, and then as "name" is
		flags.Prelude[i] = shortest(c.In(name))
		for _, dir := range flags.Include {
			if isFile(flags.Prelude[i]) {
				break
			}
			if place := filepath.Join(dir, name); !filepath.IsAbs(name) && isFile(place) {
				flags.Prelude[i] = place
			}
		}
	}
	return flags, nil
}

// folderOptions are the options that name a folder with headers, in the order in which gcc looks in their folders.
var folderOptions = []string{"-iquote", "-I", "-isystem", "-idirafter"}

// without returns a list of options about macros without those about the macro that an option names.
func without(list []string, option string) []string {
	name := macro(option)
	return slices.DeleteFunc(list, func(other string) bool { return macro(other) == name })
}

// macro returns the name of the macro that an option is about: NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE.
func macro(option string) string {
	return option[:len(option)-len(strings.TrimLeft(option,
		"_$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))]
}

// shortest returns a path as people would write it here.
func shortest(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
