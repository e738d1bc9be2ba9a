package bounds

import (
	"math/big"
	"testing"

	"vouch/semantics/term"
)

// This file tests what paths keep: what is known about their sums, whatever other paths know, and a short list of
// conjuncts.

// TestSumsOfPaths follows paths with a common beginning, and wants each to know its own sums and no other path's.
func TestSumsOfPaths(t *testing.T) {
	const paths, length = 30, 100
	p := term.NewPool()
	x, y := p.Input("x"), p.Input("y")
	bound := func(path, i int) *term.Formula { // a sum that no other path has, and what it is at most
		sum := p.Add(p.Scale(big.NewInt(int64(path*length+i+2)), x), y)
		return p.Le(sum, p.Int(big.NewInt(int64(i))))
	}
	begin := NewSpace(p).Nothing()
	for i := range length {
		begin, _ = begin.Assume(bound(paths+1, i))
	}
	kept := map[int]*Known{}
	for path := range paths {
		known := begin
		for i := range length {
			known, _ = known.Assume(bound(path, i))
		}
		kept[path] = known
	}
	for path, known := range kept {
		for i := range length {
			for _, own := range []int{path, paths + 1} {
				if _, truth := known.Assume(bound(own, i)); truth != Always {
					t.Fatalf("path %d: conjunct %d of path %d is forgotten", path, i, own)
				}
				negated := p.Not(bound(own, i)) // the same sum with the other sign
				if _, truth := known.Assume(negated); truth != Never {
					t.Fatalf("path %d: the negation of conjunct %d of path %d is %v", path, i, own, truth)
				}
			}
			if _, truth := known.Assume(bound((path+1)%paths, i)); truth != Open {
				t.Fatalf("path %d: conjunct %d of the next path is %v", path, i, truth)
			}
		}
		if got := len(known.Query().Formulas); got != 2*length {
			t.Errorf("path %d has %d conjuncts, want %d", path, got, 2*length)
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
