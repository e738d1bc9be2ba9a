package termview

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/semantics/term"
)

// This file defines how formulas are shown to programs: in full, with all conjuncts and all digits.

// maxWritten is the size of the longest text in which symbols that occur several times are written out each time, in
// bytes.
const maxWritten = 1 << 20

// Full returns the conjunction of fs, "true" if there are none, with nothing simplified or left out. Written out, terms
// that share parts may be exponentially longer than they are in memory. Where that makes more than a mebibyte, a part
// that occurs more than once is called #1, #2 and so on, and its definition stands behind the condition: "#1 <= y and
// #1 != 5 where #1 = x * x". Definitions refer to earlier ones.
func Full(fs []*term.Formula) string {
	if len(fs) == 0 {
		return "true"
	}
	w := fullWriter{sizes: map[*term.Sym]int{}}
	total := 0
	for _, f := range fs {
		total = min(total+w.size(f), 2*maxWritten)
	}
	if total > maxWritten {
		w.uses, w.names = map[*term.Sym]int{}, map[*term.Sym]string{}
		for _, f := range fs {
			w.use(f)
		}
	}
	level := 0
	if len(fs) > 1 {
		level = levelAnd
	}
	for i, f := range fs {
		if i > 0 {
			w.text.WriteString(" and ")
		}
		w.formula(&w.text, f, level)
	}
	word := " where "
	for i, d := range w.definitions {
		fmt.Fprintf(&w.text, "%s#%d = %s", word, i+1, d)
		word = " and "
	}
	return w.text.String()
}

// fullWriter writes formulas in full.
type fullWriter struct {
	text  strings.Builder
	sizes map[*term.Sym]int // of symbols written out, 2*maxWritten for more
	// how often a symbol is written where those that occur twice have names; nil if they have none
	uses        map[*term.Sym]int
	names       map[*term.Sym]string
	definitions []string
}

// size returns about how long f is when it is written out.
func (w *fullWriter) size(f *term.Formula) int {
	n := 8
	if f.E != nil {
		n += w.linear(f.E)
	}
	for _, g := range f.Args {
		n = min(n+w.size(g), 2*maxWritten)
	}
	return n
}

func (w *fullWriter) linear(e *term.Linear) int {
	n := 4 + digits(e.Const)
	for _, t := range e.Terms {
		n = min(n+6+digits(t.Coef)+w.sym(t.Sym), 2*maxWritten)
	}
	return n
}

func (w *fullWriter) sym(s *term.Sym) int {
	if s.Op == term.Input {
		return len(s.Name)
	}
	n, known := w.sizes[s]
	if !known {
		for e := range s.Operands() {
			n = min(n+w.linear(e), 2*maxWritten)
		}
		for _, c := range s.Cases {
			n += 4 + digits(c.At)
		}
		w.sizes[s] = n
	}
	return n
}

// digits returns about how many digits v has.
func digits(v *big.Int) int { return 1 + v.BitLen()*3/10 }

// use counts how often the symbols in f are written, a symbol inside another once for the definition of that one.
func (w *fullWriter) use(f *term.Formula) {
	if f.E != nil {
		w.useIn(f.E)
	}
	for _, g := range f.Args {
		w.use(g)
	}
}

func (w *fullWriter) useIn(e *term.Linear) {
	for _, t := range e.Terms {
		if w.uses[t.Sym]++; w.uses[t.Sym] == 1 && t.Sym.Op != term.Input {
			for x := range t.Sym.Operands() {
				w.useIn(x)
			}
		}
	}
}

func (w *fullWriter) formula(b *strings.Builder, f *term.Formula, level int) {
	mine, word := levelAnd, " and "
	switch f.Op {
	case term.False:
		b.WriteString("false")
		return
	case term.True:
		b.WriteString("true")
		return
	case term.Or:
		mine, word = levelOr, " or "
	case term.And:
	default:
		left, op, right := f.Sides()
		w.sum(b, left)
		b.WriteString(op)
		w.sum(b, right)
		return
	}
	if mine < level {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	for i, g := range f.Args {
		if i > 0 {
			b.WriteString(word)
		}
		w.formula(b, g, mine)
	}
}

func (w *fullWriter) sum(b *strings.Builder, e *term.Linear) {
	for i, t := range e.Terms {
		w.sign(b, i == 0, t.Coef)
		if abs := new(big.Int).Abs(t.Coef); !isOne(abs) {
			b.WriteString(abs.String() + " * ")
		}
		w.symbol(b, t.Sym)
	}
	if e.Const.Sign() != 0 || len(e.Terms) == 0 {
		w.sign(b, len(e.Terms) == 0, e.Const)
		b.WriteString(new(big.Int).Abs(e.Const).String())
	}
}

func (w *fullWriter) sign(b *strings.Builder, first bool, v *big.Int) {
	switch {
	case first && v.Sign() < 0:
		b.WriteByte('-')
	case !first && v.Sign() < 0:
		b.WriteString(" - ")
	case !first:
		b.WriteString(" + ")
	}
}

// symbol writes a symbol, or its name if it has one. Names are given when a definition is complete, so that it refers
// to earlier ones.
func (w *fullWriter) symbol(b *strings.Builder, s *term.Sym) {
	if name := w.names[s]; name != "" {
		b.WriteString(name)
		return
	}
	if w.uses[s] < 2 || s.Op == term.Input && len(s.Name) <= maxName {
		w.operation(b, s, true)
		return
	}
	var own strings.Builder
	w.operation(&own, s, false)
	w.definitions = append(w.definitions, own.String())
	w.names[s] = fmt.Sprintf("#%d", len(w.definitions))
	b.WriteString(w.names[s])
}

// operation writes an input, or an operation with its operands.
func (w *fullWriter) operation(b *strings.Builder, s *term.Sym, parentheses bool) {
	if s.Op == term.Input {
		b.WriteString(s.Name)
		return
	}
	if parentheses {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	if s.Op == term.Select {
		b.WriteString("case ")
		w.sum(b, s.X)
		for i, c := range s.Cases {
			b.WriteString([...]string{" of ", ", "}[min(i, 1)] + c.At.String() + ": ")
			w.sum(b, c.Value)
		}
		return
	}
	if s.Op.Unary() {
		b.WriteString(operations[s.Op].sign)
		w.operand(b, s.X)
		return
	}
	w.operand(b, s.X)
	b.WriteString(operations[s.Op].sign)
	if s.IsMonomial() {
		if rest := s.Y.Terms[0].Sym; rest.IsMonomial() && w.uses[rest] < 2 {
			w.operation(b, rest, false)
			return
		}
	}
	w.operand(b, s.Y)
}

func (w *fullWriter) operand(b *strings.Builder, e *term.Linear) {
	if !single(e) {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	w.sum(b, e)
}
