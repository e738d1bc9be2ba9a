//go:build cgo

package z3

import (
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// terms builds terms of a pool from small numbers and names.
type terms struct{ *term.Pool }

func newTerms() terms { return terms{term.NewPool()} }

func (p terms) n(k int64) *term.Linear { return p.Int(big.NewInt(k)) }

func (p terms) v(name string) *term.Linear { return p.Input(name) }

// times returns k * a.
func (p terms) times(k int64, a *term.Linear) *term.Linear { return p.Scale(big.NewInt(k), a) }

func (p terms) sum(as ...*term.Linear) *term.Linear {
	s := p.n(0)
	for _, a := range as {
		s = p.Add(s, a)
	}
	return s
}

// between returns the conjuncts low <= v <= high.
func (p terms) between(low int64, v *term.Linear, high int64) []*term.Formula {
	return []*term.Formula{p.Le(p.n(low), v), p.Le(v, p.n(high))}
}

// hard returns a nonlinear query on which Z3 works until a limit ends it: a sum of three cubes that is 9wx + 4.
func (p terms) hard() []*term.Formula {
	cube := func(v *term.Linear) *term.Linear { return p.Mul(v, p.Mul(v, v)) }
	w, x, y, z := p.v("w"), p.v("x"), p.v("y"), p.v("z")
	var fs []*term.Formula
	for _, v := range []*term.Linear{w, x, y, z} {
		fs = append(fs, p.Lt(p.n(1), v))
	}
	return append(fs, p.Eq(p.sum(cube(x), cube(y), cube(z)), p.Add(p.times(9, p.Mul(w, x)), p.n(4))))
}

func open(t testing.TB, o Options) *Solver {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func number(t *testing.T, decimal string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		t.Fatalf("%q is not a number", decimal)
	}
	return n
}

// satisfies reports whether m, with 0 for what it leaves out, gives all of fs the value true.
func satisfies(p *term.Pool, fs []*term.Formula, m solver.Model) bool {
	v := p.Valuation(func(name string) *big.Int {
		if x := m[name]; x != nil {
			return x
		}
		return new(big.Int)
	})
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

func TestQueries(t *testing.T) {
	const sixty = "987654321098765432109876543210987654321098765432109876543211"
	tests := []struct {
		title string
		query func(p terms) []*term.Formula
		want  solver.Status
	}{
		{"nothing is satisfied", func(p terms) []*term.Formula { return nil }, solver.Sat},
		{"true", func(p terms) []*term.Formula { return []*term.Formula{p.Bool(true)} }, solver.Sat},
		{"false", func(p terms) []*term.Formula { return []*term.Formula{p.Bool(false)} }, solver.Unsat},
		{"an integer between 2 and 3", func(p terms) []*term.Formula {
			return []*term.Formula{p.Lt(p.n(4), p.times(2, p.v("x"))), p.Lt(p.times(2, p.v("x")), p.n(6))}
		}, solver.Unsat},
		{"not 0 is one side or the other", func(p terms) []*term.Formula {
			return append(p.between(-1, p.v("x"), 0), p.Not(p.Eq(p.v("x"), p.n(0))))
		}, solver.Sat},
		{"neither 0 nor 1 nor 2", func(p terms) []*term.Formula {
			fs := p.between(0, p.v("x"), 2)
			for k := range int64(3) {
				fs = append(fs, p.Not(p.Eq(p.v("x"), p.n(k))))
			}
			return fs
		}, solver.Unsat},
		{"an or of ands", func(p terms) []*term.Formula {
			x, y := p.v("x"), p.v("y")
			return []*term.Formula{p.Or(p.And(p.Lt(x, y), p.Lt(y, x)), p.And(p.Eq(x, p.n(4)), p.Eq(y, p.n(5))))}
		}, solver.Sat},
		{"a sum whose parity is wrong", func(p terms) []*term.Formula {
			x, y, z := p.v("x"), p.v("y"), p.v("z")
			return []*term.Formula{p.Eq(p.Add(x, y), p.times(2, z)), p.Eq(p.Sub(x, y), p.n(1))}
		}, solver.Unsat},
		{"60 digits come back exactly", func(p terms) []*term.Formula {
			return []*term.Formula{p.Eq(p.times(3, p.v("x")), p.Int(new(big.Int).Mul(big.NewInt(3), number(t, sixty))))}
		}, solver.Sat},
		{"minus 60 digits, divided", func(p terms) []*term.Formula {
			q, r := p.FloorDiv(p.v("x"), p.n(1000))
			return []*term.Formula{p.Eq(q, p.Int(number(t, "-"+sixty))), p.Eq(r, p.n(7))}
		}, solver.Sat},
		{"a coefficient of 60 digits", func(p terms) []*term.Formula {
			return []*term.Formula{p.Eq(p.Add(p.Scale(number(t, sixty), p.v("x")), p.times(7, p.v("y"))), p.n(1))}
		}, solver.Sat},
		{"the root of a square", func(p terms) []*term.Formula {
			return []*term.Formula{p.Eq(p.Mul(p.v("x"), p.v("x")), p.n(1522756)), p.Lt(p.v("x"), p.n(0))}
		}, solver.Sat},
		{"2 is no square", func(p terms) []*term.Formula {
			return []*term.Formula{p.Eq(p.Mul(p.v("x"), p.v("x")), p.n(2))}
		}, solver.Unsat},
		{"a proper divisor of 91", func(p terms) []*term.Formula {
			_, r := p.FloorDiv(p.n(91), p.v("d"))
			return append(p.between(2, p.v("d"), 90), p.Eq(r, p.n(0)))
		}, solver.Sat},
		{"a proper divisor of 97", func(p terms) []*term.Formula {
			_, r := p.FloorDiv(p.n(97), p.v("d"))
			return append(p.between(2, p.v("d"), 96), p.Eq(r, p.n(0)))
		}, solver.Unsat},
		{"a remainder larger than its divisor", func(p terms) []*term.Formula {
			_, r := p.FloorDiv(p.v("x"), p.v("y"))
			return []*term.Formula{p.Lt(p.n(0), p.v("y")), p.Le(p.v("y"), r)}
		}, solver.Unsat},
		{"names that are not words", func(p terms) []*term.Formula {
			names := []string{"", "v0", "v1", "0", "a\x00b", "a\x00c", "a", "|", "größe", "\xff", "(+ 1 2)"}
			var fs []*term.Formula
			for i, name := range names {
				fs = append(fs, p.Eq(p.v(name), p.n(int64(i))))
			}
			return fs
		}, solver.Sat},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			p := newTerms()
			fs := test.query(p)
			a := open(t, Options{}).Solve(t.Context(), fs)
			if a.Status != test.want {
				t.Fatalf("%v is %v (%s), want %v", fs, a.Status, a.Reason, test.want)
			}
			if a.Status == solver.Sat && !satisfies(p.Pool, fs, a.Model) {
				t.Fatalf("%v does not satisfy %v", a.Model, fs)
			}
		})
	}
}

// TestDivisions compares the four divisions with term.Valuation on a cube of operands, as functions of both, of the
// dividend and of the divisor.
func TestDivisions(t *testing.T) {
	const n = 7
	p := newTerms()
	s := open(t, Options{})
	x, y := p.v("x"), p.v("y")
	divide := func(a, b *term.Linear) (es [4]*term.Linear) {
		es[0], es[1] = p.FloorDiv(a, b)
		es[2], es[3] = p.TruncDiv(a, b)
		return es
	}
	for i := int64(-n); i <= n; i++ {
		for k := int64(-n); k <= n; k++ {
			if k == 0 {
				continue
			}
			values := p.Valuation(func(name string) *big.Int {
				return big.NewInt(map[string]int64{"x": i, "y": k}[name])
			})
			pins := []*term.Formula{p.Eq(x, p.n(i)), p.Eq(y, p.n(k))}
			for _, es := range [][4]*term.Linear{divide(x, y), divide(x, p.n(k)), divide(p.n(i), y)} {
				for op, e := range es {
					v := p.Int(values.Linear(e))
					if a := s.Solve(t.Context(), append(pins[:2:2], p.Eq(e, v))); a.Status != solver.Sat {
						t.Errorf("division %d of %d by %d: %v = %v is %v (%s)", op, i, k, e, v, a.Status, a.Reason)
					}
					if a := s.Solve(t.Context(), append(pins[:2:2], p.Not(p.Eq(e, v)))); a.Status != solver.Unsat {
						t.Errorf("division %d of %d by %d: %v != %v is %v (%s)", op, i, k, e, v, a.Status, a.Reason)
					}
				}
			}
		}
	}
}
