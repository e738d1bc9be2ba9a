package term

import (
	"cmp"
	"slices"
)

// This file defines the table of the symbols that occur in formulas, with which shared terms are written only once.

// Table lists symbols in the order of CompareSym: inputs first, and each other symbol after those inside it.
type Table struct {
	Syms  []*Sym
	index map[*Sym]int
	pool  *Pool // to which work is charged
}

// NewTable returns the table of all symbols in fs, those inside other symbols included.
func NewTable(fs []*Formula) *Table { return new(Pool).Table(fs) }

// Table is NewTable, and charges its work to the pool.
func (p *Pool) Table(fs []*Formula) *Table {
	t := &Table{index: map[*Sym]int{}, pool: p}
	for _, f := range fs {
		t.formula(f)
	}
	// From the inside out: the symbols in operands are compared by the places that they have already.
	slices.SortFunc(t.Syms, func(a, b *Sym) int { return cmp.Compare(a.depth, b.depth) })
	byPlace := func(a, b *Sym) int {
		p.work(1)
		return cmp.Compare(t.index[a], t.index[b])
	}
	for done := 0; done < len(t.Syms); {
		level := t.Syms[done:]
		if end := slices.IndexFunc(level, func(s *Sym) bool { return s.depth != level[0].depth }); end > 0 {
			level = level[:end]
		}
		slices.SortFunc(level, func(a, b *Sym) int {
			if p.work(1 + len(a.Name)/8); p.Exhausted() {
				return 0
			}
			return compareSym(a, b, byPlace)
		})
		for _, s := range level {
			t.index[s] = done
			done++
		}
	}
	return t
}

// Index returns the position of s in Syms.
func (t *Table) Index(s *Sym) int { return t.index[s] }

// Inputs returns the names of the inputs in the table, in order.
func (t *Table) Inputs() []string {
	var names []string
	for _, s := range t.Syms {
		if s.Op == Input {
			names = append(names, s.Name)
		}
	}
	return names
}

func (t *Table) formula(f *Formula) {
	if t.pool.work(1); f.E != nil {
		t.linear(f.E)
	}
	for _, g := range f.Args {
		t.formula(g)
	}
}

// linear adds the symbols of e. It has an explicit stack, so that deeply nested operands do not exhaust that of the
// program.
func (t *Table) linear(e *Linear) {
	todo := []*Linear{e}
	for len(todo) > 0 {
		e, todo = todo[len(todo)-1], todo[:len(todo)-1]
		t.pool.work(1 + len(e.Terms))
		for _, x := range e.Terms {
			if _, seen := t.index[x.Sym]; seen {
				continue
			}
			t.pool.meter.Hold(12)
			t.index[x.Sym] = 0
			t.Syms = append(t.Syms, x.Sym)
			todo = slices.AppendSeq(todo, x.Sym.Operands())
		}
	}
}
