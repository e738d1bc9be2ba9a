package loops

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"
)

// This file defines atoms, of which invariants are made, and how they are written in the syntax of a language.

// Atom says of a sum of products of variables that it is at most 0, if Mod is nil; that it is 0, if Mod is 0; or else
// that Mod, which is more than 1, divides it.
type Atom struct {
	Terms []Term
	Mod   *big.Int
}

// Term is the product of a number, which is not 0, and of variables; of none, it is the number.
type Term struct {
	Times *big.Int
	Of    []Variable
}

// Variable is a variable of a program.
type Variable struct {
	Name   string
	Head   bool     // whether the head of the loop declares it: its name means nothing in front of the loop
	Lo, Hi *big.Int // the range of its type; nil where integers have no bounds
}

// Gap is what no text says of a loop.
type Gap struct{ What, Why string }

func (g Gap) String() string { return fmt.Sprintf("%s is left out: %s", g.What, g.Why) }

// Syntax is a language in which invariants are written.
type Syntax int

// The languages.
const (
	Plain Syntax = iota // for people; integers have no bounds
	IMP
	C    // an expression of C without undefined behaviour, whose arithmetic does not leave its types
	ACSL // a predicate of ACSL, in which integers have no bounds
)

// words of a language, by the syntax.
var (
	equals = [...]string{"=", "=", "==", "=="}
	and    = [...]string{" and ", " and ", " && ", " && "}
	or     = [...]string{" or ", " or ", " || ", " || "}
)

// maxDigits is how many digits a number has at most that is written.
const maxDigits = 1000

// Conditions writes atoms that hold together, each as a condition that the ones before it make safe to evaluate.
func Conditions(atoms []Atom, s Syntax, names func(Variable) bool) (parts []string, gaps []Gap) {
	known := map[string][2]*big.Int{}
	for _, a := range atoms {
		hidden := ""
		for _, t := range a.Terms {
			for _, v := range t.Of {
				if names != nil && !names(v) {
					hidden = v.Name
				}
			}
		}
		text, why := "", ""
		if hidden != "" {
			why = fmt.Sprintf("%s has no name in front of the loop", hidden)
		} else if text, why = a.text(s, known); why == "" {
			if parts = append(parts, text); s == C {
				a.learn(known)
			}
			continue
		}
		plain, _ := a.text(Plain, nil)
		gaps = append(gaps, Gap{plain, why})
	}
	return parts, gaps
}

// many is 0 for a bound of a single variable, and 1 for every other atom.
func (a Atom) many() int {
	variables := 0
	for _, t := range a.Terms {
		variables += len(t.Of)
	}
	return min(variables, 2) / 2
}

// add adds a term to the sum of an atom: two places may be one variable.
func (a *Atom) add(t Term) {
	i := slices.IndexFunc(a.Terms, func(u Term) bool {
		return slices.EqualFunc(t.Of, u.Of, func(v, w Variable) bool { return v.Name == w.Name })
	})
	switch {
	case i < 0 && t.Times.Sign() != 0:
		a.Terms = append(a.Terms, t)
	case i >= 0:
		if t.Times = new(big.Int).Add(t.Times, a.Terms[i].Times); t.Times.Sign() == 0 {
			a.Terms = slices.Delete(a.Terms, i, i+1)
		} else {
			a.Terms[i] = t
		}
	}
}

// says reports whether an atom is about variables.
func (a Atom) says() bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool { return len(t.Of) > 0 })
}

// learn adds what an atom says of the range of a variable.
func (a Atom) learn(known map[string][2]*big.Int) {
	n, v := new(big.Int), Variable{}
	times := 0
	for _, t := range a.Terms {
		switch {
		case len(t.Of) == 0:
			n.Add(n, t.Times)
		case len(t.Of) == 1 && t.Times.CmpAbs(big.NewInt(1)) == 0 && times == 0:
			v, times = t.Of[0], t.Times.Sign()
		default:
			return
		}
	}
	if times == 0 || a.Mod != nil {
		return
	}
	lo, hi := v.within(known)
	if times > 0 && n.Neg(n).Cmp(hi) < 0 { // v + n <= 0
		hi = n
	} else if times < 0 && n.Cmp(lo) > 0 { // n - v <= 0
		lo = n
	}
	known[v.Name] = [2]*big.Int{lo, hi}
}

// within returns the range of a variable, as far as it is known.
func (v Variable) within(known map[string][2]*big.Int) (lo, hi *big.Int) {
	if r, ok := known[v.Name]; ok {
		return r[0], r[1]
	}
	return v.Lo, v.Hi
}

// text writes an atom, or says why it cannot be written. Known has ranges of variables that hold.
func (a Atom) text(s Syntax, known map[string][2]*big.Int) (text, why string) {
	var left, right []Term
	for _, t := range a.Terms {
		if len(t.Times.Text(16)) > maxDigits {
			return "what has long numbers", "a number in it is too long"
		}
		if t.Times.Sign() > 0 || a.Mod != nil && a.Mod.Sign() > 0 {
			left = append(left, t)
		} else {
			right = append(right, Term{new(big.Int).Neg(t.Times), t.Of})
		}
	}
	relation := " <= "
	switch {
	case a.Mod == nil && len(left) == 1 && len(left[0].Of) == 0 && len(right) > 0: // 3 <= x is written as x >= 3
		left, right, relation = right, left, " >= "
	case a.Mod == nil && len(left) == 0:
		left, right, relation = right, left, " >= "
	case a.Mod != nil && (len(left) == 0 || len(left) == 1 && len(left[0].Of) == 0 && len(right) > 0):
		left, right = right, left
	}
	as := ""
	if s == C {
		var ok bool
		if as, ok = arithmetic(left, right, a.Mod, known); !ok {
			return "", "its values may leave all integer types"
		}
	}
	write := func(terms []Term) string { return write(terms, s, as) }
	switch {
	case a.Mod == nil:
		return write(left) + relation + write(right), ""
	case a.Mod.Sign() == 0:
		return write(left) + " " + equals[s] + " " + write(right), ""
	}
	sum := write(left)
	if len(left) > 1 {
		sum = "(" + sum + ")"
	}
	return sum + " % " + number(a.Mod, s, as) + " " + equals[s] + " 0", ""
}

// write writes a sum.
func write(terms []Term, s Syntax, as string) string {
	var b strings.Builder
	for i, t := range terms {
		sign := t.Times.Sign()
		switch {
		case i == 0 && sign < 0:
			b.WriteString("-")
		case i > 0 && sign < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		n := new(big.Int).Abs(t.Times)
		if len(t.Of) == 0 || n.Cmp(big.NewInt(1)) != 0 {
			b.WriteString(number(n, s, as))
			if len(t.Of) > 0 {
				b.WriteString(" * ")
			}
		}
		for k, v := range t.Of {
			if k > 0 {
				b.WriteString(" * ")
			}
			if as != "" {
				b.WriteString("(" + as + ")")
			}
			b.WriteString(v.Name)
		}
	}
	if len(terms) == 0 {
		return "0"
	}
	return b.String()
}

// number writes a number that is not negative. A constant of C has the first of the types int, long and long long that
// has its value, and so needs no letters behind it, unless only an unsigned type has it.
func number(n *big.Int, s Syntax, as string) string {
	text := n.String()
	if s == C && as == ulonglong && n.BitLen() > 63 {
		return text + "ULL"
	}
	return text
}

// The types in which conditions of C compute.
const (
	longlong  = "long long"
	ulonglong = "unsigned long long"
)

var (
	maxInt      = big.NewInt(1<<31 - 1)
	minInt      = big.NewInt(-1 << 31)
	maxLongLong = big.NewInt(1<<63 - 1)
	minLongLong = big.NewInt(-1 << 63)
	maxUnsigned = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
)

// arithmetic returns the type to which variables must be converted so that all values of two sums are in range; "" if
// none need be. Ok is false if there is no such type.
func arithmetic(left, right []Term, mod *big.Int, known map[string][2]*big.Int) (as string, ok bool) {
	if plain(left, right, mod) {
		return "", true
	}
	lo, hi, small := new(big.Int), new(big.Int), true
	for _, sum := range [][]Term{left, right} {
		least, most := new(big.Int), new(big.Int)
		for _, t := range sum {
			a, b := t.Times, t.Times
			if b.CmpAbs(hi) > 0 {
				hi = new(big.Int).Abs(b)
			}
			for _, v := range t.Of {
				small = small && v.Lo.Cmp(minInt) >= 0 && v.Hi.Cmp(maxInt) <= 0
				x, y := v.within(known)
				a, b = times(a, b, x, y)
				lo, hi = lower(lo, a, x), higher(hi, b, y)
			}
			least.Add(least, lower(new(big.Int), a))
			most.Add(most, higher(new(big.Int), b))
		}
		lo, hi = lower(lo, least), higher(hi, most)
	}
	if mod != nil {
		hi = higher(hi, mod)
	}
	within := func(least, most *big.Int) bool { return least.Cmp(lo) <= 0 && hi.Cmp(most) <= 0 }
	switch {
	case small && within(minInt, maxInt):
		return "", true
	case within(minLongLong, maxLongLong):
		return longlong, true
	case within(new(big.Int), maxUnsigned):
		return ulonglong, true
	}
	return "", false
}

// plain reports whether a comparison of one variable with another one of the same type, or with a constant of its type,
// needs no other type.
func plain(left, right []Term, mod *big.Int) bool {
	single := func(sum []Term) bool {
		return len(sum) == 1 && len(sum[0].Of) == 1 && sum[0].Times.Cmp(big.NewInt(1)) == 0
	}
	if mod != nil && mod.Sign() > 0 || !single(left) || len(right) > 1 {
		return false
	}
	v := left[0].Of[0]
	if single(right) {
		u := right[0].Of[0]
		return v.Lo.Cmp(u.Lo) == 0 && v.Hi.Cmp(u.Hi) == 0
	}
	n := new(big.Int)
	if len(right) == 1 {
		if n = right[0].Times; len(right[0].Of) > 0 {
			return false
		}
	}
	return v.Lo.Cmp(n) <= 0 && n.Cmp(v.Hi) <= 0 && n.Cmp(maxLongLong) <= 0
}

// times returns the range of the product of two integers in ranges.
func times(a, b, x, y *big.Int) (lo, hi *big.Int) {
	mul := func(p, q *big.Int) *big.Int { return new(big.Int).Mul(p, q) }
	return lower(mul(a, x), mul(a, y), mul(b, x), mul(b, y)), higher(mul(a, x), mul(a, y), mul(b, x), mul(b, y))
}

func lower(n ...*big.Int) *big.Int  { return slices.MinFunc(n, (*big.Int).Cmp) }
func higher(n ...*big.Int) *big.Int { return slices.MaxFunc(n, (*big.Int).Cmp) }

// harmless returns a text that ends no comment and begins none.
func harmless(text string) string {
	text = strings.NewReplacer("*/", "* /", "/*", "/ *", "??/", "? ?/", `\`, "/").Replace(text)
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
}
