package solver

import (
	"context"
	"math/big"
	"slices"

	"vouch/semantics/term"
)

// This file turns a model into a witness that is easy to read: few digits, many zeros, no needless minus.

// Small returns a small model of fs, given any model m. It first finds the smallest bound among 0, 1, 2, 5, 10, 20, ...
// for the magnitudes of all inputs. Then it takes the inputs in the order of their names, and gives each the possible
// value nearest to 0; of two such values it takes the positive one. An Unknown answer of s counts as Unsat, and the
// number of queries is bounded, so the result need not be the smallest. It is always a model: m, or one from a Sat
// answer of s. It has a value for every input of fs and for no other.
func Small(ctx context.Context, s Solver, p *term.Pool, fs []*term.Formula, m Model) Model {
	w := &witness{ctx: ctx, solver: s, pool: p, fs: slices.Clip(fs), inputs: inputs(fs), work: maxWitnessWork}
	w.accept(m)
	w.boundAll()
	for _, x := range w.inputs {
		w.settle(x)
	}
	return w.best
}

// maxWitnessWork bounds the queries of Small, in microseconds, estimated from their work. People wait this long for
// smaller numbers, since they have the bug already. An undecided query is hardly decided when more inputs are settled.
const (
	maxWitnessWork = 15_000
	queryWork      = maxWitnessWork / 300 // of a query, in addition to the work of solvers
	unknownWork    = maxWitnessWork / 5   // the least work of an Unknown answer
)

// witness is the state of Small.
type witness struct {
	ctx    context.Context
	solver Solver
	pool   *term.Pool
	fs     []*term.Formula // the query, and the bounds that are settled
	inputs []*term.Sym
	best   Model // a model of fs
	work   int   // work that may still be done
}

// accept makes m, which is a model of fs, the best one.
func (w *witness) accept(m Model) {
	w.best = Model{}
	for _, x := range w.inputs {
		w.best[x.Name] = x.Nearest()
		if v := m[x.Name]; v != nil {
			w.best[x.Name] = v
		}
	}
}

// over reports whether the search must end.
func (w *witness) over() bool { return w.work <= 0 || w.pool.Exhausted() || w.ctx.Err() != nil }

// try reports whether fs and more have a model, and makes that the best one.
func (w *witness) try(more ...*term.Formula) bool {
	if w.over() || slices.ContainsFunc(more, func(f *term.Formula) bool { return f.Op == term.False }) {
		return false
	}
	cost := queryWork * (1 + w.largest().BitLen()/512) // long integers are slow
	a := w.solver.Solve(Modest(w.ctx), slices.Concat(w.fs, more))
	if cost += int(a.Micros); a.Status == Unknown {
		cost = max(cost, unknownWork)
	}
	if w.work -= cost; a.Status != Sat {
		return false
	}
	w.accept(a.Model)
	return true
}

// inputs returns the inputs in fs, in order.
func inputs(fs []*term.Formula) []*term.Sym {
	t := term.NewTable(fs)
	return t.Syms[:len(t.Inputs())]
}

// sum returns the sum that consists of x alone.
func sum(x *term.Sym) *term.Linear {
	return &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: big.NewInt(1)}}}
}

// within returns the conjuncts -bound <= x <= bound.
func (w *witness) within(x *term.Sym, bound *big.Int) []*term.Formula {
	v := sum(x)
	return []*term.Formula{
		w.pool.Le(v, w.pool.Int(bound)),
		w.pool.Le(w.pool.Int(new(big.Int).Neg(bound)), v),
	}
}

// allWithin returns the conjuncts that keep all inputs within bound.
func (w *witness) allWithin(bound *big.Int) []*term.Formula {
	var fs []*term.Formula
	for _, x := range w.inputs {
		fs = append(fs, w.within(x, bound)...)
	}
	return fs
}

// largest returns the largest magnitude in the best model.
func (w *witness) largest() *big.Int {
	largest := new(big.Int)
	for _, v := range w.best {
		if v.CmpAbs(largest) > 0 {
			largest.Abs(v)
		}
	}
	return largest
}

// boundAll finds the smallest round bound and adds it to fs. It tries small ones in turn, since they are the easiest
// for solvers and mostly enough, and larger ones by bisection.
func (w *witness) boundAll() {
	const inTurn = 10 // up to 1,000
	given := w.largest()
	// at most given, but only a little less: log 2 is 0.3010299957
	low, high := 0, 3*((given.BitLen()-1)*301_029/1_000_000)
	for round(high).Cmp(given) < 0 {
		high++
	}
	for low < high && !w.over() { // if the work is used up, the bound of the current model may not be the smallest
		middle := low
		if low >= inTurn {
			middle = (low + high) / 2
		}
		if bound := round(middle); w.largest().Cmp(bound) <= 0 || w.try(w.allWithin(bound)...) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	bound := round(high)
	if bound.Cmp(given) > 0 {
		bound = given
	}
	w.fs = append(w.fs, w.allWithin(bound)...)
}

// round returns the i-th of the numbers 0, 1, 2, 5, 10, 20, 50, 100, ...
func round(i int) *big.Int {
	if i == 0 {
		return new(big.Int)
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64((i-1)/3)), nil)
	return power.Mul(power, big.NewInt([...]int64{1, 2, 5}[(i-1)%3]))
}

// settle finds the best possible value of an input and adds it to fs.
func (w *witness) settle(x *term.Sym) {
	v, name := sum(x), x.Name
	is := func(k *big.Int) *term.Formula { return w.pool.Eq(v, w.pool.Int(k)) }
	if w.best[name].Sign() != 0 && !w.try(is(new(big.Int))) {
		low, high := new(big.Int), new(big.Int).Abs(w.best[name]) // low is impossible, high is possible
		for !w.over() {
			middle := new(big.Int).Add(low, high)
			if middle.Rsh(middle, 1); middle.Cmp(low) == 0 {
				break
			}
			if w.try(w.within(x, middle)...) {
				high.Abs(w.best[name])
			} else {
				low = middle
			}
		}
		if w.best[name].Sign() < 0 {
			w.try(is(high))
		}
	}
	w.fs = append(w.fs, is(w.best[name]))
}
