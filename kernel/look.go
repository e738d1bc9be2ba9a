package kernel

import "math/big"

// This file defines what those who write proofs may look at. Nothing here changes a goal, and no check needs it.

// Rows returns the rows of the current goal; each is at most 0.
func (k *Kernel) Rows() []Term { return k.rows }

// Choices returns the disjunctions that hold in the current goal.
func (k *Kernel) Choices() []Formula { return k.choices }

// Question returns the formula that the facts do not decide; nil if the program stopped for another reason.
func (k *Kernel) Question() *Formula {
	if k.stop != atQuestion {
		return nil
	}
	return &k.question
}

// Need returns the sum of which an operator needs the value; nil if the program stopped for another reason.
func (k *Kernel) Need() *Term {
	if k.stop != atValue {
		return nil
	}
	return &k.need
}

// Found returns the fault to which the run has come; nil if there is none.
func (k *Kernel) Found() *Fault {
	if k.stop != atFault {
		return nil
	}
	return &k.found
}

// Not returns the negation of a formula.
func Not(f Formula) Formula { return not(f) }

// EqualTo returns the formula that a term is a number.
func EqualTo(t Term, n *big.Int) Formula { return equal(t.add(new(big.Int).Neg(n))) }

// Key returns a text that only equal terms share.
func (t Term) Key() string { return t.key() }

// Key returns a text that only equal formulas share.
func (f Formula) Key() string { return f.key() }

// AtMostZero and the others return formulas in the form that the kernel gives them.
func AtMostZero(t Term) Formula { return atMost(t) }

// Normal returns a formula in the form that the kernel gives it.
func Normal(f Formula) Formula {
	switch f.Op {
	case AtMost:
		return atMost(f.E)
	case Equal:
		return equal(f.E)
	case And, Or:
		args := make([]Formula, len(f.Args))
		for i, g := range f.Args {
			args[i] = Normal(g)
		}
		return join(f.Op, args...)
	}
	return f
}

// Plus, Times and Scale compute with terms.
func (t Term) Plus(u Term) Term      { return t.plus(u) }
func (t Term) Times(u Term) Term     { return t.times(u) }
func (t Term) Scale(n *big.Int) Term { return t.scale(n) }
func Symbol(s int) Term              { return symbol(s) }
func Number(n *big.Int) Term         { return integer(n) }

// Holds reports whether a formula is among the facts.
func (k *Kernel) Holds(f Formula) bool { return k.has(f) }

// Proved reports whether no goal is left.
func (k *Kernel) Proved() bool { return k.proved }

// Goals returns how many goals there were.
func (k *Kernel) Goals() int { return k.goals }

// Early returns 1 + the number of the claimed state since which no step was taken, and 0 if there is none.
func (k *Kernel) Early() int { return k.early }

// Waiting returns how many goals wait, and Queue how many claimed states are still to be goals.
func (k *Kernel) Waiting() int { return len(k.waiting) }
func (k *Kernel) Queue() int   { return len(k.queue) }

// Symbols returns how many symbols there are; the next one has this number.
func (k *Kernel) Symbols() int { return k.symbols }

// Depth returns the number of calls.
func (k *Kernel) Depth() int { return len(k.state.frames) }

// At returns the function of a call, counted from the entry function, and its next instruction.
func (k *Kernel) At(frame int) (fn, pc int) {
	f := k.state.frames[frame]
	return f.index, f.pc
}

// Slot returns the integer, the offset or the address in a slot of a call; ok is false if there is none.
func (k *Kernel) Slot(frame, slot int) (n Term, ok bool) {
	v := k.state.frames[frame].slots[slot]
	return v.n, v.class == whole || v.class == inObject || v.class == bare
}

// Cell returns the integer in a cell; ok is false if there is none of this type.
func (k *Kernel) Cell(object int, at int64, as int) (n Term, ok bool) {
	if object < 1 || object > len(k.state.objects) {
		return n, false
	}
	c, ok := k.object(object).cells[at]
	return c.v.n, ok && c.as == scalar(as) && c.v.class == whole
}

// Match returns the pairs of terms in a claimed state and in the current one; ok is false if they differ in something else.
func (k *Kernel) Match(claim int) (pairs [][2]Term, ok bool) {
	ok = k.instance(k.claims[claim].state, func(t, u Term) bool {
		pairs = append(pairs, [2]Term{t, u})
		return true
	})
	return pairs, ok
}

// Quotient returns the term for a quotient that Divide has defined.
func (k *Kernel) Quotient(t Term, d *big.Int) Term { return k.quotient(t, d) }

// Facts returns the facts of a claimed state.
func (k *Kernel) Facts(claim int) []Formula { return k.claims[claim].facts }

// Replace returns a formula with other terms for its symbols.
func (k *Kernel) Replace(f Formula, by func(int) Term) Formula { return k.replace(f, by) }

// Terms calls see with all terms in the current state.
func (k *Kernel) Terms(see func(Term)) {
	for _, f := range k.state.frames {
		for _, v := range f.slots {
			if v.n.Const != nil {
				see(v.n)
			}
		}
	}
	for _, o := range k.state.objects {
		see(o.size)
		for _, c := range o.cells {
			if c.v.n.Const != nil {
				see(c.v.n)
			}
		}
	}
}
