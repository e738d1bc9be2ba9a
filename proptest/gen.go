package proptest

import (
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/leanovate/gopter"

	"vouch/finder/solver/lia"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/imp"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the cases on which properties are tried: how they are made, and how they are made smaller.

// Case is a program, an input of it, and a place in the run from that input.
type Case[S, Y any] struct {
	*Subject[S, Y]
	M0       symbolic.Inputs // the initial values of the inputs
	Position int             // of a state in the run
	Seed     uint64          // of everything else that is random

	known memo[S, Y]
}

// lia returns the solver for the terms of the case.
func (c *Case[S, Y]) linear() *lia.Solver {
	return lia.New(c.Symbolic.Pool(), lia.Options{Work: 20_000})
}

// memo holds what was computed from a case and what several properties need.
type memo[S, Y any] struct {
	cube         []symbolic.Inputs
	pairs        []pair[S, Y]
	places       []pair[S, Y]
	plain, eager *stream[Y]
}

// Rand returns a source for everything else that is random. It yields the same numbers each time.
func (c *Case[S, Y]) Rand() *rand.Rand { return rand.New(rand.NewPCG(c.Seed, 1)) }

// newGen returns the generator of the cases of a language. It uses plain recursion on the random source, which is fast
// and shrinks well. A case that it made for one property serves the next property too.
func newGen[S, Y any](l Language[S, Y]) gopter.Gen {
	made := map[[2]uint64]*Case[S, Y]{}
	return func(params *gopter.GenParameters) *gopter.GenResult {
		key := [2]uint64{params.NextUint64(), params.NextUint64()}
		c := made[key]
		if c == nil {
			c = newCase(l, rand.New(rand.NewPCG(key[0], key[1])))
			made[key] = c
		}
		return gopter.NewGenResult(c, func(v any) gopter.Shrink {
			next, _ := iter.Pull(v.(*Case[S, Y]).smaller())
			return func() (any, bool) {
				c, ok := next()
				return c, ok
			}
		})
	}
}

// newCase returns a random case of a language.
func newCase[S, Y any](l Language[S, Y], r *rand.Rand) *Case[S, Y] {
	p := l(r)
	m0 := p.Input(r)
	if r.IntN(3) > 0 { // near 0 more often, because conditions change there
		m0 = near(r, p.Inputs)
	}
	return &Case[S, Y]{Subject: p, M0: m0, Position: r.IntN(MaxPosition), Seed: r.Uint64()}
}

// near returns an input whose values are small.
func near(r *rand.Rand, inputs []Input) symbolic.Inputs {
	m0 := symbolic.Inputs{}
	for _, in := range inputs {
		m0[in.Name] = in.within(big.NewInt(int64(r.IntN(7)) - 3))
	}
	return m0
}

// smaller yields cases that are a little simpler: with a simpler program, with inputs nearer to 0, or earlier in the
// run.
func (c *Case[S, Y]) smaller() iter.Seq[*Case[S, Y]] {
	return func(yield func(*Case[S, Y]) bool) {
		for _, load := range c.Subject.Smaller() {
			if p := load(); p != nil && !yield(c.with(p, fit(c.M0, p.Inputs), c.Position)) {
				return
			}
		}
		for _, in := range c.Inputs {
			for _, v := range smallerInts(c.M0[in.Name]) {
				m0 := fit(c.M0, c.Inputs)
				if m0[in.Name] = in.within(v); m0[in.Name] != v {
					continue
				}
				if !yield(c.with(c.Subject, m0, c.Position)) {
					return
				}
			}
		}
		for _, at := range []int{0, c.Position / 2, c.Position - 1} {
			if 0 <= at && at < c.Position && !yield(c.with(c.Subject, c.M0, at)) {
				return
			}
		}
	}
}

// with returns the case with another program, another input and another position.
func (c *Case[S, Y]) with(p *Subject[S, Y], m0 symbolic.Inputs, position int) *Case[S, Y] {
	return &Case[S, Y]{Subject: p, M0: m0, Position: position, Seed: c.Seed}
}

// pair is a concrete state and a symbolic state that stands for it, with the rule that leads to the next pair.
type pair[S, Y any] struct {
	s    S
	y    Y
	rule semantics.Rule
}

// run follows the concrete execution from m0 and its symbolic path side by side. It returns their pairs, up to the
// given number of steps.
func (c *Case[S, Y]) run(m0 symbolic.Inputs, steps int) []pair[S, Y] {
	s, y, m := c.Begin, c.Start, c.Concrete(m0)
	pairs := []pair[S, Y]{{s: s, y: y}}
	for range steps {
		t, rule, ok := m.Step(s)
		z, found := c.follow(m0, y)
		if !ok || !found {
			break
		}
		pairs[len(pairs)-1].rule = rule
		pairs = append(pairs, pair[S, Y]{s: t, y: z})
		s, y = t, z
	}
	return pairs
}

// longest returns the pairs of the run of the case.
func (c *Case[S, Y]) longest() []pair[S, Y] {
	if c.known.pairs == nil {
		c.known.pairs = slices.Clip(append([]pair[S, Y]{}, c.run(c.M0, MaxPosition)...))
	}
	return c.known.pairs
}

// follow returns the successor of y whose path condition is true for m0.
func (c *Case[S, Y]) follow(m0 symbolic.Inputs, y Y) (z Y, ok bool) {
	for _, next := range c.Symbolic.Expand(y) {
		if c.satisfies(m0, c.Symbolic.Path(next.State).Conjuncts()...) {
			return next.State, true
		}
	}
	return z, false
}

// satisfies reports whether the inputs m0 make every formula true; a formula without a value is not true.
func (c *Case[S, Y]) satisfies(m0 symbolic.Inputs, fs ...*term.Formula) bool {
	return satisfies(c.Symbolic.Pool(), m0, fs...)
}

// middle returns a pair in the run of the case. The pair has a successor, unless no pair has one.
func (c *Case[S, Y]) middle() pair[S, Y] {
	pairs := c.longest()
	return pairs[c.Position%max(1, len(pairs)-1)]
}

// How many places with rare instructions are tried of one run, and how many runs there are beside the one of the case.
const (
	maxRare = 5
	asides  = 2
)

// places returns the places at which single steps are tried: the middle of the run, its last place, which may be at a
// fault, and some places with instructions that are rare; and of runs on some other inputs too, but for the middle.
// Each has another instruction.
func (c *Case[S, Y]) places() []pair[S, Y] {
	if c.known.places != nil {
		return c.known.places
	}
	list := []pair[S, Y]{c.middle()}
	tried := map[*core.Instr]bool{c.Next(list[0].s): true}
	of := func(run []pair[S, Y]) {
		most := len(list) + maxRare
		for i, p := range slices.Backward(run) {
			in := c.Next(p.s)
			if in != nil && !tried[in] && (i == len(run)-1 || in.Loop >= 0 || !slices.Contains(frequent, in.Op)) &&
				len(list) < most {
				tried[in] = true
				list = append(list, p)
			}
		}
	}
	of(c.longest())
	for _, m0 := range c.some(1 + asides)[1:] {
		of(c.run(m0, MaxPosition))
	}
	c.known.places = list
	return list
}

// frequent are the instructions to which the middle of a run comes often enough.
var frequent = []core.Opcode{core.Set, core.Branch, core.Jump, core.Enter, core.Draw, core.Assume, core.Alloc,
	core.Load, core.Store, core.Return}

// tally counts what occurs in a program, each kind once for each instruction where it occurs, however many inputs are
// tried there.
type tally struct {
	count   func(what string)
	counted map[*core.Instr]map[string]bool
}

func newTally(count func(what string)) *tally {
	return &tally{count, map[*core.Instr]map[string]bool{}}
}

// at counts a kind that occurs at an instruction.
func (t *tally) at(in *core.Instr, what string) {
	if t.counted[in] == nil {
		t.counted[in] = map[string]bool{}
	}
	if !t.counted[in][what] {
		t.counted[in][what] = true
		t.count(what)
	}
}

// counts returns the function that counts what occurs at an instruction.
func (t *tally) counts(in *core.Instr) func(what string) { return func(what string) { t.at(in, what) } }

// some returns so many inputs of the case at most; the first is its own.
func (c *Case[S, Y]) some(n int) []symbolic.Inputs {
	all := append([]symbolic.Inputs{c.M0}, c.cube()...)
	r := c.Rand()
	r.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
	return all[:min(n, len(all))]
}

// cube returns inputs near 0: the whole cube if it has few, and a part of it otherwise.
func (c *Case[S, Y]) cube() []symbolic.Inputs {
	if c.known.cube == nil {
		c.known.cube = slices.Clip(c.newCube())
	}
	return c.known.cube
}

func (c *Case[S, Y]) newCube() []symbolic.Inputs {
	const most, from, to = 64, -2, 3
	inputs := slices.DeleteFunc(slices.Clone(c.Inputs), func(in Input) bool { return in.Spare })
	if len(inputs) > 2 {
		r, points := c.Rand(), []symbolic.Inputs{fit(c.M0, c.Inputs)}
		for range most - 1 {
			points = append(points, near(r, c.Inputs))
		}
		return points
	}
	points := []symbolic.Inputs{{}}
	for _, in := range inputs {
		var more []symbolic.Inputs
		for _, m := range points {
			for v := int64(from); v <= to; v++ {
				n := fit(m, c.Inputs)
				if n[in.Name] = big.NewInt(v); in.within(n[in.Name]) == n[in.Name] {
					more = append(more, n)
				}
			}
		}
		points = more
	}
	if len(points) == 0 { // a range may not contain numbers near 0
		points = append(points, fit(nil, c.Inputs))
	}
	return points
}

// smallerInts returns integers that are nearer to 0 than v, the nearest one first.
func smallerInts(v *big.Int) []*big.Int {
	var vs []*big.Int
	add := func(w *big.Int) {
		if c := w.CmpAbs(v); c < 0 || c == 0 && v.Sign() < 0 && w.Sign() > 0 {
			vs = append(vs, w)
		}
	}
	add(new(big.Int))
	add(new(big.Int).Abs(v))
	add(new(big.Int).Quo(v, big.NewInt(2)))
	add(new(big.Int).Sub(v, big.NewInt(int64(v.Sign()))))
	return vs
}

// smallerBlocks returns blocks like b, each without one statement, or with a simpler one in its place.
func smallerBlocks(b *imp.Block) []*imp.Block {
	if b == nil {
		return nil
	}
	var smaller []*imp.Block
	replace := func(i int, by ...imp.Stmt) {
		stmts := append(append(append([]imp.Stmt{}, b.Stmts[:i]...), by...), b.Stmts[i+1:]...)
		smaller = append(smaller, &imp.Block{Stmts: stmts})
	}
	for i := range b.Stmts {
		replace(i)
	}
	for i, s := range b.Stmts {
		for _, by := range smallerStmts(s) {
			replace(i, by...)
		}
	}
	return smaller
}

// smallerStmts returns what may take the place of s: its branches, its body, or s with a simpler part.
func smallerStmts(s imp.Stmt) [][]imp.Stmt {
	var smaller [][]imp.Stmt
	add := func(s imp.Stmt) { smaller = append(smaller, []imp.Stmt{s}) }
	switch s := s.(type) {
	case *imp.If:
		smaller = append(smaller, s.Then.Stmts)
		if s.Else != nil {
			smaller = append(smaller, s.Else.Stmts)
			add(&imp.If{Cond: s.Cond, Then: s.Then})
		}
		for _, b := range smallerBlocks(s.Then) {
			add(&imp.If{Cond: s.Cond, Then: b, Else: s.Else})
		}
		for _, b := range smallerBlocks(s.Else) {
			add(&imp.If{Cond: s.Cond, Then: s.Then, Else: b})
		}
		for _, c := range smallerTruths(s.Cond) {
			add(&imp.If{Cond: c, Then: s.Then, Else: s.Else})
		}
	case *imp.While:
		smaller = append(smaller, s.Body.Stmts)
		for _, b := range smallerBlocks(s.Body) {
			add(&imp.While{Cond: s.Cond, Body: b})
		}
		for _, c := range smallerTruths(s.Cond) {
			add(&imp.While{Cond: c, Body: s.Body})
		}
	case *imp.Assign:
		for _, v := range smallerIntegers(s.Value) {
			add(&imp.Assign{Local: s.Local, Name: s.Name, Value: v})
		}
	case *imp.Assume:
		for _, c := range smallerTruths(s.Cond) {
			add(&imp.Assume{Cond: c})
		}
	case *imp.Assert:
		for _, c := range smallerTruths(s.Cond) {
			add(&imp.Assert{Cond: c})
		}
	case *imp.Macro:
		for _, b := range smallerBlocks(s.Body) {
			add(&imp.Macro{Name: s.Name, Params: s.Params, Body: b})
		}
	case *imp.Input:
		for i := range s.Names {
			if names := append(append([]string{}, s.Names[:i]...), s.Names[i+1:]...); len(names) > 0 {
				add(&imp.Input{Names: names})
			}
		}
	}
	return smaller
}

// smallerTruths returns conditions that are simpler than e.
func smallerTruths(e imp.BExpr) []imp.BExpr {
	var smaller []imp.BExpr
	add := func(e imp.BExpr) { smaller = append(smaller, e) }
	switch e := e.(type) {
	case *imp.Bool:
		return nil
	case *imp.Not:
		add(e.X)
		for _, x := range smallerTruths(e.X) {
			add(&imp.Not{X: x})
		}
	case *imp.Logic:
		add(e.X)
		add(e.Y)
		for _, x := range smallerTruths(e.X) {
			add(&imp.Logic{Op: e.Op, X: x, Y: e.Y})
		}
		for _, y := range smallerTruths(e.Y) {
			add(&imp.Logic{Op: e.Op, X: e.X, Y: y})
		}
	case *imp.Compare:
		add(&imp.Bool{Value: true})
		add(&imp.Bool{Value: false})
		if n := len(e.Ops); n > 1 {
			add(&imp.Compare{Args: e.Args[:n], Ops: e.Ops[:n-1]})
			add(&imp.Compare{Args: e.Args[1:], Ops: e.Ops[1:]})
		}
		for i, x := range e.Args {
			for _, x := range smallerIntegers(x) {
				args := append([]imp.AExpr{}, e.Args...)
				args[i] = x
				add(&imp.Compare{Args: args, Ops: e.Ops})
			}
		}
	}
	return smaller
}

// smallerIntegers returns arithmetic expressions that are simpler than e.
func smallerIntegers(e imp.AExpr) []imp.AExpr {
	var smaller []imp.AExpr
	add := func(e imp.AExpr) { smaller = append(smaller, e) }
	switch e := e.(type) {
	case *imp.Int:
		for _, v := range smallerInts(e.Value) {
			add(&imp.Int{Value: v})
		}
	case *imp.Var:
		add(&imp.Int{Value: new(big.Int)})
	case *imp.Neg:
		add(e.X)
		for _, x := range smallerIntegers(e.X) {
			add(&imp.Neg{X: x})
		}
	case *imp.Arith:
		add(e.X)
		add(e.Y)
		for _, x := range smallerIntegers(e.X) {
			add(&imp.Arith{Op: e.Op, X: x, Y: e.Y})
		}
		for _, y := range smallerIntegers(e.Y) {
			add(&imp.Arith{Op: e.Op, X: e.X, Y: y})
		}
	}
	return smaller
}
