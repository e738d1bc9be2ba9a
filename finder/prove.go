package finder

import (
	"fmt"
	"math/big"
	"math/bits"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file writes the certificate of a bug. It replays the bug on the concrete semantics, so that the finder notices
// if it was wrong.

// prove returns a certificate: the model of r's path condition drives the program to r's fault. If the error is
// errTooLarge, this is true, but the certificate lacks the trace.
func (p *subject) prove(r report, model solver.Model) (witnessed, error) {
	table := term.NewTable(r.Path)
	c := &certs.Bug{
		Program: p.About,
		Fault: certs.Fault{
			Kind: string(r.Fault.Kind), File: uint64(r.Fault.File), Line: uint64(r.Fault.Line),
			Column: uint64(r.Fault.Column),
		},
		Path:  writePath(table, r.Path),
		Model: certs.Memory{},
	}
	for _, name := range table.Inputs() {
		c.Model[name] = p.value(symbolic.Inputs(model), name)
	}
	last, err := p.trace(c, r)
	if err == nil {
		c.Seal()
	}
	return witnessed{c, last}, err
}

// The states in which runs end are kept if they save people time, and take little memory.
const (
	longRun    = 1 << 16 // steps
	smallState = 1 << 12 // words
)

// mostWays is how many entries a certificate has at most. A test changes it.
var mostWays = certs.MaxElements

// errTooMany says that a certificate would have too many entries to read.
var errTooMany = fmt.Errorf("the certificate would have more than %d entries, the limit on their number",
	certs.MaxElements)

// errTooLarge says that there is a bug, and that its certificate would be too large to read.
var errTooLarge = fmt.Errorf("the certificate would have more than %d bytes, the limit on the size of one",
	certs.MaxBytes)

// trace runs the program on c's model, and records the run in c. It returns the last state if that is kept, and an
// error if the run is not the one that the report r foresees.
func (p *subject) trace(c *certs.Bug, r report) (*core.State, error) {
	m := p.supplied(c)
	steps := uint64(r.Depth)
	at := certs.CheckpointSteps(steps, p.Core.MostShown())
	room := certs.MaxBytes // how large the values that people see may be, in bytes
	record := func(s core.State) certs.State {
		values := certs.Values{}
		for _, v := range s.Shown() {
			if n, ok := v.Value.Integer(); ok {
				values[v.Name] = certs.Value{Int: n}
				room -= len(n.Bits()) * wordBytes
			} else {
				values[v.Name] = certs.Value{Text: v.Text}
			}
			room -= len(v.Name)
		}
		if room < 0 {
			return certs.State{}
		}
		digest := s.Digest(nil)
		return certs.State{Digest: digest[:], Values: values}
	}
	run := runner{machine: m, stretches: &p.stretches, last: m.Start()}
	for _, step := range at {
		if run.run(int64(step)); run.steps == int64(step) {
			seen := record(run.last)
			c.Trace.Checkpoints = append(c.Trace.Checkpoints,
				certs.Checkpoint{Step: step, Digest: seen.Digest, Values: seen.Values})
		}
	}
	run.run(r.Depth)
	if err := p.ends(m, r, run.last, run.steps); err != nil {
		return nil, err
	}
	c.Trace.Period, c.Turns = uint64(r.Period), r.Turns
	c.Trace.Steps, c.Trace.Branches, c.Trace.Decisions = steps, run.decisions.Len, run.decisions.Bytes
	if c.Trace.Final = record(run.last); room < 0 {
		c.Trace = certs.Trace{}
		return nil, errTooLarge
	}
	last := run.last.WithoutOutput()
	if run.steps < longRun || last.Words() > smallState {
		return nil, nil
	}
	return &last, nil
}

// supplied returns the concrete semantics on the model of c, which writes the inputs that are drawn into c.
func (p *subject) supplied(c *certs.Bug) *core.Machine {
	m := p.concrete(symbolic.Inputs(c.Model), nil)
	supply := m.Input
	m.Input = func(n int, name string) (*big.Int, bool) {
		v, ok := supply(n, name)
		if n == len(c.Inputs) { // because a state may be asked again for what it draws
			draw := p.draw(name)
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v, Lo: draw.Lo, Hi: draw.Hi})
		}
		return v, ok
	}
	return m
}

// ends returns an error if a run that is in a state after n steps does not end there as the report r foresees.
func (p *subject) ends(m *core.Machine, r report, last core.State, n int64) error {
	if (r.Period > 0 || r.Turns != nil) && n == r.Depth { // the states were compared, or turns are proved
		return nil
	}
	if fault, ok := m.Fault(last); !ok || fault != r.Fault || n != r.Depth {
		return fmt.Errorf("the input found ends after %d steps, not with the fault foreseen after %d", n, r.Depth)
	}
	return nil
}

// wordBytes is the size of a word of a big.Int.
const wordBytes = bits.UintSize / 8

var opaqueOps = [...]string{
	term.Prod: "*", term.Quot: "div", term.Rem: "mod", term.TruncQuot: "quo", term.TruncRem: "rem",
	term.BitAnd: "and", term.BitOr: "or", term.BitXor: "xor", term.Shl: "shl", term.Shr: "shr", term.Equals: "eq",
	term.AtMost: "le", term.Select: "select",
	term.FAdd32: "fadd32", term.FSub32: "fsub32", term.FMul32: "fmul32", term.FDiv32: "fdiv32", term.FRoot32: "froot32",
	term.FMake32: "fmake32", term.FTrunc32: "ftrunc32", term.Widen: "widen",
	term.FAdd64: "fadd64", term.FSub64: "fsub64", term.FMul64: "fmul64", term.FDiv64: "fdiv64", term.FRoot64: "froot64",
	term.FMake64: "fmake64", term.FTrunc64: "ftrunc64", term.Narrow: "narrow",
}

var formulaOps = [...]string{
	term.False: "false", term.LeZero: "<=", term.EqZero: "=", term.NeZero: "!=", term.And: "and", term.Or: "or",
}

// writePath returns the conjunction of fs over the symbols of t, in the form that certificates have.
func writePath(t *term.Table, fs []*term.Formula) certs.Path {
	path := certs.Path{Inputs: t.Inputs()}
	for _, s := range t.Syms[len(path.Inputs):] {
		o := certs.Opaque{Op: opaqueOps[s.Op], X: linear(t, s.X)}
		if s.Y != nil {
			y := linear(t, s.Y)
			o.Y = &y
		}
		for _, c := range s.Cases {
			o.Cases = append(o.Cases, certs.Case{At: c.At, Value: linear(t, c.Value)})
		}
		path.Opaque = append(path.Opaque, o)
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
