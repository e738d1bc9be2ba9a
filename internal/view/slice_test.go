package view

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouch/internal/randimp"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/imp"
)

// This file tests slices of random programs: a slice is a program that fails in the same way, and nothing but it
// matters.

// failure is an execution of a program that ends in a fault.
type failure struct {
	Run
	fault semantics.Fault
	final core.State
}

// inputs returns what an execution draws, by name: 0 if there is no value.
func inputs(values map[string]*big.Int) func(int, string) (*big.Int, bool) {
	return func(_ int, name string) (*big.Int, bool) {
		if v := values[name]; v != nil {
			return v, true
		}
		return new(big.Int), true
	}
}

// fail runs a program on an input.
func fail(p *core.Program, values map[string]*big.Int) (failure, bool) {
	f := failure{Run: Run{Program: p, Input: inputs(values), Steps: 2000, Meter: semantics.NewMeter(1<<20, 1<<30)}}
	last, out := f.Replay()
	if out.Fault == nil {
		return failure{}, false
	}
	f.Meter, f.Steps, f.fault, f.final = nil, out.Steps, *out.Fault, last
	return f, true
}

func (f failure) slice(t testing.TB) string {
	t.Helper()
	fault, text, err := f.Slice()
	if err != nil || fault != f.fault {
		t.Fatalf("found the fault %v (%v), want %v", fault, err, f.fault)
	}
	return text
}

// failures calls check with random programs and inputs on which they fail.
func failures(t *testing.T, check func(r *rand.Rand, source string, values map[string]*big.Int, f failure)) {
	for i, family := range randimp.Families {
		t.Run(family.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			found := 0
			for range 500 {
				source := string(randimp.Source(r, family))
				values := randimp.Input(r, load(t, source))
				if f, ok := fail(lower(t, source), values); ok {
					found++
					check(r, source, values, f)
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
		t.Fatalf("%v\n%.999s", err, source)
	}
	return p
}

func lower(t testing.TB, source string) *core.Program {
	t.Helper()
	p := imp.Lower(load(t, source))
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLayout establishes that comments, blanks and spellings do not matter.
func TestLayout(t *testing.T) {
	blanks := []string{" ", "  ", "\n", "\t", "\r\n", " (* c *) ", " # c\n", " //\n"}
	spellings := []*strings.Replacer{
		strings.NewReplacer(" == ", " = ", " and ", " && "), strings.NewReplacer(" or ", " || ", "not ", "! "),
		strings.NewReplacer(" = ", " := "),
	}
	failures(t, func(r *rand.Rand, source string, values map[string]*big.Int, f failure) {
		edited := spellings[r.IntN(len(spellings))].Replace(source)
		edited = regexp.MustCompile(`[ \n]+`).ReplaceAllStringFunc(edited, func(string) string {
			return blanks[r.IntN(len(blanks))]
		})
		g, ok := fail(lower(t, edited), values)
		if !ok || g.slice(t) != f.slice(t) {
			t.Fatalf("found another slice of\n%s\nthan of\n%s", edited, source)
		}
	})
}

// TestUnrelated establishes that statements that the program does not depend on do not matter, wherever they stand.
func TestUnrelated(t *testing.T) {
	unrelated := []string{"u = 1", "u = x", "u = 2 if u == 3 { fail }", "skip", "u = 0 while u < 3 { u = u + 1 }",
		"assert 1 < 2"}
	failures(t, func(r *rand.Rand, source string, values map[string]*big.Int, f failure) {
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
		g, ok := fail(lower(t, text), values)
		if !ok || g.slice(t) != f.slice(t) {
			t.Fatalf("found another slice of\n%s\nthan of\n%s\n%s\n%s", text, source, f.slice(t), g.slice(t))
		}
	})
}

// TestSliceFails establishes that the program fails at the same place where only the slice is left of it. What the
// instruction at fault only mentions, such as a dividend, has the value that it has at the fault.
func TestSliceFails(t *testing.T) {
	endless := 0
	failures(t, func(r *rand.Rand, source string, values map[string]*big.Int, f failure) {
		g := newSlicer(&f.Run)
		last, _ := f.Replay(g)
		g.text(last, f.fault)
		fn := *g.program.Funcs[0]
		var unbound *core.Expr
		if c := last.Instr(); f.fault.Kind == semantics.UnboundVar {
			b := blame{reader{fn: &fn}, g.machine, last}
			unbound = b.find(c.Args[0])
			for unbound.Op != marked {
				if unbound.X.Op == marked || hasMark(unbound.X) {
					unbound = unbound.X
				} else {
					unbound = unbound.Y
				}
			}
			unbound = unbound.X.X // the read
		}
		var code []core.Instr
		for i := range fn.Slots {
			if v, ok := last.Slot(i).Integer(); ok && (unbound == nil || unbound.Slot != i) {
				code = append(code, core.Instr{Op: core.Set, Dst: i, Loop: -1,
					Args: []*core.Expr{{Op: core.Const, Type: core.Int, Int: v}}})
			}
		}
		shift := len(code)
		for pc, c := range fn.Code {
			n := g.nodes[0][pc]
			c.Then, c.Else = c.Then+shift, c.Else+shift
			switch kept := n != nil && n.kept; {
			case kept || c.Op == core.Jump || c.Op == core.Enter || c.Op == core.Fail || c.Op == core.Return:
			case c.Op == core.Branch:
				c = core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Then: int(g.flows[0].join[pc]) + shift}
			default:
				c = core.Instr{Op: core.Jump, Dst: -1, Loop: -1, Then: pc + 1 + shift}
			}
			code = append(code, c)
		}
		fn.Code = code
		h, ok := fail(&core.Program{Sources: f.Program.Sources, Funcs: []*core.Func{&fn}}, values)
		if !ok && strings.Contains(source, "while") {
			endless++ // the loop at fault, where its earlier rounds do not matter
		} else if !ok || h.fault != f.fault {
			t.Fatalf("found %v, want %s of\n%s\nof\n%s", h.fault, f.fault, f.slice(t), source)
		}
	})
	if endless > 20 {
		t.Errorf("found %d slices that do not fail, want hardly any", endless)
	}
}

// hasMark reports whether a part of e is marked.
func hasMark(e *core.Expr) bool {
	return e != nil && (e.Op == marked || hasMark(e.X) || hasMark(e.Y))
}

// TestLongRun establishes that the work for a loop does not add up over its rounds, though branches leave variables as
// they were.
func TestLongRun(t *testing.T) {
	r := execution(t, `t = 0 i = 0 while i < 400000 { i = i + 1 if i < 0 { t = 1 } if 0 > i { t = 2 } } assert t != 0`)
	_, text, err := r.Slice()
	const want = `1 t = 0
2 i = 0
3 while i < 400000  # true
4   i = i + 1  # 3 true
5   if i < 0  # 3 true; false
6   if 0 > i  # 3 true; false
7 if t != 0  # false
8   fail  # 7 false; assertion
`
	if err != nil || text != want {
		t.Errorf("found (%v)\n%s\nwant\n%s", err, text, want)
	}
}

// execution returns the execution of a program in which its inputs are 0.
func execution(t testing.TB, source string) *Run {
	t.Helper()
	r := &Run{Program: lower(t, source), Input: inputs(nil), Steps: 1 << 40}
	_, out := r.Replay()
	r.Steps = out.Steps
	return r
}

// BenchmarkSlice measures slicing beside plain execution.
func BenchmarkSlice(b *testing.B) {
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
		r := execution(b, source)
		b.Run(name+"/run", func(b *testing.B) {
			for b.Loop() {
				r.Replay()
			}
			b.ReportMetric(float64(r.Steps), "steps")
		})
		b.Run(name+"/slice", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := r.Slice(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
