package build

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// This file defines what a compilation database says of a build (clang's documentation: JSON Compilation Database Format Specification).

// Entry says how one file is compiled.
type Entry struct {
	Directory string   `json:"directory"` // in which the compiler was called
	File      string   `json:"file"`      // as it was given
	Arguments []string `json:"arguments"` // the compiler's name and all that it was given, without what files of arguments stood for
	Output    string   `json:"output,omitempty"`
}

// path returns the place of the file.
func (e *Entry) path() string { return within(e.Directory, e.File) }

// within returns the place of a file that is named in a folder.
func within(folder, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(folder, file)
}

// valued are the options whose value is the next argument, which is no file to compile.
var valued = map[string]bool{
	"-o": true, "-I": true, "-D": true, "-U": true, "-L": true, "-l": true, "-x": true, "-T": true, "-e": true, "-u": true, "-z": true, "-include": true,
	"-imacros": true, "-isystem": true, "-iquote": true, "-idirafter": true, "-iprefix": true, "-iwithprefix": true, "-iwithprefixbefore": true,
	"-isysroot": true, "-MF": true, "-MT": true, "-MQ": true, "-MJ": true, "-Xlinker": true, "-Xpreprocessor": true, "-Xassembler": true, "-Xclang": true,
	"-aux-info": true, "-dumpbase": true, "-target": true, "-arch": true, "--param": true, "-G": true,
}

// none are the options with which nothing is compiled.
var none = map[string]bool{"-E": true, "-M": true, "-MM": true, "-###": true, "--version": true, "--help": true}

// entries returns what a call of a compiler compiles: an entry for each file in C.
func entries(call []string) (all []Entry) {
	folder := call[0]
	arguments := expand(folder, call[1:], 0)
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
		case filepath.Ext(a) == ".c" && (language == "" || language == "c" || language == "none"):
			files = append(files, a)
		}
	}
	for _, file := range files {
		e := Entry{Directory: folder, File: file, Arguments: arguments}
		if len(files) == 1 {
			e.Output = output
		}
		all = append(all, e)
	}
	return all
}

// deepest is how deep files of arguments may name others.
const deepest = 8

// expand returns arguments with those that a file has instead of @FILE. A file that cannot be read stays as it is, as for gcc.
func expand(folder string, arguments []string, depth int) (all []string) {
	for _, a := range arguments {
		file, named := strings.CutPrefix(a, "@")
		if !named || depth == deepest {
			all = append(all, a)
			continue
		}
		text, err := os.ReadFile(within(folder, file))
		words, unquoted := shellquote.Split(string(text))
		if err != nil || unquoted != nil {
			all = append(all, a)
			continue
		}
		all = append(all, expand(folder, words, depth+1)...)
	}
	return all
}

// tried reports whether a file was compiled only to see what the compiler can do, as configure, CMake and Meson do.
func tried(path string) bool {
	slashed := filepath.ToSlash(path)
	return strings.HasPrefix(filepath.Base(path), "conftest") || strings.Contains(slashed, "/CMakeFiles/") || strings.Contains(slashed, "/meson-private/")
}

// Merge returns the entries of calls and those of an older database that they do not replace. A file that is gone, or was only a trial, has none. The order is
// that of the places of the files, and of one file that of its arguments.
func merge(calls [][]string, older []Entry) (all []Entry, fresh int) {
	for _, call := range calls {
		all = append(all, entries(call)...)
	}
	all = slices.DeleteFunc(all, gone)
	files := map[string]bool{}
	for _, e := range all {
		files[e.path()] = true
	}
	for _, e := range older {
		if !files[e.path()] && !gone(e) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.path(), b.path()), cmp.Compare(a.Directory, b.Directory), slices.Compare(a.Arguments, b.Arguments))
	})
	return slices.CompactFunc(all, func(a, b Entry) bool {
		return a.Directory == b.Directory && a.File == b.File && slices.Equal(a.Arguments, b.Arguments)
	}), len(files)
}

// gone reports whether the file of an entry is no file of the project.
func gone(e Entry) bool {
	info, err := os.Stat(e.path())
	return err != nil || !info.Mode().IsRegular() || tried(e.path())
}

// older reads the entries of a database that need not exist. What vouch cannot read as a database it does not replace.
func older(name string) (all []Entry, err error) {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var found []struct {
		Entry
		Command string `json:"command"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return nil, fmt.Errorf("%s: found no compilation database (%w), want one, or no file", name, err)
	}
	for _, f := range found {
		if f.Arguments == nil {
			if f.Arguments, err = shellquote.Split(f.Command); err != nil {
				return nil, fmt.Errorf("%s: %s: found the command %q (%w), want words", name, f.File, f.Command, err)
			}
		}
		all = append(all, f.Entry)
	}
	return all, nil
}

// text returns a database as it is written.
func text(all []Entry) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(all)
	return b.Bytes(), err
}
