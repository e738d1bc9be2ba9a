package imp

import "fmt"

// This file defines when two syntax trees are the same, for tests.

// Equal reports whether a and b have the same syntax tree. Names of files, places, slots and comments do not count.
func Equal(a, b *File) bool { return equalBlocks(a.Body, b.Body) }

func equalBlocks(a, b *Block) bool {
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

func equalStmts(a, b Stmt) bool {
	switch a := a.(type) {
	case *Skip:
		_, ok := b.(*Skip)
		return ok
	case *Fail:
		_, ok := b.(*Fail)
		return ok
	case *Assign:
		b, ok := b.(*Assign)
		return ok && a.Local == b.Local && a.Name == b.Name && equalA(a.Value, b.Value)
	case *Assume:
		b, ok := b.(*Assume)
		return ok && equalB(a.Cond, b.Cond)
	case *Assert:
		b, ok := b.(*Assert)
		return ok && equalB(a.Cond, b.Cond)
	case *If:
		b, ok := b.(*If)
		return ok && equalB(a.Cond, b.Cond) && equalBlocks(a.Then, b.Then) && equalBlocks(a.Else, b.Else)
	case *While:
		b, ok := b.(*While)
		return ok && equalB(a.Cond, b.Cond) && equalBlocks(a.Body, b.Body)
	case *Call:
		b, ok := b.(*Call)
		return ok && a.Name == b.Name && equalLists(a.Args, b.Args, equalA)
	case *Macro:
		b, ok := b.(*Macro)
		return ok && a.Name == b.Name && equalLists(a.Params, b.Params, same) && equalBlocks(a.Body, b.Body)
	case *Input:
		b, ok := b.(*Input)
		return ok && equalLists(a.Names, b.Names, same)
	case *Option:
		b, ok := b.(*Option)
		return ok && a.Key == b.Key && a.Value == b.Value
	}
	panic(fmt.Sprintf("imp: unknown statement %T", a))
}

func equalA(a, b AExpr) bool {
	switch a := a.(type) {
	case *Int:
		b, ok := b.(*Int)
		return ok && a.Value.Cmp(b.Value) == 0
	case *Var:
		b, ok := b.(*Var)
		return ok && a.Name == b.Name
	case *Neg:
		b, ok := b.(*Neg)
		return ok && equalA(a.X, b.X)
	case *Arith:
		b, ok := b.(*Arith)
		return ok && a.Op == b.Op && equalA(a.X, b.X) && equalA(a.Y, b.Y)
	}
	panic(fmt.Sprintf("imp: unknown arithmetic expression %T", a))
}

func equalB(a, b BExpr) bool {
	switch a := a.(type) {
	case *Bool:
		b, ok := b.(*Bool)
		return ok && a.Value == b.Value
	case *Compare:
		b, ok := b.(*Compare)
		return ok && equalLists(a.Args, b.Args, equalA) && equalLists(a.Ops, b.Ops, same)
	case *Not:
		b, ok := b.(*Not)
		return ok && equalB(a.X, b.X)
	case *Logic:
		b, ok := b.(*Logic)
		return ok && a.Op == b.Op && equalB(a.X, b.X) && equalB(a.Y, b.Y)
	}
	panic(fmt.Sprintf("imp: unknown condition %T", a))
}
