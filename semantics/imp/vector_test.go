package imp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	_ "vouch/internal/effort" // collects garbage less often
)

// TestVector compares vectors with slices that are copied in full.
func TestVector(t *testing.T) {
	for _, n := range []int{0, 1, 2, width - 1, width, width + 1, 2*width + 3, width * width, width*width + 1,
		width*width*width + 5} {
		t.Run(fmt.Sprint("length ", n), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(n)))
			v, want := MakeVector(make([]int, n)), make([]int, n)
			type version struct {
				v    Vector[int]
				want []int
			}
			versions := []version{{v, want}}
			for range min(50, 10*n) {
				at := versions[r.IntN(len(versions))] // any version, not only the last, may be changed
				i, x := r.IntN(n), r.IntN(1000)
				next := slices.Clone(at.want)
				next[i] = x
				versions = append(versions, version{at.v.With(i, x), next})
			}
			for k, at := range versions {
				if at.v.Len() != n {
					t.Fatalf("version %d has the length %d", k, at.v.Len())
				}
				for i, x := range at.want {
					if got := at.v.Get(i); got != x {
						t.Fatalf("version %d has %d at %d, want %d", k, got, i, x)
					}
				}
			}
		})
	}
}
