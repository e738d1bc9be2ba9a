package main

import (
	"maps"
	"math/big"
	"path/filepath"
	"strings"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file forges certificates: right in every field that is checked before the attack begins, so that it is reached.

// about returns what a certificate says of a program, in C if it begins with a line of the preprocessor and else in
// IMP, and that program; nil if it cannot be read, which is the attack, then.
func about(source string) (certs.Program, *core.Program) {
	name, options := "attack.imp", map[string]string{"division": "floor"}
	if strings.HasPrefix(source, "#") {
		name, options = "attack.c", nil
	}
	l, _ := lang.Of(filepath.Ext(name))
	c := certs.Program{
		Language: l.Name, Version: l.Version, Options: options,
		Sources: []certs.Source{{Name: name, Text: []byte(source)}}, Lowered: make([]byte, 32),
	}
	p, options, err := fronts.All.Sources(semantics.NewMeter(1<<31, 1<<26), l,
		[]lang.Source{{Name: name, Text: []byte(source)}}, nil)
	if err != nil {
		if c.Options == nil { // those that all programs have
			simple, _ := about("#\nint main(void) { return 0; }")
			c.Options = simple.Options
		}
		return c, nil
	}
	digest := p.Digest(nil)
	c.Options, c.Lowered = options, digest[:]
	return c, p
}

// forgery is a certificate of a bug in the making.
type forgery struct {
	source    string
	input     func(name string) *big.Int // 0 if nil
	steps     int64                      // to record, at most
	conjuncts int                        // of the path condition, all of them false
	inputs    []string                   // that occur in the path, in order
}

// seal runs the program of f and returns a certificate that agrees with the run as far as f.steps, if the program can
// be read.
func (f forgery) seal() []byte {
	c := &certs.Bug{Model: certs.Memory{}}
	var p *core.Program
	if c.Program, p = about(f.source); p == nil {
		return c.Seal()
	}
	if f.input == nil {
		f.input = func(string) *big.Int { return new(big.Int) }
	}
	for range f.conjuncts {
		c.Path.Conjuncts = append(c.Path.Conjuncts, certs.Formula{{Op: "false"}})
	}
	for _, name := range f.inputs {
		c.Path.Inputs, c.Model[name] = append(c.Path.Inputs, name), f.input(name)
	}
	var now core.State
	m := &core.Machine{Program: p, Input: func(n int, name string) (*big.Int, bool) {
		v := f.input(name)
		if n == len(c.Inputs) {
			draw := now.Instr()
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v, Lo: draw.Lo, Hi: draw.Hi})
		}
		return v, true
	}}
	steps := f.steps
	last, out := semantics.Run(m, m.Start(), steps, f.record(c, p, steps, &now))
	if out.Steps < steps { // it ended, so the checkpoints are others
		steps = out.Steps
		last, out = semantics.Run(m, m.Start(), steps, f.record(c, p, steps, &now))
	}
	c.Inputs = c.Inputs[:last.Drawn()]
	c.Trace.Steps, c.Trace.Final = uint64(out.Steps), see(last)
	if out.Fault != nil {
		c.Fault = certs.Fault{Kind: string(out.Fault.Kind), File: uint64(out.Fault.File), Line: uint64(out.Fault.Line),
			Column: uint64(out.Fault.Column)}
	}
	return c.Seal()
}

// see returns a state as certificates have it. Of values that are too long to be written down it has something else.
func see(s core.State) certs.State {
	digest, values, size := s.Digest(nil), certs.Values{}, 0
	for _, v := range s.Shown() {
		n, ok := v.Value.Integer()
		if !ok {
			values[v.Name] = certs.Value{Text: v.Text}
			continue
		}
		if size += len(v.Name) + n.BitLen()/8; size > 2<<20 {
			n = new(big.Int)
		}
		values[v.Name] = certs.Value{Int: n}
	}
	return certs.State{Digest: digest[:], Values: values}
}

// record returns a function that sees an execution of the given length and enters its trace in c. It keeps the current
// state in now.
func (f forgery) record(c *certs.Bug, p *core.Program, steps int64, now *core.State) func(int64, semantics.Rule,
	core.State) bool {
	var decisions certs.Bits
	at := certs.CheckpointSteps(uint64(steps), p.MostShown())
	c.Trace.Checkpoints = nil
	return func(n int64, rule semantics.Rule, s core.State) bool {
		if *now = s; rule.Branch != semantics.NoBranch {
			decisions.Append(rule.Branch == semantics.BranchTrue)
			c.Trace.Branches, c.Trace.Decisions = decisions.Len, decisions.Bytes
		}
		if len(at) > 0 && at[0] == uint64(n) {
			seen := see(s)
			c.Trace.Checkpoints = append(c.Trace.Checkpoints,
				certs.Checkpoint{Step: at[0], Digest: seen.Digest, Values: seen.Values})
			at = at[1:]
		}
		return true
	}
}

// absence returns a certificate of absence for a program.
func absence(source string, ways []certs.Proof) []byte {
	c := &certs.Absence{Kind: certs.KindSafe, Ways: ways}
	c.Program, _ = about(source)
	return c.Seal()
}

// options are the options of a text for which nobody reads it, by language.
var options = map[string]map[string]string{"imp": {"division": "floor"}}

// claim returns a certificate of absence for the text of a file. If blind is set, nobody reads the text for that.
func claim(file, text string, blind bool) []byte {
	l, _ := lang.Of(filepath.Ext(file))
	c := &certs.Absence{Kind: certs.KindSafe}
	c.Program = certs.Program{
		Language: l.Name, Version: l.Version, Options: map[string]string{},
		Sources: []certs.Source{{Name: file, Text: []byte(text)}}, Lowered: make([]byte, 32),
	}
	maps.Copy(c.Program.Options, options[l.Name])
	if !blind {
		m := semantics.NewMeter(1<<31, 1<<26)
		if p, options, err := fronts.All.Sources(m, l, []lang.Source{{Name: file, Text: []byte(text)}}, nil); err ==
			nil {
			digest := p.Digest(m)
			c.Program.Options, c.Program.Lowered = options, digest[:]
		}
	}
	return c.Seal()
}
