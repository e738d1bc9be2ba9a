package bigc

import (
	"math/big"

	"vouch/semantics/source"
)

// This file defines the state of a run, what a run notes, and how it ends at faults without an order.

// machine runs a program.
type machine struct {
	static map[*variable]*object
	texts  map[*expr]*object
	locals map[*variable]*object // of the function that runs
	input  func(name string) *big.Int
	fuel   int
	depth  int
	out    []byte
	met    map[Met]bool
	call   func(f *variable, args []value, at source.Pos) value
}

// Met is a construct of the language, or a conversion, at a place of the program to which a run came.
type Met struct {
	What string
	At   source.Pos
}

// outOfFuel is the end of a run that takes too long.
type outOfFuel struct{}

// tick counts a step, and notes to what it came.
func (m *machine) tick(what string, at source.Pos) {
	if m.fuel--; m.fuel < 0 {
		panic(outOfFuel{})
	}
	m.met[Met{what, at}] = true
}

// meets notes a conversion of integers.
func (m *machine) meets(from, to *ctype, at source.Pos) {
	switch {
	case plain(to) == boolType && from != boolType:
		m.met[Met{"to _Bool", at}] = true
	case to.size < from.size:
		m.met[Met{"narrower", at}] = true
	case to.signed && !from.signed && to.size == from.size:
		m.met[Met{"to signed", at}] = true
	case !to.signed && from.signed:
		m.met[Met{"to unsigned", at}] = true
	case to.size > from.size:
		m.met[Met{"wider", at}] = true
	}
}

// operands notes the conversions of the operands of an operation with the result t.
func (m *machine) operands(o op, t *ctype, x, y value, at source.Pos) {
	switch {
	case x.t.kind == pointing || y.t.kind == pointing:
		m.met[Met{"pointer " + string(o), at}] = true
	case o != "<<" && o != ">>":
		if t == intType {
			t = common(x.t, y.t)
		}
		m.meets(x.t, t, at)
		m.meets(y.t, t, at)
	}
}

// attempt returns a value, or the faults that are met on the way to it.
func (m *machine) attempt(of func() value) (v value, met faults) {
	locals, depth := m.locals, m.depth
	defer func() {
		switch e := recover().(type) {
		case nil:
		case faults:
			met, m.locals, m.depth = e, locals, depth
		default:
			panic(e)
		}
	}()
	return of(), nil
}

// both returns the values of two operands, the first one first. If there are faults, they are those of both.
func (m *machine) both(x, y func() value) (value, value) {
	v, f := m.attempt(x)
	written := len(m.out)
	w, g := m.attempt(y)
	if f != nil {
		m.out = m.out[:written]
	}
	if f = append(f, g...); f != nil {
		panic(f)
	}
	return v, w
}
