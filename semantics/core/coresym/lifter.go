package coresym

import (
	"math/big"

	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines the lifter, which evaluates expressions and instructions on all inputs at once: what all of it
// uses.

var one = big.NewInt(1)

// obligation is a condition that must be met for an expression to have a value.
type obligation struct {
	met    *term.Formula // the part is not evaluated, or has a value
	missed *term.Formula // the negation of met: the part is evaluated and has no value
	fault  semantics.Fault
}

// lifter evaluates the expressions of a state's next instruction, and collects their obligations in the order of
// evaluation.
type lifter struct {
	*Machine
	state       *State
	in          *core.Instr
	when        []*term.Formula // conditions under which the current part is evaluated at all
	obligations []obligation
	never       bool                 // whether an obligation is missed for all inputs
	unsupported symbolic.Unsupported // what the instruction needs and the semantics does not support
	own         *owner[*term.Linear] // the current stretch of execution; nil for a single step
}

// require adds the obligation that f holds whenever the current part is evaluated, with the span of that part.
func (l *lifter) require(f *term.Formula, kind semantics.Kind, at source.Span) {
	l.oblige(f, semantics.Fault{Kind: kind, Span: l.state.place(at)})
}

// oblige adds the obligation that f holds whenever the current part is evaluated.
func (l *lifter) oblige(f *term.Formula, fault semantics.Fault) {
	if f.Op == term.True || l.unsupported.Reason != "" {
		return
	}
	when := l.pool.And(l.when...)
	missed := l.pool.And(when, l.pool.Not(f))
	if missed.Op == term.False {
		return
	}
	met := l.pool.Or(l.pool.Not(when), f)
	l.obligations = append(l.obligations, obligation{met, missed, fault})
	l.never = l.never || met.Op == term.False
}

func (l *lifter) int(n int64) *term.Linear { return l.pool.Int(big.NewInt(n)) }

// unknownPointer is a reason for which something is not supported.
const unknownPointer = "a pointer made of a number that depends on inputs"

// between returns the condition that lo <= x and y <= hi.
func (l *lifter) between(lo, x, y, hi *term.Linear) *term.Formula {
	return l.pool.And(l.pool.Le(lo, x), l.pool.Le(y, hi))
}

// object returns the object that p points to.
func (l *lifter) object(p value) *object {
	o, _ := l.state.rest.objects.get(int64(p.ref))
	return o
}

// power returns 2^k.
func (l *lifter) power(k int64) *term.Linear {
	return l.pool.Int(new(big.Int).Lsh(big.NewInt(1), uint(k)))
}

// bounds gives the bounds of a term; a nil one stands for the bounds that follow from the ranges of the inputs alone.
type bounds func(*term.Linear) (lo, hi *big.Int)

func (in bounds) of(e *term.Linear) (lo, hi *big.Int) {
	if in == nil {
		return e.Bounds()
	}
	return in(e)
}

// assumed returns the bounds that follow from the path condition.
func (l *lifter) assumed() bounds {
	facts := l.pool.NewFacts()
	for _, f := range l.state.cond.Conjuncts() {
		facts.Assume(f)
	}
	r := facts.Ranges()
	if r.Contradict {
		return nil
	}
	return r.Bounds
}

// few returns the result of find with the bounds that follow from the ranges of inputs, and MaxCases. If find says that
// there are more places than it takes, few returns the result with the bounds that follow from the path condition, and
// MaxPlaces.
func few[T any](l *lifter, find func(in bounds, most int) (found T, more bool)) (found T, ok bool) {
	found, more := find(nil, MaxCases)
	if more {
		found, more = find(l.assumed(), MaxPlaces)
	}
	return found, !more
}

// low reports whether a number is no address of an object, whatever the inputs are.
func low(n *term.Linear) bool {
	_, hi := n.Bounds()
	return hi != nil && (hi.Sign() <= 0 || hi.BitLen() <= 32)
}

// steady reports whether the address of p differs from those of other objects and functions, whatever numbers objects
// have.
func (p value) steady() bool {
	switch p.class {
	case toFunction:
		return true
	case inObject:
		lo, _ := p.n.Bounds()
		return lo != nil && lo.Sign() >= 0 && low(p.n)
	}
	return p.class == bare && low(p.n)
}

// ends notes whether an access to n bytes takes or leaves a part of a pointer.
func (m *Machine) ends(t cells, at, n int64) {
	for _, end := range []int64{at, at + n} {
		start, c, ok := covering(t, end)
		m.numbered = m.numbered || n > 0 && ok && start < end && c.as == core.Pointer
	}
}
