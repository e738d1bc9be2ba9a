package term_test

import (
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"testing"

	"vouch/semantics/term"
)

// This file tests that work on terms is bounded: by the limit of a pool, by MaxDepth, and by sharing.

// TestLimit runs computations that would use up time or memory in a pool with a limit.
func TestLimit(t *testing.T) {
	p := term.NewPool()
	large := new(big.Int).Exp(big.NewInt(10), big.NewInt(5000), nil)
	var x, y *term.Linear
	var e *term.Linear
	var f *term.Formula
	input := func(i int) *term.Linear { return p.Input(fmt.Sprint("v", i)) }
	for _, c := range []struct {
		title string
		most  int // turns
		turn  func(i int)
	}{
		{"squaring a constant", 50, func(i int) {
			e = p.Mul(p.Add(e, p.Int(big.NewInt(3))),
				p.Add(e, p.Int(big.NewInt(3))))
		}},
		{"squaring a product", 100_000, func(int) { x = p.Mul(x, x) }},
		{"squaring a sum", 100_000, func(int) { x = p.Add(p.Mul(x, x), p.Int(bigOne)) }},
		{"squaring a multiple", 100_000, func(int) { x = p.Add(p.Mul(p.Add(x, x), p.Add(x, x)), p.Add(x, y)) }},
		{"doubling", 100_000, func(int) { x = p.Add(x, x) }},
		{"growing by a large factor", 1000, func(int) { x = p.Scale(large, x) }},
		{"a long sum", 2000, func(i int) { e = p.Add(e, input(i)) }},
		{"a long difference", 2000, func(i int) { e = p.Sub(input(i), e) }},
		{"a sum of products", 2000, func(i int) { e = p.Add(e, p.Mul(input(i), x)) }},
		{"negating a long sum", 2000, func(i int) { e = p.Neg(p.Add(e, input(i))) }},
		{"products of a long sum", 2000, func(i int) { e = p.Add(e, input(i)); p.Mul(e, x) }},
		{"quotients of a long sum", 2000, func(i int) { e = p.Add(e, input(i)); p.FloorDiv(e, p.Int(big.NewInt(7))) }},
		{"truncated quotients of a long sum", 2000, func(i int) {
			e = p.Add(e, input(i))
			p.TruncDiv(e, p.Int(big.NewInt(7)))
		}},
		{"quotients by a variable", 100_000, func(int) { x, y = p.FloorDiv(x, y) }},
		{"comparing a long sum", 2000, func(i int) { e = p.Add(e, input(i)); p.Le(e, x) }},
		{"equating a long sum", 2000, func(i int) { e = p.Add(e, input(i)); p.Eq(e, x) }},
		{"quotients of large coefficients", 1000, func(int) {
			x = p.Add(p.Scale(large, x), y)
			y, _ = p.FloorDiv(x, p.Int(new(big.Int).Add(large, large)))
		}},
		{"a long conjunction", 3000, func(i int) { f = p.And(f, p.Le(x, p.Int(big.NewInt(int64(i))))) }},
		{"a long disjunction", 3000, func(i int) {
			if i == 0 {
				f = p.Bool(false)
			}
			f = p.Not(p.And(p.Not(f), p.Le(x, p.Int(big.NewInt(int64(i))))))
		}},
		{"negating a long conjunction", 3000, func(i int) {
			f = p.And(f,
				p.Le(x, p.Int(big.NewInt(int64(i)))))
			p.Not(f)
		}},
		{"the value of a deep formula", 3000, func(i int) {
			f = p.And(p.Le(x, y), p.Or(p.Lt(x, y), f))
			p.Valuation(func(string) *big.Int { return bigOne }).Formula(f)
		}},
		{"the values of large products", 100, func(int) {
			x = p.Mul(x, x)
			p.Valuation(func(string) *big.Int { return large }).Linear(x)
		}},
	} {
		p = term.NewPool()
		x, y, e, f = p.Input("x"), p.Input("y"), p.Int(bigOne), p.Bool(true)
		const words = 1_000_000
		p.Limit(words)
		turns := 0
		bytes := allocated(func() {
			for ; turns <= c.most && !p.Exhausted(); turns++ {
				c.turn(turns)
			}
		})
		if !p.Exhausted() {
			t.Errorf("%s: not exhausted after %d turns", c.title, turns)
		}
		if turns < 3 {
			t.Errorf("%s: exhausted after %d turns", c.title, turns)
		}
		if bytes > 100*words {
			t.Errorf("%s: %d bytes", c.title, bytes)
		}
		if c.turn(turns); !p.Exhausted() {
			t.Errorf("%s: recovered", c.title)
		}
	}
}

var bigOne = big.NewInt(1)

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLimitIsExact: a pool without limit is never exhausted, one with a limit from the moment at which a fresh one
// would be, and a limit that is not reached changes nothing.
func TestLimitIsExact(t *testing.T) {
	e := parse(t, "(x * y + 7) / 3 < x % (y - 1) && !(x == 2 * y) || quo(x, y) < 5")
	p := term.NewPool()
	want := e.formula(p).String()
	if p.Exhausted() {
		t.Error("a pool without limit is exhausted")
	}
	enough := int64(-1)
	for n := int64(0); n < 2000; n++ {
		p := term.NewPool()
		p.Limit(n)
		f := e.formula(p)
		switch {
		case p.Exhausted() && enough >= 0:
			t.Fatalf("%d words are enough, %d are not", enough, n)
		case !p.Exhausted() && f.String() != want:
			t.Fatalf("%d words: got %v, want %s", n, f, want)
		case !p.Exhausted() && enough < 0:
			enough = n
		}
	}
	if enough < 20 {
		t.Errorf("%d words are enough", enough)
	}
	p.Limit(0)
	if p.Exhausted() {
		t.Error("a limit of 0 is exhausted before anything is done")
	}
	if p.Add(p.Input("x"), p.Input("y")); !p.Exhausted() {
		t.Error("a limit of 0 allows a sum")
	}
	if p.Valuation(func(string) *big.Int { return bigOne }).Linear(p.Input("x")) != nil {
		t.Error("an exhausted pool gives values")
	}
	p.Limit(1000)
	if p.Exhausted() {
		t.Error("a new limit does not begin anew")
	}
}

// TestMaxDepth: symbols nest so deep and no deeper, whatever the limit.
func TestMaxDepth(t *testing.T) {
	for _, limit := range []int64{-1, 1 << 40} {
		p := term.NewPool()
		if limit >= 0 {
			p.Limit(limit)
		}
		e := p.Input("x")
		for range term.MaxDepth {
			e, _ = p.FloorDiv(e, e)
		}
		if p.Exhausted() {
			t.Fatal("MaxDepth is too deep")
		}
		if v := p.Valuation(func(string) *big.Int { return bigOne }).Linear(e); v.Cmp(bigOne) != 0 {
			t.Errorf("1 by itself is %v", v)
		}
		if tab := term.NewTable([]*term.Formula{p.Le(e, p.Input("x"))}); len(tab.Syms) != term.MaxDepth+1 {
			t.Errorf("%d symbols", len(tab.Syms))
		}
		if len(e.String()) > 5000 {
			t.Errorf("%d bytes", len(e.String()))
		}
		p.FloorDiv(p.Input("y"), e)
		if !p.Exhausted() {
			t.Error("MaxDepth + 1 is not too deep")
		}
	}
}

// TestLargeSums: a sum that would not fit into memory is not made, in a pool whose work has no limit.
func TestLargeSums(t *testing.T) {
	var sum, large *term.Linear
	for _, c := range []struct {
		title string
		make  func(p *term.Pool)
	}{
		{"a multiple", func(p *term.Pool) { p.Scale(large.Const, sum) }},
		{"a product", func(p *term.Pool) { p.Mul(sum, large) }},
		{"a sum of multiples", func(p *term.Pool) {
			e := p.Scale(new(big.Int).Rsh(large.Const, 64*35_500), sum)
			p.Add(e, e)
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			p := term.NewPool()
			sum, large = p.Int(bigOne), p.Int(new(big.Int).Lsh(bigOne, 64*40_000))
			for i := range 2000 {
				sum = p.Add(sum, p.Input(fmt.Sprint("v", i)))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c.make(p)
			runtime.ReadMemStats(&after)
			if want := "a sum is too large to compute with"; p.Why() != want {
				t.Errorf("the pool says %q, want %q", p.Why(), want)
			}
			if most, got := uint64(1<<28), after.TotalAlloc-before.TotalAlloc; got > most {
				t.Errorf("%d bytes were allocated, want %d at most", got, most)
			}
		})
	}
}

// TestSharedTerms: terms whose text would be of size 2^1000 are compared, listed, shown and evaluated at once.
func TestSharedTerms(t *testing.T) {
	p := term.NewPool()
	var towers []*term.Linear
	for _, bottom := range []string{"x", "y", "x + 1", "2*x + y"} {
		for _, square := range []func(e *term.Linear) *term.Linear{
			func(e *term.Linear) *term.Linear { return p.Mul(e, e) },
			func(e *term.Linear) *term.Linear { q, _ := p.FloorDiv(e, e); return p.Add(q, p.Int(bigOne)) },
			func(e *term.Linear) *term.Linear { return p.Mul(p.Add(e, p.Input("x")), p.Sub(e, p.Input("y"))) },
		} {
			e := parse(t, bottom).linear(p)
			for range 1000 {
				e = square(e)
			}
			towers = append(towers, e)
		}
	}
	var fs []*term.Formula
	for i, a := range towers {
		for j, b := range towers {
			if a.Equal(b) != (i == j) {
				t.Errorf("towers %d and %d: Equal is %v", i, j, a.Equal(b))
			}
			if term.CompareSym(a.Terms[0].Sym, b.Terms[0].Sym) != -term.CompareSym(b.Terms[0].Sym, a.Terms[0].Sym) {
				t.Errorf("towers %d and %d: CompareSym is no order", i, j)
			}
			f := p.Le(a, b)
			if fs = append(fs, f); len(f.String()) > 4003 || i != j && !strings.Contains(f.String(), "(") {
				t.Errorf("towers %d and %d: %s", i, j, f)
			}
		}
	}
	tab := term.NewTable(fs)
	if len(tab.Syms) < 12_000 {
		t.Errorf("%d symbols", len(tab.Syms))
	}
	v := p.Valuation(func(string) *big.Int { return bigOne })
	if got := v.Linear(towers[0]); got.Cmp(bigOne) != 0 {
		t.Errorf("1 squared is %v", got)
	}
}
