package bounds_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/finder/solver"
)

// TestNear fixes which models are found beside one that is known.
func TestNear(t *testing.T) {
	const none = "none"
	for _, c := range []struct{ title, path, next, want string }{
		{"above", "x >= 0; x <= 20", "x%7 = 5", "x=5"},
		{"below", "x >= -20; x <= 0", "x%7 = 5", "x=-2"},
		{"what else is known of the input holds", "x >= 0; x%2 = 0", "x%7 = 5", "x=12"},
		{"a bound counts", "x >= 8; x <= 20", "x%7 = 5", "x=12"},
		{"others keep their values", "y >= 4; x + y >= 4", "x%7 = 5", "x=5 y=4"},
		{"two conjuncts about one input", "x >= 0", "x%7 = 5; x%2 = 0", "x=12"},
		{"one of two is true", "y >= 4; x >= 0", "x%7 = 5; y%2 = 0", "x=5 y=4"},
		{"the first one that is false counts, too", "x >= 0; y >= 0", "x%7 = 5; y%7 = 5", none},
		{"two inputs", "x >= 0; y >= 0", "x*y = 6", none},
		{"two inputs in what holds", "x >= 0; y >= 2; x*y <= 9", "x%7 = 5", none},
		{"a sum is for a solver", "x%2 = 0; y%2 = 0", "x >= 5", none},
		{"too far away", "x >= 0", "x%1000 = 500", none},
		{"no value within bounds", "x >= 6; x <= 11", "x%7 = 5", none},
	} {
		p, before := known(c.path)
		fs := p.path(c.next)
		k, _ := before.Assume(fs...)
		found := none
		if near, ok := k.Near(k.About(len(fs)), len(fs)); ok {
			found = show(near.Model())
		}
		if found != c.want {
			t.Errorf("%s: found the model %q, want %q", c.title, found, c.want)
		}
	}
}

// TestAmong fixes which conjuncts are asked about before all that share inputs are, and when an answer to these is a
// model of all.
func TestAmong(t *testing.T) {
	for _, c := range []struct {
		title, path, next string
		want              string // the places of the conjuncts
		smaller           bool
		answer            int64 // the value of a in a model of these
		extends           bool
	}{
		{"what is about the same input", "a%2 = 0; b >= 1; a + b <= 9", "a%3 = 1", "0 3", true, 4, true},
		{"a model that does not agree with the rest", "a%2 = 0; b >= 1; a + b <= 9", "a%3 = 1", "0 3", true, 10, false},
		{"all", "a%2 = 0; b%2 = 0", "a%3 = 1", "0 2", false, 4, true},
		{"a sum is for a solver", "a%2 = 0; b >= 1; a + b <= 9", "a >= 4", "0 3", false, 4, true},
		{"two inputs", "c >= 1; a + b <= 9; b + c <= 9; a <= 9", "a*b >= 0", "1 3 4", true, 2, true},
	} {
		p, before := known(c.path)
		k, _ := before.Assume(p.formula(c.next))
		q := k.About(1)
		part, smaller := k.Among(q, 1)
		if at := strings.Trim(fmt.Sprint(part.At), "[]"); at != c.want || smaller != c.smaller {
			t.Errorf("%s: found the conjuncts %s, %t, want %s, %t", c.title, at, smaller, c.want, c.smaller)
			continue
		}
		if next, ok := k.Extended(q, part, solver.Model{"a": big.NewInt(c.answer)}); ok != c.extends || ok &&
			!next.Sat() {
			t.Errorf("%s: found %t for a=%d, want %t", c.title, ok, c.answer, c.extends)
		}
	}
}
