// Package sat decides propositional formulas in conjunctive normal form, and proves by resolution those that it
// refutes.
//
// The method is conflict-driven clause learning: Marques-Silva and Sakallah, "GRASP" (1999), with the watched literals,
// the order of decisions and the restarts of Chaff and MiniSat. A learned clause is the resolvent of a chain of
// clauses, which is noted when it is learned. The chains that the empty clause rests on are the proof. So who checks a
// proof need not believe any clause.
//
// What a Solver does depends on its clauses and on its limit of work alone, unless a context ends.
//
// Begin with [New], [Solver.Add] and [Solver.Solve].
package sat

import (
	"slices"
)

// This file defines the solver: its clauses, and the loop of propagation, conflict and decision.

// Lit is a literal: 2v is the variable v, 2v + 1 its negation. Variables are numbered from 0.
type Lit int32

// learner is the scratch memory of learn.
type learner struct {
	lits    []Lit
	chain   []int32
	marked  []int   // variables that are seen
	zero    []int   // variables of level 0 that occurred
	removed []int   // variables that the others imply
	state   []int8  // of each variable, what is known of whether the others imply it: 1 they do, -1 they don't
	touched []int   // variables with a state
	stack   []int   // of implied
	levels  []int64 // of each level, when it was counted last
	time    int64
}

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() int { return int(l >> 1) }

// Status is the answer to whether the clauses have a model.
type Status byte

// The three answers.
const (
	Unknown Status = iota
	Sat
	Unsat
)

// Solver holds clauses. It is for one goroutine, and decides once between two calls of Reset. No clause is added after
// it began to.
type Solver struct {
	work     int64  // left
	added    int    // clauses that were added
	begun    bool   // whether a search has begun
	ended    Status // what it ended with
	last     int    // of the chain that makes the empty clause, its number counted from 1; the last one if it is 0
	supposed []Lit  // what Suppose was called with

	// conflicts so far, when something is forgotten next, and after how many conflicts that is
	conflicts, nextForget, forgotten int

	arena   []Lit       // the clauses, each behind its header
	learned []ref       // the clauses that were learned and not forgotten
	watches [][]watcher // of each literal, the clauses that watch it
	chains  chains
	none    int32 // the number of a clause without literals that was added; -1 if there is none

	values []int8  // of each literal: 1 true, -1 false, 0 none
	levels []int32 // of each variable that has a value
	places []int32 // of each variable that has a value, where it stands in the trail
	reason []ref   // of each variable that was propagated, the clause; of others noRef
	unit   []int32 // of each variable with a value on level 0, the number of the clause that has it alone
	trail  []Lit
	bounds []int // of each level above 0, where it begins in the trail
	next   int   // in the trail, what is to be propagated

	order   heap
	phase   []bool // of each variable, whether it was true when it had a value last
	bump    float64
	seen    []bool
	learner learner
	lits    []Lit // of the clause that is added
}

// ref is where a clause stands in the arena. Its header has three words.
type ref int32

const (
	noRef   ref = -1
	header      = 3
	atSize      = 0 // how many literals
	atRank      = 1 // of a learned clause, of how many levels its literals were; 0 of one that was added
	atID        = 2
	lasting     = 2 // the rank up to which nothing is forgotten
)

// watcher is a clause that watches a literal, with another literal of it: while that is true, the clause says nothing.
type watcher struct {
	clause  ref
	blocker Lit
}

// New returns a solver without clauses that may do so much work, in literals and clauses looked at.
func New(work int64) *Solver { return &Solver{work: work, none: -1, bump: 1} }

// Reset makes s what New returns, but for the memory that it has.
func (s *Solver) Reset(work int64) {
	*s = Solver{
		work: work, none: -1, bump: 1, arena: s.arena[:0], learned: s.learned[:0], watches: s.watches[:0],
		values: s.values[:0], levels: s.levels[:0], places: s.places[:0],
		reason: s.reason[:0], unit: s.unit[:0], trail: s.trail[:0], bounds: s.bounds[:0], phase: s.phase[:0],
		seen: s.seen[:0], lits: s.lits[:0],
		chains: chains{starts: s.chains.starts[:0], hints: s.chains.hints[:0]},
		order:  heap{s.order.activity[:0], s.order.vars[:0], s.order.at[:0]},
	}
}

// Vars makes the solver know the variables up to n - 1.
func (s *Solver) Vars(n int) {
	for v := len(s.levels); v < n; v++ {
		s.values = append(s.values, 0, 0)
		s.watched()
		s.watched()
		s.levels, s.places = append(s.levels, 0), append(s.places, 0)
		s.reason, s.unit = append(s.reason, noRef), append(s.unit, -1)
		s.phase, s.seen = append(s.phase, false), append(s.seen, false)
		s.order.add(v)
	}
}

// watched makes room for the clauses that watch another literal.
func (s *Solver) watched() {
	n := len(s.watches)
	if n == cap(s.watches) {
		s.watches = append(s.watches, nil)
		return
	}
	s.watches = s.watches[:n+1]
	s.watches[n] = s.watches[n][:0]
}

// Add adds a clause over variables that are known. Clauses are numbered from 0 in the order in which they are added.
func (s *Solver) Add(clause ...Lit) {
	id := int32(s.added)
	s.added++
	s.lits = append(s.lits[:0], clause...)
	slices.Sort(s.lits)
	lits := slices.Compact(s.lits)
	for i := range lits[:max(0, len(lits)-1)] {
		if lits[i] == lits[i+1].Not() {
			return // it is always true
		}
	}
	if len(lits) == 0 {
		s.none = id
		return
	}
	s.clause(lits, 0, id)
}

// clause enters a clause, the first two literals watched.
func (s *Solver) clause(lits []Lit, rank int, id int32) ref {
	c := ref(len(s.arena))
	s.arena = append(append(s.arena, Lit(len(lits)), Lit(rank), Lit(id)), lits...)
	if len(lits) > 1 {
		s.watch(c)
	}
	return c
}

func (s *Solver) watch(c ref) {
	lits := s.of(c)
	s.watches[lits[0]] = append(s.watches[lits[0]], watcher{c, lits[1]})
	s.watches[lits[1]] = append(s.watches[lits[1]], watcher{c, lits[0]})
}

func (s *Solver) of(c ref) []Lit { return s.arena[c+header : c+header+ref(s.arena[c+atSize])] }

func (s *Solver) id(c ref) int32 { return int32(s.arena[c+atID]) }

// How often the search starts anew, and how often half of what was learned is forgotten, in conflicts.
const (
	restartUnit  = 32
	forgetFirst  = 2000
	forgetGrowth = 500
	contextUnit  = 1 << 14 // of work between looks at the context
)

// begin makes true what clauses have alone. It reports whether the search is open.
func (s *Solver) begin() bool {
	switch {
	case s.begun:
		return s.ended == Unknown
	case int64(len(s.arena)) > s.work:
		return false
	}
	s.begun, s.chains.added, s.nextForget, s.forgotten = true, int32(s.added), forgetFirst, forgetFirst
	if s.none >= 0 {
		s.conclude(s.none)
		return false
	}
	for c := ref(0); int(c) < len(s.arena); c += header + ref(s.arena[c+atSize]) {
		if s.arena[c+atSize] == 1 && !s.assertUnit(s.arena[c+header], s.id(c)) {
			s.ended = Unsat
			return false
		}
	}
	s.order.fill(len(s.levels))
	return true
}

// chains holds the chains of all that was learned, one after the other.
type chains struct {
	added  int32   // clauses that were not learned
	starts []int32 // of each chain, where it begins
	hints  []int32
}

// add adds a chain and returns the number of the clause that it makes.
func (c *chains) add(chain []int32) int32 {
	c.starts = append(c.starts, int32(len(c.hints)))
	c.hints = append(c.hints, chain...)
	return c.added + int32(len(c.starts)) - 1
}

// conclude ends with the number of a clause that is false.
func (s *Solver) conclude(id int32) {
	s.ended = Unsat
	if id < s.chains.added {
		s.chains.add([]int32{id})
	} else {
		s.last = int(id-s.chains.added) + 1
	}
}

// assertUnit makes a literal true that a clause has alone. It returns false if it was false.
func (s *Solver) assertUnit(l Lit, id int32) bool {
	switch {
	case s.values[l] < 0:
		s.chains.add([]int32{id, s.unit[l.Var()]})
		return false
	case s.values[l] == 0:
		s.assign(l, noRef)
		s.unit[l.Var()] = id
	}
	return true
}

// question asks whether there is a model in which literals are true.
type question struct {
	given   []Lit
	first   []int32 // the variables that are decided first
	shallow bool    // whether no others are decided; then there is no answer once these have values
	most    int     // conflicts; no limit if it is negative
}

// decision returns a literal that is given and not true, or else one that is free; ok is false if there is none.
func (s *Solver) decision(q question) (l Lit, ok bool) {
	for _, l := range q.given {
		if s.values[l] <= 0 {
			return l, true
		}
	}
	v := -1
	s.work -= int64(len(q.first))
	for _, u := range q.first {
		if s.values[2*u] == 0 && (v < 0 || s.order.before(u, int32(v))) {
			v = int(u)
		}
	}
	if v < 0 && !q.shallow {
		if u, ok := s.order.best(func(v int) bool { return s.values[2*v] == 0 }); ok {
			v = u
		}
	}
	if v < 0 {
		return 0, false
	}
	if l = Lit(2 * v); !s.phase[v] {
		l = l.Not()
	}
	return l, true
}

// Allow sets the work that the solver may do from now on.
func (s *Solver) Allow(work int64) { s.work = work }

// Left returns the work that the solver may still do; below 0 if it has done more than it may.
func (s *Solver) Left() int64 { return s.work }

// Value returns the value of a variable in the model that Solve has found.
func (s *Solver) Value(v int) bool { return s.values[2*v] > 0 }

// luby returns the number with index i of the sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman, 1993).
func luby(i int) int {
	for size, seq := 1, 0; ; {
		for size < i+1 {
			size, seq = 2*size+1, seq+1
		}
		for size-1 != i {
			size = (size - 1) / 2
			seq--
			i %= size
		}
		return 1 << seq
	}
}

// assign makes l true on the present level.
func (s *Solver) assign(l Lit, why ref) {
	v := l.Var()
	s.values[l], s.values[l.Not()] = 1, -1
	s.levels[v], s.places[v], s.reason[v] = int32(len(s.bounds)), int32(len(s.trail)), why
	s.trail = append(s.trail, l)
}

// back goes back to a level.
func (s *Solver) back(level int) {
	if level >= len(s.bounds) {
		return
	}
	from := s.bounds[level]
	for _, l := range slices.Backward(s.trail[from:]) {
		v := l.Var()
		s.values[l], s.values[l.Not()] = 0, 0
		s.phase[v] = l&1 == 0
		s.order.put(v)
	}
	s.trail, s.bounds, s.next = s.trail[:from], s.bounds[:level], from
}

// propagate makes true what clauses leave no choice about. It returns a clause that is false, or noRef.
func (s *Solver) propagate() ref {
	for s.next < len(s.trail) {
		l := s.trail[s.next]
		s.next++
		if len(s.bounds) == 0 {
			s.justify(l)
		}
		gone := l.Not()
		list := s.watches[gone]
		s.work -= int64(1 + len(list))
		kept := 0
	clauses:
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.values[w.blocker] > 0 {
				list[kept] = w
				kept++
				continue
			}
			lits := s.of(w.clause)
			if lits[0] == gone {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := lits[0]
			if first != w.blocker && s.values[first] > 0 {
				list[kept] = watcher{w.clause, first}
				kept++
				continue
			}
			for k := 2; k < len(lits); k++ {
				if s.values[lits[k]] >= 0 {
					lits[1], lits[k] = lits[k], gone
					s.watches[lits[1]] = append(s.watches[lits[1]], watcher{w.clause, first})
					s.work -= int64(k)
					continue clauses
				}
			}
			s.work -= int64(len(lits))
			list[kept] = watcher{w.clause, first}
			kept++
			if s.values[first] < 0 {
				kept += copy(list[kept:], list[i+1:])
				s.watches[gone] = list[:kept]
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[gone] = list[:kept]
	}
	return noRef
}

// justify learns the clause that has a literal of level 0 alone.
func (s *Solver) justify(l Lit) {
	v := l.Var()
	if s.unit[v] < 0 {
		s.unit[v] = s.chains.add(s.units(s.reason[v], v))
	}
}

// units returns the chain that is a clause resolved with what its literals are on level 0, except for a variable.
func (s *Solver) units(c ref, but int) []int32 {
	chain := append(s.learner.chain[:0], s.id(c))
	for _, l := range s.of(c) {
		if v := l.Var(); v != but {
			chain = append(chain, s.unit[v])
		}
	}
	s.learner.chain = chain
	return chain
}
