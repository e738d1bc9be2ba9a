package term_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/internal/effort"
	"vouch/semantics/term"
)

// This file tests facts: that they say what was assumed, that what they say of symbols holds and determines them, how
// they are numbered, and that they are undone.

// values gives symbols their values.
type values map[*term.Sym]int64

func (v values) linear(e *term.Linear) int64 {
	sum := e.Const.Int64()
	for _, t := range e.Terms {
		sum += t.Coef.Int64() * v[t.Sym]
	}
	return sum
}

// holds evaluates a formula whose symbols have the given values, whether or not they are what the symbols stand for.
func (v values) holds(f *term.Formula) bool {
	switch f.Op {
	case term.LeZero:
		return v.linear(f.E) <= 0
	case term.EqZero:
		return v.linear(f.E) == 0
	case term.NeZero:
		return v.linear(f.E) != 0
	case term.And:
		return !slices.ContainsFunc(f.Args, func(g *term.Formula) bool { return !v.holds(g) })
	case term.Or:
		return slices.ContainsFunc(f.Args, v.holds)
	}
	return f.Op == term.True
}

// satisfied reports whether all facts hold.
func (v values) satisfied(k *term.Facts) bool {
	for _, e := range k.Rows {
		if v.linear(e) > 0 {
			return false
		}
	}
	for _, c := range k.Cases {
		if !slices.ContainsFunc(c, v.holds) {
			return false
		}
	}
	return true
}

// text writes facts down.
func text(k *term.Facts) string {
	var b strings.Builder
	for _, e := range k.Rows {
		fmt.Fprintf(&b, "%s; ", e)
	}
	for _, c := range k.Cases {
		for i, f := range c {
			fmt.Fprintf(&b, "%s%s", []string{"", " | "}[min(i, 1)], f)
		}
		b.WriteString("; ")
	}
	for _, s := range k.Syms {
		fmt.Fprintf(&b, "%s ", &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: s, Coef: bigOne}}})
	}
	return strings.TrimSpace(b.String())
}

// TestFactsDefineQuotients establishes, for both ways of rounding and for all values in a cube, that the facts about
// quotients and remainders by constants hold of their values and of no others.
func TestFactsDefineQuotients(t *testing.T) {
	type operation = func(p *term.Pool, x, c *term.Linear) (quot, rem *term.Linear)
	count := 0
	for name, divide := range map[string]operation{"floor": (*term.Pool).FloorDiv, "trunc": (*term.Pool).TruncDiv} {
		for _, c := range []int64{-5, -3, -2, -1, 1, 2, 3, 4, 7} {
			for _, form := range []string{"a", "-a", "2a + 1", "a + b", "3a - 2b + 4", "a / 2 + b", "a % 4 - b"} {
				for _, which := range []string{"quotient", "remainder", "both"} {
					p := term.NewPool()
					a, b := p.Input("a"), p.Input("b")
					num := func(n int64) *term.Linear { return p.Int(big.NewInt(n)) }
					inner, rest := divide(p, a, num(2))
					if strings.Contains(form, "4 -") {
						_, rest = divide(p, a, num(4))
					}
					x := map[string]*term.Linear{
						"a": a, "-a": p.Neg(a), "2a + 1": p.Add(p.Scale(big.NewInt(2), a), num(1)),
						"a + b":       p.Add(a, b),
						"3a - 2b + 4": p.Add(p.Sub(p.Scale(big.NewInt(3), a), p.Scale(big.NewInt(2), b)), num(4)),
						"a / 2 + b":   p.Add(inner, b), "a % 4 - b": p.Sub(rest, b),
					}[form]
					quot, rem := divide(p, x, num(c))
					e := map[string]*term.Linear{"quotient": quot, "remainder": rem,
						"both": p.Add(p.Scale(big.NewInt(100), quot), rem)}[which]
					k := p.NewFacts()
					k.Assume(p.Le(e, p.Int(big.NewInt(1_000_000)))) // it holds, and names the symbols
					for m := int64(-9); m <= 9; m++ {
						for n := int64(-3); n <= 3; n++ {
							v := p.Valuation(func(name string) *big.Int {
								return big.NewInt(map[string]int64{"a": m, "b": n}[name])
							})
							truth := values{}
							for _, s := range k.Syms {
								truth[s] = v.Linear(&term.Linear{Const: new(big.Int),
									Terms: []term.Term{{Sym: s, Coef: bigOne}}}).Int64()
							}
							if !truth.satisfied(k) {
								t.Fatalf("%s, (%s) by %d, %s: with a = %d and b = %d these facts do not hold: %s", name,
									form, c, which, m, n, text(k))
							}
							for _, s := range k.Syms {
								if s.Op == term.Input {
									continue
								}
								for _, d := range []int64{-7, -4, -2, -1, 1, 2, 3, 7} {
									was := truth[s]
									truth[s] += d
									if truth.satisfied(k) {
										t.Fatalf("%s, (%s) by %d, %s: with a = %d and b = %d the facts allow %d for %d: %s",
											name, form, c, which, m, n, was+d, was, text(k))
									}
									truth[s] = was
									count++
								}
							}
						}
					}
				}
			}
		}
	}
	if count < 100_000 {
		t.Errorf("only %d wrong values were tried", count)
	}
}

// TestFactsDefineQuotientsByInputs establishes the same for divisors that depend on inputs: the facts hold of all
// values, also where the divisor is 0 and a quotient is any integer, and of no others where it is above 0.
func TestFactsDefineQuotientsByInputs(t *testing.T) {
	type operation = func(p *term.Pool, x, c *term.Linear) (quot, rem *term.Linear)
	count := 0
	for name, divide := range map[string]operation{"floor": (*term.Pool).FloorDiv, "trunc": (*term.Pool).TruncDiv} {
		for _, form := range []string{"b", "2b - 3", "a + b"} {
			for _, which := range []string{"quotient", "remainder"} {
				p := term.NewPool()
				a, b := p.Input("a"), p.Input("b")
				c := map[string]*term.Linear{"b": b, "a + b": p.Add(a, b),
					"2b - 3": p.Sub(p.Scale(big.NewInt(2), b), p.Int(big.NewInt(3)))}[form]
				quot, rem := divide(p, a, c)
				k := p.NewFacts()
				e := map[string]*term.Linear{"quotient": quot, "remainder": rem}[which]
				k.Assume(p.Le(e, p.Int(big.NewInt(1_000_000))))
				products := map[*term.Sym]bool{}
				for _, f := range slices.Concat(k.Cases...) {
					collect(f, products)
				}
				for m := int64(-9); m <= 9; m++ {
					for n := int64(-5); n <= 5; n++ {
						truth := values{a.Symbol(): m, b.Symbol(): n}
						by := truth.linear(c)
						q, r := p.Int(new(big.Int)), p.Int(new(big.Int))
						if by != 0 {
							q, r = divide(p, p.Int(big.NewInt(m)), p.Int(big.NewInt(by)))
						}
						truth[quot.Symbol()], truth[rem.Symbol()] = q.Const.Int64(), r.Const.Int64()
						for _, d := range []int64{0, -7, -3, -1, 1, 2, 5} {
							for _, s := range []*term.Sym{quot.Symbol(), e.Symbol()} {
								was := truth[s]
								truth[s] += d
								for x := range products {
									truth[x] = 1
									for f := range x.Factors() {
										truth[x] *= truth[f]
									}
								}
								if is := truth.satisfied(k); !is && (d == 0 || by == 0) || is && d != 0 && by > 0 {
									t.Fatalf("%s, a by %s, %s: with a = %d and b = %d, what the facts say of %d for %d is wrong: %s",
										name, form, which, m, n, was+d, was, text(k))
								}
								truth[s] = was
								count++
							}
						}
					}
				}
			}
		}
	}
	if count < 30_000 {
		t.Errorf("only %d values were tried", count)
	}
}

// collect adds the products in a formula to a set.
func collect(f *term.Formula, products map[*term.Sym]bool) {
	if f.E != nil {
		for _, x := range f.E.Terms {
			if x.Sym.Op == term.Prod {
				products[x.Sym] = true
			}
		}
	}
	for _, g := range f.Args {
		collect(g, products)
	}
}

// TestFactsSayWhatWasAssumed compares random formulas with the facts that they are taken apart into.
func TestFactsSayWhatWasAssumed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		p := term.NewPool()
		x, y := p.Input("x"), p.Input("y")
		var formula func(depth int) *term.Formula
		formula = func(depth int) *term.Formula {
			e := p.Add(p.Add(p.Scale(big.NewInt(r.Int64N(7)-3), x), p.Scale(big.NewInt(r.Int64N(7)-3), y)),
				p.Int(big.NewInt(r.Int64N(9)-4)))
			if r.IntN(4) == 0 {
				_, e = p.FloorDiv(e, p.Int(big.NewInt(1+r.Int64N(4))))
			}
			switch n := r.IntN(6); {
			case n < 2 && depth > 0:
				return p.And(formula(depth-1), formula(depth-1))
			case n < 4 && depth > 0:
				return p.Or(formula(depth-1), formula(depth-1), formula(depth-1))
			case n == 4:
				return p.Eq(e, p.Mul(x, y))
			case n == 5:
				return p.Not(p.Eq(e, p.Int(bigOne)))
			}
			return p.Le(e, p.Int(bigOne))
		}
		f := formula(3)
		k := p.NewFacts()
		k.Assume(f)
		for m := int64(-4); m <= 4; m++ {
			for n := int64(-4); n <= 4; n++ {
				val := p.Valuation(func(name string) *big.Int {
					return big.NewInt(map[string]int64{"x": m, "y": n}[name])
				})
				v := values{}
				for _, s := range k.Syms {
					v[s] = val.Linear(&term.Linear{Const: new(big.Int),
						Terms: []term.Term{{Sym: s, Coef: bigOne}}}).Int64()
				}
				if want, ok := val.Formula(f); !ok || v.satisfied(k) != want {
					t.Fatalf("x = %d, y = %d: found %t, want %t of %s\n%s", m, n, !want, want, f, text(k))
				}
			}
		}
	}
}

// TestFactsNumbering fixes the order of rows, cases and symbols, which proofs cite.
func TestFactsNumbering(t *testing.T) {
	for _, c := range []struct {
		title  string
		assume func(p *term.Pool, a, b *term.Linear) []*term.Formula
		want   string
	}{
		{"nothing", func(*term.Pool, *term.Linear, *term.Linear) []*term.Formula { return nil }, ""},
		{"true", func(p *term.Pool, a, b *term.Linear) []*term.Formula { return []*term.Formula{p.Bool(true)} }, ""},
		{"false", func(p *term.Pool, a, b *term.Linear) []*term.Formula { return []*term.Formula{p.Bool(false)} },
			"1;"},
		{"a bound", func(p *term.Pool, a, b *term.Linear) []*term.Formula { return []*term.Formula{p.Lt(b, a)} },
			"-a + b + 1; a b"},
		{"an equation", func(p *term.Pool, a, b *term.Linear) []*term.Formula { return []*term.Formula{p.Eq(b, a)} },
			"a - b; -a + b; a b"},
		{"not equal", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			return []*term.Formula{p.Not(p.Eq(a, p.Int(bigOne)))}
		}, "a <= 0 | a >= 2; a"},
		{"symbols by occurrence, not by name", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			return []*term.Formula{p.Le(b, p.Int(bigOne)), p.Le(a, b)}
		}, "b - 1; a - b; b a"},
		{"a conjunction", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			return []*term.Formula{p.And(p.Le(b, p.Int(bigOne)), p.Or(p.Le(a, b), p.Eq(a, b)), p.Le(a, p.Int(bigOne)))}
		}, "b - 1; a - 1; a <= b | a = b; b a"},
		{"a quotient, defined before it is used", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			q, _ := p.FloorDiv(p.Add(a, b), p.Int(big.NewInt(3)))
			return []*term.Formula{p.Le(q, b), p.Le(b, q)}
		}, "-a - b + 3 * ((a + b) / 3); a + b - 3 * ((a + b) / 3) - 2; -b + ((a + b) / 3); b - ((a + b) / 3); b a ((a + b) / 3)"},
		{"a remainder, defined by its bounds and the quotient", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			_, r := p.FloorDiv(a, p.Int(big.NewInt(2)))
			return []*term.Formula{p.Le(r, b)}
		}, "-(a % 2); (a % 2) - 1; -a + 2 * (a / 2); a - 2 * (a / 2) - 1; a - 2 * (a / 2) - (a % 2); -a + 2 * (a / 2) + (a % 2); -b + (a % 2); b a (a % 2) (a / 2)"},
		{"a remainder behind the quotient", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			q, r := p.FloorDiv(a, p.Int(big.NewInt(2)))
			return []*term.Formula{p.Le(q, b), p.Le(r, b)}
		}, "-a + 2 * (a / 2); a - 2 * (a / 2) - 1; -b + (a / 2); -(a % 2); (a % 2) - 1; a - 2 * (a / 2) - (a % 2); -a + 2 * (a / 2) + (a % 2); -b + (a % 2); b a (a / 2) (a % 2)"},
		{"a quotient behind the remainder", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			q, r := p.FloorDiv(a, p.Int(big.NewInt(2)))
			return []*term.Formula{p.Le(r, b), p.Le(q, b)}
		}, "-(a % 2); (a % 2) - 1; -a + 2 * (a / 2); a - 2 * (a / 2) - 1; a - 2 * (a / 2) - (a % 2); -a + 2 * (a / 2) + (a % 2); -b + (a % 2); -b + (a / 2); b a (a % 2) (a / 2)"},
		{"a quotient rounded towards zero", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			q, _ := p.TruncDiv(a, p.Int(big.NewInt(2)))
			return []*term.Formula{p.Le(q, b)}
		}, "-b + (a / 2); a >= 0 and 2 * (a / 2) <= a and a <= 2 * (a / 2) + 1 | a <= -1 and a <= 2 * (a / 2) and 2 * (a / 2) <= a + 1; b a (a / 2)"},
		{"a product, of which nothing is known", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			return []*term.Formula{p.Le(p.Mul(a, b), b)}
		}, "-b + (a * b); b a (a * b)"},
		{"a quotient by a variable", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			q, _ := p.FloorDiv(b, a)
			return []*term.Formula{p.Le(q, p.Int(bigOne))}
		}, "(b / a) - 1; a <= 0 | (a * (b / a)) <= b and b < a + (a * (b / a)); b a (b / a) (a * (b / a))"},
		{"a remainder by a variable", func(p *term.Pool, a, b *term.Linear) []*term.Formula {
			_, r := p.FloorDiv(b, a)
			return []*term.Formula{p.Le(r, p.Int(bigOne))}
		}, "(b % a) - 1; a <= 0 | (b % a) >= 0 and (b % a) < a; a <= 0 | (a * (b / a)) <= b and b < a + (a * (b / a)); a <= 0 | b = (b % a) + (a * (b / a)); b a (b % a) (b / a) (a * (b / a))"},
	} {
		for _, swapped := range []bool{false, true} { // the order in which a pool makes symbols does not matter
			p := term.NewPool()
			if swapped {
				p.FloorDiv(p.Input("b"), p.Input("a"))
				p.Mul(p.Input("a"), p.Input("b"))
			}
			k, split := p.NewFacts(), p.NewFacts()
			for _, f := range c.assume(p, p.Input("a"), p.Input("b")) {
				k.Assume(f)
				for _, g := range f.Conjuncts() {
					split.Assume(g)
				}
			}
			if found := text(k); found != c.want {
				t.Errorf("%s: found\n%s\nwant\n%s", c.title, found, c.want)
			}
			if found := text(split); found != c.want {
				t.Errorf("%s, conjunct by conjunct: found\n%s\nwant\n%s", c.title, found, c.want)
			}
		}
	}
}

// TestFactsUndo goes back and forth among facts at random and wants them to be the same at each return.
func TestFactsUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := term.NewPool()
	k := p.NewFacts()
	random := func() *term.Formula {
		x := p.Input(string(rune('a' + r.IntN(5))))
		q, m := p.FloorDiv(p.Add(x, p.Input(string(rune('a'+r.IntN(5))))), p.Int(big.NewInt(2+r.Int64N(3))))
		f := []*term.Formula{p.Le(x, q), p.Eq(q, m), p.Not(p.Eq(m, x)), p.Or(p.Le(q, x), p.Eq(m, q)),
			p.Le(p.Mul(x, q), m)}
		return p.And(f[r.IntN(5)], f[r.IntN(5)])
	}
	type point struct {
		mark term.Mark
		text string
		path []*term.Formula
	}
	stack := []point{{k.Mark(), "", nil}}
	for range effort.Of(3000) {
		top := stack[len(stack)-1]
		if r.IntN(5) < 3 && len(stack) < 12 {
			f := random()
			k.Assume(f)
			path := append(slices.Clone(top.path), f)
			fresh := p.NewFacts()
			for _, f := range path {
				fresh.Assume(f)
			}
			if found, want := text(k), text(fresh); found != want {
				t.Fatalf("found %s\nwant %s", found, want)
			}
			stack = append(stack, point{k.Mark(), text(k), path})
			continue
		}
		stack = stack[:1+r.IntN(len(stack))]
		top = stack[len(stack)-1]
		k.Undo(top.mark)
		if found := text(k); found != top.text {
			t.Fatalf("undone: found %s\nwant %s", found, top.text)
		}
	}
}

// TestFactsAreBounded assumes formulas about symbols that nest deeply, with no more work than the pool allows.
func TestFactsAreBounded(t *testing.T) {
	p := term.NewPool()
	x := p.Input("x")
	const n = 20_000
	for i := range n {
		x, _ = p.FloorDiv(p.Add(x, p.Input(fmt.Sprint("v", i%10))), p.Int(big.NewInt(2)))
	}
	f := p.Le(x, p.Int(bigOne))
	p.Limit(1000 * n)
	k := p.NewFacts()
	k.Assume(f)
	if p.Exhausted() || len(k.Rows) != 2*n+1 || len(k.Syms) != n+11 {
		t.Errorf("found %d rows of %d symbols, %s", len(k.Rows), len(k.Syms), p.Why())
	}
	for range n { // what is defined costs nothing more
		k.Assume(f)
	}
	if p.Exhausted() {
		t.Errorf("again: %s", p.Why())
	}
	for _, budget := range []int64{0, 1, 10, 1000, 10 * n} {
		p.Limit(budget)
		k := p.NewFacts()
		k.Assume(f)
		if !p.Exhausted() {
			t.Errorf("a budget of %d words was enough", budget)
		}
	}

	// A long formula is charged each time that it is assumed.
	p = term.NewPool()
	f = p.Le(p.Input("y"), p.Input("x"))
	for i := range 1000 {
		f = p.Or(p.Eq(p.Input("x"), p.Int(big.NewInt(int64(i)))),
			p.And(p.Le(p.Input("x"), p.Int(big.NewInt(int64(i)))), f))
	}
	p.Limit(100_000)
	k = p.NewFacts()
	times := 0
	for ; !p.Exhausted() && times < 1000; times++ {
		k.Assume(f)
	}
	if !p.Exhausted() || times < 2 {
		t.Errorf("found %d times", times)
	}
}

// TestDefinitionsAgain establishes that facts which are assumed again after Undo are the same, however many definitions
// were met between.
func TestDefinitionsAgain(t *testing.T) {
	p := term.NewPool()
	x, y, zero := p.Input("x"), p.Input("y"), p.Int(new(big.Int))
	assume := func(k *term.Facts, i int64) {
		at := p.Add(x, p.Int(big.NewInt(i)))
		k.Assume(p.Le(zero, p.Add(p.IfElse(p.Le(at, y), at, y), p.Truth(p.Eq(x, p.Int(big.NewInt(i)))))))
	}
	k := p.NewFacts()
	before := k.Mark()
	for i := range int64(400) { // more than are remembered
		for _, n := range []int64{i, i / 2, 0} {
			fresh := p.NewFacts()
			assume(fresh, n)
			assume(k, n)
			if rows, cases := fmt.Sprint(k.Rows, k.Cases, k.Syms),
				fmt.Sprint(fresh.Rows, fresh.Cases, fresh.Syms); rows != cases {
				t.Fatalf("for %d: found the facts %s, want %s", n, rows, cases)
			}
			k.Undo(before)
		}
	}
}
