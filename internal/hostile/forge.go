package main

import (
	"math/big"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file forges certificates: right in every field that is checked before the attack begins, so that it is reached.

var language = certs.Program{Language: "imp", Version: 1, Name: "attack.imp", Options: map[string]string{"division": "floor"}}

// forgery is a certificate of a bug in the making.
type forgery struct {
	source    string
	input     func(name string) *big.Int // 0 if nil
	steps     int64                      // to record, at most
	conjuncts int                        // of the path condition, all of them false
	inputs    []string                   // that occur in the path, in order
}

// seal runs the program of f and returns a certificate that agrees with the run as far as f.steps, if the program can be read.
func (f forgery) seal() []byte {
	c := &certs.Bug{Program: language, Input: certs.Memory{}, Model: certs.Memory{}}
	c.Program.Source = []byte(f.source)
	p, err := imp.Load("attack.imp", c.Program.Source)
	if err != nil { // that is the attack, then
		return c.Seal()
	}
	for _, name := range p.Inputs() {
		c.Input[name] = new(big.Int)
		if f.input != nil {
			c.Input[name] = f.input(name)
		}
	}
	for range f.conjuncts {
		c.Path.Conjuncts = append(c.Path.Conjuncts, certs.Formula{{Op: "false"}})
	}
	for _, name := range f.inputs {
		c.Path.Inputs, c.Model[name] = append(c.Path.Inputs, name), c.Input[name]
	}
	m0, err := imp.NewStore(p, c.Input)
	if err != nil {
		panic("hostile: " + err.Error())
	}
	m := &imp.Machine{Program: p}
	steps := f.steps
	last, out := semantics.Run(m, m.Start(m0), steps, f.record(c, p, steps))
	if out.Steps < steps { // it ended, so the checkpoints are others
		steps = out.Steps
		last, out = semantics.Run(m, m.Start(m0), steps, f.record(c, p, steps))
	}
	c.Trace.Steps, c.Trace.Final = uint64(out.Steps), last.Store.Map(p)
	size := 0
	for name, v := range c.Trace.Final { // of what is too long to be written down, something else
		if size += len(name) + v.BitLen()/8; size > 8<<20 {
			c.Trace.Final[name] = new(big.Int)
		}
	}
	if out.Fault != nil {
		c.Fault = certs.Fault{Kind: string(out.Fault.Kind), Line: uint64(out.Fault.Line), Column: uint64(out.Fault.Column)}
	}
	return c.Seal()
}

// record returns a function that sees an execution of the given length and enters its trace in c.
func (f forgery) record(c *certs.Bug, p *imp.Program, steps int64) func(int64, semantics.Rule, imp.State) bool {
	var decisions certs.Bits
	at := certs.CheckpointSteps(uint64(steps), len(c.Input))
	c.Trace.Checkpoints = nil
	return func(n int64, rule semantics.Rule, s imp.State) bool {
		if rule.Branch != semantics.NoBranch {
			decisions.Append(rule.Branch == semantics.BranchTrue)
			c.Trace.Branches, c.Trace.Decisions = decisions.Len, decisions.Bytes
		}
		if len(at) > 0 && at[0] == uint64(n) {
			c.Trace.Checkpoints = append(c.Trace.Checkpoints, certs.Checkpoint{Step: at[0], Memory: s.Store.Map(p)})
			at = at[1:]
		}
		return true
	}
}

// absence returns a certificate of absence for a program.
func absence(source string, ways []certs.Proof) []byte {
	c := &certs.Absence{Kind: certs.KindSafe, Program: language, Ways: ways}
	c.Program.Source = []byte(source)
	return c.Seal()
}
