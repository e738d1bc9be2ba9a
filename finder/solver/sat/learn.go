package sat

import (
	"cmp"
	"slices"
)

// This file defines what a conflict teaches: the clause of the first unique implication point, without literals that
// others of it imply.

// learn learns from a clause that is false on the present level, and goes back to where what is learned makes a literal
// true. It returns false if what is learned contradicts what holds anyway.
func (s *Solver) learn(conflict ref) bool {
	w := &s.learner
	for len(w.state) < len(s.levels) {
		w.state = append(w.state, 0)
	}
	w.lits, w.chain = append(w.lits[:0], 0), w.chain[:0]
	w.marked, w.zero = w.marked[:0], w.zero[:0]
	open, at, c := 0, len(s.trail), conflict
	level := int32(len(s.bounds))
	for {
		w.chain = append(w.chain, s.id(c))
		lits := s.of(c)
		s.work -= int64(len(lits))
		for _, l := range lits {
			v := l.Var()
			if s.seen[v] || s.values[l] > 0 { // the true one is what c is the reason of
				continue
			}
			s.mark(v)
			switch {
			case s.levels[v] == 0:
				w.zero = append(w.zero, v)
				continue
			case s.levels[v] == level:
				open++
			default:
				w.lits = append(w.lits, l)
			}
			s.more(v)
		}
		for at--; !s.seen[s.trail[at].Var()] || s.levels[s.trail[at].Var()] == 0; at-- {
		}
		if open--; open == 0 {
			break
		}
		c = s.reason[s.trail[at].Var()]
	}
	w.lits[0] = s.trail[at].Not()
	s.minimize()
	for _, v := range w.zero {
		w.chain = append(w.chain, s.unit[v])
	}
	for _, v := range w.marked {
		s.seen[v] = false
	}
	s.bump *= 1 / 0.95
	return s.use()
}

// mark records that v is seen.
func (s *Solver) mark(v int) {
	s.seen[v] = true
	s.learner.marked = append(s.learner.marked, v)
}

// more makes v come earlier in the order of decisions.
func (s *Solver) more(v int) {
	if s.order.bump(v, s.bump) {
		s.bump *= 1e-100
	}
}

// use enters the clause that was learned, and makes its first literal true.
func (s *Solver) use() bool {
	w := &s.learner
	id := s.chains.add(w.chain)
	if len(w.lits) == 1 {
		s.back(0)
		return s.assertUnit(w.lits[0], id)
	}
	second := 1
	for i := range w.lits {
		if i > 0 && s.levels[w.lits[i].Var()] > s.levels[w.lits[second].Var()] {
			second = i
		}
	}
	w.lits[1], w.lits[second] = w.lits[second], w.lits[1]
	rank := s.rank(w.lits)
	s.back(int(s.levels[w.lits[1].Var()]))
	c := s.clause(w.lits, rank, id)
	s.learned = append(s.learned, c)
	s.assign(w.lits[0], c)
	return true
}

// rank returns of how many levels literals are (Audemard and Simon, "Predicting learnt clauses quality", 2009).
func (s *Solver) rank(lits []Lit) int {
	w := &s.learner
	w.time++
	n := 0
	for _, l := range lits {
		level := int(s.levels[l.Var()])
		for len(w.levels) <= level {
			w.levels = append(w.levels, 0)
		}
		if w.levels[level] != w.time {
			w.levels[level] = w.time
			n++
		}
	}
	return n
}

// minimize takes out the literals that the others imply (Sörensson and Biere, "Minimizing learned clauses", 2009), with
// what that adds to the chain: reasons in the reverse order of the trail, so that each resolves away a literal that is
// there.
func (s *Solver) minimize() {
	w := &s.learner
	w.removed = w.removed[:0]
	kept := 1
	for _, l := range w.lits[1:] {
		if v := l.Var(); s.reason[v] != noRef && s.implied(v) {
			w.removed = append(w.removed, v)
		} else {
			w.lits[kept] = l
			kept++
		}
	}
	if w.lits = w.lits[:kept]; len(w.removed) > 0 {
		for i := 0; i < len(w.removed); i++ { // what they rest on, too
			v := w.removed[i]
			for _, l := range s.of(s.reason[v]) {
				u := l.Var()
				if u == v || s.seen[u] {
					continue
				}
				s.mark(u)
				if s.levels[u] == 0 {
					w.zero = append(w.zero, u)
				} else {
					w.removed = append(w.removed, u)
				}
			}
		}
		slices.SortFunc(w.removed, func(a, b int) int { return cmp.Compare(s.places[b], s.places[a]) })
		for _, v := range w.removed {
			w.chain = append(w.chain, s.id(s.reason[v]))
		}
	}
	for _, v := range w.touched {
		w.state[v] = 0
	}
	w.touched = w.touched[:0]
}

// implied reports whether literals that are in the learned clause make v what it is, v itself left out. It does not
// recurse, since reasons nest deeply.
func (s *Solver) implied(v int) bool {
	w := &s.learner
	w.stack = append(w.stack[:0], v)
	for len(w.stack) > 0 {
		top := w.stack[len(w.stack)-1]
		depth, failed := len(w.stack), false
		for _, l := range s.of(s.reason[top]) {
			u := l.Var()
			switch {
			case u == top || s.levels[u] == 0 || s.given(u) || w.state[u] > 0:
			case w.state[u] < 0 || s.reason[u] == noRef:
				failed = true
			default:
				w.stack = append(w.stack, u)
			}
			if failed {
				break
			}
		}
		s.work -= int64(s.arena[s.reason[top]+atSize])
		switch {
		case failed: // and so whatever waits for it
			for _, u := range w.stack[:depth] {
				s.know(u, -1)
			}
			return false
		case len(w.stack) == depth:
			s.know(top, 1)
			w.stack = w.stack[:depth-1]
		}
	}
	return true
}

// given reports whether u is in the learned clause before it is minimized.
func (s *Solver) given(u int) bool { return s.seen[u] && s.levels[u] < int32(len(s.bounds)) }

func (s *Solver) know(v int, state int8) {
	w := &s.learner
	if w.state[v] == 0 {
		w.touched = append(w.touched, v)
	}
	w.state[v] = state
}

// forget drops half of the learned clauses, those of the highest rank first and among them the oldest, except for those
// of rank 2 at most. It is called on level 0, and moves the clauses.
func (s *Solver) forget() {
	old := slices.Clone(s.learned)
	slices.SortStableFunc(old, func(a, b ref) int { return cmp.Compare(s.arena[b+atRank], s.arena[a+atRank]) })
	drop := map[ref]bool{}
	for _, c := range old[:len(old)/2] {
		if s.arena[c+atRank] > lasting {
			drop[c] = true
		}
	}
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	for _, l := range s.trail {
		s.reason[l.Var()] = noRef // its unit says it all
	}
	s.learned = s.learned[:0]
	to := ref(0)
	for from := ref(0); int(from) < len(s.arena); {
		size := header + ref(s.arena[from+atSize])
		if !drop[from] {
			copy(s.arena[to:], s.arena[from:from+size])
			if s.arena[to+atRank] > 0 {
				s.learned = append(s.learned, to)
			}
			if size > header+1 {
				s.watch(to)
			}
			to += size
		}
		from += size
	}
	s.work -= int64(len(s.arena))
	s.arena = s.arena[:to]
}
