package lia

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests numbers against big.Rat, and that the trail takes back everything and is no longer than what was
// done.

// TestWords shows that the work of computing with long numbers, which takes common divisors, counts as growing with the
// square of their length: by a machine that computes a word at a time, budgets are to be as long with them as without.
func TestWords(t *testing.T) {
	for _, n := range []int{1, 2, 64, 1000, 5000} {
		long := new(big.Int).Lsh(big.NewInt(1), uint(64*n))
		for _, a := range []num{fromInt(long), fromRat(new(big.Rat).SetFrac(big.NewInt(1), long)),
			fromInt(new(big.Int).Neg(long))} {
			if found := a.words(); found < n || found < n*n/64 || found > 100+n*n {
				t.Errorf("a number of %d words counts as %d", n+1, found)
			}
		}
	}
	if found := whole(math.MaxInt64).words(); found != 1 {
		t.Errorf("a number of one word counts as %d, want 1", found)
	}
}

// TestNumbers computes with numbers around the limits of machine words.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	edges := []int64{0, 1, 2, 3, 1 << 31, 1<<31 - 1, 1 << 32, 1 << 62, math.MaxInt64, math.MaxInt64 - 1}
	pick := func() *big.Int {
		v := big.NewInt(edges[random.IntN(len(edges))])
		v.Add(v, big.NewInt(random.Int64N(5)-2))
		if random.IntN(2) == 0 {
			v.Neg(v)
		}
		return v
	}
	for range 50_000 {
		rat := func() *big.Rat {
			d := pick()
			if d.Sign() == 0 {
				d.SetInt64(1)
			}
			return new(big.Rat).SetFrac(pick(), d)
		}
		x, y := rat(), rat()
		a, b := fromRat(x), fromRat(y)
		floor := new(big.Int).Div(x.Num(), x.Denom())
		type pair struct {
			op   string
			got  num
			want *big.Rat
		}
		pairs := []pair{
			{"+", a.add(b), new(big.Rat).Add(x, y)},
			{"-", a.sub(b), new(big.Rat).Sub(x, y)},
			{"*", a.mul(b), new(big.Rat).Mul(x, y)},
			{"neg", a.neg(), new(big.Rat).Neg(x)},
			{"abs", a.abs(), new(big.Rat).Abs(x)},
			{"floor", a.floor(), new(big.Rat).SetInt(floor)},
			{"fract", a.fract(), new(big.Rat).Sub(x, new(big.Rat).SetInt(floor))},
			{"denominator", a.denominator(), new(big.Rat).SetInt(x.Denom())},
			{"gcd", fromInt(x.Num()).gcd(fromInt(y.Num())), new(big.Rat).SetInt(new(big.Int).GCD(nil, nil,
				new(big.Int).Abs(x.Num()), new(big.Int).Abs(y.Num())))},
		}
		if y.Sign() != 0 {
			pairs = append(pairs, pair{"/", a.div(b), new(big.Rat).Quo(x, y)},
				pair{"inv", b.inv(), new(big.Rat).Inv(y)})
		}
		for _, p := range pairs {
			if p.got.rat().Cmp(p.want) != 0 || (p.got.r == nil) != (fromRat(p.want).r == nil) {
				t.Fatalf("%s of %v and %v: got %v, want %v", p.op, x, y, p.got, p.want)
			}
		}
		if a.cmp(b) != x.Cmp(y) || a.sign() != x.Sign() || a.isInt() != x.IsInt() {
			t.Fatalf("%v and %v are compared wrongly", x, y)
		}
	}
}

// state shows what a system has to be when it has gone back.
func state(s *system) string {
	text := fmt.Sprint(len(s.facts.Rows), len(s.cases), s.syms, len(s.index), len(s.sums), s.size)
	for v := range s.vars {
		x := &s.vars[v]
		text += fmt.Sprintf("\n%d: %v in line %d, %d uses, %p %p", v, s.val(v).rat(), x.line, x.uses, x.lo, x.hi)
	}
	size := 0
	for _, l := range s.lines {
		size += len(l.sum)
		text += fmt.Sprintf("\n%d =", l.basic)
		for i, e := range l.sum {
			text += fmt.Sprintf(" %v*%d", l.number(i).rat(), e.v)
		}
		text += fmt.Sprintf(" over %v, in words: %v", l.number(denominator).rat(), l.long == nil)
	}
	if size != s.size {
		panic("the size of the lines is not what it is said to be")
	}
	return text
}

// TestUndo assumes, searches and goes back, and wants the state that was; a search is one that has many pivots, cuts
// and ways.
func TestUndo(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	words, longs := 0, 0 // lines with numbers of either kind
	for round := range 300 {
		long := round%2 == 1
		p := term.NewPool()
		s := newSystem(p, 20_000)
		formula := func() *term.Formula {
			e := p.Int(big.NewInt(random.Int64N(19) - 9))
			for range 1 + random.IntN(3) {
				k := big.NewInt(random.Int64N(9) - 4)
				if long && random.IntN(3) == 0 {
					k.Add(k, new(big.Int).Lsh(k, uint(20+random.IntN(50))))
				}
				e = p.Add(e, p.Scale(k, p.Input(string(rune('a'+random.IntN(5))))))
			}
			if random.IntN(4) == 0 {
				_, r := p.FloorDiv(e, p.Int(big.NewInt(7)))
				e = p.Sub(r, p.Int(big.NewInt(3)))
			}
			f := p.Le(e, p.Int(new(big.Int)))
			if random.IntN(3) == 0 {
				f = p.Not(p.Eq(e, p.Int(new(big.Int))))
			}
			return f
		}
		var places []place
		var states []string
		for range 12 {
			places, states = append(places, s.place()), append(states, state(s))
			if _, why := s.assume(formula(), 0); why != nil {
				break
			}
			if why, ok := s.check(); why != nil || !ok {
				break
			}
			consistent(t, s)
			for i := range s.lines {
				if s.lines[i].long != nil {
					longs++
				} else {
					words++
				}
			}
			before, want := s.place(), state(s)
			s.spent = 0
			newSearch(s, nil, DefaultProducts).run(0)
			if s.back(before); state(s) != want {
				t.Fatalf("a search has left\n%s\nof\n%s", state(s), want)
			}
		}
		for len(places) > 0 {
			n := random.IntN(len(places))
			if s.back(places[n]); state(s) != states[n] {
				t.Fatalf("after %d conjuncts:\n%s\nwant\n%s", n, state(s), states[n])
			}
			places, states = places[:n], states[:n]
			consistent(t, s)
		}
	}
	if words < 400 || longs < 400 {
		t.Errorf("found %d lines in words and %d that are not, want 400 of each", words, longs)
	}
}

// consistent wants sums to have the values that their symbols give them, and to be within their bounds, and lines to
// have no common divisor.
func consistent(t *testing.T, s *system) {
	t.Helper()
	for v := range s.vars {
		x := &s.vars[v]
		if x.form != nil {
			if want := s.value(x.form, nought); s.val(v).cmp(want) != 0 {
				t.Fatalf("a sum is %v, its symbols make %v", s.val(v).rat(), want.rat())
			}
		}
		if x.lo != nil && s.val(v).cmp(x.lo.val) < 0 || x.hi != nil && s.val(v).cmp(x.hi.val) > 0 {
			t.Fatalf("variable %d is out of bounds", v)
		}
	}
	for i := range s.lines {
		l := &s.lines[i]
		content := l.number(denominator)
		for j := range l.sum {
			content = content.gcd(l.number(j))
		}
		if content != unit || l.number(denominator).sign() <= 0 {
			t.Fatalf("line %d has the denominator %v and the common divisor %v", i, l.number(denominator).rat(),
				content.rat())
		}
	}
}

// TestTrail asks about a path that grows, along which each model moves every sum, and wants a trail that grows with the
// path, not with its square.
func TestTrail(t *testing.T) {
	const rounds, most = 200, 8 // of changes for each conjunct
	p := term.NewPool()
	a, b, zero := p.Input("a"), p.Input("b"), p.Int(new(big.Int))
	s := New(p, Options{})
	fs := []*term.Formula{p.Le(zero, a), p.Lt(zero, b)}
	for k := range int64(rounds) {
		fs = append(fs, p.Le(p.Scale(big.NewInt(k+1), b), a))
		if answer := s.Solve(t.Context(), fs); answer.Status != solver.Sat {
			t.Fatalf("after %d rounds the answer is %v", k+1, answer)
		}
	}
	moved := 0 // the values that are not what they were at the start
	for v := range s.system.vars {
		if s.system.val(v).sign() != 0 {
			moved++
		}
	}
	if moved < rounds {
		t.Errorf("%d values have moved, want %d at least: the path is none of those that this test is about", moved,
			rounds)
	}
	if got := len(s.system.trail); got > most*len(fs) {
		t.Errorf("the trail has %d changes for %d conjuncts, want %d at most", got, len(fs), most*len(fs))
	}
}
