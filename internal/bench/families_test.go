package main

import (
	"slices"
	"strings"
	"testing"
)

// This file tests the programs that are generated.

func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		family string
		size   int
		want   string
	}{
		{"table-entries", 2, "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nstatic const unsigned short t[2] = {0,40503,};\nint main(void) {\n" +
			"unsigned i = __VERIFIER_nondet_uint();\nif (i >= 2) return 0;\nunsigned v = t[i];\nassert((v == 0) == (i == 0));\nreturn 0; }\n"},
		{deep, 5, "x = 0\nwhile x < 5 {\n  x = x + 1\n}\nfail\n"},
		{boundedLoop, 7, "input k\nassume 0 <= k <= 7\ni = 0\nwhile i < k {\n  i = i + 1\n  assert i <= 7\n}\n"},
		{width, 4, "input x1, x2\nc = 0\nif x1 > 0 {\n  c = c + 1\n}\nif x2 > 0 {\n  c = c + 1\n}\nassert c <= 2\n"},
		{"cases", 2, "input x1\nassume x1 == 0 or x1 == 3\ns = 0\ns = s + x1\nassert s != 1\n"},
		{"disjunctions", 1, "input x1\nassume x1 <= 10 * 1 or x1 >= 10 * 1 + 10\nassert x1 != 10 * 1 + 5\n"},
		{"division", 2, "input x1\nassume 0 <= x1 < 100\ns = 0\nwhile x1 > 0 {\n  s = s + x1 % 10\n  x1 = x1 / 10\n}\nassert s <= 18\n"},
		{"calls-in-turn", 1, "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" +
			"static int f1(int x) { if (x < 0) return 0; if (x > 1) return 1; if (x == 7) return 1; return x; }\n" +
			"int main(void) { int x[1]; for (int i = 0; i < 1; i++) x[i] = __VERIFIER_nondet_int(); int r = 0; r += f1(x[1 - 1]); assert(0 <= r && r <= 1); return 0; }\n"},
	} {
		i := slices.IndexFunc(families, func(f family) bool { return f.name == c.family })
		if i < 0 {
			t.Errorf("found no family %s", c.family)
		} else if found := families[i].make(c.size); found != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.family, found, c.want)
		}
	}
	for _, f := range families {
		if !slices.IsSorted(f.sizes) {
			t.Errorf("%s: found sizes %v, want them to grow: after one that takes too long the rest is left out",
				f.name, f.sizes)
		}
		if text := f.make(f.sizes[1]); strings.Contains(text, "%!") {
			t.Errorf("%s: found a broken format:\n%s", f.name, text)
		}
	}
}
