package imprepro

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/imp"
)

// This file defines what is known of a program before it runs: which reads may find a variable unbound, which
// expressions may have no value, and whether its constants fit a machine word.

// analyse fills in faces, unbound, checked and wide.
func (r *replay) analyse() {
	a := &analysis{replay: r, bound: make([]bool, len(r.Program.Vars))}
	copy(a.bound, r.Program.Input)
	for _, psi := range r.Program.Assumptions {
		a.bexpr(psi)
	}
	a.block(r.Program.Body)
}

func newReplay(run Run) (*replay, error) {
	m0, err := imp.NewStore(run.Program, run.Input)
	if err != nil {
		return nil, err
	}
	r := &replay{Run: run, faces: map[any]face{}, unbound: make([]bool, len(run.Program.Vars)),
		checked: map[*imp.Var]bool{}}
	r.analyse()
	for _, name := range run.Program.Inputs() {
		if v := run.Input[name]; !v.IsInt64() && r.large == nil {
			r.large = &tooLarge{file: run.Program.Name, input: name, value: v}
		}
	}
	m := &imp.Machine{Program: run.Program}
	for _, psi := range run.Program.Assumptions {
		r.bexpr(psi, m0)
	}
	if _, ok := m.Assumed(m0); !ok {
		r.outcome.Blocked = semantics.AssumptionViolated
		return r, nil
	}
	see := func(_ int64, _ semantics.Rule, s imp.State) bool {
		if r.large == nil {
			r.stmt(s.Now, s.Store)
		}
		return true
	}
	_, r.outcome = semantics.Run(semantics.Machine[imp.State](m), m.Start(m0), run.Steps, see)
	return r, nil
}

// analysis follows which variables are certainly bound.
type analysis struct {
	*replay
	bound []bool // by slot
	made  []int  // slots in the order in which they became bound
}

func (a *analysis) bind(slot int) {
	if !a.bound[slot] {
		a.bound[slot] = true
		a.made = append(a.made, slot)
	}
}

// undo forgets what became bound since there were n slots in made, and returns it.
func (a *analysis) undo(n int) []int {
	since := append([]int(nil), a.made[n:]...)
	a.made = a.made[:n]
	for _, slot := range since {
		a.bound[slot] = false
	}
	return since
}

func (a *analysis) block(b *imp.Block) {
	if b == nil {
		return
	}
	for _, c := range b.Stmts {
		switch c := c.(type) {
		case *imp.Assign:
			a.aexpr(c.Value)
			a.bind(c.Slot)
		case *imp.Assume:
			a.bexpr(c.Cond)
		case *imp.Assert:
			a.bexpr(c.Cond)
		case *imp.If:
			a.bexpr(c.Cond)
			n := len(a.made)
			a.block(c.Then)
			then := a.undo(n)
			a.block(c.Else)
			other := map[int]bool{}
			for _, slot := range a.undo(n) {
				other[slot] = true
			}
			for _, slot := range then {
				if other[slot] {
					a.bind(slot)
				}
			}
		case *imp.While:
			a.bexpr(c.Cond)
			n := len(a.made)
			a.block(c.Body)
			a.undo(n)
		}
	}
}

// aexpr notes the face of an expression. It returns its value if it is a constant without a division.
func (a *analysis) aexpr(e imp.AExpr) (face, *big.Int) {
	f, v := face{depth: 1}, (*big.Int)(nil)
	switch e := e.(type) {
	case *imp.Int:
		v = e.Value
	case *imp.Var:
		if !a.bound[e.Slot] {
			a.unbound[e.Slot], a.checked[e], f.fails = true, true, true
		}
	case *imp.Neg:
		x, c := a.aexpr(e.X)
		if f = (face{x.depth + 1, x.fails}); c != nil {
			v = new(big.Int).Neg(c)
		}
	case *imp.Arith:
		x, c := a.aexpr(e.X)
		y, d := a.aexpr(e.Y)
		divides := e.Op == imp.Div || e.Op == imp.Mod
		f = face{max(x.depth, y.depth) + 1, divides || x.fails || y.fails}
		if !divides && c != nil && d != nil && c.BitLen()+d.BitLen() < 1<<10 {
			v = a.arith(e.Op, c, d)
		}
	default:
		panic(unexpected(e))
	}
	if v != nil && !v.IsInt64() {
		a.wide = true
	}
	a.faces[e] = f
	return f, v
}

func (a *analysis) bexpr(e imp.BExpr) face {
	f := face{depth: 1}
	join := func(x face) { f = face{max(f.depth, x.depth+1), f.fails || x.fails} }
	switch e := e.(type) {
	case *imp.Bool:
	case *imp.Compare:
		for _, x := range e.Args {
			f, _ := a.aexpr(x)
			join(f)
		}
	case *imp.Not:
		join(a.bexpr(e.X))
	case *imp.Logic:
		join(a.bexpr(e.X))
		join(a.bexpr(e.Y))
	default:
		panic(unexpected(e))
	}
	a.faces[e] = f
	return f
}
