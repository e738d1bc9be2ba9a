package elaborate

import (
	"fmt"
	"math/big"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines how single formulas are shown to the kernel, each by a few commands: what proofs about bits are
// made of.

// blast is a proof about bits in the making. First it makes clauses of the facts, and asks for a refutation. Then it
// writes those definitions and clauses that the refutation needs.
type blast struct {
	*elaborator
	sat      *sat.Solver
	vars     []*variable
	clauses  []*clause
	words    map[string]*word // by the key of their term
	gates    map[gate]sat.Lit
	given    []kernel.Formula
	holders  map[int][]int // by symbol, the facts that are rows with it
	bounds   map[int]*bounds
	halves   map[int]*slice
	both     map[int][2]kernel.Term // by symbol, the operands of which it is the conjunction
	rows     keyed
	choices  keyed
	tooLarge bool // whether there are too many clauses
	over     bool // whether the goal is closed
	proof    sat.Proof
}

// variable is a variable of the clauses, whose value is a term that is 0 or 1.
type variable struct {
	value kernel.Term
	made  bool
	make  func() error // sets value. Afterwards that it is 0 at least, and 1 at most, are rows
}

// clause is a clause with the commands that show it.
type clause struct {
	lits   []sat.Lit
	before func() error // writes the definitions that are needed
	close  func() error // closes the goal where all literals are false
	done   bool
}

// atom is a literal with a factor.
type atom struct {
	times *big.Int
	lit   sat.Lit
}

// word says that a term is base, and a factor for each of some literals that are true. In a binary word the factors are
// powers of 2, and ascend.
type word struct {
	of     kernel.Term
	base   *big.Int
	bits   []atom
	show   func() error
	shown  bool
	binary *word        // of the same term; nil if it is not made yet
	same   func() *word // makes it, if that is not by adding up
}

// bounds says in which range a symbol is.
type bounds struct {
	lo, hi *big.Int // nil where nothing is known
	show   []func() error
}

// slice says that a symbol is the quotient of a term by 2^k.
type slice struct {
	of       kernel.Term
	k        int
	row, up  kernel.Term // 2^k s - of <= 0, and of - 2^k s - 2^k + 1 <= 0
	searched bool
}

// gate is an operation on two literals.
type gate struct {
	op   byte
	x, y sat.Lit
}

// keyed finds the rows or the choices of the current goal by their keys.
type keyed struct {
	at   map[string]int
	keys []string
}

// sync makes it one of n items, of which the first ones are those that it has.
func (x *keyed) sync(kept, n int, key func(int) string) {
	if x.at == nil {
		x.at = map[string]int{}
	}
	for last := len(x.keys) - 1; last >= kept; last-- {
		if x.at[x.keys[last]] == last {
			delete(x.at, x.keys[last])
		}
		x.keys = x.keys[:last]
	}
	for i := len(x.keys); i < n; i++ {
		k := key(i)
		if _, ok := x.at[k]; !ok {
			x.at[k] = i
		}
		x.keys = append(x.keys, k)
	}
}

// sync brings the numbers of facts up to date.
func (b *blast) sync() {
	rows, choices := b.Rows(), b.Choices()
	b.rows.sync(b.kept.rows, len(rows), func(i int) string { return rows[i].Key() })
	b.choices.sync(b.kept.choices, len(choices), func(i int) string { return choices[i].Key() })
	b.kept = facts{len(rows), len(choices)}
}

func (b *blast) row(key string) (int, bool) {
	b.sync()
	n, ok := b.rows.at[key]
	return n, ok
}

func (b *blast) choice(f kernel.Formula) (int, bool) {
	b.sync()
	n, ok := b.choices.at[f.Key()]
	return n, ok
}

// part is a row with its factor.
type part struct {
	row   kernel.Term
	times *big.Int
}

func once(t kernel.Term) part { return part{t, one} }

// combine makes a row of others, or closes the goal. It does nothing if the row is there.
func (b *blast) combine(parts ...part) error {
	var factors []kernel.Factor
	sum := kernel.Number(zero)
	for _, p := range parts {
		f := kernel.AtMostZero(p.row)
		if f.Op != kernel.AtMost {
			if f.Op == kernel.True {
				continue
			}
			return fmt.Errorf("%w: a row that is false", ErrUnsupported)
		}
		n, ok := b.row(f.E.Key())
		if !ok {
			return fmt.Errorf("%w: a row about bits that is not there", ErrUnsupported)
		}
		times := new(big.Int).Quo(p.row.Monos[0].Coef, f.E.Monos[0].Coef)
		factors = append(factors, kernel.Factor{Row: n, Times: times.Mul(times, p.times)})
		sum = sum.Plus(f.E.Scale(times))
	}
	switch f := kernel.AtMostZero(sum); {
	case f.Op == kernel.True || f.Op == kernel.AtMost && b.Holds(f):
		return nil
	case len(factors) == 1 && f.Op == kernel.AtMost:
		return fmt.Errorf("%w: a row about bits that is not there", ErrUnsupported)
	}
	return b.sum(factors)
}

// lemma makes f a fact, or closes the goal if f is false, by commands that close a goal where f does not hold.
func (b *blast) lemma(f kernel.Formula, commands func() error) error {
	switch {
	case b.Holds(f):
		return nil
	case f.Op != kernel.False:
		if err := b.cut(kernel.Not(f)); err != nil {
			return err
		}
	}
	goals := b.Goals()
	if err := commands(); err != nil {
		return err
	}
	if b.Goals() == goals {
		return fmt.Errorf("%w: a lemma about bits that was not shown", ErrUnsupported)
	}
	return nil
}

// either returns the disjunction of two formulas as the kernel has it.
func either(f, g kernel.Formula) kernel.Formula {
	return kernel.Normal(kernel.Formula{Op: kernel.Or, Args: []kernel.Formula{f, g}})
}

// minus returns t - u.
func minus(t, u kernel.Term) kernel.Term { return t.Plus(u.Scale(minusOne)) }

func constant(n int64) kernel.Term { return kernel.Number(big.NewInt(n)) }

// value returns what a literal counts.
func (b *blast) value(l sat.Lit) (kernel.Term, error) {
	v := b.vars[l.Var()]
	if !v.made {
		v.made = true
		if err := v.make(); err != nil {
			return v.value, err
		}
	}
	if l&1 == 0 {
		return v.value, nil
	}
	return minus(constant(1), v.value), nil
}

// is returns the formula that a literal is true.
func (b *blast) is(l sat.Lit) (kernel.Formula, error) {
	v, err := b.value(l)
	return kernel.AtMostZero(minus(constant(1), v)), err
}

func power2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// named writes a name for f, and returns its symbol.
func (b *blast) named(f kernel.Formula) (kernel.Term, error) {
	s := kernel.Symbol(b.Symbols())
	return s, b.name(f)
}

// implied returns the two choices of a name: not s or f, and s or not f.
func implied(s kernel.Term, f kernel.Formula) (if1, if0 kernel.Formula) {
	return either(kernel.AtMostZero(s), f), either(kernel.AtMostZero(minus(constant(1), s)), kernel.Not(f))
}

// left writes what is left of a choice, if that is among the facts.
func (b *blast) left(f kernel.Formula) error {
	if n, ok := b.choice(f); ok {
		return b.leaves(n)
	}
	return nil
}

// split2 writes cases of a choice of two.
func (b *blast) split2(f kernel.Formula, first, second func() error) error {
	n, ok := b.choice(f)
	if !ok {
		return fmt.Errorf("%w: a choice about bits that is not there", ErrUnsupported)
	}
	if err := b.cases(n); err != nil {
		return err
	}
	if err := first(); err != nil {
		return err
	}
	return second()
}

// digits writes the bits of t, which is from lo to hi, rows that are there, and 0 <= lo <= hi < 2^n. It returns their
// symbols, the lowest first. Afterwards t is the sum of them, by rows.
func (b *blast) digits(t kernel.Term, lo, hi *big.Int, n int) (bits []kernel.Term, err error) {
	bits = make([]kernel.Term, n)
	rest := t
	least, most := minus(kernel.Number(lo), t), minus(t, kernel.Number(hi)) // rows
	for k := n - 1; k >= 0; k-- {
		unit := power2(k)
		large := minus(kernel.Number(unit), rest)
		f := kernel.AtMostZero(large)
		s, err := b.named(f)
		if err != nil {
			return nil, err
		}
		bits[k] = s
		if1, if0 := implied(s, f)
		next := minus(rest, s.Scale(unit))
		below, above := minus(constant(0), next), minus(next, kernel.Number(new(big.Int).Sub(unit, one)))
		err = b.lemma(kernel.AtMostZero(below), func() error {
			no := once(next.Plus(constant(1)))
			return b.split2(if1,
				func() error { return b.combine(no, part{s, unit}, once(least)) },
				func() error { return b.combine(no, part{minus(s, constant(1)), unit}, once(large)) })
		})
		if err != nil {
			return nil, err
		}
		err = b.lemma(kernel.AtMostZero(above), func() error {
			no := once(minus(kernel.Number(unit), next))
			return b.split2(if0,
				func() error { return b.combine(no, part{minus(constant(1), s), unit}, once(most)) },
				func() error {
					return b.combine(no, part{minus(constant(0), s), unit}, once(minus(constant(1), large)))
				})
		})
		if err != nil {
			return nil, err
		}
		rest, least, most = next, below, above
	}
	return bits, nil
}
