package elaborate

import (
	"fmt"
	"math/big"
	"slices"

	"vouch/finder/solver/sat"
	"vouch/kernel"
)

// This file defines sums of words in proofs about bits, and the adders that make them binary words.

// place returns the place of a bit of a binary word.
func (a atom) place() int { return a.times.BitLen() - 1 }

const maxBits = 160 // of a word

// shows makes rows of what a word says.
func (b *blast) shows(w *word) error {
	if w.shown {
		return nil
	}
	w.shown = true
	return w.show()
}

// rest returns the difference between what a word is of and what it is.
func (b *blast) rest(w *word) (kernel.Term, error) {
	t := w.of.Plus(kernel.Number(new(big.Int).Neg(w.base)))
	for _, x := range w.bits {
		v, err := b.value(x.lit)
		if err != nil {
			return t, err
		}
		t = minus(t, v.Scale(x.times))
	}
	return t, nil
}

// greatest returns the greatest value of a binary word.
func (w *word) greatest() *big.Int {
	n := new(big.Int).Set(w.base)
	for _, x := range w.bits {
		n.Add(n, x.times)
	}
	return n
}

// scaled is a word with a factor.
type scaled struct {
	times *big.Int
	word  *word
}

// total is a sum in the making.
type total struct {
	base    *big.Int
	factors map[sat.Lit]*big.Int // by literals that are no negations
	order   []sat.Lit
	columns [][]sat.Lit
	adders  []placed
}

func newTotal(base *big.Int) *total {
	return &total{base: new(big.Int).Set(base), factors: map[sat.Lit]*big.Int{}}
}

type placed struct {
	*adder
	place int
}

func (t *total) put(l sat.Lit, place int) {
	for len(t.columns) <= place {
		t.columns = append(t.columns, nil)
	}
	t.columns[place] = append(t.columns[place], l)
}

// times adds k times what a bit counts. What many parts of a sum say of one literal is added up first, so that
// quotients of one number cancel.
func (t *total) times(k *big.Int, x atom) {
	n := new(big.Int).Mul(k, x.times)
	switch l := x.lit &^ 1; {
	case x.lit == yes:
		t.base.Add(t.base, n)
	case x.lit == yes.Not():
	default:
		if x.lit != l {
			t.base.Add(t.base, n)
			n.Neg(n)
		}
		if t.factors[l] == nil {
			t.factors[l], t.order = new(big.Int), append(t.order, l)
		}
		t.factors[l].Add(t.factors[l], n)
	}
}

// word adds a word.
func (t *total) word(k *big.Int, w *word) {
	t.base.Add(t.base, new(big.Int).Mul(k, w.base))
	for _, x := range w.bits {
		t.times(k, x)
	}
}

// bits returns the literals that count.
func (t *total) bits() (bits []atom) {
	for _, l := range t.order {
		if n := t.factors[l]; n.Sign() != 0 {
			bits = append(bits, atom{n, l})
		}
	}
	return bits
}

// spread puts literals into columns. The digits of their factors are -1, 0 and 1, no two that are not 0 side by side.
func (t *total) spread() {
	for _, x := range t.bits() {
		rest := new(big.Int).Set(x.times)
		for i := 0; rest.Sign() != 0; i++ {
			if rest.Bit(0) != 0 {
				if rest.Bit(1) == 0 {
					t.put(x.lit, i)
					rest.Sub(rest, one)
				} else {
					t.put(x.lit.Not(), i)
					t.base.Sub(t.base, power2(i))
					rest.Add(rest, one)
				}
			}
			rest.Rsh(rest, 1)
		}
	}
}

// number puts the digits of a number into columns.
func (t *total) number(n *big.Int) {
	for i := range n.BitLen() {
		if n.Bit(i) == 1 {
			t.put(yes, i)
		}
	}
}

// up adds up the columns.
func (b *blast) up(t *total) (bits []atom) {
	for at := 0; at < len(t.columns) && at <= 2*maxBits; at++ {
		column := t.columns[at]
		for len(column) > 0 && !b.tooLarge {
			column = slices.DeleteFunc(column, func(l sat.Lit) bool { return l == yes.Not() })
			// Two literals that are equal, or opposite, need no adder.
			again := false
			for i := 0; i < len(column) && !again; i++ {
				for j := 0; j < i && !again; j++ {
					x, y := column[j], column[i]
					if x != y && x != y.Not() {
						continue
					}
					column = slices.Delete(slices.Delete(slices.Clone(column), i, i+1), j, j+1)
					if again = true; x == y {
						t.put(x, at+1)
					} else {
						column = append(column, yes)
					}
				}
			}
			if again {
				continue
			}
			more := int64(0)
			if i := slices.Index(column, yes); i >= 0 && len(column) > 1 {
				column, more = slices.Delete(slices.Clone(column), i, i+1), 1
			}
			switch {
			case len(column) == 0:
			case len(column) == 1 && more == 1: // x + 1 = 2 x + (1 - x)
				t.put(column[0], at+1)
				column = []sat.Lit{column[0].Not()}
				fallthrough
			case len(column) == 1:
				bits = append(bits, atom{power2(at), column[0]})
				column = nil
			default:
				n := min(3-int(more), len(column))
				a := b.adds(slices.Clone(column[:n]), more)
				t.adders = append(t.adders, placed{a, at})
				t.put(a.carry, at+1)
				column = append([]sat.Lit{a.digit}, column[n:]...)
			}
		}
	}
	if len(t.columns) > 2*maxBits {
		b.tooLarge = true
	}
	return bits
}

// settle adds up the columns, and puts what is true into the base.
func (b *blast) settle(t *total) []atom {
	return slices.DeleteFunc(b.up(t), func(x atom) bool {
		if x.lit == yes {
			t.base.Add(t.base, x.times)
		}
		return x.lit == yes
	})
}

// made returns a word that is some parts, and adders.
func (b *blast) made(of kernel.Term, t *total, bits []atom, parts ...scaled) *word {
	w := &word{of: of, base: t.base, bits: bits}
	w.show = func() error { return b.adding(w, parts, t.adders, nil) }
	return w
}

// inBinary returns the binary word of what a word is of.
func (b *blast) inBinary(w *word) *word {
	switch {
	case w == nil || w.binary == w:
		return w
	case w.binary == nil && w.same != nil:
		w.binary = w.same()
	}
	if w.binary != nil {
		return w.binary
	}
	last := new(big.Int)
	is := true
	for _, x := range w.bits {
		is = is && x.times.Cmp(last) > 0 && x.times.TrailingZeroBits() == uint(x.place())
		last = x.times
	}
	if w.binary = w; !is {
		t := newTotal(zero)
		t.word(one, w)
		t.spread()
		w.binary = b.made(w.of, t, b.settle(t), scaled{one, w})
		w.binary.binary = w.binary
	}
	return w.binary
}

// adding shows a word that is a sum of others, added up by adders. More are rows that are equations.
func (b *blast) adding(w *word, parts []scaled, adders []placed, more []kernel.Term) error {
	var each [2][]part
	equation := func(t kernel.Term, times *big.Int) {
		each[0] = append(each[0], part{t.Scale(big.NewInt(int64(times.Sign()))), new(big.Int).Abs(times)})
		each[1] = append(each[1], part{t.Scale(big.NewInt(int64(-times.Sign()))), new(big.Int).Abs(times)})
	}
	for _, p := range parts {
		if err := b.shows(p.word); err != nil {
			return err
		}
		t, err := b.rest(p.word)
		if err != nil {
			return err
		}
		equation(t, p.times)
	}
	for _, a := range adders {
		t, err := b.term(a.equation())
		if err != nil {
			return err
		}
		equation(t, power2(a.place))
	}
	for _, t := range more {
		equation(t, one)
	}
	rest, err := b.rest(w)
	if err != nil || kernel.AtMostZero(rest).Op == kernel.True {
		return err
	}
	for i := range each {
		if err := b.combine(each[i]...); err != nil {
			return err
		}
	}
	return b.has(rest)
}

// has returns an error unless an equation is among the facts.
func (b *blast) has(t kernel.Term) error {
	if f := kernel.EqualTo(t, zero); f.Op != kernel.True && !b.Holds(f) {
		return fmt.Errorf("%w: an equation about bits that was not shown", ErrUnsupported)
	}
	return nil
}
