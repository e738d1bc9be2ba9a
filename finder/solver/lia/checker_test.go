package lia_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file defines a checker of proofs, which knows nothing of how they are found.

// refutes returns nil if proof shows that fs contradict each other.
func refutes(p *term.Pool, fs []*term.Formula, proof solver.Proof) error {
	k := p.NewFacts()
	for _, f := range fs {
		k.Assume(f)
	}
	c := &check{facts: k, rules: proof}
	if err := c.way(); err != nil {
		return err
	}
	if len(c.rules) > 0 {
		return fmt.Errorf("%d rules are left", len(c.rules))
	}
	return nil
}

type check struct {
	facts *term.Facts
	rules solver.Proof
}

// way checks the rules of one way and takes them off.
func (c *check) way() error {
	k := c.facts
	before := k.Mark()
	defer k.Undo(before)
	for {
		if len(c.rules) == 0 {
			return errors.New("no rule is left")
		}
		r := c.rules[0]
		c.rules = c.rules[1:]
		var ways []*term.Formula
		switch r.Op {
		case solver.Leaf, solver.Cut:
			sum, konst, err := c.combine(r.Rows)
			if err != nil {
				return err
			}
			if r.Index != 0 || (r.K == nil) != (r.Op == solver.Leaf) {
				return errors.New("a field is set that does not belong to the rule")
			}
			if r.Op == solver.Leaf {
				if len(sum) > 0 || konst.Sign() <= 0 {
					return fmt.Errorf("a leaf is %v %v", sum, konst)
				}
				return nil
			}
			row, err := divide(sum, konst, r.K)
			if err != nil {
				return err
			}
			k.Rows = append(k.Rows, row)
			continue
		case solver.Product:
			row, err := c.product(r)
			if err != nil {
				return err
			}
			k.Rows = append(k.Rows, row)
			continue
		case solver.Square:
			row, err := c.square(r)
			if err != nil {
				return err
			}
			k.Rows = append(k.Rows, row)
			continue
		case solver.Split:
			if r.Index < 0 || r.Index >= len(k.Syms) || r.K == nil || len(r.Rows) > 0 {
				return errors.New("a wrong split")
			}
			x := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: k.Syms[r.Index], Coef: big.NewInt(1)}}}
			p := k.Pool()
			ways = []*term.Formula{p.Le(x, p.Int(r.K)), p.Le(p.Int(new(big.Int).Add(r.K, big.NewInt(1))), x)}
		case solver.Cases:
			if r.Index < 0 || r.Index >= len(k.Cases) || r.K != nil {
				return errors.New("wrong cases")
			}
			for i, m := range r.Rows {
				if m.Row < 0 || m.Row >= len(k.Rows) || i > 0 && m.Row <= r.Rows[i-1].Row || m.Times == nil ||
					m.Times.Cmp(big.NewInt(1)) != 0 || len(k.Rows[m.Row].Terms) != 1 {
					return errors.New("cases without what is no bound")
				}
			}
			for _, f := range k.Cases[r.Index] {
				if !c.closed(f, r.Rows) {
					ways = append(ways, f)
				}
			}
		default:
			return errors.New("an unknown rule")
		}
		for _, f := range ways {
			m := k.Mark()
			k.Assume(f)
			err := c.way()
			k.Undo(m)
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// closed reports whether multiples of bounds and of a row of f add up to a contradiction.
func (c *check) closed(f *term.Formula, bounds []solver.Multiple) bool {
	p := c.facts.Pool()
	var rows []*term.Linear
	for _, g := range f.Conjuncts() {
		switch g.Op {
		case term.LeZero:
			rows = append(rows, g.E)
		case term.EqZero:
			rows = append(rows, g.E, p.Neg(g.E))
		}
	}
	for _, e := range rows {
		for len(e.Terms) > 0 {
			first := e.Terms[0]
			var best *term.Linear
			for _, m := range bounds {
				b := c.facts.Rows[m.Row]
				if b.Terms[0].Sym != first.Sym || b.Terms[0].Coef.Sign() == first.Coef.Sign() {
					continue
				}
				if sum := p.Add(e, p.Scale(new(big.Int).Abs(first.Coef), b)); best == nil ||
					sum.Const.Cmp(best.Const) > 0 {
					best = sum
				}
			}
			if best == nil {
				break
			}
			e = best
		}
		if len(e.Terms) == 0 && e.Const.Sign() > 0 {
			return true
		}
	}
	return false
}

// product returns the row that says that the product of two rows is not negative.
func (c *check) product(r solver.Rule) (*term.Linear, error) {
	k, p := c.facts, c.facts.Pool()
	if r.Index != 0 || r.K != nil || len(r.Rows) != 2 {
		return nil, errors.New("a wrong product")
	}
	product := p.Int(big.NewInt(-1))
	for _, m := range r.Rows {
		if m.Row < 0 || m.Row >= len(k.Rows) || m.Times == nil || m.Times.Cmp(big.NewInt(1)) != 0 {
			return nil, errors.New("a product of what is no row")
		}
		product = p.Mul(k.Rows[m.Row], product)
	}
	return product, nil
}

// square returns the row that says that a square is not negative.
func (c *check) square(r solver.Rule) (*term.Linear, error) {
	k, p := c.facts, c.facts.Pool()
	if r.Index != 0 || r.K == nil || len(r.Rows) == 0 {
		return nil, errors.New("a wrong square")
	}
	sum := p.Int(r.K)
	for i, m := range r.Rows {
		if m.Row < 0 || m.Row >= len(k.Syms) || i > 0 && m.Row <= r.Rows[i-1].Row || m.Times == nil ||
			m.Times.Sign() == 0 {
			return nil, errors.New("a square of what is no sum")
		}
		x := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: k.Syms[m.Row], Coef: big.NewInt(1)}}}
		sum = p.Add(sum, p.Scale(m.Times, x))
	}
	return p.Mul(sum, p.Neg(sum)), nil
}

// combine returns the sum of multiples of rows, by symbols.
func (c *check) combine(ms []solver.Multiple) (map[*term.Sym]*big.Int, *big.Int, error) {
	sum, konst := map[*term.Sym]*big.Int{}, new(big.Int)
	if len(ms) == 0 {
		return nil, nil, errors.New("a combination of nothing")
	}
	for i, m := range ms {
		if m.Row < 0 || m.Row >= len(c.facts.Rows) {
			return nil, nil, fmt.Errorf("there is no row %d", m.Row)
		}
		if i > 0 && ms[i-1].Row >= m.Row {
			return nil, nil, errors.New("rows are not in order")
		}
		if m.Times == nil || m.Times.Sign() <= 0 {
			return nil, nil, errors.New("a factor is not positive")
		}
		e := c.facts.Rows[m.Row]
		konst.Add(konst, new(big.Int).Mul(m.Times, e.Const))
		for _, t := range e.Terms {
			if sum[t.Sym] == nil {
				sum[t.Sym] = new(big.Int)
			}
			sum[t.Sym].Add(sum[t.Sym], new(big.Int).Mul(m.Times, t.Coef))
		}
	}
	for s, v := range sum {
		if v.Sign() == 0 {
			delete(sum, s)
		}
	}
	return sum, konst, nil
}

func divide(sum map[*term.Sym]*big.Int, konst, k *big.Int) (*term.Linear, error) {
	if k.Cmp(big.NewInt(2)) < 0 {
		return nil, errors.New("the divisor is less than 2")
	}
	up := new(big.Int).Neg(konst)
	up.Neg(up.Div(up, k)) // Euclidean, which for a positive divisor rounds down
	e := &term.Linear{Const: up}
	for s, v := range sum {
		q, m := new(big.Int).DivMod(v, k, new(big.Int))
		if m.Sign() != 0 {
			return nil, fmt.Errorf("%v does not divide %v", k, v)
		}
		e.Terms = append(e.Terms, term.Term{Sym: s, Coef: q})
	}
	return e, nil
}

// TestChecker: the checker accepts what is a proof and nothing else.
func TestChecker(t *testing.T) {
	p := terms{term.NewPool()}
	x, y := p.v("x"), p.v("y")
	fs := []*term.Formula{
		p.Lt(x, y),                          // row 0
		p.Lt(y, x),                          // row 1
		p.Eq(p.plus(x, x, y), p.n(0)),       // rows 2 and 3
		p.Or(p.Le(x, p.n(2)), p.Lt(y, x)),   // case 0
		p.ne(x, p.n(5)),                     // case 1
		p.between(1, p.plus(y, p.n(-4)), 1), // rows 4 and 5: y = 5
	}
	m := func(rows ...int64) (ms []solver.Multiple) {
		for i := 0; i < len(rows); i += 2 {
			ms = append(ms, solver.Multiple{Row: int(rows[i]), Times: big.NewInt(rows[i+1])})
		}
		return ms
	}
	n := big.NewInt
	leaf := solver.Rule{Op: solver.Leaf, Rows: m(0, 1, 1, 1)}
	parity := []solver.Rule{{Op: solver.Cut, Rows: m(2, 1, 4, 1), K: n(2)},
		{Op: solver.Leaf, Rows: m(3, 1, 5, 1, 6, 2)}}
	inside := solver.Rule{Op: solver.Leaf, Rows: m(3, 1, 5, 1, 7, 2)} // where a case has added row 6
	with := func(r solver.Rule, f func(r *solver.Rule)) solver.Proof { f(&r); return solver.Proof{r, parity[1]} }
	for _, c := range []struct {
		title string
		proof solver.Proof
		want  string // the error, or "" for a proof
	}{
		{"a leaf", solver.Proof{leaf}, ""},
		{"a multiple of it", solver.Proof{{Op: solver.Leaf, Rows: m(0, 7, 1, 7)}}, ""},
		{"cases", solver.Proof{{Op: solver.Cases, Index: 0}, leaf, leaf}, ""},
		{"a split", solver.Proof{{Op: solver.Split, Index: 0, K: n(-3)}, leaf, leaf}, ""},
		{"a cut", solver.Proof(parity), ""},
		{"a cut on each way", solver.Proof{{Op: solver.Cases, Index: 0}, parity[0], inside, parity[0], inside}, ""},
		{"nothing", nil, "no rule"},
		{"a rule too many", solver.Proof{leaf, leaf}, "are left"},
		{"a leaf of nothing", solver.Proof{{Op: solver.Leaf}}, "nothing"},
		{"a leaf that is no constant", solver.Proof{{Op: solver.Leaf, Rows: m(0, 1)}}, "a leaf is"},
		{"a leaf that is no contradiction", solver.Proof{{Op: solver.Leaf, Rows: m(2, 1, 3, 1)}}, "a leaf is"},
		{"a negative factor", solver.Proof{{Op: solver.Leaf, Rows: m(0, -1, 1, -1)}}, "not positive"},
		{"a factor of 0", solver.Proof{{Op: solver.Leaf, Rows: m(0, 1, 1, 1, 2, 0)}}, "not positive"},
		{"a row twice", solver.Proof{{Op: solver.Leaf, Rows: m(0, 1, 0, 1, 1, 2)}}, "order"},
		{"rows in descending order", solver.Proof{{Op: solver.Leaf, Rows: m(1, 1, 0, 1)}}, "order"},
		{"a row that does not exist", solver.Proof{{Op: solver.Leaf, Rows: m(0, 1, 60, 1)}}, "no row 60"},
		{"a row with a negative number", solver.Proof{{Op: solver.Leaf, Rows: m(-1, 1, 1, 1)}}, "no row -1"},
		{"a leaf with a bound", solver.Proof{{Op: solver.Leaf, Rows: leaf.Rows, K: n(1)}}, "a field"},
		{"a leaf with an index", solver.Proof{{Op: solver.Leaf, Rows: leaf.Rows, Index: 1}}, "a field"},
		{"a cut without divisor", with(parity[0], func(r *solver.Rule) { r.K = nil }), "a field"},
		{"a cut by 1", with(parity[0], func(r *solver.Rule) { r.K = n(1) }), "less than 2"},
		{"a cut by a negative number", with(parity[0], func(r *solver.Rule) { r.K = n(-2) }), "less than 2"},
		{"a cut by what does not divide", with(parity[0], func(r *solver.Rule) { r.K = n(4) }), "does not divide"},
		{"a cut of other rows", with(parity[0], func(r *solver.Rule) { r.Rows = m(2, 1) }), "does not divide"},
		{"a cut that nothing follows", solver.Proof{parity[0]}, "no rule"},
		{"a cut cited on another way", solver.Proof{{Op: solver.Cases, Index: 0}, parity[0], inside, inside},
			"no row 7"},
		{"cases without the second way", solver.Proof{{Op: solver.Cases, Index: 0}, leaf}, "no rule"},
		{"cases that do not exist", solver.Proof{{Op: solver.Cases, Index: 2}, leaf, leaf}, "wrong cases"},
		{"cases of which a bound of another symbol excludes none",
			solver.Proof{{Op: solver.Cases, Index: 1, Rows: m(4, 1)}, leaf}, "no rule"},
		{"cases without what is no bound", solver.Proof{{Op: solver.Cases, Index: 0, Rows: m(0, 1)}, leaf}, "no bound"},
		{"a split without bound", solver.Proof{{Op: solver.Split, Index: 0}, leaf, leaf}, "wrong split"},
		{"a split of a symbol that does not exist", solver.Proof{{Op: solver.Split, Index: 2, K: n(0)}, leaf, leaf},
			"wrong split"},
		{"a rule that does not exist", solver.Proof{{Op: 200}}, "unknown"},
	} {
		err := refutes(p.Pool, fs, c.proof)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.title, err, c.want)
		}
	}
}
