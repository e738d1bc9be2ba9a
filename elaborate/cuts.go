package elaborate

import (
	"maps"
	"math/big"
	"slices"

	"vouch/finder/solver"
	"vouch/kernel"
	"vouch/semantics/term"
)

// This file finds contradictions between floats: with the facts of a goal, some results are in no place at all, or the
// facts with the ranges of results contradict each other.
//
// The elaborator looks for the sums on which results depend, and cuts off the ends of their ranges at which a result
// has no place. It finds these ends by bisection; the kernel sees the cuts only.

// byFloats looks for a proof that the facts and a formula contradict each other, by the results of operators on floats;
// nil if none was found.
func (e *elaborator) byFloats(f kernel.Formula) (*proof, error) {
	all := e.results()
	if len(all) == 0 {
		return nil, nil
	}
	known := e.query(f)
	inRow, _ := e.relevant(f)
	seen := map[int]bool{}
	f.Each(func(t kernel.Term) { mention(t, seen) })
	for i, r := range e.Rows() {
		if inRow[i] {
			mention(r, seen)
		}
	}
	all = slices.DeleteFunc(all, func(m made) bool { return !seen[m.symbol] })
	if len(all) == 0 {
		return nil, nil
	}
	s := &search{elaborator: e, all: all, facts: known[:len(known)-1], left: maxBoxes}
	commands, ok := s.formula(f)
	if !ok {
		return nil, e.ctx.Err()
	}
	return &proof{write: func() error {
		b := &blast{elaborator: e}
		b.kept = facts{}
		return commands.write(b)
	}}, nil
}

// maxBoxes bounds into how many goals one is cut.
const maxBoxes = 24

// search is a search for such a proof.
type search struct {
	*elaborator
	all   []made
	facts []*term.Formula
	left  int
}

// formula returns commands that close a goal whose last fact is a formula.
func (s *search) formula(f kernel.Formula) (script, bool) {
	if f.Op == kernel.Or {
		commands := script{func(b *blast) error { return b.cases(len(b.Choices()) - 1) }}
		for _, g := range f.Args {
			more, ok := s.formula(g)
			if !ok {
				return nil, false
			}
			commands = append(commands, more...)
		}
		return commands, true
	}
	assumed := s.facts
	if f.Op != kernel.True {
		assumed = append(slices.Clone(assumed), s.prover.formula(f))
	}
	return s.box(s.extents(f), assumed, 0)
}

// box returns commands that close a goal with facts and extents.
func (s *search) box(x extents, assumed []*term.Formula, depth int) (commands script, ok bool) {
	s.left--
	if s.left < 0 || s.ctx.Err() != nil {
		return nil, false
	}
	var rows []kernel.Term
	learn := func() (closed bool) {
		if s.rounds(x, s.all, &commands, &rows) {
			return true
		}
		for _, r := range rows {
			assumed = append(slices.Clip(assumed), s.prover.formula(kernel.AtMostZero(r)))
		}
		rows = nil
		return false
	}
	if learn() {
		return commands, true
	}
	free := s.inputs()
	for _, sym := range free {
		for _, high := range [...]bool{false, true} {
			at, ok := s.end(x, sym, high)
			if !ok {
				continue
			}
			// The goal where the symbol is in the part that is cut off comes first.
			off, rest := below(sym, at), above(sym, new(big.Int).Add(at, one))
			if high {
				off, rest = above(sym, at), below(sym, new(big.Int).Sub(at, one))
			}
			part := cloned(x)
			part.row(off)
			var closing script
			var unused []kernel.Term
			if !s.rounds(part, s.all, &closing, &unused) {
				return nil, false
			}
			commands = append(commands, func(b *blast) error { return b.cut(kernel.AtMostZero(off)) })
			commands = append(commands, closing...)
			x.row(rest)
			assumed = append(slices.Clip(assumed), s.prover.formula(kernel.AtMostZero(rest)))
			if of := x[sym.Key()]; of.empty() {
				return append(commands, func(b *blast) error {
					return b.combine(once(below(sym, of.hi)), once(above(sym, of.lo)))
				}), true
			}
			if learn() {
				return commands, true
			}
		}
	}
	s.stats.Queries++
	if a := s.prover.solver.Solve(s.ctx, assumed); a.Status == solver.Unsat && a.Proof != nil {
		p := &proof{rules: a.Proof, assumed: assumed}
		return append(commands, func(b *blast) error { return b.follow(p) }), true
	}
	if depth >= maxDepth {
		return nil, false
	}
	for _, sym := range free {
		of := x.of(sym)
		if !of.known() || of.lo.Cmp(of.hi) >= 0 {
			continue
		}
		at := minusOne
		if of.lo.Sign() >= 0 || of.hi.Sign() < 0 {
			at = new(big.Int).Add(of.lo, of.hi)
			at.Rsh(at, 1)
		}
		left := s.left
		both := script{func(b *blast) error { return b.cut(kernel.AtMostZero(below(sym, at))) }}
		whole := true
		for _, r := range [...]kernel.Term{below(sym, at), above(sym, new(big.Int).Add(at, one))} {
			part := cloned(x)
			part.row(r)
			more, ok := s.box(part, append(slices.Clip(assumed), s.prover.formula(kernel.AtMostZero(r))), depth+1)
			if whole = whole && ok; !whole {
				break
			}
			both = append(both, more...)
		}
		if whole {
			return append(commands, both...), true
		}
		s.left = left - 1
	}
	return nil, false
}

// maxDepth bounds how often a goal is cut into halves.
const maxDepth = 3

func cloned(x extents) extents {
	y := make(extents, len(x))
	maps.Copy(y, x)
	return y
}

// inputs returns the sums on which results depend, and which are none, the newest first.
func (s *search) inputs() (free []kernel.Term) {
	is := map[string]bool{}
	for _, m := range s.all {
		is[kernel.Symbol(m.symbol).Key()] = true
	}
	for _, m := range s.all {
		for _, t := range m.args {
			if u, _ := shapeOf(t); len(u.Monos) > 0 && !is[u.Key()] {
				is[u.Key()] = true
				free = append(free, u)
			}
		}
	}
	slices.Reverse(free)
	return free
}

// end returns up to where, from one end of its extent, a sum may have no value, since a result has no place then; ok
// is false if it may have the value at that end.
func (s *search) end(x extents, sym kernel.Term, high bool) (at *big.Int, ok bool) {
	of := x.of(sym)
	if !of.known() || of.empty() {
		return nil, false
	}
	closes := func(at *big.Int) bool {
		part := cloned(x)
		if high {
			part.row(above(sym, at))
		} else {
			part.row(below(sym, at))
		}
		return s.rounds(part, s.all, nil, nil)
	}
	from, to := of.lo, of.hi // closes at from, perhaps not at to
	if high {
		from, to = to, from
	}
	if !closes(from) {
		return nil, false
	}
	if closes(to) {
		return to, true
	}
	for new(big.Int).Sub(from, to).CmpAbs(one) > 0 {
		mid := new(big.Int).Add(from, to)
		if mid.Rsh(mid, 1); closes(mid) {
			from = mid
		} else {
			to = mid
		}
	}
	return from, true
}
