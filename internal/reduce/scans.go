package reduce

import (
	"slices"
	"sync"
)

// This file keeps what the scanner makes of texts, for programs that have some files in common: each text is taken
// apart once.

// Scans are texts that were taken apart.
type Scans struct {
	mu    sync.Mutex
	known map[*byte]*lone
	size  int // of the texts, in bytes
}

// lone is a text that was taken apart by itself.
type lone struct {
	text  []byte
	words []string // in the order in which it has them
	*scanned
}

// maxScans is how many bytes the texts may have of which this is kept.
const maxScans = 1 << 24

// built are the texts that are built in, which all programs of the process have in common.
var built Scans

// scan is r.scan. It is the same text if it lies in the same place.
func (k *Scans) scan(r *reducer, text []byte) *scanned {
	if k == nil || len(text) == 0 {
		return r.scan(text)
	}
	k.mu.Lock()
	one := k.known[&text[0]] // which keeps its place from being used again
	if one == nil || len(one.text) != len(text) {
		own := &reducer{ids: map[string]word{}}
		one = &lone{text: text, scanned: own.scan(text)}
		one.words = own.words
		if k.size += len(text); k.known == nil || k.size > maxScans {
			k.known, k.size = map[*byte]*lone{}, len(text)
		}
		k.known[&text[0]] = one
	}
	k.mu.Unlock()
	return one.in(r)
}

// in returns what the scanner makes of the text in a reducer, which has its own numbers for words.
func (one *lone) in(r *reducer) *scanned {
	t := make(translated, len(one.words))
	for i, text := range one.words {
		t[i] = r.word([]byte(text))
	}
	s := *one.scanned
	s.items, s.odd = make([]*item, len(one.items)), map[*item]bool{}
	own := map[*item]*item{}
	for i, d := range one.items {
		s.items[i] = t.item(d)
		own[d] = s.items[i]
		if one.odd[d] {
			s.odd[s.items[i]] = true
		}
	}
	s.inside, s.choices, s.fixed = slices.Clone(s.inside), slices.Clone(s.choices), slices.Clone(s.fixed)
	for i := range s.inside {
		s.inside[i].item, s.inside[i].after = own[s.inside[i].item], t.list(s.inside[i].after)
	}
	for i, c := range s.choices {
		own := *c
		own.words = t.list(c.words)
		s.choices[i] = &own
	}
	for i, f := range s.fixed {
		s.fixed[i].w = t.word(f.w)
	}
	s.roots, s.rest = t.list(s.roots), t.list(s.rest)
	return &s
}

// translated are the words of a text by itself, as words of a reducer.
type translated []word

func (t translated) word(w word) word {
	if w < 0 { // it stands for something else
		return w
	}
	return t[w]
}

func (t translated) list(words []word) []word {
	if words == nil {
		return nil
	}
	list := make([]word, len(words))
	for i, w := range words {
		list[i] = t.word(w)
	}
	return list
}

func (t translated) lists(all [][]word) (lists [][]word) {
	for _, words := range all {
		lists = append(lists, t.list(words))
	}
	return lists
}

func (t translated) item(d *item) *item {
	own := *d
	own.declares, own.words, own.names, own.gives, own.calls = t.list(d.declares), t.list(d.words), t.list(d.names),
		t.list(d.gives), t.list(d.calls)
	own.runs, own.pastes = t.lists(d.runs), t.lists(d.pastes)
	own.groups = slices.Clone(d.groups)
	for i, g := range own.groups {
		own.groups[i].w, own.groups[i].words = t.word(g.w), t.list(g.words)
	}
	if d.parts != nil {
		own.parts = map[word]bool{}
		for w, is := range d.parts {
			own.parts[t.word(w)] = is
		}
	}
	return &own
}
