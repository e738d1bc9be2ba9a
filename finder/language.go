package finder

import (
	"context"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
)

// This file defines the table of the languages that the finder knows.

// languages has a row for each language: how to look for bugs in its programs.
var languages = map[string]func(ctx context.Context, name string, source []byte, o Options) (*Result, error){
	"imp": func(ctx context.Context, name string, source []byte, o Options) (*Result, error) {
		p, err := imp.Load(name, source)
		if err != nil {
			return nil, err
		}
		return find(ctx, impSubject(p, source), o)
	},
}

func impSubject(p *imp.Program, source []byte) subject[imp.State, impsym.State] {
	concrete, symbolic := &imp.Machine{Program: p}, impsym.New(p)
	return subject[imp.State, impsym.State]{
		concrete: concrete,
		symbolic: symbolic,
		start:    symbolic.Start(),
		metered: func(meter *semantics.Meter) (semantics.Machine[imp.State], func(imp.State) bool) {
			m := &imp.Machine{Program: p, Meter: meter}
			return m, func(s imp.State) bool {
				_, ok := m.Assumed(s.Store)
				return ok
			}
		},
		begin: func(input certs.Memory) (imp.State, error) {
			m0, err := imp.NewStore(p, input)
			return concrete.Start(m0), err
		},
		memory: func(s imp.State) certs.Memory { return s.Store.Map(p) },
		inputs: p.Inputs(),
		program: certs.Program{
			Language: "imp",
			Version:  1,
			Options:  map[string]string{"division": p.Division.String()},
			Name:     certs.BaseName(p.Name),
			Source:   source,
		},
	}
}
