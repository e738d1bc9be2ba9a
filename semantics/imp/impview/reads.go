// Package impview is what is shown of programs and their runs: nothing in it is trusted.
package impview

import (
	"slices"

	"vouch/semantics/imp"
)

// This file defines which variables a statement reads.

// Reads returns the slots of the variables in the expression that the statement evaluates first, each once, in the order of the
// text.
func Reads(c imp.Stmt) []int {
	var slots []int
	var aexpr func(imp.AExpr)
	var bexpr func(imp.BExpr)
	aexpr = func(e imp.AExpr) {
		switch e := e.(type) {
		case *imp.Var:
			if !slices.Contains(slots, e.Slot) {
				slots = append(slots, e.Slot)
			}
		case *imp.Neg:
			aexpr(e.X)
		case *imp.Arith:
			aexpr(e.X)
			aexpr(e.Y)
		}
	}
	bexpr = func(e imp.BExpr) {
		switch e := e.(type) {
		case *imp.Compare:
			for _, x := range e.Args {
				aexpr(x)
			}
		case *imp.Not:
			bexpr(e.X)
		case *imp.Logic:
			bexpr(e.X)
			bexpr(e.Y)
		}
	}
	switch c := c.(type) {
	case *imp.Assign:
		aexpr(c.Value)
	case *imp.Assume:
		bexpr(c.Cond)
	case *imp.Assert:
		bexpr(c.Cond)
	case *imp.If:
		bexpr(c.Cond)
	case *imp.While:
		bexpr(c.Cond)
	}
	return slots
}
