package report

import (
	"encoding/json"
	"math/big"
	"slices"

	"vouch/checker"
	"vouch/semantics/imp"
)

// This file defines what the page gets to run the execution again: the program as flat code, and the states at some steps, from
// which page.js computes the others. It computes no fault and decides nothing; the states are compared with what it computes.

// The kinds of statements in the code.
const (
	opSkip = iota
	opFail
	opAssign
	opAssume
	opAssert
	opIf
	opWhile
)

// The operations of expressions, in postfix order. Those that jump are followed by the index at which to go on.
const (
	doVar     = iota // slot: pushes the variable's value
	doInt            // index: pushes a constant
	doNeg            //
	doAdd            // doAdd + an imp.ArithOp
	doBool    = 8    // 0 or 1: pushes a truth value
	doNot     = 9
	doAndThen = 10 // target: goes on there, with the value kept, if it is false; else drops it
	doOrElse  = 11 // target: the same if it is true
	doLink    = 12 // operator, target: of x and y, keeps y if the comparison holds; else pushes false and goes on at target
	doCompare = 13 // operator: pushes whether the comparison of x and y holds
)

// notInBlock stands for the beginning of an empty block.
const notInBlock = -1

// code is a program as a list of statements.
type code struct {
	stmts []imp.Stmt
	out   []stmt
	ints  []string
	loops []int              // the statements that are loops
	loop  map[*imp.While]int // index in loops
	index map[imp.Stmt]int
}

// stmt is a statement in the code: what follows it, and of an if or a while, where its blocks begin.
type stmt struct {
	kind, line, column, next int
	a, b                     int // of an assignment, the slot; of an if, the blocks; of a while, the block and its number among the loops
	expr                     []int
}

// MarshalJSON writes it as an array.
func (s stmt) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.kind, s.line, s.column, s.next, s.a, s.b, s.expr})
}

// compile lays out a program. The statement after the last has the index of the end.
func compile(p *imp.Program) *code {
	c := &code{loop: map[*imp.While]int{}, index: map[imp.Stmt]int{}}
	c.number(p.Body)
	c.block(p.Body, len(c.stmts))
	return c
}

func (c *code) number(b *imp.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		c.index[s] = len(c.stmts)
		c.stmts = append(c.stmts, s)
		c.out = append(c.out, stmt{})
		switch s := s.(type) {
		case *imp.If:
			c.number(s.Then)
			c.number(s.Else)
		case *imp.While:
			c.loop[s] = len(c.loops)
			c.loops = append(c.loops, c.index[s])
			c.number(s.Body)
		}
	}
}

// first returns where a block begins.
func (c *code) first(b *imp.Block) int {
	if b == nil || len(b.Stmts) == 0 {
		return notInBlock
	}
	return c.index[b.Stmts[0]]
}

// block lays out a block that is followed by the statement next.
func (c *code) block(b *imp.Block, next int) {
	if b == nil {
		return
	}
	for i, s := range b.Stmts {
		follows := next
		if i+1 < len(b.Stmts) {
			follows = c.index[b.Stmts[i+1]]
		}
		o := &c.out[c.index[s]]
		o.line, o.column, o.next, o.expr = s.Pos().Line, s.Pos().Column, follows, []int{}
		switch s := s.(type) {
		case *imp.Skip:
			o.kind = opSkip
		case *imp.Fail:
			o.kind = opFail
		case *imp.Assign:
			o.kind, o.a = opAssign, s.Slot
			c.aexpr(o, s.Value)
		case *imp.Assume:
			o.kind = opAssume
			c.bexpr(o, s.Cond)
		case *imp.Assert:
			o.kind = opAssert
			c.bexpr(o, s.Cond)
		case *imp.If:
			o.kind, o.a, o.b = opIf, c.first(s.Then), c.first(s.Else)
			c.bexpr(o, s.Cond)
			c.block(s.Then, follows)
			c.block(s.Else, follows)
		case *imp.While:
			o.kind, o.a, o.b = opWhile, c.first(s.Body), c.loop[s]
			c.bexpr(o, s.Cond)
			c.block(s.Body, c.index[s])
		default:
			panic("report: unexpected statement")
		}
	}
}

func (c *code) aexpr(o *stmt, e imp.AExpr) {
	switch e := e.(type) {
	case *imp.Int:
		o.expr = append(o.expr, doInt, len(c.ints))
		c.ints = append(c.ints, digits(e.Value))
	case *imp.Var:
		o.expr = append(o.expr, doVar, e.Slot)
	case *imp.Neg:
		c.aexpr(o, e.X)
		o.expr = append(o.expr, doNeg)
	case *imp.Arith:
		c.aexpr(o, e.X)
		c.aexpr(o, e.Y)
		o.expr = append(o.expr, doAdd+int(e.Op))
	default:
		panic("report: unexpected arithmetic expression")
	}
}

func (c *code) bexpr(o *stmt, e imp.BExpr) {
	switch e := e.(type) {
	case *imp.Bool:
		truth := 0
		if e.Value {
			truth = 1
		}
		o.expr = append(o.expr, doBool, truth)
	case *imp.Not:
		c.bexpr(o, e.X)
		o.expr = append(o.expr, doNot)
	case *imp.Compare:
		var jumps []int
		c.aexpr(o, e.Args[0])
		for i, op := range e.Ops {
			c.aexpr(o, e.Args[i+1])
			if i+1 == len(e.Ops) {
				o.expr = append(o.expr, doCompare, int(op))
				break
			}
			o.expr = append(o.expr, doLink, int(op), 0)
			jumps = append(jumps, len(o.expr)-1)
		}
		for _, at := range jumps {
			o.expr[at] = len(o.expr)
		}
	case *imp.Logic:
		op := doAndThen
		if e.Op == imp.Or {
			op = doOrElse
		}
		c.bexpr(o, e.X)
		o.expr = append(o.expr, op, 0)
		at := len(o.expr) - 1
		c.bexpr(o, e.Y)
		o.expr[at] = len(o.expr)
	default:
		panic("report: unexpected condition")
	}
}

// digits writes an integer for page.js: in decimal, or if it is long, in hexadecimal, which is read in linear time.
func digits(v *big.Int) string {
	switch {
	case v == nil:
		return ""
	case v.BitLen() <= 256:
		return v.String()
	}
	text := "0x" + new(big.Int).Abs(v).Text(16)
	if v.Sign() < 0 {
		return "-" + text
	}
	return text
}

// maxPoints is how many states the page gets, fewer of programs with thousands of variables: maxValues bounds the values in them.
const (
	maxPoints = 256
	maxValues = 1 << 18
)

// point is a state on the way.
type point struct {
	step         int64
	state        imp.State
	iter, rounds []int64
}

// Point is a point as the page gets it.
type Point struct {
	Step   int64    `json:"n"`
	PC     int      `json:"pc"`   // the statement to run
	Skip   bool     `json:"skip"` // whether a skip comes first
	Iter   []int64  `json:"iter"` // by loop
	Rounds []int64  `json:"rounds"`
	Memory []string `json:"memory"` // "" where unbound
}

// Replay is what page.js gets.
type Replay struct {
	Steps    int64    `json:"steps"`
	Vars     []string `json:"vars"`
	Truncate bool     `json:"truncate"`
	Ints     []string `json:"ints"`
	Code     []stmt   `json:"code"`
	Loops    int      `json:"loops"`
	Points   []Point  `json:"points"` // the first is the start
	Fault    string   `json:"fault"`
	Line     int      `json:"line"`  // of the fault
	Shown    []int    `json:"shown"` // the slots of the variables to be shown
	Omitted  int      `json:"-"`     // how many others there are
}

// newReplay returns what takes no more than room bytes, or nil if even the program does. It has as many states as fit.
func newReplay(r *run, v *checker.Verdict, room int) *Replay {
	ints := r.code.ints
	if ints == nil {
		ints = []string{}
	}
	out := &Replay{
		Steps: v.Steps, Vars: r.p.Vars, Truncate: r.p.Division == imp.Truncate, Ints: ints, Code: r.code.out, Loops: len(r.code.loops),
		Fault: Describe(v.Fault.Kind), Line: v.Fault.Line,
	}
	out.Shown = r.shown()
	out.Omitted = len(r.p.Vars) - len(out.Shown)
	if len(r.points) == 0 { // the start is at fault
		r.points = append(r.points, point{0, r.last, r.iter, r.rounds})
	}
	for every := 1; every <= 2*maxPoints; every *= 2 {
		out.Points = nil
		for i := 0; i < len(r.points); i += every {
			out.Points = append(out.Points, r.point(r.points[i]))
		}
		if data, err := json.Marshal(out); err == nil && len(data) <= room {
			return out
		}
	}
	return nil
}

// maxShown is how many variables, and how many inputs, a page shows.
const maxShown = 200

// shown returns the slots of the variables to be shown: those that the run changed or the fault reads come before others.
func (r *run) shown() []int {
	read := Reads(r.culprit)
	slots := []int{}
	for _, first := range []bool{true, false} {
		for slot := range r.p.Vars {
			if (r.plot.moved[slot] || slices.Contains(read, slot)) == first && len(slots) < maxShown {
				slots = append(slots, slot)
			}
		}
	}
	slices.Sort(slots)
	return slots
}

func (r *run) point(q point) Point {
	p := Point{Step: q.step, Iter: q.iter, Rounds: q.rounds, PC: len(r.code.stmts)}
	now := q.state.Now
	if _, skip := now.(*imp.Skip); skip {
		p.Skip = true
		if next, ok := q.state.Following(); ok {
			p.PC = r.code.index[next.Now]
		}
	} else if pc, ok := r.code.index[now]; ok {
		p.PC = pc
	}
	for i := range r.p.Vars {
		p.Memory = append(p.Memory, digits(q.state.Store.Get(i)))
	}
	if p.Memory == nil {
		p.Memory = []string{}
	}
	return p
}
