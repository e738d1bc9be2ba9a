package proptest

import (
	"bytes"
	"math/big"

	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file states that the kernel's evaluator is the core's: on an input it takes the same steps, and comes to the
// same end.

// longRun is how many steps of a run are compared.
const longRun = 2 * MaxPosition

// ran is a run of the core's machine.
type ran struct {
	m      *core.Machine
	states []core.State
	inputs []*big.Int // that it draws, in this order
	fault  semantics.Fault
	fails  bool
}

// last returns the state in which the run ended, or in which it was given up.
func (r *ran) last() core.State { return r.states[len(r.states)-1] }

// runCore runs a program for the given number of steps at most. Value returns the n-th input, counted from 0, by its
// name.
func runCore(p *core.Program, steps int, value func(n int, name string) (*big.Int, bool)) *ran {
	r := &ran{}
	r.m = &core.Machine{Program: p, Input: func(n int, name string) (*big.Int, bool) {
		v, ok := value(n, name)
		if ok && n == len(r.inputs) {
			r.inputs = append(r.inputs, v)
		}
		return v, ok
	}}
	s := r.m.Start()
	for range steps {
		r.states = append(r.states, s)
		next, _, ok := r.m.Step(s)
		if !ok {
			break
		}
		if s = next; s.Ended() {
			r.states = append(r.states, s)
			break
		}
	}
	r.fault, r.fails = r.m.Fault(r.last())
	return r
}

// runOn is runCore on the inputs of a case.
func (c *Case[S, Y]) runOn(m0 symbolic.Inputs) *ran {
	return runCore(c.Core, longRun, func(_ int, name string) (*big.Int, bool) { v, ok := m0[name]; return v, ok })
}

// runWith is runCore on so many inputs.
func runWith(p *core.Program, inputs []*big.Int) *ran {
	return runCore(p, longRun, func(n int, _ string) (*big.Int, bool) {
		if n >= len(inputs) {
			return nil, false
		}
		return inputs[n], true
	})
}

// claim is the claim that the run's inputs lead to a fault.
func (r *ran) claim(f semantics.Fault) kernel.Claim {
	return kernel.Claim{Kind: kernel.Fails, Inputs: r.inputs, Fault: encode.Fault(f)}
}

// about is what a proof begins with.
func about(program []byte, c kernel.Claim) []byte {
	return encode.Item(nil).Text(string(program)).About(c)
}

// runs reports why the kernel does not accept that a run comes to the fault of a claim; nil if it accepts it.
func runs(program []byte, c kernel.Claim) error {
	return follows(program, c, encode.Item(nil).Array(2).Index(kernel.DoRun).Index(longRun+1))
}

// follows reports why the kernel does not accept a proof of a claim; nil if it accepts it.
func follows(program []byte, c kernel.Claim, proof []byte) error {
	_, err := kernel.CheckWithin(bytes.NewReader(append(about(program, c), proof...)), mostWork)
	return err
}

// mostWork bounds the work of the kernel on a proof.
const mostWork = 1 << 26

// elsewhere is what the kernel says of a run that comes to no fault, or to another one.
const elsewhere = "a run that does not come to the fault"

func kernelRuns[S, Y any](c *Case[S, Y], count func(string)) Outcome {
	program, tally := encode.Program(c.Core), newTally(count)
	for _, m0 := range c.some(8) {
		r := c.runOn(m0)
		if out := evaluates(program, r, c.Core, tally); out != ok {
			return against("on %v: %s", r.inputs, out.Against)
		}
	}
	return ok
}

// evaluates compares a run with that of the kernel on the same inputs: each state of it, and its end.
func evaluates(program []byte, r *ran, p *core.Program, tally *tally) Outcome {
	nowhere := kernel.Claim{Kind: kernel.Fails, Inputs: r.inputs, Fault: kernel.Fault{Kind: "no kind"}}
	k, err := kernel.Open(bytes.NewReader(about(program, nowhere)))
	if err != nil {
		return against("the kernel does not take the program: %v", err)
	}
	for i, s := range r.states {
		if s.Ended() {
			break
		}
		if why := differs(k, s, p, i%8 == 7 || i == len(r.states)-1 || r.states[i+1].Ended()); why != "" {
			return against("state %d: %s", i, why)
		}
		in := s.Instr()
		next, rule, steps := r.m.Step(s)
		err := k.Run(1)
		fault, faulty := r.m.Fault(s)
		blocked := r.m.Blocked(s)
		_, unsupported := blocked.Unsupported()
		switch ends := err != nil && err.Error() == elsewhere; {
		case steps && !next.Ended():
			if err != nil || k.Question() != nil || k.Need() != nil {
				return against("%s is a step of the core, but the kernel says %v", rule.Name, err)
			}
		case steps, blocked == semantics.AssumptionViolated:
			if !ends || k.Found() != nil {
				return against("the run ends at state %d, but the kernel says %v, %v", i, err, k.Found())
			}
		case faulty:
			if !ends || k.Found() == nil || *k.Found() != encode.Fault(fault) {
				return against("the run comes to %v, but the kernel says %v, %v", fault, err, k.Found())
			}
			tally.at(in, string(fault.Kind))
		case unsupported:
			if ends || err == nil || k.Found() != nil {
				return against("the core has no step for state %d, %s, but the kernel says %v, %v", i, blocked, err,
					k.Found())
			}
		default:
			return against("the core is blocked: %s", blocked)
		}
		if name := rule.Name; name != "" {
			tally.at(in, name)
		} else if blocked == semantics.AssumptionViolated {
			tally.at(in, violated)
		} else if in.Op == core.Fail || in.Op == core.Unsupported {
			tally.at(in, capitals(in.Op))
		}
	}
	return ok
}

// differs says where the kernel's state differs from that of the core's machine; "" if it does not, as far as one can
// look. It compares cells of memory only on request.
func differs(k *kernel.Kernel, s core.State, p *core.Program, cells bool) string {
	if k.Depth() != s.Depth()+1 {
		return "another number of calls"
	}
	frame, more := s.Frame, true
	for depth := s.Depth(); more; depth-- {
		if fn, pc := k.At(depth); p.Funcs[fn] != frame.Func() || pc != frame.PC() {
			return "another instruction"
		}
		for slot := range frame.Func().Slots {
			n, is := k.Slot(depth, slot)
			want := number(frame.Slot(slot))
			if is != (want != nil) || is && (len(n.Monos) > 0 || n.Const.Cmp(want) != 0) {
				return "another value of " + frame.Func().Slots[slot].Name
			}
		}
		frame, more = frame.Caller()
	}
	for id := 1; cells && id <= s.Objects(); id++ {
		o, _ := s.Object(id)
		for at := range min(o.Size, 64) {
			for t := core.U8; t <= core.I64; t++ {
				n, is := k.Cell(id, at, int(t))
				if !is || o.Dead {
					continue
				}
				if want, isInt := o.Load(at, t).Integer(); !isInt || n.Const.Cmp(want) != 0 {
					return "another value in memory"
				}
			}
		}
	}
	return ""
}

// number returns the integer, the offset or the address that a value has; nil if it has none.
func number(v core.Value) *big.Int {
	if n, is := v.Integer(); is {
		return n
	}
	if _, at, is := v.Object(); is {
		return at
	}
	if at, is := v.Address(); is {
		return at
	}
	return nil
}
