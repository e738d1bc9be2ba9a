package sat

// This file defines regions: the variables around others, as clauses connect them.

// Occurrences are the clauses that have a variable, for each variable.
type Occurrences struct {
	of      [][]ref
	vars    []int32 // for each variable, the number of the last region that has it
	clauses []int32 // the same for each clause, by where it stands
	regions int32
}

// Occurrences returns where variables occur in the clauses of spans.
func (s *Solver) Occurrences(spans []Span) *Occurrences {
	o := &Occurrences{make([][]ref, len(s.levels)), make([]int32, len(s.levels)), make([]int32, len(s.arena)), 0}
	s.each(spans, func(c ref, lits []Lit) {
		s.work -= int64(len(lits))
		for _, l := range lits {
			o.of[l.Var()] = append(o.of[l.Var()], c)
		}
	})
	return o
}

// Leaves returns the variables that end what some variables are made of. From a variable it goes to the others in
// clauses that begin before the end of that variable; it stops at variables for which stop is true. It gives up and
// returns nothing if there are more than so many variables.
func (s *Solver) Leaves(o *Occurrences, of []int, end []int, stop func(v int) bool, most int) []int32 {
	o.regions++
	var leaves []int32
	todo := append([]int(nil), of...)
	for _, v := range of {
		o.vars[v] = o.regions
	}
	for n := 0; len(todo) > 0; n++ {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == most {
			return nil
		}
		for _, c := range o.of[v] {
			if int(c) >= end[v] {
				break
			}
			if s.work--; o.clauses[c] == o.regions {
				continue
			}
			o.clauses[c] = o.regions
			s.work -= int64(len(s.of(c)))
			for _, l := range s.of(c) {
				u := l.Var()
				if o.vars[u] == o.regions {
					continue
				}
				if o.vars[u] = o.regions; stop(u) {
					leaves = append(leaves, int32(u))
				} else {
					todo = append(todo, u)
				}
			}
		}
	}
	return leaves
}
