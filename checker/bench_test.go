package checker

import (
	"fmt"
	"strings"
	"testing"

	"vouch/certs"
)

// BenchmarkCheck checks the certificate of a bug after 50,001 steps whose path condition is empty, and of one after 251
// steps with 100 conjuncts.
func BenchmarkCheck(b *testing.B) {
	for _, c := range []struct{ name, src, input string }{
		{"deep", "x = 0\nwhile true {\n  x = x + 1\n  assert x < 10000\n}", "x=0"},
		{"wide", "while x < k {\n  x = x + 1\n  assert x < 50\n}", "x=0 k=60"},
	} {
		b.Run(c.name, func(b *testing.B) {
			cert := mustCertify(b, c.src, c.input)
			data := certs.Encode(cert)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := check(data, nil, DefaultLimits); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cert.Trace.Steps)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkCheckAbsence checks the certificate of a program with 1024 ways in which 1023 others are closed by proofs,
// and one of a loop of 60 iterations.
func BenchmarkCheckAbsence(b *testing.B) {
	var forks strings.Builder
	for i := range 10 {
		fmt.Fprintf(&forks, "if x%d > 0 { s = s + 1 } else { assert x%d < 1 }\n", i, i)
	}
	for _, c := range []struct{ name, src string }{
		{"wide", "s = 0\n" + forks.String() + "assert 0 <= s <= 10"},
		{"deep", "assume 0 <= n <= 60 i = 0 while i < n { i = i + 1 } assert i <= 60"},
	} {
		b.Run(c.name, func(b *testing.B) {
			data := mustProduce(b, c.src, 0).Seal()
			var v *Verdict
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if v, err = check(data, nil, DefaultLimits); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(v.Steps)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(float64(v.Closed)*float64(b.N)/b.Elapsed().Seconds(), "proofs/s")
			b.Logf("%d bytes, %d ways, %d closed, %d steps", len(data), v.Ways, v.Closed, v.Steps)
		})
	}
}

// BenchmarkDecode decodes the certificate of a bug after 50,001 steps.
func BenchmarkDecode(b *testing.B) {
	data := certs.Encode(mustCertify(b, "x = 0\nwhile true {\n  x = x + 1\n  assert x < 10000\n}", "x=0"))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := certs.Decode(data, certs.MaxBytes); err != nil {
			b.Fatal(err)
		}
	}
}
