package impfmt

import (
	"fmt"

	"vouch/semantics/imp"
)

// This file defines when two syntax trees are the same, for tests. Places and slots do not count.

func equalBlocks(a, b *imp.Block) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equalLists(a.Stmts, b.Stmts, equalStmts)
}

func equalLists[T any](a, b []T, equal func(a, b T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func same[T comparable](a, b T) bool { return a == b }

func equalStmts(a, b imp.Stmt) bool {
	switch a := a.(type) {
	case *imp.Skip:
		_, ok := b.(*imp.Skip)
		return ok
	case *imp.Fail:
		_, ok := b.(*imp.Fail)
		return ok
	case *imp.Assign:
		b, ok := b.(*imp.Assign)
		return ok && a.Local == b.Local && a.Name == b.Name && equalA(a.Value, b.Value)
	case *imp.Assume:
		b, ok := b.(*imp.Assume)
		return ok && equalB(a.Cond, b.Cond)
	case *imp.Assert:
		b, ok := b.(*imp.Assert)
		return ok && equalB(a.Cond, b.Cond)
	case *imp.If:
		b, ok := b.(*imp.If)
		return ok && equalB(a.Cond, b.Cond) && equalBlocks(a.Then, b.Then) && equalBlocks(a.Else, b.Else)
	case *imp.While:
		b, ok := b.(*imp.While)
		return ok && equalB(a.Cond, b.Cond) && equalBlocks(a.Body, b.Body)
	case *imp.Call:
		b, ok := b.(*imp.Call)
		return ok && a.Name == b.Name && equalLists(a.Args, b.Args, equalA)
	case *imp.Macro:
		b, ok := b.(*imp.Macro)
		return ok && a.Name == b.Name && equalLists(a.Params, b.Params, same) && equalBlocks(a.Body, b.Body)
	case *imp.Input:
		b, ok := b.(*imp.Input)
		return ok && equalLists(a.Names, b.Names, same)
	case *imp.Option:
		b, ok := b.(*imp.Option)
		return ok && a.Key == b.Key && a.Value == b.Value
	}
	panic(fmt.Sprintf("impfmt: unknown statement %T", a))
}

func equalA(a, b imp.AExpr) bool {
	switch a := a.(type) {
	case *imp.Int:
		b, ok := b.(*imp.Int)
		return ok && a.Value.Cmp(b.Value) == 0
	case *imp.Var:
		b, ok := b.(*imp.Var)
		return ok && a.Name == b.Name
	case *imp.Neg:
		b, ok := b.(*imp.Neg)
		return ok && equalA(a.X, b.X)
	case *imp.Arith:
		b, ok := b.(*imp.Arith)
		return ok && a.Op == b.Op && equalA(a.X, b.X) && equalA(a.Y, b.Y)
	}
	panic(fmt.Sprintf("impfmt: unknown arithmetic expression %T", a))
}

func equalB(a, b imp.BExpr) bool {
	switch a := a.(type) {
	case *imp.Bool:
		b, ok := b.(*imp.Bool)
		return ok && a.Value == b.Value
	case *imp.Compare:
		b, ok := b.(*imp.Compare)
		return ok && equalLists(a.Args, b.Args, equalA) && equalLists(a.Ops, b.Ops, same)
	case *imp.Not:
		b, ok := b.(*imp.Not)
		return ok && equalB(a.X, b.X)
	case *imp.Logic:
		b, ok := b.(*imp.Logic)
		return ok && a.Op == b.Op && equalB(a.X, b.X) && equalB(a.Y, b.Y)
	}
	panic(fmt.Sprintf("impfmt: unknown condition %T", a))
}
