package imp

import (
	"fmt"
	"math/big"

	"vouch/semantics"
)

// This file defines the value of an expression in a memory, definition 3.2 of the thesis, and when it has none.

// NoValue says why an expression has no value: a fault, or, if Limit is set, that the machine's meter ran out.
type NoValue struct {
	Fault semantics.Fault
	Limit bool
}

// AEval returns the value of an arithmetic expression in the memory s. Operands are evaluated from left to right; the
// first one without a value is the reason why e has none.
func (m *Machine) AEval(e AExpr, s Store) (*big.Int, *NoValue) {
	if !m.Meter.Charge(1) {
		return nil, outOfWork
	}
	switch e := e.(type) {
	case *Int:
		return e.Value, nil

	case *Var:
		if v := s.Get(e.Slot); v != nil {
			return v, nil
		}
		return nil, &NoValue{Fault: faultAt(semantics.UnboundVar, e.At)}

	case *Neg:
		x, why := m.AEval(e.X, s)
		if why != nil {
			return nil, why
		}
		return m.arith(Sub, zero, x)

	case *Arith:
		x, why := m.AEval(e.X, s)
		if why != nil {
			return nil, why
		}
		y, why := m.AEval(e.Y, s)
		if why != nil {
			return nil, why
		}
		if (e.Op == Div || e.Op == Mod) && y.Sign() == 0 {
			return nil, &NoValue{Fault: faultAt(semantics.DivisionByZero, e.At)}
		}
		return m.arith(e.Op, x, y)
	}
	panic(unexpected("arithmetic expression", e))
}

// BEval returns the truth value of a condition in the memory s. Links of a chain and operands of a connective are
// evaluated from left to right, and no further than the result needs.
func (m *Machine) BEval(e BExpr, s Store) (bool, *NoValue) {
	if !m.Meter.Charge(1) {
		return false, outOfWork
	}
	switch e := e.(type) {
	case *Bool:
		return e.Value, nil

	case *Compare:
		x, why := m.AEval(e.Args[0], s)
		if why != nil {
			return false, why
		}
		for i, op := range e.Ops {
			y, why := m.AEval(e.Args[i+1], s)
			if why != nil {
				return false, why
			}
			if !m.Meter.Charge(min(len(x.Bits()), len(y.Bits()))) {
				return false, outOfWork
			}
			if !op.Holds(x.Cmp(y)) {
				return false, nil
			}
			x = y
		}
		return true, nil

	case *Not:
		x, why := m.BEval(e.X, s)
		return !x, why

	case *Logic:
		x, why := m.BEval(e.X, s)
		if why != nil || x == (e.Op == Or) {
			return x, why
		}
		return m.BEval(e.Y, s)
	}
	panic(unexpected("condition", e))
}

// Holds reports whether the comparison holds of two integers whose difference has the sign cmp.
func (op CompareOp) Holds(cmp int) bool {
	switch op {
	case Lt:
		return cmp < 0
	case Le:
		return cmp <= 0
	case Gt:
		return cmp > 0
	case Ge:
		return cmp >= 0
	case Eq:
		return cmp == 0
	case Ne:
		return cmp != 0
	}
	panic(unexpected("comparison", op))
}

var (
	zero      = new(big.Int)
	one       = big.NewInt(1)
	outOfWork = &NoValue{Limit: true}
)

// arith computes x op y; y is not 0 where op divides.
func (m *Machine) arith(op ArithOp, x, y *big.Int) (*big.Int, *NoValue) {
	if x.IsInt64() && y.IsInt64() {
		if z, ok := arithSmall(op, x.Int64(), y.Int64()); ok {
			return big.NewInt(z), nil
		}
	}
	if !m.Meter.Charge(arithCost(op, x, y)) || !m.Meter.Make(8+len(x.Bits())+len(y.Bits())) {
		return nil, outOfWork
	}
	z := new(big.Int)
	switch op {
	case Add:
		return z.Add(x, y), nil
	case Sub:
		return z.Sub(x, y), nil
	case Mul:
		return z.Mul(x, y), nil
	case Div, Mod:
		q, r := z.QuoRem(x, y, new(big.Int))
		if m.Program.Division == Floor && r.Sign() != 0 && r.Sign() != y.Sign() {
			q.Sub(q, one)
			r.Add(r, y)
		}
		if op == Div {
			return q, nil
		}
		return r, nil
	}
	panic(unexpected("operator", op))
}

// arithSmall computes sums and differences that fit a machine word, the bulk of what programs compute.
func arithSmall(op ArithOp, x, y int64) (int64, bool) {
	switch op {
	case Add:
		z := x + y
		return z, (z > x) == (y > 0)
	case Sub:
		z := x - y
		return z, (z < x) == (y > 0)
	}
	return 0, false
}

// arithCost bounds the work of x op y.
func arithCost(op ArithOp, x, y *big.Int) int {
	n, k := len(x.Bits())+1, len(y.Bits())+1
	switch op {
	case Add, Sub:
		return 16 * max(n, k)
	default:
		return n*k + 16*(n+k)
	}
}

func unexpected(what string, x any) string { return fmt.Sprintf("imp: unexpected %s %T", what, x) }
