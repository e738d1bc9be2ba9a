package elaborate

import (
	"vouch/kernel"
)

// This file defines how facts are shown and goals closed.

// show makes f a fact, if its negation contradicts the facts.
func (e *elaborator) show(f kernel.Formula) (done bool, err error) {
	proof, err := e.contradiction(kernel.Not(f))
	if proof == nil || err != nil {
		return false, err
	}
	// The goal where the negation holds comes first, and is closed.
	if err := e.cut(kernel.Not(f)); err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// refute closes the current goal, if its facts are contradictory.
func (e *elaborator) refute() (done bool, err error) {
	proof, err := e.contradiction(kernel.Formula{Op: kernel.True})
	if proof == nil || err != nil {
		return false, err
	}
	return true, e.follow(proof)
}

// value finds out which number a sum is: it makes a goal for each.
func (e *elaborator) value(t kernel.Term) error {
	n, err := e.example(t)
	if err != nil {
		return err
	}
	f := kernel.EqualTo(t, n)
	if done, err := e.show(f); done || err != nil {
		return err
	}
	return e.cut(f)
}
