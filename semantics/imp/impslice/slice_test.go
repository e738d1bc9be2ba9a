package impslice

import (
	"math/big"
	"testing"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file measures slicing beside plain execution.

const long = `input n
s = 0
i = 0
while i < 300000 {
  if i % 3 == 0 { s = s + i } else { s = s - 1 }
  if s * s == 2 { fail }
  i = i + 1
}
assert s < 0`

func BenchmarkFault(b *testing.B) {
	p, err := imp.Load("long.imp", []byte(long))
	if err != nil {
		b.Fatal(err)
	}
	m0, err := imp.NewStore(p, map[string]*big.Int{"n": new(big.Int)})
	if err != nil {
		b.Fatal(err)
	}
	m := &imp.Machine{Program: p, Meter: semantics.NewMeter(1 << 40)}
	_, out := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), 1<<40, nil)
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), 1<<40, nil)
		}
		b.ReportMetric(float64(out.Steps), "steps")
	})
	b.Run("slice", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := Fault(m, m0, out.Steps); err != nil {
				b.Fatal(err)
			}
		}
	})
}
