package term

import (
	"math/big"
	"strings"
)

// This file defines how terms are shown to people: with the operators of programs, and each term on the side where it
// is positive.

// maxText bounds the text of a formula, in bytes. Shared terms are written out, so it could be very long.
const maxText = 1000

// String returns f in the syntax of conditions, cut off with "..." when it is very long.
func (f *Formula) String() string {
	w := &writer{}
	w.formula(f, 0)
	return w.text()
}

// String returns e in the syntax of expressions, cut off with "..." when it is very long.
func (e *Linear) String() string {
	w := &writer{}
	w.sum(e.Terms, e.Const)
	return w.text()
}

// writer collects text until it is full.
type writer struct{ b strings.Builder }

func (w *writer) full() bool { return w.b.Len() > maxText }

func (w *writer) text() string {
	if s := w.b.String(); len(s) > maxText {
		return s[:maxText] + "..."
	}
	return w.b.String()
}

// formula writes f; level is that of the connective around it: 0 none, 1 or, 2 and.
func (w *writer) formula(f *Formula, level int) {
	switch f.Op {
	case False:
		w.b.WriteString("false")
	case True:
		w.b.WriteString("true")
	case LeZero, EqZero, NeZero:
		w.atom(f)
	case And, Or:
		mine, word := 2, " and "
		if f.Op == Or {
			mine, word = 1, " or "
		}
		if mine < level {
			w.b.WriteByte('(')
			defer w.b.WriteByte(')')
		}
		for i, g := range f.Args {
			if w.full() {
				return
			}
			if i > 0 {
				w.b.WriteString(word)
			}
			w.formula(g, mine)
		}
	}
}

// atom writes a comparison.
func (w *writer) atom(f *Formula) {
	left, op, right := f.Sides()
	w.sum(left.Terms, left.Const)
	w.b.WriteString(op)
	w.sum(right.Terms, right.Const)
}

// Sides returns both sides of an atom, with positive coefficients, and the sign between them.
func (f *Formula) Sides() (left *Linear, op string, right *Linear) {
	left, right = &Linear{Const: bigZero}, &Linear{Const: bigZero}
	for _, t := range f.E.Terms {
		if t.Coef.Sign() > 0 {
			left.Terms = append(left.Terms, t)
		} else {
			right.Terms = append(right.Terms, Term{t.Sym, new(big.Int).Neg(t.Coef)})
		}
	}
	op = map[FormulaOp]string{LeZero: " <= ", EqZero: " = ", NeZero: " != "}[f.Op]
	k := f.E.Const
	switch minus := new(big.Int).Neg(k); {
	case len(left.Terms) == 0: // only an inequality: -right + k <= 0
		return right, " >= ", &Linear{Const: k}
	case len(right.Terms) == 0:
		right.Const = minus
	case f.Op == LeZero && k.Cmp(bigOne) == 0:
		op = " < "
	case k.Sign() > 0:
		left.Const = k
	default:
		right.Const = minus
	}
	return left, op, right
}

// sum writes the sum of terms and the constant k, which is left out if it is 0 and there are terms.
func (w *writer) sum(terms []Term, k *big.Int) {
	for i, t := range terms {
		if w.full() {
			return
		}
		w.sign(i == 0, t.Coef.Sign())
		if abs := new(big.Int).Abs(t.Coef); abs.Cmp(bigOne) != 0 {
			w.number(abs)
			w.b.WriteString(" * ")
		}
		w.sym(t.Sym)
	}
	if k.Sign() != 0 || len(terms) == 0 {
		w.sign(len(terms) == 0, k.Sign())
		w.number(new(big.Int).Abs(k))
	}
}

func (w *writer) sign(first bool, sign int) {
	switch {
	case first && sign < 0:
		w.b.WriteByte('-')
	case !first && sign < 0:
		w.b.WriteString(" - ")
	case !first:
		w.b.WriteString(" + ")
	}
}

// number writes an integer, without the middle of very long ones.
func (w *writer) number(v *big.Int) { w.b.WriteString(FormatInt(v)) }

// sym writes an input, or an operation in parentheses with its operands: "(x * x * y)", "(x / 2)", "(case x of 0: y, 4:
// z)".
func (w *writer) sym(s *Sym) {
	if s.Op == Input {
		w.b.WriteString(s.Name)
		return
	}
	w.b.WriteByte('(')
	defer w.b.WriteByte(')')
	if s.Op == Select {
		w.b.WriteString("case ")
		w.sum(s.X.Terms, s.X.Const)
		for i, c := range s.Cases {
			if w.full() {
				return
			}
			w.b.WriteString([...]string{" of ", ", "}[min(i, 1)])
			w.b.WriteString(FormatInt(c.At) + ": ")
			w.sum(c.Value.Terms, c.Value.Const)
		}
		return
	}
	if s.IsMonomial() {
		i := 0
		for f := range s.Factors() {
			if i++; i > 1 {
				w.b.WriteString(signs[Prod])
			}
			w.sym(f)
		}
		return
	}
	if s.Op.Unary() {
		w.b.WriteString(signs[s.Op])
		w.operand(s.X)
		return
	}
	w.operand(s.X)
	w.b.WriteString(signs[s.Op])
	w.operand(s.Y)
}

// signs are how the operations are written.
var signs = [...]string{
	Prod: " * ", Quot: " / ", Rem: " % ", TruncQuot: " / ", TruncRem: " % ",
	BitAnd: " & ", BitOr: " | ", BitXor: " ^ ", Shl: " << ", Shr: " >> ", AtMost: " <= ", Equals: " = ",
	Root:   "root ",
	FAdd32: " +float ", FSub32: " -float ", FMul32: " *float ", FDiv32: " /float ", FRoot32: "sqrtf ",
	FMake32: "float ", FTrunc32: "int ", Widen: "double ",
	FAdd64: " +double ", FSub64: " -double ", FMul64: " *double ", FDiv64: " /double ", FRoot64: "sqrt ",
	FMake64: "double ", FTrunc64: "int ", Narrow: "float ",
}

func (w *writer) operand(e *Linear) {
	if w.full() {
		return
	}
	single := len(e.Terms) == 0 && e.Const.Sign() >= 0 ||
		len(e.Terms) == 1 && e.Const.Sign() == 0 && e.Terms[0].Coef.Cmp(bigOne) == 0
	if !single {
		w.b.WriteByte('(')
		defer w.b.WriteByte(')')
	}
	w.sum(e.Terms, e.Const)
}

// FormatInt returns v in decimal; of more than 60 digits it shows the first and the last, and how many there are.
func FormatInt(v *big.Int) string {
	if v.BitLen() > 1<<16 {
		sign := [...]string{"a negative integer", "", "an integer"}[v.Sign()+1]
		return "(" + sign + " of " + big.NewInt(int64(v.BitLen())).String() + " bits)"
	}
	s := v.String()
	if len(s) <= 60 {
		return s
	}
	return s[:24] + "...(" + big.NewInt(int64(len(s))).String() + " digits)..." + s[len(s)-12:]
}
