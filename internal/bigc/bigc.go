// Package bigc runs programs in a subset of C by recursion over their syntax trees: a statement is a call of Go, and
// so is an expression. It is a second semantics, written separately from the lowering in package semantics/c, so that
// tests can compare the two. It reads the text with a parser of its own, integers are big, and each byte in memory
// knows whether it was set.
//
// The subset has integers of all widths, pointers, arrays, structures and unions, all statements, and functions. It
// has no floating-point numbers, no bit-fields, no variable arguments, and no library but inputs and putchar.
package bigc

import (
	"fmt"
	"math/big"

	"vouch/semantics"
)

// This file defines runs of programs.

// Program is a program that was read.
type Program struct{ p *program }

// Read reads the text of a program. The error says what is wrong, or what of C is not in the subset.
func Read(text string) (*Program, error) {
	p, err := read(text)
	if err != nil {
		return nil, fmt.Errorf("%v: %s", err.at, err.msg)
	}
	return &Program{p}, nil
}

// Outcome is how a run ended.
type Outcome struct {
	Done   bool
	Status *big.Int // what main returned, if Done
	// Faults are where the run ended, if it did at a fault: each has an empty span. If there are several, any may be
	// the first.
	Faults  []semantics.Fault
	Unread  string // what the run came to that is not defined here
	TooLong bool
	Output  []byte
	Met     map[Met]bool // to what the run came, and where
}

// Run runs a program. Input returns the value of the next input, which the function of that name draws. Fuel is how
// many expressions and statements it may evaluate.
func (p *Program) Run(input func(name string) *big.Int, fuel int) (out Outcome) {
	m := &machine{fuel: fuel, input: input, met: map[Met]bool{}}
	m.static, m.texts = map[*variable]*object{}, map[*expr]*object{}
	m.call = m.invoke
	defer func() {
		switch e := recover().(type) {
		case nil:
		case faults:
			out = Outcome{Faults: e}
		case unread:
			out = Outcome{Unread: string(e)}
		case outOfFuel:
			out = Outcome{TooLong: true}
		default:
			panic(e)
		}
		out.Output, out.Met = m.out, m.met
	}()
	m.prepare(p.p)
	v := m.call(p.p.main.v, nil, p.p.main.v.at)
	if v.lacks == returned { // 5.1.2.2.3: to reach the end of main returns 0
		v = truth(false)
	}
	return Outcome{Done: true, Status: use(v, p.p.main.v.at).n}
}

// prepare makes the objects with static storage, and sets them to their initial values.
func (m *machine) prepare(p *program) {
	for _, v := range p.static {
		m.static[v] = &object{bytes: zeros(v.t.size)}
	}
	for _, v := range p.static {
		if v.init != nil {
			m.initialize(pointer{o: m.static[v]}, v.t, v.init)
		}
		m.static[v].readOnly = v.t.constant
	}
}
