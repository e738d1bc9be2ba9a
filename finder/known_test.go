package finder

import (
	"math/big"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/fronts"
)

// This file tests what is found with an input that is known: the fault of that run and no other, with a certificate
// that the checker accepts.

func TestOn(t *testing.T) {
	for _, c := range []struct {
		title, text string
		x           int64
		steps       int64
		want        string // "" if there is none
	}{
		{"the fault of the input", "input x\ny = 1 / (x - 3)\n", 3, 100, "division by zero"},
		{"no fault of the input, where others have one", "input x\ny = 1 / (x - 3)\n", 4, 100, ""},
		{"the first of two faults", "input x\nassert x < 3\ny = 1 / (x - 3)\n", 3, 100, "assertion"},
		{"a fault behind a loop", "input x\nwhile x > 0 { x = x - 1 }\ny = 1 / x\n", 5, 100, "division by zero"},
		{"a fault that lies further than the steps", "input x\nwhile x > 0 { x = x - 1 }\ny = 1 / x\n", 50, 20, ""},
		{"a run that does not end", "input x\nwhile x > 0 { x = x + 1 }\ny = 1 / x\n", 1, 1000, ""},
		{"an assumption that the input violates", "input x\nassume x > 3\ny = 1 / (x - 3)\n", 3, 100, ""},
		{"a program that ends", "input x\nskip\n", 0, 100, ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			f, ok := On(program(t, "t.imp", c.text), []certs.Input{{Name: "x", Value: big.NewInt(c.x)}}, c.steps)
			if !ok {
				if c.want != "" {
					t.Fatalf("found no fault, want %s", c.want)
				}
				return
			}
			if string(f.Fault.Kind) != c.want {
				t.Fatalf("found %s, want %q", f.Fault.Kind, c.want)
			}
			if _, err := checker.Check(certs.Encode(f.Bug), checker.Options{Limits: checker.DefaultLimits,
				Lower: fronts.All.Lower}); err != nil {
				t.Errorf("the checker refuses the certificate: %v", err)
			}
		})
	}
}
