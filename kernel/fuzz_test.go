package kernel

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"testing"
)

// This file tests that no bytes make the kernel panic, and that bytes that were changed prove nothing else.

// corpus returns all proofs of the tests as bytes, the good ones first.
func corpus() (all [][]byte) {
	for _, test := range proofs {
		all = append(all, proofOf(test.p, test.c, test.commands...))
	}
	return all
}

// FuzzCheck looks for bytes on which the kernel panics or takes more than a little work.
func FuzzCheck(f *testing.F) {
	for _, b := range corpus() {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) { checkQuickly(b) })
}

// checkQuickly is Check with little work. A nil error means a theorem.
func checkQuickly(b []byte) (k *Kernel, err error) {
	r := newReader(b)
	if k, err = open(r, DefaultWork); err != nil {
		return nil, err
	}
	k.spent = DefaultWork - 1<<16
	k.looked = k.spent - workPerLook
	for r.more() {
		if err := k.command(r); err != nil {
			return nil, err
		}
		if k.spent > DefaultWork {
			return nil, refusal("too much work")
		}
	}
	if !k.proved {
		return nil, refusal("a goal is left")
	}
	return k, nil
}

// TestMutatedProofs changes bytes of good proofs. What is accepted then must be about the same program, or about one
// that is as good by another proof: as no test can know that, it looks at the programs for which a run on few inputs
// says whether they fail.
func TestMutatedProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	accepted, same := 0, 0
	for _, b := range corpus() {
		good, err := checkQuickly(b)
		if err != nil {
			t.Fatal(err)
		}
		for range 600 {
			c := mutated(r, b)
			k, err := checkQuickly(c)
			if err != nil {
				continue
			}
			accepted++
			if k.digest == good.digest && k.claim.String() == good.claim.String() {
				same++
				continue
			}
			if why := refuted(r, k); why != "" {
				t.Errorf("accepted, but %s: %x\nwas %x", why, c, b)
			}
		}
	}
	t.Logf("%d accepted, %d of them say the same", accepted, same)
	if accepted < 500 || same < 50 {
		t.Errorf("%d accepted, %d of them say the same", accepted, same)
	}
}

// mutated returns b with a few changes.
func mutated(r *rand.Rand, b []byte) []byte {
	c := bytes.Clone(b)
	for range 1 + r.IntN(2) {
		i := r.IntN(len(c))
		switch r.IntN(7) {
		case 0:
			c[i] ^= 1 << r.IntN(8)
		case 1, 2:
			c[i] = byte(r.IntN(32))
		case 3:
			c[i]++
		case 4:
			c[i]--
		case 5: // one item, perhaps a command, twice
			j := i + r.IntN(min(8, len(c)-i)+1)
			c = append(bytes.Clone(c[:j]), c[i:]...)
		case 6:
			j := i + r.IntN(min(8, len(c)-i)+1)
			c = append(bytes.Clone(c[:i]), c[j:]...)
		}
	}
	return c
}

// refuted returns why a theorem is false; "" if it may be true. It runs the program on random inputs.
func refuted(r *rand.Rand, proved *Kernel) string {
	if proved.claim.Kind == Fails && !failsOn(proved, proved.claim.Inputs) {
		return "the run does not fail so"
	}
	for range 60 {
		if proved.claim.Kind != Class {
			break
		}
		m := model{}
		for _, n := range proved.claim.Inputs {
			m = append(m, new(big.Int).Add(n, big.NewInt(int64(r.IntN(9)-4))))
		}
		inputs := m
		for _, q := range proved.claim.Quotients {
			n, _ := floorDiv(m.of(q.Of), q.By)
			m = append(m, n)
		}
		in := true
		for _, f := range proved.claim.Where {
			in = in && m.holds(f)
		}
		if in && !failsOn(proved, inputs) {
			return "another run of the class does not fail so"
		}
	}
	for range 60 {
		if proved.claim.Kind != Safe {
			break
		}
		k := &Kernel{facts: newFacts(), most: DefaultWork, program: proved.program,
			claim: Claim{Kind: Safe, LoopLimit: proved.claim.LoopLimit}}
		k.start()
		for n := 0; n < 1000 && !k.stopped(); n++ {
			f := k.frame()
			if f.pc >= len(f.fn.code) || f.instr().op != inDraw {
				k.step()
				continue
			}
			in := f.instr()
			v := big.NewInt(int64(r.IntN(24) - 6))
			if in.lo != nil && v.Cmp(in.lo) < 0 {
				v = in.lo
			}
			if in.hi != nil && v.Cmp(in.hi) > 0 {
				v = in.hi
			}
			if in.lo != nil && v.Cmp(in.lo) < 0 {
				k.stop = atEnd // there is no such input
			}
			k.set(in.dst, of(integer(v)))
		}
		if k.stop == atFault {
			return "there is the fault " + k.found.Kind
		}
	}
	return ""
}

// failsOn reports whether the program comes to the claimed fault on inputs, or one of them is not in its range.
func failsOn(proved *Kernel, inputs []*big.Int) bool {
	c := proved.claim
	c.Kind, c.Inputs = Fails, inputs
	k := &Kernel{facts: newFacts(), most: DefaultWork, program: proved.program, claim: c}
	k.start()
	for n := 0; n < 1000 && !k.stopped(); n++ {
		k.step()
	}
	if proved.claim.Kind == Class && k.err != nil && k.err.Error() == "an input out of its range" {
		return true
	}
	return k.stop == atFault && k.found == c.Fault && k.state.drawn == len(inputs)
}
