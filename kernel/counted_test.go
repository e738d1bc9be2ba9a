package kernel

import (
	"bytes"
	"math/big"
	"testing"
)

// This file tests that what takes long is counted as work, and that nobody changes what a theorem says.

// commanded gives commands to a kernel, and returns the work that the last one took, with its error.
func commanded(t *testing.T, k *Kernel, cmds ...[]byte) (work int64, err error) {
	t.Helper()
	for i, c := range cmds {
		before := k.spent
		if err = k.command(newReader(c)); err != nil && i < len(cmds)-1 {
			t.Fatal(err)
		}
		work = k.spent - before
	}
	return work, err
}

// TestCountedPowers: a number that facts give to a product of many symbols is counted by the machine words that it
// takes.
func TestCountedPowers(t *testing.T) {
	for _, c := range []struct {
		title   string
		squares int
		bits    uint
		refused bool
	}{
		{"a power of a small number", 3, 2, false},
		{"the 64th power of a number of 64 kB", 6, 8*maxNumber - 1, true},
		{"the 4096th power of a number of 64 kB", 12, 8*maxNumber - 1, true},
	} {
		code := []instr{to(0, inDraw), to(1, inSet, rd(0))}
		for range c.squares {
			code = append(code, to(1, inSet, ex(opMul, rd(1), rd(1))))
		}
		n, v := len(code), &expr{op: opConst, num: new(big.Int).Sub(power(c.bits), one)}
		code = append(code, do(inBranch, ex(opEq, rd(0), v)).to(n+1, n+2), to(0, inSet, ex(opMod, rd(1), num(7))),
			do(inHalt, num(0)))
		code[n+1] = to(0, inSet, ex(opShl, num(0), rd(1)))
		k := made(t, simple([]byte{tInt, tInt}, code...), safe)
		work, err := commanded(t, k, run(100), split(), run(100))
		if refused := err != nil; refused != c.refused || refused && work < DefaultWork/2 {
			t.Errorf("%s: found %d units of work and the error %v, want it refused: %t", c.title, work, err, c.refused)
		}
	}
}

// TestCountedMeetings: each slot of a state that meets a claimed one is counted, although it has no value.
func TestCountedMeetings(t *testing.T) {
	const slots = 1 << 12
	k := made(t, simple(bytes.Repeat([]byte{tInt}, slots), to(0, inDraw).within(0, 1<<40), do(inHalt, num(0))), safe)
	work, err := commanded(t, k, run(1), claim(nil, 0), cut(atMost(symbol(0).minus(number(5)))), meet(0, 0))
	if err != nil || work < slots {
		t.Errorf("found %d units of work (%v), want %d for the slots", work, err, slots)
	}
}

// TestCountedFormulas: a formula is counted as it is read, and not as it is in its form: its terms are divided by what
// their coefficients have in common, and what always holds is left out.
func TestCountedFormulas(t *testing.T) {
	large := new(big.Int).Sub(power(8*1000), one)
	c := appendIndex(appendArray(nil, 2), DoCut)
	c = appendArray(appendIndex(appendArray(c, 2), int(And)), 2)
	c = appendTerm(appendIndex(appendArray(c, 2), int(AtMost)),
		Term{zero, []Mono{{large, []int{0}}, {large, []int{1}}}})
	// never
	c = appendTerm(appendIndex(appendArray(c, 2), int(Equal)),
		Term{large, []Mono{{new(big.Int).Add(large, large), []int{0}}}})
	k := made(t, simple([]byte{tInt, tInt}, to(0, inDraw), to(1, inDraw), do(inHalt, num(0))), safe)
	r := newReader(append(append([]byte(nil), c...), run(1)...))
	if _, err := commanded(t, k, run(2)); err != nil {
		t.Fatal(err)
	}
	before := k.spent
	err := k.command(r) // the cut; the next command pays for its formula
	if err == nil {
		err = k.command(r)
	}
	if work := k.spent - before; work < 1000*1000/64 {
		t.Errorf("found %d units of work (%v), want those of gcds of numbers of 1,000 bytes", work, err)
	}
}

// TestClaimCopied: what a caller does to a claim that a theorem returned changes no theorem.
func TestClaimCopied(t *testing.T) {
	p := simple([]byte{tInt}, to(0, inDraw).within(0, 9), do(inFail).fails("x"))
	c := Claim{Kind: Class, Inputs: []*big.Int{big.NewInt(1)}, Fault: Fault{"x", span{0, 2, inFail}},
		Where: []Formula{atMost(symbol(0).minus(number(3)))}}
	th, err := Check(bytes.NewReader(proofOf(p, c, run(9))))
	if err != nil {
		t.Fatal(err)
	}
	before, found := th.Claim().String(), th.Claim()
	found.Where[0].E.Const.SetInt64(7)
	found.Where[0].E.Monos[0].Coef.SetInt64(7)
	found.Where[0].E.Monos[0].Syms[0] = 7
	found.Inputs[0].SetInt64(7)
	th.Claim().Where[0] = Formula{Op: True}
	if after := th.Claim().String(); after != before {
		t.Errorf("found the claim %q, want %q", after, before)
	}
	if s := new(Theorem).Claim().String(); s != "nothing" {
		t.Errorf("a theorem that nobody proved says %q, want nothing", s)
	}
}
