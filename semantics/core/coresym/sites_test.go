package coresym

import (
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/randcore"
)

// TestNext: steps lead to places that follow in the program, of which most instructions have one or two.
func TestNext(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	steps, places := 0, 0
	for i := range 300 {
		m := New(randcore.Program(r, randcore.Families[i%len(randcore.Families)]))
		states := []State{m.Start()}
		for n := 0; n < len(states) && n < 200; n++ {
			s := states[n]
			next := m.Next(m.Site(s))
			for _, to := range m.Expand(s) {
				if !m.Done(to.State) && !slices.Contains(next, m.Site(to.State)) {
					t.Fatalf("%s leads to %s, want one of %d places", to.Rule.Name, m.Site(to.State), len(next))
				}
				steps, places = steps+1, places+len(next)
				states = append(states, to.State)
			}
		}
	}
	if steps < 5000 || places > 3*steps {
		t.Errorf("%d steps have %d places, want more steps or fewer places", steps, places)
	}
}
