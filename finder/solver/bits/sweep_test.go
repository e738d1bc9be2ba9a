package bits

import (
	"fmt"
	"math/big"
	"testing"

	"vouch/finder/solver"
	"vouch/semantics/term"
)

// This file tests sweeps: checksums by a table and by bits are equal, which takes too much work without them.

// checksums returns formulas that say that the checksum of n bytes by a table is not that by shifts, where the
// polynomial of the latter is given.
func checksums(p *term.Pool, n int, polynomial int64) []*term.Formula {
	const right = 7
	num := func(v int64) *term.Linear { return p.Int(big.NewInt(v)) }
	step := func(c *term.Linear, polynomial int64) *term.Linear {
		for range 8 {
			top, _ := p.FloorDiv(c, num(128))
			_, low := p.FloorDiv(p.Scale(big.NewInt(2), c), num(256))
			c = p.BitXor(low, p.Scale(big.NewInt(polynomial), top))
		}
		return c
	}
	var table []term.Case
	for i := range int64(256) {
		table = append(table, term.Case{At: big.NewInt(i), Value: step(num(i), right)})
	}
	a, b := num(0), num(0)
	for i := range n {
		x := p.Draw(fmt.Sprint("x", i), big.NewInt(0), big.NewInt(255))
		a, b = p.Select(p.BitXor(a, x), table), step(p.BitXor(b, x), polynomial)
	}
	return []*term.Formula{p.Not(p.Eq(a, b))}
}

func TestSweep(t *testing.T) {
	for _, c := range []struct {
		title      string
		bytes      int
		polynomial int64
		want       solver.Status
	}{
		{"a byte", 1, 7, solver.Unsat},
		{"two bytes", 2, 7, solver.Unsat},
		{"eight bytes", 8, 7, solver.Unsat},
		{"another polynomial", 2, 9, solver.Sat},
	} {
		p := term.NewPool()
		fs := checksums(p, c.bytes, c.polynomial)
		a := New(p, Options{Work: DefaultWork / 10}).Solve(t.Context(), fs)
		if a.Status != c.want {
			t.Errorf("%s: found %v %s, want %v", c.title, a.Status, a.Reason, c.want)
			continue
		}
		switch a.Status {
		case solver.Unsat:
			if err := refute(p, fs, a.Proof); err != nil {
				t.Errorf("%s: the checker says: %v", c.title, err)
			}
			if last := a.Proof[0].Bits.Chains; len(last) > 1 {
				a.Proof[0].Bits.Chains = last[:len(last)-1]
				if refute(p, fs, a.Proof) == nil {
					t.Errorf("%s: the checker accepts a proof without its end", c.title)
				}
			}
			if refute(p, checksums(p, c.bytes, 9), a.Proof) == nil {
				t.Errorf("%s: the checker accepts the proof for another polynomial", c.title)
			}
		case solver.Sat:
			if !solver.Satisfies(p, a.Model, fs) {
				t.Errorf("%s: found %v, which is no model", c.title, a.Model)
			}
		}
	}
}

// TestSweepsInVain: the more sweeps in a row were in vain, the more queries are not swept, until a sweep pays.
func TestSweepsInVain(t *testing.T) {
	const vain, pays = 70, 80
	for _, c := range []struct {
		title string
		paid  []int64 // what each sweep pays, of 100
		want  string  // of each query, whether it is swept
	}{
		{"sweeps that pay", []int64{pays, pays, pays}, "yyy"},
		{"sweeps in vain", []int64{vain, vain, vain, vain, vain}, "ynynnnynnnnnnnynnnnnnny"},
		{"one in vain", []int64{pays, vain, pays, pays}, "yynyy"},
		{"one that pays", []int64{vain, vain, pays, vain, vain}, "ynynnnyynynnn"},
	} {
		var s sweeps
		found := ""
		for range c.want {
			if !s.due() {
				found += "n"
				continue
			}
			found += "y"
			if len(c.paid) > 0 {
				s.done(c.paid[0], 100)
				c.paid = c.paid[1:]
			}
		}
		if found != c.want {
			t.Errorf("%s: found %s, want %s", c.title, found, c.want)
		}
	}
}
