// Package randimp makes random IMP programs for tests. The source of random numbers determines the program.
package randimp

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// Family is a kind of programs: what they may contain, in addition to assignments of sums and products.
type Family struct {
	Name     string
	Branch   bool // if
	Loop     bool // while: most are bounded, some are not
	Divide   bool // / and %, with divisors that may be 0, and either rounding
	Fail     bool // fail and assert
	Assume   bool // assumptions at the start and later
	Declare  bool // declared inputs, so that other variables are unbound at first
	Macro    bool // macros and calls
	Large    bool // literals of many digits
	Products bool // products of variables
}

// Families are the families for tests that want all of them.
var Families = []Family{
	{Name: "straight line", Products: true},
	{Name: "straight line, divisions", Divide: true, Products: true},
	{Name: "branches", Branch: true, Fail: true, Assume: true},
	{Name: "branches, divisions", Branch: true, Divide: true, Declare: true},
	{Name: "bounded loops", Branch: true, Loop: true, Fail: true},
	{Name: "loops, divisions", Branch: true, Loop: true, Divide: true, Assume: true},
	{Name: "unbound variables", Branch: true, Loop: true, Declare: true},
	{Name: "large integers", Branch: true, Divide: true, Large: true, Products: true},
	{Name: "macros", Branch: true, Loop: true, Macro: true, Fail: true, Declare: true},
	{Name: "everything", Branch: true, Loop: true, Divide: true, Fail: true, Assume: true, Declare: true, Macro: true,
		Large: true, Products: true},
}

// Names of variables. Counters belong to the loops around a statement; no other statement assigns them.
var (
	inputs   = []string{"x", "y", "z"}
	locals   = []string{"a", "b", "c"}
	counters = []string{"i", "j"}
)

// File returns a random program of the family as a syntax tree. It has no places; Source and Program do.
func File(r *rand.Rand, f Family) *imp.File {
	g := &generator{Rand: r, Family: f}
	body := &imp.Block{}
	add := func(s imp.Stmt) { body.Stmts = append(body.Stmts, s) }
	if f.Divide && g.one(2) {
		add(&imp.Option{Key: "division", Value: []string{"floor", "truncate"}[g.IntN(2)]})
	}
	if f.Declare && !g.one(4) {
		names := append(append([]string{}, inputs...), locals[:g.IntN(3)]...)
		add(&imp.Input{Names: names})
	}
	g.reads = inputs
	if f.Assume && g.one(2) {
		for range 1 + g.IntN(2) {
			add(&imp.Assume{Cond: g.likely()})
		}
	}
	if f.Macro {
		add(g.macro())
	}
	g.reads = append(append([]string{}, inputs...), locals...)
	g.writes = g.reads
	if f.Declare && !g.one(4) { // most of the others get a value, so that not every run ends at once
		for _, n := range locals {
			if !g.one(8) {
				add(&imp.Assign{Name: n, Value: g.leaf()})
			}
		}
	}
	rest := g.block(2+g.IntN(5), 3).Stmts
	if _, ok := rest[0].(*imp.Assume); ok { // which may read what is not an input, and so must not be leading
		add(&imp.Skip{})
	}
	body.Stmts = append(body.Stmts, rest...)
	return &imp.File{Name: "random.imp", Body: body}
}

// Source returns the source text of a random program of the family.
func Source(r *rand.Rand, f Family) []byte { return impfmt.Print(File(r, f)) }

// Program returns a random program of the family, read from its source text, so that every node has its place.
func Program(r *rand.Rand, f Family) *imp.Program {
	src := Source(r, f)
	p, err := imp.Load("random.imp", src)
	if err != nil {
		panic(fmt.Sprintf("randimp: made a program that is none: %v\n%s", err, src))
	}
	return p
}

// Input returns random values for the inputs of p. Most are small and many are equal, so that comparisons go either
// way.
func Input(r *rand.Rand, p *imp.Program) map[string]*big.Int {
	m := map[string]*big.Int{}
	for _, n := range p.Inputs() {
		switch r.IntN(8) {
		case 0:
			m[n] = new(big.Int)
		case 1:
			m[n] = big.NewInt(int64(r.Uint64()))
		case 2:
			m[n] = Large(r)
		default:
			m[n] = big.NewInt(int64(r.IntN(13)) - 6)
		}
	}
	return m
}

// Large returns an integer near a power of two that is of interest to those who compute with machine words.
func Large(r *rand.Rand) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), []uint{31, 32, 62, 63, 64, 65, 127, 200}[r.IntN(8)])
	v.Add(v, big.NewInt(int64(r.IntN(5))-2))
	if r.IntN(2) == 0 {
		v.Neg(v)
	}
	return v
}

// generator makes the parts of one program.
type generator struct {
	*rand.Rand
	Family
	reads, writes []string // variables that may be read and assigned
	loops         int      // loops around the statement that is being made
}

// one is true in one of n cases.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// macro declares a macro of two parameters, the first of which is assigned, and perhaps a local variable.
func (g *generator) macro() imp.Stmt {
	inner := &generator{Rand: g.Rand, Family: g.Family, reads: []string{"p", "q"}, writes: []string{"p"}}
	inner.Loop, inner.Macro = false, false // a counter is a variable too
	body := &imp.Block{}
	if g.one(2) { // named like a variable of the program
		body.Stmts = append(body.Stmts, &imp.Assign{Local: true, Name: locals[0], Value: inner.integer(1)})
		inner.reads, inner.writes = append(inner.reads, locals[0]), append(inner.writes, locals[0])
	}
	body.Stmts = append(body.Stmts, inner.block(1+g.IntN(2), 1).Stmts...)
	return &imp.Macro{Name: "m", Params: []string{"p", "q"}, Body: body}
}

// block makes n statements, nested to the given depth at most.
func (g *generator) block(n, depth int) *imp.Block {
	b := &imp.Block{}
	for range n {
		b.Stmts = append(b.Stmts, g.stmt(depth)...)
	}
	return b
}

// stmt makes a statement, with those that have to stand before it.
func (g *generator) stmt(depth int) []imp.Stmt {
	for {
		switch k := g.IntN(16); {
		case k < 6:
			return []imp.Stmt{&imp.Assign{Name: g.writes[g.IntN(len(g.writes))], Value: g.integer(2)}}
		case k < 7:
			return []imp.Stmt{&imp.Skip{}}
		case k < 10 && g.Branch && depth > 0:
			s := &imp.If{Cond: g.truth(2), Then: g.block(g.IntN(3), depth-1)}
			if g.one(2) {
				s.Else = g.block(g.IntN(3), depth-1)
			}
			return []imp.Stmt{s}
		case k < 12 && g.Loop && depth > 0 && g.loops < len(counters):
			return g.loop(depth)
		case k == 12 && g.Fail:
			if g.loops > 0 || g.one(3) || depth < 3 && g.one(2) {
				return []imp.Stmt{&imp.Fail{}}
			}
		case k == 13 && g.Fail:
			return []imp.Stmt{&imp.Assert{Cond: g.likely()}}
		case k == 14 && g.Assume:
			return []imp.Stmt{&imp.Assume{Cond: g.likely()}}
		case k == 15 && g.Macro:
			return []imp.Stmt{&imp.Call{Name: "m", Args: []imp.AExpr{
				&imp.Var{Name: g.writes[g.IntN(len(g.writes))]}, g.integer(1)}}}
		}
	}
}

// loop makes a loop. Most count to a bound that is a small constant or an input kept small.
func (g *generator) loop(depth int) []imp.Stmt {
	i := counters[g.loops]
	g.loops++
	outer := g.reads
	g.reads = append(append([]string{}, outer...), i)
	defer func() { g.loops, g.reads = g.loops-1, outer }()

	body := g.block(g.IntN(3), depth-1)
	if g.one(8) {
		return []imp.Stmt{&imp.While{Cond: g.truth(1), Body: body}} // may never end
	}
	body.Stmts = append(body.Stmts, &imp.Assign{Name: i, Value: &imp.Arith{Op: imp.Add, X: &imp.Var{Name: i},
		Y: literal(1)}})
	var cond imp.BExpr = &imp.Compare{Args: []imp.AExpr{&imp.Var{Name: i}, literal(int64(g.IntN(5)))},
		Ops: []imp.CompareOp{imp.Lt}}
	if g.one(2) {
		link := g.truth(1)
		cond = &imp.Logic{Op: []imp.LogicOp{imp.And, imp.And, imp.Or}[g.IntN(3)], X: cond, Y: link}
	}
	return []imp.Stmt{&imp.Assign{Name: i, Value: literal(0)}, &imp.While{Cond: cond, Body: body}}
}

// integer makes an expression of the given depth at most.
func (g *generator) integer(depth int) imp.AExpr {
	if depth == 0 || g.one(4) {
		return g.leaf()
	}
	x := g.integer(depth - 1)
	switch k := g.IntN(10); {
	case k < 1:
		return &imp.Neg{X: x}
	case k < 4:
		return &imp.Arith{Op: imp.Add, X: x, Y: g.integer(depth - 1)}
	case k < 7:
		return &imp.Arith{Op: imp.Sub, X: x, Y: g.integer(depth - 1)}
	case k < 9 && g.Divide:
		return &imp.Arith{Op: []imp.ArithOp{imp.Div, imp.Mod}[g.IntN(2)], X: x, Y: g.integer(depth - 1)}
	case g.Products && g.loops == 0:
		return &imp.Arith{Op: imp.Mul, X: x, Y: g.integer(depth - 1)}
	}
	return &imp.Arith{Op: imp.Mul, X: g.constant(), Y: x}
}

func (g *generator) leaf() imp.AExpr {
	if g.one(3) {
		return g.constant()
	}
	return &imp.Var{Name: g.reads[g.IntN(len(g.reads))]}
}

func (g *generator) constant() imp.AExpr {
	if g.Large && g.one(4) {
		return &imp.Int{Value: Large(g.Rand)}
	}
	return literal(int64(g.IntN(11)) - 5)
}

// truth makes a condition of the given depth at most.
func (g *generator) truth(depth int) imp.BExpr {
	if depth > 0 && g.one(2) {
		x := g.truth(depth - 1)
		switch g.IntN(3) {
		case 0:
			return &imp.Not{X: x}
		case 1:
			return &imp.Logic{Op: imp.And, X: x, Y: g.truth(depth - 1)}
		default:
			return &imp.Logic{Op: imp.Or, X: x, Y: g.truth(depth - 1)}
		}
	}
	if g.one(12) {
		return &imp.Bool{Value: g.one(2)}
	}
	c := &imp.Compare{Args: []imp.AExpr{g.integer(1)}}
	for more := true; more; more = g.one(4) {
		c.Ops = append(c.Ops, []imp.CompareOp{imp.Lt, imp.Le, imp.Gt, imp.Ge, imp.Eq, imp.Ne}[g.IntN(6)])
		c.Args = append(c.Args, g.integer(1))
	}
	return c
}

// likely makes a condition that often holds.
func (g *generator) likely() imp.BExpr {
	if g.one(3) {
		return g.truth(1)
	}
	c := &imp.Compare{Args: []imp.AExpr{g.leaf(), g.leaf()}, Ops: []imp.CompareOp{imp.Ne}}
	if g.one(2) {
		return &imp.Logic{Op: imp.Or, X: c, Y: g.truth(1)}
	}
	return c
}

func literal(v int64) *imp.Int { return &imp.Int{Value: big.NewInt(v)} }
