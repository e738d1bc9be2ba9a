package c

import "testing"

// TestBuiltins: functions of GNU C that need no declaration.
func TestBuiltins(t *testing.T) { runPrograms(t, "builtin.c") }

// TestHarness: functions of the harnesses of other tools are inputs, assumptions and assertions.
func TestHarness(t *testing.T) { runPrograms(t, "harness.c") }

// TestEntry: the arguments of a function with which a program begins, those of main, and standard input are inputs.
func TestEntry(t *testing.T) { runPrograms(t, "entry.c") }
