package elaborate

import (
	"math/big"
	"slices"

	"vouch/kernel"
	"vouch/semantics/core"
	"vouch/semantics/term"
)

// This file defines what the elaborator knows of floats that depend on inputs: the results of operators, and between
// which numbers they are.
//
// The kernel has a symbol for the result of each operator, and knows only its places. So the elaborator computes the
// corners of boxes like the kernel, and writes which ones are to be looked at.

// The classes of operands in the kernel.
const (
	classInt = 2 + iota
	classF32
	classF64
)

// infinities has the place of infinity by class, and largest up to which integer all are numbers.
var (
	infinities = map[int]*big.Int{classF32: big.NewInt(0xff << 23), classF64: big.NewInt(0x7ff << 52)}
	largest    = map[int]*big.Int{classF32: power2(24), classF64: power2(53)}
)

// results returns the results of operators on floats in the current goal, in the order of definition.
func (e *elaborator) results() (all []made) {
	keys, symbols := e.Defined()
	for _, key := range keys {
		if key[0] != 'f' {
			continue
		}
		m, ok := e.parsed[key]
		if !ok {
			m = made{op: core.Op(key[1]), of: int(key[2])}
			for rest := key[3:]; rest != ""; {
				t, after, ok := parseKey(rest)
				if !ok {
					break
				}
				m.args, rest = append(m.args, t), after
			}
			if e.parsed == nil {
				e.parsed = map[string]made{}
			}
			e.parsed[key] = m
		}
		m.symbol = symbols[key]
		all = append(all, m)
	}
	return all
}

// floatOps has the operators of the terms for those of the core on 32 bits; those on 64 bits come in the same order.
var floatOps = map[core.Op]term.Op{
	core.FAdd: term.FAdd32, core.FSub: term.FSub32, core.FMul: term.FMul32, core.FDiv: term.FDiv32,
	core.FSqrt:    term.FRoot32,
	core.IntToF32: term.FMake32, core.IntToF64: term.FMake64, core.FToInt: term.FTrunc32, core.Widen: term.Widen,
	core.Narrow: term.Narrow,
}

// computes returns the result of an operator for numbers; ok is false if it is none.
func (e *elaborator) computes(m made, ns []*big.Int) (n *big.Int, ok bool) {
	for _, n := range ns {
		if inf := infinities[m.of]; inf != nil && (n.Cmp(inf) > 0 || n.Cmp(new(big.Int).Not(inf)) < 0) {
			return nil, false
		}
	}
	op := floatOps[m.op]
	to := m.of
	switch m.op {
	case core.IntToF32, core.Narrow:
		to = classF32
	case core.IntToF64, core.Widen:
		to = classF64
	case core.FToInt:
		if inf := infinities[m.of]; ns[0].Cmp(inf) == 0 || ns[0].Cmp(new(big.Int).Not(inf)) == 0 {
			return nil, false
		}
		to = classInt
	}
	if m.of == classF64 && m.op != core.Narrow {
		op += term.FAdd64 - term.FAdd32
	}
	pool := e.prover.pool
	x, y := pool.Int(ns[0]), pool.Int(zero)
	if len(ns) > 1 {
		y = pool.Int(ns[1])
	}
	n = pool.Float(op, x, y).Const
	inf := infinities[to]
	return n, inf == nil || n.Cmp(inf) <= 0 && n.Cmp(new(big.Int).Not(inf)) >= 0
}

// extent is a least and a greatest value; nil where nothing is known.
type extent struct{ lo, hi *big.Int }

func (x extent) known() bool { return x.lo != nil && x.hi != nil }
func (x extent) empty() bool { return x.known() && x.lo.Cmp(x.hi) > 0 }

// meet takes what another extent says, too.
func (x extent) meet(y extent) extent {
	if x.lo == nil || y.lo != nil && y.lo.Cmp(x.lo) > 0 {
		x.lo = y.lo
	}
	if x.hi == nil || y.hi != nil && y.hi.Cmp(x.hi) < 0 {
		x.hi = y.hi
	}
	return x
}

// extents are those of sums of symbols, by the keys of their shapes.
type extents map[string]extent

// shapeOf returns the sum without a constant and a common factor of which t is a multiple, and that factor, which is 0
// if t is a number.
func shapeOf(t kernel.Term) (u kernel.Term, times *big.Int) {
	u = minus(t, kernel.Number(t.Const))
	if len(u.Monos) == 0 {
		return u, zero
	}
	times = new(big.Int)
	for _, m := range u.Monos {
		times.GCD(nil, nil, times, new(big.Int).Abs(m.Coef))
	}
	if u.Monos[0].Coef.Sign() < 0 {
		times.Neg(times)
	}
	monos := slices.Clone(u.Monos)
	for i := range monos {
		monos[i].Coef = new(big.Int).Quo(monos[i].Coef, times)
	}
	u.Monos = monos
	return u, times
}

// row takes what a row says of its sum.
func (x extents) row(t kernel.Term) {
	u, times := shapeOf(t)
	of := extent{}
	switch b := new(big.Int).Neg(t.Const); {
	case times.CmpAbs(one) != 0:
		return
	case times.Sign() > 0:
		of.hi = b
	default:
		of.lo = t.Const
	}
	x[u.Key()] = x[u.Key()].meet(of)
}

// of returns the extent of a term, by its sum and by its symbols.
func (x extents) of(t kernel.Term) extent {
	r := extent{t.Const, t.Const}
	for _, m := range t.Monos {
		part := x[keyOf(m)]
		if m.Coef.Sign() < 0 {
			part.lo, part.hi = part.hi, part.lo
		}
		r = extent{sum(r.lo, m.Coef, part.lo), sum(r.hi, m.Coef, part.hi)}
	}
	if len(t.Monos) < 2 {
		return r
	}
	u, times := shapeOf(t)
	part := x[u.Key()]
	if times.Sign() < 0 {
		part.lo, part.hi = part.hi, part.lo
	}
	return r.meet(extent{sum(t.Const, times, part.lo), sum(t.Const, times, part.hi)})
}

// extents returns what the rows of the current goal, and a formula, say of single sums.
func (e *elaborator) extents(f kernel.Formula) extents {
	x := extents{}
	for _, r := range e.Rows() {
		x.row(r)
	}
	x.formula(f)
	return x
}

// formula takes what a formula says of single sums.
func (x extents) formula(f kernel.Formula) {
	switch f.Op {
	case kernel.AtMost:
		x.row(f.E)
	case kernel.Equal:
		x.row(f.E)
		x.row(f.E.Scale(minusOne))
	case kernel.And:
		for _, g := range f.Args {
			x.formula(g)
		}
	}
}

// script is commands that are written later.
type script []func(b *blast) error

// below and above are the rows that a term is at most, and at least, a number.
func below(t kernel.Term, n *big.Int) kernel.Term { return minus(t, kernel.Number(n)) }
func above(t kernel.Term, n *big.Int) kernel.Term { return minus(kernel.Number(n), t) }

// box returns the corners' results: the extent of a result for extents of its operands.
func (e *elaborator) box(m made, xs []extent) (z extent, ok bool) {
	corners := make([][]*big.Int, len(xs))
	for i, x := range xs {
		if !x.known() || x.empty() {
			return z, false
		}
		corners[i] = []*big.Int{x.lo, x.hi}
		if x.lo.Sign() < 0 && x.hi.Sign() >= 0 {
			corners[i] = append(corners[i], minusOne, zero)
		}
	}
	for _, a := range corners[0] {
		for _, b := range corners[len(corners)-1] {
			n, ok := e.computes(m, []*big.Int{a, b}[:len(xs)])
			if !ok {
				return z, false
			}
			if z.lo == nil || n.Cmp(z.lo) < 0 {
				z.lo = n
			}
			if z.hi == nil || n.Cmp(z.hi) > 0 {
				z.hi = n
			}
		}
	}
	return z, true
}

// rounds narrows the extents of results by those of their operands, one after the other. Closed says that one has no
// value any more. If to is not nil, the commands are added to it, and rows to more.
func (e *elaborator) rounds(x extents, all []made, to *script, more *[]kernel.Term) (closed bool) {
	for _, m := range all {
		var operands []extent
		for _, t := range m.args {
			operands = append(operands, x.of(t))
		}
		z, ok := e.box(m, operands)
		if !ok {
			continue
		}
		s := kernel.Symbol(m.symbol)
		before := x[s.Key()]
		next := before.meet(z)
		if next == before {
			continue
		}
		x[s.Key()] = next
		if to != nil {
			*more = append(*more, below(s, z.hi), above(s, z.lo))
			*to = append(*to, e.rounding(m, operands, x))
		}
		if next.empty() {
			if to != nil {
				*to = append(*to, func(b *blast) error {
					return b.combine(once(below(s, next.hi)),
						once(above(s, next.lo)))
				})
			}
			return true
		}
	}
	return false
}

// rounding returns the commands for the extent of a result.
func (e *elaborator) rounding(m made, operands []extent, x extents) func(b *blast) error {
	type bound struct {
		term  kernel.Term // a row
		parts []part
	}
	var bounds []bound
	for i, t := range m.args {
		if _, ok := alone(t); ok || len(t.Monos) == 0 {
			continue
		}
		up, down := bound{term: below(t, operands[i].hi)}, bound{term: above(t, operands[i].lo)}
		for _, mono := range t.Monos {
			s, of, times := kernel.Term{Const: zero, Monos: []kernel.Mono{{Coef: one, Syms: mono.Syms}}},
				x[keyOf(mono)], new(big.Int).Abs(mono.Coef)
			if !of.known() {
				continue // then the bound is one of the sum
			}
			high, low := part{below(s, of.hi), times}, part{above(s, of.lo), times}
			if mono.Coef.Sign() < 0 {
				high, low = low, high
			}
			up.parts, down.parts = append(up.parts, high), append(down.parts, low)
		}
		bounds = append(bounds, up, down)
	}
	return func(b *blast) error {
		for _, r := range bounds {
			if b.Holds(kernel.AtMostZero(r.term)) {
				continue
			}
			if err := b.combine(r.parts...); err != nil {
				return err
			}
		}
		var ranges []kernel.Range
		for i, t := range m.args {
			ranges = append(ranges, kernel.Range{Of: t, Lo: operands[i].lo, Hi: operands[i].hi})
		}
		return b.round(m, ranges)
	}
}

// write writes the commands.
func (s script) write(b *blast) error {
	for _, do := range s {
		if err := do(b); err != nil {
			return err
		}
	}
	return nil
}
