package c

import "testing"

// TestConstants runs programs about constant expressions and literals.
func TestConstants(t *testing.T) { runPrograms(t, "constant.c") }

// TestInitializers runs programs about what initializers set.
func TestInitializers(t *testing.T) { runPrograms(t, "init.c") }

// TestTypes runs programs about declarations and types.
func TestTypes(t *testing.T) { runPrograms(t, "types.c") }

// TestLongDouble runs programs about long double.
func TestLongDouble(t *testing.T) { runPrograms(t, "longdouble.c") }

// TestLongDoubleModel compares the model of long double, compiled by gcc, with the machine that runs the test, on
// random numbers.
func TestLongDoubleModel(t *testing.T) {
	model, err := embedded.ReadFile("libc/longdouble.c")
	if err != nil {
		t.Fatal(err)
	}
	harness, err := testdata.ReadFile("testdata/longdouble_harness.c")
	if err != nil {
		t.Fatal(err)
	}
	stub := "static void __vouch_fail(const char *kind) { __builtin_trap(); }\n"
	if got, want := gccOutput(t, stub+string(model)+string(harness)), "0 of 100000 wrong\n"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// TestVectors runs programs about vectors.
func TestVectors(t *testing.T) { runPrograms(t, "vector.c") }

// TestComplex runs programs about complex numbers.
func TestComplex(t *testing.T) { runPrograms(t, "complex.c") }
