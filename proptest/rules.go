package proptest

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impsym"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file declares the symbolic relation of IMP a second time, as the table of its rules, for theorem 12. It is written apart
// from impsym: a rule is a row, and when an expression has a value is a formula built beside the one for its value.

// declared evaluates the expressions of a program on terms.
type declared struct {
	*term.Pool
	program *imp.Program
}

// rule is a rule of the relation: statements of some kind step to another command, under a condition on their expression.
type rule struct {
	semantics.Rule
	from func(imp.Stmt) bool
	// side says which truth value the condition has, if the rule looks at it.
	side func(d declared, b *term.Formula) *term.Formula
	to   func(c imp.Control) imp.Control
}

func is[T imp.Stmt](s imp.Stmt) bool { _, ok := s.(T); return ok }

func holds(_ declared, b *term.Formula) *term.Formula { return b }
func fails(d declared, b *term.Formula) *term.Formula { return d.Not(b) }

func toSkip(c imp.Control) imp.Control {
	return imp.Control{Now: &imp.Skip{}, Block: c.Block, Rest: c.Rest}
}

// rules are all rules of the relation but SEQ-SKIP, which looks at what follows and not at the statement.
var rules = []rule{
	{semantics.Rule{Name: "ASSIGN"}, is[*imp.Assign], nil, toSkip},
	{semantics.Rule{Name: "ASSUME"}, is[*imp.Assume], holds, toSkip},
	{semantics.Rule{Name: "IF-TRUE", Branch: semantics.BranchTrue}, is[*imp.Assert], holds, toSkip},
	{semantics.Rule{Name: "IF-FALSE", Branch: semantics.BranchFalse}, is[*imp.Assert], fails, func(c imp.Control) imp.Control {
		return imp.Control{Now: &imp.Fail{Head: imp.Head{At: c.Now.Pos()}, Assertion: true}, Block: c.Block, Rest: c.Rest}
	}},
	{semantics.Rule{Name: "IF-TRUE", Branch: semantics.BranchTrue}, is[*imp.If], holds, func(c imp.Control) imp.Control {
		return inside(c.Now.(*imp.If).Then, behind(c))
	}},
	{semantics.Rule{Name: "IF-FALSE", Branch: semantics.BranchFalse}, is[*imp.If], fails, func(c imp.Control) imp.Control {
		return inside(c.Now.(*imp.If).Else, behind(c))
	}},
	{semantics.Rule{Name: "WHILE-TRUE", Branch: semantics.BranchTrue}, is[*imp.While], holds, func(c imp.Control) imp.Control {
		w := c.Now.(*imp.While)
		return inside(w.Body, &imp.Cont{Loop: w, Iter: c.Iter + 1, Block: c.Block, Next: c.Rest})
	}},
	{semantics.Rule{Name: "WHILE-FALSE", Branch: semantics.BranchFalse}, is[*imp.While], fails, toSkip},
}

// behind returns what follows the statement to run.
func behind(c imp.Control) *imp.Cont {
	if len(c.Block) == 0 {
		return c.Rest
	}
	return &imp.Cont{Block: c.Block, Next: c.Rest}
}

// inside returns the command that runs b and then k.
func inside(b *imp.Block, k *imp.Cont) imp.Control {
	if b == nil || len(b.Stmts) == 0 {
		return imp.Control{Now: &imp.Skip{}, Rest: k}
	}
	return imp.Control{Now: b.Stmts[0], Block: b.Stmts[1:], Rest: k}
}

// steps returns every instance of a rule that starts in y.
func (d declared) steps(y impsym.State) []symbolic.Successor[impsym.State] {
	var all []symbolic.Successor[impsym.State]
	if is[*imp.Skip](y.Now) {
		var next imp.Control
		switch k := y.Rest; {
		case len(y.Block) > 0:
			next = imp.Control{Now: y.Block[0], Block: y.Block[1:], Rest: k}
		case k == nil:
			return nil
		case k.Loop != nil:
			next = imp.Control{Now: k.Loop, Iter: k.Iter, Block: k.Block, Rest: k.Next}
		default:
			next = imp.Control{Now: k.Block[0], Block: k.Block[1:], Rest: k.Next}
		}
		return append(all, symbolic.Successor[impsym.State]{
			Rule:  semantics.Rule{Name: "SEQ-SKIP"},
			State: impsym.State{Store: y.Store, Cond: y.Cond, Control: next},
		})
	}
	for _, r := range rules {
		if !r.from(y.Now) {
			continue
		}
		z := impsym.State{Store: y.Store, Cond: y.Cond, Control: r.to(y.Control)}
		if a, ok := y.Now.(*imp.Assign); ok {
			v, defined := d.integer(a.Value, y.Store)
			z.Store, z.Cond = z.Store.With(a.Slot, v), z.Cond.And(defined)
		} else {
			b, defined := d.truth(condition(y.Now), y.Store)
			z.Cond = z.Cond.And(defined).And(r.side(d, b))
		}
		all = append(all, symbolic.Successor[impsym.State]{Rule: r.Rule, State: z})
	}
	return all
}

// stuck returns the condition under which y is stuck on a fault: theorem 1 in its guarded form.
func (d declared) stuck(y impsym.State) *term.Formula {
	defined := d.Bool(true)
	switch s := y.Now.(type) {
	case *imp.Skip:
	case *imp.Fail:
		defined = d.Bool(false)
	case *imp.Assign:
		_, defined = d.integer(s.Value, y.Store)
	default:
		_, defined = d.truth(condition(s), y.Store)
	}
	return d.Not(defined)
}

// condition returns the condition of a statement that has one.
func condition(s imp.Stmt) imp.BExpr {
	switch s := s.(type) {
	case *imp.Assume:
		return s.Cond
	case *imp.Assert:
		return s.Cond
	case *imp.If:
		return s.Cond
	case *imp.While:
		return s.Cond
	}
	panic("proptest: a statement without condition")
}

// integer returns the value of e in the symbolic memory m and the condition under which e has a value.
func (d declared) integer(e imp.AExpr, m impsym.SymStore) (v *term.Linear, defined *term.Formula) {
	zero := d.Int(new(big.Int))
	switch e := e.(type) {
	case *imp.Int:
		return d.Int(e.Value), d.Bool(true)
	case *imp.Var:
		if v := m.Get(e.Slot); v != nil {
			return v, d.Bool(true)
		}
		return zero, d.Bool(false)
	case *imp.Neg:
		x, has := d.integer(e.X, m)
		return d.Sub(zero, x), has
	case *imp.Arith:
		x, hasX := d.integer(e.X, m)
		y, hasY := d.integer(e.Y, m)
		both := d.And(hasX, hasY)
		divide := d.FloorDiv
		if d.program.Division == imp.Truncate {
			divide = d.TruncDiv
		}
		switch e.Op {
		case imp.Add:
			return d.Add(y, x), both
		case imp.Sub:
			return d.Add(x, d.Neg(y)), both
		case imp.Mul:
			return d.Mul(y, x), both
		case imp.Div:
			q, _ := divide(x, y)
			return q, d.And(both, d.Not(d.Eq(zero, y)))
		case imp.Mod:
			_, r := divide(x, y)
			return r, d.And(both, d.Not(d.Eq(zero, y)))
		}
	}
	panic("proptest: unexpected arithmetic expression")
}

// truth returns the truth value of e in m and the condition under which e has one.
func (d declared) truth(e imp.BExpr, m impsym.SymStore) (b, defined *term.Formula) {
	switch e := e.(type) {
	case *imp.Bool:
		return d.Bool(e.Value), d.Bool(true)
	case *imp.Not:
		x, has := d.truth(e.X, m)
		return d.Not(x), has
	case *imp.Logic:
		x, hasX := d.truth(e.X, m)
		y, hasY := d.truth(e.Y, m)
		if e.Op == imp.And {
			return d.And(x, y), d.And(hasX, d.Or(d.Not(x), hasY))
		}
		return d.Or(x, y), d.And(hasX, d.Or(x, hasY))
	case *imp.Compare:
		x, hasX := d.integer(e.Args[0], m)
		b, has := d.chain(x, e.Ops, e.Args[1:], m)
		return b, d.And(hasX, has)
	}
	panic("proptest: unexpected condition")
}

// chain returns the truth value of the links of a chain that follow the value x, and the condition under which they have one.
func (d declared) chain(x *term.Linear, ops []imp.CompareOp, args []imp.AExpr, m impsym.SymStore) (b, defined *term.Formula) {
	y, hasY := d.integer(args[0], m)
	var link *term.Formula
	switch ops[0] {
	case imp.Lt:
		link = d.Lt(x, y)
	case imp.Le:
		link = d.Le(x, y)
	case imp.Gt:
		link = d.Lt(y, x)
	case imp.Ge:
		link = d.Le(y, x)
	case imp.Eq:
		link = d.Eq(x, y)
	case imp.Ne:
		link = d.Not(d.Eq(x, y))
	}
	if len(ops) == 1 {
		return link, hasY
	}
	rest, has := d.chain(y, ops[1:], args[1:], m)
	return d.And(link, rest), d.And(hasY, d.Or(d.Not(link), has))
}
