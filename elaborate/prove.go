package elaborate

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"vouch/finder/solver"
	"vouch/finder/solver/bits"
	"vouch/finder/solver/lia"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file defines how the elaborator finds out that facts are contradictory, and writes that down as commands.

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
	switch f.Op {
	case term.LeZero, term.EqZero, term.NeZero:
		e, ok := p.back(f.E)
		if !ok {
			return kernel.Formula{}, false
		}
		if f.Op == term.LeZero {
			return kernel.AtMostZero(e), true
		}
		g := kernel.EqualTo(e, new(big.Int))
		if f.Op == term.NeZero {
			g = kernel.Not(g)
		}
		return g, true
	case term.And, term.Or:
		g := kernel.Formula{Op: kernel.And}
		if f.Op == term.Or {
			g.Op = kernel.Or
		}
		for _, a := range f.Args {
			h, ok := p.formulaBack(a)
			if !ok {
				return g, false
			}
			g.Args = append(g.Args, h)
		}
		return kernel.Normal(g), true
	case term.True:
		return kernel.Formula{Op: kernel.True}, true
	}
	return kernel.Formula{Op: kernel.False}, true
}

// query returns what the kernel knows that has to do with f, and f, for the solver.
func (e *elaborator) query(f kernel.Formula) []*term.Formula {
	if e.prover == nil {
		e.prover = newProver()
	}
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

// contradiction returns a proof that the facts and f contradict each other; nil if none was found.
func (e *elaborator) contradiction(f kernel.Formula) (*proof, error) {
	fs := e.query(f)
	e.stats.Queries++
	// Without the disjunctions, a proof is short; and with those about the newest symbol only.
	newest := -1
	f.Each(func(t kernel.Term) { each(t, func(s int) { newest = max(newest, s) }) })
	others := func(f *term.Formula, but func(*term.Formula) bool) bool { return f.Op == term.Or && !but(f) }
	for _, but := range []func(*term.Formula) bool{func(*term.Formula) bool { return false }, e.prover.about(newest)} {
		some := slices.DeleteFunc(slices.Clone(fs), func(g *term.Formula) bool { return g != fs[len(fs)-1] && others(g, but) })
		if len(some) == len(fs) {
			break
		}
		if a := e.prover.solver.Solve(e.ctx, some); a.Status == solver.Unsat && a.Proof != nil {
			return &proof{rules: a.Proof, assumed: some}, nil
		}
	}
	a := e.prover.solver.Solve(e.ctx, fs)
	e.model = nil
	switch a.Status {
	case solver.Sat:
		e.model = a.Model
	case solver.Unsat:
		if a.Proof == nil {
			return nil, nil
		}
		return &proof{rules: a.Proof, assumed: fs}, nil
	}
	return nil, e.ctx.Err()
}

// example returns a value that a sum may have.
func (e *elaborator) example(t kernel.Term) (*big.Int, error) {
	// A formula that mentions the symbols and says nothing.
	fs := e.query(kernel.Formula{Op: kernel.Or, Args: []kernel.Formula{kernel.AtMostZero(t), kernel.Not(kernel.AtMostZero(t))}})
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

// follow writes a proof for the current goal as commands. Afterwards the goal is closed.
func (e *elaborator) follow(p *proof) error {
	facts := e.prover.pool.NewFacts()
	for _, f := range p.assumed {
		facts.Assume(f)
	}
	t := &translation{elaborator: e, facts: facts, rules: p.rules, rows: map[string]int{}}
	return t.goal()
}

// translation is a proof of the solver on its way to the kernel. In both the facts have numbers of their own.
type translation struct {
	*elaborator
	facts *term.Facts
	rules solver.Proof
	next  int
	rows  map[string]int // by key, the number of a row of the kernel
	known int            // how many rows of the kernel are in rows
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
	if len(r.Monos) == 1 && r.Const.Sign() == 0 && r.Monos[0].Coef.Sign() < 0 && len(r.Monos[0].Syms)%2 == 0 {
		root, syms := kernel.Number(one), r.Monos[0].Syms
		for j := 0; j < len(syms); j += 2 {
			if syms[j] != syms[j+1] {
				return 0, fmt.Errorf("%w: a row that is not among the facts", ErrUnsupported)
			}
			root = root.Times(kernel.Symbol(syms[j]))
		}
		return len(t.Rows()), t.square(root)
	}
	return 0, fmt.Errorf("%w: a row that is not among the facts", ErrUnsupported)
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
			t.facts.AddRow(t.prover.pool.Neg(t.prover.pool.Mul(t.facts.Rows[r.Rows[0].Row], t.facts.Rows[r.Rows[1].Row])))
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
	choice := -1
	for i, c := range t.Choices() {
		if len(c.Args) != len(want) {
			continue
		}
		same := 0
		for _, g := range c.Args {
			for _, key := range want {
				if g.Key() == key {
					same++
					break
				}
			}
		}
		if same == len(want) {
			choice = i
		}
	}
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
	// The rules come in the order of the solver's alternatives; the kernel's goals come in its own.
	for i, g := range args {
		if g.Key() != want[i] {
			return fmt.Errorf("%w: cases in another order", ErrUnsupported)
		}
	}
	if err := t.cases(choice); err != nil {
		return err
	}
	for i, f := range alternatives {
		if len(bounds) > 0 {
			if factors := t.excluded(args[i], bounds); factors != nil {
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
	atoms := []kernel.Formula{f}
	if f.Op == kernel.And {
		atoms = f.Args
	}
	for _, g := range atoms {
		var tries []kernel.Term
		switch g.Op {
		case kernel.AtMost:
			tries = []kernel.Term{g.E}
		case kernel.Equal:
			tries = []kernel.Term{g.E, g.E.Scale(minusOne)}
		}
	try:
		for _, e := range tries {
			least := new(big.Int).Set(e.Const)
			var factors []kernel.Factor
			for i := len(rows) - 1; i >= 0; i-- {
				if rows[i].Key() == e.Key() {
					factors = append(factors, kernel.Factor{Row: i, Times: one})
					break
				}
			}
			if len(factors) == 0 {
				continue
			}
			for _, m := range e.Monos {
				best := -1
				var bound *big.Int
				for _, b := range bounds {
					r := rows[b]
					if len(r.Monos) != 1 || len(r.Monos[0].Syms) != len(m.Syms) || r.Monos[0].Coef.Sign() == m.Coef.Sign() {
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
