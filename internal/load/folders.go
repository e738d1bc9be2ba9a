package load

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file defines in which folders of a project the headers lie that its files include, where nobody says how the
// files are compiled.

// Limits of the search for headers.
const (
	maxEntries = 1 << 16 // of the folders of a project; in a larger one, none is found
	maxFolders = 64      // that are found
)

// Folders returns the folders in which headers lie that some files in C include and that are not found otherwise. A
// header counts if it lies in one folder of the project alone, and no other header there has the name of one of the
// machine's. The project is the innermost folder around the first file that has .git, or else the one around that of
// the file; but not the root, the user's home or the folder for temporary files, nor a folder around these.
func (o C) Folders(ctx context.Context, files []string) (dirs []string) {
	if len(files) == 0 {
		return nil
	}
	var project *headerTree
	lacks := files
	for len(dirs) < maxFolders {
		more := len(dirs)
		var still []string
		for _, file := range lacks {
			if ctx.Err() != nil {
				return dirs
			}
			if !o.seemsToLack(file) {
				continue
			}
			all, err := o.only([]string{file}).collect(ctx, []string{file}, nil)
			if err != nil || len(all.missing) == 0 {
				continue
			}
			if project == nil {
				project = o.headersAround(files[0], maxEntries)
			}
			still = append(still, file)
			for _, name := range all.missing {
				if dir := project.folder(name); dir != "" && !o.machineHas([]string{name}) &&
					!slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
					o.Include = append(slices.Clip(o.Include), dir)
				}
			}
		}
		if lacks = still; len(dirs) == more {
			break
		}
	}
	return dirs
}

// seemsToLack reports whether a file, or a header that it may include, names a header that is not found.
func (o C) seemsToLack(file string) bool {
	seen := map[string]bool{file: true}
	for list := []string{file}; len(list) > 0; {
		last := list[len(list)-1]
		list = list[:len(list)-1]
		text, err := o.read(last)
		if err != nil {
			continue
		}
		for _, name := range o.Common.includes(text).list {
			path, ok := o.header(filepath.Dir(last), name)
			if !ok {
				return true
			}
			if path != "" && !seen[path] {
				seen[path] = true
				list = append(list, path)
			}
		}
	}
	return false
}

// header returns the file of a header that a file in a folder includes; "" if it is none of the project's. It returns
// false if there is none.
func (o C) header(dir, name string) (path string, ok bool) {
	for _, dir := range append([]string{dir}, o.Include...) {
		if path := filepath.Join(dir, filepath.FromSlash(name)); isFile(o.absolute(path)) {
			return path, true
		}
	}
	return "", o.machineHas([]string{name})
}

// headerTree is where the headers of a project are.
type headerTree struct {
	paths  map[string][]string // by the last part of their names
	shadow map[string]bool     // the folders that have a header with the name of one of the machine's
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
	t := &headerTree{map[string][]string{}, map[string]bool{}}
	if isShared(root) {
		return t
	}
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
