package bits

import (
	"encoding/binary"

	"vouch/finder/solver/sat"
	"vouch/semantics/term"
)

// This file defines the memory of a solver: what it has learned about clauses that the next queries have, too. The
// queries of a path are alike: each has the facts of the one before, and asks about another branch.
//
// Variables and clauses have names, which are numbers that last from query to query. The clauses of a symbol, of a sum
// or of a fact are a part. Parts with the same contents have the same names for their clauses, and for the variables
// that they bring in. So if a query has all the clauses that a lemma rests on, by their names, the lemma follows from
// the query's clauses, whatever else these names stand for. Its chains become chains of the query's proof.
//
// What is learned from the question of a query, its last formula, is of no use if the next query has its negation. So
// the question is supposed, and is no clause: see sat.Solver.Suppose.

// memory is what was learned, for the solvers that share it.
type memory struct {
	spent   int64 // the work of all queries so far
	parts   map[string]names
	size    int // of the keys of parts, in bytes
	symbols map[*term.Sym]uint64
	next    names // the first ones that are free

	// Lemmas, each after those that make it. A hint is the name of a clause, or ^i for the lemma with the index i.
	lemmas []lemma
	lits   []sat.Lit // over names
	hints  []int32

	// By names: of a query, the variables and the clauses. Between queries no clause has a number.
	number, clauses []int32

	queries int // with records
	drops   int // how often lemmas were dropped
}

// names are a name of a variable and one of a clause: the first ones of a part.
type names struct{ variable, clause int32 }

// lemma is a clause that was learned: where its literals and its hints end, and those of the next one begin.
type lemma struct {
	lits, hints int32
	rank        int32 // unknown if its literals are not known
	had         bool  // by one of the last queries
}

const unknown = -1

// The limits of a memory.
const (
	easy     = 2_000_000 // the work on all queries before anything is kept: easy queries need no memory
	maxHints = 6_000_000
	maxKeys  = 64 << 20 // bytes
	drop     = 32       // queries after which lemmas are dropped that none of them had
	glance   = 8        // hints that are looked at for a unit of work
)

func newMemory() *memory {
	return &memory{parts: map[string]names{}, symbols: map[*term.Sym]uint64{}}
}

// part is the clauses of a symbol, a sum or a fact in a query.
type part struct {
	key       []byte // what it is: clauses over variables by their names, its own ones by their places in it
	variables []int32
	clauses   []int32
}

// record gives names to the clauses of a query while they are made. A nil record does nothing.
type record struct {
	m         *memory
	drops     int // of the memory, when the query was made
	open      []*part
	whole     int // calls of begin that are within the innermost part, which has no parts
	variables []variable
	clauses   []int32 // of each clause, its name
	seen      map[string]uint64
	guard     int // the variable that stands for the question; 0 if none does

	lemmas []int32         // of each lemma of the memory, its number in the query; unknown if it is not there
	index  map[int32]int32 // by the number of a lemma in the query, its index in the memory
	kept   int             // how many lemmas of the query were looked at
}

// variable says what a variable is a part of, as the place in it and by its name.
type variable struct {
	of          *part
	place, name int32
}

// record returns a record for the next query; nil if queries were easy so far.
func (m *memory) record() *record {
	if m == nil || m.spent < easy {
		return nil
	}
	if m.size > maxKeys {
		old := *m
		*m = *newMemory()
		m.spent, m.queries, m.drops = old.spent, old.queries, old.drops+1
	}
	m.queries++
	if m.queries%drop == 0 || len(m.hints) > maxHints {
		m.drop()
	}
	return &record{m: m, drops: m.drops, seen: map[string]uint64{}, index: map[int32]int32{}}
}

// drop drops the lemmas that no query had since it was called last, or all if there are too many.
func (m *memory) drop() {
	old := *m
	m.lemmas, m.lits, m.hints = nil, nil, nil
	m.drops++
	if len(old.hints) > maxHints {
		return
	}
	index := make([]int32, len(old.lemmas))
	from := lemma{}
	for i, l := range old.lemmas {
		if l.had { // and so are those that make it
			index[i] = int32(len(m.lemmas))
			m.lits = append(m.lits, old.lits[from.lits:l.lits]...)
			for _, h := range old.hints[from.hints:l.hints] {
				if h < 0 {
					h = ^index[^h]
				}
				m.hints = append(m.hints, h)
			}
			m.lemmas = append(m.lemmas, lemma{int32(len(m.lits)), int32(len(m.hints)), l.rank, false})
		}
		from = l
	}
}

// begin begins a part: the symbol x, or a sum or a fact if x is nil.
func (r *record) begin(x *term.Sym) {
	switch {
	case r == nil:
		return
	case r.whole > 0:
		r.whole++
		return
	}
	tag := uint64(0)
	if x != nil {
		if tag = r.m.symbols[x]; tag == 0 {
			tag = uint64(len(r.m.symbols)) + 1
			r.m.symbols[x] = tag
		}
	}
	r.open = append(r.open, &part{key: binary.AppendUvarint(nil, tag)})
}

// inner makes all that is made before the end of the innermost part belong to it.
func (r *record) inner() {
	if r != nil && r.whole == 0 {
		r.whole = 1
	}
}

// end ends the part that was begun last.
func (r *record) end() {
	if r == nil {
		return
	}
	if r.whole > 1 {
		r.whole--
		return
	}
	r.whole = 0
	p := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	key := string(p.key)
	if n := r.seen[key]; n > 0 { // another one is just the same
		key += string(binary.AppendUvarint([]byte{0}, n))
	}
	r.seen[string(p.key)]++
	n, known := r.m.parts[key]
	if !known {
		n = r.m.next
		r.m.parts[key] = n
		r.m.size += len(key)
		r.m.next = names{n.variable + int32(len(p.variables)), n.clause + int32(len(p.clauses))}
	}
	for i, v := range p.variables {
		r.variables[v].name = n.variable + int32(i)
	}
	for i, c := range p.clauses {
		r.clauses[c] = n.clause + int32(i)
	}
}

// variable notes a new variable.
func (r *record) variable() {
	if r == nil {
		return
	}
	p := r.open[len(r.open)-1]
	p.variables = append(p.variables, int32(len(r.variables)))
	r.variables = append(r.variables, variable{p, int32(len(p.variables) - 1), 0})
}

// question notes a new variable that stands for the question.
func (r *record) question() {
	r.guard = len(r.variables)
	r.variables = append(r.variables, variable{name: unknown})
}

// clause notes a new clause.
func (r *record) clause(lits []sat.Lit) {
	if r == nil {
		return
	}
	p := r.open[len(r.open)-1]
	p.clauses = append(p.clauses, int32(len(r.clauses)))
	r.clauses = append(r.clauses, 0)
	for _, l := range lits {
		switch v := r.variables[l.Var()]; {
		case l.Var() == r.guard && r.guard > 0:
		case v.of == p:
			p.key = binary.AppendUvarint(p.key, uint64(v.place)<<2|uint64(l&1)<<1|1)
		default:
			p.key = binary.AppendUvarint(p.key, uint64(v.name+1)<<2|uint64(l&1)<<1)
		}
	}
	p.key = append(p.key, 0)
}

// recall enters the lemmas whose clauses the query has. It returns the work.
func (r *record) recall(s *sat.Solver) (work int64) {
	m := r.m
	m.number = append(m.number, make([]int32, int(m.next.variable)-len(m.number))...)
	for len(m.clauses) < int(m.next.clause) {
		m.clauses = append(m.clauses, unknown)
	}
	for v, x := range r.variables {
		if x.name != unknown {
			m.number[x.name] = int32(v)
		}
	}
	for c, name := range r.clauses {
		m.clauses[name] = int32(c)
	}
	defer func() {
		for _, name := range r.clauses {
			m.clauses[name] = unknown
		}
	}()
	r.lemmas = make([]int32, len(m.lemmas))
	var lits []sat.Lit
	var chain []int32
	from := lemma{}
lemmas:
	for i, l := range m.lemmas {
		begin := from
		from = l
		chain = chain[:0]
		for _, h := range m.hints[begin.hints:l.hints] {
			work++
			c := int32(unknown)
			if h >= 0 {
				c = m.clauses[h]
			} else {
				c = r.lemmas[^h]
			}
			if c == unknown {
				r.lemmas[i] = unknown
				continue lemmas
			}
			chain = append(chain, c)
		}
		known := sat.Lemma{Rank: int(l.rank), Chain: chain}
		if l.rank != unknown {
			lits = lits[:0]
			for _, x := range m.lits[begin.lits:l.lits] {
				lits = append(lits, sat.Lit(2*m.number[x.Var()])|x&1)
			}
			if known.Lits = lits; lits == nil {
				known.Lits = []sat.Lit{}
			}
		}
		r.lemmas[i] = s.Recall(known)
		r.index[r.lemmas[i]] = int32(i)
		r.kept++
		m.lemmas[i].had = true
	}
	return work / glance
}

// keep keeps what was learned since it was called last, unless numbers have changed in between.
func (r *record) keep(s *sat.Solver) {
	m := r.m
	if r.drops != m.drops {
		return
	}
	r.kept = s.Lemmas(r.kept, func(l sat.Lemma) {
		for _, h := range l.Chain {
			if i, known := r.index[h]; known {
				m.hints = append(m.hints, ^i)
			} else {
				m.hints = append(m.hints, r.clauses[h])
			}
		}
		rank := int32(l.Rank)
		if l.Lits == nil {
			rank = unknown
		}
		for _, x := range l.Lits {
			if x.Var() != r.guard || r.guard == 0 {
				m.lits = append(m.lits, sat.Lit(2*r.variables[x.Var()].name)|x&1)
			}
		}
		r.index[l.ID] = int32(len(m.lemmas))
		m.lemmas = append(m.lemmas, lemma{int32(len(m.lits)), int32(len(m.hints)), rank, true})
	})
}
