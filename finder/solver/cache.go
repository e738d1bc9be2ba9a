package solver

import (
	"cmp"
	"context"
	"hash/maphash"
	"maps"
	"math/big"
	"slices"

	"vouch/semantics/term"
)

// This file defines the link that remembers answers.

// Cache answers a query it has seen before as it was answered then, whatever the order and number in which its conjuncts come.
// A proof is about a list of conjuncts and is forgotten where another one is asked about. Cache forgets the oldest answers first. What was unknown because the context ended is asked again.
type Cache struct {
	Queries int // asked
	Hits    int // of those, answered from memory

	next    Solver
	seed    maphash.Seed
	answers map[uint64]*entry // by hash; of two with the same hash the later one
	order   []*entry          // from old to new
	size    int               // of order: conjuncts, and one for each entry
	last    hashed            // of the query before, which mostly shares a prefix
}

// entry is a remembered answer with the query it belongs to.
type entry struct {
	hashed
	asked  []*term.Formula // the conjuncts as they came
	hash   uint64
	answer Answer
}

// hashed is a list of formulas with the hash of each. Equal formulas have equal hashes: symbols count by their pointers.
type hashed struct {
	fs     []*term.Formula
	hashes []uint64
}

// maxCacheSize bounds the conjuncts that a cache holds on to.
const maxCacheSize = 1 << 19

// NewCache returns an empty cache in front of next.
func NewCache(next Solver) *Cache {
	return &Cache{next: next, seed: maphash.MakeSeed(), answers: map[uint64]*entry{}}
}

// Solve implements Solver.
func (c *Cache) Solve(ctx context.Context, fs []*term.Formula) Answer {
	c.Queries++
	c.last = c.hash(fs)
	e := &entry{hashed: c.last.set(), asked: c.last.fs}
	e.hash = maphash.Comparable(c.seed, len(e.hashes))
	for _, h := range e.hashes {
		e.hash = maphash.Comparable(c.seed, [2]uint64{e.hash, h})
	}
	if old := c.answers[e.hash]; old != nil && slices.EqualFunc(old.fs, e.fs, (*term.Formula).Equal) {
		c.Hits++
		a := old.answer.clone()
		if a.Proof != nil && !slices.EqualFunc(old.asked, fs, (*term.Formula).Equal) {
			a.Proof = nil
		}
		return a
	}
	e.answer = c.next.Solve(ctx, fs)
	if e.answer.Status != Unknown || ctx.Err() == nil {
		c.remember(e)
		return e.answer.clone()
	}
	return e.answer
}

// clone returns an answer whose model may be changed without changing that of a.
func (a Answer) clone() Answer {
	a.Model = maps.Clone(a.Model)
	return a
}

func (c *Cache) remember(e *entry) {
	c.answers[e.hash] = e
	c.order = append(c.order, e)
	c.size += 1 + len(e.fs)
	for c.size > maxCacheSize && len(c.order) > 1 {
		old := c.order[0]
		c.order[0], c.order = nil, c.order[1:]
		c.size -= 1 + len(old.fs)
		if c.answers[old.hash] == old {
			delete(c.answers, old.hash)
		}
	}
}

// hash returns fs with its hashes, taking over those of the prefix it shares with the query before.
func (c *Cache) hash(fs []*term.Formula) hashed {
	q := hashed{slices.Clone(fs), make([]uint64, 0, len(fs))}
	for i, f := range fs {
		if i == len(q.hashes) && i < len(c.last.fs) && c.last.fs[i] == f {
			q.hashes = append(q.hashes, c.last.hashes[i])
			continue
		}
		var h maphash.Hash
		h.SetSeed(c.seed)
		writeFormula(&h, f)
		q.hashes = append(q.hashes, h.Sum64())
	}
	return q
}

// set returns q in the order of its hashes and without repetitions.
func (q hashed) set() hashed {
	index := make([]int, len(q.fs))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(i, j int) int { return cmp.Compare(q.hashes[i], q.hashes[j]) })
	index = slices.CompactFunc(index, func(i, j int) bool { return q.hashes[i] == q.hashes[j] && q.fs[i].Equal(q.fs[j]) })
	s := hashed{make([]*term.Formula, len(index)), make([]uint64, len(index))}
	for k, i := range index {
		s.fs[k], s.hashes[k] = q.fs[i], q.hashes[i]
	}
	return s
}

func writeFormula(h *maphash.Hash, f *term.Formula) {
	maphash.WriteComparable(h, [2]int{int(f.Op), len(f.Args)})
	if f.E != nil {
		writeInt(h, f.E.Const)
		for _, t := range f.E.Terms {
			maphash.WriteComparable(h, t.Sym)
			writeInt(h, t.Coef)
		}
	}
	for _, g := range f.Args {
		writeFormula(h, g)
	}
}

func writeInt(h *maphash.Hash, x *big.Int) {
	maphash.WriteComparable(h, [2]int{x.Sign(), len(x.Bits())})
	for _, w := range x.Bits() {
		maphash.WriteComparable(h, w)
	}
}
