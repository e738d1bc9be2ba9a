package finder

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/fronts"
)

// This file tests which inputs are divided, and what that decides.

const collatz = `input n
assume 1 <= n <= 30
steps = 0
while n != 1 {
  if n % 2 == 0 {
    n = n / 2
  } else {
    n = 3 * n + 1
  }
  steps = steps + 1
  assert steps <= MOST
}
`

func TestDivides(t *testing.T) {
	most := func(n int) string { return strings.ReplaceAll(collatz, "MOST", fmt.Sprint(n)) }
	for _, c := range []struct {
		title, source string
		verdict       Verdict
		divided       []string
		inputs        string // of a bug
	}{
		{"sequences of Collatz", most(111), Safe, []string{"n"}, ""},
		{"sequences of Collatz, one of which is too long", most(110), Bug, nil, "27"},
		{"powers modulo 13", `input b, e assume 0 <= b <= 5 and 0 <= e <= 7
			r = 1 a = b k = e while k > 0 { if k % 2 == 1 { r = r * a % 13 } a = a * a % 13 k = k / 2 }
			s = 1 i = 0 while i < e { s = s * b % 13 i = i + 1 } assert r == s`, Safe, []string{"b", "e"}, ""},
		{"an input that no execution draws", `int klee_range(int, int, const char *);
			int main(void) {
				int n = klee_range(1, 31, "n"), steps = 0;
				while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; if (n < 1) return klee_range(0, 3, "m"); if (++steps > 111) __builtin_trap(); }
			}`, Safe, []string{"n"}, ""},
		{"an input with too many values",
			"input x, y assume 0 <= x <= 5000 and 0 <= y <= 2 and x * y == 3 * y assert x >= 0", Safe, nil, ""},
		{"nothing that is hard", "input x assume 0 <= x <= 9 if x > 5 { x = x - 5 } assert x <= 5", Safe, nil, ""},
	} {
		t.Run(c.title, func(t *testing.T) {
			name := "t.imp"
			if strings.HasPrefix(c.source, "int ") {
				name = "t.c"
			}
			for _, workers := range []int{1, 2} {
				r, err := Find(t.Context(), program(t, name, c.source),
					Options{Solver: "lia", Prove: true, Minimize: true, Workers: workers})
				if err != nil || r.Verdict != c.verdict {
					t.Fatalf("found %+v (%v), want %s", r, err, c.verdict)
				}
				var sealed []byte
				if c.verdict == Bug {
					sealed = r.Certain()[0].Bug.Seal()
					if got := r.Certain()[0].Inputs[0].Value.String(); got != c.inputs {
						t.Errorf("found the input %s, want %s", got, c.inputs)
					}
				} else if r.Absence == nil {
					t.Fatalf("no certificate: %s", openIn(r))
				} else {
					sealed = r.Absence.Seal()
				}
				v, err := checker.Check(sealed, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(v.Divided, c.divided) {
					t.Errorf("divided are %v, want %v", v.Divided, c.divided)
				}
				if c.verdict == Bug && len(v.Path) < 100 {
					t.Errorf("the path condition is %v", v.Path)
				}
			}
		})
	}
}

// TestDivisible fixes where ranges are divided.
func TestDivisible(t *testing.T) {
	for _, c := range []struct{ title, source, want string }{
		{"a range", "input x assume 2 <= x <= 4 fail", "map[x:[1 2 3 4]]"},
		{"a single value", "input x assume x == 7 fail", "map[x:[6 7]]"},
		{"no bound", "input x assume 2 <= x fail", "map[]"},
		{"too many values", "input x assume 1 <= x <= 4097 fail", "map[]"},
		{"too many together", "input x, y assume 1 <= x <= 4096 and 1 <= y <= 2 fail", "map[y:[0 1 2]]"},
		{"no value", "input x assume 2 <= x <= 1 fail", "map[]"},
		{"a later condition", "input x y = x assume 1 <= y <= 2 fail", "map[]"},
		{"a range of the program",
			"core 1\nentry main\n\nfunc main()\n  slot x int\n  0: draw x x 3 .. 5\n  1: return\n", "map[x:[3 4]]"},
	} {
		name := "t.imp"
		if c.source[0] == 'c' {
			name = "t.core"
		}
		if got := fmt.Sprint(newSubject(program(t, name, c.source)).divisible()); got != c.want {
			t.Errorf("%s: found %s, want %s", c.title, got, c.want)
		}
	}
}

// TestDividedRest: what is in no part with a single value is explored too, and a model of it is one of the program.
func TestDividedRest(t *testing.T) {
	p := program(t, "t.imp", "input x, y assume y > x assert x + y < 40 or x < 9")
	whole := newSubject(p)
	q := newDivided(p, map[string][]*big.Int{"x": {big.NewInt(-1), big.NewInt(0), big.NewInt(1)}})
	q.whole = whole
	r, err := q.search(t.Context(), Options{Solver: "lia", All: true}, nil, nil)
	if err != nil || r.Verdict != Bug {
		t.Fatalf("found %+v (%v)", r, err)
	}
	c, err := certs.Open(r.Certain()[0].Bug.Seal(), certs.MaxBytes)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checker.Check(c.Seal(), checker.Options{Limits: checker.DefaultLimits,
		Lower: fronts.All.Lower}); err != nil {
		t.Error(err)
	}
}
