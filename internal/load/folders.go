package load

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// This file defines where headers come from that the files of a project include, where nobody says how the files are
// compiled, and nobody has built it.

// maxFolders is how many headers are looked for, or made, at most.
const maxFolders = 64

// Found says where headers are that some files in C include and that are not found otherwise.
type Found struct {
	Folders []string // that have them
	// StandIns are texts for headers that are nowhere, by their absolute names, and Folder is where they are.
	StandIns map[string][]byte
	Folder   string
	Made     []Made // of what these are made
}

// Made is a header that is nowhere, by its name in #include, and the file of which one was made.
type Made struct{ Name, From string }

// Lacking returns where headers are that some files in C include and that are not found otherwise. A header is taken
// from a folder if it lies in one folder of the project alone, and no other header there has the name of one of the
// machine's. If it lies in none, it is made of a template, as a build would do. The project is the innermost folder
// around the first file that has .git, or else the one around that of the file; but not the root, the user's home or
// the folder for temporary files, nor a folder around these.
func (o C) Lacking(ctx context.Context, files []string) (found Found) {
	if len(files) == 0 {
		return found
	}
	var project *templates
	lacks := files
	for n := 0; n < maxFolders; {
		before := n
		var still []string
		for _, file := range lacks {
			if ctx.Err() != nil {
				return found
			}
			if !o.seemsToLack(file) {
				continue
			}
			all, err := o.only([]string{file}).collect(ctx, []string{file}, nil)
			if err != nil || len(all.missing) == 0 {
				continue
			}
			if project == nil {
				project = &templates{headerTree: o.headersAround(files[0], maxEntries)}
			}
			still = append(still, file)
			for _, name := range all.missing {
				if o.machineHas([]string{name}) {
					continue
				}
				if dir := project.folder(name); dir != "" {
					if !slices.Contains(found.Folders, dir) {
						found.Folders = append(found.Folders, dir)
						o.Include = append(slices.Clip(o.Include), dir)
						n++
					}
					continue
				}
				if found.make(project, name) {
					o = o.With(found)
					n++
				}
			}
		}
		if lacks = still; n == before {
			break
		}
	}
	return found
}

// With returns o with stand-ins that were found.
func (o C) With(found Found) C {
	if found.Folder == "" {
		return o
	}
	texts := map[string][]byte{}
	maps.Copy(texts, o.Texts)
	maps.Copy(texts, found.StandIns)
	o.Texts = texts
	if !slices.Contains(o.Include, found.Folder) {
		o.Include = append(slices.Clip(o.Include), found.Folder)
	}
	return o
}

// standInFolder is the folder of stand-ins in a project, which is on no disk.
const standInFolder = "vouch-stand-ins"

// make makes a stand-in for a header. It reports whether it did.
func (f *Found) make(project *templates, name string) bool {
	if project.root == "" || slices.Contains(strings.Split(name, "/"), "..") || strings.HasPrefix(name, "/") {
		return false
	}
	folder := filepath.Join(project.root, standInFolder)
	place := filepath.Join(folder, filepath.FromSlash(name))
	if f.StandIns[place] != nil {
		return false
	}
	text, from := project.filled(name)
	if from == "" {
		text, from = project.exports(name)
	}
	if from == "" {
		if from = project.installed(name); from == "" {
			return false
		}
		to, err := filepath.Rel(filepath.Dir(place), from)
		if err != nil {
			return false
		}
		text = []byte("#include \"" + filepath.ToSlash(to) + "\"\n")
	}
	if f.StandIns == nil {
		f.StandIns = map[string][]byte{}
	}
	f.StandIns[place], f.Folder = text, relativeTo(folder)
	f.Made = append(f.Made, Made{name, relativeTo(from)})
	return true
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
		path := filepath.Join(dir, filepath.FromSlash(name))
		if o.IsText(path) || isFile(o.absolute(path)) {
			return path, true
		}
	}
	return "", o.machineHas([]string{name})
}
