package elaborate

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines which clauses facts are, and how a refutation of them becomes commands: each clause that it uses
// is shown, and what it learns is resolved, one clause after the other.

// satWork bounds the search for a refutation.
const satWork = 30_000_000

// byBits looks for a refutation of facts, by their bits; nil if none was found. Defined says which symbols the kernel
// defined as conjunctions.
func (e *elaborator) byBits(ctx context.Context, facts []kernel.Formula) *blast {
	b := &blast{
		elaborator: e, sat: sat.New(satWork), words: map[string]*word{}, gates: map[gate]sat.Lit{},
		holders: map[int][]int{},
		bounds:  map[int]*bounds{}, halves: map[int]*slice{}, both: e.conjunctions(),
	}
	for _, f := range facts {
		b.collect(f)
	}
	b.vars = []*variable{{value: constant(1), made: true}}
	b.sat.Vars(1)
	b.add(&clause{lits: []sat.Lit{yes}})
	b.slices()
	rows := map[string]bool{}
	for _, f := range b.given {
		if f.Op == kernel.AtMost {
			rows[f.E.Key()] = true
		}
	}
	for _, f := range b.given {
		if b.tooLarge {
			return nil
		}
		if f.Op == kernel.Or {
			b.oneOf(nil, f)
			continue
		}
		w := b.linear(f.E)
		switch {
		case w == nil:
		case rows[f.E.Scale(minusOne).Key()]:
			b.equal(w, f.E, nil)
		default:
			b.atMost(w, f.E, nil)
		}
	}
	if b.tooLarge {
		return nil
	}
	st := b.sat.Solve(ctx)
	if st != sat.Unsat {
		return nil
	}
	b.proof = b.sat.Proof()
	return b
}

// collect notes a fact.
func (b *blast) collect(f kernel.Formula) {
	switch f.Op {
	case kernel.And:
		for _, g := range f.Args {
			b.collect(g)
		}
	case kernel.Equal:
		b.collect(kernel.AtMostZero(f.E))
		b.collect(kernel.AtMostZero(f.E.Scale(minusOne)))
	case kernel.AtMost:
		seen := map[int]bool{}
		mention(f.E, seen)
		for s := range seen {
			b.holders[s] = append(b.holders[s], len(b.given))
		}
		b.given = append(b.given, f)
	case kernel.Or:
		b.given = append(b.given, f)
	}
}

// slices notes which symbols are quotients by powers of 2.
func (b *blast) slices() {
	rows := map[string]bool{}
	for _, f := range b.given {
		if f.Op == kernel.AtMost {
			rows[f.E.Key()] = true
		}
	}
	for _, f := range b.given {
		if f.Op != kernel.AtMost {
			continue
		}
		newest := -1
		each(f.E, func(s int) { newest = max(newest, s) })
		for _, m := range f.E.Monos {
			if !slices.Contains(m.Syms, newest) {
				continue
			}
			k := m.Coef.BitLen() - 1
			if len(m.Syms) > 1 || m.Coef.Sign() < 0 || k < 1 || m.Coef.TrailingZeroBits() != uint(k) {
				break
			}
			up := minus(f.E.Scale(minusOne), kernel.Number(new(big.Int).Sub(m.Coef, one)))
			if rows[up.Key()] && b.halves[newest] == nil {
				b.halves[newest] = &slice{of: minus(kernel.Symbol(newest).Scale(m.Coef), f.E), k: k, row: f.E, up: up}
			}
			break
		}
	}
}

// equal adds the clauses of an equation.
func (b *blast) equal(w *word, e kernel.Term, g *guard) {
	rest := new(big.Int).Neg(w.base)
	c := linear{k: w.base, equation: true}
	var lits []sat.Lit
	for _, x := range w.bits {
		l := x.lit
		if rest.Sign() < 0 || rest.Bit(x.place()) == 0 {
			l = l.Not()
		} else {
			rest.SetBit(rest, x.place(), 0)
		}
		lits = append(lits, l)
		c.atoms = append(c.atoms, x)
	}
	rows := []kernel.Term{e, e.Scale(minusOne)}
	if rest.Sign() != 0 {
		b.fact(g, w, rows, c, nil)
		return
	}
	for _, l := range slices.Backward(lits) {
		b.fact(g, w, rows, c, []sat.Lit{l})
	}
}

// oneOf adds the clauses of a choice: a name for each alternative, one of which holds at least, if the guard does.
func (b *blast) oneOf(g *guard, f kernel.Formula) {
	var lits []sat.Lit
	var guards []*guard
	for _, h := range f.Args {
		if !b.encodable(h) {
			return
		}
	}
	for _, h := range f.Args {
		of := &guard{of: h}
		of.lit = b.fresh(func() error {
			s, err := b.named(h)
			b.vars[of.lit.Var()].value = s
			return err
		})
		guards, lits = append(guards, of), append(lits, of.lit)
	}
	all := lits
	if g != nil {
		all = append([]sat.Lit{g.lit.Not()}, lits...)
	}
	b.add(&clause{lits: all, before: func() error { _, err := b.values(all...); return err }, close: func() error {
		goals := b.Goals()
		if g != nil {
			if err := b.guarded(g); err != nil || b.Goals() != goals {
				return err
			}
		}
		n, ok := b.choice(f)
		if !ok {
			return fmt.Errorf("%w: a choice that is not there", ErrUnsupported)
		}
		if err := b.cases(n); err != nil {
			return err
		}
		for _, of := range guards {
			s, err := b.value(of.lit)
			if err != nil {
				return err
			}
			_, if0 := implied(s, of.of)
			if err := b.left(if0); err != nil {
				return err
			}
		}
		return nil
	}})
	for _, of := range guards {
		b.under(of, of.of)
	}
}

// encodable reports whether all terms of a formula have words.
func (b *blast) encodable(f kernel.Formula) bool {
	all := true
	f.Each(func(t kernel.Term) { all = all && b.linear(t) != nil })
	return all
}

// under adds the clauses of a formula that holds if a guard does.
func (b *blast) under(g *guard, f kernel.Formula) {
	switch f.Op {
	case kernel.AtMost:
		b.atMost(b.linear(f.E), f.E, g)
	case kernel.Equal:
		b.equal(b.linear(f.E), f.E, g)
	case kernel.And:
		for _, h := range f.Args {
			b.under(g, h)
		}
	case kernel.Or:
		b.oneOf(g, f)
	}
}

// conjunctions returns the symbols that the kernel defined as conjunctions, with their operands.
func (e *elaborator) conjunctions() map[int][2]kernel.Term {
	found := map[int][2]kernel.Term{}
	keys, symbols := e.Defined()
	for _, key := range keys {
		if key[0] != '&' {
			continue
		}
		x, rest, ok1 := parseKey(key[1:])
		y, _, ok2 := parseKey(rest)
		if ok1 && ok2 {
			found[symbols[key]] = [2]kernel.Term{x, y}
		}
	}
	return found
}

// write closes the current goal by the refutation.
func (b *blast) write() error {
	b.kept = facts{} // of what another proof has seen
	learned := make([][]sat.Lit, len(b.proof))
	for i, chain := range b.proof {
		lits := map[sat.Lit]bool{}
		for j, h := range chain {
			for _, l := range b.lits(int(h), learned) {
				if j > 0 && lits[l.Not()] {
					delete(lits, l.Not())
				} else {
					lits[l] = true
				}
			}
		}
		learned[i] = slices.Sorted(maps.Keys(lits))
	}
	for i, chain := range b.proof {
		for _, h := range chain {
			if int(h) < len(b.clauses) {
				if err := b.derive(b.clauses[h]); err != nil || b.over {
					return err
				}
			}
		}
		f, err := b.formula(learned[i])
		if err != nil {
			return err
		}
		if err := b.lemma(f, func() error { return b.resolve(chain, learned) }); err != nil || f.Op == kernel.False {
			return err
		}
	}
	return fmt.Errorf("%w: a refutation that ends early", ErrUnsupported)
}

func (b *blast) lits(h int, learned [][]sat.Lit) []sat.Lit {
	if h < len(b.clauses) {
		return b.clauses[h].lits
	}
	return learned[h-len(b.clauses)]
}

// derive shows a clause.
func (b *blast) derive(c *clause) error {
	if c.done {
		return nil
	}
	c.done = true
	if c.before != nil {
		if err := c.before(); err != nil {
			return err
		}
	}
	f, err := b.formula(c.lits)
	if err != nil || b.Holds(f) {
		return err
	}
	b.over = f.Op == kernel.False
	return b.lemma(f, c.close)
}

// formula returns a clause as the kernel has it.
func (b *blast) formula(lits []sat.Lit) (kernel.Formula, error) {
	f := kernel.Formula{Op: kernel.Or}
	for _, l := range lits {
		g, err := b.is(l)
		if err != nil {
			return f, err
		}
		f.Args = append(f.Args, g)
	}
	return kernel.Normal(f), nil
}

// resolve closes the goal where all literals of a learned clause are false: each clause of its chain, from the last
// one on, has one literal that is not false yet.
func (b *blast) resolve(chain []int32, learned [][]sat.Lit) error {
	goals := b.Goals()
	for _, h := range slices.Backward(chain) {
		f, err := b.formula(b.lits(int(h), learned))
		if err != nil {
			return err
		}
		if err := b.left(f); err != nil || b.Goals() != goals {
			return err
		}
	}
	// What is left are two bounds.
	f, err := b.formula(b.lits(int(chain[0]), learned))
	if err != nil || f.Op != kernel.AtMost {
		return err
	}
	return b.combine(once(f.E), once(kernel.Not(f).E))
}
