package load

import (
	"bytes"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
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
	included []included
	named    map[*byte]names
}

// names are the files that a text includes, by their names in #include, and whether c.NamesRoot says so of it.
type names struct {
	text []byte
	list []string
	root bool
}

// included is what the preprocessor found that the main files of a program include.
type included struct {
	main    []c.Source        // the first one with its folder and its directives only
	options map[string]string // without those that follow from the names of the files
	early   bool              // whether the search may have ended early
	headers []c.Source
	missing []string
}

// How much is kept.
const (
	maxPartsText = 1 << 24 // bytes of the texts of all parts; those of one are kept whatever their size
	maxIncluded  = 64
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
	for _, m := range includeLine.FindAllSubmatch(text, -1) {
		n.list = append(n.list, string(m[1]))
	}
	return n
}

// reduced is reduce.Texts.
func (k *Common) reduced(files []reduce.Text, roots []string) *reduce.Result {
	if k == nil || len(files) == 0 {
		return reduce.Texts(files, roots)
	}
	k.mu.Lock()
	i := slices.IndexFunc(k.parts, func(f *reduce.Files) bool { return f.Are(files[1:]) })
	var f *reduce.Files
	if i >= 0 {
		f = k.parts[i]
		k.parts = slices.Delete(k.parts, i, i+1)
	} else {
		f = reduce.Read(files[1:], &k.scans)
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
	return f.Texts(files[0], roots)
}

// directives returns the lines of a text that are directives of the preprocessor, which decide what it includes; nil if
// the text may have some that do not show.
func directives(text []byte) []byte {
	for _, hidden := range []string{"\\\n", "\\\r", "??", "%:", "__COUNTER__"} {
		if bytes.Contains(text, []byte(hidden)) {
			return nil
		}
	}
	list := []byte{}
	for line := range bytes.Lines(text) {
		shown := lineComment.ReplaceAll(line, nil)
		if bytes.Contains(shown, []byte("/*")) { // a comment of several lines
			return nil
		}
		if bytes.HasPrefix(bytes.TrimSpace(shown), []byte("#")) {
			list = append(list, line...)
		}
	}
	return list
}

// lineComment matches a comment within a line.
var lineComment = regexp.MustCompile(`/\*[^*]*\*/`)

// headers returns what find does, which is what main files with these options include. Early says that find may have
// ended early, read returns the text of a file, and unread whether find could not read all that it wanted.
func (k *Common) headers(main []c.Source, options map[string]string, early bool, read func(name string) ([]byte, bool),
	find func() ([]c.Source, []string), unread func() bool) ([]c.Source, []string) {
	var first []byte
	if k != nil {
		first = directives(main[0].Text)
	}
	if first == nil {
		return find()
	}
	key := slices.Clone(main)
	key[0] = c.Source{Name: filepath.Dir(main[0].Name), Text: first}
	options = maps.Clone(options)
	delete(options, "paths")
	delete(options, "files")
	equal := func(a, b c.Source) bool { return a.Name == b.Name && bytes.Equal(a.Text, b.Text) }
	k.mu.Lock()
	known := slices.Clone(k.included)
	k.mu.Unlock()
	for _, n := range known { // without the lock, which read takes
		if n.early == early && maps.Equal(n.options, options) && slices.EqualFunc(n.main, key, equal) &&
			!slices.ContainsFunc(n.headers, func(h c.Source) bool {
				text, ok := read(h.Name)
				return !ok || !bytes.Equal(text, h.Text)
			}) {
			return slices.Clone(n.headers), slices.Clone(n.missing)
		}
	}
	headers, missing := find()
	if unread() {
		return headers, missing
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.included) >= maxIncluded {
		k.included = slices.Delete(k.included, 0, 1)
	}
	k.included = append(k.included, included{main: key, options: options, early: early, headers: slices.Clone(headers),
		missing: slices.Clone(missing)})
	return headers, missing
}
