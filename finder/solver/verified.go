package solver

import (
	"context"
	"fmt"
	"maps"
	"math/big"

	"vouch/semantics/term"
)

// This file defines the link that evaluates models before it believes them.

// Verified passes on a Sat answer only if every conjunct is true in its model. The model is first completed for the
// inputs that it leaves out. Otherwise the answer becomes Unknown: a formula may have no value, or the solver may be
// wrong.
type Verified struct {
	next Solver
	pool *term.Pool
}

// NewVerified returns the link in front of next. The formulas belong to the pool p, and the work of evaluation is
// charged to p.
func NewVerified(next Solver, p *term.Pool) *Verified { return &Verified{next, p} }

// Solve implements Solver. The model of a Sat answer has a value for every input in fs.
func (v *Verified) Solve(ctx context.Context, fs []*term.Formula) Answer {
	a := v.next.Solve(ctx, fs)
	if a.Status != Sat {
		return a
	}
	m, reason := verify(v.pool, a.Model, fs)
	if reason != "" {
		return Answer{Status: Unknown, Reason: "the solver's model " + reason, Micros: a.Micros}
	}
	a.Model = m
	return a
}

// verify returns m, completed, if it satisfies fs. If not, the reason says why; the subject of its sentence is the
// model.
func verify(p *term.Pool, m Model, fs []*term.Formula) (complete Model, reason string) {
	m = Complete(m, fs)
	values := p.Valuation(func(name string) *big.Int { return m[name] })
	for _, f := range fs {
		truth, ok := values.Formula(f)
		switch {
		case truth && ok:
		case ok:
			return nil, fmt.Sprintf("does not satisfy %v", f)
		case p.Exhausted():
			return nil, "takes too much work to evaluate"
		default:
			return nil, fmt.Sprintf("gives no value to %v", f)
		}
	}
	return m, ""
}

// Satisfies reports whether all of fs are true in m, which is completed for the inputs that it leaves out. The work is
// charged to p.
func Satisfies(p *term.Pool, m Model, fs []*term.Formula) bool {
	_, reason := verify(p, m, fs)
	return reason == ""
}

// Complete returns m with values for the inputs of fs that it leaves out. Such an input gets the value nearest to 0 in
// its range.
func Complete(m Model, fs []*term.Formula) Model {
	all := Model{}
	maps.Copy(all, m)
	for _, s := range term.NewTable(fs).Syms {
		if s.Op == term.Input && all[s.Name] == nil {
			all[s.Name] = s.Nearest()
		}
	}
	return all
}
