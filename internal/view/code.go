package view

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines programs and runs in a form that a script can run again, from states that it is given. The code is
// in postfix order. The script has no memory, so it gets what was loaded. It computes no faults and decides nothing.

// Code is a program for a script. Integers are indices, except for those in Ints, which have any size.
type Code struct {
	Ops     []string   `json:"ops"`    // names of operators of expressions, by number
	Steps   []string   `json:"instrs"` // names of instructions, by number
	Consts  []string   `json:"consts"` // constant values, as Encode writes them
	Funcs   []CodeFunc `json:"funcs"`
	Objects []string   `json:"objects"` // names of objects, by number - 1

	numbers map[string]int
}

// CodeFunc is a function.
type CodeFunc struct {
	Name   string      `json:"name"`
	Params int         `json:"params"`
	Vars   []string    `json:"vars"`
	F32    []int       `json:"f32"`   // the slots that have numbers of 32 bits
	Loops  []int       `json:"loops"` // the instruction at the head of each loop
	Code   []CodeInstr `json:"code"`
}

// CodeInstr is an instruction: its number, its line and column, the slot that it sets or -1, where it goes (two targets
// and a loop, or -1), and its expressions.
type CodeInstr [8]any

// The operators of expressions in postfix order, in addition to those of the core.
const (
	opConst = "const" // index: pushes a constant
	opRead  = "read"  // slot: pushes its value
	opAnd   = "and"   // target: goes on there, with the value kept, if it is false; else drops it
	opOr    = "or"    // target: the same if it is true
)

// Compile returns a program in the form for a script.
func Compile(p *core.Program) *Code {
	c := &Code{numbers: map[string]int{}, Ops: []string{}, Steps: []string{}, Consts: []string{}, Objects: []string{}}
	for op := core.Set; op <= core.Unsupported; op++ {
		c.Steps = append(c.Steps, op.String())
	}
	for _, fn := range p.Funcs {
		f := CodeFunc{Name: fn.Name, Params: fn.Params, Vars: []string{}, F32: []int{}, Loops: make([]int, fn.Loops),
			Code: []CodeInstr{}}
		for i, s := range fn.Slots {
			if f.Vars = append(f.Vars, s.Name); s.Type == core.F32 {
				f.F32 = append(f.F32, i)
			}
		}
		for pc := range fn.Code {
			in := &fn.Code[pc]
			if in.Op == core.Branch && in.Loop >= 0 {
				f.Loops[in.Loop] = pc
			}
			exprs := [][]int{}
			for _, e := range in.Args {
				exprs = append(exprs, c.expr([]int{}, e))
			}
			f.Code = append(f.Code, CodeInstr{in.Op, in.Span.File, in.Span.Line, in.Dst, in.Then, in.Else, in.Loop,
				exprs})
		}
		c.Funcs = append(c.Funcs, f)
	}
	return c
}

// maxNamed is for how many objects the code has names.
const maxNamed = 10_000

// Name adds the names of the objects in a state.
func (c *Code) Name(s core.State) {
	var names Names
	for id := 1; id <= min(s.Objects(), maxNamed); id++ {
		c.Objects = append(c.Objects, names.Value(s, core.MakePointer(id, new(big.Int))))
	}
}

// op returns the number of an operator.
func (c *Code) op(name string) int {
	n, known := c.numbers[name]
	if !known {
		n = len(c.Ops)
		c.numbers[name] = n
		c.Ops = append(c.Ops, name)
	}
	return n
}

// constant appends code that pushes a constant.
func (c *Code) constant(code []int, value string) []int {
	key := "=" + value
	n, known := c.numbers[key]
	if !known {
		n = len(c.Consts)
		c.numbers[key] = n
		c.Consts = append(c.Consts, value)
	}
	return append(code, c.op(opConst), n)
}

// expr appends the code of an expression. It leaves out checks, because they hold wherever the script comes.
func (c *Code) expr(code []int, e *core.Expr) []int {
	switch {
	case isCheck(e):
		return c.expr(code, operand(e))
	case e.Op == core.And || e.Op == core.Or:
		code = append(c.expr(code, e.X), c.op(e.Op.String()), 0)
		at := len(code) - 1
		code = c.expr(code, e.Y)
		code[at] = len(code)
		return code
	}
	switch e.Op {
	case core.Const:
		return c.constant(code, Encode(core.MakeInteger(e.Int)))
	case core.Null:
		return c.constant(code, Encode(core.MakeAddress(new(big.Int))))
	case core.Address:
		return c.constant(code, Encode(core.MakePointer(e.Ref+1, new(big.Int))))
	case core.Function:
		return c.constant(code, Encode(core.MakeFunction(e.Ref)))
	case core.Single:
		return c.constant(code, Encode(core.MakeFloat32(uint32(e.Bits))))
	case core.Double:
		return c.constant(code, Encode(core.MakeFloat64(e.Bits)))
	case core.Truth:
		return c.constant(code, Encode(core.MakeTruth(e.Bits != 0)))
	case core.Read:
		return append(code, c.op(opRead), e.Slot)
	}
	code = c.expr(code, e.X)
	if e.Y != nil {
		code = c.expr(code, e.Y)
	}
	name := e.Op.String()
	if single := e.X.Type == core.F32; single && e.Op >= core.FNeg && e.Op <= core.FDiv {
		name += " f32"
	}
	if e.Op == core.Freeze {
		name += " " + e.Type.String()
	}
	return append(code, c.op(name))
}

// Encode writes a value for a script. An undefined value is "". An integer is in decimal, or in hexadecimal if it is
// long, because that can be read in linear time. Other values are a letter and their content: t or f; d with a number
// of 64 bits and s with one of 32; p with object and offset; a with an address; c with a function; x with text that a
// script only shows.
func Encode(v core.Value) string {
	if !v.IsDefined() {
		return ""
	}
	if n, ok := v.Integer(); ok {
		return Digits(n)
	}
	if id, offset, ok := v.Object(); ok {
		return fmt.Sprintf("p%d %s", id, Digits(offset))
	}
	if fn, ok := v.Function(); ok {
		return fmt.Sprintf("c%d", fn)
	}
	if address, ok := v.Address(); ok {
		return "a" + Digits(address)
	}
	switch v.Type() {
	case core.Bool:
		return map[bool]string{true: "t", false: "f"}[v.Holds()]
	case core.F32:
		return fmt.Sprintf("s%d", v.Encoding())
	case core.F64:
		return fmt.Sprintf("d%d", v.Encoding())
	}
	return "x" + v.String()
}

// Digits writes an integer for a script: in decimal, or in hexadecimal if it is long, because that can be read in
// linear time.
func Digits(v *big.Int) string {
	if v.BitLen() <= 256 {
		return v.String()
	}
	text := "0x" + new(big.Int).Abs(v).Text(16)
	if v.Sign() < 0 {
		return "-" + text
	}
	return text
}

// Snapshots is a listener that records as many states of a run as a script needs, at equal distances.
type Snapshots struct {
	Every  int64
	Most   int // how many loads may be recorded
	Values int // how many values all states may have together
	Points []Point
	// the values that instructions have set and a script cannot compute: allocations, sizes and loads, in order
	Loads []string
	Full  bool // whether there were more

	program *core.Program
	index   map[*core.Func]int
	rounds  [][]int64
}

// Point is a recorded state.
type Point struct {
	Step   int64        `json:"n"`
	Frames []PointFrame `json:"frames"` // the outermost first
	Rounds [][]int64    `json:"rounds"` // for each function and loop: how many iterations began so far
	Loads  int          `json:"loads"`  // how many there were so far
	Drawn  int          `json:"drawn"`
}

// PointFrame is a call in a recorded state.
type PointFrame struct {
	Func  int      `json:"f"`
	PC    int      `json:"pc"`
	Slots []string `json:"slots"`
	Iter  []int64  `json:"iter"` // for each loop
}

func (p *Snapshots) Begin(m *core.Machine, s core.State) {
	p.program, p.index = m.Program, map[*core.Func]int{}
	for i, fn := range m.Program.Funcs {
		p.index[fn] = i
		p.rounds = append(p.rounds, make([]int64, fn.Loops))
	}
	p.Points = append(p.Points, p.point(0, s))
}

func (p *Snapshots) Step(s *Step) {
	switch c := s.Instr(); c.Op {
	case core.Branch:
		if c.Loop >= 0 && s.Rule.Branch == semantics.BranchTrue {
			p.rounds[p.index[s.Before.Func()]][c.Loop]++
		}
	case core.Alloc, core.Extent, core.Room, core.Load:
		if p.Full = p.Full || len(p.Loads) == p.Most; !p.Full {
			p.Loads = append(p.Loads, Encode(s.After.Slot(c.Dst)))
		}
	}
	if s.N%p.Every == 0 && p.Values > 0 {
		p.Points = append(p.Points, p.point(s.N, s.After))
	}
}

func (p *Snapshots) End(core.State, semantics.Outcome) {}

// Rounds returns how many iterations a loop has begun in all.
func (p *Snapshots) Rounds(fn, loop int) int64 { return p.rounds[fn][loop] }

// point returns a state in the form for a script.
func (p *Snapshots) point(n int64, s core.State) Point {
	q := Point{Step: n, Loads: len(p.Loads), Drawn: s.Drawn()}
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		slots := make([]string, len(f.Func().Slots))
		p.Values -= len(slots) + 2*f.Func().Loops + 1
		for i := range slots {
			slots[i] = Encode(f.Slot(i))
		}
		q.Frames = append(q.Frames, PointFrame{p.index[f.Func()], f.PC(), slots, f.Loops()})
	}
	for i, j := 0, len(q.Frames)-1; i < j; i, j = i+1, j-1 {
		q.Frames[i], q.Frames[j] = q.Frames[j], q.Frames[i]
	}
	for _, r := range p.rounds {
		q.Rounds = append(q.Rounds, append([]int64{}, r...))
	}
	return q
}

// storyteller tells the story of a fault.
type storyteller struct {
	m     *core.Machine
	s     core.State
	place func(source.Span) string
	lines []string
	told  []int // the objects that the story names
	names Names

	accesses []Access
}

func (t *storyteller) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// value returns the value of e; ok is false if it has none.
func (t *storyteller) value(e *core.Expr) (v core.Value, ok bool) {
	v, stop := t.m.Eval(t.s, e)
	return v, stop == nil
}
