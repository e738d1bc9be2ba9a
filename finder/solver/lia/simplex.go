package lia

import (
	"slices"

	"vouch/semantics/term"
)

// This file defines the simplex method in general form (Dutertre and de Moura, A fast linear-arithmetic solver for DPLL(T), CAV
// 2006, section 3): variables with bounds, some of them basic, which are sums of the others. Every change is written on a trail
// and taken back exactly, so that a state depends on what is asserted and in which order, and on nothing else. The trail has what
// was done, not what it did: a pivot is taken back by its inverse, and a value by an update, which gives the basic variables theirs.
// So it grows with the work, not with the work times the number of lines.

// entry is a variable with a coefficient that is not 0.
type entry struct {
	v int
	k num
}

// variable is a symbol or a sum of symbols.
type variable struct {
	sym    *term.Sym // of a symbol
	form   []entry   // of a sum: the symbols
	lo, hi *bound    // nil if there is none
	val    num       // within the bounds, unless it is basic
	line   int       // of a basic variable, else -1
	level  int       // of a symbol: on which it came in
	uses   int       // the lines in which it occurs, if it is not basic
	column []int     // those lines, and perhaps others
}

// bound is the least or greatest value of a variable, an integer.
type bound struct {
	val  num
	row  *row   // that says so
	prev *bound // the weaker one before
}

// line says that a basic variable is a sum of others, which are in ascending order.
type line struct {
	basic int
	sum   []entry
}

// change is an entry of the trail: how the state was before.
type change struct {
	kind changeKind
	v    int
	val  num
	b    *bound
	key  string
}

type changeKind byte

const (
	changeValue changeKind = iota // of a variable that was not basic
	changeLo
	changeHi
	changePivot // v was basic, in the line at the place val
	changeSymbol
	changeSum
)

// simplex is the state of the method.
type simplex struct {
	vars   []variable
	lines  []line
	trail  []change
	index  map[*term.Sym]int
	sums   map[string]int // by the key of their form
	dirty  bool           // whether a basic variable may be out of bounds
	size   int            // of all lines, in entries
	spent  int            // work, in numbers touched
	limit  int            // of spent
	halt   func() bool    // whether to give up early
	halted bool           // then the state means nothing any more
	looked int            // spent when halt was asked last
	mark   []int          // of lines, when it was last met in a column
	clock  int
	spare  []entry
}

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

// undo takes back the changes after the first n, unless it is halted, in which case what it has not taken back cannot be any more.
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
			s.pivot(int(c.val.n), c.v)
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
			s.lines, s.mark = s.lines[:len(s.lines)-1], s.mark[:len(s.mark)-1]
			s.vars = s.vars[:len(s.vars)-1]
			delete(s.sums, c.key)
		}
	}
	s.dirty = false // a mark is only made where every basic variable is within its bounds, or nothing more is asked
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
	l, val := line{basic: v}, nought
	for _, e := range form {
		if !s.look() {
			break
		}
		x := &s.vars[e.v]
		if val = val.add(e.k.mul(x.val)); x.line < 0 {
			l.sum = s.merge(nil, l.sum, e.k, []entry{{e.v, unit}})
		} else {
			l.sum = s.merge(nil, l.sum, e.k, s.lines[x.line].sum)
		}
	}
	s.vars = append(s.vars, variable{form: form, val: val, line: at})
	s.lines, s.mark = append(s.lines, l), append(s.mark, 0)
	s.size += len(l.sum)
	for _, e := range l.sum {
		s.enter(e.v, at)
	}
	s.sums[key] = v
	s.trail = append(s.trail, change{kind: changeSum, key: key})
	return v
}

// enter notes that a variable occurs in a line.
func (s *simplex) enter(v, at int) {
	x := &s.vars[v]
	if len(x.column) > 2*x.uses+32 {
		s.column(v)
	}
	x.uses++
	x.column = append(x.column, at)
}

// coefficient returns that of v in a sum, and whether there is one.
func coefficient(sum []entry, v int) (num, bool) {
	i, ok := slices.BinarySearchFunc(sum, v, func(e entry, v int) int { return e.v - v })
	if !ok {
		return nought, false
	}
	return sum[i].k, true
}

// merge appends a + k * b to out.
func (s *simplex) merge(out, a []entry, k num, b []entry) []entry {
	s.spent += len(a) + len(b)*k.words()
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].v < b[0].v:
			out, a = append(out, a[0]), a[1:]
		case a[0].v > b[0].v:
			out, b = append(out, entry{b[0].v, k.mul(b[0].k)}), b[1:]
		default:
			if c := a[0].k.add(k.mul(b[0].k)); c.sign() != 0 {
				s.spent += c.words()
				out = append(out, entry{a[0].v, c})
			}
			a, b = a[1:], b[1:]
		}
	}
	out = append(out, a...)
	for _, e := range b {
		out = append(out, entry{e.v, k.mul(e.k)})
	}
	return out
}

// column returns the lines in which v occurs, in no order that matters, and forgets those in which it does not any more.
func (s *simplex) column(v int) []int {
	s.clock++
	x := &s.vars[v]
	kept := x.column[:0]
	for _, at := range x.column {
		if at >= len(s.lines) || s.mark[at] == s.clock {
			continue
		}
		if _, ok := coefficient(s.lines[at].sum, v); ok {
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
	for _, at := range s.column(v) {
		if s.spent++; !s.look() {
			return
		}
		k, _ := coefficient(s.lines[at].sum, v)
		x := &s.vars[s.lines[at].basic]
		x.val = x.val.add(k.mul(d))
		s.spent += x.val.words()
		s.dirty = true
	}
	s.vars[v].val = val
	s.spent += val.words()
}

// pivot makes v basic in a line, in place of the variable that was.
func (s *simplex) pivot(at, v int) {
	l := &s.lines[at]
	k, _ := coefficient(l.sum, v)
	inv := k.inv()
	rest := s.spare[:0]
	placed := false
	for _, e := range l.sum {
		if s.spent += e.k.words() - 1; !s.look() {
			break
		}
		if !placed && e.v > l.basic {
			rest, placed = append(rest, entry{l.basic, inv}), true
		}
		if e.v != v {
			rest = append(rest, entry{e.v, e.k.mul(inv).neg()})
		}
	}
	if !placed {
		rest = append(rest, entry{l.basic, inv})
	}
	others := s.column(v)
	old := l.basic
	l.sum, s.spare = rest, l.sum
	l.basic = v
	s.vars[v].line, s.vars[old].line = at, -1
	s.vars[v].uses, s.vars[v].column = 0, nil
	s.vars[old].uses, s.vars[old].column = 0, nil
	s.enter(old, at)
	for _, other := range others {
		if other != at && s.look() {
			s.substitute(other, v, rest)
		}
	}
}

// substitute puts a sum in the place of v in a line.
func (s *simplex) substitute(at, v int, sum []entry) {
	l := &s.lines[at]
	i, _ := slices.BinarySearchFunc(l.sum, v, func(e entry, v int) int { return e.v - v })
	k := l.sum[i].k
	without := slices.Delete(l.sum, i, i+1)
	out := s.merge(s.spare[:0], without, k, sum)
	for a, b := without, out; len(a) > 0 || len(b) > 0; { // what is new, and what is no more
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
	s.size += len(out) - len(without) - 1
	l.sum, s.spare = out, without
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
	if violation := x.val.cmp(val); upper && violation > 0 || !upper && violation < 0 {
		if x.line >= 0 {
			s.dirty = true
		} else {
			s.update(v, val)
		}
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

// below and above report whether x is out of bounds.
func (x *variable) below() bool { return x.lo != nil && x.val.cmp(x.lo.val) < 0 }
func (x *variable) above() bool { return x.hi != nil && x.val.cmp(x.hi.val) > 0 }

// check moves all variables within their bounds. It returns why that cannot be, or nil; ok is false if it gave up.
func (s *simplex) check() (why []cited, ok bool) {
	for pivots := 0; s.dirty || s.halted; pivots++ {
		s.spent += 1 + len(s.lines)/8
		if s.halted = s.halted || s.halt(); !s.spend(1) || s.size > maxSize {
			return nil, false
		}
		at := -1
		for i := range s.lines { // the least variable, as Bland's rule wants
			if b := s.lines[i].basic; (at < 0 || b < s.lines[at].basic) && (s.vars[b].below() || s.vars[b].above()) {
				at = i
			}
		}
		if at < 0 {
			s.dirty = false
			break
		}
		x := &s.vars[s.lines[at].basic]
		raise, target := x.below(), x.hi
		if raise {
			target = x.lo
		}
		v := s.entering(at, raise, pivots < 2*len(s.lines)+50)
		if v < 0 {
			return s.conflict(at, raise, target), true
		}
		old := s.lines[at].basic
		k, _ := coefficient(s.lines[at].sum, v)
		s.update(v, s.vars[v].val.add(target.val.sub(x.val).div(k)))
		s.pivot(at, v)
		s.trail = append(s.trail, change{kind: changePivot, v: old, val: whole(int64(at))})
		s.dirty = true
	}
	return nil, true
}

// entering returns the variable of a line whose change can raise or lower the basic one, or -1: the one in the fewest lines
// if sparse is true, else the least, with which the method terminates.
func (s *simplex) entering(at int, raise, sparse bool) int {
	best := -1
	for _, e := range s.lines[at].sum {
		x := &s.vars[e.v]
		limit := x.lo
		if raise == (e.k.sign() > 0) {
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
	why := []cited{{target, unit}}
	for _, e := range s.lines[at].sum {
		x := &s.vars[e.v]
		b := x.lo
		if raise == (e.k.sign() > 0) {
			b = x.hi
		}
		why = append(why, cited{b, e.k.abs()})
	}
	return weaken(why, target.val.sub(s.vars[s.lines[at].basic].val).abs())
}
