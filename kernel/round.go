package kernel

import (
	"math/big"
	"slices"
)

// This file defines the commands round and exact, which say what the result of an operator on IEEE numbers is.
//
//   - round: where the operands are between certain places, the result is between the least and the greatest one at
//     their corners. An operand that may have both signs has corners at -0 and 0, too. Then between the corners no
//     operand changes its sign. There each operator goes up, or goes down, with each of its operands while the others
//     stay the same: so does the exact result, rounding keeps the order, and zeros are in order, too: a sum that is 0
//     is +0 unless both operands are -0, and any other zero has the sign of a product.
//     Only at a corner may a result be no number (inf - inf, 0 * inf, 0 / 0, inf / inf, the root of what is below -0;
//     the integer of what is infinite), since 0 and infinity are at the ends between the corners. If a corner has no
//     number, the proof is refused.
//   - exact: operands that are integers up to 2^24 or 2^53 are exact, and so are their sum, their difference and their
//     product if they are as small. A zero from a product or a negation may be -0; a sum of what were integers is not,
//     since -0 comes from no integer. To narrow what is exact rounds once, as a conversion to 32 bits does. These
//     numbers have the same order as the integers.

// Range is a term with numbers between which it is.
type Range struct {
	Of     Term
	Lo, Hi *big.Int
}

// Round adds between which numbers the result of an operator is, on operands of a class.
func (k *Kernel) Round(op, of int, operands []Range) error {
	var args []value
	var corners [2][]value // of each operand
	for i, r := range operands {
		if !k.ready() || !k.inRange(i, 2) {
			return k.err
		}
		if !k.has(within(r.Of, r.Lo, r.Hi)) {
			k.refuse("an operand that may be beyond its bounds")
		}
		at := []*big.Int{r.Lo, r.Hi}
		if r.Lo.Sign() < 0 && r.Hi.Sign() >= 0 {
			at = append(at, big.NewInt(-1), zero)
		}
		for _, n := range at {
			corners[i] = append(corners[i], value{class: class(of), n: integer(n)})
		}
		args = append(args, value{class: class(of), n: r.Of})
	}
	if !k.fit(op, args...) {
		return k.err
	}
	var results []*big.Int
	for _, x := range corners[0] {
		for _, y := range corners[len(args)-1] {
			v, ok := operate(op, []value{x, y}[:len(args)]...)
			if results = append(results, v.n.Const); !ok {
				k.refuse("operands whose result may be no number")
				return k.err
			}
		}
	}
	k.assume(within(k.floating(op, args...).n, slices.MinFunc(results, (*big.Int).Cmp),
		slices.MaxFunc(results, (*big.Int).Cmp)))
	return k.err
}

// fit refuses operands that do not fit their operator.
func (k *Kernel) fit(op int, args ...value) bool {
	if len(args) == 0 || result(op, args...) == undefined {
		k.refuse("operands that do not fit their operator")
	}
	return k.err == nil
}

// exactly reports whether t is among the integers that are all numbers of a class.
func (k *Kernel) exactly(of class, t Term) bool {
	most := power(digits[of])
	return k.has(within(t, new(big.Int).Neg(most), most))
}

// Exact adds which integer the result of an operator is, on numbers of a class whose places are those of integers. With
// the operator FLe it adds that the places of two operands are in the order of the integers.
func (k *Kernel) Exact(op, of int, places, integers []Term) error {
	var args []value
	exact := len(places) == len(integers)
	for i, t := range integers {
		if !k.ready() || !k.inRange(of-int(single), 2) || !k.inRange(i, len(places)) {
			return k.err
		}
		args = append(args, value{class: class(of), n: places[i]})
		exact = exact && k.exactly(class(of), t) && k.has(equal(places[i].minus(k.converted(class(of), t).n)))
	}
	if op == opFLe && len(args) == 2 && exact {
		t, u, x, y := integers[0], integers[1], args[0].n, args[1].n
		k.assume(join(Or, join(And, less(t, u), less(x, y)), join(And, equal(t.minus(u)), equal(x.minus(y))),
			join(And, less(u, t), less(y, x))))
		return k.err
	}
	if !k.fit(op, args...) {
		return k.err
	}
	n := integers[0]
	switch op {
	case opFNeg:
		n = n.neg()
	case opFAdd:
		n = n.plus(integers[1])
	case opFSub:
		n = n.minus(integers[1])
	case opFMul:
		n = k.product(n, integers[1])
	default:
		exact = exact && op > opFDiv
	}
	if !exact || !k.exactly(class(of), n) {
		k.refuse("a result that may not be exact")
		return k.err
	}
	z, same := k.floating(op, args...), value{n: n}
	if z.class != whole {
		same = k.converted(z.class, n)
	}
	f := equal(z.n.minus(same.n))
	if op == opFNeg || op == opFMul {
		f = join(Or, f, join(And, equal(n), equal(z.n.add(one))))
	}
	k.assume(f)
	return k.err
}
