package checker

import (
	"math/big"
	"slices"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/term"
)

// This file compares path conditions with those in certificates.

var opaqueNames = map[term.Op]string{
	term.Prod: "*", term.Quot: "div", term.Rem: "mod", term.TruncQuot: "quo", term.TruncRem: "rem",
	term.BitAnd: "and", term.BitOr: "or", term.BitXor: "xor", term.Shl: "shl", term.Shr: "shr", term.Equals: "eq", term.AtMost: "le", term.Select: "select",
	term.FAdd32: "fadd32", term.FSub32: "fsub32", term.FMul32: "fmul32", term.FDiv32: "fdiv32", term.FRoot32: "froot32", term.FMake32: "fmake32", term.FTrunc32: "ftrunc32", term.Widen: "widen",
	term.FAdd64: "fadd64", term.FSub64: "fsub64", term.FMul64: "fmul64", term.FDiv64: "fdiv64", term.FRoot64: "froot64", term.FMake64: "fmake64", term.FTrunc64: "ftrunc64", term.Narrow: "narrow",
}

var formulaNames = map[term.FormulaOp]string{
	term.LeZero: "<=", term.EqZero: "=", term.NeZero: "!=", term.And: "and", term.Or: "or", term.False: "false",
}

// comparer compares formulas over the symbols of a table. It charges its work to the meter.
type comparer struct {
	table *term.Table
	meter *semantics.Meter
}

// formula reports whether found begins with f in prefix order, and returns the rest. F must not be the formula that is always true.
func (p comparer) formula(found certs.Formula, f *term.Formula) (rest certs.Formula, same bool) {
	if len(found) == 0 || !p.meter.Charge(1) {
		return nil, false
	}
	n, rest := found[0], found[1:]
	same = n.Op == formulaNames[f.Op] && n.Arity == uint64(len(f.Args)) && (n.E == nil) == (f.E == nil) && (f.E == nil || p.linear(n.E, f.E))
	for _, g := range f.Args {
		if !same {
			break
		}
		rest, same = p.formula(rest, g)
	}
	return rest, same
}

// opaque reports whether found are the symbols of the table that are not inputs, in order.
func (p comparer) opaque(found []certs.Opaque) bool {
	return slices.EqualFunc(found, p.table.Syms[len(p.table.Inputs()):], func(o certs.Opaque, s *term.Sym) bool {
		return o.Op == opaqueNames[s.Op] && p.linear(&o.X, s.X) && (o.Y == nil) == (s.Y == nil) && (o.Y == nil || p.linear(o.Y, s.Y)) &&
			slices.EqualFunc(o.Cases, s.Cases, func(c certs.Case, x term.Case) bool { return p.integer(c.At, x.At) && p.linear(&c.Value, x.Value) })
	})
}

// linear reports whether found is e.
func (p comparer) linear(found *certs.Linear, e *term.Linear) bool {
	return p.integer(found.Const, e.Const) && slices.EqualFunc(found.Terms, e.Terms, func(t certs.Term, x term.Term) bool {
		return t.Sym == uint64(p.table.Index(x.Sym)) && p.integer(t.Coef, x.Coef)
	})
}

func (p comparer) integer(found, x *big.Int) bool {
	return p.meter.Charge(4+len(x.Bits())) && found.Cmp(x) == 0
}
