package scan

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/semantics"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines how a precondition is told: as C writes it, where it can.

// Names of inputs as a harness has them: p[0].n, and p[]#3 for the third byte at p.
var (
	arrow   = regexp.MustCompile(`\[0\]\.`)
	element = regexp.MustCompile(`\[\](?:#(\d+))?`)
)

// written returns names of inputs in a text as C writes them.
func written(text string) string {
	text = element.ReplaceAllStringFunc(text, func(s string) string {
		n := new(big.Int)
		if digits := element.FindStringSubmatch(s)[1]; digits != "" {
			n.SetString(digits, 10)
			n.Sub(n, big.NewInt(1))
		}
		return "[" + n.String() + "]"
	})
	return arrow.ReplaceAllString(text, "->")
}

// present says that pointers are not null.
func present(pointers []string) string {
	return written(strings.Join(pointers, " != NULL && ") + " != NULL")
}

// room says that there is more memory at a pointer, as an access that failed there wants.
func room(pointer string, kind semantics.Kind, what culprit) string {
	if isOutside(kind) {
		for _, a := range what.accesses {
			if a.at < 0 {
				return fmt.Sprintf("%s[] to have at least %s in front of it", written(pointer),
					checkcmd.Count(-a.at, "byte"))
			}
			return fmt.Sprintf("%s[] to have at least %s", written(pointer), checkcmd.Count(a.at+a.size, "byte"))
		}
	}
	return "another object at " + written(pointer)
}

// most bytes of a condition that is told.
const mostWords = 100

// numbers says what keeps the numbers on the way to a fault from it: the contrary of the last condition on them.
// Otherwise is said where that is none that people would read.
func numbers(f finder.Finding, made *harness.Made, otherwise string) string {
	for i := len(f.Path) - 1; i >= 0; i-- {
		inputs := term.NewTable(f.Path[i : i+1]).Inputs()
		if len(inputs) == 0 || slices.ContainsFunc(inputs, func(name string) bool {
			return made.Class(name) != harness.Value && made.Class(name) != harness.Data
		}) {
			continue
		}
		if text, ok := contrary(f.Path[i]); ok && len(text) <= mostWords {
			return written(text)
		}
		break
	}
	return otherwise
}

// contrary returns the negation of a condition as C writes it; ok is false if it has parts that C does not write so.
func contrary(f *term.Formula) (text string, ok bool) {
	switch f.Op {
	case term.And, term.Or:
		var parts []string
		for _, arg := range f.Args {
			part, ok := contrary(arg)
			if !ok || len(f.Args) > 2 {
				return "", false
			}
			if f.Op == term.Or && arg.Op == term.And {
				part = "(" + part + ")"
			}
			parts = append(parts, part)
		}
		return strings.Join(parts, map[term.FormulaOp]string{term.And: " || ", term.Or: " && "}[f.Op]), true
	case term.True, term.False:
		return "", false
	}
	left, op, right := f.Sides()
	limit := new(big.Int).Set(right.Const)
	switch constant := len(right.Terms) == 0; strings.TrimSpace(op) {
	case "<=":
		if op = ">"; constant {
			op = ">="
			limit.Add(limit, big.NewInt(1))
		}
		if constant && limit.Cmp(big.NewInt(1)) == 0 { // n > 0 is how people write it
			op = ">"
			limit.SetInt64(0)
		}
	case ">=":
		if op = "<"; constant {
			op = "<="
			limit.Sub(limit, big.NewInt(1))
		}
	case "<":
		op = ">="
	case "=":
		op = "!="
	case "!=":
		op = "=="
	}
	text = fmt.Sprintf("%s %s %s", termview.Linear(left, mostWords), op,
		termview.Linear(&term.Linear{Const: limit, Terms: right.Terms}, mostWords))
	text = wrapped(text)
	return text, !strings.Contains(text, "(case ") && !strings.Contains(text, " more term") &&
		!strings.Contains(text, "(a ") && !strings.Contains(text, " ... ")
}

// unsigned has the types of C whose arithmetic is modulo a number.
var unsigned = []struct{ modulus, below, name string }{
	{" % 18446744073709551616)", " + 18446744073709551615)", "unsigned long"},
	{" % 4294967296)", " + 4294967295)", "unsigned"},
}

// wrapped returns a text with arithmetic modulo the numbers of a type as C writes it: as a conversion to that type.
func wrapped(text string) string {
	for _, u := range unsigned {
		for {
			at := strings.Index(text, u.modulus)
			if at < 0 {
				break
			}
			open, depth := at-1, 0
			for ; open >= 0 && (text[open] != '(' || depth > 0); open-- {
				switch text[open] {
				case ')':
					depth++
				case '(':
					depth--
				}
			}
			if open < 0 {
				return text
			}
			inner := strings.ReplaceAll(text[open+1:at], u.below, " - 1)")
			text = text[:open] + "(" + u.name + ")" + inner + text[at+len(u.modulus):]
		}
	}
	return text
}
