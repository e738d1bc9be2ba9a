// Package termview shows formulas and integers to people: simplified, and as short as the room for them; and to
// programs: in full.
//
// Nothing here is trusted. The path condition is the certificate's; this is about it.
package termview

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"vouch/semantics/term"
)

// This file defines how formulas are shown to people in little room: what does not fit is counted, never cut.

// Room in a line that says more than the condition, and in a text that is about the condition, in bytes. What is shown
// may be longer by an item of the innermost list.
const (
	Line      = 240
	Paragraph = 1000
)

// Conditions returns the conjunction of fs, "true" if there are none. What others imply is left out, and what there is
// no room for; the text says how much.
func Conditions(fs []*term.Formula, room int) string {
	kept, implied := Simplify(fs)
	return Formulas(kept, room) + Implied(implied, len(kept))
}

// Implied says behind so many conditions how many more they imply; "" if none.
func Implied(implied, kept int) string {
	switch {
	case implied == 0:
		return ""
	case kept == 1:
		return fmt.Sprintf(" (and %s that it implies)", Count(implied, "condition"))
	}
	return fmt.Sprintf(" (and %s that these imply)", Count(implied, "condition"))
}

// More says that there are n more of what is listed, which is called what.
func More(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d more %s", n, what)
}

// Formulas returns the conjunction of fs, "true" if there are none, with everything in it that there is room for.
func Formulas(fs []*term.Formula, room int) string {
	if len(fs) == 0 {
		return "true"
	}
	level := 0
	if len(fs) > 1 {
		level = levelAnd
	}
	return formulas(fs, " and ", "condition", level, room)
}

// Formula returns f, without the parts for which there is no room.
func Formula(f *term.Formula, room int) string { return formula(f, 0, room) }

// Conjunct is Formula, with parentheses where f stands beside other conjuncts.
func Conjunct(f *term.Formula, room int) string { return formula(f, levelAnd, room) }

// Linear returns e, without the parts for which there is no room.
func Linear(e *term.Linear, room int) string { return sumText(e.Terms, e.Const, room) }

// List returns as many of n items as there is room for, at least one, and says how many more there are. The items are
// called what.
func List(n int, separator, what string, room int, item func(i int) string) string {
	return list(n, separator, what, room, func(i, _ int) string { return item(i) })
}

// formulas returns as many of fs as there is room for, inside a connective of a level.
func formulas(fs []*term.Formula, separator, what string, level, room int) string {
	each := share(len(fs), room)
	return list(len(fs), separator, what, room, func(i, left int) string {
		if fits(fs[i], left) {
			return formula(fs[i], level, left)
		}
		return formula(fs[i], level, each)
	})
}

// share returns the room for an item of n that is too long for what is left of the room. It is never more than the
// room, so that what is inside others has less and less.
func share(n, room int) int {
	if n == 1 {
		return room
	}
	return max(room/3, min(room, leastRoom))
}

// Values returns the values of a memory in the order of the names, with the given sign between name and value, as many
// as there is room for. The named are called what.
func Values(m map[string]*big.Int, equals, what string, room int) string {
	names := slices.Sorted(maps.Keys(m))
	return List(len(names), ", ", what, room, func(i int) string {
		return Name(names[i]) + equals + term.FormatInt(m[names[i]])
	})
}

// Count returns "1 condition", "2 conditions".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// leastRoom is the least room that an item is given.
const leastRoom = 24

// list is List, with items that are told how much room is left.
func list(n int, separator, what string, room int, item func(i, left int) string) string {
	var b strings.Builder
	for i := range n {
		text := item(i, room-b.Len()-len(separator))
		if i > 0 && b.Len()+len(separator)+len(text) > room {
			if separator == ", " {
				separator = " and "
			}
			b.WriteString(separator + More(n-i, what))
			break
		}
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(text)
	}
	return b.String()
}

// The levels of connectives: of what stands inside one of a higher level there have to be parentheses.
const (
	levelOr  = 1
	levelAnd = 2
)

// formula returns f inside a connective of a level, 0 for none.
func formula(f *term.Formula, level, room int) string {
	mine, word, what := levelAnd, " and ", "condition"
	switch f.Op {
	case term.False:
		return "false"
	case term.True:
		return "true"
	case term.Or:
		mine, word, what = levelOr, " or ", "alternative"
	case term.And:
	default:
		left, op, right := f.Sides()
		if !fits(f, room) {
			room /= 2
		}
		return sumText(left.Terms, left.Const, room) + op + sumText(right.Terms, right.Const, room)
	}
	text := formulas(f.Args, word, what, mine, room)
	if mine < level {
		return "(" + text + ")"
	}
	return text
}

// sumText returns a sum of terms and the constant k, which is left out if it is 0 and there are terms.
func sumText(terms []term.Term, k *big.Int, room int) string {
	n := len(terms)
	if k.Sign() != 0 || n == 0 {
		n++
	}
	each := share(n, room)
	var b strings.Builder
	for i := range n {
		factor, text := k, ""
		if i < len(terms) {
			factor = terms[i].Coef
			if left := room - b.Len(); symFits(terms[i], left) {
				text = sym(terms[i].Sym, left)
			} else {
				text = sym(terms[i].Sym, each)
			}
		}
		if abs := new(big.Int).Abs(factor); text == "" {
			text = term.FormatInt(abs)
		} else if !isOne(abs) {
			text = term.FormatInt(abs) + " * " + text
		}
		sign := " + "
		switch {
		case i == 0 && factor.Sign() < 0:
			sign = "-"
		case i == 0:
			sign = ""
		case factor.Sign() < 0:
			sign = " - "
		}
		if i > 0 && b.Len()+len(sign)+len(text) > room {
			b.WriteString(" + " + More(n-i, "term"))
			break
		}
		b.WriteString(sign + text)
	}
	return b.String()
}

func isOne(v *big.Int) bool { return v.IsInt64() && v.Int64() == 1 }

// operations are the symbols of operations, and what their results are called.
var operations = map[term.Op]struct{ sign, name string }{
	term.Prod: {" * ", "product"}, term.Quot: {" / ", "quotient"}, term.Rem: {" % ", "remainder"},
	term.TruncQuot: {" / ", "quotient"}, term.TruncRem: {" % ", "remainder"},
	term.BitAnd: {" & ", "value"}, term.BitOr: {" | ", "value"}, term.BitXor: {" ^ ", "value"},
	term.Shl: {" << ", "value"}, term.Shr: {" >> ", "value"}, term.AtMost: {" <= ", "truth value"},
	term.Equals: {" = ", "truth value"}, term.Select: {" of ", "choice"},
	term.FAdd32: {" +float ", "sum"}, term.FSub32: {" -float ", "difference"}, term.FMul32: {" *float ", "product"},
	term.FDiv32: {" /float ", "quotient"},
	term.FAdd64: {" +double ", "sum"}, term.FSub64: {" -double ", "difference"}, term.FMul64: {" *double ", "product"},
	term.FDiv64:  {" /double ", "quotient"},
	term.FRoot32: {"sqrtf ", "root"}, term.FMake32: {"float ", "number"}, term.FTrunc32: {"int ", "integer"},
	term.Widen:   {"double ", "number"},
	term.FRoot64: {"sqrt ", "root"}, term.FMake64: {"double ", "number"}, term.FTrunc64: {"int ", "integer"},
	term.Narrow: {"float ", "number"},
}

// sym returns an input, or an operation in parentheses with its operands: "(x * x * y)", "(x / 2)", "(case x of 0: y,
// 4: z)".
func sym(s *term.Sym, room int) string {
	if s.Op == term.Input {
		return Name(s.Name)
	}
	switch whole := symFits(term.Term{Sym: s, Coef: one}, room); {
	case !whole && room < leastRoom:
		return "(a " + operations[s.Op].name + ")"
	case !whole:
		room /= 2
	}
	if s.Op == term.Select {
		half := max(room/2, min(room, leastRoom))
		return "(case " + Linear(s.X, half) + " of " + list(len(s.Cases), ", ", "case", half, func(i, left int) string {
			return term.FormatInt(s.Cases[i].At) + ": " + Linear(s.Cases[i].Value, max(left, min(room, leastRoom)))
		}) + ")"
	}
	if s.IsMonomial() {
		factors := slices.Collect(s.Factors())
		each := share(len(factors), room)
		return "(" + list(len(factors), operations[s.Op].sign, "factor", room, func(i, _ int) string {
			return sym(factors[i], each)
		}) + ")"
	}
	if s.Op.Unary() {
		return "(" + operations[s.Op].sign + operand(s.X, room) + ")"
	}
	return "(" + operand(s.X, room) + operations[s.Op].sign + operand(s.Y, room) + ")"
}

func operand(e *term.Linear, room int) string {
	text := sumText(e.Terms, e.Const, room)
	if single(e) {
		return text
	}
	return "(" + text + ")"
}

// single reports whether e needs no parentheses as an operand.
func single(e *term.Linear) bool {
	return len(e.Terms) == 0 && e.Const.Sign() >= 0 || len(e.Terms) == 1 && e.Const.Sign() == 0 &&
		isOne(e.Terms[0].Coef)
}
