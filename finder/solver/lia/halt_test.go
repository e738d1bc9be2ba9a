package lia_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests that a query may be interrupted wherever lia looks at the clock.

// countdown is a context that ends when it was asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInterrupted interrupts queries at one look after the other, later ones more rarely, and asks again without
// interruption.
func TestInterrupted(t *testing.T) {
	for _, c := range []struct {
		title                     string
		unknown, sums, width, max int64
		room                      int64 // between the bounds of a sum
	}{
		{"narrow sums, satisfiable", 6, 3, 100, 9, 8},
		{"narrow sums, contradictory after branches", 6, 6, 100, 9, 2},
		{"narrow sums, contradictory after cuts", 5, 5, 3000, 9, 1},
	} {
		p := terms{term.NewPool()}
		random := rand.New(rand.NewPCG(1, 1))
		number := func(most int64) int64 { return random.Int64N(2*most+1) - most }
		var fs []*term.Formula
		for i := range c.unknown {
			fs = append(fs, p.between(-c.width, p.v(fmt.Sprint("x", i)), c.width))
		}
		for range c.sums {
			sum := p.n(0)
			for i := range c.unknown {
				sum = p.plus(sum, p.x(number(c.max), fmt.Sprint("x", i)))
			}
			low := number(c.width)
			fs = append(fs, p.between(low, sum, low+c.room))
		}
		whole := lia.New(p.Pool, lia.Options{}).Solve(t.Context(), fs)
		if whole.Status == solver.Unknown {
			t.Fatalf("%s: found unknown, %s", c.title, whole.Reason)
		}
		interrupted := 0
		s := lia.New(p.Pool, lia.Options{})
		for looks := 1; ; looks += 1 + looks/40 {
			s.Solve(t.Context(), fs[:len(fs)/2]) // which it comes back from
			a := s.Solve(&countdown{t.Context(), looks}, fs)
			if a.Status != solver.Unknown {
				break
			}
			interrupted++
			if interrupted%30 == 0 {
				if a := s.Solve(t.Context(), fs); a.Status != whole.Status {
					t.Fatalf("%s: after an interruption at look %d found %v, want %v", c.title, looks, a.Status,
						whole.Status)
				}
			}
		}
		if interrupted < 20 {
			t.Errorf("%s: interrupted %d times, want at least 20", c.title, interrupted)
		}
		t.Logf("%s: %v, interrupted %d times", c.title, whole.Status, interrupted)
	}
}
