package impslice

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file tests slices of random programs: a slice is a program that fails in the same way, and nothing but it matters.

// failure is an execution of a program that ends in a fault.
type failure struct {
	*imp.Program
	input map[string]*big.Int
	steps int64
	fault semantics.Fault
	final imp.Store
}

// fail runs a program on an input.
func fail(t testing.TB, source string, input map[string]*big.Int) (failure, bool) {
	t.Helper()
	p := load(t, source)
	given := maps.Clone(input)
	maps.DeleteFunc(given, func(name string, _ *big.Int) bool {
		slot, ok := p.Slot(name)
		return !ok || !p.Input[slot]
	})
	for _, name := range p.Inputs() {
		if given[name] == nil {
			given[name] = new(big.Int)
		}
	}
	m0, err := imp.NewStore(p, given)
	if err != nil {
		t.Fatal(err)
	}
	m := &imp.Machine{Program: p, Meter: semantics.NewMeter(1<<20, semantics.Unlimited)}
	if _, ok := m.Assumed(m0); !ok {
		return failure{}, false
	}
	s, out := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), 2000, nil)
	if out.Fault == nil {
		return failure{}, false
	}
	return failure{p, given, out.Steps, *out.Fault, s.Store}, true
}

func (f failure) slice(t testing.TB) string {
	t.Helper()
	m0, err := imp.NewStore(f.Program, f.input)
	if err != nil {
		t.Fatal(err)
	}
	fault, text, err := Fault(&imp.Machine{Program: f.Program}, m0, f.steps)
	if err != nil || fault != f.fault {
		t.Fatalf("found the fault %v (%v), want %v", fault, err, f.fault)
	}
	return text
}

// failures calls check with random programs and inputs on which they fail.
func failures(t *testing.T, check func(r *rand.Rand, source string, f failure)) {
	for i, family := range randimp.Families {
		t.Run(family.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			found := 0
			for range 500 {
				source := string(randimp.Source(r, family))
				if f, ok := fail(t, source, randimp.Input(r, load(t, source))); ok {
					found++
					check(r, source, f)
				}
			}
			if found < 20 && i > 0 {
				t.Errorf("found %d programs that fail, want 20", found)
			}
		})
	}
}

func load(t testing.TB, source string) *imp.Program {
	t.Helper()
	p, err := imp.Load("random.imp", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return p
}

// TestLayout establishes that comments, blanks and spellings do not matter.
func TestLayout(t *testing.T) {
	blanks := []string{" ", "  ", "\n", "\t", "\r\n", " (* c *) ", " # c\n", " //\n"}
	spellings := []*strings.Replacer{
		strings.NewReplacer(" == ", " = ", " and ", " && "), strings.NewReplacer(" or ", " || ", "not ", "! "), strings.NewReplacer(" = ", " := "),
	}
	failures(t, func(r *rand.Rand, source string, f failure) {
		edited := spellings[r.IntN(len(spellings))].Replace(source)
		edited = regexp.MustCompile(`[ \n]+`).ReplaceAllStringFunc(edited, func(string) string { return blanks[r.IntN(len(blanks))] })
		g, ok := fail(t, edited, f.input)
		if !ok || g.slice(t) != f.slice(t) {
			t.Fatalf("found another slice of\n%s\nthan of\n%s", edited, source)
		}
	})
}

// TestUnrelated establishes that statements that the program does not depend on do not matter, wherever they stand.
func TestUnrelated(t *testing.T) {
	unrelated := []string{"u = 1", "u = x", "u = 2 if u == 3 { fail }", "skip", "u = 0 while u < 3 { u = u + 1 }", "assert 1 < 2"}
	failures(t, func(r *rand.Rand, source string, f failure) {
		var edited []string
		body := false // whether this is behind the declarations and the assumptions at the start
		for line := range strings.Lines(source) {
			word := strings.Fields(line + " -")[0]
			switch {
			case word == "macro":
				body = false // it may mention nothing but its parameters
			case word == "end":
				body = true
			case !slices.Contains([]string{"option", "input", "assume", "-"}, word) && line[0] != ' ':
				body = true
				fallthrough
			case word[0] != '}' && word != "-":
				if body && r.IntN(2) == 0 {
					edited = append(edited, unrelated[r.IntN(len(unrelated))]+"\n")
				}
			}
			edited = append(edited, line)
		}
		text := strings.Join(edited, "")
		g, ok := fail(t, text, f.input)
		if !ok || g.slice(t) != f.slice(t) {
			t.Fatalf("found another slice of\n%s\nthan of\n%s\n%s\n%s", text, source, f.slice(t), g.slice(t))
		}
	})
}

// TestSliceFails establishes that a slice, run on the same input, fails at the same command. What the command only mentions, such
// as a dividend, has the value that it has at the fault.
func TestSliceFails(t *testing.T) {
	endless := 0
	failures(t, func(r *rand.Rand, source string, f failure) {
		plain := func(text string) string { return strings.ReplaceAll(text, ".", "_") } // of the names of local variables
		text := plain(f.slice(t))
		values := map[string]*big.Int{}
		for name, v := range f.final.Map(f.Program) {
			values[plain(name)] = v
		}
		inputs := regexp.MustCompile(`(?m)^input .*\n`).FindString(text)
		for _, name := range regexp.MustCompile(`\w+`).FindAllString(strings.TrimPrefix(inputs, "input"), -1) {
			values[name] = f.input[name]
		}
		if unbound := regexp.MustCompile(`\[(\w+)\]`).FindStringSubmatch(text); unbound != nil {
			delete(values, unbound[1])
		}
		program := fmt.Sprintf("input %s\nskip\n%s", strings.Join(append(slices.Sorted(maps.Keys(values)), "none"), ", "),
			strings.NewReplacer("[", "(", "]", ")").Replace(strings.Replace(text, inputs, "", 1)))
		line := 0
		for i, l := range strings.Split(program, "\n") {
			if strings.HasSuffix(l, string(f.fault.Kind)) && strings.Contains(l, "  # ") {
				line = i + 1
			}
		}
		g, ok := fail(t, program, values)
		if !ok && strings.Contains(program, "while") {
			endless++ // the loop at fault, where its earlier rounds do not matter
		} else if !ok || g.fault.Kind != f.fault.Kind || int(g.fault.Line) != line {
			t.Fatalf("found %v, want %s on line %d of\n%s\nthe slice of\n%s", g.fault, f.fault.Kind, line, program, source)
		}
	})
	if endless > 20 {
		t.Errorf("found %d slices that do not fail, want hardly any", endless)
	}
}

// TestLongRun establishes that the work for a loop does not add up over its rounds, though branches leave variables as they were.
func TestLongRun(t *testing.T) {
	m, m0, steps := execute(t, `t = 0 i = 0 while i < 400000 { i = i + 1 if i < 0 { t = 1 } if 0 > i { t = 2 } } assert t != 0`)
	_, text, err := Fault(m, m0, steps)
	const want = `t = 0
i = 0
while i < 400000 {  # true
  i = i + 1
  if i < 0 {  # false
  }
  if 0 > i {  # false
  }
}
assert t != 0  # assertion
`
	if err != nil || text != want {
		t.Errorf("found (%v)\n%s\nwant\n%s", err, text, want)
	}
}

// execute returns a machine for a program, the memory in which its inputs are 0, and the number of steps that it takes from there.
func execute(t testing.TB, source string) (*imp.Machine, imp.Store, int64) {
	t.Helper()
	p := load(t, source)
	input := map[string]*big.Int{}
	for _, name := range p.Inputs() {
		input[name] = new(big.Int)
	}
	m0, err := imp.NewStore(p, input)
	if err != nil {
		t.Fatal(err)
	}
	m := &imp.Machine{Program: p}
	_, out := semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), 1<<40, nil)
	return m, m0, out.Steps
}

// BenchmarkFault measures slicing beside plain execution.
func BenchmarkFault(b *testing.B) {
	many := ""
	for i := range 50 {
		many += fmt.Sprintf(" v%d = i", i)
	}
	for name, source := range map[string]string{
		"branches": `s = 0 i = 0
			while i < 300000 { if i % 3 == 0 { s = s + i } else { s = s - 1 } if s * s == 2 { fail } i = i + 1 } assert s < 0`,
		"count":  `i = 0 while i < 1000000 { i = i + 1 } fail`,
		"spares": `i = 0 while i < 600000 { if i < 0 {` + many + ` } i = i + 1 } assert v7 != 0`,
	} {
		m, m0, steps := execute(b, source)
		b.Run(name+"/run", func(b *testing.B) {
			for b.Loop() {
				semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), 1<<40, nil)
			}
			b.ReportMetric(float64(steps), "steps")
		})
		b.Run(name+"/slice", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Fault(m, m0, steps); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
