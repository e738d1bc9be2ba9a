package checker

import (
	"math/big"
	"testing"

	"vouch/semantics/core"
)

// This file tests which plain pointers have addresses that differ from those of other objects, whatever numbers objects
// have.

func TestFirm(t *testing.T) {
	more := new(big.Int).Lsh(big.NewInt(1), 32)
	less := new(big.Int).Sub(more, big.NewInt(1))
	for _, c := range []struct {
		title string
		v     core.Value
		want  bool
	}{
		{"the start of an object", core.MakePointer(1, new(big.Int)), true},
		{"behind it", core.MakePointer(1, big.NewInt(7)), true},
		{"before it", core.MakePointer(1, big.NewInt(-1)), false},
		{"less than 2^32 bytes behind", core.MakePointer(1, less), true},
		{"2^32 bytes behind", core.MakePointer(1, more), false},
		{"a function", core.MakeFunction(0), true},
		{"null", core.MakeAddress(new(big.Int)), true},
		{"an address below all objects", core.MakeAddress(less), true},
		{"an address that may be one of an object", core.MakeAddress(more), false},
		{"no pointer", core.MakeInt(5), false},
	} {
		if found := firm(c.v); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
}
