package search

import (
	"math/rand/v2"
	"testing"
)

// TestGuided establishes that the frontier takes the youngest of the states with the lowest rank, and every fourth time
// the oldest state, under random use.
func TestGuided(t *testing.T) {
	type state struct{ rank, number int }
	r := rand.New(rand.NewPCG(3, 4))
	f := Guided(func(s state) int64 { return int64(s.rank) })
	var held []state // the oldest first
	choices := 0
	for n := range 20_000 {
		if r.IntN(2) == 0 {
			var some []state
			for range r.IntN(4) {
				some = append(some, state{r.IntN(5), n})
			}
			f.Push(some...)
			held = append(held, some...)
			continue
		}
		s, ok := f.Pop()
		if ok != (len(held) > 0) {
			t.Fatalf("after %d uses Pop says %t with %d states held", n, ok, len(held))
		}
		if !ok {
			continue
		}
		best := 0
		for i, h := range held {
			if h.rank <= held[best].rank {
				best = i
			}
		}
		if len(held) > 1 {
			if choices++; choices%Ratio == 0 {
				best = 0
			}
		}
		if s != held[best] {
			t.Fatalf("after %d uses Pop takes %v, want %v", n, s, held[best])
		}
		held = append(held[:best], held[best+1:]...)
		if f.Len() != len(held) {
			t.Fatalf("after %d uses Len is %d, want %d", n, f.Len(), len(held))
		}
	}
}
