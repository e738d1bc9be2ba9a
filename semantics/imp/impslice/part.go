package impslice

import (
	"slices"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// This file defines what a statement reads, and which part of it is at fault.

// reader notes the variables that it is shown, and bounds the length of the text of what it is shown.
type reader struct {
	meter   *semantics.Meter
	slots   []int
	divides bool
	length  int // in bytes
}

// part notes a part of the program with a text of so many bytes, beside its operator and brackets.
func (r *reader) part(text int) {
	r.meter.Charge(workOfVisit + text)
	r.length += 6 + text
}

func (r *reader) stmt(c imp.Stmt) {
	switch c := c.(type) {
	case *imp.Assign:
		r.part(len(c.Name))
		r.integer(c.Value)
	case *imp.Assume:
		r.truth(c.Cond)
	case *imp.Assert:
		r.truth(c.Cond)
	case *imp.If:
		r.truth(c.Cond)
	case *imp.While:
		r.truth(c.Cond)
	}
}

func (r *reader) integer(e imp.AExpr) {
	switch e := e.(type) {
	case *imp.Int:
		digits := e.Value.BitLen()/3 + 2
		r.part(digits)
		r.meter.Charge(digits / 64 * digits / 64) // to make them decimal
	case *imp.Var:
		if r.part(len(e.Name)); r.meter.Make(4) {
			r.slots = append(r.slots, e.Slot)
		}
	case *imp.Neg:
		r.part(0)
		r.integer(e.X)
	case *imp.Arith:
		r.part(0)
		r.divides = r.divides || e.Op == imp.Div || e.Op == imp.Mod
		r.integer(e.X)
		r.integer(e.Y)
	}
}

func (r *reader) truth(e imp.BExpr) {
	r.part(8)
	switch e := e.(type) {
	case *imp.Compare:
		for _, x := range e.Args {
			r.integer(x)
		}
	case *imp.Not:
		r.truth(e.X)
	case *imp.Logic:
		r.truth(e.X)
		r.truth(e.Y)
	}
}

// part looks for the part of a statement that has no value, and reads what that depends on: the divisor or the unbound variable,
// and the conditions under which the part is evaluated at all. Places do not tell, since an argument of a macro may be used twice.
type part struct {
	reader
	machine *imp.Machine
	store   imp.Store
}

// mark returns c with brackets around the part.
func (p *part) mark(c imp.Stmt) imp.Stmt {
	switch c := c.(type) {
	case *imp.Assign:
		return &imp.Assign{Name: c.Name, Value: p.markInteger(c.Value)}
	case *imp.Assume:
		return &imp.Assume{Cond: p.markTruth(c.Cond)}
	case *imp.Assert:
		return &imp.Assert{Cond: p.markTruth(c.Cond)}
	case *imp.If:
		return &imp.If{Cond: p.markTruth(c.Cond)}
	case *imp.While:
		return &imp.While{Cond: p.markTruth(c.Cond)}
	}
	return c
}

// markInteger marks the part of e, which has no value. Operands are evaluated from left to right: the part is in the first one that
// has none.
func (p *part) markInteger(e imp.AExpr) imp.AExpr {
	switch e := e.(type) {
	case *imp.Var:
		p.integer(e)
	case *imp.Neg:
		return &imp.Neg{X: p.markInteger(e.X)}
	case *imp.Arith:
		if p.lacks(e.X) {
			return &imp.Arith{Op: e.Op, X: p.markInteger(e.X), Y: e.Y}
		}
		if p.lacks(e.Y) {
			return &imp.Arith{Op: e.Op, X: e.X, Y: p.markInteger(e.Y)}
		}
		p.integer(e.Y)
	}
	return &imp.Var{Name: "[" + impfmt.Integer(e) + "]"} // no name has brackets
}

func (p *part) markTruth(e imp.BExpr) imp.BExpr {
	switch e := e.(type) {
	case *imp.Not:
		return &imp.Not{X: p.markTruth(e.X)}
	case *imp.Compare:
		args := slices.Clone(e.Args)
		i := slices.IndexFunc(args, p.lacks)
		if i < 0 {
			break
		}
		args[i] = p.markInteger(args[i])
		if i > 1 { // reached if the links before hold
			p.truth(&imp.Compare{Args: e.Args[:i]})
		}
		return &imp.Compare{Args: args, Ops: e.Ops}
	case *imp.Logic:
		if _, why := p.machine.BEval(e.X, p.store); why != nil {
			return &imp.Logic{Op: e.Op, X: p.markTruth(e.X), Y: e.Y}
		}
		p.truth(e.X)
		return &imp.Logic{Op: e.Op, X: e.X, Y: p.markTruth(e.Y)}
	}
	return e // the meter ran out
}

func (p *part) lacks(e imp.AExpr) bool {
	_, why := p.machine.AEval(e, p.store)
	return why != nil
}
