package search

import (
	"math/rand/v2"
	"testing"
)

// TestBFS compares the frontier with a plain queue under random use.
func TestBFS(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var f BFS[*int]
	var want []*int
	for n := range 20_000 {
		if r.IntN(2) == 0 {
			ys := make([]*int, r.IntN(4))
			for i := range ys {
				ys[i] = new(int)
			}
			f.Push(ys...)
			want = append(want, ys...)
		} else {
			y, ok := f.Pop()
			if ok != (len(want) > 0) {
				t.Fatalf("after %d uses Pop says %t with %d states held", n, ok, len(want))
			}
			if ok {
				if y != want[0] {
					t.Fatalf("after %d uses Pop takes another state than the oldest", n)
				}
				want = want[1:]
			}
		}
		if f.Len() != len(want) {
			t.Fatalf("after %d uses Len is %d, want %d", n, f.Len(), len(want))
		}
	}
	for i, c := range f.chunks {
		for k, y := range c[:cap(c)] {
			if held := y != nil; held != (k < len(c) && (i > 0 || k >= f.next)) {
				t.Errorf("at %d of chunk %d a state is held: %t", k, i, held)
			}
		}
	}
	if room := len(f.chunks) * chunk; room > f.Len()+2*chunk {
		t.Errorf("there is room for %d states, of which %d are held", room, f.Len())
	}
}
