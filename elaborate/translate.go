package elaborate

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file defines how a proof of the solver becomes commands.

// follow writes a proof for the current goal as commands. Afterwards the goal is closed.
func (e *elaborator) follow(p *proof) error {
	if p.write != nil {
		return p.write()
	}
	facts := e.prover.pool.NewFacts()
	for _, f := range p.assumed {
		facts.Assume(f)
	}
	t := &translation{elaborator: e, facts: facts, rules: p.rules, rows: map[string]int{}, apart: map[string]bool{}}
	return t.decided()
}

// translation is a proof of the solver on its way to the kernel. In both the facts have numbers of their own.
type translation struct {
	*elaborator
	facts *term.Facts
	rules solver.Proof
	next  int
	rows  map[string]int  // by key, the number of a row of the kernel
	known int             // how many rows of the kernel are in rows
	apart map[string]bool // by key, the choices that were taken apart
}

// row returns the number in the kernel of a row of the facts. A square, which the kernel does not know by itself, is
// added.
func (t *translation) row(i int) (int, error) {
	for rows := t.Rows(); t.known < len(rows); t.known++ {
		t.rows[rows[t.known].Key()] = t.known
	}
	r, ok := t.prover.back(t.facts.Rows[i])
	if !ok {
		return 0, fmt.Errorf("%w: a row with an operation", ErrUnsupported)
	}
	if f := kernel.AtMostZero(r); f.Op == kernel.AtMost {
		r = f.E
	}
	if n, ok := t.rows[r.Key()]; ok && n < len(t.Rows()) && t.Rows()[n].Key() == r.Key() {
		return n, nil
	}
	if len(r.Monos) == 1 && r.Const.Sign() == 0 && r.Monos[0].Coef.Sign() < 0 {
		if root := root(r.Monos[0]); root != nil {
			return len(t.Rows()), t.square(*root)
		}
	}
	return 0, fmt.Errorf("%w: a row that is not among the facts", ErrUnsupported)
}

// decided takes the choices apart of which the solver's formula has one alternative or none, and then writes the rules.
// The kernel has the alternatives that the solver's formula lacks, so each is refuted.
func (t *translation) decided() error {
	choice := slices.IndexFunc(t.Choices(), func(c kernel.Formula) bool {
		left := len(t.prover.remain(c))
		return left < 2 && left < len(c.Args) && !t.apart[c.Key()]
	})
	if choice < 0 {
		return t.goal()
	}
	args, key := t.Choices()[choice].Args, t.Choices()[choice].Key()
	if err := t.cases(choice); err != nil {
		return err
	}
	t.apart[key] = true
	defer delete(t.apart, key)
	for _, f := range args {
		var err error
		if t.prover.excludes(f) {
			err = t.refuteSquares(f)
		} else {
			err = t.decided()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// goal writes the rules for the current goal.
func (t *translation) goal() error {
	for t.next < len(t.rules) {
		r := t.rules[t.next]
		t.next++
		switch r.Op {
		case solver.Leaf, solver.Cut:
			var factors []kernel.Factor
			for _, m := range r.Rows {
				n, err := t.row(m.Row)
				if err != nil {
					return err
				}
				factors = append(factors, kernel.Factor{Row: n, Times: m.Times})
			}
			if err := t.sum(factors); err != nil {
				return err
			}
			if r.Op == solver.Leaf {
				return nil
			}
			t.add(r)
		case solver.Product:
			i, err := t.row(r.Rows[0].Row)
			if err != nil {
				return err
			}
			j, err := t.row(r.Rows[1].Row)
			if err != nil {
				return err
			}
			if err := t.product(i, j); err != nil {
				return err
			}
			t.facts.AddRow(t.prover.pool.Neg(t.prover.pool.Mul(t.facts.Rows[r.Rows[0].Row],
				t.facts.Rows[r.Rows[1].Row])))
		case solver.Square:
			sum := t.prover.pool.Int(r.K)
			for _, m := range r.Rows {
				x := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: t.facts.Syms[m.Row], Coef: one}}}
				sum = t.prover.pool.Add(sum, t.prover.pool.Scale(m.Times, x))
			}
			root, ok := t.prover.back(sum)
			if !ok {
				return fmt.Errorf("%w: a square of an operation", ErrUnsupported)
			}
			if err := t.square(root); err != nil {
				return err
			}
			t.facts.AddRow(t.prover.pool.Neg(t.prover.pool.Mul(sum, sum)))
		case solver.Split:
			x := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: t.facts.Syms[r.Index], Coef: one}}}
			le := t.prover.pool.Le(x, t.prover.pool.Int(r.K))
			f, ok := t.prover.formulaBack(le)
			if !ok {
				return fmt.Errorf("%w: a split of an operation", ErrUnsupported)
			}
			if err := t.cut(f); err != nil {
				return err
			}
			return t.parts([]*term.Formula{le, t.prover.pool.Not(le)})
		case solver.Cases:
			return t.choose(r)
		default:
			return fmt.Errorf("%w: bits", ErrUnsupported)
		}
	}
	return fmt.Errorf("%w: a proof that ends early", ErrUnsupported)
}

// add adds the row of a cut to the facts.
func (t *translation) add(r solver.Rule) {
	pool := t.prover.pool
	sum := pool.Int(new(big.Int))
	for _, m := range r.Rows {
		sum = pool.Add(sum, pool.Scale(m.Times, t.facts.Rows[m.Row]))
	}
	quot, _ := pool.FloorDiv(pool.Neg(sum), pool.Int(r.K))
	t.facts.AddRow(pool.Neg(quot))
}

// parts writes the rules for goals that each have one more fact.
func (t *translation) parts(fs []*term.Formula) error {
	for _, f := range fs {
		before := t.facts.Mark()
		t.known, t.rows = 0, map[string]int{}
		t.facts.Assume(f)
		if err := t.goal(); err != nil {
			return err
		}
		t.facts.Undo(before)
		t.known, t.rows = 0, map[string]int{}
	}
	return nil
}

// choose writes the rules for the alternatives of a disjunction. Those that bounds exclude have no rules.
func (t *translation) choose(r solver.Rule) error {
	alternatives := t.facts.Cases[r.Index]
	want := make([]string, len(alternatives))
	for i, f := range alternatives {
		g, ok := t.prover.formulaBack(f)
		if !ok {
			return fmt.Errorf("%w: a case with an operation", ErrUnsupported)
		}
		want[i] = g.Key()
	}
	choice := slices.IndexFunc(t.Choices(), func(c kernel.Formula) bool {
		return slices.EqualFunc(t.prover.remain(c), want, func(g kernel.Formula, key string) bool {
			return g.Key() == key
		})
	})
	if choice < 0 {
		return fmt.Errorf("%w: cases that are not among the facts", ErrUnsupported)
	}
	var bounds []int
	for _, m := range r.Rows {
		n, err := t.row(m.Row)
		if err != nil {
			return err
		}
		bounds = append(bounds, n)
	}
	args := t.Choices()[choice].Args
	if err := t.cases(choice); err != nil {
		return err
	}
	for _, g := range args {
		if t.prover.excludes(g) {
			if err := t.refuteSquares(g); err != nil {
				return err
			}
			continue
		}
		f := alternatives[0]
		alternatives = alternatives[1:]
		if len(bounds) > 0 {
			if factors := t.excluded(g, bounds); factors != nil {
				if err := t.sum(factors); err != nil {
					return err
				}
				continue
			}
		}
		if err := t.parts([]*term.Formula{f}); err != nil {
			return err
		}
	}
	return nil
}

// excluded returns the sum of rows by which the cited bounds exclude an alternative, which is the current goal's last
// fact; nil if they do not.
func (t *translation) excluded(f kernel.Formula, bounds []int) []kernel.Factor {
	rows := t.Rows()
	for _, g := range conjuncts(f) {
	try:
		for _, e := range rowsOf(g) {
			least := new(big.Int).Set(e.Const)
			last := t.lastRow(e)
			if last < 0 {
				continue
			}
			factors := []kernel.Factor{{Row: last, Times: one}}
			for _, m := range e.Monos {
				best := -1
				var bound *big.Int
				for _, b := range bounds {
					r := rows[b]
					if len(r.Monos) != 1 || len(r.Monos[0].Syms) != len(m.Syms) ||
						r.Monos[0].Coef.Sign() == m.Coef.Sign() {
						continue
					}
					same := true
					for i, s := range m.Syms {
						same = same && r.Monos[0].Syms[i] == s
					}
					if same && (bound == nil || r.Const.Cmp(bound) > 0) {
						best, bound = b, r.Const
					}
				}
				if best < 0 {
					continue try
				}
				times := new(big.Int).Abs(m.Coef)
				factors = append(factors, kernel.Factor{Row: best, Times: times})
				least.Add(least, new(big.Int).Mul(times, bound))
			}
			if least.Sign() > 0 {
				return factors
			}
		}
	}
	return nil
}
