package bounds

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"testing"

	"vouch/semantics/term"
)

// This file compares tables with maps that are copied in full, and sums with their texts.

func TestTable(t *testing.T) {
	r, p := rand.New(rand.NewPCG(1, 2)), term.NewPool()
	type version struct {
		table table
		want  map[int]*sum
	}
	for _, c := range []struct {
		sums   int
		hashes uint32 // how many there are; 0 stands for those that the sums have
	}{{1, 0}, {40, 1}, {40, 2}, {40, 0}, {300, 17}, {300, 0}, {2000, 0}} {
		sums, hashes := make([]*term.Linear, c.sums), make([]uint32, c.sums)
		for i := range sums {
			sums[i] = p.Sub(p.Scale(big.NewInt(int64(i/2)), p.Input("x")), p.Input(fmt.Sprint("y", i%2)))
			if hashes[i] = hashOf(sums[i]); c.hashes > 0 {
				hashes[i] = r.Uint32N(c.hashes)
			}
		}
		versions := []version{{}}
		for range 300 {
			at := versions[r.IntN(len(versions))] // any version, not only the last, may be added to
			i := r.IntN(len(sums))
			s := &sum{of: p.Add(sums[i], p.Int(big.NewInt(r.Int64N(9)))), hash: hashes[i]}
			if r.IntN(2) == 0 {
				s.of = p.Neg(s.of)
			}
			want := maps.Clone(at.want)
			if want == nil {
				want = map[int]*sum{}
			}
			want[i] = s
			versions = append(versions, version{at.table.with(s), want})
		}
		for n, at := range versions {
			held := 0
			at.table.all(func(*sum) { held++ })
			if held != len(at.want) {
				t.Fatalf("%d sums, version %d: found %d of them, want %d", c.sums, n, held, len(at.want))
			}
			for i, e := range sums {
				if got := at.table.get(e, hashes[i]); got != at.want[i] {
					t.Fatalf("%d sums, version %d: found %v of %v, want %v", c.sums, n, got, e, at.want[i])
				}
			}
		}
	}
}

// TestTableIsLow: with hashes as those of inputs are, and of the sums of a loop, no way in a table is long.
func TestTableIsLow(t *testing.T) {
	p := term.NewPool()
	a, b := p.Input("a"), p.Input("b")
	for _, c := range []struct {
		title string
		most  int // nodes on a way
		of    func(i int) *term.Linear
	}{
		{"inputs with numbers", 30, func(i int) *term.Linear { return p.Input(fmt.Sprintf("x%d", i)) }},
		{"inputs of one place", 30, func(i int) *term.Linear { return p.Input(fmt.Sprintf("main.c:12:7#%d", i)) }},
		{"sums of a loop", 30, func(i int) *term.Linear { return p.Sub(a, p.Scale(big.NewInt(int64(i+1)), b)) }},
	} {
		var all table
		for i := range 1 << 12 {
			s := &sum{}
			s.name(c.of(i))
			all = all.with(s)
		}
		if found := height(all.root); found > c.most {
			t.Errorf("%s: found a way of %d nodes for %d sums, want %d at most", c.title, found, 1<<12, c.most)
		}
	}
}

func height(n *node) int {
	if n == nil {
		return 0
	}
	return 1 + max(height(n.below[0]), height(n.below[1]))
}

// TestSame: two sums are the same exactly where they have the same text.
func TestSame(t *testing.T) {
	p, r := term.NewPool(), rand.New(rand.NewPCG(3, 4))
	symbols := []*term.Linear{p.Input("a"), p.Input("b"), p.Mul(p.Input("a"), p.Input("b"))}
	random := func() *term.Linear {
		for {
			sum := p.Int(big.NewInt(r.Int64N(3)))
			for _, s := range symbols {
				sum = p.Add(sum, p.Scale(big.NewInt(r.Int64N(5)-2), s))
			}
			if !sum.IsConst() {
				return sum
			}
		}
	}
	equal := 0
	for range 5000 {
		e, f := random(), random()
		want := string(e.AppendSum(nil)) == string(f.AppendSum(nil))
		if found := same(e, f); found != want {
			t.Fatalf("found %t for %v and %v, want %t", found, e, f, want)
		}
		if want {
			if equal++; hashOf(e) != hashOf(f) {
				t.Fatalf("%v and %v are the same, and have the hashes %x and %x", e, f, hashOf(e), hashOf(f))
			}
		}
	}
	if equal < 50 {
		t.Errorf("found %d pairs that are the same, want more", equal)
	}
}
