package bounds

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// This file compares tables with maps that are copied in full.

func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type version struct {
		table table[int]
		want  map[int]int
	}
	for _, most := range []int{1, width, width + 1, width * width, 5 * width * width, 1 << 20} {
		versions := []version{{}}
		for range 300 {
			at := versions[r.IntN(len(versions))] // any version, not only the last, may be added to
			i, x := r.IntN(most), r.IntN(1000)
			want := maps.Clone(at.want)
			if want == nil {
				want = map[int]int{}
			}
			want[i] = x
			versions = append(versions, version{at.table.with(i, &x), want})
		}
		for n, at := range versions {
			held, sum, last := 0, 0, 0
			at.table.all(func(x *int) { held, sum, last = held+1, sum+*x, *x })
			want, greatest := 0, -1
			for i, x := range at.want {
				if got := at.table.get(i); got == nil || *got != x {
					t.Fatalf("numbers below %d, version %d: found %v at %d, want %d", most, n, got, i, x)
				}
				want, greatest = want+x, max(greatest, i)
			}
			if held != len(at.want) || sum != want || held > 0 && last != at.want[greatest] {
				t.Fatalf("numbers below %d, version %d: found %d values with the sum %d, the last one %d", most, n,
					held, sum, last)
			}
			for range 20 {
				i := r.IntN(4 * most)
				if _, there := at.want[i]; !there && at.table.get(i) != nil {
					t.Fatalf("numbers below %d, version %d: found a value at %d", most, n, i)
				}
			}
		}
	}
}
