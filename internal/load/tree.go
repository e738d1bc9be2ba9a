package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// This file defines where the headers and templates of a project lie.

// maxEntries is how many entries the folders of a project may have; in a larger one, no header is found.
const maxEntries = 1 << 16

// headerTree is where the headers of a project are.
type headerTree struct {
	root   string              // the folder of the project; "" if there is none
	paths  map[string][]string // by the last part of their names
	shadow map[string]bool     // the folders that have a header with the name of one of the machine's
	system []string            // the folders of the machine's headers
}

// headersAround returns the headers of the project of a file; none if its folders have more than so many entries.
func (o C) headersAround(file string, most int) *headerTree {
	dir := filepath.Dir(o.absolute(file))
	root := dir
	if around := filepath.Dir(dir); !isShared(dir) && !isShared(around) {
		root = around
	}
	for at := dir; !isShared(at); at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			root = at
			break
		}
	}
	t := &headerTree{paths: map[string][]string{}, shadow: map[string]bool{}, system: o.machine()}
	if isShared(root) {
		return t
	}
	t.root = root
	left := most
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch left--; {
		case left < 0:
			return filepath.SkipAll
		case err != nil: // what cannot be read has no header
			if d != nil && d.IsDir() {
				return filepath.SkipDir
			}
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.Type().IsRegular() && filepath.Ext(path) != ".c":
			t.paths[d.Name()] = append(t.paths[d.Name()], path)
			if o.machineHas([]string{d.Name()}) {
				t.shadow[filepath.Dir(path)] = true
			}
		}
		return nil
	})
	if left < 0 { // nobody knows what else there is
		clear(t.paths)
	}
	return t
}

// isShared reports whether a folder has more than one project: it is the root, the user's home or the folder for
// temporary files.
func isShared(dir string) bool {
	home, _ := os.UserHomeDir()
	return dir == filepath.Dir(dir) || dir == home || dir == filepath.Clean(os.TempDir())
}

// folder returns the only folder from which a name leads to a header; "" if there is none, or several.
func (t *headerTree) folder(name string) (dir string) {
	name = filepath.FromSlash(name)
	for _, path := range t.paths[filepath.Base(name)] {
		from, ok := strings.CutSuffix(path, string(filepath.Separator)+name)
		switch {
		case !ok || t.shadow[from]:
		case dir != "":
			return ""
		default:
			dir = from
		}
	}
	if dir == "" {
		return ""
	}
	return relativeTo(dir)
}

// relativeTo returns a path as it is seen from the folder where the process works, if it lies there or beside it.
func relativeTo(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(rel, filepath.Join("..", "..")) {
		return rel
	}
	return path
}
