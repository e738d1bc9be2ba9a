package bits

import (
	"context"
	"encoding/binary"
	"math/big"
	"math/rand/v2"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the sweep: where two circuits compute the same in different ways, what is equal half-way is proved
// first. That is how equivalences of circuits are checked (Kuehlmann and Krohm, "Equivalence checking using cuts and
// heaps", 1997). Literals that are equal in a sample of inputs are tried in the order of their circuits. Each that is
// proved equal makes the next proofs short: they look no farther than to what is equal.

// The limits of a sweep.
const (
	samples   = 4      // words of 64 samples
	conflicts = 1000   // of one half of a proof that two literals are equal
	region    = 20_000 // variables in a region
	atFirst   = 4      // the part of the work that is done before a sweep
	inVain    = 4      // the part of the work that a sweep may do for what it does not prove equal
	atMost    = 8      // how much more than the work it may do in all: what is proved helps
	valuation = 20     // the work for the value of a symbol
	lost      = 4      // the part of the work of a sweep that may be in vain if it pays
	mostVain  = 3      // sweeps in vain, as far as it matters how many
)

// sweeps says whether queries are swept. After a sweep in vain the next query is not, after another one the next three,
// and then always seven, until a sweep pays.
type sweeps struct {
	vain int // sweeps in a row that paid little
	left int // queries that are not swept
}

// due reports whether a query is swept.
func (s *sweeps) due() bool {
	if s.left > 0 {
		s.left--
		return false
	}
	return true
}

// done notes what a sweep has paid: how much of its work proved that literals are equal. Where a sweep decides a query,
// or makes it easy, that is nearly all. Where half of it is, queries take as long as without.
func (s *sweeps) done(paid, work int64) {
	if s.vain++; work-paid < work/lost {
		s.vain = 0
	}
	s.left = 1<<min(s.vain, mostVain) - 1
}

// solve decides the clauses with so much work, and more where a sweep pays. It returns the work that it did.
func (e *encoder) solve(ctx context.Context, work int64, s *sweeps) (sat.Status, int64) {
	e.sat.Allow(work / atFirst)
	status := e.sat.Solve(ctx)
	spent := work/atFirst - e.sat.Left()
	if status != sat.Unknown || ctx.Err() != nil || e.sat.Size() > int(work/inVain) ||
		int64(64*samples*valuation*len(e.order)) > work/inVain {
		return status, spent
	}
	if s.due() {
		e.sat.Allow(atMost * work)
		paid := e.sweep(ctx, work/inVain)
		swept := atMost*work - e.sat.Left()
		if e.sat.Ended() != sat.Unknown {
			paid = swept
		}
		s.done(paid, swept)
		spent += swept
	}
	e.sat.Allow(work - work/atFirst)
	status = e.sat.Solve(ctx)
	return status, spent + work - work/atFirst - e.sat.Left()
}

// sweep learns which literals of the circuits are equal. It may decide all on its way. It ends when so much work was in
// vain. It returns how much was not.
func (e *encoder) sweep(ctx context.Context, vain int64) (paid int64) {
	before := e.sat.Left()
	pairs, occurrences := e.pairs(), e.sat.Occurrences(e.circuits)
	vain -= before - e.sat.Left()
	stop := e.inputs() // the variables where what literals are made of ends: inputs, and what is equal to others
	for _, pair := range pairs {
		before, r, l := e.sat.Left(), pair[0], pair[1]
		equal := e.sat.Propagated(ctx, r, l)
		if !equal && e.sat.Ended() == sat.Unknown {
			leaves := e.sat.Leaves(occurrences, []int{r.Var(), l.Var()}, e.until, func(v int) bool { return stop[v] },
				region)
			equal = e.sat.Equal(ctx, r, l, leaves, conflicts)
		}
		if equal {
			stop[r.Var()], stop[l.Var()] = true, true
			paid += before - e.sat.Left()
		} else {
			vain -= before - e.sat.Left()
		}
		if e.sat.Ended() != sat.Unknown || e.sat.Left() < 0 || vain < 0 || ctx.Err() != nil {
			return paid
		}
	}
	return paid
}

// pairs returns literals that are equal in a sample, in the order of their circuits.
func (e *encoder) pairs() (pairs [][2]sat.Lit) {
	t := e.sample()
	first := map[string]sat.Lit{} // by what it is in the sample
	key := make([]byte, 8*samples)
	for v := range e.until {
		l := sat.Lit(2 * v)
		if e.ways[v] || !t.decides(l) {
			continue
		}
		if t.Sample[l][0]&1 != 0 {
			l = l.Not()
		}
		for w, x := range t.Sample[l] {
			binary.LittleEndian.PutUint64(key[8*w:], x)
		}
		if r, found := first[string(key)]; found {
			pairs = append(pairs, [2]sat.Lit{r, l})
		} else {
			first[string(key)] = l
		}
	}
	return pairs
}

// inputs returns the variables of inputs, and the one that is true.
func (e *encoder) inputs() map[int]bool {
	in := map[int]bool{yes.Var(): true}
	for x, n := range e.syms {
		for _, b := range n.bits {
			if x.Op == term.Input {
				in[b.lit.Var()] = true
			}
		}
	}
	return in
}

// sampled is a sample with the places in it that have inputs.
type sampled struct {
	sat.Sample
	valid [samples]uint64
}

// decides reports whether l has a value in all samples.
func (t sampled) decides(l sat.Lit) bool {
	for w, x := range t.Sample[l] {
		if (x|t.Sample[l.Not()][w])&t.valid[w] != t.valid[w] {
			return false
		}
	}
	return true
}

// sample returns what the circuits are for some inputs.
func (e *encoder) sample() sampled {
	t := sampled{Sample: e.sat.Sample(samples)}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 64 * samples {
		values := e.values(random)
		if values == nil {
			continue
		}
		w, one := i/64, uint64(1)<<(i%64)
		t.valid[w] |= one
		for x, n := range e.syms {
			at, ok := n.reach(values[x])
			if !ok {
				continue
			}
			for k, b := range n.bits {
				t.Sample[b.is(at[k])][w] |= one
			}
		}
	}
	e.sat.Extend(t.Sample, e.circuits)
	for l := range t.Sample {
		for w := range t.valid {
			t.Sample[l][w] &= t.valid[w]
		}
	}
	return t
}

// values returns the values of the symbols for random inputs; nil if some have none.
func (e *encoder) values(random *rand.Rand) map[*term.Sym]*big.Int {
	inputs := map[string]*big.Int{}
	for _, x := range e.order {
		if x.Op == term.Input {
			lo, hi := e.ranges.Of(x)
			inputs[x.Name] = between(random, lo, hi)
		}
	}
	v := e.pool.Valuation(func(name string) *big.Int { return inputs[name] })
	values := map[*term.Sym]*big.Int{}
	for _, x := range e.order {
		n := v.Linear(&term.Linear{Const: new(big.Int), Terms: []term.Term{{Sym: x, Coef: one}}})
		if n == nil {
			return nil
		}
		values[x] = n
	}
	return values
}

// between returns a random number.
func between(random *rand.Rand, lo, hi *big.Int) *big.Int {
	span := new(big.Int).Sub(hi, lo)
	n := new(big.Int)
	for range span.BitLen()/64 + 2 {
		n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(random.Uint64()))
	}
	return n.Mod(n, span.Add(span, one)).Add(n, lo)
}
