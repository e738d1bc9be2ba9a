package c

import "testing"

// TestValues: expressions have the values that C says, and what is undefined is a fault where it happens.
func TestValues(t *testing.T) { runPrograms(t, "expr.c") }

// TestWrongExpressions: what the types do not allow is an error at its place.
func TestWrongExpressions(t *testing.T) { runPrograms(t, "wrong.c") }

// TestBitFields: bit-fields hold what fits, and are undefined if what they were set to is.
func TestBitFields(t *testing.T) { runPrograms(t, "bitfield.c") }

// TestAsGCC: programs of gcc's own tests, in short, for which vouch once had another answer.
func TestAsGCC(t *testing.T) { runPrograms(t, "gcc.c") }
