package load

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"vouch/internal/reduce"
	"vouch/semantics/c"
)

// This file keeps what programs in C have in common that are read one after another and differ in their first main
// file, as harnesses for the functions of one file do. Each thing that is kept comes with all on which it depends, and
// is used again only if that is the same. So a program is what it would be if nothing were kept.

// Common is what programs have in common.
type Common struct {
	mu       sync.Mutex
	texts    map[string][]byte // of files, by name, so that equal texts are one
	parts    []*reduce.Files
	scans    reduce.Scans
	included map[string]included // by the folder of the main file, its directives and the options about it
	named    map[*byte]names
}

// names are the files that a text includes, by their names in #include, and whether c.NamesRoot says so of it.
type names struct {
	text []byte
	list []string
	root bool
}

// included is what the preprocessor found that a main file includes.
type included struct {
	headers []c.Source
	missing []string
}

// How much is kept.
const (
	maxPartsText = 1 << 24 // bytes of the texts of all parts; those of one are kept whatever their size
	maxIncluded  = 1 << 10
	maxTexts     = 1 << 12
)

// one returns a text that was read before from a file of that name, if it is equal.
func (k *Common) one(name string, text []byte) []byte {
	if k == nil || len(text) == 0 {
		return text
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if old, ok := k.texts[name]; ok && bytes.Equal(old, text) {
		return old
	}
	if k.texts == nil || len(k.texts) >= maxTexts {
		k.texts = map[string][]byte{}
	}
	k.texts[name] = text
	return text
}

// includes returns the names of files in a text.
func (k *Common) includes(text []byte) names {
	if k == nil || len(text) == 0 {
		return namesIn(text)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if n, ok := k.named[&text[0]]; ok && len(n.text) == len(text) { // n.text keeps the address from being used again
		return n
	}
	if k.named == nil || len(k.named) >= maxTexts {
		k.named = map[*byte]names{}
	}
	n := namesIn(text)
	k.named[&text[0]] = n
	return n
}

func namesIn(text []byte) names {
	n := names{text: text, root: c.NamesRoot(text)}
	for at := 0; ; { // an expression takes longer on the lines without the word
		i := bytes.Index(text[at:], []byte("include"))
		if i < 0 {
			return n
		}
		begin, end := bytes.LastIndexByte(text[:at+i], '\n')+1, len(text)
		if k := bytes.IndexByte(text[at+i:], '\n'); k >= 0 {
			end = at + i + k
		}
		if m := includeLine.FindSubmatch(text[begin:end]); m != nil {
			n.list = append(n.list, string(m[1]))
		}
		at = end
	}
}

// reduced is reduce.Texts.
func (k *Common) reduced(files []reduce.Text, roots, needed []string) *reduce.Result {
	if k == nil || len(files) == 0 {
		return reduce.Texts(files, roots, needed)
	}
	common, at := inOrder(files[1:])
	k.mu.Lock()
	i := slices.IndexFunc(k.parts, func(f *reduce.Files) bool { return f.Are(common) })
	var f *reduce.Files
	if i >= 0 {
		f = k.parts[i]
		k.parts = slices.Delete(k.parts, i, i+1)
	} else {
		f = reduce.Read(common, &k.scans)
	}
	k.parts = append(k.parts, f)
	size := 0
	for i, f := range slices.Backward(k.parts) {
		if size += f.Size(); size > maxPartsText && i < len(k.parts)-1 {
			k.parts = slices.Delete(k.parts, 0, i+1)
			break
		}
	}
	k.mu.Unlock()
	part := f.Texts(files[0], common, roots, needed)
	if part != nil {
		texts := slices.Clone(part.Texts)
		for i, n := range at {
			texts[1+n] = part.Texts[1+i]
		}
		part.Texts = texts
	}
	return part
}

// inOrder returns files in an order that is the same whatever theirs is, and where each was: in programs that begin
// with harnesses for functions of several files, the same files have other places.
func inOrder(files []reduce.Text) (ordered []reduce.Text, at []int) {
	for i := range files {
		at = append(at, i)
	}
	slices.SortStableFunc(at, func(a, b int) int {
		return strings.Compare(filepath.Base(files[a].Path), filepath.Base(files[b].Path))
	})
	for _, i := range at {
		ordered = append(ordered, files[i])
	}
	return ordered, at
}

// headers returns what main files with these options include, without themselves, and the names of what is missing, as
// c.Headers does. It may end early once enough says so. Find is c.Headers for one main file, read returns the text of a
// file, and unread says whether find could not read all that it wanted.
func (k *Common) headers(main []c.Source, options map[string]string, enough func(missing []string) bool,
	read func(name string) ([]byte, bool), find func(main c.Source, options map[string]string) ([]c.Source, []string),
	unread func() bool) (headers []c.Source, missing []string) {
	paths := strings.Split(options["paths"], "\n")
	seen := map[string]bool{}
	for _, path := range paths {
		seen[path] = true
	}
	for i, m := range main {
		if enough != nil && len(missing) > 0 && enough(missing) {
			break
		}
		n := k.includedBy(m, ofFile(options, paths[i]), read, find, unread)
		for _, h := range n.headers {
			if !seen[h.Name] {
				seen[h.Name] = true
				headers = append(headers, h)
			}
		}
		missing = append(missing, n.missing...)
	}
	return headers, missing
}

// ofFile returns the options for a program of one of the main files, which has a path.
func ofFile(options map[string]string, path string) map[string]string {
	own := maps.Clone(options)
	own["paths"] = path
	if own["files"] != "" {
		own["files"] = path
	}
	for _, name := range []string{"define", "undefine"} {
		if own[name] == "" {
			continue
		}
		own[name] = c.List(slices.DeleteFunc(strings.Split(own[name], "\n"), func(m string) bool {
			file := fileOf(m)
			return file != "" && file != path
		})...)
		if own[name] == "" {
			delete(own, name)
		}
	}
	return own
}

// includedBy returns what find does, which is what a main file with these options includes.
func (k *Common) includedBy(main c.Source, options map[string]string, read func(name string) ([]byte, bool),
	find func(main c.Source, options map[string]string) ([]c.Source, []string), unread func() bool) (n included) {
	if k == nil {
		n.headers, n.missing = find(main, options)
		return n
	}
	text := sha256.Sum256(c.Directives(main.Text))
	folder := filepath.Dir(main.Name)
	if strings.Contains(options["define"]+options["undefine"], ":") { // they may be about this file alone
		folder = main.Name
	}
	key := &strings.Builder{}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if name != "paths" && name != "files" {
			fmt.Fprintf(key, "%s=%q ", name, options[name])
		}
	}
	fmt.Fprintf(key, "%q %x", folder, text)
	k.mu.Lock()
	n, known := k.included[key.String()]
	k.mu.Unlock()
	if known && !slices.ContainsFunc(n.headers, func(h c.Source) bool { // without the lock, which read takes
		text, ok := read(h.Name)
		return !ok || !bytes.Equal(text, h.Text)
	}) {
		return n
	}
	if n.headers, n.missing = find(main, options); unread() {
		return n
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.included == nil || len(k.included) >= maxIncluded {
		k.included = map[string]included{}
	}
	k.included[key.String()] = n
	return n
}
