package c

import "testing"

// TestValues: expressions have the values that C says, and what is undefined is a fault where it happens.
func TestValues(t *testing.T) { runPrograms(t, "expr.c") }

// TestWrongExpressions: what the types do not allow is an error at its place.
func TestWrongExpressions(t *testing.T) { runPrograms(t, "wrong.c") }

// TestOverlap: an assignment of a structure is a fault where it reads what it writes, unless that is exactly the same.
func TestOverlap(t *testing.T) { runPrograms(t, "overlap.c") }
