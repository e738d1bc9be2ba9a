// Package bigstep runs IMP programs by recursion over their syntax trees. It is a second semantics, written apart from
// the one in package imp so that tests can hold the two against each other: memories are maps by name, a fault unwinds
// the recursion, and division is made of other primitives.
package bigstep

import (
	"fmt"
	"math/big"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// End says how a run ended.
type End string

// The ends of a run.
const (
	Halted    End = "halted"                // nothing is left to run
	Faulted   End = "faulted"               // on the fault of the outcome
	Violated  End = "assumption violated"   // at the start or later
	OutOfFuel End = "out of fuel"           // another step was due
	TooLarge  End = "an integer is too big" // gave up: a value has more than MaxBits bits
)

// Ends lists every end.
var Ends = []End{Halted, Faulted, Violated, OutOfFuel, TooLarge}

// MaxBits is the length of the longest integers with which a run goes on.
const MaxBits = 1 << 14

// Outcome is the end of a run, with the number of small steps that lead there and the memory then: the variables that
// are bound, by name.
type Outcome struct {
	End    End
	Fault  semantics.Fault // if Faulted
	At     imp.Pos         // if Violated: the statement, or at the start the condition
	Steps  int
	Memory map[string]*big.Int
}

func (o Outcome) String() string {
	s := fmt.Sprintf("%s after %d steps in %v", o.End, o.Steps, o.Memory)
	switch o.End {
	case Faulted:
		return fmt.Sprintf("%s at %d:%d, %s", o.Fault.Kind, o.Fault.Line, o.Fault.Column, s)
	case Violated:
		return fmt.Sprintf("%s, at %v", s, o.At)
	}
	return s
}

// Run runs p from a memory that holds the input and nothing else, for as many small steps as there is fuel.
func Run(p *imp.Program, input map[string]*big.Int, fuel int) (out Outcome) {
	r := &run{truncate: p.Division == imp.Truncate, fuel: fuel, memory: map[string]*big.Int{}}
	for name, v := range input {
		r.memory[name] = v
	}
	defer func() {
		if e := recover(); e != nil {
			end, ok := e.(unwind)
			if !ok {
				panic(e)
			}
			out = Outcome(end)
		}
		out.Steps, out.Memory = r.steps, r.memory
	}()
	for _, psi := range p.Assumptions {
		if !r.assumed(psi) {
			return Outcome{End: Violated, At: psi.Pos()}
		}
	}
	r.block(p.Body)
	return Outcome{End: Halted}
}

// run is a run under way.
type run struct {
	truncate bool
	fuel     int
	steps    int
	memory   map[string]*big.Int
}

// unwind is the panic that ends a run before its time.
type unwind Outcome

// step counts a small step.
func (r *run) step() {
	if r.steps == r.fuel {
		panic(unwind{End: OutOfFuel})
	}
	r.steps++
}

func fault(k semantics.Kind, at imp.Pos) {
	panic(unwind{End: Faulted, Fault: semantics.Fault{Kind: k, Span: at.Span()}})
}

// assumed reports whether a condition has a value and holds.
func (r *run) assumed(psi imp.BExpr) (holds bool) {
	defer func() {
		if e := recover(); e != nil {
			if end, ok := e.(unwind); !ok || end.End != Faulted {
				panic(e)
			}
		}
	}()
	return r.truth(psi)
}

// block runs the statements of b. From one to the next it is a step.
func (r *run) block(b *imp.Block) {
	if b == nil {
		return
	}
	for i, s := range b.Stmts {
		if i > 0 {
			r.step()
		}
		r.stmt(s)
	}
}

func (r *run) stmt(s imp.Stmt) {
	switch s := s.(type) {
	case *imp.Skip:
	case *imp.Fail:
		fault(semantics.Failed, s.At)
	case *imp.Assign:
		v := r.integer(s.Value)
		r.step()
		r.memory[s.Name] = v
	case *imp.Assume:
		if !r.truth(s.Cond) {
			panic(unwind{End: Violated, At: s.At})
		}
		r.step()
	case *imp.Assert:
		holds := r.truth(s.Cond)
		r.step()
		if !holds {
			fault(semantics.AssertionFailed, s.At)
		}
	case *imp.If:
		holds := r.truth(s.Cond)
		r.step()
		if holds {
			r.block(s.Then)
		} else {
			r.block(s.Else)
		}
	case *imp.While:
		for {
			holds := r.truth(s.Cond)
			r.step()
			if !holds {
				return
			}
			r.block(s.Body)
			r.step() // from the body back to the loop
		}
	default:
		panic(fmt.Sprintf("bigstep: unexpected statement %T", s))
	}
}

func (r *run) integer(e imp.AExpr) *big.Int {
	v := new(big.Int)
	switch e := e.(type) {
	case *imp.Int:
		v.Set(e.Value)
	case *imp.Var:
		x, bound := r.memory[e.Name]
		if !bound {
			fault(semantics.UnboundVar, e.At)
		}
		v.Set(x)
	case *imp.Neg:
		v.Neg(r.integer(e.X))
	case *imp.Arith:
		x := r.integer(e.X)
		y := r.integer(e.Y)
		switch e.Op {
		case imp.Add:
			v.Add(x, y)
		case imp.Sub:
			v.Add(x, y.Neg(y))
		case imp.Mul:
			v.Mul(x, y)
		case imp.Div:
			if y.BitLen() == 0 {
				fault(semantics.DivisionByZero, e.At)
			}
			v = r.quotient(x, y)
		case imp.Mod: // x = (x / y) * y + x % y in both roundings
			if y.BitLen() == 0 {
				fault(semantics.DivisionByZero, e.At)
			}
			v.Sub(x, y.Mul(y, r.quotient(x, y)))
		default:
			panic(fmt.Sprintf("bigstep: unexpected operator %v", e.Op))
		}
	default:
		panic(fmt.Sprintf("bigstep: unexpected arithmetic expression %T", e))
	}
	if v.BitLen() > MaxBits {
		panic(unwind{End: TooLarge})
	}
	return v
}

// quotient returns x / y, made of the quotient of numbers that are not negative.
func (r *run) quotient(x, y *big.Int) *big.Int {
	n, d := new(big.Int).Abs(x), new(big.Int).Abs(y)
	apart := x.Sign()*y.Sign() < 0
	if apart && !r.truncate { // away from zero: add what makes a quotient with a rest one larger
		n.Add(n, d).Sub(n, big.NewInt(1))
	}
	q := n.Div(n, d)
	if apart {
		q.Neg(q)
	}
	return q
}

func (r *run) truth(e imp.BExpr) bool {
	switch e := e.(type) {
	case *imp.Bool:
		return e.Value
	case *imp.Not:
		return !r.truth(e.X)
	case *imp.Logic:
		if e.Op == imp.And {
			return r.truth(e.X) && r.truth(e.Y)
		}
		return r.truth(e.X) || r.truth(e.Y)
	case *imp.Compare:
		return r.chain(r.integer(e.Args[0]), e.Ops, e.Args[1:])
	}
	panic(fmt.Sprintf("bigstep: unexpected condition %T", e))
}

// chain compares x with the first of the arguments, that one with the next, and so on.
func (r *run) chain(x *big.Int, ops []imp.CompareOp, args []imp.AExpr) bool {
	if len(ops) == 0 {
		return true
	}
	y := r.integer(args[0])
	return compare(x, ops[0].String(), y) && r.chain(y, ops[1:], args[1:])
}

func compare(x *big.Int, op string, y *big.Int) bool {
	c := new(big.Int).Sub(x, y).Sign()
	switch op {
	case "<":
		return c == -1
	case "<=":
		return c != 1
	case ">":
		return c == 1
	case ">=":
		return c != -1
	case "==":
		return c == 0
	case "!=":
		return c != 0
	}
	panic("bigstep: unexpected comparison " + op)
}
