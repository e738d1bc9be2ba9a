package find

import (
	"fmt"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/terminal"
	"vouch/cmd/internal/witness"
	"vouch/internal/bounded"
	"vouch/internal/load"
	"vouch/semantics/c"
)

// This file defines hints for a search: what a witness of another verifier says of the program.

// hintsFor reads a witness, and returns what it says of a program, whose whole text is given.
func hintsFor(name, file string, p *load.Program, text []byte) (*witness.Hints, error) {
	if !p.Language.Compiled {
		return nil, fmt.Errorf("found a program in %s, want one in C, of which witnesses speak", p.Language.Title)
	}
	data, err := bounded.ReadFile(name, witness.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, checkcmd.Reason(err))
	}
	w, err := witness.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	var sources []c.Source
	for _, s := range p.About.Sources {
		sources = append(sources, c.Source{Name: s.Name, Text: s.Text})
	}
	return w.For(witness.Program{Source: witness.Source{Name: file, Text: text}, Core: p.Core, Sources: sources,
		Options: p.About.Options}, name)
}

// advised returns what people are told of the hints: what of them is not used, and why.
func (r *fileResult) advised() (list []string) {
	if r.hints == nil {
		return nil
	}
	for _, text := range r.hints.Notes {
		list = append(list, "note: --hints: "+terminal.Shown(text))
	}
	summary, lines := r.hints.Fates()
	for _, text := range lines {
		list = append(list, "note: --hints: "+terminal.Shown(text))
	}
	if summary != "" {
		list = append(list, "note: --hints: "+terminal.Shown(summary))
	}
	return list
}
