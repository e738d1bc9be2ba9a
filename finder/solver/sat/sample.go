package sat

// This file defines samples: what clauses say of variables once some of them have values.

// Sample is some assignments at once, one for each bit of a word. For each literal it says in which of them the literal
// is true.
type Sample [][]uint64

// Sample returns a sample of so many words, in which nothing is true.
func (s *Solver) Sample(words int) Sample {
	t := make(Sample, 2*len(s.levels))
	all := make([]uint64, words*len(t))
	for l := range t {
		t[l] = all[l*words : (l+1)*words]
	}
	return t
}

// Span is some clauses that were added one after the other.
type Span struct{ From, To int }

// Size says where the next clause begins, for spans.
func (s *Solver) Size() int { return len(s.arena) }

// each calls do for each clause of spans.
func (s *Solver) each(spans []Span, do func(c ref, lits []Lit)) {
	for _, span := range spans {
		for c := ref(span.From); int(c) < span.To; c += header + ref(s.arena[c+atSize]) {
			do(c, s.of(c))
		}
	}
}

// extensions is how often Extend looks at all clauses.
const extensions = 3

// Extend makes true in a sample what follows by propagation from the clauses of spans. It ends early where clauses that
// are in order leave nothing to do.
func (s *Solver) Extend(t Sample, spans []Span) {
	for range extensions {
		changed := false
		s.each(spans, func(_ ref, lits []Lit) {
			s.work -= int64(len(lits))
			for w := range t[0] {
				none, one, more := ^uint64(0), uint64(0), uint64(0) // where so many literals may still be true
				for _, l := range lits {
					open := ^t[l.Not()][w]
					more |= one & open
					one |= none & open
					none &^= open
				}
				if one &^= more; one == 0 {
					continue
				}
				for _, l := range lits {
					if is := one &^ t[l.Not()][w]; is&^t[l][w] != 0 {
						t[l][w] |= is
						changed = true
					}
				}
			}
		})
		if !changed {
			return
		}
	}
}
