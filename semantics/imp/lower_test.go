package imp

import (
	"strings"
	"testing"

	"vouch/semantics"
)

// TestLowerWithin: what is too large is an error whatever is refused, and what is made is held.
func TestLowerWithin(t *testing.T) {
	p, err := Load("test.imp", []byte(`input x, y
assume x > 0 and y > 0
macro m(a, n) { local t = n; while t > 0 { a = a + t * 2; t = t - 1 } }
while x != y {
	if x < y < 2 * x { y = y % x; skip } else { assert x / y >= -(y + 1); m(z, x) }
}
assume z > 0; fail`))
	if err != nil {
		t.Fatal(err)
	}
	const enough = 100_000
	m := semantics.NewMeter(enough, enough)
	if _, err := LowerWithin(m, p); err != nil {
		t.Fatal(err)
	}
	words := 0
	for m.Hold(1) {
		words++
	}
	words = enough - words
	if words < 1000 || words > 6000 {
		t.Errorf("found %d words held", words)
	}
	for n := range words {
		for title, m := range map[string]*semantics.Meter{"work": semantics.NewMeter(int64(n), enough), "memory": semantics.NewMeter(enough, int64(n))} {
			q, err := LowerWithin(m, p)
			if q != nil || err == nil || !strings.HasPrefix(err.Error(), "test.imp: the program is too large to lower: it takes more than ") {
				t.Fatalf("%d of %s: found the error %v", n, title, err)
			}
		}
	}
}
