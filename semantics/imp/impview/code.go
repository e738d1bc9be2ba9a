package impview

import (
	"encoding/json"
	"math/big"

	"vouch/semantics/imp"
)

// This file defines programs as flat code, which is easy to run elsewhere: the page of a report runs it.

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

// Code is a program as a list of statements.
type Code struct {
	Stmts []imp.Stmt         // in the order of the text
	Out   []Stmt             // the same, laid out
	Ints  []*big.Int         // the constants
	Loops []int              // the statements that are loops
	Loop  map[*imp.While]int // index in Loops
	Index map[imp.Stmt]int   // in Stmts
}

// Stmt is a statement in the code: what follows it, and of an if or a while, where its blocks begin.
type Stmt struct {
	kind, line, column, next int
	a, b                     int // of an assignment, the slot; of an if, the blocks; of a while, the block and its number among the loops
	expr                     []int
}

// MarshalJSON writes it as an array.
func (s Stmt) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.kind, s.line, s.column, s.next, s.a, s.b, s.expr})
}

// Compile lays out a program. The statement after the last has the index of the end.
func Compile(p *imp.Program) *Code {
	c := &Code{Loop: map[*imp.While]int{}, Index: map[imp.Stmt]int{}}
	c.number(p.Body)
	c.block(p.Body, len(c.Stmts))
	return c
}

func (c *Code) number(b *imp.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		c.Index[s] = len(c.Stmts)
		c.Stmts = append(c.Stmts, s)
		c.Out = append(c.Out, Stmt{})
		switch s := s.(type) {
		case *imp.If:
			c.number(s.Then)
			c.number(s.Else)
		case *imp.While:
			c.Loop[s] = len(c.Loops)
			c.Loops = append(c.Loops, c.Index[s])
			c.number(s.Body)
		}
	}
}

// first returns where a block begins.
func (c *Code) first(b *imp.Block) int {
	if b == nil || len(b.Stmts) == 0 {
		return notInBlock
	}
	return c.Index[b.Stmts[0]]
}

// block lays out a block that is followed by the statement next.
func (c *Code) block(b *imp.Block, next int) {
	if b == nil {
		return
	}
	for i, s := range b.Stmts {
		follows := next
		if i+1 < len(b.Stmts) {
			follows = c.Index[b.Stmts[i+1]]
		}
		o := &c.Out[c.Index[s]]
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
			o.kind, o.a, o.b = opWhile, c.first(s.Body), c.Loop[s]
			c.bexpr(o, s.Cond)
			c.block(s.Body, c.Index[s])
		default:
			panic("impview: unexpected statement")
		}
	}
}

func (c *Code) aexpr(o *Stmt, e imp.AExpr) {
	switch e := e.(type) {
	case *imp.Int:
		o.expr = append(o.expr, doInt, len(c.Ints))
		c.Ints = append(c.Ints, e.Value)
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
		panic("impview: unexpected arithmetic expression")
	}
}

func (c *Code) bexpr(o *Stmt, e imp.BExpr) {
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
		panic("impview: unexpected condition")
	}
}
