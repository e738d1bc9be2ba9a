package bounds

import (
	"math/big"
	"runtime"
	"testing"

	"vouch/semantics/term"
)

// This file tests what a space keeps: the sums of which something is known on a path that there is, and no others.

// TestSumsAreLetGo follows many paths, few of which are kept, and wants what is known on those to stay what it is.
func TestSumsAreLetGo(t *testing.T) {
	const paths, length = 300, 100
	p := term.NewPool()
	x, y := p.Input("x"), p.Input("y")
	space := NewSpace(p)
	bound := func(path, i int) *term.Formula { // a sum that no other path has, and what it is at most
		sum := p.Add(p.Scale(big.NewInt(int64(path*length+i+2)), x), y)
		return p.Le(sum, p.Int(big.NewInt(int64(i))))
	}
	kept := map[int]*Known{}
	for path := range paths {
		known := space.Nothing()
		for i := range length {
			known, _ = known.Assume(bound(path, i))
		}
		if path%50 == 0 {
			kept[path] = known
		}
		if path%10 == 0 {
			runtime.GC()
		}
	}
	most := 2*(len(kept)*length+firstSweep) + 10*length
	if len(space.places) > most || space.next > most {
		t.Errorf("the space has %d sums, numbered below %d, after %d paths with %d each, want %d at most", len(space.places), space.next, paths, length, most)
	}
	for path, known := range kept {
		for i := range length {
			if _, truth := known.Assume(bound(path, i)); truth != Always {
				t.Fatalf("path %d: conjunct %d is forgotten", path, i)
			}
			if _, truth := known.Assume(bound(path+1, i)); truth != Open {
				t.Fatalf("path %d: conjunct %d of the next path is %v", path, i, truth)
			}
		}
		if got := len(known.Query().Formulas); got != length {
			t.Errorf("path %d has %d conjuncts, want %d", path, got, length)
		}
	}
}
