package search

import (
	"math/rand/v2"
	"slices"
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
	if held := slices.IndexFunc(f.queue[:f.next], func(y *int) bool { return y != nil }); held >= 0 {
		t.Errorf("the frontier holds on to a state that was taken")
	}
	if spare := f.queue[len(f.queue):cap(f.queue)]; slices.ContainsFunc(spare, func(y *int) bool { return y != nil }) {
		t.Errorf("the frontier holds on to a state behind its end")
	}
}
