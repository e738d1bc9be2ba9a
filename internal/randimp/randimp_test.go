package randimp_test

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"testing"

	"vouch/internal/randimp"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// features are what the text of a program shows of its family.
var features = []struct {
	name    string
	pattern *regexp.Regexp
	has     func(randimp.Family) bool
}{
	{"if", regexp.MustCompile(`\bif\b`), func(f randimp.Family) bool { return f.Branch }},
	{"while", regexp.MustCompile(`\bwhile\b`), func(f randimp.Family) bool { return f.Loop }},
	{"division", regexp.MustCompile(`[/%]`), func(f randimp.Family) bool { return f.Divide }},
	{"truncate", regexp.MustCompile(`truncate`), func(f randimp.Family) bool { return f.Divide }},
	{"fail", regexp.MustCompile(`\bfail\b`), func(f randimp.Family) bool { return f.Fail }},
	{"assert", regexp.MustCompile(`\bassert\b`), func(f randimp.Family) bool { return f.Fail }},
	{"assume at the start", regexp.MustCompile(`^(option.*\n|input.*\n|\n)*assume`), func(f randimp.Family) bool {
		return f.Assume
	}},
	{"assume later", regexp.MustCompile(`=.*\n *assume`), func(f randimp.Family) bool { return f.Assume }},
	{"input", regexp.MustCompile(`\binput\b`), func(f randimp.Family) bool { return f.Declare }},
	{"macro", regexp.MustCompile(`\bmacro\b`), func(f randimp.Family) bool { return f.Macro }},
	{"local", regexp.MustCompile(`\blocal\b`), func(f randimp.Family) bool { return f.Macro }},
	{"call", regexp.MustCompile(`(?m)^ *m\(`), func(f randimp.Family) bool { return f.Macro }},
	{"large literal", regexp.MustCompile(`\d{9}`), func(f randimp.Family) bool { return f.Large }},
	{"product of variables", regexp.MustCompile(`\b[a-z] \* [a-z]\b`), func(f randimp.Family) bool {
		return f.Products
	}},
}

// TestFamilies: each family has the features that it should, and none that it should not.
func TestFamilies(t *testing.T) {
	const n = 500
	for _, f := range randimp.Families {
		r := rand.New(rand.NewPCG(1, 1))
		count := map[string]int{}
		different := map[string]bool{}
		for range n {
			src := randimp.Source(r, f)
			different[string(src)] = true
			for _, x := range features {
				if x.pattern.Match(src) {
					count[x.name]++
				}
			}
		}
		for _, x := range features {
			if got := count[x.name]; (got >= n/20) != x.has(f) || got > 0 && !x.has(f) {
				t.Errorf("%s: %d of %d programs have the feature %s", f.Name, got, n, x.name)
			}
		}
		if len(different) < n*9/10 {
			t.Errorf("%s: %d different programs among %d", f.Name, len(different), n)
		}
	}
}

// TestPrograms: what is made can be read back, depends on the source of random numbers alone, and is given an input
// that fits.
func TestPrograms(t *testing.T) {
	for _, f := range randimp.Families {
		for seed := range uint64(200) {
			source := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }
			file, src := randimp.File(source(), f), randimp.Source(source(), f)
			if !bytes.Equal(impfmt.Print(file), src) {
				t.Fatalf("%s: File and Source differ:\n%s", f.Name, src)
			}
			back, err := imp.Parse("t", src)
			if err != nil || !bytes.Equal(impfmt.Print(back), src) {
				t.Fatalf("%s: reads back as something else: %v\n%s", f.Name, err, src)
			}
			r := source()
			p := randimp.Program(r, f)
			if _, err := imp.NewStore(p, randimp.Input(r, p)); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
	}
}
