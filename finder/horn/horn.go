// Package horn says in Horn clauses what invariants of loops have to satisfy, as a solver reads them, and takes from
// the solver's answer what an invariant may be made of. Nobody trusts the answer: the finder shows what it says by
// induction, or drops it.
package horn

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"vouch/semantics/term"
)

// This file defines the clauses, and their text.

// The bounds on clauses. None depends on the machine.
const (
	maxText   = 1 << 18 // bytes
	maxNested = 200     // operations inside of each other
)

var errLarge = errors.New("horn: the clauses are too large")

// None is the number of no invariant: a clause begins at the start of the program then, or ends in a fault.
const None = -1

// Clause says that whoever satisfies the invariant From with some arguments, and the facts, satisfies the invariant To
// with others. Terms are those of one pool.
type Clause struct {
	From     int
	FromArgs []*term.Linear
	Facts    []*term.Formula
	To       int
	ToArgs   []*term.Linear
}

// System is a list of clauses.
type System struct {
	Arguments []int // how many each invariant has
	clauses   []string
	known     map[string]bool
	names     map[*term.Sym]int
	others    map[*term.Sym]*term.Sym // of a quotient what stands for the remainder, and the other way round
	size      int
}

// Add adds a clause. It returns an error if the clauses become too large.
func (s *System) Add(c Clause) error {
	if s.names == nil {
		s.names, s.others, s.known = map[*term.Sym]int{}, map[*term.Sym]*term.Sym{}, map[string]bool{}
	}
	w := writer{system: s, met: map[*term.Sym]bool{}}
	var parts []string
	if c.From != None {
		parts = append(parts, w.invariant(c.From, c.FromArgs))
	}
	for _, f := range c.Facts {
		parts = append(parts, w.formula(f, 0))
	}
	to := "bad"
	if c.To != None {
		to = w.invariant(c.To, c.ToArgs)
	}
	for w.left = maxNested; len(w.todo) > 0 && w.left > 0; w.left-- { // what symbols stand for
		todo := w.todo
		w.todo = nil
		for _, x := range todo {
			parts = append(parts, w.defined(x)...)
		}
	}
	if w.size > maxText || len(w.todo) > 0 {
		return errLarge
	}
	text := fmt.Sprintf("(rule (=> (and true %s) %s))\n", strings.Join(parts, " "), to)
	if s.known[text] {
		return nil
	}
	s.clauses, s.known[text] = append(s.clauses, text), true
	if s.size += len(text); s.size > maxText {
		return errLarge
	}
	return nil
}

// Text returns the clauses in the language of Z3's fixedpoint engine. The query is whether a fault can be reached.
func (s *System) Text() string {
	var b strings.Builder
	b.WriteString("(declare-rel bad ())\n")
	for i, n := range s.Arguments {
		fmt.Fprintf(&b, "(declare-rel i%d (%s))\n", i, strings.TrimSpace(strings.Repeat("Int ", n)))
	}
	for i := range len(s.names) {
		fmt.Fprintf(&b, "(declare-var v%d Int)\n", i)
	}
	for _, c := range s.clauses {
		b.WriteString(c)
	}
	b.WriteString("(query bad)\n")
	return b.String()
}

// writer writes a clause.
type writer struct {
	system *System
	met    map[*term.Sym]bool
	todo   []*term.Sym // symbols whose definitions are to be written
	left   int
	size   int
}

func (w *writer) invariant(i int, args []*term.Linear) string {
	name := fmt.Sprintf("i%d", i)
	if len(args) == 0 {
		return name
	}
	list := []string{name}
	for _, e := range args {
		list = append(list, w.linear(e))
	}
	return "(" + strings.Join(list, " ") + ")"
}

func (w *writer) formula(f *term.Formula, depth int) string {
	if w.size++; depth > maxNested || w.size > maxText {
		w.size = maxText + 1
		return "true"
	}
	switch f.Op {
	case term.False:
		return "false"
	case term.True:
		return "true"
	case term.LeZero:
		return "(<= " + w.linear(f.E) + " 0)"
	case term.EqZero:
		return "(= " + w.linear(f.E) + " 0)"
	case term.NeZero:
		return "(not (= " + w.linear(f.E) + " 0))"
	case term.And, term.Or:
		list := []string{"and"}
		if f.Op == term.Or {
			list[0] = "or"
		}
		for _, g := range f.Args {
			list = append(list, w.formula(g, depth+1))
		}
		return "(" + strings.Join(list, " ") + ")"
	}
	panic("horn: unexpected formula")
}

func (w *writer) linear(e *term.Linear) string {
	list := []string{"+", number(e.Const)}
	for _, t := range e.Terms {
		list = append(list, "(* "+number(t.Coef)+" "+w.symbol(t.Sym)+")")
		w.size += t.Coef.BitLen()
	}
	if w.size += len(list); len(list) == 2 {
		return list[1]
	}
	return "(" + strings.Join(list, " ") + ")"
}

// symbol returns the name of a symbol.
func (w *writer) symbol(x *term.Sym) string {
	i, ok := w.system.names[x]
	if !ok {
		i = len(w.system.names)
		w.system.names[x] = i
	}
	if !w.met[x] {
		w.met[x] = true
		w.todo = append(w.todo, x)
	}
	return fmt.Sprintf("v%d", i)
}

// other returns the name of the remainder of a quotient, or of the quotient of a remainder.
func (w *writer) other(x *term.Sym) string {
	if w.system.others[x] == nil {
		w.system.others[x] = new(term.Sym)
	}
	return w.symbol(w.system.others[x])
}

// defined returns what holds of a symbol. Of products and of what else the solver knows little about, these are bounds.
func (w *writer) defined(x *term.Sym) (list []string) {
	name := w.symbol(x)
	if x.Lo != nil {
		list = append(list, fmt.Sprintf("(<= %s %s)", number(x.Lo), name))
	}
	if x.Hi != nil {
		list = append(list, fmt.Sprintf("(<= %s %s)", name, number(x.Hi)))
	}
	divided := func(q, r string) {
		by := number(x.Y.Const)
		list = append(list, fmt.Sprintf("(= %s (+ (* %s %s) %s))", w.linear(x.X), by, q, r),
			fmt.Sprintf("(<= 0 %s)", r), fmt.Sprintf("(< %s %s)", r, by))
	}
	constant := x.Y != nil && x.Y.IsConst() && x.Y.Const.Sign() > 0
	switch {
	case x.Op == term.Quot && constant:
		divided(name, w.other(x))
	case x.Op == term.Rem && constant:
		divided(w.other(x), name)
	case x.Op == term.AtMost:
		list = append(list, fmt.Sprintf("(= %s (ite (<= %s %s) 1 0))", name, w.linear(x.X), w.linear(x.Y)))
	case x.Op == term.Equals:
		list = append(list, fmt.Sprintf("(= %s (ite (= %s %s) 1 0))", name, w.linear(x.X), w.linear(x.Y)))
	case x.Op == term.Select:
		ways := []string{"or"}
		for _, c := range x.Cases {
			ways = append(ways, fmt.Sprintf("(and (= %s %s) (= %s %s))", w.linear(x.X), number(c.At), name,
				w.linear(c.Value)))
		}
		list = append(list, "("+strings.Join(ways, " ")+")")
	}
	for _, s := range list {
		w.size += len(s)
	}
	return list
}

func number(n *big.Int) string {
	if n.Sign() < 0 {
		return "(- " + new(big.Int).Neg(n).String() + ")"
	}
	return n.String()
}
