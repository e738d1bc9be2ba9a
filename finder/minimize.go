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

// This file makes the input of a bug smaller. It tries inputs that are nearer to 0 on the concrete semantics.
//
// Two inputs reach the same fault, of the same kind in the same place. The smaller one is that whose run has fewer
// steps; if these are equal, that with the smaller sum of magnitudes; if these are equal too, that with fewer negative
// values. This order is well-founded, and no trial takes more steps than the run that is known. A move changes one
// value v, in the order of names: to the value of its range that is nearest to 0, to v/2, rounded towards 0, then
// nearer to 0 by v/2, v/4, ... and at last by 1, to -v, and further from 0 by 1, which may save an iteration of a loop.
// The result is locally minimal: no move makes it smaller, unless a budget ran out before this was known.

// The budgets of all trials for one bug. All trials together take about as long as a hundred thousand steps, however
// deep the bug is. For a bug that is deeper than that, only inputs that take the same path are tried.
const (
	// a symbolic step counts as ten, and a trial as one for every eight inputs or words of the value
	minimizeSteps = 1 << 17
	minimizeWork  = 1 << 23 // work on evaluating expressions, and on evaluating terms
)

const (
	stepsPerSymbolic = 10
	wordsPerStep     = 8
)

// witness is an input, with the report of the fault that it reaches.
type witness struct {
	report report
	input  symbolic.Inputs // the values of the inputs in the report's path
	names  []string        // their names, in order
	way    []*term.Formula // the path condition of the report's state, without that of the fault
}

// minimizer makes a witness smaller.
type minimizer struct {
	*subject
	shadow symbolic.Machine[core.State, coresym.State]
	meter  *semantics.Meter
	steps  int64 // budgets that are left
	best   witness
	lacks  bool // whether an input came to what the symbolic semantics does not support
}

// newMinimizer returns a minimizer for witnesses of p, with full budgets.
func (p *subject) newMinimizer() *minimizer {
	m := &minimizer{subject: p, shadow: p.symbolic.Share(), meter: semantics.NewMeter(minimizeWork,
		semantics.Unlimited), steps: minimizeSteps}
	m.shadow.Pool().Limit(minimizeWork)
	return m
}

// minimize returns the report and the model of a witness that is locally minimal and not larger than the given one.
func (m *minimizer) minimize(r report, model solver.Model) (report, solver.Model) {
	if m.best = m.witness(r, symbolic.Inputs(model)); len(m.best.names) == 0 {
		return r, model
	}
	if steps, ok := m.reaches(m.best.input); !ok || steps != r.Depth {
		return r, model // prove would not accept such an input
	}
	for m.pass() && !m.spent() {
	}
	return m.best.report, solver.Model(m.best.input)
}

// witness returns the witness of a report with those values of input that occur in the report's path.
func (p *subject) witness(r report, input symbolic.Inputs) witness {
	w := witness{r, symbolic.Inputs{}, term.NewTable(r.Path).Inputs(), p.symbolic.Path(r.State).Conjuncts()}
	for _, name := range w.names {
		w.input[name] = p.value(input, name)
	}
	return w
}

// pass tries all moves and reports whether one made the witness smaller. A move that did is tried again, and then those
// after it.
func (m *minimizer) pass() bool {
	moved := false
	for _, name := range m.best.names {
		for k := 0; ; {
			v, matters := m.best.input[name]
			if !matters || m.spent() { // an input may no longer occur in the path
				break
			}
			v, more := move(v, k)
			if !more {
				break
			}
			if k == 0 && v.Sign() == 0 { // the range may not have this value
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

// move applies the k-th move to v; ok is false if there is no such move.
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
	case k <= n: // nearer to 0 by half of v, rounded down, by a quarter, ..., and at last by 1
		part := new(big.Int).Rsh(new(big.Int).Abs(v), uint(k-1))
		return new(big.Int).Sub(v, part.Mul(part, sign)), true
	case k == n+1:
		return new(big.Int).Neg(v), true
	default:
		return sign.Add(v, sign), k == n+2
	}
}

// try gives an input of the best witness another value. If that makes a smaller witness, it becomes the best one, and
// try returns true.
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

// other returns the witness that the best one's input is for another report, if that is smaller than a witness of that
// report with the given size.
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

// smaller reports whether w, whose run has the given number of steps, is smaller than a witness of the same report with
// the given size.
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

// reaches reports whether the input reaches the fault in no more steps than the best witness, and in how many. It does
// not run an input that takes the best witness's way to the state at fault: that state says what happens. But it does
// if an input was drawn on the way whose value is not known here.
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

// follow returns the report of the fault that the input reaches in the given number of steps.
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

// step returns the successor of y on the path of the input.
func (m *minimizer) step(y coresym.State, input symbolic.Inputs) (next coresym.State, ok bool) {
	for _, next := range m.shadow.Expand(y) {
		if m.holds(input, m.shadow.Path(next.State).Since(m.shadow.Path(y))...) {
			return next.State, true
		}
	}
	m.lacks = m.shadow.Step(y).Unsupported.Reason != ""
	return next, false
}

// holds reports whether the input makes every formula true. An input without a value has the value of its range that is
// nearest to 0. It begins with the last formula, which is often the strongest one in a loop.
func (m *minimizer) holds(input symbolic.Inputs, fs ...*term.Formula) bool {
	v := m.shadow.Pool().Completed(func(name string) *big.Int { return input[name] })
	for i := len(fs) - 1; i >= 0; i-- {
		if truth, ok := v.Formula(fs[i]); !ok || !truth {
			return false
		}
	}
	return true
}

// allows reports whether v is in the range of the named input.
func (m *minimizer) allows(name string, v *big.Int) bool {
	c := m.draw(name)
	return (c.Lo == nil || c.Lo.Cmp(v) <= 0) && (c.Hi == nil || v.Cmp(c.Hi) <= 0)
}

// spent reports whether any budget has run out.
func (m *minimizer) spent() bool {
	return m.steps <= 0 || m.meter.Exhausted() || m.shadow.Pool().Exhausted()
}
