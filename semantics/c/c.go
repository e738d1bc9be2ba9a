package c

import (
	"fmt"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines Lower, which makes sources a program of the core.

// Source is a file of a program.
type Source struct {
	Name string // as messages name it
	Text []byte
}

// MaxSource is the size of the largest file, in bytes.
const MaxSource = 1 << 25

// Lower makes a core program of C sources. The sources are the main files and every header that they include, without our headers. options.go lists the
// options. The effective ones are those that differ from their defaults.
func Lower(m *semantics.Meter, sources []Source, options map[string]string) (out *core.Program, effective map[string]string, err error) {
	o, err := readOptions(sources, options)
	if err != nil {
		return nil, nil, err
	}
	p, err := parsed(m, sources, o)
	if err != nil {
		return nil, nil, err
	}
	defer p.giveBack()
	if len(p.errors) == 0 {
		p.link()
	}
	if p.stopped() { // what was found since then may follow from that
		return nil, nil, tooLarge(sources[o.main[0]].Name, m)
	}
	if err := p.found(); err != nil {
		return nil, nil, err
	}
	if !o.asksRand {
		delete(o.effective, "rand")
	}
	return p.core, o.effective, nil
}

// tooLarge is the error of a program that needs more than the meter has.
func tooLarge(name string, m *semantics.Meter) error {
	return source.ErrorList{{File: name, Msg: "the program is too large to lower: it takes " + m.Why()}}
}

// wordsPerToken is how many words of memory the parser and the readers of its trees take for one token.
const wordsPerToken = 100

// tokens returns about how many tokens a text has: each word is one, and each character outside of words.
func tokens(text []byte) (n int) {
	inside := false
	for _, c := range text {
		word := isLetter(c) || isDigit(c)
		if word && !inside || !word && c > ' ' {
			n++
		}
		inside = word
	}
	return n
}

// parsed returns a program with its units, not linked.
func parsed(m *semantics.Meter, sources []Source, o *Options) (*program, error) {
	p := newProgram(m, o)
	for _, s := range sources {
		if len(s.Text) > MaxSource {
			return nil, source.ErrorList{{File: s.Name, Msg: fmt.Sprintf("found %d bytes, want %d at most", len(s.Text), MaxSource)}}
		}
		p.core.Sources = append(p.core.Sources, s.Name)
		if !p.expect(s.Text) {
			return nil, tooLarge(sources[o.main[0]].Name, m)
		}
	}
	p.files = newFiles(sources, o)
	p.files.words = programWords(p.files, o.commands())
	for _, i := range o.main {
		if err := p.add(i); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// newProgram returns a program without units.
func newProgram(m *semantics.Meter, o *Options) *program {
	return &program{
		meter:    m,
		options:  o,
		core:     &core.Program{},
		symbols:  map[string]*symbol{},
		strings:  map[string]int{},
		models:   map[string]*unit{},
		names:    map[string]int{},
		declared: map[*symbol]*symbol{},
		provided: map[string]*symbol{},
	}
}
