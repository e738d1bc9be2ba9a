package finder

import (
	"cmp"
	"maps"
	"slices"

	"vouch/finder/fuzz"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file defines bugs of which one input is known, and nothing on terms: endless loops, and faults of runs that do
// what the symbolic semantics does not support, such as a fill of a length that an input chooses. Their certificates
// say of each input that it has its value. The checker accepts this of such runs only.

// singleSteps is how many steps runs may take that look for a smaller input.
const singleSteps = 1 << 20

// only returns the report of a sure bug that says of the inputs of these names that they have their values.
func (p *subject) only(input symbolic.Inputs, names []string) report {
	pool := p.symbolic.Pool()
	r := report{Kind: SureBug, Model: solver.Model(input), Single: true}
	for _, name := range names {
		draw := p.draw(name)
		r.Path = append(r.Path, pool.Eq(pool.Draw(name, draw.Lo, draw.Hi), pool.Int(input[name])).Conjuncts()...)
	}
	r.Query = r.Path
	return r
}

// crashed returns the report of a crash of which only its input is known; that is changed to one that is nearer to 0.
func (p *subject) crashed(c fuzz.Crash) (r report, ok bool) {
	best, ok := p.meets(symbolic.Inputs(c.Inputs), c.Fault, c.Steps)
	if !ok {
		return r, false
	}
	for left, moved := int64(singleSteps), true; moved && left > 0; {
		moved = false
		for _, name := range slices.Clone(best.names) {
			for k := 0; left > 0 && best.input[name] != nil; k++ {
				w, more := move(best.input[name], k)
				if k == 0 {
					w = p.value(nil, name)
				}
				draw := p.draw(name)
				if !more {
					break
				}
				if w.CmpAbs(best.input[name]) >= 0 || draw.Lo != nil && w.Cmp(draw.Lo) < 0 ||
					draw.Hi != nil && w.Cmp(draw.Hi) > 0 {
					continue
				}
				input := maps.Clone(best.input)
				input[name] = w
				left -= 1 + best.steps
				if d, ok := p.meets(input, c.Fault, best.steps); ok {
					best, moved, k = d, true, -1
				}
			}
		}
	}
	r = p.only(best.input, best.names)
	r.Depth, r.Fault, r.Fuzzed = best.steps, best.fault, true
	return r, len(r.Path) == len(best.names) // an input of one value has no conjunct, which the checker wants
}

// meets runs the program on an input, and reports whether it meets a fault within so many steps, and in how many.
func (p *subject) meets(input symbolic.Inputs, fault semantics.Fault, most int64) (c cycle, ok bool) {
	m := p.noted(&c, input)
	last, n := m.Run(p.origin(), most)
	c.steps = n
	c.fault, ok = m.Fault(last)
	return c, ok && c.fault == fault
}

// single returns a finding of a bug of which one input is known, with its certificate or as a draft.
func (p *subject) single(f Finding, r report, o Options) Finding {
	p = cmp.Or(p.whole, p)
	if o.Drafts {
		return f.shown(p.ran(r, r.Model))
	}
	bug, err := p.prove(r, r.Model)
	if err == errTooLarge {
		f.Missing, err = err, nil
	}
	return f.shown(bug, err)
}
