package imp_test

import (
	"testing"

	"vouch/semantics"
)

// deep counts to a number that is not reached.
const deep = "x = 0\nwhile true {\n  x = x + 1\n  assert x < 1000000000\n}"

// BenchmarkStep is a step of the concrete semantics in the deep-bug program.
func BenchmarkStep(b *testing.B) {
	m, s := load(b, deep)
	b.ReportAllocs()
	b.ResetTimer()
	if _, out := semantics.Run(m, s, int64(b.N), nil); out.Steps != int64(b.N) {
		b.Fatalf("%+v", out)
	}
}
