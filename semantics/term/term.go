// Package term represents integers and truth values as functions of a program's inputs, in canonical form.
//
// An integer is a Linear form: a constant plus a sum of symbols with coefficients. A symbol is an input, perhaps with a
// range; a monomial, which is a product of symbols; an opaque operation on linear forms, of which only the bounds are
// known and that equal operands give equal results; or a choice among linear forms by the value of another. A truth
// value is a Formula over the atoms e <= 0 and e = 0.
//
// Canonical means that the constructors, which are methods of Pool, simplify as they build: forms that are equal by the
// laws of commutative rings are the same, and constants are computed. If inputs have ranges, everything that intervals
// decide is decided too. Terms never change once they are made.
//
// Begin with [NewPool], and make inputs with [Pool.Input] and [Pool.Draw]. [Pool.Valuation] computes the values of
// terms for given inputs. [Facts] is what solvers and proofs know about the symbols in formulas.
package term

import (
	"cmp"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"weak"

	"vouch/semantics"
)

// Op says what a symbol stands for.
type Op byte

// The kinds of symbols. Quot and Rem round towards minus infinity, TruncQuot and TruncRem towards zero; none of them
// has a value if the divisor is 0. Operations on bits use the infinite two's complement. Shifts have no value unless
// the distance is from 0 to MaxShift. AtMost is 1 if X <= Y and Equals is 1 if X = Y; otherwise they are 0. A Select
// has no value if X is not the At of a case. A Root is rounded down, and 0 if X is negative. The others are the
// operations on floats; float.go says what they are of. Operations with one operand have a Y that is 0.
const (
	Input Op = iota
	Prod
	Quot
	Rem
	TruncQuot
	TruncRem
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	AtMost
	Equals
	Select
	Root
	FAdd32
	FSub32
	FMul32
	FDiv32
	FRoot32
	FMake32
	FTrunc32
	Widen
	FAdd64
	FSub64
	FMul64
	FDiv64
	FRoot64
	FMake64
	FTrunc64
	Narrow
)

// Sym is a symbol. Two symbols of one pool are equal exactly if their pointers are.
type Sym struct {
	Op    Op
	Name  string  // of an Input
	X, Y  *Linear // the operands of every other symbol; of a Select X alone
	Cases []Case  // of a Select, in ascending order
	// bounds, both included: of an Input its range, of others what follows from the ranges inside; nil for none
	Lo, Hi *big.Int
	// Of a monomial, the number of its factors; X is the first factor and Y the product of the others. Otherwise 0.
	factors int
	depth   int // 0 for an input, otherwise one more than that of the deepest symbol inside
	cost    int // bounds the work of comparing it with another symbol, in machine words
	id      int // number in the pool, in the order of making; never used again
	// whether it is, or has inside, something with bounds of its own: an input with a range, a square, a truth value
	ranged bool
	partly bool // whether it may have no value for some inputs in their ranges
}

// Factors returns the factors of a monomial in ascending order, as often as they occur; for any other symbol, the
// symbol itself.
func (s *Sym) Factors() iter.Seq[*Sym] {
	return func(yield func(*Sym) bool) {
		for ; s.factors > 0; s = s.rest() {
			if !yield(s.first()) {
				return
			}
		}
		yield(s)
	}
}

// powers returns the factors of a monomial and how often they occur.
func (s *Sym) powers() iter.Seq2[*Sym, int] {
	return func(yield func(*Sym, int) bool) {
		var last *Sym
		n := 0
		for f := range s.Factors() {
			if f != last && n > 0 {
				if !yield(last, n) {
					return
				}
				n = 0
			}
			last = f
			n++
		}
		yield(last, n)
	}
}

// Case is the value of a Select whose operand is At.
type Case struct {
	At    *big.Int
	Value *Linear
}

// Operands returns the linear forms inside s, in their order.
func (s *Sym) Operands() iter.Seq[*Linear] {
	return func(yield func(*Linear) bool) {
		if s.X == nil || !yield(s.X) || s.Y != nil && !yield(s.Y) {
			return
		}
		for _, c := range s.Cases {
			if !yield(c.Value) {
				return
			}
		}
	}
}

// Linear is the integer Const + sum of Coef * Sym. Its terms are in the order of CompareSym and no coefficient is 0.
type Linear struct {
	Const *big.Int
	Terms []Term
}

// Term is a symbol with its coefficient.
type Term struct {
	Sym  *Sym
	Coef *big.Int
}

// first returns the first factor of a monomial, and any other symbol itself.
func (s *Sym) first() *Sym {
	if s.factors == 0 {
		return s
	}
	return s.X.Terms[0].Sym
}

// rest returns the product of the other factors of a monomial.
func (s *Sym) rest() *Sym { return s.Y.Terms[0].Sym }

// Pool makes terms and knows their symbols. Terms of different pools must not be mixed, unless the pools Share. A pool
// is for one goroutine.
type Pool struct {
	*symbols
	meter *semantics.Meter // nil for no limit
	// symbols charged to a meter; they are kept so that none is charged twice, which would depend on the garbage
	// collector
	held []*Sym
	full string // why the pool makes no more terms; "" if it does
}

// symbols are the symbols of pools that share them. They are held weakly here; terms hold them, and pools with a meter.
// So a program that makes a symbol in each round of a loop keeps only the symbols that its states have.
type symbols struct {
	mu    sync.Mutex
	known map[string]weak.Pointer[Sym]
	made  int // number of symbols made so far, including those that are gone
	sweep int // the size of known at which symbols that are gone are removed from it
	// Whether an input with a range was ever made. If not, there are no bounds to look for.
	ranged atomic.Bool
}

// firstSweep is the size of known at the first sweep.
const firstSweep = 1 << 10

var (
	bigZero = new(big.Int)
	bigOne  = big.NewInt(1)
	zero    = &Linear{Const: bigZero}
)

// maxRuns is how many runs of cases that stand side by side a function of a table may have to be made of them.
const maxRuns = 8

// The limits of every pool, which bound recursion over terms and the time and memory of a single operation: how deep
// operations nest, by how many bits a shift moves, how many machine words an operation touches, and how many a sum has.
const (
	MaxDepth     = 50_000
	MaxShift     = 1 << 16
	maxOperation = 1 << 34
	maxSum       = 1 << 24
)

// NewPool returns an empty pool.
func NewPool() *Pool {
	return &Pool{symbols: &symbols{known: map[string]weak.Pointer[Sym]{}, sweep: firstSweep}}
}

// Share returns a pool for another goroutine. It shares the symbols of p and has no limit of work.
func (p *Pool) Share() *Pool { return &Pool{symbols: p.symbols} }

// Use charges everything that is made from now on to m: a unit of work for each machine word touched, and the memory of
// the terms. Symbols then count as held for good; other terms count as held only if somebody holds them.
func (p *Pool) Use(m *semantics.Meter) { p.meter, p.full = m, "" }

// Meter returns what the pool charges; nil if it has no limit.
func (p *Pool) Meter() *semantics.Meter { return p.meter }

// Limit bounds the work of the constructors called from now on, in machine words touched.
func (p *Pool) Limit(words int64) { p.Use(semantics.NewMeter(words, semantics.Unlimited)) }

// Exhausted reports whether the pool has reached a limit. From then on, constructors return meaningless terms, which
// must not be used.
func (p *Pool) Exhausted() bool { return p.full != "" || p.meter.Exhausted() }

// Why says which limit an exhausted pool has reached.
func (p *Pool) Why() string {
	if p.full == "" && p.meter.Exhausted() {
		return "work on terms takes " + p.meter.Why()
	}
	return p.full
}

// charge counts an operation that touches n words and allocates about as many, and reports whether it may be done.
func (p *Pool) charge(n int) bool { return p.work(n) && p.meter.Make(16+2*n) }

// work counts an operation that touches n words and allocates none that last, and reports whether it may be done.
func (p *Pool) work(n int) bool {
	if n > maxOperation && p.full == "" {
		p.full = "an integer is too large to compute with"
	}
	return p.full == "" && p.meter.Charge(n)
}

// fits reports whether a sum may have the given number of machine words.
func (p *Pool) fits(words int) bool {
	if words > maxSum && p.full == "" {
		p.full = "a sum is too large to compute with"
	}
	return p.full == ""
}

// wordsPerSymbol is the memory of a symbol without its operands and its key.
const wordsPerSymbol = 40

// appendKey appends a text that identifies e among the linear forms of a pool.
func appendKey(b []byte, e *Linear) []byte {
	b = e.Const.Append(append(b, '('), keyBase)
	for _, t := range e.Terms {
		b = strconv.AppendInt(append(b, ' '), int64(t.Sym.id), 10)
		b = t.Coef.Append(append(b, ':'), keyBase)
	}
	return append(b, ')')
}

// AppendSum appends a text that identifies the sum of e without its constant, up to the sign, among the linear forms of
// a pool.
func (e *Linear) AppendSum(b []byte) []byte {
	negative := len(e.Terms) > 0 && e.Terms[0].Coef.Sign() < 0
	for _, t := range e.Terms {
		b = strconv.AppendInt(append(b, ' '), int64(t.Sym.id), 10)
		if negative != (t.Coef.Sign() < 0) {
			b = append(b, '-')
		}
		if b = append(b, ':'); t.Coef.CmpAbs(bigOne) != 0 {
			b = new(big.Int).Abs(t.Coef).Append(b, keyBase)
		}
	}
	return b
}

// keyBase is a power of 2, so that writing an integer takes time in proportion to its length.
const keyBase = 32

func symbol(s *Sym) *Linear { return &Linear{bigZero, []Term{{s, bigOne}}} }

// Words bounds the memory of e without its symbols, in machine words. The coefficients 1 and -1 take none, because all
// terms share them.
func (e *Linear) Words() int {
	n := 10 + len(e.Const.Bits())
	for _, t := range e.Terms {
		n += 2
		if b := t.Coef.Bits(); len(b) > 1 || b[0] != 1 {
			n += 4 + len(b)
		}
	}
	return n
}

// words is the number of machine words that an operation on e touches.
func (e *Linear) words() int {
	n := 1 + len(e.Const.Bits())
	for _, t := range e.Terms {
		n += 2 + len(t.Coef.Bits())
	}
	return n
}

// gcdCost bounds the work of dividing the numbers of e or finding their common divisor.
func (e *Linear) gcdCost() int {
	n := 8 + len(e.Const.Bits())*len(e.Const.Bits())
	for _, t := range e.Terms {
		n += 8 + len(t.Coef.Bits())*len(t.Coef.Bits())
	}
	return n
}

// compareCost bounds the work of comparing e with another linear form.
func (e *Linear) compareCost() int {
	cost := 0
	for _, t := range e.Terms {
		cost = max(cost, t.Sym.cost)
	}
	return cost + e.words()
}

// CompareSym orders the symbols of a pool by their form, not by when they were made: first inputs, by name, then other
// symbols, such that the ones inside come before the ones around them. It returns a negative number, 0 or a positive
// number. It descends only into the first difference of two symbols.
func CompareSym(a, b *Sym) int { return compareSym(a, b, CompareSym) }

// compareSym is CompareSym, given the order of the symbols in the operands of a and b.
func compareSym(a, b *Sym, inner func(a, b *Sym) int) int {
	if a == b {
		return 0
	}
	if c := cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.Op, b.Op), cmp.Compare(a.Name, b.Name)); c != 0 {
		return c
	}
	if a.Op == Input {
		return cmp.Or(compareBounds(a.Lo, b.Lo), compareBounds(a.Hi, b.Hi))
	}
	if c := compare(a.X, b.X, inner); c != 0 { // not cmp.Or, which would descend into both
		return c
	}
	if a.Op != Select {
		return compare(a.Y, b.Y, inner)
	}
	return slices.CompareFunc(a.Cases, b.Cases, func(x, y Case) int {
		if c := x.At.Cmp(y.At); c != 0 {
			return c
		}
		return compare(x.Value, y.Value, inner)
	})
}

// compareBounds orders the ends of ranges, the open one first.
func compareBounds(a, b *big.Int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return a.Cmp(b)
}

// compare orders linear forms, given the order of their symbols.
func compare(a, b *Linear, syms func(a, b *Sym) int) int {
	c := slices.CompareFunc(a.Terms, b.Terms, func(s, t Term) int {
		if c := syms(s.Sym, t.Sym); c != 0 {
			return c
		}
		return s.Coef.Cmp(t.Coef)
	})
	if c != 0 {
		return c
	}
	return a.Const.Cmp(b.Const)
}

// Equal reports whether two linear forms of one pool are the same.
func (e *Linear) Equal(f *Linear) bool {
	return e == f || e.Const.Cmp(f.Const) == 0 && slices.EqualFunc(e.Terms, f.Terms, func(s, t Term) bool {
		return s.Sym == t.Sym && s.Coef.Cmp(t.Coef) == 0
	})
}

// truth returns 1 if b is true, else 0.
func truth(b bool) *big.Int {
	if b {
		return bigOne
	}
	return bigZero
}
