package finder

import (
	"cmp"
	"math/big"

	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file makes the input of a bug smaller, by trying inputs that are nearer to 0 on the concrete semantics.
//
// An input is smaller than another one that reaches the same fault, of the same kind in the same place, if its run has fewer
// steps; or as many, and the sum of the magnitudes is smaller; or that is the same, and fewer values are negative. This order is
// well-founded, and no trial takes more steps than the run that is known. A move changes one value v, in the order of names: to what is
// nearest to 0 in its range, to v/2, rounded towards 0, then nearer to 0 by v/2, v/4, ... and at last by 1, to -v, and further from 0 by 1,
// which may save an iteration of a loop. What is found is locally minimal: no move makes it smaller, unless a budget ran out before that was
// known.

// The budgets of all trials for one bug, so that they take about as long as a hundred thousand steps do, however deep the bug. Of a bug
// that is deeper than that only inputs that take the same path are tried.
const (
	minimizeSteps = 1 << 17 // a symbolic step counts as ten, and a trial as one for each eight inputs or words of the value
	minimizeWork  = 1 << 23 // of evaluating expressions, and again of terms
)

const (
	stepsPerSymbolic = 10
	wordsPerStep     = 8
)

// witness is an input with the report of the fault that it reaches.
type witness struct {
	report report
	input  symbolic.Inputs // of what occurs in the report's path
	names  []string        // of the same, in order
	way    []*term.Formula // the path condition of the report's state, the fault's own left out
}

// minimizer makes a witness smaller.
type minimizer struct {
	*subject
	shadow symbolic.Machine[core.State, coresym.State]
	meter  *semantics.Meter
	steps  int64 // that are left
	best   witness
}

// newMinimizer returns a minimizer of witnesses of p with all its budgets.
func (p *subject) newMinimizer() *minimizer {
	m := &minimizer{subject: p, shadow: p.symbolic.Share(), meter: semantics.NewMeter(minimizeWork, semantics.Unlimited), steps: minimizeSteps}
	m.shadow.Pool().Limit(minimizeWork)
	return m
}

// minimize returns the report and the model of a witness that is locally minimal and not larger than the given one.
func (m *minimizer) minimize(r report, model solver.Model) (report, solver.Model) {
	if m.best = m.witness(r, symbolic.Inputs(model)); len(m.best.names) == 0 {
		return r, model
	}
	if steps, ok := m.reaches(m.best.input); !ok || steps != r.Depth {
		return r, model // which prove will not accept
	}
	for m.pass() && !m.spent() {
	}
	return m.best.report, solver.Model(m.best.input)
}

// witness returns the witness of a report that has the values of input for what occurs in its path.
func (p *subject) witness(r report, input symbolic.Inputs) witness {
	w := witness{r, symbolic.Inputs{}, term.NewTable(r.Path).Inputs(), p.symbolic.Path(r.State).Conjuncts()}
	for _, name := range w.names {
		w.input[name] = p.value(input, name)
	}
	return w
}

// pass tries all moves and reports whether one made the witness smaller. A move that did is tried again, and then those after it.
func (m *minimizer) pass() bool {
	moved := false
	for _, name := range m.best.names {
		for k := 0; ; {
			v, matters := m.best.input[name]
			if !matters || m.spent() { // it may occur no longer in the path
				break
			}
			v, more := move(v, k)
			if !more {
				break
			}
			if k == 0 && v.Sign() == 0 { // which the range may not have
				v = m.value(nil, name)
			}
			if m.try(name, v) {
				moved = true
				continue
			}
			k++
		}
	}
	return moved
}

// move returns what the k-th move makes of v; ok is false if there is no such move.
func move(v *big.Int, k int) (w *big.Int, ok bool) {
	if v.Sign() == 0 {
		return big.NewInt(int64(1 - 2*k)), k < 2
	}
	sign := big.NewInt(int64(v.Sign()))
	switch n := v.BitLen(); {
	case k == 0:
		return new(big.Int), true
	case k == 1:
		return new(big.Int).Quo(v, big.NewInt(2)), true
	case k <= n: // nearer to 0 by half of it, rounded down, by a quarter, ..., and in the end by 1
		part := new(big.Int).Rsh(new(big.Int).Abs(v), uint(k-1))
		return new(big.Int).Sub(v, part.Mul(part, sign)), true
	case k == n+1:
		return new(big.Int).Neg(v), true
	default:
		return sign.Add(v, sign), k == n+2
	}
}

// try makes the best witness the one in which an input has another value, if that is smaller, and reports whether it is.
func (m *minimizer) try(name string, v *big.Int) bool {
	if !m.allows(name, v) {
		return false
	}
	m.steps -= 1 + int64((len(m.best.names)+len(v.Bits()))/wordsPerStep)
	sum, negative := m.best.size()
	old := m.best.input[name]
	m.best.input[name] = v
	if w, ok := m.other(sum, negative); ok {
		m.best = w
		return true
	}
	m.best.input[name] = old
	return false
}

// other returns the witness with the input of the best one, if it is smaller than a witness of that report with such a size.
func (m *minimizer) other(sum *big.Int, negative int) (w witness, ok bool) {
	w = m.best
	steps, ok := m.reaches(w.input)
	if !ok || !w.smaller(steps, sum, negative) {
		return w, false
	}
	if !m.holds(w.input, w.report.Path...) {
		r, ok := m.follow(w.input, steps)
		if !ok {
			return w, false
		}
		w = m.witness(r, w.input)
	}
	return w, true
}

// smaller reports whether w, with a run of so many steps, is smaller than a witness of the same report that has the given size.
func (w *witness) smaller(steps int64, thanSum *big.Int, thanNegative int) bool {
	sum, negative := w.size()
	return cmp.Or(cmp.Compare(steps, w.report.Depth), sum.Cmp(thanSum), cmp.Compare(negative, thanNegative)) < 0
}

// size returns the sum of the magnitudes of the values, and how many are negative.
func (w *witness) size() (sum *big.Int, negative int) {
	sum = new(big.Int)
	for _, v := range w.input {
		if sum.Add(sum, new(big.Int).Abs(v)); v.Sign() < 0 {
			negative++
		}
	}
	return sum, negative
}

// reaches reports whether the input reaches the fault in as many steps as the best witness, or fewer, and in how many. An input that
// takes the best witness's way to the state at fault is not run: that state says what it does there, unless an input was drawn on the way whose
// value is not known here.
func (m *minimizer) reaches(input symbolic.Inputs) (steps int64, ok bool) {
	best := &m.best.report
	if m.holds(input, m.best.way...) {
		if s, ok := m.shadow.Concretize(best.State, input); ok {
			fault, ok := m.concrete(input, m.meter).Fault(s)
			return best.Depth, ok && fault == best.Fault
		}
	}
	if best.Depth > m.steps || m.spent() {
		return 0, false
	}
	machine := m.concrete(input, m.meter)
	_, out := semantics.Run(machine, machine.Start(), best.Depth, nil)
	m.steps -= out.Steps
	return out.Steps, out.Fault != nil && *out.Fault == best.Fault
}

// follow returns the report of the fault that the input reaches in so many steps.
func (m *minimizer) follow(input symbolic.Inputs, steps int64) (r report, ok bool) {
	if stepsPerSymbolic*steps > m.steps {
		return r, false
	}
	m.steps -= stepsPerSymbolic * steps
	y := m.start
	for left := steps - m.depth; left > 0 && !m.shadow.Pool().Exhausted(); {
		var n int64
		if y, n = m.shadow.Run(y, left); n == 0 {
			if y, ok = m.step(y, input); !ok {
				return r, false
			}
			n = 1
		}
		left -= n
	}
	for _, f := range m.shadow.Faults(y) {
		if m.holds(input, f.Guard) {
			path := m.shadow.Path(y).And(f.Guard).Conjuncts()
			r = report{Kind: SureBug, State: y, Depth: steps, Fault: m.best.report.Fault, Path: path}
			return r, !m.shadow.Pool().Exhausted()
		}
	}
	return r, false
}

// step returns the successor of y that the input takes.
func (m *minimizer) step(y coresym.State, input symbolic.Inputs) (next coresym.State, ok bool) {
	for _, next := range m.shadow.Expand(y) {
		if m.holds(input, m.shadow.Path(next.State).Since(m.shadow.Path(y))...) {
			return next.State, true
		}
	}
	return next, false
}

// holds reports whether the input satisfies every formula; what it has no value for has the one nearest to 0 in its range. It begins with the
// last formula, which in a loop often is the strongest.
func (m *minimizer) holds(input symbolic.Inputs, fs ...*term.Formula) bool {
	v := m.shadow.Pool().Completed(func(name string) *big.Int { return input[name] })
	for i := len(fs) - 1; i >= 0; i-- {
		if truth, ok := v.Formula(fs[i]); !ok || !truth {
			return false
		}
	}
	return true
}

// allows reports whether v is in the range of the input of that name.
func (m *minimizer) allows(name string, v *big.Int) bool {
	c := m.draw(name)
	return (c.Lo == nil || c.Lo.Cmp(v) <= 0) && (c.Hi == nil || v.Cmp(c.Hi) <= 0)
}

// spent reports whether a budget has run out.
func (m *minimizer) spent() bool {
	return m.steps <= 0 || m.meter.Exhausted() || m.shadow.Pool().Exhausted()
}
