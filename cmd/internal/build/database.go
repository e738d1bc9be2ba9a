package build

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"vouch/internal/bounded"
	"vouch/internal/load"
)

// This file defines what a compilation database says of a build.

// valued are the options whose value is the next argument, which is no file to compile.
var valued = map[string]bool{
	"-o": true, "-I": true, "-D": true, "-U": true, "-L": true, "-l": true, "-x": true, "-T": true, "-e": true,
	"-u": true, "-z": true, "-include": true,
	"-imacros": true, "-isystem": true, "-iquote": true, "-idirafter": true, "-iprefix": true, "-iwithprefix": true,
	"-iwithprefixbefore": true,
	"-isysroot":          true, "-MF": true, "-MT": true, "-MQ": true, "-MJ": true, "-Xlinker": true,
	"-Xpreprocessor": true,
	"-Xassembler":    true, "-Xclang": true,
	"-aux-info": true, "-dumpbase": true, "-target": true, "-arch": true, "--param": true, "-G": true,
}

// none are the options with which nothing is compiled.
var none = map[string]bool{"-E": true, "-M": true, "-MM": true, "-###": true, "--version": true, "--help": true}

// entries returns what a call of a compiler compiles: an entry for each file in C.
func entries(call []string) (all []load.Command) {
	folder := call[0]
	arguments := expand(load.Command{Directory: folder}, call[1:], 0)
	var files []string
	output, language := "", ""
	for i := 1; i < len(arguments); i++ {
		a := arguments[i]
		value := ""
		if valued[a] && i+1 < len(arguments) {
			i++
			value = arguments[i]
		}
		switch {
		case none[a]:
			return nil
		case a == "-o":
			output = value
		case a == "-x":
			language = value
		case strings.HasPrefix(a, "-x"):
			language = a[2:]
		case strings.HasPrefix(a, "-"):
		case filepath.Ext(a) == ".c" && slices.Contains([]string{"", "c", "none"}, language): // what -x says
			files = append(files, a)
		}
	}
	for _, file := range files {
		e := load.Command{Directory: folder, File: file, Arguments: arguments}
		if len(files) == 1 {
			e.Output = output
		}
		all = append(all, e)
	}
	return all
}

// How deep files of arguments may name others, and the size of the largest one, and of the largest note, in bytes.
const (
	deepest = 8
	largest = 16 << 20
)

// expand returns the arguments of a command with those that a file has instead of @FILE. A file that cannot be read
// stays as it is, as for gcc.
func expand(c load.Command, arguments []string, depth int) (all []string) {
	for _, a := range arguments {
		file, named := strings.CutPrefix(a, "@")
		if !named || depth == deepest {
			all = append(all, a)
			continue
		}
		text, err := bounded.ReadFile(c.In(file), largest)
		words, unquoted := shellquote.Split(string(text))
		if err != nil || unquoted != nil {
			all = append(all, a)
			continue
		}
		all = append(all, expand(c, words, depth+1)...)
	}
	return all
}

// tried reports whether a file was compiled only to see what the compiler can do, as configure, CMake and Meson do.
func tried(path string) bool {
	slashed := filepath.ToSlash(path)
	return strings.HasPrefix(filepath.Base(path), "conftest") || strings.Contains(slashed, "/CMakeFiles/") ||
		strings.Contains(slashed, "/meson-private/")
}

// recorded returns the entries of calls, without files that are gone or were only a trial.
func recorded(calls [][]string) (all []load.Command) {
	for _, call := range calls {
		all = append(all, entries(call)...)
	}
	return slices.DeleteFunc(all, gone)
}

// merged returns new entries, and those of an older database for other files that are still there. The order is that of
// the places of the files, and of one file that of its arguments.
func merged(fresh, older []load.Command) []load.Command {
	files := places(fresh)
	all := slices.Concat(fresh, slices.DeleteFunc(slices.Clone(older), func(c load.Command) bool {
		return files[c.Path()] || gone(c)
	}))
	slices.SortStableFunc(all, compare)
	return slices.CompactFunc(all, func(a, b load.Command) bool { return compare(a, b) == 0 })
}

func compare(a, b load.Command) int {
	return cmp.Or(cmp.Compare(a.Path(), b.Path()), cmp.Compare(a.Directory, b.Directory),
		slices.Compare(a.Arguments, b.Arguments), cmp.Compare(a.Command, b.Command))
}

// places returns the places of the files of entries.
func places(all []load.Command) map[string]bool {
	files := map[string]bool{}
	for _, c := range all {
		files[c.Path()] = true
	}
	return files
}

// gone reports whether the file of an entry is no file of the project.
func gone(c load.Command) bool {
	info, err := os.Stat(c.Path())
	return err != nil || !info.Mode().IsRegular() || tried(c.Path())
}

// older reads the entries of a database that need not exist. What is there and is no database is not replaced.
func older(name string) ([]load.Command, error) {
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return load.Commands(name)
}

// text returns a database as it is written.
func text(all []load.Command) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(all)
	return b.Bytes(), err
}
