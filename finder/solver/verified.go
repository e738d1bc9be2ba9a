package solver

import (
	"context"
	"fmt"
	"maps"
	"math/big"

	"vouch/semantics/term"
)

// This file defines the link that evaluates models before it believes them.

// Verified passes on a Sat answer only if its model, with 0 for the inputs that it leaves out, gives every conjunct the value
// true. Otherwise the answer is Unknown: the model may be wrong where a formula has no value, or the solver may be.
type Verified struct {
	next Solver
	pool *term.Pool
}

// NewVerified returns the link in front of next; the formulas are of the pool p, which the work of evaluation is charged to.
func NewVerified(next Solver, p *term.Pool) *Verified { return &Verified{next, p} }

// Solve implements Solver. The model of a Sat answer has a value for every input in fs.
func (v *Verified) Solve(ctx context.Context, fs []*term.Formula) Answer {
	a := v.next.Solve(ctx, fs)
	if a.Status != Sat {
		return a
	}
	m := Complete(a.Model, fs)
	values := v.pool.Valuation(func(name string) *big.Int { return m[name] })
	for _, f := range fs {
		truth, ok := values.Formula(f)
		switch {
		case truth && ok:
		case ok:
			return Answer{Status: Unknown, Reason: fmt.Sprintf("the solver's model does not satisfy %v", f)}
		case v.pool.Exhausted():
			return Answer{Status: Unknown, Reason: "the solver's model takes too much work to evaluate"}
		default:
			return Answer{Status: Unknown, Reason: fmt.Sprintf("the solver's model gives no value to %v", f)}
		}
	}
	return Answer{Status: Sat, Model: m}
}

// Complete returns m with 0 for every input of fs that it leaves out.
func Complete(m Model, fs []*term.Formula) Model {
	all := Model{}
	maps.Copy(all, m)
	for _, name := range term.NewTable(fs).Inputs() {
		if all[name] == nil {
			all[name] = new(big.Int)
		}
	}
	return all
}
