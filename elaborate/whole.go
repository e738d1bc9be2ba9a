package elaborate

import (
	"math/big"
	"slices"

	"vouch/kernel"
	"vouch/semantics/core"
)

// This file says of each new result of an operator on floats between which places it is, and which integer it is, if
// all its operands are integers.

// floats adds what follows about results, before the elaborator deals with why a run has stopped; done says that
// something was added.
func (e *elaborator) floats() (done bool, err error) {
	all := e.results()
	if len(all) == 0 {
		return false, nil
	}
	before := e.stats.Commands
	for i := 0; i < len(all); i++ { // more come behind
		if err := e.integral(all, all[i]); err != nil {
			return false, err
		}
		all = e.results()
	}
	if q := e.Question(); q != nil {
		if err := e.ordered(*q); err != nil {
			return false, err
		}
	}
	var commands script
	var rows []kernel.Term
	e.rounds(e.extents(kernel.Formula{Op: kernel.True}), e.results(), &commands, &rows)
	b := &blast{elaborator: e}
	b.kept = facts{}
	err = commands.write(b)
	return e.stats.Commands != before, err
}

// integer returns of which integer a float is the conversion.
func (e *elaborator) integer(all []made, of int, t kernel.Term) (n kernel.Term, ok bool) {
	if len(t.Monos) == 0 { // a constant
		m := made{op: core.FToInt, of: of}
		v, ok := e.computes(m, []*big.Int{t.Const})
		if !ok {
			return n, false
		}
		back, ok := e.computes(made{op: conversion(of), of: classInt}, []*big.Int{v})
		return kernel.Number(v), ok && back.Cmp(t.Const) == 0
	}
	s, ok := alone(t)
	if !ok {
		return n, false
	}
	for _, m := range all {
		if m.symbol == s && m.op == conversion(of) {
			return m.args[0], true
		}
	}
	// An equation that exact has added.
	for _, m := range all {
		if m.op == conversion(of) && e.Holds(kernel.EqualTo(minus(t, kernel.Symbol(m.symbol)), zero)) {
			return m.args[0], true
		}
	}
	return n, false
}

func conversion(of int) core.Op {
	if of == classF32 {
		return core.IntToF32
	}
	return core.IntToF64
}

// integral adds which integer a result is, if its operands are integers that are exact.
func (e *elaborator) integral(all []made, m made) error {
	if m.of == classInt || m.op == core.FDiv || m.op == core.FSqrt {
		return nil
	}
	var ns []kernel.Term
	for _, t := range m.args {
		n, ok := e.integer(all, m.of, t)
		if !ok {
			return nil
		}
		ns = append(ns, n)
	}
	result := ns[0]
	switch m.op {
	case core.FAdd:
		result = ns[0].Plus(ns[1])
	case core.FSub:
		result = minus(ns[0], ns[1])
	case core.FMul:
		result = ns[0].Times(ns[1])
		if squared(result) { // the solver simplifies what is said of squares
			return nil
		}
	}
	switch _, ok := e.integer(all, class(m), kernel.Symbol(m.symbol)); {
	case m.op == core.FToInt && e.Holds(kernel.EqualTo(minus(kernel.Symbol(m.symbol), result), zero)),
		m.op != core.FToInt && ok:
		return nil
	}
	return e.exactly(m, ns, result)
}

// squared reports whether a term has a symbol twice in a product.
func squared(t kernel.Term) bool {
	return slices.ContainsFunc(t.Monos, func(m kernel.Mono) bool {
		return len(slices.Compact(slices.Clone(m.Syms))) < len(m.Syms)
	})
}

// class returns the class of a result.
func class(m made) int {
	switch m.op {
	case core.IntToF32, core.Narrow:
		return classF32
	case core.IntToF64, core.Widen:
		return classF64
	case core.FToInt:
		return classInt
	}
	return m.of
}

// exactly writes the command exact, if its conditions can be shown. It tries once in a goal.
func (e *elaborator) exactly(m made, operands []kernel.Term, more ...kernel.Term) error {
	key := string([]byte{byte(m.op), byte(m.of)})
	for i, t := range operands {
		key += m.args[i].Key() + t.Key()
	}
	if n, ok := e.exacts[key]; ok && (n.choice == "" && n.goal == e.Goals() || n.at < len(e.Choices()) &&
		e.Choices()[n.at].Key() == n.choice) {
		return nil
	}
	if e.exacts == nil {
		e.exacts = map[string]tried{}
	}
	e.exacts[key] = tried{goal: e.Goals()}
	x := e.extents(kernel.Formula{Op: kernel.True})
	most := largest[m.of]
	for _, t := range append(slices.Clip(operands), more...) {
		if r := x.of(t); r.known() && (r.lo.CmpAbs(most) > 0 || r.hi.CmpAbs(most) > 0) {
			return nil
		}
	}
	for _, t := range append(slices.Clip(operands), more...) {
		for _, row := range [...]kernel.Term{below(t, most), above(t, new(big.Int).Neg(most))} {
			f := kernel.AtMostZero(row)
			if f.Op == kernel.True || e.Holds(f) {
				continue
			}
			if f.Op == kernel.False {
				return nil
			}
			done, err := e.show(f)
			e.exacts[key] = tried{goal: e.Goals()}
			if !done || err != nil || !e.Holds(f) {
				return err
			}
		}
	}
	choices := len(e.Choices())
	if err := e.exact(m, operands); err != nil || choices == len(e.Choices()) {
		return err
	}
	c := e.Choices()[choices]
	e.exacts[key] = tried{at: choices, choice: c.Key()}
	if m.op == core.FLe {
		return nil
	}
	_, err := e.show(c.Args[0]) // if a zero cannot be -0
	return err
}

// ordered adds the order of two integers whose conversions a question compares.
func (e *elaborator) ordered(q kernel.Formula) error {
	all := e.results()
	var pairs [][2]int
	q.Each(func(t kernel.Term) {
		if len(t.Monos) == 2 && len(t.Monos[0].Syms) == 1 && len(t.Monos[1].Syms) == 1 {
			pairs = append(pairs, [2]int{t.Monos[0].Syms[0], t.Monos[1].Syms[0]})
		}
	})
	for _, p := range pairs {
		for _, of := range [...]int{classF32, classF64} {
			x, y := kernel.Symbol(p[0]), kernel.Symbol(p[1])
			n, ok1 := e.integer(all, of, x)
			m, ok2 := e.integer(all, of, y)
			if !ok1 || !ok2 {
				continue
			}
			if err := e.exactly(made{op: core.FLe, of: of, args: []kernel.Term{x, y}}, []kernel.Term{n, m}); err !=
				nil {
				return err
			}
		}
	}
	return nil
}
