package c

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// This file keeps the syntax trees of the units that were read last. The check of a certificate lowers its program
// again, programs of one project share files, and all share our models. A tree is used again for the same unit only:
// all texts that the parser read, and all settings, must be the same.

// remembered are trees that no program uses now. The one that was given back last comes last.
var remembered struct {
	sync.Mutex
	trees []*tree
}

// maxRemembered bounds the tokens of the trees that are remembered; see wordsPerToken.
const maxRemembered = 1 << 16

// settings returns the settings with which the unit is read.
func (u *unit) settings() settings {
	s := settings{path: u.path, search: strings.Join(u.search(), "\x00"), library: u.library}
	if !u.library {
		s.commands, s.predefined = u.p.options.commands(u.path), u.p.predefined()
	}
	return s
}

// recall gives the unit, whose file has the given text, its tree if that is remembered. No other program gets the tree
// until giveBack.
func (u *unit) recall(text []byte) bool {
	with := u.settings()
	remembered.Lock()
	defer remembered.Unlock()
	for i, t := range remembered.trees {
		if t.unit == with && bytes.Equal(t.text, text) && t.same(u) {
			remembered.trees = slices.Delete(remembered.trees, i, i+1)
			u.ast, u.tree, u.types.pragmas = t.ast, t, t.pragmas
			u.p.trees = append(u.p.trees, t)
			return true
		}
	}
	return false
}

// same reports whether the files that the unit finds are those of the tree.
func (t *tree) same(u *unit) bool {
	files := u.fileSystem()
	for _, r := range t.read {
		if text, err := files.look(r.name); (err == nil) != (r.err == nil) || !bytes.Equal(text, r.text) {
			return false
		}
	}
	return true
}

// remember notes the tree of the unit, whose file has the given text; read has the answers that the parser got.
func (u *unit) remember(text []byte, words int, read *asked) {
	t := &tree{words: words, unit: u.settings(), text: text, read: read.list, ast: u.ast,
		pragmas: slices.Clip(u.types.pragmas), tokens: tokens(text)}
	for _, r := range read.list {
		t.tokens += tokens(r.text)
	}
	u.tree = t
	u.p.trees = append(u.p.trees, t)
}

// giveBack ends the program's use of its trees, which others may then have.
func (p *program) giveBack() {
	remembered.Lock()
	defer remembered.Unlock()
	list := append(remembered.trees, p.trees...)
	sum := 0
	for i := len(list) - 1; i >= 0; i-- {
		if sum += list[i].tokens; sum > maxRemembered {
			list = slices.Delete(list, 0, i+1)
			break
		}
	}
	remembered.trees, p.trees = list, nil
}

// asked is the file system of a unit. It records the answers that the parser gets.
type asked struct {
	*files
	list  []answer
	known map[string]bool // the names in list
}

// Open is the method of fs.FS.
func (r *asked) Open(name string) (fs.File, error) {
	if !r.known[name] {
		if r.known == nil {
			r.known = map[string]bool{}
		}
		r.known[name] = true
		text, err := r.look(name)
		r.list = append(r.list, answer{name, text, err})
	}
	return r.files.Open(name)
}

// of returns the files of the program that a unit read: its own file, and those that it asked for.
func (r *asked) of(main *file) map[*file]bool {
	files := map[*file]bool{}
	if main != nil {
		files[main] = true
	}
	for _, a := range r.list {
		if f := r.text[path.Clean(a.name)]; f != nil {
			files[f] = true
		}
	}
	return files
}

// search returns the directories in which headers are looked for.
func (u *unit) search() []string {
	o := u.p.options
	switch {
	case u.library:
		return []string{ours}
	case o.system != nil:
		return slices.Concat(o.include, o.system, []string{nowhere})
	}
	return slices.Concat(o.include, []string{ours})
}

// fileSystem returns the files that the unit can include. A model includes our headers, and all of them.
func (u *unit) fileSystem() *files {
	if u.library {
		return &files{}
	}
	return u.p.files
}
