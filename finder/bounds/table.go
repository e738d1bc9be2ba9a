package bounds

import (
	"math/big"

	"vouch/semantics/term"
)

// This file defines what is known about a sum, and the persistent table of that, by the hashes of sums. (A persistent
// hash map of a library took two to three times the memory of the states in a frontier, which is what bounds the width
// of a search.)

// table is a digital search tree: a sum is at the root, or in the tree below on the side that the lowest bit of its
// hash says, where the next bit counts, and so on. It never changes: the method with makes a new one, which shares all
// nodes except those on the way. The zero value is empty.
type table struct{ root *node }

// node has a sum, and those below.
type node struct {
	sum   *sum
	below [2]*node
}

// find returns the sum with a hash for which is returns true, or nil.
func (t table) find(hash uint32, is func(*sum) bool) *sum {
	for n, way := t.root, hash; n != nil; n, way = n.below[way&1], way>>1 {
		if n.sum.hash == hash && is(n.sum) {
			return n.sum
		}
	}
	return nil
}

// get returns what is known about the sum in e, which has a hash, or nil.
func (t table) get(e *term.Linear, hash uint32) *sum {
	return t.find(hash, func(s *sum) bool { return same(s.of, e) })
}

// with returns the table with s, in the place of what was known about that sum.
func (t table) with(s *sum) table { return table{t.root.with(s, s.hash)} }

func (n *node) with(s *sum, way uint32) *node {
	if n == nil {
		return &node{sum: s}
	}
	next := *n
	if n.sum.hash == s.hash && (n.sum.of == s.of || same(n.sum.of, s.of)) {
		next.sum = s
	} else {
		next.below[way&1] = n.below[way&1].with(s, way>>1)
	}
	return &next
}

// all calls f for each sum.
func (t table) all(f func(*sum)) { t.root.all(f) }

func (n *node) all(f func(*sum)) {
	if n != nil {
		f(n.sum)
		n.below[0].all(f)
		n.below[1].all(f)
	}
}

// same reports whether the sums in a and b are the same, without their constants and up to the sign.
func same(a, b *term.Linear) bool {
	if len(a.Terms) != len(b.Terms) {
		return false
	}
	negated := a.Terms[0].Coef.Sign() != b.Terms[0].Coef.Sign()
	for i, t := range a.Terms {
		o := b.Terms[i]
		if t.Sym != o.Sym || t.Coef.CmpAbs(o.Coef) != 0 || negated != (t.Coef.Sign() != o.Coef.Sign()) {
			return false
		}
	}
	return true
}

// sum is the knowledge about a sum of symbols without a constant. Its first coefficient is positive.
type sum struct {
	of        *term.Linear // the sum, with either sign and some constant; nil if nobody has asked what is known of it
	low, high *big.Int     // nil where there is no bound
	// the conjuncts of these bounds, perhaps together with a disequality; nil for bounds that follow from the kind of a
	// symbol
	from, to *conjunct
	weakLow  need        // whether queries need from
	weakHigh need        // whether queries need to
	hash     uint32      // of the sum
	tied     bool        // of an input: whether it occurs in a conjunct that is no bound of it
	not      *[]*big.Int // some values that it does not have; the conjuncts for them are no bounds
	value    *big.Int    // of an input: its value in the model; nil stands for the value nearest to 0 in its range
}

// input returns the input, if the sum consists of it alone.
func (s *sum) input() *term.Sym {
	if s.of == nil || !only(s.of) {
		return nil
	}
	return s.of.Terms[0].Sym
}

// only reports whether the sum in e consists of an input alone.
func only(e *term.Linear) bool {
	return len(e.Terms) == 1 && e.Terms[0].Sym.Op == term.Input && e.Terms[0].Coef.CmpAbs(one) == 0
}

var (
	zero     = new(big.Int)
	one      = big.NewInt(1)
	minusOne = big.NewInt(-1)
)

// conjunct is a conjunct with its place in the path condition.
type conjunct struct {
	f      *term.Formula
	at     int32
	hash   uint32       // of the sum of which it says something that is known; 0 if it is always needed
	hidden *[]*term.Sym // the inputs in it; nil for an atom whose symbols are all inputs
}

// inputs returns the inputs in c.
func (c *conjunct) inputs() []*term.Sym {
	if c.hidden != nil {
		return *c.hidden
	}
	inputs := make([]*term.Sym, len(c.f.E.Terms))
	for i, t := range c.f.E.Terms {
		inputs[i] = t.Sym
	}
	return inputs
}

// need says whether a query needs the conjunct that bounds a sum.
type need byte

const (
	needed   need = iota
	needless      // no: it follows from others
	// no: the bound, perhaps made closer by a disequality, follows from others; so no query needs the disequality
	// either
	implied
)
