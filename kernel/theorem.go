package kernel

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// This file defines claims and theorems, and the limits.

var maxObject = new(big.Int).SetUint64(1<<32 - 1<<16) // bytes of an object, as in the definition of the core language

// The kinds of claims.
const (
	Fails = "fails" // on these inputs the program comes to this fault
	Class = "class" // on each input of a class it comes to this fault
	Safe  = "safe"  // on no inputs does the program come to a fault
)

// Claim is a claim about a program.
type Claim struct {
	Kind   string
	Inputs []*big.Int // of Fails: what the run draws, in this order; of Class: one of the class, as an example
	Fault  Fault      // of Fails and Class

	// Of Class: it has all inputs for which Where holds, each in the range of the instruction that draws it. Input i,
	// counted from 0 in the order of drawing, is symbol i in Where; quotient j is the symbol len(Inputs) + j.
	Quotients []Quotient
	Where     []Formula

	// Of Safe: only runs are meant in which no loop begins more iterations than this after it is entered; 0 for all
	// runs.
	LoopLimit int
}

// Quotient is Of / By, rounded towards minus infinity. By is positive. Of has only symbols before it.
type Quotient struct {
	Of Term
	By *big.Int
}

// String says what the claim is.
func (c Claim) String() string {
	switch {
	case c.Kind == Fails, c.Kind == Class && len(c.Inputs) == 0:
		return fmt.Sprintf("on the inputs %v the program fails: %q in file %d at %d:%d", c.Inputs, c.Fault.Kind,
			c.Fault.At[0], c.Fault.At[1], c.Fault.At[2])
	case c.Kind == Class:
		return c.class()
	case c.Kind != Safe:
		return "nothing"
	case c.LoopLimit > 0:
		return fmt.Sprintf("no inputs make the program fail while no loop begins more than %d iterations", c.LoopLimit)
	}
	return "no inputs make the program fail"
}

// class says what a claim about a class is.
func (c Claim) class() string {
	name := func(s int) string {
		if s < len(c.Inputs) {
			return fmt.Sprintf("x%d", s+1)
		}
		return fmt.Sprintf("q%d", s+1-len(c.Inputs))
	}
	var where []string
	for i, q := range c.Quotients {
		where = append(where, fmt.Sprintf("%s = (%s) div %s", name(len(c.Inputs)+i), q.Of.text(name), q.By))
	}
	for _, f := range c.Where {
		where = append(where, f.text(name))
	}
	if len(where) == 0 {
		where = []string{"any values"}
	}
	return fmt.Sprintf("on all inputs x1 to x%d in their ranges with %s, as %v, the program fails: %q in file %d at %d:%d",
		len(c.Inputs), strings.Join(where, ", "), c.Inputs, c.Fault.Kind, c.Fault.At[0], c.Fault.At[1], c.Fault.At[2])
}

// text returns t for people.
func (t Term) text(name func(int) string) (text string) {
	add := func(n *big.Int, factors []int) {
		parts := []string{new(big.Int).Abs(n).String()}
		for _, s := range factors {
			parts = append(parts, name(s))
		}
		if len(parts) > 1 && parts[0] == "1" {
			parts = parts[1:]
		}
		switch sum := strings.Join(parts, "*"); {
		case n.Sign() < 0 && text == "":
			text = "-" + sum
		case n.Sign() < 0:
			text += " - " + sum
		case text == "":
			text = sum
		default:
			text += " + " + sum
		}
	}
	for _, m := range t.Monos {
		add(m.Coef, m.Syms)
	}
	if t.Const.Sign() != 0 || text == "" {
		add(t.Const, nil)
	}
	return text
}

// text returns f for people.
func (f Formula) text(name func(int) string) string {
	switch f.Op {
	case AtMost:
		return f.E.text(name) + " <= 0"
	case Equal:
		return f.E.text(name) + " = 0"
	case And, Or:
		var parts []string
		for _, g := range f.Args {
			parts = append(parts, g.text(name))
		}
		return "(" + strings.Join(parts, [...]string{And: " and ", Or: " or "}[f.Op]) + ")"
	}
	return strconv.FormatBool(f.Op == True)
}

// Fault is a kind of fault at a place: the index of the source file, line and column.
type Fault struct {
	Kind string
	At   [3]int
}

// Theorem is a claim that a proof has shown. Only Check makes one.
type Theorem struct {
	program [sha256.Size]byte
	claim   Claim
}

// Program returns the SHA-256 digest of the encoding of the program.
func (t *Theorem) Program() [sha256.Size]byte { return t.program }

// Claim returns the claim.
func (t *Theorem) Claim() Claim { return t.claim.clone() }

// clone returns a copy that shares nothing with c.
func (c Claim) clone() Claim {
	c.Inputs, c.Quotients, c.Where = slices.Clone(c.Inputs), slices.Clone(c.Quotients), slices.Clone(c.Where)
	for i, n := range c.Inputs {
		c.Inputs[i] = new(big.Int).Set(n)
	}
	for i, q := range c.Quotients {
		c.Quotients[i] = Quotient{q.Of.clone(), new(big.Int).Set(q.By)}
	}
	for i, f := range c.Where {
		c.Where[i] = f.with(Term.clone)
	}
	return c
}

// The limits: they bound memory and recursion, and a proof that needs more is refused.
const (
	maxCount    = 1 << 24 // items of an array
	maxItems    = 1 << 23 // of a program, of a claim, or of a command
	maxBytes    = 1 << 26 // in a byte string, and so in a program
	maxNumber   = 1 << 16 // bytes of a number, or of a text, that is read
	maxSlots    = 1 << 20 // slots of a function
	maxIndex    = 1 << 30 // a line or a column, and numbers in a proof
	maxDepth    = 1 << 15 // levels to which expressions nest, as in the definition of the core language
	maxNesting  = 1 << 10 // levels to which formulas of a proof nest
	maxShift    = 1 << 16 // places by which a shift shifts, as in the definition of the core language
	maxFrames   = 1 << 16 // calls that nest, as there
	maxObjects  = 1<<30 - 1
	maxGoals    = 1 << 20 // goals that wait, and claimed states
	maxProduct  = 1 << 24 // machine words of a product
	workPerLook = 1 << 18
	maxHeap     = 900 << 20 // bytes of memory in use
	// DefaultWork is the work that a proof may take, in machine words touched. It takes about a minute.
	DefaultWork = 1 << 31
)
