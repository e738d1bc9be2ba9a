// Package bounds keeps, along a path, the interval of each sum of symbols that follows from the path condition, and a
// model of the condition, if one is known. These decide most branches without a query to a solver: optimisations O3 and
// O4 of Soteria.
//
// All results follow from the conjuncts by intervals alone, so a solver that gives proofs finds one for each.
package bounds

import (
	"math/big"
	"slices"

	"vouch/semantics/term"
)

// This file defines the knowledge along a path, and how a conjunct adds to it.

// Space says of which pool the symbols are.
type Space struct {
	pool  *term.Pool
	plain bool // whether conjuncts say nothing about sums: paths have only conjuncts and a model
}

// listed is a list of conjuncts.
type listed struct {
	*conjunct
	next *listed
}

// NewSpace returns the space of the sums over symbols of the pool.
func NewSpace(p *term.Pool) *Space { return &Space{pool: p} }

// NewPlain returns a space in which paths have their conjuncts and a model, and nothing follows from them. It is for
// searches that doubt bounds.
func NewPlain(p *term.Pool) *Space { return &Space{pool: p, plain: true} }

// Known is the knowledge on a path. It never changes: a longer path shares most of it.
type Known struct {
	space  *Space
	sums   table
	list   *listed      // conjuncts, the last one first: all that queries need, and some that they no longer need
	recent *[]*conjunct // one for each of the last sums of a few symbols with conjuncts that bound them; nil for none
	long   int32        // the length of list
	limit  int32        // the length at which conjuncts that are not needed are removed from list
	n      int32        // number of conjuncts of the path
	sat    bool         // whether the values of inputs satisfy all of them
	never  bool         // whether they contradict each other
}

// Nothing returns the knowledge before anything is assumed.
func (s *Space) Nothing() *Known {
	return &Known{space: s, sat: true}
}

// Truth says whether a formula is known to be true or false.
type Truth byte

// The values of Truth: not known, true for every input on the path, or true for none.
const (
	Open Truth = iota
	Always
	Never
)

// sumOf returns the factor 1 or -1 of the sum in e, and the knowledge about this sum.
func (k *Known) sumOf(e *term.Linear) (sign int, s *sum) {
	x := e.Terms[0]
	if only(e) {
		return x.Coef.Sign(), k.about(x.Sym)
	}
	if s = k.sums.get(e, hashOf(e)); s == nil {
		s = &sum{}
		if len(e.Terms) == 1 {
			s.low, s.high = intrinsic(x.Sym)
		}
	}
	return x.Coef.Sign(), s
}

// about returns the knowledge about a symbol.
func (k *Known) about(x *term.Sym) *sum {
	if x.Op != term.Input {
		_, s := k.sumOf(alone(x))
		return s
	}
	s := k.sums.find(hashText(x.Name), func(s *sum) bool { return s.input() == x })
	if s == nil {
		s = &sum{}
		s.low, s.high = intrinsic(x)
	}
	return s
}

// know sets the knowledge about the sum in e to s.
func (k *Known) know(e *term.Linear, s *sum) {
	s.name(e)
	k.sums = k.sums.with(s)
}

// name notes that s is what is known about the sum in e.
func (s *sum) name(e *term.Linear) {
	if s.of == nil {
		s.of, s.hash = e, hashOf(e)
	}
}

// hashOf returns the hash of the sum in e, with either sign: that of its name, if it is an input alone. It is not 0.
func hashOf(e *term.Linear) uint32 {
	if only(e) {
		return hashText(e.Terms[0].Sym.Name)
	}
	var room [64]byte
	return hashText(e.AppendSum(room[:0]))
}

// hashText returns the hash FNV-1a of a text, changed so that each bit depends on all of it, and that it is not 0.
func hashText[T string | []byte](text T) uint32 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return max(1, uint32((h^h>>29)*0x9e3779b97f4a7c15>>32))
}

// intrinsic returns the bounds of a symbol that follow from its kind: it has a range, or it is a remainder by a
// constant.
func intrinsic(s *term.Sym) (low, high *big.Int) {
	if s.Lo != nil || s.Hi != nil {
		return s.Lo, s.Hi
	}
	if s.Op != term.Rem && s.Op != term.TruncRem || !s.Y.IsConst() || s.Y.Const.Sign() <= 0 {
		return nil, nil
	}
	high = new(big.Int).Sub(s.Y.Const, one)
	if s.Op == term.Rem {
		return zero, high
	}
	return new(big.Int).Neg(high), high
}

// constraint returns the bounds low and high that the atom f gives its sum; sign is the factor of the sum in f.
func constraint(f *term.Formula, sign int) (low, high *big.Int) {
	v := f.E.Const // sign * sum + v is at most 0, or 0
	switch {
	case sign < 0 || v.Sign() == 0:
	case v.Cmp(minusOne) == 0:
		v = one
	default:
		v = new(big.Int).Neg(v)
	}
	switch {
	case f.Op != term.LeZero:
		return v, v
	case sign > 0:
		return nil, v
	}
	return v, nil
}

// maxPropagated is the greatest length of a sum whose bounds are passed on to its symbols.
const maxPropagated = 4

// propagate gives each symbol of e the bounds that follow from those of the sum in e and of the other symbols. It
// reports false if the bounds of a symbol contradict each other.
func (k *Known) propagate(e *term.Linear, sign int, s *sum) bool {
	if len(e.Terms) == 1 || len(e.Terms) > maxPropagated {
		return true
	}
	for i, t := range e.Terms {
		least, most := k.narrow(e, i, sign, nil, nil)
		old := k.about(t.Sym)
		x, size, positive := *old, t.Coef, t.Coef.Sign() == sign // the coefficient in the sum
		if size.Sign() < 0 {
			size = new(big.Int).Neg(size)
		}
		if s.high != nil && least != nil { // coefficient * symbol is at most s.high - least
			x.restrict(new(big.Int).Sub(s.high, least), size, positive)
		}
		if s.low != nil && most != nil { // and its negation is at most most - s.low
			x.restrict(new(big.Int).Sub(most, s.low), size, !positive)
		}
		if x.low != old.low || x.high != old.high {
			x.tighten()
			if x.low != nil && x.high != nil && x.low.Cmp(x.high) > 0 {
				return false
			}
			next := x
			k.know(alone(t.Sym), &next)
		}
	}
	return true
}

// restrict makes size * s at most most, or if positive is false, the negation of size * s.
func (s *sum) restrict(most, size *big.Int, positive bool) {
	bound := new(big.Int).Div(most, size) // rounds down, since size is positive
	if positive {
		if s.high == nil || bound.Cmp(s.high) < 0 {
			s.high = bound
		}
	} else if bound.Neg(bound); s.low == nil || bound.Cmp(s.low) > 0 {
		s.low = bound
	}
}

// excludes reports whether a conjunct that bounds s, or one that replaces it in queries, implies the disequality f.
func (s *sum) excludes(f *term.Formula) bool {
	sign := func(f *term.Formula) int { return f.E.Terms[0].Coef.Sign() }
	not, _ := constraint(f, sign(f))
	if s.weakLow == implied && s.low.Cmp(not) > 0 || s.weakHigh == implied && s.high.Cmp(not) < 0 {
		return true
	}
	if s.from != nil {
		if low, _ := constraint(s.from.f, sign(s.from.f)); low.Cmp(not) > 0 {
			return true
		}
	}
	if s.to != nil {
		if _, high := constraint(s.to.f, sign(s.to.f)); high.Cmp(not) < 0 {
			return true
		}
	}
	return false
}

// maxNot is the greatest number of values in sum.not.
const maxNot = 4

// tighten moves bounds away from values that s does not have.
func (s *sum) tighten() {
	for moved := s.not != nil; moved; {
		moved = false
		for _, v := range *s.not {
			switch {
			case s.low != nil && s.low.Cmp(v) == 0:
				s.low, moved = new(big.Int).Add(v, one), true
			case s.high != nil && s.high.Cmp(v) == 0:
				s.high, moved = new(big.Int).Sub(v, one), true
			}
		}
	}
}

// tie notes that the inputs in c occur in a conjunct that is no bound of them.
func (k *Known) tie(c conjunct) {
	for _, x := range c.inputs() {
		old := k.about(x)
		if !old.tied {
			s := *old
			s.tied = true
			k.know(alone(x), &s)
		}
	}
}

// truth returns what intervals say about f.
func (k *Known) truth(f *term.Formula) Truth {
	switch f.Op {
	case term.True:
		return Always
	case term.False:
		return Never
	case term.And, term.Or:
		decisive, other := Never, Always // of an And
		if f.Op == term.Or {
			decisive, other = other, decisive
		}
		all := other
		for _, g := range f.Args {
			switch t := k.truth(g); t {
			case decisive:
				return decisive
			case Open:
				all = Open
			}
		}
		return all
	}
	sign, s := k.sumOf(f.E)
	low, high := s.low, s.high
	if len(f.E.Terms) > 1 {
		low, high = k.narrow(f.E, no, sign, low, high)
	}
	least, most := constraint(f, sign)
	var t Truth
	switch {
	case least != nil && high != nil && least.Cmp(high) > 0, most != nil && low != nil && most.Cmp(low) < 0:
		t = Never
	case (least == nil || low != nil && least.Cmp(low) <= 0) && (most == nil || high != nil && most.Cmp(high) >= 0):
		t = Always
	}
	if f.Op == term.NeZero {
		t = [...]Truth{Open: Open, Always: Never, Never: Always}[t]
	}
	return t
}

// no is the index of no term.
const no = -1

// narrow returns bounds of the sum in e without one of its terms: the closer ones of the given bounds and of those that
// follow from the bounds of its symbols.
func (k *Known) narrow(e *term.Linear, but, sign int, low, high *big.Int) (*big.Int, *big.Int) {
	if low, high, ok := k.narrowSmall(e, but, sign, low, high); ok {
		return low, high
	}
	return k.narrowAny(e, but, sign, low, high)
}

func (k *Known) narrowAny(e *term.Linear, but, sign int, low, high *big.Int) (*big.Int, *big.Int) {
	least, most := new(big.Int), new(big.Int)
	for i, t := range e.Terms {
		if i == but {
			continue
		}
		s := k.about(t.Sym)
		l, h := s.low, s.high
		if t.Coef.Sign() != sign {
			l, h = h, l
		}
		add := func(sum, bound *big.Int) *big.Int {
			if sum == nil || bound == nil {
				return nil
			}
			p := new(big.Int).Mul(t.Coef, bound)
			if sign < 0 {
				p.Neg(p)
			}
			return sum.Add(sum, p)
		}
		if least, most = add(least, l), add(most, h); least == nil && most == nil {
			return low, high
		}
	}
	if least != nil && (low == nil || least.Cmp(low) > 0) {
		low = least
	}
	if most != nil && (high == nil || most.Cmp(high) < 0) {
		high = most
	}
	return low, high
}

// narrowSmall is narrow where numbers and terms are few and small; otherwise ok is false.
func (k *Known) narrowSmall(e *term.Linear, but, sign int, low, high *big.Int) (_, _ *big.Int, ok bool) {
	const most, terms = 1 << 30, 4 // so that a sum of products has 64 bits
	if len(e.Terms) > terms {
		return nil, nil, false
	}
	var sums [2]int64
	open := [2]bool{} // whether there is no bound
	for i, t := range e.Terms {
		if i == but {
			continue
		}
		c, ok := small(t.Coef, most)
		if !ok {
			return nil, nil, false
		}
		s := k.about(t.Sym)
		bounds := [2]*big.Int{s.low, s.high}
		if t.Coef.Sign() != sign {
			bounds[0], bounds[1] = bounds[1], bounds[0]
		}
		for j, b := range bounds {
			if b == nil {
				open[j] = true
				continue
			}
			v, ok := small(b, most)
			if !ok {
				return nil, nil, false
			}
			sums[j] += int64(sign) * c * v
		}
		if open[0] && open[1] {
			return low, high, true
		}
	}
	if !open[0] && (low == nil || less(low, sums[0])) {
		low = big.NewInt(sums[0])
	}
	if !open[1] && (high == nil || !less(high, sums[1]) && !(high.IsInt64() && high.Int64() == sums[1])) {
		high = big.NewInt(sums[1])
	}
	return low, high, true
}

// small returns the value of x; ok is false if its magnitude is not below the limit.
func small(x *big.Int, limit int64) (v int64, ok bool) {
	if !x.IsInt64() || x.Int64() <= -limit || x.Int64() >= limit {
		return 0, false
	}
	return x.Int64(), true
}

// less reports whether x is less than v.
func less(x *big.Int, v int64) bool {
	if x.IsInt64() {
		return x.Int64() < v
	}
	return x.Sign() < 0
}

// content returns the greatest common divisor of the coefficients in e, which is no constant.
func content(e *term.Linear) *big.Int {
	by := new(big.Int)
	for _, t := range e.Terms {
		by.GCD(nil, nil, by, new(big.Int).Abs(t.Coef))
	}
	return by
}

// shared returns the sum in e without its constant, its coefficients divided by a number.
func shared(e *term.Linear, by *big.Int) *term.Linear {
	part := &term.Linear{Const: zero, Terms: slices.Clone(e.Terms)}
	for i, t := range part.Terms {
		part.Terms[i].Coef = new(big.Int).Quo(t.Coef, by)
	}
	return part
}

// Between returns the inclusive bounds of a sum with its constant; nil for an open end.
func (k *Known) Between(e *term.Linear) (low, high *big.Int) {
	if e.IsConst() {
		return e.Const, e.Const
	}
	if by := content(e); by.Cmp(one) > 0 { // what is known is about sums without a common factor
		low, high = k.Between(shared(e, by))
		for _, b := range []**big.Int{&low, &high} {
			if *b != nil {
				*b = new(big.Int).Mul(*b, by)
				(*b).Add(*b, e.Const)
			}
		}
		return low, high
	}
	sign, s := k.sumOf(e)
	low, high = s.low, s.high
	if len(e.Terms) > 1 {
		low, high = k.narrow(e, no, sign, low, high)
	}
	if sign < 0 {
		low, high = high, low
	}
	plus := func(n *big.Int) *big.Int {
		switch {
		case n == nil:
			return nil
		case sign < 0:
			return new(big.Int).Sub(e.Const, n)
		}
		return new(big.Int).Add(e.Const, n)
	}
	return plus(low), plus(high)
}

// Range returns the inclusive bounds of a symbol; nil for an open end.
func (k *Known) Range(x *term.Sym) (low, high *big.Int) {
	s := k.about(x)
	return s.low, s.high
}

// alone returns the sum that consists of x alone.
func alone(x *term.Sym) *term.Linear {
	return &term.Linear{Const: zero, Terms: []term.Term{{Sym: x, Coef: one}}}
}
