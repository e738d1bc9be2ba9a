package checker

import (
	"vouch/certs"
	"vouch/semantics/term"
)

// This file writes path conditions as certificates hold them.

var opaqueNames = map[term.Op]string{term.Prod: "*", term.Quot: "div", term.Rem: "mod", term.TruncQuot: "quo", term.TruncRem: "rem"}

var formulaNames = map[term.FormulaOp]string{
	term.LeZero: "<=", term.EqZero: "=", term.NeZero: "!=", term.And: "and", term.Or: "or", term.False: "false",
}

// writePath returns the path condition with the given conjuncts, none of which is true, over the symbols of t.
func writePath(t *term.Table, conjuncts []*term.Formula) certs.Path {
	path := certs.Path{Inputs: t.Inputs()}
	for _, s := range t.Syms[len(path.Inputs):] {
		path.Opaque = append(path.Opaque, certs.Opaque{Op: opaqueNames[s.Op], X: *writeLinear(t, s.X), Y: *writeLinear(t, s.Y)})
	}
	for _, f := range conjuncts {
		path.Conjuncts = append(path.Conjuncts, writeFormula(t, nil, f))
	}
	return path
}

func writeFormula(t *term.Table, nodes certs.Formula, f *term.Formula) certs.Formula {
	n := certs.Node{Op: formulaNames[f.Op], Arity: uint64(len(f.Args))}
	if f.E != nil {
		n.E = writeLinear(t, f.E)
	}
	nodes = append(nodes, n)
	for _, g := range f.Args {
		nodes = writeFormula(t, nodes, g)
	}
	return nodes
}

func writeLinear(t *term.Table, e *term.Linear) *certs.Linear {
	l := &certs.Linear{Const: e.Const}
	for _, x := range e.Terms {
		l.Terms = append(l.Terms, certs.Term{Sym: uint64(t.Index(x.Sym)), Coef: x.Coef})
	}
	return l
}
