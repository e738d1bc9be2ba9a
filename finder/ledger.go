package finder

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"vouch/finder/solver"
	"vouch/semantics/symbolic"
	"vouch/semantics/term"
)

// This file defines ledgers. A ledger turns a proof about some conjuncts of a path into a proof about all of them.

// ledger lists the facts of a list of conjuncts, and which conjunct each of them came from. It grows and shrinks at its
// end. So lists that begin alike cost only what follows their common beginning.
type ledger struct {
	facts   *term.Facts
	entries []entry
	at      map[*term.Sym]int // the places of symbols in facts.Syms
	defined map[string]int    // the numbers of the rows that define symbols, and of the cases, by their keys
	keys    []string          // of defined, oldest first
	entered int64             // conjuncts so far
}

// entry is a conjunct in a ledger, with the number of facts before it.
type entry struct {
	f *term.Formula
	// the path condition whose last conjunct it is, in a ledger of a path
	node                    *symbolic.PathCondition
	before                  term.Mark
	rows, cases, syms, keys int
}

func newLedger(p *term.Pool) *ledger {
	return &ledger{facts: p.NewFacts(), at: map[*term.Sym]int{}, defined: map[string]int{}}
}

// follow makes l the ledger of a path.
func (l *ledger) follow(path *symbolic.PathCondition) {
	var fresh []*symbolic.PathCondition
	for ; path != nil && (path.Len > len(l.entries) || l.entries[path.Len-1].node != path); path = path.Prefix {
		fresh = append(fresh, path)
	}
	if path == nil {
		l.cut(0)
	} else {
		l.cut(path.Len)
	}
	for _, p := range slices.Backward(fresh) {
		l.enter(p.Last)
		l.entries[len(l.entries)-1].node = p
	}
}

// list makes l the ledger of fs.
func (l *ledger) list(fs []*term.Formula) {
	shared := 0
	for shared < min(len(fs), len(l.entries)) && l.entries[shared].f == fs[shared] {
		shared++
	}
	l.cut(shared)
	for _, f := range fs[shared:] {
		l.enter(f)
	}
}

// enter assumes another conjunct.
func (l *ledger) enter(f *term.Formula) {
	k := l.facts
	e := entry{f: f, before: k.Mark(), rows: len(k.Rows), cases: len(k.Cases), syms: len(k.Syms), keys: len(l.keys)}
	k.Assume(f)
	l.entries = append(l.entries, e)
	for i, s := range k.Syms[e.syms:] {
		l.at[s] = e.syms + i
	}
	rows, cases := solver.Own(f)
	for i := e.rows; i < len(k.Rows)-rows; i++ {
		l.define(rowKey(k.Rows[i]), i)
	}
	for i := e.cases; i < len(k.Cases)-cases; i++ {
		l.define(casesKey(k.Cases[i]), i)
	}
	l.entered++
}

// define records the number of a fact that defines a symbol. If several facts are equal, the first counts.
func (l *ledger) define(key []byte, number int) {
	if _, known := l.defined[string(key)]; !known {
		l.defined[string(key)] = number
		l.keys = append(l.keys, string(key))
	}
}

// cut forgets all but the first n conjuncts.
func (l *ledger) cut(n int) {
	if n == len(l.entries) {
		return
	}
	e := l.entries[n]
	for _, s := range l.facts.Syms[e.syms:] {
		delete(l.at, s)
	}
	for _, key := range l.keys[e.keys:] {
		delete(l.defined, key)
	}
	l.facts.Undo(e.before)
	clear(l.entries[n:])
	l.entries, l.keys = l.entries[:n], l.keys[:e.keys]
}

// rowKey and casesKey return texts that tell a row, and alternatives, from all others of a pool.
func rowKey(e *term.Linear) []byte { return appendKey(nil, term.LeZero, e) }

func casesKey(alternatives []*term.Formula) []byte {
	var b []byte
	for _, f := range alternatives {
		b = appendFormulaKey(b, f)
	}
	return append(b, '|')
}

func appendFormulaKey(b []byte, f *term.Formula) []byte {
	b = appendKey(b, f.Op, f.E)
	for _, g := range f.Args {
		b = appendFormulaKey(b, g)
	}
	return append(b, ')')
}

func appendKey(b []byte, op term.FormulaOp, e *term.Linear) []byte {
	if b = append(b, byte('a'+op)); e == nil {
		return b
	}
	if len(e.Terms) > 0 && e.Terms[0].Coef.Sign() < 0 {
		b = append(b, '-')
	}
	return e.Const.Append(append(e.AppendSum(b), '+'), 32)
}

// errForeign says that a proof cites a fact that its conjuncts do not have.
var errForeign = errors.New("the proof cites other facts than those that it is about")

// transfer turns a proof about the facts of part, which are some of l's conjuncts, into a proof about the facts of l.
// Only the numbers of the facts change; what the rules of the proof add comes after the facts.
func (l *ledger) transfer(p solver.Proof, part *ledger, at []int) (q solver.Proof, err error) {
	if len(part.entries) != len(at) {
		panic("finder: a proof about other conjuncts")
	}
	if l.facts.Pool().Exhausted() {
		return nil, errors.New(l.facts.Pool().Why())
	}
	q = slices.Clone(p)
	for i := range q {
		r := &q[i]
		r.Rows = slices.Clone(r.Rows)
		if r.Op == solver.Square {
			for j := range r.Rows {
				if r.Rows[j].Row, err = l.symbol(r.Rows[j].Row, part); err != nil {
					return nil, err
				}
			}
			slices.SortFunc(r.Rows, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
			continue
		}
		for j := range r.Rows {
			if r.Rows[j].Row, err = l.row(r.Rows[j].Row, part, at); err != nil {
				return nil, err
			}
		}
		switch r.Op {
		case solver.Leaf, solver.Cut:
			slices.SortFunc(r.Rows, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
		case solver.Cases:
			slices.SortFunc(r.Rows, func(a, b solver.Multiple) int { return cmp.Compare(a.Row, b.Row) })
			if r.Index, err = l.cases(r.Index, part, at); err != nil {
				return nil, err
			}
		case solver.Split:
			if r.Index, err = l.symbol(r.Index, part); err != nil {
				return nil, err
			}
		case solver.Bits: // the facts of the conjuncts themselves, which keep their order
			b := *r.Bits
			b.Rows, b.Cases = slices.Clone(b.Rows), slices.Clone(b.Cases)
			for j := range b.Rows {
				if b.Rows[j], err = l.row(b.Rows[j], part, at); err != nil {
					return nil, err
				}
			}
			for j := range b.Cases {
				if b.Cases[j], err = l.cases(b.Cases[j], part, at); err != nil {
					return nil, err
				}
			}
			r.Bits = &b
		}
	}
	return q, nil
}

// symbol returns the number in l of a symbol of part.
func (l *ledger) symbol(sym int, part *ledger) (int, error) {
	if sym < 0 || sym >= len(part.facts.Syms) {
		return 0, errForeign
	}
	return l.at[part.facts.Syms[sym]], nil
}

// row returns the number in l of a row of part.
func (l *ledger) row(row int, part *ledger, at []int) (int, error) {
	if row < 0 {
		return 0, errForeign
	}
	all := len(part.facts.Rows)
	if row >= all {
		return len(l.facts.Rows) + row - all, nil
	}
	i := sort.Search(len(part.entries), func(i int) bool { return part.entries[i].rows > row }) - 1
	own, _ := solver.Own(part.entries[i].f)
	if last := part.end(i).rows - row; last <= own {
		return l.end(at[i]).rows - last, nil
	}
	return l.defines(rowKey(part.facts.Rows[row]))
}

// cases returns the number in l of a case of part.
func (l *ledger) cases(number int, part *ledger, at []int) (int, error) {
	if number < 0 {
		return 0, errForeign
	}
	all := len(part.facts.Cases)
	if number >= all {
		return len(l.facts.Cases) + number - all, nil
	}
	i := sort.Search(len(part.entries), func(i int) bool { return part.entries[i].cases > number }) - 1
	_, own := solver.Own(part.entries[i].f)
	if last := part.end(i).cases - number; last <= own {
		return l.end(at[i]).cases - last, nil
	}
	return l.defines(casesKey(part.facts.Cases[number]))
}

// end returns the numbers of facts after the i-th conjunct.
func (l *ledger) end(i int) entry {
	if i+1 < len(l.entries) {
		return l.entries[i+1]
	}
	return entry{rows: len(l.facts.Rows), cases: len(l.facts.Cases)}
}

// defines returns the number of a fact that defines a symbol.
func (l *ledger) defines(key []byte) (int, error) {
	n, ok := l.defined[string(key)]
	if !ok {
		panic("finder: a symbol is defined in different ways")
	}
	return n, nil
}
