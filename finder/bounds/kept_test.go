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
		t.Errorf("the space has %d sums, numbered below %d, after %d paths with %d each, want %d at most",
			len(space.places), space.next, paths, length, most)
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

// TestListStaysShort follows a path on which each round makes needless what the one before said, beside conjuncts that
// stay needed, and wants the list to be no longer than a few times what a query needs.
func TestListStaysShort(t *testing.T) {
	const rounds, stay = 500, 20
	p := term.NewPool()
	a, b := p.Input("a"), p.Input("b")
	var fs []*term.Formula
	fs = append(fs, p.Le(p.Int(one), b))
	for i := range stay {
		x := p.Input("x" + string(rune('a'+i)))
		fs = append(fs, p.Or(p.Le(x, p.Int(zero)), p.Le(a, x)))
	}
	for i := range rounds { // a != i b, a > i b
		sum := p.Sub(a, p.Scale(big.NewInt(int64(i+1)), b))
		fs = append(fs, p.Not(p.Eq(sum, p.Int(zero))), p.Lt(p.Int(zero), sum))
	}
	known, longest := NewSpace(p).Nothing(), int32(0)
	for _, f := range fs {
		known, _ = known.Assume(f)
		longest = max(longest, known.long)
	}
	if most := int32(2 * (stay + firstLimit)); longest > most {
		t.Errorf("the list has up to %d conjuncts, want %d at most", longest, most)
	}
	q := known.Query()
	if found, want := len(q.Formulas), 1+stay+1; found != want { // the first conjunct, the disjunctions, the last one
		t.Errorf("the query has %d conjuncts, want %d", found, want)
	}
	for i, f := range q.Formulas {
		if !f.Equal(fs[q.At[i]]) {
			t.Errorf("conjunct %d of the query is %v, want %v, which is at %d of the path", i, f, fs[q.At[i]], q.At[i])
		}
	}
}
