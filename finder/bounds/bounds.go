// Package bounds keeps, along a path, what its condition says of single sums of symbols: the interval in which each lies, and a model
// of the condition where one is known. Most branches are decided by that, with no query to a solver: optimisations O3 and O4 of
// Soteria.
//
// Whatever is said here follows from the conjuncts by intervals alone, so a solver that gives proofs finds one for it.
package bounds

import (
	"maps"
	"math/big"
	"slices"
	"sync"
	"weak"

	"vouch/semantics/term"
)

// This file defines what is known along a path, and how a conjunct adds to it.

// Space numbers the sums of one pool of which something is known on some path. A number that no path needs any more is used again. A
// space may be used by several goroutines.
type Space struct {
	pool   *term.Pool
	mu     sync.Mutex
	places map[string]numbered // by what AppendSum says
	inputs map[string][]*place // by the name of the input that is the sum; more than one where its range is divided, of which a path knows one
	free   []int               // numbers below next that no place has
	next   int
	sweep  int // the size of places at which those that are gone are taken out of it
}

// place is what a sum has for which something is known: its number. Paths that know something of the sum hold it.
type place struct {
	number int
	input  *term.Sym // the sum itself, if it is nothing but an input
}

// numbered is a place that may be gone, and its number.
type numbered struct {
	weak.Pointer[place]
	number int
}

// firstSweep is the size of Space.places at which it is swept first.
const firstSweep = 1 << 10

// NewSpace returns the space of the sums over symbols of the pool.
func NewSpace(p *term.Pool) *Space {
	return &Space{pool: p, places: map[string]numbered{}, inputs: map[string][]*place{}, sweep: firstSweep}
}

// Known is what is known on a path. It is never changed: a longer path shares most of it.
type Known struct {
	space  *Space
	sums   table[sum] // by number
	rest   *other     // conjuncts that are no bounds, the last one first
	recent []*place   // the last sums of a few symbols with conjuncts that bound them
	n      int        // conjuncts of the path
	sat    bool       // whether the values of inputs satisfy all of them
	never  bool       // whether they contradict each other
}

// sum is what is known of a sum of symbols without a constant, the first coefficient of which is positive.
type sum struct {
	at        *place      // nil if it has none
	low, high *big.Int    // nil where there is no bound
	from, to  *conjunct   // that say so, perhaps together with a disequality; nil for bounds that follow from what a symbol is
	weakLow   need        // of from in queries
	weakHigh  need        // of to
	not       *[]*big.Int // values that it does not have, as far as remembered; the conjuncts that say so are no bounds
	value     *big.Int    // of an input, in the model; nil stands for the one nearest to 0 in its range
	tied      bool        // of an input, whether it occurs in a conjunct that is no bound of it
}

// other is a list of conjuncts.
type other struct {
	conjunct
	sum  *place // of a disequality
	next *other
}

// Nothing returns what is known before anything is assumed.
func (s *Space) Nothing() *Known {
	return &Known{space: s, sat: true}
}

// input returns the sum itself, if it is nothing but an input.
func (s *sum) input() *term.Sym {
	if s.at == nil {
		return nil
	}
	return s.at.input
}

// Truth is what is known of a formula.
type Truth byte

// What may be known of a formula: nothing, that it is true for every input on the path, or for none.
const (
	Open Truth = iota
	Always
	Never
)

// Assume adds the next conjuncts of the path condition, and returns what bounds say of their conjunction. After Never, what is
// returned is good for its Query, and stays so.
func (k *Known) Assume(fs ...*term.Formula) (*Known, Truth) {
	if k.never {
		return k, Never
	}
	next, all := *k, Always
	for _, f := range fs {
		t := next.truth(f)
		if next.n++; t == Always {
			continue
		}
		c := newConjunct(f, next.n-1)
		if t == Never || !next.add(c) {
			next.rest, next.never = &other{c, nil, next.rest}, true
			return &next, Never
		}
		all = Open
		if next.sat && !next.satisfies(f) {
			next.sat = next.move(f)
		}
	}
	return &next, all
}

// sumOf returns the factor 1 or -1 with which e has its sum, and what is known of it.
func (k *Known) sumOf(e *term.Linear) (sign int, s *sum) {
	return k.sumAt(e, k.space.place(e, len(e.Terms) == 1 && e.Terms[0].Sym.Op == term.Input))
}

// sumAt is sumOf, given the place of the sum, which is nil if it has none.
func (k *Known) sumAt(e *term.Linear, at *place) (sign int, s *sum) {
	if at != nil {
		s = k.sums.get(at.number)
	}
	if s == nil {
		s = &sum{at: at}
		if len(e.Terms) == 1 {
			s.low, s.high = intrinsic(e.Terms[0].Sym)
		}
	}
	return e.Terms[0].Coef.Sign(), s
}

// know makes s what is known of the sum in e.
func (k *Known) know(e *term.Linear, s *sum) {
	if s.at == nil {
		s.at = k.space.place(e, true)
	}
	k.sums = k.sums.with(s.at.number, s)
}

// intrinsic returns the bounds that a symbol has by what it is: a range, or a remainder by a constant.
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

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
)

// place returns the place of the sum in e, whatever its sign. If it has none it gets one, or nil if that is not wanted.
func (s *Space) place(e *term.Linear, wanted bool) *place {
	key := e.AppendSum(nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	old, known := s.places[string(key)]
	at := old.Value()
	if at != nil || !wanted {
		return at
	}
	at = &place{number: old.number}
	if !known {
		at.number = s.number()
	}
	s.places[string(key)] = numbered{weak.Make(at), at.number}
	if x := e.Terms[0]; len(e.Terms) == 1 && x.Sym.Op == term.Input {
		at.input = x.Sym
		s.inputs[x.Sym.Name] = append(s.inputs[x.Sym.Name], at)
	}
	return at
}

// number returns a number that no place has.
func (s *Space) number() int {
	if len(s.places) >= s.sweep {
		s.collect()
	}
	if n := len(s.free) - 1; n >= 0 {
		number := s.free[n]
		s.free = s.free[:n]
		return number
	}
	s.next++
	return s.next - 1
}

// collect takes the places out that are gone.
func (s *Space) collect() {
	maps.DeleteFunc(s.places, func(_ string, at numbered) bool {
		gone := at.Value() == nil
		if gone {
			s.free = append(s.free, at.number)
		}
		return gone
	})
	s.sweep = max(firstSweep, 2*len(s.places)) // so that it takes no more time than making them
}

// constraint returns what the atom f says of its sum, given the sign with which it has it: that it is at least low, at most high.
func constraint(f *term.Formula, sign int) (low, high *big.Int) {
	v := f.E.Const // sign * sum + v is at most 0, or 0
	if sign > 0 {
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

// add adds a conjunct, and reports whether it can be true.
func (k *Known) add(c conjunct) bool {
	if c.f.E == nil {
		k.rest = &other{c, nil, k.rest}
		k.tie(c)
		return true
	}
	sign, old := k.sumAt(c.f.E, k.space.place(c.f.E, true))
	s := *old
	low, high := constraint(c.f, sign)
	if c.f.Op == term.NeZero {
		not := []*big.Int{low}
		if s.not != nil {
			not = append(not, (*s.not)[:min(len(*s.not), maxNot-1)]...)
		}
		s.not = &not
		k.rest = &other{c, s.at, k.rest}
		s.tied = true
	} else {
		if low != nil && (s.low == nil || low.Cmp(s.low) > 0) {
			s.low, s.from = low, &c
		}
		if high != nil && (s.high == nil || high.Cmp(s.high) < 0) {
			s.high, s.to = high, &c
		}
	}
	s.tighten()
	if s.low != old.low {
		s.weakLow = needed
	}
	if s.high != old.high {
		s.weakHigh = needed
	}
	if s.low != nil && s.high != nil && s.low.Cmp(s.high) > 0 {
		return false
	}
	k.know(c.f.E, &s)
	if s.input() == nil {
		k.tie(c)
	}
	k.supersede(c, s.at)
	return c.f.Op == term.NeZero || k.propagate(c.f.E, sign, &s)
}

// maxPropagated is the length of the longest sum whose bounds are passed on to its symbols.
const maxPropagated = 4

// propagate gives the symbols of e the bounds that follow from those of the sum in e and of its other symbols, and reports whether
// there is room between them.
func (k *Known) propagate(e *term.Linear, sign int, s *sum) bool {
	if len(e.Terms) == 1 || len(e.Terms) > maxPropagated {
		return true
	}
	for i, t := range e.Terms {
		others := &term.Linear{Const: zero, Terms: slices.Delete(slices.Clone(e.Terms), i, i+1)}
		least, most := k.narrow(others, sign, nil, nil)
		coef := new(big.Int).Mul(t.Coef, big.NewInt(int64(sign)))
		_, old := k.sumOf(alone(t.Sym))
		x := *old
		size := new(big.Int).Abs(coef)
		if s.high != nil && least != nil { // coef * symbol is at most that
			x.restrict(new(big.Int).Sub(s.high, least), size, coef.Sign() > 0)
		}
		if s.low != nil && most != nil { // and its negation at most this
			x.restrict(new(big.Int).Sub(most, s.low), size, coef.Sign() < 0)
		}
		if x.low != old.low || x.high != old.high {
			x.tighten()
			if x.low != nil && x.high != nil && x.low.Cmp(x.high) > 0 {
				return false
			}
			k.know(alone(t.Sym), &x)
		}
	}
	return true
}

// restrict makes size * s at most most, or its negation if s is not positive there.
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

// excludes reports whether one of the conjuncts that bound s, or what makes them needless, implies the disequality f.
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

// maxNot is of how many values it is remembered that a sum is different.
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

// tie notes of the inputs in c that their bounds are not all that is known of them.
func (k *Known) tie(c conjunct) {
	for _, x := range c.inputs() {
		_, old := k.sumOf(alone(x))
		if !old.tied {
			s := *old
			s.tied = true
			k.know(alone(x), &s)
		}
	}
}

// truth returns what intervals say of f.
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
		low, high = k.narrow(f.E, sign, low, high)
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

// narrow returns bounds of the sum in e: the better ones of those given and of what the bounds of its symbols amount to.
func (k *Known) narrow(e *term.Linear, sign int, low, high *big.Int) (*big.Int, *big.Int) {
	least, most := new(big.Int), new(big.Int)
	for _, t := range e.Terms {
		_, s := k.sumOf(alone(t.Sym))
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

// Finite reports whether all inputs in fs have a lower and an upper bound.
func (k *Known) Finite(fs []*term.Formula) bool {
	for _, f := range fs {
		c := newConjunct(f, 0)
		for _, x := range c.inputs() {
			if _, s := k.sumOf(alone(x)); s.low == nil || s.high == nil {
				return false
			}
		}
	}
	return true
}

// Range returns the bounds of a symbol, both included; nil where it is open.
func (k *Known) Range(x *term.Sym) (low, high *big.Int) {
	_, s := k.sumOf(alone(x))
	return s.low, s.high
}

// alone returns the sum that is nothing but x.
func alone(x *term.Sym) *term.Linear {
	return &term.Linear{Const: zero, Terms: []term.Term{{Sym: x, Coef: one}}}
}
