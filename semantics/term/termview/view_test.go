package termview

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/term"
)

// This file tests that what people are shown is short and says what is missing, and that what programs get is all.

func TestConditions(t *testing.T) {
	var ranges, points, long []string
	for i := range 60 {
		ranges = append(ranges, fmt.Sprintf("v%d > %d", i, i))
		points = append(points, fmt.Sprintf("x == %d", i))
		long = append(long, fmt.Sprintf("a_variable_with_a_name_that_is_rather_long_%d != %s", i,
			strings.Repeat("7", 70)))
	}
	digits := strings.Repeat("1", 1000)
	name := strings.Repeat("n", 1000)
	for _, c := range []struct {
		title string
		conds []string
		room  int
		want  string
	}{
		{"all fit", ranges[:3], 40, "v0 >= 1 and v1 >= 2 and v2 >= 3"},
		{"not all fit", ranges[:4], 40, "v0 >= 1 and v1 >= 2 and v2 >= 3 and 1 more condition"},
		{"most do not fit", ranges, 40, "v0 >= 1 and v1 >= 2 and v2 >= 3 and 57 more conditions"},
		{"one is shown always", ranges, 1, "v0 >= 1 and 59 more conditions"},
		{"some are implied and some do not fit", append([]string{"v0 > -1", "v59 > -1"}, ranges...), 40,
			"v0 >= 1 and v59 >= 60 and v1 >= 2 and 57 more conditions (and 2 conditions that these imply)"},
		{"a long disjunction", []string{strings.Join(points, " or ")}, 40,
			"x = 0 or x = 1 or x = 2 or x = 3 or 56 more alternatives"},
		{"a long disjunction among others", []string{"y > 0", strings.Join(points, " or "), "z > 0"}, 90,
			"y >= 1 and (x = 0 or x = 1 or x = 2 or 57 more alternatives) and z >= 1"},
		{"a long sum", []string{strings.ReplaceAll(strings.Join(ranges, " + "), " > ", " - ") + " <= 5"}, 60,
			"v0 + v1 + v10 + v11 + v12 + 55 more terms <= 1775"},
		{"a long product", []string{strings.Repeat("(x + y) * ", 40) + "z < 3"}, 100,
			"(x * x * x * 38 more factors) + 40 more terms <= 2"},
		{"long integers", []string{"x < " + digits + " and y > " + digits}, 100,
			"x <= 111111111111111111111111...(1000 digits)...111111111110 and 1 more condition"},
		{"a long name", []string{name + " < 3"}, 100, "nnnnnnnnnnnnnnnnnnnnnnnn...(1000 letters)...nnnnnnnnnnnn <= 2"},
		{"long names and long integers", long, 200,
			"a_variable_with_a_name_that_is_rather_long_0 != 777777777777777777777777...(70 digits)...777777777777 and 59 more conditions"},
	} {
		if got := Conditions(parse(t, c.conds...), c.room); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
}

// TestShort: however large a formula is, its text is short and made quickly.
func TestShort(t *testing.T) {
	p := term.NewPool()
	x := p.Input("x")
	deep, sum, chain, choice := x, x, p.Bool(true), x
	for i := range 1000 {
		choice = p.IfElse(p.Le(choice, p.Input("y")), p.Add(choice, p.Input("z")),
			p.Scale(big.NewInt(int64(i+2)), choice))
		deep = p.Mul(deep, p.Add(deep, p.Input("y")))
		sum = p.Add(sum, p.Mul(x, p.Input(strings.Repeat("n", i%7)+"z")))
		chain = p.And(chain, p.Or(p.Le(x, sum), p.Le(sum, p.Int(big.NewInt(int64(i))))))
	}
	for i := range 1000 {
		sum = p.Add(sum, p.Scale(new(big.Int).Lsh(big.NewInt(1), uint(i)), p.Input(strings.Repeat("v", i+1))))
	}
	for title, text := range map[string]string{
		"deep": Linear(deep, Line), "a sum": Linear(sum, Line), "a choice": Linear(choice, Line),
		"an atom":   Formula(p.Le(deep, sum), Line),
		"a formula": Formula(chain, Line), "a conjunction": Conditions(chain.Args, Line),
	} {
		if len(text) > Line+200 {
			t.Errorf("%s: %d bytes: %s", title, len(text), text)
		}
	}
}

func TestFull(t *testing.T) {
	digits := strings.Repeat("7", 5000)
	for _, c := range []struct {
		title string
		conds []string
		want  string
	}{
		{"nothing", nil, "true"},
		{"all is there", []string{"x > 3", "x > 3 or y > 0", "x > 4"}, "x >= 4 and (x >= 4 or y >= 1) and x >= 5"},
		{"a disjunction alone", []string{"x > 3 and y > 0 or z > 4"}, "x >= 4 and y >= 1 or z >= 5"},
		{"signs", []string{"-x - 2*y + 7 >= z * (x - 1)"}, "x + 2 * y + (x * z) <= z + 7"},
		{"a quotient", []string{"x / 3 < y"}, "(x / 3) < y"},
		{"a product", []string{"x * (y * x) < y * y * z"}, "(x * x * y) < (y * y * z)"},
		{"all digits", []string{"x != -" + digits + " + " + digits + " * y"},
			"x + " + digits + " != " + digits + " * y"},
		{"all letters", []string{strings.Repeat("n", 5000) + " == 1"}, strings.Repeat("n", 5000) + " = 1"},
	} {
		if got := Full(parse(t, c.conds...)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.title, got, c.want)
		}
	}
	for i := range 500 { // what is written is read as the same
		r := conditions{rand.New(rand.NewPCG(3, uint64(i))), term.NewPool()}
		fs := parse(t, Full([]*term.Formula{r.formula(3), r.formula(2)}))
		text := Full(fs)
		if again := Full(parse(t, text)); again != text {
			t.Fatalf("case %d: %s is read as %s", i, text, again)
		}
	}
}

// TestFullNames runs, as a program, the text of a condition that written out would be much longer.
func TestFullNames(t *testing.T) {
	p := term.NewPool()
	name := strings.Repeat("x", 100)
	chain := p.Input(name)
	for range 20 {
		_, chain = p.FloorDiv(p.Add(p.Mul(chain, chain), p.Input("y")), p.Int(big.NewInt(1009)))
	}
	fs := []*term.Formula{p.Le(chain, p.Int(big.NewInt(500))), p.Not(p.Eq(chain, p.Int(big.NewInt(3))))}
	text := Full(fs)
	if len(text) > 2000 || !strings.HasPrefix(text,
		"#21 <= 500 and #21 != 3 where #1 = "+name+" and #2 = (y + (#1 * #1)) % 1009 and ") {
		t.Fatalf("found %d bytes: %.300s", len(text), text)
	}
	condition, definitions, _ := strings.Cut(regexp.MustCompile(`#(\d+)`).ReplaceAllString(text, "v$1"), " where ")
	program, err := imp.Load("t.imp", []byte("input "+name+", y\n"+strings.ReplaceAll(definitions, " and ",
		"\n")+"\nassert "+condition))
	if err != nil {
		t.Fatal(err)
	}
	var held int
	for x := range int64(100) {
		m := map[string]*big.Int{name: big.NewInt(x), "y": big.NewInt(x % 7)}
		m0, err := imp.NewStore(program, m)
		if err != nil {
			t.Fatal(err)
		}
		machine := &imp.Machine{Program: program}
		_, out := semantics.Run(semantics.Machine[imp.State](machine), machine.Start(m0), 1000,
			func(int64, semantics.Rule, imp.State) bool { return true })
		v := p.Valuation(func(name string) *big.Int { return m[name] })
		want := true
		for _, f := range fs {
			truth, ok := v.Formula(f)
			want = want && truth && ok
		}
		if want {
			held++
		}
		if found := out.Fault == nil; found != want {
			t.Fatalf("for %d found %t, want %t", x, found, want)
		}
	}
	if held < 10 || held > 90 {
		t.Errorf("found %d inputs of 100 that satisfy it, want some and not all", held)
	}
}
