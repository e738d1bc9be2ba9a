package coresym

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines inputs whose range is divided. A draw of such an input has a successor for each part. If a part has
// a single value, the input is a constant.

// Divide divides the ranges of the inputs with these names after each of the given values, which ascend. It must be
// called before states are made with other cuts. The states on all ways of the divided program together are those of
// the program.
func (m *Machine) Divide(cuts map[string][]*big.Int) {
	m.cuts, m.divided = cuts, map[string][]*big.Int{}
}

// Divided returns the inputs whose ranges were divided since Divide was called, with the values after which they were.
func (m *Machine) Divided() map[string][]*big.Int { return m.divided }

// parts returns d for each part of its range.
func (m *Machine) parts(d drawn) []drawn {
	var parts []drawn
	d.lo = d.in.Lo
	if len(m.cuts) > 0 {
		cuts := m.cuts[d.input()]
		if len(cuts) > 0 {
			m.divided[d.input()] = cuts
		}
		for _, k := range cuts {
			if (d.lo == nil || d.lo.Cmp(k) <= 0) && (d.in.Hi == nil || k.Cmp(d.in.Hi) < 0) {
				d.hi = k
				parts = append(parts, d)
				d.lo = new(big.Int).Add(k, one)
			}
		}
	}
	d.hi = d.in.Hi
	return append(parts, d)
}

// value returns the input.
func (d *drawn) value(p *term.Pool) *term.Linear {
	if v := d.known(); v != nil {
		return p.Int(v)
	}
	return p.Draw(d.input(), d.lo, d.hi)
}

// known returns the only value of an input in its part of a divided range; nil if there are several.
func (d *drawn) known() *big.Int {
	if d.lo == nil || d.hi == nil || d.lo.Cmp(d.hi) != 0 || d.in.Lo != nil && d.in.Hi != nil &&
		d.in.Lo.Cmp(d.in.Hi) == 0 {
		return nil
	}
	return d.lo
}

// Known returns the values of the inputs that s has drawn from parts of divided ranges with a single value.
func (s *State) Known() map[string]*big.Int {
	values := map[string]*big.Int{}
	for d := s.rest.drawn; d != nil; d = d.next {
		if v := d.known(); v != nil {
			values[d.input()] = v
		}
	}
	return values
}
