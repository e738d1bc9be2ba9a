package c

import (
	"bytes"

	"modernc.org/cc/v4"

	"vouch/semantics"
)

// This file finds the files that a program includes, before it is lowered.

// Headers returns the files that main files include, without our headers, in the order in which cc first looks for
// them, and the names in #include of those that are neither ours nor given by read, which gives the text of a file by
// its path. Headers reports no errors in the files: Lower does. It ends when the meter is exhausted.
func Headers(m *semantics.Meter, main []Source, options map[string]string,
	read func(path string) (text []byte, ok bool)) (found []Source, missing []string) {
	o, err := readOptions(main, options)
	if err != nil {
		return nil, nil
	}
	p := newProgram(m, o)
	p.files = newFiles(main, o)
	p.files.more = read
	for _, s := range main {
		p.core.Sources = append(p.core.Sources, s.Name)
	}
	for _, i := range o.main {
		if p.stopped() {
			break
		}
		p.headers(o.paths[i])
	}
	return p.files.found, p.files.missing
}

// headers reads what the file at a path includes.
func (p *program) headers(path string) {
	if text := p.files.text[path].text; !bytes.Contains(text, []byte("include")) && p.options.prelude == nil {
		return
	}
	defer func() { recover() }() // Lower meets the same panic and reports it
	u := &unit{p: p, path: path, files: map[string]int32{}, firsts: map[cc.Node]cc.Node{}}
	cc.Preprocess(u.config(maxTokens), u.sources(Directives(p.files.text[path].seen())),
		&counting{p: p, nesting: newNesting()})
}
