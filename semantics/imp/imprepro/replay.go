package imprepro

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file defines the replay of a run, which finds out whether every value in it fits a machine word, and what may go
// wrong where.

// replay is a run with what is known of it.
type replay struct {
	Run
	outcome semantics.Outcome
	large   *tooLarge         // the first value of the run that does not fit an int64; nil if there is none
	wide    bool              // whether a constant anywhere in the program does not fit, be it in the run or not
	faces   map[any]face      // of every expression and condition
	unbound []bool            // by slot: whether a read of the variable may find it unbound
	checked map[*imp.Var]bool // the reads that may
}

// filler returns what replaces the words that stand for texts of the run in helpers, and more such words with their
// texts.
func (r *replay) filler(more ...string) *strings.Replacer {
	return strings.NewReplacer(append(more,
		"NAME", strconv.QuoteToASCII(r.Program.Name+":"),
		"UNBOUND", strconv.Quote(r.Describe(semantics.UnboundVar)),
		"DIVISION", strconv.Quote(r.Describe(semantics.DivisionByZero)),
	)...)
}

// face is what matters of an expression from outside.
type face struct {
	depth int  // of its tree
	fails bool // whether it may have no value
}

// tooLarge is the error that a value does not fit.
type tooLarge struct {
	file  string
	at    imp.Pos
	input string // the name of the input whose value it is, or ""
	value *big.Int
}

func (e *tooLarge) Error() string {
	value := fmt.Sprintf("of %d bits", e.value.BitLen())
	if e.value.BitLen() < 256 {
		value = e.value.String()
	}
	if e.input != "" {
		return fmt.Sprintf("%s: found the value %s for the input %s, want one that fits int64_t", e.file, value,
			e.input)
	}
	return fmt.Sprintf("%s:%s: found the value %s in the run, want one that fits int64_t", e.file, e.at, value)
}

// stmt looks at the values that a statement computes.
func (r *replay) stmt(c imp.Stmt, s imp.Store) {
	switch c := c.(type) {
	case *imp.Assign:
		r.aexpr(c.Value, s)
	case *imp.Assume:
		r.bexpr(c.Cond, s)
	case *imp.Assert:
		r.bexpr(c.Cond, s)
	case *imp.If:
		r.bexpr(c.Cond, s)
	case *imp.While:
		r.bexpr(c.Cond, s)
	}
}

// note notes a value that was computed.
func (r *replay) note(at imp.Pos, v *big.Int) *big.Int {
	if v != nil && !v.IsInt64() && r.large == nil {
		r.large = &tooLarge{file: r.Program.Name, at: at, value: v}
	}
	return v
}

// Run is what is translated: a program, an input of it, and how many steps of it to look at in order to choose the
// types.
type Run struct {
	Program *imp.Program
	Input   map[string]*big.Int
	Steps   int64
	// Describe says in words what happens at a fault.
	Describe func(semantics.Kind) string
}

// aexpr returns the value of an expression, nil if it has none, and notes those of its parts.
func (r *replay) aexpr(e imp.AExpr, s imp.Store) *big.Int {
	switch e := e.(type) {
	case *imp.Int:
		return r.note(e.At, e.Value)
	case *imp.Var:
		return s.Get(e.Slot)
	case *imp.Neg:
		if x := r.aexpr(e.X, s); x != nil {
			return r.note(e.At, new(big.Int).Neg(x))
		}
		return nil
	case *imp.Arith:
		x := r.aexpr(e.X, s)
		if x == nil {
			return nil
		}
		y := r.aexpr(e.Y, s)
		if y == nil {
			return nil
		}
		return r.note(e.At, r.arith(e.Op, x, y))
	}
	panic(unexpected(e))
}

// arith returns the value of x op y, nil if it has none.
func (r *replay) arith(op imp.ArithOp, x, y *big.Int) *big.Int {
	m := imp.Machine{Program: r.Program}
	v, _ := m.AEval(&imp.Arith{Op: op, X: &imp.Int{Value: x}, Y: &imp.Int{Value: y}}, imp.Store{})
	return v
}

// bexpr returns the truth value of a condition; ok is false if it has none.
func (r *replay) bexpr(e imp.BExpr, s imp.Store) (truth, ok bool) {
	switch e := e.(type) {
	case *imp.Bool:
		return e.Value, true
	case *imp.Compare:
		x := r.aexpr(e.Args[0], s)
		for i, op := range e.Ops {
			if x == nil {
				return false, false
			}
			y := r.aexpr(e.Args[i+1], s)
			if y == nil {
				return false, false
			}
			if !op.Holds(x.Cmp(y)) {
				return false, true
			}
			x = y
		}
		return true, true
	case *imp.Not:
		x, ok := r.bexpr(e.X, s)
		return !x, ok
	case *imp.Logic:
		x, ok := r.bexpr(e.X, s)
		if !ok || x == (e.Op == imp.Or) {
			return x, ok
		}
		return r.bexpr(e.Y, s)
	}
	panic(unexpected(e))
}

func unexpected(x any) string { return fmt.Sprintf("imprepro: unexpected %T", x) }
