package lia

import (
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines the search. It splits cases and branches only where the current values violate them. If it refutes
// a way without using what the split added, it has refuted everything.

// search is the search for a solution of a system. It leaves the system changed.
type search struct {
	*system
	fs           []*term.Formula         // what a model has to satisfy
	model        solver.Model            // the model, once found
	reason       string                  // why the answer is unknown
	guesses      int                     // guesses that were made
	cubes        int                     // cubes that were looked for
	expansions   int                     // how often it looked for products of rows and for squares
	mostProducts int                     // how many products of equations may be added
	multiplied   int                     // and how many were
	entered      int                     // monomials that came in with these
	made         map[[2]int]*term.Linear // the negated products of two rows, by their ids
	signs        int                     // symbols around the current way that are split at 0
	unsigned     *term.Sym               // a symbol without a bound, with which an equation is to be multiplied
	guessed      int                     // nearby solutions that were tried
	boxed        bool                    // whether small values were tried
	depth        int                     // branches around the current way
	diving       bool                    // whether the current way is in a box
	hulls        map[*disjunction][]*row // the common bounds of the cases compared so far
	nudged       []*disjunction          // the gaps on the current way that another value left
}

// try returns the values of the inputs if they are a model, and nil otherwise. The variables of inputs have the given
// integers as values.
func (s *search) try(integer func(v int) *big.Int) solver.Model {
	model := solver.Model{}
	for v := range s.vars {
		if x := &s.vars[v]; x.sym != nil && x.sym.Op == term.Input {
			model[x.sym.Name] = integer(v)
		}
	}
	values := s.facts.Pool().Valuation(func(name string) *big.Int { return model[name] })
	if slices.ContainsFunc(s.fs, func(f *term.Formula) bool { truth, ok := values.Formula(f); return !truth || !ok }) {
		return nil
	}
	return model
}

// operand returns the present value of e, whose symbols are variables.
func (s *search) operand(e *term.Linear) num { return s.value(s.entries(e), fromInt(e.Const)) }

func newSearch(s *system, fs []*term.Formula, products int) *search {
	return &search{system: s, fs: fs, mostProducts: products, hulls: map[*disjunction][]*row{}}
}

// outcome is the result for a way.
type outcome byte

const (
	lost outcome = iota
	satisfied
	refuted
)

// The limits of the search.
const (
	firstRounds = 12 // cuts on the first level
	laterRounds = 2  // cuts on each other level
	maxLevels   = 5000
	maxDepth    = 100 // branches; without bounds they lead astray
)

// The reasons of unknown answers.
const (
	reasonWork    = "lia: no answer within its budget"
	reasonOpaque  = "lia: cannot decide a product of inputs, or a division by one"
	reasonContext = "lia: interrupted"
	reasonPool    = "lia: the pool of terms is exhausted"
)

// stop gives up.
func (s *search) stop() (outcome, *node) {
	switch {
	case s.halted:
		s.reason = reasonContext
	case s.facts.Pool().Exhausted():
		s.reason = reasonPool
	default:
		s.reason = reasonWork
	}
	return lost, nil
}

// violated returns a case that the present values violate; nil if there is none. Of several it returns one with few
// alternatives left.
func (s *search) violated() *disjunction {
	var best *disjunction
	fewest := 0
	for _, d := range slices.Backward(s.cases) {
		s.spent++
		if d.split || slices.ContainsFunc(d.props, s.holds) {
			continue
		}
		open := 0
		for _, p := range d.props {
			if !s.refuted(p) {
				open++
			}
		}
		if best == nil || open < fewest {
			best, fewest = d, open
		}
		if open <= 1 {
			break
		}
	}
	return best
}

// nudge gives a symbol in a gap that no bound closes another value, so that the gap need not be split unless other
// facts want that value. It reports whether it did; it does so once for each gap on a way.
func (s *search) nudge(d *disjunction) bool {
	if !d.gap || slices.Contains(s.nudged, d) || slices.ContainsFunc(d.props, s.refuted) {
		return false
	}
	s.spent += len(s.nudged)
	s.nudged = append(s.nudged, d)
	for _, e := range d.props[0].terms {
		x := &s.vars[e.v]
		if x.line >= 0 {
			continue
		}
		if up := x.val.add(unit); x.hi == nil || up.cmp(x.hi.val) <= 0 {
			s.update(e.v, up)
			return true
		}
		if down := x.val.sub(unit); x.lo == nil || down.cmp(x.lo.val) >= 0 {
			s.update(e.v, down)
			return true
		}
	}
	return false
}

// apart returns a split of d, with the rows that exclude some of its alternatives, and the others in the order in which
// they are tried. Those that are refuted at once come first.
func (s *search) apart(d *disjunction) (n *node, order []int) {
	n = &node{cases: d}
	var first, rest []int
	for i, p := range d.props {
		why := s.excluding(p)
		for _, m := range why {
			if !slices.ContainsFunc(n.rows, func(o multiple) bool { return o.row == m.row }) {
				n.rows, n.deps = append(n.rows, m), n.deps.union(m.row.deps)
			}
		}
		switch {
		case why != nil:
		case s.refuted(p):
			first = append(first, i)
		default:
			rest = append(rest, i)
		}
	}
	return n, append(first, rest...)
}

// excluding returns the rows that bound the symbols in p so that it cannot hold; nil if there are none, or p is no atom
// or conjunction of atoms.
func (s *search) excluding(p *prop) []multiple {
	switch p.op {
	case term.And:
		for _, q := range p.args {
			if q.op == term.LeZero || q.op == term.EqZero {
				if why := s.excluding(q); why != nil {
					return why
				}
			}
		}
	case term.LeZero, term.EqZero:
		if least, ok := s.least(p.terms, p.c, 1); ok && least.sign() > 0 {
			return s.exceeds(p, least, 1)
		}
		if most, ok := s.least(p.terms, p.c, -1); p.op == term.EqZero && ok && most.sign() < 0 {
			return s.exceeds(p, most, -1)
		}
	}
	return nil
}

// exceeds returns the rows by which the sum of p is not 0: its least value, or its greatest one if the sign is -1, is
// given.
func (s *search) exceeds(p *prop, value num, sign int) []multiple {
	var why []cited
	for _, e := range p.terms {
		b := s.vars[e.v].lo
		if e.k.sign() != sign {
			b = s.vars[e.v].hi
		}
		why = append(why, cited{b, e.k.abs()})
	}
	rows := rowsOf(weaken(why, value.abs()))
	for i := range rows {
		rows[i].times = unit
	}
	return rows
}

// over reports whether the search can find nothing more.
func (s *search) over() bool {
	return s.halted || s.spent > s.limit || s.facts.Pool().Exhausted()
}

// linear returns the sum that is the symbol x.
func linear(x *term.Sym) *term.Linear {
	return &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: big.NewInt(1)}}}
}
