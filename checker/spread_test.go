package checker

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigcore"
	"vouch/internal/effort"
)

// This file tests copies and fills whose lengths and places are inputs, on random programs and all their inputs.

// copying returns a program that stores integers of some types in an object, copies and fills parts of it, and fails if
// a scalar in it then has a value.
func copying(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("slot a ptr\nslot i int\nslot n int\nslot y int\nslot x int\ndraw i i 0 .. 2\ndraw n n 0 .. 2\ndraw y y 0 .. 3")
	line("alloc a heap 8\nfill ?a %d 8", r.IntN(3))
	types := []struct {
		name string
		size int
	}{{"u8", 1}, {"i8", 1}, {"u16", 2}, {"i16", 2}, {"i32", 4}}
	for range r.IntN(4) {
		as := types[r.IntN(len(types))]
		value := []string{"?y", "(add ?y 5)", "(mul ?i 3)", "200"}[r.IntN(4)] // the last one does not fit everywhere
		line("store %s (move ?a %d) %s", as.name, r.IntN(8/as.size)*as.size, value)
	}
	for range 1 + r.IntN(2) {
		unit := []int{1, 1, 2, 2, 4}[r.IntN(5)]
		place := func() string {
			if at := r.IntN(3) * unit; r.IntN(2) == 0 {
				return fmt.Sprint(at)
			}
			return fmt.Sprintf("(mul %d ?i)", unit)
		}
		length := []string{fmt.Sprintf("(mul %d ?n)", unit), "?n", fmt.Sprint(unit)}[r.IntN(3)]
		if r.IntN(3) == 0 {
			line("fill (move ?a %s) %s %s", place(), []string{"7", "?y"}[r.IntN(2)], length)
		} else {
			line("copy (move ?a %s) (move ?a %s) %s", place(), place(), length)
		}
	}
	as := types[r.IntN(len(types))]
	line("load x %s (move ?a %d)\nbranch (eq ?x %d) then bad else good\nbad: fail \"assertion\"\ngood: return 0",
		as.name, r.IntN(8/as.size)*as.size, r.IntN(9))
	return text(b.String())
}

// TestCopies certifies the failing runs of such programs, one by one, and their absence if there are none. The checker
// refuses an absence where there are some.
func TestCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	bugs, absences := 0, 0
	for range effort.Of(1500) {
		source := copying(r)
		p, err := program(source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		fails := 0
		for k := range int64(36) {
			input := certs.Memory{"i": big.NewInt(k % 3), "n": big.NewInt(k / 3 % 3), "y": big.NewInt(k / 9)}
			if bigcore.Run(p.Core, input, 1000).Fault.Kind == "" {
				continue
			}
			if fails++; r.IntN(6) > 0 {
				continue
			}
			bug, err := certify(source, input, 1000)
			if err == nil {
				_, err = check(bug.Seal(), nil, DefaultLimits)
			}
			if err != nil {
				t.Fatalf("%v, of the run on %v\n%s", err, input, source)
			}
			bugs++
		}
		c, err := produce(source, 0, 200)
		if err != nil {
			continue
		}
		if _, err = check(c.Seal(), nil, DefaultLimits); err == nil && fails > 0 {
			t.Fatalf("found %d runs that fail, but an absence is accepted\n%s", fails, source)
		} else if err == nil {
			absences++
		} else if fails == 0 && !strings.Contains(err.Error(), "nothing excludes the fault") {
			// only a proof may be missing
			t.Fatalf("%v\n%s", err, source)
		}
	}
	if bugs < effort.Of(500) || absences < effort.Of(150) {
		t.Errorf("certified %d bugs and %d absences, want more", bugs, absences)
	}
	t.Logf("certified %d bugs and %d absences", bugs, absences)
}
