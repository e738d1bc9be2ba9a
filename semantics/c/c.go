package c

import (
	"fmt"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines Lower, which makes sources a program of the core.

// Source is a file of a program.
type Source = source.File

// MaxSource is the size of the largest file, in bytes.
const MaxSource = 1 << 25

// Lower makes a core program of C sources. The sources are the main files and every header that they include, without our headers. options.go lists the
// options. The effective ones are those that differ from their defaults.
func Lower(m *semantics.Meter, sources []Source, options map[string]string) (out *core.Program, effective map[string]string, err error) {
	p, err := programOf(m, sources, options, (*program).link)
	if err != nil {
		return nil, nil, err
	}
	o := p.options
	defer func() { p.giveBack() }()
	if len(p.errors) == 0 && len(p.wrong) > 0 && !p.stopped() {
		p = p.refusing(p.wrong)
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
	p.core.Removed = o.standIns.errors(p.removed.list)
	o.standIns.program(p.core.Funcs, p.core.Globals)
	return p.core, o.effective, nil
}

// tooLarge is the error of a program that needs more than the meter has.
func tooLarge(name string, m *semantics.Meter) error {
	return source.ErrorList{{File: name, Msg: "the program is too large to lower: it takes " + m.Why()}}
}

// wordsPerToken is how many words of memory the parser and the readers of its trees take for one token.
const wordsPerToken = 100

// tokens returns about how many tokens a text has: each word is one, each character outside of words, and each byte that is no text. Many lines take as much as a token.
func tokens(text []byte) (n int) {
	inside, lines, read := false, 0, 0 // read is the end of the last character that is not ASCII
	for i, c := range text {
		word := isLetter(c) || isDigit(c)
		switch {
		case c == '\n':
			lines++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		case !word || !inside:
			n++
		case c >= utf8.RuneSelf && i >= read:
			r, size := utf8.DecodeRune(text[i:])
			if read = i + size; r == utf8.RuneError && size == 1 {
				n++
			}
		}
		inside = word
	}
	return n + lines/linesPerToken
}

// linesPerToken is how many line ends take as much as a token.
const linesPerToken = 32

// programOf returns the program of sources with its units, after work, which may find errors in it. What has errors outside of functions is taken out of the program as
// far as possible: see remove.go.
func programOf(m *semantics.Meter, sources []Source, options map[string]string, work func(*program)) (*program, error) {
	o, err := readOptions(sources, options)
	if err != nil {
		return nil, err
	}
	return settled(m, sources, o, work)
}

// parsed returns the program of sources with its units, not linked, without what is to be removed.
func parsed(m *semantics.Meter, sources []Source, o *Options, r *removal) (*program, error) {
	p := newProgram(m, o)
	p.removed = r
	for _, s := range sources {
		if len(s.Text) > MaxSource {
			return nil, source.ErrorList{{File: s.Name, Msg: fmt.Sprintf("found %d bytes, want %d at most", len(s.Text), MaxSource)}}
		}
		p.core.Sources = append(p.core.Sources, s.Name)
	}
	p.files = newFiles(sources, o)
	for i := range sources {
		if !p.expect(p.files.text[o.paths[i]]) {
			return nil, tooLarge(sources[o.main[0]].Name, m)
		}
	}
	p.files.words = programWords(p.files, o.commands(o.paths...))
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
		wrong:    map[*cc.FunctionDefinition]source.ErrorList{},
		places:   map[*source.Error]*unit{},
		removed:  newRemoval(),
	}
}
