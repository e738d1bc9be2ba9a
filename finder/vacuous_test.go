package finder

import (
	"fmt"
	"strings"
	"testing"
)

// This file tests which assumptions are named where no input satisfies all of them.

func TestConflict(t *testing.T) {
	many := strings.Builder{}
	many.WriteString("input a, b\n")
	for i := range 60 { // a chain of 60 that contradicts itself only as a whole, and three that do so at once
		fmt.Fprintf(&many, "assume x%d < x%d\n", i, (i+1)%60)
	}
	chain := strings.Replace(many.String(), "input a, b\n", "", 1)
	for _, c := range []struct {
		title, source, want string
		least               bool
	}{
		{"one that is false", "assume x > 3 assume false assume x < 3", "1:21 false", true},
		{"one that no input satisfies", "input x assume x > 3 assume x != x", "1:29 x != x", true},
		{"one that only a solver refutes", "input x, y assume x > 3 assume 2 * x = 4 * y + 1 assume x < 0",
			"1:32 2 * x = 4 * y + 1", true},
		{"one that has no value", "input x assume x > 3 assume x / 0 = 1", "1:29 x / 0 = 1", true},
		{"two", "input x assume x > 3 assume x < 9 assume x < 2", "1:16 x > 3, 1:42 x < 2", true},
		{"two of one line", "input x, y assume 0 <= x <= 10 and y > 3 and x > 20", "1:19 0 <= x <= 10, 1:46 x > 20",
			true},
		{"an or stays whole", "input x assume x < 0 or x > 9 assume x = 5", "1:16 x < 0 or x > 9, 1:38 x = 5", true},
		{"three", "input x, y, z assume x < y assume x < 100 assume y < z assume z < x",
			"1:22 x < y, 1:50 y < z, 1:63 z < x", true},
		{"the smaller of two sets",
			"input x, y, z assume x < y assume y < z assume z < x and z > 3 assume x = 1 assume x = 2",
			"1:71 x = 1, 1:84 x = 2", true},
		{"a division behind what guards it", "input x assume 0 < x < 10 and 6 / x > 2 assume x > 5",
			"1:31 6 / x > 2, 1:48 x > 5", true},
		{"products", "input x, y assume x * y = 7 assume x > 7 assume y > 0", "1:19 x * y = 7, 1:36 x > 7", true},
		{"too many to try", chain, "", false},
	} {
		for _, pruning := range Prunings {
			r, err := Find(t.Context(), program(t, "t.imp", c.source+" fail"), Options{Pruning: pruning, Prove: true})
			if err != nil {
				t.Fatalf("%s: %v", c.title, err)
			}
			if pruning == Unasked && !r.Coverage.Vacuous {
				continue // nobody has noticed
			}
			var found []string
			for _, a := range r.Conflict {
				found = append(found, fmt.Sprintf("%s %s", a.Span, a.Text(c.source)))
			}
			if !r.Coverage.Vacuous || r.Verdict != Safe || r.Least != c.least || c.want != "" &&
				strings.Join(found, ", ") != c.want || c.want == "" && len(found) != 60 {
				t.Errorf("%s, %s: found %s, vacuous %t, %q, least %t; want %q, %t", c.title, pruning, r.Verdict,
					r.Coverage.Vacuous, found, r.Least, c.want, c.least)
			}
		}
	}
}

// TestNoConflict: nothing is said of assumptions that some input satisfies, or of which nobody has proved that none
// does.
func TestNoConflict(t *testing.T) {
	for _, source := range []string{"skip", "input x assume x > 3", "input x assume x > 3 y = x assume y < 2 fail",
		"input x assume x > 3 fail", "input x assume x != 0 and 6 / x > 2 assume x < 0 fail"} {
		r, err := Find(t.Context(), program(t, "t.imp", source), Options{Pruning: Auto, Prove: true})
		if err != nil || r.Coverage.Vacuous || r.Conflict != nil || r.Least {
			t.Errorf("%s: found %+v (%v)", source, r, err)
		}
	}
}
