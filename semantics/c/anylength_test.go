package c

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/semantics/core"
)

// TestAnyLength: which inputs make an array whose length a parameter says, what they make of it, and of no more bytes.
func TestAnyLength(t *testing.T) {
	for _, x := range []struct {
		title, text, array string
		inputs             string // numbers, in the order in which they are drawn; what is behind them is 0
		draws              string // of the program: names with ranges
		want               string
	}{
		{"as many integers", "int f(int *a, int n) { return a[0] + 10 * a[n - 1]; }", "a=n", "3 5 6 7",
			"n 0..536870912, a[] -2147483648..2147483647", "status 75"},
		{"one more", "int f(int *a, int n) { return a[n]; }", "a=n", "3 5 6 7",
			"n 0..536870912, a[] -2147483648..2147483647", "out of bounds read"},
		{"none", "int f(int *a, int n) { return n == 0; }", "a=n", "0",
			"n 0..536870912, a[] -2147483648..2147483647", "status 1"},
		{"one of none", "int f(char *a, int n) { return a[0]; }", "a=n", "0",
			"n 0..2147483647, a[] -128..127", "out of bounds read"},
		{"a parameter behind other ones, and one of few values", "int f(char *a, int k, _Bool n) { return a[0] + k; }",
			"a=n", "1 7 4", "n 0..1, a[] -128..127, k -2147483648..2147483647", "status 11"},
		{"two arrays, the larger of which bounds the number",
			"int f(char *a, long *b, unsigned long n) { return a[n - 1] + b[n - 1]; }",
			"a=n\nb=n", "2 1 2 30 40",
			"n 0..268435456, a[] -128..127, b[] -9223372036854775808..9223372036854775807", "status 42"},
		{"two numbers", "int f(char *a, char *b, char n, char m) { return a[n - 1] + b[m - 1]; }", "a=n\nb=m", "1 2 5 6 7",
			"n 0..127, m 0..127, a[] -128..127, b[] -128..127", "status 12"},
		{"rows", "int f(short (*m)[3], int n) { return m[n - 1][2]; }", "m=n", "2 1 2 3 4 5 6",
			"n 0..357913941, m[] -32768..32767", "status 6"},
		{"one row more", "int f(short (*m)[3], int n) { return m[n][0]; }", "m=n", "2 1 2 3 4 5 6",
			"n 0..357913941, m[] -32768..32767", "out of bounds read"},
		{"floating numbers, by their bits", "int f(double *d, float *e, int n) { return d[0] + e[0]; }", "d=n\ne=n",
			"1 4611686018427387904 1077936128",
			"n 0..268435456, d[] 0..18446744073709551615, e[] 0..4294967295", "status 5"},
		{"bytes of no type", "int f(void *p, int n) { return ((char *)p)[n - 1]; }", "p=n", "2 1 9",
			"n 0..2147483647, p[] 0..255", "status 9"},
		{"bytes of a structure that nobody knows", "struct s; int f(struct s *p, int n) { return ((char *)p)[n]; }", "p=n",
			"2 1 9", "n 0..2147483647, p[] 0..255", "out of bounds read"},
		{"behind a pointer", "int f(char **v, int n) { return v[0] ? v[0][n - 1] : 9; }", "v[]=n", "2 1 4 5",
			"n 0..2147483647, v[0] 0..1, v[0][] -128..127", "status 5"},
		{"too many integers behind a pointer", "int f(int **v, unsigned n) { return v[0] ? 8 : 9; }", "v[]=n", "536870913 1",
			"n 0..2147483648, v[0] 0..1, v[0][] -2147483648..2147483647", "assumption violated"},
		{"as many as need be if there is no such pointer", "int f(int **v, unsigned n) { return v[0] ? 8 : 9; }", "v[]=n",
			"536870913 0", "n 0..2147483648, v[0] 0..1, v[0][] -2147483648..2147483647", "status 9"},
		{"an old definition", "int f(a, n) int *a; int n; { return a[n - 1]; }", "a=n", "2 1 9",
			"n 0..536870912, a[] -2147483648..2147483647", "status 9"},
		{"a condition on the number", "int vouch_requires(int *a, int n) { return n > 2; } int f(int *a, int n) { return 7; }",
			"a=n", "2 1 9", "n 0..536870912, a[] -2147483648..2147483647", "assumption violated"},
		{"any number of floating numbers", "int f(double *d) { return d[1]; }", "d", "2 0 4613937818241073152",
			"d.length 0..268435456, d[] 0..18446744073709551615", "status 3"},
		{"any number of bytes of no type", "int f(void *p) { return ((char *)p)[2]; }", "p", "2 1 9",
			"p.length 0..2147483648, p[] 0..255", "out of bounds read"},
	} {
		program, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(x.text)}},
			map[string]string{"entry": "f", "array": x.array})
		if err != nil {
			t.Errorf("%s: %v", x.title, err)
			continue
		}
		var draws []string
		for _, f := range program.Funcs {
			for _, in := range f.Code {
				if in.Op == core.Draw {
					draws = append(draws, fmt.Sprintf("%s %v..%v", in.Name, in.Lo, in.Hi))
				}
			}
		}
		if got := strings.Join(draws, ", "); got != x.draws {
			t.Errorf("%s: found the inputs %s, want %s", x.title, got, x.draws)
		}
		inputs := strings.Fields(x.inputs)
		m := &core.Machine{Program: program, Input: func(n int, name string) (*big.Int, bool) {
			if n >= len(inputs) {
				return nil, false
			}
			v, ok := new(big.Int).SetString(inputs[n], 10)
			return v, ok
		}}
		last, steps := m.Run(m.Start(), mostSteps)
		got := string(m.Blocked(last))
		if fault, ok := m.Fault(last); ok {
			got = string(fault.Kind)
		} else if m.Done(last) {
			status, _ := last.Status().Integer()
			got = "status " + status.String()
		}
		if got != x.want || steps == mostSteps {
			t.Errorf("%s: found %s, want %s", x.title, got, x.want)
		}
	}
}
