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

// This file tries stores at offsets that depend on inputs: what is in memory after many of them, and what is copied
// between two objects meanwhile.

// storing returns a program that stores in and copies between two arrays of two integers, mostly at the input i, and
// then fails if an element is n.
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
	fmt.Fprintf(&code, "load x i32 %s\nbranch (eq ?x %d) then bad else good\nbad: fail \"assertion\"\ngood: return 0\n",
		at(), n)
	return text(code.String())
}

// pointing is storing with an array of two pointers into one object or two, through which it stores and loads.
func pointing(r *rand.Rand, n int) string {
	var code strings.Builder
	at := func() string {
		if r.IntN(3) > 0 {
			return "(move ?a (mul 8 ?i))"
		}
		return fmt.Sprintf("(move ?a %d)", 8*r.IntN(2))
	}
	few := 1 + r.IntN(2)
	element := func() string {
		if r.IntN(3) == 0 {
			return fmt.Sprintf("(move ?%c (mul 4 (sub ?j 1)))", "cd"[r.IntN(few)])
		}
		return fmt.Sprintf("(move ?%c %d)", "cd"[r.IntN(few)], 4*r.IntN(2))
	}
	code.WriteString("slot a ptr\nslot p ptr\nalloc a heap 16\n")
	for _, object := range "cd" {
		fmt.Fprintf(&code, "slot %c ptr\nalloc %[1]c heap 8\nstore i32 ?%[1]c %d\nstore i32 (move ?%[1]c 4) %d\n",
			object, 1+r.IntN(2), 1+r.IntN(2))
	}
	code.WriteString("slot i int\nslot j int\nslot x int\ndraw i i 0 .. 1\ndraw j j 1 .. 2\n")
	for k := range 2 {
		fmt.Fprintf(&code, "store ptr (move ?a %d) %s\n", 8*k, element())
	}
	for range 3 + r.IntN(4) {
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&code, "store ptr %s %s\n", at(), element())
		case 1:
			fmt.Fprintf(&code, "load p ptr %s\nstore ptr %s ?p\n", at(), at())
		case 2:
			fmt.Fprintf(&code, "load p ptr %s\nstore i32 ?p %s\n", at(), []string{"1", "2", "?j"}[r.IntN(3)])
		default:
			fmt.Fprintf(&code, "load p ptr %s\nload x i32 ?p\nstore i32 %s ?x\n", at(), element())
		}
	}
	fmt.Fprintf(&code, "load p ptr %s\nload x i32 ?p\nbranch (eq ?x %d) then bad else good\nbad: fail \"assertion\"\ngood: return 0\n",
		at(), n)
	return text(code.String())
}

func TestStoring(t *testing.T) { tryStores(t, storing) }

func TestPointing(t *testing.T) { tryStores(t, pointing) }

// tryStores establishes on random programs that what is certified does not fail, and that none is that fails.
func tryStores(t *testing.T, make func(r *rand.Rand, n int) string) {
	r := rand.New(rand.NewPCG(61, 62))
	safe, faulty := 0, 0
	for range effort.Of(6000) {
		source := make(r, r.IntN(4))
		p, err := program(source)
		if err != nil {
			t.Fatal(err)
		}
		fails := false
		for k := range 4 {
			out := bigcore.Run(p.Core, certs.Memory{"i": big.NewInt(int64(k % 2)), "j": big.NewInt(int64(1 + k/2))},
				1000)
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
