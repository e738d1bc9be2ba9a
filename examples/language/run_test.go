package language_test

import (
	"math/big"
	"os"
	"testing"

	"vouch/examples/language"
	"vouch/semantics"
	"vouch/semantics/core"
)

// TestRun fixes how programs end on inputs.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		title, text string
		input       map[string]int64
		want        string // the fault with its place; "" if the program runs to its end
	}{
		{"a sum", `func main() { assert 1 + 2 * 3 - 4 / 3 == 6 }`, nil, ""},
		{"division rounds towards zero", `func main() { assert -7 / 2 == -3 and -7 % 2 == -1 }`, nil, ""},
		{"division by zero", `func main() { input x var y = 1 / x }`, map[string]int64{"x": 0},
			"division by zero 1:33"},
		{"an assertion", `func main() { input x assert x < 3 }`, map[string]int64{"x": 3}, "assertion 1:23"},
		{"and evaluates no more than it needs",
			`func main() { array a[1] a[0] = 1 assert 1 < 0 or a[0] == 1 if 1 < 0 and a[9] == 1 { } }`, nil, ""},
		{"else", `func main() { var x = 0 if 1 < 0 { x = 1 } else { x = 2 } assert x == 2 }`, nil, ""},
		{"a loop", `func main() { var i = 0 while i < 10 { i = i + 1 } assert i == 10 }`, nil, ""},
		{"behind an array", `func main() { array a[2] a[2] = 1 }`, nil, "out of bounds write 1:26"},
		{"before an array", `func main() { array a[2] a[-1] = 1 }`, nil, "out of bounds write 1:26"},
		{"an element without a value", `func main() { array a[2] var x = a[1] }`, nil, "uninitialised value 1:34"},
		{"an array of negative size", `func main() { array a[-1] }`, nil, "invalid size 1:15"},
		{"elements are unbounded",
			`func f(a[]) { a[0] = a[0] * a[0] } func main() { array a[1] a[0] = 10000000000 f(a) f(a) assert a[0] / 10000000000 > 10000000000 }`,
			nil, ""},
		{"a variable without a value", `func main() { if 1 < 0 { var x = 1 } assert x == 1 }`, nil,
			"uninitialised value 1:45"},
		{"recursion", `func f(n) { if n <= 0 { return 0 } return n + f(n - 1) } func main() { assert f(10) == 55 }`,
			nil, ""},
		{"a function without return", `func f() { } func main() { assert f() == 0 }`, nil, ""},
		{"a call as a statement", `func f(a[], v) { a[0] = v } func main() { array a[1] f(a, 7) assert a[0] == 7 }`,
			nil, ""},
	} {
		p, err := language.Lower(nil, "t.peb", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v\n%s", c.title, err, p.Text())
			continue
		}
		m := &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) {
			return big.NewInt(c.input[name]), true
		}}
		_, out := semantics.Run(m, m.Start(), 10_000, nil)
		got := ""
		if out.Fault != nil {
			got = string(out.Fault.Kind) + " " + out.Fault.Span.String()
		} else if !out.Done {
			got = "not done: " + string(out.Blocked)
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.title, got, c.want)
		}
	}
}

// TestPrograms lowers the programs beside the front end.
func TestPrograms(t *testing.T) {
	for _, name := range []string{"sum.peb", "sum_fixed.peb", "sort.peb"} {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := language.Lower(nil, name, src)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%v\n%s", err, p.Text())
		}
	}
}
