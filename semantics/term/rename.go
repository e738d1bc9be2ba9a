package term

import "slices"

// This file defines terms in which inputs have other names.

// Renaming puts terms in the places of inputs. If these are other inputs, different ones and with the same ranges, then
// the result has a value wherever the term has one.
type Renaming struct {
	pool  *Pool
	input func(*Sym) *Linear
	known map[*Sym]*Linear // of the symbols so far
}

// Renaming returns the renaming that puts input(s) in the place of each input s.
func (p *Pool) Renaming(input func(s *Sym) *Linear) *Renaming {
	return &Renaming{p, input, map[*Sym]*Linear{}}
}

// Term returns s as a term.
func (s *Sym) Term() *Linear { return symbol(s) }

// Linear returns e with the new names.
func (r *Renaming) Linear(e *Linear) *Linear {
	if e == nil {
		return nil
	}
	sum, same := r.pool.Int(e.Const), true
	for _, t := range e.Terms {
		x := r.symbol(t.Sym)
		same = same && x.Symbol() == t.Sym
		sum = r.pool.Add(sum, r.pool.Scale(t.Coef, x))
	}
	if same {
		return e
	}
	return sum
}

// Symbol returns the symbol that e is; nil if e is anything else.
func (e *Linear) Symbol() *Sym {
	if len(e.Terms) != 1 || e.Terms[0].Coef.Cmp(bigOne) != 0 || e.Const.Sign() != 0 {
		return nil
	}
	return e.Terms[0].Sym
}

func (r *Renaming) symbol(s *Sym) *Linear {
	if e := r.known[s]; e != nil {
		return e
	}
	if !r.pool.charge(16) {
		return zero
	}
	e, same := symbol(s), true
	cases := slices.Clone(s.Cases)
	for i, c := range cases {
		cases[i].Value = r.Linear(c.Value)
		same = same && cases[i].Value == c.Value
	}
	switch x, y := r.Linear(s.X), r.Linear(s.Y); {
	case s.Op == Input:
		e = r.input(s)
	case same && x == s.X && y == s.Y:
	case s.Op == Select:
		e = r.pool.Select(x, cases)
	default:
		e = r.pool.Apply(s.Op, x, y)
	}
	r.known[s] = e
	return e
}

// Formula returns f with the new names.
func (r *Renaming) Formula(f *Formula) *Formula {
	if f.Op == And || f.Op == Or {
		args, same := slices.Clone(f.Args), true
		for i, g := range f.Args {
			args[i] = r.Formula(g)
			same = same && args[i] == g
		}
		switch {
		case same:
			return f
		case f.Op == And:
			return r.pool.And(args...)
		}
		return r.pool.Or(args...)
	}
	e := r.Linear(f.E)
	switch {
	case e == f.E:
		return f
	case f.Op == LeZero:
		return r.pool.Le(e, zero)
	case f.Op == EqZero:
		return r.pool.Eq(e, zero)
	}
	return r.pool.Not(r.pool.Eq(e, zero))
}
