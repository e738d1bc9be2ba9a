package finder

import (
	"math/big"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/symbolic"
)

// This file defines what is noted of a run that never ends.

// The bounds on such a run.
const (
	hangWork  = 1 << 26 // its work, as a meter counts it
	hangWords = 1 << 24 // its memory
)

// cycle is a run that never ends: it comes back to a state, or each of its turns leads into the next one.
type cycle struct {
	input  symbolic.Inputs // the values of what it draws
	names  []string        // of these, in order
	steps  int64           // to the second of the two states
	period int64           // steps from the first to the second one
	turns  *certs.Turns    // if it comes back to no state; nil otherwise
	fault  semantics.Fault
}

// noted returns the concrete semantics on an input, which writes what is drawn into c.
func (p *subject) noted(c *cycle, input symbolic.Inputs) *core.Machine {
	c.input = symbolic.Inputs{}
	m := p.concrete(input, semantics.NewMeter(hangWork, hangWords))
	supply := m.Input
	m.Input = func(n int, name string) (*big.Int, bool) {
		v, ok := supply(n, name)
		if c.input[name] == nil {
			c.names = append(c.names, name)
		}
		c.input[name] = v
		return v, ok
	}
	return m
}
