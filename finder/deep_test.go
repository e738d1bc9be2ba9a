package finder

import (
	"strings"
	"testing"
)

// This file tests when a search is so hard that ranges of inputs are to be divided.

func TestDeep(t *testing.T) {
	sequence := func(assume, before, condition string) string {
		s := strings.ReplaceAll(strings.ReplaceAll(collatz, "1 <= n <= 30", assume), "MOST", "500")
		s = strings.ReplaceAll(s, "steps = 0\n", "steps = 0\n"+before+"\n")
		return "input m " + strings.ReplaceAll(s, "n % 2 == 0", condition)
	}
	const usual = "n % 2 == 0"
	for _, c := range []struct {
		title, source string
		divided       bool
	}{
		{"deep conditions on an input with few values", sequence("1 <= n <= 30", "", usual), true},
		{"a condition before them, on an input with many", sequence("1 <= n <= 30", "if m > 3 { m = 0 }", usual), true},
		{"a deep condition a little before them, on an input with many",
			sequence("1 <= n <= 30", "if m * m * m % 7 == 1 { m = 0 }", usual), false},
		{"a condition among them, on an input with many", sequence("1 <= n <= 30", "", "(n + m % 2) % 2 == 0"), false},
		{"too few of them", sequence("1 <= n <= 3", "", usual), false},
		{"an input with too many values", sequence("1 <= n <= 5000", "", usual), false},
	} {
		p := newSubject(program(t, "t.imp", c.source))
		o := Options{Solver: "lia"}
		if o.Limits.States = 800; c.divided {
			o.Limits.States = 20_000
		}
		r, err := p.search(t.Context(), o, p.divisible(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if divided := r.Coverage.Ended == dividing; divided != c.divided {
			t.Errorf("%s: found %q after %d states and %d queries, want divided ranges: %t", c.title, r.Coverage.Ended,
				r.Coverage.States, r.Solver.Queries, c.divided)
		}
	}
}
