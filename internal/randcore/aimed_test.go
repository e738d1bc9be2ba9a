package randcore

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
)

// TestAims: each instruction and each kind of fault has a statement, and of the programs that aim at it a third at
// least come to it.
func TestAims(t *testing.T) {
	rows := map[Aim]int{}
	for _, s := range statements {
		rows[s.Aim]++
		if s.often < 1 {
			t.Errorf("%s: no program aims at it", s.Aim)
		}
	}
	for op := range core.Unsupported + 1 {
		if rows[Aim{Op: op}] != 1 {
			t.Errorf("the instruction %s has %d statements, want one", op, rows[Aim{Op: op}])
		}
	}
	for _, kind := range semantics.Kinds {
		if rows[Aim{Kind: kind}] != 1 {
			t.Errorf("the fault %s has %d statements, want one", kind, rows[Aim{Kind: kind}])
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range statements {
		const programs = 40
		met := 0
		for range programs {
			if p := Aimed(r, s.Aim); p.Check() != nil {
				t.Fatalf("%s: %v\n%s", s.Aim, p.Check(), p.Text())
			} else if comesTo(r, p, s.Aim) {
				met++
			}
		}
		if met < programs/3 {
			t.Errorf("%s: %d of %d programs come to it", s.Aim, met, programs)
		}
	}
}

// TestAimed: programs with several aims pass the sanity check.
func TestAimed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		if p := Aimed(r, Aims(r)...); p.Check() != nil {
			t.Fatalf("%v\n%s", p.Check(), p.Text())
		}
	}
}

// comesTo reports whether a program comes to an aim on some of 20 random inputs.
func comesTo(r *rand.Rand, p *core.Program, a Aim) bool {
	for range 20 {
		inputs := Inputs(r, p)
		m := &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) {
			v, ok := inputs[name]
			return v, ok
		}}
		s, ok := m.Start(), true
		for steps := 0; ok && !s.Ended() && steps < 200; steps++ {
			if a.Kind == "" && s.Instr().Op == a.Op {
				return true
			}
			s, _, ok = m.Step(s)
		}
		if f, fails := m.Fault(s); fails && f.Kind == a.Kind && a.Kind != "" {
			return true
		}
	}
	return false
}
