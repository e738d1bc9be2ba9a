package coresym_test

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file tests that what programs do on all inputs at once is what they do on each.

// load returns the program of a text that people may write.
func load(t testing.TB, text string) *core.Program {
	t.Helper()
	p, err := core.ParseLoose("test.core", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// body returns the program whose function main has these lines, behind others. A line is a slot, a global, an
// instruction or a function that follows main.
func body(t testing.TB, lines string) *core.Program {
	t.Helper()
	var globals, slots, code, funcs []string
	loops := 0
	for line := range strings.Lines(lines) {
		switch line = strings.TrimSpace(line); {
		case line == "":
		case len(funcs) > 0 || strings.HasPrefix(line, "func "):
			funcs = append(funcs, line)
		case strings.HasPrefix(line, "global "), strings.HasPrefix(line, "init "):
			globals = append(globals, line)
		case strings.HasPrefix(line, "slot "):
			slots = append(slots, line)
		default:
			if strings.HasPrefix(line, "enter") {
				loops++
			}
			code = append(code, line)
		}
	}
	head := "func main() int"
	if loops > 0 {
		head += fmt.Sprint(" loops ", loops)
	}
	return load(t, strings.Join(slices.Concat([]string{"core 1", "entry main"}, globals, []string{head}, slots, code,
		funcs), "\n")+"\n")
}

// lockstep runs a program on one input in both semantics, and wants at every step: the symbolic state stands for the
// concrete one; the input satisfies the path condition of exactly one successor, or the guard of exactly one fault, as
// the concrete machine says. It returns how that ends.
type lockstep struct {
	t *testing.T
	*coresym.Machine
	program *core.Program
	input   symbolic.Inputs
}

func (x lockstep) holds(fs ...*term.Formula) bool {
	v := x.Pool().Valuation(func(name string) *big.Int { return x.input[name] })
	for _, f := range fs {
		if truth, ok := v.Formula(f); !ok || !truth {
			return false
		}
	}
	return true
}

// step returns the successor that the input takes, and what else there is for it.
func (x lockstep) step(y coresym.State) (next []symbolic.Successor[coresym.State], faults []semantics.Fault,
	unsupported string) {
	step := x.Step(y)
	if step.Only {
		step.Successors = []symbolic.Successor[coresym.State]{step.Next}
		if last, n := x.Machine.Run(y, 1); n != 1 || !slices.Equal(x.Path(last).Conjuncts(),
			x.Path(step.Next.State).Conjuncts()) {
			x.t.Errorf("%v: Run does not take the only step", x.input)
		}
	}
	for _, s := range step.Successors {
		if x.holds(x.Path(s.State).Since(x.Path(y))...) {
			next = append(next, s)
		}
	}
	for _, f := range step.Faults {
		if x.holds(f.Guard) {
			faults = append(faults, f.Fault)
		}
	}
	return next, faults, step.Unsupported.Reason
}

func (x lockstep) run(steps int) string {
	concrete := &core.Machine{Program: x.program, Input: func(_ int, name string) (*big.Int, bool) {
		v, ok := x.input[name]
		return v, ok
	}}
	s, y := concrete.Start(), x.Start()
	for range steps {
		if x.Done(y) != concrete.Done(s) {
			x.t.Fatalf("%v: done is %v, want %v", x.input, x.Done(y), concrete.Done(s))
		}
		if concrete.Done(s) {
			return "end"
		}
		after, rule, ok := concrete.Step(s)
		x.Machine.Run(y, 50) // which does not change y
		if concrete.Blocked(s) == semantics.NoInput {
			return "no input"
		}
		if !symbolic.Sim(x.Machine, x.input, s, y) {
			found := "nothing"
			if t, ok := x.Concretize(y, x.input); ok {
				found = show(t)
			}
			x.t.Fatalf("%v: at %d the symbolic state stands for %v, want %v; path %v", x.input, s.PC(), found, show(s),
				x.Path(y).Conjuncts())
		}
		next, faults, unsupported := x.step(y)
		if len(next)+len(faults) > 1 {
			x.t.Fatalf("%v: at %d there are %d successors and the faults %v, want one of them", x.input, s.PC(),
				len(next), faults)
		}
		if unsupported != "" {
			if len(next) > 0 {
				x.t.Fatalf("%v: what is not supported has a successor", x.input)
			}
			if len(faults) == 0 {
				return "unsupported: " + unsupported
			}
		}
		fault, bad := concrete.Fault(s)
		switch {
		case bad != (len(faults) == 1) || bad && fault != faults[0]:
			x.t.Fatalf("%v: at %d found the faults %v, want %v (%v)", x.input, s.PC(), faults, fault, bad)
		case bad:
			return string(fault.Kind)
		}
		if ok != (len(next) == 1) || ok && next[0].Rule != rule {
			x.t.Fatalf("%v: at %d found the successors %v, want the rule %v (%v)", x.input, s.PC(), next, rule, ok)
		}
		if !ok {
			return string(concrete.Blocked(s))
		}
		s, y = after, next[0].State
	}
	return "goes on"
}

// show returns the slots and objects of a state.
func show(s core.State) string {
	if s.Objects() == 0 && s.Depth() == 0 {
		return fmt.Sprint(s.Shown())
	}
	text := fmt.Sprint(s.PC(), s.Shown())
	for id := 1; id <= s.Objects(); id++ {
		o, _ := s.Object(id)
		text += fmt.Sprintf(" %d:%d bytes", id, o.Size)
		for at := range min(o.Size, 16) {
			v := o.Load(at, core.U8)
			text += fmt.Sprintf(" %v", v)
		}
	}
	return text
}

// outcomes runs a program on 99 values of its inputs a and b, and returns how often it ends how.
func outcomes(t *testing.T, p *core.Program) string {
	count := map[string]int{}
	m := coresym.New(p)
	for a := int64(-1); a <= 9; a++ {
		for b := range int64(9) {
			in := symbolic.Inputs{"a": big.NewInt(a), "b": big.NewInt(b), "a#2": big.NewInt(b), "a#3": big.NewInt(a)}
			count[lockstep{t, m, p, in}.run(400)]++
		}
	}
	var list []string
	for end, n := range count {
		list = append(list, fmt.Sprint(n, " ", end))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// TestExamples runs the examples of package core on some inputs.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.core")
	if err != nil || len(files) < 4 {
		t.Fatalf("found the examples %v, %v", files, err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := load(t, string(src))
		m := coresym.New(p)
		var names []string
		for _, f := range p.Funcs {
			for _, in := range f.Code {
				if in.Op == core.Draw {
					names = append(names, in.Name)
				}
			}
		}
		count := map[string]int{}
		for k := range int64(30) {
			in := symbolic.Inputs{}
			for i, name := range names {
				for n := range int64(12) {
					if v := big.NewInt((k+int64(i)*7+n*3)%13 - 1); n == 0 {
						in[name] = v
					} else {
						in[fmt.Sprint(name, "#", n+1)] = v
					}
				}
			}
			count[lockstep{t, m, p, in}.run(2000)]++
		}
		t.Logf("%s: %v", filepath.Base(file), count)
	}
}

// TestSim wants what does not stand for a state to be rejected.
func TestSim(t *testing.T) {
	p := body(t, "slot x int\nslot y int\n global g size 4\n draw x a 0 .. 9\n draw y b ..\n assume (lt x! 5)\n set y (mul 2 x!)\n store u8 (global g) x!\n return 0")
	m := coresym.New(p)
	y := m.Start()
	for range 5 {
		y = m.Expand(y)[0].State
	}
	run := func(a, b int64, steps int64) core.State {
		in := map[string]*big.Int{"a": big.NewInt(a), "b": big.NewInt(b)}
		c := &core.Machine{Program: p, Input: func(_ int, name string) (*big.Int, bool) { return in[name], true }}
		s, _ := c.Run(c.Start(), steps)
		return s
	}
	for _, test := range []struct {
		title string
		s     core.State
		in    symbolic.Inputs
		want  bool
	}{
		{"the same", run(3, 7, 5), symbolic.Inputs{"a": big.NewInt(3), "b": big.NewInt(7)}, true},
		{"an input that is overwritten", run(3, 7, 5), symbolic.Inputs{"a": big.NewInt(3), "b": big.NewInt(8)}, true},
		{"another input", run(3, 7, 5), symbolic.Inputs{"a": big.NewInt(4), "b": big.NewInt(7)}, false},
		{"an input that is missing, and overwritten", run(3, 7, 5), symbolic.Inputs{"a": big.NewInt(3)}, true},
		{"an input that is missing", run(0, 7, 5), symbolic.Inputs{"b": big.NewInt(7)}, false},
		{"an input outside the path condition", run(5, 7, 5), symbolic.Inputs{"a": big.NewInt(5), "b": big.NewInt(7)},
			false},
		{"an input outside its range", run(3, 7, 5), symbolic.Inputs{"a": big.NewInt(-1), "b": big.NewInt(7)}, false},
		{"a step less", run(3, 7, 4), symbolic.Inputs{"a": big.NewInt(3), "b": big.NewInt(7)}, false},
		{"the end", run(3, 7, 6), symbolic.Inputs{"a": big.NewInt(3), "b": big.NewInt(7)}, false},
	} {
		if got := symbolic.Sim(m, test.in, test.s, y); got != test.want {
			t.Errorf("%s: found %v, want %v", test.title, got, test.want)
		}
	}
}
