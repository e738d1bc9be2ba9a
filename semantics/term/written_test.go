package term_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file tests conditions on cells that stores at inputs may have changed, and merges of such cells, against arrays
// of numbers.

// array is cells from the offset first on, a step apart, as coresym makes them.
type array struct {
	p           *term.Pool
	first, step int64
	cells       []*term.Linear
}

// anArray returns cells that hold numbers.
func anArray(p *term.Pool, first, step int64, values ...int64) array {
	a := array{p: p, first: first, step: step}
	for _, v := range values {
		a.cells = append(a.cells, p.Int(big.NewInt(v)))
	}
	return a
}

// at returns the offset of cell i.
func (a array) at(i int) *big.Int { return big.NewInt(a.first + a.step*int64(i)) }

// stored returns the cells after a store of v at the offset e.
func (a array) stored(e, v *term.Linear) array {
	b := array{p: a.p, first: a.first, step: a.step}
	for i, c := range a.cells {
		b.cells = append(b.cells, a.p.IfElse(a.p.Eq(e, a.p.Int(a.at(i))), a.p.Where(v, e, a.at(i)), c))
	}
	return b
}

// merged returns the cells that are those of a if f holds, and else those of b.
func (a array) merged(f *term.Formula, b array) array {
	c := array{p: a.p, first: a.first, step: a.step}
	for i := range a.cells {
		c.cells = append(c.cells, a.p.IfElse(f, a.cells[i], b.cells[i]))
	}
	return c
}

// load returns what is at the offset e.
func (a array) load(e *term.Linear) *term.Linear {
	var cases []term.Case
	for i, c := range a.cells {
		cases = append(cases, term.Case{At: a.at(i), Value: c})
	}
	return a.p.Select(e, cases)
}

func TestWritten(t *testing.T) {
	p := term.NewPool()
	num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	scaled := func(k int64, e *term.Linear) *term.Linear { return p.Scale(big.NewInt(k), e) }
	within := func(name string) *term.Linear { return p.Draw(name, big.NewInt(0), big.NewInt(3)) }
	i, j, k, x, y := within("i"), within("j"), within("k"), p.Input("x"), p.Input("y")
	free := anArray(p, 0, 1, 0, 0, 0, 0)
	used := anArray(p, 0, 4, 0, 0, 0, 0).stored(scaled(4, i), num(1))
	twice := used.stored(scaled(4, j), num(1))
	key := anArray(p, 0, 4, 7, 7, 7, 7).stored(scaled(4, i), x)
	mixed := anArray(p, 0, 4, 5, 6, 7, 8).stored(scaled(4, i), x)
	broken := anArray(p, 0, 4, 0, 0, 0, 0).stored(scaled(4, i), num(1))
	broken.cells[2] = num(0)
	counted := free.stored(i, num(1))
	counted = counted.stored(j, p.Add(counted.load(j), num(1)))
	other := free.stored(i, num(1))
	for at, e := range free.stored(j, num(1)).cells[2:] {
		other.cells[2+at] = e
	}
	bent := free.stored(i, num(1)) // the places do not lie on a line
	bent.cells[2], bent.cells[3] = bent.cells[3], bent.cells[2]
	either := anArray(p, 0, 4, 0, 0, 0, 0).stored(scaled(4, i), num(1)).merged(p.Le(x, num(0)),
		anArray(p, 0, 4, 0, 0, 0, 0).stored(scaled(4, j), num(1)))
	for _, c := range []struct {
		title       string
		found, want *term.Formula
	}{
		{"whether a cell was stored to", p.Eq(used.load(scaled(4, k)), num(1)), p.Eq(i, k)},
		{"whether it was not", p.Not(p.Eq(used.load(scaled(4, k)), num(1))), p.Not(p.Eq(i, k))},
		{"an order", p.Le(used.load(scaled(4, k)), num(0)), p.Not(p.Eq(i, k))},
		{"a place that is a sum", p.Eq(used.load(scaled(4, p.Sub(num(3), k))), num(1)), p.Eq(i, p.Sub(num(3), k))},
		{"two stores", p.Eq(twice.load(scaled(4, k)), num(1)),
			p.Eq(p.IfElse(p.Eq(j, k), num(1), p.Truth(p.Eq(i, k))), num(1))},
		{"what was stored", p.Eq(key.load(scaled(4, k)), y), p.Eq(p.IfElse(p.Eq(i, k), x, num(7)), y)},
		{"what other cells held", p.Eq(mixed.load(scaled(4, k)), y),
			p.Eq(p.IfElse(p.Eq(i, k), x, aTable(p, scaled(4, k), 0, 4, 5, 6, 7, 8)), y)},
		{"merged stores are one", p.Eq(either.load(scaled(4, k)), num(1)), p.Eq(p.IfElse(p.Le(x, num(0)), i, j), k)},
		{"the place itself", p.Eq(used.load(scaled(4, i)), num(1)), p.Bool(true)},
	} {
		if found := p.Ranged(c.found); !found.Equal(c.want) {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
	for _, c := range []struct {
		title string
		f     *term.Formula
	}{
		{"a cell that something else was stored to", p.Eq(broken.load(scaled(4, k)), x)},
		{"cells of different places", p.Eq(other.load(k), x)},
		{"places that do not lie on a line", p.Eq(bent.load(k), x)},
		{"what depends on the place was stored", p.Eq(anArray(p, 0, 1, 9, 9, 9, 9).stored(i, i).load(k), x)},
		{"counters", p.Eq(counted.load(k), x)},
		{"a single case", p.Eq(p.Select(k, []term.Case{{At: big.NewInt(2), Value: p.Truth(p.Eq(i, num(2)))}}), x)},
		{"no choice", p.Eq(x, y)},
	} {
		if found := p.Ranged(c.f); !found.Equal(c.f) {
			t.Errorf("%s: found %s, want it as it is", c.title, found)
		}
	}
}

// TestRandomArrays: after random stores and merges, conditions on what is loaded hold exactly if they do for arrays of
// numbers.
func TestRandomArrays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	changed := 0
	const tries = 1500
	names := []string{"i", "j", "k", "x", "y"}
	for range tries {
		p := term.NewPool()
		num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
		size, step, first := 2+r.IntN(4), 1+r.Int64N(3), r.Int64N(5)-2
		var inputs []*term.Linear
		for _, name := range names {
			inputs = append(inputs, p.Draw(name, big.NewInt(0), big.NewInt(int64(size-1))))
		}
		value := map[string]*big.Int{}
		for _, name := range names {
			value[name] = big.NewInt(r.Int64N(int64(size)))
		}
		v := p.Valuation(func(name string) *big.Int { return value[name] })
		pick := func() *term.Linear { return inputs[r.IntN(len(inputs))] }
		place := func() *term.Linear {
			e := pick()
			if r.IntN(4) == 0 {
				e = p.Sub(num(int64(size-1)), e)
			}
			return p.Add(p.Scale(big.NewInt(step), e), num(first))
		}
		numbers := make([]int64, size)
		for i := range numbers {
			numbers[i] = r.Int64N(2) * r.Int64N(4)
		}
		a := anArray(p, first, step, numbers...)
		// change makes a store, and does the same to numbers.
		change := func(a array, numbers []int64) (array, []int64) {
			e := place()
			stored := num(r.Int64N(3))
			switch r.IntN(4) {
			case 0:
				stored = pick()
			case 1:
				stored = p.Add(a.load(e), num(1))
			}
			after := append([]int64(nil), numbers...)
			after[(v.Linear(e).Int64()-first)/step] = v.Linear(stored).Int64()
			return a.stored(e, stored), after
		}
		for range 1 + r.IntN(3) {
			b, after := change(a, numbers)
			if r.IntN(2) == 0 {
				f := p.Le(pick(), pick())
				c, others := a, numbers
				if r.IntN(2) == 0 {
					c, others = change(a, numbers)
				}
				if holds, _ := v.Formula(f); !holds {
					after = others
				}
				b = b.merged(f, c)
			}
			a, numbers = b, after
		}
		e := place()
		loaded := p.Add(a.load(e), p.Scale(big.NewInt(r.Int64N(3)-1), pick()))
		bound := num(r.Int64N(4))
		plain := []*term.Formula{p.Le(loaded, bound), p.Eq(loaded, bound), p.Not(p.Eq(loaded, bound))}[r.IntN(3)]
		ranged := p.Ranged(plain)
		if !ranged.Equal(plain) {
			changed++
		}
		want, _ := v.Formula(plain)
		if found, ok := v.Formula(ranged); !ok || found != want {
			t.Fatalf("%v: found %v for %s, want %v as for %s", value, found, ranged, want, plain)
		}
		if found, want := v.Linear(a.load(e)).Int64(), numbers[(v.Linear(e).Int64()-first)/step]; found != want {
			t.Fatalf("%v: found %d in %s, want %d", value, found, a.load(e), want)
		}
	}
	if changed < tries/4 {
		t.Errorf("found %d conditions that became others, want more", changed)
	}
}
