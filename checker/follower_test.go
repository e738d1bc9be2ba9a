package checker

import (
	"math/big"
	"testing"

	"vouch/semantics"
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

// TestSteady: whether the address of a pointer that depends on inputs differs from those of other objects.
func TestSteady(t *testing.T) {
	more := new(big.Int).Lsh(big.NewInt(1), 32)
	less := new(big.Int).Sub(more, big.NewInt(1))
	object, address := core.MakePointer(1, new(big.Int)), core.MakeAddress(new(big.Int))
	p := newFollower(&core.Program{}, semantics.NewMeter(1<<20, 1<<20))
	for _, c := range []struct {
		title  string
		of     core.Value
		lo, hi *big.Int // of its offset, or of the address
		wild   int
		want   bool
	}{
		{"into an object or behind it", object, new(big.Int), big.NewInt(7), 0, true},
		{"up to less than 2^32 bytes behind", object, new(big.Int), less, 0, true},
		{"up to 2^32 bytes behind", object, new(big.Int), more, 0, false},
		{"as far behind as may be", object, new(big.Int), nil, 0, false},
		{"perhaps before it", object, big.NewInt(-1), big.NewInt(7), 0, false},
		{"as far before as may be", object, nil, big.NewInt(7), 0, false},
		{"made of a number", object, new(big.Int), big.NewInt(7), 2, false},
		{"an address below all objects", address, nil, less, 0, true},
		{"an address that may be one of an object", address, new(big.Int), more, 0, false},
		{"any address", address, new(big.Int), nil, 0, false},
	} {
		v := withNumber(c.of, p.pool.Draw(c.title, c.lo, c.hi))
		v.wild = c.wild
		if found := p.steady(v); found != c.want {
			t.Errorf("%s: found %t, want %t", c.title, found, c.want)
		}
	}
	if !p.steady(value{Value: core.MakeFunction(0)}) {
		t.Error("a function: found false, want true")
	}
}
