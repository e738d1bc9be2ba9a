package finder

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// TestWays: which ways are told, with small inputs; those on which a way does not depend are free.
func TestWays(t *testing.T) {
	for _, c := range []struct {
		title, source string
		limits        Limits
		most          int // of ways; 0 means no limit
		want          string
		unmet         int64
	}{
		{"ways to the end", "input x, y\nif x > 3 {\n  y = 1\n}\n", Limits{}, 0, "x=0 y=7; x=4 y=7", 0},
		{"a way to a fault", "input x\ny = 1\nif x > 3 {\n  y = 10 / (x - 5)\n}\n", Limits{}, 0, "x=0; x=4; x=5", 0},
		{"an assumption", "input x\nassume x > 8\n", Limits{}, 0, "x=9", 0},
		{"none", "input x\nassume x > 8 and x < 8\n", Limits{}, 0, "", 0},
		{"ways that are left", "input x\nwhile x > 0 {\n  x = x - 1\n}\n", Limits{States: 6}, 0, "x=0; x=1", 0},
		{"until nobody wants more", "input x\nif x > 3 {\n  x = 1\n}\n", Limits{}, 1, "x=0", 0},
		{"a way for which no input is found", "input x\nif x * x * x * x + x * x * 7 == 10000200010034000000000000001 {\n  x = 1\n}\n",
			Limits{}, 0, "x=0", 1},
	} {
		var got []string
		p := program(t, "ways.imp", c.source)
		free := func(name string, lo, hi *big.Int) *big.Int { return map[string]*big.Int{"y": big.NewInt(7)}[name] }
		coverage, err := Ways(context.Background(), p, Options{Solver: "lia", Pruning: Eager, Limits: c.limits}, free,
			func(w Way) bool {
				var values []string
				for _, name := range []string{"x", "y"} {
					if strings.Contains(c.source, "input x, y") || name == "x" {
						v, _ := w.Small()(0, name)
						values = append(values, fmt.Sprintf("%s=%s", name, v))
					}
				}
				got = append(got, strings.Join(values, " "))
				return len(got) != c.most
			})
		slices.Sort(got)
		if text := strings.Join(got, "; "); err != nil || text != c.want || coverage.Unmet != c.unmet {
			t.Errorf("%s: found %s, %v, and %d without an input, want %s, and %d", c.title, text, err, coverage.Unmet,
				c.want, c.unmet)
		}
	}
	if _, err := Ways(context.Background(), program(t, "ways.imp", "x = 1\n"), Options{Strategy: "none"}, nil,
		nil); err == nil {
		t.Error("a strategy that does not exist: found no error")
	}
}
