package search

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// This file defines what is expected of every strategy, and of the fair ones beyond that.

// item is a state in these tests: it has a number, a depth and a site.
type item struct {
	number, site int
	depth        int64
}

var view = View[*item]{
	Depth: func(i *item) int64 { return i.depth },
	Site:  func(i *item) any { return i.site },
}

// TestFrontiers: every strategy gives back each state that it was given, once, and counts those that it holds.
func TestFrontiers(t *testing.T) {
	for _, strategy := range Strategies {
		t.Run(strategy, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			f := New(strategy, view)
			held := map[*item]bool{}
			if _, ok := f.Pop(); ok {
				t.Fatal("an empty frontier gives a state")
			}
			depth := int64(0)
			for n := range 40_000 {
				if most := []int{1, 5}[n/2000%2]; r.IntN(most+2) <= most/2 { // it grows and shrinks in turn
					ys := make([]*item, r.IntN(4))
					for i := range ys {
						ys[i] = &item{number: n, site: r.IntN(9), depth: depth + 1}
						held[ys[i]] = true
					}
					f.Push(ys...)
				} else if y, ok := f.Pop(); ok != (len(held) > 0) || ok && !held[y] {
					t.Fatalf("after %d uses Pop gives %v, %t with %d states held", n, y, ok, len(held))
				} else if ok {
					delete(held, y)
					depth = y.depth
				}
				if f.Len() != len(held) {
					t.Fatalf("after %d uses Len is %d, want %d", n, f.Len(), len(held))
				}
			}
			for range len(held) {
				y, ok := f.Pop()
				if !ok || !held[y] {
					t.Fatalf("Pop gives %v, %t though %d states are held", y, ok, len(held))
				}
				delete(held, y)
			}
			if _, ok := f.Pop(); ok || f.Len() != 0 {
				t.Errorf("a frontier that was emptied holds %d states", f.Len())
			}
		})
	}
	if f := New("none", view); f != nil {
		t.Errorf("found the frontier %T for a strategy that there is not", f)
	}
}

// TestOrders compares orders with those that are wanted, of a tree in which each state has two successors, the second of them at
// another site. A state's number is that of its decisions.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		strategy string
		want     []int
	}{
		{"bfs", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"dfs", []int{1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15}},
		{"iddfs", []int{1, 2, 4, 5, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"visits", []int{1, 3, 2, 6, 7, 5, 4, 12, 13, 15, 14, 10, 11, 9, 8}}, // 6, 12 and 10 by age
	} {
		f := New(c.strategy, view)
		if f, ok := f.(*IDDFS[*item]); ok {
			f.bound = 2
		}
		f.Push(&item{number: 1})
		var got []int
		for y, ok := f.Pop(); ok; y, ok = f.Pop() {
			if got = append(got, y.number); y.number < 8 {
				f.Push(&item{2 * y.number, 0, y.depth + 1}, &item{2*y.number + 1, 1, y.depth + 1})
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.strategy, got, c.want)
		}
	}
}

// TestFair: a state is taken within the bound that the strategy states, while whatever is taken has successors that the heuristic
// prefers.
func TestFair(t *testing.T) {
	for _, strategy := range []string{"random", "visits"} {
		r := rand.New(rand.NewPCG(1, 2))
		f := New(strategy, view)
		due := map[*item]int{} // the last pop that may take it
		pops := 0
		push := func(site int) {
			y := &item{site: site}
			due[y] = pops + Ratio*(f.Len()+1)
			f.Push(y)
		}
		for range 50 {
			push(0) // a site that is visited often
		}
		for ; pops < 5000; pops++ {
			y, ok := f.Pop()
			if !ok {
				t.Fatalf("%s: nothing is held after %d pops", strategy, pops)
			}
			if late := pops + 1 - due[y]; late > 0 {
				t.Fatalf("%s: a state is taken %d pops after its bound", strategy, late)
			}
			delete(due, y)
			push(1 + r.IntN(1000)) // a site that is visited seldom
			if pops%100 == 0 {
				push(0)
			}
		}
		for _, last := range due {
			if last < pops {
				t.Fatalf("%s: a state is still held %d pops after its bound", strategy, pops-last)
			}
		}
	}
}

// TestDeepening: no state beyond a bound is visited before one within it, and bounds double.
func TestDeepening(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := New("iddfs", view).(*IDDFS[*item])
	f.Push(&item{})
	deepest, states := int64(0), 0
	for y, ok := f.Pop(); ok && states < 200_000; y, ok = f.Pop() {
		states++
		deepest = max(deepest, y.depth)
		if y.depth > firstBound && deepest >= 2*y.depth {
			t.Fatalf("a state of depth %d is visited after one of depth %d", y.depth, deepest)
		}
		for range r.IntN(3) { // one on the average
			f.Push(&item{depth: y.depth + 1 + int64(r.IntN(3))})
		}
		if f.Len() == 0 {
			f.Push(&item{depth: y.depth + 1})
		}
	}
	if deepest < 8*firstBound {
		t.Errorf("the deepest of %d states has depth %d, so bounds hardly matter", states, deepest)
	}
}

// TestLetsGo: what was taken is not held on to, even behind a state that stays.
func TestLetsGo(t *testing.T) {
	for _, strategy := range Strategies {
		f := New(strategy, View[*[1 << 14]byte]{
			Depth: func(*[1 << 14]byte) int64 { return 0 },
			Site:  func(*[1 << 14]byte) any { return 0 },
		})
		f.Push(new([1 << 14]byte))
		for range 20_000 {
			f.Push(new([1 << 14]byte))
			f.Pop()
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if m.HeapAlloc > 64<<20 {
			t.Errorf("%s: %d MB are held for %d state", strategy, m.HeapAlloc>>20, f.Len())
		}
		runtime.KeepAlive(f)
	}
}

// BenchmarkFrontier pushes and pops with 100,000 states held.
func BenchmarkFrontier(b *testing.B) {
	for _, strategy := range Strategies {
		b.Run(strategy, func(b *testing.B) {
			f := New(strategy, view)
			for i := range 100_000 {
				f.Push(&item{site: i % 100, depth: int64(i % 50)})
			}
			b.ReportAllocs()
			for b.Loop() {
				y, _ := f.Pop()
				f.Push(y)
			}
		})
	}
}
