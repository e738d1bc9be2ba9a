package reduce

import (
	"bytes"
	"path"
	"slices"
	"sync"
)

// This file defines the reduction of several programs that have all files but one in common: these are taken apart
// once. One that is a main file of one program may be a header of another.

// Files are files that programs have in common.
type Files struct {
	mu     sync.Mutex
	common []Text   // as the last program has them
	r      *reducer // of an empty first file and these; nil if nobody knows what they include
	words  word     // those before it are in these files
}

// Read takes files apart. What is known of their texts is kept in known, unless that is nil.
func Read(common []Text, known *Scans) *Files {
	f := &Files{common: slices.Clone(common)}
	if f.r = read(f.with(Text{Main: true}), known); f.r != nil {
		f.words = word(len(f.r.words))
	}
	return f
}

// Are reports whether the files are those of the given texts, whichever of these are main files.
func (f *Files) Are(common []Text) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.EqualFunc(f.common, common, func(a, b Text) bool {
		return path.Base(a.Path) == path.Base(b.Path) && a.Known == b.Known && a.Without == b.Without &&
			bytes.Equal(a.Text, b.Text)
	})
}

// Size returns how many bytes the files have.
func (f *Files) Size() (size int) {
	for _, t := range f.common {
		size += len(t.Text)
	}
	return size
}

// with returns the files of a program.
func (f *Files) with(first Text) []Text { return append([]Text{first}, f.common...) }

// Texts is Texts of a main file and these files, which Are the given texts.
func (f *Files) Texts(first Text, common []Text, roots, needed []string) *Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, t := range common {
		if f.common[i].Main != t.Main && f.r != nil {
			f.r.files[i+1].place(i+1, t)
		}
		f.common[i] = t
	}
	all := f.with(first)
	if f.r == nil || !first.Main || first.Known {
		return Texts(all, roots, needed)
	}
	r := f.r
	empty, s := r.files[0], r.scan(first.Text)
	if !f.isPlain(s) || bytes.Contains(first.Text, []byte(counter)) {
		return Texts(all, roots, needed)
	}
	s.settle(0, first)
	r.grow()
	r.files[0] = s
	r.collect(s)
	r.entered = nil
	r.index(s)
	defer func() { // else the lists would grow with each program
		r.files[0] = empty
		for _, d := range s.items {
			if d.define {
				delete(r.macros, d.declares[0])
			}
		}
		for _, w := range r.entered {
			r.declaring[w] = withoutFirst(r.declaring[w])
		}
		for w, list := range r.parts {
			r.parts[w] = withoutFirst(list)
		}
	}()
	result := r.reduced(all, roots, needed)
	if result != nil {
		own := map[string][]*item{}
		r.name(own, s)
		result.names = append(result.names, own)
	}
	return result
}

// withoutFirst returns a list of items without those of the first file, which are the last.
func withoutFirst(list []*item) []*item {
	for n := len(list); n > 0 && list[n-1].in == 0; n-- {
		list = list[:n-1]
	}
	return list
}

// isWithin reports whether a file of the given name is only read in the midst of items.
func (f *Files) isWithin(name string) bool {
	for i, t := range f.common {
		if f.r.files[i+1].within != nil && path.Base(t.Path) == path.Base(name) {
			return true
		}
	}
	return false
}

// isPlain reports whether a file changes nothing of what these files mean: the macros that it defines are not in them,
// and its brackets can be counted.
func (f *Files) isPlain(s *scanned) bool {
	isOdd := func(w word) bool { m := f.r.macros[w]; return m != nil && m.odd }
	return !s.whole && len(s.rest) == 0 && !s.computed && len(s.inside) == 0 &&
		!slices.ContainsFunc(s.included, f.isWithin) &&
		!slices.ContainsFunc(s.items, func(d *item) bool {
			return d.define && (d.declares[0] < f.words || s.odd[d]) || slices.ContainsFunc(d.words, isOdd) ||
				slices.ContainsFunc(d.names, isOdd)
		})
}
