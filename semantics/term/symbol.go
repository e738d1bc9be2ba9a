package term

import (
	"fmt"
	"maps"
	"math/big"
	"weak"
)

// This file defines how symbols are made: each once, with the bounds that follow from what is inside.

// Input returns the value of the input of that name.
func (p *Pool) Input(name string) *Linear {
	return symbol(p.intern("v"+name, Sym{Op: Input, Name: name}))
}

// Draw returns the value of the input of that name with a range, both ends included; nil stands for an open end. The
// same name with another range is another input.
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

// truth returns the truth value of the atom e <= 0 or e = 0, where e is not a constant.
func (p *Pool) truth(op Op, e *Linear) *Linear {
	x, y := &Linear{bigZero, e.Terms}, p.Neg(&Linear{Const: e.Const})
	if !p.charge(16 + x.words() + y.words()) {
		return zero
	}
	p.symbols.ranged.Store(true)
	return p.operation(appendKey(appendKey([]byte{'0' + byte(op)}, x), y), Sym{Op: op, X: x, Y: y, ranged: true})
}

// operation returns the symbol s, which is not an input, by its key.
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
	p.meter.Hold(words) // this may exhaust the pool
	s.id = p.made
	p.made++
	p.known[key] = weak.Make(&s)
	if p.meter != nil {
		p.held = append(p.held, &s)
	}
	if len(p.known) >= p.sweep {
		maps.DeleteFunc(p.known, func(_ string, s weak.Pointer[Sym]) bool { return s.Value() == nil })
		p.sweep = max(firstSweep, 2*len(p.known)) // so that sweeping takes no more time than making symbols
	}
	return &s
}

// bounds returns the bounds of s, which is not an input, from those of the linear forms inside it. They hold wherever s
// has a value.
func (s *Sym) bounds(of func(*Linear) interval) (lo, hi *big.Int) {
	var z interval
	switch {
	case s.Op == Select:
		z = s.hull(of)
	case s.factors > 0:
		z = s.product(of)
	case s.Op > Root:
		z = s.Op.floats(of(s.X), of(s.Y), s.X.Equal(s.Y))
	default:
		z = s.Op.bounds(of(s.X), of(s.Y))
	}
	if s.Op == Prod && s.X.Equal(s.Y) {
		z = z.both(interval{lo: bigZero})
	}
	z = z.short()
	return z.lo, z.hi
}

// everywhere reports whether s has a value whenever its operands have one.
func (s *Sym) everywhere() bool {
	switch s.Op {
	case Quot, Rem, TruncQuot, TruncRem:
		return s.Y.IsConst() && s.Y.Const.Sign() != 0
	case Shl, Shr:
		y := s.Y.interval()
		return y.closed() && y.from(0) && y.hi.Cmp(big.NewInt(MaxShift)) <= 0
	case Select: // the operand has no values other than those of the cases
		x := s.X.interval()
		return x.closed() && x.lo.Cmp(s.Cases[0].At) >= 0 && x.hi.Cmp(s.Cases[len(s.Cases)-1].At) <= 0 && s.gapless()
	}
	return true
}

// gapless reports whether the operand of a Select is one of its cases if it is neither less nor more than all of them:
// whether the cases are those integers in between that differ from the constant of the operand by a multiple of the
// common divisor of its coefficients.
func (s *Sym) gapless() bool {
	first, last := s.Cases[0].At, s.Cases[len(s.Cases)-1].At
	step := new(big.Int)
	for _, t := range s.X.Terms {
		step.GCD(nil, nil, step, new(big.Int).Abs(t.Coef))
	}
	n, rest := new(big.Int).QuoRem(new(big.Int).Sub(last, first), step, new(big.Int))
	off := new(big.Int).Sub(first, s.X.Const)
	return n.Cmp(big.NewInt(int64(len(s.Cases)-1))) == 0 && rest.Sign() == 0 && off.Rem(off, step).Sign() == 0
}
