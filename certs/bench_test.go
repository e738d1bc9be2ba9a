package certs

import (
	"math/big"
	"testing"
)

// This file measures the encoding on a certificate with numbers of all sizes, long decisions and checkpoints of many variables.

// large returns a certificate of about 150 kB.
func large() *Bug {
	c := sample()
	memory := func() Memory {
		m := Memory{}
		for i := range 500 {
			v := big.NewInt(int64(i))
			m["x"+v.String()] = v.Lsh(v, uint(i%128))
		}
		return m
	}
	c.Input, c.Trace.Final, c.Trace.Checkpoints = memory(), memory(), nil
	c.Trace.Steps, c.Trace.Branches, c.Trace.Decisions = 1_000_000, 800_000, make([]byte, 100_000)
	for _, step := range CheckpointSteps(c.Trace.Steps, len(c.Input)) {
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, Checkpoint{Step: step, Memory: memory()})
	}
	return c
}

func BenchmarkEncode(b *testing.B) {
	c := large()
	b.SetBytes(int64(len(c.Seal())))
	b.ReportAllocs()
	for b.Loop() {
		c.Seal()
	}
}

func BenchmarkDecode(b *testing.B) {
	data := large().Seal()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(data, MaxBytes); err != nil {
			b.Fatal(err)
		}
	}
}
