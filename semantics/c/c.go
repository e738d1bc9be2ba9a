package c

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines Lower, which makes sources a program of the core.

// Lower makes a core program of C sources. The sources are the main files and every header that they include, without
// our headers. options.go lists the options. The effective ones are those that differ from their defaults.
func Lower(m *semantics.Meter, sources []Source, options map[string]string) (out *core.Program,
	effective map[string]string, err error) {
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
