package finder

import "testing"

// BenchmarkFind looks for bugs in programs that stand for kinds of work, certificates included.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct{ name, src string }{
		{"deep bug", "x = 0\nwhile true {\n  x = x + 1\n  assert x < 1000\n}"},
		{"bounded loop", "assume 0 <= k <= 20\nassume 0 <= x\nwhile x < k {\n  x = x + 1\n  assert x <= 20\n}"},
		{"branches", "if a > 0 { x = 1 }\nif b > 0 { x = 2 }\nif c > 0 { x = 3 }\nif d > 0 { x = 4 }\nassert x != 5 or e > 0"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Find(b.Context(), program(b, "t.imp", c.src), Options{Pruning: Eager}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
