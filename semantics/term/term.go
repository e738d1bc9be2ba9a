// Package term represents integers and truth values as functions of a program's inputs, in canonical form.
//
// An integer is a Linear form: a constant plus a sum of symbols with coefficients. A symbol is the value of an input, perhaps one with a
// range; a monomial, the product of symbols; an opaque operation on linear forms, about which nothing is known but that equal operands give
// equal results; or a choice among linear forms by the value of another. A truth value is a Formula over the atoms e <= 0 and e = 0.
//
// Canonical means that the constructors, which are methods of Pool, simplify as they build: forms that differ only by the laws
// of commutative rings come out the same, and constants are computed. Where inputs have ranges, what intervals alone decide is decided
// too. Terms are never changed once made.
//
// Begin with [NewPool], and make inputs with [Pool.Input] and [Pool.Draw]. [Pool.Valuation] says what terms are worth for given inputs.
// [Facts] is what solvers and proofs know of the symbols in formulas.
package term

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
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

// The kinds of symbols. Quot and Rem round towards minus infinity, TruncQuot and TruncRem towards zero; all four have no value
// where the divisor is 0. Operations on bits are on the infinite two's complement; shifts have no value unless the distance is from 0 to
// MaxShift. AtMost is 1 where X <= Y, Equals where X = Y, and elsewhere they are 0. A Select has no value where X has that of no case.
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
)

// Sym is a symbol. Two symbols of one pool are equal exactly if their pointers are.
type Sym struct {
	Op     Op
	Name   string   // of an Input
	X, Y   *Linear  // the operands of every other symbol; of a Select X alone
	Cases  []Case   // of a Select, in ascending order
	Lo, Hi *big.Int // of an Input its range, both included; of others what follows for them from the ranges inside. Nil where that is open
	// Of a monomial, the number of its factors, of which X is the first and Y the product of the others; else 0.
	factors int
	depth   int  // 0 for an input, else one more than that of the deepest symbol inside
	cost    int  // bounds the work of comparing it with another symbol, in machine words
	id      int  // number in the pool, in the order of making, which no other symbol ever has
	ranged  bool // whether something with bounds of its own is inside, or is it: an input with a range, a square, a truth value
	partly  bool // whether there may be inputs in their ranges for which it has no value
}

// Case is what a Select is worth where its operand is At.
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

// Pool makes terms and holds the symbols that are known. Terms of different pools don't mix, but for those that Share. A pool is for
// one goroutine.
type Pool struct {
	*symbols
	meter *semantics.Meter // nil for no limit
	held  []*Sym           // what was charged to a meter, so that no symbol is charged twice: how often would depend on the garbage collector
	full  string           // why the pool makes no more terms; "" if it does
}

// symbols are the symbols of pools that share them. They are held by the terms that have them, and by pools with a meter, not here: a
// program that makes a symbol in each round of a loop has no more of them than its states do.
type symbols struct {
	mu    sync.Mutex
	known map[string]weak.Pointer[Sym]
	made  int // symbols so far, those included that are gone
	sweep int // the size of known at which those that are gone are taken out of it
	// Whether an input with a range was ever made. Where there is none, nothing looks for bounds.
	ranged atomic.Bool
}

// firstSweep is the size of known at which it is swept first.
const firstSweep = 1 << 10

// The limits of every pool, so that neither recursion over terms nor a single operation goes on for ever, or takes more memory than a
// machine has: how deep operations nest, by how many bits a shift moves, how many machine words an operation touches, and how many a sum has.
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

// Share returns a pool for another goroutine, which has the symbols of p and no limit of work.
func (p *Pool) Share() *Pool { return &Pool{symbols: p.symbols} }

// Use charges what is made from now on to m: a unit of work for each machine word touched, and the memory of the terms. Symbols are then held
// for good, other terms only if somebody holds them.
func (p *Pool) Use(m *semantics.Meter) { p.meter, p.full = m, "" }

// Meter returns what the pool charges; nil if it has no limit.
func (p *Pool) Meter() *semantics.Meter { return p.meter }

// Limit bounds the work of the constructors called from now on, in machine words touched; what was before does not count.
func (p *Pool) Limit(words int64) { p.Use(semantics.NewMeter(words, semantics.Unlimited)) }

// Exhausted reports whether the pool came to a limit. Once it has, constructors return meaningless terms: no term made since then
// may be used.
func (p *Pool) Exhausted() bool { return p.full != "" || p.meter.Exhausted() }

// Why says to which limit an exhausted pool came.
func (p *Pool) Why() string {
	if p.full == "" && p.meter.Exhausted() {
		return "work on terms takes " + p.meter.Why()
	}
	return p.full
}

// charge counts an operation that touches n words and makes about as many, and reports whether it may be done.
func (p *Pool) charge(n int) bool { return p.work(n) && p.meter.Make(16+2*n) }

// work counts an operation that touches n words and makes none that last, and reports whether it may be done.
func (p *Pool) work(n int) bool {
	if n > maxOperation && p.full == "" {
		p.full = "an integer is too large to compute with"
	}
	return p.full == "" && p.meter.Charge(n)
}

// fits reports whether a sum of so many machine words may be made.
func (p *Pool) fits(words int) bool {
	if words > maxSum && p.full == "" {
		p.full = "a sum is too large to compute with"
	}
	return p.full == ""
}

// Input returns the value of the input of that name.
func (p *Pool) Input(name string) *Linear {
	return symbol(p.intern("v"+name, Sym{Op: Input, Name: name}))
}

// Draw returns the value of the input of that name, which has a range, both ends included; nil where it is open. Terms in which an input
// has another range are about another input.
func (p *Pool) Draw(name string, lo, hi *big.Int) *Linear {
	if lo == nil && hi == nil {
		return p.Input(name)
	}
	key := []byte{'r'}
	for _, bound := range []*big.Int{lo, hi} {
		if bound != nil {
			key = bound.Append(key, keyBase)
		}
		key = append(key, ':')
	}
	p.symbols.ranged.Store(true)
	return symbol(p.intern(string(append(key, name...)), Sym{Op: Input, Name: name, Lo: lo, Hi: hi, ranged: true}))
}

// opaque returns the symbol op(x, y).
func (p *Pool) opaque(op Op, x, y *Linear) *Linear {
	if !p.charge(16 + x.words() + y.words()) {
		return zero
	}
	key := appendKey(appendKey([]byte{'0' + byte(op)}, x), y)
	return p.operation(key, Sym{Op: op, X: x, Y: y})
}

// operation returns the symbol s, which is no input, by its key.
func (p *Pool) operation(key []byte, s Sym) *Linear {
	cost, words := 0, 0
	for e := range s.Operands() {
		cost, words = max(cost, e.compareCost()), words+e.words()
		for _, t := range e.Terms {
			s.depth, s.ranged, s.partly = max(s.depth, t.Sym.depth), s.ranged || t.Sym.ranged, s.partly || t.Sym.partly
		}
	}
	s.partly = s.partly || !s.everywhere()
	s.depth, s.cost = s.depth+1, cost+words
	if s.depth > MaxDepth && p.full == "" {
		p.full = fmt.Sprintf("a term nests deeper than %d operations", MaxDepth)
	}
	return symbol(p.intern(string(key), s))
}

// wordsPerSymbol is the memory that a symbol takes beside its operands and its key.
const wordsPerSymbol = 40

func (p *Pool) intern(key string, s Sym) *Sym {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.known[key].Value(); old != nil {
		return old
	}
	words := wordsPerSymbol + len(key)/8
	for e := range s.Operands() {
		words += e.Words()
	}
	if s.ranged && s.Op != Input {
		s.Lo, s.Hi = s.bounds((*Linear).interval)
	}
	p.meter.Hold(words) // if that is too much, the pool is exhausted
	s.id = p.made
	p.made++
	p.known[key] = weak.Make(&s)
	if p.meter != nil {
		p.held = append(p.held, &s)
	}
	if len(p.known) >= p.sweep {
		maps.DeleteFunc(p.known, func(_ string, s weak.Pointer[Sym]) bool { return s.Value() == nil })
		p.sweep = max(firstSweep, 2*len(p.known)) // so that it takes no more time than making them
	}
	return &s
}

// appendKey appends a text that determines e among the linear forms of a pool.
func appendKey(b []byte, e *Linear) []byte {
	b = e.Const.Append(append(b, '('), keyBase)
	for _, t := range e.Terms {
		b = strconv.AppendInt(append(b, ' '), int64(t.Sym.id), 10)
		b = t.Coef.Append(append(b, ':'), keyBase)
	}
	return append(b, ')')
}

// AppendSum appends a text that determines, among the linear forms of a pool and up to the sign, the sum of e without its constant.
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

// keyBase is a power of 2, for which writing an integer takes time proportional to its length.
const keyBase = 32

func symbol(s *Sym) *Linear { return &Linear{bigZero, []Term{{s, bigOne}}} }

// Words bounds the memory that e takes beside its symbols, in machine words. The coefficients 1 and -1 take none, all terms share them.
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

// CompareSym orders the symbols of a pool by what they are, not by when they were made: inputs by name, then other symbols
// such that the ones inside come before the ones around them. It returns a negative number, 0 or a positive number. Where two
// differ it descends into the first difference only.
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
