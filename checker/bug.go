package checker

import (
	"errors"

	"vouch/certs"
)

// This file defines when a bug certificate is right. It establishes two things, theorem 24 of the thesis: this input fails, and
// every input that satisfies the path condition takes the same decisions to the same fault.

// checkBug checks everything that c says about its program p, and enters in v what that establishes.
func checkBug[S, Y any](*certs.Bug, program[S, Y], int64, *Verdict) error {
	return errors.New("not yet")
}
