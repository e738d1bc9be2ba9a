package story

import (
	"math/big"
	"slices"
	"testing"

	"vouch/certs"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file shows that facts are the same from a state that is known as after a run.

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		title, code string
		want        string // the first fact
	}{
		{"a write behind an array", "int main(void) { int a[4], i = 0; while (i < 9) a[i++] = 1; return 0; }",
			"it writes 4 bytes at offset 16 of a, which has 16 bytes"},
		{"a null pointer", "int main(void) { int *p = 0; return *p; }", "the pointer is null"},
	} {
		p, err := load.File("t.c", []byte(c.code))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		bug := &certs.Bug{Trace: certs.Trace{Steps: 1 << 20}}
		m := &core.Machine{Program: p.Core, Input: func(int, string) (*big.Int, bool) { return nil, false }}
		last, steps := m.Run(m.Start(), 1<<20)
		bug.Trace.Steps = uint64(steps)
		place := func(s source.Span) string { return s.String() }
		ran, known := Facts(p.Core, bug, nil, place), Facts(p.Core, bug, &last, place)
		if !slices.Equal(ran, known) || len(ran) == 0 || ran[0] != c.want {
			t.Errorf("%s: found %q after a run and %q from its last state, want %q first", c.title, ran, known, c.want)
		}
	}
}
