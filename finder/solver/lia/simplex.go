package lia

import (
	"slices"

	"vouch/semantics/term"
)

// This file defines the simplex method in general form (Dutertre and de Moura, A fast linear-arithmetic solver for
// DPLL(T), CAV 2006, section 3): variables with bounds, some of them basic, which are sums of the others. Every change
// is written on a trail and taken back exactly, so that a state depends on what is asserted and in which order, and on
// nothing else. The trail has what was done, not what it did: a pivot is taken back by its inverse, and a value by an
// update, which gives the basic variables theirs. So it grows with the work, not with the work times the number of
// lines.
//
// Bounds are integers, and a variable that is not basic has the value that one of its bounds had. So all values follow
// from integers.

const (
	changeValue changeKind = iota // of a variable that was not basic
	changeLo
	changeHi
	changePivot // v was basic, in the line at, whose basic variable had val
	changeSymbol
	changeSum
)

// maxSize bounds the memory that lines take.
const maxSize = 3_000_000

// spend adds to the work done and reports whether more may be done.
func (s *simplex) spend(n int) bool {
	s.spent += n
	return s.spent <= s.limit && !s.halted
}

// look asks whether to give up early, if much was done since it was asked last, and reports whether to go on.
func (s *simplex) look() bool {
	const much = 10_000
	if s.spent < s.looked || s.spent-s.looked > much {
		s.looked, s.halted = s.spent, s.halted || s.halt()
	}
	return !s.halted
}

// undo takes back the changes after the first n, unless it is halted, in which case what it has not taken back cannot
// be any more.
func (s *simplex) undo(n int) {
	for len(s.trail) > n && !s.halted {
		c := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		switch c.kind {
		case changeValue:
			spent := s.spent // of which as much went to the change
			s.move(c.v, c.val)
			s.spent = spent
		case changeLo:
			s.vars[c.v].lo = c.b
		case changeHi:
			s.vars[c.v].hi = c.b
		case changePivot:
			s.pivot(c.at, c.v, c.val)
		case changeSymbol:
			delete(s.index, s.vars[len(s.vars)-1].sym)
			s.vars = s.vars[:len(s.vars)-1]
		case changeSum:
			at := len(s.lines) - 1
			s.size -= len(s.lines[at].sum)
			for _, e := range s.lines[at].sum {
				x := &s.vars[e.v]
				x.uses--
				if n := len(x.column); n > 0 && x.column[n-1] == at {
					x.column = x.column[:n-1]
				}
			}
			s.lines, s.mark = s.lines[:at], s.mark[:at]
			s.vars = s.vars[:len(s.vars)-1]
			delete(s.sums, c.key)
		}
	}
	// a mark is only made where every basic variable is within its bounds, or nothing more is asked
	for _, at := range s.dirty {
		if at < len(s.lines) {
			s.lines[at].dirty = false
		}
	}
	s.dirty = s.dirty[:0]
}

// symbol adds a variable for a symbol.
func (s *simplex) symbol(x *term.Sym, level int) int {
	s.vars = append(s.vars, variable{sym: x, val: nought, line: -1, level: level})
	s.index[x] = len(s.vars) - 1
	s.trail = append(s.trail, change{kind: changeSymbol})
	return len(s.vars) - 1
}

// sum adds a basic variable for a sum of symbols.
func (s *simplex) sum(form []entry, key string) int {
	v, at := len(s.vars), len(s.lines)
	l := s.line(form)
	l.basic = v
	for _, e := range form {
		if !s.look() {
			break
		}
		if x := s.vars[e.v].line; x >= 0 {
			l = s.replace(&l, &s.lines[x])
		}
	}
	s.evaluate(&l)
	s.vars = append(s.vars, variable{form: form, line: at})
	s.lines, s.mark = append(s.lines, l), append(s.mark, 0)
	s.size += len(l.sum)
	for _, e := range l.sum {
		s.enter(e.v, at)
	}
	s.sums[key] = v
	s.trail = append(s.trail, change{kind: changeSum, key: key})
	return v
}

// enter records that a variable occurs in a line.
func (s *simplex) enter(v, at int) {
	x := &s.vars[v]
	if len(x.column) > 2*x.uses+32 {
		s.column(v)
	}
	x.uses++
	x.column = append(x.column, at)
}

// column returns the lines in which v occurs, in no order that matters, and forgets those in which it does not any
// more.
func (s *simplex) column(v int) []int {
	s.clock++
	x := &s.vars[v]
	kept := x.column[:0]
	for _, at := range x.column {
		if at >= len(s.lines) || s.mark[at] == s.clock {
			continue
		}
		if s.lines[at].find(v) >= 0 {
			s.mark[at] = s.clock
			kept = append(kept, at)
		}
	}
	x.column = kept
	return kept
}

// update gives a variable that is not basic a value, and the basic ones theirs, and writes it on the trail.
func (s *simplex) update(v int, val num) {
	s.trail = append(s.trail, change{kind: changeValue, v: v, val: s.vars[v].val})
	s.move(v, val)
}

// move gives a variable that is not basic a value, and the basic ones theirs.
func (s *simplex) move(v int, val num) {
	d := val.sub(s.vars[v].val)
	s.vars[v].val = val
	s.spent += val.words()
	for _, at := range s.column(v) {
		if s.spent++; !s.look() {
			return
		}
		l := &s.lines[at]
		l.shift(l.find(v), d)
		s.spent += l.words()
		s.suspect(at)
	}
}

// suspect records that the basic variable of a line may be out of bounds.
func (s *simplex) suspect(at int) {
	if !s.lines[at].dirty {
		s.lines[at].dirty = true
		s.dirty = append(s.dirty, at)
	}
}

// val returns the present value of a variable.
func (s *simplex) val(v int) num {
	if at := s.vars[v].line; at >= 0 {
		return s.lines[at].value()
	}
	return s.vars[v].val
}

// pivot makes v basic in a line, instead of the variable that was, which gets the value val.
func (s *simplex) pivot(at, v int, val num) {
	l := &s.lines[at]
	old := l.basic
	others := s.column(v)
	s.vars[v].line, s.vars[old].line = at, -1
	s.vars[old].val = val
	l.solve(v)
	s.evaluate(l)
	s.suspect(at)
	s.vars[old].uses, s.vars[old].column = 0, nil
	s.enter(old, at)
	for _, other := range others {
		if other != at && s.look() {
			s.substitute(other, l)
		}
	}
	s.vars[v].uses, s.vars[v].column = 0, nil
}

// substitute puts the sum of a line in the place of its basic variable in another.
func (s *simplex) substitute(at int, by *line) {
	l := &s.lines[at]
	old, numbers := l.sum, l.long
	out := s.replace(l, by)
	for a, b := old, out.sum; len(a) > 0 || len(b) > 0; { // what is new, and what is no more
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].v < b[0].v:
			s.vars[a[0].v].uses--
			a = a[1:]
		case len(a) == 0 || a[0].v > b[0].v:
			s.enter(b[0].v, at)
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	s.size += len(out.sum) - len(old)
	if *l, s.spare = out, old; numbers != nil {
		s.longs = append(s.longs, numbers)
	}
	s.evaluate(l)
	s.suspect(at)
}

// assert adds the bound that a row puts on v, an upper one or a lower one. It returns why that cannot be, or nil.
func (s *simplex) assert(v int, upper bool, val num, r *row) []cited {
	x := &s.vars[v]
	b := &bound{val: val, row: r}
	if upper {
		if x.hi != nil && x.hi.val.cmp(val) <= 0 {
			return nil
		}
		b.prev = x.hi
		s.trail = append(s.trail, change{kind: changeHi, v: v, b: x.hi})
		x.hi = b
		if x.lo != nil && x.lo.val.cmp(val) > 0 {
			return weaken([]cited{{x.lo, unit}, {b, unit}}, x.lo.val.sub(val))
		}
	} else {
		if x.lo != nil && x.lo.val.cmp(val) >= 0 {
			return nil
		}
		b.prev = x.lo
		s.trail = append(s.trail, change{kind: changeLo, v: v, b: x.lo})
		x.lo = b
		if x.hi != nil && x.hi.val.cmp(val) < 0 {
			return weaken([]cited{{x.hi, unit}, {b, unit}}, val.sub(x.hi.val))
		}
	}
	switch {
	case x.line >= 0:
		s.suspect(x.line)
	case upper == (x.val.cmp(val) > 0) && x.val.cmp(val) != 0:
		s.update(v, val)
	}
	return nil
}

// cited is a bound with a positive factor.
type cited struct {
	b     *bound
	times num
}

// weaken replaces bounds by weaker ones before them, those on the highest levels first, as long as their sum remains a
// contradiction, by how much being given.
func weaken(why []cited, excess num) []cited {
	slices.SortStableFunc(why, func(a, b cited) int { return b.b.row.compare(a.b.row) })
	for i := range why {
		c := &why[i]
		for c.b.prev != nil {
			rest := excess.sub(c.times.mul(c.b.val.sub(c.b.prev.val).abs()))
			if rest.sign() <= 0 {
				break
			}
			c.b, excess = c.b.prev, rest
		}
	}
	return why
}

// violated returns the bound that the basic variable of a line violates, or nil, and whether it is the lower one.
func (s *simplex) violated(at int) (b *bound, below bool) {
	l := &s.lines[at]
	x := &s.vars[l.basic]
	switch {
	case x.lo != nil && l.cmp(x.lo.val) < 0:
		return x.lo, true
	case x.hi != nil && l.cmp(x.hi.val) > 0:
		return x.hi, false
	}
	return nil, false
}

// leaving returns the line whose basic variable is to be moved within its bounds, or -1 if all are: of the least
// variable, as Bland's rule wants it.
func (s *simplex) leaving() int {
	best, kept := -1, s.dirty[:0]
	for _, at := range s.dirty {
		if b, _ := s.violated(at); b == nil {
			s.lines[at].dirty = false
			continue
		}
		if kept = append(kept, at); best < 0 || s.lines[at].basic < s.lines[best].basic {
			best = at
		}
	}
	s.spent += 1 + len(s.dirty)/8
	s.dirty = kept
	return best
}

// check moves all variables within their bounds. It returns why that cannot be, or nil; ok is false if it gave up.
func (s *simplex) check() (why []cited, ok bool) {
	for pivots := 0; len(s.dirty) > 0 || s.halted; pivots++ {
		if s.halted = s.halted || s.halt(); !s.spend(1) || s.size > maxSize {
			return nil, false
		}
		at := s.leaving()
		if at < 0 {
			break
		}
		target, raise := s.violated(at)
		v := s.entering(at, raise, pivots < 2*len(s.lines)+50)
		if v < 0 {
			return s.conflict(at, raise, target), true
		}
		s.trail = append(s.trail, change{kind: changePivot, v: s.lines[at].basic, at: at, val: s.vars[v].val})
		s.pivot(at, v, target.val)
	}
	return nil, true
}

// entering returns the variable of a line whose change can raise or lower the basic one, or -1: the one in the fewest
// lines if sparse is true, else the least, with which the method terminates.
func (s *simplex) entering(at int, raise, sparse bool) int {
	best := -1
	l := &s.lines[at]
	for i, e := range l.sum {
		x := &s.vars[e.v]
		limit := x.lo
		if raise == (l.sign(i) > 0) {
			limit = x.hi
		}
		if limit != nil && x.val.cmp(limit.val) == 0 {
			continue
		}
		if !sparse {
			return e.v
		}
		if best < 0 || x.uses < s.vars[best].uses {
			best = e.v
		}
	}
	return best
}

// conflict returns the bounds whose sum contradicts the target of a line.
func (s *simplex) conflict(at int, raise bool, target *bound) []cited {
	l := &s.lines[at]
	why := []cited{{target, l.number(denominator)}}
	for i, e := range l.sum {
		x := &s.vars[e.v]
		b := x.lo
		if raise == (l.sign(i) > 0) {
			b = x.hi
		}
		why = append(why, cited{b, l.number(i).abs()})
	}
	return weaken(why, target.val.sub(l.value()).abs().mul(l.number(denominator)))
}
