package finder

import (
	"context"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
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
	assumed := func() []Assumption {
		var list []Assumption
		for _, a := range symbolic.Assumptions() {
			at := first(a.Cond)
			list = append(list, Assumption{at.Line, at.Column, impfmt.Condition(a.Cond), a.Path.Conjuncts()})
		}
		return list
	}
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
		memory:  func(s imp.State) certs.Memory { return s.Store.Map(p) },
		inputs:  p.Inputs(),
		assumed: assumed,
		loops:   func(s impsym.State) []Loop { return impLoops(s.Control) },
		program: certs.Program{
			Language: "imp",
			Version:  1,
			Options:  map[string]string{"division": p.Division.String()},
			Name:     certs.BaseName(p.Name),
			Source:   source,
		},
	}
}

// impLoops returns the loops around what c runs, from the inside out.
func impLoops(c imp.Control) []Loop {
	var list []Loop
	add := func(w *imp.While, iterations int) {
		list = append(list, Loop{w.At.Line, w.At.Column, iterations})
	}
	if w, ok := c.Now.(*imp.While); ok {
		add(w, c.Iter)
	}
	for k := c.Rest; k != nil; k = k.Next {
		if k.Loop != nil {
			add(k.Loop, k.Iter)
		}
	}
	return list
}

// first returns the place where a condition begins, but for parentheses.
func first(b imp.BExpr) imp.Pos {
	for {
		switch c := b.(type) {
		case *imp.Logic:
			b = c.X
			continue
		case *imp.Compare:
			a := c.Args[0]
			for sum, ok := a.(*imp.Arith); ok; sum, ok = a.(*imp.Arith) {
				a = sum.X
			}
			return a.Pos()
		}
		return b.Pos()
	}
}
