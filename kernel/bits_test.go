package kernel

import (
	"math/big"
	"testing"
)

// This file tests that names and bits say of all integers what is so, and nothing else.

// TestNames: for each value of the symbols, all facts hold for one value of the name, which says whether the formula
// holds.
func TestNames(t *testing.T) {
	x, y := symbol(0), symbol(1)
	low := notMore(x, number(1))
	for _, f := range []Formula{low, not(low), equal(x.minus(y)), not(equal(x.minus(y))), join(And, low, less(x, y)),
		join(Or, low, less(x, y)), truth(true), truth(false)} {
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		k.fresh()
		k.fresh()
		if err := k.Name(f); err != nil {
			t.Fatal(err)
		}
		for n := range int64(7 * 7 * 4) {
			m := model{big.NewInt(n%7 - 3), big.NewInt(n/7%7 - 3), big.NewInt(n/49 - 1)}
			holds := true
			for _, r := range k.rows {
				holds = holds && m.holds(atMost(r))
			}
			for _, c := range k.choices {
				holds = holds && m.holds(c)
			}
			is := int64(flagOf(m[:2].holds(f)))
			if holds != (m[2].Int64() == is) {
				t.Errorf("%s for %v: facts hold: %t", f.text(func(s int) string { return "xys"[s : s+1] }), m, holds)
			}
		}
	}
}

// TestBitwise: the bits of two integers give the conjunction that Go computes, and no other integer.
func TestBitwise(t *testing.T) {
	const width = 3
	for n := range int64(64) {
		x, y := n%8-4, n/8-4
		k := &Kernel{facts: newFacts(), claim: Claim{Kind: Safe}, most: DefaultWork}
		m := model{big.NewInt(x), big.NewInt(y)}
		k.fresh()
		k.fresh()
		var bits [2][]Term
		for i, v := range [...]int64{x, y} {
			sum := number(0)
			for place := range width {
				b := k.fresh()
				bits[i], m = append(bits[i], b), append(m, big.NewInt(v>>place&1))
				unit := power(uint(place))
				if place == width-1 {
					unit.Neg(unit)
				}
				sum = sum.plus(b.scale(unit))
				k.assume(inside(b, number(1)))
			}
			k.assume(equal(symbol(i).minus(sum)))
		}
		before := len(k.rows)
		z := k.symbols // of the conjunction
		if err := k.Bitwise(symbol(0), symbol(1), bits[0], bits[1]); err != nil {
			t.Fatal(err)
		}
		if len(k.rows) <= before {
			t.Fatal("no fact was added")
		}
		for v := int64(-9); v < 9; v++ {
			holds := true
			for _, r := range k.rows[before:] {
				holds = holds && append(m[:z:z], big.NewInt(v)).holds(atMost(r))
			}
			if holds != (v == x&y) {
				t.Errorf("%d and %d may be %d: %t", x, y, v, holds)
			}
		}
	}
}

// TestShapesOfOneGoal: goals that come from one share its state until they change it.
func TestShapesOfOneGoal(t *testing.T) {
	p := guarded(ex(opLt, rd(0), num(5)), 0, 9)
	p.globals = []global{{size: big.NewInt(8)}}
	k := made(t, p, Claim{Kind: Safe})
	for _, err := range [...]error{k.Run(9), k.Split(nil), k.Shape(1, 0, int(u16))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := k.Cell(1, 0, int(u16)); !ok {
		t.Error("found no cell of two bytes, want one")
	}
	if n := len(k.waiting[0].state.objects[0].cells); n != 0 {
		t.Errorf("found %d cells in the other goal, want none", n)
	}
}
