// Package effort says how much the random parts of tests try. It is for tests.
package effort

import "os"

// Variable names the variable of the environment that makes tests try all of it, if it is not empty.
const Variable = "VOUCH_LONG"

// share is the part of its cases that a random test tries otherwise: one of so many.
const share = 10

// All reports whether tests are to try all that they can.
func All() bool { return os.Getenv(Variable) != "" }

// Of returns how many of n random cases a test tries: all, or a tenth. It also scales what a test wants to see of them.
func Of[N ~int | ~int64 | ~uint64](n N) N {
	if All() {
		return n
	}
	return (n + share - 1) / share
}
