package checker

import (
	"testing"

	"vouch/certs"
)

// BenchmarkCheck checks the certificate of a bug after 50,001 steps whose path condition is empty, and of one after 251 steps with
// 100 conjuncts.
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
				if _, err := Check(data, nil, DefaultLimits); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(cert.Trace.Steps)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
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
