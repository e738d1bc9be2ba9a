package solver

import (
	"context"
	"hash/maphash"
	"maps"
	"math/big"
	"slices"
	"sync"

	"vouch/semantics/term"
)

// This file defines the link that remembers answers.

// Cache answers a query that it has seen before with the old answer. A query is a list of conjuncts. The same conjuncts
// in another order are another query, so that an answer does not depend on earlier queries. Cache forgets the oldest
// answers first. If an answer was unknown because the context ended, Cache asks again.
type Cache struct {
	Queries int // number of queries asked
	Hits    int // number of these that were answered from memory

	next Solver
	last hashed // the previous query, which mostly shares a prefix with the next
	*memory
}

// memory holds the answers of one or more caches. These may run in several goroutines.
type memory struct {
	mu      sync.Mutex
	seed    maphash.Seed
	answers map[uint64]*entry // by hash; the later one of two with the same hash
	order   []*entry          // from old to new
	size    int               // of order, in machine words
}

// entry is a remembered answer with the query it belongs to.
type entry struct {
	fs     []*term.Formula
	hash   uint64
	answer Answer
	size   int // of both, in machine words
}

// hashed is a list of formulas with the hash and the size of each. Equal formulas have equal hashes: symbols count by
// their pointers.
type hashed struct {
	fs     []*term.Formula
	hashes []uint64
	sizes  []int
}

// maxCacheSize bounds the memory of a cache, in machine words. A conjunct counts in each query that has it.
const maxCacheSize = 1 << 23

// NewCache returns an empty cache in front of next.
func NewCache(next Solver) *Cache {
	return &Cache{next: next, memory: &memory{seed: maphash.MakeSeed(), answers: map[uint64]*entry{}}}
}

// Share returns a cache in front of next that shares the memory of c. The solvers behind both must give the same
// answers to the same queries.
func (c *Cache) Share(next Solver) *Cache { return &Cache{next: next, memory: c.memory} }

// Solve implements Solver.
func (c *Cache) Solve(ctx context.Context, fs []*term.Formula) Answer {
	c.Queries++
	c.last = c.hash(fs)
	e := &entry{fs: c.last.fs, hash: maphash.Comparable(c.seed, len(fs))}
	for _, h := range c.last.hashes {
		e.hash = maphash.Comparable(c.seed, [2]uint64{e.hash, h})
	}
	if old := c.recall(e.hash); old != nil && slices.EqualFunc(old.fs, fs, (*term.Formula).Equal) {
		c.Hits++
		return old.answer.clone()
	}
	e.answer = c.next.Solve(ctx, fs)
	e.size = 16 + e.answer.words()
	for _, n := range c.last.sizes {
		e.size += n
	}
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

// recall returns the answer with a hash, or nil.
func (m *memory) recall(hash uint64) *entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.answers[hash]
}

func (m *memory) remember(e *entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers[e.hash] = e
	m.order = append(m.order, e)
	m.size += e.size
	for m.size > maxCacheSize && len(m.order) > 1 {
		old := m.order[0]
		m.order[0], m.order = nil, m.order[1:]
		m.size -= old.size
		if m.answers[old.hash] == old {
			delete(m.answers, old.hash)
		}
	}
}

// hash returns fs with its hashes, taking over those of the prefix it shares with the query before.
func (c *Cache) hash(fs []*term.Formula) hashed {
	q := hashed{slices.Clone(fs), make([]uint64, 0, len(fs)), make([]int, 0, len(fs))}
	for i, f := range fs {
		if i == len(q.hashes) && i < len(c.last.fs) && c.last.fs[i] == f {
			q.hashes, q.sizes = append(q.hashes, c.last.hashes[i]), append(q.sizes, c.last.sizes[i])
			continue
		}
		var h maphash.Hash
		h.SetSeed(c.seed)
		size := writeFormula(&h, f)
		q.hashes, q.sizes = append(q.hashes, h.Sum64()), append(q.sizes, size)
	}
	return q
}

// writeFormula hashes f and returns the size of f.
func writeFormula(h *maphash.Hash, f *term.Formula) (size int) {
	maphash.WriteComparable(h, [2]int{int(f.Op), len(f.Args)})
	size = 8
	if f.E != nil {
		writeInt(h, f.E.Const)
		size += len(f.E.Const.Bits())
		for _, t := range f.E.Terms {
			maphash.WriteComparable(h, t.Sym)
			writeInt(h, t.Coef)
			size += 2 + len(t.Coef.Bits())
		}
	}
	for _, g := range f.Args {
		size += writeFormula(h, g)
	}
	return size
}

// words returns about the size of a, in machine words.
func (a Answer) words() int {
	n := 0
	for _, v := range a.Model {
		if n += 8; v != nil {
			n += len(v.Bits())
		}
	}
	for _, r := range a.Proof {
		n += 8
		if r.K != nil {
			n += len(r.K.Bits())
		}
		if r.Bits != nil {
			n += 16 + len(r.Bits.Rows) + len(r.Bits.Cases) + len(r.Bits.Chains)/8
		}
		for _, m := range r.Rows {
			n += 6 + len(m.Times.Bits())
		}
	}
	return n
}

func writeInt(h *maphash.Hash, x *big.Int) {
	maphash.WriteComparable(h, [2]int{x.Sign(), len(x.Bits())})
	for _, w := range x.Bits() {
		maphash.WriteComparable(h, w)
	}
}
