package term

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"vouch/internal/effort"
)

// This file tests operations on floats: their terms of integers have the values of the machine's arithmetic, and their
// bounds hold.

var operands = flag.Int("floats", effort.Of(300_000),
	"try operations on floats on so many operands, all operations together")

// floatOps returns all operations on floats.
func floatOps() (ops []Op) {
	for op := FAdd32; op <= Narrow; op++ {
		ops = append(ops, op)
	}
	return ops
}

// anyPlace returns the place of a float, often one at which something changes: of a zero, a subnormal, the least and
// the greatest numbers of a power of 2, an infinity, or no number.
func anyPlace(r *rand.Rand, f *format) *big.Int {
	n := new(big.Int)
	switch r.IntN(6) {
	case 0:
		n.SetUint64(r.Uint64() >> (64 - f.bits + 1))
	case 1:
		n.Lsh(big.NewInt(r.Int64N(1<<(f.bits-f.fraction))), f.fraction-1)
		n.Add(n, big.NewInt(r.Int64N(9)-4))
	case 2: // near 1
		n.Lsh(big.NewInt(1<<(f.bits-f.fraction-1)+r.Int64N(60)-30), f.fraction-1)
		n.Add(n, big.NewInt(r.Int64N(1<<(f.fraction-1))))
	case 3: // few bits that are set
		n.Lsh(big.NewInt(1<<(f.bits-f.fraction-1)+r.Int64N(60)-30), f.fraction-1)
		n.SetBit(n, r.IntN(int(f.fraction-1)), 1)
		n.SetBit(n, r.IntN(int(f.fraction-1)), 1)
	case 4:
		n.Add(f.infinity, big.NewInt(r.Int64N(9)-4))
		if r.IntN(2) == 0 {
			n.SetUint64(r.Uint64N(1<<(f.fraction-1)) | f.infinity.Uint64())
		}
	case 5:
		n.SetUint64(r.Uint64N(1<<(f.fraction+2)) >> r.IntN(int(f.fraction+2)))
	}
	if n.Sign() < 0 {
		n.SetInt64(0)
	}
	if r.IntN(2) == 0 {
		n.Not(n)
	}
	return n
}

// anyOperands returns operands of an operation.
func anyOperands(r *rand.Rand, op Op) (x, y *big.Int) {
	f, kind := op.format()
	if kind == FMake64 {
		x = new(big.Int).Rsh(new(big.Int).SetUint64(r.Uint64()), uint(r.IntN(64)))
		x.Lsh(x, uint(r.IntN(70)))
		if x.Add(x, big.NewInt(r.Int64N(5)-2)); r.IntN(2) == 0 {
			x.Neg(x)
		}
		return x, bigZero
	}
	x, y = anyPlace(r, f), anyPlace(r, f)
	switch r.IntN(8) {
	case 0: // nearly the same
		y = new(big.Int).Add(x, big.NewInt(r.Int64N(9)-4))
	case 1: // nearly the negation
		y = new(big.Int).Not(new(big.Int).Add(x, big.NewInt(r.Int64N(5)-2)))
	case 2: // nearly the same magnitude
		y = new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(r.Int64N(129)-64), f.fraction-1))
	}
	if op.Unary() {
		y = bigZero
	}
	return x, y
}

// TestCircuits compares the terms of integers with the operations.
func TestCircuits(t *testing.T) {
	ops := floatOps()
	each := *operands / len(ops)
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wait.Go(func() {
			for _, op := range ops {
				r := rand.New(rand.NewPCG(uint64(w), uint64(op)))
				p := NewPool()
				long := new(big.Int).Lsh(bigOne, 140)
				a, b := p.Draw("a", new(big.Int).Neg(long), long), p.Draw("b", new(big.Int).Neg(long), long)
				if op.Unary() {
					b = zero
				}
				s := p.Float(op, a, b)
				circuit := p.Circuit(s.Terms[0].Sym)
				for range each/workers + 1 {
					x, y := anyOperands(r, op)
					v := p.Valuation(func(name string) *big.Int {
						if name == "a" {
							return x
						}
						return y
					})
					if want, got := v.Linear(s), v.Linear(circuit); got == nil || got.Cmp(want) != 0 {
						t.Errorf("%v for %v and %v: found %v, want %v", s, x, y, got, want)
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

// TestFloatBounds: an interval of operands gives an interval of results, in which the results are.
func TestFloatBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	narrow := 0
	n := effort.Of(100_000)
	for range n {
		op := FAdd32 + Op(r.IntN(int(Narrow-FAdd32)+1))
		between := func(a, b *big.Int) interval { return interval{minInt(a, b), maxInt(a, b)} }
		a, b := anyOperands(r, op)
		c, d := anyOperands(r, op)
		x, y := between(a, c), between(b, d)
		if f, kind := op.format(); kind != FMake64 { // often with infinities at the ends
			least := new(big.Int).Not(f.infinity)
			for _, z := range []*interval{&x, &y} {
				if r.IntN(3) == 0 && z.hi.Cmp(least) >= 0 {
					z.lo = least
				}
				if r.IntN(3) == 0 && z.lo.Cmp(f.infinity) <= 0 {
					z.hi = f.infinity
				}
			}
			if op.Unary() {
				y = interval{bigZero, bigZero}
			}
		}
		same := !op.Unary() && r.IntN(4) == 0
		if same {
			y = x
		}
		z := op.floats(x, y, same)
		_, kind := op.format()
		if kind != FTrunc64 && (z.lo == nil || z.hi == nil || z.lo.Cmp(z.hi) > 0) {
			t.Fatalf("op %d of %v and %v: found the bounds %v", op, x, y, z)
		}
		if f, _ := op.format(); kind < FRoot64 && z.lo.BitLen() < int(f.bits-1) {
			narrow++
		}
		within := func(x interval) *big.Int {
			switch k := r.IntN(6); k {
			case 0:
				return x.lo
			case 1:
				return x.hi
			case 2: // special ones
				for _, v := range []int64{0, -1, 1, -2} {
					if v := big.NewInt(v); x.lo.Cmp(v) <= 0 && v.Cmp(x.hi) <= 0 {
						return v
					}
				}
			}
			size := new(big.Int).Add(new(big.Int).Sub(x.hi, x.lo), bigOne)
			bits := new(big.Int).SetUint64(r.Uint64())
			bits.Lsh(bits, 80).Add(bits, new(big.Int).SetUint64(r.Uint64()))
			return bits.Add(bits.Mod(bits, size), x.lo)
		}
		for range 8 {
			u, v := within(x), within(y)
			if same {
				v = u
			}
			if w := op.float(u, v); w.Cmp(z.lo) < 0 || w.Cmp(z.hi) > 0 {
				t.Fatalf("op %d of %v and %v: found %v for %v and %v, outside of %v", op, x, y, w, u, v, z)
			}
		}
	}
	if narrow < n/20 {
		t.Errorf("of %d intervals only %d are not the one of all floats", n, narrow)
	}
}

// TestFloatTerms: what is simplified, and what has no circuit.
func TestFloatTerms(t *testing.T) {
	p := NewPool()
	x := p.Draw("x", bigZero, big.NewInt(100))
	one := p.Int(new(big.Int).Lsh(big.NewInt(0x3ff), 52))
	for _, c := range []struct {
		title string
		e     *Linear
		want  string
	}{
		{"a sum of constants", p.Float(FAdd64, one, one), "4611686018427387904"},
		{"a sum", p.Float(FAdd64, x, one), "(x +double 4607182418800017408)"},
		{"a root", p.Float(FRoot32, x, zero), "(sqrtf x)"},
		{"an integer that becomes a float", p.Float(FMake64, p.Scale(big.NewInt(3), x), zero), "(double (3 * x))"},
		{"a constant that is no place stands for the one below",
			p.Float(FAdd32, p.Int(new(big.Int).Lsh(bigOne, 32)), zero), "0"},
		{"what is less than nothing has no root", p.Float(FRoot64, p.Int(big.NewInt(-2)), zero),
			"-9221120237041090561"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%s: found %s, want %s", c.title, got, c.want)
		}
	}
	lo, hi := p.Float(FMake64, x, zero).Bounds()
	if lo.Sign() != 0 || hi.Cmp(new(big.Int).Lsh(big.NewInt(0x4059), 48)) != 0 {
		t.Errorf("found the bounds %v and %v of floats from 0 to 100", lo, hi)
	}
	if e := p.Circuit(p.Float(FMake64, p.Input("n"), zero).Terms[0].Sym); e != nil {
		t.Errorf("found %v for an integer of any size", e)
	}
	// none of what is inside is an operation on floats, and all of it has a value; divisors are not 0 by their bounds
	for _, op := range floatOps() {
		a, b := p.Draw("a", bigZero, big.NewInt(1000)), p.Draw("b", big.NewInt(-5), big.NewInt(1000))
		if op.Unary() {
			b = zero
		}
		e := p.Circuit(p.Float(op, a, b).Terms[0].Sym)
		if _, kind := op.format(); !e.Total() && kind != FDiv64 ||
			slices.ContainsFunc(p.Table([]*Formula{p.Le(e, zero)}).Syms, func(s *Sym) bool { return s.Op > Root }) {
			t.Errorf("operation %d: found %v", op, e)
		}
	}
}
