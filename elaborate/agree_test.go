package elaborate

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"vouch/internal/effort"
	"vouch/internal/load"
	"vouch/internal/randc"
	"vouch/internal/randcore"
	"vouch/internal/randimp"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics"
	_ "vouch/semantics/c"
	"vouch/semantics/core"
)

// This file holds the kernel against the concrete semantics of the core: on given inputs, and on symbols along the run
// on these inputs.

// ran is a run of the concrete machine.
type ran struct {
	m      *core.Machine
	p      *core.Program
	inputs []*big.Int // that were drawn, in this order
	states []core.State
	fault  semantics.Fault
	fails  bool
}

const maxSteps = 1500

// runOf runs p on inputs.
func runOf(p *core.Program, values func(n int, name string) (*big.Int, bool)) *ran {
	r := &ran{p: p}
	r.m = &core.Machine{Program: p, Input: values}
	s := r.m.Start()
	r.states = append(r.states, s)
	for range maxSteps {
		in := s.Instr()
		next, _, ok := r.m.Step(s)
		if !ok {
			break
		}
		if in.Op == core.Draw {
			n := s.Drawn()
			v, _ := values(n, nameOf(r, in.Name))
			r.inputs = append(r.inputs, v)
		}
		if s = next; s.Ended() {
			break
		}
		r.states = append(r.states, s)
	}
	r.fault, r.fails = r.m.Fault(s)
	return r
}

// nameOf returns the name of the next input that a draw with a name takes.
func nameOf(r *ran, name string) string {
	count := 1
	for _, s := range r.states[:len(r.states)-1] {
		if in := s.Instr(); in.Op == core.Draw && in.Name == name {
			count++
		}
	}
	if count > 1 {
		name = fmt.Sprintf("%s#%d", name, count)
	}
	return name
}

// values returns the inputs with names.
func valuesOf(m map[string]*big.Int) func(int, string) (*big.Int, bool) {
	return func(_ int, name string) (*big.Int, bool) {
		v, ok := m[name]
		return v, ok
	}
}

// met counts what the runs of a test met, so that it says something.
type met struct {
	instructions map[core.Opcode]int
	operators    map[core.Op]int
	kinds        map[semantics.Kind]int
	faults       map[string]int // by program and place
	refusals     map[string]int
}

func newMet() *met {
	return &met{map[core.Opcode]int{}, map[core.Op]int{}, map[semantics.Kind]int{}, map[string]int{}, map[string]int{}}
}

func (m *met) run(r *ran, program int) {
	for _, s := range r.states {
		in := s.Instr()
		m.instructions[in.Op]++
		for _, e := range in.Args {
			m.expr(e)
		}
	}
	if r.fails {
		m.kinds[r.fault.Kind]++
		m.faults[fmt.Sprint(program, r.fault)]++
	}
}

func (m *met) expr(e *core.Expr) {
	if e != nil {
		m.operators[e.Op]++
		m.expr(e.X)
		m.expr(e.Y)
	}
}

// few reports how much was met if that is less than wanted.
func (m *met) few(t *testing.T, instructions, operators, kinds, faults int) {
	t.Helper()
	t.Logf("%d instructions, %d operators, %d kinds of faults, %d faults; refusals %v", len(m.instructions),
		len(m.operators), len(m.kinds), len(m.faults), m.refusals)
	if len(m.instructions) < instructions || len(m.operators) < operators || len(m.kinds) < kinds ||
		len(m.faults) < faults {
		t.Errorf("want %d, %d, %d and %d", instructions, operators, kinds, faults)
	}
}

// claimOf is the claim that inputs fail.
func claimOf(inputs []*big.Int, f semantics.Fault) kernel.Claim {
	return kernel.Claim{Kind: kernel.Fails, Inputs: inputs, Fault: encode.Fault(f)}
}

// proves reports whether the kernel accepts that inputs fail so.
func proves(program []byte, c kernel.Claim) error {
	b := encode.Item(nil).Text(string(program)).About(c).Array(2).Index(kernel.DoRun).Index(maxSteps + 1)
	_, err := kernel.Check(bytes.NewReader(b))
	return err
}

// concretely holds a run against the kernel, and against forged claims about it.
func concretely(t *testing.T, m *met, rnd *rand.Rand, r *ran, i int) {
	t.Helper()
	m.run(r, i)
	program := encode.Program(r.p)
	if !r.fails {
		in := r.states[len(r.states)-1].Instr()
		for _, kind := range []semantics.Kind{semantics.DivisionByZero, in.Kind, semantics.MemoryLeak} {
			if proves(program, claimOf(r.inputs, semantics.Fault{Kind: kind, Span: in.Span})) == nil {
				t.Fatalf("the kernel accepts a fault where there is none\n%s", r.p.Text())
			}
		}
		return
	}
	if err := proves(program, claimOf(r.inputs, r.fault)); err != nil {
		t.Fatalf("%v: %v: the kernel says %v\n%s", r.inputs, r.fault, err, r.p.Text())
	}
	kind := r.fault
	kind.Kind = semantics.Kinds[rnd.IntN(len(semantics.Kinds))]
	line, column := r.fault, r.fault
	line.Line++
	column.Column++
	for _, f := range []semantics.Fault{kind, line, column} {
		if f != r.fault && proves(program, claimOf(r.inputs, f)) == nil {
			t.Fatalf("%v: the kernel accepts %v, want %v\n%s", r.inputs, f, r.fault, r.p.Text())
		}
	}
	forged := [][]*big.Int{append(slices.Clone(r.inputs), big.NewInt(1))}
	if n := len(r.inputs); n > 0 {
		forged = append(forged, r.inputs[:n-1])
		for range 3 {
			other := slices.Clone(r.inputs)
			other[rnd.IntN(n)] = big.NewInt(int64(rnd.IntN(40) - 20))
			forged = append(forged, other)
		}
	}
	for _, inputs := range forged {
		other := runOf(r.p, func(n int, _ string) (*big.Int, bool) {
			if n >= len(inputs) {
				return nil, false
			}
			return inputs[n], true
		})
		want := other.fails && other.fault == r.fault && len(other.inputs) == len(inputs)
		if got := proves(program, claimOf(inputs, r.fault)) == nil; got != want {
			t.Fatalf("on %v, %v: the kernel says %t, want %t\n%s", inputs, r.fault, got, want, r.p.Text())
		}
	}
}

func TestAgreesOnCore(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 22))
	m := newMet()
	families := slices.Concat(randcore.Families, randcore.BitFields)
	for i := range effort.Of(6000) {
		p := randcore.Program(rnd, families[i%len(families)])
		concretely(t, m, rnd, runOf(p, valuesOf(randcore.Inputs(rnd, p))), i)
	}
	m.few(t, 22, 50, 17, effort.Of(2500))
}

func TestAgreesOnIMP(t *testing.T) {
	rnd := rand.New(rand.NewPCG(23, 24))
	m := newMet()
	for i := range effort.Of(3000) {
		p, err := load.File("x.imp", randimp.Source(rnd, randimp.Families[i%len(randimp.Families)]))
		if err != nil {
			continue
		}
		concretely(t, m, rnd, runOf(p.Core, valuesOf(randcore.Inputs(rnd, p.Core))), i)
	}
	m.few(t, 6, 15, 3, effort.Of(700))
}

// drawnOf returns random inputs of a C program, each in the range that the program leaves to it.
func drawnOf(rnd *rand.Rand, c *randc.WithInputs) func(int, string) (*big.Int, bool) {
	var vector []*big.Int
	for _, d := range c.Draws {
		vector = append(vector, big.NewInt(int64(d.Lo+rnd.IntN(d.Hi-d.Lo+1))))
	}
	return func(n int, _ string) (*big.Int, bool) {
		if n >= len(vector) {
			return nil, false
		}
		return vector[n], true
	}
}

func TestAgreesOnC(t *testing.T) {
	rnd := rand.New(rand.NewPCG(25, 26))
	m := newMet()
	for i := range effort.Of(400) {
		c := randc.Inputs(uint64(i), "x")
		p, err := load.File("x.c", []byte(c.Text))
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			concretely(t, m, rnd, runOf(p.Core, drawnOf(rnd, c)), i)
		}
	}
	m.few(t, 14, 25, 6, effort.Of(90))
}

// model has the values of symbols.
type model []*big.Int

// of returns the value of a term.
func (m model) of(t kernel.Term) *big.Int {
	sum := new(big.Int).Set(t.Const)
	for _, mono := range t.Monos {
		part := new(big.Int).Set(mono.Coef)
		for _, s := range mono.Syms {
			part.Mul(part, m[s])
		}
		sum.Add(sum, part)
	}
	return sum
}

func (m model) holds(f kernel.Formula) bool {
	switch f.Op {
	case kernel.AtMost:
		return m.of(f.E).Sign() <= 0
	case kernel.Equal:
		return m.of(f.E).Sign() == 0
	case kernel.And, kernel.Or:
		for _, g := range f.Args {
			if m.holds(g) == (f.Op == kernel.Or) {
				return f.Op == kernel.Or
			}
		}
		return f.Op == kernel.And
	}
	return f.Op == kernel.True
}

// define gives the next symbol the only value that the rows leave it; ok is false if there is no such value.
func (m model) define(rows []kernel.Term) (next model, ok bool) {
	n := len(m)
	var lo, hi *big.Int
	zero, unit := append(m[:n:n], new(big.Int)), append(m[:n:n], big.NewInt(1))
rows:
	for _, row := range rows {
		for _, mono := range row.Monos {
			if mono.Syms[len(mono.Syms)-1] > n {
				continue rows
			}
		}
		rest := zero.of(row)
		factor := new(big.Int).Sub(unit.of(row), rest)
		switch rest.Neg(rest); factor.Sign() {
		case 1:
			if q := floor(rest, factor); hi == nil || q.Cmp(hi) < 0 {
				hi = q
			}
		case -1:
			q := floor(rest, factor.Neg(factor))
			if q.Neg(q); lo == nil || q.Cmp(lo) > 0 {
				lo = q
			}
		}
	}
	if lo == nil || hi == nil || lo.Cmp(hi) != 0 {
		return m, false
	}
	return append(m, lo), true
}

// floor returns n / d rounded down, for d > 0.
func floor(n, d *big.Int) *big.Int { return new(big.Int).Div(n, d) }

// walk takes the run on symbols, and holds each state against that of the machine. It returns why it could not go on,
// or "".
func walk(t *testing.T, r *ran) (why string, symbolic int) {
	t.Helper()
	bad := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("on %v: %s\n%s", r.inputs, fmt.Sprintf(format, args...), r.p.Text())
	}
	about := encode.Item(nil).Text(string(encode.Program(r.p))).About(kernel.Claim{Kind: kernel.Safe})
	k, err := kernel.Open(bytes.NewReader(about))
	if err != nil {
		bad("%v", err)
	}
	m, drawn, checked := model{}, 0, 0
	facts := func(draw bool) bool {
		for len(m) < k.Symbols() {
			if draw {
				m, drawn, draw = append(m, r.inputs[drawn]), drawn+1, false
				continue
			}
			next, ok := m.define(k.Rows())
			if !ok {
				return false
			}
			m = next
		}
		for _, row := range k.Rows()[min(checked, len(k.Rows())):] {
			if m.of(row).Sign() > 0 {
				bad("a fact does not hold: %s", row.Key())
			}
		}
		checked = len(k.Rows())
		for _, c := range k.Choices() {
			if !m.holds(c) {
				bad("a choice does not hold")
			}
		}
		return true
	}
	for i, s := range r.states {
		if k.Depth() != s.Depth()+1 {
			bad("at state %d there are %d calls, want %d", i, k.Depth(), s.Depth()+1)
		}
		frame, more := s.Frame, true
		for depth := s.Depth(); more; depth-- {
			if fn, pc := k.At(depth); r.p.Funcs[fn] != frame.Func() || pc != frame.PC() {
				bad("at state %d, instruction %d of function %d, want %d", i, pc, fn, frame.PC())
			}
			for slot := range frame.Func().Slots {
				want, isInt := frame.Slot(slot).Integer()
				if !isInt {
					continue
				}
				n, ok := k.Slot(depth, slot)
				if !ok || m.of(n).Cmp(want) != 0 {
					bad("at state %d, slot %d has another value than %v", i, slot, want)
				}
				if len(n.Monos) > 0 {
					symbolic++
				}
			}
			frame, more = frame.Caller()
		}
		for goals := k.Goals(); ; {
			if err := k.Run(1); err != nil {
				return err.Error(), symbolic
			}
			if k.Goals() != goals { // the goal has ended
				if i != len(r.states)-1 || r.fails {
					bad("the kernel ends the run at state %d of %d", i, len(r.states))
				}
				return "", symbolic
			}
			if !facts(s.Instr().Op == core.Draw && k.Question() == nil && k.Need() == nil && k.Found() == nil) {
				return "a symbol without a value", symbolic
			}
			switch {
			case k.Question() != nil:
				f := *k.Question()
				if !m.holds(f) {
					f = kernel.Not(f)
				}
				err = k.Split(&f)
			case k.Need() != nil:
				f := kernel.EqualTo(*k.Need(), m.of(*k.Need()))
				err = k.Split(&f)
			}
			goals = k.Goals()
			if err != nil {
				return err.Error(), symbolic
			}
			if k.Question() == nil && k.Need() == nil && k.Found() == nil && !facts(false) {
				return "a symbol without a value", symbolic
			}
			if fn, pc := k.At(k.Depth() - 1); i == len(r.states)-1 || fn != int(index(r.p, r.states[i+1].Func())) ||
				pc != r.states[i+1].PC() || k.Depth() != r.states[i+1].Depth()+1 {
				if f := k.Found(); f != nil {
					if !r.fails || i != len(r.states)-1 || *f != encode.Fault(r.fault) {
						bad("the kernel finds %v at state %d of %d, want %v", f, i, len(r.states), r.fault)
					}
					return "", symbolic
				}
				if i == len(r.states)-1 && len(r.states) > maxSteps {
					return "", symbolic
				}
				continue // the step was not taken yet
			}
			break
		}
	}
	return "", symbolic
}

func index(p *core.Program, f *core.Func) int { return slices.Index(p.Funcs, f) }

// walks walks along runs and counts what could not be walked to its end.
type walks struct {
	*met
	done, symbolic int
}

func (w *walks) add(t *testing.T, r *ran, i int) {
	why, symbolic := walk(t, r)
	if w.symbolic += symbolic; why != "" {
		w.refusals[why]++
		return
	}
	w.done++
	w.run(r, i)
}

func TestWalksAgreeOnCore(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 32))
	w := &walks{met: newMet()}
	families := slices.Concat(randcore.Families, randcore.BitFields)
	for i := range effort.Of(4000) {
		p := randcore.Program(rnd, families[i%len(families)])
		w.add(t, runOf(p, valuesOf(randcore.Inputs(rnd, p))), i)
	}
	w.few(t, 20, 48, 20, effort.Of(1500))
	if t.Logf("%d walks, %d symbolic values", w.done, w.symbolic); w.done < effort.Of(2500) ||
		w.symbolic < effort.Of(20000) {
		t.Error("too few")
	}
}

func TestWalksAgreeOnIMPAndC(t *testing.T) {
	rnd := rand.New(rand.NewPCG(33, 34))
	w := &walks{met: newMet()}
	for i := range effort.Of(1500) {
		p, err := load.File("x.imp", randimp.Source(rnd, randimp.Families[i%len(randimp.Families)]))
		if err != nil {
			continue
		}
		w.add(t, runOf(p.Core, valuesOf(randcore.Inputs(rnd, p.Core))), i)
	}
	for i := range effort.Of(200) {
		c := randc.Inputs(uint64(i+1000), "x")
		p, err := load.File("x.c", []byte(c.Text))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			w.add(t, runOf(p.Core, drawnOf(rnd, c)), i)
		}
	}
	w.few(t, 14, 25, 6, effort.Of(350))
	if t.Logf("%d walks, %d symbolic values", w.done, w.symbolic); w.done < effort.Of(1000) ||
		w.symbolic < effort.Of(3000) {
		t.Error("too few")
	}
}
