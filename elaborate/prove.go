package elaborate

import (
	"math/big"
	"slices"
	"strconv"

	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/finder/solver/lia"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics/term"
)

// This file defines how the elaborator asks a solver about the facts of the kernel.

func newProver() *prover {
	pool := term.NewPool()
	return &prover{
		pool:   pool,
		solver: solver.NewVerified(lia.New(pool, lia.Options{}), pool),
		models: solver.NewVerified(bits.New(pool, bits.Options{}), pool),
		terms:  map[string]*term.Linear{},
	}
}

// linear returns a term for the solver.
func (p *prover) linear(t kernel.Term) *term.Linear {
	key := t.Key()
	if l, ok := p.terms[key]; ok {
		return l
	}
	sum := p.pool.Int(t.Const)
	for _, m := range t.Monos {
		part := p.pool.Int(m.Coef)
		for _, s := range m.Syms {
			for s >= len(p.syms) {
				p.syms = append(p.syms, p.pool.Input(strconv.Itoa(len(p.syms))))
			}
			part = p.pool.Mul(part, p.syms[s])
		}
		sum = p.pool.Add(sum, part)
	}
	if len(p.terms) > 1<<16 {
		clear(p.terms)
	}
	p.terms[key] = sum
	return sum
}

// about returns whether a formula for the solver mentions a symbol.
func (p *prover) about(symbol int) (mentions func(*term.Formula) bool) {
	name := strconv.Itoa(symbol)
	var in func(l *term.Linear) bool
	in = func(l *term.Linear) bool {
		return l != nil && slices.ContainsFunc(l.Terms, func(t term.Term) bool {
			return t.Sym.Op == term.Input && t.Sym.Name == name || in(t.Sym.X) || in(t.Sym.Y)
		})
	}
	mentions = func(f *term.Formula) bool { return in(f.E) || slices.ContainsFunc(f.Args, mentions) }
	return mentions
}

// formula returns a formula for the solver.
func (p *prover) formula(f kernel.Formula) *term.Formula {
	zero := p.pool.Int(new(big.Int))
	switch f.Op {
	case kernel.AtMost:
		return p.pool.Le(p.linear(f.E), zero)
	case kernel.Equal:
		return p.pool.Eq(p.linear(f.E), zero)
	case kernel.And, kernel.Or:
		args := make([]*term.Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = p.formula(g)
		}
		if f.Op == kernel.And {
			return p.pool.And(args...)
		}
		return p.pool.Or(args...)
	}
	return p.pool.Bool(f.Op == kernel.True)
}

// back returns a term of the solver for the kernel.
func (p *prover) back(l *term.Linear) (kernel.Term, bool) {
	sum := kernel.Number(l.Const)
	for _, t := range l.Terms {
		part, ok := p.monomial(t.Sym)
		if !ok {
			return sum, false
		}
		sum = sum.Plus(part.Scale(t.Coef))
	}
	return sum, true
}

func (p *prover) monomial(s *term.Sym) (kernel.Term, bool) {
	switch s.Op {
	case term.Input:
		n, err := strconv.Atoi(s.Name)
		return kernel.Symbol(n), err == nil
	case term.Prod:
		x, ok1 := p.back(s.X)
		y, ok2 := p.back(s.Y)
		return x.Times(y), ok1 && ok2
	}
	return kernel.Term{}, false
}

// formulaBack returns a formula of the solver for the kernel.
func (p *prover) formulaBack(f *term.Formula) (kernel.Formula, bool) {
	return encode.Formula(f, p.back)
}

// query returns what the kernel knows that has to do with f, and f, for the solver.
func (e *elaborator) query(f kernel.Formula) []*term.Formula {
	rows, choices := e.Rows(), e.Choices()
	inRow, inChoice := e.relevant(f)
	var fs []*term.Formula
	for i := 0; i < len(rows); i++ {
		if !inRow[i] {
			continue
		}
		if i+1 < len(rows) && rows[i].Key() == rows[i+1].Scale(minusOne).Key() {
			fs = append(fs, e.prover.formula(kernel.EqualTo(rows[i], new(big.Int))))
			i++
			continue
		}
		fs = append(fs, e.prover.formula(kernel.AtMostZero(rows[i])))
	}
	for i, c := range choices {
		if inChoice[i] {
			fs = append(fs, e.prover.formula(c))
		}
	}
	return append(fs, e.prover.formula(f))
}

// about returns what the kernel knows that has to do with f, and f; and whether it has to do with a conjunction of
// bits, which says more than its facts.
func (e *elaborator) about(f kernel.Formula) (fs []kernel.Formula, conjunctions bool) {
	inRow, inChoice := e.relevant(f)
	for i, r := range e.Rows() {
		if inRow[i] {
			fs = append(fs, kernel.AtMostZero(r))
		}
	}
	for i, c := range e.Choices() {
		if inChoice[i] {
			fs = append(fs, c)
		}
	}
	fs = append(fs, f)
	both := e.conjunctions()
	for _, f := range fs {
		f.Each(func(t kernel.Term) {
			each(t, func(s int) {
				_, is := both[s]
				conjunctions = conjunctions || is
			})
		})
	}
	return fs, conjunctions
}

// relevant returns which rows and choices share symbols with f, or with others that do. If f has no symbols, all are
// relevant.
func (e *elaborator) relevant(f kernel.Formula) (inRow, inChoice []bool) {
	rows, choices := e.Rows(), e.Choices()
	inRow, inChoice = make([]bool, len(rows)), make([]bool, len(choices))
	seen := map[int]bool{}
	f.Each(func(t kernel.Term) { mention(t, seen) })
	all := len(seen) == 0
	users := map[int][]int{} // rows and, behind them, choices by symbol
	for i, r := range rows {
		inRow[i] = all
		each(r, func(s int) { users[s] = append(users[s], i) })
	}
	both := e.conjunctions()
	links := map[int][]made{}
	for _, m := range e.results() {
		for _, t := range append(slices.Clip(m.args), kernel.Symbol(m.symbol)) {
			each(t, func(s int) { links[s] = append(links[s], m) })
		}
	}
	for i, c := range choices {
		inChoice[i] = all
		c.Each(func(t kernel.Term) { each(t, func(s int) { users[s] = append(users[s], len(rows)+i) }) })
	}
	var todo []int
	for s := range seen {
		todo = append(todo, s)
	}
	for len(todo) > 0 && !all {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		more := func(t kernel.Term) {
			each(t, func(s int) {
				if !seen[s] {
					seen[s] = true
					todo = append(todo, s)
				}
			})
		}
		for _, m := range links[s] {
			more(kernel.Symbol(m.symbol))
			for _, t := range m.args {
				more(t)
			}
		}
		if of, ok := both[s]; ok {
			more(of[0])
			more(of[1])
		}
		for _, i := range users[s] {
			switch {
			case i < len(rows) && !inRow[i]:
				inRow[i] = true
				more(rows[i])
			case i >= len(rows) && !inChoice[i-len(rows)]:
				inChoice[i-len(rows)] = true
				choices[i-len(rows)].Each(more)
			}
		}
		delete(users, s)
	}
	return inRow, inChoice
}

// excludes returns whether the solver's terms know by themselves that a formula of the kernel is false.
func (p *prover) excludes(f kernel.Formula) bool { return p.formula(f).Op == term.False }

// remain returns the alternatives of a choice that the solver's formula has.
func (p *prover) remain(choice kernel.Formula) (fs []kernel.Formula) {
	return slices.DeleteFunc(slices.Clone(choice.Args), p.excludes)
}
