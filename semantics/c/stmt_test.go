package c

import "testing"

// TestStatements: statements do in each form what C says, and locals live as long as their blocks.
func TestStatements(t *testing.T) { runPrograms(t, "stmt.c") }

// TestJumps: goto, labels whose address is taken, and jumps into and out of blocks.
func TestJumps(t *testing.T) { runPrograms(t, "jump.c") }

// TestFunctions: parameters, results, nested functions and definitions of the old form.
func TestFunctions(t *testing.T) { runPrograms(t, "function.c") }
