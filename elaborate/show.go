package elaborate

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"vouch/finder/solver"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file defines how facts are shown and goals closed.

// show makes f a fact, if its negation contradicts the facts.
func (e *elaborator) show(f kernel.Formula) (done bool, err error) {
	proof, err := e.contradiction(kernel.Not(f))
	if proof == nil || err != nil {
		return false, err
	}
	// The goal where the negation holds comes first, and is closed.
	if err := e.cut(kernel.Not(f)); err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// refute closes the current goal, if its facts are contradictory.
func (e *elaborator) refute() (done bool, err error) {
	proof, err := e.contradiction(kernel.Formula{Op: kernel.True})
	if proof == nil || err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// value finds out which number a sum is: it makes a goal for each.
func (e *elaborator) value(t kernel.Term) error {
	n, err := e.example(t)
	if err != nil {
		return err
	}
	f := kernel.EqualTo(t, n)
	if done, err := e.show(f); done || err != nil {
		return err
	}
	return e.cut(f)
}

// contradiction returns a proof that the facts and f contradict each other; nil if none was found.
func (e *elaborator) contradiction(f kernel.Formula) (*proof, error) {
	fs := e.query(f)
	e.stats.Queries++
	if f.Op != kernel.False && e.prover.excludes(f) {
		return &proof{write: func() error { return e.refuteSquares(f) }}, nil
	}
	// Without the disjunctions, a proof is short; and with those about the newest symbol only.
	newest := -1
	f.Each(func(t kernel.Term) { each(t, func(s int) { newest = max(newest, s) }) })
	others := func(f *term.Formula, but func(*term.Formula) bool) bool { return f.Op == term.Or && !but(f) }
	for _, but := range []func(*term.Formula) bool{func(*term.Formula) bool { return false }, e.prover.about(newest)} {
		some := slices.DeleteFunc(slices.Clone(fs), func(g *term.Formula) bool {
			return g != fs[len(fs)-1] && others(g, but)
		})
		if len(some) == len(fs) {
			break
		}
		if a := e.prover.solver.Solve(e.ctx, some); a.Status == solver.Unsat && a.Proof != nil {
			return &proof{rules: a.Proof, assumed: some}, nil
		}
	}
	a := e.prover.solver.Solve(e.ctx, fs)
	if a.Status == solver.Unsat && a.Proof != nil {
		return &proof{rules: a.Proof, assumed: fs}, nil
	}
	if p, err := e.byFloats(f); p != nil || err != nil {
		return p, err
	}
	facts, conjunctions := e.about(f)
	if e.ctx.Err() == nil && (a.Status == solver.Unknown || conjunctions) {
		if b := e.byBits(e.ctx, facts); b != nil {
			return &proof{write: b.write}, nil
		}
	}
	return nil, e.ctx.Err()
}

// example returns a value that a sum may have.
func (e *elaborator) example(t kernel.Term) (*big.Int, error) {
	// A formula that mentions the symbols and says nothing.
	fs := e.query(kernel.Formula{Op: kernel.Or, Args: []kernel.Formula{kernel.AtMostZero(t),
		kernel.Not(kernel.AtMostZero(t))}})
	e.stats.Queries++
	a := e.prover.solver.Solve(e.ctx, fs)
	if a.Status != solver.Sat {
		a = e.prover.models.Solve(e.ctx, fs)
	}
	if a.Status != solver.Sat {
		return nil, fmt.Errorf("%w: no value was found for a sum", ErrUnsupported)
	}
	sum := new(big.Int).Set(t.Const)
	for _, m := range t.Monos {
		part := m.Coef
		for _, s := range m.Syms {
			v := a.Model[strconv.Itoa(s)]
			if v == nil {
				v = new(big.Int)
			}
			part = new(big.Int).Mul(part, v)
		}
		sum.Add(sum, part)
	}
	return sum, nil
}
