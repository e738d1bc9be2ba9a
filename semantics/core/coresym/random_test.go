package coresym_test

import (
	"math/rand/v2"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/randcore"
	"vouch/semantics/core/coresym"
)

// TestRandom runs random programs in lockstep.
func TestRandom(t *testing.T) { random(t, randcore.Families) }

// TestBitFields is TestRandom for programs about bit-fields.
func TestBitFields(t *testing.T) { random(t, randcore.BitFields) }

func random(t *testing.T, families []randcore.Family) {
	for seed, family := range families {
		t.Run(family.Name, func(t *testing.T) {
			ends := map[string]int{}
			for k := range effort.Of(uint64(150)) {
				r := rand.New(rand.NewPCG(uint64(seed), k))
				p := randcore.Program(r, family)
				m := coresym.New(p)
				for range 3 {
					ends[lockstep{t, m, p, randcore.Inputs(r, p)}.run(150)]++
				}
				if t.Failed() {
					t.Fatal(string(p.Text()))
				}
			}
			t.Log(ends)
		})
	}
}
