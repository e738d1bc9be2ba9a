package termview

import (
	"crypto/sha256"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/term"
)

// This file defines which conjuncts are left out because others imply them.

// The limits of what is compared. Conjuncts beyond them are kept.
const (
	maxAtoms       = 1 << 16 // in the conjuncts that are looked at, the first ones
	maxComparisons = 1 << 20 // of atoms, while disjunctions are compared with each other
	maxSummands    = 64      // of a sum that is compared with the bounds of its symbols
)

// Simplify returns conjuncts of fs whose conjunction is that of fs, and how many others are left out: each of these is
// implied by what is kept. A conjunct that stands for weaker ones about the same sum stands where the first of them
// stood. A quotient by 0 counts as some integer. The formulas have to be of one pool. Work and memory are proportional
// to the size of fs, except for a bounded amount.
func Simplify(fs []*term.Formula) (kept []*term.Formula, implied int) {
	s := newSimplifier(fs)
	if s.never != nil {
		return []*term.Formula{s.never}, count(fs) - 1
	}
	s.compareBounds()
	s.compareSums()
	s.compareDisjunctions()
	return s.result()
}

func newSimplifier(fs []*term.Formula) *simplifier {
	s := &simplifier{atoms: map[*term.Formula]atom{}, sums: map[string]*sum{}}
	n := 0
	for _, f := range fs {
		for _, g := range f.Conjuncts() {
			switch n += size(g); {
			case g.Op == term.False:
				s.never = g
			case n > maxAtoms:
				s.rest = append(s.rest, g)
			default:
				s.all = append(s.all, &conjunct{f: g, at: len(s.all)})
			}
		}
	}
	return s
}

// result returns what is kept, and how many conjuncts are left out.
func (s *simplifier) result() (kept []*term.Formula, implied int) {
	all := slices.Clone(s.all)
	slices.SortStableFunc(all, func(a, b *conjunct) int { return a.at - b.at })
	if s.never != nil {
		kept = append(kept, s.never)
	}
	for _, c := range all {
		if c.implied {
			implied++
		} else {
			kept = append(kept, c.f)
		}
	}
	return append(kept, s.rest...), implied
}

// count returns the number of conjuncts in fs.
func count(fs []*term.Formula) int {
	n := 0
	for _, f := range fs {
		n += len(f.Conjuncts())
	}
	return n
}

// size returns the number of atoms in f.
func size(f *term.Formula) int {
	n := 1
	for _, g := range f.Args {
		n += size(g)
	}
	return n
}

// conjunct is a formula that may be left out.
type conjunct struct {
	f       *term.Formula
	at      int // its place among the conjuncts
	implied bool
}

// relation is what an atom says of a sum of symbols without a constant, the first coefficient of which is positive.
type relation byte

const (
	atMost relation = iota
	atLeast
	equal
	different
)

// atom is a conjunct of the form sum <= v, sum >= v, sum = v or sum != v.
type atom struct {
	sum *sum
	rel relation
	v   *big.Int
}

// sum is what the atoms among the conjuncts say of a sum.
type sum struct {
	terms     []term.Term
	id        int
	most      *big.Int // nil for none
	least     *big.Int
	equal     *big.Int // the first one
	different map[string]bool
}

// simplifier holds the conjuncts and what is known of sums.
type simplifier struct {
	all   []*conjunct
	rest  []*term.Formula // conjuncts beyond the limit
	never *term.Formula   // the constant false, if it is among the conjuncts
	atoms map[*term.Formula]atom
	sums  map[string]*sum
	tried int // comparisons of atoms
}

// atom returns what the atom f says.
func (s *simplifier) atom(f *term.Formula) atom {
	if a, known := s.atoms[f]; known {
		return a
	}
	key := string(f.E.AppendSum(nil))
	a := atom{sum: s.sums[key]}
	if a.sum == nil {
		a.sum = &sum{terms: f.E.Terms, id: len(s.sums)}
		s.sums[key] = a.sum
	}
	positive := f.E.Terms[0].Coef.Sign() > 0
	a.v = f.E.Const
	if positive {
		a.v = new(big.Int).Neg(a.v)
	}
	switch {
	case f.Op == term.EqZero:
		a.rel = equal
	case f.Op == term.NeZero:
		a.rel = different
	case positive:
		a.rel = atMost
	default:
		a.rel = atLeast
	}
	s.atoms[f] = a
	return a
}

// implies reports whether whoever satisfies a satisfies b.
func (a atom) implies(b atom) bool {
	if a.sum != b.sum {
		return false
	}
	order := a.v.Cmp(b.v)
	switch b.rel {
	case atMost:
		return (a.rel == atMost || a.rel == equal) && order <= 0
	case atLeast:
		return (a.rel == atLeast || a.rel == equal) && order >= 0
	case equal:
		return a.rel == equal && order == 0
	}
	switch a.rel {
	case atMost:
		return order < 0
	case atLeast:
		return order > 0
	case equal:
		return order != 0
	}
	return order == 0
}

// compareBounds leaves out what another atom about the same sum implies.
func (s *simplifier) compareBounds() {
	type bound struct {
		sum *sum
		rel relation
	}
	first := map[bound]int{} // where one stands
	for _, c := range s.all {
		if c.f.E == nil {
			continue
		}
		a := s.atom(c.f)
		switch x := a.sum; {
		case a.rel == atMost && (x.most == nil || a.v.Cmp(x.most) < 0):
			x.most = a.v
		case a.rel == atLeast && (x.least == nil || a.v.Cmp(x.least) > 0):
			x.least = a.v
		case a.rel == equal && x.equal == nil:
			x.equal = a.v
		}
		if b := (bound{a.sum, a.rel}); a.rel == atMost || a.rel == atLeast {
			if _, seen := first[b]; !seen {
				first[b] = c.at
			}
		}
	}
	said := map[string]bool{}
	for _, c := range s.all {
		if c.f.E == nil {
			continue
		}
		a := s.atom(c.f)
		key := a.key()
		x := a.sum
		switch {
		case said[key]:
			c.implied = true
		case x.equal != nil && a.rel != equal:
			c.implied = atom{x, equal, x.equal}.implies(a)
		}
		strongest := map[relation]*big.Int{atMost: x.most, atLeast: x.least}
		for _, rel := range []relation{atMost, atLeast} {
			if v := strongest[rel]; v != nil && !(rel == a.rel && v.Cmp(a.v) == 0) && (atom{x, rel, v}).implies(a) {
				c.implied = true
			}
		}
		said[key] = true
		if !c.implied && (a.rel == atMost || a.rel == atLeast) {
			c.at = first[bound{x, a.rel}]
		}
		if a.rel == different {
			if x.different == nil {
				x.different = map[string]bool{}
			}
			x.different[string(a.v.Append(nil, keyBase))] = true
		}
	}
}

// keyBase is a power of 2, for which writing an integer takes time proportional to its length.
const keyBase = 32

// key returns a text that determines a.
func (a atom) key() string {
	b := big.NewInt(int64(a.sum.id)).Append(nil, keyBase)
	return string(a.v.Append(append(b, ' ', '0'+byte(a.rel), ' '), keyBase))
}

// holds reports whether the atoms among the conjuncts imply b. What they say of its sum, of which compareBounds keeps
// enough, comes first, then the bounds of its symbols.
func (s *simplifier) holds(b atom) bool {
	x := b.sum
	return x.most != nil && atom{x, atMost, x.most}.implies(b) ||
		x.least != nil && atom{x, atLeast, x.least}.implies(b) ||
		x.equal != nil && atom{x, equal, x.equal}.implies(b) ||
		b.rel == different && x.different[string(b.v.Append(nil, keyBase))] ||
		s.follows(b)
}

// follows reports whether b is about several symbols and the bounds of each of them imply it.
func (s *simplifier) follows(b atom) bool {
	if n := len(b.sum.terms); n == 1 || n > maxSummands {
		return false
	}
	least, most := new(big.Int), new(big.Int)
	negative := b.sum.terms[0].Coef.Sign() < 0
	for _, t := range b.sum.terms {
		low, high := s.bounds(t.Sym)
		coef := t.Coef
		if negative {
			coef = new(big.Int).Neg(coef)
		}
		if coef.Sign() < 0 {
			low, high = high, low
		}
		least, most = plus(least, coef, low), plus(most, coef, high)
		if least == nil && most == nil {
			return false
		}
	}
	if least != nil && most != nil && least.Cmp(most) == 0 {
		return atom{b.sum, equal, least}.implies(b)
	}
	return most != nil && atom{b.sum, atMost, most}.implies(b) || least != nil && atom{b.sum, atLeast, least}.implies(b)
}

// plus returns sum + coef * x, or nil if sum or x is nil.
func plus(sum, coef, x *big.Int) *big.Int {
	if sum == nil || x == nil {
		return nil
	}
	return new(big.Int).Add(sum, new(big.Int).Mul(coef, x))
}

// bounds returns what the atoms about x alone say of it; nil stands for no bound.
func (s *simplifier) bounds(x *term.Sym) (low, high *big.Int) {
	alone := &term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: big.NewInt(1)}}}
	found := s.sums[string(alone.AppendSum(nil))]
	switch {
	case found == nil:
		return nil, nil
	case found.equal != nil:
		return found.equal, found.equal
	}
	return found.least, found.most
}

// compareSums leaves out atoms about several symbols that the bounds of each of them imply. Those bounds are kept.
func (s *simplifier) compareSums() {
	for _, c := range s.all {
		if !c.implied && c.f.E != nil && s.follows(s.atom(c.f)) {
			c.implied = true
		}
	}
}

// compareDisjunctions leaves out disjunctions that atoms imply, and those that another disjunction implies. Atoms are
// not left out any more, so that what is known of sums is what is kept.
func (s *simplifier) compareDisjunctions() {
	said := map[string]bool{}
	var open []*conjunct
	for _, c := range s.all {
		if c.f.E != nil {
			continue
		}
		key := s.key(c.f)
		if said[key] || s.true(c.f) {
			c.implied = true
			continue
		}
		said[key] = true
		open = append(open, c)
	}
	for _, c := range slices.Backward(open) { // of two that imply each other the first is kept
		for _, d := range open {
			if d != c && !d.implied && s.implies(d.f, c.f) {
				c.implied = true
				break
			}
			if s.tried > maxComparisons {
				return
			}
		}
	}
}

// key returns a text that determines f up to the order and the number of the arguments of its connectives.
func (s *simplifier) key(f *term.Formula) string {
	if f.E != nil {
		return s.atom(f).key()
	}
	var args []string
	for _, g := range f.Args {
		args = append(args, s.key(g))
	}
	slices.Sort(args)
	sum := sha256.Sum256([]byte(string('0'+byte(f.Op)) + strings.Join(slices.Compact(args), ",")))
	return string(sum[:])
}

// true reports whether the atoms among the conjuncts imply f.
func (s *simplifier) true(f *term.Formula) bool {
	switch {
	case f.E != nil:
		return s.holds(s.atom(f))
	case f.Op == term.And:
		return !slices.ContainsFunc(f.Args, func(g *term.Formula) bool { return !s.true(g) })
	}
	return slices.ContainsFunc(f.Args, s.true)
}

// implies reports whether whoever satisfies f satisfies g, as far as the comparison of arguments shows.
func (s *simplifier) implies(f, g *term.Formula) bool {
	if s.tried++; s.tried > maxComparisons {
		return false
	}
	every := func(fs []*term.Formula, holds func(*term.Formula) bool) bool {
		return !slices.ContainsFunc(fs, func(f *term.Formula) bool { return !holds(f) })
	}
	from := func(f *term.Formula) bool { return s.implies(f, g) }
	to := func(g *term.Formula) bool { return s.implies(f, g) }
	switch {
	case f == g:
		return true
	case f.Op == term.Or:
		return every(f.Args, from)
	case g.Op == term.And:
		return every(g.Args, to)
	case g.Op == term.Or && slices.ContainsFunc(g.Args, to):
		return true
	case f.Op == term.And:
		return slices.ContainsFunc(f.Args, from)
	}
	return f.E != nil && g.E != nil && s.atom(f).implies(s.atom(g))
}
