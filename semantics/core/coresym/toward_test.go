package coresym

import (
	"math/rand/v2"
	"testing"

	"vouch/internal/randcore"
	"vouch/semantics/core"
)

// TestToward: the states on every way to a goal may come there, and many others may not.
func TestToward(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	on, off, calls := 0, 0, 0
	for i := range 600 {
		p := randcore.Program(r, randcore.Families[i%len(randcore.Families)])
		f := p.Funcs[r.IntN(len(p.Funcs))]
		goal := &f.Code[r.IntN(len(f.Code))]
		toward := NewToward(p, func(in *core.Instr) bool { return in == goal })
		followed := map[*core.Instr]bool{}
		Follow(p, func(in *core.Instr) {
			if followed[in] {
				t.Fatalf("program %d: found that an instruction is visited twice", i)
			}
			followed[in] = true
		})
		if begins := toward.leads[&p.Funcs[p.Entry].Code[0]]; followed[goal] != begins {
			t.Fatalf("program %d: found that its beginning leads to the goal: %t, and that the goal leads back there: %t",
				i, followed[goal], begins)
		}
		m := New(p)
		states, before := []State{m.Start()}, []int{-1}
		for n := 0; n < len(states) && n < 200; n++ {
			s := states[n]
			if m.Site(s) == goal {
				if !followed[goal] {
					t.Fatalf("program %d comes to its goal, found that it does not begin on a way there", i)
				}
				for k := n; k >= 0; k = before[k] {
					if on++; !toward.From(states[k]) {
						t.Fatalf("program %d: state %d comes to the goal by %d, found that it may not", i, k, n)
					}
					if states[k].rest.caller != nil {
						calls++
					}
				}
			} else if !toward.From(s) {
				off++
				for _, to := range m.Expand(s) {
					if toward.From(to.State) {
						t.Fatalf("program %d: state %d may not come to the goal, found that the next one may", i, n)
					}
				}
			}
			for _, to := range m.Expand(s) {
				if !m.Done(to.State) {
					states, before = append(states, to.State), append(before, n)
				}
			}
		}
	}
	if on < 1000 || off < 1000 || calls < 100 {
		t.Errorf("%d states are on a way, %d in calls, and %d are on none; want more", on, calls, off)
	}
}
