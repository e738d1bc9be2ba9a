package lia_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime/metrics"
	"strings"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// terms abbreviates the constructors of formulas in tables.
type terms struct{ *term.Pool }

func (p terms) n(k int64) *term.Linear              { return p.Pool.Int(big.NewInt(k)) }
func (p terms) v(name string) *term.Linear          { return p.Input(name) }
func (p terms) x(k int64, name string) *term.Linear { return p.Scale(big.NewInt(k), p.Input(name)) }
func (p terms) plus(es ...*term.Linear) (sum *term.Linear) {
	sum = p.n(0)
	for _, e := range es {
		sum = p.Add(sum, e)
	}
	return sum
}
func (p terms) mod(e *term.Linear, k int64) *term.Linear { _, r := p.FloorDiv(e, p.n(k)); return r }
func (p terms) div(e *term.Linear, k int64) *term.Linear { q, _ := p.FloorDiv(e, p.n(k)); return q }
func (p terms) rem(e *term.Linear, k int64) *term.Linear { _, r := p.TruncDiv(e, p.n(k)); return r }
func (p terms) quo(e *term.Linear, k int64) *term.Linear { q, _ := p.TruncDiv(e, p.n(k)); return q }
func (p terms) between(low int64, e *term.Linear, high int64) *term.Formula {
	return p.And(p.Le(p.n(low), e), p.Le(e, p.n(high)))
}

// pieces says that x y is not what its pieces are together, and as much as is given.
func (p terms) pieces(more int64, bounded bool) []*term.Formula {
	x, y := p.v("x"), p.v("y")
	sum := p.plus(p.Scale(big.NewInt(1<<16), p.Mul(p.div(x, 256), p.div(y, 256))), p.Mul(p.mod(x, 256), p.mod(y, 256)),
		p.n(more))
	sum = p.plus(sum, p.Scale(big.NewInt(1<<8), p.plus(p.Mul(p.div(x, 256), p.mod(y, 256)),
		p.Mul(p.mod(x, 256), p.div(y, 256)))))
	fs := []*term.Formula{p.ne(p.Mul(x, y), sum)}
	if bounded {
		fs = append(fs, p.between(0, x, 65535), p.between(0, y, 65535))
	}
	return fs
}

// residues says that x y is not the product of x mod k and y mod k, modulo m.
func (p terms) residues(k, m int64) []*term.Formula {
	x, y := p.v("x"), p.v("y")
	return []*term.Formula{p.between(0, x, 1<<20), p.between(0, y, 1<<20),
		p.ne(p.mod(p.Mul(x, y), m), p.mod(p.Mul(p.mod(x, k), p.mod(y, k)), m))}
}

func (p terms) ne(a, b *term.Linear) *term.Formula { return p.Not(p.Eq(a, b)) }

var table = []struct {
	title string
	want  string // the status, or the reason of an unknown answer
	rules string // the rules of the proof: L leaf, C cut, S split, D cases
	query func(p terms) []*term.Formula
}{
	{"nothing", "sat", "", func(p terms) []*term.Formula { return nil }},
	{"false", "unsat", "L", func(p terms) []*term.Formula { return []*term.Formula{p.Bool(true), p.Bool(false)} }},
	{"two bounds that meet", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Le(p.v("x"), p.n(3)), p.Le(p.n(3), p.v("x"))}
	}},
	{"two bounds that miss", "unsat", "L", func(p terms) []*term.Formula {
		return []*term.Formula{p.Le(p.v("x"), p.n(3)), p.Le(p.n(4), p.v("x"))}
	}},
	{"between two integers", "unsat", "L", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.v("x"), p.v("y")), p.Lt(p.v("y"), p.plus(p.v("x"), p.n(1)))}
	}},
	{"a cycle of differences", "unsat", "L", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.v("x"), p.v("y")), p.Lt(p.v("y"), p.v("z")), p.Lt(p.v("z"), p.v("x"))}
	}},
	{"a cycle of differences with room", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.v("x"), p.v("y")), p.Lt(p.v("y"), p.v("z")),
			p.Le(p.v("z"), p.plus(p.v("x"), p.n(2)))}
	}},
	{"the weakest bound that will do", "unsat", "L", func(p terms) []*term.Formula {
		i, k := p.v("i"), p.v("k")
		fs := []*term.Formula{p.Le(k, p.n(5)), p.Le(p.n(0), i)}
		for j := range int64(20) {
			fs = append(fs, p.Lt(p.plus(i, p.n(j)), k))
		}
		return fs
	}},
	{"parity, by two equations", "unsat", "CL", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.plus(p.v("x"), p.v("y")), p.x(2, "a")),
			p.Eq(p.plus(p.v("x"), p.x(-1, "y")), p.plus(p.x(2, "b"), p.n(1)))}
	}},
	{"parity, by two inequalities", "unsat", "CL", func(p terms) []*term.Formula {
		e := p.plus(p.x(2, "x"), p.x(-2, "y"), p.v("z"))
		return []*term.Formula{p.Le(e, p.n(3)), p.Le(p.n(3), e), p.between(0, p.v("z"), 0)}
	}},
	{"a sum that is known modulo 3", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.v("x"), p.plus(p.x(3, "y"), p.n(1))), p.between(5, p.v("x"), 6)}
	}},
	{"a sum that is known modulo 3, at the edge", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.v("x"), p.plus(p.x(3, "y"), p.n(1))), p.between(5, p.v("x"), 7)}
	}},
	{"a thin slice without integers", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{
			p.Le(p.n(1), p.plus(p.x(3, "x"), p.x(-2, "y"))), p.Le(p.plus(p.x(3, "x"), p.x(-2, "y")), p.n(1)),
			p.between(1, p.plus(p.x(3, "y"), p.x(5, "x")), 5), p.between(0, p.v("y"), 9),
		}
	}},
	{"a triangle without integers", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{
			p.Le(p.n(1), p.x(4, "x")), p.Le(p.x(2, "y"), p.plus(p.x(5, "x"), p.n(-2))),
			p.Le(p.plus(p.x(4, "x"), p.n(-1)), p.x(3, "y")), p.Le(p.plus(p.x(7, "x"), p.x(3, "y")), p.n(9)),
		}
	}},
	{"a square of what equals another number", "unsat", "", func(p terms) []*term.Formula {
		i, n := p.v("i"), p.v("n")
		return []*term.Formula{p.Eq(p.v("s"), p.Mul(i, i)), p.Le(i, n), p.Le(n, i), p.ne(p.v("s"), p.Mul(n, n))}
	}},
	{"a square of what equals another number, and one more", "sat", "", func(p terms) []*term.Formula {
		i, n := p.v("i"), p.v("n")
		return []*term.Formula{p.Eq(p.v("s"), p.Mul(i, i)), p.Le(i, n), p.Le(n, i),
			p.ne(p.v("s"), p.plus(p.Mul(n, n), p.n(1)))}
	}},
	{"a factor that is even", "unsat", "", func(p terms) []*term.Formula {
		x, y := p.v("x"), p.v("y")
		return []*term.Formula{p.Eq(p.mod(y, 2), p.n(0)), p.ne(p.Mul(x, y),
			p.Scale(big.NewInt(2), p.Mul(x, p.div(y, 2))))}
	}},
	{"a factor that is odd", "unsat", "", func(p terms) []*term.Formula {
		x, y := p.v("x"), p.v("y")
		half := p.div(p.plus(y, p.n(-1)), 2)
		return []*term.Formula{p.Eq(p.mod(y, 2), p.n(1)), p.ne(p.Mul(x, y),
			p.plus(x, p.Scale(big.NewInt(2), p.Mul(x, half))))}
	}},
	{"two factors that are even, of three", "unsat", "", func(p terms) []*term.Formula {
		x, y, z := p.v("x"), p.v("y"), p.v("z")
		halves := p.Scale(big.NewInt(4), p.Mul(z, p.Mul(p.div(x, 2), p.div(y, 2))))
		return []*term.Formula{p.Eq(p.mod(x, 2), p.n(0)), p.Eq(p.mod(y, 2), p.n(0)),
			p.ne(p.Mul(z, p.Mul(x, y)), halves)}
	}},
	{"an equation times a number", "unsat", "", func(p terms) []*term.Formula {
		x, y, z := p.v("x"), p.v("y"), p.v("z")
		less := func(e *term.Linear) *term.Linear { return p.plus(e, p.n(-1)) }
		return []*term.Formula{
			p.Eq(p.Mul(x, less(z)), less(y)), p.Le(p.n(1), z),
			p.ne(p.Mul(p.plus(p.Mul(x, z), p.n(1)), less(z)), less(p.Mul(y, z))),
		}
	}},
	{"a product of three of which one is 0", "unsat", "", func(p terms) []*term.Formula {
		x, y, z, q, ab := p.v("x"), p.v("y"), p.v("z"), p.v("q"), p.Mul(p.v("a"), p.v("b"))
		return []*term.Formula{
			p.Le(p.n(0), x), p.Le(p.n(0), y), p.Le(p.n(1), z), p.Eq(p.plus(q, p.Mul(p.Mul(x, y), z)), ab),
			p.Or(p.Eq(x, p.n(0)), p.Eq(y, p.n(0))), p.ne(q, ab),
		}
	}},
	{"a product of three of which one is 0, without bounds", "unsat", "", func(p terms) []*term.Formula {
		x, y, z := p.v("x"), p.v("y"), p.v("z")
		return []*term.Formula{p.Or(p.Eq(x, p.n(0)), p.Eq(y, p.n(0))), p.ne(p.Mul(p.Mul(x, y), z), p.n(0))}
	}},
	{"a product in pieces", "unsat", "", func(p terms) []*term.Formula { return p.pieces(0, true) }},
	{"a product in pieces, and one more", "sat", "", func(p terms) []*term.Formula { return p.pieces(1, true) }},
	{"a product in pieces of unbounded numbers", "unsat", "", func(p terms) []*term.Formula {
		return p.pieces(0, false)
	}},
	{"the remainder of a product by those of its factors", "unsat", "", func(p terms) []*term.Formula {
		return p.residues(1000, 1000)
	}},
	{"the remainder of a product by those of its factors, by a divisor", "unsat", "", func(p terms) []*term.Formula {
		return p.residues(1000, 250)
	}},
	{"the remainder of a product by those of its factors, by another number", "sat", "", func(p terms) []*term.Formula {
		return p.residues(1000, 300)
	}},
	{"the remainder of a power in steps", "unsat", "", func(p terms) []*term.Formula {
		x := p.v("x")
		return []*term.Formula{p.between(0, x, 1<<20), p.ne(p.mod(p.Mul(p.mod(p.Mul(x, x), 97), x), 97),
			p.mod(p.Mul(p.Mul(x, x), x), 97))}
	}},
	{"postage", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.plus(p.x(5, "a"), p.x(7, "b")), p.n(24)), p.Le(p.n(0), p.v("a")),
			p.Le(p.n(0), p.v("b"))}
	}},
	{"postage that is too little", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.plus(p.x(5, "a"), p.x(7, "b")), p.n(23)), p.Le(p.n(0), p.v("a")),
			p.Le(p.n(0), p.v("b"))}
	}},
	{"not equal, with room", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.between(0, p.v("x"), 2), p.ne(p.v("x"), p.n(0)), p.ne(p.v("x"), p.n(2))}
	}},
	{"not equal, without", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.between(0, p.v("x"), 2), p.ne(p.v("x"), p.n(0)), p.ne(p.v("x"), p.n(1)),
			p.ne(p.v("x"), p.n(2))}
	}},
	{"cases that have nothing to do with it", "unsat", "L", func(p terms) []*term.Formula {
		fs := []*term.Formula{p.Lt(p.v("x"), p.v("y"))}
		for i := range int64(12) {
			a := p.v(fmt.Sprint("a", i))
			fs = append(fs, p.Or(p.Le(a, p.n(-i)), p.Le(p.n(i), a)), p.ne(a, p.n(0)))
		}
		return append(fs, p.Lt(p.v("y"), p.v("x")))
	}},
	{"cases that are split around what matters", "unsat", "DLL", func(p terms) []*term.Formula {
		var fs []*term.Formula
		for i := range int64(12) {
			a := p.v(fmt.Sprint("a", i))
			fs = append(fs, p.Or(p.Le(a, p.n(-1)), p.Le(p.n(1), a)))
		}
		return append(fs, p.Or(p.Lt(p.v("x"), p.v("y")), p.Lt(p.plus(p.v("y"), p.n(3)), p.v("x"))),
			p.Eq(p.v("x"), p.plus(p.v("y"), p.n(2))))
	}},
	{"an alternative with a nested case", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Or(p.And(p.ne(p.v("x"), p.n(1)), p.between(1, p.v("x"), 1)), p.Le(p.v("x"), p.n(-1))),
			p.Le(p.n(0), p.v("x"))}
	}},
	{"an alternative with a nested case, and room", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Or(p.And(p.ne(p.v("x"), p.n(1)), p.between(1, p.v("x"), 2)), p.Le(p.v("x"), p.n(-1))),
			p.Le(p.n(0), p.v("x"))}
	}},
	{"a remainder that is too large", "unsat", "L", func(p terms) []*term.Formula {
		return []*term.Formula{p.Le(p.n(7), p.mod(p.v("x"), 7))}
	}},
	{"a remainder that is large", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Le(p.n(6), p.mod(p.v("x"), 7))}
	}},
	{"remainders of one number", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.mod(p.v("x"), 4), p.n(1)), p.Eq(p.mod(p.v("x"), 6), p.n(2))}
	}},
	{"remainders of one number that agree", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.mod(p.v("x"), 4), p.n(1)), p.Eq(p.mod(p.v("x"), 6), p.n(5))}
	}},
	{"a quotient towards zero", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.between(-6, p.v("x"), 6), p.ne(p.quo(p.v("x"), 7), p.n(0))}
	}},
	{"a quotient towards minus infinity", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.between(-6, p.v("x"), 6), p.ne(p.div(p.v("x"), 7), p.n(0))}
	}},
	{"a negative remainder of a positive number", "unsat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Le(p.n(0), p.v("x")), p.Lt(p.rem(p.v("x"), 5), p.n(0))}
	}},
	{"a negative remainder", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.rem(p.v("x"), 5), p.n(-3))}
	}},
	{"a carry out of 32 bits", "unsat", "", func(p terms) []*term.Formula {
		x := p.v("x")
		return []*term.Formula{p.between(0, x, 1<<31-1), p.Lt(p.mod(p.plus(x, x), 1<<32), x)}
	}},
	{"a carry out of 32 bits that happens", "sat", "", func(p terms) []*term.Formula {
		x := p.v("x")
		return []*term.Formula{p.between(0, x, 1<<32-1), p.Lt(p.mod(p.plus(x, p.v("y")), 1<<32), x),
			p.between(0, p.v("y"), 9)}
	}},
	{"numbers of more than 64 bits", "unsat", "", func(p terms) []*term.Formula {
		huge := new(big.Int).Lsh(big.NewInt(1), 200)
		a, b := p.Scale(huge, p.v("a")), p.Scale(new(big.Int).Add(huge, big.NewInt(1)), p.v("b"))
		return []*term.Formula{p.Eq(p.Add(a, b), p.n(1)), p.between(2, p.v("b"), 5)}
	}},
	{"large numbers that have a solution", "sat", "", func(p terms) []*term.Formula {
		huge := new(big.Int).Lsh(big.NewInt(1), 200)
		a, b := p.Scale(huge, p.v("a")), p.Scale(new(big.Int).Add(huge, big.NewInt(1)), p.v("b"))
		return []*term.Formula{p.Eq(p.Add(a, b), p.n(1)), p.between(0, p.v("b"), 1)}
	}},
	{"equal products", "unsat", "L", func(p terms) []*term.Formula {
		xy := p.Mul(p.v("x"), p.v("y"))
		return []*term.Formula{p.Lt(xy, p.v("z")), p.Lt(p.v("z"), p.Mul(p.v("y"), p.v("x")))}
	}},
	{"a product that has to be 12", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Eq(p.Mul(p.v("x"), p.v("y")), p.n(12)), p.Eq(p.v("x"), p.n(3))}
	}},
	{"a product of equal signs", "sat", "", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.n(0), p.Mul(p.v("x"), p.v("y"))), p.Lt(p.v("x"), p.n(-2))}
	}},
	{"a square is not negative", "unsat", "L", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.Mul(p.v("x"), p.v("x")), p.n(0))}
	}},
	{"nor is that of a difference", "unsat", "QL", func(p terms) []*term.Formula {
		return []*term.Formula{p.Lt(p.Mul(p.Sub(p.v("x"), p.v("y")), p.Sub(p.v("x"), p.v("y"))), p.n(0))}
	}},
	{"nor a sum of squares of three", "unsat", "QQL", func(p terms) []*term.Formula {
		x, y, z := p.v("x"), p.v("y"), p.v("z")
		squares, products := p.Add(p.Mul(x, x), p.Add(p.Mul(y, y), p.Mul(z, z))),
			p.Add(p.Mul(x, y), p.Add(p.Mul(y, z), p.Mul(z, x)))
		return []*term.Formula{p.Lt(squares, products)}
	}},
	{"nor one with coefficients", "unsat", "QL", func(p terms) []*term.Formula {
		e := p.plus(p.Sub(p.Scale(big.NewInt(3), p.v("x")), p.Scale(big.NewInt(5), p.v("y"))), p.n(2))
		return []*term.Formula{p.Lt(p.Mul(e, e), p.n(0))}
	}},
	{"a square and twice the other product", "sat", "", func(p terms) []*term.Formula {
		x, y := p.v("x"), p.v("y")
		return []*term.Formula{p.Lt(p.Add(p.Mul(x, x), p.Mul(y, y)), p.Scale(big.NewInt(3), p.Mul(x, y))),
			p.Eq(x, p.n(2))}
	}},
	{"a product keeps what is positive in order", "unsat", "PL", func(p terms) []*term.Formula {
		x, y, z := p.v("x"), p.v("y"), p.v("z")
		return []*term.Formula{p.Lt(y, x), p.Lt(p.n(0), z), p.Le(p.Mul(x, z), p.Mul(y, z))}
	}},
	{"a product of a sum and a square", "unsat", "", func(p terms) []*term.Formula { // x^3 + y^3 >= x^2 y + x y^2
		x, y := p.v("x"), p.v("y")
		cubes := p.Add(p.Mul(x, p.Mul(x, x)), p.Mul(y, p.Mul(y, y)))
		return []*term.Formula{p.Le(p.n(0), x), p.Le(p.n(0), y), p.Lt(cubes, p.Mul(p.Mul(x, y), p.Add(x, y)))}
	}},
	{"a division by what may be 0", "sat", "", func(p terms) []*term.Formula {
		q, _ := p.FloorDiv(p.v("x"), p.v("y"))
		return []*term.Formula{p.Eq(q, p.n(5))}
	}},
	{"a division by 0", "a product of inputs, or a division by one", "", func(p terms) []*term.Formula {
		q, _ := p.FloorDiv(p.v("x"), p.v("y"))
		return []*term.Formula{p.Eq(q, p.n(5)), p.Eq(p.v("y"), p.n(0))}
	}},
	{"a division by 0 that no value is asked of", "sat", "", func(p terms) []*term.Formula {
		q, _ := p.FloorDiv(p.v("x"), p.v("y"))
		return []*term.Formula{p.Or(p.Eq(p.v("y"), p.n(0)), p.Eq(q, p.n(5))), p.Eq(p.v("y"), p.n(0))}
	}},
}

func TestTable(t *testing.T) {
	for _, c := range table {
		t.Run(c.title, func(t *testing.T) {
			p := terms{term.NewPool()}
			fs := c.query(p)
			a := lia.New(p.Pool, lia.Options{}).Solve(t.Context(), fs)
			if err := wrong(p.Pool, fs, a); err != nil {
				t.Fatalf("%v is %v: %v", fs, a, err)
			}
			if got := a.Status.String() + " " + a.Reason; !strings.Contains(got, c.want) || a.Status != solver.Unsat &&
				strings.Contains(c.want, "unsat") {
				t.Errorf("%v is %v, want %s", fs, a, c.want)
			}
			if c.rules != "" && shape(a.Proof) != c.rules {
				t.Errorf("the proof of %v is %s %v, want %s", fs, shape(a.Proof), a.Proof, c.rules)
			}
			t.Logf("%v %s %v", a.Status, shape(a.Proof), a.Proof)
		})
	}
}

// shape returns the rules of a proof, a letter each.
func shape(proof solver.Proof) string {
	var b strings.Builder
	for _, r := range proof {
		b.WriteString(map[solver.ProofOp]string{solver.Leaf: "L", solver.Cut: "C", solver.Split: "S", solver.Cases: "D",
			solver.Product: "P", solver.Square: "Q"}[r.Op])
	}
	return b.String()
}

// TestWeakest wants the proof that cites the first conjuncts that will do, of many that say more and more.
func TestWeakest(t *testing.T) {
	p := terms{term.NewPool()}
	fs := []*term.Formula{p.Le(p.v("k"), p.n(5)), p.Le(p.n(0), p.v("i"))}
	for j := range int64(20) {
		fs = append(fs, p.Lt(p.plus(p.v("i"), p.n(j)), p.v("k")))
	}
	a := lia.New(p.Pool, lia.Options{}).Solve(t.Context(), fs)
	if got := shape(a.Proof); got != "L" {
		t.Fatalf("got %s, want L", got)
	}
	if got, want := fmt.Sprint(a.Proof[0].Rows), "[{0 1} {1 1} {7 1}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCube: where there is room for integers, they are found with little work, whatever the vertices of the polyhedron
// are.
func TestCube(t *testing.T) {
	p := terms{term.NewPool()}
	random := rand.New(rand.NewPCG(3, 3))
	sum := func() *term.Linear {
		e := p.n(0)
		for i := range 8 {
			e = p.plus(e, p.x(random.Int64N(19)-9, fmt.Sprint("x", i)))
		}
		return e
	}
	fs := []*term.Formula{p.ne(p.v("x0"), p.n(0))}
	for i := range 8 {
		fs = append(fs, p.between(-1000, p.v(fmt.Sprint("x", i)), 1000))
	}
	for range 9 {
		e := sum()
		fs = append(fs, p.Lt(p.n(100), e))
	}
	if a := lia.New(p.Pool, lia.Options{Work: 500_000}).Solve(t.Context(), fs); a.Status != solver.Sat {
		t.Errorf("found %v, %q", a.Status, a.Reason)
	}
}

// TestOtherPool: a query whose symbols have to be derived in another pool is a mistake of ours, and not an answer about
// other symbols.
func TestOtherPool(t *testing.T) {
	here, there := terms{term.NewPool()}, terms{term.NewPool()}
	defer func() {
		if found := fmt.Sprint(recover()); found != "lia: a symbol of another pool" {
			t.Errorf("found %s, want a panic", found)
		}
	}()
	a := lia.New(here.Pool, lia.Options{}).Solve(t.Context(),
		[]*term.Formula{there.Eq(there.div(there.v("x"), 10), there.n(3)), there.Lt(there.n(0), there.v("x"))})
	t.Errorf("found %v", a.Status)
}

// TestLimits wants Unknown, with its reason, where something ends, and answers again once it goes on.
func TestLimits(t *testing.T) {
	p := terms{term.NewPool()}
	var fs []*term.Formula
	for i := range int64(30) {
		x, y := p.v(fmt.Sprint("x", i)), p.v(fmt.Sprint("x", (i+7)%30))
		fs = append(fs, p.ne(p.mod(p.plus(p.x(3, fmt.Sprint("x", i)), y), 5+i), p.n(i%5)), p.between(0, x, 10*i+20))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s := lia.New(p.Pool, lia.Options{})
	if a := s.Solve(ended, fs); a.Status != solver.Unknown || !strings.Contains(a.Reason, "interrupted") {
		t.Errorf("after the end of the context: %v", a)
	}
	if a := lia.New(p.Pool, lia.Options{Work: 100}).Solve(t.Context(), fs); a.Status != solver.Unknown ||
		!strings.Contains(a.Reason, "budget") {
		t.Errorf("without budget: %v", a)
	}
	if a := s.Solve(t.Context(), fs); a.Status != solver.Sat {
		t.Errorf("with time: %v", a)
	}
	var chain []*term.Formula
	for i := range 3500 {
		chain = append(chain, p.Lt(p.v(fmt.Sprint("y", i)), p.v(fmt.Sprint("y", i+1))))
	}
	if a := s.Solve(t.Context(), chain); a.Status != solver.Unknown || !strings.Contains(a.Reason, "budget") {
		t.Errorf("a chain that is too long: %v %s", a.Status, a.Reason)
	}
	if a := s.Solve(t.Context(), chain[:500]); a.Status != solver.Sat {
		t.Errorf("a shorter chain: %v %s", a.Status, a.Reason)
	}
	p.Limit(10)
	if a := lia.New(p.Pool, lia.Options{}).Solve(t.Context(), fs); a.Status != solver.Unknown ||
		!strings.Contains(a.Reason, "pool") {
		t.Errorf("with an exhausted pool: %v", a)
	}
}

// TestDeterminism wants the same answer and proof whatever was asked before, and from another pool.
func TestDeterminism(t *testing.T) {
	for seed, f := range families {
		shared := term.NewPool()
		s := lia.New(shared, lia.Options{})
		var before []*term.Formula
		for i := range 60 {
			query := func(p *term.Pool) []*term.Formula {
				return f.query(newGenerator(p, uint64(seed)<<32+uint64(i)+1<<26, 3))
			}
			fs := query(shared)
			if n := len(before); n > 0 && i%3 > 0 { // a path that grows, and one that parts from it
				fs = append(before[:n-n/3*(i%2):n-n/3*(i%2)], fs...)
			}
			before = fs[:len(fs)-1]
			a, b := s.Solve(t.Context(), fs), lia.New(shared, lia.Options{}).Solve(t.Context(), fs)
			if fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("%s: %v is %v with a past and %v without", f.title, fs, a, b)
			}
			if err := wrong(shared, fs, a); err != nil {
				t.Fatalf("%s: %v is %v: %v", f.title, fs, a, err)
			}
			one := lia.New(shared, lia.Options{}).Solve(t.Context(), query(shared))
			p := term.NewPool()
			p.Mul(p.Input("d"), p.Input("b")) // with a past of its own
			other := lia.New(p, lia.Options{}).Solve(t.Context(), query(p))
			if fmt.Sprint(one) != fmt.Sprint(other) {
				t.Fatalf("%s: %v is %v and in another pool %v", f.title, fs, one, other)
			}
		}
	}
}

// FuzzSolve makes formulas of bytes, each three of which are an operation on a list of terms. Its context does not end
// with the time for fuzzing, which would make an answer unknown.
func FuzzSolve(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Add([]byte{1, 0, 3, 1, 1, 2, 4, 0, 1, 6, 7, 0, 9, 0, 0, 8, 200, 3, 10, 0, 1, 11, 1, 0, 12, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := term.NewPool()
		p.Limit(1 << 22)
		fs := formulas(p, data)
		if p.Exhausted() {
			return
		}
		s := lia.New(p, lia.Options{Work: 50_000})
		a := s.Solve(context.Background(), fs)
		p.Limit(1 << 40)
		if err := wrong(p, fs, a); err != nil {
			t.Fatalf("%v is %v: %v", fs, a, err)
		}
		if b := lia.New(p, lia.Options{Work: 50_000}).Solve(context.Background(), fs); a.Status != solver.Unknown &&
			fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%v is %v and %v", fs, a, b)
		}
		if len(fs) > 1 { // what a part refutes, the whole does
			if part := s.Solve(context.Background(), fs[:len(fs)-1]); part.Status == solver.Unsat &&
				a.Status == solver.Sat {
				t.Fatalf("%v is sat, but not without the last", fs)
			}
		}
	})
}

// formulas reads formulas. Bytes that say nothing are skipped.
func formulas(p *term.Pool, data []byte) (fs []*term.Formula) {
	es := []*term.Linear{p.Input("x"), p.Input("y"), p.Input("z")}
	at := func(b byte) *term.Linear { return es[int(b)%len(es)] }
	last := func(b byte) *term.Formula {
		if len(fs) == 0 {
			return p.Bool(false)
		}
		return fs[int(b)%len(fs)]
	}
	for ; len(data) >= 3 && len(fs) < 12 && len(es) < 30; data = data[3:] {
		a, b := data[1], data[2]
		k := p.Int(big.NewInt(int64(int8(b))))
		switch data[0] % 14 {
		case 0:
			es = append(es, p.Add(at(a), at(b)))
		case 1:
			es = append(es, p.Scale(k.Const, at(a)))
		case 2:
			es = append(es, p.Sub(at(a), at(b)))
		case 3:
			es = append(es, p.Add(at(a), k))
		case 4, 5:
			if b == 0 {
				continue
			}
			q, r := p.FloorDiv(at(a), k)
			if data[0]%14 == 5 {
				q, r = p.TruncDiv(at(a), k)
			}
			es = append(es, q, r)
		case 6:
			es = append(es, p.Mul(at(a), at(b)))
		case 7:
			es = append(es, p.Scale(new(big.Int).Lsh(big.NewInt(1), uint(b)), at(a)))
		case 8, 9:
			fs = append(fs, p.Le(at(a), at(b)))
		case 10:
			fs = append(fs, p.Eq(at(a), at(b)))
		case 11:
			fs = append(fs, p.Not(p.Eq(at(a), at(b))))
		case 12:
			fs = append(fs, p.Or(last(a), p.Le(at(b), at(a))))
		case 13:
			fs = append(fs, p.Not(p.And(last(a), last(b))))
		}
	}
	return fs
}

// TestGivesUp: however long the numbers, a query asks every little while whether to give up, ends soon after that,
// leaves no trace, and does not outlast its budget. What it does is counted in bytes allocated, as computing with long
// numbers does.
func TestGivesUp(t *testing.T) {
	for _, c := range []struct {
		title           string
		digits, unknown int
		most            int64 // bytes between two looks
	}{
		{"a thousand numbers of 3,000 digits", 3000, 40, 8 << 20},
		{"a hundred numbers of 100,000 digits", 100_000, 10, 16 << 20},
	} {
		p := terms{term.NewPool()}
		random := rand.New(rand.NewPCG(5, 6))
		number := func() *big.Int {
			words := make([]big.Word, c.digits/19)
			for i := range words {
				words[i] = big.Word(random.Uint64())
			}
			return new(big.Int).SetBits(words)
		}
		var fs []*term.Formula
		for range c.unknown {
			sum := p.n(0)
			for i := range c.unknown {
				sum = p.Add(sum, p.Scale(number(), p.v(fmt.Sprint("x", i))))
			}
			least := p.Int(number())
			fs = append(fs, p.Le(least, sum), p.Le(sum, p.Add(least, p.Int(number()))))
		}
		s := lia.New(p.Pool, lia.Options{Work: 1 << 40})
		for _, looks := range []int{0, 1, 3, 10} {
			w := watch(t.Context(), looks, math.MaxInt64)
			a := s.Solve(w, fs)
			if after := w.since(); w.most > c.most || after > c.most {
				t.Errorf("%s: found %d bytes allocated between two of %d looks, and %d after them, want at most %d",
					c.title, w.most, looks, after, c.most)
			}
			if a.Status != solver.Unknown || !strings.Contains(a.Reason, "interrupted") {
				t.Errorf("%s: found %v, %q", c.title, a.Status, a.Reason)
			}
			small := []*term.Formula{p.Lt(p.v("x0"), p.v("x1")), p.Lt(p.v("x1"), p.v("x0"))}
			if a := s.Solve(t.Context(), small); a.Status != solver.Unsat {
				t.Errorf("%s: then found %v, %q", c.title, a.Status, a.Reason)
			}
		}
		w := watch(t.Context(), math.MaxInt, 32<<20)
		a := lia.New(p.Pool, lia.Options{}).Solve(w, fs)
		if w.Err() != nil || w.most > c.most {
			t.Errorf("%s: the budget does not end it: found %d bytes allocated, %d between two looks, and %v", c.title,
				w.all, w.most, a)
		}
	}
}

// watched is a context that ends when it was asked so many times, or when so many bytes were allocated. It counts these
// between two looks.
type watched struct {
	context.Context
	left      int   // looks
	room      int64 // bytes
	last      int64 // what was allocated at the last look
	all, most int64 // bytes since the first look, and between two
}

func watch(ctx context.Context, looks int, room int64) *watched {
	return &watched{Context: ctx, left: looks, room: room, last: allocated()}
}

func (w *watched) Err() error {
	n := w.since()
	w.all, w.most = w.all+n, max(w.most, n)
	w.left--
	w.last = allocated()
	if w.left < 0 || w.all > w.room {
		return context.Canceled
	}
	return nil
}

// since returns how much was allocated since the last look.
func (w *watched) since() int64 { return allocated() - w.last }

// allocated returns how many bytes the test has allocated, of which the runtime tells in steps of some kilobytes.
func allocated() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
