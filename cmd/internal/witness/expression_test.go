package witness

import (
	"strings"
	"testing"
)

// This file tests which guesses expressions of C become.

func TestAtoms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"i <= n", "i <= n"},
		{"( ( i <= 10 ) && ( s == ( i * 2 ) ) )", "i <= 10; s = 2 * i"},
		{"i < n", "i + 1 <= n"},
		{"i > n", "n + 1 <= i"},
		{"i >= 0x10", "i >= 16"},
		{"0 <= i", "i >= 0"},
		{"!(i < 3)", "i >= 3"},
		{"!(i < 3 || n == 4)", "i >= 3; n <= 3; n >= 5"},
		{"i == 1 || i == 2", "i = 1; i = 2"},
		{"i != 3", "i <= 2; i >= 4"},
		{"(long long)s == 2 * (long long)i + 1LL", "s = 2 * i + 1"},
		{"(unsigned int) i <= 4294967295U", "i <= 4294967295"},
		{"-i <= +3 - 010", "i >= 5"},
		{"i % 4 == 3", "(i - 3) % 4 = 0"},
		{"i % 2 != 0", "(i - 1) % 2 = 0"},
		{"(a + b) * (a - b) == 0", "a * a = b * b"},
		{"x * x * x <= y << 2", "x * x * x <= 4 * y"},
		{"(i <= 3) == 1", "i <= 3"},
		{"(int)(i <= 3) != 0", "i <= 3"},
		{"0 == (i <= 3)", "i >= 4"},
		{"c ? i <= 3 : i >= 7", "c + 1 <= 0; c >= 1; i <= 3; i >= 7"},
		{"flag", "flag + 1 <= 0; flag >= 1"},
		{"!flag", "flag = 0"},
		{"c == 'a'", "c = 97"},
		{"1", ""}, {"0", ""}, {"3 <= 4", ""}, {"i == i", ""}, {"1 && i <= n", "i <= n"},
	} {
		list, err := atoms(c.text)
		var parts []string
		for _, a := range list {
			parts = append(parts, said(a))
		}
		if got := strings.Join(parts, "; "); err != nil || got != c.want {
			t.Errorf("%s: found %q, %v, want %q", c.text, got, err, c.want)
		}
	}
}

func TestAtomsRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "at its character 1: found the end, want an expression"},
		{"i <=", "at its character 5: found the end"},
		{"(i <= 3", `at its character 8: found the end, want ")"`},
		{"i <= 3)", `at its character 7: found ")"`},
		{"i <= 3 4", `at its character 8: found "4"`},
		{"a[i] == 0", "at its character 2: found an access to memory"},
		{"*p == 0", "at its character 1: found an access to memory"},
		{"p->n == 0", "at its character 2: found an access to memory"},
		{"p.n == 0", "at its character 2: found an access to memory"},
		{"&i == p", "at its character 1: found an address"},
		{"(int *)p == 0", "found a pointer"},
		{"f(i) == 0", "found a call"},
		{"(f)(i) == 0", "found a call"},
		{"i++ < 3", `found "++", want an expression without side effects`},
		{"--i < 3", `found "--", want an expression without side effects`},
		{"i = 3", `found "=", want an expression without side effects`},
		{"i += 3", `found "+="`},
		{"i / 2 == 3", `at its character 3: found "/", want sums and products`},
		{"(i & 1) == 0", `found "&", want sums and products`},
		{"~i == 0", `found "~", want sums and products`},
		{"i % n == 0", "found a remainder, want one by a number"},
		{"i % 1 == 0", "found a remainder, want one by a number"},
		{"i % 3 != 0", "found a remainder that differs from a number"},
		{"1.5 < i", "found a float"},
		{"i < 0x", "want an integer"},
		{"i < 08", "want an integer"},
		{"i < 12x", "want an integer"},
		{"i < '\\n'", "found a character constant"},
		{"sizeof(int) == i", `found "sizeof"`},
		{`s == "a"`, `found "\""`},
		{"i @ 3", `found "@"`},
		{"\\result == 3", `found "\\"`},
		{"a * b * c * d * e == 0", "found a product that is too large"},
		{"x << 63 << 63 << 63 << 63 << 63 == 0", "found a product that is too large"},
		{strings.Repeat("(", 1000) + "i", "found more than 250 levels"},
		{strings.Repeat("- ", 1000) + "i < 3", "found more than 250 levels"},
		{strings.Repeat("i < 3 && ", 300) + "i < 3", "found more than 256 comparisons"},
		{strings.Repeat("i", maxExpression+1), "bytes, want at most"},
		{"i < " + strings.Repeat("9", 100), "want an integer of at most 256 bits"},
	} {
		if list, err := atoms(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: found %v, %v, want %q", c.text, list, err, c.want)
		}
	}
}

// FuzzAtoms establishes that no text ends in a panic, and that what is read is within its bounds.
func FuzzAtoms(f *testing.F) {
	for _, s := range []string{"i <= n && s == 2 * i", "a[i]", "(long long)x % 4 == 3 || !(y << 3 > 'a')", "((",
		"0x10u", "c ? a : b", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := atoms(text)
		if err == nil && len(list) > maxAtoms {
			t.Errorf("found %d atoms", len(list))
		}
		for _, a := range list {
			if len(a.Terms) > maxSum+1 {
				t.Errorf("found %d terms", len(a.Terms))
			}
		}
	})
}
