package checker

import (
	"fmt"
	"math/big"

	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines how a certificate of absence may divide the range of an input. The parts are disjoint and together
// they are the range. So each run takes the way of exactly one part: the part that contains the input that it draws.

// divides returns an error unless the values after which ranges are divided are in ascending order.
func (w *walk) divides() error {
	for name, values := range w.c.Divided {
		for i, k := range values {
			if i > 0 && k.Cmp(values[i-1]) <= 0 {
				return fmt.Errorf("divided: %q: found %s behind %s, want values in ascending order", name,
					term.FormatInt(k), term.FormatInt(values[i-1]))
			}
		}
	}
	return nil
}

// parts returns the parts of the range of the input that an instruction draws.
func (w *walk) parts(name string, in *core.Instr) ([]part, error) {
	values := w.c.Divided[name]
	if w.whole || len(values) == 0 {
		return []part{{in.Lo, in.Hi}}, nil
	}
	w.divided[name] = true
	if first, last := values[0], values[len(values)-1]; in.Lo != nil && first.Cmp(in.Lo) < 0 || in.Hi != nil &&
		last.Cmp(in.Hi) >= 0 {
		return nil, fmt.Errorf("divided: %q: found values from %s to %s, want some that divide its range", name,
			term.FormatInt(first), term.FormatInt(last))
	}
	w.meter.Charge(workPerVisit * len(values))
	w.meter.Make(16 * len(values))
	var parts []part
	lo := in.Lo
	for _, k := range values {
		parts = append(parts, part{lo, k})
		lo = new(big.Int).Add(k, one)
	}
	return append(parts, part{lo, in.Hi}), nil
}

// draws returns the successors of a state that draws an input.
func (w *walk) draws(y pending, in *core.Instr) ([]successor, error) {
	w.part = part{in.Lo, in.Hi}
	next, _, ok := w.Step(y.state)
	if !ok {
		return nil, blocked(w.Blocked(y.state), y.state)
	}
	parts, err := w.parts(w.drawn, in)
	if err != nil {
		return nil, err
	}
	var list []successor
	for _, w.part = range parts {
		on := w.ways(y.state, y.cells)[0]
		if len(parts) > 1 {
			next, _, _ = w.Step(y.state)
			on.result.n = w.pool.Draw(w.drawn, w.part.lo, w.part.hi)
			if w.part.lo != nil && w.part.hi != nil && w.part.lo.Cmp(w.part.hi) == 0 {
				on.result = integer(w.pool.Int(w.part.lo))
			}
		}
		list = append(list, successor{on, next, w.update(y.state, next, y.cells, on)})
	}
	return list, nil
}
