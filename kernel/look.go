package kernel

import (
	"math/big"
	"slices"
)

// This file defines what those who write proofs may look at. No check needs it, and nothing here
// changes a goal, but that Quotient defines a symbol that is not there.

// Rows returns the rows of the current goal; each is at most 0.
func (k *Kernel) Rows() []Term { return k.rows }

// Choices returns the disjunctions that hold in the current goal.
func (k *Kernel) Choices() []Formula { return k.choices }

// Question returns the formula that the facts do not decide; nil if the program stopped for another reason.
func (k *Kernel) Question() *Formula {
	if k.stop != atQuestion {
		return nil
	}
	return &k.question
}

// Need returns the sum of which an operator needs the value; nil if the program stopped for another reason.
func (k *Kernel) Need() *Term {
	if k.stop != atValue {
		return nil
	}
	return &k.need
}

// Found returns the fault to which the run has come; nil if there is none.
func (k *Kernel) Found() *Fault {
	if k.stop != atFault {
		return nil
	}
	return &k.found
}

// Not returns the negation of a formula.
func Not(f Formula) Formula { return not(f) }

// EqualTo returns the formula that a term is a number.
func EqualTo(t Term, n *big.Int) Formula { return equal(t.add(new(big.Int).Neg(n))) }

// Key returns a text that only equal terms share.
func (t Term) Key() string { return t.key() }

// Key returns a text that only equal formulas share.
func (f Formula) Key() string { return f.key() }

// AtMostZero and the others return formulas in the form that the kernel gives them.
func AtMostZero(t Term) Formula { return atMost(t) }

// Normal returns a formula in the form that the kernel gives it.
func Normal(f Formula) Formula { return f.with(func(t Term) Term { return t }) }

// Plus, Times and Scale compute with terms.
func (t Term) Plus(u Term) Term      { return t.plus(u) }
func (t Term) Times(u Term) Term     { return t.times(u) }
func (t Term) Scale(n *big.Int) Term { return t.scale(n) }
func Symbol(s int) Term              { return symbol(s) }
func Number(n *big.Int) Term         { return integer(n) }

// Holds reports whether a formula is among the facts.
func (k *Kernel) Holds(f Formula) bool { return k.has(f) }

// Proved reports whether no goal is left.
func (k *Kernel) Proved() bool { return k.proved }

// Goals returns how many goals there were.
func (k *Kernel) Goals() int { return k.goals }

// Early returns 1 + the number of the claimed state since which no step was taken, and 0 if there is none.
func (k *Kernel) Early() int { return k.unmoved }

// Waiting returns how many goals wait, and Queue how many claimed states are still to be goals.
func (k *Kernel) Waiting() int { return len(k.waiting) }
func (k *Kernel) Queue() int   { return len(k.queue) }

// Symbols returns how many symbols there are; the next one has this number.
func (k *Kernel) Symbols() int { return k.symbols }

// Depth returns the number of calls.
func (k *Kernel) Depth() int { return len(k.state.frames) }

// At returns the function of a call, counted from the entry function, and its next instruction.
func (k *Kernel) At(frame int) (fn, pc int) {
	f := k.state.frames[frame]
	return f.index, f.pc
}

// Slot returns the integer, the offset or the address in a slot of a call; ok is false if there is none.
func (k *Kernel) Slot(frame, slot int) (n Term, ok bool) {
	v := k.state.frames[frame].slots[slot]
	return v.n, v.class == whole || v.class == inObject || v.class == bare
}

// Cell returns the integer in a cell; ok is false if there is none of this type.
func (k *Kernel) Cell(object int, at int64, as int) (n Term, ok bool) {
	if object < 1 || object > len(k.state.objects) {
		return n, false
	}
	c, ok := k.object(object).cells[at]
	return c.v.n, ok && c.as == scalar(as) && c.v.class == whole
}

// Match returns the pairs of terms in a claimed state and in the current one; ok is false if they differ in something
// else.
func (k *Kernel) Match(claim int) (pairs [][2]Term, ok bool) {
	ok = k.instance(k.claims[claim].state, func(t, u Term) bool {
		pairs = append(pairs, [2]Term{t, u})
		return true
	})
	return pairs, ok
}

// Quotient returns the term for a quotient that Divide has defined.
func (k *Kernel) Quotient(t Term, d *big.Int) Term { return k.quotient(t, d) }

// Defined returns the keys of the definitions in the current goal, in the order of their symbols, and these.
func (k *Kernel) Defined() (keys []string, symbols map[string]int) { return k.named, k.defined }

// Facts returns the facts of a claimed state.
func (k *Kernel) Facts(claim int) []Formula { return k.claims[claim].facts }

// Replace returns a formula with other terms for its symbols.
func (k *Kernel) Replace(f Formula, by func(int) Term) Formula { return k.replace(f, by) }

// Difference is a place where two states differ. As is the type that a cell there should have.
type Difference struct {
	Place
	As int
}

// Differ returns the places where a claimed state and the current one differ; ok is false if they differ in something
// that no claimed state can forget. A term with a symbol from young on is another one in each state. A place whose
// values are not of one form but for a number is lost.
func (k *Kernel) Differ(claim, young int) (ds []Difference, ok bool) {
	s, t := k.claims[claim].state, k.state
	same := func(t, u Term) bool {
		for _, m := range t.Monos {
			if m.Syms[len(m.Syms)-1] >= young {
				return false
			}
		}
		return t.equal(u)
	}
	if len(s.frames) != len(t.frames) || len(s.objects) != len(t.objects) {
		return nil, false
	}
	for i, f := range s.frames {
		g := t.frames[i]
		if f.index != g.index || f.pc != g.pc || !slices.Equal(f.locals, g.locals) || k.claim.LoopLimit > 0 &&
			!slices.Equal(f.loops, g.loops) {
			return nil, false
		}
		for j, v := range f.slots {
			if w := g.slots[j]; (v.class == lost) != (w.class == lost) || !v.covers(w, same) {
				ds = append(ds, Difference{Place: Place{Frame: i, Slot: j, Lost: !numbers(v, w)}})
			}
		}
	}
	for i, o := range s.objects {
		p := t.objects[i]
		switch {
		case o == p:
			continue
		case o.global != p.global || o.local != p.local || o.readOnly != p.readOnly || o.dead != p.dead ||
			o.scoped != p.scoped || o.made != p.made || !same(o.size, p.size):
			return nil, false
		}
		cells, ok := differ(o, p, same)
		if !ok {
			return nil, false
		}
		for _, d := range cells {
			d.Frame, d.Object = -1, i+1
			ds = append(ds, d)
		}
	}
	return ds, true
}

// differ returns the cells in which two objects differ, large ones instead of those that lie in them.
func differ(o, p *object, same func(t, u Term) bool) (ds []Difference, ok bool) {
	for _, pair := range [...][2]*object{{o, p}, {p, o}} {
		for at, c := range pair[0].cells {
			d, has := pair[1].cells[at]
			alike := has && c.as == d.as && c.mask == d.mask
			switch {
			case alike && c.v.covers(d.v, same):
			case c.as == noScalar || alike && !numbers(c.v, d.v) || !alike &&
				(c.v.class != whole || has && (d.as == noScalar || d.v.class != whole)):
				return nil, false
			default:
				ds = append(ds, Difference{Place{Offset: at}, int(c.as)})
			}
		}
	}
	return ds, true
}

// Number returns the number in a place where states differ, of a claimed state, or of the current one if claim is -1;
// ok is false if there is none and Shape would not make one from numbers.
func (k *Kernel) Number(claim int, d Difference) (n Term, ok bool) {
	s := k.state
	if claim >= 0 {
		s = k.claims[claim].state
	}
	if d.Frame >= 0 {
		v := s.frames[d.Frame].slots[d.Slot]
		return v.n, numbers(v, v)
	}
	o, as := s.objects[d.Object-1], scalar(d.As)
	if c, ok := o.cells[d.Offset]; ok && c.as == as {
		return c.v.n, numbers(c.v, c.v)
	}
	size := as.size()
	if as.kind() != typeInt || !o.size.isConst() || o.size.Const.Cmp(big.NewInt(d.Offset+size)) < 0 || k.stopped() {
		return n, false
	}
	for i := range size {
		if c, _, ok := o.around(d.Offset + i); !ok && !o.global || ok &&
			(c.as == noScalar || c.v.class != whole || !c.v.n.isConst() || !k.plain(c)) {
			return n, false
		}
	}
	v := k.load(o, d.Offset, as)
	return v.n, v.class == whole
}

// Live calls see with all terms in the current state but those in slots that are not live.
func (k *Kernel) Live(live func(frame, slot int) bool, see func(Term)) {
	for i, f := range k.state.frames {
		for j, v := range f.slots {
			if v.n.Const != nil && live(i, j) {
				see(v.n)
			}
		}
	}
	for _, o := range k.state.objects {
		see(o.size)
		for _, c := range o.cells {
			if c.v.n.Const != nil {
				see(c.v.n)
			}
		}
	}
}
