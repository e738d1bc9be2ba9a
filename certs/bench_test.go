package certs

import (
	"math/big"
	"testing"
)

// This file measures the encoding on a certificate with numbers of all sizes, long decisions and checkpoints of many
// variables.

// large returns a certificate of about 150 kB.
func large() *Bug {
	c := sample()
	values := func() Values {
		m := Values{}
		for i := range 500 {
			v := big.NewInt(int64(i))
			m["x"+v.String()] = Value{Int: v.Lsh(v, uint(i%128))}
		}
		return m
	}
	c.Trace.Final.Values, c.Trace.Checkpoints = values(), nil
	for name, v := range values() {
		c.Model[name] = v.Int
		c.Inputs = append(c.Inputs, Input{Name: name, Value: v.Int})
	}
	c.Trace.Steps, c.Trace.Branches, c.Trace.Decisions = 1_000_000, 800_000, make([]byte, 100_000)
	for _, step := range CheckpointSteps(c.Trace.Steps, 500) {
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, Checkpoint{Step: step, Digest: sha('c'), Values: values()})
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
