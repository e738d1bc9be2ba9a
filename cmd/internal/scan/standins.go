package scan

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
)

// This file defines which words of a project stand for functions without saying so: macros that call some, and
// variables from which pointers to some are taken.

// standins are what the words of a project stand for.
type standins struct {
	macros  map[string]*words   // what stands for each macro, in any file
	holders map[string][]holder // by a name: the variables outside of functions that are initialised with it
}

// words are those of a text.
type words struct {
	called map[string]bool // those with a parenthesis behind them
	// those that stand where a pointer to a function would: an argument, or what something becomes
	given map[string]bool
	all   map[string]bool // but for members and tags
}

func newWords() *words { return &words{map[string]bool{}, map[string]bool{}, map[string]bool{}} }

// holder is a variable outside of functions, and the file that initialises it.
type holder struct{ name, file string }

var (
	definition = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)`)
	alias      = regexp.MustCompile(`^\s+\(?\s*(\w+)\s*\)?\s*$`)
	directive  = regexp.MustCompile(`(?m)^[ \t]*#(?:\\\r?\n|[^\n])*`)
	pointerTo  = regexp.MustCompile(`\(\s*\*(?:\s*const\b)?\s*(\w+)[^()]*\)\s*\(`)
	declared   = regexp.MustCompile(`(\w+)\s*(?:\[[^\]]*\]\s*)*$`)
)

// standinsOf returns what the words in files stand for that define some functions, whose bodies are given by their
// files.
func standinsOf(read []string, all []*function, said *sayings) *standins {
	u := &standins{map[string]*words{}, map[string][]holder{}}
	starts := map[string][]int{} // of functions, by their files
	named := map[string]bool{}
	for _, f := range all {
		file := absolute(f.entry.Where.File)
		if s := said.of(file); s != nil {
			starts[file] = append(starts[file], s.offset(f.entry.Where.Pos))
		}
		named[f.entry.Name] = true
	}
	type initial struct {
		holder
		text []byte
	}
	var list []initial
	files := map[string]bool{}
	for _, file := range read {
		files[absolute(file)] = true
	}
	for file := range starts {
		files[file] = true
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		s := said.of(file)
		if s == nil {
			continue
		}
		for _, m := range definition.FindAllSubmatch(s.text, -1) {
			w := u.macros[string(m[1])]
			if w == nil {
				w = newWords()
				u.macros[string(m[1])] = w
			}
			w.add(m[2])
			if name := alias.FindSubmatch(m[2]); name != nil {
				w.called[string(name[1])] = true
			}
		}
		for _, text := range between(s.text, starts[file]) {
			for part := range bytes.SplitSeq(directive.ReplaceAll(text, nil), []byte(";")) {
				left, right, ok := bytes.Cut(part, []byte("="))
				if !ok {
					continue
				}
				m := pointerTo.FindSubmatch(left)
				if m == nil {
					m = declared.FindSubmatch(left)
				}
				if m != nil {
					list = append(list, initial{holder{string(m[1]), file}, right})
					named[string(m[1])] = true
				}
			}
		}
	}
	for _, x := range list {
		seen := map[string]bool{}
		for from, to := range wordsIn(x.text) {
			if name := string(x.text[from:to]); named[name] && !seen[name] {
				seen[name] = true
				u.holders[name] = append(u.holders[name], x.holder)
			}
		}
	}
	return u
}

// opens reports whether a text begins as what stands behind the name of a function that is called.
func opens(text []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(text, " \t\n\f\r"), []byte("(")) }

// add adds the words of a text.
func (w *words) add(text []byte) {
	for from, to := range wordsIn(text) {
		name := string(text[from:to])
		if tagged.Match(text[max(from-apart, 0):from]) {
			continue
		}
		w.all[name] = true
		switch {
		case opens(text[to:]):
			w.called[name] = true
		case isGiven(text, from, to):
			w.given[name] = true
		}
	}
}

// tagged matches what stands before a member or a tag, of which no more than apart bytes are looked at.
var tagged = regexp.MustCompile(`(\.|->|\b(struct|union|enum))\s*$`)

const apart = 16

// isGiven reports whether a word of a text, from its beginning to its end, stands where a pointer to a function would.
func isGiven(text []byte, from, to int) bool {
	for from > 0 && bytes.IndexByte([]byte(" \t\r\n"), text[from-1]) >= 0 {
		from--
	}
	return from > 0 && bytes.IndexByte([]byte("(,=?:{&"), text[from-1]) >= 0 && behind.Match(text[to:])
}

// behind matches what stands behind such a word.
var behind = regexp.MustCompile(`^\s*[,);:}]`)

// join adds the words of another text.
func (w *words) join(v *words) {
	maps.Copy(w.called, v.called)
	maps.Copy(w.given, v.given)
	maps.Copy(w.all, v.all)
}

// between returns the parts of a text that are in no function. Starts are where these begin.
func between(text []byte, starts []int) (parts [][]byte) {
	starts = append(slices.Sorted(slices.Values(starts)), len(text))
	parts = append(parts, text[:starts[0]])
	for i, from := range starts[:len(starts)-1] {
		all := text[from:starts[i+1]]
		parts = append(parts, all[len(body(all)):])
	}
	return parts
}

// body returns the beginning of a text up to the end of the braces in it: a function from its name on, without what
// follows.
func body(text []byte) []byte {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth <= 0 {
				return text[:i+1]
			}
		}
	}
	return text
}

// in returns the words of a function's body, with those that stand for its macros.
func (u *standins) in(body []byte) *words {
	w := newWords()
	w.add(body)
	seen := map[string]bool{}
	for more := slices.Collect(maps.Keys(w.all)); len(more) > 0; {
		name := more[len(more)-1]
		more = more[:len(more)-1]
		if m := u.macros[name]; m != nil && !seen[name] {
			seen[name] = true
			w.join(m)
			more = slices.AppendSeq(more, maps.Keys(m.all))
		}
	}
	return w
}
