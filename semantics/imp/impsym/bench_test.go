package impsym_test

import (
	"testing"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/term"
)

// BenchmarkStep is a symbolic step, the first successor taken each time. Of the constant program the conditions are computed,
// of the open one they are collected.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct{ name, src string }{
		{"constant", "x = 0\nwhile true {\n  x = x + 1\n  assert x < 1000000000\n}"},
		{"open", "while x < k {\n  x = x + 1\n  assert x != y\n}"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := imp.Load(c.name, []byte(c.src))
			if err != nil {
				b.Fatal(err)
			}
			m := impsym.New(p)
			s := m.Start()
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if n%100_000 == 0 {
					s = m.Start() // path conditions grow
				}
				if next := m.Step(s); next.Only {
					s = next.Next.State
				} else {
					s = next.Successors[0].State
				}
			}
		})
	}
}

// BenchmarkAdd is the sum of two linear forms of four symbols each, half of them shared.
func BenchmarkAdd(b *testing.B) {
	p := term.NewPool()
	sum := func(names ...string) *term.Linear {
		e := p.Input(names[0])
		for _, n := range names[1:] {
			e = p.Add(e, p.Input(n))
		}
		return e
	}
	x, y := sum("a", "b", "c", "d"), sum("c", "d", "e", "f")
	b.ReportAllocs()
	for b.Loop() {
		p.Add(x, y)
	}
}
