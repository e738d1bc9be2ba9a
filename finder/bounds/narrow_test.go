package bounds

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file compares bounds that are computed with small numbers with those that are computed with any.

func TestNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	number := func() *big.Int { // small ones, and those around the greatest that is small
		n := big.NewInt(r.Int64N(7))
		if r.IntN(4) == 0 {
			n.Add(n, big.NewInt(1<<30-4))
		}
		if r.IntN(2) == 0 {
			n.Neg(n)
		}
		return n
	}
	perhaps := func() *big.Int {
		if r.IntN(4) == 0 {
			return nil
		}
		return number()
	}
	equal := func(a, b *big.Int) bool { return a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0 }
	small, closer, open, out := 0, 0, 0, 0
	for range 20_000 {
		p := term.NewPool()
		k := NewSpace(p).Nothing()
		e := p.Int(number())
		for _, name := range []string{"a", "b", "c", "d", "e"}[:1+r.IntN(5)] {
			x := p.Input(name)
			e = p.Add(e, p.Scale(number(), x))
			s := &sum{low: perhaps(), high: perhaps()}
			k.know(x, s)
		}
		if e.IsConst() {
			continue
		}
		but, sign, low, high := r.IntN(len(e.Terms)+1)-1, e.Terms[0].Coef.Sign(), perhaps(), perhaps()
		wantLow, wantHigh := k.narrowAny(e, but, sign, low, high)
		gotLow, gotHigh, ok := k.narrowSmall(e, but, sign, low, high)
		if !ok {
			out++
			continue
		}
		if small++; !equal(gotLow, wantLow) || !equal(gotHigh, wantHigh) {
			t.Fatalf("of %v without term %d, with %v to %v: found %v to %v, want %v to %v", e, but, low, high, gotLow,
				gotHigh, wantLow, wantHigh)
		}
		if gotLow != low || gotHigh != high {
			closer++
		}
		if gotLow == nil || gotHigh == nil {
			open++
		}
	}
	if small < 1000 || closer < 500 || open < 500 || out < 500 {
		t.Errorf("found %d sums that are small, %d of them with closer bounds, %d open, and %d that are not small", small,
			closer, open, out)
	}
}

// TestNarrowDoesNotOverflow: numbers of any size, and as many terms as may be few.
func TestNarrowDoesNotOverflow(t *testing.T) {
	small := 0
	for bits := uint(20); bits < 64; bits++ {
		p := term.NewPool()
		k, e, most := NewSpace(p).Nothing(), p.Int(zero), new(big.Int).Lsh(one, bits)
		most.Sub(most, one)
		for _, name := range []string{"a", "b", "c", "d"} {
			x := p.Input(name)
			e = p.Add(e, p.Scale(most, x))
			k.know(x, &sum{low: new(big.Int).Neg(most), high: most})
		}
		want := new(big.Int).Mul(most, most)
		want.Lsh(want, 2)
		low, high, ok := k.narrowSmall(e, no, 1, nil, nil)
		if !ok {
			continue
		}
		if small++; high.Cmp(want) != 0 || low.CmpAbs(want) != 0 || low.Sign() > 0 {
			t.Errorf("found %v to %v of numbers with %d bits, want up to %v either way", low, high, bits, want)
		}
	}
	if small < 10 {
		t.Errorf("found %d numbers that are small, want more", small)
	}
}
