package checker

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/internal/bigcore"
	"vouch/internal/effort"
)

// This file tries stores at offsets that depend on inputs: what is in memory after many of them, and what is copied between two objects meanwhile.

// storing returns a program that stores in and copies between two arrays of two integers, mostly at the input i, and then fails if an element is n.
func storing(r *rand.Rand, n int) string {
	var code strings.Builder
	at := func() string {
		object, place := "ab"[r.IntN(2)], fmt.Sprint(4*r.IntN(2))
		if r.IntN(2) == 0 {
			place = "(mul 4 ?i)"
		}
		return fmt.Sprintf("(move ?%c %s)", object, place)
	}
	for _, object := range "ab" {
		fmt.Fprintf(&code, "slot %c ptr\nalloc %[1]c heap 8\n", object)
		for k := range 2 {
			fmt.Fprintf(&code, "store i32 (move ?%c %d) %d\n", object, 4*k, 1+r.IntN(2))
		}
	}
	code.WriteString("slot i int\nslot j int\nslot x int\ndraw i i 0 .. 1\ndraw j j 1 .. 2\n")
	for range 3 + r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			fmt.Fprintf(&code, "store i32 %s ?j\n", at())
		case 1, 2:
			fmt.Fprintf(&code, "store i32 %s %d\n", at(), 1+r.IntN(2))
		default:
			fmt.Fprintf(&code, "load x i32 %s\nstore i32 %s ?x\n", at(), at())
		}
	}
	fmt.Fprintf(&code, "load x i32 %s\nbranch (eq ?x %d) then bad else good\nbad: fail \"assertion\"\ngood: return 0\n", at(), n)
	return text(code.String())
}

func TestStoring(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	safe, faulty := 0, 0
	for range effort.Of(6000) {
		source := storing(r, r.IntN(4))
		p, err := program(source)
		if err != nil {
			t.Fatal(err)
		}
		fails := false
		for k := range 4 {
			out := bigcore.Run(p.Core, certs.Memory{"i": big.NewInt(int64(k % 2)), "j": big.NewInt(int64(1 + k/2))}, 1000)
			fails = fails || out.Fault.Kind != ""
		}
		c, err := produce(source, 0, 2000)
		switch {
		case err == nil && fails:
			t.Fatalf("the finder calls this safe:\n%s", source)
		case errors.Is(err, errOpenFault) && fails:
			faulty++
			// The claim that there is no fault is refused, whatever it rests on.
			if c, err = produce(strings.Replace(source, `fail "assertion"`, "return 0", 1), 0, 2000); err != nil {
				continue
			}
			c.Program = p.About
			if _, err := check(c.Seal(), nil, DefaultLimits); err == nil {
				t.Fatalf("accepted that this has no fault:\n%s", source)
			}
		case err == nil:
			safe++
			if _, err := check(c.Seal(), nil, DefaultLimits); err != nil {
				t.Fatalf("%v\n%s", err, source)
			}
		}
	}
	if safe < effort.Of(300) || faulty < effort.Of(300) {
		t.Errorf("only %d programs were proved, and %d faulty ones tried", safe, faulty)
	}
	t.Log(safe, faulty)
}
