package finder

import "testing"

// This file tests who is asked what: by the work that it takes, which is the same on every machine.

// TestFirstTries fixes who answers queries of several kinds, and how much lia does for those that it does not answer.
func TestFirstTries(t *testing.T) {
	for _, c := range []struct {
		title, src, by string
		most           int64 // work of lia
	}{
		{"squares", "input x, y, z assume 0 <= x <= 20 and 0 <= y <= 20 and 0 <= z <= 20 and x + y + z > 0 assert x * x + y * y != 3 * z * z", "bits", 60_000},
		{"a prime", "input x, y assume 2 <= x <= y and y <= 503 assert x * y != 1009", "", 60_000},
		{"a product of what is not negative", "input x, y assume x >= 0 and y >= 0 assert x * y >= 0", "lia", 5_000},
		{"a sum", "input x, y assume 3 * x + 5 * y > 7 and x < 2 assert y > 0 or x > 0", "lia", 5_000},
	} {
		r := find(t, c.src, Options{Prove: true})
		checked(t, r)
		if r.Verdict != Safe {
			t.Errorf("%s: found %s, want safe", c.title, r.Verdict)
		}
		for _, u := range r.Links {
			if u.Name == "lia" && u.Work > c.most || u.Name == c.by && u.Answered == 0 || c.by == "lia" && u.Name != "lia" && u.Queries > 0 {
				t.Errorf("%s: %s answered %d of %d queries with the work %d, want %s to answer, and lia to work %d at most", c.title, u.Name, u.Answered, u.Queries, u.Work, c.by, c.most)
			}
		}
	}
}
