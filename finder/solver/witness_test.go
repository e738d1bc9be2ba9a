package solver_test

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/z3"
	"vouch/semantics/term"
)

func z3Chain(t *testing.T, p *term.Pool) solver.Solver {
	t.Helper()
	z, err := z3.New(z3.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(z.Close)
	return solver.NewConstant(solver.NewVerified(z, p))
}

// power returns 10^k.
func power(k int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(k), nil) }

func TestSmall(t *testing.T) {
	tests := []struct {
		title string
		query func(p *term.Pool, a, b, c *term.Linear) []*term.Formula
		want  string
	}{
		{"nothing to choose", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula { return nil }, "map[]"},
		{"anything is 0", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Le(a, p.Add(b, number(p, 9)))}
		}, "map[a:0 b:0]"},
		{"gcd", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Lt(number(p, 0), a), p.Lt(number(p, 0), b), p.Lt(a, b)}
		}, "map[a:1 b:2]"},
		{"the positive of two", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Eq(p.Mul(a, a), number(p, 9))}
		}, "map[a:3]"},
		{"only a negative one", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Lt(a, number(p, -3))}
		}, "map[a:-4]"},
		{"the nearer one, even if negative", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Or(p.Le(a, number(p, -3)), p.Le(number(p, 8), a))}
		}, "map[a:-3]"},
		{"the value nearest to 0 in a range", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Not(p.Eq(p.Add(p.Draw("a", big.NewInt(-9), big.NewInt(-3)),
				p.Draw("b", big.NewInt(3), nil)), number(p, 1)))}
		}, "map[a:-3 b:3]"},
		{"another value in a range", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Not(p.Eq(p.Draw("a", big.NewInt(3), big.NewInt(40)), number(p, 3)))}
		}, "map[a:4]"},
		{"not 0", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Not(p.Eq(a, number(p, 0)))}
		}, "map[a:1]"},
		{"the bound comes before the zero", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Le(number(p, 2), p.Add(a, b)), p.Le(number(p, -9), b)}
		}, "map[a:1 b:1]"},
		{"a sum", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Eq(p.Add(p.Add(a, b), c), number(p, 7))}
		}, "map[a:0 b:2 c:5]"},
		{"a remainder", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			_, r := p.FloorDiv(a, number(p, 7))
			return []*term.Formula{p.Eq(r, number(p, 5)), p.Eq(c, p.Add(a, number(p, 1)))}
		}, "map[a:-2 c:-1]"},
		{"large because it must be", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Lt(p.Int(power(40)), a), p.Lt(b, a)}
		}, "map[a:10000000000000000000000000000000000000001 b:0]"},
		{"large and negative", func(p *term.Pool, a, b, c *term.Linear) []*term.Formula {
			return []*term.Formula{p.Lt(a, number(p, -12345))}
		}, "map[a:-12346]"},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			p := term.NewPool()
			s := z3Chain(t, p)
			fs := test.query(p, p.Input("a"), p.Input("b"), p.Input("c"))
			a := s.Solve(t.Context(), fs)
			if a.Status != solver.Sat {
				t.Fatalf("%v is %v", fs, a)
			}
			for _, m := range []solver.Model{a.Model, ugly(p, s, fs, a.Model, t)} {
				if got := fmt.Sprint(solver.Small(t.Context(), s, p, fs, m)); got != test.want {
					t.Errorf("the witness of %v from %v is %v, want %v", fs, m, got, test.want)
				}
			}
		})
	}
}

// ugly returns a model that is far from small, if it finds one.
func ugly(p *term.Pool, s solver.Solver, fs []*term.Formula, m solver.Model, t *testing.T) solver.Model {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		far := p.Or(p.Lt(p.Input(name), p.Int(new(big.Int).Neg(power(45)))), p.Lt(p.Int(power(45)), p.Input(name)))
		if a := s.Solve(t.Context(), append(fs[:len(fs):len(fs)], far)); a.Status == solver.Sat {
			return a.Model
		}
	}
	return m
}

// TestSmallIsModel wants a model of every random query, no larger than the given one, and the same one again; at what
// the budget allows, the first input has the least magnitude among the models within the bound.
func TestSmallIsModel(t *testing.T) {
	p := term.NewPool()
	s := &cube{pool: p, side: 12}
	random := rand.New(rand.NewPCG(3, 4))
	for _, fs := range pathQueries(p, random, 300) {
		a := s.Solve(t.Context(), fs)
		if a.Status != solver.Sat {
			continue
		}
		s.asked = 0
		m := solver.Small(t.Context(), s, p, fs, a.Model)
		if s.asked > 300 {
			t.Errorf("%d queries for %v", s.asked, fs)
		}
		if !satisfies(p, fs, m) || len(m) != len(term.NewTable(fs).Inputs()) {
			t.Fatalf("the witness %v is no model of %v", m, fs)
		}
		if again := solver.Small(t.Context(), s, p, fs, m); fmt.Sprint(again) != fmt.Sprint(m) {
			t.Errorf("the witness of %v is %v, from another model %v", fs, m, again)
		}
		for name, v := range m {
			if v.CmpAbs(largest(a.Model)) > 0 {
				t.Errorf("%s is %v in the witness of %v, from %v", name, v, fs, a.Model)
			}
		}
	}
}

func largest(m solver.Model) *big.Int {
	l := new(big.Int)
	for _, v := range m {
		if v.CmpAbs(l) > 0 {
			l.Abs(v)
		}
	}
	return l
}

// Whatever keeps Small from its work, it returns the model that it was given.
func TestSmallWithoutHelp(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		title string
		ctx   context.Context
		next  solver.Solver
		limit bool
		asked int // at most
	}{
		{"the context has ended", ended, &script{answer: solver.Answer{Status: solver.Sat}}, false, 0},
		{"the pool is exhausted", t.Context(), &script{answer: solver.Answer{Status: solver.Sat}}, true, 0},
		{"nothing is known", t.Context(), &script{}, false, 5},
		{"nothing is possible", t.Context(), &script{answer: solver.Answer{Status: solver.Unsat}}, false, 300},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			p := term.NewPool()
			fs := []*term.Formula{p.Lt(p.Input("x"), p.Input("y"))}
			m := solver.Model{"x": power(100), "y": power(101), "z": power(3)}
			if test.limit {
				p.Limit(-1)
			}
			got := solver.Small(test.ctx, test.next, p, fs, m)
			if want := (solver.Model{"x": m["x"], "y": m["y"]}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("the witness is %v, want %v", got, want)
			}
			if asked := len(test.next.(*script).asked); asked > test.asked {
				t.Errorf("%d queries, want at most %d", asked, test.asked)
			}
		})
	}
}
