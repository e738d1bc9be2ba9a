package c

import "testing"

// TestConstants runs programs about constant expressions and literals.
func TestConstants(t *testing.T) { runPrograms(t, "constant.c") }

// TestInitializers runs programs about what initializers set.
func TestInitializers(t *testing.T) { runPrograms(t, "init.c") }

// TestTypes runs programs about declarations and types.
func TestTypes(t *testing.T) { runPrograms(t, "types.c") }
