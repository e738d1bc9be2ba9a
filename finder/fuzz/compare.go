package fuzz

import (
	"vouch/semantics/core"
)

// This file defines what a run compares at its branches: numbers that the input may have to have.

// The bounds of what is kept of a run.
const (
	mostPairs = 512 // pairs of numbers
	mostAt    = 8   // of one comparison
)

// pair is two numbers that a run compared, modulo 2^64. They are not equal.
type pair struct {
	a, b  uint64
	order bool       // whether it asked for their order
	at    *core.Expr // where

	condition *core.Expr // of the branch
	nth       int        // how often the run had evaluated that before
}

// comparisons finds what runs compare.
type comparisons struct {
	machine *core.Machine
	at      map[*core.Expr][]*core.Expr // of each condition, the comparisons in it
	seen    map[pair]bool               // of the run
	count   map[*core.Expr]int          // of the run: the pairs of each comparison
	times   map[*core.Expr]int          // of the run: how often it evaluated each condition
	pairs   []pair                      // of the run
	equal   []pair                      // of the run: the same for numbers that are equal, and larger than bytes
}

func newComparisons(p *core.Program) *comparisons {
	return &comparisons{machine: &core.Machine{Program: p}, at: map[*core.Expr][]*core.Expr{}}
}

// begin begins a run.
func (c *comparisons) begin() {
	c.seen, c.count, c.times, c.pairs = map[pair]bool{}, map[*core.Expr]int{}, map[*core.Expr]int{}, nil
	c.equal = nil
}

// look notes what a condition compares in a state.
func (c *comparisons) look(s *core.State, condition *core.Expr) {
	list, known := c.at[condition]
	if !known {
		list = comparisonsIn(nil, condition)
		c.at[condition] = list
	}
	for _, e := range list {
		if len(c.pairs) == mostPairs || c.count[e] == mostAt {
			continue
		}
		x, first := c.number(s, e.X)
		y, second := c.number(s, e.Y)
		p := pair{a: x, b: y, order: e.Op != core.Eq && e.Op != core.Ne, at: e}
		if first && second && x == y && x > 255 && len(c.equal) < mostDemands && !p.order {
			p.condition, p.nth = condition, c.times[condition]
			c.equal = append(c.equal, p)
		} else if first && second && x != y && !c.seen[p] {
			c.seen[p] = true
			p.condition, p.nth = condition, c.times[condition]
			c.pairs = append(c.pairs, p)
			c.count[e]++
		}
	}
	c.times[condition]++
}

// number returns the value of an integer.
func (c *comparisons) number(s *core.State, e *core.Expr) (n uint64, ok bool) {
	v, stop := c.machine.Eval(*s, e)
	if stop != nil {
		return 0, false
	}
	switch i, ok := v.Integer(); {
	case ok && i.IsInt64():
		return uint64(i.Int64()), true
	case ok && i.IsUint64():
		return i.Uint64(), true
	}
	return 0, false
}

// comparisonsIn appends the comparisons of integers in e.
func comparisonsIn(list []*core.Expr, e *core.Expr) []*core.Expr {
	if e == nil {
		return list
	}
	switch e.Op {
	case core.Lt, core.Le, core.Gt, core.Ge, core.Eq, core.Ne:
		list = append(list, e)
	}
	return comparisonsIn(comparisonsIn(list, e.X), e.Y)
}
