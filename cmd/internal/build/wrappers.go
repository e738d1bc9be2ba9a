// Package build runs the build of a project in C and writes down how it compiles each file.
package build

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kballard/go-shellquote"

	"vouch/cmd/internal/outfile"
	"vouch/internal/bounded"
)

// This file defines the programs that stand before the compilers in PATH: each notes how it was called, and is then the
// compiler.

// variable names the variable of the environment that has the folder of the notes. Without it a wrapper is only the
// compiler, because some builds keep the place of their compiler, and are run again later.
const variable = "VOUCH_BUILD"

// wrapper is the text of a wrapper: of the folder of wrappers, the compiler's name, and its place. A note is the
// working folder, the name and the arguments, each ended by a NUL. The folder leaves PATH, because what stands before
// compilers itself (as ccache does) looks there for the next one.
const wrapper = `#!/bin/sh
# Written by vouch build. This is the compiler at the end; with %[4]s set, it also notes how it was called.
if [ -n "$%[4]s" ] && [ -d "$%[4]s" ]; then
  note=$(mktemp "$%[4]s/XXXXXXXXXXXX") && printf '%%s\0' "$(pwd -P)" %[2]s "$@" >"$note"
fi
folder=%[1]s
case $PATH in "$folder":*) PATH=${PATH#"$folder":} ;; esac
exec %[3]s "$@"
`

// compiler matches the names of compilers of C: also those for another machine, and those of a version.
var compiler = regexp.MustCompile(`^([A-Za-z0-9_.]+-)*(cc|gcc|clang|c89|c99|tcc|icc|icx)(-[0-9.]+)?$`)

// wrap fills a folder with a wrapper for each compiler in PATH, and for the one that $CC names by its place. It returns
// the environment in which they come first. Another build may use the folder at the same time, so a wrapper that is
// right already stays.
func wrap(folder string) (environment []string, err error) {
	old, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	path := os.Getenv("PATH")
	environment = append(os.Environ(), "PATH="+folder+string(filepath.ListSeparator)+path)
	made := map[string]bool{}
	add := func(name, place string) error {
		if made[name] {
			return nil
		}
		made[name] = true
		text := fmt.Appendf(nil, wrapper, shellquote.Join(folder), shellquote.Join(name), shellquote.Join(place),
			variable)
		file := filepath.Join(folder, name)
		if there, err := os.ReadFile(file); err == nil && bytes.Equal(there, text) {
			return nil
		}
		return outfile.Write(file, text, 0o755)
	}
	if words, err := shellquote.Split(os.Getenv("CC")); err == nil && len(words) > 0 && filepath.IsAbs(words[0]) {
		if err := add(filepath.Base(words[0]), words[0]); err != nil {
			return nil, err
		}
		words[0] = filepath.Base(words[0])
		environment = append(environment, "CC="+shellquote.Join(words...))
	}
	for _, dir := range filepath.SplitList(path) {
		entries, err := os.ReadDir(dir)
		if err != nil || !filepath.IsAbs(dir) || dir == folder {
			continue // a folder of PATH need not exist
		}
		for _, e := range entries {
			place := filepath.Join(dir, e.Name())
			if info, err := os.Stat(place); !compiler.MatchString(e.Name()) || err != nil || info.IsDir() ||
				info.Mode()&0o111 == 0 {
				continue
			}
			if err := add(e.Name(), place); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range old {
		if !made[e.Name()] && compiler.MatchString(e.Name()) {
			// of a compiler that is gone; if it cannot be removed, it fails as the compiler would
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
	if len(made) == 0 {
		return nil, errors.New("found no compiler of C in PATH, want one such as cc or gcc")
	}
	return environment, nil
}

// notes returns what the wrappers noted in a folder. A note that is cut off, as on a full disk, is left out and
// counted.
func notes(folder string) (all [][]string, lost int, err error) {
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := bounded.ReadFile(path, largest)
		if err != nil {
			return err
		}
		words, whole := strings.CutSuffix(string(text), "\x00")
		if call := strings.Split(words, "\x00"); whole && len(call) > 2 {
			all = append(all, call)
		} else if !whole {
			lost++
		}
		return nil
	})
	return all, lost, err
}
