package solver

import "testing"

// TestAdmissible fixes what an unknown means: over-approximation misses nothing, under-approximation invents nothing.
func TestAdmissible(t *testing.T) {
	for _, c := range []struct {
		mode Mode
		s    Status
		want bool
	}{
		{Over, Sat, true},
		{Over, Unknown, true},
		{Over, Unsat, false},
		{Under, Sat, true},
		{Under, Unknown, false},
		{Under, Unsat, false},
	} {
		if got := Admissible(c.mode, c.s); got != c.want {
			t.Errorf("mode %d: %s is kept: %t, want %t", c.mode, c.s, got, c.want)
		}
	}
	if (Answer{}).Status != Unknown {
		t.Error("an answer that says nothing is not unknown")
	}
}
