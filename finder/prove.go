package finder

import (
	"fmt"
	"math/big"
	"math/bits"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file writes the certificate of a bug. It replays the bug on the concrete semantics, so that the finder notices when it
// is wrong.

// prove returns the certificate that the model of r's path condition drives the program to r's fault. If the error is errTooLarge, it is so,
// and what is returned lacks the trace.
func (p *subject) prove(r report, model solver.Model) (*certs.Bug, error) {
	table := term.NewTable(r.Path)
	c := &certs.Bug{
		Program: p.About,
		Fault: certs.Fault{
			Kind: string(r.Fault.Kind), File: uint64(r.Fault.File), Line: uint64(r.Fault.Line), Column: uint64(r.Fault.Column),
		},
		Path:    writePath(table, r.Path),
		Model:   certs.Memory{},
	}
	for _, name := range table.Inputs() {
		c.Model[name] = p.value(symbolic.Inputs(model), name)
	}
	if err := p.trace(c, r); err != nil {
		return c, err
	}
	c.Seal()
	return c, nil
}

// errTooLarge says that there is a bug, and that nobody would read its certificate.
var errTooLarge = fmt.Errorf("the certificate would have more than %d bytes, the limit on the size of one", certs.MaxBytes)

// trace runs the program on c's model and records the execution in c. It is an error if the execution is not the one that
// the report r foresees.
func (p *subject) trace(c *certs.Bug, r report) error {
	m := p.concrete(symbolic.Inputs(c.Model), nil)
	supply := m.Input
	m.Input = func(n int, name string) (*big.Int, bool) {
		v, ok := supply(n, name)
		if n == len(c.Inputs) { // a state may be asked again for what it draws
			first, _, _ := strings.Cut(name, "#")
			draw := p.inputs[first]
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v, Lo: draw.Lo, Hi: draw.Hi})
		}
		return v, ok
	}
	steps := uint64(r.Depth)
	var at []uint64
	var decisions certs.Bits
	room := certs.MaxBytes // for the values that people see, in bytes
	record := func(s core.State) certs.Shown {
		shown := certs.Shown{Digest: s.Digest(nil), Values: s.Shown(p.Core)}
		room -= shown.Size()
		return shown
	}
	...
// wordBytes is the size of a word of a big.Int.
const wordBytes = bits.UintSize / 8

var opaqueOps = [...]string{term.Prod: "*", term.Quot: "div", term.Rem: "mod", term.TruncQuot: "quo", term.TruncRem: "rem"}

var formulaOps = [...]string{
	term.False: "false", term.LeZero: "<=", term.EqZero: "=", term.NeZero: "!=", term.And: "and", term.Or: "or",
}

// writePath returns the conjunction of fs over the symbols of t, as certificates hold it.
func writePath(t *term.Table, fs []*term.Formula) certs.Path {
	path := certs.Path{Inputs: t.Inputs()}
	for _, s := range t.Syms[len(path.Inputs):] {
		path.Opaque = append(path.Opaque, certs.Opaque{Op: opaqueOps[s.Op], X: linear(t, s.X), Y: linear(t, s.Y)})
	}
	for _, f := range fs {
		path.Conjuncts = append(path.Conjuncts, prefix(t, f))
	}
	return path
}

// prefix returns f in prefix order.
func prefix(t *term.Table, f *term.Formula) certs.Formula {
	node := certs.Node{Op: formulaOps[f.Op], Arity: uint64(len(f.Args))}
	if f.E != nil {
		e := linear(t, f.E)
		node.E = &e
	}
	nodes := certs.Formula{node}
	for _, g := range f.Args {
		nodes = append(nodes, prefix(t, g)...)
	}
	return nodes
}

func linear(t *term.Table, e *term.Linear) certs.Linear {
	l := certs.Linear{Const: e.Const, Terms: make([]certs.Term, len(e.Terms))}
	for i, x := range e.Terms {
		l.Terms[i] = certs.Term{Sym: uint64(t.Index(x.Sym)), Coef: x.Coef}
	}
	return l
}
