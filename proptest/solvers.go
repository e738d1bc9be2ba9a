package proptest

import (
	"context"
	"math/big"
	"math/rand/v2"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the solvers for the theorems on pruning: one tells the truth, one often does not know, and one
// lies.

// solverFunc makes a solver of a function.
type solverFunc func(fs []*term.Formula) solver.Answer

// Solve implements solver.Solver.
func (f solverFunc) Solve(_ context.Context, fs []*term.Formula) solver.Answer { return f(fs) }

// truthful returns a solver that never lies. It says sat if an input near 0 is a solution, unsat if bounds on single
// inputs contradict each other, and unknown otherwise.
func (c *Case[S, Y]) truthful() solverFunc { return c.truthfulOn(c.Symbolic.Pool()) }

// truthfulOn returns the truthful solver for the terms of a pool.
func (c *Case[S, Y]) truthfulOn(pool *term.Pool) solverFunc {
	points := c.cube()
	return func(fs []*term.Formula) solver.Answer {
		if refuted(fs) {
			return solver.Answer{Status: solver.Unsat}
		}
		for _, m := range points {
			if satisfies(pool, m, fs...) {
				return solver.Answer{Status: solver.Sat, Model: solver.Model(m)}
			}
		}
		return solver.Answer{Reason: "no input near 0 satisfies it"}
	}
}

// forgetful returns the truthful solver, which answers every second query with unknown.
func (c *Case[S, Y]) forgetful() solverFunc { return c.forgetfulOn(c.Symbolic.Pool()) }

// forgetfulOn returns the forgetful solver for the terms of a pool.
func (c *Case[S, Y]) forgetfulOn(pool *term.Pool) solverFunc {
	next, r := c.truthfulOn(pool), c.Rand()
	return func(fs []*term.Formula) solver.Answer {
		if r.IntN(2) == 0 {
			return solver.Answer{Reason: "it was forgotten"}
		}
		return next(fs)
	}
}

// liar returns a solver that gives any answer, with any model or proof.
func (c *Case[S, Y]) liar(r *rand.Rand) solverFunc {
	return func(fs []*term.Formula) solver.Answer {
		switch r.IntN(4) {
		case 0:
			var proof solver.Proof
			for row := range min(3, len(fs)) {
				proof = append(proof, solver.Rule{Op: solver.Leaf,
					Rows: []solver.Multiple{{Row: row, Times: big.NewInt(1 + int64(r.IntN(3)))}}})
			}
			return solver.Answer{Status: solver.Unsat, Proof: proof[:r.IntN(len(proof)+1)]}
		case 1:
			return solver.Answer{Reason: "it will not say"}
		}
		return solver.Answer{Status: solver.Sat, Model: solver.Model(near(r, c.Inputs))}
	}
}

// refuted reports whether a conjunct is false, or whether the conjuncts that bound one symbol leave no value for it.
func refuted(fs []*term.Formula) bool {
	low, high := map[*term.Sym]*big.Int{}, map[*term.Sym]*big.Int{}
	atMost := func(s *term.Sym, v *big.Int) {
		if high[s] == nil || v.Cmp(high[s]) < 0 {
			high[s] = v
		}
	}
	atLeast := func(s *term.Sym, v *big.Int) {
		if low[s] == nil || v.Cmp(low[s]) > 0 {
			low[s] = v
		}
	}
	for _, f := range fs {
		if f.Op == term.False {
			return true
		}
		if f.Op != term.LeZero && f.Op != term.EqZero || len(f.E.Terms) != 1 ||
			f.E.Terms[0].Coef.CmpAbs(big.NewInt(1)) != 0 {
			continue
		}
		s, positive := f.E.Terms[0].Sym, f.E.Terms[0].Coef.Sign() > 0
		bound := new(big.Int).Set(f.E.Const) // -s + c <= 0 is c <= s
		if positive {
			bound.Neg(bound)
		}
		if positive || f.Op == term.EqZero {
			atMost(s, bound)
		}
		if !positive || f.Op == term.EqZero {
			atLeast(s, bound)
		}
	}
	for s, v := range low {
		if high[s] != nil && v.Cmp(high[s]) > 0 {
			return true
		}
	}
	return false
}
