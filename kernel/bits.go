package kernel

// This file defines the commands for contradictions that lie in the bits of integers: names for formulas, what is
// left of a choice, and the bits of a conjunction.
//
// The kernel has no circuits. A bit is a symbol that names a formula, such as that a sum is at least 2^k; an adder is
// the bits of a sum of three bits, and so on. A clause is a choice between bounds of such symbols: the proof cuts it
// in, and closes the goal in which all its alternatives are false by sums, or by what is left of other clauses, one
// after the other. So a proof by resolution is cuts, each followed by the clauses that it resolves.
//
// Why these are sound. In a run, the symbols of a goal stand for integers for which the facts hold. A name is a new
// symbol. It stands for 1 if the formula holds for these integers, and else for 0, and then all that is added holds. Of
// a choice one alternative holds at least. It is none whose negation is a fact, so it is the one that is left. The
// third rule needs that x = sum of 2^i a_i - 2^n a_n for i from 0 up to n, where each a_i is 0 or 1: then these are
// the bits of x in two's complement of n + 1 places. With y and b_i likewise, bit i of x and y is a_i b_i, by the
// definition of and.

// Name defines a symbol that is 1 where a formula holds, and 0 where it does not.
func (k *Kernel) Name(f Formula) error {
	if !k.ready() || !k.work(f.size()*f.depth()) {
		return k.err
	}
	k.bounded(f)
	s := k.fresh()
	k.assume(inside(s, number(1)))
	k.assume(join(Or, notMore(s, number(0)), f))
	k.assume(join(Or, notMore(number(1), s), not(f)))
	return k.err
}

// Left adds the only alternative of a choice that is not false by the facts. If all are, the goal is closed.
func (k *Kernel) Left(choice int) error {
	if !k.ready() || !k.inRange(choice, len(k.choices)) {
		return k.err
	}
	left := Formula{Op: False}
	for _, f := range k.choices[choice].Args {
		switch {
		case k.work(f.size()*f.depth()) && k.has(not(f)):
		case left.Op == False:
			left = f
		default:
			k.refuse("a choice with two alternatives")
		}
	}
	switch {
	case k.err != nil:
	case left.Op == False:
		k.next()
	default:
		k.assume(left)
	}
	return k.err
}

// Bitwise adds what the conjunction of two integers is by their bits, of which each is a term that is 0 or 1. The last
// one is the sign.
func (k *Kernel) Bitwise(x, y Term, xs, ys []Term) error {
	if !k.ready() || !k.symbolic(x) || !k.symbolic(y) {
		return k.err
	}
	if len(xs) == 0 || len(xs) != len(ys) || len(xs) > maxShift {
		k.refuse("other numbers of bits")
		return k.err
	}
	both := number(0)
	restX, restY := x, y
	for i, a := range xs {
		b, unit := ys[i], power(uint(i))
		if i == len(xs)-1 {
			unit.Neg(unit)
		}
		if !k.symbolic(a) || !k.symbolic(b) || !k.has(join(And, inside(a, number(1)), inside(b, number(1)))) {
			k.refuse("a bit that may be something else")
			return k.err
		}
		both = both.plus(k.product(a, b).scale(unit))
		restX, restY = restX.minus(a.scale(unit)), restY.minus(b.scale(unit))
		if !k.work(both.size() + restX.size() + restY.size()) {
			return k.err
		}
	}
	if !k.has(join(And, equal(restX), equal(restY))) {
		k.refuse("bits of another integer")
		return k.err
	}
	k.assume(equal(k.conjunction(x, y).minus(both)))
	return k.err
}
